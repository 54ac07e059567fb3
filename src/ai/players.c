/* players.c — the list of players. */
#include <string.h>

#include "ai/ai.h"

const Player *const players[] = {&random_player, &greedy_player, NULL};

const Player *player_named(const char *name)
{
    for (int i = 0; players[i]; i++)
        if (!strcmp(players[i]->name, name))
            return players[i];
    return NULL;
}
