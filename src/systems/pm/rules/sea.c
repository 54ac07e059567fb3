/* sea.c — Proud Monster 11: the Black Sea fleet.
 *
 * Five units a Soviet player turn, of any type but tank and motorized rifle divisions, from port to port, to or from
 * the ports box, or onto the Crimean coast (11.1–11.4), before any unit marches (11.2-1). An empty beach is entered at
 * once; a held one is attacked first in the assault phase, the invaders waiting at sea until then. */
#include "kit/sets.h"
#include "systems/pm/pm.h"

enum { FIVE = 5 };

static Hex ports_box(const Book *data) { return box_of(data, BOX_PORTS); }

/* 11.1, 11.2-1, 11.3-2 */
static Refusal may_embark(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    const Kind *kind = &data->kind[unit->kind];
    if (unit->side != SOVIET_SIDE || question(&view->head)->side != SOVIET_SIDE)
        return refuse(PM_11_1, "pm.only-soviet-units-sail-own");
    bool port = on_map(scenario, view, piece) && has_bit(data->port, unit->at.hex);
    if (!port && unit->at.hex != ports_box(data))
        return refuse(PM_11_2_1, "pm.no-port", piece);
    if (never_sails(kind))
        return refuse(PM_11_1, "pm.not-sail-tank-motorized-rifle", piece);
    if (unit->now & IN_PORT)
        return refuse(PM_11_3_2, "pm.just-come-port-not-sail-2", piece);
    return unit->now & RESTING ? refuse(PM_11_2_2, "pm.sailed-already", piece) : LEGAL;
}

static Refusal fleet_may_sail(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    if (data_of(scenario)->beginners)
        return refuse(PM_11_1, "pm.nobody-sails-short-game");
    for (int i = 0; i < count; i++) {
        Refusal refusal = may_embark(scenario, view, order->value[first + i]);
        if (refused(refusal))
            return refusal;
    }
    if (view->marched)
        return refuse(PM_11_2_1, "pm.ships-sail-before-anybody-marches");
    if (view->sailed + count > FIVE)
        return refuse(PM_11_1, "pm.no-more-five-units-sail", view->sailed);
    return LEGAL;
}

/* Those that may still join, and whether any may sail at all. */
static void list_fleet(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, 0, &count), last = count ? prefix->value[first + count - 1] : -1;
    if (question(&view->head)->side != SOVIET_SIDE || view->marched || view->sailed + count >= FIVE ||
        data_of(scenario)->beginners)
        return;
    for (int piece = last + 1; piece < scenario->pieces; piece++)
        if (view->unit[piece].side == SOVIET_SIDE && !refused(may_embark(scenario, view, (Piece)piece)))
            choose(out, 0, piece);
}

/* ---- sail COUNTER… to PORT ------------------------------------------------------------------- */

static Refusal may_sail_to(const Scenario *scenario, const State *view, const Order *order, Hex to)
{
    const Book *data = data_of(scenario);
    int count, first = order_slot(order, 0, &count);
    if (to != ports_box(data) && (to >= scenario->map->hexes || !has_bit(data->port, to)))
        return refuse(PM_11_2_1, "pm.no-port-2", to);
    if (to != ports_box(data) && (german_controls(view, to) || enemy_in(view, SOVIET_SIDE, to)))
        return refuse(PM_11_2_1, "pm.port-german", to);
    for (int i = 0; i < count; i++)
        if (view->unit[order->value[first + i]].at.hex == to)
            return refuse(PM_11_2_1, "pm.already-2", order->value[first + i]);
    return LEGAL;
}

Refusal sail_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal refusal = fleet_may_sail(scenario, view, order);
    return refused(refusal) ? refusal : may_sail_to(scenario, view, order, order_value(order, 1, NO_HEX));
}

static int list_ports(const Scenario *scenario, const State *view, const Order *order, Choices *out)
{
    const Book *data = data_of(scenario);
    int count = 0;
    EACH_BIT(hex, data->port, PM_WORDS)
        if (!refused(may_sail_to(scenario, view, order, (Hex)hex))) {
            count++;
            if (out)
                choose(out, 1, hex);
        }
    if (ports_box(data) < scenario->map->spots && !refused(may_sail_to(scenario, view, order, ports_box(data)))) {
        count++;
        if (out)
            choose(out, 1, ports_box(data));
    }
    return count;
}

