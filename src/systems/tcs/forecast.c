/* forecast.c — the exact odds of a fire before the dice: 11, 12, 15, 16.
 *
 * Of Area Fire the outcomes are what the table takes; the measures, what the check after it makes of the stack. For
 * these losses are taken to fall on whoever has the most steps left, one after the other. The enemy's Battalion
 * Morale is known within bounds only: the first weighing takes the least, the second the most. */
#include <string.h>

#include "systems/tcs/tcs.h"
#include "systems/tcs/reference.h"

enum { DICE_WAYS = 6 * 6 * 6, LOSSES = 10 }; /* no result takes more than nine steps */

/* In how many of the ways of three dice each number of steps is taken. */
static void steps_of(int result, int ways[LOSSES])
{
    int dice = result >= AREA_D1 ? result - AREA_D1 + 1 : 0;
    for (int i = 0; i < LOSSES; i++)
        ways[i] = 0;
    if (!dice) {
        ways[result == AREA_STEP] = DICE_WAYS;
        return;
    }
    for (int way = 0; way < DICE_WAYS; way++) {
        int sum = way % 6 + 1 + (dice > 1 ? way / 6 % 6 + 1 : 0) + (dice > 2 ? way / 36 + 1 : 0);
        ways[(sum + 1) / 2]++;
    }
}

/* The copy of the position that losses are tried on; only the units of the attack differ, and are put back. */
static State *trial_of(const State *view)
{
    static _Thread_local State trial;
    memcpy(&trial, view, sizeof trial);
    return &trial;
}

static void put_back(const State *view, State *trial, const Attack *attack)
{
    EACH_BIT(piece, attack->who, PIECE_WORDS)
    trial->unit[piece] = view->unit[piece];
}

/* So many steps, always from the largest unit; how many were taken. */
static int with_losses(const Scenario *scenario, State *state, const Attack *attack, int steps)
{
    int taken = 0;
    while (taken < steps) {
        int largest = -1;
        EACH_BIT(piece, attack->who, PIECE_WORDS)
        if (is_susceptible(kind_of(scenario, (Piece)piece)) && state->unit[piece].steps &&
            (largest < 0 || state->unit[piece].steps > state->unit[largest].steps))
            largest = piece;
        if (largest < 0)
            return taken;
        if (!--state->unit[largest].steps)
            state->unit[largest].standing = DEAD;
        taken++;
    }
    return taken;
}

static int addition_for(const Book *data, int taken)
{
    for (int i = 0; i < data->addition_bands; i++)
        if (taken >= data->addition[i].low && taken <= data->addition[i].high)
            return data->addition[i].value;
    return 0;
}

typedef struct Weighing {
    Weight result[MORALE_RESULTS];
    Weight destroyed;
} Weighing;

/* What the check does, if the table has taken so many steps, `ways` times. */
static void weigh_check(const Scenario *scenario, const State *view, State *trial, const Attack *attack, int steps,
                        bool worst, Weight ways, Weighing *out)
{
    Piece checkers[STACK];
    int taken = with_losses(scenario, trial, attack, steps);
    int count = checkers_of(scenario, trial, attack, checkers, STACK), column = 0;
    int felt[MORALE_RESULTS];
    bool left = false;
    EACH_BIT(piece, attack->who, PIECE_WORDS)
    left |= is_on_map(trial, (Piece)piece);
    for (int result = 0; result < MORALE_RESULTS; result++)
        felt[result] = result_felt(scenario, trial, attack, result);
    if (count) {
        int box = counter_of(scenario, checkers[0])->box - 1, battalion = battalion_morale(scenario, view, checkers[0]);
        if (box >= 0 && data_of(scenario)->battalion[box].box)
            battalion = (worst && !view->nerve[box].known ? view->nerve[box].high : battalion) +
                        addition_for(data_of(scenario), taken);
        column = morale_column(morale_total(scenario, trial, attack, checkers[0], battalion));
    }
    put_back(view, trial, attack);
    out->destroyed += left ? 0 : ways * ROLLS;
    out->result[NO_EFFECT] += left && !count ? ways * ROLLS : 0;
    for (int roll = 0; count && roll < ROLLS; roll++)
        out->result[felt[data_of(scenario)->morale[roll][column]]] += ways;
}

