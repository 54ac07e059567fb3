/* map.c — a map: its memory, and what is found in it by name. */
#include "core/map_own.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const provenance_words[] = {"printed", "derived", "ours", NULL};

Map *map_make(const MapSchema *schema, const Grid *grid)
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
    map->slant = malloc(hexes * sizeof *map->slant);
    map->terrain = calloc(hexes, sizeof *map->terrain);
    map->height = calloc(hexes, sizeof *map->height);
    map->edge = calloc(hexes, sizeof *map->edge);
    map->road = calloc(hexes, sizeof *map->road);
    map->bridge = calloc(hexes, sizeof *map->bridge);
    map->place = malloc(hexes * sizeof *map->place);
    if (!map->next || !map->slant || !map->terrain || !map->height || !map->edge || !map->road || !map->bridge ||
        !map->place) {
        map_free(map);
        return NULL;
    }
    memset(map->place, 0xFF, hexes * sizeof *map->place); /* -1 everywhere */
    for (int hex = 0; hex < map->hexes; hex++) {
        map->slant[hex] = hex_slant(grid, (Hex)hex);
        for (Edge edge = 0; edge < EDGES; edge++)
            map->next[hex][edge] = hex_across(grid, (Hex)hex, edge);
    }
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
    free(map->slant);
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
