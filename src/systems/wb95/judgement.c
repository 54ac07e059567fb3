/* judgement.c — what an order is worth, for players that ask (System.value).
 *
 * Not a rule of the book but advice: how a sensible beginner would weigh orders, from the side's view alone. A
 * hundred is about the worth of a step killed; 0 is doing nothing. Of an unfinished order the value is a guess at
 * the best order that begins so.
 *
 * The side with the initiative presses forward: armour that can win by leaving goes for its exit, everybody else
 * for the nearest town that is not held. The other side keeps its towns and works, brings reserves up to two
 * hexes from the enemy and digs in. Both attack where the combat table promises more than it threatens, and enter
 * a zone of control, with the duty to fight that follows, only then. */
#include "systems/wb95/fight.h"
#include "systems/wb95/load.h"

enum { HOPELESS = -100000, WAYS = 36, NEAR_ENEMY = 2, MAKES_ROOM = 1000 };

typedef struct Eye {
    const Scenario *scenario;
    const Wb95 *data;
    const Map *map;
    const State *view;
    int side;
    bool presses; /* has the initiative */
} Eye;

static int apart(const Eye *eye, Hex from, Hex to) { return map_distance(eye->map, from, to); }

static const Kind *kind_at(const Eye *eye, Piece piece) { return &eye->data->kind[eye->view->unit[piece].kind]; }

static bool attacks(const Kind *kind) { return kind->is & REGULAR && !(kind->is & TOWED); }

/* ---- the combat table as a price list -------------------------------------------------------- */

static int result_price(const Result *result)
{
    return 100 * result->loss + 40 * result->retreat + 30 * result->disorganised + 5 * result->test;
}

/* What an attack on this column brings on average. */
static int column_value(const Wb95 *data, int column)
{
    int sum = 0;
    for (int roll = 2; roll <= 12; roll++) {
        int ways = roll <= 7 ? roll - 1 : 13 - roll;
        const Result *cell = data->combat[roll - 2][column];
        sum += ways * (result_price(&cell[1]) - result_price(&cell[0]));
    }
    return sum / WAYS;
}

static int fire_value(const Result row[ROWS_2K6])
{
    int sum = 0;
    for (int roll = 2; roll <= 12; roll++)
        sum += (roll <= 7 ? roll - 1 : 13 - roll) * result_price(&row[roll - 2]);
    return sum / WAYS;
}

/* ---- what stands where ----------------------------------------------------------------------- */

static bool may_be_zoc(const Eye *eye, Hex hex)
{
    return enemy_zoc(eye->data, eye->view, eye->side, hex) ||
           perhaps_zoc(eye->scenario, eye->view, eye->data->enemies[eye->side], hex);
}

static int defence_of(const Eye *eye, Hex hex)
{
    int sp = 0;
    for (Piece piece = eye->view->top[hex]; piece != NO_PIECE; piece = eye->view->unit[piece].below)
        if (is_enemy(eye->data, eye->side, eye->view->unit[piece].side))
            sp += defence_strength(eye->data, eye->view, piece);
    return sp > 0 ? sp : 1;
}

static int shift_against(const Eye *eye, Hex hex)
{
    return ground_cm(eye->data, hex) + (fortified(eye->view, hex) ? 2 : 0);
}

/* Attack strength beside the hex, counters up to `after` and `mover` left out. */
static int strength_beside(const Eye *eye, Hex hex, int after, Piece mover)
{
    int sp = 0;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex from = eye->map->next[hex][edge];
        if (from == NO_HEX)
            continue;
        for (Piece piece = eye->view->top[from]; piece != NO_PIECE; piece = eye->view->unit[piece].below) {
            const Unit *unit = &eye->view->unit[piece];
            if (unit->side == eye->side && piece > after && piece != mover && !(unit->now & (FOUGHT | FIRED)) &&
                attacks(kind_at(eye, piece)))
                sp += attack_strength(eye->data, eye->view, piece, false);
        }
    }
    return sp;
}

