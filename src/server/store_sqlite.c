/* store_sqlite.c — the store in one SQLite file.
 *
 * Write-ahead log, synchronous=FULL: a commit is one write and one flush of the log, whatever it holds, which is why
 * orders of all games are gathered into one. New lines of all journals go to the end of one table, `recent`, so that a
 * commit changes a page or two however many games it concerns; every so many lines they are moved, game by game, to
 * `journal`, in the transaction that is about to be committed anyway. Checkpoints are made by a worker on a connection
 * of its own, so that the loop never waits for them. Tables are STRICT; the file is its owner's alone, because it holds
 * the seeds of games that are being played. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store.h"

#define CHECKPOINT_PAGES 2000
#define RECENT_LINES 1024

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

#define USER_COLUMNS "id, name, password, webhook, language, theme, created"
#define USER_COLUMN_COUNT 7
#define GAME_COLUMNS                                                                                                   \
    "number, id, scenario, options, seed, branch_length, branch_seed, invite, public, owner, created, changed, over, " \
    "verdict, turn, asked"

static const char *const statements[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [PROBE] = "UPDATE meta SET version = version",
    [USER_ADD] = "INSERT INTO users (name, password, webhook, language, theme, created) VALUES (?,?,?,?,?,?)",
    [USER_GET] = "SELECT " USER_COLUMNS " FROM users WHERE id = ?",
    [USER_NAMED] = "SELECT " USER_COLUMNS " FROM users WHERE name = ? COLLATE NOCASE AND password <> ''",
    [USER_SET] = "UPDATE users SET name = ?2, password = ?3, webhook = ?4, language = ?5, theme = ?6 WHERE id = ?1",
    [USER_EACH] = "SELECT " USER_COLUMNS " FROM users ORDER BY id",
    [USER_REMOVE] = "DELETE FROM users WHERE id = ?",
    [USER_OPEN_SEATS] = "UPDATE seats SET kind = 0, user = 0, name = '' WHERE user = ?",
    [USER_END_SESSIONS] = "DELETE FROM sessions WHERE user = ?",
    [SESSION_ADD] = "INSERT INTO sessions (token, user, created) VALUES (?,?,?)",
    [SESSION_USER] = "SELECT " USER_COLUMNS ", (SELECT created FROM sessions WHERE token = ?1) FROM users "
                     "WHERE id = (SELECT user FROM sessions WHERE token = ?1)",
    [SESSION_USE] = "UPDATE sessions SET created = ?2 WHERE token = ?1",
    [SESSION_REMOVE] = "DELETE FROM sessions WHERE token = ?",
    [SESSIONS_EXPIRE] = "DELETE FROM sessions WHERE created < ?1",
    [GUESTS_EXPIRE] = "DELETE FROM users WHERE password = '' AND created < ?1 AND id NOT IN (SELECT user FROM seats) "
                      "AND id NOT IN (SELECT user FROM sessions WHERE created >= ?1)",
    [GUESTS_NOTES] = "DELETE FROM notes WHERE user NOT IN (SELECT id FROM users)",
    [GUESTS_SESSIONS] = "DELETE FROM sessions WHERE user NOT IN (SELECT id FROM users)",
    [GAME_ADD] = "INSERT INTO games (id, scenario, options, seed, branch_length, branch_seed, invite, public, owner, "
                 "created, changed, over, verdict, turn, asked) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    [GAME_GET] = "SELECT " GAME_COLUMNS " FROM games WHERE id = ?",
    [GAME_SET] = "UPDATE games SET over = ?2, verdict = ?3, turn = ?4, asked = ?5, changed = ?6 WHERE number = ?1",
    [GAME_REMOVE] = "DELETE FROM games WHERE number = ?",
    [GAME_EACH] = "SELECT " GAME_COLUMNS " FROM games ORDER BY number",
    [GONE_ADD] = "INSERT OR REPLACE INTO gone (id, why, at) VALUES (?,?,?)",
    [GONE_GET] = "SELECT why, at FROM gone WHERE id = ?",
    [GAMES_UNPLAYED] = "SELECT " GAME_COLUMNS " FROM games WHERE created < ?1 AND number NOT IN "
                       "(SELECT game FROM journal WHERE at > 0 UNION SELECT game FROM recent)",
    [GAMES_OF] =
        "SELECT " GAME_COLUMNS " FROM games WHERE number IN (SELECT game FROM seats WHERE kind = 1 AND user = ?1) "
        "ORDER BY changed DESC LIMIT ?2",
    [GAMES_OPEN] = "SELECT " GAME_COLUMNS " FROM games WHERE public = 1 AND over = 0 AND number IN "
                   "(SELECT game FROM seats WHERE kind = 0) AND number NOT IN (SELECT game FROM seats WHERE kind = 1 "
                   "AND user = ?1) "
                   "ORDER BY created DESC LIMIT ?2",
    [SEAT_SET] = "INSERT INTO seats (game, side, word, kind, user, name) VALUES (?1,?2,?3,?4,?5,?6) "
                 "ON CONFLICT (game, side) DO UPDATE SET kind = ?4, user = ?5, name = ?6",
    [SEATS_OF] = "SELECT s.side, s.word, s.kind, s.user, coalesce(u.name, s.name), coalesce(c.curtain, 0) FROM seats s "
                 "LEFT JOIN users u ON u.id = s.user LEFT JOIN curtains c ON c.game = s.game AND c.side = s.side "
                 "WHERE s.game = ? ORDER BY s.side",
    [SEATS_MOVE] = "UPDATE seats SET user = ?2 WHERE user = ?1",
    [CURTAIN_SET] = "INSERT INTO curtains (game, side, curtain) VALUES (?1,?2,?3) "
                    "ON CONFLICT (game, side) DO UPDATE SET curtain = ?3",
    [JOURNAL_ADD] = "INSERT INTO journal (game, at, text) VALUES (?,?,?)",
    [JOURNAL_GET] = "SELECT text FROM (SELECT at, text FROM journal WHERE game = ?1 "
                    "UNION ALL SELECT at, text FROM recent WHERE game = ?1) ORDER BY at",
    [RECENT_ADD] = "INSERT INTO recent (game, at, text) VALUES (?,?,?)",
    [RECENT_EACH] = "SELECT game, at, text FROM recent ORDER BY game, at",
    [RECENT_COUNT] = "SELECT count(*) FROM recent",
    [RECENT_CLEAR] = "DELETE FROM recent",
    [CHAT_ADD] = "INSERT INTO chat (game, name, text, at) VALUES (?,?,?,?)",
    [CHAT_GET] =
        "SELECT name, text, at FROM (SELECT * FROM chat WHERE game = ?1 ORDER BY id DESC LIMIT ?2) ORDER BY id",
    [NOTE_SET] = "INSERT INTO notes (game, user, text) VALUES (?1,?2,?3) "
                 "ON CONFLICT (game, user) DO UPDATE SET text = ?3",
    [NOTE_GET] = "SELECT text FROM notes WHERE game = ? AND user = ?",
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS meta (version INTEGER NOT NULL) STRICT;"
    "INSERT INTO meta SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM meta);"
    "CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY, name TEXT NOT NULL, password TEXT NOT NULL, "
    "webhook TEXT NOT NULL, language TEXT NOT NULL, theme TEXT NOT NULL, created INTEGER NOT NULL) STRICT;"
    "CREATE UNIQUE INDEX IF NOT EXISTS accounts ON users (name COLLATE NOCASE) WHERE password <> '';"
    "CREATE TABLE IF NOT EXISTS sessions (token BLOB PRIMARY KEY, user INTEGER NOT NULL, created INTEGER NOT NULL) "
    "STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS sessions_of ON sessions (user);"
    "CREATE TABLE IF NOT EXISTS games (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, scenario TEXT NOT NULL, "
    "options TEXT NOT NULL, seed BLOB NOT NULL, branch_length INTEGER NOT NULL, branch_seed BLOB NOT NULL, "
    "invite TEXT NOT NULL, public INTEGER NOT NULL, owner INTEGER NOT NULL, created INTEGER NOT NULL, "
    "changed INTEGER NOT NULL, over INTEGER NOT NULL, verdict TEXT NOT NULL, turn INTEGER NOT NULL, asked TEXT NOT "
    "NULL) "
    "STRICT;"
    "CREATE TABLE IF NOT EXISTS gone (id TEXT PRIMARY KEY, why INTEGER NOT NULL, at INTEGER NOT NULL) STRICT, WITHOUT "
    "ROWID;"
    "CREATE TABLE IF NOT EXISTS seats (game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, side INTEGER NOT "
    "NULL, "
    "word TEXT NOT NULL, kind INTEGER NOT NULL, user INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (game, side)) "
    "STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS seats_of ON seats (user);"
    "CREATE INDEX IF NOT EXISTS seats_open ON seats (kind) WHERE kind = 0;"
    "CREATE TABLE IF NOT EXISTS curtains (game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, side INTEGER NOT "
    "NULL, curtain INTEGER NOT NULL, PRIMARY KEY (game, side)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS journal (game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, at INTEGER NOT "
    "NULL, "
    "text TEXT NOT NULL, PRIMARY KEY (game, at)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS recent (id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games ON DELETE "
    "CASCADE, at INTEGER NOT NULL, text TEXT NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS chat (id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games ON DELETE "
    "CASCADE, "
    "name TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL) STRICT;"
    "CREATE INDEX IF NOT EXISTS chat_of ON chat (game);"
    "CREATE TABLE IF NOT EXISTS notes (game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, user INTEGER NOT "
    "NULL, "
    "text TEXT NOT NULL, PRIMARY KEY (game, user)) STRICT, WITHOUT ROWID;";

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

static Sqlite *own(Store *store) { return (Sqlite *)(void *)store; }

/* ---- statements ---- */

