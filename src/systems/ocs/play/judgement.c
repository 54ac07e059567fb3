/* judgement.c — what an order is worth to its giver, for greedy players: 100 is about a step killed.
 *
 * Not a rule of the book but advice: how a sensible beginner would weigh orders, from the side's view alone. One row a
 * verb; a verb without a row is left alone. Of an unfinished order the value is a guess at the best order that begins
 * so. outlook.c has found everything about the whole map before; prices.c knows combats, marches.c where counters want
 * to be, haulage.c supply, sorties.c guns and aircraft, expeditions.c operations beside the front. Here are combats and
 * their questions, and the table of verbs. */
#include "systems/ocs/memo.h"

enum {
    EACH_MORE = 2,
    ATTACK_LEAST = 12,
    OVERRUN_LEAST = 15,
    GIVEN_UP = 45, /* a hex that is left */
    NO_EXIT = 500,
    EACH_HEX = 20, /* of a retreat after the first */
    UNHARMED = 50  /* hundredths of a step that a defender counts who need not lose it: the attacker breaks off */
};

static const Unit *unit_of(const Eye *eye, Piece piece) { return &eye->view->unit[piece]; }

/* ---- attacks and overruns ------------------------------------------------------------------------ */

static int best_rating(const Eye *eye, const Piece *pieces, int count)
{
    int best = -9;
    for (int i = 0; i < count; i++) {
        int rating = rating_of(eye->data, eye->view, pieces[i]);
        best = rating > best ? rating : best;
    }
    return best;
}

static int cost_of(const Eye *eye, const Piece *pieces, int count, Manners manner)
{
    return eye->data->without[PART_SUPPLY] ? 0
                                           : attack_cost(eye->scenario, eye->view, pieces, count, manner == ALL_COSTS);
}

static int strength_of(const Eye *eye, const Piece *pieces, int count, Hex target)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += attack_strength(eye->scenario, eye->view, pieces[i], target) * GRAINS / PARTS;
    return sum;
}

static int32_t combat_price(const Eye *eye, const Piece *pieces, int count, Hex target, Manners manner)
{
    return price_of(eye, target, strength_of(eye, pieces, count, target), best_rating(eye, pieces, count),
                    cost_of(eye, pieces, count, manner), manner) -
           EACH_MORE * count;
}

/* Whether it may still be named after the last of them. */
static bool joins(const Eye *eye, Piece first, Piece last, Piece piece, bool overrun)
{
    const Unit *unit = unit_of(eye, piece);
    if (piece <= last || unit->side != eye->side || unit->now & ATTACKED || unit->marker == RESERVE ||
        unit->marker == STRATEGIC || !is_unit(kind_of(eye->data, eye->view, piece)))
        return false;
    if (overrun)
        return unit->start == unit_of(eye, first)->start && !(unit->now & HALTED) && unit->marker != DISORGANIZED &&
               mp_left(eye->data, eye->view, piece) >= 3 * QUARTERS;
    return !refused(may_act(eye->scenario, eye->view, piece));
}

/* With all units that may still join: the order is built one by one, in the order of their numbers. */
static int32_t guess_at(const Eye *eye, const Piece *pieces, int count, Hex target, bool overrun)
{
    Hex launch = unit_of(eye, pieces[0])->at.hex;
    int attack = strength_of(eye, pieces, count, target), rating = best_rating(eye, pieces, count), more = 0;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex from = eye->map->next[target][edge];
        if (from == NO_HEX || (overrun && from != launch) || !friend_in(eye->view, eye->side, from))
            continue;
        for (Piece piece = eye->view->top[from]; piece != NO_PIECE; piece = unit_of(eye, piece)->at.below) {
            int own = joins(eye, pieces[0], pieces[count - 1], piece, overrun)
                          ? attack_strength(eye->scenario, eye->view, piece, target) * GRAINS / PARTS
                          : 0;
            if (!own)
                continue;
            attack += own;
            more++;
            int best = rating_of(eye->data, eye->view, piece);
            rating = best > rating ? best : rating;
        }
    }
    bool by_size = eye->data->combat_supply.by_size;
    Manners manner = overrun ? OVERRUN : REGULAR;
    int cost = cost_of(eye, pieces, count, manner) + (by_size ? more : 0);
    return price_of(eye, target, attack, rating, cost, manner) - EACH_MORE * count;
}

