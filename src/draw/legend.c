/* legend.c — what every sign of the map means and where it comes from; legend_game.c goes on with the position.
 *
 * The legend lists only what the map and the position use. Beside each row stand up to three discs: full
 * for what is printed in the rules, half for what follows from them, hollow for our own reconstruction. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/canvas.h"

static const uint32_t RULE_INK = 0x8A7F68, CONTOUR_INK = 0x8A5A2B;

static void next_column(Pen *pen)
{
    pen->x += LEGEND_WIDTH + LEGEND_GAP;
    pen->y = pen->top;
}

void legend_advance(Pen *pen, double height)
{
    pen->y += height;
    if (pen->y > pen->deepest)
        pen->deepest = pen->y;
}

void legend_room(Pen *pen, double height)
{
    if (pen->y + height > pen->limit && pen->y > pen->top)
        next_column(pen);
}

void legend_heading(Pen *pen, const char *english)
{
    const char *words = translation_words(pen->canvas->picture->translation, english);
    legend_room(pen, 4.6); /* never alone at the foot of a column */
    cairo_t *cairo = pen->canvas->cairo;
    if (!pen->measure) {
        text_face(cairo, SERIF_BOLD, 0.62);
        ink(cairo, TEXT_INK, 1);
        text_left(cairo, pen->x, pen->y + 0.75, words);
        cairo_new_path(cairo);
        cairo_move_to(cairo, pen->x, pen->y + 0.98);
        cairo_line_to(cairo, pen->x + LEGEND_WIDTH, pen->y + 0.98);
        ink(cairo, RULE_INK, 1);
        cairo_set_line_width(cairo, 0.04);
        cairo_stroke(cairo);
    }
    legend_advance(pen, 1.25);
}

/* ---- provenance ---- */

static void disc(cairo_t *cairo, double x, double y, Provenance provenance)
{
    cairo_new_path(cairo);
    cairo_arc(cairo, x, y, 0.19, 0, 2 * PI);
    ink(cairo, 0xFFFFFF, 1);
    cairo_fill_preserve(cairo);
    ink(cairo, TEXT_INK, 1);
    cairo_set_line_width(cairo, 0.05);
    cairo_stroke(cairo);
    if (provenance == OURS)
        return;
    cairo_arc(cairo, x, y, 0.19, provenance == PRINTED ? 0 : PI / 2, provenance == PRINTED ? 2 * PI : PI * 3 / 2);
    cairo_fill(cairo);
}

static void capital(char *words)
{
    if (words[0] >= 'a' && words[0] <= 'z')
        words[0] = (char)(words[0] - 'a' + 'A');
}

Point legend_row(Pen *pen, double height, const char *english, unsigned provenances)
{
    char words[120];
    snprintf(words, sizeof words, "%s", translation_words(pen->canvas->picture->translation, english));
    capital(words);
    cairo_t *cairo = pen->canvas->cairo;
    legend_room(pen, height);
    Point at = {pen->x + 1.1, pen->y + height / 2};
    if (!pen->measure) {
        text_face(cairo, SANS, 0.42);
        double room = LEGEND_WIDTH - 2.5 - 1.5, wide = text_width(cairo, words);
        if (wide > room)
            text_face(cairo, SANS, 0.42 * room / wide);
        ink(cairo, TEXT_INK, 1);
        text_left(cairo, pen->x + 2.5, at.y + 0.15, words);
        double right = pen->x + LEGEND_WIDTH - 0.25;
        for (int provenance = OURS; provenance >= PRINTED; provenance--)
            if (provenances & 1u << provenance) {
                disc(cairo, right, at.y, (Provenance)provenance);
                right -= 0.48;
            }
    }
    legend_advance(pen, height);
    return at;
}

/* ---- ground ---- */

static void terrain_words(const Map *map, uint32_t terrain, char out[120])
{
    out[0] = '\0';
    for (int i = 0; map->schema->terrain[i]; i++)
        if (terrain & 1u << i)
            snprintf(out + strlen(out), 120 - strlen(out), "%s%s", out[0] ? " and " : "", map->schema->terrain[i]);
    if (out[0] >= 'a' && out[0] <= 'z')
        out[0] = (char)(out[0] - 'a' + 'A');
}

