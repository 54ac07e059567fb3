/* reference.c — the tables of the book for players to look up, and where in them a result is read. */
#include "systems/pm/reference.h"

#include "systems/pm/pm.h"

const TableKind pm_tables[] = {
    {"crt", SAID("pm.combat-results"), NULL},
    {"gast", SAID("pm.attenuated-supply-2"), NULL},
    {"terrain", SAID("pm.terrain-effects"), NULL},
    {"weather", SAID("pm.weather-table"), NULL},
    {"refit", SAID("pm.refit-rolls"), NULL},
    {"aviation", SAID("pm.aviation-points"), NULL},
    {"victory", SAID("pm.victory-points-german-needs"), NULL},
    {"schedule", SAID("pm.soviet-reinforcements"), NULL},
    {"withdrawals", SAID("pm.german-withdrawals"), NULL},
    {"fort_activation", SAID("pm.fortified-lines"), NULL},
    {0},
};

static int on_table(int column)
{
    int last = FIRST_COLUMN + DICE_COLUMNS - 1;
    return (column < FIRST_COLUMN ? FIRST_COLUMN : column > last ? last : column) - FIRST_COLUMN + 2;
}

TableRef combat_cell(int column, int last)
{
    if (last < FIRST_COLUMN || column >= FIRST_COLUMN + DICE_COLUMNS)
        return (TableRef){0};
    int from = on_table(column), to = on_table(last);
    return (TableRef){BOOK_COMBAT, (uint8_t)from, (uint8_t)(to > from ? to : 0), 0};
}

static int column_said(const int16_t *ratio) { return ratio[0] > 1 ? ratio[0] - 1 : 1 - ratio[1]; }

/* What a battle tells: the column by its ratio, then the die. */
TableRef pm_cell(const Scenario *scenario, const Event *event)
{
    (void)scenario;
    const Sentence *what = &event->what;
    const int16_t *arg = what->arg;
    if (event->kind == EVENT_NOTE && (what->rule == PM_14_11 || what->rule == PM_9_6_1))
        return combat_cell(column_said(arg), column_said(arg));
    if (event->kind == EVENT_ROLLED && what->rule == PM_14_31_1)
        return (TableRef){.table = BOOK_COMBAT, .row = (uint16_t)arg[0]};
    if (event->kind == EVENT_ROLLED && what->rule == PM_17_10_1)
        return (TableRef){.table = BOOK_GAST, .row = (uint16_t)(arg[1] > 6 ? 6 : arg[1])};
    return (TableRef){0};
}
