/* hex.c — neighbours, distances and printed numbers of a grid.
 *
 * Columns are vertical; those that sit half a hex lower are known by the parity of their *printed* number, so a
 * part-map cut from a larger one keeps its neighbours. Four-digit numbers have two digits for the row, and the rows
 * before 00 are called 99, 98 …: labels are therefore counted modulo 100. Dotted numbers simply count. */
#include "core/hex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LABELS 100 /* two digits */

/* Column and row steps by edge, first for columns that sit high, then for those half a hex lower. */
static const int8_t column_step[EDGES] = {0, 1, 1, 0, -1, -1};
static const int8_t row_step[2][EDGES] = {{-1, -1, 0, 1, 0, -1}, {-1, 0, 1, 1, 1, 0}};

static int sits_low(const Grid *grid, int column)
{
    int odd = (grid->first_column + column) & 1;
    return grid->parity == ODD_DOWN ? odd : !odd;
}

static Hex hex_at(const Grid *grid, int column, int row)
{
    if (column < 0 || column >= grid->columns || row < 0 || row >= grid->rows)
        return NO_HEX;
    return (Hex)(row * grid->columns + column);
}

Hex hex_across(const Grid *grid, Hex hex, Edge edge)
{
    if (hex >= grid_hexes(grid))
        return NO_HEX;
    int column = hex_column(grid, hex);
    int row = hex_row(grid, hex);
    return hex_at(grid, column + column_step[edge], row + row_step[sits_low(grid, column)][edge]);
}

Edge edge_between(const Grid *grid, Hex from, Hex to)
{
    if (from >= grid_hexes(grid) || to >= grid_hexes(grid))
        return EDGES;
    int column = hex_column(grid, from);
    int columns = hex_column(grid, to) - column;
    int rows = hex_row(grid, to) - hex_row(grid, from);
    const int8_t *step = row_step[sits_low(grid, column)];
    Edge edge = NORTH;
    while (edge < EDGES && (column_step[edge] != columns || step[edge] != rows))
        edge++;
    return edge;
}

/* Walking east along a slanted row costs half a row every column; what is left of the rows then has to be
 * walked straight. */
Slant hex_slant(const Grid *grid, Hex hex)
{
    int column = hex_column(grid, hex);
    int shift = (grid->first_column & 1) ^ (grid->parity == EVEN_DOWN); /* so that low columns are odd */
    return (Slant){(int16_t)column, (int16_t)(hex_row(grid, hex) - (column + shift) / 2)};
}

/* The sheet that holds a row; only called when there are sheets. Rows are numbered away from the sheet's first row:
 * downward when numbered from the top, upward when from the bottom. */
static const Sheet *sheet_of(const Grid *grid, int row)
{
    const Sheet *best = NULL;
    for (int i = 0; i < grid->sheets; i++) {
        const Sheet *sheet = &grid->sheet[i];
        int away = grid->from_bottom ? sheet->first_row - row : row - sheet->first_row;
        if (away < 0)
            continue;
        if (!best || (grid->from_bottom ? sheet->first_row < best->first_row : sheet->first_row > best->first_row))
            best = sheet;
    }
    return best;
}

/* Where counting starts: the grid row and what it is called. */
static void count_from(const Grid *grid, const Sheet *sheet, int *row, int *label)
{
    if (sheet) {
        *row = sheet->first_row;
        *label = sheet->first_label;
    } else {
        *row = grid->from_bottom ? grid->rows - 1 : 0;
        *label = grid->first_row;
    }
}

static int wrapped(int label)
{
    int rest = label % LABELS;
    return rest < 0 ? rest + LABELS : rest;
}

const char *hex_print(const Grid *grid, Hex hex, char out[HEX_TEXT])
{
    if (hex >= grid_hexes(grid)) {
        int box = hex - grid_hexes(grid);
        snprintf(out, HEX_TEXT, "%s", box < grid->boxes ? grid->box_name[box] : "-");
        return out;
    }
    int row = hex_row(grid, hex);
    const Sheet *sheet = grid->sheets ? sheet_of(grid, row) : NULL;
    int start, label;
    count_from(grid, sheet, &start, &label);
    label += grid->from_bottom ? start - row : row - start;
    int column = grid->first_column + hex_column(grid, hex);
    char letter[2] = {sheet ? sheet->letter : '\0', '\0'};
    if (grid->numbering == COLUMN_ROW) { /* every line of a journal has some of these */
        int across = wrapped(column), down = wrapped(label);
        const char text[6] = {(char)('0' + across / 10),
                              (char)('0' + across % 10),
                              (char)('0' + down / 10),
                              (char)('0' + down % 10),
                              letter[0],
                              '\0'};
        memcpy(out, text, sizeof text);
    } else {
        snprintf(out, HEX_TEXT, "%02d.%02d%s", column % 1000, label % 1000, letter);
    }
    return out;
}

