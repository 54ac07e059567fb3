/* march.c — Proud Monster 12.3–12.7, 12.14, 12.16: a stack marches, step by step or as far as it can.
 *
 * Every counter pays for itself, so the slowest sets the pace (12.7). A unit that has spent no MPs may always go one
 * hex that is not barred, for all it has (12.3); a strait is crossed that way only, by a unit that began the phase
 * beside it (12.16). Where the classes of a stack pay differently a hex may be in reach by a way that is cheapest for
 * one of them only: the floods of all of them are tried. */
#include "core/room.h"
#include "systems/pm/march.h"

#include <string.h>

#include "core/flood.h"

enum { AERIAL_MECH = 6 }; /* 9.18-2 */

/* ---- allowances ------------------------------------------------------------------------------ */

/* pm.r.38, pm.r.42 */
static int allowance_in(const Scenario *scenario, const State *view, Piece piece, Supply supply)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    int points = values_of(data, view, piece).movement;
    Hex start = unit->now & MOVED ? unit->start : unit->at.hex;
    if (supply == OUT_OF_SUPPLY)
        points = (points + 1) / 2;
    if (supply == AERIAL && is_mech(data, view, piece) && points > AERIAL_MECH)
        points = AERIAL_MECH;
    if (unit->side == GERMAN_SIDE && weather_at(data, view, start) == RAIN && points)
        points--; /* 13.4 */
    return points;
}

int allowance(const Scenario *scenario, const State *view, const Supplies *supplies, Piece piece)
{
    return allowance_in(scenario, view, piece, supply_of(scenario, view, supplies, piece));
}

static bool is_single(const State *view, const Unit *unit)
{
    return view->concentrated && unit->side == GERMAN_SIDE && !(unit->now & MARKED);
}

/* 9.8-1: supply is judged when the move begins; a unit that leaves the air marker takes what it can trace
 * (pm.r.104). */
static Marcher marcher_of(const Scenario *scenario, const State *view, Piece piece, bool airlift)
{
    const Unit *unit = &view->unit[piece];
    bool begun = unit->now & MOVED, flown = is_airlifted(view, unit->at.hex), leaves = !airlift || !flown;
    Marcher marcher = {.piece = piece, .foot = (uint8_t)foot_of(kind_of(data_of(scenario), view, piece))};
    marcher.fresh = !begun;
    marcher.single = is_single(view, unit);
    if (begun && !(leaves && unit->supply == AERIAL)) { /* a mobile assault may have left the marker behind */
        marcher.allowance = unit->mp;
        marcher.supply = unit->supply;
        marcher.left = (int8_t)points_left(unit);
        return marcher;
    }
    const Supplies *supplies = supplies_of(scenario, view, unit->side);
    Supply supply =
        leaves ? traced_supply(scenario, view, supplies, piece) : supply_of(scenario, view, supplies, piece);
    int points = allowance_in(scenario, view, piece, supply);
    marcher.supply = (uint8_t)supply;
    marcher.allowance = (uint8_t)(points < unit->spent ? unit->spent : points);
    marcher.left = (int8_t)(marcher.allowance - (begun ? unit->spent : 0));
    return marcher;
}

void march_of(const Scenario *scenario, const State *view, const Piece *pieces, int count, bool airlift, March *out)
{
    const Book *data = data_of(scenario);
    out->scenario = scenario;
    out->view = view;
    out->side = view->unit[pieces[0]].side;
    out->count = count;
    out->at = view->unit[pieces[0]].at.hex;
    out->first = out->at >= scenario->map->hexes;
    out->feet = 0;
    out->romanians = out->hungarians = out->southerners = false;
    for (int i = 0; i < count; i++) {
        int nation = kind_of(data, view, pieces[i])->nation;
        out->marcher[i] = marcher_of(scenario, view, pieces[i], airlift);
        out->feet |= 1u << out->marcher[i].foot;
        out->romanians |= nation == ROMANIAN;
        out->hungarians |= nation == HUNGARIAN;
        out->southerners |= nation == ROMANIAN || nation == HUNGARIAN || nation == ITALIAN;
    }
    out->anywhere = out->side == SOVIET_SIDE ? view->head.turn > 1 : !out->southerners;
    for (int foot = 0; foot < FEET; foot++)
        if (out->feet >> foot & 1)
            going_of(scenario, view, out->side, (Foot)foot, &out->going[foot]);
}

/* ---- one step -------------------------------------------------------------------------------- */

