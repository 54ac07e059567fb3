/* movement.c — TCS 20: marching hex by hex.
 *
 * Units of one hex may move together; each pays for itself (5.2a), double when Buttoned Up (20.0k), may stop and go on
 * later in the phase (20.0d), and keeps nothing for the next (20.0c). A path is walked a step at a time by a procedure
 * (State.walking, walk.c): units that can go on after the fire that a step has drawn. From rest a unit may always enter
 * one hex as its whole move (20.0b). A minefield is entered by its lane, one unit at a time, if the unit can leave it
 * again at the other end; or by force, which is an order of its own (mines.c). */
#include <stddef.h>
#include <string.h>

#include "systems/tcs/tcs.h"

/* ---- points ---------------------------------------------------------------------------------------------- */

int allowance(const Scenario *scenario, Piece piece) { return kind_of(scenario, piece)->ma * GRAINS; }

int mp_left(const Scenario *scenario, const State *state, Piece piece)
{
    int left = allowance(scenario, piece) - (int)state->unit[piece].spent;
    return left > 0 ? left : 0;
}

/* 25.1-2: a rider spends in its carrier's proportion. */
int rider_share(const Scenario *scenario, Piece carrier, Piece rider, int grains)
{
    return grains / kind_of(scenario, carrier)->ma * kind_of(scenario, rider)->ma;
}

void charge(const Scenario *scenario, State *state, Piece piece, int grains)
{
    state->unit[piece].spent += (uint32_t)grains;
    EACH_IN(rider, state, state->unit[piece].at.hex)
        if (is_riding(state, rider) && state->unit[rider].carrier[0] == piece)
            state->unit[rider].spent += (uint32_t)rider_share(scenario, piece, rider, grains);
}

void spend(const Scenario *scenario, State *state, Piece piece, int grains)
{
    charge(scenario, state, piece, grains);
    state->unit[piece].now |= MOVED;
    EACH_IN(rider, state, state->unit[piece].at.hex)
        if (is_riding(state, rider) && state->unit[rider].carrier[0] == piece)
            state->unit[rider].now |= MOVED | RODE;
}

/* 25.1-3 */
Refusal riders_can(const Scenario *scenario, const State *view, Piece piece, int grains)
{
    EACH_IN(rider, view, view->unit[piece].at.hex)
        if (is_riding(view, rider) && view->unit[rider].carrier[0] == piece &&
            rider_share(scenario, piece, rider, grains) > mp_left(scenario, view, rider))
            return refuse(TCS_25_1_3, "tcs.aboard-not-enough-mps-left", rider);
    return LEGAL;
}

Refusal has_stopped(const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->now & RETREATED)
        return refuse(TCS_16_5H, "tcs.retreated-phase", piece);
    if (unit->now & AT_ATTACKED)
        return refuse(TCS_20_0J, "tcs.made-rolls-phase", piece);
    return unit->now & HALTED ? refuse(TCS_20_0B_2, "tcs.entered-hex-minimum-move", piece) : LEGAL;
}

Refusal may_move(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece))
        return refuse(TCS_20_0_1, "tcs.not-yours-move-now", piece);
    if (is_riding(view, piece))
        return refuse(TCS_25_1_1, "tcs.goes-carries-tows", piece);
    if (kind_of(scenario, piece)->tow_only)
        return refuse(TCS_20_0G_1, "tcs.can-only-towed", piece);
    if (unit->spirit != STEADFAST)
        return refuse(TCS_20_0A_1, "tcs.is", piece, WORD_RESULT + unit->spirit);
    if (unit->now & FIRED)
        return refuse(TCS_20_0A_1, "tcs.fired", piece);
    if (unit->mode != MOVE_MODE)
        return refuse(TCS_4_2_2, "tcs.fire-mode-2", piece);
    return has_stopped(view, piece);
}

/* ---- a walk ---------------------------------------------------------------------------------------------- */

