/* fog.h — deals hidden counters at random to the places where hidden counters are.
 *
 * A side that sees only that something is in a place knows a pool: the counters it sees nowhere. A *deal* assigns each
 * of them to one of the places, with a guise: one of its possible unseen states, each with its size in the stack. What
 * is known of a place limits it: the side of the counter, its type, its size; and no stack takes more than it has room
 * for. All deals that fit are equally likely.
 *
 * fog_deal() draws one of them. It starts with a deal that fits, found only from what is known, and swaps places and
 * guises at random, many times for each counter, whenever the result fits again. A swap is as likely as its reverse, so
 * all deals become equally likely.
 *
 * A rulebook finds places and pool in a view, has them dealt, and builds a position from the deal (System.imagine). */
#ifndef SANDTABLE_KIT_FOG_H
#define SANDTABLE_KIT_FOG_H

#include "core/system.h"

enum { FOG_MOST = 1024, FOG_GUISES = 4, FOG_ANY = 0xFFFF, FOG_STEPS = 100 /* tried changes for each counter */ };
#define FOG_ENDLESS 0x7FFF /* room that never fills */

/* A counter of the pool. */
typedef struct FogCounter {
    Piece piece;
    uint16_t type;
    uint8_t side, guises;
    uint8_t size[FOG_GUISES]; /* of each guise: the room it takes in its stack */
} FogCounter;

typedef struct FogPlace {
    uint16_t type; /* FOG_ANY: unknown */
    uint8_t side;
    uint8_t size; /* 0: unknown */
    uint16_t stack;
    /* The counter dealt to it. */
    uint16_t counter;
    uint8_t guise;
} FogPlace;

typedef struct Deal {
    int counters, places, stacks; /* as many counters as places, of each side */
    FogCounter counter[FOG_MOST];
    FogPlace place[FOG_MOST]; /* side by side */
    int room[FOG_MOST];       /* by stack: for its hidden counters */
} Deal;

/* False if nothing fits: no position can look like this. Give stacks that must be over the limit FOG_ENDLESS room. */
bool fog_deal(Deal *deal, Random *random);

#endif
