/* reference.c — the tables of the book for players to look up, and where in them a result is read. */
#include "systems/wb95/reference.h"

#include "systems/wb95/wb95.h"
#include "systems/wb95/fight.h"

const TableKind wb95_tables[] = {
    {"combat", SAID("wb95.combat"), NULL, SAID("wb95.key-combat")},
    {"artillery_fire", SAID("wb95.artillery-fire"), NULL, SAID("wb95.key-fire")},
    {"air_attack", SAID("wb95.air-attack"), NULL, SAID("wb95.key-fire")},
    {"objects", SAID("wb95.attacks-bridges"), NULL, NULL},
    {"terrain", SAID("wb95.terrain"), NULL, NULL},
    {"morale", SAID("wb95.morale-limits"), NULL, NULL},
    {"hq_range", SAID("wb95.range-headquarters"), NULL, NULL},
    {"supply_mp", SAID("wb95.supply-off-roads"), NULL, NULL},
    {"supply_mission", SAID("wb95.supply-air"), NULL, NULL},
    {"river_crossing", SAID("wb95.air-attack-river-crossing"), NULL, NULL},
    {"entry_delay", SAID("wb95.change-entry-zone"), NULL, NULL},
    {"special_stars", SAID("wb95.starred-units"), NULL, NULL},
    {0},
};

TableRef combat_cell(int column, int last)
{
    return (TableRef){BOOK_COMBAT, (uint8_t)(column + 2), (uint8_t)(last > column ? last + 2 : 0), 0};
}

TableRef fire_cell(int table, int sp, int roll)
{
    int row = fire_row(sp);
    return row < 0 ? (TableRef){0} : (TableRef){(uint8_t)table, (uint8_t)roll, 0, (uint16_t)(row + 1)};
}
