/* map.h — the map: terrain of each hex, features of each edge, roads along each step.
 *
 * A map is immutable once loaded. Terrain, edges, roads, places and areas are words in the map file; the
 * system's MapSchema lists the words it knows, and the position of a word in that list is the bit (terrain,
 * edge) or the number (road, place and area kinds) that the code uses. The core knows none of the words.
 *
 * Besides hexes a map may have boxes: named places off the grid that hold counters like a hex. A box is also a Hex,
 * numbered on from the last hex of the grid; it is adjacent to nothing and out of range of everything, and its links
 * are a list. `hexes` counts the hexes of the grid, `spots` hexes and boxes; arrays and sets have an entry for every
 * spot. */
#ifndef SANDTABLE_MAP_H
#define SANDTABLE_MAP_H

#include "core/hex.h"
#include "core/text.h"

typedef enum Provenance { PRINTED, DERIVED, OURS } Provenance;
extern const char *const provenance_words[]; /* NULL-ended */

#define ROAD_LAYERS 4

struct Place;
struct Area;

/* How a place is drawn, and the hexes of an area. */
typedef enum PlaceLook {
    DRAWN_TOWN,
    DRAWN_CITY,
    DRAWN_NAME, /* by its name alone: the ground shows the rest */
    PLACE_LOOKS
} PlaceLook;
typedef enum AreaLook {
    DRAWN_FRAMED, /* a dashed line around them */
    DRAWN_ABROAD, /* a border, a tint within it, its name */
    DRAWN_ENTRY,  /* a bracket with the name outside the map's edge */
    DRAWN_UNSEEN, /* not at all */
    AREA_LOOKS
} AreaLook;
/* How a kind of edge is drawn. */
typedef enum EdgeLook {
    DRAWN_AS_NAMED, /* water, works, hedges: by its word */
    DRAWN_LINE,     /* only a line of the rules: dashed, with its name */
    EDGE_LOOKS
} EdgeLook;
extern const char *const place_looks[], *const area_looks[], *const edge_looks[]; /* "town" …, NULL-ended */

/* NULL-ended lists of the words a system understands. Roads are listed worst to best: a better road over a worse one of
 * the same layer wins. Road number 0 means none, so the first word is road 1. A step may have a road of each layer: a
 * railway beside a track. */
typedef struct MapSchema {
    const char *const *terrain; /* at most 32 */
    const char *const *edges;   /* at most 16 */
    const char *const *roads;
    const char *const *places;
    const char *const *areas;
    uint32_t barred;           /* terrain bits no road may run into */
    const uint8_t *road_layer; /* of each road word, below ROAD_LAYERS; NULL: all in the first */
    uint32_t railways;         /* bits: layers that are railways, for drawing */
    uint32_t covering;         /* terrain bits that cover all six sextants of a hex, unless the map says which */
    uint16_t hedges;           /* edge bits that are cover along the hexside */
    int16_t cover_height;      /* height of cover above the ground in metres */
    int16_t height_step;       /* heights are multiples of it; 0: any number */
    bool flat_tops;            /* tops and bottoms are as high as their last contour */
    uint8_t number_rows;       /* hex numbers are drawn only in every n-th row; 0: in all */
    const Grid *blank;         /* numbering of the lab's empty map; NULL: 0101 in the top left, odd columns lower */
    /* The look of this place or area; NULL: a town, framed. The meanings are for the legend, by look. */
    PlaceLook (*place_look)(const struct Place *place);
    AreaLook (*area_look)(const struct Area *area);
    const char *place_meanings[PLACE_LOOKS], *area_meanings[AREA_LOOKS];
    const uint8_t *edge_look;         /* EdgeLook of each edge word; NULL: all as named */
    const char *const *edge_meanings; /* of each edge word, NULL if the word is clear; NULL: all are */
} MapSchema;

