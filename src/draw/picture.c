/* picture.c — the layers in their order, the sheet around them, and the three surfaces.
 *
 * The sheet: a title above, the map, and the legend at its right, smaller where the map is a small part,
 * or below if it does not fit at all. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"

#define MARGIN PICTURE_MARGIN
#define TITLE_HEIGHT 4.3
#define GAP LEGEND_GAP

static const uint32_t SHEET_COLOUR = 0xFBF8EE, FRAME_INK = 0x2E271B;

typedef struct Layout {
    double width, height; /* of the sheet */
    Point map;            /* where the shown part's top left goes */
    double left, top;     /* of the shown part on the whole map */
    double across, down;  /* its size */
    Point legend;
    int legend_columns; /* 0: none */
    double legend_scale;
} Layout;

Picture picture_of(const Map *map, double hex)
{
    return (Picture){.map = map, .hex = hex, .last_column = map->grid.columns - 1, .last_row = map->grid.rows - 1};
}

void picture_crop(Picture *picture, Hex one, Hex other)
{
    const Grid *grid = &picture->map->grid;
    int first = hex_column(grid, one), last = hex_column(grid, other);
    int top = hex_row(grid, one), bottom = hex_row(grid, other);
    picture->first_column = first < last ? first : last;
    picture->last_column = first < last ? last : first;
    picture->first_row = top < bottom ? top : bottom;
    picture->last_row = top < bottom ? bottom : top;
}

static cairo_t *scratch(void)
{
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    cairo_t *cairo = cairo_create(surface);
    cairo_surface_destroy(surface);
    return cairo;
}

static void plain_metrics(cairo_t *cairo)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
}

/* Beside the map, in one column of full size if that fits; a small part of a map has it smaller, or below. */
static void place_legend(const Picture *picture, Layout *layout)
{
    static const double scales[] = {1, 0.75, 0.5};
    Canvas canvas = {.cairo = scratch(), .picture = picture, .map = picture->map};
    plain_metrics(canvas.cairo);
    double room = fmax(LEGEND_WIDTH + GAP, layout->across / 2);
    for (size_t i = 0; i < sizeof scales / sizeof *scales && !layout->legend_columns; i++)
        for (int columns = 1; columns <= 3 && !layout->legend_columns; columns++) {
            double wide = columns * (LEGEND_WIDTH + GAP) * scales[i];
            if (wide > room || legend_height(&canvas, columns) * scales[i] > layout->down)
                continue;
            layout->legend_columns = columns;
            layout->legend_scale = scales[i];
            layout->legend = (Point){layout->width + GAP, layout->map.y};
            layout->width += wide + MARGIN;
        }
    if (!layout->legend_columns) {
        double scale = 0.5;
        int columns = (int)((layout->width - 2 * MARGIN) / (LEGEND_WIDTH + GAP) / scale);
        layout->legend_columns = columns < 1 ? 1 : columns > 6 ? 6 : columns;
        layout->legend_scale = scale;
        layout->legend = (Point){MARGIN, layout->height};
        layout->width = fmax(layout->width, LEGEND_WIDTH * scale + 2 * MARGIN);
        layout->height += legend_height(&canvas, layout->legend_columns) * scale + MARGIN;
    }
    cairo_destroy(canvas.cairo);
}

/* Widens the part shown to the boxes that lie beside it. */
static void include_boxes(const Picture *picture, Layout *layout)
{
    double right = layout->left + layout->across, bottom = layout->top + layout->down;
    for (int i = 0; i < picture->map->boxes && shows_all(picture); i++) {
        Box box = box_place(picture->map, i);
        layout->left = fmin(layout->left, box.x);
        layout->top = fmin(layout->top, box.y);
        right = fmax(right, box.x + box.width);
        bottom = fmax(bottom, box.y + box.height);
    }
    layout->across = right - layout->left;
    layout->down = bottom - layout->top;
}

static Layout lay_out(const Picture *picture)
{
    Layout layout = {0};
    layout.left = 1.5 * picture->first_column;
    layout.top = ROOT3 * picture->first_row;
    layout.across = 1.5 * (picture->last_column - picture->first_column + 1) + 0.5;
    layout.down = ROOT3 * (picture->last_row - picture->first_row + 1.5);
    include_boxes(picture, &layout);
    layout.map = (Point){MARGIN, MARGIN + (picture->bare ? 0 : TITLE_HEIGHT)};
    layout.width = layout.across + 2 * MARGIN;
    layout.height = layout.map.y + layout.down + MARGIN;
    if (picture->bare)
        return layout;
    place_legend(picture, &layout);
    return layout;
}

void picture_size(const Picture *picture, double *width, double *height)
{
    if (picture->plan && !picture->bare) {
        page_size(picture, width, height);
        return;
    }
    Layout layout = lay_out(picture);
    *width = ceil(layout.width * picture->hex / ROOT3);
    *height = ceil(layout.height * picture->hex / ROOT3);
}

