/* symbols.c — reading the table of small drawings. */
#include "core/symbols.h"

#include <stdlib.h>
#include <string.h>

const char *const paint_words[] = {"line", "fill", "ground", "paper", "halo", "dark", "faint", "text", "level", NULL};

enum { FARTHEST = 4 * SYMBOL_UNIT }; /* what lies beyond is no part of a small drawing */

/* A cell read word by word. */
typedef struct Cell {
    Document *table;
    const Field *field;
    uint32_t at;
} Cell;

static Field next_word(Cell *cell)
{
    const Field *field = cell->field;
    while (cell->at < field->length && field->text[cell->at] == ' ')
        cell->at++;
    uint32_t first = cell->at;
    while (cell->at < field->length && field->text[cell->at] != ' ')
        cell->at++;
    return (Field){field->text + first, cell->at - first, field->line, field->column + first};
}

/* "-0.46" as thousandths. */
static bool read_number(Document *table, const Field *word, int least, int *out)
{
    uint32_t at = word->length && word->text[0] == '-', digits = 0, decimals = 0;
    bool point = false;
    int sum = 0;
    for (; at < word->length; at++) {
        char letter = word->text[at];
        if (letter == '.' && !point) {
            point = true;
            continue;
        }
        if (letter < '0' || letter > '9' || decimals == 3 || sum > FARTHEST) {
            digits = 0;
            break;
        }
        sum = 10 * sum + (letter - '0');
        digits++;
        decimals += point;
    }
    for (; decimals < 3; decimals++)
        sum *= 10;
    *out = word->length && word->text[0] == '-' ? -sum : sum;
    if (digits && *out >= least && *out <= FARTHEST)
        return true;
    mistake(table, word, "expected a number like -0.46, with three decimals at most, from %d to %d",
            least / SYMBOL_UNIT, FARTHEST / SYMBOL_UNIT);
    return false;
}

static bool next_number(Cell *cell, int least, int *out)
{
    Field word = next_word(cell);
    return read_number(cell->table, &word, least, out);
}

/* How many numbers follow the command; -1 if there is no such one. */
static int numbers_of(char command)
{
    static const struct {
        char command;
        int numbers;
    } form[] = {{'M', 2}, {'L', 2}, {'C', 6}, {'Z', 0}, {'O', 4}, {'R', 4}};
    for (size_t i = 0; i < sizeof form / sizeof *form; i++)
        if (form[i].command == command)
            return form[i].numbers;
    return -1;
}

static bool read_path(Symbols *symbols, Cell *cell, SymbolPart *part)
{
    part->first = (uint16_t)symbols->steps;
    for (Field word = next_word(cell); word.length; word = next_word(cell)) {
        int numbers = word.length == 1 ? numbers_of(word.text[0]) : -1, value;
        bool opens = numbers >= 0 && strchr("MOR", word.text[0]);
        if (numbers < 0 || (!part->steps && !opens)) {
            mistake(cell->table, &word, "expected M, L, C, Z, O or R, and M, O or R first");
            return false;
        }
        if (symbols->steps == SYMBOL_STEPS) {
            mistake(cell->table, &word, "the drawings together have more than %d steps", SYMBOL_STEPS);
            return false;
        }
        SymbolStep *step = &symbols->step[symbols->steps++];
        *step = (SymbolStep){.command = word.text[0]};
        part->steps++;
        for (int i = 0; i < numbers; i++) {
            if (!next_number(cell, -FARTHEST, &value))
                return false;
            step->at[i] = (int16_t)value;
        }
    }
    if (!part->steps)
        mistake(cell->table, cell->field, "expected a path");
    return part->steps;
}

/* x y size, and the words of a text. */
static bool read_text(Cell *cell, SymbolPart *part)
{
    int x, y, size;
    if (!next_number(cell, -FARTHEST, &x) || !next_number(cell, -FARTHEST, &y) || !next_number(cell, 1, &size))
        return false;
    part->x = (int16_t)x;
    part->y = (int16_t)y;
    part->size = (int16_t)size;
    Field word = next_word(cell), more = next_word(cell);
    if (more.length || (part->paint == PAINT_LEVEL) != !word.length) {
        mistake(cell->table, cell->field, part->paint == PAINT_LEVEL ? "expected x y size" : "expected x y size word");
        return false;
    }
    return part->paint == PAINT_LEVEL || field_copy(cell->table, &word, part->words, sizeof part->words);
}

