/* paying.h — orders that name the counters that pay a price, each as often as it gives (kit/share.h): which may be
 * named next, whether the whole is fair, and what a part lacks.
 *
 * A rulebook says which counters pay and whether a part can be completed, and puts that into its row
 * (OrderRow.paying). */
#ifndef SANDTABLE_KIT_PAYING_H
#define SANDTABLE_KIT_PAYING_H

#include "kit/ask.h"
#include "kit/share.h"

typedef struct Paying {
    void (*share)(const Scenario *scenario, const State *view, Share *out);
    /* Whether it becomes fair if payers from `from` on are named more often; `from` after the last: whether it is. */
    bool (*completes)(const Scenario *scenario, const State *view, const Share *share, int from);
    /* Why this counter cannot be named, or not again. */
    Refusal (*not_named)(const State *view, Piece piece, bool pays);
    /* Why those named are not fair; for a part: why they cannot become fair, whichever counters are added. */
    Refusal (*unfair)(const Scenario *scenario, const State *view, const Share *share, bool part);
    /* Why the only counter that can be named next must be named; NULL: no reason is given. */
    Sentence (*only)(const Scenario *scenario, const State *view, const Share *share);
} Paying;

void paying_list(const Paying *paying, const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal paying_check(const Paying *paying, const Scenario *scenario, const State *view, const Order *order);
void paying_parts(const Paying *paying, const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal paying_demands(const Paying *paying, const Scenario *scenario, const State *view, const Order *part,
                       Demands *out);

#endif
