/* standing.h — answers that a player gives in advance.
 *
 * Most interruptions have a usual answer: the cheapest loss, nobody pursues, another round only at 2:1. A rulebook
 * lists which (System.standing): for a kind of question a word, a sentence, and how the order is found. A player says
 * which of them he wants (a StandingSet a side); from then on that question is answered for him by an ordinary order,
 * checked and journalled like any other, as soon as it is asked.
 *
 * The order is found from the player's own view by what every rulebook has: the choices, the reach and the forecasts.
 * It is either a verb alone ("never"), or the cheapest of all orders of a verb, perhaps on a condition: at some odds
 * or better, with some chance or better, within so many hexes. Where there is no such order, or there are too many to
 * look at, something has come that the player did not think of: the answer is dropped, and he is asked. Where the
 * answer says nothing of this one case (two equally cheap ways for one counter; a condition that fails, and nothing
 * said of what then) he is asked as well, but the answer stays.
 *
 * Besides, a player may allow that questions with one sensible answer are answered: those to which only one order is
 * legal, but for those that merely arrange counters. */
#ifndef SANDTABLE_STANDING_H
#define SANDTABLE_STANDING_H

#include "core/system.h"

#define STANDING_QUESTIONS 64

/* What one side wants. */
typedef struct StandingSet {
    bool only;                          /* the only legal answer is given */
    uint8_t kind[STANDING_QUESTIONS];   /* by question: 1 + a number in System.standing; 0: ask me */
    uint8_t number[STANDING_QUESTIONS]; /* of its condition */
} StandingSet;

typedef enum StandingFound {
    STANDING_NONE,   /* no such answer is wanted, or it says nothing of this case */
    STANDING_GIVEN,  /* here is the order */
    STANDING_DROPPED /* it is wanted, but no such order can be found */
} StandingFound;

/* The order that answers the view's open question as its side wants it. */
StandingFound standing_find(const Scenario *scenario, const Position *view, const StandingSet *set, Order *out);

#define STANDING_TEXT 64
/* Reads `QUESTION NAME [NUMBER]`, `QUESTION ask`, `any only` or `any ask` into the set; a sentence if it is none of
 * these. Without a number the usual one is taken. */
bool standing_read(const Scenario *scenario, const char *text, size_t length, StandingSet *set, char why[200]);
/* The same back, of one kind of question (or of `any`: -1); empty if nothing is wanted there. */
size_t standing_print(const Scenario *scenario, const StandingSet *set, int question, char out[STANDING_TEXT]);
/* The kind that answers that question in this set; NULL if none does. */
const StandingKind *standing_kind(const Scenario *scenario, const StandingSet *set, int question);

#endif
