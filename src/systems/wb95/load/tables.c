/* tables.c — the printed tables, from text to the arrays the rules read.
 *
 * A table is tab-separated text whose first column names its rows. An option of the scenario may replace cells (`cell
 * TABLE ROW COLUMN VALUE` below it): that is how other readings of damaged passages are offered (R01, R09, R11, R12).
 * Cells are looked up by the names of row and column, never by place, so that a table with a row missing is a mistake
 * that says which.
 *
 * Of the ledger's rows these are read here: table.combat-legend (the letters of a result), table.terrain-1 and
 * table.terrain-2 with their notes table.terrain-fn1 (Nysa and Elbe are big rivers), table.morale, table.hq_range,
 * table.supply_mp, table.entry_delay and table.stars. */
#include <stdio.h>
#include <string.h>

#include "systems/wb95/load/load.h"

typedef struct Table {
    Loader *loader;
    Document *document;
    const char *name;
} Table;

/* A cell and its file. */
typedef struct Cell {
    Document *document;
    const Field *field; /* NULL when there is none; that was reported */
} Cell;

static const char *const tables[LOADER_TABLES + 1] = {
    "combat",    "air_attack",     "artillery_fire", "objects",     "terrain",       "hq_range",
    "supply_mp", "river_crossing", "supply_mission", "entry_delay", "special_stars", NULL};
static const char *const column_words[] = {"1:4", "1:3", "1:2", "1:1", "2:1", "3:1",  "4:1",
                                           "5:1", "6:1", "7:1", "8:1", "9:1", "10:1", NULL};
static const char *const roll_words[] = {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", NULL};
static const char *const fire_rows[] = {"1-2", "3-5", "6-8", "9-12", "13-16", "17+", NULL};
static const char *const die_words[] = {"1", "2", "3", "4", "5", "6", NULL};

static bool option_on(const Loader *loader, const Field *name)
{
    for (int i = 0; i < loader->scenario->options; i++)
        if (field_is(name, loader->scenario->option[i].name))
            return !strcmp(loader->scenario->option[i].value, "on");
    return false;
}

/* The value an option that is on puts in the cell, or NULL. */
static const Field *replaced(const Table *table, const char *row, const char *column)
{
    const Document *document = table->loader->document;
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        const Field *word = &document->field[entry->first];
        if (!entry->body_lines || !field_is(word, "option") || !option_on(table->loader, word + 1))
            continue;
        for (int line = 0; line < entry->body_lines; line++) {
            const Body *body = &document->body[entry->body_first + line];
            const Field *field = &document->field[body->first];
            if (body->count == 5 && field_is(field, "cell") && field_is(field + 1, table->name) &&
                field_is(field + 2, row) && field_is(field + 3, column))
                return field + 4;
        }
    }
    return NULL;
}

static int row_named(const Document *document, const char *name)
{
    for (int row = 1; row < document->entries; row++) {
        const Field *first = table_cell(document, row, 0);
        if (first && field_is(first, name))
            return row;
    }
    return -1;
}

static Cell cell_of(const Table *table, const char *row, const char *column)
{
    const Field *other = replaced(table, row, column);
    if (other)
        return (Cell){table->loader->document, other};
    int at = row_named(table->document, row);
    if (at < 0) {
        mistake(table->document, NULL, "the table has no row %s", row);
        return (Cell){table->document, NULL};
    }
    int place = table_column(table->document, column, true);
    const Field *field = place < 0 ? NULL : table_cell(table->document, at, place);
    if (place >= 0 && !field)
        mistake(table->document, table_cell(table->document, at, 0), "the row has no cell under %s", column);
    return (Cell){table->document, field};
}

static void check_rows(Document *document)
{
    for (int row = 2; row < document->entries; row++) {
        const Field *name = table_cell(document, row, 0);
        for (int before = 1; name && before < row; before++) {
            const Field *other = table_cell(document, before, 0);
            if (other && other->length == name->length && !memcmp(other->text, name->text, name->length))
                mistake(document, name, "the table has a row %.*s already", (int)name->length, name->text);
        }
    }
}

