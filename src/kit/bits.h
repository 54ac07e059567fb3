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
    int word = from >> 6;
    if (word >= words)
        return -1;
    uint64_t rest = bits[word] & ~0ull << (from & 63);
    while (!rest) {
        if (++word == words)
            return -1;
        rest = bits[word];
    }
    return word * 64 + __builtin_ctzll(rest);
}

/* The first member from that index on, or -1, and the end of its run of consecutive members. */
static inline int next_run(const uint64_t *bits, int words, int from, int *end)
{
    int first = next_bit(bits, words, from);
    *end = first;
    while (*end >= 0 && *end < words * 64 && has_bit(bits, *end)) {
        uint64_t gaps = ~bits[*end >> 6] & ~0ull << (*end & 63);
        *end = gaps ? (*end >> 6) * 64 + __builtin_ctzll(gaps) : ((*end >> 6) + 1) * 64;
    }
    return first;
}

/* for (int hex = …) over all members in rising order. */
#define EACH_BIT(index_, bits_, words_) EACH_BIT_FROM(index_, bits_, words_, 0)
/* … from that index on. */
#define EACH_BIT_FROM(index_, bits_, words_, from_) \
    for (int index_ = next_bit(bits_, words_, from_); index_ >= 0; index_ = next_bit(bits_, words_, index_ + 1))

#endif
