/* consolidated.c — TCS 24: the Consolidated Assault: vehicles and infantry together, riding or on foot.
 *
 * They come in like an Overrun, the defender is not asked to flee, riders may jump off for nothing (2.5.3); then it
 * goes on like an Assault, round by round, in the defender's ground, by the rules of both (assault.c, 2.5.2, 24.0d,
 * 24.0e, 24.0f). When only vehicles are left it ends as an Overrun, when only infantry is as an Assault. */
#include <string.h>

#include "systems/tcs/tcs.h"

enum { SLOT_HEX, SLOT_BY };

/* ---- consolidate HEX by COUNTER… ------------------------------------------------------------------------- */

/* 24.0a: what the carrier has aboard. */
static Refusal load_allows(const Scenario *scenario, const State *view, Piece carrier, int *infantry, int *steps)
{
    EACH_IN(rider, view, view->unit[carrier].at.hex) {
        if (!is_riding(view, rider) || view->unit[rider].carrier[0] != carrier)
            continue;
        if (view->unit[rider].riding == TOWED)
            return refuse(TCS_24_0A, "tcs.towed-takes-no-part", rider);
        *infantry += kind_of(scenario, rider)->category == INFANTRY;
        *steps += view->unit[rider].steps;
    }
    return LEGAL;
}

static Refusal may_go_in(const Scenario *scenario, const State *view, Piece piece, Hex hex, bool singly)
{
    const Kind *kind = kind_of(scenario, piece);
    int grains;
    Refusal no = may_move(scenario, view, piece);
    if (refused(no))
        return no;
    if (!is_vehicle(kind) && kind->category != INFANTRY)
        return refuse(TCS_24_0A, "tcs.neither-infantry-nor-vehicle-not", piece);
    if (edge_between(&scenario->map->grid, view->unit[piece].at.hex, hex) == EDGES)
        return refuse(TCS_24_0A, "tcs.not-next", piece, hex);
    no = can_enter(scenario, view, piece, hex, singly, is_vehicle(kind) ? OVERRUN : ASSAULT, &grains);
    return refused(no) ? no : may_fight_at(scenario, view, piece, hex);
}

Refusal consolidate_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0];
    int count, first = order_slot(order, SLOT_BY, &count), vehicles = 0, infantry = 0, steps = 0;
    Refusal no = LEGAL;
    if (!enemy_in(view, question(&view->head)->side, hex))
        return refuse(TCS_24_0_1, "tcs.no-enemy-stands", hex);
    for (int i = 0; i < count && !refused(no); i++) {
        Piece piece = order->value[first + i];
        bool vehicle = is_vehicle(kind_of(scenario, piece));
        no = may_go_in(scenario, view, piece, hex, count == 1);
        if (!refused(no))
            no = are_together(view, order->value[first], piece);
        if (!refused(no) && vehicle)
            no = load_allows(scenario, view, piece, &infantry, &steps);
        vehicles += vehicle;
        infantry += !vehicle;
        steps += vehicle ? 0 : view->unit[piece].steps;
    }
    if (!refused(no))
        no = load_stays_whole(view, &order->value[first], count);
    if (refused(no))
        return no;
    if (vehicles > VEHICLE_LIMIT || steps > STEP_LIMIT)
        return refuse(TCS_5_0_3, "tcs.no-more-5-vehicles-30");
    return vehicles && infantry ? LEGAL : refuse(TCS_24_0B_1, "tcs.takes-both-vehicles-infantry");
}

/* Whether these, with other units of their hex, can do it. */
static bool can_begin(const Scenario *scenario, const State *view, const Order *order, int more)
{
    int count, first = order_slot(order, SLOT_BY, &count), last = order->value[first + count - 1];
    Refusal no = consolidate_check(scenario, view, order);
    if (!refused(no))
        return true;
    if (no.why.rule != TCS_24_0B_1 && no.why.rule != TCS_25_1E_2)
        return false;
    for (int piece = last + 1; more && piece < scenario->pieces; piece++) {
        Order with = *order;
        if (!is_on_map(view, (Piece)piece) || view->unit[piece].at.hex != view->unit[last].at.hex ||
            !order_add(&with, SLOT_BY, (uint16_t)piece))
            continue;
        if (can_begin(scenario, view, &with, more - 1))
            return true;
    }
    return false;
}

