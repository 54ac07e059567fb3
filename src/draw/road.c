/* road.c — roads and railways by class, and the bridges where they cross water.
 *
 * A road's line crosses each hexside in its middle and bends between: within a plain hex it rounds the
 * centre, in a town and at a junction it passes exactly through it, so that it is always plain to see what
 * is joined to what. The best class is a double line, the next a solid one, the rest thin and white. Railways are
 * black with cross-ties, the better the denser; they are laid over the roads they share a step with. */
#include <math.h>
#include <string.h>

#include "draw/canvas.h"

static const uint32_t CASING = 0x4C3322, RAIL = 0x1F1C1A;

int road_rank(const Map *map, int road)
{
    int rank = 0, layer = road_layer(map->schema, road);
    for (int better = road; map->schema->roads[better]; better++)
        rank += road_layer(map->schema, better + 1) == layer;
    return rank > 2 ? 2 : rank;
}

bool is_railway(const Map *map, int road) { return map->schema->railways >> road_layer(map->schema, road) & 1; }

/* A black line under short dashes across it; strokes the path twice. */
void draw_rail_stroke(cairo_t *cairo, int rank)
{
    static const double gap[3] = {0.13, 0.2, 0.32};
    const double ties[2] = {0.035, gap[rank]};
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    ink(cairo, RAIL, 1);
    cairo_set_line_width(cairo, 0.15);
    cairo_set_dash(cairo, ties, 2, 0);
    cairo_stroke_preserve(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
    cairo_set_line_width(cairo, rank ? 0.045 : 0.065);
    cairo_stroke(cairo);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
}

/* Sets ink and width and strokes the path; false when this class has no such pass. */
bool draw_road_stroke(cairo_t *cairo, int rank, int pass)
{
    static const double width[3][3] = {{0.25, 0.185, 0.045}, {0.15, 0.09, 0}, {0.115, 0.065, 0}};
    static const uint32_t colour[3] = {0xF2B84B, 0xD2553B, 0xFFFBEA};
    if (width[rank][pass] == 0) {
        cairo_new_path(cairo);
        return false;
    }
    ink(cairo, pass == 1 ? colour[rank] : CASING, rank == 2 && pass == 0 ? 0.85 : 1);
    cairo_set_line_width(cairo, width[rank][pass]);
    cairo_stroke(cairo);
    return true;
}

/* Of one layer, like all that follows. */
typedef uint8_t (*Layer)[EDGES];

static int roads_at(Layer layer, Hex hex)
{
    int count = 0;
    for (Edge edge = 0; edge < EDGES; edge++)
        count += layer[hex][edge] != 0;
    return count;
}

/* The middle of the edge by which a road that ends in this hex leaves the map; false if it ends here. */
static bool way_out(const Map *map, Layer layer, Hex hex, Edge came, Point *out)
{
    if (map->place[hex] >= 0 || roads_at(layer, hex) != 1)
        return false;
    static const int turn[] = {3, 2, 4, 1, 5};
    for (int i = 0; i < 5; i++) {
        Edge edge = (Edge)((came + turn[i]) % EDGES);
        if (map->next[hex][edge] == NO_HEX) {
            Point centre = hex_centre(map, hex);
            *out = between(centre, between(hex_corner(centre, edge), hex_corner(centre, edge + 1), 0.5), 1.15);
            return true;
        }
    }
    return false;
}

static Point middle_of(const Map *map, Hex a, Hex b) { return between(hex_centre(map, a), hex_centre(map, b), 0.5); }

/* From the middle of one hexside to that of another, by the centre or around it. */
static void through_hex(cairo_t *cairo, Point from, Point centre, Point to, bool exact)
{
    if (!exact) {
        cairo_curve_to(cairo, from.x + (centre.x - from.x) * 2 / 3, from.y + (centre.y - from.y) * 2 / 3,
                       to.x + (centre.x - to.x) * 2 / 3, to.y + (centre.y - to.y) * 2 / 3, to.x, to.y);
        return;
    }
    double x = (to.x - from.x) * 0.22, y = (to.y - from.y) * 0.22;
    Point in = between(from, centre, 0.5), out = between(to, centre, 0.5);
    cairo_curve_to(cairo, in.x, in.y, centre.x - x, centre.y - y, centre.x, centre.y);
    cairo_curve_to(cairo, centre.x + x, centre.y + y, out.x, out.y, to.x, to.y);
}

/* Adds the part of a road line that is of its own class: where a better road lies, that one is drawn. */
static void road_path(const Map *map, cairo_t *cairo, const Line *line)
{
    const uint16_t *hex = map->list + line->first;
    Layer layer = map->layer[road_layer(map->schema, line->kind + 1)];
    bool open = false;
    for (int i = 0; i + 1 < line->count; i++) {
        Edge edge = edge_between(&map->grid, hex[i], hex[i + 1]);
        if (edge == EDGES || layer[hex[i]][edge] != line->kind + 1) {
            open = false;
            continue;
        }
        Point middle = middle_of(map, hex[i], hex[i + 1]), here = hex_centre(map, hex[i]), out;
        if (!open) {
            if (i == 0 && way_out(map, layer, hex[0], edge, &out)) {
                cairo_move_to(cairo, out.x, out.y);
                through_hex(cairo, out, here, middle, false);
            } else {
                cairo_move_to(cairo, here.x, here.y);
                cairo_line_to(cairo, middle.x, middle.y);
            }
        }
        open = true;
        Point there = hex_centre(map, hex[i + 1]);
        bool goes_on = i + 2 < line->count;
        Edge next = goes_on ? edge_between(&map->grid, hex[i + 1], hex[i + 2]) : (Edge)EDGES;
        if (goes_on && next != EDGES && layer[hex[i + 1]][next] == line->kind + 1) {
            bool exact = map->place[hex[i + 1]] >= 0 || roads_at(layer, hex[i + 1]) > 2;
            through_hex(cairo, middle, there, middle_of(map, hex[i + 1], hex[i + 2]), exact);
        } else if (!goes_on && way_out(map, layer, hex[i + 1], edge_opposite(edge), &out)) {
            through_hex(cairo, middle, there, out, false);
        } else {
            cairo_line_to(cairo, there.x, there.y);
        }
    }
}

static void rank_path(const Map *map, cairo_t *cairo, int rank, bool railways)
{
    for (int i = 0; i < map->road_lines; i++) {
        int road = map->road_line[i].kind + 1;
        if (road_rank(map, road) == rank && is_railway(map, road) == railways)
            road_path(map, cairo, &map->road_line[i]);
    }
}

void draw_roads(Canvas *canvas)
{
    const Map *map = canvas->map;
    cairo_t *cairo = canvas->cairo;
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    for (int pass = 0; pass < 3; pass++)
        for (int rank = 2; rank >= 0; rank--) {
            cairo_new_path(cairo);
            rank_path(map, cairo, rank, false);
            draw_road_stroke(cairo, rank, pass);
        }
    for (int rank = 2; rank >= 0; rank--) {
        cairo_new_path(cairo);
        rank_path(map, cairo, rank, true);
        draw_rail_stroke(cairo, rank);
    }
}

/* ---- bridges ---- */

void draw_span(cairo_t *cairo, Point at, double angle, double half)
{
    double wing = 0.07, rail = 0.115;
    cairo_save(cairo);
    cairo_translate(cairo, at.x, at.y);
    cairo_rotate(cairo, angle);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_new_path(cairo);
    for (int side = -1; side <= 1; side += 2) {
        cairo_move_to(cairo, -half - wing, side * (rail + wing));
        cairo_line_to(cairo, -half, side * rail);
        cairo_line_to(cairo, half, side * rail);
        cairo_line_to(cairo, half + wing, side * (rail + wing));
    }
    ink(cairo, 0x1A1A1A, 1);
    cairo_set_line_width(cairo, 0.055);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

static double across_angle(Hexside side) { return (hexside_edge(side) * 60 - 90) * PI / 180; }

static double span_reach(const Map *map, Hexside side)
{
    Hex hex = hexside_hex(side);
    Edge edge = hexside_edge(side);
    for (int kind = 0; map->schema->edges[kind]; kind++)
        if (map->edge[hex][edge] & 1u << kind && water_of(map, kind) == WATER_RIVER)
            return 0.25;
    return 0.14;
}

static bool crossing_at(const Map *map, Hex hex, Edge edge)
{
    for (int kind = 0; map->schema->edges[kind]; kind++)
        if (map->edge[hex][edge] & 1u << kind && is_crossing(map->schema->edges[kind]))
            return true;
    return false;
}

/* What the system says lies across hexsides, in place of what the map prints there; then all bridges of the map. */
void draw_bridges(Canvas *canvas)
{
    static Mark mark[2048];
    static uint8_t told[HEXES_MAX * EDGES];
    const Map *map = canvas->map;
    const Picture *picture = canvas->picture;
    const System *system = picture->view ? picture->scenario->system : NULL;
    int marks = system ? system->marks(picture->scenario, picture->view, mark, (int)(sizeof mark / sizeof *mark)) : 0;
    memset(told, 0, sizeof told);
    for (int i = 0; i < marks; i++) {
        const MarkKind *kind = &system->mark_kinds[mark[i].kind];
        if (kind->shape != MARK_SPAN || mark[i].hexside == NO_HEXSIDE ||
            !hex_shown(picture, hexside_hex(mark[i].hexside)))
            continue;
        told[mark[i].hexside] = 1;
        draw_symbol(canvas, kind->drawing, hexside_middle(map, mark[i].hexside), span_reach(map, mark[i].hexside),
                    across_angle(mark[i].hexside),
                    (Paints){.colour = kind->colour, .ink = kind->ink, .level = mark[i].level});
    }
    for (int hex = 0; hex < map->hexes; hex++)
        for (Edge edge = 0; edge < EDGES; edge++) {
            Hexside side = hexside_of(&map->grid, (Hex)hex, edge);
            if (map->next[hex][edge] == NO_HEX || hexside_hex(side) != hex || told[side] ||
                !hex_shown(picture, (Hex)hex))
                continue;
            if (crossing_at(map, (Hex)hex, edge) ||
                (any_road(map, (Hex)hex, edge) && hexside_is_water(map, (Hex)hex, edge)) || map->bridge[hex][edge])
                draw_span(canvas->cairo, hexside_middle(map, side), across_angle(side), span_reach(map, side));
        }
}
