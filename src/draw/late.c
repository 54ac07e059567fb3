/* late.c — see late.h. */
#define CAIRO_AS_IT_IS
#include "draw/late.h"

#include <pthread.h>
#include <stdio.h>

#include "late/library.h"

static Cairo cairo;
static bool loaded;
static char trouble[LIBRARY_TROUBLE];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    static const char *const files[] = {"libcairo.so.2", NULL};
#define CAIRO_FIND(name) {"cairo_" #name, (void **)&cairo.name},
    static const LibraryCall calls[] = {CAIRO_CALLS(CAIRO_FIND) CAIRO_FIND(debug_reset_static_data)};
    loaded = library_load(files, calls, sizeof calls / sizeof *calls, trouble);
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
