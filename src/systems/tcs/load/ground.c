/* ground.c — TCS 20.1 and 9.3: what the map means: costs of a step, contours, and the class of every hex; no unit
 * enters what is no hex of it (I.B, I.C-1).
 *
 * A step follows a road where that is cheaper, and uses bridges and fords, unless its owner says otherwise (20.1d,
 * R-81); a hex costs the same from all sides (20.1g), all of it what the dearest part costs (20.1i), and a contour one
 * more (20.1b): a unit that takes a road pays for nothing else, goes singly (20.1c) and is an easier target (20.1d-2).
 * Stacks keep off roads and bridges. */
#include "systems/tcs/tcs.h"

/* ---- heights --------------------------------------------------------------------------------------------- */

/* Contour lines at or below a height in thirds of a metre. */
static int lines_below(const Map *map, int thirds)
{
    int interval = 3 * map->contour, above = thirds - 3 * map->contour_base;
    return above >= 0 ? above / interval : -((interval - 1 - above) / interval);
}

/* a line lies in the span from the old centre, excluded, to the new one, included. */
bool crosses_contour(const Scenario *scenario, Hex from, Hex to)
{
    const Map *map = scenario->map;
    int low = map->height[from], high = map->height[to];
    if (!map->contour || low == high)
        return false;
    return low < high ? lines_below(map, 3 * high) > lines_below(map, 3 * low)
                      : lines_below(map, 3 * low - 1) > lines_below(map, 3 * high - 1);
}

/* lines in the half-open span of the heights of centre and corners; a corner is the mean of three centres, and
 * beyond the map the hex's own height goes on. */
static int lines_within(const Map *map, Hex hex)
{
    int low = 3 * map->height[hex], high = low;
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex one = map->next[hex][edge], other = map->next[hex][(edge + 1) % EDGES];
        int corner =
            map->height[hex] + map->height[one == NO_HEX ? hex : one] + map->height[other == NO_HEX ? hex : other];
        low = corner < low ? corner : low;
        high = corner > high ? corner : high;
    }
    return lines_below(map, high) - lines_below(map, low);
}

/* ---- classes --------------------------------------------------------------------------------------------- */

int class_without(const Scenario *scenario, Hex hex, Edge crossed)
{
    const Book *data = data_of(scenario);
    int class = data->bare_class[hex];
    for (Edge edge = 0; edge < EDGES; edge++)
        for (int feature = 0; edge != crossed && feature < FEATURES; feature++)
            if (scenario->map->edge[hex][edge] >> feature & 1 && data->feature_class[feature] > class)
                class = data->feature_class[feature];
    return class;
}

/* The most protective terrain counts (9.3a); water never lowers it. */
static void classify(const Scenario *scenario, Book *data, Hex hex)
{
    const Map *map = scenario->map;
    int class = -1;
    for (int ground = 0; ground < GROUNDS; ground++)
        if (map->terrain[hex] >> ground & 1 && data->ground_class[ground] > class)
            class = data->ground_class[ground];
    data->bare_class[hex] = (uint8_t)(class < 0 ? CLASS_OPEN : class);
    for (Edge edge = 0; edge < EDGES; edge++)
        for (int feature = 0; feature < FEATURES; feature++)
            if (map->edge[hex][edge] >> feature & 1 && data->feature_class[feature] > class)
                class = data->feature_class[feature];
    data->class[hex] = (uint8_t)(class < 0 ? CLASS_OPEN : class);
}

bool is_sea(const Scenario *scenario, Hex hex) { return scenario->map->terrain[hex] == 1u << SEA; }

/* ---- costs ----------------------------------------------------------------------------------------------- */

/* The cheapest road along the step for that kind of movement, in sixths; PROHIBITED if none can be used. */
static int road_cost(const Map *map, const Book *data, int move, Hex from, Edge edge)
{
    int best = PROHIBITED;
    for (int layer = ROAD_LAYER; layer <= RAIL_LAYER; layer++) {
        int road = map->layer[layer] ? map->layer[layer][from][edge] : NO_ROAD;
        if (road && data->road_cost[road][move] < best)
            best = data->road_cost[road][move];
    }
    return best;
}