static bool fail(Sqlite *sqlite, int status)
{
    int primary = status & 0xFF;
    if (primary == SQLITE_FULL || (primary == SQLITE_IOERR && errno == ENOSPC))
        snprintf(sqlite->trouble, sizeof sqlite->trouble, SAID("the disk is full"));
    else
        snprintf(sqlite->trouble, sizeof sqlite->trouble, "%s", sqlite3_errmsg(sqlite->database));
    return false;
}

static sqlite3_stmt *prepared(Sqlite *sqlite, Statement which)
{
    if (!sqlite->statement[which]) {
        int status = sqlite3_prepare_v3(sqlite->database, statements[which], -1, SQLITE_PREPARE_PERSISTENT,
                                        &sqlite->statement[which], NULL);
        if (status != SQLITE_OK) {
            fail(sqlite, status);
            return NULL;
        }
    }
    return sqlite->statement[which];
}

/* Runs to its end a statement that gives no rows, and readies it for the next time. */
static bool finish(Sqlite *sqlite, sqlite3_stmt *statement)
{
    int status = sqlite3_step(statement);
    if (status != SQLITE_DONE && status != SQLITE_ROW)
        fail(sqlite, status);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status == SQLITE_DONE || status == SQLITE_ROW;
}

static bool simple(Sqlite *sqlite, Statement which)
{
    sqlite3_stmt *statement = prepared(sqlite, which);
    return statement && finish(sqlite, statement);
}

