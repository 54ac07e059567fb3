/* scenario.c — loading what does not change during play.
 *
 * The core reads the entries that mean the same in every system: scenario, title, system, map, side and
 * option. The system's own loader then reads the rest of the same document and whatever files it names.
 * Options are read first, wherever they are in the file, because any other line may end in
 * `when OPTION VALUE`; values given by the caller replace the file's.
 *
 * Everything that rules read goes into one hash, the edition of the data: two programs with the same hash
 * play the same game. */
#include "core/system.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/appraisal.h"
#include "core/flood.h"
#include "core/journal.h"

_Static_assert(HEXES_MAX == FLOOD_HEXES, "one size of map for all");

#define PATH_TEXT sizeof(((Document *)0)->name)
#define BLANK_NAME "lab" /* the file that gives the blank map its sides and options */

/* ---- files ---- */

/* A mistake about a file of which there is not even a document. */
static void file_mistake(Log *log, const char *name, const char *words)
{
    char nothing[1] = "";
    Document absent = {.bytes = nothing, .log = log};
    size_t length = strlen(name);
    memcpy(absent.name, name, length < sizeof absent.name ? length : sizeof absent.name - 1);
    mistake(&absent, NULL, "%s", words);
}

/* "wb95/" before the name; false with a mistake when that is too long to be a file of ours. */
static bool path_of(const Loading *loading, const char *name, char out[PATH_TEXT])
{
    size_t folder = strlen(loading->folder), length = strlen(name);
    if (folder + 1 + length >= PATH_TEXT) {
        file_mistake(loading->log, name, "the file's name is too long");
        return false;
    }
    memcpy(out, loading->folder, folder);
    out[folder] = '/';
    memcpy(out + folder + 1, name, length + 1);
    return true;
}

typedef Document *Parser(const char *name, const char *bytes, size_t length, Log *log);

/* ---- the hash ---- */

/* Entries and columns that people read and rules do not: they are no part of a game's edition. Of an option only its
 * effect is: the game's journal holds the values of its options. */
static const char *const only_read[] = {"title", "about", "source", "note", "provenance", NULL};
static const char *const only_read_columns[] = {"name", "title", "about", "source", "note", "provenance", NULL};

static void hash_fields(Sha256 *hash, const Field *field, int count)
{
    for (int i = 0; i < count; i++) {
        sha256_add(hash, field[i].text, field[i].length);
        sha256_add(hash, "", 1);
    }
    sha256_add(hash, "\n", 1);
}

/* Rows of a table, without the columns that are only read. */
static void hash_table(Sha256 *hash, const Document *document)
{
    const Field *head = document->entries ? &document->field[document->entry[0].first] : NULL;
    int columns = head ? document->entry[0].count : 0;
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        for (int column = 0; column < entry->count; column++)
            if (column >= columns || field_among(&head[column], only_read_columns) < 0)
                hash_fields(hash, &document->field[entry->first + column], 1);
        sha256_add(hash, "\n", 1);
    }
}

/* What the rules read of a file: its words without comments, blanks and what is only for people. */
static void hash_document(Sha256 *hash, const char *path, const Document *document)
{
    sha256_add(hash, path, strlen(path) + 1);
    if (document->is_table) {
        hash_table(hash, document);
        return;
    }
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        const Field *field = &document->field[entry->first];
        bool option = field_is(field, "option");
        if (field_among(field, only_read) >= 0 || (option && !entry->body_lines))
            continue;
        hash_fields(hash, field, option ? 2 : entry->count);
        for (int line = 0; line < entry->body_lines; line++) {
            const Body *body = &document->body[entry->body_first + line];
            hash_fields(hash, &document->field[body->first], body->count);
        }
    }
}

