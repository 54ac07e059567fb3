/* lab_ground.c — the lines of a lab script that make WB-95's ground (docs/lab.md).
 *
 *     terrain 0506 forest hills     town 0506 0507     edge nysa 0505/0506 …     road main 0101 0102 0103
 *     zone A 0101 0102     position 0505 0506 [cm=2]     base German 0101 …
 *     bridge 0505/0506 up|down|pontoon [SIDE]     control soviet|German|nobody 0505 … | rest     ff 0505 …
 *
 * The map may change under a position: everything derived from it is computed anew, bridges keep their state by
 * hexside, zones of control are counted from nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "systems/wb95/lab.h"
#include "systems/wb95/load.h"

enum { CHAINS = sizeof((Map *)0)->chain / sizeof((Map *)0)->chain[0], AREAS = sizeof((Wb95 *)0)->position_value };

static bool out_of_memory(Script *line)
{
    words_wrong(&line->words, NULL, "there is not enough memory");
    return false;
}

/* ---- the map --------------------------------------------------------------------------------- */

/* Hexes as far as they go, one at least. */
static int take_hexes(Words *words, Hex out[WB95_HEXES])
{
    int count = 0;
    do {
        if (count == WB95_HEXES)
            words_wrong(words, words_next(words), "these are more hexes than a map has");
        else
            out[count++] = words_hex(words);
    } while (words_more(words) && !memchr(words_next(words)->text, '=', words_next(words)->length));
    return count;
}

/* Derives again; bridges keep what they were, new printed ones stand. */
static void change_ground(Script *line)
{
    Wb95 *data = line->data;
    State *state = line->state;
    static _Thread_local Hexside before[WB95_SITES];
    static _Thread_local uint8_t was[WB95_SITES];
    int sites = data->sites;
    memcpy(before, data->site_hexside, sizeof before);
    memcpy(was, state->site, sizeof was);
    derive(line->scenario, data);
    memset(state->site, 0, sizeof state->site);
    for (int site = 0; site < data->sites; site++) {
        int old = 0;
        while (old < sites && before[old] != data->site_hexside[site])
            old++;
        state->site[site] = old < sites ? was[old] : data->site_printed[site] ? SITE_STANDING : 0;
    }
    project_zones(line->scenario, state, state->zoc);
}

static bool do_terrain(Script *line)
{
    Hex hex = words_hex(&line->words);
    uint32_t bits = 0;
    do {
        int bit = words_word(&line->words, "terrain", line->scenario->map->schema->terrain);
        bits |= bit < 0 ? 0 : 1u << bit;
    } while (words_more(&line->words));
    if (!words_end(&line->words))
        return false;
    line->scenario->map->terrain[hex] = bits;
    change_ground(line);
    return true;
}

/* Each town line is one place; its list of hexes is not kept, since nothing in play asks for it. */
static bool do_town(Script *line)
{
    static _Thread_local Hex hex[WB95_HEXES];
    Map *map = line->scenario->map;
    int count = take_hexes(&line->words, hex);
    if (!words_end(&line->words))
        return false;
    Place *list = realloc(map->place_list, (size_t)(map->places + 1) * sizeof *list);
    if (!list)
        return out_of_memory(line);
    map->place_list = list;
    list[map->places] = (Place){.kind = PLACE_TOWN, .provenance = OURS};
    snprintf(list[map->places].name, NAME_TEXT, "town %d", map->places + 1);
    for (int i = 0; i < count; i++)
        map->place[hex[i]] = (int16_t)map->places;
    map->places++;
    change_ground(line);
    return true;
}

static void set_edge(Map *map, Hexside hexside, uint16_t bits)
{
    Hex hex = hexside_hex(hexside);
    Edge edge = hexside_edge(hexside);
    map->edge[hex][edge] |= bits;
    map->edge[map->next[hex][edge]][edge_opposite(edge)] |= bits;
}

static bool do_edge(Script *line)
{
    Map *map = line->scenario->map;
    int bit = words_word(&line->words, "a kind of hexside", map->schema->edges);
    int first = line->words.at;
    do
        words_hexside(&line->words);
    while (words_more(&line->words));
    if (!words_end(&line->words))
        return false;
    for (line->words.at = first; words_more(&line->words);)
        set_edge(map, words_hexside(&line->words), (uint16_t)(1 << bit));
    change_ground(line);
    return true;
}

