/* own_ground.h — a part of own.h: what every file stands on, such as faults, workers, the log and languages. */
#ifndef SANDTABLE_OWN_GROUND_H
#define SANDTABLE_OWN_GROUND_H

#include <jansson.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <wslay/wslay.h>

#include "ai/ai.h"
#include "core/journal.h"
#include "server/buffer.h"
#include "server/json.h"
#include "server/retell.h"
#include "server/server.h"
#include "server/store.h"

#define PROTOCOL_VERSION 9
#define MESSAGE_MAX 65536
#define QUEUE_MAX (4u << 20)
#define BODY_MAX 65536
#define CHAT_MAX 1000
#define NOTE_MAX 20000
#define PLAN_NOTE_MAX 1000
#define CHAT_KEPT 200

typedef struct Server Server;
typedef struct Table Table;
typedef struct Client Client;
typedef struct Request Request;
typedef struct Arrival Arrival;
typedef struct Seeker Seeker;
typedef struct Recording Recording;
typedef struct Node Node;
typedef struct Taker Taker;
typedef struct Caller Caller;
typedef struct Work Work;
typedef struct Replays Replays;
typedef struct Outbox Outbox;
typedef struct TurnCall TurnCall;
typedef struct Editions Editions;

/* ---- guard.c: a fault of the rules ends a table, not the server ---- */

#define FAULT_TEXT 200

/* From now on faults are caught, in this thread and in those that ask for it. */
bool guards_open(void);
void guards_close(void);
/* A worker's thread begins; it ends. */
bool guard_thread(bool worker);
void guard_thread_ends(void);
/* Runs it. False if the rules failed on the way, with the fault; the caller discards the unfinished work. */
bool guarded(void (*run)(void *context), void *context, char what[FAULT_TEXT]);

/* ---- restart.c: a fault that no guard can leave begins the program again ---- */

/* How it was before; port 0: it was not started again. */
typedef struct Restarted {
    int port, signal;
    char game[GAME_ID]; /* that was being worked on; empty: none */
} Restarted;

Restarted restart_open(void);
void restart_port(int port); /* the one that was taken */
void restart_now(int signal);
/* Faults that a game has led to since the program was first started; one more. */
int game_faults(const char *game);
int game_blame(const char *game);

/* ---- jobs.c: workers ---- */

typedef struct Job Job;
struct Job {
    void (*run)(Job *job);                  /* by a worker, guarded */
    void (*done)(Server *server, Job *job); /* by the loop; frees it */
    Job *next;
    int64_t user;           /* for whom; 0: for no particular user */
    bool free;              /* its time is not debited to him */
    uint32_t turn;          /* among those that wait: users take turns */
    int64_t spent;          /* microseconds of processor time */
    char fault[FAULT_TEXT]; /* how the rules failed while it ran; empty: they did not */
};

typedef struct Pool {
    pthread_mutex_t lock;
    pthread_cond_t wake;
    pthread_t thread[4];
    int threads, most; /* started when first needed; at most */
    int idle, queued;
    bool stopping;
    Job *first;    /* by turn */
    uint32_t turn; /* of the job taken last */
    struct Server *server;
} Pool;

void pool_open(Pool *pool, Server *server, int threads);
/* Users take turns: a user with many jobs waiting holds up no other user. */
void pool_add(Pool *pool, Job *job);
/* Whether the user has so many jobs waiting here, or has had so much done, that he must come back later. */
bool pool_refuses(Pool *pool, int64_t user);
/* The workers that play a journal of so many bytes: a long one holds up only requests for long ones. */
Pool *pool_to_read(Server *server, size_t length);
/* The same for questions about the past. */
Pool *pool_of_past(Server *server, size_t length);
/* Waits for what runs; jobs not begun are handed over undone. */
void pool_stop(Pool *pool);
/* Gives back what this thread keeps for itself. */
void thread_forget(void);
/* The job is done, or no worker will do it: the loop takes it. By any thread. */
void job_hand_over(Server *server, Job *job);
/* Takes what workers finished; how many there were. */
int jobs_collect(Server *server);

/* ---- what is counted ---- */

enum { COMMIT_BUCKETS = 9 };

typedef struct Metrics {
    uint64_t requests, orders, refusals, undos, messages, connections, dropped, commits, commit_failures, games_created,
        ai_orders, logins, login_failures, limited, webhooks, calls_retried, calls_given_up, bytes_sent, faults,
        restarts;
    uint64_t pictures; /* drawn */
    uint64_t work_units, work_replays;
    uint64_t commit_bucket[COMMIT_BUCKETS + 1];
    uint64_t commit_microseconds;
} Metrics;

void metrics_print(const Server *server, Buffer *out);
void metrics_commit(Metrics *metrics, int64_t microseconds);

/* ---- log.c ---- */

typedef enum Level { LEVEL_INFO, LEVEL_WARNING, LEVEL_ERROR } Level;
/* One line: time, level, what, and `key=value …` as formatted. Nothing secret is ever passed. */
void log_line(Level level, const char *what, const char *format, ...) __attribute__((format(printf, 3, 4)));
void log_quiet(bool quiet);
int64_t now_seconds(void);
int64_t now_microseconds(void); /* of a clock that never goes back */
int64_t steady_seconds(void);   /* of the same */

/* ---- translations.c: languages ---- */

enum { LANGUAGES_MAX = 16, SYSTEMS_MAX = 8 };

typedef struct Language {
    char name[16]; /* "pl" */
    Translation *translation[SYSTEMS_MAX];
} Language;

void translations_open(Server *server);
void translations_close(Server *server);
/* NULL for English. Without a system: for the server's own texts. */
const Translation *translation_of(const Server *server, int language, const System *system);
int language_named(const Server *server, const char *name, size_t length); /* -1: no translation here */
/* The first of an Accept-Language that the server has. */
int language_accepted(const Server *server, const char *list);

/* ---- kept.c: texts that stay the same while the server runs ---- */

typedef struct KeptText {
    unsigned char *packed; /* gzip; NULL: there is none */
    size_t packed_length, length;
    char tag[24]; /* for ETag, in its quotes */
} KeptText;

/* Keeps the text, compressed; the buffer is freed. */
void kept_pack(KeptText *kept, Buffer *text);
bool kept_unpack(const KeptText *kept, Buffer *out);
void kept_free(KeptText *kept);

#endif
