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
 * store, and every client gets a message. */
#ifndef SANDTABLE_SERVER_OWN_H
#define SANDTABLE_SERVER_OWN_H

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

/* ---- scenarios.c: scenarios, maps and rulebooks ---- */

typedef struct Known {
    Scenario *scenario; /* with its default options */
    Buffer start;       /* the set-up stacks: JSON without its brackets */
    bool teaching;
    KeptText map[1 + OTHER_MAPS_MAX][LANGUAGES_MAX]; /* the usual one, then those that options choose */
    Buffer sides_with[LANGUAGES_MAX];                /* where options change the players: JSON without its braces */
    char *hints;                                     /* JSON, NULL if there are none */
} Known;

typedef struct Shared { /* a scenario with options that tables play on */
    Scenario *scenario;
    int users;
    struct Shared *next;
} Shared;

#define KNOWN_MAX 64

/* What there is to read of a rulebook; the pack is for the engine in the browser. */
enum { TEXT_RULES, TEXT_TERMS, TEXT_LOOKS, TEXT_TABLES, TEXT_PACK, TEXTS };

bool scenarios_open(Server *server);
void scenarios_close(Server *server);
const Known *scenario_known(const Server *server, const char *id);
/* The drawings of a system; NULL if there was no memory for them. */
const Symbols *symbols_of(const Server *server, const System *system);
/* Whether the address is that of the scenarios, a map, a rulebook, its terms, tables or looks; the text, NULL if there
 * is no such one.
 * A map is "…/wb95/nysa", or "…/wb95/nysa/grid=even-down" for that of an option. */
bool scenarios_kept(Server *server, const char *url, int language, const KeptText **out);
/* The tables that its players may look up (reference.c). */
void list_tables(const Server *server, const System *system, int language, Buffer *out);
/* The files that the engine in the browser reads (pack.c). */
void list_pack(const Server *server, const System *system, int language, Buffer *out); /* the same in all */
/* Which of its maps a game with these options is played on. */
int scenario_map_for(const Scenario *scenario, const char *options);
/* Whole options, as the scenario was loaded with: the same as in a journal. */
void scenario_options(const Scenario *scenario, char *out, size_t room);
/* NULL with a sentence; give it back with scenario_leave. */
Scenario *scenario_share(Server *server, const char *id, const char *options, char why[200]);
void scenario_leave(Server *server, const Scenario *scenario);

/* ---- lobby.c: games that are offered ---- */

/* The unforeseeable part of a game: its seed, its nonces, how its machine players choose. `use` says which of them. */
void game_secret(const Server *server, const char *use, void *out, size_t size);
/* `whole`: with the hints of a teaching game, which no list needs. */
void json_game(Server *server, Buffer *out, const GameRow *row, int64_t user, int language, bool whole);
/* How a game ended, as it is stored: in English, a tab, and the sentence for other languages. */
void keep_verdict(const Game *game, GameRow *row);
void json_seats(Server *server, Buffer *out, const GameRow *row, int64_t user);
unsigned lobby_games(Request *request, Buffer *out);
/* Status of an HTTP answer; the text is in `out`, or comes later. */
unsigned lobby_create(Request *request, json_t *body, Buffer *out);
/* A what-if; a worker plays the game up to there, and answers the request. */
unsigned lobby_branch(Request *request, const char *id, json_t *body, Buffer *out);
/* Whether the user may look at the game: public, seated, or by its invite. */
bool may_watch(const GameRow *row, int64_t user, const char *invite);
bool seated(const GameRow *row, int64_t user);
/* He sits at it, or is offered a seat. */
bool concerns(const GameRow *row, int64_t user);
/* The same as may_watch(), by what is kept of the table. */
bool table_may_watch(const Table *table, int64_t user, const char *invite);
/* Whether all that is left to hide from the user is what the sides hide from each other: own solo or hot-seat games,
 * and games that are over. */
bool may_replay(const GameRow *row, int64_t user);
void random_name(char *out, size_t letters);

/* Whether the user may have one more of them: a game that he sits at, or a what-if. */
bool may_have_more(const Request *request, bool what_if);

/* ---- seats.c: the seats of a game ---- */

