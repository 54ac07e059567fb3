/* parts.h — orders built in any order of their parts.
 *
 * System.choices() lists what may come behind a prefix, slot by slot and sets in rising order: quick, and enough for
 * players of the machine. People point at what they see: the enemy first, then a gun, then who attacks. For them a
 * *part* of an order is anything an order holds, and two questions are answered of it: what can be added so that it is
 * still part of a legal order, and which is the smallest legal order it is a part of.
 *
 * An order holds a part if each of its slots does: a set holds any of its values, another slot the first ones of its
 * own, since there it matters which comes first. The steps of a path are added once it is said who walks, and what
 * stands behind a path in the order once it is walked.
 *
 * A rulebook answers for verbs that take free sets (System.parts, System.demands). Of all others the tree of choices is
 * searched, which for a counter and a hex or two is small. */
#ifndef SANDTABLE_PARTS_H
#define SANDTABLE_PARTS_H

#include "core/system.h"

/* Everything that some legal order holds besides the part, exactly, and whether the part itself is such an order. With
 * no verb the verbs are listed. What is listed is added by order_put(). */
void list_additions(const Scenario *scenario, const Position *view, const Order *part, Choices *out);

/* The counters among what can be added to the bare verb: those a player may point at to begin such an order. Spares the
 * search for hexes, numbers and names; of some verbs only the first slot that takes counters is told (System.actors). */
void list_actors(const Scenario *scenario, const Position *view, int verb, Choices *out);

typedef struct Added {
    uint8_t slot;
    bool forced; /* every order that holds the part holds this as well */
    uint16_t value;
    Sentence why; /* no words: the order only lacked one such thing */
} Added;

typedef struct Around {
    Order order;
    int added;
    Added part[ORDER_ARGS];
} Around;

/* The smallest legal order found that holds the part, with what was added to it; or why there is none. A path may be
 * given by its last hex alone: it is then the cheapest way there, or the refusal says what bars it. */
Refusal order_around(const Scenario *scenario, const Position *view, const Order *part, Around *out);

/* Both answers of one part, each of its checks made once. */
typedef struct Drafted {
    Choices additions;
    Refusal refusal; /* why no order holds the part; then `around` says nothing */
    Around around;
    bool whole; /* with what is forced the part is an order */
} Drafted;

void draft_order(const Scenario *scenario, const Position *view, const Order *part, Drafted *out);

#endif
