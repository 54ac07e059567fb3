/* walk.c — WB-95 sections 3 and 4.2: a unit's way, step by step.
 *
 * A unit pays twelfths of a movement point (R03) for each step: the ground of the hex it enters and the water it
 * crosses, or the rate of the road it follows (R02), nothing for works (7.1.12) or for coming into an enemy zone
 * (4.2.2); one point more to leave one, for wherever it likes, another zone included (4.2.4, 4.2.5, 4.2.6), one for
 * each movement-disruption mission (8.2.13), one for each gun it overruns (R46). A unit that has spent nothing pays
 * for its first step at most what it has (3.1.13, R15); overruns must be paid in full (R18). A unit that enters an
 * enemy zone stops (4.2.1), and never steps from one hex to another of the same enemy unit's zone (4.2.3, R17). Units
 * for which secondary route costs a whole point and that used nothing else may take one hex of it more than they can
 * pay (table.terrain-fn4, R16). Any number may use a hex (3.1.9).
 *
 * Zones of control in a view are those that are certain; a way along hidden stacks that may have none is legal, and
 * ends in truth where one of them stops it (R105). Whoever goes on past such a stack was in no zone of it, so only an
 * overrun leaves open what a way costs: the hidden counters may be guns, a point each, or HQs.
 *
 * Stacking binds at the end of a phase (3.2.1, R94): passing through is free (3.1.10), and an order may end in a hex it
 * overfills as long as those there, the newcomer among them, can still make room, each with a step to a hex where it
 * fits. So two full stacks change places, and nobody moves in where it could not be undone.
 *
 * One step function serves check, choices, reach and apply; floods take the price of plain ground from a table. */
#include <string.h>

#include "systems/wb95/walk.h"

enum { HQ_CROSS_COUNTRY = 5 * MP };

/* ---- what a step costs: 3.1.11, 3.1.12 and the terrain table ------------------------------------ */

static int water_cost(const Wb95 *data, int class, unsigned edge_bits)
{
    for (int bit = 0; bit < 3; bit++)
        if (edge_bits >> bit & 1)
            return data->crossing[class][bit];
    return 0;
}

/* Ground, water and road of one step, or NEVER. `*road` is the road whose rate was used. */
static int ground_cost(const Wb95 *data, const Map *map, const Kind *kind, Hex from, Edge edge, bool bridge, int *road)
{
    unsigned wet = map->edge[from][edge] & (STREAM | BIG_RIVER);
    bool spanned = wet && bridge;
    *road = NO_ROAD;
    if (kind->class == IMMOBILE)
        return NEVER;
    if (map->road[from][edge] && (!wet || spanned)) {
        *road = map->road[from][edge];
        return data->road_cost[kind->class][*road];
    }
    int cost = data->step[kind->class][from][edge];
    if (cost != NEVER)
        return spanned ? cost - water_cost(data, kind->class, wet) : cost;
    if (kind->type != HQ || map->terrain[map->next[from][edge]] & LAKE)
        return NEVER;
    return HQ_CROSS_COUNTRY + (wet && !spanned ? water_cost(data, kind->class, wet) : 0);
}

int march_cost(const Scenario *scenario, const State *view, Piece piece, Hex from, Edge edge)
{
    int road;
    const Wb95 *data = data_of(scenario);
    return ground_cost(data, scenario->map, kind_of(data, view, piece), from, edge, bridged(data, view, from, edge),
                       &road);
}

static void derive_walk(const Map *map, const Wb95 *data, const Kind *kind, Hex hex, Around *out)
{
    *out = (Around){.cheapest = UINT8_MAX};
    for (int edge = 0; edge < EDGES; edge++) {
        int road, least = NEVER;
        bool site = data->site_edges[hex] >> edge & 1;
        if (map->next[hex][edge] != NO_HEX)
            least = ground_cost(data, map, kind, hex, (Edge)edge, site, &road);
        out->next[edge] = least == NEVER ? hex : map->next[hex][edge];
        out->least[edge] = (uint8_t)(least < UINT8_MAX ? least : UINT8_MAX);
        if (least != NEVER && (site || least > UINT8_MAX))
            out->ask |= (uint8_t)(1 << edge);
        if (out->least[edge] < out->cheapest)
            out->cheapest = out->least[edge];
    }
}

