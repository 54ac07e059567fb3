/* judgement.c — what an order is worth, for players that ask (System.value).
 *
 * Not a rule of the book but advice: how a sensible beginner would weigh orders, from the side's view alone. A
 * hundred is about the worth of a step killed; 0 is doing nothing. Of an unfinished order the value is a guess at
 * the best order that begins so. goals.c has found everything about the whole map before.
 *
 * A side that has ground to gain presses forward: armour that can win by leaving goes for its exit while enough of it
 * is left, every other unit for the nearest goal that is not held. The others stand guard: they bar the paths on which
 * the enemy would march to his goals, where no unit bars them yet, and dig in. Both attack where the combat table
 * promises more than it threatens, losses weighed by the points the enemy has of them, and enter a zone of control,
 * with the duty to fight that follows, only then; a walk past a hidden stack is judged as if it ended there. Guns and
 * HQs keep to an escort. Where one nation's first move forbids another's, it waits until the other has made every order
 * worth making. */
#include "systems/wb95/fight.h"
#include "systems/wb95/load/load.h"
#include "systems/wb95/memo.h"

enum {
    HOPELESS = -100000,
    LEFT_ALONE = -1,
    WAYS = 36,
    NEAR_ENEMY = 2,
    MAKES_ROOM = 1000,
    BARS_MOST = 150,
    BURDEN = 50, /* hundredths that an enemy counts who must be attacked besides */
    PATIENCE = 1000,
    LAST_TOWN = 1000, /* taken when the enemy can no longer answer */
    TAKES_BACK = 350,
    EXPOSED = 5,
    DIG_IN = 4,
    ESCORT = 300, /* who has one does not walk off alone, not even into a town */
    ESCORT_RANGE = 14,
    FOLLOWED = 10, /* a quarter of an MP nearer to a goal, times four, … */
    DEPARTING = 20 /* … and nearer to where armour leaves and wins */
};

/* Weights that depend on the scenario's points. */
typedef struct Temper {
    int bold;         /* worth of an attack to a side that presses, besides its result */
    int town;         /* one that the enemy holds: those that score are goals already */
    int together;     /* hundredths of what an attack promises that count for coming up to it */
    int rallied;      /* a quarter of an MP nearer to a gap in the line, times four */
    int last_escort;  /* to leave guns or an HQ alone */
    int held_town;    /* a town that is not given up in a retreat */
    int back, behind; /* in a retreat: each hex of it, and each shift of the ground it ends on */
} Temper;

/* If no side has points of dead counters, and if one has. */
static const Temper calm = {0, 120, 50, 6, 150, 90, 10, 5}, fierce = {45, 50, 70, 4, 225, 45, 15, 8};

static const Temper *temper(const Eye *eye) { return eye->found->fierce ? &fierce : &calm; }

static bool presses(const Eye *eye) { return eye->found->presses[eye->side]; }

static int apart(const Eye *eye, Hex from, Hex to) { return map_distance(eye->map, from, to); }

static const Kind *kind_at(const Eye *eye, Piece piece) { return &eye->data->kind[eye->view->unit[piece].kind]; }

static bool attacks(const Kind *kind) { return kind->is & REGULAR && !(kind->is & TOWED); }

/* ---- the combat table as a price list -------------------------------------------------------- */

/* The nation's mean gain from an attack on the column: its own losses weigh by the points the enemy has of them. */
static int price_of(const Eye *eye, int nation, int column)
{
    int sum = eye->found->harm[column] - eye->found->hurt[column] * eye->found->dear[nation] / 100;
    return presses(eye) ? sum + temper(eye)->bold : sum;
}

static int fire_value(const Result row[ROWS_2K6])
{
    int sum = 0;
    for (int roll = 2; roll <= 12; roll++)
        sum += (roll <= 7 ? roll - 1 : 13 - roll) * result_price(&row[roll - 2]);
    return sum / WAYS;
}

/* ---- units on the map ------------------------------------------------------------------------ */

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

enum { ANY_CAMP = -1, NO_SLOT = -1 };

