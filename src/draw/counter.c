/* counter.c — counters: frame by side, symbol by branch, size, values, signs; stacks.
 *
 * Colour never stands alone. Sides differ in the counter's corners (round, cut, square …), nations carry
 * their initial, signs differ in form as well as colour, a lost step is a bar across the counter. Signs stand beside
 * the symbol and never on the values. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"

/* ---- one counter ---- */

static void counter_shape(cairo_t *cairo, double x, double y, double width, uint8_t side)
{
    double half = width / 2, cut = width * 0.12;
    cairo_new_path(cairo);
    if (side == 0) {
        cairo_arc(cairo, x + half - cut, y - half + cut, cut, -PI / 2, 0);
        cairo_arc(cairo, x + half - cut, y + half - cut, cut, 0, PI / 2);
        cairo_arc(cairo, x - half + cut, y + half - cut, cut, PI / 2, PI);
        cairo_arc(cairo, x - half + cut, y - half + cut, cut, PI, PI * 3 / 2);
    } else if (side == 1) {
        cairo_move_to(cairo, x - half + cut, y - half);
        cairo_line_to(cairo, x + half - cut, y - half);
        cairo_line_to(cairo, x + half, y - half + cut);
        cairo_line_to(cairo, x + half, y + half - cut);
        cairo_line_to(cairo, x + half - cut, y + half);
        cairo_line_to(cairo, x - half + cut, y + half);
        cairo_line_to(cairo, x - half, y + half - cut);
        cairo_line_to(cairo, x - half, y - half + cut);
    } else {
        cairo_rectangle(cairo, x - half, y - half, width, width);
    }
    cairo_close_path(cairo);
}

static void counter_blank(cairo_t *cairo, double x, double y, double width, const Look *look)
{
    counter_shape(cairo, x + width * 0.025, y + width * 0.03, width, look->side);
    ink(cairo, 0x000000, 0.25);
    cairo_fill(cairo);
    counter_shape(cairo, x, y, width, look->side);
    ink(cairo, look->colour, 1);
    cairo_fill_preserve(cairo);
    ink(cairo, BLACK_INK, 1);
    cairo_set_line_width(cairo, width * 0.022);
    cairo_stroke(cairo);
}

static void fit_text(cairo_t *cairo, Face face, double size, double width, const char *words)
{
    text_face(cairo, face, size);
    double wide = text_width(cairo, words);
    if (wide > width)
        text_face(cairo, face, size * width / wide);
}

/* The name without its last word where that repeats the branch, which the symbol shows. */
static void short_name(const Look *look, char out[sizeof look->name])
{
    memcpy(out, look->name, sizeof look->name);
    out[sizeof look->name - 1] = '\0';
    char *last = strrchr(out, ' ');
    if (last && last > out && !strncmp(last + 1, look->symbol, strlen(look->symbol)))
        *last = '\0';
}

