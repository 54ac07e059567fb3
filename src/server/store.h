/* store.h — where users, games and journals live between one moment and the next.
 *
 * An interface: SQLite implements it today, another database may tomorrow, and no dialect is spoken outside the
 * implementation. All calls come from the one loop, except `checkpoint`, which a worker makes on a connection of
 * its own.
 *
 * Writing calls open a transaction if none is open; `commit` makes everything since then durable or, when it fails,
 * gone. Until then nobody may be told of it. A reading call sees what was written before it. */
#ifndef SANDTABLE_STORE_H
#define SANDTABLE_STORE_H

#include "core/game.h"
#include "server/buffer.h"

#define USER_NAME 64
#define GAME_ID 16
#define INVITE 28
#define TOKEN_BYTES 32

typedef struct UserRow {
    int64_t id;
    char name[USER_NAME];
    char password[128]; /* Argon2id, empty for a guest */
    char webhook[256], language[16], theme[16];
    int64_t created;
} UserRow;

typedef enum SeatKind { SEAT_OPEN, SEAT_HUMAN, SEAT_PLAYER } SeatKind;

typedef struct SeatRow {
    SeatKind kind;
    int64_t user;         /* SEAT_HUMAN */
    char name[USER_NAME]; /* the user's, or the player's of the machine */
    char side[16];
    uint8_t curtain; /* hot seat: 1 + the side its user last sat as; 0: he never sat down */
} SeatRow;

typedef enum Gone { GONE_UNPLAYED, GONE_REMOVED } Gone;

#define TRY_NAME 64

typedef struct GameRow {
    int64_t number;
    char id[GAME_ID], scenario[48], invite[INVITE];
    char options[OPTIONS_MAX * 48];
    uint8_t seed[SHA256_BYTES];
    /* A what-if begins with the journal of another game: so many bytes of it, rolled with that game's seed. */
    int64_t branch_length;
    uint8_t branch_seed[SHA256_BYTES];
    /* Of a what-if: the game it comes from, after which order, and what its owner calls it. */
    char origin[GAME_ID], name[TRY_NAME];
    int origin_order;
    bool is_public, over;
    int64_t owner, created, changed;
    char verdict[400]; /* see keep_verdict() */
    char asked[16];
    int turn;
    int sides;
    SeatRow seat[SIDES];
} GameRow;

typedef void EachGame(void *context, const GameRow *row);
typedef void EachUser(void *context, const UserRow *row);
typedef void EachSession(void *context, const uint8_t token[TOKEN_BYTES], int64_t used);
typedef void EachPush(void *context, const char *endpoint);
typedef void EachPlanNote(void *context, int plan, const char *text);
typedef void EachChat(void *context, const char *name, const char *text, int64_t at);

typedef struct Store Store;
struct Store {
    void (*close)(Store *store);
    bool (*commit)(Store *store);
    void (*rollback)(Store *store);
    bool (*probe)(Store *store);                /* writes something that changes nothing, to see whether it can */
    bool (*dirty)(const Store *store);          /* something waits for commit */
    const char *(*trouble)(const Store *store); /* a sentence about the last failure */

    bool (*user_add)(Store *store, UserRow *row); /* gives it its id */
    bool (*user_get)(Store *store, int64_t id, UserRow *out);
    bool (*user_named)(Store *store, const char *name, UserRow *out); /* accounts only, whatever the case */
    bool (*user_set)(Store *store, const UserRow *row);
    bool (*user_each)(Store *store, EachUser *each, void *context);
    bool (*user_remove)(Store *store, int64_t id); /* with its sessions; its seats become open */

    bool (*session_add)(Store *store, const uint8_t token[TOKEN_BYTES], int64_t user, int64_t now);
    /* Whose it is, and when it was last used. */
    bool (*session_user)(Store *store, const uint8_t token[TOKEN_BYTES], UserRow *out, int64_t *used);
    bool (*session_use)(Store *store, const uint8_t token[TOKEN_BYTES], int64_t now);
    bool (*session_remove)(Store *store, const uint8_t token[TOKEN_BYTES]);
    bool (*sessions_end)(Store *store, int64_t user); /* all of that user */
    bool (*sessions_of)(Store *store, int64_t user, EachSession *each, void *context);
    /* The first account of a likeness keeps it (names.c). */
    bool (*likeness_set)(Store *store, const char *likeness, int64_t user);
    bool (*likeness_get)(Store *store, const char *likeness, int64_t *user);
    /* The hash of the code by which an account can be had without its password. */
    bool (*recovery_set)(Store *store, int64_t user, const uint8_t hash[TOKEN_BYTES]);
    bool (*recovery_get)(Store *store, int64_t user, uint8_t hash[TOKEN_BYTES]);

