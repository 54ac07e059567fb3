/* legend_game.c — what is to be seen of a position: how a counter is read, and every branch, sign and mark that the
 * system declares and this position uses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/canvas.h"

#define STACK_ROOM 64
#define MARKS_ROOM 4096
#define DECLARED 256

/* What the position uses of what is declared, and one counter of each side to show. */
typedef struct Used {
    bool branch[DECLARED], sign[DECLARED], mark[DECLARED];
    Look example[SIDES];
} Used;

/* The more it shows, the better an example it is. */
static int shown_on(const Look *look)
{
    char print[LOOK_PLACES * 12];
    return look->known ? 8 * look->full_steps + 4 * look->values + (int)strlen(look_print(look, print)) : 0;
}

static void use_counter(const System *system, const Look *look, Used *used)
{
    for (int i = 0; system->branches && system->branches[i].symbol && i < DECLARED; i++)
        used->branch[i] |= !strcmp(system->branches[i].symbol, look->symbol);
    for (int i = 0; i < look->badges; i++)
        used->sign[look->badge[i].sign] = true;
    if (look->side < SIDES && shown_on(look) > shown_on(&used->example[look->side]))
        used->example[look->side] = *look;
}

static void find_used(const Picture *picture, Used *used)
{
    static Mark mark[MARKS_ROOM];
    const System *system = picture->scenario->system;
    memset(used, 0, sizeof *used);
    for (int hex = 0; hex < picture->map->spots; hex++) {
        Piece piece[STACK_ROOM];
        int pieces = system->stack(picture->scenario, picture->view, (Hex)hex, piece, STACK_ROOM);
        for (int i = 0; i < pieces; i++) {
            Look look;
            look_clear(&look);
            system->look(picture->scenario, picture->view, piece[i], &look);
            use_counter(system, &look, used);
        }
    }
    int marks = system->marks(picture->scenario, picture->view, mark, MARKS_ROOM);
    for (int i = 0; i < marks; i++)
        used->mark[mark[i].kind] = true;
}

/* A large counter, and beside it the meaning of each place on it. */
static void anatomy(Pen *pen, const Look *look, const char *side)
{
    const Picture *picture = pen->canvas->picture;
    cairo_t *cairo = pen->canvas->cairo;
    legend_room(pen, 3.2);
    if (!pen->measure) {
        Point at = {pen->x + 1.5, pen->y + 1.5};
        draw_counter(pen->canvas, at, 2.6, look);
        ink(cairo, TEXT_INK, 1);
        text_face(cairo, SANS_BOLD, 0.4);
        text_left(cairo, pen->x + 3.2, at.y - 0.95, translation_words(picture->translation, side));
        text_face(cairo, SANS, 0.36);
        ink(cairo, SOFT_INK, 1);
        double y = at.y - 0.4;
        text_left(cairo, pen->x + 3.2, y,
                  translation_words(picture->translation, SAID("draw.nation-name-size-over-branch")));
        for (int place = 0; place < LOOK_PLACES; place++)
            if (picture->scenario->system->value_meanings[place])
                text_left(cairo, pen->x + 3.2, y += 0.55,
                          translation_words(picture->translation, picture->scenario->system->value_meanings[place]));
    }
    legend_advance(pen, 3.2);
}

static void branch_rows(Pen *pen, const Used *used)
{
    const Branch *branches = pen->canvas->picture->scenario->system->branches;
    for (int i = 0; branches && branches[i].symbol && i < DECLARED; i++) {
        if (!used->branch[i])
            continue;
        Point at = legend_row(pen, 0.95, branches[i].meaning, 0);
        if (!pen->measure)
            draw_branch(pen->canvas, at, 0.68, branches[i].symbol, 0);
    }
}

static void sign_rows(Pen *pen, const Used *used)
{
    const Sign *signs = pen->canvas->picture->scenario->system->signs;
    for (int i = 0; signs && signs[i].name && i < DECLARED; i++) {
        if (!used->sign[i] || signs[i].place == SIGN_TOLD)
            continue;
        Point at = legend_row(pen, 0.8, signs[i].meaning, 0);
        if (!pen->measure)
            draw_badge(pen->canvas, at, 0.25, &signs[i], 2);
    }
}

static void mark_rows(Pen *pen, const Used *used)
{
    const MarkKind *kinds = pen->canvas->picture->scenario->system->mark_kinds;
    for (int i = 0; kinds && kinds[i].name && i < DECLARED; i++) {
        if (!used->mark[i] || kinds[i].shape == MARK_TOLD)
            continue;
        Point at = legend_row(pen, kinds[i].shape == MARK_RING ? 1.3 : 0.9, kinds[i].meaning, 0);
        if (!pen->measure)
            draw_mark_sample(pen->canvas, at, &kinds[i]);
    }
}

static void control_rows(Pen *pen)
{
    const Scenario *scenario = pen->canvas->picture->scenario;
    cairo_t *cairo = pen->canvas->cairo;
    for (int side = 0; side < scenario->sides; side++) {
        char words[64];
        snprintf(words, sizeof words, "%s: %s", translation_words(pen->canvas->picture->translation, SAID("draw.held")),
                 translation_words(pen->canvas->picture->translation, scenario->side_name[side]));
        Point at = legend_row(pen, 0.8, words, 0);
        if (pen->measure)
            continue;
        cairo_new_path(cairo);
        cairo_move_to(cairo, at.x - 0.8, at.y + 0.1);
        cairo_line_to(cairo, at.x + 0.8, at.y + 0.1);
        for (int tick = 0; tick <= side; tick++) {
            double x = at.x - 0.8 + 1.6 * (tick + 1) / (side + 2.0);
            cairo_move_to(cairo, x, at.y + 0.1);
            cairo_line_to(cairo, x, at.y - 0.1);
        }
        ink(cairo, scenario->side_colour[side], 1);
        cairo_set_line_width(cairo, 0.08);
        cairo_stroke(cairo);
    }
}

void legend_of_game(Pen *pen)
{
    static Used used;
    const Picture *picture = pen->canvas->picture;
    if (!picture->view)
        return;
    find_used(picture, &used);
    legend_heading(pen, SAID("draw.counters"));
    for (int side = 0; side < picture->scenario->sides; side++)
        if (used.example[side].symbol[0])
            anatomy(pen, &used.example[side], picture->scenario->side_name[side]);
    branch_rows(pen, &used);
    sign_rows(pen, &used);
    mark_rows(pen, &used);
    if (picture->scenario->system->aims) {
        Point at = legend_row(pen, 0.8, SAID("draw.points-holds-end"), 0);
        if (!pen->measure)
            draw_coin(pen->canvas, at, "1");
    }
    if (picture->control)
        control_rows(pen);
}
