/* ground.c — OCS 6.2 and 9.3: what the map means for movement and combat.
 *
 * A step costs what the hex entered costs and what the hexside adds (6.2b), unless a road or railroad leads along it:
 * then only that (6.2a). A city replaces the ground of its hex, a village does not. */
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

void derive(const Scenario *scenario, Book *data)
{
    const Map *map = scenario->map;
    for (int word = 0; word < OCS_WORDS; word++)
        data->land[word] = data->fortified[word] = data->station[word] = data->rail[word] = 0;
    for (int hex = 0; hex < map->hexes; hex++)
        derive_hex(map, data, (Hex)hex);
    for (int i = 0; i < map->areas; i++)
        for (int j = 0; map->area_list[i].kind == AREA_FORTIFICATION && j < map->area_list[i].count; j++)
            set_bit(data->fortified, map->list[map->area_list[i].first + j]);
}

int bare_cost(const Scenario *scenario, int mp, Hex from, Edge edge)
{
    const Map *map = scenario->map;
    const Book *data = data_of(scenario);
    Hex to = map->next[from][edge];
    int place = to == NO_HEX ? -1 : place_kind(map, to);
    if (to == NO_HEX || !is_land(data, to) || mp >= LAND_MPS)
        return PROHIBITED;
    int cost = place >= 0 && data->place_cost[place][mp] != OF_THE_GROUND ? data->place_cost[place][mp]
                                                                          : data->ground_cost[ground_of(map, to)][mp];
    for (int river = 0; river < RIVERS; river++)
        if (map->edge[from][edge] >> river & 1)
            cost = cost == PROHIBITED || data->river_cost[river][mp] == PROHIBITED ? PROHIBITED
                                                                                   : cost + data->river_cost[river][mp];
    return cost == PROHIBITED || !has_bit(data->fortified, to) ? cost : cost + data->fort_cost[mp];
}

static int line_of(const Map *map, Hex from, Edge edge, int layer)
{
    int road = map->layer[layer] ? map->layer[layer][from][edge] : NO_ROAD;
    return road == NO_ROAD ? -1 : layer == RAILS ? LINE_RAIL : road == PRIMARY ? LINE_PRIMARY : LINE_SECONDARY;
}

int step_cost(const Scenario *scenario, int mp, Hex from, Edge edge)
{
    const Book *data = data_of(scenario);
    int cost = bare_cost(scenario, mp, from, edge);
    Hex to = scenario->map->next[from][edge];
    if (to == NO_HEX || !is_land(data, to) || mp >= LAND_MPS)
        return PROHIBITED;
    for (int layer = ROADS; layer <= RAILS; layer++) {
        int line = line_of(scenario->map, from, edge, layer);
        if (line >= 0 && data->line_cost[line][mp] < cost)
            cost = data->line_cost[line][mp];
    }
    return cost;
}

bool is_road(const Scenario *scenario, Hex from, Edge edge)
{
    return line_of(scenario->map, from, edge, ROADS) >= 0 || line_of(scenario->map, from, edge, RAILS) >= 0;
}