/* Reads and parses a file, and takes what rules read of it into the hash; NULL when it is not there. */
static Document *read_document(Loading *loading, const char *name, Parser *parse)
{
    char path[PATH_TEXT];
    if (!path_of(loading, name, path))
        return NULL;
    size_t length = 0;
    char *bytes = loading->source->read(loading->source->context, path, &length);
    if (!bytes)
        return NULL;
    Document *document = parse(path, bytes, length, loading->log);
    if (document)
        hash_document(&loading->hash, path, document);
    else
        file_mistake(loading->log, path, "there is not enough memory to read the file");
    free(bytes);
    return document;
}

static Document *need_document(Loading *loading, const char *name, Parser *parse)
{
    int before = loading->log->count;
    Document *document = read_document(loading, name, parse);
    char path[PATH_TEXT];
    if (!document && loading->log->count == before && path_of(loading, name, path))
        file_mistake(loading->log, path, "there is no such file");
    return document;
}

Document *loading_document(Loading *loading, const char *name) { return need_document(loading, name, document_parse); }

Document *loading_table(Loading *loading, const char *name) { return need_document(loading, name, table_parse); }

/* ---- entries ---- */

typedef enum Keyword {
    KEY_SCENARIO,
    KEY_TITLE,
    KEY_SYSTEM,
    KEY_MAP,
    KEY_SIDE,
    KEY_OPTION,
    KEY_TURNS,
    KEY_ABOUT,
    KEY_SOURCE
} Keyword;

static const char *const keywords[] = {"scenario", "title", "system", "map",    "side",
                                       "option",   "turns", "about",  "source", NULL};

static int keyword_of(const Field *field)
{
    int i = 0;
    while (keywords[i] && !field_is(field, keywords[i]))
        i++;
    return i;
}

bool scenario_keyword(const Field *field) { return keywords[keyword_of(field)] != NULL; }

/* Lower-case letters, digits and -, beginning with a letter or digit. */
static bool plain_word(const Field *field)
{
    for (uint32_t i = 0; i < field->length; i++) {
        char c = field->text[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c == '-' && i > 0)))
            return false;
    }
    return field->length > 0;
}

/* The one field of `title "Nysa 1945"`, or NULL with a mistake when it is missing, doubled or malformed. */
static const Field *single(Document *document, Keyword keyword, bool required)
{
    const Field *found = NULL;
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        const Field *word = &document->field[entry->first];
        if (!field_is(word, keywords[keyword]))
            continue;
        if (found)
            mistake(document, word, "%s was given on line %u already", keywords[keyword], found->line);
        else if (entry->count == 2)
            found = word + 1;
        else
            mistake(document, word, "expected `%s` and one field after it", keywords[keyword]);
        if (entry->body_lines)
            mistake(document, &document->field[document->body[entry->body_first].first],
                    "no indented lines belong to this entry");
        if (!found)
            return NULL;
    }
    if (!found && required)
        mistake(document, NULL, "the scenario has no entry `%s`", keywords[keyword]);
    return found;
}

/* ---- options ---- */

static Option *find_option(Scenario *scenario, const char *name, size_t length)
{
    for (int i = 0; i < scenario->options; i++)
        if (strlen(scenario->option[i].name) == length && !memcmp(scenario->option[i].name, name, length))
            return &scenario->option[i];
    return NULL;
}

const Option *scenario_option(const Scenario *scenario, const char *name)
{
    for (int i = 0; i < scenario->options; i++)
        if (!strcmp(scenario->option[i].name, name))
            return &scenario->option[i];
    return NULL;
}

static bool option_allows(const Option *option, const char *value, size_t length)
{
    for (const char *at = option->values; *at;) {
        size_t word = strcspn(at, " ");
        if (word == length && !memcmp(at, value, length))
            return true;
        at += word + (at[word] == ' ');
    }
    return false;
}

