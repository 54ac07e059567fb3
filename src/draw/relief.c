/* relief.c — heights: tints that deepen with each contour, and the contours themselves.
 *
 * The surface is the one that lines of sight use: triangles between the centres of hexes. Beyond the map it goes on
 * level and then falls off, so that every contour closes on itself and can be filled. A contour is its level line, a
 * hair below its own height, so that a flat top lies inside the last contour around it; a flat bottom lies inside a
 * contour of its own, a hair above. Lines are chained over the triangles and softened (soften.c); every fifth is
 * heavier and is labelled with its height. They lie over the woods, the tints below. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/canvas.h"

#define RING 2
#define HAIR 0.04 /* of the distance between two contours */
#define INDEX 5   /* every so many contours a heavy one */

static const uint32_t TINT = 0x9A6A2C, LINE = 0x8A5A2B, LABEL_HALO = 0xF3EDD6;

typedef struct Corner {
    Point at;
    double height;
} Corner;

typedef struct Triangle {
    Corner corner[3];
    bool bottom; /* one of them lies in a flat bottom at its own contour */
} Triangle;

typedef struct Segment {
    int64_t from, to;
    Point at, end;
} Segment;

typedef struct Surface {
    const Map *map;
    uint8_t *bottom;     /* by hex */
    int low, high, deep; /* the last where it has fallen off */
    Segment *segment;
    int segments;
} Surface;

static int nearest(const Map *map, int column, int row)
{
    column = column < 0 ? 0 : column >= map->grid.columns ? map->grid.columns - 1 : column;
    row = row < 0 ? 0 : row >= map->grid.rows ? map->grid.rows - 1 : row;
    return row * map->grid.columns + column;
}

/* Marks the hexes of level ground that has no lower ground beside it but higher. */
static void find_bottoms(Surface *surface)
{
    const Map *map = surface->map;
    Hex *queue = malloc((size_t)map->hexes * sizeof *queue);
    uint8_t *seen = calloc((size_t)map->hexes, 1);
    if (!queue || !seen)
        abort();
    for (int first = 0; first < map->hexes; first++) {
        int count = 0;
        bool lower = false, higher = false;
        if (seen[first])
            continue;
        queue[count++] = (Hex)first;
        seen[first] = 1;
        for (int i = 0; i < count; i++)
            for (Edge edge = 0; edge < EDGES; edge++) {
                Hex next = map->next[queue[i]][edge];
                int step = next == NO_HEX ? 0 : map->height[next] - map->height[first];
                lower |= step < 0;
                higher |= step > 0;
                if (next != NO_HEX && !step && !seen[next]) {
                    seen[next] = 1;
                    queue[count++] = next;
                }
            }
        for (int i = 0; i < count && higher && !lower; i++)
            surface->bottom[queue[i]] = 1;
    }
    free(queue);
    free(seen);
}

static Triangle triangle_at(const Surface *surface, int column, int row, Edge edge)
{
    const Map *map = surface->map;
    Triangle triangle = {.bottom = false};
    for (int i = 0; i < 3; i++) {
        int c = column, r = row;
        if (i)
            grid_across(&map->grid, column, row, (Edge)(edge + i - 1), &c, &r);
        int hex = nearest(map, c, r);
        bool beyond = c < -RING || r < -RING || c >= map->grid.columns + RING || r >= map->grid.rows + RING;
        triangle.corner[i] = (Corner){grid_centre(&map->grid, c, r), beyond ? surface->deep : map->height[hex]};
        triangle.bottom |= surface->bottom[hex];
    }
    return triangle;
}

/* The two triangles that belong to a cell lie to its right. */
#define EACH_TRIANGLE(surface, triangle)                                                                              \
    for (int row_ = -RING - 1; row_ <= (surface)->map->grid.rows + RING; row_++)                                      \
        for (int column_ = -RING - 1; column_ <= (surface)->map->grid.columns + RING; column_++)                      \
            for (int edge_ = NORTH_EAST; edge_ <= SOUTH_EAST; edge_++)                                                \
                for (Triangle triangle = triangle_at(surface, column_, row_, (Edge)edge_), *once_ = &triangle; once_; \
                     once_ = NULL)

static Point where_level(const Corner *a, const Corner *b, double level)
{
    return between(a->at, b->at, (level - a->height) / (b->height - a->height));
}

static int64_t key_of(Point at) { return llround(at.x * 4096) * ((int64_t)1 << 32) + llround(at.y * 4096); }

static int by_start(const void *a, const void *b)
{
    int64_t x = ((const Segment *)a)->from, y = ((const Segment *)b)->from;
    return (x > y) - (x < y);
}

/* The level line, a piece a triangle, always with the higher ground on the same hand. */
static void trace_level(Surface *surface, double level, bool bottoms)
{
    surface->segments = 0;
    EACH_TRIANGLE(surface, triangle) {
        Point in = {0, 0}, out = {0, 0};
        int cuts = 0;
        for (int i = 0; i < 3; i++) {
            const Corner *a = &triangle.corner[i], *b = &triangle.corner[(i + 1) % 3];
            bool falls = a->height >= level && b->height < level, rises = a->height < level && b->height >= level;
            if (falls)
                in = where_level(a, b, level);
            if (rises)
                out = where_level(a, b, level);
            cuts += falls + rises;
        }
        if (cuts == 2 && (!bottoms || triangle.bottom))
            surface->segment[surface->segments++] = (Segment){key_of(in), key_of(out), in, out};
    }
    qsort(surface->segment, (size_t)surface->segments, sizeof *surface->segment, by_start);
}