static bool is_unsure(const Scenario *scenario, const State *view, const Attack *attack)
{
    EACH_BIT(piece, attack->who, PIECE_WORDS)
    {
        int box = counter_of(scenario, (Piece)piece)->box - 1;
        if (box >= 0 && !view->nerve[box].known)
            return true;
    }
    return false;
}

static void add_outcome(Forecast *out, const Attack *attack, int result, int steps, Weight weight)
{
    Sentence label = steps ? sentence(0, "%n step%+ at %h", steps, attack->hex) : sentence(0, "%w", WORD_AREA + result);
    ForecastLine *line = forecast_line(out, label, steps, (Sentence){0});
    if (!line)
        return;
    line->weight += weight;
    line->opposed += weight;
}

static void add_measures(Forecast *out, const Weighing *least, const Weighing *most)
{
    for (int result = SUPPRESSED; result < MORALE_RESULTS; result++) {
        forecast_measure(out, sentence(0, "%w", WORD_RESULT + result), TCS_16_2_3, least->result[result]);
        out->measure[out->measures - 1].opposed = most->result[result];
    }
    forecast_measure(out, sentence(0, "all destroyed"), TCS_10_0C, least->destroyed);
    out->measure[out->measures - 1].opposed = most->destroyed;
}

/* How often the table asks for a check after so many steps; the last is that it asks for none. */
static void steps_in_column(const Scenario *scenario, const Attack *attack, int column, Weight ways[LOSSES + 1])
{
    for (int i = 0; i <= LOSSES; i++)
        ways[i] = 0;
    for (int roll = 0; roll < ROLLS; roll++) {
        int result = column == AREA_COLUMNS ? AREA_NONE : data_of(scenario)->area[roll][column], of[LOSSES];
        steps_of(result, of);
        for (int steps = 0; steps < LOSSES; steps++)
            ways[result == AREA_NONE && !attack->forced ? LOSSES : steps] += (Weight)of[steps];
    }
}

/* What the checks come to, in ROLLS * DICE_WAYS * ROLLS ways. */
static void weigh_checks(const Scenario *scenario, const State *view, const Attack *attack, int column, Weighing *least,
                         Weighing *most)
{
    Weight ways[LOSSES + 1];
    State *trial = trial_of(view);
    steps_in_column(scenario, attack, column, ways);
    for (int steps = 0; steps < LOSSES; steps++) {
        if (!ways[steps])
            continue;
        weigh_check(scenario, view, trial, attack, steps, false, ways[steps], least);
        weigh_check(scenario, view, trial, attack, steps, true, ways[steps], most);
    }
}

static void say_unsure(const Scenario *scenario, const State *view, const Attack *attack, Forecast *out)
{
    out->assumes = sentence(TCS_10_0F_2, "losses fall on whoever has the most steps left");
    if (!is_unsure(scenario, view, attack))
        return;
    out->opposed = out->title;
    out->opposed_assumes = sentence(TCS_1_4_3, "the enemy's Battalion Morale is as bad as it can be");
    out->opposed_total = out->total;
}

static void forecast_begin(const Attack *attack, Forecast *out)
{
    forecast_clear(out);
    out->gainer = attack->side;
    out->payer = attack->victim;
}

static int sums_from(int needed)
{
    int ways = 0;
    for (int roll = 0; roll < ROLLS; roll++)
        ways += roll / 6 + roll % 6 + 2 >= needed;
    return ways;
}

/* 18.0c: each vehicle's own chance. */
static void add_shelled(const Scenario *scenario, const State *view, const Attack *attack, Forecast *out)
{
    EACH_BIT(piece, attack->who, PIECE_WORDS)
    {
        if (!attack->kill || kind_of(scenario, (Piece)piece)->target != CODE_P || out->measures == FORECAST_LINES)
            continue;
        Weight hits = out->total / ROLLS * (Weight)sums_from(shell_needed(scenario, view, attack, (Piece)piece));
        forecast_measure(out, sentence(0, "%p is destroyed", piece), TCS_18_0_1, hits);
        out->measure[out->measures - 1].opposed = hits;
    }
}

