/* late_curl.h — libcurl, loaded when the first call to another machine is made: by the server (caller.c) or a worker.
 *
 * A call of libcurl is written `late_curl.easy_init()`, once curl_loads() has said that it is there. */
#ifndef SANDTABLE_SERVER_LATE_CURL_H
#define SANDTABLE_SERVER_LATE_CURL_H

#include <curl/curl.h>
#include <stdbool.h>

/* clang-format off */
#define CURL_CALLS(CALL) \
    CALL(easy_cleanup) \
    CALL(easy_getinfo) \
    CALL(easy_init) \
    CALL(easy_perform) \
    CALL(easy_setopt) \
    CALL(easy_strerror) \
    CALL(global_init) \
    CALL(multi_add_handle) \
    CALL(multi_cleanup) \
    CALL(multi_info_read) \
    CALL(multi_init) \
    CALL(multi_perform) \
    CALL(multi_poll) \
    CALL(multi_remove_handle) \
    CALL(multi_wakeup) \
    CALL(slist_append) \
    CALL(slist_free_all)
/* clang-format on */

#undef curl_easy_setopt /* the header's wrappers check types and call functions that are not linked */
#undef curl_easy_getinfo
#define CURL_MEMBER(name) __typeof__(curl_##name) *name;
typedef struct LateCurl {
    CURL_CALLS(CURL_MEMBER)
} LateCurl;
extern LateCurl late_curl;

/* False with a sentence: nothing may be called. By any thread. */
bool curl_loads(const char **why);

#endif
