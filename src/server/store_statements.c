/* store_statements.c — every statement of the SQLite store, the tables they work on, and how one is run. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/store_sqlite.h"
#include "server/store_common_sql.h"
#include "server/store_work_sql.h"

#define GAME_COLUMNS                                                                                                   \
    "number, id, scenario, options, seed, branch_length, branch_seed, invite, public, owner, created, changed, over, " \
    "verdict, turn, asked, "                                                                                           \
    "coalesce((SELECT t.origin FROM tries t WHERE t.game = games.number), ''), "                                       \
    "coalesce((SELECT t.origin_order FROM tries t WHERE t.game = games.number), 0), "                                  \
    "coalesce((SELECT t.name FROM tries t WHERE t.game = games.number), ''), "                                         \
    "coalesce((SELECT t.text FROM terms t WHERE t.game = games.number), ''), "                                         \
    "coalesce((SELECT t.text FROM clocks t WHERE t.game = games.number), ''), 0, 0"

const char *const sqlite_statements[STATEMENTS] = {
    COMMON_STATEMENTS,
    [BEGIN] = "BEGIN IMMEDIATE",
    [BEGIN_READING] = "BEGIN",
    [RESERVE] = "UPDATE numbers SET next = next + ?2 WHERE kind = ?1 RETURNING next - ?2",
    /* The account keeps its likeness in the next statement. */
    [REGISTER] =
        "UPDATE users SET name = ?2, password = ?3 WHERE id = ?1 AND password = '' AND NOT EXISTS (SELECT 1 "
        "FROM likenesses WHERE likeness IN (?4, ?5) AND user <> ?1) AND NOT EXISTS (SELECT 1 FROM users WHERE name = "
        "?2 COLLATE NOCASE AND password <> '' AND id <> ?1)",
    [USER_NAMED] = "SELECT " USER_COLUMNS " FROM users WHERE name = ? COLLATE NOCASE AND password <> ''",
    [SETTINGS_SET] = "UPDATE users SET webhook = ?2, language = ?3, theme = ?4 WHERE id = ?1",
    [PASSWORD_SET] = "UPDATE users SET password = ?2 WHERE id = ?1 AND password <> ''",
    [USER_FREE] = "UPDATE users SET name = name WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM seats s JOIN games g ON "
                  "g.number = s.game JOIN terms t ON t.game = g.number WHERE s.user = ?1 AND s.kind = 1 AND g.over = 0 "
                  "AND t.text LIKE '% 1')",
    [SESSION_USE] = "UPDATE sessions SET created = ?2 WHERE token = ?1",
    [SESSIONS_END_PUSHES] = "DELETE FROM pushes WHERE session <> x'' AND session NOT IN (SELECT token FROM sessions)",
    [PUSHES_FOLLOW] = "UPDATE pushes SET session = ?2 WHERE session = ?1",
    /* A guest has no other way back: while his game goes on, he can come back. */
    [LATEST] =
        "SELECT max(coalesce((SELECT max(changed) FROM games), 0), coalesce((SELECT max(created) FROM sessions), 0))",
    [GAME_SET] = "UPDATE games SET over = ?2, verdict = ?3, turn = ?4, asked = ?5, changed = ?6 WHERE number = ?1",
    [REMATCH_SET] =
        "INSERT INTO rematches (game, id) VALUES (?1,?2) ON CONFLICT (game) DO UPDATE SET id = ?2 WHERE NOT "
        "EXISTS (SELECT 1 FROM games g WHERE g.id = rematches.id)",
    [SHELVE] = "INSERT OR IGNORE INTO shelved (game, user) VALUES (?1,?2)",
    [REMOVE_UNUSED] = "DELETE FROM games WHERE number = ? AND changed <= created",
    [GONE_ADD] = "INSERT OR REPLACE INTO gone (id, why, at) VALUES (?,?,?)",
    [GAMES_COUNT] = "SELECT coalesce(sum(branch_length = 0), 0), coalesce(sum(branch_length > 0), 0) FROM games WHERE "
                    "over = 0 AND number IN (SELECT game FROM seats WHERE kind = 1 AND user = ?1)",
    /* Both lists are read from the newest on along an index, and stop when they are full. */
    [SEATS_MOVE] = "UPDATE seats SET user = ?2 WHERE user = ?1",
    [NOTES_MOVE] = "UPDATE OR IGNORE notes SET user = ?2 WHERE user = ?1",
    [HOST_MOVE] = "UPDATE games SET owner = ?2 WHERE owner = ?1",
    [CAMPAIGNS_MOVE] = "UPDATE campaigns SET owner = ?2 WHERE owner = ?1",
    [BARS_MOVE] = "UPDATE OR IGNORE barred SET user = ?2 WHERE user = ?1",
    [BLOCKS_MOVE] = "UPDATE OR IGNORE blocks SET user = ?2 WHERE user = ?1 AND blocked <> ?2",
    [BLOCKED_MOVE] = "UPDATE OR IGNORE blocks SET blocked = ?2 WHERE blocked = ?1 AND user <> ?2",
    [PUSHES_MOVE] = "UPDATE pushes SET user = ?2 WHERE user = ?1",
    [UPTIME_SET] = "UPDATE uptime SET seconds = ?1 WHERE seconds < ?1",
    [RESULT_ADD] =
        "INSERT INTO results (game, side, user, opponent, scenario, outcome, rated, before, after, at) VALUES "
        "(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10) ON CONFLICT DO NOTHING",
    /* A program of an edition that does not name the games before writes over any row there. */
    [RATING_SET] =
        "INSERT INTO ratings (user, scenario, side, rating, deviation, volatility, games, at) VALUES "
        "(?1,?2,?3,?4,?5,?6,?7,?8) ON CONFLICT (user, scenario, side) DO UPDATE SET rating = ?4, deviation = "
        "?5, volatility = ?6, games = ?7, at = ?8 WHERE games = coalesce(?9, games)",
    [MAIL_CONFIRM] = "UPDATE mails SET confirmed = 1 WHERE secret = ?1 AND address <> ''",
    [MAIL_STOP] = "UPDATE mails SET wants = 0 WHERE secret = ?1",
    [DIGEST_SET] = "UPDATE mails SET digested = ?2 WHERE user = ?1",
    /* A user who reports much does not hide the others: accounts come first, and the latest report of each user. */
    /* The values of these are those of WRITE_JOURNAL: the game, where the lines begin, the lines, where they end. */
    [JOURNAL_GET] = "SELECT at, text FROM (SELECT at, text FROM journal WHERE game = ?1 "
                    "UNION ALL SELECT at, text FROM recent WHERE game = ?1) ORDER BY at",
    [LENGTH_BEGIN] = "INSERT INTO lengths (game, bytes) VALUES (?1,?4)",
    [LENGTH_GROW] = "UPDATE lengths SET bytes = ?4 WHERE game = ?1 AND bytes = ?2",
    [RECENT_ADD] = "INSERT INTO recent (game, at, text) VALUES (?1,?2,?3)",
    [RECENT_EACH] = "SELECT game, at, text FROM recent ORDER BY game, at",
    [RECENT_COUNT] = "SELECT count(*) FROM recent",
    [RECENT_CLEAR] = "DELETE FROM recent",
    [CHAT_GET] =
        "SELECT name, text, at, user FROM (SELECT * FROM chat WHERE game = ?1 ORDER BY id DESC LIMIT ?2) ORDER BY id",
    /* A program of an edition that knows of no session names none. */
    [PUSH_SET] = "INSERT INTO pushes (endpoint, user, session) VALUES (?1,?2,coalesce(?3, x'')) ON CONFLICT (endpoint) "
                 "DO UPDATE SET session = excluded.session WHERE user = ?2",
    /* Of the user's other browsers only as many stay as are called. */
    [PUSH_TRIM] = "DELETE FROM pushes WHERE user = ?2 AND endpoint <> ?1 AND endpoint NOT IN "
                  "(SELECT endpoint FROM pushes WHERE user = ?2 AND endpoint <> ?1 ORDER BY endpoint LIMIT 7)",
    WORK_STATEMENTS("", ""),
};