/* Each is read once and freed when all are. */
static Table open_table(Loader *loader, const char *name)
{
    int index = 0;
    while (strcmp(tables[index], name))
        index++;
    if (!loader->table[index]) {
        char file[64];
        snprintf(file, sizeof file, "tables/%s.tsv", name);
        loader->table[index] = loading_table(loader->loading, file);
        if (loader->table[index])
            check_rows(loader->table[index]);
    }
    return (Table){loader, loader->table[index], name};
}

static long number_in(Cell cell, long low, long high)
{
    long number = low;
    if (cell.field)
        field_number(cell.document, cell.field, low, high, &number);
    return number;
}

/* ---- combat and fire ------------------------------------------------------------------------- */

/* One token of a result: "A2", "D3", "-1", "D", "•". `retreat` is the letter that means falling back here. */
static bool read_token(const char *text, size_t length, char retreat, Result *out)
{
    if (length == 3 && !memcmp(text, "•", 3))
        out->test = true;
    else if (length == 1 && text[0] == 'D')
        out->disorganised = true;
    else if (length == 2 && text[0] == '-' && text[1] >= '1' && text[1] <= '9')
        out->loss = (uint8_t)(text[1] - '0');
    else if (length == 2 && retreat && text[0] == retreat && text[1] >= '1' && text[1] <= '6')
        out->retreat = (uint8_t)(text[1] - '0');
    else
        return false;
    return true;
}

static bool read_result(const char *text, size_t length, char retreat, Result *out)
{
    *out = (Result){0};
    if (length == 1 && text[0] == '-')
        return true;
    size_t at = 0;
    while (at < length) {
        size_t end = at;
        while (end < length && text[end] != ' ')
            end++;
        if (!read_token(text + at, end - at, retreat, out))
            return false;
        at = end + 1;
    }
    return length > 0;
}

/* "ATTACKER / DEFENDER" */
static void read_combat_cell(Cell cell, Result out[2])
{
    if (!cell.field)
        return;
    const char *text = cell.field->text;
    size_t length = cell.field->length, at = 0;
    while (at + 3 <= length && memcmp(text + at, " / ", 3))
        at++;
    if (at + 3 > length || !read_result(text, at, 'A', &out[0]) ||
        !read_result(text + at + 3, length - at - 3, 'D', &out[1]))
        mistake(cell.document, cell.field, "expected a result such as `-1 / D2` or `A1 • / -`, found %.*s", (int)length,
                text);
}

static void load_combat(Loader *loader)
{
    Table table = open_table(loader, "combat");
    if (!table.document)
        return;
    for (int roll = 0; roll < ROWS_2K6; roll++)
        for (int column = 0; column < COLUMNS; column++)
            read_combat_cell(cell_of(&table, roll_words[roll], column_words[column]),
                             loader->data->combat[roll][column]);
}

static void load_fire(Loader *loader, const char *name, Result out[6][ROWS_2K6])
{
    Table table = open_table(loader, name);
    if (!table.document)
        return;
    for (int row = 0; row < 6; row++)
        for (int roll = 0; roll < ROWS_2K6; roll++) {
            Cell cell = cell_of(&table, fire_rows[row], roll_words[roll]);
            if (cell.field && !read_result(cell.field->text, cell.field->length, 0, &out[row][roll]))
                mistake(cell.document, cell.field, "expected a result such as `-1 D`, `•` or `-`");
        }
}

static void load_objects(Loader *loader)
{
    static const char *const words[] = {"-", "D", NULL};
    Table table = open_table(loader, "objects");
    if (!table.document)
        return;
    for (int row = 0; row < 6; row++)
        for (int roll = 0; roll < ROWS_2K6; roll++) {
            Cell cell = cell_of(&table, fire_rows[row], roll_words[roll]);
            if (cell.field)
                loader->data->objects[row][roll] = field_word(cell.document, cell.field, words) == 1;
        }
}

