/* game.h — one game being played: the loop, the journal in memory, views and undo.
 *
 * A Game binds a scenario, the true position, the dice and the journal. Every order is parsed, checked against
 * the view of the side that must answer, written to the journal (whose hash determines the dice), applied, and
 * reported as events. The caller decides when the journal's new bytes go to disk: the sink is called with each
 * line before the order's effect is visible.
 *
 * Undo goes back one order at a time to the last barrier: an order that rolled dice, revealed something, showed its
 * player something hidden (System.learned), or passed the turn to another side. The game keeps snapshots of the
 * position every so many orders (snapshots.h), and applies the orders since then again. The journal is append-only: an
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
    bool quiet; /* keep no journal text and no hash chain (for fast self-play); fair dice then come from the
                   seed and the number of the order */
} GameStart;

Game *game_new(const Scenario *scenario, const GameStart *start);
void game_free(Game *game);

const Scenario *game_scenario(const Game *game);
const Position *game_position(const Game *game);
/* Only for the lab: call it before each change. Marks the game permanently; NULL if that cannot be journalled. */
Position *game_lab(Game *game);
Events *game_lab_events(Game *game); /* for actions of a script that are not orders */
Dice *game_dice(Game *game);

/* The side that must answer, NO_SIDE when the game is over. */
int game_side(const Game *game);
/* The position as that side may know it, cached until the next order. */
const Position *game_view(Game *game, int side);
/* The memory of a view that nobody looks at for now. The caller may set any of it to zero; the view is then made from
 * the beginning when it is next asked for. */
void *game_idle_view(Game *game, int side, size_t *size);
/* A cache for listing this game's openings; NULL if its system has none. */
Memo *game_memo(const Game *game);

Refusal game_check(Game *game, const Order *order);
/* Checks, journals and applies the order; its events are then in game_events. If its dice are witnessed, the order is
 * only announced (game_announced), and game_roll carries it out. */
Refusal game_do(Game *game, const Order *order);
const Events *game_events(const Game *game);
/* Gives back the memory of many events, which are then gone: for games that wait beside hundreds of others. */
void game_shed(Game *game);
/* The side's standing answers. They are not part of the journal; the orders they give are. */
StandingSet *game_standing(Game *game, int side);
/* Applies the standing answer to the open question, if its side has one; `given` is then the order. Dropped: the answer
 * is impossible here and was cleared. After giving an order, call this until nothing is given. */
StandingFound game_answer(Game *game, Order *given);
/* ---- dice witnessed by players' browsers: witness.h, docs/dice.md ---- */

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
/* From here on only the holder of the seed takes part: for branches. */
bool game_end_witness(Game *game);

bool game_can_undo(const Game *game);
/* False with a sentence if there is nothing to undo. */
bool game_undo(Game *game, char why[200]);
/* Takes back the last order even across a barrier, if all players agree. Its dice are not reused: a new order rolls
 * other dice, because they also derive from the journal's line `back`. */
bool game_take_back(Game *game, char why[200]);
/* Replaces the position by an imagined one that fits what `sides` (a bit each; 0: a spectator) know together, for
 * a branch of a game in progress. Orders before it cannot be undone. The journal line `imagine SIDE… SEED` reproduces
 * the same position; a journal that can be audited has none. */
bool game_imagine(Game *game, unsigned sides, uint64_t seed, char why[200]);
/* Why a side's game ends before its end. */
typedef enum Defeat { DEFEAT_RESIGNED, DEFEAT_TIME, DEFEAT_ABSENT, DEFEATS } Defeat;
/* The side resigns: the game is over, and of two sides the other has won. The journal line is `resign SIDE`. */
bool game_resign(Game *game, int side, char why[200]);
/* The same for a side whose time ran out, or that stayed away: `resign SIDE time`, `resign SIDE absent`. */
bool game_lose(Game *game, int side, Defeat defeat, char why[200]);
int game_resigned(const Game *game); /* NO_SIDE: no side did */
/* The verdict if a side resigned, otherwise empty. */
Sentence game_given_up(const Game *game);
/* The score of the true position, or the resignation. */
void game_score(const Game *game, Score *out);
/* Orders in force (not undone), in order: what the journal would replay. */
int game_orders(const Game *game);
Order game_order(const Game *game, int index);

/* Whether the journal is of the current edition of rules and data. A game of another edition that replays to its end
 * continues with the current one after game_take_edition() has written that; false if writing failed. */
bool game_is_current(const Game *game);
bool game_take_edition(Game *game);
/* If all players agree: the journal does not replay to its end under the current edition; this game is the part that
 * does. It continues from here; `rest`, the remainder of the journal, stays in it and no longer counts. The line
 * `carry N` says that N lines of orders and take-backs count. */
bool game_carry_on(Game *game, const char *rest, size_t length);
/* Lines of orders, take-backs and the like written so far, including those that no longer count. */
uint32_t game_lines(const Game *game);

/* The journal as text so far. */
const char *game_journal(const Game *game, size_t *length);
/* Called with each line as it is written (and the line `@`, if one follows), before its effect is visible;
 * false cancels the order with a refusal ("the journal could not be written"). The caller itself must write
 * what game_journal already contains. */
void game_set_sink(Game *game, bool (*sink)(void *context, const char *line, size_t length), void *context);
/* Writes the closing lines (result, seed) once, after the game is over. True if the journal has them. */
bool game_close(Game *game);

#endif
