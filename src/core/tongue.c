/* tongue.c — translations: reading and checking them, finding them, plurals. */
#include "core/tongue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "core/system.h"

enum { HOLES_MOST = 8, FIRST_ROOM = 256 };

typedef int Plural(int number);

struct Tongue {
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

int tongue_form(const Tongue *tongue, int number)
{
    const struct Plurals *rule = tongue ? tongue->plurals : &plurals[1];
    return rule->form(number < 0 ? -number : number);
}

/* ---- holes ---- */

Hole tongue_next(const char **at)
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
    for (Hole hole = tongue_next(&english); hole.letter; hole = tongue_next(&english))
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
    const Tongue *tongue;
    char letters[HOLES_MOST];
    int count, in_order; /* holes of the English; holes of the text that carry no number */
    bool numbered, used[HOLES_MOST];
} Fitting;

static bool form_fits(Fitting *fitting, const Hole *hole)
{
    int wanted = fitting->tongue->plurals->forms;
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

static bool holes_fit(const Tongue *tongue, Document *table, const Field *at, const char *english, const char *text)
{
    Fitting fitting = {.table = table, .at = at, .tongue = tongue};
    fitting.count = holes_of(english, fitting.letters);
    for (Hole hole = tongue_next(&text); hole.letter; hole = tongue_next(&text))
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
static uint32_t slot_of(const Tongue *tongue, const char *english)
{
    uint32_t at = hash_of(english) & tongue->mask;
    while (tongue->slot[at] && strcmp(tongue->english[tongue->slot[at] - 1], english))
        at = (at + 1) & tongue->mask;
    return at;
}

static bool grow(Tongue *tongue)
{
    int room = tongue->room ? 2 * tongue->room : FIRST_ROOM;
    char **english = realloc(tongue->english, (size_t)room * sizeof *english);
    if (english)
        tongue->english = english;
    const char **text = realloc(tongue->text, (size_t)room * sizeof *text);
    if (text)
        tongue->text = text;
    uint32_t *slot = calloc((size_t)room * 2, sizeof *slot);
    if (!english || !text || !slot) {
        free(slot);
        return false;
    }
    free(tongue->slot);
    tongue->slot = slot;
    tongue->mask = (uint32_t)room * 2 - 1;
    tongue->room = room;
    for (int row = 0; row < tongue->rows; row++)
        slot[slot_of(tongue, english[row])] = (uint32_t)row + 1;
    return true;
}

Tongue *tongue_new(const char *language)
{
    Tongue *tongue = calloc(1, sizeof *tongue);
    if (!tongue || !grow(tongue)) {
        tongue_free(tongue);
        return NULL;
    }
    snprintf(tongue->language, sizeof tongue->language, "%s", language);
    snprintf(tongue->name, sizeof tongue->name, "%s", language);
    tongue->plurals = &plurals[1];
    return tongue;
}

void tongue_free(Tongue *tongue)
{
    if (!tongue)
        return;
    for (int row = 0; row < tongue->rows; row++)
        free(tongue->english[row]);
    free(tongue->english);
    free(tongue->text);
    free(tongue->slot);
    free(tongue);
}

static void read_fact(Tongue *tongue, Document *table, const Field *english, const Field *text)
{
    if (field_is(english, "=name")) {
        field_copy(table, text, tongue->name, sizeof tongue->name);
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
        tongue->plurals = &plurals[rule];
}

static void add(Tongue *tongue, Document *table, const Field *english, const Field *text)
{
    char *row = malloc(english->length + text->length + 2);
    if (!row || (tongue->rows == tongue->room && !grow(tongue))) {
        mistake(table, english, "there is not enough memory for the language");
        free(row);
        return;
    }
    char *said = row + english->length + 1;
    memcpy(row, english->text, english->length);
    row[english->length] = '\0';
    memcpy(said, text->text, text->length);
    said[text->length] = '\0';
    uint32_t slot = slot_of(tongue, row);
    if (tongue->slot[slot])
        mistake(table, english, "this stands in the table already");
    if (tongue->slot[slot] || !holes_fit(tongue, table, text, message_words(row), said)) {
        free(row);
        return;
    }
    tongue->english[tongue->rows] = row;
    tongue->text[tongue->rows] = said;
    tongue->slot[slot] = (uint32_t)++tongue->rows;
}

void tongue_read(Tongue *tongue, Document *table)
{
    int english = table_column(table, "id", true), text = table_column(table, "text", true);
    for (int row = 1; english >= 0 && text >= 0 && row < table->entries; row++) {
        const Field *from = table_cell(table, row, english), *to = table_cell(table, row, text);
        if (!from || !from->length || !to || !to->length)
            mistake(table, from, "a row says something in English and in the language");
        else if (from->text[0] == '=')
            read_fact(tongue, table, from, to);
        else
            add(tongue, table, from, to);
    }
}

static bool read_file(Tongue *tongue, const char *folder, const Source *source, Log *log)
{
    char name[96];
    size_t length;
    snprintf(name, sizeof name, "%s%stongue/%s.tsv", folder, *folder ? "/" : "", tongue->language);
    char *bytes = source->read(source->context, name, &length);
    Document *table = bytes ? table_parse(name, bytes, length, log) : NULL;
    free(bytes);
    if (table)
        tongue_read(tongue, table);
    document_free(table);
    return table;
}

Tongue *tongue_load(const char *language, const char *folder, const Source *source, Log *log)
{
    Tongue *tongue = tongue_new(language);
    if (tongue && read_file(tongue, "", source, log)) {
        if (folder)
            read_file(tongue, folder, source, log);
        return tongue;
    }
    Document none = {.log = log};
    snprintf(none.name, sizeof none.name, "tongue/%.80s.tsv", language);
    mistake(&none, NULL, "there is no such language");
    tongue_free(tongue);
    return NULL;
}

/* ---- finding ---- */

const char *tongue_language(const Tongue *tongue) { return tongue ? tongue->language : "en"; }
const char *tongue_name(const Tongue *tongue) { return tongue ? tongue->name : "English"; }

const char *tongue_find(const Tongue *tongue, const char *english)
{
    if (!tongue)
        return NULL;
    uint32_t row = tongue->slot[slot_of(tongue, english)];
    return row ? tongue->text[row - 1] : NULL;
}

const char *tongue_words(const Tongue *tongue, const char *english)
{
    const char *found = tongue_find(tongue, english);
    return found ? found : message_words(english);
}

bool tongue_needs(const char *english)
{
    const char *at = english, *from = english;
    for (Hole hole = tongue_next(&at);; hole = tongue_next(&at)) {
        for (; from < hole.before; from++)
            if (*from >= 'a' && *from <= 'z')
                return true;
        if (!hole.letter)
            return false;
        from = at;
    }
}
