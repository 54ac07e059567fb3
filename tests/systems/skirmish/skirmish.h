/* skirmish.h — what the orders of the small rulebook (orders.def) take from its code. */
#ifndef SANDTABLE_SKIRMISH_H
#define SANDTABLE_SKIRMISH_H

enum { STEPS = 4 }; /* hexes a counter walks in a turn */

#endif
