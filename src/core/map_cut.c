/* map_cut.c — cuts out part of a map, for a scenario that needs only a corner of the campaign map.
 *
 * Hexes keep their printed numbers. Lines end at the border of the part: a road is split into the runs inside, and a
 * hexside on the border is dropped. Boxes are left out: they belong to the whole map. */
#include <stdlib.h>
#include <string.h>

#include "core/map_own.h"

typedef struct Cut {
    const Map *whole;
    Map *part;
    int left, top; /* of the part, in the whole */
} Cut;

/* The hex of the part, or NO_HEX outside. */
static Hex inside(const Cut *cut, Hex hex)
{
    if (is_box(cut->whole, hex))
        return NO_HEX;
    int column = hex_column(&cut->whole->grid, hex) - cut->left, row = hex_row(&cut->whole->grid, hex) - cut->top;
    const Grid *grid = &cut->part->grid;
    return column < 0 || row < 0 || column >= grid->columns || row >= grid->rows ? NO_HEX
                                                                                 : (Hex)(row * grid->columns + column);
}

static void cut_ground(const Cut *cut, Hex from, Hex to)
{
    const Map *whole = cut->whole;
    Map *part = cut->part;
    part->terrain[to] = whole->terrain[from];
    part->height[to] = whole->height[from];
    part->cover[to] = whole->cover[from];
    for (Edge edge = 0; edge < EDGES; edge++) {
        if (part->next[to][edge] == NO_HEX)
            continue;
        part->edge[to][edge] = whole->edge[from][edge];
        part->bridge[to][edge] = whole->bridge[from][edge];
        for (int layer = 0; layer < ROAD_LAYERS; layer++)
            if (whole->layer[layer])
                part->layer[layer][to][edge] = whole->layer[layer][from][edge];
    }
}

static void cut_places(const Cut *cut)
{
    Map *part = cut->part;
    for (int i = 0; i < cut->whole->places; i++) {
        const Place *place = &cut->whole->place_list[i];
        Place *kept = &part->place_list[part->places];
        *kept = *place;
        kept->first = part->listed;
        for (int j = 0; j < place->count; j++) {
            Hex hex = inside(cut, cut->whole->list[place->first + j]);
            if (hex == NO_HEX)
                continue;
            part->place[hex] = (int16_t)part->places;
            part->list[part->listed++] = hex;
        }
        kept->count = (uint16_t)(part->listed - kept->first);
        part->places += kept->count > 0;
    }
}

/* Every area is kept, though it may have no hex here: what is called by its name is then nowhere. */
static void cut_areas(const Cut *cut)
{
    Map *part = cut->part;
    part->areas = cut->whole->areas;
    for (int i = 0; i < part->areas; i++) {
        const Area *area = &cut->whole->area_list[i];
        Area *kept = &part->area_list[i];
        uint64_t *bits = kept->bits;
        *kept = *area;
        kept->bits = bits;
        kept->first = part->listed;
        for (int j = 0; j < area->count; j++) {
            Hex hex = inside(cut, cut->whole->list[area->first + j]);
            if (hex == NO_HEX)
                continue;
            bits[hex >> 6] |= 1ull << (hex & 63);
            part->list[part->listed++] = hex;
        }
        kept->count = (uint16_t)(part->listed - kept->first);
    }
}

static void cut_edges(const Cut *cut)
{
    Map *part = cut->part;
    for (int i = 0; i < cut->whole->edge_lines; i++) {
        const Line *line = &cut->whole->edge_line[i];
        Line *kept = &part->edge_line[part->edge_lines];
        *kept = *line;
        kept->first = part->listed;
        for (int j = 0; j < line->count; j++) {
            Hexside side = cut->whole->list[line->first + j];
            Hex hex = inside(cut, hexside_hex(side));
            if (hex != NO_HEX && part->next[hex][hexside_edge(side)] != NO_HEX)
                part->list[part->listed++] = hexside_of(&part->grid, hex, hexside_edge(side));
        }
        kept->count = (uint16_t)(part->listed - kept->first);
        part->edge_lines += kept->count > 0;
    }
}

