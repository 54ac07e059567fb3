/* lab_table.c — what a lab script expects of the tables that WB-95 has read: `table TABLE ROW COLUMN CELL`,
 * `row TABLE ROW CELL…`. Cells are written as the printed tables have them. */
#include <stdio.h>
#include <string.h>

#include "systems/wb95/lab/lab.h"

static void print_result(Result result, char letter, char *out, size_t room)
{
    size_t length = 0;
    out[0] = '\0';
    if (result.retreat)
        length += (size_t)snprintf(out + length, room - length, "%c%d", letter, result.retreat);
    if (result.loss)
        length += (size_t)snprintf(out + length, room - length, "%s-%d", length ? " " : "", result.loss);
    if (result.disorganised)
        length += (size_t)snprintf(out + length, room - length, "%sD", length ? " " : "");
    if (result.test)
        length += (size_t)snprintf(out + length, room - length, "%s•", length ? " " : "");
    if (!length)
        snprintf(out, room, "-");
}

static void print_points(uint16_t twelfths, char *out, size_t room)
{
    if (twelfths == NEVER)
        snprintf(out, room, "no");
    else if (twelfths % MP == 0)
        snprintf(out, room, "%d", twelfths / MP);
    else
        snprintf(out, room, "1/%d", MP / twelfths);
}

/* The cell as the table's text would have it; false when there is no such row or column. */
static bool print_cell(const Wb95 *data, const char *table, int row, int column, char *out, size_t room)
{
    char half[24];
    if (!strcmp(table, "combat") && row < ROWS_2K6 && column < COLUMNS) {
        print_result(data->combat[row][column][0], 'A', out, room);
        print_result(data->combat[row][column][1], 'D', half, sizeof half);
        snprintf(out + strlen(out), room - strlen(out), " / %s", half);
    } else if (!strcmp(table, "air_attack") && row < 6 && column < ROWS_2K6) {
        print_result(data->air_attack[row][column], 0, out, room);
    } else if (!strcmp(table, "artillery_fire") && row < 6 && column < ROWS_2K6) {
        print_result(data->artillery_fire[row][column], 0, out, room);
    } else if (!strcmp(table, "objects") && row < 6 && column < ROWS_2K6) {
        snprintf(out, room, "%s", data->objects[row][column] ? "D" : "-");
    } else if (!strcmp(table, "terrain") && row < GROUNDS && column < 3) {
        print_points(data->ground_cost[row][column], out, room);
    } else if (!strcmp(table, "terrain") && row < GROUNDS && column == 3) {
        snprintf(out, room, "%d", data->ground_cm[row]);
    } else if (!strcmp(table, "nations") && row < NATIONS && column < 2) {
        snprintf(out, room, "%d", column ? data->supply_mp[row] : data->hq_range[row]);
    } else if (!strcmp(table, "dice") && row < 6 && column < 2) {
        snprintf(out, room, "%d", column ? data->supply_mission[row + 1] : data->crossing_loss[row + 1]);
    } else if (!strcmp(table, "morale") && row < MORALES && column == 0) {
        snprintf(out, room, "%d", data->morale_limit[row]);
    } else if (!strcmp(table, "entry_delay") && row < 10 && column == 0) {
        snprintf(out, room, "%d%s", data->entry_delays[row], data->entry_half[row] ? " or half" : "");
    } else {
        return false;
    }
    return true;
}

static const struct TableWords {
    const char *name;
    const char *rows[GROUNDS + 1], *columns[COLUMNS + 1];
} table_words[] = {
    {"combat",
     {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"},
     {"1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1", "10:1"}},
    {"air_attack",
     {"1-2", "3-5", "6-8", "9-12", "13-16", "17+"},
     {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}},
    {"artillery_fire",
     {"1-2", "3-5", "6-8", "9-12", "13-16", "17+"},
     {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}},
    {"objects",
     {"1-2", "3-5", "6-8", "9-12", "13-16", "17+"},
     {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}},
    {"terrain",
     {"clear", "forest", "hills", "stream", "nysa_elbe", "swamp", "city", "town", "secondary_route", "main_route",
      "motorway", "lake"},
     {"trucked", "tracked", "non_motorized", "combat_cm"}},
    {"nations", {"German", "Soviet", "Polish", "American", "British", "German-ally"}, {"hq_range", "supply_mp"}},
    {"dice", {"1", "2", "3", "4", "5", "6"}, {"crossing_loss", "supply_mission"}},
    {"morale",
     {"SS", "Wehrmacht", "Volkssturm", "German-ally", "American", "British", "Guards", "Polish", "Soviet"},
     {"limit"}},
    {"entry_delay", {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, {"delays"}},
};

/* TABLE ROW, as a script writes them. */
static const struct TableWords *take_row(Holds *holds, int *row)
{
    const char *names[sizeof table_words / sizeof *table_words + 1] = {NULL};
    for (size_t i = 0; i < sizeof table_words / sizeof *table_words; i++)
        names[i] = table_words[i].name;
    int table = words_word(&holds->words, "a table", names);
    *row = table < 0 ? -1 : words_word(&holds->words, "a row of that table", table_words[table].rows);
    return *row < 0 ? NULL : &table_words[table];
}

void row_holds(Holds *holds)
{
    int row;
    const struct TableWords *words = take_row(holds, &row);
    for (int column = 0; words && words->columns[column]; column++) {
        char cell[40], what[80];
        snprintf(what, sizeof what, "the cell under %s", words->columns[column]);
        if (print_cell(data_in(holds), words->name, row, column, cell, sizeof cell))
            holds_text(holds, what, cell);
    }
}

void table_holds(Holds *holds)
{
    int row;
    const struct TableWords *words = take_row(holds, &row);
    int column = words ? words_word(&holds->words, "a column of that table", words->columns) : -1;
    char cell[40];
    if (column >= 0 && print_cell(data_in(holds), words->name, row, column, cell, sizeof cell))
        holds_text(holds, "the cell", cell);
}
