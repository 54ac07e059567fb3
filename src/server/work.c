/* work.c — workers' requests: `POST /api/work`, with a key that the operator made.
 *
 * A worker is a stranger with a key. Its messages are checked here, against limits, before they reach the store.
 * Messages that come while the store is answering go to it together (store_work.c), so that many workers cost one
 * flush. */
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/node.h"
#include "server/work.h"

enum {
    TOGETHER_MOST = 64,
    CORES_MOST = 1024,
    UNIT_MILLISECONDS_MOST = 86400000,
    TIDY_SECONDS = 5,
    WAITS_A_LEASE = 9, /* a worker that got no units asks so often again in the time of a lease */
};

/* The queue as this server drives it. */
struct Work {
    WorkCall *first, **last;
    bool busy;
    WorkAsk ask;
    Server *server;
    WorkCall *calls[TOGETHER_MOST];
    WorkItem *items[TOGETHER_MOST];
    int64_t tidied;
    bool active; /* a worker has asked since the last look found nothing */
};

static Work *work_of(Server *server)
{
    Work *work = server->work;
    if (work)
        return work;
    work = server->work = calloc(1, sizeof *work);
    if (work) {
        work->last = &work->first;
        work->server = server;
    }
    return work;
}

static void work_is_done(Ask *ask);

static void send_all(Work *work)
{
    int count = 0;
    if (work->busy || !work->first)
        return;
    while (work->first && count < TOGETHER_MOST) {
        WorkCall *call = work->first;
        work->first = call->next;
        work->calls[count] = call;
        work->items[count++] = &call->item;
    }
    if (!work->first)
        work->last = &work->first;
    work->busy = true;
    int64_t now = now_seconds();
    work->ask = (WorkAsk){.ask = {.kind = ASK_WORK, .done = work_is_done},
                          .items = work->items,
                          .count = count,
                          .tidies = now - work->tidied >= TIDY_SECONDS || now < work->tidied,
                          .now = now};
    if (work->ask.tidies)
        work->tidied = now;
    store_ask(work->server->store, &work->ask.ask);
}

static void work_is_done(Ask *ask)
{
    Work *work = (Work *)(void *)((char *)ask - offsetof(Work, ask.ask));
    work->busy = false;
    for (int i = 0; i < work->ask.count; i++) {
        WorkCall *call = work->calls[i];
        call->failed = ask->failed;
        snprintf(call->trouble, sizeof call->trouble, "%s", ask->trouble);
        call->done(work->server, call);
    }
    send_all(work);
}

void work_send(Server *server, WorkCall *call)
{
    Work *work = work_of(server);
    call->next = NULL;
    if (!work) {
        call->failed = true;
        snprintf(call->trouble, sizeof call->trouble, "there is no memory left");
        call->done(server, call);
        return;
    }
    *work->last = call;
    work->last = &call->next;
    send_all(work);
}

void work_tick(Server *server)
{
    enum { LOOK_SECONDS = 10 };
    Work *work = server->work;
    bool due = steady_seconds() % LOOK_SECONDS == 0;
    if (!node_leads(server) || server->stopping || (!work && !server->node))
        return;
    work = work_of(server);
    if (work && (work->active || (due && server->node)))
        work->active = replays_tick(server);
}

void work_close(Server *server)
{
    free(server->replays);
    free(server->work);
    server->replays = NULL;
    server->work = NULL;
}

/* ---- the worker ---- */

bool work_key_hash(const char *key, uint8_t hash[TOKEN_BYTES])
{
    static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";
    _Static_assert(TOKEN_BYTES == crypto_hash_sha256_BYTES, "a key is known by its hash");
    if (strlen(key) != WORK_KEY - 1 || strspn(key, letters) != WORK_KEY - 1)
        return false;
    crypto_hash_sha256(hash, (const uint8_t *)key, strlen(key));
    return true;
}

static const char *key_of(const Request *request)
{
    static const char scheme[] = "Bearer ";
    const char *said = http_header(request, "Authorization");
    return said && !strncasecmp(said, scheme, strlen(scheme)) ? said + strlen(scheme) : "";
}

/* ---- one request ---- */

typedef struct WorkRequest {
    WorkCall call;
    WorkKeyAsk key;
    JournalAsk journal;
    VisitAsk game;
    Request *request;
    bool wants_journal;
    Buffer results;
} WorkRequest;

