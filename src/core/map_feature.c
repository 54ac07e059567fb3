/* map_feature.c — what lies on the ground of a map file: places, edges, roads, bridges, areas and their chains. */
#include "core/map_own.h"

#include <string.h>

void read_place(Loader *loader, const Entry *entry)
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
            if (is_box(map, hex))
                mistake(document, item, "a place stands on hexes, not in a box");
            else if (map->place[hex] >= 0)
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

void read_edge(Loader *loader, const Entry *entry)
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
        } else if (map->layer[road_layer(map->schema, road)][hex][edge_opposite(edge)] < road) {
            uint8_t(*layer)[EDGES] = map->layer[road_layer(map->schema, road)];
            layer[*before][edge] = (uint8_t)road;
            layer[hex][edge_opposite(edge)] = (uint8_t)road;
        }
    }
    *before = hex;
}

void read_road(Loader *loader, const Entry *entry)
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
            hexes += 2; /* reported above; how many were meant is unknown */
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

void read_bridge(Loader *loader, const Entry *entry)
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
        else if (any_road(map, hex, edge))
            mistake(document, item, "the road across this hexside makes a bridge already");
        else if (!map->edge[hex][edge])
            mistake(document, item, "there is nothing to bridge on this hexside");
        map->bridge[hex][edge] = 1;
        map->bridge[map->next[hex][edge]][edge_opposite(edge)] = 1;
    }
    if (!sides)
        mistake(document, entry_field(loader, entry, 0), "no hexside is listed");
}

void read_area(Loader *loader, const Entry *entry)
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

void read_chain(Loader *loader, const Entry *entry)
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
