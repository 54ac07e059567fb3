/* plan_guns.c — targets for artillery and aircraft of a player who weighs orders.
 *
 * A mission is worth the effect of its barrage on every stack in its zone and beside it, as often as the shells fall on
 * target, less the effect on friendly units; the nearest spotter is the best. Guns fire before any unit marches, at the
 * stacks that hold or threaten most; aircraft fly to the same places. */
#include <string.h>

#include "systems/tcs/artillery.h"
#include "systems/tcs/play/outlook.h"

enum {
    SHELL_FIRST = 3400,
    A_FIRE = 8, /* the worth of keeping a Battery Fire */
    WORTH_A_FIRE = 25,
    MISSIONS_TRIED = 24 /* targets, the best of them first */
};

/* The effect of a barrage of so much on the stacks of a side around the hex. */
static int strikes(const Eye *eye, int side, Hex hex, int firepower, int radius)
{
    int sum = 0;
    EACH_BIT(at, eye->view->occupied[side], TCS_WORDS) {
        int beyond = map_distance(eye->map, hex, (Hex)at) - radius;
        if (beyond > 1)
            continue;
        Target target = target_in(eye, eye->view, side, (Hex)at);
        int power = (beyond <= 0 ? firepower : firepower / 2) * FOURTHS, class = eye->data->class[at];
        if (target.steps) /* range 4 shifts nothing, as guns have none */
            sum += sheltered_price(eye, column_of(eye, power, class, target.steps, 4, false), &target, side, (Hex)at);
    }
    return sum;
}

/* How often of ROLLS the shells fall so, with that spotter. */
static void chances_of(const Eye *eye, const Guns *guns, Piece spotter, Hex hex, int out[ADJUSTMENTS])
{
    int range = map_distance(eye->map, eye->view->unit[spotter].at.hex, hex);
    int band = spotter_band(eye->data, eye->view, range), nation = eye->data->battery[guns->battery[0]].nationality;
    memset(out, 0, ADJUSTMENTS * sizeof *out);
    for (int roll = 0; roll < ROLLS; roll++)
        out[eye->data->adjustment[band][roll][nation]]++;
}

static int find_gun_spotters(const Eye *eye, Piece out[TCS_PIECES])
{
    int count = 0;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++)
        if (eye->view->unit[piece].side == eye->side && !refused(may_spot_for_guns(eye->view, piece)))
            out[count++] = piece;
    return count;
}

static Piece nearest_spotter(const Eye *eye, const Piece *spotters, int count, Hex hex)
{
    Piece best = NO_PIECE;
    int nearest = INT16_MAX;
    for (int i = 0; i < count; i++) {
        Hex from = eye->view->unit[spotters[i]].at.hex;
        int away = map_distance(eye->map, from, hex);
        if (away >= nearest || !foe_in_sight(eye, from, hex))
            continue;
        nearest = away;
        best = spotters[i];
    }
    return best;
}

static int mission_price(const Eye *eye, const Guns *guns, Piece spotter, Hex hex)
{
    int chance[ADJUSTMENTS], calibre = smallest_calibre(eye->data, guns->battery, guns->count), sum = 0;
    bool battalion = guns->count > 1;
    chances_of(eye, guns, spotter, hex, chance);
    for (int good = 0; good <= 1; good++) {
        int firepower = barrage_firepower(eye->data, calibre, battalion, good);
        int price = strikes(eye, enemy_of(eye->side), hex, firepower, battalion) -
                    3 * strikes(eye, eye->side, hex, firepower, battalion) / 2;
        sum += chance[good ? GOOD_SHOOT : BAD_SHOOT] * price;
    }
    return sum / ROLLS - A_FIRE * guns->count;
}

static void plan_mission(const Eye *eye, const Guns *guns, Piece spotter, Hex hex, int busy)
{
    Order order = order_of(DO_MISSION);
    int price = mission_price(eye, guns, spotter, hex) - busy;
    for (int i = 0; i < guns->count; i++)
        order_add(&order, SLOT_BATTERIES, guns->battery[i]);
    order_add(&order, SLOT_SHELL, HE);
    order_add(&order, SLOT_SPOTTER, spotter);
    order_add(&order, SLOT_AT, hex);
    if (price > WORTH_A_FIRE && !refused(mission_check(eye->scenario, eye->view, &order)))
        plan_add(eye->found, &order, SHELL_FIRST + (price < 500 ? price : 500));
}