/* A step may meet tables that are there: some of version 2 were made without a step of their own. */
const char *const sqlite_steps[STORE_VERSION] = {
    "CREATE TABLE IF NOT EXISTS meta (version INTEGER NOT NULL) STRICT;"
    "INSERT INTO meta SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM meta);"
    "CREATE TABLE IF NOT EXISTS users (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, password TEXT NOT "
    "NULL, "
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
    "CREATE TABLE IF NOT EXISTS tries (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, origin TEXT NOT "
    "NULL, origin_order INTEGER NOT NULL, name TEXT NOT NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS shelved (game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, user INTEGER NOT "
    "NULL, PRIMARY KEY (game, user)) STRICT, WITHOUT ROWID;"
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
    "text TEXT NOT NULL, PRIMARY KEY (game, user)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS plan_notes (game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, plan INTEGER NOT "
    "NULL, text TEXT NOT NULL, PRIMARY KEY (game, plan)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS pushes (endpoint TEXT PRIMARY KEY, user INTEGER NOT NULL REFERENCES users ON DELETE "
    "CASCADE) STRICT, WITHOUT ROWID;"
    "CREATE INDEX IF NOT EXISTS pushes_of ON pushes (user);"
    "CREATE TABLE IF NOT EXISTS standing (game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, side INTEGER NOT "
    "NULL, text TEXT NOT NULL, PRIMARY KEY (game, side)) STRICT, WITHOUT ROWID;",
    /* The length of each journal: few bytes a game, so that a commit changes few pages. Without it a lost last line
     * would go unnoticed. */
    "CREATE TABLE IF NOT EXISTS lengths (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, bytes INTEGER "
    "NOT NULL) STRICT;"
    "INSERT INTO lengths SELECT game, sum(length(CAST(text AS BLOB))) FROM "
    "(SELECT game, text FROM journal UNION ALL SELECT game, text FROM recent) GROUP BY game;"
    "UPDATE meta SET version = 2;",
    "CREATE TABLE IF NOT EXISTS likenesses (likeness TEXT PRIMARY KEY, user INTEGER NOT NULL REFERENCES users ON "
    "DELETE CASCADE) STRICT, WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS recoveries (user INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE, hash BLOB NOT "
    "NULL) STRICT;"
    "CREATE TABLE IF NOT EXISTS numbers (kind INTEGER PRIMARY KEY, next INTEGER NOT NULL) STRICT;"
    "INSERT OR IGNORE INTO numbers SELECT 0, 1 + max(coalesce((SELECT max(id) FROM users), 0), "
    "coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'users'), 0));"
    "INSERT OR IGNORE INTO numbers SELECT 1, 1 + coalesce((SELECT max(number) FROM games), 0);"
    "CREATE INDEX IF NOT EXISTS games_public ON games (changed) WHERE public = 1 AND over = 0;"
    "UPDATE meta SET version = 3;",
    "CREATE TABLE terms (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, text TEXT NOT NULL) STRICT;"
    "CREATE TABLE clocks (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, due INTEGER NOT NULL, text TEXT "
    "NOT NULL) STRICT;"
    "CREATE INDEX clocks_due ON clocks (due) WHERE due > 0;"
    "CREATE TABLE uptime (seconds INTEGER NOT NULL) STRICT;"
    "INSERT INTO uptime VALUES (0);"
    "CREATE TABLE offers (game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, side INTEGER NOT NULL, user "
    "INTEGER "
    "NOT NULL, secret TEXT NOT NULL, PRIMARY KEY (game, side)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX offers_of ON offers (user) WHERE user > 0;"
    "CREATE TABLE barred (game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, user INTEGER NOT NULL, what "
    "INTEGER "
    "NOT NULL, PRIMARY KEY (game, user, what)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE blocks (user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE, blocked INTEGER NOT NULL "
    "REFERENCES "
    "users ON DELETE CASCADE, PRIMARY KEY (user, blocked)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX blocks_of ON blocks (blocked);"
    "ALTER TABLE chat ADD COLUMN user INTEGER NOT NULL DEFAULT 0;"
    "UPDATE meta SET version = 4;",
    "CREATE TABLE ratings (user INTEGER NOT NULL REFERENCES users ON DELETE CASCADE, scenario TEXT NOT NULL, side TEXT "
    "NOT NULL, rating INTEGER NOT NULL, deviation INTEGER NOT NULL, volatility INTEGER NOT NULL, games INTEGER NOT "
    "NULL, "
    "at INTEGER NOT NULL, PRIMARY KEY (user, scenario, side)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE results (game TEXT NOT NULL, side TEXT NOT NULL, user INTEGER NOT NULL REFERENCES users ON DELETE "
    "CASCADE, opponent INTEGER NOT NULL, scenario TEXT NOT NULL, outcome INTEGER NOT NULL, rated INTEGER NOT NULL, "
    "before "
    "INTEGER NOT NULL, after INTEGER NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (game, side)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX results_of ON results (user, at);"
    "UPDATE meta SET version = 5;",
    "CREATE TABLE mails (user INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE, address TEXT NOT NULL, confirmed "
    "INTEGER NOT NULL, wants INTEGER NOT NULL, secret TEXT NOT NULL, digested INTEGER NOT NULL) STRICT;"
    "CREATE INDEX mails_by ON mails (secret);"
    "UPDATE meta SET version = 6;",
    "CREATE TABLE reports (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, reporter INTEGER NOT NULL, user INTEGER NOT "
    "NULL, "
    "game TEXT NOT NULL, text TEXT NOT NULL, words TEXT NOT NULL, closed INTEGER NOT NULL) STRICT;"
    "CREATE INDEX reports_open ON reports (id) WHERE closed = 0;"
    "CREATE TABLE bans (kind INTEGER NOT NULL, who INTEGER NOT NULL, until INTEGER NOT NULL, at INTEGER NOT NULL, "
    "PRIMARY "
    "KEY (kind, who)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE moderators (user INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE) STRICT;"
    "CREATE TABLE moderation (id INTEGER PRIMARY KEY, at INTEGER NOT NULL, who TEXT NOT NULL, what TEXT NOT NULL) "
    "STRICT;"
    "CREATE TRIGGER moderation_stays BEFORE UPDATE ON moderation BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;"
    "CREATE TRIGGER moderation_kept BEFORE DELETE ON moderation BEGIN SELECT RAISE(ABORT, 'the log only grows'); END;"
    "UPDATE meta SET version = 7;",
    "UPDATE meta SET version = 8;", /* what came with it is of nodes, and a file has none */
    WORK_TABLES("INTEGER PRIMARY KEY", "INTEGER", "BLOB", " STRICT"),
    OUTBOX_TABLES("INTEGER PRIMARY KEY", "INTEGER", " STRICT"),
    "ALTER TABLE pushes ADD COLUMN session BLOB NOT NULL DEFAULT x'';"
    "CREATE INDEX pushes_by ON pushes (session);"
    "CREATE TABLE rematches (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, id TEXT NOT NULL) STRICT;"
    "CREATE TABLE rolls (game INTEGER PRIMARY KEY REFERENCES games ON DELETE CASCADE, bytes INTEGER NOT NULL, until "
    "INTEGER NOT NULL) STRICT;"
    "UPDATE meta SET version = 11;",
};

