/* ships.c — OCS 19.1, 20.0: ships at sea, and ports.
 *
 *     sail sGB1 23.06 22.05
 *
 * Ships use full or partial sea hexes (a coast touches the sea), ports, and rivers where the map has a channel. Ships
 * do not fight each other (19.0). Nothing harms them: one in a hex that the enemy enters moves away, or is lost where
 * it cannot (19.1-3, D40). */
#include <string.h>

#include "core/room.h"
#include "core/flood.h"
#include "systems/ocs/air.h"

/* ---- ports ----------------------------------------------------------------------------------------------------- */

int port_at(const Scenario *scenario, Hex hex) { return hex < OCS_SPOTS ? data_of(scenario)->port[hex] - 1 : -1; }

/* 20.0b-1, ocs2.facility-5: hits take a share of it, halves rounded up (4.3). */
int port_capacity(const Scenario *scenario, const State *state, int port)
{
    const Book *data = data_of(scenario);
    return (data->port_points[port] * data->port_percent[state->port_hits[port]] + 50) / 100;
}

/* ---- where ships go ---------------------------------------------------------------------------------------------- */

bool is_sea_way(const Scenario *scenario, Hex hex)
{
    return hex < scenario->map->hexes && has_bit(data_of(scenario)->shore, hex);
}

/* A ship never passes from coast to coast over land: the sea, or a channel, is on one side of the step. */
static bool is_wet(const Scenario *scenario, Hex hex) { return has_bit(data_of(scenario)->deep, hex); }

/* What a ship pays for the step, in MPs; between a box and the hexes it is linked to as the scenario says (gc.1G). */
static int sea_cost(const Scenario *scenario, Hex from, Hex to)
{
    const Map *map = scenario->map;
    int box = map_box(map, is_box(map, to) ? to : from);
    return box >= 0 && box < OCS_BOXES ? data_of(scenario)->box[box].sea_mps : 1;
}

static bool is_linked(const Map *map, Hex box, Hex hex)
{
    const MapBox *at = &map->box[map_box(map, box)];
    for (int i = 0; i < at->count; i++)
        if (map->list[at->first + i] == hex)
            return true;
    return false;
}

static Refusal may_enter(const Scenario *scenario, const State *view, int side, Hex from, Hex to)
{
    const Map *map = scenario->map;
    if (to >= map->spots || is_box(map, to) || is_box(map, from)) {
        Hex box = is_box(map, to) ? to : from, hex = is_box(map, to) ? from : to;
        if (to >= map->spots || is_box(map, hex) || !is_linked(map, box, hex) || map_box(map, box) >= OCS_BOXES ||
            !sea_cost(scenario, from, to))
            return refuse(OCS_19_1_1, "ocs.no-sea-leads", from, to);
        if (data_of(scenario)->box[map_box(map, box)].side != side)
            return refuse(OCS_GC_1G_3, "ocs.not-yours", box);
        return LEGAL;
    }
    if (edge_between(&map->grid, from, to) == EDGES)
        return refuse(OCS_19_1_1, "ocs.not-touch", to, from);
    if (!is_sea_way(scenario, to) || (!is_wet(scenario, from) && !is_wet(scenario, to)))
        return refuse(OCS_19_1_1, "ocs.no-sea-leads", from, to);
    if (enemy_in(view, side, to))
        return refuse(OCS_19_1_1, "ocs.enemy-stands", to);
    return LEGAL;
}

/* The hexes next to one, and boxes that are linked to it or it to. */
static int beside(const Map *map, Hex hex, Hex out[EDGES + OCS_BOXES + 8])
{
    int count = 0;
    for (Edge edge = 0; edge < EDGES; edge++)
        if (map->next[hex][edge] != NO_HEX)
            out[count++] = map->next[hex][edge];
    for (int box = 0; box < map->boxes && box < OCS_BOXES; box++)
        if (!is_box(map, hex) && is_linked(map, (Hex)(map->hexes + box), hex))
            out[count++] = (Hex)(map->hexes + box);
    const MapBox *at = is_box(map, hex) ? &map->box[map_box(map, hex)] : NULL;
    for (int i = 0; at && i < at->count && i < 8; i++)
        out[count++] = map->list[at->first + i];
    return count;
}

