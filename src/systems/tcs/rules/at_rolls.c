/* at_rolls.c — TCS 15: infantry alone (3.0a-2), against vehicles and guns next to it (15.1), Buttoned Up ones more
 * easily (16.7b-2), in addition to its other fire (13.1g, 15.1b) and as an answer to a trigger from Fire Mode (14.3b,
 * 15.1a-2). The order is in fire.c. */
#include "systems/tcs/reference.h"
#include "systems/tcs/tcs.h"

int at_class(const Scenario *scenario, const State *state, Piece piece, Piece aim, bool *same_hex)
{
    Hex hex = state->unit[aim].at.hex;
    *same_hex = state->unit[piece].at.hex == hex;
    return class_at(scenario, state, hex, *same_hex ? FIRE_ASSAULT : FIRE_SFA);
}

/* What the dice must show before modifiers. Attack Zones do not matter, Smoke markers do (15.1e). */
int at_needed(const Scenario *scenario, const State *state, Piece piece, Piece aim)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &state->unit[piece], *target = &state->unit[aim];
    bool same_hex;
    int class = at_class(scenario, state, piece, aim, &same_hex), needed = data->at_roll[!same_hex][class];
    if (has_bit(state->smoked, target->at.hex))
        needed -= data->at_modifier[AT_SMOKE];
    if (target->now & BUTTONED)
        needed -= data->at_modifier[AT_BUTTONED];
    if (unit->spirit != STEADFAST)
        needed -= data->at_modifier[AT_SUPPRESSED];
    if (!is_lit(state, target->at.hex))
        needed -= data->at_modifier[AT_NIGHT];
    return needed;
}

enum { STEP_LOST = 3 }; /* 15.1f: raw */

void at_resolve(Play *play, Attack *attack, Shot *shot)
{
    bool same_hex;
    int class = at_class(play->scenario, play->state, shot->piece, shot->aim, &same_hex);
    int needed = at_needed(play->scenario, play->state, shot->piece, shot->aim), roll = dice_sum(play->dice, 2);
    (void)attack;
    tell_fact(play->events, EVENT_ROLLED,
              sentence(TCS_15_0_3, "tcs.against-more-rolled", shot->piece, shot->aim, needed, roll),
              (Fact){.kind = FACT_TEST, .cell = at_cell(same_hex, class), .roll = (int16_t)roll, .row = (int16_t)roll});
    if (roll >= needed) {
        tell_result(play, sentence(TCS_15_0_3, "tcs.hit"));
        bury(play, shot->aim, TCS_15_0_3);
    } else {
        tell_result(play, sentence(TCS_15_0_3, "tcs.miss"));
    }
    if (roll <= STEP_LOST)
        lose_steps(play, shot->piece, 1, TCS_15_1F);
}
