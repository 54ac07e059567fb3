/* geometry.c — where hexes, corners and hexsides lie, and smooth lines through them.
 *
 * Hexes are flat-topped with sides of length 1, so columns are 1.5 apart and rows the root of three. The
 * centre of the top left hex of a grid whose first column sits high is (1, root(3)/2). */
#include <math.h>
#include <stdlib.h>

#include "draw/canvas.h"

static bool sits_low(const Grid *grid, int column)
{
    bool odd = (grid->first_column + column) & 1;
    return grid->parity == ODD_DOWN ? odd : !odd;
}

Point grid_centre(const Grid *grid, int column, int row)
{
    return (Point){1 + 1.5 * column, ROOT3 * (row + 0.5 + (sits_low(grid, column) ? 0.5 : 0))};
}

Point hex_centre(const Map *map, Hex hex)
{
    if (is_box(map, hex)) {
        Box box = box_place(map, map_box(map, hex));
        return (Point){box.x + box.width / 2, box.y + box.height / 2};
    }
    return grid_centre(&map->grid, hex_column(&map->grid, hex), hex_row(&map->grid, hex));
}

Point hex_corner(Point centre, int corner)
{
    static const double x[EDGES] = {-0.5, 0.5, 1, 0.5, -0.5, -1};
    static const double y[EDGES] = {-ROOT3 / 2, -ROOT3 / 2, 0, ROOT3 / 2, ROOT3 / 2, 0};
    return (Point){centre.x + x[corner % EDGES], centre.y + y[corner % EDGES]};
}

Point hexside_middle(const Map *map, Hexside hexside)
{
    Point centre = hex_centre(map, hexside_hex(hexside));
    Edge edge = hexside_edge(hexside);
    return between(hex_corner(centre, edge), hex_corner(centre, edge + 1), 0.5);
}

void grid_across(const Grid *grid, int column, int row, Edge edge, int *to_column, int *to_row)
{
    static const int columns[EDGES] = {0, 1, 1, 0, -1, -1};
    static const int rows[2][EDGES] = {{-1, -1, 0, 1, 0, -1}, {-1, 0, 1, 1, 1, 0}};
    *to_column = column + columns[edge];
    *to_row = row + rows[sits_low(grid, column)][edge];
}

int32_t corner_key(Point corner)
{
    int32_t x = (int32_t)lround(corner.x * 2) + 64;
    int32_t y = (int32_t)lround(corner.y / (ROOT3 / 2)) + 64;
    return y * 4096 + x;
}

bool shows_all(const Picture *picture)
{
    const Grid *grid = &picture->map->grid;
    return picture->first_column == 0 && picture->first_row == 0 && picture->last_column == grid->columns - 1 &&
           picture->last_row == grid->rows - 1;
}

bool hex_shown(const Picture *picture, Hex hex)
{
    if (hex >= picture->map->hexes)
        return is_box(picture->map, hex) && shows_all(picture);
    int column = hex_column(&picture->map->grid, hex), row = hex_row(&picture->map->grid, hex);
    return column >= picture->first_column && column <= picture->last_column && row >= picture->first_row &&
           row <= picture->last_row;
}

void hex_path(cairo_t *cairo, Point centre, double size)
{
    for (int corner = 0; corner < EDGES; corner++) {
        Point at = between(centre, hex_corner(centre, corner), size);
        if (corner == 0)
            cairo_move_to(cairo, at.x, at.y);
        else
            cairo_line_to(cairo, at.x, at.y);
    }
    cairo_close_path(cairo);
}

Point between(Point a, Point b, double share) { return (Point){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share}; }

double distance(Point a, Point b) { return hypot(a.x - b.x, a.y - b.y); }

void course_add(Course *course, Point point)
{
    if (course->count == course->room) {
        int room = course->room ? course->room * 2 : 64;
        Point *more = realloc(course->at, (size_t)room * sizeof *more);
        if (!more)
            abort();
        course->at = more;
        course->room = room;
    }
    course->at[course->count++] = point;
}

void course_free(Course *course)
{
    free(course->at);
    *course = (Course){0};
}

void course_round(Course *course)
{
    if (course->count < 3)
        return;
    Course rounded = {.closed = course->closed};
    int steps = course->closed ? course->count : course->count - 1;
    if (!course->closed)
        course_add(&rounded, course->at[0]);
    for (int i = 0; i < steps; i++) {
        Point a = course->at[i], b = course->at[(i + 1) % course->count];
        bool first = !course->closed && i == 0, last = !course->closed && i == steps - 1;
        if (!first)
            course_add(&rounded, between(a, b, 0.25));
        if (!last)
            course_add(&rounded, between(a, b, 0.75));
    }
    if (!course->closed)
        course_add(&rounded, course->at[course->count - 1]);
    free(course->at);
    *course = rounded;
}

double course_length(const Course *course)
{
    double length = 0;
    for (int i = 1; i < course->count; i++)
        length += distance(course->at[i - 1], course->at[i]);
    return length;
}

Point course_at(const Course *course, double length, double *angle)
{
    for (int i = 1; i < course->count; i++) {
        double step = distance(course->at[i - 1], course->at[i]);
        if (length <= step || i == course->count - 1) {
            Point a = course->at[i - 1], b = course->at[i];
            if (angle)
                *angle = atan2(b.y - a.y, b.x - a.x);
            return between(a, b, step > 0 ? length / step : 0);
        }
        length -= step;
    }
    if (angle)
        *angle = 0;
    return course->count ? course->at[0] : (Point){0, 0};
}

void course_path(cairo_t *cairo, const Course *course)
{
    if (course->count < 2)
        return;
    cairo_move_to(cairo, course->at[0].x, course->at[0].y);
    for (int i = 1; i < course->count; i++)
        cairo_line_to(cairo, course->at[i].x, course->at[i].y);
    if (course->closed)
        cairo_close_path(cairo);
}

double speckle(int32_t a, int32_t b, int32_t c)
{
    uint32_t x = (uint32_t)a * 0x9E3779B1u ^ (uint32_t)b * 0x85EBCA77u ^ (uint32_t)c * 0xC2B2AE3Du;
    x ^= x >> 15;
    x *= 0x2C1B3C6Du;
    x ^= x >> 12;
    x *= 0x297A2D39u;
    x ^= x >> 15;
    return x / 4294967296.0;
}

double noise(double x, double y, int32_t layer)
{
    double column = floor(x), row = floor(y);
    double u = x - column, v = y - row;
    int32_t i = (int32_t)column, j = (int32_t)row;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    double top = speckle(i, j, layer) * (1 - u) + speckle(i + 1, j, layer) * u;
    double bottom = speckle(i, j + 1, layer) * (1 - u) + speckle(i + 1, j + 1, layer) * u;
    return 2 * (top * (1 - v) + bottom * v) - 1;
}
