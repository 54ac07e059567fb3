/* map.h — the ground: what lies in each hex, on each edge, and along each step.
 *
 * A map is immutable once loaded. Terrain, edges, roads, places and areas are words in the map file; the
 * system's MapSchema lists the words it knows, and the position of a word in that list is the bit (terrain,
 * edge) or the number (road, place and area kinds) that the code uses. The core knows none of the words. */
#ifndef SANDTABLE_MAP_H
#define SANDTABLE_MAP_H

#include "core/hex.h"
#include "core/text.h"

typedef enum Provenance { PRINTED, DERIVED, OURS } Provenance;
extern const char *const provenance_words[]; /* NULL-ended */

/* NULL-ended lists of the words a system understands. Roads are listed worst to best: a better road
 * laid over a worse one wins. Road number 0 means none, so the first word is road 1. */
typedef struct MapSchema {
    const char *const *terrain; /* at most 32 */
    const char *const *edges;   /* at most 16 */
    const char *const *roads;
    const char *const *places;
    const char *const *areas;
    uint32_t barred; /* terrain bits no road may run into */
} MapSchema;

#define NAME_TEXT 48

typedef struct Place {
    char name[NAME_TEXT];
    uint8_t kind;
    uint8_t provenance;
    uint16_t first, count; /* its hexes: map->list[first .. first+count) */
} Place;

typedef struct Area {
    char name[NAME_TEXT];
    uint8_t kind;
    uint8_t provenance;
    uint16_t first, count; /* its hexes in map->list, in the order written */
    uint64_t *bits;        /* the same as a set */
} Area;

/* A named run of hexsides or road, kept for drawing and for provenance. */
typedef struct Line {
    char name[NAME_TEXT];
    uint8_t kind;
    uint8_t provenance;
    uint16_t first, count; /* hexsides or hexes in map->list */
} Line;

typedef struct Map {
    Grid grid;
    int hexes;
    int words; /* 64-bit words of a set of hexes */
    char name[NAME_TEXT], title[96];
    char *source; /* where it comes from, told to the player */
    int scale;    /* metres a hex */
    const MapSchema *schema;
    Hex (*next)[EDGES]; /* neighbour or NO_HEX */
    Slant *slant;
    uint32_t *terrain;        /* bits of schema->terrain */
    int16_t *height;          /* metres, 0 where the map gives none */
    uint16_t (*edge)[EDGES];  /* bits of schema->edges, the same from both hexes */
    uint8_t (*road)[EDGES];   /* road along the step, 0 none, the same from both hexes */
    uint8_t (*bridge)[EDGES]; /* 1 where the map prints a bridge apart from roads */
    int16_t *place;           /* index of the hex's place, -1 none */
    int places, areas, edge_lines, road_lines;
    Place *place_list;
    Area *area_list;
    Line *edge_line, *road_line;
    uint16_t *list; /* hexes and hexsides of places, areas and lines */
    uint16_t listed;
    int chains; /* one per area kind that has an order */
    struct Chain {
        uint8_t kind;
        uint8_t count;
        uint8_t area[32];
    } chain[4];
    Provenance terrain_provenance;
} Map;

/* Reads a map from parsed text; mistakes go to the document's log. NULL if any was found. */
Map *map_load(Document *document, const MapSchema *schema);
/* An empty map for the lab: every hex has the first terrain word of the schema. */
Map *map_blank(const MapSchema *schema, const Grid *grid);
void map_free(Map *map);

/* Index of the area of that kind and name, or -1. */
int map_area(const Map *map, int kind, const char *name);
/* Index of the place of that name, or -1. */
int map_place(const Map *map, const char *name);

/* Steps from one hex to the other; beyond any range where one of them is none. */
static inline int map_distance(const Map *map, Hex from, Hex to)
{
    return from < map->hexes && to < map->hexes ? slant_distance(map->slant[from], map->slant[to]) : INT16_MAX;
}

static inline bool area_has(const Area *area, Hex hex) { return area->bits[hex >> 6] >> (hex & 63) & 1; }

#endif
