/* check.c — `sandtable check PATH…`: every mistake of every data file, with its line.
 *
 * A file is checked by what its name ends in. Maps are loaded with the words of the system they name. Scenarios are
 * loaded in full, once as written and once for each other value of each of their options, so that lines under `when`
 * are read too; what they name is looked for beside them first (in the folder SYSTEM that holds `scenarios`), then in
 * the data directory. Hints are compared with their scenario. Tables must have their header and, in a folder `tables`,
 * say where their numbers come from; translations are compared with what they translate. Scripts of the lab are read
 * for their form alone.
 *
 * A mistake met in several ways is reported once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/check.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "core/symbols.h"
#include "systems/systems.h"

#define BLANK_SCENARIO "lab" /* has no map of its own: it is tried on an empty one */

typedef struct Check {
    Log *log;          /* of the file at hand */
    Log *total;        /* of all */
    int warnings;      /* what an unfinished system lacks: reported, not counted */
    const char *given; /* by the caller; a file found in a folder is another string */
    int files, unknown;
} Check;

/* ---- collecting ---- */

/* Fits a path into a mistake's or document's name; of a long one the end is kept. */
static void short_name(char out[sizeof(((Mistake *)0)->file)], const char *root, const char *name)
{
    const size_t room = sizeof(((Mistake *)0)->file);
    size_t length = strlen(root) + strlen(name) + 2;
    char *full = malloc(length);
    if (!full) {
        out[0] = '\0';
        return;
    }
    int written = snprintf(full, length, "%s%s%s", root, *root ? "/" : "", name);
    size_t skip = (size_t)written >= room ? (size_t)written - room + 1 + strlen("…") : 0;
    while (skip && ((unsigned char)full[skip] & 0xC0) == 0x80)
        skip++;
    snprintf(out, room, "%s%s", skip ? "…" : "", full + skip);
    free(full);
}

static bool same_mistake(const Mistake *a, const Mistake *b)
{
    return a->line == b->line && a->column == b->column && !strcmp(a->file, b->file) && !strcmp(a->words, b->words);
}

static bool known_mistake(const Log *total, const Mistake *mistake)
{
    int kept = total->count < LOG_MISTAKES ? total->count : LOG_MISTAKES;
    for (int i = 0; i < kept; i++)
        if (same_mistake(&total->mistake[i], mistake))
            return true;
    return false;
}

static bool lies_in(const char *root, const char *name)
{
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", root, name);
    return length > 0 && (size_t)length < sizeof path && !access(path, R_OK);
}

/* Moves the mistakes at hand to the total. The core calls files "wb95/maps/…"; `root` goes before that, or
 * the data directory if the file was found only there. */
static void collect(Check *check, const char *root)
{
    int kept = check->log->count < LOG_MISTAKES ? check->log->count : LOG_MISTAKES;
    for (int i = 0; i < kept; i++) {
        Mistake mistake = check->log->mistake[i];
        const char *name = check->log->mistake[i].file;
        bool elsewhere = !lies_in(*root ? root : ".", name) && lies_in(data_directory(), name);
        if (elsewhere || *root)
            short_name(mistake.file, elsewhere ? data_directory() : root, name);
        if (known_mistake(check->total, &mistake))
            continue;
        if (check->total->count < LOG_MISTAKES)
            check->total->mistake[check->total->count] = mistake;
        check->total->count++;
    }
    check->total->count += check->log->count - kept;
    check->log->count = 0;
}

/* Prints the mistakes at hand at once and does not count them. */
static void warn(Check *check)
{
    int kept = check->log->count < LOG_MISTAKES ? check->log->count : LOG_MISTAKES;
    for (int i = 0; i < kept; i++)
        printf("%s: still growing: %s\n", check->log->mistake[i].file, check->log->mistake[i].words);
    check->warnings += check->log->count;
    check->log->count = 0;
}

