/* reserve.c — memory for the JSON library, which must not run out while it reads.
 *
 * The library takes no notice when the text of a word it reads cannot grow, and then writes beyond it. So what malloc
 * refuses it gets from a reserve, which is enough for any message that a client may send. When even that is used up,
 * the program begins again (restart.c): that loses nothing that was acknowledged, and going on would damage memory. */
#include <pthread.h>
#include <stdlib.h>

#include "server/own.h"

enum { RESERVE = 8 << 20, LINE = 16 };

static _Alignas(LINE) char reserve[RESERVE]; /* nothing of it is touched before it is needed */
static size_t used, blocks;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(size_t size)
{
    void *taken = malloc(size);
    if (taken)
        return taken;
    pthread_mutex_lock(&lock);
    size_t whole = (size + LINE - 1) / LINE * LINE;
    if (whole > RESERVE - used)
        abort();
    taken = reserve + used;
    used += whole;
    blocks++;
    pthread_mutex_unlock(&lock);
    return taken;
}

static void give_back(void *taken)
{
    char *at = taken;
    if (at < reserve || at >= reserve + RESERVE) {
        free(taken);
        return;
    }
    pthread_mutex_lock(&lock);
    if (!--blocks)
        used = 0;
    pthread_mutex_unlock(&lock);
}

void reserve_open(void) { json_set_alloc_funcs(take, give_back); }
