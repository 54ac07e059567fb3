/* node.c — see node.h. */
#include "server/editions.h"
#include "server/node.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TRIES 3
enum { BEAT_SECONDS = 2 };
/* nginx gives up after five seconds (docs/server.md). The request is answered with 503 before that. */
enum { LEASE_WAITS = 16, LEASE_WAIT_MICROSECONDS = 250000 };
/* How soon a store in trouble is tried again, and how often a game when only its take fails. */
enum { AGAIN_MICROSECONDS = 250000, TAKES_MOST = 20 };

typedef struct Releasing Releasing;
struct Releasing {
    WriteSet entry;
    Server *server;
    char id[GAME_ID];
    Releasing *next;
};

/* A request that waits until its game is taken. */
struct Taker {
    Taker *next;
    Request *request;
};

struct Node {
    Server *server;
    Taker *patient;        /* requests that wait until the lease of a silent node is over */
    int64_t patient_since; /* microseconds: when they were last looked at */
    int64_t epoch;
    int64_t until; /* milliseconds of a clock that counts sleep */
    int64_t ticked;
    bool asked;
    int64_t asked_at; /* by the same clock; and by the loop's */
    int64_t asked_microseconds;
    LeaseAsk lease;
    Buffer editions; /* EditionRow */
    int64_t leader;
    char leader_address[NODE_ADDRESS];
    bool trouble;        /* it was logged */
    bool untaken;        /* there are tables whose take failed */
    int64_t tried_again; /* microseconds */
    Releasing *releasing;
};

static int64_t lease_milliseconds(void)
{
    struct timespec time = {0};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

bool node_is_past(const Server *server)
{
    return server->node && !server->stopping && lease_milliseconds() >= server->node->until;
}

bool node_leads(const Server *server) { return !server->node || server->node->leader == server->node->epoch; }
int64_t node_epoch(const Server *server) { return server->node ? server->node->epoch : 0; }

/* ---- editions ---- */

/* As a journal says it. */
static void edition_text(const Scenario *scenario, char out[EDITION_TEXT])
{
    int length = snprintf(out, EDITION_TEXT, "%d ", scenario->system->edition);
    for (int i = 0; i < SHA256_BYTES; i++)
        length += snprintf(out + length, (size_t)(EDITION_TEXT - length), "%02x", scenario->data_hash[i]);
}

static void list_editions(const Server *server, Buffer *out)
{
    for (int i = 0; i < server->known_count; i++) {
        EditionRow row = {0};
        const Scenario *scenario = server->known[i].scenario;
        snprintf(row.scenario, sizeof row.scenario, "%s", scenario->id);
        edition_text(scenario, row.edition);
        buffer_add(out, &row, sizeof row);
    }
}

void node_wants(const Table *table, TakeAsk *take)
{
    take->hold = table->server->node != NULL;
    if (take->hold)
        edition_text(table->scenario, take->edition);
}

/* ---- tables that another node has now ---- */

static void wake_takers(Table *table, const char *address)
{
    while (table->takers) {
        Taker *taker = table->takers;
        table->takers = taker->next;
        table->jobs--;
        snprintf(taker->request->node, sizeof taker->request->node, "%s", address);
        http_ask_again(taker->request);
        free(taker);
    }
}

/* Clients at it reconnect, and reach the node that has it. */
static void lose(Table *table, const char *address)
{
    table->ours = false;
    table->gone = true;
    game_free(table->game);
    table->game = NULL;
    table_forget_pending(table, SAID("server.game-moved"));
    for (Client *client = table->clients; client; client = client->next_at_table) {
        client->out.length = client->safe; /* what was not kept was not sent */
        client_close(client, CLOSE_RESTARTED, "moved");
        client->safe = client->mark = client->out.length;
        client_touch(client);
    }
    wake_takers(table, address);
}

/* The store is away, for example while another database takes over. Players keep their sockets and are sent nothing
 * until the table is read again: a browser that reconnects waits longer after each failure. */
static bool waits_for_store(Table *table)
{
    Node *node = table->server->node;
    bool away = node->trouble || table->server->disk_trouble || node_is_past(table->server);
    if (!table->clients || table->server->stopping || (!away && table->takes_failed >= TAKES_MOST))
        return false;
    table->takes_failed += table->takes_failed < TAKES_MOST;
    node->untaken = true;
    wake_takers(table, "");
    return true;
}

/* False if there are none any more. */
static bool take_again(Server *server)
{
    bool any = false;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *table = server->table[i]; table; table = table->next)
            if (table->takes_failed && !table->gone) {
                any = true;
                table_load(table);
            }
    return any;
}