/* ---- terrain --------------------------------------------------------------------------------- */

static const char *const ground_words[GROUNDS + 1] = {"clear",    "forest", "hills", "stream",          "nysa_elbe",
                                                      "swamp",    "city",   "town",  "secondary_route", "main_route",
                                                      "motorway", "lake",   NULL};

/* Movement points as a whole number or a fraction, in twelfths; "no" is closed ground. */
static uint16_t read_points(Cell cell)
{
    if (!cell.field || field_is(cell.field, "no"))
        return NEVER;
    const char *slash = memchr(cell.field->text, '/', cell.field->length);
    Field over = *cell.field, under = over;
    long number = 0, parts = 1;
    if (slash) {
        over.length = (uint32_t)(slash - over.text);
        under.text = slash + 1;
        under.length -= over.length + 1;
        under.column += over.length + 1;
        if (!field_number(cell.document, &under, 1, 12, &parts))
            return NEVER;
    }
    if (!field_number(cell.document, &over, 0, 20, &number))
        return NEVER;
    if (number * MP % parts)
        mistake(cell.document, cell.field, "movement points are kept in twelfths: this is no whole number of them");
    return (uint16_t)(number * MP / parts);
}

static void load_terrain(Loader *loader)
{
    static const char *const columns[] = {[TRUCKED] = "trucked", [TRACKED] = "tracked", [FOOT] = "non_motorized"};
    Table table = open_table(loader, "terrain");
    if (!table.document)
        return;
    for (int row = 0; row < GROUNDS; row++) {
        for (int class = TRUCKED; class <= FOOT; class ++)
            loader->data->ground_cost[row][class] = read_points(cell_of(&table, ground_words[row], columns[class]));
        loader->data->ground_cost[row][IMMOBILE] = NEVER;
        Cell cell = cell_of(&table, ground_words[row], "combat_cm");
        if (cell.field && !field_is(cell.field, "half_att"))
            loader->data->ground_cm[row] = (uint8_t)number_in(cell, 0, 9);
    }
}

/* ---- small tables ---------------------------------------------------------------------------- */

static const char *const table_nations[] = {
    [GERMAN] = "German",     [SOVIET] = "Soviet",   [POLISH] = "Polish",
    [AMERICAN] = "American", [BRITISH] = "British", [GERMAN_ALLY] = "German ally"};

static void load_nations(Loader *loader)
{
    Table range = open_table(loader, "hq_range"), points = open_table(loader, "supply_mp");
    for (int nation = 0; nation < NATIONS; nation++) {
        if (range.document) {
            const char *row = nation == GERMAN_ALLY ? "other" : table_nations[nation];
            loader->data->hq_range[nation] = (uint8_t)number_in(cell_of(&range, row, "range"), 0, 20);
        }
        if (points.document)
            loader->data->supply_mp[nation] = (uint8_t)number_in(cell_of(&points, table_nations[nation], "mp"), 0, 40);
    }
}

static void load_dice(Loader *loader)
{
    static const char *const losses[] = {"-", "-1", "-2", NULL};
    static const char *const supply[] = {"fails", "OoS-1", "OoS-2", NULL};
    Table crossing = open_table(loader, "river_crossing"), mission = open_table(loader, "supply_mission");
    for (int die = 0; die < 6; die++) {
        Cell cell = crossing.document ? cell_of(&crossing, die_words[die], "effect") : (Cell){0};
        int word = cell.field ? field_word(cell.document, cell.field, losses) : 0;
        loader->data->crossing_loss[die + 1] = (uint8_t)(word < 0 ? 0 : word);
        cell = mission.document ? cell_of(&mission, die_words[die], "effect") : (Cell){0};
        word = cell.field ? field_word(cell.document, cell.field, supply) : 0;
        loader->data->supply_mission[die + 1] = (uint8_t)(word < 0 ? 0 : word);
    }
}