/* Attack strength of a camp beside the hex, counters up to `after` and `mover` left out. */
static int strength_beside(const Eye *eye, Hex hex, int camp, int after, Piece mover)
{
    int sp = 0;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex from = eye->map->next[hex][edge];
        if (from == NO_HEX)
            continue;
        for (Piece piece = eye->view->top[from]; piece != NO_PIECE; piece = eye->view->unit[piece].below) {
            const Unit *unit = &eye->view->unit[piece];
            if (unit->side == eye->side && piece > after && piece != mover && !(unit->now & (FOUGHT | FIRED)) &&
                attacks(kind_at(eye, piece)) && (camp == ANY_CAMP || camp == camp_of(eye->data, eye->view, piece)))
                sp += attack_strength(eye->data, eye->view, piece, false);
        }
    }
    return sp;
}

/* Strength of the counter's camp that has not moved yet and could come up to the hex. */
static int strength_coming(const Eye *eye, Hex hex, Piece mover)
{
    const struct Reckoned *own = &eye->found->reckoned[mover];
    int distance = apart(eye, own->hex, hex);
    int sp = eye->found->coming[camp_of(eye->data, eye->view, mover)][hex];
    return own->sp && distance > 1 && distance <= COMING ? sp - own->sp : sp;
}

static int enemy_distance(const Eye *eye, Hex hex) { return eye->found->near[hex]; }

static bool enemy_beside(const Eye *eye, Hex hex)
{
    for (int edge = 0; edge < EDGES; edge++) {
        Hex next = eye->map->next[hex][edge];
        if (next != NO_HEX && enemy_at(eye->data, eye->view, eye->side, next))
            return true;
    }
    return false;
}

/* The effect of the enemies around on so much strength in the hex. */
static int danger(const Eye *eye, Hex hex, int defence)
{
    int attack = eye->found->menace[hex] / 2 + 1;
    int column = shift_column(column_of_ratio(attack, defence > 0 ? defence : 1), 0, shift_against(eye, hex));
    int price = eye->found->harm[column] - eye->found->hurt[column];
    return price > 0 ? price : 0;
}

/* No enemy moves or fights after the side in what is left of the game. */
static bool moves_last(const Eye *eye)
{
    return eye->view->head.turn == eye->scenario->turns && eye->data->order[eye->data->players - 1] == eye->side;
}

/* How much more is in danger with the counter in the hex than without it:
 * less than nothing if it stiffens others. */
static int exposure(const Eye *eye, Piece piece, Hex hex)
{
    int defence = 0, others = 0;
    if (!eye->found->menace[hex] || moves_last(eye))
        return 0;
    for (Piece other = eye->view->top[hex]; other != NO_PIECE; other = eye->view->unit[other].below)
        if (other != piece && eye->view->unit[other].side == eye->side) {
            defence += defence_strength(eye->data, eye->view, other);
            others++;
        }
    int stiffer = defence + defence_strength(eye->data, eye->view, piece);
    int more = (others + 1) * danger(eye, hex, stiffer) - (others ? others * danger(eye, hex, defence) : 0);
    return more * eye->found->dear[nation_of(eye->data, eye->view, piece)] / (100 * EXPOSED);
}

/* ---- a counter's goals ----------------------------------------------------------------------- */

static bool wins_by_leaving(const Eye *eye, Piece piece)
{
    const Special *special = &eye->data->special;
    const Kind *kind = kind_at(eye, piece);
    return eye->data->feature[FEATURE_EXIT_VICTORY] && special->exit_side == eye->side &&
           special->exit_nations >> kind->nation & 1 && special->exit_types >> kind->type & 1;
}

/* The march it follows; NULL if it has no goal of its own that it could come to. */
static const uint16_t *march_of(const Eye *eye, Piece piece, Hex from)
{
    const Outlook *found = eye->found;
    int goal = found->goal_of[nation_of(eye->data, eye->view, piece)];
    if (!presses(eye) || !attacks(kind_at(eye, piece)))
        return NULL;
    if (wins_by_leaving(eye, piece) && found->march[0][from] != FAR_MARCH)
        return found->march[0];
    if (goal == GOALS)
        return NULL;
    const uint16_t *march = found->march[1 + TASTES * (goal - 1) + piece % TASTES];
    return march[from] == FAR_MARCH ? NULL : march;
}

