/* tongue.h — the same sentences in another language.
 *
 * The code speaks English: sentences with holes (say.h) and words. A tongue is a table from those to what another
 * language says, read from text (docs/data.md), one row a sentence:
 *
 *     %p cannot go from %h to %h in one step	%1p: heksy %2h i %3h nie stykają się
 *     %n guns fire	strzela %1n {1:działo|działa|dział}
 *
 * Holes of the translation carry the number of the English hole they stand for, so that their order may change; if
 * none has a number they follow the English order. `{1:a|b|c}` is the form of a word that goes with the number in
 * hole 1; how many forms there are and which is used is the language's affair. Nothing is looked up before somebody
 * reads, looking up allocates nothing, and what the table lacks is said in English. */
#ifndef SANDTABLE_TONGUE_H
#define SANDTABLE_TONGUE_H

#include <string.h>

#include "core/text.h"

struct Source;

typedef struct Tongue Tongue;

/* "pl"; NULL when there is no memory. */
Tongue *tongue_new(const char *language);
void tongue_free(Tongue *tongue);
/* Adds the rows of a table with the columns `english` and `text`. Rows whose English begins with `=` say how the
 * language works: `=plural` names its rule of plurals, `=name` is what it calls itself. A row whose holes do not fit
 * is a mistake of the table and left out. */
void tongue_read(Tongue *tongue, Document *table);

/* The language's own table (tongue/pl.tsv of the data) and, unless it is NULL, that of a system's folder
 * ("wb95": wb95/tongue/pl.tsv). NULL with a mistake logged when the first is missing. */
Tongue *tongue_load(const char *language, const char *folder, const struct Source *source, Log *log);

/* "pl"; of no tongue "en". */
const char *tongue_language(const Tongue *tongue);
/* What the language calls itself. */
const char *tongue_name(const Tongue *tongue);
/* What the tongue says for the English, NULL if it does not know it. */
const char *tongue_find(const Tongue *tongue, const char *english);
/* The same, but the English itself where the tongue knows nothing; and where there is no tongue. */
const char *tongue_words(const Tongue *tongue, const char *english);
/* Which form of a word goes with the number, from 0. */
int tongue_form(const Tongue *tongue, int number);

/* One hole or form of a translation, as tongue_next() finds it. */
typedef struct Hole {
    char letter;        /* as in English; '{' for a form of a word, 0 for the end; see hole_takes_number() */
    int number;         /* of the English hole, from 0; -1 if it carries none */
    const char *words;  /* '{': the first form */
    const char *before; /* where it begins: all up to there is said as it stands */
} Hole;

/* Whether one of the sentence's numbers fills it. */
static inline bool hole_takes_number(char letter) { return !strchr("%+*{", letter); }

/* The next hole at or after `*at`, which then points behind it. */
Hole tongue_next(const char **at);
/* Whether there is anything to translate: a letter outside the holes. */
bool tongue_needs(const char *english);

#endif
