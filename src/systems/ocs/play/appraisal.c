/* appraisal.c — how a side stands, in numbers: the features that data/ocs/appraisals weighs.
 *
 * Points, who would win now, factors and steps by their state and supply, supply on the map, aircraft, and how near
 * units are to the places that count. */
#include <string.h>

#include "kit/fields.h"
#include "kit/prize.h"
#include "systems/ocs/memo.h"

enum {
    POINTS_NOW,
    WINS_NOW,
    STEP_COUNT,
    ATTACK_FACTORS,
    ARMOR_FACTORS,
    MECH_FACTORS,
    GUN_FACTORS,
    RATINGS_SUM,
    LOW_STEPS,
    STARVING,
    SHAKEN,
    IN_RESERVE,
    READY_AIRCRAFT,
    IN_CONTACT,
    DUMPS,
    DUMPS_NEAR,
    TRUCK_POINTS,
    WORKS_HELD,
    STEPS_LOST,
    PULL,
    FRONT_PULL,
    NEAR_MET,
    PRIZES,
    COUNT = PRIZES + PRIZE_FEATURES
};

const char *const ocs_feature_names[COUNT + 1] = {
    "points", "wins",       "steps",        "attack",  "armor",    "mech",        "guns",     "ratings",
    "low",    "unsupplied", "disorganized", "reserve", "aircraft", "contact",     "supply",   "supply-near",
    "trucks", "hedgehogs",  "lost",         "pull",    "front",    "places-near", PRIZE_NAMES};
_Static_assert(COUNT <= FEATURES_MAX, "there is room for them");

enum { PULLED = 16, FRONT = 4, PER_STAKE = POINT_WORTH / 2, SUPPLY_NEAR = 8 };

typedef struct Survey {
    Outlook stakes; /* only those are found */
    uint64_t fighters[PLAYERS][OCS_WORDS], beside[PLAYERS][OCS_WORDS];
    uint64_t wanted[PLAYERS][OCS_WORDS];
    uint8_t near[PLAYERS][OCS_SPOTS], way[PLAYERS][OCS_SPOTS];
} Survey;

static bool has_stake(const State *state, const Stake *stake, int side)
{
    return stake->within ? stake->wanted_by != side : has_bit(state->control[side], stake->hex);
}

static bool on_hex(const Scenario *scenario, const State *state, Piece piece)
{
    return is_on_map(state, piece) && state->unit[piece].at.hex < scenario->map->hexes;
}

static void find_field(const Scenario *scenario, const State *state, Survey *field)
{
    memset(field->fighters, 0, sizeof field->fighters);
    memset(field->wanted, 0, sizeof field->wanted);
    memset(field->beside, 0, sizeof field->beside); /* find_beside() adds to it */
    field->stakes.stakes = 0;
    find_stakes(scenario, &field->stakes);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (on_hex(scenario, state, piece) && is_unit(kind_of(data_of(scenario), state, piece)))
            set_bit(field->fighters[state->unit[piece].side], state->unit[piece].at.hex);
    for (int side = 0; side < PLAYERS; side++) {
        for (int i = 0; i < field->stakes.stakes; i++) {
            const Stake *stake = &field->stakes.stake[i];
            if (!has_stake(state, stake, side))
                set_bit(field->wanted[side], stake->hex);
        }
        find_beside(scenario, state, side, field->beside[side]);
        distances_from(scenario->map, field->fighters[side], field->near[side]);
        distances_from(scenario->map, field->wanted[side], field->way[side]);
    }
}

