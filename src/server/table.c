/* table.c — a running game: its orders, what its clients are told, the machine's players, and its journal.
 *
 * An order goes into the Game, which writes its line into the journal in memory; every client is told what its
 * viewer may know of it; the table is then dirty until the round's commit has put the line on disk. Nothing that is
 * written for a client leaves before that.
 *
 * One Seen a viewer is enough, because all clients of a viewer have been told the same: whoever comes later gets a
 * whole state first, and the others then what it adds. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"

#define IDLE_SECONDS 60
#define CROWD 32
#define CROWD_MICROSECONDS 1000000

/* ---- finding and loading ---- */

static Table **bucket_of(const Server *server, const char *id)
{
    return (Table **)&server->table[quick_hash(id, strlen(id)) % TABLE_BUCKETS];
}

Table *table_find(const Server *server, const char *id)
{
    for (Table *table = *bucket_of(server, id); table; table = table->next)
        if (!strcmp(table->row.id, id))
            return table;
    return NULL;
}

int table_side(const Table *table) { return table->game && !table->row.over ? game_side(table->game) : NO_SIDE; }

/* The row says what the game says. */
static bool refresh_row(Table *table)
{
    GameRow *row = &table->row;
    const Position *position = game_position(table->game);
    int side = game_side(table->game);
    const char *asked = side == NO_SIDE ? "" : table->scenario->side_word[side];
    if (!strcmp(row->asked, asked) && row->turn == position->turn && row->over == (side == NO_SIDE))
        return false;
    snprintf(row->asked, sizeof row->asked, "%s", asked);
    row->turn = position->turn;
    row->over = side == NO_SIDE;
    if (row->over)
        keep_verdict(table->game, row);
    row->changed = now_seconds();
    return true;
}

void table_ready(Table *table, Game *game, Told *told)
{
    told_free(&table->told);
    table->told = *told;
    table->told.giver = game_side(game);
    table->game = game;
    game_journal(game, &table->stored);
    refresh_row(table);
}

Table *table_new(Server *server, const GameRow *row, Scenario *scenario)
{
    Table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->server = server;
    table->row = *row;
    table->scenario = scenario;
    table->known = scenario_known(server, row->scenario);
    table->asking = -1;
    table->told_side = NO_SIDE;
    table->idle_since = now_seconds();
    game_secret(server, "players", &table->random, sizeof table->random);
    Table **bucket = bucket_of(server, row->id);
    table->next = *bucket;
    *bucket = table;
    server->tables++;
    return table;
}

void table_free(Table *table)
{
    Server *server = table->server;
    for (Table **at = bucket_of(server, table->row.id); *at; at = &(*at)->next)
        if (*at == table) {
            *at = table->next;
            break;
        }
    server->tables--;
    for (int i = 0; i < LANGUAGES_MAX; i++) {
        for (int as = 0; table->seen[i] && as <= SIDES; as++)
            seen_free(&table->seen[i][as]);
        free(table->seen[i]);
    }
    told_free(&table->told);
    game_free(table->game);
    scenario_leave(server, table->scenario);
    free(table);
}

typedef struct LoadJob {
    Job job;
    Table *table;
    Buffer text;
    Game *game;
    Told told;
    bool outdated; /* it was begun with other rules or data */
    char why[300];
} LoadJob;

static void run_load(Job *job)
{
    LoadJob *load = (LoadJob *)job;
    load->game = game_retell(load->table->scenario, &load->table->row, load->text.bytes, load->text.length, -1,
                             told_see, &load->told, load->why);
    load->outdated = !load->game && journal_outdated(load->table->scenario, load->text.bytes, load->text.length);
}

static void finish_load(Table *table, LoadJob *load)
{
    table->loading = false;
    if (load->game)
        table_ready(table, load->game, &load->told);
    else
        log_line(LEVEL_ERROR, "load", "game=%s note=\"%s\"", table->row.id, load->why);
    if (!load->game)
        told_free(&load->told);
    buffer_free(&load->text);
}

