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
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "server/store_sqlite.h"

#define CHECKPOINT_PAGES 2000
#define RECENT_LINES 1024

/* ---- transactions ---- */

static bool sqlite_dirty(const Store *store)
{
    const Sqlite *sqlite = (const Sqlite *)(const void *)store;
    return sqlite->open || sqlite->broken;
}

static void sqlite_rollback(Store *store)
{
    Sqlite *sqlite = own(store);
    char trouble[sizeof sqlite->trouble];
    memcpy(trouble, sqlite->trouble, sizeof trouble);
    if (sqlite->open && !sqlite3_get_autocommit(sqlite->database))
        run_statement(sqlite, ROLLBACK, NO_VALUES);
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
    if (!sqlite->broken && run_statement(sqlite, COMMIT, NO_VALUES)) {
        sqlite->open = false;
        return true;
    }
    sqlite_rollback(store);
    return false;
}

static bool probe(Store *store) { return write_values(own(store), PROBE, NO_VALUES); }

static const char *sqlite_trouble(const Store *store) { return ((const Sqlite *)(const void *)store)->trouble; }

/* ---- the log ---- */

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
    .wants_checkpoint = wants_checkpoint,
    .checkpoint = checkpoint,
};

static bool run(Sqlite *sqlite, sqlite3 *database, const char *statements)
{
    int status = sqlite3_exec(database, statements, NULL, NULL, NULL);
    return status == SQLITE_OK || fail(sqlite, status);
}

static bool set_up(Sqlite *sqlite)
{
    static const char settings[] = "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
                                   "PRAGMA wal_autocheckpoint=0; PRAGMA cache_size=-1000;";
    sqlite3_busy_timeout(sqlite->database, 5000);
    sqlite3_busy_timeout(sqlite->second, 5000);
    int version = version_of(sqlite->database);
    if (version > STORE_VERSION) {
        snprintf(sqlite->trouble, sizeof sqlite->trouble,
                 "it was written by a newer Sandtable: its tables have version %d, this program knows %d", version,
                 STORE_VERSION);
        return false;
    }
    if (!run(sqlite, sqlite->database, settings) || !run(sqlite, sqlite->database, "BEGIN IMMEDIATE") ||
        !run(sqlite, sqlite->database, sqlite_schema))
        return false;
    for (version = version_of(sqlite->database); version < STORE_VERSION; version++) /* nobody else changes it now */
        if (!run(sqlite, sqlite->database, sqlite_steps[version - 1]))
            return false;
    if (!run(sqlite, sqlite->database, "COMMIT"))
        return false;
    sqlite3_wal_hook(sqlite->database, log_grew, sqlite);
    sqlite->recent = count_recent(sqlite);
    /* A connection that never read does not know of the log, and checkpoints nothing. */
    return run(sqlite, sqlite->second, "SELECT version FROM meta");
}

Store *store_sqlite_open(const char *file, char why[300])
{
    Sqlite *sqlite = calloc(1, sizeof *sqlite);
    if (!sqlite) {
        snprintf(why, 300, "there is no memory left");
        return NULL;
    }
    sqlite->store = operations;
    people_operations(&sqlite->store);
    game_operations(&sqlite->store);
    word_operations(&sqlite->store);
    backup_operations(&sqlite->store);
    mode_t mask = umask(0077);
    bool opened =
        sqlite3_open_v2(file, &sqlite->database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL) == SQLITE_OK &&
        sqlite3_open_v2(file, &sqlite->second, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK && set_up(sqlite);
    umask(mask);
    if (opened)
        return &sqlite->store;
    if (!sqlite->trouble[0])
        snprintf(sqlite->trouble, sizeof sqlite->trouble, "%s",
                 sqlite->database ? sqlite3_errmsg(sqlite->database) : strerror(errno));
    snprintf(why, 300, "%.150s: %.140s", file, sqlite->trouble);
    sqlite_close(&sqlite->store);
    return NULL;
}
