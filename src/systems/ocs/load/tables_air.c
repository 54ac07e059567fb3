/* tables_air.c — the charts of barrage (ocs2.barrage-1), dumps (ocs2.dumptruck-1), facilities (ocs2.facility-1,
 * ocs2.facility-4), flak (ocs2.flak-1, ocs2.flak-2, ocs2.flak-3, ocs2.flak-4), air and weather. Every row is read;
 * what cannot be is a mistake at its place. */
#include <string.h>

#include "systems/ocs/air.h"
#include "systems/ocs/load/load.h"

/* ---- charts: a column for each band of strength ------------------------------------------------------------- */

/* "<=1" begins with 0, "25-40" with 25, "117+" with 117. */
static int band_from(Document *table, const Field *field)
{
    Field number = *field;
    long from = 0;
    if (field->length > 2 && field->text[0] == '<')
        return 0;
    for (number.length = 0; number.length < field->length; number.length++)
        if (field->text[number.length] < '0' || field->text[number.length] > '9')
            break;
    field_number(table, &number, 0, 999, &from);
    return (int)from;
}

/* "7" or "2-7": the rows it stands for. */
static void row_span(Document *table, const Field *field, int *first, int *last)
{
    Field from = *field;
    long low = 0, high = 0;
    for (uint32_t i = 0; i < field->length; i++)
        if (field->text[i] == '-')
            from.length = i;
    Field to = {field->text + from.length + 1, field->length - from.length - 1, field->line, field->column};
    if (from.length == field->length)
        to = from;
    if (!field_number(table, &from, 1, TWO_DICE, &low) || !field_number(table, &to, 1, TWO_DICE, &high))
        low = high = 1;
    *first = (int)low;
    *last = (int)high;
}

static int read_cell(Document *table, int chart, const Field *field)
{
    long percent = 0;
    if (chart != CHART_DUMP) {
        int result = field_word(table, field, chart_words(chart));
        return result < 0 ? 0 : result;
    }
    if (field_number(table, field, 0, DUMP_PERCENT * (CHART_RESULTS - 1), &percent) && percent % DUMP_PERCENT)
        mistake(table, field, "losses go by steps of %d percent", DUMP_PERCENT);
    return (int)percent / DUMP_PERCENT;
}

static void load_chart(Loader *loader, const char *name, int number)
{
    Chart *chart = &loader->data->chart[number];
    Document *table = open_table(loader, name);
    for (int column = 1; table && column <= BANDS; column++) {
        const Field *head = table_cell(table, 0, column);
        if (!head)
            break;
        chart->columns = (uint8_t)column;
        field_copy(table, head, chart->text[column - 1], sizeof chart->text[0]);
        chart->from[column - 1] = (uint16_t)(column == 1 ? 0 : band_from(table, head));
    }
    for (int row = 1; table && row < table->entries; row++) {
        int first, last;
        const Field *head = table_cell(table, row, 0);
        row_span(table, head, &first, &last);
        for (int column = 0; column < chart->columns; column++) {
            const Field *cell = table_cell(table, row, column + 1);
            for (int dice = first; cell && dice <= last; dice++)
                chart->cell[dice][column] = (uint8_t)read_cell(table, number, cell);
        }
    }
    document_free(table);
}

/* "<=3", "7", ">=11", under the column of the edition or of the optional table (ocs2.a2aopt). */
static void read_air(Loader *loader, Document *table, int row)
{
    const Option *option = scenario_option(loader->scenario, "air-table");
    bool optional = option && !strcmp(option->value, "optional");
    Field roll = cell_under(table, row, "modified_roll");
    Field cell = cell_under(table, row, optional ? "optional" : second_edition(loader->data) ? "edition2" : "edition1");
    long number = 0;
    if (roll.length > 2 && roll.text[1] == '=') {
        roll.text += 2;
        roll.length -= 2;
    }
    field_number(table, &roll, AIR_LOW, AIR_HIGH, &number);
    Chart *chart = &loader->data->chart[CHART_AIR];
    chart->columns = 1;
    int result = field_word(table, &cell, chart_words(CHART_AIR));
    chart->cell[number][0] = (uint8_t)(result < 0 ? 0 : result);
}

