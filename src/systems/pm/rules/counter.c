/* counter.c — Proud Monster 2: what a counter is worth, where it is, how it dies and how it is turned up.
 *
 * place() and lift() are the only two functions that put a counter on a spot or take it off (2.2). Stacks lie with the
 * untried on top, unless the owner puts another there (pm.r.89).
 *
 * A Soviet unit's strength is drawn when odds are first computed (2.15-2). Rifle divisions that were rebuilt draw from
 * the values of the dead, all others from what was never drawn (pm.r.88); what dies unseen takes no value with it. */
#include <assert.h>
#include <string.h>

#include "systems/pm/pm.h"

Values values_of(const Book *data, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    if (unit->value)
        return data->line[unit->value - 1].value;
    const Kind *kind = &data->kind[unit->kind];
    return kind->value[unit->steps ? unit->steps - 1 : 0];
}

/* ---- where it is ----------------------------------------------------------------------------- */

/* The last untried unit from the top, or NO_PIECE. */
static Piece lowest_untried(const Book *data, const State *state, Hex hex)
{
    Piece found = NO_PIECE;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (is_untried(data, state, piece))
            found = piece;
    return found;
}

void place(const Scenario *scenario, State *state, Piece piece, Hex hex)
{
    const Book *data = data_of(scenario);
    Piece above = is_untried(data, state, piece) ? NO_PIECE : lowest_untried(data, state, hex);
    if (above == NO_PIECE)
        stack_put(state->top, state->unit, sizeof *state->unit, piece, hex);
    else
        stack_put_below(state->unit, sizeof *state->unit, piece, above);
    if (hex < scenario->map->hexes)
        set_bit(state->occupied[state->unit[piece].side], hex);
}

/* Both sides never share a hex, except for a mobile assault that is thrown back, whose units are never in it. */
void lift(const Scenario *scenario, State *state, Piece piece)
{
    Unit *unit = &state->unit[piece];
    Hex hex = unit->at.hex;
    stack_take(state->top, state->unit, sizeof *state->unit, piece);
    if (hex < scenario->map->hexes && state->top[hex] == NO_PIECE)
        clear_bit(state->occupied[unit->side], hex);
}

void move_to(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    if (state->unit[piece].at.hex != NO_HEX)
        lift(play->scenario, state, piece);
    place(play->scenario, state, piece, hex);
    if (hex >= play->scenario->map->hexes)
        return;
    take_ground(play, state->unit[piece].side, hex);
    if (state->unit[piece].side == GERMAN_SIDE)
        works_entered(play, hex);
}

void order_as_stacked(const State *state, Piece *pieces, int count)
{
    Hex hex = count ? state->unit[pieces[0]].at.hex : NO_HEX;
    int lowest = count;
    for (Piece piece = count ? state->top[hex] : NO_PIECE; piece != NO_PIECE; piece = state->unit[piece].at.below)
        for (int i = 0; i < lowest; i++)
            if (pieces[i] == piece) { /* from the top down into the places from the end back */
                pieces[i] = pieces[--lowest];
                pieces[lowest] = piece;
                break;
            }
}

int stack_of(const State *state, Hex hex, Piece out[], int room)
{
    return stack_list(state->top, state->unit, sizeof *state->unit, hex, out, room);
}

int count_in(const State *state, Hex hex)
{
    int count = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        count++;
    return count;
}

void counters_in(const State *state, const uint64_t *hexes, uint64_t found[PIECE_WORDS])
{
    memset(found, 0, PIECE_WORDS * sizeof *found);
    EACH_BIT(hex, hexes, PM_WORDS)
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
            set_bit(found, piece);
}

void clear_states(State *state, uint32_t states, int side)
{
    for (int piece = 0; piece < PM_SLOTS; piece++)
        if (side == NO_SIDE || state->unit[piece].side == side)
            state->unit[piece].now &= ~states;
}

/* ---- how it dies ----------------------------------------------------------------------------- */

void eliminate(Play *play, Piece piece, int rule)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    Hex hex = unit->at.hex;
    bool rifle = kind_of(play->data, state, piece)->pool == POOL_RD;
    tell(play->events, EVENT_ELIMINATED, 0, sentence(rule, "pm.eliminated", piece, hex));
    lift(play->scenario, state, piece);
    if (rifle && unit->value)
        state->dead_left[unit->value - 1]++;
    unit->steps = 0;
    unit->now &= REBUILT | REFITTED;
    place(play->scenario, state, piece, box_of(play->data, BOX_LOSSES));
}

void lose_steps(Play *play, Piece piece, int steps, int rule)
{
    Unit *unit = &play->state->unit[piece];
    if (steps >= unit->steps) {
        eliminate(play, piece, rule);
        return;
    }
    unit->steps = (unsigned)(unit->steps - steps) & 7;
    tell(play->events, EVENT_LOST, 0, sentence(rule, "pm.loses-step-left", piece, steps, unit->steps));
}

/* ---- how it is turned up --------------------------------------------------------------------- */

/* The line of the k-th value left, from 1. */
static int line_of_draw(const Book *data, const uint16_t *left, int pool, int draw)
{
    int line = data->first_line[pool];
    for (; draw > left[line]; line++)
        draw -= left[line];
    return line;
}

/* It keeps its hex, now below the untried. */
static void turn_up(Play *play, Piece piece)
{
    Hex hex = play->state->unit[piece].at.hex;
    bool was_top = play->state->top[hex] == piece;
    if (!was_top)
        return;
    lift(play->scenario, play->state, piece);
    place(play->scenario, play->state, piece, hex);
}

void reveal(Play *play, Piece piece)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    int pool = kind_of(play->data, state, piece)->pool, total = 0;
    if (!is_untried(play->data, state, piece))
        return;
    uint16_t *left = unit->now & REBUILT ? state->dead_left : state->pool_left;
    for (int line = play->data->first_line[pool]; line < play->data->first_line[pool + 1]; line++)
        total += left[line];
    assert(total); /* never fewer values than units: pm.r.88, pm.r.113 */
    int line = line_of_draw(play->data, left, pool, dice_draw(play->dice, total));
    left[line]--;
    unit->value = (uint8_t)(line + 1);
    turn_up(play, piece);
    const Values *value = &play->data->line[line].value;
    tell(play->events, EVENT_REVEALED, 0,
         sentence(PM_2_15_2, "pm.turned-up", piece, value->attack, value->defence, value->movement));
}
