/* map_relief.c — the shape of the ground in a map file: contours, heights, and what stands on them as cover. */
#include "core/map_own.h"

#include <stdlib.h>
#include <string.h>

#define ALL_SEXTANTS ((uint8_t)((1u << EDGES) - 1))

void read_contour(Loader *loader, const Entry *entry)
{
    Document *document = loader->document;
    if (!has_fields(loader, entry, 2, entry->count == 3, "contour METRES [BASE]"))
        return;
    long metres, base = 0;
    bool good = field_number(document, entry_field(loader, entry, 1), 1, 1000, &metres);
    good &= entry->count < 3 || field_number(document, entry_field(loader, entry, 2), -500, 9000, &base);
    if (!good)
        return;
    loader->map->contour = (int16_t)metres;
    loader->map->contour_base = (int16_t)base;
}

static void read_height_row(Loader *loader, int row, const Field *label, int count)
{
    Map *map = loader->map;
    if (count != map->grid.columns) {
        mistake(loader->document, label, "the row has %d heights, the map %d columns", count, map->grid.columns);
        return;
    }
    int step = loader->schema->height_step;
    for (int column = 0; column < count; column++) {
        long metres;
        if (!field_number(loader->document, label + 1 + column, -500, 9000, &metres))
            continue;
        if (step && metres % step)
            mistake(loader->document, label + 1 + column, "heights are multiples of %d", step);
        map->height[row * map->grid.columns + column] = (int16_t)metres;
    }
}

/* The contour at or below a height. */
static int contour_below(const Map *map, int height)
{
    int above = height - map->contour_base, part = above % map->contour;
    return height - (part < 0 ? part + map->contour : part);
}

typedef struct Tops {
    const Map *map;
    uint8_t *seen;
    Hex *queue;
} Tops;

/* All hexes that hang together with the first and are at least as high as the contour (`sign` 1; -1: at most as high)
 * are seen. NO_HEX if one of them reaches the next contour or all are as high as this one, else one that is not. */
static Hex uneven_top(Tops *tops, int first, int contour, int sign)
{
    const Map *map = tops->map;
    int count = 1;
    bool reaches = false;
    Hex uneven = NO_HEX;
    tops->queue[0] = (Hex)first;
    tops->seen[first] = 1;
    for (int i = 0; i < count; i++) {
        Hex hex = tops->queue[i];
        int above = sign * (map->height[hex] - contour);
        reaches |= above >= map->contour;
        uneven = above > 0 && above < map->contour ? hex : uneven;
        for (Edge edge = 0; edge < EDGES; edge++) {
            Hex next = map->next[hex][edge];
            if (next != NO_HEX && !tops->seen[next] && sign * (map->height[next] - contour) >= 0) {
                tops->seen[next] = 1;
                tops->queue[count++] = next;
            }
        }
    }
    return reaches ? NO_HEX : uneven;
}

/* The first hex above the contour (or below it) that should be level with it. */
static Hex find_uneven(Tops *tops, int contour, int sign)
{
    const Map *map = tops->map;
    Hex uneven = NO_HEX;
    memset(tops->seen, 0, (size_t)map->hexes);
    for (int hex = 0; hex < map->hexes && uneven == NO_HEX; hex++)
        if (!tops->seen[hex] && sign * (map->height[hex] - contour) >= 0)
            uneven = uneven_top(tops, hex, contour, sign);
    return uneven;
}

/* Where no further contour is drawn the ground is level. */
static void check_tops(Loader *loader, const Entry *entry)
{
    const Map *map = loader->map;
    Tops tops = {map, malloc((size_t)map->hexes), malloc((size_t)map->hexes * sizeof *tops.queue)};
    loader->no_memory |= !tops.seen || !tops.queue;
    int low = INT16_MAX, high = INT16_MIN;
    for (int hex = 0; hex < map->hexes; hex++) {
        low = map->height[hex] < low ? map->height[hex] : low;
        high = map->height[hex] > high ? map->height[hex] : high;
    }
    Hex uneven = NO_HEX;
    int contour = contour_below(map, low);
    for (; contour <= high + map->contour && uneven == NO_HEX && !loader->no_memory; contour += map->contour)
        if ((uneven = find_uneven(&tops, contour, 1)) == NO_HEX)
            uneven = find_uneven(&tops, contour, -1);
    char number[HEX_TEXT];
    if (uneven != NO_HEX)
        mistake(loader->document, entry_field(loader, entry, 0),
                "%s lies on a top or in a bottom at the contour of %d metres, and is not level with it",
                hex_print(&map->grid, uneven, number), contour - map->contour);
    free(tops.seen);
    free(tops.queue);
}

void read_height(Loader *loader, const Entry *entry)
{
    if (!has_fields(loader, entry, 2, false, "height PROVENANCE"))
        return;
    field_word(loader->document, entry_field(loader, entry, 1), provenance_words);
    int before = loader->document->mistakes;
    read_ground_rows(loader, entry, read_height_row);
    loader->map->has_heights = true;
    if (loader->schema->flat_tops && !loader->map->contour)
        mistake(loader->document, entry_field(loader, entry, 0), "say how far apart the contours are: contour METRES");
    else if (loader->schema->flat_tops && loader->document->mistakes == before)
        check_tops(loader, entry);
}

void cover_terrain(Loader *loader)
{
    Map *map = loader->map;
    for (int hex = 0; hex < map->hexes; hex++)
        if (map->terrain[hex] & loader->schema->covering)
            map->cover[hex] = ALL_SEXTANTS;
}

/* `N,NE,NW`; 0 with a mistake. */
static uint8_t read_sextants(Loader *loader, const Field *field)
{
    uint8_t bits = 0;
    for (uint32_t at = 0, end; at <= field->length; at = end + 1) {
        end = at;
        while (end < field->length && field->text[end] != ',')
            end++;
        Edge edge = edge_named(field->text + at, end - at);
        if (edge == EDGES || bits >> edge & 1) {
            mistake(loader->document, field,
                    edge == EDGES ? "expected sextants like N,NE,SW" : "a sextant stands twice");
            return 0;
        }
        bits |= (uint8_t)(1u << edge);
    }
    return bits;
}

void read_cover(Loader *loader, const Entry *entry)
{
    Document *document = loader->document;
    Map *map = loader->map;
    if (!has_fields(loader, entry, 2, false, "cover PROVENANCE, and below it lines of HEX SEXTANT,SEXTANT…"))
        return;
    field_word(document, entry_field(loader, entry, 1), provenance_words);
    for (int line = 0; line < entry->body_lines; line++) {
        const Body *body = &document->body[entry->body_first + line];
        const Field *field = &document->field[body->first];
        Span span;
        if (body->count != 2) {
            mistake(document, field, "expected a hex and its covered sextants, like 0101 N,NE,SW");
            continue;
        }
        if (!read_span(loader, field, &span))
            continue;
        uint8_t sextants = read_sextants(loader, field + 1);
        for (int i = 0; sextants && i < span.count; i++) {
            Hex hex = (Hex)(span.first + i * span.step);
            char number[HEX_TEXT];
            if (!map->cover[hex])
                mistake(document, field, "nothing covers %s", hex_print(&map->grid, hex, number));
            else if (map->cover[hex] != ALL_SEXTANTS)
                mistake(document, field, "the cover of %s was given already", hex_print(&map->grid, hex, number));
            else
                map->cover[hex] = sextants;
        }
    }
}
