/* reinforcement.c — WB-95 section 11: reinforcements, entry zones, leaving the map.
 *
 * A reinforcement that is due waits beyond the edge (WAITING) at its zone, or at any of the zones its line of the
 * schedule names (AS_SCHEDULED). It enters at a hex of that zone with all its MPs, or at a neighbouring zone
 * with half of them, the half kept (11.2.1, R04). Instead it may shift along the chain of zones and wait: up to
 * three zones for each Movement Phase forgone (11.2.2, R44). What special rules of a scenario let in comes the same
 * way once feature_arrival() says so, and shifts like the rest (R98), the regiment of the day excepted. A hex the
 * enemy controls is closed (11.1.4); where a zone serves both sides each uses the hexes it holds (R67).
 *
 * Units that enter by one hex in one phase form stacks of 8 CEL in the order they come; stack n pays n times the
 * entry cost (11.1.5). The multiple is not capped (R43), the plain cost is (3.1.13). Guns come limbered.
 *
 * A unit leaves the map from a hex of an entry zone (11.2.3). The book names no price; we charge the step beyond
 * the edge like one into clear ground, or along the road that leaves the map there. It is a reinforcement
 * of that zone from the next Movement Phase on, unless a feature takes it out for good (nysa.8-1).
 *
 * Where the map has no printed zones, each road that leaves it is one, in clockwise order (11.2.4). */
#include <stdlib.h>
#include <string.h>

#include "systems/wb95/wb95.h"
#include "systems/wb95/walk.h"

enum { ZONE_DISTANCES = 10 };

/* ---- the zones ------------------------------------------------------------------------------------- */

static void add_entry(const Scenario *scenario, Wb95 *data, int *entries, int zone, Hex hex)
{
    if (*entries == WB95_ENTRIES || data->hex_zone[hex] != NO_ZONE)
        return;
    data->hex_zone[hex] = (uint8_t)zone;
    data->hex_entry[hex] = (uint8_t)*entries;
    data->entry_road[*entries] = (uint8_t)road_off_map(scenario, hex);
    Edge inland = 0;
    while (inland < EDGES && scenario->map->next[hex][inland] == NO_HEX)
        inland++;
    data->entry_edge[*entries] = inland;
    data->zone_hex[(*entries)++] = hex;
}

/* Two hexes around every entry hex. */
static void mark_near_entries(const Map *map, Wb95 *data)
{
    memset(data->near_entry, 0, sizeof data->near_entry);
    for (int i = 0; i < data->zone_first[data->zones]; i++)
        data->near_entry[data->zone_hex[i] >> 6] |= 1ull << (data->zone_hex[i] & 63);
    for (int ring = 0; ring < 2; ring++) {
        uint64_t wider[WB95_HEXES / 64];
        memcpy(wider, data->near_entry, sizeof wider);
        for (int hex = 0; hex < map->hexes; hex++)
            for (int edge = 0; edge < EDGES && data->near_entry[hex >> 6] >> (hex & 63) & 1; edge++)
                if (map->next[hex][edge] != NO_HEX)
                    wider[map->next[hex][edge] >> 6] |= 1ull << (map->next[hex][edge] & 63);
        memcpy(data->near_entry, wider, sizeof wider);
    }
}

static void roads_as_zones(const Scenario *scenario, Wb95 *data)
{
    const Grid *grid = &scenario->map->grid;
    int columns = grid->columns, rows = grid->rows, round = 2 * (columns + rows) - 4, entries = 0;
    for (int i = 0; i < round && data->zones < WB95_ZONES; i++) {
        int column = i < columns                  ? i
                     : i < columns + rows - 1     ? columns - 1
                     : i < 2 * columns + rows - 2 ? 2 * columns + rows - 3 - i
                                                  : 0;
        int row = i < columns                  ? 0
                  : i < columns + rows - 1     ? i - columns + 1
                  : i < 2 * columns + rows - 2 ? rows - 1
                                               : round - i;
        Hex hex = (Hex)(row * columns + column);
        if (!road_off_map(scenario, hex) || data->hex_zone[hex] != NO_ZONE)
            continue;
        add_entry(scenario, data, &entries, data->zones, hex);
        data->zones++;
        data->zone_first[data->zones] = (uint16_t)entries;
    }
}

