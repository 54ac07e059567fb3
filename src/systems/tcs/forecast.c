/* forecast.c — the exact odds of a fire before the dice: 11, 12, 15, 16.
 *
 * Of Area Fire the outcomes are what the table takes; the measures, what the check after it makes of the stack. For
 * these losses are taken to fall on whoever has the most steps left, one after the other. The enemy's Battalion
 * Morale is known within bounds only: the first weighing takes the least, the second the most. */
#include "kit/odds.h"
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

/* The position after so many steps, always from the largest unit; how many were taken. */
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
static void weigh_check(const Scenario *scenario, const State *view, const Attack *attack, int steps, bool worst,
                        Weight ways, Weighing *out)
{
    static _Thread_local State after;
    Piece checkers[STACK];
    after = *view;
    int taken = with_losses(scenario, &after, attack, steps);
    if (!checkers_of(scenario, &after, attack, checkers, STACK)) {
        bool left = false;
        EACH_BIT(piece, attack->who, PIECE_WORDS)
        left |= is_on_map(&after, (Piece)piece);
        out->destroyed += left ? 0 : ways * ROLLS;
        out->result[NO_EFFECT] += left ? ways * ROLLS : 0;
        return;
    }
    int box = counter_of(scenario, checkers[0])->box - 1, battalion = battalion_morale(scenario, view, checkers[0]);
    if (box >= 0 && data_of(scenario)->battalion[box].box)
        battalion = (worst && !view->nerve[box].known ? view->nerve[box].high : battalion) +
                    addition_for(data_of(scenario), taken);
    int column = morale_column(morale_total(scenario, &after, attack, checkers[0], battalion));
    for (int roll = 0; roll < ROLLS; roll++)
        out->result[result_for(view, attack, data_of(scenario)->morale[roll][column])] += ways;
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

void weigh_area(const Scenario *scenario, const State *view, const Attack *attack, Forecast *out)
{
    const Book *data = data_of(scenario);
    AreaSheet sheet;
    Weighing least = {{0}, 0}, most = {{0}, 0};
    forecast_clear(out);
    out->gainer = attack->side;
    out->payer = attack->victim;
    area_sheet(scenario, view, attack, &sheet);
    for (int i = 0; i < sheet.lines; i++)
        forecast_modifier(out, sheet.line[i].what, sheet.line[i].value, sheet.line[i].side);
    out->total = (Weight)ROLLS * DICE_WAYS * ROLLS;
    if (sheet.shifted == AREA_COLUMNS) {
        out->title = sentence(0, "firepower %n: left of the table", sheet.rounded);
        add_outcome(out, attack, AREA_NONE, 0, out->total);
        if (!attack->forced)
            return;
        weigh_check(scenario, view, attack, 0, false, (Weight)ROLLS * DICE_WAYS, &least);
        weigh_check(scenario, view, attack, 0, true, (Weight)ROLLS * DICE_WAYS, &most);
        add_measures(out, &least, &most);
        forecast_reduce(out);
        return;
    }
    out->title = sentence(0, "firepower %n: column %d, shifted by %i to %d", sheet.rounded, column_text(sheet.column),
                          sheet.shifts, column_text(sheet.shifted));
    out->column = sentence(0, "%d", column_text(sheet.shifted));
    out->cell = area_cell(sheet.shifted);
    for (int roll = 0; roll < ROLLS; roll++) {
        int result = data->area[roll][sheet.shifted], ways[LOSSES];
        steps_of(result, ways);
        for (int steps = 0; steps < LOSSES; steps++) {
            if (!ways[steps])
                continue;
            add_outcome(out, attack, result, steps, (Weight)ways[steps] * ROLLS);
            if (result == AREA_NONE && !attack->forced)
                continue;
            weigh_check(scenario, view, attack, steps, false, (Weight)ways[steps], &least);
            weigh_check(scenario, view, attack, steps, true, (Weight)ways[steps], &most);
        }
    }
    add_measures(out, &least, &most);
    out->assumes = sentence(TCS_10_0F_2, "losses fall on whoever has the most steps left");
    if (is_unsure(scenario, view, attack)) {
        out->opposed = out->title;
        out->opposed_assumes = sentence(TCS_1_4_3, "the enemy's Battalion Morale is as bad as it may be");
        out->opposed_total = out->total;
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

void weigh_point(const Scenario *scenario, const State *view, const Attack *attack, const Shot *shot, Forecast *out)
{
    PointSheet sheet;
    int hits = 0;
    forecast_clear(out);
    out->gainer = attack->side;
    out->payer = attack->victim;
    point_sheet(scenario, view, attack, shot->piece, shot->aim, &sheet);
    for (int i = 0; i < sheet.lines; i++)
        forecast_modifier(out, sheet.line[i].what, sheet.line[i].value, sheet.line[i].side);
    if (!sheet.kill) {
        out->title = sentence(0, "net %i, differential %i, %w range: it cannot kill", sheet.net, sheet.differential,
                              WORD_RANGE + sheet.range);
        out->total = 1;
        forecast_line(out, sentence(0, "%p cannot be destroyed so", shot->aim), 0, (Sentence){0})->weight = 1;
        return;
    }
    out->title = sentence(0, "net %i, differential %i, %w range: %n or more", sheet.net, sheet.differential,
                          WORD_RANGE + sheet.range, sheet.kill);
    for (int roll = 0; roll < ROLLS; roll++)
        hits += roll_value(roll) >= sheet.kill;
    hit_or_miss(out, hits);
}

static int sums_from(int needed)
{
    int ways = 0;
    for (int roll = 0; roll < ROLLS; roll++)
        ways += roll / 6 + roll % 6 + 2 >= needed;
    return ways;
}

/* Of several rolls each target's chance by itself. */
void weigh_at_rolls(const Scenario *scenario, const State *view, const Attack *attack, int first, Forecast *out)
{
    forecast_clear(out);
    out->gainer = attack->side;
    out->payer = attack->victim;
    const Shot *shot = &attack->shot[first];
    int needed = at_needed(scenario, view, shot->piece, shot->aim);
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