/* The outline of the hexes shown, as one closed line. */
static void outline(const Picture *picture, cairo_t *cairo)
{
    const Grid *grid = &picture->map->grid;
    Course course = {.closed = true};
    for (int column = picture->first_column; column <= picture->last_column; column++)
        for (int corner = 0; corner <= 1; corner++)
            course_add(&course, hex_corner(grid_centre(grid, column, picture->first_row), corner));
    for (int row = picture->first_row; row <= picture->last_row; row++)
        for (int corner = 2; corner <= 3; corner++)
            course_add(&course, hex_corner(grid_centre(grid, picture->last_column, row), corner));
    for (int column = picture->last_column; column >= picture->first_column; column--)
        for (int corner = 3; corner <= 4; corner++)
            course_add(&course, hex_corner(grid_centre(grid, column, picture->last_row), corner));
    for (int row = picture->last_row; row >= picture->first_row; row--)
        for (int corner = 5; corner <= 6; corner++)
            course_add(&course, hex_corner(grid_centre(grid, picture->first_column, row), corner));
    cairo_new_path(cairo);
    course_path(cairo, &course);
    course_free(&course);
}

static void draw_ground_layers(Canvas *canvas)
{
    draw_ground(canvas);
    draw_grid(canvas);
    draw_places(canvas);
    draw_waters(canvas);
    draw_works(canvas);
    draw_hedges(canvas);
    draw_borders(canvas);
    draw_roads(canvas);
    draw_bridges(canvas);
}

static void draw_upper_layers(Canvas *canvas)
{
    draw_boxes(canvas);
    draw_hex_numbers(canvas);
    draw_control(canvas);
    draw_water_names(canvas);
    draw_marks_below(canvas);
    draw_sketches(canvas);
    draw_aims(canvas);
    draw_place_names(canvas);
    if (canvas->picture->plan) /* what is drawn matters, not the counters there */
        return;
    draw_stacks(canvas);
    draw_marks_above(canvas);
}

/* Covers whatever was drawn beyond the hexes shown. A clip would do the same, but the vector surfaces write
 * it out again for every text. */
static void cover_outside(const Picture *picture, cairo_t *cairo)
{
    double far = 4 * (picture->map->grid.columns + picture->map->grid.rows) + 100;
    outline(picture, cairo);
    cairo_rectangle(cairo, -far, -far, 2 * far, 2 * far);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_EVEN_ODD);
    ink(cairo, SHEET_COLOUR, 1);
    cairo_fill(cairo);
    cairo_set_fill_rule(cairo, CAIRO_FILL_RULE_WINDING);
}

void picture_draw(const Picture *picture, cairo_t *cairo)
{
    if (picture->plan && !picture->bare) { /* which draws the ground of its page by a bare picture */
        page_draw(picture, cairo);
        return;
    }
    Canvas *canvas = calloc(1, sizeof *canvas);
    if (!canvas)
        abort();
    *canvas = (Canvas){.cairo = cairo, .picture = picture, .map = picture->map};
    Layout layout = lay_out(picture);
    cairo_save(cairo);
    cairo_scale(cairo, picture->hex / ROOT3, picture->hex / ROOT3);
    plain_metrics(cairo);
    ink(cairo, SHEET_COLOUR, 1);
    cairo_paint(cairo);

    cairo_save(cairo);
    cairo_translate(cairo, layout.map.x - layout.left, layout.map.y - layout.top);
    draw_ground_layers(canvas);
    cover_outside(picture, cairo);
    outline(picture, cairo);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER);
    ink(cairo, FRAME_INK, 1);
    cairo_set_line_width(cairo, 0.09);
    cairo_stroke(cairo);
    draw_upper_layers(canvas);
    draw_zones(canvas);
    cairo_restore(cairo);

    if (!picture->bare) {
        draw_title(canvas, MARGIN, MARGIN * 0.7, layout.width - 2 * MARGIN);
        cairo_translate(cairo, layout.legend.x, layout.legend.y);
        cairo_scale(cairo, layout.legend_scale, layout.legend_scale);
        draw_legend(canvas, 0, 0, layout.legend_columns);
    }
    cairo_restore(cairo);
    free(canvas);
}

/* ---- surfaces ---- */

static bool ends_in(const char *file, const char *suffix)
{
    size_t length = strlen(file), tail = strlen(suffix);
    return length >= tail && !strcmp(file + length - tail, suffix);
}

#define LARGEST_PNG 32000 /* what cairo's images can hold, roughly */

static cairo_surface_t *open_surface(const char *file, double width, double height)
{
    if (ends_in(file, ".svg"))
        return cairo_svg_surface_create(file, width, height);
    if (!ends_in(file, ".pdf"))
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    cairo_surface_t *surface = cairo_pdf_surface_create(file, width, height);
    /* the same picture is the same file, whenever it is drawn */
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "1945-04-16T06:15:00Z");
    return surface;
}

bool picture_write(const Picture *picture, const char *file, char why[200])
{
    double width, height;
    bool png = ends_in(file, ".png");
    if (!drawing_loads(why))
        return false;
    if (!png && !ends_in(file, ".svg") && !ends_in(file, ".pdf")) {
        snprintf(why, 200, "%.150s: a picture ends in .svg, .png or .pdf", file);
        return false;
    }
    picture_size(picture, &width, &height);
    if (png && (width > LARGEST_PNG || height > LARGEST_PNG)) {
        snprintf(why, 200, "at this scale the picture would be %.0f by %.0f pixels; draw an area, or smaller", width,
                 height);
        return false;
    }
    cairo_surface_t *surface = open_surface(file, width, height);
    cairo_t *cairo = cairo_create(surface);
    picture_draw(picture, cairo);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    if (png && !status)
        status = cairo_surface_write_to_png(surface, file);
    cairo_surface_finish(surface);
    if (!status)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status)
        snprintf(why, 200, "%.120s: %.70s", file, cairo_status_to_string(status));
    return !status;
}
