/* worker.c — `sandtable worker`: asks a server for units of its campaigns, plays them, and brings the results.
 *
 * It opens connections to the server alone, over libcurl, and none comes to it. So it runs wherever outgoing
 * connections are allowed: under Slurm, over ssh, at a volunteer's. Processes of its own play the games, one a core;
 * one that dies loses its unit, which then waits for another worker. While they play, the lease is renewed. On SIGTERM
 * or SIGINT it brings what is ready and gives the rest back. When the server does not answer, it asks again after ever
 * longer pauses. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/units.h"
#include "server/late_curl.h"

const char worker_usage[] =
    "sandtable worker --server URL --key KEY [--jobs N] [--name NAME] [--until-idle]\n"
    "Plays units of a server's campaigns and submits the results. It only makes connections; nothing connects to it.\n"
    "  --server URL   https://games.example\n"
    "  --key KEY      the key that `sandtable admin worker-key` printed; @FILE: it is in that file\n"
    "  --jobs N       games played at the same time; usually one a processor\n"
    "  --name NAME    this machine in the server's log; usually its own name\n"
    "  --until-idle   ends when there is nothing to play; without it the worker waits\n"
    "Status 1 if the server refuses its work.\n";

enum {
    JOBS_MOST = 256,
    ANSWER_MOST = 64 << 20,
    CALL_SECONDS = 60,
    BACKOFF_MOST = 60,
    WHY = 300,
};

typedef struct Worker {
    const char *server, *name;
    char key[256], program[PROGRAM_ID], host[MACHINE_NAME];
    long jobs;
    bool until_idle, sent_foreign;
} Worker;

static volatile sig_atomic_t stopping;

static void stop(int signal)
{
    (void)signal;
    stopping = 1;
}

/* ---- libcurl ---- */

static bool load_curl(void)
{
    const char *why;
    bool loads = curl_loads(&why);
    if (!loads)
        fprintf(stderr, "sandtable worker: libcurl is needed: %s\n", why);
    return loads;
}

static size_t take_bytes(char *bytes, size_t size, size_t count, void *context)
{
    Buffer *out = context;
    if (out->length + size * count > ANSWER_MOST)
        return 0;
    buffer_add(out, bytes, size * count);
    return out->failed ? 0 : size * count;
}

/* ---- asking ---- */

/* The status of the answer, 0 if there was none; `answer` is an object or NULL. */
static long post(const Worker *worker, const json_t *body, json_t **answer, char why[WHY])
{
    char url[1024], bearer[300];
    Buffer got = {0};
    long status = 0;
    json_error_t mistake;
    CURL *curl = late_curl.easy_init();
    char *text = json_dumps(body, JSON_COMPACT);
    struct curl_slist *headers = NULL;
    snprintf(url, sizeof url, "%s/api/work", worker->server);
    snprintf(bearer, sizeof bearer, "Authorization: Bearer %s", worker->key);
    const char *const lines[] = {bearer, "Content-Type: application/json", "X-Sandtable: 1", "Expect:"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        headers = late_curl.slist_append(headers, lines[i]);
    late_curl.easy_setopt(curl, CURLOPT_URL, url);
    late_curl.easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
    late_curl.easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    late_curl.easy_setopt(curl, CURLOPT_TIMEOUT, (long)CALL_SECONDS);
    late_curl.easy_setopt(curl, CURLOPT_POSTFIELDS, text ? text : "");
    late_curl.easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
    late_curl.easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_bytes);
    late_curl.easy_setopt(curl, CURLOPT_WRITEDATA, &got);
    CURLcode code = late_curl.easy_perform(curl);
    *answer = NULL;
    if (code == CURLE_OK) {
        late_curl.easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
        *answer = json_loadb(got.bytes ? got.bytes : "", got.length, 0, &mistake);
        const char *words = json_string_value(json_object_get(*answer, "error"));
        snprintf(why, WHY, "%ld %s", status, words ? words : "");
    } else {
        snprintf(why, WHY, "%s", late_curl.easy_strerror(code));
    }
    if (status == 200 && !json_is_object(*answer))
        status = 0;
    late_curl.slist_free_all(headers);
    late_curl.easy_cleanup(curl);
    buffer_free(&got);
    free(text);
    return status;
}

static void wait_seconds(int seconds)
{
    struct timespec left = {.tv_sec = seconds};
    while (!stopping && nanosleep(&left, &left) && errno == EINTR)
        continue;
}