static void chained_zones(const Map *map, Wb95 *data)
{
    for (int chain = 0; chain < map->chains; chain++)
        for (int i = 0; map->chain[chain].kind == AREA_ZONE && i < map->chain[chain].count && data->zones < WB95_ZONES;
             i++)
            data->zone_area[data->zones++] = map->chain[chain].area[i];
}

static void find_zones(const Scenario *scenario, Wb95 *data)
{
    const Map *map = scenario->map;
    bool printed = false;
    for (int i = 0; i < map->areas; i++)
        printed |= map->area_list[i].kind == AREA_ZONE;
    memset(data->hex_zone, NO_ZONE, sizeof data->hex_zone);
    memset(data->zone_area, 0xFF, sizeof data->zone_area);
    data->zone_first[0] = 0;
    data->zones = 0;
    if (!printed) {
        roads_as_zones(scenario, data);
        return;
    }
    int entries = 0;
    chained_zones(map, data);
    for (int zone = 0; zone < data->zones; zone++) {
        const Area *area = &map->area_list[data->zone_area[zone]];
        for (int i = 0; i < area->count; i++)
            add_entry(scenario, data, &entries, zone, map->list[area->first + i]);
        data->zone_first[zone + 1] = (uint16_t)entries;
    }
}

void derive_zones(const Scenario *scenario, Wb95 *data)
{
    memset(data->arrival_of, 0, sizeof data->arrival_of);
    for (int i = 0; i < data->arrivals; i++)
        data->arrival_of[data->arrival[i].piece] = (uint16_t)(i + 1);
    find_zones(scenario, data);
    mark_near_entries(scenario->map, data);
}

const char *zone_name(const Scenario *scenario, int zone, char out[HEX_TEXT])
{
    const Wb95 *data = data_of(scenario);
    if (data->zone_area[zone] < scenario->map->areas)
        return scenario->map->area_list[data->zone_area[zone]].name;
    return hex_print(&scenario->map->grid, data->zone_hex[data->zone_first[zone]], out);
}

/* ---- units that are due, and where ------------------------------------------------------------------ */

void reinforcements_due(Play *play, int side)
{
    State *state = play->state;
    for (int piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        if (unit->side == side && unit->place == WAITING && unit->delays)
            unit->delays--;
    }
    arrivals_due(play, side, state->head.turn);
}

void arrivals_due(Play *play, int side, int turn)
{
    State *state = play->state;
    for (int i = 0; i < play->data->arrivals; i++) {
        const Arrival *arrival = &play->data->arrival[i];
        Unit *unit = &state->unit[arrival->piece];
        if (unit->side != side || unit->place != NOT_YET || arrival->feature || !arrival->turn || arrival->turn > turn)
            continue;
        unit->place = WAITING;
        set_entry(unit, AS_SCHEDULED, 0);
        tell(play->events, EVENT_NOTE, (unsigned)~(1u << side) & 0xFF,
             sentence(WB95_11_1_1, "wb95.due-reinforcement", arrival->piece));
    }
}

static const Arrival *arrival_of(const Wb95 *data, Piece piece)
{
    return data->arrival_of[piece] ? &data->arrival[data->arrival_of[piece] - 1] : NULL;
}

/* Zones between where it is due and this one. */
static int zone_distance(const Wb95 *data, const State *view, Piece piece, int zone)
{
    const Unit *unit = &view->unit[piece];
    if (unit->place == WAITING && unit->zone != AS_SCHEDULED)
        return abs(unit->zone - zone);
    const Arrival *arrival = arrival_of(data, piece);
    int least = WB95_ZONES;
    for (int i = 0; arrival && i < arrival->zones; i++)
        if (abs(arrival->zone[i] - zone) < least)
            least = abs(arrival->zone[i] - zone);
    return least;
}

static bool by_feature(const Walker *unit, const Arrival *arrival, Refusal *why)
{
    Refusal waits = feature_arrival(unit->scenario, unit->view, arrival);
    if (refused(waits) && why)
        *why = waits;
    return !refused(waits);
}

