/* weather.c — TCS 7.0 and 27: light and how far it lets anybody see. */
#include "systems/tcs/tcs.h"

/* A turn whose visibility hangs on the weather keeps what was rolled last (7.0b). */
void turn_light(Play *play)
{
    State *state = play->state;
    const TurnRow *turn = &play->data->turn[state->head.turn - 1];
    state->light = turn->light;
    if (turn->visibility != VISIBILITY_BY_WEATHER)
        state->visibility = turn->visibility;
    state->lit_visibility = turn->lit_visibility == VISIBILITY_BY_WEATHER ? state->visibility : turn->lit_visibility;
}
