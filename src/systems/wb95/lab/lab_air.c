/* lab_air.c — air missions and figures for lab scripts: which numbers missions have, and the figures of events.
 *
 * `recall`, `duel` and flights in support name a mission by its number. Each side's begin at 0, so that they reveal
 * nothing of another side's plans; `show missions` lists them.
 *
 *     mission 0 side soviet kind attack sp 6 hex 0505 bridge 0505/0506 revealed yes     missions german 0 1 | none */
#include <stdio.h>
#include <string.h>

#include "systems/wb95/lab/lab.h"

/* ---- missions -------------------------------------------------------------------------------- */

static void mission_pair(Holds *holds, const AirMission *mission)
{
    static const char *const keys[] = {"side", "kind", "sp", "hex", "bridge", "revealed", "beaten", NULL};
    switch (words_word(&holds->words, "something of a mission", keys)) {
    case 0:
        holds_side(holds, "its side", mission->side);
        break;
    case 1:
        holds_word(holds, "its kind", mission_words, mission->mission);
        break;
    case 2:
        holds_number(holds, "its strength", mission->sp);
        break;
    case 3:
        holds_hex(holds, "its hex", mission->hex);
        break;
    case 4: {
        char text[EDGE_TEXT];
        Hexside bridge = mission->mission == OBJECT_DESTRUCTION ? mission->hexside : NO_HEXSIDE;
        Hexside wanted = words_if(&holds->words, "none") ? NO_HEXSIDE : words_hexside(&holds->words);
        if (wanted != bridge)
            holds_differ(holds, "its bridge is %s",
                         bridge == NO_HEXSIDE ? "none" : hexside_print(&holds->scenario->map->grid, bridge, text));
        break;
    }
    case 5:
        holds_yes(holds, "whether it is revealed", mission->revealed);
        break;
    case 6:
        holds_yes(holds, "whether it is beaten", mission->beaten != 0);
        break;
    default:
        break;
    }
}

/* The flight of that number: of the side that is named next, or of the first that has one. */
static const AirMission *numbered(const Holds *holds, int number)
{
    const AirMission *air = &state_in(holds)->air[number % FLIGHTS_EACH];
    Words ahead = holds->words;
    bool named = words_if(&ahead, "side");
    int side = named ? words_side(&ahead) : NO_SIDE;
    for (int i = 0; i < SIDES - 1; i++)
        if (named ? i == side : air[i * FLIGHTS_EACH].sp > 0)
            return &air[i * FLIGHTS_EACH];
    return air;
}

/* mission N KEY VALUE … */
void mission_holds(Holds *holds)
{
    long number = words_number(&holds->words, "the number of a mission", 0, FLIGHTS_EACH - 1);
    const AirMission *mission = numbered(holds, (int)number);
    if (!mission->sp)
        holds_differ(holds, "there is no mission %ld", number);
    while (holds_next(holds))
        mission_pair(holds, mission);
}

/* missions SIDE N…|none: all of them, in rising order */
void missions_hold(Holds *holds)
{
    int side = words_side(&holds->words);
    bool none = words_if(&holds->words, "none");
    char list[160] = "";
    bool same = true;
    for (int i = 0; i < AIR_MISSIONS; i++) {
        if (!state_in(holds)->air[i].sp || state_in(holds)->air[i].side != side)
            continue;
        size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, " %d", flight_number(i));
        same &= words_more(&holds->words) &&
                words_number(&holds->words, "a mission", 0, FLIGHTS_EACH - 1) == flight_number(i);
    }
    while (!none && words_more(&holds->words)) {
        words_number(&holds->words, "a mission", 0, FLIGHTS_EACH - 1);
        same = false;
    }
    if (!none && holds->words.at < 3)
        words_wrong(&holds->words, NULL, "expected the numbers of missions, or `none`");
    if (!same)
        holds_differ(holds, "the missions are%s", *list ? list : " none");
}

/* One line for each: number, side, kind, strength, target. */
static void print_missions(const Scenario *scenario, const State *state, char *out, size_t room)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < AIR_MISSIONS && used < room; i++) {
        const AirMission *mission = &state->air[i];
        char target[EDGE_TEXT];
        if (!mission->sp)
            continue;
        if (mission->mission == OBJECT_DESTRUCTION)
            hexside_print(&scenario->map->grid, mission->hexside, target);
        else
            hex_print(&scenario->map->grid, mission->hex, target);
        used +=
            (size_t)snprintf(out + used, room - used, "%d: %s %s at %s, %d SP%s\n", flight_number(i),
                             scenario->side_word[mission->side], mission_words[mission->mission], target, mission->sp,
                             mission->beaten     ? ", beaten"
                             : mission->revealed ? ", revealed"
                                                 : ", planned in secret");
    }
    if (!used)
        snprintf(out, room, "no missions\n");
}

bool wb95_lab_show(const Scenario *scenario, const Position *position, const LabLine *line, char *out, size_t room)
{
    Words words = words_of(scenario, line);
    if (!field_is(line->word, "missions"))
        words_wrong(&words, line->word, "this is nothing that can be shown");
    if (!words_end(&words))
        return false;
    print_missions(scenario, state_of(position), out, room);
    return true;
}
