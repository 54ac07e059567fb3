/* store_sql.h — shared by the engines that speak SQL, and private to them.
 *
 * Questions and writes are the same in every dialect: store_answers.c asks, and `statements_of` gives the statements a
 * write consists of. A driver runs a statement: store_sqlite.c with store_statements.c and store_backup.c for SQLite,
 * store_postgres.c with store_postgres_statements.c for PostgreSQL. Statements that both understand are in
 * store_common_sql.h and store_work_sql.h. */
#ifndef SANDTABLE_STORE_SQL_H
#define SANDTABLE_STORE_SQL_H

#include "server/store.h"

/* One statement each, prepared when first needed. */
typedef enum Statement {
    NO_STATEMENT,
    BEGIN,
    BEGIN_READING,
    COMMIT,
    ROLLBACK,
    PROBE,
    RESERVE,
    USER_ADD,
    USER_GET,
    USER_NAMED,
    SETTINGS_SET,
    PASSWORD_SET,
    REGISTER,
    LIKENESS_SET,
    LIKENESS_GET,
    RECOVERY_SET,
    RECOVERY_GET,
    USER_EACH,
    USERS_BEFORE,
    USER_REMOVE,
    USER_FREE,
    USER_OPEN_SEATS,
    USER_END_SESSIONS,
    USER_END_NOTES,
    SESSION_ADD,
    SESSION_USER,
    SESSION_USE,
    SESSION_REMOVE,
    SESSION_ENDS_PUSHES,
    SESSIONS_END_PUSHES,
    PUSHES_FOLLOW,
    SESSIONS_OF,
    SESSIONS_EXPIRE,
    LATEST,
    GUESTS_EXPIRE,
    GUESTS_NOTES,
    GUESTS_SESSIONS,
    GAME_ADD,
    GAME_GET,
    GAME_SET,
    GAME_REMOVE,
    REMOVE_UNUSED,
    TRY_SET,
    REMATCH_SET,
    REMATCH_GET,
    ROLL_SET,
    ROLL_GET,
    SHELVE,
    GAME_EACH,
    GONE_ADD,
    GONE_GET,
    GAMES_UNUSED,
    GAMES_COUNT,
    GAMES_OF,
    GAMES_OPEN,
    GAMES_PUBLIC,
    GAMES_OFFERED,
    SEAT_SET,
    SEATS_OF,
    SEATS_MOVE,
    NOTES_MOVE,
    HOST_MOVE,
    BARS_MOVE,
    BLOCKS_MOVE,
    BLOCKED_MOVE,
    PUSHES_MOVE,
    CURTAIN_SET,
    OFFER_SET,
    OFFER_END,
    BAR_SET,
    BAR_END,
    BARRED_OF,
    BARRED_HERE,
    BLOCK_SET,
    BLOCK_END,
    BLOCKS_OF,
    BLOCKS_NAMED,
    TERMS_SET,
    CLOCK_SET,
    CLOCKS_DUE,
    UNRECORDED,
    RATED_OF,
    UPTIME_SET,
    UPTIME_GET,
    BLOCKED_BY,
    RESULT_ADD,
    RESULT_KNOWN,
    RESULTS_OF,
    RATING_SET,
    RATING_GET,
    RATINGS_OF,
    MAIL_SET,
    MAIL_CONFIRM,
    MAIL_STOP,
    MAIL_GET,
    DIGEST_SET,
    DIGESTS_DUE,
    REPORT_ADD,
    REPORT_CLOSE,
    REPORTS_OPEN,
    REPORTS_BEFORE,
    REPORTS_COUNT,
    BAN_SET,
    BAN_LIFT,
    BANS_ALL,
    BANS_BEFORE,
    MODERATOR_SET,
    MODERATOR_END,
    MODERATORS_ALL,
    MOD_LOG_ADD,
    MOD_LOG_GET,
    JOURNAL_ADD,
    JOURNAL_GET,
    JOURNAL_REMOVE,
    LENGTH_BEGIN,
    LENGTH_GROW,
    LENGTH_GET,
    RECENT_ADD,
    RECENT_EACH,
    RECENT_COUNT,
    RECENT_CLEAR,
    CHAT_ADD,
    CHAT_TRIM,
    CHAT_GET,
    NOTE_SET,
    NOTE_GET,
    PLAN_NOTE_SET,
    PLAN_NOTES_GET,
    PUSH_SET,
    PUSH_TRIM,
    PUSH_DROP,
    PUSHES_DROP,
    PUSHES_GET,
    STANDING_SET,
    STANDING_GET,
    OUTBOX_ADD,
    OUTBOX_DONE,
    OUTBOX_GET,
    WORK_KEY_ADD,
    WORK_KEY_END,
    WORK_KEY_GET,
    WORK_KEYS_ALL,
    WORK_KEY_USED,
    WORK_KEY_EARNED,
    WORK_KEY_REFUSE,
    CAMPAIGN_ADD,
    CAMPAIGN_UNITS,
    CAMPAIGN_STOP,
    CAMPAIGNS_ORPHANED,
    CAMPAIGNS_MOVE,
    CAMPAIGNS_SEEN,
    CAMPAIGN_NAMED,
    CAMPAIGN_GET,
    CAMPAIGN_LOCK,
    CAMPAIGN_SET,
    CAMPAIGN_TIMED,
    CAMPAIGN_NEXT,
    CAMPAIGN_OTHERS,
    UNITS_TAKE,
    UNITS_COUNT,
    UNITS_DONE,
    UNITS_RESULTS,
    UNIT_DONE,
    UNITS_FREE,
    LEASE_ADD,
    LEASE_GET,
    LEASE_RENEW,
    LEASE_END,
    LEASES_FREE,
    LEASES_END,
    WORKER_FREES,
    WORKER_LEASES_END,
    CHECK_TAKE,
    CHECK_GET,
    CHECK_DONE,
    CHECKS_AGAIN,
    RESULTS_DROP,
    CAMPAIGNS_HURT,
    CAMPAIGNS_RECOUNT,
    /* of nodes: PostgreSQL alone has them */
    HOLD,
    RELEASE,
    CHANGE_ADD,
    CHANGES_SINCE,
    PRESENCE_SET,
    PRESENCE_END,
    NODE_ADD,
    NODE_EDITION,
    NODE_LEASE,
    NODE_LOCK,
    NODE_LEADS,
    NODE_LEAVES,
    NODE_GONE,
    NODES_TIDY,
    UPTIME_PASSES,
    HELD_BY,
    HOLDER_GET,
    HOLDER_SET,
    HOLDER_ENDS,
    EDITION_ELSEWHERE,
    FENCE_GET,
    BARRIER,
    STATEMENTS
} Statement;