/* The statement for a write, within a transaction. NULL: it cannot be written, and the transaction is lost. */
static sqlite3_stmt *writing(Sqlite *sqlite, Statement which)
{
    if (!sqlite->open && !sqlite->broken)
        sqlite->open = simple(sqlite, BEGIN);
    sqlite3_stmt *statement = sqlite->open && !sqlite->broken ? prepared(sqlite, which) : NULL;
    if (!statement)
        sqlite->broken = true;
    return statement;
}

static bool written(Sqlite *sqlite, sqlite3_stmt *statement)
{
    bool done = finish(sqlite, statement);
    if (!done)
        sqlite->broken = true;
    return done;
}

static void bind_text(sqlite3_stmt *statement, int at, const char *text)
{
    sqlite3_bind_text(statement, at, text, -1, SQLITE_STATIC);
}

static void column_text(sqlite3_stmt *statement, int at, char *out, size_t room)
{
    const char *text = (const char *)sqlite3_column_text(statement, at);
    snprintf(out, room, "%s", text ? text : "");
}

/* ---- transactions ---- */

static bool sqlite_dirty(const Store *store)
{
    const Sqlite *sqlite = (const Sqlite *)(const void *)store;
    return sqlite->open || sqlite->broken;
}

static int count_recent(Sqlite *sqlite)
{
    sqlite3_stmt *statement = prepared(sqlite, RECENT_COUNT);
    if (!statement)
        return 0;
    int count = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0;
    sqlite3_reset(statement);
    return count;
}

static bool add_lines(Sqlite *sqlite, Statement where, int64_t number, int64_t at, const char *bytes, size_t length)
{
    sqlite3_stmt *statement = writing(sqlite, where);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int64(statement, 2, at);
    sqlite3_bind_text(statement, 3, bytes, (int)length, SQLITE_STATIC);
    return written(sqlite, statement);
}

/* Moves the recent lines of all games to their journals, those of a game as one row. */
static void file_recent(Sqlite *sqlite)
{
    sqlite3_stmt *each = prepared(sqlite, RECENT_EACH);
    Buffer text = {0};
    int64_t game = 0, at = 0;
    int status = each ? SQLITE_ROW : SQLITE_ERROR;
    while (status == SQLITE_ROW && !sqlite->broken) {
        status = sqlite3_step(each);
        int64_t next = status == SQLITE_ROW ? sqlite3_column_int64(each, 0) : 0;
        if (next != game && text.length)
            add_lines(sqlite, JOURNAL_ADD, game, at, text.bytes, text.length);
        if (next != game) {
            buffer_clear(&text);
            game = next;
            at = next ? sqlite3_column_int64(each, 1) : 0;
        }
        if (next)
            buffer_add(&text, sqlite3_column_text(each, 2), (size_t)sqlite3_column_bytes(each, 2));
    }
    if (each)
        sqlite3_reset(each);
    sqlite->broken |= status != SQLITE_DONE || text.failed;
    buffer_free(&text);
    sqlite3_stmt *clear = sqlite->broken ? NULL : writing(sqlite, RECENT_CLEAR);
    if (clear && written(sqlite, clear))
        sqlite->recent = 0;
}

