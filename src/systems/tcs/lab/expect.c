/* expect.c — what a lab script may expect of a position, or of a side's view of it (docs/lab.md).
 *
 *     piece a hex 05.05 steps 2 mp 3.5 mode fire-mode spirit suppressed state fired firepower 2.5 values … symbol INF
 *         name … owner us place dead known yes
 *     hex 05.05 class open bare-class open count 3 steps 12 smoked yes zone no lit no steep no vehicles 2
 *     step a HEX HEX 1.5|no     road a HEX HEX yes      contour HEX HEX yes     sees HEX HEX yes
 *     sees-crossing HEX HEX HEX yes: from the first into the second out of the third
 *     area 13-16 43 check     firepower-column 11 10-12
 *        morale 9 36 syr     point 3 2 long 51     at-needed a b 7     spotting owm a open a 14
 *     crossfire HEX HEX… yes     battalion us 1/317 2 low 0 high 2
 *     turn phase phasing over winner score invariants */
#include <stdio.h>
#include <string.h>

#include "systems/tcs/lab/lab.h"

static const State *state_in(const Holds *holds) { return state_of(holds->position); }
static const Book *data_in(const Holds *holds) { return data_of(holds->scenario); }
static const char *const classes[] = {"billiard", "open", "partly", "protective", NULL};
static const char *const results[] = {"ok", "sup", "par", "syr", "sur", NULL};
static const char *const area_results[] = {"none", "check", "1", "d1", "d2", "d3", NULL};
static const char *const ranges[] = {"close", "nominal", "long", NULL};
static const char *const fires[] = {"sfa", "owf", "owm", NULL};
static const char *const codes[] = {"a", "p", "b", NULL};

/* ---- counters -------------------------------------------------------------------------------------------- */

static void look_holds(Holds *holds, Piece piece, const char *what)
{
    Look look;
    tcs_look(holds->scenario, holds->position, piece, &look);
    char values[LOOK_PLACES * 12];
    holds_text(holds, what,
               !strcmp(what, "values")   ? look_print(&look, values)
               : !strcmp(what, "symbol") ? look.symbol
                                         : look.name);
}

static void piece_pair(Holds *holds, Piece piece)
{
    static const char *const keys[] = {"values", "symbol", "name",  "hex",   "steps",     "mp", "mode",
                                       "spirit", "state",  "owner", "place", "firepower", NULL};
    static const char *const standings[] = {"off-map", "map", "due", "dead", NULL};
    const State *state = state_in(holds);
    const Unit *unit = &state->unit[piece];
    int key = words_word(&holds->words, "what can be expected of a counter", keys);
    if (key >= 0 && key <= 2)
        look_holds(holds, piece, keys[key]);
    else if (key == 3)
        holds_hex(holds, "its hex", unit->at.hex);
    else if (key == 4)
        holds_number(holds, "its steps", unit->steps);
    else if (key == 5)
        holds_points(holds, "its MPs left", mp_left(holds->scenario, state, piece), GRAINS);
    else if (key == 6)
        holds_word(holds, "its mode", lab_modes, unit->mode);
    else if (key == 7)
        holds_word(holds, "its morale state", lab_spirits, unit->spirit);
    else if (key == 8)
        holds_state(holds, lab_states, unit->now);
    else if (key == 9)
        holds_side(holds, "its side", unit->side);
    else if (key == 10)
        holds_word(holds, "where it is", standings, unit->standing);
    else if (key == 11)
        holds_points(holds, "its firepower", area_firepower(holds->scenario, state, piece), FOURTHS);
}

static void piece_holds(Holds *holds)
{
    Piece piece = words_piece(&holds->words);
    while (holds_next(holds) && !holds->words.wrong)
        piece_pair(holds, piece);
}

/* ---- hexes ----------------------------------------------------------------------------------------------- */

static void hex_pair(Holds *holds, Hex hex)
{
    static const char *const keys[] = {"class", "bare-class", "count", "steps",     "vehicles", "smoked",
                                       "zone",  "lit",        "steep", "firepower", NULL};
    const State *state = state_in(holds);
    const Book *data = data_in(holds);
    int key = words_word(&holds->words, "what can be expected of a hex", keys), count = 0, vehicles = 0, steps = 0;
    int side = side_in(state, hex);
    EACH_IN(piece, state, hex)
        count++;
    if (side != NO_SIDE)
        stacked(holds->scenario, state, side, hex, &vehicles, &steps);
    if (key == 0 || key == 1)
        holds_word(holds, "its class", classes, key ? data->bare_class[hex] : data->class[hex]);
    else if (key >= 2 && key <= 4)
        holds_number(holds, "what is there", key == 2 ? count : key == 3 ? steps : vehicles);
    else if (key == 5)
        holds_yes(holds, "whether it is smoked", has_bit(state->smoked, hex));
    else if (key == 6)
        holds_yes(holds, "whether it is in a zone", has_bit(state->zone, hex));
    else if (key == 7)
        holds_yes(holds, "whether it is lit", is_lit(state, hex));
    else if (key == 8)
        holds_yes(holds, "whether it is steep", has_bit(data->steep, hex));
    else if (key == 9)
        holds_points(holds, "what enters it is under", entry_firepower(holds->scenario, state, hex), FOURTHS);
}

