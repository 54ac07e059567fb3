/* expect.c — what a lab script may expect of a position, or of a side's view of it (docs/lab.md).
 *
 *     piece pz1 hex 1908N steps 3 mp 6 values 10-8-12 name 1 side german nation German symbol ARM size XX untried no
 *         state moved mech yes entry 7 guards no known yes
 *     hex 1908N control german count 3 known 1 unknown 2 top pz1 town city work fort zone south load 4.25 limit 5
 *         zomo germany west yes frontier yes
 *     box rvgk count 3 RD 2     turn 3   couplet 2   phase german-movement   phasing german   over yes   winner soviet
 *     weather north R     corps 1 1908N     line luga-north active|aborted|waiting     pool RD 343     dead RD 2
 *     points 3  … (the numbers that scripts may set)     invariants     table … (expect_table.c) */
#include <stdio.h>
#include <string.h>

#include "core/room.h"
#include "systems/pm/lab/lab.h"

static const State *state_in(const Holds *holds) { return state_of(holds->position); }
static const Book *data_in(const Holds *holds) { return data_of(holds->scenario); }

/* ---- counters -------------------------------------------------------------------------------- */

static void hex_or_box_is(Holds *holds, Hex hex)
{
    for (int box = 0; box < BOXES; box++)
        if (words_if(&holds->words, box_words[box])) {
            if (hex != box_of(data_in(holds), box))
                holds_differ(holds, "it is elsewhere");
            return;
        }
    holds_hex(holds, "its hex", hex);
}

static const char *const piece_keys[] = {"hex",    "steps",  "mp",    "values",  "name",  "side",
                                         "nation", "symbol", "size",  "untried", "state", "mech",
                                         "entry",  "guards", "known", "colour",  "ink",   NULL};
enum PieceKey {
    PIECE_HEX,
    PIECE_STEPS,
    PIECE_MP,
    PIECE_VALUES,
    PIECE_NAME,
    PIECE_SIDE,
    PIECE_NATION,
    PIECE_SYMBOL,
    PIECE_SIZE,
    PIECE_UNTRIED,
    PIECE_STATE,
    PIECE_MECH,
    PIECE_ENTRY,
    PIECE_GUARDS,
    PIECE_KNOWN,
    PIECE_COLOUR,
    PIECE_INK
};

static void colour_is(Holds *holds, uint32_t colour)
{
    char text[8];
    snprintf(text, sizeof text, "%06x", colour);
    holds_text(holds, "its colour", text);
}

static void printed_holds(Holds *holds, Piece piece, int key)
{
    Look look;
    char print[LOOK_PLACES * 12];
    pm_look(holds->scenario, holds->position, piece, &look);
    if (key == PIECE_VALUES)
        holds_text(holds, "its print", look_print(&look, print));
    else if (key == PIECE_NAME)
        holds_text(holds, "its name", look.name);
    else if (key == PIECE_NATION)
        holds_text(holds, "its nation", look.nation);
    else if (key == PIECE_SYMBOL)
        holds_text(holds, "its symbol", look.symbol);
    else if (key == PIECE_SIZE)
        holds_text(holds, "its size", look.size);
    else if (key == PIECE_KNOWN)
        holds_yes(holds, "whether it is known", look.known);
    else
        colour_is(holds, key == PIECE_INK ? look.ink : look.colour);
}

static void piece_pair(Holds *holds, Piece piece)
{
    const Unit *unit = &state_in(holds)->unit[piece];
    const Kind *kind = &data_in(holds)->kind[unit->kind];
    int key = words_word(&holds->words, "what can be expected of a counter", piece_keys);
    switch (key) {
    case -1:
        break;
    case PIECE_HEX:
        hex_or_box_is(holds, unit->at.hex);
        break;
    case PIECE_STEPS:
        holds_number(holds, "its steps", unit->steps);
        break;
    case PIECE_MP:
        holds_number(holds, "its points left", points_left(unit));
        break;
    case PIECE_SIDE:
        holds_side(holds, "its side", unit->side);
        break;
    case PIECE_UNTRIED:
        holds_yes(holds, "whether it is untried", is_untried(data_in(holds), state_in(holds), piece));
        break;
    case PIECE_STATE:
        holds_state(holds, lab_states, unit->now);
        break;
    case PIECE_MECH:
        holds_yes(holds, "whether it is mech", kind->is & MECH);
        break;
    case PIECE_GUARDS:
        holds_yes(holds, "whether it is a Guards unit", kind->is & GUARDS);
        break;
    case PIECE_ENTRY:
        holds_number(holds, "its entry turn", kind->entry);
        break;
    default:
        printed_holds(holds, piece, key);
        break;
    }
}

