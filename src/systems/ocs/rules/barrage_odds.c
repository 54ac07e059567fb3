/* barrage_odds.c — OCS 12.4, 14.13 and the charts: how strong a barrage is, what it costs (in edition 2 ocs2.bsupply-1,
 * ocs2.bsupply-2, ocs2.bsupply-3, ocs2.bsupply-4, ocs2.bsupply-5), which lines shift its column, and the exact odds of
 * it.
 *
 * Flak comes before the roll, so the strength that counts depends on it: the forecast goes through every way in which
 * each aircraft comes through or not. */
#include <string.h>

#include "core/room.h"
#include "systems/ocs/air.h"
#include "systems/ocs/reference.h"

enum { PAIRS = DIE * DIE, FLYERS_WEIGHED = 20, GRAIN = 8, STRENGTHS = 512 * GRAIN };

/* ---- strength --------------------------------------------------------------------------------------------- */

int barrage_strength(const Scenario *scenario, const State *state, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &state->unit[piece];
    const Kind *kind = kind_of(data, state, piece);
    if (kind->class == AIRCRAFT)
        return air_support(data, state, piece) * PARTS;
    int strength = face_of(data, state, piece)->strength * PARTS;
    if (kind->steps > 1 && (kind->steps - unit->steps) * 2 >= kind->steps)
        strength /= 2; /* 9.12d, D10 */
    if (unit->marker == DISORGANIZED)
        strength /= 2; /* 5.10b-1 */
    if (!second_edition(data) && unit->level == LOW_SUPPLY && kind->class != SHIP)
        strength /= 2; /* C18; in edition 2 a unit that pays fires in full (ocs2.bsupply-6) */
    return strength;
}

int barrage_sum(const Scenario *scenario, const State *state, const Piece *pieces, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        if (pieces[i] != NO_PIECE)
            sum += barrage_strength(scenario, state, pieces[i]);
    return sum;
}

int whole_strength(int parts) { return (parts + PARTS / 2) / PARTS; }

int chart_for(int target)
{
    return target == TARGET_UNITS ? CHART_BARRAGE : target == TARGET_DUMP ? CHART_DUMP : CHART_FACILITY;
}

int barrage_cost(const Book *data, const State *state, Piece piece)
{
    const Kind *kind = kind_of(data, state, piece);
    if (kind->class == AIRCRAFT)
        return 0; /* ocs2.bsupply-7 */
    if (kind->class == SHIP)
        return data->ship_cost;
    int cost = data->gun_cost[kind->size];
    if (kind->size == DIVISION)
        cost *= (re_of(data, state, piece) + QUARTERS - 1) / QUARTERS;
    return kind->class == ROCKETS ? cost * data->rocket_factor : cost;
}

/* ---- shifts ------------------------------------------------------------------------------------------------- */

/* The lines are those of the charts of 1995; of the lost chart of 1992 there is the procedure alone (C22). */
static uint16_t line_of(const Book *data, uint16_t charted) { return second_edition(data) ? charted : OCS_12_4C_3; }

static void add_shift(Shelling *out, int side, int by, Sentence what)
{
    if (by)
        odds_add(&out->shifts, side, by, what);
}

static int size_shift(const Shifts *shifts, int amount)
{
    int by = 0;
    for (int i = 0; i < shifts->bands && shifts->from[i] <= amount; i++)
        by = shifts->size[i];
    return by;
}

/* Quarters of REs; an HQ counts one where it is not alone (B8). */
static int target_re(const Scenario *scenario, const State *state, int side, Hex hex)
{
    const Book *data = data_of(scenario);
    int sum = 0, headquarters = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below) {
        const Kind *kind = kind_of(data, state, piece);
        if (state->unit[piece].side != side || !is_unit(kind))
            continue;
        if (kind->class == HEADQUARTERS)
            headquarters += QUARTERS;
        else
            sum += re_of(data, state, piece);
    }
    return sum ? sum + headquarters : 0;
}

static bool is_in_column(const State *state, int side, Hex hex)
{
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (state->unit[piece].side == side && state->unit[piece].marker == STRATEGIC)
            return true;
    return false;
}