bool held_by(const SeatRow *seat, int64_t user);
/* The computer player that answers for the seat; NULL: only a person does. */
const char *seat_machine(const SeatRow *seat);
/* The computer plays for a person until he takes the seat back; NULL: he does. */
void seat_stand_in(Table *table, int side, const char *player);
unsigned seat_join(Request *request, const char *id, json_t *body, Buffer *out);
unsigned seat_leave(Request *request, const char *id, json_t *body, Buffer *out);
/* {"side","to":NAME}, {"side","link":true}; without either the offer is taken back. */
unsigned seat_offer(Request *request, const char *id, json_t *body, Buffer *out);
/* The host's: opens the seat of a player, who cannot come back; forbids him to talk. */
unsigned seat_kick(Request *request, const char *id, json_t *body, Buffer *out);
unsigned seat_mute(Request *request, const char *id, json_t *body, Buffer *out);
unsigned seat_machine_plays(Request *request, const char *id, json_t *body, Buffer *out);
unsigned seat_vacation(Request *request, const char *id, json_t *body, Buffer *out);
/* Whether the host of the table has forbidden him to talk. */
bool table_bars(const Table *table, int64_t user, unsigned what); /* BARRED_ or SAT_ */

/* ---- blocks.c: users whom a user has blocked ---- */

unsigned blocks_list(Request *request, Buffer *out);
unsigned blocks_set(Request *request, json_t *body, Buffer *out);
/* Answers by `then` if the "user" of the body is another user known here. */
unsigned person_wanted(Request *request, json_t *body, unsigned (*then)(Request *, const json_t *, Buffer *),
                       Buffer *out);
bool client_blocks(const Client *client, int64_t user);
/* In a list of users whom a user has blocked. */
bool block_in(const Buffer *list, int64_t user);
void block_note(Buffer *list, int64_t user, bool on);

/* ---- clocks.c: time that games have ---- */

int64_t uptime(const Server *server);
bool clocks_open(Server *server, char why[TROUBLE]);
void clocks_close(Server *server);
/* About once a second: handles what has come due. */
void clocks_tick(Server *server);
/* An order was given, or the seats changed: decides whose time runs now. */
void clock_follow(Table *table, bool ordered);
bool clock_vacation(Table *table, int side, bool away); /* false: he has none left */
/* An order waits for links: until the wait is over, nothing of its clock comes due. */
void clock_waits(Table *table);
/* The roll that was waited for goes on: no side is charged for the time since it was announced. */
void clock_excuse_wait(Table *table);
void json_clock(Buffer *out, const Server *server, const GameRow *row);
/* As the client asks for them; false if that is not allowed. */
bool terms_wanted(const json_t *object, Terms *out);

/* ---- results.c: results and ratings ---- */

/* The table's game is over, and that is kept. */
void result_record(Table *table);
/* Rated games that are over and have no result: they get theirs. */
void results_look(Server *server);
void results_close(Server *server);
unsigned profile_answer(Request *request, const char *name, Buffer *out);

/* ---- queue.c: players who look for an opponent ---- */

/* Two who fit: the asker sits at `side`, the other at the other one. */
typedef struct Pairing {
    int side;
    int64_t other;
    char name[USER_NAME];
    Terms terms;
} Pairing;

unsigned queue_look(Request *request, Buffer *out);
unsigned queue_join(Request *request, const json_t *body, Buffer *out);
/* A game was begun for a waiting user; NULL: it was not, and he waits on. */
void queue_begun(Server *server, int64_t user, const char *game);
/* His account is another than when he began to wait. */
void queue_forget(Server *server, int64_t user);
void queue_block(Server *server, int64_t user, int64_t blocked, bool on);
void queue_close(Server *server);
/* Begins a game for both. */
unsigned lobby_pair(Request *request, const Known *known, const Pairing *pairing, Buffer *out);
/* The same game again with the sides swapped; the opponent is offered his seat. */
unsigned lobby_rematch(Request *request, const char *id, json_t *body, Buffer *out);

/* ---- notices.c: notices to players who are not at the table ---- */

/* The entry holds lines of the table: a player who must answer after them and is away gets a notice. Whose turn. */
int notice_turn(Table *table, WriteSet *entry);
void notice_time(Table *table, int side, int64_t left);

/* ---- outbox.c: notices to the outside go through the store ---- */

void outbox_random_id(char id[24]);
/* Written with the entry, so that a crash loses neither or both. */
void outbox_write(Server *server, WriteSet *entry, OutboxRow *row, const Buffer *text);
/* A row to be sent was kept. */
void outbox_look(Server *server);
/* About once a second. */
void outbox_tick(Server *server);
void outbox_close(Server *server);

/* ---- handover.c: a game that was begun in the browser goes on here ---- */

enum { HANDOVER_MAX = 1 << 20, UPLOADS = 4 }; /* bytes of such a request; how many are taken at the same time */
unsigned handover_take(Request *request, json_t *body, Buffer *out);
/* His browser knew the seed of its dice, so only he and computer players may sit there. */
bool is_handed_over(const GameRow *row);
/* Puts a game that a worker has played into the store, and when it is kept, onto a table. Takes all of it over. */
unsigned lobby_take_over(Request *request, GameRow *row, Scenario *scenario, Game *game, Deliveries *deliveries,
                         const char *note, Buffer *out);
