/* modes.c — TCS 4: Fire Mode and Move Mode. Buttoned Up vehicles change as others do (4.1a-4); Suppressed and
 * Paralyzed units keep theirs (16.3a), but what is forced on a unit no marker hinders (4.1a-2). */
#include "systems/tcs/tcs.h"

/* At set-up and when reinforcements come modes are free (III.2, 2.2.22). */
static bool is_free(const State *view)
{
    return question(&view->head)->kind == ASK_SETUP || question(&view->head)->kind == ASK_ARRIVAL;
}

/* 4.1-2: half the printed allowance, rounded at once. */
static int switch_cost(const Scenario *scenario, Piece piece)
{
    return (kind_of(scenario, piece)->ma + 1) / 2 * GRAINS;
}

static Refusal may_switch(const Scenario *scenario, const State *view, Piece piece, int mode)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece))
        return refuse(TCS_4_1_1, "tcs.not-yours-order-now", piece);
    if (unit->mode == mode)
        return refuse(TCS_4_0, "tcs.is-in", piece, WORD_MODE + mode);
    if (is_riding(view, piece))
        return refuse(TCS_4_1A_3, "tcs.carried-towed-stays-move-mode", piece);
    if (is_free(view))
        return question(&view->head)->kind == ASK_ARRIVAL ? has_arrived(view, piece) : LEGAL;
    if (unit->spirit != STEADFAST)
        return refuse(TCS_4_1A_1, "tcs.is-keeps-mode", piece, WORD_RESULT + unit->spirit);
    if (unit->now & FIRED)
        return refuse(TCS_4_1A_1, "tcs.fired", piece);
    if (unit->now & IN_LANE)
        return refuse(TCS_21_3C_1, "tcs.stands-lane-fights-goes-goes", piece);
    if (mode == MOVE_MODE && mp_left(scenario, view, piece) < switch_cost(scenario, piece))
        return refuse(TCS_4_1_2, "tcs.move-mode-costs-mps-left", piece, switch_cost(scenario, piece) / GRAINS,
                      sixths_of(mp_left(scenario, view, piece)));
    return mode == MOVE_MODE ? riders_can(scenario, view, piece, switch_cost(scenario, piece)) : LEGAL;
}

Refusal mode_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count), mode = order_value(order, 1, 0);
    Refusal no = LEGAL;
    for (int i = 0; i < count && !refused(no); i++)
        no = may_switch(scenario, view, order->value[first + i], mode);
    return no;
}

void mode_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, 0, &count);
    out->complete = prefix->count > count;
    if (out->complete)
        return;
    int last = count ? prefix->value[first + count - 1] : -1, now = count ? view->unit[prefix->value[first]].mode : -1;
    for (int piece = last + 1; count < STACK && piece < scenario->pieces; piece++)
        if (now != !view->unit[piece].mode &&
            !refused(may_switch(scenario, view, (Piece)piece, !view->unit[piece].mode)))
            choose(out, 0, piece);
    if (count)
        choose(out, 1, !now);
}

void mode_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    int words;
    order_slot(part, 1, &words);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (!order_has(part, 0, piece) &&
            !refused(may_switch(scenario, view, piece, view->unit[piece].mode == FIRE_MODE ? MOVE_MODE : FIRE_MODE)))
            choose(out, 0, piece);
    for (int mode = FIRE_MODE; !words && mode <= MOVE_MODE; mode++)
        choose(out, 1, mode);
}

/* All go into the same mode. */
Refusal mode_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    int count, first = order_slot(part, 0, &count), words;
    order_slot(part, 1, &words);
    int mode = words ? order_value(part, 1, 0) : count ? !view->unit[part->value[first]].mode : -1;
    Refusal no = LEGAL;
    for (int i = 0; i < count && !refused(no); i++)
        no = may_switch(scenario, view, part->value[first + i], mode);
    if (refused(no))
        return no;
    for (Piece piece = 0; !count && piece < scenario->pieces; piece++)
        if (!refused(may_switch(scenario, view, piece, mode < 0 ? !view->unit[piece].mode : mode)))
            demand_either(out, 0, piece);
    if (count && !words)
        demand(out, 1, mode, (Sentence){0});
    return !count && !out->either ? refuse(TCS_4_1_1, "tcs.nobody-can-change") : LEGAL;
}

void pay_switch(const Scenario *scenario, State *state, Piece piece)
{
    charge(scenario, state, piece, switch_cost(scenario, piece)); /* which is no movement */
    state->unit[piece].now |= TO_MOVE;
}

void mode_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, 0, &count), mode = order_value(order, 1, 0);
    if (!is_free(state) && finishes_first(play, order))
        return;
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        if (mode == MOVE_MODE && !is_free(state))
            pay_switch(play->scenario, state, piece);
        force_mode(play, piece, mode, mode == FIRE_MODE ? TCS_4_1_1 : TCS_4_1_2);
    }
}

void force_mode(Play *play, Piece piece, int mode, uint16_t rule)
{
    Unit *unit = &play->state->unit[piece];
    if (unit->mode == mode)
        return;
    unit->mode = (uint8_t)mode;
    unit->now &= ~(uint32_t)STEADY;
    tell(play->events, EVENT_STATE, 0, sentence(rule, "tcs.goes", piece, WORD_MODE + mode));
}