static bool do_road(Script *line)
{
    static _Thread_local Hex hex[WB95_HEXES];
    Map *map = line->scenario->map;
    int road = words_word(&line->words, "a kind of road", map->schema->roads);
    int first = line->words.at, count = take_hexes(&line->words, hex);
    if (count < 2)
        words_wrong(&line->words, NULL, "expected another hex: a road goes from hex to hex");
    for (int i = 1; i < count && !line->words.wrong; i++)
        if (edge_between(&map->grid, hex[i - 1], hex[i]) == EDGES)
            words_wrong(&line->words, &line->words.word[first + i], "the road has a gap before this hex");
    if (!words_end(&line->words))
        return false;
    for (int i = 1; i < count; i++) {
        Edge edge = edge_between(&map->grid, hex[i - 1], hex[i]);
        map->road[hex[i - 1]][edge] = map->road[hex[i]][edge_opposite(edge)] = (uint8_t)(road + 1);
    }
    change_ground(line);
    return true;
}

/* One more area; the sets of all areas are one block of memory (map.c). */
static Area *new_area(Map *map, int kind, const Field *name)
{
    Area *list = realloc(map->area_list, (size_t)(map->areas + 1) * sizeof *list);
    if (!list)
        return NULL;
    map->area_list = list;
    uint64_t *bits = realloc(map->areas ? list[0].bits : NULL, (size_t)((map->areas + 1) * map->words) * sizeof *bits);
    if (!bits)
        return NULL;
    Area *area = &list[map->areas++];
    *area = (Area){.kind = (uint8_t)kind, .provenance = OURS};
    memcpy(area->name, name->text, name->length);
    for (int i = 0; i < map->areas; i++)
        list[i].bits = bits + i * map->words;
    memset(area->bits, 0, (size_t)map->words * sizeof *bits);
    return area;
}

/* An area of these hexes, in its own set and in the map's list. */
static bool add_area(Script *line, int kind, const Field *name, const Hex *hex, int count)
{
    Map *map = line->scenario->map;
    Area *area = new_area(map, kind, name);
    uint16_t *list = area ? realloc(map->list, (size_t)(map->listed + count) * sizeof *list) : NULL;
    if (!list)
        return out_of_memory(line);
    map->list = list;
    area->first = map->listed;
    area->count = (uint16_t)count;
    for (int i = 0; i < count; i++) {
        set_bit(area->bits, hex[i]);
        map->list[map->listed++] = hex[i];
    }
    return true;
}

/* Zones follow each other as the script names them. */
static bool do_zone(Script *line)
{
    static _Thread_local Hex hex[WB95_HEXES];
    Map *map = line->scenario->map;
    Field name = words_text(&line->words, "the name of an entry zone");
    int count = take_hexes(&line->words, hex), chain = 0;
    while (chain < map->chains && map->chain[chain].kind != AREA_ZONE)
        chain++;
    if (name.length >= HEX_TEXT || zone_named(line, &name) >= 0)
        words_wrong(&line->words, &line->words.word[1], "that is too long for a zone, or the name of another");
    if (chain == CHAINS || line->data->zones == WB95_ZONES || map->areas == AREAS)
        words_wrong(&line->words, NULL, "there is no room for another zone");
    if (!words_end(&line->words) || !add_area(line, AREA_ZONE, &name, hex, count))
        return false;
    if (chain == map->chains)
        map->chain[map->chains++] = (struct Chain){.kind = AREA_ZONE};
    map->chain[chain].area[map->chain[chain].count++] = (uint8_t)(map->areas - 1);
    change_ground(line);
    return true;
}

