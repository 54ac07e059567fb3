/* place.c — towns and their names, borders, entry zones, and control of hexes.
 *
 * A town is a patch of building blocks around the centre of its hex; a city fills all of its hexes. Its name stands at
 * the lower edge of the hex, where a counter in the hex does not cover it, or above or beside if another name is there
 * already. Upright names are printed or follow from the printed text, names in italics are our own reconstruction.
 *
 * The system says which place is a city, and how the hexes of an area are drawn (MapSchema). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/canvas.h"

static const uint32_t BLOCK = 0x9A4A3C, BLOCK_EDGE = 0x4E241D, BUILT_UP = 0xE3BFA8, NAME_INK = 0x17120C,
                      HALO = 0xFAF7EA, BORDER_INK = 0x6A2C74, ZONE_INK = 0x3C3426, FRAME_INK = 0x4A3B2A;

/* ---- towns ---- */

static void blob_path(cairo_t *cairo, Point centre, double size, int32_t layer)
{
    Course course = {.closed = true};
    for (int i = 0; i < 14; i++) {
        double angle = i * 2 * PI / 14;
        double reach = size * (0.88 + 0.24 * speckle(i, layer, 91));
        course_add(&course, (Point){centre.x + reach * cos(angle), centre.y + reach * sin(angle)});
    }
    course_round(&course);
    course_round(&course);
    course_path(cairo, &course);
    course_free(&course);
}

/* Little houses in rings around the centre, each facing it. */
static void blocks_path(cairo_t *cairo, Point centre, int rings, double step, int32_t layer)
{
    for (int ring = 0; ring <= rings; ring++) {
        int houses = ring == 0 ? 1 : ring * 6;
        for (int i = 0; i < houses; i++) {
            if (ring == rings && speckle(i, layer, 92) < 0.3)
                continue; /* a ragged outskirt */
            double angle = (i + 0.5 * (ring & 1) + 0.5 * speckle(i, layer, 93 + ring)) * 2 * PI / houses;
            double reach = ring * step, long_side = step * (0.55 + 0.3 * speckle(i, layer, 97 + ring));
            double short_side = step * 0.42;
            cairo_save(cairo);
            cairo_translate(cairo, centre.x + reach * cos(angle), centre.y + reach * sin(angle));
            cairo_rotate(cairo, angle + PI / 2);
            cairo_rectangle(cairo, -long_side / 2, -short_side / 2, long_side, short_side);
            cairo_restore(cairo);
        }
    }
}

static void draw_town(cairo_t *cairo, Point centre, bool city, int32_t layer)
{
    cairo_new_path(cairo);
    blob_path(cairo, centre, city ? 0.72 : 0.42, layer);
    ink(cairo, BUILT_UP, city ? 1 : 0.9);
    cairo_fill_preserve(cairo);
    ink(cairo, BLOCK_EDGE, 0.6);
    cairo_set_line_width(cairo, 0.03);
    cairo_stroke(cairo);
}

static void draw_houses(cairo_t *cairo, Point centre, bool city, int32_t layer)
{
    cairo_new_path(cairo);
    blocks_path(cairo, centre, city ? 3 : 2, city ? 0.2 : 0.155, layer);
    ink(cairo, BLOCK, 0.95);
    cairo_fill_preserve(cairo);
    ink(cairo, BLOCK_EDGE, 1);
    cairo_set_line_width(cairo, 0.018);
    cairo_stroke(cairo);
}

void draw_town_sample(cairo_t *cairo, Point centre, bool city)
{
    draw_town(cairo, centre, city, 7);
    draw_houses(cairo, centre, city, 7);
}

/* Hexes of one place that touch are built up between, too. */
static void join_hexes(Canvas *canvas, const Place *place)
{
    const Map *map = canvas->map;
    cairo_t *cairo = canvas->cairo;
    cairo_new_path(cairo);
    for (int i = 0; i < place->count; i++)
        for (int j = 0; j < i; j++) {
            Hex a = map->list[place->first + i], b = map->list[place->first + j];
            if (map_distance(map, a, b) != 1)
                continue;
            Point from = hex_centre(map, a), to = hex_centre(map, b);
            cairo_move_to(cairo, from.x, from.y);
            cairo_line_to(cairo, to.x, to.y);
        }
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    ink(cairo, BUILT_UP, 1);
    cairo_set_line_width(cairo, 0.8);
    cairo_stroke(cairo);
}

static bool is_city(const Map *map, const Place *place) { return place_look(map->schema, place) == DRAWN_CITY; }