/* Strength that has not moved yet and could come up to the hex. */
static int strength_coming(const Eye *eye, Hex hex, Piece mover)
{
    int sp = 0;
    for (int piece = 0; piece < eye->scenario->pieces; piece++) {
        const Unit *unit = &eye->view->unit[piece];
        if (unit->place != ON_MAP || unit->side != eye->side || unit->now & ACTED || piece == mover ||
            !attacks(kind_at(eye, (Piece)piece)))
            continue;
        int distance = apart(eye, unit->hex, hex);
        if (distance > 1 && distance <= 4)
            sp += attack_strength(eye->data, eye->view, (Piece)piece, false);
    }
    return sp;
}

/* Where the nearest enemy stands, NO_HEX if there is none. */
static Hex nearest_enemy(const Eye *eye, Hex hex)
{
    Hex best = NO_HEX;
    int least = 999;
    for (int piece = 0; piece < WB95_SLOTS; piece++) {
        const Unit *unit = &eye->view->unit[piece];
        if (unit->place != ON_MAP || !is_enemy(eye->data, eye->side, unit->side))
            continue;
        int distance = apart(eye, hex, unit->hex);
        if (distance >= least)
            continue;
        least = distance;
        best = unit->hex;
    }
    return best;
}

static int enemy_distance(const Eye *eye, Hex hex)
{
    Hex enemy = nearest_enemy(eye, hex);
    return enemy == NO_HEX ? 999 : apart(eye, hex, enemy);
}

static bool enemy_beside(const Eye *eye, Hex hex)
{
    for (int edge = 0; edge < EDGES; edge++) {
        Hex next = eye->map->next[hex][edge];
        if (next != NO_HEX && enemy_at(eye->data, eye->view, eye->side, next))
            return true;
    }
    return false;
}

/* ---- where a counter wants to go ------------------------------------------------------------- */

static bool wins_by_leaving(const Eye *eye, Piece piece)
{
    const Special *special = &eye->data->special;
    const Kind *kind = kind_at(eye, piece);
    return eye->data->feature[FEATURE_EXIT_VICTORY] && special->exit_side == eye->side &&
           special->exit_nations >> kind->nation & 1 && special->exit_types >> kind->type & 1;
}

static Hex exit_wanted(const Eye *eye, Hex from)
{
    const Area *zone = &eye->map->area_list[eye->data->special.exit_zone];
    Hex best = NO_HEX;
    int least = 999;
    for (int i = 0; i < zone->count; i++) {
        Hex out = eye->map->list[zone->first + i];
        int distance = apart(eye, from, out);
        if (distance < least && !enemy_at(eye->data, eye->view, eye->side, out)) {
            least = distance;
            best = out;
        }
    }
    return best;
}

/* The nearest town hex that is not ours; counters differ a little in taste, so that they spread. */
static Hex town_wanted(const Eye *eye, Piece piece, Hex from)
{
    Hex best = NO_HEX;
    int least = 999;
    for (int i = 0; i < eye->map->places; i++)
        for (int j = 0; j < eye->map->place_list[i].count; j++) {
            Hex hex = eye->map->list[eye->map->place_list[i].first + j];
            int distance = apart(eye, from, hex) + (piece * 7 + i * 5) % 4;
            if (controller(eye->view, hex) != eye->side && distance < least) {
                least = distance;
                best = hex;
            }
        }
    return best;
}

/* What a counter looks to, and how far from it it wants to be. */
typedef struct Goal {
    Hex hex;
    int distance;
} Goal;

static Goal goal_of(const Eye *eye, Piece piece, Hex from)
{
    const Kind *kind = kind_at(eye, piece);
    if (eye->presses && wins_by_leaving(eye, piece))
        return (Goal){exit_wanted(eye, from), 0};
    if (eye->presses && attacks(kind))
        return (Goal){town_wanted(eye, piece, from), 0};
    return (Goal){nearest_enemy(eye, from), attacks(kind) ? NEAR_ENEMY : kind->type == HQ ? 4 : 3};
}