/* ---- sail COUNTER HEX… ------------------------------------------------------------------------------------------ */

static int points_left(const Book *data, const State *view, Piece piece)
{
    return face_of(data, view, piece)->ma - view->unit[piece].spent / QUARTERS;
}

Refusal may_sail(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) ||
        !is_known(data_of(scenario), view, piece) || kind_of(data_of(scenario), view, piece)->class != SHIP)
        return refuse(OCS_19_1_1, "ocs.no-ship-yours", piece);
    return view->sea_closed ? refuse(OCS_19_1_1, "ocs.sea-closed-ice") : LEGAL;
}

/* ocs2.fuel-9: an SP in each phase in which it moves, wherever it draws it. */
static int fuel_due(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    return second_edition(data) && !data->without[PART_FUEL] && !(view->unit[piece].now & FUELLED) ? data->ship_fuel
                                                                                                   : 0;
}

static Refusal has_fuel(const Scenario *scenario, const State *view, Piece piece)
{
    Hex user = user_of(data_of(scenario), view, piece);
    int due = fuel_due(scenario, view, piece);
    int there = due ? tokens_in_reach(scenario, view, view->unit[piece].side, &user, 1, PAY_SHIP) : 0;
    return there >= due ? LEGAL : refuse(OCS2_FUEL_9, "ocs.needs-t-sail-phase-t", piece, due, there);
}

/* MPs of the steps of an order, or a refusal. */
static Refusal voyage(const Scenario *scenario, const State *view, const Order *order, int *points)
{
    int steps, step = order_slot(order, 1, &steps);
    Piece piece = order->value[0];
    Refusal no = may_sail(scenario, view, piece);
    if (!refused(no))
        no = has_fuel(scenario, view, piece);
    Hex at = refused(no) ? NO_HEX : view->unit[piece].at.hex;
    *points = 0;
    for (int i = 0; i < steps && !refused(no); at = order->value[step + i++]) {
        no = may_enter(scenario, view, view->unit[piece].side, at, order->value[step + i]);
        *points += refused(no) ? 0 : sea_cost(scenario, at, order->value[step + i]);
    }
    return no;
}

Refusal sail_check(const Scenario *scenario, const State *view, const Order *order)
{
    int points;
    Refusal no = voyage(scenario, view, order, &points);
    if (refused(no))
        return no;
    int left = points_left(data_of(scenario), view, order->value[0]);
    return points > left ? refuse(OCS_19_1_1, "ocs.mp-left", order->value[0], left) : LEGAL;
}

/* The steps that may follow; how many. */
static int list_steps(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int steps, points, count = 0;
    Hex near[EDGES + OCS_BOXES + 8];
    order_slot(prefix, 1, &steps);
    if (refused(voyage(scenario, view, prefix, &points)))
        return 0;
    Hex from = steps ? prefix->value[prefix->count - 1] : view->unit[prefix->value[0]].at.hex;
    int left = points_left(data_of(scenario), view, prefix->value[0]) - points,
        beside_it = beside(scenario->map, from, near);
    for (int i = 0; i < beside_it && steps < WALK; i++)
        if (!refused(may_enter(scenario, view, view->unit[prefix->value[0]].side, from, near[i])) &&
            sea_cost(scenario, from, near[i]) <= left) {
            count++;
            if (out)
                choose(out, 1, near[i]);
        }
    return count;
}

