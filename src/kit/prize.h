/* prize.h — how near a side is to what it plays for: features of an appraisal (core/appraisal.h) for any rulebook.
 *
 * A prize is a hex that is worth something to the side. One that it holds is guarded if its own units stand in it or
 * beside it. Of one that it does not hold it counts whether they are beside it, near it, or nearer than the
 * enemy's. */
#ifndef SANDTABLE_KIT_PRIZE_H
#define SANDTABLE_KIT_PRIZE_H

#include <stdbool.h>
#include <stdint.h>

enum { PRIZE_HELD, PRIZE_GUARDED, PRIZE_BESIDE, PRIZE_NEAR, PRIZE_FIRST, PRIZE_FEATURES };
#define PRIZE_NAMES "held", "guarded", "goals-beside", "goals-near", "goals-first"

/* `own` and `enemy`: hexes to their nearest units. */
static inline void count_prize(int own, int enemy, bool held, int worth, int32_t out[PRIZE_FEATURES])
{
    enum { BESIDE = 1, NEAR = 5 };
    if (held) {
        out[PRIZE_HELD] += worth;
        out[PRIZE_GUARDED] += own <= BESIDE ? worth : 0;
        return;
    }
    out[PRIZE_BESIDE] += own <= BESIDE ? worth : 0;
    out[PRIZE_NEAR] += own <= NEAR ? worth : 0;
    out[PRIZE_FIRST] += own < enemy ? worth : 0;
}

/* What counts the more the nearer it is. */
static inline int nearness(int distance, int within) { return distance < within ? within - distance : 0; }

#endif
