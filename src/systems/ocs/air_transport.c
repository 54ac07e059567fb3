/* air_transport.c — OCS 14.19 and 14.20: transports carry supply and units from base to base, or drop them.
 *
 *     airlift gJu52-1 gJu52-2 with gPar1 supply 1 to 13.08      drop gJu52-1 supply 2 to 13.09 by 12.08 13.09
 *
 * Each transport carries so many tokens, an RE on foot weighing an SP (13.0d). Tokens lie in the transports one by one,
 * so that a beaten one takes home what is its own (14.20c); units lie in all of them together, and cannot go on when
 * the rest is too weak to carry them. */
#include <string.h>

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

/* Whoever gets out of a transport has entered the hex (D56). */
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

/* What is in a transport that has come to a base. */
void cargo_lands(Play *play, Piece piece)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    for (Piece other = 0; other < play->scenario->pieces; other++)
        if (state->unit[other].standing == ABOARD && state->unit[other].carrier == piece)
            set_down(play, other, unit->at.hex);
    if (!unit->trucks)
        return;
    put_tokens(play->state, unit->side, unit->at.hex, unit->trucks);
    tell(play->events, EVENT_PLACED, 0,
         sentence(OCS_14_20_1, "%p unloads %t SPs at %h", piece, unit->trucks, unit->at.hex));
    unit->trucks = 0;
}

static void lose_tokens(Play *play, Piece piece, int tokens, uint16_t rule)
{
    Unit *unit = &play->state->unit[piece];
    if (!tokens)
        return;
    unit->trucks = (uint8_t)(unit->trucks - tokens);
    play->state->account[unit->side].destroyed += (uint32_t)tokens;
    tell(play->events, EVENT_LOST, 0, sentence(rule, "%t SPs are lost with %p", tokens, piece));
}

/* Tokens that the units aboard weigh: an RE an SP. */
static int weight_of(const Book *data, const State *state, const Piece *load, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += re_of(data, state, load[i]) * TOKENS / QUARTERS;
    return sum;
}

static int room_left(const Book *data, const State *state, Piece without)
{
    const Flight *flight = &state->flight;
    int sum = 0;
    for (int i = 0; i < flight->count; i++)
        if (flight->piece[i] != without && is_active(state, flight->piece[i]))
            sum += air_capacity(data, state, flight->piece[i]) - state->unit[flight->piece[i]].trucks;
    return sum;
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
    tell(play->events, EVENT_ELIMINATED, 0, sentence(rule, "%p is lost on its flight", piece));
}

/* 14.20c: what the lost step carried is lost, the rest goes home with the beaten. Units that the others cannot carry
 * go home too if nobody was shot down, and are lost otherwise. */
void cargo_suffers(Play *play, Piece piece, bool step)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    Flight *flight = &state->flight;
    bool carries = is_aircraft(play->data, state, piece) && air_types(play->data, state, piece) & AIR_TPT;
    if (!carries)
        return;
    if (step && unit->steps <= 1) {
        cargo_lost(play, piece);
    } else if (step) { /* also on the way home */
        int room = air_of(play->data, state, piece)->capacity[1];
        lose_tokens(play, piece, unit->trucks > room ? unit->trucks - room : 0, OCS_14_20C);
    }
    if (flight->purpose < ERRAND_AIRLIFT || !flight->cargo ||
        weight_of(play->data, state, flight->load, flight->cargo) <= room_left(play->data, state, piece))
        return;
    for (int i = 0; i < flight->cargo; i++) {
        if (step)
            destroy_load(play, flight->load[i], OCS_14_20C);
        else
            state->unit[flight->load[i]].carrier = piece;
    }
    flight->cargo = 0;
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

/* ---- the end of the flight ------------------------------------------------------------------------------------ */

