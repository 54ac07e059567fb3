/* counter.c — OCS 3 and 4.2–4.8: what a counter is at this moment, where it is, and how it loses steps (3.7f). An HQ is
 * an RE, but not in a stack (12.1-1). */
#include "systems/ocs/air.h"

/* ---- values --------------------------------------------------------------------------------------------- */

int rating_of(const Book *data, const State *state, Piece piece)
{
    return face_of(data, state, piece)->rating - (state->unit[piece].marker == DISORGANIZED);
}

int re_of(const Book *data, const State *state, Piece piece)
{
    const Kind *kind = kind_of(data, state, piece);
    return kind->re - (kind->steps - state->unit[piece].steps) * QUARTERS;
}

static bool counts_in_stack(const Kind *kind) { return is_unit(kind) && kind->class != HEADQUARTERS; }

int stacked_re(const Scenario *scenario, const State *state, Hex hex)
{
    const Book *data = data_of(scenario);
    int sum = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (counts_in_stack(kind_of(data, state, piece)))
            sum += re_of(data, state, piece);
    return sum;
}

Hex user_of(const Book *data, const State *state, Piece piece)
{
    Hex hex = hex_of(state, piece);
    bool ship = kind_of(data, state, piece)->class == SHIP;
    return (Hex)(is_aboard(state, piece) ? hex | AFLOAT : ship ? hex | BY_SEA : hex);
}

bool has_modes(const Kind *kind) { return is_unit(kind) && !(kind->is & (ONE_SIDED | MOVE_ONLY)); }
bool has_mode(const Kind *kind, int mode)
{
    bool marches = is_unit(kind) && kind->is & MOVE_ONLY && !(kind->is & ONE_SIDED);
    return has_modes(kind) || (marches && (mode == MODE_MOVE || mode == MODE_STRATEGIC));
}

void sort_counter(Book *data, Piece piece)
{
    const Kind *kind = &data->kind[piece];
    set_bit(data->owned[kind->side], piece);
    if (kind->class == AIRCRAFT)
        set_bit(data->aircraft[kind->side], piece);
    if (kind->class == SHIP)
        set_bit(data->ships[kind->side], piece);
    if (kind->class == HEADQUARTERS)
        set_bit(data->headquarters[kind->side], piece);
    if (is_engineer(kind))
        set_bit(data->engineers[kind->side], piece);
    if (kind->formation)
        set_bit(data->formed[kind->formation - 1], piece);
}

void list_counters(const Scenario *scenario, const State *view, const Order *prefix, MayBe *may_be, CheckOrder *check,
                   Choices *out)
{
    Order order;
    out->complete = prefix->count == 1;
    if (prefix->count)
        return;
    order.verb = prefix->verb;
    order.count = 1;
    order.slot[0] = 0;
    EACH_BIT(piece, own_counters(scenario, view), COUNTER_WORDS) {
        order.value[0] = (uint16_t)piece;
        if (is_on_map(view, (Piece)piece) && (!may_be || may_be(scenario, view, (Piece)piece)) &&
            !refused(check(scenario, view, &order)))
            choose(out, 0, piece);
    }
}

/* ---- places ------------------------------------------------------------------------------------------------ */

void place(const Scenario *scenario, State *state, Piece piece, Hex hex)
{
    Unit *unit = &state->unit[piece];
    stack_put(state->top, state->unit, sizeof *state->unit, piece, hex);
    unit->standing = ON_MAP;
    if (is_unit(kind_of(data_of(scenario), state, piece)))
        set_bit(state->occupied[unit->side], hex);
}

