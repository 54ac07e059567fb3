/* guard.c — a fault of the rules ends the one request or job it happened in, not the server with every game.
 *
 * The rules are C. They may fail an assertion, read through a bad index, divide by zero, use up the stack or never come
 * to an end. Here each of these is a way out: it leaves all calls up to the guard, as longjmp does, and the guard's
 * owner discards the unfinished work. Why that is sound:
 *
 * - Only code of the rules is left in this way. The build puts core, kit, systems and players into a section of their
 *   own, and the handler looks where the processor stood. That code holds no lock, no file and no memory but a game's
 *   own blocks and its thread's scratch room; both are thrown away (game_free, thread_forget). A fault anywhere else,
 *   inside the C library or the store say, is not left: the program starts again (restart.c).
 * - A read, a division or a loop changes nothing but the game at hand. A *write* to a bad address shows that the rules
 *   were writing where they should not, and perhaps hit something else before: then no memory can be trusted, and the
 *   program starts again as well. Using up the stack is a write below it that the guard page stopped, and is left.
 * - A loop is found by a watchdog that reads each thread's own processor time, so a slow machine is not taken for one,
 *   and it costs the hot path a counter. The watchdog's signal is heeded only in code of the rules and only by the call
 *   it was meant for; else it is sent again a little later.
 *
 * Code that holds something while it plays a game names it (guard_game) or holds it outside the guard. Without a guard,
 * in the command line's own commands, a fault ends the program as it always does. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#include "server/own.h"

enum {
    THREADS_MOST = 16,
    LOOP_SECONDS = 5,    /* of a processor that one message may take */
    WORK_SECONDS = 1200, /* and one job of a worker */
    WATCH_MICROSECONDS = 200000,
    OVERDUE_MICROSECONDS = 5000,
    STACK_NEAR = 1 << 16 /* a fault so near the stack's end has used it up */
};
#define HANDLER_STACK ((size_t)64 << 10)
#define OVERDUE_SIGNAL SIGUSR2

typedef struct Guard {
    jmp_buf out;
    char *what;
    Game *game;
    struct Guard *around;
} Guard;

/* One thread that runs guarded code. `calls` is odd while it does. */
typedef struct Watched {
    pthread_t thread;
    clockid_t clock;
    int seconds;
    atomic_uint calls, overdue; /* overdue: the call that the watchdog wants ended */
    atomic_bool taken, used;    /* used: all of this is filled in */
    unsigned seen;              /* the watchdog's: the call it saw last, */
    int64_t since;              /* and the thread's processor time then */
} Watched;

static _Thread_local Guard *innermost;
static _Thread_local Watched *watched;
static Watched threads[THREADS_MOST];
static pthread_t watchdog;
static atomic_bool stopping;

/* ---- leaving ---- */

/* Made by the linker: where the rules' code begins and ends. */
extern const char __start_rules_text[], __stop_rules_text[];

