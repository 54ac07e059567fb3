/* appraisal.c — how a side stands, in numbers: the features that data/pm/appraisals weighs.
 *
 * Points and what wins by them, factors and steps by their state, and how near units are to the places that score: for
 * the German the places he has not taken, for the Soviet those he has lost. An untried unit counts as one of its kind
 * at full strength would on average. */
#include <string.h>

#include "kit/fields.h"
#include "kit/prize.h"
#include "systems/pm/memo.h"

enum {
    POINTS_NOW,
    ENOUGH,
    UNITS,
    STEP_COUNT,
    ATTACK_FACTORS,
    DEFENCE_FACTORS,
    MECH_ATTACK,
    STARVING,
    STARVING_STEPS,
    ATTENUATED_STEPS,
    IN_CONTACT,
    PULL,
    MECH_PULL,
    BEYOND_NOW,
    BEYOND_NEAR,
    IN_RESERVE,
    PRIZES,
    COUNT = PRIZES + PRIZE_FEATURES
};

const char *const pm_feature_names[COUNT + 1] = {
    "points",     "enough",  "units", "steps",       "attack", "defence",     "mobile",  "unsupplied", "starving",
    "attenuated", "contact", "pull",  "mobile-pull", "beyond", "near-beyond", "off-map", PRIZE_NAMES};
_Static_assert(COUNT <= FEATURES_MAX, "there is room for them");

enum { PULLED = 16, BEYOND_WITHIN = 8, HALVES = 2, UNTRIED_ATTACK = 2, UNTRIED_DEFENCE = 3 };

typedef struct Survey {
    uint64_t wanted[PLAYERS][PM_WORDS]; /* scoring hexes that the other side controls */
    uint8_t near[PLAYERS][PM_SPOTS];    /* hexes to the nearest unit */
    uint8_t way[PLAYERS][PM_SPOTS];     /* … to the nearest of those hexes */
    uint8_t beyond[PM_SPOTS];
} Survey;

static void find_field(const Scenario *scenario, const State *state, Survey *field)
{
    const Book *data = data_of(scenario);
    for (int word = 0; word < PM_WORDS; word++) {
        field->wanted[GERMAN_SIDE][word] = data->scoring_hex[word] & ~state->german[word];
        field->wanted[SOVIET_SIDE][word] = data->scoring_hex[word] & state->german[word];
    }
    for (int side = 0; side < PLAYERS; side++) {
        EACH_BIT(hex, field->wanted[side], PM_WORDS)
            if (!points_at(scenario, (Hex)hex))
                clear_bit(field->wanted[side], (Hex)hex);
        distances_from(scenario->map, state->occupied[side], field->near[side]);
        distances_from(scenario->map, field->wanted[side], field->way[side]);
    }
    if (data->beyond_each)
        distances_from(scenario->map, data->beyond, field->beyond);
}

static void count_unit(const Scenario *scenario, const State *state, const Survey *field, Piece piece,
                       int32_t out[COUNT])
{
    const Book *data = data_of(scenario);
    const Unit *unit = &state->unit[piece];
    bool untried = is_untried(data, state, piece), mech = is_mech(data, state, piece);
    Values values = values_of(data, state, piece);
    int attack = untried ? UNTRIED_ATTACK : values.attack, steps = unit->steps ? unit->steps : 1;
    Hex hex = unit->at.hex;
    Supply supply = supply_of(scenario, state, supplies_of(scenario, state, unit->side), piece);
    out[UNITS]++;
    out[STEP_COUNT] += steps;
    out[ATTACK_FACTORS] += attack;
    out[DEFENCE_FACTORS] += untried ? UNTRIED_DEFENCE : values.defence;
    out[STARVING] += supply == OUT_OF_SUPPLY;
    out[STARVING_STEPS] += supply == OUT_OF_SUPPLY ? steps : 0;
    out[ATTENUATED_STEPS] += supply == ATTENUATED ? steps : 0;
    out[IN_CONTACT] += beside_enemy(scenario, state, unit->side, hex) ? steps : 0;
    out[PULL] += attack * nearness(field->way[unit->side][hex], PULLED);
    if (!mech)
        return;
    out[MECH_ATTACK] += attack;
    out[MECH_PULL] += attack * nearness(field->way[unit->side][hex], PULLED);
    if (data->beyond_each)
        out[BEYOND_NEAR] += steps * nearness(field->beyond[hex], BEYOND_WITHIN);
}

static void count_prizes(const Scenario *scenario, const State *state, const Survey *field, int side,
                         int32_t out[PRIZE_FEATURES])
{
    EACH_BIT(hex, data_of(scenario)->scoring_hex, PM_WORDS) {
        bool held = german_controls(state, (Hex)hex) == (side == GERMAN_SIDE);
        count_prize(field->near[side][hex], field->near[!side][hex], held, points_at(scenario, (Hex)hex), out);
    }
}

void pm_features(const Scenario *scenario, const Position *position, int32_t out[SIDES][FEATURES_MAX])
{
    ROOM(Survey, field);
    const State *state = state_of(position);
    const Book *data = data_of(scenario);
    int turn = state->head.turn ? state->head.turn : 1, need = data->need[turn];
    find_field(scenario, state, field);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        int side = state->unit[piece].side;
        if (on_map(scenario, state, piece))
            count_unit(scenario, state, field, piece, out[side]);
        else if (data->kind[state->unit[piece].kind].side == side && state->unit[piece].steps)
            out[side][IN_RESERVE]++;
    }
    for (int side = 0; side < PLAYERS; side++)
        count_prizes(scenario, state, field, side, out[side] + PRIZES);
    out[GERMAN_SIDE][POINTS_NOW] = state->points;
    out[GERMAN_SIDE][ENOUGH] = need && state->points >= need;
    out[GERMAN_SIDE][BEYOND_NOW] = data->beyond_each ? points_beyond(scenario, state) : 0;
}
