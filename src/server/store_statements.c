/* store_statements.c — every statement of the SQLite store, the tables they work on, and how one is run. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/store_sqlite.h"

#define USER_COLUMNS "id, name, password, webhook, language, theme, created"
#define GAME_COLUMNS                                                                                                   \
    "number, id, scenario, options, seed, branch_length, branch_seed, invite, public, owner, created, changed, over, " \
    "verdict, turn, asked, "                                                                                           \
    "coalesce((SELECT t.origin FROM tries t WHERE t.game = games.number), ''), "                                       \
    "coalesce((SELECT t.origin_order FROM tries t WHERE t.game = games.number), 0), "                                  \
    "coalesce((SELECT t.name FROM tries t WHERE t.game = games.number), '')"

const char *const sqlite_statements[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [BEGIN_READING] = "BEGIN",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [PROBE] = "UPDATE meta SET version = version",
    [RESERVE] = "UPDATE numbers SET next = next + ?2 WHERE kind = ?1 RETURNING next - ?2",
    [USER_ADD] = "INSERT INTO users (id, name, password, webhook, language, theme, created) VALUES (?,?,?,?,?,?,?)",
    /* The account keeps its likeness in the next statement. */
    [REGISTER] = "UPDATE users SET name = ?2, password = ?3 WHERE id = ?1 AND password = '' AND NOT EXISTS (SELECT 1 "
                 "FROM likenesses WHERE likeness = ?4 AND user <> ?1) AND NOT EXISTS (SELECT 1 FROM users WHERE name = "
                 "?2 COLLATE NOCASE AND password <> '' AND id <> ?1)",
    [USER_GET] = "SELECT " USER_COLUMNS " FROM users WHERE id = ?",
    [USER_NAMED] = "SELECT " USER_COLUMNS " FROM users WHERE name = ? COLLATE NOCASE AND password <> ''",
    [SETTINGS_SET] = "UPDATE users SET webhook = ?2, language = ?3, theme = ?4 WHERE id = ?1",
    [PASSWORD_SET] = "UPDATE users SET password = ?2 WHERE id = ?1 AND password <> ''",
    [USER_EACH] = "SELECT " USER_COLUMNS " FROM users ORDER BY id",
    [USER_REMOVE] = "DELETE FROM users WHERE id = ?",
    [USER_OPEN_SEATS] = "UPDATE seats SET kind = 0, user = 0, name = '' WHERE user = ?",
    [USER_END_SESSIONS] = "DELETE FROM sessions WHERE user = ?",
    [USER_END_NOTES] = "DELETE FROM notes WHERE user = ?",
    [SESSION_ADD] = "INSERT INTO sessions (token, user, created) VALUES (?,?,?)",
    [SESSION_USER] = "SELECT " USER_COLUMNS ", (SELECT created FROM sessions WHERE token = ?1) FROM users "
                     "WHERE id = (SELECT user FROM sessions WHERE token = ?1)",
    [SESSION_USE] = "UPDATE sessions SET created = ?2 WHERE token = ?1",
    [SESSIONS_OF] = "SELECT token, created FROM sessions WHERE user = ? ORDER BY created DESC LIMIT 50",
    [LIKENESS_SET] = "INSERT INTO likenesses (likeness, user) VALUES (?1,?2) ON CONFLICT (likeness) DO NOTHING",
    [LIKENESS_GET] = "SELECT user FROM likenesses WHERE likeness = ?",
    [RECOVERY_SET] = "INSERT INTO recoveries (user, hash) VALUES (?1,?2) ON CONFLICT (user) DO UPDATE SET hash = ?2",
    [RECOVERY_GET] = "SELECT hash FROM recoveries WHERE user = ?",
    [PUSHES_DROP] = "DELETE FROM pushes WHERE user = ?",
    [SESSION_REMOVE] = "DELETE FROM sessions WHERE token = ?",
    /* A guest has nothing else to come back by: while his game goes on, he can. */
    [SESSIONS_EXPIRE] = "DELETE FROM sessions WHERE created < ?1 AND NOT EXISTS (SELECT 1 FROM users JOIN seats ON "
                        "seats.user = users.id JOIN games ON games.number = seats.game WHERE users.id = sessions.user "
                        "AND users.password = '' AND seats.kind = 1 AND games.over = 0)",
    [LATEST] =
        "SELECT max(coalesce((SELECT max(changed) FROM games), 0), coalesce((SELECT max(created) FROM sessions), 0))",
    [GUESTS_EXPIRE] = "DELETE FROM users WHERE password = '' AND created < ?1 AND id NOT IN (SELECT user FROM seats) "
                      "AND id NOT IN (SELECT user FROM sessions WHERE created >= ?1)",
    [GUESTS_NOTES] = "DELETE FROM notes WHERE user NOT IN (SELECT id FROM users)",
    [GUESTS_SESSIONS] = "DELETE FROM sessions WHERE user NOT IN (SELECT id FROM users)",
    [GAME_ADD] = "INSERT INTO games (number, id, scenario, options, seed, branch_length, branch_seed, invite, public, "
                 "owner, created, changed, over, verdict, turn, asked) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
    [GAME_GET] = "SELECT " GAME_COLUMNS " FROM games WHERE id = ?",
    [GAME_SET] = "UPDATE games SET over = ?2, verdict = ?3, turn = ?4, asked = ?5, changed = ?6 WHERE number = ?1",
    [TRY_SET] = "INSERT INTO tries (game, origin, origin_order, name) VALUES (?1,?2,?3,?4) "
                "ON CONFLICT (game) DO UPDATE SET name = ?4",
    [SHELVE] = "INSERT OR IGNORE INTO shelved (game, user) VALUES (?1,?2)",
    [GAME_REMOVE] = "DELETE FROM games WHERE number = ?",
    [REMOVE_UNUSED] = "DELETE FROM games WHERE number = ? AND changed <= created",
    [GAME_EACH] = "SELECT " GAME_COLUMNS " FROM games ORDER BY number",
    [GONE_ADD] = "INSERT OR REPLACE INTO gone (id, why, at) VALUES (?,?,?)",
    [GONE_GET] = "SELECT why, at FROM gone WHERE id = ?",
    [GAMES_UNUSED] = "SELECT number, branch_length, id FROM games WHERE created < ?1 AND changed <= created",
    [GAMES_COUNT] = "SELECT coalesce(sum(branch_length = 0), 0), coalesce(sum(branch_length > 0), 0) FROM games WHERE "
                    "over = 0 AND number IN (SELECT game FROM seats WHERE kind = 1 AND user = ?1)",
    [GAMES_OF] =
        "SELECT " GAME_COLUMNS " FROM games WHERE number IN (SELECT game FROM seats WHERE kind = 1 AND user = ?1) "
        "AND number NOT IN (SELECT game FROM shelved WHERE user = ?1) ORDER BY changed DESC LIMIT ?2",
    /* Both lists are read from the newest on along an index, and stop when they are full. */
    [GAMES_OPEN] = "SELECT " GAME_COLUMNS " FROM games WHERE number IN (SELECT DISTINCT o.game FROM seats o WHERE "
                   "o.kind = 0 AND EXISTS (SELECT 1 FROM games g WHERE g.number = o.game AND g.public = 1 AND g.over = "
                   "0) AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = o.game AND s.kind = 1 AND s.user = ?1) "
                   "ORDER BY o.game DESC LIMIT ?2) ORDER BY number DESC",
    [GAMES_PUBLIC] = "SELECT " GAME_COLUMNS " FROM games WHERE public = 1 AND over = 0 AND NOT EXISTS (SELECT 1 FROM "
                     "seats s WHERE s.game = games.number AND (s.kind = 0 OR (s.kind = 1 AND s.user = ?1))) "
                     "ORDER BY changed DESC LIMIT ?2",
    [SEAT_SET] = "INSERT INTO seats (game, side, word, kind, user, name) VALUES (?1,?2,?3,?4,?5,?6) "
                 "ON CONFLICT (game, side) DO UPDATE SET kind = ?4, user = ?5, name = ?6",
    [SEATS_OF] = "SELECT s.word, s.kind, s.user, coalesce(u.name, s.name), coalesce(c.curtain, 0) FROM seats s "
                 "LEFT JOIN users u ON u.id = s.user LEFT JOIN curtains c ON c.game = s.game AND c.side = s.side "
                 "WHERE s.game = ? ORDER BY s.side",
    [SEATS_MOVE] = "UPDATE seats SET user = ?2 WHERE user = ?1",
    [NOTES_MOVE] = "UPDATE OR IGNORE notes SET user = ?2 WHERE user = ?1",
    [CURTAIN_SET] = "INSERT INTO curtains (game, side, curtain) VALUES (?1,?2,?3) "
                    "ON CONFLICT (game, side) DO UPDATE SET curtain = ?3",
    /* The values of these are those of WRITE_JOURNAL: the game, where the lines begin, the lines, where they end. */
    [JOURNAL_ADD] = "INSERT INTO journal (game, at, text) VALUES (?1,?2,?3)",
    [JOURNAL_GET] = "SELECT at, text FROM (SELECT at, text FROM journal WHERE game = ?1 "
                    "UNION ALL SELECT at, text FROM recent WHERE game = ?1) ORDER BY at",
    [LENGTH_BEGIN] = "INSERT INTO lengths (game, bytes) VALUES (?1,?4)",
    [LENGTH_GROW] = "UPDATE lengths SET bytes = ?4 WHERE game = ?1 AND bytes = ?2",
    [LENGTH_GET] = "SELECT bytes FROM lengths WHERE game = ?",
    [RECENT_ADD] = "INSERT INTO recent (game, at, text) VALUES (?1,?2,?3)",
    [RECENT_EACH] = "SELECT game, at, text FROM recent ORDER BY game, at",
    [RECENT_COUNT] = "SELECT count(*) FROM recent",
    [RECENT_CLEAR] = "DELETE FROM recent",
    [CHAT_ADD] = "INSERT INTO chat (game, name, text, at) VALUES (?,?,?,?)",
    [CHAT_TRIM] = "DELETE FROM chat WHERE game = ?1 AND id <= (SELECT id FROM chat WHERE game = ?1 ORDER BY id DESC "
                  "LIMIT 1 OFFSET 1000)",
    [CHAT_GET] =
        "SELECT name, text, at FROM (SELECT * FROM chat WHERE game = ?1 ORDER BY id DESC LIMIT ?2) ORDER BY id",
    [NOTE_SET] = "INSERT INTO notes (game, user, text) VALUES (?1,?2,?3) "
                 "ON CONFLICT (game, user) DO UPDATE SET text = ?3",
    [NOTE_GET] = "SELECT text FROM notes WHERE game = ? AND user = ?",
    [PLAN_NOTE_SET] = "INSERT INTO plan_notes (game, plan, text) VALUES (?1,?2,?3) "
                      "ON CONFLICT (game, plan) DO UPDATE SET text = ?3",
    [PLAN_NOTES_GET] = "SELECT plan, text FROM plan_notes WHERE game = ? AND text <> '' ORDER BY plan",
    [PUSH_SET] = "INSERT INTO pushes (endpoint, user) VALUES (?1,?2) ON CONFLICT (endpoint) DO UPDATE SET user = ?2 "
                 "WHERE user = ?2",
    /* Of the user's others only as many stay as are called. */
    [PUSH_TRIM] = "DELETE FROM pushes WHERE user = ?2 AND endpoint <> ?1 AND endpoint NOT IN "
                  "(SELECT endpoint FROM pushes WHERE user = ?2 AND endpoint <> ?1 ORDER BY endpoint LIMIT 7)",
    [PUSH_DROP] = "DELETE FROM pushes WHERE endpoint = ?1 AND (user = ?2 OR ?2 = 0)",
    [PUSHES_GET] = "SELECT endpoint FROM pushes WHERE user = ? ORDER BY endpoint LIMIT 8",
    [STANDING_SET] = "INSERT INTO standing (game, side, text) VALUES (?1,?2,?3) "
                     "ON CONFLICT (game, side) DO UPDATE SET text = ?3",
    [STANDING_GET] = "SELECT side, text FROM standing WHERE game = ? ORDER BY side",
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
    /* How long each journal is: few bytes a game, so that a commit changes few pages. Without it nobody would miss the
     * last line of one. */
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
};

