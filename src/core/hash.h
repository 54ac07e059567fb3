/* hash.h — a quick hash for "is it still the same": never for anything secret. */
#ifndef SANDTABLE_HASH_H
#define SANDTABLE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* `hash` with the bytes folded in. */
static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *at = bytes;
    uint64_t word;
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
