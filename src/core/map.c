/* map.c — a map: its memory, and what is found in it by name. */
#include "core/map_own.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const place_looks[] = {"town", "city", "name", NULL};
const char *const area_looks[] = {"framed", "abroad", "entry", "unseen", NULL};
const char *const edge_looks[] = {"named", "line", NULL};
const char *const provenance_words[] = {"printed", "derived", "ours", NULL};

/* One array of roads a layer that the schema speaks of; false when there is no memory. */
static bool make_layers(Map *map)
{
    const MapSchema *schema = map->schema;
    bool good = (map->layer[0] = calloc((size_t)map->spots, sizeof *map->layer[0])) != NULL;
    for (int i = 0; schema->road_layer && schema->roads[i]; i++) {
        int layer = schema->road_layer[i];
        if (!map->layer[layer])
            good &= (map->layer[layer] = calloc((size_t)map->spots, sizeof *map->layer[layer])) != NULL;
    }
    map->road = map->layer[0];
    return good;
}

Map *map_make(const MapSchema *schema, const Grid *grid, int boxes)
{
    Map *map = calloc(1, sizeof *map);
    if (!map)
        return NULL;
    map->grid = *grid;
    map->schema = schema;
    map->hexes = grid_hexes(grid);
    map->spots = map->hexes + boxes;
    map->words = (map->spots + 63) / 64;
    size_t spots = (size_t)map->spots;
    map->next = malloc(spots * sizeof *map->next);
    map->slant = calloc(spots, sizeof *map->slant);
    map->terrain = calloc(spots, sizeof *map->terrain);
    map->height = calloc(spots, sizeof *map->height);
    map->cover = calloc(spots, sizeof *map->cover);
    map->edge = calloc(spots, sizeof *map->edge);
    map->bridge = calloc(spots, sizeof *map->bridge);
    map->place = malloc(spots * sizeof *map->place);
    map->box = calloc((size_t)boxes + 1, sizeof *map->box);
    map->box_name = calloc((size_t)boxes + 1, sizeof *map->box_name);
    map->grid.box_name = (const char(*)[HEX_TEXT])map->box_name;
    if (!make_layers(map) || !map->next || !map->slant || !map->terrain || !map->height || !map->cover || !map->edge ||
        !map->bridge || !map->place || !map->box || !map->box_name) {
        map_free(map);
        return NULL;
    }
    memset(map->place, 0xFF, spots * sizeof *map->place); /* -1 everywhere */
    memset(map->next, 0xFF, spots * sizeof *map->next);   /* NO_HEX: boxes touch nothing */
    for (int hex = 0; hex < map->hexes; hex++) {
        map->slant[hex] = hex_slant(grid, (Hex)hex);
        for (Edge edge = 0; edge < EDGES; edge++)
            map->next[hex][edge] = hex_across(grid, (Hex)hex, edge);
    }
    return map;
}

void map_within(const Map *map, Hex centre, int range, uint64_t *out)
{
    const Grid *grid = &map->grid;
    int column = hex_column(grid, centre), row = hex_row(grid, centre);
    for (int r = row - range < 0 ? 0 : row - range; r <= row + range && r < grid->rows; r++)
        for (int c = column - range < 0 ? 0 : column - range; c <= column + range && c < grid->columns; c++) {
            Hex hex = (Hex)(r * grid->columns + c);
            if (map_distance(map, centre, hex) <= range)
                out[hex >> 6] |= 1ull << (hex & 63);
        }
}

bool hex_is_numbered(const Map *map, Hex hex)
{
    const Grid *grid = &map->grid;
    int row = hex_row(grid, hex), every = map->schema->number_rows;
    int label = grid->first_row + (grid->from_bottom ? grid->rows - 1 - row : row);
    return every < 2 || label % every == 0;
}

Map *map_blank(const MapSchema *schema, const Grid *grid)
{
    Map *map = map_make(schema, grid, 0);
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
    free(map->slant);
    free(map->terrain);
    free(map->height);
    free(map->cover);
    free(map->edge);
    for (int layer = 0; layer < ROAD_LAYERS; layer++)
        free(map->layer[layer]);
    free(map->box);
    free(map->box_name);
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

int map_box(const Map *map, Hex hex) { return is_box(map, hex) ? hex - map->hexes : -1; }

PlaceLook place_look(const MapSchema *schema, const Place *place)
{
    return schema->place_look ? schema->place_look(place) : DRAWN_TOWN;
}

AreaLook area_look(const MapSchema *schema, const Area *area)
{
    return schema->area_look ? schema->area_look(area) : DRAWN_FRAMED;
}

EdgeLook edge_look(const MapSchema *schema, int kind)
{
    return schema->edge_look ? (EdgeLook)schema->edge_look[kind] : DRAWN_AS_NAMED;
}
