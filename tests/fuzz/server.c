/* server.c — see server.h. What libmicrohttpd, libsodium's chance and the workers would do is done here. */
#define _GNU_SOURCE
#include "fuzz/server.h"

#include <fcntl.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/files.h"
#include "server/calling.h"
#include "server/work.h"

#define HEADERS 64
#define ORDERS_PLAYED 8

World world;
const Asset assets[] = {{.path = "/index.html",
                         .type = "text/html",
                         .tag = "\"1\"",
                         .bytes = (const unsigned char *)"x",
                         .bytes_end = (const unsigned char *)"x" + 1}};
const int asset_count = 1;

static Job *waiting;
static uint64_t chance;
static ServerConfig config;

void require(bool holds)
{
    if (!holds)
        abort();
}

/* ---- chance and passwords ---- */

void randombytes_buf(void *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        chance = chance * 6364136223846793005u + 1442695040888963407u;
        ((uint8_t *)bytes)[i] = (uint8_t)(chance >> 56);
    }
}

uint32_t randombytes_uniform(uint32_t below)
{
    uint32_t number;
    randombytes_buf(&number, sizeof number);
    return number % below;
}

int crypto_pwhash_str_alg(char *out, const char *password, unsigned long long length, unsigned long long passes,
                          size_t memory, int algorithm)
{
    (void)passes;
    (void)memory;
    (void)algorithm;
    snprintf(out, crypto_pwhash_STRBYTES, PASSWORD_MARK "%.*s", (int)(length < 90 ? length : 90), password);
    return 0;
}

int crypto_pwhash_str_verify(const char *stored, const char *password, unsigned long long length)
{
    char made[crypto_pwhash_STRBYTES];
    return crypto_pwhash_str_alg(made, password, length, 0, 0, 0) || strcmp(made, stored);
}

/* ---- workers ---- */

void pool_add(Pool *pool, Job *job)
{
    (void)pool;
    job->next = waiting;
    waiting = job;
}

/* The store has no threads here: the caller that pumps does its jobs. */
void world_work(void)
{
    for (bool more = true; more;) {
        more = waiting != NULL;
        while (waiting) {
            Job *job = waiting;
            waiting = job->next;
            job->run(job);
            job->done(world.server, job);
        }
        round_send(world.server);
        store_drain(world.server->store);
        more |= waiting != NULL || world.server->dirty;
    }
}

Pool *pool_to_read(Server *server, size_t length) { return length ? &server->reading : &server->quick; }

Pool *pool_of_past(Server *server, size_t length) { return length ? &server->past : &server->quick; }

bool pool_refuses(Pool *pool, int64_t user) { return !pool || !user; }

/* Here a failed assertion is what is looked for. */
bool guarded(void (*run)(void *context), void *context, char what[FAULT_TEXT])
{
    what[0] = '\0';
    run(context);
    return true;
}

void guard_game(Game *game) { (void)game; }
void working_on(const char *game) { (void)game; }
int game_faults(const char *game) { return game ? 0 : 1; }
int game_blame(const char *game) { return game ? 1 : 0; }

/* Nothing is played again by another process. */
bool replays_tick(Server *server)
{
    (void)server;
    return false;
}

void replays_close(Server *server) { (void)server; }

/* A webhook would go out into the world. */
void webhook_send(Server *server, const char *url, const TurnCall *call)
{
    require(server && url && call && call->id && call->title && call->side);
}

static void run_nothing(Job *job) { require(job != NULL); }

/* Nor do mail and push go anywhere. */
void errand_send(Server *server, Errand *errand)
{
    require(server && errand->url[0] && errand->job.done);
    errand->job.run = run_nothing;
    errand->result = "taken";
    errand->job.next = waiting;
    waiting = &errand->job;
}

void errand_free(Errand *errand)
{
    buffer_free(&errand->headers);
    buffer_free(&errand->text);
    free(errand);
}

typedef struct FakePicture {
    Job job;
    Request *request;
} FakePicture;

