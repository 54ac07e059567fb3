/* sorties.c — what guns and aircraft are worth: barrages, flights to the hex they will strike, interception, air
 * combat, and the way home.
 *
 * Bombers fly where their strike helps an attack that is ready, with fighters if any can come along; fighters by
 * themselves stay at their bases, where they may still intercept. */
#include "systems/ocs/memo.h"

enum {
    PAIRS = DIE * DIE,
    SHAKEN = 30,   /* disorganized units */
    HELPS = 30,    /* … that a unit is ready to attack */
    FIGHTERS = 18, /* risk of an enemy fighter in reach of the hex */
    FLAK = 4,
    INTERCEPTS_WITHIN = 5,
    STRIKE = 25, /* less is not worth the flight */
    STRIKERS_MOST = 6
};

static int ways(int sum) { return sum <= DIE + 1 ? sum - 1 : 2 * DIE + 1 - sum; }

/* ---- barrages ------------------------------------------------------------------------------------ */

static bool is_to_be_attacked(const Eye *eye, Hex target)
{
    for (int edge = 0; edge < EDGES; edge++) {
        Hex from = eye->map->next[target][edge];
        for (int row = 0; from != NO_HEX && row < ROWS; row++)
            if (eye->found->ready[row][from])
                return true;
    }
    return false;
}

/* Expected worth of so much on the units there. */
static int worth_on_units(const Eye *eye, int strength, Hex hex)
{
    const Chart *chart = &eye->data->chart[CHART_BARRAGE];
    Shelling shelling;
    shelling_of(eye->scenario, eye->view, eye->side, hex, TARGET_UNITS, &shelling);
    int column = band_shifted(chart, band_of(chart, whole_strength(strength)), shelling.shifts.sum), sum = 0;
    int step = eye->found->step_worth[enemy_of(eye->side)], shaken = SHAKEN + (is_to_be_attacked(eye, hex) ? HELPS : 0);
    bool softened = is_softened(eye->scenario, eye->view, eye->side, hex);
    for (int dice = 2; dice <= TWO_DICE; dice++) {
        int result = chart->cell[dice][column], halves = 0;
        if (result == HIT_NONE)
            continue;
        if (result == HIT_HALF || (result == HIT_HALF_OR_DG && !softened))
            halves = 1;
        if (result >= HIT_ONE)
            halves = 2 * (result - HIT_HALF);
        sum += ways(dice) * (shaken + halves * step / 2);
    }
    return sum / PAIRS;
}

static int worth_of_strike(const Eye *eye, int strength, Hex hex, int target)
{
    enum { WORKS_HIT = 12, BASE_HIT = 10, DUMP_HIT = 15 };
    if (target == TARGET_UNITS)
        return has_target(eye->scenario, eye->view, eye->side, hex, target) ? worth_on_units(eye, strength, hex) : 0;
    if (strength < 8 * PARTS)
        return 0;
    return target == TARGET_HEDGEHOG ? WORKS_HIT
           : target == TARGET_BASE   ? BASE_HIT
           : target == TARGET_DUMP   ? DUMP_HIT
                                     : 0;
}

static int cost_of(const Eye *eye, const Piece *pieces, int count)
{
    int tokens = 0;
    for (int i = 0; i < count; i++)
        tokens += barrage_cost(eye->data, eye->view, pieces[i]);
    return tokens * token_worth(eye, eye->view->unit[pieces[0]].at.hex) + count;
}

/* The best hex of the enemy's in reach of them all, without saying which. */
static int32_t best_target(const Eye *eye, const Piece *pieces, int count)
{
    int strength = barrage_sum(eye->scenario, eye->view, pieces, count);
    int32_t best = 0;
    if (question(&eye->view->head)->kind == ASK_ANSWER)
        return worth_of_strike(eye, strength, eye->view->combat.launch, TARGET_UNITS);
    EACH_BIT(hex, eye->view->occupied[enemy_of(eye->side)], OCS_WORDS) {
        bool all = hex < eye->map->hexes;
        for (int i = 0; all && i < count; i++) {
            int distance = map_distance(eye->map, eye->view->unit[pieces[i]].at.hex, (Hex)hex);
            all = is_aircraft(eye->data, eye->view, pieces[i])
                      ? !distance
                      : distance && distance <= face_of(eye->data, eye->view, pieces[i])->reach;
        }
        if (!all || has_bit(eye->view->shelled[TARGET_UNITS], hex))
            continue;
        int32_t value = worth_of_strike(eye, strength, (Hex)hex, TARGET_UNITS);
        best = value > best ? value : best;
    }
    return best;
}