/* How far from where it wants to be, in hexes. */
static int unrest(const Eye *eye, Goal goal, Hex hex)
{
    int distance = goal.hex == NO_HEX ? goal.distance : apart(eye, hex, goal.hex);
    return distance > goal.distance ? distance - goal.distance : goal.distance - distance;
}

/* ---- the worth of standing in a hex ---------------------------------------------------------- */

/* The best attack the counter could join from the hex, by the strength that is or could come beside the target. */
static int contact(const Eye *eye, Piece piece, Hex hex)
{
    int best = HOPELESS;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex target = eye->map->next[hex][edge];
        if (target == NO_HEX || !enemy_at(eye->data, eye->view, eye->side, target))
            continue;
        uint16_t water = eye->map->edge[hex][edge];
        int attack = attack_strength(eye->data, eye->view, piece, false) + strength_beside(eye, target, -1, piece) +
                     strength_coming(eye, target, piece) / 2;
        int shift = shift_against(eye, target) + (water & BIG_RIVER ? 2 : water & STREAM ? 1 : 0);
        int value = column_value(eye->data, shift_column(column_of_ratio(attack, defence_of(eye, target)), 0, shift));
        if (value > best)
            best = value;
    }
    if (best == HOPELESS)
        return 0;
    bool duty = may_be_zoc(eye, hex);
    return best > 0 ? best / 2 : duty ? best : 0;
}

static bool alone_in_town(const Eye *eye, Piece piece, Hex hex)
{
    return eye->data->town[hex] != NO_TOWN && eye->view->top[hex] == piece && eye->view->unit[piece].below == NO_PIECE;
}

static int standing_value(const Eye *eye, Piece piece, Hex hex)
{
    int value = 0;
    if (eye->data->town[hex] != NO_TOWN)
        value += controller(eye->view, hex) != eye->side ? 120 : friend_at(eye->view, eye->side, hex) ? 0 : 15;
    if (!attacks(kind_at(eye, piece)))
        return enemy_beside(eye, hex) ? -200 : value;
    if (enemy_beside(eye, hex))
        value += contact(eye, piece, hex) + 6 * ground_cm(eye->data, hex);
    return value;
}

/* ---- movement -------------------------------------------------------------------------------- */

static bool is_crowded(const Eye *eye, Hex hex, int more)
{
    return stack_cel(eye->view, eye->side, hex) + more > STACKING_LIMIT;
}

/* Whether there is any reason to move it; what has moved once stays, unless its stack is too high. */
static bool restless(const Eye *eye, Piece piece)
{
    const Unit *unit = &eye->view->unit[piece];
    if (is_crowded(eye, unit->hex, 0))
        return true;
    if (unit->now & ACTED)
        return false;
    if (eye->presses)
        return true;
    if (attacks(kind_at(eye, piece)) && (fortified(eye->view, unit->hex) || eye->data->town[unit->hex] != NO_TOWN))
        return false;
    return unrest(eye, goal_of(eye, piece, unit->hex), unit->hex) > 2;
}

static int32_t move_value(const Eye *eye, const Order *order)
{
    int steps, first = order_slot(order, 1, &steps);
    if (!order->count)
        return 400;
    Piece piece = order->value[0];
    if (!steps)
        return restless(eye, piece) ? 100 + (int)(piece % 64) : -1;
    Hex from = eye->view->unit[piece].hex, to = order->value[first + steps - 1];
    if (is_crowded(eye, to, eye->view->unit[piece].cel))
        return HOPELESS;
    Goal goal = goal_of(eye, piece, from);
    int value = 10 * (unrest(eye, goal, from) - unrest(eye, goal, to)) + standing_value(eye, piece, to);
    if (is_crowded(eye, from, 0))
        value += MAKES_ROOM;
    if (alone_in_town(eye, piece, from) && !eye->presses)
        value -= 60;
    if (fortified(eye->view, from) && enemy_beside(eye, from))
        value -= 15;
    if (enemy_beside(eye, from))
        value -= contact(eye, piece, from) > 0 ? contact(eye, piece, from) : 0;
    return value - 4;
}

