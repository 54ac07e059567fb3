/* witness.c — players' browsers and the dice: chains that are brought, links that rolls wait for; docs/dice.md.
 *
 * An order that rolls is announced in the journal first. When that is committed, the browsers of the other sides are
 * asked for the next link of their chains; with the last of them the order is carried out. A player who does not answer
 * within the time that the game sets is left out, and from then on not waited for until he is back. */
#include <stdio.h>

#include "server/talk.h"

static bool client_has_chain(const Client *client, int side)
{
    return client->held[side] && client->chains >> side & 1 && !client->dead && !client->closing;
}

static void add_hex(Buffer *out, const uint8_t bytes[SHA256_BYTES])
{
    buffer_char(out, '"');
    for (int i = 0; i < SHA256_BYTES; i++)
        buffer_format(out, "%02x", bytes[i]);
    buffer_char(out, '"');
}

/* ---- events sent ---- */

static void add_chains(Buffer *out, const Table *table)
{
    bool first = true;
    buffer_literal(out, ",\"chains\":{");
    for (int side = 0; side < table->scenario->sides; side++) {
        const Witness *witness = game_witness(table->game, side);
        if (!witness->links)
            continue;
        if (!first)
            buffer_char(out, ',');
        first = false;
        buffer_quote(out, table->scenario->side_word[side]);
        buffer_literal(out, ":{\"anchor\":");
        add_hex(out, witness->anchor);
        buffer_format(out, ",\"links\":%u,\"given\":%u}", witness->links, witness->given);
    }
    buffer_char(out, '}');
}

void json_dice(Buffer *out, const Table *table)
{
    static const char *const words[] = {"server", "nonces", "witnessed"};
    JournalHead head;
    char why[200];
    int line;
    size_t length;
    const char *text = game_journal(table->game, &length);
    if (!journal_head(text, length, &head, why, &line))
        return;
    buffer_format(out, ",\"dice\":{\"trust\":\"%s\",\"wait\":%d,\"commitment\":", words[game_trust(table->game)],
                  game_wait(table->game));
    add_hex(out, head.commit);
    add_chains(out, table);
    buffer_char(out, '}');
}

static void tell_dice(Table *table)
{
    Buffer *out = &table->server->scratch;
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"dice\"");
    json_dice(out, table);
    buffer_char(out, '}');
    for (Client *client = table->clients; client; client = client->next_at_table)
        client_send(client, out);
}

/* To the players whose browsers are waited for, and to the side that rolls. */
static void tell_rolling(Table *table)
{
    Buffer *out = &table->server->scratch;
    int giver = table_side(table);
    unsigned due = game_links_due(table->game);
    int64_t left = table->roll_until - now_microseconds();
    bool first = true;
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"rolling\",\"side\":");
    json_side(out, table->scenario, giver);
    buffer_literal(out, ",\"for\":[");
    for (int side = 0; side < table->scenario->sides; side++)
        if (due >> side & 1) {
            if (!first)
                buffer_char(out, ',');
            first = false;
            json_side(out, table->scenario, side);
        }
    buffer_format(out, "],\"seconds\":%lld}", (long long)(left > 0 ? (left + 999999) / 1000000 : 0));
    for (Client *client = table->clients; client; client = client->next_at_table)
        for (int side = 0; side < table->scenario->sides; side++)
            if (client->held[side] && (side == giver || due >> side & 1)) {
                client_send(client, out);
                break;
            }
}

/* Asks a browser for the next link of that side. */
static void ask_link(Table *table, Client *client, int side)
{
    Buffer *out = &table->server->scratch;
    uint8_t context[SHA256_BYTES];
    game_roll_context(table->game, context);
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"witness\",\"side\":");
    json_side(out, table->scenario, side);
    buffer_format(out, ",\"index\":%u,\"roll\":%s,\"context\":", game_witness(table->game, side)->given,
                  game_announced(table->game) ? "true" : "false");
    add_hex(out, context);
    buffer_char(out, '}');
    client_send(client, out);
}

/* Every person has a chain and so is bound: now the first links may be shown. */
static bool all_are_bound(const Table *table)
{
    for (int side = 0; side < table->row.sides; side++)
        if (table->row.seat[side].kind != SEAT_PLAYER && !game_witness(table->game, side)->links)
            return false;
    return true;
}

