/* air_flight.c — OCS 14.1, 14.6, 14.8: a flight hex by hex, interception, and flights home.
 *
 * In every hex entered: active enemies there are attacked at once, by the mover (14.1b-3, 14.1c-2); then the side that
 * intercepts in this phase (14.1-tab2, B3) may send any active F, no bombers (14.4a, 14.4c), from within five hexes
 * (14.8, 2.3.II.1.D-2, 2.3.II.1.E-4), and others into the same hex when that combat is over (14.8c-2). Interceptors
 * that win stay there on station, movers that win stop there (14.8a) and get new orders with the MPs they have left;
 * lifts and drops go on by themselves (D62). A flight without an escort ends a hex before enemy fighters (14.9b).
 * Aircraft that were beaten or used must go home (RETURNING). They do when the flight or barrage that cost them is
 * over, and may be intercepted on the way by the same side. */
#include <string.h>

#include "core/room.h"
#include "systems/ocs/air.h"

enum { INTERCEPTS_WITHIN = 5 };
enum { ENTER, FIGHT, WAIT, INTERCEPTED, SETTLE, OVER };
enum { FOUGHT_HERE }; /* Frame.data of a flight */

/* 14.8d, D72: enemy fighters within five hexes are placed on the map, whether they intercept or not. */
static void spot_fighters(Play *play, Hex hex)
{
    State *state = play->state;
    EACH_BIT(piece, play->data->aircraft[enemy_of(state->flight.side)], COUNTER_WORDS) {
        Unit *unit = &state->unit[piece];
        if (!play->data->hidden_stations || !is_active(state, (Piece)piece) || unit->now & SPOTTED ||
            !(air_types(play->data, state, (Piece)piece) & AIR_F) ||
            map_distance(play->scenario->map, unit->at.hex, hex) > INTERCEPTS_WITHIN)
            continue;
        unit->now |= SPOTTED;
        tell(play->events, EVENT_REVEALED, 0, sentence(OCS_14_8D, "ocs.station-over", piece, unit->at.hex));
    }
}

void flight_begin(Play *play, Errand errand, const Piece *pieces, int count, const Hex *path, int length)
{
    State *state = play->state;
    Flight *flight = &state->flight;
    flight->count = (uint8_t)count;
    flight->side = state->unit[pieces[0]].side;
    flight->purpose = (uint8_t)errand;
    flight->at = 0;
    flight->length = (uint8_t)length;
    memcpy(flight->path, path, (size_t)length * sizeof *path);
    memcpy(flight->piece, pieces, (size_t)count * sizeof *pieces);
    for (int i = 0; i < count; i++) {
        Unit *unit = &state->unit[pieces[i]];
        unit->now = (unit->now | MOVED) & ~(WON | SPOTTED);
        tell(play->events, EVENT_MOVED, 0,
             sentence(errand == ERRAND_HOME ? OCS_14_6_1 : OCS_14_2A, "ocs.flies", pieces[i],
                      state->unit[pieces[i]].at.hex, path[length - 1]));
    }
    if (play->data->hidden_stations) /* enemies met, or not met, reveal something (14.8d) */
        tell(play->events, EVENT_REVEALED, 0, sentence(OCS_14_8D, "ocs.flies-where-stations-hidden", flight->side));
    spot_fighters(play, state->unit[pieces[0]].at.hex);
    ask(state, ASK_FLIGHT, flight->side);
}

/* ---- aircraft that may intercept -------------------------------------------------------------------------------- */

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
        return refuse(OCS_14_8_1, "ocs.no-active-aircraft-yours", piece);
    if (!(air_types(data, view, piece) & AIR_F))
        return refuse(OCS_14_4B, "ocs.not-fighter", piece);
    if (unit->at.hex == hex)
        return refuse(OCS_14_8C_1, "ocs.over-already-too-late", piece, hex);
    bool faced = false;
    for (int i = 0; i < view->flight.count; i++)
        faced |= (view->unit[view->flight.piece[i]].now & FACED) != 0;
    if (data->safe_abort && view->flight.purpose == ERRAND_HOME && faced && unit->now & FACED) /* E4 */
        return refuse(OCS_14_6_1, "ocs.just-fought-fly-home", piece);
    int distance = map_distance(scenario->map, unit->at.hex, hex);
    return distance <= INTERCEPTS_WITHIN
               ? LEGAL
               : refuse(OCS_14_8_1, "ocs.hexes-away-fighters-intercept-within", piece, distance);
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
    return refused(no) || offensive ? no : refuse(OCS_14_9A, "ocs.somebody-must-able-attack");
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

