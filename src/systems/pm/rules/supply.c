/* supply.c — Proud Monster 9: which units are in supply.
 *
 * Supply is a path of any length to a source of the unit's own side and army (9.1–9.4, 9.2, 9.12), so all of it is one
 * flood from the sources over hexes without an enemy (kit/ways.h). Soviet paths run over lakes in any weather, German
 * ones in snow (9.4-2, 9.14); straits are open to both (9.15). Romanians and Hungarians have floods of their own
 * (9.11-2). Soviet units reached only over a lake are on lake supply (9.16, pm.r.107). Ports supply the units in them
 * and no others (9.17). German paths end at intact forts (14.29).
 *
 * Nothing is kept: supply is judged when a move and when a battle begins (9.8), on the position as it then is. A side
 * that sees an enemy stack knows all that counts: that it is there. */
#include <stdatomic.h>
#include <string.h>

#include "core/hash.h"
#include "core/room.h"
#include "systems/pm/pm.h"

enum { MARKERS = 18, AIRLIFTS = 2 }; /* 9.20-4, 9.18-1 */

static _Atomic unsigned stamps; /* grounds laid so far: each has its number */

/* ---- the ground ------------------------------------------------------------------------------ */

/* 9.4, 9.15: what bars a path at this edge, whatever the weather. */
static bool is_closed(const Map *map, Hex hex, int edge)
{
    unsigned side = map->edge[hex][edge];
    return side & SEA_SIDE && !(side & STRAIT);
}

static bool is_wet(const Map *map, const Book *data, Hex hex, int edge)
{
    return map->edge[hex][edge] & LAKE_SIDE || has_bit(data->lake, hex) || has_bit(data->lake, map->next[hex][edge]);
}

void derive_ways(const Scenario *scenario, Book *data)
{
    const Map *map = scenario->map;
    data->ways_stamp = atomic_fetch_add(&stamps, 1) + 1;
    ways_lay(&data->dry, &map->grid);
    ways_lay(&data->wet, &map->grid);
    for (int hex = 0; hex < map->hexes; hex++)
        for (int edge = 0; edge < EDGES; edge++) {
            Hex to = map->next[hex][edge];
            if (to == NO_HEX || is_closed(map, (Hex)hex, edge) ||
                !(is_land(data, (Hex)hex) || has_bit(data->lake, hex)) ||
                !(is_land(data, to) || has_bit(data->lake, to)))
                continue;
            ways_open(&data->wet, &map->grid, (Hex)hex, (Edge)edge);
            if (!is_wet(map, data, (Hex)hex, edge))
                ways_open(&data->dry, &map->grid, (Hex)hex, (Edge)edge);
        }
}

/* ---- tracing --------------------------------------------------------------------------------- */

/* What a side's paths may enter, by row: no enemy (9.4-1), for the German no intact fort (14.29), on turn 1 no
 * satellite ground for the Soviet (5.3-2). */
static void open_ground(const Scenario *scenario, const State *view, int side, bool lakes, uint64_t *rows)
{
    const Book *data = data_of(scenario);
    uint64_t open[PM_WORDS];
    for (int word = 0; word < PM_WORDS; word++)
        open[word] = (data->land[word] | (lakes ? data->lake[word] : 0)) & ~view->occupied[!side][word];
    if (side == GERMAN_SIDE)
        for (int word = 0; word < PM_WORDS; word++)
            open[word] &= ~intact_forts(data, view, word);
    if (view->head.turn == 1 && side == SOVIET_SIDE && !data->beginners)
        for (int hex = 0; hex < scenario->map->hexes; hex++)
            if (data->zomo[hex] >= ZOMO_HUNGARY)
                clear_bit(open, hex);
    rows_of(&scenario->map->grid, open, rows);
}