void sail_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count;
    order_slot(prefix, 0, &count);
    if (order_value(prefix, 1, NO_HEX) != NO_HEX) {
        out->complete = true;
        return;
    }
    int before = out->count;
    list_fleet(scenario, view, prefix, out);
    int kept = before;
    for (int i = before; i < out->count; i++) { /* only with a port to go to */
        Order with = *prefix;
        order_add(&with, 0, out->choice[i].value);
        if (list_ports(scenario, view, &with, NULL))
            out->choice[kept++] = out->choice[i];
    }
    out->count = kept;
    if (count)
        list_ports(scenario, view, prefix, out);
}

static void fleet(const Scenario *scenario, const State *view, Choices *out)
{
    Order none = order_of(DO_SAIL);
    list_fleet(scenario, view, &none, out);
}

static void ports(const Scenario *scenario, const State *view, Choices *out)
{
    Order none = order_of(DO_SAIL);
    list_ports(scenario, view, &none, out);
}

const FreeSet sail_set = {fleet, ports, sail_check};

void sail_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, 0, &count);
    Hex to = order_value(order, 1, NO_HEX);
    state->sailed = (uint8_t)(state->sailed + count);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        tell(play->events, EVENT_MOVED, 0, sentence(PM_11_2_1, "pm.sails", piece, state->unit[piece].at.hex, to));
        move_to(play, piece, to);
        state->unit[piece].now |= RESTING;
    }
}

/* ---- invade COUNTER… at HEX [from HEX] ------------------------------------------------------- */

/* 11.4-1: once a player turn. */
static bool has_invaded(const Scenario *scenario, const State *view)
{
    if (view->invasion != NO_HEX)
        return true;
    EACH_BIT(hex, data_of(scenario)->invasion, PM_WORDS) /* they rest where they landed */
        for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
            if (view->unit[piece].now & LANDED)
                return true;
    return false;
}

/* pm.r.118: of the Black Sea; what is barred is another one. */
static bool is_off_shore(const Scenario *scenario, Hex sea, Hex beach)
{
    return sea < scenario->map->hexes && has_bit(data_of(scenario)->sea, sea) &&
           !has_bit(data_of(scenario)->barred, sea) && map_distance(scenario->map, sea, beach) == 1;
}

static bool beside_beach(const Scenario *scenario, Hex sea)
{
    EACH_BIT(beach, data_of(scenario)->invasion, PM_WORDS)
        if (is_off_shore(scenario, sea, (Hex)beach))
            return true;
    return false;
}

static Refusal may_land(const Scenario *scenario, const State *view, Hex beach)
{
    if (beach >= scenario->map->hexes || !has_bit(data_of(scenario)->invasion, beach))
        return refuse(PM_11_4_1, "pm.no-beach-crimean-coast", beach);
    return has_invaded(scenario, view) ? refuse(PM_11_4_1, "pm.only-invasion-player-turn") : LEGAL;
}

Refusal invade_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex beach = order_value(order, 1, NO_HEX), sea = order_value(order, 2, NO_HEX);
    Refusal refusal = fleet_may_sail(scenario, view, order);
    if (!refused(refusal))
        refusal = may_land(scenario, view, beach);
    if (refused(refusal))
        return refusal;
    if (!enemy_in(view, SOVIET_SIDE, beach))
        return sea == NO_HEX ? LEGAL : refuse(PM_11_4_2, "pm.nobody-holds-go-ashore-once", beach);
    if (sea == NO_HEX)
        return refuse(PM_11_4_3, "pm.held-say-sea-hex-attacked", beach);
    if (sea < scenario->map->hexes && has_bit(data_of(scenario)->barred, sea))
        return refuse(PM_11_4_3, "pm.nobody-lands-out-ships-sail", sea);
    return is_off_shore(scenario, sea, beach) ? LEGAL : refuse(PM_11_4_3, "pm.no-sea-hex-off", sea, beach);
}

static void list_beaches(const Scenario *scenario, const State *view, Choices *out)
{
    EACH_BIT(hex, data_of(scenario)->invasion, PM_WORDS)
        if (!refused(may_land(scenario, view, (Hex)hex)))
            choose(out, 1, hex);
}

