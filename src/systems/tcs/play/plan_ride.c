/* plan_ride.c — when a player who weighs orders lets units ride (25.1), and his use of mines (21).
 *
 * A unit with turns to walk and no enemy near gets on a carrier in its hex, and so does a gun that is of no use where
 * it is; all get off before the enemy is near, or where they can be of use. Infantry clears a lane where the path leads
 * through mines and no enemy watches; mines are laid where the enemy must come. */
#include "systems/tcs/play/outlook.h"

enum {
    MOUNT_FIRST = MARCH_FIRST + 910, /* before any unit marches */
    NEAR_ENOUGH = 5,                 /* hexes at which riders get off */
    FAR_ENOUGH = 9,                  /* … and beyond which they get on */
    WORTH_RIDING = 3,                /* turns of walking that it spares */
    WORTH_TOWING = 6 * THIRDS
};

/* ---- carriers -------------------------------------------------------------------------------------------- */

static bool is_weapon_of_range(const Kind *kind) { return kind->indirect || is_gun(kind); }

static bool is_there(const Eye *eye, Piece piece)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    Hex hex = eye->view->unit[piece].at.hex;
    int near = near_enough(eye, piece), foe = NEAR_ENOUGH;
    near = near > NEAR_ENOUGH * THIRDS ? near : NEAR_ENOUGH * THIRDS;
    if (is_weapon_of_range(kind) && kind->range / 2 > foe)
        foe = kind->range / 2;
    return nearest_foe(eye, hex) <= foe || way_of(eye, piece)[hex] <= near;
}

static bool wants_to_ride(const Eye *eye, Piece piece)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    const Unit *unit = &eye->view->unit[piece];
    int way = way_of(eye, piece)[unit->at.hex];
    if (is_vehicle(kind) || is_riding(eye->view, piece) || unit->now & DUG_IN || way == NO_WAY ||
        nearest_foe(eye, unit->at.hex) <= FAR_ENOUGH || is_there(eye, piece) ||
        (is_commanded(eye->data) && is_unassigned(eye->scenario, eye->view, piece)))
        return false;
    return kind->tow_only ? way > near_enough(eye, piece) + WORTH_TOWING : way > WORTH_RIDING * kind->ma * THIRDS;
}

/* On any carrier that stands there; into Move Mode first, if only that is missing. */
static void plan_mount(const Eye *eye, Piece piece)
{
    EACH_IN(carrier, eye->view, eye->view->unit[piece].at.hex) {
        Order order = order_of(DO_MOUNT);
        if (kind_of(eye->scenario, carrier)->category != CARRIER || eye->view->unit[carrier].side != eye->side)
            continue;
        order_add(&order, 0, piece);
        order_add(&order, 1, carrier);
        if (!refused(mount_check(eye->scenario, eye->view, &order))) {
            plan_add(eye->found, &order, MOUNT_FIRST);
            return;
        }
        for (int i = 0; i < 2; i++) {
            Piece still = i ? carrier : piece;
            Order mode = order_of(DO_MODE);
            order_add(&mode, 0, still);
            order_add(&mode, 1, MOVE_MODE);
            bool other_moves = eye->view->unit[i ? piece : carrier].mode == MOVE_MODE;
            if (eye->view->unit[still].mode == FIRE_MODE && other_moves && can_switch(eye, still, MOVE_MODE))
                plan_add(eye->found, &mode, SWITCH_FIRST);
        }
    }
}

static void plan_getting_off(const Eye *eye, Piece piece)
{
    Order order = order_of(DO_DISMOUNT);
    order_add(&order, 0, piece);
    if (is_there(eye, piece) && !refused(dismount_check(eye->scenario, eye->view, &order)))
        plan_add(eye->found, &order, GET_OFF_FIRST);
}

void plan_rides(const Eye *eye)
{
    if (eye->data->without[PART_TRANSPORT])
        return;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        if (eye->view->unit[piece].side != eye->side || !is_on_map(eye->view, piece))
            continue;
        if (is_riding(eye->view, piece))
            plan_getting_off(eye, piece);
        else if (wants_to_ride(eye, piece))
            plan_mount(eye, piece);
    }
}

/* ---- mines ----------------------------------------------------------------------------------------------- */

/* The danger of the mines to a unit that clears a lane (21.3). */
static int breach_price(const Eye *eye, Piece piece)
{
    const Unit *unit = &eye->view->unit[piece];
    Target target = {.steps = unit->steps, .total = -1};
    int column = area_column(eye->data, eye->data->mines.breach);
    return area_price(eye, column, &target, false);
}

static void plan_breach(const Eye *eye, Piece piece, Hex hex)
{
    enum { A_LANE = 120, THROUGH = 6 * THIRDS };
    const Unit *unit = &eye->view->unit[piece];
    const uint16_t *way = way_of(eye, piece);
    Order order = order_of(DO_BREACH);
    order_add(&order, 0, piece);
    order_add(&order, 1, hex);
    if (way[hex] == NO_WAY || way[unit->at.hex] < way[hex] + THROUGH || eye->found->watch[unit->at.hex] ||
        refused(breach_check(eye->scenario, eye->view, &order)))
        return;
    int gain = A_LANE - breach_price(eye, piece);
    if (gain > 0)
        plan_add(eye->found, &order, MARCH_FIRST + gain);
}

void plan_breaches(const Eye *eye)
{
    for (int i = 0; i < eye->view->mines; i++)
        for (Edge edge = 0; edge < EDGES && eye->view->mine[i].lane == EDGES; edge++) {
            Hex from = eye->map->next[eye->view->mine[i].hex][edge];
            if (from == NO_HEX || !friend_in(eye->view, eye->side, from))
                continue;
            EACH_IN(piece, eye->view, from)
                if (kind_of(eye->scenario, piece)->category == INFANTRY && eye->view->unit[piece].side == eye->side)
                    plan_breach(eye, piece, eye->view->mine[i].hex);
        }
}

/* Two platoons that can be parents of a minefield there. */
static bool can_lay(const Eye *eye, Hex hex, Order *out)
{
    for (Piece one = 0; one < eye->scenario->pieces; one++)
        for (Piece other = (Piece)(one + 1); has_bit(eye->view->parents, one) && other < eye->scenario->pieces;
             other++) {
            *out = order_of(DO_LAY);
            order_add(out, 0, hex);
            order_add(out, 2, one);
            order_add(out, 2, other);
            if (has_bit(eye->view->parents, other) && !refused(lay_check(eye->scenario, eye->view, out)))
                return true;
        }
    return false;
}

/* On the path from each stack of the enemy to its best goal, the nearer to the goal the better. */
void judge_mines(const Eye *eye)
{
    enum { LONGEST = 96, WORTH_MINING = 20 };
    Order ready = order_of(DO_READY);
    Hex way[LONGEST];
    plan_add(eye->found, &ready, 0);
    for (int i = 0; i < eye->found->foes; i++) {
        Hex from = eye->found->foe[i].hex;
        int goal = nearest_goal(eye, FOOT, from, true, 0);
        int count = goal < 0 ? 0 : trace_way(eye, FOOT, from, eye->found->goal_hex[goal], way, LONGEST);
        for (int j = count - 2; j > 0; j--) {
            Order order;
            if (eye->found->plans >= PLANS || !can_lay(eye, way[j], &order))
                continue;
            plan_add(eye->found, &order, WORTH_MINING + j);
            break;
        }
    }
}
