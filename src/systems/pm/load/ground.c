/* ground.c — what the map implies: towns, works, sources, zones, where arrivals enter, which side of the line.
 *
 * The numbers of hexes with the letter of their sheet (2.3) and the scale (1.4-1) are the map's own (core/hex.h). */
#include <string.h>

#include "core/room.h"
#include "systems/pm/pm.h"

/* ---- areas ----------------------------------------------------------------------------------- */

static void add_areas(const Map *map, int kind, const char *name, uint64_t *out)
{
    for (int i = 0; i < map->areas; i++)
        if (map->area_list[i].kind == kind && (!name || !strcmp(map->area_list[i].name, name)))
            for (int word = 0; word < map->words; word++)
                out[word] |= map->area_list[i].bits[word];
}

static void mark_areas(const Map *map, int kind, const char *name, uint8_t *out, int value)
{
    uint64_t bits[PM_WORDS] = {0};
    add_areas(map, kind, name, bits);
    EACH_BIT(hex, bits, PM_WORDS)
        out[hex] = (uint8_t)value;
}

/* ---- hexes ----------------------------------------------------------------------------------- */

static void derive_terrain(const Scenario *scenario, Book *data)
{
    const Map *map = scenario->map;
    for (int hex = 0; hex < map->hexes; hex++) {
        if (!(map->terrain[hex] & (LAKE | SEA | NO_GROUND)))
            set_bit(data->land, hex);
        if (map->terrain[hex] & LAKE)
            set_bit(data->lake, hex);
        if (map->terrain[hex] & SEA)
            set_bit(data->sea, hex);
        /* 2.4, pm.r.77: the shared row, the last of the first sheet, belongs to the south */
        if (map->grid.sheets > 1 && hex_row(&map->grid, (Hex)hex) < map->grid.sheet[1].first_row - 1)
            set_bit(data->north_sheet, hex);
    }
}

static void derive_towns(const Scenario *scenario, Book *data)
{
    static const uint8_t towns[] = {[PLACE_CITY] = CITY, [PLACE_LARGE_TOWN] = LARGE_TOWN, [PLACE_TOWN] = TOWN};
    const Map *map = scenario->map;
    for (int hex = 0; hex < map->hexes; hex++)
        if (map->place[hex] >= 0)
            data->town[hex] = towns[map->place_list[map->place[hex]].kind];
    for (int hex = 0; hex < map->hexes; hex++)
        if (data->town[hex] >= LARGE_TOWN)
            set_bit(data->scoring_hex, hex);
}

static void derive_works(const Scenario *scenario, Book *data)
{
    const Map *map = scenario->map;
    mark_areas(map, AREA_WORKS, "stalin-line", data->work, STALIN_LINE);
    mark_areas(map, AREA_WORKS, "fort", data->work, FORT);
    mark_areas(map, AREA_WORKS, "heavy-fort", data->work, HEAVY_FORT);
    for (int i = 0; i < data->work_lines; i++)
        EACH_BIT(hex, data->line_of_works[i].bits, PM_WORDS) {
            data->work[hex] = FORT;
            data->work_line[hex] = (uint8_t)(i + 1);
        }
    for (int hex = 0; hex < map->hexes; hex++)
        if (data->work[hex] >= FORT && !data->work_line[hex])
            set_bit(data->forts, hex);
}

static void derive_areas(const Scenario *scenario, Book *data)
{
    const Map *map = scenario->map;
    mark_areas(map, AREA_ZOMO, "germany", data->zomo, ZOMO_GERMANY);
    mark_areas(map, AREA_ZOMO, "hungary", data->zomo, ZOMO_HUNGARY);
    mark_areas(map, AREA_ZOMO, "romania", data->zomo, ZOMO_ROMANIA);
    mark_areas(map, AREA_WEATHER, "south", data->zone, SOUTH_ZONE);
    add_areas(map, AREA_OKH, "north", data->okh[0]);
    add_areas(map, AREA_OKH, "south", data->okh[1]);
    add_areas(map, AREA_BORDER, "every-hex", data->border[0]);
    add_areas(map, AREA_BORDER, "every-other", data->border[1]);
    add_areas(map, AREA_DISTRICT, NULL, data->district);
    add_areas(map, AREA_PORT, NULL, data->port);
    add_areas(map, AREA_INVASION, NULL, data->invasion);
    add_areas(map, AREA_SOURCE, "soviet", data->source[SOVIET_SIDE]);
    add_areas(map, AREA_BEYOND, NULL, data->beyond);
    add_areas(map, AREA_ZOMO, NULL, data->source[GERMAN_SIDE]);
    add_areas(map, AREA_BARRED, NULL, data->barred);
    for (int word = 0; word < PM_WORDS; word++)
        data->source[GERMAN_SIDE][word] &= ~data->barred[word]; /* 9.11-1 */
}