/* 9.14: lakes carry German paths in snow; where only one zone has snow, only there. */
static bool lakes_carry(const Scenario *scenario, const State *view, Ways *out)
{
    const Book *data = data_of(scenario);
    uint64_t bits[PM_WORDS] = {0}, snow[WAYS_ROWS];
    if (view->weather[NORTH_ZONE] != SNOW && view->weather[SOUTH_ZONE] != SNOW)
        return false;
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (view->weather[data->zone[hex]] == SNOW)
            set_bit(bits, hex);
    rows_of(&scenario->map->grid, bits, snow);
    *out = data->dry;
    for (int row = 0; row < out->rows; row++) {
        out->east[row] |= data->wet.east[row] & snow[row];
        out->south[row] |= data->wet.south[row] & snow[row];
        out->south_east[row] |= data->wet.south_east[row] & snow[row];
        out->south_west[row] |= data->wet.south_west[row] & snow[row];
    }
    return true;
}

typedef struct Tracing {
    const Scenario *scenario;
    uint64_t open[WAYS_ROWS];
    Ways ways;
} Tracing;

static void flood_from(const Tracing *tracing, const uint64_t *sources, uint64_t *out)
{
    uint64_t set[WAYS_ROWS];
    rows_of(&tracing->scenario->map->grid, sources, set);
    for (int row = 0; row < tracing->ways.rows; row++)
        set[row] &= tracing->open[row];
    ways_flood(&tracing->ways, set);
    rows_to(&tracing->scenario->map->grid, set, out);
}

void sources_of(const Book *data, int side, int country, uint64_t *out)
{
    memset(out, 0, PM_WORDS * sizeof *out);
    EACH_BIT(hex, data->source[side], PM_WORDS)
        if (country == NO_ZOMO || data->zomo[hex] == country)
            set_bit(out, hex);
}

/* 9.11-2: from that country's own sources. */
static void flood_country(const Tracing *tracing, const Book *data, int country, uint64_t *out)
{
    uint64_t sources[PM_WORDS];
    sources_of(data, GERMAN_SIDE, country, sources);
    flood_from(tracing, sources, out);
}

static void german_ways(const Scenario *scenario, const State *view, Tracing *out)
{
    Ways snow;
    bool lakes = lakes_carry(scenario, view, &snow);
    out->scenario = scenario;
    open_ground(scenario, view, GERMAN_SIDE, lakes, out->open);
    ways_within(lakes ? &snow : &data_of(scenario)->dry, out->open, &out->ways);
}

static void trace_german(const Scenario *scenario, const State *view, Supplies *out)
{
    const Book *data = data_of(scenario);
    Tracing tracing;
    german_ways(scenario, view, &tracing);
    flood_from(&tracing, data->source[GERMAN_SIDE], out->reached);
    flood_country(&tracing, data, ZOMO_ROMANIA, out->romania);
    flood_country(&tracing, data, ZOMO_HUNGARY, out->hungary);
}

static void soviet_ways(const Scenario *scenario, const State *view, const Ways *ways, Tracing *out)
{
    out->scenario = scenario;
    open_ground(scenario, view, SOVIET_SIDE, true, out->open);
    ways_within(ways, out->open, &out->ways);
}

static void trace_soviet(const Scenario *scenario, const State *view, Supplies *out)
{
    const Book *data = data_of(scenario);
    Tracing tracing;
    soviet_ways(scenario, view, &data->dry, &tracing);
    flood_from(&tracing, data->source[SOVIET_SIDE], out->reached);
    ways_within(&data->wet, tracing.open, &tracing.ways);
    flood_from(&tracing, out->reached, out->by_lake);
    for (int word = 0; word < PM_WORDS; word++)
        out->by_lake[word] &= ~out->reached[word];
}

void trace_supply(const Scenario *scenario, const State *view, int side, Supplies *out)
{
    memset(out, 0, sizeof *out);
    if (data_of(scenario)->beginners)
        return;
    if (side == GERMAN_SIDE)
        trace_german(scenario, view, out);
    else
        trace_soviet(scenario, view, out);
}

/* What a trace depends on, and its result: listing orders needs the same one again and again, and a server plays many
 * games in turn. */