bool node_has_taken(Table *table, const TakeAsk *take)
{
    if (!table->server->node)
        return true;
    if (take->ask.failed && waits_for_store(table))
        return false;
    if (take->ask.failed || !take->found || take->elsewhere) {
        log_line(take->ask.failed ? LEVEL_WARNING : LEVEL_INFO, "moved", "game=%s node=%s note=\"%s\"", take->id,
                 take->node[0] ? take->node : "-", take->ask.trouble);
        lose(table, take->node);
        return false;
    }
    table->takes_failed = 0;
    table->ours = true;
    table->ours_since = now_microseconds();
    wake_takers(table, "");
    return true;
}

void node_begun(Table *table)
{
    table->ours = table->server->node != NULL;
    table->ours_since = now_microseconds();
}

/* ---- giving back ---- */

static void released(WriteSet *entry)
{
    Releasing *releasing = (Releasing *)entry;
    Server *server = releasing->server;
    for (Releasing **at = &server->node->releasing; *at; at = &(*at)->next)
        if (*at == releasing) {
            *at = releasing->next;
            break;
        }
    Table *table = server->stopping ? NULL : table_laid(server, releasing->id);
    if (table)
        table_load(table);
    entry_clear(entry);
    free(releasing);
}

bool node_releases(const Server *server, const char *id)
{
    for (const Releasing *at = server->node ? server->node->releasing : NULL; at; at = at->next)
        if (!strcmp(at->id, id))
            return true;
    return false;
}

void node_release(Table *table)
{
    Server *server = table->server;
    Releasing *releasing = table->ours && !server->stopping ? calloc(1, sizeof *releasing) : NULL;
    if (!releasing) /* it stays ours in the store, for requests that come here */
        return;
    releasing->entry.done = released;
    releasing->server = server;
    memcpy(releasing->id, table->row.id, sizeof releasing->id);
    write_release(&releasing->entry, table->row.number, server->node->epoch);
    releasing->next = server->node->releasing;
    server->node->releasing = releasing;
    store_add(server->store, &releasing->entry);
}

/* ---- requests ---- */

/* Requests for a table; the others need only the store. */
static bool wants_table(const char *url)
{
    static const char *const words[] = {"/join", "/leave", "/offer", "/kick", "/mute", "/computer", "/vacation"};
    const char *slash = strrchr(url, '/');
    for (size_t i = 0; slash && i < sizeof words / sizeof *words; i++)
        if (!strcmp(slash, words[i]))
            return true;
    return false;
}

static bool wait_for_table(Request *request, const GameRow *row, enum MHD_Result *result)
{
    Server *server = request->server;
    Taker *taker = request->waited++ < TRIES ? calloc(1, sizeof *taker) : NULL;
    Table *table = taker ? table_lay(server, row) : NULL;
    if (table)
        table_load(table);
    if (!table || !(table->loading || table->sent || node_releases(server, row->id))) { /* nothing would wake it */
        free(taker);
        *result = http_error(request, 503, SAID("server.waits-for-database"));
        return true;
    }
    *taker = (Taker){table->takers, request};
    table->takers = taker;
    table->jobs++;
    http_suspend(request);
    *result = MHD_YES;
    return true;
}

/* The node that holds the game is silent, and may be dead. A request that was sent there could wait for long; here it
 * waits until the lease is over, and is then answered. */
static bool wait_for_lease(Request *request, enum MHD_Result *result)
{
    Node *node = request->server->node;
    Taker *taker = request->lease_waits++ < LEASE_WAITS ? calloc(1, sizeof *taker) : NULL;
    if (!taker) {
        *result = http_error(request, 503, SAID("server.waits-for-database"));
        return true;
    }
    *taker = (Taker){node->patient, request};
    node->patient = taker;
    http_suspend(request);
    *result = MHD_YES;
    return true;
}

static void look_after_patient(Node *node)
{
    Taker *taker = node->patient;
    if (!taker || (now_microseconds() - node->patient_since < LEASE_WAIT_MICROSECONDS && !node->server->stopping))
        return;
    node->patient_since = now_microseconds();
    node->patient = NULL;
    while (taker) {
        Taker *next = taker->next;
        http_ask_again(taker->request);
        free(taker);
        taker = next;
    }
}

void node_stop(Server *server)
{
    if (server->node)
        look_after_patient(server->node);
}

static bool is_in_trouble(const Server *server)
{
    return server->node->trouble || server->node->untaken || server->disk_trouble;
}

bool node_waits(const Server *server) { return server->node && (server->node->patient || is_in_trouble(server)); }

