/* air_flight.c — OCS 14.1, 14.6, 14.8: a flight hex by hex, interception, and flights home.
 *
 * In every hex entered: active enemies there are attacked at once (14.1c-2); then the side that intercepts in this
 * phase (14.1-tab2, B3) may send any active F from within five hexes (14.8); whoever wins goes on or stays. Aircraft
 * that were beaten or used must go home (RETURNING). They do when the flight or barrage that cost them is over, and
 * may be intercepted on the way by the same side. */
#include <string.h>

#include "systems/ocs/air.h"

enum { INTERCEPTS_WITHIN = 5 };
enum { ENTER, FIGHT, WAIT, INTERCEPTED };

void flight_begin(Play *play, Errand errand, const Piece *pieces, int count, const Hex *path, int length)
{
    State *state = play->state;
    Flight *flight = &state->flight;
    uint8_t cargo = flight->cargo, tokens = flight->tokens; /* loaded before (air_transport.c) */
    flight->count = (uint8_t)count;
    flight->side = state->unit[pieces[0]].side;
    flight->purpose = (uint8_t)errand;
    flight->at = 0;
    flight->length = (uint8_t)length;
    flight->cargo = cargo;
    flight->tokens = tokens;
    memcpy(flight->path, path, (size_t)length * sizeof *path);
    memcpy(flight->piece, pieces, (size_t)count * sizeof *pieces);
    for (int i = 0; i < count; i++) {
        state->unit[pieces[i]].now |= MOVED;
        tell(play->events, EVENT_MOVED, 0,
             sentence(errand == ERRAND_HOME ? OCS_14_6_1 : OCS_14_2A, "%p flies from %h to %h", pieces[i],
                      state->unit[pieces[i]].at.hex, path[length - 1]));
    }
    if (play->data->hidden_stations) /* whom it meets or does not is learned by it (14.8d) */
        tell(play->events, EVENT_REVEALED, 0, sentence(OCS_14_8D, "%s flies where stations are hidden", flight->side));
    ask(state, ASK_FLIGHT, flight->side);
}

/* ---- who may intercept ------------------------------------------------------------------------------------------ */

static Hex flown_to(const State *state)
{
    const Flight *flight = &state->flight;
    return flight->at ? flight->path[flight->at - 1] : NO_HEX;
}

/* 14.8: an active F within five hexes; those already there have had their fight (14.8c-1). */
static Refusal may_intercept(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    Hex hex = flown_to(view);
    if (unit->side == view->flight.side || !is_known(data, view, piece) || !is_aircraft(data, view, piece) ||
        !is_active(view, piece))
        return refuse(OCS_14_8_1, "%p is no active aircraft of yours", piece);
    if (!(air_types(data, view, piece) & AIR_F))
        return refuse(OCS_14_4B, "%p is not a fighter", piece);
    if (unit->at.hex == hex)
        return refuse(OCS_14_8C_1, "%p is over %h already: it was too late", piece, hex);
    bool faced = false;
    for (int i = 0; i < view->flight.count; i++)
        faced |= (view->unit[view->flight.piece[i]].now & FACED) != 0;
    if (data->safe_abort && view->flight.purpose == ERRAND_HOME && faced && unit->now & FACED) /* E4 */
        return refuse(OCS_14_6_1, "%p has just fought those who fly home", piece);
    int distance = map_distance(scenario->map, unit->at.hex, hex);
    return distance <= INTERCEPTS_WITHIN
               ? LEGAL
               : refuse(OCS_14_8_1, "%p is %n hexes away, and fighters intercept within 5", piece, distance);
}

static bool anybody_may(const Play *play)
{
    if (!can_fly(play->state))
        return false;
    EACH_BIT(piece, play->data->aircraft[enemy_of(play->state->flight.side)], COUNTER_WORDS)
    if (!refused(may_intercept(play->scenario, play->state, (Piece)piece)))
        return true;
    return false;
}

