/* late_curl.c — see late_curl.h. */
#include "server/late_curl.h"

#include <pthread.h>

#include "late/library.h"

LateCurl late_curl;
static bool loaded;
static char trouble[LIBRARY_TROUBLE];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void)
{
    static const char *const files[] = {"libcurl-gnutls.so.4", "libcurl.so.4", NULL};
#define CURL_FIND(name) {"curl_" #name, (void **)&late_curl.name},
    static const LibraryCall calls[] = {CURL_CALLS(CURL_FIND)};
    loaded = library_load(files, calls, sizeof calls / sizeof *calls, trouble) &&
             !late_curl.global_init(CURL_GLOBAL_DEFAULT);
}

bool curl_loads(const char **why)
{
    pthread_once(&once, load);
    *why = trouble;
    return loaded;
}
