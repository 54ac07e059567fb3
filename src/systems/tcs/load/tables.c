/* tables.c — the charts: terrain, spotting, Area and Point Fire, AT Rolls, Morale, SYR, mines. Every row is read;
 * what cannot be is a mistake at its place. Most charts are our own work around the cells that the book fixes: each
 * table says so in its first line. */
#include <string.h>

#include "systems/tcs/load/load.h"

const char *const class_columns[CLASSES + 1] = {"billiard", "open", "partly", "protective", NULL};

/* "3-5", "16+", "0-", "7" */
void read_band(Document *table, const Field *field, uint16_t *low, uint16_t *high)
{
    long number[2] = {0, 0};
    int at = 0;
    bool open_end = false, digits = false;
    for (uint32_t i = 0; i < field->length; i++) {
        char letter = field->text[i];
        if (letter >= '0' && letter <= '9') {
            number[at] = number[at] * 10 + (letter - '0');
            digits = true;
        } else if (letter == '-' && !at) {
            at = 1;
        } else if (letter == '+') {
            open_end = true;
        }
    }
    if (!digits)
        mistake(table, field, "expected numbers such as 3-5 or 16+");
    *low = (uint16_t)number[0];
    *high = (uint16_t)(open_end ? UINT16_MAX : at && number[1] ? number[1] : number[0]);
}

int8_t signed_under(Document *table, int row, const char *column)
{
    Field field = cell_under(table, row, column);
    long number = 0;
    if (field.length && (field.text[0] == '+' || field.text[0] == 'x')) {
        field.text++;
        field.length--;
    }
    field_number(table, &field, -20, 20, &number);
    return (int8_t)number;
}

/* Rows are the sequential rolls, all of them, in order. */
bool is_roll_row(Document *table, int row)
{
    Field field = cell_under(table, row, "roll");
    long roll = 0;
    if (row <= ROLLS && field_number(table, &field, 11, 66, &roll) && roll == roll_value(row - 1))
        return true;
    mistake(table, &field, "rolls go from 11 to 66, each in its row");
    return false;
}

/* ---- terrain.tsv (20.1, 9.3) ----------------------------------------------------------------------------- */

static const char *const ground_words[GROUNDS] = {"open",         "woods",           "orchard",      "village",
                                                  "buildings",    "marsh",           "dense_forest", "billiard",
                                                  "rail_cutting", "rail_embankment", "sea"};
static const char *const feature_words[FEATURES] = {"river",  "deep_stream", "stream", "ford",
                                                    "bridge", "hedgerow",    "wall"};
static const char *const road_words[ROADS] = {NULL, "track", "road_secondary", "road_primary", "railway"};

/* "6", "+12", "P", "ALL", "ot": sixths of an MP */
static uint8_t read_cost(Document *table, int row, const char *column)
{
    Field field = cell_under(table, row, column);
    long cost = 0;
    if (field_is(&field, "P"))
        return PROHIBITED;
    if (field_is(&field, "ALL"))
        return ALL_OF_IT;
    if (field_is(&field, "ot"))
        return OTHER_TERRAIN;
    if (field.length && field.text[0] == '+') {
        field.text++;
        field.length--;
    }
    field_number(table, &field, 0, 99, &cost);
    return (uint8_t)cost;
}

static void read_costs(Document *table, int row, uint8_t out[MOVES])
{
    static const char *const columns[MOVES] = {"foot", "tracked", "wheeled"};
    for (int move = 0; move < MOVES; move++)
        out[move] = read_cost(table, row, columns[move]);
}

int find_word(const Field *name, const char *const *words, int count)
{
    for (int i = 0; i < count; i++)
        if (words[i] && field_is(name, words[i]))
            return i;
    return -1;
}