void weigh_area(const Scenario *scenario, const State *view, const Attack *attack, Forecast *out)
{
    const Book *data = data_of(scenario);
    AreaSheet sheet;
    Weighing least = {{0}, 0}, most = {{0}, 0};
    forecast_begin(attack, out);
    area_sheet(scenario, view, attack, &sheet);
    forecast_sheet(out, &sheet.shifts);
    out->total = (Weight)ROLLS * DICE_WAYS * ROLLS;
    if (sheet.shifted == AREA_COLUMNS) {
        out->title = sentence(0, "firepower %n: left of the table", sheet.rounded);
        add_outcome(out, attack, AREA_NONE, 0, out->total);
    } else {
        out->title = sentence(0, "firepower %n: column %d, shifted by %i to %d", sheet.rounded,
                              column_text(sheet.column), sheet.shifts.sum, column_text(sheet.shifted));
        out->column = sentence(0, "%d", column_text(sheet.shifted));
        out->cell = area_cell(sheet.shifted);
    }
    for (int roll = 0; sheet.shifted < AREA_COLUMNS && roll < ROLLS; roll++) {
        int result = data->area[roll][sheet.shifted], ways[LOSSES];
        steps_of(result, ways);
        for (int steps = 0; steps < LOSSES; steps++)
            if (ways[steps])
                add_outcome(out, attack, result, steps, (Weight)ways[steps] * ROLLS);
    }
    add_shelled(scenario, view, attack, out);
    if (sheet.shifted < AREA_COLUMNS || attack->forced) {
        weigh_checks(scenario, view, attack, sheet.shifted, &least, &most);
        add_measures(out, &least, &most);
        say_unsure(scenario, view, attack, out);
    }
    forecast_reduce(out);
}

/* ---- Point Fire and AT Rolls ----------------------------------------------------------------------------- */

static void hit_or_miss(Forecast *out, int hits)
{
    out->total = ROLLS;
    if (hits)
        forecast_line(out, sentence(0, "a hit"), 1, (Sentence){0})->weight = (Weight)hits;
    if (hits < ROLLS)
        forecast_line(out, sentence(0, "a miss"), 0, (Sentence){0})->weight = (Weight)(ROLLS - hits);
    forecast_reduce(out);
}

/* A hit or a miss on two dice. */
void weigh_dice(const Attack *attack, int needed, Forecast *out)
{
    forecast_begin(attack, out);
    out->title = sentence(0, "%n or more on two dice", needed);
    hit_or_miss(out, sums_from(needed));
}

/* A barrage on one hex: of vehicles alone in its zone the first of them is told. */
void weigh_barrage(const Scenario *scenario, const State *view, const Attack *attack, Forecast *out)
{
    if (attack->power) {
        weigh_area(scenario, view, attack, out);
        return;
    }
    forecast_begin(attack, out);
    EACH_BIT(piece, attack->who, PIECE_WORDS)
    {
        int needed = shell_needed(scenario, view, attack, (Piece)piece);
        if (!out->outcomes) {
            out->title = sentence(0, "shells: %n or more on two dice", needed);
            hit_or_miss(out, sums_from(needed));
        }
        forecast_measure(out, sentence(0, "%p is destroyed", piece), TCS_18_0_1,
                         (Weight)sums_from(needed) * out->total / ROLLS);
    }
}

/* What its shells do to each vehicle there, in as many ways as the checks are weighed in. */
static void add_bombarded(const Scenario *scenario, const State *view, const Barrage *shoots, const Weight *rolls,
                          Attack *attack, Forecast *out)
{
    EACH_BIT(piece, attack->who, PIECE_WORDS)
    {
        Weight hits = 0;
        if (kind_of(scenario, (Piece)piece)->target != CODE_P || out->measures == FORECAST_LINES)
            continue;
        for (int good = 0; good < 2; good++) {
            attack->kill = (uint8_t)barrage_kill(data_of(scenario), &shoots[good]);
            hits += rolls[good] * (Weight)sums_from(shell_needed(scenario, view, attack, (Piece)piece));
        }
        forecast_measure(out, sentence(0, "%p is destroyed", piece), TCS_18_0_1, hits * DICE_WAYS * ROLLS);
        out->measure[out->measures - 1].opposed = hits * DICE_WAYS * ROLLS;
    }
}