/* Trucks, wagons and whole SPs of the hex, loads too. */
static int points_in(const Pile *pile)
{
    return pile ? pile->trucks + pile->wagons + (pile->dump + pile->truck_load + pile->wagon_load) / TOKENS : 0;
}

static void shift_for_ground(const Scenario *scenario, const State *state, int side, Hex hex, const Shifts *shifts,
                             bool dump, Shelling *out)
{
    static const uint8_t lines[TERRAINS] = {0, SHIFT_CLOSE, SHIFT_VERY_CLOSE, SHIFT_EXTREMELY_CLOSE};
    const Book *data = data_of(scenario);
    Terrain terrain = terrain_at(scenario, state, hex);
    if (hedgehog_at(state, enemy_of(side), hex))
        add_shift(out, side, shifts->by[SHIFT_HEDGEHOG],
                  sentence(dump ? OCS2_DUMPTRUCK_SHIFT_1 : line_of(data, OCS2_BARRAGE_SHIFT_1), "ocs.target-hedgehog"));
    if (terrain == TERRAIN_OPEN)
        return;
    bool extreme = terrain == TERRAIN_EXTREMELY_CLOSE;
    uint16_t rule = dump ? extreme ? OCS2_DUMPTRUCK_SHIFT_3 : OCS2_DUMPTRUCK_SHIFT_2
                         : line_of(data, extreme ? OCS2_BARRAGE_SHIFT_3 : OCS2_BARRAGE_SHIFT_2);
    add_shift(out, side, shifts->by[lines[terrain]], sentence(rule, "ocs.terrain", WORD_TERRAIN + terrain));
}

/* What is plain to see of the target: the ground and whether any unit is next to it. */
static void shift_for_sight(const Scenario *scenario, const State *state, int side, Hex hex, Shelling *out)
{
    const Book *data = data_of(scenario);
    shift_for_ground(scenario, state, side, hex, &data->barrage_shift, false, out);
    if (!is_contact(scenario, state, enemy_of(side), hex))
        add_shift(out, side, data->barrage_shift.by[SHIFT_UNSEEN],
                  sentence(line_of(data, OCS2_BARRAGE_SHIFT_4), "ocs.no-unit-firing-side-next"));
}

void known_shifts(const Scenario *scenario, const State *view, int side, Hex hex, int target, Forecast *out)
{
    Shelling seen;
    odds_begin(&seen.shifts);
    if (target == TARGET_UNITS)
        shift_for_sight(scenario, view, side, hex, &seen);
    forecast_sheet(out, &seen.shifts);
}

void shelling_of(const Scenario *scenario, const State *state, int side, Hex hex, int target, Shelling *out)
{
    const Book *data = data_of(scenario);
    int foe = enemy_of(side);
    out->chart = chart_for(target);
    odds_begin(&out->shifts);
    if (target == TARGET_DUMP) {
        int points = points_in(pile_in(state, foe, hex));
        shift_for_ground(scenario, state, side, hex, &data->dump_shift, true, out);
        add_shift(out, side, size_shift(&data->dump_shift, points),
                  sentence(points < 15 ? OCS2_DUMPTRUCK_SHIFT_4 : OCS2_DUMPTRUCK_SHIFT_5, "ocs.point-lie", points));
    }
    if (target != TARGET_UNITS)
        return; /* the chart of facilities has no shifts */
    int re = target_re(scenario, state, foe, hex);
    shift_for_sight(scenario, state, side, hex, out);
    int by = size_shift(&data->barrage_shift, re);
    add_shift(out, side, by,
              sentence(line_of(data, by < 0 ? OCS2_BARRAGE_SHIFT_5 : OCS2_BARRAGE_SHIFT_6), "ocs.res-stand", re));
    if (is_in_column(state, foe, hex))
        add_shift(out, side, data->barrage_shift.by[SHIFT_COLUMN],
                  sentence(line_of(data, OCS2_BARRAGE_SHIFT_7), "ocs.somebody-strategic-move"));
}

bool is_softened(const Scenario *scenario, const State *state, int side, Hex hex)
{
    enum { DEEP = 3 };
    return hedgehog_at(state, enemy_of(side), hex) >= DEEP || !is_contact(scenario, state, enemy_of(side), hex);
}

