/* air_transport.c — OCS 14.19 and 14.20: transports carry supply and units from base to base, or drop them.
 *
 *     airlift gJu52-1 gJu52-2 with gPar1 supply 1 to 13.08      drop gJu52-1 supply 2 to 13.09 by 12.08 13.09
 *
 * In edition 2 a die decides what lands (ocs2.airdrop-1, ocs2.airdrop-3), disorganized and on the Combat side
 * (ocs2.airdrop-4); supply that was dropped feeds no combat in that player turn (ocs2.airdrop-6). Each transport
 * carries so many tokens, an RE on foot weighing an SP (13.0d). The cargo is spread over all of them in proportion
 * (14.20c, D63): of tokens and units the share shot down is lost, the share that turns back goes home, and the rest
 * goes on. Other aircraft of the base may escort them (D61). */
#include <string.h>

#include "core/room.h"
#include "systems/ocs/air.h"

enum { CREWS, WITH, SUPPLY, TO, BY }; /* slots */

/* ---- loads ------------------------------------------------------------------------------------------------- */

static void put_tokens(State *state, int side, Hex hex, int tokens)
{
    Pile *pile = pile_at(state, side, hex);
    pile->dump = (uint16_t)(pile->dump + tokens);
    if (tokens > 0)
        pile->landed = (uint16_t)(pile->landed + tokens); /* 14.20a: no further in this phase */
    if (pile->dropped > pile->dump)
        pile->dropped = pile->dump;
    tidy_piles(state);
}

/* A unit that gets out of a transport has entered the hex (D56). */
static void set_down(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    place(play->scenario, state, piece, hex);
    take_control(state, unit->side, hex);
    unit->carrier = NO_PIECE;
    unit->now |= ARRIVED | HALTED | MOVED;
    if (unit->marker == RESERVE &&
        reserve_hexes(play->scenario, state, unit->side) > play->data->reserves[unit->side]) /* D38 */
        lose_reserve(play, piece, OCS_5_7_1);
    contact_breaks_reserve(play, unit->side, hex); /* D6, D23 */
}

/* At a base; what garrison it joins is its owner's affair (D70). */
static void get_out(Play *play, Piece piece, Hex hex)
{
    set_down(play, piece, hex);
    tell(play->events, EVENT_PLACED, 1u << enemy_of(play->state->unit[piece].side),
         sentence(OCS_14_20_1, "ocs.gets-out", piece, hex));
}

/* What is in a transport that has come to a base. */
void cargo_lands(Play *play, Piece piece)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    for (Piece other = 0; other < play->scenario->pieces; other++)
        if (state->unit[other].standing == ABOARD && state->unit[other].carrier == piece)
            get_out(play, other, unit->at.hex);
    if (!unit->trucks)
        return;
    put_tokens(play->state, unit->side, unit->at.hex, unit->trucks);
    tell(play->events, EVENT_PLACED, 1u << enemy_of(unit->side),
         sentence(OCS_14_20_1, "ocs.unloads-sps", piece, unit->trucks, unit->at.hex));
    unit->trucks = 0;
}

static void lose_tokens(Play *play, Piece piece, int tokens, uint16_t rule)
{
    Unit *unit = &play->state->unit[piece];
    if (!tokens)
        return;
    unit->trucks = (uint8_t)(unit->trucks - tokens);
    play->state->account[unit->side].destroyed += (uint32_t)tokens;
    tell(play->events, EVENT_LOST, 1u << enemy_of(unit->side), sentence(rule, "ocs.sps-lost", tokens, piece));
}

/* Tokens that a unit aboard weighs: an RE an SP. */
static int weight_of(const Book *data, const State *state, Piece piece)
{
    return re_of(data, state, piece) * TOKENS / QUARTERS;
}

static bool carries(const Book *data, const State *state, Piece piece)
{
    return is_aircraft(data, state, piece) && air_types(data, state, piece) & AIR_TPT;
}