Refusal intercept_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = LEGAL;
    bool offensive = false;
    for (int i = 0; i < order->count && !refused(no); i++) {
        no = may_intercept(scenario, view, order->value[i]);
        offensive |= is_offensive(data_of(scenario), view, order->value[i]);
    }
    return refused(no) || offensive ? no : refuse(OCS_14_9A, "somebody must be able to attack");
}

void intercept_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    out->complete = prefix->count && !refused(intercept_check(scenario, view, prefix));
    if (prefix->count == STACK)
        return;
    EACH_BIT_FROM(piece, data_of(scenario)->aircraft[enemy_of(view->flight.side)], COUNTER_WORDS, last + 1)
    if (!refused(may_intercept(scenario, view, (Piece)piece)))
        choose(out, 0, piece);
}

/* 14.8-3: all of them at once; nobody meets them on the way (14.8b). */
void intercept_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = flown_to(state);
    int side = asked(state)->side;
    answered(state);
    for (int i = 0; i < order->count; i++) {
        tell(play->events, EVENT_MOVED, 0,
             sentence(OCS_14_8_1, "%p intercepts from %h at %h", order->value[i], state->unit[order->value[i]].at.hex,
                      hex));
        move_to(play, order->value[i], hex);
    }
    dogfight_begin(play, side, hex, true);
}

Sentence intercept_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_14_8_1, "%s: intercept at %h?", question(&view->head)->side, flown_to(view));
}

/* ---- the procedure --------------------------------------------------------------------------------------------- */

/* Whoever was beaten on the way out is no part of it any more (14.6-1); on the way home he flies on. */
static void drop_beaten(State *state)
{
    Flight *flight = &state->flight;
    int kept = 0;
    for (int i = 0; i < flight->count; i++) {
        Piece piece = flight->piece[i];
        if (is_on_map(state, piece) && (flight->purpose == ERRAND_HOME || is_active(state, piece)))
            flight->piece[kept++] = piece;
    }
    flight->count = (uint8_t)kept;
}

static void enter_hex(Play *play)
{
    State *state = play->state;
    Flight *flight = &state->flight;
    Hex hex = flight->path[flight->at++];
    for (int i = 0; i < flight->count; i++) {
        move_to(play, flight->piece[i], hex);
        state->unit[flight->piece[i]].spent++;
    }
}

/* 14.1d, 14.7, D14: at a supplied base inactive, transports when they have finished (14.20e). */
static void land(Play *play)
{
    State *state = play->state;
    Flight *flight = &state->flight;
    for (int i = 0; i < flight->count; i++) {
        Piece piece = flight->piece[i];
        Hex hex = state->unit[piece].at.hex;
        if (flight->purpose == ERRAND_HOME)
            make_inactive(play, piece, OCS_14_7);
        else if (has_supplied_base(state, flight->side, hex) && !(air_types(play->data, state, piece) & AIR_TPT))
            make_inactive(play, piece, OCS_14_1D);
    }
}

static void flight_ends(Play *play)
{
    State *state = play->state;
    if (state->flight.count && state->flight.at == state->flight.length) {
        if (state->flight.purpose >= ERRAND_AIRLIFT)
            cargo_arrives(play);
        land(play);
    }
    state->flight = (Flight){0};
    answered(state);
    homing(play);
}

void flight_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    drop_beaten(state);
    switch (frame->stage) {
    case ENTER:
        if (!state->flight.count || state->flight.at == state->flight.length) {
            flight_ends(play);
            return;
        }
        enter_hex(play);
        frame->stage = FIGHT;
        return;
    case FIGHT:
        frame->stage = WAIT;
        dogfight_begin(play, state->flight.side, flown_to(state), true);
        return;
    case WAIT:
        frame->stage = INTERCEPTED;
        if (state->flight.count && intercepting_side(state) == enemy_of(state->flight.side) && anybody_may(play))
            ask(state, ASK_INTERCEPT, enemy_of(state->flight.side));
        return;
    default:
        frame->stage = ENTER;
        return;
    }
}