/* Asks until the server answers; NULL: it refuses this worker, or the worker is to stop. */
static json_t *ask(const Worker *worker, const json_t *body, bool last)
{
    char why[WHY];
    json_t *answer;
    for (int pause = 1;; pause = pause * 2 < BACKOFF_MOST ? pause * 2 : BACKOFF_MOST) {
        long status = post(worker, body, &answer, why);
        if (status == 200)
            return answer;
        json_decref(answer);
        bool later = !status || status == 429 || status >= 500;
        fprintf(stderr, "sandtable worker: %s: %s\n", worker->server, why);
        if (!later || stopping || last)
            return NULL;
        wait_seconds(pause + (int)(randombytes_uniform(2)));
    }
}

static json_t *request(const Worker *worker, const char *verb, const char *lease, bool more)
{
    json_t *body = json_object();
    json_object_set_new(body, "do", json_string(verb));
    if (lease)
        json_object_set_new(body, "lease", json_string(lease));
    if (!more)
        return body;
    json_object_set_new(body, "more", json_true());
    json_object_set_new(body, "machine", json_string(worker->name));
    json_object_set_new(body, "program", json_string(worker->program));
    json_object_set_new(body, "cores", json_integer(worker->jobs));
    return body;
}

/* ---- playing ---- */

/* The header of a unit's result from a process of ours; so many letters follow. Short results are written in one go. */
typedef struct Played {
    int64_t unit, milliseconds, length;
} Played;

static int64_t spent_milliseconds(void)
{
    struct rusage own, children;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return (own.ru_utime.tv_sec + own.ru_stime.tv_sec + children.ru_utime.tv_sec + children.ru_stime.tv_sec) * 1000 +
           (own.ru_utime.tv_usec + own.ru_stime.tv_usec + children.ru_utime.tv_usec + children.ru_stime.tv_usec) / 1000;
}

