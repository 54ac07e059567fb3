/* store.c — addresses of stores, the lock on one that is being served, and the threads behind which engines block.
 *
 * A lane is an engine, a queue and a thread. What is done goes to one list, in the order in which it was done, and an
 * eventfd wakes the loop. One round is under way at a time: while it is flushed, the next one gathers. */
#define _GNU_SOURCE
#include "server/store.h"
#include "server/own.h"
#include "server/store_sql.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- addresses ---- */

const char *store_file(const char *address)
{
    static const char scheme[] = "sqlite:";
    return strncmp(address, scheme, strlen(scheme)) ? NULL : address + strlen(scheme);
}

/* The file of a store; NULL with a sentence when the address is none that is known. */
static const char *known_file(const char *address, char why[TROUBLE])
{
    const char *file = store_file(address);
    if (file && *file)
        return file;
    snprintf(why, TROUBLE, "a store is written sqlite:FILE or postgres://HOST/DATABASE, not \"%.100s\"", address);
    return NULL;
}

static bool is_postgres(const char *address)
{
    return !strncmp(address, "postgres://", strlen("postgres://")) ||
           !strncmp(address, "postgresql://", strlen("postgresql://")) ||
           (!store_file(address) && strchr(address, '='));
}

/* Another server's store, whose program for older games this is; NULL: it is another kind of address. */
static const char *pipe_path(const char *address)
{
    static const char scheme[] = "pipe:";
    return strncmp(address, scheme, strlen(scheme)) ? NULL : address + strlen(scheme);
}

/* Whether it needs no lock but the server's own process. */
static bool is_shared(const char *address) { return is_postgres(address) || pipe_path(address); }

/* Committed writes are in a log beside the file until they are written back, under the file's name: by another name of
 * the same file the log would not be found, and the file be written over. A symbolic link is followed, and does no
 * harm. */
static bool has_one_name(const char *file, char why[TROUBLE])
{
    struct stat status;
    if (stat(file, &status) || status.st_nlink <= 1)
        return true;
    snprintf(why, TROUBLE, "%.150s has %u names (hard links), and its log only one of them: remove the others", file,
             (unsigned)status.st_nlink);
    return false;
}

bool store_restore(const char *address, const char *backup, char why[TROUBLE])
{
    const char *file = store_file(address);
    if (is_postgres(address)) {
        snprintf(why, TROUBLE, "a store in PostgreSQL is restored with its own tools: pg_restore, pgBackRest");
        return false;
    }
    int lock = store_lock(address, why);
    if (lock < 0 || !file)
        return false;
    bool done = sqlite_restore(file, backup, why);
    store_unlock(lock);
    return done;
}

/* Whether the name still leads to the file that is open: a backup may just have been put in its place. */
static bool still_named(int opened, const char *file)
{
    struct stat there, named;
    return !fstat(opened, &there) && !stat(file, &named) && there.st_dev == named.st_dev &&
           there.st_ino == named.st_ino;
}

/* The lock is on the file itself, not on a name of it: by any link, one server has it. SQLite's own locks are of
 * another kind and go by process; closing any descriptor of the file would drop them, so the lock is given back after
 * the store is closed. */
int store_lock(const char *address, char why[TROUBLE])
{
    if (is_postgres(address))
        return postgres_lock(address, why) ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1;
    const char *file = known_file(address, why);
    if (!file)
        return -1;
    for (;;) {
        int lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (lock < 0) {
            snprintf(why, TROUBLE, "%.200s: %s", file, strerror(errno));
            return -1;
        }
        if (flock(lock, LOCK_EX | LOCK_NB)) {
            snprintf(why, TROUBLE, "%.200s is being served by another process", file);
            close(lock);
            return -1;
        }
        if (still_named(lock, file))
            return lock;
        close(lock);
    }
}

int store_lock_to_serve(const char *address, char why[TROUBLE])
{
    return is_shared(address) ? open("/dev/null", O_RDONLY | O_CLOEXEC) : store_lock(address, why);
}

void store_unlock(int lock)
{
    if (lock < 0)
        return;
    postgres_unlock();
    close(lock);
}

/* ---- lanes ---- */

/* Of address space: a thread's own variables take the room of its stack, and those of all rulebooks together are larger
 * than a stack usually is. Memory is only taken where it is written. */
