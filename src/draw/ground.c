/* ground.c — the ground: masses of forest, swamp and lake with soft edges, hachured hills, the grid.
 *
 * A terrain is drawn as a mass, not hex by hex: the outline of all its hexes is traced, its corners are
 * rounded and its edge is made to waver by smooth noise. Beyond the map the ground goes on as in the
 * nearest hex, so that masses run off the edge instead of ending there.
 *
 * Hills are hachures in the manner of the old surveys: a height is imagined that rises from the outline of
 * the hill hexes, its contour lines are found on a fine lattice, and a stroke falls from each of them down
 * the slope, heavier on the side away from the light in the north-west. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"

static const uint32_t CLEAR_COLOUR = 0xF3EDD6, FOREST_COLOUR = 0xBCCF98, FOREST_RIM = 0x8DA86B, TREE_DARK = 0x56753F,
                      TREE_LIGHT = 0x85A564, HILL_COLOUR = 0xE6D3A6, HACHURE = 0x7A5A34, SWAMP_COLOUR = 0xD3E3D3,
                      ORCHARD_COLOUR = 0xD9E2B4, BUILT_COLOUR = 0xE3D2C0, HOUSE_INK = 0x5C3A2E, SWAMP_INK = 0x4C7F8C,
                      LAKE_COLOUR = 0xA6CDE2, LAKE_INK = 0x2F6690, OTHER_INK = 0x6B6470, GRID_INK = 0x6E6650,
                      NUMBER_INK = 0x5B5440;

Ground ground_named(const char *word)
{
    static const struct {
        const char *part;
        Ground ground;
    } known[] = {
        {"clear", GROUND_CLEAR},     {"open", GROUND_CLEAR},     {"forest", GROUND_FOREST},  {"wood", GROUND_FOREST},
        {"hill", GROUND_HILLS},      {"mountain", GROUND_HILLS}, {"rough", GROUND_HILLS},    {"swamp", GROUND_SWAMP},
        {"marsh", GROUND_SWAMP},     {"lake", GROUND_LAKE},      {"sea", GROUND_LAKE},       {"water", GROUND_LAKE},
        {"orchard", GROUND_ORCHARD}, {"village", GROUND_BUILT},  {"building", GROUND_BUILT}, {"town", GROUND_BUILT},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(word, known[i].part))
            return known[i].ground;
    return GROUND_OTHER;
}

/* ---- masses ---- */

static uint32_t bits_of(const Map *map, Ground ground)
{
    uint32_t bits = 0;
    for (int i = 0; map->schema->terrain[i]; i++)
        if (ground_named(map->schema->terrain[i]) == ground)
            bits |= 1u << i;
    return bits;
}

/* Whether only some sextants of the hex are covered: it is drawn apart from the masses. */
static bool partly_covered(const Map *map, int hex)
{
    return map->cover[hex] != 0 && map->cover[hex] != (1u << EDGES) - 1;
}

/* Whether the ground at a cell is all of these bits; beyond the map, the nearest cell's. */
static bool cell_has(const Map *map, int column, int row, uint32_t bits)
{
    column = column < 0 ? 0 : column >= map->grid.columns ? map->grid.columns - 1 : column;
    row = row < 0 ? 0 : row >= map->grid.rows ? map->grid.rows - 1 : row;
    int hex = row * map->grid.columns + column;
    return map->terrain[hex] & bits && !partly_covered(map, hex);
}

#define RING 2 /* how far the ground is imagined beyond the map */

static bool beyond(const Map *map, int column, int row)
{
    return column < -RING || row < -RING || column >= map->grid.columns + RING || row >= map->grid.rows + RING;
}

typedef struct Border {
    int32_t from, to;
    Point at;
} Border;

static int by_start(const void *a, const void *b)
{
    int32_t x = ((const Border *)a)->from, y = ((const Border *)b)->from;
    return (x > y) - (x < y);
}

/* All hexsides around the terrain, each clockwise seen from inside; sorted by where they start. */
static Border *trace_borders(const Map *map, uint32_t bits, int *count)
{
    int cells = (map->grid.columns + 2 * RING) * (map->grid.rows + 2 * RING);
    Border *border = calloc((size_t)cells * EDGES, sizeof *border);
    if (!border)
        abort();
    *count = 0;
    for (int row = -RING; row < map->grid.rows + RING; row++)
        for (int column = -RING; column < map->grid.columns + RING; column++) {
            if (!cell_has(map, column, row, bits))
                continue;
            Point centre = grid_centre(&map->grid, column, row);
            for (Edge edge = 0; edge < EDGES; edge++) {
                int there, below;
                grid_across(&map->grid, column, row, edge, &there, &below);
                if (!beyond(map, there, below) && cell_has(map, there, below, bits))
                    continue;
                Point from = hex_corner(centre, edge), to = hex_corner(centre, edge + 1);
                border[(*count)++] = (Border){corner_key(from), corner_key(to), from};
            }
        }
    qsort(border, (size_t)*count, sizeof *border, by_start);
    return border;
}

