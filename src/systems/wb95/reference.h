/* reference.h — the tables that players may look up, by number. */
#ifndef SANDTABLE_WB95_REFERENCE_H
#define SANDTABLE_WB95_REFERENCE_H

#include "core/system.h"

typedef enum BookTable {
    NO_TABLE,
    BOOK_COMBAT,
    BOOK_FIRE,
    BOOK_AIR,
    BOOK_OBJECTS,
    BOOK_TERRAIN,
    BOOK_MORALE,
    BOOK_HQ,
    BOOK_SUPPLY,
    BOOK_DROP,
    BOOK_RIVER,
    BOOK_ENTRY,
    BOOK_STARS
} BookTable;

extern const TableKind wb95_tables[];
/* The columns it may be read in. */
TableRef combat_cell(int column, int last);
/* Two dice by columns; 0: whatever they show. */
TableRef fire_cell(int table, int sp, int roll);

#endif