#define THREAD_ROOM ((size_t)64 << 20)
#define NUMBERS_RESERVED 1024

/* The last one is a node's own: its session shows that the node lives. Stores without nodes do not have it. */
typedef enum LaneKind { LANE_WRITE, LANE_QUICK, LANE_LONG, LANE_NODE, LANES } LaneKind;

/* What a lane does next: a question, or else the round. */
typedef struct Task {
    Ask *ask;
    bool round;
} Task;

typedef struct Lane {
    Store *store;
    Engine *engine;
    pthread_t thread;
    pthread_cond_t wake;
    Ask *first, **last;
} Lane;

struct Store {
    Lane lane[LANES];
    bool threads, stopping;
    pthread_mutex_t lock; /* over everything down to `done` */
    bool round_waits, round_done;
    Ask *done, **done_last;
    int event;
    /* the loop's alone */
    Round round;
    bool busy; /* a round is under way */
    WriteSet *gathered, **gathered_last;
    int asked; /* questions under way */
    bool tidying;
    Ask tidy;
    int64_t next[NUMBER_KINDS], end[NUMBER_KINDS], block[NUMBER_KINDS];
    bool no_numbers; /* could be had in the last round: another one is not sent for them alone */
};

static Lane *lane_of(Store *store, const Ask *ask)
{
    LaneKind kind = ask->kind >= ASK_TAKE    ? LANE_LONG
                    : ask->kind == ASK_LEASE ? LANE_NODE
                    : ask->kind == ASK_WORK  ? LANE_WRITE
                                             : LANE_QUICK;
    return &store->lane[kind];
}

/* With the lock held. */
static Task next_task(Store *store, Lane *lane)
{
    Task task = {lane->first, false};
    if (task.ask) {
        lane->first = task.ask->next;
        if (!lane->first)
            lane->last = &lane->first;
    } else if (lane == &store->lane[LANE_WRITE] && store->round_waits) {
        task.round = true;
        store->round_waits = false;
    }
    return task;
}

static void do_task(Store *store, Lane *lane, Task task)
{
    if (task.round) {
        lane->engine->keep(lane->engine, &store->round);
    } else {
        int64_t before = thread_microseconds();
        lane->engine->answer(lane->engine, task.ask);
        task.ask->spent = thread_microseconds() - before;
    }
    pthread_mutex_lock(&store->lock);
    if (task.round) {
        store->round_done = true;
    } else {
        task.ask->next = NULL;
        *store->done_last = task.ask;
        store->done_last = &task.ask->next;
    }
    pthread_mutex_unlock(&store->lock);
    uint64_t one = 1;
    if (write(store->event, &one, sizeof one) < 0)
        assert(errno == EAGAIN); /* it is readable already */
}

static void *run_lane(void *context)
{
    Lane *lane = context;
    Store *store = lane->store;
    for (;;) {
        pthread_mutex_lock(&store->lock);
        Task task = next_task(store, lane);
        while (!task.ask && !task.round && !store->stopping) {
            pthread_cond_wait(&lane->wake, &store->lock);
            task = next_task(store, lane);
        }
        pthread_mutex_unlock(&store->lock);
        if (!task.ask && !task.round)
            return NULL;
        do_task(store, lane, task);
    }
}

/* Where there are no threads, the caller that pumps does the work. */
static void do_tasks(Store *store)
{
    for (int i = 0; i < LANES; i++)
        for (Task task = next_task(store, &store->lane[i]); task.ask || task.round;
             task = next_task(store, &store->lane[i]))
            do_task(store, &store->lane[i], task);
}

/* ---- tasks ---- */

void store_ask(Store *store, Ask *ask)
{
    Lane *lane = lane_of(store, ask);
    ask->failed = false;
    ask->trouble[0] = '\0';
    ask->next = NULL;
    store->asked++;
    pthread_mutex_lock(&store->lock);
    *lane->last = ask;
    lane->last = &ask->next;
    pthread_mutex_unlock(&store->lock);
    pthread_cond_signal(&lane->wake);
}

void store_add(Store *store, WriteSet *entry)
{
    entry->next = NULL;
    *store->gathered_last = entry;
    store->gathered_last = &entry->next;
}

static bool wants_numbers(const Store *store, NumberKind kind)
{
    return store->end[kind] - store->next[kind] < store->block[kind] / 2;
}