/* The battery alone, and with the two others of its battalion that come behind it. */
static void plan_battery(const Eye *eye, int battery, Piece spotter, Hex hex)
{
    const Book *data = eye->data;
    Guns guns = {.battery = {(uint8_t)battery}, .count = 1, .shell = HE};
    plan_mission(eye, &guns, spotter, hex, 0);
    for (int other = battery + 1; other < data->batteries && guns.count < IN_A_BATTALION; other++)
        if (data->battery[other].side == eye->side &&
            !strcmp(data->battery[other].battalion, data->battery[battery].battalion))
            guns.battery[guns.count++] = (uint8_t)other;
    if (guns.count == IN_A_BATTALION && !refused(guns_allow(eye->scenario, eye->view, &guns)))
        plan_mission(eye, &guns, spotter, hex, 0);
}

/* Of the side the guns that can fire now. */
static int find_batteries(const Eye *eye, uint8_t out[TCS_BATTERIES])
{
    int count = 0;
    for (int battery = 0; battery < eye->data->batteries; battery++) {
        Guns guns = {.battery = {(uint8_t)battery}, .count = 1, .shell = HE};
        if (eye->data->battery[battery].side == eye->side && !refused(guns_allow(eye->scenario, eye->view, &guns)))
            out[count++] = (uint8_t)battery;
    }
    return count;
}

void plan_missions(const Eye *eye)
{
    Piece spotters[TCS_PIECES];
    uint8_t batteries[TCS_BATTERIES];
    int tried = 0, ready = find_batteries(eye, batteries);
    int seeing = ready ? find_gun_spotters(eye, spotters) : 0;
    for (int i = 0; seeing && i < eye->found->foes && tried < MISSIONS_TRIED; i++) {
        Hex hex = eye->found->foe[i].hex;
        Piece spotter = nearest_spotter(eye, spotters, seeing, hex);
        tried += spotter != NO_PIECE;
        for (int j = 0; spotter != NO_PIECE && j < ready; j++)
            plan_battery(eye, batteries[j], spotter, hex);
    }
}

/* ---- aircraft -------------------------------------------------------------------------------------------- */

static int worth_in(const Eye *eye, Hex hex)
{
    int worth = eye->found->goal[hex] / 4;
    EACH_IN(piece, eye->view, hex)
        worth += eye->view->unit[piece].side != eye->side ? worth_of(eye, piece) : 0;
    return worth;
}

static int sorties_at(const Eye *eye, Hex hex)
{
    int count = 0;
    for (int i = 0; i < eye->view->sorties; i++)
        count += eye->view->sortie[i].hex == hex;
    return count;
}

void judge_sorties(const Eye *eye)
{
    for (int i = 0; i < eye->found->foes; i++) {
        Order order = order_of(DO_SORTIE);
        Hex hex = eye->found->foe[i].hex;
        order_add(&order, 0, hex);
        plan_add(eye->found, &order, worth_in(eye, hex) / (1 + sorties_at(eye, hex)));
    }
}

void judge_strike(const Eye *eye)
{
    for (int i = 0; i < eye->view->sorties; i++) {
        const Sortie *sortie = &eye->view->sortie[i];
        Order order = order_of(DO_STRIKE);
        if (sortie->done || sortie->side != eye->side)
            continue;
        order_add(&order, 0, sortie->hex);
        Target target = target_in(eye, eye->view, enemy_of(eye->side), sortie->hex);
        int power = eye->data->aircraft[sortie->aircraft].firepower * FOURTHS;
        plan_add(eye->found, &order,
                 area_price(eye, column_of(eye, power, eye->data->class[sortie->hex], target.steps, 4, false), &target,
                            false));
        EACH_IN(piece, eye->view, sortie->hex) {
            Order at = order;
            order_add(&at, 1, piece);
            if (!refused(strike_check(eye->scenario, eye->view, &at)))
                plan_add(eye->found, &at, worth_of(eye, piece) / 4);
        }
    }
}