/* Strength of the enemies whose ways it bars there, less where others bar them as well. */
static int bars(const Eye *eye, Piece piece, Hex hex)
{
    const Outlook *found = eye->found;
    const Unit *unit = &eye->view->unit[piece];
    unsigned own = unit->place == ON_MAP ? zone_edges(eye->data, eye->view, unit->kind, unit->hex) : 0;
    int sum = 0;
    for (int edge = -1; edge < EDGES; edge++) {
        Hex at = edge < 0 ? hex : eye->map->next[hex][edge];
        if (at == NO_HEX || !found->flow[at])
            continue;
        int others = found->cover[at];
        if (unit->place == ON_MAP && others) {
            Edge from = at == unit->hex ? EDGES : edge_between(&eye->map->grid, unit->hex, at);
            others -= at == unit->hex || (from < EDGES && own >> from & 1);
        }
        sum += found->flow[at] / (1 + 2 * others);
    }
    return sum < BARS_MOST ? sum : BARS_MOST;
}

/* How far from the nearest enemy guns and HQs keep. */
static int reserve_distance(const Kind *kind) { return kind->type == HQ ? 4 : 3; }

/* Guns and HQs alone are run over (6.1.7, 9.1.5). */
static bool escorted(const Eye *eye, Hex hex)
{
    for (Piece piece = eye->view->top[hex]; piece != NO_PIECE; piece = eye->view->unit[piece].below)
        if (eye->view->unit[piece].side == eye->side && attacks(kind_at(eye, piece)))
            return true;
    return false;
}

/* Whether it is the last escort of guns or an HQ that an enemy may come up to. */
static bool escorts(const Eye *eye, Piece escort, Hex hex)
{
    bool wards = false;
    if (!attacks(kind_at(eye, escort)) || enemy_distance(eye, hex) > ESCORT_RANGE)
        return false;
    for (Piece piece = eye->view->top[hex]; piece != NO_PIECE; piece = eye->view->unit[piece].below) {
        if (piece != escort && eye->view->unit[piece].side == eye->side && attacks(kind_at(eye, piece)))
            return false;
        wards |= piece != escort;
    }
    return wards;
}

/* How near a place is to where the counter wants to be; the more the better. `march` is what it follows. */
static int nearness(const Eye *eye, Piece piece, const uint16_t *march, Hex hex)
{
    const Kind *kind = kind_at(eye, piece);
    if (march)
        return -(march == eye->found->march[0] ? DEPARTING : FOLLOWED) *
               (march[hex] == FAR_MARCH ? FLOOD_COSTS : march[hex]) / 4;
    if (!attacks(kind))
        return (escorted(eye, hex) ? ESCORT : 0) - 10 * abs(enemy_distance(eye, hex) - reserve_distance(kind));
    if (!eye->found->guarded)
        return 0;
    int rally = eye->found->rally[hex] == FAR_MARCH ? RALLY : eye->found->rally[hex];
    return bars(eye, piece, hex) - temper(eye)->rallied * rally / 4;
}

/* ---- the worth of standing in a hex ---------------------------------------------------------- */

/* Whether another counter of the side has to attack the enemy in that hex anyhow (5.1.4). */
static bool is_taken_on(const Eye *eye, Hex target, Piece mover)
{
    for (int edge = 0; edge < EDGES; edge++) {
        Hex from = eye->map->next[target][edge];
        if (from == NO_HEX || fortified(eye->view, from))
            continue;
        for (Piece piece = eye->view->top[from]; piece != NO_PIECE; piece = eye->view->unit[piece].below)
            if (piece != mover && eye->view->unit[piece].side == eye->side && attacks(kind_at(eye, piece)))
                return true;
    }
    return false;
}

/* What an attack of so much on the target comes to that would be made from the hex. */
static int price_from(const Eye *eye, Piece piece, Hex hex, int edge, int attack)
{
    Hex target = eye->map->next[hex][edge];
    uint16_t water = eye->map->edge[hex][edge];
    int shift = shift_against(eye, target) + (water & BIG_RIVER ? 2 : water & STREAM ? 1 : 0);
    int column = shift_column(column_of_ratio(attack, defence_of(eye, target)), 0, shift);
    return price_of(eye, nation_of(eye->data, eye->view, piece), column);
}

/* The best attack the counter could join from the hex, by the strength that is or could come beside the target. Of the
 * other enemies beside it nobody who may come takes care: it or those who are there must attack them, too (5.1.4). */
