/* canvas.h — what the parts of the drawing share: geometry in hex sides, colours, smooth lines, texts.
 *
 * Each part draws one layer and is called by picture.c from the ground up. */
#ifndef SANDTABLE_CANVAS_H
#define SANDTABLE_CANVAS_H

#include "draw/draw.h"

#define ROOT3 1.7320508075688772
#define PI 3.14159265358979323846
#define PICTURE_MARGIN 1.5 /* around the map */

typedef struct Point {
    double x, y;
} Point;

/* A growing line of points. */
typedef struct Course {
    Point *at;
    int count, room;
    bool closed;
} Course;

/* A label's box, kept so that the next label does not cover it. */
typedef struct Box {
    double x, y, width, height;
} Box;

#define BOXES 1024

typedef struct Canvas {
    cairo_t *cairo;
    const Picture *picture;
    const Map *map;
    int boxes;
    Box box[BOXES];
} Canvas;

/* ---- geometry.c ---- */
Point grid_centre(const Grid *grid, int column, int row);
Point hex_centre(const Map *map, Hex hex);
/* Corner k lies clockwise before edge k: edge k runs from corner k to corner k + 1. */
Point hex_corner(Point centre, int corner);
Point hexside_middle(const Map *map, Hexside hexside);
/* The cell across an edge, beyond the map too. */
void grid_across(const Grid *grid, int column, int row, Edge edge, int *to_column, int *to_row);
/* One whole number for a corner, the same from all its hexes. */
int32_t corner_key(Point corner);
/* Boxes are shown with the whole map only. */
bool shows_all(const Picture *picture);
bool hex_shown(const Picture *picture, Hex hex);
void hex_path(cairo_t *cairo, Point centre, double size);

Point between(Point a, Point b, double share);
double distance(Point a, Point b);

void course_add(Course *course, Point point);
void course_free(Course *course);
/* Rounds the corners once (Chaikin): twice the points. Ends stay. */
void course_round(Course *course);
void course_soften(Course *course); /* soften.c: a contour without corners */
void course_path(cairo_t *cairo, const Course *course);
double course_length(const Course *course);
/* Point and direction at a length along the course. */
Point course_at(const Course *course, double length, double *angle);

/* Chance that is no chance: hashed from whole numbers, the same for ever. 0 <= x < 1. */
double speckle(int32_t a, int32_t b, int32_t c);
/* Smooth noise over the plane, about -1 .. 1. */
double noise(double x, double y, int32_t layer);

/* ---- text.c ---- */
typedef enum Face { SANS, SANS_BOLD, SERIF_ITALIC, SERIF_BOLD, SERIF_BOLD_ITALIC, MONO } Face;
void ink(cairo_t *cairo, uint32_t colour, double alpha);
void text_face(cairo_t *cairo, Face face, double size);
/* Whether letters of that size can be read; those of a file that can be enlarged always can. */
bool text_readable(cairo_t *cairo, double size);
double text_width(cairo_t *cairo, const char *words);
/* Centred on x, baseline at y. */
void text_centred(cairo_t *cairo, double x, double y, const char *words);
void text_left(cairo_t *cairo, double x, double y, const char *words);
/* With a pale edge around the letters. */
void text_haloed(cairo_t *cairo, double x, double y, const char *words, uint32_t colour, uint32_t halo, double edge);
/* Wraps into lines of at most `width`; draws unless `measure`; returns the height used. */
double text_block(cairo_t *cairo, double x, double y, double width, double leading, const char *words, bool measure);
/* Letter by letter along a course, beginning at a length along it. */
void text_along(cairo_t *cairo, const Course *course, double start, double spacing, const char *words, uint32_t colour,
                uint32_t halo);
double text_along_width(cairo_t *cairo, double spacing, const char *words);
/* The first letter of the UTF-8 text; returns its bytes. */
int text_letter(const char *words, char out[8]);

/* ---- layers ---- */
typedef enum Ground {
    GROUND_CLEAR,
    GROUND_FOREST,
    GROUND_ORCHARD,
    GROUND_BUILT,
    GROUND_HILLS,
    GROUND_SWAMP,
    GROUND_LAKE,
    GROUND_OTHER
} Ground;
Ground ground_named(const char *word);
void draw_ground(Canvas *canvas);
/* Tints and contours, where the map has heights; metres between two contours. */
void draw_heights(Canvas *canvas);
void draw_contours(Canvas *canvas);
int contour_distance(const Map *map);
void draw_grid(Canvas *canvas);
void draw_hex_numbers(Canvas *canvas);
/* One hex of one terrain word, for the legend. */
void draw_ground_sample(Canvas *canvas, Point centre, uint32_t terrain);

