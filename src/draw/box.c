/* box.c — the boxes beside the map: a titled sheet each, with the counters that stand in it in rows. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/canvas.h"

#define TITLE 0.42
#define PAD 0.18
#define ROOM 256

static const uint32_t SHEET = 0xF6F0DC, BAND = 0xDDD0AE, RIM = 0x2E271B, OURS_INK = 0x6B6350;

Box box_place(const Map *map, int index)
{
    const MapBox *box = &map->box[index];
    Point origin = grid_centre(&map->grid, 0, 0);
    double unit = ROOT3 / 10;
    return (Box){origin.x + box->left * unit, origin.y + box->top * unit, box->width * unit, box->height * unit};
}

static void draw_sheet(Canvas *canvas, int index, Box at)
{
    cairo_t *cairo = canvas->cairo;
    const MapBox *box = &canvas->map->box[index];
    cairo_new_path(cairo);
    cairo_rectangle(cairo, at.x, at.y, at.width, at.height);
    ink(cairo, SHEET, 1);
    cairo_fill(cairo);
    cairo_rectangle(cairo, at.x, at.y, at.width, TITLE + 2 * PAD);
    ink(cairo, BAND, 1);
    cairo_fill(cairo);
    cairo_rectangle(cairo, at.x, at.y, at.width, at.height);
    ink(cairo, RIM, 1);
    cairo_set_line_width(cairo, 0.07);
    cairo_stroke(cairo);
    text_face(cairo, SERIF_BOLD, TITLE);
    double size = fmin(1, (at.width - 2 * PAD) / text_width(cairo, box->title)) * TITLE;
    text_face(cairo, SERIF_BOLD, size);
    ink(cairo, RIM, 1);
    text_centred(cairo, at.x + at.width / 2, at.y + PAD + TITLE * 0.85, box->title);
    text_face(cairo, SANS, 0.2);
    ink(cairo, OURS_INK, 1);
    text_left(cairo, at.x + PAD, at.y + at.height - PAD * 0.7, canvas->map->box_name[index]);
}

/* Rows of counters as large as they can be, down to a smallest size; what finds no room is counted. */
static void draw_holding(Canvas *canvas, Hex hex, Box at)
{
    const Picture *picture = canvas->picture;
    const System *system = picture->scenario->system;
    Piece piece[ROOM];
    int count = system->stack(picture->scenario, picture->view, hex, piece, ROOM);
    double top = at.y + TITLE + 3 * PAD, wide = at.width - 2 * PAD, high = at.y + at.height - top - 2 * PAD;
    double step = 1.3;
    while (step > 0.6 && floor(wide / step) * floor(high / step) < count)
        step *= 0.95;
    int columns = (int)fmax(1, floor(wide / step)), room = columns * (int)fmax(1, floor(high / step));
    for (int i = 0; i < count && i < room; i++) {
        Look look;
        memset(&look, 0, sizeof look);
        system->look(picture->scenario, picture->view, piece[i], &look);
        draw_counter(canvas->cairo, at.x + PAD + (i % columns + 0.5) * step, top + (i / columns + 0.5) * step,
                     step * 0.88, &look);
    }
    if (count > room) {
        char more[24];
        snprintf(more, sizeof more, "+%d", count - room);
        text_face(canvas->cairo, SANS_BOLD, 0.3);
        ink(canvas->cairo, RIM, 1);
        text_centred(canvas->cairo, at.x + at.width - 0.5, at.y + at.height - PAD * 0.7, more);
    }
}

void draw_boxes(Canvas *canvas)
{
    const Map *map = canvas->map;
    for (int i = 0; i < map->boxes; i++) {
        Hex hex = (Hex)(map->hexes + i);
        if (!hex_shown(canvas->picture, hex))
            continue;
        Box at = box_place(map, i);
        draw_sheet(canvas, i, at);
        if (canvas->picture->view)
            draw_holding(canvas, hex, at);
    }
}
