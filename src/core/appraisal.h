/* appraisal.h — what an unfinished game promises, from numbers about its position.
 *
 * A rulebook counts things of each side (System.features): points, steps, units out of supply, distances to what is
 * played for. SYSTEM/appraisals/NAME.tsv says what each of them counts in that scenario: a row a side and feature, and
 * one of side `-` for what counts in any position. A weight is what one unit of the feature counts at the end of the
 * game; `left` is added in proportion to the turns that are left, all of it in the first. The `chance` columns add up
 * to the log odds that the first side wins, the `margin` columns to its lead in points at the end, both in millionths.
 * tools/appraisal.mjs fits them to games of computer players (docs/opponent.md).
 *
 * Whole numbers only, so that every machine plays the same. The table is no part of a game's edition: rules do not read
 * it. Scenarios without a table have no appraisal. */
#ifndef SANDTABLE_APPRAISAL_H
#define SANDTABLE_APPRAISAL_H

#include "core/system.h"

typedef struct Promise {
    int16_t chance; /* of winning, in thousandths; a draw counts half */
    int32_t margin; /* expected lead in points at the end, in hundredths */
} Promise;

/* Reads the scenario's table, if it has one, into scenario->appraisal; reports its mistakes. */
void appraisal_load(Scenario *scenario, const Source *source, Log *log);
void appraisal_free(Appraisal *appraisal);
/* What the position promises that side. The scenario must have an appraisal. Works on the true position. */
Promise appraise(const Scenario *scenario, const Position *position, int side);
/* The turns that are left, in parts of TURNS_WHOLE of the whole game. */
enum { TURNS_WHOLE = 256 };
int turns_left(const Scenario *scenario, const Position *position);

#endif
