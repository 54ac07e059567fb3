/* weather.c — TCS 7.0, 2.2.6 and 27: light, weather, how far units can see (7.0c, 27.1), and how many sorties fly. */
#include "systems/tcs/tcs.h"

/* A turn whose visibility depends on the weather keeps what was rolled last (7.0b). */
void turn_light(Play *play)
{
    State *state = play->state;
    const TurnRow *turn = &play->data->turn[state->head.turn - 1];
    state->light = turn->light;
    if (turn->visibility != VISIBILITY_BY_WEATHER)
        state->visibility = turn->visibility;
    else if (state->head.turn > 1)
        state->visibility = play->data->weather_sight[state->weather];
    state->lit_visibility = turn->lit_visibility == VISIBILITY_BY_WEATHER ? state->visibility : turn->lit_visibility;
}

static void roll_weather(Play *play, const TurnRow *turn)
{
    State *state = play->state;
    if (turn->weather == WEATHER_ROLLED) {
        int die = dice_roll(play->dice);
        state->weather = play->data->weather_die[die - 1];
        tell(play->events, EVENT_ROLLED, 0,
             sentence(TCS_7_0B, "tcs.weather-rolled", die, WORD_WEATHER + state->weather));
    } else if (turn->weather >= WEATHER_GIVEN) {
        state->weather = (uint8_t)(turn->weather - WEATHER_GIVEN);
    }
    if (turn->visibility == VISIBILITY_BY_WEATHER)
        state->visibility = play->data->weather_sight[state->weather];
}

/* 26.0-3: one die less a number. By day alone (27.0-2), and only if the weather lets them fly. */
static void roll_sorties(Play *play, int side)
{
    State *state = play->state;
    if (state->light != DAY || play->data->weather_flying[state->weather] == NO_FLYING)
        return;
    int die = dice_roll(play->dice), flown = die - play->data->air[side].less;
    flown = flown < 0 ? 0 : flown * play->data->air[side].runs;
    state->sorties_left[side] = (uint8_t)(flown < TCS_SORTIES ? flown : TCS_SORTIES);
    tell(play->events, EVENT_ROLLED, 0,
         sentence(TCS_2_2_6, "tcs.rolls-aircraft-sorties", side, die, state->sorties_left[side]));
}

/* 2.2.6 */
void weather_step(Play *play)
{
    State *state = play->state;
    const TurnRow *turn = &play->data->turn[state->head.turn - 1];
    if (!play->data->without[PART_WEATHER])
        roll_weather(play, turn);
    for (int side = 0; side < PLAYERS; side++) {
        state->sorties_left[side] = 0;
        if (!play->data->without[PART_AIR] && turn->sorties >> side & 1)
            roll_sorties(play, side);
    }
}
