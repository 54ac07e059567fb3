/* foresee.c — what a side could order if its movement came next: for a player who plans while the other one
 * decides. */
#include "core/room.h"
#include "systems/pm/pm.h"

/* Everything is where it is now; weather, arrivals and concentration of supply by then are not yet known. */
bool pm_foresee(const Scenario *scenario, Position *position, int side)
{
    ROOM(Events, events);
    ROOM(Dice, dice);
    State *state = (State *)position;
    int step = side == GERMAN_SIDE ? STEP_GERMAN_MOVEMENT : STEP_SOVIET_MOVEMENT, phase = state->head.phase;
    if (position->over || phase == STEP_SOVIET_SETUP || phase == STEP_GERMAN_SETUP || phase == STEP_PAUSE)
        return false;
    Play play = ask_play(scenario, position, dice, events);
    bool goes_on = phase == step;
    events->count = 0;
    while (state->head.depth)
        answered(state);
    if (!goes_on) {
        state->head.phase = (uint16_t)step;
        state->phasing = (uint8_t)side;
        movement_begin(&play);
    }
    ask(state, ASK_SEQUENCE, NO_SIDE)->stage = (uint8_t)step;
    ask(state, ASK_MOVEMENT, side);
    return true;
}