static void run_picture(Job *job) { require(job != NULL); }

static void done_picture(Server *server, Job *job)
{
    Request *request = ((FakePicture *)job)->request;
    require(server != NULL);
    buffer_literal(&request->answer, "a picture");
    http_resume(request, 200, "image/png");
    free(job);
}

bool picture_job(Request *request, Table *table, int as, uint16_t plan, const char *format)
{
    (void)plan;
    FakePicture *work = calloc(1, sizeof *work);
    require(work && table && as <= SPECTATOR && format);
    *work = (FakePicture){{.run = run_picture, .done = done_picture}, request};
    http_suspend(request);
    pool_add(&request->server->pictures, &work->job);
    return true;
}

/* ---- HTTP ---- */

struct MHD_Connection {
    const char *key[HEADERS], *value[HEADERS];
    enum MHD_ValueKind kind[HEADERS];
    int count;
    bool suspended;
    Answer *answer;
};

struct MHD_Response {
    char *bytes;
    size_t length;
    char type[80];
    MHD_UpgradeHandler upgrade;
    void *context;
};

static MHD_AccessHandlerCallback handler;
static void *(*path_seen)(void *context, const char *path, struct MHD_Connection *connection);
static MHD_RequestCompletedCallback completed;
static struct MHD_Response *upgrade;

struct MHD_Daemon *MHD_start_daemon(unsigned flags, uint16_t port, MHD_AcceptPolicyCallback policy,
                                    void *policy_context, MHD_AccessHandlerCallback handle, void *context, ...)
{
    va_list list;
    (void)flags;
    (void)port;
    (void)policy;
    (void)policy_context;
    handler = handle;
    va_start(list, context);
    for (int option; (option = va_arg(list, int)) != MHD_OPTION_END;) {
        if (option == MHD_OPTION_URI_LOG_CALLBACK) {
            path_seen = (void *(*)(void *, const char *, struct MHD_Connection *))(uintptr_t)va_arg(list, void *);
            (void)va_arg(list, void *);
        } else if (option == MHD_OPTION_NOTIFY_COMPLETED) {
            completed = (MHD_RequestCompletedCallback)(uintptr_t)va_arg(list, void *);
            (void)va_arg(list, void *);
        } else if (option == MHD_OPTION_EXTERNAL_LOGGER || option == MHD_OPTION_NOTIFY_CONNECTION) {
            (void)va_arg(list, void *);
            (void)va_arg(list, void *);
        } else if (option == MHD_OPTION_LISTEN_SOCKET) {
            close(va_arg(list, int));
        } else if (option == MHD_OPTION_CONNECTION_MEMORY_LIMIT) {
            (void)va_arg(list, size_t);
        } else {
            (void)va_arg(list, unsigned);
        }
    }
    va_end(list);
    require(handler && path_seen && completed);
    return (struct MHD_Daemon *)(void *)&world;
}

const union MHD_DaemonInfo *MHD_get_daemon_info(struct MHD_Daemon *daemon, enum MHD_DaemonInfoType type, ...)
{
    static union MHD_DaemonInfo info;
    require(daemon && type == MHD_DAEMON_INFO_EPOLL_FD);
    return &info;
}

const char *MHD_lookup_connection_value(struct MHD_Connection *connection, enum MHD_ValueKind kind, const char *key)
{
    for (int i = 0; i < connection->count; i++)
        if (connection->kind[i] == kind && !strcasecmp(connection->key[i], key))
            return connection->value[i];
    return NULL;
}

int MHD_get_connection_values(struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIterator each,
                              void *context)
{
    int count = 0;
    for (int i = 0; i < connection->count; i++)
        if (connection->kind[i] == kind && each(context, kind, connection->key[i], connection->value[i]))
            count++;
    return count;
}

const union MHD_ConnectionInfo *MHD_get_connection_info(struct MHD_Connection *connection,
                                                        enum MHD_ConnectionInfoType type, ...)
{
    require(connection && (type == MHD_CONNECTION_INFO_CLIENT_ADDRESS || type == MHD_CONNECTION_INFO_SOCKET_CONTEXT));
    return NULL;
}

