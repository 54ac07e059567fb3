/* weigh.h — what the searching player would do in a player's place, and what it thinks of his order. */
#ifndef SANDTABLE_WEIGH_H
#define SANDTABLE_WEIGH_H

#include "ai/ai.h"

/* Tries the order out beside those that the player thinks of. thinking->why then has the order asked about first, or,
 * if that is NULL, the player's own choice; behind it the order that is better, if one is, and the next best. Where the
 * battle is too large to try anything out, it is alone, in no worlds. It costs up to a whole turn's budget, regardless
 * of what was spent before. The order must be legal, `player` one that searches. False: it has no opinion. */
bool weigh_order(const Player *player, const Scenario *scenario, const Position *view, Memo *memo, void *mind,
                 Thinking *thinking, Random *random, const Order *asked);

/* Lets greedy players play a game on that is not over: the result for each side, 1000 won, 500 drawn or not ended after
 * `most` orders, 0 lost. `position` is the true one, `mind` room for a player that searches. False: it did not end. */
bool play_out(const Scenario *scenario, const Position *position, void *mind, uint64_t seed, int most,
              int chance[SIDES]);

#endif
