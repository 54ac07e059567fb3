/* odds.c — 14.8–14.23 with 9.5–9.7, 10.1–10.3 and 15.3–15.11: factors, shifts and the column of a battle.
 *
 * The order of arithmetic is pm.r.49: printed factors first (mountain infantry, the Stalin Line, straits); units that
 * suffer the same halvings are added up and divided once, rounding up, twice halved by four (pm.r.50); then the groups
 * are added, and each aircraft gives its points, but no more than its own stack brings (10.2-3, pm.r.65). That is the
 * odds; all shifts add to its true column, on the table or off it (pm.r.52), and what attenuated supply takes comes
 * last (9.6). Aircraft support a prepared assault by section 10 and a mobile one by 15.5 (14.13). */
#include <assert.h>
#include <stdint.h>

#include "systems/pm/fight.h"

enum { HEDGEHOG_COLUMNS = 2 }; /* 14.40-2 */

/* ---- 14.8–14.10: columns and results --------------------------------------------------------------------- */

/* 14.9: weaker attackers are divided into the defence, rounding up. */
int column_of_odds(int attack, int defence)
{
    assert(attack > 0 && defence > 0);
    return column_of_strengths(attack, defence, FOR_THE_DEFENDER);
}

Result result_in(const Book *data, int column, int die)
{
    if (column < FIRST_COLUMN)
        return data->below;
    if (column >= FIRST_COLUMN + DICE_COLUMNS)
        return data->above;
    return data->combat[die - 1][column - FIRST_COLUMN];
}

/* Only in a city does a zero cost anything (14.37). */
static int in_city(int points) { return points ? 2 * points : 1; }

Result final_result(const Book *data, const Battle *battle, Result table)
{
    bool city = data->town[battle->target] == CITY, arko_last = data->on[ARKO_AFTER];
    if (city)
        table.attacker = (uint8_t)in_city(table.attacker);
    if (table.defender == ELIMINATES) /* pm.r.109 */
        return table;
    int defender = table.defender + (battle->arko && !arko_last);
    if (city)
        defender = in_city(defender);
    table.defender = (uint8_t)(defender + (battle->arko && arko_last));
    return table;
}

/* ---- supply, water and strength of each unit ----------------------------------------------------------------- */

void fray_begin(Fray *fray, const Scenario *scenario, const State *view, const Battle *battle)
{
    const Book *data = data_of(scenario);
    *fray = (Fray){.scenario = scenario, .data = data, .view = view, .battle = battle};
    fray->weather = weather_at(data, view, battle->target); /* pm.r.42 */
    for (int side = 0; side < PLAYERS && !data->beginners; side++)
        fray->supplies[side] = *supplies_of(scenario, view, side);
}

/* The edge of the target that the attacker comes over. */
static Edge edge_of(const Fray *fray, Piece piece)
{
    Hex from = is_mobile(fray->battle) ? fray->battle->launch : origin_of(fray->data, fray->view, fray->battle, piece);
    return edge_between(&fray->scenario->map->grid, fray->battle->target, from);
}

/* The water between that is to be crossed; straits freeze in snow, rivers already before (13.6, 13.7-1). */
static unsigned water_of(const Fray *fray, Piece piece)
{
    Edge edge = edge_of(fray, piece);
    unsigned bits = edge < EDGES ? fray->scenario->map->edge[fray->battle->target][edge] & (RIVER | STRAIT) : 0;
    if (straits_frozen(fray->view))
        bits &= ~(unsigned)STRAIT;
    if (frozen_over(fray->weather) || ignores_rivers(fray->view, fray->battle->side))
        bits &= ~(unsigned)RIVER;
    return bits;
}

static Supply supply_in(const Fray *fray, int which, Piece piece)
{
    const Unit *unit = &fray->view->unit[piece];
    if (fray->data->beginners || unit->now & LANDED || unit->at.hex == box_of(fray->data, BOX_AT_SEA)) /* 11.4-5 */
        return SUPPLIED;
    if (which == ATTACK && is_mobile(fray->battle) && unit->mp) /* 15.4: as its move began */
        return unit->supply;
    return supply_of(fray->scenario, fray->view, &fray->supplies[unit->side], piece);
}

static bool is_marsh(const Fray *fray) /* pm.r.43 */
{
    return fray->scenario->map->terrain[fray->battle->target] & MARSH && !frozen_over(fray->weather);
}

static bool in_hills(const Fray *fray) { return fray->scenario->map->terrain[fray->battle->target] & HILLS; }

/* ---- factors -------------------------------------------------------------------------------------------------- */