enum { TRACES = 32 };
typedef struct Traced {
    unsigned ground;
    uint8_t first_turn, works, weather[ZONES];
    uint64_t enemy[PM_WORDS], destroyed[PM_WORDS];
    Supplies supplies;
} Traced;

/* The latest of each side, and those of other games. */
typedef struct Traces {
    unsigned last;
    Traced traced[TRACES];
} Traces;

static bool is_traced(const Scenario *scenario, const State *view, int side, const Traced *traced)
{
    return traced->ground == data_of(scenario)->ways_stamp && traced->first_turn == (view->head.turn == 1) &&
           traced->works == view->active && !memcmp(traced->weather, view->weather, sizeof traced->weather) &&
           !memcmp(traced->enemy, view->occupied[!side], sizeof traced->enemy) &&
           !memcmp(traced->destroyed, view->destroyed, sizeof traced->destroyed);
}

const Supplies *supplies_of(const Scenario *scenario, const State *view, int side)
{
    ROOMS(Traces, kept, PLAYERS);
    Traces *all = &kept[side];
    if (is_traced(scenario, view, side, &all->traced[all->last]))
        return &all->traced[all->last].supplies;
    all->last = (unsigned)(hash_bytes(0, view->occupied[!side], sizeof view->occupied[!side]) % TRACES);
    Traced *traced = &all->traced[all->last];
    if (is_traced(scenario, view, side, traced))
        return &traced->supplies;
    traced->ground = data_of(scenario)->ways_stamp;
    traced->first_turn = view->head.turn == 1;
    memcpy(traced->weather, view->weather, sizeof traced->weather);
    memcpy(traced->enemy, view->occupied[!side], sizeof traced->enemy);
    traced->works = view->active;
    memcpy(traced->destroyed, view->destroyed, sizeof traced->destroyed);
    trace_supply(scenario, view, side, &traced->supplies);
    return &traced->supplies;
}

/* ---- states ---------------------------------------------------------------------------------- */

/* Whether a path of the side goes on there. */
static bool carries(const Scenario *scenario, const State *view, int side, Hex from, int edge)
{
    const Map *map = scenario->map;
    const Book *data = data_of(scenario);
    Hex to = map->next[from][edge];
    if (to == NO_HEX || is_closed(map, from, edge) || enemy_in(view, side, to) ||
        refused(neutral_ground(scenario, view, side, to)))
        return false;
    if (!is_land(data, to) && !has_bit(data->lake, to))
        return false;
    if (side == GERMAN_SIDE && work_at(data, view, to) >= FORT)
        return false;
    return !is_wet(map, data, from, edge) || side == SOVIET_SIDE || view->weather[data->zone[to]] == SNOW;
}

/* A path begins in any hex, a fort as well: the unit in it has taken it (pm.r.101, pm.r.115). */
static bool is_reached(const Scenario *scenario, const State *view, const uint64_t *reached, Hex hex)
{
    if (has_bit(reached, hex) || work_at(data_of(scenario), view, hex) < FORT)
        return has_bit(reached, hex);
    for (int edge = 0; edge < EDGES; edge++)
        if (carries(scenario, view, GERMAN_SIDE, hex, edge) && has_bit(reached, scenario->map->next[hex][edge]))
            return true;
    return false;
}

static Supply soviet_trace(const Supplies *supplies, Hex hex)
{
    return has_bit(supplies->reached, hex) ? SUPPLIED : has_bit(supplies->by_lake, hex) ? LAKE_SUPPLY : OUT_OF_SUPPLY;
}

static Supply soviet_supply(const Book *data, const State *view, const Supplies *supplies, Hex hex)
{
    Supply own = soviet_trace(supplies, hex);
    if (hex == data->oranienbaum && data->leningrad != NO_HEX && !german_controls(view, data->leningrad)) {
        Supply city = soviet_trace(supplies, data->leningrad); /* 9.13 */
        own = city == OUT_OF_SUPPLY ? own : city;
    }
    return own != SUPPLIED && has_bit(data->port, hex) ? PORT_SUPPLY : own; /* 9.17 */
}

