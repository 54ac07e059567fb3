/* assault.h — TCS 22 to 24: Assault, Overrun, Consolidated Assault. */
#ifndef SANDTABLE_TCS_ASSAULT_H
#define SANDTABLE_TCS_ASSAULT_H

#include "systems/tcs/march.h"

/* ---- assault.c: 22 --------------------------------------------------------------------------------------- */

/* Of an order that names an enemy hex and up to `most` counters in it or next to it: the hexes, or the counters that
 * may join. */
typedef bool MayJoin(const Scenario *scenario, const State *view, const Order *order);
void list_beside(const Scenario *scenario, const State *view, const Order *prefix, int most, MayJoin *may,
                 Choices *out);
void combat_begin(Play *play, CombatKind kind, Hex hex, const Piece *pieces, int count);
void combat_ends(Play *play);
int attackers_left(const State *state, Piece out[STACK]);
Refusal are_together(const State *view, Piece first, Piece piece); /* 20.0i */
/* What entering the hex for a combat costs, if it can be paid; the second from any hex, with so many GRAINS left. */
Refusal can_enter(const Scenario *scenario, const State *view, Piece piece, Hex hex, bool singly, CombatKind combat,
                  int *grains);
Refusal can_fight_into(const Scenario *scenario, const State *view, Piece piece, Hex from, Hex hex, bool singly,
                       CombatKind combat, int left, int *grains);

/* ---- overrun.c: 23 --------------------------------------------------------------------------------------- */

void overrun_leaves(Play *play);
bool has_exit(const Scenario *scenario, const State *view, Hex hex, const Piece *pieces, int count);

/* ---- consolidated.c: 24 ----------------------------------------------------------------------------------- */

void consolidated_changes(Play *play); /* into an Overrun or an Assault */
/* Of the units that quit: riders with their carriers; vehicles alone if no unit rolls. */
Refusal quitters_allow(const Scenario *scenario, const State *view, const Order *order, bool rolls);

#endif
