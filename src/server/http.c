/* http.c — requests: the user, his permission, and the part of the server that answers.
 *
 * libmicrohttpd parses; we are stricter than it is about ambiguous requests (two lengths, a length beside chunks, more
 * or less than one Host). A request that changes something needs the header X-Sandtable, which a form of another site
 * cannot send, and an Origin that is ours if there is one. No path reaches a file: the client is compiled in, scenarios
 * are looked up among those read at the start. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "server/moderation.h"
#include "server/node.h"

#define COOKIE "sandtable"
#define COOKIE_SECONDS 31536000
#define CONNECTION_MEMORY 16384
#define CONNECTIONS 6000
#define CONNECTIONS_AN_ADDRESS 200

static const char policy[] = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
                             "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; object-src 'none'; "
                             "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/* ---- answers ---- */

static void add_headers(const Request *request, struct MHD_Response *response, const char *type)
{
    MHD_add_response_header(response, "Content-Type", type);
    MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(response, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(response, "Content-Security-Policy", policy);
    MHD_add_response_header(response, "Cross-Origin-Opener-Policy", "same-origin");
    char cookie[200];
    const char *origin = request->server->config->origin;
    const char *secure = origin && !strncmp(origin, "https:", 6) ? "; Secure" : "";
    if (request->new_cookie[0]) {
        int64_t age = request->server->config->ages.sessions;
        snprintf(cookie, sizeof cookie, COOKIE "=%s; Path=/; HttpOnly; SameSite=Lax; Max-Age=%lld%s",
                 request->new_cookie, (long long)(age ? age : COOKIE_SECONDS), secure);
        MHD_add_response_header(response, "Set-Cookie", cookie);
    } else if (request->drop_cookie) {
        snprintf(cookie, sizeof cookie, COOKIE "=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0%s", secure);
        MHD_add_response_header(response, "Set-Cookie", cookie);
    }
}

/* What is sent besides the body. */
typedef struct Sending {
    const char *type, *tag; /* tag: NULL, the client may not keep it */
    enum MHD_ResponseMemoryMode memory;
    bool immutable, gzip, varies; /* never changes; is compressed; is not, for a client that reads nothing compressed */
} Sending;

static enum MHD_Result send_bytes(Request *request, unsigned status, const Sending *how, const void *bytes,
                                  size_t length)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(length, (void *)(uintptr_t)bytes, how->memory);
    if (!response)
        return MHD_NO;
    add_headers(request, response, how->type);
    if (how->tag)
        MHD_add_response_header(response, "ETag", how->tag);
    if (how->varies)
        MHD_add_response_header(response, "Vary", "Accept-Encoding");
    if (how->gzip)
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    MHD_add_response_header(response, "Cache-Control",
                            how->immutable ? "public, max-age=31536000, immutable"
                            : how->tag     ? "no-cache"
                                           : "no-store");
    if (status >= 400 && request->refused)
        MHD_add_response_header(response, "Connection", "close");
    enum MHD_Result result = MHD_queue_response(request->connection, status, response);
    MHD_destroy_response(response);
    return result;
}

static enum MHD_Result send_buffer(Request *request, unsigned status, const char *type, const Buffer *out)
{
    Sending how = {.type = type, .memory = MHD_RESPMEM_MUST_COPY};
    if (out->failed) { /* half an answer is worse than none */
        char text[200];
        const Translation *translation = translation_of(request->server, request->language, NULL);
        int length = snprintf(text, sizeof text, "{\"error\":\"%.150s\"}",
                              translation_words(translation, "server.no-memory-left"));
        how.type = "application/json";
        return send_bytes(request, 500, &how, text, (size_t)length);
    }
    return send_bytes(request, status, &how, out->bytes ? out->bytes : "", out->length);
}

unsigned error_answer(Buffer *out, unsigned status, const char *words)
{
    buffer_clear(out);
    buffer_literal(out, "{\"error\":");
    buffer_quote(out, translation_words(out->translation, words));
    buffer_char(out, '}');
    return status;
}

static enum MHD_Result send_error(Request *request, unsigned status, const char *words)
{
    Buffer *out = &request->server->scratch;
    out->translation = translation_of(request->server, request->language, NULL);
    error_answer(out, status, words);
    return send_buffer(request, status, "application/json", out);
}

enum MHD_Result http_error(Request *request, unsigned status, const char *words)
{
    return send_error(request, status, words);
}

