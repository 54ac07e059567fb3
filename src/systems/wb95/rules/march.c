/* march.c — WB-95 3, 6.1.7, 8.2.19, 9.1.5: a walk that is taken for good, and what it meets on its way. */
#include <string.h>

#include "systems/wb95/walk.h"

void clear_the_way(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    int side = state->unit[piece].side;
    bool enemy_works = fortified(state, hex) && is_enemy(play->data, side, fortification_side(state, hex));
    Piece there[STACK];
    int count = stack_of(state, hex, there);
    for (int i = 0; i < count; i++)
        if (is_enemy(play->data, side, state->unit[there[i]].side)) {
            bool gun = kind_of(play->data, state, there[i])->is & GUN;
            tell(play->events, EVENT_RESULT, 0,
                 sentence(gun ? WB95_6_1_7_1 : WB95_9_1_5, "wb95.overruns", piece, there[i], hex));
            eliminate(play, there[i], nation_of(play->data, state, piece), gun ? WB95_6_1_7_1 : WB95_9_1_5);
        }
    if (enemy_works) {
        set_fortified(state, hex, false);
        tell(play->events, EVENT_GROUND, 0, sentence(WB95_7_1_6, "wb95.enemys-field-fortification-gone", hex));
    }
}

/* 8.2.16–8.2.21: dice for a unit that crossed a big river without a bridge into a hex under attack. */
static void crossing_attacks(Play *play, Piece piece)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    int by[NATIONS] = {0}, lost = 0;
    int attacks = crossing_attacks_at(play->data, state, unit->side, unit->hex, by);
    for (int i = 0; i < attacks; i++) {
        int die = dice_roll(play->dice);
        tell(play->events, EVENT_ROLLED, 0,
             sentence(WB95_8_2_19, "wb95.crosses-under-air-attack", piece, unit->hex, die));
        lost += play->data->crossing_loss[die];
    }
    if (lost)
        lose_cel(play, piece, lost, strongest_nation(by), WB95_8_2_19);
}

bool step_into(Play *play, Piece piece, Edge edge, bool by_movement)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    const Map *map = play->scenario->map;
    Hex from = unit->hex, to = map->next[from][edge];
    bool crosses = map->edge[from][edge] & BIG_RIVER && !bridged(play->data, state, from, edge);
    clear_the_way(play, piece, to);
    lift(play->data, play->scenario, state, piece);
    place(play->data, play->scenario, state, piece, to);
    unit->now &= ~(uint32_t)ON_BANK;
    disturb(state, piece);
    bridge_control_at(play, from);
    bridge_control_at(play, to);
    if (by_movement && crosses)
        crossing_attacks(play, piece);
    return unit->place == ON_MAP;
}

bool close_hex(State *state, Hex from, Hex to, int rule)
{
    switch (rule) {
    case WB95_4_2_1: /* where it is it must stop */
    case WB95_5_4_10:
        set_bit(state->told_zone, from);
        return true;
    case WB95_12_2_2:
    case WB95_5_3_3_1:
        set_bit(state->told_zone, to);
        return true;
    case WB95_3_1_8:
        set_bit(state->told_held, to);
        return true;
    default:
        return false;
    }
}

void open_hexes(State *state)
{
    memset(state->told_zone, 0, sizeof state->told_zone);
    memset(state->told_held, 0, sizeof state->told_held);
}

/* The obstacle that the true position put in a walk's way. */
typedef struct Bar {
    Refusal why;
    Hex from, to;
} Bar;

/* Steps of the order that the truth lets it take and after which it may stop: all, or fewer and the bar. */
static int true_steps(const Play *play, Piece piece, const Order *order, int first, int count, Bar *bar)
{
    Walker walker = walker_of(play->scenario, play->state, piece);
    int steps = 0;
    for (int i = 0; i < count; i++) {
        *bar = (Bar){LEGAL, walker.hex, order->value[first + i]};
        bar->why = walker_step_to(&walker, bar->to);
        if (refused(bar->why))
            return steps;
        if (walker_may_stop(&walker))
            steps = i + 1;
    }
    return count;
}

/* If something hidden ends the walk early the player gets an event, and the unit may go on another way (R110). He never
 * gets the same event twice: a unit that makes no step and closes no hex has done what it could. */
int walk(Play *play, Piece piece, const Order *order, int first, int count)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    Bar bar = {.why = LEGAL};
    int steps = true_steps(play, piece, order, first, count, &bar);
    for (int i = first; i < first + steps; i++) {
        Walker walker = walker_of(play->scenario, state, piece);
        Edge edge = edge_towards(play->scenario->map, unit->hex, order->value[i]);
        walker_step(&walker, edge);
        unit->mp = (int16_t)walker.mp;
        unit->now = walker.now;
        if (!step_into(play, piece, edge, true))
            break;
    }
    if (refused(bar.why)) {
        tell(play->events, EVENT_REVEALED, 0, bar.why.why);
        if (!close_hex(state, bar.from, bar.to, bar.why.why.rule) && !steps)
            unit->now |= STOPPED;
    }
    feature_acted(play, piece);
    bridge_plans(play);
    return steps;
}

void spend(State *state, Piece piece, int twelfths)
{
    Unit *unit = &state->unit[piece];
    unit->mp = (int16_t)(unit->mp - twelfths);
    unit->now = (unit->now | ACTED) & ~(uint32_t)SECONDARY_ONLY;
}
