/* marches.c — where a counter wants to be, in which mode, and how it gets there.
 *
 * A side that presses goes for the stakes by the cheapest path, up to where an attack promises something. A side that
 * does not bars the enemy's paths, fills the places that count the more the nearer the enemy is, and waits with its
 * mobile units in Reserve. No unit goes beyond the reach of supply if it can help it, and none stands where the enemy
 * would make short work of it. HQs keep behind the front and within reach of it, guns a hex or two behind the line. */
#include "systems/ocs/memo.h"

enum {
    PER_HALF = 3,  /* half an MP nearer to the goal */
    CALL = 2,      /* … or to a gap */
    CALL_FAR = 80, /* half MPs: no unit is called from farther off */
    BARS_MOST = 140,
    SCREEN_MOST = 40,
    GARRISON_NEAR = 9,
    EXPOSED = 2,
    STARVES = 260,
    DISARMED = 80,
    SET_OUT = 5, /* the least gain for a unit to move at all */
    IN_RANGE = 50,
    ALONE = 120,
    MODE = 1500, /* modes are chosen before any unit moves */
    TRAINS = 60
};

static const Unit *unit_of(const Eye *eye, Piece piece) { return &eye->view->unit[piece]; }
static const Kind *kind_at(const Eye *eye, Piece piece) { return kind_of(eye->data, eye->view, piece); }

/* Others of the side in the hex, without the counter. */
static int others_in(const Eye *eye, Piece piece, Hex hex)
{
    return eye->found->force[eye->side][hex].count - (unit_of(eye, piece)->at.hex == hex);
}

static bool is_crowded(const Eye *eye, Piece piece, Hex hex)
{
    int re = kind_at(eye, piece)->class == HEADQUARTERS ? 0 : re_of(eye->data, eye->view, piece);
    return re && stacked_re(eye->scenario, eye->view, hex) + re > STACK_LIMIT;
}

static bool is_overcrowded(const Eye *eye, Hex hex)
{
    return hex < eye->map->hexes && stacked_re(eye->scenario, eye->view, hex) > STACK_LIMIT;
}

static bool is_gun(const Eye *eye, Piece piece) { return face_of(eye->data, eye->view, piece)->how == BARRAGES; }

static bool is_fast(const Eye *eye, Piece piece)
{
    enum { CAVALRY_MA = 6 };
    const Kind *kind = kind_at(eye, piece);
    return kind->class == ARMOR || kind->class == MECH || kind->face[COMBAT_SIDE].ma >= CAVALRY_MA;
}

/* ---- attack and danger --------------------------------------------------------------------------- */

/* Own strength beside the target that may still attack, without one counter. */
static int ready_beside(const Eye *eye, Hex target, Piece mover)
{
    const uint16_t *factor = eye->data->class_attack[terrain_at(eye->scenario, eye->view, target)];
    int sum = 0;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex from = eye->map->next[target][edge];
        if (from == NO_HEX || !friend_in(eye->view, eye->side, from))
            continue;
        for (int row = 0; row < ROWS; row++)
            sum += eye->found->ready[row][from] * factor[row] / PARTS;
        if (unit_of(eye, mover)->at.hex == from)
            sum -= attack_from(eye, mover, from, target);
    }
    return sum > 0 ? sum : 0;
}

static bool is_disarmed(const Eye *eye, Hex hex)
{
    return !eye->data->without[PART_SUPPLY] && !has_bit(eye->found->armed, hex);
}

/* The best attack that the counter could make better from the hex, by the units that are or may be beside it. */
static int contact(const Eye *eye, Piece piece, Hex hex)
{
    enum { COST = 2 };
    int best = 0, rating = rating_of(eye->data, eye->view, piece);
    if (eye->found->near[hex] != 1 || is_disarmed(eye, hex))
        return 0;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex target = eye->map->next[hex][edge];
        if (target == NO_HEX || !enemy_in(eye->view, eye->side, target))
            continue;
        int own = attack_from(eye, piece, hex, target), beside = ready_beside(eye, target, piece);
        if (!own)
            continue;
        int without = price_of(eye, target, beside, rating, COST, REGULAR);
        int with = price_of(eye, target, beside + own + eye->found->coming[target] / 4, rating, COST, REGULAR);
        int gain = with - (without > 0 ? without : 0);
        best = gain > best ? gain : best;
    }
    return best / 2;
}