static void destroy_load(Play *play, Piece piece, uint16_t rule)
{
    Unit *unit = &play->state->unit[piece];
    play->state->lost_steps[unit->side] = (uint16_t)(play->state->lost_steps[unit->side] + unit->steps);
    unit->standing = DEAD;
    unit->steps = 0;
    unit->marker = NO_MARKER;
    unit->now = 0;
    unit->carrier = NO_PIECE;
    tell(play->events, EVENT_ELIMINATED, 0, sentence(rule, "ocs.lost-flight", piece));
}

/* ---- 14.20c, D63: the cargo is spread over all transports in proportion --- */

/* So much of an amount as a part is of the whole, rounded by 4.3. */
static int share_of(int amount, int part, int whole) { return whole ? (2 * amount * part + whole) / (2 * whole) : 0; }

static bool flies_in(const Flight *flight, Piece piece)
{
    for (int i = 0; i < flight->count; i++)
        if (flight->piece[i] == piece)
            return flight->purpose >= ERRAND_AIRLIFT;
    return false;
}

/* Of one that flies home with its own share. */
static void shot_on_its_way(Play *play, Piece piece, int room, int less)
{
    State *state = play->state;
    int aboard = 0;
    lose_tokens(play, piece, share_of(state->unit[piece].trucks, less, room), OCS_14_20C);
    for (Piece other = 0; other < play->scenario->pieces; other++)
        if (state->unit[other].standing == ABOARD && state->unit[other].carrier == piece)
            aboard += re_of(play->data, state, other);
    int due = share_of(aboard, less, room * QUARTERS) * QUARTERS;
    for (Piece other = 0; due > 0 && other < play->scenario->pieces; other++)
        if (state->unit[other].standing == ABOARD && state->unit[other].carrier == piece) {
            due -= re_of(play->data, state, other);
            destroy_load(play, other, OCS_14_20C);
        }
}

/* Called before a lost step is taken off. The shares of all such steps are added up and rounded once. */
void cargo_shot(Play *play, Piece piece)
{
    State *state = play->state;
    Flight *flight = &state->flight;
    if (!carries(play->data, state, piece))
        return;
    int room = air_capacity(play->data, state, piece);
    int less = state->unit[piece].steps > 1 ? room - air_of(play->data, state, piece)->capacity[1] : room;
    if (!flies_in(flight, piece)) {
        if (less == room)
            cargo_lost(play, piece);
        else
            shot_on_its_way(play, piece, room, less);
        return;
    }
    flight->shot = (uint16_t)(flight->shot + less);
    int lost = share_of(flight->tokens, flight->shot, flight->lift) - flight->gone;
    if (!lost)
        return;
    flight->gone = (uint16_t)(flight->gone + lost);
    state->account[flight->side].destroyed += (uint32_t)lost;
    tell(play->events, EVENT_LOST, 1u << enemy_of(flight->side), sentence(OCS_14_20C, "ocs.sps-lost", lost, piece));
}

/* A transport that turns back takes home its share: when the flight is over. */
void cargo_turns(Play *play, Piece piece)
{
    Flight *flight = &play->state->flight;
    if (carries(play->data, play->state, piece) && flies_in(flight, piece))
        flight->back[flight->turned++] = piece;
}

/* A transport that never comes home takes all with it. */
void cargo_lost(Play *play, Piece piece)
{
    State *state = play->state;
    lose_tokens(play, piece, state->unit[piece].trucks, OCS_14_20C);
    for (Piece other = 0; other < play->scenario->pieces; other++)
        if (state->unit[other].standing == ABOARD && state->unit[other].carrier == piece)
            destroy_load(play, other, OCS_14_20C);
}

static int room_of(const Book *data, const State *state, const Piece *pieces, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum +=
            carries(data, state, pieces[i]) && is_on_map(state, pieces[i]) ? air_capacity(data, state, pieces[i]) : 0;
    return sum;
}

/* So many tokens into these transports, in proportion. */
static void divide_tokens(Play *play, const Piece *pieces, int count, int tokens)
{
    State *state = play->state;
    int room = room_of(play->data, state, pieces, count), before = 0, given = 0;
    for (int i = 0; i < count; i++) {
        if (!carries(play->data, state, pieces[i]) || !is_on_map(state, pieces[i]))
            continue;
        before += air_capacity(play->data, state, pieces[i]);
        int sum = share_of(tokens, before, room);
        state->unit[pieces[i]].trucks = (uint8_t)(sum - given);
        given = sum;
    }
}

