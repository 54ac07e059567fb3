/* walk_ways.c — WB-95 3 and 4.2: where a unit's ways lead. A flood over all it can pay for gives the hexes where it may
 * stop, what each costs and the way there, and whether there are any at all.
 *
 * The extra hex of secondary route (table.terrain-fn4, R16) is a flood of its own: a unit that has left the route for a
 * cheaper way has no right to it. */
#include <string.h>

#include "core/room.h"
#include "systems/wb95/walk_step.h"

/* A flood like flood.h's that keeps the MPs left, so that one comparison finds both what is too far and what was
 * reached for less. */
typedef struct Ways {
    struct {
        uint16_t left; /* twelfths left there, and one; 0: not reached */
        Hex from, link;
        uint16_t unused; /* eight bytes a hex */
    } at[WB95_HEXES];
    Hex head[FLOOD_COSTS]; /* by `left`, last in, first out */
    int most;              /* `left` of the start */
    Hex seen[WB95_HEXES];
    int touched;
} Ways;

static Ways *found_ways(void)
{
    ROOM(Ways, ways);
    return ways;
}

static Flood *side_roads(void)
{
    ROOM(Flood, road);
    return road;
}

static void ways_begin(Ways *ways, int mp)
{
    for (int i = 0; i < ways->touched; i++)
        ways->at[ways->seen[i]].left = 0;
    ways->touched = 0;
    ways->most = (mp < 0 ? 0 : mp < FLOOD_COSTS - 1 ? mp : FLOOD_COSTS - 2) + 1;
    memset(ways->head, 0xFF, (size_t)(ways->most + 1) * sizeof *ways->head);
}

/* A better way to a hex than is known. */
static inline void ways_reach(Ways *ways, Hex hex, int left, Hex from)
{
    if (!ways->at[hex].left) {
        ways->seen[ways->touched++] = hex;
    } else { /* unlink from its old bucket */
        Hex *at = &ways->head[ways->at[hex].left];
        while (*at != hex)
            at = &ways->at[*at].link;
        *at = ways->at[hex].link;
    }
    ways->at[hex].left = (uint16_t)left;
    ways->at[hex].from = from;
    ways->at[hex].link = ways->head[left];
    ways->head[left] = hex;
}

static inline void ways_offer(Ways *ways, Hex hex, int left, Hex from)
{
    if (left > ways->at[hex].left)
        ways_reach(ways, hex, left, from);
}

/* The first steps: the dearest is paid with all there is (3.1.13). */
static void spread_start(const Walker *walker, Ways *ways)
{
    for (int edge = 0; edge < EDGES; edge++) {
        Step step;
        if (step_of(walker, walker->hex, (Edge)edge, &step, NULL))
            ways_offer(ways, step.to, ways->most - capped(walker, step.cost) - step.overrun, walker->hex);
    }
}

/* A step on the way that could improve on what is known, where more than plain ground matters. */
static __attribute__((noinline)) void spread_step(const Walker *walker, Ways *ways, Hex hex, Edge edge, int ground)
{
    const Map *map = walker->scenario->map;
    Step step;
    if (walker->data->around[walk_of(walker->kind)][hex].ask >> edge & 1) {
        int road;
        bool bridge = bridged(walker->data, walker->view, hex, edge);
        if (!bridge || ground == UINT8_MAX)
            ground = ground_cost(walker->data, map, walker->kind, hex, edge, bridge, &road);
    }
    if (ground != NEVER && step_over(walker, hex, edge, ground, &step, NULL))
        ways_offer(ways, step.to, ways->at[hex].left - step.cost - step.overrun, hex);
}

/* Steps out of a hex on the way, which is in no enemy zone. None costs less than its ground, and where nothing but the
 * ground matters that is all. */
static inline void spread_hex(const Walker *walker, Ways *ways, const Around *all, Hex hex, int left, bool plain)
{
    const Around *around = &all[hex];
    unsigned better = 0;
    if (left <= around->cheapest)
        return;
    for (int edge = 0; edge < EDGES; edge++)
        better |= (unsigned)(left - around->least[edge] > ways->at[around->next[edge]].left) << edge;
    for (; better; better &= better - 1) {
        int edge = __builtin_ctz(better);
        Hex to = around->next[edge];
        __builtin_prefetch(&all[to]); /* its turn comes soon */
        if (!plain || around->ask >> edge & 1 || concerned_by(walker, to))
            spread_step(walker, ways, hex, (Edge)edge, around->least[edge]);
        else if (!walker->strategic || !in_enemy_zone(walker, to)) /* 12.2.2 */
            ways_reach(ways, to, left - around->least[edge], hex);
    }
}

