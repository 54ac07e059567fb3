/* caller.c — calls other machines, with libcurl, which is loaded when the first call is made.
 *
 * One thread makes all calls side by side. A call has a deadline for the whole of it, and the name is looked up within
 * it. No call follows a redirection, goes by a proxy or uses a connection again. Whether an address may be called is
 * decided when its socket is opened, by the address that the name resolved to. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "server/calling.h"
#include "server/late_curl.h"

enum {
    POST_SECONDS = 5,
    MAIL_SECONDS = 30,
    CALLS_MOST = 32,     /* at once, one a user */
    WAITING_A_USER = 64, /* in his queue; more are dropped */
    WAITING_MOST = 4096,
    STOP_MICROSECONDS = 2000000, /* calls that are under way when the server stops have that long */
    IDLE_MILLISECONDS = 60000,
    BUSY_MILLISECONDS = 1000,
    STOPPING_MILLISECONDS = 100
};

/* ---- one call ---- */

typedef struct Calling Calling;
struct Calling {
    Errand *errand;
    CURL *curl;
    struct curl_slist *list; /* lines of the head; or the recipient of the mail */
    size_t given;            /* bytes of the mail */
    bool forbidden;          /* an address that may not be called was met */
    Calling *next;
};

static size_t give_mail(char *out, size_t size, size_t count, void *context)
{
    Calling *calling = context;
    const Buffer *text = &calling->errand->text;
    size_t left = text->length - calling->given, length = size * count < left ? size * count : left;
    memcpy(out, text->bytes + calling->given, length);
    calling->given += length;
    return length;
}

/* Only the status is wanted: the first bytes after the head end the call. */
static size_t take_nothing(char *bytes, size_t size, size_t count, void *context)
{
    (void)bytes;
    (void)size;
    (void)count;
    (void)context;
    return 0;
}