static void waver(Course *course, double amount, int32_t layer)
{
    for (int i = 0; i < course->count; i++) {
        Point *at = &course->at[i];
        double x = at->x, y = at->y;
        at->x += amount * (noise(x * 1.1, y * 1.1, layer) + 0.6 * noise(x * 3.1, y * 3.1, layer + 1));
        at->y += amount * (noise(x * 1.1, y * 1.1, layer + 2) + 0.6 * noise(x * 3.1, y * 3.1, layer + 3));
    }
}

/* False if the loop lies wholly beyond the part shown. */
static bool loop_shown(const Canvas *canvas, const Course *loop)
{
    const Picture *picture = canvas->picture;
    double left = 1.5 * picture->first_column - 1, right = 1.5 * picture->last_column + 3;
    double top = ROOT3 * picture->first_row - 1, bottom = ROOT3 * (picture->last_row + 2) + 1;
    Point low = {1e9, 1e9}, high = {-1e9, -1e9};
    for (int i = 0; i < loop->count; i++) {
        low = (Point){fmin(low.x, loop->at[i].x), fmin(low.y, loop->at[i].y)};
        high = (Point){fmax(high.x, loop->at[i].x), fmax(high.y, loop->at[i].y)};
    }
    return high.x >= left && low.x <= right && high.y >= top && low.y <= bottom;
}

/* Adds the outlines of a terrain to the path. */
static void mass_path(Canvas *canvas, uint32_t bits, double amount, int32_t layer)
{
    int count;
    Border *border = trace_borders(canvas->map, bits, &count);
    bool *used = calloc((size_t)count + 1, sizeof *used);
    if (!used)
        abort();
    for (int first = 0; first < count; first++) {
        if (used[first])
            continue;
        Course loop = {.closed = true};
        for (int at = first; !used[at];) {
            used[at] = true;
            course_add(&loop, border[at].at);
            Border *next = bsearch(&(Border){.from = border[at].to}, border, (size_t)count, sizeof *border, by_start);
            if (!next)
                break;
            at = (int)(next - border);
        }
        if (loop_shown(canvas, &loop)) {
            course_round(&loop);
            course_round(&loop);
            waver(&loop, amount, layer);
            course_round(&loop);
            course_path(canvas->cairo, &loop);
        }
        course_free(&loop);
    }
    free(used);
    free(border);
}

/* True where a point lies well inside the terrain: no nearer than `margin` to a hexside that ends it. */
static bool well_inside(const Map *map, Hex hex, Point centre, Point at, uint32_t bits, double margin)
{
    int column = hex_column(&map->grid, hex), row = hex_row(&map->grid, hex);
    for (Edge edge = 0; edge < EDGES; edge++) {
        double angle = (edge * 60 - 90) * PI / 180;
        double out = (at.x - centre.x) * cos(angle) + (at.y - centre.y) * sin(angle);
        double limit = ROOT3 / 2;
        if (out > limit)
            return false;
        int there, below;
        grid_across(&map->grid, column, row, edge, &there, &below);
        if (out > limit - margin && !cell_has(map, there, below, bits))
            return false;
    }
    return true;
}

/* Adds the covered sextants of hexes that are covered in part. */
static void patch_path(Canvas *canvas, uint32_t bits)
{
    const Map *map = canvas->map;
    for (int hex = 0; hex < map->hexes; hex++) {
        Point centre = hex_centre(map, (Hex)hex);
        for (Edge edge = 0; edge < EDGES && map->terrain[hex] & bits && partly_covered(map, hex); edge++) {
            Point from = hex_corner(centre, edge), to = hex_corner(centre, edge + 1);
            if (!(map->cover[hex] >> edge & 1))
                continue;
            cairo_move_to(canvas->cairo, centre.x, centre.y);
            cairo_line_to(canvas->cairo, from.x, from.y);
            cairo_line_to(canvas->cairo, to.x, to.y);
            cairo_close_path(canvas->cairo);
        }
    }
}

