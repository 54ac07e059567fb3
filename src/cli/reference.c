/* reference.c — the tables of the book, as the data has them. */
#include "cli/reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"

/* Whether the game is played with that option: "edition=2". */
static bool holds(const Scenario *scenario, const char *when)
{
    const char *sign = when ? strchr(when, '=') : NULL;
    char name[sizeof((Option *)0)->name];
    if (!sign)
        return true;
    snprintf(name, sizeof name, "%.*s", (int)(sign - when), when);
    const Option *option = scenario_option(scenario, name);
    return !option || !strcmp(option->value, sign + 1);
}

const TableKind *reference_next(const Scenario *scenario, const TableKind *after)
{
    const TableKind *kind = after ? after + 1 : scenario->system->tables;
    while (kind && kind->name && !holds(scenario, kind->when))
        kind++;
    return kind && kind->name ? kind : NULL;
}

const TableKind *reference_named(const Scenario *scenario, const char *name)
{
    const TableKind *kind = NULL;
    while ((kind = reference_next(scenario, kind)) && strcmp(kind->name, name) != 0)
        ;
    return kind;
}

Document *reference_read(const Scenario *scenario, const TableKind *kind)
{
    static Log log;
    char path[96];
    size_t length;
    const Source *source = data_source();
    snprintf(path, sizeof path, "%.30s/tables/%.40s.tsv", scenario->system->name, kind->name);
    char *text = source->read(source->context, path, &length);
    log.count = 0;
    Document *table = text ? table_parse(path, text, length, &log) : NULL;
    free(text);
    return table;
}

enum { COLUMNS_SHOWN = 32, WIDEST = 28 };

/* Characters, not bytes. */
static int width_of(const Field *cell)
{
    int width = 0;
    for (uint32_t i = 0; i < cell->length; i++)
        width += (cell->text[i] & 0xC0) != 0x80;
    return width;
}

void reference_print(const Document *table)
{
    int width[COLUMNS_SHOWN] = {0};
    for (int row = 0; row < table->entries; row++)
        for (int i = 0; i < table->entry[row].count && i < COLUMNS_SHOWN; i++) {
            int its = width_of(&table->field[table->entry[row].first + i]);
            width[i] = its > WIDEST ? WIDEST : its > width[i] ? its : width[i];
        }
    for (int row = 0; row < table->entries; row++) {
        const Entry *entry = &table->entry[row];
        for (int i = 0; i < entry->count; i++) {
            const Field *cell = &table->field[entry->first + i];
            int pad = i + 1 < entry->count && i < COLUMNS_SHOWN ? width[i] - width_of(cell) + 2 : 0;
            printf("%.*s%*s", (int)cell->length, cell->text, pad > 0 ? pad : pad < 0 ? 2 : 0, "");
        }
        putchar('\n');
    }
}
