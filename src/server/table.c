/* table.c — a running game: how it is found and read, its orders, and the machine's players.
 *
 * An order goes into the Game, which writes its line into the journal in memory; telling.c sends every client what its
 * viewer may know of it; the table is then dirty until commit.c has sent the line to the store, and held until it is
 * kept. No message written for a client leaves before that. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/editions.h"
#include "server/node.h"

#define IDLE_SECONDS 60
/* A game that has led to so many faults stays closed until the program is started again. */
#define FAULTS_MAX 3

/* ---- finding ---- */

static Table **bucket_of(const Server *server, const char *id)
{
    return (Table **)&server->table[quick_hash(id, strlen(id)) % TABLE_BUCKETS];
}

Table *table_laid(const Server *server, const char *id)
{
    for (Table *table = *bucket_of(server, id); table; table = table->next)
        if (!table->gone && !strcmp(table->row.id, id))
            return table;
    return NULL;
}

Table *table_find(const Server *server, const char *id)
{
    Table *table = table_laid(server, id);
    return table && (table->ours || !server->node) ? table : NULL;
}

int table_side(const Table *table) { return table->game && !table->row.over ? game_side(table->game) : NO_SIDE; }

/* Copies the state of the game into the row. */
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

void table_ready(Table *table, Game *game, Deliveries *deliveries)
{
    deliveries_free(&table->deliveries);
    table->deliveries = *deliveries;
    table->deliveries.giver = game_side(game);
    table->game = game;
    game_journal(game, &table->stored);
    table->answering = false;
    refresh_row(table);
    if (!table_is_held(table))
        table_show(table);
}

Table *table_new(Server *server, const GameRow *row, Scenario *scenario)
{
    Table *table = calloc(1, sizeof *table);
    if (!table)
        return NULL;
    table->server = server;
    table->row = *row;
    table_show(table);
    table->scenario = scenario;
    table->known = scenario_known(server, row->scenario);
    table->asking = -1;
    table->sent_side = NO_SIDE;
    table->idle_since = steady_seconds();
    game_secret(server, "players", &table->random, sizeof table->random);
    Table **bucket = bucket_of(server, row->id);
    table->next = *bucket;
    *bucket = table;
    server->tables++;
    return table;
}

/* Forgets everything that was sent to clients. */
static void forget_seen(Table *table)
{
    for (int i = 0; i < LANGUAGES_MAX; i++) {
        for (int as = 0; table->seen[i] && as <= SIDES; as++)
            seen_free(&table->seen[i][as]);
        free(table->seen[i]);
        table->seen[i] = NULL;
    }
}

void table_free(Table *table)
{
    Server *server = table->server;
    node_release(table);
    for (Table **at = bucket_of(server, table->row.id); *at; at = &(*at)->next)
        if (*at == table) {
            *at = table->next;
            break;
        }
    server->tables--;
    witness_forget(table);
    forget_seen(table);
    deliveries_free(&table->deliveries);
    game_free(table->game);
    scenario_leave(server, table->scenario);
    entry_clear(&table->pending);
    buffer_free(&table->chat);
    buffer_free(&table->plans);
    buffer_free(&table->rest);
    buffer_free(&table->barred);
    free(table);
}

/* ---- faults ---- */

static const char ended[] = SAID("server.fault-program-ended-table-game");

void fault_report(Server *server, const char *where, uint32_t line, const char *what)
{
    server->metrics.faults++;
    log_line(LEVEL_ERROR, "fault", "game=%s line=%u note=\"%s\"", where, line, what);
}

void table_fault(Table *table, const char *what)
{
    game_blame(table->row.id);
    fault_report(table->server, table->row.id, table->deliveries.lines, what);
}

void table_failed(Table *table, const char *what)
{
    GameRow row;
    table_fault(table, what);
    memos_forget(table->server, NULL);
    game_free(table->game);
    table->game = NULL;
    deliveries_free(&table->deliveries);
    forget_seen(table);
    table->asking = -1;
    table_kept_row(table, &row);
    table->row = row;
    table_forget_pending(table, ended);
    for (Client *client = table->clients; client; client = client->next_at_table) {
        client->out.length = client->safe; /* what was not kept was not sent */
        client_tell(client, "error", ended);
        client_close(client, WSLAY_CODE_INTERNAL_SERVER_ERROR, "fault");
        client->safe = client->mark = client->out.length;
        client_touch(client);
    }
}