/* Whether the point lies well inside a covered sextant of a hex that is covered in part. */
static bool in_patch(const Map *map, int hex, Point centre, Point at)
{
    double angle = (atan2(at.y - centre.y, at.x - centre.x) / PI * 180 + 90 + 360) / 60;
    Edge edge = (Edge)((int)lround(angle) % EDGES);
    return map->cover[hex] >> edge & 1 && distance(centre, at) < 0.8 && fabs(angle - round(angle)) < 0.4;
}

/* ---- forest ---- */

typedef void Stamp(cairo_t *cairo, Point at, double size);

/* Calls the stamp at scattered points of every hex of the terrain. */
static void scatter(Canvas *canvas, uint32_t bits, double step, double margin, double size, int32_t layer, Stamp *stamp)
{
    const Map *map = canvas->map;
    for (int hex = 0; hex < map->hexes; hex++) {
        if (!(map->terrain[hex] & bits) || !hex_shown(canvas->picture, (Hex)hex))
            continue;
        Point centre = hex_centre(map, (Hex)hex);
        int32_t low = (int32_t)floor((centre.y - 1) / step), high = (int32_t)ceil((centre.y + 1) / step);
        for (int32_t row = low; row <= high; row++)
            for (int32_t column = (int32_t)floor((centre.x - 1) / step); column <= (centre.x + 1) / step; column++) {
                Point at = {(column + (row & 1) * 0.5 + 0.55 * (speckle(column, row, layer) - 0.5)) * step,
                            (row + 0.55 * (speckle(column, row, layer + 1) - 0.5)) * step};
                if (partly_covered(map, hex) ? in_patch(map, hex, centre, at)
                                             : well_inside(map, (Hex)hex, centre, at, bits, margin))
                    stamp(canvas->cairo, at, size * (0.8 + 0.4 * speckle(column, row, layer + 2)));
            }
    }
}

static void fir(cairo_t *cairo, Point at, double size)
{
    cairo_move_to(cairo, at.x, at.y - size);
    cairo_line_to(cairo, at.x + size * 0.42, at.y + size * 0.1);
    cairo_line_to(cairo, at.x - size * 0.42, at.y + size * 0.1);
    cairo_close_path(cairo);
}

static void fir_shadow(cairo_t *cairo, Point at, double size)
{
    cairo_move_to(cairo, at.x, at.y - size);
    cairo_line_to(cairo, at.x + size * 0.42, at.y + size * 0.1);
    cairo_line_to(cairo, at.x, at.y + size * 0.1);
    cairo_close_path(cairo);
}

static void draw_forest(Canvas *canvas)
{
    cairo_t *cairo = canvas->cairo;
    uint32_t bits = bits_of(canvas->map, GROUND_FOREST);
    cairo_new_path(cairo);
    mass_path(canvas, bits, 0.12, 11);
    patch_path(canvas, bits);
    ink(cairo, FOREST_COLOUR, 0.82);
    cairo_fill_preserve(cairo);
    cairo_save(cairo);
    cairo_clip_preserve(cairo);
    ink(cairo, FOREST_RIM, 0.35);
    cairo_set_line_width(cairo, 0.28);
    cairo_stroke_preserve(cairo);
    ink(cairo, FOREST_RIM, 0.45);
    cairo_set_line_width(cairo, 0.12);
    cairo_stroke(cairo);
    cairo_restore(cairo);
    scatter(canvas, bits, 0.30, 0.17, 0.21, 21, fir);
    ink(cairo, TREE_LIGHT, 1);
    cairo_fill(cairo);
    scatter(canvas, bits, 0.30, 0.17, 0.21, 21, fir_shadow);
    ink(cairo, TREE_DARK, 0.85);
    cairo_fill(cairo);
}

/* ---- orchards and houses ---- */

static void crown(cairo_t *cairo, Point at, double size)
{
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, at.x, at.y, size * 0.55, 0, 2 * PI);
}

static void draw_orchards(Canvas *canvas)
{
    cairo_t *cairo = canvas->cairo;
    uint32_t bits = bits_of(canvas->map, GROUND_ORCHARD);
    cairo_new_path(cairo);
    mass_path(canvas, bits, 0.05, 31);
    patch_path(canvas, bits);
    ink(cairo, ORCHARD_COLOUR, 0.7);
    cairo_fill(cairo);
    scatter(canvas, bits, 0.34, 0.2, 0.16, 34, crown);
    ink(cairo, TREE_LIGHT, 1);
    cairo_fill_preserve(cairo);
    ink(cairo, TREE_DARK, 0.85);
    cairo_set_line_width(cairo, 0.025);
    cairo_stroke(cairo);
}

