/* mail_curl.c — see mail_curl.h. */
#include "server/mail_curl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define DEADLINE_SECONDS 30L

/* clang-format off */
#define CURL_CALLS(CALL) \
    CALL(easy_cleanup) \
    CALL(easy_init) \
    CALL(easy_perform) \
    CALL(easy_setopt) \
    CALL(easy_strerror) \
    CALL(global_init) \
    CALL(slist_append) \
    CALL(slist_free_all)
/* clang-format on */

#undef curl_easy_setopt /* the header's wrapper checks types and calls a function that is not linked */
#define CURL_MEMBER(name) __typeof__(curl_##name) *name;
static struct Curl {
    CURL_CALLS(CURL_MEMBER)
} late;
static bool loaded;
static char trouble[TROUBLE];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void *find(void *library, const char *name)
{
    void *found = dlsym(library, name);
    if (!found)
        snprintf(trouble, sizeof trouble, "libcurl has no %s", name);
    return found;
}

static void load(void)
{
    static const char *const names[] = {"libcurl-gnutls.so.4", "libcurl.so.4"};
    void *library = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
        library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(trouble, sizeof trouble, "mail needs libcurl: %s", dlerror());
        return;
    }
#define CURL_FIND(name) *(void **)&late.name = find(library, "curl_" #name);
    CURL_CALLS(CURL_FIND)
    loaded = !trouble[0] && !late.global_init(CURL_GLOBAL_DEFAULT);
}

bool curl_loads(char why[TROUBLE])
{
    pthread_once(&once, load);
    if (!loaded)
        snprintf(why, TROUBLE, "%s", trouble);
    return loaded;
}

typedef struct Reading {
    const char *text;
    size_t left;
} Reading;

static size_t give(char *out, size_t size, size_t count, void *context)
{
    Reading *reading = context;
    size_t length = size * count < reading->left ? size * count : reading->left;
    memcpy(out, reading->text, length);
    reading->text += length;
    reading->left -= length;
    return length;
}

static void set_up(CURL *curl, const MailServer *server, struct curl_slist *to, Reading *reading)
{
    char from[300];
    snprintf(from, sizeof from, "<%s>", server->from);
    late.easy_setopt(curl, CURLOPT_URL, server->url);
    late.easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    late.easy_setopt(curl, CURLOPT_MAIL_FROM, from);
    late.easy_setopt(curl, CURLOPT_MAIL_RCPT, to);
    late.easy_setopt(curl, CURLOPT_READFUNCTION, give);
    late.easy_setopt(curl, CURLOPT_READDATA, reading);
    late.easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    late.easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    late.easy_setopt(curl, CURLOPT_TIMEOUT, DEADLINE_SECONDS);
    late.easy_setopt(curl, CURLOPT_PROXY, "");
    /* A password goes over TLS or not at all. */
    late.easy_setopt(curl, CURLOPT_USE_SSL, (long)(server->password ? CURLUSESSL_ALL : CURLUSESSL_TRY));
    if (server->password)
        late.easy_setopt(curl, CURLOPT_USERPWD, server->password);
}

bool curl_mail(const MailServer *server, const char *to, const char *text, size_t length, char why[TROUBLE])
{
    Reading reading = {text, length};
    char address[300];
    if (!curl_loads(why))
        return false;
    snprintf(address, sizeof address, "<%s>", to);
    CURL *curl = late.easy_init();
    struct curl_slist *list = late.slist_append(NULL, address);
    CURLcode code = CURLE_OUT_OF_MEMORY;
    if (curl && list) {
        set_up(curl, server, list, &reading);
        code = late.easy_perform(curl);
    }
    snprintf(why, TROUBLE, "%s", late.easy_strerror(code));
    late.slist_free_all(list);
    late.easy_cleanup(curl);
    return code == CURLE_OK;
}
