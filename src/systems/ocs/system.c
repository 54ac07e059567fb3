/* system.c — OCS as the program above sees it: its words and its orders, described once. No rule stands here. */
#include <string.h>

#include "core/hash.h"
#include "systems/ocs/ocs.h"

static const char *const terrain_words[] = {"open", "woods", "hills", "forest", "swamp", "mountain", "sea", NULL};
static const char *const edge_words[] = {"minor", "major", NULL};
static const char *const road_words[] = {"secondary", "primary", "rail-low", "rail-single", "rail-multi", NULL};
static const uint8_t road_layers[] = {ROADS, ROADS, RAILS, RAILS, RAILS};
static const char *const place_words[] = {"village", "minor-city", "major-city", "metropolis", NULL};
static const char *const area_words[] = {"port", "fortification", "beach", "channel", NULL};

/* gc.1A-1: column, then row from the bottom. */
static const Grid blank = {
    .first_column = 1, .first_row = 1, .parity = ODD_DOWN, .numbering = COLUMN_DOT_ROW, .from_bottom = true};
static const MapSchema map_schema = {.terrain = terrain_words,
                                     .edges = edge_words,
                                     .roads = road_words,
                                     .places = place_words,
                                     .areas = area_words,
                                     .barred = SEA,
                                     .road_layer = road_layers,
                                     .railways = 1u << RAILS,
                                     .blank = &blank};

static const QuestionKind questions[ASKS] = {
    [ASK_SEQUENCE] = {"sequence", "Sequence of play", "2.2"},
    [ASK_SETUP] = {"setup", "Set-up", "gc.3C1 gc.3C2"},
    [ASK_FIRST] = {"first", "First player", "2.3.I.5-2"},
    [ASK_MODES] = {"modes", "Modes", "5.3-1 5.4"},
    [ASK_RELEASE] = {"release", "Release of reserves", "5.7b-1"},
    [ASK_MOVEMENT] = {"movement", "Movement", "6.0-1 7.0-3"},
    [ASK_EXCESS] = {"excess", "Too many in a hex", "4.2-6"},
    [ASK_ATTACKS] = {"attacks", "Combat", "9.1a-1"},
    [ASK_COMBAT] = {"combat", "A combat", "9.2-1"},
    [ASK_RATING] = {"rating", "Action rating", "9.9-1"},
    [ASK_LOSS] = {"loss", "Step losses", "9.11-1"},
    [ASK_OPTION] = {"option", "Retreat or losses", "9.11-2"},
    [ASK_RETREAT] = {"falling-back", "A retreat", "9.13-1"},
    [ASK_WITHDRAW] = {"retreat", "Retreat", "9.13-1"},
    [ASK_ADVANCE] = {"advance", "Advance", "9.13c-1"},
    [ASK_EXPLOIT] = {"exploit", "Exploitation markers", "9.14-1"},
};

#define IN(question_) (1ull << (question_))
#define ONE_PIECE                              \
    {                                          \
        NULL, ARG_PIECE, 1, 1, NULL, "counter" \
    }
#define PIECES(most_)                               \
    {                                               \
        NULL, ARG_PIECE, 1, most_, NULL, "counters" \
    }
#define ONE_HEX                          \
    {                                    \
        NULL, ARG_HEX, 1, 1, NULL, "hex" \
    }
#define AT_HEX                                    \
    {                                             \
        "at", ARG_HEX, 1, 1, NULL, "hex attacked" \
    }