static void house(cairo_t *cairo, Point at, double size)
{
    double angle = (speckle((int32_t)lround(at.x * 64), (int32_t)lround(at.y * 64), 43) - 0.5) * 0.9;
    double x = cos(angle) * size * 0.8, y = sin(angle) * size * 0.8;
    cairo_move_to(cairo, at.x - x + y * 0.6, at.y - y - x * 0.6);
    cairo_line_to(cairo, at.x + x + y * 0.6, at.y + y - x * 0.6);
    cairo_line_to(cairo, at.x + x - y * 0.6, at.y + y + x * 0.6);
    cairo_line_to(cairo, at.x - x - y * 0.6, at.y - y + x * 0.6);
    cairo_close_path(cairo);
}

static void draw_built(Canvas *canvas)
{
    cairo_t *cairo = canvas->cairo;
    uint32_t bits = bits_of(canvas->map, GROUND_BUILT);
    cairo_new_path(cairo);
    mass_path(canvas, bits, 0.04, 41);
    patch_path(canvas, bits);
    ink(cairo, BUILT_COLOUR, 0.75);
    cairo_fill(cairo);
    scatter(canvas, bits, 0.46, 0.24, 0.16, 44, house);
    ink(cairo, HOUSE_INK, 1);
    cairo_fill(cairo);
}

/* ---- hills ---- */

#define LATTICE 0.17

typedef struct Relief {
    int columns, rows;
    double left, top;
    float *height;
} Relief;

/* How hilly a point is, 0 .. 1: the share of hill hexes among those near it. */
static double hilliness(const Map *map, Point at, uint32_t bits)
{
    int column = (int)lround((at.x - 1) / 1.5), row = (int)lround(at.y / ROOT3 - 0.75);
    double in = 0, all = 0;
    for (int c = column - 1; c <= column + 1; c++)
        for (int r = row - 2; r <= row + 2; r++) {
            Point centre = grid_centre(&map->grid, c, r);
            double away = ((centre.x - at.x) * (centre.x - at.x) + (centre.y - at.y) * (centre.y - at.y)) / 3.2;
            if (away >= 1)
                continue;
            double weight = (1 - away) * (1 - away);
            all += weight;
            if (cell_has(map, c, r, bits))
                in += weight;
        }
    return all > 0 ? in / all : 0;
}

static double imagined_height(const Map *map, Point at, uint32_t bits)
{
    double in = hilliness(map, at, bits);
    if (in < 0.3)
        return 0;
    double rise = (in - 0.3) / 0.7;
    return rise * (1.0 + 0.55 * noise(at.x * 0.42, at.y * 0.42, 31) + 0.4 * noise(at.x * 0.95, at.y * 0.95, 32));
}

static Relief relief_of(Canvas *canvas, uint32_t bits)
{
    const Picture *picture = canvas->picture;
    Point first = grid_centre(&canvas->map->grid, picture->first_column, picture->first_row);
    Point last = grid_centre(&canvas->map->grid, picture->last_column, picture->last_row);
    Relief relief = {.left = first.x - 1.5, .top = first.y - 2};
    relief.columns = (int)((last.x + 1.5 - relief.left) / LATTICE) + 1;
    relief.rows = (int)((last.y + 2 - relief.top) / LATTICE) + 1;
    relief.height = calloc((size_t)(relief.columns * relief.rows), sizeof *relief.height);
    if (!relief.height)
        abort();
    for (int row = 0; row < relief.rows; row++)
        for (int column = 0; column < relief.columns; column++) {
            Point at = {relief.left + column * LATTICE, relief.top + row * LATTICE};
            relief.height[row * relief.columns + column] = (float)imagined_height(canvas->map, at, bits);
        }
    return relief;
}