/* position HEX… [cm=N] */
static bool do_position(Script *line)
{
    static _Thread_local Hex hex[WB95_HEXES];
    static const Field name = {"position", 8, 0, 0};
    Setting cm = {.name = "cm", .low = 1, .high = 9};
    int count = take_hexes(&line->words, hex);
    words_setting(&line->words, &cm, 1);
    if (line->scenario->map->areas == AREAS)
        words_wrong(&line->words, NULL, "there is no room for another position");
    if (!words_end(&line->words) || !add_area(line, AREA_POSITION, &name, hex, count))
        return false;
    line->data->position_value[line->scenario->map->areas - 1] = (uint8_t)setting_or(&cm, 0);
    change_ground(line);
    return true;
}

static bool do_base(Script *line)
{
    static _Thread_local Hex hex[WB95_HEXES];
    int nation = take_nation(line), count = take_hexes(&line->words, hex);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        set_bit(line->data->base[line->data->owner[nation]][nation], hex[i]);
    return true;
}

const char *const lab_bridges[] = {"down", "up", "pontoon", "none", NULL};

/* bridge HEX/HEX up|down|pontoon [SIDE] */
static bool do_bridge(Script *line)
{
    static const uint8_t states[] = {0, SITE_STANDING, SITE_STANDING | SITE_PONTOON, 0};
    Hexside hexside = words_hexside(&line->words);
    const Field *at = words_next(&line->words);
    int word = words_word(&line->words, "the state of a bridge", lab_bridges);
    int owner = words_more(&line->words) ? words_side(&line->words) + 1 : 0;
    uint16_t site = line->words.wrong ? 0 : line->data->site[hexside_hex(hexside)][hexside_edge(hexside)];
    if (word >= 0 && !strcmp(lab_bridges[word], "none"))
        words_wrong(&line->words, at, "expected up, down or pontoon");
    if (site == 0xFFFF)
        words_wrong(&line->words, &line->words.word[1], "no bridge can be there");
    if (!words_end(&line->words))
        return false;
    set_site(line->scenario, line->state, site, states[word] | (unsigned)owner << SITE_OWNER_SHIFT);
    return true;
}

/* Which of a side's nations holds the hex matters where two nations sit on one side. */
static void set_control(Script *line, int hex, int side, int nation)
{
    uint64_t bit = 1ull << (hex & 63), *german = &line->state->held_german[hex >> 6];
    set_controller(line->state, (Hex)hex, side);
    *german = nation == GERMAN ? *german | bit : *german & ~bit;
}

/* SIDE|NATION|nobody; the side, and which of its nations. */
static int take_holder(Script *line, int *nation)
{
    const Field *at = words_next(&line->words);
    *nation = -1;
    if (words_if(&line->words, "nobody"))
        return NO_SIDE;
    for (int i = 0; at && nation_words[i]; i++)
        if (field_is(at, nation_words[i]))
            return line->data->owner[*nation = take_nation(line)];
    int side = words_side(&line->words);
    if (side == line->data->owner[GERMAN] && side != line->data->owner[AMERICAN])
        *nation = GERMAN;
    return side;
}

/* control SIDE|NATION|nobody HEX… | rest */
static bool do_control(Script *line)
{
    static _Thread_local Hex hex[WB95_HEXES];
    int nation, side = take_holder(line, &nation), count = 0;
    bool rest = words_if(&line->words, "rest");
    if (!rest)
        count = take_hexes(&line->words, hex);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < (rest ? line->scenario->map->hexes : count); i++)
        set_control(line, rest ? i : hex[i], side, nation);
    return true;
}

static bool do_ff(Script *line)
{
    static _Thread_local Hex hex[WB95_HEXES];
    int count = take_hexes(&line->words, hex);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        set_fortified(line->state, hex[i], true);
    return true;
}

/* ---- the lines ------------------------------------------------------------------------------- */

static const struct Statement {
    const char *word;
    bool (*run)(Script *line);
} statements[] = {
    {"terrain", do_terrain},   {"town", do_town}, {"edge", do_edge},     {"road", do_road},       {"zone", do_zone},
    {"position", do_position}, {"base", do_base}, {"bridge", do_bridge}, {"control", do_control}, {"ff", do_ff},
};

bool lab_ground(Script *line)
{
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (field_is(line->words.word, statements[i].word))
            return statements[i].run(line);
    words_wrong(&line->words, line->words.word, "this is no line of a lab script");
    return false;
}
