/* appraisal.c — how a side stands, in numbers: the features that data/tcs/appraisals weighs.
 *
 * Points, who would win now, steps and vehicles by their state, morale, Battery Fires, and how near units are to the
 * hexes that decide. */
#include <string.h>

#include "kit/fields.h"
#include "kit/prize.h"
#include "systems/tcs/tcs.h"

enum {
    POINTS_NOW,
    WINS_NOW,
    STEP_COUNT,
    VEHICLES,
    FIREPOWER,
    ARMOUR_ATTACK,
    SUPPRESSED_COUNT,
    PARALYZED_COUNT,
    FIRED_NOW,
    MOVING,
    DUG_IN_STEPS,
    MORALE,
    STOCK,
    TO_COME,
    CLOSE,
    ON_GOALS,
    BESIDE_GOALS,
    PULL,
    VEHICLE_PULL,
    STEPS_LOST,
    VEHICLES_LOST,
    PRIZES,
    COUNT = PRIZES + PRIZE_FEATURES
};

const char *const tcs_feature_names[COUNT + 1] = {
    "points",       "wins",   "steps",        "vehicles", "firepower",     "attack",   "suppressed", "paralyzed",
    "fired",        "moving", "dug-in",       "morale",   "shells",        "to-come",  "close",      "on-goals",
    "beside-goals", "pull",   "vehicle-pull", "lost",     "lost-vehicles", PRIZE_NAMES};
_Static_assert(COUNT <= FEATURES_MAX, "there is room for them");

enum { PULLED = 20, CLOSE_BY = 4, GOALS_MOST = 64 };

typedef struct Goal {
    Hex hex;
    int worth, holder; /* NO_SIDE: neither side's */
} Goal;

typedef struct Survey {
    int goals;
    Goal goal[GOALS_MOST];
    uint64_t goal_set[TCS_WORDS];
    uint8_t near[PLAYERS][TCS_SPOTS], way[TCS_SPOTS];
} Survey;

static void add_goal(const State *state, Survey *field, Hex hex, int worth, int holder)
{
    if (hex == NO_HEX || field->goals == GOALS_MOST || has_bit(field->goal_set, hex))
        return;
    if (holder == NO_SIDE)
        holder = friend_in(state, 0, hex) && !friend_in(state, 1, hex)   ? 0
                 : friend_in(state, 1, hex) && !friend_in(state, 0, hex) ? 1
                                                                         : NO_SIDE;
    set_bit(field->goal_set, hex);
    field->goal[field->goals++] = (Goal){hex, worth, holder};
}

static void find_field(const Scenario *scenario, const State *state, Survey *field)
{
    const Book *data = data_of(scenario);
    memset(field->goal_set, 0, sizeof field->goal_set);
    field->goals = 0;
    for (int i = 0; i < 16 && data->hold[i] != NO_HEX; i++)
        add_goal(state, field, data->hold[i], data->hold_points[i], state->control[i]);
    for (int i = 0; i < data->wins; i++)
        for (int j = 0; j < data->win[i].hexes; j++)
            add_goal(state, field, data->win[i].hex[j], 1, NO_SIDE);
    for (int side = 0; side < PLAYERS; side++)
        distances_from(scenario->map, state->occupied[side], field->near[side]);
    distances_from(scenario->map, field->goal_set, field->way);
}

static void count_unit(const Scenario *scenario, const State *state, const Survey *field, Piece piece,
                       int32_t out[COUNT])
{
    const Unit *unit = &state->unit[piece];
    const Kind *kind = kind_of(scenario, piece);
    Hex hex = unit->at.hex;
    bool vehicle = is_vehicle(kind);
    int count = vehicle ? 1 : unit->steps;
    out[vehicle ? VEHICLES : STEP_COUNT] += count;
    out[FIREPOWER] += kind->steps ? kind->firepower * unit->steps / kind->steps : kind->firepower;
    out[ARMOUR_ATTACK] += kind->attack;
    out[SUPPRESSED_COUNT] += unit->spirit == IS_SUPPRESSED ? count : 0;
    out[PARALYZED_COUNT] += unit->spirit == IS_PARALYZED ? count : 0;
    out[FIRED_NOW] += unit->now & FIRED ? count : 0;
    out[MOVING] += unit->mode == MOVE_MODE ? count : 0;
    out[DUG_IN_STEPS] += unit->now & DUG_IN ? count : 0;
    if (hex >= scenario->map->hexes)
        return;
    out[CLOSE] += field->near[!unit->side][hex] <= CLOSE_BY ? count : 0;
    out[ON_GOALS] += field->way[hex] == 0 ? count : 0;
    out[BESIDE_GOALS] += field->way[hex] == 1 ? count : 0;
    out[vehicle ? VEHICLE_PULL : PULL] += count * nearness(field->way[hex], PULLED);
}

static void count_prizes(const Survey *field, int side, int32_t out[PRIZE_FEATURES])
{
    for (int i = 0; i < field->goals; i++) {
        const Goal *goal = &field->goal[i];
        count_prize(field->near[side][goal->hex], field->near[!side][goal->hex], goal->holder == side, goal->worth,
                    out);
    }
}

static void count_formations(const Scenario *scenario, const State *state, int32_t out[SIDES][FEATURES_MAX])
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < data->battalions; i++)
        out[data->battalion[i].side][MORALE] += state->nerve[i].morale;
    for (int i = 0; i < data->stocks; i++)
        out[data->stock[i].side][STOCK] += state->stock[i];
}

void tcs_features(const Scenario *scenario, const Position *position, int32_t out[SIDES][FEATURES_MAX])
{
    ROOM(Survey, field);
    const State *state = state_of(position);
    Score score;
    victory_score(scenario, state, &score);
    find_field(scenario, state, field);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &state->unit[piece];
        if (is_on_map(state, piece))
            count_unit(scenario, state, field, piece, out[unit->side]);
        else if (unit->standing == DUE)
            out[unit->side][TO_COME] += is_vehicle(kind_of(scenario, piece)) ? 1 : unit->steps;
    }
    count_formations(scenario, state, out);
    for (int side = 0; side < PLAYERS; side++) {
        out[side][POINTS_NOW] = score.points[side];
        out[side][WINS_NOW] = score.winner == side;
        out[side][STEPS_LOST] = state->lost_steps[side];
        out[side][VEHICLES_LOST] = state->lost_vehicles[side];
        count_prizes(field, side, out[side] + PRIZES);
    }
}