/* How much more is in danger with the counter in the hex than without it; less than nothing if it stiffens others. */
static int exposure(const Eye *eye, Piece piece, Hex hex)
{
    const Face *face = face_of(eye->data, eye->view, piece);
    int own = (face->how == BARRAGES ? 1 : face->strength) * GRAINS, steps = unit_of(eye, piece)->steps;
    const Force *there = &eye->found->force[eye->side][hex];
    int defence = there->defence, points = there->steps;
    if (!eye->found->menace[hex])
        return 0;
    if (unit_of(eye, piece)->at.hex == hex) {
        defence -= own;
        points -= steps;
    }
    return (danger_at(eye, hex, defence + own, points + steps) - danger_at(eye, hex, defence, points)) / EXPOSED;
}

static bool starves_at(const Eye *eye, Hex hex)
{
    return !eye->data->without[PART_SUPPLY] && !has_bit(eye->found->served, hex);
}

/* ---- stakes -------------------------------------------------------------------------------------- */

static int others_near(const Eye *eye, Piece piece, const Stake *stake)
{
    int count = 0;
    Hex own = unit_of(eye, piece)->at.hex;
    EACH_BIT(hex, eye->view->occupied[eye->side], OCS_WORDS)
        if (map_distance(eye->map, (Hex)hex, stake->hex) <= stake->within)
            count += eye->found->force[eye->side][hex].count - (hex == own);
    return count;
}

/* To be near a place that one must be near. */
static int nearness(const Eye *eye, Piece piece, Hex hex)
{
    int value = 0;
    for (int i = 0; i < eye->found->stakes; i++) {
        const Stake *stake = &eye->found->stake[i];
        if (stake->within && stake->wanted_by == eye->side && map_distance(eye->map, hex, stake->hex) <= stake->within)
            value += stake->worth / (1 + others_near(eye, piece, stake));
    }
    return value;
}

/* What one more unit in a place that counts is worth, the nearer the enemy the more. */
static int garrison(const Eye *eye, Hex hex, int others)
{
    int stake = eye->found->stake_at[hex], near = eye->found->near[hex];
    if (!stake)
        return 0;
    if (!has_bit(eye->view->control[eye->side], hex))
        return stake;
    return near > GARRISON_NEAR ? 0 : 3 * stake / 4 * (GARRISON_NEAR + 1 - near) / GARRISON_NEAR / (1 + others);
}

static int bars(const Eye *eye, Hex hex, int others)
{
    int flow = 3 * eye->found->flow[hex] / (1 + 2 * others), most = eye->found->presses ? SCREEN_MOST : BARS_MOST;
    return flow < most ? flow : most;
}

/* Supply without a guard is blown up when an enemy comes next to it, or captured: one unit stands on it. */
static int guards_supply(const Eye *eye, Hex hex, int others)
{
    enum { A_TOKEN = 20, AS_MUCH = 20, THREATENED = 6 };
    int near = eye->found->near[hex];
    if (others || !near || near >= THREATENED || eye->data->without[PART_SUPPLY])
        return 0;
    const Pile *pile = pile_in(eye->view, eye->side, hex);
    int tokens = pile ? tokens_of(pile) : 0;
    return A_TOKEN * (tokens < AS_MUCH ? tokens : AS_MUCH) / near;
}

/* ---- everything that counts about a hex ---------------------------------------------------------- */

static int troops_at(const Eye *eye, Piece piece, Hex hex)
{
    int others = others_in(eye, piece, hex), rally = eye->found->rally[hex], way = eye->found->way[hex];
    int value = eye->found->presses ? -PER_HALF * (way == FAR ? FLOOD_COSTS : way)
                                    : -CALL * (rally > CALL_FAR ? CALL_FAR : rally);
    value += garrison(eye, hex, others) + bars(eye, hex, others) + nearness(eye, piece, hex);
    value += guards_supply(eye, hex, others);
    value += contact(eye, piece, hex) - exposure(eye, piece, hex);
    if (eye->found->near[hex] == 1 && is_disarmed(eye, hex))
        value -= DISARMED;
    return value - (starves_at(eye, hex) ? STARVES : 0);
}

static int guns_at(const Eye *eye, Piece piece, Hex hex)
{
    int near = eye->found->near[hex], reach = kind_at(eye, piece)->face[COMBAT_SIDE].reach;
    int value = -PER_HALF * (near > 60 ? 60 : near) * 2;
    if (near > 1 && near <= reach)
        value += IN_RANGE;
    if (near < 4 && !others_in(eye, piece, hex))
        value -= ALONE / (near ? near : 1);
    return value - (starves_at(eye, hex) ? STARVES : 0);
}

