/* entries.c — see entries.h. */
#include "kit/entries.h"

#include <assert.h>
#include <string.h>

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
    if (entry->body_lines && !kind->block)
        mistake(document, &document->field[document->body[entry->body_first].first],
                "no indented lines belong to this entry");
    if (kind->table)
        read_table(kind, loader, &words);
    else if (kind->block)
        kind->block(loader, &words, entry);
    else
        kind->read(loader, &words);
    words_end(&words);
}

bool body_words(const Scenario *scenario, Document *document, const Entry *entry, int line, Words *out)
{
    const Body *body = &document->body[entry->body_first + line];
    LabLine words = {document, &document->field[body->first], body->count, false};
    bool holds = scenario_when(scenario, document, words.word, &words.count);
    *out = words_of(scenario, &words);
    out->at = 0;
    return holds;
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
        int at = scenario_keyword(word) ? -1 : pass ? field_among(word, known) : field_word(document, word, known);
        if (at >= 0 && kinds[at].pass == pass)
            read_entry(scenario, document, entry, &kinds[at], loader);
    }
}

bool option_is(const Scenario *scenario, const char *name, const char *value)
{
    const Option *option = scenario_option(scenario, name);
    return option && !strcmp(option->value, value);
}

void check_options_of(Document *document, bool (*is_heeded)(const Document *document, const Field *name))
{
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        const Field *word = &document->field[entry->first];
        if (field_is(word, "option") && entry->count > 1 && !is_heeded(document, word + 1))
            mistake(document, word + 1, "no rule uses this option");
    }
}
