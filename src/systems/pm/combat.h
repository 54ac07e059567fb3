/* combat.h — movement, prepared and mobile assaults as orders: sections 12, 14 and 15. What their files share besides
 * is in march.h and fight.h. */
#ifndef SANDTABLE_PM_COMBAT_H
#define SANDTABLE_PM_COMBAT_H

#include "systems/pm/supply.h"

/* ---- movement.c: 12 -------------------------------------------------------------------------- */
void movement_begin(Play *play); /* where everybody starts; allowances are set when each begins to move */
void movement_end(Play *play);
Sentence movement_prompt(const Scenario *scenario, const State *view);
enum { ALL_POINTS = 100 }; /* what a strait costs: the whole allowance, at the start of a move (12.16) */
int step_cost(const Scenario *scenario, const State *view, const Kind *kind, Hex from, Edge edge); /* -1: barred */
int side_cost(const Scenario *scenario, const State *view, const Kind *kind, Hex from, Edge edge); /* of the river */
int allowance(const Scenario *scenario, const State *view, const Supplies *supplies,
              Piece piece); /* 9.7, 13.4, pm.r.38 */
void move_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
extern ListOrder move_parts, enter_list, enter_parts;
extern CheckOrder move_check, enter_check;
extern DemandOrder move_demands, enter_demands;
extern ApplyOrder move_apply, enter_apply;
extern ReachOrder move_reach, enter_reach;
Refusal why_resting(const State *view, Piece piece); /* who does no more in this player turn: RESTING, LANDED */
/* The counters begin to move as one stack, or go on (12.5, 12.6); sets allowances, closes another stack. */
Refusal may_move_together(const Scenario *scenario, const State *view, const Piece *pieces, int count);
void begin_move(Play *play, const Piece *pieces, int count);
static inline int points_left(const Unit *unit) { return unit->mp - unit->spent; }
enum { WITH_AIRCRAFT, WITH_AIRLIFT }; /* words of `with` in orders that take a part of a stack away (9.18-2, 10.2-4) */

/* ---- battle.c, odds.c, losses.c, retreat.c, works.c: 14; mobile.c: 15; forecast.c ------------ */
void battle_resume(Play *play); /* the procedure */
void assaults_begin(Play *play);
Sentence assaults_prompt(const Scenario *scenario, const State *view);
Refusal assaults_may_end(const Scenario *scenario, const State *view, const Order *order); /* the invasion (14.1) */
void attack_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
extern ListOrder attack_parts, assault_list, assault_parts, retreat_list;
extern CheckOrder attack_check, assault_check, retreat_check;
extern DemandOrder attack_demands, assault_demands;
extern ListOrder lose_list, lose_parts;
extern CheckOrder lose_check;
extern DemandOrder lose_demands;
extern ApplyOrder attack_apply, assault_apply, lose_apply, retreat_apply;
extern ForecastOrder attack_forecast, assault_forecast;
extern PromptQuestion defender_prompt, attacker_prompt;
int loss_due(const Scenario *scenario, const State *view);
extern PromptQuestion advance_prompt;
extern ListOrder advance_list, advance_parts;
extern CheckOrder advance_check;
extern DemandOrder advance_demands;
extern ApplyOrder advance_apply;
void hold_apply(Play *play, const Order *order); /* nobody advances */
extern PromptQuestion round_prompt, hedgehog_prompt;
extern ApplyOrder again_apply, back_apply, hedgehog_apply;
extern ForecastOrder again_forecast;
extern ListOrder hedgehog_list;
extern CheckOrder hedgehog_check;
void hedgehogs_declared(Play *play); /* when the declarations are over */
/* 14.8–14.10: the column of the odds before shifts, off the table too; and what the table says in a column. */
int column_of_odds(int attack, int defence);
Result result_in(const Book *data, int column, int die);
/* What stands there and works now (14.24–14.30). */
int work_at(const Book *data, const State *state, Hex hex);
uint64_t intact_forts(const Book *data, const State *state, int word); /* where German paths end (14.29) */
void works_begin_turn(Play *play);                                     /* lines completed (17.3) */
void works_entered(Play *play, Hex hex); /* by a German-side unit: aborted or destroyed; called by move_to() */

#endif
