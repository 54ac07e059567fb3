/* judgement_sea.c — what ships are worth to a player who weighs orders (judgement.h): divisions for ports that are
 * besieged, and landings in the Crimea where the German has left something open.
 *
 * A landed unit starves unless it gets into a port, so a landing must promise a place that scores: the beach itself or
 * an unheld one not far inland. A held beach is stormed where the table promises to clear it, for a force that fails is
 * lost (11.4). Divisions go into the ports box when there is such a beach, and to sea from there, or from a port that
 * has some to spare. */
#include "systems/pm/play/judgement.h"

enum {
    FLEET = 5,     /* 11.1 */
    INLAND = 2,    /* hexes from the beach that a landing threatens */
    FORLORN = 40,  /* a counter put ashore without a port */
    STIFFENS = 15, /* one more ashore, up to … */
    ENOUGH_ASHORE = 3,
    WORTH_A_FLEET = 150, /* what must be in sight for divisions to be sent to the ports */
    SAFE = 6,            /* hexes to the enemy of a port that spares divisions … */
    KEEPS = 2            /* … but so many */
};

/* ---- beaches ----------------------------------------------------------------------------------- */

/* What the German holds at the beach or behind it without a unit in it, the nearer the better. */
static int behind_beach(const Eye *eye, Hex beach)
{
    int worth = 0;
    EACH_BIT(hex, eye->view->german, PM_WORDS) {
        int far = map_distance(eye->map, beach, (Hex)hex);
        if (far <= INLAND && (!far || !enemy_in(eye->view, SOVIET_SIDE, (Hex)hex)))
            worth += POINT_WORTH * points_at(eye->scenario, (Hex)hex) / (1 + far);
    }
    return worth;
}

static int ashore(const Eye *eye, Hex beach, int count)
{
    int price = has_bit(eye->data->port, beach) ? 0 : FORLORN * count;
    return behind_beach(eye, beach) - price + STIFFENS * (count < ENOUGH_ASHORE ? count : ENOUGH_ASHORE);
}

/* An attack from the sea: a column less, and all is lost if the hex is not cleared, so never against the odds. */
static int stormed(const Eye *eye, Hex beach, int attack, int count)
{
    int points = eye->found->points[GERMAN_SIDE][beach], sum = 0, cleared = 0;
    int column = column_against(eye, beach, attack, false) - 1 + (weather_at(eye->data, eye->view, beach) == SNOW);
    Battle battle = {.target = beach};
    for (int die = 1; die <= DIE; die++) {
        Result result = final_result(eye->data, &battle, result_in(eye->data, column, die));
        int killed = result.defender < points ? result.defender : points;
        sum += killed * step_worth[GERMAN_SIDE];
        cleared += result.defender >= points;
        if (result.defender >= points)
            sum += prize_of(eye, beach) + ashore(eye, beach, count) - result.attacker * step_worth[SOVIET_SIDE];
        else
            sum -= count * step_worth[SOVIET_SIDE];
    }
    return 2 * cleared < DIE ? HOPELESS : sum / DIE;
}

static int landing(const Eye *eye, Hex beach, int attack, int count)
{
    return enemy_in(eye->view, SOVIET_SIDE, beach) ? stormed(eye, beach, attack, count) : ashore(eye, beach, count);
}

static int best_landing(const Eye *eye, int attack, int count)
{
    int best = HOPELESS;
    EACH_BIT(beach, eye->data->invasion, PM_WORDS) {
        int worth = behind_beach(eye, (Hex)beach) ? landing(eye, (Hex)beach, attack, count) : HOPELESS;
        best = worth > best ? worth : best;
    }
    return best;
}

/* ---- divisions that sail ----------------------------------------------------------------------- */

static bool may_be_spared(const Eye *eye, Piece piece)
{
    Hex hex = unit_of(eye, piece)->at.hex;
    if (in_box(eye->data, eye->view, piece, BOX_PORTS))
        return true;
    return hex < eye->map->hexes && has_bit(eye->data->port, hex) && eye->found->near[hex] > SAFE &&
           eye->found->count[SOVIET_SIDE][hex] > KEEPS;
}

static bool is_rifles(const Eye *eye, Piece piece)
{
    const Kind *kind = kind_at(eye, piece);
    return kind->type == INFANTRY && kind->size == DIVISION;
}

/* The divisions named, and all that could still be named behind the last of them, up to a fleet. */
static int fleet_attack(const Eye *eye, const Order *order, int count, int *sailing)
{
    int attack = 0;
    *sailing = count;
    for (int i = 0; i < count; i++)
        attack += reckoned(eye->found, eye->view, order->value[i], ATTACK);
    for (Piece piece = (Piece)(order->value[count - 1] + 1); piece < eye->scenario->pieces && *sailing < FLEET; piece++)
        if (unit_of(eye, piece)->side == SOVIET_SIDE && is_rifles(eye, piece) && may_be_spared(eye, piece)) {
            attack += reckoned(eye->found, eye->view, piece, ATTACK);
            ++*sailing;
        }
    return attack;
}

int32_t invade_value(const Eye *eye, const Order *order)
{
    int count, sailing, attack = 0;
    order_slot(order, 0, &count);
    Hex beach = order_value(order, 1, NO_HEX);
    if (!count || !may_be_spared(eye, order->value[count - 1]))
        return -1;
    for (int i = 0; i < count; i++)
        attack += reckoned(eye->found, eye->view, order->value[i], ATTACK);
    if (beach == NO_HEX)
        attack = fleet_attack(eye, order, count, &sailing);
    int worth = beach == NO_HEX            ? best_landing(eye, attack, sailing)
                : behind_beach(eye, beach) ? landing(eye, beach, attack, count)
                                           : -1;
    return worth > 0 ? worth + BEFORE_MARCHES : worth;
}

/* If no division finds room; or for a landing that is worth a fleet, until there is one. */
int32_t harbour_value(const Eye *eye, const Order *order)
{
    enum { BEFORE_ARRIVALS = 3000 };
    if (order->count > 1)
        return HOPELESS;
    bool more = count_in(eye->view, box_of(eye->data, BOX_PORTS)) < FLEET;
    if (!order->count || !more || !is_rifles(eye, order->value[0]))
        return 1;
    int mean = FLEET * eye->found->mean[POOL_RD][ATTACK];
    return best_landing(eye, mean, FLEET) > WORTH_A_FLEET ? BEFORE_ARRIVALS : 1;
}

/* Reinforcements for besieged ports, and nothing else. */
int32_t sail_value(const Eye *eye, const Order *order)
{
    int count;
    order_slot(order, 0, &count);
    Hex to = order_value(order, 1, NO_HEX);
    if (!count || !in_box(eye->data, eye->view, order->value[0], BOX_PORTS))
        return -1;
    if (to == NO_HEX)
        return count > 1 ? HOPELESS : BEFORE_MARCHES;
    return to < eye->map->hexes ? garrison_worth(eye, to, eye->found->count[eye->side][to]) + 1 : -1;
}
