/* reference.c — the tables of the book for players to look up, and where in them a result is read. */
#include "systems/ocs/reference.h"

#include "systems/ocs/ocs.h"

const TableKind ocs_tables[] = {
    {"combat", SAID("Combat Table"), NULL},
    {"terrain_combat", SAID("Terrain effects on combat"), NULL},
    {"surprise", SAID("Surprise table"), NULL},
    {"barrage", SAID("Barrage Table"), "edition=2"},
    {"barrage_edition1", SAID("Barrage Table"), "edition=1"},
    {"barrage_shifts", SAID("Barrage: column shifts"), "edition=2"},
    {"barrage_shifts_edition1", SAID("Barrage: column shifts"), "edition=1"},
    {"dump_truck", SAID("Barrage of dumps and trucks"), NULL},
    {"dump_truck_shifts", SAID("Barrage of dumps and trucks: column shifts"), NULL},
    {"facility", SAID("Barrage of facilities"), NULL},
    {"flak", SAID("Flak Table"), NULL},
    {"air_to_air", SAID("Air to air combat"), NULL},
    {"air_drop", SAID("Air drops"), NULL},
    {"inactive_air_reduction", SAID("Losses of inactive aircraft"), NULL},
    {"airbase_capture", SAID("Capture of air bases"), NULL},
    {"airbase_improvement", SAID("Improving air bases"), "edition=2"},
    {"refit", SAID("Refit of aircraft"), NULL},
    {"port_hits", SAID("Hits on ports"), NULL},
    {"terrain_movement", SAID("Terrain effects on movement"), NULL},
    {"weather_roll", SAID("Weather rolls"), NULL},
    {"weather_effects", SAID("Effects of weather"), NULL},
    {"supply_combat", SAID("Supply for combat"), NULL},
    {"supply_barrage", SAID("Supply for barrages"), NULL},
    {"supply_fuel", SAID("Fuel"), "edition=2"},
    {"supply_levels", SAID("Effects of supply levels"), NULL},
    {"supply_special", SAID("Supply for other purposes"), NULL},
    {"attrition", SAID("Attrition Table"), "edition=2"},
    {"attrition_edition1", SAID("Attrition Table"), "edition=1"},
    {"capture", SAID("Capture of dumps and vehicles"), "edition=2"},
    {"capture_edition1", SAID("Capture of dumps and vehicles"), "edition=1"},
    {"dump_blowing", SAID("Blowing up dumps"), NULL},
    {"transport_equivalents", SAID("What transport carries"), NULL},
    {"rebuild", SAID("Prices of rebuilding"), NULL},
    {"sequence", SAID("Sequence of play"), NULL},
    {0},
};

enum { ODDS_ROWS = 5, ODDS_COLUMNS = 2 }; /* what stands above the results, and before them */

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

/* What barrage_fire.c tells: the column by the number of its text, then the roll with the number of its chart. */
static TableRef barrage_cell(const Book *data, const Event *event)
{
    const Sentence *what = &event->what;
    int band = what->arg[3] - band_text(0, 0);
    if (event->kind == EVENT_NOTE && band >= 0 && band < CHARTS * BANDS)
        return chart_cell(second_edition(data), band / BANDS, band % BANDS, 0);
    return event->kind == EVENT_ROLLED ? chart_cell(second_edition(data), what->arg[1], -1, what->arg[0])
                                       : (TableRef){0};
}

/* What combat.c tells: the column by the number of its text, then what is rolled and where it is read. */
TableRef ocs_cell(const Scenario *scenario, const Event *event)
{
    const Sentence *what = &event->what;
    if (what->rule == OCS_12_4C_3)
        return barrage_cell(data_of(scenario), event);
    if (event->kind == EVENT_NOTE && what->rule == OCS_9_7A)
        return combat_cell(what->arg[2] % COLUMNS, 0);
    if (event->kind == EVENT_ROLLED && what->rule == OCS_9_10)
        return combat_cell(-1, what->arg[1] ? what->arg[1] : ROLL_LOW);
    return (TableRef){0};
}