/* ---- the exact odds ----------------------------------------------------------------------------------------- */

static int ways(int sum) { return sum < 2 || sum > 2 * DIE ? 0 : sum <= DIE + 1 ? sum - 1 : 2 * DIE + 1 - sum; }

typedef struct Weighing {
    Weight of[STRENGTHS]; /* by strength that comes through, in eighths: three halvings (D10, 5.10b, C18) */
    Weight total;
} Weighing;

/* Every striker weighs something, so that it is known whether any is left: less than is ever rounded up. */
static int grains_of(const Scenario *scenario, const State *view, Piece piece)
{
    int grains = barrage_strength(scenario, view, piece) * GRAIN / PARTS;
    return grains ? grains : 1;
}

/* Three such make nearly half a point, and with fractions of guns they might make one. */
static bool is_exact(const Scenario *scenario, const State *view, const Piece *pieces, int count)
{
    int weak = 0;
    bool whole = true;
    for (int i = 0; i < count; i++) {
        int strength = barrage_strength(scenario, view, pieces[i]);
        weak += !strength;
        whole &= strength % PARTS == 0;
    }
    return !weak || (whole && weak <= 3);
}

/* Flak still fires at it: it was not named before (D64). */
static bool is_under_fire(const Book *data, const State *view, Piece piece)
{
    return is_aircraft(data, view, piece) && !(view->unit[piece].now & STRUCK);
}

/* Each aircraft comes through in so many of 36 ways; all do where there is no flak. */
static void weigh_flak(const Scenario *scenario, const State *view, const Piece *pieces, int count, int rating,
                       Weighing *out)
{
    ROOMS(Weight, next, STRENGTHS);
    const Book *data = data_of(scenario);
    int through = 0;
    for (int dice = 2; dice <= TWO_DICE; dice++)
        through += !rating || flak_result(data, rating, dice) == FLAK_NONE ? ways(dice) : 0;
    memset(out->of, 0, sizeof out->of);
    out->of[0] = out->total = 1;
    for (int i = 0; i < count; i++) {
        int strength = grains_of(scenario, view, pieces[i]);
        bool flies = rating && is_under_fire(data, view, pieces[i]);
        memset(next, 0, STRENGTHS * sizeof *next);
        for (int before = 0; before < STRENGTHS; before++) {
            int after = before + strength < STRENGTHS ? before + strength : STRENGTHS - 1;
            next[after] += out->of[before] * (Weight)(flies ? through : 1);
            if (flies)
                next[before] += out->of[before] * (Weight)(PAIRS - through);
        }
        memcpy(out->of, next, STRENGTHS * sizeof *next);
        out->total *= flies ? PAIRS : 1;
    }
}

/* Where nothing comes through nothing happens. */
static void weigh_results(const Book *data, const Shelling *shelling, const Weighing *weighing,
                          Weight weights[CHART_RESULTS])
{
    const Chart *chart = &data->chart[shelling->chart];
    bool two = shelling->chart == CHART_BARRAGE;
    for (int strength = 0; strength < STRENGTHS; strength++) {
        if (!weighing->of[strength])
            continue;
        int points = whole_strength(strength * PARTS / GRAIN);
        bool tells = strength && (two || points);
        int column = band_shifted(chart, band_of(chart, points), shelling->shifts.sum);
        for (int dice = two ? 2 : 1; dice <= (two ? TWO_DICE : DIE); dice++)
            weights[tells ? chart->cell[dice][column] : 0] += weighing->of[strength] * (Weight)(two ? ways(dice) : 1);
    }
}

/* Half a step is a step in three of six ways; what is softened is none (ocs2.barrage-3). */
static void measure_units(const Weight weights[CHART_RESULTS], bool softened, Forecast *out)
{
    Weight half = weights[HIT_HALF] + (softened ? 0 : weights[HIT_HALF_OR_DG]);
    Weight sure = weights[HIT_ONE] + weights[HIT_TWO], dg = 0;
    for (int i = HIT_DG; i <= HIT_TWO; i++)
        dg += weights[i];
    forecast_measure(out, sentence(0, "ocs.target-loses-step"), OCS2_BARRAGE_4, half + 2 * sure);
    forecast_measure(out, sentence(0, "ocs.target-disorganized"), OCS2_BARRAGE_5, 2 * dg);
}