/* The option of that name if it may have that value, else NULL with a mistake that says what may be. */
static Option *option_with(Scenario *scenario, Document *document, const Field *name, const Field *value)
{
    Option *option = find_option(scenario, name->text, name->length);
    if (!option) {
        char list[200] = "";
        size_t used = 0;
        for (int i = 0; i < scenario->options && used < sizeof list; i++)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", scenario->option[i].name);
        mistake(document, name, "unknown option %.*s; known here: %s", (int)(name->length < 40 ? name->length : 40),
                name->text, scenario->options ? list : "(none)");
        return NULL;
    }
    if (!option_allows(option, value->text, value->length)) {
        mistake(document, value, "option %s cannot be %.*s; it may be: %s", option->name,
                (int)(value->length < 40 ? value->length : 40), value->text, option->values);
        return NULL;
    }
    return option;
}

/* option NAME VALUE RULE "HELP" [values VALUE…] [was VALUE]; without values it is on or off. `was` is the value of
 * games that were begun before there was such an option. */
static void read_option(Scenario *scenario, Document *document, const Entry *entry)
{
    const Field *field = &document->field[entry->first];
    int count = entry->count;
    const Field *was = count >= 7 && field_is(field + count - 2, "was") ? field + count - 1 : field + 2;
    if (was != field + 2)
        count -= 2;
    if (count < 5 || (count > 5 && (count < 7 || !field_is(field + 5, "values")))) {
        mistake(document, field, "expected: option NAME VALUE RULE \"HELP\" [values VALUE…] [was VALUE]");
        return;
    }
    if (scenario->options == OPTIONS_MAX) {
        mistake(document, field, "a scenario has at most %d options", OPTIONS_MAX);
        return;
    }
    if (find_option(scenario, field[1].text, field[1].length)) {
        mistake(document, field + 1, "there is an option of this name already");
        return;
    }
    Option option = {.values = "on off"};
    bool good = field_copy(document, field + 1, option.name, sizeof option.name);
    good &= field_copy(document, field + 2, option.value, sizeof option.value);
    good &= field_copy(document, was, option.was, sizeof option.was);
    good &= field_copy(document, field + 3, option.rule, sizeof option.rule);
    good &= field_copy(document, field + 4, option.help, sizeof option.help);
    if (!plain_word(field + 1)) {
        mistake(document, field + 1, "an option's name is made of a-z, 0-9 and -");
        good = false;
    }
    if (!rule_named(scenario->system, field[3].text, field[3].length))
        mistake(document, field + 3, "the ledger has no rule %.*s", (int)field[3].length, field[3].text);
    size_t used = 0;
    for (int i = 6; i < count; i++) {
        if (!plain_word(field + i) || field[i].length >= sizeof option.value ||
            used + field[i].length + 2 > sizeof option.values) {
            mistake(document, field + i, "values are short words of a-z, 0-9 and -, together at most %zu bytes",
                    sizeof option.values - 1);
            good = false;
            break;
        }
        used += (size_t)snprintf(option.values + used, sizeof option.values - used, "%s%.*s", used ? " " : "",
                                 (int)field[i].length, field[i].text);
    }
    if (good && !option_allows(&option, option.value, strlen(option.value)))
        mistake(document, field + 2, "the default is none of the option's values: %s", option.values);
    if (good && was != field + 2 && !option_allows(&option, option.was, strlen(option.was)))
        mistake(document, was, "what it was is none of the option's values: %s", option.values);
    scenario->option[scenario->options++] = option;
}

/* "name=value name=value", as given by a player; or by a journal, which names all options there were when it was
 * begun. */
