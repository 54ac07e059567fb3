/* ai.h — players that answer questions.
 *
 * A player is given a view, never the position, and returns an order for the open question. It knows no
 * rule: it asks the System what may be ordered. Chance comes from the Random it is given, so that a game of
 * seeded players is the same every time. */
#ifndef SANDTABLE_AI_H
#define SANDTABLE_AI_H

#include "core/system.h"

typedef struct Player {
    const char *name;
    /* Finds an order for the view's open question; adds how many choices were listed on the way. False if it
     * found none. The memo is the game's (game_memo): it only saves time. */
    bool (*order)(const Scenario *scenario, const Position *view, Memo *memo, Random *random, Order *out,
                  uint64_t *choices_listed);
} Player;

extern const Player random_player, greedy_player;

extern const Player *const players[]; /* NULL-ended */
/* NULL if there is none of that name. */
const Player *player_named(const char *name);

#endif