static int contact(const Eye *eye, Piece piece, Hex hex)
{
    int best = HOPELESS, burden = 0, of_best = 0, camp = camp_of(eye->data, eye->view, piece);
    for (int edge = 0; edge < EDGES; edge++) {
        Hex target = eye->map->next[hex][edge];
        if (target == NO_HEX || !enemy_at(eye->data, eye->view, eye->side, target))
            continue;
        int beside =
            attack_strength(eye->data, eye->view, piece, false) + strength_beside(eye, target, camp, -1, piece);
        int alone = price_from(eye, piece, hex, edge, beside);
        int value = price_from(eye, piece, hex, edge, beside + strength_coming(eye, target, piece) / 2);
        int duty = alone < 0 && !is_taken_on(eye, target, piece) ? alone : 0;
        burden += duty;
        if (value > best) {
            best = value;
            of_best = duty;
        }
    }
    if (best == HOPELESS)
        return 0;
    bool duty = may_be_zoc(eye, hex);
    burden = duty ? (burden - of_best) * BURDEN / 100 : 0;
    return burden + (best > 0 ? temper(eye)->together * best / 100 : duty ? best : 0);
}

static bool is_alone(const Eye *eye, Piece piece, Hex hex)
{
    return eye->view->top[hex] == piece && eye->view->unit[piece].below == NO_PIECE;
}

static bool alone_in_town(const Eye *eye, Piece piece, Hex hex)
{
    return eye->data->town[hex] != NO_TOWN && is_alone(eye, piece, hex);
}

/* A town is taken by those who can hold it: guns and HQs go in only with an escort. */
static int town_value(const Eye *eye, Hex hex)
{
    if (eye->data->town[hex] == NO_TOWN)
        return 0;
    return controller(eye->view, hex) != eye->side ? temper(eye)->town : friend_at(eye->view, eye->side, hex) ? 0 : 15;
}

/* Empty places that score and that the unit takes from there (4.3.2, 4.3.3), when the enemy can no longer answer. */
static int taken_last(const Eye *eye, Piece piece, Hex hex)
{
    if (!moves_last(eye) || !eye->found->guarded)
        return 0;
    int value = has_bit(eye->found->open, hex) ? LAST_TOWN : 0;
    for (int edge = 0; attacks(kind_at(eye, piece)) && edge < EDGES; edge++) {
        Hex next = eye->map->next[hex][edge];
        if (next != NO_HEX && has_bit(eye->found->open, next) && !has_bit(eye->found->zones, next))
            value += LAST_TOWN;
    }
    return value;
}

static int standing_value(const Eye *eye, Piece piece, Hex hex)
{
    if (!attacks(kind_at(eye, piece)) && !moves_last(eye))
        return enemy_beside(eye, hex) ? -200 : escorted(eye, hex) ? town_value(eye, hex) : 0;
    int value = town_value(eye, hex) + taken_last(eye, piece, hex) - exposure(eye, piece, hex);
    if (enemy_beside(eye, hex))
        value += contact(eye, piece, hex) + 6 * ground_cm(eye->data, hex);
    return value;
}

/* ---- movement -------------------------------------------------------------------------------- */

static bool is_crowded(const Eye *eye, Hex hex, int more)
{
    return stack_cel(eye->view, eye->side, hex) + more > STACKING_LIMIT;
}

/* Whether a step leads along its march. */
static bool leads_on(const Eye *eye, const uint16_t *march, Piece piece, Hex from)
{
    for (int edge = 0; edge < EDGES; edge++) {
        Hex next = eye->map->next[from][edge];
        if (next != NO_HEX && march[next] < march[from] && !has_bit(eye->found->enemies, next) &&
            !is_crowded(eye, next, eye->view->unit[piece].cel))
            return true;
    }
    return false;
}

/* An empty place that scores, near enough to be taken back at once, by presence or from beside it. */
static bool may_take_back(const Eye *eye, Piece piece, Hex from)
{
    EACH_BIT(hex, eye->found->open, HEX_WORDS)
        if (apart(eye, from, (Hex)hex) <= kind_at(eye, piece)->mp + 1)
            return true;
    return false;
}

