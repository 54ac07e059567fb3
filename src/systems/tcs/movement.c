/* movement.c — TCS 20: marching hex by hex.
 *
 * Units that stand together may move together; each pays for itself. A path is walked a step at a time by a procedure
 * (State.walking, walk.c): whoever can goes on after the fire that a step has drawn. From rest a unit may always enter
 * one hex as its whole move (20.0b). A minefield is entered by its lane, one unit at a time, if the unit can leave it
 * again at the other end; or by force, which is an order of its own (mines.c). */
#include <stddef.h>
#include <string.h>

#include "core/flood.h"
#include "kit/fields.h"
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
        return refuse(TCS_25_1_3, "%p aboard does not have enough MPs left for that", rider);
    return LEGAL;
}

Refusal may_move(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece))
        return refuse(TCS_20_0_1, "%p is not yours to move now", piece);
    if (is_riding(view, piece))
        return refuse(TCS_25_1_1, "%p goes with what carries or tows it", piece);
    if (kind_of(scenario, piece)->tow_only)
        return refuse(TCS_20_0G_1, "%p can only be towed", piece);
    if (unit->spirit != STEADFAST)
        return refuse(TCS_20_0A_1, "%p is %w", piece, WORD_RESULT + unit->spirit);
    if (unit->now & FIRED)
        return refuse(TCS_20_0A_1, "%p has fired", piece);
    if (unit->mode != MOVE_MODE)
        return refuse(TCS_4_2_2, "%p is in Fire Mode", piece);
    if (unit->now & RETREATED)
        return refuse(TCS_16_5H, "%p has retreated in this phase", piece);
    if (unit->now & HALTED)
        return refuse(TCS_20_0B_2, "%p moves no more in this phase", piece);
    if (unit->now & AT_ATTACKED)
        return refuse(TCS_20_0J, "%p has made AT Rolls in this phase", piece);
    return LEGAL;
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
    words = order->verb == DO_MOVE ? words : 0; /* others name a hex there */
    walk->off_road = words > 0 || count > 1;    /* 20.1c: roads and bridges are crossed singly */
    if (words && count > 1)
        return refuse(TCS_20_1C_2, "a stack keeps off roads and bridges in any case");
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        Refusal no = may_move(scenario, view, piece);
        if (refused(no))
            return no;
        if (walk->count && view->unit[piece].at.hex != walk->hex)
            return refuse(TCS_20_0A_2, "%p does not stand with the others", piece);
        walk->hex = view->unit[piece].at.hex;
        walk->in_lane = (view->unit[piece].now & IN_LANE) != 0;
        walk->spent[walk->count] = (int)view->unit[piece].spent;
        walk->piece[walk->count++] = piece;
    }
    return LEGAL;
}

/* Where all who walk are named: a shared load is not torn apart. */
Refusal walk_sets_out(const Walk *walk) { return load_stays_whole(walk->view, walk->piece, walk->count); }