/* 14.8-3: all of them at once; they meet no enemies on the way (14.8b). */
void intercept_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = flown_to(state);
    int side = asked(state)->side;
    answered(state);
    asked(state)->data[FOUGHT_HERE] = true; /* of the flight */
    for (int i = 0; i < order->count; i++) {
        tell(play->events, EVENT_MOVED, 0,
             sentence(OCS_14_8_1, "ocs.intercepts", order->value[i], state->unit[order->value[i]].at.hex, hex));
        move_to(play, order->value[i], hex);
    }
    dogfight_begin(play, side, hex, true);
}

Sentence intercept_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_14_8_1, "ocs.intercept", question(&view->head)->side, flown_to(view));
}

/* ---- the procedure --------------------------------------------------------------------------------------------- */

/* Aircraft beaten on the way out are no part of it any more (14.6-1); on the way home they fly on. */
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
    spot_fighters(play, hex);
}

/* 14.9b-1, D62: fighters are over the next hex, and no aircraft is left that could fight them. */
static bool is_barred(const Play *play)
{
    const State *state = play->state;
    const Flight *flight = &state->flight;
    return !has_escort(play->scenario, state, flight->piece, flight->count) &&
           offensive_in(play->scenario, state, enemy_of(flight->side), flight->path[flight->at]);
}

/* Another way to the same end; false when there is none within their range. */
static bool goes_round(Play *play)
{
    ROOM(Skies, skies);
    State *state = play->state;
    Flight *flight = &state->flight;
    Hex at = state->unit[flight->piece[0]].at.hex, end = flight->path[flight->length - 1];
    int least = WALK - flight->at;
    for (int i = 0; i < flight->count; i++) {
        int left = air_of(play->data, state, flight->piece[i])->range - state->unit[flight->piece[i]].spent;
        least = left < least ? left : least;
    }
    skies_from(play->scenario, state, flight->piece, flight->count, at, end, least, true, skies);
    if (skies->cost[end] == NO_WAY)
        return false;
    flight->length = (uint8_t)(flight->at + skies_path(skies, end, flight->path + flight->at));
    return true;
}

/* The flight ends where it is and gets new orders; lifts and drops go round, or home with all they carry. */
static void turn_away(Play *play, Frame *frame)
{
    State *state = play->state;
    Flight *flight = &state->flight;
    tell(play->events, EVENT_NOTE, 0,
         sentence(OCS_14_9B_1, "ocs.enemy-fighters-over-bar-way", flight->path[flight->at]));
    if (flight->purpose >= ERRAND_AIRLIFT && goes_round(play))
        return;
    frame->stage = SETTLE;
    for (int i = 0; i < flight->count; i++) {
        Piece piece = flight->piece[i];
        state->unit[piece].now |= flight->purpose >= ERRAND_AIRLIFT ? RETURNING : WON;
        cargo_turns(play, piece);
    }
    if (flight->purpose >= ERRAND_AIRLIFT)
        flight->count = 0;
}