/* A program for older games sends requests for new games and for campaigns to the server that started it. */
static bool belongs_home(const char *url, bool post)
{
    static const char campaigns[] = "/api/campaigns";
    return !strncmp(url, campaigns, strlen(campaigns)) ||
           (post && (!strcmp(url, "/api/games") || !strcmp(url, "/api/handover")));
}

bool node_intervenes(Request *request, const char *url, bool post, bool socket, enum MHD_Result *result)
{
    const Server *server = request->server;
    const Node *node = server->node;
    int home = server->config->home;
    if (server->editions && editions_intervene(request, url, result))
        return true;
    if (home && belongs_home(url, post)) {
        *result = http_moved(request, home);
        return true;
    }
    const VisitAsk *visit = request->coming ? &request->coming->visit : NULL;
    bool queue = !strcmp(url, "/api/queue");
    if (!node || (!queue && (!visit || !visit->game[0])))
        return false;
    if (node_is_past(server)) {
        *result = http_error(request, 503, SAID("server.waits-for-database"));
        return true;
    }
    /* nginx has found a node that lives. */
    if (socket && http_header(request, "X-Sandtable-Where")) {
        bool there = !table_find(server, visit->game) && visit->node[0] && !visit->silent;
        *result = http_elsewhere(request, there ? visit->node : node->lease.address, true);
        return true;
    }
    const char *address = "";
    if (queue)
        address = node_leads(server) ? "" : node->leader_address;
    else if (!table_find(server, visit->game))
        address = request->node[0] ? request->node : visit->node;
    else
        return false;
    if (visit && visit->silent && address[0] && (socket || post))
        return wait_for_lease(request, result);
    if (visit && visit->silent) /* it is read from the store */
        return false;
    if (address[0]) {
        *result = home ? http_moved(request, home) : http_elsewhere(request, address, socket);
        return true;
    }
    bool sits = visit && visit->found && (socket || (post && wants_table(url)));
    return !queue && sits && wait_for_table(request, &visit->row, result);
}

/* ---- the lease ---- */

static bool is_among(const Buffer *held, int64_t number)
{
    for (size_t at = 0; at < held->length; at += sizeof number)
        if (!memcmp(held->bytes + at, &number, sizeof number))
            return true;
    return false;
}

/* A game that became ours after the store was asked need not be in its answer. */
static void look_at_held(Node *node, const Buffer *held)
{
    Server *server = node->server;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *table = server->table[i]; table; table = table->next) {
            table->here = -1;
            if (table->ours && table->ours_since < node->asked_microseconds && !is_among(held, table->row.number)) {
                log_line(LEVEL_WARNING, "moved", "game=%s note=\"taken while this node was silent\"", table->row.id);
                lose(table, "");
            }
        }
    for (Client *client = server->clients; client; client = client->next)
        client_touch(client);
}

void node_take_change(Server *server, const ChangeRow *row)
{
    if (row->kind == CHANGE_BLOCK || row->kind == CHANGE_UNBLOCK)
        blocks_changed(server, row);
    else if (row->kind == CHANGE_BAN)
        moderation_changed(server, row);
    else
        people_changed(server, row);
}

static void take_changes(Server *server, const Buffer *changes)
{
    ChangeRow row;
    for (size_t at = 0; buffer_row(changes, at, &row, sizeof row); at++)
        node_take_change(server, &row);
}

/* All nodes count the same time: a node that is behind, or much ahead, follows. */
static void follow_uptime(Server *server, int64_t common)
{
    int64_t own = uptime(server);
    if (!server->config->test_clock && (common > own || own - common > 2))
        server->uptime_before += common - own;
}

static void say_trouble(Node *node, const char *trouble)
{
    if (trouble[0] && !node->trouble)
        log_line(LEVEL_ERROR, "lease", "node=%lld note=\"%s\"", (long long)node->epoch, trouble);
    else if (!trouble[0] && node->trouble)
        log_line(LEVEL_INFO, "lease", "node=%lld note=\"renewed again\"", (long long)node->epoch);
    node->trouble = trouble[0];
}

static void take_lease(Node *node, const LeaseAsk *lease)
{
    Server *server = node->server;
    bool knows = lease->wants_held || lease->again;
    if (knows)
        look_at_held(node, &lease->held);
    if (knows || !node_is_past(server))
        node->until = node->asked_at + lease->seconds * 1000;
    node->leader = lease->leader;
    memcpy(node->leader_address, lease->leader_address, sizeof node->leader_address);
    follow_uptime(server, lease->uptime);
    take_changes(server, &lease->changes);
}