void MHD_suspend_connection(struct MHD_Connection *connection) { connection->suspended = true; }
void MHD_resume_connection(struct MHD_Connection *connection) { connection->suspended = false; }

struct MHD_Response *MHD_create_response_from_buffer(size_t length, void *bytes, enum MHD_ResponseMemoryMode mode)
{
    struct MHD_Response *response = calloc(1, sizeof *response);
    (void)mode;
    require(response && (response->bytes = malloc(length + 1)));
    memcpy(response->bytes, bytes, length);
    response->length = length;
    return response;
}

struct MHD_Response *MHD_create_response_for_upgrade(MHD_UpgradeHandler upgraded, void *context)
{
    struct MHD_Response *response = calloc(1, sizeof *response);
    require(response != NULL);
    response->upgrade = upgraded;
    response->context = context;
    return response;
}

enum MHD_Result MHD_add_response_header(struct MHD_Response *response, const char *key, const char *value)
{
    require(!strpbrk(value, "\r\n"));
    if (!strcmp(key, "Content-Type"))
        snprintf(response->type, sizeof response->type, "%s", value);
    if (!strcmp(key, "Content-Encoding")) /* what is packed cannot be read as what it is */
        snprintf(response->type, sizeof response->type, "%s", value);
    return MHD_YES;
}

enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned status, struct MHD_Response *response)
{
    Answer *answer = connection->answer;
    answer->answers++;
    answer->status = status;
    snprintf(answer->type, sizeof answer->type, "%s", response->type);
    buffer_add(&answer->body, response->bytes ? response->bytes : "", response->length);
    if (response->upgrade)
        upgrade = response;
    return MHD_YES;
}

void MHD_destroy_response(struct MHD_Response *response)
{
    if (response == upgrade)
        return;
    free(response->bytes);
    free(response);
}

enum MHD_Result MHD_upgrade_action(struct MHD_UpgradeResponseHandle *handle, enum MHD_UpgradeAction action, ...)
{
    require(action == MHD_UPGRADE_ACTION_CLOSE);
    close((int)(intptr_t)handle);
    return MHD_YES;
}

/* Drops a requested socket that is not wanted. Its context was the request's. */
static void forget_upgrade(void)
{
    free(upgrade);
    upgrade = NULL;
}

/* ---- requests ---- */

static void add_value(struct MHD_Connection *connection, enum MHD_ValueKind kind, const char *key, const char *value)
{
    if (connection->count == HEADERS)
        return;
    connection->kind[connection->count] = kind;
    connection->key[connection->count] = key;
    connection->value[connection->count++] = value;
}

static void split_pairs(struct MHD_Connection *connection, enum MHD_ValueKind kind, char *text, const char *between)
{
    char *rest = NULL;
    for (char *pair = strtok_r(text, between, &rest); pair; pair = strtok_r(NULL, between, &rest)) {
        char *equals = strchr(pair, '=');
        if (equals)
            *equals = '\0';
        add_value(connection, kind, pair, equals ? equals + 1 : "");
    }
}

/* `$GAME`, `$INVITE` and `$HOT` stand for random names. */
static void put_names(Buffer *out, const char *text, size_t length)
{
    const struct {
        const char *word, *name;
    } known[] = {{"$GAME", world.row[0].id}, {"$INVITE", world.row[0].invite}, {"$HOT", world.row[1].id}};
    for (size_t at = 0; at < length;) {
        size_t taken = 0;
        for (size_t i = 0; text[at] == '$' && i < sizeof known / sizeof *known; i++)
            if (length - at >= strlen(known[i].word) && !memcmp(text + at, known[i].word, strlen(known[i].word))) {
                buffer_text(out, known[i].name);
                taken = strlen(known[i].word);
            }
        if (!taken)
            buffer_char(out, text[at++]);
        at += taken;
    }
    buffer_char(out, '\0');
    out->length--;
}