/* Of the tables; a store of another version than this is not opened by a program that does not know it. */
#define STORE_VERSION 11

/* The statements of each kind of write, which all take its values; each engine writes WRITE_JOURNAL itself. */
enum { STATEMENTS_A_WRITE = 5 };
extern const Statement statements_of[WRITES][STATEMENTS_A_WRITE];

/* ---- values ---- */

static inline Value as_number(int64_t number) { return (Value){VALUE_NUMBER, number, NULL}; }
static inline Value as_text(const char *text) { return (Value){VALUE_TEXT, (int64_t)strlen(text), text}; }
static inline Value as_long_text(const char *text, size_t length) { return (Value){VALUE_TEXT, (int64_t)length, text}; }
static inline Value as_bytes(const void *bytes, size_t length) { return (Value){VALUE_BYTES, (int64_t)length, bytes}; }

/* Two arguments: the values and how many they are. */
#define VALUES(...) (const Value[]){__VA_ARGS__}, (int)(sizeof((const Value[]){__VA_ARGS__}) / sizeof(Value))
#define NO_VALUES NULL, 0

/* ---- drivers ---- */

typedef struct Sql Sql;

/* The rows a statement gives. Their columns are taken from left to right. */
typedef struct Rows {
    Sql *sql;
    void *cursor; /* the driver's; NULL: there are no more */
    int row, column;
    bool failed;
} Rows;

typedef struct Driver {
    /* Runs a statement that gives no rows, in the present transaction. It takes as many of the values as it has holes.
     * False, and the trouble is kept, if that fails. */
    bool (*run)(Sql *sql, Statement which, const Value *values, int count);
    void (*read)(Rows *rows, Statement which, const Value *values, int count);
    bool (*next)(Rows *rows);
    void (*end)(Rows *rows);
    int64_t (*number)(Rows *rows);
    const char *(*bytes)(Rows *rows, size_t *length); /* a text or bytes, as they lie there until the next row */
    /* The same of a statement that is written out, with holes $1, $2, … */
    bool (*run_text)(Sql *sql, const char *text, const Value *values, int count);
    void (*read_text)(Rows *rows, const char *text);
    const char *journals;   /* what is selected from for the lines of all journals */
    const char *copied;     /* a statement to run after all tables were filled; NULL: none */
    void (*tidy)(Sql *sql); /* NULL: there is nothing to tidy */
} Driver;

struct Sql {
    Engine engine; /* first: an Engine is what the others see */
    const Driver *driver;
    char trouble[TROUBLE];
};

bool run_statement(Sql *sql, Statement which, const Value *values, int count);
Rows read_rows(Sql *sql, Statement which, const Value *values, int count);
/* False when there are no more, and the statement is ready for the next time. */
bool next_row(Rows *rows);
/* A caller that stops before the last row ends the rows here. True if nothing failed. */
bool end_rows(Rows *rows);
/* Adds all rows to the list: each begins as zeros, `size` bytes, and is filled by `take`. True if nothing failed. */
typedef void TakeRow(Rows *rows, void *row);
bool list_rows(Rows rows, TakeRow *take, size_t size, Buffer *out);
void take_one_number(Rows *rows, void *number); /* of a list of int64_t */
int64_t take_number(Rows *rows);
void take_text(Rows *rows, char *out, size_t room);
/* Zeros if there are not exactly so many. */
void take_bytes(Rows *rows, void *out, size_t length);
const char *take_long_text(Rows *rows, size_t *length);

/* ---- store_copy.c ---- */

/* Fills an empty store with all that is in another, and compares; how many rows there were. */
bool sql_copy(Engine *source, Engine *target, int64_t *rows, char why[TROUBLE]);

/* ---- store_answers.c ---- */

void sql_answer(Engine *engine, Ask *ask);
/* Calls for every user. */
bool each_user(Sql *sql, EachUser *each, void *context);

/* ---- store_work.c ---- */

bool answer_work_key(Sql *sql, Ask *ask);
bool answer_campaigns(Sql *sql, Ask *ask);
bool answer_campaign(Sql *sql, Ask *ask);
bool answer_work(Sql *sql, Ask *ask);

/* ---- store_nodes.c ---- */

bool answer_lease(Sql *sql, Ask *ask);
/* The address of another living node that holds the game, empty if none does; and whether that node is silent. */
bool find_holder(Sql *sql, const char *id, char node[NODE_ADDRESS], bool *silent);
/* The game is this node's from here on, when the transaction is kept; or `elsewhere` is set. */
bool hold_game(Sql *sql, TakeAsk *take);
/* From what was read of a held game decides whether this node plays it. */
bool hold_edition(Sql *sql, TakeAsk *take);

/* Accounts of before version 3 get their likenesses. */
bool learn_names(Sql *sql);

#endif