/* Up to `most` digits from *at on; moves *at behind them. False when there is none. */
static bool digits(const char *text, size_t length, size_t *at, size_t most, int *out)
{
    size_t start = *at;
    int number = 0;
    while (*at < length && *at - start < most && text[*at] >= '0' && text[*at] <= '9')
        number = number * 10 + (text[(*at)++] - '0');
    *out = number;
    return *at > start;
}

/* A sheet's number of a row that is the last of the sheet before. */
static bool on_seam(const Grid *grid, const Sheet *sheet, int away, int *row)
{
    if (!sheet->seam || away != -1)
        return false;
    *row = grid->from_bottom ? sheet->first_row + 1 : sheet->first_row - 1;
    return true;
}

static bool box_parse(const Grid *grid, const char *text, size_t length, Hex *out)
{
    for (int i = 0; i < grid->boxes && length; i++)
        if (strlen(grid->box_name[i]) == length && !memcmp(grid->box_name[i], text, length)) {
            *out = (Hex)(grid_hexes(grid) + i);
            return true;
        }
    return false;
}

static bool number_parse(const Grid *grid, const char *text, size_t length, Hex *out)
{
    size_t at = 0;
    int column, label;
    char letter = '\0'; /* of a sheet: behind the number, or before one with a dot */
    if (grid->sheets && grid->numbering == COLUMN_DOT_ROW && length && (text[0] < '0' || text[0] > '9'))
        letter = text[at++];
    if (grid->numbering == COLUMN_ROW) {
        if (length < 4 || !digits(text, length, &at, 2, &column) || at != 2 || !digits(text, length, &at, 2, &label) ||
            at != 4)
            return false;
    } else {
        if (!digits(text, length, &at, 3, &column) || at == length || text[at++] != '.' ||
            !digits(text, length, &at, 3, &label))
            return false;
    }
    const Sheet *sheet = NULL;
    if (grid->sheets) {
        if (!letter && at == length)
            return false;
        letter = letter ? letter : text[at++];
        for (int i = 0; i < grid->sheets; i++)
            if (grid->sheet[i].letter == letter)
                sheet = &grid->sheet[i];
        if (!sheet)
            return false;
    }
    if (at != length)
        return false;

    int start, first;
    count_from(grid, sheet, &start, &first);
    int away = label - first, row;
    if (sheet && on_seam(grid, sheet, away, &row)) {
        *out = hex_at(grid, column - grid->first_column, row);
        return *out != NO_HEX;
    }
    if (grid->numbering == COLUMN_ROW)
        away = wrapped(away);
    row = grid->from_bottom ? start - away : start + away;
    Hex hex = away < 0 ? NO_HEX : hex_at(grid, column - grid->first_column, row);
    if (hex == NO_HEX || (sheet && sheet_of(grid, row) != sheet))
        return false;
    *out = hex;
    return true;
}

bool hex_parse(const Grid *grid, const char *text, size_t length, Hex *out)
{
    return number_parse(grid, text, length, out) || box_parse(grid, text, length, out);
}

Hexside hexside_of(const Grid *grid, Hex hex, Edge edge)
{
    Hex across = hex_across(grid, hex, edge);
    if (across < hex)
        return (Hexside)(across * EDGES + edge_opposite(edge));
    return (Hexside)(hex * EDGES + edge);
}

const char *hexside_print(const Grid *grid, Hexside side, char out[EDGE_TEXT])
{
    char one[HEX_TEXT] = "-", other[HEX_TEXT] = "-";
    if (hexside_hex(side) < grid_hexes(grid)) {
        hex_print(grid, hexside_hex(side), one);
        hex_print(grid, hex_across(grid, hexside_hex(side), hexside_edge(side)), other);
    }
    snprintf(out, EDGE_TEXT, "%s/%s", one, other);
    return out;
}

bool hexside_parse(const Grid *grid, const char *text, size_t length, Hexside *out)
{
    size_t slash = 0;
    while (slash < length && text[slash] != '/')
        slash++;
    Hex one, other;
    if (slash == length || !hex_parse(grid, text, slash, &one) ||
        !hex_parse(grid, text + slash + 1, length - slash - 1, &other))
        return false;
    Edge edge = edge_between(grid, one, other);
    if (edge == EDGES)
        return false;
    *out = hexside_of(grid, one, edge);
    return true;
}