/* ---- shifts --------------------------------------------------------------------------------------------------- */

/* A line of a table of shifts: one of `by`, or a band of what is there from so many quarters (points) on. */
typedef struct ShiftLine {
    const char *condition;
    int8_t by; /* -1: a band */
    uint8_t from;
} ShiftLine;

static const ShiftLine shift_lines[] = {
    {"target in a hedgehog of any level", SHIFT_HEDGEHOG, 0},
    {"hedgehog of any level", SHIFT_HEDGEHOG, 0},
    {"target hex Close", SHIFT_CLOSE, 0},
    {"target hex Very Close", SHIFT_VERY_CLOSE, 0},
    {"target hex Extremely Close", SHIFT_EXTREMELY_CLOSE, 0},
    {"Extremely Close hex", SHIFT_EXTREMELY_CLOSE, 0},
    {"target hex Close or Very Close", SHIFT_CLOSE, SHIFT_VERY_CLOSE},
    {"Close or Very Close hex", SHIFT_CLOSE, SHIFT_VERY_CLOSE},
    {"no ground unit friendly to the firer adjacent to the target hex", SHIFT_UNSEEN, 0},
    {"any target unit in Strategic Move Mode", SHIFT_COLUMN, 0},
    {"fewer than 1 RE in the target hex", -1, 0},
    {"1 to 2.99 REs in the target hex", -1, 1 * QUARTERS},
    {"3 to 3.99 REs in the target hex", -1, 3 * QUARTERS},
    {"4 to 6.99 REs in the target hex", -1, 4 * QUARTERS},
    {"7 or more REs in the target hex", -1, 7 * QUARTERS},
    {"fewer than 2 REs in the target hex", -1, 0},
    {"more than 5 REs in the target hex", -1, 5 * QUARTERS + 1},
    {"at least 5 but fewer than 15 points", -1, 5},
    {"15 or more points", -1, 15},
};

static void add_band(Shifts *shifts, int from, int by)
{
    if (shifts->bands == SIZE_BANDS)
        return;
    shifts->from[shifts->bands] = (uint16_t)from;
    shifts->size[shifts->bands++] = (int8_t)by;
}

static void read_shift(Document *table, int row, Shifts *shifts)
{
    Field condition = cell_under(table, row, "condition");
    int by = (int)number_under(table, row, "shift", -9, 9);
    for (size_t i = 0; i < sizeof shift_lines / sizeof *shift_lines; i++) {
        const ShiftLine *line = &shift_lines[i];
        if (!field_is(&condition, line->condition))
            continue;
        if (line->by < 0) {
            add_band(shifts, line->from, by);
            if (field_is(&condition, "fewer than 2 REs in the target hex"))
                add_band(shifts, 2 * QUARTERS, 0);
            return;
        }
        shifts->by[line->by] = (int8_t)by;
        if (line->from)
            shifts->by[line->from] = (int8_t)by;
        return;
    }
    mistake(table, &condition, "this is no condition of a barrage");
}

static void read_barrage_shift(Loader *loader, Document *table, int row)
{
    read_shift(table, row, &loader->data->barrage_shift);
}

static void read_dump_shift(Loader *loader, Document *table, int row)
{
    read_shift(table, row, &loader->data->dump_shift);
}

/* ---- small tables --------------------------------------------------------------------------------------------- */

static void read_port(Loader *loader, Document *table, int row)
{
    long hits = number_under(table, row, "hits", 0, 4);
    loader->data->port_percent[hits] = (uint8_t)number_under(table, row, "percent_of_capacity", 0, 100);
}

