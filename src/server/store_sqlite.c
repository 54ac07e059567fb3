/* store_sqlite.c — the store in one SQLite file: opening it, and keeping rounds.
 *
 * Write-ahead log, synchronous=FULL: a commit is one write and one flush of the log, whatever it holds, which is why
 * everything that was gathered goes into one. New lines of all journals go to the end of one table, `recent`, so that a
 * commit changes a page or two however many games it concerns; every so many lines they are moved, game by game, to
 * `journal`, in the transaction that is about to be committed anyway. Each engine has a connection of its own: those
 * that read see what is committed and never wait for a writer. Tables are STRICT; the file is its owner's alone,
 * because it holds the seeds of games that are being played. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "server/own.h"
#include "server/store_sqlite.h"

#define CHECKPOINT_PAGES 2000
#define RECENT_LINES 1024
#define PATIENCE_MILLISECONDS 5000
#define IMPATIENT_MILLISECONDS 250

/* ---- recent lines ---- */

static int count_recent(Sqlite *sqlite)
{
    Rows rows = read_rows(&sqlite->sql, RECENT_COUNT, NO_VALUES);
    int count = next_row(&rows) ? (int)take_number(&rows) : 0;
    end_rows(&rows);
    return count;
}

/* Moves the recent lines of all games to their journals, those of a game as one row. */
static bool file_recent(Sqlite *sqlite)
{
    Rows rows = read_rows(&sqlite->sql, RECENT_EACH, NO_VALUES);
    Buffer text = {0};
    int64_t game = 0, at = 0;
    bool more = true, good = true;
    while (more && good) {
        more = next_row(&rows);
        int64_t next = more ? take_number(&rows) : 0;
        if (next != game && text.length)
            good = run_statement(&sqlite->sql, JOURNAL_ADD,
                                 VALUES(as_number(game), as_number(at), as_long_text(text.bytes, text.length)));
        if (!more)
            break;
        int64_t from = take_number(&rows);
        if (next != game) {
            buffer_clear(&text);
            game = next;
            at = from;
        }
        size_t length;
        const char *line = take_long_text(&rows, &length);
        buffer_add(&text, line, length);
    }
    good = end_rows(&rows) && good && !text.failed && run_statement(&sqlite->sql, RECENT_CLEAR, NO_VALUES);
    buffer_free(&text);
    if (good)
        sqlite->recent = 0;
    return good;
}

/* ---- rounds ---- */

/* The result of a write. WROTE_PART: a condition did not hold when something of the entry was written already. */
typedef enum Wrote { WROTE, WROTE_NOTHING, WROTE_PART, WROTE_NOT } Wrote;

/* The writer states where the journal ends by its reckoning. If it does not, another process has written to it. How a
 * game begins stays a row of its own. */
static Wrote write_lines(Sqlite *sqlite, const Value *values, int count)
{
    bool begins = !values[1].number;
    if (!run_statement(&sqlite->sql, begins ? LENGTH_BEGIN : LENGTH_GROW, values, count))
        return WROTE_NOT;
    if (!sqlite3_changes(sqlite->database)) {
        snprintf(sqlite->sql.trouble, sizeof sqlite->sql.trouble,
                 "the journal of game number %lld was written to by somebody else", (long long)values[0].number);
        return WROTE_NOTHING;
    }
    if (!run_statement(&sqlite->sql, begins ? JOURNAL_ADD : RECENT_ADD, values, count))
        return WROTE_NOT;
    sqlite->recent += !begins;
    return WROTE;
}

static Wrote write_one(Sqlite *sqlite, WriteSet *entry, bool first, WriteKind kind, const Value *values, int count)
{
    if (kind == WRITE_JOURNAL)
        return write_lines(sqlite, values, count);
    for (int i = 0; i < STATEMENTS_A_WRITE && statements_of[kind][i]; i++) {
        if (!run_statement(&sqlite->sql, statements_of[kind][i], values, count))
            return WROTE_NOT;
        int changes = i ? 1 : sqlite3_changes(sqlite->database);
        if (first && !i)
            entry->changed = changes;
        if (write_decides(kind) && !changes) {
            snprintf(sqlite->sql.trouble, sizeof sqlite->sql.trouble, "somebody else was first");
            return WROTE_NOTHING;
        }
    }
    return WROTE;
}