static void done_load(Server *server, Job *job)
{
    LoadJob *load = (LoadJob *)job;
    Table *table = load->table;
    table->jobs--;
    if (server->stopping) {
        game_free(load->game);
        told_free(&load->told);
        buffer_free(&load->text);
        free(load);
        return;
    }
    if (!table->game)
        finish_load(table, load);
    else { /* somebody could not wait and loaded it himself */
        game_free(load->game);
        told_free(&load->told);
        buffer_free(&load->text);
    }
    table->loading = false;
    const char *trouble = load->outdated
                              ? SAID("this game was begun with another edition of Sandtable: it is kept, and whoever "
                                     "runs this server can open it with the program it was begun with")
                              : SAID("this game cannot be read: whoever runs this server must look at it");
    free(load);
    for (Client *client = table->clients; client; client = client->next_at_table) {
        if (table->game) {
            table_state(table, client);
        } else {
            client_tell(client, "error", trouble);
            client_close(client, WSLAY_CODE_INTERNAL_SERVER_ERROR, "unreadable");
        }
        client_resume(client);
    }
    if (table->game) {
        table_presence(table);
        table_think(table);
    }
}

static Table *open_table(Server *server, const char *id, bool now)
{
    GameRow *row;
    char why[200];
    Table *table = table_find(server, id);
    if (!table) {
        row = malloc(sizeof *row);
        Scenario *scenario = NULL;
        if (row && server->store->game_get(server->store, id, row)) {
            scenario = scenario_share(server, row->scenario, row->options, why);
            if (scenario)
                table = table_new(server, row, scenario);
            else
                log_line(LEVEL_ERROR, "load", "game=%s note=\"%s\"", row->id, why);
        }
        free(row);
    }
    if (!table || table->game || (table->loading && !now))
        return table;
    LoadJob *load = calloc(1, sizeof *load);
    if (!load || !server->store->journal_get(server->store, table->row.number, &load->text)) {
        free(load);
        return table;
    }
    load->job = (Job){.run = run_load, .done = done_load};
    load->table = table;
    if (now) {
        bool waiting = table->loading;
        run_load(&load->job);
        finish_load(table, load);
        table->loading = waiting; /* the job that was on its way still comes */
        free(load);
    } else {
        table->loading = true;
        table->jobs++;
        pool_add(&server->quick, &load->job);
    }
    return table;
}

Table *table_open(Server *server, const char *id) { return open_table(server, id, false); }

Table *table_open_now(Server *server, const char *id)
{
    Table *table = open_table(server, id, true);
    return table && table->game ? table : NULL;
}

/* Games nobody looks at leave the memory. */
void table_sweep(Server *server)
{
    int64_t now = now_seconds();
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *table = server->table[i], *next; table; table = next) {
            next = table->next;
            if (!table->clients && !table->jobs && !table->dirty && !table->presence_due &&
                now - table->idle_since > IDLE_SECONDS)
                table_free(table);
        }
}

void tables_close(Server *server)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (server->table[i])
            table_free(server->table[i]);
}

/* ---- telling ---- */

Showing table_showing(Table *table, int as, int language)
{
    return (Showing){.scenario = table->scenario,
                     .view = game_view(table->game, as),
                     .tongue = tongue_of(table->server, language, table->scenario->system),
                     .as = as,
                     .asked = table_side(table),
                     .can_undo = game_can_undo(table->game) && table_side(table) != NO_SIDE,
                     .over = game_side(table->game) == NO_SIDE,
                     .verdict = game_given_up(table->game)};
}

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
            client_send(client, message->bytes, message->length);
}

/* How many orders stand, for those who may step through them; to others it would tell of secret ones. */
static void add_orders(Buffer *out, const Table *table, int as)
{
    const SeatRow *seat = as < table->row.sides ? &table->row.seat[as] : NULL;
    if (!may_replay(&table->row, seat && seat->kind == SEAT_HUMAN ? seat->user : 0))
        return;
    buffer_literal(out, ",\"orders\":");
    buffer_number(out, game_orders(table->game));
}

