/* guards.c — Proud Monster 8.11 and 8.13: units that become Guards, and rifle divisions that come back.
 *
 * Both belong to the Soviet part of the joint reinforcement phase, and both lapse when it ends (8.11-4, 8.13-4). A dead
 * division comes back untried, with a strength from the values of the dead, unless it died unseen: then it took none
 * with it, comes back first, and draws from where it would have (pm.r.88). By an option the Soviet picks the divisions,
 * and they come back as they were known (pm.r.19). */
#include "systems/pm/pm.h"

enum { FIRST_REBUILDS = 3, DEAD_NAMED = 60 };

/* ---- the beginning of the phase -------------------------------------------------------------- */

/* 8.13-3: by month. */
static int rebuild_rate(int turn) { return turn < FIRST_REBUILDS ? 0 : turn / 2; }

/* 8.13-2: district hexes that are Soviet and in full overland supply; Moscow has two. */
static int districts_working(const Scenario *scenario, const State *state)
{
    const Book *data = data_of(scenario);
    const Supplies *supplies = supplies_of(scenario, state, SOVIET_SIDE);
    int count = 0;
    EACH_BIT(hex, data->district, PM_WORDS)
        count += !german_controls(state, (Hex)hex) &&
                 supply_of_hex(scenario, state, supplies, SOVIET_SIDE, (Hex)hex) == SUPPLIED;
    return count;
}

void guards_begin(Play *play)
{
    State *state = play->state;
    int turn = state->head.turn, rebuilds = 0;
    if (!play->data->beginners) /* pm.r.87 */
        rebuilds = rebuild_rate(turn) * districts_working(play->scenario, state);
    state->rebuilds = (uint8_t)rebuilds;
    for (int pool = 0; pool < POOLS; pool++)
        state->conversions[pool] = play->data->conversions[turn][pool];
}

/* ---- rebuild N, rebuild these COUNTER… ------------------------------------------------------- */

static bool is_dead_rifle(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    return kind_of(data, view, piece)->pool == POOL_RD && in_box(data, view, piece, BOX_LOSSES);
}

static int dead_rifles(const Scenario *scenario, const State *view)
{
    int count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        count += is_dead_rifle(scenario, view, piece);
    return count;
}

static int rebuilds_left(const Scenario *scenario, const State *view)
{
    int dead = view->rebuilds ? dead_rifles(scenario, view) : 0;
    return dead < view->rebuilds ? dead : view->rebuilds;
}

Refusal rebuild_check(const Scenario *scenario, const State *view, const Order *order)
{
    bool choice = data_of(scenario)->on[REBUILD_CHOICE];
    int named, first = order_slot(order, 1, &named), count = choice ? named : order_value(order, 0, 0);
    if (choice ? order_value(order, 0, NO_HEX) != NO_HEX : named > 0)
        return choice ? refuse(PM_8_13_2, "pm.under-option-divisions-named")
                      : refuse(PM_8_13_2, "pm.nobody-chooses-divisions-come-back");
    for (int i = 0; i < named; i++)
        if (!is_dead_rifle(scenario, view, order->value[first + i]))
            return refuse(PM_8_13_2, "pm.no-dead-rifle-division", order->value[first + i]);
    if (!count || count > rebuilds_left(scenario, view))
        return refuse(PM_8_13_2, "pm.rifle-division-may-come-back", rebuilds_left(scenario, view));
    return LEGAL;
}

void rebuild_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int left = rebuilds_left(scenario, view), named, first = order_slot(prefix, 1, &named);
    bool choice = data_of(scenario)->on[REBUILD_CHOICE];
    out->complete = prefix->count > 0;
    for (int count = 1; !choice && !prefix->count && count <= left; count++)
        choose(out, 0, count);
    for (int piece = named ? prefix->value[first + named - 1] + 1 : 0;
         choice && named < left && named < DEAD_NAMED && piece < scenario->pieces; piece++)
        if (is_dead_rifle(scenario, view, (Piece)piece))
            choose(out, 1, piece);
}

/* In any order: how many, or which. */
void rebuild_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    bool choice = data_of(scenario)->on[REBUILD_CHOICE];
    for (int count = 1; !choice && !part->count && count <= rebuilds_left(scenario, view); count++)
        choose(out, 0, count);
    for (Piece piece = 0; choice && part->count < DEAD_NAMED && piece < scenario->pieces; piece++)
        if (is_dead_rifle(scenario, view, piece) && !order_has(part, 1, piece))
            choose(out, 1, piece);
}

Refusal rebuild_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    bool choice = data_of(scenario)->on[REBUILD_CHOICE];
    if (part->count || !rebuilds_left(scenario, view))
        return rebuild_check(scenario, view, part);
    if (!choice)
        demand_either(out, 0, 1);
    for (Piece piece = 0; choice && !out->either && piece < scenario->pieces; piece++)
        if (is_dead_rifle(scenario, view, piece))
            demand_either(out, 1, piece);
    return LEGAL;
}

/* pm.r.88: one that was seen draws again from the dead; by the option it comes back as it was. */
static void come_back(Play *play, Piece piece)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    if (unit->value && play->data->on[REBUILD_CHOICE]) {
        state->dead_left[unit->value - 1]--;
    } else if (unit->value) {
        unit->value = 0;
        unit->now |= REBUILT;
    }
    unit->steps = (unsigned)kind_of(play->data, state, piece)->steps & 7;
    state->rebuilds--;
    move_to(play, piece, box_of(play->data, BOX_TURN + state->head.turn - 1));
    tell(play->events, EVENT_NOTE, 0, sentence(PM_8_13_2, "pm.rebuilt", piece));
}