/* Behind the front, where it reaches many units that no other HQ reaches, and supply is at hand. */
static int headquarters_at(const Eye *eye, Piece piece, Hex hex)
{
    enum { EACH = 12, SUPPLIED = 1500, LEAST = 3, MILES = 3 };
    int reach = kind_at(eye, piece)->face[COMBAT_SIDE].reach / 2 + 1, value = 0, near = eye->found->near[hex];
    for (Piece other = 0; other < eye->scenario->pieces; other++) {
        const Unit *unit = unit_of(eye, other);
        const Kind *kind = kind_at(eye, other);
        if (unit->side != eye->side || unit->standing != ON_MAP || unit->at.hex >= eye->map->hexes || !is_unit(kind) ||
            other == piece)
            continue;
        int distance = map_distance(eye->map, hex, unit->at.hex);
        if (kind->class == HEADQUARTERS)
            value -= distance <= reach ? 6 * EACH * (reach + 1 - distance) / reach : 0;
        else
            value += distance <= reach ? EACH : distance <= 2 * reach ? EACH / MILES : 0;
    }
    if (!eye->data->without[PART_SUPPLY] && has_bit(eye->found->fed, hex))
        value += SUPPLIED;
    if (near < LEAST)
        value -= 5 * ALONE * (LEAST - near);
    return value;
}

static int menders_at(const Eye *eye, Hex hex)
{
    int mend = eye->found->mend[hex];
    return -PER_HALF * (mend == FAR ? FLOOD_COSTS : mend) - (eye->found->near[hex] < 3 ? 10 * ALONE : 0);
}

/* Replacements wait by an HQ. */
static int replacements_at(const Eye *eye, Hex hex)
{
    int best = 99;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++)
        if (unit_of(eye, piece)->side == eye->side && is_on_map(eye->view, piece) &&
            kind_at(eye, piece)->class == HEADQUARTERS) {
            int distance = map_distance(eye->map, hex, unit_of(eye, piece)->at.hex);
            best = distance < best ? distance : best;
        }
    return -10 * best - (eye->found->near[hex] < 3 ? ALONE : 0);
}

bool is_kept(const Eye *eye, Piece piece)
{
    return eye->found->kept && division_of(eye->data, piece) == eye->found->kept;
}

/* How far it is to food in any weather: a source of edition 2, a dump in edition 1. */
static int haven_from(const Eye *eye, Hex hex)
{
    enum { NO_HAVEN = 12, WEEKS = 4 * TOKENS };
    int least = NO_HAVEN;
    for (int i = 0; second_edition(eye->data) && i < eye->data->supply_sources[eye->side]; i++) {
        Hex source = eye->data->supply_source[eye->side][i];
        int away = map_distance(eye->map, source, hex);
        if (has_bit(eye->view->control[eye->side], source) && away < least)
            least = away;
    }
    for (int i = 0; !second_edition(eye->data) && i < eye->view->piles; i++) {
        const Pile *pile = &eye->view->pile[i];
        if (pile->side != eye->side || tokens_of(pile) < WEEKS || pile->hex >= eye->map->hexes)
            continue;
        int away = map_distance(eye->map, pile->hex, hex);
        least = away < least ? away : least;
    }
    return least;
}

/* Away from the enemy, and near supply. */
static int kept_at(const Eye *eye, Hex hex)
{
    enum { AWAY = 4, PER_HEX = 20, PER_HEX_OF_SUPPLY = 25 };
    int near = eye->found->near[hex];
    return PER_HEX * (near < AWAY ? near : AWAY) - PER_HEX_OF_SUPPLY * haven_from(eye, hex);
}

int standing_at(const Eye *eye, Piece piece, Hex hex)
{
    if (is_kept(eye, piece))
        return kept_at(eye, hex);
    switch (kind_at(eye, piece)->class) {
    case HEADQUARTERS:
        return headquarters_at(eye, piece, hex);
    case RAIL_REPAIR:
        return menders_at(eye, hex);
    case REPLACEMENTS:
        return replacements_at(eye, hex);
    case ARTILLERY:
    case ROCKETS:
        return guns_at(eye, piece, hex);
    default:
        return troops_at(eye, piece, hex);
    }
}

/* ---- move COUNTER… HEX… -------------------------------------------------------------------------- */