static bool write_all(int out, const void *bytes, size_t length)
{
    while (length) {
        ssize_t written = write(out, bytes, length);
        if (written <= 0 && errno != EINTR)
            return false;
        bytes = (const char *)bytes + (written > 0 ? written : 0);
        length -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/* A process: takes units from one pipe as long as there are any, and writes their results to the other. */
static void play_units(const json_t *task, int units_out, int results_in)
{
    int64_t unit;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_IGN); /* the terminal signals all processes; the worker decides */
    Units *units = units_new(task);
    while (units && read(units_out, &unit, sizeof unit) == sizeof unit) {
        int64_t before = spent_milliseconds();
        char *text = units_play(units, (long)unit);
        if (!text)
            continue;
        Played head = {unit, spent_milliseconds() - before, (int64_t)strlen(text)};
        char *whole = malloc(sizeof head + (size_t)head.length);
        if (whole) {
            memcpy(whole, &head, sizeof head);
            memcpy(whole + sizeof head, text, (size_t)head.length);
        }
        if (!whole || !write_all(results_in, whole, sizeof head + (size_t)head.length))
            _exit(1);
        free(whole);
        free(text);
    }
    _exit(0);
}

typedef struct Batch {
    pid_t process[JOBS_MOST];
    int processes, results; /* results: descriptor, until all have ended */
    Buffer got;
    json_t *list;
} Batch;

static bool begin_batch(const Worker *worker, const json_t *task, Batch *batch)
{
    const json_t *units = json_object_get(task, "units");
    int in[2], out[2];
    size_t count = json_array_size(units);
    *batch = (Batch){.list = json_array()};
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
        return false;
    for (size_t i = 0; i < count && i < UNITS_A_LEASE; i++) {
        int64_t unit = json_integer_value(json_array_get(units, i));
        write_all(in[1], &unit, sizeof unit);
    }
    close(in[1]);
    fflush(NULL);
    for (long i = 0; i < worker->jobs && i < (long)count; i++) {
        pid_t process = fork();
        if (!process) {
            close(out[0]);
            play_units(task, in[0], out[1]);
        }
        if (process > 0)
            batch->process[batch->processes++] = process;
    }
    close(in[0]);
    close(out[1]);
    batch->results = out[0];
    return true;
}

/* Everything that has come whole. */
static void take_results(Batch *batch)
{
    Played head;
    size_t at = 0;
    while (at + sizeof head <= batch->got.length) {
        memcpy(&head, batch->got.bytes + at, sizeof head);
        if (head.length < 0 || head.length > ANALYSIS_MOST ||
            at + sizeof head + (size_t)head.length > batch->got.length)
            break;
        json_t *one = json_object();
        json_object_set_new(one, "unit", json_integer(head.unit));
        json_object_set_new(one, "ms", json_integer(head.milliseconds < 0 ? 0 : head.milliseconds));
        json_object_set_new(one, "result", json_stringn(batch->got.bytes + at + sizeof head, (size_t)head.length));
        json_array_append_new(batch->list, one);
        at += sizeof head + (size_t)head.length;
    }
    if (at) {
        memmove(batch->got.bytes, batch->got.bytes + at, batch->got.length - at);
        batch->got.length -= at;
    }
}

/* Whether there may be more. */
static bool read_results(Batch *batch, int milliseconds)
{
    char bytes[4096];
    struct pollfd one = {.fd = batch->results, .events = POLLIN};
    if (poll(&one, 1, milliseconds) <= 0)
        return true;
    ssize_t got = read(batch->results, bytes, sizeof bytes);
    if (got < 0)
        return errno == EINTR;
    buffer_add(&batch->got, bytes, (size_t)got);
    take_results(batch);
    return got > 0;
}

static void end_batch(Batch *batch)
{
    for (int i = 0; i < batch->processes; i++)
        kill(batch->process[i], SIGKILL);
    while (read_results(batch, 1000)) /* what was ready before */
        continue;
    for (int i = 0; i < batch->processes; i++)
        while (waitpid(batch->process[i], NULL, 0) < 0 && errno == EINTR)
            continue;
    close(batch->results);
    buffer_free(&batch->got);
}

static int64_t now_seconds_steady(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* False: the lease is gone, and the server does not want these results. */
static bool renew(const Worker *worker, const char *lease)
{
    char why[WHY];
    json_t *answer, *body = request(worker, "renew", lease, false);
    long status = post(worker, body, &answer, why);
    json_decref(answer);
    json_decref(body);
    if (status && status != 200 && status < 500 && status != 429)
        fprintf(stderr, "sandtable worker: %s\n", why);
    return !status || status == 200 || status >= 500 || status == 429;
}

/* Plays the units; the results, NULL if the server no longer wants them. */
static json_t *play(const Worker *worker, const json_t *task)
{
    Batch batch;
    const char *lease = json_string_value(json_object_get(task, "lease"));
    int64_t patience = json_integer_value(json_object_get(task, "seconds")) / 3, renewed = now_seconds_steady();
    bool wanted = true;
    if (!begin_batch(worker, task, &batch))
        return NULL;
    while (!stopping && wanted && read_results(&batch, 200))
        if (now_seconds_steady() - renewed >= (patience > 0 ? patience : 1)) {
            wanted = renew(worker, lease);
            renewed = now_seconds_steady();
        }
    end_batch(&batch);
    if (wanted)
        return batch.list;
    json_decref(batch.list);
    return NULL;
}

/* ---- the loop ---- */

/* The journal of the game that is to be analysed, put into the task. */
static bool fetch_journal(const Worker *worker, json_t *task)
{
    const char *kind = json_string_value(json_object_get(task, "kind"));
    if (!kind || strcmp(kind, campaign_kind_word[CAMPAIGN_ANALYSE]))
        return true;
    json_t *body = request(worker, "journal", json_string_value(json_object_get(task, "lease")), false);
    json_t *answer = ask(worker, body, false);
    json_decref(body);
    json_object_set(task, "journal", json_object_get(answer, "journal"));
    json_decref(answer);
    return json_object_get(task, "journal");
}

/* One batch from the task to the server's next answer; NULL: ask again. */
static json_t *work_on(const Worker *worker, json_t *task)
{
    const char *lease = json_string_value(json_object_get(task, "lease"));
    bool fetched = fetch_journal(worker, task);
    json_t *results = fetched ? play(worker, task) : NULL;
    json_t *body = request(worker, results ? "submit" : "abort", lease, results && !stopping);
    size_t count = json_array_size(results);
    if (results)
        json_object_set_new(body, "results", results);
    json_t *next = ask(worker, body, stopping);
    json_decref(body);
    if (next && count)
        printf("campaign %lld: %zu units brought, %lld counted\n",
               (long long)json_integer_value(json_object_get(task, "campaign")), count,
               (long long)json_integer_value(json_object_get(next, "kept")));
    fflush(stdout);
    return next;
}

static void tell_foreign(Worker *worker, const json_t *answer)
{
    if (!json_is_true(json_object_get(answer, "foreign")) || worker->sent_foreign)
        return;
    worker->sent_foreign = true;
    fprintf(stderr, "sandtable worker: the campaigns that run need another program or other data than this one (%s)\n",
            worker->program);
}

static int work(Worker *worker)
{
    json_t *task = NULL;
    while (!stopping) {
        if (!task) {
            json_t *body = request(worker, "acquire", NULL, true);
            task = ask(worker, body, false);
            json_decref(body);
            if (!task)
                return stopping ? 0 : 1;
        }
        if (json_object_get(task, "units")) {
            json_t *next = work_on(worker, task);
            json_decref(task);
            task = next;
            continue;
        }
        int64_t seconds = json_integer_value(json_object_get(task, "wait"));
        tell_foreign(worker, task);
        json_decref(task);
        task = NULL;
        if (worker->until_idle)
            return 0;
        wait_seconds(seconds > 0 && seconds < 3600 ? (int)seconds : BACKOFF_MOST);
    }
    json_decref(task);
    return 0;
}

/* ---- for the server: one unit again ---- */

static int replay(void)
{
    char program[PROGRAM_ID];
    json_error_t mistake;
    closefrom(3);
    errno = 0;
    if (nice(19) == -1 && errno)
        perror("sandtable worker");
    prctl(PR_SET_PDEATHSIG, 0);
    json_t *task = json_loadf(stdin, 0, &mistake), *said = json_object();
    const char *wanted = json_string_value(json_object_get(task, "program"));
    if (!task || !wanted || !program_id(program))
        return 1;
    char *result = NULL;
    if (!strcmp(program, wanted)) {
        Units *units = units_new(task);
        result = units ? units_play(units, (long)json_integer_value(json_object_get(task, "unit"))) : NULL;
        units_free(units);
    }
    json_object_set_new(said, "program", json_string(program));
    if (result)
        json_object_set_new(said, "result", json_string(result));
    json_dumpf(said, stdout, JSON_COMPACT);
    json_decref(task);
    json_decref(said);
    free(result);
    return 0;
}

/* ---- the command ---- */

static bool read_key(const char *text, char key[256])
{
    size_t length;
    char *file = text[0] == '@' ? file_read(text + 1, &length) : NULL;
    if (text[0] == '@' && !file) {
        fprintf(stderr, "sandtable worker: %s cannot be read\n", text + 1);
        return false;
    }
    bool good = sscanf(file ? file : text, "%255s", key) == 1;
    free(file);
    if (!good)
        fprintf(stderr, "sandtable worker: there is no key in that\n");
    return good;
}

static bool read_arguments(Worker *worker, int argc, char **argv)
{
    const char *key = NULL;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        char *end;
        if (!strcmp(argv[i], "--until-idle")) {
            worker->until_idle = true;
            continue;
        }
        if (!value)
            return false;
        if (!strcmp(argv[i], "--server"))
            worker->server = value;
        else if (!strcmp(argv[i], "--key"))
            key = value;
        else if (!strcmp(argv[i], "--name"))
            worker->name = value;
        else if (!strcmp(argv[i], "--jobs")) {
            worker->jobs = strtol(value, &end, 10);
            if (*end || worker->jobs < 1 || worker->jobs > JOBS_MOST)
                return false;
        } else {
            return false;
        }
        i++;
    }
    size_t length = worker->server ? strlen(worker->server) : 0;
    bool address =
        length && length < 900 && (!strncmp(worker->server, "http://", 7) || !strncmp(worker->server, "https://", 8));
    if (!address || !key || strlen(worker->name) >= MACHINE_NAME)
        return false;
    while (length && worker->server[length - 1] == '/')
        worker->server = strndup(worker->server, --length);
    return read_key(key, worker->key);
}

int command_worker(int argc, char **argv)
{
    Worker worker = {.jobs = sysconf(_SC_NPROCESSORS_ONLN)};
    struct sigaction action = {.sa_handler = stop}; /* a sleep is interrupted */
    if (argc == 2 && !strcmp(argv[1], "--replay"))
        return replay();
    if (worker.jobs > JOBS_MOST)
        worker.jobs = JOBS_MOST;
    if (gethostname(worker.host, sizeof worker.host - 1))
        snprintf(worker.host, sizeof worker.host, "unknown");
    worker.name = worker.host;
    if (!read_arguments(&worker, argc, argv)) {
        fputs(worker_usage, stderr);
        return 2;
    }
    if (sodium_init() < 0 || !load_curl() || !program_id(worker.program))
        return 1;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    return work(&worker);
}