/* Goes on with a flood over all the walker can pay for. Hexes come in order of cost: where it may stop they are added
 * to `out`, or, without one, the first is returned at once. */
static Hex spread_on(const Walker *walker, Ways *ways, Reach *out)
{
    const Around *around = walker->data->around[walk_of(walker->kind)];
    const bool plain = !walker->disrupted && !walker->fenced;
    Hex hex, *end = out ? out->hex + out->count : NULL;
    for (int left = ways->most; left > 0; left--)
        while ((hex = ways->head[left]) != NO_HEX) {
            ways->head[left] = ways->at[hex].link;
            if (hex == walker->hex) {
                spread_start(walker, ways);
                continue;
            }
            if (walker->view->top[hex] == NO_PIECE || may_stop_at(walker, hex, left - 1)) {
                if (!out)
                    return hex;
                *end++ = hex;
            }
            if (!in_enemy_zone(walker, hex)) /* 4.2.1 */
                spread_hex(walker, ways, around, hex, left, plain);
        }
    if (out)
        out->count = (int)(end - out->hex);
    return NO_HEX;
}

static Hex spread(const Walker *walker, Ways *ways, Reach *out)
{
    ways_begin(ways, walker->mp);
    ways_offer(ways, walker->hex, ways->most, NO_HEX);
    return spread_on(walker, ways, out);
}

typedef void Found(void *context, Hex hex, Hex from);

/* Hexes only the extra hex of secondary route leads to. The ways there are a flood of their own: a unit that has left
 * the route for a cheaper way has no right to it. */
static void spread_bonus(const Walker *walker, const Ways *ways, Flood *road, Found *found, void *context)
{
    const uint8_t(*roads)[EDGES] = (const uint8_t(*)[EDGES])walker->scenario->map->road;
    Hex hex;
    while ((hex = flood_next(road)) != NO_HEX) {
        bool start = hex == walker->hex;
        if (!start && in_enemy_zone(walker, hex))
            continue;
        for (int edge = 0; edge < EDGES; edge++) {
            Step step;
            if (roads[hex][edge] != SECONDARY || !step_of(walker, hex, (Edge)edge, &step, NULL) || !step.secondary)
                continue;
            int cost = road->cost[hex] + (start ? capped(walker, step.cost) : step.cost);
            if (cost + step.overrun <= walker->mp)
                flood_reach(road, step.to, cost + step.overrun, hex);
            else if (!step.overrun && !ways->at[step.to].left)
                found(context, step.to, hex);
        }
    }
}

static bool on_secondary(const Walker *walker)
{
    for (int edge = 0; edge < EDGES; edge++)
        if (walker->scenario->map->road[walker->hex][edge] == SECONDARY)
            return true;
    return false;
}

/* Begins that flood in the walker's hex; false if it can reach nothing. */
static bool bonus_begin(const Walker *walker, Flood *road)
{
    if (!bonus_open(walker) || !on_secondary(walker))
        return false;
    flood_begin(road, walker->mp);
    flood_reach(road, walker->hex, 0, NO_HEX);
    return true;
}

typedef struct Stop {
    const Walker *walker;
    bool found;
} Stop;

static void note_stop(void *context, Hex hex, Hex from)
{
    Stop *stop = context;
    (void)from;
    stop->found |= may_stop_at(stop->walker, hex, 0);
}

bool walker_can_go_on(const Walker *walker, bool *far)
{
    if (walker->now & STOPPED)
        return false;
    if (plain_step_open(walker))
        return true;
    if (walker->now & ACTED && walker->mp < walker->data->around[walk_of(walker->kind)][walker->hex].cheapest &&
        !bonus_open(walker))
        return false;
    for (int edge = 0; edge < EDGES; edge++) {
        Walker next = *walker;
        if (take_step(&next, (Edge)edge, NULL) && fits_at(&next, next.hex))
            return true;
    }
    if (far) /* a full stack may make room, if it has room itself beyond */
        *far = true;
    if (spread(walker, found_ways(), NULL) != NO_HEX)
        return true;
    Stop stop = {walker, false};
    if (bonus_begin(walker, side_roads()))
        spread_bonus(walker, found_ways(), side_roads(), note_stop, &stop);
    return stop.found;
}

