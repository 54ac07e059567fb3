/* jobs.c — workers: a queue, a few threads, and an event that wakes the loop. */
#include <sys/eventfd.h>
#include <unistd.h>

#include "core/room.h"
#include "server/own.h"

/* Some five thousand lines: a game that was played to its end is shorter. */
#define LONG_JOURNAL (256u << 10)

void job_hand_over(Server *server, Job *job)
{
    uint64_t one = 1;
    job->next = NULL;
    pthread_mutex_lock(&server->done_lock);
    *server->done_last = job;
    server->done_last = &job->next;
    pthread_mutex_unlock(&server->done_lock);
    if (write(server->done_event, &one, sizeof one) < 0)
        log_line(LEVEL_ERROR, "worker", "note=\"the loop could not be woken\"");
}

void thread_forget(void)
{
    json_forget();
    rooms_forget();
}

static void run_job(void *context)
{
    Job *job = context;
    job->run(job);
}

static void *work(void *context)
{
    Pool *pool = context;
    if (!guard_thread(true))
        log_line(LEVEL_ERROR, "worker", "note=\"a worker is not guarded\"");
    for (;;) {
        pthread_mutex_lock(&pool->lock);
        pool->idle++;
        while (!pool->first && !pool->stopping)
            pthread_cond_wait(&pool->wake, &pool->lock);
        pool->idle--;
        Job *job = pool->stopping ? NULL : pool->first;
        if (job) {
            pool->first = job->next;
            pool->turn = job->turn;
            pool->queued--;
        }
        pthread_mutex_unlock(&pool->lock);
        if (!job) {
            thread_forget();
            guard_thread_ends();
            return NULL;
        }
        int64_t before = thread_microseconds();
        guarded(run_job, job, job->fault);
        job->spent = thread_microseconds() - before;
        job_hand_over(pool->server, job);
    }
}

void pool_open(Pool *pool, Server *server, int threads)
{
    int room = (int)(sizeof pool->thread / sizeof *pool->thread);
    *pool = (Pool){.server = server, .most = threads < room ? threads : room};
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
}

/* Of address space: a thread's own variables take the room of its stack, and those of all rulebooks together are larger
 * than a stack usually is. Memory is only taken where it is written. */
#define WORKER_ROOM ((size_t)64 << 20)

/* The rules keep their scratch room per thread, a few megabytes each: no thread starts before there is work. */
static void begin_thread(Pool *pool)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, WORKER_ROOM);
    if (pthread_create(&pool->thread[pool->threads], &attributes, work, pool))
        log_line(LEVEL_ERROR, "worker", "note=\"a thread could not be begun\"");
    else
        pool->threads++;
    pthread_attr_destroy(&attributes);
}

/* Behind the user's own last job, and so behind one job of each other user for each that this user has waiting. */
static void enqueue(Pool *pool, Job *job)
{
    Job **at = &pool->first;
    job->turn = pool->turn + 1;
    for (const Job *other = pool->first; other; other = other->next)
        if (other->user == job->user && job->user)
            job->turn = other->turn + 1;
    while (*at && (int32_t)((*at)->turn - job->turn) <= 0)
        at = &(*at)->next;
    job->next = *at;
    *at = job;
}

bool pool_refuses(Pool *pool, int64_t user)
{
    enum { JOBS_A_USER = 8 };
    int count = 0;
    if (!pool->server->config->limits)
        return false;
    pthread_mutex_lock(&pool->lock);
    for (const Job *job = pool->first; job; job = job->next)
        count += job->user == user;
    pthread_mutex_unlock(&pool->lock);
    return count >= JOBS_A_USER || work_is_spent(pool->server, user);
}

void pool_add(Pool *pool, Job *job)
{
    pthread_mutex_lock(&pool->lock);
    enqueue(pool, job);
    bool lacking = ++pool->queued > pool->idle && pool->threads < pool->most && !pool->stopping;
    pthread_cond_signal(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    if (lacking)
        begin_thread(pool);
}

Pool *pool_of_past(Server *server, size_t length) { return length > LONG_JOURNAL ? &server->reading : &server->past; }

Pool *pool_to_read(Server *server, size_t length) { return length > LONG_JOURNAL ? &server->reading : &server->quick; }

void pool_stop(Pool *pool)
{
    pthread_mutex_lock(&pool->lock);
    pool->stopping = true;
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i < pool->threads; i++)
        pthread_join(pool->thread[i], NULL);
    pool->threads = 0;
    while (pool->first) { /* a job not begun is handed over undone, so that its owner frees it */
        Job *job = pool->first;
        pool->first = job->next;
        job_hand_over(pool->server, job);
    }
}

int jobs_collect(Server *server)
{
    uint64_t count;
    int collected = 0;
    if (read(server->done_event, &count, sizeof count) < 0)
        count = 0; /* not counted again: the list is what counts */
    pthread_mutex_lock(&server->done_lock);
    Job *job = server->done_first;
    server->done_first = NULL;
    server->done_last = &server->done_first;
    pthread_mutex_unlock(&server->done_lock);
    while (job) {
        Job *next = job->next;
        if (!job->free)
            work_debit(server, job->user, job->spent);
        job->done(server, job);
        job = next;
        collected++;
    }
    return collected;
}
