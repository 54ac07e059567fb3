/* ground.c — what map and terrain table together say once and for all: costs of steps, reach of zones,
 * terrain modifiers, cities, bridge sites and entry zones.
 *
 * Two or more adjoining town hexes are a city whose hexes are joined by main route (table.terrain-fn3, R82).
 * Every road over a watercourse has a printed bridge (R51); every hexside of a big river is a site where one
 * could be built (14.3.2, nysa.1-7). A zone of control does not cross a big river (4.1.3) and does not reach a
 * hex that the class could not enter over that side (4.1.4); ground closed off the road is open along it (R02), and
 * if the road crosses a stream as long as the bridge stands: such a causeway is kept apart.
 *
 * derive() may be called again after the lab has changed the map. */
#include <string.h>

#include "systems/wb95/load/load.h"

static bool town_hex(const Map *map, Hex hex)
{
    return map->place[hex] >= 0 && map->place_list[map->place[hex]].kind == PLACE_TOWN;
}

bool ground_bears(const Scenario *scenario, const Kind *kind, Hex hex)
{
    const Map *map = scenario->map;
    if (map->terrain[hex] & LAKE)
        return false;
    if (kind->class == IMMOBILE || kind->type == HQ || !(map->terrain[hex] & SWAMP))
        return true;
    for (int edge = 0; edge < EDGES; edge++)
        if (map->road[hex][edge])
            return true;
    return data_of(scenario)->ground_cost[GROUND_SWAMP][kind->class] != NEVER;
}

static void derive_towns(Map *map, Wb95 *data)
{
    for (int hex = 0; hex < map->hexes; hex++) {
        data->town[hex] = town_hex(map, (Hex)hex) ? TOWN : NO_TOWN;
        for (int edge = 0; edge < EDGES && data->town[hex]; edge++) {
            Hex next = map->next[hex][edge];
            if (next == NO_HEX || !town_hex(map, next))
                continue;
            data->town[hex] = CITY;
            if (map->road[hex][edge] < MAIN)
                map->road[hex][edge] = MAIN;
        }
    }
}

/* Twelfths for the ground of a hex, or NEVER. */
static uint16_t ground_cost_of(const Map *map, const Wb95 *data, int class, Hex hex)
{
    uint32_t terrain = map->terrain[hex];
    int base = data->town[hex] == CITY ? GROUND_CITY : data->town[hex] == TOWN ? GROUND_TOWN : GROUND_CLEAR;
    unsigned cost = data->ground_cost[base][class];
    if (terrain & LAKE)
        return data->ground_cost[GROUND_LAKE][class];
    static const struct {
        uint32_t bit;
        int row;
    } added[] = {{FOREST, GROUND_FOREST}, {HILLS, GROUND_HILLS}, {SWAMP, GROUND_SWAMP}};
    for (int i = 0; i < 3; i++)
        if (terrain & added[i].bit) {
            if (data->ground_cost[added[i].row][class] == NEVER)
                return NEVER;
            cost += data->ground_cost[added[i].row][class];
        }
    return (uint16_t)cost;
}

static void derive_costs(Wb95 *data)
{
    for (int class = 0; class < CLASSES; class ++) {
        const uint16_t stream = data->ground_cost[GROUND_STREAM][class],
                       big = data->ground_cost[GROUND_BIG_RIVER][class];
        data->crossing[class][0] = (uint8_t)(stream == NEVER ? 0 : stream);
        data->crossing[class][1] = data->crossing[class][2] = (uint8_t)(big == NEVER ? 0 : big);
        data->crossing[class][3] = 0;
        static const int rows[ROADS] = {GROUND_CLEAR, GROUND_SECONDARY, GROUND_MAIN, GROUND_MOTORWAY};
        for (int road = SECONDARY; road < ROADS; road++) {
            uint16_t cost = data->ground_cost[rows[road]][class];
            data->road_cost[class][road] = (uint8_t)(cost == NEVER ? 0xFF : cost);
        }
        data->road_cost[class][NO_ROAD] = 0xFF;
    }
}

/* The dearest of the watercourses on a hexside. */
static int water_cost(const Wb95 *data, int class, uint16_t bits)
{
    return bits & NYSA     ? data->crossing[class][1]
           : bits & ELBE   ? data->crossing[class][2]
           : bits & STREAM ? data->crossing[class][0]
                           : 0;
}

