/* witness.h — the lines of a journal by which players' browsers take part in the dice; docs/dice.md says why.
 *
 *     chain german 9a1b… 4096    a browser of that side brings a hash chain of so many links: this is its end
 *     roll soviet attack s50 at 5924
 *                                the side gave this order, which will roll: it waits for links of the other chains
 *     link german 3f9c…          the next link: its SHA-256 is the link before it, or the end of the chain
 *     without german             the link did not come in time
 *     attack s50 at 5924 = 3 5   the order itself, with dice that come from all lines before it
 *     dice server                from here on no browser takes part
 *
 * A side's first link may also be a line without a roll: it is the number that its player adds when the game begins. */
#ifndef SANDTABLE_WITNESS_H
#define SANDTABLE_WITNESS_H

#include "core/dice.h"

#define LINKS_MAX 65536
#define WITNESS_WAIT_MAX (7 * 86400)

/* The parties to the dice of a game. */
typedef enum DiceTrust {
    TRUST_SERVER,   /* only the holder of the seed could know them */
    TRUST_NONCES,   /* each player adds a number of his own when the game begins */
    TRUST_WITNESSED /* each roll needs a link of every other player's chain */
} DiceTrust;

/* The chain of a side. */
typedef struct Witness {
    uint8_t anchor[SHA256_BYTES]; /* its end, as it was brought */
    uint8_t last[SHA256_BYTES];   /* the link given last; the anchor at first */
    uint32_t links, given;        /* links 0: the side has no chain */
} Witness;

typedef enum WitnessKind {
    WITNESS_NONE, /* another line */
    WITNESS_CHAIN,
    WITNESS_ROLL,
    WITNESS_LINK,
    WITNESS_WITHOUT,
    WITNESS_END
} WitnessKind;

typedef struct WitnessLine {
    WitnessKind kind;
    char side[16];
    uint8_t hash[SHA256_BYTES];
    uint32_t links;
    const char *order; /* of a roll by that side: the order's text */
    size_t order_length;
} WitnessLine;

/* Reads a line; false if it begins as one of these and is not written as they are. */
bool witness_read(const char *line, size_t length, WitnessLine *out);
/* Whether it begins as one of these. */
bool witness_is(const char *line, size_t length);

void witness_bring(Witness *witness, const uint8_t anchor[SHA256_BYTES], uint32_t links);
/* Whether this is the next link. */
bool witness_fits(const Witness *witness, const uint8_t link[SHA256_BYTES]);
void witness_give(Witness *witness, const uint8_t link[SHA256_BYTES]);
/* What a browser keeps of the links it gave, so that none can serve another roll than the one it was asked for: from 32
 * zeros on, SHA-256 of what was kept before, the link's number in four bytes, the high one first, and the hash of the
 * journal up to the roll. */
void witness_note(uint8_t kept[SHA256_BYTES], uint32_t index, const uint8_t context[SHA256_BYTES]);

#endif
