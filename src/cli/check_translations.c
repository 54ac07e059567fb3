/* check_translations.c — `sandtable check` of translations: nothing missing, nothing that is no longer used.
 *
 * What must be translated is known: the sentences of the code (a table made when the program is built), the words a
 * system shows of itself (verbs, titles, help, ground), and the texts of its scenarios and maps. The table
 * translation/LANG.tsv of the data holds the texts of the core and the server, SYSTEM/translation/LANG.tsv the rest,
 * and SYSTEM/rules.LANG.tsv the ledger. What has no small letter beside its holes ("A1 -1 D", "%n:%n") is the same in
 * every language. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check.h"
#include "cli/files.h"
#include "cli/sentences_index.h"
#include "core/translation.h"
#include "systems/systems.h"

enum { MISSING_TOLD = 20 };

typedef struct Wanted {
    Document *table;
    Translation *translation; /* what the table says */
    char **met;               /* what something in the program or the data says */
    int count, room, missing;
} Wanted;

static bool is_met(const Wanted *wanted, const char *english)
{
    for (int i = 0; i < wanted->count; i++)
        if (!strcmp(wanted->met[i], english))
            return true;
    return false;
}

/* The program or the data has this text: the table must have it. */
static void want(Wanted *wanted, const char *english)
{
    if (!english || !*english || !translation_needs(english) || is_met(wanted, english))
        return;
    if (wanted->count == wanted->room) {
        int room = wanted->room ? 2 * wanted->room : 1024;
        char **met = realloc(wanted->met, (size_t)room * sizeof *met);
        if (!met)
            return;
        wanted->met = met;
        wanted->room = room;
    }
    wanted->met[wanted->count] = strdup(english);
    wanted->count += wanted->met[wanted->count] != NULL;
    if (translation_find(wanted->translation, english))
        return;
    if (++wanted->missing <= MISSING_TOLD)
        mistake(wanted->table, NULL, "not translated: %.200s", english);
}

static void want_list(Wanted *wanted, const char *const *words)
{
    for (int i = 0; words && words[i]; i++)
        want(wanted, words[i]);
}

static void want_room(Wanted *wanted, const char *room)
{
    for (const SaidSomewhere *said = said_somewhere; said->room; said++)
        if (!strcmp(said->room, room))
            want(wanted, said->words);
}

static void want_system(Wanted *wanted, const System *system)
{
    const MapSchema *schema = system->map_schema;
    want_list(wanted, system->words);
    for (int i = 0; i < system->question_kinds; i++)
        want(wanted, system->questions[i].title);
    for (int i = 0; i < system->order_kinds; i++) {
        const OrderKind *kind = &system->orders[i];
        want(wanted, order_name(kind));
        want(wanted, kind->help);
        for (int slot = 0; slot < kind->slots; slot++) {
            want(wanted, kind->slot[slot].help);
            want_list(wanted, kind->slot[slot].names ? kind->slot[slot].names : kind->slot[slot].words);
        }
    }
    want_list(wanted, schema->terrain);
    want_list(wanted, schema->edges);
    want_list(wanted, schema->roads);
    want_list(wanted, schema->places);
    want_list(wanted, schema->areas);
}

/* ---- scenarios ---- */

typedef struct Reading {
    Wanted *wanted;
    const System *system;
    Log *log; /* of the scenarios: they are checked elsewhere */
} Reading;

static void want_scenario(Reading *reading, const char *id, const char *options)
{
    Scenario *scenario = scenario_load(reading->system, id, options, data_source(), reading->log);
    if (!scenario)
        return;
    want(reading->wanted, scenario->title);
    want(reading->wanted, scenario->about);
    want(reading->wanted, scenario->source);
    want(reading->wanted, scenario->growing);
    want(reading->wanted, scenario->map->title);
    want(reading->wanted, scenario->map->source);
    for (int box = 0; box < scenario->map->boxes; box++)
        want(reading->wanted, scenario->map->box[box].title);
    for (int side = 0; side < scenario->sides; side++)
        want(reading->wanted, scenario->side_name[side]);
    for (int i = 0; i < scenario->options; i++)
        want(reading->wanted, scenario->option[i].help);
    for (int i = 0; reading->system->text && reading->system->text(scenario, i); i++)
        want(reading->wanted, reading->system->text(scenario, i));
    for (int i = 0; !options && i < scenario->options; i++)
        for (const char *value = scenario->option[i].values; *value;) {
            int length = (int)strcspn(value, " ");
            char given[64];
            snprintf(given, sizeof given, "%s=%.*s", scenario->option[i].name, length, value);
            want_scenario(reading, id, given);
            value += length + (value[length] == ' ');
        }
    scenario_free(scenario);
}

static void read_scenario(void *context, const char *path)
{
    Reading *reading = context;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    int length = (int)strlen(name) - (int)strlen(".scenario");
    char id[120];
    snprintf(id, sizeof id, "%s/%.*s", reading->system->name, length, name);
    if (!strncmp(name, "lab.", 4)) /* it is never played */
        return;
    want_scenario(reading, id, NULL);
}

static void want_scenarios(Wanted *wanted, const System *system)
{
    Reading reading = {wanted, system, calloc(1, sizeof(Log))};
    char folder[4096];
    snprintf(folder, sizeof folder, "%s/%s/scenarios", data_directory(), system->name);
    if (reading.log)
        files_below(folder, ".scenario", read_scenario, &reading);
    free(reading.log);
}

/* ---- tables ---- */

