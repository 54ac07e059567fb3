/* reinforcement.c — WB-95 section 11: reinforcements, entry zones, leaving the map.
 *
 * A reinforcement that is due waits beyond the edge (WAITING) at its zone, or at any of the zones its line of the
 * schedule names (AS_SCHEDULED). It enters at a hex of that zone with all its MPs, or at a neighbouring zone
 * with half of them, the half kept (11.2.1, R04). Instead it may shift along the chain of zones and wait: up to
 * three zones for each Movement Phase forgone (11.2.2, R44). What special rules of a scenario let in comes the same
 * way once feature_arrival() says so, but keeps its zone. A hex the enemy controls is closed (11.1.4); where a
 * zone serves both sides each uses the hexes it holds (R67).
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

void derive_zones(const Scenario *scenario, Wb95 *data)
{
    const Map *map = scenario->map;
    bool printed = false;
    for (int i = 0; i < map->areas; i++)
        printed |= map->area_list[i].kind == AREA_ZONE;
    memset(data->arrival_of, 0, sizeof data->arrival_of);
    for (int i = 0; i < data->arrivals; i++)
        data->arrival_of[data->arrival[i].piece] = (uint16_t)(i + 1);
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

const char *zone_name(const Scenario *scenario, int zone, char out[HEX_TEXT])
{
    const Wb95 *data = data_of(scenario);
    if (data->zone_area[zone] < scenario->map->areas)
        return scenario->map->area_list[data->zone_area[zone]].name;
    return hex_print(&scenario->map->grid, data->zone_hex[data->zone_first[zone]], out);
}

/* ---- who is due, and where -------------------------------------------------------------------------- */

