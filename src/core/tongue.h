/* tongue.h — translations: the same sentences in another language.
 *
 * A message has an English text with holes (say.h). A Tongue is a translation table for one language, read from text
 * (docs/data.md), with one row per sentence:
 *
 *     %p cannot go from %h to %h in one step	%1p: heksy %2h i %3h nie stykają się
 *     %n guns fire	strzela %1n {1:działo|działa|dział}
 *
 * Holes of the translation have the number of the English hole they replace, so that their order may change; if none
 * has a number they follow the English order. `{1:a|b|c}` is the plural form of a word that agrees with the number in
 * hole 1; the language's plural rule says how many forms there are and which one applies. Lookup happens when a text
 * is read and allocates nothing. Texts that the table lacks are printed in English. */
#ifndef SANDTABLE_TONGUE_H
#define SANDTABLE_TONGUE_H

#include <string.h>

#include "core/text.h"

struct Source;

typedef struct Tongue Tongue;

/* "pl"; NULL when there is no memory. */
Tongue *tongue_new(const char *language);
void tongue_free(Tongue *tongue);
/* Adds the rows of a table with the columns `english` and `text`. Rows whose English begins with `=` are properties
 * of the language: `=plural` names its plural rule, `=name` is its own name. A row whose holes do not match is a
 * mistake of the table and is skipped. */
void tongue_read(Tongue *tongue, Document *table);

/* The language's own table (tongue/pl.tsv of the data) and, unless it is NULL, that of a system's folder
 * ("wb95": wb95/tongue/pl.tsv). NULL with a mistake logged when the first is missing. */
Tongue *tongue_load(const char *language, const char *folder, const struct Source *source, Log *log);

/* "pl"; "en" for NULL. */
const char *tongue_language(const Tongue *tongue);
/* The language's own name. */
const char *tongue_name(const Tongue *tongue);
/* The translation of the English, NULL if there is none. */
const char *tongue_find(const Tongue *tongue, const char *english);
/* The same, but the English itself if there is no translation or no table. */
const char *tongue_words(const Tongue *tongue, const char *english);
/* The plural form for the number, from 0. */
int tongue_form(const Tongue *tongue, int number);

/* One hole or form of a translation, as tongue_next() finds it. */
typedef struct Hole {
    char letter;        /* as in English; '{' for a form of a word, 0 for the end; see hole_takes_number() */
    int number;         /* of the English hole, from 0; -1 if it has none */
    const char *words;  /* '{': the first form */
    const char *before; /* where it begins: the text before it is literal */
} Hole;

/* Whether one of the sentence's numbers fills it. */
static inline bool hole_takes_number(char letter) { return !strchr("%+*{", letter); }

/* The next hole at or after `*at`, which then points behind it. */
Hole tongue_next(const char **at);
/* Whether there is anything to translate: a letter outside the holes. */
bool tongue_needs(const char *english);

#endif
