/* sketch.c — plans drawn over hexes (System.sketches), and what hexes are worth to the side that plays for them
 * (System.aims). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"

#define SKETCHES_ROOM 256
#define COIN 0.2

static void line_along(const Canvas *canvas, const Sketch *sketch, bool closed)
{
    Course course = {.closed = closed};
    for (int i = 0; i < sketch->hexes; i++)
        course_add(&course, hex_centre(canvas->map, sketch->hex[i]));
    course_round(&course);
    course_path(canvas->cairo, &course);
    course_free(&course);
}

static void arrow_head(const Canvas *canvas, const Sketch *sketch)
{
    Point end = hex_centre(canvas->map, sketch->hex[sketch->hexes - 1]),
          before = hex_centre(canvas->map, sketch->hex[sketch->hexes > 1 ? sketch->hexes - 2 : 0]);
    double angle = atan2(end.y - before.y, end.x - before.x);
    cairo_new_path(canvas->cairo);
    for (int i = -1; i <= 1; i++)
        cairo_line_to(canvas->cairo, end.x + (i ? -0.5 : 0.4) * cos(angle) - i * 0.45 * sin(angle),
                      end.y + (i ? -0.5 : 0.4) * sin(angle) + i * 0.45 * cos(angle));
    cairo_close_path(canvas->cairo);
    cairo_fill(canvas->cairo);
}

static void ring(cairo_t *cairo, Point at, double size)
{
    cairo_new_path(cairo);
    cairo_arc(cairo, at.x, at.y, size, 0, 2 * PI);
    cairo_stroke(cairo);
}

/* The middle of all its hexes. */
static Point middle_of(const Map *map, const Sketch *sketch)
{
    Point sum = {0, 0};
    for (int i = 0; i < sketch->hexes; i++) {
        Point at = hex_centre(map, sketch->hex[i]);
        sum.x += at.x / sketch->hexes;
        sum.y += at.y / sketch->hexes;
    }
    return sum;
}

static bool near(const Map *map, const Sketch *sketch, Hex hex)
{
    for (int i = 0; i < sketch->hexes; i++)
        if (map_distance(map, hex, sketch->hex[i]) <= sketch->width)
            return true;
    return false;
}

/* The hexes that lie as near to what is drawn as its width says. */
static void fill_around(const Canvas *canvas, const Sketch *sketch, uint32_t colour, double alpha)
{
    cairo_new_path(canvas->cairo);
    for (int hex = 0; hex < canvas->map->hexes; hex++)
        if (hex_shown(canvas->picture, (Hex)hex) && near(canvas->map, sketch, (Hex)hex)) {
            cairo_new_sub_path(canvas->cairo);
            for (int corner = 0; corner < EDGES; corner++) {
                Point at = hex_corner(hex_centre(canvas->map, (Hex)hex), corner);
                cairo_line_to(canvas->cairo, at.x, at.y);
            }
            cairo_close_path(canvas->cairo);
        }
    ink(canvas->cairo, colour, alpha);
    cairo_fill(canvas->cairo);
}

/* One line around them. */
static void line_around(const Canvas *canvas, const Sketch *sketch)
{
    const Map *map = canvas->map;
    cairo_new_path(canvas->cairo);
    for (int hex = 0; hex < map->hexes; hex++)
        for (Edge edge = 0; edge < EDGES && near(map, sketch, (Hex)hex); edge++) {
            Hex next = map->next[hex][edge];
            if (next != NO_HEX && near(map, sketch, next))
                continue;
            Point at = hex_centre(map, (Hex)hex), from = hex_corner(at, edge), to = hex_corner(at, edge + 1);
            cairo_move_to(canvas->cairo, from.x, from.y);
            cairo_line_to(canvas->cairo, to.x, to.y);
        }
    cairo_stroke(canvas->cairo);
}

/* Two rings in the middle, and a line around all of its hexes if they are several. */
static void objective(const Canvas *canvas, const Sketch *sketch)
{
    Point middle = middle_of(canvas->map, sketch);
    ring(canvas->cairo, middle, 0.8);
    ring(canvas->cairo, middle, 0.55);
    if (sketch->hexes > 1)
        line_around(canvas, sketch);
}

