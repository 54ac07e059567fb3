/* supply.c — OCS 11.0, 11.5, 9.5: how supply gets to whoever draws it.
 *
 * A user draws on a dump within 5 truck MPs, counted from the dump into his hex (11.5c), or an HQ throws to him what
 * lies within 5 truck MPs of it: both are counted from the HQ (11.5b). A throw need only reach a hex next to the user
 * (11.5b-5), unless it is combat supply (9.5b-2). No path leads through the enemy, nor next to him but where friends
 * stand (9.5c, 11.5a-3); the ends count too (D35). */
#include "core/flood.h"
#include "systems/ocs/air.h"

bool supply_passes(const Scenario *scenario, const State *state, int side, Hex hex)
{
    if (hex >= scenario->map->hexes)
        return true; /* a box: only those inside draw there (11.5f) */
    return is_land(data_of(scenario), hex) && !enemy_in(state, side, hex) &&
           (friend_in(state, side, hex) || !is_contact(scenario, state, side, hex));
}

/* Which way costs are counted: out of the hex where the flood begins, or into it. */
typedef enum Direction { OUTWARD, INWARD } Direction;

/* All hexes that supply passes, as supply_passes() has them, in one go. */
static void find_open(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS])
{
    const Map *map = scenario->map;
    const Book *data = data_of(scenario);
    uint64_t beside[OCS_WORDS] = {0};
    EACH_BIT(hex, state->occupied[enemy_of(side)], OCS_WORDS)
    for (Edge edge = 0; hex < map->hexes && edge < EDGES; edge++)
        if (map->next[hex][edge] != NO_HEX)
            set_bit(beside, map->next[hex][edge]);
    for (int word = 0; word < OCS_WORDS; word++)
        out[word] =
            data->land[word] & ~state->occupied[enemy_of(side)][word] & (state->occupied[side][word] | ~beside[word]);
}

static void spread(const Scenario *scenario, const State *state, int side, Direction direction, Flood *flood)
{
    const Map *map = scenario->map;
    uint64_t open[OCS_WORDS];
    find_open(scenario, state, side, open);
    for (Hex hex = flood_next(flood); hex != NO_HEX; hex = flood_next(flood))
        for (Edge edge = 0; hex < map->hexes && edge < EDGES; edge++) {
            Hex next = map->next[hex][edge];
            if (next == NO_HEX || flood->cost[next] <= flood->cost[hex] || !has_bit(open, next))
                continue;
            int cost = direction == OUTWARD ? crossing(scenario, state, side, TRUCK, hex, edge)
                                            : crossing(scenario, state, side, TRUCK, next, edge_opposite(edge));
            if (cost != PROHIBITED)
                flood_reach(flood, next, flood->cost[hex] + cost, hex);
        }
}

/* E12, where it is played: on the march or in Reserve an HQ neither draws nor throws. */
static bool is_mute(const Book *data, const State *state, Piece headquarters)
{
    int marker = state->unit[headquarters].marker;
    return data->still_headquarters && second_edition(data) && (marker == STRATEGIC || marker == RESERVE);
}

static int headquarters_of(const Scenario *scenario, const State *state, int side, Piece out[OCS_PIECES])
{
    int count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (state->unit[piece].side == side && is_on_map(state, piece) &&
            kind_of(data_of(scenario), state, piece)->class == HEADQUARTERS &&
            !is_mute(data_of(scenario), state, piece))
            out[count++] = piece;
    return count;
}

static int throw_of(const Book *data, const State *state, Piece headquarters)
{
    return face_of(data, state, headquarters)->reach * QUARTERS;
}

