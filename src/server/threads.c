/* threads.c — what a new thread costs.
 *
 * The rules keep their scratch room in variables of each thread, eleven megabytes of them. The C library fills these
 * with zeros when a thread begins, and so takes the memory for them, though most threads use little of it: those of the
 * store none at all. Given back, the pages are zeros again when they are first touched. */
#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "server/own.h"

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED /* the sanitizers keep variables of their own there, and have used them */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define SANITIZED
#endif
#endif

#ifdef SANITIZED
void thread_begins(void) {}
#else
/* Only the program's own variables, and of them those that begin as zeros. */
static int give_back(struct dl_phdr_info *info, size_t size, void *context)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    (void)size;
    (void)context;
    for (int i = 0; i < info->dlpi_phnum && info->dlpi_tls_data; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        if (part->p_type != PT_TLS)
            continue;
        uintptr_t begin = (uintptr_t)info->dlpi_tls_data, from = (begin + part->p_filesz + page - 1) / page * page;
        uintptr_t to = (begin + part->p_memsz) / page * page;
        if (to > from)
            madvise((void *)from, to - from, MADV_DONTNEED); /* nothing is lost if that fails */
    }
    return 1; /* the first is the program */
}

void thread_begins(void) { dl_iterate_phdr(give_back, NULL); }
#endif