/* Whether the country of the hex keeps none of them out. */
static bool is_no_foreign(const March *march, Hex to)
{
    const Book *data = data_of(march->scenario);
    if (march->side == SOVIET_SIDE)
        return data->zomo[to] < ZOMO_HUNGARY || !refused(neutral_ground(march->scenario, march->view, SOVIET_SIDE, to));
    return !((march->romanians && data->zomo[to] == ZOMO_HUNGARY) ||
             (march->hungarians && data->zomo[to] == ZOMO_ROMANIA) ||
             (march->southerners && !data->beginners && has_bit(data->north_sheet, to)));
}

/* Whether neither the units in the hex nor its country keep any of them out. */
static inline bool is_open(const March *march, Hex to)
{
    return !enemy_in(march->view, march->side, to) && (march->anywhere || is_no_foreign(march, to));
}

static Refusal why_closed(const March *march, Hex to)
{
    if (enemy_in(march->view, march->side, to))
        return refuse(PM_12_4, "pm.enemy-stands", to);
    Refusal refusal = neutral_ground(march->scenario, march->view, march->side, to);
    for (int i = 0; !refused(refusal) && i < march->count; i++)
        refusal = nation_may_enter(march->scenario, march->view, march->marcher[i].piece, to);
    return refusal;
}

/* 8.2, 8.3-1, 8.5-3: out of an OKH area. */
static int entry_cost(const March *march, const Marcher *marcher, Hex to)
{
    const Book *data = data_of(march->scenario);
    int south = march->at == box_of(data, BOX_OKH_SOUTH);
    if (to >= march->scenario->map->hexes || !has_bit(data->okh[south], to))
        return -1;
    int nation = kind_of(data, march->view, marcher->piece)->nation;
    if ((nation == ROMANIAN && data->zomo[to] != ZOMO_ROMANIA) ||
        (nation == HUNGARIAN && data->zomo[to] != ZOMO_HUNGARY))
        return -1;
    return march->going[marcher->foot].enter[data->zone[to]][march->scenario->map->terrain[to]];
}

static Refusal why_barred(const March *march, const Marcher *marcher, Hex to, int edge)
{
    const Map *map = march->scenario->map;
    const Book *data = data_of(march->scenario);
    if (march->first) {
        int south = march->at == box_of(data, BOX_OKH_SOUTH);
        return to < map->hexes && has_bit(data->okh[south], to)
                   ? refuse(PM_8_5_3, "pm.enters-map-own-country-not", marcher->piece, to)
                   : refuse(PM_8_2, "pm.okh-area-not-touch", to);
    }
    bool soviet = march->side == SOVIET_SIDE;
    if (soviet && (to == box_of(data, BOX_OKH_NORTH) || to == box_of(data, BOX_OKH_SOUTH)))
        return refuse(PM_8_6, "pm.soviet-never-enters", marcher->piece, to);
    if (to >= map->hexes)
        return refuse(soviet ? PM_12_22 : PM_8_3_3, "pm.not-leave-map", marcher->piece);
    if (edge == EDGES)
        return refuse(PM_12_1, "pm.not-next-2", to, march->at);
    if (map->terrain[to] & LAKE || map->edge[march->at][edge] & LAKE_SIDE)
        return refuse(PM_13_7_2, "pm.lakes-crossed-snow-only-between", march->at, to);
    return refuse(PM_12_14, "pm.nobody-marches-over-sea", march->at, to);
}

/* What the marcher has left after a step of that cost; -1 if it cannot take it. */
static int left_after(const March *march, const Marcher *marcher, int cost)
{
    if (cost == ALL_POINTS)
        return marcher->fresh && march->at == march->view->unit[marcher->piece].at.hex ? 0 : -1;
    if (cost > marcher->left)
        return marcher->fresh ? 0 : -1; /* 12.3 */
    return marcher->single ? 0 : marcher->left - cost;
}

static Refusal why_unable(const Marcher *marcher, Hex to, int cost)
{
    if (marcher->single && !marcher->fresh)
        return refuse(PM_9_20_2, "pm.no-concentrated-supply-goes-hex", marcher->piece);
    if (cost == ALL_POINTS)
        return refuse(PM_12_16, "pm.crosses-strait-where-began-phase", marcher->piece);
    return refuse(PM_12_1, "pm.points-left-costs", marcher->piece, marcher->left, to, cost);
}