/* ---- running them ---- */

bool fail(Sqlite *sqlite, int status)
{
    sqlite->status = status & 0xFF;
    int primary = status & 0xFF, system = primary == SQLITE_IOERR ? sqlite3_system_errno(sqlite->database) : 0;
    if (primary == SQLITE_FULL || system == ENOSPC || system == EDQUOT)
        snprintf(sqlite->sql.trouble, sizeof sqlite->sql.trouble, SAID("server.disk-full"));
    else if (primary == SQLITE_BUSY || primary == SQLITE_LOCKED)
        snprintf(sqlite->sql.trouble, sizeof sqlite->sql.trouble, SAID("server.store-locked"));
    else if (system)
        snprintf(sqlite->sql.trouble, sizeof sqlite->sql.trouble, "%s: %s", sqlite3_errmsg(sqlite->database),
                 strerror(system));
    else
        snprintf(sqlite->sql.trouble, sizeof sqlite->sql.trouble, "%s", sqlite3_errmsg(sqlite->database));
    return false;
}

static sqlite3_stmt *prepared(Sqlite *sqlite, Statement which, const Value *values, int count)
{
    sqlite3_stmt **statement = &sqlite->statement[which];
    int status = SQLITE_OK;
    if (!*statement)
        status = sqlite3_prepare_v3(sqlite->database, sqlite_statements[which], -1, SQLITE_PREPARE_PERSISTENT,
                                    statement, NULL);
    int holes = *statement ? sqlite3_bind_parameter_count(*statement) : 0;
    for (int i = 0; i < count && i < holes && status == SQLITE_OK; i++) {
        const Value *value = &values[i];
        if (value->kind == VALUE_NUMBER)
            status = sqlite3_bind_int64(*statement, i + 1, value->number);
        else if (value->kind == VALUE_TEXT)
            status = sqlite3_bind_text(*statement, i + 1, value->bytes, (int)value->number, SQLITE_STATIC);
        else
            status = sqlite3_bind_blob(*statement, i + 1, value->bytes, (int)value->number, SQLITE_STATIC);
    }
    if (status == SQLITE_OK)
        return *statement;
    fail(sqlite, status);
    return NULL;
}

