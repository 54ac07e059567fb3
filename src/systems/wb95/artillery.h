/* artillery.h — what the files of section 6 share: artillery.c (guns that may fire, ranged attacks), shelling.c
 * (bridges), barrage.c, and fire_parts.c, which builds any of the three in any order. */
#ifndef SANDTABLE_WB95_ARTILLERY_H
#define SANDTABLE_WB95_ARTILLERY_H

#include "systems/wb95/fight.h"
#include "systems/wb95/wb95.h"

#define RANGE_HEXES 37 /* at most three away */

/* ---- artillery.c ---- */

Refusal gun_ready(const Scenario *scenario, const State *view, Piece gun, int side); /* a gun of his, in position */
Refusal shooter(const Scenario *scenario, const State *view, Piece gun, int side); /* … that may fire in this phase */
bool may_shoot(const Scenario *scenario, const State *view, Piece piece, int side); /* the same, cheaply */
/* Occupied hexes in range, in map order. */
int stacks_in_range(const Scenario *scenario, const State *view, Hex hex, Hex out[RANGE_HEXES]);
/* An enemy unit there that may be shelled: none that fought or was shelled already (R85); NO_PIECE. */
Piece shelled_at(const Wb95 *data, const State *view, int side, Hex hex, bool barrage);
/* Distance rules of one gun and target (6.1.2, 6.4.3). */
Refusal in_reach(const Scenario *scenario, const State *view, Piece gun, Hex hex);
Refusal fire_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex);
/* Calls `found` for every occupied hex that the first of the guns reaches; stops when it returns true. */
typedef bool Target(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex, void *context);
bool each_target(const Scenario *scenario, const State *view, const Piece *guns, int count, Target *found,
                 void *context);
/* Chooses the hex if they may fire at it; the context is a list of choices. */
bool list_fire_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex, void *context);
/* 10.2.3: guns out of supply may buy their full strength for any fire of their own; the slot that names them. */
int full_slot(int verb);
void pay_for_full(Play *play, const Order *order);
void fire_guns(Play *play, const Order *order); /* they have fired, and paid for it */
/* Rolls on ARTILLERY FIRE; the flights that join in are used up. */
void roll_fire(Play *play, const Order *order, Hex hex);

/* ---- shelling.c ---- */

Refusal shell_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hexside hexside);
/* Lists the bridges all these guns reach; without a list it only says whether there is one. */
bool each_bridge(const Scenario *scenario, const State *view, const Piece *guns, int count, Choices *out);

/* ---- barrage.c ---- */

Refusal barrage_gun(const Scenario *scenario, const State *view, Piece gun, int side);
bool barrage_ready(const Scenario *scenario, const State *view, Piece piece); /* the same, cheaply */
Refusal barrage_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex);
bool list_barrage_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex, void *context);
Refusal barrage_rounds(const State *view, int guns); /* whether there is ammunition for so many */

#endif