static uintptr_t code_at(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

static uintptr_t stack_at(const ucontext_t *context)
{
#if defined(__x86_64__)
    return (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
    return (uintptr_t)context->uc_mcontext.sp;
#else
    (void)context;
    return 0;
#endif
}

/* Where the processor does not say, any access counts as a write. */
static bool was_write(const ucontext_t *context)
{
#if defined(__x86_64__)
    return context->uc_mcontext.gregs[REG_ERR] & 2;
#else
    (void)context;
    return true;
#endif
}

static bool in_rules(const ucontext_t *context)
{
    uintptr_t at = code_at(context);
    return at >= (uintptr_t)__start_rules_text && at < (uintptr_t)__stop_rules_text;
}

static _Noreturn void leave(const char *what)
{
    snprintf(innermost->what, FAULT_TEXT, "%s", what);
    longjmp(innermost->out, 1);
}

/* In the place of the C library's. */
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    char what[FAULT_TEXT];
    if (innermost) {
        snprintf(what, sizeof what, "%s:%u: %s: %s", file, line, function, assertion);
        leave(what);
    }
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
    abort();
}

static bool used_stack_up(const ucontext_t *context, const siginfo_t *info)
{
    uintptr_t stack = stack_at(context), address = (uintptr_t)info->si_addr;
    return stack && address + STACK_NEAR > stack && address < stack + STACK_NEAR;
}

/* The fault in words; NULL: memory cannot be trusted any more. */
static const char *fault_left(int number, const siginfo_t *info, const ucontext_t *context)
{
    if (!innermost || !in_rules(context))
        return NULL;
    switch (number) {
    case SIGFPE:
        return "an arithmetic fault";
    case SIGSEGV:
    case SIGBUS:
        return used_stack_up(context, info) ? "the stack is used up"
               : was_write(context)         ? NULL
                                            : "a read of memory that is not there";
    default:
        return NULL;
    }
}

static void meet_fault(int number, siginfo_t *info, void *context)
{
    const char *what = fault_left(number, info, context);
    if (what)
        leave(what);
    restart_now(number);
}

static void meet_overdue(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info;
    if (watched && innermost && in_rules(context) &&
        atomic_load_explicit(&watched->overdue, memory_order_relaxed) ==
            atomic_load_explicit(&watched->calls, memory_order_relaxed))
        leave("it came to no end");
}

/* ---- the watchdog ---- */

static int64_t time_of(const Watched *one)
{
    struct timespec time;
    return clock_gettime(one->clock, &time) ? 0 : (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Whether the thread has been at one call for too long. */
static bool is_overdue(Watched *one)
{
    unsigned calls = atomic_load(&one->calls);
    if (!(calls & 1))
        return false;
    int64_t now = time_of(one);
    if (calls != one->seen) {
        one->seen = calls;
        one->since = now;
    }
    if (now - one->since < (int64_t)one->seconds * 1000000)
        return false;
    atomic_store(&one->overdue, calls);
    return true;
}

static void *watch_threads(void *unused)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    while (!atomic_load(&stopping)) {
        bool overdue = false;
        for (int i = 0; i < THREADS_MOST; i++)
            if (atomic_load(&threads[i].used) && is_overdue(&threads[i])) {
                pthread_kill(threads[i].thread, OVERDUE_SIGNAL);
                overdue = true;
            }
        usleep(overdue ? OVERDUE_MICROSECONDS : WATCH_MICROSECONDS);
    }
    return unused;
}

/* ---- threads ---- */

static void handle(int number, void (*handler)(int, siginfo_t *, void *))
{
    /* Not blocked while it is handled: leaving by longjmp would keep it so. */
    struct sigaction action = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigaction(number, &action, NULL);
}

bool guards_open(void)
{
    const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        handle(faults[i], meet_fault);
    handle(OVERDUE_SIGNAL, meet_overdue);
    atomic_store(&stopping, false);
    return guard_thread(false) && !pthread_create(&watchdog, NULL, watch_threads, NULL);
}

void guards_close(void)
{
    atomic_store(&stopping, true);
    pthread_join(watchdog, NULL);
    guard_thread_ends();
}

bool guard_thread(bool worker)
{
    stack_t stack = {.ss_size = HANDLER_STACK};
    stack.ss_sp = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (stack.ss_sp == MAP_FAILED || sigaltstack(&stack, NULL))
        return false;
    for (int i = 0; i < THREADS_MOST && !watched; i++)
        if (!atomic_exchange(&threads[i].taken, true)) {
            watched = &threads[i];
            watched->thread = pthread_self();
            watched->seconds = worker ? WORK_SECONDS : LOOP_SECONDS;
            pthread_getcpuclockid(watched->thread, &watched->clock);
            atomic_store(&watched->used, true);
        }
    return watched != NULL;
}

void guard_thread_ends(void)
{
    stack_t none = {.ss_flags = SS_DISABLE}, old;
    if (watched) {
        atomic_store(&watched->used, false);
        atomic_store(&watched->taken, false);
    }
    watched = NULL;
    if (!sigaltstack(&none, &old) && old.ss_sp)
        munmap(old.ss_sp, HANDLER_STACK);
}

/* ---- guards ---- */

static void count_call(void)
{
    if (watched)
        atomic_fetch_add_explicit(&watched->calls, 1, memory_order_relaxed);
}

bool guarded(void (*run)(void *context), void *context, char what[FAULT_TEXT])
{
    Guard guard = {.what = what, .around = innermost};
    what[0] = '\0';
    innermost = &guard;
    if (!guard.around)
        count_call();
    bool whole = !setjmp(guard.out);
    if (whole)
        run(context);
    innermost = guard.around;
    if (!guard.around) {
        count_call();
        working_on("");
    }
    if (whole)
        return true;
    game_free(guard.game);
    thread_forget();
    return false;
}

void guard_game(Game *game)
{
    if (innermost)
        innermost->game = game;
}
