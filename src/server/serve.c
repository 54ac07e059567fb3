/* serve.c — the loop: HTTP, sockets, the results of workers and the store, then sending what may be sent.
 *
 * Writes are gathered and sent to the store as one round, however many games they concern. While it is flushed, the
 * next one gathers; so the more there is to do, the larger the rounds, and a player who is alone never waits. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "server/calling.h"
#include "server/editions.h"
#include "server/mail.h"
#include "server/moderation.h"
#include "server/node.h"
#include "server/work.h"

#define EVENTS_A_ROUND 512
#define SWEEP_SECONDS 5
#define CLEAR_SECONDS 3600
#define FAREWELL_MICROSECONDS 2000000
#define HTTP_MICROSECONDS 50000

/* The sources of epoll's events, besides clients. */
static char http_tag, done_tag, signal_tag, store_tag, editions_tag;

static bool watch(Server *server, int file, void *tag)
{
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = tag};
    return !epoll_ctl(server->epoll, EPOLL_CTL_ADD, file, &event);
}

static bool open_signals(Server *server)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    if (pthread_sigmask(SIG_BLOCK, &set, NULL))
        return false;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is trouble to report, not to die of */
    server->signals = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    return server->signals >= 0;
}

static void raise_file_limit(void)
{
    struct rlimit limit;
    if (!getrlimit(RLIMIT_NOFILE, &limit)) {
        limit.rlim_cur = limit.rlim_max;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* ---- rounds ---- */

typedef struct DiskProbe {
    WriteSet entry;
    Server *server;
} DiskProbe;

static void probed(WriteSet *entry)
{
    Server *server = ((DiskProbe *)entry)->server;
    server->probing = false;
    if (entry->verdict == VERDICT_KEPT && server->disk_trouble) {
        server->disk_trouble = false;
        log_line(LEVEL_INFO, "commit", "note=\"the store can be written again\"");
        for (int i = 0; i < TABLE_BUCKETS; i++)
            for (Table *table = server->table[i]; table; table = table->next)
                if (table->game)
                    table_think(table);
    }
    entry_clear(entry);
    free(entry);
}

/* While nothing can be written, it is tried again every few seconds; then the machine's players go on. */
static void try_disk_again(Server *server)
{
    DiskProbe *probe = server->disk_trouble && !server->probing ? calloc(1, sizeof *probe) : NULL;
    if (!probe)
        return;
    *probe = (DiskProbe){{.done = probed}, server};
    write_probe(&probe->entry);
    server->probing = true;
    store_add(server->store, &probe->entry);
}

static void clear_away(Server *server)
{
    if (!clock_holds(&server->clock, now_seconds(), steady_seconds())) {
        log_line(LEVEL_WARNING, "expire",
                 "note=\"the clock jumped, or nothing was written for long: nothing expires yet\"");
        return;
    }
    if (!server->disk_trouble && node_leads(server)) {
        expire_begin(server);
        mail_digest(server);
    }
}

/* Every hour, and sooner when something lives shorter than that. */
static int64_t clearing_seconds(const Ages *ages)
{
    int64_t shortest = CLEAR_SECONDS;
    const int64_t all[] = {ages->guests, ages->sessions, ages->games};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] && all[i] < shortest)
            shortest = all[i];
    return shortest;
}

static void serve_http(Server *server)
{
    server->http_served = now_microseconds();
    do {
        server->http_again = false;
        MHD_run(server->daemon);
    } while (server->http_again);
}

/* libmicrohttpd has work: a socket of its own, a connection that was resumed, or one whose time is up. */
static bool http_is_due(const Server *server, const struct epoll_event *event, int count)
{
    for (int i = 0; i < count; i++)
        if (event[i].data.ptr == &http_tag)
            return true;
    return !count || server->http_again || now_microseconds() - server->http_served > HTTP_MICROSECONDS;
}

static int patience(Server *server)
{
    MHD_UNSIGNED_LONG_LONG milliseconds;
    int longest = server->later || server->http_again                                                           ? 0
                  : server->stopping || server->presence_due || editions_starting(server) || node_waits(server) ? 50
                                                                                                                : 1000;
    if (server->rolling) {
        int64_t left = (witness_next(server) - now_microseconds()) / 1000 + 1;
        longest = left < 0 ? 0 : left < longest ? (int)left : longest;
    }
    if (MHD_get_timeout(server->daemon, &milliseconds) == MHD_YES && milliseconds < (MHD_UNSIGNED_LONG_LONG)longest)
        return (int)milliseconds;
    return longest;
}