/* Transports that go back take a unit, the one with most room for it; if none can take it, it is lost. */
static void send_back(Play *play, Piece piece)
{
    State *state = play->state;
    const Flight *flight = &state->flight;
    Piece best = NO_PIECE;
    for (int i = 0; i < flight->turned; i++)
        if (is_on_map(state, flight->back[i]) && (best == NO_PIECE || air_capacity(play->data, state, flight->back[i]) >
                                                                          air_capacity(play->data, state, best)))
            best = flight->back[i];
    if (best == NO_PIECE)
        destroy_load(play, piece, OCS_14_20C);
    else
        state->unit[piece].carrier = best;
}

/* Of the units still aboard as many go on as the rest can carry, those named first before the others. */
static void divide_units(Play *play, int room)
{
    State *state = play->state;
    Flight *flight = &state->flight;
    int kept = 0;
    for (int i = 0; i < flight->cargo; i++) {
        int weight = weight_of(play->data, state, flight->load[i]);
        if (weight <= room) {
            room -= weight;
            flight->load[kept++] = flight->load[i];
        } else {
            send_back(play, flight->load[i]);
        }
    }
    flight->cargo = (uint8_t)kept;
}

/* REs of units that are still to be lost (quarters): their share of what was shot down, rounded. */
static int units_due(const Book *data, const State *state)
{
    const Flight *flight = &state->flight;
    int aboard = flight->perished;
    for (int i = 0; i < flight->cargo; i++)
        aboard += re_of(data, state, flight->load[i]);
    return flight->cargo ? share_of(aboard, flight->shot, flight->lift * QUARTERS) * QUARTERS - flight->perished : 0;
}

/* The flight is over: what is lost, what goes on, what goes back. True when the owner is asked first. */
bool cargo_settles(Play *play)
{
    State *state = play->state;
    Flight *flight = &state->flight;
    if (flight->purpose < ERRAND_AIRLIFT)
        return false;
    if (units_due(play->data, state) > 0) {
        ask(state, ASK_CARGO, flight->side);
        return true;
    }
    int left = flight->tokens - flight->gone, room = room_of(play->data, state, flight->piece, flight->count);
    int turning = share_of(flight->tokens, room_of(play->data, state, flight->back, flight->turned), flight->lift);
    turning = turning > left || !room ? left : turning; /* escorts may be all that fly on */
    divide_tokens(play, flight->back, flight->turned, turning);
    divide_tokens(play, flight->piece, flight->count, left - turning);
    divide_units(play, room - (left - turning));
    flight->tokens = flight->gone = 0;
    for (int i = 0; i < flight->turned; i++) /* a transport beaten over a base of its own is there already */
        if (is_on_map(state, flight->back[i]) && !(state->unit[flight->back[i]].now & (ACTIVE | RETURNING)))
            cargo_lands(play, flight->back[i]);
    return false;
}

/* lose COUNTER: a unit aboard of what was shot down */
Refusal cargo_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    for (int i = 0; i < view->flight.cargo; i++)
        if (view->flight.load[i] == order->value[0])
            return LEGAL;
    return refuse(OCS_14_20C, "ocs.not-aboard", order->value[0]);
}

void cargo_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    (void)scenario;
    out->complete = prefix->count == 1;
    for (int i = 0; !prefix->count && i < view->flight.cargo; i++)
        choose(out, 0, view->flight.load[i]);
}

void cargo_apply(Play *play, const Order *order)
{
    Flight *flight = &play->state->flight;
    int kept = 0;
    flight->perished = (uint8_t)(flight->perished + re_of(play->data, play->state, order->value[0]));
    for (int i = 0; i < flight->cargo; i++)
        if (flight->load[i] != order->value[0])
            flight->load[kept++] = flight->load[i];
    flight->cargo = (uint8_t)kept;
    destroy_load(play, order->value[0], OCS_14_20C);
    answered(play->state);
}

