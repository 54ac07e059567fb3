/* expire.c — removal of what is no longer needed: unused sessions, guests who never sat down, games without an order.
 *
 * A game in which an order was given is never among them: only the operator removes it. A removed game leaves a note,
 * so that its link can say what became of it. A what-if counts by its own orders. */
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"

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
static bool has_no_order(const UnusedGame *game, const Buffer *text)
{
    return game->branch_length ? (size_t)game->branch_length > text->length ||
                                     !has_order(text->bytes + game->branch_length, text->bytes + text->length)
                               : !journal_lines(text->bytes, text->length);
}

/* Each kind of removal is an entry of its own, and so is each game: its writes say how many rows went. */
static void write_expired_game(WriteSet *entry, const UnusedGame *game, int64_t now)
{
    write_remove_unused(entry, game->number);
    write_gone(entry, game->id, GONE_UNPLAYED, now);
}

static UnusedAsk unused_before(int64_t before)
{
    return (UnusedAsk){.ask = {.kind = ASK_UNUSED}, .before = before, .unused = has_no_order};
}

/* ---- by the server ---- */

typedef struct Clearing {
    UnusedAsk unused;
    Server *server;
    int64_t now;
    int entries; /* under way */
    Expired gone;
    bool failed;
} Clearing;

typedef struct ClearingEntry {
    WriteSet entry;
    Clearing *clearing;
    int *count;
} ClearingEntry;

static void end_clearing(Clearing *clearing)
{
    const Expired *gone = &clearing->gone;
    if (!clearing->failed && (gone->guests || gone->sessions || gone->games))
        log_line(LEVEL_INFO, "expire", "guests=%d sessions=%d games=%d", gone->guests, gone->sessions, gone->games);
    clearing->server->clearing = false;
    buffer_free(&clearing->unused.games);
    free(clearing);
}

static void cleared(WriteSet *entry)
{
    ClearingEntry *part = (ClearingEntry *)entry;
    Clearing *clearing = part->clearing;
    if (entry->verdict == VERDICT_KEPT)
        *part->count += (int)entry->changed;
    else if (entry->verdict != VERDICT_LOST)
        clearing->failed = true;
    if (clearing->failed)
        log_line(LEVEL_ERROR, "expire", "note=\"%s\"", entry->trouble);
    entry_clear(entry);
    free(part);
    if (!--clearing->entries)
        end_clearing(clearing);
}

static WriteSet *new_part(Clearing *clearing, int *count)
{
    ClearingEntry *part = calloc(1, sizeof *part);
    if (!part)
        return NULL;
    *part = (ClearingEntry){{.done = cleared}, clearing, count};
    clearing->entries++;
    store_add(clearing->server->store, &part->entry);
    return &part->entry;
}

static void unused_are_known(Ask *ask)
{
    Clearing *clearing = (Clearing *)ask;
    Server *server = clearing->server;
    const Ages *ages = &server->config->ages;
    const Buffer *games = &clearing->unused.games;
    WriteSet *entry;
    if (ask->failed || server->stopping) {
        if (ask->failed)
            log_line(LEVEL_ERROR, "expire", "note=\"%s\"", ask->trouble);
        end_clearing(clearing);
        return;
    }
    clearing->entries = 1;
    for (size_t at = 0; at < games->length; at += sizeof(UnusedGame)) {
        UnusedGame game;
        memcpy(&game, games->bytes + at, sizeof game);
        if (!table_find(server, game.id) && (entry = new_part(clearing, &clearing->gone.games)))
            write_expired_game(entry, &game, clearing->now);
    }
    if (ages->sessions && (entry = new_part(clearing, &clearing->gone.sessions)))
        write_sessions_expire(entry, clearing->now - ages->sessions);
    if (ages->guests && (entry = new_part(clearing, &clearing->gone.guests)))
        write_guests_expire(entry, clearing->now - ages->guests);
    if (!--clearing->entries)
        end_clearing(clearing);
}

void expire_begin(Server *server)
{
    Clearing *clearing = server->clearing ? NULL : calloc(1, sizeof *clearing);
    if (!clearing)
        return;
    int64_t now = now_seconds(), age = server->config->ages.games;
    clearing->server = server;
    clearing->now = now;
    clearing->unused = unused_before(age ? now - age : 0);
    clearing->unused.ask.done = unused_are_known;
    server->clearing = true;
    store_ask(server->store, &clearing->unused.ask);
}

/* ---- by the operator ---- */

static bool keep_part(Store *store, WriteSet *entry, bool dry, int *count, char why[TROUBLE])
{
    Verdict verdict = store_keep_now(store, entry, dry);
    if (verdict == VERDICT_KEPT)
        *count += (int)entry->changed;
    snprintf(why, TROUBLE, "%s", entry->trouble);
    entry_clear(entry);
    return verdict == VERDICT_KEPT || verdict == VERDICT_LOST;
}

bool expire_now(Store *store, const Ages *ages, int64_t now, bool dry, Expired *out, char why[TROUBLE])
{
    UnusedAsk unused = unused_before(ages->games ? now - ages->games : 0);
    WriteSet sessions = {0}, guests = {0};
    *out = (Expired){0};
    bool good = store_answer_now(store, &unused.ask);
    snprintf(why, TROUBLE, "%s", unused.ask.trouble);
    for (size_t at = 0; good && at < unused.games.length; at += sizeof(UnusedGame)) {
        UnusedGame game;
        WriteSet entry = {0};
        memcpy(&game, unused.games.bytes + at, sizeof game);
        write_expired_game(&entry, &game, now);
        good = keep_part(store, &entry, dry, &out->games, why);
    }
    buffer_free(&unused.games);
    if (good && ages->sessions) {
        write_sessions_expire(&sessions, now - ages->sessions);
        good = keep_part(store, &sessions, dry, &out->sessions, why);
    }
    if (good && ages->guests) {
        write_guests_expire(&guests, now - ages->guests);
        good = keep_part(store, &guests, dry, &out->guests, why);
    }
    return good;
}
