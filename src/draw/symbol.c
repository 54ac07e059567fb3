/* symbol.c — the drawings of the table (core/symbols.h) with cairo. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/canvas.h"

static double unit_of(int thousandths) { return thousandths / (double)SYMBOL_UNIT; }

static void ellipse(cairo_t *cairo, double x, double y, double across, double down)
{
    cairo_save(cairo);
    cairo_translate(cairo, x, y);
    cairo_scale(cairo, across, down);
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, 0, 0, 1, 0, 2 * PI);
    cairo_close_path(cairo);
    cairo_restore(cairo);
}

static void part_path(cairo_t *cairo, const Symbols *symbols, const SymbolPart *part)
{
    cairo_new_path(cairo);
    for (int i = 0; i < part->steps; i++) {
        const SymbolStep *step = &symbols->step[part->first + i];
        double at[6];
        for (int j = 0; j < 6; j++)
            at[j] = unit_of(step->at[j]);
        switch (step->command) {
        case 'M':
            cairo_move_to(cairo, at[0], at[1]);
            break;
        case 'L':
            cairo_line_to(cairo, at[0], at[1]);
            break;
        case 'C':
            cairo_curve_to(cairo, at[0], at[1], at[2], at[3], at[4], at[5]);
            break;
        case 'O':
            ellipse(cairo, at[0], at[1], at[2], at[3]);
            break;
        case 'R':
            cairo_rectangle(cairo, at[0], at[1], at[2], at[3]);
            break;
        default:
            cairo_close_path(cairo);
        }
    }
}

static void stroke(cairo_t *cairo, const SymbolPart *part, uint32_t colour, double alpha)
{
    ink(cairo, colour, alpha);
    cairo_set_line_width(cairo, unit_of(part->width));
    cairo_stroke_preserve(cairo);
}

static void letters(cairo_t *cairo, double x, double y, double size, const char *words)
{
    text_face(cairo, SANS_BOLD, size);
    text_centred(cairo, x, y + size * 0.36, words);
    cairo_new_path(cairo);
}

static void draw_part(cairo_t *cairo, const Symbols *symbols, const SymbolPart *part, const Paints *paints)
{
    uint32_t lines = paints->ink ? paints->ink : BLACK_INK;
    uint32_t ground = part->paint == PAINT_PAPER || !paints->colour ? PAPER : paints->colour;
    char level[8];
    switch (part->paint) {
    case PAINT_TEXT:
    case PAINT_LEVEL:
        snprintf(level, sizeof level, "%d", paints->level);
        ink(cairo, lines, 1);
        if (part->paint == PAINT_TEXT || paints->level)
            letters(cairo, unit_of(part->x), unit_of(part->y), unit_of(part->size),
                    part->paint == PAINT_TEXT ? part->words : level);
        return;
    default:
        part_path(cairo, symbols, part);
    }
    switch (part->paint) {
    case PAINT_FILL:
        ink(cairo, lines, 1);
        cairo_fill(cairo);
        break;
    case PAINT_GROUND:
    case PAINT_PAPER: /* the edge shows outside alone */
        if (part->width)
            stroke(cairo, part, lines, 1);
        ink(cairo, ground, paints->alpha > 0 ? paints->alpha : 1);
        cairo_fill(cairo);
        break;
    default:
        stroke(cairo, part,
               part->paint == PAINT_HALO   ? 0xFFFFFF
               : part->paint == PAINT_DARK ? 0x1A1A1A
                                           : lines,
               part->paint == PAINT_FAINT ? 0.35 : 1);
        cairo_new_path(cairo);
    }
}

void draw_symbol(const Canvas *canvas, const char *name, Point at, double unit, double angle, Paints paints)
{
    cairo_t *cairo = canvas->cairo;
    const Symbols *symbols = canvas->picture->symbols;
    const Symbol *symbol = symbols ? symbol_named(symbols, name) : NULL;
    cairo_save(cairo);
    cairo_translate(cairo, at.x, at.y);
    cairo_rotate(cairo, angle);
    cairo_scale(cairo, unit, unit);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    for (int i = 0; symbol && i < symbol->parts; i++)
        draw_part(cairo, symbols, &symbols->part[symbol->first + i], &paints);
    if (!symbol) {
        ink(cairo, paints.ink ? paints.ink : BLACK_INK, 1);
        letters(cairo, 0, 0, strlen(name) > 2 ? 0.9 : 1.5, name);
    }
    cairo_restore(cairo);
}

void draw_branch(const Canvas *canvas, Point at, double height, const char *symbol, uint32_t field)
{
    cairo_t *cairo = canvas->cairo;
    double width = 1.5 * height;
    cairo_save(cairo);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER);
    cairo_new_path(cairo);
    cairo_rectangle(cairo, at.x - width / 2, at.y - height / 2, width, height);
    ink(cairo, field ? field : PAPER, field ? 1 : 0.9);
    cairo_fill(cairo);
    draw_symbol(canvas, symbol[0] ? symbol : "?", at, height / 2, 0, (Paints){0});
    cairo_rectangle(cairo, at.x - width / 2, at.y - height / 2, width, height);
    ink(cairo, BLACK_INK, 1);
    cairo_set_line_width(cairo, width * 0.075);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}
