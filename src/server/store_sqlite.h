/* store_sqlite.h — shared by the files of the SQLite store and by nobody else.
 *
 * store_sqlite.c opens the file and makes transactions; store_people.c, store_games.c and store_words.c hold what is
 * stored of users, of games, and of what is written in them; store_backup.c copies the whole. The statements stand
 * together in store_statements.c. */
#ifndef SANDTABLE_STORE_SQLITE_H
#define SANDTABLE_STORE_SQLITE_H

#include <sqlite3.h>

#include "server/store.h"

/* One statement each, prepared when first needed. */
typedef enum Statement {
    BEGIN,
    COMMIT,
    ROLLBACK,
    PROBE,
    USER_ADD,
    USER_GET,
    USER_NAMED,
    USER_SET,
    USER_EACH,
    USER_REMOVE,
    USER_OPEN_SEATS,
    USER_END_SESSIONS,
    USER_END_NOTES,
    SESSION_ADD,
    SESSION_USER,
    SESSION_USE,
    SESSION_REMOVE,
    SESSIONS_EXPIRE,
    GUESTS_EXPIRE,
    GUESTS_NOTES,
    GUESTS_SESSIONS,
    GAME_ADD,
    GAME_GET,
    GAME_SET,
    GAME_REMOVE,
    GAME_EACH,
    GONE_ADD,
    GONE_GET,
    GAMES_UNPLAYED,
    GAMES_OF,
    GAMES_OPEN,
    SEAT_SET,
    SEATS_OF,
    SEATS_MOVE,
    CURTAIN_SET,
    JOURNAL_ADD,
    JOURNAL_GET,
    RECENT_ADD,
    RECENT_EACH,
    RECENT_COUNT,
    RECENT_CLEAR,
    CHAT_ADD,
    CHAT_GET,
    NOTE_SET,
    NOTE_GET,
    STATEMENTS
} Statement;

/* Of the tables; a store of another version than this is not opened by a program that does not know it. */
#define STORE_VERSION 1

/* The columns of a user come first in whatever asks for one. */
#define USER_COLUMN_COUNT 7

extern const char *const sqlite_statements[STATEMENTS];
extern const char sqlite_schema[];

typedef struct Sqlite {
    Store store;                /* first: a Store is what the others see */
    sqlite3 *database, *second; /* the second is the checkpointing worker's */
    sqlite3_stmt *statement[STATEMENTS];
    bool open;   /* a transaction is */
    bool broken; /* a write of it failed: it will not be committed */
    int log_pages;
    int recent; /* lines in that table */
    char trouble[300];
} Sqlite;

static inline Sqlite *own(Store *store) { return (Sqlite *)(void *)store; }

/* ---- store_statements.c ---- */

/* Keeps what went wrong; false. */
bool fail(Sqlite *sqlite, int status);
sqlite3_stmt *prepared(Sqlite *sqlite, Statement which);
/* Runs to its end a statement that gives no rows, and readies it for the next time. */
bool finish(Sqlite *sqlite, sqlite3_stmt *statement);
bool simple(Sqlite *sqlite, Statement which);
/* The statement for a write, within a transaction. NULL: it cannot be written, and the transaction is lost. */
sqlite3_stmt *writing(Sqlite *sqlite, Statement which);
bool written(Sqlite *sqlite, sqlite3_stmt *statement);
/* A write that needs nothing but a number. */
bool with_number(Sqlite *sqlite, Statement which, int64_t number);
void bind_text(sqlite3_stmt *statement, int at, const char *text);
void column_text(sqlite3_stmt *statement, int at, char *out, size_t room);

/* The version of the tables in a file, 0 when there are none yet. */
int version_of(sqlite3 *database);

/* ---- what each file puts into the Store ---- */

void people_operations(Store *store);
void game_operations(Store *store);
void word_operations(Store *store);
void backup_operations(Store *store);

/* ---- store_words.c ---- */

int count_recent(Sqlite *sqlite);
/* Moves the recent lines of all games to their journals, those of a game as one row. */
void file_recent(Sqlite *sqlite);

#endif