typedef struct Viewing {
    Table *table;
    int as;
    Position *out;
} Viewing;

static void copy_view(void *context)
{
    Viewing *viewing = context;
    working_on(viewing->table->row.id);
    memcpy(viewing->out, game_view(viewing->table->game, viewing->as), viewing->table->scenario->system->position_size);
}

bool table_view(Table *table, int as, Position *out)
{
    char what[FAULT_TEXT];
    Viewing viewing = {table, as, out};
    if (guarded(copy_view, &viewing, what))
        return true;
    table_failed(table, what);
    return false;
}

/* ---- loading ---- */

typedef struct LoadJob {
    Job job;
    TakeAsk take; /* all that the store has of it */
    Table *table;
    Game *game;
    Deliveries deliveries;
    int held; /* lines that hold, of a game of another edition that does not hold to its end; -1: it does */
    char why[300];
} LoadJob;

static void run_load(Job *job)
{
    LoadJob *load = (LoadJob *)job;
    if (load->why[0]) /* the store has no whole journal of it */
        return;
    load->game = game_reopen(load->table->scenario, &load->table->row, load->take.journal.bytes,
                             load->take.journal.length, &load->deliveries, &load->held, load->why);
}

static void free_load(LoadJob *load)
{
    for (int side = 0; side < SIDES; side++)
        buffer_free(&load->take.standing[side]);
    buffer_free(&load->take.journal);
    buffer_free(&load->take.chat);
    buffer_free(&load->take.plans);
    buffer_free(&load->take.barred);
    free(load);
}

static void take_buffer(Buffer *out, Buffer *from)
{
    buffer_free(out);
    *out = *from;
    *from = (Buffer){0};
}

/* What the store has of the game besides its journal. */
static void take_words(Table *table, LoadJob *load)
{
    take_buffer(&table->chat, &load->take.chat);
    take_buffer(&table->plans, &load->take.plans);
    take_buffer(&table->barred, &load->take.barred);
    for (int side = 0; side < table->row.sides && side < SIDES; side++)
        standing_load(table, side, &load->take.standing[side]);
}

/* A game of another edition goes on with this one if all of it holds, and waits for its players if not. */
static void take_edition(Table *table, const LoadJob *load)
{
    size_t played;
    snprintf(table->halted, sizeof table->halted, "%s", load->held >= 0 ? load->why : "");
    buffer_free(&table->rest);
    if (table->halted[0]) { /* nothing more is written until all agree to go on without the rest */
        game_journal(table->game, &played);
        buffer_add(&table->rest, load->take.journal.bytes + played, load->take.journal.length - played);
    }
    if (table->halted[0] || table->row.over || game_is_current(table->game))
        return;
    log_line(LEVEL_INFO, "edition", "game=%s lines=%u", table->row.id, table->deliveries.lines);
    if (game_take_edition(table->game))
        table_written(table);
}

