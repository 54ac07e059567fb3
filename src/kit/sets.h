/* sets.h — orders that take a free set of counters, and perhaps a hex, built in any order of their parts: what a
 * rulebook answers core/parts.h.
 *
 * What all such verbs share: whoever may be in an order with others may be in it without them, so that of a part only
 * the counter or the hex can be wanting, and `check` says of a whole order what there is to say. A rulebook gives the
 * two lists, longer than need be but cheap, and hangs them into its rows (OrderRow.set). */
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
/* One more counter with which the part is legal. */
Refusal free_another(const FreeSet *set, const Scenario *scenario, const State *view, const Order *part, Demands *out);
Refusal free_demands(const FreeSet *set, const Scenario *scenario, const State *view, const Order *part, Demands *out);

#endif