/* 14.20, pm.r.51 */
static bool strait_cripples(const Fray *fray, const Kind *kind, Piece piece)
{
    return water_of(fray, piece) & STRAIT && (is_armour(kind) || (fray->data->on[STRAIT_MECH] && kind->is & MECH));
}

/* The certain part of its factor; *drawn says whether its own strength comes on top. */
static int factor_of(const Fray *fray, int which, Piece piece, bool *drawn)
{
    const Kind *kind = kind_of(fray->data, fray->view, piece);
    Values values = values_of(fray->data, fray->view, piece);
    bool unknown = is_untried(fray->data, fray->view, piece) || kind->is & ANONYMOUS;
    *drawn = unknown;
    if (which == DEFENCE) {
        bool lines = kind->side == SOVIET_SIDE && work_at(fray->data, fray->view, fray->battle->target) == STALIN_LINE;
        return (unknown ? 0 : values.defence) + lines; /* 14.30-1 */
    }
    if (strait_cripples(fray, kind, piece)) {
        *drawn = false;
        return 1;
    }
    if (kind->type == MOUNTAIN && in_hills(fray) && !fray->data->beginners) /* 14.17 */
        return values.defence;
    return unknown ? 0 : values.attack;
}

static bool flak_halves(const Fray *fray, const Kind *kind) /* 10.1-2, pm.r.108 */
{
    if (fray->battle->side != SOVIET_SIDE || !is_tank(kind) || fray->data->beginners)
        return false;
    return fray->flak == FLAK_AS_SEEN
               ? flak_helps(fray->scenario, fray->view, &fray->supplies[GERMAN_SIDE], fray->battle->target)
               : fray->flak == FLAK_HELPS;
}

static unsigned halvings_of(const Fray *fray, int which, Piece piece)
{
    const Kind *kind = kind_of(fray->data, fray->view, piece);
    unsigned halvings = supply_in(fray, which, piece) == OUT_OF_SUPPLY ? HALVED_SUPPLY : 0;
    if (which == DEFENCE)
        return halvings;
    return halvings | (is_armour(kind) && is_marsh(fray) ? HALVED_MARSH : 0) |
           (flak_halves(fray, kind) ? HALVED_FLAK : 0);
}

/* The aircraft that helps this unit: of its stack, if it is thrown in (pm.r.65). */
static int corps_of(const Fray *fray, int which, Piece piece)
{
    const Battle *battle = fray->battle;
    Hex hex = which == DEFENCE ? battle->target : fray->view->unit[piece].at.hex;
    if (fray->data->beginners || hex >= fray->scenario->map->hexes)
        return -1;
    int corps = corps_at(fray->view, fray->view->unit[piece].side, hex);
    return corps >= 0 && (which == DEFENCE || battle->corps >> corps & 1) ? corps : -1;
}

int part_at(Muster *out, unsigned halvings, int corps)
{
    for (int i = 0; i < out->parts; i++)
        if (out->part[i].halvings == halvings && out->part[i].corps == corps)
            return i;
    assert(out->parts < PARTS);
    out->part[out->parts] = (Part){(uint8_t)halvings, (int8_t)corps, 0, 0};
    return out->parts++;
}

void muster(const Fray *fray, int which, Muster *out)
{
    const Battle *battle = fray->battle;
    const Piece *piece = which == ATTACK ? battle->attacker : battle->defender;
    int count = which == ATTACK ? battle->attackers : battle->defenders;
    out->parts = 0;
    for (int i = 0; i < count; i++) {
        bool drawn;
        int corps = corps_of(fray, which, piece[i]), factor = factor_of(fray, which, piece[i], &drawn);
        int at = part_at(out, halvings_of(fray, which, piece[i]), corps);
        out->part_of[i] = (uint8_t)at;
        out->part[at].known += factor;
        out->part[at].unknown += drawn;
        out->drawn[i] = drawn;
        if (corps >= 0)
            out->points[corps] = air_support(fray->scenario, fray->view, fray->view->unit[piece[i]].side,
                                             fray->view->unit[piece[i]].at.hex, INT16_MAX);
    }
}

/* One division for all that suffer the same (14.12, pm.r.50). */
static int halved(int factors, unsigned halvings)
{
    int by = 1 << __builtin_popcount(halvings);
    return (factors + by - 1) / by;
}

/* What the parts with that aircraft bring, or all of them: each set of halvings one group. */
static int ground_factors(const Muster *muster, const int drawn[PARTS], int corps, bool all)
{
    int group[HALVINGS] = {0}, sum = 0;
    for (int i = 0; i < muster->parts; i++)
        if (all || muster->part[i].corps == corps)
            group[muster->part[i].halvings] += muster->part[i].known + drawn[i];
    for (unsigned halvings = 0; halvings < HALVINGS; halvings++)
        sum += halved(group[halvings], halvings);
    return sum;
}

