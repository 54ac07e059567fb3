/* expect.c — what a lab script may expect of a position, or of a side's view of it (docs/lab.md).
 *
 *     piece a hex 05.05 steps 2 mp 3.5 ma 6 side-up combat-side marker dg level full rating 4 re 1.5 defence 4.5
 *         against HEX 4.5 values 10-4-6T symbol ARM size XX name … nation … owner axis state moved place dead known yes
 *     hex 05.05 control axis count 3 known 1 unknown 1 re 4.5 top a terrain close marker reserve
 *     step truck HEX HEX 2|no     bare …     neighbours HEX HEX…     table open 3:1 7 Ao1/Do1
 *     odds open 15 6 [shift N] 3:1 column 3:1     reserve-hexes axis 1     lost axis 3     score axis|nobody
 *     supply axis HEX ground 8 trucks 2 truck-load 4 wagons 1 wagon-load 2     account axis made 8 eaten 2 …
 *     in-reach axis HEX attack|sustainment 8     rail axis HEX HEX 1/2|no     rail-used axis 2.5
 *     convoy 1 hex HEX points 4 load 16 mp 12     group HQ|HEX full|low|wished 16     traces axis HEX yes
 *     turn go goes phase phasing over winner sequence invariants     and those of expect_air.c */
#include <stdio.h>
#include <string.h>

#include "systems/ocs/air.h"
#include "systems/ocs/lab/lab.h"

static const State *state_in(const Holds *holds) { return state_of(holds->position); }
static const Book *data_in(const Holds *holds) { return data_of(holds->scenario); }
static const char *const terrains[] = {"open", "close", "very-close", "extremely-close", NULL};
static const char *const mps[] = {"track", "truck", "leg", NULL};

/* ---- counters ------------------------------------------------------------------------------------------------- */

static void state_holds(Holds *holds, const Unit *unit)
{
    for (int i = 0; lab_states[i].word; i++)
        if (words_if(&holds->words, lab_states[i].word)) {
            if (!(unit->now & lab_states[i].state))
                holds_differ(holds, "it is not %s", lab_states[i].word);
            return;
        }
    words_wrong(&holds->words, words_next(&holds->words), "expected a state of a counter");
}

static void look_holds(Holds *holds, Piece piece, const char *what)
{
    Look look;
    ocs_look(holds->scenario, holds->position, piece, &look);
    char values[LOOK_PLACES * 12];
    const char *const text = !strcmp(what, "values")   ? look_print(&look, values)
                             : !strcmp(what, "symbol") ? look.symbol
                             : !strcmp(what, "size")   ? look.size
                             : !strcmp(what, "nation") ? look.nation
                                                       : look.name;
    holds_text(holds, what, text);
}

static void known_holds(Holds *holds, Piece piece)
{
    Look look;
    ocs_look(holds->scenario, holds->position, piece, &look);
    holds_yes(holds, "whether it is known", look.known);
}

static void numbers_hold(Holds *holds, Piece piece, const char *key)
{
    const Book *data = data_in(holds);
    const State *state = state_in(holds);
    if (!strcmp(key, "steps"))
        holds_number(holds, "its steps", state->unit[piece].steps);
    else if (!strcmp(key, "mp"))
        holds_points(holds, "its MPs left", mp_left(data, state, piece), QUARTERS);
    else if (!strcmp(key, "ma"))
        holds_points(holds, "its allowance", allowance(data, state, piece), QUARTERS);
    else if (!strcmp(key, "rating"))
        holds_number(holds, "its rating", rating_of(data, state, piece));
    else if (!strcmp(key, "re"))
        holds_points(holds, "its REs", re_of(data, state, piece), QUARTERS);
    else
        holds_points(holds, "its defence", defence_strength(holds->scenario, state, piece), PARTS);
}

/* draws HQ|HEX|nobody */
static void draws_hold(Holds *holds, Piece piece)
{
    int source = state_in(holds)->source[piece], wanted = NO_SOURCE;
    if (words_next_is_piece(&holds->words))
        wanted = words_piece(&holds->words);
    else if (!words_if(&holds->words, "nobody"))
        wanted = SOURCE_DUMP | words_hex(&holds->words);
    if (wanted != (source == NO_SOURCE ? source : source & ~SOURCE_LOW))
        holds_differ(holds, "it draws with %s",
                     source < OCS_PIECES   ? holds->scenario->piece_id[source]
                     : source == NO_SOURCE ? "nobody"
                                           : "another dump");
}

