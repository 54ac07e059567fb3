/* appraisal.c — how a side stands, in numbers: the features that data/wb95/appraisals weighs.
 *
 * All are counts of the position as it is: CELs and strength by their state, the goals and the units near them, and the
 * way off the map where that wins. Distances are in hexes, by the ground alone. */
#include <stdlib.h>
#include <string.h>

#include "kit/fields.h"
#include "kit/prize.h"
#include "systems/wb95/fight.h"
#include "systems/wb95/memo.h"

enum {
    POINTS_NOW,
    STEPS,
    ATTACK_SP,
    DEFENCE_SP,
    HQS,
    GUN_COUNT,
    TO_COME,
    HUNGRY,
    SHAKEN,
    ENTRENCHED_STEPS,
    IN_CONTACT,
    GOALS_AT_HAND,
    GOALS_NEAR,
    GOALS_AHEAD,
    PULL,
    GUARDS_SET,
    LEFT_MAP,
    EXIT_AT_HAND,
    EXIT_NEAR,
    EXIT_FAR,
    EXIT_BARRED,
    EXIT_WATCHED,
    COUNT
};

const char *const wb95_feature_names[COUNT + 1] = {
    "points", "steps",  "attack",  "defence",      "headquarters", "guns",        "to-come", "unsupplied",
    "shaken", "dug-in", "contact", "goals-beside", "goals-near",   "goals-first", "pull",    "guarded",
    "exited", "exit-8", "exit-20", "exit-40",      "at-exit",      "near-exit"};
_Static_assert(COUNT <= FEATURES_MAX, "there is room for them");

/* Hexes: how near the goal or the exit is felt. */
enum { PULLED = 16, AT_EXIT = 8, NEAR_EXIT = 20, FAR_EXIT = 40 };

typedef struct Ground {
    uint64_t fighters[SIDES - 1][HEX_WORDS]; /* where units that may attack stand */
    uint64_t goals[SIDES - 1][HEX_WORDS];    /* hexes a side has points for, held or not */
    uint64_t held[SIDES - 1][HEX_WORDS];
    uint8_t near[SIDES - 1][WB95_HEXES];   /* to the nearest such unit */
    uint8_t wanted[SIDES - 1][WB95_HEXES]; /* to the nearest goal that the side does not hold */
    uint8_t exit[WB95_HEXES];
} Ground;

static bool may_leave(const Wb95 *data, const State *state, Piece piece, int side)
{
    const Special *special = &data->special;
    const Kind *kind = kind_of(data, state, piece);
    return data->feature[FEATURE_EXIT_VICTORY] && special->exit_side == side &&
           special->exit_nations >> kind->nation & 1 && special->exit_types >> kind->type & 1;
}

static void find_units(const Scenario *scenario, const State *state, Ground *ground)
{
    const Wb95 *data = data_of(scenario);
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &state->unit[piece];
        if (unit->place == ON_MAP && can_assault(kind_of(data, state, (Piece)piece)))
            set_bit(ground->fighters[unit->side], unit->hex);
    }
}

static void find_goals(const Scenario *scenario, const State *state, Ground *ground)
{
    const Special *special = &data_of(scenario)->special;
    for (int i = 0; i < special->rows; i++)
        for (int hex = 0; hex < scenario->map->hexes; hex++)
            if (aim_covers(scenario, state, &special->points[i], (Hex)hex))
                set_bit(ground->goals[special->points[i].side], (Hex)hex);
    for (int side = 0; side < scenario->sides; side++)
        EACH_BIT(hex, ground->goals[side], HEX_WORDS)
            if (controller(state, (Hex)hex) == side)
                set_bit(ground->held[side], (Hex)hex);
}

static void measure_ground(const Scenario *scenario, const State *state, Ground *ground)
{
    const Wb95 *data = data_of(scenario);
    memset(ground->fighters, 0, sizeof ground->fighters);
    memset(ground->goals, 0, sizeof ground->goals);
    memset(ground->held, 0, sizeof ground->held);
    find_units(scenario, state, ground);
    find_goals(scenario, state, ground);
    for (int side = 0; side < scenario->sides; side++) {
        uint64_t open[HEX_WORDS];
        for (int word = 0; word < HEX_WORDS; word++)
            open[word] = ground->goals[side][word] & ~ground->held[side][word];
        distances_from(scenario->map, ground->fighters[side], ground->near[side]);
        distances_from(scenario->map, open, ground->wanted[side]);
    }
    if (data->feature[FEATURE_EXIT_VICTORY])
        distances_from(scenario->map, scenario->map->area_list[data->special.exit_zone].bits, ground->exit);
}

