/* page.c — one plan on a page of A5: its name, the ground it lies on with its sketches, and its rows as in the panels,
 * with the counters it names. All that belongs to a plan bears its number (look.h); this file knows no more of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"

/* In points, at a scale of 36. */
#define PAGE_WIDTH 419.53
#define PAGE_HEIGHT 595.28
#define USUAL_SCALE 36.0
#define EDGE 28.0
#define HEAD 46.0    /* from the upper edge to the ground */
#define GROUND 290.0 /* the ground is no higher */
#define LARGEST 30.0 /* nor its hexes */
#define LABELS 0.46  /* of the width are for the labels of rows */
#define SKETCHES_ROOM 256

typedef struct Page {
    const Picture *picture;
    cairo_t *cairo;
    const Panels *panels;
    double size; /* of letters */
} Page;

static int sketches_of(const Picture *picture, Sketch *out)
{
    const System *system = picture->view ? picture->scenario->system : NULL;
    int all = system && system->sketches ? system->sketches(picture->scenario, picture->view, out, SKETCHES_ROOM) : 0;
    int count = 0;
    for (int i = 0; i < all; i++)
        if (out[i].plan == picture->plan)
            out[count++] = out[i];
    return count;
}

bool picture_has_plan(const Picture *picture)
{
    static Sketch sketch[SKETCHES_ROOM];
    return sketches_of(picture, sketch) > 0;
}

void page_size(const Picture *picture, double *width, double *height)
{
    *width = ceil(PAGE_WIDTH * picture->hex / USUAL_SCALE);
    *height = ceil(PAGE_HEIGHT * picture->hex / USUAL_SCALE);
}

/* ---- the ground ---- */

/* The part of the map that its sketches lie on, with some hexes around them; the plan's side. */
static int cut_out(const Picture *whole, Picture *part)
{
    static Sketch sketch[SKETCHES_ROOM];
    const Grid *grid = &whole->map->grid;
    int count = sketches_of(whole, sketch), side = NO_SIDE;
    *part = *whole;
    part->bare = true;
    part->first_column = grid->columns - 1;
    part->first_row = grid->rows - 1;
    part->last_column = part->last_row = 0;
    for (int i = 0; i < count; i++) {
        side = sketch[i].side;
        int around = 2 + (sketch[i].kind == SKETCH_AREA ? sketch[i].width : 0);
        for (int j = 0; j < sketch[i].hexes; j++) {
            int column = hex_column(grid, sketch[i].hex[j]), row = hex_row(grid, sketch[i].hex[j]);
            part->first_column = column - around < part->first_column ? column - around : part->first_column;
            part->last_column = column + around > part->last_column ? column + around : part->last_column;
            part->first_row = row - around < part->first_row ? row - around : part->first_row;
            part->last_row = row + around > part->last_row ? row + around : part->last_row;
        }
    }
    part->first_column = part->first_column < 0 ? 0 : part->first_column;
    part->first_row = part->first_row < 0 ? 0 : part->first_row;
    part->last_column = part->last_column >= grid->columns ? grid->columns - 1 : part->last_column;
    part->last_row = part->last_row >= grid->rows ? grid->rows - 1 : part->last_row;
    return side;
}

/* The picture without its margins, as large as there is room; returns how high it came out. */
static double draw_part(Page *page, Picture *part)
{
    double width, height, room = PAGE_WIDTH - 2 * EDGE;
    part->hex = ROOT3; /* a length is a hex side */
    picture_size(part, &width, &height);
    width -= 2 * PICTURE_MARGIN - 0.2; /* half of its frame lies outside */
    height -= 2 * PICTURE_MARGIN - 0.2;
    double scale = fmin(LARGEST / ROOT3, fmin(room / width, GROUND / height)), margin = PICTURE_MARGIN - 0.1;
    part->hex = scale * ROOT3;
    cairo_save(page->cairo);
    cairo_translate(page->cairo, (PAGE_WIDTH - width * scale) / 2, HEAD);
    cairo_rectangle(page->cairo, 0, 0, width * scale, height * scale);
    cairo_clip(page->cairo);
    cairo_translate(page->cairo, -margin * scale, -margin * scale);
    picture_draw(part, page->cairo);
    cairo_restore(page->cairo);
    return height * scale;
}

/* ---- words ---- */

static void say_row(const Page *page, Sentence sentence, char out[SAY_TEXT])
{
    sentence.rule = 0;
    say(page->picture->scenario, page->picture->translation, page->picture->view, &sentence, out, SAY_TEXT);
}

/* The counters that the row names, then its hexes if they are several. */
static void say_refs(const Page *page, const PanelRow *row, char *out, size_t room)
{
    const Picture *picture = page->picture;
    size_t used = 0;
    char text[EDGE_TEXT];
    out[0] = '\0';
    for (int i = 0; i < row->pieces && used < room; i++) {
        Look look;
        look_clear(&look);
        picture->scenario->system->look(picture->scenario, picture->view, page->panels->ref[row->first + i], &look);
        used += (size_t)snprintf(out + used, room - used, "%s%s", i ? ", " : "", look.name);
    }
    for (int i = 0; i < row->hexes && row->hexes > 1 && !row->pieces && used < room; i++)
        used += (size_t)snprintf(out + used, room - used, "%s%s", i ? "  " : "",
                                 hex_print(&picture->map->grid, page->panels->ref[row->first + row->pieces + i], text));
}