static bool is_next_to(const Scenario *scenario, const State *view, int side, Hex hex)
{
    for (Edge edge = 0; edge < EDGES; edge++)
        if (scenario->map->next[hex][edge] != NO_HEX && friend_in(view, side, scenario->map->next[hex][edge]))
            return true;
    return false;
}

void consolidate_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int side = question(&view->head)->side, count, first = order_slot(prefix, SLOT_BY, &count);
    int last = count ? prefix->value[first + count - 1] : -1;
    out->complete = count > 0 && !refused(consolidate_check(scenario, view, prefix));
    EACH_BIT(hex, view->occupied[enemy_of(side)], TCS_WORDS) {
        bool listed = false;
        if ((prefix->count && prefix->value[0] != hex) || !is_next_to(scenario, view, side, (Hex)hex))
            continue;
        for (int piece = last + 1; piece < scenario->pieces && count < STACK && !listed; piece++) {
            if (!is_on_map(view, (Piece)piece) || view->unit[piece].side != side ||
                map_distance(scenario->map, view->unit[piece].at.hex, (Hex)hex) > 1)
                continue;
            Order order = *prefix;
            if (!prefix->count)
                order_add(&order, SLOT_HEX, (uint16_t)hex);
            order_add(&order, SLOT_BY, (uint16_t)piece);
            if (!can_begin(scenario, view, &order, CARRIERS))
                continue;
            listed = !prefix->count;
            choose(out, prefix->count ? SLOT_BY : SLOT_HEX, prefix->count ? piece : hex);
        }
    }
}

void consolidate_apply(Play *play, const Order *order)
{
    int count, first = order_slot(order, SLOT_BY, &count);
    if (!finishes_first(play, order))
        combat_begin(play, CONSOLIDATED, order->value[0], &order->value[first], count);
}

/* ---- what becomes of it ---------------------------------------------------------------------------------- */

/* 24.0b-2: weapons that have jumped off are no vehicles either. */
void consolidated_changes(Play *play)
{
    State *state = play->state;
    Piece left[STACK];
    int count = attackers_left(state, left), vehicles = 0, others = 0;
    if (state->combat.kind != CONSOLIDATED)
        return;
    for (int i = 0; i < count; i++) {
        const Kind *kind = kind_of(play->scenario, left[i]);
        vehicles += is_vehicle(kind);
        others += kind->category == INFANTRY || (!is_vehicle(kind) && !is_riding(state, left[i]));
    }
    if (vehicles && !others) {
        state->combat.kind = OVERRUN;
        tell(play->events, EVENT_NOTE, 0, sentence(TCS_24_0B_2, "tcs.only-vehicles-left-ends-overrun"));
    } else if (others && !vehicles) {
        state->combat.kind = ASSAULT;
        tell(play->events, EVENT_NOTE, 0, sentence(TCS_24_0B_2, "tcs.no-vehicle-left-goes-assault"));
    }
}

/* ---- units that quit ------------------------------------------------------------------------------------- */

static bool quits(const Order *order, Piece piece) { return order_has(order, 0, piece); }

/* Riders and what carries them leave together. */
static Refusal loads_quit(const State *view, const Order *order)
{
    EACH_IN(rider, view, view->combat.hex)
        for (int i = 0; is_riding(view, rider) && view->unit[rider].side == view->combat.side && i < CARRIERS; i++) {
            Piece carrier = view->unit[rider].carrier[i];
            if (carrier != NO_PIECE && quits(order, carrier) != quits(order, rider))
                return refuse(TCS_24_0C, "tcs.leave-together", carrier, rider);
        }
    return LEGAL;
}

/* vehicles alone need no unit to roll: a die without additions does. */
Refusal quitters_allow(const Scenario *scenario, const State *view, const Order *order, bool rolls)
{
    int count, first = order_slot(order, 0, &count);
    Refusal no = loads_quit(view, order);
    for (int i = 0; i < count && !rolls && !refused(no); i++)
        if (!is_vehicle(kind_of(scenario, order->value[first + i])))
            no = refuse(TCS_22_1C, "tcs.somebody-must-roll", order->value[first + i]);
    return no;
}
