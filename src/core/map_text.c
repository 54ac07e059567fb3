/* map_text.c — what several entries of a map file are made of: fields and items, names, hexes, hexsides, headings.
 *
 * Names are looked up by hash, so that every pass is linear in the file and the grid. */
#include "core/map_own.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const Field *entry_field(const Loader *loader, const Entry *entry, int index)
{
    return &loader->document->field[entry->first + index];
}

Items items_from(const Loader *loader, const Entry *entry, int first)
{
    return (Items){loader->document, entry, entry->first + first, entry->first + entry->count, 0};
}

const Field *next_item(Items *items)
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

bool has_fields(Loader *loader, const Entry *entry, int count, bool more, const char *form)
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

bool has_no_body(Loader *loader, const Entry *entry)
{
    if (!entry->body_lines)
        return true;
    const Body *body = &loader->document->body[entry->body_first];
    mistake(loader->document, &loader->document->field[body->first], "no indented lines belong to this entry");
    return false;
}

/* ---- names ---- */

bool names_make(Names *names, int count)
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

uint32_t *place_slot(const Loader *loader, const char *name)
{
    const Names *names = &loader->place_names;
    uint32_t at = name_hash(0, name) & names->mask;
    while (names->slot[at] && strcmp(loader->map->place_list[names->slot[at] - 1].name, name))
        at = (at + 1) & names->mask;
    return &names->slot[at];
}

uint32_t *area_slot(const Loader *loader, int kind, const char *name)
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

/* ---- hexes and hexsides ---- */

const char *extent(const Grid *grid, char out[2 * HEX_TEXT + 8])
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

bool read_span(Loader *loader, const Field *field, Span *out)
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
    bool boxes = is_box(loader->map, out->first) || is_box(loader->map, last);
    if ((columns && rows) || boxes) {
        mistake(loader->document, field, "a run of hexes keeps to one row or one column");
        return false;
    }
    int length = columns + rows;
    out->step = (rows ? grid->columns : 1) * (length < 0 ? -1 : 1);
    out->count = abs(length) + 1;
    return true;
}

Edge edge_named(const char *text, size_t length)
{
    static const char *const names[EDGES] = {"N", "NE", "SE", "S", "SW", "NW"};
    Edge edge = NORTH;
    while (edge < EDGES && (strlen(names[edge]) != length || memcmp(names[edge], text, length)))
        edge++;
    return edge;
}

/* `03.13:NE`: a hex and the way to its neighbour. */
static bool read_hex_edge(Loader *loader, const Field *field, const char *colon, Hex *hex, Edge *edge)
{
    if (!read_hex(loader, field, field->text, (size_t)(colon - field->text), hex))
        return false;
    *edge = edge_named(colon + 1, field->length - (size_t)(colon + 1 - field->text));
    if (*edge == EDGES)
        mistake(loader->document, field, "after : comes N, NE, SE, S, SW or NW");
    else if (loader->map->next[*hex][*edge] == NO_HEX)
        mistake(loader->document, field, "no hexside: there is no hex beyond it");
    return *edge < EDGES && loader->map->next[*hex][*edge] != NO_HEX;
}

bool read_hexside(Loader *loader, const Field *field, Hex *hex, Edge *edge)
{
    const char *slash = memchr(field->text, '/', field->length), *colon = memchr(field->text, ':', field->length);
    if (!slash && colon)
        return read_hex_edge(loader, field, colon, hex, edge);
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

void list_add(Loader *loader, const Field *at, uint16_t value)
{
    Map *map = loader->map;
    if (map->listed < LIST_MAX) {
        map->list[map->listed++] = value;
    } else if (!loader->list_full) {
        mistake(loader->document, at, "the map lists more than %d hexes and hexsides", LIST_MAX);
        loader->list_full = true;
    }
}

bool read_heading(Loader *loader, const Entry *entry, const char *const *kinds, const char *form, Heading *out)
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