static void report(Check *check, const char *path, const char *words)
{
    char nothing[1] = "";
    Document file = {.bytes = nothing, .log = check->log};
    short_name(file.name, "", path);
    mistake(&file, NULL, "%s", words);
    collect(check, "");
}

typedef Document *Parser(const char *name, const char *bytes, size_t length, Log *log);

static Document *open_document(Check *check, const char *path, Parser *parse)
{
    size_t length;
    char *bytes = file_read(path, &length);
    if (!bytes) {
        report(check, path, "the file cannot be read");
        return NULL;
    }
    char name[sizeof(((Document *)0)->name)];
    short_name(name, "", path);
    Document *document = parse(name, bytes, length, check->log);
    free(bytes);
    if (!document)
        report(check, path, "there is not enough memory to read the file");
    return document;
}

/* ---- kinds of files ---- */

static void check_map(Check *check, const char *path)
{
    Document *document = open_document(check, path, document_parse);
    if (!document)
        return;
    const Field *named = NULL;
    for (int i = 0; i < document->entries; i++)
        if (field_is(&document->field[document->entry[i].first], "system") && document->entry[i].count > 1)
            named = &document->field[document->entry[i].first + 1];
    char word[32] = "";
    if (!named)
        mistake(document, NULL, "the map has no entry `system`, so its words cannot be checked");
    else if (field_copy(document, named, word, sizeof word)) {
        const System *system = system_named(word);
        if (system)
            map_free(map_load(document, system->map_schema));
        else
            mistake(document, named, "no system is called %s", word);
    }
    document_free(document);
    collect(check, "");
}

static bool in_folder(const char *path, const char *folder)
{
    const char *slash = strrchr(path, '/');
    size_t length = strlen(folder);
    return slash && (size_t)(slash - path) >= length && !memcmp(slash - length, folder, length) &&
           (slash - length == path || slash[-1 - (ptrdiff_t)length] == '/');
}

/* The comment lines at the head must say where the numbers come from. */
static void check_provenance(Document *document)
{
    const char *end =
        document->entries ? document->field[document->entry[0].first].text : document->bytes + document->length;
    static const char word[] = "Provenance:";
    for (const char *at = document->bytes; at + sizeof word - 1 <= end; at++)
        if (!memcmp(at, word, sizeof word - 1))
            return;
    mistake(document, NULL, "no comment above the header says `Provenance:` and where the numbers come from");
}

/* translation/LANG.tsv, SYSTEM/translation/LANG.tsv, SYSTEM/rules.LANG.tsv and SYSTEM/terms.LANG.tsv. True if the
 * system's folder says that it is unfinished. */
static bool check_translation_file(Document *document, const char *path, const char *name)
{
    bool translation = in_folder(path, "translation"), rules = !strncmp(name, "rules.", 6) && strcmp(name, "rules.tsv");
    bool terms = !strncmp(name, "terms.", 6);
    char *full = translation || rules || terms ? realpath(path, NULL) : NULL, language[16];
    if (!full)
        return false;
    for (int up = 0; up <= translation; up++)
        *strrchr(full, '/') = '\0';
    const char *folder = strrchr(full, '/');
    const System *system = folder ? system_named(folder + 1) : NULL;
    snprintf(language, sizeof language, "%.*s", (int)strcspn(name, "."), name);
    if (translation)
        check_translation(document, language, system);
    else if (system && rules)
        check_translated_rules(document, system);
    else if (system)
        check_terms(document, system);
    bool growing = system && lies_in(full, "growing.txt");
    free(full);
    return growing;
}

/* Rules and examples: an id occurs once. */
static void check_ids(Document *document)
{
    int id = table_column(document, "id", true);
    for (int row = 1; id >= 0 && row < document->entries; row++) {
        const Field *own = table_cell(document, row, id);
        for (int before = 1; own && before < row; before++) {
            const Field *other = table_cell(document, before, id);
            if (other && other->length == own->length && !memcmp(other->text, own->text, own->length))
                mistake(document, own, "the ledger has this id already");
        }
    }
}