static void choose_options(Scenario *scenario, const char *text, bool begun, Log *log)
{
    Document *document = document_parse("options", text, strlen(text), log);
    if (!document) {
        file_mistake(log, "options", "there is not enough memory to read them");
        return;
    }
    bool chosen[OPTIONS_MAX] = {false};
    for (int i = 0; i < document->fields; i++) {
        Field name = document->field[i], value = name;
        const char *sign = memchr(name.text, '=', name.length);
        if (!sign) {
            mistake(document, &name, "expected an option as name=value");
            continue;
        }
        name.length = (uint32_t)(sign - name.text);
        value.text = sign + 1;
        value.length -= name.length + 1;
        value.column += name.length + 1;
        Option *option = option_with(scenario, document, &name, &value);
        if (!option)
            continue;
        if (chosen[option - scenario->option])
            mistake(document, &name, "option %s is given twice", option->name);
        chosen[option - scenario->option] = true;
        memcpy(option->value, value.text, value.length);
        option->value[value.length] = '\0';
    }
    for (int i = 0; begun && i < scenario->options; i++)
        if (!chosen[i])
            memcpy(scenario->option[i].value, scenario->option[i].was, sizeof scenario->option[i].value);
    document_free(document);
}

bool scenario_when(const Scenario *scenario, Document *document, const Field *fields, int *count)
{
    if (*count < 3 || !field_is(&fields[*count - 3], "when"))
        return true;
    *count -= 3;
    /* Not changed: only looked up. */
    const Option *option = option_with((Scenario *)scenario, document, &fields[*count + 1], &fields[*count + 2]);
    return option && field_is(&fields[*count + 2], option->value);
}

/* ---- sides ---- */