/* How far apart the contours are. */
static void contour_row(Pen *pen)
{
    const Map *map = pen->canvas->map;
    cairo_t *cairo = pen->canvas->cairo;
    char words[64];
    if (!map->has_heights)
        return;
    snprintf(words, sizeof words, translation_words(pen->canvas->picture->translation, SAID("draw.contours-m-apart")),
             contour_distance(map));
    Point at = legend_row(pen, 1.3, words, 1u << map->terrain_provenance);
    for (int i = 0; i < 3 && !pen->measure; i++) {
        cairo_new_path(cairo);
        cairo_move_to(cairo, at.x - 0.9, at.y + 0.4 - 0.2 * i);
        cairo_curve_to(cairo, at.x - 0.3, at.y - 0.4 - 0.2 * i, at.x + 0.3, at.y + 0.3 - 0.3 * i, at.x + 0.9,
                       at.y + 0.3 - 0.3 * i);
        ink(cairo, CONTOUR_INK, 0.8);
        cairo_set_line_width(cairo, i == 1 ? 0.09 : 0.045);
        cairo_stroke(cairo);
    }
}

static void ground_rows(Pen *pen)
{
    const Map *map = pen->canvas->map;
    uint32_t seen[64];
    int count = 0;
    for (int hex = 0; hex < map->hexes && count < 64; hex++) {
        int i = 0;
        while (i < count && seen[i] != map->terrain[hex])
            i++;
        if (i == count)
            seen[count++] = map->terrain[hex];
    }
    for (int i = 1; i < count; i++) /* few: sort by value, so that the order does not depend on the map */
        for (int j = i; j > 0 && seen[j - 1] > seen[j]; j--) {
            uint32_t swap = seen[j];
            seen[j] = seen[j - 1];
            seen[j - 1] = swap;
        }
    legend_heading(pen, SAID("draw.ground"));
    for (int i = 0; i < count; i++) {
        char words[120];
        terrain_words(map, seen[i], words);
        Point at = legend_row(pen, 2.0, words, 1u << map->terrain_provenance);
        if (!pen->measure)
            draw_ground_sample(pen->canvas, at, seen[i]);
    }
    contour_row(pen);
}

static unsigned line_provenances(const Line *line, int count, int kind)
{
    unsigned provenances = 0;
    for (int i = 0; i < count; i++)
        if (line[i].kind == kind)
            provenances |= 1u << line[i].provenance;
    return provenances;
}

static void wavy_sample(cairo_t *cairo, Point at)
{
    cairo_new_path(cairo);
    cairo_move_to(cairo, at.x - 0.9, at.y + 0.1);
    cairo_curve_to(cairo, at.x - 0.3, at.y - 0.5, at.x + 0.3, at.y + 0.5, at.x + 0.9, at.y - 0.1);
}

static void line_rows(Pen *pen)
{
    const Map *map = pen->canvas->map;
    cairo_t *cairo = pen->canvas->cairo;
    legend_heading(pen, SAID("draw.waters-roads"));
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    for (int kind = 0; map->schema->edges[kind]; kind++) {
        unsigned provenances = line_provenances(map->edge_line, map->edge_lines, kind);
        Water water = water_of(map, kind);
        if (!provenances || is_crossing(map->schema->edges[kind]))
            continue;
        char words[64];
        const char *meaning = map->schema->edge_meanings ? map->schema->edge_meanings[kind] : NULL;
        bool named = !meaning && water == WATER_RIVER && !strstr(map->schema->edges[kind], "river");
        if (meaning)
            snprintf(words, sizeof words, "%s", translation_words(pen->canvas->picture->translation, meaning));
        else
            snprintf(words, sizeof words, named ? "River %s" : "%s", map->schema->edges[kind]);
        capital(words);
        if (named)
            capital(words + 6);
        Point at = legend_row(pen, 0.95, words, provenances);
        if (water == WATER_NONE) {
            if (!pen->measure)
                draw_works_sample(cairo, at, strstr(map->schema->edges[kind], "hedge"));
            continue;
        }
        for (int pass = water == WATER_LINE; pass < 2 && !pen->measure; pass++) {
            wavy_sample(cairo, at);
            draw_water_stroke(cairo, water, pass, 1);
        }
    }
    int classes = 0;
    while (map->schema->roads[classes])
        classes++;
    for (int road = classes; road > 0; road--) {
        unsigned provenances = line_provenances(map->road_line, map->road_lines, road - 1);
        if (!provenances)
            continue;
        char words[64];
        const char *word = map->schema->roads[road - 1];
        bool railway = is_railway(map, road),
             said = strstr(word, "way") || strstr(word, "road") || strstr(word, "track");
        snprintf(words, sizeof words, said ? "%s" : railway ? "%s railway" : "%s road", word);
        capital(words);
        Point at = legend_row(pen, 0.95, words, provenances);
        if (railway && !pen->measure) {
            cairo_new_path(cairo);
            cairo_move_to(cairo, at.x - 0.9, at.y);
            cairo_line_to(cairo, at.x + 0.9, at.y);
            draw_rail_stroke(cairo, road_rank(map, road));
            continue;
        }
        for (int pass = 0; pass < 3 && !pen->measure; pass++) {
            cairo_new_path(cairo);
            cairo_move_to(cairo, at.x - 0.9, at.y);
            cairo_line_to(cairo, at.x + 0.9, at.y);
            draw_road_stroke(cairo, road_rank(map, road), pass);
        }
    }
}