static void drop_tokens(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    int terrain = terrain_at(play->scenario, state, hex), die = dice_roll(play->dice);
    int row = die + play->data->drop_modifier[0][terrain];
    int result = play->data->drop[0][row > DIE ? DIE - 1 : row - 1];
    bool lost = result == DROP_DESTROYED || !is_land(play->data, hex) || enemy_in(state, unit->side, hex);
    tell(play->events, EVENT_ROLLED, 0, sentence(OCS_14_19A_1, "%p drops %t SPs: %n rolled", piece, unit->trucks, die));
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
    tell(play->events, EVENT_ROLLED, 0, sentence(OCS_14_19B_1, "drift: direction %n, %n hex%*", direction, distance));
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
    tell(play->events, EVENT_ROLLED, 0, sentence(rule, "%p jumps: %n rolled, read at %n", piece, die, row));
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
        tell(play->events, EVENT_PLACED, 0, sentence(OCS_14_19B_2, "%p lands at %h", piece, hex));
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
        if (state->unit[flight->piece[i]].trucks) {
            if (drops)
                drop_tokens(play, flight->piece[i], hex);
            else
                cargo_lands(play, flight->piece[i]);
        }
    for (int i = 0; i < flight->cargo; i++) {
        if (drops)
            drop_unit(play, flight->load[i], hex);
        else
            set_down(play, flight->load[i], hex);
    }
    flight->cargo = 0;
    for (int i = 0; drops && i < flight->count; i++)
        state->unit[flight->piece[i]].now |= RETURNING; /* 14.19-2 */
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

static Refusal check_crews(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, CREWS, &count);
    Hex hex = view->unit[order->value[first]].at.hex;
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        Refusal no = may_fly(scenario, view, piece);
        if (refused(no))
            return no;
        if (!(air_types(data_of(scenario), view, piece) & AIR_TPT))
            return refuse(OCS_14_4D, "%p carries nothing", piece);
        if (view->unit[piece].at.hex != hex)
            return refuse(OCS_14_20D, "%p does not begin in one hex with the others", piece);
    }
    return has_base(view, question(&view->head)->side, hex)
               ? LEGAL
               : refuse(OCS_14_19_1, "transports load at a base, and %h has none of yours", hex);
}

/* 14.20b, B9, ocs2.transport-2 */
static Refusal may_load(const Scenario *scenario, const State *view, const Order *order, Piece piece)
{
    const Book *data = data_of(scenario);
    const Kind *kind = kind_of(data, view, piece);
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_unit(kind) ||
        unit->at.hex != view->unit[order->value[0]].at.hex)
        return refuse(OCS_14_19_1, "%p is not with the transports", piece);
    if (unit->start != unit->at.hex || unit->now & (MOVED | ARRIVED))
        return refuse(OCS_14_20A, "%p did not begin the phase there, or has moved", piece);
    if (kind->class == HEADQUARTERS || kind->class == ARMOR || kind->class == MECH || kind->is & NEEDS_EQ ||
        kind->motor != NOT_MOTORIZED || unit->trucks)
        return refuse(OCS_14_20B, "%p cannot be carried by air", piece);
    if (order->verb == DO_DROP && !(kind->is & AIR_DROPS))
        return refuse(OCS_14_19C, "%p does not jump", piece);
    if (order->verb == DO_DROP && data_of(scenario)->drops_once && has_bit(view->jumped, piece))
        return refuse(OCS_14_19C, "%p has jumped once, and does not again", piece);
    return LEGAL;
}

/* All of the load together, against what the transports carry. */
static Refusal check_load(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    int units, unit = order_slot(order, WITH, &units), crews, first = order_slot(order, CREWS, &crews), capacity = 0;
    int tokens = order_value(order, SUPPLY, 0);
    for (int i = 0; i < units; i++) {
        Refusal no = may_load(scenario, view, order, order->value[unit + i]);
        if (refused(no))
            return no;
    }
    for (int i = 0; i < crews; i++)
        capacity += air_capacity(data, view, order->value[first + i]);
    int weight = tokens + weight_of(data, view, &order->value[unit], units);
    const Pile *pile = pile_in(view, question(&view->head)->side, view->unit[order->value[0]].at.hex);
    if (tokens > (pile ? pile->dump : 0))
        return refuse(OCS_14_19_1, "there are not that many tokens at the base");
    if (pile && tokens > pile->dump - pile->landed)
        return refuse(OCS_14_20A, "%nT began the phase at the base: what was carried in it stays",
                      pile->dump - pile->landed);
    return weight > capacity ? refuse(OCS_14_20D, "that weighs %n token%+, and they carry %n", weight, capacity)
                             : LEGAL;
}

