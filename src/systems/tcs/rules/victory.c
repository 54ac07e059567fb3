/* victory.c — how a scenario ends: its `win` lines in turn, the first that holds decides; none is a draw. A side whose
 * enemy has no unit left need not wait for the last turn. */
#include "systems/tcs/tcs.h"

void take_control(const Book *data, State *state, int side, Hex hex)
{
    for (int i = 0; i < 16 && data->hold[i] != NO_HEX; i++)
        if (data->hold[i] == hex && !enemy_in(state, side, hex))
            state->control[i] = (uint8_t)side;
}

static bool has_units(const State *state, int side)
{
    for (int word = 0; word < TCS_WORDS; word++)
        if (state->occupied[side][word])
            return true;
    for (Piece piece = 0; piece < TCS_PIECES; piece++)
        if (state->unit[piece].standing == DUE && state->unit[piece].side == side)
            return true;
    return false;
}

int vehicles_left(const Scenario *scenario, const State *state, int side)
{
    int count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        count +=
            is_on_map(state, piece) && state->unit[piece].side == side && kind_of(scenario, piece)->category == VEHICLE;
    return count;
}

int points_of_losses(const Book *data, const State *state, int side)
{
    return data->steps_a_point
               ? state->lost_steps[side] / data->steps_a_point + state->lost_vehicles[side] / data->vehicles_a_point
               : 0;
}

/* For the hexes that it was the last to be alone in, and for losses if they count. */
int control_points(const Book *data, const State *state, int side)
{
    int points = points_of_losses(data, state, enemy_of(side)) - points_of_losses(data, state, side);
    for (int i = 0; i < 16 && data->hold[i] != NO_HEX; i++)
        points += state->control[i] == side ? data->hold_points[i] : 0;
    return points;
}

bool win_holds(const Scenario *scenario, const State *state, const Win *win)
{
    int alone = 0;
    for (int i = 0; i < win->hexes; i++)
        alone += friend_in(state, win->side, win->hex[i]) && !enemy_in(state, win->side, win->hex[i]);
    return alone >= win->least &&
           (!win->points || control_points(data_of(scenario), state, win->side) >= win->points) &&
           (!win->alone || !has_units(state, enemy_of(win->side))) &&
           (!win->vehicles || vehicles_left(scenario, state, win->side) >= win->vehicles);
}

/* Each side's points are those of the hexes it controls, if there are such; else the steps and vehicles the other has
 * lost, which describe a drawn game. */
static bool decided(const Scenario *scenario, const State *state, bool early, Score *out)
{
    const Book *data = data_of(scenario);
    *out = (Score){.over = state->head.over, .winner = NO_SIDE};
    for (int side = 0; side < PLAYERS; side++)
        out->points[side] = data->hold[0] != NO_HEX
                                ? control_points(data, state, side)
                                : state->lost_steps[enemy_of(side)] + state->lost_vehicles[enemy_of(side)];
    out->verdict = sentence(TCS_2_2_20, "tcs.draw");
    for (int i = 0; i < data->wins; i++)
        if ((!early || data->win[i].at_once) && win_holds(scenario, state, &data->win[i])) {
            out->winner = data->win[i].winner;
            if (out->winner != NO_SIDE)
                out->verdict =
                    data->win[i].how == VICTORY_DECISIVE   ? sentence(TCS_6_4, "tcs.wins-decisively", out->winner)
                    : data->win[i].how == VICTORY_MARGINAL ? sentence(TCS_6_4, "tcs.wins-little", out->winner)
                                                           : sentence(TCS_2_2_20, "tcs.wins", out->winner);
            return true;
        }
    return false;
}

void victory_score(const Scenario *scenario, const State *state, Score *out) { decided(scenario, state, false, out); }

void victory_check(Play *play)
{
    State *state = play->state;
    Score score;
    bool last = state->head.turn >= play->data->turns;
    if (!decided(play->scenario, state, !last, &score) && !last)
        return;
    state->head.over = 1;
    state->head.winner = score.winner;
    tell(play->events, EVENT_OVER, 0, score.verdict);
}
