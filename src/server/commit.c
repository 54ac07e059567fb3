/* commit.c — rounds: what all tables have pending goes to the store at once, and each table learns the outcome.
 *
 * Only when its entry is kept are the messages written for the clients sent, and the machine's players and webhooks
 * notified. If it is not, the game is read again from the store, and each request since the last round that was kept is
 * answered with an error. */
#include <stdio.h>
#include <stdlib.h>

#include "server/node.h"

struct TableEntry {
    WriteSet entry;
    Table *table;
    size_t length; /* of the journal with it */
    Shown shown;
    Waiter *waiters;
    int asked;  /* the side to move after the lines */
    bool tells; /* something of it goes to webhooks, push or mail */
};

/* ---- notices to the outside ---- */

static void copy_shown(Shown *out, const GameRow *row)
{
    out->over = row->over;
    out->turn = row->turn;
    out->changed = row->changed;
    memcpy(out->asked, row->asked, sizeof out->asked);
    memcpy(out->verdict, row->verdict, sizeof out->verdict);
    memcpy(out->name, row->name, sizeof out->name);
    memcpy(out->seat, row->seat, sizeof out->seat);
    out->clock = row->clock;
}

void table_show(Table *table) { copy_shown(&table->shown, &table->row); }

void table_kept_row(const Table *table, GameRow *out)
{
    const Shown *shown = &table->shown;
    *out = table->row;
    out->over = shown->over;
    out->turn = shown->turn;
    out->changed = shown->changed;
    memcpy(out->asked, shown->asked, sizeof out->asked);
    memcpy(out->verdict, shown->verdict, sizeof out->verdict);
    memcpy(out->name, shown->name, sizeof out->name);
    memcpy(out->seat, shown->seat, sizeof out->seat);
    out->clock = shown->clock;
}

void table_set_seat(Table *table, int side, const SeatRow *seat)
{
    table->row.seat[side] = table->shown.seat[side] = *seat;
    if (table->sent)
        table->sent->shown.seat[side] = *seat;
}

/* ---- rounds that are not kept ---- */

/* Drops the messages written for the client since the last round that was kept, and answers each of his requests with
 * the trouble. */
void take_words_back(Client *client, const char *trouble)
{
    Server *server = client->server;
    Buffer *out = &server->scratch;
    json_int_t number;
    char words[500];
    const Translation *translation = translation_of(server, client->language, NULL);
    snprintf(words, sizeof words, "%.200s: %s", translation_words(translation, trouble),
             translation_words(translation, SAID("server.last-order-not-taken-none")));
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
        client_send(client, out);
    }
    client->asked.length = client->asked_mark = 0;
    client->safe = client->mark = client->out.length;
}

static void tell_waiters(Waiter *waiter, Verdict verdict, const char *trouble)
{
    while (waiter) {
        Waiter *next = waiter->next;
        waiter->done(waiter, verdict, trouble);
        waiter = next;
    }
}

void table_forget_pending(Table *table, const char *trouble)
{
    Waiter *waiters = table->waiters;
    for (Table **at = &table->server->dirty; *at && table->dirty; at = &(*at)->next_dirty)
        if (*at == table) {
            *at = table->next_dirty;
            break;
        }
    table->dirty = false;
    table->next_dirty = NULL;
    entry_clear(&table->pending);
    table->waiters = NULL;
    table->row_changed = false;
    tell_waiters(waiters, VERDICT_REFUSED, trouble);
}

/* The game goes back to its state in the store, and every client gets a message. Until the game is read again, the
 * clients' messages wait. */
static void fall_back(Table *table, const char *trouble)
{
    GameRow row;
    game_free(table->game);
    table->game = NULL;
    table->ours = false; /* until the store has said so */
    table_kept_row(table, &row);
    table->row = row;
    table_forget_pending(table, trouble);
    buffer_free(&table->barred);
    for (Client *client = table->clients; client; client = client->next_at_table) {
        take_words_back(client, trouble);
        client_pause(client);
    }
    table_load(table);
}

/* ---- the round ---- */

