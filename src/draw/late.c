/* late.c — see late.h. */
#define CAIRO_AS_IT_IS
#include "draw/late.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>

static Cairo cairo;
static bool loaded;
static char trouble[200];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *find(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (!found)
        snprintf(trouble, sizeof trouble, "libcairo.so.2 has no %s", name);
    return found;
}

static void load(void)
{
    void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(trouble, sizeof trouble, "%s", dlerror());
        return;
    }
#define CAIRO_FIND(name) *(void **)&cairo.name = find(library, "cairo_" #name);
    CAIRO_CALLS(CAIRO_FIND)
    CAIRO_FIND(debug_reset_static_data)
    loaded = !trouble[0];
}

bool drawing_loads(char why[200])
{
    pthread_once(&once, load);
    snprintf(why, 200, "%s", trouble);
    return loaded;
}

const Cairo *cairo_late(void) { return &cairo; }

void drawing_ends(void)
{
    if (loaded)
        cairo.debug_reset_static_data();
}
