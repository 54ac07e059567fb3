/* store.c — addresses of stores, and the lock that says one is being served. */
#define _GNU_SOURCE
#include "server/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
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

Store *store_open(const char *address, char why[300])
{
    const char *file = known_file(address, why);
    return file ? store_sqlite_open(file, why) : NULL;
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

int store_lock(const char *address, char why[300])
{
    char path[4096];
    const char *file = known_file(address, why);
    if (!file)
        return -1;
    snprintf(path, sizeof path, "%s.lock", file);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0) {
        snprintf(why, 300, "%.200s: %s", path, strerror(errno));
        return -1;
    }
    if (flock(lock, LOCK_EX | LOCK_NB)) {
        snprintf(why, 300, "%.200s is being served by another process", file);
        close(lock);
        return -1;
    }
    return lock;
}
