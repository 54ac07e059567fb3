/* sight.h — lines of sight over a map with heights.
 *
 * The ground is a surface of triangles whose corners are the centres of three hexes that meet; cover is added to it by
 * sextants of hexes and along hexsides. A line runs straight from the viewer's centre to the target's, or to the middle
 * of a hexside that a unit crosses, and anything that reaches above it on the way blocks it. The point of contention is
 * where the ground with its cover comes nearest to the line, or exceeds it most. The computation is exact, in integers.
 *
 * The map does not change during play; what changes is passed in as a Seeing. */
#ifndef SANDTABLE_SIGHT_H
#define SANDTABLE_SIGHT_H

#include "core/map.h"

/* The ground prepared for line of sight; immutable, so any number of threads may share it. */
typedef struct SightGround SightGround;

/* NULL when there is no memory. The map must outlive it. */
SightGround *sight_make(const Map *map);
void sight_free(SightGround *ground);

/* What depends on the turn and the rules in force. Sets are as wide as the map's (`map->words`); NULL is empty. */
typedef struct Seeing {
    int visibility;        /* in hexes */
    int lit_visibility;    /* the same towards a hex of `lit` */
    const uint64_t *lit;   /* hexes seen from farther: fires, illumination */
    const uint64_t *veils; /* hexes that block sight through them at any height, but not in or out: smoke, zones */
    bool ties_block;       /* bare ground exactly in the line blocks wherever it is higher than the lower end */
} Seeing;

typedef enum SightAnswer { SIGHT_CLEAR, SIGHT_TOO_FAR, SIGHT_VEILED, SIGHT_BLOCKED } SightAnswer;

/* The point of contention lies at `part` / `parts` of the way; there the ground with its cover is `top` / `scale`
 * metres high, the line `line` / `scale`. Where the first or last hex on the way ends it is the limit of the points
 * beside it. Of points that are equally near to the line it is any one, always the same; such a limit only where no
 * point comes up to it. */
typedef struct SightLine {
    SightAnswer answer;
    bool contended; /* the rest is there: not between neighbours, too far apart, or through a veil */
    bool covered;   /* `top` counts cover */
    int32_t part, parts;
    int32_t top, line, scale;
    Hex veil; /* of a veiled line, else NO_HEX */
} SightLine;

/* From centre to centre. The answer is the same both ways. */
SightLine sight_line(const SightGround *ground, Hex viewer, Hex target, const Seeing *seeing);
/* The hex where that line meets its veil or has its point of contention, rather one with cover than an end of the line
 * where it lies on a border; NO_HEX if there is none. */
Hex sight_hex(const SightGround *ground, Hex viewer, Hex target, const SightLine *line);
/* From the viewer's centre to the middle of the edge of `entered` by which something comes into that hex: neither the
 * edge nor, as a veil, the hex itself blocks. False beyond the map. Distance counts from hex to hex. */
SightLine sight_crossing(const SightGround *ground, Hex viewer, Hex entered, Edge edge, const Seeing *seeing);

/* Only whether the line is clear, which takes less. */
bool sight_clear(const SightGround *ground, Hex viewer, Hex target, const Seeing *seeing);
bool sight_crossing_clear(const SightGround *ground, Hex viewer, Hex entered, Edge edge, const Seeing *seeing);
/* All hexes that the viewer sees, including its own, as a set. */
void sight_field(const SightGround *ground, Hex viewer, const Seeing *seeing, uint64_t *out);

#endif
