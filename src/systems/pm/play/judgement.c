/* judgement.c — what an order is worth to its giver, for greedy players: 100 is about a division killed.
 *
 * Not a rule of the book but advice: how a sensible beginner would weigh orders, from the side's view alone. One row a
 * verb; a verb without a row is left alone. Of an unfinished order the value is a guess at the best order that begins
 * so. outlook.c has found everything about the whole map before.
 *
 * The German goes for the places that score, wheels past what is in the way or through it where an assault promises to
 * clear the hex, and attacks where the table promises more than it threatens. He leaves no unit in his rear that could
 * walk into Germany. The Soviet bars the paths on which the Germans would come, fills the places that count the more
 * the nearer the enemy is, strikes at weak or cut-off units, and walks into Germany where he can. Orders before marches
 * are weighed in judgement_turn.c, ships in judgement_sea.c. */
#include "systems/pm/play/judgement.h"

enum {
    NOTHING = 0,
    CLEARED = 40,  /* a hex that was the enemy's */
    PER_MP = 5,    /* a point's march nearer to the goal */
    TO_A_GAP = 30, /* hundredths of that: to a gap in the line */
    GARRISON = 60, /* the first unit in a place, a point */
    GARRISON_NEAR = 12,
    BARS_MOST = 150,
    SCREEN_MOST = 60,
    EXPOSED = 2,
    LEASH = 7, /* hexes that wheels go ahead of feet */
    ON_THE_MOVE = 3000,
    ONCE_MORE = 40,  /* the least gain for a counter to set out a second time */
    RAIDER = 100,    /* an enemy thrown out of Germany … */
    RAID_WORTH = 200 /* … and a raid there */
};

/* What a step of each side is worth. */
const int16_t step_worth[PLAYERS] = {80, 55};

/* By side: hundredths that a step paid in an attack counts, for the German wins nothing without and the Soviet has to
 * last; tenths that a place counts which scores; the part of what may still come up that counts for an attack. */
static const uint8_t paid[PLAYERS] = {36, 90}, scored[PLAYERS] = {13, 10}, coming_part[PLAYERS] = {1, 4};

/* By side: hundredths of what an attack promises that count for coming up to it, and of the enemy's strength that a
 * unit bars. A Soviet who does as much for both as the German loses more games of Dvina. */
static const uint8_t together[PLAYERS] = {110, 30}, barred[PLAYERS] = {100, 40};

/* ---- the combat table as a price list -------------------------------------------------------- */

static int scored_at(const Eye *eye, Hex hex) { return eye->found->scored[hex]; }

/* What there is to win with the hex, besides the units in it. */
int prize_of(const Eye *eye, Hex hex)
{
    int points = scored_at(eye, hex), value = CLEARED;
    if (points && german_controls(eye->view, hex) == (eye->side == SOVIET_SIDE))
        value += POINT_WORTH * points * scored[eye->side] / 10;
    if (eye->side == GERMAN_SIDE && eye->data->zomo[hex] == ZOMO_GERMANY)
        value += RAIDER;
    return value;
}

static void add_die(Result result, Priced *out)
{
    out->hurt = (int16_t)(out->hurt + result.attacker);
    for (int side = 0; side < PLAYERS; side++)
        out->paid[side] = (int16_t)(out->paid[side] + result.attacker * step_worth[side] * paid[side] / 100);
    for (int points = 0; points <= POINTS_MOST; points++) {
        out->killed[points] = (int16_t)(out->killed[points] + (result.defender < points ? result.defender : points));
        out->cleared[points] = (uint8_t)(out->cleared[points] + (result.defender >= points));
    }
}

/* A hex that is in a city, or in none; NO_HEX if there is none such. */
static Hex any_hex(const Scenario *scenario, bool city)
{
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if ((data_of(scenario)->town[hex] == CITY) == city)
            return (Hex)hex;
    return NO_HEX;
}

void find_prices(const Scenario *scenario, Outlook *outlook)
{
    const Book *data = data_of(scenario);
    memset(outlook->priced, 0, sizeof outlook->priced);
    for (int city = 0; city < 2; city++) {
        Battle battle = {.target = any_hex(scenario, city)};
        for (int column = 0; column < DICE_COLUMNS + 2 && battle.target != NO_HEX; column++)
            for (int die = 1; die <= DIE; die++)
                add_die(final_result(data, &battle, result_in(data, FIRST_COLUMN - 1 + column, die)),
                        &outlook->priced[city][column]);
    }
}

