/* map.c — reading a map file, and refusing it with every mistake it has.
 *
 * Entries may stand in any order in the file; they are read in the order of the table `keywords`, so that
 * whatever leans on something else finds it there: hexes on the grid, ground on the legend, roads on the
 * ground, bridges on hexsides and roads, chains on areas. An entry with a mistake is read as far as it goes,
 * and what could not be read is left out silently afterwards: one slip should not be told twice.
 *
 * Every pass is linear in the file and the grid; names are looked up by hash. */
#include "core/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/flood.h"

#define LIST_MAX 65535 /* hexes and hexsides that places, areas and lines may list together */
#define AREAS_MAX 255  /* a chain holds areas as bytes */
#define CHAINS_MAX ((int)(sizeof((Map *)0)->chain / sizeof((Map *)0)->chain[0]))
#define CHAIN_LENGTH ((int)sizeof((Map *)0)->chain[0].area)

static const char *const provenance_words[] = {"printed", "derived", "ours", NULL};

/* ---- the map itself ---- */

/* All arrays of a map of that grid, empty, with the neighbours filled in; NULL when there is no memory. */
static Map *map_make(const MapSchema *schema, const Grid *grid)
{
    Map *map = calloc(1, sizeof *map);
    if (!map)
        return NULL;
    size_t hexes = (size_t)grid_hexes(grid);
    map->grid = *grid;
    map->schema = schema;
    map->hexes = (int)hexes;
    map->words = (int)(hexes + 63) / 64;
    map->next = malloc(hexes * sizeof *map->next);
    map->terrain = calloc(hexes, sizeof *map->terrain);
    map->height = calloc(hexes, sizeof *map->height);
    map->edge = calloc(hexes, sizeof *map->edge);
    map->road = calloc(hexes, sizeof *map->road);
    map->bridge = calloc(hexes, sizeof *map->bridge);
    map->place = malloc(hexes * sizeof *map->place);
    if (!map->next || !map->terrain || !map->height || !map->edge || !map->road || !map->bridge || !map->place) {
        map_free(map);
        return NULL;
    }
    memset(map->place, 0xFF, hexes * sizeof *map->place); /* -1 everywhere */
    for (int hex = 0; hex < map->hexes; hex++)
        for (Edge edge = 0; edge < EDGES; edge++)
            map->next[hex][edge] = hex_across(grid, (Hex)hex, edge);
    return map;
}

Map *map_blank(const MapSchema *schema, const Grid *grid)
{
    Map *map = map_make(schema, grid);
    if (!map)
        return NULL;
    snprintf(map->name, sizeof map->name, "blank");
    snprintf(map->title, sizeof map->title, "An empty map");
    map->source = calloc(1, 1);
    map->list = calloc(1, sizeof *map->list);
    if (!map->source || !map->list) {
        map_free(map);
        return NULL;
    }
    for (int hex = 0; hex < map->hexes; hex++)
        map->terrain[hex] = 1;
    map->terrain_provenance = OURS;
    return map;
}

void map_free(Map *map)
{
    if (!map)
        return;
    free(map->source);
    free(map->next);
    free(map->terrain);
    free(map->height);
    free(map->edge);
    free(map->road);
    free(map->bridge);
    free(map->place);
    free(map->place_list);
    if (map->area_list)
        free(map->area_list[0].bits); /* one block for all */
    free(map->area_list);
    free(map->edge_line);
    free(map->road_line);
    free(map->list);
    free(map);
}

int map_area(const Map *map, int kind, const char *name)
{
    for (int i = 0; i < map->areas; i++)
        if (map->area_list[i].kind == kind && !strcmp(map->area_list[i].name, name))
            return i;
    return -1;
}

int map_place(const Map *map, const char *name)
{
    for (int i = 0; i < map->places; i++)
        if (!strcmp(map->place_list[i].name, name))
            return i;
    return -1;
}

/* ---- the loader ---- */

