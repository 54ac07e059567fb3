/* fields.h — numbers by hex that say something of the whole map, for whoever weighs orders.
 *
 * A *tide* rises from goals: the cheapest way to the nearest of them from everywhere, a bucket a cost. The caller
 * writes the loop, because only it knows what a step costs and what is in the way:
 *
 *     tide_begin(&tide, map->hexes, limit);
 *     tide_reach(&tide, goal, 0);
 *     while ((hex = tide_next(&tide)) != NO_HEX)
 *         for each neighbour from which a step leads here: tide_reach(&tide, neighbour, tide.cost[hex] + step);
 *
 * Which of two hexes of the same cost comes first does not matter to a cost, and nobody asks for the way itself. A
 * hex that was improved meanwhile stays in its old bucket and is passed over there. A Tide is big: keep one. */
#ifndef SANDTABLE_KIT_FIELDS_H
#define SANDTABLE_KIT_FIELDS_H

#include <string.h>

#include "core/flood.h"
#include "core/map.h"

typedef struct Tide {
    uint16_t cost[HEXES_MAX]; /* FLOOD_FAR where there is no way */
    uint16_t head[FLOOD_COSTS];
    int limit, used, now;
    struct {
        Hex hex;
        uint16_t next;
    } node[HEXES_MAX * (EDGES + 1)];
} Tide;
_Static_assert(HEXES_MAX *(EDGES + 1) < NO_HEX, "nodes are numbered in 16 bits");

static inline void tide_begin(Tide *tide, int hexes, int limit)
{
    memset(tide->cost, 0xFF, (size_t)hexes * sizeof *tide->cost);
    memset(tide->head, 0xFF, sizeof tide->head);
    tide->limit = limit < FLOOD_COSTS ? limit : FLOOD_COSTS - 1;
    tide->used = tide->now = 0;
}

static inline void tide_reach(Tide *tide, Hex hex, int cost)
{
    if (cost > tide->limit || cost >= tide->cost[hex])
        return;
    tide->cost[hex] = (uint16_t)cost;
    tide->node[tide->used].hex = hex;
    tide->node[tide->used].next = tide->head[cost];
    tide->head[cost] = (uint16_t)tide->used++;
}

/* The next hex whose cost is final, or NO_HEX. */
static inline Hex tide_next(Tide *tide)
{
    while (tide->now <= tide->limit) {
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

/* How many hexes it is from each hex to the nearest of the set; UINT8_MAX where that is too far to tell. */
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

/* Adds what is in a hex to all hexes that are not farther from it. */
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

#endif
