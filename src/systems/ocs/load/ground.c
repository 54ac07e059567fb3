/* ground.c — OCS 6.2 and 9.3: what the map means for movement and combat.
 *
 * A step costs what the hex entered costs and what the hexside adds (6.2b), unless a road or railroad leads along it:
 * then only that (6.2a). A city replaces the ground of its hex, a village does not. Fortifications add their cost, but
 * not to a road (16.0-2). No unit enters what is no hex of the map (gc.1B-1, gc.1C). */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "systems/ocs/ocs.h"

static int ground_of(const Map *map, Hex hex)
{
    uint32_t terrain = map->terrain[hex];
    return terrain ? __builtin_ctz(terrain) : 0;
}

static int place_kind(const Map *map, Hex hex)
{
    return map->place[hex] < 0 ? -1 : map->place_list[map->place[hex]].kind;
}

static void derive_hex(const Map *map, Book *data, Hex hex)
{
    int place = place_kind(map, hex);
    data->terrain[hex] = data->ground_class[ground_of(map, hex)];
    if (place >= 0 && data->place_class[place] != OF_THE_GROUND)
        data->terrain[hex] = data->place_class[place];
    if (!(map->terrain[hex] & SEA))
        set_bit(data->land, hex);
    for (Edge edge = 0; edge < EDGES; edge++)
        if (map->layer[RAILS] && map->layer[RAILS][hex][edge])
            set_bit(data->rail, hex);
    if (place >= 0 && has_bit(data->rail, hex))
        set_bit(data->station, hex);
}

int entry_cost_in(const Scenario *scenario, int weather, int mp, Hex to)
{
    const Book *data = data_of(scenario);
    int place = place_kind(scenario->map, to);
    int cost = data->ground_cost[weather][ground_of(scenario->map, to)][mp];
    if (place >= 0 && data->place_cost[weather][place][mp] != OF_THE_GROUND)
        cost = data->place_cost[weather][place][mp];
    return cost == PROHIBITED || !has_bit(data->fortified, to) ? cost : cost + data->fort_cost[mp];
}

int bare_cost_in(const Scenario *scenario, int weather, int mp, Hex from, Edge edge)
{
    const Map *map = scenario->map;
    const Book *data = data_of(scenario);
    Hex to = map->next[from][edge];
    if (to == NO_HEX || !is_land(data, to) || mp >= LAND_MPS)
        return PROHIBITED;
    int cost = entry_cost_in(scenario, weather, mp, to);
    for (int river = 0; river < RIVERS; river++) {
        int crossing_cost = data->river_cost[weather][river][mp];
        if (map->edge[from][edge] >> river & 1)
            cost = cost == PROHIBITED || crossing_cost == PROHIBITED ? PROHIBITED : cost + crossing_cost;
    }
    return cost;
}

static int line_of(const Map *map, Hex from, Edge edge, int layer)
{
    int road = map->layer[layer] ? map->layer[layer][from][edge] : NO_ROAD;
    return road == NO_ROAD ? -1 : layer == RAILS ? LINE_RAIL : road == PRIMARY ? LINE_PRIMARY : LINE_SECONDARY;
}

int bare_cost(const Scenario *scenario, int mp, Hex from, Edge edge)
{
    return bare_cost_in(scenario, DRY, mp, from, edge);
}

static int find_step_cost(const Scenario *scenario, int weather, int mp, Hex from, Edge edge)
{
    const Book *data = data_of(scenario);
    int cost = bare_cost_in(scenario, weather, mp, from, edge);
    Hex to = scenario->map->next[from][edge];
    if (to == NO_HEX || !is_land(data, to) || mp >= LAND_MPS)
        return PROHIBITED;
    for (int layer = ROADS; layer <= RAILS; layer++) {
        int line = line_of(scenario->map, from, edge, layer);
        if (line >= 0 && data->line_cost[weather][line][mp] < cost)
            cost = data->line_cost[weather][line][mp];
    }
    return cost;
}

int step_cost_in(const Scenario *scenario, int weather, int mp, Hex from, Edge edge)
{
    return mp < LAND_MPS && from < scenario->map->hexes ? data_of(scenario)->step[weather][mp][from][edge] : PROHIBITED;
}

int step_cost(const Scenario *scenario, int mp, Hex from, Edge edge)
{
    return step_cost_in(scenario, DRY, mp, from, edge);
}

