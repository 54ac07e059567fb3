/* telling.c — the messages to the clients at a table: what happened, the state of the game, who is here.
 *
 * One Seen a viewer is enough, because all clients of a viewer have been sent the same: a latecomer gets a whole state
 * first, and the others then what it adds. */
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "server/own.h"

#define CROWD 32
#define CROWD_MICROSECONDS 1000000

Showing table_showing(Table *table, int as, int language)
{
    const Position *view = game_view(table->game, as);
    return (Showing){.scenario = table->scenario,
                     .view = view,
                     .translation = translation_of(table->server, language, table->scenario->system),
                     .as = as,
                     .memo = memo_of(table, view),
                     .lists = lists_of(table),
                     .asked = table_side(table),
                     .can_undo = game_can_undo(table->game) && table_side(table) != NO_SIDE,
                     .over = game_side(table->game) == NO_SIDE,
                     .verdict = game_given_up(table->game)};
}

/* ---- what happened ---- */

static bool watched_as(const Table *table, int as, int language)
{
    for (const Client *client = table->clients; client; client = client->next_at_table)
        if (client->as == as && client->language == language && !client->dead)
            return true;
    return false;
}

static void send_to(Table *table, int as, int language, const Buffer *message)
{
    for (Client *client = table->clients; client; client = client->next_at_table)
        if (client->as == as && client->language == language)
            client_send(client, message);
}

/* How many orders stand, for viewers who may step through them; to others it would reveal secret ones. */
static void add_orders(Buffer *out, const Table *table, int as)
{
    const SeatRow *seat = as < table->row.sides ? &table->row.seat[as] : NULL;
    if (!may_replay(&table->row, seat && seat->kind == SEAT_HUMAN ? seat->user : 0))
        return;
    buffer_literal(out, ",\"orders\":");
    buffer_number(out, game_orders(table->game));
}

/* What can be begun goes along with the question, so that no client need ask for it. */
static void add_openings(Buffer *out, const Showing *showing)
{
    if (showing->over || showing->asked != showing->as)
        return;
    buffer_char(out, ',');
    json_openings(out, showing);
}

static void tell_viewers(Table *table, int as, int language, int giver, const Order *order, LineKind kind)
{
    Buffer *out = &table->server->scratch;
    Showing showing = table_showing(table, as, language);
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"events\",\"seq\":");
    buffer_number(out, table->deliveries.count[as]);
    buffer_text(out, line_goes_back(kind) ? ",\"back\":true," : ",");
    json_events(out, &showing, game_events(table->game), order ? game_dice(table->game) : NULL, giver, order);
    if (table->answering && as == giver)
        buffer_literal(out, ",\"standing\":true");
    buffer_char(out, '}');
    send_to(table, as, language, out);
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"delta\",\"seq\":");
    buffer_number(out, table->deliveries.count[as]);
    add_orders(out, table, as);
    json_changes(out, &showing, &table->seen[language][as]);
    add_openings(out, &showing);
    buffer_char(out, '}');
    send_to(table, as, language, out);
}

/* An order that a viewer gets no events of can still change what he sees, for example the order of a stack. His clients
 * must see the same as one that connects now. */
static void show_viewers(Table *table, int as, int language)
{
    Buffer *out = &table->server->scratch;
    Showing showing = table_showing(table, as, language);
    buffer_clear(out);
    buffer_format(out, "{\"t\":\"delta\",\"seq\":%u", table->deliveries.count[as]);
    size_t before = out->length;
    json_changes(out, &showing, &table->seen[language][as]);
    if (out->length == before)
        return;
    add_openings(out, &showing);
    buffer_char(out, '}');
    send_to(table, as, language, out);
}

void table_tell(Table *table, unsigned sent, int giver, const Order *order, LineKind kind)
{
    for (int language = 0; language < table->server->languages; language++)
        for (int as = 0; table->seen[language] && as <= SIDES; as++) {
            if (!watched_as(table, as, language))
                continue;
            if (sent >> as & 1)
                tell_viewers(table, as, language, giver, order, kind);
            else
                show_viewers(table, as, language);
        }
}

/* ---- a whole state ---- */

static void add_sides(Buffer *out, const Table *table, const Client *client)
{
    bool first = true;
    buffer_char(out, '[');
    for (int side = 0; side < table->scenario->sides; side++)
        if (client->held[side]) {
            if (!first)
                buffer_char(out, ',');
            first = false;
            buffer_quote(out, table->scenario->side_word[side]);
        }
    buffer_char(out, ']');
}