/* Rows whose text is no longer used. */
static void find_stale(Wanted *wanted)
{
    Document *table = wanted->table;
    int column = table_column(table, "id", false);
    for (int row = 1; column >= 0 && row < table->entries; row++) {
        const Field *cell = table_cell(table, row, column);
        char english[1000];
        if (!cell || !cell->length || cell->text[0] == '=' || cell->length >= sizeof english)
            continue;
        memcpy(english, cell->text, cell->length);
        english[cell->length] = '\0';
        if (translation_needs(english) && !is_met(wanted, english)) /* the others may be translated, but need not */
            mistake(table, cell, "nothing says this");
    }
}

/* ---- English ---- */

static const char *const common_rooms[] = {"core", "kit", "server", "draw", "cli", NULL};

static bool is_room_of(const char *room, const System *system)
{
    for (int i = 0; !system && common_rooms[i]; i++)
        if (!strcmp(common_rooms[i], room))
            return true;
    return system && !strcmp(system->name, room);
}

static int row_of_id(const Document *table, int column, const char *id)
{
    for (int row = 1; row < table->entries; row++) {
        const Field *cell = table_cell(table, row, column);
        if (cell && field_is(cell, id))
            return row;
    }
    return 0;
}

/* Every message of the code has its English, and nothing else does. */
static void check_english(Document *table, const System *system)
{
    int column = table_column(table, "id", true), text = table_column(table, "text", true);
    bool *met = calloc((size_t)table->entries + 1, sizeof *met);
    for (const SaidSomewhere *said = said_somewhere; met && column >= 0 && said->room; said++) {
        if (!is_room_of(said->room, system) || !translation_needs(said->words))
            continue;
        int row = row_of_id(table, column, said->words);
        met[row] = true;
        if (!row)
            mistake(table, NULL, "the code says this, and no message is called so: %.150s", said->words);
    }
    for (int row = 1; met && column >= 0 && row < table->entries; row++) {
        const Field *id = table_cell(table, row, column), *words = table_cell(table, row, text);
        char name[100];
        if (!id || !field_copy(table, id, name, sizeof name))
            continue;
        if (!words || !words->length)
            mistake(table, id, "a message says something");
        if (!met[row])
            mistake(table, id, "nothing says this");
        if (row_of_id(table, column, name) != row)
            mistake(table, id, "this stands in the table already");
    }
    free(met);
}

void check_translation(Document *table, const char *language, const System *system)
{
    if (!strcmp(language, "en")) {
        check_english(table, system);
        return;
    }
    Wanted wanted = {.table = table, .translation = translation_new(language)};
    size_t length;
    char name[80];
    if (!wanted.translation)
        return;
    snprintf(name, sizeof name, "translation/%.60s.tsv", language);
    char *bytes = system ? data_source()->read(data_source()->context, name, &length) : NULL;
    Log *apart = bytes ? calloc(1, sizeof *apart) : NULL;
    Document *base = apart ? table_parse(name, bytes, length, apart) : NULL;
    if (base) /* the language's rules of plurals, and what a system need not translate again */
        translation_read(wanted.translation, base);
    document_free(base);
    free(apart);
    free(bytes);
    translation_read(wanted.translation, table);
    if (system) {
        want_room(&wanted, system->name);
        want_system(&wanted, system);
        want_scenarios(&wanted, system);
    } else {
        for (int i = 0; common_rooms[i]; i++)
            want_room(&wanted, common_rooms[i]);
    }
    if (wanted.missing > MISSING_TOLD)
        mistake(table, NULL, "and %d more are not translated", wanted.missing - MISSING_TOLD);
    find_stale(&wanted);
    translation_free(wanted.translation);
    while (wanted.count)
        free(wanted.met[--wanted.count]);
    free(wanted.met);
}

void check_translated_rules(Document *table, const System *system)
{
    int id = table_column(table, "id", true), title = table_column(table, "title", true);
    int words = table_column(table, "requires", true);
    bool *found = calloc((size_t)system->rule_count, sizeof *found);
    for (int row = 1; found && id >= 0 && row < table->entries; row++) {
        const Field *cell = table_cell(table, row, id);
        const Field *its_title = table_cell(table, row, title), *its_words = table_cell(table, row, words);
        int rule = cell ? rule_named(system, cell->text, cell->length) : 0;
        if (!rule)
            mistake(table, cell, "the ledger has no such rule");
        else if (found[rule])
            mistake(table, cell, "this rule stands in the table already");
        else if (!its_title || !its_title->length || !its_words || !its_words->length)
            mistake(table, cell, "a rule has a title and says what it requires");
        found[rule] = true;
    }
    for (int i = 1; found && i < system->rule_count; i++)
        if (!found[i])
            mistake(table, NULL, "not translated: %s", system->rules[i].id);
    free(found);
}

void check_terms(Document *table, const System *system)
{
    int term = table_column(table, "term", true), rule = table_column(table, "rule", true);
    int words = table_column(table, "words", true);
    for (int row = 1; term >= 0 && rule >= 0 && words >= 0 && row < table->entries; row++) {
        const Field *cell = table_cell(table, row, term), *cited = table_cell(table, row, rule);
        const Field *its_words = table_cell(table, row, words);
        if (!cell || !cell->length || !its_words || !its_words->length)
            mistake(table, cell, "a term has words that say what it means");
        if (!cited || !rule_named(system, cited->text, cited->length))
            mistake(table, cited, "the ledger has no such rule");
        for (int before = 1; cell && before < row; before++) {
            const Field *other = table_cell(table, before, term);
            if (other && other->length == cell->length && !memcmp(other->text, cell->text, cell->length))
                mistake(table, cell, "this term stands in the table already");
        }
    }
}
