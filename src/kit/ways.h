/* ways.h — flood fill over the whole map, on bit sets.
 *
 * A set of hexes is one word per row, so that a whole row advances one step in a few instructions; masks of the same
 * size say which steps are possible, edge by edge. A flood fill is then a handful of sweeps down and up the map:
 *
 *     ways_lay(&ways, &grid);                     no step is possible
 *     ways_open(&ways, &grid, hex, edge);         … except this one, in both directions
 *     ways_within(&ways, open, &passable);        … restricted to steps within a set
 *     ways_flood(&passable, set);                 everything that can be reached from the set
 *
 * rows_of() and rows_to() turn a set by hex into one by row and back.
 *
 * Every second column is half a hex lower: a hex of a lower column is adjacent to two hexes of the next row, one of a
 * higher column to those of its own row, so neighbours in a row are always adjacent. Maps are at most 64 by 64. */
#ifndef SANDTABLE_KIT_WAYS_H
#define SANDTABLE_KIT_WAYS_H

#include <assert.h>
#include <string.h>

#include "core/hex.h"

#define WAYS_ROWS 64

/* Steps that are possible, each kept at the hex further north or west. */
typedef struct Ways {
    int rows;
    uint64_t east[WAYS_ROWS];       /* to the next column in the same row */
    uint64_t south[WAYS_ROWS];      /* to the next row in the same column */
    uint64_t south_east[WAYS_ROWS]; /* to the next row, a column on: from lower columns only */
    uint64_t south_west[WAYS_ROWS]; /* to the next row, a column back: from lower columns only */
} Ways;

static inline bool ways_fit(const Grid *grid) { return grid->columns <= 64 && grid->rows <= WAYS_ROWS; }

static inline void ways_lay(Ways *ways, const Grid *grid)
{
    assert(ways_fit(grid));
    memset(ways, 0, sizeof *ways);
    ways->rows = grid->rows;
}

static inline void ways_open(Ways *ways, const Grid *grid, Hex hex, Edge edge)
{
    Hex to = hex_across(grid, hex, edge);
    if (to == NO_HEX)
        return;
    int row = hex_row(grid, hex), column = hex_column(grid, hex);
    int rows = hex_row(grid, to) - row, columns = hex_column(grid, to) - column;
    if (rows < 0 || (!rows && columns < 0)) {
        row += rows;
        column += columns;
        rows = -rows;
        columns = -columns;
    }
    uint64_t *mask = !rows ? ways->east : !columns ? ways->south : columns > 0 ? ways->south_east : ways->south_west;
    mask[row] |= 1ull << column;
}

/* A set by hex as a set by row, and back. */
static inline void rows_of(const Grid *grid, const uint64_t *bits, uint64_t *set)
{
    uint64_t mask = grid->columns == 64 ? ~0ull : (1ull << grid->columns) - 1;
    for (int row = 0, first = 0; row < grid->rows; row++, first += grid->columns) {
        int word = first >> 6, shift = first & 63;
        uint64_t low = bits[word] >> shift;
        if (shift + grid->columns > 64)
            low |= bits[word + 1] << (64 - shift);
        set[row] = low & mask;
    }
}

/* `bits` is cleared from the first hex to the last word of the grid's. */
static inline void rows_to(const Grid *grid, const uint64_t *set, uint64_t *bits)
{
    memset(bits, 0, (size_t)(grid_hexes(grid) + 63) / 64 * sizeof *bits);
    for (int row = 0, first = 0; row < grid->rows; row++, first += grid->columns) {
        int word = first >> 6, shift = first & 63;
        bits[word] |= set[row] << shift;
        if (shift + grid->columns > 64)
            bits[word + 1] |= set[row] >> (64 - shift);
    }
}

/* The steps of `ways` that stay within `open`. */
static inline void ways_within(const Ways *ways, const uint64_t *open, Ways *out)
{
    out->rows = ways->rows;
    for (int row = 0; row < ways->rows; row++) {
        uint64_t here = open[row], below = row + 1 < ways->rows ? open[row + 1] : 0;
        out->east[row] = ways->east[row] & here & here >> 1;
        out->south[row] = ways->south[row] & here & below;
        out->south_east[row] = ways->south_east[row] & here & below >> 1;
        out->south_west[row] = ways->south_west[row] & here & below << 1;
    }
}

/* All that a row's members reach within it. To the east a carry runs through the steps, to the west they double. */
static inline uint64_t fill_row(uint64_t set, uint64_t east)
{
    set |= (east + (set & east)) ^ east;
    if (!(set >> 1 & east & ~set))
        return set;
    set |= east & set >> 1;
    for (int step = 1; step < 32; step *= 2) {
        east &= east >> step;
        set |= east & set >> 2 * step;
    }
    return set;
}

/* All hexes from which a step leads into the set; `out` is another one. */
static inline void ways_touch(const Ways *ways, const uint64_t *set, uint64_t *out)
{
    for (int row = 0; row < ways->rows; row++) {
        uint64_t here = set[row], below = row + 1 < ways->rows ? set[row + 1] : 0, above = row ? set[row - 1] : 0;
        uint64_t east = ways->east[row];
        out[row] = (here & east) << 1 | (here >> 1 & east) | (below & ways->south[row]) |
                   (below >> 1 & ways->south_east[row]) | (below << 1 & ways->south_west[row]);
        if (row)
            out[row] |= (above & ways->south[row - 1]) | (above & ways->south_east[row - 1]) << 1 |
                        (above & ways->south_west[row - 1]) >> 1;
    }
}

/* One step on: adds all that touch the set's members; whether there were any. */
static inline bool ways_step(const Ways *ways, uint64_t *set)
{
    uint64_t touch[WAYS_ROWS], changed = 0;
    ways_touch(ways, set, touch);
    for (int row = 0; row < ways->rows; row++) {
        changed |= touch[row] & ~set[row];
        set[row] |= touch[row];
    }
    return changed;
}

/* Adds all that can be reached from the set's members. */
static inline void ways_flood(const Ways *ways, uint64_t *set)
{
    uint64_t changed;
    do {
        uint64_t near = 0;
        changed = 0;
        for (int row = 0; row < ways->rows; row++) {
            uint64_t now = set[row];
            if (row)
                now |= (near & ways->south[row - 1]) | (near & ways->south_east[row - 1]) << 1 |
                       (near & ways->south_west[row - 1]) >> 1;
            near = now ? fill_row(now, ways->east[row]) : 0;
            changed |= near ^ set[row];
            set[row] = near;
        }
        if (!changed)
            return;
        changed = 0;
        for (int row = ways->rows - 2; row >= 0; row--) {
            uint64_t now = set[row] | (near & ways->south[row]) | (near >> 1 & ways->south_east[row]) |
                           (near << 1 & ways->south_west[row]);
            near = now == set[row] ? now : fill_row(now, ways->east[row]);
            changed |= near ^ set[row];
            set[row] = near;
        }
    } while (changed);
}

#endif
