/* results.c — how results of the tables are written, in events and forecasts alike: as in the printed
 * tables, with the parts in fixed order: retreat, losses, D (disorganised), • (test). */
#include "systems/wb95/fight.h"

#define TAILS(head_)                                                                                         \
    head_, head_ " •", head_ " D", head_ " D •", head_ " -1", head_ " -1 •", head_ " -1 D", head_ " -1 D •", \
        head_ " -2", head_ " -2 •", head_ " -2 D", head_ " -2 D •"
#define ALONE "-", "•", "D", "D •", "-1", "-1 •", "-1 D", "-1 D •", "-2", "-2 •", "-2 D", "-2 D •"

/* The same in words. */
#define TEST "tests for disorganisation"
#define SHAKEN "is disorganised"
#define SPOKEN(head_, and_)                                                                                        \
    head_ and_ TEST, head_ and_ SHAKEN, head_ and_ SHAKEN " and " TEST, head_ and_ "loses 1 CEL",                  \
        head_ and_ "loses 1 CEL, " TEST, head_ and_ "loses 1 CEL, " SHAKEN,                                        \
        head_ and_ "loses 1 CEL, " SHAKEN " and " TEST, head_ and_ "loses 2 CEL", head_ and_ "loses 2 CEL, " TEST, \
        head_ and_ "loses 2 CEL, " SHAKEN, head_ and_ "loses 2 CEL, " SHAKEN " and " TEST
#define GOES(head_) head_, SPOKEN(head_, ", ")

enum { MISSION_WORDS = MISSIONS, TAILS_EACH = 12, RETREATS = LONGEST_RETREAT + 1 };
enum {
    NO_EFFECT = MISSION_WORDS + 2 * RETREATS * TAILS_EACH,
    SPOKEN_WORDS,
    PHASE_WORDS = SPOKEN_WORDS + RETREATS * TAILS_EACH,
    MONTH_WORDS = PHASE_WORDS + 6,
    NATION_WORDS = MONTH_WORDS + 12,
    MARKER_WORDS = NATION_WORDS + NATIONS
};

/* The system's words for %w: missions, then half results of attacker and defender,
 * then the same in words, for either; phases, months, nations; missions again,
 * short enough for a marker. */
const char *const wb95_words[] = {
    "offensive support",
    "defensive support",
    "air attack",
    "attack on objects",
    "disruption of movement",
    "attack on a crossing",
    "air supply",
    ALONE,
    TAILS("A1"),
    TAILS("A2"),
    TAILS("A3"),
    TAILS("A4"),
    TAILS("A5"),
    ALONE,
    TAILS("D1"),
    TAILS("D2"),
    TAILS("D3"),
    TAILS("D4"),
    TAILS("D5"),
    "no effect",
    "is unhurt",
    SPOKEN("", ""),
    GOES("retreats 1 hex"),
    GOES("retreats 2 hexes"),
    GOES("retreats 3 hexes"),
    GOES("retreats 4 hexes"),
    GOES("retreats 5 hexes"),
    "air",
    "barrage",
    "movement",
    "combat",
    "strategic movement",
    "supply",
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
    "German",
    "Soviet",
    "Polish",
    "American",
    "British",
    "German ally",
    "support",
    "cover",
    "attack",
    "objects",
    "disrupt",
    "crossing",
    "supply",
    NULL,
};

int phase_word(int kind) { return PHASE_WORDS + kind; }
int month_word(int month) { return MONTH_WORDS + month; }
int nation_word(int nation) { return NATION_WORDS + nation; }
int marker_word(int mission) { return MARKER_WORDS + mission; }

static int tail_of(Result result) { return result.loss * 4 + result.disorganised * 2 + result.test; }

int result_word(int which, Result result)
{
    return MISSION_WORDS + (which * RETREATS + result.retreat) * TAILS_EACH + tail_of(result);
}

int spoken_word(Result result) { return SPOKEN_WORDS + result.retreat * TAILS_EACH + tail_of(result); }

bool harms(Result result) { return result.loss || result.disorganised || result.test; }

/* Results of fire are written alone, where a dash would be unclear. */
int fire_word(Result result) { return harms(result) ? result_word(DEFENCE, result) : NO_EFFECT; }
