/* advance.c — OCS 9.13c and 9.14: entering the hex that was cleared, and marking exploiters. Both name any of those who
 * attacked, or nobody (`stay`). */
#include "systems/ocs/ocs.h"

static bool took_part(const State *view, Piece piece)
{
    for (int i = 0; i < view->combat.count[0]; i++)
        if (view->combat.piece[0][i] == piece)
            return is_on_map(view, piece);
    return false;
}

/* Lists sets of attackers that pass the check. */
static void list_sets(const Scenario *scenario, const State *view, const Order *prefix, Choices *out,
                      Refusal (*check)(const Scenario *, const State *, const Order *))
{
    int last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    out->complete = prefix->count && !refused(check(scenario, view, prefix));
    for (int piece = last + 1; prefix->count < STACK && piece < scenario->pieces; piece++) {
        Order order = *prefix;
        if (order_add(&order, 0, (uint16_t)piece) && !refused(check(scenario, view, &order)))
            choose(out, 0, piece);
    }
}

/* ---- advance COUNTER… --------------------------------------------------------------------------------------- */

Refusal advance_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Hex target = view->combat.target;
    int room = stacked_re(scenario, view, target);
    for (int i = 0; i < order->count; i++) {
        Piece piece = order->value[i];
        if (!took_part(view, piece))
            return refuse(OCS_9_13C_1, "%p did not attack %h", piece, target);
        Edge edge = edge_between(&scenario->map->grid, view->unit[piece].at.hex, target);
        if (edge == EDGES ||
            step_cost(scenario, mp_kind(data, view, piece), view->unit[piece].at.hex, edge) == PROHIBITED)
            return refuse(OCS_9_3A, "%p cannot enter %h", piece, target);
        room += re_of(data, view, piece);
    }
    return room > STACK_LIMIT ? refuse(OCS_9_13C_1, "more than 10 REs would stand in %h", target) : LEGAL;
}

void advance_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_sets(scenario, view, prefix, out, advance_check);
}

void advance_apply(Play *play, const Order *order)
{
    State *state = play->state;
    answered(state); /* entering may raise questions of its own */
    for (int i = 0; i < order->count; i++) {
        Hex from = state->unit[order->value[i]].at.hex;
        move_to(play, order->value[i], state->combat.target);
        tell(play->events, EVENT_ADVANCED, 0,
             sentence(OCS_9_13C_1, "%p enters %h from %h", order->value[i], state->combat.target, from));
    }
    come_into(play, state->combat.side, state->combat.target);
}

Sentence advance_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_9_13C_1, "%s: who enters %h?", question(&view->head)->side, view->combat.target);
}

/* ---- exploit COUNTER… ------------------------------------------------------------------------------------- */

Refusal exploit_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < order->count; i++) {
        Piece piece = order->value[i];
        if (!took_part(view, piece))
            return refuse(OCS_9_14_2, "%p took no part in the combat", piece);
        if (view->unit[piece].marker == DISORGANIZED)
            return refuse(OCS_9_14C, "%p is disorganized", piece);
        if (rating_of(data, view, piece) < view->combat.exploit)
            return refuse(OCS_9_14_1, "%p has a rating below %n", piece, view->combat.exploit);
        if (!kind_of(data, view, piece)->face[COMBAT_SIDE].there)
            return refuse(OCS_9_14B, "%p has no Combat side", piece);
    }
    return LEGAL;
}

void exploit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_sets(scenario, view, prefix, out, exploit_check);
}

void exploit_apply(Play *play, const Order *order)
{
    State *state = play->state;
    for (int i = 0; i < order->count; i++) {
        Unit *unit = &state->unit[order->value[i]];
        unit->face = COMBAT_SIDE;
        unit->marker = EXPLOITING;
        tell(play->events, EVENT_STATE, 0, sentence(OCS_9_14_1, "%p exploits", order->value[i]));
    }
    answered(state);
}

Sentence exploit_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_9_14_1, "%s: who of rating %n and more is marked to exploit?", question(&view->head)->side,
                    view->combat.exploit);
}

void stay_apply(Play *play, const Order *order)
{
    (void)order;
    answered(play->state);
}