/* 20.0b-2, 20.0b-3, R-51 */
static bool may_force_a_hex(const Walk *walk, Piece piece)
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
        return singly ? refuse(TCS_20_1C_2, "%h is entered by road or bridge only, one unit at a time", to)
                      : refuse(TCS_20_1E, "%p cannot enter %h from there", piece, to);
    }
    if (cost == ALL_OF_IT && left < allowance(walk->scenario, piece))
        return refuse(TCS_20_0B_1, "entering %h takes all the MPs of %p", to, piece);
    int grains = cost == ALL_OF_IT ? left : cost * SIXTH;
    grains += walk->forced ? data_of(walk->scenario)->mine_cost * SIXTH : 0; /* 21.2 */
    if (grains > left) {
        if (!may_force_a_hex(walk, piece))
            return refuse(TCS_20_0B_1, "%h costs %p %t MPs, and it has %t left", to, piece, sixths_of(grains),
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

/* 21.3b, 21.3c-1: by the lane, singly, and out of it at its other end. */
static Refusal lane_allows(const Walk *walk, Edge edge, Hex to)
{
    Edge in = (Edge)((edge + 3) % EDGES);
    Hex beyond = walk->scenario->map->next[to][edge];
    if (!is_lane(walk->view, to, in))
        return refuse(TCS_21_2, "%h is mined: it is crossed by force, or breached first", to);
    if (walk->count > 1)
        return refuse(TCS_20_1C_2, "a lane through mines is used by one unit at a time");
    Walk through = *walk;
    Refusal no = pay(&through, 0, edge, to);
    if (refused(no))
        return no;
    through.hex = to;
    through.steps++;
    through.in_lane = true;
    return beyond != NO_HEX && !refused(walk_step(&through, beyond))
               ? LEGAL
               : refuse(TCS_21_3C_1, "%p could not leave the lane at its other end", walk->piece[0]);
}

Refusal walk_step(Walk *walk, Hex to)
{
    const Map *map = walk->scenario->map;
    Edge edge = 0;
    while (edge < EDGES && (to >= map->hexes || map->next[walk->hex][edge] != to))
        edge++;
    if (edge == EDGES)
        return refuse(TCS_20_0_1, "%h does not touch %h", to, walk->hex);
    if (walk->ends)
        return refuse(TCS_20_0B_2, "that hex was their whole move");
    if (enemy_in(walk->view, walk->side, to))
        return refuse(TCS_20_0H, "the enemy stands in %h", to);
    bool mined = has_bit(walk->view->mined, to);
    if (walk->in_lane && !is_lane(walk->view, walk->hex, edge))
        return refuse(TCS_21_3B, "there is no way out of the lane there");
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
    return LEGAL;
}

/* Whether they may stay there: 21.3c-1, R-20. */
Refusal may_stop(const Walk *walk)
{
    Refusal no = walk->in_lane ? refuse(TCS_21_3C_1, "nobody may end a move in a lane through mines") : LEGAL;
    for (int i = 0; i < walk->count && !refused(no); i++)
        no = may_end_at(walk->scenario, walk->view, walk->piece[i], walk->hex);
    return no;
}

enum { SLOT_WHO, SLOT_WAY, SLOT_PATH };

static Refusal walk_order(Walk *walk, const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = walk_begin(walk, scenario, view, order);
    int count, first = order_slot(order, SLOT_PATH, &count);
    if (count && !refused(no))
        no = walk_sets_out(walk);
    for (int i = 0; i < count && !refused(no); i++)
        no = walk_step(walk, order->value[first + i]);
    return no;
}

/* ---- ways ------------------------------------------------------------------------------------------------ */

/* A walk is mostly room for walkers who are not there. */
static void copy_walk(Walk *to, const Walk *from)
{
    memcpy(to, from, offsetof(Walk, piece));
    memcpy(to->piece, from->piece, (size_t)from->count * sizeof *to->piece);
    memcpy(to->spent, from->spent, (size_t)from->count * sizeof *to->spent);
}

/* Of who walks alone, or with others who pay the same, in a hex: all that differs from his walk elsewhere. */
typedef struct Stand {
    int spent;
    uint8_t steps;
    bool ends, in_lane;
} Stand;

/* Who that is, and what is asked of him at all. */
typedef struct Lone {
    const Walk *walk;
    Piece piece;
    int allowance;
    int afforded;                  /* GRAINS that he may have spent before his riders have none left */
    bool shuns;                    /* he is on the way to the rear and keeps away from the enemy */
    bool doubled;                  /* buttoned up (16.7b-5) */
    const StepCost (*step)[EDGES]; /* by hex */
    const uint64_t *steep;         /* hexes that are closed to him off the road */
    uint64_t closed[TCS_WORDS];    /* the enemy stands there, or beside it if he shuns him */
    Limits limits;
} Lone;

/* 25.1-3, as riders_can() has it: GRAINS that all who ride on it have MPs for. */
static int riders_afford(const Scenario *scenario, const State *view, Piece piece)
{
    int most = INT32_MAX, ma = kind_of(scenario, piece)->ma;
    EACH_IN(rider, view, view->unit[piece].at.hex)
    if (is_riding(view, rider) && view->unit[rider].carrier[0] == piece) {
        int own = kind_of(scenario, rider)->ma;
        int grains = own ? (mp_left(scenario, view, rider) / own + 1) * ma - 1 : INT32_MAX;
        most = grains < most ? grains : most;
    }
    return most;
}

/* Whether whatever a step costs one of them it costs the others, too. */
static bool pay_alike(const Walk *walk)
{
    enum { TELLS = BUTTONED | MOVED | TO_MOVE | MOUNTS | BREACHED };
    const Kind *kind = kind_of(walk->scenario, walk->piece[0]);
    const Unit *unit = &walk->view->unit[walk->piece[0]];
    if (walk->forced || walk->in_lane)
        return false;
    for (int i = 0; i < walk->count; i++) {
        const Kind *its = kind_of(walk->scenario, walk->piece[i]);
        const Unit *other = &walk->view->unit[walk->piece[i]];
        if (its->move != kind->move || its->ma != kind->ma || is_vehicle(its) != is_vehicle(kind) ||
            walk->spent[i] != walk->spent[0] || other->spent != unit->spent ||
            (other->now & TELLS) != (unit->now & TELLS))
            return false;
    }
    return true;
}

static Lone alone(const Walk *walk)
{
    const Book *data = data_of(walk->scenario);
    static const uint64_t nowhere[TCS_WORDS];
    const Kind *kind = kind_of(walk->scenario, walk->piece[0]);
    Lone lone = {.walk = walk,
                 .piece = walk->piece[0],
                 .allowance = allowance(walk->scenario, walk->piece[0]),
                 .afforded = INT32_MAX,
                 .doubled = walk->view->unit[walk->piece[0]].now & BUTTONED,
                 .step = data->step[kind->move],
                 .steep = is_vehicle(kind) ? data->steep : nowhere};
    for (int i = 0; i < walk->count; i++) {
        int most = riders_afford(walk->scenario, walk->view, walk->piece[i]);
        int spent = (int)walk->view->unit[walk->piece[i]].spent;
        if (most < lone.afforded - spent)
            lone.afforded = spent + most;
        lone.shuns |=
            is_commanded(data) && data->command == COMMAND_STRICT && is_going_back(walk->view, walk->piece[i]);
    }
    const uint64_t *enemy = walk->view->occupied[enemy_of(walk->side)];
    memcpy(lone.closed, enemy, sizeof lone.closed);
    EACH_BIT(hex, enemy, TCS_WORDS)
    for (Edge edge = 0; edge < EDGES && lone.shuns; edge++)
        if (walk->scenario->map->next[hex][edge] != NO_HEX)
            set_bit(lone.closed, walk->scenario->map->next[hex][edge]);
    limits_of(walk->scenario, walk->view, walk->piece, walk->count, &lone.limits);
    return lone;
}

/* Mines and what else is rare: as a walk. */
static bool walks_alone(const Walk *start, const Stand *from, Hex hex, Hex to, Stand *out)
{
    Walk walk;
    copy_walk(&walk, start);
    walk.hex = hex;
    walk.steps = from->steps;
    walk.spent[0] = from->spent;
    walk.in_lane = from->in_lane;
    if (refused(walk_step(&walk, to)))
        return false;
    *out = (Stand){walk.spent[0], (uint8_t)walk.steps, walk.ends, walk.in_lane};
    return true;
}

/* As step_cost() has it; who is only towed does not walk. */
static int cost_alone(const Lone *lone, Hex hex, Edge edge, Hex to)
{
    const StepCost *step = &lone->step[hex][edge];
    int field = has_bit(lone->steep, to) ? PROHIBITED : lone->walk->off_road ? step->apart : step->field;
    int cost = !lone->walk->off_road && step->road < field ? step->road : field;
    return lone->doubled && cost < OTHER_TERRAIN ? 2 * cost : cost;
}

/* As walk_step() and pay() have it, without a word. `enough`: what is known to lead there costs so many sixths. */
static bool steps_alone(const Lone *lone, const Stand *from, Hex hex, Edge edge, Hex to, int enough, Stand *out)
{
    const Walk *start = lone->walk;
    bool ends = false;
    if (from->ends || has_bit(lone->closed, to))
        return false;
    if (from->in_lane || start->forced || has_bit(start->view->mined, to))
        return start->count == 1 && walks_alone(start, from, hex, to, out);
    int cost = cost_alone(lone, hex, edge, to), left = lone->allowance - from->spent;
    if (cost == PROHIBITED || (cost == ALL_OF_IT ? left < lone->allowance : cost >= enough))
        return false;
    int grains = cost == ALL_OF_IT ? left : cost * SIXTH;
    if (grains > left) {
        if (from->steps || !may_force_a_hex(start, lone->piece))
            return false;
        ends = true;
        grains = left;
    }
    if (from->spent + grains > lone->afforded)
        return false;
    *out = (Stand){from->spent + grains, (uint8_t)(from->steps + 1), ends, false};
    return true;
}

static bool may_stop_within(const Walk *walk, const Limits *limits, Hex hex)
{
    if (!limits->count || (limits->count == 1 && is_well_inside(&limits->bounds[0], hex)))
        return true;
    if (!limits->too_many)
        return limits_allow(walk->scenario, limits, hex);
    for (int i = 0; i < walk->count; i++)
        if (refused(may_end_at(walk->scenario, walk->view, walk->piece[i], hex)))
            return false;
    return true;
}

/* Sixths that a walk may cost in all before MPs or riders give out. */
static int most_alone(const Lone *lone)
{
    int spent = lone->walk->spent[0], most = lone->afforded < lone->allowance ? lone->afforded : lone->allowance;
    return most > spent ? sixths_of(most - spent) : 0;
}

/* Offers the hexes round one. What nearly all steps are, sixths added to sixths, is done here; whatever is rare
 * (mines, the first step, ground that takes all) is asked of steps_alone(). */
static void spread_alone(const Lone *lone, Tide *tide, Hex *came, Stand *at, Hex hex)
{
    const Walk *start = lone->walk;
    const Hex *next = start->scenario->map->next[hex];
    const Stand *from = &at[hex];
    int here = tide->cost[hex];
    bool plain = !from->ends && !from->in_lane && !start->forced && (hex != start->hex || from->steps);
    for (Edge edge = 0; edge < EDGES && from->steps < WALK; edge++) {
        Hex to = next[edge];
        if (to == NO_HEX || tide->cost[to] <= here)
            continue;
        int cost = cost_alone(lone, hex, edge, to), total = here + cost;
        if (cost == PROHIBITED || has_bit(lone->closed, to))
            continue;
        if (plain && cost < OTHER_TERRAIN) {
            if (total >= tide->cost[to] || total > tide->limit)
                continue;
            if (!has_bit(start->view->mined, to)) {
                at[to] = (Stand){from->spent + cost * SIXTH, (uint8_t)(from->steps + 1), false, false};
                came[to] = hex;
                tide_reach(tide, to, total);
                continue;
            }
        }
        Stand stand;
        if (!steps_alone(lone, from, hex, edge, to, tide->cost[to] - here, &stand))
            continue;
        total = sixths_of(stand.spent - start->spent[0]);
        if (total >= tide->cost[to] || total > tide->limit)
            continue;
        at[to] = stand;
        came[to] = hex;
        tide_reach(tide, to, total);
    }
}

static bool flood_alone(const Walk *start, Reach *out, uint64_t *been)
{
    static _Thread_local Tide tide;
    static _Thread_local Hex came[TCS_SPOTS];
    static _Thread_local Stand at[TCS_SPOTS];
    Lone lone = alone(start);
    tide_begin(&tide, start->scenario->map->hexes, most_alone(&lone));
    tide_reach(&tide, start->hex, 0);
    came[start->hex] = NO_HEX;
    at[start->hex] = (Stand){start->spent[0], (uint8_t)start->steps, start->ends, start->in_lane};
    for (Hex hex = tide_next(&tide); hex != NO_HEX; hex = tide_next(&tide)) {
        bool stops = (!out || hex != start->hex) && !at[hex].in_lane && may_stop_within(start, &lone.limits, hex);
        if (!out && stops)
            return true;
        if (out) {
            out->cost[hex] = out->most[hex] = tide.cost[hex];
            out->from[hex] = came[hex];
        }
        if (been)
            set_bit(been, hex);
        if (stops)
            out->hex[out->count++] = hex;
        spread_alone(&lone, &tide, came, at, hex);
    }
    return false;
}

/* Walks on from where the walk has come to, every hex by the way that is cheapest for whoever has the least MPs left.
 * Where they may stop is put into `out`; without it, whether there is such a hex. All hexes they may come to on the
 * way are added to `been`, if it is asked for. */
static bool flood_from(const Walk *start, Reach *out, uint64_t *been)
{
    static _Thread_local Flood flood;
    static _Thread_local Walk at[TCS_SPOTS];
    Limits limits;
    int least = 0;
    if (start->count == 1 || pay_alike(start))
        return flood_alone(start, out, been);
    limits_of(start->scenario, start->view, start->piece, start->count, &limits);
    for (int i = 1; i < start->count; i++)
        if (allowance(start->scenario, start->piece[i]) - start->spent[i] <
            allowance(start->scenario, start->piece[least]) - start->spent[least])
            least = i;
    flood_begin(&flood, FLOOD_COSTS - 1);
    flood_reach(&flood, start->hex, 0, NO_HEX);
    copy_walk(&at[start->hex], start);
    for (Hex hex = flood_next(&flood); hex != NO_HEX; hex = flood_next(&flood)) {
        bool stops = (!out || hex != start->hex) && !at[hex].in_lane && may_stop_within(start, &limits, hex);
        if (!out && stops)
            return true;
        if (out) {
            out->cost[hex] = out->most[hex] = flood.cost[hex];
            out->from[hex] = flood.from[hex];
        }
        if (been)
            set_bit(been, hex);
        if (stops)
            out->hex[out->count++] = hex;
        for (Edge edge = 0; edge < EDGES && at[hex].steps < WALK; edge++) {
            Walk next;
            Hex to = start->scenario->map->next[hex][edge];
            if (to == NO_HEX || flood.cost[to] <= flood.cost[hex])
                continue;
            copy_walk(&next, &at[hex]);
            if (refused(walk_step(&next, to)))
                continue;
            int cost = sixths_of(next.spent[least] - start->spent[least]);
            if (cost < flood.cost[to])
                copy_walk(&at[to], &next);
            flood_reach(&flood, to, cost, hex);
        }
    }
    return false;
}

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

static bool can_go(const Walk *walk)
{
    Walk next;
    for (Edge edge = 0; edge < EDGES; edge++)
        if (leads_on(walk, walk->scenario->map->next[walk->hex][edge], &next))
            return true;
    return false;
}

/* Adds the vehicles that share a load with those named; false if one of them should have been named before: they
 * are listed in rising order. */
static bool take_their_load(const State *view, Order *order)
{
    int named = order->count;
    Piece last = order->value[named - 1];
    EACH_IN(rider, view, view->unit[last].at.hex)
    {
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

/* ---- where they can go ----------------------------------------------------------------------------------- */

void move_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    move_flood(scenario, view, prefix, out, NULL);
}

void move_flood(const Scenario *scenario, const State *view, const Order *prefix, Reach *out, uint64_t *been)
{
    Walk start;
    if (!refused(walk_order(&start, scenario, view, prefix)) && start.count && !refused(walk_sets_out(&start)))
        flood_from(&start, out, been);
}
