/* command.c — TCS 6: what Op Sheets let a unit do. With the command rules off everybody does as he likes (6.1-1). */
#include "systems/tcs/tcs.h"

bool is_unassigned(const Scenario *scenario, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    if (data_of(scenario)->command == COMMAND_OFF)
        return false;
    for (int i = 0; i < LISTED; i++)
        if (unit->listed[i].sheet != NOWHERE && state->sheet[unit->listed[i].sheet].state == SHEET_IMPLEMENTED)
            return false;
    return true;
}

/* */
bool in_contact(const Scenario *scenario, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    if (unit->now & (UNDER_FIRE | FIRED_UPON))
        return true;
    for (Edge edge = 0; is_on_map(state, piece) && edge < EDGES; edge++) {
        Hex hex = scenario->map->next[unit->at.hex][edge];
        if (hex != NO_HEX && enemy_in(state, unit->side, hex))
            return true;
    }
    return false;
}
