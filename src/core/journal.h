/* journal.h — a game as readable text.
 *
 *     sandtable journal 2
 *     scenario wb95/nysa
 *     edition 1 3f9c…            rules edition, hash of what rules read of the data
 *     options masking=on …
 *     commit 9a1b…               SHA-256 of the seed
 *     nonce soviet 00112233…     one per side
 *     begin
 *     move s254 6023             one order per line …
 *     attack s50 at 5924 = 3 5   … with the dice it rolled; 17/343 is a draw, the 17th of 343 things
 *     undo                       the previous order is undone
 *     back                       the same, across dice or a reveal: the players agreed
 *     resign german              a side resigns; with ` time` its time ran out, with ` absent` it stayed away
 *     imagine german 5be0cd19137e2179
 *                                a branch: from here on what these sides do not know is shuffled
 *     edition 2 88d1…            from here on the game uses a later edition
 *     carry 57                   the players agreed: only the first 57 lines count of those before this one
 *     @ 7c3d90aa12345678 90…     hashes of the position and of its places, every 32 orders and at the end
 *     result soviet 12 "Soviet medium victory"
 *     seed 77aa…
 *
 * The chain: C0 is the SHA-256 of the head, all bytes up to and including the line `begin`. For each order
 * (and undo) Cn = SHA-256(Cn-1 || the order's text without its dice || "\n"). The dice of order n come from
 * Cn (dice.h), those of the set-up from C0; they follow `begin =` and are not part of the chain either.
 * Dice after `=` are a copy for the reader; replay rolls again and compares.
 *
 * Format 3 is written by servers: its nonces are followed by the word `derived` and are the first 16 bytes of
 * HMAC-SHA-256(seed, "nonce SIDE"), and a line `dice nonces` or `dice witnessed SECONDS` stands before `begin`. The
 * lines by which players' browsers take part in its dice are those of witness.h; they are part of the chain.
 *
 * `@` follows every 32nd line of an order or undo, and the last one before the result. A game with fast dice
 * says `fast SEED` in place of `commit` and ends without `seed`. A game that the lab touched says `lab` in its
 * head, or in a line of its own from where it was touched; its position does not follow from its orders, so it
 * is not replayed.
 *
 * A game outlives the edition it was started with. Under another one it is replayed: every line must be legal and roll
 * the same dice. The layout of a position may differ there, so its first hash is not compared, only the second, of the
 * places of the counters; journals of format 1 have none. If all lines hold, the game continues, and a line `edition`
 * names the new edition. If not, the players may agree to continue from the last line that holds. */
#ifndef SANDTABLE_JOURNAL_H
#define SANDTABLE_JOURNAL_H

#include "core/game.h"

#define JOURNAL_CHECK_EVERY 32
#define JOURNAL_FORMAT 3
#define JOURNAL_FORMAT_ALONE 2 /* of games in whose dice no browser takes part */

typedef struct JournalHead {
    int format; /* 1 to 3 */
    char scenario[48];
    int edition;
    uint8_t data_hash[SHA256_BYTES];
    char options[OPTIONS_MAX * 48];
    bool fast; /* no fair dice: `fast_seed` instead of `commit` */
    uint64_t fast_seed;
    uint8_t commit[SHA256_BYTES];
    uint8_t nonce[SIDES][16];
    int nonces;
    char nonce_side[SIDES][16];
    bool nonces_derived; /* they follow from the seed */
    DiceTrust trust;
    int wait;
    bool lab;
    size_t length; /* bytes of the head, `begin` with its dice included */
    int lines;
    Cast dice[DICE_RECORD]; /* of the set-up */
    int dice_count;
} JournalHead;

/* Reads the head; false with a sentence and the line it fails at. */
bool journal_head(const char *bytes, size_t length, JournalHead *out, char why[200], int *line);

/* Whether the game was started with this edition of rules and data; a sentence and the line if not. */
bool journal_edition(const JournalHead *head, const Scenario *scenario, char why[200], int *line);
/* Whether the scenario has the options that the game was started with; later options have their old value. */
bool journal_options(const JournalHead *head, const Scenario *scenario, char why[200], int *line);
/* The seed revealed at the journal's end; false if there is none. */
bool journal_seed(const char *bytes, size_t length, uint8_t seed[SHA256_BYTES]);

typedef enum Resume {
    RESUME_OK,
    RESUME_TORN, /* the last line is incomplete (a killed writer); everything before it is valid */
    RESUME_WRONG /* line `line` does not follow from those before it */
} Resume;

/* Replays all orders into a new game. With the seed known (from the journal's end, or `seed`), dice are
 * rolled again and compared; without it, the dice written in the journal are used, and the game cannot go on.
 * `stop_after` is how many lines of orders and undos to play; < 0 plays all. `line` is the one that is torn or
 * wrong. With RESUME_WRONG `*out` is the game up to that line, NULL if it never began. The text of the new
 * game equals the journal as far as it was played, so a writer goes on from there. */
Resume journal_replay(const Scenario *scenario, const char *bytes, size_t length, const uint8_t *seed, int stop_after,
                      Game **out, char why[300], int *line);

/* The same, and calls `seen` after the set-up and after each line played. */
typedef void JournalSeen(void *context, Game *game, int line, const char *text, size_t length);
Resume journal_watch(const Scenario *scenario, const char *bytes, size_t length, const uint8_t *seed, int stop_after,
                     JournalSeen *seen, void *context, Game **out, char why[300], int *line);
/* The same, and counts the lines of orders and undos that hold: the `stop_after` of the part that replays. */
Resume journal_hold(const Scenario *scenario, const char *bytes, size_t length, const uint8_t *seed, int stop_after,
                    JournalSeen *seen, void *context, Game **out, int *held, char why[300], int *line);

/* First words of lines that are not orders; no verb of a rulebook may be one of them. */
bool journal_reserves(const char *word);

/* What follows the side in a line `resign`, by Defeat. */
extern const char *const journal_defeats[DEFEATS];
/* The side that a line `resign …` names, and how it lost; false: there is none. */
bool journal_defeat(const Scenario *scenario, const char *bytes, size_t length, int *side, Defeat *defeat);
/* Reads a line `imagine SIDE… SEED`. */
bool journal_imagined(const Scenario *scenario, const char *bytes, size_t length, unsigned *sides, uint64_t *seed);

#endif
