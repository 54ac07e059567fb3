/* stacking.c — TCS 5: how many may stand in a hex when a phase ends. */
#include "systems/tcs/tcs.h"

void stacked(const Scenario *scenario, const State *state, int side, Hex hex, int *vehicles, int *steps)
{
    *vehicles = *steps = 0;
    EACH_IN(piece, state, hex)
    if (state->unit[piece].side != side)
        continue;
    else if (is_vehicle(kind_of(scenario, piece)))
        ++*vehicles;
    else
        *steps += state->unit[piece].steps;
}

Hex overstacked(const Scenario *scenario, const State *state, int side, Hex from)
{
    for (int hex = next_bit(state->occupied[side], TCS_WORDS, from); hex >= 0;
         hex = next_bit(state->occupied[side], TCS_WORDS, hex + 1)) {
        int vehicles, steps;
        stacked(scenario, state, side, (Hex)hex, &vehicles, &steps);
        if (vehicles > VEHICLE_LIMIT || steps > STEP_LIMIT)
            return (Hex)hex;
    }
    return NO_HEX;
}

/* ---- destroy COUNTER ------------------------------------------------------------------------------------- */

/* whole units, and no more steps than cure the excess while a smaller unit would do. */
Refusal destroy_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    int side = question(&view->head)->side, vehicles, steps;
    Hex hex = overstacked(scenario, view, side, 0);
    const Unit *unit = &view->unit[piece];
    if (hex == NO_HEX || unit->side != side || unit->at.hex != hex)
        return refuse(TCS_5_0_2, "%p is not where there are too many", piece);
    stacked(scenario, view, side, hex, &vehicles, &steps);
    if (is_vehicle(kind_of(scenario, piece)))
        return vehicles > VEHICLE_LIMIT ? LEGAL : refuse(TCS_5_1A, "there are no more than 5 vehicles in %h", hex);
    if (steps <= STEP_LIMIT)
        return refuse(TCS_5_1B, "there are no more than 30 steps in %h", hex);
    EACH_IN(other, view, hex)
    if (view->unit[other].side == side && !is_vehicle(kind_of(scenario, other)) &&
        view->unit[other].steps < unit->steps && view->unit[other].steps >= steps - STEP_LIMIT)
        return refuse(TCS_5_0_2, "%p is smaller, and enough", other);
    return LEGAL;
}

void destroy_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_allowed(scenario, view, prefix, 1, scenario->pieces, destroy_check, out);
}

void destroy_apply(Play *play, const Order *order)
{
    bury(play, order->value[0], TCS_5_0_2);
    excess_resume(play);
}

void excess_resume(Play *play)
{
    if (overstacked(play->scenario, play->state, asked(play->state)->side, 0) == NO_HEX)
        answered(play->state);
}

Sentence excess_prompt(const Scenario *scenario, const State *view)
{
    int side = question(&view->head)->side;
    return sentence(TCS_5_0_2, "%s has too many in %h: who is given up?", side, overstacked(scenario, view, side, 0));
}