static void finish_load(Server *server, Job *job)
{
    LoadJob *load = (LoadJob *)job;
    Table *table = load->table;
    table->jobs--;
    table->loading = false;
    if (job->fault[0])
        table_fault(table, job->fault);
    if (load->game && !server->stopping) {
        table_ready(table, load->game, &load->deliveries);
        take_words(table, load);
        take_edition(table, load);
        bool waits = load->take.roll_bytes == (int64_t)table->stored; /* the roll that was noted */
        witness_resume(table, waits ? load->take.roll_until : 0);
    } else {
        game_free(load->game);
        deliveries_free(&load->deliveries);
    }
    if (server->stopping) {
        free_load(load);
        return;
    }
    if (!table->game && !job->fault[0])
        log_line(LEVEL_ERROR, "load", "game=%s note=\"%s\"", table->row.id, load->why);
    const char *trouble = job->fault[0] || game_faults(table->row.id) >= FAULTS_MAX
                              ? ended
                              : SAID("server.game-cannot-read-whoever-runs");
    free_load(load);
    for (Client *client = table->clients; client; client = client->next_at_table) {
        if (table->game) {
            client_seats(client); /* they may be others than before, if a change was not kept */
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
        result_record(table); /* a server that ended meanwhile may not have come to it */
    }
}

/* A game of an edition that another program plays goes on there, if it does not hold here. */
static void done_load(Server *server, Job *job)
{
    LoadJob *load = (LoadJob *)job;
    bool older = load->game && load->held >= 0 && !job->fault[0] && !load->table->row.over;
    if (!older || !editions_take(load->table, &load->take.journal, job))
        finish_load(server, job);
}

void table_moved(Server *server, Job *job, int port)
{
    LoadJob *load = (LoadJob *)job;
    Table *table = load->table;
    Buffer message = {0};
    if (!port) {
        finish_load(server, job);
        return;
    }
    table->jobs--;
    table->loading = false;
    table->gone = true;
    game_free(load->game);
    deliveries_free(&load->deliveries);
    free_load(load);
    buffer_format(&message, "{\"t\":\"moved\",\"port\":%d}", port);
    for (Client *client = table->clients; client; client = client->next_at_table) {
        client_send(client, &message);
        client_close(client, CLOSE_RESTARTED, "moved");
    }
    buffer_free(&message);
}

Table *table_lay(Server *server, const GameRow *row)
{
    char why[200];
    Table *table = table_laid(server, row->id);
    if (table)
        return table;
    Scenario *scenario = scenario_share(server, row->scenario, row->options, why);
    if (scenario)
        return table_new(server, row, scenario);
    log_line(LEVEL_ERROR, "load", "game=%s note=\"%s\"", row->id, why);
    return NULL;
}

/* The store has answered; what is written here meanwhile is newer. */
static void taken(Ask *ask)
{
    LoadJob *load = (LoadJob *)(void *)((char *)ask - offsetof(LoadJob, take.ask));
    Table *table = load->table;
    if (!node_has_taken(table, &load->take)) {
        table->jobs--;
        table->loading = false;
        free_load(load);
        return;
    }
    if (ask->failed)
        snprintf(load->why, sizeof load->why, "%s", ask->trouble);
    else if (!load->take.found)
        snprintf(load->why, sizeof load->why, "it is not in the store any more");
    else if (!table_is_held(table)) {
        table->row = load->take.row;
        table_show(table);
    }
    if (table->server->stopping)
        done_load(table->server, &load->job);
    else
        pool_add(pool_to_read(table->server, load->take.journal.length), &load->job);
}

void table_load(Table *table)
{
    Server *server = table->server;
    table->load_wanted = table->sent != NULL; /* what is under way is read with the rest */
    if (editions_have(server, table->row.id)) {
        editions_wake(server, table->row.id);
        return;
    }
    bool waits = table->sent || node_releases(server, table->row.id) || (table->gone && server->node);
    LoadJob *load = table->game || table->loading || waits ? NULL : calloc(1, sizeof *load);
    if (!load)
        return;
    load->job = (Job){.run = run_load, .done = done_load};
    load->table = table;
    load->take = (TakeAsk){.ask = {.kind = ASK_TAKE, .done = taken}, .chat_kept = CHAT_KEPT};
    memcpy(load->take.id, table->row.id, sizeof load->take.id);
    node_wants(table, &load->take);
    table->loading = true;
    table->jobs++;
    bool faulty = game_faults(table->row.id) >= FAULTS_MAX;
    if (faulty)
        snprintf(load->why, sizeof load->why, "it has led to too many faults");
    if (faulty && !server->node) { /* one of several holds it all the same, so that no other meets them */
        pool_add(&server->quick, &load->job);
        return;
    }
    store_ask(server->store, &load->take.ask);
}

bool table_rests(const Table *table)
{
    return !table->clients && !table->jobs && !table_is_held(table) && !table->presence_due;
}

/* Games without clients leave the memory. */
void table_sweep(Server *server)
{
    int64_t now = steady_seconds();
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *table = server->table[i], *next; table; table = next) {
            next = table->next;
            if (!table_rests(table) || (!table->gone && now - table->idle_since <= IDLE_SECONDS))
                continue;
            witness_leaves(table);
            table_free(table);
        }
}

void tables_close(Server *server)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        while (server->table[i])
            table_free(server->table[i]);
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

WriteSet *table_entry(Table *table)
{
    table_written(table);
    return &table->pending;
}