Refusal walk_begin(Walk *walk, const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count), words;
    memset(walk, 0, offsetof(Walk, piece));
    walk->scenario = scenario;
    walk->view = view;
    walk->side = question(&view->head)->side;
    walk->hex = NO_HEX;
    order_slot(order, 1, &words);
    words = order->verb == DO_MOVE || order->verb == DO_CROSS ? words : 0; /* others name a hex there */
    walk->off_road = words > 0 || count > 1; /* 20.1c: roads and bridges are crossed singly */
    if (words && count > 1)
        return refuse(TCS_20_1C_2, "tcs.stack-keeps-off-roads-bridges");
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        Refusal no = may_move(scenario, view, piece);
        if (refused(no))
            return no;
        if (walk->count && view->unit[piece].at.hex != walk->hex)
            return refuse(TCS_20_0A_2, "tcs.not-stand-others", piece);
        walk->hex = view->unit[piece].at.hex;
        walk->in_lane = (view->unit[piece].now & IN_LANE) != 0;
        walk->spent[walk->count] = (int)view->unit[piece].spent;
        walk->piece[walk->count++] = piece;
    }
    return LEGAL;
}

/* All walkers must be named: a shared load is not torn apart. */
Refusal walk_sets_out(const Walk *walk) { return load_stays_whole(walk->view, walk->piece, walk->count); }

/* 20.0b-2, 20.0b-3, R-51 */
bool may_force_a_hex(const Walk *walk, Piece piece)
{
    const Unit *unit = &walk->view->unit[piece];
    return !walk->steps && !unit->spent && !(unit->now & (MOVED | TO_MOVE | MOUNTS | BREACHED));
}

static Refusal pay(Walk *walk, int index, Edge edge, Hex to)
{
    Piece piece = walk->piece[index];
    bool road;
    int cost = step_cost(walk->scenario, walk->view, piece, walk->hex, edge, walk->off_road, &road);
    int left = allowance(walk->scenario, piece) - walk->spent[index];
    if (cost == PROHIBITED) {
        bool used;
        bool singly = walk->count > 1 &&
                      step_cost(walk->scenario, walk->view, piece, walk->hex, edge, false, &used) != PROHIBITED;
        return singly ? refuse(TCS_20_1C_2, "tcs.entered-road-bridge-only-unit", to)
                      : refuse(TCS_20_1E, "tcs.cannot-enter", piece, to);
    }
    if (cost == ALL_OF_IT && left < allowance(walk->scenario, piece))
        return refuse(TCS_20_0B_1, "tcs.entering-takes-all-mps", to, piece);
    int grains = cost == ALL_OF_IT ? left : cost * SIXTH;
    grains += walk->forced ? data_of(walk->scenario)->mine_cost * SIXTH : 0; /* 21.2 */
    if (grains > left) {
        if (!may_force_a_hex(walk, piece))
            return refuse(TCS_20_0B_1, "tcs.costs-mps-left", to, piece, sixths_of(grains),
                          sixths_of(left > 0 ? left : 0));
        walk->ends = true;
        grains = left;
    }
    Refusal no =
        riders_can(walk->scenario, walk->view, piece, walk->spent[index] + grains - (int)walk->view->unit[piece].spent);
    if (refused(no))
        return no;
    walk->spent[index] += grains;
    walk->road |= road;
    return LEGAL;
}

bool faces_enemy(const Scenario *scenario, const State *view, Piece piece, Hex lane, Edge onward, int left)
{
    Hex beyond = scenario->map->next[lane][onward];
    const Kind *kind = kind_of(scenario, piece);
    bool drives = is_vehicle(kind);
    int grains;
    if (beyond == NO_HEX || !enemy_in(view, view->unit[piece].side, beyond) || (!drives && kind->category != INFANTRY))
        return false;
    return !refused(
               can_fight_into(scenario, view, piece, lane, beyond, true, drives ? OVERRUN : ASSAULT, left, &grains)) &&
           !refused(drives ? may_fight(scenario, view, piece) : may_fight_at(scenario, view, piece, beyond)) &&
           (!drives || has_exit(scenario, view, beyond, &piece, 1));
}

/* 21.3b, 21.3c-1: by the lane, singly, and out of it at its other end. */
static Refusal lane_allows(const Walk *walk, Edge edge, Hex to)
{
    Edge in = (Edge)((edge + 3) % EDGES);
    Hex beyond = walk->scenario->map->next[to][edge];
    if (!is_lane(walk->view, to, in))
        return refuse(TCS_21_2, "tcs.mined-crossed-force-breached-first", to);
    if (walk->count > 1)
        return refuse(TCS_20_1C_2, "tcs.lane-through-mines-used-unit");
    Walk through = *walk;
    Refusal no = pay(&through, 0, edge, to);
    if (refused(no))
        return no;
    through.hex = to;
    through.steps++;
    through.in_lane = true;
    if (faces_enemy(walk->scenario, walk->view, walk->piece[0], to, edge,
                    allowance(walk->scenario, walk->piece[0]) - through.spent[0]))
        return LEGAL;
    return beyond != NO_HEX && !refused(walk_step(&through, beyond))
               ? LEGAL
               : refuse(TCS_21_3C_1, "tcs.could-not-leave-lane-other", walk->piece[0]);
}

