/* reference.c — the tables of the book for players to look up, and where in them a result is read. */
#include "systems/ocs/reference.h"

#include "systems/ocs/ocs.h"

const TableKind ocs_tables[] = {
    {"combat", SAID("ocs.combat-table"), NULL, SAID("ocs.key-combat")},
    {"terrain_combat", SAID("ocs.terrain-effects-combat"), NULL, NULL},
    {"surprise", SAID("ocs.surprise-table"), NULL, NULL},
    {"barrage", SAID("ocs.barrage-table"), "edition=2", SAID("ocs.key-barrage")},
    {"barrage_edition1", SAID("ocs.barrage-table"), "edition=1", SAID("ocs.key-barrage")},
    {"barrage_shifts", SAID("ocs.barrage-column-shifts"), "edition=2", NULL},
    {"barrage_shifts_edition1", SAID("ocs.barrage-column-shifts"), "edition=1", NULL},
    {"dump_truck", SAID("ocs.barrage-dumps-trucks"), NULL, NULL},
    {"dump_truck_shifts", SAID("ocs.barrage-dumps-trucks-column-shifts"), NULL, NULL},
    {"facility", SAID("ocs.barrage-facilities"), NULL, NULL},
    {"flak", SAID("ocs.flak-table"), NULL, SAID("ocs.key-flak")},
    {"air_to_air", SAID("ocs.air-air-combat"), NULL, NULL},
    {"air_drop", SAID("ocs.air-drops"), NULL, NULL},
    {"inactive_air_reduction", SAID("ocs.losses-inactive-aircraft"), NULL, NULL},
    {"airbase_capture", SAID("ocs.capture-air-bases"), NULL, NULL},
    {"airbase_improvement", SAID("ocs.improving-air-bases"), "edition=2", NULL},
    {"refit", SAID("ocs.refit-aircraft"), NULL, NULL},
    {"port_hits", SAID("ocs.hits-ports"), NULL, NULL},
    {"terrain_movement", SAID("ocs.terrain-effects-movement"), NULL, NULL},
    {"weather_roll", SAID("ocs.weather-rolls"), NULL, NULL},
    {"weather_effects", SAID("ocs.effects-weather"), NULL, NULL},
    {"supply_combat", SAID("ocs.supply-combat"), NULL, NULL},
    {"supply_barrage", SAID("ocs.supply-barrages"), NULL, NULL},
    {"supply_fuel", SAID("ocs.fuel"), "edition=2", NULL},
    {"supply_levels", SAID("ocs.effects-supply-levels"), NULL, NULL},
    {"supply_special", SAID("ocs.supply-other-purposes"), NULL, NULL},
    {"attrition", SAID("ocs.attrition-table"), "edition=2", NULL},
    {"attrition_edition1", SAID("ocs.attrition-table"), "edition=1", NULL},
    {"capture", SAID("ocs.capture-dumps-vehicles"), "edition=2", NULL},
    {"capture_edition1", SAID("ocs.capture-dumps-vehicles"), "edition=1", NULL},
    {"dump_blowing", SAID("ocs.blowing-up-dumps"), NULL, NULL},
    {"transport_equivalents", SAID("ocs.transport-carries"), NULL, NULL},
    {"rebuild", SAID("ocs.prices-rebuilding"), NULL, NULL},
    {"sequence", SAID("ocs.sequence-play"), NULL, NULL},
    {0},
};

enum { ODDS_ROWS = 5, ODDS_COLUMNS = 2 }; /* rows above the results, and columns before them */

TableRef combat_cell(int column, int roll)
{
    int row = roll < ROLL_LOW ? ROLL_LOW : roll > ROLL_HIGH ? ROLL_HIGH : roll;
    return (TableRef){BOOK_COMBAT, (uint8_t)(column < 0 ? 0 : ODDS_COLUMNS + 1 + column), 0,
                      (uint16_t)(roll ? ODDS_ROWS + row - ROLL_LOW + 1 : 0)};
}

TableRef chart_cell(bool second, int chart, int band, int roll)
{
    static const uint8_t table[CHARTS] = {[CHART_DUMP] = BOOK_DUMP, [CHART_FACILITY] = BOOK_FACILITY};
    bool units = chart == CHART_BARRAGE; /* read with two dice, from 2 on */
    uint8_t at = units ? second ? BOOK_BARRAGE2 : BOOK_BARRAGE1 : table[chart];
    return (TableRef){
        .table = at, .column = (uint8_t)(band < 0 ? 0 : band + 2), .row = (uint16_t)(roll - (roll && units))};
}