void reinforcements_due(Play *play, int side)
{
    State *state = play->state;
    for (int piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        if (unit->side == side && unit->place == WAITING && unit->delays)
            unit->delays--;
    }
    for (int i = 0; i < play->data->arrivals; i++) {
        const Arrival *arrival = &play->data->arrival[i];
        Unit *unit = &state->unit[arrival->piece];
        if (unit->side != side || unit->place != NOT_YET || arrival->feature || !arrival->turn ||
            arrival->turn > state->head.turn)
            continue;
        unit->place = WAITING;
        unit->zone = AS_SCHEDULED;
        unit->delays = 0;
        tell(play->events, EVENT_NOTE, (unsigned)~(1u << side) & 0xFF,
             sentence(WB95_11_1_1, "%p is due as a reinforcement", arrival->piece));
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

static Refusal due_check(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != answering_side(view))
        return refuse(WB95_2_1_2, "%p is not %s's to order", piece, answering_side(view));
    if (unit->place == NOT_YET) {
        const Arrival *arrival = arrival_of(data_of(scenario), piece);
        if (arrival && arrival->feature) {
            Refusal why = feature_arrival(scenario, view, arrival);
            return refused(why) ? why : feature_may_act(scenario, view, piece);
        }
        if (arrival && arrival->turn)
            return refuse(WB95_11_1_1, "%p arrives on turn %n", piece, arrival->turn);
    }
    if (unit->place != WAITING)
        return refuse(WB95_11_1_1, "%p is no reinforcement that could enter now", piece);
    if (unit->delays)
        return refuse(WB95_11_2_2, "%p has given up its entry to change zones, or has only just left the map", piece);
    return feature_may_act(scenario, view, piece);
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

static bool closed_by_enemy(const Wb95 *data, const State *view, const Walker *walker, Hex hex)
{
    return view->control[hex] != NO_SIDE && is_enemy(data, walker->side, view->control[hex]) &&
           !feature_forces_entry(data, walker->piece);
}

static Refusal entry_open(const Scenario *scenario, const State *view, const Walker *walker, Hex hex, int distance)
{
    const Wb95 *data = walker->data;
    if (data->hex_zone[hex] == NO_ZONE)
        return refuse(WB95_11_1_2, "%p cannot enter at %h: it is no hex of an entry zone", walker->piece, hex);
    if (!near_enough(data, distance))
        return refuse(WB95_11_1_2, "%p cannot enter at %h now: its zone is %n zones away", walker->piece, hex,
                      distance);
    if (closed_by_enemy(data, view, walker, hex))
        return refuse(WB95_11_1_4, "%p cannot enter at %h: %s controls it", walker->piece, hex, view->control[hex]);
    if (walker->strategic && enemy_zoc(data, view, walker->side, hex))
        return refuse(WB95_12_2_2,
                      "%p cannot enter at %h: in this phase reinforcements keep out of enemy zones of control",
                      walker->piece, hex);
    if (entry_cost(scenario, walker->kind, hex) == NEVER)
        return refuse(WB95_3_1_11, "%p cannot enter at %h: that ground is closed to its class", walker->piece, hex);
    return LEGAL;
}

/* Puts a walker from outside on the entry hex, paid for, or says why not. */
static Refusal enter_at(Walker *walker, Hex hex, int distance)
{
    const Scenario *scenario = walker->scenario;
    const State *view = walker->view;
    const Wb95 *data = walker->data;
    Refusal why = entry_open(scenario, view, walker, hex, distance);
    if (refused(why))
        return why;
    if (distance)
        walker->mp /= 2; /* 11.2.1; the half is kept (R04) */
    int overrun;
    why = overrun_cost(walker, hex, &overrun);
    if (refused(why))
        return why;
    int number = stack_number(view, data->hex_entry[hex], view->unit[walker->piece].cel);
    int cost = entry_cost(scenario, walker->kind, hex);
    if (walker->disrupted)
        cost += MP * disruptions_at(scenario, view, hex);
    cost *= number;
    if (number == 1 && cost > walker->mp)
        cost = walker->mp; /* 3.1.13 */
    if (cost + overrun > walker->mp)
        return refuse(WB95_11_1_5, "%p would come in with stack %n at %h: that takes %t MP, and it has %t",
                      walker->piece, number, hex, cost + overrun, walker->mp);
    walker->mp -= cost + overrun;
    walker->hex = hex;
    walker->now |= ACTED;
    if (walker->kind->is & GUN)
        walker->now |= TRANSPORT;
    if (data->entry_road[data->hex_entry[hex]] != SECONDARY)
        walker->now &= ~(uint32_t)SECONDARY_ONLY;
    if (enemy_zoc(data, view, walker->side, hex))
        walker->now |= STOPPED;
    return LEGAL;
}

static Refusal walker_enters(const Scenario *scenario, const State *view, Piece piece, Hex hex, Walker *walker)
{
    const Wb95 *data = data_of(scenario);
    *walker = walker_of(scenario, view, piece);
    return enter_at(walker, hex,
                    data->hex_zone[hex] == NO_ZONE ? 0 : zone_distance(data, view, piece, data->hex_zone[hex]));
}

static Refusal enter_check(const Scenario *scenario, const State *view, const Order *order)
{
    Walker walker;
    Piece piece = order->value[0];
    Refusal why = due_check(scenario, view, piece);
    if (!refused(why))
        why = walker_enters(scenario, view, piece, order->value[1], &walker);
    for (int i = 2; i < order->count && !refused(why); i++)
        why = walker_step_to(&walker, order->value[i]);
    return refused(why) ? why : walker_stop(&walker);
}

static void enter_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Hex hex = order->value[1];
    Unit *unit = &state->unit[piece];
    Walker walker;
    walker_enters(play->scenario, state, piece, hex, &walker);
    tell(play->events, EVENT_PLACED, 0, sentence(WB95_11_1_2, "%p enters the map at %h", piece, hex));
    clear_the_way(play, piece, hex);
    unit->mp = (int16_t)walker.mp;
    unit->now = walker.now;
    unit->delays = 0;
    place(play->data, play->scenario, state, piece, hex);
    join_queue(state, play->data->hex_entry[hex], unit->cel);
    bridge_control_at(play, hex);
    feature_arrived(play, piece, hex);
    if (order->count > 2)
        tell(play->events, EVENT_MOVED, 0,
             sentence(0, "%p moves from %h to %h", piece, hex, order->value[order->count - 1]));
    walk(play, piece, order, 2, order->count - 2);
}

/* Entry hexes it may use now; with `out` NULL only whether there are any. */
static bool list_entries(const Scenario *scenario, const State *view, Piece piece, Choices *out)
{
    const Wb95 *data = data_of(scenario);
    Walker outside = walker_of(scenario, view, piece);
    bool any = false;
    for (int zone = 0; zone < data->zones; zone++) {
        int distance = zone_distance(data, view, piece, zone);
        if (!near_enough(data, distance))
            continue;
        for (int i = data->zone_first[zone]; i < data->zone_first[zone + 1]; i++) {
            Walker walker = outside;
            if (closed_by_enemy(data, view, &walker, data->zone_hex[i]) ||
                refused(enter_at(&walker, data->zone_hex[i], distance)) ||
                !(walker_may_stop(&walker) || walker_can_go_on(&walker)))
                continue;
            any = true;
            if (!out)
                return true;
            choose(out, 1, data->zone_hex[i]);
        }
    }
    return any;
}

static bool can_enter(const Scenario *scenario, const State *view, Piece piece)
{
    return !refused(due_check(scenario, view, piece)) && list_entries(scenario, view, piece, NULL);
}

/* ---- changing zones: 11.2.2 -------------------------------------------------------------------------------- */

static Refusal shift_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Wb95 *data = data_of(scenario);
    Piece piece = order->value[0];
    int zone = data->hex_zone[order->value[1]];
    Refusal why = due_check(scenario, view, piece);
    if (refused(why))
        return why;
    if (view->unit[piece].place == NOT_YET)
        return refuse(WB95_11_2_2, "%p comes by a rule of the scenario and keeps its zone", piece);
    if (zone == NO_ZONE)
        return refuse(WB95_11_1_2, "%h is no hex of an entry zone", order->value[1]);
    int distance = zone_distance(data, view, piece, zone);
    if (!distance)
        return refuse(WB95_11_2_2, "%p is due there already", piece);
    if (distance >= ZONE_DISTANCES)
        return refuse(WB95_11_2_2, "the zone at %h is %n zones away: too far for one change", order->value[1],
                      distance);
    return LEGAL;
}