/* Who sits where. False with a sentence. */
bool lobby_read_seats(const Scenario *scenario, json_t *seats, const UserRow *user, GameRow *row, char why[200]);

/* ---- archive.c: a player's own list of games ---- */

/* The owner's name for his what-if, as far as it fits. */
void try_name(const json_t *body, GameRow *row);
unsigned archive_name(Request *request, const char *id, json_t *body, Buffer *out);
unsigned archive_forget(Request *request, const char *id, Buffer *out);

/* ---- table.c: a running game ---- */

/* What may be shown of a game to users who are not at its table: as it was kept last. */
typedef struct Shown {
    bool over;
    int turn;
    int64_t changed;
    char asked[16], verdict[400], name[TRY_NAME];
    SeatRow seat[SIDES];
    Clock clock;
} Shown;

/* Called when what was written at a table is kept, or is not. */
typedef struct Waiter Waiter;
struct Waiter {
    void (*done)(Waiter *waiter, Verdict verdict, const char *trouble); /* frees it */
    Waiter *next;
};

typedef struct TableEntry TableEntry;

struct Table {
    Server *server;
    GameRow row;
    Shown shown;
    Scenario *scenario;
    const Known *known;
    Game *game; /* NULL while it is being loaded */
    Deliveries deliveries;
    size_t stored; /* bytes of the journal that are kept */
    bool dirty;    /* something waits for the next round */
    Table *next_dirty;
    WriteSet pending;   /* besides the lines of the journal and the row */
    Waiter *waiters;    /* for it */
    TableEntry *sent;   /* what is under way; NULL: nothing */
    bool gone;          /* removed from the store: no request finds it any more */
    bool load_wanted;   /* the journal is to be read when that is over */
    Buffer chat, plans; /* the latest chat here; words beside plans */
    Buffer barred;      /* BarredRow: what the host decided about users */
    Buffer rest;        /* of a game that is halted: the lines that do not hold */
    bool presence_due;  /* the event for who sits here is to be sent */
    Table *next_due;
    bool recorded; /* its result was */
    int64_t presence_told;
    Seen *seen[LANGUAGES_MAX]; /* SIDES + 1 of them for each language that a client here reads */
    Client *clients;
    int jobs;         /* that know this table */
    bool row_changed; /* what the store keeps of the game waits for the round too */
    bool loading, thinking;
    char halted[300]; /* the line that does not hold under this edition, so that the game waits; empty: it goes on */
    uint32_t stuck;   /* lines at which a player of the machine found no order, + 1 */
    Random random;
    Thinking machine[SIDES];         /* what its players of the machine keep from order to order */
    _Atomic bool stop_thinking;      /* the one that thinks gives the best it has found */
    const _Atomic int *thought_done; /* hundredths of its time to think; NULL: none thinks */
    int asking;                      /* side that asks for a take-back, -1 none */
    bool answering;                  /* the order just sent was given in advance */
    unsigned agreed;                 /* bit a side */
    int sent_side;                   /* whose turn it was when the last lines were kept */
    bool tells;                      /* what is gathered goes to webhooks, push or mail, too */
    int64_t idle_since;
    bool rolling, roll_answers; /* an order waits for its dice; it was given in advance */
    Table *next_rolling;
    int64_t roll_until;       /* microseconds: then it goes on without the players who did not answer */
    int64_t roll_since;       /* seconds of uptime + 1: since then no side's time runs; 0: no roll waits */
    unsigned away;            /* bit a side that was left out of a roll and is not back */
    bool ours;                /* this node holds the game (node.h) */
    int64_t ours_since, here; /* microseconds; who is here, as sent to other nodes, -1: not yet */
    Taker *takers;            /* requests that wait until it is ours */
    Table *next;
};