Sentence cargo_prompt(const Scenario *scenario, const State *view)
{
    return sentence(OCS_14_20C, "ocs.transports-shot-down-choose-units", question(&view->head)->side,
                    units_due(data_of(scenario), view));
}

/* ---- the end of the flight ------------------------------------------------------------------------------------ */

static void drop_tokens(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    int terrain = terrain_at(play->scenario, state, hex), die = dice_roll(play->dice);
    int row = die + play->data->drop_modifier[0][terrain];
    int result = play->data->drop[0][row > DIE ? DIE - 1 : row - 1];
    bool lost = result == DROP_DESTROYED || !is_land(play->data, hex) || enemy_in(state, unit->side, hex);
    tell(play->events, EVENT_ROLLED, 1u << enemy_of(unit->side),
         sentence(OCS_14_19A_1, "ocs.drops-sps-rolled", piece, unit->trucks, die));
    tell(play->events, EVENT_NOTE, 1u << unit->side, sentence(OCS_14_19A_1, "ocs.drops-supply-rolled", piece, die));
    if (lost) {
        lose_tokens(play, piece, unit->trucks, OCS_14_19A_1);
        return;
    }
    put_tokens(state, unit->side, hex, unit->trucks);
    pile_at(state, unit->side, hex)->dropped += unit->trucks; /* 14.19a-2 */
    unit->trucks = 0;
}

/* D33: 1 north, then clockwise. */
static Hex drift(Play *play, Hex hex)
{
    int direction = dice_roll(play->dice), distance = dice_roll(play->dice);
    tell(play->events, EVENT_ROLLED, 0, sentence(OCS_14_19B_1, "ocs.drift-direction-hex", direction, distance));
    while (distance-- && hex != NO_HEX)
        hex = play->scenario->map->next[hex][direction - 1];
    return hex;
}

static void drop_unit(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    const Book *data = play->data;
    int die = dice_roll(play->dice), row = die + data->drop_modifier[1][terrain_at(play->scenario, state, hex)];
    int result = data->drop[1][row > DIE ? DIE - 1 : row - 1], mp = kind_of(data, state, piece)->face[0].mp;
    uint16_t rule = second_edition(data) ? OCS2_AIRDROP_2 : OCS_14_19B_1;
    set_bit(state->jumped, piece);
    tell(play->events, EVENT_ROLLED, 0, sentence(rule, "ocs.jumps-rolled-read", piece, die, row));
    if (result == DROP_DRIFTS)
        hex = drift(play, hex);
    unit->steps = (uint8_t)(unit->steps - (result == DROP_STEP));
    if (result == DROP_DESTROYED || !unit->steps || hex == NO_HEX || !can_stand(play->scenario, mp, hex))
        destroy_load(play, piece, rule);
    else if (enemy_in(state, unit->side, hex))
        destroy_load(play, piece, second_edition(data) ? OCS2_AIRDROP_5 : OCS_14_19B_2);
    else {
        set_down(play, piece, hex);
        unit->face = COMBAT_SIDE;
        unit->marker = NO_MARKER;
        disorganize(play, piece, OCS_14_19B_2);
        tell(play->events, EVENT_PLACED, 0, sentence(OCS_14_19B_2, "ocs.lands", piece, hex));
        come_into(play, unit->side, hex);
    }
}

void cargo_arrives(Play *play)
{
    State *state = play->state;
    Flight *flight = &state->flight;
    bool drops = flight->purpose == ERRAND_DROP;
    Hex hex = flight->path[flight->length - 1];
    for (int i = 0; i < flight->count; i++)
        if (carries(play->data, state, flight->piece[i]) && state->unit[flight->piece[i]].trucks) {
            if (drops)
                drop_tokens(play, flight->piece[i], hex);
            else
                cargo_lands(play, flight->piece[i]);
        }
    for (int i = 0; i < flight->cargo; i++) {
        if (drops)
            drop_unit(play, flight->load[i], hex);
        else
            get_out(play, flight->load[i], hex);
    }
    flight->cargo = 0;
    for (int i = 0; drops && i < flight->count; i++) /* 14.19-2; escorts stay on station */
        if (carries(play->data, state, flight->piece[i]))
            state->unit[flight->piece[i]].now |= RETURNING;
}