/* The column's dice, outside a city or in one. */
static const Priced *priced(const Eye *eye, bool city, int column)
{
    int at = column - FIRST_COLUMN + 1;
    return &eye->found->priced[city][at < 0 ? 0 : at < DICE_COLUMNS + 2 ? at : DICE_COLUMNS + 1];
}

static int most_points(int points) { return points < 0 ? 0 : points < POINTS_MOST ? points : POINTS_MOST; }

/* An attack of the side that weighs, on that column: steps and the hex against its own steps. */
static int price(const Eye *eye, Hex target, int column)
{
    int enemy = enemy_of(eye->side), points = most_points(eye->found->points[enemy][target]);
    const Priced *dice = priced(eye, eye->data->town[target] == CITY, column);
    return (dice->killed[points] * step_worth[enemy] - dice->paid[eye->side] +
            dice->cleared[points] * prize_of(eye, target)) /
           DIE;
}

/* Column shifts that the hex gives its defender. */
static int shelter(const Eye *eye, Hex hex, int defender, bool mobile)
{
    const Ground *ground = eye->data->ground;
    uint32_t terrain = eye->map->terrain[hex];
    int row = terrain & FOREST ? GROUND_FOREST : terrain & HILLS ? GROUND_HILLS : GROUND_CLEAR, work = NO_WORK;
    int columns = mobile ? ground[row].mobile : ground[row].prepared;
    if (eye->data->town[hex] >= LARGE_TOWN) {
        row = eye->data->town[hex] == CITY ? GROUND_CITY : GROUND_LARGE_TOWN;
        columns += mobile ? ground[row].mobile : ground[row].prepared;
    }
    if (defender == SOVIET_SIDE && !eye->data->beginners)
        work = work_at(eye->data, eye->view, hex);
    return columns + (work == FORT ? 1 : work == HEAVY_FORT ? 2 : 0);
}

int column_against(const Eye *eye, Hex target, int attack, bool mobile)
{
    int defence = eye->found->defence[enemy_of(eye->side)][target];
    if (attack <= 0)
        return FIRST_COLUMN - 1;
    return column_of_odds(attack, defence > 0 ? defence : 1) - shelter(eye, target, enemy_of(eye->side), mobile) -
           (eye->side == GERMAN_SIDE ? lean_columns(eye->scenario, eye->view, target) : 0);
}

/* ---- units on the map ------------------------------------------------------------------------ */

static bool is_crowded(const Eye *eye, Piece piece, Hex hex)
{
    return friend_in(eye->view, eye->side, hex) &&
           refused(stacking_holds(eye->scenario, eye->view, eye->side, hex, &piece, 1));
}

static bool makes_too_many(const Eye *eye, Hex hex)
{
    return hex < eye->map->hexes && eye->found->count[eye->side][hex] > QUARTERS &&
           refused(stacking_holds(eye->scenario, eye->view, eye->side, hex, NULL, 0));
}

/* Own strength beside the hex that may still attack, without one counter. */
static int ready_beside(const Eye *eye, Hex target, Piece mover)
{
    int sum = 0;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex from = eye->map->next[target][edge];
        if (from == NO_HEX)
            continue;
        sum += eye->found->ready[from];
        if (mover != NO_PIECE && unit_of(eye, mover)->at.hex == from)
            sum -= reckoned(eye->found, eye->view, mover, ATTACK);
    }
    return sum > 0 ? sum : 0;
}

/* The best attack that the counter could make better from the hex, by the units that are or may be beside it. */
static int contact(const Eye *eye, Piece piece, Hex hex)
{
    int best = 0, own = reckoned(eye->found, eye->view, piece, ATTACK);
    if (kind_at(eye, piece)->type == FLAK || eye->found->near[hex] > 1)
        return 0;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex target = eye->map->next[hex][edge];
        if (target == NO_HEX || !enemy_in(eye->view, eye->side, target))
            continue;
        int beside = ready_beside(eye, target, piece);
        int without = price(eye, target, column_against(eye, target, beside, false));
        int with = price(
            eye, target,
            column_against(eye, target, beside + own + eye->found->coming[target] / coming_part[eye->side], false));
        int gain = with - (without > 0 ? without : 0);
        best = gain > best ? gain : best;
    }
    return best * together[eye->side] / 100;
}