/* Strokes of one weight class that fall from one contour level. */
static void hachures(cairo_t *cairo, const Relief *relief, double level, int heavy)
{
    for (int row = 0; row + 1 < relief->rows; row++)
        for (int column = 0; column + 1 < relief->columns; column++) {
            const float *at = &relief->height[row * relief->columns + column];
            double a = at[0], b = at[1], c = at[relief->columns], d = at[relief->columns + 1];
            int above = (a > level) + (b > level) + (c > level) + (d > level);
            if (above == 0 || above == 4)
                continue;
            double dx = (b + d - a - c) / 2, dy = (c + d - a - b) / 2;
            double steep = hypot(dx, dy);
            if (steep < 0.012)
                continue;
            double x = -dx / steep, y = -dy / steep; /* down the slope */
            double shade = (x + y) * 0.7071;         /* 1 where it faces south-east */
            int weight = shade > 0.35 ? 2 : shade > -0.35 ? 1 : 0;
            if (weight != heavy)
                continue;
            double shift = (level - (a + b + c + d) / 4) / steep * 0.5;
            double jitter = 0.10 * (speckle(column, row, 41) - 0.5);
            double left = relief->left + (column + 0.5 - x * shift) * LATTICE - y * jitter;
            double top = relief->top + (row + 0.5 - y * shift) * LATTICE + x * jitter;
            double length = (0.11 + 0.05 * speckle(column, row, 42)) * (heavy ? 1.25 : 0.9);
            cairo_move_to(cairo, left, top);
            cairo_line_to(cairo, left + x * length, top + y * length);
        }
}

static void draw_hills(Canvas *canvas)
{
    cairo_t *cairo = canvas->cairo;
    uint32_t bits = bits_of(canvas->map, GROUND_HILLS);
    cairo_new_path(cairo);
    mass_path(canvas, bits, 0.10, 51);
    ink(cairo, HILL_COLOUR, 1);
    cairo_fill(cairo);
}

static void draw_hachures(Canvas *canvas)
{
    static const double level[] = {0.14, 0.34, 0.54, 0.74, 0.94, 1.14, 1.34, 1.54};
    static const double width[] = {0.014, 0.024, 0.036};
    cairo_t *cairo = canvas->cairo;
    uint32_t bits = bits_of(canvas->map, GROUND_HILLS);
    Relief relief = relief_of(canvas, bits);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    for (int heavy = 0; heavy < 3; heavy++) {
        cairo_new_path(cairo);
        for (size_t i = 0; i < sizeof level / sizeof *level; i++)
            hachures(cairo, &relief, level[i], heavy);
        cairo_set_line_width(cairo, width[heavy]);
        ink(cairo, HACHURE, 0.75);
        cairo_stroke(cairo);
    }
    free(relief.height);
}

/* ---- swamp, lake, anything else ---- */

static void rush(cairo_t *cairo, Point at, double size)
{
    cairo_move_to(cairo, at.x - size, at.y);
    cairo_line_to(cairo, at.x + size, at.y);
    for (int blade = -1; blade <= 1; blade++) {
        cairo_move_to(cairo, at.x + blade * size * 0.3, at.y);
        cairo_line_to(cairo, at.x + blade * size * 0.75, at.y - size * (blade ? 0.8 : 1.1));
    }
}

static void draw_swamp(Canvas *canvas)
{
    cairo_t *cairo = canvas->cairo;
    uint32_t bits = bits_of(canvas->map, GROUND_SWAMP);
    cairo_new_path(cairo);
    mass_path(canvas, bits, 0.08, 61);
    ink(cairo, SWAMP_COLOUR, 1);
    cairo_fill(cairo);
    scatter(canvas, bits, 0.42, 0.2, 0.13, 64, rush);
    ink(cairo, SWAMP_INK, 0.9);
    cairo_set_line_width(cairo, 0.025);
    cairo_stroke(cairo);
}

static void draw_lakes(Canvas *canvas)
{
    cairo_t *cairo = canvas->cairo;
    uint32_t bits = bits_of(canvas->map, GROUND_LAKE);
    cairo_new_path(cairo);
    mass_path(canvas, bits, 0.10, 71);
    ink(cairo, LAKE_COLOUR, 1);
    cairo_fill_preserve(cairo);
    cairo_save(cairo);
    cairo_clip_preserve(cairo);
    static const double width[] = {0.62, 0.4, 0.2};
    for (int line = 0; line < 3; line++) { /* the shore lines of old charts */
        ink(cairo, line & 1 ? LAKE_COLOUR : 0x86B7D3, 1);
        cairo_set_line_width(cairo, width[line]);
        cairo_stroke_preserve(cairo);
    }
    cairo_restore(cairo);
    ink(cairo, LAKE_INK, 1);
    cairo_set_line_width(cairo, 0.05);
    cairo_stroke(cairo);
}