/* The sides whose next link is wanted now. */
static unsigned links_wanted(const Table *table)
{
    unsigned sides = 0;
    if (game_announced(table->game))
        return game_links_due(table->game);
    for (int side = 0; side < table->row.sides && all_are_bound(table); side++)
        if (game_witness(table->game, side)->links && !game_witness(table->game, side)->given)
            sides |= 1u << side;
    return table_side(table) == NO_SIDE ? 0 : sides;
}

static void ask_links(Table *table, Client *only)
{
    unsigned wanted = links_wanted(table);
    for (Client *client = table->clients; client; client = client->next_at_table)
        for (int side = 0; side < table->row.sides; side++)
            if (wanted >> side & 1 && client_has_chain(client, side) && (!only || only == client))
                ask_link(table, client, side);
}

/* ---- rolls ---- */

static void list_roll(Table *table, int64_t seconds)
{
    table->roll_until = now_microseconds() + seconds * 1000000;
    if (table->rolling)
        return;
    table->roll_since = uptime(table->server) + 1;
    table->rolling = true;
    table->next_rolling = table->server->rolling;
    table->server->rolling = table;
}

static void unlist_roll(Table *table)
{
    for (Table **at = &table->server->rolling; *at && table->rolling; at = &(*at)->next_rolling)
        if (*at == table) {
            *at = table->next_rolling;
            break;
        }
    table->rolling = false;
}

void witness_forget(Table *table)
{
    unlist_roll(table);
    table->roll_since = 0;
}

/* Carries the order out that has all its links. */
static bool roll(Table *table)
{
    Order order = *game_announced(table->game);
    int side = table_side(table);
    if (refused(game_roll(table->game)))
        return false;
    clock_excuse_wait(table);
    witness_forget(table);
    table->server->metrics.orders++;
    if (fault_is_planted()) {
        char text[ORDER_TEXT];
        fault_meet(text, order_print(table->scenario, &order, text));
    }
    table->answering = table->roll_answers;
    table_advanced(table, LINE_ORDER, side, &order);
    table->answering = false;
    return true;
}

/* The sides named are left out. */
static void leave_out(Table *table, unsigned sides)
{
    char why[200];
    for (int side = 0; side < table->row.sides; side++)
        if (sides >> side & 1 && game_links_due(table->game) >> side & 1 && game_leave_out(table->game, side, why)) {
            table->away |= 1u << side;
            log_line(LEVEL_INFO, "witness", "game=%s side=%s note=\"a roll went on without its link\"", table->row.id,
                     table->scenario->side_word[side]);
        }
}

bool witness_wait(Table *table, bool answers)
{
    table->roll_answers = answers;
    table->row.changed = now_seconds();
    table->row_changed = true;
    table_written(table);
    leave_out(table, table->away);
    if (!game_links_due(table->game))
        return roll(table);
    list_roll(table, game_wait(table->game));
    tell_rolling(table);
    ask_links(table, NULL);
    return false;
}

/* The server's uptime counts, not the time of day. Where the rest of the wait was not noted, the wait begins again. */
void witness_resume(Table *table, int64_t until)
{
    if (!table->game || !game_announced(table->game))
        return;
    int64_t wait = game_wait(table->game), left = until ? until - uptime(table->server) : wait;
    list_roll(table, left < 0 ? 0 : left > wait ? wait : left);
}

void witness_leaves(const Table *table)
{
    bool waits = table->rolling && table->game && game_announced(table->game);
    WriteSet *entry = waits && !table->server->disk_trouble ? entry_alone() : NULL;
    int64_t left = table->roll_until - now_microseconds();
    if (!entry)
        return;
    write_roll(entry, table->row.number, (int64_t)table->stored,
               uptime(table->server) + (left > 0 ? (left + 999999) / 1000000 : 0));
    store_add(table->server->store, entry);
}

void witness_close(const Server *server)
{
    for (const Table *table = server->rolling; table; table = table->next_rolling)
        witness_leaves(table);
}

static void go_on(void *context)
{
    Table *table = context;
    working_on(table->row.id);
    leave_out(table, ~0u);
    table_written(table);
    if (roll(table))
        standing_answer(table);
}

