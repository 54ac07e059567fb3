/* journal.h — a game as readable text.
 *
 *     sandtable journal 1
 *     scenario wb95/nysa
 *     edition 1 3f9c…            rules edition, hash of the data
 *     options masking=on …
 *     commit 9a1b…               SHA-256 of the seed
 *     nonce soviet 00112233…     one a side
 *     begin
 *     move s254 6023             one order a line …
 *     attack s50 at 5924 = 3 5   … with the dice it rolled
 *     undo                       the order before is taken back
 *     @ 7c3d90aa12345678         hash of the position, every 32 orders
 *     result soviet 12 "Soviet medium victory"
 *     seed 77aa…
 *
 * The chain: C0 is the SHA-256 of the head, all bytes up to and including the line `begin`. For each order
 * (and undo) Cn = SHA-256(Cn-1 || the order's text without its dice || "\n"). The dice of order n come from
 * Cn (dice.h). Dice after `=` are a copy for the reader; replay rolls again and compares.
 * A game that the lab touched says `lab` in its head. */
#ifndef SANDTABLE_JOURNAL_H
#define SANDTABLE_JOURNAL_H

#include "core/game.h"

#define JOURNAL_CHECK_EVERY 32

typedef struct JournalHead {
    char scenario[48];
    int edition;
    uint8_t data_hash[SHA256_BYTES];
    char options[512];
    uint8_t commit[SHA256_BYTES];
    uint8_t nonce[SIDES][16];
    int nonces;
    char nonce_side[SIDES][16];
    bool lab;
    size_t length; /* bytes of the head, `begin` included */
    int lines;
} JournalHead;

/* Reads the head; false with a sentence and the line it fails at. */
bool journal_head(const char *bytes, size_t length, JournalHead *out, char why[200], int *line);

typedef enum Resume {
    RESUME_OK,
    RESUME_TORN,  /* the last line has no end: a killed writer; everything before it stands */
    RESUME_WRONG /* line `line` does not follow from those before it */
} Resume;

/* Replays all orders into a new game. With the seed known (from the journal's end, or `seed`), dice are
 * rolled again and compared; without it, the dice written in the journal are taken. `stop_after` < 0 plays all. */
Resume journal_replay(const Scenario *scenario, const char *bytes, size_t length, const uint8_t *seed, int stop_after,
                      Game **out, char why[300], int *line);

#endif