int strength_of(const Muster *muster, const int drawn[PARTS])
{
    int sum = ground_factors(muster, drawn, -1, true);
    unsigned counted = 0;
    for (int i = 0; i < muster->parts; i++) {
        int corps = muster->part[i].corps;
        if (corps < 0 || counted >> corps & 1)
            continue;
        counted |= 1u << corps;
        int own = ground_factors(muster, drawn, corps, false);
        sum += own < muster->points[corps] ? own : muster->points[corps];
    }
    return sum;
}

/* ---- 14.11: shifts --------------------------------------------------------------------------------------------- */

static const Ground *ground_row(const Fray *fray, int row) { return &fray->data->ground[row]; }

static int shift_of(const Fray *fray, int row)
{
    return -(is_mobile(fray->battle) ? ground_row(fray, row)->mobile : ground_row(fray, row)->prepared);
}

/* Clear ground and plain towns have no line (14.15, 14.21); forest has one in mobile assaults only. */
static void hex_lines(const Fray *fray, int defender, OddsSheet *out)
{
    Hex target = fray->battle->target;
    uint32_t terrain = fray->scenario->map->terrain[target];
    int work = work_at(fray->data, fray->view, target);
    if (terrain & FOREST && shift_of(fray, GROUND_FOREST))
        odds_add(out, defender, shift_of(fray, GROUND_FOREST), sentence(PM_15_11, "pm.forest"));
    if (terrain & HILLS)
        odds_add(out, defender, shift_of(fray, GROUND_HILLS), sentence(PM_14_16, "pm.hills"));
    if (fray->data->town[target] == LARGE_TOWN)
        odds_add(out, defender, shift_of(fray, GROUND_LARGE_TOWN), sentence(PM_14_22, "pm.large-town"));
    if (fray->data->town[target] == CITY)
        odds_add(out, defender, shift_of(fray, GROUND_CITY), sentence(PM_14_23_1, "pm.city"));
    if (defender == SOVIET_SIDE && work == FORT)
        odds_add(out, defender, shift_of(fray, GROUND_FORT), sentence(PM_14_27, "pm.fort"));
    if (defender == SOVIET_SIDE && work == HEAVY_FORT)
        odds_add(out, defender, shift_of(fray, GROUND_HEAVY_FORT), sentence(PM_14_28, "pm.heavy-fort"));
    if (is_hedgehog(fray->data, fray->view, target))
        odds_add(out, defender, -HEDGEHOG_COLUMNS, sentence(PM_14_40_2, "pm.hedgehog"));
}

/* 14.19, 14.20, pm.r.46, 15.10 */
static void water_lines(const Fray *fray, int defender, OddsSheet *out)
{
    int over_water = 0, over_straits = 0, count = fray->battle->attackers;
    for (int i = 0; i < count; i++) {
        unsigned water = water_of(fray, fray->battle->attacker[i]);
        over_water += water != 0;
        over_straits += (water & STRAIT) != 0;
    }
    if (over_straits == count)
        odds_add(out, defender, shift_of(fray, GROUND_STRAIT), sentence(PM_14_20, "pm.all-attack-across-strait"));
    else if (over_water == count)
        odds_add(out, defender, shift_of(fray, GROUND_RIVER),
                 sentence(is_mobile(fray->battle) ? PM_15_10 : PM_14_19, "pm.all-attack-across-water"));
}

/* 14.14-1: opposite hexes, or three with one between each; more than three always have two that are opposite. */
static bool is_concentric(unsigned edges)
{
    enum { EVEN_EDGES = 1 | 4 | 16, ODD_EDGES = 2 | 8 | 32 };
    return edges & (edges >> 3) || (edges & EVEN_EDGES) == EVEN_EDGES || (edges & ODD_EDGES) == ODD_EDGES;
}

static void geometry_line(const Fray *fray, OddsSheet *out)
{
    unsigned edges = 0;
    if (fray->data->beginners || is_mobile(fray->battle) || is_hedgehog(fray->data, fray->view, fray->battle->target))
        return; /* 14.14-2, 15.3-1, 14.40-2 */
    for (int i = 0; i < fray->battle->attackers; i++)
        edges |= 1u << edge_of(fray, fray->battle->attacker[i]);
    if (is_concentric(edges))
        odds_add(out, fray->battle->side, 1, sentence(PM_14_14_1, "pm.concentric-assault"));
}