static void tell_height(cairo_t *cairo, const Course *line, int height)
{
    char words[16];
    snprintf(words, sizeof words, "%d", height);
    text_face(cairo, SANS, 0.2);
    double width = text_along_width(cairo, 0, words), length = course_length(line);
    if (length < 6 || !text_readable(cairo, 0.2))
        return;
    for (double at = length * 0.3; at + width < length; at += 14)
        text_along(cairo, line, at, 0, words, LINE, LABEL_HALO);
}

typedef void Use(cairo_t *cairo, Course *line, int height);

static void add_line(cairo_t *cairo, Course *line, int height)
{
    (void)height;
    course_path(cairo, line);
}

static void label_line(cairo_t *cairo, Course *line, int height) { tell_height(cairo, line, height); }

/* Chains the level line that was traced, and has each of its parts used. */
static void each_line(Surface *surface, cairo_t *cairo, int height, Use *use)
{
    int count = surface->segments;
    bool *used = calloc((size_t)count + 1, sizeof *used), *inner = calloc((size_t)count + 1, sizeof *inner);
    if (!used || !inner)
        abort();
    for (int i = 0; i < count; i++) { /* lines that begin somewhere are begun there */
        Segment *next = bsearch(&(Segment){.from = surface->segment[i].to}, surface->segment, (size_t)count,
                                sizeof *next, by_start);
        if (next)
            inner[next - surface->segment] = true;
    }
    for (int turn = 0; turn < 2; turn++)
        for (int first = 0; first < count; first++) {
            if (used[first] || (turn == 0 && inner[first]))
                continue;
            Course line = {.closed = turn == 1};
            course_add(&line, surface->segment[first].at);
            for (int at = first; !used[at];) {
                used[at] = true;
                course_add(&line, surface->segment[at].end);
                Segment *next = bsearch(&(Segment){.from = surface->segment[at].to}, surface->segment, (size_t)count,
                                        sizeof *next, by_start);
                if (!next)
                    break;
                at = (int)(next - surface->segment);
            }
            if (line.closed)
                line.count--; /* the last is the first */
            course_soften(&line);
            use(cairo, &line, height);
            course_free(&line);
        }
    free(used);
    free(inner);
}

static void stroke_level(Surface *surface, cairo_t *cairo, double width)
{
    cairo_new_path(cairo);
    each_line(surface, cairo, 0, add_line);
    ink(cairo, LINE, 0.8);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
}

/* Ten contours or so where the map does not say how far apart they are. */
int contour_distance(const Map *map)
{
    static const int steps[] = {5, 10, 20, 25, 50, 100, 200, 500};
    int low = map->height[0], high = low;
    size_t i = 0;
    for (int hex = 1; hex < map->hexes; hex++) {
        low = map->height[hex] < low ? map->height[hex] : low;
        high = map->height[hex] > high ? map->height[hex] : high;
    }
    while (i + 1 < sizeof steps / sizeof *steps && (high - low) / steps[i] > 12)
        i++;
    return map->contour ? map->contour : steps[i];
}

/* The surface of a map with heights, to be freed. */
static Surface surface_of(const Map *map)
{
    size_t cells = (size_t)(map->grid.columns + 2 * RING + 2) * (size_t)(map->grid.rows + 2 * RING + 2);
    Surface surface = {.map = map,
                       .bottom = calloc((size_t)map->hexes, 1),
                       .segment = calloc(cells * 2, sizeof *surface.segment),
                       .low = map->height[0],
                       .high = map->height[0]};
    if (!surface.bottom || !surface.segment)
        abort();
    for (int hex = 1; hex < map->hexes; hex++) {
        surface.low = map->height[hex] < surface.low ? map->height[hex] : surface.low;
        surface.high = map->height[hex] > surface.high ? map->height[hex] : surface.high;
    }
    surface.deep = 2 * surface.low - surface.high - 5 * contour_distance(map);
    find_bottoms(&surface);
    return surface;
}

static void surface_free(Surface *surface)
{
    free(surface->bottom);
    free(surface->segment);
}

/* The contour at or below the lowest ground. */
static int first_contour(const Surface *surface, int apart)
{
    int base = surface->map->contour_base;
    return base + (int)floor((double)(surface->low - base) / apart) * apart;
}

void draw_heights(Canvas *canvas)
{
    if (!canvas->map->has_heights)
        return;
    Surface surface = surface_of(canvas->map);
    cairo_t *cairo = canvas->cairo;
    int apart = contour_distance(canvas->map);
    double share = (double)apart / (surface.high - surface.low + apart);
    for (int level = first_contour(&surface, apart) + apart; level <= surface.high; level += apart) {
        trace_level(&surface, level - HAIR * apart, false);
        cairo_new_path(cairo);
        each_line(&surface, cairo, 0, add_line);
        ink(cairo, TINT, fmin(0.16, share * 0.7));
        cairo_fill(cairo);
    }
    surface_free(&surface);
}

void draw_contours(Canvas *canvas)
{
    const Map *map = canvas->map;
    cairo_t *cairo = canvas->cairo;
    if (!map->has_heights)
        return;
    Surface surface = surface_of(map);
    int apart = contour_distance(map), first = first_contour(&surface, apart);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (int level = first; level <= surface.high; level += apart) {
        bool heavy = (level - map->contour_base) / apart % INDEX == 0;
        if (level > first) { /* everything is above the first */
            trace_level(&surface, level - HAIR * apart, false);
            stroke_level(&surface, cairo, heavy ? 0.05 : 0.024);
            if (heavy)
                each_line(&surface, cairo, level, label_line);
        }
        trace_level(&surface, level + HAIR * apart, true);
        stroke_level(&surface, cairo, 0.024);
    }
    surface_free(&surface);
}
