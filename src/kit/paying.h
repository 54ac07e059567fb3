/* paying.h — an order that names who pays a price, a counter as often as it gives (kit/share.h): what may be named
 * next, whether all of it is fair, and what is wanting of a part.
 *
 * A rulebook says who pays and whether those named can be completed; it hangs that into its row (OrderRow.paying). */
#ifndef SANDTABLE_KIT_PAYING_H
#define SANDTABLE_KIT_PAYING_H

#include "kit/ask.h"
#include "kit/share.h"

typedef struct Paying {
    void (*share)(const Scenario *scenario, const State *view, Share *out);
    /* Whether payers from `from` on may be named more often, so that it becomes fair; from behind the last: it is. */
    bool (*completes)(const Scenario *scenario, const State *view, const Share *share, int from);
    /* Why this one is not named, or not once more. */
    Refusal (*not_named)(const State *view, Piece piece, bool pays);
    /* Why those named are not fair; of a part: nor could be, whoever came besides. */
    Refusal (*unfair)(const Scenario *scenario, const State *view, const Share *share, bool part);
    /* Why the only one who can be named next must be; NULL: nothing is said of it. */
    Sentence (*only)(const Scenario *scenario, const State *view, const Share *share);
} Paying;

void paying_list(const Paying *paying, const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal paying_check(const Paying *paying, const Scenario *scenario, const State *view, const Order *order);
void paying_parts(const Paying *paying, const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal paying_demands(const Paying *paying, const Scenario *scenario, const State *view, const Order *part,
                       Demands *out);

#endif
