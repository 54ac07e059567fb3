/* overrun.c — TCS 23: vehicles and carriers drive through an enemy hex, with the units that ride on them.
 *
 * The entry costs 3 MPs more than the hex. The ground is the defender's, with its hexsides but the one that was crossed
 * (23.0b); in cover no Morale is doubled (23.0h). One round is fought: the defender fires, then the attacker, and then
 * they must leave by any adjacent hex that is free, which costs nothing but makes a trigger (2.4.3), and may go on
 * (23.0g), to the next Overrun too (23.0c). An attacker's retreat takes the place of the exit (23.0-3). Its course is
 * in assault.c. */
#include "systems/tcs/tcs.h"

enum { SLOT_HEX, SLOT_BY };

/* ---- the way out ----------------------------------------------------------------------------------------- */

/* 23.0d-1: free of enemies, and open to all that must leave. */
static Refusal can_leave_to(const Scenario *scenario, const State *view, Hex hex, const Piece *pieces, int count,
                            Hex to)
{
    int side = view->unit[pieces[0]].side;
    Edge edge = to < scenario->map->hexes ? edge_between(&scenario->map->grid, hex, to) : EDGES;
    if (edge == EDGES)
        return refuse(TCS_23_0D_1, "tcs.not-touch", to, hex);
    if (enemy_in(view, side, to))
        return refuse(TCS_23_0D_1, "tcs.enemy-stands", to);
    for (int i = 0; i < count; i++) {
        bool road;
        if (step_cost(scenario, view, pieces[i], hex, edge, count > 1, &road) ==
            PROHIBITED) /* 20.1c: no stack over a bridge */
            return refuse(TCS_23_0D_1, "tcs.cannot-leave", pieces[i], to);
    }
    return LEGAL;
}

bool has_exit(const Scenario *scenario, const State *view, Hex hex, const Piece *pieces, int count)
{
    for (Edge edge = 0; edge < EDGES; edge++)
        if (scenario->map->next[hex][edge] != NO_HEX &&
            !refused(can_leave_to(scenario, view, hex, pieces, count, scenario->map->next[hex][edge])))
            return true;
    return false;
}

/* whether orders let all of them end there. */
static Refusal orders_allow(const Scenario *scenario, const State *view, const Piece *driving, int count, Hex to)
{
    Refusal no = LEGAL;
    for (int i = 0; i < count && !refused(no); i++)
        no = may_end_at(scenario, view, driving[i], to);
    return no;
}

/* only the exit is held against the sheet: why none of them keeps to it, or legal. */
static Refusal has_exit_by_orders(const Scenario *scenario, const State *view, Hex hex, const Piece *pieces, int count)
{
    Refusal no = LEGAL;
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex to = scenario->map->next[hex][edge];
        if (to == NO_HEX || refused(can_leave_to(scenario, view, hex, pieces, count, to)))
            continue;
        no = orders_allow(scenario, view, pieces, count, to);
        if (!refused(no))
            return LEGAL;
    }
    return no;
}

/* ---- overrun HEX by COUNTER… ----------------------------------------------------------------------------- */

static Refusal may_overrun(const Scenario *scenario, const State *view, Piece piece, Hex hex, bool singly)
{
    int grains;
    Refusal no = may_move(scenario, view, piece);
    if (refused(no))
        return no;
    if (!is_vehicle(kind_of(scenario, piece)))
        return refuse(TCS_23_0A, "tcs.neither-vehicle-nor-carrier-not", piece);
    if (edge_between(&scenario->map->grid, view->unit[piece].at.hex, hex) == EDGES)
        return refuse(TCS_23_0A, "tcs.not-next", piece, hex);
    no = can_enter(scenario, view, piece, hex, singly, OVERRUN, &grains);
    return refused(no) ? no : may_fight(scenario, view, piece);
}

Refusal overrun_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0];
    int count, first = order_slot(order, SLOT_BY, &count), side = question(&view->head)->side;
    Refusal no = LEGAL;
    if (!enemy_in(view, side, hex))
        return refuse(TCS_23_0_1, "tcs.no-enemy-stands", hex);
    for (int i = 0; i < count && !refused(no); i++) {
        no = may_overrun(scenario, view, order->value[first + i], hex, count == 1);
        if (!refused(no))
            no = are_together(view, order->value[first], order->value[first + i]);
    }
    if (!refused(no))
        no = load_stays_whole(view, &order->value[first], count);
    if (refused(no))
        return no;
    if (count > VEHICLE_LIMIT)
        return refuse(TCS_5_0_3, "tcs.no-more-5-vehicles-overrun");
    return has_exit(scenario, view, hex, &order->value[first], count)
               ? has_exit_by_orders(scenario, view, hex, &order->value[first], count)
               : refuse(TCS_23_0D_1, "tcs.no-hex-leave", hex);
}