static void count_strength(const Scenario *scenario, const State *state, const Survey *field, Piece piece,
                           int32_t out[COUNT])
{
    const Book *data = data_of(scenario);
    const Unit *unit = &state->unit[piece];
    const Kind *kind = kind_of(data, state, piece);
    const Face *face = &kind->face[COMBAT_SIDE];
    int strength = kind->steps ? face->strength * unit->steps / kind->steps : face->strength;
    if (face->how == BARRAGES)
        out[GUN_FACTORS] += strength;
    if (face->how != PLAIN)
        return;
    out[ATTACK_FACTORS] += strength;
    out[ARMOR_FACTORS] += class_row(kind) == 0 ? strength : 0;
    out[MECH_FACTORS] += class_row(kind) == 1 ? strength : 0;
    out[PULL] += strength * nearness(field->way[unit->side][unit->at.hex], PULLED);
    out[FRONT_PULL] += strength * nearness(field->near[!unit->side][unit->at.hex], FRONT);
}

static void count_unit(const Scenario *scenario, const State *state, const Survey *field, Piece piece,
                       int32_t out[COUNT])
{
    const Unit *unit = &state->unit[piece];
    int steps = unit->steps;
    out[STEP_COUNT] += steps;
    out[RATINGS_SUM] += rating_of(data_of(scenario), state, piece) * steps;
    out[LOW_STEPS] += unit->level == LOW_SUPPLY ? steps : 0;
    out[STARVING] += unit->level == NO_SUPPLY ? steps : 0;
    out[SHAKEN] += unit->marker == DISORGANIZED ? steps : 0;
    out[IN_RESERVE] += unit->marker == RESERVE ? steps : 0;
    out[IN_CONTACT] += has_bit(field->beside[enemy_of(unit->side)], unit->at.hex) ? steps : 0;
    count_strength(scenario, state, field, piece, out);
}

static void count_supply(const Scenario *scenario, const State *state, const Survey *field,
                         int32_t out[SIDES][FEATURES_MAX])
{
    for (int i = 0; i < state->piles; i++) {
        const Pile *pile = &state->pile[i];
        int tokens = pile->dump + pile->truck_load + pile->wagon_load;
        out[pile->side][DUMPS] += tokens;
        out[pile->side][TRUCK_POINTS] += pile->trucks;
        if (pile->hex < scenario->map->hexes && field->near[!pile->side][pile->hex] <= SUPPLY_NEAR)
            out[pile->side][DUMPS_NEAR] += tokens;
    }
    for (int i = 0; i < state->hedgehogs; i++) {
        const Hedgehog *works = &state->hedgehog[i];
        out[works->side][WORKS_HELD] += has_bit(field->fighters[works->side], works->hex) ? works->level : 0;
    }
}

static void count_stakes(const Scenario *scenario, const State *state, const Survey *field, int side,
                         int32_t out[COUNT])
{
    for (int i = 0; i < field->stakes.stakes; i++) {
        const Stake *stake = &field->stakes.stake[i];
        int own = field->near[side][stake->hex], enemy = field->near[!side][stake->hex];
        int worth = stake->worth / PER_STAKE;
        if (!stake->within)
            count_prize(own, enemy, has_stake(state, stake, side), worth, out + PRIZES);
        else if (stake->wanted_by == side)
            out[NEAR_MET] += own <= stake->within ? worth : 0;
    }
    (void)scenario;
}

void ocs_features(const Scenario *scenario, const Position *position, int32_t out[SIDES][FEATURES_MAX])
{
    ROOM(Survey, field);
    const State *state = state_of(position);
    Score score;
    victory_score(scenario, state, &score);
    find_field(scenario, state, field);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        int side = state->unit[piece].side;
        if (kind_of(data_of(scenario), state, piece)->class == AIRCRAFT)
            out[side][READY_AIRCRAFT] += is_on_map(state, piece) && state->unit[piece].now & ACTIVE;
        else if (on_hex(scenario, state, piece) && is_unit(kind_of(data_of(scenario), state, piece)))
            count_unit(scenario, state, field, piece, out[side]);
    }
    count_supply(scenario, state, field, out);
    for (int side = 0; side < PLAYERS; side++) {
        out[side][POINTS_NOW] = score.points[side];
        out[side][WINS_NOW] = score.winner == side;
        out[side][STEPS_LOST] = state->lost_steps[side];
        count_stakes(scenario, state, field, side, out[side]);
    }
}