static void shift_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Unit *unit = &state->unit[order->value[0]];
    int zone = play->data->hex_zone[order->value[1]];
    int distance = zone_distance(play->data, state, order->value[0], zone);
    unit->zone = (uint8_t)zone;
    unit->delays = play->data->entry_delays[distance];
    tell(play->events, EVENT_NOTE, (unsigned)~(1u << unit->side) & 0xFF,
         sentence(WB95_11_2_2, "%p goes round to the zone of %h and gives up %n Movement Phases", order->value[0],
                  order->value[1], unit->delays));
}

static void list_shifts(const Scenario *scenario, const State *view, Piece piece, Choices *out)
{
    const Wb95 *data = data_of(scenario);
    for (int zone = 0; zone < data->zones; zone++) {
        int distance = zone_distance(data, view, piece, zone);
        for (int i = data->zone_first[zone]; distance && distance < ZONE_DISTANCES && i < data->zone_first[zone + 1];
             i++)
            choose(out, 1, data->zone_hex[i]);
    }
}

static bool can_shift(const Scenario *scenario, const State *view, Piece piece)
{
    return data_of(scenario)->zones > 1 && view->unit[piece].place == WAITING &&
           !refused(due_check(scenario, view, piece));
}

/* ---- leaving the map: 11.2.3 ----------------------------------------------------------------------------------- */

static Refusal exit_check(const Scenario *scenario, const State *view, Piece piece)
{
    const Wb95 *data = data_of(scenario);
    Refusal why = unit_may_move(scenario, view, piece);
    if (refused(why))
        return why;
    const Unit *unit = &view->unit[piece];
    const Kind *kind = &data->kind[unit->kind];
    if (data->hex_zone[unit->hex] == NO_ZONE)
        return refuse(WB95_11_2_3, "%p cannot leave the map at %h: it is no hex of an entry zone", piece, unit->hex);
    if (kind->is & GARRISON)
        return refuse(data->garrison_rule[piece], "%p may not leave its garrison", piece);
    int road = data->entry_road[data->hex_entry[unit->hex]];
    int cost = road ? data->road_cost[kind->class][road] : MP;
    if (enemy_zoc(data, view, unit->side, unit->hex))
        cost += MP; /* 4.2.6 */
    if (cost > unit->mp && unit->now & ACTED)
        return refuse(WB95_3_1_5, "%p needs %t MP to leave the map and has %t left", piece, cost, unit->mp);
    return LEGAL;
}

static void exit_apply(Play *play, Piece piece)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    Hex hex = unit->hex;
    int zone = play->data->hex_zone[hex];
    spend(state, piece, unit->mp);
    feature_acted(play, piece);
    disturb(state, piece);
    lift(play->data, play->scenario, state, piece);
    unit->place = WAITING;
    unit->zone = (uint8_t)zone;
    unit->delays = 1;
    unit->now &= ~(uint32_t)(ON_BANK | STRATEGIC);
    tell(play->events, EVENT_MOVED, 0, sentence(WB95_11_2_3, "%p leaves the map at %h", piece, hex));
    bridge_control_at(play, hex);
    if (feature_exited(play, piece, play->data->zone_area[zone]))
        unit->place = EXITED;
    bridge_plans(play);
}

bool can_exit(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    return unit->side == answering_side(view) && unit->place == ON_MAP &&
           data_of(scenario)->hex_zone[unit->hex] != NO_ZONE && !refused(exit_check(scenario, view, piece));
}

/* ---- the three orders ------------------------------------------------------------------------------------- */

/* Counters beyond the edge that could be given the order. */
static void list_waiting(const Scenario *scenario, const State *view, int verb, Choices *out)
{
    int side = answering_side(view);
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->side == side && (unit->place == WAITING || unit->place == NOT_YET) &&
            (verb == DO_ENTER ? can_enter : can_shift)(scenario, view, (Piece)piece))
            choose(out, 0, piece);
    }
}