/* Ids are the system's own; kinds are known. */
static void check_ledger(Document *document, const char *path)
{
    static const char *const columns[] = {"id", "title", "requires", "kind", "check"};
    static const char *const kinds_of_rule[] = {"core",     "optional", "scenario", "game", "omega",
                                                "edition2", "table",    "advice",   NULL};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        table_column(document, columns[i], true);
    int id = table_column(document, "id", false), kind = table_column(document, "kind", false);
    char *folder = realpath(path, NULL), *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash)
        *slash = '\0';
    const char *system = slash && strrchr(folder, '/') ? strrchr(folder, '/') + 1 : "";
    for (int row = 1; id >= 0 && kind >= 0 && row < document->entries; row++) {
        const Field *own = table_cell(document, row, id), *word = table_cell(document, row, kind);
        if (own && (own->length <= strlen(system) || memcmp(own->text, system, strlen(system))))
            mistake(document, own, "a rule's id begins with its system: %s.", system);
        if (word)
            field_word(document, word, kinds_of_rule);
    }
    free(folder);
}

/* symbols.tsv, and SYSTEM/symbols.tsv with the shared one beneath it: every drawing can be read, and a system finds
 * those it declares. */
typedef struct Lacking {
    Document *table;
    const System *system;
} Lacking;

static void tell_lacking(void *context, const char *name)
{
    const Lacking *lacking = context;
    mistake(lacking->table, NULL, "%s draws with %s, and there is no such symbol", lacking->system->title, name);
}

static void check_symbols(Document *table, const char *path)
{
    char *folder = realpath(path, NULL), *slash = folder ? strrchr(folder, '/') : NULL;
    if (slash)
        *slash = '\0';
    const char *name = slash && strrchr(folder, '/') ? strrchr(folder, '/') + 1 : "";
    const System *system = system_named(name);
    static Log unheard; /* the shared table is checked by itself */
    Symbols *symbols = system ? symbols_load(data_source(), NULL, &unheard) : calloc(1, sizeof *symbols);
    if (symbols) {
        symbols_read(symbols, table);
        if (system)
            symbols_lacking(symbols, system, tell_lacking, &(Lacking){table, system});
    }
    free(symbols);
    free(folder);
}

/* SYSTEM/book/rulings.tsv: each names paragraphs of the ledger, and says something in both languages. */
static void check_rulings(Document *table, const char *path)
{
    char *folder = realpath(path, NULL);
    for (int up = 0; folder && up < 2; up++)
        if (strrchr(folder, '/'))
            *strrchr(folder, '/') = '\0';
    const char *name = folder && strrchr(folder, '/') ? strrchr(folder, '/') + 1 : "";
    const System *system = system_named(name);
    int rules = table_column(table, "rules", true), english = table_column(table, "en", true),
        polish = table_column(table, "pl", true);
    for (int row = 1; system && rules >= 0 && english >= 0 && polish >= 0 && row < table->entries; row++) {
        const Field *list = table_cell(table, row, rules),
                    *words[] = {table_cell(table, row, english), table_cell(table, row, polish)};
        if (!words[0] || !words[0]->length || !words[1] || !words[1]->length)
            mistake(table, list, "the ruling is not said in both languages");
        for (uint32_t at = 0; list && at < list->length;) {
            Field one = {.text = list->text + at, .length = 0};
            while (at + one.length < list->length && one.text[one.length] != ' ')
                one.length++;
            bool found = false;
            for (int rule = 1; rule < system->rule_count; rule++)
                found |= field_is(&one, system->rules[rule].id);
            if (!found)
                mistake(table, list, "the ledger has no rule %.*s", (int)one.length, one.text);
            at += one.length + 1;
        }
    }
    free(folder);
}