static void ready_again(sqlite3_stmt *statement)
{
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
}

static bool sqlite_run(Sql *sql, Statement which, const Value *values, int count)
{
    Sqlite *sqlite = own(sql);
    sqlite3_stmt *statement = prepared(sqlite, which, values, count);
    if (!statement)
        return false;
    int status = sqlite3_step(statement);
    bool done = status == SQLITE_DONE || status == SQLITE_ROW || fail(sqlite, status);
    ready_again(statement);
    return done;
}

/* ---- rows ---- */

static void sqlite_read(Rows *rows, Statement which, const Value *values, int count)
{
    rows->cursor = prepared(own(rows->sql), which, values, count);
    rows->failed = !rows->cursor;
}

static bool sqlite_next(Rows *rows)
{
    int status = sqlite3_step(rows->cursor);
    if (status != SQLITE_ROW && status != SQLITE_DONE)
        rows->failed = !fail(own(rows->sql), status);
    return status == SQLITE_ROW;
}

/* One that was written out is used once. */
static void sqlite_end(Rows *rows)
{
    const Sqlite *sqlite = own(rows->sql);
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite->statement[i] == rows->cursor) {
            ready_again(rows->cursor);
            return;
        }
    sqlite3_finalize(rows->cursor);
}

static int64_t sqlite_number(Rows *rows) { return sqlite3_column_int64(rows->cursor, rows->column); }