/* ---- running them ---- */

bool fail(Sqlite *sqlite, int status)
{
    sqlite->status = status & 0xFF;
    int primary = status & 0xFF, system = primary == SQLITE_IOERR ? sqlite3_system_errno(sqlite->database) : 0;
    if (primary == SQLITE_FULL || system == ENOSPC || system == EDQUOT)
        snprintf(sqlite->trouble, sizeof sqlite->trouble, SAID("server.disk-full"));
    else if (system)
        snprintf(sqlite->trouble, sizeof sqlite->trouble, "%s: %s", sqlite3_errmsg(sqlite->database), strerror(system));
    else
        snprintf(sqlite->trouble, sizeof sqlite->trouble, "%s", sqlite3_errmsg(sqlite->database));
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

bool run_statement(Sqlite *sqlite, Statement which, const Value *values, int count)
{
    sqlite3_stmt *statement = prepared(sqlite, which, values, count);
    if (!statement)
        return false;
    int status = sqlite3_step(statement);
    bool done = status == SQLITE_DONE || status == SQLITE_ROW || fail(sqlite, status);
    ready_again(statement);
    return done;
}

/* ---- rows ---- */

Rows read_rows(Sqlite *sqlite, Statement which, const Value *values, int count)
{
    Rows rows = {.sqlite = sqlite, .statement = prepared(sqlite, which, values, count)};
    rows.failed = !rows.statement;
    return rows;
}

bool next_row(Rows *rows)
{
    int status = rows->statement ? sqlite3_step(rows->statement) : SQLITE_DONE;
    rows->column = 0;
    if (status == SQLITE_ROW)
        return true;
    if (status != SQLITE_DONE)
        rows->failed = !fail(rows->sqlite, status);
    end_rows(rows);
    return false;
}

bool end_rows(Rows *rows)
{
    if (rows->statement)
        ready_again(rows->statement);
    rows->statement = NULL;
    return !rows->failed;
}

int64_t take_number(Rows *rows) { return sqlite3_column_int64(rows->statement, rows->column++); }

const char *take_long_text(Rows *rows, size_t *length)
{
    const char *text = (const char *)sqlite3_column_text(rows->statement, rows->column);
    *length = (size_t)sqlite3_column_bytes(rows->statement, rows->column++);
    return text ? text : "";
}

void take_text(Rows *rows, char *out, size_t room)
{
    size_t length;
    snprintf(out, room, "%s", take_long_text(rows, &length));
}

void take_bytes(Rows *rows, void *out, size_t length)
{
    const void *bytes = sqlite3_column_blob(rows->statement, rows->column);
    memset(out, 0, length);
    if (bytes && (size_t)sqlite3_column_bytes(rows->statement, rows->column) == length)
        memcpy(out, bytes, length);
    rows->column++;
}

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
