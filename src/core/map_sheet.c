/* map_sheet.c — the head of a map file and its grid: name, title, system, scale, source, grid, sheets. */
#include "core/map_own.h"

#include <stdlib.h>
#include <string.h>

#include "core/flood.h"

/* Lower-case letters, digits and -, so that it is a file's name everywhere. */
static bool plain_word(const Field *field)
{
    for (uint32_t i = 0; i < field->length; i++) {
        char c = field->text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
            return false;
    }
    return field->length > 0;
}

/* A map is called like its file, because scenarios find it by that name. */
void read_map(Loader *loader, const Entry *entry)
{
    if (!has_fields(loader, entry, 2, false, "map NAME"))
        return;
    Document *document = loader->document;
    const Field *name = entry_field(loader, entry, 1);
    if (!field_copy(document, name, loader->name, sizeof loader->name))
        return;
    if (!plain_word(name))
        mistake(document, name, "a map's name is made of a-z, 0-9 and -");
    const char *slash = strrchr(document->name, '/');
    const char *base = slash ? slash + 1 : document->name;
    size_t length = strlen(base);
    if (length > 4 && !strcmp(base + length - 4, ".map") &&
        (name->length != length - 4 || memcmp(name->text, base, length - 4)))
        mistake(document, name, "the file is called %s: the map's name must be the same", base);
}

void read_title(Loader *loader, const Entry *entry)
{
    if (has_fields(loader, entry, 2, false, "title \"WORDS\""))
        field_copy(loader->document, entry_field(loader, entry, 1), loader->title, sizeof loader->title);
}

/* Checks the form only: the loader's caller knows which system it asked for, and compares. */
void read_system(Loader *loader, const Entry *entry)
{
    if (has_fields(loader, entry, 2, false, "system NAME") && !plain_word(entry_field(loader, entry, 1)))
        mistake(loader->document, entry_field(loader, entry, 1), "a system's name is made of a-z, 0-9 and -");
}

void read_scale(Loader *loader, const Entry *entry)
{
    long metres;
    if (has_fields(loader, entry, 2, false, "scale METRES") &&
        field_number(loader->document, entry_field(loader, entry, 1), 1, 100000, &metres))
        loader->scale = (int)metres;
}

void read_source(Loader *loader, const Entry *entry)
{
    if (!has_fields(loader, entry, 2, false, "source \"WHERE IT COMES FROM\"") || loader->source)
        return;
    const Field *words = entry_field(loader, entry, 1);
    if (!words->length)
        mistake(loader->document, words, "say where the map comes from");
    loader->source = calloc(words->length + 1, 1);
    if (loader->source)
        memcpy(loader->source, words->text, words->length);
    else
        loader->no_memory = true;
}

/* `0199`, `1025N` or `29.17`: the number of the first hex shows the numbering style. */
static bool read_first(Loader *loader, const Field *field, Grid *grid)
{
    uint32_t at = 0;
    int part[2] = {0, 0};
    uint32_t figures[2] = {0, 0};
    int parts = 0;
    bool dotted = false;
    for (; at < field->length && parts < 2; at++) {
        char c = field->text[at];
        if (c >= '0' && c <= '9' && figures[parts] < 4) {
            part[parts] = part[parts] * 10 + (c - '0');
            figures[parts]++;
        } else if (c == '.' && parts == 0 && figures[0]) {
            dotted = true;
            parts = 1;
        } else {
            break;
        }
    }
    char letter = '\0';
    if (at + 1 == field->length && field->text[at] >= 'A' && field->text[at] <= 'Z')
        letter = field->text[at++];
    bool good =
        at == field->length && (dotted ? figures[0] <= 3 && figures[1] >= 1 && figures[1] <= 3 : figures[0] == 4);
    if (!good) {
        mistake(loader->document, field, "expected the number of the first hex, like 0101, 0101N or 01.01");
        return false;
    }
    grid->numbering = dotted ? COLUMN_DOT_ROW : COLUMN_ROW;
    grid->first_column = (int16_t)(dotted ? part[0] : part[0] / 100);
    grid->first_row = (int16_t)(dotted ? part[1] : part[0] % 100);
    if (letter) {
        grid->sheets = 1;
        grid->sheet[0].letter = letter;
        grid->sheet[0].first_label = grid->first_row;
    }
    return true;
}

#define GRID_FORM "grid COLUMNS ROWS first HEX [bottom] parity odd-down|even-down"

