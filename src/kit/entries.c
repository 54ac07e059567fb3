/* entries.c — see entries.h. */
#include "kit/entries.h"

#include <assert.h>

enum { ENTRY_KINDS = 64, TABLE_TEXT = 32 };

static void read_table(const EntryKind *kind, Loader *loader, Words *words)
{
    char name[TABLE_TEXT];
    if (words_string(words, "the name of a table", name, sizeof name))
        kind->table(loader, name);
}

static void read_entry(Scenario *scenario, Document *document, const Entry *entry, const EntryKind *kind,
                       Loader *loader)
{
    LabLine line = {document, &document->field[entry->first], entry->count, false};
    if (!scenario_when(scenario, document, line.word, &line.count))
        return;
    Words words = words_of(scenario, &line);
    if (kind->table)
        read_table(kind, loader, &words);
    else
        kind->read(loader, &words);
    words_end(&words);
}

static int index_of(const Field *word, const char *const *known)
{
    int at = 0;
    while (known[at] && !field_is(word, known[at]))
        at++;
    return known[at] ? at : -1;
}

void read_entries_of(Scenario *scenario, Document *document, const EntryKind *kinds, int pass, Loader *loader)
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
        int at = scenario_keyword(word) ? -1 : pass ? index_of(word, known) : field_word(document, word, known);
        if (at >= 0 && kinds[at].pass == pass)
            read_entry(scenario, document, entry, &kinds[at], loader);
    }
}