static void read_terrain(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    uint8_t costs[MOVES];
    Field name = cell_under(table, row, "terrain"), class = cell_under(table, row, "combat_class");
    int cover = find_word(&class, class_columns, CLASSES), at;
    read_costs(table, row, costs);
    if ((at = find_word(&name, ground_words, GROUNDS)) >= 0) {
        memcpy(data->ground_cost[at], costs, MOVES);
        data->ground_class[at] = (uint8_t)(cover < 0 ? CLASS_OPEN : cover);
    } else if ((at = find_word(&name, feature_words, FEATURES)) >= 0) {
        memcpy(data->feature_cost[at], costs, MOVES);
        data->feature_class[at] = (uint8_t)(cover < 0 ? CLASS_BILLIARD : cover);
    } else if ((at = find_word(&name, road_words, ROADS)) >= 0) {
        memcpy(data->road_cost[at], costs, MOVES);
    } else if (field_is(&name, "contour_crossed")) {
        memcpy(data->contour_cost, costs, MOVES);
    } else if (field_is(&name, "overrun_or_ca")) {
        data->overrun_cost = costs[TRACKED];
    } else if (field_is(&name, "minefield_by_force")) {
        data->mine_cost = costs[FOOT];
    } else if (field_is(&name, "minefield_breach")) {
        data->breach_cost = costs[FOOT];
    } else if (!field_is(&name, "two_contours_in_hex") && /* what that does is a rule, not a cost (20.1j) */
               !field_is(&name, "slow_go") && !field_is(&name, "block")) { /* old charts have them (20.1h) */
        mistake(table, &name, "the program knows no such terrain");
    }
}

/* ---- spotting_range.tsv (7.1) ---------------------------------------------------------------------------- */

static void read_spotting(Loader *loader, Document *table, int row)
{
    static const char *const fires[] = {"SFA", "OWF", "OWM", NULL}, *const targets[] = {"A", "P", "B", NULL};
    int fire = word_under(table, row, "fire", fires), target = word_under(table, row, "target", targets);
    int firer = word_under(table, row, "firer", targets);
    for (int class = 0; class < CLASSES; class ++)
        loader->data->spotting[fire][target][firer == CODE_P][class] =
            (uint8_t)number_under(table, row, class_columns[class], 1, 99);
}

/* ---- area_fire.tsv, area_fire_shifts.tsv (11) ------------------------------------------------------------ */

static void read_area(Loader *loader, Document *table, int row)
{
    static const char *const results[] = {"NE", "MC", "1", "D1", "D2", "D3", NULL};
    if (!is_roll_row(table, row))
        return;
    for (int column = 0; column < AREA_COLUMNS; column++) {
        const Field *cell = table_cell(table, row, column + 1);
        int result = cell ? field_word(table, cell, results) : -1;
        if (!cell)
            mistake(table, &table->field[table->entry[row].first], "this row is too short");
        loader->data->area[row - 1][column] = (uint8_t)(result < 0 ? 0 : result);
    }
}

static void read_area_columns(Loader *loader, Document *table)
{
    Book *data = loader->data;
    for (int column = 0; column < AREA_COLUMNS; column++) {
        const Field *head = table_cell(table, 0, column + 1);
        uint16_t high;
        if (!head) {
            mistake(table, NULL, "there are %d columns of firepower", AREA_COLUMNS);
            return;
        }
        field_copy(table, head, data->area_column[column], sizeof *data->area_column);
        read_band(table, head, &data->area_low[column], &high);
    }
}

static void add_band(Document *table, const Field *key, Band *bands, int *count, int8_t value)
{
    if (*count == BANDS) {
        mistake(table, key, "there are more than %d rows of this kind", BANDS);
        return;
    }
    Band *band = &bands[(*count)++];
    read_band(table, key, &band->low, &band->high);
    band->value = value;
}

static const struct {
    const char *group, *key;
    Shift shift;
} shift_keys[] = {
    {"mode", "any_susceptible_target_in_move_mode", SHIFT_MOVE_MODE},
    {"dug_in", "all_susceptible_targets_dug_in", SHIFT_DUG_IN},
    {"target", "dug_in", SHIFT_DUG_IN},
    {"target", "fire_mode", SHIFT_FIRE_MODE},
    {"target", "move_mode", SHIFT_MOVE_MODE},
    {"target", "gun", SHIFT_GUN},
    {"crossfire", "yes", SHIFT_CROSSFIRE},
    {"overwatch", "mover_used_road", SHIFT_ROAD},
    {"overwatch", "mover_entering_minefield", SHIFT_MINEFIELD},
    {"smoke", "smoke_marker_in_target_hex_or_firer_hex", SHIFT_SMOKE},
    {"night", "unlit_target_hex", SHIFT_NIGHT},
    {"fire", "sfa", SHIFT_SFA},
    {"fire", "assault_style", SHIFT_ASSAULT},
    {"firer", "suppressed", SHIFT_SUPPRESSED},
    {"firer", "paralyzed", SHIFT_PARALYZED},
    {"firer", "buttoned_up", SHIFT_BUTTONED},
    /* Rows that change nothing. */
    {"mode", "all_susceptible_targets_in_fire_mode", SHIFTS},
    {"fire", "overwatch", SHIFTS},
};

