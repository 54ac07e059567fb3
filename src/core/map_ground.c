/* map_ground.c — the ground of a map file row by row: the legend of letters, terrain. */
#include "core/map_own.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void read_legend(Loader *loader, const Entry *entry)
{
    Document *document = loader->document;
    if (!has_fields(loader, entry, 1, false, "legend, and below it lines of LETTER WORD…"))
        return;
    if (!entry->body_lines)
        mistake(document, entry_field(loader, entry, 0), "the legend is empty");
    for (int line = 0; line < entry->body_lines; line++) {
        const Body *body = &document->body[entry->body_first + line];
        const Field *letter = &document->field[body->first];
        unsigned char c = letter->length == 1 ? (unsigned char)letter->text[0] : 0;
        if (c <= ' ' || c >= 127) {
            mistake(document, letter, "expected one letter or sign");
            continue;
        }
        if (loader->legend[c]) {
            mistake(document, letter, "%c stands in the legend already", c);
            continue;
        }
        if (body->count < 2)
            mistake(document, letter, "expected terrain words after %c", c);
        for (int i = 1; i < body->count; i++) {
            int word = field_word(document, &document->field[body->first + i], loader->schema->terrain);
            if (word >= 0 && loader->legend[c] >> word & 1)
                mistake(document, &document->field[body->first + i], "the word stands here already");
            if (word >= 0)
                loader->legend[c] |= 1u << word;
        }
        if (!loader->legend[c])
            loader->legend[c] = 1; /* reported above; its hexes are not mistakes too */
    }
}

/* The row a label like 99 or 07N means, or -1 with a mistake. */
static int read_row(Loader *loader, const Field *label)
{
    const Grid *grid = &loader->map->grid;
    char text[2 * HEX_TEXT];
    Hex hex;
    if (label->length < HEX_TEXT) {
        int length = snprintf(text, sizeof text, grid->numbering == COLUMN_ROW ? "%02d%.*s" : "%02d.%.*s",
                              grid->first_column, (int)label->length, label->text);
        if (length > 0 && hex_parse(grid, text, (size_t)length, &hex))
            return hex_row(grid, hex);
    }
    char range[2 * HEX_TEXT + 8];
    mistake(loader->document, label, "no row of this map; its corners are %s", extent(grid, range));
    return -1;
}

void read_ground_rows(Loader *loader, const Entry *entry,
                      void (*read)(Loader *, int row, const Field *label, int count))
{
    Document *document = loader->document;
    const Grid *grid = &loader->map->grid;
    uint32_t *seen = calloc(grid->rows, sizeof *seen); /* line where it stood */
    if (!seen) {
        loader->no_memory = true;
        return;
    }
    for (int line = 0; line < entry->body_lines; line++) {
        const Body *body = &document->body[entry->body_first + line];
        const Field *label = &document->field[body->first];
        int row = read_row(loader, label);
        if (row < 0)
            continue;
        if (seen[row]) {
            mistake(document, label, "row %.*s was given on line %u already", (int)label->length, label->text,
                    seen[row]);
            continue;
        }
        seen[row] = label->line;
        read(loader, row, label, body->count - 1);
    }
    char missing[120] = "";
    size_t used = 0;
    for (int row = 0; row < grid->rows; row++) {
        if (seen[row] || used >= sizeof missing - HEX_TEXT - 4)
            continue;
        char hex[HEX_TEXT];
        hex_print(grid, (Hex)(row * grid->columns), hex);
        const char *label = grid->numbering == COLUMN_ROW ? hex + 2 : strchr(hex, '.') + 1;
        used += (size_t)snprintf(missing + used, sizeof missing - used, "%s%s", used ? ", " : "", label);
        if (used >= sizeof missing - HEX_TEXT - 4)
            snprintf(missing + used, sizeof missing - used, " …");
    }
    if (used)
        mistake(document, entry_field(loader, entry, 0), "rows are missing: %s", missing);
    free(seen);
}

static void read_terrain_row(Loader *loader, int row, const Field *label, int count)
{
    Map *map = loader->map;
    const Field *letters = label + 1;
    if (count != 1) {
        mistake(loader->document, label, "expected the row's number and then its letters without a blank between");
        return;
    }
    int column = 0;
    for (uint32_t i = 0; i < letters->length; i++) {
        unsigned char c = (unsigned char)letters->text[i];
        if ((c & 0xC0) == 0x80)
            continue; /* belongs to the character before */
        uint32_t bits = c < 128 ? loader->legend[c] : 0;
        if (column < map->grid.columns)
            map->terrain[row * map->grid.columns + column] = bits;
        if (!bits) {
            uint32_t length = 1;
            while (i + length < letters->length && ((unsigned char)letters->text[i + length] & 0xC0) == 0x80)
                length++;
            Field spot = {letters->text + i, length, letters->line, letters->column + (uint32_t)column};
            mistake(loader->document, &spot, "%.*s is not in the legend", (int)length, spot.text);
        }
        column++;
    }
    if (column != map->grid.columns)
        mistake(loader->document, letters, "the row has %d letters, the map %d columns", column, map->grid.columns);
}

void read_terrain(Loader *loader, const Entry *entry)
{
    if (!has_fields(loader, entry, 2, false, "terrain PROVENANCE"))
        return;
    int provenance = field_word(loader->document, entry_field(loader, entry, 1), provenance_words);
    if (provenance >= 0)
        loader->map->terrain_provenance = (Provenance)provenance;
    read_ground_rows(loader, entry, read_terrain_row);
}
