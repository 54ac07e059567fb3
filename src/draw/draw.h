/* draw.h — pictures of a map or a position: one drawing, three surfaces (SVG, PNG, PDF).
 *
 * The drawing knows no rulebook. It reads the Map, and of a game only what the System shows (look.h), always from
 * the view it is handed; so a picture can show no more than that view. Symbols, signs and marks are drawn as the
 * table of symbols has them, and the legend lists what the system declares. Map words it knows (forest, hills, swamp,
 * lake, stream, motorway …) have a look of their own; any other word of a system gets a pattern and a line in the
 * legend.
 *
 * All lengths inside are in hex sides (centre to corner = 1); `hex` says how many pixels or points a hex
 * is high. The same picture gives the same bytes, always: what looks random is hashed from the place. */
#ifndef SANDTABLE_DRAW_H
#define SANDTABLE_DRAW_H

#include "core/symbols.h"
#include "core/translation.h"
#include "draw/late.h"

typedef struct Picture {
    const Map *map;
    const Scenario *scenario;                           /* NULL: the bare ground */
    const Position *view;                               /* NULL: the bare ground */
    const Translation *translation;                     /* NULL: English */
    const Symbols *symbols;                             /* may be NULL without a view */
    double hex;                                         /* height of a hex, in pixels or points */
    int first_column, last_column, first_row, last_row; /* the part shown, all inclusive */
    bool bare;                                          /* no title and no legend */
    bool control;                                       /* draw control of hexes, where a view is given */
    uint16_t plan;    /* a page of A5 about this plan (look.h) in place of the picture, 0 none; the view must have it */
    const char *note; /* what is written beside that plan; NULL or empty: nothing */
} Picture;

/* The whole map, no game. */
Picture picture_of(const Map *map, double hex);
/* Whether the view shows anything of the plan requested. */
bool picture_has_plan(const Picture *picture);
/* Only the hexes between two corners, which are no boxes. */
void picture_crop(Picture *picture, Hex one, Hex other);
/* How large it comes out, in pixels or points. */
void picture_size(const Picture *picture, double *width, double *height);
void picture_draw(const Picture *picture, cairo_t *cairo);
/* Writes a file; its suffix chooses the surface. False with a sentence. */
bool picture_write(const Picture *picture, const char *file, char why[200]);

#endif