/* Returns where the next row begins. */
static double draw_row(const Page *page, const PanelRow *row, double y, bool measure)
{
    char words[SAY_TEXT], refs[2048];
    cairo_t *cairo = page->cairo;
    double leading = 1.25 * page->size, width = PAGE_WIDTH - 2 * EDGE, left = LABELS * width;
    ink(cairo, TEXT_INK, 1);
    text_face(cairo, row->strong ? SANS_BOLD : SANS, page->size);
    say_row(page, row->label, words);
    double label = text_block(cairo, EDGE, y, left - 6, leading, words, measure);
    say_row(page, row->value, words);
    double value = text_block(cairo, EDGE + left, y, width - left, leading, words, measure);
    double used = fmax(fmax(label, value), leading);
    say_refs(page, row, refs, sizeof refs);
    if (refs[0]) {
        ink(cairo, SOFT_INK, 1);
        text_face(cairo, SANS, 0.86 * page->size);
        used += text_block(cairo, EDGE + 8, y + used, width - 8, 1.1 * page->size, refs, measure) + 0.15 * page->size;
    }
    return y + used + 0.25 * page->size;
}

/* Its owner's note: over the whole width, under everything else. */
static double draw_note(const Page *page, double y, bool measure)
{
    ink(page->cairo, TEXT_INK, 1);
    text_face(page->cairo, SERIF_ITALIC, 1.1 * page->size);
    return y + 0.5 * page->size +
           text_block(page->cairo, EDGE, y + 0.5 * page->size, PAGE_WIDTH - 2 * EDGE, 1.35 * page->size,
                      page->picture->note, measure);
}

static double draw_rows(const Page *page, double y, bool measure)
{
    bool first = true;
    for (int i = 0; i < page->panels->rows; i++) {
        if (page->panels->row[i].plan != page->picture->plan)
            continue;
        if (!first) /* the first is the page's title */
            y = draw_row(page, &page->panels->row[i], y, measure);
        first = false;
    }
    return page->picture->note && page->picture->note[0] ? draw_note(page, y, measure) : y;
}

static void draw_head(const Page *page)
{
    const Picture *picture = page->picture;
    cairo_t *cairo = page->cairo;
    char words[SAY_TEXT] = "", track[400];
    Sentence parts[TRACK_PARTS];
    for (int i = page->panels->rows - 1; i >= 0; i--)
        if (page->panels->row[i].plan == picture->plan)
            say_row(page, page->panels->row[i].label, words);
    int count = picture->scenario->system->track(picture->scenario, picture->view, parts, TRACK_PARTS);
    for (int i = 0; i < count; i++)
        parts[i].rule = 0;
    say_all(picture->scenario, picture->translation, picture->view, parts, count, track, sizeof track);
    words[0] = words[0] >= 'a' && words[0] <= 'z' ? (char)(words[0] - 'a' + 'A') : words[0];
    ink(cairo, TEXT_INK, 1);
    text_face(cairo, SERIF_BOLD, 15);
    text_left(cairo, EDGE, EDGE + 6, words);
    ink(cairo, SOFT_INK, 1);
    text_face(cairo, SERIF_ITALIC, 8);
    const char *title = translation_words(picture->translation, picture->scenario->title);
    char line[600];
    snprintf(line, sizeof line, "%s  \u00b7  %s", title, track);
    text_left(cairo, EDGE, EDGE + 17, line);
}

/* The state of the plan: the value of its first row. */
static double draw_standing(const Page *page, double y)
{
    char words[SAY_TEXT];
    for (int i = 0; i < page->panels->rows; i++)
        if (page->panels->row[i].plan == page->picture->plan) {
            say_row(page, page->panels->row[i].value, words);
            ink(page->cairo, TEXT_INK, 1);
            text_face(page->cairo, SANS_BOLD, page->size);
            return y + text_block(page->cairo, EDGE, y, PAGE_WIDTH - 2 * EDGE, 1.3 * page->size, words, false);
        }
    return y;
}

void page_draw(const Picture *picture, cairo_t *cairo)
{
    static const double sizes[] = {9, 8, 7, 6, 5};
    Picture part;
    Panels *panels = calloc(1, sizeof *panels);
    if (!panels)
        abort();
    int side = cut_out(picture, &part);
    if (picture->scenario->system->panels)
        picture->scenario->system->panels(picture->scenario, picture->view, side, panels);
    Page page = {.picture = picture, .cairo = cairo, .panels = panels};
    cairo_save(cairo);
    cairo_scale(cairo, picture->hex / USUAL_SCALE, picture->hex / USUAL_SCALE);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    double y = HEAD + draw_part(&page, &part) + 16;
    draw_head(&page);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        page.size = sizes[i];
        if (draw_rows(&page, y + 2 * page.size, true) < PAGE_HEIGHT - EDGE / 2)
            break;
    }
    y = draw_standing(&page, y);
    draw_rows(&page, y + 0.4 * page.size, false);
    cairo_restore(cairo);
    free(panels);
}
