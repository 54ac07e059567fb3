/* mobile.c — Proud Monster 15: mobile assaults, attacks in the course of movement.
 *
 * Mech units that began the phase together, and Soviet cavalry, enter an enemy's hex for a flat price and what its
 * hexside costs (15.1, 15.2, 15.8, 15.12). They stay in the launch hex until the battle is decided: victors are then in
 * the hex they took and may go on, to another assault too (15.9, 15.9-2); a unit that fails is back where it came from
 * and done (15.6-2, pm.r.114). On turn 1 Germans may try again (15.6-1). Nothing of this counts against a prepared
 * assault in the same player turn, of the unit (15.13) or on the hex (14.4-2): only assault.c notes which units
 * attacked and which hexes were attacked. */
#include "systems/pm/fight.h"

enum { GERMAN_PRICE = 7, SOVIET_PRICE = 4, FIRST_TURN_PRICE = 6 }; /* 15.2, 5.6 */

static int flat_price(const State *view, int side)
{
    if (side == SOVIET_SIDE)
        return SOVIET_PRICE;
    return view->head.turn == 1 ? FIRST_TURN_PRICE : GERMAN_PRICE;
}

static int price(const Scenario *scenario, const State *view, Piece piece, Hex launch, Hex target)
{
    const Book *data = data_of(scenario);
    int side = view->unit[piece].side, river = 0;
    Edge edge = edge_between(&scenario->map->grid, launch, target);
    if (scenario->map->edge[launch][edge] & RIVER && !frozen_over(weather_at(data, view, target)) &&
        !ignores_rivers(view, side))
        river = is_mech(data, view, piece) ? data->ground[GROUND_RIVER].mech : data->ground[GROUND_RIVER].foot;
    return flat_price(view, side) + river;
}

/* ---- attackers and hexes ------------------------------------------------------------------------------------- */

static bool rides(const Kind *kind) /* 15.12 */ { return kind->side == SOVIET_SIDE && kind->type == CAVALRY; }

static Refusal unit_may_assault(const Scenario *scenario, const State *view, Piece piece, Hex target)
{
    const Book *data = data_of(scenario);
    const Kind *kind = kind_of(data, view, piece);
    if (view->unit[piece].side != question(&view->head)->side || !is_known(data, view, piece))
        return refuse(PM_15_1_1, "pm.not-yours", piece);
    if (kind->side == GERMAN_SIDE && !as_german(kind))
        return refuse(PM_15_1_2, "pm.satellite-unit-makes-no-mobile", piece);
    Refusal refusal = may_fight(scenario, view, piece, target);
    if (!refused(refusal) && !(kind->is & MECH) && !rides(kind))
        refusal = refuse(PM_15_1_1, "pm.not-mechanized", piece);
    return refusal;
}

/* 15.1-1, pm.r.97 */
static Refusal escorted(const Book *data, const State *view, const Piece *piece, int count)
{
    Piece motorized = NO_PIECE;
    bool armour = false;
    for (int i = 0; i < count; i++) {
        const Kind *kind = kind_of(data, view, piece[i]);
        armour |= is_armour(kind);
        if (kind->type == MOTORIZED)
            motorized = piece[i];
    }
    return motorized == NO_PIECE || armour ? LEGAL
                                           : refuse(PM_15_1_1, "pm.needs-tank-assault-gun-reconnaissance", motorized);
}

static Refusal ground_allows(const Scenario *scenario, const State *view, Hex launch, Hex target)
{
    const Book *data = data_of(scenario);
    const Map *map = scenario->map;
    Edge edge = launch < map->hexes ? edge_between(&map->grid, launch, target) : EDGES;
    int weather = weather_at(data, view, target), side = question(&view->head)->side;
    if (edge == EDGES)
        return refuse(PM_15_2, "pm.not-next-2", launch, target);
    if (!enemy_in(view, side, target))
        return refuse(PM_15_2, "pm.no-enemy", target);
    unsigned bits = map->edge[launch][edge];
    if (bogged(weather))
        return refuse(PM_15_3_1, "pm.no-mobile-assaults", WORD_WEATHER + weather);
    if (map->terrain[target] & MARSH && data->ground[GROUND_MARSH].no_mobile && !frozen_over(weather)) /* pm.r.43 */
        return refuse(PM_15_3_1, "pm.marsh-where-no-mobile-assault", target);
    if (data->town[launch] == CITY && data->town[target] == CITY)
        return refuse(PM_15_3_1, "pm.no-mobile-assault-goes-city");
    if (bits & STRAIT)
        return refuse(PM_15_3_1, "pm.no-mobile-assault-goes-across");
    if (bits & (SEA_SIDE | LAKE_SIDE))
        return refuse(PM_15_3_1, "pm.only-water-between", launch, target);
    return LEGAL;
}