/* What moving it may be worth; a counter that has moved once stays, unless its stack is too high. */
static int32_t move_guess(const Eye *eye, Piece piece)
{
    const Unit *unit = &eye->view->unit[piece];
    if (is_crowded(eye, unit->hex, 0))
        return MAKES_ROOM;
    bool limbered = unit->now & TRANSPORT && !attacks(kind_at(eye, piece)); /* perhaps a moment ago (6.2.4) */
    if ((unit->now & ACTED && !limbered) || (has_bit(eye->found->stakes, unit->hex) && is_alone(eye, piece, unit->hex)))
        return -1;
    if (eye->found->guarded && (moves_last(eye) || attacks(kind_at(eye, piece))) &&
        may_take_back(eye, piece, unit->hex))
        return TAKES_BACK;
    bool beside = enemy_beside(eye, unit->hex);
    const uint16_t *march = march_of(eye, piece, unit->hex);
    if (march)
        return !leads_on(eye, march, piece, unit->hex) || (beside && contact(eye, piece, unit->hex) > 0)
                   ? -1
                   : 300 - march[unit->hex] / 4;
    if (!attacks(kind_at(eye, piece))) {
        int wanted = reserve_distance(kind_at(eye, piece));
        int off = abs(enemy_distance(eye, unit->hex) - wanted);
        return off > 1 || !escorted(eye, unit->hex) ? 50 : -1;
    }
    if (!eye->found->guarded)
        return -1;
    int worse = exposure(eye, piece, unit->hex);
    return worse || leads_on(eye, eye->found->rally, piece, unit->hex) ? 250 + worse - bars(eye, piece, unit->hex) : -1;
}

/* Where a walk ends if every stack on its way that may have a zone of control has one (4.2.1, 16.1). */
static Hex stops_at(const Eye *eye, const Order *order, int first, int steps)
{
    for (int i = first; i < first + steps - 1; i++)
        if (has_bit(eye->found->zones, order->value[i]))
            return order->value[i];
    return order->value[first + steps - 1];
}

/* What the counter gives up by moving. */
static int leaving_worth(const Eye *eye, Piece piece, const uint16_t *march)
{
    static _Thread_local Leaving leaving;
    if (leaving_known(&leaving, eye->found, eye->found->look, piece))
        return leaving.worth;
    Hex from = eye->view->unit[piece].hex;
    int worth = nearness(eye, piece, march, from);
    if (attacks(kind_at(eye, piece)))
        worth -= exposure(eye, piece, from);
    if (is_crowded(eye, from, 0))
        worth -= MAKES_ROOM;
    if (alone_in_town(eye, piece, from) && !presses(eye))
        worth += 60;
    if (escorts(eye, piece, from))
        worth += temper(eye)->last_escort;
    if (fortified(eye->view, from) && enemy_beside(eye, from))
        worth += 15;
    if (enemy_beside(eye, from)) {
        int gain = contact(eye, piece, from);
        worth += gain > 0 ? gain : 0;
    }
    leaving.worth = worth;
    return worth;
}

int32_t move_value(const Eye *eye, const Order *order)
{
    int steps, first = order_slot(order, 1, &steps);
    if (!order->count)
        return 400;
    Piece piece = order->value[0];
    if (!steps)
        return move_guess(eye, piece);
    Hex from = eye->view->unit[piece].hex, to = stops_at(eye, order, first, steps);
    if (is_crowded(eye, to, eye->view->unit[piece].cel))
        return HOPELESS;
    const uint16_t *march = march_of(eye, piece, from);
    return nearness(eye, piece, march, to) + standing_value(eye, piece, to) - leaving_worth(eye, piece, march) - 4;
}

int32_t enter_value(const Eye *eye, const Order *order)
{
    int steps, first = order_slot(order, 1, &steps);
    if (!steps)
        return 500;
    Piece piece = order->value[0];
    Hex to = order->value[first + steps - 1];
    if (is_crowded(eye, to, eye->view->unit[piece].cel))
        return HOPELESS;
    return 300 + nearness(eye, piece, march_of(eye, piece, to), to) / 2 + standing_value(eye, piece, to);
}

int32_t exit_value(const Eye *eye, const Order *order)
{
    const Special *special = &eye->data->special;
    if (!eye->data->feature[FEATURE_EXIT_VICTORY] || special->exit_side != eye->side)
        return -1;
    if (!order->count)
        return 5000;
    Hex hex = eye->view->unit[order->value[0]].hex;
    return wins_by_leaving(eye, order->value[0]) && area_has(&eye->map->area_list[special->exit_zone], hex) ? 5000 : -1;
}

