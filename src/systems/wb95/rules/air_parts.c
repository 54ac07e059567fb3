/* air_parts.c — DO_MISSION built in any order: the target before the kind of mission, the SP before either
 * (core/parts.h). Hexes of a crossing attack and their shares are lists in which it matters which comes first (8.2.18).
 */
#include "systems/wb95/fight.h"
#include "systems/wb95/wb95.h"

typedef struct Sortie {
    const Scenario *scenario;
    const State *view;
    const Order *part;
    int side, kind; /* MISSIONS: not named */
    int hexes, bridges, sp, shares;
    const uint16_t *hex, *share;
} Sortie;

static Sortie sortie_of(const Scenario *scenario, const State *view, const Order *part)
{
    Sortie sortie = {.scenario = scenario, .view = view, .part = part, .side = question(&view->head)->side};
    sortie.kind = order_value(part, MISSION_KIND, MISSIONS);
    sortie.sp = order_value(part, MISSION_AIR, 0);
    sortie.hex = &part->value[order_slot(part, MISSION_AT, &sortie.hexes)];
    sortie.share = &part->value[order_slot(part, MISSION_ATTACKS, &sortie.shares)];
    order_slot(part, MISSION_BRIDGE, &sortie.bridges);
    return sortie;
}

/* Whether a mission of that kind could have what is named. */
static bool kind_fits(const Sortie *sortie, int kind)
{
    if ((sortie->bridges && kind != OBJECT_DESTRUCTION) || (sortie->hexes && kind == OBJECT_DESTRUCTION))
        return false;
    if ((sortie->shares || sortie->hexes > 1) && kind != CROSSING_ATTACK)
        return false;
    for (int i = 0; i < sortie->hexes; i++)
        if (!mission_open_at(sortie->scenario, sortie->view, sortie->side, kind, sortie->hex[i]))
            return false;
    return mission_possible(sortie->scenario, sortie->view, sortie->side, kind);
}

/* Whether the hex can be named after those that are: each touches one before it. */
static bool hex_follows(const Sortie *sortie, Hex hex)
{
    bool touches = !sortie->hexes;
    for (int i = 0; i < sortie->hexes; i++) {
        if (sortie->hex[i] == hex)
            return false;
        touches |= map_distance(sortie->scenario->map, sortie->hex[i], hex) == 1;
    }
    return touches;
}

/* If it is the last, one does as well as the other. */
static void demand_hex(const Sortie *sortie, Demands *out)
{
    bool last = sortie->shares <= sortie->hexes + 1;
    for (int hex = 0; hex < sortie->scenario->map->hexes && !(last && out->either); hex++)
        if (hex_follows(sortie, (Hex)hex) &&
            mission_open_at(sortie->scenario, sortie->view, sortie->side, sortie->kind, (Hex)hex))
            demand_either(out, MISSION_AT, hex);
}

static void demand_bridge(const Sortie *sortie, Demands *out)
{
    const Wb95 *data = data_of(sortie->scenario);
    for (int site = 0; site < data->sites && !out->either; site++)
        if (sortie->view->site[site] & SITE_STANDING)
            demand_either(out, MISSION_BRIDGE, data->site_hexside[site]);
}

/* The fewest SP that will do, in counters (8.1.3), with two attacks on crossings for each (8.2.17). */
static void demand_sp(const Sortie *sortie, Demands *out)
{
    int each = counter_sp(data_of(sortie->scenario), sortie->side);
    int attacks = sortie->hexes > sortie->shares ? sortie->hexes - sortie->shares : 0;
    for (int i = 0; i < sortie->shares; i++)
        attacks += sortie->share[i];
    for (int sp = smallest_mission(data_of(sortie->scenario), sortie->side, sortie->kind);
         sp <= air_available(sortie->scenario, sortie->view, sortie->side) && !out->either; sp += each)
        if (sortie->kind != CROSSING_ATTACK || 2 * sp >= attacks)
            demand_either(out, MISSION_AIR, sp);
}

Refusal mission_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    Sortie sortie = sortie_of(scenario, view, part);
    if (sortie.kind == MISSIONS) {
        for (int kind = 0; kind < MISSIONS; kind++)
            if (kind_fits(&sortie, kind))
                demand_either(out, MISSION_KIND, kind);
        return out->either ? LEGAL : refuse(WB95_8_2_1, "wb95.no-mission-can-planned-now");
    }
    if (sortie.kind == OBJECT_DESTRUCTION && !sortie.bridges && !sortie.hexes)
        demand_bridge(&sortie, out);
    else if (sortie.kind != OBJECT_DESTRUCTION && !sortie.bridges &&
             (!sortie.hexes || (sortie.kind == CROSSING_ATTACK && sortie.shares > sortie.hexes)))
        demand_hex(&sortie, out);
    else if (!sortie.sp)
        demand_sp(&sortie, out);
    else if (sortie.kind == CROSSING_ATTACK && sortie.shares < sortie.hexes && (sortie.shares || sortie.hexes > 1))
        demand_either(out, MISSION_ATTACKS, 1);
    return out->either ? LEGAL : mission_check(scenario, view, part);
}

static void list_sortie_targets(const Sortie *sortie, Choices *out)
{
    const Wb95 *data = data_of(sortie->scenario);
    bool kind[MISSIONS];
    for (int i = 0; i < MISSIONS; i++)
        kind[i] = sortie->kind == MISSIONS ? kind_fits(sortie, i) : sortie->kind == i;
    for (int hex = 0; hex < sortie->scenario->map->hexes; hex++) {
        bool open = false;
        for (int i = 0; i < MISSIONS && !open; i++)
            open = kind[i] && i != OBJECT_DESTRUCTION && (!sortie->hexes || i == CROSSING_ATTACK) &&
                   hex_follows(sortie, (Hex)hex) &&
                   mission_open_at(sortie->scenario, sortie->view, sortie->side, i, (Hex)hex);
        if (open)
            choose(out, MISSION_AT, hex);
    }
    for (int site = 0; site < data->sites && kind[OBJECT_DESTRUCTION]; site++)
        if (sortie->view->site[site] & SITE_STANDING)
            choose(out, MISSION_BRIDGE, data->site_hexside[site]);
}

void mission_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Sortie sortie = sortie_of(scenario, view, part);
    for (int kind = 0; kind < MISSIONS && sortie.kind == MISSIONS; kind++)
        if (kind_fits(&sortie, kind))
            choose(out, MISSION_KIND, kind);
    list_sortie_targets(&sortie, out);
    int most = air_available(scenario, view, sortie.side), each = counter_sp(data_of(scenario), sortie.side);
    for (int sp = each; sp <= most && !sortie.sp; sp += each)
        choose(out, MISSION_AIR, sp);
    for (int share = 1; share <= 2 * most && (sortie.kind == CROSSING_ATTACK || sortie.kind == MISSIONS); share++)
        choose(out, MISSION_ATTACKS, share);
}
