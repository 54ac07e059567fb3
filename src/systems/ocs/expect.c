/* expect.c — what a lab script may expect of a position, or of a side's view of it (docs/lab.md).
 *
 *     piece a hex 05.05 steps 2 mp 3.5 ma 6 side-up combat-side marker dg level full rating 4 re 1.5 defence 4.5
 *         against HEX 4.5 values 10-4-6T symbol ARM size XX name … nation … owner axis state moved place dead known yes
 *     hex 05.05 control axis count 3 known 1 unknown 1 re 4.5 top a terrain close marker reserve
 *     step truck HEX HEX 2|no     bare …     neighbours HEX HEX…     table open 3:1 7 Ao1/Do1
 *     odds open 15 6 [shift N] 3:1 column 3:1     reserve-hexes axis 1     lost axis 3     score axis|nobody
 *     turn go goes phase phasing over winner sequence sound */
#include <stdio.h>
#include <string.h>

#include "systems/ocs/lab.h"

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

static void piece_pair(Holds *holds, Piece piece)
{
    static const char *const keys[] = {"steps",  "mp",    "ma",     "rating", "re",    "defence", "values",
                                       "symbol", "size",  "nation", "name",   "hex",   "state",   "side-up",
                                       "marker", "level", "owner",  "known",  "place", "against", NULL};
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
        holds_hex(holds, "its hex", unit->at.hex);
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

static void top_is(Holds *holds, Hex hex)
{
    Piece wanted = words_piece(&holds->words), top = state_in(holds)->top[hex];
    if (wanted != top)
        holds_differ(holds, "on top lies %s",
                     top < holds->scenario->pieces ? holds->scenario->piece_id[top] : "another");
}

static void hex_pair(Holds *holds, Hex hex)
{
    static const char *const keys[] = {"control", "count", "known", "unknown", "re", "top", "terrain", "marker", NULL};
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
        top_is(holds, hex);
        break;
    case 6:
        holds_word(holds, "its class of terrain", terrains, data_in(holds)->terrain[hex]);
        break;
    case 7:
        holds_word(holds, "the marker on top", lab_markers, top == NO_PIECE ? NO_MARKER : state->unit[top].marker);
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

static void neighbours_hold(Holds *holds)
{
    const Map *map = holds->scenario->map;
    Hex hex = words_hex(&holds->words);
    int count = 0, real = 0;
    for (int edge = 0; edge < EDGES && !holds->words.wrong; edge++)
        real += map->next[hex][edge] != NO_HEX;
    for (; words_more(&holds->words); count++) {
        Hex other = words_hex(&holds->words);
        if (!holds->words.wrong && edge_between(&map->grid, hex, other) == EDGES)
            holds_differ(holds, "one of them does not touch it");
    }
    if (count != real)
        holds_differ(holds, "it has %d neighbours", real);
}

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

/* ---- the game --------------------------------------------------------------------------------------------- */

static void turn_holds(Holds *holds) { holds_number(holds, "the turn", holds->position->turn); }
static void go_holds(Holds *holds) { holds_number(holds, "the go", state_in(holds)->go); }
static void goes_hold(Holds *holds) { holds_number(holds, "the goes of a turn", data_in(holds)->goes); }
static void phase_holds(Holds *holds) { holds_word(holds, "the phase", lab_steps, holds->position->phase); }
static void phasing_holds(Holds *holds) { holds_side(holds, "who is phasing", state_in(holds)->phasing); }
static void over_holds(Holds *holds) { holds_yes(holds, "whether it is over", holds->position->over); }
static void winner_holds(Holds *holds) { holds_side(holds, "the winner", holds->position->winner); }

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

/* score SIDE|nobody: who wins if it ends now */
static void score_holds(Holds *holds)
{
    Score score;
    victory_score(holds->scenario, state_in(holds), &score);
    holds_side(holds, "who would win", score.winner);
}

static void sound_holds(Holds *holds)
{
    char why[200];
    if (!ocs_sound(holds->scenario, holds->position, why))
        holds_differ(holds, "%s", why);
}

static const struct Expectation {
    const char *word;
    void (*check)(Holds *holds);
} expectations[] = {
    {"piece", piece_holds},
    {"hex", hex_holds},
    {"step", step_holds},
    {"bare", bare_holds},
    {"neighbours", neighbours_hold},
    {"table", table_holds},
    {"odds", odds_hold},
    {"turn", turn_holds},
    {"go", go_holds},
    {"goes", goes_hold},
    {"phase", phase_holds},
    {"phasing", phasing_holds},
    {"over", over_holds},
    {"winner", winner_holds},
    {"sequence", sequence_holds},
    {"reserve-hexes", reserves_hold},
    {"lost", lost_holds},
    {"score", score_holds},
    {"sound", sound_holds},
};

bool ocs_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200])
{
    Holds holds = holds_of(scenario, position, line, found);
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++)
        if (field_is(line->word, expectations[i].word)) {
            expectations[i].check(&holds);
            return holds_end(&holds);
        }
    words_wrong(&holds.words, line->word, "nothing of this name can be expected");
    return false;
}
