/* players.c — the list of players. */
#include <string.h>

#include "ai/ai.h"

const Player *const players[] = {&random_player, &greedy_player,      &search_quick_player,
                                 &search_player, &search_deep_player, NULL};

const Player *player_named(const char *name)
{
    for (int i = 0; players[i]; i++)
        if (!strcmp(players[i]->name, name))
            return players[i];
    return NULL;
}

size_t player_room(const Player *player, const Scenario *scenario) { return player->room ? player->room(scenario) : 0; }

bool player_order(const Player *player, const Scenario *scenario, const Position *view, Memo *memo, void *mind,
                  Thinking *thinking, Random *random, Order *out, uint64_t *choices_listed)
{
    if (player->think)
        return player->think(player, scenario, view, memo, mind, thinking, random, out, choices_listed);
    return player->order(scenario, view, memo, random, out, choices_listed);
}
