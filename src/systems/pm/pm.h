/* pm.h — Proud Monster inside: which file does what. Every file of the rulebook includes it.
 *
 * Files follow the rulebook: setup.c is section 3, victory.c 4, sequence.c 5, stacking.c 6 and 7, entry.c 8.1–8.11,
 * 8.21 and 14.41-1, refit.c 8.12–8.20, supply.c 9, air.c 10, sea.c 11, movement.c 12, weather.c 13, assault.c,
 * battle.c, odds.c, losses.c, retreat.c, works.c and hedgehog.c 14, mobile.c 15, tables.c 17, fog.c 14.7; forecast.c
 * weighs what battle.c would do. orders.def describes questions and orders and names the functions of each, system.c
 * puts it all into struct System. aims.c and panels.c show a player his goals and his state; outlook.c and judgement.c
 * weigh orders for players of the machine. Headers go by subject: book.h is what never changes, state.h what does;
 * turn.h, entry.h, supply.h and combat.h name the orders of the sections in their head.
 *
 * A *view* is a State too (fog.c). Of an enemy stack only the top counter is itself; the others are anonymous slots
 * there (index >= scenario->pieces) of a kind that says only which side they belong to, and their own slots are in no
 * place. */
#ifndef SANDTABLE_PM_H
#define SANDTABLE_PM_H

#include "systems/pm/combat.h"
#include "systems/pm/entry.h"
#include "systems/pm/supply.h"
#include "systems/pm/turn.h"

/* ---- fog.c: 14.7, pm.r.89 -------------------------------------------------------------------- */
void pm_mask(const Scenario *scenario, const Position *position, int viewer, Position *view);
enum { PM_SIGHT = 14 * 1024 }; /* bytes of a Sight */
void pm_mask_again(const Scenario *scenario, const Position *position, int viewer, Position *view, Sight *sight);
bool pm_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random);
void pm_imagine(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out);
enum { PM_FACTS = PM_SLOTS / 64 };
bool pm_reveals(const Scenario *scenario, const Position *view, const Order *order);
void pm_learned(const Scenario *scenario, const Position *view, uint64_t *bits);
/* ---- load.c, look.c, lab.c, invariants.c, judgement.c --------------------------------------------- */
bool pm_load(Scenario *scenario, Loading *loading);
void pm_unload(Scenario *scenario);
void pm_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events);
extern const StandingKind pm_standing[];                             /* standing.c */
bool pm_foresee(const Scenario *scenario, Position *view, int side); /* foresee.c */
extern const Branch pm_branches[];
extern const Sign pm_signs[];
extern const MarkKind pm_mark_kinds[];
extern const OverlayKind pm_overlays[];
void pm_look(const Scenario *scenario, const Position *view, Piece piece, Look *out);
int pm_marks(const Scenario *scenario, const Position *view, Mark *out, int room);
int pm_track(const Scenario *scenario, const Position *view, Sentence *out, int room);
int pm_phases(const Scenario *scenario, const Position *view, TurnPhase out[TURN_PHASES]);
bool pm_invariants(const Scenario *scenario, const Position *position, char why[200]);
bool pm_lab(Scenario *scenario, Position *position, const LabLine *line);
bool pm_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200]);
void pm_aims(const Scenario *scenario, const Position *position, int side, Aims *out);  /* aims.c */
void pm_posts(const Scenario *scenario, const Position *position, int side, Aims *out); /* posts.c */
void pm_scale(const Scenario *scenario, const Position *position, Scale *out);
void pm_panels(const Scenario *scenario, const Position *position, int viewer, Panels *out); /* panels.c */
const char *pm_group_name(const Scenario *scenario, int group);
extern const char *const pm_feature_names[]; /* appraisal.c, ended by NULL */
void pm_features(const Scenario *scenario, const Position *position, int32_t out[SIDES][FEATURES_MAX]);
void pm_judge(const Scenario *scenario, const Position *view, Memo *memo);
int32_t pm_value(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order);

#endif
