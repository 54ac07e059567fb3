/* thoughts.h — the orders that the greedy player thinks of besides the one it gives. */
#ifndef SANDTABLE_THOUGHTS_H
#define SANDTABLE_THOUGHTS_H

#include "core/system.h"

/* Adds orders behind the `count` that are there, none twice, until there are `room`; how many there are then. The most
 * promising come first, but for those of a verb alone, which are added at any worth. `values` gets what each is worth
 * by the judgement; it may be NULL. */
int greedy_thoughts(const Scenario *scenario, const Position *view, Memo *memo, Random *random, Order *out,
                    int32_t *values, int count, int room, uint64_t *choices_listed);

#endif
