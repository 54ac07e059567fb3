/* store_sqlite.h — shared by the files of the SQLite engine and private to them. */
#ifndef SANDTABLE_STORE_SQLITE_H
#define SANDTABLE_STORE_SQLITE_H

#include <sqlite3.h>

#include "server/store_sql.h"

extern const char *const sqlite_statements[STATEMENTS];
/* Makes of the tables of version N those of the one after; version 0 has none. */
extern const char *const sqlite_steps[STORE_VERSION];

typedef struct Sqlite {
    Sql sql; /* first */
    sqlite3 *database;
    sqlite3_stmt *statement[STATEMENTS];
    int status; /* SQLite's, of what failed last */
    int log_pages;
    int recent;     /* lines in that table; the writer's */
    bool impatient; /* the last round waited for a lock in vain */
} Sqlite;

static inline Sqlite *own(Sql *sql) { return (Sqlite *)(void *)sql; }

/* ---- store_statements.c ---- */

extern const Driver sqlite_driver;
/* Keeps the error's text; false. */
bool fail(Sqlite *sqlite, int status);
/* The version of the tables in a file, 0 when there are none yet. */
int version_of(sqlite3 *database);

/* ---- store_backup.c ---- */

bool sqlite_backup(Engine *engine, const char *file, char why[TROUBLE]);

#endif