/* ---- airlift and drop COUNTER… [with COUNTER…] [supply TOKENS] to HEX [by HEX…] ---------------------------------- */

static int most_hexes(const Book *data, const State *view, const Order *order)
{
    int count, first = order_slot(order, CREWS, &count), least = 255;
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        int left = air_of(data, view, piece)->range - view->unit[piece].spent;
        least = left < least ? left : least;
    }
    return least;
}

/* 14.1c, 14.9a, D61: others that began there fly along as escort. */
static Refusal may_escort(const State *view, Piece piece)
{
    if (view->unit[piece].now & MOVED)
        return refuse(OCS_14_1A_1, "ocs.flown-phase", piece);
    return starts_out(view, piece) ? LEGAL : refuse(OCS_14_1_TAB1, "ocs.base-without-supply-only-flies", piece);
}

/* What may fly together; whether one of them carries is checked when the order is whole. */
static Refusal check_crews(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, CREWS, &count);
    Hex hex = view->unit[order->value[first]].at.hex;
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        Refusal no = may_fly(scenario, view, piece);
        if (!refused(no) && !carries(data_of(scenario), view, piece))
            no = may_escort(view, piece);
        if (refused(no))
            return no;
        if (view->unit[piece].at.hex != hex)
            return refuse(OCS_14_20D, "ocs.not-begin-hex-others", piece);
        if (view->unit[piece].start != hex)
            return refuse(order->verb == DO_DROP ? OCS_14_19_1 : OCS_14_20A, "ocs.began-phase-elsewhere-takes-up",
                          piece, hex);
    }
    return has_base(view, question(&view->head)->side, hex)
               ? LEGAL
               : refuse(OCS_14_19_1, "ocs.transports-load-base-none-yours", hex);
}

static bool has_transport(const Book *data, const State *view, const Order *order)
{
    int count, first = order_slot(order, CREWS, &count);
    for (int i = 0; i < count; i++)
        if (carries(data, view, order->value[first + i]))
            return true;
    return false;
}

/* 14.20b, B9, ocs2.transport-2 */
static Refusal may_load(const Scenario *scenario, const State *view, const Order *order, Piece piece)
{
    const Book *data = data_of(scenario);
    const Kind *kind = kind_of(data, view, piece);
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_unit(kind) ||
        unit->at.hex != view->unit[order->value[0]].at.hex)
        return refuse(order->verb == DO_DROP ? OCS_14_19_1 : OCS_14_20A, "ocs.not-transports", piece);
    if (unit->start != unit->at.hex || unit->now & (MOVED | ARRIVED))
        return refuse(OCS_14_20A, "ocs.not-begin-phase-moved", piece);
    if (kind->class == HEADQUARTERS || kind->class == ARMOR || kind->class == MECH || kind->is & NEEDS_EQ ||
        kind->motor != NOT_MOTORIZED || unit->trucks)
        return refuse(OCS_14_20B, "ocs.cannot-carried-air", piece);
    if (order->verb == DO_DROP && !(kind->is & AIR_DROPS))
        return refuse(OCS_14_19C, "ocs.not-jump", piece);
    if (order->verb == DO_DROP && data_of(scenario)->drops_once && has_bit(view->jumped, piece))
        return refuse(OCS_14_19C, "ocs.jumped-once-not-again", piece);
    return LEGAL;
}

