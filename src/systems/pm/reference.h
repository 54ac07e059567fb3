/* reference.h — the tables that players may look up, by number. */
#ifndef SANDTABLE_PM_REFERENCE_H
#define SANDTABLE_PM_REFERENCE_H

#include "core/system.h"

typedef enum BookTable {
    NO_TABLE,
    BOOK_COMBAT,
    BOOK_GAST,
    BOOK_TERRAIN,
    BOOK_WEATHER,
    BOOK_REFIT,
    BOOK_AVIATION,
    BOOK_VICTORY,
    BOOK_SCHEDULE,
    BOOK_WITHDRAWALS,
    BOOK_FORTS
} BookTable;

extern const TableKind pm_tables[];
/* The columns it may be read in; none where both are off the table. */
TableRef combat_cell(int column, int last);

#endif