Refusal walk_step(Walk *walk, Hex to)
{
    const Map *map = walk->scenario->map;
    Edge edge = 0;
    while (edge < EDGES && (to >= map->hexes || map->next[walk->hex][edge] != to))
        edge++;
    if (edge == EDGES)
        return refuse(TCS_20_0_1, "tcs.not-touch", to, walk->hex);
    if (walk->ends)
        return refuse(TCS_20_0B_2, "tcs.hex-whole-move");
    if (enemy_in(walk->view, walk->side, to))
        return refuse(TCS_20_0H, "tcs.enemy-stands", to);
    bool mined = has_bit(walk->view->mined, to);
    if (walk->in_lane && !is_lane(walk->view, walk->hex, edge))
        return refuse(TCS_21_3B, "tcs.no-way-out-lane");
    Refusal barred = mined && !walk->forced ? lane_allows(walk, edge, to) : LEGAL;
    if (refused(barred))
        return barred;
    walk->road = false;
    for (int i = 0; i < walk->count; i++) {
        Refusal no = may_enter_hex(walk->scenario, walk->view, walk->piece[i], to);
        if (!refused(no))
            no = pay(walk, i, edge, to);
        if (refused(no))
            return no;
    }
    walk->hex = to;
    walk->steps++;
    walk->in_lane = mined && !walk->forced;
    walk->faces = walk->in_lane && faces_enemy(walk->scenario, walk->view, walk->piece[0], to, edge,
                                               allowance(walk->scenario, walk->piece[0]) - walk->spent[0]);
    return LEGAL;
}

/* Whether they may stay there: 21.3c-1, R-20. */
Refusal may_stop(const Walk *walk)
{
    if (walk->in_lane)
        return walk->faces ? LEGAL : refuse(TCS_21_3C_1, "tcs.nobody-may-end-move-lane");
    Refusal no = LEGAL;
    for (int i = 0; i < walk->count && !refused(no); i++)
        no = may_end_at(walk->scenario, walk->view, walk->piece[i], walk->hex);
    return no;
}

enum { SLOT_WHO, SLOT_WAY, SLOT_PATH };

Refusal walk_order(Walk *walk, const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = walk_begin(walk, scenario, view, order);
    int count, first = order_slot(order, SLOT_PATH, &count);
    if (count && !refused(no))
        no = walk_sets_out(walk);
    for (int i = 0; i < count && !refused(no); i++)
        no = walk_step(walk, order->value[first + i]);
    return no;
}

/* ---- lists ----------------------------------------------------------------------------------------------- */

/* Whether the step can be taken on a way that ends where they may stop. */
static bool leads_on(const Walk *walk, Hex to, Walk *next)
{
    copy_walk(next, walk);
    return to != NO_HEX && !refused(walk_step(next, to)) && (!refused(may_stop(next)) || flood_from(next, NULL, NULL));
}

/* ---- move COUNTER… [off-road] HEX… ----------------------------------------------------------------------- */

Refusal move_check(const Scenario *scenario, const State *view, const Order *order)
{
    Walk walk;
    Refusal no = walk_order(&walk, scenario, view, order);
    return refused(no) ? no : may_stop(&walk);
}

/* Most can stop in the next hex; of the others most have nowhere to go at all. */
static bool can_go(const Walk *walk)
{
    const Hex *next = walk->scenario->map->next[walk->hex];
    Walk then;
    bool steps = false;
    for (Edge edge = 0; edge < EDGES; edge++) {
        copy_walk(&then, walk);
        if (next[edge] == NO_HEX || refused(walk_step(&then, next[edge])))
            continue;
        if (!refused(may_stop(&then)))
            return true;
        steps = true;
    }
    if (!steps || flood_is_vain(walk))
        return false;
    for (Edge edge = 0; edge < EDGES; edge++)
        if (leads_on(walk, next[edge], &then))
            return true;
    return false;
}

/* Adds the vehicles that share a load with those named; false if one of them should have been named before: they
 * are listed in rising order. */
