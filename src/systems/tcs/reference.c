/* reference.c — the tables of the book for players to look up, and where in them a result is read. */
#include "systems/tcs/reference.h"

#include "systems/tcs/tcs.h"

const TableKind tcs_tables[] = {
    {"area_fire", SAID("Area Fire"), NULL},
    {"area_fire_shifts", SAID("Area Fire: column shifts"), NULL},
    {"point_fire", SAID("Point Fire"), NULL},
    {"point_fire_modifiers", SAID("Point Fire: modifiers"), NULL},
    {"at_roll", SAID("AT Rolls"), NULL},
    {"at_roll_modifiers", SAID("AT Rolls: modifiers"), NULL},
    {"morale", SAID("Morale Checks"), NULL},
    {"morale_modifiers", SAID("Morale Checks: additions"), NULL},
    {"battalion_morale_additions", SAID("Battalion Morale: additions"), NULL},
    {"syr", SAID("Save Yourself Retreats"), NULL},
    {"spotting_range", SAID("Spotting ranges"), NULL},
    {"visibility", SAID("Visibility by light"), NULL},
    {"terrain", SAID("Terrain effects"), NULL},
    {"minefield", SAID("Minefields"), NULL},
    {"smoke_scatter", SAID("Smoke"), NULL},
    {"scatter", SAID("Scatter"), NULL},
    {0},
};

TableRef area_cell(int column) { return (TableRef){.table = BOOK_AREA, .column = (uint8_t)(column + 2)}; }

/* What area.c tells: the column after shifts, then the sequential roll. */
TableRef tcs_cell(const Event *event)
{
    const Sentence *what = &event->what;
    if (event->kind == EVENT_NOTE && what->rule == TCS_11_0_3)
        return area_cell(what->arg[4] - column_text(0));
    if (event->kind == EVENT_ROLLED && what->rule == TCS_1_5)
        return (TableRef){.table = BOOK_AREA, .row = (uint16_t)(roll_index(what->arg[0], what->arg[1]) + 1)};
    return (TableRef){0};
}