typedef enum Keyword {
    KEY_MAP,
    KEY_TITLE,
    KEY_SYSTEM,
    KEY_SCALE,
    KEY_SOURCE,
    KEY_GRID,
    KEY_SHEET,
    KEY_LEGEND,
    KEY_TERRAIN,
    KEY_HEIGHT,
    KEY_PLACE,
    KEY_EDGE,
    KEY_ROAD,
    KEY_BRIDGE,
    KEY_AREA,
    KEY_CHAIN,
    KEYWORDS
} Keyword;

/* Names already given, by hash; holds index + 1. */
typedef struct Names {
    uint32_t *slot;
    uint32_t mask;
} Names;

typedef struct Loader {
    Document *document;
    const MapSchema *schema;
    Map *map; /* NULL until the grid is known */
    char name[NAME_TEXT], title[96];
    char *source;
    int scale;
    uint32_t legend[128]; /* terrain bits by letter, 0 unknown */
    uint8_t *keyword;     /* by entry */
    int count[KEYWORDS];
    Names place_names, area_names;
    bool list_full, no_memory;
} Loader;

static const Field *entry_field(const Loader *loader, const Entry *entry, int index)
{
    return &loader->document->field[entry->first + index];
}

/* The items an entry lists: its fields from one on, then all fields of its body. */
typedef struct Items {
    const Document *document;
    const Entry *entry;
    int at, end, line;
} Items;

static Items items_from(const Loader *loader, const Entry *entry, int first)
{
    return (Items){loader->document, entry, entry->first + first, entry->first + entry->count, 0};
}

static const Field *next_item(Items *items)
{
    while (items->at >= items->end) {
        if (items->line == items->entry->body_lines)
            return NULL;
        const Body *body = &items->document->body[items->entry->body_first + items->line++];
        items->at = body->first;
        items->end = body->first + body->count;
    }
    return &items->document->field[items->at++];
}

/* True if the entry's own line has `count` fields (or at least as many, when more may follow). */
static bool has_fields(Loader *loader, const Entry *entry, int count, bool more, const char *form)
{
    if (entry->count < count) {
        mistake(loader->document, entry_field(loader, entry, 0), "something is missing; expected: %s", form);
        return false;
    }
    if (entry->count > count && !more) {
        mistake(loader->document, entry_field(loader, entry, count), "nothing more belongs here; expected: %s", form);
        return false;
    }
    return true;
}

static bool has_no_body(Loader *loader, const Entry *entry)
{
    if (!entry->body_lines)
        return true;
    const Body *body = &loader->document->body[entry->body_first];
    mistake(loader->document, &loader->document->field[body->first], "no indented lines belong to this entry");
    return false;
}

/* ---- names ---- */

static bool names_make(Names *names, int count)
{
    names->mask = 15;
    while (names->mask < 2u * (uint32_t)count)
        names->mask = names->mask * 2 + 1;
    names->slot = calloc(names->mask + 1, sizeof *names->slot);
    return names->slot != NULL;
}