/* All hexes by what it costs to come from there to this one, or, unless supply must come in, next to it. */
static const Flood *ways_to(const Scenario *scenario, const State *state, int side, Hex hex, int limit, bool into)
{
    static _Thread_local Flood flood;
    flood_begin(&flood, limit);
    flood_reach(&flood, hex, 0, NO_HEX);
    for (Edge edge = 0; !into && hex < scenario->map->hexes && edge < EDGES; edge++) {
        Hex next = scenario->map->next[hex][edge];
        if (next != NO_HEX && supply_passes(scenario, state, side, next))
            flood_reach(&flood, next, 0, NO_HEX);
    }
    spread(scenario, state, side, INWARD, &flood);
    return &flood;
}

int throwers_of(const Scenario *scenario, const State *state, int side, Hex hex, bool into, Piece out[OCS_PIECES])
{
    const Book *data = data_of(scenario);
    Piece headquarters[OCS_PIECES];
    int count = headquarters_of(scenario, state, side, headquarters), limit = 0, near = 0;
    for (int i = 0; i < count; i++)
        if (throw_of(data, state, headquarters[i]) > limit)
            limit = throw_of(data, state, headquarters[i]);
    const Flood *ways = ways_to(scenario, state, side, hex, limit, into);
    for (int i = 0; i < count; i++)
        if (ways->cost[state->unit[headquarters[i]].at.hex] <= throw_of(data, state, headquarters[i]))
            out[near++] = headquarters[i];
    return near;
}

bool throws_to(const Scenario *scenario, const State *state, Piece headquarters, Hex hex, bool into)
{
    int reach = throw_of(data_of(scenario), state, headquarters);
    const Unit *unit = &state->unit[headquarters];
    return !is_mute(data_of(scenario), state, headquarters) &&
           ways_to(scenario, state, unit->side, hex, reach, into)->cost[unit->at.hex] <= reach;
}

const Flood *ways_from(const Scenario *scenario, const State *state, int side, Hex hex, int limit)
{
    static _Thread_local Flood flood;
    flood_begin(&flood, limit);
    flood_reach(&flood, hex, 0, NO_HEX);
    spread(scenario, state, side, OUTWARD, &flood);
    return &flood;
}

bool is_near_any(const Scenario *scenario, const State *state, int side, Hex hex, const uint64_t hexes[OCS_WORDS])
{
    const Flood *ways = ways_from(scenario, state, side, hex, DRAW_RANGE);
    for (int i = 0; i < ways->touched; i++)
        if (has_bit(hexes, ways->seen[i]))
            return true;
    return false;
}

void thrown_by(const Scenario *scenario, const State *state, Piece headquarters, bool into, uint64_t out[OCS_WORDS])
{
    const Map *map = scenario->map;
    const Unit *unit = &state->unit[headquarters];
    if (is_mute(data_of(scenario), state, headquarters))
        return;
    const Flood *ways =
        ways_from(scenario, state, unit->side, unit->at.hex, throw_of(data_of(scenario), state, headquarters));
    for (int i = 0; i < ways->touched; i++) {
        Hex hex = ways->seen[i];
        set_bit(out, hex);
        for (Edge edge = 0; !into && hex < map->hexes && edge < EDGES; edge++)
            if (map->next[hex][edge] != NO_HEX)
                set_bit(out, map->next[hex][edge]);
    }
}

void served_by(const Scenario *scenario, const State *state, int side, const uint64_t dumps[OCS_WORDS],
               uint64_t out[OCS_WORDS])
{
    static _Thread_local Flood flood;
    flood_begin(&flood, DRAW_RANGE);
    EACH_BIT(hex, dumps, OCS_WORDS)
    if (supply_passes(scenario, state, side, (Hex)hex))
        flood_reach(&flood, (Hex)hex, 0, NO_HEX);
    spread(scenario, state, side, OUTWARD, &flood);
    for (int i = 0; i < flood.touched; i++)
        set_bit(out, flood.seen[i]);
}

void drawn_by(const Scenario *scenario, const State *state, Piece headquarters, uint64_t out[OCS_WORDS])
{
    const Unit *unit = &state->unit[headquarters];
    if (is_mute(data_of(scenario), state, headquarters))
        return;
    const Flood *ways = ways_from(scenario, state, unit->side, unit->at.hex, DRAW_RANGE);
    for (int i = 0; i < state->piles; i++) {
        const Pile *pile = &state->pile[i];
        if (pile->side == unit->side && tokens_of(pile) && ways->cost[pile->hex] <= DRAW_RANGE)
            set_bit(out, pile->hex);
    }
}

