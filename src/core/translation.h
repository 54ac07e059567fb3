/* translation.h — translations: the same sentences in another language.
 *
 * A message has an English text with holes (say.h). A Translation is a table for one language, read from text
 * (docs/data.md), with one row per sentence:
 *
 *     %p cannot go from %h to %h in one step	%1p: heksy %2h i %3h nie stykają się
 *     %n guns fire	strzela %1n {1:działo|działa|dział}
 *
 * Holes of the translation have the number of the English hole they replace, so that their order may change; if none
 * has a number they follow the English order. `{1:a|b|c}` is the plural form of a word that agrees with the number in
 * hole 1; the language's plural rule says how many forms there are and which one applies. Lookup happens when a text
 * is read and allocates nothing. Texts that the table lacks are printed in English. */
#ifndef SANDTABLE_TRANSLATION_H
#define SANDTABLE_TRANSLATION_H

#include <string.h>

#include "core/text.h"

struct Source;

typedef struct Translation Translation;

/* "pl"; NULL when there is no memory. */
Translation *translation_new(const char *language);
void translation_free(Translation *translation);
/* Adds the rows of a table with the columns `english` and `text`. Rows whose English begins with `=` are properties
 * of the language: `=plural` names its plural rule, `=name` is its own name. A row whose holes do not match is a
 * mistake of the table and is skipped. */
void translation_read(Translation *translation, Document *table);

/* The language's own table (translation/pl.tsv of the data) and, unless it is NULL, that of a system's folder
 * ("wb95": wb95/translation/pl.tsv). NULL with a mistake logged when the first is missing. */
Translation *translation_load(const char *language, const char *folder, const struct Source *source, Log *log);

/* "pl"; "en" for NULL. */
const char *translation_language(const Translation *translation);
/* The language's own name. */
const char *translation_name(const Translation *translation);
/* The translation of the English, NULL if there is none. */
const char *translation_find(const Translation *translation, const char *english);
/* The same, but the English itself if there is no translation or no table. */
const char *translation_words(const Translation *translation, const char *english);
/* The plural form for the number, from 0. */
int translation_form(const Translation *translation, int number);

/* One hole or form of a translation, as translation_next() finds it. */
typedef struct Hole {
    char letter;        /* as in English; '{' for a form of a word, 0 for the end; see hole_takes_number() */
    int number;         /* of the English hole, from 0; -1 if it has none */
    const char *words;  /* '{': the first form */
    const char *before; /* where it begins: the text before it is literal */
} Hole;

/* Whether one of the sentence's numbers fills it. */
static inline bool hole_takes_number(char letter) { return !strchr("%+*{", letter); }

/* The next hole at or after `*at`, which then points behind it. */
Hole translation_next(const char **at);
/* Whether there is anything to translate: a letter outside the holes. */
bool translation_needs(const char *english);

#endif
