/* weather.c — Proud Monster 13: one die a couplet from turn 7 on, read as it is for the north and less two for the
 * south (13.2). Snow that has once fallen in a zone stays there (13.8); the first mud or snow anywhere ends refits
 * (13.9), in the north it ends the highway (13.10). */
#include "systems/pm/pm.h"

enum { FIRST_ROLL = 7, SOUTHERN_DIE = -2, LOWEST_DIE = -1 };

static void set_weather(Play *play, int zone, int weather)
{
    State *state = play->state;
    if (state->winter >> zone & 1)
        weather = SNOW;
    if (weather == SNOW && !(state->winter >> zone & 1)) {
        state->winter |= (uint8_t)(1u << zone);
        tell(play->events, EVENT_STATE, 0, sentence(PM_13_8, "pm.deep-winter-come", WORD_ZONE + zone));
    }
    state->weather[zone] = (uint8_t)weather;
    tell(play->events, EVENT_RESULT, 0, sentence(PM_13_2_1, "pm.weather-2", WORD_ZONE + zone, WORD_WEATHER + weather));
    if (bogged(weather) && !state->refits_over) {
        state->refits_over = true;
        tell(play->events, EVENT_STATE, 0, sentence(PM_13_9, "pm.no-german-division-refits-any"));
    }
    if (bogged(weather) && zone == NORTH_ZONE && !state->road_gone) {
        state->road_gone = true;
        tell(play->events, EVENT_STATE, 0, sentence(PM_13_10, "pm.minsk-moscow-highway-gone-good"));
    }
}

void weather_begin(Play *play)
{
    State *state = play->state;
    int turn = state->head.turn;
    if (turn < FIRST_ROLL || play->data->beginners)
        return; /* 13.2-2, 5.2-3 */
    int die = dice_roll(play->dice);
    tell_fact(play->events, EVENT_ROLLED, sentence(PM_13_2_1, "pm.weather-die-shows", die),
              fact_roll(die, die, (TableRef){0}));
    const uint8_t *row = play->data->weather[turn][state->couplet];
    set_weather(play, NORTH_ZONE, row[die - LOWEST_DIE]);
    set_weather(play, SOUTH_ZONE, row[die + SOUTHERN_DIE - LOWEST_DIE]);
}
