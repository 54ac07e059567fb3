/* counter.c — counters: frame by side, symbol by branch, size, values, stars, states; stacks and markers.
 *
 * Colour never stands alone. Sides differ in the counter's corners (round, cut, square …), nations carry
 * their initial, stars differ in form as well as colour, a lost step is a bar across the corner, and each
 * state has a badge of its own shape. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"

static const uint32_t BLACK_INK = 0x141414, PAPER = 0xFFFDF4, EARTH = 0x7B5A33;

/* ---- symbols: the friendly frame for everybody ---- */

static void oval(cairo_t *cairo, double width, double height, double size)
{
    double high = height * 0.27 * size, flat = width / 2 * 0.66 * size - high;
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, -flat, 0, high, PI / 2, PI * 3 / 2);
    cairo_arc(cairo, flat, 0, high, -PI / 2, PI / 2);
    cairo_close_path(cairo);
}

static void crossed(cairo_t *cairo, double x, double y)
{
    cairo_move_to(cairo, -x, -y);
    cairo_line_to(cairo, x, y);
    cairo_move_to(cairo, -x, y);
    cairo_line_to(cairo, x, -y);
}

static void letters(cairo_t *cairo, const char *words, double height)
{
    text_face(cairo, SANS_BOLD, height);
    text_centred(cairo, 0, height * 0.36, words);
    cairo_new_path(cairo);
}

static void symbol_lines(cairo_t *cairo, const char *symbol, double width, double height)
{
    double x = width / 2, y = height / 2;
    if (!strcmp(symbol, "INF")) {
        crossed(cairo, x, y);
    } else if (!strcmp(symbol, "ARM")) {
        oval(cairo, width, height, 1);
    } else if (!strcmp(symbol, "MECH")) {
        crossed(cairo, x, y);
        oval(cairo, width, height, 1);
    } else if (!strcmp(symbol, "MOT")) {
        crossed(cairo, x, y);
        cairo_move_to(cairo, 0, -y);
        cairo_line_to(cairo, 0, y);
    } else if (!strcmp(symbol, "CAV")) {
        cairo_move_to(cairo, -x, y);
        cairo_line_to(cairo, x, -y);
        cairo_line_to(cairo, -x, -y);
        cairo_close_path(cairo);
        cairo_fill_preserve(cairo);
    } else if (!strcmp(symbol, "REC")) {
        cairo_move_to(cairo, -x, y);
        cairo_line_to(cairo, x, -y);
    } else if (!strcmp(symbol, "AT")) {
        cairo_move_to(cairo, -x, y);
        cairo_line_to(cairo, 0, -y);
        cairo_line_to(cairo, x, y);
    } else if (!strcmp(symbol, "AG")) {
        oval(cairo, width, height, 1);
        cairo_move_to(cairo, -x, y);
        cairo_line_to(cairo, 0, -y);
        cairo_line_to(cairo, x, y);
    } else if (!strcmp(symbol, "AA")) {
        cairo_move_to(cairo, -x, y);
        cairo_curve_to(cairo, -x * 0.8, -y * 0.75, x * 0.8, -y * 0.75, x, y);
    } else if (!strcmp(symbol, "ART") || !strcmp(symbol, "SPG")) {
        cairo_new_sub_path(cairo);
        cairo_arc(cairo, 0, 0, height * (symbol[0] == 'A' ? 0.19 : 0.12), 0, 2 * PI);
        cairo_fill(cairo);
        if (symbol[0] == 'S')
            oval(cairo, width, height, 1.15);
    } else if (!strcmp(symbol, "ENG")) {
        cairo_move_to(cairo, -x * 0.6, y * 0.55);
        cairo_line_to(cairo, -x * 0.6, -y * 0.4);
        cairo_line_to(cairo, x * 0.6, -y * 0.4);
        cairo_line_to(cairo, x * 0.6, y * 0.55);
        cairo_move_to(cairo, 0, -y * 0.4);
        cairo_line_to(cairo, 0, y * 0.55);
    } else if (!strcmp(symbol, "HQ")) {
        cairo_rectangle(cairo, -x, -y, width, height * 0.26);
        cairo_fill(cairo);
        cairo_move_to(cairo, -x, y);
        cairo_line_to(cairo, -x, y + height * 0.3);
        cairo_save(cairo);
        cairo_translate(cairo, 0, height * 0.13);
        letters(cairo, "HQ", height * 0.52);
        cairo_restore(cairo);
        cairo_move_to(cairo, -x, y);
        cairo_line_to(cairo, -x, y + height * 0.32);
    } else if (!strcmp(symbol, "RG")) { /* a strongpoint: battlements */
        double step = width * 0.8 / 5;
        cairo_move_to(cairo, -width * 0.4, y * 0.6);
        cairo_line_to(cairo, -width * 0.4, -y * 0.55);
        for (int i = 0; i < 5; i++) {
            double top = i & 1 ? -y * 0.1 : -y * 0.55;
            cairo_line_to(cairo, -width * 0.4 + step * i, top);
            cairo_line_to(cairo, -width * 0.4 + step * (i + 1), top);
        }
        cairo_line_to(cairo, width * 0.4, y * 0.6);
        cairo_close_path(cairo);
    } else if (!strcmp(symbol, "VS")) {
        crossed(cairo, x, y);
        cairo_save(cairo);
        cairo_set_line_width(cairo, width * 0.05);
        cairo_stroke(cairo);
        cairo_restore(cairo);
        text_face(cairo, SANS_BOLD, height * 0.5);
        cairo_move_to(cairo, -text_width(cairo, "VS") / 2, height * 0.18);
        cairo_text_path(cairo, "VS");
        cairo_fill(cairo);
    } else if (!strcmp(symbol, "AIR")) {
        cairo_move_to(cairo, -x * 0.7, -y * 0.5);
        cairo_line_to(cairo, x * 0.7, y * 0.5);
        cairo_line_to(cairo, x * 0.7, -y * 0.5);
        cairo_line_to(cairo, -x * 0.7, y * 0.5);
        cairo_close_path(cairo);
    } else {
        letters(cairo, symbol[0] ? symbol : "?", height * (strlen(symbol) > 2 ? 0.45 : 0.75));
    }
}

