/* editions.c — see editions.h. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/editions.h"
#include "server/node.h"
#include "server/store_wire.h"

enum {
    PROGRAMS_MOST = 16,
    START_SECONDS = 20, /* so long a program may take until it is there */
    IDLE_SECONDS = 600, /* and stay when none of its games is open */
    STARTS_MOST = 3,    /* so often in a row it may end before it was there */
    NUMBERS_GIVEN = 32,
    OWN_EPOCH = 1,
    WORDS_MOST = 48
};

/* A table, or a request, that waits until a program is there. */
typedef struct Waiting Waiting;
struct Waiting {
    Waiting *next;
    Job *job; /* of a table that was read, or else … */
    Request *request;
};

typedef struct Program {
    char path[4096];
    Buffer plays; /* EditionRow */
    pid_t pid;    /* 0: it does not run */
    int64_t since, idle_since;
    int starts, port;
    bool joined;
    Buffer held;    /* int64_t: numbers of games that it may write */
    Buffer changes; /* ChangeRow, that it was not told yet */
    Waiting *waiting;
} Program;

typedef struct Moved {
    char id[GAME_ID];
    int program;
} Moved;

/* A connection of a program: one of its lanes. */
typedef struct Link Link;
struct Link {
    Link *next;
    Editions *editions;
    int socket; /* -1: it is gone, and what is under way for it still comes */
    int program, under_way;
    Buffer in, out;
    size_t sent;
    Letter answer; /* to the round that is under way */
};

struct Editions {
    Server *server;
    Program program[PROGRAMS_MOST];
    int programs;
    Buffer moved; /* Moved */
    Link *links;
    char folder[64], path[96];
    int listening, epoll;
    bool stopping;
};

/* ---- which program plays what ---- */

static int program_for(const Editions *editions, const char *scenario, const char *edition)
{
    EditionRow row;
    for (int i = 0; i < editions->programs; i++)
        for (size_t at = 0; buffer_row(&editions->program[i].plays, at, &row, sizeof row); at++)
            if (!strcmp(row.scenario, scenario) && !strcmp(row.edition, edition))
                return editions->program[i].starts < STARTS_MOST ? i : -1;
    return -1;
}

static int moved_to(const Editions *editions, const char *id)
{
    Moved row;
    for (size_t at = 0; editions && buffer_row(&editions->moved, at, &row, sizeof row); at++)
        if (!strcmp(row.id, id))
            return row.program;
    return -1;
}

bool editions_have(const Server *server, const char *id) { return moved_to(server->editions, id) >= 0; }

static void move_to(Editions *editions, const char *id, int program)
{
    Moved row = {.program = program};
    if (moved_to(editions, id) >= 0)
        return;
    snprintf(row.id, sizeof row.id, "%s", id);
    buffer_add(&editions->moved, &row, sizeof row);
}

/* It cannot be started: its games are here again, as well as this edition can show them. */
static void bring_back(Editions *editions, int program)
{
    Moved row;
    size_t kept = 0;
    for (size_t at = 0; buffer_row(&editions->moved, at, &row, sizeof row); at++)
        if (row.program != program) {
            memcpy(editions->moved.bytes + kept, &row, sizeof row);
            kept += sizeof row;
        }
    editions->moved.length = kept;
}

static bool holds(const Program *program, int64_t number)
{
    int64_t held;
    for (size_t at = 0; buffer_row(&program->held, at, &held, sizeof held); at++)
        if (held == number)
            return true;
    return false;
}

static void hold(Program *program, int64_t number)
{
    if (!holds(program, number))
        buffer_add(&program->held, &number, sizeof number);
}

static void let_go(Program *program, int64_t number)
{
    int64_t held;
    size_t kept = 0;
    for (size_t at = 0; buffer_row(&program->held, at, &held, sizeof held); at++)
        if (held != number) {
            memcpy(program->held.bytes + kept, &held, sizeof held);
            kept += sizeof held;
        }
    program->held.length = kept;
}

/* ---- starting and ending ---- */

static void add_word(const char **words, int *count, const char *word)
{
    if (*count < WORDS_MOST - 1)
        words[(*count)++] = word;
}

static void add_option(const char **words, int *count, const char *name, const char *value)
{
    if (!value)
        return;
    add_word(words, count, name);
    add_word(words, count, value);
}

/* The public address with another port; empty if there is none. */
static void origin_at(const char *origin, int port, char *out, size_t room)
{
    const char *host = origin ? strstr(origin, "://") : NULL;
    const char *colon = host ? strrchr(host + 3, ':') : NULL;
    bool six = colon && strchr(colon, ']');
    out[0] = '\0';
    if (host)
        snprintf(out, room, "%.*s:%d", (int)((colon && !six ? (size_t)(colon - origin) : strlen(origin))), origin,
                 port);
}

