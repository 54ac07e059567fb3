/* hex.h — the grid: hexes, edges, numbers, distances.
 *
 * All our maps have flat-topped hexes in vertical columns. A Hex is an index into the map's arrays,
 * row * columns + column, counted from the top left; only the Grid knows the printed number. Two
 * numbering styles are supported: `5823` is column 58, row 23 counted from the top (WB-95,
 * Proud Monster, there with a sheet letter), and `29.17` is column 29, row 17 counted from the bottom
 * (OCS, TCS). Rows above 00 are numbered 99, 98 … as on printed part-rows. Where two sheets overlap by a row, its
 * hexes have a name on each. Boxes beside the map have names.
 *
 * Edges are numbered clockwise from the north. "Side" always means one of the opponents. */
#ifndef SANDTABLE_HEX_H
#define SANDTABLE_HEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef uint16_t Hex;
typedef uint8_t Edge;

#define NO_HEX ((Hex)0xFFFF)
#define HEXES_MAX 8192
#define HEX_TEXT 12 /* room for any printed hex number with its end */
#define EDGE_TEXT 24

enum { NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST, EDGES };

typedef enum Parity { ODD_DOWN, EVEN_DOWN } Parity; /* which printed columns sit half a hex lower */
typedef enum Numbering { COLUMN_ROW, COLUMN_DOT_ROW } Numbering;

/* One sheet of a map of several: its rows have their own numbers and its letter. */
typedef struct Sheet {
    char letter;
    int16_t first_row;   /* grid row, from the top, where the sheet's numbering starts */
    int16_t first_label; /* the printed number of that row */
    bool seam;           /* the row before, the last of the sheet before, is this sheet's too and has a second name */
} Sheet;

#define SHEETS 4

typedef struct Grid {
    uint16_t columns, rows;
    int16_t first_column; /* printed number of the leftmost column */
    int16_t first_row;    /* printed number of the top row (top numbering) or bottom row */
    Parity parity;
    Numbering numbering;
    bool from_bottom;
    uint8_t sheets; /* 0: numbers have no letter */
    Sheet sheet[SHEETS];
    uint16_t boxes; /* places off the grid, with names, numbered on from the last hex */
    const char (*box_name)[HEX_TEXT];
} Grid;

static inline int grid_hexes(const Grid *grid) { return grid->columns * grid->rows; }
static inline int hex_column(const Grid *grid, Hex hex) { return hex % grid->columns; }
static inline int hex_row(const Grid *grid, Hex hex) { return hex / grid->columns; }
static inline Edge edge_opposite(Edge edge) { return (Edge)((edge + 3) % EDGES); }

/* The hex across an edge, or NO_HEX beyond the map. A box has no edges. */
Hex hex_across(const Grid *grid, Hex hex, Edge edge);

/* The edge of `from` that touches `to`, or EDGES if they do not touch. */
Edge edge_between(const Grid *grid, Hex from, Hex to);

/* Where a hex is in slanted coordinates, and the steps between two such places: the largest of three differences. */
typedef struct Slant {
    int16_t across, down;
} Slant;
Slant hex_slant(const Grid *grid, Hex hex);
static inline int slant_distance(Slant from, Slant to)
{
    int across = to.across - from.across, down = to.down - from.down;
    int longest = abs(across) > abs(down) ? abs(across) : abs(down);
    return abs(across + down) > longest ? abs(across + down) : longest;
}

/* The printed number, or a box's name; returns `out`. NO_HEX prints as "-". */
const char *hex_print(const Grid *grid, Hex hex, char out[HEX_TEXT]);

/* Reads exactly `length` characters; false if they are not a hex or box of this grid. A hex of a seam has two names;
 * the first sheet's is printed. */
bool hex_parse(const Grid *grid, const char *text, size_t length, Hex *out);

/* A hexside as one number, the same from both hexes: the smaller hex * 6 + its edge. */
typedef uint16_t Hexside;
#define NO_HEXSIDE ((Hexside)0xFFFF)
Hexside hexside_of(const Grid *grid, Hex hex, Edge edge);
static inline Hex hexside_hex(Hexside side) { return (Hex)(side / EDGES); }
static inline Edge hexside_edge(Hexside side) { return (Edge)(side % EDGES); }
/* Printed as the two hexes, `5823/5922`. */
const char *hexside_print(const Grid *grid, Hexside side, char out[EDGE_TEXT]);
bool hexside_parse(const Grid *grid, const char *text, size_t length, Hexside *out);

#endif
