/* entries.h — the lines of a scenario that are a rulebook's own: a word, and who reads what follows it. */
#ifndef SANDTABLE_KIT_ENTRIES_H
#define SANDTABLE_KIT_ENTRIES_H

#include "kit/words.h"

typedef struct Loader Loader; /* the system's own */

typedef struct EntryKind {
    const char *word; /* NULL ends the list */
    void (*read)(Loader *loader, Words *words);
    void (*table)(Loader *loader, const char *name); /* instead of `read`: the line names a table, and no more */
    int pass;                                        /* those that others build on are read first */
} EntryKind;

/* Reads all of one pass in the order of the file, those left out whose `when` does not hold; in the first pass, 0, a
 * word that neither the list nor the core has is a mistake. */
void read_entries_of(Scenario *scenario, Document *document, const EntryKind *kinds, int pass, Loader *loader);

#endif