static void tell_viewers(Table *table, int as, int language, int giver, const Order *order)
{
    Buffer *out = &table->server->scratch;
    Showing showing = table_showing(table, as, language);
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"events\",\"seq\":");
    buffer_number(out, table->told.count[as]);
    buffer_char(out, ',');
    json_events(out, &showing, game_events(table->game), order ? game_dice(table->game) : NULL, giver, order);
    buffer_char(out, '}');
    send_to(table, as, language, out);
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"delta\",\"seq\":");
    buffer_number(out, table->told.count[as]);
    add_orders(out, table, as);
    json_changes(out, &showing, &table->seen[language][as]);
    buffer_char(out, '}');
    send_to(table, as, language, out);
}

/* What just happened, to every viewer who is told of it, as he may know it and in his language. */
static void tell_clients(Table *table, unsigned told, int giver, const Order *order)
{
    for (int language = 0; language < table->server->languages; language++)
        for (int as = 0; table->seen[language] && as <= SIDES; as++)
            if (told >> as & 1 && watched_as(table, as, language))
                tell_viewers(table, as, language, giver, order);
}

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

typedef struct ChatList {
    Buffer *out;
    bool first;
} ChatList;

static void add_chat(void *context, const char *name, const char *text, int64_t at)
{
    ChatList *list = context;
    buffer_text(list->out, list->first ? "{\"name\":" : ",{\"name\":");
    list->first = false;
    buffer_quote(list->out, name);
    buffer_literal(list->out, ",\"text\":");
    buffer_quote(list->out, text);
    buffer_format(list->out, ",\"at\":%lld}", (long long)at);
}

/* Who is told the same as the client, and has a state already. */
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

/* A state tells of everything, also of what nobody was told when it happened (a stack put in another order, say). Who
 * sits behind the same view must know it too, before what comes next is told as a change to both. */
static void catch_up(Table *table, const Client *newcomer, Seen *seen)
{
    Buffer *out = &table->server->scratch;
    if (!others_like(table, newcomer))
        return;
    buffer_clear(out);
    buffer_format(out, "{\"t\":\"delta\",\"seq\":%u", table->told.count[newcomer->as]);
    size_t before = out->length;
    Showing showing = table_showing(table, newcomer->as, newcomer->language);
    json_changes(out, &showing, seen);
    if (out->length == before)
        return;
    buffer_char(out, '}');
    for (Client *client = table->clients; client; client = client->next_at_table)
        if (alike(client, newcomer))
            client_send(client, out->bytes, out->length);
}

/* What the client's like have been told; NULL without memory. */
static Seen *seen_of(Table *table, const Client *client)
{
    Seen **seen = &table->seen[client->language];
    if (!*seen)
        *seen = calloc(SIDES + 1, sizeof **seen);
    return *seen ? *seen + client->as : NULL;
}

/* How a state begins, whole or not. */
static void begin_state(Buffer *out, const Table *table, const Client *client)
{
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"state\",\"seq\":");
    buffer_number(out, table->told.count[client->as]);
    buffer_literal(out, ",\"you\":");
    add_sides(out, table, client);
    buffer_literal(out, ",\"as\":");
    json_side(out, table->scenario, client->as);
    add_orders(out, table, client->as);
}

void table_state(Table *table, Client *client)
{
    Server *server = table->server;
    Seen *seen = seen_of(table, client);
    if (!seen)
        return;
    catch_up(table, client, seen);
    Buffer *out = &server->scratch, note = {0};
    begin_state(out, table, client);
    buffer_literal(out, ",\"game\":");
    json_game(server, out, &table->row, client->user, client->language);
    buffer_format(out, ",\"turns\":%d,\"version\":%d", table->known ? table->known->turns : 0, PROTOCOL_VERSION);
    Showing showing = table_showing(table, client->as, client->language);
    json_whole(out, &showing, seen);
    ChatList list = {out, true};
    buffer_literal(out, ",\"chat\":[");
    server->store->chat_get(server->store, table->row.number, CHAT_KEPT, add_chat, &list);
    buffer_literal(out, "],\"notes\":");
    server->store->note_get(server->store, table->row.number, client->user, &note);
    buffer_quote_bytes(out, note.bytes ? note.bytes : "", note.length);
    buffer_free(&note);
    buffer_char(out, '}');
    client_send(client, out->bytes, out->length);
}

