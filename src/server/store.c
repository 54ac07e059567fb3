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

Store *store_open(const char *address, char why[300])
{
    const char *file = store_file(address);
    if (file && *file)
        return store_sqlite_open(file, why);
    snprintf(why, 300, "a store is written sqlite:FILE, not \"%.100s\"", address);
    return NULL;
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

bool store_folders(const char *file)
{
    char path[4096];
    if (strlen(file) >= sizeof path)
        return false;
    memcpy(path, file, strlen(file) + 1);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return true;
}

int store_lock(const char *address, char why[300])
{
    char path[4096];
    const char *file = store_file(address);
    snprintf(path, sizeof path, "%s.lock", file ? file : address);
    if (!store_folders(path)) {
        snprintf(why, 300, "the folder of %.200s cannot be made: %s", path, strerror(errno));
        return -1;
    }
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0) {
        snprintf(why, 300, "%.200s: %s", path, strerror(errno));
        return -1;
    }
    if (flock(lock, LOCK_EX | LOCK_NB)) {
        snprintf(why, 300, "%.200s is being served by another process", file ? file : address);
        close(lock);
        return -1;
    }
    return lock;
}
