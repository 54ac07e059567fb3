/* fields.h — distance fields over the whole map, for players that weigh orders.
 *
 * A *tide* is a distance field from goals: the cheapest path from every hex to the nearest goal, a bucket per cost. The
 * caller writes the loop, because only it knows what a step costs and what is in the way:
 *
 *     tide_begin(&tide, map->hexes, limit);
 *     tide_reach(&tide, goal, 0);
 *     while ((hex = tide_next(&tide)) != NO_HEX)
 *         for each neighbour from which a step leads here: tide_reach(&tide, neighbour, tide.cost[hex] + step);
 *
 * If goals and obstacles are kept by hex (a Bed), tide_rise() runs that loop, and tide_mend() updates a field that was
 * made before.
 *
 * The sequence of hexes of the same cost does not matter, because only costs are used, not paths. A hex that was
 * improved meanwhile stays in its old bucket and is skipped there. A Tide is big: keep one. */
#ifndef SANDTABLE_KIT_FIELDS_H
#define SANDTABLE_KIT_FIELDS_H

#include <stdbool.h>
#include <string.h>

#include "core/room.h"
#include "core/flood.h"
#include "core/map.h"

typedef struct Tide {
    uint16_t cost[HEXES_MAX]; /* FLOOD_FAR if there is no path */
    uint16_t head[FLOOD_COSTS];
    int limit, used;
    int now, last; /* no bucket before or behind these holds anything */
    struct {
        Hex hex;
        uint16_t next;
    } node[HEXES_MAX * (EDGES + 1)];
} Tide;
_Static_assert(HEXES_MAX *(EDGES + 1) < NO_HEX, "nodes are numbered in 16 bits");

/* All buckets are empty. */
static inline void tide_empty(Tide *tide)
{
    tide->used = 0;
    tide->now = tide->limit;
    tide->last = -1;
}

static inline void tide_begin(Tide *tide, int hexes, int limit)
{
    memset(tide->cost, 0xFF, (size_t)hexes * sizeof *tide->cost);
    memset(tide->head, 0xFF, sizeof tide->head);
    tide->limit = limit < FLOOD_COSTS ? limit : FLOOD_COSTS - 1;
    tide_empty(tide);
}

/* Puts a hex into the bucket of its cost. */
static inline void tide_put(Tide *tide, Hex hex, int cost)
{
    tide->node[tide->used].hex = hex;
    tide->node[tide->used].next = tide->head[cost];
    tide->head[cost] = (uint16_t)tide->used++;
    tide->now = cost < tide->now ? cost : tide->now;
    tide->last = cost > tide->last ? cost : tide->last;
}

static inline void tide_reach(Tide *tide, Hex hex, int cost)
{
    if (cost > tide->limit || cost >= tide->cost[hex])
        return;
    tide->cost[hex] = (uint16_t)cost;
    tide_put(tide, hex, cost);
}

/* The next hex whose cost is final, or NO_HEX. */
static inline Hex tide_next(Tide *tide)
{
    while (tide->now <= tide->last) {
        uint16_t node = tide->head[tide->now];
        if (node == NO_HEX) {
            tide->now++;
            continue;
        }
        tide->head[tide->now] = tide->node[node].next;
        if (tide->cost[tide->node[node].hex] == tide->now)
            return tide->node[node].hex;
    }
    return NO_HEX;
}

/* The input of a tide, by hex: the cost to end there (FLOOD_FAR: not a goal), and the extra cost of a path through it,
 * in addition to its steps. */
typedef struct Bed {
    const uint16_t *goal, *through;
} Bed;

/* The cost of a step into the hex from the neighbour across the edge; 0: impossible. */
typedef const uint8_t Steps[EDGES];

static inline void tide_spread(Tide *tide, const Map *map, Steps *step, Hex hex, int cost)
{
    for (int edge = 0; edge < EDGES; edge++)
        if (step[hex][edge])
            tide_reach(tide, map->next[hex][edge], cost + step[hex][edge]);
}

static inline void tide_flow(Tide *tide, const Map *map, Steps *step, const Bed *bed)
{
    Hex hex;
    while ((hex = tide_next(tide)) != NO_HEX)
        tide_spread(tide, map, step, hex, tide->cost[hex] + bed->through[hex]);
}