/* By class, except out of an OKH area, where nations differ. */
static int cost_for(const March *march, const Marcher *marcher, Hex to, int edge, int cost[FEET])
{
    if (march->first)
        return entry_cost(march, marcher, to);
    if (edge == EDGES)
        return -1;
    if (cost[marcher->foot] == INT8_MIN)
        cost[marcher->foot] = march->going[marcher->foot].step[march->at][edge];
    return cost[marcher->foot];
}

Refusal march_step(March *march, Hex to)
{
    int cost[FEET] = {INT8_MIN, INT8_MIN, INT8_MIN};
    int edge = march->first || to >= march->scenario->map->hexes
                   ? EDGES
                   : edge_between(&march->scenario->map->grid, march->at, to);
    for (int i = 0; i < march->count; i++) {
        Marcher *marcher = &march->marcher[i];
        int step = cost_for(march, marcher, to, edge, cost);
        if (step < 0)
            return why_barred(march, marcher, to, edge);
        int left = left_after(march, marcher, step);
        if (left < 0)
            return why_unable(marcher, to, step);
        marcher->left = (int8_t)left;
    }
    if (!is_open(march, to))
        return why_closed(march, to);
    for (int i = 0; i < march->count; i++)
        march->marcher[i].fresh = false;
    march->at = to;
    march->first = false;
    return LEGAL;
}

bool march_may_stop(const March *march) { return !(march->scenario->map->terrain[march->at] & LAKE); }

/* A unit that goes onto a lake must be able to get off it. */
bool march_can_step(const March *march, Hex to)
{
    March next = *march;
    if (refused(march_step(&next, to)))
        return false;
    for (int edge = 0; !march_may_stop(&next) && edge < EDGES; edge++) {
        Hex beyond = march->scenario->map->next[to][edge];
        if (beyond != NO_HEX && march_can_step(&next, beyond))
            return true;
    }
    return march_may_stop(&next);
}

bool march_can_go(const March *march)
{
    const Book *data = data_of(march->scenario);
    if (march->first) {
        EACH_BIT(hex, data->okh[march->at == box_of(data, BOX_OKH_SOUTH)], PM_WORDS)
            if (march_can_step(march, (Hex)hex))
                return true;
        return false;
    }
    for (int edge = 0; edge < EDGES; edge++) {
        Hex to = march->scenario->map->next[march->at][edge];
        if (to != NO_HEX && march_can_step(march, to))
            return true;
    }
    return false;
}

/* ---- as far as it goes ----------------------------------------------------------------------- */

/* The classes whose points really set a limit, the costliest first: one that has no more left than those before it. */
typedef struct Limits {
    int count;
    uint8_t foot[FEET];
    int left[FEET];
} Limits;

static Limits limits_of(const March *march)
{
    Limits limits = {0};
    int least = INT8_MAX;
    for (int foot = 0; foot < FEET && limits.count < FEET; foot++) {
        int left = INT8_MAX;
        for (int i = 0; i < march->count; i++)
            if (march->marcher[i].foot == foot && march->marcher[i].left < left)
                left = march->marcher[i].left;
        if (left >= least)
            continue;
        least = left;
        limits.foot[limits.count] = (uint8_t)foot;
        limits.left[limits.count++] = left;
    }
    return limits;
}

typedef struct Spread {
    Flood flood;
    uint8_t spent[FEET][FLOOD_HEXES]; /* by the other limits, on the way the flood found */
} Spread;

/* What the way to the hex costs the other classes; false if one of them cannot pay. */
static bool others_pay(const March *march, const Limits *limits, int main, Spread *spread, Hex hex)
{
    Hex from = spread->flood.from[hex];
    for (int i = 0; i < FEET; i++) {
        if (i == main || i >= limits->count)
            continue;
        const Going *going = &march->going[limits->foot[i]];
        int cost = 0;
        if (from == NO_HEX || from >= march->scenario->map->hexes)
            cost = march->first ? going->enter[data_of(march->scenario)->zone[hex]][march->scenario->map->terrain[hex]]
                                : 0;
        else
            cost = spread->spent[i][from] + going->step[from][edge_between(&march->scenario->map->grid, from, hex)];
        if (cost > limits->left[i])
            return false;
        spread->spent[i][hex] = (uint8_t)cost;
    }
    return true;
}

