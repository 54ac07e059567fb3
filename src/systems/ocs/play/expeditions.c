/* expeditions.c — operations beside the front: supply and troops by air and by landing craft, troops on trucks, and
 * regiments that leave their division.
 *
 * Transports fly to an HQ that is cut off and poor, with supply that is idle where they load: they drop it, or land
 * where there is a base, and fly back empty. A landing craft carries an SP from a harbour where it is idle to the one
 * nearest to an HQ in want. Parachutists jump into places that count and that no unit guards, when the game is nearly
 * over or no enemy is near; a landing craft sets a regiment ashore beside one. Idle trucks take up troops that have far
 * to go and give them back near the enemy. A defender makes a regiment of a division to bar a gap beside it. */
#include "systems/ocs/memo.h"

enum {
    ALONE_LEFT = -10,
    PER_TOKEN = 10,    /* of a token where an HQ is cut off */
    EMPTY_FLIGHT = 15, /* back to a hex with something to load */
    OVERSEAS = 60,     /* half MPs that a hex off the map seems away */
    NEARER = 8,        /* less is not worth the voyage */
    SHIPPED = 100,
    HALVES = 2, /* of an MP */
    AT_THE_HQ = 4
};

static const Unit *unit_of(const Eye *eye, Piece piece) { return &eye->view->unit[piece]; }

/* ---- by air -------------------------------------------------------------------------------------- */

/* What the HQs around that no road leads to are short of. */
static int want_at(const Eye *eye, Hex hex, int within)
{
    int want = 0;
    for (int i = 0; i < eye->found->stores; i++) {
        const HqStore *store = &eye->found->store[i];
        int lacks = 2 * store->eaten - store->there;
        if (lacks > want && !has_bit(eye->found->fed, store->hex) && map_distance(eye->map, store->hex, hex) <= within)
            want = lacks;
    }
    return want;
}

static int spare_in(const Eye *eye, Hex hex)
{
    const Pile *pile = hex < eye->map->hexes ? pile_in(eye->view, eye->side, hex) : NULL;
    return pile ? spare_tokens(eye->found, pile) : 0;
}

static int32_t load_worth(const Eye *eye, int tokens, Hex to, bool drops)
{
    int want = want_at(eye, to, drops ? 0 : AT_THE_HQ), useful = tokens < want ? tokens : want;
    if (!useful || (drops && eye->found->near[to] <= 1 && !friend_in(eye->view, eye->side, to)))
        return ALONE_LEFT;
    return useful * PER_TOKEN * (drops ? 2 : 3) / 3 - risk_at(eye, to, false);
}

/* Among the bases, or where HQs are, within the range of all. */
static int32_t best_load(const Eye *eye, int tokens, Hex from, int range, bool drops)
{
    int32_t best = ALONE_LEFT;
    for (int i = 0; i < (drops ? eye->found->stores : eye->view->bases); i++) {
        Hex to = drops ? eye->found->store[i].hex : eye->view->base[i].hex;
        if (to == from || to >= eye->map->hexes || (!drops && eye->view->base[i].side != eye->side) ||
            map_distance(eye->map, from, to) > range)
            continue;
        int32_t value = load_worth(eye, tokens, to, drops);
        best = value > best ? value : best;
    }
    return best;
}

/* What an unguarded place would score for the unit that came into it. */
static int unguarded_stake(const Eye *eye, Hex hex)
{
    return hex < eye->map->hexes && has_bit(eye->view->control[enemy_of(eye->side)], hex) &&
                   !enemy_in(eye->view, eye->side, hex)
               ? eye->found->stake_at[hex]
               : 0;
}

/* A unit that jumps has no supply, and one battalion holds nothing for long. */
static int32_t jump_worth(const Eye *eye, Hex to)
{
    enum { SAFE = 3, SOON = 2, PART = 4 };
    bool late = eye->view->head.turn + SOON > eye->data->turns;
    int stake = unguarded_stake(eye, to);
    return stake && (late || eye->found->near[to] >= SAFE) ? stake / PART - risk_at(eye, to, false) : ALONE_LEFT;
}

