/* title.c — the title of a picture, its scale and north. */
#include <stdio.h>
#include <string.h>

#include "draw/canvas.h"

static void scale_bar(Canvas *canvas, double right, double y)
{
    cairo_t *cairo = canvas->cairo;
    if (canvas->map->scale <= 0)
        return;
    static const int metres[] = {50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000};
    enum { STEPS = sizeof metres / sizeof *metres };
    int unit = 0;
    while (unit + 1 < STEPS && metres[unit] * ROOT3 / canvas->map->scale < 2)
        unit++;
    bool kilometres = metres[unit] >= 1000;
    double part = metres[unit] * ROOT3 / canvas->map->scale, left = right - 4 * part;
    char words[32];
    for (int i = 0; i < 4; i++) {
        cairo_new_path(cairo);
        cairo_rectangle(cairo, left + i * part, y, part, 0.22);
        ink(cairo, i & 1 ? 0xFFFFFF : TEXT_INK, 1);
        cairo_fill_preserve(cairo);
        ink(cairo, TEXT_INK, 1);
        cairo_set_line_width(cairo, 0.04);
        cairo_stroke(cairo);
    }
    text_face(cairo, SANS, 0.42);
    for (int i = 0; i <= 4; i += 2) {
        snprintf(words, sizeof words, "%d%s", metres[unit] * i / (kilometres ? 1000 : 1),
                 i < 4        ? ""
                 : kilometres ? " km"
                              : " m");
        text_centred(cairo, left + i * part, y - 0.15, words);
    }
    bool far = canvas->map->scale >= 1000;
    snprintf(words, sizeof words, far ? "one hex = %.3g km" : "one hex = %.0f m",
             canvas->map->scale / (far ? 1000.0 : 1));
    text_centred(cairo, left + 2 * part, y + 0.75, words);
}

static void north_arrow(cairo_t *cairo, double x, double y)
{
    for (int half = -1; half <= 1; half += 2) {
        cairo_new_path(cairo);
        cairo_move_to(cairo, x, y - 1);
        cairo_line_to(cairo, x + half * 0.42, y + 0.7);
        cairo_line_to(cairo, x, y + 0.4);
        cairo_close_path(cairo);
        ink(cairo, half < 0 ? TEXT_INK : 0xFFFFFF, 1);
        cairo_fill_preserve(cairo);
        ink(cairo, TEXT_INK, 1);
        cairo_set_line_width(cairo, 0.05);
        cairo_stroke(cairo);
    }
    text_face(cairo, SERIF_BOLD, 0.62);
    text_centred(cairo, x, y - 1.12, "N");
}

void draw_title(Canvas *canvas, double x, double y, double width)
{
    const Picture *picture = canvas->picture;
    cairo_t *cairo = canvas->cairo;
    char second[400] = "";
    if (picture->view) {
        Sentence track[TRACK_PARTS];
        int parts = picture->scenario->system->track(picture->scenario, picture->view, track, TRACK_PARTS);
        say_all(picture->scenario, picture->translation, picture->view, track, parts, second, sizeof second);
    }
    const char *title =
        translation_words(picture->translation, picture->scenario ? picture->scenario->title : canvas->map->title);
    bool narrow = width < 34;
    ink(cairo, TEXT_INK, 1);
    double room = width - (narrow ? 0 : 24);
    text_face(cairo, SERIF_BOLD, 1.9);
    double wide = text_width(cairo, title);
    if (wide > room)
        text_face(cairo, SERIF_BOLD, 1.9 * room / wide);
    text_left(cairo, x, y + 1.9, title);
    text_face(cairo, SERIF_ITALIC, 0.78);
    ink(cairo, SOFT_INK, 1);
    char line[600];
    const char *place = picture->scenario ? translation_words(picture->translation, canvas->map->title) : "";
    place = strcmp(place, title) ? place : ""; /* once is enough */
    snprintf(line, sizeof line, "%s%s%s", place, place[0] && second[0] ? "  \u00b7  " : "", second);
    if (!line[0] && picture->map->schema)
        snprintf(line, sizeof line, "%d by %d hexes", canvas->map->grid.columns, canvas->map->grid.rows);
    wide = text_width(cairo, line);
    if (wide > room)
        text_face(cairo, SERIF_ITALIC, 0.78 * room / wide);
    text_left(cairo, x, y + 3.1, line);
    if (narrow)
        return;
    scale_bar(canvas, x + width - 3.4, y + 1.4);
    north_arrow(cairo, x + width - 1.1, y + 1.9);
}
