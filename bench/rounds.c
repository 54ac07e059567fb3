/* rounds.c — how long the store takes for a round: rounds ADDRESS LINES ROUNDS.
 *
 * A round holds a line of each of LINES games, as orders write them. It is measured from the moment it is sent to the
 * moment the loop is called back. As many rounds are kept by the engine itself, in the thread that measures: the
 * difference is what the way to the store's thread and back costs. Prints one row: lines, then median and 99th
 * percentile of the round and of the engine alone, in microseconds. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>

#include "server/store.h"

#define LINE "move s254 6023 5923 5823 = 3 5\n"
enum { LINES_MOST = 1000, ROUNDS_MOST = 1000000, WARM_UP = 20 };

static Store *store;
static WriteSet entry[LINES_MOST];
static int64_t number[LINES_MOST], length; /* games, and how long each journal is */
static int lines, waiting;

_Noreturn static void stop(const char *what, const char *why)
{
    fprintf(stderr, "rounds: %s: %s\n", what, why);
    exit(1);
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void kept(WriteSet *one)
{
    if (one->verdict != VERDICT_KEPT)
        stop("a line was not kept", one->trouble);
    entry_clear(one);
    waiting--;
}

static void begin_games(void)
{
    WriteSet set = {0};
    for (int i = 0; i < lines; i++) {
        GameRow row = {.number = number[i] = store_number(store, NUMBER_GAME), .sides = 2};
        snprintf(row.id, sizeof row.id, "r%lld", (long long)row.number);
        snprintf(row.scenario, sizeof row.scenario, "wb95/nysa");
        snprintf(row.seat[0].side, sizeof row.seat[0].side, "soviet");
        snprintf(row.seat[1].side, sizeof row.seat[1].side, "german");
        write_game_add(&set, &row);
        write_journal(&set, row.number, 0, LINE, strlen(LINE));
    }
    if (store_keep_now(store, &set, false) != VERDICT_KEPT)
        stop("no games", set.trouble);
    entry_clear(&set);
    length = (int64_t)strlen(LINE);
}

static void write_lines(void)
{
    for (int i = 0; i < lines; i++) {
        entry[i] = (WriteSet){.done = kept, .next = i + 1 < lines ? &entry[i + 1] : NULL};
        write_journal(&entry[i], number[i], length, LINE, strlen(LINE));
    }
    length += (int64_t)strlen(LINE);
    waiting = lines;
}

/* As the server's loop does it. */
static int64_t send_round(int epoll)
{
    struct epoll_event event;
    write_lines();
    int64_t begun = now();
    for (int i = 0; i < lines; i++)
        store_add(store, &entry[i]);
    store_send(store);
    while (waiting)
        if (epoll_wait(epoll, &event, 1, 1000) > 0)
            store_pump(store);
    return now() - begun;
}

static int64_t keep_alone(void)
{
    Engine *engine = store_writer(store);
    Round round = {.first = &entry[0]};
    write_lines();
    int64_t begun = now();
    engine->keep(engine, &round);
    int64_t took = now() - begun;
    for (int i = 0; i < lines; i++)
        kept(&entry[i]);
    return took;
}

static int by_size(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

static void print_times(int64_t *took, int count)
{
    qsort(took, (size_t)count, sizeof *took, by_size);
    printf(" %7.0f %7.0f", (double)took[count / 2] / 1e3, (double)took[(int)((double)count * 0.99)] / 1e3);
}

int main(int argc, char **argv)
{
    char why[TROUBLE];
    lines = argc == 4 ? atoi(argv[2]) : 0;
    int rounds = argc == 4 ? atoi(argv[3]) : 0;
    if (lines < 1 || lines > LINES_MOST || rounds < 1 || rounds > ROUNDS_MOST) {
        fprintf(stderr, "use: rounds ADDRESS LINES ROUNDS\n");
        return 2;
    }
    store = store_open(argv[1], why);
    if (!store)
        stop(argv[1], why);
    begin_games();
    if (!store_begin(store, why))
        stop(argv[1], why);
    int64_t *sent = calloc((size_t)rounds, sizeof *sent), *alone = calloc((size_t)rounds, sizeof *alone);
    struct epoll_event wanted = {.events = EPOLLIN};
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (!sent || !alone || epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, store_event(store), &wanted))
        stop(argv[1], "no memory");
    for (int i = -WARM_UP; i < rounds; i++) {
        bool first = i & 1; /* so that what the store does every so many lines falls to both alike */
        int64_t before = first ? send_round(epoll) : keep_alone(), after = first ? keep_alone() : send_round(epoll);
        if (i >= 0) {
            sent[i] = first ? before : after;
            alone[i] = first ? after : before;
        }
    }
    printf("%4d", lines);
    print_times(sent, rounds);
    print_times(alone, rounds);
    putchar('\n');
    store_drain(store);
    store_close(store);
    return 0;
}