/* How much the enemies around threaten a unit there: the price of their attack on so much defence. */
static int danger(const Eye *eye, Hex hex, int defence, int points)
{
    int attack = eye->found->menace[hex] / 2, enemy = enemy_of(eye->side);
    if (!attack || !points)
        return 0;
    int column = column_of_odds(attack, defence > 0 ? defence : 1) - shelter(eye, hex, eye->side, false);
    const Priced *dice = priced(eye, false, column);
    int sum = dice->killed[most_points(points)] * step_worth[eye->side] - dice->hurt * step_worth[enemy];
    return sum > 0 ? sum / DIE : 0;
}

/* How much more is in danger with the counter in the hex than without it; less than nothing if it stiffens others. */
static int exposure(const Eye *eye, Piece piece, Hex hex)
{
    int own = reckoned(eye->found, eye->view, piece, DEFENCE), steps = unit_of(eye, piece)->steps;
    int defence = eye->found->defence[eye->side][hex], points = eye->found->points[eye->side][hex];
    if (!eye->found->menace[hex])
        return 0;
    if (unit_of(eye, piece)->at.hex == hex) {
        defence -= own;
        points -= steps;
    }
    return (danger(eye, hex, defence + own, points + steps) - danger(eye, hex, defence, points)) / EXPOSED;
}

static bool starves_at(const Eye *eye, Hex hex)
{
    return !eye->data->beginners &&
           supply_of_hex(eye->scenario, eye->view, &eye->found->supplies, eye->side, hex) == OUT_OF_SUPPLY;
}

/* ---- where a counter wants to be ------------------------------------------------------------- */

/* By the sector it is in now; a unit that comes on goes by the hex it comes to. */
static const uint16_t *way_of(const Eye *eye, Piece piece, Hex hex)
{
    Hex now = unit_of(eye, piece)->at.hex;
    int walker = is_mech(eye->data, eye->view, piece) ? GERMAN_WHEELS : GERMAN_FEET;
    return eye->found->way[walker][sector_of(eye->map, now < eye->map->hexes ? now : hex)].cost;
}

/* Others of the side in the hex, without the counter. */
static int others_in(const Eye *eye, Piece piece, Hex hex)
{
    return eye->found->count[eye->side][hex] - (unit_of(eye, piece)->at.hex == hex);
}

/* What one more unit in a place that scores is worth, the nearer the enemy the more. */
int garrison_worth(const Eye *eye, Hex hex, int others)
{
    int points = scored_at(eye, hex), near = eye->found->near[hex];
    if (!points || near > GARRISON_NEAR || german_controls(eye->view, hex) != (eye->side == GERMAN_SIDE))
        return 0;
    int worth = GARRISON * points * (GARRISON_NEAR + 1 - near) / GARRISON_NEAR / (1 + others);
    return eye->side == GERMAN_SIDE && others ? 0 : worth;
}

static int bars(const Eye *eye, Hex hex, int others)
{
    int flow = eye->found->flow[hex] * barred[eye->side] / (100 + 200 * others);
    int most = eye->side == SOVIET_SIDE ? BARS_MOST : SCREEN_MOST;
    return flow < most ? flow : most;
}

/* 4.4: a unit in Germany at the end of a turn costs a point. */
static int raids(const Eye *eye, Hex hex)
{
    bool last = eye->view->couplet == 2 || eye->view->head.turn == 1;
    return eye->side == SOVIET_SIDE && eye->data->zomo[hex] == ZOMO_GERMANY ? last ? RAID_WORTH : RAID_WORTH / 2 : 0;
}

static int german_standing(const Eye *eye, Piece piece, Hex hex)
{
    const uint16_t *way = way_of(eye, piece, hex);
    int value = way[hex] == FAR ? -PER_MP * FLOOD_COSTS : -PER_MP * way[hex];
    if (scored_at(eye, hex) && !german_controls(eye->view, hex))
        value += POINT_WORTH * scored_at(eye, hex);
    if (!is_mech(eye->data, eye->view, piece))
        value += bars(eye, hex, others_in(eye, piece, hex));
    else if (eye->found->behind[hex] > LEASH)
        value -= 2 * PER_MP * (eye->found->behind[hex] - LEASH);
    return value;
}

