/* restart.c — when memory cannot be trusted, the same process begins again as a new program.
 *
 * A fault that no guard may leave (guard.c) is met by exec: the program, its arguments and its process number stay, all
 * memory and every thread is gone, and the games are read from the store, which holds everything acknowledged. Clients
 * lose their connection and come back by themselves.
 *
 * What must be known beyond that is on one page that the new program inherits: the port, which game was being worked
 * on, and how often each game was, so that a game which ends the server three times stays closed. Several restarts
 * within a minute mean that the trouble is elsewhere: then the program ends, and the operator must look. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "server/own.h"

#define RESTARTS_MOST 8 /* within a minute */
#define RESTARTS_SECONDS 60
#define BLAMED_MOST 64
#define PAGE_VARIABLE "SANDTABLE_RESTARTED"

typedef struct Blamed {
    char game[GAME_ID];
    int faults;
} Blamed;

typedef struct Page {
    int port, signal;
    int64_t at[RESTARTS_MOST]; /* when the last ones were, the newest first */
    char working[GAME_ID];
    Blamed blamed[BLAMED_MOST]; /* the newest first */
} Page;

static Page alone; /* where no page can be had: faults are counted, and the program does not begin again */
static Page *page = &alone;
static char arguments[65536], variable[64];
static char *argument[256];
static _Thread_local char working[GAME_ID];

static int64_t clock_seconds(void)
{
    struct timespec time = {0};
    clock_gettime(CLOCK_BOOTTIME, &time);
    return time.tv_sec;
}

/* ---- data for the next program ---- */

int game_blame(const char *game)
{
    Blamed this = {.faults = 1};
    int at = 0;
    snprintf(this.game, sizeof this.game, "%s", game);
    while (at < BLAMED_MOST - 1 && strcmp(page->blamed[at].game, game) && page->blamed[at].game[0])
        at++;
    if (!strcmp(page->blamed[at].game, game))
        this.faults += page->blamed[at].faults;
    memmove(page->blamed + 1, page->blamed, (size_t)at * sizeof *page->blamed);
    page->blamed[0] = this;
    return this.faults;
}

int game_faults(const char *game)
{
    for (int i = 0; i < BLAMED_MOST; i++)
        if (!strcmp(page->blamed[i].game, game))
            return page->blamed[i].faults;
    return 0;
}

void working_on(const char *game)
{
    size_t length = strnlen(game, sizeof working - 1);
    memcpy(working, game, length);
    working[length] = '\0';
}

/* ---- the page ---- */

static bool map_page(int file)
{
    void *at = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at != MAP_FAILED)
        page = at;
    return at != MAP_FAILED;
}

static int new_page(void)
{
    int file = memfd_create("sandtable", 0); /* stays open beyond exec */
    if (file >= 0 && ftruncate(file, sizeof(Page))) {
        close(file);
        file = -1;
    }
    return file;
}

/* The words this program was started with, kept where the handler needs no memory for them. */
static bool keep_arguments(void)
{
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t length = file < 0 ? -1 : read(file, arguments, sizeof arguments - 1);
    size_t count = 0;
    if (file >= 0)
        close(file);
    for (ssize_t at = 0; at < length && count + 1 < sizeof argument / sizeof *argument;
         at += (ssize_t)strlen(arguments + at) + 1)
        argument[count++] = arguments + at;
    return length > 0 && length < (ssize_t)sizeof arguments - 1;
}

Restarted restart_open(void)
{
    const char *inherited = getenv(PAGE_VARIABLE);
    int file = inherited ? atoi(inherited) : new_page();
    Restarted before = {0};
    if (!keep_arguments() || !map_page(file))
        return before;
    snprintf(variable, sizeof variable, "%d", file);
    setenv(PAGE_VARIABLE, variable, 1);
    if (!inherited)
        return before;
    sigset_t none; /* those of the thread that met the fault came along */
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    before = (Restarted){.port = page->port, .signal = page->signal};
    memcpy(before.game, page->working, sizeof before.game);
    if (before.game[0])
        game_blame(before.game);
    return before;
}

void restart_port(int port) { page->port = port; }

/* By a handler of signals: nothing here takes memory or a lock. */
void restart_now(int number)
{
    int64_t now = clock_seconds();
    signal(number, SIG_DFL);
    if (page == &alone || (page->at[RESTARTS_MOST - 1] && now - page->at[RESTARTS_MOST - 1] < RESTARTS_SECONDS)) {
        raise(number);
        return;
    }
    memmove(page->at + 1, page->at, sizeof page->at - sizeof *page->at);
    page->at[0] = now;
    page->signal = number;
    memcpy(page->working, working, sizeof working);
    execv("/proc/self/exe", argument); /* also when its file was replaced meanwhile */
    raise(number);
}