static void list_ships(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    EACH_BIT(piece, own_ships(scenario, view), COUNTER_WORDS) {
        Order order = *prefix;
        order_add(&order, 0, (uint16_t)piece);
        if (is_on_map(view, (Piece)piece) && !refused(may_sail(scenario, view, (Piece)piece)) &&
            list_steps(scenario, view, &order, NULL))
            choose(out, 0, piece);
    }
}

void sail_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (!prefix->count) {
        list_ships(scenario, view, prefix, out);
        return;
    }
    out->complete = prefix->count > 1 && !refused(sail_check(scenario, view, prefix));
    list_steps(scenario, view, prefix, out);
}

void sail_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Unit *unit = &state->unit[piece];
    int points, due = fuel_due(play->scenario, state, piece);
    Hex from = unit->at.hex, to = order->value[order->count - 1], user = user_of(play->data, state, piece);
    voyage(play->scenario, state, order, &points);
    move_to(play, piece, to);
    unit->spent = (uint16_t)(unit->spent + points * QUARTERS);
    unit->now |= MOVED;
    tell(play->events, EVENT_MOVED, 0, sentence(OCS_19_1_1, "ocs.sails", piece, from, to));
    if (!due)
        return;
    unit->now |= FUELLED;
    charge(play, unit->side, &user, 1, due, PAY_SHIP);
}

void sail_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    ROOM(Flood, flood);
    int steps, points;
    if (!prefix->count || refused(voyage(scenario, view, prefix, &points)))
        return;
    order_slot(prefix, 1, &steps);
    Hex start = steps ? prefix->value[prefix->count - 1] : view->unit[prefix->value[0]].at.hex;
    int left = points_left(data_of(scenario), view, prefix->value[0]) - points;
    int side = view->unit[prefix->value[0]].side;
    flood_begin(flood, left);
    flood_reach(flood, start, 0, NO_HEX);
    for (Hex hex = flood_next(flood); hex != NO_HEX; hex = flood_next(flood)) {
        Hex near[EDGES + OCS_BOXES + 8];
        int count = beside(scenario->map, hex, near);
        out->cost[hex] = out->most[hex] = (uint16_t)(flood->cost[hex] * QUARTERS);
        out->from[hex] = flood->from[hex];
        if (hex != start)
            out->hex[out->count++] = hex;
        for (int i = 0; i < count; i++) {
            int cost = flood->cost[hex] + sea_cost(scenario, hex, near[i]);
            if (cost <= left && !refused(may_enter(scenario, view, side, hex, near[i])))
                flood_reach(flood, near[i], cost, hex);
        }
    }
}

/* ---- 19.1-3, D40 ------------------------------------------------------------------------------------------------- */

/* The nearest sea hex or friendly port, the first among equals by number. */
static Hex refuge(const Play *play, int side, Hex from)
{
    const Map *map = play->scenario->map;
    Hex best = NO_HEX;
    for (int hex = 0; hex < map->hexes; hex++) {
        bool port = port_at(play->scenario, (Hex)hex) >= 0 && controller(play->state, (Hex)hex) == side;
        if ((is_land(play->data, (Hex)hex) && !port) || enemy_in(play->state, side, (Hex)hex) || hex == from)
            continue;
        if (best == NO_HEX || map_distance(map, from, (Hex)hex) < map_distance(map, from, best))
            best = (Hex)hex;
    }
    return best;
}

void ships_leave(Play *play, int side, Hex hex)
{
    State *state = play->state;
    Piece ships[OCS_PIECES];
    int count = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (state->unit[piece].side != side && kind_of(play->data, state, piece)->class == SHIP)
            ships[count++] = piece;
    for (int i = 0; i < count; i++) {
        Hex to = refuge(play, enemy_of(side), hex);
        if (to == NO_HEX) {
            bury(play, ships[i], OCS_19_1_3);
            continue;
        }
        move_to(play, ships[i], to);
        tell(play->events, EVENT_MOVED, 0, sentence(OCS_19_1_3, "ocs.makes-off", ships[i], hex, to));
    }
}
