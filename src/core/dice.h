/* dice.h — the only source of chance.
 *
 * Fair dice: a game has a secret seed of 32 bytes, committed to by its SHA-256 in the journal's head. When an order
 * asks for dice, block k of its bytes is HMAC-SHA-256(seed, context || k), k from 0 as four bytes, the highest first;
 * the context is the hash of the journal up to and including that order (head, with the players' nonces, first). Bytes
 * of 252 and more are thrown away, the rest mod 6 plus 1 is the die. So no player can foresee, shop for or undo a roll,
 * and a reader who has the seed can compute all of them again.
 *
 * A draw is one of n things, each as likely: two bytes of the same blocks make a number, the high byte first; numbers
 * of 65536 - 65536 mod n and more are thrown away, the rest mod n plus 1 is the thing. A draw without replacement has a
 * smaller n each time. Dice and draws follow each other in one stream, in the order they were asked for.
 *
 * Fast dice: a plain generator for self-play. Forced dice: a queue filled by the lab, fair dice after it. */
#ifndef SANDTABLE_DICE_H
#define SANDTABLE_DICE_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SHA256_BYTES 32

typedef struct Sha256 {
    uint32_t state[8];
    uint64_t length;
    uint8_t block[64];
} Sha256;

void sha256_begin(Sha256 *sha);
void sha256_add(Sha256 *sha, const void *bytes, size_t length);
void sha256_end(Sha256 *sha, uint8_t out[SHA256_BYTES]);
void sha256(const void *bytes, size_t length, uint8_t out[SHA256_BYTES]);
void hmac_sha256(const void *key, size_t key_length, const void *bytes, size_t length, uint8_t out[SHA256_BYTES]);

typedef enum DiceMode { DICE_FAIR, DICE_FAST } DiceMode;

/* What fell: a die shows 1 to 6, a draw one of `of`. */
typedef struct Cast {
    uint16_t shows, of;
} Cast;
enum { DIE = 6 };

#define DICE_RECORD 512 /* no order rolls more */
#define CAST_TEXT 12    /* "3", or "17/343" for a draw */
#define DICE_FORCED DICE_RECORD

typedef struct Dice {
    DiceMode mode;
    uint8_t seed[SHA256_BYTES];
    uint8_t context[SHA256_BYTES];
    uint32_t block; /* next block of this order */
    uint8_t bytes[SHA256_BYTES];
    uint8_t used; /* bytes of the block already read */
    uint64_t fast[2];
    Cast forced[DICE_FORCED];
    uint16_t forced_count, forced_used;
    uint16_t recorded; /* what this order has rolled */
    Cast record[DICE_RECORD];
    uint8_t hidden_from[DICE_RECORD]; /* bit per side that is not shown it before the game is over */
} Dice;

void dice_fair(Dice *dice, const uint8_t seed[SHA256_BYTES]);
void dice_fast(Dice *dice, uint64_t seed);
/* Before each order: the context its rolls derive from; clears the record. */
void dice_context(Dice *dice, const uint8_t context[SHA256_BYTES]);
/* Adds to the queue; beyond DICE_FORCED waiting dice the rest is dropped. A die waits until
 * a die is rolled, a draw until one of as many is drawn; before that the game's own fall. */
void dice_force(Dice *dice, const Cast *casts, int count);
/* One die, 1..6. */
int dice_roll(Dice *dice);
/* One that these sides (bits) are not shown. */
int dice_roll_hidden(Dice *dice, unsigned hidden_from);
/* The sum of so many dice. */
int dice_sum(Dice *dice, int count);
/* One of so many things, 1..of; `of` is 1 to 65535. One of one is no draw. */
int dice_draw(Dice *dice, int of);
/* "3" or "17/343". */
size_t cast_print(Cast cast, char out[CAST_TEXT]);
/* Reads one from the front of the bytes; how many it took, 0 if there is none. */
size_t cast_read(const char *text, size_t length, Cast *out);

/* A plain 64-bit generator for players and tests, never for rules. */
typedef struct Random {
    uint64_t state;
} Random;
static inline uint64_t random_next(Random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}
/* 0 .. below-1, without bias: the few products that would favour some are drawn again. */
static inline uint32_t random_below(Random *random, uint32_t below)
{
    assert(below > 0);
    for (;;) {
        uint64_t product = (random_next(random) >> 32) * below;
        if ((uint32_t)product >= below || (uint32_t)product >= (uint32_t)(-below) % below)
            return (uint32_t)(product >> 32);
    }
}

#endif