/* The port by which browsers reach this server. */
static int home_port(const Server *server)
{
    const char *origin = server->config->origin, *host = origin ? strstr(origin, "://") : NULL;
    const char *colon = host ? strrchr(host + 3, ':') : NULL;
    if (!host)
        return server->port;
    return colon && !strchr(colon, ']') ? atoi(colon + 1) : strncmp(origin, "https:", 6) ? 80 : 443;
}

/* In the new process: nothing of this one stays open, and it ends when this one does. */
static void become(const char *path, const char *const *words)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, 0);
    dup2(nowhere, 1);
    close_range(3, ~0u, 0);
    execv(path, (char *const *)(uintptr_t)words);
    _exit(127);
}

static void start(Editions *editions, int which)
{
    Program *program = &editions->program[which];
    const ServerConfig *config = editions->server->config;
    const char *words[WORDS_MOST] = {0};
    char store[140], port[12], home[12], share[12], lines[16], origin[300];
    int count = 0, own = config->editions_port ? config->editions_port + which : 0;
    if (program->pid || editions->stopping)
        return;
    snprintf(store, sizeof store, "pipe:%s#%d", editions->path, which);
    snprintf(port, sizeof port, "%d", own);
    snprintf(home, sizeof home, "%d", home_port(editions->server));
    snprintf(share, sizeof share, "%d", config->share);
    snprintf(lines, sizeof lines, "%u", config->lines_most);
    origin_at(config->origin, own, origin, sizeof origin);
    add_word(words, &count, program->path);
    add_word(words, &count, "serve");
    add_option(words, &count, "--store", store);
    add_option(words, &count, "--bind", config->bind);
    add_option(words, &count, "--port", port);
    add_option(words, &count, "--home", home);
    add_option(words, &count, "--share", share);
    add_option(words, &count, "--most-lines", lines);
    add_option(words, &count, "--origin", origin[0] ? origin : NULL);
    add_option(words, &count, "--push", config->push);
    add_option(words, &count, "--contact", config->contact);
    add_option(words, &count, "--notify", config->notify);
    if (config->proxy)
        add_word(words, &count, "--proxy");
    if (config->quiet)
        add_word(words, &count, "--quiet");
    if (!config->limits)
        add_word(words, &count, "--no-limits");
    if (config->webhooks_home)
        add_word(words, &count, "--webhooks-home");
    program->since = steady_seconds();
    program->starts++;
    program->pid = fork();
    if (!program->pid)
        become(program->path, words);
    if (program->pid < 0)
        program->pid = 0;
    log_line(LEVEL_INFO, "edition", "program=%s pid=%d note=\"started for older games\"", program->path, program->pid);
}

void editions_wake(Server *server, const char *id)
{
    int which = moved_to(server->editions, id);
    if (which >= 0)
        start(server->editions, which);
}

/* Those who wait are sent there, or are served here if it is not there. */
static void wake_waiting(Editions *editions, Program *program, bool there)
{
    Waiting *waiting = program->waiting;
    program->waiting = NULL;
    while (waiting) {
        Waiting *next = waiting->next;
        if (waiting->job)
            table_moved(editions->server, waiting->job, there ? program->port : 0);
        else
            http_ask_again(waiting->request);
        free(waiting);
        waiting = next;
    }
}

static bool wait_for(Program *program, Job *job, Request *request)
{
    Waiting *waiting = calloc(1, sizeof *waiting);
    if (!waiting)
        return false;
    *waiting = (Waiting){program->waiting, job, request};
    program->waiting = waiting;
    return true;
}

static void ended(Editions *editions, int which)
{
    Program *program = &editions->program[which];
    bool joined = program->joined;
    program->pid = 0;
    program->joined = false;
    program->held.length = program->changes.length = 0;
    if (editions->stopping)
        return;
    log_line(joined ? LEVEL_INFO : LEVEL_ERROR, "edition", "program=%s note=\"ended\"", program->path);
    if (!program->waiting)
        return;
    if (program->starts < STARTS_MOST) {
        start(editions, which);
        return;
    }
    bring_back(editions, which);
    wake_waiting(editions, program, false);
}

static void look_after(Editions *editions, int which)
{
    Program *program = &editions->program[which];
    int64_t now = steady_seconds();
    if (!program->pid)
        return;
    if (waitpid(program->pid, NULL, WNOHANG) == program->pid) {
        ended(editions, which);
        return;
    }
    if (!program->joined && now - program->since > START_SECONDS)
        kill(program->pid, SIGKILL);
    if (program->held.length || program->waiting || !program->joined)
        program->idle_since = now;
    else if (now - program->idle_since > IDLE_SECONDS)
        kill(program->pid, SIGTERM);
}