static void piece_pair(Holds *holds, Piece piece)
{
    static const char *const keys[] = {"steps", "mp",     "ma",    "rating",  "re",    "defence", "values", "symbol",
                                       "size",  "nation", "name",  "hex",     "state", "side-up", "marker", "level",
                                       "owner", "known",  "place", "against", "draws", "load",    NULL};
    static const char *const standings[] = {"pool", "map", "due", "waiting", "aboard", "dead", "unseen", NULL};
    const Unit *unit = &state_in(holds)->unit[piece];
    int key = words_word(&holds->words, "what can be expected of a counter", keys);
    if (key < 0)
        return;
    if (key <= 5)
        numbers_hold(holds, piece, keys[key]);
    else if (key <= 10)
        look_holds(holds, piece, keys[key]);
    else if (key == 11)
        holds_hex(holds, "its hex", hex_of(state_in(holds), piece));
    else if (key == 12)
        state_holds(holds, unit);
    else if (key == 13)
        holds_word(holds, "the side that shows", lab_faces, unit->face);
    else if (key == 14)
        holds_word(holds, "its marker", lab_markers, unit->marker);
    else if (key == 15)
        holds_word(holds, "its supply", lab_levels, unit->level);
    else if (key == 16)
        holds_side(holds, "its side", unit->side);
    else if (key == 17)
        known_holds(holds, piece);
    else if (key == 18)
        holds_word(holds, "where it is", standings, unit->standing);
    else if (key == 20)
        draws_hold(holds, piece);
    else if (key == 21)
        holds_number(holds, "what it carries", unit->trucks);
    else {
        Hex hex = words_hex(&holds->words);
        if (!holds->words.wrong)
            holds_points(holds, "its attack", attack_strength(holds->scenario, state_in(holds), piece, hex), PARTS);
    }
}

static void piece_holds(Holds *holds)
{
    Piece piece = words_piece(&holds->words);
    while (holds_next(holds) && !holds->words.wrong)
        piece_pair(holds, piece);
}

/* ---- hexes ------------------------------------------------------------------------------------------------ */

static int count_in(const Holds *holds, Hex hex, bool known)
{
    const State *state = state_in(holds);
    int count = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        count += is_known(data_in(holds), state, piece) == known;
    return count;
}

static void hex_pair(Holds *holds, Hex hex)
{
    static const char *const keys[] = {"control", "count",  "known",    "unknown", "re", "top",
                                       "terrain", "marker", "hedgehog", "works",   NULL};
    const State *state = state_in(holds);
    Piece top = state->top[hex];
    switch (words_word(&holds->words, "what can be expected of a hex", keys)) {
    case 0:
        holds_side(holds, "who controls it", controller(state, hex));
        break;
    case 1:
        holds_number(holds, "the counters there", count_in(holds, hex, true) + count_in(holds, hex, false));
        break;
    case 2:
        holds_number(holds, "the known counters there", count_in(holds, hex, true));
        break;
    case 3:
        holds_number(holds, "what is unknown there", count_in(holds, hex, false));
        break;
    case 4:
        holds_points(holds, "the REs there", stacked_re(holds->scenario, state, hex), QUARTERS);
        break;
    case 5:
        holds_top(holds, state_in(holds)->top[hex]);
        break;
    case 6:
        holds_word(holds, "its class of terrain", terrains, terrain_at(holds->scenario, state, hex));
        break;
    case 7:
        holds_word(holds, "the marker on top", lab_markers, top == NO_PIECE ? NO_MARKER : state->unit[top].marker);
        break;
    case 8:
        holds_number(holds, "the level of its works", hedgehog_at(state, 0, hex) + hedgehog_at(state, 1, hex));
        break;
    case 9:
        holds_side(holds, "whose works they are",
                   hedgehog_at(state, 0, hex)   ? 0
                   : hedgehog_at(state, 1, hex) ? 1
                                                : NO_SIDE);
        break;
    default:
        break;
    }
}

static void hex_holds(Holds *holds)
{
    Hex hex = words_hex(&holds->words);
    while (holds_next(holds) && !holds->words.wrong)
        hex_pair(holds, hex);
}

/* step MP HEX HEX POINTS|no; bare the same without roads */
static void cost_holds(Holds *holds, int (*cost_of)(const Scenario *, int, Hex, Edge))
{
    int mp = words_word(&holds->words, "a kind of MPs", mps);
    Hex from = words_hex(&holds->words), to = words_hex(&holds->words);
    bool closed = words_if(&holds->words, "no");
    if (holds->words.wrong)
        return;
    Edge edge = edge_between(&holds->scenario->map->grid, from, to);
    int cost = edge == EDGES ? PROHIBITED : cost_of(holds->scenario, mp, from, edge);
    if (closed ? cost != PROHIBITED : cost == PROHIBITED)
        holds_differ(holds, closed ? "it is open" : "it is prohibited");
    if (!closed)
        holds_points(holds, "the cost", cost, QUARTERS);
}