static int32_t combat_guess(const Eye *eye, const Piece *pieces, int count, bool overrun)
{
    int32_t best = HOPELESS;
    Hex launch = unit_of(eye, pieces[0])->at.hex;
    for (int edge = 0; launch < eye->map->hexes && edge < EDGES; edge++) {
        Hex target = eye->map->next[launch][edge];
        bool all = target != NO_HEX && enemy_in(eye->view, eye->side, target);
        for (int i = 1; all && i < count; i++)
            all = map_distance(eye->map, unit_of(eye, pieces[i])->at.hex, target) == 1;
        if (!all)
            continue;
        int32_t value = guess_at(eye, pieces, count, target, overrun);
        best = value > best ? value : best;
    }
    return best;
}

/* At All Costs (9.8) if that is worth both rolls, which the player adds when the rest of the order stands. */
static bool anybody_kept(const Eye *eye, const Order *order, int count)
{
    for (int i = 0; i < count; i++)
        if (is_kept(eye, order->value[i]))
            return true;
    return false;
}

int32_t attack_value(const Eye *eye, const Order *order)
{
    int count;
    order_slot(order, 0, &count);
    Manners manner = order_value(order, 2, NO_HEX) != NO_HEX ? ALL_COSTS : REGULAR;
    Hex target = order_value(order, 1, NO_HEX);
    if (!count)
        return 1;
    if (anybody_kept(eye, order, count))
        return HOPELESS;
    int32_t value = target == NO_HEX ? combat_guess(eye, order->value, count, false)
                                     : combat_price(eye, order->value, count, target, manner);
    return value - ATTACK_LEAST;
}

/* Overruns come before marches: they open the roads. */
int32_t overrun_value(const Eye *eye, const Order *order)
{
    int count;
    order_slot(order, 0, &count);
    Hex target = order_value(order, 1, NO_HEX);
    if (!count)
        return 1;
    if (anybody_kept(eye, order, count))
        return HOPELESS;
    int32_t value = (target == NO_HEX ? combat_guess(eye, order->value, count, true)
                                      : combat_price(eye, order->value, count, target, OVERRUN)) -
                    OVERRUN_LEAST;
    return value > 0 ? value + BEFORE_MARCHES / 2 : value;
}

/* ---- questions of a combat ----------------------------------------------------------------------- */

/* The best rating, and of several the unit whose step is the cheapest: it takes the first loss (9.9-3). */
int32_t name_value(const Eye *eye, const Order *order)
{
    enum { RATING = 1000 };
    if (!order->count)
        return 0;
    return RATING * (10 + rating_of(eye->data, eye->view, order->value[0])) - step_value(eye, order->value[0]);
}

/* What the side gives up with the hex that it defends, besides steps. */
static int ground_worth(const Eye *eye) { return GIVEN_UP + eye->found->stake_at[eye->view->combat.target] / 2; }

/* Whether all who defend the hex would have to die to hold it: then it is lost all the same (9.11). */
static bool holds_in_vain(const Eye *eye)
{
    const Combat *combat = &eye->view->combat;
    return question(&eye->view->head)->kind == ASK_OPTION && combat->side != eye->side &&
           eye->found->force[eye->side][combat->target].steps <= combat->option[1];
}

int32_t lose_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return 0;
    Piece piece = order->value[0];
    if (is_aircraft(eye->data, eye->view, piece))
        return -10 * air_rating(eye->data, eye->view, piece) - 5 * unit_of(eye, piece)->steps;
    return -step_value(eye, piece) - (holds_in_vain(eye) ? ground_worth(eye) : 0);
}

/* Hexes the stack could retreat to. */
static int exits_of(const Eye *eye, Hex hex)
{
    int count = 0;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex next = eye->map->next[hex][edge];
        count += next != NO_HEX && is_land(eye->data, next) && !enemy_in(eye->view, eye->side, next);
    }
    return count;
}

/* What the attacker gives up who breaks off: what he came for, and what the defender would have to pay. */
static int gain_given_up(const Eye *eye)
{
    int step = eye->found->step_worth[enemy_of(eye->side)];
    return prize_of(eye, eye->view->combat.target) / 2 + step * UNHARMED / 100;
}

