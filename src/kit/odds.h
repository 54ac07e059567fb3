/* odds.h — combat odds: columns, lists of modifiers, and exact distributions over unknown strengths.
 *
 * A column is counted from even odds: n:1 is n - 1, 1:n is 1 - n, so that shifts add to it and a table may end at any
 * column. A sheet lists the modifiers of a column, each with its rule; a forecast shows the same entries.
 *
 * A *spread* is a distribution: the number of ways to get each sum. It starts with one way to have nothing, and grows
 * by draws from bags without replacement: a number of draws from a known bag, or from an unknown one of several. Sums
 * may be kept on several axes, for forces with parts computed separately (halved, capped). Ways are integers and
 * exact as long as they fit; if they would overflow a Weight, all are divided by the same number, which changes no
 * probability noticeably. */
#ifndef SANDTABLE_KIT_ODDS_H
#define SANDTABLE_KIT_ODDS_H

#include <stdlib.h>
#include <string.h>

#include "core/system.h"

/* ---- columns ---- */

typedef enum Rounding { FOR_THE_DEFENDER, TO_THE_NEAREST } Rounding;

/* Both strengths are positive. Below even odds it is the inverse that is rounded. */
static inline int column_of_strengths(int attack, int defence, Rounding rounding)
{
    if (rounding == TO_THE_NEAREST)
        return attack >= defence ? (2 * attack + defence) / (2 * defence) - 1
                                 : 1 - (2 * defence + attack) / (2 * attack);
    return attack >= defence ? attack / defence - 1 : 1 - (defence + attack - 1) / attack;
}

/* "3:1", "1:2" */
static inline Sentence ratio_said(int column)
{
    return column < 0 ? sentence(0, "%n:%n", 1, 1 - column) : sentence(0, "%n:%n", column + 1, 1);
}

/* ---- sheets ---- */

#define SHEET_LINES 32

/* The modifiers of a column or a roll, in sequence. */
typedef struct OddsSheet {
    int sum;
    int lines;
    ForecastModifier line[SHEET_LINES]; /* not cleared */
} OddsSheet;

/* There is no room for another: the last line then gives the number and sum of the rest. */
void modifier_beyond(ForecastModifier *last, const ForecastModifier *another);

static inline void modifier_put(ForecastModifier *list, int room, int *count, ForecastModifier another)
{
    if (*count < room)
        list[(*count)++] = another;
    else
        modifier_beyond(&list[room - 1], &another);
}

static inline void odds_begin(OddsSheet *sheet) { sheet->sum = sheet->lines = 0; }

/* A line outside the sum: already included in the strengths, or affecting something else. */
static inline void odds_note(OddsSheet *sheet, int side, int value, Sentence what)
{
    modifier_put(sheet->line, SHEET_LINES, &sheet->lines, (ForecastModifier){what, (int16_t)value, (uint8_t)side});
}

static inline void odds_add(OddsSheet *sheet, int side, int value, Sentence what)
{
    sheet->sum += value;
    odds_note(sheet, side, value, what);
}

/* ---- forecasts ---- */

static inline void forecast_clear(Forecast *out)
{
    memset(out, 0, offsetof(Forecast, modifier));
    out->total = out->opposed_total = 0;
    out->outcomes = out->measures = 0;
    out->gainer = out->payer = NO_SIDE;
}

static inline void forecast_modifier(Forecast *out, Sentence what, int value, int side)
{
    modifier_put(out->modifier, FORECAST_LINES, &out->modifiers,
                 (ForecastModifier){what, (int16_t)value, (uint8_t)side});
}

static inline void forecast_sheet(Forecast *out, const OddsSheet *sheet)
{
    for (int i = 0; i < sheet->lines; i++)
        forecast_modifier(out, sheet->line[i].what, sheet->line[i].value, sheet->line[i].side);
}

/* The line of that outcome and its gain, one for each label; NULL if there is no room for another. */
static inline ForecastLine *forecast_line(Forecast *out, Sentence label, int gain, Sentence meaning)
{
    for (int i = 0; i < out->outcomes; i++)
        if (sentence_same(&out->outcome[i].label, &label))
            return &out->outcome[i];
    if (out->outcomes == FORECAST_LINES)
        return NULL;
    ForecastLine *line = &out->outcome[out->outcomes++];
    *line = (ForecastLine){.label = label, .meaning = meaning, .gain = (int16_t)gain, .rule = meaning.rule};
    line->meaning.rule = 0;
    return line;
}

static inline void forecast_measure(Forecast *out, Sentence label, int rule, Weight weight)
{
    assert(out->measures < FORECAST_LINES);
    out->measure[out->measures++] = (ForecastLine){.label = label, .rule = (uint16_t)rule, .weight = weight};
}

/* ---- spreads ---- */

#define SPREAD_AXES 3
#define SPREAD_CELLS (1 << 16)
#define BAG_KINDS 64

/* A multiset of values. */
typedef struct Bag {
    int kinds;
    int value[BAG_KINDS];
    int count[BAG_KINDS];
} Bag;

/* Equal values are one kind. */
static inline void bag_put(Bag *bag, int value, int count)
{
    int at = 0;
    if (count <= 0)
        return;
    while (at < bag->kinds && bag->value[at] != value)
        at++;
    assert(at < BAG_KINDS);
    if (at == bag->kinds) {
        bag->value[bag->kinds] = value;
        bag->count[bag->kinds++] = 0;
    }
    bag->count[at] += count;
}

static inline int bag_total(const Bag *bag)
{
    int total = 0;
    for (int i = 0; i < bag->kinds; i++)
        total += bag->count[i];
    return total;
}

typedef struct Spread {
    int most[SPREAD_AXES]; /* greatest sum on each axis */
    int cells;
    Weight *weight; /* by sums, the last axis fastest */
} Spread;

/* Spreads that a thread may use at a time; their contents last until the next spread_begin() of that number. */
enum { SPREADS = 3 };
void spread_begin(Spread *spread, int number); /* one way to have nothing */

/* Draws draws[axis] things from the bag for each axis; false if there are too few, or too many ways to count. */
bool spread_draw(Spread *spread, const Bag *bag, const int draws[SPREAD_AXES]);

/* One bag of several: `seen` draws are known to be from it, and `hidden` of the hidden things are. */
typedef struct Lot {
    Bag bag;
    int seen, hidden;
} Lot;
/* Draws all that is seen, and `unknown` more, each equally likely any hidden thing; all on the first axis. */
bool spread_lots(Spread *spread, const Lot *lots, int count, int unknown);

/* Scales the ways so that their sum has at most that many bits. */
void spread_shorten(Spread *spread, int bits);
/* Scales both so that the product of their ways and `dice` fits a Weight. */
void spreads_meet(Spread *one, Spread *other, int dice);

/* The sums of a cell. */
static inline void spread_sums(const Spread *spread, int cell, int sum[SPREAD_AXES])
{
    for (int axis = SPREAD_AXES; axis-- > 0; cell /= spread->most[axis] + 1)
        sum[axis] = cell % (spread->most[axis] + 1);
}

#endif
