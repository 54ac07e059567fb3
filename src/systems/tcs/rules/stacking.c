/* stacking.c — TCS 5: how many units may be in a hex when a phase ends: steps and vehicles each by themselves (5.1c),
 * of any mode and spirit (5.2b). */
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

bool is_overstacked(const Scenario *scenario, const State *state, int side, Hex hex)
{
    int vehicles, steps;
    stacked(scenario, state, side, hex, &vehicles, &steps);
    return vehicles > VEHICLE_LIMIT || steps > STEP_LIMIT;
}

Hex overstacked(const Scenario *scenario, const State *state, int side, Hex from)
{
    for (int hex = next_bit(state->occupied[side], TCS_WORDS, from); hex >= 0;
         hex = next_bit(state->occupied[side], TCS_WORDS, hex + 1))
        if (is_overstacked(scenario, state, side, (Hex)hex))
            return (Hex)hex;
    return NO_HEX;
}

/* ---- destroy COUNTER ------------------------------------------------------------------------------------- */

/* The hex in question: in a combat the one that is fought for. */
static Hex crowded(const Scenario *scenario, const State *view)
{
    int side = question(&view->head)->side;
    if (view->combat.kind == NO_COMBAT)
        return overstacked(scenario, view, side, 0);
    return is_overstacked(scenario, view, side, view->combat.hex) ? view->combat.hex : NO_HEX;
}

/* a vehicle with its load, or a step of any other unit, as long as there are too many of those. */
Refusal destroy_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    int side = question(&view->head)->side, vehicles, steps;
    Hex hex = crowded(scenario, view);
    const Unit *unit = &view->unit[piece];
    if (hex == NO_HEX || unit->side != side || unit->at.hex != hex)
        return refuse(TCS_5_0_2, "tcs.not-where-too-many", piece);
    stacked(scenario, view, side, hex, &vehicles, &steps);
    if (is_vehicle(kind_of(scenario, piece)))
        return vehicles > VEHICLE_LIMIT ? LEGAL : refuse(TCS_5_1A, "tcs.no-more-vehicles", VEHICLE_LIMIT, hex);
    return steps > STEP_LIMIT ? LEGAL : refuse(TCS_5_1B, "tcs.no-more-steps", STEP_LIMIT, hex);
}

void destroy_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_allowed(scenario, view, prefix, 1, scenario->pieces, destroy_check, out);
}

void destroy_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    if (is_vehicle(kind_of(play->scenario, piece)))
        bury(play, piece, TCS_5_0_2);
    else
        lose_steps(play, piece, 1, TCS_5_0_2);
    excess_resume(play);
}

void excess_resume(Play *play)
{
    if (crowded(play->scenario, play->state) == NO_HEX)
        answered(play->state);
}

/* Losses still due in the hex: vehicles, and steps of others. */
static void excess_of(const Scenario *scenario, const State *view, int *vehicles, int *steps)
{
    stacked(scenario, view, question(&view->head)->side, crowded(scenario, view), vehicles, steps);
    *vehicles = *vehicles > VEHICLE_LIMIT ? *vehicles - VEHICLE_LIMIT : 0;
    *steps = *steps > STEP_LIMIT ? *steps - STEP_LIMIT : 0;
}

Sentence excess_prompt(const Scenario *scenario, const State *view)
{
    int side = question(&view->head)->side, vehicles, steps;
    excess_of(scenario, view, &vehicles, &steps);
    return vehicles ? sentence(TCS_5_0_2, "tcs.give-up-vehicle", side, vehicles, crowded(scenario, view))
                    : sentence(TCS_5_0_2, "tcs.give-up-step", side, steps, crowded(scenario, view));
}