static void add_chat(Buffer *out, const Buffer *chat, const Client *client)
{
    size_t place = 0;
    ChatLine line;
    bool first = true;
    buffer_char(out, '[');
    while (chat_line_next(chat, &place, &line)) {
        if (client_blocks(client, line.user))
            continue;
        buffer_text(out, first ? "{\"name\":" : ",{\"name\":");
        buffer_quote(out, line.name);
        buffer_literal(out, ",\"text\":");
        buffer_quote(out, line.text);
        buffer_format(out, ",\"at\":%lld,\"user\":%lld}", (long long)line.at, (long long)line.user);
        first = false;
    }
    buffer_char(out, ']');
}

/* Whether the other client is sent the same as the client, and has a state already. */
static bool alike(const Client *client, const Client *other)
{
    return client->as == other->as && client->language == other->language && client != other && !client->paused;
}

static bool others_like(const Table *table, const Client *newcomer)
{
    for (const Client *client = table->clients; client; client = client->next_at_table)
        if (alike(client, newcomer))
            return true;
    return false;
}

/* A state holds everything, also what no client was sent when it happened (a stack put in another order, say). Clients
 * behind the same view must have it too, before what comes next is sent as a change to both. */
static void catch_up(Table *table, const Client *newcomer, Seen *seen)
{
    Buffer *out = &table->server->scratch;
    if (!others_like(table, newcomer))
        return;
    buffer_clear(out);
    buffer_format(out, "{\"t\":\"delta\",\"seq\":%u", table->deliveries.count[newcomer->as]);
    size_t before = out->length;
    Showing showing = table_showing(table, newcomer->as, newcomer->language);
    json_changes(out, &showing, seen);
    if (out->length == before)
        return;
    buffer_char(out, '}');
    for (Client *client = table->clients; client; client = client->next_at_table)
        if (alike(client, newcomer))
            client_send(client, out);
}

/* What clients of the same view and language have been sent; NULL without memory. */
static Seen *seen_of(Table *table, const Client *client)
{
    Seen **seen = &table->seen[client->language];
    if (!*seen)
        *seen = calloc(SIDES + 1, sizeof **seen);
    return *seen ? *seen + client->as : NULL;
}

/* How a state begins, whole or not. */
static void begin_state(Buffer *out, Table *table, const Client *client)
{
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"state\",\"seq\":");
    buffer_number(out, table->deliveries.count[client->as]);
    buffer_literal(out, ",\"you\":");
    add_sides(out, table, client);
    buffer_literal(out, ",\"as\":");
    json_side(out, table->scenario, client->as);
    add_orders(out, table, client->as);
    if (client->as < table->scenario->sides) {
        buffer_literal(out, ",\"standing\":");
        json_standing(out, table, client->as);
    }
}

typedef struct Newcomer {
    Table *table;
    Client *client;
} Newcomer;

static void tell_state(void *context)
{
    Table *table = ((Newcomer *)context)->table;
    Client *client = ((Newcomer *)context)->client;
    Server *server = table->server;
    Seen *seen = seen_of(table, client);
    if (!seen)
        return;
    catch_up(table, client, seen);
    Buffer *out = &server->scratch;
    begin_state(out, table, client);
    buffer_literal(out, ",\"game\":");
    json_game(server, out, &table->row, client->user, client->language, true);
    buffer_format(out, ",\"turns\":%d,\"version\":%d", table->known ? table->known->scenario->turns : 0,
                  PROTOCOL_VERSION);
    Showing showing = table_showing(table, client->as, client->language);
    json_whole(out, &showing, seen);
    add_openings(out, &showing);
    json_dice(out, table);
    buffer_literal(out, ",\"chat\":");
    add_chat(out, &table->chat, client);
    buffer_literal(out, ",\"notes\":");
    buffer_quote_bytes(out, client->note.bytes ? client->note.bytes : "", client->note.length);
    buffer_char(out, '}');
    client_send(client, out);
}

void table_state(Table *table, Client *client)
{
    char what[FAULT_TEXT];
    Newcomer newcomer = {table, client};
    if (guarded(tell_state, &newcomer, what))
        table_tell_halted(table, client);
    else
        table_failed(table, what);
}