static bool has_bridges(const Map *map)
{
    for (int hex = 0; hex < map->hexes; hex++)
        for (Edge edge = 0; edge < EDGES; edge++)
            if (map->bridge[hex][edge] || (any_road(map, (Hex)hex, edge) && hexside_is_water(map, (Hex)hex, edge)))
                return true;
    return false;
}

static void bridge_row(Pen *pen)
{
    cairo_t *cairo = pen->canvas->cairo;
    if (!has_bridges(pen->canvas->map))
        return;
    Point at = legend_row(pen, 1.1, SAID("draw.bridge"), 1u << OURS);
    if (pen->measure)
        return;
    for (int pass = 0; pass < 2; pass++) {
        cairo_new_path(cairo);
        cairo_move_to(cairo, at.x, at.y - 0.5);
        cairo_line_to(cairo, at.x, at.y + 0.5);
        draw_water_stroke(cairo, WATER_RIVER, pass, 1);
    }
    for (int pass = 0; pass < 2; pass++) {
        cairo_new_path(cairo);
        cairo_move_to(cairo, at.x - 0.9, at.y);
        cairo_line_to(cairo, at.x + 0.9, at.y);
        draw_road_stroke(cairo, 1, pass);
    }
    draw_span(cairo, at, 0, 0.25);
}

/* A name of the map to show how such names are written; NULL if it has none. */
static const char *name_of(const Map *map, bool ours)
{
    const char *shortest = NULL;
    for (int i = 0; i < map->places; i++) {
        const Place *place = &map->place_list[i];
        if ((place->provenance == OURS) == ours && (!shortest || strlen(place->name) < strlen(shortest)))
            shortest = place->name;
    }
    return shortest;
}

static void name_row(Pen *pen, bool ours)
{
    cairo_t *cairo = pen->canvas->cairo;
    const char *name = name_of(pen->canvas->map, ours);
    if (!name)
        return;
    Point at = legend_row(pen, 0.9, ours ? SAID("draw.name-we-placed") : SAID("draw.name-rules-fix"),
                          ours ? 1u << OURS : 1u << PRINTED | 1u << DERIVED);
    if (pen->measure)
        return;
    text_face(cairo, ours ? SERIF_ITALIC : SERIF_BOLD, 0.42);
    text_centred(cairo, at.x, at.y + 0.14, name);
}

/* Samples of what areas look like. */
static void border_sample(cairo_t *cairo, Point at)
{
    cairo_new_path(cairo);
    cairo_move_to(cairo, at.x - 0.9, at.y);
    cairo_line_to(cairo, at.x + 0.9, at.y);
    ink(cairo, 0x6A2C74, 1);
    cairo_set_line_width(cairo, 0.075);
    cairo_set_dash(cairo, (double[]){0.3, 0.1, 0.08, 0.1}, 4, 0);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
    cairo_move_to(cairo, at.x - 0.9, at.y + 0.13);
    cairo_line_to(cairo, at.x + 0.9, at.y + 0.13);
    ink(cairo, 0x6A2C74, 0.22);
    cairo_set_line_width(cairo, 0.22);
    cairo_stroke(cairo);
}

static void frame_sample(cairo_t *cairo, Point at)
{
    cairo_new_path(cairo);
    hex_path(cairo, at, 0.6);
    ink(cairo, 0x4A3B2A, 0.9);
    cairo_set_line_width(cairo, 0.06);
    cairo_set_dash(cairo, (double[]){0.14, 0.08}, 2, 0);
    cairo_stroke(cairo);
    cairo_set_dash(cairo, NULL, 0, 0);
}

static void entry_sample(cairo_t *cairo, Point at, const char *name)
{
    cairo_new_path(cairo);
    cairo_arc(cairo, at.x, at.y, 0.5, 0, 2 * PI);
    ink(cairo, 0x3C3426, 1);
    cairo_set_line_width(cairo, 0.07);
    cairo_stroke(cairo);
    text_face(cairo, SANS_BOLD, 0.6);
    text_centred(cairo, at.x, at.y + 0.21, name);
}

