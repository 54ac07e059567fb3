/* ways.c — TCS 20: where walkers can go.
 *
 * A flood walks on from where a walk has come to (movement.c), every hex by the cheapest way. A unit that goes alone,
 * or with others that pay the same, is flooded by numbers: what a step costs is read from a table, and the hexes closed
 * to it and those where its orders let it stop are found once. Others are walked step by step. */
#include <stddef.h>
#include <string.h>

#include "core/room.h"
#include "core/flood.h"
#include "kit/fields.h"
#include "systems/tcs/tcs.h"

/* A walk is mostly room for walkers that are not there. */
void copy_walk(Walk *to, const Walk *from)
{
    memcpy(to, from, offsetof(Walk, piece));
    memcpy(to->piece, from->piece, (size_t)from->count * sizeof *to->piece);
    memcpy(to->spent, from->spent, (size_t)from->count * sizeof *to->spent);
}

/* Of a unit that walks alone, or with others that pay the same, in a hex: all that differs from its walk elsewhere. */
typedef struct Stand {
    int spent;
    uint8_t steps;
    bool ends, in_lane, faces;
} Stand;

/* The unit that goes alone, and what limits it. */
typedef struct Lone {
    const Walk *walk;
    Piece piece;
    int allowance;
    int afforded;                  /* GRAINS that he may have spent before his riders have none left */
    bool shuns;                    /* he is on the way to the rear and keeps away from the enemy */
    bool doubled;                  /* buttoned up (16.7b-5) */
    const StepCost (*step)[EDGES]; /* by hex */
    const uint64_t *steep;         /* hexes that are closed to him off the road */
    uint64_t closed[TCS_WORDS];    /* the enemy is there, or beside it if the unit shuns him */
    Limits limits;
} Lone;

/* 25.1-3, as riders_can() has it: GRAINS that all its riders have MPs for. */
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
            is_commanded(data) && data->command == COMMAND_STRICT && load_goes_back(walk->view, walk->piece[i]);
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
    *out = (Stand){walk.spent[0], (uint8_t)walk.steps, walk.ends, walk.in_lane, walk.faces};
    return true;
}

/* As step_cost() has it; a unit that is only towed does not walk. */
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
    *out = (Stand){from->spent + grains, (uint8_t)(from->steps + 1), ends, false, false};
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

/* Offers the hexes round one. The common case, sixths added to sixths, is done here; rare ones (mines, the first step,
 * ground that takes all) are left to steps_alone(). */
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
                at[to] = (Stand){from->spent + cost * SIXTH, (uint8_t)(from->steps + 1), false, false, false};
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

/* `elsewhere`: where they begin does not count. */
static bool flood_alone(const Walk *start, bool elsewhere, Reach *out, uint64_t *been)
{
    ROOM(Tide, tide);
    ROOMS(Hex, came, TCS_SPOTS);
    ROOMS(Stand, at, TCS_SPOTS);
    Lone lone = alone(start);
    tide_begin(tide, start->scenario->map->hexes, most_alone(&lone));
    tide_reach(tide, start->hex, 0);
    came[start->hex] = NO_HEX;
    at[start->hex] = (Stand){start->spent[0], (uint8_t)start->steps, start->ends, start->in_lane, start->faces};
    for (Hex hex = tide_next(tide); hex != NO_HEX; hex = tide_next(tide)) {
        bool stops = (!elsewhere || hex != start->hex) &&
                     (at[hex].in_lane ? at[hex].faces : may_stop_within(start, &lone.limits, hex));
        if (!out && stops)
            return true;
        if (out) {
            out->cost[hex] = out->most[hex] = tide->cost[hex];
            out->from[hex] = came[hex];
        }
        if (been)
            set_bit(been, hex);
        if (stops)
            out->hex[out->count++] = hex;
        spread_alone(&lone, tide, came, at, hex);
    }
    return false;
}

/* Walks on from where the walk has come to, every hex by the way that is cheapest for the unit with the least MPs left.
 * Where they may stop is put into `out`; without it, whether there is such a hex. All hexes they may come to on the way
 * are added to `been`, if it is not NULL. */
bool flood_from(const Walk *start, Reach *out, uint64_t *been)
{
    ROOM(Flood, flood);
    ROOMS(Walk, at, TCS_SPOTS);
    Limits limits;
    int least = 0;
    if (start->count == 1 || pay_alike(start))
        return flood_alone(start, out, out, been);
    limits_of(start->scenario, start->view, start->piece, start->count, &limits);
    for (int i = 1; i < start->count; i++)
        if (allowance(start->scenario, start->piece[i]) - start->spent[i] <
            allowance(start->scenario, start->piece[least]) - start->spent[least])
            least = i;
    flood_begin(flood, FLOOD_COSTS - 1);
    flood_reach(flood, start->hex, 0, NO_HEX);
    copy_walk(&at[start->hex], start);
    for (Hex hex = flood_next(flood); hex != NO_HEX; hex = flood_next(flood)) {
        bool stops =
            (!out || hex != start->hex) && (at[hex].in_lane ? at[hex].faces : may_stop_within(start, &limits, hex));
        if (!out && stops)
            return true;
        if (out) {
            out->cost[hex] = out->most[hex] = flood->cost[hex];
            out->from[hex] = flood->from[hex];
        }
        if (been)
            set_bit(been, hex);
        if (stops)
            out->hex[out->count++] = hex;
        for (Edge edge = 0; edge < EDGES && at[hex].steps < WALK; edge++) {
            Walk next;
            Hex to = start->scenario->map->next[hex][edge];
            if (to == NO_HEX || flood->cost[to] <= flood->cost[hex])
                continue;
            copy_walk(&next, &at[hex]);
            if (refused(walk_step(&next, to)))
                continue;
            int cost = sixths_of(next.spent[least] - start->spent[least]);
            if (cost < flood->cost[to])
                copy_walk(&at[to], &next);
            flood_reach(flood, to, cost, hex);
        }
    }
    return false;
}

/* Whether mines are in one of those hexes or beside it. */
static bool mines_are_near(const Scenario *scenario, const State *view, const uint64_t *been)
{
    EACH_BIT(hex, view->mined, TCS_WORDS) {
        bool near = has_bit(been, hex);
        for (Edge edge = 0; edge < EDGES && !near; edge++) {
            Hex next = scenario->map->next[hex][edge];
            near = next != NO_HEX && has_bit(been, next);
        }
        if (near)
            return true;
    }
    return false;
}

/* Whether certainly no way leads to a hex where they may stop: one flood from their hex serves for those from all hexes
 * beside it, unless they may stay where they are, pay differently, or meet mines. */
bool flood_is_vain(const Walk *start)
{
    uint64_t been[TCS_WORDS] = {0};
    return !start->in_lane && (start->count == 1 || pay_alike(start)) && refused(may_stop(start)) &&
           !flood_alone(start, true, NULL, been) && !mines_are_near(start->scenario, start->view, been);
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
