/* store_pipe.c — the store of another server, as its program for games of an older edition sees it (editions.h).
 *
 * Each lane has a connection to the server's socket, and one letter under way. That server alone touches the store: it
 * gathers these writes with its own, and decides which games may be held here. If it is gone, nothing is kept, and the
 * lease runs out. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "server/store_wire.h"

typedef struct Pipe {
    Engine engine;
    char path[sizeof((struct sockaddr_un *)NULL)->sun_path];
    int64_t program;
    int socket; /* -1: there is no connection */
    Buffer out, in;
} Pipe;

/* ---- one letter there, one back ---- */

static bool connect_pipe(Pipe *pipe)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, pipe->path, sizeof address.sun_path);
    pipe->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (pipe->socket >= 0 && !connect(pipe->socket, (struct sockaddr *)&address, sizeof address))
        return true;
    if (pipe->socket >= 0)
        close(pipe->socket);
    pipe->socket = -1;
    return false;
}

static bool send_all(int socket, const char *bytes, size_t length)
{
    while (length) {
        ssize_t sent = send(socket, bytes, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

static bool receive_all(int socket, char *bytes, size_t length)
{
    while (length) {
        ssize_t got = recv(socket, bytes, length, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        bytes += got;
        length -= (size_t)got;
    }
    return true;
}

static bool receive_letter(Pipe *pipe, Letter *out)
{
    uint32_t length;
    buffer_clear(&pipe->in);
    if (!receive_all(pipe->socket, (char *)&length, sizeof length) || length > FRAME_MOST ||
        !buffer_room(&pipe->in, length + 1) || !receive_all(pipe->socket, pipe->in.bytes, length))
        return false;
    return letter_read(pipe->in.bytes, length, out);
}

/* False if the server is gone: the request may have been carried out or not. */
static bool exchange(Pipe *pipe, Letter *letter, Letter *answer)
{
    *answer = (Letter){0};
    letter->program = pipe->program;
    buffer_clear(&pipe->out);
    letter_write(&pipe->out, letter);
    bool good = !pipe->out.failed && (pipe->socket >= 0 || connect_pipe(pipe)) &&
                send_all(pipe->socket, pipe->out.bytes, pipe->out.length) && receive_letter(pipe, answer);
    if (!good && pipe->socket >= 0) {
        close(pipe->socket);
        pipe->socket = -1;
    }
    return good;
}

static const char gone[] = "the server that keeps the games cannot be reached";

/* ---- the engine's functions ---- */

static void pipe_answer(Engine *engine, Ask *ask)
{
    Pipe *pipe = (Pipe *)(void *)engine;
    const Shape *shape = shape_of(ask->kind);
    Letter letter = {.kind = "ask"}, answer;
    if (!shape) {
        ask->failed = true;
        snprintf(ask->trouble, sizeof ask->trouble, "only the server that keeps the games answers this");
        return;
    }
    snprintf(letter.ask, sizeof letter.ask, "%s", shape->name);
    wire_write(&letter.body, shape->fields, ask);
    wire_free(shape->fields, ask); /* their contents come with the answer */
    bool good = !letter.body.failed && exchange(pipe, &letter, &answer);
    ask->failed = !good || answer.failed || !wire_read(answer.body.bytes, answer.body.length, shape->fields, ask);
    snprintf(ask->trouble, sizeof ask->trouble, "%s", !good ? gone : answer.trouble);
    if (good)
        letter_free(&answer);
    letter_free(&letter);
}

static void give_verdicts(Round *round, const Letter *answer)
{
    size_t at = 0;
    for (WriteSet *entry = round->first; entry; entry = entry->next) {
        WireEntry got;
        if (!buffer_row(&answer->entries, at++, &got, sizeof got)) {
            entry->verdict = VERDICT_UNKNOWN;
            continue;
        }
        entry->verdict = got.verdict == VERDICT_KEPT      ? VERDICT_KEPT
                         : got.verdict == VERDICT_LOST    ? VERDICT_LOST
                         : got.verdict == VERDICT_REFUSED ? VERDICT_REFUSED
                                                          : VERDICT_UNKNOWN;
        entry->changed = got.changed;
        snprintf(entry->trouble, sizeof entry->trouble, "%s", got.trouble);
    }
}

static void pipe_keep(Engine *engine, Round *round)
{
    Pipe *pipe = (Pipe *)(void *)engine;
    Letter letter = {.kind = "round"}, answer;
    memcpy(letter.wanted, round->wanted, sizeof letter.wanted);
    for (const WriteSet *entry = round->first; entry; entry = entry->next) {
        WireEntry sent = {0};
        writes_to_wire(&sent.writes, entry);
        buffer_add(&letter.entries, &sent, sizeof sent);
    }
    bool good = !letter.entries.failed && exchange(pipe, &letter, &answer);
    for (WriteSet *entry = good ? NULL : round->first; entry; entry = entry->next) {
        entry->verdict = VERDICT_UNKNOWN;
        snprintf(entry->trouble, sizeof entry->trouble, "%s", gone);
    }
    if (good) {
        give_verdicts(round, &answer);
        memcpy(round->reserved, answer.reserved, sizeof round->reserved);
        for (int kind = 0; kind < NUMBER_KINDS; kind++)
            if (answer.reserved[kind]) /* as many as the server gives */
                round->wanted[kind] = answer.wanted[kind];
        letter_free(&answer);
    }
    letter_free(&letter);
}

static void pipe_close(Engine *engine)
{
    Pipe *pipe = (Pipe *)(void *)engine;
    if (pipe->socket >= 0)
        close(pipe->socket);
    buffer_free(&pipe->in);
    buffer_free(&pipe->out);
    free(pipe);
}

static bool pipe_backup(Engine *engine, const char *file, char why[TROUBLE])
{
    (void)engine;
    (void)file;
    snprintf(why, TROUBLE, "only the server that keeps the games copies its store");
    return false;
}

/* Every letter names this program. */
static void pipe_become(Engine *engine, int64_t epoch) { engine->epoch = epoch; }

Engine *pipe_open(const char *address, char why[TROUBLE])
{
    const char *hash = strrchr(address, '#');
    Pipe *pipe = calloc(1, sizeof *pipe);
    if (!hash || !pipe || hash == address || (size_t)(hash - address) >= sizeof pipe->path) {
        snprintf(why, TROUBLE, "%s",
                 pipe ? "the socket of a store is written pipe:PATH#NUMBER" : "there is no memory left");
        free(pipe);
        return NULL;
    }
    pipe->engine = (Engine){
        .close = pipe_close, .answer = pipe_answer, .keep = pipe_keep, .backup = pipe_backup, .become = pipe_become};
    memcpy(pipe->path, address, (size_t)(hash - address));
    pipe->program = strtoll(hash + 1, NULL, 10);
    if (connect_pipe(pipe))
        return &pipe->engine;
    snprintf(why, TROUBLE, "%.200s: %s", pipe->path, strerror(errno));
    pipe_close(&pipe->engine);
    return NULL;
}
