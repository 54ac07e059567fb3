/* reference.h — the tables that players may look up, by number. */
#ifndef SANDTABLE_TCS_REFERENCE_H
#define SANDTABLE_TCS_REFERENCE_H

#include "core/system.h"

typedef enum BookTable {
    NO_TABLE,
    BOOK_AREA,
    BOOK_SHIFTS,
    BOOK_POINT,
    BOOK_POINT_MODIFIERS,
    BOOK_AT,
    BOOK_AT_MODIFIERS,
    BOOK_MORALE,
    BOOK_MORALE_MODIFIERS,
    BOOK_BATTALIONS,
    BOOK_SYR,
    BOOK_SPOTTING,
    BOOK_VISIBILITY,
    BOOK_TERRAIN,
    BOOK_MINES,
    BOOK_SMOKE,
    BOOK_SCATTER
} BookTable;

extern const TableKind tcs_tables[];
/* The column of a Morale Check's total, which is its owner's to know; the row of a sequential roll. */
TableRef morale_cell(int total);
TableRef rolled_cell(int table, int tens, int units);
TableRef area_cell(int column);
TableRef point_cell(int net, int differential, int range);
TableRef at_cell(bool same_hex, int class);

#endif