static int walk_of(const Kind *kind) { return kind->type == HQ ? HQ_WALK : kind->class; }

void derive_walks(const Map *map, Wb95 *data)
{
    for (int walk = 0; walk < WALK_KINDS; walk++) {
        Kind kind = {.type = walk == HQ_WALK ? HQ : INF, .class = (uint8_t)(walk == HQ_WALK ? TRUCKED : walk)};
        for (int hex = 0; hex < map->hexes; hex++)
            derive_walk(map, data, &kind, (Hex)hex, &data->around[walk][hex]);
    }
}

bool may_enter(const Scenario *scenario, const State *view, const Kind *kind, Hex from, Edge edge)
{
    const Wb95 *data = data_of(scenario);
    int road;
    return scenario->map->next[from][edge] != NO_HEX &&
           ground_cost(data, scenario->map, kind, from, edge, bridged(data, view, from, edge), &road) != NEVER;
}

int road_off_map(const Scenario *scenario, Hex hex)
{
    const Map *map = scenario->map;
    bool border = false;
    int best = NO_ROAD, roads = 0;
    for (int edge = 0; edge < EDGES; edge++) {
        border |= map->next[hex][edge] == NO_HEX;
        roads += map->road[hex][edge] != NO_ROAD;
        if (map->road[hex][edge] > best)
            best = map->road[hex][edge];
    }
    if (!border || !roads)
        return NO_ROAD;
    bool ends = roads == 1;
    for (int line = 0; line < map->road_lines && !ends; line++) {
        const uint16_t *way = map->list + map->road_line[line].first;
        ends = way[0] == hex || way[map->road_line[line].count - 1] == hex;
    }
    return ends ? best : NO_ROAD;
}

int entry_cost(const Scenario *scenario, const Kind *kind, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    const Map *map = scenario->map;
    int entry = data->hex_entry[hex], cost = NEVER;
    if (kind->class == IMMOBILE)
        return NEVER;
    if (data->entry_road[entry])
        return data->road_cost[kind->class][data->entry_road[entry]];
    Edge edge = data->entry_edge[entry];
    if (edge < EDGES)
        cost = data->step[kind->class][map->next[hex][edge]][edge_opposite(edge)];
    if (cost != NEVER)
        return cost - water_cost(data, kind->class, map->edge[hex][edge]);
    return kind->type == HQ && !(map->terrain[hex] & LAKE) ? HQ_CROSS_COUNTRY : NEVER;
}

/* ---- steps ---------------------------------------------------------------------------------------- */

typedef struct Step {
    Hex to;
    int cost;    /* all but overruns */
    int overrun; /* 6.1.7, never capped (R18); the least there may be */
    bool secondary;
    bool zone; /* of an enemy, there */
} Step;

static void find_enemy_zones(Walker *walker)
{
    static const uint64_t nowhere[WB95_HEXES / 64];
    unsigned enemies = walker->data->enemies[walker->side];
    unsigned others = enemies & (enemies - 1);
    walker->zone[0] = enemies ? walker->view->zoc[__builtin_ctz(enemies)] : nowhere;
    walker->zone[1] = others ? walker->view->zoc[__builtin_ctz(others)] : walker->zone[0];
}

static inline bool in_enemy_zone(const Walker *walker, Hex hex)
{
    return (walker->zone[0][hex >> 6] | walker->zone[1][hex >> 6]) >> (hex & 63) & 1;
}