static void derive_steps(const Map *map, Wb95 *data)
{
    uint16_t costs[WB95_HEXES];
    for (int class = 0; class < CLASSES; class ++) {
        for (int hex = 0; hex < map->hexes; hex++)
            costs[hex] = ground_cost_of(map, data, class, (Hex)hex);
        for (int hex = 0; hex < map->hexes; hex++) {
            data->zoc_edges[class][hex] = data->causeways[class][hex] = 0;
            for (int edge = 0; edge < EDGES; edge++) {
                Hex next = map->next[hex][edge];
                uint16_t ground = next == NO_HEX ? NEVER : costs[next];
                uint16_t bits = map->edge[hex][edge];
                bool road = map->road[hex][edge] != NO_ROAD && class != IMMOBILE;
                data->step[class][hex][edge] =
                    ground == NEVER ? NEVER : (uint16_t)(ground + water_cost(data, class, bits));
                if (next != NO_HEX && !(bits & BIG_RIVER) && (ground != NEVER || road))
                    data->zoc_edges[class][hex] |= (uint8_t)(1 << edge);
                if (next != NO_HEX && bits & STREAM && !(bits & BIG_RIVER) && ground == NEVER && road)
                    data->causeways[class][hex] |= (uint8_t)(1 << edge);
            }
        }
    }
    for (int hex = 0; hex < map->hexes; hex++) {
        uint8_t least = 0xFF, most = 0, bridges = 0, dry = 0;
        for (int class = TRUCKED; class <= FOOT; class ++) {
            least &= data->zoc_edges[class][hex];
            most |= data->zoc_edges[class][hex];
            bridges |= data->causeways[class][hex];
            dry |= data->zoc_edges[class][hex] & ~data->causeways[class][hex];
        }
        data->zoc_edges[LEAST_ZONE][hex] = least;
        data->zoc_edges[MOST_ZONE][hex] = most;
        data->causeways[LEAST_ZONE][hex] = least & bridges;
        data->causeways[MOST_ZONE][hex] = most & ~dry;
    }
}

static void derive_modifiers(const Map *map, Wb95 *data)
{
    for (int hex = 0; hex < map->hexes; hex++) {
        int cm = map->terrain[hex] & FOREST ? data->ground_cm[GROUND_FOREST] : 0;
        cm += map->terrain[hex] & HILLS ? data->ground_cm[GROUND_HILLS] : 0;
        cm += data->town[hex] == CITY   ? data->ground_cm[GROUND_CITY]
              : data->town[hex] == TOWN ? data->ground_cm[GROUND_TOWN]
                                        : 0;
        data->hex_cm[hex] = (uint8_t)cm;
        data->position_cm[hex] = 0;
    }
    for (int area = 0; area < map->areas; area++)
        for (int hex = 0; map->area_list[area].kind == AREA_POSITION && hex < map->hexes; hex++)
            if (area_has(&map->area_list[area], (Hex)hex))
                data->position_cm[hex] = area < (int)sizeof data->position_value && data->position_value[area]
                                             ? data->position_value[area]
                                             : 3;
    for (int hex = 0; hex < map->hexes; hex++) {
        data->fixed_position[hex] = data->position_cm[hex] != 0;
        for (int edge = 0; edge < EDGES; edge++)
            data->fixed_position[hex] |= (map->edge[hex][edge] & FIXED) != 0;
    }
}

static void add_site(const Map *map, Wb95 *data, Hex hex, Edge edge, bool printed, bool big)
{
    if (data->sites == WB95_SITES)
        return;
    int site = data->sites++;
    data->site_hexside[site] = hexside_of(&map->grid, hex, edge);
    data->site_printed[site] = printed;
    data->site_big[site] = big;
    data->site[hex][edge] = (uint16_t)site;
    data->site[map->next[hex][edge]][edge_opposite(edge)] = (uint16_t)site;
    data->site_edges[hex] |= (uint8_t)(1 << edge);
    data->site_edges[map->next[hex][edge]] |= (uint8_t)(1 << edge_opposite(edge));
    bool causeway = false;
    for (int class = 0; class < CLASSES; class ++)
        causeway |= data->causeways[class][hex] >> edge & 1 ||
                    data->causeways[class][map->next[hex][edge]] >> edge_opposite(edge) & 1;
    if (causeway)
        data->causeway_site[data->causeway_sites++] = (uint16_t)site;
}

static void derive_sites(const Map *map, Wb95 *data)
{
    data->sites = data->causeway_sites = 0;
    memset(data->site, 0xFF, sizeof data->site);
    memset(data->site_edges, 0, sizeof data->site_edges);
    for (int hex = 0; hex < map->hexes; hex++)
        for (int edge = 0; edge < EDGES; edge++) {
            Hex next = map->next[hex][edge];
            uint16_t bits = map->edge[hex][edge];
            if (next == NO_HEX || next < hex || !(bits & (STREAM | BIG_RIVER)))
                continue;
            bool printed = map->road[hex][edge] || map->bridge[hex][edge];
            bool big = (bits & BIG_RIVER) != 0;
            if (printed || big)
                add_site(map, data, (Hex)hex, (Edge)edge, printed, big);
        }
}

void derive(Scenario *scenario, Wb95 *data)
{
    Map *map = scenario->map;
    data->derivations++;
    derive_towns(map, data);
    derive_costs(data);
    derive_steps(map, data);
    derive_modifiers(map, data);
    derive_sites(map, data);
    derive_walks(map, data);
    derive_zones(scenario, data);
    derive_closed_line(map, data);
    derive_lines(scenario, data);
}