void draw_places(Canvas *canvas)
{
    const Map *map = canvas->map;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < map->places; i++) {
            const Place *place = &map->place_list[i];
            if (place_look(map->schema, place) == DRAWN_NAME)
                continue;
            if (pass)
                join_hexes(canvas, place);
            for (int j = 0; j < place->count; j++) {
                Hex hex = map->list[place->first + j];
                if (hex_shown(canvas->picture, hex))
                    (pass ? draw_houses : draw_town)(canvas->cairo, hex_centre(map, hex), is_city(map, place), hex);
            }
        }
}

static double overlap(const Canvas *canvas, Box box)
{
    double sum = 0;
    for (int i = 0; i < canvas->boxes; i++) {
        const Box *other = &canvas->box[i];
        double x = fmin(box.x + box.width, other->x + other->width) - fmax(box.x, other->x);
        double y = fmin(box.y + box.height, other->y + other->height) - fmax(box.y, other->y);
        if (x > 0 && y > 0)
            sum += x * y;
    }
    return sum;
}

/* Names keep clear of other towns too. */
static void reserve_places(Canvas *canvas)
{
    const Map *map = canvas->map;
    for (int i = 0; i < map->places; i++)
        for (int j = 0; j < map->place_list[i].count && canvas->boxes < BOXES; j++) {
            Point at = hex_centre(map, map->list[map->place_list[i].first + j]);
            canvas->box[canvas->boxes++] = (Box){at.x - 0.36, at.y - 0.36, 0.72, 0.72};
        }
}

static Box name_box(Point anchor, double width, double size)
{
    return (Box){anchor.x - width / 2, anchor.y - size * 0.78, width, size};
}

/* Keeps a name within the part of the map that is shown. */
static double inside(const Canvas *canvas, double x, double width)
{
    const Picture *picture = canvas->picture;
    double left = 1.5 * picture->first_column + 0.6, right = 1.5 * picture->last_column + 1.4;
    return x - width / 2 < left ? left + width / 2 : x + width / 2 > right ? right - width / 2 : x;
}

/* How bad a place for a name is: what it covers, and whether it sticks out of the part shown. */
static double name_cost(const Canvas *canvas, Box box)
{
    const Picture *picture = canvas->picture;
    double top = ROOT3 * picture->first_row + ROOT3 / 2, bottom = ROOT3 * (picture->last_row + 1);
    double out = fmax(top - box.y, 0) + fmax(box.y + box.height - bottom, 0);
    return overlap(canvas, box) + 4 * out;
}

/* Below the lowest hex of the place by choice, else above the highest, beside, or below to one hand. */
static Point name_anchor(const Canvas *canvas, Point low, Point middle, double width, double size, bool city)
{
    double x = city ? middle.x : low.x, top = 2 * middle.y - low.y;
    Point candidate[] = {
        {x, low.y + 0.86},
        {x, top - 0.48},
        {low.x + width / 2 + 0.5, low.y + 0.12},
        {low.x - width / 2 - 0.5, low.y + 0.12},
        {low.x + width / 3, low.y + 0.86},
        {low.x - width / 3, low.y + 0.86},
    };
    Point best = candidate[0];
    double least = 1e9;
    for (size_t i = 0; i < sizeof candidate / sizeof *candidate; i++) {
        candidate[i].x = inside(canvas, candidate[i].x, width);
        double cost = name_cost(canvas, name_box(candidate[i], width, size)) + 0.02 * (double)i;
        if (cost < least) {
            least = cost;
            best = candidate[i];
        }
    }
    return best;
}

static void name_place(Canvas *canvas, const Place *place)
{
    const Map *map = canvas->map;
    Point low = {0, -1e9}, middle = {0, 0};
    bool shown = false;
    for (int j = 0; j < place->count; j++) {
        Hex hex = map->list[place->first + j];
        Point at = hex_centre(map, hex);
        middle = (Point){middle.x + at.x / place->count, middle.y + at.y / place->count};
        low = at.y > low.y ? at : low;
        shown |= hex_shown(canvas->picture, hex);
    }
    bool city = is_city(map, place), ours = place->provenance == OURS;
    double size = city ? 0.52 : 0.36;
    if (!shown || !text_readable(canvas->cairo, size))
        return;
    text_face(canvas->cairo, ours ? (city ? SERIF_BOLD_ITALIC : SERIF_ITALIC) : SERIF_BOLD, size);
    double width = text_width(canvas->cairo, place->name);
    Point at = name_anchor(canvas, low, middle, width, size, city);
    if (canvas->boxes < BOXES)
        canvas->box[canvas->boxes++] = name_box(at, width, size);
    text_haloed(canvas->cairo, at.x, at.y, place->name, NAME_INK, HALO, 0.07);
}