/* 20.1f: only the dearest terrain of the hex; houses alone cost what the ground around them does (20.1a). */
static int hex_cost(const Map *map, const Book *data, int move, Hex to)
{
    int dearest = 0;
    for (int ground = 0; ground < GROUNDS; ground++) {
        int cost = map->terrain[to] >> ground & 1 ? data->ground_cost[ground][move] : 0;
        if (cost == OTHER_TERRAIN)
            cost = data->ground_cost[OPEN][move];
        if (cost > dearest)
            dearest = cost;
    }
    return dearest;
}

/* A bridge or a ford replaces the water on its hexside, for a unit that uses it. */
static int hexside_cost(const Map *map, const Book *data, int move, Hex from, Edge edge, bool wades)
{
    unsigned features = map->edge[from][edge];
    int sum = 0;
    if (wades)
        features &= ~(1u << BRIDGE | 1u << FORD);
    if (features & (1u << BRIDGE | 1u << FORD))
        features &= ~(1u << RIVER | 1u << DEEP_STREAM | 1u << STREAM);
    if (features & 1u << BRIDGE)
        features &= ~(1u << FORD);
    for (int feature = 0; feature < FEATURES; feature++) {
        int cost = features >> feature & 1 ? data->feature_cost[feature][move] : 0;
        if (cost >= ALL_OF_IT)
            return cost;
        sum += cost;
    }
    return sum;
}

static int field_cost(const Scenario *scenario, const Book *data, int move, Hex from, Edge edge, bool wades)
{
    const Map *map = scenario->map;
    Hex to = map->next[from][edge];
    int hex = hex_cost(map, data, move, to), side = hexside_cost(map, data, move, from, edge, wades);
    if (hex == PROHIBITED || side == PROHIBITED)
        return PROHIBITED; /* 20.1e */
    if (side == ALL_OF_IT)
        return ALL_OF_IT;
    return hex + side + (crosses_contour(scenario, from, to) ? data->contour_cost[move] : 0);
}

/* All steps of a hex, so that a march need only look them up. */
static void reckon_steps(const Scenario *scenario, Book *data, Hex hex)
{
    for (int move = 0; move < MOVES; move++)
        for (Edge edge = 0; edge < EDGES; edge++) {
            StepCost *cost = &data->step[move][hex][edge];
            *cost = (StepCost){PROHIBITED, PROHIBITED, PROHIBITED};
            if (scenario->map->next[hex][edge] == NO_HEX)
                continue;
            cost->field = (uint8_t)field_cost(scenario, data, move, hex, edge, false);
            cost->apart = (uint8_t)field_cost(scenario, data, move, hex, edge, true);
            cost->road = (uint8_t)road_cost(scenario->map, data, move, hex, edge);
        }
}

void derive(const Scenario *scenario, Book *data)
{
    const Map *map = scenario->map;
    for (int word = 0; word < TCS_WORDS; word++)
        data->steep[word] = 0;
    for (int hex = 0; hex < map->hexes; hex++) {
        classify(scenario, data, (Hex)hex);
        if (map->contour && lines_within(map, (Hex)hex) > 1)
            set_bit(data->steep, hex);
        reckon_steps(scenario, data, (Hex)hex);
    }
    sight_free(data->sight);
    data->sight = sight_make(map);
}

int step_cost(const Scenario *scenario, const State *state, Piece piece, Hex from, Edge edge, bool off_road, bool *road)
{
    const Kind *kind = kind_of(scenario, piece);
    *road = false;
    if (kind->tow_only)
        return PROHIBITED; /* 20.0g-1 */
    const Book *data = data_of(scenario);
    const StepCost *step = &data->step[kind->move][from][edge];
    bool steep = is_vehicle(kind) && has_bit(data->steep, scenario->map->next[from][edge]); /* 20.1j */
    int field = steep ? PROHIBITED : off_road ? step->apart : step->field;
    int way = off_road ? PROHIBITED : step->road;
    *road = way < field && way != PROHIBITED;
    int cost = *road ? way : field;
    return cost < OTHER_TERRAIN && state->unit[piece].now & BUTTONED ? 2 * cost : cost; /* 16.7b-5, R-53 */
}

/* 20.1e: not where it could be driven from no side; a towed unit goes with its carrier. */
bool is_open_to(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    bool road, open = kind_of(scenario, piece)->tow_only;
    for (Edge edge = 0; edge < EDGES && !open; edge++) {
        Hex from = scenario->map->next[hex][edge];
        open = from != NO_HEX &&
               step_cost(scenario, view, piece, from, (Edge)((edge + 3) % EDGES), false, &road) != PROHIBITED;
    }
    return open;
}