/* 9.3: beside the path it matters on which side of the line the hex is; a kept pause and a marker lift that. */
static Supply german_supply(const Scenario *scenario, const State *view, const uint64_t *reached, Hex hex, bool marked)
{
    if (!is_reached(scenario, view, reached, hex))
        return OUT_OF_SUPPLY;
    return view->gas_gone || marked || has_bit(data_of(scenario)->west, hex) ? SUPPLIED : ATTENUATED;
}

bool is_airlifted(const State *view, Hex hex)
{
    return !view->concentrated && hex != NO_HEX && (view->airlift[0] == hex || view->airlift[1] == hex); /* 9.20-3 */
}

/* 9.11-2 */
static const uint64_t *reached_by(const Supplies *supplies, int nation)
{
    return nation == ROMANIAN ? supplies->romania : nation == HUNGARIAN ? supplies->hungary : supplies->reached;
}

Supply traced_supply(const Scenario *scenario, const State *view, const Supplies *supplies, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    Hex hex = unit->at.hex;
    if (data->beginners || hex >= scenario->map->hexes || unit->now & LANDED)
        return SUPPLIED; /* 9.17, 11.4-5: in boxes, and on the beach for this player turn */
    if (unit->side == SOVIET_SIDE)
        return soviet_supply(data, view, supplies, hex);
    return german_supply(scenario, view, reached_by(supplies, data->kind[unit->kind].nation), hex,
                         view->concentrated && unit->now & MARKED);
}

bool would_be_supplied(const Scenario *scenario, const State *view, const Supplies *supplies, int nation, Hex hex)
{
    return data_of(scenario)->beginners || is_airlifted(view, hex) ||
           is_reached(scenario, view, reached_by(supplies, nation), hex);
}

Supply supply_of(const Scenario *scenario, const State *view, const Supplies *supplies, Piece piece)
{
    bool flown = view->unit[piece].side == GERMAN_SIDE && is_airlifted(view, view->unit[piece].at.hex);
    return flown && !data_of(scenario)->beginners ? AERIAL : traced_supply(scenario, view, supplies, piece);
}

Supply supply_of_hex(const Scenario *scenario, const State *view, const Supplies *supplies, int side, Hex hex)
{
    const Book *data = data_of(scenario);
    if (data->beginners || hex >= scenario->map->hexes)
        return SUPPLIED;
    return side == SOVIET_SIDE ? soviet_supply(data, view, supplies, hex)
                               : german_supply(scenario, view, supplies->reached, hex, false);
}

