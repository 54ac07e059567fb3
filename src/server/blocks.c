/* blocks.c — users whom a user has blocked: their chat is not sent to him, and they cannot take a seat in his games.
 * A blocked user learns of it only when he tries. */
#include <stdlib.h>

#include "server/node.h"

bool client_blocks(const Client *client, int64_t user) { return user && block_in(&client->blocks, user); }

bool block_in(const Buffer *list, int64_t user)
{
    int64_t other;
    for (size_t i = 0; buffer_row(list, i, &other, sizeof other); i++)
        if (other == user)
            return true;
    return false;
}

void block_note(Buffer *list, int64_t user, bool on)
{
    if (block_in(list, user) == on)
        return;
    if (on) {
        buffer_add(list, &user, sizeof user);
        return;
    }
    for (size_t at = 0; at < list->length; at += sizeof user)
        if (!memcmp(list->bytes + at, &user, sizeof user)) {
            list->length -= sizeof user;
            memmove(list->bytes + at, list->bytes + at + sizeof user, list->length - at);
            break;
        }
}

/* ---- the list ---- */

typedef struct BlocksRequest {
    BlocksAsk blocks;
    Request *request;
} BlocksRequest;

static void blocks_are_read(Ask *ask)
{
    BlocksRequest *work = (BlocksRequest *)ask;
    Request *request = work->request;
    Buffer *out = &request->answer;
    BlockRow row;
    buffer_literal(out, "{\"blocked\":[");
    for (size_t i = 0; buffer_row(&work->blocks.rows, i, &row, sizeof row); i++) {
        buffer_format(out, "%s{\"user\":%lld,\"name\":", i ? "," : "", (long long)row.user);
        buffer_quote(out, row.name);
        buffer_char(out, '}');
    }
    buffer_literal(out, "]}");
    http_resume(request, ask->failed ? error_answer(out, 503, ask->trouble) : 200, "application/json");
    buffer_free(&work->blocks.rows);
    free(work);
}

unsigned blocks_list(Request *request, Buffer *out)
{
    BlocksRequest *work = calloc(1, sizeof *work);
    if (!work)
        return error_answer(out, 500, "server.no-memory-left");
    work->blocks = (BlocksAsk){.ask = {.kind = ASK_BLOCKS, .done = blocks_are_read}, .user = request->user.id};
    work->request = request;
    http_suspend(request);
    store_ask(request->server->store, &work->blocks.ask);
    return LATER;
}

/* ---- changes ---- */

typedef struct Blocking {
    Settling settling;
    int64_t blocked;
    bool on;
} Blocking;

/* His open browsers learn of it at once, and so does the queue. */
static void tell_browsers(Server *server, int64_t user, int64_t blocked, bool on)
{
    for (Client *client = server->clients; client; client = client->next)
        if (client->user == user)
            block_note(&client->blocks, blocked, on);
    queue_block(server, user, blocked, on);
}

void blocks_changed(Server *server, const ChangeRow *row)
{
    tell_browsers(server, row->first, row->second, row->kind == CHANGE_BLOCK);
}

static unsigned block_is_kept(Settling *settling)
{
    const Blocking *blocking = (const Blocking *)settling;
    tell_browsers(settling->request->server, settling->request->user.id, blocking->blocked, blocking->on);
    return settled_ok(settling);
}

/* The user a request is about. */
typedef struct PersonRequest {
    CallAsk call;
    Request *request;
    json_t *body;
    unsigned (*then)(Request *request, const json_t *body, Buffer *out);
} PersonRequest;

static void person_is_known(Ask *ask)
{
    PersonRequest *work = (PersonRequest *)ask;
    Request *request = work->request;
    unsigned status = request->server->stopping ? error_answer(&request->answer, 503, "server.server-stops")
                      : ask->failed             ? error_answer(&request->answer, 503, ask->trouble)
                      : work->call.user.id      ? work->then(request, work->body, &request->answer)
                                                : error_answer(&request->answer, 404, "server.no-such-account");
    if (status != LATER)
        http_resume(request, status, "application/json");
    json_decref(work->body);
    buffer_free(&work->call.pushes);
    free(work);
}

unsigned person_wanted(Request *request, json_t *body, unsigned (*then)(Request *, const json_t *, Buffer *),
                       Buffer *out)
{
    int64_t user = json_integer_value(json_object_get(body, "user"));
    if (user <= 0 || user == request->user.id)
        return error_answer(out, 404, "server.no-such-account");
    PersonRequest *work = calloc(1, sizeof *work);
    if (!work)
        return error_answer(out, 500, "server.no-memory-left");
    work->call = (CallAsk){.ask = {.kind = ASK_CALL, .done = person_is_known}, .id = user};
    work->request = request;
    work->body = json_incref(body);
    work->then = then;
    http_suspend(request);
    store_ask(request->server->store, &work->call.ask);
    return LATER;
}

static unsigned block(Request *request, const json_t *body, Buffer *out)
{
    int64_t user = json_integer_value(json_object_get(body, "user"));
    Blocking *blocking = calloc(1, sizeof *blocking);
    if (!blocking)
        return error_answer(out, 500, "server.no-memory-left");
    blocking->blocked = user;
    blocking->on = !json_is_false(json_object_get(body, "on"));
    write_block(&blocking->settling.entry, request->user.id, user, blocking->on);
    node_tell(
        request->server, &blocking->settling.entry,
        (ChangeRow){.kind = blocking->on ? CHANGE_BLOCK : CHANGE_UNBLOCK, .first = request->user.id, .second = user});
    return http_settle(&blocking->settling, request, block_is_kept);
}

unsigned blocks_set(Request *request, json_t *body, Buffer *out) { return person_wanted(request, body, block, out); }