static bool take_their_load(const State *view, Order *order)
{
    int named = order->count;
    Piece last = order->value[named - 1];
    EACH_IN(rider, view, view->unit[last].at.hex) {
        bool touched = false;
        for (int i = 0; is_riding(view, rider) && i < CARRIERS; i++)
            touched |=
                view->unit[rider].carrier[i] != NO_PIECE && order_has(order, SLOT_WHO, view->unit[rider].carrier[i]);
        for (int i = 0; touched && i < CARRIERS; i++) {
            Piece carrier = view->unit[rider].carrier[i];
            if (carrier == NO_PIECE || order_has(order, SLOT_WHO, carrier))
                continue;
            if (carrier < last || !order_add(order, SLOT_WHO, carrier))
                return false;
        }
    }
    return true;
}

/* Adds all vehicles that share a load with those named, whichever must be named first. */
static void take_all_their_load(const Scenario *scenario, const State *view, Order *order)
{
    const OrderKind *kind = &scenario->system->orders[order->verb];
    int before;
    do {
        before = order->count;
        EACH_IN(rider, view, view->unit[order->value[0]].at.hex) {
            bool touched = false;
            for (int i = 0; is_riding(view, rider) && i < CARRIERS; i++)
                touched |= view->unit[rider].carrier[i] != NO_PIECE &&
                           order_has(order, SLOT_WHO, view->unit[rider].carrier[i]);
            for (int i = 0; touched && i < CARRIERS; i++)
                if (view->unit[rider].carrier[i] != NO_PIECE &&
                    !order_has(order, SLOT_WHO, view->unit[rider].carrier[i]))
                    order_put(kind, order, SLOT_WHO, view->unit[rider].carrier[i]);
        }
    } while (order->count > before && order->count <= STACK);
}

/* A unit that can go with others can go alone, but for vehicles that share a load. */
void move_actors(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (!is_on_map(view, piece) || refused(may_move(scenario, view, piece)))
            continue;
        Walk walk;
        Order order = *prefix;
        order_add(&order, SLOT_WHO, piece);
        take_all_their_load(scenario, view, &order);
        if (order.count <= STACK && !refused(walk_begin(&walk, scenario, view, &order)) && can_go(&walk))
            choose(out, SLOT_WHO, piece);
    }
}

static void list_walkers(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    for (int piece = last + 1; prefix->count < STACK && piece < scenario->pieces; piece++) {
        if (!is_on_map(view, (Piece)piece) || refused(may_move(scenario, view, (Piece)piece)))
            continue;
        Walk walk;
        Order order = *prefix;
        if (!order_add(&order, SLOT_WHO, (uint16_t)piece))
            continue;
        int named = order.count;
        if (!refused(walk_begin(&walk, scenario, view, &order)) && take_their_load(view, &order) &&
            (order.count == named || !refused(walk_begin(&walk, scenario, view, &order))) && can_go(&walk))
            choose(out, SLOT_WHO, piece);
    }
}

void move_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Walk walk;
    int steps, words;
    order_slot(prefix, SLOT_PATH, &steps);
    order_slot(prefix, SLOT_WAY, &words);
    if (!steps && !words)
        list_walkers(scenario, view, prefix, out);
    if (!prefix->count || refused(walk_order(&walk, scenario, view, prefix)) || refused(walk_sets_out(&walk)))
        return;
    if (!steps && !words && walk.count == 1) {
        Walk apart = walk;
        apart.off_road = true;
        if (can_go(&apart))
            choose(out, SLOT_WAY, 0);
    }
    out->complete = steps > 0;
    for (Edge edge = 0; steps < WALK && edge < EDGES; edge++) {
        Walk next;
        Hex to = scenario->map->next[walk.hex][edge];
        if (leads_on(&walk, to, &next))
            choose(out, SLOT_PATH, to);
    }
}

void move_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, SLOT_WHO, &count), steps, path = order_slot(order, SLOT_PATH, &steps), words;
    if (finishes_first(play, order))
        return;
    order_slot(order, SLOT_WAY, &words);
    state->walking = (Walking){.count = (uint8_t)count,
                               .steps = (uint8_t)steps,
                               .off_road = words > 0 || count > 1,
                               .stands = state->unit[order->value[first]].at.hex};
    memcpy(state->walking.piece, &order->value[first], (size_t)count * sizeof(Piece));
    memcpy(state->walking.path, &order->value[path], (size_t)steps * sizeof(Hex));
    ask(state, ASK_WALK, asked(state)->side);
}
