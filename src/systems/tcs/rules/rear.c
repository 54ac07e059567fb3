/* rear.c — TCS 6.3c, 6.5c, 6.12a and 6.14a: units on their way to the rear.
 *
 * A unit goes back under a contingency, under failure instructions or under preliminary ones (Camp.doing). It enters no
 * hex beside an enemy and ends no march farther from its place than it began the phase (command.c, bounds.c); a failing
 * unit ends none nearer to the enemy, either. Each own phase must bring it nearer if a legal march does, or the
 * phase cannot end. A failing group whose way is barred may get another place. */
#include "core/room.h"
#include "systems/tcs/tcs.h"

enum { NEXT_TO_IT = 1 };

static int side_asked(const State *view) { return question(&view->head)->side; }

bool is_going_back(const State *view, Piece piece)
{
    const Camp *camp = camp_of(view, piece);
    return camp && camp->doing != CAMP_RESTS && !group_of(view, piece, NULL);
}

bool load_goes_back(const State *view, Piece piece)
{
    bool back = is_going_back(view, piece);
    EACH_IN(rider, view, view->unit[piece].at.hex)
        back |= is_riding(view, rider) && view->unit[rider].carrier[0] == piece && is_going_back(view, rider);
    return back;
}

uint16_t rule_of_way(const Camp *camp)
{
    return camp->doing == CAMP_FAILS ? TCS_6_5C_2 : camp->doing == CAMP_GATHERS ? TCS_6_14A_1 : TCS_6_3C_2;
}

/* ---- where a phase began ------------------------------------------------------------------------------------ */

int nearest_enemy(const Scenario *scenario, const State *state, int side, Hex from)
{
    int nearest = 0;
    EACH_BIT(enemy, state->occupied[enemy_of(side)], TCS_WORDS) {
        int away = map_distance(scenario->map, from, (Hex)enemy);
        if ((away <= ENEMY_RADIUS || data_of(scenario)->all_enemies) && (!nearest || away < nearest))
            nearest = away;
    }
    return nearest;
}

/* For: from where a unit must come nearer to its place, and how near the enemy may be. */
void note_starts(const Scenario *scenario, State *state, int side)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        if (unit->side != side || !is_on_map(state, piece) || unit->at.hex >= scenario->map->hexes)
            continue;
        unit->near = (uint8_t)nearest_enemy(scenario, state, side, unit->at.hex);
        if (is_going_back(state, piece))
            state->plans[side].stood[piece] = unit->at.hex;
    }
}

/* ---- arrival: R-101 ------------------------------------------------------------------------------------------- */

static bool is_stranded(const Scenario *scenario, const State *state, Piece piece)
{
    return kind_of(scenario, piece)->tow_only && !is_riding(state, piece);
}

static int away_from(const Scenario *scenario, const Camp *camp, Hex hex)
{
    return map_distance(scenario->map, hex, camp->centre);
}

static bool is_at_place(const Scenario *scenario, const State *state, const Camp *camp, Piece piece)
{
    return away_from(scenario, camp, state->unit[piece].at.hex) <= (camp->doing == CAMP_GATHERS ? LEASH : NEXT_TO_IT);
}

/* All of the group that can move are there. */
static bool camp_is_there(const Scenario *scenario, const State *state, int side, int camp)
{
    bool any = false;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (!is_on_map(state, piece) || state->plans[side].camp_of[piece] != camp + 1)
            continue;
        any = true;
        if (!is_at_place(scenario, state, &state->plans[side].camp[camp], piece) &&
            !is_stranded(scenario, state, piece))
            return false;
    }
    return any;
}

/* 6.3c-3, R-25, R-73: they have no centre then, and their owner must give one. */
void camps_arrive(Play *play, int side)
{
    Plans *plans = &play->state->plans[side];
    for (int i = 0; i < TCS_CAMPS; i++) {
        Hex place = plans->camp[i].centre;
        if (plans->camp[i].doing <= CAMP_RESTS || !camp_is_there(play->scenario, play->state, side, i))
            continue;
        for (int piece = 0; piece < TCS_PIECES; piece++)
            if (plans->camp_of[piece] == i + 1)
                plans->camp_of[piece] = 0;
        plans->camp[i] = (Camp){0};
        tell_own(play, side, EVENT_NOTE, sentence(TCS_6_3C_3, "tcs.unassigned-units-reached", place));
    }
}

/* ---- the march that brings it nearer ------------------------------------------------------------------------- */

/* The units that walk for it: itself, or its carrier with all that share a load. */
static Order walkers_for(const Scenario *scenario, const State *view, Piece piece)
{
    Order order = order_of(DO_MOVE);
    const OrderKind *kind = &scenario->system->orders[DO_MOVE];
    Piece walker = is_riding(view, piece) ? view->unit[piece].carrier[0] : piece;
    order_add(&order, 0, walker);
    EACH_IN(rider, view, view->unit[walker].at.hex) {
        bool aboard = false;
        for (int i = 0; is_riding(view, rider) && i < CARRIERS; i++)
            aboard |= view->unit[rider].carrier[i] != NO_PIECE && order_has(&order, 0, view->unit[rider].carrier[i]);
        for (int i = 0; aboard && i < CARRIERS; i++)
            if (view->unit[rider].carrier[i] != NO_PIECE && !order_has(&order, 0, view->unit[rider].carrier[i]))
                order_put(kind, &order, 0, view->unit[rider].carrier[i]);
    }
    return order;
}