static void count_exit(const Scenario *scenario, const State *state, const Ground *ground, Piece piece,
                       int32_t out[COUNT])
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &state->unit[piece];
    int distance = ground->exit[unit->hex];
    if (!data->feature[FEATURE_EXIT_VICTORY])
        return;
    if (may_leave(data, state, piece, unit->side)) {
        out[EXIT_AT_HAND] += unit->cel * nearness(distance, AT_EXIT);
        out[EXIT_NEAR] += unit->cel * nearness(distance, NEAR_EXIT);
        out[EXIT_FAR] += unit->cel * nearness(distance, FAR_EXIT);
    }
    if (can_assault(kind_of(data, state, piece))) {
        out[EXIT_BARRED] += distance <= AT_EXIT ? unit->cel : 0;
        out[EXIT_WATCHED] += distance <= NEAR_EXIT ? unit->cel : 0;
    }
}

static void count_unit(const Scenario *scenario, const State *state, const Ground *ground, Piece piece,
                       int32_t out[COUNT])
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &state->unit[piece];
    const Kind *kind = kind_of(data, state, piece);
    int strength = attack_strength(data, state, piece, false);
    out[HQS] += kind->type == HQ;
    out[GUN_COUNT] += (kind->is & ARTILLERY) != 0;
    if (unit->oos)
        out[HUNGRY] += unit->cel;
    if (unit->now & DISORGANISED)
        out[SHAKEN] += unit->cel;
    if (!(kind->is & REGULAR))
        return;
    out[STEPS] += unit->cel;
    out[DEFENCE_SP] += defence_strength(data, state, piece);
    if (fortified(state, unit->hex))
        out[ENTRENCHED_STEPS] += unit->cel;
    if (enemy_zoc(data, state, unit->side, unit->hex))
        out[IN_CONTACT] += unit->cel;
    if (can_assault(kind)) {
        out[ATTACK_SP] += strength;
        out[PULL] += strength * nearness(ground->wanted[unit->side][unit->hex], PULLED);
    }
    count_exit(scenario, state, ground, piece, out);
}

static void count_goals(const Scenario *scenario, const Ground *ground, int side, int32_t out[COUNT])
{
    const uint8_t *own = ground->near[side];
    int32_t prizes[PRIZE_FEATURES] = {0};
    EACH_BIT(hex, ground->goals[side], HEX_WORDS) {
        int enemy = UINT8_MAX;
        for (int other = 0; other < scenario->sides; other++)
            if (is_enemy(data_of(scenario), side, other) && ground->near[other][hex] < enemy)
                enemy = ground->near[other][hex];
        count_prize(own[hex], enemy, has_bit(ground->held[side], (Hex)hex), 1, prizes);
    }
    out[GUARDS_SET] = prizes[PRIZE_GUARDED];
    out[GOALS_AT_HAND] = prizes[PRIZE_BESIDE];
    out[GOALS_NEAR] = prizes[PRIZE_NEAR];
    out[GOALS_AHEAD] = prizes[PRIZE_FIRST];
}

void wb95_features(const Scenario *scenario, const Position *position, int32_t out[SIDES][FEATURES_MAX])
{
    ROOM(Ground, ground);
    const State *state = state_of(position);
    const Wb95 *data = data_of(scenario);
    Score score;
    victory_score(scenario, state, &score);
    measure_ground(scenario, state, ground);
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &state->unit[piece];
        if (unit->place == ON_MAP)
            count_unit(scenario, state, ground, (Piece)piece, out[unit->side]);
        else if (unit->place == NOT_YET || unit->place == WAITING)
            out[unit->side][TO_COME] += unit->cel;
    }
    for (int side = 0; side < scenario->sides; side++) {
        out[side][POINTS_NOW] = score.points[side];
        count_goals(scenario, ground, side, out[side]);
    }
    if (data->feature[FEATURE_EXIT_VICTORY])
        out[data->special.exit_side][LEFT_MAP] = state->exited_cel;
}
