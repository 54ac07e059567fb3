/* sight_own.h — private to the files of lines of sight: the prepared ground, and a line over it.
 *
 * Ground or cover can rise above a line only where a side of a triangle or a border of sextants cuts the line. Its
 * height there is (w1 h1 + w2 h2) / n: the heights h of two places, cover included, and weights w that depend on where
 * the cut is. Both heights are in one word and both weights in another, in reverse order, so that one product has the
 * sum in its upper half. */
#ifndef SANDTABLE_SIGHT_OWN_H
#define SANDTABLE_SIGHT_OWN_H

#include "core/sight.h"

#include <stdatomic.h>

#define ALL_SEXTANTS 0x3Fu
#define NEAR 32  /* hexes: lines up to that length have their cuts found beforehand */
#define HEDGES 8 /* where the bits of hexsides begin, above those of sextants */

/* Families of straight lines that cut a line: the sides of triangles, then borders; see sight_cuts.c. */
enum { SUM_WHOLE, AHEAD_WHOLE, ASIDE_WHOLE, STEEP, FLAT, ACROSS, FAMILIES };

/* Where on the side of a triangle, which leads from a cell's centre over an edge to the next, a cut lies: in that
 * centre, nearer to it, in the middle, nearer to the other. */
enum { SIDE_CENTRE, SIDE_NEAR, SIDE_MIDDLE, SIDE_FAR, SIDE_POINTS };

/* The way from a cell between an edge and the next to the centre beyond goes along a border of two sextants, a hexside,
 * and again a border. A cut lies on the first border, in the corner where the hexside begins, on that before its middle
 * or behind, in its other corner, or on the second border. */
enum { BORDER_NEAR, CORNER_NEAR, HEXSIDE_NEAR, HEXSIDE_FAR, CORNER_FAR, BORDER_FAR, BORDER_POINTS };

/* The two heights are kept for each point of a cell's sides, and of its borders over the first edges: the others are
 * those of the centres beyond. */
enum { BORDERS = EDGES / 2, BORDERS_AT = EDGES * SIDE_POINTS, POINTS = BORDERS_AT + BORDERS * BORDER_POINTS };

/* This much is added to heights in metres, so that none is negative and a border without cover, which blocks nothing
 * and has height 0, lies below all of them by more than they differ. Heights of sides count in parts of a metre, plus
 * one part where there is cover; for a line that has a pattern n is less than the parts, so the sum shows both. */
enum { SEA_LEVEL = 3 << 15, PART_BITS = 7, PARTS = 1 << PART_BITS, HIGHEST_COVER = 1 << 12 };
#define UPPER_HALF ((int64_t)1 << 32)

/* The cuts of a family that count: the members of it from the first on. */
typedef struct Stretch {
    uint32_t at; /* where they begin in `weights` and `point` */
    uint8_t n, first, count;
} Stretch;

/* Of all lines that go so many hexes ahead and so many aside. */
typedef struct Pattern {
    Stretch stretch[FAMILIES];
} Pattern;

/* Cells are hexes in slanted coordinates, so that a step in one direction is the same number everywhere. */
struct SightGround {
    const Map *map;
    int cells;
    int step[EDGES]; /* to the neighbour's cell */
    int32_t cover_height;
    int *cell;                 /* by hex */
    Hex *hex;                  /* by cell, NO_HEX beyond the map */
    int16_t *height;           /* by cell; beyond the map that of its nearest row in its nearest column */
    uint16_t *stand;           /* by cell: bits of covered sextants, and of hedgerows above them */
    uint64_t *heights;         /* by cell and point: pairs of them, the first in the lower half */
    uint64_t *weights;         /* of cuts: pairs of them, the first in the upper half */
    uint8_t *place;            /* of cuts: which of the points of its side or border */
    int32_t *point[2 * EDGES]; /* of cuts: how far in `heights` from the viewer's, by the way the line is turned */
    Pattern pattern[NEAR + 1][NEAR / 2 + 1]; /* by steps ahead and aside, which are no more */
    _Atomic uint64_t *centre, *crossing;     /* what was found before of each line: LINE_BITS; NULL of great maps */
};

/* The ground never changes, so each line is computed once and cached. Threads that share the ground may both compute
 * it, with the same result. */
enum { LINE_KNOWN = 1, LINE_CLEAR = 2, LINE_BITS = 2, LINES_A_WORD = 64 / LINE_BITS, REMEMBERED_HEXES = 2048 };

/* A line, turned and mirrored. */
typedef struct Course {
    const SightGround *ground;
    const Pattern *pattern; /* NULL: it is walked */
    int p, q;
    int from, to;      /* cells of the end hexes; `to` is the hex entered where the line ends on its edge */
    int ahead, aside;  /* cell steps in the two directions */
    int d, turn;       /* edge of `ahead`; that of `aside` is d + turn */
    int32_t low, rise; /* height at the start; twice what the end is higher */
    bool crossing;     /* it ends on a hexside */
    bool ties_block;
} Course;

/* What tops the line most: value / scale metres, at t = 2k / n. */
typedef struct Peak {
    int32_t value, scale, k, n;
    bool covered;
} Peak;

static inline int edge_turned(int edge) { return edge < 0 ? edge + EDGES : edge >= EDGES ? edge - EDGES : edge; }

/* The point of contention. */
Peak course_summit(const Course *course);
/* Whether ground or cover blocks it; veils are ignored. */
bool course_blocked(const Course *course);
/* The first veil of the set that it meets, NO_HEX if none. */
Hex course_veil(const Course *course, const uint64_t *veils);
/* Finds the cuts of all lines that have a pattern. False when there is no memory. */
bool note_patterns(SightGround *ground);

#endif
