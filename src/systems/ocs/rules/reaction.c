/* reaction.c — OCS 5.7b, 8 and 10: reserves are released at the start of Reaction and Exploitation (2.3.II.1.E-1), in
 * no other phase (9.1a-2); only they, and in Exploitation marked units (5.9a-2, 9.14a), act there: they move, overrun,
 * fire and attack (8.0-1, 8.1b, 2.3.II.1.E-2, 2.3.II.1.G). A unit released in Exploitation stays on the side that shows
 * (5.9d). */
#include "systems/ocs/ocs.h"

Refusal release_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    Piece piece = order->value[0];
    if (view->unit[piece].side != question(&view->head)->side || !is_on_map(view, piece))
        return refuse(OCS_6_3B_1, "ocs.not-yours-order-now", piece);
    if (view->unit[piece].marker != RESERVE)
        return refuse(OCS_5_7B_1, "ocs.not-reserve", piece);
    return LEGAL;
}

void release_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_counters(scenario, view, prefix, NULL, release_check, out);
}

void release_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    play->state->unit[piece].marker = NO_MARKER;
    play->state->unit[piece].now |= RELEASED;
    tell(play->events, EVENT_STATE, 0, sentence(OCS_5_7B_2, "ocs.released-reserve-2", piece));
}

Refusal may_act(const Scenario *scenario, const State *view, Piece piece)
{
    (void)scenario;
    const Unit *unit = &view->unit[piece];
    switch (view->head.phase) {
    case STEP_REACTION_MOVEMENT:
    case STEP_REACTION_BARRAGE:
    case STEP_REACTION_COMBAT:
        return unit->now & RELEASED ? LEGAL : refuse(OCS_8_1A_1, "ocs.not-released-only-reserves-react", piece);
    case STEP_EXPLOITATION_MOVEMENT:
    case STEP_EXPLOITATION_BARRAGE:
    case STEP_EXPLOITATION_COMBAT:
        return unit->now & RELEASED || unit->marker == EXPLOITING
                   ? LEGAL
                   : refuse(OCS_10_0_1, "ocs.neither-released-nor-exploitation", piece);
    default:
        return LEGAL;
    }
}
