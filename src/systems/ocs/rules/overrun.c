/* overrun.c — OCS 7: attacks in the midst of movement.
 *
 *     overrun gPzR4/13 gKB43/13 at 24.12 [at-all-costs] [with gHQ-III] [convoys 1]
 *
 * Units that began the phase together attack the next hex for 3 MPs; how the ground would be entered without roads must
 * cost no more (7.0-3, 7.1a, ruling A2). All else is combat (combat.c). Units that win enter at once and go on with the
 * MPs they have left, to overrun again (7.0-6); units that fail and stay may go on too, units that retreat have halted
 * (7.0-8, ruling A1).
 *
 * Units that cannot overrun may tag along (7.1g, D31): HQs, guns, disorganized troops, convoys. They pay the 3 MPs too,
 * fight and lose nothing, and enter or go back with the others if their owner likes. For the rest of the phase they
 * move only with that force: units that stay behind are halted. */
#include "systems/ocs/air.h"

enum { OVERRUN_COST = 3 * QUARTERS, LOCKED_WITHIN = 5, LEAST_RATING = 3 };
enum { OVERRUNNERS, TARGET_HEX, COSTS, TAGS, TAG_CONVOYS }; /* slots */

static Refusal may_overrun(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_known(data, view, piece))
        return refuse(OCS_6_3B_1, "ocs.not-yours-move-now", piece);
    Refusal no = may_act(scenario, view, piece);
    if (!refused(no) && unit->marker == DISORGANIZED)
        no = refuse(OCS_5_10B_2, "ocs.disorganized-cannot-overrun", piece);
    if (!refused(no) && (unit->marker == RESERVE || unit->marker == STRATEGIC))
        no = refuse(OCS_7_0_2, "ocs.no-overrun-reserve-strategic-move", piece);
    if (!refused(no))
        no = bars_attack(scenario, view, piece);
    if (refused(no))
        return no;
    if (unit->now & LANDED)
        return refuse(OCS_19_3_4, "ocs.came-ashore-player-turn-not", piece);
    if (unit->now & HALTED)
        return refuse(OCS_6_0_3, "ocs.halted-phase", piece);
    if (needs_fuel(scenario, view, piece))
        return refuse(OCS2_FUEL_1, "ocs.not-fuelled", piece);
    int left = mp_left(data, view, piece);
    if (left < OVERRUN_COST)
        return refuse(OCS_7_1A_2, "ocs.overrun-takes-3-mps-left", piece, left);
    if (!has_surprise(data) && rating_of(data, view, piece) < LEAST_RATING)
        return refuse(OCS_7_1B, "ocs.without-rule-surprise-only-ratings", piece, rating_of(data, view, piece));
    return LEGAL;
}

/* What the target would cost, as if no road led there; PROHIBITED. */
static int ground_cost(const Scenario *scenario, const State *view, int side, int mp, Hex from, Hex target)
{
    Edge edge = edge_between(&scenario->map->grid, from, target);
    int cost = data_of(scenario)->overrun_by_road ? going(scenario, view, side, mp, from, edge) /* A2, the other way */
                                                  : bare_going(scenario, view, side, mp, from, edge);
    if (cost != PROHIBITED && is_interdicted(scenario, view, side, target))
        cost += data_of(scenario)->interdicted_cost[mp]; /* D5 */
    return cost;
}

static Refusal test_ground(const Scenario *scenario, const State *view, Piece piece, Hex target)
{
    Hex from = view->unit[piece].at.hex;
    Edge edge = target < scenario->map->hexes ? edge_between(&scenario->map->grid, from, target) : EDGES;
    if (edge == EDGES)
        return refuse(OCS_7_0_4, "ocs.not-next", target, piece);
    if (!enemy_in(view, view->unit[piece].side, target))
        return refuse(OCS_7_0_4, "ocs.no-enemy-unit-stands", target);
    int mp = mp_kind(data_of(scenario), view, piece), side = view->unit[piece].side;
    int cost = ground_cost(scenario, view, side, mp, from, target);
    if (cost == PROHIBITED)
        return refuse(OCS_7_1A_1, "ocs.cannot-enter-off-road", piece, target);
    if (cost > OVERRUN_COST)
        return refuse(OCS_7_0_3, "ocs.cost-mps-off-road-too", target, piece, cost);
    return LEGAL;
}

/* The units alone: together since the phase began, in one hex that is not overstacked. */
static Refusal check_units(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    const Unit *leader = &view->unit[order->value[first]];
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        Refusal no = may_overrun(scenario, view, piece);
        if (refused(no))
            return no;
        if (view->unit[piece].at.hex != leader->at.hex || view->unit[piece].start != leader->start)
            return refuse(OCS_7_0_1, "ocs.not-begin-phase-stacked", piece, order->value[first]);
    }
    if (stacked_re(scenario, view, leader->at.hex) > STACK_LIMIT)
        return refuse(OCS_4_2_7, "ocs.more-10-res-stand-no", leader->at.hex);
    return LEGAL;
}