/* A hex or two back: the ground, and what it brings. */
int32_t retreat_value(const Eye *eye, const Order *order)
{
    (void)order;
    const Combat *combat = &eye->view->combat;
    if (combat->side == eye->side)
        return -GIVEN_UP - (combat->option[1] ? gain_given_up(eye) : 0);
    return -ground_worth(eye) - (exits_of(eye, combat->target) ? 0 : NO_EXIT) - EACH_HEX * (combat->option[1] - 1);
}

int32_t stand_value(const Eye *eye, const Order *order)
{
    (void)eye;
    (void)order;
    return 1;
}

/* All together, away from the enemy, where supply reaches. */
int32_t withdraw_value(const Eye *eye, const Order *order)
{
    enum { STARVES = 40, SHAKEN = 60 };
    int count;
    order_slot(order, 0, &count);
    Hex to = order_value(order, 1, NO_HEX);
    int32_t value = 500 + count;
    if (to == NO_HEX || to >= eye->map->hexes)
        return value;
    int near = eye->found->near[to], rally = eye->found->rally[to];
    value += near <= 1 ? -SHAKEN : near < 4 ? 5 * near : 20;
    value -= !eye->data->without[PART_SUPPLY] && !has_bit(eye->found->served, to) ? STARVES : 0;
    return value - (rally == FAR ? 40 : rally / 2) + (friend_in(eye->view, eye->side, to) ? 10 : 0);
}

int32_t advance_value(const Eye *eye, const Order *order)
{
    Hex to = eye->view->combat.target;
    int32_t sum = 0;
    for (int i = 0; i < order->count; i++) {
        Piece piece = order->value[i];
        int gain = standing_at(eye, piece, to) - standing_at(eye, piece, unit_of(eye, piece)->at.hex);
        sum += gain + (i ? 0 : prize_of(eye, to) / 2);
    }
    return order->count ? sum : 1;
}

int32_t exploit_value(const Eye *eye, const Order *order)
{
    (void)eye;
    return 10 * (order->count + 1);
}

/* The weakest is given up. */
int32_t destroy_value(const Eye *eye, const Order *order)
{
    return order->count ? -step_value(eye, order->value[0]) * unit_of(eye, order->value[0])->steps : 0;
}

/* ---- before combat ------------------------------------------------------------------------------- */

int32_t rebuild_value(const Eye *eye, const Order *order)
{
    return 100 + (order->count ? step_value(eye, order->value[0]) : 0);
}

/* Where the enemy is expected, and supply can be spared. */
int32_t dig_value(const Eye *eye, const Order *order)
{
    enum { DUG = 30, NEAR = 3, SPARED = 40 };
    if (!order->count)
        return DUG;
    Hex hex = unit_of(eye, order->value[0])->at.hex;
    int stake = eye->found->stake_at[hex] / 10, near = eye->found->near[hex];
    if (near > NEAR || eye->found->presses || eye->found->tokens < SPARED)
        return -1;
    return DUG + stake - eye->data->hedgehog_tokens * token_worth(eye, hex) -
           10 * hedgehog_at(eye->view, eye->side, hex);
}

int32_t combine_value(const Eye *eye, const Order *order)
{
    (void)eye;
    (void)order;
    return 10;
}

int32_t receive_value(const Eye *eye, const Order *order)
{
    enum { GIFT = 5000 };
    if (!order->count || order->value[0] >= eye->map->hexes)
        return GIFT;
    return GIFT - eye->found->near[order->value[0]];
}

int32_t lead_value(const Eye *eye, const Order *order)
{
    (void)eye;
    (void)order;
    return 1;
}

int32_t nothing_value(const Eye *eye, const Order *order)
{
    (void)eye;
    (void)order;
    return 0;
}

/* A reserve nearer to the enemy is lost sooner. */
int32_t unmark_value(const Eye *eye, const Order *order)
{
    return order->count ? 10 - (eye->found->near[order->value[0]] < 10 ? eye->found->near[order->value[0]] : 10) : 0;
}

/* ---- all verbs ----------------------------------------------------------------------------------- */

void ocs_judge(const Scenario *scenario, const Position *view, Memo *memo)
{
    if (view->depth)
        look_over(scenario, state_of(view), &memo->outlook);
}

int32_t ocs_value(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order)
{
    return judged(scenario, view, &memo->outlook, ocs_judgements, DOS, order);
}