/* The next to come back: those that died unseen first. */
static Piece next_dead(const Play *play)
{
    for (int seen = 0; seen < 2; seen++)
        for (Piece piece = 0; piece < play->scenario->pieces; piece++)
            if (is_dead_rifle(play->scenario, play->state, piece) && !play->state->unit[piece].value == !seen)
                return piece;
    return NO_PIECE;
}

void rebuild_apply(Play *play, const Order *order)
{
    int named, first = order_slot(order, 1, &named);
    for (int i = 0; i < named; i++)
        come_back(play, order->value[first + i]);
    for (int count = named ? 0 : order_value(order, 0, 0); count > 0; count--)
        come_back(play, next_dead(play));
}

/* ---- convert COUNTER to GUARDS --------------------------------------------------------------- */

/* The pool a Guards counter stands in for; NO_POOL: it is not a Guards counter. */
static int guards_pool(const Kind *kind)
{
    static const uint8_t pools[TYPES] = {
        [INFANTRY] = POOL_RD + 1, [CAVALRY] = POOL_CD + 1, [MOTORIZED] = POOL_MRD + 1, [TANK] = POOL_TB + 1};
    return kind->is & GUARDS && pools[kind->type] ? pools[kind->type] - 1 : NO_POOL;
}

/* 8.11-2, pm.r.26 */
static Refusal may_be_guards(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    int pool = kind_of(data, view, piece)->pool;
    if (unit->side != SOVIET_SIDE || pool == NO_POOL || !view->conversions[pool])
        return refuse(PM_8_11_1, "pm.no-unit-like-becomes-guards", piece);
    if (in_box(data, view, piece, BOX_RVGK))
        return LEGAL;
    if (!on_map(scenario, view, piece))
        return refuse(PM_8_11_2, "pm.neither-map-nor-rvgk", piece);
    Supply supply = supply_of(scenario, view, supplies_of(scenario, view, SOVIET_SIDE), piece);
    if (supply != SUPPLIED && supply != PORT_SUPPLY) /* a port's garrison is always in supply (9.17) */
        return refuse(PM_8_11_2, "pm.not-full-supply-2", piece);
    return beside_enemy(scenario, view, SOVIET_SIDE, unit->at.hex) ? refuse(PM_8_11_2, "pm.stands-next-enemy", piece)
                                                                   : LEGAL;
}

/* 8.11-3: whether a tried unit of the pool qualifies. */
static bool a_tried_one_qualifies(const Scenario *scenario, const State *view, int pool)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (kind_of(data_of(scenario), view, piece)->pool == pool && view->unit[piece].value &&
            !refused(may_be_guards(scenario, view, piece)))
            return true;
    return false;
}

static Refusal may_convert(const Scenario *scenario, const State *view, Piece piece)
{
    Refusal refusal = may_be_guards(scenario, view, piece);
    if (refused(refusal) || !is_untried(data_of(scenario), view, piece))
        return refusal;
    return a_tried_one_qualifies(scenario, view, kind_of(data_of(scenario), view, piece)->pool)
               ? refuse(PM_8_11_3, "pm.tried-unit-type-qualifies-not", piece)
               : LEGAL;
}

static bool is_waiting_guard(const Scenario *scenario, const State *view, Piece guard, int pool)
{
    const Book *data = data_of(scenario);
    return guards_pool(kind_of(data, view, guard)) == pool && in_box(data, view, guard, BOX_CALLS);
}

Refusal convert_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order_value(order, 0, NO_PIECE), guard = order_value(order, 1, NO_PIECE);
    Refusal refusal = may_convert(scenario, view, piece);
    if (refused(refusal))
        return refusal;
    return is_waiting_guard(scenario, view, guard, kind_of(data_of(scenario), view, piece)->pool)
               ? LEGAL
               : refuse(PM_8_11_1, "pm.no-guards-counter", guard, piece);
}

/* Untried ones only of pools of which no tried one qualifies (8.11-3). */
static void list_converts(const Scenario *scenario, const State *view, Choices *out)
{
    const Book *data = data_of(scenario);
    bool tried[POOLS];
    for (int pool = 0; pool < POOLS; pool++)
        tried[pool] = view->conversions[pool] && a_tried_one_qualifies(scenario, view, pool);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        int pool = kind_of(data, view, piece)->pool;
        if (pool != NO_POOL && view->conversions[pool] && (view->unit[piece].value || !tried[pool]) &&
            !refused(may_be_guards(scenario, view, piece)))
            choose(out, 0, piece);
    }
}

void convert_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Book *data = data_of(scenario);
    int left = 0;
    for (int pool = 0; pool < POOLS; pool++)
        left += view->conversions[pool];
    out->complete = prefix->count == 2;
    if (left && !prefix->count)
        list_converts(scenario, view, out);
    for (Piece piece = 0; left && prefix->count == 1 && piece < scenario->pieces; piece++)
        if (is_waiting_guard(scenario, view, piece, kind_of(data, view, prefix->value[0])->pool))
            choose(out, 1, piece);
}

void convert_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0], guard = order->value[1];
    Hex hex = state->unit[piece].at.hex;
    bool hidden = in_box(play->data, state, piece, BOX_RVGK);
    state->conversions[kind_of(play->data, state, piece)->pool]--;
    tell(play->events, EVENT_STATE, hidden ? 1u << GERMAN_SIDE : 0, sentence(PM_8_11_1, "pm.becomes", piece, guard));
    move_to(play, guard, hex);
    move_to(play, piece, box_of(play->data, BOX_GONE));
}
