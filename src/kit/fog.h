/* fog.h — hidden counters dealt to the places where hidden counters lie.
 *
 * A side that sees only that something lies in a place knows a pool: the counters it sees nowhere. A *deal* gives each
 * of them one of the places, and a guise: which of the states that nobody saw it is in, each with its size in the
 * stack. What is known of a place narrows it: whose counter it is, of which type, at which size; and no stack takes
 * more than it has room for. All deals that fit are equally likely.
 *
 * fog_deal() draws one of them. It begins with a deal that fits, which is found from what is known alone, and lets
 * counters change places and guises at random, many times for each, wherever that fits again. A change is as likely as
 * its reverse, so in the end no deal is likelier than another.
 *
 * A rulebook reads places and pool off a view, has them dealt, and builds a position from that (System.imagine). */
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
    uint8_t size[FOG_GUISES]; /* of each guise: what it takes of its stack's room */
} FogCounter;

typedef struct FogPlace {
    uint16_t type; /* FOG_ANY: nothing is known of it */
    uint8_t side;
    uint8_t size; /* 0: not known */
    uint16_t stack;
    /* What lies there, when it is dealt. */
    uint16_t counter;
    uint8_t guise;
} FogPlace;

typedef struct Deal {
    int counters, places, stacks; /* as many counters as places, of each side */
    FogCounter counter[FOG_MOST];
    FogPlace place[FOG_MOST]; /* side by side */
    int room[FOG_MOST];       /* by stack: for what is hidden in it */
} Deal;

/* False if nothing fits: then no position looks so. Stacks that cannot but be too high have room without end. */
bool fog_deal(Deal *deal, Random *random);

#endif
