/* own_tables.h — a part of own.h: a game that is open: its table, what is told there, its dice, its rounds. */
#ifndef SANDTABLE_OWN_TABLES_H
#define SANDTABLE_OWN_TABLES_H

#include "server/own_lobby.h"

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
    int takes_failed;         /* since it was last taken; its clients wait meanwhile */
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

#endif