static curl_socket_t open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address)
{
    Calling *calling = context;
    if (purpose != CURLSOCKTYPE_IPCXN || (!calling->errand->home && !address_is_public(&address->addr))) {
        calling->forbidden = true;
        return CURL_SOCKET_BAD;
    }
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

static void set_up_mail(Calling *calling)
{
    const Errand *errand = calling->errand;
    char from[MAIL_ADDRESS + 100];
    snprintf(from, sizeof from, "<%s>", errand->from);
    late_curl.easy_setopt(calling->curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    late_curl.easy_setopt(calling->curl, CURLOPT_TIMEOUT, (long)MAIL_SECONDS);
    late_curl.easy_setopt(calling->curl, CURLOPT_MAIL_FROM, from);
    late_curl.easy_setopt(calling->curl, CURLOPT_MAIL_RCPT, calling->list);
    late_curl.easy_setopt(calling->curl, CURLOPT_READFUNCTION, give_mail);
    late_curl.easy_setopt(calling->curl, CURLOPT_READDATA, calling);
    late_curl.easy_setopt(calling->curl, CURLOPT_UPLOAD, 1L);
    /* A password goes over TLS or not at all. */
    late_curl.easy_setopt(calling->curl, CURLOPT_USE_SSL, (long)(errand->password ? CURLUSESSL_ALL : CURLUSESSL_TRY));
    if (errand->password)
        late_curl.easy_setopt(calling->curl, CURLOPT_USERPWD, errand->password);
}

static void set_up_post(Calling *calling)
{
    const Errand *errand = calling->errand;
    late_curl.easy_setopt(calling->curl, CURLOPT_PROTOCOLS_STR, "http,https");
    late_curl.easy_setopt(calling->curl, CURLOPT_TIMEOUT, (long)POST_SECONDS);
    late_curl.easy_setopt(calling->curl, CURLOPT_FOLLOWLOCATION, 0L);
    late_curl.easy_setopt(calling->curl, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    late_curl.easy_setopt(calling->curl, CURLOPT_POST, 1L);
    late_curl.easy_setopt(calling->curl, CURLOPT_POSTFIELDS, errand->text.length ? errand->text.bytes : "");
    late_curl.easy_setopt(calling->curl, CURLOPT_POSTFIELDSIZE, (long)errand->text.length);
    late_curl.easy_setopt(calling->curl, CURLOPT_HTTPHEADER, calling->list);
    late_curl.easy_setopt(calling->curl, CURLOPT_WRITEFUNCTION, take_nothing);
}

static void set_up(Calling *calling)
{
    late_curl.easy_setopt(calling->curl, CURLOPT_URL, calling->errand->url);
    late_curl.easy_setopt(calling->curl, CURLOPT_PRIVATE, calling);
    late_curl.easy_setopt(calling->curl, CURLOPT_NOSIGNAL, 1L);
    late_curl.easy_setopt(calling->curl, CURLOPT_PROXY, "");
    late_curl.easy_setopt(calling->curl, CURLOPT_FRESH_CONNECT, 1L);
    late_curl.easy_setopt(calling->curl, CURLOPT_FORBID_REUSE, 1L);
    late_curl.easy_setopt(calling->curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
    late_curl.easy_setopt(calling->curl, CURLOPT_OPENSOCKETDATA, calling);
#if LIBCURL_VERSION_NUM >= 0x075700
    late_curl.easy_setopt(calling->curl, CURLOPT_QUICK_EXIT, 1L); /* a look-up that hangs is not waited for */
#endif
    if (calling->errand->from)
        set_up_mail(calling);
    else
        set_up_post(calling);
}

static bool add_line(Calling *calling, const char *line)
{
    struct curl_slist *longer = late_curl.slist_append(calling->list, line);
    if (longer)
        calling->list = longer;
    return longer;
}

static bool make_list(Calling *calling)
{
    const Errand *errand = calling->errand;
    char to[MAIL_ADDRESS + 2];
    bool good = true;
    snprintf(to, sizeof to, "<%s>", errand->to);
    if (errand->from)
        return add_line(calling, to);
    for (size_t at = 0; good && at < errand->headers.length; at += strlen(errand->headers.bytes + at) + 1)
        good = add_line(calling, errand->headers.bytes + at);
    return good && add_line(calling, "Expect:");
}

/* ---- all of them ---- */

struct Caller {
    Server *server;
    pthread_mutex_t lock;
    pthread_t thread;
    bool begun;
    int64_t stop_at; /* microseconds; 0: it goes on */
    CURLM *multi;    /* NULL until the thread has made it */
    Job *waiting, **last;
    int count;        /* that wait their turn */
    Calling *running; /* the thread's alone */
    int calls;
};

static void end_call(Caller *caller, Calling *calling, CURLcode code)
{
    Errand *errand = calling->errand;
    long status = 0;
    late_curl.easy_getinfo(calling->curl, CURLINFO_RESPONSE_CODE, &status);
    bool mail = errand->from;
    errand->status = (int)status;
    snprintf(errand->trouble, sizeof errand->trouble, "%s", late_curl.easy_strerror(code));
    if (mail || !status)
        errand->result = code == CURLE_OK                     ? "taken"
                         : calling->forbidden                 ? "forbidden"
                         : code == CURLE_COULDNT_CONNECT      ? "unreachable"
                         : code == CURLE_COULDNT_RESOLVE_HOST ? "unreachable"
                                                              : "unanswered";
    else
        errand->result = status / 100 == 2 ? "taken" : "refused";
    for (Calling **at = &caller->running; *at; at = &(*at)->next)
        if (*at == calling) {
            *at = calling->next;
            break;
        }
    caller->calls--;
    late_curl.multi_remove_handle(caller->multi, calling->curl);
    late_curl.easy_cleanup(calling->curl);
    late_curl.slist_free_all(calling->list);
    free(calling);
    job_hand_over(caller->server, &errand->job);
}

static void begin_call(Caller *caller, Errand *errand)
{
    Calling *calling = calloc(1, sizeof *calling);
    if (calling) {
        *calling = (Calling){.errand = errand, .curl = late_curl.easy_init()};
        if (calling->curl && make_list(calling)) {
            set_up(calling);
            if (!late_curl.multi_add_handle(caller->multi, calling->curl)) {
                calling->next = caller->running;
                caller->running = calling;
                caller->calls++;
                return;
            }
        }
        late_curl.easy_cleanup(calling->curl);
        late_curl.slist_free_all(calling->list);
        free(calling);
    }
    job_hand_over(caller->server, &errand->job);
}

static bool has_call(const Caller *caller, int64_t user)
{
    for (const Calling *calling = caller->running; calling; calling = calling->next)
        if (calling->errand->job.user == user)
            return true;
    return false;
}

/* The first waiting one whose user has no call under way; NULL: there is none. */
static Errand *take_next(Caller *caller)
{
    Job *job = NULL;
    pthread_mutex_lock(&caller->lock);
    for (Job **at = &caller->waiting; *at && caller->calls < CALLS_MOST && !job; at = &(*at)->next)
        if (!has_call(caller, (*at)->user)) {
            job = *at;
            *at = job->next;
            if (caller->last == &job->next)
                caller->last = at;
            caller->count--;
            break;
        }
    pthread_mutex_unlock(&caller->lock);
    return (Errand *)job;
}

/* The server stops, and all calls are done or out of time. */
static bool must_stop(Caller *caller)
{
    pthread_mutex_lock(&caller->lock);
    bool stop = caller->stop_at && ((!caller->calls && !caller->waiting) || now_microseconds() >= caller->stop_at);
    pthread_mutex_unlock(&caller->lock);
    return stop;
}

/* No thread will make these calls. */
static void hand_back(Caller *caller)
{
    pthread_mutex_lock(&caller->lock);
    Job *job = caller->waiting;
    caller->waiting = NULL;
    caller->last = &caller->waiting;
    caller->count = 0;
    pthread_mutex_unlock(&caller->lock);
    while (job) {
        Job *next = job->next;
        ((Errand *)job)->result = NULL;
        job_hand_over(caller->server, job);
        job = next;
    }
}

static bool begin_calling(Caller *caller)
{
    const char *why;
    CURLM *multi = curl_loads(&why) ? late_curl.multi_init() : NULL;
    pthread_mutex_lock(&caller->lock);
    caller->multi = multi;
    pthread_mutex_unlock(&caller->lock);
    if (!multi)
        log_line(LEVEL_ERROR, "calls", "note=\"libcurl: %s\"", why);
    return multi;
}

/* How long nothing may happen before the thread looks again, in milliseconds. */
static int patience(Caller *caller)
{
    pthread_mutex_lock(&caller->lock);
    bool stopping = caller->stop_at;
    pthread_mutex_unlock(&caller->lock);
    return stopping ? STOPPING_MILLISECONDS : caller->calls ? BUSY_MILLISECONDS : IDLE_MILLISECONDS;
}

static void *call_all(void *context)
{
    Caller *caller = context;
    bool good = begin_calling(caller);
    while (good && !must_stop(caller)) {
        int left, ended = 0;
        for (Errand *errand; (errand = take_next(caller));)
            begin_call(caller, errand);
        late_curl.multi_perform(caller->multi, &left);
        for (CURLMsg *said; (said = late_curl.multi_info_read(caller->multi, &left));)
            if (said->msg == CURLMSG_DONE) {
                Calling *calling = NULL;
                CURLcode code = said->data.result;
                late_curl.easy_getinfo(said->easy_handle, CURLINFO_PRIVATE, (char **)&calling);
                end_call(caller, calling, code);
                ended++;
            }
        if (!ended)
            late_curl.multi_poll(caller->multi, NULL, 0, patience(caller), NULL);
    }
    while (caller->running)
        end_call(caller, caller->running, CURLE_ABORTED_BY_CALLBACK);
    return NULL;
}

/* Whether the thread runs; the first errand starts it. */
static bool is_begun(Caller *caller)
{
    if (!caller->begun)
        caller->begun = !pthread_create(&caller->thread, NULL, call_all, caller);
    return caller->begun;
}

bool calling_open(Server *server)
{
    const ServerConfig *config = server->config;
    bool wanted = config->smtp || config->push || config->notify;
    const char *why;
    if (wanted && !curl_loads(&why)) {
        fprintf(stderr, "sandtable serve: calls to other addresses need libcurl: %s\n", why);
        return false;
    }
    server->caller = calloc(1, sizeof *server->caller);
    if (!server->caller)
        return false;
    server->caller->server = server;
    server->caller->last = &server->caller->waiting;
    pthread_mutex_init(&server->caller->lock, NULL);
    return true;
}

static void wake(Caller *caller)
{
    pthread_mutex_lock(&caller->lock);
    if (caller->multi)
        late_curl.multi_wakeup(caller->multi);
    pthread_mutex_unlock(&caller->lock);
}

void calling_stop(Server *server)
{
    Caller *caller = server->caller;
    if (!caller)
        return;
    pthread_mutex_lock(&caller->lock);
    caller->stop_at = now_microseconds() + STOP_MICROSECONDS;
    pthread_mutex_unlock(&caller->lock);
    wake(caller);
    if (caller->begun)
        pthread_join(caller->thread, NULL);
    hand_back(caller);
    if (caller->multi)
        late_curl.multi_cleanup(caller->multi);
    pthread_mutex_destroy(&caller->lock);
    free(caller);
    server->caller = NULL;
}

/* Whether the errand waits now: not if there are too many, of the user or of all. */
static bool enqueue(Caller *caller, Errand *errand)
{
    int own = 0;
    pthread_mutex_lock(&caller->lock);
    for (const Job *job = caller->waiting; job; job = job->next)
        own += job->user == errand->job.user;
    bool taken = own < WAITING_A_USER && caller->count < WAITING_MOST;
    if (taken) {
        errand->job.next = NULL;
        *caller->last = &errand->job;
        caller->last = &errand->job.next;
        caller->count++;
    }
    pthread_mutex_unlock(&caller->lock);
    return taken;
}

void errand_send(Server *server, Errand *errand)
{
    Caller *caller = server->caller;
    bool whole = !errand->headers.failed && !errand->text.failed;
    if (!whole || !caller || !is_begun(caller) || !enqueue(caller, errand)) {
        job_hand_over(server, &errand->job);
        return;
    }
    wake(caller);
}

void errand_free(Errand *errand)
{
    buffer_free(&errand->headers);
    buffer_free(&errand->text);
    free(errand);
}