/* Whether it is beyond the edge and may be ordered now. */
static bool is_due(const Walker *outside, Refusal *why)
{
    const Unit *unit = &outside->view->unit[outside->piece];
    Piece piece = outside->piece;
    const Arrival *arrival = unit->place == NOT_YET ? arrival_of(outside->data, piece) : NULL;
    if (outside->side != answering_side(outside->view))
        DENY(why, WB95_2_1_2, "wb95.not-s-order", piece, answering_side(outside->view));
    if (arrival && arrival->feature) {
        if (!by_feature(outside, arrival, why))
            return false;
    } else if (arrival && arrival->turn) {
        DENY(why, WB95_11_1_1, "wb95.arrives-turn", piece, arrival->turn);
    } else if (unit->place != WAITING) {
        DENY(why, WB95_11_1_1, "wb95.no-reinforcement-could-enter-now", piece);
    } else if (unit->delays) {
        DENY(why, WB95_11_2_2, "wb95.given-up-entry-change-zones", piece);
    }
    if (unit->now & STOPPED)
        DENY(why, WB95_11_1_1, "wb95.met-enemy-where-enter-waits", piece);
    if (!(outside->resting >> outside->nation & 1))
        return true;
    if (why)
        *why = feature_may_act(outside->scenario, outside->view, piece);
    return false;
}

/* ---- entering: 11.1 ------------------------------------------------------------------------------------ */

/* Which stack of this phase the unit would come in with (11.1.5). */
static int stack_number(const State *view, int entry, int cel)
{
    int stacks = view->queue[entry] >> 4, last = view->queue[entry] & 15;
    return !stacks ? 1 : last + cel <= STACKING_LIMIT ? stacks : stacks + 1;
}

static void join_queue(State *state, int entry, int cel)
{
    int stacks = state->queue[entry] >> 4, last = state->queue[entry] & 15;
    int number = stack_number(state, entry, cel);
    if (number == stacks)
        last += cel;
    else
        last = cel;
    state->queue[entry] = (uint8_t)((number < 15 ? number : 15) << 4 | last);
}

/* May a unit due so many zones away enter there at once? (11.1.2, 11.2.1) */
static bool near_enough(const Wb95 *data, int distance)
{
    return !distance || (distance < ZONE_DISTANCES && data->entry_half[distance]);
}

static bool closed_by_enemy(const Walker *walker, Hex hex)
{
    int holder = controller(walker->view, hex);
    return holder != NO_SIDE && is_enemy(walker->data, walker->side, holder) &&
           !feature_forces_entry(walker->data, walker->piece);
}

static bool entry_open(const Walker *walker, Hex hex, int distance, Refusal *why)
{
    const Wb95 *data = walker->data;
    if (data->hex_zone[hex] == NO_ZONE)
        DENY(why, WB95_11_1_2, "wb95.cannot-enter-no-hex-entry", walker->piece, hex);
    if (!near_enough(data, distance))
        DENY(why, WB95_11_1_2, "wb95.cannot-enter-now-zone-zone", walker->piece, hex, distance);
    if (closed_by_enemy(walker, hex))
        DENY(why, WB95_11_1_4, "wb95.cannot-enter-controls", walker->piece, hex, controller(walker->view, hex));
    if (walker->strategic && known_zoc(data, walker->view, walker->side, hex))
        DENY(why, WB95_12_2_2, "wb95.cannot-enter-phase-reinforcements", walker->piece, hex);
    if (entry_cost(walker->scenario, walker->kind, hex) == NEVER)
        DENY(why, WB95_3_1_11, "wb95.cannot-enter-ground-closed-class", walker->piece, hex);
    if (walker->bound) {
        Refusal banned = feature_step(walker->scenario, walker->view, walker->piece, hex, hex);
        if (!refused(banned))
            banned = feature_appears(walker->scenario, walker->view, walker->piece, hex);
        if (refused(banned) && why)
            *why = banned;
        return !refused(banned);
    }
    return true;
}