static bool read_colour(const Field *field, uint32_t *out)
{
    uint32_t colour = 0;
    for (uint32_t i = 0; i < field->length; i++) {
        char c = field->text[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            return false;
        colour = colour << 4 | (uint32_t)digit;
    }
    *out = colour;
    return field->length == 6;
}

/* side WORD "NAME" colour RRGGBB …: what follows is the system's. */
static void read_side(Scenario *scenario, Document *document, const Entry *entry)
{
    const Field *field = &document->field[entry->first];
    int count = entry->count;
    bool holds = scenario_when(scenario, document, field, &count);
    for (int i = 0; i < scenario->options && count < entry->count; i++)
        scenario->option[i].sides |= field_is(&field[count + 1], scenario->option[i].name);
    if (count < 5 || !field_is(field + 3, "colour")) {
        mistake(document, field, "expected: side WORD \"NAME\" colour RRGGBB …");
        return;
    }
    char word[sizeof scenario->side_word[0]], name[sizeof scenario->side_name[0]];
    uint32_t colour = 0;
    field_copy(document, field + 1, word, sizeof word);
    field_copy(document, field + 2, name, sizeof name);
    if (!plain_word(field + 1))
        mistake(document, field + 1, "a side's word is made of a-z, 0-9 and -");
    if (!read_colour(field + 4, &colour))
        mistake(document, field + 4, "expected a colour as six figures 0-9 a-f: red, green, blue");
    if (!holds)
        return;
    for (int i = 0; i < scenario->sides; i++)
        if (!strcmp(scenario->side_word[i], word)) {
            mistake(document, field + 1, "there is a side %s already", word);
            return;
        }
    if (scenario->sides == SIDES) {
        mistake(document, field, "a scenario has at most %d sides", SIDES);
        return;
    }
    int side = scenario->sides++;
    memcpy(scenario->side_word[side], word, sizeof word);
    memcpy(scenario->side_name[side], name, sizeof name);
    scenario->side_colour[side] = colour;
}

/* ---- the whole ---- */

enum { TURNS_MOST = 999 };

static void read_each(Scenario *scenario, Document *document, Keyword keyword,
                      void (*read)(Scenario *, Document *, const Entry *))
{
    for (int i = 0; i < document->entries; i++)
        if (field_is(&document->field[document->entry[i].first], keywords[keyword]))
            read(scenario, document, &document->entry[i]);
}

/* Everything but the map. `name` is what the file must give as its name. */
static void read_head(Scenario *scenario, Document *document, const char *name, const char *options, bool begun)
{
    const Field *field = single(document, KEY_SCENARIO, true);
    if (field && !field_is(field, name))
        mistake(document, field, "the file is called %s: the scenario's name must be the same", name);
    if ((field = single(document, KEY_TITLE, true)))
        field_copy(document, field, scenario->title, sizeof scenario->title);
    if ((field = single(document, KEY_SYSTEM, true)) && !field_is(field, scenario->system->name))
        mistake(document, field, "the file lies with system %s", scenario->system->name);
    if ((field = single(document, KEY_ABOUT, false)))
        field_copy(document, field, scenario->about, sizeof scenario->about);
    if ((field = single(document, KEY_SOURCE, false)))
        field_copy(document, field, scenario->source, sizeof scenario->source);
    long turns;
    if ((field = single(document, KEY_TURNS, false)) && field_number(document, field, 1, TURNS_MOST, &turns))
        scenario->turns = (int)turns;
    read_each(scenario, document, KEY_OPTION, read_option);
    if (options)
        choose_options(scenario, options, begun, document->log);
    read_each(scenario, document, KEY_SIDE, read_side);
    if (!scenario->sides)
        mistake(document, NULL, "the scenario has no side");
}

/* The map may not be another system's. */
static void check_map_system(const System *system, Document *document)
{
    for (int i = 0; i < document->entries; i++) {
        const Field *field = &document->field[document->entry[i].first];
        if (field_is(field, "system") && document->entry[i].count == 2 && !field_is(field + 1, system->name))
            mistake(document, field + 1, "the map is loaded for system %s", system->name);
    }
}

/* "grid=even-down", as the caller would write it, after those that chose another map before. */
static void add_other_map(Scenario *scenario, Document *document, const Field *option, const Field *value)
{
    if (scenario->other_maps == OTHER_MAPS_MAX) {
        mistake(document, option, "options may choose at most %d other maps", OTHER_MAPS_MAX);
        return;
    }
    snprintf(scenario->other_map[scenario->other_maps++], sizeof scenario->other_map[0], "%.*s=%.*s",
             (int)option->length, option->text, (int)value->length, value->text);
}

/* map NAME [HEX..HEX], once, and map NAME … when OPTION VALUE for values that play on another: the name that holds.
 * The hexes are the corners of the part that is played on. */
static const Field *chosen_map(Scenario *scenario, Document *document)
{
    const Field *usual = NULL, *other = NULL;
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        const Field *field = &document->field[entry->first];
        if (!field_is(field, keywords[KEY_MAP]))
            continue;
        int count = entry->count;
        bool holds = scenario_when(scenario, document, field, &count), always = count == entry->count;
        const Field **found = always ? &usual : &other;
        if (count < 2 || count > 3 || entry->body_lines)
            mistake(document, field, "expected: map NAME [HEX..HEX] [when OPTION VALUE]");
        else if (holds && *found)
            mistake(document, field, "line %u names the map already", (*found)->line);
        else if (holds)
            *found = field + 1;
        if ((count == 2 || count == 3) && !always)
            add_other_map(scenario, document, field + count + 1, field + count + 2);
    }
    if (!usual)
        mistake(document, NULL, "the scenario has no entry `%s`", keywords[KEY_MAP]);
    return usual && other ? other : usual;
}

/* Cuts the map to the hexes between the corners, if the line names any: 17.05..27.14. */
static void cut_map(Scenario *scenario, Document *document, const Field *corners)
{
    const Field *entry = corners - 2; /* its keyword */
    int at = 0;
    while (at < document->entries && &document->field[document->entry[at].first] != entry)
        at++;
    if (document->entry[at].count < 3 || field_is(corners, "when"))
        return;
    Map *map = scenario->map;
    uint32_t dots = 0;
    while (dots + 1 < corners->length && memcmp(corners->text + dots, "..", 2))
        dots++;
    Hex corner, opposite;
    if (map->grid.sheets || !hex_parse(&map->grid, corners->text, dots, &corner) || dots + 2 > corners->length ||
        !hex_parse(&map->grid, corners->text + dots + 2, corners->length - dots - 2, &opposite)) {
        mistake(document, corners, "expected two corners of a map of one sheet, as 17.05..27.14");
        return;
    }
    scenario->map = map_cut(map, corner, opposite);
    map_free(map);
    if (!scenario->map)
        mistake(document, corners, "there is not enough memory for the map");
}