static const char *sqlite_bytes(Rows *rows, size_t *length)
{
    bool blob = sqlite3_column_type(rows->cursor, rows->column) == SQLITE_BLOB;
    const void *bytes = blob ? sqlite3_column_blob(rows->cursor, rows->column)
                             : (const void *)sqlite3_column_text(rows->cursor, rows->column);
    *length = (size_t)sqlite3_column_bytes(rows->cursor, rows->column);
    return bytes;
}

/* Moves what was committed from the log to its place. */
static void sqlite_tidy(Sql *sql)
{
    sqlite3_wal_checkpoint_v2(own(sql)->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

/* The statement that was run last by its text is at hand: a table is filled with many rows by one. */
static bool sqlite_run_text(Sql *sql, const char *text, const Value *values, int count)
{
    Sqlite *sqlite = own(sql);
    sqlite3_stmt **statement = &sqlite->statement[NO_STATEMENT];
    if (!*statement || strcmp(sqlite3_sql(*statement), text)) {
        sqlite3_finalize(*statement);
        int status = sqlite3_prepare_v2(sqlite->database, text, -1, statement, NULL);
        if (status != SQLITE_OK)
            return fail(sqlite, status);
    }
    return sqlite_run(sql, NO_STATEMENT, values, count);
}

static void sqlite_read_text(Rows *rows, const char *text)
{
    sqlite3_stmt *statement = NULL;
    int status = sqlite3_prepare_v2(own(rows->sql)->database, text, -1, &statement, NULL);
    rows->failed = status != SQLITE_OK && !fail(own(rows->sql), status);
    rows->cursor = statement;
}

const Driver sqlite_driver = {.run = sqlite_run,
                              .read = sqlite_read,
                              .next = sqlite_next,
                              .end = sqlite_end,
                              .number = sqlite_number,
                              .bytes = sqlite_bytes,
                              .run_text = sqlite_run_text,
                              .read_text = sqlite_read_text,
                              .journals = "(SELECT game, at, text FROM journal UNION ALL SELECT game, at, text FROM "
                                          "recent)",
                              .tidy = sqlite_tidy};

/* ---- versions ---- */

static int read_version(void *context, int columns, char **values, char **names)
{
    (void)names;
    *(int *)context = columns == 1 && values[0] ? atoi(values[0]) : 0;
    return 0;
}

int version_of(sqlite3 *database)
{
    int version = 0;
    sqlite3_exec(database, "SELECT version FROM meta", read_version, &version, NULL); /* fails in a new file */
    return version;
}
