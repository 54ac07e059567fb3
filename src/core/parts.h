/* parts.h — orders built from their arguments in any sequence.
 *
 * System.choices() lists what may follow a prefix, slot by slot and sets in rising order: that is fast, and enough for
 * computer players. People point at what they see: the enemy first, then a gun, then the attackers. For them a *part*
 * of an order is any subset of its arguments. Two questions can be asked about a part: what can be added so that it is
 * still part of a legal order, and what is the smallest legal order that contains it.
 *
 * An order contains a part if each of its slots does: a set may contain any of its values, another slot must start
 * with the same values, because their sequence matters there. The steps of a path can be added once the moving counter
 * is known, and arguments after a path once the path is complete.
 *
 * A rulebook answers for verbs that take free sets (System.parts, System.demands). For all others the tree of choices
 * is searched, which for a counter and a hex or two is small.
 *
 * Openings of the view that are known, of a system that keeps them from one view to the next (System.openings_kept),
 * answer for verbs and for orders that name one counter, first of all; lists that were made for the view (lists.h), for
 * what was listed before. Without them everything is listed; the answers are the same. */
#ifndef SANDTABLE_PARTS_H
#define SANDTABLE_PARTS_H

#include "core/system.h"

/* Exactly what some legal order contains in addition to the part, and whether the part itself is a legal order. Without
 * a verb the verbs are listed. Add what is listed with order_put(). */
void list_additions(const Scenario *scenario, const Position *view, const Order *part, Choices *out);

/* The verbs alone. */
void list_verbs(const Scenario *scenario, const Position *view, ListedBefore listed, Choices *out);

/* The counters that can be added to the bare verb: those a player may click to begin such an order. Skips the search
 * for hexes, numbers and names; for some verbs only the first slot of counters is listed (System.actors).*/
void list_actors(const Scenario *scenario, const Position *view, ListedBefore listed, int verb, Choices *out);

typedef struct Added {
    uint8_t slot;
    bool forced; /* every legal order that contains the part contains this as well */
    uint16_t value;
    Sentence why; /* no words: the order merely lacked such an argument */
} Added;

typedef struct Around {
    Order order;
    int added;
    Added part[ORDER_ARGS];
} Around;

/* The smallest legal order found that contains the part, with what was added to it; or why there is none. A path may be
 * given by its last hex alone: it becomes the cheapest path there, or the refusal says what blocks it. */
Refusal order_around(const Scenario *scenario, const Position *view, const Order *part, Around *out);

/* Both answers for one part, with each check made once. */
typedef struct Drafted {
    Choices additions;
    Refusal refusal; /* why no legal order contains the part; `around` is then unused */
    Around around;
    bool whole; /* with what is forced, the part is an order */
} Drafted;

void draft_order(const Scenario *scenario, const Position *view, ListedBefore listed, const Order *part, Drafted *out);

#endif