/* ---- home COUNTER… to HEX [by HEX…] (14.6) ----------------------------------------------------------------------- */

/* The next that must go home and can: 14.9d-3 in place, 14.6c no base in range. */
static Piece next_homing(const Scenario *scenario, const State *state, int side)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_on_map(state, piece) && state->unit[piece].now & RETURNING &&
            (side == NO_SIDE || state->unit[piece].side == side))
            return piece;
    return NO_PIECE;
}

void send_home(Play *play, Piece piece, uint16_t rule)
{
    State *state = play->state;
    bool choice = state->head.phase == STEP_AIR_RETURN; /* 14.6a: there it may also go elsewhere */
    if (!choice && has_base(state, state->unit[piece].side, state->unit[piece].at.hex))
        make_inactive(play, piece, rule);
    else if (base_in_range(play->scenario, state, piece))
        state->unit[piece].now |= RETURNING;
    else {
        cargo_lost(play, piece);
        bury(play, piece, OCS_14_6C);
    }
}

void homing(Play *play)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_on_map(state, piece) && state->unit[piece].now & RETURNING)
            send_home(play, piece, OCS_14_6B);
    Piece piece = next_homing(play->scenario, state, NO_SIDE);
    if (piece != NO_PIECE && !asked_below(state, ASK_HOME))
        ask(state, ASK_HOME, state->unit[piece].side);
}

/* Whenever it comes to the top: those who are left, or nobody. */
void home_resume(Play *play)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_on_map(state, piece) && state->unit[piece].now & RETURNING)
            send_home(play, piece, OCS_14_6B);
    Piece piece = next_homing(play->scenario, state, NO_SIDE);
    if (piece == NO_PIECE) {
        answered(state);
        return;
    }
    asked(state)->side = state->unit[piece].side;
}

static bool may_displace(const State *view, Piece piece)
{
    const Frame *frame = question(&view->head);
    return frame->kind == ASK_EVACUATE && is_active(view, piece) && view->unit[piece].at.hex == frame->data[0];
}

/* 14.1b-1: in a movement of his own a player may call aircraft back from their station. */
static Refusal may_leave(const Scenario *scenario, const State *view, Piece piece)
{
    Refusal no = may_fly(scenario, view, piece);
    if (!refused(no) && view->unit[piece].now & MOVED)
        no = refuse(OCS_14_1A_1, "%p has flown in this phase", piece);
    if (!refused(no) && has_base(view, view->unit[piece].side, view->unit[piece].at.hex) &&
        starts_out(data_of(scenario), view, piece))
        no = refuse(OCS_14_1B_1, "%p is at a base", piece);
    return no;
}

static Refusal check_homing(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        const Unit *unit = &view->unit[piece];
        Refusal no = LEGAL;
        if (question(&view->head)->kind == ASK_MOVEMENT)
            no = may_leave(scenario, view, piece);
        else if (unit->side != question(&view->head)->side || !is_on_map(view, piece) ||
                 !is_aircraft(data_of(scenario), view, piece) || !(unit->now & RETURNING || may_displace(view, piece)))
            no = refuse(OCS_14_6_1, "%p need not go home now", piece);
        if (refused(no))
            return no;
        if (unit->at.hex != view->unit[order->value[first]].at.hex)
            return refuse(OCS_14_1C_1, "%p does not begin in one hex with the others", piece);
    }
    return LEGAL;
}

static int homing_range(const Book *data, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count), least = 255;
    for (int i = 0; i < count; i++) {
        int range = air_of(data, view, order->value[first + i])->range;
        least = range < least ? range : least;
    }
    return least;
}

/* 14.1a-2: any base within the range of all of them. */
Refusal home_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex path[WALK], to = order_value(order, 1, NO_HEX);
    int length;
    Refusal no = check_homing(scenario, view, order);
    if (refused(no))
        return no;
    if (to >= scenario->map->hexes || !has_base(view, question(&view->head)->side, to))
        return refuse(OCS_14_6A_1, "%h has no air base of yours", to);
    return ordered_way(scenario, view, order, 1, homing_range(data_of(scenario), view, order), false, path, &length);
}

