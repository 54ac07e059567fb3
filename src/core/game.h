/* game.h — one game being played: the loop, the journal in memory, views and undo.
 *
 * A Game binds a scenario, the true position, the dice and the journal. Every order goes the same way:
 * parsed, checked against the view of the side that must answer, written to the journal (whose hash makes
 * the dice), applied, told. The caller decides when the journal's new bytes go to disk: the sink is called
 * with each line before the order's effect can be seen.
 *
 * Undo goes back one order at a time to the last barrier: an order that rolled, revealed something, showed its giver
 * something hidden (System.learned), or passed the turn to another side. The position at the barrier is kept, and
 * another every so many orders (snapshots.h), and the orders since are applied again. The journal is append-only: an
 * undo is a line of its own. */
#ifndef SANDTABLE_GAME_H
#define SANDTABLE_GAME_H

#include "core/standing.h"
#include "core/witness.h"

typedef struct Game Game;

typedef struct GameStart {
    uint8_t seed[SHA256_BYTES];
    uint8_t nonce[SIDES][16];
    bool fast_dice;
    uint64_t fast_seed;
    DiceTrust
        trust;  /* other than TRUST_SERVER: the nonces follow from the seed, and players add numbers of their own */
    int wait;   /* seconds that a witnessed roll waits for a link */
    bool quiet; /* keep no journal text and no hash chain (self-play at full speed); fair dice then come from
                   the seed and the order's number */
} GameStart;

Game *game_new(const Scenario *scenario, const GameStart *start);
void game_free(Game *game);

const Scenario *game_scenario(const Game *game);
const Position *game_position(const Game *game);
/* For the lab alone: call it before each change. Marks the game for ever; NULL if the journal cannot say so. */
Position *game_lab(Game *game);
Events *game_lab_events(Game *game); /* for what a script plays besides orders */
Dice *game_dice(Game *game);

/* The side that must answer, NO_SIDE when the game is over. */
int game_side(const Game *game);
/* The position as that side may know it; cached until the next order. */
const Position *game_view(Game *game, int side);
/* For listings of this game's openings; NULL if its system keeps none. */
Memo *game_memo(const Game *game);

Refusal game_check(Game *game, const Order *order);
/* Checks, journals, applies. The events of the order are then in game_events. An order whose dice are witnessed is only
 * announced (game_announced), and game_roll carries it out. */
Refusal game_do(Game *game, const Order *order);
const Events *game_events(const Game *game);
/* What that side wants answered in advance. It is no part of the journal: the orders given by it are. */
StandingSet *game_standing(Game *game, int side);
/* Answers the open question as its side wants it, if it wants anything; then `given` is the order. Dropped: it cannot
 * be done, and is wanted no longer. Whoever gives an order calls it until nothing is given. */
StandingFound game_answer(Game *game, Order *given);
/* ---- dice in which players' browsers take part: witness.h, docs/dice.md ---- */

DiceTrust game_trust(const Game *game);
int game_wait(const Game *game);
const Witness *game_witness(const Game *game, int side);
/* A side's browser brings a chain, in place of the one it may have brought before. False with a message: not now. */
bool game_bring_chain(Game *game, int side, const uint8_t anchor[SHA256_BYTES], uint32_t links, char why[200]);
/* The next link of the side's chain: for the roll that waits, or its first one at the beginning. */
bool game_link(Game *game, int side, const uint8_t link[SHA256_BYTES], char why[200]);
/* The roll goes on without that side's link. */
bool game_leave_out(Game *game, int side, char why[200]);
/* The order that waits for its dice, NULL: none does; the sides whose links it waits for, a bit each. */
const Order *game_announced(const Game *game);
unsigned game_links_due(const Game *game);
/* The hash of the journal up to here: what a link is given for. */
void game_roll_context(const Game *game, uint8_t out[SHA256_BYTES]);
/* Carries the order out, once no link is due. */
Refusal game_roll(Game *game);
/* From here on nobody takes part but the one who holds the seed: for what-ifs. */
bool game_end_witness(Game *game);

bool game_can_undo(const Game *game);
/* False with a sentence when there is nothing to take back. */
bool game_undo(Game *game, char why[200]);
/* Takes the last order back even across a barrier: for players who all agree. What was rolled is not rolled again,
 * and an order given anew rolls other dice, because the journal's line `back` is part of what they derive from. */
bool game_take_back(Game *game, char why[200]);
/* Goes on from a position that may be true by what `sides` (a bit each; 0: a spectator) know together: for a what-if of
 * a game whose secrets are still kept. Nothing before it can be taken back. The line `imagine SIDE… SEED` says so, and
 * the same position follows from it again; a journal that can be audited has none. */
bool game_imagine(Game *game, unsigned sides, uint64_t seed, char why[200]);
/* The side gives the game up: it is over, and of two sides the other has won. The line `resign SIDE` says so. */
bool game_resign(Game *game, int side, char why[200]);
int game_resigned(const Game *game); /* NO_SIDE: nobody did */
/* The verdict when somebody gave up; empty when nobody did. */
Sentence game_given_up(const Game *game);
/* The score of the true position, or that somebody gave up. */
void game_score(const Game *game, Score *out);
/* Orders that stand, in order: what the journal would replay. */
int game_orders(const Game *game);
Order game_order(const Game *game, int index);

/* Whether the journal says that it is played with the present rules and data. One that was begun with others and could
 * be read to its end goes on with these once game_take_edition() has written so; false if that failed. */
bool game_is_current(const Game *game);
bool game_take_edition(Game *game);
/* For players who agree: of a journal that does not hold to its end under the present edition, this game is as far as
 * it holds. It goes on from here; the rest of the journal, which is given, stays in it and no longer counts. The line
 * `carry N` says so: N lines of orders and take-backs count. */
bool game_carry_on(Game *game, const char *rest, size_t length);
/* Lines of orders, take-backs and the like that were written so far, those that no longer count among them. */
uint32_t game_lines(const Game *game);

/* The journal as text so far. */
const char *game_journal(const Game *game, size_t *length);
/* Called with each line as it is written (and the line `@`, when one follows), before anybody can see its
 * effect; false undoes the order with a refusal ("the journal could not be written"). What game_journal holds
 * by now is the caller's to write. */
void game_set_sink(Game *game, bool (*sink)(void *context, const char *line, size_t length), void *context);
/* Writes the closing lines (result, seed) once the game is over; nothing before, nor twice. True if they stand. */
bool game_close(Game *game);

#endif