Walker walker_begin(const Scenario *scenario, const State *view, int side)
{
    const Wb95 *data = data_of(scenario);
    Walker walker = {.scenario = scenario,
                     .data = data,
                     .view = view,
                     .side = (uint8_t)side,
                     .resting = (uint8_t)feature_resting(data, view),
                     .slowed_nations = view->disruptions ? 1 << SOVIET : 0,
                     .bound_nations = (uint8_t)feature_bound(data),
                     .fenced_nations = (uint8_t)feature_fenced(data),
                     .strategic = in_strategic_phase(view)};
    find_enemy_zones(&walker);
    return walker;
}

Walker walker_of(const Scenario *scenario, const State *view, Piece piece)
{
    Walker walker = walker_begin(scenario, view, view->unit[piece].side);
    walker_take(&walker, piece);
    return walker;
}

/* R17: an enemy unit that covers both hexes stands in one of the two hexes that touch both. */
static bool one_zone_covers(const Walker *walker, Hex from, Edge edge)
{
    const State *view = walker->view;
    for (int turn = 1; turn < EDGES; turn += 4) {
        Hex between = walker->scenario->map->next[from][(edge + turn) % EDGES];
        if (between == NO_HEX)
            continue;
        unsigned to_from = 1u << (edge + turn + 3) % EDGES;
        unsigned to_target = 1u << (edge + EDGES - turn) % EDGES;
        for (Piece piece = view->top[between]; piece != NO_PIECE; piece = view->unit[piece].below) {
            unsigned covers = zone_edges(walker->data, view, view->unit[piece].kind, between);
            if (covers & to_from && covers & to_target && is_enemy(walker->data, walker->side, view->unit[piece].side))
                return true;
        }
    }
    return false;
}

bool overrun_cost(const Walker *walker, Hex hex, Overrun *cost, Refusal *why)
{
    const State *view = walker->view;
    int guns = 0, unknown = 0;
    *cost = (Overrun){0, 0};
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below) {
        const Kind *kind = kind_of(walker->data, view, piece);
        if (!is_enemy(walker->data, walker->side, view->unit[piece].side))
            return true; /* friends and enemies never share a hex */
        unknown += kind->type == UNKNOWN;
        if (kind->type == UNKNOWN ? !may_be_weak(view, view->unit[piece].side, unknown, false)
                                  : !(kind->is & GUN) && kind->type != HQ)
            DENY(why, WB95_3_1_8, "%p cannot enter %h: %p of the enemy holds it", walker->piece, hex, piece);
        guns += (kind->is & GUN) != 0;
    }
    if (view->top[hex] == NO_PIECE)
        return true;
    if (!(walker->kind->is & REGULAR))
        DENY(why, WB95_3_1_8, "%p cannot enter %h: only a regular unit overruns guns or a headquarters", walker->piece,
             hex);
    bool dug_in = fortified(view, hex) || walker->data->position_cm[hex];
    const uint16_t *unseen = view->unseen[view->unit[view->top[hex]].side];
    int least = guns + (unknown > unseen[HIDDEN_HQ] ? unknown - unseen[HIDDEN_HQ] : 0);
    int most = guns + (unknown < unseen[HIDDEN_GUN] ? unknown : unseen[HIDDEN_GUN]);
    *cost = (Overrun){MP * (least + (least && dug_in)), MP * (most + (most && dug_in))};
    return true;
}

static bool closed_ground(const Walker *walker, Hex to, Refusal *why)
{
    if (walker->kind->class == IMMOBILE)
        DENY(why, WB95_15_2_1, "%p never moves", walker->piece);
    if (walker->scenario->map->terrain[to] & LAKE)
        DENY(why, WB95_3_1_11, "%p cannot enter %h: nobody goes into a lake", walker->piece, to);
    DENY(why, WB95_3_1_11, "%p cannot enter %h: that ground is closed to its class", walker->piece, to);
}

static inline bool held_by_others(const Walker *walker, Hex hex)
{
    Piece top = walker->view->top[hex];
    return top != NO_PIECE && walker->view->unit[top].side != walker->side;
}

/* Whether who stands there matters to the step: others, or friends it is not to pass through. */
static inline bool concerned_by(const Walker *walker, Hex hex)
{
    Piece top = walker->view->top[hex];
    return top != NO_PIECE && (walker->bound || walker->view->unit[top].side != walker->side);
}

