/* store_backup.c — copies of the SQLite store, there and back. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/store_sqlite.h"

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

static int is_ok(void *context, int columns, char **values, char **names)
{
    (void)names;
    *(bool *)context = columns == 1 && values[0] && !strcmp(values[0], "ok");
    return 0;
}

/* Whether every page of the copy is what it should be. */
static bool is_sound(const char *file)
{
    sqlite3 *copy = NULL;
    bool sound = false;
    int status = sqlite3_open_v2(file, &copy, SQLITE_OPEN_READWRITE, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_exec(copy, "PRAGMA integrity_check", is_ok, &sound, NULL);
    sqlite3_close(copy);
    return status == SQLITE_OK && sound;
}

bool sqlite_backup(Engine *engine, const char *file, char why[TROUBLE])
{
    if (!access(file, F_OK)) {
        snprintf(why, TROUBLE, "%.200s is there already", file);
        return false;
    }
    int created = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (created >= 0)
        close(created);
    if (!copy_database(own((Sql *)(void *)engine)->database, file, why, TROUBLE))
        return false;
    if (is_sound(file))
        return true;
    unlink(file);
    snprintf(why, TROUBLE, "the store is damaged: it was not backed up, keep the backups of before");
    return false;
}

/* Writes the log beside the store back into it, so that a machine that stops now has lost nothing; for a store too
 * damaged for that the log is kept under another name. Only then may the new file take its place. */
static bool put_log_aside(const char *place, char why[TROUBLE])
{
    sqlite3 *old = NULL;
    char log[PATH_MAX + 16], kept[PATH_MAX + 32];
    int status = access(place, F_OK) ? SQLITE_OK : sqlite3_open_v2(place, &old, SQLITE_OPEN_READWRITE, NULL);
    if (status == SQLITE_OK && old)
        status = sqlite3_wal_checkpoint_v2(old, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_close(old);
    for (int i = 0; i < 2; i++) {
        snprintf(log, sizeof log, "%s%s", place, i ? "-shm" : "-wal");
        snprintf(kept, sizeof kept, "%s.before", log);
        if (access(log, F_OK))
            continue;
        if (status == SQLITE_OK ? unlink(log) : rename(log, kept)) {
            snprintf(why, TROUBLE, "%.200s: %s", log, strerror(errno));
            return false;
        }
    }
    return true;
}

bool sqlite_restore(const char *file, const char *saved, char why[TROUBLE])
{
    sqlite3 *from = NULL;
    bool sound = false;
    char place[PATH_MAX], beside[PATH_MAX + 16];
    int status = sqlite3_open_v2(saved, &from, SQLITE_OPEN_READONLY, NULL);
    if (status == SQLITE_OK)
        status = sqlite3_exec(from, "PRAGMA integrity_check", is_ok, &sound, NULL);
    if (status == SQLITE_OK && sound)
        status = sqlite3_exec(from, "SELECT version FROM meta; SELECT count(*) FROM games", NULL, NULL, NULL);
    if (status == SQLITE_OK && sound && version_of(from) > STORE_VERSION) {
        snprintf(why, TROUBLE,
                 "%.150s was written by a newer Sandtable: its tables have version %d, this program knows %d", saved,
                 version_of(from), STORE_VERSION);
        sqlite3_close(from);
        return false;
    }
    if (status != SQLITE_OK || !sound) {
        snprintf(why, TROUBLE, "%.150s is no sound backup: %.100s", saved,
                 from ? sqlite3_errmsg(from) : "cannot be opened");
        sqlite3_close(from);
        return false;
    }
    if (!realpath(file, place)) /* of a link, what it leads to is replaced */
        snprintf(place, sizeof place, "%s", file);
    snprintf(beside, sizeof beside, "%s.restored", place);
    unlink(beside);
    mode_t mask = umask(0077);
    bool copied = copy_database(from, beside, why, TROUBLE);
    umask(mask);
    sqlite3_close(from);
    if (!copied)
        return false;
    if (!put_log_aside(place, why))
        return false;
    if (rename(beside, place)) {
        snprintf(why, TROUBLE, "%.200s: %s", place, strerror(errno));
        return false;
    }
    return true;
}