static int soviet_standing(const Eye *eye, Piece piece, Hex hex)
{
    int rally = eye->found->rally.cost[hex], others = others_in(eye, piece, hex);
    int value = bars(eye, hex, others) + raids(eye, hex);
    if (german_controls(eye->view, hex))
        value += POINT_WORTH * scored_at(eye, hex);
    value += 5 * shelter(eye, hex, SOVIET_SIDE, false);
    return value - PER_MP * (rally == FAR ? FLOOD_COSTS / 4 : rally) * TO_A_GAP / 100;
}

/* Everything that counts about a hex for a counter that stays there. */
int standing_worth(const Eye *eye, Piece piece, Hex hex)
{
    int value = eye->side == GERMAN_SIDE ? german_standing(eye, piece, hex) : soviet_standing(eye, piece, hex);
    return value + contact(eye, piece, hex) + garrison_worth(eye, hex, others_in(eye, piece, hex)) -
           exposure(eye, piece, hex) - (starves_at(eye, hex) ? STARVES : 0);
}

/* ---- movement -------------------------------------------------------------------------------- */

/* Whether a hex beside it seems better by the map alone. */
static bool leads_on(const Eye *eye, Piece piece, Hex hex)
{
    const uint16_t *way = eye->side == GERMAN_SIDE ? way_of(eye, piece, hex) : eye->found->rally.cost;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex next = eye->map->next[hex][edge];
        if (next != NO_HEX && way[next] < way[hex] && !enemy_in(eye->view, eye->side, next))
            return true;
    }
    return false;
}

/* What moving it may be worth. A counter that has moved once stays, but for the stack that is on the move. */
static int32_t move_guess(const Eye *eye, Piece piece)
{
    const Unit *unit = unit_of(eye, piece);
    Hex hex = unit->at.hex;
    bool active = eye->view->parent != NO_HEX && unit->start == eye->view->parent;
    if (makes_too_many(eye, hex))
        return 2 * ON_THE_MOVE;
    if (unit->now & MOVED && !(active && eye->side == GERMAN_SIDE && is_mech(eye->data, eye->view, piece)))
        return -1;
    if (!leads_on(eye, piece, hex) && !exposure(eye, piece, hex))
        return -1;
    return 200 + (active ? ON_THE_MOVE : 0) + (is_mech(eye->data, eye->view, piece) ? 100 : 0) -
           (eye->found->near[hex] < 100 ? eye->found->near[hex] : 100);
}

/* What the counter gives up by moving. */
static int leaving_worth(const Eye *eye, Piece piece)
{
    static _Thread_local Leaving leaving;
    if (leaving_known(&leaving, eye->found, eye->found->look, piece))
        return leaving.worth;
    Hex from = unit_of(eye, piece)->at.hex;
    int room = makes_too_many(eye, from) ? ON_THE_MOVE : 0, again = unit_of(eye, piece)->now & MOVED ? ONCE_MORE : 0;
    leaving.worth = standing_worth(eye, piece, from) - room + PER_MP / 2 + again;
    return leaving.worth;
}

int32_t move_value(const Eye *eye, const Order *order)
{
    int count, steps;
    order_slot(order, 0, &count);
    int path = order_slot(order, 1, &steps);
    if (!count)
        return ON_THE_MOVE;
    Piece piece = order->value[0];
    if (!steps)
        return count > 1 ? HOPELESS : move_guess(eye, piece);
    Hex to = order->value[path + steps - 1];
    return is_crowded(eye, piece, to) ? HOPELESS : standing_worth(eye, piece, to) - leaving_worth(eye, piece);
}

int32_t enter_value(const Eye *eye, const Order *order)
{
    int count, steps;
    order_slot(order, 0, &count);
    int path = order_slot(order, 1, &steps);
    if (!steps)
        return count > 1 ? HOPELESS : BEFORE_MARCHES / 2;
    Piece piece = order->value[0];
    Hex to = order->value[path + steps - 1];
    int far = PER_MP * FLOOD_COSTS;
    return is_crowded(eye, piece, to) ? HOPELESS : far + standing_worth(eye, piece, to);
}

/* ---- battles --------------------------------------------------------------------------------- */

