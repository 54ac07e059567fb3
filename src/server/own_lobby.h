/* own_lobby.h — a part of own.h: games beside the table: scenarios, the lobby, seats, clocks, results, notices. */
#ifndef SANDTABLE_OWN_LOBBY_H
#define SANDTABLE_OWN_LOBBY_H

#include "server/own_ground.h"

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

#endif