/* A player who answers for both sides looks at one of them: the system takes back the pages of the other view. */
static void rest_view(Table *table, int as)
{
    size_t size;
    for (int language = 0; language < table->server->languages; language++)
        if (watched_as(table, as, language))
            return;
    uintptr_t first = (uintptr_t)game_idle_view(table->game, as, &size), page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t end = (first + size) / page * page;
    first = (first + page - 1) / page * page;
    if (first < end)
        madvise((void *)first, end - first, MADV_DONTNEED); /* they are zero then */
}

void table_change_places(Table *table, Client *client, int side, const Remembered *remembered)
{
    Buffer *out = &table->server->scratch;
    const Seen *before = seen_of(table, client);
    int left = client->as;
    if (before)
        client->left[left] = before->tellings;
    table_sit(table, client, side);
    if (side != left)
        rest_view(table, left);
    Seen *seen = seen_of(table, client);
    bool alone = seen && !others_like(table, client), from = false;
    bool kept = alone && remembered->there && seen->tellings && seen->tellings == client->left[side];
    if (!kept && alone && remembered->here && side != left && before->tellings)
        from = seen_copy(seen, before);
    if (!kept && !from) {
        table_state(table, client);
        return;
    }
    Showing showing = table_showing(table, side, client->language);
    begin_state(out, table, client);
    buffer_literal(out, ",\"kept\":true");
    if (from) {
        buffer_literal(out, ",\"from\":");
        json_side(out, table->scenario, left);
    }
    json_changes(out, &showing, seen);
    add_openings(out, &showing);
    buffer_char(out, '}');
    client_send(client, out);
}

/* ---- who is here ---- */

void table_presence(Table *table)
{
    if (table->presence_due)
        return;
    table->presence_due = true;
    table->next_due = table->server->presence_due;
    table->server->presence_due = table;
}

static void tell_presence(Table *table)
{
    Buffer *out = &table->server->scratch;
    int spectators = 0;
    int64_t written_for = -1; /* all clients without a seat are sent the same: as user 0 */
    for (const Client *client = table->clients; client; client = client->next_at_table)
        spectators += client->as == SPECTATOR;
    for (Client *client = table->clients; client; client = client->next_at_table) {
        int64_t user = concerns(&table->row, client->user) ? client->user : 0;
        if (client->paused)
            continue;
        if (user != written_for) {
            buffer_clear(out);
            buffer_literal(out, "{\"t\":\"presence\",\"seats\":");
            json_seats(table->server, out, &table->row, user);
            buffer_format(out, ",\"spectators\":%d}", spectators);
            written_for = user;
        }
        client_send(client, out);
    }
}

void tables_tell_presence(Server *server)
{
    int64_t now = now_microseconds();
    Table *due = server->presence_due;
    server->presence_due = NULL;
    for (Table *table = due, *next; table; table = next) {
        next = table->next_due;
        table->presence_due = false;
        int crowd = 0;
        for (const Client *client = table->clients; client && crowd <= CROWD; client = client->next_at_table)
            crowd++;
        if (crowd > CROWD && now - table->presence_told < CROWD_MICROSECONDS) {
            table_presence(table);
            continue;
        }
        table->presence_told = now;
        if (table->game)
            tell_presence(table);
    }
}

/* ---- coming and going ---- */

void table_sit(Table *table, Client *client, int side)
{
    uint8_t curtain = (uint8_t)(side + 1);
    client->as = side;
    for (int seat = 0; seat < table->row.sides; seat++)
        if (client->held[seat] && table->row.seat[seat].curtain != curtain) {
            table->row.seat[seat].curtain = curtain;
            write_curtain(table_entry(table), table->row.number, seat, curtain);
        }
}

void table_add_client(Table *table, Client *client)
{
    client->table = table;
    client->next_at_table = table->clients;
    table->clients = client;
    client_seats(client);
    client->paused = table->loading || !table->game;
    if (table->game && !client->paused)
        table_state(table, client);
    if (!client->paused)
        table_presence(table);
}

void table_remove_client(Table *table, Client *client)
{
    for (Client **at = &table->clients; *at; at = &(*at)->next_at_table)
        if (*at == client) {
            *at = client->next_at_table;
            break;
        }
    client->table = NULL;
    table->idle_since = steady_seconds();
    if (table->game && !table->server->stopping)
        table_presence(table);
}

void table_reseat(Table *table)
{
    for (Client *client = table->clients; client; client = client->next_at_table) {
        int before = client->as;
        client_seats(client);
        if (client->as != before && table->game && !client->paused)
            table_state(table, client);
    }
    table_presence(table);
    clock_follow(table, false);
}