void table_advanced(Table *table, LineKind kind, int giver, const Order *order)
{
    unsigned sent = deliveries_line(&table->deliveries, table->game, kind);
    table->asking = -1;
    table->idle_since = steady_seconds();
    if (refresh_row(table)) {
        if (table->row.over)
            game_close(table->game);
        table->row_changed = true;
    }
    if (table->row.changed <= table->row.created) { /* the first order: from now on the game is kept */
        table->row.changed = table->row.created + 1;
        table->row_changed = true;
    }
    table_written(table);
    table_tell(table, sent, giver, order, kind);
    game_shed(table->game);
    clock_follow(table, kind == LINE_ORDER);
    game_take_edition(table->game); /* not while a roll waited */
}

/* A game that never ends would take for ever to read. */
bool table_is_full(const Table *table) { return table->deliveries.lines >= table->server->config->lines_most; }

static const char halted[] = SAID("server.game-begun-another-edition-rules");

void table_tell_halted(Table *table, Client *client)
{
    Buffer *out = &table->server->scratch;
    if (!table->halted[0])
        return;
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"asks\",\"what\":\"carry\",\"side\":null,\"why\":");
    buffer_quote(out, table->halted);
    buffer_char(out, '}');
    client_send(client, out);
}

bool table_carry_on(Table *table, char why[200])
{
    if (!game_carry_on(table->game, table->rest.bytes, table->rest.length)) {
        snprintf(why, 200, SAID("server.journal-could-not-written"));
        return false;
    }
    table->stored += table->rest.length;
    buffer_free(&table->rest);
    game_take_edition(table->game);
    table->halted[0] = '\0';
    table->asking = -1;
    table->agreed = 0;
    deliveries_pass(&table->deliveries, game_lines(table->game));
    table->deliveries.giver = game_side(table->game);
    log_line(LEVEL_INFO, "carried", "game=%s lines=%u", table->row.id, table->deliveries.lines);
    table_written(table);
    for (Client *client = table->clients; client; client = client->next_at_table)
        table_state(table, client);
    return true;
}

static const char full[] = SAID("server.game-many-lines-game-may");

Refusal table_order(Table *table, int side, const Order *order)
{
    if (table->server->disk_trouble)
        return refuse(0, "server.server-cannot-write-disk-no");
    if (table->halted[0])
        return refuse(0, halted);
    if (table_is_full(table))
        return refuse(0, full);
    Refusal refusal = game_do(table->game, order);
    if (refused(refusal)) {
        table->server->metrics.refusals++;
        return refusal;
    }
    if (game_announced(table->game)) {
        if (witness_wait(table, false))
            standing_answer(table);
        else
            clock_waits(table);
        return LEGAL;
    }
    table->server->metrics.orders++;
    if (fault_is_planted()) {
        char text[ORDER_TEXT];
        fault_meet(text, order_print(table->scenario, order, text));
    }
    table_advanced(table, LINE_ORDER, side, order);
    standing_answer(table);
    return LEGAL;
}

/* A line that takes back is a line too. */
static bool may_go_back(const Table *table, char why[200])
{
    const char *bar = table->halted[0] ? halted : table_is_full(table) ? full : NULL;
    if (bar)
        snprintf(why, 200, "%s", bar);
    return !bar;
}

bool table_undo(Table *table, char why[200])
{
    int side = table_side(table);
    if (!may_go_back(table, why) || !game_undo(table->game, why))
        return false;
    table->server->metrics.undos++;
    table_advanced(table, LINE_UNDO, side, NULL);
    standing_changed(table, table_side(table), NULL);
    return true;
}

bool table_take_back(Table *table, char why[200])
{
    int side = table_side(table);
    if (!may_go_back(table, why) || !game_take_back(table->game, why))
        return false;
    table->server->metrics.undos++;
    table_advanced(table, LINE_BACK, side, NULL);
    standing_changed(table, table_side(table), NULL);
    return true;
}

bool table_lose(Table *table, int side, Defeat defeat, char why[200])
{
    if (!game_lose(table->game, side, defeat, why))
        return false;
    table_advanced(table, LINE_RESIGN, side, NULL);
    table_presence(table);
    return true;
}