/* 14.1b-2, D62: the winners stop there; their owner gives new orders. */
static void rest_on_victory(Play *play)
{
    State *state = play->state;
    for (int i = 0; i < state->flight.count; i++)
        state->unit[state->flight.piece[i]].now |= WON;
    if (state->flight.count)
        tell(play->events, EVENT_NOTE, 0,
             sentence(OCS_14_1B_2, "ocs.won-over-may-fly", state->flight.side, flown_to(state)));
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

/* B3: in any phase for aircraft that fly off from a captured base (9.16f). */
static bool may_be_met(const State *state)
{
    bool fleeing = false;
    for (int i = 0; i < state->flight.count; i++)
        fleeing |= (state->unit[state->flight.piece[i]].now & FLEEING) != 0;
    return state->flight.count && (fleeing || intercepting_side(state) == enemy_of(state->flight.side));
}

static void fly_on(Play *play, Frame *frame)
{
    const Flight *flight = &play->state->flight;
    if (!flight->count || flight->at == flight->length) {
        frame->stage = SETTLE;
    } else if (is_barred(play)) {
        turn_away(play, frame);
    } else {
        enter_hex(play);
        frame->data[FOUGHT_HERE] = false;
        frame->stage = FIGHT;
    }
}

void flight_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    drop_beaten(state);
    switch (frame->stage) {
    case ENTER:
        fly_on(play, frame);
        return;
    case FIGHT:
        frame->stage = WAIT;
        frame->data[FOUGHT_HERE] = dogfight_begin(play, state->flight.side, flown_to(state), true);
        return;
    case WAIT:
        frame->stage = INTERCEPTED;
        if (may_be_met(state) && anybody_may(play))
            ask(state, ASK_INTERCEPT, enemy_of(state->flight.side));
        return;
    case INTERCEPTED:
        frame->stage = ENTER;
        if (frame->data[FOUGHT_HERE] && state->flight.purpose == ERRAND_FLY) {
            rest_on_victory(play);
            frame->stage = SETTLE;
        }
        return;
    case SETTLE:
        if (!cargo_settles(play))
            frame->stage = OVER;
        return;
    default:
        flight_ends(play);
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

/* Runs whenever it comes to the top: for the units that are left, or none. */
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
    return frame->kind == ASK_EVACUATE && is_active(view, piece) &&
           view->unit[piece].at.hex == frame->data[EVACUATE_HEX];
}

/* 14.1b-1: in a movement phase of his a player may call aircraft back from their station. */
static Refusal may_leave(const Scenario *scenario, const State *view, Piece piece)
{
    Refusal no = may_fly(scenario, view, piece);
    if (!refused(no) && view->unit[piece].now & MOVED)
        no = refuse(OCS_14_1A_1, "ocs.flown-phase", piece);
    if (!refused(no) && has_base(view, view->unit[piece].side, view->unit[piece].at.hex) &&
        (starts_out(view, piece) || air_types(data_of(scenario), view, piece) & AIR_TPT))
        no = refuse(OCS_14_1B_1, "ocs.base", piece);
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
            no = refuse(OCS_14_6_1, "ocs.need-not-go-home-now", piece);
        if (refused(no))
            return no;
        if (unit->at.hex != view->unit[order->value[first]].at.hex)
            return refuse(OCS_14_1C_1, "ocs.not-begin-hex-others", piece);
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
        return refuse(OCS_14_6A_1, "ocs.no-air-base-yours", to);
    return ordered_way(scenario, view, order, 1, homing_range(data_of(scenario), view, order), true, path, &length);
}

/* The bases that the units that may go home can reach; how many. */
static int list_bases(const Scenario *scenario, const State *view, const Order *order, Choices *out)
{
    int count = 0, range = homing_range(data_of(scenario), view, order);
    int pieces, first = order_slot(order, 0, &pieces), side = question(&view->head)->side;
    for (int i = 0; i < view->bases; i++) {
        if (view->base[i].side != side ||
            !flies_to(scenario, view, &order->value[first], pieces, view->base[i].hex, range, true))
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
        list_ways(scenario, view, prefix, 1, homing_range(data_of(scenario), view, prefix), true, out);
        return;
    }
    EACH_BIT_FROM(piece, own_aircraft(scenario, view), COUNTER_WORDS, prefix->count < STACK ? last + 1 : OCS_PIECES) {
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
    ordered_way(play->scenario, state, order, 1, homing_range(play->data, state, order), true, path, &length);
    bool called = asked(state)->kind == ASK_MOVEMENT; /* by choice: D14 */
    uint32_t flees = asked(state)->kind == ASK_EVACUATE ? FLEEING : 0;
    for (int i = 0; !called && i < count; i++)
        state->unit[order->value[first + i]].now |= RETURNING | flees;
    flight_begin(play, called ? ERRAND_FLY : ERRAND_HOME, &order->value[first], count, path, length);
}

/* ---- land COUNTER…: return in place (14.6a) ------------------------------------------------------------------- */

Refusal land_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = check_homing(scenario, view, order);
    Hex hex = view->unit[order->value[0]].at.hex;
    if (refused(no) || has_base(view, question(&view->head)->side, hex))
        return no;
    return refuse(OCS_14_6A_1, "ocs.no-air-base-yours", hex);
}

void land_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    out->complete = prefix->count > 0;
    EACH_BIT_FROM(piece, own_aircraft(scenario, view), COUNTER_WORDS, prefix->count < STACK ? last + 1 : OCS_PIECES) {
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
    return sentence(OCS_14_6_1, "ocs.aircraft-must-fly-home", question(&view->head)->side);
}

/* ---- a base is lost under them (9.16f-2) ------------------------------------------------------------------------- */

void evacuate_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    Piece active[FORCE];
    if (!active_in(play->scenario, state, frame->side, (Hex)frame->data[EVACUATE_HEX], active))
        answered(state);
}

Sentence evacuate_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    const Frame *frame = question(&view->head);
    return sentence(OCS_9_16F_2, "ocs.base-lost-flies-another", frame->side, frame->data[EVACUATE_HEX]);
}