void witness_tick(Server *server)
{
    int64_t now = now_microseconds();
    char what[FAULT_TEXT];
    for (Table *table = server->rolling, *next; table; table = next) {
        next = table->next_rolling;
        if (!table->game || !game_announced(table->game)) {
            witness_forget(table);
        } else if (now >= table->roll_until && !server->disk_trouble) {
            unlist_roll(table);
            if (!guarded(go_on, table, what))
                table_failed(table, what);
            next = server->rolling; /* what was answered in advance may have changed the list */
        }
    }
}

int64_t witness_next(const Server *server)
{
    int64_t next = INT64_MAX;
    for (const Table *table = server->rolling; table; table = table->next_rolling)
        if (table->roll_until < next)
            next = table->roll_until;
    return next;
}

/* ---- browsers' messages ---- */

/* The side the message is for, which must be the client's; -1, and it is answered. */
static int own_side(const Message *message)
{
    size_t length;
    int side = side_named(message->table->scenario, text_of(message, "side", &length));
    if (side >= 0 && message->client->held[side])
        return side;
    answer_refused(message, "server.you-watching");
    return -1;
}

static bool hash_of(const Message *message, const char *key, uint8_t out[SHA256_BYTES])
{
    size_t length;
    const char *text = text_of(message, key, &length);
    for (size_t i = 0; text && length == 2 * SHA256_BYTES && i < SHA256_BYTES; i++) {
        static const char digits[] = "0123456789abcdef";
        const char *high = memchr(digits, text[2 * i], 16), *low = memchr(digits, text[2 * i + 1], 16);
        if (!high || !low)
            return false;
        out[i] = (uint8_t)((high - digits) << 4 | (low - digits));
    }
    return text && length == 2 * SHA256_BYTES;
}

/* Whether another browser at the table has the side's chain. */
static bool held_elsewhere(const Table *table, const Client *client, int side)
{
    for (const Client *other = table->clients; other; other = other->next_at_table)
        if (other != client && client_has_chain(other, side))
            return true;
    return false;
}

static void has_chain(Client *client, int side)
{
    client->chains |= 1u << side;
    client->table->away &= ~(1u << side);
}

/* Whether that number could still be chosen when another one is known already. */
static bool is_too_late(const Table *table, int side)
{
    bool shown = false;
    for (int other = 0; other < table->row.sides; other++)
        shown = shown || game_witness(table->game, other)->given;
    return game_trust(table->game) == TRUST_NONCES && game_witness(table->game, side)->links && shown;
}

/* A browser brings a chain, or says that it has the one that was brought. */
void say_chain(Message *message)
{
    Table *table = message->table;
    uint8_t anchor[SHA256_BYTES];
    char why[200];
    int side = own_side(message);
    if (side < 0)
        return;
    const Witness *witness = game_witness(table->game, side);
    uint32_t links = number_of(message, "links", UINT16_MAX, 0);
    if (!hash_of(message, "anchor", anchor)) {
        answer_error(message, "core.no-chain-now");
    } else if (witness->links && !memcmp(anchor, witness->anchor, SHA256_BYTES)) {
        has_chain(message->client, side);
        answer_ok(message);
        ask_links(table, message->client);
    } else if (witness->links && held_elsewhere(table, message->client, side)) {
        answer_refused(message, "server.chain-held-elsewhere");
    } else if (!limit_take(table->server, LIMIT_CHAIN, (uint64_t)message->client->user)) {
        answer_refused(message, "server.too-much-asked-wait");
    } else if (table->server->disk_trouble || table->halted[0] || table_is_full(table) || is_too_late(table, side) ||
               !game_bring_chain(table->game, side, anchor, links, why)) {
        answer_refused(message, "core.no-chain-now");
    } else {
        has_chain(message->client, side);
        table_written(table);
        answer_ok(message);
        tell_dice(table);
        ask_links(table, NULL);
    }
}

void say_link(Message *message)
{
    Table *table = message->table;
    uint8_t link[SHA256_BYTES];
    char why[200] = "core.no-link-now";
    int side = own_side(message);
    if (side < 0)
        return;
    if (table->server->disk_trouble || !hash_of(message, "link", link) || !(links_wanted(table) >> side & 1) ||
        !game_link(table->game, side, link, why)) {
        answer_refused(message, why);
        return;
    }
    has_chain(message->client, side);
    table_written(table);
    answer_ok(message);
    if (game_announced(table->game) && !game_links_due(table->game) && roll(table))
        standing_answer(table);
}