static void read_shift(Document *table, int row, int8_t value, int8_t out[SHIFTS])
{
    Field group = cell_under(table, row, "group"), key = cell_under(table, row, "key");
    for (size_t i = 0; i < sizeof shift_keys / sizeof *shift_keys; i++)
        if (field_is(&group, shift_keys[i].group) && field_is(&key, shift_keys[i].key)) {
            if (shift_keys[i].shift < SHIFTS)
                out[shift_keys[i].shift] = value;
            else if (value)
                mistake(table, &key, "the program takes this row for one that changes nothing");
            return;
        }
    mistake(table, &key, "the program knows no such modifier");
}

static void read_area_shift(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    Field group = cell_under(table, row, "group"), key = cell_under(table, row, "key");
    int8_t value = signed_under(table, row, "shift");
    int class = find_word(&key, class_columns, CLASSES);
    if (field_is(&group, "terrain") && class >= 0)
        data->area_class[class] = value;
    else if (field_is(&group, "stack"))
        add_band(table, &key, data->stack_band, &data->stack_bands, value);
    else if (field_is(&group, "range"))
        add_band(table, &key, data->range_band, &data->range_bands, value);
    else
        read_shift(table, row, value, data->area_shift);
}

/* ---- point_fire.tsv, point_fire_modifiers.tsv (12) ------------------------------------------------------- */

static void read_point(Loader *loader, Document *table, int row)
{
    static const char *const columns[RANGES] = {"close", "nominal", "long"};
    int net = signed_under(table, row, "net"), differential = signed_under(table, row, "diff");
    if (net < NET_LOW || net > NET_HIGH || differential < DIFF_LOW || differential > DIFF_HIGH) {
        mistake(table, &table->field[table->entry[row].first], "the program expects no such row");
        return;
    }
    for (int range = 0; range < RANGES; range++) {
        Field cell = cell_under(table, row, columns[range]);
        long number = 0;
        if (!field_is(&cell, "P"))
            field_number(table, &cell, 11, 66, &number);
        loader->data->point[net - NET_LOW][differential - DIFF_LOW][range] = (uint8_t)number;
    }
}

static void read_point_modifier(Loader *loader, Document *table, int row)
{
    Field group = cell_under(table, row, "group"), key = cell_under(table, row, "key");
    int8_t value = signed_under(table, row, "value");
    int class = find_word(&key, class_columns, CLASSES);
    if (field_is(&group, "terrain") && class >= 0)
        loader->data->point_class[class] = value;
    else
        read_shift(table, row, value, loader->data->point_shift);
}

/* ---- at_roll.tsv, at_roll_modifiers.tsv (15) ------------------------------------------------------------- */

static void read_at_roll(Loader *loader, Document *table, int row)
{
    int range = (int)number_under(table, row, "range", 0, 1);
    for (int class = 0; class < CLASSES; class ++)
        loader->data->at_roll[range][class] = (uint8_t)number_under(table, row, class_columns[class], 2, 13);
}

static void read_at_modifier(Loader *loader, Document *table, int row)
{
    static const char *const keys[] = {"smoke_marker_in_target_hex", "target_buttoned_up", "attacker_suppressed",
                                       "night_unlit", NULL};
    loader->data->at_modifier[word_under(table, row, "key", keys)] = signed_under(table, row, "value");
}

/* ---- morale.tsv, morale_modifiers.tsv, syr.tsv, battalion_morale_additions.tsv (16) ---------------------- */

static void read_morale(Loader *loader, Document *table, int row)
{
    static const char *const results[] = {"OK", "SUP", "PAR", "SYR", "SUR", NULL};
    if (!is_roll_row(table, row))
        return;
    for (int column = 0; column < MORALE_COLUMNS; column++) {
        const Field *cell = table_cell(table, row, column + 1);
        int result = cell ? field_word(table, cell, results) : -1;
        if (!cell)
            mistake(table, &table->field[table->entry[row].first], "this row is too short");
        loader->data->morale[row - 1][column] = (uint8_t)(result < 0 ? 0 : result);
    }
}

static void read_morale_modifier(Loader *loader, Document *table, int row)
{
    Field key = cell_under(table, row, "key");
    int8_t value = signed_under(table, row, "value");
    if (field_is(&key, "night"))
        loader->data->morale_night = value;
    else if (field_is(&key, "crossfire"))
        loader->data->morale_crossfire = value;
    else if (!field_is(&key, "assault_multiplier") || value != 2) /* the rule doubles it (16.2-2) */
        mistake(table, &key, "the program knows no such modifier");
}