void invade_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count;
    Hex beach = order_value(prefix, 1, NO_HEX);
    order_slot(prefix, 0, &count);
    if (order_value(prefix, 2, NO_HEX) != NO_HEX) {
        out->complete = true;
        return;
    }
    if (beach != NO_HEX) {
        out->complete = !enemy_in(view, SOVIET_SIDE, beach);
        for (int edge = 0; !out->complete && edge < EDGES; edge++)
            if (scenario->map->next[beach][edge] != NO_HEX &&
                is_off_shore(scenario, scenario->map->next[beach][edge], beach))
                choose(out, 2, scenario->map->next[beach][edge]);
        return;
    }
    if (has_invaded(scenario, view) || next_bit(data_of(scenario)->invasion, PM_WORDS, 0) < 0)
        return;
    list_fleet(scenario, view, prefix, out);
    if (count)
        list_beaches(scenario, view, out);
}

/* Whether the part may become an invasion: all but where a held beach is attacked from. */
static Refusal may_invade(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal refusal = fleet_may_sail(scenario, view, order);
    return refused(refusal) ? refusal : may_land(scenario, view, order_value(order, 1, NO_HEX));
}

static const FreeSet invading = {fleet, list_beaches, may_invade};
void invade_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Hex beach = order_value(part, 1, NO_HEX);
    free_parts(&invading, scenario, view, part, out);
    if (order_value(part, 2, NO_HEX) == NO_HEX)
        EACH_BIT(sea, data_of(scenario)->sea, PM_WORDS)
            if (beach == NO_HEX ? beside_beach(scenario, (Hex)sea) : is_off_shore(scenario, (Hex)sea, beach))
                choose(out, 2, sea);
}

Refusal invade_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    Hex beach = order_value(part, 1, NO_HEX), sea = order_value(part, 2, NO_HEX);
    if (beach == NO_HEX && sea != NO_HEX) {
        EACH_BIT(hex, data_of(scenario)->invasion, PM_WORDS)
            if (is_off_shore(scenario, sea, (Hex)hex) && enemy_in(view, SOVIET_SIDE, (Hex)hex))
                demand_either(out, 1, hex);
        return out->either ? LEGAL : refuse(PM_11_4_3, "pm.no-held-beach-lies", sea);
    }
    Refusal refusal = free_demands(&invading, scenario, view, part, out);
    if (refused(refusal) || out->either)
        return refusal;
    for (int edge = 0; sea == NO_HEX && enemy_in(view, SOVIET_SIDE, beach) && edge < EDGES; edge++)
        if (scenario->map->next[beach][edge] != NO_HEX &&
            is_off_shore(scenario, scenario->map->next[beach][edge], beach))
            demand_either(out, 2, scenario->map->next[beach][edge]);
    return out->either ? LEGAL : invade_check(scenario, view, part);
}

static void go_ashore(Play *play, Piece piece, Hex beach)
{
    tell(play->events, EVENT_MOVED, 0, sentence(PM_11_4_2, "pm.lands", piece, beach));
    move_to(play, piece, beach);
    play->state->unit[piece].now |= RESTING | LANDED;
}

void invade_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, 0, &count);
    Hex beach = order_value(order, 1, NO_HEX), sea = order_value(order, 2, NO_HEX);
    state->sailed = (uint8_t)(state->sailed + count);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        if (sea == NO_HEX) {
            go_ashore(play, piece, beach);
            continue;
        }
        tell(play->events, EVENT_MOVED, 0, sentence(PM_11_4_3, "pm.sails-against", piece, beach));
        move_to(play, piece, box_of(play->data, BOX_AT_SEA));
        state->unit[piece].now |= RESTING | LANDED;
    }
    if (sea != NO_HEX) {
        state->invasion = beach;
        state->invasion_sea = sea;
    }
}

void invasion_ends(Play *play, bool cleared)
{
    State *state = play->state;
    Piece invader;
    while ((invader = state->top[box_of(play->data, BOX_AT_SEA)]) != NO_PIECE)
        if (cleared)
            go_ashore(play, invader, state->invasion);
        else
            eliminate(play, invader, PM_11_4_4);
    state->invasion = state->invasion_sea = NO_HEX;
}