/* Base to base, or a drop anywhere within the range. */
static Refusal check_way(const Scenario *scenario, const State *view, const Order *order, Hex path[WALK], int *length)
{
    Hex to = order_value(order, TO, NO_HEX);
    if (order->verb == DO_AIRLIFT && !has_base(view, question(&view->head)->side, to))
        return refuse(OCS_14_20_1, "%h has no air base of yours", to);
    return ordered_way(scenario, view, order, TO, most_hexes(data_of(scenario), view, order), true, path, length);
}

Refusal lift_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex path[WALK];
    int units, tokens, length;
    order_slot(order, WITH, &units);
    order_slot(order, SUPPLY, &tokens);
    Refusal no = check_crews(scenario, view, order);
    if (!refused(no) && (tokens || !units) && !order_value(order, SUPPLY, 0))
        no = refuse(OCS_14_20_1, "nothing is loaded");
    if (!refused(no))
        no = check_load(scenario, view, order);
    return refused(no) ? no : check_way(scenario, view, order, path, &length);
}

/* Where they can go: bases, or any hex to drop. */
static void list_ends(const Scenario *scenario, const State *view, const Order *order, Choices *out)
{
    static _Thread_local Skies skies;
    int count, first = order_slot(order, CREWS, &count), side = question(&view->head)->side;
    Hex from = view->unit[order->value[first]].at.hex;
    skies_from(scenario, view, &order->value[first], count, from, NO_HEX, most_hexes(data_of(scenario), view, order),
               true, &skies);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (hex != from && skies.cost[hex] != NO_WAY && (order->verb == DO_DROP || has_base(view, side, (Hex)hex)))
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
    int last = prefix->value[prefix->count - 1];
    for (int piece = units ? last + 1 : 0; units < STACK && piece < scenario->pieces; piece++)
        if (is_asked_for(view, (Piece)piece) && load_fits(scenario, view, prefix, WITH, piece))
            choose(out, WITH, piece);
    for (int amount = 1; load_fits(scenario, view, prefix, SUPPLY, amount); amount++)
        choose(out, SUPPLY, amount);
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
                  prefix->count == crews && crews < STACK ? last + 1 : OCS_PIECES)
    {
        if (!is_active(view, (Piece)piece) || !(air_types(data_of(scenario), view, (Piece)piece) & AIR_TPT))
            continue;
        Order order = *prefix;
        if (order_add(&order, CREWS, (uint16_t)piece) && !refused(check_crews(scenario, view, &order)) &&
            anything_fits(scenario, view, &order) && has_end(scenario, view, &order))
            choose(out, CREWS, piece);
    }
    if (!crews || refused(check_crews(scenario, view, prefix)) || refused(check_load(scenario, view, prefix)) ||
        !has_end(scenario, view, prefix))
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
    int tokens = order_value(order, SUPPLY, 0), left = tokens, side = asked(state)->side;
    Hex path[WALK];
    check_way(play->scenario, state, order, path, &length);
    put_tokens(state, side, state->unit[order->value[0]].at.hex, -tokens);
    for (int i = 0; i < crews; i++) {
        Unit *crew = &state->unit[order->value[first + i]];
        int room = air_capacity(play->data, state, order->value[first + i]);
        crew->trucks = (uint8_t)(left < room ? left : room);
        crew->now |= CARRYING;
        left -= crew->trucks;
    }
    state->flight = (Flight){.cargo = (uint8_t)units};
    for (int i = 0; i < units; i++) {
        state->flight.load[i] = order->value[unit + i];
        lift(play->scenario, state, order->value[unit + i]);
        state->unit[order->value[unit + i]].standing = ABOARD;
        state->unit[order->value[unit + i]].carrier = NO_PIECE;
    }
    flight_begin(play, order->verb == DO_DROP ? ERRAND_DROP : ERRAND_AIRLIFT, &order->value[first], crews, path,
                 length);
}