static Refusal check_at(const Scenario *scenario, const State *view, const Order *order, Hex target)
{
    int count, first = order_slot(order, 0, &count);
    Refusal no = LEGAL;
    for (int i = 0; i < count && !refused(no); i++)
        no = test_ground(scenario, view, order->value[first + i], target);
    return no;
}

/* ---- 7.1g, D31: units that tag along
 * ----------------------------------------------------------------------------- */

/* Whether a unit of that force overruns. */
static bool is_led(const State *view, const Order *order, int band)
{
    int count, first = order_slot(order, OVERRUNNERS, &count);
    for (int i = 0; i < count; i++)
        if (view->band[order->value[first + i]] == band)
            return true;
    return false;
}

static Refusal may_tag(const Scenario *scenario, const State *view, const Order *order, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_known(data, view, piece) ||
        !is_unit(kind_of(data, view, piece)) || unit->at.hex != view->unit[order->value[0]].at.hex)
        return refuse(OCS_7_1G_1, "ocs.not-stand-overrunners", piece);
    Refusal no = may_act(scenario, view, piece);
    if (refused(no))
        return no;
    if (unit->marker == RESERVE || unit->marker == STRATEGIC || unit->now & HALTED)
        return refuse(OCS_7_1G_1, "ocs.may-not-come-next-enemy", piece);
    if (view->band[piece] & TAGGING && !is_led(view, order, view->band[piece] & ~TAGGING))
        return refuse(OCS_7_1G_1, "ocs.tagged-along-another-overrun-goes", piece);
    if (needs_fuel(scenario, view, piece))
        return refuse(OCS2_FUEL_1, "ocs.not-fuelled", piece);
    if (mp_left(data, view, piece) < OVERRUN_COST)
        return refuse(OCS_7_1G_4, "ocs.must-spend-3-mps-too", piece, mp_left(data, view, piece));
    if (!refused(may_overrun(scenario, view, piece)))
        return refuse(OCS_7_1G_1, "ocs.can-overrun-attacks-stays-out", piece);
    return test_ground(scenario, view, piece, order_value(order, TARGET_HEX, NO_HEX));
}

static Refusal may_tag_convoy(const Scenario *scenario, const State *view, const Order *order, int number)
{
    Hex launch = view->unit[order->value[0]].at.hex;
    const Convoy *convoy = convoy_in(view, launch, number);
    if (!convoy)
        return refuse(OCS_7_1G_2, "ocs.you-no-convoy", number, launch);
    if (convoy->halted == HALTED_BEHIND || (convoy->halted == HALTED_ALONG && !is_led(view, order, convoy->band)))
        return refuse(OCS_7_1G_2, "ocs.convoy-tagged-along-another-overrun", number);
    if (convoy->mp < OVERRUN_COST)
        return refuse(OCS_7_1G_4, "ocs.convoy-must-spend-3-mps", number, convoy->mp);
    int cost = ground_cost(scenario, view, convoy->side, data_of(scenario)->vehicle[convoy->store].mp, launch,
                           order_value(order, TARGET_HEX, NO_HEX));
    if (cost == PROHIBITED || cost > OVERRUN_COST)
        return refuse(OCS_7_1A_1, "ocs.convoy-cannot-follow", number);
    return LEGAL;
}

static Refusal check_tags(const Scenario *scenario, const State *view, const Order *order)
{
    int units, unit = order_slot(order, TAGS, &units), convoys, convoy = order_slot(order, TAG_CONVOYS, &convoys);
    Refusal no = LEGAL;
    for (int i = 0; i < units && !refused(no); i++)
        no = may_tag(scenario, view, order, order->value[unit + i]);
    for (int i = 0; i < convoys && !refused(no); i++)
        no = may_tag_convoy(scenario, view, order, order->value[convoy + i]);
    return no;
}

static bool is_at_all_costs(const Order *order) { return order_value(order, COSTS, NO_HEX) != NO_HEX; }

Refusal overrun_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    Refusal no = check_units(scenario, view, order);
    if (!refused(no))
        no = check_at(scenario, view, order, order_value(order, TARGET_HEX, NO_HEX));
    if (!refused(no))
        no = check_tags(scenario, view, order);
    if (!refused(no) && is_at_all_costs(order))
        no = may_at_all_costs(data_of(scenario));
    /* B4 */
    return refused(no) ? no : attack_supply(scenario, view, &order->value[first], count, is_at_all_costs(order));
}

/* What may follow an overrun that is one already: units that tag along, in rising order, and the price. */
static void list_company(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int units, unit = order_slot(prefix, TAGS, &units), convoys, convoy = order_slot(prefix, TAG_CONVOYS, &convoys);
    Order costly = *prefix;
    for (int piece = units ? prefix->value[unit + units - 1] + 1 : 0; !convoys && piece < scenario->pieces; piece++)
        if (view->unit[piece].standing == ON_MAP && units < STACK &&
            !refused(may_tag(scenario, view, prefix, (Piece)piece)))
            choose(out, TAGS, piece);
    for (int number = convoys ? prefix->value[convoy + convoys - 1] + 1 : 1; number <= view->convoys; number++)
        if (convoys < TAGGING_CONVOYS && !refused(may_tag_convoy(scenario, view, prefix, number)))
            choose(out, TAG_CONVOYS, number);
    if (!units && !convoys && !is_at_all_costs(prefix) && order_add(&costly, COSTS, 0) &&
        !refused(overrun_check(scenario, view, &costly)))
        choose(out, COSTS, 0);
}