static const OrderKind orders[DOS] = {
    [DO_PLACE] = {"place", "set a counter up elsewhere in its zone", "gc.3C1", IN(ASK_SETUP), 2, {ONE_PIECE, ONE_HEX}},
    [DO_READY] = {"ready", "finish the set-up", "gc.3C1", IN(ASK_SETUP), 0, {{0}}},
    [DO_LEAD] = {"lead", "go first in this turn", "2.3.I.5-2", IN(ASK_FIRST), 0, {{0}}},
    [DO_FOLLOW] = {"follow", "go second in this turn", "2.3.I.5-2", IN(ASK_FIRST), 0, {{0}}},
    [DO_TOP] = {"top",
                "put a counter on top of its stack, where the enemy sees it",
                "4.9",
                IN(ASK_SETUP) | IN(ASK_MODES) | IN(ASK_MOVEMENT),
                1,
                {ONE_PIECE},
                .arranging = true},
    [DO_MODE] = {"mode",
                 "choose a unit's mode",
                 "5.4 5.7-1 5.8-1 5.11-1",
                 IN(ASK_SETUP) | IN(ASK_MODES) | IN(ASK_MOVEMENT),
                 2,
                 {ONE_PIECE, {NULL, ARG_WORD, 1, 1, mode_words, "mode"}}},
    [DO_RELEASE] = {"release", "take a unit out of Reserve to act now", "5.7b-1", IN(ASK_RELEASE), 1, {ONE_PIECE}},
    [DO_MOVE] = {"move",
                 "march with counters that stand together",
                 "6.0-2 6.1a 6.1c-1",
                 IN(ASK_MOVEMENT),
                 2,
                 {PIECES(STACK), {NULL, ARG_PATH, 1, WALK, NULL, "hexes walked, one after the other"}}},
    [DO_HALT] = {"halt", "end a counter's movement for the phase", "6.0-3", IN(ASK_MOVEMENT), 1, {ONE_PIECE}},
    [DO_OVERRUN] = {"overrun",
                    "attack the next hex in the midst of movement, for 3 MPs",
                    "7.0-1 7.0-3 7.1a-1",
                    IN(ASK_MOVEMENT),
                    2,
                    {PIECES(STACK), AT_HEX}},
    [DO_DESTROY] = {"destroy", "give up a counter that is too many", "4.2-6", IN(ASK_EXCESS), 1, {ONE_PIECE}},
    [DO_ATTACK] =
        {"attack", "attack an adjacent hex", "9.0-1 9.1c-1 9.2-1", IN(ASK_ATTACKS), 2, {PIECES(FORCE), AT_HEX}},
    [DO_NAME] = {"name", "say whose action rating counts", "9.9-1", IN(ASK_RATING), 1, {ONE_PIECE}},
    [DO_LOSE] = {"lose", "say who loses a step", "9.9-3 9.12c-1", IN(ASK_LOSS) | IN(ASK_OPTION), 1, {ONE_PIECE}},
    [DO_RETREAT] =
        {"retreat", "take what is left of the option as a retreat", "9.11-2 9.13-1", IN(ASK_OPTION), 0, {{0}}},
    [DO_STAND] = {"stand", "ignore the option, the attacker having retreated", "9.11b", IN(ASK_OPTION), 0, {{0}}},
    [DO_WITHDRAW] = {"withdraw",
                     "retreat a hex with counters that stand together",
                     "9.13-3 9.13-6",
                     IN(ASK_WITHDRAW),
                     2,
                     {PIECES(FORCE), ONE_HEX}},
    [DO_ADVANCE] = {"advance", "enter the hex that was cleared", "9.13c-1", IN(ASK_ADVANCE), 1, {PIECES(STACK)}},
    [DO_EXPLOIT] = {"exploit", "mark units to exploit", "9.14-1 9.14b", IN(ASK_EXPLOIT), 1, {PIECES(STACK)}},
    [DO_STAY] = {"stay", "nobody", "9.13c-1 9.14b", IN(ASK_ADVANCE) | IN(ASK_EXPLOIT), 0, {{0}}},
    [DO_END] = {"end",
                "end the phase or segment",
                "2.1-3",
                IN(ASK_MODES) | IN(ASK_RELEASE) | IN(ASK_MOVEMENT) | IN(ASK_ATTACKS),
                0,
                {{0}}},
};