/* Whether a hex beside it seems better by the map alone. */
static bool leads_on(const Eye *eye, Piece piece, Hex hex)
{
    int class = kind_at(eye, piece)->class;
    const uint16_t *way = class == RAIL_REPAIR  ? eye->found->mend
                          : eye->found->presses ? eye->found->way
                                                : eye->found->rally;
    if (class == HEADQUARTERS || class == REPLACEMENTS || is_gun(eye, piece))
        return true;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex next = eye->map->next[hex][edge];
        if (next != NO_HEX && way[next] < way[hex] && !enemy_in(eye->view, eye->side, next))
            return true;
    }
    return false;
}

/* Whether an enemy is near enough to be attacked. */
static bool may_come_at(const Eye *eye, Piece piece, Hex hex)
{
    int near = eye->found->near[hex];
    return near > 1 && near <= 1 + face_of(eye->data, eye->view, piece)->ma / 2;
}

/* What moving it may be worth. A unit that has moved once stays. */
static int32_t move_guess(const Eye *eye, Piece piece)
{
    const Unit *unit = unit_of(eye, piece);
    Hex hex = unit->at.hex;
    if (hex >= eye->map->hexes)
        return 1;
    if (is_overcrowded(eye, hex))
        return 2 * BEFORE_MARCHES;
    if (unit->now & MOVED || unit->marker == RESERVE)
        return -1;
    if (!leads_on(eye, piece, hex) && !may_come_at(eye, piece, hex) && exposure(eye, piece, hex) <= 0)
        return -1;
    int near = eye->found->near[hex];
    return 300 - (near < 100 ? near : 100) + (is_fast(eye, piece) ? 100 : 0);
}

/* What the counter gives up by moving. */
static int leaving_worth(const Eye *eye, Piece piece)
{
    static _Thread_local Leaving leaving;
    if (leaving_known(&leaving, eye->found, eye->found->look, piece))
        return leaving.worth;
    Hex from = unit_of(eye, piece)->at.hex;
    leaving.worth = standing_at(eye, piece, from) - (is_overcrowded(eye, from) ? BEFORE_MARCHES : 0) + SET_OUT;
    return leaving.worth;
}

int32_t move_value(const Eye *eye, const Order *order)
{
    int count, steps;
    order_slot(order, 0, &count);
    int path = order_slot(order, 1, &steps);
    if (!count)
        return BEFORE_MARCHES;
    Piece piece = order->value[0];
    if (!steps)
        return count > 1 ? HOPELESS : move_guess(eye, piece);
    Hex to = order->value[path + steps - 1];
    if (unit_of(eye, piece)->at.hex >= eye->map->hexes)
        return 1;
    return is_crowded(eye, piece, to) ? HOPELESS : standing_at(eye, piece, to) - leaving_worth(eye, piece);
}

/* ---- mode COUNTER MODE --------------------------------------------------------------------------- */

/* In Move Mode an HQ throws half as far: it must have settled when supply is used (2.3.I.2), or others must be. */
static bool may_set_out(const Eye *eye, Piece piece)
{
    bool sustained = !eye->data->without[PART_SUPPLY] && !eye->data->without[PART_SUSTAINMENT];
    if (!sustained)
        return true;
    return second_edition(eye->data) ? (eye->view->head.turn + piece) % 2 == 0 : eye->view->go <= PLAYERS;
}

/* An HQ sets out when the front has left its throw. */
static bool should_follow(const Eye *eye, Piece piece)
{
    int reach = kind_at(eye, piece)->face[COMBAT_SIDE].reach / 2 + 2,
        near = eye->found->near[unit_of(eye, piece)->at.hex];
    return near < 2 || (near > reach && may_set_out(eye, piece));
}

/* Of fast units every other waits for the breach, of a defender's all. */
static bool should_wait(const Eye *eye, Piece piece)
{
    enum { FIRST = 2, LAST = 7 };
    int near = eye->found->near[unit_of(eye, piece)->at.hex];
    if (!is_fast(eye, piece) || near < FIRST || near > LAST)
        return false;
    return eye->found->presses ? near > FIRST && piece % 2 : true;
}