/* What a step costs beyond its ground, and what forbids it. */
static inline bool step_over(const Walker *walker, Hex from, Edge edge, int ground, Step *step, Refusal *why)
{
    const State *view = walker->view;
    Hex to = walker->scenario->map->next[from][edge];
    step->to = to;
    step->cost = ground;
    step->overrun = 0;
    if (held_by_others(walker, to)) {
        Overrun overrun;
        if (!overrun_cost(walker, to, &overrun, why))
            return false;
        step->overrun = overrun.least;
    }
    step->zone = in_enemy_zone(walker, to);
    if (step->zone && walker->strategic)
        DENY(why, WB95_12_2_2, "%p cannot enter %h: strategic movement keeps out of enemy zones of control",
             walker->piece, to);
    if (in_enemy_zone(walker, from)) {
        if (walker->strategic)
            DENY(why, WB95_12_2_1, "%p cannot make strategic movement: it stands in an enemy zone of control at %h",
                 walker->piece, from);
        if (step->zone && one_zone_covers(walker, from, edge))
            DENY(why, WB95_4_2_3, "%p cannot step from %h to %h: one enemy unit's zone of control covers both",
                 walker->piece, from, to);
        step->cost += MP;
    }
    if (walker->disrupted)
        step->cost += MP * disruptions_at(walker->scenario, view, to);
    if (walker->bound) {
        Refusal banned = feature_step(walker->scenario, view, walker->piece, from, to);
        if (refused(banned)) {
            if (why)
                *why = banned;
            return false;
        }
    }
    return true;
}

/* One step from a hex, its cost and what forbids it; not yet whether it can be paid. */
static inline bool step_of(const Walker *walker, Hex from, Edge edge, Step *step, Refusal *why)
{
    const Map *map = walker->scenario->map;
    Hex to = map->next[from][edge];
    if (to == NO_HEX)
        DENY(why, WB95_3_1_4, "the map ends at %h", from);
    int road, ground = ground_cost(walker->data, map, walker->kind, from, edge,
                                   bridged(walker->data, walker->view, from, edge), &road);
    if (ground == NEVER)
        return closed_ground(walker, to, why);
    step->secondary = road == SECONDARY;
    return step_over(walker, from, edge, ground, step, why);
}

Refusal step_cost(const Scenario *scenario, const State *view, Piece piece, Hex from, Edge edge, bool strategic,
                  int *cost)
{
    Walker walker = walker_of(scenario, view, piece);
    Refusal why = LEGAL;
    Step step;
    walker.strategic = strategic;
    if (step_of(&walker, from, edge, &step, &why))
        *cost = step.cost + step.overrun;
    return why;
}

/* Footnote 4 (R16): classes that pay a whole point on secondary route, and whose movement ran on nothing else. */
static bool bonus_open(const Walker *walker)
{
    return (walker->now & (SECONDARY_ONLY | BONUS_STEP)) == SECONDARY_ONLY &&
           walker->data->road_cost[walker->kind->class][SECONDARY] == MP;
}

static int capped(const Walker *walker, int cost)
{
    return !(walker->now & ACTED) && cost > walker->mp ? walker->mp : cost;
}

static bool pay(Walker *walker, const Step *step, Refusal *why)
{
    int cost = capped(walker, step->cost) + step->overrun;
    if (cost <= walker->mp) {
        walker->mp -= cost;
    } else if (step->secondary && !step->overrun && bonus_open(walker)) {
        walker->mp = 0;
        walker->now |= BONUS_STEP;
    } else if (step->overrun && cost - step->overrun <= walker->mp) {
        DENY(why, WB95_6_1_7_2, "%p needs %t MP to enter %h and overrun the guns there, and has %t", walker->piece,
             cost, step->to, walker->mp);
    } else {
        DENY(why, WB95_3_1_5, "%p needs %t MP to enter %h and has %t left", walker->piece, cost, step->to, walker->mp);
    }
    return true;
}