/* nginx repeats the request at the node with that address. A client that came without nginx gets the 421. */
enum MHD_Result http_elsewhere(Request *request, const char *address, bool socket)
{
    struct MHD_Response *response = MHD_create_response_from_buffer(0, (void *)(uintptr_t) "", MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, "X-Accel-Redirect", socket ? "@socket" : "@node");
    MHD_add_response_header(response, "X-Sandtable-Node", address);
    enum MHD_Result result = MHD_queue_response(request->connection, 421, response);
    MHD_destroy_response(response);
    return result;
}

enum MHD_Result http_moved(Request *request, int port)
{
    Buffer *out = &request->server->scratch;
    out->translation = translation_of(request->server, request->language, NULL);
    error_answer(out, 421, "server.game-at-another-port");
    out->length--;
    buffer_format(out, ",\"port\":%d}", port);
    return send_buffer(request, 421, "application/json", out);
}

void http_suspend(Request *request)
{
    if (request->suspended)
        return;
    request->suspended = true;
    MHD_suspend_connection(request->connection);
}

static void wake(Request *request)
{
    request->suspended = false;
    MHD_resume_connection(request->connection);
    request->server->http_again = true;
}

void http_resume(Request *request, unsigned status, const char *type)
{
    request->status = status;
    request->type = type;
    wake(request);
}

/* ---- requests that wait for the store ---- */

static void settled(WriteSet *entry)
{
    Settling *settling = (Settling *)entry;
    Request *request = settling->request;
    unsigned status = 0;
    bool again = entry->verdict == VERDICT_LOST && settling->again;
    buffer_clear(&request->answer);
    if (entry->verdict == VERDICT_KEPT) {
        status = settling->kept(settling);
    } else if (!again) {
        request->new_cookie[0] = '\0';
        bool lost = entry->verdict == VERDICT_LOST && settling->lost;
        if (!lost)
            log_line(LEVEL_ERROR, "store", "note=\"%s\"", entry->trouble);
        status = lost ? error_answer(&request->answer, settling->lost, settling->words)
                      : error_answer(&request->answer, 507, entry->trouble);
    }
    bool text = settling->text && status == 200;
    if (settling->ended)
        settling->ended(settling);
    if (again)
        http_ask_again(request);
    else
        http_resume(request, status, text ? "text/plain; charset=utf-8" : "application/json");
    entry_clear(entry);
    free(settling);
}

unsigned settled_ok(Settling *settling)
{
    buffer_literal(&settling->request->answer, "{\"ok\":true}");
    return 200;
}

unsigned http_settle(Settling *settling, Request *request, unsigned (*kept)(Settling *settling))
{
    settling->entry.done = settled;
    settling->request = request;
    settling->kept = kept;
    http_suspend(request);
    store_add(request->server->store, &settling->entry);
    return LATER;
}

static void forget_entry(WriteSet *entry)
{
    if (entry->verdict != VERDICT_KEPT)
        log_line(LEVEL_ERROR, "store", "note=\"%s\"", entry->trouble);
    entry_clear(entry);
    free(entry);
}

WriteSet *entry_alone(void)
{
    WriteSet *entry = calloc(1, sizeof *entry);
    if (entry)
        entry->done = forget_entry;
    return entry;
}

/* ---- the user ---- */

/* The game that a path names; false if it names none. */
static bool game_of_path(const char *url, char id[GAME_ID])
{
    static const char before[] = "/api/games/";
    size_t length = strncmp(url, before, strlen(before)) ? 0 : strcspn(url + strlen(before), "/");
    if (!length || length >= GAME_ID)
        return false;
    memcpy(id, url + strlen(before), length);
    id[length] = '\0';
    return true;
}

static void forget_coming(Request *request)
{
    if (request->coming) {
        buffer_free(&request->coming->visit.note);
        buffer_free(&request->coming->visit.blocks);
        buffer_free(&request->coming->visit.blockers);
    }
    free(request->coming);
    request->coming = NULL;
}

void http_ask_again(Request *request)
{
    forget_coming(request);
    wake(request);
}

static void has_come(Ask *ask) { wake(((Coming *)ask)->request); }

