/* flood.h — cheapest paths by buckets.
 *
 * All movement and supply costs are small whole numbers (twelfths of a movement point), so a bucket per
 * cost is the fastest queue there is. The caller writes the loop, because only it knows what a step costs:
 *
 *     flood_begin(&flood, limit);
 *     flood_reach(&flood, start, 0, NO_HEX);
 *     while ((hex = flood_next(&flood)) != NO_HEX)
 *         for each neighbour: flood_reach(&flood, neighbour, flood.cost[hex] + step, hex);
 *
 * Hexes come out in order of cost and, within one cost, in a fixed order, so that paths are the same on
 * every machine. A Flood is some 60 KB: keep one, do not make one per call. */
#ifndef SANDTABLE_FLOOD_H
#define SANDTABLE_FLOOD_H

#include <string.h>

#include "core/hex.h"

#define FLOOD_HEXES 8192
#define FLOOD_COSTS 512
#define FLOOD_FAR 0xFFFF

typedef struct Flood {
    uint16_t cost[FLOOD_HEXES]; /* FLOOD_FAR where not reached */
    Hex from[FLOOD_HEXES];
    Hex link[FLOOD_HEXES]; /* next hex of the same bucket */
    Hex head[FLOOD_COSTS]; /* last in, first out within a bucket */
    uint16_t limit, now;
    Hex seen[FLOOD_HEXES]; /* all hexes touched, so that the next flood clears only those */
    int touched;
    bool ready;
} Flood;

static inline void flood_begin(Flood *flood, int limit)
{
    if (!flood->ready) {
        memset(flood->cost, 0xFF, sizeof flood->cost);
        memset(flood->head, 0xFF, sizeof flood->head);
        flood->ready = true;
    } else {
        for (int i = 0; i < flood->touched; i++)
            flood->cost[flood->seen[i]] = FLOOD_FAR;
        for (int cost = flood->now; cost <= flood->limit; cost++)
            flood->head[cost] = NO_HEX;
    }
    flood->touched = 0;
    flood->now = 0;
    flood->limit = (uint16_t)(limit < 0 ? 0 : limit < FLOOD_COSTS ? limit : FLOOD_COSTS - 1);
}

/* Whether a way of that cost would be kept: asked before what is dearer to find out about it. */
static inline bool flood_gains(const Flood *flood, Hex hex, int cost)
{
    return cost <= flood->limit && cost < flood->cost[hex];
}

/* Offers a way to a hex; kept if it is within the limit and better than what is known. A hex improved while
 * it waits stays in its old bucket too and is skipped there. */
static inline void flood_reach(Flood *flood, Hex hex, int cost, Hex from)
{
    if (!flood_gains(flood, hex, cost))
        return;
    if (flood->cost[hex] == FLOOD_FAR) {
        flood->seen[flood->touched++] = hex;
    } else { /* unlink from its old bucket */
        Hex *at = &flood->head[flood->cost[hex]];
        while (*at != hex)
            at = &flood->link[*at];
        *at = flood->link[hex];
    }
    flood->cost[hex] = (uint16_t)cost;
    flood->from[hex] = from;
    flood->link[hex] = flood->head[cost];
    flood->head[cost] = hex;
}

/* The cheapest hex not yet handed out, or NO_HEX. */
static inline Hex flood_next(Flood *flood)
{
    while (flood->now <= flood->limit) {
        Hex hex = flood->head[flood->now];
        if (hex != NO_HEX) {
            flood->head[flood->now] = flood->link[hex];
            return hex;
        }
        flood->now++;
    }
    return NO_HEX;
}

#endif