static bool take_step(Walker *walker, Edge edge, Refusal *why)
{
    Step step;
    if (walker->now & STOPPED)
        DENY(why, WB95_4_2_1, "%p cannot go on from %h: it entered an enemy zone of control there and must stop",
             walker->piece, walker->hex);
    if (!step_of(walker, walker->hex, edge, &step, why) || !pay(walker, &step, why))
        return false;
    walker->hex = step.to;
    walker->now |= ACTED;
    if (!step.secondary)
        walker->now &= ~(uint32_t)SECONDARY_ONLY;
    if (step.zone)
        walker->now |= STOPPED;
    return true;
}

Refusal walker_step(Walker *walker, Edge edge)
{
    Refusal why = LEGAL;
    take_step(walker, edge, &why);
    return why;
}

Refusal walker_step_to(Walker *walker, Hex to)
{
    Edge edge = edge_towards(walker->scenario->map, walker->hex, to);
    if (edge == EDGES)
        return refuse(WB95_3_1_4, "%p cannot go from %h to %h in one step: the hexes do not touch", walker->piece,
                      walker->hex, to);
    return walker_step(walker, edge);
}

/* ---- where a walk may end: 3.2 ---------------------------------------------------------------------- */

static int cel_with(const Walker *walker, Hex hex)
{
    const Unit *unit = &walker->view->unit[walker->piece];
    int cel = stack_cel(walker->view, walker->side, hex);
    return unit->place == ON_MAP && unit->hex == hex ? cel : cel + unit->cel;
}

static bool kept_apart(const Walker *walker, Hex hex)
{
    return feature_apart(walker->data, walker->view, walker->piece, hex);
}

static bool fits_at(const Walker *walker, Hex hex)
{
    return walker->view->top[hex] == NO_PIECE || (cel_with(walker, hex) <= STACKING_LIMIT && !kept_apart(walker, hex));
}

/* The common case at a glance: an empty neighbour on ground it can pay for, with nothing in the way. */
static bool plain_step_open(const Walker *walker)
{
    const Hex *next = walker->scenario->map->next[walker->hex];
    const uint16_t *cost = walker->data->step[walker->kind->class][walker->hex];
    int most = walker->now & ACTED ? walker->mp : NEVER - 1; /* 3.1.13 */
    if (walker->fenced || walker->disrupted || walker->strategic || walker->mp <= 0 ||
        in_enemy_zone(walker, walker->hex))
        return false;
    for (int edge = 0; edge < EDGES; edge++)
        if (cost[edge] <= most && next[edge] != NO_HEX && walker->view->top[next[edge]] == NO_PIECE)
            return true;
    return false;
}

/* Whether the counter can step to a hex that has room for it, `mover` having left his own. */
static bool can_step_aside(const Walker *walker, Piece mover)
{
    const Unit *gone = &walker->view->unit[mover];
    if (walker->now & STOPPED)
        return false;
    if (plain_step_open(walker))
        return true;
    for (int edge = 0; edge < EDGES; edge++) {
        Walker next = *walker;
        if (!take_step(&next, (Edge)edge, NULL) || kept_apart(&next, next.hex))
            continue;
        bool vacated = walker->piece != mover && gone->place == ON_MAP && gone->hex == next.hex;
        if (cel_with(&next, next.hex) - (vacated ? gone->cel : 0) <= STACKING_LIMIT)
            return true;
    }
    return false;
}

/* Whether as many CELs as would be too many could leave again, `left` twelfths being left to the newcomer. */
static bool room_can_be_made(const Walker *walker, Hex hex, int left)
{
    const State *view = walker->view;
    int over = cel_with(walker, hex) - STACKING_LIMIT;
    Walker other = *walker;
    other.hex = hex;
    other.mp = left;
    other.now = (walker->now | ACTED | (in_enemy_zone(walker, hex) ? STOPPED : 0)) & ~(uint32_t)SECONDARY_ONLY;
    if (can_step_aside(&other, walker->piece))
        over -= view->unit[walker->piece].cel;
    for (Piece piece = view->top[hex]; piece != NO_PIECE && over > 0; piece = view->unit[piece].below) {
        if (piece == walker->piece || view->unit[piece].side != walker->side)
            continue;
        walker_take(&other, piece);
        if (may_move(&other, NULL) && can_step_aside(&other, walker->piece))
            over -= view->unit[piece].cel;
    }
    return over <= 0;
}