/* The table of a game, with the row that the store has of it; NULL if there is no such game. */
Table *table_lay(Server *server, const GameRow *row);
/* Begins to read the journal, if the game is neither there nor being read. */
void table_load(Table *table);
/* A game that is not open is read, unless another node has it. */
void table_wake(Server *server, const char *id);
/* The game that was read goes on under another program, at that port; 0: it could not be started. */
void table_moved(Server *server, Job *job, int port);
Table *table_find(const Server *server, const char *id);
/* Also one that is not ours (yet). */
Table *table_laid(const Server *server, const char *id);
/* The row as it may be shown to users who are not at the table. */
void table_kept_row(const Table *table, GameRow *out);
/* A seat changed in the store, apart from what is written here. */
void table_set_seat(Table *table, int side, const SeatRow *seat);
/* What is shown is the row as it is now. */
void table_show(Table *table);
/* A table for a game that has just been added to the store; it has no game yet. */
Table *table_new(Server *server, const GameRow *row, Scenario *scenario);
/* Gives the table its game, with its deliveries, which are the table's from then on. */
void table_ready(Table *table, Game *game, Deliveries *deliveries);
void table_free(Table *table);
/* No client is at it, nothing waits to be written or sent, no worker reads it: only such a table may be freed. */
bool table_rests(const Table *table);
void table_sweep(Server *server);
void tables_close(Server *server);
/* The rules failed during a request at the table. What was not committed is gone, and so are all clients who sat there;
 * the journal is kept, and the next client to come has it read again, a few times. */
void table_failed(Table *table, const char *what);
/* Reports a fault to the operator: in which game, or scenario, and after how many lines. */
void fault_report(Server *server, const char *where, uint32_t line, const char *what);
/* The rules failed in a worker's work for the table. */
void table_fault(Table *table, const char *what);
/* Copies what a side may see; false, and the table has failed, if that cannot be made. */
bool table_view(Table *table, int as, Position *out);
int table_side(const Table *table); /* the side to answer, NO_SIDE when it is over */
Refusal table_order(Table *table, int side, const Order *order);
/* Sends the client that the game stopped, and what can be agreed on; nothing if it did not stop. */
void table_tell_halted(Table *table, Client *client);
/* All agreed: it goes on from the last line that holds. */
bool table_carry_on(Table *table, char why[200]);
bool table_undo(Table *table, char why[200]);
bool table_take_back(Table *table, char why[200]);
bool table_resign(Table *table, int side, char why[200]);
/* Of two sides this one has lost the game. */
bool table_lose(Table *table, int side, Defeat defeat, char why[200]);
/* Room for a view in which a player plans; lent until the next one. NULL: there is no memory. */
Position *table_plan(Table *table);
/* Begins the next work of the machine's players, if there is any. */
void table_think(Table *table);
/* Something of the table was written: until it is kept, nothing of it is sent. */
void table_written(Table *table);
/* Where further writes of the table go; it is written with that. */
WriteSet *table_entry(Table *table);
/* Drops what is gathered: the users who wait for it are answered. */
void table_forget_pending(Table *table, const char *trouble);

/* After every line of the journal that is new. */
void table_advanced(Table *table, LineKind kind, int giver, const Order *order);
/* Whether no further line is taken here. */
bool table_is_full(const Table *table);

/* ---- standing.c: answers given in advance ---- */

/* A seat's answers in advance, as the store has them, once the game is there. */
void standing_load(Table *table, int side, const Buffer *text);
/* One more answer in advance of that side, as text; it may answer the open question at once. */
bool standing_wish(Table *table, int side, const char *text, size_t length, char why[200]);
/* Gives the answers in advance, in the same round, until a player must be asked. */
void standing_answer(Table *table);
/* A player took an order back: the answers in advance that he drops are kept and sent. */
void standing_changed(Table *table, int side, const char *dropped);
/* `["losses cheapest",…]` */
void json_standing(Buffer *out, Table *table, int side);

/* ---- telling.c: the messages to the clients at a table ---- */

Showing table_showing(Table *table, int as, int language);
/* Sends what just happened to every viewer who gets it (a bit each), as he may know it and in his language. */
void table_tell(Table *table, unsigned sent, int giver, const Order *order, LineKind kind);
void table_state(Table *table, Client *client);
/* What a client remembers when it changes places: what it was sent there last, what it was sent where it is. */
typedef struct Remembered {
    bool there, here;
} Remembered;
/* Sits down behind another curtain and is sent what is seen from there: if the client has kept what it was sent there
 * last, and no client was sent more since, only what has changed; else, if it can, what differs from where it was. */
void table_change_places(Table *table, Client *client, int side, const Remembered *remembered);
/* The client sits behind the curtain of a side it holds, now and after any restart. */
void table_sit(Table *table, Client *client, int side);
void table_add_client(Table *table, Client *client);
void table_remove_client(Table *table, Client *client);
void table_reseat(Table *table); /* seats changed: clients are sent what they hold now */
/* The players or spectators have changed: every client gets the new list at the end of the round, at a crowded table no
 * more than once a second. */
void table_presence(Table *table);
void tables_tell_presence(Server *server);

/* ---- witness.c: players' browsers and the dice ---- */

