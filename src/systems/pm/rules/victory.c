/* victory.c — Proud Monster 3.9 and 4: control of the towns, and what that is worth.
 *
 * Only cities and large towns have a controller, which changes the moment an enemy ground unit enters (3.9). A place of
 * several hexes scores when all of them are German and is lost with the first (4.3). The German wins at the end of a
 * turn with as many points as the table asks for, or at once with the shock of Moscow (4.5, 4.6). */
#include "systems/pm/pm.h"

/* ---- 3.9, 4.2, 4.3 --------------------------------------------------------------------------- */

bool holds_place(const Scenario *scenario, const State *state, int place_index)
{
    const Map *map = scenario->map;
    const Place *held = &map->place_list[place_index];
    for (int i = 0; i < held->count; i++)
        if (!german_controls(state, map->list[held->first + i]))
            return false;
    return true;
}

static int points_of_place(const Book *data, int place_index)
{
    int points = 0;
    for (int i = 0; i < data->scorings; i++)
        if (data->scoring[i].place == place_index)
            points += data->scoring[i].points;
    return points;
}

int points_of_places(const Scenario *scenario, const State *state)
{
    const Book *data = data_of(scenario);
    int points = 0;
    for (int i = 0; i < data->scorings; i++)
        if (holds_place(scenario, state, data->scoring[i].place))
            points += data->scoring[i].points;
    return points;
}

static void german_wins(Play *play, int rule, const char *words)
{
    play->state->head.over = 1;
    play->state->head.winner = GERMAN_SIDE;
    tell(play->events, EVENT_OVER, 0, sentence(rule, words, play->state->points));
}

/* 4.6: once in a game. */
static void moscow_shock(Play *play)
{
    State *state = play->state;
    if (state->moscow_fell || play->data->moscow[0] == NO_HEX || !german_controls(state, play->data->moscow[0]) ||
        !german_controls(state, play->data->moscow[1]))
        return;
    state->moscow_fell = true;
    int die = dice_roll(play->dice);
    tell_fact(play->events, EVENT_ROLLED, sentence(PM_4_6_1, "pm.moscow-fallen-die-shows", die),
              fact_roll(die, die, (TableRef){0}));
    if (die % 2 == 0)
        german_wins(play, PM_4_6_1, SAID("pm.fall-moscow-ends-war-german"));
}

static void score_place(Play *play, Hex hex, bool before, bool now)
{
    int points = points_of_place(play->data, play->scenario->map->place[hex]);
    if (before == now || !points)
        return;
    play->state->points = (int16_t)(play->state->points + (now ? points : -points));
    tell(play->events, EVENT_SCORE, 0,
         sentence(PM_4_2_1, "pm.points-place", now ? points : -points, play->state->points, hex));
}

void take_ground(Play *play, int side, Hex hex)
{
    State *state = play->state;
    if (!has_bit(play->data->scoring_hex, hex) || german_controls(state, hex) == (side == GERMAN_SIDE))
        return;
    int place_index = play->scenario->map->place[hex];
    bool before = holds_place(play->scenario, state, place_index);
    if (side == GERMAN_SIDE)
        set_bit(state->german, hex);
    else
        clear_bit(state->german, hex);
    tell(play->events, EVENT_GROUND, 0, sentence(PM_3_9_2, "pm.takes", side, hex));
    score_place(play, hex, before, holds_place(play->scenario, state, place_index));
    moscow_shock(play);
}

void add_points(Play *play, int points, int rule, const char *why)
{
    play->state->points = (int16_t)(play->state->points + points);
    tell(play->events, EVENT_SCORE, 0, sentence(rule, why, points, play->state->points));
}

/* ---- 4.4, 4.5: the end of a turn ------------------------------------------------------------- */

void incursion(Play *play)
{
    const State *state = play->state;
    int units = 0;
    for (int hex = 0; hex < play->scenario->map->hexes; hex++)
        if (play->data->zomo[hex] == ZOMO_GERMANY && friend_in(state, SOVIET_SIDE, (Hex)hex))
            units += count_in(state, (Hex)hex);
    if (units)
        add_points(play, -units, PM_4_4, SAID("pm.points-raid"));
}

/* Divisions of four steps in supply beyond the line a scenario draws, at the end of it. */
int points_beyond(const Scenario *scenario, const State *state)
{
    const Book *data = data_of(scenario);
    int points = 0;
    Supplies supplies;
    if (data->beyond_each)
        trace_supply(scenario, state, GERMAN_SIDE, &supplies);
    for (Piece piece = 0; data->beyond_each && piece < scenario->pieces; piece++) {
        const Kind *kind = kind_of(data, state, piece);
        if (kind->side == GERMAN_SIDE && kind->size == DIVISION && (kind->type == TANK || kind->type == MOTORIZED) &&
            on_map(scenario, state, piece) && has_bit(data->beyond, state->unit[piece].at.hex) &&
            supply_of(scenario, state, &supplies, piece) != OUT_OF_SUPPLY)
            points += data->beyond_each;
    }
    return points < data->beyond_most ? points : data->beyond_most;
}

void victory_check(Play *play)
{
    State *state = play->state;
    int turn = state->head.turn, need = play->data->need[turn];
    bool last = turn == play->data->turns;
    if (last && play->data->beyond_each)
        add_points(play, points_beyond(play->scenario, state), PM_4_1, SAID("pm.points-beyond"));
    if (need && state->points >= need) {
        german_wins(play, PM_4_5_1, SAID("pm.german-points-wins"));
    } else if (last) {
        state->head.over = 1;
        state->head.winner = SOVIET_SIDE;
        tell(play->events, EVENT_OVER, 0,
             sentence(PM_4_5_2, "pm.german-point-short-soviet-wins", state->points, need - state->points));
    }
}

void victory_score(const Scenario *scenario, const State *state, Score *out)
{
    const Book *data = data_of(scenario);
    int turn = state->head.turn ? state->head.turn : 1, need = data->need[turn];
    *out = (Score){.over = state->head.over, .winner = state->head.winner};
    out->points[GERMAN_SIDE] = state->points;
    if (state->head.over)
        out->verdict =
            state->head.winner == GERMAN_SIDE ? sentence(PM_4_1, "pm.german-won") : sentence(PM_4_5_2, "pm.soviet-won");
    else if (need)
        out->verdict = sentence(PM_4_5_1, "pm.german-points-win-end-turn", state->points, need, turn);
}