/* `left`: twelfths it would have there. */
static bool may_stop_at(const Walker *walker, Hex hex, int left)
{
    return fits_at(walker, hex) || (!kept_apart(walker, hex) && room_can_be_made(walker, hex, left));
}

bool walker_may_stop(const Walker *walker) { return may_stop_at(walker, walker->hex, walker->mp); }

Refusal walker_stop(const Walker *walker)
{
    if (walker_may_stop(walker))
        return LEGAL;
    int cel = cel_with(walker, walker->hex);
    if (!kept_apart(walker, walker->hex))
        return refuse(WB95_3_2_1,
                      "%p may pass through %h but not stop there: the hex would hold %n CEL, %n are the most, and not "
                      "enough of them could still leave",
                      walker->piece, walker->hex, cel, STACKING_LIMIT);
    return refuse(WB95_STARS_2_5, "%p may not end its move at %h: it never shares a hex with those who stand there",
                  walker->piece, walker->hex);
}

bool room_to_stay(const Walker *unit, Refusal *why)
{
    int cel = stack_cel(unit->view, unit->side, unit->hex);
    if (cel > STACKING_LIMIT)
        DENY(why, WB95_3_2_1, "the stack at %h holds %n CEL, more than %n: %p can only help by leaving", unit->hex, cel,
             STACKING_LIMIT, unit->piece);
    return true;
}

/* ---- floods -------------------------------------------------------------------------------------------- */

/* A flood of flood.h told by what is left, so that one comparison finds both what is too far and what was reached for
 * less. */
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

static _Thread_local Ways way;
static _Thread_local Flood side_road;

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

/* Steps out of a hex on the way, which lies in no enemy zone. None costs less than its ground, and where nothing but
 * the ground matters that is all. */
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

/* Hexes only the extra hex of secondary route leads to. The ways there are a flood of their own: who has left the
 * route for a cheaper way has no right to it. */
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

/* Begins that flood where the walker stands; false if there is nothing to be had. */
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
    if (spread(walker, &way, NULL) != NO_HEX)
        return true;
    Stop stop = {walker, false};
    if (bonus_begin(walker, &side_road))
        spread_bonus(walker, &way, &side_road, note_stop, &stop);
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
    spread_bonus(walker, &way, road, note_end, &ends);
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
    spread(walker, &way, out);
    keep_ways(walker, &way, out);
    if (bonus_begin(walker, &side_road))
        keep_bonus(walker, &side_road, out);
}

int walker_cost_to(const Walker *walker, Hex hex)
{
    static _Thread_local Reach ends;
    Walker tireless = *walker;
    tireless.mp = FLOOD_COSTS - 2;
    ends.count = 0;
    if (walker->now & STOPPED)
        return NEVER;
    spread(&tireless, &way, &ends);
    for (int i = 0; i < ends.count; i++)
        if (ends.hex[i] == hex)
            return way.most - way.at[hex].left;
    return NEVER;
}

void walker_reach_from(const Walker *walker, const Start *start, int count, Reach *out)
{
    ways_begin(&way, walker->mp);
    flood_begin(&side_road, walker->mp);
    for (int i = 0; i < count; i++) {
        ways_offer(&way, start[i].hex, way.most - start[i].spent, NO_HEX);
        if (start[i].secondary)
            flood_reach(&side_road, start[i].hex, start[i].spent, NO_HEX);
    }
    spread_on(walker, &way, out);
    keep_ways(walker, &way, out);
    if (bonus_open(walker))
        keep_bonus(walker, &side_road, out);
}