bool is_cut_off(const Scenario *scenario, const State *view, const Supplies *supplies, Hex hex)
{
    (void)view;
    return !data_of(scenario)->beginners && soviet_trace(supplies, hex) == OUT_OF_SUPPLY;
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* The hexes that are new in the set are so far. */
static void note_lengths(const Grid *grid, const uint64_t *set, const uint64_t *before, int length, Paths *out)
{
    for (int row = 0; row < grid->rows; row++)
        for (uint64_t bits = set[row] & ~before[row]; bits; bits &= bits - 1)
            out->far[row * grid->columns + __builtin_ctzll(bits)] = (int16_t)length;
}

void trace_paths(const Scenario *scenario, const State *view, int side, int country, Paths *out)
{
    const Grid *grid = &scenario->map->grid;
    Tracing tracing = {.scenario = scenario};
    uint64_t set[WAYS_ROWS], before[WAYS_ROWS] = {0}, sources[PM_WORDS];
    if (side == GERMAN_SIDE)
        german_ways(scenario, view, &tracing);
    else
        soviet_ways(scenario, view, &data_of(scenario)->wet, &tracing);
    memset(out->far, 0xFF, sizeof out->far);
    sources_of(data_of(scenario), side, country, sources);
    rows_of(grid, sources, set);
    for (int row = 0; row < grid->rows; row++)
        set[row] &= tracing.open[row];
    for (int length = 0;; length++) {
        note_lengths(grid, set, before, length, out);
        memcpy(before, set, sizeof before);
        if (!ways_step(&tracing.ways, set))
            return;
    }
}

/* It may begin in a fort, see is_reached(). */
int path_from(const Scenario *scenario, const State *view, int side, const Paths *paths, Hex hex)
{
    int nearest = paths->far[hex];
    for (int edge = 0; paths->far[hex] < 0 && edge < EDGES; edge++) {
        int far = carries(scenario, view, side, hex, edge) ? paths->far[scenario->map->next[hex][edge]] : -1;
        if (far >= 0 && (nearest < 0 || far < nearest - 1))
            nearest = far + 1;
    }
    return nearest;
}

/* From the hex to a source, each step to a hex that is nearer. */
static void show_line(const Scenario *scenario, const State *view, int side, const Paths *paths, Hex hex,
                      OverlayMarks *out)
{
    while (paths->far[hex] > 0) {
        int edge = 0;
        Hex next = scenario->map->next[hex][0];
        while (next == NO_HEX || paths->far[next] != paths->far[hex] - 1 || !carries(scenario, view, side, hex, edge))
            next = scenario->map->next[hex][++edge];
        if (out->line[hex] & 1 << edge)
            return;
        out->line[hex] |= (uint8_t)(1 << edge);
        hex = next;
    }
}

static bool is_supplied_set(const Supplies *supplies, int hex)
{
    return has_bit(supplies->reached, hex) || has_bit(supplies->by_lake, hex);
}

/* By the tints of the overlay (look.c). */
static uint8_t tint_of(Supply supply) { return supply == ATTENUATED ? 2 : supply == LAKE_SUPPLY ? 3 : 1; }

/* All ground that is in supply, the lines of all units, and those that have none: a pocket shows at a glance. */
void show_supply(const Scenario *scenario, const State *view, int side, OverlayMarks *out)
{
    ROOM(Paths, paths);
    Supplies supplies;
    if (data_of(scenario)->beginners)
        return;
    trace_supply(scenario, view, side, &supplies);
    trace_paths(scenario, view, side, NO_ZOMO, paths);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (is_supplied_set(&supplies, hex))
            out->tint[hex] = tint_of(supply_of_hex(scenario, view, &supplies, side, (Hex)hex));
    EACH_BIT(hex, view->occupied[side], PM_WORDS)
        for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
            if (supply_of(scenario, view, &supplies, piece) == OUT_OF_SUPPLY)
                out->cut[hex] = 1;
            else
                show_line(scenario, view, side, paths, (Hex)hex, out);
}

int show_starving(const Scenario *scenario, const State *view, int side, Hex hex, OverlayMarks *out)
{
    ROOM(State, fallen);
    Supplies now, then;
    int starving = 0;
    *fallen = *view;
    set_bit(fallen->occupied[!side], hex);
    if (has_bit(data_of(scenario)->scoring_hex, hex)) {
        if (side == SOVIET_SIDE)
            set_bit(fallen->german, hex);
        else
            clear_bit(fallen->german, hex);
    }
    trace_supply(scenario, view, side, &now);
    trace_supply(scenario, fallen, side, &then);
    EACH_BIT(place, view->occupied[side], PM_WORDS)
        for (Piece piece = view->top[place]; place != hex && piece != NO_PIECE; piece = view->unit[piece].at.below)
            if (supply_of(scenario, view, &now, piece) != OUT_OF_SUPPLY &&
                supply_of(scenario, fallen, &then, piece) == OUT_OF_SUPPLY) {
                out->cut[place] = 1;
                starving++;
            }
    for (int spot = 0; spot < scenario->map->hexes; spot++)
        out->tint[spot] |= spot != hex && is_supplied_set(&now, spot) && !is_supplied_set(&then, spot);
    out->sum = sentence(0, "pm.starve-if-falls", starving, hex);
    return starving;
}

/* ---- concentrate COUNTER… -------------------------------------------------------------------- */

bool may_be_marked(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    return view->unit[piece].side == GERMAN_SIDE &&
           (on_map(scenario, view, piece) || in_box(data, view, piece, BOX_OKH_NORTH) ||
            in_box(data, view, piece, BOX_OKH_SOUTH));
}

/* 9.20-4: all markers, or one for each unit there is. */
static int markers_due(const Scenario *scenario, const State *view)
{
    int count = 0;
    for (Piece piece = 0; count < MARKERS && piece < scenario->pieces; piece++)
        count += may_be_marked(scenario, view, piece);
    return count;
}

Refusal concentrate_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count), due = markers_due(scenario, view);
    for (int i = 0; i < count; i++)
        if (!may_be_marked(scenario, view, order->value[first + i]))
            return refuse(PM_9_20_1, "pm.no-german-side-unit-map", order->value[first + i]);
    return count == due && due ? LEGAL : refuse(PM_9_20_4, "pm.all-markers-placed-once-not", due, count);
}

