/* stack.h — stacks of counters in a hex or a box.
 *
 * A stack is a linked list from the top down: an array has the top counter of each place, and every counter has the one
 * below it. A system's Unit begins with a Lying; its size is passed as a constant, so that the compiler can optimize
 * it away. */
#ifndef SANDTABLE_KIT_STACK_H
#define SANDTABLE_KIT_STACK_H

#include "core/order.h"

typedef struct Lying {
    Hex hex;     /* NO_HEX: nowhere */
    Piece below; /* next counter down the stack, NO_PIECE at the bottom */
} Lying;

static inline Lying *lying(void *units, size_t size, Piece piece)
{
    return (Lying *)((char *)units + size * (size_t)piece);
}

/* Puts a counter that is in no stack on top of the stack in the hex. */
static inline void stack_put(Piece *top, void *units, size_t size, Piece piece, Hex hex)
{
    *lying(units, size, piece) = (Lying){hex, top[hex]};
    top[hex] = piece;
}

/* Puts a counter that is in no stack directly below another. */
static inline void stack_put_below(void *units, size_t size, Piece piece, Piece above)
{
    Lying *upper = lying(units, size, above);
    *lying(units, size, piece) = (Lying){upper->hex, upper->below};
    upper->below = piece;
}

/* The counters of a stack, from the top down; returns their number, at most `room`. */
static inline int stack_list(const Piece *top, const void *units, size_t size, Hex hex, Piece *out, int room)
{
    int count = 0;
    for (Piece piece = top[hex]; piece != NO_PIECE && count < room; piece = lying((void *)units, size, piece)->below)
        out[count++] = piece;
    return count;
}

/* Takes a counter off its stack. */
static inline void stack_take(Piece *top, void *units, size_t size, Piece piece)
{
    Lying *it = lying(units, size, piece);
    Piece *at = &top[it->hex];
    while (*at != piece)
        at = &lying(units, size, *at)->below;
    *at = it->below;
    *it = (Lying){NO_HEX, NO_PIECE};
}

/* Puts a counter on top of its stack. */
static inline void stack_raise(Piece *top, void *units, size_t size, Piece piece)
{
    Hex hex = lying(units, size, piece)->hex;
    stack_take(top, units, size, piece);
    stack_put(top, units, size, piece, hex);
}

#endif