    bool (*game_add)(Store *store, GameRow *row); /* gives it its number */
    bool (*game_get)(Store *store, const char *id, GameRow *out);
    /* What changes while it is played: over, verdict, asked, turn, changed. */
    bool (*game_set)(Store *store, const GameRow *row);
    bool (*game_remove)(Store *store, int64_t number);
    /* What is said of a what-if: origin, origin_order, name. */
    bool (*try_set)(Store *store, const GameRow *row);
    /* From now on the user's own list lacks the game. */
    bool (*shelve)(Store *store, int64_t number, int64_t user);
    /* What became of a game that is no longer there. */
    bool (*gone_add)(Store *store, const char *id, Gone why, int64_t now);
    bool (*gone_get)(Store *store, const char *id, Gone *why, int64_t *at);
    /* Games begun before `before` that did not change since: whether an order stands in them their journal says. */
    bool (*games_unplayed)(Store *store, int64_t before, EachGame *each, void *context);
    /* Sessions not used since `before`; guests of before without a seat or a session used since. How many went. */
    bool (*sessions_expire)(Store *store, int64_t before, int *count);
    bool (*guests_expire)(Store *store, int64_t before, int *count);
    /* When something was last written down: a game or a visit. */
    int64_t (*latest)(Store *store);
    bool (*game_each)(Store *store, EachGame *each, void *context);
    /* The latest `limit` games a user sits at; public ones with an open seat where he does not. */
    bool (*games_of)(Store *store, int64_t user, int limit, EachGame *each, void *context);
    bool (*games_open)(Store *store, int64_t user, int limit, EachGame *each, void *context);
    /* Public ones that go on without an open seat, and without him. */
    bool (*games_public)(Store *store, int64_t user, int limit, EachGame *each, void *context);
    bool (*seat_set)(Store *store, int64_t number, int side, const SeatRow *row);
    bool (*seats_move)(Store *store, int64_t from, int64_t to);
    /* Games that go on at which the user sits, and what-ifs of his. */
    bool (*games_count)(Store *store, int64_t user, int *games, int *tries);
    bool (*curtain_set)(Store *store, int64_t number, int side, uint8_t curtain);

    bool (*journal_add)(Store *store, int64_t number, int64_t at, const char *bytes, size_t length);
    bool (*journal_get)(Store *store, int64_t number, Buffer *out);
    bool (*chat_add)(Store *store, int64_t number, const char *name, const char *text, int64_t at);
    bool (*chat_get)(Store *store, int64_t number, int limit, EachChat *each, void *context);
    bool (*note_set)(Store *store, int64_t number, int64_t user, const char *text);
    bool (*note_get)(Store *store, int64_t number, int64_t user, Buffer *out);
    /* What a side has written beside a plan of its own (look.h), in words. */
    bool (*plan_note_set)(Store *store, int64_t number, int plan, const char *text);
    bool (*plan_notes_get)(Store *store, int64_t number, EachPlanNote *each, void *context);
    /* Where browsers of a user want to be woken: each address is one user's, whoever gave it last,
     * and he has eight at most. */
    bool (*push_set)(Store *store, int64_t user, const char *endpoint);
    bool (*push_drop)(Store *store, const char *endpoint);
    /* Whose endpoint it is; false: nobody's. */
    bool (*push_of)(Store *store, const char *endpoint, int64_t *user);
    bool (*pushes_drop)(Store *store, int64_t user);
    bool (*pushes_get)(Store *store, int64_t user, EachPush *each, void *context);
    /* What a seat wants answered in advance, one a line. */
    bool (*standing_set)(Store *store, int64_t number, int side, const char *text);
    bool (*standing_get)(Store *store, int64_t number, int side, Buffer *out);

    /* Whether so much was committed that it is worth moving from the log to its place: says so once, and whoever asked
     * has `checkpoint` called. */
    bool (*wants_checkpoint)(Store *store);
    void (*checkpoint)(Store *store);
    bool (*backup)(Store *store, const char *file);
};

/* Opens `sqlite:FILE`, creating it when it is not there, in a folder that is; NULL with a sentence. */
Store *store_open(const char *address, char why[300]);
/* The file of `sqlite:FILE`; NULL if the address is of another kind. */
const char *store_file(const char *address);
/* Puts a backup in the place of the store, which nobody may have open; checks it first. */
bool store_restore(const char *address, const char *backup, char why[300]);
/* Marks the store as being served, so that nothing is restored under it: a descriptor, to be closed after the store is.
 * -1 with a sentence if it is already. */
int store_lock(const char *address, char why[300]);

Store *store_sqlite_open(const char *file, char why[300]);
bool store_sqlite_restore(const char *file, const char *backup, char why[300]);

#endif
