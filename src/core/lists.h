/* lists.h — lists of choices, kept as long as the view stays the same.
 *
 * Openings, a draft of an order's first argument and one of the whole order are asked of one view after the other, and
 * all of them search the same tree of choices. Lists keep what System.choices() listed, by prefix, beside a copy of the
 * view. The copy is compared byte by byte before anything is read, and choices depend on nothing but the view, so no
 * list can be stale. */
#ifndef SANDTABLE_LISTS_H
#define SANDTABLE_LISTS_H

#include "core/system.h"

/* The size of a block of lists, which is zero at first. */
size_t lists_room(const Scenario *scenario);

/* Forgets what was listed for another view. Call it before list_choices() for this one. */
void lists_for(Lists *lists, const Scenario *scenario, const Position *view);

/* System.choices(), out of the lists if it is there. NULL: lists it. */
void list_choices(Lists *lists, const Scenario *scenario, const Position *view, const Order *prefix, Choices *out);

#endif
