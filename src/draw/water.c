/* water.c — rivers and streams along hexsides, their names along the course, and works on hexsides.
 *
 * A river's hexsides are joined corner to corner into a course. The drawn line passes the middle of each
 * hexside and rounds the corners between, so that it visibly lies on every hexside it blocks, and bridges
 * stand square on it. A stream that joins another water is led to that water's line.
 *
 * The word `stream` (or brook, creek) is a thin line; fortified or rocky hexsides are works, not water;
 * every other kind of edge is a river broad enough to have a kind of its own. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"

static const uint32_t RIVER_CASING = 0x2C5F8D, RIVER_FILL = 0x7FB6DA, STREAM_INK = 0x4384B4, NAME_INK = 0x1F4E79,
                      HALO = 0xF6F2E2, WORKS_INK = 0x4A3B2A, HEDGE_INK = 0x4E7A34, LINE_INK = 0x8C2F39;

static Water water_named(const char *word)
{
    static const char *const streams[] = {"stream", "brook", "creek", "wadi"};
    static const char *const dry[] = {"fixed", "wall",  "cliff",  "escarpment", "border",
                                      "slope", "hedge", "bridge", "ford"};
    for (size_t i = 0; i < sizeof streams / sizeof *streams; i++)
        if (strstr(word, streams[i]))
            return WATER_STREAM;
    for (size_t i = 0; i < sizeof dry / sizeof *dry; i++)
        if (strstr(word, dry[i]))
            return WATER_NONE;
    return WATER_RIVER;
}

Water water_of(const Map *map, int kind)
{
    return edge_look(map->schema, kind) == DRAWN_LINE ? WATER_LINE : water_named(map->schema->edges[kind]);
}

bool hexside_is_water(const Map *map, Hex hex, Edge edge)
{
    for (int kind = 0; map->schema->edges[kind]; kind++)
        if (map->edge[hex][edge] & 1u << kind && water_of(map, kind) < WATER_NONE)
            return true;
    return false;
}

/* ---- courses ---- */

typedef struct River {
    char name[NAME_TEXT];
    Water water;
    Course corners; /* raw, corner to corner */
    Course line;    /* as drawn */
    bool spring[2]; /* begins, ends in no other water and within the map */
} River;

typedef struct Rivers {
    River *river;
    int count, room;
} Rivers;

static River *another_river(Rivers *rivers, const char *name, Water water)
{
    if (rivers->count == rivers->room) {
        rivers->room = rivers->room ? rivers->room * 2 : 32;
        rivers->river = realloc(rivers->river, (size_t)rivers->room * sizeof *rivers->river);
        if (!rivers->river)
            abort();
    }
    River *river = &rivers->river[rivers->count++];
    *river = (River){.water = water};
    snprintf(river->name, sizeof river->name, "%s", name);
    return river;
}

static bool same_corner(Point a, Point b) { return corner_key(a) == corner_key(b); }

/* Puts one hexside at the end of the river; false if it does not touch the end. */
static bool river_goes_on(River *river, Point a, Point b)
{
    Course *corners = &river->corners;
    if (corners->count == 2 && (same_corner(corners->at[0], a) || same_corner(corners->at[0], b))) {
        Point first = corners->at[0];
        corners->at[0] = corners->at[1];
        corners->at[1] = first;
    }
    Point end = corners->at[corners->count - 1];
    if (!same_corner(end, a) && !same_corner(end, b))
        return false;
    course_add(corners, same_corner(end, a) ? b : a);
    return true;
}

static void gather_rivers(const Map *map, Rivers *rivers)
{
    River *river = NULL;
    for (int i = 0; i < map->edge_lines; i++) {
        const Line *line = &map->edge_line[i];
        Water water = water_of(map, line->kind);
        if (water == WATER_NONE)
            continue;
        if (!river || strcmp(river->name, line->name))
            river = NULL;
        for (int j = 0; j < line->count; j++) {
            Hexside side = map->list[line->first + j];
            Point centre = hex_centre(map, hexside_hex(side));
            Point a = hex_corner(centre, hexside_edge(side)), b = hex_corner(centre, hexside_edge(side) + 1);
            if (river && river_goes_on(river, a, b))
                continue;
            river = another_river(rivers, line->name, water);
            course_add(&river->corners, a);
            course_add(&river->corners, b);
        }
    }
}