static void piece_holds(Holds *holds)
{
    Piece piece = words_piece(&holds->words);
    while (holds_next(holds) && !holds->words.wrong)
        piece_pair(holds, piece);
}

/* ---- hexes ----------------------------------------------------------------------------------- */

static int count_known(const Holds *holds, Hex hex)
{
    int count = 0;
    for (Piece piece = state_in(holds)->top[hex]; piece != NO_PIECE; piece = state_in(holds)->unit[piece].at.below)
        count += is_known(data_in(holds), state_in(holds), piece);
    return count;
}

static const char *const hex_keys[] = {"control", "count", "known", "unknown", "top",      "town", "work", "zone",
                                       "load",    "limit", "zomo",  "west",    "frontier", "land", NULL};
enum HexKey {
    HEX_CONTROL,
    HEX_COUNT,
    HEX_KNOWN,
    HEX_UNKNOWN,
    HEX_TOP,
    HEX_TOWN,
    HEX_WORK,
    HEX_ZONE,
    HEX_LOAD,
    HEX_LIMIT,
    HEX_ZOMO,
    HEX_WEST,
    HEX_FRONTIER,
    HEX_LAND
};

static void ground_holds(Holds *holds, Hex hex, int key)
{
    static const char *const countries[] = {"none", "germany", "hungary", "romania", NULL};
    const Book *data = data_in(holds);
    if (key == HEX_TOWN)
        holds_word(holds, "what town it is", lab_towns, data->town[hex]);
    else if (key == HEX_WORK)
        holds_word(holds, "what work stands there", lab_works, work_at(data, state_in(holds), hex));
    else if (key == HEX_ZONE)
        holds_word(holds, "its weather zone", lab_zones, data->zone[hex]);
    else if (key == HEX_LIMIT)
        holds_points(holds, "its stacking limit", stacking_limit(data, hex), QUARTERS);
    else if (key == HEX_ZOMO)
        holds_word(holds, "its zone of operations", countries, data->zomo[hex]);
    else if (key == HEX_WEST)
        holds_yes(holds, "whether it is west of the line", has_bit(data->west, hex));
    else if (key == HEX_FRONTIER)
        holds_yes(holds, "whether it is in the frontier zone", in_frontier(holds->scenario, hex));
    else
        holds_yes(holds, "whether it is land", is_land(data, hex));
}

static void hex_pair(Holds *holds, Hex hex)
{
    const State *state = state_in(holds);
    int key = words_word(&holds->words, "what can be expected of a hex", hex_keys);
    int side = friend_in(state, GERMAN_SIDE, hex) ? GERMAN_SIDE : SOVIET_SIDE;
    switch (key) {
    case -1:
        break;
    case HEX_CONTROL:
        holds_side(holds, "who controls it", holds->scenario->system->control(holds->scenario, holds->position, hex));
        break;
    case HEX_COUNT:
        holds_number(holds, "the number of counters there", count_in(state, hex));
        break;
    case HEX_KNOWN:
        holds_number(holds, "the number of known counters there", count_known(holds, hex));
        break;
    case HEX_UNKNOWN:
        holds_number(holds, "the number of unknown counters there", count_in(state, hex) - count_known(holds, hex));
        break;
    case HEX_TOP:
        holds_top(holds, state_in(holds)->top[hex]);
        break;
    case HEX_LOAD:
        holds_points(holds, "the units there", stack_quarters(holds->scenario, state, side, hex), QUARTERS);
        break;
    default:
        ground_holds(holds, hex, key);
        break;
    }
}

static void hex_holds(Holds *holds)
{
    Hex hex = words_hex(&holds->words);
    while (holds_next(holds) && !holds->words.wrong)
        hex_pair(holds, hex);
}

/* box NAME [count N] [RD N …] */
static void box_holds(Holds *holds)
{
    static const char *const keys[] = {"RD", "CD", "TD", "MRD", "RB", "MRB", "TB", "count", NULL};
    int box = words_word(&holds->words, "a box", box_words);
    while (holds_next(holds) && box >= 0 && !holds->words.wrong) {
        int key = words_word(&holds->words, "a type, or count", keys), count = 0;
        Hex hex = box_of(data_in(holds), box);
        for (Piece piece = state_in(holds)->top[hex]; piece != NO_PIECE; piece = state_in(holds)->unit[piece].at.below)
            count += key == POOLS || kind_of(data_in(holds), state_in(holds), piece)->pool == key;
        holds_number(holds, "how many there are", count);
    }
}

/* ---- the game -------------------------------------------------------------------------------- */

static void couplet_holds(Holds *holds) { holds_number(holds, "the couplet", state_in(holds)->couplet); }
static void phase_holds(Holds *holds) { holds_word(holds, "the phase", lab_steps, holds->position->phase); }
static void phasing_holds(Holds *holds) { holds_side(holds, "whose player turn it is", state_in(holds)->phasing); }