/* The whole tide; `cost` gets it. */
static inline void tide_rise(Tide *tide, const Map *map, Steps *step, int limit, const Bed *bed, uint16_t *cost)
{
    tide_begin(tide, map->hexes, limit);
    for (int hex = 0; hex < map->hexes; hex++)
        tide_reach(tide, (Hex)hex, bed->goal[hex]);
    tide_flow(tide, map, step, bed);
    memcpy(cost, tide->cost, (size_t)map->hexes * sizeof *cost);
}

/* The working data of tide_mend(). */
typedef struct Mending {
    int changes, losses;
    Hex changed[HEXES_MAX], lost[HEXES_MAX];
    uint64_t is_lost[HEXES_MAX / 64], is_queued[HEXES_MAX / 64];
} Mending;

/* A hex whose cost may no longer be valid. The tide's buckets hold these at first, each by its old cost. */
static inline void mend_doubt(Tide *tide, Mending *mending, Hex hex, int cost)
{
    uint64_t bit = (uint64_t)1 << hex % 64;
    if (cost > tide->limit || cost != tide->cost[hex] || mending->is_queued[hex / 64] & bit)
        return;
    mending->is_queued[hex / 64] |= bit;
    tide_put(tide, hex, cost);
}

static inline void mend_doubt_around(Tide *tide, Mending *mending, const Map *map, Steps *step, Hex hex, int cost)
{
    for (int edge = 0; edge < EDGES; edge++)
        if (step[hex][edge])
            mend_doubt(tide, mending, map->next[hex][edge], cost + step[hex][edge]);
}

/* Whether a goal or a neighbour that is not lost still gives the hex its cost, or a lower one. */
static inline bool mend_holds(const Tide *tide, const Mending *mending, const Map *map, Steps *step, const Bed *now,
                              Hex hex)
{
    if (now->goal[hex] <= tide->cost[hex])
        return true;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex next = map->next[hex][edge];
        int by = next == NO_HEX ? 0 : step[next][edge_opposite((Edge)edge)];
        if (by && tide->cost[next] + now->through[next] + by <= tide->cost[hex] &&
            !(mending->is_lost[next / 64] >> next % 64 & 1))
            return true;
    }
    return false;
}

/* Finds what has changed; false if that is too much for an update. */
static inline bool mend_compare(Mending *mending, int hexes, const Bed *before, const Bed *now)
{
    enum { BLOCK = 64, PART = 8 };
    for (int from = 0; from < hexes; from += BLOCK) {
        int count = hexes - from < BLOCK ? hexes - from : BLOCK;
        size_t size = (size_t)count * sizeof *now->goal;
        if (!memcmp(before->goal + from, now->goal + from, size) &&
            !memcmp(before->through + from, now->through + from, size))
            continue;
        for (int hex = from; hex < from + count; hex++)
            if (before->goal[hex] != now->goal[hex] || before->through[hex] != now->through[hex])
                mending->changed[mending->changes++] = (Hex)hex;
    }
    return mending->changes <= hexes / PART;
}

/* Finds the hexes that lose their cost, in order of cost, so that all hexes that could support one are known; false if
 * there are too many. */
static inline bool mend_lose(Tide *tide, Mending *mending, const Map *map, Steps *step, const Bed *before,
                             const Bed *now)
{
    enum { PART = 2 };
    for (int i = 0; i < mending->changes; i++) {
        Hex hex = mending->changed[i];
        if (now->goal[hex] > before->goal[hex])
            mend_doubt(tide, mending, hex, before->goal[hex]);
        if (now->through[hex] > before->through[hex])
            mend_doubt_around(tide, mending, map, step, hex, tide->cost[hex] + before->through[hex]);
    }
    for (Hex hex; (hex = tide_next(tide)) != NO_HEX;) {
        if (mend_holds(tide, mending, map, step, now, hex))
            continue;
        if (mending->losses == map->hexes / PART)
            return false;
        mending->lost[mending->losses++] = hex;
        mending->is_lost[hex / 64] |= (uint64_t)1 << hex % 64;
        mend_doubt_around(tide, mending, map, step, hex, tide->cost[hex] + before->through[hex]);
    }
    return true;
}

