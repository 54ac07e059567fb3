/* translation.c — translations: reading and checking them, finding them, plurals. */
#include "core/translation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "core/system.h"

enum { HOLES_MOST = 8, FIRST_ROOM = 256 };

typedef int Plural(int number);

struct Translation {
    char language[16], name[32];
    const struct Plurals *plurals;
    int rows, room;
    char **english; /* each row one block: the English, a NUL, the text */
    const char **text;
    uint32_t *slot; /* open addressing: row + 1, 0 free */
    uint32_t mask;
};

/* ---- plurals ---- */

static int one_other(int number) { return number != 1; }
static int upto_one_other(int number) { return number > 1; }
static int always(int number) { return (void)number, 0; }

static bool is_few(int number) { return number % 10 >= 2 && number % 10 <= 4 && (number / 10) % 10 != 1; }
static int polish(int number) { return number == 1 ? 0 : is_few(number) ? 1 : 2; }
static int russian(int number) { return number % 10 == 1 && number % 100 != 11 ? 0 : is_few(number) ? 1 : 2; }
static int czech(int number) { return number == 1 ? 0 : number >= 2 && number <= 4 ? 1 : 2; }

static const struct Plurals {
    const char *name;
    int forms;
    Plural *form;
} plurals[] = {
    {"none", 1, always},   {"english", 2, one_other}, {"french", 2, upto_one_other},
    {"polish", 3, polish}, {"russian", 3, russian},   {"czech", 3, czech},
};

int translation_form(const Translation *translation, int number)
{
    const struct Plurals *rule = translation ? translation->plurals : &plurals[1];
    return rule->form(number < 0 ? -number : number);
}

/* ---- holes ---- */

Hole translation_next(const char **at)
{
    const char *from = *at;
    for (; *from; from++) {
        if (*from == '{' && from[1] >= '1' && from[1] <= '9' && from[2] == ':' && strchr(from, '}')) {
            *at = strchr(from, '}') + 1;
            return (Hole){'{', from[1] - '1', from + 3, from};
        }
        if (*from != '%' || !from[1])
            continue;
        bool numbered = from[1] >= '1' && from[1] <= '9' && from[2];
        *at = from + 2 + numbered;
        return (Hole){from[1 + numbered], numbered ? from[1] - '1' : -1, NULL, from};
    }
    *at = from;
    return (Hole){0, -1, NULL, from};
}

/* The letters of the English holes, in order; how many. */
static int holes_of(const char *english, char letters[HOLES_MOST])
{
    int count = 0;
    for (Hole hole = translation_next(&english); hole.letter; hole = translation_next(&english))
        if (hole_takes_number(hole.letter) && count < HOLES_MOST)
            letters[count++] = hole.letter;
    return count;
}

static int forms_in(const char *words)
{
    int forms = 1;
    for (; *words && *words != '}'; words++)
        forms += *words == '|';
    return forms;
}

typedef struct Fitting {
    Document *table;
    const Field *at;
    const Translation *translation;
    char letters[HOLES_MOST];
    int count, in_order; /* holes of the English; holes of the text that carry no number */
    bool numbered, used[HOLES_MOST];
} Fitting;

static bool form_fits(Fitting *fitting, const Hole *hole)
{
    int wanted = fitting->translation->plurals->forms;
    if (hole->number >= fitting->count || fitting->letters[hole->number] != 'n')
        mistake(fitting->table, fitting->at, "{%d:…} needs a number, and hole %d of the English is none",
                hole->number + 1, hole->number + 1);
    else if (forms_in(hole->words) != wanted)
        mistake(fitting->table, fitting->at, "{%d:…} has %d forms, and the language has %d", hole->number + 1,
                forms_in(hole->words), wanted);
    else if (memchr(hole->words, '%', strcspn(hole->words, "}")))
        mistake(fitting->table, fitting->at, "forms hold words alone: write %%%dn {%d:…|…}", hole->number + 1,
                hole->number + 1);
    else
        return fitting->used[hole->number] = true;
    return false;
}

