/* sets.h — orders that take a free set of counters, and perhaps a hex, built from their arguments in any sequence: the
 * functions that core/parts.h needs from a rulebook.
 *
 * All such verbs have in common that a counter that may be in an order with others may be in it without them. So a part
 * can lack only the counter or the hex, and `check` decides about a whole order. A rulebook gives the two lists, which
 * may be too long but must be cheap, and puts them into its rows (OrderRow.set). */
#ifndef SANDTABLE_KIT_SETS_H
#define SANDTABLE_KIT_SETS_H

#include "kit/ask.h"

enum { FREE_WHO, FREE_WHERE }; /* slots */

typedef struct FreeSet {
    /* At least all counters that some order names. */
    void (*who)(const Scenario *scenario, const State *view, Choices *out);
    /* At least all hexes that some order names; NULL: it takes none. */
    void (*where)(const Scenario *scenario, const State *view, Choices *out);
    Refusal (*check)(const Scenario *scenario, const State *view, const Order *order);
} FreeSet;

void free_parts(const FreeSet *set, const Scenario *scenario, const State *view, const Order *part, Choices *out);
/* Demands one more counter with which the part is legal. */
Refusal free_another(const FreeSet *set, const Scenario *scenario, const State *view, const Order *part, Demands *out);
Refusal free_demands(const FreeSet *set, const Scenario *scenario, const State *view, const Order *part, Demands *out);

#endif
