/* supply.c — OCS 11.0, 11.5, 9.5: how supply gets to a user.
 *
 * A user draws on a dump within 5 truck MPs, counted from the dump into its hex (11.5c), or an HQ throws supply to it
 * from within 5 truck MPs of the HQ: both are counted from the HQ, whatever its level (11.5b, 12.1f). A throw need only
 * reach a hex next to the user (11.5b-5), unless it is combat supply (9.5b-2). No path leads through the enemy, nor
 * next to him except in hexes of friends (9.5c, 11.5a-3) that began the phase there or have halted (D8); the ends count
 * too, but the user and the HQ always open their own hexes (D35). */
#include <string.h>

#include "core/room.h"
#include "core/flood.h"
#include "systems/ocs/air.h"

bool supply_passes(const Scenario *scenario, const State *state, int side, Hex hex)
{
    if (hex >= scenario->map->hexes)
        return true; /* a box: only those inside draw there (11.5f) */
    return is_land(data_of(scenario), hex) && !enemy_in(state, side, hex) &&
           (!is_contact(scenario, state, side, hex) || is_negated(scenario, state, side, hex, NULL, 0));
}

/* Which way costs are counted: out of the hex where the flood begins, or into it. */
typedef enum Direction { OUTWARD, INWARD } Direction;

/* Where supply passes; `ends`: where friends only pause next to the enemy, so that it ends there (D8, D35). */
static void find_passable(const Scenario *scenario, const State *state, int side, uint64_t open[OCS_WORDS],
                          uint64_t ends[OCS_WORDS])
{
    const Book *data = data_of(scenario);
    uint64_t beside[OCS_WORDS] = {0};
    find_beside(scenario, state, enemy_of(side), beside);
    for (int word = 0; word < OCS_WORDS; word++) {
        uint64_t land = data->land[word] & ~state->occupied[enemy_of(side)][word];
        open[word] = land & ~beside[word];
        ends[word] = land & beside[word] & state->occupied[side][word];
    }
    EACH_BIT(hex, ends, OCS_WORDS)
        if (is_negated(scenario, state, side, (Hex)hex, NULL, 0)) {
            clear_bit(ends, hex);
            set_bit(open, hex);
        }
}

void find_open(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS])
{
    uint64_t ends[OCS_WORDS];
    find_passable(scenario, state, side, out, ends);
}

/* Where an engineer bridges the rivers around (12.8a); all other steps cost what the table says. */
static void find_bridges(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS])
{
    EACH_BIT(piece, data_of(scenario)->engineers[side], COUNTER_WORDS) {
        const Unit *unit = &state->unit[piece];
        if (unit->standing == ON_MAP && unit->start == unit->at.hex && !(unit->now & GONE))
            set_bit(out, unit->at.hex);
    }
}

typedef struct Ways {
    const Scenario *scenario;
    const State *state;
    int side;
    uint64_t open[OCS_WORDS], ends[OCS_WORDS], bridges[OCS_WORDS];
} Ways;

static int way_cost(const Ways *ways, const uint8_t (*step)[EDGES], Hex from, Hex to, Edge edge)
{
    bool bridged =
        ways->scenario->map->edge[from][edge] && (has_bit(ways->bridges, from) || has_bit(ways->bridges, to));
    return bridged ? crossing(ways->scenario, ways->state, ways->side, TRUCK, from, edge) : step[from][edge];
}