static void read_map(Scenario *scenario, Loading *loading)
{
    const Field *name = chosen_map(scenario, loading->document);
    if (!name)
        return;
    char path[PATH_TEXT];
    if (!plain_word(name) || name->length >= NAME_TEXT) {
        mistake(loading->document, name, "a map's name is made of a-z, 0-9 and -");
        return;
    }
    snprintf(path, sizeof path, "maps/%.*s.map", (int)name->length, name->text);
    int before = loading->log->count;
    Document *document = read_document(loading, path, document_parse);
    if (!document) {
        if (loading->log->count == before)
            mistake(loading->document, name, "there is no map %s/%s", loading->folder, path);
        return;
    }
    scenario->map = map_load(document, scenario->system->map_schema);
    check_map_system(scenario->system, document);
    if (scenario->map)
        cut_map(scenario, loading->document, name + 1);
    document_free(document);
}

static Scenario *scenario_make(const System *system, const char *name)
{
    static atomic_uint made;
    Scenario *scenario = calloc(1, sizeof *scenario);
    if (!scenario)
        return NULL;
    scenario->system = system;
    scenario->serial = atomic_fetch_add(&made, 1) + 1;
    snprintf(scenario->id, sizeof scenario->id, "%s/%s", system->name, name);
    return scenario;
}

/* SYSTEM/growing.txt exists as long as the system is incomplete, and says what it lacks. It is no part of a game's
 * edition. */
static void read_growing(Scenario *scenario, const Loading *loading)
{
    char path[PATH_TEXT];
    size_t length = 0;
    snprintf(path, sizeof path, "%s/growing.txt", loading->folder);
    char *bytes = loading->source->read(loading->source->context, path, &length);
    if (bytes)
        snprintf(scenario->growing, sizeof scenario->growing, "%.*s", (int)strcspn(bytes, "\n"), bytes);
    free(bytes);
}

/* The system reads its part, unless there is no map to read it on; then the verdict. */
/* A journal could not distinguish such an order from a line of its own. */
static void check_verbs(const System *system, Log *log)
{
    for (int verb = 0; verb < system->order_kinds; verb++)
        if (journal_reserves(system->orders[verb].verb))
            file_mistake(log, system->orders[verb].verb,
                         "no order can be called that: journals have lines that begin so");
}

static Scenario *finish(Scenario *scenario, Loading *loading, int before)
{
    check_verbs(scenario->system, loading->log);
    if (scenario->map && scenario->sides && !scenario->system->load(scenario, loading) && loading->log->count == before)
        file_mistake(loading->log, scenario->id, "the system could not load the scenario");
    sha256_end(&loading->hash, scenario->data_hash);
    if (loading->log->count == before)
        appraisal_load(scenario, loading->source, loading->log);
    document_free(loading->document);
    if (loading->log->count == before)
        return scenario;
    scenario_free(scenario);
    return NULL;
}

static bool name_is_plain(const char *name)
{
    Field field = {.text = name, .length = (uint32_t)strlen(name)};
    return plain_word(&field);
}