/* Where the line of another river passes the corner `at`; false if none does. */
static bool line_at_corner(const Rivers *rivers, const River *self, Point at, Point *out)
{
    for (int i = 0; i < rivers->count; i++) {
        const River *other = &rivers->river[i];
        for (int j = 1; other != self && other->water != WATER_LINE && j + 1 < other->corners.count; j++)
            if (same_corner(other->corners.at[j], at)) {
                Point a = between(other->corners.at[j - 1], at, 0.5), b = between(at, other->corners.at[j + 1], 0.5);
                *out = between(between(a, b, 0.5), at, 0.5);
                return true;
            }
    }
    return false;
}

static bool corner_at_edge(const Map *map, Point corner)
{
    int hexes = 0;
    int column = (int)lround((corner.x - 1) / 1.5), row = (int)lround(corner.y / ROOT3 - 0.75);
    for (int c = column - 1; c <= column + 1; c++)
        for (int r = row - 1; r <= row + 1; r++) {
            if (c < 0 || r < 0 || c >= map->grid.columns || r >= map->grid.rows)
                continue;
            if (distance(grid_centre(&map->grid, c, r), corner) < 1.01)
                hexes++;
        }
    return hexes < 3;
}

/* The end of a river: led into the water it joins, or off the map; else it is a spring. */
static Point river_end(const Map *map, const Rivers *rivers, const River *river, Point end, Point before, bool *spring)
{
    Point there;
    *spring = false;
    if (river->water == WATER_LINE)
        return end;
    if (line_at_corner(rivers, river, end, &there))
        return there;
    if (corner_at_edge(map, end))
        return between(before, end, 1.8);
    *spring = true;
    return end;
}

static void lay_line(const Map *map, const Rivers *rivers, River *river)
{
    const Course *corners = &river->corners;
    int last = corners->count - 1;
    Course *line = &river->line;
    course_add(line, river_end(map, rivers, river, corners->at[0], corners->at[1], &river->spring[0]));
    for (int i = 0; i < last; i++) {
        Point middle = between(corners->at[i], corners->at[i + 1], 0.5);
        if (i > 0) { /* round the corner between two middles */
            Point before = between(corners->at[i - 1], corners->at[i], 0.5);
            for (int step = 1; step < 6; step++) {
                double t = step / 6.0;
                course_add(line, between(between(before, corners->at[i], t), between(corners->at[i], middle, t), t));
            }
        }
        course_add(line, middle);
    }
    course_add(line, river_end(map, rivers, river, corners->at[last], corners->at[last - 1], &river->spring[1]));
}

static Rivers rivers_of(const Map *map)
{
    Rivers rivers = {0};
    gather_rivers(map, &rivers);
    for (int i = 0; i < rivers.count; i++)
        lay_line(map, &rivers, &rivers.river[i]);
    return rivers;
}

static void rivers_free(Rivers *rivers)
{
    for (int i = 0; i < rivers->count; i++) {
        course_free(&rivers->river[i].corners);
        course_free(&rivers->river[i].line);
    }
    free(rivers->river);
}

static void draw_rule_line(cairo_t *cairo)
{
    ink(cairo, LINE_INK, 0.85);
    cairo_set_line_width(cairo, 0.11);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_set_dash(cairo, (double[]){0.42, 0.16, 0.1, 0.16}, 4, 0);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
}

void draw_water_stroke(cairo_t *cairo, Water water, int pass, double share)
{
    if (water == WATER_LINE) {
        draw_rule_line(cairo);
        return;
    }
    static const double width[2][2] = {{0.13, 0.085}, {0.34, 0.25}};
    static const uint32_t colour[2][2] = {{0xEFF3EC, STREAM_INK}, {RIVER_CASING, RIVER_FILL}};
    ink(cairo, colour[water == WATER_RIVER][pass], pass == 0 && water == WATER_STREAM ? 0.5 : 1);
    cairo_set_line_width(cairo, width[water == WATER_RIVER][pass] * share);
    cairo_stroke(cairo);
}

#define SPRING 1.8 /* hex sides along which a stream grows from its spring */
#define NARROW 0.3 /* of its breadth, at the spring */

/* What share of its breadth a river has so far along its line. */
static double breadth(const River *river, double along, double whole)
{
    double near = SPRING;
    if (river->spring[0])
        near = fmin(near, along);
    if (river->spring[1])
        near = fmin(near, whole - along);
    return river->water == WATER_STREAM ? NARROW + (1 - NARROW) * near / SPRING : 1;
}