/* Rows are ranges of distance, "4-6"; the first column that says `all MPs` is the number of delays. */
static void load_entry_delay(Loader *loader)
{
    static const char *const columns[] = {"same_movement_phase", "after_1_delay", "after_2_delays", "after_3_delays"};
    static const char *const rows[] = {"0", "1", "2-3", "2-3", "4-6", "4-6", "4-6", "7-9", "7-9", "7-9"};
    static const char *const words[] = {"no", "half MPs", "all MPs", NULL};
    Table table = open_table(loader, "entry_delay");
    if (!table.document)
        return;
    for (int distance = 0; distance < 10; distance++) {
        int delays = 0;
        for (; delays < 4; delays++) {
            Cell cell = cell_of(&table, rows[distance], columns[delays]);
            int word = cell.field ? field_word(cell.document, cell.field, words) : 2;
            if (word == 1 && delays == 0)
                loader->data->entry_half[distance] = true;
            if (word == 2)
                break;
        }
        loader->data->entry_delays[distance] = (uint8_t)delays;
    }
}

static const char *const star_words[STAR_COLOURS + 1] = {"black", "white", "yellow", "blue", NULL};

/* "black,yellow", or "-" for none. */
static uint8_t read_colours(Cell cell)
{
    uint8_t colours = 0;
    if (!cell.field || field_is(cell.field, "-"))
        return 0;
    for (const char *at = cell.field->text, *end = at + cell.field->length; at <= end;) {
        const char *comma = memchr(at, ',', (size_t)(end - at)), *stop = comma ? comma : end;
        int colour = 0;
        while (colour < STAR_COLOURS && (strlen(star_words[colour]) != (size_t)(stop - at) ||
                                         memcmp(star_words[colour], at, (size_t)(stop - at))))
            colour++;
        if (colour == STAR_COLOURS)
            mistake(cell.document, cell.field, "expected black, white, yellow or blue with commas between them, or -");
        else
            colours |= (uint8_t)(1 << colour);
        at = stop + 1;
    }
    return colours;
}

/* Colours that no colour silences come first, then those silenced by the first alone, and so on. */
static void order_stars(const Table *table, Wb95 *data, const uint8_t disabled_by[STAR_COLOURS])
{
    uint8_t placed = 0;
    int count = 0;
    for (int round = 0; round < STAR_COLOURS; round++)
        for (int colour = 0; colour < STAR_COLOURS; colour++)
            if (!(placed >> colour & 1) && !(disabled_by[colour] & ~placed)) {
                data->star_order[count++] = (uint8_t)colour;
                placed |= (uint8_t)(1 << colour);
            }
    if (count < STAR_COLOURS)
        mistake(table->document, NULL, "colours silence each other in a circle");
}

/* What a colour needs is in the rules; where it serves and which colours it silences is here. */
static void load_stars(Loader *loader)
{
    static const char *const serves[] = {"no", "yes", "yes (not towed units)", NULL};
    Wb95 *data = loader->data;
    Table table = open_table(loader, "special_stars");
    uint8_t disabled_by[STAR_COLOURS] = {0};
    if (!table.document)
        return;
    for (int colour = 0; colour < STAR_COLOURS; colour++) {
        Cell attack = cell_of(&table, star_words[colour], "attack");
        Cell defence = cell_of(&table, star_words[colour], "defence");
        if (attack.field && field_word(attack.document, attack.field, serves) > 0)
            data->star_attack |= (uint8_t)(1 << colour);
        if (defence.field && field_word(defence.document, defence.field, serves) > 0)
            data->star_defence |= (uint8_t)(1 << colour);
        data->star_disables[colour] = read_colours(cell_of(&table, star_words[colour], "disables"));
    }
    for (int colour = 0; colour < STAR_COLOURS; colour++) {
        Cell cell = cell_of(&table, star_words[colour], "disabled_by");
        for (int other = 0; other < STAR_COLOURS; other++)
            disabled_by[colour] |= (uint8_t)((data->star_disables[other] >> colour & 1) << other);
        if (cell.field && read_colours(cell) != disabled_by[colour])
            mistake(cell.document, cell.field, "this does not agree with what the other rows disable");
    }
    order_stars(&table, data, disabled_by);
}