/* Puts a walker from outside on the entry hex, paid for, or says why not. */
static bool enter_at(Walker *walker, Hex hex, int distance, Refusal *why)
{
    const State *view = walker->view;
    const Wb95 *data = walker->data;
    Overrun overrun;
    if (!entry_open(walker, hex, distance, why))
        return false;
    if (distance)
        walker->mp /= 2; /* 11.2.1; the half is kept (R04) */
    if (!overrun_cost(walker, hex, &overrun, why))
        return false;
    int number = stack_number(view, data->hex_entry[hex], view->unit[walker->piece].cel);
    int cost = entry_cost(walker->scenario, walker->kind, hex);
    if (walker->disrupted)
        cost += MP * disruptions_at(walker->scenario, view, hex);
    cost *= number;
    if (number == 1 && cost > walker->mp)
        cost = walker->mp; /* 3.1.13 */
    if (cost + overrun.least > walker->mp)
        DENY(why, WB95_11_1_5, "wb95.come-stack-takes-mp", walker->piece, number, hex, cost + overrun.least,
             walker->mp);
    walker->mp -= cost + overrun.least;
    walker->hex = hex;
    walker->now |= ACTED;
    if (walker->kind->is & GUN)
        walker->now |= TRANSPORT;
    if (data->entry_road[data->hex_entry[hex]] != SECONDARY)
        walker->now &= ~(uint32_t)SECONDARY_ONLY;
    if (known_zoc(data, view, walker->side, hex))
        walker->now |= STOPPED;
    return true;
}

bool enter_by(Walker *walker, Hex hex, Refusal *why)
{
    int zone = walker->data->hex_zone[hex];
    return enter_at(walker, hex, zone == NO_ZONE ? 0 : zone_distance(walker->data, walker->view, walker->piece, zone),
                    why);
}

/* Steps along hexes [first, count) of the order. */
static bool goes_on(Walker *walker, const Order *order, int first, Refusal *why)
{
    for (int i = first; i < order->count; i++) {
        Refusal step = walker_step_to(walker, order->value[i]);
        if (refused(step)) {
            if (why)
                *why = step;
            return false;
        }
    }
    return true;
}

Refusal enter_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal why = LEGAL;
    Walker walker = walker_of(scenario, view, order->value[0]);
    bool comes = is_due(&walker, &why) && enter_by(&walker, order->value[1], &why) && goes_on(&walker, order, 2, &why);
    return comes ? walker_stop(&walker) : why;
}

void enter_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Hex hex = order->value[1];
    Unit *unit = &state->unit[piece];
    Walker walker = walker_of(play->scenario, state, piece);
    Refusal why = LEGAL;
    if (!enter_by(&walker, hex, &why)) { /* something hidden bars the way (R105), and this way only (R110) */
        tell(play->events, EVENT_REVEALED, 0, why.why);
        if (!close_hex(state, NO_HEX, hex, why.why.rule))
            unit->now |= STOPPED;
        return;
    }
    tell(play->events, EVENT_PLACED, 0, sentence(WB95_11_1_2, "wb95.enters-map", piece, hex));
    clear_the_way(play, piece, hex);
    unit->mp = (int16_t)walker.mp;
    unit->now = walker.now;
    unit->delays = 0;
    place(play->data, play->scenario, state, piece, hex);
    join_queue(state, play->data->hex_entry[hex], unit->cel);
    bridge_control_at(play, hex);
    feature_arrived(play, piece, hex);
    if (order->count > 2)
        tell(play->events, EVENT_MOVED, 0, sentence(0, "wb95.moves", piece, hex, order->value[order->count - 1]));
    walk(play, piece, order, 2, order->count - 2);
}

/* Entry hexes it may use now; with `out` NULL only whether there are any. */
static bool list_entries(const Walker *outside, bool *far, Choices *out)
{
    const Wb95 *data = outside->data;
    bool any = false;
    for (int zone = 0; zone < data->zones; zone++) {
        int distance = zone_distance(data, outside->view, outside->piece, zone);
        if (!near_enough(data, distance))
            continue;
        for (int i = data->zone_first[zone]; i < data->zone_first[zone + 1]; i++) {
            if (closed_by_enemy(outside, data->zone_hex[i]))
                continue;
            Walker walker = *outside;
            if (!enter_at(&walker, data->zone_hex[i], distance, NULL) ||
                !(walker_may_stop(&walker) || walker_can_go_on(&walker, far)))
                continue;
            any = true;
            if (!out)
                return true;
            choose(out, 1, data->zone_hex[i]);
        }
    }
    return any;
}

static bool can_enter(const Walker *outside) { return is_due(outside, NULL) && list_entries(outside, NULL, NULL); }

/* ---- changing zones: 11.2.2 -------------------------------------------------------------------------------- */

