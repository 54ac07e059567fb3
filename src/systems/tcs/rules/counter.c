/* counter.c — TCS 3, 5.2 and 10.0: what a counter is at this moment (3.1), where it is, and how it loses steps, which
 * no other unit takes over from it (10.0d). */
#include "systems/tcs/tcs.h"

/* ---- what it is ------------------------------------------------------------------------------------------ */

bool is_gun(const Kind *kind)
{
    return kind->class == AT_GUN || kind->class == INFANTRY_GUN || kind->class == HOWITZER;
}

bool is_susceptible(const Kind *kind) { return kind->target != CODE_P; }

/* Of a dead unit, less what went with a carrier (16.2a-2); a living one has lost all that is missing. */
int lost_steps(const Scenario *scenario, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    return kind_of(scenario, piece)->steps - unit->steps - (unit->standing == DEAD ? unit->ridden_off : 0);
}

bool same_company(const Scenario *scenario, Piece one, Piece other)
{
    const Counter *a = counter_of(scenario, one), *b = counter_of(scenario, other);
    return a->company && a->company == b->company && a->battalion == b->battalion && a->regiment == b->regiment;
}

bool same_battalion(const Scenario *scenario, Piece one, Piece other)
{
    const Counter *a = counter_of(scenario, one), *b = counter_of(scenario, other);
    return a->battalion && a->battalion == b->battalion && a->regiment == b->regiment;
}

bool same_regiment(const Scenario *scenario, Piece one, Piece other)
{
    const Counter *a = counter_of(scenario, one), *b = counter_of(scenario, other);
    return a->regiment && a->regiment == b->regiment;
}

/* ---- where it is ----------------------------------------------------------------------------------------- */

void place(State *state, Piece piece, Hex hex)
{
    Unit *unit = &state->unit[piece];
    stack_put(state->top, state->unit, sizeof *state->unit, piece, hex);
    unit->standing = ON_MAP;
    set_bit(state->occupied[unit->side], hex);
}

void lift(State *state, Piece piece)
{
    Unit *unit = &state->unit[piece];
    Hex hex = unit->at.hex;
    stack_take(state->top, state->unit, sizeof *state->unit, piece);
    unit->standing = OFF_MAP;
    EACH_IN(other, state, hex)
        if (state->unit[other].side == unit->side)
            return;
    clear_bit(state->occupied[unit->side], hex);
}

int stack_of(const State *state, int side, Hex hex, Piece *out, int room)
{
    int count = 0;
    EACH_IN(piece, state, hex)
        if (state->unit[piece].side == side && count < room)
            out[count++] = piece;
    return count;
}

static bool rides_on(const State *state, Piece piece, Piece carrier)
{
    for (int i = 0; is_riding(state, piece) && i < CARRIERS; i++)
        if (state->unit[piece].carrier[i] == carrier)
            return true;
    return false;
}

static void shift(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    unit->came_from = unit->at.hex;
    lift(state, piece);
    place(state, piece, hex);
    unit->now &= ~(uint32_t)(DUG_IN | SHOWN_DUG_IN | IN_LANE); /* 6.16a-1 */
    unit->now |= SHOWN_BARE;
    note_reached(play->scenario, state, piece);
}

/* A unit that several vehicles carry goes with the first of them: they move as one stack. */
void move_to(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    Piece riders[STACK];
    int count = 0;
    EACH_IN(other, state, state->unit[piece].at.hex)
        if (count < STACK && is_riding(state, other) && state->unit[other].carrier[0] == piece)
            riders[count++] = other;
    shift(play, piece, hex);
    for (int i = 0; i < count; i++)
        shift(play, riders[i], hex);
    take_control(play->data, state, state->unit[piece].side, hex);
}

/* ---- losses ---------------------------------------------------------------------------------------------- */

void clear_states(State *state, uint32_t states, int side)
{
    for (Piece piece = 0; piece < TCS_PIECES; piece++)
        if (side == NO_SIDE || state->unit[piece].side == side)
            state->unit[piece].now &= ~states;
}