static void spread_from(const March *march, const Limits *limits, int main, Spread *spread, Hex hex)
{
    Flood *flood = &spread->flood;
    const int8_t *step = march->going[limits->foot[main]].step[hex];
    const Hex *next = march->scenario->map->next[hex];
    int spent = flood->cost[hex];
    for (int edge = 0; edge < EDGES; edge++)
        if (step[edge] >= 0 && step[edge] != ALL_POINTS && flood_gains(flood, next[edge], spent + step[edge]) &&
            is_open(march, next[edge]))
            flood_reach(flood, next[edge], spent + step[edge], hex);
}

static void begin_spread(const March *march, const Limits *limits, int main, Spread *spread, Hex start)
{
    const Book *data = data_of(march->scenario);
    flood_begin(&spread->flood, limits->left[main]);
    if (!march->first) {
        flood_reach(&spread->flood, march->at, 0, NO_HEX);
        return;
    }
    EACH_BIT(hex, data->okh[march->at == box_of(data, BOX_OKH_SOUTH)], PM_WORDS) {
        int dearest = -1;
        bool all = is_open(march, (Hex)hex);
        for (int i = 0; i < march->count; i++) {
            int cost = entry_cost(march, &march->marcher[i], (Hex)hex);
            all &= cost >= 0;
            if (march->marcher[i].foot == limits->foot[main])
                dearest = cost;
        }
        if (all)
            flood_reach(&spread->flood, (Hex)hex, dearest, start);
    }
}

/* The ends that one class's cheapest ways lead to; `seen` is what is in the answer already. */
static void flood_for(const March *march, const Limits *limits, int main, uint64_t *seen, Hex start, Reach *out)
{
    ROOM(Spread, spread);
    bool second = main > 0;
    begin_spread(march, limits, main, spread, start);
    Hex hex;
    while ((hex = flood_next(&spread->flood)) != NO_HEX) {
        if (limits->count > 1 && !others_pay(march, limits, main, spread, hex))
            continue;
        spread_from(march, limits, main, spread, hex);
        (second ? out->second : out->from)[hex] = spread->flood.from[hex];
        if (!second)
            out->cost[hex] = out->most[hex] = spread->flood.cost[hex];
        if (hex == march->at || has_bit(seen, hex) || march->scenario->map->terrain[hex] & LAKE)
            continue;
        set_bit(seen, hex);
        out->hex[out->count++] = hex;
        out->cost[hex] = out->most[hex] = spread->flood.cost[hex];
        if (second)
            out->from[hex] = (Hex)(spread->flood.from[hex] | SECOND_WAY);
    }
}

/* 12.3, 12.16: one hex for all they have. */
static void add_single_steps(const March *march, const uint64_t *seen, Hex start, Reach *out)
{
    const Book *data = data_of(march->scenario);
    int dearest = 0;
    for (int i = 0; i < march->count; i++)
        dearest = march->marcher[i].left > dearest ? march->marcher[i].left : dearest;
    for (int hex = 0; march->first && hex < march->scenario->map->hexes; hex++)
        if (has_bit(data->okh[march->at == box_of(data, BOX_OKH_SOUTH)], hex) && !has_bit(seen, hex) &&
            march_can_step(march, (Hex)hex)) {
            out->hex[out->count++] = (Hex)hex;
            out->cost[hex] = out->most[hex] = (uint16_t)dearest;
            out->from[hex] = start;
        }
    for (int edge = 0; !march->first && edge < EDGES; edge++) {
        Hex to = march->scenario->map->next[march->at][edge];
        March next = *march;
        if (to == NO_HEX || has_bit(seen, to) || refused(march_step(&next, to)) || !march_may_stop(&next))
            continue;
        out->hex[out->count++] = to;
        out->cost[to] = out->most[to] = (uint16_t)dearest;
        out->from[to] = march->at;
    }
}

void march_reach(const March *march, Reach *out)
{
    uint64_t seen[PM_WORDS] = {0};
    bool fresh = false, single = false;
    Hex start = march->at < march->scenario->map->spots ? march->at : NO_HEX;
    for (int i = 0; i < march->count; i++) {
        fresh |= march->marcher[i].fresh;
        single |= march->marcher[i].single;
    }
    Limits limits = limits_of(march);
    out->count = 0;
    if (!single)
        flood_for(march, &limits, 0, seen, start, out);
    if (!single && limits.count > 1) /* an answer has room for two ways to a hex */
        flood_for(march, &limits, limits.count - 1, seen, start, out);
    if (fresh)
        add_single_steps(march, seen, start, out);
}