void draw_place_names(Canvas *canvas)
{
    const Map *map = canvas->map;
    reserve_places(canvas);
    for (int cities = 1; cities >= 0; cities--)
        for (int i = 0; i < map->places; i++)
            if (is_city(map, &map->place_list[i]) == cities)
                name_place(canvas, &map->place_list[i]);
}

/* ---- borders and other areas ---- */

static void area_outline(const Canvas *canvas, const Area *area, double inward, bool outer)
{
    const Map *map = canvas->map;
    for (int j = 0; j < area->count; j++) {
        Hex hex = map->list[area->first + j];
        Point centre = hex_centre(map, hex);
        for (Edge edge = 0; edge < EDGES; edge++) {
            Hex there = map->next[hex][edge];
            if (there == NO_HEX ? !outer : area_has(area, there))
                continue;
            Point from = between(hex_corner(centre, edge), centre, inward);
            Point to = between(hex_corner(centre, edge + 1), centre, inward);
            cairo_move_to(canvas->cairo, from.x, from.y);
            cairo_line_to(canvas->cairo, to.x, to.y);
        }
    }
}

static void name_area(Canvas *canvas, const Area *area, uint32_t colour, double size)
{
    const Map *map = canvas->map;
    Hex best = NO_HEX;
    int most = -1;
    for (int j = 0; j < area->count; j++) { /* the hex deepest inside */
        Hex hex = map->list[area->first + j];
        int in = map->place[hex] < 0 ? 2 : 0;
        for (Edge edge = 0; edge < EDGES; edge++) {
            Hex there = map->next[hex][edge];
            in += there != NO_HEX && area_has(area, there) ? 1 : 0;
            in += there != NO_HEX && map->place[there] >= 0 ? -1 : 0;
        }
        if (in > most && hex_shown(canvas->picture, hex)) {
            most = in;
            best = hex;
        }
    }
    if (best == NO_HEX)
        return;
    char name[NAME_TEXT];
    size_t length = strlen(area->name);
    memcpy(name, area->name, length + 1);
    for (size_t i = 0; i < length; i++)
        if (name[i] >= 'a' && name[i] <= 'z')
            name[i] = (char)(name[i] - 'a' + 'A');
    text_face(canvas->cairo, SERIF_ITALIC, size);
    double width = text_width(canvas->cairo, name);
    Point at = hex_centre(map, best);
    text_haloed(canvas->cairo, inside(canvas, at.x, width), at.y + size * 0.3, name, colour, HALO, 0.06);
}

void draw_borders(Canvas *canvas)
{
    const Map *map = canvas->map;
    cairo_t *cairo = canvas->cairo;
    for (int i = 0; i < map->areas; i++) {
        const Area *area = &map->area_list[i];
        AreaLook look = area_look(map->schema, area);
        cairo_new_path(cairo);
        if (look == DRAWN_ABROAD) {
            cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
            area_outline(canvas, area, 0.11, false);
            ink(cairo, BORDER_INK, 0.22);
            cairo_set_line_width(cairo, 0.22);
            cairo_stroke(cairo);
            area_outline(canvas, area, 0, false);
            ink(cairo, BORDER_INK, 1);
            cairo_set_line_width(cairo, 0.075);
            cairo_set_dash(cairo, (double[]){0.3, 0.1, 0.08, 0.1}, 4, 0.15);
            cairo_stroke(cairo);
            cairo_set_dash(cairo, NULL, 0, 0);
            name_area(canvas, area, BORDER_INK, 0.5);
        } else if (look == DRAWN_FRAMED) {
            area_outline(canvas, area, 0.08, true);
            ink(cairo, FRAME_INK, 0.9);
            cairo_set_line_width(cairo, 0.06);
            cairo_set_dash(cairo, (double[]){0.14, 0.08}, 2, 0);
            cairo_stroke(cairo);
            cairo_set_dash(cairo, NULL, 0, 0);
        }
    }
}

/* ---- entry zones, outside the map's edge ---- */

/* Which way out of the map the hex looks, as a unit vector; false if it does not lie at the edge. */
static bool outward(const Map *map, Hex hex, Point *out)
{
    int column = hex_column(&map->grid, hex), row = hex_row(&map->grid, hex);
    *out = (Point){0, 0};
    if (row == 0)
        *out = (Point){0, -1};
    else if (row == map->grid.rows - 1)
        *out = (Point){0, 1};
    else if (column == 0)
        *out = (Point){-1, 0};
    else if (column == map->grid.columns - 1)
        *out = (Point){1, 0};
    return out->x != 0 || out->y != 0;
}

