/* victory.c — how a scenario ends: its `win` lines in turn, the first that holds decides; none is a draw. */
#include "systems/ocs/ocs.h"

static bool has_unit_near(const Scenario *scenario, const State *state, int side, Hex hex, int range)
{
    EACH_BIT(at, state->occupied[side], OCS_WORDS)
    if (map_distance(scenario->map, (Hex)at, hex) <= range)
        return true;
    return false;
}

static bool holds(const Scenario *scenario, const State *state, const Win *win)
{
    return (win->holds == NO_HEX || has_bit(state->control[win->side], win->holds)) &&
           (win->near == NO_HEX || has_unit_near(scenario, state, win->side, win->near, win->near_range)) &&
           (!win->lost_below || state->lost_steps[win->side] < win->lost_below);
}

/* Each side's points are the steps the other has lost: what a drawn game is told by. */
void victory_score(const Scenario *scenario, const State *state, Score *out)
{
    const Book *data = data_of(scenario);
    *out = (Score){.over = state->head.over, .winner = NO_SIDE};
    for (int side = 0; side < PLAYERS; side++)
        out->points[side] = state->lost_steps[enemy_of(side)];
    for (int i = 0; i < data->wins; i++)
        if (holds(scenario, state, &data->win[i])) {
            out->winner = data->win[i].side;
            out->verdict = sentence(OCS_2_3_IV, "%s wins", out->winner);
            return;
        }
    out->verdict = sentence(OCS_2_3_IV, "a draw");
}

void victory_check(Play *play)
{
    State *state = play->state;
    Score score;
    if (state->head.turn < play->data->turns)
        return;
    victory_score(play->scenario, state, &score);
    state->head.over = 1;
    state->head.winner = score.winner;
    tell(play->events, EVENT_OVER, 0, score.verdict);
}