static void end_round(Server *server)
{
    witness_tick(server);
    round_send(server);
    tables_tell_presence(server);
    sockets_flush(server);
    if (server->http_again)
        serve_http(server);
    round_send(server); /* what was asked for by HTTP */
}

static void one_round(Server *server)
{
    struct epoll_event event[EVENTS_A_ROUND];
    int count = epoll_wait(server->epoll, event, EVENTS_A_ROUND, patience(server));
    server->round++;
    if (http_is_due(server, event, count))
        serve_http(server);
    for (int i = 0; i < count; i++) {
        void *tag = event[i].data.ptr;
        if (tag == &signal_tag) {
            struct signalfd_siginfo info;
            if (read(server->signals, &info, sizeof info) == sizeof info && !server->stopping) {
                server->stopping = true;
                log_line(LEVEL_INFO, "stopping", "signal=%u clients=%d", info.ssi_signo, server->client_count);
            }
        } else if (tag == &done_tag) {
            jobs_collect(server);
        } else if (tag == &store_tag) {
            store_pump(server->store);
        } else if (tag == &editions_tag) {
            editions_pump(server);
        } else if (tag != &http_tag) {
            socket_event(tag, event[i].events);
        }
    }
    sockets_later(server);
    end_round(server);
}

static void say_farewell(Server *server)
{
    int64_t until = now_microseconds() + FAREWELL_MICROSECONDS;
    sockets_shut(server, SAID("server.server-restarts"));
    sockets_flush(server);
    editions_stop(server);
    clocks_close(server);
    node_stop(server);
    witness_close(server);
    removals_stop(server);
    while (server->clients && now_microseconds() < until)
        one_round(server);
    until = now_microseconds() + FAREWELL_MICROSECONDS;
    while (editions_run(server) && now_microseconds() < until)
        one_round(server);
    store_drain(server->store); /* from here on no job is given to a worker */
    pool_stop(&server->quick);
    pool_stop(&server->thinking);
    pool_stop(&server->past);
    pool_stop(&server->passwords);
    pool_stop(&server->pictures);
    replays_close(server);
    calling_stop(server);
    push_close(server);
    pool_stop(&server->reading);
    jobs_collect(server);
    for (Client *client = server->clients; client; client = client->next) {
        client->dead = true;
        client_touch(client);
    }
    end_round(server);
    store_drain(server->store);
    serve_http(server);
    end_round(server);
    store_drain(server->store);
    serve_http(server);
}

static bool open_server(Server *server)
{
    char why[300] = "";
    server->store_lock = store_lock_to_serve(server->config->store, why);
    server->store = server->store_lock < 0 ? NULL : store_open(server->config->store, why);
    if (!server->store) {
        fprintf(stderr, "sandtable serve: %s\n", why);
        return false;
    }
    LatestAsk latest = {.ask = {.kind = ASK_LATEST}};
    store_answer_now(server->store, &latest.ask);
    server->limits = limits_open(server->config->share);
    server->epoll = epoll_create1(EPOLL_CLOEXEC);
    server->done_event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    server->done_last = &server->done_first;
    pthread_mutex_init(&server->done_lock, NULL);
    pthread_mutex_init(&server->drawing, NULL);
    server->started = now_seconds();
    if (!server->limits || server->epoll < 0 || server->done_event < 0 || !open_signals(server))
        return false;
    if (!store_begin(server->store, why)) {
        const char *file = store_file(server->config->store);
        fprintf(stderr, "sandtable serve: %s%s%s\n", file ? file : "", file ? ": " : "", why);
        return false;
    }
    if (!push_open(server) || !calling_open(server))
        return false;
    clock_begin(&server->clock, now_seconds(), steady_seconds(), latest.at);
    if (!clocks_open(server, why) || !moderation_open(server, why)) {
        fprintf(stderr, "sandtable serve: %s\n", why);
        return false;
    }
    translations_open(server);
    if (!scenarios_open(server)) {
        fprintf(stderr, "sandtable serve: no scenario loads\n");
        return false;
    }
    thread_forget(); /* reading all of them took far more memory than they now use */
    malloc_trim(0);
    pool_open(&server->quick, server, 2);
    pool_open(&server->past, server, 1);
    pool_open(&server->passwords, server, 1);
    pool_open(&server->pictures, server, 1);
    pool_open(&server->reading, server, 1);
    pool_open(&server->thinking, server, 1);
    if (!http_start(server))
        return false;
    if (!node_open(server, why)) {
        fprintf(stderr, "sandtable serve: %s\n", why);
        return false;
    }
    if (!editions_open(server, why)) {
        fprintf(stderr, "sandtable serve: %s\n", why);
        return false;
    }
    return (!server->editions || watch(server, editions_event(server), &editions_tag)) &&
           watch(server, server->daemon_epoll, &http_tag) && watch(server, server->done_event, &done_tag) &&
           watch(server, store_event(server->store), &store_tag) && watch(server, server->signals, &signal_tag);
}

