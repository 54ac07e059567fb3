/* commit.c — the end of a round: what all tables have pending goes to disk at once, or never happened.
 *
 * Only then may be told what was written for the clients, and do the machine's players and webhooks hear of it. If the
 * store takes nothing, the games are read again from what is there, and each request since the last commit is answered
 * with what is wrong. */
#include <stdio.h>

#include "server/own.h"

/* Of a user who is not looking his own address is told that it is his turn, and the operator's, if they gave one. */
static void call_webhook(Table *table)
{
    int side = table_side(table);
    UserRow user;
    if (side == table->told_side)
        return;
    table->told_side = side;
    if (side == NO_SIDE || table->row.seat[side].kind != SEAT_HUMAN)
        return;
    for (const Client *client = table->clients; client; client = client->next_at_table)
        if (client->held[side])
            return;
    if (!table->server->store->user_get(table->server->store, table->row.seat[side].user, &user))
        return;
    push_send(table->server, user.id);
    const char *notify = user.password[0] ? table->server->config->notify : NULL; /* nobody can reach a guest */
    if (!user.webhook[0] && !notify)
        return;
    int language = language_named(table->server, user.language, strlen(user.language));
    const Tongue *tongue = tongue_of(table->server, language < 0 ? 0 : language, table->scenario->system);
    TurnCall call = {table->row.id, tongue_words(tongue, table->scenario->title),
                     tongue_words(tongue, table->scenario->side_name[side]), NULL, user.id};
    if (user.webhook[0])
        webhook_send(table->server, user.webhook, &call);
    call.user = user.name;
    if (notify)
        webhook_send(table->server, notify, &call);
}

static bool write_pending(Table *table)
{
    size_t length;
    if (!table->game)
        return true;
    const char *text = game_journal(table->game, &length);
    Store *store = table->server->store;
    if (table->row_changed && !store->game_set(store, &table->row))
        return false;
    return length == table->stored || store->journal_add(store, table->row.number, (int64_t)table->stored,
                                                         text + table->stored, length - table->stored);
}

/* What was written for the client since the last commit never happened: each of his requests is answered so. */
static void take_words_back(Client *client)
{
    Server *server = client->server;
    Buffer *out = &server->scratch;
    json_int_t number;
    char words[500];
    const Tongue *tongue = tongue_of(server, client->language, NULL);
    snprintf(words, sizeof words, "%.200s: %s", tongue_words(tongue, server->store->trouble(server->store)),
             tongue_words(tongue, SAID("server.last-order-not-taken-none")));
    client->out.length = client->safe;
    memset(client->left, 0, sizeof client->left);
    for (size_t at = 0; at == 0 || at < client->asked.length; at += sizeof number) {
        buffer_clear(out);
        buffer_literal(out, "{\"t\":\"error\"");
        if (client->asked.length) {
            memcpy(&number, client->asked.bytes + at, sizeof number);
            buffer_format(out, ",\"n\":%lld", (long long)number);
        }
        buffer_literal(out, ",\"text\":");
        buffer_quote(out, words);
        buffer_char(out, '}');
        client_send(client, out->bytes, out->length);
    }
}

/* The store could not take it: the game goes back to what is on disk, and everybody is told. Until it is read again,
 * what the clients say waits. */
static void fall_back(Table *table)
{
    Server *server = table->server;
    GameRow row;
    game_free(table->game);
    table->game = NULL;
    if (server->store->game_get(server->store, table->row.id, &row))
        table->row = row;
    table->row_changed = false;
    for (Client *client = table->clients; client; client = client->next_at_table) {
        take_words_back(client);
        client_pause(client);
    }
    table_load(table);
}

bool tables_commit(Server *server)
{
    Store *store = server->store;
    Table *dirty = server->dirty;
    bool good = true;
    if (!dirty && !store->dirty(store))
        return true;
    int64_t start = now_microseconds();
    for (Table *table = dirty; table && good; table = table->next_dirty)
        good = write_pending(table);
    if (good)
        good = store->commit(store);
    else
        store->rollback(store);
    metrics_commit(&server->metrics, now_microseconds() - start);
    server->dirty = NULL;
    if (!good) {
        server->metrics.commit_failures++;
        server->disk_trouble = true;
        log_line(LEVEL_ERROR, "commit", "note=\"%s\"", store->trouble(store));
    } else if (server->disk_trouble) {
        server->disk_trouble = false;
        log_line(LEVEL_INFO, "commit", "note=\"the store can be written again\"");
    }
    for (Table *table = dirty, *next; table; table = next) {
        next = table->next_dirty;
        table->dirty = false;
        table->next_dirty = NULL;
        if (!good) {
            fall_back(table);
            continue;
        }
        if (!table->game)
            continue;
        game_journal(table->game, &table->stored);
        table->row_changed = false;
        table_think(table);
        call_webhook(table);
    }
    return good;
}
