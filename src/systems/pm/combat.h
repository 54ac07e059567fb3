/* combat.h — movement, prepared and mobile assaults as orders: sections 12, 14 and 15. What else their files share is
 * in march.h and fight.h. */
#ifndef SANDTABLE_PM_COMBAT_H
#define SANDTABLE_PM_COMBAT_H

#include "systems/pm/supply.h"

/* ---- movement.c: 12 -------------------------------------------------------------------------- */
void movement_begin(Play *play); /* where each unit starts; allowances are set when each begins to move */
void movement_end(Play *play);
enum { ALL_POINTS = 100 }; /* what a strait costs: the whole allowance, at the start of a move (12.16) */
int step_cost(const Scenario *scenario, const State *view, const Kind *kind, Hex from, Edge edge); /* -1: barred */
int allowance(const Scenario *scenario, const State *view, const Supplies *supplies,
              Piece piece);                          /* 9.7, 13.4, pm.r.38 */
Refusal why_resting(const State *view, Piece piece); /* does no more in this player turn: RESTING, LANDED */
/* The counters begin to move as one stack, or go on (12.5, 12.6); sets allowances, closes another stack. */
Refusal may_move_together(const Scenario *scenario, const State *view, const Piece *pieces, int count);
void begin_move(Play *play, const Piece *pieces, int count);
static inline int points_left(const Unit *unit) { return unit->mp - unit->spent; }
enum { WITH_AIRCRAFT, WITH_AIRLIFT }; /* words of `with` in orders that take a part of a stack away (9.18-2, 10.2-4) */

/* ---- battle.c, odds.c, losses.c, retreat.c, works.c: 14; mobile.c: 15; forecast.c ------------ */
void assaults_begin(Play *play);
void hedgehogs_declared(Play *play); /* when the declarations are over */
/* 14.8–14.10: the column of the odds before shifts, off the table too; and the table's result in a column. */
int column_of_odds(int attack, int defence);
Result result_in(const Book *data, int column, int die);
/* The work in the hex that has an effect now (14.24–14.30). */
int work_at(const Book *data, const State *state, Hex hex);
uint64_t intact_forts(const Book *data, const State *state, int word); /* where German paths end (14.29) */
void works_begin_turn(Play *play);                                     /* lines completed (17.3) */
void works_entered(Play *play, Hex hex); /* by a German-side unit: aborted or destroyed; called by move_to() */

#endif