/* What the unknown units of each part bring on average, in whole factors. */
static int mean_strength(const Eye *eye, const Battle *battle, const Muster *force, int which)
{
    const Piece *piece = which == ATTACK ? battle->attacker : battle->defender;
    int count = which == ATTACK ? battle->attackers : battle->defenders, drawn[PARTS] = {0};
    for (int i = 0; i < count; i++)
        if (force->drawn[i])
            drawn[force->part_of[i]] += reckoned(eye->found, eye->view, piece[i], which);
    for (int part = 0; part < force->parts; part++)
        drawn[part] = (drawn[part] + TENTHS / 2) / TENTHS;
    int strength = strength_of(force, drawn);
    return strength > 0 ? strength : 1;
}

static int battle_price(const Eye *eye, const Battle *battle)
{
    Fray fray;
    Muster force[2];
    OddsSheet sheet;
    fray_begin(&fray, eye->scenario, eye->view, battle);
    muster(&fray, ATTACK, &force[ATTACK]);
    muster(&fray, DEFENCE, &force[DEFENCE]);
    weigh_ground(&fray, &sheet);
    int attack = mean_strength(eye, battle, &force[ATTACK], ATTACK);
    int defence = mean_strength(eye, battle, &force[DEFENCE], DEFENCE);
    int column = column_of_odds(attack, defence) + sheet.sum;
    if (is_attenuated(&fray))
        column -= lean_columns(eye->scenario, eye->view, battle->target);
    return price(eye, battle->target, column) - EACH_MORE * battle->attackers;
}

/* Without a target yet: the best one that the named counters stand beside, if all that may still be named join. `with`
 * says of a counter whether it may. */
typedef bool Joins(const Eye *eye, Piece first, Piece piece);

static int joining(const Eye *eye, Hex from, Piece first, Piece after, Joins *joins)
{
    int sum = 0;
    for (Piece piece = eye->view->top[from]; piece != NO_PIECE; piece = unit_of(eye, piece)->at.below)
        if (piece > after && unit_of(eye, piece)->side == eye->side && joins(eye, first, piece))
            sum += reckoned(eye->found, eye->view, piece, ATTACK);
    return sum;
}

static bool joins_attack(const Eye *eye, Piece first, Piece piece)
{
    (void)first;
    return !(unit_of(eye, piece)->now & (ATTACKED | RESTING | LANDED)) && kind_at(eye, piece)->type != FLAK;
}

static bool joins_assault(const Eye *eye, Piece first, Piece piece)
{
    return unit_of(eye, piece)->start == unit_of(eye, first)->start && is_mech(eye->data, eye->view, piece) &&
           kind_at(eye, piece)->type != FLAK;
}

static int32_t guess_at(const Eye *eye, const Order *order, int count, Hex target, bool mobile)
{
    Hex launch = unit_of(eye, order->value[0])->at.hex;
    Piece last = order->value[count - 1];
    int attack = 0;
    for (int i = 0; i < count; i++)
        attack += reckoned(eye->found, eye->view, order->value[i], ATTACK);
    for (int edge = 0; edge < EDGES; edge++) {
        Hex from = eye->map->next[target][edge];
        if (from == NO_HEX || (mobile && from != launch))
            continue;
        attack += joining(eye, from, order->value[0], last, mobile ? joins_assault : joins_attack);
    }
    return price(eye, target, column_against(eye, target, attack, mobile) + 1) - EACH_MORE * count;
}

static int32_t battle_guess(const Eye *eye, const Order *order, int count, bool mobile)
{
    int32_t best = HOPELESS;
    Hex launch = unit_of(eye, order->value[0])->at.hex;
    for (int edge = 0; launch < eye->map->hexes && edge < EDGES; edge++) {
        Hex target = eye->map->next[launch][edge];
        bool all = target != NO_HEX && enemy_in(eye->view, eye->side, target);
        for (int i = 1; all && i < count; i++)
            all = map_distance(eye->map, unit_of(eye, order->value[i])->at.hex, target) == 1;
        if (!all || (!mobile && has_bit(eye->view->assaulted, target)))
            continue;
        int32_t value = guess_at(eye, order, count, target, mobile);
        best = value > best ? value : best;
    }
    return best;
}

