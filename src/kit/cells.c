/* cells.c — see cells.h. */
#include "kit/cells.h"

#include <stdio.h>

Document *open_table_of(Loading *loading, const char *name)
{
    char path[NAME_TEXT + 16];
    snprintf(path, sizeof path, "tables/%s.tsv", name);
    return loading_table(loading, path);
}

Field cell_under(Document *table, int row, const char *column)
{
    int at = table_column(table, column, true);
    const Field *cell = at < 0 ? NULL : table_cell(table, row, at);
    if (cell)
        return *cell;
    if (at >= 0)
        mistake(table, &table->field[table->entry[row].first], "this row has nothing under %s", column);
    return (Field){.text = ""};
}

long number_under(Document *table, int row, const char *column, long low, long high)
{
    Field field = cell_under(table, row, column);
    long number = low;
    if (field.length)
        field_number(table, &field, low, high, &number);
    return number;
}

int word_under(Document *table, int row, const char *column, const char *const *words)
{
    Field field = cell_under(table, row, column);
    int word = field.length ? field_word(table, &field, words) : 0;
    return word < 0 ? 0 : word;
}

long number_or(Document *table, int row, const char *column, long low, long high, long otherwise)
{
    Field field = cell_under(table, row, column);
    return !field.length || is_dash(&field) ? otherwise : number_under(table, row, column, low, high);
}

bool is_side(const Scenario *scenario, const Field *field, int *side)
{
    for (*side = 0; *side < scenario->sides; ++*side)
        if (field_is(field, scenario->side_word[*side]))
            return true;
    return false;
}