/* 15.8, 12.5: they began together; and they are together now. */
static Refusal together(const State *view, const Piece *piece, int count)
{
    for (int i = 1; i < count; i++) {
        if (view->unit[piece[i]].at.hex != view->unit[piece[0]].at.hex)
            return refuse(PM_15_8, "pm.not-hex", piece[0], piece[i]);
        if (view->unit[piece[i]].start != view->unit[piece[0]].start)
            return refuse(PM_15_8, "pm.not-begin-phase-together", piece[0], piece[i]);
    }
    return LEGAL;
}

/* 15.3-2: the one hex that a unit may always go does not pay for an assault. */
static Refusal all_can_pay(const Scenario *scenario, const State *view, const Piece *piece, int count, Hex target)
{
    const Supplies *supplies = supplies_of(scenario, view, view->unit[piece[0]].side);
    for (int i = 0; i < count; i++) {
        const Unit *unit = &view->unit[piece[i]];
        int left = unit->mp ? points_left(unit) : allowance(scenario, view, supplies, piece[i]);
        int due = price(scenario, view, piece[i], unit->at.hex, target);
        if (left < due)
            return refuse(PM_15_3_2, "pm.cost-points-left", piece[i], due, left);
    }
    return LEGAL;
}

/* ---- assault COUNTER… at HEX [with aircraft airlift] ------------------------------------------------------------- */

/* Aircraft and the marker of aerial supply go with a part of their stack only if the order says so. */
static Refusal may_take(const State *view, const Order *order, int side, Hex launch)
{
    int count, first = order_slot(order, ASSAULT_WITH, &count);
    if (count == 2 && order->value[first] >= order->value[first + 1])
        return refuse(PM_10_2_4, "pm.aircraft-named-first-aerial-supply");
    if (order_has(order, ASSAULT_WITH, WITH_AIRCRAFT) && corps_at(view, side, launch) < 0)
        return refuse(PM_15_5, "pm.no-aircraft", launch);
    if (order_has(order, ASSAULT_WITH, WITH_AIRLIFT) && !(side == GERMAN_SIDE && is_airlifted(view, launch)))
        return refuse(PM_9_18_2, "pm.not-supplied-air", launch);
    return LEGAL;
}

Refusal could_assault(const Scenario *scenario, const State *view, const Piece *piece, int count, Hex target)
{
    Hex launch = view->unit[piece[0]].at.hex;
    Refusal refusal = data_of(scenario)->beginners ? refuse(PM_5_2_3, "pm.short-game-no-mobile-assaults") : LEGAL;
    for (int i = 0; i < count && !refused(refusal); i++)
        refusal = unit_may_assault(scenario, view, piece[i], target);
    if (!refused(refusal))
        refusal = together(view, piece, count);
    if (!refused(refusal))
        refusal = ground_allows(scenario, view, launch, target);
    if (!refused(refusal))
        refusal = may_move_together(scenario, view, piece, count);
    if (!refused(refusal))
        refusal = all_can_pay(scenario, view, piece, count, target);
    if (refused(refusal))
        return refusal;
    return refused(stacking_holds(scenario, view, question(&view->head)->side, launch, NULL, 0)) /* pm.r.91 */
               ? refuse(PM_15_7, "pm.too-many-units-stand-assault", launch)
               : LEGAL;
}

Refusal assault_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, ASSAULT_UNITS, &count);
    const Piece *piece = &order->value[first];
    Refusal refusal = could_assault(scenario, view, piece, count, order_value(order, ASSAULT_AT, NO_HEX));
    if (!refused(refusal))
        refusal = escorted(data_of(scenario), view, piece, count);
    return refused(refusal) ? refusal : may_take(view, order, question(&view->head)->side, view->unit[piece[0]].at.hex);
}

