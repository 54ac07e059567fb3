/* forecast.c — the exact odds of a combat: every way the dice of surprise, shift and combat can fall. */
#include <string.h>

#include "kit/odds.h"
#include "systems/ocs/ocs.h"
#include "systems/ocs/reference.h"

enum { PAIRS = DIE * DIE };

/* How many of the 36 ways two dice make that sum. */
static int ways(int sum) { return sum < 2 || sum > 2 * DIE ? 0 : sum <= DIE + 1 ? sum - 1 : 2 * DIE + 1 - sum; }

/* 9.8b: two rolls At All Costs, the second less 4. */
static void weigh_twice(const Book *data, const Odds *odds, int column, Weight weight, Weight weights[OCS_RESULTS])
{
    for (int dice = 2; dice <= 2 * DIE; dice++)
        for (int again = 2; again <= 2 * DIE; again++)
            weights[data->both[result_at(data, column, dice + odds->drm)]
                              [result_at(data, column, again + odds->drm - SECOND_ROLL)]] +=
                weight * (Weight)(ways(dice) * ways(again));
}

static void weigh_column(const Book *data, const Odds *odds, int column, bool all_costs, Weight weight,
                         Weight weights[OCS_RESULTS])
{
    if (all_costs) {
        weigh_twice(data, odds, column, weight, weights);
        return;
    }
    for (int dice = 2; dice <= 2 * DIE; dice++)
        weights[result_at(data, column, dice + odds->drm)] += weight * (Weight)ways(dice);
}

static void weigh_surprise(const Book *data, const Odds *odds, Manner manner, Weight weights[OCS_RESULTS],
                           Weight sides[3])
{
    for (int dice = 2; dice <= 2 * DIE; dice++) {
        int who = surprised(data, odds, manner.overrun, dice);
        sides[who] += (Weight)ways(dice);
        for (int die = 1; die <= DIE; die++) /* without surprise all six are the same */
            weigh_column(data, odds,
                         shifted(data, odds->column,
                                 who == 1   ? die
                                 : who == 2 ? -die
                                            : 0),
                         manner.all_costs, (Weight)ways(dice), weights);
    }
}

/* What a side loses, and what it may choose to lose or to go back (9.11-2). */
static int toll(int steps, int option)
{
    return WORD_TOLL + (steps < 2 ? steps : 2) * TOLL_OPTIONS + (option < 3 ? option : 3);
}

/* A result in words: what either side loses, and its other effects. */
static Sentence meaning_of(const Result *it)
{
    int attacker = toll(it->attacker_loss, it->attacker_option),
        defender = toll(it->defender_loss, it->defender_option);
    if (it->exploit && it->disorganized)
        return sentence(0, "ocs.attacker-exploits-rating-defender", attacker, it->exploit, defender);
    if (it->exploit)
        return sentence(0, "ocs.attacker-exploits-rating-defender-2", attacker, it->exploit, defender);
    if (it->disorganized)
        return sentence(0, "ocs.attacker-defender-disorganized", attacker, defender);
    return sentence(0, "ocs.attacker-defender", attacker, defender);
}

static void add_outcomes(const Book *data, const Weight weights[OCS_RESULTS], Forecast *out)
{
    Weight attacker = 0, defender = 0, disorganized = 0, leaves = 0;
    for (int i = 0; i < data->results; i++) {
        const Result *result = &data->result[i];
        if (!weights[i])
            continue;
        out->outcome[out->outcomes++] = (ForecastLine){.label = sentence(0, "%d", result_text(i)),
                                                       .meaning = meaning_of(result),
                                                       .gain = (int16_t)(result->defender_loss - result->attacker_loss),
                                                       .rule = OCS_9_10,
                                                       .weight = weights[i]};
        attacker += result->attacker_loss ? weights[i] : 0;
        defender += result->defender_loss ? weights[i] : 0;
        disorganized += result->disorganized ? weights[i] : 0;
        leaves += result->defender_option ? weights[i] : 0;
    }
    forecast_measure(out, sentence(0, "ocs.attacker-must-lose-step"), OCS_9_11_1, attacker);
    forecast_measure(out, sentence(0, "ocs.defender-must-lose-step"), OCS_9_11_1, defender);
    forecast_measure(out, sentence(0, "ocs.defender-must-leave-or-lose"), OCS_9_11_2, leaves);
    forecast_measure(out, sentence(0, "ocs.defender-disorganized"), OCS_9_15_1, disorganized);
}

void forecast_unsure(const Scenario *scenario, const Odds *supplied, const Odds *halved, Forecast *out)
{
    (void)scenario;
    out->open = true;
    out->likely = out->worst = sentence(0, "%d", column_text(supplied->terrain, supplied->column));
    out->best = sentence(0, "%d", column_text(halved->terrain, halved->column));
    forecast_modifier(out, sentence(OCS_9_5A_2, "ocs.defence-halved-finds-no-supply"), 0, out->payer);
}

/* Strengths are shown in whole points. */
static int whole(int parts) { return (parts + PARTS / 2) / PARTS; }

bool weigh_combat(const Scenario *scenario, const Odds *odds, int side, Manner manner, Forecast *out)
{
    const Book *data = data_of(scenario);
    Weight pairs = manner.all_costs ? (Weight)PAIRS * PAIRS : PAIRS; /* of the dice that the table is read with */
    Weight weights[OCS_RESULTS] = {0}, sides[3] = {0};
    memset(out, 0, sizeof *out);
    out->gainer = (uint8_t)side;
    out->payer = (uint8_t)enemy_of(side);
    out->title =
        sentence(OCS_9_7_1, "ocs.terrain-column-ratings", whole(odds->attack), whole(odds->defence), odds->over,
                 odds->under, WORD_TERRAIN + odds->terrain, column_text(odds->terrain, odds->column), odds->difference);
    out->cell = combat_cell(odds->column, 0);
    forecast_modifier(out, sentence(OCS_9_9_2, "ocs.difference-action-ratings"), odds->difference, side);
    if (odds->hedgehog)
        forecast_modifier(out, sentence(OCS_17_0B, "ocs.hedgehog-level", odds->hedgehog), -odds->hedgehog,
                          enemy_of(side));
    if (manner.all_costs)
        forecast_modifier(out, sentence(OCS_9_8C_1, "ocs.second-roll-attack-all-costs"), 0, side);
    if (has_surprise(data)) {
        weigh_surprise(data, odds, manner, weights, sides);
        out->total = PAIRS * DIE * pairs;
    } else {
        out->column = sentence(0, "%d", column_text(odds->terrain, odds->column));
        weigh_column(data, odds, odds->column, manner.all_costs, 1, weights);
        out->total = pairs;
    }
    add_outcomes(data, weights, out);
    if (has_surprise(data)) {
        forecast_measure(out, sentence(0, "ocs.attacker-surprise"), OCS_9_17_2, sides[1] * DIE * pairs);
        forecast_measure(out, sentence(0, "ocs.defender-surprise"), OCS_9_17_3, sides[2] * DIE * pairs);
    }
    forecast_reduce(out);
    return true;
}
