/* ai.h — players that answer questions.
 *
 * A player is given a view, never the position, and returns an order for the open question. It knows no
 * rule: it asks the System what may be ordered. Chance comes from the Random it is given, so that a game of
 * seeded players is the same every time. */
#ifndef SANDTABLE_AI_H
#define SANDTABLE_AI_H

#include "core/system.h"

typedef struct Player Player;
struct Player {
    const char *name;
    /* Finds an order for the view's open question; adds how many choices were listed on the way. False if it
     * found none. The memo is the game's (game_memo): it only saves time. NULL: it thinks. */
    bool (*order)(const Scenario *scenario, const Position *view, Memo *memo, Random *random, Order *out,
                  uint64_t *choices_listed);
    /* The same for a player that tries orders out before it gives one. `mind` is a block of room() bytes that the
     * caller lends; what it holds before and after means nothing. */
    bool (*think)(const Player *player, const Scenario *scenario, const Position *view, Memo *memo, void *mind,
                  Random *random, Order *out, uint64_t *choices_listed);
    size_t (*room)(const Scenario *scenario);
    uint32_t budget; /* orders it may simulate in a turn, about; its level */
};

extern const Player random_player, greedy_player, search_quick_player, search_player, search_deep_player;

extern const Player *const players[]; /* NULL-ended */
/* NULL if there is none of that name. */
const Player *player_named(const char *name);

/* How many bytes the player must be lent to find an order; 0: none. */
size_t player_room(const Player *player, const Scenario *scenario);
/* Any player's order. `mind` may be NULL if he needs no room. The same view, random state and player give the same
 * order, whatever the memo and the mind held before. */
bool player_order(const Player *player, const Scenario *scenario, const Position *view, Memo *memo, void *mind,
                  Random *random, Order *out, uint64_t *choices_listed);

#endif