static bool hole_fits(Fitting *fitting, const Hole *hole)
{
    if (hole->letter == '%')
        return true;
    if (hole->letter == '{')
        return form_fits(fitting, hole);
    if (!hole_takes_number(hole->letter)) {
        mistake(fitting->table, fitting->at, "%%%c is an English plural: write the forms of the word as {1:…|…}",
                hole->letter);
        return false;
    }
    int number = hole->number < 0 ? fitting->in_order++ : hole->number;
    fitting->numbered |= hole->number >= 0;
    if (fitting->numbered && fitting->in_order)
        mistake(fitting->table, fitting->at, "some holes carry a number and some do not: either all or none");
    else if (number >= fitting->count)
        mistake(fitting->table, fitting->at, "there is no hole %d: the English has %d", number + 1, fitting->count);
    else if (fitting->letters[number] != hole->letter)
        mistake(fitting->table, fitting->at, "hole %d is %%%c here and %%%c in the English", number + 1, hole->letter,
                fitting->letters[number]);
    else
        return fitting->used[number] = true;
    return false;
}

static bool holes_fit(const Translation *translation, Document *table, const Field *at, const char *english,
                      const char *text)
{
    Fitting fitting = {.table = table, .at = at, .translation = translation};
    fitting.count = holes_of(english, fitting.letters);
    for (Hole hole = translation_next(&text); hole.letter; hole = translation_next(&text))
        if (!hole_fits(&fitting, &hole))
            return false;
    for (int i = 0; i < fitting.count; i++)
        if (!fitting.used[i]) {
            mistake(table, at, "hole %d (%%%c) of the English is not there", i + 1, fitting.letters[i]);
            return false;
        }
    return true;
}

/* ---- the table ---- */

static uint32_t hash_of(const char *english)
{
    uint32_t hash = 2166136261u;
    for (; *english; english++)
        hash = (hash ^ (unsigned char)*english) * 16777619u;
    return hash;
}

/* The slot that holds the English, or the free one where it belongs. */
static uint32_t slot_of(const Translation *translation, const char *english)
{
    uint32_t at = hash_of(english) & translation->mask;
    while (translation->slot[at] && strcmp(translation->english[translation->slot[at] - 1], english))
        at = (at + 1) & translation->mask;
    return at;
}

static bool grow(Translation *translation)
{
    int room = translation->room ? 2 * translation->room : FIRST_ROOM;
    char **english = realloc(translation->english, (size_t)room * sizeof *english);
    if (english)
        translation->english = english;
    const char **text = realloc(translation->text, (size_t)room * sizeof *text);
    if (text)
        translation->text = text;
    uint32_t *slot = calloc((size_t)room * 2, sizeof *slot);
    if (!english || !text || !slot) {
        free(slot);
        return false;
    }
    free(translation->slot);
    translation->slot = slot;
    translation->mask = (uint32_t)room * 2 - 1;
    translation->room = room;
    for (int row = 0; row < translation->rows; row++)
        slot[slot_of(translation, english[row])] = (uint32_t)row + 1;
    return true;
}

Translation *translation_new(const char *language)
{
    Translation *translation = calloc(1, sizeof *translation);
    if (!translation || !grow(translation)) {
        translation_free(translation);
        return NULL;
    }
    snprintf(translation->language, sizeof translation->language, "%s", language);
    snprintf(translation->name, sizeof translation->name, "%s", language);
    translation->plurals = &plurals[1];
    return translation;
}

void translation_free(Translation *translation)
{
    if (!translation)
        return;
    for (int row = 0; row < translation->rows; row++)
        free(translation->english[row]);
    free(translation->english);
    free(translation->text);
    free(translation->slot);
    free(translation);
}

