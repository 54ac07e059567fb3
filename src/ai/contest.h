/* contest.h — orders tried out against each other to the end of the game.
 *
 * In one imagined world every order meets the same hidden counters and the same dice; then the machine plays the game
 * out. So the difference between two orders in one world is mostly their own effect, and a few dozen worlds show a good
 * order from a bad one. Greedy players play on in every other world, in those between players that are less sure of
 * themselves: an order that is better only because of one habit of the greedy player is then not much better. Only the
 * view of the ordering side is used, so nothing hidden is given away. */
#ifndef SANDTABLE_CONTEST_H
#define SANDTABLE_CONTEST_H

#include "ai/ai.h"

typedef struct Contest Contest;

/* How many bytes a contest takes; the caller lends them. The view must stay as long as the contest. */
size_t contest_room(const Scenario *scenario);
Contest *contest_in(void *room, const Scenario *scenario, const Position *view);

/* Gives each order in one world, which follows from number and seed, and behind it `then`, unless that is NULL or no
 * longer possible there: 1000 where its side wins, 500 for a draw, 0. The orders must be legal. False: a game did not
 * end, and nothing counts. */
bool contest_world(Contest *contest, int number, uint64_t seed, const Order *orders, int count, const Order *then,
                   int16_t *results);

/* Whether two orders mean the same: a set may be named in any order, and a path is where it ends. */
bool orders_agree(const Scenario *scenario, const Order *one, const Order *other);

/* The mean of one row of results, in thousandths; the mean of the differences between two rows of the same worlds, and
 * the standard error of that. */
int contest_mean(const int16_t *results, int worlds);
int contest_difference(const int16_t *one, const int16_t *other, int worlds, int *error);

#endif