static uint32_t name_hash(int kind, const char *name)
{
    uint32_t hash = 2166136261u ^ (uint32_t)kind;
    for (; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    return hash ^ hash >> 15;
}

/* Each returns the slot that holds the name, or the free one where it would go. */
static uint32_t *place_slot(const Loader *loader, const char *name)
{
    const Names *names = &loader->place_names;
    uint32_t at = name_hash(0, name) & names->mask;
    while (names->slot[at] && strcmp(loader->map->place_list[names->slot[at] - 1].name, name))
        at = (at + 1) & names->mask;
    return &names->slot[at];
}

static uint32_t *area_slot(const Loader *loader, int kind, const char *name)
{
    const Names *names = &loader->area_names;
    uint32_t at = name_hash(kind, name) & names->mask;
    while (names->slot[at]) {
        const Area *area = &loader->map->area_list[names->slot[at] - 1];
        if (area->kind == kind && !strcmp(area->name, name))
            break;
        at = (at + 1) & names->mask;
    }
    return &names->slot[at];
}

/* ---- hexes and hexsides in text ---- */

static const char *extent(const Grid *grid, char out[2 * HEX_TEXT + 8])
{
    char first[HEX_TEXT], last[HEX_TEXT];
    snprintf(out, 2 * HEX_TEXT + 8, "%s to %s", hex_print(grid, 0, first),
             hex_print(grid, (Hex)(grid_hexes(grid) - 1), last));
    return out;
}

static bool read_hex(Loader *loader, const Field *whole, const char *text, size_t length, Hex *out)
{
    if (hex_parse(&loader->map->grid, text, length, out))
        return true;
    char range[2 * HEX_TEXT + 8];
    Field spot = *whole;
    for (const char *byte = whole->text; byte < text; byte++)
        spot.column += ((unsigned char)*byte & 0xC0) != 0x80;
    spot.text = text;
    spot.length = (uint32_t)length;
    if (length == 0)
        mistake(loader->document, &spot, "a hex is missing here");
    else
        mistake(loader->document, &spot, "no hex of this map: %.*s; its corners are %s",
                (int)(length < 40 ? length : 40), text, extent(&loader->map->grid, range));
    return false;
}

/* One hex, or a run of them along a row or column. */
typedef struct Span {
    Hex first;
    int step, count;
} Span;

static bool read_span(Loader *loader, const Field *field, Span *out)
{
    const Grid *grid = &loader->map->grid;
    uint32_t dots = 0;
    while (dots + 1 < field->length && (field->text[dots] != '.' || field->text[dots + 1] != '.'))
        dots++;
    *out = (Span){.count = 1};
    if (dots + 1 >= field->length)
        return read_hex(loader, field, field->text, field->length, &out->first);
    Hex last;
    if (!read_hex(loader, field, field->text, dots, &out->first) ||
        !read_hex(loader, field, field->text + dots + 2, field->length - dots - 2, &last))
        return false;
    int columns = hex_column(grid, last) - hex_column(grid, out->first);
    int rows = hex_row(grid, last) - hex_row(grid, out->first);
    if (columns && rows) {
        mistake(loader->document, field, "a run of hexes keeps to one row or one column");
        return false;
    }
    int length = columns + rows;
    out->step = (rows ? grid->columns : 1) * (length < 0 ? -1 : 1);
    out->count = abs(length) + 1;
    return true;
}

static bool read_hexside(Loader *loader, const Field *field, Hex *hex, Edge *edge)
{
    const char *slash = memchr(field->text, '/', field->length);
    if (!slash) {
        mistake(loader->document, field, "expected a hexside, written as its two hexes with / between");
        return false;
    }
    size_t before = (size_t)(slash - field->text);
    Hex other;
    bool one = read_hex(loader, field, field->text, before, hex);
    bool two = read_hex(loader, field, slash + 1, field->length - before - 1, &other);
    if (!one || !two)
        return false;
    *edge = edge_between(&loader->map->grid, *hex, other);
    if (*edge == EDGES) {
        char a[HEX_TEXT], b[HEX_TEXT];
        mistake(loader->document, field, "no hexside: %s and %s do not touch", hex_print(&loader->map->grid, *hex, a),
                hex_print(&loader->map->grid, other, b));
        return false;
    }
    return true;
}

static void list_add(Loader *loader, const Field *at, uint16_t value)
{
    Map *map = loader->map;
    if (map->listed < LIST_MAX) {
        map->list[map->listed++] = value;
    } else if (!loader->list_full) {
        mistake(loader->document, at, "the map lists more than %d hexes and hexsides", LIST_MAX);
        loader->list_full = true;
    }
}

/* The words that open a feature: kind, name, provenance. */
typedef struct Heading {
    int kind, provenance;
    char name[NAME_TEXT];
} Heading;

static bool read_heading(Loader *loader, const Entry *entry, const char *const *kinds, const char *form, Heading *out)
{
    if (!has_fields(loader, entry, 4, true, form))
        return false;
    out->kind = field_word(loader->document, entry_field(loader, entry, 1), kinds);
    const Field *name = entry_field(loader, entry, 2);
    bool named = field_copy(loader->document, name, out->name, sizeof out->name);
    if (!name->length) {
        mistake(loader->document, name, "the name is empty");
        named = false;
    }
    out->provenance = field_word(loader->document, entry_field(loader, entry, 3), provenance_words);
    return out->kind >= 0 && named && out->provenance >= 0;
}

/* ---- one function an entry ---- */

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
static void read_map(Loader *loader, const Entry *entry)
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

static void read_title(Loader *loader, const Entry *entry)
{
    if (has_fields(loader, entry, 2, false, "title \"WORDS\""))
        field_copy(loader->document, entry_field(loader, entry, 1), loader->title, sizeof loader->title);
}

/* Whoever loads the map knows which system it was asked for, and compares. */
static void read_system(Loader *loader, const Entry *entry)
{
    if (has_fields(loader, entry, 2, false, "system NAME") && !plain_word(entry_field(loader, entry, 1)))
        mistake(loader->document, entry_field(loader, entry, 1), "a system's name is made of a-z, 0-9 and -");
}

static void read_scale(Loader *loader, const Entry *entry)
{
    long metres;
    if (has_fields(loader, entry, 2, false, "scale METRES") &&
        field_number(loader->document, entry_field(loader, entry, 1), 1, 100000, &metres))
        loader->scale = (int)metres;
}

static void read_source(Loader *loader, const Entry *entry)
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

/* `0199`, `1025N` or `29.17`: the number of the first hex tells the habit. */
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

static void read_grid(Loader *loader, const Entry *entry)
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
    else if (columns * rows > FLOOD_HEXES)
        mistake(document, entry_field(loader, entry, 1), "%ld hexes are too many: at most %d", columns * rows,
                FLOOD_HEXES);
    else if (!(loader->map = map_make(loader->schema, &grid)))
        loader->no_memory = true;
}