/* Computes the lost hexes from the others, and what has become cheaper. */
static inline void mend_reach(Tide *tide, const Mending *mending, const Map *map, Steps *step, const Bed *before,
                              const Bed *now)
{
    for (int i = 0; i < mending->losses; i++)
        tide->cost[mending->lost[i]] = FLOOD_FAR;
    for (int i = 0; i < mending->losses; i++) {
        Hex hex = mending->lost[i];
        tide_reach(tide, hex, now->goal[hex]);
        for (int edge = 0; edge < EDGES; edge++) {
            Hex next = map->next[hex][edge];
            int by = next == NO_HEX ? 0 : step[next][edge_opposite((Edge)edge)];
            if (by)
                tide_reach(tide, hex, tide->cost[next] + now->through[next] + by);
        }
    }
    for (int i = 0; i < mending->changes; i++) {
        Hex hex = mending->changed[i];
        tide_reach(tide, hex, now->goal[hex]);
        if (now->through[hex] < before->through[hex])
            tide_spread(tide, map, step, hex, tide->cost[hex] + now->through[hex]);
    }
}

/* Gives the same as tide_rise() over the current bed, from the costs over another bed. Its time grows with the number
 * of changes, and never much exceeds that of tide_rise(). */
static inline void tide_mend(Tide *tide, const Map *map, Steps *step, int limit, const Bed *before, const Bed *now,
                             uint16_t *cost)
{
    ROOM(Mending, mending);
    size_t words = (size_t)(map->hexes + 63) / 64 * sizeof *mending->is_lost;
    mending->changes = mending->losses = 0;
    bool mends = mend_compare(mending, map->hexes, before, now);
    if (mends && !mending->changes)
        return;
    memset(mending->is_lost, 0, words);
    memset(mending->is_queued, 0, words);
    tide_begin(tide, 0, limit);
    memcpy(tide->cost, cost, (size_t)map->hexes * sizeof *cost);
    if (!mends || !mend_lose(tide, mending, map, step, before, now)) {
        tide_rise(tide, map, step, limit, now, cost);
        return;
    }
    tide_empty(tide);
    mend_reach(tide, mending, map, step, before, now);
    tide_flow(tide, map, step, now);
    memcpy(cost, tide->cost, (size_t)map->hexes * sizeof *cost);
}

/* The distance in hexes from each hex to the nearest of the set; UINT8_MAX if it is too far. */
static inline void distances_from(const Map *map, const uint64_t *set, uint8_t *out)
{
    Hex queue[HEXES_MAX];
    int first = 0, last = 0, words = (map->hexes + 63) / 64;
    memset(out, UINT8_MAX, (size_t)map->hexes);
    for (int word = 0; word < words; word++)
        for (uint64_t left = set[word]; left; left &= left - 1)
            queue[last++] = (Hex)(word * 64 + __builtin_ctzll(left));
    for (int i = 0; i < last; i++)
        out[queue[i]] = 0;
    while (first < last) {
        Hex hex = queue[first++];
        for (int edge = 0; edge < EDGES && out[hex] < UINT8_MAX - 1; edge++) {
            Hex next = map->next[hex][edge];
            if (next == NO_HEX || out[next] != UINT8_MAX)
                continue;
            out[next] = (uint8_t)(out[hex] + 1);
            queue[last++] = next;
        }
    }
}

/* Adds the value of a hex to all hexes within the given distance. */
static inline void add_around(const Map *map, Hex hex, int radius, int amount, uint16_t *out)
{
    const Grid *grid = &map->grid;
    int column = hex_column(grid, hex), row = hex_row(grid, hex);
    for (int c = column - radius; c <= column + radius; c++)
        for (int r = row - radius; r <= row + radius; r++) {
            Hex at = (Hex)(r * grid->columns + c);
            if (c >= 0 && c < grid->columns && r >= 0 && r < grid->rows && map_distance(map, hex, at) <= radius)
                out[at] = (uint16_t)(out[at] + amount);
        }
}

/* Updates what is around hexes, if `out` was made of what was in them `before`. */
static inline void renew_around(const Map *map, int radius, const uint16_t *now, uint16_t *before, uint16_t *out)
{
    size_t size = (size_t)map->hexes * sizeof *now;
    if (!memcmp(now, before, size))
        return;
    for (int hex = 0; hex < map->hexes; hex++)
        if (now[hex] != before[hex])
            add_around(map, (Hex)hex, radius, now[hex] - before[hex], out);
    memcpy(before, now, size);
}

#endif