/* What a mission would do to its target hex: `shoots` are a Bad one and a Good one, `rolls` how many lead to each. */
void weigh_target_hex(const Scenario *scenario, const State *view, const Barrage *shoots, const Weight *rolls,
                      Forecast *out)
{
    static _Thread_local Attack attack;
    Weighing least = {{0}, 0}, most = {{0}, 0};
    Hex hex = shoots[0].hex;
    int victim = side_in(view, hex);
    if (victim == NO_SIDE)
        return;
    for (int good = 0; good < 2; good++) {
        AreaSheet sheet;
        Weighing some = {{0}, 0}, worse = {{0}, 0};
        attack = attack_new(hex, FIRE_ZONE, enemy_of(victim));
        attack.power = (uint16_t)barrage_power(&shoots[good], 0);
        EACH_IN(piece, view, hex)
        set_bit(attack.who, piece);
        area_sheet(scenario, view, &attack, &sheet);
        weigh_checks(scenario, view, &attack, sheet.shifted, &some, &worse);
        for (int result = 0; result < MORALE_RESULTS; result++) {
            least.result[result] += some.result[result] * rolls[good];
            most.result[result] += worse.result[result] * rolls[good];
        }
        least.destroyed += some.destroyed * rolls[good];
        most.destroyed += worse.destroyed * rolls[good];
    }
    for (int i = 0; i < out->outcomes; i++) {
        out->outcome[i].weight *= (Weight)ROLLS * DICE_WAYS * ROLLS;
        out->outcome[i].opposed = out->outcome[i].weight;
    }
    out->total *= (Weight)ROLLS * DICE_WAYS * ROLLS;
    add_measures(out, &least, &most);
    add_bombarded(scenario, view, shoots, rolls, &attack, out);
    say_unsure(scenario, view, &attack, out);
    forecast_reduce(out);
}

void weigh_point(const Scenario *scenario, const State *view, const Attack *attack, const Shot *shot, Forecast *out)
{
    PointSheet sheet;
    int hits = 0;
    forecast_clear(out);
    out->gainer = attack->side;
    out->payer = attack->victim;
    point_sheet(scenario, view, attack, shot->piece, shot->aim, &sheet);
    out->cell = point_cell(sheet.net.sum, sheet.differential, sheet.range);
    forecast_sheet(out, &sheet.net);
    if (!sheet.kill) {
        out->title = sentence(0, "net %i, differential %i, %w range: it cannot kill", sheet.net.sum, sheet.differential,
                              WORD_RANGE + sheet.range);
        out->total = 1;
        forecast_line(out, sentence(0, "%p cannot be destroyed that way", shot->aim), 0, (Sentence){0})->weight = 1;
        return;
    }
    out->title = sentence(0, "net %i, differential %i, %w range: %n or more", sheet.net.sum, sheet.differential,
                          WORD_RANGE + sheet.range, sheet.kill);
    for (int roll = 0; roll < ROLLS; roll++)
        hits += roll_value(roll) >= sheet.kill;
    hit_or_miss(out, hits);
}

/* Of several rolls each target's chance by itself. */
void weigh_at_rolls(const Scenario *scenario, const State *view, const Attack *attack, int first, Forecast *out)
{
    forecast_clear(out);
    out->gainer = attack->side;
    out->payer = attack->victim;
    const Shot *shot = &attack->shot[first];
    int needed = at_needed(scenario, view, shot->piece, shot->aim);
    bool same_hex;
    int class = at_class(scenario, view, shot->piece, shot->aim, &same_hex);
    out->cell = at_cell(same_hex, class);
    if (first == attack->shots - 1) {
        out->title = sentence(0, "%n or more on two dice", needed);
        hit_or_miss(out, sums_from(needed));
        return;
    }
    out->title = sentence(0, "%n rolls, each by itself", attack->shots - first);
    out->total = ROLLS;
    for (int i = first; i < attack->shots; i++)
        forecast_measure(out, sentence(0, "%p is destroyed", attack->shot[i].aim), TCS_15_0_3,
                         (Weight)sums_from(at_needed(scenario, view, attack->shot[i].piece, attack->shot[i].aim)));
}