static void weather_holds(Holds *holds)
{
    while (holds_next(holds) && !holds->words.wrong) {
        int zone = words_word(&holds->words, "a zone", lab_zones);
        holds_word(holds, "the weather", lab_weathers, zone < 0 ? 0 : state_in(holds)->weather[zone]);
    }
}

static void corps_holds(Holds *holds)
{
    long number = words_number(&holds->words, "which corps", 1, PM_CORPS);
    holds_hex(holds, "where it is", state_in(holds)->corps[number - 1]);
}

static void line_holds(Holds *holds)
{
    static const char *const states[] = {"waiting", "active", "aborted", NULL};
    const Book *data = data_in(holds);
    char name[NAME_TEXT];
    words_string(&holds->words, "the name of a line of works", name, sizeof name);
    int number = 0;
    while (number < data->work_lines && strcmp(data->line_of_works[number].name, name))
        number++;
    if (number == data->work_lines)
        words_wrong(&holds->words, &holds->words.word[1], "there is no line of works of this name");
    int state = state_in(holds)->aborted >> number & 1 ? 2 : state_in(holds)->active >> number & 1;
    holds_word(holds, "what became of it", states, state);
}

static void pool_holds_of(Holds *holds, const uint16_t *left)
{
    static const char *const keys[] = {"RD", "CD", "TD", "MRD", "RB", "MRB", "TB", NULL};
    int pool = words_word(&holds->words, "a type", keys), total = 0;
    for (int i = 0; pool >= 0 && i < data_in(holds)->lines; i++)
        total += data_in(holds)->line[i].pool == pool ? left[i] : 0;
    holds_number(holds, "how many strengths are left", total);
}

static void pool_holds(Holds *holds) { pool_holds_of(holds, state_in(holds)->pool_left); }
static void dead_holds(Holds *holds) { pool_holds_of(holds, state_in(holds)->dead_left); }

/* counters N [german N] [soviet N] [manifest N] [Romanian N …] */
static void counters_hold(Holds *holds)
{
    static const char *const keys[] = {"all",       "german", "soviet", "manifest", "German", "Romanian", "Italian",
                                       "Hungarian", "Croat",  "French", "Spanish",  "Soviet", NULL};
    const Book *data = data_in(holds);
    while (holds_next(holds) && !holds->words.wrong) {
        int key = words_word(&holds->words, "which counters", keys), count = 0;
        for (Piece piece = 0; piece < holds->scenario->pieces; piece++) {
            const Kind *kind = &data->kind[data->kind_of[piece]];
            count += key == 0 || (key == 1 && kind->side == GERMAN_SIDE) || (key == 2 && kind->side == SOVIET_SIDE) ||
                     (key > 3 && kind->nation == key - 4);
        }
        holds_number(holds, "how many there are", key == 3 ? data->manifest : count);
    }
}

/* aim SIDE "WORDS": something that the side plays for is described in these words */
static void aim_holds(Holds *holds)
{
    ROOM(Aims, aims);
    static _Thread_local char text[AIMS_MAX * SAY_TEXT];
    int side = words_side(&holds->words);
    size_t length = 0;
    if (holds->words.wrong)
        return;
    aims->aims = aims->refs = 0;
    pm_aims(holds->scenario, holds->position, side, aims);
    for (int i = 0; i < aims->aims; i++) {
        length += say(holds->scenario, NULL, NULL, &aims->aim[i].what, text + length, SAY_TEXT);
        text[length++] = '\n';
    }
    text[length] = 0;
    holds_says(holds, "what it plays for", text);
}

static const Expectation expectations[] = {
    {"aim", aim_holds},
    {"piece", piece_holds},
    {"hex", hex_holds},
    {"box", box_holds},
    {"couplet", couplet_holds},
    {"phase", phase_holds},
    {"phasing", phasing_holds},
    {"weather", weather_holds},
    {"corps", corps_holds},
    {"line", line_holds},
    {"pool", pool_holds},
    {"dead", dead_holds},
    {"table", table_holds},
    {"counters", counters_hold},
    {"supply", supply_holds},
    {"path", path_holds},
    {"starves", starves_holds},
    {"step", step_holds},
    {"airlift", airlift_holds},
    {"soviet-corps", soviet_corps_holds},
    {NULL, NULL},
};

bool pm_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200])
{
    for (const LabNumber *number = lab_numbers; number->word; number++)
        if (field_is(line->word, number->word)) {
            Holds holds = holds_of(scenario, position, line, found);
            holds_number(&holds, number->word, read_number(state_of(position), number));
            return holds_end(&holds);
        }
    return holds_line(scenario, position, line, found, expectations);
}