/* An order was announced, perhaps one given in advance: asks for the links it waits for. True if it waits for none and
 * is carried out. */
bool witness_wait(Table *table, bool answers);
/* The game was read: its roll goes on waiting, until that uptime; 0: as long as the game says. */
void witness_resume(Table *table, int64_t until);
/* The table leaves the memory while its roll waits; the server stops. */
void witness_leaves(const Table *table);
void witness_close(const Server *server);
/* The table waits for no roll any more. */
void witness_forget(Table *table);
/* Goes on with rolls that have waited long enough; when the next one will have, in microseconds. */
void witness_tick(Server *server);
int64_t witness_next(const Server *server);
/* `,"dice":{…}`: which players take part, and the commitment. */
void json_dice(Buffer *out, const Table *table);

/* ---- commit.c: rounds ---- */

/* Sends what has gathered, at tables and elsewhere, unless a round is under way. */
void round_send(Server *server);
/* Whether messages to the clients at the table must wait. */
static inline bool table_is_held(const Table *table) { return table->dirty || table->sent; }
/* Drops the messages written since the last round was kept, and answers the client's requests with the trouble. */
void take_words_back(Client *client, const char *trouble);

/* ---- expire.c: removal of what is no longer needed ---- */

typedef struct Expired {
    int guests, sessions, games;
} Expired;

/* clock.c: the wall clock beside a steady one. After a jump, or a start long after anything was written, nothing
 * expires for a day, so that a user who comes in that time is not taken for one who stayed away. */
typedef struct ClockWatch {
    bool known;
    int64_t apart;   /* the wall's less the steady one's */
    int64_t until;   /* by the steady one: before that nothing expires */
    int64_t trusted; /* as `apart`, but without a jump that is not a day old */
} ClockWatch;

enum { CLOCK_JUMP = 600, CLOCK_GRACE = 86400 };
/* `latest`: when something was last written; 0: nothing was. */
void clock_begin(ClockWatch *watch, int64_t wall, int64_t steady, int64_t latest);
/* Whether ages can be judged by the wall's clock now. */
bool clock_holds(ClockWatch *watch, int64_t wall, int64_t steady);
/* The time of day by which bans in such a time are judged, as of the last look. */
int64_t clock_judges(const ClockWatch *watch, int64_t steady);

/* Asks what is no longer needed and has it removed; games at a table stay. */
void expire_begin(Server *server);
/* The same for programs without a loop; `dry`: only counts. False with a sentence. */
bool expire_now(Store *store, const Ages *ages, int64_t now, bool dry, Expired *out, char why[TROUBLE]);

/* ---- socket.c: WebSocket clients ---- */

typedef struct Bucket {
    double tokens;
    int64_t at;
} Bucket;

struct Client {
    int socket;
    Server *server;
    struct MHD_UpgradeResponseHandle *handle;
    wslay_event_context_ptr frames;
    Table *table;
    int64_t user;
    uint8_t token[TOKEN_BYTES]; /* of the session it was opened by: it ends with it */
    char name[USER_NAME];
    uint8_t held[SIDES];
    unsigned chains; /* bit a side whose chain this browser has */
    int as, language;
    uint32_t left[SIDES + 1]; /* by viewer: the telling of its Seen after which the client changed places; 0 never */
    Buffer out;
    size_t sent, safe, mark; /* of out: sent; may be sent; may be when the round that is under way is kept */
    Buffer asked;            /* numbers of the requests since the last round that was kept */
    size_t asked_mark;       /* of them: before the round that is under way */
    Buffer note;             /* the user's own at this table */
    Buffer blocks;           /* users he has blocked, int64_t each */
    Buffer early;            /* came with the handshake */
    size_t early_used;
    Buffer later; /* messages that wait for their turn: length and text of each */
    size_t later_used;
    Client *next_later;
    bool is_later;
    uint64_t address;
    int64_t heard; /* when the last bytes came */
    bool closing, spoiled, dead, writable_wanted, paused, drained, deaf;
    size_t read; /* in this round */
    int64_t closing_since;
    Bucket messages;
    int warnings, questions; /* how often it was warned to slow down; questions about the past under way */
    uint64_t serial;         /* distinguishes it from an earlier client in its place */
    Client *next, *previous, *next_at_table;
    Client *next_touched;
    bool touched; /* there may be something to send, or it is gone: looked at by the next sockets_flush() */
};