static void step_holds(Holds *holds) { cost_holds(holds, step_cost); }
static void bare_holds(Holds *holds) { cost_holds(holds, bare_cost); }

/* ---- tables ----------------------------------------------------------------------------------------------- */

/* table TERRAIN COLUMN ROLL RESULT */
static void table_holds(Holds *holds)
{
    const Book *data = data_in(holds);
    int terrain = words_word(&holds->words, "a class of terrain", terrains);
    Field text = words_text(&holds->words, "a column");
    long roll = words_number(&holds->words, "a modified roll", -20, 30);
    int column = data->first_column;
    while (!holds->words.wrong && column < COLUMNS && !field_is(&text, data->column[terrain][column]))
        column++;
    if (!holds->words.wrong && column == COLUMNS)
        words_wrong(&holds->words, &text, "the table of this edition has no such column");
    if (!holds->words.wrong)
        holds_text(holds, "the result", data->result_text[result_at(data, column, (int)roll)]);
}

/* Strengths as the book writes them, in PARTS; decimals that are none of them are rounded down. */
static int take_strength(Holds *holds)
{
    Fraction fraction = words_fraction(&holds->words, "a strength");
    return fraction.under ? (int)(fraction.over * PARTS / fraction.under) : 0;
}

/* odds TERRAIN ATTACK DEFENCE [shift N] OVER:UNDER column COLUMN */
static void odds_hold(Holds *holds)
{
    const Book *data = data_in(holds);
    int terrain = words_word(&holds->words, "a class of terrain", terrains), over, under;
    int attack = take_strength(holds), defence = take_strength(holds);
    long shift = words_if(&holds->words, "shift") ? words_number(&holds->words, "columns", -12, 12) : 0;
    if (holds->words.wrong)
        return;
    char text[24];
    int column = shifted(data, odds_column(data, terrain, attack, defence, &over, &under), (int)shift);
    snprintf(text, sizeof text, "%d:%d", over, under);
    holds_text(holds, "the odds", text);
    words_keyword(&holds->words, "column");
    if (!holds->words.wrong)
        holds_text(holds, "the column", data->column[terrain][column]);
}

/* ---- supply ----------------------------------------------------------------------------------------------- */

static void supply_holds(Holds *holds)
{
    static const char *const keys[] = {"ground", "truck-load", "wagon-load", "trucks", "wagons", "tokens", NULL};
    int side = words_side(&holds->words);
    Hex hex = words_hex(&holds->words);
    const Pile *pile = holds->words.wrong ? NULL : pile_in(state_in(holds), side, hex);
    const Pile nothing = {0};
    if (!pile)
        pile = &nothing;
    while (holds_next(holds) && !holds->words.wrong) {
        int key = words_word(&holds->words, "what lies in a pile", keys);
        if (key >= 0)
            holds_number(holds, keys[key],
                         key < STORES ? stored(pile, key)
                         : key == 3   ? pile->trucks
                         : key == 4   ? pile->wagons
                                      : tokens_of(pile));
    }
}

static void account_holds(Holds *holds)
{
    static const char *const keys[] = {"made", "taken", "eaten", "destroyed", "yielded", NULL};
    int side = words_side(&holds->words);
    while (holds_next(holds) && !holds->words.wrong) {
        const Account *account = &state_in(holds)->account[side];
        const uint32_t values[] = {account->made, account->taken, account->eaten, account->destroyed, account->yielded};
        int key = words_word(&holds->words, "a line of the account", keys);
        if (key >= 0)
            holds_number(holds, keys[key], (long)values[key]);
    }
}

/* in-reach SIDE HEX attack|sustainment TOKENS */
static void reach_holds(Holds *holds)
{
    static const char *const purposes[] = {"attack", "sustainment", NULL};
    int side = words_side(&holds->words);
    Hex hex = words_hex(&holds->words);
    int purpose = words_word(&holds->words, "what for", purposes);
    if (!holds->words.wrong)
        holds_number(
            holds, "the tokens in reach",
            tokens_in_reach(holds->scenario, state_in(holds), side, &hex, 1, purpose ? PAY_SUSTAINMENT : PAY_ATTACK));
}

/* group axis HQ|HEX full|low|wished TOKENS: what its supply costs (edition 1) */
static void group_holds(Holds *holds)
{
    static const char *const levels[] = {"full", "low", "wished", NULL};
    int side = words_side(&holds->words);
    int group =
        words_next_is_piece(&holds->words) ? words_piece(&holds->words) : SOURCE_DUMP | words_hex(&holds->words);
    int level = words_word(&holds->words, "a level", levels);
    if (!holds->words.wrong)
        holds_number(holds, "what its supply costs", group_cost(holds->scenario, state_in(holds), side, group, level));
}

