/* stack.h — counters that lie on each other in a hex or a box.
 *
 * A stack is a list from the top down: an array says which counter lies on top of each place, and every counter which
 * one lies below it. A system's Unit begins with a Lying; its size is passed along as a constant, so that the compiler
 * sees through. */
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

/* Puts a counter that lies nowhere on top of what is there. */
static inline void stack_put(Piece *top, void *units, size_t size, Piece piece, Hex hex)
{
    *lying(units, size, piece) = (Lying){hex, top[hex]};
    top[hex] = piece;
}

/* Puts a counter that lies nowhere directly below another. */
static inline void stack_put_below(void *units, size_t size, Piece piece, Piece above)
{
    Lying *upper = lying(units, size, above);
    *lying(units, size, piece) = (Lying){upper->hex, upper->below};
    upper->below = piece;
}

/* What lies there, from the top down; how many, at most `room`. */
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