int32_t attack_value(const Eye *eye, const Order *order)
{
    int count;
    order_slot(order, ATTACK_UNITS, &count);
    if (!count)
        return BEFORE_MARCHES;
    if (order_value(order, ATTACK_AT, NO_HEX) == NO_HEX)
        return unit_of(eye, order->value[0])->at.hex < eye->map->hexes ? battle_guess(eye, order, count, false)
                                                                       : BEFORE_MARCHES;
    Battle battle;
    attack_battle(eye->scenario, eye->view, order, &battle);
    return battle_price(eye, &battle);
}

/* Assaults come before marches: they open the roads. */
int32_t assault_value(const Eye *eye, const Order *order)
{
    int count;
    order_slot(order, ASSAULT_UNITS, &count);
    if (!count)
        return BEFORE_MARCHES;
    if (order_value(order, ASSAULT_AT, NO_HEX) == NO_HEX) {
        int32_t guess = battle_guess(eye, order, count, true);
        bool active = unit_of(eye, order->value[0])->start == eye->view->parent;
        return guess > 0 ? guess + BEFORE_MARCHES + (active ? ON_THE_MOVE : 0) : guess;
    }
    Battle battle;
    assault_battle(eye->scenario, eye->view, order, &battle);
    int32_t value = battle_price(eye, &battle);
    for (int i = 0; eye->side == SOVIET_SIDE && i < count; i++)
        if (kind_at(eye, order->value[i])->type == CAVALRY)
            value -= step_worth[SOVIET_SIDE];
    return value > 0 ? value + BEFORE_MARCHES : value;
}

int32_t again_value(const Eye *eye, const Order *order)
{
    (void)order;
    return battle_price(eye, &eye->view->battle);
}

/* What the next step of a counter costs that has lost `taken` in this order already. */
static int loss_price(const Eye *eye, Piece piece, int taken)
{
    const Kind *kind = kind_at(eye, piece);
    int left = unit_of(eye, piece)->steps - taken;
    if (kind->pool != NO_POOL || left <= 1)
        return 40 + (reckoned(eye->found, eye->view, piece, ATTACK) + reckoned(eye->found, eye->view, piece, DEFENCE));
    Values now = kind->value[left - 1], then = kind->value[left - 2];
    return TENTHS * (now.attack + now.defence - then.attack - then.defence);
}

int32_t lose_value(const Eye *eye, const Order *order)
{
    int32_t sum = 0;
    for (int i = 0; i < order->count; i++) {
        int taken = 0;
        for (int j = 0; j < i; j++)
            taken += order->value[j] == order->value[i];
        sum += loss_price(eye, order->value[i], taken);
    }
    return -sum;
}

/* Falling back saves a step; a place that scores is held. */
int32_t retreat_value(const Eye *eye, const Order *order)
{
    Hex hex = eye->view->battle.target;
    int32_t value = scored_at(eye, hex) ? -POINT_WORTH : -step_worth[GERMAN_SIDE] / 4;
    if (order->count)
        value -= (starves_at(eye, order->value[0]) ? STARVES : 0) + eye->found->menace[order->value[0]] / 100;
    return value;
}

int32_t remove_value(const Eye *eye, const Order *order)
{
    int32_t sum = 0;
    for (int i = 0; i < order->count; i++)
        sum += reckoned(eye->found, eye->view, order->value[i], ATTACK) +
               reckoned(eye->found, eye->view, order->value[i], DEFENCE);
    return sum;
}

int32_t advance_value(const Eye *eye, const Order *order)
{
    Hex to = eye->view->battle.target;
    int32_t sum = 0;
    for (int i = 0; i < order->count && !order->slot[i]; i++) {
        Piece piece = order->value[i];
        int gain = standing_worth(eye, piece, to) - standing_worth(eye, piece, unit_of(eye, piece)->at.hex);
        bool first = !i && scored_at(eye, to);
        sum += gain > 0 || first ? gain + (first ? POINT_WORTH : 0) : gain - 1;
    }
    return sum;
}

int32_t nothing_value(const Eye *eye, const Order *order)
{
    (void)eye;
    (void)order;
    return NOTHING;
}

/* ---- all verbs ------------------------------------------------------------------------------- */

void pm_judge(const Scenario *scenario, const Position *view, Memo *memo)
{
    if (view->depth)
        look_over(scenario, state_of(view), &memo->outlook);
}

int32_t pm_value(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order)
{
    return judged(scenario, view, &memo->outlook, pm_judgements, DOS, order);
}