/* Strokes a river piece by piece where it is narrower, the rest in one. */
static void stroke_river(cairo_t *cairo, const River *river, int pass)
{
    const Course *line = &river->line;
    double whole = course_length(line), along = 0, share = 0;
    for (int i = 1; i < line->count; i++) {
        double step = distance(line->at[i - 1], line->at[i]), here = breadth(river, along + step / 2, whole);
        if (here != share) {
            if (i > 1)
                draw_water_stroke(cairo, river->water, pass, share);
            cairo_move_to(cairo, line->at[i - 1].x, line->at[i - 1].y);
            share = here;
        }
        cairo_line_to(cairo, line->at[i].x, line->at[i].y);
        along += step;
    }
    draw_water_stroke(cairo, river->water, pass, share);
}

void draw_waters(Canvas *canvas)
{
    cairo_t *cairo = canvas->cairo;
    Rivers rivers = rivers_of(canvas->map);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    static const struct {
        Water water;
        int pass;
    } order[] = {{WATER_STREAM, 0}, {WATER_RIVER, 0}, {WATER_STREAM, 1}, {WATER_RIVER, 1}, {WATER_LINE, 1}};
    cairo_new_path(cairo);
    for (int layer = 0; layer < (int)(sizeof order / sizeof *order); layer++)
        for (int i = 0; i < rivers.count; i++)
            if (rivers.river[i].water == order[layer].water)
                stroke_river(cairo, &rivers.river[i], order[layer].pass);
    rivers_free(&rivers);
}

/* ---- names ---- */

/* The course the letters stand on: calm, moved off the water, and read from left to right. */
static Course name_course(const River *river, double from, double width, double off)
{
    Course part = {0};
    double length = course_length(&river->line);
    for (double at = from - 1; at <= from + width + 1.01; at += 0.25)
        course_add(&part, course_at(&river->line, at < 0 ? 0 : at > length ? length : at, NULL));
    for (int calm = 0; calm < 40; calm++)
        for (int i = 1; i + 1 < part.count; i++)
            part.at[i] = between(part.at[i], between(part.at[i - 1], part.at[i + 1], 0.5), 0.6);
    if (part.at[part.count - 1].x < part.at[0].x)
        for (int i = 0, j = part.count - 1; i < j; i++, j--) {
            Point swap = part.at[i];
            part.at[i] = part.at[j];
            part.at[j] = swap;
        }
    Course moved = {0};
    for (int i = 0; i < part.count; i++) {
        Point a = part.at[i ? i - 1 : 0], b = part.at[i + 1 < part.count ? i + 1 : i];
        double size = distance(a, b);
        if (size > 0)
            course_add(&moved,
                       (Point){part.at[i].x + (b.y - a.y) / size * off, part.at[i].y - (b.x - a.x) / size * off});
    }
    course_free(&part);
    return moved;
}

/* How much a stretch bends: the sum of its turnings. */
static double bending(const River *river, double from, double width)
{
    double sum = 0, before = 0;
    for (int i = 0; i <= 8; i++) {
        double angle;
        Point a = course_at(&river->line, from + width * i / 8, NULL);
        Point b = course_at(&river->line, from + width * (i + 1) / 8, NULL);
        angle = atan2(b.y - a.y, b.x - a.x);
        if (i > 0)
            sum += fabs(remainder(angle - before, 2 * PI));
        before = angle;
    }
    return sum;
}

static bool stretch_shown(const Canvas *canvas, const River *river, double from, double width)
{
    const Picture *picture = canvas->picture;
    Point low = grid_centre(&canvas->map->grid, picture->first_column, picture->first_row);
    Point high = grid_centre(&canvas->map->grid, picture->last_column, picture->last_row);
    for (int i = 0; i <= 4; i++) {
        Point at = course_at(&river->line, from + width * i / 4, NULL);
        if (at.x < low.x || at.x > high.x || at.y < low.y || at.y > high.y)
            return false;
    }
    return true;
}

/* The straightest place for a name between two lengths, near the middle rather than at their ends; below 0
 * when none is in sight. */
static double best_start(const Canvas *canvas, const River *river, double from, double to, double width)
{
    double best = -1, least = 1e9;
    for (double at = from; at + width <= to; at += 0.8) {
        double bent = bending(river, at, width) + 3 * fabs((at + width / 2 - from) / (to - from) - 0.5);
        if (bent < least && stretch_shown(canvas, river, at, width)) {
            least = bent;
            best = at;
        }
    }
    return best;
}

