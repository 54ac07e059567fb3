/* stacking.c — OCS 4.2: at most 10 REs in a hex when a movement ends.
 *
 * A phase cannot be ended while a unit can still leave an overstacked hex (movement.c); if none can, the owner picks
 * units to destroy until 10 REs are left (D25). */
#include "systems/ocs/ocs.h"

Hex overstacked(const Scenario *scenario, const State *state, int side, Hex from)
{
    for (int hex = next_bit(state->occupied[side], OCS_WORDS, from); hex >= 0;
         hex = next_bit(state->occupied[side], OCS_WORDS, hex + 1))
        if (hex < scenario->map->hexes && stacked_re(scenario, state, (Hex)hex) > STACK_LIMIT)
            return (Hex)hex; /* 4.2-5: boxes take any number */
    return NO_HEX;
}

Refusal destroy_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    const Unit *unit = &view->unit[piece];
    int side = question(&view->head)->side;
    if (unit->side != side || !is_on_map(view, piece) || stacked_re(scenario, view, unit->at.hex) <= STACK_LIMIT ||
        !re_of(data_of(scenario), view, piece) || kind_of(data_of(scenario), view, piece)->class == HEADQUARTERS)
        return refuse(OCS_4_2_6, "ocs.not-hex-more-10-res", piece);
    return LEGAL;
}

void destroy_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_allowed(scenario, view, prefix, 1, scenario->pieces, destroy_check, out);
}

void excess_resume(Play *play)
{
    if (overstacked(play->scenario, play->state, asked(play->state)->side, 0) == NO_HEX)
        answered(play->state);
}

void destroy_apply(Play *play, const Order *order)
{
    bury(play, order->value[0], OCS_4_2_6);
    excess_resume(play);
}

Sentence excess_prompt(const Scenario *scenario, const State *view)
{
    int side = question(&view->head)->side;
    return sentence(OCS_4_2_6, "ocs.more-10-res-nobody-can", side, overstacked(scenario, view, side, 0));
}
