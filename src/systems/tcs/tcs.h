/* tcs.h — the Tactical Combat Series inside: which file does what. The immutable data are in book.h, the state of a
 * game in state.h.
 *
 * Files follow the rulebook: setup.c is section III, sequence.c 2, arrival.c 2.2.10, counter.c 3 and 10.0a–e, modes.c
 * 4, stacking.c 5, plans.c, sheets.c, drawings.c, prep.c, tasks.c, reserves.c, camps.c, rear.c, command.c and bounds.c
 * 6, weather.c 7.0 and 27, spotting.c 7.1, 8 and 9.3, fire.c, fire_lists.c and attack.c 9 and 13, losses.c 10, area.c
 * 11, point.c 12, overwatch.c 14, at_rolls.c 15, morale.c 16.0–16.4, retreat.c 16.5, zones.c 11.1h and 19, artillery.c
 * 17, barrage.c 17.6 and 18, smoke.c 19.4, ground.c 20.1, movement.c, ways.c and walk.c 20.0, mines.c 21, assault.c 22,
 * overrun.c 23, consolidated.c 24, transport.c 25.1, guns.c 25.5, air.c 26; victory.c is a scenario's end, fog.c 1.4,
 * forecast.c weighs what area.c and morale.c would do. orders.def describes questions and orders, system.c puts all of
 * it into struct System.
 *
 * Amounts are whole numbers. An MP has SIXTHS parts; what riders spend in their carrier's proportion is no number of
 * sixths, so a unit's own account is kept in GRAINS, of which every share of every carrier is a whole number.
 * Firepower is kept in FOURTHS: two halvings, rounded once at the end (1.0, 1.3, R-35).
 *
 * Rulings of our own are cited as R-01 … where the book is silent; their text is in the ledger's rows.
 *
 * Nothing on the map is hidden (1.4-2), so a *view* is a State with the same counters: only orders, Battalion Morale,
 * ammunition and plans of the other side are taken out of it (fog.c). */
#ifndef SANDTABLE_TCS_H
#define SANDTABLE_TCS_H

#include "systems/tcs/assault.h"
#include "systems/tcs/command.h"
#include "systems/tcs/counter.h"
#include "systems/tcs/fire.h"
#include "systems/tcs/march.h"
#include "systems/tcs/shells.h"
#include "systems/tcs/show.h"
#include "systems/tcs/turn.h"

extern const char *const tcs_feature_names[]; /* appraisal.c, ended by NULL */
void tcs_features(const Scenario *scenario, const Position *position, int32_t out[SIDES][FEATURES_MAX]);

#endif
