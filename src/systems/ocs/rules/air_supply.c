/* air_supply.c — OCS 15.0f and ocs2.special-4: bases are paid for, level by level.
 *
 *     operate 10.07 2
 *
 * In edition 1 an SP a level in the Supply Usage Segment, for the whole turn; in edition 2 a base that can trace
 * operates at its actual level for nothing, others at 2T a level, until their owner's next Supply Phase (C24, C28). */
#include "systems/ocs/air.h"

static int base_numbered(const State *state, Hex hex)
{
    for (int i = 0; i < state->bases; i++)
        if (state->base[i].hex == hex)
            return i;
    return -1;
}

/* Nothing is paid yet, but a base that can trace needs nothing (edition 2). */
void bases_are_due(Play *play, int side)
{
    State *state = play->state;
    Tracing tracing;
    bool second = second_edition(play->data);
    if (second)
        trace_begin(play->scenario, state, side, &tracing);
    for (int i = 0; i < state->bases; i++) {
        Base *base = &state->base[i];
        if (base->side != side)
            continue;
        bool traces = second && can_trace(&tracing, base->hex);
        base->usable = traces ? base->level : 0;
        base->supplied = traces;
    }
}

Refusal operate_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0];
    int side = question(&view->head)->side, number = base_numbered(view, hex), level = order->value[1];
    if (number < 0 || view->base[number].side != side)
        return refuse(OCS_15_0F_1, "ocs.no-air-base-yours", hex);
    if (view->base[number].supplied)
        return refuse(OCS_15_0F_1, "ocs.base-settled", hex);
    if (level < 1 || level > view->base[number].level)
        return refuse(OCS_15_0F_1, "ocs.base-level", hex, view->base[number].level);
    int cost = level * data_of(scenario)->base_tokens;
    int there = tokens_in_reach(scenario, view, side, &hex, 1, PAY_AIR_BASE);
    return there >= cost ? LEGAL : refuse(OCS_15_0F_1, "ocs.costs-t-t-reach", cost, there);
}

void operate_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    for (int i = 0; prefix->count < 2 && i < view->bases; i++) {
        if (prefix->count && prefix->value[0] != view->base[i].hex)
            continue;
        for (int level = 1; level <= view->base[i].level; level++) {
            Order order = order_of(prefix->verb);
            order_add(&order, 0, view->base[i].hex);
            order_add(&order, 1, (uint16_t)level);
            if (refused(operate_check(scenario, view, &order)))
                break;
            choose(out, prefix->count, prefix->count ? level : view->base[i].hex);
            if (!prefix->count)
                break;
        }
    }
}

void operate_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Base *base = &state->base[base_numbered(state, order->value[0])];
    base->usable = (uint8_t)order->value[1];
    base->supplied = true;
    tell(play->events, EVENT_GROUND, 1u << enemy_of(base->side), /* D71 */
         sentence(OCS_15_0F_1, "ocs.base-can-used-level", base->hex, base->usable));
    int cost = base->usable * play->data->base_tokens; /* where it is only imagined there may be less */
    if (tokens_in_reach(play->scenario, state, base->side, &base->hex, 1, PAY_AIR_BASE) >= cost)
        charge(play, base->side, &base->hex, 1, cost, PAY_AIR_BASE);
}
