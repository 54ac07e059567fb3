/* relief.c — heights: tints that deepen with each contour, and the contours themselves.
 *
 * The surface is the one that sight is reckoned on: triangles between the centres of hexes. Beyond the map it goes on
 * level. A contour is its level line, a hair below its own height, so that a flat top lies inside the last contour
 * around it; a flat bottom lies inside a contour of its own, a hair above. Lines are chained over the triangles, their
 * corners rounded; every fifth is heavier and tells its height. */
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
    uint8_t *bottom; /* by hex */
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
        triangle.corner[i] = (Corner){grid_centre(&map->grid, c, r), map->height[hex]};
        triangle.bottom |= surface->bottom[hex];
    }
    return triangle;
}

/* The two triangles that belong to a cell lie to its right. */
#define EACH_TRIANGLE(surface, triangle)                                                                              \
    for (int row_ = -RING; row_ < (surface)->map->grid.rows + RING; row_++)                                           \
        for (int column_ = -RING; column_ < (surface)->map->grid.columns + RING; column_++)                           \
            for (int edge_ = NORTH_EAST; edge_ <= SOUTH_EAST; edge_++)                                                \
                for (Triangle triangle = triangle_at(surface, column_, row_, (Edge)edge_), *once_ = &triangle; once_; \
                     once_ = NULL)

static Point where_level(const Corner *a, const Corner *b, double level)
{
    return between(a->at, b->at, (level - a->height) / (b->height - a->height));
}

/* The part of the triangle that is at least so high, as a polygon; returns its corners. */
static int higher_part(const Triangle *triangle, double level, Point out[4])
{
    int count = 0;
    for (int i = 0; i < 3; i++) {
        const Corner *a = &triangle->corner[i], *b = &triangle->corner[(i + 1) % 3];
        if (a->height >= level)
            out[count++] = a->at;
        if ((a->height >= level) != (b->height >= level))
            out[count++] = where_level(a, b, level);
    }
    return count;
}

static void fill_above(const Surface *surface, cairo_t *cairo, double level)
{
    cairo_new_path(cairo);
    EACH_TRIANGLE(surface, triangle)
    {
        Point part[4];
        int count = higher_part(&triangle, level, part);
        for (int i = 0; i < count; i++)
            i ? cairo_line_to(cairo, part[i].x, part[i].y) : cairo_move_to(cairo, part[i].x, part[i].y);
        if (count)
            cairo_close_path(cairo);
    }
    cairo_fill(cairo);
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
    EACH_TRIANGLE(surface, triangle)
    {
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

/* Strokes the level line that was traced; `height` is told along it if it is not negative. */
static void stroke_level(Surface *surface, cairo_t *cairo, double width, int height)
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
            course_round(&line);
            course_round(&line);
            cairo_new_path(cairo);
            course_path(cairo, &line);
            ink(cairo, LINE, 0.8);
            cairo_set_line_width(cairo, width);
            cairo_stroke(cairo);
            if (height >= 0)
                tell_height(cairo, &line, height);
            course_free(&line);
        }
    free(used);
    free(inner);
}

/* Ten contours or so where the map does not say how far apart they are. */
static int contour_distance(const Map *map, int low, int high)
{
    static const int steps[] = {5, 10, 20, 25, 50, 100, 200, 500};
    size_t i = 0;
    while (!map->contour && i + 1 < sizeof steps / sizeof *steps && (high - low) / steps[i] > 12)
        i++;
    return map->contour ? map->contour : steps[i];
}

static void draw_contours(Surface *surface, cairo_t *cairo, int low, int high)
{
    const Map *map = surface->map;
    int apart = contour_distance(map, low, high), base = map->contour_base;
    int first = base + (int)floor((double)(low - base) / apart) * apart;
    double hair = HAIR * apart, share = (double)apart / (high - low + apart);
    for (int level = first + apart; level <= high; level += apart) {
        ink(cairo, TINT, fmin(0.16, share * 0.7));
        fill_above(surface, cairo, level - hair);
    }
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (int level = first; level <= high; level += apart) {
        bool heavy = (level - base) / apart % INDEX == 0;
        trace_level(surface, level - hair, false);
        stroke_level(surface, cairo, heavy ? 0.045 : 0.022, heavy ? level : -1);
        trace_level(surface, level + hair, true);
        stroke_level(surface, cairo, 0.022, -1);
    }
}

void draw_relief(Canvas *canvas)
{
    const Map *map = canvas->map;
    if (!map->has_heights)
        return;
    int low = map->height[0], high = map->height[0];
    for (int hex = 1; hex < map->hexes; hex++) {
        low = map->height[hex] < low ? map->height[hex] : low;
        high = map->height[hex] > high ? map->height[hex] : high;
    }
    size_t cells = (size_t)(map->grid.columns + 2 * RING) * (size_t)(map->grid.rows + 2 * RING);
    Surface surface = {
        .map = map, .bottom = calloc((size_t)map->hexes, 1), .segment = calloc(cells * 2, sizeof *surface.segment)};
    if (!surface.bottom || !surface.segment)
        abort();
    find_bottoms(&surface);
    draw_contours(&surface, canvas->cairo, low, high);
    free(surface.bottom);
    free(surface.segment);
}
