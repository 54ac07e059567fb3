/* reference.c — the tables of a rulebook as players read them: cells as the data has them, with the note at their head
 * that cites their source. */
#include <stdio.h>
#include <stdlib.h>

#include "server/json_own.h"
#include "server/own.h"

/* The note in the first line of the file, without its mark; nothing if it is no remark. */
static void add_remark(Buffer *out, const char *text, size_t length)
{
    size_t begin = 0, end = 0;
    while (begin < length && (text[begin] == '#' || text[begin] == ' '))
        begin++;
    while (begin && end < length && text[end] != '\n')
        end++;
    buffer_quote_bytes(out, text + begin, end > begin ? end - begin : 0);
}

static void add_row(Buffer *out, const Document *table, int row)
{
    const Entry *entry = &table->entry[row];
    buffer_char(out, '[');
    for (int i = 0; i < entry->count; i++) {
        const Field *cell = &table->field[entry->first + i];
        if (i)
            buffer_char(out, ',');
        buffer_quote_bytes(out, cell->text, cell->length);
    }
    buffer_char(out, ']');
}

static void add_table(Buffer *out, const Translation *translation, const TableKind *kind, const Document *table)
{
    buffer_literal(out, "{\"name\":");
    buffer_quote(out, kind->name);
    buffer_literal(out, ",\"title\":");
    json_translated(out, translation, kind->title);
    if (kind->when) {
        buffer_literal(out, ",\"when\":");
        buffer_quote(out, kind->when);
    }
    if (kind->key) {
        buffer_literal(out, ",\"key\":");
        json_translated(out, translation, kind->key);
    }
    buffer_literal(out, ",\"source\":");
    add_remark(out, table->bytes, table->length);
    buffer_literal(out, ",\"head\":");
    add_row(out, table, 0);
    buffer_literal(out, ",\"rows\":[");
    for (int row = 1; row < table->entries; row++) {
        if (row > 1)
            buffer_char(out, ',');
        add_row(out, table, row);
    }
    buffer_literal(out, "]}");
}

void list_tables(const Server *server, const System *system, int language, Buffer *out)
{
    const Source *source = server->config->source;
    Log *log = calloc(1, sizeof *log);
    bool first = true;
    buffer_char(out, '[');
    for (const TableKind *kind = system->tables; log && kind && kind->name; kind++) {
        char path[96];
        size_t length;
        snprintf(path, sizeof path, "%.30s/tables/%.40s.tsv", system->name, kind->name);
        char *text = source->read(source->context, path, &length);
        Document *table = text ? table_parse(path, text, length, log) : NULL;
        if (table && table->entries) {
            json_comma(out, &first);
            add_table(out, translation_of(server, language, system), kind, table);
        } else {
            log_line(LEVEL_ERROR, "table", "system=%s name=%s note=\"cannot be read\"", system->name, kind->name);
        }
        document_free(table);
        free(text);
    }
    buffer_char(out, ']');
    free(log);
}
