/* shipping.c — OCS 19.4 and 20.0a: shipping from port to port, and how much a port lands.
 *
 *     ship sRD302 to 32.06     consign 29.05 supply 8 to 32.06
 *
 * A side's shipping allowance is spent like rail capacity, a player turn at a time, over any distance between two ports
 * of its own. What a port lands in a phase is limited by its capacity, units weighed as on a train (13.0d); what it
 * loads is not. One unit of any size may always land, if it has the port to itself (20.0a-2). */
#include "systems/ocs/air.h"

bool is_own_port(const Scenario *scenario, const State *state, int side, Hex hex)
{
    if (port_at(scenario, hex) < 0)
        return false;
    int box = map_box(scenario->map, hex);
    return box >= 0 ? box < OCS_BOXES && data_of(scenario)->box[box].side == side : has_bit(state->control[side], hex);
}

Refusal may_unload(const Scenario *scenario, const State *view, Hex hex, int eighths, bool one_unit)
{
    int port = port_at(scenario, hex), used = view->unloaded[port];
    int left = used == PORT_FULL ? 0 : port_capacity(scenario, view, port) * EIGHTHS - used;
    if (eighths <= left || (one_unit && !used))
        return LEGAL;
    left = tokens_left(left > 0 ? left : 0);
    return refuse(one_unit ? OCS_20_0A_2 : OCS_20_0A_1, "ocs.takes-sp-t-port-lands", tokens_needed(eighths) / TOKENS,
                  tokens_needed(eighths) % TOKENS, hex, left / TOKENS, left % TOKENS);
}

void unload_at(const Scenario *scenario, State *state, Hex hex, int eighths)
{
    int port = port_at(scenario, hex), used = state->unloaded[port] + eighths;
    state->unloaded[port] = (uint16_t)(used > port_capacity(scenario, state, port) * EIGHTHS ? PORT_FULL : used);
}

/* ---- units and ports ------------------------------------------------------------------------------------------- */

static Refusal may_ship(const Scenario *scenario, const State *view)
{
    const Book *data = data_of(scenario);
    bool own = view->head.phase == STEP_MOVEMENT || view->head.phase == STEP_MODES_AND_MOVEMENT;
    int side = question(&view->head)->side;
    if (!own || side != view->phasing)
        return refuse(OCS_19_4, "ocs.shipping-goes-own-movement-phase");
    if (!data->shipping[side])
        return refuse(OCS_19_4, "ocs.no-shipping", side);
    return view->sea_closed ? refuse(OCS_19_4, "ocs.sea-closed-ice") : LEGAL;
}

static Refusal may_voyage(const Scenario *scenario, const State *view, Hex from, Hex to, int eighths, bool one_unit)
{
    int side = question(&view->head)->side;
    int left = data_of(scenario)->shipping[side] * EIGHTHS - view->shipping_used[side];
    if (!is_own_port(scenario, view, side, from) || !is_own_port(scenario, view, side, to) || from == to)
        return refuse(OCS_19_4, "ocs.shipping-goes-port-port-yours", from, to);
    for (int end = 0; end < 2; end++) { /* 12.3c, D68: friends do not help */
        Hex port = end ? to : from;
        if (port < scenario->map->hexes && is_contact(scenario, view, side, port))
            return refuse(OCS_19_4, "ocs.enemy-next-port-shipping-neither", port);
    }
    if (eighths > left)
        return refuse(OCS_19_4, "ocs.takes-sp-t-shipping-sp", tokens_needed(eighths) / TOKENS,
                      tokens_needed(eighths) % TOKENS, tokens_left(left) / TOKENS, tokens_left(left) % TOKENS);
    return may_unload(scenario, view, to, eighths, one_unit);
}

/* The ports such a load can go to; how many. */
static int list_ports(const Scenario *scenario, const State *view, Hex from, int eighths, bool one_unit, int slot,
                      Choices *out)
{
    int count = 0;
    EACH_BIT(hex, data_of(scenario)->ports, OCS_WORDS)
        if (!refused(may_voyage(scenario, view, from, (Hex)hex, eighths, one_unit))) {
            count++;
            if (out)
                choose(out, slot, hex);
        }
    return count;
}

/* ---- ship COUNTER to HEX ---------------------------------------------------------------------------------------- */

Refusal ship_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Piece piece = order->value[0];
    Hex to = order->value[1];
    Refusal no = may_ship(scenario, view);
    if (!refused(no))
        no = may_embark(scenario, view, piece);
    if (!refused(no) && to < scenario->map->hexes && !can_stand(scenario, mp_kind(data, view, piece), to))
        no = refuse(OCS_6_2C, "ocs.cannot-stand", piece, to);
    return refused(no) ? no
                       : may_voyage(scenario, view, view->unit[piece].at.hex, to, rail_weight(data, view, piece), true);
}

