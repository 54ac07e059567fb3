/* store_libpq.c — see store_libpq.h. */
#define LIBPQ_AS_IT_IS
#include "server/store_libpq.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static Libpq libpq;
static bool loaded;
static char trouble[TROUBLE];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *find(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (!found)
        snprintf(trouble, sizeof trouble, "libpq.so.5 has no %s: it must be of PostgreSQL 14 or later", name);
    return found;
}

static void load(void)
{
    void *library = dlopen("libpq.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(trouble, sizeof trouble, "a store in PostgreSQL needs its client library: %s", dlerror());
        return;
    }
#define LIBPQ_FIND(name) *(void **)&libpq.name = find(library, "PQ" #name);
    LIBPQ_CALLS(LIBPQ_FIND)
    loaded = !trouble[0];
}

bool libpq_loads(char why[TROUBLE])
{
    pthread_once(&once, load);
    if (!loaded)
        snprintf(why, TROUBLE, "%s", trouble);
    return loaded;
}

const Libpq *libpq_late(void) { return &libpq; }