/* Words the drawing does not know: hatched, at an angle of their own. */
static void draw_others(Canvas *canvas)
{
    cairo_t *cairo = canvas->cairo;
    const Map *map = canvas->map;
    for (int i = 0; map->schema->terrain[i]; i++) {
        if (ground_named(map->schema->terrain[i]) != GROUND_OTHER)
            continue;
        cairo_save(cairo);
        cairo_new_path(cairo);
        mass_path(canvas, 1u << i, 0.06, 81 + i);
        ink(cairo, OTHER_INK, 0.12);
        cairo_fill_preserve(cairo);
        cairo_clip(cairo);
        double angle = (15 + 37 * i) * PI / 180, reach = 1.5 * map->grid.columns + ROOT3 * map->grid.rows;
        for (double off = -reach; off < reach; off += 0.25) {
            cairo_move_to(cairo, off * -sin(angle) - reach * cos(angle), off * cos(angle) - reach * sin(angle));
            cairo_line_to(cairo, off * -sin(angle) + reach * cos(angle), off * cos(angle) + reach * sin(angle));
        }
        ink(cairo, OTHER_INK, 0.5);
        cairo_set_line_width(cairo, 0.03);
        cairo_stroke(cairo);
        cairo_restore(cairo);
    }
}

void draw_ground(Canvas *canvas)
{
    ink(canvas->cairo, CLEAR_COLOUR, 1);
    cairo_paint(canvas->cairo);
    draw_hills(canvas);
    draw_heights(canvas);
    draw_forest(canvas);
    draw_orchards(canvas);
    draw_built(canvas);
    draw_hachures(canvas);
    draw_swamp(canvas);
    draw_lakes(canvas);
    draw_others(canvas);
    draw_contours(canvas);
}

void draw_grid(Canvas *canvas)
{
    cairo_t *cairo = canvas->cairo;
    cairo_new_path(cairo);
    for (int hex = 0; hex < canvas->map->hexes; hex++) {
        if (!hex_shown(canvas->picture, (Hex)hex))
            continue;
        Point centre = hex_centre(canvas->map, (Hex)hex);
        for (Edge edge = 0; edge < EDGES; edge++) {
            Hex there = canvas->map->next[hex][edge];
            if (there != NO_HEX && there < hex && hex_shown(canvas->picture, there))
                continue; /* drawn from the other side */
            Point from = hex_corner(centre, edge), to = hex_corner(centre, edge + 1);
            cairo_move_to(cairo, from.x, from.y);
            cairo_line_to(cairo, to.x, to.y);
        }
    }
    ink(cairo, GRID_INK, 0.55);
    cairo_set_line_width(cairo, 0.022);
    cairo_stroke(cairo);
}

void draw_hex_numbers(Canvas *canvas)
{
    const double size = 0.185;
    cairo_t *cairo = canvas->cairo;
    if (!text_readable(cairo, size))
        return;
    text_face(cairo, SANS, size);
    ink(cairo, NUMBER_INK, 0.9);
    for (int hex = 0; hex < canvas->map->hexes; hex++) {
        if (!hex_shown(canvas->picture, (Hex)hex) || !hex_is_numbered(canvas->map, (Hex)hex))
            continue;
        char number[HEX_TEXT];
        Point centre = hex_centre(canvas->map, (Hex)hex);
        text_centred(cairo, centre.x, centre.y - 0.67, hex_print(&canvas->map->grid, (Hex)hex, number));
    }
}

/* The legend's hex: the same layers on a map of one hex. */
void draw_ground_sample(Canvas *canvas, Point centre, uint32_t terrain)
{
    uint32_t ground[1] = {terrain};
    uint8_t cover[1] = {0};
    Map one = *canvas->map;
    one.grid = (Grid){.columns = 1, .rows = 1, .first_column = 2, .parity = ODD_DOWN};
    one.hexes = 1;
    one.has_heights = false;
    one.terrain = ground;
    one.cover = cover;
    Picture picture = {.map = &one, .hex = canvas->picture->hex};
    Canvas sample = {.cairo = canvas->cairo, .picture = &picture, .map = &one};
    Point middle = hex_centre(&one, 0);
    cairo_save(canvas->cairo);
    cairo_translate(canvas->cairo, centre.x - middle.x, centre.y - middle.y);
    cairo_new_path(canvas->cairo);
    hex_path(canvas->cairo, middle, 1);
    cairo_clip_preserve(canvas->cairo);
    draw_ground(&sample);
    hex_path(canvas->cairo, middle, 1);
    ink(canvas->cairo, GRID_INK, 0.9);
    cairo_set_line_width(canvas->cairo, 0.05);
    cairo_stroke(canvas->cairo);
    cairo_restore(canvas->cairo);
}