static int32_t enter_value(const Eye *eye, const Order *order)
{
    int steps, first = order_slot(order, 1, &steps);
    if (!steps)
        return 500;
    Piece piece = order->value[0];
    Hex from = order->value[first], to = order->value[first + steps - 1];
    if (is_crowded(eye, to, eye->view->unit[piece].cel))
        return HOPELESS;
    Goal goal = goal_of(eye, piece, from);
    return 300 - 5 * unrest(eye, goal, to) + standing_value(eye, piece, to);
}

static int32_t exit_value(const Eye *eye, const Order *order)
{
    const Special *special = &eye->data->special;
    if (!eye->data->feature[FEATURE_EXIT_VICTORY] || special->exit_side != eye->side)
        return -1;
    if (!order->count)
        return 5000;
    Hex hex = eye->view->unit[order->value[0]].hex;
    return wins_by_leaving(eye, order->value[0]) && area_has(&eye->map->area_list[special->exit_zone], hex) ? 5000 : -1;
}

static int32_t entrench_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return 30;
    Hex hex = eye->view->unit[order->value[0]].hex;
    if (fortified(eye->view, hex) || enemy_distance(eye, hex) > NEAR_ENEMY)
        return -1;
    return eye->presses && contact(eye, order->value[0], hex) > 0 ? -1 : 30;
}

/* Guns fire from position and travel limbered. */
static int32_t limber_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return 40;
    const Unit *unit = &eye->view->unit[order->value[0]];
    int enemy = enemy_distance(eye, unit->hex);
    bool travelling = unit->now & TRANSPORT;
    return !(unit->now & ACTED) && (travelling ? enemy <= 3 : enemy > 4) ? 40 : -1;
}

/* A bridge behind which the enemy is coming up. */
static int32_t demolish_value(const Eye *eye, const Order *order)
{
    if (eye->presses)
        return -1;
    if (order->count < 2)
        return 8;
    Hexside hexside = order->value[1];
    Hex near = hexside_hex(hexside), far = eye->map->next[near][hexside_edge(hexside)];
    bool exposed = enemy_distance(eye, near) <= 3 || enemy_distance(eye, far) <= 3;
    return exposed && eye->map->edge[near][hexside_edge(hexside)] & BIG_RIVER ? 8 : -1;
}

/* ---- combat ---------------------------------------------------------------------------------- */

static int prize(const Eye *eye, Hex hex) { return eye->data->town[hex] != NO_TOWN ? 30 : 0; }

/* Without a target yet: the best one that all the named stand beside, if everybody who may still be named joins. */
static int32_t attack_guess(const Eye *eye, const Order *order, int units)
{
    int32_t best = HOPELESS;
    Hex from = eye->view->unit[order->value[0]].hex;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex target = eye->map->next[from][edge];
        if (target == NO_HEX || !enemy_at(eye->data, eye->view, eye->side, target))
            continue;
        int attack = 0;
        bool together = true;
        for (int i = 0; i < units; i++) {
            together &= apart(eye, eye->view->unit[order->value[i]].hex, target) == 1;
            attack += attack_strength(eye->data, eye->view, order->value[i], false);
        }
        if (!together)
            continue;
        attack += strength_beside(eye, target, order->value[units - 1], NO_PIECE);
        int column = shift_column(column_of_ratio(attack, defence_of(eye, target)), 0, shift_against(eye, target));
        int32_t value = column_value(eye->data, column) + prize(eye, target) + 25;
        if (value > best)
            best = value;
    }
    return best;
}

static int32_t attack_value(const Eye *eye, const Order *order)
{
    int units, hexes, first, guns, full;
    order_slot(order, 0, &units);
    first = order_slot(order, 1, &hexes);
    if (!units)
        return 300;
    if (!hexes)
        return attack_guess(eye, order, units);
    order_slot(order, 2, &guns);
    order_slot(order, 3, &full);
    Combat combat;
    Battle battle;
    combat_declare(eye->scenario, eye->view, order, &combat);
    battle_sheet(eye->scenario, eye->view, &combat, &battle);
    int32_t value = column_value(eye->data, battle.column) - guns - 40 * full;
    for (int i = 0; i < hexes; i++)
        value += prize(eye, order->value[first + i]);
    return value;
}