int32_t entrench_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return 30;
    Hex hex = eye->view->unit[order->value[0]].hex;
    if (fortified(eye->view, hex) || enemy_distance(eye, hex) > (presses(eye) ? NEAR_ENEMY : DIG_IN))
        return -1;
    return presses(eye) && contact(eye, order->value[0], hex) > 0 ? -1 : 30;
}

/* Guns fire from position beside an escort and travel limbered. */
int32_t limber_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return 40;
    const Unit *unit = &eye->view->unit[order->value[0]];
    int enemy = enemy_distance(eye, unit->hex);
    bool travelling = unit->now & TRANSPORT, safe = escorted(eye, unit->hex);
    return !(unit->now & ACTED) && (travelling ? enemy <= 3 && safe : enemy > 4 || !safe) ? 40 : -1;
}

/* A bridge behind which the enemy is coming up. */
int32_t demolish_value(const Eye *eye, const Order *order)
{
    if (presses(eye))
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

/* Without a target yet: the best one that all the named counters stand beside, if all that may still be named join. */
static int32_t attack_guess(const Eye *eye, const Order *order, int units)
{
    int32_t best = HOPELESS;
    int nation = nation_of(eye->data, eye->view, order->value[0]);
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
        int camp = camp_of(eye->data, eye->view, order->value[0]);
        attack += strength_beside(eye, target, camp, order->value[units - 1], NO_PIECE);
        int column = shift_column(column_of_ratio(attack, defence_of(eye, target)), 0, shift_against(eye, target));
        int32_t value = price_of(eye, nation, column) + prize(eye, target) + 25;
        if (value > best)
            best = value;
    }
    return best;
}

