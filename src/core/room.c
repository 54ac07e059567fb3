/* room.c — see room.h.
 *
 * Buffers come from a few large blocks: the operating system commits memory to a block only where it is touched, and a
 * write beyond the end of one buffer can hit only another buffer. */
#include "core/room.h"

#include <assert.h>
#include <stdlib.h>

typedef struct Block Block;
struct Block {
    Block *next;
    size_t used, size;
};

enum { LINE = 64, BLOCK = 1 << 22 };

static _Thread_local Block *blocks;
static _Thread_local Room *taken;

static size_t whole_lines(size_t size) { return (size + LINE - 1) / LINE * LINE; }

static Block *block_for(size_t size)
{
    size_t head = whole_lines(sizeof(Block)), whole = head + size > BLOCK ? head + size : BLOCK;
    if (blocks && blocks->size - blocks->used >= size)
        return blocks;
    Block *block = calloc(1, whole);
    assert(block && "there is memory for scratch buffers"); /* within a guard it ends one table */
    if (!block)
        abort();
    *block = (Block){blocks, head, whole};
    return blocks = block;
}

void *room_take(Room *room, size_t size)
{
    size_t lines = whole_lines(size);
    Block *block = block_for(lines);
    room->at = (char *)block + block->used;
    block->used += lines;
    room->next = taken;
    return (taken = room)->at;
}

void rooms_forget(void)
{
    for (; taken; taken = taken->next)
        taken->at = NULL;
    while (blocks) {
        Block *block = blocks;
        blocks = block->next;
        free(block);
    }
}
