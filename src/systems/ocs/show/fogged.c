/* fogged.c — the odds of an attack or a barrage at a hex of which not all is seen (4.9).
 *
 * From the view alone WORLDS positions are imagined, the same ones each time the view is the same. The fight is weighed
 * exactly in each of them, and all count alike. So the odds are a range with a likeliest column, and they reveal
 * nothing of what the view hides. The certain facts are listed with them: the strength, the price, the hedgehog on the
 * map. */
#include <string.h>

#include "core/room.h"
#include "kit/odds.h"
#include "systems/ocs/ocs.h"
#include "systems/ocs/reference.h"

enum { WORLDS = 48, SCALE = 1 << 16, COLUMNS_SEEN = 32 };

/* What was found in the worlds so far. */
typedef struct Sampling {
    Forecast *out;
    int worlds;
    int columns; /* that were met, each with how often */
    struct {
        uint8_t place; /* in the table, from left to right */
        int16_t text, count;
    } column[COLUMNS_SEEN];
} Sampling;

/* Where the result would be read in this world. */
static void note_column(Sampling *it, const Forecast *one)
{
    int at = 0;
    while (at < it->columns && it->column[at].place != one->cell.column)
        at++;
    if (at == COLUMNS_SEEN)
        return;
    if (at == it->columns) {
        it->column[it->columns].place = one->cell.column;
        it->column[it->columns].text = one->column.arg[0];
        it->column[it->columns++].count = 0;
    }
    it->column[at].count++;
}

/* Its share of SCALE, rounded down; what is left over goes to the first of the outcomes, which is as likely as any. */
static Weight share(const Forecast *one, Weight weight) { return weight * SCALE / one->total; }

static void add_world(Sampling *it, const Forecast *one)
{
    Forecast *out = it->out;
    Weight left = SCALE;
    for (int i = 0; i < one->outcomes; i++)
        left -= share(one, one->outcome[i].weight);
    for (int i = 0; i < one->outcomes; i++) {
        ForecastLine *line = forecast_line(out, one->outcome[i].label, one->outcome[i].gain, one->outcome[i].meaning);
        if (!line)
            continue;
        line->rule = one->outcome[i].rule;
        line->weight += share(one, one->outcome[i].weight) + (i ? 0 : left);
    }
    for (int i = 0; i < one->measures; i++) {
        if (it->worlds)
            out->measure[i].weight += share(one, one->measure[i].weight);
        else
            forecast_measure(out, one->measure[i].label, one->measure[i].rule, share(one, one->measure[i].weight));
    }
    note_column(it, one);
    it->worlds++;
}

static Sentence column_said(const Sampling *it, int at) { return sentence(0, "%d", it->column[at].text); }

/* The worst, the best and the likeliest column. */
static void tell_columns(Sampling *it)
{
    int worst = 0, best = 0, likely = 0;
    for (int i = 1; i < it->columns; i++) {
        worst = it->column[i].place < it->column[worst].place ? i : worst;
        best = it->column[i].place > it->column[best].place ? i : best;
        likely = it->column[i].count > it->column[likely].count ? i : likely;
    }
    it->out->worst = column_said(it, worst);
    it->out->best = column_said(it, best);
    it->out->likely = column_said(it, likely);
    it->out->open = true;
}

bool weigh_hidden(const Scenario *scenario, const State *view, int side, WeighIn *weigh, const void *about,
                  Forecast *out)
{
    ROOM(State, world);
    ROOM(Forecast, one);
    Sampling it = {.out = out};
    Random random = {.state = 1};
    forecast_clear(out);
    for (int i = 0; i < WORLDS; i++) {
        ocs_imagine(scenario, &view->head, side, &random, &world->head);
        if (weigh(scenario, world, about, one) && one->total)
            add_world(&it, one);
    }
    if (!it.worlds)
        return false;
    out->total = (Weight)it.worlds * SCALE;
    out->gainer = (uint8_t)side;
    out->payer = (uint8_t)enemy_of(side);
    tell_columns(&it);
    forecast_reduce(out);
    return true;
}

/* ---- what strengths are made of ------------------------------------------------------------------------------ */

static void tell_factor(const Book *data, const State *view, Piece piece, int counted, int side, Forecast *out)
{
    enum { TENTHS = 10 };
    const Face *face = face_of(data, view, piece);
    int printed = face->how == BARRAGES ? 1 : face->strength, tenths = (counted * TENTHS + PARTS / 2) / PARTS;
    uint16_t rule = view->unit[piece].level == FULL_SUPPLY ? OCS_9_3B : OCS_9_5;
    if (counted == printed * PARTS)
        return;
    forecast_modifier(out,
                      tenths % TENTHS
                          ? sentence(rule, "ocs.counts-tenths", piece, printed, tenths / TENTHS, tenths % TENTHS)
                          : sentence(rule, "ocs.counts-whole", piece, printed, tenths / TENTHS),
                      0, side);
}

void forecast_factors(const Scenario *scenario, const State *view, const Piece *pieces, int count, Hex target,
                      Forecast *out)
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < count; i++) {
        bool attacks = view->unit[pieces[i]].at.hex != target;
        if (!is_known(data, view, pieces[i]) || (attacks && face_of(data, view, pieces[i])->how != PLAIN))
            continue;
        int counted =
            attacks ? attack_strength(scenario, view, pieces[i], target) : defence_strength(scenario, view, pieces[i]);
        tell_factor(data, view, pieces[i], counted, view->unit[pieces[i]].side, out);
    }
}
