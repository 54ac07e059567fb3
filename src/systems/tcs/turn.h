/* turn.h — TCS 2, 7.0, 27 and III: the sequence of play, set-up, reinforcements, weather, light. */
#ifndef SANDTABLE_TCS_TURN_H
#define SANDTABLE_TCS_TURN_H

#include "systems/tcs/counter.h"

/* ---- sequence.c: 2 ---------------------------------------------------------------------------------- */

void tcs_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events);
bool go_to_step(Play *play, int step, int side, int turn); /* for the lab: `side` phasing */
/* whatever else the phasing side does finishes the hex it fires at. True if the order waits for the answer to
 * that; it is carried out when that is over, if it is still legal. */
bool finishes_first(Play *play, const Order *order);

/* ---- arrival.c: 2.2.10, 2.2.11, 2.2.22 -------------------------------------------------------------------- */

void reinforcements_arrive(Play *play, int side);    /* when its Action Phase begins */
Refusal has_arrived(const State *view, Piece piece); /* in this phase, and is the side's to arrange */

/* ---- setup.c: III ----------------------------------------------------------------------------------- */

void setup_state(Play *play);
void find_zone(const Scenario *scenario, Book *data, Piece piece); /* where its counter may be set up */

/* ---- weather.c: 7.0, 27 ------------------------------------------------------------------------------ */

void turn_light(Play *play);   /* light and visibility of the turn */
void weather_step(Play *play); /* 2.2.6 */
static inline bool is_night(const State *state) { return state->light == NIGHT; }
static inline bool is_lit(const State *state, Hex hex) { return state->light != NIGHT || has_bit(state->lit, hex); }

#endif