void editions_tick(Server *server)
{
    for (int i = 0; server->editions && i < server->editions->programs; i++)
        look_after(server->editions, i);
}

bool editions_starting(const Server *server)
{
    for (int i = 0; server->editions && i < server->editions->programs; i++)
        if (server->editions->program[i].pid && !server->editions->program[i].joined)
            return true;
    return false;
}

void editions_stop(Server *server)
{
    Editions *editions = server->editions;
    if (!editions)
        return;
    editions->stopping = true;
    for (int i = 0; i < editions->programs; i++)
        wake_waiting(editions, &editions->program[i], false);
    for (int i = 0; i < editions->programs; i++)
        if (editions->program[i].pid)
            kill(editions->program[i].pid, SIGTERM);
}

bool editions_run(Server *server)
{
    bool any = false;
    editions_tick(server);
    for (int i = 0; server->editions && i < server->editions->programs; i++)
        any = any || server->editions->program[i].pid;
    return any;
}

/* ---- games ---- */

bool editions_take(Table *table, const Buffer *journal, Job *job)
{
    Editions *editions = table->server->editions;
    char edition[EDITION_TEXT];
    if (!editions || table->server->stopping)
        return false;
    edition_of_journal(journal, edition);
    int which = program_for(editions, table->row.scenario, edition);
    if (which < 0 || !wait_for(&editions->program[which], job, NULL))
        return false;
    log_line(LEVEL_INFO, "edition", "game=%s program=%s note=\"goes on under its own program\"", table->row.id,
             editions->program[which].path);
    move_to(editions, table->row.id, which);
    if (editions->program[which].joined)
        wake_waiting(editions, &editions->program[which], true);
    else
        start(editions, which);
    return true;
}

/* What a player's own list says of a game needs nobody who plays it. */
static bool is_of_list(const char *url)
{
    const char *slash = strrchr(url, '/');
    return slash && (!strcmp(slash, "/name") || !strcmp(slash, "/forget"));
}

bool editions_intervene(Request *request, const char *url, enum MHD_Result *result)
{
    Editions *editions = request->server->editions;
    const char *game = request->coming ? request->coming->visit.game : "";
    int which = game[0] ? moved_to(editions, game) : -1;
    if (which < 0 || is_of_list(url))
        return false;
    Program *program = &editions->program[which];
    if (program->joined) {
        *result = http_moved(request, program->port);
        return true;
    }
    if (!wait_for(program, NULL, request)) {
        *result = http_error(request, 503, SAID("server.no-memory-left"));
        return true;
    }
    http_suspend(request);
    start(editions, which);
    *result = MHD_YES;
    return true;
}

void editions_tell(const Server *server, const ChangeRow *row)
{
    for (int i = 0; server->editions && i < server->editions->programs; i++)
        if (server->editions->program[i].joined && row->epoch != OWN_EPOCH + 1 + i)
            buffer_add(&server->editions->program[i].changes, row, sizeof *row);
}

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
        if (moved_to(link->editions, row.id) == link->program) {
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
    if (ask->kind == ASK_VISIT && visit->found && moved_to(link->editions, visit->game) != link->program)
        own_address(link->editions->server, visit->node);
    if (ask->kind == ASK_DUE) {
        keep_own_due(link, &due->rows);
        due->uptime = uptime(link->editions->server);
    }
    if (ask->kind == ASK_TAKE && take->found && moved_to(link->editions, take->id) != link->program) {
        take->elsewhere = true;
        own_address(link->editions->server, take->node);
    } else if (ask->kind == ASK_TAKE && take->found && !ask->failed && link->socket >= 0) {
        hold(program_of(link), take->row.number);
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
    program->held.length = program->changes.length = 0;
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
        wake_waiting(link->editions, program, true);
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
        ((TakeAsk *)ask)->hold = false; /* who holds what is known here alone */
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
    hold(program_of(link), values[0].number);
    move_to(link->editions, id, link->program);
}

/* What of an entry is written to the store, and what this server sees to itself. False if the program does not have
 * the game that it writes to. */
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
        if ((kind == WRITE_JOURNAL || kind == WRITE_HOLD) && !holds(program, values[0].number))
            return false;
        if (kind == WRITE_GAME_ADD && count > 1 && values[1].kind == VALUE_TEXT)
            begin_game(link, values);
        if (kind == WRITE_RELEASE)
            let_go(program, values[0].number);
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

static void unlink_from(Editions *editions, Link *link)
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

static void drop(Link *link)
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
            drop(link);
            return;
        }
        ssize_t got = recv(link->socket, link->in.bytes + link->in.length, 65536, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            break;
        if (got <= 0) {
            drop(link);
            return;
        }
        link->in.length += (size_t)got;
    }
    uint32_t length;
    while (link->socket >= 0 && link->in.length >= sizeof length) {
        memcpy(&length, link->in.bytes, sizeof length);
        if (length > FRAME_MOST) {
            drop(link);
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
            drop(link);
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
            unlink_from(editions, link);
    }
}

