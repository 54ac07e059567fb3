/* foreclose.h — what an order rules out with any dice.
 *
 * Guns that fire at a town bar the assault on it; an attack spends the supply that another would need; a unit that
 * fires moves no more. No rulebook has to declare this: the order is tried on positions that may be true, made from the
 * view alone, each with other dice; every question before its own comes back is answered at random. An order that was
 * legal before and is refused by the same paragraph after every trial is foreclosed; the refusal is its reason.
 *
 * It looks at the counters that can begin an order, each verb by itself, and every verb that can be aimed at a hex the
 * order names. The obvious is left out: that its counters do not do the same once more, or that one of them is lost. */
#ifndef SANDTABLE_FORECLOSE_H
#define SANDTABLE_FORECLOSE_H

#include "core/parts.h"

#define FORECLOSED_MAX 256

typedef struct Foreclosed {
    uint8_t verb, slot; /* what can no longer be ordered, and with what */
    uint16_t value;
    Sentence why; /* the refusal it would get, with its rule */
} Foreclosed;

typedef struct Foreclosures {
    int count;
    Foreclosed it[FORECLOSED_MAX];
} Foreclosures;

/* How many bytes foreclose() works in: some positions of the game. */
size_t foreclose_room(const Scenario *scenario);
/* Of a legal order; nothing if its question does not come back soon. `viewer` is whose view it is, `known` are its
 * openings, NULL: they were not listed. */
void foreclose(const Scenario *scenario, const Position *view, int viewer, const Openings *known, const Order *order,
               void *room, Foreclosures *out);

/* What an order does to a counter of its giver with any dice. */
typedef struct Harm {
    Piece piece;
    bool gone;     /* off the map */
    uint8_t steps; /* fewer than before */
    uint8_t sign;  /* a grave one that it did not have before, counted from 1 in System.signs; 0 none */
    Hex to;        /* where it is moved; NO_HEX: it stays, or that is not certain */
} Harm;

/* Counters of the viewer's side on the map that the order alone harms or takes elsewhere; how many. A retreat that is
 * too short eliminates the unit that makes it, one past the enemy may disorganize. Works in the same room. */
int harmed_by(const Scenario *scenario, const Position *view, int viewer, const Order *order, void *room, Harm *out,
              int most);

#endif