static int32_t best_jump(const Eye *eye, Hex from, int range)
{
    int32_t best = ALONE_LEFT;
    for (int i = 0; i < eye->found->stakes; i++) {
        Hex to = eye->found->stake[i].hex;
        int32_t value = to < eye->map->hexes && map_distance(eye->map, from, to) <= range ? jump_worth(eye, to) : best;
        best = value > best ? value : best;
    }
    return best;
}

/* airlift and drop COUNTER… [with COUNTER…] [supply TOKENS] to HEX */
int32_t lift_value(const Eye *eye, const Order *order)
{
    enum { WITH = 1, SUPPLY, TO };
    int crews, units, capacity = 0, range = 255;
    bool drops = order->verb == DO_DROP;
    order_slot(order, 0, &crews);
    order_slot(order, WITH, &units);
    if (!crews)
        return PER_TOKEN;
    Hex from = unit_of(eye, order->value[0])->at.hex, to = order_value(order, TO, NO_HEX);
    for (int i = 0; i < crews; i++) {
        int left = air_of(eye->data, eye->view, order->value[i])->range - unit_of(eye, order->value[i])->spent;
        capacity += air_capacity(eye->data, eye->view, order->value[i]);
        range = left < range ? left : range;
    }
    if (units)
        return !drops || order_value(order, SUPPLY, 0)
                   ? ALONE_LEFT
                   : (to == NO_HEX ? best_jump(eye, from, range) : jump_worth(eye, to)) - crews;
    int spare = spare_in(eye, from), most = capacity < spare ? capacity : spare;
    int tokens = order_value(order, SUPPLY, (uint16_t)most);
    int32_t jump = drops && to == NO_HEX && !order_value(order, SUPPLY, 0) ? best_jump(eye, from, range) : ALONE_LEFT;
    if (!most || tokens > most)
        return jump;
    int32_t load = to == NO_HEX ? best_load(eye, tokens, from, range, drops) : load_worth(eye, tokens, to, drops);
    return (load > jump ? load : jump) - crews;
}

/* Empty transports go to a hex where they can load again. */
int32_t empty_flight_value(const Eye *eye, const Piece *crews, int count, Hex to)
{
    for (int i = 0; i < count; i++)
        if (!(air_types(eye->data, eye->view, crews[i]) & AIR_TPT) || unit_of(eye, crews[i])->trucks)
            return -1;
    if (spare_in(eye, unit_of(eye, crews[0])->at.hex) >= TOKENS)
        return -1;
    if (to == NO_HEX)
        return EMPTY_FLIGHT;
    return has_supplied_base(eye->view, eye->side, to) && spare_in(eye, to) >= TOKENS
               ? EMPTY_FLIGHT - risk_at(eye, to, false)
               : -1;
}

/* ---- by sea -------------------------------------------------------------------------------------- */

static int way_from(const Eye *eye, Hex hex) { return hex < eye->map->hexes ? eye->found->haul[hex] : OVERSEAS; }

/* Of the harbours the one nearest to an HQ in want; or (loading) the one with the most idle supply, farther from it. */
static Hex best_harbour(const Eye *eye, bool loading, int way)
{
    Hex best = NO_HEX;
    int most = 0;
    for (int hex = 0; hex < eye->map->spots; hex++) {
        if (!is_own_port(eye->scenario, eye->view, eye->side, (Hex)hex))
            continue;
        int gain = loading ? spare_in(eye, (Hex)hex) : way - way_from(eye, (Hex)hex);
        if (gain < (loading ? TOKENS : NEARER) || gain <= most || (loading && way_from(eye, (Hex)hex) < way + NEARER))
            continue;
        most = gain;
        best = (Hex)hex;
    }
    return best;
}