static void leased(Ask *ask)
{
    LeaseAsk *lease = (LeaseAsk *)ask;
    Node *node = (Node *)(void *)((char *)ask - offsetof(Node, lease));
    node->asked = false;
    say_trouble(node, ask->failed ? ask->trouble : "");
    if (!ask->failed && !node->server->stopping)
        take_lease(node, lease);
    else
        lease->again |= ask->failed; /* the next one reports what it holds */
    buffer_free(&lease->changes);
    buffer_free(&lease->held);
}

static void prepare_lease(Node *node)
{
    LeaseAsk *lease = &node->lease;
    lease->ask = (Ask){.kind = ASK_LEASE, .done = leased};
    lease->wants_held = lease->again || node_is_past(node->server);
    lease->again = false;
    node->asked_at = lease_milliseconds();
    node->asked_microseconds = now_microseconds();
}

/* The players at each table, for users who look from elsewhere. */
static void tell_presence(Server *server)
{
    WriteSet *entry = NULL;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *table = server->table[i]; table; table = table->next) {
            unsigned online = 0;
            int spectators = 0;
            for (const Client *client = table->clients; client; client = client->next_at_table) {
                spectators += client->as == SPECTATOR;
                for (int side = 0; side < SIDES; side++)
                    online |= (unsigned)(client->held[side] && !client->dead) << side;
            }
            int64_t here = (int64_t)spectators << SIDES | online;
            if (!table->ours || here == table->here || (!entry && !(entry = entry_alone())))
                continue;
            table->here = here;
            write_presence(entry, table->row.number, node_epoch(server), online, spectators);
        }
    if (entry)
        store_add(server->store, entry);
}

static void ask_for_lease(Node *node)
{
    if (node->asked)
        return;
    node->asked = true;
    prepare_lease(node);
    store_ask(node->server->store, &node->lease.ask);
}

static bool try_again(Server *server)
{
    Node *node = server->node;
    if (!is_in_trouble(server) || now_microseconds() - node->tried_again < AGAIN_MICROSECONDS)
        return false;
    node->tried_again = now_microseconds();
    node->untaken = take_again(server);
    if (node->trouble)
        ask_for_lease(node);
    return true;
}

bool node_tick(Server *server)
{
    Node *node = server->node;
    if (!node)
        return false;
    look_after_patient(node);
    bool again = try_again(server);
    if (steady_seconds() == node->ticked)
        return again;
    node->ticked = steady_seconds();
    if (!server->disk_trouble && !node_is_past(server))
        tell_presence(server);
    if (node->ticked % BEAT_SECONDS == 0)
        sockets_beat(server);
    ask_for_lease(node);
    return again;
}

void node_tell(const Server *server, WriteSet *entry, ChangeRow row)
{
    row.epoch = node_epoch(server);
    if (row.epoch)
        write_change(entry, &row);
    else
        editions_tell(server, &row);
}

/* ---- coming and going ---- */

bool node_open(Server *server, char why[TROUBLE])
{
    const ServerConfig *config = server->config;
    if (!store_has_nodes(server->store))
        return true;
    Node *node = server->node = calloc(1, sizeof *node);
    if (!node) {
        snprintf(why, TROUBLE, "there is no memory left");
        return false;
    }
    LeaseAsk *lease = &node->lease;
    bool any = !strcmp(config->bind, "0.0.0.0") || !strcmp(config->bind, "::");
    node->server = server;
    list_editions(server, &node->editions);
    *lease = (LeaseAsk){.seconds = config->lease, .editions = &node->editions, .counts = !config->test_clock};
    if (config->node)
        snprintf(lease->address, sizeof lease->address, "%s", config->node);
    else
        snprintf(lease->address, sizeof lease->address, "%s:%d", any ? "127.0.0.1" : config->bind, server->port);
    prepare_lease(node);
    bool joined = store_answer_now(server->store, &lease->ask);
    snprintf(why, TROUBLE, "%s", lease->ask.trouble);
    buffer_free(&lease->held);
    if (!joined)
        return false;
    node->epoch = lease->epoch;
    store_become(server->store, node->epoch);
    take_lease(node, lease);
    lease->again = false;
    log_line(LEVEL_INFO, "node", "epoch=%lld address=%s lease=%lld", (long long)node->epoch, lease->address,
             (long long)lease->seconds);
    return true;
}

void node_close(Server *server)
{
    Node *node = server->node;
    if (!node)
        return;
    if (node->epoch) {
        node->lease.leaves = true;
        store_answer_now(server->store, &node->lease.ask);
    }
    buffer_free(&node->editions);
    free(node);
    server->node = NULL;
}