/* rail SIDE HEX HEX N|no: what a trip of one SP costs */
static void rail_holds(Holds *holds)
{
    int side = words_side(&holds->words);
    Hex from = words_hex(&holds->words), to = words_hex(&holds->words);
    bool none = words_if(&holds->words, "no");
    if (holds->words.wrong)
        return;
    int factor = rail_factor(holds->scenario, state_in(holds), side, from, to);
    if (none != !factor)
        holds_differ(holds, factor ? "there is a way" : "there is no way");
    if (!none)
        holds_points(holds, "what it costs", factor, 2);
}

static void rail_used_holds(Holds *holds)
{
    int side = words_side(&holds->words);
    if (!holds->words.wrong)
        holds_points(holds, "the capacity used", state_in(holds)->rail_used[side], 8);
}

static void convoy_holds(Holds *holds)
{
    static const char *const keys[] = {"hex", "points", "load", "mp", NULL};
    long number = words_number(&holds->words, "a convoy", 1, OCS_CONVOYS);
    while (holds_next(holds) && !holds->words.wrong) {
        const Convoy *convoy = &state_in(holds)->convoy[number - 1];
        int key = words_word(&holds->words, "what can be expected of a convoy", keys);
        if (key == 0)
            holds_hex(holds, "its hex", convoy->hex);
        else if (key == 3)
            holds_points(holds, "its MPs", convoy->mp, QUARTERS);
        else if (key > 0)
            holds_number(holds, keys[key], key == 1 ? convoy->points : convoy->load);
    }
}

/* traces SIDE HEX yes|no */
static void trace_holds(Holds *holds)
{
    int side = words_side(&holds->words);
    Hex hex = words_hex(&holds->words);
    Tracing tracing;
    if (holds->words.wrong)
        return;
    trace_begin(holds->scenario, state_in(holds), side, &tracing);
    holds_yes(holds, "whether it traces", can_trace(&tracing, hex));
}

/* ---- the game --------------------------------------------------------------------------------------------- */

static void go_holds(Holds *holds) { holds_number(holds, "the go", state_in(holds)->go); }
static void goes_hold(Holds *holds) { holds_number(holds, "the goes of a turn", data_in(holds)->goes); }
static void phase_holds(Holds *holds) { holds_word(holds, "the phase", lab_steps, holds->position->phase); }
static void phasing_holds(Holds *holds) { holds_side(holds, "who is phasing", state_in(holds)->phasing); }

/* sequence STEP…: the rows of a turn, once each */
static void sequence_holds(Holds *holds)
{
    const Book *data = data_in(holds);
    int row = 0;
    for (; words_more(&holds->words); row++) {
        int step = words_word(&holds->words, "a phase", lab_steps);
        if (row >= data->steps || data->sequence[row].step != step)
            holds_differ(holds, "row %d is %s", row + 1,
                         row < data->steps ? lab_steps[data->sequence[row].step] : "none");
    }
    if (row != data->steps)
        holds_differ(holds, "there are %d", data->steps);
}

static void reserves_hold(Holds *holds)
{
    int side = words_side(&holds->words);
    if (!holds->words.wrong)
        holds_number(holds, "the hexes in Reserve", reserve_hexes(holds->scenario, state_in(holds), side));
}

static void lost_holds(Holds *holds)
{
    int side = words_side(&holds->words);
    if (!holds->words.wrong)
        holds_number(holds, "the steps lost", state_in(holds)->lost_steps[side]);
}

/* score SIDE|nobody: the winner if it ends now */
static void score_holds(Holds *holds)
{
    Score score;
    victory_score(holds->scenario, state_in(holds), &score);
    holds_side(holds, "who would win", score.winner);
}

static const Expectation expectations[] = {
    {"piece", piece_holds},
    {"hex", hex_holds},
    {"step", step_holds},
    {"bare", bare_holds},
    {"table", table_holds},
    {"odds", odds_hold},
    {"go", go_holds},
    {"goes", goes_hold},
    {"phase", phase_holds},
    {"phasing", phasing_holds},
    {"sequence", sequence_holds},
    {"reserve-hexes", reserves_hold},
    {"lost", lost_holds},
    {"score", score_holds},
    {"supply", supply_holds},
    {"account", account_holds},
    {"in-reach", reach_holds},
    {"group", group_holds},
    {"traces", trace_holds},
    {"rail", rail_holds},
    {"rail-used", rail_used_holds},
    {"convoy", convoy_holds},
    {NULL, NULL},
};

bool ocs_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200])
{
    const Expectation *list = holds_knows(air_expectations, line->word) ? air_expectations : expectations;
    return holds_line(scenario, position, line, found, list);
}