/* The sheets are known once all are read; then each must be short enough for its numbers. */
static void check_sheets(Loader *loader)
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

/* `sheet S 34 01`: from the 34th row on (counted as the rows are numbered) rows are called 01S, 02S … */
static void read_sheet(Loader *loader, const Entry *entry)
{
    Document *document = loader->document;
    if (!has_fields(loader, entry, 4, false, "sheet LETTER ROW LABEL"))
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
    grid->sheet[grid->sheets++] = (Sheet){letter->text[0], (int16_t)first_row, (int16_t)label};
}

static void read_legend(Loader *loader, const Entry *entry)
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
            loader->legend[c] = 1; /* told above; its hexes are not wrong too */
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

/* Walks the rows of `terrain` or `height`: each once, none left out. `read` gets the row and what follows
 * its label. */
static void read_rows(Loader *loader, const Entry *entry,
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

static void read_terrain(Loader *loader, const Entry *entry)
{
    if (!has_fields(loader, entry, 2, false, "terrain PROVENANCE"))
        return;
    int provenance = field_word(loader->document, entry_field(loader, entry, 1), provenance_words);
    if (provenance >= 0)
        loader->map->terrain_provenance = (Provenance)provenance;
    read_rows(loader, entry, read_terrain_row);
}

static void read_height_row(Loader *loader, int row, const Field *label, int count)
{
    Map *map = loader->map;
    if (count != map->grid.columns) {
        mistake(loader->document, label, "the row has %d heights, the map %d columns", count, map->grid.columns);
        return;
    }
    for (int column = 0; column < count; column++) {
        long metres;
        if (field_number(loader->document, label + 1 + column, -500, 9000, &metres))
            map->height[row * map->grid.columns + column] = (int16_t)metres;
    }
}

static void read_height(Loader *loader, const Entry *entry)
{
    if (!has_fields(loader, entry, 2, false, "height PROVENANCE"))
        return;
    field_word(loader->document, entry_field(loader, entry, 1), provenance_words);
    read_rows(loader, entry, read_height_row);
}

static void read_place(Loader *loader, const Entry *entry)
{
    Document *document = loader->document;
    Map *map = loader->map;
    Heading heading;
    bool good = read_heading(loader, entry, loader->schema->places, "place KIND \"NAME\" PROVENANCE HEX…", &heading);
    if (entry->count < 4)
        return;
    uint32_t *slot = good ? place_slot(loader, heading.name) : NULL;
    if (slot && *slot) {
        mistake(document, entry_field(loader, entry, 2), "there is a place called %s already", heading.name);
        slot = NULL;
    }
    int index = map->places;
    Place *place = &map->place_list[index];
    if (slot) {
        *place =
            (Place){.kind = (uint8_t)heading.kind, .provenance = (uint8_t)heading.provenance, .first = map->listed};
        memcpy(place->name, heading.name, sizeof place->name);
        *slot = (uint32_t)++map->places;
    }
    int hexes = 0;
    Items items = items_from(loader, entry, 4);
    for (const Field *item; (item = next_item(&items)); hexes++) {
        Span span;
        if (!read_span(loader, item, &span))
            continue;
        for (int i = 0; i < span.count; i++) {
            Hex hex = (Hex)(span.first + i * span.step);
            char number[HEX_TEXT];
            if (map->place[hex] >= 0)
                mistake(document, item, "%s belongs to %s already", hex_print(&map->grid, hex, number),
                        map->place_list[map->place[hex]].name);
            else if (slot) {
                map->place[hex] = (int16_t)index;
                list_add(loader, item, hex);
            }
        }
    }
    if (!hexes)
        mistake(document, entry_field(loader, entry, 0), "the place stands on no hex");
    if (slot)
        place->count = (uint16_t)(map->listed - place->first);
}

static Line *begin_line(Loader *loader, Line *line, const Heading *heading)
{
    *line = (Line){
        .kind = (uint8_t)heading->kind, .provenance = (uint8_t)heading->provenance, .first = loader->map->listed};
    memcpy(line->name, heading->name, sizeof line->name);
    return line;
}

static void read_edge(Loader *loader, const Entry *entry)
{
    Document *document = loader->document;
    Map *map = loader->map;
    Heading heading;
    bool good =
        read_heading(loader, entry, loader->schema->edges, "edge KIND \"NAME\" PROVENANCE, then hexsides", &heading);
    if (entry->count < 4)
        return;
    Line *line = good ? begin_line(loader, &map->edge_line[map->edge_lines++], &heading) : NULL;
    int sides = 0;
    Items items = items_from(loader, entry, 4);
    for (const Field *item; (item = next_item(&items)); sides++) {
        Hex hex;
        Edge edge;
        if (!read_hexside(loader, item, &hex, &edge) || !good)
            continue;
        uint16_t bit = (uint16_t)(1u << heading.kind);
        if (map->edge[hex][edge] & bit) {
            mistake(document, item, "this hexside is %s already", loader->schema->edges[heading.kind]);
            continue;
        }
        map->edge[hex][edge] |= bit;
        map->edge[map->next[hex][edge]][edge_opposite(edge)] |= bit;
        list_add(loader, item, hexside_of(&map->grid, hex, edge));
    }
    if (!sides)
        mistake(document, entry_field(loader, entry, 0), "no hexside is listed");
    if (line)
        line->count = (uint16_t)(map->listed - line->first);
}

/* One hex further along a road; `*before` is NO_HEX at its start and after a hex that could not be read. */
static void road_step(Loader *loader, const Field *item, Hex *before, Hex hex, int road)
{
    Map *map = loader->map;
    char a[HEX_TEXT], b[HEX_TEXT];
    if (map->terrain[hex] & loader->schema->barred)
        mistake(loader->document, item, "the road runs into %s, where nobody may go", hex_print(&map->grid, hex, a));
    if (*before != NO_HEX) {
        Edge edge = edge_between(&map->grid, *before, hex);
        if (hex == *before) {
            mistake(loader->document, item, "%s follows itself", hex_print(&map->grid, hex, a));
        } else if (edge == EDGES) {
            mistake(loader->document, item, "a gap in the road: %s does not touch %s",
                    hex_print(&map->grid, *before, a), hex_print(&map->grid, hex, b));
        } else if (map->road[hex][edge_opposite(edge)] < road) {
            map->road[*before][edge] = (uint8_t)road;
            map->road[hex][edge_opposite(edge)] = (uint8_t)road;
        }
    }
    *before = hex;
}

static void read_road(Loader *loader, const Entry *entry)
{
    Map *map = loader->map;
    Heading heading;
    bool good =
        read_heading(loader, entry, loader->schema->roads, "road KIND \"NAME\" PROVENANCE, then hexes", &heading);
    if (entry->count < 4)
        return;
    Line *line = good ? begin_line(loader, &map->road_line[map->road_lines++], &heading) : NULL;
    Hex before = NO_HEX;
    int hexes = 0;
    Items items = items_from(loader, entry, 4);
    for (const Field *item; (item = next_item(&items));) {
        Span span;
        if (!read_span(loader, item, &span)) {
            before = NO_HEX;
            hexes += 2; /* told above: how many were meant nobody knows */
            continue;
        }
        for (int i = 0; i < span.count; i++, hexes++) {
            Hex hex = (Hex)(span.first + i * span.step);
            road_step(loader, item, &before, hex, good ? heading.kind + 1 : 0);
            if (line)
                list_add(loader, item, hex);
        }
    }
    if (hexes < 2)
        mistake(loader->document, entry_field(loader, entry, 0), "a road needs two hexes");
    if (line)
        line->count = (uint16_t)(map->listed - line->first);
}

static void read_bridge(Loader *loader, const Entry *entry)
{
    Document *document = loader->document;
    Map *map = loader->map;
    if (!has_fields(loader, entry, 2, true, "bridge PROVENANCE HEXSIDE…"))
        return;
    field_word(document, entry_field(loader, entry, 1), provenance_words);
    int sides = 0;
    Items items = items_from(loader, entry, 2);
    for (const Field *item; (item = next_item(&items)); sides++) {
        Hex hex;
        Edge edge;
        if (!read_hexside(loader, item, &hex, &edge))
            continue;
        if (map->bridge[hex][edge])
            mistake(document, item, "there is a bridge already");
        else if (map->road[hex][edge])
            mistake(document, item, "the road across this hexside makes a bridge already");
        else if (!map->edge[hex][edge])
            mistake(document, item, "there is nothing to bridge on this hexside");
        map->bridge[hex][edge] = 1;
        map->bridge[map->next[hex][edge]][edge_opposite(edge)] = 1;
    }
    if (!sides)
        mistake(document, entry_field(loader, entry, 0), "no hexside is listed");
}

static void read_area(Loader *loader, const Entry *entry)
{
    Document *document = loader->document;
    Map *map = loader->map;
    Heading heading;
    bool good = read_heading(loader, entry, loader->schema->areas, "area KIND NAME PROVENANCE HEX…", &heading);
    if (entry->count < 4)
        return;
    uint32_t *slot = good ? area_slot(loader, heading.kind, heading.name) : NULL;
    if (slot && *slot) {
        mistake(document, entry_field(loader, entry, 2), "there is a %s called %s already",
                loader->schema->areas[heading.kind], heading.name);
        slot = NULL;
    }
    if (map->areas == AREAS_MAX) {
        mistake(document, entry_field(loader, entry, 0), "a map has at most %d areas", AREAS_MAX);
        return;
    }
    Area *area = &map->area_list[map->areas];
    if (slot) {
        area->kind = (uint8_t)heading.kind;
        area->provenance = (uint8_t)heading.provenance;
        area->first = map->listed;
        memcpy(area->name, heading.name, sizeof area->name);
        *slot = (uint32_t)++map->areas;
    }
    int hexes = 0;
    Items items = items_from(loader, entry, 4);
    for (const Field *item; (item = next_item(&items)); hexes++) {
        Span span;
        if (!read_span(loader, item, &span) || !slot)
            continue;
        for (int i = 0; i < span.count; i++) {
            Hex hex = (Hex)(span.first + i * span.step);
            char number[HEX_TEXT];
            if (area_has(area, hex)) {
                mistake(document, item, "%s is in this area already", hex_print(&map->grid, hex, number));
                continue;
            }
            area->bits[hex >> 6] |= (uint64_t)1 << (hex & 63);
            list_add(loader, item, hex);
        }
    }
    if (!hexes)
        mistake(document, entry_field(loader, entry, 0), "the area has no hex");
    if (slot)
        area->count = (uint16_t)(map->listed - area->first);
}

static void read_chain(Loader *loader, const Entry *entry)
{
    Document *document = loader->document;
    Map *map = loader->map;
    if (!has_fields(loader, entry, 3, true, "chain KIND NAME…"))
        return;
    int kind = field_word(document, entry_field(loader, entry, 1), loader->schema->areas);
    if (kind < 0)
        return;
    for (int i = 0; i < map->chains; i++)
        if (map->chain[i].kind == kind) {
            mistake(document, entry_field(loader, entry, 1), "the areas of this kind have an order already");
            return;
        }
    if (map->chains == CHAINS_MAX) {
        mistake(document, entry_field(loader, entry, 0), "a map has at most %d chains", CHAINS_MAX);
        return;
    }
    struct Chain *chain = &map->chain[map->chains++];
    chain->kind = (uint8_t)kind;
    bool listed[AREAS_MAX] = {false};
    Items items = items_from(loader, entry, 2);
    for (const Field *item; (item = next_item(&items));) {
        char name[NAME_TEXT];
        if (!field_copy(document, item, name, sizeof name))
            continue;
        uint32_t found = *area_slot(loader, kind, name);
        if (!found) {
            mistake(document, item, "there is no %s called %s", loader->schema->areas[kind], name);
        } else if (listed[found - 1]) {
            mistake(document, item, "%s stands in the chain already", name);
        } else if (chain->count == CHAIN_LENGTH) {
            mistake(document, item, "a chain has at most %d areas", CHAIN_LENGTH);
            return;
        } else {
            listed[found - 1] = true;
            chain->area[chain->count++] = (uint8_t)(found - 1);
        }
    }
}

/* ---- the whole file ---- */

static const struct {
    bool once, required, body, needs_grid;
    void (*read)(Loader *loader, const Entry *entry);
} entries[KEYWORDS] = {
    [KEY_MAP] = {true, true, false, false, read_map},       [KEY_TITLE] = {true, true, false, false, read_title},
    [KEY_SYSTEM] = {true, true, false, false, read_system}, [KEY_SCALE] = {true, true, false, false, read_scale},
    [KEY_SOURCE] = {true, true, false, false, read_source}, [KEY_GRID] = {true, true, false, false, read_grid},
    [KEY_SHEET] = {false, false, false, true, read_sheet},  [KEY_LEGEND] = {true, true, true, false, read_legend},
    [KEY_TERRAIN] = {true, true, true, true, read_terrain}, [KEY_HEIGHT] = {true, false, true, true, read_height},
    [KEY_PLACE] = {false, false, true, true, read_place},   [KEY_EDGE] = {false, false, true, true, read_edge},
    [KEY_ROAD] = {false, false, true, true, read_road},     [KEY_BRIDGE] = {false, false, true, true, read_bridge},
    [KEY_AREA] = {false, false, true, true, read_area},     [KEY_CHAIN] = {false, false, true, true, read_chain},
};

static const char *const keywords[KEYWORDS + 1] = {"map",   "title",  "system",  "scale",  "source", "grid",
                                                   "sheet", "legend", "terrain", "height", "place",  "edge",
                                                   "road",  "bridge", "area",    "chain",  NULL};

/* Says which keyword each entry has; entries that are not to be read get KEYWORDS. */
static void sort_entries(Loader *loader)
{
    Document *document = loader->document;
    uint32_t first_line[KEYWORDS] = {0};
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        const Field *word = &document->field[entry->first];
        int keyword = field_word(document, word, keywords);
        loader->keyword[i] = KEYWORDS;
        if (keyword < 0)
            continue;
        if (entries[keyword].once && loader->count[keyword]) {
            mistake(document, word, "%s was given on line %u already", keywords[keyword], first_line[keyword]);
            continue;
        }
        if (!entries[keyword].body)
            has_no_body(loader, entry);
        first_line[keyword] = word->line;
        loader->count[keyword]++;
        loader->keyword[i] = (uint8_t)keyword;
    }
    for (int keyword = 0; keyword < KEYWORDS; keyword++)
        if (entries[keyword].required && !loader->count[keyword])
            mistake(document, NULL, "the map has no entry `%s`", keywords[keyword]);
}