/* One run of a road from its j-th hex on; the place behind it. */
static int cut_run(const Cut *cut, const Line *line, int j)
{
    Map *part = cut->part;
    Line *kept = &part->road_line[part->road_lines];
    *kept = *line;
    kept->first = part->listed;
    Hex hex;
    for (; j < line->count && (hex = inside(cut, cut->whole->list[line->first + j])) != NO_HEX; j++)
        part->list[part->listed++] = hex;
    kept->count = (uint16_t)(part->listed - kept->first);
    if (kept->count > 1)
        part->road_lines++;
    else
        part->listed = kept->first; /* it only touches the part */
    return j + 1;
}

static void cut_roads(const Cut *cut)
{
    for (int i = 0; i < cut->whole->road_lines; i++)
        for (int j = 0; j < cut->whole->road_line[i].count;)
            j = cut_run(cut, &cut->whole->road_line[i], j);
}

/* Rooms for all that may be kept: no more places, areas and hexsides than there were, no more runs than hexes. */
static bool make_lists(Map *part, const Map *whole)
{
    part->list = calloc((size_t)whole->listed + 1, sizeof *part->list);
    part->place_list = calloc((size_t)whole->places + 1, sizeof *part->place_list);
    part->area_list = calloc((size_t)whole->areas + 1, sizeof *part->area_list);
    part->edge_line = calloc((size_t)whole->edge_lines + 1, sizeof *part->edge_line);
    part->road_line = calloc((size_t)whole->listed + 1, sizeof *part->road_line);
    uint64_t *bits = calloc(((size_t)whole->areas + 1) * (size_t)part->words, sizeof *bits);
    if (part->area_list && bits)
        for (int i = 0; i <= whole->areas; i++)
            part->area_list[i].bits = bits + (size_t)i * (size_t)part->words;
    else
        free(bits);
    part->source = malloc(strlen(whole->source) + 1);
    return part->list && part->place_list && part->area_list && bits && part->edge_line && part->road_line &&
           part->source;
}

Map *map_cut(const Map *map, Hex corner, Hex opposite)
{
    int columns[2] = {hex_column(&map->grid, corner), hex_column(&map->grid, opposite)};
    int rows[2] = {hex_row(&map->grid, corner), hex_row(&map->grid, opposite)};
    int left = columns[0] < columns[1] ? columns[0] : columns[1], top = rows[0] < rows[1] ? rows[0] : rows[1];
    Grid grid = map->grid;
    grid.boxes = 0;
    grid.box_name = NULL;
    grid.columns = (uint16_t)(abs(columns[1] - columns[0]) + 1);
    grid.rows = (uint16_t)(abs(rows[1] - rows[0]) + 1);
    grid.first_column = (int16_t)(grid.first_column + left);
    grid.first_row = (int16_t)(grid.first_row + (grid.from_bottom ? map->grid.rows - top - grid.rows : top));
    Map *part = map_make(map->schema, &grid, 0);
    if (!part || !make_lists(part, map)) {
        map_free(part);
        return NULL;
    }
    memcpy(part->name, map->name, sizeof part->name);
    memcpy(part->title, map->title, sizeof part->title);
    memcpy(part->source, map->source, strlen(map->source) + 1);
    memcpy(part->chain, map->chain, sizeof part->chain);
    part->chains = map->chains;
    part->scale = map->scale;
    part->terrain_provenance = map->terrain_provenance;
    part->has_heights = map->has_heights;
    part->contour = map->contour;
    part->contour_base = map->contour_base;
    Cut cut = {map, part, left, top};
    for (int hex = 0; hex < map->hexes; hex++)
        if (inside(&cut, (Hex)hex) != NO_HEX)
            cut_ground(&cut, (Hex)hex, inside(&cut, (Hex)hex));
    cut_places(&cut);
    cut_areas(&cut);
    cut_edges(&cut);
    cut_roads(&cut);
    return part;
}