void store_send(Store *store)
{
    bool numbers = store->threads && !store->no_numbers &&
                   (wants_numbers(store, NUMBER_USER) || wants_numbers(store, NUMBER_GAME));
    if (store->busy || (!store->gathered && !numbers))
        return;
    bool dry = store->round.dry;
    store->round = (Round){.first = store->gathered, .dry = dry};
    for (int kind = 0; kind < NUMBER_KINDS && store->threads; kind++)
        store->round.wanted[kind] = wants_numbers(store, (NumberKind)kind) ? NUMBERS_RESERVED : 0;
    store->gathered = NULL;
    store->gathered_last = &store->gathered;
    store->busy = true;
    pthread_mutex_lock(&store->lock);
    store->round_waits = true;
    pthread_mutex_unlock(&store->lock);
    pthread_cond_signal(&store->lane[LANE_WRITE].wake);
}

bool store_is_busy(const Store *store) { return store->busy; }
int store_event(const Store *store) { return store->event; }
Engine *store_writer(Store *store) { return store->lane[LANE_WRITE].engine; }

static void done_tidying(Ask *ask) { ask->failed = false; }

static void end_round(Store *store)
{
    WriteSet *entry = store->round.first;
    store->no_numbers = false;
    for (int kind = 0; kind < NUMBER_KINDS; kind++) {
        if (store->round.reserved[kind]) { /* what was left of the block before is forgone */
            store->next[kind] = store->round.reserved[kind];
            store->block[kind] = store->round.wanted[kind];
            store->end[kind] = store->next[kind] + store->block[kind];
        } else if (store->round.wanted[kind]) {
            store->no_numbers = true;
        }
    }
    if (store->round.log_is_long && !store->tidying && store->threads) {
        store->tidying = true;
        store->tidy = (Ask){.kind = ASK_TIDY, .done = done_tidying};
        store_ask(store, &store->tidy);
    }
    store->busy = false;
    while (entry) {
        WriteSet *next = entry->next;
        entry->done(entry);
        entry = next;
    }
}

void store_pump(Store *store)
{
    uint64_t count;
    if (!store->threads)
        do_tasks(store);
    if (read(store->event, &count, sizeof count) < 0)
        count = 0; /* not counted again: the list is what counts */
    pthread_mutex_lock(&store->lock);
    Ask *ask = store->done;
    bool round = store->round_done;
    store->done = NULL;
    store->done_last = &store->done;
    store->round_done = false;
    pthread_mutex_unlock(&store->lock);
    if (round)
        end_round(store);
    while (ask) {
        Ask *next = ask->next;
        store->asked--;
        if (ask == &store->tidy)
            store->tidying = false;
        ask->done(ask);
        ask = next;
    }
}

/* A quarter of a second at a time: another caller that pumped in between may have taken the event. */
static void wait_for_event(Store *store)
{
    struct pollfd one = {.fd = store->event, .events = POLLIN};
    if (store->threads)
        poll(&one, 1, 250);
}

void store_drain(Store *store)
{
    for (;;) {
        store_send(store);
        if (!store->busy && !store->asked && !store->gathered)
            return;
        wait_for_event(store);
        store_pump(store);
    }
}

int64_t store_number(Store *store, NumberKind kind)
{
    if (!store->threads && store->next[kind] == store->end[kind]) {
        Round round = {0};
        round.wanted[kind] = 1;
        Engine *engine = store->lane[LANE_WRITE].engine;
        engine->keep(engine, &round);
        store->next[kind] = round.reserved[kind];
        store->end[kind] = store->next[kind] + (round.reserved[kind] != 0);
    }
    return store->next[kind] < store->end[kind] ? store->next[kind]++ : 0;
}

int64_t store_numbers(Store *store, NumberKind kind, int64_t count)
{
    if (store->end[kind] - store->next[kind] < count)
        return 0;
    store->next[kind] += count;
    return store->next[kind] - count;
}

/* ---- without a loop ---- */

bool store_answer_now(Store *store, Ask *ask)
{
    Engine *engine = store->lane[ask->kind == ASK_LEASE  ? LANE_NODE
                                 : ask->kind == ASK_WORK ? LANE_WRITE
                                                         : LANE_LONG]
                         .engine;
    engine->answer(engine, ask);
    return !ask->failed;
}

