/* entry.h — who comes into play and who leaves it: sections 8 and 11, with 14.41-1. */
#ifndef SANDTABLE_PM_ENTRY_H
#define SANDTABLE_PM_ENTRY_H

#include "systems/pm/state.h"

/* ---- entry.c: 8.1–8.11, 8.21, 14.41-1; sea.c: 11 --------------------------------------------- */
enum { RVGK_PLACES = 10 };       /* 8.1-3 */
void calls_begin(Play *play);    /* German arrivals of the turn go to the OKH areas; aircraft leave (10.2-5) */
void arrivals_begin(Play *play); /* the Soviet turn box opens: dice of 8.9, rebuilds, conversions, aircraft */
Sentence calls_prompt(const Scenario *scenario, const State *view);
void shift_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal shift_check(const Scenario *scenario, const State *view, const Order *order);
void shift_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal shift_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void shift_apply(Play *play, const Order *order);
void call_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal call_check(const Scenario *scenario, const State *view, const Order *order);
void call_apply(Play *play, const Order *order);
void arko_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal arko_check(const Scenario *scenario, const State *view, const Order *order);
void arko_apply(Play *play, const Order *order);
Sentence arrivals_prompt(const Scenario *scenario, const State *view);
Refusal arrivals_may_end(const Scenario *scenario, const State *view, const Order *order);
void bring_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal bring_check(const Scenario *scenario, const State *view, const Order *order);
void bring_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal bring_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void bring_apply(Play *play, const Order *order);
void reserve_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal reserve_check(const Scenario *scenario, const State *view, const Order *order);
void reserve_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal reserve_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void reserve_apply(Play *play, const Order *order);
void harbour_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal harbour_check(const Scenario *scenario, const State *view, const Order *order);
void harbour_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal harbour_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void harbour_apply(Play *play, const Order *order);
void guards_begin(Play *play); /* guards.c: what may be rebuilt and converted in this phase */
void rebuild_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal rebuild_check(const Scenario *scenario, const State *view, const Order *order);
void rebuild_apply(Play *play, const Order *order);
void convert_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal convert_check(const Scenario *scenario, const State *view, const Order *order);
void convert_apply(Play *play, const Order *order);
Sentence release_prompt(const Scenario *scenario, const State *view);
void sail_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal sail_check(const Scenario *scenario, const State *view, const Order *order);
void sail_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal sail_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void sail_apply(Play *play, const Order *order);
void invade_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal invade_check(const Scenario *scenario, const State *view, const Order *order);
void invade_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal invade_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void invade_apply(Play *play, const Order *order);
/* The battle for the beach is over (11.4-4): invaders go ashore or die. */
void invasion_ends(Play *play, bool cleared);

/* ---- refit.c: 8.12–8.20 ---------------------------------------------------------------------- */
void refit_begin(Play *play); /* withdrawals that fall due in the first couplet (8.16, 10.1-4) */
Sentence refit_prompt(const Scenario *scenario, const State *view);
Refusal refit_may_end(const Scenario *scenario, const State *view, const Order *order);
void replace_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal replace_check(const Scenario *scenario, const State *view, const Order *order);
void replace_apply(Play *play, const Order *order);
void withdraw_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal withdraw_check(const Scenario *scenario, const State *view, const Order *order);
void withdraw_apply(Play *play, const Order *order);
void decline_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal decline_check(const Scenario *scenario, const State *view, const Order *order);
void decline_apply(Play *play, const Order *order);
void refit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal refit_check(const Scenario *scenario, const State *view, const Order *order);
void refit_apply(Play *play, const Order *order);

#endif