/* Tokens by what fires (12.4f); "1 per RE" and "2 x the above" as they are written. */
static void read_gun_cost(Loader *loader, Document *table, int row)
{
    static const char *const firers[] = {"artillery battalion",
                                         "artillery regiment",
                                         "artillery brigade",
                                         "artillery regiment or brigade",
                                         "artillery division",
                                         "rocket artillery",
                                         "ship",
                                         NULL};
    Book *data = loader->data;
    if (number_under(table, row, "edition", 1, 2) != data->edition)
        return;
    Field cost = cell_under(table, row, "cost_T");
    Field first = {cost.text, cost.length ? 1 : 0, cost.line, cost.column};
    long tokens = 1;
    int firer = word_under(table, row, "firer", firers);
    if (firer != 5 || !field_is(&cost, "as other artillery"))
        field_number(table, &first, 0, 9, &tokens);
    switch (firer) {
    case 0:
        data->gun_cost[BATTALION] = (uint8_t)tokens;
        break;
    case 1:
        data->gun_cost[REGIMENT] = (uint8_t)tokens;
        break;
    case 3:
        data->gun_cost[REGIMENT] = (uint8_t)tokens;
        data->gun_cost[BRIGADE] = (uint8_t)tokens;
        break;
    case 2:
        data->gun_cost[BRIGADE] = (uint8_t)tokens;
        break;
    case 4:
        data->gun_cost[DIVISION] = (uint8_t)tokens; /* for each RE */
        break;
    case 5:
        data->rocket_factor = (uint8_t)tokens;
        break;
    default:
        data->ship_cost = (uint8_t)tokens;
        break;
    }
}

static void read_drop(Loader *loader, Document *table, int row)
{
    static const char *const loads[] = {"supply", "unit", NULL};
    static const char *const modifiers[TERRAINS] = {NULL, "modifier_close", "modifier_very_close",
                                                    "modifier_extremely_close"};
    static const char *const rolls[] = {"roll_1", "roll_2", "roll_3", "roll_4", "roll_5", "roll_6plus"};
    static const char *const results[] = {"ok", "drift", "loss", "destroyed", NULL};
    Book *data = loader->data;
    if (number_under(table, row, "edition", 1, 2) != (data->charted_drops ? 2 : data->edition)) /* E6 */
        return;
    int load = word_under(table, row, "load", loads);
    for (int terrain = TERRAIN_CLOSE; terrain < TERRAINS; terrain++)
        data->drop_modifier[load][terrain] = (uint8_t)number_under(table, row, modifiers[terrain], 0, 9);
    for (int die = 0; die < 6; die++)
        data->drop[load][die] = (uint8_t)word_under(table, row, rolls[die], results);
}

/* ---- weather (18.0) --------------------------------------------------------------------------------------------- */

static const char *const weather_words[] = {"Dry", "Mud", "Frost", "Snow", NULL};
static const char *const die_columns[] = {"d1", "d2", "d3", "d4", "d5", "d6"};

/* "26 Oct": the day of the year, 0 with a mistake. */
int read_day(Document *table, const Field *field)
{
    static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul",
                                         "Aug", "Sep", "Oct", "Nov", "Dec", NULL};
    static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    uint32_t blank = 0;
    long day = 0;
    while (blank < field->length && field->text[blank] != ' ')
        blank++;
    Field number = {field->text, blank, field->line, field->column};
    Field name = {field->text + blank + 1, field->length - blank - 1, field->line, field->column + blank + 1};
    int month = blank < field->length ? field_word(table, &name, months) : -1;
    if (month < 0 || !field_number(table, &number, 1, 31, &day)) {
        mistake(table, field, "expected a day as 12 Oct");
        return 0;
    }
    return before[month] + (int)day;
}

static void read_season(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    Field from = cell_under(table, row, "from"), to = cell_under(table, row, "to");
    if (field_is(&from, "flight")) {
        int weather = word_under(table, row, "to", weather_words);
        for (int die = 0; die < 6; die++) {
            Field cell = cell_under(table, row, die_columns[die]);
            data->flight[weather][die] = field_is(&cell, "fly");
        }
        return;
    }
    if (data->seasons == OCS_SEASONS) {
        mistake(table, &from, "there are more than %d periods of weather", OCS_SEASONS);
        return;
    }
    Season *season = &data->season[data->seasons++];
    season->from = (uint16_t)read_day(table, &from);
    season->to = (uint16_t)read_day(table, &to);
    for (int die = 0; die < 6; die++)
        season->weather[die] = (uint8_t)word_under(table, row, die_columns[die], weather_words);
}

