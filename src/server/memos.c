/* memos.c — what listings of openings and choices found out about the games asked about last.
 *
 * A game has a memo of its own (core/game.h), but its contents stay in memory as long as the game does. The few here
 * serve all tables: a game whose memo another game took is listed from the beginning, which takes longer and gives the
 * same. */
#include <stdlib.h>

#include "core/lists.h"
#include "server/own.h"

/* The place of the game, which may hold another game of its scenario. */
static KeptMemo *place_of(const Table *table)
{
    KeptMemo *kept = &table->server->memo[(uint64_t)table->row.number % MEMOS];
    if (kept->scenario != table->scenario) {
        free(kept->memo);
        free(kept->lists);
        *kept = (KeptMemo){.scenario = table->scenario};
    }
    return kept;
}

Memo *memo_of(const Table *table, const Position *view)
{
    const System *system = table->scenario->system;
    KeptMemo *kept = place_of(table);
    if (!system->openings_kept || !system->openings_kept(table->scenario, view))
        return NULL;
    if (!kept->memo)
        kept->memo = calloc(1, system->memo_size);
    return kept->memo;
}

Lists *lists_of(const Table *table)
{
    KeptMemo *kept = place_of(table);
    if (!kept->lists)
        kept->lists = calloc(1, lists_room(table->scenario));
    return kept->lists;
}

void memos_forget(Server *server, const Scenario *scenario)
{
    for (int i = 0; i < MEMOS; i++) {
        KeptMemo *kept = &server->memo[i];
        if (scenario && kept->scenario != scenario)
            continue;
        free(kept->memo);
        free(kept->lists);
        *kept = (KeptMemo){0};
    }
}
