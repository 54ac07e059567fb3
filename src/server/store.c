/* store.c — addresses of stores, and the lock that says one is being served. */
#define _GNU_SOURCE
#include "server/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

const char *store_file(const char *address)
{
    static const char scheme[] = "sqlite:";
    return strncmp(address, scheme, strlen(scheme)) ? NULL : address + strlen(scheme);
}

/* The file of a store; NULL with a sentence when the address is none that is known. */
static const char *known_file(const char *address, char why[300])
{
    const char *file = store_file(address);
    if (file && *file)
        return file;
    snprintf(why, 300, "a store is written sqlite:FILE, not \"%.100s\"", address);
    return NULL;
}

/* What is committed lies in a log beside the file until it is written back, under the file's name: by another name of
 * the same file it would not be found, and the file be written over. A symbolic link is followed, and does no harm. */
static bool has_one_name(const char *file, char why[300])
{
    struct stat status;
    if (stat(file, &status) || status.st_nlink <= 1)
        return true;
    snprintf(why, 300, "%.150s has %u names (hard links), and its log only one of them: remove the others", file,
             (unsigned)status.st_nlink);
    return false;
}

Store *store_open(const char *address, char why[300])
{
    const char *file = known_file(address, why);
    return file && has_one_name(file, why) ? store_sqlite_open(file, why) : NULL;
}

bool store_restore(const char *address, const char *backup, char why[300])
{
    const char *file = store_file(address);
    int lock = store_lock(address, why);
    if (lock < 0 || !file)
        return false;
    bool done = store_sqlite_restore(file, backup, why);
    close(lock);
    return done;
}

/* Whether the name still leads to the file that is open: a backup may just have been put in its place. */
static bool still_named(int opened, const char *file)
{
    struct stat there, named;
    return !fstat(opened, &there) && !stat(file, &named) && there.st_dev == named.st_dev &&
           there.st_ino == named.st_ino;
}

/* The lock is on the file itself, not on a name of it: whatever link leads there, one server has it. SQLite's own locks
 * are of another kind and go by process; closing any descriptor of the file would drop them, so the lock is given back
 * after the store is closed. */
int store_lock(const char *address, char why[300])
{
    const char *file = known_file(address, why);
    if (!file)
        return -1;
    for (;;) {
        int lock = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
        if (lock < 0) {
            snprintf(why, 300, "%.200s: %s", file, strerror(errno));
            return -1;
        }
        if (flock(lock, LOCK_EX | LOCK_NB)) {
            snprintf(why, 300, "%.200s is being served by another process", file);
            close(lock);
            return -1;
        }
        if (still_named(lock, file))
            return lock;
        close(lock);
    }
}
