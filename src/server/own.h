/* own.h — the inside of the server, shared by its files and private to them.
 *
 * One loop does everything that touches a game or a client, so none of it needs a lock. What takes long (players of the
 * machine, passwords, pictures, replays, loading old games, what-ifs, webhooks) is a Job: a worker runs it on copies,
 * and the loop takes the result. The store has threads of its own (store.h): the loop asks, and is called back.
 *
 *     sockets ──► messages ──► orders ──► tables ──┐
 *     requests ─► lobby, people ───────────────────┤ gathered
 *                                         round ◄──┘ sent to the store when none is under way
 *     sockets, requests ◄── what was said of it, when it is kept
 *
 * A table that has something gathered or under way is held: messages to its clients wait until the round is kept. Other
 * clients are answered at once, and HTTP shows of a held table what was kept last. So everything sent was durable
 * before. If a round is not kept, the messages to the clients since are cut off, the games are read again from the
 * store, and every client gets a message.
 *
 * It is in parts, each of which includes the one before: own_ground.h, lobby, tables, clients, people, requests. */
#ifndef SANDTABLE_SERVER_OWN_H
#define SANDTABLE_SERVER_OWN_H

#include "server/own_requests.h"

/* ---- memos.c: the listings' findings, for the games asked about last ---- */

enum { MEMOS = 64 };
typedef struct KeptMemo {
    const Scenario *scenario;
    Memo *memo;   /* NULL: none yet */
    Lists *lists; /* NULL: none yet */
} KeptMemo;

/* NULL without memory, or if the rulebook keeps nothing of its listings in the view. */
Memo *memo_of(const Table *table, const Position *view);
/* Lists of choices for the game's views; NULL without memory. */
Lists *lists_of(const Table *table);
/* The scenario is no more; NULL: a listing may have been broken off. */
void memos_forget(Server *server, const Scenario *scenario);

struct Server {
    Node *node;         /* NULL: the store is this server's alone */
    Editions *editions; /* programs for older games; NULL: none */
    PushKey *push;      /* NULL: no notices by push */
    Caller *caller;     /* of other machines */
    Work *work;         /* of campaigns; NULL: none was asked for yet */
    Replays *replays;
    Outbox *outbox;
    const ServerConfig *config;
    Store *store;
    int store_lock;
    struct MHD_Daemon *daemon;
    int epoll, daemon_epoll, signals, done_event;
    int port; /* the port wanted, then the one that was taken */
    bool stopping, disk_trouble;
    int64_t started;
    Pool quick; /* games that are read, and players who do not search */
    Pool past;  /* questions about the past, and what-ifs */
    Pool passwords, pictures;
    Pool reading;                /* long journals */
    Pool thinking;               /* players that search: seconds each, so that answers do not wait behind them */
    size_t past_bytes;           /* of journals that questions about the past have copied */
    uint64_t uploading[UPLOADS]; /* addresses that send long bodies; 0: a place is free */
    pthread_mutex_t done_lock;
    Job *done_first, **done_last;
    Language language[LANGUAGES_MAX];
    int languages;
    Known known[KNOWN_MAX];
    int known_count;
    KeptText scenarios[LANGUAGES_MAX];
    KeptText texts[TEXTS][SYSTEMS_MAX][LANGUAGES_MAX]; /* of rulebooks: what was asked for */
    Symbols *symbols[SYSTEMS_MAX];                     /* the drawings of each */
    Shared *shared;
    Table *table[TABLE_BUCKETS];
    int tables;
    KeptMemo memo[MEMOS];
    Table *dirty, *presence_due, *rolling;
    Visit *visits;
    Client *clients, *touched;
    bool queues_grew; /* one of them beyond the size that needs no counting */
    int client_count;
    Limits *limits;
    ClockWatch clock;
    int64_t uptime_before, started_steady, uptime_noted, clocks_looked, test_seconds;
    Seeker *seekers; /* who look for an opponent */
    int seekers_count;
    struct Comer *recalled;   /* recent visitors; NULL: none yet */
    struct Removal *removals; /* accounts whose games are being resigned */
    Recording *recordings;    /* results that wait to be written, the one that is being written first */
    Buffer bans, moderators;  /* what is in force, BanRow; who may decide, int64_t */
    bool bans_asked;
    int64_t bans_looked;
    bool clocks_asked, clocks_run; /* the store is being asked; it has clocks that run */
    uint32_t round;                /* of the loop */
    Client *later, **later_last;   /* clients whose messages wait for the next round, in the order of their turn */
    Metrics metrics;
    DrawnPictures drawn;
    Buffer scratch;
    Position *plan; /* room for a view in which a player plans, and its size */
    size_t plan_room;
    int64_t round_begun;     /* when the round that is under way was sent */
    uint32_t sessions_ended; /* so many times since the start */
    bool clearing;           /* what is not needed any more is being removed */
    bool probing;            /* whether the store can be written again is being tried */
    int64_t http_served;     /* when it last was */
    bool http_again;         /* something was resumed: HTTP has work without a socket saying so */
    pthread_mutex_t drawing;
};

#endif
