/* reference.c — the tables of the book for players to look up, and where in them a result is read. */
#include "systems/tcs/reference.h"

#include "systems/tcs/tcs.h"

const TableKind tcs_tables[] = {
    {"area_fire", SAID("tcs.area-fire"), NULL},
    {"area_fire_shifts", SAID("tcs.area-fire-column-shifts"), NULL},
    {"point_fire", SAID("tcs.point-fire"), NULL},
    {"point_fire_modifiers", SAID("tcs.point-fire-modifiers"), NULL},
    {"at_roll", SAID("tcs.rolls"), NULL},
    {"at_roll_modifiers", SAID("tcs.rolls-modifiers"), NULL},
    {"morale", SAID("tcs.morale-checks"), NULL},
    {"morale_modifiers", SAID("tcs.morale-checks-additions"), NULL},
    {"battalion_morale_additions", SAID("tcs.battalion-morale-additions"), NULL},
    {"syr", SAID("tcs.save-yourself-retreats"), NULL},
    {"spotting_range", SAID("tcs.spotting-ranges"), NULL},
    {"visibility", SAID("tcs.visibility-light"), NULL},
    {"terrain", SAID("tcs.terrain-effects"), NULL},
    {"minefield", SAID("tcs.minefields"), NULL},
    {"smoke_scatter", SAID("tcs.smoke-2"), NULL},
    {"scatter", SAID("tcs.scatter"), NULL},
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

static TableRef rolled(int table, int tens, int units)
{
    return (TableRef){.table = (uint8_t)table, .row = (uint16_t)(roll_index(tens, units) + 1)};
}

/* What area.c, point.c, at_rolls.c and morale.c tell: mostly the column first, then the sequential roll. The total of a
 * Morale Check is its owner's to know. */
TableRef tcs_cell(const Scenario *scenario, const Event *event)
{
    const Sentence *what = &event->what;
    (void)scenario;
    if (event->kind == EVENT_NOTE && what->rule == TCS_16_2_1)
        return (TableRef){.table = BOOK_MORALE, .column = (uint8_t)(within(what->arg[2], 0, MORALE_HIGH) + 2)};
    if (event->kind == EVENT_ROLLED && what->rule == TCS_16_2_3)
        return rolled(BOOK_MORALE, what->arg[1], what->arg[2]);
    if (event->kind == EVENT_ROLLED && what->rule == TCS_12_0_1)
        return point_cell(what->arg[0], what->arg[1], what->arg[2] - WORD_RANGE);
    if (event->kind == EVENT_ROLLED && what->rule == TCS_15_0_3)
        return at_cell(what->arg[4], what->arg[5]);
    if (event->kind == EVENT_NOTE && what->rule == TCS_11_0_3)
        return area_cell(what->arg[4] - column_text(0));
    if (event->kind == EVENT_ROLLED && what->rule == TCS_1_5)
        return rolled(BOOK_AREA, what->arg[0], what->arg[1]);
    return (TableRef){0};
}