/* All of the load together, against what the transports carry. */
static Refusal check_load(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    int units, unit = order_slot(order, WITH, &units), crews, first = order_slot(order, CREWS, &crews), capacity = 0;
    int tokens = order_value(order, SUPPLY, 0);
    int weight = tokens;
    for (int i = 0; i < units; i++) {
        Refusal no = may_load(scenario, view, order, order->value[unit + i]);
        for (int j = 0; j < i && !refused(no); j++)
            if (order->value[unit + j] == order->value[unit + i])
                no = refuse(OCS_14_20A, "ocs.named-twice", order->value[unit + i]);
        if (refused(no))
            return no;
        weight += weight_of(data, view, order->value[unit + i]);
    }
    for (int i = 0; i < crews; i++)
        capacity +=
            carries(data, view, order->value[first + i]) ? air_capacity(data, view, order->value[first + i]) : 0;
    const Pile *pile = pile_in(view, question(&view->head)->side, view->unit[order->value[0]].at.hex);
    if (tokens > (pile ? pile->dump : 0))
        return refuse(order->verb == DO_DROP ? OCS_14_19_1 : OCS_14_20A, "ocs.not-many-tokens-base");
    if (pile && tokens > pile->dump - pile->landed)
        return refuse(OCS_14_20A, "ocs.t-began-phase-base-carried", pile->dump - pile->landed);
    return weight > capacity ? refuse(OCS_14_20D, "ocs.weighs-token-carry", weight, capacity) : LEGAL;
}

/* Base to base, or a drop anywhere within the range. */
static Refusal check_way(const Scenario *scenario, const State *view, const Order *order, Hex path[WALK], int *length)
{
    Hex to = order_value(order, TO, NO_HEX);
    if (order->verb == DO_AIRLIFT && !has_base(view, question(&view->head)->side, to))
        return refuse(OCS_14_20_1, "ocs.no-air-base-yours", to);
    return ordered_way(scenario, view, order, TO, most_hexes(data_of(scenario), view, order), true, path, length);
}

Refusal lift_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex path[WALK];
    int units, tokens, length;
    order_slot(order, WITH, &units);
    order_slot(order, SUPPLY, &tokens);
    Refusal no = check_crews(scenario, view, order);
    if (!refused(no) && !has_transport(data_of(scenario), view, order))
        no = refuse(OCS_14_4D, "ocs.carries-nothing", order->value[0]);
    if (!refused(no) && (tokens || !units) && !order_value(order, SUPPLY, 0))
        no = refuse(OCS_14_20_1, "ocs.nothing-loaded");
    if (!refused(no))
        no = check_load(scenario, view, order);
    return refused(no) ? no : check_way(scenario, view, order, path, &length);
}

/* Where they can go: bases, or any hex to drop. */
static void list_ends(const Scenario *scenario, const State *view, const Order *order, Choices *out)
{
    ROOM(Skies, skies);
    int count, first = order_slot(order, CREWS, &count), side = question(&view->head)->side;
    Hex from = view->unit[order->value[first]].at.hex;
    skies_from(scenario, view, &order->value[first], count, from, NO_HEX, most_hexes(data_of(scenario), view, order),
               true, skies);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (hex != from && skies->cost[hex] != NO_WAY && (order->verb == DO_DROP || has_base(view, side, (Hex)hex)))
            choose(out, TO, hex);
}

/* Whether there are any: a base, or a hex next to theirs. */
static bool has_end(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, CREWS, &count), side = question(&view->head)->side;
    int most = most_hexes(data_of(scenario), view, order);
    const Hex *next = scenario->map->next[view->unit[order->value[first]].at.hex];
    for (Edge edge = 0; order->verb == DO_DROP && edge < EDGES; edge++)
        if (next[edge] != NO_HEX && flies_to(scenario, view, &order->value[first], count, next[edge], most, true))
            return true;
    for (int i = 0; order->verb != DO_DROP && i < view->bases; i++)
        if (view->base[i].side == side &&
            flies_to(scenario, view, &order->value[first], count, view->base[i].hex, most, true))
            return true;
    return false;
}

static bool load_fits(const Scenario *scenario, const State *view, const Order *order, int slot, int value)
{
    Order more = *order;
    return order_add(&more, slot, (uint16_t)value) && !refused(check_load(scenario, view, &more));
}

static bool anything_fits(const Scenario *scenario, const State *view, const Order *order)
{
    if (load_fits(scenario, view, order, SUPPLY, 1))
        return true;
    for (Piece piece = view->top[view->unit[order->value[0]].at.hex]; piece != NO_PIECE;
         piece = view->unit[piece].at.below)
        if (!refused(may_load(scenario, view, order, piece)) && load_fits(scenario, view, order, WITH, piece))
            return true;
    return false;
}