int32_t barrage_value(const Eye *eye, const Order *order)
{
    enum { LEAST = 8 };
    int count;
    order_slot(order, 0, &count);
    Hex hex = order_value(order, 1, NO_HEX);
    int target = order_value(order, 2, TARGET_UNITS);
    if (!count)
        return STRIKE;
    int cost = cost_of(eye, order->value, count);
    if (hex == NO_HEX)
        return best_target(eye, order->value, count) - cost - LEAST;
    return worth_of_strike(eye, barrage_sum(eye->scenario, eye->view, order->value, count), hex, target) - cost - LEAST;
}

/* 7.2a, B4: with all that could come, before surprise is known. */
int32_t announce_value(const Eye *eye, const Order *order)
{
    enum { LEAST = 8 };
    Piece pieces[FORCE];
    (void)order;
    int count = answerers_of(eye->scenario, eye->view, eye->side, pieces);
    return count ? worth_of_strike(eye, barrage_sum(eye->scenario, eye->view, pieces, count), eye->view->combat.launch,
                                   TARGET_UNITS) -
                       cost_of(eye, pieces, count) - LEAST
                 : -1;
}

/* Before an overrun; otherwise the end of the phase is early enough. */
int32_t hip_shoot_value(const Eye *eye, const Order *order)
{
    int count;
    order_slot(order, 0, &count);
    if (!count)
        return STRIKE;
    Hex hex = eye->view->unit[order->value[0]].at.hex;
    int strength = barrage_sum(eye->scenario, eye->view, order->value, count);
    if (hex >= eye->map->hexes || !is_to_be_attacked(eye, hex))
        return -1;
    return worth_of_strike(eye, strength, hex, order_value(order, 1, TARGET_UNITS)) + count - STRIKE;
}

/* ---- flights ------------------------------------------------------------------------------------- */

int risk_at(const Eye *eye, Hex hex, bool escorted)
{
    int risk = FLAK * flak_rating(eye->scenario, eye->view, enemy_of(eye->side), hex);
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++)
        if (eye->view->unit[piece].side != eye->side && is_active(eye->view, piece) &&
            is_aircraft(eye->data, eye->view, piece) && air_types(eye->data, eye->view, piece) & AIR_F &&
            map_distance(eye->map, eye->view->unit[piece].at.hex, hex) <= INTERCEPTS_WITHIN)
            risk += FIGHTERS / (escorted ? 2 : 1);
    return risk;
}

static bool is_escorted(const Eye *eye, const Piece *pieces, int count)
{
    for (int i = 0; i < count; i++)
        if (is_offensive(eye->data, eye->view, pieces[i]))
            return true;
    return false;
}

static int32_t sortie_value(const Eye *eye, const Piece *pieces, int count, Hex hex)
{
    if (!enemy_in(eye->view, eye->side, hex) || has_bit(eye->view->shelled[TARGET_UNITS], hex))
        return -1;
    int above = 0; /* units already there strike with them */
    for (Piece piece = eye->view->top[hex]; piece != NO_PIECE; piece = eye->view->unit[piece].at.below)
        if (eye->view->unit[piece].side == eye->side && is_aircraft(eye->data, eye->view, piece))
            above += barrage_strength(eye->scenario, eye->view, piece);
    int strength = barrage_sum(eye->scenario, eye->view, pieces, count) + above;
    int worth = worth_of_strike(eye, strength, hex, TARGET_UNITS);
    worth -= above ? worth_of_strike(eye, above, hex, TARGET_UNITS) : 0;
    return worth - risk_at(eye, hex, is_escorted(eye, pieces, count)) - STRIKE / 2;
}

static bool has_bombers(const Eye *eye, const Piece *pieces, int count)
{
    for (int i = 0; i < count; i++)
        if (air_types(eye->data, eye->view, pieces[i]) & (AIR_T | AIR_S))
            return true;
    return false;
}