/* A run of one zone's hexes along one edge: a bracket and the letter in its middle. */
static void zone_bracket(Canvas *canvas, const char *name, Point from, Point to, Point out)
{
    cairo_t *cairo = canvas->cairo;
    const Map *map = canvas->map;
    double bottom = ROOT3 * (map->grid.rows + 0.5), right = 1.5 * map->grid.columns + 0.5;
    bool upright = out.x != 0;
    double at = upright ? (out.x < 0 ? -0.3 : right + 0.3) : (out.y < 0 ? -0.3 : bottom + 0.3);
    double first = upright ? from.y - 0.6 : from.x - 0.6, last = upright ? to.y + 0.6 : to.x + 0.6;
    double tick = (upright ? out.x : out.y) * -0.2;
    cairo_new_path(cairo);
    if (upright) {
        cairo_move_to(cairo, at + tick, first);
        cairo_line_to(cairo, at, first);
        cairo_line_to(cairo, at, last);
        cairo_line_to(cairo, at + tick, last);
    } else {
        cairo_move_to(cairo, first, at + tick);
        cairo_line_to(cairo, first, at);
        cairo_line_to(cairo, last, at);
        cairo_line_to(cairo, last, at + tick);
    }
    ink(cairo, ZONE_INK, 1);
    cairo_set_line_width(cairo, 0.07);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_SQUARE);
    cairo_stroke(cairo);
    Point middle =
        upright ? (Point){at + out.x * 0.35, (first + last) / 2} : (Point){(first + last) / 2, at + out.y * 0.35};
    cairo_new_path(cairo);
    cairo_arc(cairo, middle.x, middle.y, 0.52, 0, 2 * PI);
    ink(cairo, 0xFFFDF4, 1);
    cairo_fill_preserve(cairo);
    ink(cairo, ZONE_INK, 1);
    cairo_stroke(cairo);
    text_face(cairo, SANS_BOLD, 0.62);
    text_centred(cairo, middle.x, middle.y + 0.22, name);
}

void draw_zones(Canvas *canvas)
{
    const Map *map = canvas->map;
    for (int i = 0; i < map->areas; i++) {
        const Area *area = &map->area_list[i];
        if (area_look(map->schema, area) != DRAWN_ENTRY)
            continue;
        for (int j = 0; j < area->count;) {
            Hex first = map->list[area->first + j];
            Point out, next;
            if (!outward(map, first, &out)) {
                j++;
                continue;
            }
            Point from = hex_centre(map, first), to = from;
            bool in_sight = hex_shown(canvas->picture, first);
            for (j++; j < area->count; j++) {
                Hex hex = map->list[area->first + j];
                if (!outward(map, hex, &next) || next.x != out.x || next.y != out.y ||
                    map_distance(map, map->list[area->first + j - 1], hex) != 1)
                    break;
                if (!hex_shown(canvas->picture, hex))
                    continue;
                from = in_sight ? from : hex_centre(map, hex);
                to = hex_centre(map, hex);
                in_sight = true;
            }
            if (in_sight)
                zone_bracket(canvas, area->name, from, to, out);
        }
    }
}

/* ---- control ---- */

/* Between hexes that different sides hold: each side's colour on its own bank, with ticks of its own count. */
void draw_control(Canvas *canvas)
{
    const Picture *picture = canvas->picture;
    const Map *map = canvas->map;
    cairo_t *cairo = canvas->cairo;
    if (!picture->view || !picture->control)
        return;
    const System *system = picture->scenario->system;
    for (int hex = 0; hex < map->hexes; hex++) {
        if (!hex_shown(picture, (Hex)hex))
            continue;
        uint8_t holder = system->control(picture->scenario, picture->view, (Hex)hex);
        if (holder >= picture->scenario->sides)
            continue;
        Point centre = hex_centre(map, (Hex)hex);
        for (Edge edge = 0; edge < EDGES; edge++) {
            Hex there = map->next[hex][edge];
            if (there == NO_HEX || system->control(picture->scenario, picture->view, there) == holder)
                continue;
            Point from = between(hex_corner(centre, edge), centre, 0.22);
            Point to = between(hex_corner(centre, edge + 1), centre, 0.22);
            cairo_new_path(cairo);
            cairo_move_to(cairo, from.x, from.y);
            cairo_line_to(cairo, to.x, to.y);
            for (int tick = 0; tick <= holder; tick++) {
                Point foot = between(from, to, (tick + 1) / (holder + 2.0)), head = between(foot, centre, 0.14);
                cairo_move_to(cairo, foot.x, foot.y);
                cairo_line_to(cairo, head.x, head.y);
            }
            cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
            ink(cairo, picture->scenario->side_colour[holder], 0.9);
            cairo_set_line_width(cairo, 0.075);
            cairo_stroke(cairo);
        }
    }
}