/* Whether the named can be the first of an assault on that hex whose further units all come after the last of them. */
static bool may_go_on(const Scenario *scenario, const State *view, const Piece *piece, int count, Hex target)
{
    const Book *data = data_of(scenario);
    Hex launch = view->unit[piece[0]].at.hex;
    if (refused(could_assault(scenario, view, piece, count, target)))
        return false;
    if (!refused(escorted(data, view, piece, count)))
        return true;
    Piece with[STACK];
    memcpy(with, piece, (size_t)count * sizeof *with);
    for (Piece next = view->top[launch]; next != NO_PIECE && count < STACK; next = view->unit[next].at.below) {
        with[count] = next;
        if (next > piece[count - 1] && is_armour(kind_of(data, view, next)) &&
            !refused(unit_may_assault(scenario, view, next, target)) && !refused(together(view, with, count + 1)) &&
            !refused(may_move_together(scenario, view, with, count + 1)) &&
            !refused(all_can_pay(scenario, view, &next, 1, target)))
            return true;
    }
    return false;
}

static bool has_target(const Scenario *scenario, const State *view, const Piece *piece, int count)
{
    Hex launch = view->unit[piece[0]].at.hex;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex target = scenario->map->next[launch][edge];
        if (target != NO_HEX && enemy_in(view, view->unit[piece[0]].side, target) &&
            may_go_on(scenario, view, piece, count, target))
            return true;
    }
    return false;
}

static void list_first(const Scenario *scenario, const State *view, Choices *out)
{
    int side = question(&view->head)->side;
    uint64_t near[PM_WORDS], found[PIECE_WORDS];
    hexes_beside(scenario, view->occupied[enemy_of(side)], near);
    for (int word = 0; word < PM_WORDS; word++)
        near[word] &= view->occupied[side][word];
    counters_in(view, near, found);
    EACH_BIT(piece, found, PIECE_WORDS) {
        const Unit *unit = &view->unit[piece];
        const Kind *kind = &data_of(scenario)->kind[unit->kind];
        bool spent = unit->now & (STOPPED | RESTING) || (unit->mp && points_left(unit) < flat_price(view, side));
        if ((kind->is & MECH || rides(kind)) && !spent && has_target(scenario, view, &(Piece){(Piece)piece}, 1))
            choose(out, ASSAULT_UNITS, piece);
    }
}

static void list_more(const Scenario *scenario, const State *view, const Piece *piece, int count, Choices *out)
{
    Piece with[STACK], stack[STACK];
    int lying = stack_of(view, view->unit[piece[0]].at.hex, stack, STACK);
    memcpy(with, piece, (size_t)count * sizeof *with);
    for (int i = 0; i < lying && count < STACK; i++) {
        with[count] = stack[i];
        if (stack[i] > piece[count - 1] && has_target(scenario, view, with, count + 1))
            choose(out, ASSAULT_UNITS, stack[i]);
    }
}

void assault_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, ASSAULT_UNITS, &count);
    const Piece *piece = &prefix->value[first];
    Hex target = order_value(prefix, ASSAULT_AT, NO_HEX);
    if (data_of(scenario)->beginners) /* 5.2-3 */
        return;
    if (!count) {
        list_first(scenario, view, out);
        return;
    }
    Hex launch = view->unit[piece[0]].at.hex;
    if (target != NO_HEX) {
        out->complete = !refused(assault_check(scenario, view, prefix));
        for (int word = WITH_AIRCRAFT; out->complete && word <= WITH_AIRLIFT; word++) {
            Order with = *prefix;
            if (order_add(&with, ASSAULT_WITH, (uint16_t)word) &&
                !refused(may_take(view, &with, view->unit[piece[0]].side, launch)))
                choose(out, ASSAULT_WITH, word);
        }
        return;
    }
    if (launch >= scenario->map->hexes || count > STACK)
        return;
    list_more(scenario, view, piece, count, out);
    for (int edge = 0; edge < EDGES; edge++) {
        Order order = *prefix;
        Hex hex = scenario->map->next[launch][edge];
        if (hex != NO_HEX && order_add(&order, ASSAULT_AT, hex) && !refused(assault_check(scenario, view, &order)))
            choose(out, ASSAULT_AT, hex);
    }
}

/* The aircraft are with the part that they are ordered to follow, and with a stack that leaves no unit behind
 * (10.2-4). */
void assault_battle(const Scenario *scenario, const State *view, const Order *order, Battle *out)
{
    int count, first = order_slot(order, ASSAULT_UNITS, &count), side = question(&view->head)->side;
    const Piece *piece = &order->value[first];
    Hex launch = view->unit[piece[0]].at.hex;
    bool whole = count_in(view, launch) == count;
    lay_out_battle(scenario, view, side, order_value(order, ASSAULT_AT, NO_HEX), launch, piece, count, out);
    int corps = data_of(scenario)->beginners ? -1 : corps_at(view, side, launch);
    if (corps >= 0 && (whole || order_has(order, ASSAULT_WITH, WITH_AIRCRAFT)))
        out->corps = (uint8_t)(1u << corps);
    out->airlift = whole || order_has(order, ASSAULT_WITH, WITH_AIRLIFT);
    out->round = 1;
}