static void take_headers(struct MHD_Connection *connection, char *text)
{
    char *rest = NULL;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *colon = strchr(line, ':');
        if (!colon)
            continue;
        *colon = '\0';
        char *value = colon + 1 + strspn(colon + 1, " ");
        add_value(connection, MHD_HEADER_KIND, line, value);
        if (!strcasecmp(line, "Cookie") && connection->count < HEADERS) {
            char *copy = strdup(value); /* the values point into it until the request is over */
            require(copy != NULL);
            add_value(connection, MHD_FOOTER_KIND, "copy", copy);
            split_pairs(connection, MHD_COOKIE_KIND, copy, "; ");
        }
    }
}

static void run_request(struct MHD_Connection *connection, const char *method, char *path, const char *body,
                        size_t length)
{
    char *whole = strdup(path), *query = strchr(path, '?');
    void *state = path_seen(world.server, whole, connection);
    size_t none = 0;
    if (query) {
        *query++ = '\0';
        split_pairs(connection, MHD_GET_ARGUMENT_KIND, query, "&");
    }
    handler(world.server, connection, path, method, "HTTP/1.1", NULL, &none, &state);
    for (size_t at = 0; !connection->answer->answers && at < length;) {
        size_t part = length - at < 1000 ? length - at : 1000, left = part;
        handler(world.server, connection, path, method, "HTTP/1.1", body + at, &left, &state);
        at += part - left;
    }
    for (int calls = 0; calls < 8 && !connection->answer->answers; calls++) {
        handler(world.server, connection, path, method, "HTTP/1.1", NULL, &none, &state);
        world_work();
        require(!connection->suspended);
    }
    completed(NULL, connection, &state, MHD_REQUEST_TERMINATED_COMPLETED_OK);
    free(whole);
}

bool world_request(const char *text, size_t length, Answer *answer)
{
    struct MHD_Connection connection = {.answer = answer};
    Buffer all = {0};
    put_names(&all, text, length);
    char *line = memchr(all.bytes, '\n', all.length),
         *path = line ? memchr(all.bytes, ' ', (size_t)(line - all.bytes)) : NULL;
    if (!path || path[1] != '/' || memchr(all.bytes, '\0', (size_t)(line - all.bytes))) {
        buffer_free(&all);
        return false;
    }
    *line++ = *path++ = '\0';
    char *body = strstr(line, "\n\n");
    size_t head = (size_t)(line - all.bytes), size = 0;
    if (body) {
        *body = '\0';
        body += 2;
        size = all.length - (size_t)(body - all.bytes);
    }
    require(head <= all.length);
    take_headers(&connection, line);
    run_request(&connection, all.bytes, path, body, size);
    for (int i = 0; i < connection.count; i++)
        if (connection.kind[i] == MHD_FOOTER_KIND)
            free((void *)(uintptr_t)connection.value[i]);
    forget_upgrade();
    buffer_free(&all);
    return true;
}

/* ---- sockets ---- */

