/* walk_step.h — one step of a unit on its way: what its ground costs, what else it costs, and what forbids it. Checks
 * (walk.c) and floods (walk_ways.c) take it from here, inline, because floods ask it of every hex. */
#ifndef SANDTABLE_WB95_WALK_STEP_H
#define SANDTABLE_WB95_WALK_STEP_H

#include "systems/wb95/walk.h"

enum { HQ_CROSS_COUNTRY = 5 * MP };

/* ---- what a step costs: 3.1.11, 3.1.12 and the terrain table ------------------------------------ */

static inline int water_cost(const Wb95 *data, int class, unsigned edge_bits)
{
    for (int bit = 0; bit < 3; bit++)
        if (edge_bits >> bit & 1)
            return data->crossing[class][bit];
    return 0;
}

/* Ground, water and road of one step, or NEVER. `*road` is the road whose rate was used. */
static inline int ground_cost(const Wb95 *data, const Map *map, const Kind *kind, Hex from, Edge edge, bool bridge,
                              int *road)
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

/* Which of the tables of walks is his. */
static inline int walk_of(const Kind *kind) { return kind->type == HQ ? HQ_WALK : kind->class; }

/* ---- steps ---------------------------------------------------------------------------------------- */

typedef struct Step {
    Hex to;
    int cost;    /* all but overruns */
    int overrun; /* 6.1.7, never capped (R18); the least there may be */
    bool secondary;
    bool zone; /* of an enemy, there */
} Step;

static inline bool in_enemy_zone(const Walker *walker, Hex hex)
{
    return (walker->zone[0][hex >> 6] | walker->zone[1][hex >> 6] | walker->zone[2][hex >> 6]) >> (hex & 63) & 1;
}

static inline bool held_by_others(const Walker *walker, Hex hex)
{
    Piece top = walker->view->top[hex];
    return top != NO_PIECE && walker->view->unit[top].side != walker->side;
}

/* Whether the unit there matters to the step: a foreign one, or a friend it may not pass through. */
static inline bool concerned_by(const Walker *walker, Hex hex)
{
    Piece top = walker->view->top[hex];
    return top != NO_PIECE && (walker->bound || walker->view->unit[top].side != walker->side);
}

/* ---- walk.c ---- */
bool one_zone_covers(const Walker *walker, Hex from, Edge edge); /* R17 */
Refusal closed_ground(const Walker *walker, Hex to);
bool take_step(Walker *walker, Edge edge, Refusal *why);   /* the walker is changed if it may */
bool fits_at(const Walker *walker, Hex hex);               /* within the limits of stacking */
bool may_stop_at(const Walker *walker, Hex hex, int left); /* `left`: twelfths it would have there */
bool plain_step_open(const Walker *walker);                /* to an empty hex, at a glance */

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
        DENY(why, WB95_12_2_2, "wb95.cannot-enter-strategic-movement-keeps", walker->piece, to);
    if (in_enemy_zone(walker, from)) {
        if (walker->strategic)
            DENY(why, WB95_12_2_1, "wb95.cannot-make-strategic-movement-stands", walker->piece, from);
        if (step->zone && one_zone_covers(walker, from, edge))
            DENY(why, WB95_4_2_3, "wb95.cannot-step-enemy-units-zone", walker->piece, from, to);
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
        DENY(why, WB95_3_1_4, "wb95.map-ends", from);
    int road, ground = ground_cost(walker->data, map, walker->kind, from, edge,
                                   bridged(walker->data, walker->view, from, edge), &road);
    if (ground == NEVER) {
        if (why)
            *why = closed_ground(walker, to);
        return false;
    }
    step->secondary = road == SECONDARY;
    return step_over(walker, from, edge, ground, step, why);
}

/* Footnote 4 (R16): classes that pay a whole point on secondary route, and whose movement ran on nothing else. */
static inline bool bonus_open(const Walker *walker)
{
    return (walker->now & (SECONDARY_ONLY | BONUS_STEP)) == SECONDARY_ONLY &&
           walker->data->road_cost[walker->kind->class][SECONDARY] == MP;
}

/* The first step is paid with what there is (3.1.13). */
static inline int capped(const Walker *walker, int cost)
{
    return !(walker->now & ACTED) && cost > walker->mp ? walker->mp : cost;
}

#endif
