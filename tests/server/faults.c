/* faults.c — loaded into a server before its libraries: one allocation, read, write or flush of its store fails when
 * a test says so, and what the store was given but has not flushed is written down, so that a test can tear it.
 *
 * SIGUSR1 reads the file that FAULTS_ORDER names: "KIND N": from now on the Nth of that kind fails, once. "sites 0":
 * from now on the places are counted from which memory is taken, or a socket is read or written, by the program and
 * the libraries that its loop calls. "site N": the next call from the Nth of them fails, once. What was ordered, how
 * many places are known and which one failed is appended to the file with ".out" behind its name, and with "list 0"
 * all places. FAULTS_PLACE names one of them: the first call from there fails, while the program starts or later.
 * FAULTS_LOG names a file that gets a line for each write and flush of the store. FAULTS_SLOW makes a flush take 15
 * ms. A name that ends in ".hangs" is looked up for ten minutes. "death N" kills the process when the Nth flush is
 * over, before anything can follow from it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NOTHING, ALLOCATION, READ, WRITE, FLUSH, SITES, SITE, LIST, DEATH, KINDS };
enum { PLACES = 8192, RANGES = 32 };
static _Atomic int kind;
static _Atomic long left;
static int log_file = -1;
static bool slow;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
/* The sanitizer's, if the program has one; it takes memory before it has begun itself. */
extern void *__interceptor_malloc(size_t size) __attribute__((weak));
extern void *__interceptor_calloc(size_t count, size_t size) __attribute__((weak));
extern void *__interceptor_realloc(void *old, size_t size) __attribute__((weak));

/* ---- places ---- */

static _Atomic uintptr_t place[PLACES];
static _Atomic int place_number[PLACES], places;
static _Atomic long wanted_place;
static struct Range {
    uintptr_t from, to, base;
    char name[24];
} range[RANGES];
static _Atomic int ranges;
static char early[64]; /* the place that fails first of all; empty: none */

/* Whose code is meant: that of the program, and of the libraries that its loop calls. */
static void read_ranges(void)
{
    static const char *const names[] = {"/sandtable\n", "libjansson", "libmicrohttpd",
                                        "libwslay",     "libsqlite3", "libpq"};
    static char maps[1 << 18];
    size_t length = 0;
    ssize_t got;
    int file = open("/proc/self/maps", O_RDONLY | O_CLOEXEC), found = 0;
    while (file >= 0 && length < sizeof maps - 1 && (got = read(file, maps + length, sizeof maps - 1 - length)) > 0)
        length += (size_t)got;
    maps[length] = '\0';
    for (char *line = maps, *end; *line && found < RANGES && (end = strchr(line, '\n')); line = end + 1) {
        unsigned long from, to, at;
        char how[8];
        end[0] = '\0';
        bool code = sscanf(line, "%lx-%lx %7s %lx", &from, &to, how, &at) == 4 && how[2] == 'x';
        end[0] = '\n';
        for (size_t i = 0; code && i < sizeof names / sizeof *names; i++) {
            const char *name = strstr(line, names[i]);
            if (!name || name > end)
                continue;
            range[found] = (struct Range){.from = from, .to = to, .base = from - at};
            snprintf(range[found++].name, sizeof range->name, "%.*s", (int)strcspn(name, "\n."), name);
            break;
        }
    }
    if (file >= 0)
        close(file);
    atomic_store(&ranges, found);
}

static const struct Range *range_of(uintptr_t address)
{
    for (int i = 0; i < atomic_load(&ranges); i++)
        if (address >= range[i].from && address < range[i].to)
            return &range[i];
    return NULL;
}

