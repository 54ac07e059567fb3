/* overwatch.c — TCS 14: triggers, and the stacks that answer them.
 *
 * A cycle is a procedure on top of the present one, and is over before that goes on (14.0-3). Both sides answer in
 * either phase (2.2.13). A stack that enters a hex or fires gives one trigger (14.2a-1, 14.2a-2, 14.2d-1); entering an
 * assault, retreating, getting on or off gives none (14.2c-3, 16.5f). A mover's trigger is answered by one enemy stack,
 * and that fire by one stack of the mover's side; finished Suppressive Fire by one enemy stack; then it is over (14.1,
 * A stack that answers a mortar must see its hex (14.2e-2); missions answer nothing (14.3d). */
#include <string.h>

#include "systems/tcs/tcs.h"

static Cycle *cycle_begin(Play *play, Fire fire, int side)
{
    State *state = play->state;
    assert(!state->cycle.open);
    state->cycle =
        (Cycle){.open = true, .fire = (uint8_t)fire, .side = (uint8_t)side, .edge = EDGES, .answered = NO_HEX};
    for (int i = 0; i < TRIGGERS; i++)
        state->cycle.hex[i] = NO_HEX;
    ask(state, ASK_CYCLE, side);
    return &state->cycle;
}

void trigger_movement(Play *play, Hex entered, Edge edge, const Piece *movers, int count, bool road, bool mined)
{
    Cycle *cycle = cycle_begin(play, FIRE_OWM, play->state->unit[movers[0]].side);
    cycle->hex[0] = entered;
    cycle->hexes = 1;
    cycle->edge = edge;
    cycle->road = road;
    cycle->mined = mined;
    for (int i = 0; i < count; i++)
        set_bit(cycle->movers, movers[i]);
}

void trigger_fire(Play *play, int side, const Hex *from, int count)
{
    Cycle *cycle = cycle_begin(play, FIRE_OWF, side);
    memcpy(cycle->hex, from, (size_t)count * sizeof *from);
    cycle->hexes = (uint8_t)count;
}

/* 14.2b: a mover at the middle of the hexside it crossed, a firing stack along the line to its centre. */
bool sees_trigger(const Scenario *scenario, const State *view, Hex from, Hex hex)
{
    const Cycle *cycle = &view->cycle;
    bool crossing = cycle->open && cycle->fire == FIRE_OWM && cycle->hex[0] == hex;
    return crossing ? sees_crossing(scenario, view, from, hex, cycle->edge) : sees(scenario, view, from, hex);
}

Refusal spots_trigger(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    Hex from = view->unit[piece].at.hex;
    return sees_trigger(scenario, view, from, hex) ? LEGAL : refuse(TCS_14_2B_1, "tcs.not-see-trigger", piece, from);
}

enum { FIRST_ANSWER, RETURN_FIRE, OVER };

void cycle_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    Cycle *cycle = &state->cycle;
    if (frame->stage == FIRST_ANSWER) {
        Attack *attack = attack_begin(state, cycle->fire == FIRE_OWM ? cycle->hex[0] : NO_HEX, (Fire)cycle->fire,
                                      enemy_of(cycle->side));
        attack->road = cycle->road;
        attack->mined = cycle->mined;
        frame->stage = RETURN_FIRE;
        ask(state, ASK_VOLLEY, attack->side);
    } else if (frame->stage == RETURN_FIRE && cycle->fire == FIRE_OWM && cycle->answered != NO_HEX) {
        frame->stage = OVER;
        attack_begin(state, cycle->answered, FIRE_OWF, cycle->side);
        ask(state, ASK_VOLLEY, cycle->side);
    } else {
        state->cycle = (Cycle){.answered = NO_HEX};
        answered(state);
    }
}
