/* map_box.c — the boxes of a map file: places off the grid that hold counters. */
#include "core/map_own.h"

#include <string.h>

#define BOX_FORM "box NAME \"TITLE\" PROVENANCE LEFT TOP WIDTH HEIGHT, then the hexes and boxes it is linked to"
#define BOX_FIELDS 8

/* Letters, digits and -, a letter first, so that it is never like a hex or a hexside. */
static bool read_name(Loader *loader, const Field *field)
{
    const Grid *grid = &loader->map->grid;
    bool good = field->length > 0 && field->length < HEX_TEXT;
    for (uint32_t i = 0; good && i < field->length; i++) {
        char c = field->text[i];
        bool letter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        good = letter || (i > 0 && ((c >= '0' && c <= '9') || c == '-'));
    }
    if (!good) {
        mistake(loader->document, field, "a box is called by at most %d letters, digits and -, a letter first",
                HEX_TEXT - 1);
        return false;
    }
    Hex other;
    if (hex_parse(grid, field->text, field->length, &other)) {
        mistake(loader->document, field, "there is a box of this name already");
        return false;
    }
    return true;
}

/* Every entry gives a box, a wrong one without a name, so that box and entry can be counted together. */
void read_box(Loader *loader, const Entry *entry)
{
    Document *document = loader->document;
    Map *map = loader->map;
    MapBox *box = &map->box[map->boxes];
    char *name = map->box_name[map->boxes];
    if (has_fields(loader, entry, BOX_FIELDS, true, BOX_FORM)) {
        const Field *field = entry_field(loader, entry, 1);
        if (read_name(loader, field))
            memcpy(name, field->text, field->length);
        if (!entry_field(loader, entry, 2)->length)
            mistake(document, entry_field(loader, entry, 2), "the title is empty");
        field_copy(document, entry_field(loader, entry, 2), box->title, sizeof box->title);
        int provenance = field_word(document, entry_field(loader, entry, 3), provenance_words);
        box->provenance = (uint8_t)(provenance < 0 ? OURS : provenance);
        int16_t *const place[4] = {&box->left, &box->top, &box->width, &box->height};
        for (int i = 0; i < 4; i++) {
            long tenths;
            if (field_number(document, entry_field(loader, entry, 4 + i), i < 2 ? -20000 : 5, 20000, &tenths))
                *place[i] = (int16_t)tenths;
        }
    }
    map->grid.boxes = (uint16_t)++map->boxes;
}

static void read_links_of(Loader *loader, const Entry *entry, MapBox *box)
{
    Map *map = loader->map;
    box->first = map->listed;
    Items items = items_from(loader, entry, BOX_FIELDS);
    for (const Field *item; (item = next_item(&items));) {
        Span span;
        if (!read_span(loader, item, &span))
            continue;
        for (int i = 0; i < span.count; i++) {
            Hex hex = (Hex)(span.first + i * span.step);
            bool twice = hex == map->hexes + (box - map->box);
            for (int j = box->first; j < map->listed; j++)
                twice |= map->list[j] == hex;
            if (twice)
                mistake(loader->document, item, "the box is linked to it already");
            else
                list_add(loader, item, hex);
        }
    }
    box->count = (uint16_t)(map->listed - box->first);
}

void read_links(Loader *loader)
{
    const Document *document = loader->document;
    for (int i = 0, box = 0; i < document->entries; i++)
        if (loader->keyword[i] == KEY_BOX) {
            if (document->entry[i].count >= BOX_FIELDS)
                read_links_of(loader, &document->entry[i], &loader->map->box[box]);
            box++;
        }
}