static void sqlite_rollback(Store *store)
{
    Sqlite *sqlite = own(store);
    char trouble[sizeof sqlite->trouble];
    memcpy(trouble, sqlite->trouble, sizeof trouble);
    if (sqlite->open && !sqlite3_get_autocommit(sqlite->database))
        simple(sqlite, ROLLBACK);
    memcpy(sqlite->trouble, trouble, sizeof trouble);
    if (sqlite->open || sqlite->broken)
        sqlite->recent = count_recent(sqlite);
    sqlite->open = sqlite->broken = false;
}

static bool sqlite_commit(Store *store)
{
    Sqlite *sqlite = own(store);
    if (!sqlite->open && !sqlite->broken)
        return true;
    if (!sqlite->broken && sqlite->recent >= RECENT_LINES)
        file_recent(sqlite);
    if (!sqlite->broken && simple(sqlite, COMMIT)) {
        sqlite->open = false;
        return true;
    }
    sqlite_rollback(store);
    return false;
}

static bool probe(Store *store)
{
    sqlite3_stmt *statement = writing(own(store), PROBE);
    return statement && written(own(store), statement);
}

static const char *sqlite_trouble(const Store *store) { return ((const Sqlite *)(const void *)store)->trouble; }

/* ---- users ---- */

static void read_user(sqlite3_stmt *statement, UserRow *out)
{
    memset(out, 0, sizeof *out);
    out->id = sqlite3_column_int64(statement, 0);
    column_text(statement, 1, out->name, sizeof out->name);
    column_text(statement, 2, out->password, sizeof out->password);
    column_text(statement, 3, out->webhook, sizeof out->webhook);
    column_text(statement, 4, out->language, sizeof out->language);
    column_text(statement, 5, out->theme, sizeof out->theme);
    out->created = sqlite3_column_int64(statement, 6);
}

static bool one_user(Sqlite *sqlite, sqlite3_stmt *statement, UserRow *out)
{
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW)
        read_user(statement, out);
    else if (status != SQLITE_DONE)
        fail(sqlite, status);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status == SQLITE_ROW;
}

static bool user_add(Store *store, UserRow *row)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = writing(sqlite, USER_ADD);
    if (!statement)
        return false;
    bind_text(statement, 1, row->name);
    bind_text(statement, 2, row->password);
    bind_text(statement, 3, row->webhook);
    bind_text(statement, 4, row->language);
    bind_text(statement, 5, row->theme);
    sqlite3_bind_int64(statement, 6, row->created);
    if (!written(sqlite, statement))
        return false;
    row->id = sqlite3_last_insert_rowid(sqlite->database);
    return true;
}

static bool user_get(Store *store, int64_t id, UserRow *out)
{
    sqlite3_stmt *statement = prepared(own(store), USER_GET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, id);
    return one_user(own(store), statement, out);
}

static bool user_named(Store *store, const char *name, UserRow *out)
{
    sqlite3_stmt *statement = prepared(own(store), USER_NAMED);
    if (!statement)
        return false;
    bind_text(statement, 1, name);
    return one_user(own(store), statement, out);
}

static bool user_set(Store *store, const UserRow *row)
{
    sqlite3_stmt *statement = writing(own(store), USER_SET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, row->id);
    bind_text(statement, 2, row->name);
    bind_text(statement, 3, row->password);
    bind_text(statement, 4, row->webhook);
    bind_text(statement, 5, row->language);
    bind_text(statement, 6, row->theme);
    return written(own(store), statement);
}

static bool user_each(Store *store, EachUser *each, void *context)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = prepared(sqlite, USER_EACH);
    UserRow row;
    int status;
    if (!statement)
        return false;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        read_user(statement, &row);
        each(context, &row);
    }
    sqlite3_reset(statement);
    return status == SQLITE_DONE || fail(sqlite, status);
}

static bool with_number(Sqlite *sqlite, Statement which, int64_t number)
{
    sqlite3_stmt *statement = writing(sqlite, which);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    return written(sqlite, statement);
}

static bool user_remove(Store *store, int64_t id)
{
    return with_number(own(store), USER_OPEN_SEATS, id) && with_number(own(store), USER_END_SESSIONS, id) &&
           with_number(own(store), USER_REMOVE, id);
}

/* ---- sessions ---- */

static bool session_add(Store *store, const uint8_t token[TOKEN_BYTES], int64_t user, int64_t now)
{
    sqlite3_stmt *statement = writing(own(store), SESSION_ADD);
    if (!statement)
        return false;
    sqlite3_bind_blob(statement, 1, token, TOKEN_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, user);
    sqlite3_bind_int64(statement, 3, now);
    return written(own(store), statement);
}

