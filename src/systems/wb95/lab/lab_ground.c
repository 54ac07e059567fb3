/* lab_ground.c — the lines of a lab script that make WB-95's ground (docs/lab.md).
 *
 *     terrain 0506 forest hills     town 0506 0507     edge nysa 0505/0506 …     road main 0101 0102 0103
 *     zone A 0101 0102     position 0505 0506 [cm=2]     base German 0101 …
 *     bridge 0505/0506 up|down|pontoon [SIDE]     control soviet|German|nobody 0505 … | rest     ff 0505 …
 *
 * The map may change under a position: everything derived from it is computed again, bridges keep their state by
 * hexside, zones of control are counted from nothing. */
#include <string.h>

#include "core/room.h"
#include "systems/wb95/lab/lab.h"
#include "systems/wb95/load/load.h"

enum { CHAINS = sizeof((Map *)0)->chain / sizeof((Map *)0)->chain[0] };
_Static_assert(sizeof((Wb95 *)0)->position_value >= LAB_AREAS, "every area of the lab has its value");

/* Derives again; bridges keep what they were, new printed ones stand. */
void change_ground(Script *line)
{
    Wb95 *data = line->data;
    State *state = line->state;
    ROOMS(Hexside, before, WB95_SITES);
    ROOMS(uint8_t, was, WB95_SITES);
    int sites = data->sites;
    memcpy(before, data->site_hexside, WB95_SITES * sizeof *before);
    memcpy(was, state->site, WB95_SITES * sizeof *was);
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

/* Zones follow each other as the script names them. */
bool do_zone(Script *line)
{
    ROOMS(Hex, hex, WB95_HEXES);
    Map *map = line->scenario->map;
    Field name = words_text(&line->words, "the name of an entry zone");
    char text[HEX_TEXT] = "";
    int count = words_hexes(&line->words, hex, WB95_HEXES), chain = 0;
    while (chain < map->chains && map->chain[chain].kind != AREA_ZONE)
        chain++;
    if (name.length >= HEX_TEXT || zone_named(line->scenario, &name) >= 0)
        words_wrong(&line->words, &line->words.word[1], "that is too long for a zone, or the name of another");
    if (chain == CHAINS || line->data->zones == WB95_ZONES)
        words_wrong(&line->words, NULL, "there is no room for another zone");
    if (!words_end(&line->words))
        return false;
    memcpy(text, name.text, name.length);
    if (!lab_area(map, &line->words, AREA_ZONE, text, hex, count))
        return false;
    if (chain == map->chains)
        map->chain[map->chains++] = (struct Chain){.kind = AREA_ZONE};
    map->chain[chain].area[map->chain[chain].count++] = (uint8_t)(map->areas - 1);
    change_ground(line);
    return true;
}

/* position HEX… [cm=N] */
bool do_position(Script *line)
{
    ROOMS(Hex, hex, WB95_HEXES);
    Map *map = line->scenario->map;
    Setting cm = {.name = "cm", .low = 1, .high = 9};
    int count = words_hexes(&line->words, hex, WB95_HEXES);
    words_setting(&line->words, &cm, 1);
    if (!words_end(&line->words) || !lab_area(map, &line->words, AREA_POSITION, "position", hex, count))
        return false;
    line->data->position_value[map->areas - 1] = (uint8_t)setting_or(&cm, 0);
    change_ground(line);
    return true;
}

bool do_base(Script *line)
{
    ROOMS(Hex, hex, WB95_HEXES);
    int nation = take_played(line), count = words_hexes(&line->words, hex, WB95_HEXES);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        set_bit(line->data->base[line->data->owner[nation]][nation], hex[i]);
    return true;
}

const char *const lab_bridges[] = {"down", "up", "pontoon", "none", NULL};

/* bridge HEX/HEX up|down|pontoon [SIDE] */
bool do_bridge(Script *line)
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
    if (at && field_among(at, nation_words) >= 0)
        return line->data->owner[*nation = take_played(line)];
    int side = words_side(&line->words);
    if (side == line->data->owner[GERMAN] && side != line->data->owner[AMERICAN])
        *nation = GERMAN;
    return side;
}

/* control SIDE|NATION|nobody HEX… | rest */
bool do_control(Script *line)
{
    ROOMS(Hex, hex, WB95_HEXES);
    int nation, side = take_holder(line, &nation), count = 0;
    bool rest = words_if(&line->words, "rest");
    if (!rest)
        count = words_hexes(&line->words, hex, WB95_HEXES);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < (rest ? line->scenario->map->hexes : count); i++)
        set_control(line, rest ? i : hex[i], side, nation);
    return true;
}

bool do_ff(Script *line)
{
    ROOMS(Hex, hex, WB95_HEXES);
    int count = words_hexes(&line->words, hex, WB95_HEXES);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        set_fortified(line->state, hex[i], true);
    return true;
}