/* Rooms for all that the entries may bring, once the grid is known. */
static bool make_lists(Loader *loader)
{
    Map *map = loader->map;
    const int *count = loader->count;
    int areas = count[KEY_AREA] < AREAS_MAX ? count[KEY_AREA] : AREAS_MAX;
    map->list = malloc(LIST_MAX * sizeof *map->list);
    map->place_list = calloc((size_t)count[KEY_PLACE] + 1, sizeof *map->place_list);
    map->area_list = calloc((size_t)areas + 1, sizeof *map->area_list);
    map->edge_line = calloc((size_t)count[KEY_EDGE] + 1, sizeof *map->edge_line);
    map->road_line = calloc((size_t)count[KEY_ROAD] + 1, sizeof *map->road_line);
    uint64_t *bits = calloc((size_t)(areas + 1) * (size_t)map->words, sizeof *bits);
    if (map->area_list && bits)
        for (int i = 0; i <= areas; i++)
            map->area_list[i].bits = bits + (size_t)i * (size_t)map->words;
    else
        free(bits);
    return map->list && map->place_list && map->area_list && bits && map->edge_line && map->road_line &&
           names_make(&loader->place_names, count[KEY_PLACE]) && names_make(&loader->area_names, areas);
}

static void read_entries(Loader *loader)
{
    Document *document = loader->document;
    for (int keyword = 0; keyword < KEYWORDS && !loader->no_memory; keyword++) {
        if (keyword == KEY_SHEET && loader->map && !make_lists(loader))
            loader->no_memory = true;
        if (keyword == KEY_LEGEND && loader->map)
            check_sheets(loader);
        if (!loader->count[keyword] || (entries[keyword].needs_grid && !loader->map))
            continue;
        for (int i = 0; i < document->entries && !loader->no_memory; i++)
            if (loader->keyword[i] == keyword)
                entries[keyword].read(loader, &document->entry[i]);
    }
}

Map *map_load(Document *document, const MapSchema *schema)
{
    Loader *loader = calloc(1, sizeof *loader);
    if (loader) {
        loader->document = document;
        loader->schema = schema;
        loader->keyword = malloc((size_t)document->entries + 1);
    }
    if (!loader || !loader->keyword) {
        mistake(document, NULL, "there is not enough memory to read the map");
        free(loader);
        return NULL;
    }
    sort_entries(loader);
    read_entries(loader);
    if (loader->no_memory)
        mistake(document, NULL, "there is not enough memory to read the map");
    Map *map = loader->map;
    if (document->mistakes) {
        map_free(map);
        free(loader->source);
        map = NULL;
    } else {
        memcpy(map->name, loader->name, sizeof map->name);
        memcpy(map->title, loader->title, sizeof map->title);
        map->source = loader->source;
        map->scale = loader->scale;
        uint16_t *list = realloc(map->list, ((size_t)map->listed + 1) * sizeof *list);
        if (list)
            map->list = list;
    }
    free(loader->keyword);
    free(loader->place_names.slot);
    free(loader->area_names.slot);
    free(loader);
    return map;
}
