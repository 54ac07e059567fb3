/* reference.c — the tables of the book for players to look up, and where in them a result is read. */
#include "systems/pm/reference.h"

#include "systems/pm/pm.h"

const TableKind pm_tables[] = {
    {"crt", SAID("pm.combat-results"), NULL, SAID("pm.key-combat")},
    {"gast", SAID("pm.attenuated-supply-2"), NULL, NULL},
    {"terrain", SAID("pm.terrain-effects"), NULL, NULL},
    {"weather", SAID("pm.weather-table"), NULL, NULL},
    {"refit", SAID("pm.refit-rolls"), NULL, NULL},
    {"aviation", SAID("pm.aviation-points"), NULL, NULL},
    {"victory", SAID("pm.victory-points-german-needs"), NULL, NULL},
    {"schedule", SAID("pm.soviet-reinforcements"), NULL, NULL},
    {"withdrawals", SAID("pm.german-withdrawals"), NULL, NULL},
    {"fort_activation", SAID("pm.fortified-lines"), NULL, NULL},
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
