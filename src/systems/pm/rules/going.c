/* going.c — Proud Monster 12.8–12.21 and 13.3–13.7: what a step costs.
 *
 * The hex entered costs by its natural terrain and the class of the unit, as the terrain table says (12.10, 12.11,
 * 12.13); works and towns cost nothing (12.19). A river on the way adds to that (12.15, 12.21). Mud and snow double
 * what the hex costs, frost takes rivers away and makes marsh clear (13.5–13.7), all by the weather of the hex entered
 * (pm.r.42); on turn 1 the German side ignores rivers (5.5-1). Along the highway mech units pay forest as clear
 * (12.20). */
#include <string.h>

#include "systems/pm/march.h"

enum { CLIMBING = 1 }; /* 12.12: hills for cavalry and mountain infantry */

Foot foot_of(const Kind *kind)
{
    return kind->is & MECH ? BY_WHEELS : kind->type == CAVALRY || kind->type == MOUNTAIN ? CLIMBERS : ON_FOOT;
}

static int ground_cost(const Book *data, int ground, Foot foot)
{
    return foot == BY_WHEELS ? data->ground[ground].mech : data->ground[ground].foot;
}

/* All that matters of a class in this weather, but for the costs of all steps. */
static void class_going(const Scenario *scenario, const State *view, int side, Foot foot, Going *out)
{
    const Book *data = data_of(scenario);
    for (int zone = 0; zone < ZONES; zone++) {
        int weather = view->weather[zone], times = bogged(weather) ? 2 : 1;
        int clear = ground_cost(data, GROUND_CLEAR, foot), hills = ground_cost(data, GROUND_HILLS, foot);
        int marsh = ground_cost(data, GROUND_MARSH, foot);
        int8_t *enter = out->enter[zone];
        out->lakes[zone] = weather == SNOW;
        enter[CLEAR] = (int8_t)(clear * times);
        enter[FOREST] = (int8_t)(ground_cost(data, GROUND_FOREST, foot) * times);
        enter[HILLS] = (int8_t)((foot == CLIMBERS ? CLIMBING : hills) * times);
        enter[MARSH] = (int8_t)((frozen_over(weather) ? clear : marsh) * times); /* pm.r.43 */
        enter[LAKE] = (int8_t)(weather == SNOW ? clear * times : -1);            /* pm.r.44 */
        enter[SEA] = enter[NO_GROUND] = -1;
        bool rivers = !frozen_over(weather) && !ignores_rivers(view, side);
        out->river[zone] = (int8_t)(rivers ? ground_cost(data, GROUND_RIVER, foot) : 0);
    }
    out->straits = straits_frozen(view); /* 13.7-1 */
    out->road =
        (int8_t)(foot == BY_WHEELS && !view->road_gone && !data->beginners ? ground_cost(data, GROUND_CLEAR, foot) : 0);
}

static int cost_of(const Scenario *scenario, const Going *going, Hex from, int edge)
{
    const Map *map = scenario->map;
    Hex to = map->next[from][edge];
    if (to == NO_HEX)
        return -1;
    int zone = data_of(scenario)->zone[to], cost = going->enter[zone][map->terrain[to]];
    unsigned side = map->edge[from][edge];
    if (cost < 0)
        return -1;
    if (map->road[from][edge] && going->road && map->terrain[to] == FOREST)
        cost = going->road; /* pm.r.45 */
    if (!side)
        return cost;
    if (side & STRAIT)
        return going->straits ? cost : ALL_POINTS;
    if (side & SEA_SIDE || (side & LAKE_SIDE && !going->lakes[zone]))
        return -1;
    return side & RIVER ? cost + going->river[zone] : cost;
}

/* What steps cost a class, all of them, and what that depends on. */
typedef struct Costs {
    unsigned ground;
    bool road_gone;
    uint8_t weather[ZONES];
    Going going;
    int8_t step[PM_SPOTS][EDGES];
} Costs;

/* Kept by class and by whether rivers count, until the weather or the ground changes. */
void going_of(const Scenario *scenario, const State *view, int side, Foot foot, Going *out)
{
    static _Thread_local Costs kept[2][FEET];
    Costs *costs = &kept[ignores_rivers(view, side)][foot];
    if (costs->ground != data_of(scenario)->ways_stamp || costs->road_gone != view->road_gone ||
        memcmp(costs->weather, view->weather, sizeof costs->weather)) {
        costs->ground = data_of(scenario)->ways_stamp;
        costs->road_gone = view->road_gone;
        memcpy(costs->weather, view->weather, sizeof costs->weather);
        class_going(scenario, view, side, foot, &costs->going);
        costs->going.step = costs->step;
        for (int hex = 0; hex < scenario->map->hexes; hex++)
            for (int edge = 0; edge < EDGES; edge++)
                costs->step[hex][edge] = (int8_t)cost_of(scenario, &costs->going, (Hex)hex, edge);
    }
    *out = costs->going;
}

int step_cost(const Scenario *scenario, const State *view, const Kind *kind, Hex from, Edge edge)
{
    Going going;
    class_going(scenario, view, kind->side, foot_of(kind), &going);
    return cost_of(scenario, &going, from, edge);
}