static void spread_in(const Ways *ways, Direction direction, Flood *flood)
{
    const Map *map = ways->scenario->map;
    const Book *data = data_of(ways->scenario);
    const uint8_t(*step)[EDGES] = data->step[weather_for(data, ways->state, ways->side)][TRUCK];
    for (Hex hex = flood_next(flood); hex != NO_HEX; hex = flood_next(flood))
        for (Edge edge = 0; hex < map->hexes && edge < EDGES; edge++) {
            Hex next = map->next[hex][edge];
            if (next == NO_HEX || flood->cost[next] <= flood->cost[hex] ||
                !(has_bit(ways->open, next) || has_bit(ways->ends, next)) ||
                (flood->cost[hex] && has_bit(ways->ends, hex)))
                continue;
            int cost = direction == OUTWARD ? way_cost(ways, step, hex, next, edge)
                                            : way_cost(ways, step, next, hex, edge_opposite(edge));
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

static void spread(const Scenario *scenario, const State *state, int side, Direction direction, Flood *flood)
{
    Ways ways = {.scenario = scenario, .state = state, .side = side};
    find_passable(scenario, state, side, ways.open, ways.ends);
    find_bridges(scenario, state, side, ways.bridges);
    spread_in(&ways, direction, flood);
}

/* ---- what was found before --------------------------------------------------------------------------
 *
 * Which hexes are within so many MPs depends on where supply passes, on bridges and on the weather alone. As long as
 * those are the same, what was found for a hex is good, and where they differ, if it came nowhere near. Where a unit in
 * the hex draws is good as long as, in addition, supply is in the same hexes and the same HQs are where they were. */

enum { KEPT = 512, PROBES = 8, USERS = 128, THROWERS = OCS_PIECES, THROWN = 64 };
enum { FORGOTTEN = 2 }; /* no key, for all of them are odd */

typedef struct Kept {
    uint32_t key; /* hex, limit, direction; 0: nothing, FORGOTTEN: not any more */
    uint64_t reached[OCS_WORDS];
} Kept;

/* An HQ that throws: what depends on it. */
typedef struct Thrower {
    Piece piece;
    Hex hex;
    uint16_t reach;
} Thrower;

struct Net {
    Ways ways;
    unsigned version; /* another for each state that differs in what it depends on */
    unsigned derivations;
    uint8_t weather;
    int piles;
    Pile pile[OCS_PILES];        /* as they lay */
    uint64_t stocked[OCS_WORDS]; /* the hexes of those of the side with tokens */
    int throwers;                /* its HQs on the map */
    Thrower thrower[THROWERS];
    Kept kept[KEPT];
    Kept thrown[THROWN]; /* what HQs throw into or next to, by hex and limit */
    Kept source[USERS];  /* where users draw, by hex and whether it must come in; for HQs what is known */
};

/* A server plays many games in turn: positions that differ much have nets of their own. */
enum {
    NETS = 16,
    SIMILAR = 8,    /* hexes: no better one is looked for */
    ALIKE = 100,    /* more than this, and hardly anything of it would be left */
    FOREIGN = 10000 /* nothing is */
};
_Static_assert(FOREIGN > OCS_SPOTS, "no two positions of one map differ so much");

typedef struct Nets {
    int last; /* that was used */
    unsigned uses, used[NETS];
    Net net[NETS];
} Nets;

static int throw_of(const Book *data, const State *state, Piece headquarters)
{
    return face_of(data, state, headquarters)->reach * QUARTERS;
}

/* Whether supply is in the same hexes. */
static bool find_stocked(Net *net)
{
    const State *state = net->ways.state;
    uint64_t stocked[OCS_WORDS] = {0};
    size_t size = state->piles * sizeof *state->pile;
    if (state->piles == net->piles && !memcmp(state->pile, net->pile, size))
        return true;
    net->piles = state->piles;
    memcpy(net->pile, state->pile, size);
    for (int i = 0; i < state->piles; i++)
        if (state->pile[i].side == net->ways.side && tokens_of(&state->pile[i]))
            set_bit(stocked, state->pile[i].hex);
    bool same = !memcmp(stocked, net->stocked, sizeof stocked);
    memcpy(net->stocked, stocked, sizeof stocked);
    return same;
}

/* Whether the same HQs are where they were. */
static bool find_throwers(Net *net)
{
    const Book *data = data_of(net->ways.scenario);
    const State *state = net->ways.state;
    int count = 0;
    bool same = true;
    EACH_BIT(piece, data->headquarters[net->ways.side], COUNTER_WORDS) {
        if (!is_on_map(state, (Piece)piece) || is_mute(data, state, (Piece)piece))
            continue;
        Thrower now = {(Piece)piece, state->unit[piece].at.hex, (uint16_t)throw_of(data, state, (Piece)piece)};
        same &= count < net->throwers && !memcmp(&net->thrower[count], &now, sizeof now);
        net->thrower[count++] = now;
    }
    same &= count == net->throwers;
    net->throwers = count;
    return same;
}

static void forget_touched(Kept *kept, int count, const uint64_t near[OCS_WORDS])
{
    for (int i = 0; i < count; i++) {
        uint64_t touched = 0;
        for (int word = 0; kept[i].key && word < OCS_WORDS; word++)
            touched |= kept[i].reached[word] & near[word];
        if (touched)
            kept[i].key = FORGOTTEN;
    }
}

/* A difference matters to a flood only if the flood came into such a hex or next to it. */
static void forget_near(Net *net, const Ways *now)
{
    const Map *map = now->scenario->map;
    uint64_t near[OCS_WORDS], changed[OCS_WORDS];
    for (int word = 0; word < OCS_WORDS; word++)
        near[word] = changed[word] = (net->ways.open[word] ^ now->open[word]) |
                                     (net->ways.ends[word] ^ now->ends[word]) |
                                     (net->ways.bridges[word] ^ now->bridges[word]);
    EACH_BIT(hex, changed, OCS_WORDS)
        for (Edge edge = 0; hex < map->hexes && edge < EDGES; edge++)
            if (map->next[hex][edge] != NO_HEX)
                set_bit(near, map->next[hex][edge]);
    forget_touched(net->kept, KEPT, near);
    forget_touched(net->thrown, THROWN, near);
}

/* Hexes in which supply passes otherwise; FOREIGN: nothing of it is of use. */
static int difference(const Net *net, const Ways *now, uint8_t weather)
{
    int count = 0;
    if (net->derivations != data_of(now->scenario)->derivations || net->weather != weather)
        return FOREIGN;
    for (int word = 0; word < OCS_WORDS; word++) {
        uint64_t bits = (net->ways.open[word] ^ now->open[word]) | (net->ways.ends[word] ^ now->ends[word]) |
                        (net->ways.bridges[word] ^ now->bridges[word]);
        if (bits) /* few are */
            count += __builtin_popcountll(bits);
    }
    return count;
}

/* The net of the position most like this one, and by how much they differ; if none is alike, the one that was not used
 * for longest. */
static Net *nearest_net(Nets *nets, const Ways *now, uint8_t weather, int *apart)
{
    int best = nets->last;
    *apart = difference(&nets->net[best], now, weather);
    for (int i = 0; *apart > SIMILAR && i < NETS; i++) {
        int other = difference(&nets->net[i], now, weather);
        if (other < *apart) {
            *apart = other;
            best = i;
        }
    }
    for (int i = 0; *apart > ALIKE && i < NETS; i++)
        if (nets->used[i] < nets->used[best])
            best = i;
    *apart = *apart > ALIKE ? FOREIGN : *apart;
    nets->last = best;
    nets->used[best] = ++nets->uses;
    return &nets->net[best];
}

Net *net_of(const Scenario *scenario, const State *state, int side)
{
    ROOMS(Nets, nets, PLAYERS);
    Ways ways = {.scenario = scenario, .state = state, .side = side};
    uint8_t weather = (uint8_t)weather_for(data_of(scenario), state, side);
    int apart;
    find_passable(scenario, state, side, ways.open, ways.ends);
    find_bridges(scenario, state, side, ways.bridges);
    Net *net = nearest_net(&nets[side], &ways, weather, &apart);
    if (apart && apart != FOREIGN)
        forget_near(net, &ways);
    net->ways = ways;
    net->derivations = data_of(scenario)->derivations;
    net->weather = weather;
    for (int i = 0; apart == FOREIGN && i < KEPT; i++)
        net->kept[i].key = 0;
    for (int i = 0; apart == FOREIGN && i < THROWN; i++)
        net->thrown[i].key = 0;
    bool same = !apart;
    same &= find_stocked(net);
    same &= find_throwers(net);
    if (!same) {
        static _Thread_local unsigned versions;
        net->version = ++versions;
        for (int i = 0; i < USERS; i++)
            net->source[i].key = 0;
    }
    return net;
}

unsigned net_version(const Net *net) { return net->version; }

static Kept *place_of(Net *net, uint32_t key)
{
    uint32_t first = key * 2654435761u >> 16;
    Kept *room = NULL;
    for (uint32_t probe = 0; probe < PROBES; probe++) {
        Kept *kept = &net->kept[(first + probe) % KEPT];
        if (kept->key == key)
            return kept;
        if (!room && (!kept->key || kept->key == FORGOTTEN))
            room = kept;
        if (!kept->key)
            break;
    }
    return room ? room : &net->kept[first % KEPT];
}

/* All hexes within the limit of that one, itself included. */
static const uint64_t *reached_in(Net *net, Hex hex, int limit, Direction direction)
{
    ROOM(Flood, flood);
    uint32_t key = (uint32_t)hex << 16 | (uint32_t)limit << 2 | (uint32_t)direction << 1 | 1u;
    Kept *kept = place_of(net, key);
    if (kept->key == key)
        return kept->reached;
    kept->key = key;
    memset(kept->reached, 0, sizeof kept->reached);
    flood_begin(flood, limit);
    flood_reach(flood, hex, 0, NO_HEX);
    spread_in(&net->ways, direction, flood);
    for (int i = 0; i < flood->touched; i++)
        set_bit(kept->reached, flood->seen[i]);
    return kept->reached;
}

/* All hexes by what it costs to come from there to this one, or, unless supply must come in, next to it. */
static const Flood *ways_to(const Scenario *scenario, const State *state, int side, Hex hex, int limit, bool into)
{
    ROOM(Flood, flood);
    flood_begin(flood, limit);
    flood_reach(flood, hex, 0, NO_HEX);
    for (Edge edge = 0; !into && hex < scenario->map->hexes && edge < EDGES; edge++) {
        Hex next = scenario->map->next[hex][edge];
        if (next != NO_HEX && supply_passes(scenario, state, side, next))
            flood_reach(flood, next, 0, NO_HEX);
    }
    spread(scenario, state, side, INWARD, flood);
    return flood;
}

/* A hex that a way may go on from, or that it began in. */
static bool leads_on(const Ways *ways, Hex from, Hex hex)
{
    return hex == from || hex >= ways->scenario->map->hexes || !has_bit(ways->ends, hex);
}

/* Whether what an HQ throws comes into the hex, or at least next to it. */
static bool throws_in(Net *net, Piece headquarters, Hex hex, bool into)
{
    const Map *map = net->ways.scenario->map;
    Hex from = net->ways.state->unit[headquarters].at.hex;
    const uint64_t *thrown =
        reached_in(net, from, throw_of(data_of(net->ways.scenario), net->ways.state, headquarters), OUTWARD);
    if (has_bit(thrown, hex))
        return true;
    for (Edge edge = 0; !into && hex < map->hexes && edge < EDGES; edge++)
        if (map->next[hex][edge] != NO_HEX && has_bit(thrown, map->next[hex][edge]) &&
            leads_on(&net->ways, from, map->next[hex][edge]))
            return true;
    return false;
}

/* Supply passes the user's hex; or no unit of its side is there and the enemy is next to it: then the hex itself is no
 * end of a way, and all is counted from it. */
static bool is_plain_end(const Net *net, Hex hex)
{
    return hex >= net->ways.scenario->map->hexes || has_bit(net->ways.open, hex) || has_bit(net->ways.ends, hex);
}

bool comes_from(Net *net, Piece headquarters, Hex hex, bool into)
{
    const Book *data = data_of(net->ways.scenario);
    const State *state = net->ways.state;
    const Unit *unit = &state->unit[headquarters];
    int reach = throw_of(data, state, headquarters);
    if (is_mute(data, state, headquarters))
        return false;
    return is_plain_end(net, hex)
               ? throws_in(net, headquarters, hex, into)
               : ways_to(net->ways.scenario, state, unit->side, hex, reach, into)->cost[unit->at.hex] <= reach;
}

static int throwers_in(Net *net, Hex hex, bool into, Piece out[OCS_PIECES])
{
    const Book *data = data_of(net->ways.scenario);
    int near = 0;
    EACH_BIT(piece, data->headquarters[net->ways.side], COUNTER_WORDS)
        if (is_on_map(net->ways.state, (Piece)piece) && comes_from(net, (Piece)piece, hex, into))
            out[near++] = (Piece)piece;
    return near;
}

bool throws_to(const Scenario *scenario, const State *state, Piece headquarters, Hex hex, bool into)
{
    return comes_from(net_of(scenario, state, state->unit[headquarters].side), headquarters, hex, into);
}

const Flood *ways_from(const Scenario *scenario, const State *state, int side, Hex hex, int limit)
{
    ROOM(Flood, flood);
    flood_begin(flood, limit);
    flood_reach(flood, hex, 0, NO_HEX);
    spread(scenario, state, side, OUTWARD, flood);
    return flood;
}

/* Every HQ's throw, with nothing remembered. */
static int probe_throws(const Scenario *scenario, const Position *position)
{
    const State *state = state_of(position);
    int count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_on_map(state, piece) && kind_of(data_of(scenario), state, piece)->class == HEADQUARTERS) {
            ways_from(scenario, state, state->unit[piece].side, state->unit[piece].at.hex,
                      throw_of(data_of(scenario), state, piece));
            count++;
        }
    return count;
}

const Probe ocs_probe = {"all hexes that an HQ throws to", 25, 8, probe_throws};

bool is_near_any(const Scenario *scenario, const State *state, int side, Hex hex, const uint64_t hexes[OCS_WORDS])
{
    Net *net = net_of(scenario, state, side);
    const uint64_t *near = reached_in(net, hex, DRAW_RANGE, OUTWARD);
    for (int word = 0; word < OCS_WORDS; word++)
        if (near[word] & hexes[word] & ~net->ways.ends[word])
            return true;
    return has_bit(hexes, hex);
}

/* What comes out of that hex into others, or next to them. */
static const uint64_t *next_to_reached(Net *net, Hex from, int limit)
{
    const Map *map = net->ways.scenario->map;
    uint32_t key = (uint32_t)from << 16 | (uint32_t)limit << 2 | 1u;
    Kept *kept = &net->thrown[(key * 2654435761u >> 16) % THROWN];
    if (kept->key == key)
        return kept->reached;
    const uint64_t *thrown = reached_in(net, from, limit, OUTWARD);
    kept->key = key;
    memcpy(kept->reached, thrown, sizeof kept->reached);
    EACH_BIT(hex, thrown, OCS_WORDS)
        for (Edge edge = 0; hex < map->hexes && leads_on(&net->ways, from, (Hex)hex) && edge < EDGES; edge++)
            if (map->next[hex][edge] != NO_HEX)
                set_bit(kept->reached, map->next[hex][edge]);
    return kept->reached;
}

void thrown_by(const Scenario *scenario, const State *state, Piece headquarters, bool into, uint64_t out[OCS_WORDS])
{
    const Unit *unit = &state->unit[headquarters];
    if (is_mute(data_of(scenario), state, headquarters))
        return;
    Net *net = net_of(scenario, state, unit->side);
    int limit = throw_of(data_of(scenario), state, headquarters);
    const uint64_t *thrown =
        into ? reached_in(net, unit->at.hex, limit, OUTWARD) : next_to_reached(net, unit->at.hex, limit);
    for (int word = 0; word < OCS_WORDS; word++)
        out[word] |= thrown[word];
}

void served_by(const Scenario *scenario, const State *state, int side, const uint64_t dumps[OCS_WORDS],
               uint64_t out[OCS_WORDS])
{
    ROOM(Flood, flood);
    flood_begin(flood, DRAW_RANGE);
    EACH_BIT(hex, dumps, OCS_WORDS)
        if (supply_passes(scenario, state, side, (Hex)hex))
            flood_reach(flood, (Hex)hex, 0, NO_HEX);
    spread(scenario, state, side, OUTWARD, flood);
    for (int i = 0; i < flood->touched; i++)
        set_bit(out, flood->seen[i]);
}

/* A user opens its hex for itself (D35). */
static void add_piles(const Net *net, const uint64_t reached[OCS_WORDS], Hex own, uint64_t out[OCS_WORDS])
{
    for (int word = 0; word < OCS_WORDS; word++)
        out[word] |= reached[word] & net->stocked[word] & ~net->ways.ends[word];
    if (own < net->ways.scenario->map->hexes && has_bit(net->ways.ends, own) && has_bit(net->stocked, own))
        set_bit(out, own);
}

static void drawn_in(Net *net, Piece headquarters, uint64_t out[OCS_WORDS])
{
    if (is_mute(data_of(net->ways.scenario), net->ways.state, headquarters))
        return;
    Hex hex = net->ways.state->unit[headquarters].at.hex;
    add_piles(net, reached_in(net, hex, DRAW_RANGE, OUTWARD), hex, out);
}

void drawn_by(const Scenario *scenario, const State *state, Piece headquarters, uint64_t out[OCS_WORDS])
{
    drawn_in(net_of(scenario, state, state->unit[headquarters].side), headquarters, out);
}

void direct_in(Net *net, Hex hex, uint64_t out[OCS_WORDS])
{
    uint64_t passing[OCS_WORDS];
    const uint64_t *reached = reached_in(net, hex, DRAW_RANGE, INWARD);
    for (int word = 0; word < OCS_WORDS; word++)
        passing[word] = reached[word] & net->ways.open[word];
    if (hex >= net->ways.scenario->map->hexes)
        set_bit(passing, hex);
    add_piles(net, passing, hex, out);
}

void add_direct(const Scenario *scenario, const State *state, int side, Hex hex, uint64_t out[OCS_WORDS])
{
    direct_in(net_of(scenario, state, side), hex, out);
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

static void sources_in(Net *net, Hex hex, int purpose, uint64_t out[OCS_WORDS])
{
    bool into = is_combat_supply(purpose);
    uint32_t key = (uint32_t)hex << 2 | (uint32_t)into << 1 | 1u;
    Kept *kept = &net->source[(key * 2654435761u >> 16) % USERS];
    if (kept->key != key) {
        Piece near[OCS_PIECES];
        int count = throwers_in(net, hex, into, near);
        kept->key = key;
        memset(kept->reached, 0, sizeof kept->reached);
        direct_in(net, hex, kept->reached);
        for (int i = 0; i < count; i++)
            drawn_in(net, near[i], kept->reached);
    }
    for (int word = 0; word < OCS_WORDS; word++)
        out[word] |= kept->reached[word];
}

void sources_of(const Scenario *scenario, const State *state, int side, Hex hex, int purpose, uint64_t out[OCS_WORDS])
{
    sources_in(net_of(scenario, state, side), hex, purpose, out);
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

/* ---- of one list: the net is looked over once, and each hex once ------------------------------------------------ */

static Net *net_found(InReach *found, const Scenario *scenario, const State *state, int side)
{
    if (!found->net)
        found->net = net_of(scenario, state, side);
    return found->net;
}

bool any_found(InReach *found, const Scenario *scenario, const State *state, int side, Hex hex, int purpose)
{
    uint64_t dumps[OCS_WORDS] = {0}, any = 0;
    if (data_of(scenario)->without[PART_SUPPLY])
        return true;
    if (is_combat_supply(purpose))
        return tokens_found(found, scenario, state, side, hex, purpose) > 0;
    sources_in(net_found(found, scenario, state, side), hex, purpose, dumps);
    for (int word = 0; word < OCS_WORDS; word++)
        any |= dumps[word];
    return any;
}

int drawn_found(InReach *found, const Scenario *scenario, const State *state, Piece headquarters)
{
    uint64_t drawn[OCS_WORDS] = {0};
    int side = state->unit[headquarters].side;
    drawn_in(net_found(found, scenario, state, side), headquarters, drawn);
    return tokens_at(state, side, drawn);
}

bool throw_found(InReach *found, const Scenario *scenario, const State *state, Piece headquarters, Hex hex)
{
    return comes_from(net_found(found, scenario, state, state->unit[headquarters].side), headquarters, hex, false);
}

int tokens_found(InReach *found, const Scenario *scenario, const State *state, int side, Hex hex, int purpose)
{
    uint64_t dumps[OCS_WORDS] = {0};
    if (data_of(scenario)->without[PART_SUPPLY])
        return PLENTY;
    for (int i = 0; i < found->count; i++)
        if (found->hex[i] == hex)
            return found->tokens[i];
    sources_in(net_found(found, scenario, state, side), hex, purpose, dumps);
    int tokens = tokens_at(state, side, dumps) - (is_combat_supply(purpose) ? dropped_at(state, side, dumps) : 0);
    if (found->count < OCS_PIECES) {
        found->hex[found->count] = hex;
        found->tokens[found->count++] = tokens;
    }
    return tokens;
}
