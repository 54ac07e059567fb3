/* expire.c — what nobody needs any more: sessions nobody uses, guests who never sat down, games without an order.
 *
 * A game in which an order was given is never among them: only its owner's operator removes it. Of a game that goes,
 * word is left, so that its link can say what became of it. A what-if counts by its own orders. */
#include <stdlib.h>

#include "server/own.h"

typedef struct Candidate {
    int64_t number, branch_length;
    char id[GAME_ID];
} Candidate;

static void add_candidate(void *context, const GameRow *row)
{
    Candidate candidate = {.number = row->number, .branch_length = row->branch_length};
    memcpy(candidate.id, row->id, sizeof candidate.id);
    buffer_add(context, &candidate, sizeof candidate);
}

/* Whether an order stands in the bytes from there on. */
static bool has_order(const char *at, const char *end)
{
    for (const char *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop || line_kind(at, (size_t)(stop - at)) == LINE_ORDER)
            return true;
    }
    return false;
}

/* Whether the journal, or a what-if's own part of it, has no order. */
static bool has_no_order(Store *store, const Candidate *candidate)
{
    Buffer text = {0};
    bool none = false;
    if (store->journal_get(store, candidate->number, &text))
        none = candidate->branch_length
                   ? (size_t)candidate->branch_length > text.length ||
                         !has_order(text.bytes + candidate->branch_length, text.bytes + text.length)
                   : !journal_lines(text.bytes, text.length);
    buffer_free(&text);
    return none;
}

static bool expire_games(Store *store, const Expiry *expiry, Expired *out)
{
    Buffer list = {0};
    bool good = store->games_unplayed(store, expiry->now - expiry->ages.games, add_candidate, &list);
    for (size_t at = 0; good && at < list.length; at += sizeof(Candidate)) {
        Candidate candidate;
        memcpy(&candidate, list.bytes + at, sizeof candidate);
        if ((expiry->in_use && expiry->in_use(expiry->context, candidate.id)) || !has_no_order(store, &candidate))
            continue;
        good = store->game_remove(store, candidate.number) &&
               store->gone_add(store, candidate.id, GONE_UNPLAYED, expiry->now);
        out->games += good;
    }
    buffer_free(&list);
    return good;
}

bool expire(Store *store, const Expiry *expiry, Expired *out)
{
    const Ages *ages = &expiry->ages;
    *out = (Expired){0};
    return (!ages->games || expire_games(store, expiry, out)) &&
           (!ages->sessions || store->sessions_expire(store, expiry->now - ages->sessions, &out->sessions)) &&
           (!ages->guests || store->guests_expire(store, expiry->now - ages->guests, &out->guests));
}