static void count_lost(Play *play, Piece piece, int steps)
{
    State *state = play->state;
    const Kind *kind = kind_of(play->scenario, piece);
    uint16_t *lost = kind->category == VEHICLE   ? state->lost_vehicles
                     : kind->category == CARRIER ? NULL
                                                 : state->lost_steps;
    if (lost)
        lost[state->unit[piece].side] = (uint16_t)(lost[state->unit[piece].side] + steps);
}

static void bury_alone(Play *play, Piece piece, uint16_t rule)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    Hex hex = unit->at.hex;
    count_lost(play, piece, unit->steps);
    lift(state, piece);
    unit->standing = DEAD;
    unit->steps = 0;
    unit->now = 0;
    unit->spirit = STEADFAST;
    unit->riding = ON_FOOT;
    unit->spent = 0;
    unit->start = unit->came_from = NO_HEX;
    for (int i = 0; i < CARRIERS; i++) {
        unit->carrier[i] = NO_PIECE;
        unit->share[i] = 0;
    }
    tell(play->events, EVENT_ELIMINATED, 0, sentence(rule, "tcs.destroyed", piece, hex));
}

/* 25.1d, 11.1b-2: what it carries or tows goes with it; of a shared load the steps that sat on it. */
static void bury_load(Play *play, Piece carrier, Piece rider)
{
    Unit *unit = &play->state->unit[rider];
    int steps = 0, left = 0;
    for (int i = 0; i < CARRIERS; i++) {
        if (unit->carrier[i] == carrier) {
            steps += unit->share[i];
            unit->carrier[i] = NO_PIECE;
            unit->share[i] = 0;
        }
        left += unit->share[i];
    }
    if (!left) {
        unit->ridden_off = (uint8_t)(unit->ridden_off + unit->steps);
        bury_alone(play, rider, TCS_25_1D);
        return;
    }
    for (int i = 0; i < CARRIERS; i++) /* the first place is the one it goes with */
        if (unit->carrier[0] == NO_PIECE && unit->carrier[i] != NO_PIECE) {
            unit->carrier[0] = unit->carrier[i];
            unit->share[0] = unit->share[i];
            unit->carrier[i] = NO_PIECE;
            unit->share[i] = 0;
        }
    unit->steps = (uint8_t)(unit->steps - steps);
    unit->ridden_off = (uint8_t)(unit->ridden_off + steps);
    count_lost(play, rider, steps);
    tell(play->events, EVENT_LOST, 0, sentence(TCS_25_1E_2, "tcs.loses-step", rider, steps, carrier));
}

void bury(Play *play, Piece piece, uint16_t rule)
{
    State *state = play->state;
    Piece riders[STACK];
    int count = 0;
    EACH_IN(other, state, state->unit[piece].at.hex)
        if (count < STACK && rides_on(state, other, piece))
            riders[count++] = other;
    bury_alone(play, piece, rule);
    for (int i = 0; i < count; i++)
        bury_load(play, piece, riders[i]);
}

/* Of a shared load the fullest vehicle gives its step first. */
static void unload_step(Unit *unit)
{
    int fullest = 0;
    for (int i = 1; i < CARRIERS; i++)
        if (unit->share[i] > unit->share[fullest])
            fullest = i;
    if (unit->share[fullest])
        unit->share[fullest]--;
}

void lose_steps(Play *play, Piece piece, int steps, uint16_t rule)
{
    Unit *unit = &play->state->unit[piece];
    if (unit->steps <= steps) {
        bury(play, piece, rule);
        return;
    }
    unit->steps = (uint8_t)(unit->steps - steps);
    for (int i = 0; is_riding(play->state, piece) && i < steps; i++)
        unload_step(unit);
    count_lost(play, piece, steps);
    tell(play->events, EVENT_LOST, 0, sentence(rule, "tcs.loses-step-left", piece, steps, unit->steps));
}