static int gun_sp(const Eye *eye, const Order *order, int guns)
{
    int sp = 0;
    for (int i = 0; i < guns; i++)
        sp += attack_strength(eye->data, eye->view, order->value[i], false);
    return sp;
}

/* Fire at range and barrage: guns first, then what they hit. */
static int32_t fire_order_value(const Eye *eye, const Order *order, int shift)
{
    int guns, hexes;
    order_slot(order, 0, &guns);
    int first = order_slot(order, 1, &hexes), sp = gun_sp(eye, order, guns);
    if (!hexes)
        return 20 + (sp < 17 ? sp : 17);
    int net = sp - 2 * ground_cm(eye->data, order->value[first]) * shift, row = fire_row(net);
    return row < 0 ? -1 : fire_value(eye->data->artillery_fire[row]) - 4;
}

/* ---- being beaten, and beating --------------------------------------------------------------- */

/* What it costs to take the next CEL from a counter that has lost `taken` in this order already. */
static int loss_price(const Eye *eye, Piece piece, int taken)
{
    const Unit *unit = &eye->view->unit[piece];
    const Kind *kind = kind_at(eye, piece);
    int left = unit->cel - taken;
    int strength = kind->attack[left > 1 ? 0 : 1] + kind->defence[left > 1 ? 0 : 1];
    if (kind->cel == 1)
        strength = kind->attack[0] + kind->defence[0];
    return kind->type == HQ ? 300
           : left > 1       ? 10 * (strength - kind->attack[1] - kind->defence[1])
                            : 40 + 10 * strength;
}

static int32_t lose_value(const Eye *eye, const Order *order)
{
    int32_t price = 0;
    for (int i = 0; i < order->count; i++) {
        int taken = 0;
        for (int j = 0; j < i; j++)
            taken += order->value[j] == order->value[i];
        price += loss_price(eye, order->value[i], taken);
    }
    return -price;
}

static int32_t retreat_value(const Eye *eye, const Order *order)
{
    int steps, first = order_slot(order, 1, &steps);
    if (!order->count)
        return 200;
    Piece piece = order->value[0];
    Hex from = eye->view->unit[piece].hex;
    int32_t stay = eye->data->town[from] != NO_TOWN && eye->view->unit[piece].cel > 1 ? 90 : 0;
    if (!steps)
        return 200 - stay;
    Hex to = order->value[first + steps - 1];
    return 60 + 10 * steps + 5 * ground_cm(eye->data, to) + (friend_at(eye->view, eye->side, to) ? 10 : 0) -
           (may_be_zoc(eye, to) ? 30 : 0) - stay;
}

static int32_t pursue_value(const Eye *eye, const Order *order)
{
    int steps, first = order_slot(order, 1, &steps);
    if (!order->count)
        return 150;
    Piece piece = order->value[0];
    if (!steps)
        return 100;
    Hex from = eye->view->unit[piece].hex, to = order->value[first + steps - 1];
    Goal goal = goal_of(eye, piece, from);
    int value = 8 * (unrest(eye, goal, from) - unrest(eye, goal, to));
    if (eye->data->town[to] != NO_TOWN && controller(eye->view, to) != eye->side)
        value += 120;
    if (alone_in_town(eye, piece, from) || (!eye->presses && fortified(eye->view, from)))
        value -= 40;
    return value;
}

/* Everything that helps is thrown in; only the HQ is never waived. */
static int32_t support_value(const Order *order, int waive_slot)
{
    int32_t value = 1;
    for (int i = 0; i < order->count; i++)
        value += order->slot[i] == waive_slot ? -50 : 5;
    return value;
}

static int32_t defend_value(const Order *order) { return support_value(order, 5); }