int editions_event(const Server *server) { return server->editions ? server->editions->epoll : -1; }

/* ---- opening ---- */

/* Lines `wb95/muskau 5 0123…`. */
static void read_plays(Program *program, FILE *lines)
{
    char line[256], scenario[48], hash[80];
    int edition;
    while (fgets(line, sizeof line, lines))
        if (sscanf(line, "%47s %d %79s", scenario, &edition, hash) == 3) {
            EditionRow row = {0};
            snprintf(row.scenario, sizeof row.scenario, "%s", scenario);
            snprintf(row.edition, sizeof row.edition, "%d %s", edition, hash);
            buffer_add(&program->plays, &row, sizeof row);
        }
}

static void ask_program(Editions *editions, const char *folder, const char *name)
{
    Program *program = &editions->program[editions->programs];
    char command[4200];
    struct stat status;
    *program = (Program){0};
    snprintf(program->path, sizeof program->path, "%s/%s", folder, name);
    if (name[0] == '.' || strchr(program->path, '\'') || stat(program->path, &status) || !S_ISREG(status.st_mode) ||
        access(program->path, X_OK))
        return;
    snprintf(command, sizeof command, "'%s' list --editions </dev/null 2>/dev/null", program->path);
    FILE *lines = popen(command, "r");
    if (lines) {
        read_plays(program, lines);
        pclose(lines);
    }
    if (!program->plays.length) {
        log_line(LEVEL_ERROR, "edition", "program=%s note=\"does not say which editions it plays\"", program->path);
        return;
    }
    log_line(LEVEL_INFO, "edition", "program=%s scenarios=%zu", program->path,
             program->plays.length / sizeof(EditionRow));
    editions->programs++;
}

static int by_name(const struct dirent **one, const struct dirent **other)
{
    return strcmp((*one)->d_name, (*other)->d_name);
}

static bool ask_programs(Editions *editions, const char *folder, char why[TROUBLE])
{
    struct dirent **list;
    int count = scandir(folder, &list, NULL, by_name);
    if (count < 0) {
        snprintf(why, TROUBLE, "%.200s: %s", folder, strerror(errno));
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (editions->programs < PROGRAMS_MOST)
            ask_program(editions, folder, list[i]->d_name);
        free(list[i]);
    }
    free(list);
    return true;
}

/* A socket in a folder of our own, which nobody else may look into. */
static bool listen_here(Editions *editions, char why[TROUBLE])
{
    const char *place = getenv("XDG_RUNTIME_DIR");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!place || !*place || strlen(place) > sizeof editions->folder - 32)
        place = "/tmp";
    snprintf(editions->folder, sizeof editions->folder, "%.30s/sandtable-XXXXXX", place);
    bool good = mkdtemp(editions->folder) != NULL;
    snprintf(editions->path, sizeof editions->path, "%s/store", editions->folder);
    memcpy(address.sun_path, editions->path, strlen(editions->path) + 1);
    editions->listening = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    editions->epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    good = good && editions->listening >= 0 && editions->epoll >= 0 &&
           !bind(editions->listening, (struct sockaddr *)&address, sizeof address) &&
           !listen(editions->listening, 64) && !epoll_ctl(editions->epoll, EPOLL_CTL_ADD, editions->listening, &event);
    if (!good)
        snprintf(why, TROUBLE, "%.100s: %s", editions->path, strerror(errno));
    return good;
}

bool editions_open(Server *server, char why[TROUBLE])
{
    const char *folder = server->config->editions;
    if (!folder)
        return true;
    if (!store_file(server->config->store)) {
        snprintf(why, TROUBLE, "--editions is for a store in a file: on PostgreSQL start the older program as a node");
        return false;
    }
    Editions *editions = server->editions = calloc(1, sizeof *editions);
    if (!editions) {
        snprintf(why, TROUBLE, "there is no memory left");
        return false;
    }
    editions->server = server;
    return ask_programs(editions, folder, why) && listen_here(editions, why);
}

void editions_close(Server *server)
{
    Editions *editions = server->editions;
    if (!editions)
        return;
    while (editions->links) {
        drop(editions->links);
        unlink_from(editions, editions->links);
    }
    for (int i = 0; i < editions->programs; i++) {
        buffer_free(&editions->program[i].plays);
        buffer_free(&editions->program[i].held);
        buffer_free(&editions->program[i].changes);
    }
    buffer_free(&editions->moved);
    close(editions->listening);
    close(editions->epoll);
    unlink(editions->path);
    rmdir(editions->folder);
    free(editions);
    server->editions = NULL;
}