PlaceLook place_look(const MapSchema *schema, const struct Place *place);
AreaLook area_look(const MapSchema *schema, const struct Area *area);
EdgeLook edge_look(const MapSchema *schema, int kind);

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

/* A place off the grid. It is drawn beside the map, in tenths of a hex's height from the centre of the top left hex. */
typedef struct MapBox {
    char title[NAME_TEXT]; /* its name is in the grid */
    uint8_t provenance;
    int16_t left, top, width, height;
    uint16_t first, count; /* what it is linked to: hexes and boxes in map->list */
} MapBox;

typedef struct Map {
    Grid grid;
    int hexes; /* of the grid */
    int spots; /* hexes and boxes */
    int words; /* 64-bit words of a set of them */
    char name[NAME_TEXT], title[96];
    char *source; /* its provenance, for the player */
    int scale;    /* metres per hex */
    const MapSchema *schema;
    Hex (*next)[EDGES]; /* neighbour or NO_HEX */
    Slant *slant;
    uint32_t *terrain;       /* bits of schema->terrain */
    int16_t *height;         /* metres, 0 where the map gives none */
    uint8_t *cover;          /* bits by edge: the sextants that are covered */
    uint16_t (*edge)[EDGES]; /* bits of schema->edges, the same from both hexes */
    uint8_t (*road)[EDGES];  /* road along the step, 0 none, the same from both hexes: the first layer of roads */
    uint8_t (*layer[ROAD_LAYERS])[EDGES]; /* the same of each layer; NULL where the schema has no such layer */
    uint8_t (*bridge)[EDGES];             /* 1 where the map has a bridge without a road */
    int16_t *place;                       /* index of the hex's place, -1 none */
    int places, areas, edge_lines, road_lines, boxes;
    Place *place_list;
    MapBox *box;
    char (*box_name)[HEX_TEXT];
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
    bool has_heights;
    int16_t contour, contour_base; /* metres between contours, 0 none said, and where they are counted from */
} Map;

/* Reads a map from parsed text; mistakes go to the document's log. NULL if any was found. */
Map *map_load(Document *document, const MapSchema *schema);
/* An empty map for the lab: every hex has the first terrain word of the schema. */
Map *map_blank(const MapSchema *schema, const Grid *grid);
/* The part between two corners as a separate map, its hexes numbered as before; the map must have one sheet, and its
 * boxes are left out. NULL if there is no memory. */
Map *map_cut(const Map *map, Hex corner, Hex opposite);
void map_free(Map *map);

/* Index of the area of that kind and name, or -1. */
int map_area(const Map *map, int kind, const char *name);
/* Index of the place of that name, or -1. */
int map_place(const Map *map, const char *name);
/* Index of the box that the hex is, or -1. */
int map_box(const Map *map, Hex hex);

/* Whether the hex's number is drawn on the map; every hex has one. */
bool hex_is_numbered(const Map *map, Hex hex);
static inline bool is_box(const Map *map, Hex hex) { return hex >= map->hexes && hex < map->spots; }
/* The layer of a road number. */
static inline int road_layer(const MapSchema *schema, int road)
{
    return schema->road_layer && road ? schema->road_layer[road - 1] : 0;
}

/* Whether a road of any layer goes along the step. */
static inline bool any_road(const Map *map, Hex hex, Edge edge)
{
    for (int layer = 0; layer < ROAD_LAYERS; layer++)
        if (map->layer[layer] && map->layer[layer][hex][edge])
            return true;
    return false;
}

/* Distance from one hex to the other; beyond any range if one of them is a box. */
static inline int map_distance(const Map *map, Hex from, Hex to)
{
    return from < map->hexes && to < map->hexes ? slant_distance(map->slant[from], map->slant[to]) : INT16_MAX;
}

/* All hexes of the map within that distance. */
void map_within(const Map *map, Hex centre, int range, uint64_t *out);

static inline bool area_has(const Area *area, Hex hex) { return area->bits[hex >> 6] >> (hex & 63) & 1; }

#endif