void table_change_places(Table *table, Client *client, int side, bool kept)
{
    Buffer *out = &table->server->scratch;
    const Seen *before = seen_of(table, client);
    if (before)
        client->left[client->as] = before->tellings;
    table_sit(table, client, side);
    Seen *seen = seen_of(table, client);
    if (!kept || !seen || !seen->tellings || seen->tellings != client->left[side] || others_like(table, client)) {
        table_state(table, client);
        return;
    }
    Showing showing = table_showing(table, side, client->language);
    begin_state(out, table, client);
    buffer_literal(out, ",\"kept\":true");
    json_changes(out, &showing, seen);
    buffer_char(out, '}');
    client_send(client, out->bytes, out->length);
}

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
    for (const Client *client = table->clients; client; client = client->next_at_table)
        spectators += client->as == SPECTATOR;
    for (Client *client = table->clients; client; client = client->next_at_table) {
        if (client->paused)
            continue;
        buffer_clear(out);
        buffer_literal(out, "{\"t\":\"presence\",\"seats\":");
        json_seats(table->server, out, &table->row, client->user);
        buffer_format(out, ",\"spectators\":%d}", spectators);
        client_send(client, out->bytes, out->length);
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

void table_sit(Table *table, Client *client, int side)
{
    Store *store = table->server->store;
    uint8_t curtain = (uint8_t)(side + 1);
    client->as = side;
    for (int seat = 0; seat < table->row.sides; seat++)
        if (client->held[seat] && table->row.seat[seat].curtain != curtain) {
            table->row.seat[seat].curtain = curtain;
            store->curtain_set(store, table->row.number, seat, curtain);
            table_written(table);
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
    table->idle_since = now_seconds();
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
}

/* ---- orders ---- */

void table_written(Table *table)
{
    if (table->dirty)
        return;
    table->dirty = true;
    table->next_dirty = table->server->dirty;
    table->server->dirty = table;
}

/* After every line of the journal that is new. */
static void advanced(Table *table, LineKind kind, int giver, const Order *order)
{
    unsigned told = told_line(&table->told, table->game, kind);
    table->asking = -1;
    table->idle_since = now_seconds();
    if (refresh_row(table)) {
        if (table->row.over)
            game_close(table->game);
        table->server->store->game_set(table->server->store, &table->row);
    }
    table_written(table);
    tell_clients(table, told, giver, order);
}

Refusal table_order(Table *table, int side, const Order *order)
{
    if (table->server->disk_trouble)
        return refuse(0, "the server cannot write to its disk: no order is taken until it can");
    Refusal refusal = game_do(table->game, order);
    if (refused(refusal)) {
        table->server->metrics.refusals++;
        return refusal;
    }
    table->server->metrics.orders++;
    advanced(table, LINE_ORDER, side, order);
    return LEGAL;
}

bool table_undo(Table *table, char why[200])
{
    int side = table_side(table);
    if (!game_undo(table->game, why))
        return false;
    table->server->metrics.undos++;
    advanced(table, LINE_UNDO, side, NULL);
    return true;
}

bool table_take_back(Table *table, char why[200])
{
    int side = table_side(table);
    if (!game_take_back(table->game, why))
        return false;
    table->server->metrics.undos++;
    advanced(table, LINE_BACK, side, NULL);
    return true;
}

bool table_resign(Table *table, int side, char why[200])
{
    Server *server = table->server;
    if (table->scenario->sides == 2) {
        if (!game_resign(table->game, side, why))
            return false;
        advanced(table, LINE_RESIGN, side, NULL);
        table_presence(table);
        return true;
    }
    /* Of three, the two others go on: the machine plays for the one who leaves. */
    SeatRow *seat = &table->row.seat[side];
    seat->kind = SEAT_PLAYER;
    seat->user = 0;
    snprintf(seat->name, sizeof seat->name, "%s", greedy_player.name);
    if (!server->store->seat_set(server->store, table->row.number, side, seat)) {
        snprintf(why, 200, SAID("the seat could not be given up"));
        return false;
    }
    table_written(table);
    table_reseat(table);
    return true;
}

/* ---- the machine's players ---- */

typedef struct ThinkJob {
    Job job;
    Table *table;
    const Scenario *scenario;
    const Player *player;
    Position *view;
    Random random;
    uint32_t lines;
    int side;
    bool found;
    Order order;
} ThinkJob;

static void run_think(Job *job)
{
    ThinkJob *think = (ThinkJob *)job;
    uint64_t listed = 0;
    think->found = think->player->order(think->scenario, think->view, NULL, &think->random, &think->order, &listed);
}

static void say_stuck(Table *table, const ThinkJob *think)
{
    table->stuck = table->told.lines + 1;
    log_line(LEVEL_ERROR, "player", "game=%s player=%s line=%u note=\"found no order\"", table->row.id,
             think->player->name, table->told.lines);
    for (Client *client = table->clients; client; client = client->next_at_table)
        client_tell(client, "error", SAID("the machine's player found no order: the game stands still"));
}

static void done_think(Server *server, Job *job)
{
    ThinkJob *think = (ThinkJob *)job;
    Table *table = think->table;
    table->jobs--;
    table->thinking = false;
    table->random = think->random;
    if (!server->stopping && table->game && table->told.lines == think->lines && table_side(table) == think->side) {
        if (!think->found || refused(table_order(table, think->side, &think->order))) {
            if (!server->disk_trouble)
                say_stuck(table, think);
        } else {
            server->metrics.ai_orders++;
        }
    } else if (!server->stopping) {
        table_think(table);
    }
    free(think->view);
    free(think);
}

void table_think(Table *table)
{
    int side = table_side(table);
    if (table->thinking || !table->game || side == NO_SIDE || side >= table->row.sides ||
        table->row.seat[side].kind != SEAT_PLAYER || table->stuck == table->told.lines + 1 || table->server->stopping ||
        table->server->disk_trouble)
        return;
    const Player *player = player_named(table->row.seat[side].name);
    ThinkJob *think = calloc(1, sizeof *think);
    Position *view = position_room(table->scenario);
    if (!think || !view || !player) {
        free(think);
        free(view);
        return;
    }
    memcpy(view, game_view(table->game, side), table->scenario->system->position_size);
    *think = (ThinkJob){.job = {.run = run_think, .done = done_think},
                        .table = table,
                        .scenario = table->scenario,
                        .player = player,
                        .view = view,
                        .random = table->random,
                        .lines = table->told.lines,
                        .side = side};
    table->thinking = true;
    table->jobs++;
    pool_add(&table->server->quick, &think->job);
}

/* ---- the commit ---- */

/* A user who is not looking and has given an address is told that it is his turn. */
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
    if (!table->server->store->user_get(table->server->store, table->row.seat[side].user, &user) || !user.webhook[0])
        return;
    int language = language_named(table->server, user.language, strlen(user.language));
    const Tongue *tongue = tongue_of(table->server, language < 0 ? 0 : language, table->scenario->system);
    webhook_send(table->server, user.webhook, table->row.id, tongue_words(tongue, table->scenario->title),
                 tongue_words(tongue, table->scenario->side_name[side]));
}

static bool write_pending(Table *table)
{
    size_t length;
    if (!table->game)
        return true;
    const char *text = game_journal(table->game, &length);
    Store *store = table->server->store;
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
             tongue_words(tongue, SAID("the last order was not taken, and none is until this is mended; nothing that "
                                       "was acknowledged is lost")));
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

/* The store could not take it: the game goes back to what is on disk, and everybody is told. */
static void fall_back(Table *table)
{
    Server *server = table->server;
    Buffer text = {0};
    char why[300] = "";
    GameRow row;
    Told told = {0};
    Game *game = NULL;
    game_free(table->game);
    table->game = NULL;
    if (server->store->game_get(server->store, table->row.id, &row))
        table->row = row;
    if (server->store->journal_get(server->store, table->row.number, &text))
        game = game_retell(table->scenario, &table->row, text.bytes, text.length, -1, told_see, &told, why);
    buffer_free(&text);
    if (game)
        table_ready(table, game, &told);
    for (Client *client = table->clients; client; client = client->next_at_table) {
        take_words_back(client);
        if (table->game)
            table_state(table, client);
        else
            client_close(client, WSLAY_CODE_INTERNAL_SERVER_ERROR, "store");
    }
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
        table_think(table);
        call_webhook(table);
    }
    return good;
}
