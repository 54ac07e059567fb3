/* judgement_turn.c — what orders outside movement and battle are worth to a player who weighs them: set-up, arrivals,
 * supply, replacements, aircraft, the pause (judgement.h). */
#include "systems/pm/play/judgement.h"

/* ---- orders before marches ------------------------------------------------------------------- */

static bool is_set_up(const Eye *eye)
{
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++)
        if (unit_of(eye, piece)->side == eye->side && in_box(eye->data, eye->view, piece, BOX_TURN))
            return false;
    return true;
}

/* The table's deployment is as good as any this player could think of. */
int32_t recommended_value(const Eye *eye, const Order *order)
{
    (void)order;
    return is_set_up(eye) ? -1 : POINT_WORTH;
}

int32_t bring_value(const Eye *eye, const Order *order)
{
    enum { ARRIVAL = 1000 };
    int count;
    order_slot(order, 0, &count);
    Hex hex = order_value(order, 1, NO_HEX);
    if (hex == NO_HEX)
        return count > 1 ? HOPELESS : 2 * ARRIVAL;
    return ARRIVAL + standing_worth(eye, order->value[0], hex);
}

/* If no unit finds room. */
int32_t reserve_value(const Eye *eye, const Order *order)
{
    (void)eye;
    return order->count > 1 ? HOPELESS : 2;
}

/* As many as may; which of them is left to the dice. */
int32_t rebuild_value(const Eye *eye, const Order *order)
{
    (void)eye;
    return order->count ? POINT_WORTH + order->value[0] : POINT_WORTH;
}

/* The weakest becomes a guard. */
int32_t convert_value(const Eye *eye, const Order *order)
{
    int32_t value = 20 * POINT_WORTH;
    for (int i = 0; i < order->count; i++) {
        int strength = reckoned(eye->found, eye->view, order->value[i], ATTACK) +
                       reckoned(eye->found, eye->view, order->value[i], DEFENCE);
        value += order->slot[i] ? strength : -strength;
    }
    return value;
}

/* Siege artillery as near to the enemy as it may be. */
int32_t arko_value(const Eye *eye, const Order *order)
{
    return order->count ? POINT_WORTH - eye->found->near[order->value[0]] : POINT_WORTH;
}

/* What a marker is worth there: supply for a unit that has none; others only lose speed by it. */
static int32_t flown_worth(const Eye *eye, Hex hex)
{
    const Supplies *supplies = supplies_of(eye->scenario, eye->view, GERMAN_SIDE);
    int starving = 0;
    for (Piece piece = hex == NO_HEX ? NO_PIECE : eye->view->top[hex]; piece != NO_PIECE;
         piece = unit_of(eye, piece)->at.below)
        starving += traced_supply(eye->scenario, eye->view, supplies, piece) == OUT_OF_SUPPLY;
    return starving ? starving * STARVES : hex == NO_HEX ? 0 : -STARVES;
}

/* Against leaving the markers as they are. If a hex is named while both are placed, the less needed one is removed. */
int32_t airlift_value(const Eye *eye, const Order *order)
{
    enum { PLACED = 3 };
    Hex after[2 * PLACED];
    const Hex *now = eye->view->airlift;
    int count = airlifted_after(eye->view, order, after);
    int32_t value = 0, least = INT32_MAX;
    if (!order->count)
        return 1;
    for (int i = 0; i < count; i++) {
        int32_t worth = flown_worth(eye, after[i]);
        value += worth;
        least = i && worth < least ? worth : least;
    }
    value -= count == PLACED ? least : 0;
    value -= flown_worth(eye, now[0]) + flown_worth(eye, now[1]);
    return value ? value : -1;
}

/* All that were chosen, in the order of their numbers: a counter passed over cannot be named any more. */
int32_t concentrate_value(const Eye *eye, const Order *order)
{
    int32_t value = eye->found->gain;
    Piece last = order->count ? order->value[order->count - 1] : 0;
    for (int i = 0; i < order->count; i++)
        value += has_bit(eye->found->chosen, order->value[i]) ? 0 : HOPELESS;
    for (Piece piece = 0, named = 0; piece < last; piece++) {
        bool is_named = named < order->count && order->value[named] == piece;
        named = (Piece)(named + is_named);
        value += !is_named && has_bit(eye->found->chosen, piece) ? HOPELESS : 0;
    }
    return value;
}

/* ---- the German's replacements and aircraft -------------------------------------------------- */

int32_t replace_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return POINT_WORTH;
    int near = eye->found->near[order->value[0]];
    return POINT_WORTH - (near < POINT_WORTH ? near : POINT_WORTH - 1);
}

