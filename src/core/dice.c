/* dice.c — SHA-256 and HMAC as the standards define them (FIPS 180-4, RFC 2104), and dice made of them. */
#include "core/dice.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* ---- SHA-256 ---- */

static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static inline uint32_t turn(uint32_t word, int bits) { return word >> bits | word << (32 - bits); }

/* One round. Instead of moving all eight words on, the caller names them in turn. */
static inline void round_of(uint32_t a, uint32_t b, uint32_t c, uint32_t *d, uint32_t e, uint32_t f, uint32_t g,
                            uint32_t *h, uint32_t added)
{
    uint32_t first = *h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + (g ^ (e & (f ^ g))) + added;
    *d += first;
    *h = first + (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (c & (a ^ b)));
}

static void compress(uint32_t state[8], const uint8_t block[64])
{
    uint32_t w[64], s[8];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
               block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t low = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3;
        uint32_t high = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10;
        w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 64; i += 8)
        for (int j = 0; j < 8; j++)
            round_of(s[(8 - j) & 7], s[(9 - j) & 7], s[(10 - j) & 7], &s[(11 - j) & 7], s[(12 - j) & 7],
                     s[(13 - j) & 7], s[(14 - j) & 7], &s[(15 - j) & 7], round_constant[i + j] + w[i + j]);
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

void sha256_begin(Sha256 *sha)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memcpy(sha->state, start, sizeof start);
    sha->length = 0;
}

void sha256_add(Sha256 *sha, const void *bytes, size_t length)
{
    const uint8_t *at = bytes;
    size_t held = sha->length % 64;
    sha->length += length;
    if (held) {
        size_t take = 64 - held < length ? 64 - held : length;
        memcpy(sha->block + held, at, take);
        at += take;
        length -= take;
        if (held + take < 64)
            return;
        compress(sha->state, sha->block);
    }
    for (; length >= 64; at += 64, length -= 64)
        compress(sha->state, at);
    if (length)
        memcpy(sha->block, at, length);
}

void sha256_end(Sha256 *sha, uint8_t out[SHA256_BYTES])
{
    uint64_t bits = sha->length * 8;
    size_t held = sha->length % 64;
    sha->block[held++] = 0x80;
    if (held > 56) {
        memset(sha->block + held, 0, 64 - held);
        compress(sha->state, sha->block);
        held = 0;
    }
    memset(sha->block + held, 0, 56 - held);
    for (int i = 0; i < 8; i++)
        sha->block[56 + i] = (uint8_t)(bits >> (56 - 8 * i));
    compress(sha->state, sha->block);
    for (int i = 0; i < SHA256_BYTES; i++)
        out[i] = (uint8_t)(sha->state[i / 4] >> (24 - 8 * (i % 4)));
}

void sha256(const void *bytes, size_t length, uint8_t out[SHA256_BYTES])
{
    Sha256 sha;
    sha256_begin(&sha);
    sha256_add(&sha, bytes, length);
    sha256_end(&sha, out);
}

void hmac_sha256(const void *key, size_t key_length, const void *bytes, size_t length, uint8_t out[SHA256_BYTES])
{
    uint8_t pad[64] = {0}, inner[SHA256_BYTES];
    Sha256 sha;
    if (key_length > sizeof pad)
        sha256(key, key_length, pad);
    else if (key_length)
        memcpy(pad, key, key_length);
    for (size_t i = 0; i < sizeof pad; i++)
        pad[i] ^= 0x36;
    sha256_begin(&sha);
    sha256_add(&sha, pad, sizeof pad);
    sha256_add(&sha, bytes, length);
    sha256_end(&sha, inner);
    for (size_t i = 0; i < sizeof pad; i++)
        pad[i] ^= 0x36 ^ 0x5c;
    sha256_begin(&sha);
    sha256_add(&sha, pad, sizeof pad);
    sha256_add(&sha, inner, sizeof inner);
    sha256_end(&sha, out);
}

/* ---- dice ---- */

void dice_fair(Dice *dice, const uint8_t seed[SHA256_BYTES])
{
    memset(dice, 0, sizeof *dice);
    dice->mode = DICE_FAIR;
    memcpy(dice->seed, seed, SHA256_BYTES);
    dice->used = SHA256_BYTES;
}

void dice_fast(Dice *dice, uint64_t seed)
{
    memset(dice, 0, sizeof *dice);
    dice->mode = DICE_FAST;
    dice->used = SHA256_BYTES;
    Random spread = {seed};
    dice->fast[0] = random_next(&spread);
    dice->fast[1] = random_next(&spread) | 1;
}

void dice_context(Dice *dice, const uint8_t context[SHA256_BYTES])
{
    memcpy(dice->context, context, SHA256_BYTES);
    dice->block = 0;
    dice->used = SHA256_BYTES;
    dice->recorded = 0;
}