void concentrate_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, 0, &count), due = markers_due(scenario, view), later = 0;
    int after = count ? prefix->value[first + count - 1] : -1;
    out->complete = count == due && due;
    if (count >= due)
        return;
    for (int piece = scenario->pieces - 1; piece > after; piece--)
        later += may_be_marked(scenario, view, (Piece)piece);
    for (int piece = after + 1; piece < scenario->pieces && later >= due - count; piece++)
        if (may_be_marked(scenario, view, (Piece)piece)) {
            choose(out, 0, piece);
            later--;
        }
}

/* Whoever may be marked may be marked with anybody else. */
void concentrate_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    out->alike = 1;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (may_be_marked(scenario, view, piece) && !order_has(part, 0, piece))
            choose(out, 0, piece);
}

Refusal concentrate_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    if (part->count >= markers_due(scenario, view))
        return concentrate_check(scenario, view, part);
    for (int i = 0; i < part->count; i++)
        if (!may_be_marked(scenario, view, part->value[i]))
            return concentrate_check(scenario, view, part);
    for (Piece piece = 0; piece < scenario->pieces && !out->either; piece++)
        if (may_be_marked(scenario, view, piece) && !order_has(part, 0, piece))
            demand_either(out, 0, piece);
    return LEGAL;
}

void concentrate_apply(Play *play, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    clear_states(play->state, MARKED, GERMAN_SIDE);
    play->state->concentrated = true;
    play->state->airlift[0] = play->state->airlift[1] = NO_HEX; /* 9.20-3, pm.r.119 */
    for (int i = 0; i < count; i++) {
        play->state->unit[order->value[first + i]].now |= MARKED;
        tell(play->events, EVENT_STATE, 0, sentence(PM_9_20_1, "pm.gets-concentrated-supply", order->value[first + i]));
    }
    answered(play->state);
}

Sentence concentration_prompt(const Scenario *scenario, const State *view)
{
    return sentence(PM_9_20_1, "pm.concentrate-supply-units-others", GERMAN_SIDE, markers_due(scenario, view));
}

/* ---- airlift [HEX [HEX]] [up HEX…] ------------------------------------------------------------ */

enum { AIRLIFT_TO, AIRLIFT_UP };

int airlifted_after(const State *view, const Order *order, Hex out[])
{
    int named, first = order_slot(order, AIRLIFT_TO, &named), count = 0;
    for (int i = 0; i < named; i++)
        out[count++] = order->value[first + i];
    for (int i = 0; i < AIRLIFTS && named < AIRLIFTS; i++)
        if (view->airlift[i] != NO_HEX && !order_has(order, AIRLIFT_TO, view->airlift[i]) &&
            !order_has(order, AIRLIFT_UP, view->airlift[i]))
            out[count++] = view->airlift[i];
    return count;
}