static void name_river(Canvas *canvas, const River *river)
{
    cairo_t *cairo = canvas->cairo;
    bool big = river->water == WATER_RIVER;
    double spacing = big ? 0.34 : 0.1, size = big ? 0.58 : 0.38;
    if (!text_readable(cairo, size))
        return;
    text_face(cairo, big ? SERIF_BOLD_ITALIC : SERIF_ITALIC, size);
    double width = text_along_width(cairo, spacing, river->name), length = course_length(&river->line);
    double every = big ? 16 : 22;
    int times = (int)floor(length / every + 0.5);
    times = times < 1 ? 1 : times;
    for (int i = 0; i < times; i++) {
        double start = best_start(canvas, river, length * i / times + 0.5, length * (i + 1) / times - 0.5, width);
        if (start < 0)
            continue;
        Course course = name_course(river, start, width, big ? 0.3 : 0.16);
        text_along(cairo, &course, (course_length(&course) - width) / 2, spacing, river->name,
                   river->water == WATER_LINE ? LINE_INK : NAME_INK, HALO);
        course_free(&course);
    }
}

void draw_water_names(Canvas *canvas)
{
    Rivers rivers = rivers_of(canvas->map);
    for (int i = 0; i < rivers.count; i++)
        if (rivers.river[i].name[0] && rivers.river[i].corners.count > 3)
            name_river(canvas, &rivers.river[i]);
    rivers_free(&rivers);
}

/* ---- works: hexsides that are no water ---- */

bool is_crossing(const char *word) { return strstr(word, "bridge") || strstr(word, "ford"); }

static void bushes(cairo_t *cairo, Point a, Point b, int seed)
{
    for (int bush = 0; bush < 8; bush++) {
        Point at = between(a, b, (bush + 0.5) / 8);
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, at.x, at.y, 0.07 + 0.03 * speckle(seed, bush, 91), 0, 2 * PI);
    }
}

/* Along a hexside, pointing to one of its hexes. */
static void teeth(cairo_t *cairo, Point a, Point b, Point centre)
{
    cairo_move_to(cairo, a.x, a.y);
    for (int tooth = 0; tooth < 4; tooth++) {
        Point tip = between(between(a, b, (tooth + 0.5) / 4), centre, 0.16), foot = between(a, b, (tooth + 1) / 4.0);
        cairo_line_to(cairo, tip.x, tip.y);
        cairo_line_to(cairo, foot.x, foot.y);
    }
}

void draw_works_sample(cairo_t *cairo, Point at, bool hedge)
{
    Point a = {at.x - 0.7, at.y + 0.1}, b = {at.x + 0.7, at.y + 0.1};
    cairo_new_path(cairo);
    if (hedge) {
        bushes(cairo, a, b, 0);
        ink(cairo, HEDGE_INK, 1);
        cairo_fill(cairo);
        return;
    }
    teeth(cairo, a, b, (Point){at.x, at.y - 1});
    ink(cairo, WORKS_INK, 1);
    cairo_set_line_width(cairo, 0.06);
    cairo_stroke(cairo);
}

void draw_hedges(Canvas *canvas)
{
    const Map *map = canvas->map;
    cairo_t *cairo = canvas->cairo;
    cairo_new_path(cairo);
    for (int i = 0; i < map->edge_lines; i++) {
        const Line *line = &map->edge_line[i];
        for (int j = 0; strstr(map->schema->edges[line->kind], "hedge") && j < line->count; j++) {
            Hexside side = map->list[line->first + j];
            Point centre = hex_centre(map, hexside_hex(side));
            Point a = hex_corner(centre, hexside_edge(side)), b = hex_corner(centre, hexside_edge(side) + 1);
            bushes(cairo, a, b, side);
        }
    }
    ink(cairo, HEDGE_INK, 1);
    cairo_fill(cairo);
}

void draw_works(Canvas *canvas)
{
    const Map *map = canvas->map;
    cairo_t *cairo = canvas->cairo;
    cairo_new_path(cairo);
    for (int i = 0; i < map->edge_lines; i++) {
        const Line *line = &map->edge_line[i];
        const char *word = map->schema->edges[line->kind];
        if (water_of(map, line->kind) != WATER_NONE || is_crossing(word) || strstr(word, "hedge"))
            continue;
        for (int j = 0; j < line->count; j++) {
            Hexside side = map->list[line->first + j];
            Point centre = hex_centre(map, hexside_hex(side));
            Point a = hex_corner(centre, hexside_edge(side)), b = hex_corner(centre, hexside_edge(side) + 1);
            teeth(cairo, a, b, centre);
        }
    }
    ink(cairo, WORKS_INK, 1);
    cairo_set_line_width(cairo, 0.06);
    cairo_stroke(cairo);
}