static void list_verbs(const Scenario *scenario, const State *view, Choices *out)
{
    int side = answering_side(view);
    bool enter = false, shift = in_strategic_phase(view);
    for (int piece = 0; piece < scenario->pieces && !(enter && shift); piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->side != side || (unit->place != WAITING && unit->place != NOT_YET))
            continue;
        if (!enter && can_enter(scenario, view, (Piece)piece)) {
            enter = true;
            choose(out, SLOT_VERB, DO_ENTER);
        }
        if (!shift && can_shift(scenario, view, (Piece)piece)) {
            shift = true;
            choose(out, SLOT_VERB, DO_SHIFT);
        }
    }
}

void reinforcement_openings(const Scenario *scenario, const State *view, Piece piece, bool strategic, Openings *out)
{
    if (can_enter(scenario, view, piece))
        open_with(out, DO_ENTER, 0, piece);
    if (!strategic && can_shift(scenario, view, piece))
        open_with(out, DO_SHIFT, 0, piece);
}

static void continue_entry(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Walker walker;
    if (refused(walker_enters(scenario, view, prefix->value[0], prefix->value[1], &walker)))
        return;
    for (int i = 2; i < prefix->count; i++)
        if (refused(walker_step_to(&walker, prefix->value[i])))
            return;
    out->complete = walker_may_stop(&walker);
    if (prefix->count <= PATH_MOST)
        walker_choices(&walker, out, 1);
}

void reinforcement_choices(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (prefix->verb == NO_VERB) {
        list_verbs(scenario, view, out);
        return;
    }
    if (!prefix->count) {
        list_waiting(scenario, view, prefix->verb, out);
        return;
    }
    Piece piece = prefix->value[0];
    if (prefix->verb == DO_EXIT)
        out->complete = !refused(exit_check(scenario, view, piece));
    else if (prefix->verb == DO_SHIFT && prefix->count == 2)
        out->complete = !refused(shift_check(scenario, view, prefix));
    else if (refused(due_check(scenario, view, piece)))
        return;
    else if (prefix->verb == DO_SHIFT && view->unit[piece].place == WAITING)
        list_shifts(scenario, view, piece, out);
    else if (prefix->verb == DO_SHIFT)
        return;
    else if (prefix->count == 1)
        list_entries(scenario, view, piece, out);
    else
        continue_entry(scenario, view, prefix, out);
}

Refusal reinforcement_check(const Scenario *scenario, const State *view, const Order *order)
{
    if (order->verb == DO_ENTER)
        return enter_check(scenario, view, order);
    if (order->verb == DO_SHIFT)
        return shift_check(scenario, view, order);
    return exit_check(scenario, view, order->value[0]);
}

void reinforcement_apply(Play *play, const Order *order)
{
    if (order->verb == DO_ENTER)
        enter_apply(play, order);
    else if (order->verb == DO_SHIFT)
        shift_apply(play, order);
    else
        exit_apply(play, order->value[0]);
}

/* All it can reach from beyond the edge. Zones that leave it half its MPs begin with the other half spent. */
static void reach_by_any_entry(const Scenario *scenario, const State *view, Piece piece, Reach *out)
{
    const Wb95 *data = data_of(scenario);
    Hex start[WB95_ENTRIES];
    uint16_t spent[WB95_ENTRIES];
    int count = 0;
    Walker outside = walker_of(scenario, view, piece);
    for (int zone = 0; zone < data->zones; zone++) {
        int distance = zone_distance(data, view, piece, zone);
        if (!near_enough(data, distance))
            continue;
        for (int i = data->zone_first[zone]; i < data->zone_first[zone + 1]; i++) {
            Walker walker = outside;
            if (refused(enter_at(&walker, data->zone_hex[i], distance)))
                continue;
            start[count] = data->zone_hex[i];
            spent[count++] = (uint16_t)(outside.mp - walker.mp);
        }
    }
    outside.now |= ACTED;
    walker_reach_from(&outside, start, spent, count, out);
}

void reinforcement_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    Walker walker;
    if (!prefix->count || refused(due_check(scenario, view, prefix->value[0])))
        return;
    if (prefix->count == 1) {
        reach_by_any_entry(scenario, view, prefix->value[0], out);
        return;
    }
    if (refused(walker_enters(scenario, view, prefix->value[0], prefix->value[1], &walker)))
        return;
    for (int i = 2; i < prefix->count; i++)
        if (refused(walker_step_to(&walker, prefix->value[i])))
            return;
    walker_reach(&walker, out);
}
