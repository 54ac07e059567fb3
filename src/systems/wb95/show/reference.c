/* reference.c — the tables of the book for players to look up, and where in them a result is read. */
#include "systems/wb95/reference.h"

#include "systems/wb95/wb95.h"
#include "systems/wb95/fight.h"

const TableKind wb95_tables[] = {
    {"combat", SAID("wb95.combat"), NULL},
    {"artillery_fire", SAID("wb95.artillery-fire"), NULL},
    {"air_attack", SAID("wb95.air-attack"), NULL},
    {"objects", SAID("wb95.attacks-bridges"), NULL},
    {"terrain", SAID("wb95.terrain"), NULL},
    {"morale", SAID("wb95.morale-limits"), NULL},
    {"hq_range", SAID("wb95.range-headquarters"), NULL},
    {"supply_mp", SAID("wb95.supply-off-roads"), NULL},
    {"supply_mission", SAID("wb95.supply-air"), NULL},
    {"river_crossing", SAID("wb95.air-attack-river-crossing"), NULL},
    {"entry_delay", SAID("wb95.change-entry-zone"), NULL},
    {"special_stars", SAID("wb95.starred-units"), NULL},
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