static void note_verdict(Server *server, const WriteSet *entry)
{
    if (entry->verdict == VERDICT_KEPT) {
        if (server->disk_trouble)
            log_line(LEVEL_INFO, "commit", "note=\"the store can be written again\"");
        server->disk_trouble = false;
        return;
    }
    server->metrics.commit_failures++;
    log_line(LEVEL_ERROR, "commit", "note=\"%s\"", entry->trouble);
    if (entry->verdict != VERDICT_LOST)
        server->disk_trouble = true;
}

/* Messages that waited for it may be sent. */
static void let_go(Table *table)
{
    for (Client *client = table->clients; client; client = client->next_at_table) {
        if (client->mark > client->safe)
            client->safe = client->mark;
        client_touch(client);
        if (client->asked_mark) {
            client->asked.length -= client->asked_mark;
            memmove(client->asked.bytes, client->asked.bytes + client->asked_mark, client->asked.length);
            client->asked_mark = 0;
        }
    }
}

static void round_of_table(WriteSet *entry)
{
    TableEntry *sent = (TableEntry *)entry;
    Table *table = sent->table;
    Server *server = table->server;
    size_t length = 0;
    table->sent = NULL;
    note_verdict(server, entry);
    if (server->round_begun) { /* once a round */
        metrics_commit(&server->metrics, now_microseconds() - server->round_begun);
        server->round_begun = 0;
    }
    if (entry->verdict == VERDICT_KEPT) {
        bool lines = sent->length > table->stored;
        table->shown = sent->shown;
        if (lines) /* a game that was read meanwhile is longer than what the table knew without it */
            table->stored = sent->length;
        let_go(table);
        if (table->game)
            game_journal(table->game, &length);
        if (lines)
            result_record(table);
        if (table->game && length == table->stored && !server->stopping)
            table_think(table);
        if (lines)
            table->sent_side = sent->asked;
        if (sent->tells)
            outbox_look(server);
    } else {
        fall_back(table, entry->trouble);
    }
    if (table->load_wanted)
        table_load(table);
    tell_waiters(sent->waiters, entry->verdict, entry->trouble);
    entry_clear(entry);
    free(sent);
}

/* The lines come first: if another process has written to the journal, nothing of this is kept. */
static bool gather(Table *table)
{
    TableEntry *sent = calloc(1, sizeof *sent);
    size_t length = table->stored;
    if (!sent)
        return false;
    sent->entry.done = round_of_table;
    sent->table = table;
    if (table->game) {
        const char *text = game_journal(table->game, &length);
        if (length > table->stored) {
            write_journal(&sent->entry, table->row.number, (int64_t)table->stored, text + table->stored,
                          length - table->stored);
            sent->asked = notice_turn(table, &sent->entry);
        }
    }
    if (table->server->node && length == table->stored)
        write_hold(&sent->entry, table->row.number, node_epoch(table->server));
    entry_append(&sent->entry, &table->pending);
    if (table->row_changed)
        write_game_set(&sent->entry, &table->row);
    sent->length = length;
    copy_shown(&sent->shown, &table->row);
    sent->waiters = table->waiters;
    sent->tells = table->tells;
    table->tells = false;
    entry_clear(&table->pending);
    table->waiters = NULL;
    table->row_changed = false;
    table->sent = sent;
    for (Client *client = table->clients; client; client = client->next_at_table) {
        client->mark = client->out.length;
        client->asked_mark = client->asked.length;
    }
    store_add(table->server->store, &sent->entry);
    return true;
}

void round_send(Server *server)
{
    Store *store = server->store;
    if (store_is_busy(store))
        return;
    bool any = server->dirty;
    while (server->dirty) {
        Table *table = server->dirty;
        server->dirty = table->next_dirty;
        table->dirty = false;
        table->next_dirty = NULL;
        if (server->node && !table->ours)
            table_forget_pending(table, SAID("server.game-moved"));
        else if (!gather(table))
            fall_back(table, "server.no-memory-left");
    }
    server->round_begun = any ? now_microseconds() : 0;
    store_send(store);
}
