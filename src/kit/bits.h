/* bits.h — sets of hexes as words of 64 bits. */
#ifndef SANDTABLE_KIT_BITS_H
#define SANDTABLE_KIT_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline bool has_bit(const uint64_t *bits, int index) { return bits[index >> 6] >> (index & 63) & 1; }
static inline void set_bit(uint64_t *bits, int index) { bits[index >> 6] |= 1ull << (index & 63); }
static inline void clear_bit(uint64_t *bits, int index) { bits[index >> 6] &= ~(1ull << (index & 63)); }

static inline int count_bits(const uint64_t *bits, int words)
{
    int count = 0;
    for (int word = 0; word < words; word++)
        count += __builtin_popcountll(bits[word]);
    return count;
}

/* The first member from that index on, or -1. */
static inline int next_bit(const uint64_t *bits, int words, int from)
{
    for (int word = from >> 6; word < words; word++) {
        uint64_t rest = word == from >> 6 ? bits[word] >> (from & 63) << (from & 63) : bits[word];
        if (rest)
            return word * 64 + __builtin_ctzll(rest);
    }
    return -1;
}

/* for (int hex = …) over all members in rising order. */
#define EACH_BIT(index_, bits_, words_) EACH_BIT_FROM(index_, bits_, words_, 0)
/* … from that index on. */
#define EACH_BIT_FROM(index_, bits_, words_, from_) \
    for (int index_ = next_bit(bits_, words_, from_); index_ >= 0; index_ = next_bit(bits_, words_, index_ + 1))

#endif
