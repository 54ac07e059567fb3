/* turn.h — set-up, victory, the sequence of a turn, stacking and weather: sections 3 to 7 and 13. */
#ifndef SANDTABLE_PM_TURN_H
#define SANDTABLE_PM_TURN_H

#include "systems/pm/state.h"

/* ---- setup.c: 3 ------------------------------------------------------------------------------ */
void setup_state(Play *play); /* every counter in its box, or where the scenario puts it */
static inline bool in_frontier(const Scenario *scenario, Hex hex) /* 3.3-1 */
{
    const Grid *grid = &scenario->map->grid;
    return grid->first_column + hex_column(grid, hex) < data_of(scenario)->first_column;
}

/* ---- victory.c: 3.9, 4 ----------------------------------------------------------------------- */
static inline bool german_controls(const State *state, Hex hex) { return has_bit(state->german, hex); }
/* A unit of the side has entered: control and points at once (3.9-2, 4.2), Moscow's shock (4.6). By move_to(). */
void take_ground(Play *play, int side, Hex hex);
/* Points that no place gives: penalties, declined withdrawals. Sends an event. */
void add_points(Play *play, int points, int rule, const char *why);              /* the words: points, points in all */
bool holds_place(const Scenario *scenario, const State *state, int place_index); /* all of it is German (4.3) */
int points_of_places(const Scenario *scenario, const State *state);              /* for what is held now */
int points_beyond(const Scenario *scenario, const State *state); /* divisions beyond the line, at the end */
void incursion(Play *play);                                      /* 4.4 */
void victory_check(Play *play);                                  /* 4.5 */
void victory_score(const Scenario *scenario, const State *state, Score *out);

/* ---- sequence.c: 5 --------------------------------------------------------------------------- */
/* Steps of a turn, in order; head.phase. */
typedef enum Step {
    STEP_SOVIET_SETUP,
    STEP_GERMAN_SETUP,
    STEP_TURN,
    STEP_CALLS,
    STEP_ARRIVALS,
    STEP_WEATHER, /* the couplet begins */
    STEP_ABORT,
    STEP_CONCENTRATION,
    STEP_AIRLIFT,
    STEP_REFIT,
    STEP_GERMAN_AIRCRAFT,
    STEP_HEDGEHOGS,
    STEP_GERMAN_MOVEMENT,
    STEP_GERMAN_OVERSTACK,
    STEP_GERMAN_ASSAULTS,
    STEP_RELEASE,
    STEP_SOVIET_AIRCRAFT,
    STEP_SOVIET_MOVEMENT,
    STEP_SOVIET_OVERSTACK,
    STEP_SOVIET_ASSAULTS,
    STEP_COUPLET_END,
    STEP_TURN_END,
    STEP_PAUSE,
    STEPS
} Step;
/* A row a step, in sequence.c's table `steps`: its question or none, its side, and what is done when it begins and
 * ends. */
/* The phase begins as if those before it had been: for the lab. */
void go_to_step(Play *play, int step, int turn, int couplet);
/* 5.3: whether the unit is frozen on turn 1, and whether its side may not enter the hex then. */
bool is_frozen(const Scenario *scenario, const State *view, Piece piece);
Refusal neutral_ground(const Scenario *scenario, const State *view, int side, Hex hex);
/* 5.5-1: rivers do not exist for that side this turn. They do for the other (5.5-2). */
static inline bool ignores_rivers(const State *state, int side) { return side == GERMAN_SIDE && state->head.turn == 1; }

/* ---- stacking.c: 6, 7 ------------------------------------------------------------------------ */
enum { QUARTERS = 4 };                         /* of a unit */
enum { SETUP_TOGETHER = 5 };                   /* counters one order of the set-up takes */
int stacking_limit(const Book *data, Hex hex); /* quarters: five units, ten in a city (6.5) */
/* Whether the side's counters in the hex, with those that come and without those that go, keep sections 6 and 7.
 * `hex` may be a box: no limit there. */
Refusal stacking_holds(const Scenario *scenario, const State *view, int side, Hex hex, const Piece *coming, int count);
int stack_quarters(const Scenario *scenario, const State *view, int side, Hex hex);
/* 7.2-2, 7.3-2, 7.4-2: satellites keep to the south sheet; 8.5-2: and out of each other's country. */
Refusal nation_may_enter(const Scenario *scenario, const State *view, Piece piece, Hex hex);
/* 7.2-3, 7.3-3, 7.4-2: nations that may attack together. */
Refusal nations_may_join(const Scenario *scenario, const State *view, const Piece *pieces, int count);
/* 6.2-2: after a movement phase the opponent of `side` is asked about each hex that holds too many. True if one is. */
enum { OVERSTACK_HEX, OVERSTACK_DUE }; /* Frame.data of ASK_OVERSTACK */
bool ask_overstack(Play *play, int side);
/* The first such hex and how many units it would cost, NO_HEX none: the player who moves gets a warning (pm.r.28). */
Hex first_overstack(const Scenario *scenario, const State *view, int side, int *units);

/* ---- weather.c: 13 --------------------------------------------------------------------------- */
void weather_begin(Play *play); /* 13.2, 13.8–13.10: the couplet's weather */
static inline int weather_at(const Book *data, const State *state, Hex hex) { return state->weather[data->zone[hex]]; }
static inline bool frozen_over(int weather) { return weather == FREEZING || weather == SNOW; } /* no rivers, no marsh */
static inline bool bogged(int weather)
{
    return weather == MUD || weather == SNOW;
} /* costs double, no mobile assault */
/* 13.7: straits are no obstacle; they are in the southern zone, whatever the weather on the shores. */
static inline bool straits_frozen(const State *state) { return state->weather[SOUTH_ZONE] == SNOW; }

#endif