static int list_targets(const Scenario *scenario, const State *view, const Order *order, Choices *out)
{
    const Unit *first = &view->unit[order->value[0]];
    if (!is_contact(scenario, view, first->side, first->at.hex) || refused(check_units(scenario, view, order)))
        return 0;
    return list_attacked(scenario, view, order, check_at, out);
}

void overrun_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int targets, last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    order_slot(prefix, 1, &targets);
    if (targets) {
        out->complete = !refused(overrun_check(scenario, view, prefix));
        if (out->complete)
            list_company(scenario, view, prefix, out);
        return;
    }
    uint64_t contact[OCS_WORDS] = {0};
    find_beside(scenario, view, enemy_of(question(&view->head)->side), contact);
    EACH_BIT_FROM(piece, own_counters(scenario, view), COUNTER_WORDS, prefix->count < STACK ? last + 1 : OCS_PIECES) {
        if (!is_on_map(view, (Piece)piece) || !has_bit(contact, view->unit[piece].at.hex) ||
            refused(may_overrun(scenario, view, (Piece)piece)))
            continue;
        Order order = *prefix;
        if (order_add(&order, 0, (uint16_t)piece) && list_targets(scenario, view, &order, NULL))
            choose(out, 0, piece);
    }
    if (prefix->count)
        list_targets(scenario, view, prefix, out);
}

/* 5.11-2: modes within 5 hexes are settled before either player sees the result. */
static void lock_modes(Play *play, int side, Hex target)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (state->unit[piece].side == side && is_on_map(state, piece) &&
            map_distance(play->scenario->map, state->unit[piece].at.hex, target) <= LOCKED_WITHIN)
            state->unit[piece].now |= LOCKED;
}

static void spend(Unit *unit)
{
    unit->spent = (uint16_t)(unit->spent + OVERRUN_COST);
    unit->now |= MOVED;
}

static void take_along(Play *play, const Order *order)
{
    State *state = play->state;
    Combat *combat = &state->combat;
    int units, unit = order_slot(order, TAGS, &units), convoys, convoy = order_slot(order, TAG_CONVOYS, &convoys);
    uint8_t band = (uint8_t)(state->bands + 1 < TAGGING ? ++state->bands : state->bands);
    for (int i = 0; i < combat->count[0]; i++)
        state->band[combat->piece[0][i]] = band;
    for (int i = 0; i < units; i++) {
        state->band[order->value[unit + i]] = band | TAGGING;
        combat->tag[combat->tags++] = order->value[unit + i];
        spend(&state->unit[order->value[unit + i]]);
        tell(play->events, EVENT_NOTE, 0, sentence(OCS_7_1G_1, "ocs.tags-along", order->value[unit + i]));
    }
    for (int i = 0; i < convoys; i++) {
        combat->convoys |= 1u << (order->value[convoy + i] - 1);
        state->convoy[order->value[convoy + i] - 1].band = band;
        state->convoy[order->value[convoy + i] - 1].mp -= OVERRUN_COST;
    }
}

/* Whether a unit that overran is there. */
static bool has_leader(const State *state, Hex hex)
{
    for (int i = 0; i < state->combat.count[0]; i++)
        if (is_on_map(state, state->combat.piece[0][i]) && state->unit[state->combat.piece[0][i]].at.hex == hex)
            return true;
    return false;
}

void overrun_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, 0, &count), side = state->unit[order->value[first]].side;
    Hex launch = state->unit[order->value[first]].at.hex, target = order_value(order, 1, NO_HEX);
    for (int i = 0; i < count; i++)
        spend(&state->unit[order->value[first + i]]);
    lock_modes(play, side, target);
    for (Piece piece = state->top[target]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (play->data->overrun_ends_reserve && state->unit[piece].marker == RESERVE) /* E2 */
            lose_reserve(play, piece, OCS_4_1_13);
    combat_begin(play, &order->value[first], count, target, launch, is_at_all_costs(order));
    take_along(play, order);
}

/* D31: for the rest of the phase they move only with that force. */
void bind_tags(Play *play)
{
    State *state = play->state;
    const Combat *combat = &state->combat;
    for (int i = 0; i < combat->tags; i++)
        if (is_on_map(state, combat->tag[i]) && !has_leader(state, state->unit[combat->tag[i]].at.hex) &&
            !(state->unit[combat->tag[i]].now & HALTED))
            halt_unit(play, combat->tag[i]);
    for (int i = 0; i < state->convoys; i++)
        if (combat->convoys >> i & 1)
            state->convoy[i].halted = has_leader(state, state->convoy[i].hex) ? HALTED_ALONG : HALTED_BEHIND;
}

bool overrun_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    Manner manner = {.overrun = true, .all_costs = is_at_all_costs(order)};
    return !refused(overrun_check(scenario, view, order)) && forecast_order(scenario, view, order, manner, out);
}
