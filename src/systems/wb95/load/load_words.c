/* load_words.c — what lines of scenarios and lab scripts name in this system: nations, areas of the map, zones of
 * entry. */
#include "systems/wb95/load/load.h"

int take_nation(Words *words)
{
    int nation = words_word(words, "a nation", nation_words);
    return nation < 0 ? 0 : nation;
}

unsigned take_nations(Words *words)
{
    unsigned nations = 1u << take_nation(words);
    for (int nation; words_choice(words, nation_words, &nation);)
        nations |= 1u << nation;
    return nations;
}

int zone_named(const Scenario *scenario, const Field *field)
{
    char text[HEX_TEXT];
    for (int zone = 0; zone < data_of(scenario)->zones; zone++)
        if (field_is(field, zone_name(scenario, zone, text)))
            return zone;
    return -1;
}

int take_zone(Words *words)
{
    Field field = words_any(words, "an entry zone");
    int zone = words->wrong ? -1 : zone_named(words->scenario, &field);
    if (zone < 0)
        words_wrong(words, &field, "the map has no entry zone of this name");
    return zone;
}

/* ---- areas ----------------------------------------------------------------------------------- */

void take_area_of(Words *words, int kind, uint64_t *bits)
{
    const Map *map = words->scenario->map;
    int area = words_area(words, kind);
    for (int word = 0; area >= 0 && word < map->words; word++)
        bits[word] |= map->area_list[area].bits[word];
}

void take_place(Words *words, uint64_t *bits)
{
    const Map *map = words->scenario->map;
    int place = words_place(words);
    for (int i = 0; place >= 0 && i < map->place_list[place].count; i++)
        set_bit(bits, map->list[map->place_list[place].first + i]);
}

void take_hexes(Words *words, uint64_t *bits)
{
    do {
        Hex hex = words_hex(words);
        if (hex != NO_HEX)
            set_bit(bits, hex);
    } while (words_next_is_hex(words));
}

/* Of an area only the hexes where a road leaves the map. */
static void take_road_area(Words *words, uint64_t *bits)
{
    uint64_t whole[WB95_HEXES / 64] = {0};
    take_area(words, whole);
    for (int hex = 0; hex < words->scenario->map->hexes; hex++)
        if (has_bit(whole, hex) && road_off_map(words->scenario, (Hex)hex) != NO_ROAD)
            set_bit(bits, hex);
}

void take_area(Words *words, uint64_t *bits)
{
    enum { AREA_PLACE = AREA_POSITION + 1, AREA_ROAD, AREA_HEXES };
    static const char *const kinds[] = {
        [AREA_ZONE] = "zone",   [AREA_REGION] = "region", [AREA_EDGE] = "edge", [AREA_POSITION] = "position",
        [AREA_PLACE] = "place", [AREA_ROAD] = "road",     [AREA_HEXES] = "hex", NULL};
    int kind = words_word(words, "an area", kinds);
    if (kind == AREA_PLACE)
        take_place(words, bits);
    else if (kind == AREA_ROAD)
        take_road_area(words, bits);
    else if (kind == AREA_HEXES)
        take_hexes(words, bits);
    else if (kind >= 0)
        take_area_of(words, kind, bits);
}
