/* text.c — letters: faces, haloes, blocks, and names along a river. */
#include <math.h>
#include <string.h>

#include "draw/canvas.h"

void ink(cairo_t *cairo, uint32_t colour, double alpha)
{
    cairo_set_source_rgba(cairo, (colour >> 16 & 255) / 255.0, (colour >> 8 & 255) / 255.0, (colour & 255) / 255.0,
                          alpha);
}

void text_face(cairo_t *cairo, Face face, double size)
{
    static const struct {
        const char *family;
        cairo_font_slant_t slant;
        cairo_font_weight_t weight;
    } faces[] = {
        [SANS] = {"DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL},
        [SANS_BOLD] = {"DejaVu Sans", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD},
        [SERIF_ITALIC] = {"DejaVu Serif", CAIRO_FONT_SLANT_ITALIC, CAIRO_FONT_WEIGHT_NORMAL},
        [SERIF_BOLD] = {"DejaVu Serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD},
        [SERIF_BOLD_ITALIC] = {"DejaVu Serif", CAIRO_FONT_SLANT_ITALIC, CAIRO_FONT_WEIGHT_BOLD},
        [MONO] = {"DejaVu Sans Mono", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL},
    };
    cairo_select_font_face(cairo, faces[face].family, faces[face].slant, faces[face].weight);
    cairo_set_font_size(cairo, size);
}

enum { SMALLEST = 5 }; /* pixels of a letter's height */

bool text_readable(cairo_t *cairo, double size)
{
    if (cairo_surface_get_type(cairo_get_target(cairo)) != CAIRO_SURFACE_TYPE_IMAGE)
        return true;
    double across = 0;
    cairo_user_to_device_distance(cairo, &across, &size);
    return size >= SMALLEST;
}

double text_width(cairo_t *cairo, const char *words)
{
    cairo_text_extents_t extents;
    cairo_text_extents(cairo, words, &extents);
    return extents.x_advance;
}

void text_left(cairo_t *cairo, double x, double y, const char *words)
{
    cairo_move_to(cairo, x, y);
    cairo_show_text(cairo, words);
}

void text_centred(cairo_t *cairo, double x, double y, const char *words)
{
    text_left(cairo, x - text_width(cairo, words) / 2, y, words);
}

void text_haloed(cairo_t *cairo, double x, double y, const char *words, uint32_t colour, uint32_t halo, double edge)
{
    double left = x - text_width(cairo, words) / 2;
    cairo_new_path(cairo);
    cairo_move_to(cairo, left, y);
    cairo_text_path(cairo, words);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_width(cairo, edge * 2);
    ink(cairo, halo, 0.85);
    cairo_stroke(cairo);
    ink(cairo, colour, 1);
    text_left(cairo, left, y, words);
}

double text_block(cairo_t *cairo, double x, double y, double width, double leading, const char *words, bool measure)
{
    char line[400] = "";
    double used = 0;
    const char *at = words;
    while (*at) {
        size_t word = strcspn(at, " ");
        char longer[400];
        size_t have = strlen(line);
        if (have + word + 2 > sizeof longer)
            break;
        memcpy(longer, line, have);
        if (have)
            longer[have++] = ' ';
        memcpy(longer + have, at, word);
        longer[have + word] = '\0';
        if (line[0] && text_width(cairo, longer) > width) {
            if (!measure)
                text_left(cairo, x, y + used, line);
            used += leading;
            memcpy(line, at, word);
            line[word] = '\0';
        } else {
            memcpy(line, longer, have + word + 1);
        }
        at += word;
        at += strspn(at, " ");
    }
    if (line[0]) {
        if (!measure)
            text_left(cairo, x, y + used, line);
        used += leading;
    }
    return used;
}

int text_letter(const char *words, char out[8])
{
    int bytes = 1;
    while ((words[bytes] & 0xC0) == 0x80 && bytes < 7)
        bytes++;
    memcpy(out, words, (size_t)bytes);
    out[bytes] = '\0';
    return bytes;
}

double text_along_width(cairo_t *cairo, double spacing, const char *words)
{
    double width = 0;
    char letter[8];
    for (const char *at = words; *at; at += text_letter(at, letter)) {
        text_letter(at, letter);
        width += text_width(cairo, letter) + spacing;
    }
    return width - spacing;
}

void text_along(cairo_t *cairo, const Course *course, double start, double spacing, const char *words, uint32_t colour,
                uint32_t halo)
{
    for (int pass = 0; pass < 2; pass++) {
        double length = start;
        char letter[8];
        for (const char *at = words; *at;) {
            at += text_letter(at, letter);
            double width = text_width(cairo, letter), angle;
            Point place = course_at(course, length + width / 2, &angle);
            cairo_save(cairo);
            cairo_translate(cairo, place.x, place.y);
            cairo_rotate(cairo, angle);
            if (pass == 0) {
                cairo_move_to(cairo, -width / 2, 0);
                cairo_text_path(cairo, letter);
                cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
                cairo_set_line_width(cairo, 0.1);
                ink(cairo, halo, 0.8);
                cairo_stroke(cairo);
            } else {
                ink(cairo, colour, 1);
                text_left(cairo, -width / 2, 0, letter);
            }
            cairo_restore(cairo);
            length += width + spacing;
        }
    }
}
