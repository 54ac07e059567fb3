/* reference.c — the tables of the book for players to look up, and where in them a result is read. */
#include "systems/tcs/reference.h"

#include "systems/tcs/tcs.h"

const TableKind tcs_tables[] = {
    {"area_fire", SAID("tcs.area-fire"), NULL, SAID("tcs.key-fire")},
    {"area_fire_shifts", SAID("tcs.area-fire-column-shifts"), NULL, NULL},
    {"point_fire", SAID("tcs.point-fire"), NULL, NULL},
    {"point_fire_modifiers", SAID("tcs.point-fire-modifiers"), NULL, NULL},
    {"at_roll", SAID("tcs.rolls"), NULL, NULL},
    {"at_roll_modifiers", SAID("tcs.rolls-modifiers"), NULL, NULL},
    {"morale", SAID("tcs.morale-checks"), NULL, SAID("tcs.key-morale")},
    {"morale_modifiers", SAID("tcs.morale-checks-additions"), NULL, NULL},
    {"battalion_morale_additions", SAID("tcs.battalion-morale-additions"), NULL, NULL},
    {"syr", SAID("tcs.save-yourself-retreats"), NULL, NULL},
    {"spotting_range", SAID("tcs.spotting-ranges"), NULL, NULL},
    {"visibility", SAID("tcs.visibility-light"), NULL, NULL},
    {"terrain", SAID("tcs.terrain-effects"), NULL, NULL},
    {"minefield", SAID("tcs.minefields"), NULL, NULL},
    {"smoke_scatter", SAID("tcs.smoke-2"), NULL, NULL},
    {"scatter", SAID("tcs.scatter"), NULL, NULL},
    {0},
};

TableRef area_cell(int column) { return (TableRef){.table = BOOK_AREA, .column = (uint8_t)(column + 2)}; }

TableRef point_cell(int net, int differential, int range)
{
    int row = within(net, NET_LOW, NET_HIGH) - NET_LOW, each = DIFF_HIGH - DIFF_LOW + 1;
    return (TableRef){.table = BOOK_POINT,
                      .column = (uint8_t)(range + 3),
                      .row = (uint16_t)(row * each + within(differential, DIFF_LOW, DIFF_HIGH) - DIFF_LOW + 1)};
}

TableRef at_cell(bool same_hex, int class)
{
    return (TableRef){.table = BOOK_AT, .column = (uint8_t)(class + 2), .row = (uint16_t)(same_hex ? 1 : 2)};
}

enum { MORALE_HIGH = 13 }; /* its last column, for all that is more */

TableRef morale_cell(int total)
{
    return (TableRef){.table = BOOK_MORALE, .column = (uint8_t)(within(total, 0, MORALE_HIGH) + 2)};
}

TableRef rolled_cell(int table, int tens, int units)
{
    return (TableRef){.table = (uint8_t)table, .row = (uint16_t)(roll_index(tens, units) + 1)};
}
