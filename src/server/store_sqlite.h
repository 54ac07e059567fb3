/* store_sqlite.h — shared by the files of the SQLite engine and by nobody else.
 *
 * store_sqlite.c opens the file and keeps rounds; store_answers.c answers questions; store_backup.c copies the whole.
 * The statements and the steps from one version of the tables to the next stand together in store_statements.c. */
#ifndef SANDTABLE_STORE_SQLITE_H
#define SANDTABLE_STORE_SQLITE_H

#include <sqlite3.h>

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
    USER_REMOVE,
    USER_OPEN_SEATS,
    USER_END_SESSIONS,
    USER_END_NOTES,
    SESSION_ADD,
    SESSION_USER,
    SESSION_USE,
    SESSION_REMOVE,
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
    SHELVE,
    GAME_EACH,
    GONE_ADD,
    GONE_GET,
    GAMES_UNUSED,
    GAMES_COUNT,
    GAMES_OF,
    GAMES_OPEN,
    GAMES_PUBLIC,
    SEAT_SET,
    SEATS_OF,
    SEATS_MOVE,
    NOTES_MOVE,
    CURTAIN_SET,
    JOURNAL_ADD,
    JOURNAL_GET,
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
    STATEMENTS
} Statement;

/* Of the tables; a store of another version than this is not opened by a program that does not know it. */
#define STORE_VERSION 3

extern const char *const sqlite_statements[STATEMENTS];
/* Makes of the tables of version N those of the one after; version 0 has none. */
extern const char *const sqlite_steps[STORE_VERSION];

typedef struct Sqlite {
    Engine engine; /* first: an Engine is what the others see */
    sqlite3 *database;
    sqlite3_stmt *statement[STATEMENTS];
    int status; /* SQLite's, of what failed last */
    int log_pages;
    int recent; /* lines in that table; the writer's */
    char trouble[TROUBLE];
} Sqlite;

static inline Sqlite *own(Engine *engine) { return (Sqlite *)(void *)engine; }

/* ---- store_statements.c ---- */

static inline Value as_number(int64_t number) { return (Value){VALUE_NUMBER, number, NULL}; }
static inline Value as_text(const char *text) { return (Value){VALUE_TEXT, (int64_t)strlen(text), text}; }
static inline Value as_long_text(const char *text, size_t length) { return (Value){VALUE_TEXT, (int64_t)length, text}; }
static inline Value as_bytes(const void *bytes, size_t length) { return (Value){VALUE_BYTES, (int64_t)length, bytes}; }

/* Two arguments: the values and how many they are. */
#define VALUES(...) (const Value[]){__VA_ARGS__}, (int)(sizeof((const Value[]){__VA_ARGS__}) / sizeof(Value))
#define NO_VALUES NULL, 0

/* Keeps what went wrong; false. */
bool fail(Sqlite *sqlite, int status);
/* Runs a statement that gives no rows, in whatever transaction there is. It takes as many of the values as it has
 * holes. */
bool run_statement(Sqlite *sqlite, Statement which, const Value *values, int count);

/* The rows a statement gives. Their columns are taken from left to right. */
typedef struct Rows {
    Sqlite *sqlite;
    sqlite3_stmt *statement; /* NULL: there are no more */
    int column;
    bool failed;
} Rows;

Rows read_rows(Sqlite *sqlite, Statement which, const Value *values, int count);
/* False when there are no more, and the statement is ready for the next time. */
bool next_row(Rows *rows);
/* Whoever stops before the last row says so. True if nothing failed. */
bool end_rows(Rows *rows);
int64_t take_number(Rows *rows);
void take_text(Rows *rows, char *out, size_t room);
/* Zeros if there are not exactly so many. */
void take_bytes(Rows *rows, void *out, size_t length);
/* As it lies there, until the next row; "" for nothing. */
const char *take_long_text(Rows *rows, size_t *length);

/* The version of the tables in a file, 0 when there are none yet. */
int version_of(sqlite3 *database);

/* ---- store_answers.c ---- */

void sqlite_answer(Engine *engine, Ask *ask);
/* Calls for every user. */
bool each_user(Sqlite *sqlite, EachUser *each, void *context);

/* ---- store_backup.c ---- */

bool sqlite_backup(Engine *engine, const char *file, char why[TROUBLE]);

#endif