/* The symbol that the row belongs to: the last one, or a new one. */
static Symbol *symbol_of_row(Symbols *symbols, Document *table, const Field *name, bool first_row)
{
    Symbol *last = symbols->symbols ? &symbols->symbol[symbols->symbols - 1] : NULL;
    char word[SYMBOL_NAME];
    if (!field_copy(table, name, word, sizeof word))
        return NULL;
    if (!word[0]) {
        mistake(table, name, "expected the name of a symbol");
        return NULL;
    }
    if (last && !first_row && !strcmp(last->name, word))
        return last;
    if (symbol_named(symbols, word)) {
        mistake(table, name, "%s is drawn already; the parts of a symbol stand one below the other", word);
        return NULL;
    }
    if (symbols->symbols == SYMBOLS_MAX) {
        mistake(table, name, "there are more than %d symbols", SYMBOLS_MAX);
        return NULL;
    }
    Symbol *symbol = &symbols->symbol[symbols->symbols++];
    *symbol = (Symbol){.first = (uint16_t)symbols->parts};
    memcpy(symbol->name, word, sizeof word);
    return symbol;
}

static bool read_part(Symbols *symbols, Document *table, int row, const int column[4], SymbolPart *part)
{
    const Field *paint = table_cell(table, row, column[1]), *width = table_cell(table, row, column[2]),
                *path = table_cell(table, row, column[3]);
    if (!paint || !width || !path) {
        mistake(table, table_cell(table, row, 0), "expected four cells: symbol, paint, width, path");
        return false;
    }
    int kind = field_word(table, paint, paint_words), wide = 0;
    if (kind < 0 || (width->length && !read_number(table, width, 1, &wide)))
        return false;
    *part = (SymbolPart){.paint = (uint8_t)kind, .width = (uint16_t)wide};
    bool stroked = kind == PAINT_LINE || kind == PAINT_HALO || kind == PAINT_DARK || kind == PAINT_FAINT;
    if (stroked && !wide) {
        mistake(table, width, "a line needs a width");
        return false;
    }
    Cell cell = {table, path, 0};
    return kind == PAINT_TEXT || kind == PAINT_LEVEL ? read_text(&cell, part) : read_path(symbols, &cell, part);
}

void symbols_read(Symbols *symbols, Document *table)
{
    static const char *const heads[] = {"symbol", "paint", "width", "path"};
    int column[4];
    bool whole = true, first_row = true;
    for (int i = 0; i < 4; i++) {
        column[i] = table_column(table, heads[i], true);
        whole &= column[i] >= 0;
    }
    for (int row = 1; whole && row < table->entries; row++) {
        const Field *name = table_cell(table, row, column[0]);
        Symbol *symbol = name ? symbol_of_row(symbols, table, name, first_row) : NULL;
        SymbolPart part;
        first_row = false;
        if (!symbol || !read_part(symbols, table, row, column, &part))
            continue;
        if (symbols->parts == SYMBOL_PARTS) {
            mistake(table, name, "the drawings together have more than %d parts", SYMBOL_PARTS);
            return;
        }
        symbols->part[symbols->parts++] = part;
        symbol->parts++;
    }
}

static void read_file(Symbols *symbols, const Source *source, const char *name, Log *log)
{
    size_t length;
    char *bytes = source->read(source->context, name, &length);
    Document *table = bytes ? table_parse(name, bytes, length, log) : NULL;
    if (table)
        symbols_read(symbols, table);
    document_free(table);
    free(bytes);
}

Symbols *symbols_load(const Source *source, const char *folder, Log *log)
{
    static const char file[] = "symbols.tsv";
    Symbols *symbols = calloc(1, sizeof *symbols);
    char name[64];
    size_t length = folder ? strlen(folder) : 0;
    if (!symbols)
        return NULL;
    read_file(symbols, source, file, log);
    if (length && length + sizeof file < sizeof name) {
        memcpy(name, folder, length);
        name[length] = '/';
        memcpy(name + length + 1, file, sizeof file);
        read_file(symbols, source, name, log);
    }
    return symbols;
}

const Symbol *symbol_named(const Symbols *symbols, const char *name)
{
    for (int i = 0; i < symbols->symbols; i++)
        if (!strcmp(symbols->symbol[i].name, name))
            return &symbols->symbol[i];
    return NULL;
}

void symbols_lacking(const Symbols *symbols, const System *system, void (*lacks)(void *context, const char *name),
                     void *context)
{
    for (const Branch *branch = system->branches; branch && branch->symbol; branch++)
        if (!symbol_named(symbols, branch->symbol))
            lacks(context, branch->symbol);
    for (const Sign *sign = system->signs; sign && sign->name; sign++)
        if (sign->drawing && !symbol_named(symbols, sign->drawing))
            lacks(context, sign->drawing);
    for (const MarkKind *kind = system->mark_kinds; kind && kind->name; kind++)
        if (kind->drawing && !symbol_named(symbols, kind->drawing))
            lacks(context, kind->drawing);
}
