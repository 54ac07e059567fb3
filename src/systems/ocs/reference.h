/* reference.h — the tables that players may look up, by number. */
#ifndef SANDTABLE_OCS_REFERENCE_H
#define SANDTABLE_OCS_REFERENCE_H

#include "core/system.h"

typedef enum BookTable {
    NO_TABLE,
    BOOK_COMBAT,
    BOOK_TERRAIN,
    BOOK_SURPRISE,
    BOOK_BARRAGE2,
    BOOK_BARRAGE1,
    BOOK_SHIFTS2,
    BOOK_SHIFTS1,
    BOOK_DUMP,
    BOOK_DUMP_SHIFTS,
    BOOK_FACILITY,
    BOOK_FLAK,
    BOOK_AIR,
    BOOK_DROP,
    BOOK_INACTIVE,
    BOOK_AIRBASE,
    BOOK_IMPROVEMENT,
    BOOK_REFIT,
    BOOK_PORTS,
    BOOK_MOVEMENT,
    BOOK_WEATHER,
    BOOK_EFFECTS,
    BOOK_SUPPLY_COMBAT,
    BOOK_SUPPLY_BARRAGE,
    BOOK_FUEL,
    BOOK_LEVELS,
    BOOK_SPECIAL,
    BOOK_ATTRITION2,
    BOOK_ATTRITION1,
    BOOK_CAPTURE2,
    BOOK_CAPTURE1,
    BOOK_BLOWING,
    BOOK_TRANSPORT,
    BOOK_REBUILD,
    BOOK_SEQUENCE
} BookTable;

extern const TableKind ocs_tables[];
TableRef combat_cell(int column, int roll);
TableRef chart_cell(bool second, int chart, int band,
                    int roll); /* without a band or a roll (-1, 0): the row, the column */

#endif