static void read_fact(Translation *translation, Document *table, const Field *english, const Field *text)
{
    if (field_is(english, "=name")) {
        field_copy(table, text, translation->name, sizeof translation->name);
        return;
    }
    if (!field_is(english, "=plural")) {
        mistake(table, english, "what a language says of itself is =plural or =name");
        return;
    }
    const char *names[sizeof plurals / sizeof *plurals + 1] = {NULL};
    for (size_t i = 0; i < sizeof plurals / sizeof *plurals; i++)
        names[i] = plurals[i].name;
    int rule = field_word(table, text, names);
    if (rule >= 0)
        translation->plurals = &plurals[rule];
}

static void add(Translation *translation, Document *table, const Field *english, const Field *text)
{
    char *row = malloc(english->length + text->length + 2);
    if (!row || (translation->rows == translation->room && !grow(translation))) {
        mistake(table, english, "there is not enough memory for the language");
        free(row);
        return;
    }
    char *said = row + english->length + 1;
    memcpy(row, english->text, english->length);
    row[english->length] = '\0';
    memcpy(said, text->text, text->length);
    said[text->length] = '\0';
    uint32_t slot = slot_of(translation, row);
    if (translation->slot[slot])
        mistake(table, english, "this stands in the table already");
    if (translation->slot[slot] || !holes_fit(translation, table, text, message_words(row), said)) {
        free(row);
        return;
    }
    translation->english[translation->rows] = row;
    translation->text[translation->rows] = said;
    translation->slot[slot] = (uint32_t)++translation->rows;
}

void translation_read(Translation *translation, Document *table)
{
    int english = table_column(table, "id", true), text = table_column(table, "text", true);
    for (int row = 1; english >= 0 && text >= 0 && row < table->entries; row++) {
        const Field *from = table_cell(table, row, english), *to = table_cell(table, row, text);
        if (!from || !from->length || !to || !to->length)
            mistake(table, from, "a row says something in English and in the language");
        else if (from->text[0] == '=')
            read_fact(translation, table, from, to);
        else
            add(translation, table, from, to);
    }
}

static bool read_file(Translation *translation, const char *folder, const Source *source, Log *log)
{
    char name[96];
    size_t length;
    snprintf(name, sizeof name, "%s%stranslation/%s.tsv", folder, *folder ? "/" : "", translation->language);
    char *bytes = source->read(source->context, name, &length);
    Document *table = bytes ? table_parse(name, bytes, length, log) : NULL;
    free(bytes);
    if (table)
        translation_read(translation, table);
    document_free(table);
    return table;
}

Translation *translation_load(const char *language, const char *folder, const Source *source, Log *log)
{
    Translation *translation = translation_new(language);
    if (translation && read_file(translation, "", source, log)) {
        if (folder)
            read_file(translation, folder, source, log);
        return translation;
    }
    Document none = {.log = log};
    snprintf(none.name, sizeof none.name, "translation/%.60s.tsv", language);
    mistake(&none, NULL, "there is no such language");
    translation_free(translation);
    return NULL;
}

/* ---- finding ---- */

const char *translation_language(const Translation *translation) { return translation ? translation->language : "en"; }
const char *translation_name(const Translation *translation) { return translation ? translation->name : "English"; }

const char *translation_find(const Translation *translation, const char *english)
{
    if (!translation)
        return NULL;
    uint32_t row = translation->slot[slot_of(translation, english)];
    return row ? translation->text[row - 1] : NULL;
}

const char *translation_words(const Translation *translation, const char *english)
{
    const char *found = translation_find(translation, english);
    return found ? found : message_words(english);
}

bool translation_needs(const char *english)
{
    const char *at = english, *from = english;
    for (Hole hole = translation_next(&at);; hole = translation_next(&at)) {
        for (; from < hole.before; from++)
            if (*from >= 'a' && *from <= 'z')
                return true;
        if (!hole.letter)
            return false;
        from = at;
    }
}