/* Asks the store about the request. False if that cannot be done. */
static bool ask_who_comes(Request *request, const char *url, bool post)
{
    Server *server = request->server;
    Coming *coming = calloc(1, sizeof *coming);
    int64_t age = server->config->ages.sessions;
    request->coming = coming;
    if (!coming)
        return false;
    VisitAsk *visit = &coming->visit;
    coming->request = request;
    coming->ended = server->sessions_ended;
    visit->ask = (Ask){.kind = ASK_VISIT, .done = has_come};
    visit->has_token = people_token(request->cookie, visit->token);
    visit->counts = post;
    visit->wants_blocks = post && !strcmp(url, "/api/queue");
    visit->stale_before = age ? now_seconds() - age : 0;
    if (!game_of_path(url, visit->game) && !visit->has_token)
        return false;
    http_suspend(request);
    store_ask(server->store, &visit->ask);
    return true;
}

/* ---- whether it is a request at all ---- */

typedef struct Headers {
    int hosts, lengths, encodings, origins;
    bool odd;
} Headers;

/* A name with anything else in it is read in one way by us and in another by the proxy in front: `Content-Length : 5`
 * would be no length here and one there, and a body there would be a second request here. */
static bool is_token(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-.^_`|~";
    size_t length = strlen(name);
    return length && strspn(name, letters) == length;
}

static enum MHD_Result count_header(void *context, enum MHD_ValueKind kind, const char *key, const char *value)
{
    Headers *headers = context;
    (void)kind;
    headers->odd |= !is_token(key);
    if (!strcasecmp(key, "Host"))
        headers->hosts++;
    else if (!strcasecmp(key, "Content-Length"))
        headers->lengths++, headers->odd |= !value || strspn(value, "0123456789") != strlen(value);
    else if (!strcasecmp(key, "Transfer-Encoding"))
        headers->encodings++, headers->odd |= !value || strcasecmp(value, "chunked");
    else if (!strcasecmp(key, "Origin"))
        headers->origins++;
    return MHD_YES;
}

const char *http_header(const Request *request, const char *name)
{
    return MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, name);
}

/* `?lang=pl`, else the browser's Accept-Language. */
static int language_of(const Request *request)
{
    const char *name = MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, "lang");
    int language = name ? language_named(request->server, name, strlen(name)) : -1;
    return language >= 0 ? language : language_accepted(request->server, http_header(request, "Accept-Language"));
}

/* localhost, an address of 127/8 or [::1], each perhaps with a port; not a name that only begins like one. */
static bool names_this_machine(const char *host)
{
    char name[64];
    struct in_addr four;
    size_t length = host[0] == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":");
    if (length >= sizeof name || length > strlen(host))
        return false;
    const char *port = host + length;
    if (*port && (*port != ':' || strspn(port + 1, "0123456789") != strlen(port + 1)))
        return false;
    memcpy(name, host, length);
    name[length] = '\0';
    return !strcasecmp(name, "localhost") || !strcmp(name, "[::1]") ||
           (inet_pton(AF_INET, name, &four) == 1 && ntohl(four.s_addr) >> 24 == 127);
}

/* When only this machine can reach us, only this machine's names are ours: another name that leads here is a trick
 * of some page elsewhere. */
static bool host_is_ours(const Server *server, const char *host)
{
    const ServerConfig *config = server->config;
    bool loopback = !strncmp(config->bind, "127.", 4) || !strcmp(config->bind, "::1");
    if (config->origin) {
        const char *own = strstr(config->origin, "://");
        if (own && !strcasecmp(own + 3, host))
            return true;
    } else if (!loopback) {
        return true;
    }
    return names_this_machine(host);
}

static bool origin_is_ours(const Request *request)
{
    const char *origin = http_header(request, "Origin"), *host = http_header(request, "Host");
    char own[300];
    if (!origin)
        return true;
    if (request->server->config->origin && !strcasecmp(origin, request->server->config->origin))
        return true;
    snprintf(own, sizeof own, "http://%s", host ? host : "");
    return (!request->server->config->origin || host_is_ours(request->server, host)) && !strcasecmp(origin, own);
}

/* Takes one of the few places for long bodies until the request is answered; an address has one at most. */
static bool take_upload(Request *request)
{
    uint64_t *place = request->server->uploading, *free_one = NULL;
    uint64_t address = request->address ? request->address : ADDRESS_UNKNOWN;
    for (int i = 0; i < UPLOADS; i++) {
        if (place[i] == address)
            return false;
        if (!place[i])
            free_one = &place[i];
    }
    if (free_one)
        *free_one = address;
    return request->uploads = free_one;
}

static void end_upload(Request *request)
{
    uint64_t address = request->address ? request->address : ADDRESS_UNKNOWN;
    for (int i = 0; request->uploads && i < UPLOADS; i++)
        if (request->server->uploading[i] == address)
            request->server->uploading[i] = 0;
    request->uploads = false;
}

/* Whether a body of that length may come: only a game that is handed over is long. 0, or the status. */
static unsigned look_at_length(Request *request, const char *url, const char *length, char why[120])
{
    long bytes = !length ? 0 : strlen(length) > 9 ? LONG_MAX : atol(length);
    bool long_one = !strcmp(url, "/api/handover");
    if (bytes <= BODY_MAX)
        return 0;
    if (!long_one || bytes > HANDOVER_MAX) {
        snprintf(why, 120, "a body has at most %d bytes", long_one ? HANDOVER_MAX : BODY_MAX);
        return 413;
    }
    if (take_upload(request))
        return 0;
    snprintf(why, 120, "server.too-much-asked-wait");
    return 503;
}

/* Refuses with a status a request that could be read in two ways; 0 if it is clean. */
static unsigned look_at_headers(Request *request, const char *method, const char *version, char why[120])
{
    Headers headers = {0};
    MHD_get_connection_values(request->connection, MHD_HEADER_KIND, count_header, &headers);
    const char *host = http_header(request, "Host");
    snprintf(why, 120, SAID("server.request-malformed"));
    if (headers.hosts != 1 || headers.lengths > 1 || headers.encodings > 1 || (headers.lengths && headers.encodings) ||
        headers.origins > 1 || headers.odd || strcmp(version, "HTTP/1.1"))
        return 400;
    if (!host_is_ours(request->server, host)) {
        snprintf(why, 120, SAID("server.server-another-name"));
        return 421;
    }
    if (strcmp(method, "GET") && strcmp(method, "POST") && strcmp(method, "HEAD")) {
        snprintf(why, 120, SAID("server.only-get-head-post-answered"));
        return 405;
    }
    return 0;
}

static enum MHD_Result take_forwarded(void *context, enum MHD_ValueKind kind, const char *name, const char *value)
{
    (void)kind;
    if (value && !strcasecmp(name, "X-Forwarded-For"))
        *(const char **)context = value;
    return MHD_YES;
}

/* The last of a list, which the proxy itself has added. */
static uint64_t last_address(const char *list)
{
    size_t end = strlen(list), begin;
    while (end && strchr(" \t,", list[end - 1]))
        end--;
    for (begin = end; begin && !strchr(" \t,", list[begin - 1]);)
        begin--;
    return address_of_text(list + begin, end - begin);
}

static uint64_t address_of(const Request *request)
{
    const char *forwarded = NULL;
    if (request->server->config->proxy)
        MHD_get_connection_values(request->connection, MHD_HEADER_KIND, take_forwarded, &forwarded);
    if (forwarded)
        return last_address(forwarded);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(request->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (!info || !info->client_addr)
        return ADDRESS_UNKNOWN;
    if (info->client_addr->sa_family == AF_INET6) {
        const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)(const void *)info->client_addr;
        return address_of_six(&six->sin6_addr);
    }
    const struct sockaddr_in *four = (const struct sockaddr_in *)(const void *)info->client_addr;
    return ntohl(four->sin_addr.s_addr);
}

/* ---- the client ---- */

static bool wants_gzip(const Request *request)
{
    const char *accepted = http_header(request, "Accept-Encoding");
    return accepted && strstr(accepted, "gzip");
}

/* Answers a client that has it already with 304. */
static bool has_it(const Request *request, const char *tag)
{
    const char *known = http_header(request, "If-None-Match");
    return known && strstr(known, tag);
}

static enum MHD_Result send_asset(Request *request, const Asset *asset)
{
    bool gzip = asset->gzip && wants_gzip(request);
    const unsigned char *bytes = gzip ? asset->gzip : asset->bytes, *end = gzip ? asset->gzip_end : asset->bytes_end;
    Sending how = {.type = asset->type,
                   .tag = asset->tag,
                   .memory = MHD_RESPMEM_PERSISTENT,
                   .immutable = !strncmp(asset->path, "/assets/", 8),
                   .varies = true};
    if (has_it(request, asset->tag))
        return send_bytes(request, 304, &how, "", 0);
    how.gzip = gzip;
    return send_bytes(request, 200, &how, bytes, (size_t)(end - bytes));
}

static enum MHD_Result send_kept(Request *request, const KeptText *kept)
{
    Sending how = {.type = "application/json", .tag = kept->tag, .memory = MHD_RESPMEM_PERSISTENT, .varies = true};
    if (has_it(request, kept->tag))
        return send_bytes(request, 304, &how, "", 0);
    how.gzip = wants_gzip(request);
    if (how.gzip)
        return send_bytes(request, 200, &how, kept->packed, kept->packed_length);
    Buffer *out = &request->server->scratch;
    buffer_clear(out);
    how.memory = MHD_RESPMEM_MUST_COPY;
    return kept_unpack(kept, out) ? send_bytes(request, 200, &how, out->bytes, out->length) : MHD_NO;
}

static const Asset *asset_named(const char *path)
{
    for (int i = 0; i < asset_count; i++)
        if (!strcmp(assets[i].path, path))
            return &assets[i];
    return NULL;
}

/* Pages that the client draws itself are all the one page: /, /g/ID, /new/SCENARIO, and those that it may add. */
static bool is_page(const char *url)
{
    static const char *const whole[] = {"/", "/learn", "/player", "/moderation", "/campaigns"};
    static const char *const books[] = {"/rules/", "/board/", "/learn/", "/study/", "/report/", "/campaigns/"};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (!strcmp(url, whole[i]))
            return true;
    static const char small[] = "abcdefghijklmnopqrstuvwxyz0123456789-/", rule[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ._";
    size_t begins = !strncmp(url, "/new/", 5) ? 5 : !strncmp(url, "/g/", 3) ? 3 : 0;
    bool book = false;
    for (size_t i = 0; i < sizeof books / sizeof *books && !begins; i++)
        if (!strncmp(url, books[i], strlen(books[i]))) {
            begins = strlen(books[i]);
            book = true;
        }
    if (!begins)
        return false;
    url += begins;
    for (const char *at = url; *at; at++)
        if (!strchr(small, *at) && !(book && strchr(rule, *at)))
            return false;
    return *url;
}

/* ---- WebSockets ---- */

static bool asks_for_socket(const Request *request)
{
    const char *upgrade = http_header(request, "Upgrade");
    return upgrade && !strcasecmp(upgrade, "websocket");
}

static enum MHD_Result open_socket(Request *request, const char *url)
{
    static const char after[] = "/socket";
    Server *server = request->server;
    const VisitAsk *visit = &request->coming->visit;
    const char *key = http_header(request, "Sec-WebSocket-Key"),
               *version = http_header(request, "Sec-WebSocket-Version");
    const char *connection = http_header(request, "Connection");
    const char *invite = MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, "invite");
    size_t length = strlen(url);
    const char *slash = visit->game[0] ? strchr(url + strlen("/api/games/"), '/') : NULL;
    if (!slash || strcmp(slash, after) || length <= strlen(after))
        return send_error(request, 404, "server.nothing");
    if (!http_header(request, "Origin") || !origin_is_ours(request))
        return send_error(request, 403, "server.socket-opened-our-own-pages");
    if (!key || strlen(key) != 24 || !version || strcmp(version, "13") || !connection ||
        !strcasestr(connection, "upgrade"))
        return send_error(request, 400, "server.handshake-malformed");
    if (!request->user.id)
        return send_error(request, 401, "server.ask-session-first");
    Table *table = table_find(server, visit->game);
    if (!table && visit->found)
        table = table_lay(server, &visit->row);
    if (!table || !table_may_watch(table, request->user.id, invite))
        return send_error(request, 404, "server.no-such-game");
    table->idle_since = steady_seconds();
    table_load(table);
    const char *refusal = socket_refused(server, request, table);
    if (refusal)
        return send_error(request, 503, refusal);
    request->upgraded = true;
    enum MHD_Result result = socket_upgrade(request, table);
    forget_coming(request); /* the request stays as long as the socket does */
    return result;
}

/* ---- the request from its first line to its answer ---- */

static enum MHD_Result refuse_request(Request *request, unsigned status, const char *words)
{
    request->refused = true;
    return send_error(request, status, words);
}

static bool may_change(Request *request)
{
    const char *mark = http_header(request, "X-Sandtable");
    return mark && !strcmp(mark, "1") && origin_is_ours(request);
}

/* The store does not answer. A visitor who is in recall.c can still read the games on the tables here, and their list.
 */
static bool may_read_on(Request *request, bool post, bool socket)
{
    const Server *server = request->server;
    const VisitAsk *visit = &request->coming->visit;
    return server->node && !post && !socket && !node_is_past(server) &&
           (!visit->game[0] || table_find(server, visit->game)) && recall_user(server, visit, &request->user);
}

static enum MHD_Result answer(Request *request, const char *url, const char *method)
{
    Server *server = request->server;
    bool post = !strcmp(method, "POST");
    const char *get = post ? "POST" : "GET";
    const KeptText *kept;
    bool rulebook = strncmp(url, "/api/map/", 9);
    if (!post && scenarios_kept(server, url, request->language, &kept))
        return kept && kept->packed
                   ? send_kept(request, kept)
                   : send_error(request, 404, rulebook ? "server.no-such-rulebook" : "server.no-such-scenario");
    const Asset *asset = post ? NULL : asset_named(is_page(url) ? "/index.html" : url);
    if (asset)
        return send_asset(request, asset);
    if (server->stopping) /* no job would answer it any more */
        return send_error(request, 503, "server.server-stops");
    bool socket = asks_for_socket(request) && !post;
    const Route *route = socket ? NULL : route_of(get, url);
    if (!route && !socket)
        return send_error(request, 404, "server.nothing");
    bool keyed = route && route->needs == NEEDS_KEY;
    if ((socket || route->needs > NEEDS_KEY) && !request->coming && ask_who_comes(request, url, post))
        return MHD_YES;
    bool failed = request->coming && request->coming->visit.ask.failed;
    if (failed && !may_read_on(request, post, socket))
        return send_error(request, 503, request->coming->visit.ask.trouble);
    if (request->coming && !failed) {
        recall_note(server, &request->coming->visit);
        people_came(request);
    }
    if (request->user.id && is_banned(server, BAN_ACCOUNT, (uint64_t)request->user.id) && strcmp(url, "/api/session") &&
        strcmp(url, "/api/logout"))
        return send_error(request, 403, SAID("server.banned"));
    enum MHD_Result elsewhere;
    if (socket)
        return !request->coming                                         ? MHD_NO
               : node_intervenes(request, url, false, true, &elsewhere) ? elsewhere
                                                                        : open_socket(request, url);
    if (post && !keyed && !may_change(request))
        return send_error(request, 403, "server.came-another-sites-page");
    if (route->needs == NEEDS_USER && !request->user.id)
        return send_error(request, 401, "server.ask-session-first");
    if (route->needs == NEEDS_USER && cost_is_spent(server, request->user.id, request->address))
        return send_error(request, 429, "server.too-much-asked-wait");
    if (node_intervenes(request, url, post, false, &elsewhere))
        return elsewhere;
    Buffer out = {.translation = translation_of(server, request->language, NULL)};
    request->answer.translation = out.translation;
    json_error_t mistake;
    Call call = {.server = server,
                 .request = request,
                 .rest = url + strlen(route->path),
                 .out = &out,
                 .type = "application/json"};
    if (post && request->body.length && !keyed)
        call.body = json_loadb(request->body.bytes, request->body.length, JSON_REJECT_DUPLICATES, &mistake);
    else if (post)
        call.body = json_object();
    int64_t before = thread_microseconds();
    unsigned status = post && !json_is_object(call.body) ? error_answer(&out, 400, "server.body-must-json-object")
                                                         : route->answer(&call);
    cost_debit(server, request->user.id, request->address, thread_microseconds() - before);
    json_decref(call.body);
    enum MHD_Result result = MHD_YES;
    if (status != LATER)
        result = send_buffer(request, status, call.type, &out);
    buffer_free(&out);
    return result;
}

/* The path as it was written. No path of ours has an escape in it, so one that has is a trick or a mistake. */
static void *see_path(void *context, const char *path, struct MHD_Connection *connection)
{
    Request *request = calloc(1, sizeof *request);
    if (!request)
        return NULL;
    size_t length = strcspn(path, "?");
    request->server = context;
    request->connection = connection;
    request->odd_path = memchr(path, '%', length) || memmem(path, length, "..", 2) || memmem(path, length, "//", 2);
    return request;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                              const char *version, const char *upload, size_t *upload_size, void **state)
{
    Server *server = context;
    Request *request = *state;
    if (!request)
        return MHD_NO;
    if (!request->begun) {
        request->begun = true;
        server->metrics.requests++;
        char why[120];
        request->language = language_of(request);
        unsigned status = look_at_headers(request, method, version, why);
        if (!status && request->odd_path) {
            status = 404;
            snprintf(why, sizeof why, SAID("server.nothing"));
        }
        request->address = address_of(request);
        if (!status && server->bans.length && strcmp(url, "/healthz") &&
            is_banned(server, BAN_ADDRESS, request->address)) {
            status = 403;
            snprintf(why, sizeof why, "server.banned");
        }
        if (!status && !limit_take(server, LIMIT_REQUEST, request->address)) {
            status = 429;
            snprintf(why, sizeof why, SAID("server.too-many-requests-slow-down"));
        }
        if (!status)
            status = look_at_length(request, url, http_header(request, "Content-Length"), why);
        if (status)
            return refuse_request(request, status, why);
        const char *cookie = MHD_lookup_connection_value(connection, MHD_COOKIE_KIND, COOKIE);
        snprintf(request->cookie, sizeof request->cookie, "%s", cookie ? cookie : "");
        return MHD_YES;
    }
    if (*upload_size) {
        if (request->body.length + *upload_size > (request->uploads ? HANDOVER_MAX : BODY_MAX))
            request->status = 413;
        else
            buffer_add(&request->body, upload, *upload_size);
        *upload_size = 0;
        return MHD_YES;
    }
    visit_waits(connection, false);
    if (request->status && request->type) /* a job has the answer */
        return send_buffer(request, request->status, request->type, &request->answer);
    if (request->status == 413)
        return send_error(request, 413, "server.body-too-large");
    return answer(request, url, method);
}

static void completed(void *context, struct MHD_Connection *connection, void **state,
                      enum MHD_RequestTerminationCode code)
{
    Request *request = *state;
    (void)context;
    (void)code;
    if (!request)
        return;
    visit_waits(connection, !request->upgraded);
    end_upload(request);
    buffer_free(&request->body);
    buffer_free(&request->answer);
    forget_coming(request);
    socket_forget_arrival(request);
    free(request);
    *state = NULL;
}

static void mhd_log(void *context, const char *format, va_list list)
{
    char text[300];
    (void)context;
    vsnprintf(text, sizeof text, format, list);
    log_line(LEVEL_INFO, "http", "note=\"%.*s\"", (int)strcspn(text, "\n"), text);
}

static int listening_socket(const ServerConfig *config, int port, char why[200])
{
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    bool is_six = strchr(config->bind, ':');
    int yes = 1;
    if (inet_pton(is_six ? AF_INET6 : AF_INET, config->bind,
                  is_six ? (void *)&six.sin6_addr : (void *)&four.sin_addr) != 1) {
        snprintf(why, 200, "\"%.60s\" is no address", config->bind);
        return -1;
    }
    int listener = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (listener < 0)
        return -1;
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const struct sockaddr *address = is_six ? (const struct sockaddr *)&six : (const struct sockaddr *)&four;
    if (bind(listener, address, is_six ? sizeof six : sizeof four) || listen(listener, 1024)) {
        snprintf(why, 200, "%.60s port %d: %m", config->bind, port);
        close(listener);
        return -1;
    }
    return listener;
}

bool http_start(Server *server)
{
    char why[200] = "no socket";
    reserve_open();
    int listener = listening_socket(server->config, server->port, why);
    if (listener < 0) {
        fprintf(stderr, "sandtable serve: %s\n", why);
        return false;
    }
    struct sockaddr_storage taken;
    socklen_t size = sizeof taken;
    if (!getsockname(listener, (struct sockaddr *)&taken, &size))
        server->port = ntohs(((struct sockaddr_in *)(void *)&taken)->sin_port); /* both families keep it there */
    server->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_UPGRADE | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, handle, server,
        MHD_OPTION_EXTERNAL_LOGGER, mhd_log, NULL, MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_URI_LOG_CALLBACK,
        see_path, server, MHD_OPTION_NOTIFY_COMPLETED, completed, NULL, MHD_OPTION_NOTIFY_CONNECTION, visit_notice,
        server, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)REQUEST_SECONDS, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        server->config->limits && !server->config->proxy ? (unsigned)CONNECTIONS_AN_ADDRESS : 0u,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        (size_t)CONNECTION_MEMORY, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (!server->daemon) {
        close(listener);
        return false;
    }
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    server->daemon_epoll = info ? info->epoll_fd : -1;
    return server->daemon_epoll >= 0;
}