void lift(const Scenario *scenario, State *state, Piece piece)
{
    const Book *data = data_of(scenario);
    Unit *unit = &state->unit[piece];
    Hex hex = unit->at.hex;
    bool there = is_on_map(state, piece);
    unit->carrier = NO_PIECE;
    if (!there) {
        unit->standing = IN_POOL;
        return;
    }
    stack_take(state->top, state->unit, sizeof *state->unit, piece);
    unit->standing = IN_POOL;
    for (Piece other = state->top[hex]; other != NO_PIECE; other = state->unit[other].at.below)
        if (state->unit[other].side == unit->side && is_unit(kind_of(data, state, other)))
            return;
    clear_bit(state->occupied[unit->side], hex);
}

int controller(const State *state, Hex hex)
{
    for (int side = 0; side < PLAYERS; side++)
        if (has_bit(state->control[side], hex))
            return side;
    return NO_SIDE;
}

void take_control(State *state, int side, Hex hex)
{
    set_bit(state->control[side], hex);
    clear_bit(state->control[enemy_of(side)], hex);
}

void move_to(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    lift(play->scenario, state, piece);
    place(play->scenario, state, piece, hex);
    if (!is_unit(kind_of(play->data, state, piece)))
        return;
    state->unit[piece].now |= GONE;
    take_control(state, state->unit[piece].side, hex);
}

int stack_of(const State *state, Hex hex, Piece *out, int room)
{
    return stack_list(state->top, state->unit, sizeof *state->unit, hex, out, room);
}

int hedgehog_at(const State *state, int side, Hex hex)
{
    for (int i = 0; i < state->hedgehogs; i++)
        if (state->hedgehog[i].hex == hex && state->hedgehog[i].side == side)
            return state->hedgehog[i].level;
    return 0;
}

/* ---- states ------------------------------------------------------------------------------------------------- */

void clear_states(State *state, uint32_t states, int side)
{
    for (Piece piece = 0; piece < OCS_PIECES; piece++)
        if (side == NO_SIDE || state->unit[piece].side == side)
            state->unit[piece].now &= ~states;
}

void bury(Play *play, Piece piece, uint16_t rule)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    Hex hex = hex_of(state, piece);
    if (kind_of(play->data, state, piece)->class == SHIP)
        sink_load(play, piece);
    state->lost_steps[unit->side] = (uint16_t)(state->lost_steps[unit->side] + unit->steps);
    if (is_mobile_division(play->scenario, state, piece) && kind_of(play->data, state, piece)->re == QUARTERS)
        state->lost_mobile[unit->side]++;
    lift(play->scenario, state, piece);
    unit->standing = DEAD;
    if (is_unit(kind_of(play->data, state, piece)))
        unit->trucks = 0;
    unit->steps = 0;
    unit->now = 0;
    unit->marker = NO_MARKER;
    unit->spent = 0;
    unit->start = NO_HEX;
    tell(play->events, EVENT_ELIMINATED, 0, sentence(rule, "ocs.destroyed", piece, hex));
    revival_due(play, piece);
}

void lose_step(Play *play, Piece piece, uint16_t rule)
{
    Unit *unit = &play->state->unit[piece];
    if (unit->steps == 1) {
        bury(play, piece, rule);
        return;
    }
    unit->steps--;
    if (is_unit(kind_of(play->data, play->state, piece)))
        lose_riding(play->state, piece, unit->steps + 1);
    play->state->lost_steps[unit->side]++;
    tell(play->events, EVENT_LOST, 0, sentence(rule, "ocs.loses-step-left", piece, unit->steps));
}

/* 5.10a-3: HQs never; 5.7c, 5.8d, 5.10d: it takes the place of any other marker; 5.10b-6: twice is once. */
void disorganize(Play *play, Piece piece, uint16_t rule)
{
    Unit *unit = &play->state->unit[piece];
    const Kind *kind = kind_of(play->data, play->state, piece);
    if (kind->class == HEADQUARTERS || !is_unit(kind) || unit->marker == DISORGANIZED)
        return;
    unit->marker = DISORGANIZED;
    tell(play->events, EVENT_STATE, 0, sentence(rule, "ocs.disorganized", piece));
}
