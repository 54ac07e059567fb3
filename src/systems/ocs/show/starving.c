/* starving.c — OCS 11.4e: whose supply would be gone. The same question is asked of the view and of a copy of it in
 * which an HQ or a dump is missing, or the enemy stands in a hex. */
#include <string.h>

#include "core/room.h"
#include "systems/ocs/air.h"

static bool is_own_unit(const Scenario *scenario, const State *view, int side, Piece piece)
{
    return view->unit[piece].side == side && is_on_map(view, piece) && is_unit(kind_of(data_of(scenario), view, piece));
}

int list_hungry(const Scenario *scenario, const State *view, int side, Piece hungry[OCS_PIECES])
{
    enum { NOT_ASKED, FINDS, STARVES };
    uint8_t found[OCS_SPOTS] = {NOT_ASKED};
    int count = 0;
    Tracing tracing;
    bool second = second_edition(data_of(scenario));
    if (second)
        trace_begin(scenario, view, side, &tracing);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (!is_own_unit(scenario, view, side, piece))
            continue;
        Hex hex = view->unit[piece].at.hex;
        if (found[hex] == NOT_ASKED)
            found[hex] =
                tokens_in_reach(scenario, view, side, &hex, 1, PAY_SUSTAINMENT) || (second && can_trace(&tracing, hex))
                    ? FINDS
                    : STARVES;
        if (found[hex] == STARVES)
            hungry[count++] = piece;
    }
    return count;
}

int list_starving(const Scenario *scenario, const State *view, const State *then, int side, Piece starving[OCS_PIECES])
{
    Piece hungry[OCS_PIECES];
    bool already[OCS_PIECES] = {false};
    int now = list_hungry(scenario, view, side, hungry), count = 0;
    for (int i = 0; i < now; i++)
        already[hungry[i]] = true;
    int all = list_hungry(scenario, then, side, hungry);
    for (int i = 0; i < all; i++)
        if (!already[hungry[i]])
            starving[count++] = hungry[i];
    return count;
}

void let_fall(const Scenario *scenario, State *state, int side, Hex hex)
{
    Piece stack[OCS_PIECES];
    int count = stack_of(state, hex, stack, OCS_PIECES);
    for (int i = 0; i < count; i++)
        if (state->unit[stack[i]].side == side)
            lift(scenario, state, stack[i]);
    for (int i = 0; i < state->piles; i++)
        if (state->pile[i].side == side && state->pile[i].hex == hex)
            state->pile[i].dump = state->pile[i].truck_load = state->pile[i].wagon_load = 0;
    set_bit(state->occupied[enemy_of(side)], hex);
    take_control(state, enemy_of(side), hex);
}