void ship_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    if (prefix->count == 2 || refused(may_ship(scenario, view)))
        return;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if ((prefix->count && prefix->value[0] != piece) || !is_asked_for(view, piece) ||
            port_at(scenario, view->unit[piece].at.hex) < 0)
            continue;
        EACH_BIT(hex, data_of(scenario)->ports, OCS_WORDS) {
            Order order = order_of(prefix->verb);
            order_add(&order, 0, piece);
            order_add(&order, 1, (uint16_t)hex);
            if (refused(ship_check(scenario, view, &order)))
                continue;
            choose(out, prefix->count, prefix->count ? hex : piece);
            if (!prefix->count)
                break;
        }
    }
}

void ship_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Hex from = state->unit[piece].at.hex, to = order->value[1];
    int side = state->unit[piece].side, eighths = rail_weight(play->data, state, piece);
    state->shipping_used[side] = (uint16_t)(state->shipping_used[side] + eighths);
    unload_at(play->scenario, state, to, eighths);
    leave_works(state, side, from);
    move_to(play, piece, to);
    state->unit[piece].now |= MOVED | ARRIVED;
    halt_unit(play, piece); /* D23 */
    tell(play->events, EVENT_MOVED, 0, sentence(OCS_19_4, "ocs.goes-sea", piece, from, to));
}

/* ---- consign HEX KIND N to HEX ---------------------------------------------------------------------------------- */

Refusal consign_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = question(&view->head)->side, kind = order->value[1], amount = order->value[2];
    const Pile *pile = pile_in(view, side, order->value[0]);
    Refusal no = may_ship(scenario, view);
    if (refused(no))
        return no;
    int there = pile ? cargo_at(scenario, view, pile, kind) : 0;
    if (!amount || amount > there)
        return refuse(OCS_19_4, "ocs.can-loaded", there, order->value[0]);
    if (kind != ON_GROUND && view->convoys == OCS_CONVOYS)
        return refuse(OCS_12_2B_2, "ocs.convoys-already", OCS_CONVOYS);
    no = may_ride_so(scenario, view, pile, kind, amount, order_value(order, 4, NO_WISH));
    if (refused(no))
        return no;
    return may_voyage(scenario, view, order->value[0], order->value[3], eighths_of(kind, amount), false);
}

void consign_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count >= 4;
    list_wishes(scenario, view, prefix, out);
    if (prefix->count >= 4 || refused(may_ship(scenario, view)))
        return;
    for (int i = 0; i < view->piles; i++) {
        const Pile *pile = &view->pile[i];
        if (pile->side != question(&view->head)->side || (prefix->count && prefix->value[0] != pile->hex) ||
            port_at(scenario, pile->hex) < 0)
            continue;
        for (int kind = 0; kind < STORES; kind++) {
            int there = kind != ON_GROUND && view->convoys == OCS_CONVOYS ? 0 : cargo_at(scenario, view, pile, kind);
            if ((prefix->count > 1 && prefix->value[1] != kind) || there < 1 ||
                !list_ports(scenario, view, pile->hex, eighths_of(kind, 1), false, 3, NULL))
                continue;
            if (prefix->count == 3) {
                list_ports(scenario, view, pile->hex, eighths_of(kind, prefix->value[2]), false, 3, out);
            } else if (prefix->count == 2) {
                for (int amount = 1; amount <= there; amount++)
                    if (list_ports(scenario, view, pile->hex, eighths_of(kind, amount), false, 3, NULL))
                        choose(out, 2, amount);
            } else {
                choose(out, prefix->count, prefix->count ? kind : pile->hex);
                if (!prefix->count)
                    break;
            }
        }
    }
}

void consign_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int side = asked(state)->side, kind = order->value[1], amount = order->value[2];
    int eighths = eighths_of(kind, amount);
    Hex from = order->value[0], to = order->value[3];
    state->shipping_used[side] = (uint16_t)(state->shipping_used[side] + eighths);
    unload_at(play->scenario, state, to, eighths);
    carry_cargo(play, side, from, to, kind, amount, order_value(order, 4, NO_WISH));
    tell(play->events, EVENT_NOTE, 1u << enemy_of(side),
         sentence(OCS_19_4, "ocs.goes-sea-2", amount, WORD_STORE + kind, from, to));
}
