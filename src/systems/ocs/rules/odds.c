/* odds.c — OCS 9.3–9.7, 9.9 and 9.17: strengths, odds, columns, surprise.
 *
 * Each unit's strength (9.4a) is multiplied by all that applies to it in the defender's ground (9.4b-1, 9.4b-2), in
 * 1024ths, so that nothing is rounded before the odds (4.3-2, 4.4, 4.5). An HQ's five are added like any other
 * (9.16e-3, 12.1c-1); units without strength take part (9.16a-2): nothing against something is the first column,
 * anything against nothing the last (9.16a-3). Out of supply is half in edition 2 (ocs2.level-2, ocs2.level-4), at
 * the same rating (ocs2.level-5). Hedgehogs count against the roll (ocs2.drm-1) and the surprise (ocs2.surprise-4);
 * map features double the defence (16.0-1). The odds are rounded (4.3-3) and the column is the one not above them
 * (9.7a, D4). */
#include "systems/ocs/air.h"

int class_row(const Kind *kind) { return kind->class == ARMOR ? 0 : kind->class == MECH ? 1 : 2; }
static int times(int strength, int parts) { return (int)((int64_t)strength * parts / PARTS); }

/* 5.10b-1, 9.12d. */
static int worn(const Book *data, const State *state, Piece piece, int strength)
{
    const Unit *unit = &state->unit[piece];
    int full = kind_of(data, state, piece)->steps;
    if (unit->marker == DISORGANIZED)
        strength /= 2;
    return full > 1 && (full - unit->steps) * 2 >= full ? strength / 2 : strength;
}

int attack_strength(const Scenario *scenario, const State *state, Piece piece, Hex target)
{
    const Book *data = data_of(scenario);
    const Map *map = scenario->map;
    const Unit *unit = &state->unit[piece];
    const Face *face = face_of(data, state, piece);
    int row = class_row(kind_of(data, state, piece));
    if (face->how != PLAIN)
        return 0;
    int strength = worn(data, state, piece, face->strength * PARTS);
    strength = times(strength, data->class_attack[terrain_at(scenario, state, target)][row]);
    if (unit->level != FULL_SUPPLY) /* 9.5; a unit without supply does not attack in edition 1. Aboard, too (D40) */
        strength /= 2;
    if (is_aboard(state, piece)) /* 19.3-1 */
        return times(strength, data->landing[row]);
    Edge edge = edge_between(&map->grid, unit->at.hex, target);
    for (int river = 0; edge < EDGES && river < RIVERS; river++)
        if (map->edge[unit->at.hex][edge] >> river & 1)
            strength = times(strength, data->river_attack[river][row]);
    return strength;
}

int defence_strength(const Scenario *scenario, const State *state, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &state->unit[piece];
    const Face *face = face_of(data, state, piece);
    int row = class_row(kind_of(data, state, piece));
    int strength = worn(data, state, piece, (face->how == BARRAGES ? 1 : face->strength) * PARTS); /* 12.4b */
    strength = times(strength, data->class_defence[terrain_at(scenario, state, unit->at.hex)][row]);
    if (has_bit(data->fortified, unit->at.hex))
        strength = times(strength, data->fort_defence[row]);
    if (unit->marker == STRATEGIC)
        strength /= 2; /* 5.8b-2 */
    return unit->level == NO_SUPPLY ? strength / 2 : strength;
}

int odds_column(const Book *data, int terrain, int attack, int defence, int *over, int *under)
{
    *over = *under = 1;
    if (!defence) { /* 9.16a-1, D29 */
        *over = attack / PARTS;
        *under = 0;
        return COLUMNS - 1;
    }
    if (!attack) {
        *over = 0;
        return data->first_column;
    }
    if (attack >= defence)
        *over = (2 * attack + defence) / (2 * defence);
    else
        *under = (2 * defence + attack) / (2 * attack);
    int odds = *under > 1 ? -*under : *over;
    for (int column = COLUMNS - 1; column > data->first_column; column--)
        if (data->column_odds[terrain][column] <= odds)
            return column;
    return data->first_column; /* 9.1f-1, 9.7b */
}

Odds odds_of(const Scenario *scenario, const State *state, const Piece *attackers, int count, const Piece *defenders,
             int defending, Hex target, Piece attacker_rating, Piece defender_rating, bool unpaid)
{
    const Book *data = data_of(scenario);
    Odds odds = {.terrain = terrain_at(scenario, state, target)};
    for (int i = 0; i < count; i++)
        odds.attack += attack_strength(scenario, state, attackers[i], target);
    for (int i = 0; i < defending; i++)
        odds.defence += defence_strength(scenario, state, defenders[i]);
    if (unpaid)
        odds.defence /= 2; /* 9.5a-2, on top of all else */
    odds.column = odds_column(data, odds.terrain, odds.attack, odds.defence, &odds.over, &odds.under);
    odds.difference = rating_of(data, state, attacker_rating) - rating_of(data, state, defender_rating);
    odds.hedgehog = hedgehog_at(state, state->unit[defenders[0]].side, target);
    odds.drm = odds.difference - odds.hedgehog; /* 9.9-2, 17.0b */
    return odds;
}

int shifted(const Book *data, int column, int shift)
{
    int to = column + shift;
    return to < data->first_column ? data->first_column : to >= COLUMNS ? COLUMNS - 1 : to;
}

int result_at(const Book *data, int column, int roll)
{
    int row = roll < ROLL_LOW ? ROLL_LOW : roll > ROLL_HIGH ? ROLL_HIGH : roll;
    return data->combat[row - ROLL_LOW][column];
}

bool has_surprise(const Book *data) { return data->surprise || second_edition(data); }

int surprise_roll(const Book *data, const Odds *odds, int dice)
{
    return dice + odds->difference - (second_edition(data) && odds->hedgehog > 0); /* C10 */
}

int surprised(const Book *data, const Odds *odds, bool overrun, int dice)
{
    const Surprise *at = &data->surprise_at[overrun];
    int roll = surprise_roll(data, odds, dice);
    return roll >= at->attacker ? 1 : roll <= at->defender ? 2 : 0;
}
