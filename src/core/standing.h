/* standing.h — standing answers: answers that a player gives in advance.
 *
 * Most interruptions have a usual answer: take the cheapest loss, never pursue, another round only at 2:1. A rulebook
 * lists them (System.standing): for a kind of question a word, a sentence, and how the order is found. A player chooses
 * which ones to use (one StandingSet per side). From then on the program answers that question for him as soon as it
 * comes up, with an ordinary order that is checked and journalled like any other.
 *
 * The order is found from the player's own view with what every rulebook has: choices, reach and forecasts. It is
 * either a verb alone ("never"), or the cheapest of all orders of a verb, optionally on a condition: at some odds or
 * better, with some chance or better, within some number of hexes. If there is no such order, or there are too many to
 * examine, the situation is one the player did not foresee: the answer is dropped, and he is asked. If the answer does
 * not decide this one case (two equally cheap paths for one counter, or a condition that fails without an alternative),
 * he is asked as well, but the answer stays.
 *
 * A player may also allow the program to answer questions to which only one order is legal, not counting orders that
 * merely arrange counters. */
#ifndef SANDTABLE_STANDING_H
#define SANDTABLE_STANDING_H

#include "core/system.h"

#define STANDING_QUESTIONS 64

/* The standing answers of one side. */
typedef struct StandingSet {
    bool only;                          /* the only legal answer is given */
    uint8_t kind[STANDING_QUESTIONS];   /* by question: 1 + a number in System.standing; 0: ask me */
    uint8_t number[STANDING_QUESTIONS]; /* of its condition */
} StandingSet;

typedef enum StandingFound {
    STANDING_NONE,   /* there is no standing answer, or it does not decide this case */
    STANDING_GIVEN,  /* here is the order */
    STANDING_DROPPED /* there is one, but no such order can be found */
} StandingFound;

/* The order that gives the standing answer to the view's open question. */
StandingFound standing_find(const Scenario *scenario, const Position *view, const StandingSet *set, Order *out);

#define STANDING_TEXT 64
/* Reads `QUESTION NAME [NUMBER]`, `QUESTION ask`, `any only` or `any ask` into the set; a sentence if it is none of
 * these. Without a number the usual one is taken. */
bool standing_read(const Scenario *scenario, const char *text, size_t length, StandingSet *set, char why[200]);
/* Prints the answer to one kind of question (-1: `any`); empty if there is none. */
size_t standing_print(const Scenario *scenario, const StandingSet *set, int question, char out[STANDING_TEXT]);
/* The kind that answers that question in this set; NULL if none does. */
const StandingKind *standing_kind(const Scenario *scenario, const StandingSet *set, int question);

#endif