static int mode_wanted(const Eye *eye, Piece piece)
{
    enum { LONG_WAY = 60 };
    const Unit *unit = unit_of(eye, piece);
    const Kind *kind = kind_at(eye, piece);
    int near = eye->found->near[unit->at.hex], ma = kind->face[COMBAT_SIDE].ma;
    int way = eye->found->presses ? eye->found->way[unit->at.hex] : eye->found->rally[unit->at.hex];
    if (kind->class == HEADQUARTERS)
        return should_follow(eye, piece) ? MODE_MOVE : MODE_COMBAT;
    if (is_kept(eye, piece))
        return near > 2 ? MODE_MOVE : MODE_COMBAT;
    if (is_gun(eye, piece))
        return near <= kind->face[COMBAT_SIDE].reach ? MODE_COMBAT : MODE_MOVE;
    if (should_wait(eye, piece))
        return MODE_RESERVE;
    int at_hand = eye->found->presses ? ma / 2 : 2 * ma / 3;
    if (near <= 1 + at_hand || (!eye->found->presses && (way == FAR || way <= 2 * ma)))
        return MODE_COMBAT;
    if (unit->face == MOVE_SIDE && near > kind->face[MOVE_SIDE].ma / 2 && way != FAR && way > LONG_WAY)
        return MODE_STRATEGIC;
    return MODE_MOVE;
}

int32_t mode_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return MODE;
    Piece piece = order->value[0];
    const Unit *unit = unit_of(eye, piece);
    if (question(&eye->view->head)->kind == ASK_SETUP || unit->at.hex >= eye->map->hexes)
        return -1;
    int wanted = mode_wanted(eye, piece);
    bool has = wanted == MODE_RESERVE ? unit->marker == RESERVE
               : wanted == MODE_STRATEGIC
                   ? unit->marker == STRATEGIC
                   : unit->face == wanted && (unit->marker == NO_MARKER || unit->marker == DISORGANIZED);
    if (has || (unit->marker == DISORGANIZED && wanted >= MODE_STRATEGIC))
        return -1;
    return order->count < 2 ? MODE : order->value[1] == wanted ? MODE : -1;
}

/* ---- release COUNTER ----------------------------------------------------------------------------- */

/* In Exploitation the units that can come at something, in Reaction those that the enemy has come near to. */
int32_t release_value(const Eye *eye, const Order *order)
{
    enum { AT_HAND = 6, AHEAD = 8, RELEASED_WORTH = 50 };
    if (!order->count)
        return RELEASED_WORTH;
    Hex hex = unit_of(eye, order->value[0])->at.hex;
    int near = hex < eye->map->hexes ? eye->found->near[hex] : 99;
    bool exploits = eye->view->head.phase == STEP_EXPLOITATION_MOVEMENT;
    if (exploits && eye->found->presses)
        return near <= AHEAD || eye->found->way[hex] != FAR ? RELEASED_WORTH : -1;
    return near <= AT_HAND ? RELEASED_WORTH : -1;
}

/* ---- trains and arrivals ------------------------------------------------------------------------- */

int32_t entrain_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return TRAINS;
    Piece piece = order->value[0];
    const Kind *kind = kind_at(eye, piece);
    Hex from = unit_of(eye, piece)->at.hex;
    if (from >= eye->map->hexes || kind->class > ROCKETS || eye->found->near[from] < 4 ||
        unit_of(eye, piece)->now & MOVED)
        return -1;
    if (order->count < 2)
        return TRAINS;
    Hex to = order->value[1];
    if (to >= eye->map->hexes || eye->found->near[to] < 3 || is_crowded(eye, piece, to))
        return -1;
    return standing_at(eye, piece, to) - standing_at(eye, piece, from) - TRAINS;
}

/* By sea from port to port: also out of one that is cut off. */
int32_t ship_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return TRAINS;
    Piece piece = order->value[0];
    Hex from = unit_of(eye, piece)->at.hex;
    bool overseas = from >= eye->map->hexes;
    if (kind_at(eye, piece)->class > ROCKETS || unit_of(eye, piece)->now & MOVED ||
        (!overseas && eye->found->near[from] < 4 && !starves_at(eye, from)))
        return -1;
    if (order->count < 2)
        return TRAINS;
    Hex to = order->value[1];
    if (to >= eye->map->hexes || eye->found->near[to] < 2 || starves_at(eye, to) || is_crowded(eye, piece, to))
        return -1;
    return overseas ? TRAINS + standing_at(eye, piece, to)
                    : standing_at(eye, piece, to) - standing_at(eye, piece, from) - TRAINS;
}

int32_t enter_value(const Eye *eye, const Order *order)
{
    enum { ARRIVAL = 5000 };
    if (order->count < 2)
        return 2 * ARRIVAL;
    return order->value[1] < eye->map->hexes ? ARRIVAL + standing_at(eye, order->value[0], order->value[1]) : ARRIVAL;
}
