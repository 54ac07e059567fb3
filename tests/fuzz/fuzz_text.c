/* fuzz_text.c — whatever the bytes: parsing ends, fields lie in order inside the bytes and on the line and
 * column they claim, mistakes can be printed, and printing the document gives the bytes back. The first byte
 * chooses between line text and table; a table is read as one of symbols as well, whose steps all lie in a drawing. */
#include <stdlib.h>
#include <string.h>

#include "core/symbols.h"

static void require(bool holds)
{
    if (!holds)
        abort();
}

/* Line and column of every field, counted again from the start. */
static void require_places(const Document *document)
{
    uint32_t line = 1, column = 1;
    const char *at = document->bytes;
    for (int i = 0; i < document->fields; i++) {
        const Field *field = &document->field[i];
        require(field->text >= at && field->text + field->length <= document->bytes + document->length);
        for (; at < field->text; at++) {
            if (*at == '\n') {
                line++;
                column = 1;
            } else {
                column += ((unsigned char)*at & 0xC0) != 0x80;
            }
        }
        require(field->line == line && field->column == column);
        require(!memchr(field->text, '\n', field->length));
    }
}

/* Entries and bodies share out the fields between them, in order. */
static void require_structure(const Document *document)
{
    int field = 0, body = 0;
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        require(entry->first == field && entry->count > 0 && entry->body_first == body);
        field += entry->count;
        for (int k = 0; k < entry->body_lines; k++, body++) {
            require(document->body[body].first == field && document->body[body].count > 0);
            field += document->body[body].count;
        }
    }
    require(field == document->fields && body == document->bodies);
}

static void require_mistakes(const Log *log)
{
    for (int i = 0; i < log->count && i < LOG_MISTAKES; i++) {
        char text[2048];
        size_t length = mistake_print(&log->mistake[i], text, sizeof text);
        require(length < sizeof text && strlen(text) == length && length > 0);
        require(log->mistake[i].caret <= (int)strlen(log->mistake[i].quote));
    }
}

static void require_symbols(Document *table)
{
    static Symbols symbols;
    memset(&symbols, 0, sizeof symbols);
    symbols_read(&symbols, table);
    require(symbols.symbols <= SYMBOLS_MAX && symbols.parts <= SYMBOL_PARTS && symbols.steps <= SYMBOL_STEPS);
    for (int i = 0; i < symbols.symbols; i++)
        for (int j = 0; j < symbols.symbol[i].parts; j++) {
            const SymbolPart *part = &symbols.part[symbols.symbol[i].first + j];
            require(symbols.symbol[i].first + j < symbols.parts && part->paint < PAINTS);
            require(part->first + part->steps <= symbols.steps);
            require(!part->steps || strchr("MOR", symbols.step[part->first].command));
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Log log;
    if (size == 0)
        return 0;
    const char *bytes = (const char *)data + 1;
    size--;
    log.count = 0;
    Document *document = (data[0] & 1 ? table_parse : document_parse)("fuzz", bytes, size, &log);
    if (!document)
        return 0;
    require_places(document);
    require_structure(document);
    char *out = malloc(size + 1);
    require(document_print(document, out, size) == size && !memcmp(out, bytes, size));
    free(out);
    static const char *const words[] = {"map", "grid", NULL};
    for (int i = 0; i < document->fields && i < 100; i++) {
        long number;
        char copy[8];
        field_number(document, &document->field[i], -5, 5, &number);
        field_word(document, &document->field[i], words);
        field_copy(document, &document->field[i], copy, sizeof copy);
    }
    if (document->is_table)
        require_symbols(document);
    require_mistakes(&log);
    document_free(document);
    return 0;
}