static void draw_sketch(const Canvas *canvas, const Sketch *sketch)
{
    cairo_t *cairo = canvas->cairo;
    const Scenario *scenario = canvas->picture->scenario;
    uint32_t colour = sketch->side < scenario->sides ? scenario->side_colour[sketch->side] : BLACK_INK;
    char words[SAY_TEXT];
    if (!sketch->hexes)
        return;
    cairo_save(cairo);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_new_path(cairo);
    if (sketch->kind == SKETCH_AXIS && sketch->width) {
        fill_around(canvas, sketch, colour, 0.16);
    }
    if (sketch->dashed)
        cairo_set_dash(cairo, (double[]){0.34, 0.28}, 2, 0);
    cairo_set_line_width(cairo, 0.14);
    ink(cairo, colour, 0.9);
    if (sketch->kind == SKETCH_OBJECTIVE) {
        objective(canvas, sketch);
    } else if (sketch->kind == SKETCH_AREA && sketch->hexes == 1) {
        line_around(canvas, sketch);
    } else {
        line_along(canvas, sketch, sketch->kind == SKETCH_AREA);
        cairo_stroke(cairo);
    }
    cairo_set_dash(cairo, NULL, 0, 0);
    if (sketch->kind == SKETCH_AXIS)
        arrow_head(canvas, sketch);
    Sentence label = sketch->label;
    label.rule = 0; /* no room for paragraphs on a map */
    say(scenario, canvas->picture->translation, canvas->picture->view, &label, words, sizeof words);
    Point at = sketch->kind == SKETCH_OBJECTIVE ? middle_of(canvas->map, sketch)
                                                : hex_centre(canvas->map, sketch->hex[sketch->hexes / 2]);
    text_face(cairo, SANS_BOLD, 0.34);
    text_haloed(cairo, at.x, at.y - 0.5, words, colour, PAPER, 0.08);
    cairo_restore(cairo);
}

void draw_sketches(Canvas *canvas)
{
    const Picture *picture = canvas->picture;
    const System *system = picture->view ? picture->scenario->system : NULL;
    if (!system || !system->sketches)
        return;
    static Sketch sketch[SKETCHES_ROOM];
    int count = system->sketches(picture->scenario, picture->view, sketch, SKETCHES_ROOM);
    for (int i = 0; i < count; i++)
        if (!picture->plan || sketch[i].plan == picture->plan)
            draw_sketch(canvas, &sketch[i]);
}

/* ---- aims ---- */

void draw_coin(const Canvas *canvas, Point at, const char *words)
{
    cairo_t *cairo = canvas->cairo;
    cairo_new_path(cairo);
    cairo_arc(cairo, at.x, at.y, COIN, 0, 2 * PI);
    ink(cairo, 0xF4C430, 0.95);
    cairo_fill_preserve(cairo);
    ink(cairo, 0x6B4E00, 1);
    cairo_set_line_width(cairo, 0.035);
    cairo_stroke(cairo);
    text_face(cairo, SANS_BOLD, strlen(words) > 1 ? COIN * 1.05 : COIN * 1.35);
    ink(cairo, 0x3A2A00, 1);
    text_centred(cairo, at.x, at.y + COIN * 0.45, words);
}

/* At the upper left of the hex, where neither counter nor name lies. */
static void coin_at(const Canvas *canvas, Hex hex, const Aim *aim)
{
    Point at = hex_centre(canvas->map, hex);
    char words[12];
    snprintf(words, sizeof words, aim->points ? "%d" : "!", aim->points);
    draw_coin(canvas, (Point){at.x - 0.52, at.y - 0.6}, words);
}

void draw_aims(Canvas *canvas)
{
    const Picture *picture = canvas->picture;
    const System *system = picture->view ? picture->scenario->system : NULL;
    Aims *aims = system && system->aims ? calloc(1, sizeof *aims) : NULL;
    static uint8_t told[HEXES_MAX];
    memset(told, 0, sizeof told);
    for (int side = 0; aims && side < picture->scenario->sides; side++)
        system->aims(picture->scenario, picture->view, side, aims);
    for (int i = 0; aims && i < aims->aims; i++)
        for (int j = 0; j < (aims->aim[i].together ? aims->aim[i].hexes > 0 : aims->aim[i].hexes); j++) {
            Hex hex = aims->ref[aims->aim[i].first + aims->aim[i].pieces + j];
            if (hex_shown(picture, hex) && !told[hex])
                coin_at(canvas, hex, &aims->aim[i]);
            told[hex] = 1;
        }
    free(aims);
}