static bool session_user(Store *store, const uint8_t token[TOKEN_BYTES], UserRow *out, int64_t *used)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = prepared(sqlite, SESSION_USER);
    if (!statement)
        return false;
    sqlite3_bind_blob(statement, 1, token, TOKEN_BYTES, SQLITE_STATIC);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW) {
        read_user(statement, out);
        *used = sqlite3_column_int64(statement, USER_COLUMN_COUNT);
    } else if (status != SQLITE_DONE) {
        fail(sqlite, status);
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status == SQLITE_ROW;
}

static bool session_use(Store *store, const uint8_t token[TOKEN_BYTES], int64_t now)
{
    sqlite3_stmt *statement = writing(own(store), SESSION_USE);
    if (!statement)
        return false;
    sqlite3_bind_blob(statement, 1, token, TOKEN_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, now);
    return written(own(store), statement);
}

static bool session_remove(Store *store, const uint8_t token[TOKEN_BYTES])
{
    sqlite3_stmt *statement = writing(own(store), SESSION_REMOVE);
    if (!statement)
        return false;
    sqlite3_bind_blob(statement, 1, token, TOKEN_BYTES, SQLITE_STATIC);
    return written(own(store), statement);
}

static bool sessions_expire(Store *store, int64_t before, int *count)
{
    bool done = with_number(own(store), SESSIONS_EXPIRE, before);
    *count = done ? sqlite3_changes(own(store)->database) : 0;
    return done;
}

static bool guests_expire(Store *store, int64_t before, int *count)
{
    Sqlite *sqlite = own(store);
    bool done = with_number(sqlite, GUESTS_EXPIRE, before);
    *count = done ? sqlite3_changes(sqlite->database) : 0;
    return done && (!*count || (simple(sqlite, GUESTS_NOTES) && simple(sqlite, GUESTS_SESSIONS)));
}

/* ---- games ---- */

static void column_seed(sqlite3_stmt *statement, int at, uint8_t out[SHA256_BYTES])
{
    const void *bytes = sqlite3_column_blob(statement, at);
    memset(out, 0, SHA256_BYTES);
    if (bytes && sqlite3_column_bytes(statement, at) == SHA256_BYTES)
        memcpy(out, bytes, SHA256_BYTES);
}

static bool read_seats(Sqlite *sqlite, GameRow *row)
{
    sqlite3_stmt *statement = prepared(sqlite, SEATS_OF);
    int status;
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, row->number);
    while ((status = sqlite3_step(statement)) == SQLITE_ROW && row->sides < SIDES) {
        SeatRow *seat = &row->seat[row->sides++];
        column_text(statement, 1, seat->side, sizeof seat->side);
        seat->kind = (SeatKind)sqlite3_column_int(statement, 2);
        seat->user = sqlite3_column_int64(statement, 3);
        column_text(statement, 4, seat->name, sizeof seat->name);
        seat->curtain = (uint8_t)sqlite3_column_int(statement, 5);
    }
    sqlite3_reset(statement);
    return status == SQLITE_DONE || status == SQLITE_ROW || fail(sqlite, status);
}

static bool read_game(Sqlite *sqlite, sqlite3_stmt *statement, GameRow *out)
{
    memset(out, 0, sizeof *out);
    out->number = sqlite3_column_int64(statement, 0);
    column_text(statement, 1, out->id, sizeof out->id);
    column_text(statement, 2, out->scenario, sizeof out->scenario);
    column_text(statement, 3, out->options, sizeof out->options);
    column_seed(statement, 4, out->seed);
    out->branch_length = sqlite3_column_int64(statement, 5);
    column_seed(statement, 6, out->branch_seed);
    column_text(statement, 7, out->invite, sizeof out->invite);
    out->is_public = sqlite3_column_int(statement, 8);
    out->owner = sqlite3_column_int64(statement, 9);
    out->created = sqlite3_column_int64(statement, 10);
    out->changed = sqlite3_column_int64(statement, 11);
    out->over = sqlite3_column_int(statement, 12);
    column_text(statement, 13, out->verdict, sizeof out->verdict);
    out->turn = sqlite3_column_int(statement, 14);
    column_text(statement, 15, out->asked, sizeof out->asked);
    return read_seats(sqlite, out);
}