/* The best hex in range of all, without saying which. */
static int32_t best_sortie(const Eye *eye, const Piece *pieces, int count)
{
    int range = 255;
    int32_t best = -1;
    for (int i = 0; i < count; i++)
        range = air_of(eye->data, eye->view, pieces[i])->range < range ? air_of(eye->data, eye->view, pieces[i])->range
                                                                       : range;
    EACH_BIT(hex, eye->view->occupied[enemy_of(eye->side)], OCS_WORDS) {
        if (hex >= eye->map->hexes || map_distance(eye->map, eye->view->unit[pieces[0]].at.hex, (Hex)hex) > range ||
            !is_to_be_attacked(eye, (Hex)hex))
            continue;
        int32_t value = sortie_value(eye, pieces, count, (Hex)hex);
        best = value > best ? value : best;
    }
    return best;
}

int32_t fly_value(const Eye *eye, const Order *order)
{
    int count, steps;
    order_slot(order, 0, &count);
    int path = order_slot(order, 1, &steps);
    if (!count)
        return STRIKE;
    if (count > STRIKERS_MOST)
        return -1;
    if (!has_bombers(eye, order->value, count))
        return empty_flight_value(eye, order->value, count, steps ? order->value[path + steps - 1] : NO_HEX);
    return steps ? sortie_value(eye, order->value, count, order->value[path + steps - 1])
                 : best_sortie(eye, order->value, count);
}

/* To a base that can be used, behind the front but not far. */
int32_t home_value(const Eye *eye, const Order *order)
{
    enum { HOME = 100, TOO_NEAR = 4 };
    int count;
    order_slot(order, 0, &count);
    if (question(&eye->view->head)->kind == ASK_MOVEMENT)
        return -1;
    Hex to = order_value(order, 1, NO_HEX);
    int32_t value = HOME + count;
    if (to == NO_HEX || to >= eye->map->hexes)
        return value;
    const Base *base = base_at(eye->view, to);
    int near = eye->found->near[to];
    value += base ? 10 * usable_level(base) : 0;
    return value - (near < TOO_NEAR ? HOME / 2 : near < HOME / 2 ? near : HOME / 2);
}

/* ---- air combat ---------------------------------------------------------------------------------- */

/* Bombers alone are prey; against fighters as many as they are, and one more. */
int32_t intercept_value(const Eye *eye, const Order *order)
{
    const Flight *flight = &eye->view->flight;
    int fighters = 0, best = 0, own = 0;
    for (int i = 0; i < flight->count; i++)
        if (is_offensive(eye->data, eye->view, flight->piece[i])) {
            int rating = air_rating(eye->data, eye->view, flight->piece[i]);
            fighters++;
            best = rating > best ? rating : best;
        }
    for (int i = 0; i < order->count; i++) {
        int rating = air_rating(eye->data, eye->view, order->value[i]);
        own = rating > own ? rating : own;
    }
    if (!order->count)
        return STRIKE;
    int excess = order->count - fighters - 1;
    return STRIKE + 10 * (own - best) + (fighters ? 0 : STRIKE) + order->count * 4 - (excess > 0 ? 10 * excess : 0);
}

int32_t decline_value(const Eye *eye, const Order *order)
{
    int32_t value = 0;
    for (int i = 0; i < order->count; i++)
        value += is_offensive(eye->data, eye->view, order->value[i]) ? -10 : 5;
    return order->count ? value : 1;
}

int32_t engage_value(const Eye *eye, const Order *order)
{
    int32_t value = 0;
    for (int i = 0; i < order->count; i++)
        value += order->slot[i] ? 5 : 1 + air_rating(eye->data, eye->view, order->value[i]) * 10 / (i + 1);
    return value;
}

int32_t accept_value(const Eye *eye, const Order *order)
{
    const Dogfight *fight = &eye->view->dogfight;
    if (!order->count)
        return 0;
    int roll = order->value[0];
    return fight->dice[roll] + air_rating(eye->data, eye->view, fight->pick[0][roll]);
}

/* Bombers first while an attack is ready, else fighters. */
int32_t refit_value(const Eye *eye, const Order *order)
{
    int32_t value = 0;
    for (int i = 0; i < order->count; i++)
        value += 20 + air_support(eye->data, eye->view, order->value[i]) +
                 2 * air_rating(eye->data, eye->view, order->value[i]);
    return order->count ? value : 1;
}