int32_t attack_value(const Eye *eye, const Order *order)
{
    int units, hexes, first, guns, full;
    order_slot(order, 0, &units);
    first = order_slot(order, 1, &hexes);
    if (!units)
        return 300;
    if (!hexes)
        return attack_guess(eye, order, units);
    order_slot(order, ATTACK_GUNS, &guns);
    order_slot(order, ATTACK_FULL, &full);
    Combat combat;
    Battle battle;
    combat_declare(eye->scenario, eye->view, order, &combat);
    battle_sheet(eye->scenario, eye->view, &combat, &battle);
    int nation = nation_of(eye->data, eye->view, order->value[0]);
    int32_t value = price_of(eye, nation, battle.column) - guns - 40 * full;
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

/* Fire at range and barrage: guns first, then their targets. */
int32_t volley_value(const Eye *eye, const Order *order)
{
    int guns, hexes;
    order_slot(order, 0, &guns);
    int first = order_slot(order, 1, &hexes), sp = gun_sp(eye, order, guns);
    if (!hexes)
        return 20 + (sp < 17 ? sp : 17);
    int net = sp - 2 * ground_cm(eye->data, order->value[first]), row = fire_row(net);
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

int32_t lose_value(const Eye *eye, const Order *order)
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

int32_t retreat_value(const Eye *eye, const Order *order)
{
    int steps, first = order_slot(order, 1, &steps);
    if (!order->count)
        return 200;
    Piece piece = order->value[0];
    Hex from = eye->view->unit[piece].hex;
    int32_t stay = eye->data->town[from] != NO_TOWN && eye->view->unit[piece].cel > 1 ? temper(eye)->held_town : 0;
    if (!steps)
        return 200 - stay;
    Hex to = order->value[first + steps - 1];
    return 60 + temper(eye)->back * apart(eye, from, to) + temper(eye)->behind * ground_cm(eye->data, to) +
           (friend_at(eye->view, eye->side, to) ? 10 : 0) - (may_be_zoc(eye, to) ? 30 : 0) - stay;
}

int32_t pursue_value(const Eye *eye, const Order *order)
{
    int steps, first = order_slot(order, 1, &steps);
    if (!order->count)
        return 150;
    Piece piece = order->value[0];
    if (!steps)
        return 100;
    Hex from = eye->view->unit[piece].hex, to = order->value[first + steps - 1];
    const uint16_t *march = march_of(eye, piece, from);
    int value = 4 * (nearness(eye, piece, march, to) - nearness(eye, piece, march, from)) / 5;
    if (eye->data->town[to] != NO_TOWN && controller(eye->view, to) != eye->side)
        value += 120;
    if (alone_in_town(eye, piece, from) || (!presses(eye) && fortified(eye->view, from)))
        value -= 40;
    return value;
}

/* The slots of an order that commits assets to a fight. */
typedef struct HelpSlots {
    int cms, of, waive;
} HelpSlots;

/* Everything that helps is committed; only the HQ is never waived, and the owner of the CMs is left open. Counters come
 * first, because nothing can be named before the CMs once they are. */
static int32_t support_value(const Order *order, HelpSlots slot)
{
    enum { COUNTER = 20, CMS = 5, FOREGONE = -50 };
    int32_t value = 1;
    for (int i = 0; i < order->count; i++)
        value += order->slot[i] == slot.waive ? FOREGONE
                 : order->slot[i] == slot.of  ? -1
                 : order->slot[i] == slot.cms ? CMS
                                              : COUNTER;
    return value;
}

/* ---- in the air, over rivers ----------------------------------------------------------------- */

static int hungry(const Eye *eye, Hex hex)
{
    int count = 0;
    for (Piece piece = eye->view->top[hex]; piece != NO_PIECE; piece = eye->view->unit[piece].below)
        count += eye->view->unit[piece].side == eye->side && eye->view->unit[piece].oos;
    return count;
}

/* Bombs on the enemies that face the ground troops; supplies for the encircled; nothing else. */
int32_t mission_value(const Eye *eye, const Order *order)
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
    int beside = strength_beside(eye, hex, ANY_CAMP, -1, NO_PIECE), cm = ground_cm(eye->data, hex);
    if (!sp)
        return (beside > 20 ? 20 : beside) + defence_of(eye, hex) - 12 * cm + 10;
    int row = fire_row(sp - 2 * cm);
    return row < 0 ? -1 : fire_value(eye->data->air_attack[row]) - 5 * sp + (beside > 20 ? 20 : beside);
}

int32_t days_value(const Eye *eye, const Order *order)
{
    (void)eye;
    int32_t value = 100;
    for (int i = 0; i < order->count; i++)
        value -= order->value[i];
    return value;
}

/* A pontoon on a road, near the centre of the army, is worth most. */
int32_t pontoon_value(const Eye *eye, const Order *order)
{
    if (order->count < 2)
        return 20;
    Hex near = hexside_hex(order->value[1]);
    return 20 + 30 * (eye->map->road[near][hexside_edge(order->value[1])] != NO_ROAD);
}

/* ---- all verbs ------------------------------------------------------------------------------- */

/* The default set-up stands; a counter that comes later is placed. */
int32_t place_value(const Eye *eye, const Order *order)
{
    (void)order;
    return question(&eye->view->head)->kind == ASK_SETUP ? LEFT_ALONE : 60;
}

int32_t defend_value(const Eye *eye, const Order *order)
{
    (void)eye;
    return support_value(order, (HelpSlots){DEFEND_CMS, DEFEND_OF, DEFEND_WAIVE});
}

int32_t commit_value(const Eye *eye, const Order *order)
{
    (void)eye;
    return support_value(order, (HelpSlots){COMMIT_CMS, COMMIT_OF, NO_SLOT});
}

/* Values that depend on the verb alone. */
#define SAME_VALUE(name_, value_)                     \
    int32_t name_(const Eye *eye, const Order *order) \
    {                                                 \
        (void)eye, (void)order;                       \
        return value_;                                \
    }
SAME_VALUE(nothing_value, 0)
SAME_VALUE(aside_value, LEFT_ALONE)
SAME_VALUE(duel_value, 1)
SAME_VALUE(engineer_value, 25)

/* stars.2-3: once a counter of the later nation has acted the others may not. */
static bool should_wait(const Book *data, const State *view, const Order *order)
{
    int asks = question(&view->head)->kind;
    return data->feature[FEATURE_MOVEMENT_ORDER] && view->head.turn >= data->special.order_from &&
           !view->german_moved && (asks == ASK_MOVEMENT || asks == ASK_STRATEGIC) && order->count &&
           nation_of(data, view, order->value[0]) == data->special.second_nation;
}

int32_t wb95_value(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order)
{
    int32_t value = judged(scenario, view, &memo->outlook, wb95_judgements, DOS, order);
    return value > 0 && should_wait(data_of(scenario), state_of(view), order) ? 1 + value / PATIENCE : value;
}