/* Whether it waits, or would if ordered to: the regiment of the day comes on that day or not at all. */
static bool can_wait(const Walker *outside)
{
    return outside->view->unit[outside->piece].place == WAITING ||
           outside->data->special.comes_by[outside->piece] != FEATURE_DAILY_REGIMENT;
}

static bool shift_open(const Walker *outside, Hex hex, Refusal *why)
{
    const Wb95 *data = outside->data;
    int zone = data->hex_zone[hex];
    if (zone == NO_ZONE)
        DENY(why, WB95_11_1_2, "wb95.no-hex-entry-zone", hex);
    int distance = zone_distance(data, outside->view, outside->piece, zone);
    if (!distance)
        DENY(why, WB95_11_2_2, "wb95.due-already", outside->piece);
    if (distance >= ZONE_DISTANCES)
        DENY(why, WB95_11_2_2, "wb95.zone-zone-away-too-far", hex, distance);
    Refusal banned = feature_appears(outside->scenario, outside->view, outside->piece, hex);
    if (refused(banned) && why)
        *why = banned;
    return !refused(banned);
}

Refusal shift_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    Refusal why = LEGAL;
    Walker outside = walker_of(scenario, view, piece);
    if (!is_due(&outside, &why))
        return why;
    if (!can_wait(&outside))
        return refuse(WB95_11_2_2, "wb95.let-day-keeps-zone", piece);
    shift_open(&outside, order->value[1], &why);
    return why;
}

void shift_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Unit *unit = &state->unit[piece];
    int zone = play->data->hex_zone[order->value[1]];
    int distance = zone_distance(play->data, state, piece, zone);
    feature_let_in(play, piece);
    unit->place = WAITING;
    set_entry(unit, zone, play->data->entry_delays[distance]);
    tell(play->events, EVENT_NOTE, (unsigned)~(1u << unit->side) & 0xFF,
         sentence(WB95_11_2_2, "wb95.goes-round-zone-gives-up", piece, order->value[1], unit->delays));
}

static void list_shifts(const Walker *outside, Choices *out)
{
    const Wb95 *data = outside->data;
    for (int i = 0; can_wait(outside) && i < data->zone_first[data->zones]; i++)
        if (shift_open(outside, data->zone_hex[i], NULL))
            choose(out, 1, data->zone_hex[i]);
}

static bool can_shift(const Walker *outside)
{
    if (!can_wait(outside) || !is_due(outside, NULL))
        return false;
    for (int i = 0; i < outside->data->zone_first[outside->data->zones]; i++)
        if (shift_open(outside, outside->data->zone_hex[i], NULL))
            return true;
    return false;
}

/* ---- leaving the map: 11.2.3 ----------------------------------------------------------------------------------- */

bool exit_open(const Walker *unit, Refusal *why)
{
    const Wb95 *data = unit->data;
    if (data->hex_zone[unit->hex] == NO_ZONE)
        DENY(why, WB95_11_2_3, "wb95.cannot-leave-map-no-hex", unit->piece, unit->hex);
    if (unit->kind->is & GARRISON)
        DENY(why, data->garrison_rule[unit->piece], "wb95.may-not-leave-garrison", unit->piece);
    int road = data->entry_road[data->hex_entry[unit->hex]];
    int cost = road ? data->road_cost[unit->kind->class][road] : MP;
    if (enemy_zoc(data, unit->view, unit->side, unit->hex))
        cost += MP; /* 4.2.6 */
    if (cost > unit->mp && unit->now & ACTED)
        DENY(why, WB95_3_1_5, "wb95.needs-mp-leave-map-left", unit->piece, cost, unit->mp);
    return true;
}

Refusal exit_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal why = LEGAL;
    Walker unit = walker_of(scenario, view, order->value[0]);
    if (may_move(&unit, &why))
        exit_open(&unit, &why);
    return why;
}

void exit_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    Hex hex = unit->hex;
    int zone = play->data->hex_zone[hex];
    spend(state, piece, unit->mp);
    feature_acted(play, piece);
    disturb(state, piece);
    lift(play->data, play->scenario, state, piece);
    unit->place = WAITING;
    set_entry(unit, zone, 1);
    unit->now &= ~(uint32_t)TILL_IT_LEAVES;
    tell(play->events, EVENT_MOVED, 0, sentence(WB95_11_2_3, "wb95.leaves-map", piece, hex));
    bridge_control_at(play, hex);
    if (feature_exited(play, piece, play->data->zone_area[zone]))
        unit->place = EXITED;
    bridge_plans(play);
}

