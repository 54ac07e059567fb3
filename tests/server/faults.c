/* faults.c — loaded into a server before its libraries: one allocation, read, write or flush of its store fails when a
 * test says so, and what the store was given but has not flushed is written down, so that a test can tear it.
 *
 * SIGUSR1 reads the file that FAULTS_ORDER names: "KIND N": from now on the Nth of that kind fails, once. FAULTS_LOG
 * names a file that gets a line for each write and flush of the store. FAULTS_SLOW makes a flush take 15 ms. A name that
 * ends in ".hangs" is looked up for ten minutes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NOTHING, ALLOCATION, READ, WRITE, FLUSH };
static _Atomic int kind;
static _Atomic long left;
static int log_file = -1;
static bool slow;

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);

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
    static const char *const words[] = {"nothing", "allocation", "read", "write", "flush"};
    char text[64] = "", word[32];
    long count;
    int saved = errno, file = open(getenv("FAULTS_ORDER"), O_RDONLY | O_CLOEXEC);
    (void)number;
    if (file >= 0 && read(file, text, sizeof text - 1) > 0 && sscanf(text, "%31s %ld", word, &count) == 2)
        for (int i = 0; i < 5; i++)
            if (!strcmp(words[i], word)) {
                atomic_store(&left, count);
                atomic_store(&kind, i);
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

void *malloc(size_t size) { return strikes(ALLOCATION) ? (errno = ENOMEM, NULL) : __libc_malloc(size); }

void *calloc(size_t count, size_t size)
{
    return strikes(ALLOCATION) ? (errno = ENOMEM, NULL) : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
    return strikes(ALLOCATION) ? (errno = ENOMEM, NULL) : __libc_realloc(old, size);
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
    const char *name = is_watched(FLUSH) ? store_part(file, path) : NULL;
    if (name && slow)
        usleep(15000);
    if (name && strikes(FLUSH)) {
        errno = EIO;
        return -1;
    }
    int status = (int)syscall(call, file);
    if (name && !status)
        note("flush %s %ld %ld\n", name, 0, 0);
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