void assault_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Battle battle;
    assault_battle(play->scenario, state, order, &battle);
    begin_move(play, battle.attacker, battle.attackers);
    for (int i = 0; i < battle.attackers; i++) {
        Unit *unit = &state->unit[battle.attacker[i]];
        unit->spent =
            (uint8_t)(unit->spent + price(play->scenario, state, battle.attacker[i], battle.launch, battle.target));
        unit->now |= MOVED;
    }
    tell(play->events, EVENT_NOTE, 0,
         sentence(PM_15_2, "pm.assaults-out-unit", battle.side, battle.target, battle.launch, battle.attackers));
    begin_battle(play, &battle);
}

/* ---- how it ends ----------------------------------------------------------------------------------------------- */

static int survivors(const State *view, Piece out[FORCE])
{
    int count = 0;
    for (int i = 0; i < view->battle.attackers; i++)
        if (is_alive(view, view->battle.attacker[i]))
            out[count++] = view->battle.attacker[i];
    return count;
}

/* 15.9: they are in the hex, with what points they have left. */
static void win(Play *play, Piece *piece, int count)
{
    State *state = play->state;
    Battle battle = state->battle;
    order_as_stacked(state, piece, count);
    for (int i = 0; i < count; i++) {
        move_to(play, piece[i], battle.target);
        tell(play->events, EVENT_MOVED, 0,
             sentence(PM_15_9, "pm.takes-point-left", piece[i], battle.target, points_left(&state->unit[piece[i]])));
    }
    if (battle.corps && count)
        aircraft_follow(play, battle.side, battle.launch, battle.target);
    if (battle.airlift && count)
        airlift_follows(play, battle.side, battle.launch, battle.target);
}

static void stop(Play *play, const Piece *piece, int count)
{
    for (int i = 0; i < count; i++) {
        play->state->unit[piece[i]].now |= STOPPED | REPULSED;
        tell(play->events, EVENT_MOVED, 0,
             sentence(PM_15_6_2, "pm.thrown-back-stops", piece[i], play->state->battle.launch));
    }
}

/* 15.6-1: all of them can pay for another round. */
static bool may_try_again(const Scenario *scenario, const State *view)
{
    const Battle *battle = &view->battle;
    Piece piece[FORCE];
    int count = survivors(view, piece);
    if (view->head.turn != 1 || battle->side != GERMAN_SIDE || !count)
        return false;
    for (int i = 0; i < count; i++)
        if (points_left(&view->unit[piece[i]]) < price(scenario, view, piece[i], battle->launch, battle->target))
            return false;
    return !refused(escorted(data_of(scenario), view, piece, count));
}

static void over(Play *play)
{
    answered(play->state);
    forget_battle(play);
}

void mobile_ends(Play *play)
{
    State *state = play->state;
    Piece piece[FORCE];
    int count = survivors(state, piece);
    if (enemy_in(state, state->battle.side, state->battle.target)) {
        if (may_try_again(play->scenario, state)) {
            ask(state, ASK_ROUND, state->battle.side);
            return;
        }
        stop(play, piece, count);
    } else {
        win(play, piece, count);
    }
    over(play);
}

Sentence round_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(PM_15_6_1, "pm.still-holds-another-round-back", view->battle.target, view->battle.launch);
}

void again_apply(Play *play, const Order *order)
{
    (void)order;
    State *state = play->state;
    Piece piece[FORCE];
    int count = survivors(state, piece);
    answered(state);
    for (int i = 0; i < count; i++)
        state->unit[piece[i]].spent = (uint8_t)(state->unit[piece[i]].spent + flat_price(state, GERMAN_SIDE));
    tell(play->events, EVENT_NOTE, 0, sentence(PM_15_6_1, "pm.assaults-again", GERMAN_SIDE, state->battle.target));
    fight_again(play);
}

void back_apply(Play *play, const Order *order)
{
    (void)order;
    Piece piece[FORCE];
    int count = survivors(play->state, piece);
    stop(play, piece, count);
    answered(play->state);
    over(play);
}
