/* late.h — cairo, loaded when the first picture is drawn.
 *
 * It brings sixteen libraries along, fonts and windows among them, which a game without pictures does not need: they
 * cost every start a millisecond and every server two megabytes. A call of cairo is written as ever. */
#ifndef SANDTABLE_DRAW_LATE_H
#define SANDTABLE_DRAW_LATE_H

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <stdbool.h>

/* clang-format off */
#define CAIRO_CALLS(CALL) \
    CALL(arc)  \
    CALL(clip)  \
    CALL(clip_preserve)  \
    CALL(close_path)  \
    CALL(create)  \
    CALL(curve_to)  \
    CALL(destroy)  \
    CALL(fill)  \
    CALL(fill_preserve)  \
    CALL(font_options_create)  \
    CALL(font_options_destroy)  \
    CALL(font_options_set_antialias)  \
    CALL(font_options_set_hint_metrics)  \
    CALL(font_options_set_hint_style)  \
    CALL(get_target)  \
    CALL(image_surface_create)  \
    CALL(line_to)  \
    CALL(move_to)  \
    CALL(new_path)  \
    CALL(new_sub_path)  \
    CALL(paint)  \
    CALL(pdf_surface_create)  \
    CALL(pdf_surface_create_for_stream)  \
    CALL(pdf_surface_set_metadata)  \
    CALL(rectangle)  \
    CALL(restore)  \
    CALL(rotate)  \
    CALL(save)  \
    CALL(scale)  \
    CALL(select_font_face)  \
    CALL(set_dash)  \
    CALL(set_fill_rule)  \
    CALL(set_font_options)  \
    CALL(set_font_size)  \
    CALL(set_line_cap)  \
    CALL(set_line_join)  \
    CALL(set_line_width)  \
    CALL(set_source_rgb)  \
    CALL(set_source_rgba)  \
    CALL(show_text)  \
    CALL(status)  \
    CALL(status_to_string)  \
    CALL(stroke)  \
    CALL(stroke_preserve)  \
    CALL(surface_destroy)  \
    CALL(surface_finish)  \
    CALL(surface_get_type)  \
    CALL(surface_status)  \
    CALL(surface_write_to_png)  \
    CALL(surface_write_to_png_stream)  \
    CALL(svg_surface_create)  \
    CALL(svg_surface_create_for_stream)  \
    CALL(text_extents)  \
    CALL(text_path)  \
    CALL(translate)  \
    CALL(user_to_device_distance)

#define CAIRO_MEMBER(name) __typeof__(cairo_##name) *name;
typedef struct Cairo {
    CAIRO_CALLS(CAIRO_MEMBER)
    __typeof__(cairo_debug_reset_static_data) *debug_reset_static_data;
} Cairo;
/* clang-format on */

/* Whether pictures can be drawn; if not, why. Every caller that begins a picture checks this first. */
bool drawing_loads(char why[200]);
const Cairo *cairo_late(void);
/* Forgets its caches of fonts, if it was used, so that nothing is left for a leak checker to find. */
void drawing_ends(void);

#ifndef CAIRO_AS_IT_IS
#define cairo_arc cairo_late()->arc
#define cairo_clip cairo_late()->clip
#define cairo_clip_preserve cairo_late()->clip_preserve
#define cairo_close_path cairo_late()->close_path
#define cairo_create cairo_late()->create
#define cairo_curve_to cairo_late()->curve_to
#define cairo_destroy cairo_late()->destroy
#define cairo_fill cairo_late()->fill
#define cairo_fill_preserve cairo_late()->fill_preserve
#define cairo_font_options_create cairo_late()->font_options_create
#define cairo_font_options_destroy cairo_late()->font_options_destroy
#define cairo_font_options_set_antialias cairo_late()->font_options_set_antialias
#define cairo_font_options_set_hint_metrics cairo_late()->font_options_set_hint_metrics
#define cairo_font_options_set_hint_style cairo_late()->font_options_set_hint_style
#define cairo_get_target cairo_late()->get_target
#define cairo_image_surface_create cairo_late()->image_surface_create
#define cairo_line_to cairo_late()->line_to
#define cairo_move_to cairo_late()->move_to
#define cairo_new_path cairo_late()->new_path
#define cairo_new_sub_path cairo_late()->new_sub_path
#define cairo_paint cairo_late()->paint
#define cairo_pdf_surface_create cairo_late()->pdf_surface_create
#define cairo_pdf_surface_create_for_stream cairo_late()->pdf_surface_create_for_stream
#define cairo_pdf_surface_set_metadata cairo_late()->pdf_surface_set_metadata
#define cairo_rectangle cairo_late()->rectangle
#define cairo_restore cairo_late()->restore
#define cairo_rotate cairo_late()->rotate
#define cairo_save cairo_late()->save
#define cairo_scale cairo_late()->scale
#define cairo_select_font_face cairo_late()->select_font_face
#define cairo_set_dash cairo_late()->set_dash
#define cairo_set_fill_rule cairo_late()->set_fill_rule
#define cairo_set_font_options cairo_late()->set_font_options
#define cairo_set_font_size cairo_late()->set_font_size
#define cairo_set_line_cap cairo_late()->set_line_cap
#define cairo_set_line_join cairo_late()->set_line_join
#define cairo_set_line_width cairo_late()->set_line_width
#define cairo_set_source_rgb cairo_late()->set_source_rgb
#define cairo_set_source_rgba cairo_late()->set_source_rgba
#define cairo_show_text cairo_late()->show_text
#define cairo_status cairo_late()->status
#define cairo_status_to_string cairo_late()->status_to_string
#define cairo_stroke cairo_late()->stroke
#define cairo_stroke_preserve cairo_late()->stroke_preserve
#define cairo_surface_destroy cairo_late()->surface_destroy
#define cairo_surface_finish cairo_late()->surface_finish
#define cairo_surface_get_type cairo_late()->surface_get_type
#define cairo_surface_status cairo_late()->surface_status
#define cairo_surface_write_to_png cairo_late()->surface_write_to_png
#define cairo_surface_write_to_png_stream cairo_late()->surface_write_to_png_stream
#define cairo_svg_surface_create cairo_late()->svg_surface_create
#define cairo_svg_surface_create_for_stream cairo_late()->svg_surface_create_for_stream
#define cairo_text_extents cairo_late()->text_extents
#define cairo_text_path cairo_late()->text_path
#define cairo_translate cairo_late()->translate
#define cairo_user_to_device_distance cairo_late()->user_to_device_distance
#endif

#endif