/* The number of the place, from 1; 0: it is none of those that are meant. */
static int place_of(uintptr_t address)
{
    if (!range_of(address))
        return 0;
    for (size_t at = address * 2654435761u % PLACES, tries = 0; tries < PLACES; at = (at + 1) % PLACES, tries++) {
        uintptr_t free = 0;
        if (atomic_load(&place[at]) == address)
            return atomic_load(&place_number[at]);
        if (atomic_compare_exchange_strong(&place[at], &free, address)) {
            int number = atomic_fetch_add(&places, 1) + 1;
            atomic_store(&place_number[at], number);
            return number;
        }
        if (free == address)
            return atomic_load(&place_number[at]);
    }
    return 0;
}

static void report(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void report(const char *format, ...)
{
    char name[4096], line[200];
    va_list words;
    va_start(words, format);
    int length = vsnprintf(line, sizeof line, format, words);
    va_end(words);
    snprintf(name, sizeof name, "%s.out", getenv("FAULTS_ORDER"));
    int file = (int)syscall(SYS_openat, AT_FDCWD, name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (file >= 0 && syscall(SYS_write, file, line, length) == length)
        syscall(SYS_close, file);
}

static void list_places(void)
{
    for (int at = 0; at < PLACES; at++) {
        uintptr_t address = atomic_load(&place[at]);
        const struct Range *its = address ? range_of(address) : NULL;
        if (its)
            report("place %d %s+%lx\n", atomic_load(&place_number[at]), its->name,
                   (unsigned long)(address - its->base));
    }
}

/* Whether a call from there fails. */
static bool strikes_place(uintptr_t address)
{
    int now = atomic_load_explicit(&kind, memory_order_relaxed);
    if (now != SITES && now != SITE)
        return false;
    const struct Range *here = early[0] && now == SITE ? range_of(address) : NULL;
    if (here) {
        char name[64];
        snprintf(name, sizeof name, "%s+%lx", here->name, (unsigned long)(address - here->base));
        if (strcmp(name, early))
            return false;
        early[0] = '\0';
        atomic_store(&wanted_place, place_of(address));
    }
    int number = place_of(address);
    if (now != SITE || !number || number != atomic_load(&wanted_place))
        return false;
    int still = SITE;
    if (!atomic_compare_exchange_strong(&kind, &still, SITES))
        return false;
    const struct Range *its = range_of(address);
    report("failed %d %s+%lx\n", number, its->name, (unsigned long)(address - its->base));
    return true;
}

#define CALLER ((uintptr_t)__builtin_return_address(0))

/* Whether this one is the one. */
static bool strikes(int what)
{
    if (atomic_load_explicit(&kind, memory_order_relaxed) != what || atomic_fetch_sub(&left, 1) != 1)
        return false;
    atomic_store(&kind, NOTHING);
    return true;
}

static void take_order(int number)
{
    static const char *const words[KINDS] = {"nothing", "allocation", "read", "write", "flush",
                                             "sites",   "site",       "list", "death"};
    char text[64] = "", word[32];
    long count;
    int saved = errno, file = open(getenv("FAULTS_ORDER"), O_RDONLY | O_CLOEXEC);
    (void)number;
    if (file >= 0 && read(file, text, sizeof text - 1) > 0 && sscanf(text, "%31s %ld", word, &count) == 2)
        for (int i = 0; i < KINDS; i++)
            if (!strcmp(words[i], word)) {
                if (i == SITES)
                    read_ranges();
                if (i == LIST)
                    list_places();
                atomic_store(&left, count);
                atomic_store(&wanted_place, count);
                atomic_store(&kind, i == LIST ? SITES : i);
                report("%s %ld %d\n", word, count, atomic_load(&places));
            }
    if (file >= 0)
        close(file);
    errno = saved;
}

__attribute__((constructor)) static void begin(void)
{
    const char *log = getenv("FAULTS_LOG");
    struct sigaction action = {.sa_handler = take_order, .sa_flags = SA_RESTART};
    slow = getenv("FAULTS_SLOW");
    if (log)
        log_file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (getenv("FAULTS_ORDER"))
        sigaction(SIGUSR1, &action, NULL);
    if (getenv("FAULTS_PLACE")) {
        read_ranges();
        snprintf(early, sizeof early, "%s", getenv("FAULTS_PLACE"));
        atomic_store(&kind, SITE);
    }
}

/* The end of the name of a file of the store; NULL: it is none of them. */
static const char *store_part(int file, char path[4096])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, 4095);
    path[length > 0 ? length : 0] = '\0';
    const char *name = strstr(path, "games.db");
    return name && !strstr(name, "-shm") ? name : NULL;
}