Verdict store_keep_now(Store *store, WriteSet *entry, bool dry)
{
    Engine *engine = store->lane[LANE_WRITE].engine;
    Round round = {.first = entry, .dry = dry};
    assert(!store->threads);
    entry->next = NULL;
    engine->keep(engine, &round);
    return entry->verdict;
}

bool store_backup(Store *store, const char *file, char why[TROUBLE])
{
    Engine *engine = store->lane[LANE_WRITE].engine;
    return engine->backup(engine, file, why);
}

bool store_copy(Store *from, Store *to, int64_t *rows, char why[TROUBLE])
{
    return sql_copy(from->lane[LANE_LONG].engine, to->lane[LANE_WRITE].engine, rows, why);
}

/* ---- opening and closing ---- */

Store *store_open(const char *address, char why[TROUBLE])
{
    bool remote = is_shared(address);
    const char *pipe = pipe_path(address), *file = remote ? address : known_file(address, why);
    if (!file || (!remote && !has_one_name(file, why)))
        return NULL;
    Store *store = calloc(1, sizeof *store);
    if (!store) {
        snprintf(why, TROUBLE, "there is no memory left");
        return NULL;
    }
    pthread_mutex_init(&store->lock, NULL);
    store->event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    store->done_last = &store->done;
    store->gathered_last = &store->gathered;
    bool good = store->event >= 0;
    for (int i = 0; i < LANES; i++) {
        Lane *lane = &store->lane[i];
        *lane = (Lane){.store = store, .last = &lane->first};
        pthread_cond_init(&lane->wake, NULL);
        if (i == LANE_NODE && !remote)
            continue;
        if (good)
            lane->engine = pipe     ? pipe_open(pipe, why)
                           : remote ? postgres_open(file, i == LANE_WRITE, why)
                                    : sqlite_open(file, i == LANE_WRITE, why);
        good = lane->engine != NULL;
    }
    if (good)
        return store;
    store_close(store);
    return NULL;
}

bool store_has_nodes(const Store *store) { return store->lane[LANE_NODE].engine; }

void store_become(Store *store, int64_t epoch)
{
    for (int i = 0; i < LANES; i++)
        store->lane[i].engine->become(store->lane[i].engine, epoch);
}

static void reserve_first(Store *store, char why[TROUBLE], bool *good)
{
    Round round = {0};
    WriteSet probe = {0};
    Engine *engine = store->lane[LANE_WRITE].engine;
    write_probe(&probe);
    round.first = &probe;
    for (int kind = 0; kind < NUMBER_KINDS; kind++)
        round.wanted[kind] = NUMBERS_RESERVED;
    engine->keep(engine, &round);
    *good = probe.verdict == VERDICT_KEPT;
    snprintf(why, TROUBLE, "%s", probe.trouble);
    for (int kind = 0; kind < NUMBER_KINDS; kind++) {
        store->next[kind] = round.reserved[kind];
        store->block[kind] = round.wanted[kind];
        store->end[kind] = store->next[kind] + store->block[kind];
    }
    entry_clear(&probe);
}

bool store_begin(Store *store, char why[TROUBLE])
{
    pthread_attr_t attributes;
    bool good;
    reserve_first(store, why, &good);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, THREAD_ROOM);
    for (int i = 0; i < LANES && good; i++) {
        if (!store->lane[i].engine)
            continue;
        good = !pthread_create(&store->lane[i].thread, &attributes, run_lane, &store->lane[i]);
        if (!good)
            abort(); /* those that were begun wait for ever: no request was promised an answer yet */
    }
    pthread_attr_destroy(&attributes);
    store->threads = good;
    return good;
}

void store_close(Store *store)
{
    if (!store)
        return;
    if (store->threads) {
        pthread_mutex_lock(&store->lock);
        store->stopping = true;
        for (int i = 0; i < LANES; i++)
            pthread_cond_signal(&store->lane[i].wake);
        pthread_mutex_unlock(&store->lock);
        for (int i = 0; i < LANES; i++)
            if (store->lane[i].engine)
                pthread_join(store->lane[i].thread, NULL);
    }
    for (int i = 0; i < LANES; i++) {
        if (store->lane[i].engine)
            store->lane[i].engine->close(store->lane[i].engine);
        pthread_cond_destroy(&store->lane[i].wake);
    }
    pthread_mutex_destroy(&store->lock);
    if (store->event >= 0)
        close(store->event);
    free(store);
}