/* The beach beside an unguarded place that counts, with no enemy next to it. */
static Hex best_beach(const Eye *eye)
{
    enum { MARCH = 3 };
    Hex best = NO_HEX;
    int most = 0;
    EACH_BIT(hex, eye->data->beach, OCS_WORDS)
        for (int i = 0; i < eye->found->stakes; i++) {
            Hex place = eye->found->stake[i].hex;
            int worth = unguarded_stake(eye, place);
            if (worth <= most || eye->found->near[hex] < 2 || eye->view->sea_closed ||
                map_distance(eye->map, (Hex)hex, place) > MARCH)
                continue;
            most = worth;
            best = (Hex)hex;
        }
    return best;
}

static bool carries_units(const Eye *eye, Piece craft)
{
    EACH_BIT(piece, eye->data->owned[eye->side], COUNTER_WORDS)
        if (is_aboard(eye->view, (Piece)piece) && unit_of(eye, (Piece)piece)->carrier == craft)
            return true;
    return false;
}

/* Troops for a craft that are idle where they are. */
static bool is_idle(const Eye *eye, Piece piece)
{
    enum { BEHIND = 5 };
    const Kind *kind = kind_of(eye->data, eye->view, piece);
    Hex hex = unit_of(eye, piece)->at.hex;
    bool troops = kind->class == OTHER || kind->class == ARMOR || kind->class == MECH;
    return troops && is_on_map(eye->view, piece) && re_of(eye->data, eye->view, piece) <= QUARTERS &&
           (hex >= eye->map->hexes || eye->found->near[hex] > BEHIND);
}

/* The nearest harbour with such. */
static Hex idle_harbour(const Eye *eye, Hex from)
{
    Hex best = NO_HEX;
    int least = 99;
    EACH_BIT(piece, eye->data->owned[eye->side], COUNTER_WORDS) {
        Hex hex = unit_of(eye, (Piece)piece)->at.hex;
        if (!is_idle(eye, (Piece)piece) || hex >= eye->map->hexes ||
            !is_own_port(eye->scenario, eye->view, eye->side, hex) || map_distance(eye->map, from, hex) >= least)
            continue;
        least = map_distance(eye->map, from, hex);
        best = hex;
    }
    return best;
}

/* The idle units where craft are. */
int32_t board_value(const Eye *eye, const Order *order)
{
    int count;
    order_slot(order, 0, &count);
    if (best_beach(eye) == NO_HEX)
        return ALONE_LEFT;
    return count > 1 || (count && !is_idle(eye, order->value[0])) ? ALONE_LEFT : SHIPPED;
}

int32_t stow_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return SHIPPED;
    Hex hex = unit_of(eye, order->value[0])->at.hex;
    if (spare_in(eye, hex) < TOKENS || best_harbour(eye, false, way_from(eye, hex)) == NO_HEX)
        return ALONE_LEFT;
    return SHIPPED + (order->count > 1 ? order->value[1] : 0);
}

int32_t debark_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return SHIPPED;
    const Unit *craft = unit_of(eye, order->value[0]);
    if (carries_units(eye, order->value[0])) {
        Hex beach = best_beach(eye);
        return beach == NO_HEX || beach == craft->at.hex ? SHIPPED : ALONE_LEFT;
    }
    if (!craft->trucks)
        return is_own_port(eye->scenario, eye->view, eye->side, craft->at.hex) ? PER_TOKEN : ALONE_LEFT;
    return best_harbour(eye, false, way_from(eye, craft->at.hex)) == NO_HEX ? SHIPPED : ALONE_LEFT;
}

