/* memos.c — what listings of openings found out about the games asked about last.
 *
 * A game has a memo of its own (core/game.h), but its contents stay in memory as long as the game does. The few here
 * serve all tables: a game whose memo another game took is listed from the beginning, which takes longer and gives the
 * same. */
#include <stdlib.h>

#include "server/own.h"

Memo *memo_of(const Table *table, const Position *view)
{
    const System *system = table->scenario->system;
    KeptMemo *kept = &table->server->memo[(uint64_t)table->row.number % MEMOS];
    if (!system->openings_kept || !system->openings_kept(table->scenario, view))
        return NULL;
    if (kept->scenario != table->scenario) {
        free(kept->memo);
        *kept = (KeptMemo){table->scenario, calloc(1, system->memo_size)};
    }
    return kept->memo;
}

void memos_forget(Server *server, const Scenario *scenario)
{
    for (int i = 0; i < MEMOS; i++) {
        KeptMemo *kept = &server->memo[i];
        if (scenario && kept->scenario != scenario)
            continue;
        free(kept->memo);
        *kept = (KeptMemo){0};
    }
}