void add_direct(const Scenario *scenario, const State *state, int side, Hex hex, uint64_t out[OCS_WORDS])
{
    const Flood *ways = ways_to(scenario, state, side, hex, DRAW_RANGE, true);
    for (int i = 0; i < state->piles; i++) {
        const Pile *pile = &state->pile[i];
        if (pile->side == side && tokens_of(pile) && ways->cost[pile->hex] <= DRAW_RANGE &&
            supply_passes(scenario, state, side, pile->hex))
            set_bit(out, pile->hex);
    }
}

bool draws_directly(const Scenario *scenario, const State *state, int side, Hex dump, Hex hex)
{
    uint64_t dumps[OCS_WORDS] = {0};
    add_direct(scenario, state, side, hex, dumps);
    return has_bit(dumps, dump);
}

/* Ships are at home in every port of their side that has supply, wherever they are. */
static void add_ports(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS])
{
    for (int i = 0; i < state->piles; i++)
        if (state->pile[i].side == side && is_own_port(scenario, state, side, state->pile[i].hex))
            set_bit(out, state->pile[i].hex);
}

void reach_of(const Scenario *scenario, const State *state, int side, Hex user, int purpose, uint64_t land[OCS_WORDS],
              uint64_t ships[OCS_WORDS])
{
    if (user & AFLOAT) {
        ships_near(scenario, state, side, user, ships);
        return;
    }
    if (user & BY_SEA)
        add_ports(scenario, state, side, land);
    sources_of(scenario, state, side, (Hex)(user & ~BY_SEA), purpose, land);
}

void sources_of(const Scenario *scenario, const State *state, int side, Hex hex, int purpose, uint64_t out[OCS_WORDS])
{
    Piece near[OCS_PIECES];
    int count = throwers_of(scenario, state, side, hex, is_combat_supply(purpose), near);
    add_direct(scenario, state, side, hex, out);
    for (int i = 0; i < count; i++)
        drawn_by(scenario, state, near[i], out);
}

int tokens_on_ships(const Scenario *scenario, const State *state, int side, Hex hex)
{
    int sum = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (state->unit[piece].side == side && kind_of(data_of(scenario), state, piece)->class == SHIP)
            sum += state->unit[piece].trucks;
    return sum;
}

void ships_near(const Scenario *scenario, const State *state, int side, Hex hex, uint64_t out[OCS_WORDS])
{
    enum { SHIPS_WITHIN = 2 };
    Hex from = (Hex)(hex & ~AFLOAT);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &state->unit[piece];
        if (unit->side == side && is_on_map(state, piece) && unit->trucks &&
            kind_of(data_of(scenario), state, piece)->class == SHIP && unit->at.hex < scenario->map->hexes &&
            from < scenario->map->hexes && map_distance(scenario->map, from, unit->at.hex) <= SHIPS_WITHIN)
            set_bit(out, unit->at.hex);
    }
}

int tokens_in_reach(const Scenario *scenario, const State *state, int side, const Hex *hexes, int count, int purpose)
{
    uint64_t dumps[OCS_WORDS] = {0}, ships[OCS_WORDS] = {0};
    int afloat = 0;
    if (data_of(scenario)->without[PART_SUPPLY])
        return PLENTY;
    for (int i = 0; i < count; i++)
        reach_of(scenario, state, side, hexes[i], purpose, dumps, ships);
    EACH_BIT(hex, ships, OCS_WORDS)
    afloat += tokens_on_ships(scenario, state, side, (Hex)hex);
    return tokens_at(state, side, dumps) + afloat - (is_combat_supply(purpose) ? dropped_at(state, side, dumps) : 0);
}
