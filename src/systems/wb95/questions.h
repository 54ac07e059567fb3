/* questions.h — what each file has for the rows of questions.c: a verb, and what is done for it (kit/ask.h). */
#ifndef SANDTABLE_WB95_QUESTIONS_H
#define SANDTABLE_WB95_QUESTIONS_H

#include "systems/wb95/wb95.h"

/* sequence.c: 2; the end of every phase */
extern CheckOrder end_check;
extern ApplyOrder end_apply;
void sequence_resume(Play *play);

/* setup.c: free placements, starting losses */
extern ListOrder setup_list, reduce_list;
extern CheckOrder setup_check, reduce_check, ready_check;
extern ApplyOrder setup_apply, reduce_apply, ready_apply;
extern PromptQuestion setup_prompt;

/* features.c, feature_counters.c: days of air, defectors, pontoons, the replacement HQ (nysa.1-12) */
extern ListOrder days_list, defector_list, pontoon_list, replacement_list;
extern CheckOrder days_check, defector_check, pontoon_check, replacement_check;
extern ApplyOrder days_apply, defector_apply, pontoon_apply, replacement_apply;
extern PromptQuestion days_prompt, defector_prompt, pontoon_prompt;
extern OpenOrder replacement_open;

/* air.c, air_parts.c: 8 */
extern OpenOrder mission_open;
extern ListOrder mission_list, mission_parts, recall_list, duel_list;
extern CheckOrder mission_check, recall_check, duel_check;
extern ApplyOrder mission_apply, recall_apply, fly_apply, duel_apply;
extern ForecastOrder mission_forecast;
extern DemandOrder mission_demands;
extern PromptQuestion air_prompt, duel_prompt;
void sorties_resume(Play *play); /* duels, then missions */

/* movement.c, fortification.c: 3, 7.1, 12 */
extern ListOrder move_list, mover_list;
extern CheckOrder move_check, force_check, entrench_check, limber_check, mark_check;
extern ApplyOrder move_apply, force_apply, entrench_apply, limber_apply, mark_apply, movement_end;
extern ReachOrder move_reach;
extern BeyondOrder move_beyond;
extern PromptQuestion movement_prompt, strategic_prompt;
extern VerbsOfQuestion movement_verbs;
void movement_openings(const Scenario *scenario, const State *view, Memo *memo, Openings *out);
/* Counters on the map that can be given the order of the prefix, which names nothing yet. */
void list_movers(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);

/* reinforcement.c: 11; bridge.c: 14; volkssturm.c: 15.3.3, 15.3.4 */
extern ListOrder enter_list, shift_list, bridge_list, renew_list;
extern CheckOrder enter_check, shift_check, exit_check, bridge_check, renew_check;
extern ApplyOrder enter_apply, shift_apply, exit_apply, demolish_apply, repair_apply, build_apply, renew_apply;
extern ReachOrder enter_reach;
/* Those of counters beyond the edge of the map. */
void add_verbs_of_reinforcements(const Scenario *scenario, const State *view, KindSet *verbs);

/* masking.c: 16.1.1, 16.1.2 */
extern OpenOrder cover_open, top_open;
extern ListOrder cover_list, top_list;
extern CheckOrder cover_check, top_check;
extern ApplyOrder cover_apply, top_apply;

/* combat.c, attack_parts.c, artillery.c, shelling.c, barrage.c, fire_parts.c, forecast.c: 5.1, 6 */
extern OpenOrder attack_open, fire_open, shell_open, barrage_open;
extern ListOrder attack_list, fire_list, shell_list, barrage_list, attack_parts, fire_parts;
extern CheckOrder attack_check, fire_check, shell_check, barrage_check;
extern ApplyOrder attack_apply, fire_apply, shell_apply, barrage_apply;
extern ForecastOrder attack_forecast, fire_forecast, shell_forecast;
extern DemandOrder attack_demands, fire_demands;
extern PromptQuestion combat_prompt, barrage_prompt;
void assault_resume(Play *play); /* goes on with the combat at hand: 5.2.1 */

/* commitment.c: 5.2.1 b; losses.c: 5.1.8 */
extern ListOrder defend_list, commit_list, defend_parts, commit_parts;
extern CheckOrder defend_check, commit_check;
extern ApplyOrder defend_apply, commit_apply, lose_apply;
extern ForecastOrder defend_forecast, commit_forecast;
extern DemandOrder defend_demands, commit_demands;
extern const struct Paying losses_paying;
extern PromptQuestion defence_prompt, commit_prompt, losses_prompt;
int losses_due(const Scenario *scenario, const State *view);
void losses_resume(Play *play);

/* retreat.c: 5.3; pursuit.c: 5.4 */
extern OpenOrder retreat_open, pursue_open;
extern ListOrder retreat_list, pursue_list;
extern CheckOrder retreat_check, pursue_check;
extern ApplyOrder retreat_apply, stand_apply, pursue_apply, halt_apply;
extern ReachOrder retreat_reach, pursue_reach;
extern PromptQuestion retreat_prompt, pursuit_prompt;

#endif
