/* artillery.h — what artillery.c and mission_parts.c share: the guns of a mission, and what they may do. */
#ifndef SANDTABLE_TCS_ARTILLERY_H
#define SANDTABLE_TCS_ARTILLERY_H

#include "systems/tcs/tcs.h"

enum { SLOT_BATTERIES, SLOT_SHELL, SLOT_FAST, SLOT_SPOTTER, SLOT_AT };

/* What fires, and with what. */
typedef struct Guns {
    uint8_t battery[IN_A_BATTALION];
    int count, shell;
    bool fast;
} Guns;

Guns guns_of(const Order *order);
/* Why they cannot fire so: battalion, batteries, kind of mission, ammunition (17.1, 17.3, 17.7). */
Refusal guns_allow(const Scenario *scenario, const State *view, const Guns *guns);
Refusal may_spot_for_guns(const State *view, Piece piece); /* 17.2b, wherever it looks */

#endif