bool table_resign(Table *table, int side, char why[200])
{
    if (table->scenario->sides == 2)
        return table_lose(table, side, DEFEAT_RESIGNED, why);
    /* Of three players, the two others go on: the machine plays for the one who leaves. */
    SeatRow *seat = &table->row.seat[side];
    seat->kind = SEAT_PLAYER;
    seat->user = 0;
    snprintf(seat->name, sizeof seat->name, "%s", greedy_player.name);
    write_seat(table_entry(table), table->row.number, side, seat);
    if (table->pending.writes.failed) {
        snprintf(why, 200, SAID("server.seat-could-not-given-up"));
        return false;
    }
    table_reseat(table);
    return true;
}

Position *table_plan(Table *table)
{
    Server *server = table->server;
    size_t size = table->scenario->system->position_size;
    if (server->plan_room >= size)
        return server->plan;
    free(server->plan);
    server->plan = position_room(table->scenario);
    server->plan_room = server->plan ? size : 0;
    return server->plan;
}

/* ---- the machine's players ---- */

typedef struct ThinkJob {
    Job job;
    Table *table;
    const Scenario *scenario;
    const Player *player;
    Position *view;
    Memo *memo; /* the game's own is not for other threads */
    void *mind; /* lent to a player that thinks */
    Thinking thinking;
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
    working_on(think->table->row.id);
    think->found = player_order(think->player, think->scenario, think->view, think->memo, think->mind, &think->thinking,
                                &think->random, &think->order, &listed);
}

static void say_stuck(Table *table, const ThinkJob *think)
{
    table->stuck = table->deliveries.lines + 1;
    log_line(LEVEL_ERROR, "player", "game=%s player=%s line=%u note=\"found no order\"", table->row.id,
             think->player->name, table->deliveries.lines);
    for (Client *client = table->clients; client; client = client->next_at_table)
        client_tell(client, "error", SAID("server.machines-player-found-no-order"));
}

static void give_thought(void *context)
{
    ThinkJob *think = context;
    Table *table = think->table;
    working_on(table->row.id);
    if (think->found && !think->job.fault[0] && !refused(table_order(table, think->side, &think->order)))
        table->server->metrics.ai_orders++;
    else if (!table->server->disk_trouble)
        say_stuck(table, think);
}

static void done_think(Server *server, Job *job)
{
    ThinkJob *think = (ThinkJob *)job;
    Table *table = think->table;
    table->jobs--;
    table->thinking = false;
    table->thought_done = NULL;
    table->random = think->random;
    table->machine[think->side] = think->thinking;
    if (job->fault[0])
        table_fault(table, job->fault);
    if (!server->stopping && table->game && table->deliveries.lines == think->lines &&
        table_side(table) == think->side && seat_machine(&table->row.seat[think->side])) {
        char what[FAULT_TEXT];
        if (!guarded(give_thought, think, what))
            table_failed(table, what);
    } else if (!server->stopping) {
        table_think(table);
    }
    free(think->view);
    free(think->memo);
    free(think->mind);
    free(think);
}

void table_think(Table *table)
{
    int side = table_side(table);
    if (table->thinking || !table->game || table->halted[0] || side == NO_SIDE || side >= table->row.sides ||
        !seat_machine(&table->row.seat[side]) || table->stuck == table->deliveries.lines + 1 ||
        table->server->stopping || table->server->disk_trouble || game_announced(table->game))
        return;
    const Player *player = player_named(seat_machine(&table->row.seat[side]));
    ThinkJob *think = calloc(1, sizeof *think);
    Position *view = position_room(table->scenario);
    Memo *memo = calloc(1, table->scenario->system->memo_size + 1);
    void *mind = player ? malloc(player_room(player, table->scenario) + 1) : NULL;
    if (!think || !view || !memo || !mind || !table_view(table, side, view)) {
        free(mind);
        free(think);
        free(view);
        free(memo);
        return;
    }
    *think = (ThinkJob){.job = {.run = run_think, .done = done_think, .user = table->row.owner, .free = true},
                        .table = table,
                        .scenario = table->scenario,
                        .player = player,
                        .view = view,
                        .memo = memo,
                        .mind = mind,
                        .thinking = table->machine[side],
                        .random = table->random,
                        .lines = table->deliveries.lines,
                        .side = side};
    think->thinking.stop = &table->stop_thinking;
    table->stop_thinking = false;
    table->thought_done = player->think ? &think->thinking.done : NULL;
    table->thinking = true;
    table->jobs++;
    pool_add(player->think ? &table->server->thinking : &table->server->quick, &think->job);
}
