/* spotting.c — TCS 7.1, 8 and 9.3: lines of sight, and how far fire may be aimed (7.1a; for a mortar its spotter,
 * 7.1c). Lines themselves are core/sight.h: from centre to centre (8.1-1, 8.1a), the same both ways (8.0, 8.3a),
 * blocked by what stands above both ends or, between them, by the formula (8.2, 8.2a, 8.2b-1), trees and buildings 20 m
 * high (8.3b, 8.3c) but not at the ends (8.2b-4, 8.3e), units never (8.3d), next to it nothing (8.3g); a unit that
 * enters a hex is also seen on its hexside (8.2b-2). They matter to fire and spotting alone (8.3-1). */
#include "core/room.h"
#include "systems/tcs/tcs.h"

Seeing seeing_of(const Scenario *scenario, const State *state)
{
    ROOMS(uint64_t, veils, TCS_WORDS);
    uint64_t any = 0;
    for (int word = 0; word < TCS_WORDS; word++)
        any |= veils[word] = state->smoked[word] | state->zone[word]; /* 8.3f, 17.0c */
    return (Seeing){.visibility = state->visibility,
                    .lit_visibility = state->lit_visibility,
                    .lit = state->light == NIGHT ? state->lit : NULL,
                    .veils = any ? veils : NULL,
                    .ties_block = data_of(scenario)->ties_block};
}

bool sees(const Scenario *scenario, const State *state, Hex viewer, Hex target)
{
    Seeing seeing = seeing_of(scenario, state);
    return sight_clear(data_of(scenario)->sight, viewer, target, &seeing);
}

bool sees_crossing(const Scenario *scenario, const State *state, Hex viewer, Hex entered, Edge edge)
{
    Seeing seeing = seeing_of(scenario, state);
    return map_distance(scenario->map, viewer, entered) <= 1 || /* 14.2b-3 */
           sight_crossing_clear(data_of(scenario)->sight, viewer, entered, edge, &seeing);
}

/* Assaults ignore hexsides, an Overrun only the one that was crossed. */
int class_at(const Scenario *scenario, const State *state, Hex hex, Fire fire)
{
    if (fire != FIRE_ASSAULT)
        return data_of(scenario)->class[hex];
    return state->combat.sides && state->combat.hex == hex ? class_without(scenario, hex, state->combat.edge)
                                                           : data_of(scenario)->bare_class[hex];
}

int spotting_range(const Scenario *scenario, const State *state, Hex hex, int side, Fire fire, bool point_type)
{
    const Book *data = data_of(scenario);
    int longest = 1, class = class_at(scenario, state, hex, fire); /* range 1 always */
    EACH_IN(piece, state, hex)
        if (state->unit[piece].side == side) {
            int range = data->spotting[fire][kind_of(scenario, piece)->target][point_type][class];
            longest = range > longest ? range : longest;
        }
    return longest;
}

int own_spotting_range(const State *state, Piece piece, int range, Fire fire)
{
    return fire != FIRE_SFA && state->unit[piece].now & BUTTONED ? (range + 1) / 2 : range; /* */
}
