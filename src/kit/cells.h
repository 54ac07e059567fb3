/* cells.h — reads a table cell by cell, by the names of its columns.
 *
 * A cell that cannot be parsed is reported as a mistake and counts as the least allowed value, so that a table is read
 * to its end and all its mistakes are reported at once. */
#ifndef SANDTABLE_KIT_CELLS_H
#define SANDTABLE_KIT_CELLS_H

#include "core/system.h"

/* A table of the system's folder tables/, by its bare name; NULL with a mistake. The caller frees it. */
Document *open_table_of(Loading *loading, const char *name);
/* The cell of that row and column; an empty field with a mistake if there is none. */
Field cell_under(Document *table, int row, const char *column);
long number_under(Document *table, int row, const char *column, long low, long high);   /* `low` with a mistake */
int word_under(Document *table, int row, const char *column, const char *const *words); /* 0 with a mistake */
/* The same, where a dash means `otherwise`. */
long number_or(Document *table, int row, const char *column, long low, long high, long otherwise);
static inline bool is_dash(const Field *field) { return field_is(field, "-"); }
/* Whether it names a side of the scenario; which. */
bool is_side(const Scenario *scenario, const Field *field, int *side);

#endif
