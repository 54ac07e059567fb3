/* walk_cost.c — WB-95 3.1.11, 3.1.12 and the terrain table: the cost of ground, by itself and along the map's edge.
 *
 * What a step costs is worked out in walk_step.h. Here are its tables for floods, one for each class and one for HQs,
 * and the cost of coming onto the map. */
#include "systems/wb95/walk_step.h"

int march_cost(const Scenario *scenario, const State *view, Piece piece, Hex from, Edge edge)
{
    int road;
    const Wb95 *data = data_of(scenario);
    return ground_cost(data, scenario->map, kind_of(data, view, piece), from, edge, bridged(data, view, from, edge),
                       &road);
}

static void derive_walk(const Map *map, const Wb95 *data, const Kind *kind, Hex hex, Around *out)
{
    *out = (Around){.cheapest = UINT8_MAX};
    for (int edge = 0; edge < EDGES; edge++) {
        int road, least = NEVER;
        bool site = data->site_edges[hex] >> edge & 1;
        if (map->next[hex][edge] != NO_HEX)
            least = ground_cost(data, map, kind, hex, (Edge)edge, site, &road);
        out->next[edge] = least == NEVER ? hex : map->next[hex][edge];
        out->least[edge] = (uint8_t)(least < UINT8_MAX ? least : UINT8_MAX);
        if (least != NEVER && (site || least > UINT8_MAX))
            out->ask |= (uint8_t)(1 << edge);
        if (out->least[edge] < out->cheapest)
            out->cheapest = out->least[edge];
    }
}

void derive_walks(const Map *map, Wb95 *data)
{
    for (int walk = 0; walk < WALK_KINDS; walk++) {
        Kind kind = {.type = walk == HQ_WALK ? HQ : INF, .class = (uint8_t)(walk == HQ_WALK ? TRUCKED : walk)};
        for (int hex = 0; hex < map->hexes; hex++)
            derive_walk(map, data, &kind, (Hex)hex, &data->around[walk][hex]);
    }
}

bool may_enter(const Scenario *scenario, const State *view, const Kind *kind, Hex from, Edge edge)
{
    const Wb95 *data = data_of(scenario);
    int road;
    return scenario->map->next[from][edge] != NO_HEX &&
           ground_cost(data, scenario->map, kind, from, edge, bridged(data, view, from, edge), &road) != NEVER;
}

int road_off_map(const Scenario *scenario, Hex hex)
{
    const Map *map = scenario->map;
    bool border = false;
    int best = NO_ROAD, roads = 0;
    for (int edge = 0; edge < EDGES; edge++) {
        border |= map->next[hex][edge] == NO_HEX;
        roads += map->road[hex][edge] != NO_ROAD;
        if (map->road[hex][edge] > best)
            best = map->road[hex][edge];
    }
    if (!border || !roads)
        return NO_ROAD;
    bool ends = roads == 1;
    for (int line = 0; line < map->road_lines && !ends; line++) {
        const uint16_t *way = map->list + map->road_line[line].first;
        ends = way[0] == hex || way[map->road_line[line].count - 1] == hex;
    }
    return ends ? best : NO_ROAD;
}

int entry_cost(const Scenario *scenario, const Kind *kind, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    const Map *map = scenario->map;
    int entry = data->hex_entry[hex], cost = NEVER;
    if (kind->class == IMMOBILE)
        return NEVER;
    if (data->entry_road[entry])
        return data->road_cost[kind->class][data->entry_road[entry]];
    Edge edge = data->entry_edge[entry];
    if (edge < EDGES)
        cost = data->step[kind->class][map->next[hex][edge]][edge_opposite(edge)];
    if (cost != NEVER)
        return cost - water_cost(data, kind->class, map->edge[hex][edge]);
    return kind->type == HQ && !(map->terrain[hex] & LAKE) ? HQ_CROSS_COUNTRY : NEVER;
}