static bool seat_set(Store *store, int64_t number, int side, const SeatRow *row)
{
    sqlite3_stmt *statement = writing(own(store), SEAT_SET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int(statement, 2, side);
    bind_text(statement, 3, row->side);
    sqlite3_bind_int(statement, 4, (int)row->kind);
    sqlite3_bind_int64(statement, 5, row->user);
    bind_text(statement, 6, row->kind == SEAT_PLAYER ? row->name : "");
    return written(own(store), statement);
}

static bool curtain_set(Store *store, int64_t number, int side, uint8_t curtain)
{
    sqlite3_stmt *statement = writing(own(store), CURTAIN_SET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int(statement, 2, side);
    sqlite3_bind_int(statement, 3, curtain);
    return written(own(store), statement);
}

static bool game_add(Store *store, GameRow *row)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = writing(sqlite, GAME_ADD);
    if (!statement)
        return false;
    bind_text(statement, 1, row->id);
    bind_text(statement, 2, row->scenario);
    bind_text(statement, 3, row->options);
    sqlite3_bind_blob(statement, 4, row->seed, SHA256_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, row->branch_length);
    sqlite3_bind_blob(statement, 6, row->branch_seed, SHA256_BYTES, SQLITE_STATIC);
    bind_text(statement, 7, row->invite);
    sqlite3_bind_int(statement, 8, row->is_public);
    sqlite3_bind_int64(statement, 9, row->owner);
    sqlite3_bind_int64(statement, 10, row->created);
    sqlite3_bind_int64(statement, 11, row->changed);
    sqlite3_bind_int(statement, 12, row->over);
    bind_text(statement, 13, row->verdict);
    sqlite3_bind_int(statement, 14, row->turn);
    bind_text(statement, 15, row->asked);
    if (!written(sqlite, statement))
        return false;
    row->number = sqlite3_last_insert_rowid(sqlite->database);
    for (int side = 0; side < row->sides; side++)
        if (!seat_set(store, row->number, side, &row->seat[side]) ||
            (row->seat[side].curtain && !curtain_set(store, row->number, side, row->seat[side].curtain)))
            return false;
    return true;
}

static bool game_get(Store *store, const char *id, GameRow *out)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = prepared(sqlite, GAME_GET);
    if (!statement)
        return false;
    bind_text(statement, 1, id);
    int status = sqlite3_step(statement);
    bool found = status == SQLITE_ROW && read_game(sqlite, statement, out);
    if (status != SQLITE_ROW && status != SQLITE_DONE)
        fail(sqlite, status);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return found;
}

static bool game_set(Store *store, const GameRow *row)
{
    sqlite3_stmt *statement = writing(own(store), GAME_SET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, row->number);
    sqlite3_bind_int(statement, 2, row->over);
    bind_text(statement, 3, row->verdict);
    sqlite3_bind_int(statement, 4, row->turn);
    bind_text(statement, 5, row->asked);
    sqlite3_bind_int64(statement, 6, row->changed);
    return written(own(store), statement);
}

static bool game_remove(Store *store, int64_t number) { return with_number(own(store), GAME_REMOVE, number); }

static bool games(Sqlite *sqlite, sqlite3_stmt *statement, EachGame *each, void *context)
{
    GameRow *row = malloc(sizeof *row);
    int status = SQLITE_DONE;
    if (!row)
        return false;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW)
        if (read_game(sqlite, statement, row))
            each(context, row);
    sqlite3_reset(statement);
    free(row);
    return status == SQLITE_DONE || fail(sqlite, status);
}

static bool gone_add(Store *store, const char *id, Gone why, int64_t now)
{
    sqlite3_stmt *statement = writing(own(store), GONE_ADD);
    if (!statement)
        return false;
    bind_text(statement, 1, id);
    sqlite3_bind_int(statement, 2, (int)why);
    sqlite3_bind_int64(statement, 3, now);
    return written(own(store), statement);
}

static bool gone_get(Store *store, const char *id, Gone *why, int64_t *at)
{
    sqlite3_stmt *statement = prepared(own(store), GONE_GET);
    if (!statement)
        return false;
    bind_text(statement, 1, id);
    bool found = sqlite3_step(statement) == SQLITE_ROW;
    if (found) {
        *why = (Gone)sqlite3_column_int(statement, 0);
        *at = sqlite3_column_int64(statement, 1);
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return found;
}

static bool games_unplayed(Store *store, int64_t before, EachGame *each, void *context)
{
    sqlite3_stmt *statement = prepared(own(store), GAMES_UNPLAYED);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, before);
    return games(own(store), statement, each, context);
}

static bool game_each(Store *store, EachGame *each, void *context)
{
    sqlite3_stmt *statement = prepared(own(store), GAME_EACH);
    return statement && games(own(store), statement, each, context);
}

static bool games_for(Store *store, Statement which, int64_t user, int limit, EachGame *each, void *context)
{
    sqlite3_stmt *statement = prepared(own(store), which);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, user);
    sqlite3_bind_int(statement, 2, limit);
    return games(own(store), statement, each, context);
}

