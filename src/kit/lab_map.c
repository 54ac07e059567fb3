/* lab_map.c — lines of a lab script that change the map. */
#include "core/room.h"
#include "kit/lab_map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/bits.h"

#define HEXES HEXES_MAX

static bool out_of_memory(Words *words)
{
    words_wrong(words, NULL, "there is not enough memory");
    return false;
}

int words_hexes(Words *words, Hex *out, int room)
{
    int count = 0;
    do {
        if (count == room)
            words_wrong(words, words_next(words), "these are more hexes than a map has");
        else
            out[count++] = words_hex(words);
    } while (words_more(words) && !memchr(words_next(words)->text, '=', words_next(words)->length));
    return count;
}

static bool do_terrain(Map *map, Words *words)
{
    Hex hex = words_hex(words);
    uint32_t bits = 0;
    do {
        int bit = words_word(words, "terrain", map->schema->terrain);
        bits |= bit < 0 ? 0 : 1u << bit;
    } while (words_more(words));
    if (!words_end(words))
        return false;
    map->terrain[hex] = bits;
    map->cover[hex] = bits & map->schema->covering ? (1u << EDGES) - 1 : 0;
    return true;
}

static bool do_edge(Map *map, Words *words)
{
    int bit = words_word(words, "a kind of hexside", map->schema->edges), first = words->at;
    do
        words_hexside(words);
    while (words_more(words));
    if (!words_end(words))
        return false;
    for (words->at = first; words_more(words);) {
        Hexside hexside = words_hexside(words);
        Hex hex = hexside_hex(hexside);
        Edge edge = hexside_edge(hexside);
        map->edge[hex][edge] |= (uint16_t)(1u << bit);
        map->edge[map->next[hex][edge]][edge_opposite(edge)] |= (uint16_t)(1u << bit);
    }
    return true;
}

static bool do_road(Map *map, Words *words)
{
    ROOMS(Hex, hex, HEXES);
    int road = words_word(words, "a kind of road", map->schema->roads), first = words->at;
    int count = words_hexes(words, hex, HEXES), layer = road < 0 ? 0 : road_layer(map->schema, road + 1);
    if (count < 2)
        words_wrong(words, NULL, "expected another hex: a road goes from hex to hex");
    for (int i = 1; i < count && !words->wrong; i++)
        if (edge_between(&map->grid, hex[i - 1], hex[i]) == EDGES)
            words_wrong(words, &words->word[first + i], "the road has a gap before this hex");
    if (!words_end(words))
        return false;
    for (int i = 1; i < count; i++) {
        Edge edge = edge_between(&map->grid, hex[i - 1], hex[i]);
        map->layer[layer][hex[i - 1]][edge] = map->layer[layer][hex[i]][edge_opposite(edge)] = (uint8_t)(road + 1);
    }
    return true;
}

/* The hexes at the end of the map's list; where they begin, -1 without memory. */
static int list_hexes(Map *map, const Hex *hex, int count)
{
    uint16_t *list = realloc(map->list, (size_t)(map->listed + count) * sizeof *list);
    if (!list)
        return -1;
    map->list = list;
    memcpy(list + map->listed, hex, (size_t)count * sizeof *hex);
    map->listed = (uint16_t)(map->listed + count);
    return map->listed - count;
}

/* A place of these hexes, with a name of its own. */
static bool do_place(Map *map, Words *words, int kind)
{
    ROOMS(Hex, hex, HEXES);
    int count = words_hexes(words, hex, HEXES);
    if (!words_end(words))
        return false;
    Place *list = realloc(map->place_list, (size_t)(map->places + 1) * sizeof *list);
    if (!list)
        return out_of_memory(words);
    map->place_list = list;
    int first = list_hexes(map, hex, count);
    if (first < 0)
        return out_of_memory(words);
    list[map->places] =
        (Place){.kind = (uint8_t)kind, .provenance = OURS, .first = (uint16_t)first, .count = (uint16_t)count};
    snprintf(list[map->places].name, NAME_TEXT, "%s %d", map->schema->places[kind], map->places + 1);
    for (int i = 0; i < count; i++)
        map->place[hex[i]] = (int16_t)map->places;
    map->places++;
    return true;
}

/* One more area; the sets of all areas are one block of memory (map.c). */
static Area *new_area(Map *map, int kind, const char *name)
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
    memcpy(area->name, name, strlen(name) + 1);
    for (int i = 0; i < map->areas; i++)
        list[i].bits = bits + i * map->words;
    memset(area->bits, 0, (size_t)map->words * sizeof *bits);
    return area;
}

bool lab_area(Map *map, Words *words, int kind, const char *name, const Hex *hex, int count)
{
    if (map->areas >= LAB_AREAS)
        words_wrong(words, NULL, "there is no room for another area");
    if (words->wrong)
        return false;
    Area *area = new_area(map, kind, name);
    int first = area ? list_hexes(map, hex, count) : -1;
    if (first < 0)
        return out_of_memory(words);
    area->first = (uint16_t)first;
    area->count = (uint16_t)count;
    for (int i = 0; i < count; i++)
        set_bit(area->bits, hex[i]);
    return true;
}

static bool do_area(Map *map, Words *words)
{
    ROOMS(Hex, hex, HEXES);
    char name[NAME_TEXT] = "";
    int kind = words_word(words, "a kind of area", map->schema->areas);
    words_string(words, "the name of an area", name, sizeof name);
    int count = words_hexes(words, hex, HEXES);
    return words_end(words) && lab_area(map, words, kind, name, hex, count);
}

bool lab_map(Scenario *scenario, const LabLine *line, bool *ours)
{
    Map *map = scenario->map;
    Words words = words_of(scenario, line);
    *ours = true;
    if (field_is(line->word, "terrain"))
        return do_terrain(map, &words);
    if (field_is(line->word, "edge"))
        return do_edge(map, &words);
    if (field_is(line->word, "road"))
        return do_road(map, &words);
    if (field_is(line->word, "area"))
        return do_area(map, &words);
    for (int kind = 0; map->schema->places[kind]; kind++)
        if (field_is(line->word, map->schema->places[kind]))
            return do_place(map, &words, kind);
    *ours = false;
    return true;
}