static void list_load(const Scenario *scenario, const State *view, const Order *prefix, int units, Choices *out)
{
    for (int piece = 0; units < STACK && piece < scenario->pieces; piece++) /* in any order: the first go on first */
        if (is_asked_for(view, (Piece)piece) && load_fits(scenario, view, prefix, WITH, piece))
            choose(out, WITH, piece);
    for (int amount = 1; load_fits(scenario, view, prefix, SUPPLY, amount); amount++)
        choose(out, SUPPLY, amount);
}

/* Whether such a crew could carry something somewhere, perhaps with a transport that is named after it. */
static bool lifts_on(const Scenario *scenario, const State *view, const Order *order)
{
    if (refused(check_crews(scenario, view, order)))
        return false;
    if (has_transport(data_of(scenario), view, order))
        return anything_fits(scenario, view, order) && has_end(scenario, view, order);
    EACH_BIT_FROM(piece, own_aircraft(scenario, view), COUNTER_WORDS, order->value[order->count - 1] + 1) {
        Order more = *order;
        if (is_active(view, (Piece)piece) && carries(data_of(scenario), view, (Piece)piece) &&
            order_add(&more, CREWS, (uint16_t)piece) && lifts_on(scenario, view, &more))
            return true;
    }
    return false;
}

void lift_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int crews, units, tokens, ends, last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    if (data_of(scenario)->without[PART_AIR])
        return;
    order_slot(prefix, CREWS, &crews);
    order_slot(prefix, WITH, &units);
    order_slot(prefix, SUPPLY, &tokens);
    order_slot(prefix, TO, &ends);
    EACH_BIT_FROM(piece, own_aircraft(scenario, view), COUNTER_WORDS,
                  prefix->count == crews && crews < STACK ? last + 1 : OCS_PIECES) {
        if (!is_active(view, (Piece)piece))
            continue;
        Order order = *prefix;
        if (order_add(&order, CREWS, (uint16_t)piece) && lifts_on(scenario, view, &order))
            choose(out, CREWS, piece);
    }
    if (!crews || !has_transport(data_of(scenario), view, prefix) || refused(check_crews(scenario, view, prefix)) ||
        refused(check_load(scenario, view, prefix)) || !has_end(scenario, view, prefix))
        return;
    if (ends) {
        out->complete = !refused(lift_check(scenario, view, prefix));
        list_ways(scenario, view, prefix, TO, most_hexes(data_of(scenario), view, prefix), true, out);
        return;
    }
    if (!tokens)
        list_load(scenario, view, prefix, units, out);
    if (units || tokens)
        list_ends(scenario, view, prefix, out);
}

void lift_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int crews, first = order_slot(order, CREWS, &crews), units, unit = order_slot(order, WITH, &units), length = 0;
    int tokens = order_value(order, SUPPLY, 0), side = asked(state)->side;
    Hex path[WALK];
    check_way(play->scenario, state, order, path, &length);
    put_tokens(state, side, state->unit[order->value[0]].at.hex, -tokens);
    for (int i = 0; i < crews; i++) {
        if (carries(play->data, state, order->value[first + i]))
            state->unit[order->value[first + i]].now |= CARRYING;
    }
    state->flight = (Flight){.cargo = (uint8_t)units,
                             .tokens = (uint16_t)tokens,
                             .lift = (uint16_t)room_of(play->data, state, &order->value[first], crews)};
    for (int i = 0; i < units; i++) {
        state->flight.load[i] = order->value[unit + i];
        leave_works(state, side, state->unit[order->value[unit + i]].at.hex);
        lift(play->scenario, state, order->value[unit + i]);
        state->unit[order->value[unit + i]].standing = ABOARD;
        state->unit[order->value[unit + i]].carrier = NO_PIECE;
    }
    flight_begin(play, order->verb == DO_DROP ? ERRAND_DROP : ERRAND_AIRLIFT, &order->value[first], crews, path,
                 length);
}
