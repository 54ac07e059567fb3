/* profile.h — a cross-section of the ground from one hex to another: what a line of sight passes over.
 *
 * Surface and verdict are those of sight.h. The cross-section itself is only drawn, so it is sampled at points of equal
 * distance, each rounded to a decimetre. */
#ifndef SANDTABLE_PROFILE_H
#define SANDTABLE_PROFILE_H

#include "core/say.h"
#include "core/sight.h"

enum { PROFILE_POINTS = 481, PROFILE_PER_HEX = 12 };

typedef struct ProfilePoint {
    Hex hex;        /* the hex of this ground */
    int32_t ground; /* decimetres */
    int32_t cover;  /* decimetres above the ground */
} ProfilePoint;

typedef struct Profile {
    Hex from, to;
    bool seen;      /* the one from the other */
    bool contended; /* the next four are there */
    int32_t permille, top,
        line; /* the point of contention: how far along; ground with its cover, and the line, in dm */
    Hex at;   /* the hex it is in */
    Sentence verdict;
    int points; /* the first and the last are the two centres */
    ProfilePoint point[PROFILE_POINTS];
} Profile;

/* The ground between the two, without a verdict; false if one of them is no hex of the grid or they are the same. */
bool profile_cut(const Map *map, Hex from, Hex to, Profile *out);
/* The same with what can be seen. */
bool profile_sight(const Map *map, const SightGround *ground, const Seeing *seeing, Hex from, Hex to, Profile *out);

#endif