static void end_request(WorkRequest *work, unsigned status)
{
    Request *request = work->request;
    buffer_free(&work->results);
    buffer_free(&work->call.item.units);
    buffer_free(&work->key.keys);
    buffer_free(&work->game.note);
    buffer_free(&work->game.blocks);
    free(work);
    http_resume(request, status, "application/json");
}

static void turn_away(WorkRequest *work, unsigned status, const char *words)
{
    end_request(work, error_answer(&work->request->answer, status, words));
}

static void tell_units(Buffer *out, const WorkItem *item)
{
    int64_t unit;
    buffer_format(out, "\"lease\":\"%s\",\"seconds\":%lld,", item->lease, (long long)item->seconds);
    json_campaign_task(out, &item->row);
    buffer_literal(out, ",\"units\":[");
    for (size_t i = 0; buffer_row(&item->units, i, &unit, sizeof unit); i++)
        buffer_format(out, "%s%lld", i ? "," : "", (long long)unit);
    buffer_literal(out, "]");
}

/* ---- the journal of a game that is analysed ---- */

static void journal_is_read(Ask *ask)
{
    WorkRequest *work = (WorkRequest *)(void *)((char *)ask - offsetof(WorkRequest, journal.ask));
    Buffer *out = &work->request->answer;
    if (ask->failed || work->journal.text.failed) {
        buffer_free(&work->journal.text);
        turn_away(work, 500, "server.journal-cannot-read");
        return;
    }
    buffer_clear(out);
    buffer_literal(out, "{\"journal\":");
    buffer_quote_bytes(out, work->journal.text.bytes ? work->journal.text.bytes : "", work->journal.text.length);
    buffer_char(out, '}');
    buffer_free(&work->journal.text);
    end_request(work, 200);
}

/* A game that goes on hides something from every side: it may not be analysed. */
static void game_is_known(Ask *ask)
{
    WorkRequest *work = (WorkRequest *)(void *)((char *)ask - offsetof(WorkRequest, game.ask));
    const GameRow *row = &work->game.row;
    if (ask->failed || !work->game.found || !row->over || row->branch_length) {
        turn_away(work, 403, SAID("server.journal-shown-when-game-over"));
        return;
    }
    work->journal = (JournalAsk){.ask = {.kind = ASK_JOURNAL, .done = journal_is_read}, .number = row->number};
    store_ask(work->request->server->store, &work->journal.ask);
}

static void read_journal(WorkRequest *work)
{
    work->game = (VisitAsk){.ask = {.kind = ASK_VISIT, .done = game_is_known}};
    snprintf(work->game.game, sizeof work->game.game, "%s", work->call.item.row.game);
    store_ask(work->request->server->store, &work->game.ask);
}

/* ---- the answer ---- */

static void work_answered(Server *server, WorkCall *call)
{
    WorkRequest *work = (WorkRequest *)call;
    const WorkItem *item = &call->item;
    Buffer *out = &work->request->answer;
    if (call->failed) {
        log_line(LEVEL_ERROR, "work", "note=\"%s\"", call->trouble);
        turn_away(work, 503, SAID("server.work-store-trouble"));
        return;
    }
    if (item->refused) {
        turn_away(work, 403, SAID("server.work-key-ended"));
        return;
    }
    if (item->stale && (item->kind == WORK_RENEW || !item->wants)) {
        turn_away(work, 410, SAID("server.work-lease-gone"));
        return;
    }
    if (work->wants_journal) {
        if (item->row.kind == CAMPAIGN_ANALYSE)
            read_journal(work);
        else
            turn_away(work, 404, "server.nothing");
        return;
    }
    server->work->active = true;
    server->metrics.work_units += (uint64_t)item->kept;
    buffer_clear(out);
    buffer_format(out, "{\"kept\":%lld,", (long long)item->kept);
    if (item->given)
        tell_units(out, item);
    else if (item->kind == WORK_RENEW)
        buffer_format(out, "\"seconds\":%lld", (long long)item->seconds);
    else
        buffer_format(out, "\"wait\":%lld,\"foreign\":%s", (long long)item->seconds / WAITS_A_LEASE + 1,
                      item->foreign ? "true" : "false");
    buffer_char(out, '}');
    end_request(work, 200);
}

static void key_is_known(Ask *ask)
{
    WorkRequest *work = (WorkRequest *)(void *)((char *)ask - offsetof(WorkRequest, key.ask));
    const WorkKeyRow *key = &work->key.key;
    if (ask->failed)
        turn_away(work, 503, SAID("server.work-store-trouble"));
    else if (!key->number)
        turn_away(work, 401, SAID("server.work-key-unknown"));
    else if (key->ended)
        turn_away(work, 403, SAID("server.work-key-ended"));
    else {
        work->call.item.key = key->number;
        work_send(work->request->server, &work->call);
    }
}