static void close_server(Server *server)
{
    if (server->daemon)
        MHD_stop_daemon(server->daemon);
    thread_forget();
    tables_close(server);
    memos_forget(server, NULL);
    queue_close(server);
    results_close(server);
    pictures_forget(server);
    moderation_close(server);
    recall_close(server);
    work_close(server);
    outbox_close(server);
    scenarios_close(server);
    translations_close(server);
    editions_close(server);
    node_close(server);
    store_close(server->store);
    buffer_free(&server->scratch);
    free(server->plan);
    limits_close(server->limits);
    close(server->epoll);
    close(server->done_event);
    close(server->signals);
    guards_close();
    store_unlock(server->store_lock);
    free(server);
}

/* Prints where to go; after a restart why there was one. */
static void say_open(const Server *server, const Restarted *before)
{
    const ServerConfig *config = server->config;
    const char *colon = strchr(config->bind, ':');
    bool any = !strcmp(config->bind, "0.0.0.0") || !strcmp(config->bind, "::");
    if (before->port) {
        log_line(LEVEL_ERROR, "restarted", "signal=%d game=%s faults=%d note=\"a fault that no guard could leave\"",
                 before->signal, before->game[0] ? before->game : "-", game_faults(before->game));
        return;
    }
    bool six = colon && !any;
    printf("Open http://%s%s%s:%d/\n", six ? "[" : "", any ? "127.0.0.1" : config->bind, six ? "]" : "", server->port);
    fflush(stdout);
}

int server_run(const ServerConfig *config)
{
    Server *server = calloc(1, sizeof *server);
    Restarted before = restart_open();
    if (!server || sodium_init() < 0)
        return 1;
    server->config = config;
    server->port = before.port ? before.port : config->port;
    server->metrics.restarts = before.port != 0;
    log_quiet(config->quiet);
    fault_plant(config->fault);
    raise_file_limit();
    mallopt(M_ARENA_MAX, 2);
    mallopt(M_MMAP_THRESHOLD, 32 << 10); /* a game's blocks cost what is used of them, and go back with the game */
    if (!guards_open())
        log_line(LEVEL_ERROR, "guard", "note=\"faults of the rules are not met\"");
    if (!open_server(server))
        return 1;
    restart_port(server->port);
    say_open(server, &before);
    if (config->same_dice)
        log_line(LEVEL_WARNING, "dice", "note=\"every game rolls the same dice: for tests, not for play\"");
    log_line(LEVEL_INFO, "serving", "bind=%s port=%d scenarios=%d", config->bind, server->port, server->known_count);
    int64_t swept = steady_seconds(), ticked = 0, cleared = -CLEAR_SECONDS, clearing = clearing_seconds(&config->ages);
    while (!server->stopping) {
        one_round(server);
        if (node_tick(server)) /* another database may be there by now */
            try_disk_again(server);
        if (editions_starting(server))
            editions_tick(server);
        if (steady_seconds() != ticked || config->test_clock) {
            ticked = steady_seconds();
            clocks_tick(server);
            moderation_tick(server);
            removals_tick(server);
            work_tick(server);
            outbox_tick(server);
            editions_tick(server);
        }
        if (steady_seconds() - swept >= SWEEP_SECONDS) {
            swept = steady_seconds();
            table_sweep(server);
            visits_sweep(server);
            sockets_sweep(server);
            try_disk_again(server);
        }
        if (steady_seconds() - cleared >= clearing) {
            cleared = steady_seconds();
            results_look(server);
            clear_away(server);
        }
    }
    say_farewell(server);
    close_server(server);
    return 0;
}