Refusal airlift_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex after[2 * AIRLIFTS];
    int count, first = order_slot(order, AIRLIFT_TO, &count), ups, up = order_slot(order, AIRLIFT_UP, &ups);
    if (view->concentrated)
        return refuse(PM_9_20_3, "pm.while-supply-concentrated-none-comes");
    if (!count && !ups)
        return refuse(PM_9_18_1, "pm.name-hex-supply-air-whose");
    for (int i = 0; i < count; i++)
        if (order->value[first + i] >= scenario->map->hexes || !friend_in(view, GERMAN_SIDE, order->value[first + i]))
            return refuse(PM_9_18_1, "pm.no-german-side-unit-stands", order->value[first + i]);
    for (int i = 0; i < ups; i++)
        if (!is_airlifted(view, order->value[up + i]))
            return refuse(PM_9_18_1, "pm.not-supplied-air", order->value[up + i]);
    if (ups && (count == AIRLIFTS || order_has(order, AIRLIFT_TO, order->value[up])))
        return refuse(PM_9_18_1, "pm.no-marker-left-taken-up", order->value[up]);
    if (airlifted_after(view, order, after) > AIRLIFTS)
        return refuse(PM_9_18_1, "pm.both-markers-placed-name-both", view->airlift[0], view->airlift[1]);
    return LEGAL;
}

/* A hex may be named first that needs a second one, or a marker that is taken up, to be an order. */
void airlift_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, ups;
    order_slot(prefix, AIRLIFT_TO, &count);
    order_slot(prefix, AIRLIFT_UP, &ups);
    out->complete = prefix->count && !refused(airlift_check(scenario, view, prefix));
    if (count >= AIRLIFTS || view->concentrated)
        return;
    EACH_BIT(hex, view->occupied[GERMAN_SIDE], PM_WORDS)
        if (!ups && (!count || hex > prefix->value[count - 1]))
            choose(out, AIRLIFT_TO, hex);
    for (int i = 0; i < AIRLIFTS; i++)
        if (view->airlift[i] != NO_HEX && !order_has(prefix, AIRLIFT_TO, view->airlift[i]) &&
            (!ups || view->airlift[i] > prefix->value[prefix->count - 1]))
            choose(out, AIRLIFT_UP, view->airlift[i]);
}

/* A marker that is not named stays where it is (pm.r.119). */
void airlift_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex after[2 * AIRLIFTS];
    int count = airlifted_after(state, order, after);
    for (int i = 0; i < AIRLIFTS; i++) {
        bool kept = false;
        for (int j = 0; j < count; j++)
            kept |= after[j] == state->airlift[i];
        if (state->airlift[i] != NO_HEX && !kept)
            tell(play->events, EVENT_STATE, 0, sentence(PM_9_18_1, "pm.no-longer-supplied-air", state->airlift[i]));
    }
    for (int i = 0; i < AIRLIFTS; i++)
        state->airlift[i] = i < count ? after[i] : NO_HEX;
    for (int i = 0; i < count; i++)
        tell(play->events, EVENT_STATE, 0, sentence(PM_9_18_1, "pm.supplied-air-2", after[i]));
    answered(state);
}

void airlift_follows(Play *play, int side, Hex from, Hex to)
{
    State *state = play->state;
    for (int i = 0; i < AIRLIFTS && side == GERMAN_SIDE && !is_airlifted(state, to); i++)
        if (state->airlift[i] == from)
            state->airlift[i] = to;
}

Sentence airlift_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    Hex one = view->airlift[0] != NO_HEX ? view->airlift[0] : view->airlift[1];
    if (view->airlift[0] != NO_HEX && view->airlift[1] != NO_HEX)
        return sentence(PM_9_18_1, "pm.supplied-air-move-take-up", GERMAN_SIDE, view->airlift[0], view->airlift[1]);
    if (one != NO_HEX)
        return sentence(PM_9_18_1, "pm.supplied-air-supply-another-hex", GERMAN_SIDE, one);
    return sentence(PM_9_18_1, "pm.supply-two-hexes-air-end", GERMAN_SIDE);
}