/* ---- the message ---- */

/* A word of printable letters; false if it is longer than that, or none. */
static bool read_word(const json_t *body, const char *name, char *out, size_t room)
{
    const char *text = json_string_value(json_object_get(body, name));
    if (!text || strlen(text) >= room)
        return false;
    for (const char *at = text; *at; at++)
        if (*at < ' ' || *at > '~')
            return false;
    snprintf(out, room, "%s", text);
    return true;
}

static bool read_count(const json_t *body, const char *name, int64_t least, int64_t most, int64_t *out)
{
    const json_t *value = json_object_get(body, name);
    *out = json_integer_value(value);
    return json_is_integer(value) && *out >= least && *out <= most;
}

static bool read_results(const json_t *list, Buffer *out)
{
    size_t count = json_array_size(list);
    if (!json_is_array(list) || count > UNITS_A_LEASE)
        return false;
    for (size_t i = 0; i < count; i++) {
        const json_t *one = json_array_get(list, i);
        const json_t *result = json_object_get(one, "result");
        int64_t spent;
        ResultHead head = {.length = (int64_t)json_string_length(result)};
        if (!json_is_string(result) || head.length >= ANALYSIS_MOST ||
            strlen(json_string_value(result)) != (size_t)head.length ||
            !read_count(one, "unit", 0, UNITS_MOST - 1, &head.unit) ||
            !read_count(one, "ms", 0, UNIT_MILLISECONDS_MOST, &spent))
            return false;
        buffer_add(out, &head, sizeof head);
        buffer_add(out, json_string_value(result), (size_t)head.length + 1);
        buffer_add(out, &spent, sizeof spent);
    }
    return !out->failed;
}

/* False: it makes no sense. */
static bool read_request(const json_t *body, WorkRequest *work)
{
    static const struct {
        const char *word;
        WorkKind kind;
    } verbs[] = {{"acquire", WORK_ACQUIRE},
                 {"submit", WORK_SUBMIT},
                 {"abort", WORK_ABORT},
                 {"renew", WORK_RENEW},
                 {"journal", WORK_RENEW}};
    WorkItem *item = &work->call.item;
    const char *word = json_string_value(json_object_get(body, "do"));
    size_t i = 0;
    while (word && i < sizeof verbs / sizeof *verbs && strcmp(word, verbs[i].word))
        i++;
    if (!word || i == sizeof verbs / sizeof *verbs)
        return false;
    item->kind = verbs[i].kind;
    work->wants_journal = !strcmp(word, "journal");
    item->wants = json_is_true(json_object_get(body, "more"));
    item->results = &work->results;
    if (item->kind != WORK_ACQUIRE && !read_word(body, "lease", item->lease, sizeof item->lease))
        return false;
    if (item->kind == WORK_SUBMIT && !read_results(json_object_get(body, "results"), &work->results))
        return false;
    if (item->kind != WORK_ACQUIRE && !item->wants)
        return true;
    item->wants |= item->kind == WORK_ACQUIRE;
    if (json_object_get(body, "most") && !read_count(body, "most", 1, UNITS_A_LEASE, &item->most))
        return false;
    return read_word(body, "machine", item->machine, sizeof item->machine) &&
           read_word(body, "program", item->program, sizeof item->program) &&
           read_count(body, "cores", 1, CORES_MOST, &item->cores);
}

unsigned work_answer(Request *request, const json_t *body, Buffer *out)
{
    WorkRequest *work = calloc(1, sizeof *work);
    if (!work)
        return error_answer(out, 500, "server.no-memory-left");
    work->request = request;
    work->call = (WorkCall){.done = work_answered,
                            .item = {.now = now_seconds(), .seconds = request->server->config->work_lease}};
    work->key.ask = (Ask){.kind = ASK_WORK_KEY, .done = key_is_known};
    bool keyed = work_key_hash(key_of(request), work->key.hash);
    if (!keyed || !read_request(body, work)) {
        buffer_free(&work->results);
        free(work);
        return keyed ? error_answer(out, 400, SAID("server.work-malformed"))
                     : error_answer(out, 401, SAID("server.work-key-unknown"));
    }
    http_suspend(request);
    store_ask(request->server->store, &work->key.ask);
    return LATER;
}
