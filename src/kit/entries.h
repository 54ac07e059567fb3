/* entries.h — a rulebook's own lines of a scenario, dispatched by their first word, and the options that they depend
 * on. */
#ifndef SANDTABLE_KIT_ENTRIES_H
#define SANDTABLE_KIT_ENTRIES_H

#include "kit/words.h"

typedef struct Loader Loader; /* the system's own */

typedef struct EntryKind {
    const char *word; /* NULL ends the list */
    void (*read)(Loader *loader, Words *words);
    void (*table)(Loader *loader, const char *name); /* instead of `read`: the line only names a table */
    /* Instead of `read`: the entry may have a body. */
    void (*block)(Loader *loader, Words *words, const Entry *entry);
    int pass; /* entries that others depend on are read first */
} EntryKind;

/* Reads all entries of one pass in the order of the file, except those whose `when` does not hold; in pass 0 a word
 * that neither the list nor the core has is a mistake. */
void read_entries_of(Scenario *scenario, Document *document, const EntryKind *kinds, int pass, Loader *loader);

/* A line below an entry, from its first word on; false if its `when` does not hold. */
bool body_words(const Scenario *scenario, Document *document, const Entry *entry, int line, Words *out);

/* Whether the scenario has that option, and it has that value. */
bool option_is(const Scenario *scenario, const char *name, const char *value);
/* An option that nothing uses is a mistake. */
void check_options_of(Document *document, bool (*is_heeded)(const Document *document, const Field *name));

#endif
