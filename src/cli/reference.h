/* reference.h — the tables of the book, for players in a terminal or through the engine. */
#ifndef SANDTABLE_CLI_REFERENCE_H
#define SANDTABLE_CLI_REFERENCE_H

#include "core/system.h"

/* The next table of this game after that one, NULL: the first; NULL when there is none. */
const TableKind *reference_next(const Scenario *scenario, const TableKind *after);
/* The one of that name; NULL if the game has none. */
const TableKind *reference_named(const Scenario *scenario, const char *name);
/* Reads it; NULL if it cannot be read. document_free() it. */
Document *reference_read(const Scenario *scenario, const TableKind *kind);
/* In columns of equal width. */
void reference_print(const Document *table);

#endif