int32_t sail_value(const Eye *eye, const Order *order)
{
    enum { PER_HEX = 3 };
    int steps, path = order_slot(order, 1, &steps);
    if (!order->count)
        return SHIPPED;
    const Unit *craft = unit_of(eye, order->value[0]);
    if (!(kind_of(eye->data, eye->view, order->value[0])->is & CARRIES) || craft->at.hex >= eye->map->hexes)
        return ALONE_LEFT;
    bool troops = carries_units(eye, order->value[0]);
    Hex aim = craft->trucks || troops ? best_harbour(eye, false, OVERSEAS) : NO_HEX;
    if (troops && best_beach(eye) != NO_HEX)
        aim = best_beach(eye);
    if (!craft->trucks && !troops && best_beach(eye) != NO_HEX)
        aim = idle_harbour(eye, craft->at.hex);
    if (!craft->trucks && !troops && aim == NO_HEX) {
        Hex wanted = best_harbour(eye, false, OVERSEAS);
        aim = wanted == NO_HEX ? NO_HEX : best_harbour(eye, true, way_from(eye, wanted));
    }
    if (aim == NO_HEX || aim == craft->at.hex || aim >= eye->map->hexes)
        return ALONE_LEFT;
    if (!steps)
        return SHIPPED;
    Hex to = order->value[path + steps - 1];
    if (to >= eye->map->hexes)
        return ALONE_LEFT;
    return PER_HEX * (map_distance(eye->map, craft->at.hex, aim) - map_distance(eye->map, to, aim)) - 1;
}

/* ---- on trucks ----------------------------------------------------------------------------------- */

/* As far as two more points an RE take them, which does not make them eat more (11.2b). In edition 2 fuel costs more
 * than the road saves. */
int32_t motorize_value(const Eye *eye, const Order *order)
{
    enum { LONG_WAY = 20 * HALVES, BEHIND = 6, CLOSE = 4, RIDES = 20 };
    if (!order->count)
        return RIDES;
    const Unit *unit = unit_of(eye, order->value[0]);
    Hex hex = unit->at.hex;
    if (second_edition(eye->data) || hex >= eye->map->hexes)
        return ALONE_LEFT;
    int near = eye->found->near[hex], way = eye->found->way[hex];
    bool idle = eye->found->fetch[hex] == FAR || eye->found->fetch[hex] > LONG_WAY / 2;
    int wanted = near <= CLOSE && unit->trucks                                                  ? NOT_MOTORIZED
                 : eye->found->presses && idle && near > BEHIND && way != FAR && way > LONG_WAY ? SEMI_MOTORIZED
                                                                                                : -1;
    if (wanted < 0 || (wanted == SEMI_MOTORIZED && unit->trucks))
        return ALONE_LEFT;
    return order->count < 2 || order->value[1] == wanted ? RIDES : ALONE_LEFT;
}

/* ---- regiments that leave their division --------------------------------------------------------- */

/* Where the enemy is neither next to it nor far; nothing that it or its regiments do changes that. */
static bool is_in_between(const Eye *eye, Piece division)
{
    enum { LEAST = 2, MOST = 7 };
    Hex hex = unit_of(eye, division)->at.hex;
    return hex < eye->map->hexes && eye->found->near[hex] >= LEAST && eye->found->near[hex] <= MOST;
}

/* A whole division by itself, beside an unbarred gap. */
int32_t detach_value(const Eye *eye, const Order *order)
{
    enum { BARS = 15, BESIDE = 6 * HALVES };
    if (!order->count)
        return BARS;
    Piece division = order->value[0];
    const Unit *unit = unit_of(eye, division);
    if (eye->found->presses || unit->steps < kind_of(eye->data, eye->view, division)->steps ||
        !is_in_between(eye, division))
        return ALONE_LEFT;
    int rally = eye->found->rally[unit->at.hex];
    return rally && rally <= BESIDE && eye->found->force[eye->side][unit->at.hex].count == 1 ? BARS : ALONE_LEFT;
}

int32_t absorb_value(const Eye *eye, const Order *order)
{
    enum { WHOLE = 10 };
    return order->count && is_in_between(eye, order->value[0]) ? -1 : WHOLE;
}