static bool is_watched(int what)
{
    return log_file >= 0 || slow || atomic_load_explicit(&kind, memory_order_relaxed) == what;
}

static void note(const char *format, const char *name, long at, long length)
{
    char line[200];
    int count = snprintf(line, sizeof line, format, name, at, length);
    if (log_file >= 0 && syscall(SYS_write, log_file, line, count) < 0)
        log_file = -1;
}

/* ---- allocations ---- */

static bool no_memory(uintptr_t caller)
{
    if (!strikes(ALLOCATION) && !strikes_place(caller))
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return no_memory(CALLER) ? NULL : __interceptor_malloc ? __interceptor_malloc(size) : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return no_memory(CALLER)      ? NULL
           : __interceptor_calloc ? __interceptor_calloc(count, size)
                                  : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return no_memory(CALLER)       ? NULL
           : __interceptor_realloc ? __interceptor_realloc(old, size)
                                   : __libc_realloc(old, size);
}

/* ---- sockets ---- */

/* A line that breaks stays broken. */
static bool is_broken(int socket, uintptr_t caller)
{
    if (!strikes_place(caller))
        return false;
    shutdown(socket, SHUT_RDWR);
    errno = ECONNRESET;
    return true;
}

ssize_t recv(int socket, void *out, size_t length, int flags)
{
    return is_broken(socket, CALLER) ? -1 : syscall(SYS_recvfrom, socket, out, length, flags, NULL, NULL);
}

ssize_t send(int socket, const void *bytes, size_t length, int flags)
{
    return is_broken(socket, CALLER) ? -1 : syscall(SYS_sendto, socket, bytes, length, flags, NULL, 0);
}

/* ---- the store ---- */

ssize_t pread64(int file, void *out, size_t length, off64_t at)
{
    char path[4096];
    if (is_watched(READ) && store_part(file, path) && strikes(READ)) {
        errno = EIO;
        return -1;
    }
    return syscall(SYS_pread64, file, out, length, at);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at)
{
    char path[4096];
    const char *name = is_watched(WRITE) ? store_part(file, path) : NULL;
    if (name && strikes(WRITE)) {
        errno = EIO;
        return -1;
    }
    if (name)
        note("write %s %ld %ld\n", name, (long)at, (long)length);
    return syscall(SYS_pwrite64, file, bytes, length, at);
}

static int flush(int file, long call)
{
    char path[4096];
    const char *name = is_watched(FLUSH) || is_watched(DEATH) ? store_part(file, path) : NULL;
    if (name && slow)
        usleep(15000);
    if (name && strikes(FLUSH)) {
        errno = EIO;
        return -1;
    }
    int status = (int)syscall(call, file);
    if (name && !status)
        note("flush %s %ld %ld\n", name, 0, 0);
    if (name && !status && strikes(DEATH))
        kill(getpid(), SIGKILL);
    return status;
}

int fdatasync(int file) { return flush(file, SYS_fdatasync); }
int fsync(int file) { return flush(file, SYS_fsync); }

/* ---- names ---- */

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **out)
{
    static int (*real)(const char *, const char *, const struct addrinfo *, struct addrinfo **);
    const char *dot = name ? strrchr(name, '.') : NULL;
    if (dot && !strcmp(dot, ".hangs") && !(hints && hints->ai_flags & AI_NUMERICHOST))
        sleep(600);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "getaddrinfo");
    return real(name, service, hints, out);
}