/* ---- in the air, over rivers ----------------------------------------------------------------- */

static int hungry(const Eye *eye, Hex hex)
{
    int count = 0;
    for (Piece piece = eye->view->top[hex]; piece != NO_PIECE; piece = eye->view->unit[piece].below)
        count += eye->view->unit[piece].side == eye->side && eye->view->unit[piece].oos;
    return count;
}

/* Bombs on what the ground troops face; supplies for the encircled; nothing else. */
static int32_t mission_value(const Eye *eye, const Order *order)
{
    int sp = order_value(order, 3, 0);
    if (!order->count)
        return 50;
    int mission = order->value[0];
    if (mission != AIR_ATTACK && mission != SUPPLY_MISSION)
        return -1;
    if (order->count == 1)
        return mission == AIR_ATTACK ? 50 : 45;
    Hex hex = order->value[1];
    if (mission == SUPPLY_MISSION)
        return 40 * hungry(eye, hex) - 40 - (sp > 13 ? 20 : 0);
    int beside = strength_beside(eye, hex, -1, NO_PIECE), cm = ground_cm(eye->data, hex);
    if (!sp)
        return (beside > 20 ? 20 : beside) + defence_of(eye, hex) - 12 * cm + 10;
    int row = fire_row(sp - 2 * cm);
    return row < 0 ? -1 : fire_value(eye->data->air_attack[row]) - 5 * sp + (beside > 20 ? 20 : beside);
}

static int32_t days_value(const Order *order)
{
    int32_t value = 100;
    for (int i = 0; i < order->count; i++)
        value -= order->value[i];
    return value;
}

/* A pontoon on a road, near the centre of the army, is worth most. */
static int32_t pontoon_value(const Eye *eye, const Order *order)
{
    if (order->count < 2)
        return 20;
    Hex near = hexside_hex(order->value[1]);
    return 20 + 30 * (eye->map->road[near][hexside_edge(order->value[1])] != NO_ROAD);
}

/* ---- all verbs ------------------------------------------------------------------------------- */

static int32_t judge(const Eye *eye, const Order *order)
{
    int asks = question(&eye->view->head)->kind;
    switch (order->verb) {
    case DO_PLACE:
        return asks == ASK_SETUP ? -1 : 60;
    case DO_READY:
    case DO_FLY:
    case DO_END:
    case DO_STAND:
    case DO_HALT:
        return 0;
    case DO_DAYS:
        return days_value(order);
    case DO_MISSION:
        return mission_value(eye, order);
    case DO_DUEL:
        return 1;
    case DO_BARRAGE:
        return fire_order_value(eye, order, 1);
    case DO_MOVE:
        return move_value(eye, order);
    case DO_ENTRENCH:
        return entrench_value(eye, order);
    case DO_LIMBER:
        return limber_value(eye, order);
    case DO_ENTER:
        return enter_value(eye, order);
    case DO_EXIT:
        return exit_value(eye, order);
    case DO_DEMOLISH:
        return demolish_value(eye, order);
    case DO_REPAIR:
    case DO_BUILD:
    case DO_RENEW:
        return 25;
    case DO_ATTACK:
        return attack_value(eye, order);
    case DO_FIRE:
        return fire_order_value(eye, order, 1);
    case DO_DEFEND:
        return defend_value(order);
    case DO_COMMIT:
        return support_value(order, 5);
    case DO_LOSE:
        return lose_value(eye, order);
    case DO_RETREAT:
        return retreat_value(eye, order);
    case DO_PURSUE:
        return pursue_value(eye, order);
    case DO_PONTOON:
        return pontoon_value(eye, order);
    default:
        return -1;
    }
}

int32_t wb95_value(const Scenario *scenario, const Position *view, const Order *order)
{
    const Wb95 *data = data_of(scenario);
    if (!view->depth)
        return 0;
    int side = question(view)->side;
    Eye eye = {scenario, data, scenario->map, state_of(view), side, data->order[0] == side};
    return judge(&eye, order);
}