static Scenario *load(const System *system, const char *id, const char *options, bool begun, const Source *source,
                      Log *log)
{
    int before = log->count;
    size_t prefix = strlen(system->name);
    const char *name = id + prefix + 1;
    if (strncmp(id, system->name, prefix) || id[prefix] != '/' || !name_is_plain(name) ||
        strlen(id) >= sizeof((Scenario *)0)->id) {
        file_mistake(log, id, "no scenario can be called that; expected SYSTEM/NAME");
        return NULL;
    }
    Scenario *scenario = scenario_make(system, name);
    if (!scenario) {
        file_mistake(log, id, "there is not enough memory to load the scenario");
        return NULL;
    }
    Loading loading = {.folder = system->name, .source = source, .log = log};
    sha256_begin(&loading.hash);
    char path[PATH_TEXT];
    snprintf(path, sizeof path, "scenarios/%s.scenario", name);
    loading.document = loading_document(&loading, path);
    if (!loading.document) {
        free(scenario);
        return NULL;
    }
    read_head(scenario, loading.document, name, options, begun);
    read_growing(scenario, &loading);
    read_map(scenario, &loading);
    return finish(scenario, &loading, before);
}

Scenario *scenario_load(const System *system, const char *id, const char *options, const Source *source, Log *log)
{
    return load(system, id, options, false, source, log);
}

Scenario *scenario_load_begun(const System *system, const char *id, const char *options, const Source *source, Log *log)
{
    return load(system, id, options, true, source, log);
}

/* Numbered as the system's maps are. */
static Grid blank_grid(const MapSchema *schema, int columns, int rows)
{
    Grid grid = schema->blank ? *schema->blank : (Grid){.first_column = 1, .first_row = 1};
    grid.columns = (uint16_t)columns;
    grid.rows = (uint16_t)rows;
    if (grid.sheets)
        grid.sheet[0].first_row = (int16_t)(grid.from_bottom ? rows - 1 : 0);
    return grid;
}

Scenario *scenario_blank(const System *system, int columns, int rows, const char *options, const Source *source,
                         Log *log)
{
    int before = log->count;
    if (columns < 1 || columns > 99 || rows < 1 || rows > 99 || columns * rows > HEXES_MAX) {
        file_mistake(log, BLANK_NAME, "an empty map has 1 to 99 columns and 1 to 99 rows, and at most 8192 hexes");
        return NULL;
    }
    Scenario *scenario = scenario_make(system, BLANK_NAME);
    Loading loading = {.folder = system->name, .source = source, .log = log};
    sha256_begin(&loading.hash);
    static const char file[] = "scenarios/" BLANK_NAME ".scenario";
    bool found = true;
    if (scenario && !(loading.document = read_document(&loading, file, document_parse)) && log->count == before) {
        found = false;
        loading.document = document_parse(file, "", 0, log);
    }
    Grid grid = blank_grid(system->map_schema, columns, rows);
    if (loading.document)
        scenario->map = map_blank(system->map_schema, &grid);
    if (!loading.document || !scenario->map) {
        file_mistake(log, BLANK_NAME, "there is not enough memory for the map");
        document_free(loading.document);
        scenario_free(scenario);
        return NULL;
    }
    if (found) {
        const Field *map = single(loading.document, KEY_MAP, false);
        if (map)
            mistake(loading.document, map, "the scenario of the empty map cannot name another");
        read_head(scenario, loading.document, BLANK_NAME, options, false);
    } else {
        snprintf(scenario->title, sizeof scenario->title, "An empty map");
        for (int side = 0; side < 2; side++) {
            snprintf(scenario->side_name[side], sizeof scenario->side_name[0], "Side %d", side + 1);
            snprintf(scenario->side_word[side], sizeof scenario->side_word[0], "side%d", side + 1);
            scenario->side_colour[side] = side ? 0x3a5fa0 : 0xa03a3a;
        }
        scenario->sides = 2;
        if (options)
            choose_options(scenario, options, false, log);
    }
    return finish(scenario, &loading, before);
}

void scenario_free(Scenario *scenario)
{
    if (!scenario)
        return;
    if (scenario->system->unload)
        scenario->system->unload(scenario);
    appraisal_free(scenario->appraisal);
    map_free(scenario->map);
    free(scenario->piece_id);
    free(scenario->piece_hash);
    free(scenario);
}
