/* store_libpq.c — see store_libpq.h. */
#define LIBPQ_AS_IT_IS
#include "server/store_libpq.h"

#include <pthread.h>
#include <stdio.h>

#include "late/library.h"

static Libpq libpq;
static bool loaded;
static char trouble[LIBRARY_TROUBLE];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    static const char *const files[] = {"libpq.so.5", NULL};
#define LIBPQ_FIND(name) {"PQ" #name, (void **)&libpq.name},
    static const LibraryCall calls[] = {LIBPQ_CALLS(LIBPQ_FIND)};
    loaded = library_load(files, calls, sizeof calls / sizeof *calls, trouble);
}

bool libpq_loads(char why[TROUBLE])
{
    pthread_once(&once, load);
    if (!loaded)
        snprintf(why, TROUBLE, "a store in PostgreSQL needs the client library of PostgreSQL 14 or later: %.150s",
                 trouble);
    return loaded;
}

const Libpq *libpq_late(void) { return &libpq; }