static bool games_of(Store *store, int64_t user, int limit, EachGame *each, void *context)
{
    return games_for(store, GAMES_OF, user, limit, each, context);
}

static bool games_open(Store *store, int64_t user, int limit, EachGame *each, void *context)
{
    return games_for(store, GAMES_OPEN, user, limit, each, context);
}

static bool seats_move(Store *store, int64_t from, int64_t to)
{
    sqlite3_stmt *statement = writing(own(store), SEATS_MOVE);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, from);
    sqlite3_bind_int64(statement, 2, to);
    return written(own(store), statement);
}

/* ---- journals, chat, notes ---- */

static bool journal_add(Store *store, int64_t number, int64_t at, const char *bytes, size_t length)
{
    if (!at) /* how a game begins stays a row of its own */
        return add_lines(own(store), JOURNAL_ADD, number, at, bytes, length);
    bool added = add_lines(own(store), RECENT_ADD, number, at, bytes, length);
    own(store)->recent += added;
    return added;
}

static bool add_texts(Sqlite *sqlite, sqlite3_stmt *statement, Buffer *out)
{
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        const unsigned char *text = sqlite3_column_text(statement, 0);
        if (text)
            buffer_add(out, text, (size_t)sqlite3_column_bytes(statement, 0));
    }
    sqlite3_reset(statement);
    return status == SQLITE_DONE ? !out->failed : fail(sqlite, status);
}

static bool journal_get(Store *store, int64_t number, Buffer *out)
{
    sqlite3_stmt *statement = prepared(own(store), JOURNAL_GET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    return add_texts(own(store), statement, out);
}

static bool chat_add(Store *store, int64_t number, const char *name, const char *text, int64_t at)
{
    sqlite3_stmt *statement = writing(own(store), CHAT_ADD);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    bind_text(statement, 2, name);
    bind_text(statement, 3, text);
    sqlite3_bind_int64(statement, 4, at);
    return written(own(store), statement);
}

static bool chat_get(Store *store, int64_t number, int limit, EachChat *each, void *context)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = prepared(sqlite, CHAT_GET);
    int status;
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int(statement, 2, limit);
    while ((status = sqlite3_step(statement)) == SQLITE_ROW)
        each(context, (const char *)sqlite3_column_text(statement, 0), (const char *)sqlite3_column_text(statement, 1),
             sqlite3_column_int64(statement, 2));
    sqlite3_reset(statement);
    return status == SQLITE_DONE || fail(sqlite, status);
}