/* "+1" adds, "2" and "P" replace, "-" leaves. */
static void change_cost(Loader *loader, Document *table, Field field, uint8_t *cost)
{
    bool adds = field.length > 1 && field.text[0] == '+';
    if (field_is(&field, "-"))
        return;
    if (field_is(&field, "P")) {
        *cost = PROHIBITED;
        return;
    }
    if (adds) {
        field.text++;
        field.length--;
    }
    int change = parts_of(loader, table, &field, QUARTERS);
    if (!adds)
        *cost = (uint8_t)change;
    else if (*cost < OF_THE_GROUND)
        *cost = (uint8_t)(*cost + change);
}

static void change_costs(Loader *loader, Document *table, int row, uint8_t cost[LAND_MPS])
{
    static const char *const columns[LAND_MPS] = {"track", "truck", "leg"};
    for (int mp = 0; mp < LAND_MPS; mp++)
        change_cost(loader, table, cell_under(table, row, columns[mp]), &cost[mp]);
}

enum { FEATURE_OFF_ROAD, FEATURE_OPEN, FEATURE_LINES, FEATURE_RIVERS = 5, FEATURE_SWAMP = 7, FEATURE_STRATEGIC };

static void read_effect(Loader *loader, Document *table, int row)
{
    static const char *const features[] = {"off-road", "off-road-open", "secondary", "primary",   "rail",
                                           "minor",    "major",         "swamp",     "strategic", NULL};
    static const char *const classes[] = {"-", "Close", "primary and rail", NULL};
    Book *data = loader->data;
    int weather = word_under(table, row, "weather", weather_words);
    int feature = word_under(table, row, "feature", features), class = word_under(table, row, "class", classes);
    for (int ground = 0; feature == FEATURE_OFF_ROAD && ground < GROUNDS; ground++)
        change_costs(loader, table, row, data->ground_cost[weather][ground]);
    for (int kind = MINOR_CITY; feature <= FEATURE_OPEN && kind < PLACES; kind++)
        change_costs(loader, table, row, data->place_cost[weather][kind]);
    if (feature == FEATURE_OPEN)
        change_costs(loader, table, row, data->ground_cost[weather][0]);
    else if (feature >= FEATURE_LINES && feature < FEATURE_RIVERS)
        change_costs(loader, table, row, data->line_cost[weather][feature - FEATURE_LINES]);
    else if (feature >= FEATURE_RIVERS && feature < FEATURE_SWAMP)
        change_costs(loader, table, row, data->river_cost[weather][feature - FEATURE_RIVERS]);
    else if (feature == FEATURE_SWAMP)
        change_costs(loader, table, row, data->ground_cost[weather][__builtin_ctz(SWAMP)]);
    if (class == 1)
        data->swamp_class[weather] = TERRAIN_CLOSE;
    data->roads_close[weather] |= class == 2;
}

void load_air_charts(Loader *loader)
{
    Book *data = loader->data;
    bool second = second_edition(data);
    load_chart(loader, second ? "barrage" : "barrage_edition1", CHART_BARRAGE);
    load_chart(loader, "dump_truck", CHART_DUMP);
    load_chart(loader, "facility", CHART_FACILITY);
    load_chart(loader, "flak", CHART_FLAK);
    each_row(loader, "air_to_air", read_air);
    each_row(loader, second ? "barrage_shifts" : "barrage_shifts_edition1", read_barrage_shift);
    each_row(loader, "dump_truck_shifts", read_dump_shift);
    each_row(loader, "port_hits", read_port);
    data->rocket_factor = 1;
    each_row(loader, "supply_barrage", read_gun_cost);
    each_row(loader, "air_drop", read_drop);
    for (int weather = 0; weather < WEATHERS; weather++) {
        if (weather == DRY)
            continue;
        memcpy(data->ground_cost[weather], data->ground_cost[DRY], sizeof data->ground_cost[DRY]);
        memcpy(data->place_cost[weather], data->place_cost[DRY], sizeof data->place_cost[DRY]);
        memcpy(data->river_cost[weather], data->river_cost[DRY], sizeof data->river_cost[DRY]);
        memcpy(data->line_cost[weather], data->line_cost[DRY], sizeof data->line_cost[DRY]);
    }
    memset(data->swamp_class, data->ground_class[__builtin_ctz(SWAMP)], sizeof data->swamp_class);
    each_row(loader, "weather_roll", read_season);
    each_row(loader, "weather_effects", read_effect);
}