static const struct Morale {
    const char *side, *unit_class;
} morale_rows[MORALES] = {
    [MORALE_SS] = {"German", "SS"},
    [MORALE_WEHRMACHT] = {"German", "Wehrmacht"},
    [MORALE_VOLKSSTURM] = {"German", "Volkssturm"},
    [MORALE_GERMAN_ALLY] = {"German", "Italian"},
    [MORALE_AMERICAN] = {"Allied", "American"},
    [MORALE_BRITISH] = {"Allied", "British"},
    [MORALE_GUARDS] = {"Soviet", "Guards"},
    [MORALE_POLISH] = {"Soviet", "Polish"},
    [MORALE_SOVIET] = {"Soviet", "other"},
};

/* Two columns name a row of this one. */
static void load_morale(Loader *loader)
{
    Document *document = loading_table(loader->loading, "tables/morale.tsv");
    if (!document)
        return;
    int side = table_column(document, "side", true), unit = table_column(document, "unit_class", true);
    int limit = table_column(document, "limit", true);
    for (int i = 0; i < MORALES && limit >= 0; i++) {
        bool found = false;
        for (int row = 1; row < document->entries; row++) {
            const Field *first = table_cell(document, row, side), *second = table_cell(document, row, unit);
            if (!first || !second || !field_is(first, morale_rows[i].side) ||
                !field_is(second, morale_rows[i].unit_class))
                continue;
            if (found)
                mistake(document, first, "another row is for these already");
            else
                loader->data->morale_limit[i] =
                    (uint8_t)number_in((Cell){document, table_cell(document, row, limit)}, 2, 13);
            found = true;
        }
        if (!found)
            mistake(document, NULL, "the table has no row %s, %s", morale_rows[i].side, morale_rows[i].unit_class);
    }
    document_free(document);
}

/* ---- options that name cells ----------------------------------------------------------------- */

/* A `cell` line names a table, a row and a column that exist, whether its option is on or not. */
static void check_cell(Loader *loader, const Body *body)
{
    Document *document = loader->document;
    const Field *field = &document->field[body->first];
    if (body->count != 5 || !field_is(field, "cell")) {
        mistake(document, field, "expected: cell TABLE ROW COLUMN VALUE");
        return;
    }
    int known = field_word(document, field + 1, tables);
    if (known < 0)
        return;
    Table table = open_table(loader, tables[known]);
    if (!table.document)
        return;
    char row[40], column[40];
    if (field_copy(document, field + 2, row, sizeof row) && row_named(table.document, row) < 0)
        mistake(document, field + 2, "table %s has no row %s", table.name, row);
    if (field_copy(document, field + 3, column, sizeof column) && table_column(table.document, column, false) < 0)
        mistake(document, field + 3, "table %s has no column %s", table.name, column);
}

static void check_cells(Loader *loader)
{
    const Document *document = loader->document;
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        if (field_is(&document->field[entry->first], "option"))
            for (int line = 0; line < entry->body_lines; line++)
                check_cell(loader, &document->body[entry->body_first + line]);
    }
}

void load_tables(Loader *loader)
{
    check_cells(loader);
    load_combat(loader);
    load_fire(loader, "air_attack", loader->data->air_attack);
    load_fire(loader, "artillery_fire", loader->data->artillery_fire);
    load_objects(loader);
    load_terrain(loader);
    load_nations(loader);
    load_dice(loader);
    load_entry_delay(loader);
    load_stars(loader);
    load_morale(loader);
    for (int i = 0; i < LOADER_TABLES; i++)
        document_free(loader->table[i]);
}