void read_grid(Loader *loader, const Entry *entry)
{
    static const char *const options[] = {"first", "bottom", "parity", NULL};
    static const char *const parities[] = {"odd-down", "even-down", NULL};
    Document *document = loader->document;
    if (!has_fields(loader, entry, 7, true, GRID_FORM) || loader->map)
        return;
    Grid grid = {0};
    long columns, rows;
    bool good = field_number(document, entry_field(loader, entry, 1), 1, 999, &columns);
    good &= field_number(document, entry_field(loader, entry, 2), 1, 999, &rows);
    const Field *first = NULL, *parity = NULL;
    for (int i = 3; i < entry->count; i++) {
        const Field *word = entry_field(loader, entry, i);
        int option = field_word(document, word, options);
        if (option < 0) {
            good = false;
        } else if (option == 1) {
            grid.from_bottom = true;
        } else if (++i == entry->count) {
            mistake(document, word, "something is missing; expected: " GRID_FORM);
            good = false;
        } else if (option == 0) {
            first = entry_field(loader, entry, i);
        } else {
            parity = entry_field(loader, entry, i);
        }
    }
    if (good && (!first || !parity)) {
        mistake(document, entry_field(loader, entry, 0), "something is missing; expected: " GRID_FORM);
        good = false;
    }
    good = first && read_first(loader, first, &grid) && good;
    int word = parity ? field_word(document, parity, parities) : -1;
    if (!good || word < 0)
        return;
    grid.parity = word == 0 ? ODD_DOWN : EVEN_DOWN;
    grid.columns = (uint16_t)columns;
    grid.rows = (uint16_t)rows;
    if (grid.from_bottom)
        grid.sheet[0].first_row = (int16_t)(rows - 1);
    int room = grid.numbering == COLUMN_ROW ? 100 : 1000;
    if (grid.first_column + columns > room)
        mistake(document, first, "column %ld cannot be written in this numbering", grid.first_column + columns - 1);
    else if (!grid.sheets && (grid.numbering == COLUMN_ROW ? rows > room : grid.first_row + rows > room))
        mistake(document, first, "%ld rows cannot be told apart in this numbering", rows);
    else if (columns * rows + loader->count[KEY_BOX] > FLOOD_HEXES)
        mistake(document, entry_field(loader, entry, 1), "%ld hexes are too many: at most %d", columns * rows,
                FLOOD_HEXES - loader->count[KEY_BOX]);
    else if (!(loader->map = map_make(loader->schema, &grid, loader->count[KEY_BOX])))
        loader->no_memory = true;
}

void check_sheets(Loader *loader)
{
    const Grid *grid = &loader->map->grid;
    for (int i = 0; i < grid->sheets; i++) {
        int start = grid->sheet[i].first_row;
        int end = grid->from_bottom ? -1 : grid->rows;
        if (i + 1 < grid->sheets)
            end = grid->sheet[i + 1].first_row;
        int rows = abs(end - start);
        if (grid->numbering == COLUMN_ROW ? rows > 100 : grid->sheet[i].first_label + rows > 1000)
            mistake(loader->document, NULL, "sheet %c has %d rows, which cannot be told apart in this numbering",
                    grid->sheet[i].letter, rows);
    }
}

/* `seam` after a sheet's label: the number before it belongs to the last row of the sheet before. */
static bool read_seam(Loader *loader, const Entry *entry, long label)
{
    static const char *const words[] = {"seam", NULL};
    const Field *word = entry_field(loader, entry, 4);
    if (field_word(loader->document, word, words) < 0)
        return false;
    if (label == 0)
        mistake(loader->document, word, "the row before 00 has no number on this sheet");
    return label > 0;
}

#define SHEET_FORM "sheet LETTER ROW LABEL [seam]"

/* `sheet S 34 01`: from the 34th row on (counted as the rows are numbered) rows are called 01S, 02S … */
void read_sheet(Loader *loader, const Entry *entry)
{
    Document *document = loader->document;
    if (!has_fields(loader, entry, 4, entry->count == 5, SHEET_FORM))
        return;
    Grid *grid = &loader->map->grid;
    const Field *letter = entry_field(loader, entry, 1);
    if (!grid->sheets) {
        mistake(document, entry_field(loader, entry, 0),
                "the first hex of the grid names no sheet, so there are no others");
        return;
    }
    if (grid->sheets == SHEETS) {
        mistake(document, entry_field(loader, entry, 0), "a map has at most %d sheets", SHEETS);
        return;
    }
    const Sheet *before = &grid->sheet[grid->sheets - 1];
    int passed = grid->from_bottom ? grid->rows - 1 - before->first_row : before->first_row;
    long row, label;
    bool good = letter->length == 1 && letter->text[0] >= 'A' && letter->text[0] <= 'Z';
    if (!good)
        mistake(document, letter, "a sheet is called by one capital letter");
    for (int i = 0; good && i < grid->sheets; i++)
        if (grid->sheet[i].letter == letter->text[0]) {
            mistake(document, letter, "there is a sheet %c already", letter->text[0]);
            good = false;
        }
    good &= field_number(document, entry_field(loader, entry, 2), passed + 2, grid->rows, &row);
    good &= field_number(document, entry_field(loader, entry, 3), 0, 99, &label);
    if (!good)
        return;
    int first_row = (int)(grid->from_bottom ? grid->rows - row : row - 1);
    bool seam = entry->count == 5 && read_seam(loader, entry, label);
    grid->sheet[grid->sheets++] = (Sheet){letter->text[0], (int16_t)first_row, (int16_t)label, seam};
}