/* What a result on the tables of units and facilities means; of supply the percentage says it. */
static Sentence meaning_of(int chart, int result, bool softened)
{
    static const char *const units[] = {
        [HIT_NONE] = SAID("ocs.nothing-happens"),           [HIT_DG] = SAID("ocs.all-disorganized"),
        [HIT_HALF_OR_DG] = SAID("ocs.4-6-die-step-lost"),   [HIT_HALF] = SAID("ocs.4-6-die-step-lost"),
        [HIT_ONE] = SAID("ocs.step-lost-all-disorganized"), [HIT_TWO] = SAID("ocs.2-steps-lost-all-disorganized"),
    };
    static const char *const facilities[] = {
        SAID("ocs.nothing-happens"), SAID("ocs.aircraft-lie-air-base-may"),
        SAID("ocs.level-hit"),       SAID("ocs.level-hit-railroad-interdicted"),
        SAID("ocs.2-levels-hits"),   SAID("ocs.2-levels-hits-railroad-interdicted")};
    if (chart == CHART_BARRAGE)
        return (Sentence){.words = units[softened && result == HIT_HALF_OR_DG ? HIT_DG : result]};
    return (Sentence){.words = chart == CHART_FACILITY ? facilities[result] : NULL};
}

bool weigh_barrage(const Scenario *scenario, const State *view, int side, const Piece *pieces, int count, Hex hex,
                   int target, Forecast *out)
{
    ROOM(Weighing, weighing);
    const Book *data = data_of(scenario);
    int flyers = 0;
    for (int i = 0; i < count; i++)
        flyers += is_under_fire(data, view, pieces[i]);
    if (flyers > FLYERS_WEIGHED || !is_exact(scenario, view, pieces, count))
        return false;
    Shelling shelling;
    shelling_of(scenario, view, side, hex, target, &shelling);
    int rating = flak_rating(scenario, view, enemy_of(side), hex);
    const Chart *chart = &data->chart[shelling.chart];
    int strength = whole_strength(barrage_sum(scenario, view, pieces, count)), column = band_of(chart, strength);
    Weight weights[CHART_RESULTS] = {0};
    weigh_flak(scenario, view, pieces, count, rating, weighing);
    weigh_results(data, &shelling, weighing, weights);
    memset(out, 0, sizeof *out);
    out->gainer = (uint8_t)side;
    out->payer = (uint8_t)enemy_of(side);
    out->total = weighing->total * (shelling.chart == CHART_BARRAGE ? PAIRS : DIE) * 2;
    out->title =
        sentence(OCS_12_4C_3, "ocs.column-shifted-2", strength, WORD_TARGET + target, band_text(shelling.chart, column),
                 band_text(shelling.chart, band_shifted(chart, column, shelling.shifts.sum)));
    out->cell = chart_cell(second_edition(data), shelling.chart, band_shifted(chart, column, shelling.shifts.sum), 0);
    if (!flyers || !rating)
        out->column = sentence(0, "%d", band_text(shelling.chart, band_shifted(chart, column, shelling.shifts.sum)));
    else
        out->assumes = sentence(OCS_14_18B, "ocs.flak-rolled-aircraft-first", rating, flyers);
    forecast_sheet(out, &shelling.shifts);
    for (int i = 0; i < CHART_RESULTS; i++)
        if (weights[i])
            out->outcome[out->outcomes++] =
                (ForecastLine){.label = sentence(0, "%d", chart_text(shelling.chart, i)),
                               .meaning = meaning_of(shelling.chart, i, is_softened(scenario, view, side, hex)),
                               .gain = (int16_t)(target == TARGET_UNITS && i >= HIT_ONE ? i - HIT_HALF : 0),
                               .rule = OCS_12_4C_3,
                               .weight = 2 * weights[i]};
    if (target == TARGET_UNITS)
        measure_units(weights, is_softened(scenario, view, side, hex), out);
    forecast_reduce(out);
    return true;
}
