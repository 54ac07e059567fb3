/* advance.c — OCS 9.13c and 9.14: entering the hex that was cleared, and marking exploiters (turned to their Combat
 * side, 5.9b; never disorganized ones, 5.9c, 5.10c). Both name any of the attackers, or none (`stay`). After an overrun
 * only units that tagged along can be named (7.1g). */
#include "systems/ocs/air.h"

/* After an overrun only units that tagged along can be named: the others have entered (7.1g-4). */
static bool took_part(const State *view, Piece piece)
{
    for (int i = 0; view->combat.overrun && i < view->combat.tags; i++)
        if (view->combat.tag[i] == piece)
            return is_on_map(view, piece) && view->unit[piece].at.hex == view->combat.launch;
    if (view->combat.overrun)
        return false;

    for (int i = 0; i < view->combat.count[0]; i++)
        if (view->combat.piece[0][i] == piece)
            return is_there(view, piece);
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

/* ---- advance COUNTER… [convoys N…] ---------------------------------------------------------------------------- */

static Refusal may_bring(const Scenario *scenario, const State *view, int number)
{
    const Combat *combat = &view->combat;
    const Convoy *convoy = convoy_in(view, combat->launch, number);
    (void)scenario;
    return convoy && combat->convoys >> (number - 1) & 1
               ? LEGAL
               : refuse(OCS_7_1G_4, "ocs.no-convoy-tagged-along", number, combat->launch);
}

/* Into a hex that a combat cleared no more than 10 REs go (D30); in the midst of movement that is seen to later. */
Refusal advance_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Hex target = view->combat.target;
    int room = stacked_re(scenario, view, target), count, convoys, convoy = order_slot(order, 1, &convoys);
    order_slot(order, 0, &count);
    if (!order->count)
        return refuse(OCS_9_13C_1, "ocs.say-enters-stay", target);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[i];
        if (!took_part(view, piece))
            return refuse(view->combat.overrun ? OCS_7_1G_4 : OCS_9_13C_1, "ocs.not-attack", piece, target);
        Hex from = hex_of(view, piece);
        Edge edge = edge_between(&scenario->map->grid, from, target);
        bool ashore = is_on_map(view, piece);
        if (edge == EDGES ||
            (ashore ? crossing(scenario, view, view->combat.side, mp_kind(data, view, piece), from, edge) == PROHIBITED
                    : !can_stand(scenario, mp_kind(data, view, piece), target)))
            return refuse(OCS_9_3A, "ocs.cannot-enter", piece, target);
        room += kind_of(data, view, piece)->class == HEADQUARTERS ? 0 : re_of(data, view, piece);
    }
    Refusal no = LEGAL;
    for (int i = 0; i < convoys && !refused(no); i++)
        no = may_bring(scenario, view, order->value[convoy + i]);
    if (!refused(no) && !view->combat.overrun && room > STACK_LIMIT)
        no = refuse(OCS_9_13C_1, "ocs.more-10-res-stand", target);
    return no;
}

void advance_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int convoys, convoy = order_slot(prefix, 1, &convoys);
    if (!convoys)
        list_sets(scenario, view, prefix, out, advance_check);
    else
        out->complete = !refused(advance_check(scenario, view, prefix));
    for (int number = convoys ? prefix->value[convoy + convoys - 1] + 1 : 1; number <= view->convoys; number++)
        if (convoys < TAGGING_CONVOYS && !refused(may_bring(scenario, view, number)))
            choose(out, 1, number);
}

void advance_apply(Play *play, const Order *order)
{
    State *state = play->state;
    const Combat *combat = &state->combat;
    int count, convoys, convoy = order_slot(order, 1, &convoys);
    order_slot(order, 0, &count);
    answered(state); /* entering may raise questions of its own */
    for (int i = 0; i < count; i++) {
        Hex from = hex_of(state, order->value[i]);
        leave_works(state, combat->side, from);
        go_ashore(play, order->value[i]);
        move_to(play, order->value[i], combat->target);
        tell(play->events, EVENT_ADVANCED, 0,
             sentence(combat->overrun ? OCS_7_1G_4 : OCS_9_13C_1, "ocs.enters", order->value[i], combat->target, from));
    }
    if (combat->overrun && count)
        arrive_in(play, order->value, count, combat->target);
    for (int i = 0; i < convoys; i++)
        convoy_goes_along(play, order->value[convoy + i], combat->target);
    if (!combat->overrun)
        come_into(play, combat->side, combat->target);
}

Sentence advance_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_9_13C_1, "ocs.enters-2", question(&view->head)->side, view->combat.target);
}

/* ---- exploit COUNTER… ------------------------------------------------------------------------------------- */

Refusal exploit_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < order->count; i++) {
        Piece piece = order->value[i];
        if (!took_part(view, piece) || !is_on_map(view, piece))
            return refuse(OCS_9_14_2, "ocs.took-no-part-combat", piece);
        if (view->unit[piece].marker == DISORGANIZED)
            return refuse(OCS_9_14C, "ocs.disorganized", piece);
        if (rating_of(data, view, piece) < view->combat.exploit)
            return refuse(OCS_9_14_1, "ocs.rating-below", piece, view->combat.exploit);
        if (!data->half_exploitation && !kind_of(data, view, piece)->face[COMBAT_SIDE].there)
            return refuse(OCS_9_14B, "ocs.no-combat-side", piece);
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
        if (!play->data->half_exploitation) /* E3: it keeps its side and moves at half */
            unit->face = COMBAT_SIDE;
        unit->marker = EXPLOITING;
        tell(play->events, EVENT_STATE, 0, sentence(OCS_9_14_1, "ocs.exploits", order->value[i]));
    }
    answered(state);
}

Sentence exploit_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_9_14_1, "ocs.rating-more-marked-exploit", question(&view->head)->side, view->combat.exploit);
}

void stay_apply(Play *play, const Order *order)
{
    (void)order;
    answered(play->state);
}