/* gc.1G-1: a box that stands for a hex is that hex. */
Hex spot_of(const Scenario *scenario, Hex hex)
{
    int box = is_box(scenario->map, hex) ? map_box(scenario->map, hex) : -1;
    return box >= 0 && box < OCS_BOXES && data_of(scenario)->box[box].stands_for != NO_HEX
               ? data_of(scenario)->box[box].stands_for
               : hex;
}

bool can_stand(const Scenario *scenario, int mp, Hex hex)
{
    const Book *data = data_of(scenario);
    int place = place_kind(scenario->map, hex);
    int cost = data->ground_cost[DRY][ground_of(scenario->map, hex)][mp];
    if (place >= 0 && data->place_cost[DRY][place][mp] != OF_THE_GROUND)
        cost = data->place_cost[DRY][place][mp];
    return is_land(data, hex) && cost != PROHIBITED;
}

bool is_firm(const Scenario *scenario, Hex from, Edge edge)
{
    return line_of(scenario->map, from, edge, ROADS) == LINE_PRIMARY ||
           line_of(scenario->map, from, edge, RAILS) == LINE_RAIL;
}

bool is_swamp(const Scenario *scenario, Hex hex)
{
    int place = place_kind(scenario->map, hex);
    return scenario->map->terrain[hex] & SWAMP && (place < 0 || data_of(scenario)->place_class[place] == OF_THE_GROUND);
}

bool is_road(const Scenario *scenario, Hex from, Edge edge)
{
    return line_of(scenario->map, from, edge, ROADS) >= 0 || line_of(scenario->map, from, edge, RAILS) >= 0;
}

static void find_steps(const Scenario *scenario, Book *data)
{
    for (int weather = 0; weather < WEATHERS; weather++)
        for (int mp = 0; mp < LAND_MPS; mp++)
            for (int hex = 0; hex < scenario->map->hexes; hex++)
                for (Edge edge = 0; edge < EDGES; edge++)
                    data->step[weather][mp][hex][edge] = (uint8_t)find_step_cost(scenario, weather, mp, (Hex)hex, edge);
}

/* Ports count in the order of the map's areas, whose names are their capacities in SPs; a box may be one. */
static void derive_ports(const Map *map, Book *data)
{
    int ports = 0;
    memset(data->port, 0, sizeof data->port);
    memset(data->ports, 0, sizeof data->ports);
    for (int i = 0; i < map->areas; i++)
        for (int j = 0; map->area_list[i].kind == AREA_PORT && j < map->area_list[i].count && ports < OCS_PORTS; j++) {
            Hex hex = map->list[map->area_list[i].first + j];
            data->port_points[ports++] = (uint16_t)atoi(map->area_list[i].name);
            if (!data->port[hex])
                data->port[hex] = (uint8_t)ports;
            set_bit(data->ports, hex);
        }
}

static void find_area(const Map *map, int kind, uint64_t out[OCS_WORDS])
{
    for (int i = 0; i < map->areas; i++)
        for (int j = 0; map->area_list[i].kind == kind && j < map->area_list[i].count; j++)
            set_bit(out, map->list[map->area_list[i].first + j]);
}

/* 19.1: full or partial sea hexes, a coast being one that touches the sea, and channels. */
static void derive_sea(const Map *map, Book *data)
{
    memset(data->deep, 0, sizeof data->deep);
    memset(data->beach, 0, sizeof data->beach);
    find_area(map, AREA_BEACH, data->beach);
    find_area(map, AREA_CHANNEL, data->deep);
    memcpy(data->shore, data->deep, sizeof data->shore);
    for (int hex = 0; hex < map->hexes; hex++) {
        if (is_land(data, (Hex)hex))
            continue;
        set_bit(data->deep, hex);
        set_bit(data->shore, hex);
        for (Edge edge = 0; edge < EDGES; edge++)
            if (map->next[hex][edge] != NO_HEX)
                set_bit(data->shore, map->next[hex][edge]);
    }
}

void derive(const Scenario *scenario, Book *data)
{
    const Map *map = scenario->map;
    static atomic_uint stamps;
    data->derivations = atomic_fetch_add(&stamps, 1) + 1;
    for (int word = 0; word < OCS_WORDS; word++)
        data->land[word] = data->fortified[word] = data->station[word] = data->rail[word] = 0;
    for (int hex = 0; hex < map->hexes; hex++)
        derive_hex(map, data, (Hex)hex);
    find_area(map, AREA_FORTIFICATION, data->fortified);
    derive_ports(map, data);
    derive_sea(map, data);
    find_steps(scenario, data);
}