/* Those of them in Fire Mode. */
static Order switch_for(const State *view, const Order *march)
{
    Order order = order_of(DO_MODE);
    for (int i = 0; i < march->count; i++)
        if (view->unit[march->value[i]].mode == FIRE_MODE)
            order_add(&order, 0, march->value[i]);
    if (order.count)
        order_add(&order, 1, MOVE_MODE);
    return order;
}

static bool has_room(const Scenario *scenario, const State *view, const Order *march, Hex hex)
{
    int vehicles, steps, side = view->unit[march->value[0]].side;
    stacked(scenario, view, side, hex, &vehicles, &steps);
    EACH_IN(piece, view, view->unit[march->value[0]].at.hex) {
        bool goes =
            order_has(march, 0, piece) || (is_riding(view, piece) && order_has(march, 0, view->unit[piece].carrier[0]));
        vehicles += goes && is_vehicle(kind_of(scenario, piece));
        steps += goes && !is_vehicle(kind_of(scenario, piece)) ? view->unit[piece].steps : 0;
    }
    return vehicles <= VEHICLE_LIMIT && steps <= STEP_LIMIT;
}

/* Where the march ends that leads nearest to the place; NO_HEX if none leads nearer than the unit stood. */
static Hex nearest_end(const Scenario *scenario, const State *view, Piece piece, const Order *march)
{
    ROOM(Reach, reach);
    const Camp *camp = camp_of(view, piece);
    int best = away_from(scenario, camp, view->plans[view->unit[piece].side].stood[piece]);
    Hex end = NO_HEX;
    reach->count = 0;
    move_flood(scenario, view, march, reach, NULL);
    for (int i = 0; i < reach->count; i++) {
        int away = away_from(scenario, camp, reach->hex[i]);
        if (away >= best || !has_room(scenario, view, march, reach->hex[i]) ||
            refused(orders_let_end(scenario, view, piece, reach->hex[i])))
            continue;
        best = away;
        end = reach->hex[i];
    }
    return end;
}

/* The state in which those of the order are in Move Mode. */
static const State *after_switch(const Scenario *scenario, const State *view, const Order *order)
{
    ROOM(State, after);
    *after = *view;
    for (int i = 0; i < order->count && order->slot[i] == 0; i++) {
        pay_switch(scenario, after, order->value[i]);
        after->unit[order->value[i]].mode = MOVE_MODE;
    }
    return after;
}

bool march_back(const Scenario *scenario, const State *view, Piece piece, Order *out)
{
    Order march = walkers_for(scenario, view, piece), turn = switch_for(view, &march);
    const State *then = view;
    if (turn.count) {
        if (refused(mode_check(scenario, view, &turn)))
            return false;
        then = after_switch(scenario, view, &turn);
    }
    Hex end = nearest_end(scenario, then, piece, &march);
    if (end == NO_HEX)
        return false;
    if (turn.count) {
        *out = turn;
    } else {
        *out = march;
        order_add(out, 2, end); /* a path is given by its end */
    }
    return true;
}

/* ---- the duty: R-101 ------------------------------------------------------------------------------------------ */

bool owes_march(const Scenario *scenario, const State *view, Piece piece, Order *out)
{
    const Camp *camp = camp_of(view, piece);
    if (!is_on_map(view, piece) || view->unit[piece].side != side_asked(view) || !is_going_back(view, piece) ||
        is_at_place(scenario, view, camp, piece))
        return false;
    Hex stood = view->plans[view->unit[piece].side].stood[piece];
    return stood < scenario->map->hexes &&
           away_from(scenario, camp, view->unit[piece].at.hex) >= away_from(scenario, camp, stood) &&
           march_back(scenario, view, piece, out);
}

static Refusal comes_nearer(const Scenario *scenario, const State *view, Piece piece)
{
    Order march;
    if (!owes_march(scenario, view, piece, &march))
        return LEGAL;
    return refuse(rule_of_way(camp_of(view, piece)), "tcs.can-still-come-nearer-must", piece,
                  camp_of(view, piece)->centre);
}

Refusal end_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Refusal no = LEGAL;
    (void)order;
    for (Piece piece = 0; is_commanded(data) && data->command == COMMAND_STRICT && piece < scenario->pieces; piece++)
        if (!refused(no))
            no = comes_nearer(scenario, view, piece);
    return no;
}

/* The unit that owed a march in the last call probably still does. */
void end_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    static _Thread_local Piece last;
    Piece piece = last;
    if (is_commanded(data_of(scenario)) && data_of(scenario)->command == COMMAND_STRICT && piece < scenario->pieces &&
        refused(comes_nearer(scenario, view, piece)))
        return;
    Refusal no = end_check(scenario, view, prefix);
    out->complete = !refused(no);
    if (refused(no))
        last = (Piece)no.why.arg[0];
}

