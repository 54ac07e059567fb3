/* json_hints.c — the hints of a teaching game. */
#include "server/json_own.h"

/* A table beside the scenario: side, turn, question, rule, and a column of words a language. */
static void add_hint(Buffer *out, const Document *table, int row)
{
    const Entry *head = &table->entry[0];
    bool words = false;
    buffer_text(out, row > 1 ? ",{" : "{");
    for (int pass = 0; pass < 2; pass++) {
        for (int column = 0; column < head->count; column++) {
            const Field *name = &table->field[head->first + column], *cell = table_cell(table, row, column);
            bool language = name->length > 5 && !memcmp(name->text, "text.", 5);
            if (!cell || language != (pass == 1))
                continue;
            if (language)
                buffer_text(out, words ? "," : "\"text\":{");
            words |= language;
            buffer_quote_bytes(out, name->text + (language ? 5 : 0), name->length - (language ? 5 : 0));
            buffer_char(out, ':');
            buffer_quote_bytes(out, cell->text, cell->length);
            if (!language)
                buffer_char(out, ',');
        }
    }
    buffer_text(out, words ? "}}" : "\"text\":{}}");
}

void json_hints(Buffer *out, const Document *table)
{
    buffer_char(out, '[');
    for (int row = 1; table && row < table->entries; row++)
        add_hint(out, table, row);
    buffer_char(out, ']');
}