static bool note_set(Store *store, int64_t number, int64_t user, const char *text)
{
    sqlite3_stmt *statement = writing(own(store), NOTE_SET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int64(statement, 2, user);
    bind_text(statement, 3, text);
    return written(own(store), statement);
}

static bool note_get(Store *store, int64_t number, int64_t user, Buffer *out)
{
    sqlite3_stmt *statement = prepared(own(store), NOTE_GET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int64(statement, 2, user);
    return add_texts(own(store), statement, out);
}

/* ---- the log, backups ---- */

static int log_grew(void *context, sqlite3 *database, const char *name, int pages)
{
    (void)database;
    (void)name;
    ((Sqlite *)context)->log_pages = pages;
    return SQLITE_OK;
}

static bool wants_checkpoint(Store *store)
{
    bool wanted = own(store)->log_pages >= CHECKPOINT_PAGES;
    if (wanted)
        own(store)->log_pages = 0; /* until the next commit says how long it is */
    return wanted;
}

static void checkpoint(Store *store)
{
    sqlite3_wal_checkpoint_v2(own(store)->second, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* Copies page by page into a new file, while others write. */
static bool copy_database(sqlite3 *from, const char *file, char *why, size_t room)
{
    sqlite3 *to = NULL;
    int status = sqlite3_open_v2(file, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    if (status == SQLITE_OK) {
        sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
        status = backup ? sqlite3_backup_step(backup, -1) : sqlite3_errcode(to);
        if (backup && sqlite3_backup_finish(backup) == SQLITE_OK && status == SQLITE_DONE)
            status = SQLITE_OK;
    }
    if (status != SQLITE_OK)
        snprintf(why, room, "%.200s: %s", file, to ? sqlite3_errmsg(to) : sqlite3_errstr(status));
    sqlite3_close(to);
    return status == SQLITE_OK;
}

static bool backup(Store *store, const char *file)
{
    Sqlite *sqlite = own(store);
    if (!access(file, F_OK)) {
        snprintf(sqlite->trouble, sizeof sqlite->trouble, "%.200s is there already", file);
        return false;
    }
    int created = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (created >= 0)
        close(created);
    return copy_database(sqlite->database, file, sqlite->trouble, sizeof sqlite->trouble);
}

/* ---- opening ---- */

static void sqlite_close(Store *store)
{
    Sqlite *sqlite = own(store);
    sqlite_rollback(store);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(sqlite->statement[i]);
    sqlite3_close(sqlite->second);
    sqlite3_close(sqlite->database);
    free(sqlite);
}

static const Store operations = {
    .close = sqlite_close,
    .commit = sqlite_commit,
    .rollback = sqlite_rollback,
    .probe = probe,
    .dirty = sqlite_dirty,
    .trouble = sqlite_trouble,
    .user_add = user_add,
    .user_get = user_get,
    .user_named = user_named,
    .user_set = user_set,
    .user_each = user_each,
    .user_remove = user_remove,
    .session_add = session_add,
    .session_user = session_user,
    .session_use = session_use,
    .session_remove = session_remove,
    .sessions_expire = sessions_expire,
    .guests_expire = guests_expire,
    .game_add = game_add,
    .game_get = game_get,
    .game_set = game_set,
    .game_remove = game_remove,
    .game_each = game_each,
    .gone_add = gone_add,
    .gone_get = gone_get,
    .games_unplayed = games_unplayed,
    .games_of = games_of,
    .games_open = games_open,
    .seat_set = seat_set,
    .seats_move = seats_move,
    .curtain_set = curtain_set,
    .journal_add = journal_add,
    .journal_get = journal_get,
    .chat_add = chat_add,
    .chat_get = chat_get,
    .note_set = note_set,
    .note_get = note_get,
    .wants_checkpoint = wants_checkpoint,
    .checkpoint = checkpoint,
    .backup = backup,
};

static bool set_up(Sqlite *sqlite)
{
    static const char settings[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                                   "PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-1000;";
    sqlite3_busy_timeout(sqlite->database, 5000);
    sqlite3_busy_timeout(sqlite->second, 5000);
    int status = sqlite3_exec(sqlite->database, settings, NULL, NULL, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_exec(sqlite->database, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_exec(sqlite->database, schema, NULL, NULL, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_exec(sqlite->database, "COMMIT", NULL, NULL, NULL);
    if (status == SQLITE_OK) /* a connection that never read does not know of the log, and checkpoints nothing */
        status = sqlite3_exec(sqlite->second, "SELECT version FROM meta", NULL, NULL, NULL);
    sqlite3_wal_hook(sqlite->database, log_grew, sqlite);
    sqlite->recent = count_recent(sqlite);
    return status == SQLITE_OK || fail(sqlite, status);
}

Store *store_sqlite_open(const char *file, char why[300])
{
    Sqlite *sqlite = calloc(1, sizeof *sqlite);
    if (!sqlite) {
        snprintf(why, 300, "there is no memory left");
        return NULL;
    }
    sqlite->store = operations;
    mode_t mask = umask(0077);
    bool opened =
        sqlite3_open_v2(file, &sqlite->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK &&
        sqlite3_open_v2(file, &sqlite->second, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK && set_up(sqlite);
    umask(mask);
    if (opened)
        return &sqlite->store;
    snprintf(why, 300, "%.150s: %.140s", file, sqlite->database ? sqlite3_errmsg(sqlite->database) : strerror(errno));
    sqlite_close(&sqlite->store);
    return NULL;
}

static int is_ok(void *context, int columns, char **values, char **names)
{
    (void)names;
    *(bool *)context = columns == 1 && values[0] && !strcmp(values[0], "ok");
    return 0;
}

bool store_sqlite_restore(const char *file, const char *saved, char why[300])
{
    sqlite3 *from = NULL;
    bool sound = false;
    char beside[4096];
    int status = sqlite3_open_v2(saved, &from, SQLITE_OPEN_READONLY, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_exec(from, "PRAGMA integrity_check", is_ok, &sound, NULL);
    if (status == SQLITE_OK && sound)
        status = sqlite3_exec(from, "SELECT version FROM meta; SELECT count(*) FROM games", NULL, NULL, NULL);
    if (status != SQLITE_OK || !sound) {
        snprintf(why, 300, "%.150s is no sound backup: %.100s", saved,
                 from ? sqlite3_errmsg(from) : "cannot be opened");
        sqlite3_close(from);
        return false;
    }
    snprintf(beside, sizeof beside, "%s.restored", file);
    unlink(beside);
    mode_t mask = umask(0077);
    bool copied = copy_database(from, beside, why, 300);
    umask(mask);
    sqlite3_close(from);
    if (!copied)
        return false;
    char log[4096 + 8];
    for (int i = 0; i < 2; i++) {
        snprintf(log, sizeof log, "%s%s", file, i ? "-shm" : "-wal");
        unlink(log);
    }
    if (rename(beside, file)) {
        snprintf(why, 300, "%.200s: %s", file, strerror(errno));
        return false;
    }
    return true;
}
