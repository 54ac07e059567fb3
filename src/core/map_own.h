/* map_own.h — private to the files that read a map.
 *
 * map_load.c knows the entries and their sequence, map_text.c parses the text that several entries share;
 * map_sheet.c reads the head and the grid, map_ground.c the ground row by row, map_relief.c contours, heights and
 * cover, map_feature.c places, lines and areas, map_box.c the boxes beside the grid. map.c is the map itself. */
#ifndef SANDTABLE_MAP_OWN_H
#define SANDTABLE_MAP_OWN_H

#include "core/map.h"

#define LIST_MAX 65535 /* hexes and hexsides that places, areas and lines may list together */
#define AREAS_MAX 255  /* a chain holds areas as bytes */
#define CHAINS_MAX ((int)(sizeof((Map *)0)->chain / sizeof((Map *)0)->chain[0]))
#define CHAIN_LENGTH ((int)sizeof((Map *)0)->chain[0].area)

typedef enum Keyword {
    KEY_MAP,
    KEY_TITLE,
    KEY_SYSTEM,
    KEY_SCALE,
    KEY_SOURCE,
    KEY_GRID,
    KEY_SHEET,
    KEY_BOX,
    KEY_LEGEND,
    KEY_TERRAIN,
    KEY_CONTOUR,
    KEY_HEIGHT,
    KEY_COVER,
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

/* All arrays of a map of that grid, empty, with the neighbours filled in; NULL when there is no memory. */
Map *map_make(const MapSchema *schema, const Grid *grid, int boxes);

/* ---- pieces of text: map_text.c ---- */

const Field *entry_field(const Loader *loader, const Entry *entry, int index);
/* True if the entry's own line has `count` fields (or at least as many, when more may follow). */
bool has_fields(Loader *loader, const Entry *entry, int count, bool more, const char *form);
bool has_no_body(Loader *loader, const Entry *entry);

/* The items an entry lists: its fields from one on, then all fields of its body. */
typedef struct Items {
    const Document *document;
    const Entry *entry;
    int at, end, line;
} Items;

Items items_from(const Loader *loader, const Entry *entry, int first);
const Field *next_item(Items *items);

bool names_make(Names *names, int count);
/* Each returns the slot that holds the name, or the free one where it would go. */
uint32_t *place_slot(const Loader *loader, const char *name);
uint32_t *area_slot(const Loader *loader, int kind, const char *name);

/* One hex, or a run of them along a row or column. */
typedef struct Span {
    Hex first;
    int step, count;
} Span;

/* The corners of the grid in words. */
const char *extent(const Grid *grid, char out[2 * HEX_TEXT + 8]);
bool read_span(Loader *loader, const Field *field, Span *out);
/* `N`, `NE` …, or EDGES without a mistake. */
Edge edge_named(const char *text, size_t length);
bool read_hexside(Loader *loader, const Field *field, Hex *hex, Edge *edge);
/* Adds to the map's list, or reports once that it is full. */
void list_add(Loader *loader, const Field *at, uint16_t value);

/* The words that open a feature: kind, name, provenance. */
typedef struct Heading {
    int kind, provenance;
    char name[NAME_TEXT];
} Heading;

bool read_heading(Loader *loader, const Entry *entry, const char *const *kinds, const char *form, Heading *out);

/* ---- one function an entry ---- */

/* map_sheet.c */
void read_map(Loader *loader, const Entry *entry);
void read_title(Loader *loader, const Entry *entry);
void read_system(Loader *loader, const Entry *entry);
void read_scale(Loader *loader, const Entry *entry);
void read_source(Loader *loader, const Entry *entry);
void read_grid(Loader *loader, const Entry *entry);
void read_sheet(Loader *loader, const Entry *entry);
/* The sheets are known once all are read; then each must be short enough for its numbers. */
void check_sheets(Loader *loader);

/* map_ground.c */
void read_legend(Loader *loader, const Entry *entry);
void read_terrain(Loader *loader, const Entry *entry);
/* Goes through the rows of `terrain` or `height`: each once, none missing. `read` gets the row and the text
 * after its label. */
void read_ground_rows(Loader *loader, const Entry *entry,
                      void (*read)(Loader *, int row, const Field *label, int count));

/* map_relief.c */
void read_contour(Loader *loader, const Entry *entry);
void read_height(Loader *loader, const Entry *entry);
/* Hexes that the schema's terrain covers, before any entry says of which sextants that is true. */
void cover_terrain(Loader *loader);
void read_cover(Loader *loader, const Entry *entry);

/* map_box.c */
void read_box(Loader *loader, const Entry *entry);
/* Boxes may be linked to each other, so links are read when all have names. */
void read_links(Loader *loader);

/* map_feature.c */
void read_place(Loader *loader, const Entry *entry);
void read_edge(Loader *loader, const Entry *entry);
void read_road(Loader *loader, const Entry *entry);
void read_bridge(Loader *loader, const Entry *entry);
void read_area(Loader *loader, const Entry *entry);
void read_chain(Loader *loader, const Entry *entry);

#endif