static Wrote write_entry(Sqlite *sqlite, WriteSet *entry)
{
    size_t at = 0;
    WriteKind kind;
    Value values[VALUES_MOST];
    int count;
    entry->changed = 0;
    if (entry->writes.failed) {
        snprintf(sqlite->sql.trouble, sizeof sqlite->sql.trouble, "there is no memory left");
        sqlite->status = SQLITE_CONSTRAINT; /* the others are not concerned */
        return WROTE_NOT;
    }
    for (bool first = true; entry_next(entry, &at, &kind, values, &count); first = false) {
        Wrote wrote = write_one(sqlite, entry, first, kind, values, count);
        if (wrote != WROTE)
            return wrote == WROTE_NOTHING && !first ? WROTE_PART : wrote;
    }
    return WROTE;
}

static void judge(Sqlite *sqlite, WriteSet *entry, Verdict verdict)
{
    entry->verdict = verdict;
    snprintf(entry->trouble, sizeof entry->trouble, "%s", verdict == VERDICT_KEPT ? "" : sqlite->sql.trouble);
}

static bool reserve_numbers(Sqlite *sqlite, Round *round)
{
    for (int kind = 0; kind < NUMBER_KINDS; kind++) {
        if (!round->wanted[kind])
            continue;
        Rows rows = read_rows(&sqlite->sql, RESERVE, VALUES(as_number(kind), as_number(round->wanted[kind])));
        if (next_row(&rows))
            round->reserved[kind] = take_number(&rows);
        while (next_row(&rows))
            continue;
        if (!end_rows(&rows))
            return false;
    }
    return true;
}

static void roll_back(Sqlite *sqlite)
{
    char trouble[sizeof sqlite->sql.trouble];
    int status = sqlite->status;
    memcpy(trouble, sqlite->sql.trouble, sizeof trouble);
    if (!sqlite3_get_autocommit(sqlite->database))
        run_statement(&sqlite->sql, ROLLBACK, NO_VALUES);
    sqlite->recent = count_recent(sqlite);
    memcpy(sqlite->sql.trouble, trouble, sizeof trouble);
    sqlite->status = status;
}

/* One try. An entry that breaks a rule of the tables is refused alone, or lost by a condition that is not its first
 * write; the others are tried again without it. */
typedef enum Attempt { ATTEMPT_KEPT, ATTEMPT_AGAIN, ATTEMPT_FAILED } Attempt;

/* Of one that was lost in an earlier try, in the place of the rows it changed. */
enum { LOST_FOR_GOOD = -1 };

static bool is_out(const WriteSet *entry)
{
    return entry->verdict == VERDICT_REFUSED || (entry->verdict == VERDICT_LOST && entry->changed == LOST_FOR_GOOD);
}

static Attempt attempt(Sqlite *sqlite, Round *round)
{
    if (!run_statement(&sqlite->sql, BEGIN, NO_VALUES))
        return ATTEMPT_FAILED;
    for (WriteSet *entry = round->first; entry; entry = entry->next) {
        if (is_out(entry))
            continue;
        Wrote wrote = write_entry(sqlite, entry);
        if (wrote == WROTE_PART) {
            judge(sqlite, entry, VERDICT_LOST);
            entry->changed = LOST_FOR_GOOD;
            return ATTEMPT_AGAIN;
        }
        if (wrote == WROTE_NOT && sqlite->status == SQLITE_CONSTRAINT) {
            judge(sqlite, entry, VERDICT_REFUSED);
            return ATTEMPT_AGAIN;
        }
        if (wrote == WROTE_NOT)
            return ATTEMPT_FAILED;
        judge(sqlite, entry, wrote == WROTE ? VERDICT_KEPT : VERDICT_LOST);
    }
    if (round->dry) {
        roll_back(sqlite);
        return ATTEMPT_KEPT;
    }
    if ((sqlite->recent >= RECENT_LINES && !file_recent(sqlite)) || !reserve_numbers(sqlite, round))
        return ATTEMPT_FAILED;
    return run_statement(&sqlite->sql, COMMIT, NO_VALUES) ? ATTEMPT_KEPT : ATTEMPT_FAILED;
}

/* A round that waits for another process's lock is refused after a time. What gathered behind it has waited as long: so
 * the next ones wait only briefly, until one is kept. */
static void set_patience(Sqlite *sqlite, bool failed)
{
    bool impatient = failed && (sqlite->status == SQLITE_BUSY || sqlite->status == SQLITE_LOCKED);
    if (impatient != sqlite->impatient)
        sqlite3_busy_timeout(sqlite->database, impatient ? IMPATIENT_MILLISECONDS : PATIENCE_MILLISECONDS);
    sqlite->impatient = impatient;
}

