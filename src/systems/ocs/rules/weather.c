/* weather.c — OCS 18: one roll a turn for the ground and one for flight (2.3.I.1-1), and what they change until the
 * next (2.3.I.1-2).
 *
 * The tables are the scenario's (tables/weather_roll.tsv, weather_effects.tsv): by the day on which the turn begins. */
#include "systems/ocs/air.h"

enum { WEEK = 7 };

/* The day of the year on which that turn begins; a turn of edition 2 is half a week (C3). */
int day_of(const Book *data, int turn)
{
    return data->first_day + (second_edition(data) ? (turn - 1) * WEEK / 2 : (turn - 1) * WEEK);
}

static const Season *season_of(const Book *data, int day)
{
    for (int i = 0; i < data->seasons; i++)
        if (data->season[i].from <= day && day <= data->season[i].to)
            return &data->season[i];
    return &data->season[data->seasons - 1];
}

/* The roll stays in sight of both players until the next turn's roll (gc.1F). */
void weather_begins(Play *play)
{
    State *state = play->state;
    int die = dice_roll(play->dice), flight = dice_roll(play->dice);
    state->weather = season_of(play->data, day_of(play->data, state->head.turn))->weather[die - 1];
    state->flying = play->data->flight[state->weather][flight - 1];
    tell(play->events, EVENT_ROLLED, 0,
         state->flying
             ? sentence(OCS_18_0, "ocs.weather-rolled", die, flight, WORD_WEATHER + state->weather)
             : sentence(OCS_18_0, "ocs.weather-rolled-nobody-flies", die, flight, WORD_WEATHER + state->weather));
    if (play->data->sea_closes && !state->sea_closed && (state->weather == FROST || state->weather == SNOW) &&
        day_of(play->data, state->head.turn) >= play->data->sea_closes) {
        state->sea_closed = true;
        tell(play->events, EVENT_NOTE, 0, sentence(OCS_18_0A, "ocs.sea-closed-ice-now"));
    }
    if (!state->flying)
        recall_aircraft(play);
}

bool can_fly(const State *state) { return state->flying; }

int weather_for(const Book *data, const State *state, int side)
{
    return data->weather_only == NO_SIDE || data->weather_only == side ? state->weather : DRY;
}

int going(const Scenario *scenario, const State *state, int side, int mp, Hex from, Edge edge)
{
    return step_cost_in(scenario, weather_for(data_of(scenario), state, side), mp, from, edge);
}

int bare_going(const Scenario *scenario, const State *state, int side, int mp, Hex from, Edge edge)
{
    return bare_cost_in(scenario, weather_for(data_of(scenario), state, side), mp, from, edge);
}

Terrain terrain_at(const Scenario *scenario, const State *state, Hex hex)
{
    const Book *data = data_of(scenario);
    return (Terrain)(is_swamp(scenario, hex) ? data->swamp_class[state->weather] : data->terrain[hex]);
}

bool is_firm_road(const Scenario *scenario, const State *state, int side, Hex from, Edge edge)
{
    return data_of(scenario)->roads_close[weather_for(data_of(scenario), state, side)] ? is_firm(scenario, from, edge)
                                                                                       : is_road(scenario, from, edge);
}
