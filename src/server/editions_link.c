/* editions_link.c — what programs for older games ask of the store and write to it, over their sockets (store_wire.h).
 *
 * A question is answered by this server's own store. A round is taken apart: each entry goes with this server's own,
 * without the writes that are a node's affair, and only if the program has the game that it writes to. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/editions_own.h"

/* ---- letters ---- */

static void flush(Link *link)
{
    while (link->socket >= 0 && link->sent < link->out.length) {
        ssize_t sent = send(link->socket, link->out.bytes + link->sent, link->out.length - link->sent, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            break;
        link->sent += (size_t)sent;
    }
    bool all = link->sent == link->out.length;
    if (all) {
        link->sent = 0;
        buffer_free(&link->out);
    }
    struct epoll_event event = {.events = EPOLLIN | (all ? 0u : EPOLLOUT), .data.ptr = link};
    if (link->socket >= 0)
        epoll_ctl(link->editions->epoll, EPOLL_CTL_MOD, link->socket, &event);
}

static void answer(Link *link, Letter *letter)
{
    if (link->socket >= 0) {
        letter_write(&link->out, letter);
        flush(link);
    }
    letter_free(letter);
    *letter = (Letter){0};
}

static Program *program_of(const Link *link) { return &link->editions->program[link->program]; }

/* A question that the store answers. */
typedef struct Asked {
    Link *link;
    const Shape *shape;
    max_align_t ask[]; /* the shape's structure */
} Asked;

/* Games with a clock that this program has. */
static void keep_own_due(const Link *link, Buffer *rows)
{
    DueRow row;
    size_t kept = 0;
    for (size_t at = 0; buffer_row(rows, at, &row, sizeof row); at++)
        if (game_moved_to(link->editions, row.id) == link->program) {
            memcpy(rows->bytes + kept, &row, sizeof row);
            kept += sizeof row;
        }
    rows->length = kept;
}

static void own_address(const Server *server, char out[NODE_ADDRESS])
{
    snprintf(out, NODE_ADDRESS, "127.0.0.1:%d", server->port);
}

/* What only this server knows. */
static void complete(const Link *link, Ask *ask)
{
    VisitAsk *visit = (VisitAsk *)ask;
    TakeAsk *take = (TakeAsk *)ask;
    DueAsk *due = (DueAsk *)ask;
    if (ask->kind == ASK_VISIT && visit->found && game_moved_to(link->editions, visit->game) != link->program)
        own_address(link->editions->server, visit->node);
    if (ask->kind == ASK_DUE) {
        keep_own_due(link, &due->rows);
        due->uptime = uptime(link->editions->server);
    }
    if (ask->kind == ASK_TAKE && take->found && game_moved_to(link->editions, take->id) != link->program) {
        take->elsewhere = true;
        own_address(link->editions->server, take->node);
    } else if (ask->kind == ASK_TAKE && take->found && !ask->failed && link->socket >= 0) {
        program_hold(program_of(link), take->row.number);
    }
}

static void answered(Ask *ask)
{
    Asked *asked = (Asked *)(void *)((char *)ask - offsetof(Asked, ask));
    Link *link = asked->link;
    Letter letter = {.kind = "ask", .failed = ask->failed, .spent = ask->spent};
    complete(link, ask);
    snprintf(letter.trouble, sizeof letter.trouble, "%s", ask->trouble);
    if (!ask->failed)
        wire_write(&letter.body, asked->shape->fields, ask);
    wire_free(asked->shape->fields, ask);
    free(asked);
    link->under_way--;
    answer(link, &letter);
}

static void join(Link *link, LeaseAsk *lease)
{
    Program *program = program_of(link);
    const char *colon = strrchr(lease->address, ':');
    program->port = colon ? atoi(colon + 1) : 0;
    program->joined = true;
    program->starts = 0;
    program_forget(program);
    program->idle_since = steady_seconds();
    lease->epoch = OWN_EPOCH + 1 + link->program;
    lease->again = true;
}

static void renew(Link *link, LeaseAsk *lease)
{
    Program *program = program_of(link);
    lease->leader = OWN_EPOCH;
    own_address(link->editions->server, lease->leader_address);
    lease->uptime = uptime(link->editions->server);
    lease->position = 1;
    buffer_add(&lease->held, program->held.bytes, program->held.length);
    buffer_add(&lease->changes, program->changes.bytes, program->changes.length);
    program->changes.length = 0;
}

static void answer_lease(Link *link, LeaseAsk *lease)
{
    Program *program = program_of(link);
    const Shape *shape = shape_of(ASK_LEASE);
    Letter letter = {.kind = "ask"};
    bool joins = !lease->leaves && (!lease->epoch || !program->joined);
    lease->again = false;
    if (joins)
        join(link, lease);
    if (lease->leaves)
        program->held.length = 0;
    else
        renew(link, lease);
    wire_write(&letter.body, shape->fields, lease);
    wire_free(shape->fields, lease);
    answer(link, &letter);
    if (joins)
        program_wakes(link->editions, program, true);
}

static bool take_question(Link *link, const Letter *letter)
{
    const Shape *shape = shape_named(letter->ask);
    Letter refusal = {.kind = "ask", .failed = true, .trouble = "the server does not know this question"};
    Asked *asked = shape ? calloc(1, sizeof *asked + shape->size) : NULL;
    if (!asked) {
        answer(link, &refusal);
        return true;
    }
    Ask *ask = (Ask *)(void *)asked->ask;
    if (!wire_read(letter->body.bytes, letter->body.length, shape->fields, ask)) {
        wire_free(shape->fields, ask);
        free(asked);
        return false;
    }
    ask->kind = shape->kind;
    ask->done = answered;
    asked->link = link;
    asked->shape = shape;
    if (ask->kind == ASK_LEASE) {
        answer_lease(link, (LeaseAsk *)ask);
        free(asked);
        return true;
    }
    if (ask->kind == ASK_TAKE)
        ((TakeAsk *)ask)->hold = false; /* only this server knows which program has a game */
    link->under_way++;
    store_ask(link->editions->server->store, ask);
    return true;
}

/* ---- rounds ---- */

typedef struct Forwarded {
    WriteSet entry;
    Link *link;
    size_t place;   /* in the answer */
    Buffer changes; /* ChangeRow, for everybody when it is kept */
} Forwarded;

static void set_entry(Link *link, size_t place, Verdict verdict, int64_t changed, const char *trouble)
{
    WireEntry entry = {.verdict = verdict, .changed = changed};
    snprintf(entry.trouble, sizeof entry.trouble, "%s", trouble);
    memcpy(link->answer.entries.bytes + place * sizeof entry, &entry, sizeof entry);
}

static void end_round_if_done(Link *link)
{
    if (!link->under_way)
        answer(link, &link->answer);
}

static void tell_changes(Editions *editions, const Buffer *changes)
{
    ChangeRow row;
    for (size_t at = 0; buffer_row(changes, at, &row, sizeof row); at++) {
        node_take_change(editions->server, &row);
        editions_tell(editions->server, &row);
    }
}

static void forwarded_done(WriteSet *entry)
{
    Forwarded *forwarded = (Forwarded *)entry;
    Link *link = forwarded->link;
    if (entry->verdict == VERDICT_KEPT)
        tell_changes(link->editions, &forwarded->changes);
    set_entry(link, forwarded->place, entry->verdict, entry->changed, entry->trouble);
    buffer_free(&forwarded->changes);
    entry_clear(entry);
    free(forwarded);
    link->under_way--;
    end_round_if_done(link);
}

static ChangeRow change_of(const Link *link, const Value *values, int count)
{
    ChangeRow row = {.epoch = OWN_EPOCH + 1 + link->program};
    if (count < 6 || values[4].kind != VALUE_BYTES || values[5].kind != VALUE_TEXT)
        return row;
    row.kind = (ChangeKind)values[0].number;
    row.first = values[2].number;
    row.second = values[3].number;
    if ((size_t)values[4].number == sizeof row.token)
        memcpy(row.token, values[4].bytes, sizeof row.token);
    snprintf(row.name, sizeof row.name, "%.*s", (int)values[5].number, (const char *)values[5].bytes);
    return row;
}

static void begin_game(Link *link, const Value *values)
{
    char id[GAME_ID];
    snprintf(id, sizeof id, "%.*s", (int)values[1].number, (const char *)values[1].bytes);
    program_hold(program_of(link), values[0].number);
    game_moves(link->editions, id, link->program);
}

/* Splits an entry: some writes go to the store, others this server carries out itself. False if the program does not
 * have the game that it writes to. */
static bool forward_writes(Link *link, const WriteSet *from, Forwarded *to)
{
    Program *program = program_of(link);
    size_t at = 0;
    WriteKind kind;
    Value values[VALUES_MOST];
    int count;
    while (entry_next(from, &at, &kind, values, &count)) {
        if (count < 1 && kind != WRITE_PROBE)
            return false;
        if ((kind == WRITE_JOURNAL || kind == WRITE_HOLD) && !program_holds(program, values[0].number))
            return false;
        if (kind == WRITE_GAME_ADD && count > 1 && values[1].kind == VALUE_TEXT)
            begin_game(link, values);
        if (kind == WRITE_RELEASE)
            program_lets_go(program, values[0].number);
        if (kind == WRITE_PRESENCE && count > 3 && program_holds(program, values[0].number))
            program_tells(program, &(Here){values[0].number, values[2].number, values[3].number});
        if (kind == WRITE_CHANGE) {
            ChangeRow row = change_of(link, values, count);
            buffer_add(&to->changes, &row, sizeof row);
        }
        bool own = kind == WRITE_HOLD || kind == WRITE_RELEASE || kind == WRITE_CHANGE || kind == WRITE_PRESENCE ||
                   kind == WRITE_UPTIME;
        if (!own)
            entry_add(&to->entry, kind, values, (size_t)count);
    }
    return true;
}

static bool forward(Link *link, const WireEntry *sent, size_t place)
{
    WriteSet from = {0};
    Forwarded *to = calloc(1, sizeof *to);
    bool good = to && writes_from_wire(&sent->writes, &from);
    bool has = good && forward_writes(link, &from, to);
    if (has && to->entry.writes.length) {
        to->entry.done = forwarded_done;
        to->link = link;
        to->place = place;
        link->under_way++;
        store_add(link->editions->server->store, &to->entry);
    } else {
        if (has)
            tell_changes(link->editions, &to->changes);
        set_entry(link, place,
                  has    ? VERDICT_KEPT
                  : good ? VERDICT_LOST
                         : VERDICT_REFUSED,
                  1,
                  has    ? ""
                  : good ? "the game is not at this program"
                         : "the server does not know this write");
        if (to) {
            buffer_free(&to->changes);
            entry_clear(&to->entry);
        }
        free(to);
    }
    entry_clear(&from);
    return good;
}

static bool take_round(Link *link, const Letter *letter)
{
    WireEntry entry;
    Store *store = link->editions->server->store;
    link->answer = (Letter){.kind = "round"};
    for (int kind = 0; kind < NUMBER_KINDS; kind++) {
        int64_t first = letter->wanted[kind] > 0 ? store_numbers(store, (NumberKind)kind, NUMBERS_GIVEN) : 0;
        link->answer.reserved[kind] = first;
        link->answer.wanted[kind] = first ? NUMBERS_GIVEN : 0;
    }
    for (size_t i = 0; buffer_row(&letter->entries, i, &entry, sizeof entry); i++) {
        WireEntry none = {.verdict = VERDICT_UNKNOWN};
        buffer_add(&link->answer.entries, &none, sizeof none);
    }
    if (link->answer.entries.failed)
        return false;
    link->under_way++; /* so that nothing ends before all of it is taken */
    for (size_t i = 0; buffer_row(&letter->entries, i, &entry, sizeof entry); i++)
        forward(link, &entry, i);
    link->under_way--;
    end_round_if_done(link);
    return true;
}

/* ---- connections ---- */

void link_end(Editions *editions, Link *link)
{
    for (Link **at = &editions->links; *at; at = &(*at)->next)
        if (*at == link) {
            *at = link->next;
            break;
        }
    buffer_free(&link->in);
    buffer_free(&link->out);
    letter_free(&link->answer);
    free(link);
}

void link_drop(Link *link)
{
    if (link->socket >= 0)
        close(link->socket);
    link->socket = -1;
}

static void let_in(Editions *editions)
{
    int socket = accept4(editions->listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    Link *link = socket >= 0 ? calloc(1, sizeof *link) : NULL;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = link};
    if (!link || epoll_ctl(editions->epoll, EPOLL_CTL_ADD, socket, &event)) {
        if (socket >= 0)
            close(socket);
        free(link);
        return;
    }
    *link = (Link){.next = editions->links, .editions = editions, .socket = socket, .program = -1};
    editions->links = link;
}

static bool take_letter(Link *link, const char *bytes, size_t length)
{
    Letter letter;
    bool good = letter_read(bytes, length, &letter) && letter.program >= 0 &&
                letter.program < link->editions->programs && (link->program < 0 || link->program == letter.program) &&
                !link->under_way; /* one at a time */
    if (good) {
        link->program = (int)letter.program;
        good = !strcmp(letter.kind, "round") ? take_round(link, &letter) : take_question(link, &letter);
    }
    letter_free(&letter);
    return good;
}

static void hear(Link *link)
{
    for (;;) {
        if (!buffer_room(&link->in, 65536)) {
            link_drop(link);
            return;
        }
        ssize_t got = recv(link->socket, link->in.bytes + link->in.length, 65536, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            break;
        if (got <= 0) {
            link_drop(link);
            return;
        }
        link->in.length += (size_t)got;
    }
    uint32_t length;
    while (link->socket >= 0 && link->in.length >= sizeof length) {
        memcpy(&length, link->in.bytes, sizeof length);
        if (length > FRAME_MOST) {
            link_drop(link);
            return;
        }
        size_t whole = sizeof length + length;
        if (link->in.length < whole)
            return;
        bool good = take_letter(link, link->in.bytes + sizeof length, length);
        memmove(link->in.bytes, link->in.bytes + whole, link->in.length - whole);
        link->in.length -= whole;
        if (!good) {
            log_line(LEVEL_ERROR, "edition", "note=\"a program sent what cannot be read\"");
            link_drop(link);
        }
    }
    if (!link->in.length)
        buffer_free(&link->in);
}

void editions_pump(Server *server)
{
    Editions *editions = server->editions;
    struct epoll_event event[16];
    int count = epoll_wait(editions->epoll, event, 16, 0);
    for (int i = 0; i < count; i++) {
        Link *link = event[i].data.ptr;
        if (!link) {
            let_in(editions);
            continue;
        }
        if (event[i].events & EPOLLOUT)
            flush(link);
        if (link->socket >= 0 && event[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR))
            hear(link);
    }
    for (Link *link = editions->links, *next; link; link = next) {
        next = link->next;
        if (link->socket < 0 && !link->under_way)
            link_end(editions, link);
    }
}

int editions_event(const Server *server) { return server->editions ? server->editions->epoll : -1; }