Client *world_socket(int user, int table, const void *early, size_t size)
{
    Answer answer = {0};
    struct MHD_Connection connection = {.answer = &answer};
    int pair[2];
    uint64_t before = world.server->clients ? world.server->clients->serial : 0;
    add_value(&connection, MHD_HEADER_KIND, "Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ==");
    require(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
    Request request = {.server = world.server, .connection = &connection, .user = world.user[user]};
    snprintf(request.cookie, sizeof request.cookie, "%s", world.cookie[user]);
    require(socket_upgrade(&request, world.table[table]) == MHD_YES && upgrade);
    struct MHD_Response *response = upgrade;
    upgrade = NULL;
    response->upgrade(response->context, &connection, NULL, early, size, pair[0],
                      (struct MHD_UpgradeResponseHandle *)(intptr_t)pair[0]);
    free(response);
    buffer_free(&answer.body);
    close(pair[1]);
    require(world.server->clients && world.server->clients->serial != before);
    return world.server->clients;
}

void world_heard(Client *client, void (*heard)(void *context, json_t *message), void *context)
{
    const uint8_t *bytes = (const uint8_t *)client->out.bytes;
    for (size_t at = 0; at < client->out.length;) {
        size_t length = bytes[at + 1], head = 2;
        int opcode = bytes[at] & 15;
        if (length == 126 || length == 127) {
            head = length == 126 ? 4 : 10;
            length = 0;
            for (size_t i = 2; i < head; i++)
                length = length << 8 | bytes[at + i];
        }
        require(at + head + length <= client->out.length);
        if (opcode == 1) {
            json_error_t mistake;
            json_t *message = json_loadb((const char *)bytes + at + head, length, JSON_REJECT_DUPLICATES, &mistake);
            require(json_is_object(message) && json_string_value(json_object_get(message, "t")));
            heard(context, message);
            json_decref(message);
        }
        at += head + length;
    }
    client->out.length = client->sent = client->safe = client->mark = client->asked.length = client->asked_mark = 0;
}

/* ---- the world ---- */

/* Everything is kept, and nothing is. */
static void pretend(Engine *engine, Round *round)
{
    require(engine != NULL);
    for (WriteSet *set = round->first; set; set = set->next)
        set->verdict = VERDICT_KEPT;
    for (int kind = 0; kind < NUMBER_KINDS; kind++)
        round->reserved[kind] = round->wanted[kind] ? 1000000 : 0;
}

static void add_person(int index)
{
    uint8_t token[TOKEN_BYTES], hash[TOKEN_BYTES];
    Store *store = world.server->store;
    UserRow *user = &world.user[index];
    WriteSet set = {0};
    *user = (UserRow){.id = store_number(store, NUMBER_USER), .created = 1, .language = "en", .theme = "auto"};
    snprintf(user->name, sizeof user->name, "Person %d", index);
    memset(world.cookie[index], 'A' + index, 42);
    world.cookie[index][42] = 'A'; /* the last letter of 32 bytes has two bits */
    size_t length = 0;
    require(!sodium_base642bin(token, sizeof token, world.cookie[index], 43, NULL, &length, NULL,
                               sodium_base64_VARIANT_URLSAFE_NO_PADDING));
    crypto_hash_sha256(hash, token, sizeof token);
    write_user_add(&set, user);
    write_session_add(&set, hash, user->id, now_seconds());
    require(store_keep_now(store, &set, false) == VERDICT_KEPT);
    entry_clear(&set);
}

static Table *add_table(const char *seats, int user)
{
    Buffer out = {0};
    json_error_t mistake;
    struct MHD_Connection connection = {0};
    Request request = {.server = world.server, .connection = &connection, .user = world.user[user]};
    json_t *body = json_loads(seats, 0, &mistake);
    require(lobby_create(&request, body, &out) == LATER);
    world_work();
    require(request.status == 200);
    json_decref(body);
    json_t *answer = json_loadb(request.answer.bytes, request.answer.length, 0, &mistake);
    Table *table = table_find(world.server, json_string_value(json_object_get(answer, "id")));
    json_decref(answer);
    buffer_free(&request.answer);
    buffer_free(&out);
    require(table != NULL);
    return table;
}

static void play_on(Table *table)
{
    Random random = {1945};
    for (int i = 0; i < ORDERS_PLAYED; i++) {
        Order order;
        uint64_t listed = 0;
        int side = table_side(table);
        require(random_player.order(table->scenario, game_view(table->game, side), NULL, &random, &order, &listed));
        require(!refused(table_order(table, side, &order)));
    }
    world_work();
    require(!table_is_held(table));
}

static void keep(int index, Table *table)
{
    const char *text = game_journal(table->game, &world.length[index]);
    world.table[index] = table;
    world.row[index] = table->row;
    world.text[index] = malloc(world.length[index]);
    require(world.text[index] != NULL);
    memcpy(world.text[index], text, world.length[index]);
}

typedef struct Finding {
    void (*found)(void *context, const char *path);
    void *context;
} Finding;

static void if_small(void *context, const char *path)
{
    const Finding *finding = context;
    if (!strstr(path, "/scenarios/") || strstr(path, "muskau"))
        finding->found(finding->context, path);
}

/* Only the smallest scenario is known: others take too long to load. */
static bool small_below(const char *path, const char *ending, void (*found)(void *context, const char *path),
                        void *context)
{
    Finding finding = {found, context};
    return files_below(path, ending, if_small, &finding);
}

/* A file whose name is gone at once: it goes with the process. */
static Store *open_store(void)
{
    static const char *const endings[] = {"", "-wal", "-shm"};
    char folder[] = "/dev/shm/sandtable-fuzz-XXXXXX", address[64], path[64], why[300];
    require(mkdtemp(folder) != NULL);
    snprintf(address, sizeof address, "sqlite:%s/games.db", folder);
    Store *store = store_open(address, why);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(path, sizeof path, "%s/games.db%s", folder, endings[i]);
        unlink(path);
    }
    rmdir(folder);
    return store;
}