enum MHD_Result socket_upgrade(Request *request, Table *table);
/* The request has ended: what was known of its client, if no client has it. */
void socket_forget_arrival(Request *request);
void socket_event(Client *client, uint32_t events);
/* Queues a message: the text of one JSON object. */
void client_send(Client *client, const Buffer *message);
/* A message of only a kind ("error") and a text, in the client's language. */
void client_tell(Client *client, const char *kind, const char *words);
void client_close(Client *client, uint16_t code, const char *reason);
/* One message more; false when the client sends too many, and if it goes on, it is closed. */
bool client_within_rate(Client *client);
void client_seats(Client *client);
void client_resume(Client *client); /* its game is loaded: it may send */
void client_pause(Client *client);  /* its game is read again: its messages wait */
/* Something of the client changed that sockets_flush() should see. */
void client_touch(Client *client);
/* Sends everything that may go to clients that were touched; frees those that are gone. */
void sockets_flush(Server *server);
void sockets_shut(Server *server, const char *words);
/* Messages that waited for a round in which their sender has not had his share yet. */
void sockets_later(Server *server);
/* Pings sockets that have been silent, and drops those that did not answer. */
/* Pings every socket, so that nginx can tell that this node lives. */
void sockets_beat(Server *server);
void sockets_sweep(Server *server);
/* Why no further socket is opened for the request; NULL: it may be. */
const char *socket_refused(const Server *server, const Request *request, const Table *table);

/* ---- talk.c: clients' messages; talk.h has the rest ---- */

void talk(Client *client, const char *text, size_t length);

/* ---- past.c: the game as it was ---- */

#define PAST_PAGE 200

/* Both answer later; `mark` is the key by which the asker knows the answer. False when he asks too much at once. */
bool past_history(Client *client, const char *mark, int lines, int as);
/* What the client's side was sent at the lines from `from` on, which the game has. */
bool past_events(Client *client, const char *mark, uint32_t from, uint32_t count, bool seen);
bool past_record(Client *client, const char *mark);
/* `sides`: a bit each whose plans the client may see. */
bool past_ways(Client *client, const char *mark, unsigned sides);

/* ---- plan_notes.c: a side's notes beside its plans ---- */

/* `,"notes":[{"plan":3,"text":"…"},…]` of the plans that the viewer's panels show. */
void json_plan_notes(Buffer *out, Table *table, const Showing *showing);
/* Only while the plan is being written, by its writer; false: it may not be, or could not be kept. */
bool plan_note_write(Table *table, const Showing *showing, int plan, const char *text);
/* The note beside one plan; empty: none. */
void plan_note_read(const Buffer *plans, int wanted, Buffer *out);

/* ---- limits.c: how much a user or an address may ask for ---- */

typedef enum Limit {
    LIMIT_REQUEST, /* by address */
    LIMIT_GUEST,
    LIMIT_PASSWORD,
    LIMIT_CREATE,
    LIMIT_MESSAGE, /* by user, of all his sockets */
    LIMIT_CHAT,    /* by user */
    LIMIT_NOTE,
    LIMIT_JOIN,
    LIMIT_JOIN_ADDRESS,
    LIMIT_MAIL,      /* by user */
    LIMIT_MAIL_FROM, /* mails that ask an owner: by the asker's address */
    LIMIT_MAIL_TO,   /* and by the mailbox */
    LIMIT_REPORT,
    LIMIT_CHAIN,   /* by user: chains brought */
    LIMIT_ACCOUNT, /* passwords tried, by the account's name, from addresses without a login to it */
    LIMIT_AT_HOME, /* the same, by account and address, from addresses that had one */
    LIMIT_REPORT_ADDRESS,
    LIMIT_COST_USER,
    LIMIT_COST_ADDRESS,
    LIMIT_WORK, /* processor time of workers, by user */
    LIMITS
} Limit;

#define ADDRESS_UNKNOWN 1

typedef struct Limits Limits;
Limits *limits_open(int share); /* of a processor, in percent, that one user may take */
void limits_close(Limits *all);
/* Whether he may do one more of these now: an address, a user, an account. */
bool limit_take(Server *server, Limit limit, uint64_t who);
void limit_give_back(Server *server, Limit limit, uint64_t who);
bool bucket_take(Bucket *bucket, double rate, double burst);
/* Processor time of this thread; debits what was spent for a user, user 0 for an unknown one. */
int64_t thread_microseconds(void);
void cost_debit(Server *server, int64_t user, uint64_t address, int64_t microseconds);
/* Whether his budget is spent: he is to ask again later. */
bool cost_is_spent(Server *server, int64_t user, uint64_t address);
/* The same of what workers did for a user. */
void work_debit(Server *server, int64_t user, int64_t microseconds);
bool work_is_spent(Server *server, int64_t user);
/* Whether he has had his share of this round while others wait. */
bool cost_must_wait(Server *server, int64_t user, uint64_t address);
/* The key under which an address counts; one that cannot be read is ADDRESS_UNKNOWN. */
struct in6_addr;
uint64_t address_of_six(const struct in6_addr *six);
uint64_t address_of_text(const char *text, size_t length);
uint64_t account_of(const char *name);
/* A session of the account was used at that address; whether lately one was. */
void home_note(Server *server, uint64_t account, uint64_t address);
bool home_is(const Server *server, uint64_t account, uint64_t address);