/* Two steps are worth a halt, one is not (delim-3); it does not wait until the mud ends all refits. */
int32_t refit_value(const Eye *eye, const Order *order)
{
    enum { BEFORE_THE_MUD = 6 };
    if (!order->count)
        return POINT_WORTH / 2;
    const Unit *unit = unit_of(eye, order->value[0]);
    int lost = kind_at(eye, order->value[0])->steps - unit->steps;
    return lost >= 2 || (lost && eye->view->head.turn >= BEFORE_THE_MUD) ? lost * step_worth[GERMAN_SIDE] / 2 : -1;
}

int32_t withdraw_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return 2 * POINT_WORTH;
    return 2 * POINT_WORTH - reckoned(eye->found, eye->view, order->value[0], ATTACK);
}

/* Aircraft with the stack whose best attack they help most. */
int32_t support_value(const Eye *eye, const Order *order)
{
    Hex hex = order_value(order, 1, NO_HEX);
    if (hex == NO_HEX)
        return POINT_WORTH;
    int corps = order->value[0] - 1;
    Hex now = eye->side == SOVIET_SIDE ? eye->view->soviet_corps : corps < PM_CORPS ? eye->view->corps[corps] : NO_HEX;
    int here = 0, there = 0;
    for (int which = 0; which < 2; which++) {
        Hex at = which ? now : hex;
        int ready = at < eye->map->hexes ? eye->found->ready[at] / TENTHS : 0, near = ready ? eye->found->near[at] : 99;
        *(which ? &there : &here) = ready && near <= 4 ? ready * (5 - near) : 0;
    }
    return here - there - there / 4 - 1;
}

/* Towns with the enemy before them. */
int32_t hedgehog_value(const Eye *eye, const Order *order)
{
    int32_t value = order->count > 1 ? HOPELESS : 0;
    for (int i = 0; i < order->count; i++) {
        Hex hex = order->value[i];
        bool formed = has_bit(eye->view->hedgehog, hex);
        value += formed || eye->found->menace[hex] < eye->found->defence[GERMAN_SIDE][hex] ? -1 : 1;
    }
    return order->count ? value : 1;
}

/* ---- 9.19: the pause --------------------------------------------------------------------------- */

/* Points still to be taken, and those of them beyond the line. */
static int points_to_take(const Eye *eye, bool beyond)
{
    int points = 0;
    EACH_BIT(hex, eye->data->scoring_hex, PM_WORDS)
        if (!german_controls(eye->view, (Hex)hex) && !(beyond && has_bit(eye->data->west, hex)))
            points += points_at(eye->scenario, (Hex)hex);
    return points;
}

/* Columns that attenuated supply would take from attacks beyond the line, as things are now. */
static int columns_beyond(const Eye *eye)
{
    int most = 0;
    EACH_BIT(hex, eye->data->scoring_hex, PM_WORDS)
        if (lean_columns(eye->scenario, eye->view, (Hex)hex) > most)
            most = lean_columns(eye->scenario, eye->view, (Hex)hex);
    return most;
}

/* What the army loses in three couplets, in which the units before the enemy now would have attacked and the enemy
 * would not have dug in; against a part of the whole army's strength for each column that it keeps from then on until
 * the mud, if there is something to take beyond the line. */
int32_t pause_value(const Eye *eye, const Order *order)
{
    enum { COUPLETS = 3, LAST_DRY_TURN = 8, SOONER = 2, COLUMN_PART = 4 };
    (void)order;
    int ready = 0, army = 0, all = points_to_take(eye, false);
    int later = 2 * (LAST_DRY_TURN - eye->view->head.turn) - COUPLETS;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++)
        if (unit_of(eye, piece)->side == GERMAN_SIDE && on_map(eye->scenario, eye->view, piece)) {
            ready += threat_of(eye->scenario, eye->view, eye->found, piece);
            army += reckoned(eye->found, eye->view, piece, ATTACK);
        }
    if (later <= 0 || !all)
        return -1;
    int gain = army / TENTHS * columns_beyond(eye) * later / COLUMN_PART * points_to_take(eye, true) / all;
    return gain - SOONER * COUPLETS * ready / TENTHS;
}

/* A pause is kept, unless the units beside Germans would be enough to win with this turn. */
int32_t abort_value(const Eye *eye, const Order *order)
{
    (void)order;
    int points = eye->view->points;
    EACH_BIT(hex, eye->data->scoring_hex, PM_WORDS)
        if (!german_controls(eye->view, (Hex)hex) && beside_enemy(eye->scenario, eye->view, SOVIET_SIDE, (Hex)hex))
            points += points_at(eye->scenario, (Hex)hex);
    return points >= eye->data->need[eye->view->head.turn] ? POINT_WORTH : -1;
}