extern const Rule ocs_rules[];
static const Edition editions[] = {{"ocs2", "OCS 2.0i"}, {NULL, NULL}};

static Hex where(const Scenario *scenario, const Position *view, Piece piece)
{
    (void)scenario;
    return state_of(view)->unit[piece].at.hex;
}

static int stack(const Scenario *scenario, const Position *view, Hex hex, Piece *out, int room)
{
    return hex < scenario->map->spots ? stack_of(state_of(view), hex, out, room) : 0;
}

static uint8_t control(const Scenario *scenario, const Position *view, Hex hex)
{
    (void)scenario;
    return (uint8_t)controller(state_of(view), hex);
}

static void score(const Scenario *scenario, const Position *position, Score *out)
{
    victory_score(scenario, state_of(position), out);
}

static const char *text(const Scenario *scenario, int number)
{
    const Book *data = data_of(scenario);
    if (number < 0 || number >= TERRAINS * COLUMNS + data->results)
        return NULL;
    return number < TERRAINS * COLUMNS ? data->column[number / COLUMNS][number % COLUMNS]
                                       : data->result_text[number - TERRAINS * COLUMNS];
}

/* Paths cost MPs. */
static Sentence cost(const Scenario *scenario, const Order *prefix, int units, int most)
{
    (void)scenario;
    (void)prefix;
    (void)most;
    return sentence(0, "%t", units);
}

static void stamps(const Scenario *scenario, const Position *view, uint64_t *pieces, GroundStamp *ground)
{
    const State *state = state_of(view);
    memset(pieces, 0, OCS_SLOTS * sizeof *pieces);
    for (int piece = 0; piece < scenario->pieces; piece++)
        pieces[piece] = hash_bytes(1, &state->unit[piece], sizeof *state->unit);
    for (int hex = 0; hex < scenario->map->spots; hex++) {
        uint64_t depth = 0;
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
            pieces[piece] = hash_bytes(++depth, &state->unit[piece], sizeof *state->unit);
    }
    ground->marks = hash_bytes(state->hedgehogs, state->hedgehog, sizeof state->hedgehog);
    ground->control = hash_bytes(1, state->control, sizeof state->control);
}

const System ocs_system = {
    .name = "ocs",
    .title = "OCS",
    .edition = 1,
    .map_schema = &map_schema,
    .position_size = sizeof(State),
    .orders = orders,
    .order_kinds = DOS,
    .questions = questions,
    .question_kinds = ASKS,
    .rules = ocs_rules,
    .rule_count = OCS_RULES,
    .editions = editions,
    .words = ocs_words,
    .fraction = QUARTERS,
    .text = text,
    .asking = ocs_asking,
    .branches = ocs_branches,
    .signs = ocs_signs,
    .mark_kinds = ocs_mark_kinds,
    .value_meanings = {[AT_FOOT] = SAID("strength, action rating, movement allowance")},
    .out_of_turn = OCS_2_1_3,
    .load = ocs_load,
    .unload = ocs_unload,
    .begin = ocs_begin,
    .choices = ask_choices,
    .openings = ask_openings,
    .parts = ask_parts,
    .demands = ask_demands,
    .reach = ask_reach,
    .cost = cost,
    .check = ask_check,
    .apply = ask_apply,
    .mask = ocs_mask,
    .forecast = ask_forecast,
    .prompt = ask_prompt,
    .due = ask_due,
    .stamps = stamps,
    .slots = OCS_SLOTS,
    .where = where,
    .stack = stack,
    .look = ocs_look,
    .marks = ocs_marks,
    .control = control,
    .track = ocs_track,
    .score = score,
    .sound = ocs_sound,
    .lab = ocs_lab,
    .lab_holds = ocs_lab_holds,
    .lab_figure = ocs_lab_figure,
    .shuffle_hidden = ocs_shuffle_hidden,
    .redeal_hidden = ocs_redeal_hidden,
};