void draw_symbol(cairo_t *cairo, double x, double y, double width, double height, const char *symbol, uint32_t colour)
{
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_new_path(cairo);
    cairo_rectangle(cairo, -width / 2, -height / 2, width, height);
    ink(cairo, PAPER, 0.9);
    cairo_fill(cairo);
    ink(cairo, colour, 1);
    cairo_set_line_width(cairo, width * 0.065);
    symbol_lines(cairo, symbol, width, height);
    cairo_stroke(cairo);
    cairo_rectangle(cairo, -width / 2, -height / 2, width, height);
    cairo_set_line_width(cairo, width * 0.075);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

/* Black: five points, full; white: five points, hollow; yellow: four points; blue: six points. */
void draw_star(cairo_t *cairo, double x, double y, double size, int star)
{
    static const uint32_t colour[] = {0x111111, 0xFFFFFF, 0xF7D038, 0x2F6FD0};
    static const int points[] = {5, 5, 4, 6};
    cairo_new_path(cairo);
    for (int i = 0; i < 2 * points[star]; i++) {
        double angle = i * PI / points[star] - PI / 2, reach = i & 1 ? size * 0.45 : size;
        cairo_line_to(cairo, x + reach * cos(angle), y + reach * sin(angle));
    }
    cairo_close_path(cairo);
    ink(cairo, colour[star], 1);
    cairo_fill_preserve(cairo);
    ink(cairo, star == 0 ? 0xF5F5F5 : BLACK_INK, 1);
    cairo_set_line_width(cairo, size * 0.22);
    cairo_stroke(cairo);
    if (star == 0) {
        for (int i = 0; i < 10; i++) {
            double angle = i * PI / 5 - PI / 2, reach = (i & 1 ? 0.45 : 1) * size;
            cairo_line_to(cairo, x + reach * cos(angle), y + reach * sin(angle));
        }
        cairo_close_path(cairo);
        ink(cairo, colour[0], 1);
        cairo_fill(cairo);
    }
}

/* ---- states ---- */

static bool says(const char *state, const char *part) { return strstr(state, part) != NULL; }

static void badge_ground(cairo_t *cairo, uint32_t fill)
{
    ink(cairo, fill, 1);
    cairo_fill_preserve(cairo);
    ink(cairo, BLACK_INK, 1);
    cairo_stroke(cairo);
}

static void polygon(cairo_t *cairo, double x, double y, double size, int corners, double turn)
{
    for (int i = 0; i < corners; i++) {
        double angle = (i + turn) * 2 * PI / corners - PI / 2;
        cairo_line_to(cairo, x + size * cos(angle), y + size * sin(angle));
    }
    cairo_close_path(cairo);
}

/* One state in words as a sign: a triangle for disorder, a box with its level for want of supply, two
 * wheels for transport; any other state is a disc with its initial, or its level if there is one. */
void draw_badge(cairo_t *cairo, double x, double y, double size, const char *state, int level)
{
    char label[8] = "";
    cairo_save(cairo);
    cairo_new_path(cairo);
    cairo_set_line_width(cairo, size * 0.14);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    if (says(state, "isorgani") || says(state, "isrupt") || says(state, "haken")) {
        polygon(cairo, x, y + size * 0.15, size * 1.15, 3, 0);
        badge_ground(cairo, 0xF6A623);
        snprintf(label, sizeof label, "!");
        y += size * 0.25;
    } else if (says(state, "supply")) {
        cairo_rectangle(cairo, x - size * 0.9, y - size * 0.8, size * 1.8, size * 1.6);
        badge_ground(cairo, 0xF2E6B1);
        snprintf(label, sizeof label, "%d", level % 10);
    } else if (says(state, "transport") || says(state, "limber")) {
        cairo_rectangle(cairo, x - size, y - size * 0.75, size * 2, size * 0.9);
        badge_ground(cairo, 0xD9D2C0);
        for (int wheel = -1; wheel <= 1; wheel += 2) {
            cairo_new_sub_path(cairo);
            cairo_arc(cairo, x + wheel * size * 0.55, y + size * 0.35, size * 0.42, 0, 2 * PI);
        }
        badge_ground(cairo, PAPER);
    } else {
        cairo_arc(cairo, x, y, size * 0.95, 0, 2 * PI);
        badge_ground(cairo, PAPER);
        if (level)
            snprintf(label, sizeof label, "%d", level % 10);
        else if (state[0] >= 'a' && state[0] <= 'z')
            snprintf(label, sizeof label, "%c", state[0] - 'a' + 'A');
        else
            snprintf(label, sizeof label, "%c", state[0] > 0 ? state[0] : '*');
    }
    text_face(cairo, SANS_BOLD, size * 1.25);
    ink(cairo, BLACK_INK, 1);
    text_centred(cairo, x, y + size * 0.45, label);
    cairo_restore(cairo);
}

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

/* States that need no badge: a sign elsewhere shows them (works, the cover of a stack), or they only tell
 * what the counter did in this phase ("has fought"). */
static bool is_quiet(const char *state)
{
    return says(state, "fortif") || says(state, "covered") || !strncmp(state, "has ", 4) || !strncmp(state, "was ", 4);
}

/* Up to four badges beside the symbol, the left ones first. */
static void counter_states(cairo_t *cairo, double x, double y, double width, double size, const Look *look)
{
    static const double place[][2] = {{-0.39, 0.09}, {-0.39, -0.13}, {0.39, 0.14}, {0.27, 0.14}};
    size_t shown = 0;
    for (int i = 0; i < look->marks && shown < sizeof place / sizeof *place; i++) {
        const Sentence *state = &look->mark[i];
        if (is_quiet(state->words))
            continue;
        draw_badge(cairo, x + width * place[shown][0], y + width * place[shown][1], size, state->words, state->arg[0]);
        shown++;
    }
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

/* What a counter shows, by what can be read on it: everything; symbol and values, larger; the symbol alone. */
typedef struct CounterFace {
    double box_width, box_height, box_y, values, values_y, badge; /* shares of its width */
} CounterFace;

static const CounterFace WHOLE = {0.46, 0.30, -0.07, 0.27, 0.42, 0.095}, PLAIN = {0.64, 0.40, -0.2, 0.36, 0.41, 0.13},
                         BARE = {0.8, 0.54, 0, 0, 0, 0};
static const double NAME_SIZE = 0.12;

static const CounterFace *counter_face(cairo_t *cairo, double width)
{
    if (text_readable(cairo, NAME_SIZE * width))
        return &WHOLE;
    return text_readable(cairo, PLAIN.values * width) ? &PLAIN : &BARE;
}

/* Name, size, nation and stars. */
static void counter_names(cairo_t *cairo, double x, double y, double width, const Look *look)
{
    if (look->size[0]) {
        text_face(cairo, SANS_BOLD, width * 0.14);
        text_centred(cairo, x, y + width * (WHOLE.box_y - WHOLE.box_height / 2 - 0.035), look->size);
    }
    if (look->nation[0]) {
        char initial[8];
        text_letter(look->nation, initial);
        text_face(cairo, SANS_BOLD, width * 0.13);
        text_left(cairo, x - width * 0.455, y - width * 0.375, initial);
    }
    if (look->known && look->name[0]) {
        char name[sizeof look->name];
        short_name(look, name);
        fit_text(cairo, SANS, width * NAME_SIZE, width * 0.6, name);
        text_centred(cairo, x, y - width * 0.375, name);
    }
    int shown = 0;
    for (int star = 0; star < 4; star++)
        if (look->stars & 1 << star)
            draw_star(cairo, x + width * (0.4 - 0.16 * shown++), y - width * 0.39, width * 0.075, star);
}

void draw_counter(cairo_t *cairo, double x, double y, double width, const Look *look)
{
    const CounterFace *face = counter_face(cairo, width);
    double box_y = y + width * face->box_y;
    const char *values = look->values[0] ? look->values : look->known ? "" : "?";
    cairo_save(cairo);
    counter_blank(cairo, x, y, width, look);
    if (look->full_steps > 1 && look->steps && look->steps < look->full_steps)
        counter_band(cairo, x, box_y, width);
    draw_symbol(cairo, x, box_y, width * face->box_width, width * face->box_height, look->symbol, BLACK_INK);
    ink(cairo, look->ink, 1);
    if (face->values > 0) {
        fit_text(cairo, SANS_BOLD, width * face->values, width * 0.88, values);
        text_centred(cairo, x, y + width * face->values_y, values);
    }
    if (face == &WHOLE)
        counter_names(cairo, x, y, width, look);
    if (face->badge > 0)
        counter_states(cairo, x, y, width, width * face->badge, look);
    cairo_restore(cairo);
}

/* ---- stacks and markers of a position ---- */

#define COUNTER_WIDTH 1.14
#define STACK_STEP 0.065
#define STACK_NUMBER 0.23
#define STACK_ROOM 64
#define MARKS_ROOM 2048

void draw_works_ring(cairo_t *cairo, Point centre, double size)
{
    cairo_new_path(cairo);
    int teeth = 24;
    for (int i = 0; i < teeth * 2; i++) {
        double angle = i * PI / teeth, reach = size * (i & 1 ? 0.86 : 1);
        cairo_line_to(cairo, centre.x + reach * cos(angle), centre.y + reach * sin(angle));
    }
    cairo_close_path(cairo);
    cairo_new_sub_path(cairo);
    cairo_arc_negative(cairo, centre.x, centre.y, size * 0.74, 2 * PI, 0);
    ink(cairo, EARTH, 0.95);
    cairo_fill(cairo);
}

static bool is_works(const char *symbol)
{
    return !strcmp(symbol, "FF") || !strncmp(symbol, "FORT", 4) || !strcmp(symbol, "ENTRENCH") ||
           !strcmp(symbol, "HEDGEHOG");
}

/* Field works lie under the stack; other markers of hexes show beside it. */
void draw_marks_below(Canvas *canvas)
{
    static Mark mark[MARKS_ROOM];
    const Picture *picture = canvas->picture;
    if (!picture->view)
        return;
    int marks = picture->scenario->system->marks(picture->scenario, picture->view, mark, MARKS_ROOM);
    for (int i = 0; i < marks; i++) {
        if (mark[i].hexside != NO_HEXSIDE || mark[i].hex == NO_HEX || !hex_shown(picture, mark[i].hex))
            continue;
        if (is_works(mark[i].symbol))
            draw_works_ring(canvas->cairo, hex_centre(canvas->map, mark[i].hex), 0.84);
    }
}

static void draw_marks_above(Canvas *canvas)
{
    static Mark mark[MARKS_ROOM];
    const Picture *picture = canvas->picture;
    int marks = picture->scenario->system->marks(picture->scenario, picture->view, mark, MARKS_ROOM);
    for (int i = 0; i < marks; i++) {
        if (mark[i].hexside != NO_HEXSIDE || mark[i].hex == NO_HEX || !hex_shown(picture, mark[i].hex))
            continue;
        if (is_works(mark[i].symbol) || !strcmp(mark[i].symbol, "MASK"))
            continue;
        Point centre = hex_centre(canvas->map, mark[i].hex);
        cairo_t *cairo = canvas->cairo;
        char label[SAY_TEXT];
        say(picture->scenario, picture->tongue, picture->view, &mark[i].label, label, sizeof label);
        const char *words = label[0] ? label : mark[i].symbol;
        text_face(cairo, SANS_BOLD, 0.2);
        double width = text_width(cairo, words) + 0.14;
        double x = centre.x - width / 2, y = centre.y + 0.5;
        cairo_new_path(cairo);
        cairo_rectangle(cairo, x, y, width, 0.26);
        ink(cairo, PAPER, 0.95);
        cairo_fill_preserve(cairo);
        ink(cairo, mark[i].side < picture->scenario->sides ? picture->scenario->side_colour[mark[i].side] : BLACK_INK,
            1);
        cairo_set_line_width(cairo, 0.04);
        cairo_stroke(cairo);
        ink(cairo, BLACK_INK, 1);
        text_centred(cairo, centre.x, y + 0.2, words);
    }
}

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
    draw_counter(cairo, at.x, at.y, COUNTER_WIDTH, &look);
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
    draw_marks_above(canvas);
}
