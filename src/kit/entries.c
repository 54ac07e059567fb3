/* entries.c — see entries.h. */
#include "kit/entries.h"

#include <assert.h>

enum { ENTRY_KINDS = 64 };

static void read_entry(Scenario *scenario, Document *document, const Entry *entry, const EntryKind *kind,
                       Loader *loader)
{
    LabLine line = {document, &document->field[entry->first], entry->count, false};
    if (!scenario_when(scenario, document, line.word, &line.count))
        return;
    Words words = words_of(scenario, &line);
    kind->read(loader, &words);
    words_end(&words);
}

void read_entries_of(Scenario *scenario, Document *document, const EntryKind *kinds, Loader *loader)
{
    const char *known[ENTRY_KINDS];
    int count = 0;
    for (; kinds[count].word; count++) {
        assert(count < ENTRY_KINDS - 1);
        known[count] = kinds[count].word;
    }
    known[count] = NULL;
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        const Field *word = &document->field[entry->first];
        int at = scenario_keyword(word) ? -1 : field_word(document, word, known);
        if (at >= 0)
            read_entry(scenario, document, entry, &kinds[at], loader);
    }
}