static void hex_holds(Holds *holds)
{
    Hex hex = words_hex(&holds->words);
    while (holds_next(holds) && !holds->words.wrong)
        hex_pair(holds, hex);
}

/* step COUNTER HEX HEX POINTS|no [off-road] */
static void step_holds(Holds *holds)
{
    Piece piece = words_piece(&holds->words);
    Hex from = words_hex(&holds->words), to = words_hex(&holds->words);
    bool off_road = words_if(&holds->words, "off-road"), closed = words_if(&holds->words, "no"), road;
    if (holds->words.wrong)
        return;
    Edge edge = edge_between(&holds->scenario->map->grid, from, to);
    int cost =
        edge == EDGES ? PROHIBITED : step_cost(holds->scenario, state_in(holds), piece, from, edge, off_road, &road);
    if (closed != (cost == PROHIBITED))
        holds_differ(holds, closed ? "it is open" : "it is prohibited");
    if (!closed && words_if(&holds->words, "all")) {
        if (cost != ALL_OF_IT)
            holds_differ(holds, "it costs something else");
    } else if (!closed) {
        holds_points(holds, "the cost", cost, SIXTHS);
    }
}

static void contour_holds(Holds *holds)
{
    Hex from = words_hex(&holds->words), to = words_hex(&holds->words);
    if (!holds->words.wrong)
        holds_yes(holds, "whether a contour is crossed", crosses_contour(holds->scenario, from, to));
}

static void sees_holds(Holds *holds)
{
    Hex from = words_hex(&holds->words), to = words_hex(&holds->words);
    if (!holds->words.wrong)
        holds_yes(holds, "whether it is seen", sees(holds->scenario, state_in(holds), from, to));
}

static void sees_crossing_holds(Holds *holds)
{
    Hex from = words_hex(&holds->words), entered = words_hex(&holds->words), left = words_hex(&holds->words);
    if (holds->words.wrong)
        return;
    Edge edge = edge_between(&holds->scenario->map->grid, entered, left);
    holds_yes(holds, "whether it is seen",
              edge != EDGES && sees_crossing(holds->scenario, state_in(holds), from, entered, edge));
}

static void crossfire_holds(Holds *holds)
{
    Hex target = words_hex(&holds->words), from[ORIGINS];
    int count = 0;
    while (count < ORIGINS && words_next_is_hex(&holds->words))
        from[count++] = words_hex(&holds->words);
    if (!holds->words.wrong)
        holds_yes(holds, "whether it is crossfire", is_crossfire(holds->scenario, target, from, count));
}

/* ---- tables ---------------------------------------------------------------------------------------------- */

static int take_roll(Holds *holds)
{
    long roll = words_number(&holds->words, "a sequential roll", 11, 66);
    if (roll % 10 < 1 || roll % 10 > 6)
        words_wrong(&holds->words, NULL, "no two dice show that");
    return holds->words.wrong ? 0 : roll_index((int)roll / 10, (int)roll % 10);
}

/* area COLUMN ROLL RESULT */
static void area_holds(Holds *holds)
{
    const Book *data = data_in(holds);
    Field text = words_text(&holds->words, "a column");
    int roll = take_roll(holds), column = 0;
    while (!holds->words.wrong && column < AREA_COLUMNS && !field_is(&text, data->area_column[column]))
        column++;
    if (!holds->words.wrong && column == AREA_COLUMNS)
        words_wrong(&holds->words, &text, "the table has no such column");
    if (!holds->words.wrong)
        holds_word(holds, "the result", area_results, data->area[roll][column]);
}

/* firepower-column FIREPOWER COLUMN */
static void column_holds(Holds *holds)
{
    long firepower = words_number(&holds->words, "a firepower", 0, 999);
    int column = area_column(data_in(holds), (int)firepower);
    holds_text(holds, "the column", column < 0 ? "none" : data_in(holds)->area_column[column]);
}