/* A step is gone: a striped band across the counter. */
static void counter_band(cairo_t *cairo, double x, double y, double width)
{
    double half = width * 0.49, high = width * 0.075;
    cairo_save(cairo);
    cairo_new_path(cairo);
    cairo_rectangle(cairo, x - half, y - high, 2 * half, 2 * high);
    ink(cairo, PAPER, 1);
    cairo_fill_preserve(cairo);
    cairo_clip(cairo);
    for (double at = -half - high; at < half + high; at += width * 0.09) {
        cairo_move_to(cairo, x + at - high, y + high);
        cairo_line_to(cairo, x + at + high, y - high);
    }
    ink(cairo, 0xB01616, 1);
    cairo_set_line_width(cairo, width * 0.035);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

/* What a counter shows, by what can be read on it: everything; symbol and foot, larger; the symbol alone. */
typedef struct CounterFace {
    double box_height, box_y, foot, foot_y, badge; /* shares of its width */
    int badges;
    double badge_at[4][2];
} CounterFace;

static const CounterFace
    WHOLE = {0.31, -0.07, 0.27, 0.42, 0.11, 4, {{-0.375, 0.06}, {0.375, 0.06}, {-0.375, -0.17}, {0.375, -0.17}}},
    PLAIN = {0.40, -0.2, 0.36, 0.41, 0.13, 4, {{-0.42, -0.06}, {0.42, -0.06}, {-0.42, -0.33}, {0.42, -0.33}}},
    BARE = {0.52, 0, 0, 0, 0.15, 2, {{-0.36, 0.36}, {0.36, 0.36}}};
static const double NAME_SIZE = 0.12;

static const CounterFace *counter_face(cairo_t *cairo, double width)
{
    if (text_readable(cairo, NAME_SIZE * width))
        return &WHOLE;
    return text_readable(cairo, PLAIN.foot * width) ? &PLAIN : &BARE;
}

static const LookValue *value_at(const Look *look, LookPlace at)
{
    for (int i = 0; i < look->values; i++)
        if (look->value[i].at == at)
            return &look->value[i];
    return NULL;
}

/* Where a value stands: its baseline, which way it is set from there, how large and wide. */
typedef struct ValueSpot {
    double x, y, size, width;
    int aligned; /* -1 left, 0 centred, 1 right */
} ValueSpot;

static const ValueSpot SPOTS[LOOK_PLACES] = {
    [AT_LEFT] = {-0.38, -0.01, 0.17, 0.22, 0},
    [AT_RIGHT] = {0.38, -0.01, 0.17, 0.22, 0},
    [AT_TOP_LEFT] = {-0.455, -0.25, 0.13, 0.28, -1},
    [AT_TOP_RIGHT] = {0.455, -0.25, 0.13, 0.28, 1},
    [AT_FOOT_LEFT] = {-0.455, 0, 0, 0.3, -1},
    [AT_FOOT_RIGHT] = {0.455, 0, 0, 0.3, 1},
    [AT_FOOT] = {0, 0, 0, 0.88, 0},
};

static void counter_value(cairo_t *cairo, Point at, double width, const CounterFace *face, const Look *look,
                          LookPlace place)
{
    const LookValue *value = value_at(look, place);
    bool foot = place <= AT_FOOT_RIGHT, shared = value_at(look, AT_FOOT_LEFT) || value_at(look, AT_FOOT_RIGHT);
    ValueSpot spot = SPOTS[place];
    const char *text = value ? value->text : place == AT_FOOT && !look->known && !look->values ? "?" : "";
    if (!text[0] || (!foot && face != &WHOLE) || (foot && face->foot <= 0))
        return;
    if (foot)
        spot = (ValueSpot){spot.x, face->foot_y, face->foot, shared ? 0.3 : spot.width, spot.aligned};
    ink(cairo, value && value->ink ? value->ink : look->ink, 1);
    fit_text(cairo, SANS_BOLD, width * spot.size, width * spot.width, text);
    double wide = text_width(cairo, text);
    text_left(cairo, at.x + width * spot.x - wide * (spot.aligned + 1) / 2, at.y + width * spot.y, text);
}

void draw_badge(const Canvas *canvas, Point at, double size, const Sign *sign, int level)
{
    draw_symbol(canvas, sign->drawing, at, size, 0, (Paints){.colour = sign->colour, .ink = sign->ink, .level = level});
}

/* A column of signs moves outward where a value stands in its place. */
static double badge_column(const Look *look, double x)
{
    return value_at(look, x < 0 ? AT_LEFT : AT_RIGHT) ? (x < 0 ? -0.5 : 0.5) : x;
}

static void counter_badges(const Canvas *canvas, Point at, double width, const CounterFace *face, const Look *look)
{
    const Sign *signs = canvas->picture->scenario->system->signs;
    uint8_t order[LOOK_BADGES];
    int count = signs ? look_badges_at(signs, look, SIGN_BESIDE, order) : 0;
    for (int i = 0; i < count && i < face->badges; i++) {
        const Badge *badge = &look->badge[order[i]];
        double x = face == &WHOLE ? badge_column(look, face->badge_at[i][0]) : face->badge_at[i][0];
        draw_badge(canvas, (Point){at.x + width * x, at.y + width * face->badge_at[i][1]}, width * face->badge,
                   &signs[badge->sign], badge->level);
    }
}

/* Name, size, nation and what is printed in the corner. */
static void counter_names(const Canvas *canvas, Point at, double width, const Look *look)
{
    cairo_t *cairo = canvas->cairo;
    const Sign *signs = canvas->picture->scenario->system->signs;
    uint8_t order[LOOK_BADGES];
    ink(cairo, look->ink, 1);
    if (look->size[0]) {
        text_face(cairo, SANS_BOLD, width * 0.14);
        text_centred(cairo, at.x, at.y + width * (WHOLE.box_y - WHOLE.box_height / 2 - 0.035), look->size);
    }
    if (look->nation[0]) {
        char initial[8];
        text_letter(look->nation, initial);
        text_face(cairo, SANS_BOLD, width * 0.13);
        text_left(cairo, at.x - width * 0.455, at.y - width * 0.375, initial);
    }
    if (look->known && look->name[0]) {
        char name[sizeof look->name];
        short_name(look, name);
        fit_text(cairo, SANS, width * NAME_SIZE, width * 0.6, name);
        text_centred(cairo, at.x, at.y - width * 0.375, name);
    }
    int count = signs ? look_badges_at(signs, look, SIGN_HEAD, order) : 0;
    for (int i = 0; i < count; i++)
        draw_badge(canvas, (Point){at.x + width * (0.4 - 0.16 * i), at.y - width * 0.39}, width * 0.075,
                   &signs[look->badge[order[i]].sign], look->badge[order[i]].level);
}

void draw_counter(const Canvas *canvas, Point at, double width, const Look *look)
{
    cairo_t *cairo = canvas->cairo;
    const CounterFace *face = counter_face(cairo, width);
    Point box = {at.x, at.y + width * face->box_y};
    cairo_save(cairo);
    counter_blank(cairo, at.x, at.y, width, look);
    if (look->full_steps > 1 && look->steps && look->steps < look->full_steps)
        counter_band(cairo, box.x, box.y, width);
    draw_branch(canvas, box, width * face->box_height, look->symbol, look->field);
    for (int place = 0; place < LOOK_PLACES; place++)
        counter_value(cairo, at, width, face, look, (LookPlace)place);
    if (face == &WHOLE)
        counter_names(canvas, at, width, look);
    counter_badges(canvas, at, width, face, look);
    cairo_restore(cairo);
}

/* ---- stacks of a position ---- */

#define COUNTER_WIDTH 1.14
#define STACK_STEP 0.065
#define STACK_NUMBER 0.23
#define STACK_ROOM 64

static void draw_stack(Canvas *canvas, Hex hex)
{
    const Picture *picture = canvas->picture;
    const System *system = picture->scenario->system;
    cairo_t *cairo = canvas->cairo;
    Piece piece[STACK_ROOM];
    int count = system->stack(picture->scenario, picture->view, hex, piece, STACK_ROOM);
    if (!count)
        return;
    Point centre = hex_centre(canvas->map, hex);
    int below = count - 1 > 3 ? 3 : count - 1;
    Point at = {centre.x - STACK_STEP * below / 2, centre.y};
    Look look;
    for (int i = below; i > 0; i--) {
        memset(&look, 0, sizeof look);
        system->look(picture->scenario, picture->view, piece[i], &look);
        counter_blank(cairo, at.x + STACK_STEP * i, at.y - STACK_STEP * i, COUNTER_WIDTH, &look);
    }
    memset(&look, 0, sizeof look);
    system->look(picture->scenario, picture->view, piece[0], &look);
    draw_counter(canvas, at, COUNTER_WIDTH, &look);
    if (count > 1 && text_readable(cairo, STACK_NUMBER)) {
        char number[16];
        snprintf(number, sizeof number, "%d", count);
        double x = at.x + COUNTER_WIDTH / 2 + 0.02, y = at.y - 0.1;
        cairo_new_path(cairo);
        cairo_arc(cairo, x, y, 0.16, 0, 2 * PI);
        ink(cairo, PAPER, 1);
        cairo_fill_preserve(cairo);
        ink(cairo, BLACK_INK, 1);
        cairo_set_line_width(cairo, 0.03);
        cairo_stroke(cairo);
        text_face(cairo, SANS_BOLD, count > 9 ? 0.19 : STACK_NUMBER);
        text_centred(cairo, x, y + 0.082, number);
    }
}

void draw_stacks(Canvas *canvas)
{
    if (!canvas->picture->view)
        return;
    for (int hex = 0; hex < canvas->map->hexes; hex++)
        if (hex_shown(canvas->picture, (Hex)hex))
            draw_stack(canvas, (Hex)hex);
}