/* ---- the three orders ------------------------------------------------------------------------------------- */

static bool is_outside(const Unit *unit, int side)
{
    return unit->side == side && (unit->place == WAITING || unit->place == NOT_YET);
}

/* Counters beyond the edge that could be given the order. */
static void list_waiting(const Scenario *scenario, const State *view, bool (*can)(const Walker *), Choices *out)
{
    int side = answering_side(view);
    Walker outside = walker_begin(scenario, view, side);
    for (int piece = 0; piece < scenario->pieces; piece++) {
        if (!is_outside(&view->unit[piece], side))
            continue;
        walker_take(&outside, (Piece)piece);
        if (can(&outside))
            choose(out, 0, piece);
    }
}

void add_verbs_of_reinforcements(const Scenario *scenario, const State *view, KindSet *verbs)
{
    int side = answering_side(view);
    bool enter = false, shift = false, strategic = in_strategic_phase(view);
    Walker outside = walker_begin(scenario, view, side);
    for (int piece = 0; piece < scenario->pieces && !(enter && (shift || strategic)); piece++) {
        if (!is_outside(&view->unit[piece], side))
            continue;
        walker_take(&outside, (Piece)piece);
        enter = enter || can_enter(&outside);
        shift = shift || (!strategic && can_shift(&outside));
    }
    if (enter)
        kind_add(verbs, DO_ENTER);
    if (shift)
        kind_add(verbs, DO_SHIFT);
}

unsigned reinforcement_open(const Walker *outside, bool *far)
{
    if (!is_due(outside, NULL))
        return 0;
    bool enters = list_entries(outside, far, NULL), shifts = !outside->strategic && can_shift(outside);
    return (enters ? 1u : 0) | (shifts ? 2u : 0);
}

static void continue_entry(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Walker walker = walker_of(scenario, view, prefix->value[0]);
    if (!enter_by(&walker, prefix->value[1], NULL) || !goes_on(&walker, prefix, 2, NULL))
        return;
    out->complete = walker_may_stop(&walker);
    if (prefix->count <= PATH_MOST)
        walker_choices(&walker, out, 1);
}

void enter_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (!prefix->count) {
        list_waiting(scenario, view, can_enter, out);
        return;
    }
    Walker outside = walker_of(scenario, view, prefix->value[0]);
    if (!is_due(&outside, NULL))
        return;
    if (prefix->count == 1)
        list_entries(&outside, NULL, out);
    else
        continue_entry(scenario, view, prefix, out);
}

void shift_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    if (!prefix->count)
        list_waiting(scenario, view, can_shift, out);
    if (prefix->count != 1)
        return;
    Walker outside = walker_of(scenario, view, prefix->value[0]);
    if (is_due(&outside, NULL))
        list_shifts(&outside, out);
}

/* All it can reach from beyond the edge. Zones that leave it half its MPs begin with the other half spent. */
static void reach_by_any_entry(Walker *outside, Reach *out)
{
    const Wb95 *data = outside->data;
    Start start[WB95_ENTRIES];
    int count = 0;
    for (int zone = 0; zone < data->zones; zone++) {
        int distance = zone_distance(data, outside->view, outside->piece, zone);
        if (!near_enough(data, distance))
            continue;
        for (int i = data->zone_first[zone]; i < data->zone_first[zone + 1]; i++) {
            Walker walker = *outside;
            if (!enter_at(&walker, data->zone_hex[i], distance, NULL))
                continue;
            start[count++] = (Start){walker.hex, (uint16_t)(outside->mp - walker.mp), walker.now & SECONDARY_ONLY};
        }
    }
    outside->now |= ACTED;
    walker_reach_from(outside, start, count, out);
}

void enter_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    if (!prefix->count)
        return;
    Walker walker = walker_of(scenario, view, prefix->value[0]);
    if (!is_due(&walker, NULL))
        return;
    if (prefix->count == 1)
        reach_by_any_entry(&walker, out);
    else if (enter_by(&walker, prefix->value[1], NULL) && goes_on(&walker, prefix, 2, NULL))
        walker_reach(&walker, out);
}
