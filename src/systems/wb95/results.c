/* results.c — how results of the tables are written, in events and forecasts alike: as in the printed
 * tables, with the parts in fixed order: retreat, losses, D (disorganised), • (test). */
#include "systems/wb95/fight.h"

#define TAILS(head_)                                                                                         \
    head_, head_ " •", head_ " D", head_ " D •", head_ " -1", head_ " -1 •", head_ " -1 D", head_ " -1 D •", \
        head_ " -2", head_ " -2 •", head_ " -2 D", head_ " -2 D •"
#define ALONE "-", "•", "D", "D •", "-1", "-1 •", "-1 D", "-1 D •", "-2", "-2 •", "-2 D", "-2 D •"

enum { MISSION_WORDS = MISSIONS, TAILS_EACH = 12, RETREATS = LONGEST_RETREAT + 1 };

/* The system's words for %w: missions, as the orders call them, then half results of attacker and defender. */
const char *const wb95_words[] = {
    "offensive", "defensive", "attack",    "objects",   "disrupt",   "crossing",  "supply",
    ALONE,       TAILS("A1"), TAILS("A2"), TAILS("A3"), TAILS("A4"), TAILS("A5"), ALONE,
    TAILS("D1"), TAILS("D2"), TAILS("D3"), TAILS("D4"), TAILS("D5"), "no effect", NULL,
};

int result_word(int which, Result result)
{
    int tail = result.loss * 4 + result.disorganised * 2 + result.test;
    return MISSION_WORDS + (which * RETREATS + result.retreat) * TAILS_EACH + tail;
}

/* Results of fire are written alone, and a dash would say too little. */
int fire_word(Result result)
{
    if (!result.loss && !result.disorganised && !result.test)
        return MISSION_WORDS + 2 * RETREATS * TAILS_EACH;
    return result_word(DEFENCE, result);
}