/* ---- 8.7: where arrivals enter --------------------------------------------------------------- */

static void add_entry(Book *data, Hex hex)
{
    if (data->entry_of[hex] || data->entries == PM_ENTRIES || !is_land(data, hex))
        return;
    data->entry_hex[data->entries++] = hex;
    data->entry_of[hex] = (uint16_t)data->entries;
}

/* Cities and large towns, and the hexes around a district headquarters (8.7-2). */
static void derive_entries(const Scenario *scenario, Book *data)
{
    EACH_BIT(hex, data->scoring_hex, PM_WORDS)
        add_entry(data, (Hex)hex);
    EACH_BIT(hex, data->district, PM_WORDS)
        for (int edge = 0; edge < EDGES; edge++)
            if (scenario->map->next[hex][edge] != NO_HEX)
                add_entry(data, scenario->map->next[hex][edge]);
}

/* ---- 9.3: west of the line of attenuated supply ---------------------------------------------- */

static bool same_side_of_line(const Map *map, const Book *data, int hex, int edge)
{
    Hex to = map->next[hex][edge];
    return to != NO_HEX && is_land(data, to) && !(map->edge[hex][edge] & GAS) &&
           (!(map->edge[hex][edge] & SEA_SIDE) || map->edge[hex][edge] & STRAIT);
}

/* Land that the line does not part from the ZOMO. Where the map has no line all of it is west. */
static void derive_west(const Scenario *scenario, Book *data)
{
    ROOMS(Hex, queue, PM_SPOTS);
    const Map *map = scenario->map;
    int first = 0, last = 0;
    bool line = false;
    for (int hex = 0; hex < map->hexes; hex++)
        for (int edge = 0; edge < EDGES; edge++)
            line |= (map->edge[hex][edge] & GAS) != 0;
    for (int hex = 0; hex < map->hexes; hex++)
        if (is_land(data, (Hex)hex) && (!line || data->zomo[hex])) {
            set_bit(data->west, hex);
            queue[last++] = (Hex)hex;
        }
    while (first < last) {
        Hex hex = queue[first++];
        for (int edge = 0; edge < EDGES; edge++) {
            Hex to = map->next[hex][edge];
            if (same_side_of_line(map, data, hex, edge) && !has_bit(data->west, to)) {
                set_bit(data->west, to);
                queue[last++] = to;
            }
        }
    }
}

void derive(const Scenario *scenario, Book *data)
{
    size_t first = offsetof(Book, town), last = offsetof(Book, beyond_each);
    memset((char *)data + first, 0, last - first);
    memset(data->entry_hex, 0, sizeof data->entry_hex);
    data->entries = 0;
    derive_terrain(scenario, data);
    derive_towns(scenario, data);
    derive_works(scenario, data);
    derive_areas(scenario, data);
    derive_entries(scenario, data);
    derive_west(scenario, data);
    derive_ways(scenario, data);
}

static void find_beside(const Scenario *scenario, const uint64_t *bits, uint64_t *out)
{
    uint64_t set[WAYS_ROWS], touch[WAYS_ROWS];
    rows_of(&scenario->map->grid, bits, set);
    ways_touch(&data_of(scenario)->dry, set, touch);
    memset(out, 0, PM_WORDS * sizeof *out);
    rows_to(&scenario->map->grid, touch, out);
}

/* A set, and the hexes beside it on that ground. */
typedef struct Beside {
    unsigned ground;
    uint64_t bits[PM_WORDS], out[PM_WORDS];
} Beside;

/* While a side moves, the same few sets are needed before each of its orders: the last ones are kept. */
void hexes_beside(const Scenario *scenario, const uint64_t *bits, uint64_t *out)
{
    enum { KEPT = 4 };
    static _Thread_local int oldest;
    ROOMS(Beside, kept, KEPT);
    unsigned ground = data_of(scenario)->ways_stamp;
    Beside *beside = kept;
    while (beside < kept + KEPT && (beside->ground != ground || memcmp(beside->bits, bits, sizeof beside->bits)))
        beside++;
    if (beside == kept + KEPT) {
        beside = &kept[oldest++ % KEPT];
        beside->ground = ground;
        memcpy(beside->bits, bits, sizeof beside->bits);
        find_beside(scenario, bits, beside->out);
    }
    memcpy(out, beside->out, sizeof beside->out);
}

bool beside_enemy(const Scenario *scenario, const State *state, int side, Hex hex)
{
    for (int edge = 0; hex < scenario->map->hexes && edge < EDGES; edge++)
        if (scenario->map->next[hex][edge] != NO_HEX && enemy_in(state, side, scenario->map->next[hex][edge]))
            return true;
    return false;
}