void note_idlers(Play *play, int side)
{
    for (Piece piece = 0; play->data->command == COMMAND_WARN && piece < play->scenario->pieces; piece++)
        if (play->state->unit[piece].side == side) {
            Refusal no = comes_nearer(play->scenario, play->state, piece);
            if (refused(no))
                write_breach(play, piece, play->state->unit[piece].at.hex, no);
        }
}

/* ---- redirect COUNTER to HEX: new failure instructions (6.12a, R-103) ------------------------------------------- */

/* As if its next own phase began now, whatever holds it back today. */
static bool way_is_barred(const Scenario *scenario, const State *view, Piece piece)
{
    ROOM(State, fresh);
    Order march;
    if (!is_on_map(view, piece) || is_stranded(scenario, view, piece) ||
        is_at_place(scenario, view, camp_of(view, piece), piece))
        return false;
    *fresh = *view;
    for (Piece other = 0; other < scenario->pieces; other++) {
        Unit *unit = &fresh->unit[other];
        if (unit->at.hex != view->unit[piece].at.hex)
            continue;
        unit->now &= ~(uint32_t)(UNTIL_PHASE_ENDS | FIRED | SFA_DONE);
        unit->spirit = STEADFAST;
        unit->mode = MOVE_MODE;
        unit->spent = 0;
        unit->start = unit->at.hex;
    }
    note_starts(scenario, fresh, view->unit[piece].side);
    return !march_back(scenario, fresh, piece, &march);
}

static bool camp_in_contact(const Scenario *scenario, const State *state, int side, int camp)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (state->plans[side].camp_of[piece] == camp + 1 && in_contact(scenario, state, piece))
            return true;
    return false;
}

static bool is_to_be_redirected(const State *view, int side, int camp)
{
    const Camp *failing = &view->plans[side].camp[camp];
    return failing->doing == CAMP_FAILS && failing->redirected != view->head.turn;
}

static bool must_redirect(const Scenario *scenario, const State *view, int side, int camp)
{
    return is_to_be_redirected(view, side, camp) && camp_in_contact(scenario, view, side, camp);
}

static bool camp_is_barred(const Scenario *scenario, const State *view, int side, int camp)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (view->plans[side].camp_of[piece] == camp + 1 && way_is_barred(scenario, view, piece))
            return true;
    return false;
}

Refusal may_redirect(const Scenario *scenario, const State *view, Piece piece)
{
    int side = side_asked(view), camp = view->unit[piece].side == side ? view->plans[side].camp_of[piece] - 1 : -1;
    if (camp < 0 || view->plans[side].camp[camp].doing != CAMP_FAILS)
        return refuse(TCS_6_12A_1, "tcs.not-failure-instructions", piece);
    if (!is_to_be_redirected(view, side, camp))
        return refuse(TCS_6_12A_1, "tcs.group-given-another-place-turn", piece);
    return camp_in_contact(scenario, view, side, camp) || camp_is_barred(scenario, view, side, camp)
               ? LEGAL
               : refuse(TCS_6_12A_1, "tcs.group-not-contact-way-free", piece, view->plans[side].camp[camp].centre);
}

Refusal is_refuge(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    int side = side_asked(view);
    if (hex >= scenario->map->hexes || enemy_in(view, side, hex))
        return refuse(TCS_6_12A_1, "tcs.enemy-stands", hex);
    if (touches_enemy(scenario, view, side, hex))
        return refuse(TCS_6_12A_1, "tcs.lies-beside-enemy", hex);
    return hex == camp_of(view, piece)->centre ? refuse(TCS_6_12A_1, "tcs.way-already", hex) : LEGAL;
}

Refusal redirect_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = may_redirect(scenario, view, order->value[0]);
    return refused(no) || order->count < 2 ? no : is_refuge(scenario, view, order->value[0], order->value[1]);
}

void redirect_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    for (int piece = 0; !prefix->count && piece < scenario->pieces; piece++)
        if (view->plans[side_asked(view)].camp_of[piece] && !refused(may_redirect(scenario, view, (Piece)piece)))
            choose(out, 0, piece);
    if (prefix->count != 1 || refused(may_redirect(scenario, view, prefix->value[0])))
        return;
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (!refused(is_refuge(scenario, view, prefix->value[0], (Hex)hex)))
            choose(out, 1, hex);
}

void redirect_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int side = asked(state)->side;
    Camp *camp = &state->plans[side].camp[state->plans[side].camp_of[order->value[0]] - 1];
    camp->centre = order->value[1];
    camp->redirected = (uint8_t)state->head.turn;
    tell_own(play, side, EVENT_NOTE, sentence(TCS_6_12A_1, "tcs.failing-units-now-go", camp->centre));
}

/* A group that cannot avoid contact must be given another place before the step is over. */
Refusal redirected_check(const Scenario *scenario, const State *view)
{
    int side = side_asked(view);
    for (int i = 0; i < TCS_CAMPS; i++)
        if (must_redirect(scenario, view, side, i))
            return refuse(TCS_6_12A_1, "tcs.units-way-contact-redirect", view->plans[side].camp[i].centre);
    return LEGAL;
}