/* A shared load may need more vehicles than are named so far. */
static bool may_begin(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, SLOT_BY, &count);
    if (!refused(overrun_check(scenario, view, order)))
        return true;
    if (!refused(load_stays_whole(view, &order->value[first], count)))
        return false;
    for (int piece = order->value[first + count - 1] + 1; piece < scenario->pieces && count < VEHICLE_LIMIT; piece++) {
        Order with = *order;
        order_add(&with, SLOT_BY, (uint16_t)piece);
        if (is_on_map(view, (Piece)piece) && is_vehicle(kind_of(scenario, (Piece)piece)) &&
            view->unit[piece].side == question(&view->head)->side && may_begin(scenario, view, &with))
            return true;
    }
    return false;
}

void overrun_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 1 && !refused(overrun_check(scenario, view, prefix));
    list_beside(scenario, view, prefix, VEHICLE_LIMIT, may_begin, out);
}

void overrun_apply(Play *play, const Order *order)
{
    int count, first = order_slot(order, SLOT_BY, &count);
    if (!finishes_first(play, order))
        combat_begin(play, OVERRUN, order->value[0], &order->value[first], count);
}

/* ---- exit HEX -------------------------------------------------------------------------------------------- */

static int drivers(const Scenario *scenario, const State *view, Piece out[STACK])
{
    int count = attackers_left(view, out), kept = 0;
    for (int i = 0; i < count; i++)
        if (is_vehicle(kind_of(scenario, out[i])))
            out[kept++] = out[i];
    return kept;
}

/* They must go somewhere: orders bind only if there is a way out that keeps them. */
Refusal exit_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece driving[STACK];
    Hex hex = view->combat.hex;
    int count = drivers(scenario, view, driving);
    Refusal no = can_leave_to(scenario, view, hex, driving, count, order->value[0]), strays = LEGAL;
    if (!refused(no))
        strays = orders_allow(scenario, view, driving, count, order->value[0]);
    for (Edge edge = 0; refused(strays) && edge < EDGES; edge++) {
        Hex other = scenario->map->next[hex][edge];
        if (other != NO_HEX && !refused(can_leave_to(scenario, view, hex, driving, count, other)) &&
            !refused(orders_allow(scenario, view, driving, count, other)))
            return strays;
    }
    return no;
}

void exit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 1;
    for (Edge edge = 0; !prefix->count && edge < EDGES; edge++) {
        Order order = *prefix;
        Hex to = scenario->map->next[view->combat.hex][edge];
        order_add(&order, 0, to);
        if (to != NO_HEX && !refused(exit_check(scenario, view, &order)))
            choose(out, 0, to);
    }
}

/* 23.0d-2: the exit is a trigger, which comes when the combat is over. */
void exit_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece driving[STACK];
    Hex from = state->combat.hex, to = order->value[0];
    int count = drivers(play->scenario, state, driving);
    answered(state);
    take_control(play->data, state, state->combat.side, from); /* a side alone there was so, if only in passing */
    for (int i = 0; i < count; i++) {
        move_to(play, driving[i], to);
        tell(play->events, EVENT_MOVED, 0, sentence(TCS_23_0D_1, "tcs.leaves", driving[i], from, to));
    }
    combat_ends(play);
    walk_out(play, driving, count, from, to);
}

/* a unit whose way out is gone is lost. */
void overrun_leaves(Play *play)
{
    State *state = play->state;
    Piece driving[STACK];
    int count = drivers(play->scenario, state, driving);
    if (count && has_exit(play->scenario, state, state->combat.hex, driving, count)) {
        ask(state, ASK_EXIT, state->combat.side);
        return;
    }
    for (int i = 0; i < count; i++)
        bury(play, driving[i], TCS_23_0D_1);
    combat_ends(play);
}

Sentence exit_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_23_0D_1, "tcs.where-go", question(&view->head)->side, view->combat.hex);
}