/* What the system says of areas with that look; areas without a description have no row. */
static void area_row(Pen *pen, AreaLook look)
{
    const Map *map = pen->canvas->map;
    cairo_t *cairo = pen->canvas->cairo;
    const char *words = map->schema->area_meanings[look], *name = "";
    unsigned provenances = 0;
    for (int i = 0; i < map->areas; i++)
        if (area_look(map->schema, &map->area_list[i]) == look) {
            provenances |= 1u << map->area_list[i].provenance;
            name = map->area_list[i].name;
        }
    if (!provenances || !words)
        return;
    Point at = legend_row(pen, look == DRAWN_ABROAD ? 0.9 : 1.3, words, provenances);
    if (pen->measure)
        return;
    if (look == DRAWN_ABROAD)
        border_sample(cairo, at);
    else if (look == DRAWN_ENTRY)
        entry_sample(cairo, at, name);
    else
        frame_sample(cairo, at);
}

static void place_row(Pen *pen, PlaceLook look)
{
    const Map *map = pen->canvas->map;
    const char *words = map->schema->place_meanings[look];
    unsigned provenances = 0;
    for (int i = 0; i < map->places; i++)
        if (place_look(map->schema, &map->place_list[i]) == look)
            provenances |= 1u << map->place_list[i].provenance;
    if (!provenances)
        return;
    Point at = legend_row(pen, look == DRAWN_CITY ? 1.6 : 1.2, words ? words : place_looks[look], provenances);
    if (!pen->measure)
        draw_town_sample(pen->canvas->cairo, at, look == DRAWN_CITY);
}

static bool has_places(const Map *map)
{
    bool any = map->places > 0;
    for (int i = 0; i < map->areas; i++)
        any |= map->schema->area_meanings[area_look(map->schema, &map->area_list[i])] != NULL;
    return any;
}

static void place_rows(Pen *pen)
{
    bridge_row(pen);
    if (!has_places(pen->canvas->map))
        return;
    legend_heading(pen, SAID("draw.places-lines"));
    place_row(pen, DRAWN_TOWN);
    place_row(pen, DRAWN_CITY);
    name_row(pen, false);
    name_row(pen, true);
    area_row(pen, DRAWN_ABROAD);
    area_row(pen, DRAWN_ENTRY);
    area_row(pen, DRAWN_FRAMED);
}

/* ---- where it comes from ---- */

static void provenance_rows(Pen *pen)
{
    const Map *map = pen->canvas->map;
    cairo_t *cairo = pen->canvas->cairo;
    legend_heading(pen, SAID("draw.where-comes"));
    static const char *const words[] = {SAID("draw.printed-rules"), SAID("draw.derived-printed"),
                                        SAID("draw.ours-reconstruction")};
    for (int i = PRINTED; i <= OURS; i++) {
        Point at = legend_row(pen, 0.65, words[i], 0);
        if (!pen->measure)
            disc(cairo, at.x, at.y, (Provenance)i);
    }
    if (!map->source)
        return;
    text_face(cairo, SANS, 0.37);
    double height = text_block(cairo, 0, 0, LEGEND_WIDTH, 0.55, map->source, true) + 0.3;
    legend_room(pen, height);
    if (!pen->measure) {
        text_face(cairo, SANS, 0.37);
        ink(cairo, SOFT_INK, 1);
        text_block(cairo, pen->x, pen->y + 0.55, LEGEND_WIDTH, 0.55, map->source, false);
    }
    legend_advance(pen, height);
}

static double write_legend(Canvas *canvas, double x, double y, double limit, bool measure)
{
    Pen pen = {canvas, x, y, y, limit, y, measure};
    ground_rows(&pen);
    line_rows(&pen);
    place_rows(&pen);
    legend_of_game(&pen);
    provenance_rows(&pen);
    return pen.deepest - y;
}

/* The column height that spreads the legend over so many columns. */
double legend_height(Canvas *canvas, int columns)
{
    double whole = write_legend(canvas, 0, 0, 1e9, true);
    if (columns < 2)
        return whole;
    double limit = whole / columns + 2.2;
    return write_legend(canvas, 0, 0, limit, true);
}

void draw_legend(Canvas *canvas, double x, double y, int columns)
{
    double limit = 1e9;
    if (columns > 1)
        limit = y + write_legend(canvas, 0, 0, 1e9, true) / columns + 2.2;
    write_legend(canvas, x, y, limit, false);
}