void world_begin(void)
{
    config = (ServerConfig){.bind = "127.0.0.1",
                            .lines_most = LINES_USUAL,
                            .quiet = true,
                            .ages = AGES_USUAL,
                            .data = data_directory(),
                            .source = data_source(),
                            .files_below = small_below};
    Server *server = world.server = calloc(1, sizeof *server);
    require(server && sodium_init() >= 0);
    log_quiet(true);
    server->config = &config;
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    server->store = open_store();
    server->limits = limits_open(100);
    translations_open(server);
    require(server->store && server->limits && scenarios_open(server) && http_start(server));
    for (int i = 0; i < PEOPLE; i++)
        add_person(i);
    Table *two = add_table("{\"scenario\":\"wb95/muskau\",\"seats\":{\"soviet\":\"me\"},\"public\":false}", 0);
    json_t *side = json_pack("{s:s,s:s}", "side", "german", "invite", two->row.invite);
    Buffer out = {0};
    struct MHD_Connection connection = {0};
    Request joining = {.server = server, .connection = &connection, .user = world.user[1]};
    require(seat_join(&joining, two->row.id, side, &out) == LATER);
    world_work();
    require(joining.status == 200);
    buffer_free(&joining.answer);
    json_decref(side);
    buffer_free(&out);
    play_on(two);
    Table *hot = add_table("{\"scenario\":\"wb95/muskau\",\"seats\":{\"soviet\":\"me\",\"german\":\"me\"}}", 0);
    play_on(hot);
    keep(0, two);
    keep(1, hot);
    store_writer(server->store)->keep = pretend; /* from here on nothing stays */
}

static void table_as_it_was(int index)
{
    Table *table = world.table[index];
    size_t length;
    char why[300];
    const char *text = game_journal(table->game, &length);
    if (length != world.length[index] || memcmp(text, world.text[index], length)) {
        Deliveries deliveries = {0};
        game_free(table->game);
        Game *game = game_retell(table->scenario, &world.row[index], world.text[index], world.length[index], -1,
                                 deliveries_see, &deliveries, why);
        require(game != NULL);
        table_ready(table, game, &deliveries);
    }
    table->row = world.row[index];
    table_show(table);
    buffer_clear(&table->chat);
    buffer_clear(&table->plans);
    table->stored = world.length[index];
    table->asking = -1;
    table->sent_side = NO_SIDE;
    table->stuck = 0;
}

void world_again(void)
{
    Server *server = world.server;
    world_work();
    for (Client *client = server->clients; client; client = client->next) {
        client->dead = true;
        client_touch(client);
    }
    sockets_flush(server);
    world_work();
    tables_tell_presence(server);
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *table = server->table[i], *next; table; table = next) {
            next = table->next;
            if (table != world.table[0] && table != world.table[1])
                table_free(table);
        }
    for (int i = 0; i < TABLES; i++)
        table_as_it_was(i);
    server->stopping = server->disk_trouble = false;
    chance = 0;
}