/* ---- people.c ---- */

/* Who the visitor is, once the store has answered; a session that is used stays. */
void people_came(Request *request);
/* Makes a guest and its session. */
unsigned people_guest(Request *request, Buffer *out);
/* Ends the session with the sockets that were opened by it; or all of them, and the notices to his browsers. */
unsigned people_log_out(Request *request, bool everywhere, Buffer *out);
/* What the store keeps of a cookie; false, and zeros, if it is none. */
bool people_token(const char *cookie, uint8_t token[TOKEN_BYTES]);
void json_session(Buffer *out, const Server *server, const UserRow *user);
unsigned people_settings(Request *request, json_t *body, Buffer *out);
unsigned people_sessions(Request *request, Buffer *out);

/* ---- names.c ---- */

enum { RECOVERY_CODE = 24 };
/* False with a message: too short, hidden or mixed letters, a name that is not to be had. */
bool name_is_good(const char *name, char why[200]);
/* What stays of a name when look-alikes are taken for each other: as it is written, and in small letters. */
void name_likeness(const char *name, char out[NAME_LIKENESS]);
void name_small_likeness(const char *name, char out[NAME_LIKENESS]);

/* Password work is a job: these suspend the request and answer it later. */
unsigned people_register(Server *server, Request *request, json_t *body, Buffer *out);
unsigned people_login(Server *server, Request *request, json_t *body, Buffer *out);
unsigned people_change_password(Request *request, json_t *body, Buffer *out);
unsigned people_recover(Request *request, json_t *body, Buffer *out);
unsigned people_remove_account(Request *request, json_t *body, Buffer *out);

/* His account is: its sockets are closed and its seats open. */
unsigned people_gone(Request *request);

/* ---- recall.c: recent visitors, for when the database of several nodes does not answer ---- */

void recall_note(Server *server, const VisitAsk *visit);
/* The user who has that token, if he is in the cache. */
bool recall_user(const Server *server, const VisitAsk *visit, UserRow *out);
/* The session has ended; token NULL: all of the user's. */
void recall_forget(Server *server, const uint8_t *token, int64_t user);
void recall_close(Server *server);

/* ---- removal.c: the end of an account ---- */

/* The password was right; `resigns`: he knows that his rated games are resigned. Answers the request, which waits. */
void removal_begin(Request *request, bool resigns);
/* The same at another node: the games of his that are here are resigned. */
void removal_elsewhere(Server *server, int64_t user);
/* About once a second. */
void removals_tick(Server *server);
/* The server stops: the requests that wait are answered. */
void removals_stop(Server *server);

/* ---- http.c ---- */
/* An answer of only {"error": words}; returns the status. */
unsigned error_answer(Buffer *out, unsigned status, const char *words);

struct Request {
    Server *server;
    struct MHD_Connection *connection;
    Buffer body;
    bool begun, odd_path, refused, suspended, upgraded;
    bool uploads; /* has one of the places for long bodies */
    unsigned status;
    char why[120];
    uint64_t address;
    char cookie[80];     /* as it came */
    char new_cookie[80]; /* to be set */
    bool drop_cookie;
    Arrival *arrival;      /* of a WebSocket, until the handshake is over */
    struct Coming *coming; /* what the store knows of the visitor; NULL: it was not asked */
    UserRow user;          /* id 0: unknown yet */
    int language;
    /* the answer of a job */
    Buffer answer;
    const char *type;
    char node[NODE_ADDRESS]; /* that has its game; empty: not known */
    int waited;              /* so many times for its game to be taken */
    int lease_waits;         /* and for another node's lease to end */
};

#define LATER 0u /* an answer comes from a job, or when the store has answered */

/* What is asked of the store about a request. */
typedef struct Coming {
    VisitAsk visit;
    Request *request;
    uint32_t ended; /* sessions that had ended when it was asked */
} Coming;

