/* recall.c — a cache of recent visitors, so that they can read while the database of several nodes does not answer.
 *
 * A token has one place in the cache, and a later token of the same place replaces it. When a session ends, its entry
 * goes at once; if it ends at another node, when the database is back. A visitor who is known only from the cache can
 * read, but nothing is written for him. */
#include <sodium.h>
#include <stdlib.h>

#include "server/node.h"

enum { PLACES = 2048 };

/* A visitor and his token; id 0: the place is free. */
typedef struct Comer Comer;
struct Comer {
    uint8_t token[TOKEN_BYTES];
    UserRow user;
};

static Comer *place_of(const Server *server, const uint8_t token[TOKEN_BYTES])
{
    uint32_t at;
    memcpy(&at, token, sizeof at); /* it is a hash */
    return &server->recalled[at % PLACES];
}

void recall_note(Server *server, const VisitAsk *visit)
{
    if (!server->node || !visit->has_token || !visit->user.id)
        return;
    if (!server->recalled)
        server->recalled = calloc(PLACES, sizeof *server->recalled);
    if (!server->recalled)
        return;
    Comer *comer = place_of(server, visit->token);
    memcpy(comer->token, visit->token, sizeof comer->token);
    comer->user = visit->user;
    comer->user.password[1] = '\0'; /* only whether he has one is needed */
}

bool recall_user(const Server *server, const VisitAsk *visit, UserRow *out)
{
    const Comer *comer = server->recalled && visit->has_token ? place_of(server, visit->token) : NULL;
    if (!comer || !comer->user.id || sodium_memcmp(comer->token, visit->token, TOKEN_BYTES))
        return false;
    *out = comer->user;
    return true;
}

void recall_forget(Server *server, const uint8_t *token, int64_t user)
{
    for (int i = 0; server->recalled && i < PLACES; i++) {
        Comer *comer = &server->recalled[i];
        if (token ? !sodium_memcmp(comer->token, token, TOKEN_BYTES) : comer->user.id == user)
            comer->user.id = 0;
    }
}

void recall_close(Server *server)
{
    free(server->recalled);
    server->recalled = NULL;
}