/* morale TOTAL ROLL RESULT */
static void morale_holds(Holds *holds)
{
    long total = words_number(&holds->words, "a total", -9, 99);
    int roll = take_roll(holds);
    holds_word(holds, "the result", results, data_in(holds)->morale[roll][morale_column((int)total)]);
}

/* point NET DIFFERENTIAL RANGE NUMBER|no */
static void point_holds(Holds *holds)
{
    long net = words_number(&holds->words, "a net modifier", NET_LOW, NET_HIGH);
    long differential = words_number(&holds->words, "a differential", DIFF_LOW, DIFF_HIGH);
    int range = words_word(&holds->words, "a range", ranges);
    bool none = words_if(&holds->words, "no");
    if (holds->words.wrong)
        return;
    int kill = data_in(holds)->point[net - NET_LOW][differential - DIFF_LOW][range];
    if (none && kill)
        holds_differ(holds, "it kills on %d", kill);
    if (!none)
        holds_number(holds, "the number", kill);
}

static void at_holds(Holds *holds)
{
    Piece piece = words_piece(&holds->words), aim = words_piece(&holds->words);
    if (!holds->words.wrong)
        holds_number(holds, "what must be rolled", at_needed(holds->scenario, state_in(holds), piece, aim));
}

/* spotting FIRE TARGET CLASS FIRER HEXES */
static void spotting_holds(Holds *holds)
{
    int fire = words_word(&holds->words, "a kind of fire", fires),
        target = words_word(&holds->words, "a target", codes);
    int class = words_word(&holds->words, "a class", classes), firer = words_word(&holds->words, "a firer", codes);
    if (!holds->words.wrong)
        holds_number(holds, "the range", data_in(holds)->spotting[fire][target][firer == CODE_P][class]);
}

/* ---- the game -------------------------------------------------------------------------------------------- */

/* battalion SIDE NAME MORALE [low N] [high N] */
static void battalion_holds(Holds *holds)
{
    const Book *data = data_in(holds);
    int side = words_side(&holds->words), at = 0;
    Field name = words_text(&holds->words, "a battalion");
    while (at < data->battalions && (data->battalion[at].side != side || !field_is(&name, data->battalion[at].name)))
        at++;
    if (at == data->battalions)
        words_wrong(&holds->words, &name, "there is no such battalion");
    if (holds->words.wrong)
        return;
    const Nerve *nerve = &state_in(holds)->nerve[at];
    if (!words_if(&holds->words, "unknown"))
        holds_number(holds, "its Battalion Morale", nerve->morale);
    else if (nerve->known)
        holds_differ(holds, "it is known");
    if (words_if(&holds->words, "low"))
        holds_number(holds, "the least it may be", nerve->low);
    if (words_if(&holds->words, "high"))
        holds_number(holds, "the most it may be", nerve->high);
}

static void phase_holds(Holds *holds) { holds_word(holds, "the phase", lab_steps, holds->position->phase); }
static void phasing_holds(Holds *holds) { holds_side(holds, "who is phasing", state_in(holds)->phasing); }
static void firing_holds(Holds *holds) { holds_hex(holds, "the hex fired at", state_in(holds)->sfa); }

static void time_holds(Holds *holds)
{
    int turn = holds->position->turn;
    holds_number(holds, "the time", turn ? data_in(holds)->turn[turn - 1].time : 0);
}

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
    {"contour", contour_holds},
    {"sees", sees_holds},
    {"sees-crossing", sees_crossing_holds},
    {"crossfire", crossfire_holds},
    {"area", area_holds},
    {"firepower-column", column_holds},
    {"morale", morale_holds},
    {"point", point_holds},
    {"at-needed", at_holds},
    {"spotting", spotting_holds},
    {"battalion", battalion_holds},
    {"phase", phase_holds},
    {"phasing", phasing_holds},
    {"firing", firing_holds},
    {"time", time_holds},
    {"score", score_holds},
    {"ammunition", ammunition_holds},
    {"battery", battery_holds},
    {"adjustment", adjustment_holds},
    {"barrage", barrage_holds},
    {"markers", markers_holds},
    {"mines-at", mines_holds},
    {"sorties", sorties_holds},
    {"weather", weather_holds},
    {"visibility", visibility_holds},
    {NULL, NULL},
};

bool tcs_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200])
{
    const Expectation *own =
        line->count && holds_knows(command_expectations, line->word) ? command_expectations : expectations;
    return holds_line(scenario, position, line, found, own);
}