/* appraisals/NAME.tsv: its weights are read with the scenario of that name, which must be there. */
static void check_appraisal(Document *document, const char *path, const char *name)
{
    char *scenario = malloc(strlen(path) + sizeof "/../scenarios/.scenario");
    if (!scenario)
        return;
    sprintf(scenario, "%.*s../scenarios/%.*s.scenario", (int)(name - path), path, (int)strcspn(name, "."), name);
    if (access(scenario, R_OK))
        mistake(document, NULL, "there is no scenario of this name");
    free(scenario);
}

static void check_table(Check *check, const char *path)
{
    Document *document = open_document(check, path, table_parse);
    if (!document)
        return;
    if (in_folder(path, "tables") || in_folder(path, "appraisals"))
        check_provenance(document);
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (!strcmp(name, "rules.tsv") || !strcmp(name, "examples.tsv"))
        check_ids(document);
    if (!strcmp(name, "rules.tsv"))
        check_ledger(document, path);
    if (in_folder(path, "appraisals"))
        check_appraisal(document, path, name);
    if (!strcmp(name, "symbols.tsv"))
        check_symbols(document, path);
    if (!strcmp(name, "rulings.tsv") && in_folder(path, "book"))
        check_rulings(document, path);
    collect(check, "");
    if (check_translation_file(document, path, name))
        warn(check);
    document_free(document);
    collect(check, "");
}

static void check_text(Check *check, const char *path)
{
    document_free(open_document(check, path, document_parse));
    collect(check, "");
}

/* Reads below the folder that holds the scenario's system, else from the data directory. */
static char *read_beside(void *context, const char *name, size_t *length)
{
    const char *root = context;
    size_t room = strlen(root) + strlen(name) + 2;
    char *path = malloc(room);
    if (!path)
        return NULL;
    snprintf(path, room, "%s/%s", root, name);
    char *bytes = file_read(path, length);
    free(path);
    return bytes ? bytes : data_source()->read(data_source()->context, name, length);
}

static Scenario *load(const System *system, const char *name, const char *options, const Source *source, Log *log)
{
    char id[120];
    snprintf(id, sizeof id, "%s/%s", system->name, name);
    if (!strcmp(name, BLANK_SCENARIO))
        return scenario_blank(system, 10, 10, options, source, log);
    return scenario_load(system, id, options, source, log);
}

/* Once more for every value that is not the default. */
static void check_variants(Check *check, const System *system, const Scenario *scenario, const char *name,
                           const Source *source, const char *root)
{
    for (int i = 0; i < scenario->options; i++) {
        const Option *option = &scenario->option[i];
        for (const char *value = option->values; *value;) {
            int length = (int)strcspn(value, " ");
            char given[sizeof option->name + sizeof option->value + 2];
            snprintf(given, sizeof given, "%s=%.*s", option->name, length, value);
            if (strcmp(strchr(given, '=') + 1, option->value)) {
                scenario_free(load(system, name, given, source, check->log));
                collect(check, root);
            }
            value += length + (value[length] == ' ');
        }
    }
}

/* Cuts the last part off a path and returns it, NULL when there is none. */
static char *cut_last(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash)
        return NULL;
    *slash = '\0';
    return slash + 1;
}

/* Where a scenario is: what comes before SYSTEM/scenarios/NAME, as it is and the way the caller wrote it. */
typedef struct Site {
    char *root, *name, *shown;
    const System *system;
} Site;

static void leave_site(Site *site)
{
    free(site->root); /* and the name, which is a part of it */
    free(site->shown);
}

/* False, after a report, if the file, whose name has this ending, is in no place for a scenario. */
static bool find_site(Check *check, const char *path, const char *ending, Site *site)
{
    *site = (Site){.root = realpath(path, NULL), .shown = calloc(strlen(path) + 1, 1)};
    if (!site->root || !site->shown) {
        report(check, path, "the file cannot be read");
        leave_site(site);
        return false;
    }
    size_t whole = strlen(site->root), length = strlen(path);
    site->name = cut_last(site->root);
    char *scenarios = cut_last(site->root), *folder = cut_last(site->root);
    site->system = folder && !strcmp(scenarios, "scenarios") ? system_named(folder) : NULL;
    if (!site->system) {
        report(check, path, "a scenario lies in the folder SYSTEM/scenarios of a system that there is");
        leave_site(site);
        return false;
    }
    site->name[strlen(site->name) - strlen(ending)] = '\0';
    size_t own = whole - strlen(site->root);
    if (length > own)
        memcpy(site->shown, path, length - own);
    return true;
}