void walker_choices(const Walker *walker, Choices *out, int slot)
{
    for (int edge = 0; edge < EDGES; edge++) {
        Walker next = *walker;
        if (take_step(&next, (Edge)edge, NULL) && (walker_may_stop(&next) || walker_can_go_on(&next, NULL)))
            choose(out, slot, next.hex);
    }
}

typedef struct Ends {
    const Walker *walker;
    Reach *out;
    int dearest; /* ends from here on cost all its MPs and the extra hex */
} Ends;

static void note_end(void *context, Hex hex, Hex from)
{
    Ends *ends = context;
    Reach *out = ends->out;
    if (!may_stop_at(ends->walker, hex, 0))
        return;
    for (int i = out->count - 1; i >= ends->dearest; i--)
        if (out->hex[i] == hex)
            return;
    out->cost[hex] = out->most[hex] = (uint16_t)ends->walker->mp;
    out->from[hex] = from | SECOND_WAY;
    out->hex[out->count++] = hex;
}

/* Adds the ends of the extra hex, and the ways there. */
static void keep_bonus(const Walker *walker, Flood *road, Reach *out)
{
    Ends ends = {walker, out, out->count};
    spread_bonus(walker, found_ways(), road, note_end, &ends);
    for (int i = 0; i < road->touched && out->count > ends.dearest; i++)
        out->second[road->seen[i]] = road->from[road->seen[i]];
}

/* What an overrun there may cost beyond the least. */
static int open_cost(const Walker *walker, Hex hex)
{
    Overrun overrun;
    return held_by_others(walker, hex) && overrun_cost(walker, hex, &overrun, NULL) ? overrun.most - overrun.least : 0;
}

/* Ways through what may be overrun may cost more. */
static void keep_most(const Walker *walker, const Ways *ways, Reach *out)
{
    for (int i = 0; i < ways->touched; i++) {
        int more = 0;
        for (Hex hex = ways->seen[i]; hex != NO_HEX; hex = ways->at[hex].from)
            more += open_cost(walker, hex);
        out->most[ways->seen[i]] = (uint16_t)(out->cost[ways->seen[i]] + more);
    }
}

static void keep_ways(const Walker *walker, const Ways *ways, Reach *out)
{
    bool open = false;
    for (int i = 0; i < ways->touched; i++) {
        Hex hex = ways->seen[i];
        out->cost[hex] = out->most[hex] = (uint16_t)(ways->most - ways->at[hex].left);
        out->from[hex] = ways->at[hex].from;
        open |= open_cost(walker, hex) > 0;
    }
    if (open)
        keep_most(walker, ways, out);
}

void walker_reach(const Walker *walker, Reach *out)
{
    if (walker->now & STOPPED)
        return;
    spread(walker, found_ways(), out);
    keep_ways(walker, found_ways(), out);
    if (bonus_begin(walker, side_roads()))
        keep_bonus(walker, side_roads(), out);
}

int walker_cost_to(const Walker *walker, Hex hex)
{
    ROOM(Reach, ends);
    Walker tireless = *walker;
    tireless.mp = FLOOD_COSTS - 2;
    ends->count = 0;
    if (walker->now & STOPPED)
        return NEVER;
    spread(&tireless, found_ways(), ends);
    for (int i = 0; i < ends->count; i++)
        if (ends->hex[i] == hex)
            return found_ways()->most - found_ways()->at[hex].left;
    return NEVER;
}

void walker_reach_from(const Walker *walker, const Start *start, int count, Reach *out)
{
    ways_begin(found_ways(), walker->mp);
    flood_begin(side_roads(), walker->mp);
    for (int i = 0; i < count; i++) {
        ways_offer(found_ways(), start[i].hex, found_ways()->most - start[i].spent, NO_HEX);
        if (start[i].secondary)
            flood_reach(side_roads(), start[i].hex, start[i].spent, NO_HEX);
    }
    spread_on(walker, found_ways(), out);
    keep_ways(walker, found_ways(), out);
    if (bonus_open(walker))
        keep_bonus(walker, side_roads(), out);
}