static void read_syr(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    if (data->syr_rows == BANDS) {
        mistake(table, NULL, "there are more than %d rows", BANDS);
        return;
    }
    data->syr[data->syr_rows++] =
        (Syr){(int16_t)number_under(table, row, "total_min", -99, 999),
              (int16_t)number_under(table, row, "total_max", -99, 999),
              (uint8_t)number_under(table, row, "hexes", 1, 12), (uint8_t)number_under(table, row, "steps", 0, 9)};
}

static void read_addition(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    if (data->addition_bands == BANDS) {
        mistake(table, NULL, "there are more than %d rows", BANDS);
        return;
    }
    data->addition[data->addition_bands++] = (Band){(uint16_t)number_under(table, row, "losses_min", 0, 999),
                                                    (uint16_t)number_under(table, row, "losses_max", 0, 999),
                                                    (int8_t)number_under(table, row, "addition", 0, 9)};
}

/* ---- smoke_scatter.tsv, scatter.tsv (19.4a, 17.4a) ---- */

static void read_smoke(Loader *loader, Document *table, int row)
{
    static const char *const results[] = {"none", "adjacent_by_scatter_die", "on_target", NULL};
    int result = word_under(table, row, "result", results);
    for (long die = number_under(table, row, "die_min", 1, 6); die <= number_under(table, row, "die_max", 1, 6); die++)
        loader->data->smoke_die[die - 1] = (uint8_t)result;
}

static void read_scatter(Loader *loader, Document *table, int row)
{
    static const char *const directions[] = {"N", "NE", "SE", "S", "SW", "NW", NULL};
    loader->data->scatter[number_under(table, row, "die", 1, 6) - 1] =
        (uint8_t)word_under(table, row, "direction", directions);
}

/* ---- minefield.tsv (21) ---------------------------------------------------------------------------------- */

static void read_mines(Loader *loader, Document *table, int row)
{
    static const char *const keys[] = {"p_target_kill_two_dice", "by_force_firepower",   "breach_firepower",
                                       "by_force_extra_mp",      "breach_extra_mp",      "platoons_per_minefield",
                                       "max_hexes_from_platoon", "min_hexes_from_enemy", NULL};
    Book *data = loader->data;
    long value = number_under(table, row, "value", 1, 99);
    uint8_t *const fields[] = {&data->mines.p_kill,   &data->mines.force,        &data->mines.breach,    NULL, NULL,
                               &data->mines.platoons, &data->mines.from_platoon, &data->mines.from_enemy};
    int key = word_under(table, row, "key", keys);
    if (fields[key])
        *fields[key] = (uint8_t)value;
    else if (value * SIXTHS != (key == 3 ? data->mine_cost : data->breach_cost))
        mistake(table, NULL, "terrain.tsv says another cost of minefields");
}

/* ---- all of them ----------------------------------------------------------------------------------------- */

void load_rows(Loader *loader, const char *name, int rows, void (*read)(Loader *, Document *, int))
{
    Document *table = open_table_of(loader->loading, name);
    for (int row = 1; table && row < table->entries; row++)
        read(loader, table, row);
    if (table && rows && table->entries != rows + 1)
        mistake(table, NULL, "there are %d rows", rows);
    document_free(table);
}

void load_charts(Loader *loader)
{
    load_rows(loader, "terrain", 0, read_terrain);
    load_rows(loader, "spotting_range", SPOTTED_FIRES * 3 * 2, read_spotting);
    load_rows(loader, "area_fire", ROLLS, read_area);
    Document *table = open_table_of(loader->loading, "area_fire");
    if (table)
        read_area_columns(loader, table);
    document_free(table);
    load_rows(loader, "area_fire_shifts", 0, read_area_shift);
    load_rows(loader, "point_fire", (NET_HIGH - NET_LOW + 1) * (DIFF_HIGH - DIFF_LOW + 1), read_point);
    load_rows(loader, "point_fire_modifiers", 0, read_point_modifier);
    load_rows(loader, "at_roll", 2, read_at_roll);
    load_rows(loader, "at_roll_modifiers", AT_MODIFIERS, read_at_modifier);
    load_rows(loader, "morale", ROLLS, read_morale);
    load_rows(loader, "morale_modifiers", 0, read_morale_modifier);
    load_rows(loader, "syr", 0, read_syr);
    load_rows(loader, "battalion_morale_additions", 0, read_addition);
    load_rows(loader, "smoke_scatter", 3, read_smoke);
    load_rows(loader, "scatter", 6, read_scatter);
    load_rows(loader, "minefield", 8, read_mines);
    load_gun_charts(loader);
}
