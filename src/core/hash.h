/* hash.h — a fast hash to detect changes; not for anything secret. */
#ifndef SANDTABLE_HASH_H
#define SANDTABLE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { HASH_LANES = 4 };

/* `hash` with the bytes folded in. Long texts go four words at a time, because none then waits for the other. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    uint64_t word, lane[HASH_LANES] = {hash, hash + 1, hash + 2, hash + 3};
    for (; length >= sizeof lane; at += sizeof lane, length -= sizeof lane)
        for (int i = 0; i < HASH_LANES; i++) {
            memcpy(&word, at + (size_t)i * sizeof word, sizeof word);
            lane[i] = (lane[i] ^ word) * 0xFF51AFD7ED558CCDu;
            lane[i] ^= lane[i] >> 32;
        }
    for (int i = 0; i < HASH_LANES; i++) {
        hash = (hash ^ lane[i]) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    for (; length >= sizeof word; at += sizeof word, length -= sizeof word) {
        memcpy(&word, at, sizeof word);
        hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
    }
    word = 0;
    memcpy(&word, at, length);
    hash = (hash ^ word) * 0xC4CEB9FE1A85EC53u;
    return hash ^ hash >> 29;
}

#endif
