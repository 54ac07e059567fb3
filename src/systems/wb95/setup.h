/* setup.h — what set-up and sequence share. */
#ifndef SANDTABLE_WB95_SETUP_H
#define SANDTABLE_WB95_SETUP_H

#include "systems/wb95/wb95.h"

/* Opens the question of the next stage that has something to ask; false when none has. The sequence's frame, on top,
 * counts the stages. */
bool ask_setup(Play *play);
/* Opens the phase the state names: for the lab. */
void begin_phase(Play *play);
/* Puts everything in its default place, before the first question. */
void set_up_state(Play *play);
/* Puts a counter in its set-up hex, fortified if the scenario says so. */
void set_up_piece(Play *play, Piece piece, Hex hex);

#endif