/* WATER_LINE is none: a line of the rules that is drawn where a river would be. */
typedef enum Water { WATER_STREAM, WATER_RIVER, WATER_NONE, WATER_LINE } Water;
Water water_of(const Map *map, int kind); /* a kind of edge */
/* A word for an edge that leads over water. */
bool is_crossing(const char *word);
bool hexside_is_water(const Map *map, Hex hex, Edge edge);
void draw_waters(Canvas *canvas);
void draw_water_names(Canvas *canvas);
void draw_water_stroke(cairo_t *cairo, Water water, int pass, double share);
void draw_works(Canvas *canvas);
void draw_hedges(Canvas *canvas);
/* For the legend. */
void draw_works_sample(cairo_t *cairo, Point at, bool hedge);

void draw_roads(Canvas *canvas);
/* Rank counts from the best road: 0 motorway, 1 main, 2 and more secondary. Pass 0 casing, 1 fill, 2 line. */
bool draw_road_stroke(cairo_t *cairo, int rank, int pass);
int road_rank(const Map *map, int road); /* among those of its layer */
bool is_railway(const Map *map, int road);
void draw_rail_stroke(cairo_t *cairo, int rank);
void draw_bridges(Canvas *canvas);
/* A bridge at a point, its road running along `angle`, `half` as long as it reaches from the middle. */
void draw_span(cairo_t *cairo, Point at, double angle, double half);

void draw_places(Canvas *canvas);
void draw_place_names(Canvas *canvas);
void draw_town_sample(cairo_t *cairo, Point centre, bool city);
void draw_borders(Canvas *canvas);
void draw_zones(Canvas *canvas);
void draw_control(Canvas *canvas);

/* Where a box of the map lies. */
Box box_place(const Map *map, int index);
void draw_boxes(Canvas *canvas);

/* ---- symbol.c ---- */
#define BLACK_INK 0x141414
#define PAPER 0xFFFDF4
/* How a drawing is painted; 0 where paper and black do. */
typedef struct Paints {
    uint32_t colour, ink;
    double alpha; /* of the ground */
    int level;    /* 0 none */
} Paints;
/* A drawing of the table around a point, `unit` the half of its height. One that is not there is written by name. */
void draw_symbol(const Canvas *canvas, const char *name, Point at, double unit, double angle, Paints paints);
/* A branch in its box, which is half as wide again as high. */
void draw_branch(const Canvas *canvas, Point at, double height, const char *symbol, uint32_t field);

/* ---- counter.c, mark.c, sketch.c ---- */
void draw_counter(const Canvas *canvas, Point at, double width, const Look *look);
void draw_badge(const Canvas *canvas, Point at, double size, const Sign *sign, int level);
void draw_stacks(Canvas *canvas);
/* What lies under the counters: tints and rings; and over them: boards and icons. */
void draw_marks_below(Canvas *canvas);
void draw_marks_above(Canvas *canvas);
/* One kind of mark as in a legend. */
void draw_mark_sample(Canvas *canvas, Point at, const MarkKind *kind);
/* All of them; of a picture about one plan, only that one's. */
void draw_sketches(Canvas *canvas);
/* What hexes are worth: a coin with the points, or ! where it decides the game. */
void draw_aims(Canvas *canvas);
void draw_coin(const Canvas *canvas, Point at, const char *words);

#define LEGEND_WIDTH 11.0
#define LEGEND_GAP 0.6 /* between its columns */
double legend_height(Canvas *canvas, int columns);
void draw_legend(Canvas *canvas, double x, double y, int columns);

/* What the files of the legend share. */
typedef struct Pen {
    Canvas *canvas;
    double x, y, top, limit; /* a column ends where `limit` is passed */
    double deepest;
    bool measure;
} Pen;
#define TEXT_INK 0x1E1A14
#define SOFT_INK 0x5A5244
void legend_heading(Pen *pen, const char *words);
/* A row: a sample drawn by the caller left of the words, in English here; discs of provenance at the right. Returns
 * the sample's place. */
Point legend_row(Pen *pen, double height, const char *words, unsigned provenances);
/* Room for something of that height, in the next column if need be; and that it is used. */
void legend_room(Pen *pen, double height);
void legend_advance(Pen *pen, double height);
/* legend_game.c: counters, signs and marks of a position. */
void legend_of_game(Pen *pen);

void draw_title(Canvas *canvas, double x, double y, double width);

/* ---- page.c: a plan on a page of its own ---- */
void page_size(const Picture *picture, double *width, double *height);
void page_draw(const Picture *picture, cairo_t *cairo);

#endif