static void check_scenario(Check *check, const char *path)
{
    Site site;
    if (!find_site(check, path, ".scenario", &site))
        return;
    const Source source = {site.root, read_beside};
    Scenario *scenario = load(site.system, site.name, NULL, &source, check->log);
    collect(check, site.shown);
    if (scenario)
        check_variants(check, site.system, scenario, site.name, &source, site.shown);
    scenario_free(scenario);
    leave_site(&site);
}

/* Compares the hints of a first game with the scenario of the same name, whose own mistakes are reported with that
 * file. */
static void check_lesson(Check *check, const char *path)
{
    Site site;
    Document *table = open_document(check, path, table_parse);
    collect(check, "");
    if (!table || !find_site(check, path, ".hints", &site)) {
        document_free(table);
        return;
    }
    const Source source = {site.root, read_beside};
    Scenario *scenario = load(site.system, site.name, NULL, &source, check->log);
    check->log->count = 0;
    if (scenario)
        check_hints(table, scenario);
    else
        mistake(table, NULL, "there is no scenario of this name that can be read");
    collect(check, "");
    scenario_free(scenario);
    document_free(table);
    leave_site(&site);
}

static void check_script(Check *check, const char *path, void (*run)(Document *script))
{
    Document *script = open_document(check, path, document_parse);
    if (script)
        run(script);
    collect(check, "");
    document_free(script);
}

static void check_learning(Check *check, const char *path) { check_script(check, path, check_lesson_script); }
static void check_puzzle_file(Check *check, const char *path) { check_script(check, path, check_puzzles); }

static const struct {
    const char *ending;
    void (*check)(Check *check, const char *path);
} kinds[] = {
    {".map", check_map},  {".scenario", check_scenario}, {".hints", check_lesson},        {".tsv", check_table},
    {".lab", check_text}, {".lesson", check_learning},   {".puzzles", check_puzzle_file},
};

static void check_file(void *context, const char *path)
{
    Check *check = context;
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t end = strlen(kinds[i].ending);
        if (length > end && !strcmp(path + length - end, kinds[i].ending)) {
            check->files++;
            kinds[i].check(check, path);
            return;
        }
    }
    if (path == check->given) {
        fprintf(stderr,
                "sandtable check: %s: only .map, .scenario, .hints, .tsv, .lab, .lesson and .puzzles files can be "
                "checked\n",
                path);
        check->unknown++;
    }
}

const char check_usage[] =
    "sandtable check PATH…\n"
    "Reads maps, scenarios, hints, tables, lab scripts, lessons and puzzles, or all of them below a\n"
    "folder, and prints every mistake with its line. Status 1 if there is one.\n";

int command_check(int argc, char **argv)
{
    if (argc < 2 || argv[1][0] == '-') {
        fputs(check_usage, stderr);
        return 2;
    }
    static Log at_hand, total;
    Check check = {.log = &at_hand, .total = &total};
    bool called_wrongly = false;
    for (int i = 1; i < argc; i++) {
        check.given = argv[i];
        if (!files_below(argv[i], NULL, check_file, &check)) {
            fprintf(stderr, "sandtable check: %s cannot be read\n", argv[i]);
            called_wrongly = true;
        }
    }
    log_print(&total, stdout);
    printf("%d %s checked, %d %s", check.files, check.files == 1 ? "file" : "files", total.count,
           total.count == 1 ? "mistake" : "mistakes");
    if (check.warnings)
        printf(", %d still lacking of what grows", check.warnings);
    putchar('\n');
    return called_wrongly || check.unknown ? 2 : total.count ? 1 : 0;
}