/* An entry by whose verdict a request is answered; what else that takes follows in a larger structure. */
typedef struct Settling Settling;
struct Settling {
    WriteSet entry;
    Request *request;
    unsigned (*kept)(Settling *settling); /* writes the answer; its status */
    unsigned lost;                        /* status if another process was first, */
    const char *words;                    /* and its text */
    bool again;                           /* if it is lost, the request begins again, and finds what was first */
    bool text;                            /* what is answered when it is kept is no JSON */
    void (*ended)(Settling *settling);    /* frees what else it holds; NULL: nothing */
};

bool http_start(Server *server);
/* From now on the JSON library does not run out of memory (reserve.c). */
void reserve_open(void);
/* The request waits for what `http_resume` says. */
void http_suspend(Request *request);
void http_resume(Request *request, unsigned status, const char *type);
/* What is known of a suspended request may have changed: it begins again. */
void http_ask_again(Request *request);
enum MHD_Result http_error(Request *request, unsigned status, const char *words);
/* nginx asks the node at that address in our place; or opens a socket there. */
enum MHD_Result http_elsewhere(Request *request, const char *address, bool socket);
/* The game is at this host, at another port. */
enum MHD_Result http_moved(Request *request, int port);
/* Sends the entry with the next round; it was made by calloc. */
unsigned http_settle(Settling *settling, Request *request, unsigned (*kept)(Settling *settling));
/* Answers only {"ok":true}. */
unsigned settled_ok(Settling *settling);
/* An entry that no request waits for; NULL without memory. Give it to store_add(). */
WriteSet *entry_alone(void);
const char *http_header(const Request *request, const char *name); /* NULL if it has none */

/* ---- routes.c ---- */
typedef struct Call {
    Server *server;
    Request *request;
    const char *rest; /* of the path, after what was matched */
    json_t *body;
    Buffer *out;
    const char *type;
} Call;

/* nobody: the user is not even looked up; key: the same, and what the address holds is proof enough for a post, too. */
typedef enum Needs { NEEDS_NOBODY, NEEDS_KEY, NEEDS_ANYBODY, NEEDS_USER } Needs;

typedef struct Route {
    const char *method, *path;
    bool below; /* the path goes on */
    Needs needs;
    unsigned (*answer)(Call *call); /* the status; LATER if a job answers */
} Route;

const Route *route_of(const char *method, const char *url); /* NULL: there is nothing there */

/* ---- visits.c: connections that take their time ---- */

#define REQUEST_SECONDS 30

typedef struct Visit Visit;
/* For libmicrohttpd: a connection was made, or is gone. */
void visit_notice(void *context, struct MHD_Connection *connection, void **slot,
                  enum MHD_ConnectionNotificationCode what);
/* From now on the connection's next request is waited for, or not: there is a whole one, or it is a WebSocket. */
void visit_waits(struct MHD_Connection *connection, bool waits);
/* Drops connections that took too long. */
void visits_sweep(Server *server);

/* ---- push.c: notices by way of the browser's push service ---- */

enum { PUSH_ADDRESS = 512 };
typedef struct PushKey PushKey;
bool push_open(Server *server); /* reads or makes the key, if the operator wants push at all; false: it logged why */
void push_close(Server *server);
/* To all browsers of the user that want it: addresses, each with its NUL. */
void push_send(Server *server, int64_t user, const Buffer *endpoints, const TurnCall *call);
unsigned push_key(Server *server, Buffer *out);
unsigned push_subscribe(Request *request, const json_t *body, Buffer *out);

/* ---- picture.c, webhook.c ---- */

/* Pictures that were drawn lately, the last one asked for first. */
typedef struct Drawn Drawn;
typedef struct DrawnPictures {
    Drawn *first;
    size_t bytes;
    struct PictureJob *asked; /* those that workers have */
} DrawnPictures;
void pictures_forget(Server *server);
/* Of the position, or of one plan in it (draw.h); comes later. */
bool picture_job(Request *request, Table *table, int as, uint16_t plan, const char *format);
/* The contents of a call: whose turn it is, and where. */
struct TurnCall {
    const char *event; /* "your-turn", "time-runs-out" */
    const char *id, *title, *side;
    int64_t left;     /* seconds until time is out; 0: the call is about something else */
    const char *call; /* its id */
    struct Sending *sending;
    const char *user; /* to the operator's address alone; NULL: to the user's own */
    int64_t whose;    /* turn it is */
};
void webhook_send(Server *server, const char *url, const TurnCall *call);

/* ---- assets: generated ---- */

typedef struct Asset {
    const char *path, *type, *tag;
    const unsigned char *bytes, *bytes_end, *gzip, *gzip_end;
} Asset;
extern const Asset assets[];
extern const int asset_count;

/* ---- serve.c ---- */

#define TABLE_BUCKETS 4096

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