/* The bases that those who may go home can reach; how many. */
static int list_bases(const Scenario *scenario, const State *view, const Order *order, Choices *out)
{
    int count = 0, range = homing_range(data_of(scenario), view, order);
    int pieces, first = order_slot(order, 0, &pieces), side = question(&view->head)->side;
    for (int i = 0; i < view->bases; i++) {
        if (view->base[i].side != side ||
            !flies_to(scenario, view, &order->value[first], pieces, view->base[i].hex, range, false))
            continue;
        count++;
        if (out)
            choose(out, 1, view->base[i].hex);
    }
    return count;
}

void home_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int bases, last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    if (data_of(scenario)->without[PART_AIR])
        return;
    order_slot(prefix, 1, &bases);
    if (bases) {
        out->complete = !refused(home_check(scenario, view, prefix));
        list_ways(scenario, view, prefix, 1, homing_range(data_of(scenario), view, prefix), false, out);
        return;
    }
    EACH_BIT_FROM(piece, own_aircraft(scenario, view), COUNTER_WORDS, prefix->count < STACK ? last + 1 : OCS_PIECES)
    {
        if (!is_on_map(view, (Piece)piece))
            continue;
        Order order = *prefix;
        if (order_add(&order, 0, (uint16_t)piece) && !refused(check_homing(scenario, view, &order)) &&
            list_bases(scenario, view, &order, NULL))
            choose(out, 0, piece);
    }
    if (prefix->count && !refused(check_homing(scenario, view, prefix)))
        list_bases(scenario, view, prefix, out);
}

void home_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex path[WALK];
    int count, first = order_slot(order, 0, &count), length = 0;
    ordered_way(play->scenario, state, order, 1, homing_range(play->data, state, order), false, path, &length);
    bool called = asked(state)->kind == ASK_MOVEMENT; /* of its own will: D14 */
    for (int i = 0; !called && i < count; i++)
        state->unit[order->value[first + i]].now |= RETURNING;
    flight_begin(play, called ? ERRAND_FLY : ERRAND_HOME, &order->value[first], count, path, length);
}

/* ---- land COUNTER…: return in place (14.6a) ------------------------------------------------------------------- */

Refusal land_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = check_homing(scenario, view, order);
    Hex hex = view->unit[order->value[0]].at.hex;
    if (refused(no) || has_base(view, question(&view->head)->side, hex))
        return no;
    return refuse(OCS_14_6A_1, "%h has no air base of yours", hex);
}

void land_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    out->complete = prefix->count > 0;
    EACH_BIT_FROM(piece, own_aircraft(scenario, view), COUNTER_WORDS, prefix->count < STACK ? last + 1 : OCS_PIECES)
    {
        if (!is_on_map(view, (Piece)piece))
            continue;
        Order order = *prefix;
        if (order_add(&order, 0, (uint16_t)piece) && !refused(land_check(scenario, view, &order)))
            choose(out, 0, piece);
    }
}

void land_apply(Play *play, const Order *order)
{
    for (int i = 0; i < order->count; i++)
        make_inactive(play, order->value[i], OCS_14_6A_1);
    home_resume(play);
}

Sentence home_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_14_6_1, "%s: aircraft must fly home", question(&view->head)->side);
}

/* ---- a base is lost under them (9.16f-2) ------------------------------------------------------------------------- */

void evacuate_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    Piece active[FORCE];
    if (!active_in(play->scenario, state, frame->side, (Hex)frame->data[0], active))
        answered(state);
}

Sentence evacuate_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    const Frame *frame = question(&view->head);
    return sentence(OCS_9_16F_2, "%s: the base at %h is lost. Who flies to another?", frame->side, frame->data[0]);
}