void dice_force(Dice *dice, const Cast *casts, int count)
{
    uint16_t waiting = (uint16_t)(dice->forced_count - dice->forced_used);
    memmove(dice->forced, dice->forced + dice->forced_used, waiting * sizeof *dice->forced);
    dice->forced_used = 0;
    dice->forced_count = waiting;
    for (int i = 0; i < count && dice->forced_count < DICE_FORCED; i++) {
        assert(casts[i].shows >= 1 && casts[i].shows <= casts[i].of);
        dice->forced[dice->forced_count++] = casts[i];
    }
}

static uint8_t fair_byte(Dice *dice)
{
    if (dice->used == SHA256_BYTES) {
        uint8_t message[SHA256_BYTES + 4];
        memcpy(message, dice->context, SHA256_BYTES);
        for (int i = 0; i < 4; i++)
            message[SHA256_BYTES + i] = (uint8_t)(dice->block >> (24 - 8 * i));
        hmac_sha256(dice->seed, SHA256_BYTES, message, sizeof message, dice->bytes);
        dice->block++;
        dice->used = 0;
    }
    return dice->bytes[dice->used++];
}

static int fair_die(Dice *dice)
{
    for (;;) {
        uint8_t byte = fair_byte(dice);
        if (byte < 252)
            return byte % 6 + 1;
    }
}

static int fair_draw(Dice *dice, int of)
{
    for (;;) {
        int number = fair_byte(dice) << 8;
        number |= fair_byte(dice);
        if (number < 65536 - 65536 % of)
            return number % of + 1;
    }
}

/* xorshift128+; the lowest of 2^32 products are thrown again, so that each face is as likely. */
static int fast_cast(Dice *dice, uint32_t of)
{
    uint32_t refuse_under = (uint32_t)(-of) % of;
    for (;;) {
        uint64_t a = dice->fast[0], b = dice->fast[1];
        dice->fast[0] = b;
        a ^= a << 23;
        dice->fast[1] = a ^ b ^ a >> 17 ^ b >> 26;
        uint64_t product = ((dice->fast[1] + b) >> 32) * of;
        if ((uint32_t)product >= refuse_under)
            return (int)(product >> 32) + 1;
    }
}

/* What waits in the queue, if it is a cast of that kind; else 0. */
static int forced_cast(Dice *dice, int of)
{
    if (dice->forced_used == dice->forced_count || dice->forced[dice->forced_used].of != of)
        return 0;
    return dice->forced[dice->forced_used++].shows;
}

static int recorded(Dice *dice, int shows, int of)
{
    assert(dice->recorded < DICE_RECORD);
    dice->hidden_from[dice->recorded] = 0;
    dice->record[dice->recorded++] = (Cast){(uint16_t)shows, (uint16_t)of};
    return shows;
}

int dice_roll(Dice *dice)
{
    int pips = forced_cast(dice, DIE);
    if (!pips)
        pips = dice->mode == DICE_FAIR ? fair_die(dice) : fast_cast(dice, DIE);
    return recorded(dice, pips, DIE);
}

int dice_draw(Dice *dice, int of)
{
    assert(of >= 1 && of <= UINT16_MAX);
    if (of == 1)
        return 1; /* that is no chance */
    if (of == DIE)
        return dice_roll(dice); /* what is written the same must fall the same when it is audited */
    int thing = forced_cast(dice, of);
    if (!thing)
        thing = dice->mode == DICE_FAIR ? fair_draw(dice, of) : fast_cast(dice, (uint32_t)of);
    return recorded(dice, thing, of);
}

int dice_roll_hidden(Dice *dice, unsigned hidden_from)
{
    int pips = dice_roll(dice);
    dice->hidden_from[dice->recorded - 1] = (uint8_t)hidden_from;
    return pips;
}

int dice_sum(Dice *dice, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += dice_roll(dice);
    return sum;
}

/* ---- as text: a draw of one of six is a die ---- */

size_t cast_print(Cast cast, char out[CAST_TEXT])
{
    int length = cast.of == DIE ? snprintf(out, CAST_TEXT, "%d", cast.shows)
                                : snprintf(out, CAST_TEXT, "%d/%d", cast.shows, cast.of);
    return (size_t)length;
}

static size_t read_number(const char *text, size_t length, uint16_t *out)
{
    size_t at = 0;
    uint32_t number = 0;
    for (; at < length && text[at] >= '0' && text[at] <= '9' && number <= UINT16_MAX; at++)
        number = number * 10 + (uint32_t)(text[at] - '0');
    *out = (uint16_t)number;
    return at && text[0] != '0' && number <= UINT16_MAX ? at : 0;
}

size_t cast_read(const char *text, size_t length, Cast *out)
{
    size_t at = read_number(text, length, &out->shows);
    out->of = DIE;
    if (at && at < length && text[at] == '/') {
        size_t more = read_number(text + at + 1, length - at - 1, &out->of);
        at = more ? at + 1 + more : 0;
    }
    return out->shows <= out->of ? at : 0;
}
