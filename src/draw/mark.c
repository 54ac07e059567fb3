/* mark.c — markers of hexes by the shape their kind declares: tints and rings under the counters, boards and icons
 * over them. What lies across a hexside is drawn with the bridges (road.c). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/canvas.h"

#define MARKS_ROOM 4096
#define BOARD_SMALLEST 0.2 /* letters on a board: few words in large ones */
#define BOARD_LARGEST 0.34
#define BOARD_WIDEST 2.6

static uint32_t colour_of(const Canvas *canvas, uint32_t colour, uint8_t side, uint32_t otherwise)
{
    const Scenario *scenario = canvas->picture->scenario;
    return colour ? colour : side < scenario->sides ? scenario->side_colour[side] : otherwise;
}

static Point place_of(const Canvas *canvas, const Mark *mark)
{
    return mark->hexside == NO_HEXSIDE ? hex_centre(canvas->map, mark->hex)
                                       : hexside_middle(canvas->map, mark->hexside);
}

static void board(const Canvas *canvas, Point at, uint32_t colour, const char *words)
{
    cairo_t *cairo = canvas->cairo;
    double size = fmax(BOARD_SMALLEST, fmin(BOARD_LARGEST, BOARD_WIDEST / (double)strlen(words)));
    text_face(cairo, SANS_BOLD, size);
    double width = text_width(cairo, words) + 0.14, high = size * 1.2;
    cairo_new_path(cairo);
    cairo_rectangle(cairo, at.x - width / 2, at.y - high / 2, width, high);
    ink(cairo, PAPER, 0.95);
    cairo_fill_preserve(cairo);
    ink(cairo, colour, 1);
    cairo_set_line_width(cairo, 0.04);
    cairo_stroke(cairo);
    ink(cairo, BLACK_INK, 1);
    text_centred(cairo, at.x, at.y + size * 0.36, words);
}

static void draw_mark(Canvas *canvas, const Mark *mark, const MarkKind *kind)
{
    cairo_t *cairo = canvas->cairo;
    const Picture *picture = canvas->picture;
    Point at = place_of(canvas, mark);
    uint32_t colour = colour_of(canvas, kind->colour, mark->side, kind->shape == MARK_BOARD ? BLACK_INK : 0);
    Paints paints = {.colour = colour, .ink = kind->ink, .level = mark->level};
    char words[SAY_TEXT];
    switch (kind->shape) {
    case MARK_TINT:
        cairo_new_path(cairo);
        hex_path(cairo, at, 1);
        ink(cairo, colour ? colour : 0x808080, 0.3);
        cairo_fill(cairo);
        break;
    case MARK_RING:
        draw_symbol(canvas, kind->drawing, at, 1, 0, paints);
        break;
    case MARK_ICON:
        draw_symbol(canvas, kind->drawing, (Point){at.x, at.y - (mark->hexside == NO_HEXSIDE ? 0.62 : 0)}, 0.2, 0,
                    paints);
        break;
    case MARK_BOARD:
        say(picture->scenario, picture->translation, picture->view, &mark->label, words, sizeof words);
        board(canvas, (Point){at.x, at.y + (mark->hexside == NO_HEXSIDE ? 0.63 : 0)}, colour,
              words[0] ? words : translation_words(picture->translation, kind->meaning));
        break;
    default:
        break;
    }
}

static void draw_marks(Canvas *canvas, unsigned shapes)
{
    static Mark mark[MARKS_ROOM];
    const Picture *picture = canvas->picture;
    if (!picture->view)
        return;
    const System *system = picture->scenario->system;
    int marks = system->marks(picture->scenario, picture->view, mark, MARKS_ROOM);
    for (int i = 0; i < marks; i++) {
        const MarkKind *kind = &system->mark_kinds[mark[i].kind];
        if (shapes >> kind->shape & 1 && mark[i].hex != NO_HEX && hex_shown(picture, mark[i].hex))
            draw_mark(canvas, &mark[i], kind);
    }
}

void draw_marks_below(Canvas *canvas) { draw_marks(canvas, 1u << MARK_TINT | 1u << MARK_RING); }

void draw_marks_above(Canvas *canvas) { draw_marks(canvas, 1u << MARK_BOARD | 1u << MARK_ICON); }

void draw_mark_sample(Canvas *canvas, Point at, const MarkKind *kind)
{
    cairo_t *cairo = canvas->cairo;
    Paints paints = {.colour = kind->colour, .ink = kind->ink};
    cairo_save(cairo);
    switch (kind->shape) {
    case MARK_RING:
        draw_symbol(canvas, kind->drawing, at, 0.62, 0, paints);
        break;
    case MARK_TINT:
        cairo_new_path(cairo);
        hex_path(cairo, at, 0.5);
        ink(cairo, kind->colour ? kind->colour : 0x808080, 0.4);
        cairo_fill(cairo);
        break;
    case MARK_BOARD:
        board(canvas, at, kind->colour ? kind->colour : SOFT_INK, "…");
        break;
    default:
        draw_symbol(canvas, kind->drawing, at, 0.32, 0, paints);
    }
    cairo_restore(cairo);
}
