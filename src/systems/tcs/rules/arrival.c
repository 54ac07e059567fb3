/* arrival.c — TCS 2.2.10, 2.2.11 and 2.2.22: reinforcements.
 *
 * A unit that is due is in its entry hex when its side's Action Phase begins, for nothing, and may not be held back. If
 * the enemy is in that hex, or a barrage of his is on it, the owner takes a free hex of the same edge within ten; if
 * there is none they wait a turn. Modes and carriers are the owner's choice. They enter unassigned, or on a
 * sheet that names them already (6.13e-1). */
#include "systems/tcs/tcs.h"

enum { SHIFTED = 10 }; /* 2.2.11 */

/* ---- where ----------------------------------------------------------------------------------------------- */

static bool is_blocked(const State *state, int side, Hex hex)
{
    return enemy_in(state, side, hex) || has_bit(state->zone, hex); /* the side's own markers are gone (2.2.9) */
}

/* Bits: the edges of the map that a hex is on. */
static unsigned edges_of_map(const Map *map, Hex hex)
{
    int column = hex_column(&map->grid, hex), row = hex_row(&map->grid, hex);
    return (column == 0) | (column == map->grid.columns - 1) << 1 | (row == 0) << 2 | (row == map->grid.rows - 1) << 3;
}

static bool may_enter_at(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Map *map = scenario->map;
    Hex entry = counter_of(scenario, piece)->hex;
    return edges_of_map(map, hex) & edges_of_map(map, entry) && map_distance(map, entry, hex) <= SHIFTED &&
           is_open_to(scenario, view, piece, hex) && !is_blocked(view, counter_of(scenario, piece)->side, hex);
}

/* The entry hex, or the nearest that may be taken instead; NO_HEX. */
static Hex entry_of(const Scenario *scenario, const State *state, Piece piece)
{
    Hex entry = counter_of(scenario, piece)->hex, best = NO_HEX;
    if (!is_blocked(state, counter_of(scenario, piece)->side, entry))
        return entry;
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (may_enter_at(scenario, state, piece, (Hex)hex) &&
            (best == NO_HEX || map_distance(scenario->map, entry, (Hex)hex) < map_distance(scenario->map, entry, best)))
            best = (Hex)hex;
    return best;
}

/* ---- they come ------------------------------------------------------------------------------------------- */

static bool arrives(Play *play, Piece piece)
{
    State *state = play->state;
    const Counter *counter = counter_of(play->scenario, piece);
    Unit *unit = &state->unit[piece];
    Hex hex = entry_of(play->scenario, state, piece);
    if (hex == NO_HEX) {
        tell(play->events, EVENT_NOTE, 0, sentence(TCS_2_2_11, "tcs.cannot-come-waits", piece));
        return false;
    }
    place(state, piece, hex);
    take_control(play->data, state, unit->side, hex);
    unit->mode = counter->mode;
    unit->now |= ARRIVED | SHOWN_BARE;
    unit->start = hex;
    if (counter->on != NO_PIECE && state->unit[counter->on].at.hex == hex)
        get_on(play, piece, counter->on);
    tell(play->events, EVENT_PLACED, 0, sentence(TCS_2_2_10, "tcs.arrives", piece, hex));
    return true;
}

void reinforcements_arrive(Play *play, int side)
{
    State *state = play->state;
    bool any = false;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (state->unit[piece].standing == DUE && state->unit[piece].side == side &&
            counter_of(play->scenario, piece)->turn <= state->head.turn)
            any |= arrives(play, piece);
    if (any)
        ask(state, ASK_ARRIVAL, side);
}

Refusal has_arrived(const State *view, Piece piece)
{
    return view->unit[piece].now & ARRIVED && is_on_map(view, piece) &&
                   view->unit[piece].side == question(&view->head)->side
               ? LEGAL
               : refuse(TCS_2_2_22, "tcs.not-just-arrived", piece);
}

/* ---- place COUNTER HEX ----------------------------------------------------------------------------------- */

Refusal arrival_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    Hex hex = order->value[1];
    Refusal no = has_arrived(view, piece);
    if (refused(no))
        return no;
    if (is_riding(view, piece))
        return refuse(TCS_25_1_1, "tcs.goes-carries-tows", piece);
    if (!is_blocked(view, view->unit[piece].side, counter_of(scenario, piece)->hex))
        return refuse(TCS_2_2_11, "tcs.comes-free", piece, counter_of(scenario, piece)->hex);
    if (hex == view->unit[piece].at.hex)
        return refuse(TCS_2_2_11, "tcs.stands-already", piece);
    return hex < scenario->map->hexes && may_enter_at(scenario, view, piece, hex)
               ? LEGAL
               : refuse(TCS_2_2_11, "tcs.not-free-hex-same-edge", hex, counter_of(scenario, piece)->hex);
}

void arrival_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    for (Piece piece = 0; prefix->count < 2 && piece < scenario->pieces; piece++) {
        bool named = prefix->count && prefix->value[0] == piece, listed = false;
        if ((prefix->count && !named) || refused(has_arrived(view, piece)))
            continue;
        if (is_riding(view, piece) || !is_blocked(view, view->unit[piece].side, counter_of(scenario, piece)->hex))
            continue;
        for (int hex = 0; hex < scenario->map->hexes && !listed; hex++) {
            if (hex == view->unit[piece].at.hex || !may_enter_at(scenario, view, piece, (Hex)hex))
                continue;
            listed = !named;
            choose(out, named, named ? hex : piece);
        }
    }
}

void arrival_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    Hex hex = order->value[1];
    move_to(play, piece, hex);
    for (Piece other = 0; other < play->scenario->pieces; other++)
        if (play->state->unit[other].now & ARRIVED && is_on_map(play->state, other)) {
            play->state->unit[other].start = play->state->unit[other].at.hex;
            play->state->unit[other].came_from = NO_HEX;
        }
    tell(play->events, EVENT_PLACED, 0, sentence(TCS_2_2_11, "tcs.arrives", piece, hex));
}

/* ---- ready ----------------------------------------------------------------------------------------------- */

/* They have all of their MPs, and the mode they came in is the one that the phase began in. */
void arrived_apply(Play *play, const Order *order)
{
    State *state = play->state;
    (void)order;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (state->unit[piece].now & ARRIVED && state->unit[piece].mode == FIRE_MODE)
            state->unit[piece].now |= STEADY;
    answered(state);
}

Sentence arrival_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_2_2_22, "tcs.reinforcements-come-modes-rides", question(&view->head)->side);
}