/* While the round is under way its entries are the writer's alone. */
static void sqlite_keep(Engine *engine, Round *round)
{
    Sqlite *sqlite = own((Sql *)(void *)engine);
    Attempt came;
    for (WriteSet *entry = round->first; entry; entry = entry->next)
        entry->verdict = VERDICT_KEPT;
    while ((came = attempt(sqlite, round)) == ATTEMPT_AGAIN)
        roll_back(sqlite);
    if (came == ATTEMPT_FAILED) {
        memset(round->reserved, 0, sizeof round->reserved);
        roll_back(sqlite);
        for (WriteSet *entry = round->first; entry; entry = entry->next)
            if (entry->verdict != VERDICT_LOST)
                judge(sqlite, entry, VERDICT_REFUSED);
    }
    set_patience(sqlite, came == ATTEMPT_FAILED);
    round->log_is_long = sqlite->log_pages >= CHECKPOINT_PAGES;
    if (round->log_is_long)
        sqlite->log_pages = 0; /* until the next commit says how long it is */
}

/* ---- opening ---- */

static int log_grew(void *context, sqlite3 *database, const char *name, int pages)
{
    (void)database;
    (void)name;
    ((Sqlite *)context)->log_pages = pages;
    return SQLITE_OK;
}

static void sqlite_close(Engine *engine)
{
    Sqlite *sqlite = own((Sql *)(void *)engine);
    for (int i = 0; i < STATEMENTS; i++)
        sqlite3_finalize(sqlite->statement[i]);
    sqlite3_close(sqlite->database);
    free(sqlite);
}

static bool run(Sqlite *sqlite, const char *statements)
{
    int status = sqlite3_exec(sqlite->database, statements, NULL, NULL, NULL);
    return status == SQLITE_OK || fail(sqlite, status);
}

/* No other process changes the tables meanwhile. Accounts of before version 3 have likenesses, too. */
static bool bring_up(Sqlite *sqlite)
{
    int begun = version_of(sqlite->database);
    for (int version = begun; version < STORE_VERSION; version++)
        if (!run(sqlite, sqlite_steps[version]))
            return false;
    return begun >= 3 || learn_names(&sqlite->sql);
}

static bool set_up_writer(Sqlite *sqlite)
{
    static const char settings[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                                   "PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-1000;";
    int version = version_of(sqlite->database);
    if (version > STORE_VERSION) {
        snprintf(sqlite->sql.trouble, sizeof sqlite->sql.trouble,
                 "it was written by a newer Sandtable: its tables have version %d, this program knows %d", version,
                 STORE_VERSION);
        return false;
    }
    if (!run(sqlite, settings) || !run(sqlite, "BEGIN IMMEDIATE") || !bring_up(sqlite) || !run(sqlite, "COMMIT"))
        return false;
    sqlite3_wal_hook(sqlite->database, log_grew, sqlite);
    sqlite->recent = count_recent(sqlite);
    return true;
}

/* A connection that never read does not know of the log, and checkpoints nothing. */
static bool set_up_reader(Sqlite *sqlite)
{
    return run(sqlite, "PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-500; SELECT version FROM meta");
}

Engine *sqlite_open(const char *file, bool writes, char why[TROUBLE])
{
    Sqlite *sqlite = calloc(1, sizeof *sqlite);
    /* One thread at a time has the connection, and no code reads SQLite's memory use: neither needs its locks. */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | (writes ? SQLITE_OPEN_CREATE : 0);
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* has an effect before the first one is opened */
    if (!sqlite) {
        snprintf(why, TROUBLE, "there is no memory left");
        return NULL;
    }
    sqlite->sql.driver = &sqlite_driver;
    sqlite->sql.engine =
        (Engine){.close = sqlite_close, .answer = sql_answer, .keep = sqlite_keep, .backup = sqlite_backup};
    mode_t mask = umask(0077);
    bool opened = sqlite3_open_v2(file, &sqlite->database, flags, NULL) == SQLITE_OK &&
                  sqlite3_busy_timeout(sqlite->database, PATIENCE_MILLISECONDS) == SQLITE_OK &&
                  (writes ? set_up_writer(sqlite) : set_up_reader(sqlite));
    umask(mask);
    if (opened)
        return &sqlite->sql.engine;
    if (!sqlite->sql.trouble[0])
        snprintf(sqlite->sql.trouble, sizeof sqlite->sql.trouble, "%s",
                 sqlite->database ? sqlite3_errmsg(sqlite->database) : strerror(errno));
    snprintf(why, TROUBLE, "%.150s: %.140s", file, sqlite->sql.trouble);
    sqlite_close(&sqlite->sql.engine);
    return NULL;
}
