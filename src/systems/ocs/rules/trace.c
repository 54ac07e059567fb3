/* trace.c — OCS 2.0i, ocs2.supply-1 and ocs2.supply-4, ruling C7: which units are supplied from beyond the map.
 *
 * A point of trace is a supply source, or a railroad hex linked to one by whole railroad of the side's gauge that it
 * controls, where supply passes (supply.c). A user within 5 truck MPs of such a point traces, and so does one that an
 * HQ throws to which is within 5 truck MPs of one itself. */
#include <string.h>

#include "systems/ocs/air.h"

bool rail_works(const Scenario *scenario, const State *state, int side, Hex hex)
{
    return has_bit(data_of(scenario)->rail, hex) && !has_bit(state->wrecked, hex) &&
           has_bit(state->gauge, hex) == (side == 1) && has_bit(state->control[side], hex);
}

static void link_rails(const Scenario *scenario, const State *state, int side, Hex start, uint64_t out[OCS_WORDS])
{
    const Map *map = scenario->map;
    Hex open[OCS_SPOTS];
    int count = 0;
    open[count++] = start;
    while (count) {
        Hex hex = open[--count];
        for (Edge edge = 0; edge < EDGES; edge++) {
            Hex next = map->next[hex][edge];
            if (next == NO_HEX || !map->layer[RAILS][hex][edge] || has_bit(out, next) ||
                !rail_works(scenario, state, side, next) || !supply_passes(scenario, state, side, next))
                continue;
            set_bit(out, next);
            open[count++] = next;
        }
    }
}

void trace_points(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS])
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < data->supply_sources[side]; i++) {
        Hex source = data->supply_source[side][i];
        if (!supply_passes(scenario, state, side, source) || !has_bit(state->control[side], source))
            continue;
        set_bit(out, source);
        if (scenario->map->layer[RAILS] && rail_works(scenario, state, side, source))
            link_rails(scenario, state, side, source, out);
    }
}

/* C7: where the scenario grants supply by sea, ports of the side that still land something. */
static void add_ports(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS])
{
    for (int hex = 0; data_of(scenario)->sea_supply >> side & 1 && hex < scenario->map->hexes; hex++) {
        int port = port_at(scenario, (Hex)hex);
        if (port >= 0 && is_own_port(scenario, state, side, (Hex)hex) && port_capacity(scenario, state, port) > 0 &&
            supply_passes(scenario, state, side, (Hex)hex) && !state->sea_closed)
            set_bit(out, hex);
    }
}

void trace_begin(const Scenario *scenario, const State *state, int side, Tracing *out)
{
    memset(out, 0, sizeof *out);
    trace_points(scenario, state, side, out->point);
    add_ports(scenario, state, side, out->point);
    served_by(scenario, state, side, out->point, out->traced);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (state->unit[piece].side == side && is_on_map(state, piece) &&
            kind_of(data_of(scenario), state, piece)->class == HEADQUARTERS &&
            is_near_any(scenario, state, side, state->unit[piece].at.hex, out->point))
            thrown_by(scenario, state, piece, false, out->traced);
}