/* 10.3, pm.r.66 */
static void eighth_line(const Fray *fray, int defender, OddsSheet *out)
{
    int eighth = fray->data->eighth;
    if (eighth < 0 || fray->data->beginners)
        return;
    if (fray->battle->side == GERMAN_SIDE && fray->battle->corps >> eighth & 1)
        odds_add(out, GERMAN_SIDE, 1, sentence(PM_10_3, "pm.viii-air-corps"));
    if (defender == GERMAN_SIDE && corps_at(fray->view, GERMAN_SIDE, fray->battle->target) == eighth)
        odds_add(out, GERMAN_SIDE, -1, sentence(PM_10_3, "pm.viii-air-corps"));
}

void weigh_ground(const Fray *fray, OddsSheet *out)
{
    int defender = enemy_of(fray->battle->side);
    odds_begin(out);
    hex_lines(fray, defender, out);
    water_lines(fray, defender, out);
    geometry_line(fray, out);
    eighth_line(fray, defender, out);
    if (fray->battle->sea != NO_HEX) /* pm.r.67 */
        odds_add(out, defender, -1, sentence(PM_11_4_3, "pm.invasion"));
    if (fray->weather == SNOW && fray->battle->side == SOVIET_SIDE && !is_mobile(fray->battle))
        odds_add(out, SOVIET_SIDE, 1, sentence(PM_13_7_3, "pm.soviet-assault-snow"));
}

/* ---- what the factors hold already ----------------------------------------------------------------------------- */

static void halving_lines(const Muster *muster, int side, OddsSheet *out)
{
    unsigned halvings = 0;
    for (int i = 0; i < muster->parts; i++)
        halvings |= muster->part[i].halvings;
    if (halvings & HALVED_SUPPLY)
        odds_add(out, side, 0, sentence(PM_9_7_2, "pm.factors-out-supply-halved", side));
    if (halvings & HALVED_MARSH)
        odds_add(out, side, 0, sentence(PM_14_18, "pm.armour-attacks-marsh-factors-halved"));
    if (halvings & HALVED_FLAK)
        odds_add(out, side, 0, sentence(PM_10_1_2, "pm.flak-factors-soviet-tanks-halved"));
}

static void air_lines(const Muster *muster, int side, OddsSheet *out)
{
    unsigned told = 0;
    for (int i = 0; i < muster->parts; i++) {
        int corps = muster->part[i].corps;
        if (corps < 0 || told >> corps & 1)
            continue;
        told |= 1u << corps;
        odds_add(out, side, 0,
                 sentence(side == GERMAN_SIDE ? PM_10_2_3 : PM_10_4, "pm.point-air-no-more-stack", side,
                          muster->points[corps]));
    }
}

void factor_lines(const Fray *fray, int which, const Muster *muster, OddsSheet *out)
{
    const Battle *battle = fray->battle;
    int side = which == ATTACK ? battle->side : enemy_of(battle->side);
    halving_lines(muster, side, out);
    air_lines(muster, side, out);
    if (which == DEFENCE) {
        if (side == SOVIET_SIDE && work_at(fray->data, fray->view, battle->target) == STALIN_LINE)
            odds_add(out, side, 0, sentence(PM_14_30_1, "pm.stalin-line-factor-more-each"));
        if (fray->data->town[battle->target] == CITY)
            odds_add(out, side, 0, sentence(PM_14_23_2, "pm.city-losses-both-sides-doubled"));
    } else if (battle->arko) {
        odds_add(out, side, 0, sentence(PM_14_41_2, "pm.siege-artillery-defender-loses-point"));
    }
}

/* ---- 9.6, 17.10: attenuated supply ----------------------------------------------------------------------------- */

/* 9.18-5: a unit supplied by air rolls too, if it stands east of the line; it has points for a mobile assault only
 * where it began (15.4-2, 9.18-2). */
static bool rolls_for(const Fray *fray, Piece piece)
{
    Supply supply = supply_in(fray, ATTACK, piece);
    return supply == ATTENUATED || (supply == AERIAL && !has_bit(fray->data->west, fray->view->unit[piece].at.hex));
}

bool is_attenuated(const Fray *fray)
{
    if (fray->battle->side != GERMAN_SIDE || fray->data->beginners || fray->view->gas_gone)
        return false;
    for (int i = 0; i < fray->battle->attackers; i++)
        if (rolls_for(fray, fray->battle->attacker[i]))
            return true; /* 9.6-2: one is enough */
    return false;
}

int gast_bonus(const Fray *fray)
{
    enum { SEPTEMBER = 6, DECEMBER_TURN = 12 };
    int turn = fray->view->head.turn;
    return bogged(fray->weather) + (turn >= DECEMBER_TURN ? 2 : turn >= SEPTEMBER);
}

int gast_shift(const Book *data, int made) { return data->gast[(made > DIE ? DIE : made) - 1]; }
