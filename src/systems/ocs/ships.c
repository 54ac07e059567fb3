/* ships.c — OCS 19.1, 20.0: ships at sea, and ports.
 *
 *     sail sGB1 23.06 22.05
 *
 * Ships use full or partial sea hexes (a coast touches the sea), ports, and rivers where the map has a channel. Nothing
 * harms them: one in a hex that the enemy enters moves away, or is lost where it cannot (19.1-3, D40). */
#include <stdlib.h>
#include <string.h>

#include "core/flood.h"
#include "systems/ocs/air.h"

/* ---- ports ----------------------------------------------------------------------------------------------------- */

int port_at(const Scenario *scenario, Hex hex)
{
    const Map *map = scenario->map;
    int port = 0;
    for (int i = 0; i < map->areas; i++)
        for (int j = 0; map->area_list[i].kind == AREA_PORT && j < map->area_list[i].count; j++, port++)
            if (map->list[map->area_list[i].first + j] == hex)
                return port < OCS_PORTS ? port : -1;
    return -1;
}

/* The name of the area is the capacity in SPs. */
static int full_capacity(const Map *map, int port)
{
    int at = 0;
    for (int i = 0; i < map->areas; i++)
        for (int j = 0; map->area_list[i].kind == AREA_PORT && j < map->area_list[i].count; j++, at++)
            if (at == port)
                return atoi(map->area_list[i].name);
    return 0;
}

/* 20.0b-1: hits take a share of it, halves rounded up (4.3). */
int port_capacity(const Scenario *scenario, const State *state, int port)
{
    return (full_capacity(scenario->map, port) * data_of(scenario)->port_percent[state->port_hits[port]] + 50) / 100;
}

/* ---- where ships go ---------------------------------------------------------------------------------------------- */

static bool in_area(const Map *map, int kind, Hex hex)
{
    for (int i = 0; i < map->areas; i++)
        for (int j = 0; map->area_list[i].kind == kind && j < map->area_list[i].count; j++)
            if (map->list[map->area_list[i].first + j] == hex)
                return true;
    return false;
}

bool is_sea_way(const Scenario *scenario, Hex hex)
{
    const Book *data = data_of(scenario);
    if (!is_land(data, hex) || in_area(scenario->map, AREA_CHANNEL, hex))
        return true;
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex other = scenario->map->next[hex][edge];
        if (other != NO_HEX && !is_land(data, other))
            return true;
    }
    return false;
}

/* A ship never passes from coast to coast over land: the sea, or a channel, is on one side of the step. */
static bool is_wet(const Scenario *scenario, Hex hex)
{
    return !is_land(data_of(scenario), hex) || in_area(scenario->map, AREA_CHANNEL, hex);
}

static Refusal may_enter(const Scenario *scenario, const State *view, int side, Hex from, Hex to)
{
    if (to >= scenario->map->hexes || edge_between(&scenario->map->grid, from, to) == EDGES)
        return refuse(OCS_19_1_1, "%h does not touch %h", to, from);
    if (!is_sea_way(scenario, to) || (!is_wet(scenario, from) && !is_wet(scenario, to)))
        return refuse(OCS_19_1_1, "no sea leads from %h to %h", from, to);
    if (enemy_in(view, side, to))
        return refuse(OCS_19_1_1, "the enemy stands in %h", to);
    return LEGAL;
}

/* ---- sail COUNTER HEX… ------------------------------------------------------------------------------------------ */

static int points_left(const Book *data, const State *view, Piece piece)
{
    return face_of(data, view, piece)->ma - view->unit[piece].spent / QUARTERS;
}

static Refusal may_sail(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) ||
        !is_known(data_of(scenario), view, piece) || kind_of(data_of(scenario), view, piece)->class != SHIP)
        return refuse(OCS_19_1_1, "%p is no ship of yours", piece);
    return LEGAL;
}

Refusal sail_check(const Scenario *scenario, const State *view, const Order *order)
{
    int steps, step = order_slot(order, 1, &steps);
    Piece piece = order->value[0];
    Refusal no = may_sail(scenario, view, piece);
    if (refused(no))
        return no;
    Hex at = view->unit[piece].at.hex;
    int left = points_left(data_of(scenario), view, piece);
    for (int i = 0; i < steps && !refused(no); at = order->value[step + i++])
        no = may_enter(scenario, view, view->unit[piece].side, at, order->value[step + i]);
    if (!refused(no) && steps > left)
        no = refuse(OCS_19_1_1, "%p has %n MP%+ left", piece, left);
    return no;
}

void sail_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int steps;
    order_slot(prefix, 1, &steps);
    for (Piece piece = 0; !prefix->count && piece < scenario->pieces; piece++)
        if (!refused(may_sail(scenario, view, piece)) && points_left(data_of(scenario), view, piece) > 0)
            for (Edge edge = 0; edge < EDGES; edge++) {
                Hex from = view->unit[piece].at.hex, to = scenario->map->next[from][edge];
                if (to != NO_HEX && !refused(may_enter(scenario, view, view->unit[piece].side, from, to))) {
                    choose(out, 0, piece);
                    break;
                }
            }
    if (!prefix->count || refused(sail_check(scenario, view, prefix)))
        return;
    out->complete = steps > 0;
    Hex at = steps ? prefix->value[prefix->count - 1] : view->unit[prefix->value[0]].at.hex;
    for (Edge edge = 0; steps < WALK && edge < EDGES; edge++) {
        Order order = *prefix;
        Hex to = scenario->map->next[at][edge];
        if (to != NO_HEX && order_add(&order, 1, to) && !refused(sail_check(scenario, view, &order)))
            choose(out, 1, to);
    }
}

void sail_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    int steps, step = order_slot(order, 1, &steps);
    Hex from = state->unit[piece].at.hex, to = order->value[step + steps - 1];
    move_to(play, piece, to);
    state->unit[piece].spent = (uint16_t)(state->unit[piece].spent + steps * QUARTERS);
    state->unit[piece].now |= MOVED;
    tell(play->events, EVENT_MOVED, 0, sentence(OCS_19_1_1, "%p sails from %h to %h", piece, from, to));
}

void sail_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    static _Thread_local Flood flood;
    int steps;
    if (!prefix->count || refused(sail_check(scenario, view, prefix)))
        return;
    order_slot(prefix, 1, &steps);
    Hex start = steps ? prefix->value[prefix->count - 1] : view->unit[prefix->value[0]].at.hex;
    int left = points_left(data_of(scenario), view, prefix->value[0]) - steps, side = view->unit[prefix->value[0]].side;
    flood_begin(&flood, left);
    flood_reach(&flood, start, 0, NO_HEX);
    for (Hex hex = flood_next(&flood); hex != NO_HEX; hex = flood_next(&flood)) {
        out->cost[hex] = out->most[hex] = (uint16_t)(flood.cost[hex] * QUARTERS);
        out->from[hex] = flood.from[hex];
        if (hex != start)
            out->hex[out->count++] = hex;
        for (Edge edge = 0; edge < EDGES && flood.cost[hex] < left; edge++) {
            Hex to = scenario->map->next[hex][edge];
            if (to != NO_HEX && !refused(may_enter(scenario, view, side, hex, to)))
                flood_reach(&flood, to, flood.cost[hex] + 1, hex);
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
        tell(play->events, EVENT_MOVED, 0, sentence(OCS_19_1_3, "%p makes off from %h to %h", ships[i], hex, to));
    }
}
