/* fault.c — see fault.h. It is in the folder of the rules because the guard decides by where the code is. */
#include "core/fault.h"

#include <assert.h>
#include <stdint.h>

const char *const fault_words[FAULT_KINDS] = {"assertion", "read", "write", "divide", "loop", "stack"};

/* Volatile, so that no compiler can foresee the effect. */
static volatile uintptr_t nowhere = 64;
static volatile int nothing;

static int use_stack_up(int depth)
{
    volatile char room[4096];
    room[0] = (char)depth;
    return depth == nothing - 1 ? 0 : use_stack_up(depth + 1) + room[0];
}

/* The instruction itself, since a sanitizer would report the C of it. */
static void divide_by_zero(void)
{
#if defined(__x86_64__)
    __asm__ volatile("xorl %%edx, %%edx; movl $1, %%eax; xorl %%ecx, %%ecx; divl %%ecx" ::: "eax", "ecx", "edx");
#else
    nothing = 1 / nothing;
#endif
}

/* A sanitizer would report the access instead of making it. */
__attribute__((no_sanitize("address", "undefined"))) static void touch(bool write)
{
    if (write)
        *(volatile int *)nowhere = 1;
    else
        nothing = *(volatile int *)nowhere & 0;
}

void fault_make(FaultKind kind)
{
    bool fault_was_planted = kind == FAULT_ASSERTION;
    assert(!fault_was_planted);
    (void)fault_was_planted;
    if (kind == FAULT_READ || kind == FAULT_WRITE)
        touch(kind == FAULT_WRITE);
    if (kind == FAULT_DIVIDE)
        divide_by_zero();
    while (kind == FAULT_LOOP)
        nothing = 0;
    if (kind == FAULT_STACK)
        nothing = use_stack_up(1) & 0;
}
