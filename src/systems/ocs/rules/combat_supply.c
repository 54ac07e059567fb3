/* combat_supply.c — OCS 9.5 and 11.6: what a combat costs either side, and which units can pay it.
 *
 * The attacker's sum must be in reach of his units, and each of them must itself reach a token (9.5b, D28); else he
 * does not attack (9.1g). Edition 2 counts units or REs of the attacker, whichever are more (ocs2.csupply-1), and takes
 * two tokens or one of the defender (ocs2.csupply-2); only what is in reach counts (ocs2.csupply-5). The defender pays
 * if he can (9.5d); if he cannot he is halved (9.5a-2). A unit that need not pay must be able to (9.5a-3). */
#include "kit/odds.h"
#include "systems/ocs/ocs.h"

enum { SMALL, LARGE }; /* 1 RE or less, or more */

static int size_of(const Scenario *scenario, const State *state, const Piece *pieces, int count)
{
    int re = 0;
    for (int i = 0; i < count; i++) /* B8: an HQ is none */
        re += kind_of(data_of(scenario), state, pieces[i])->class == HEADQUARTERS
                  ? 0
                  : re_of(data_of(scenario), state, pieces[i]);
    return re;
}

static int row_of(const Scenario *scenario, const State *state, const Piece *pieces, int count)
{
    return size_of(scenario, state, pieces, count) > QUARTERS ? LARGE : SMALL;
}

/* 9.8a: At All Costs twice as much. */
int attack_cost(const Scenario *scenario, const State *state, const Piece *attackers, int count, bool all_costs)
{
    const Book *data = data_of(scenario);
    int times = all_costs ? 2 : 1;
    if (!data->combat_supply.by_size)
        return times * data->combat_supply.attack[row_of(scenario, state, attackers, count)];
    int re = (2 * size_of(scenario, state, attackers, count) + QUARTERS) / (2 * QUARTERS); /* rounded (4.3, C15) */
    return times * (re > count ? re : count);
}

int defence_cost(const Scenario *scenario, const State *state, const Piece *defenders, int count)
{
    return data_of(scenario)->combat_supply.defence[row_of(scenario, state, defenders, count)];
}

static int hexes_of(const Book *data, const State *state, const Piece *pieces, int count, Hex out[FORCE])
{
    int hexes = 0;
    for (int i = 0; i < count; i++) {
        bool known = false;
        for (int j = 0; j < hexes; j++)
            known |= out[j] == user_of(data, state, pieces[i]);
        if (!known)
            out[hexes++] = user_of(data, state, pieces[i]);
    }
    return hexes;
}

Refusal attack_supply(const Scenario *scenario, const State *view, const Piece *attackers, int count, bool all_costs)
{
    Hex hexes[FORCE];
    int side = view->unit[attackers[0]].side, cost = attack_cost(scenario, view, attackers, count, all_costs);
    int there = hexes_of(data_of(scenario), view, attackers, count, hexes);
    if (data_of(scenario)->without[PART_SUPPLY])
        return LEGAL;
    for (int i = 0; i < count; i++) {
        Hex hex = user_of(data_of(scenario), view, attackers[i]);
        if (!tokens_in_reach(scenario, view, side, &hex, 1, PAY_ATTACK))
            return refuse(is_aboard(view, attackers[i]) ? OCS_19_3_2 : OCS_9_5B_1, "ocs.reaches-no-combat-supply",
                          attackers[i], hex_of(view, attackers[i]));
    }
    int reach = tokens_in_reach(scenario, view, side, hexes, there, PAY_ATTACK);
    if (reach < cost)
        return refuse(all_costs                           ? OCS_9_8
                      : second_edition(data_of(scenario)) ? OCS2_CSUPPLY_3
                                                          : OCS_9_5A_1,
                      "ocs.attack-costs-t-supply-t", cost, reach);
    return LEGAL;
}

/* 9.5a: what the defence costs, or a token that it must be able to trace, is in reach. */
bool finds_supply(const Scenario *scenario, const State *state, const Piece *defenders, int count)
{
    const Book *data = data_of(scenario);
    Hex hex = state->unit[defenders[0]].at.hex;
    int row = row_of(scenario, state, defenders, count);
    int needed = data->combat_supply.defence[row] + data->combat_supply.trace[row];
    return tokens_in_reach(scenario, state, state->unit[defenders[0]].side, &hex, 1, PAY_DEFENCE) >= needed;
}

static int units_of(const State *state, int which, Piece out[FORCE])
{
    int count = 0;
    for (int i = 0; i < state->combat.count[which]; i++)
        if (is_there(state, state->combat.piece[which][i]))
            out[count++] = state->combat.piece[which][i];
    return count;
}

void pay_for_combat(Play *play, int which)
{
    State *state = play->state;
    Piece units[FORCE] = {0};
    Hex hexes[FORCE];
    int count = units_of(state, which, units), there = hexes_of(play->data, state, units, count, hexes);
    int side = side_in_combat(state, which);
    if (!count || play->data->without[PART_SUPPLY])
        return;
    if (!which) {
        int cost = attack_cost(play->scenario, state, units, count,
                               state->combat.all_costs); /* where it is only imagined there may be less */
        if (tokens_in_reach(play->scenario, state, side, hexes, there, PAY_ATTACK) >= cost)
            charge(play, side, hexes, there, cost, PAY_ATTACK);
        return;
    }
    if (!finds_supply(play->scenario, state, units, count)) {
        state->combat.unpaid = true;
        tell(play->events, EVENT_REVEALED, 0,
             sentence(second_edition(play->data) ? OCS2_CSUPPLY_4 : OCS_9_5A_2, "ocs.finds-no-supply-defence-halved",
                      side, state->combat.target));
        return;
    }
    /* Whether there is any was hidden: the attacker cannot take the attack back now. */
    tell(play->events, EVENT_REVEALED, 0, sentence(OCS_9_5A_1, "ocs.supply-defence", side, state->combat.target));
    charge(play, side, hexes, there, defence_cost(play->scenario, state, units, count), PAY_DEFENCE);
}

/* Beside the odds: what it costs, and of how much. */
void forecast_supply(const Scenario *scenario, const State *view, const Piece *attackers, int count,
                     const Piece *defenders, int defending, bool all_costs, Forecast *out)
{
    Hex hexes[FORCE];
    int side = view->unit[attackers[0]].side;
    int there = hexes_of(data_of(scenario), view, attackers, count, hexes);
    if (data_of(scenario)->without[PART_SUPPLY])
        return;
    forecast_modifier(out,
                      sentence(OCS_9_5A_1, "ocs.attack-costs-t-supply-t-2",
                               attack_cost(scenario, view, attackers, count, all_costs),
                               tokens_in_reach(scenario, view, side, hexes, there, PAY_ATTACK)),
                      0, side);
    if (defending)
        forecast_modifier(
            out, sentence(OCS_9_5A_1, "ocs.defence-costs-t-supply", defence_cost(scenario, view, defenders, defending)),
            0, enemy_of(side));
}
