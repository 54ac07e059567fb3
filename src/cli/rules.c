/* rules.c — `sandtable rules SYSTEM [ID]`: from the paragraph to what it requires, to the code, to the tests.
 *
 * The ledger (data/SYSTEM/rules.tsv) says what each paragraph requires; the index made at build time says where the
 * code cites it; the proofs file, written by the tests as they run, says which test showed it and whether it held.
 * Nothing here is kept by hand, so nothing here can claim more than was run.
 *
 * A rule counts as proven when at least one test proves it and none of those that try has failed. Advice needs no test.
 * The book's worked examples (data/SYSTEM/examples.tsv, ids SYSTEM.ex.N) are counted by themselves. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/rules_index.h"
#include "core/system.h"
#include "core/text.h"
#include "systems/systems.h"

/* One line of the proofs file: rule, test, outcome. The texts point into the file's bytes. */
typedef struct Trial {
    const char *rule, *test;
    bool passed;
    bool known; /* some table has this rule */
} Trial;

typedef struct Ledger {
    const System *system;
    const char *language;                    /* NULL: English */
    Document *rules, *examples, *translated; /* the last two may be missing */
    char proofs_path[PATH_MAX];
    char *proofs; /* bytes of the proofs file, cut into texts; NULL when there is none */
    Trial *trial;
    int trials;
} Ledger;

/* ---- reading ---- */

static Document *read_table(const char *system, const char *file, Log *log)
{
    char name[96];
    size_t length;
    snprintf(name, sizeof name, "%s/%s", system, file);
    const Source *source = data_source();
    char *bytes = source->read(source->context, name, &length);
    if (!bytes)
        return NULL;
    Document *table = table_parse(name, bytes, length, log);
    free(bytes);
    return table;
}

/* build/release/sandtable looks for build/proofs.tsv: the tests of all builds write to that one file. */
static void default_proofs(char out[PATH_MAX])
{
    ssize_t length = readlink("/proc/self/exe", out, PATH_MAX - 1);
    out[length < 0 ? 0 : length] = '\0';
    for (int up = 0; up < 2; up++) {
        char *slash = strrchr(out, '/');
        if (slash)
            *slash = '\0';
    }
    size_t end = strlen(out);
    snprintf(out + end, PATH_MAX - end, "/proofs.tsv");
}

/* Cuts `rule TAB test TAB outcome` in place; false if the line is none. */
static bool cut_trial(char *line, Trial *out)
{
    char *test = strchr(line, '\t');
    char *outcome = test ? strchr(test + 1, '\t') : NULL;
    if (!outcome)
        return false;
    *test++ = '\0';
    *outcome++ = '\0';
    *out = (Trial){.rule = line, .test = test, .passed = !strcmp(outcome, "passed")};
    return out->passed || !strcmp(outcome, "failed");
}

static int count_lines(const char *text)
{
    int lines = 1;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static bool read_proofs(Ledger *ledger)
{
    size_t length;
    char *bytes = file_read(ledger->proofs_path, &length);
    if (!bytes)
        return true;
    ledger->proofs = malloc(length + 1);
    if (ledger->proofs) {
        memcpy(ledger->proofs, bytes, length);
        ledger->proofs[length] = '\0';
        ledger->trial = calloc((size_t)count_lines(ledger->proofs), sizeof *ledger->trial);
    }
    free(bytes);
    if (!ledger->trial)
        return false;
    int number = 1;
    for (char *line = ledger->proofs, *next; line && *line; line = next, number++) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        if (cut_trial(line, &ledger->trial[ledger->trials]))
            ledger->trials++;
        else
            fprintf(stderr, "%s:%d: expected a rule, a test and passed or failed\n", ledger->proofs_path, number);
    }
    return true;
}

static int no_paragraph(const Ledger *ledger, const char *asked, const char *which)
{
    fprintf(stderr, "sandtable rules: %s has no paragraph \"%s\"%s\n", ledger->system->title, asked, which);
    return 1;
}

/* ---- what the proofs say ---- */

/* What follows if `text` begins with those words and then that character; NULL: it does not. */
static const char *after(const char *text, const char *words, char then)
{
    size_t length = strlen(words);
    return !strncmp(text, words, length) && text[length] == then ? text + length + 1 : NULL;
}

/* The ledger's id of what was asked for: the number alone, or after the system's name or the book's title; of another
 * edition of the book after its name, its title, or what distinguishes that title. */
static void ledger_id(const System *system, const char *asked, char out[64])
{
    const char *own = after(asked, system->name, '.'), *rest = after(asked, system->title, ' ');
    for (const Edition *edition = system->editions; edition && edition->name; edition++) {
        const char *title = after(edition->title, system->title, ' ');
        const char *number = after(asked, edition->name, '.');
        if (!number)
            number = after(asked, edition->title, ' ');
        if (!number && title)
            number = after(asked, title, ' ');
        if (number) {
            snprintf(out, 64, "%.20s.%.40s", edition->name, number);
            return;
        }
    }
    snprintf(out, 64, "%.20s.%.40s", system->name, own ? own : rest ? rest : asked);
}

/* True if `id` is the one wanted, or lies below it: 4.2 shows 4.2.1 and 4.2.6 as well. */
static bool wanted(const System *system, const char *id, const char *asked)
{
    char whole[64];
    if (!asked)
        return strlen(id) > strlen(system->name);
    ledger_id(system, asked, whole);
    size_t length = strlen(whole);
    return !strncmp(id, whole, length) && (!id[length] || id[length] == '.' || id[length] == '-');
}

typedef enum Standing { UNPROVEN, BROKEN, PROVEN } Standing;

static Standing standing(const Ledger *ledger, const char *rule)
{
    Standing found = UNPROVEN;
    for (int i = 0; i < ledger->trials; i++)
        if (!strcmp(ledger->trial[i].rule, rule)) {
            if (!ledger->trial[i].passed)
                return BROKEN;
            found = PROVEN;
        }
    return found;
}

static void cell(const Document *table, int row, int column, char *out, size_t room)
{
    const Field *field = table_cell(table, row, column);
    snprintf(out, room, "%.*s", field ? (int)field->length : 0, field ? field->text : "");
}

static void know(Ledger *ledger, const char *rule)
{
    for (int i = 0; i < ledger->trials; i++)
        if (!strcmp(ledger->trial[i].rule, rule))
            ledger->trial[i].known = true;
}

/* Counts the rows asked for that are proven, and prints the others. */
static int count_proven(Ledger *ledger, Document *table, int kind_column, const char *asked, int *of)
{
    int proven = 0, title_column = kind_column >= 0 ? 1 : 2;
    *of = 0;
    for (int row = 1; row < table->entries; row++) {
        char id[64], kind[16] = "", title[100];
        cell(table, row, 0, id, sizeof id);
        cell(table, row, title_column, title, sizeof title);
        if (kind_column >= 0)
            cell(table, row, kind_column, kind, sizeof kind);
        know(ledger, id);
        if (!strcmp(kind, "advice") || !wanted(ledger->system, id, asked))
            continue;
        Standing found = standing(ledger, id);
        ++*of;
        proven += found == PROVEN;
        if (found != PROVEN)
            printf("%-20s %s%s\n", id, found == BROKEN ? "FAILED  " : "", title);
    }
    return proven;
}

static int report_unknown(const Ledger *ledger)
{
    size_t length = strlen(ledger->system->name);
    int unknown = 0;
    for (int i = 0; i < ledger->trials; i++) {
        const Trial *trial = &ledger->trial[i];
        bool ours = !strncmp(trial->rule, ledger->system->name, length) && trial->rule[length] == '.';
        if (ours && !trial->known) {
            printf("error: %s proves %s, which the ledger does not have\n", trial->test, trial->rule);
            unknown++;
        }
    }
    return unknown;
}

static int coverage(Ledger *ledger, int kind_column, const char *asked)
{
    int of, examples_of = 0, examples = 0;
    if (!ledger->proofs)
        printf("%s: there is no proofs file; run the tests to make it\n", ledger->proofs_path);
    int proven = count_proven(ledger, ledger->rules, kind_column, asked, &of);
    if (ledger->examples)
        examples = count_proven(ledger, ledger->examples, -1, asked, &examples_of);
    int unknown = report_unknown(ledger);
    if (asked && !of && !examples_of)
        return no_paragraph(ledger, asked, " that needs a test");
    if (examples_of)
        printf("%s: %d of %d examples run\n", ledger->system->name, examples, examples_of);
    printf("%s: %d of %d proven\n", ledger->system->name, proven, of);
    return unknown || proven < of || examples < examples_of ? 1 : 0;
}

/* ---- showing rules ---- */

static void show_places(const Ledger *ledger, const char *id)
{
    const char *file = "";
    bool any = false;
    for (const RulePlace *place = rule_places; place->system; place++) {
        if (strcmp(place->system, ledger->system->name) || strcmp(place->id, id))
            continue;
        if (strcmp(place->file, file))
            printf("%s%s:%d", any ? "\n            " : "    code    ", place->file, place->line);
        else
            printf(" :%d", place->line);
        file = place->file;
        any = true;
    }
    if (any)
        putchar('\n');
}

static void show_trials(const Ledger *ledger, const char *rule)
{
    for (int i = 0; i < ledger->trials; i++)
        if (!strcmp(ledger->trial[i].rule, rule))
            printf("    test    %s  %s\n", ledger->trial[i].test, ledger->trial[i].passed ? "passed" : "FAILED");
}

/* Title and text of a rule in the language asked for, where it is there. */
static void translate(const Ledger *ledger, const char *id, char title[200], char text[1000])
{
    for (int row = 1; ledger->translated && row < ledger->translated->entries; row++) {
        char its[64];
        cell(ledger->translated, row, 0, its, sizeof its);
        if (strcmp(its, id))
            continue;
        cell(ledger->translated, row, 1, title, 200);
        cell(ledger->translated, row, 2, text, 1000);
    }
}

static int show_table(const Ledger *ledger, const Document *table, int kind_column, const char *asked)
{
    int shown = 0;
    for (int row = 1; row < table->entries; row++) {
        char id[64], title[200], text[1000], kind[16];
        cell(table, row, 0, id, sizeof id);
        if (!wanted(ledger->system, id, asked))
            continue;
        cell(table, row, 1, title, sizeof title);
        cell(table, row, 2, text, sizeof text);
        shown++;
        if (kind_column >= 0) {
            cell(table, row, kind_column, kind, sizeof kind);
            translate(ledger, id, title, text);
            printf("%s  %s (%s)\n    asks    %s\n", id, title, kind, text);
        } else {
            printf("%s  example of %s\n    given   %s\n", id, title, text);
            cell(table, row, 3, text, sizeof text);
            printf("    expect  %s\n", text);
        }
        const char *own = after(id, ledger->system->name, '.');
        show_places(ledger, own ? own : id);
        show_trials(ledger, id);
    }
    return shown;
}

/* ---- the command ---- */

const char rules_usage[] =
    "sandtable rules SYSTEM [ID] [--lang L] [--coverage] [--proofs FILE]\n"
    "Prints each paragraph of a rulebook: what it requires, where the code cites it, which tests prove it.\n"
    "  ID              only this paragraph and those below it: 4.2.1, 5.3, ex.16; or as events print it\n"
    "  --lang L        in another language, such as pl\n"
    "  --coverage      only paragraphs that no test has proven, and the share that is proven\n"
    "  --proofs FILE   the tests' proofs; otherwise proofs.tsv beside the folder of the program\n"
    "Status 1 when --coverage finds something unproven, or there is no such paragraph.\n";

static int run(Ledger *ledger, const char *asked, bool cover)
{
    Log *log = calloc(1, sizeof *log);
    if (!log)
        return 1;
    ledger->rules = read_table(ledger->system->name, "rules.tsv", log);
    ledger->examples = read_table(ledger->system->name, "examples.tsv", log);
    char file[40];
    snprintf(file, sizeof file, "rules.%.20s.tsv", ledger->language ? ledger->language : "");
    if (ledger->language && strcmp(ledger->language, "en") && !strchr(ledger->language, '/'))
        ledger->translated = read_table(ledger->system->name, file, log);
    bool spoken = !ledger->language || !strcmp(ledger->language, "en") || ledger->translated;
    int status = 1, kind_column = ledger->rules ? table_column(ledger->rules, "kind", true) : -1;
    if (!ledger->rules || log->count || kind_column < 0) {
        fprintf(stderr, "sandtable rules: the ledger of %s cannot be read\n", ledger->system->name);
    } else if (!spoken) {
        fprintf(stderr, "sandtable rules: the ledger of %s is not there in the language \"%s\"\n", ledger->system->name,
                ledger->language);
        status = 2;
    } else if (!read_proofs(ledger)) {
        fprintf(stderr, "sandtable rules: %s: %s\n", ledger->proofs_path, strerror(errno));
    } else if (cover) {
        status = coverage(ledger, kind_column, asked);
    } else {
        int shown = show_table(ledger, ledger->rules, kind_column, asked);
        if (ledger->examples)
            shown += show_table(ledger, ledger->examples, -1, asked);
        status = shown ? 0 : no_paragraph(ledger, asked, "");
    }
    document_free(ledger->rules);
    document_free(ledger->examples);
    document_free(ledger->translated);
    free(ledger->trial);
    free(ledger->proofs);
    free(log);
    return status;
}

int command_rules(int argc, char **argv)
{
    static Ledger ledger;
    const char *name = NULL, *asked = NULL;
    bool cover = false;
    char joined[128] = "";
    memset(&ledger, 0, sizeof ledger); /* a terminal game asks again and again */
    default_proofs(ledger.proofs_path);
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--coverage")) {
            cover = true;
        } else if (!strcmp(argv[i], "--lang") && i + 1 < argc) {
            ledger.language = argv[++i];
        } else if (!strcmp(argv[i], "--proofs") && i + 1 < argc) {
            snprintf(ledger.proofs_path, sizeof ledger.proofs_path, "%s", argv[++i]);
        } else if (argv[i][0] == '-' || joined[0]) {
            fputs(rules_usage, stderr);
            return 2;
        } else if (!name) {
            name = argv[i];
        } else if (!asked) {
            asked = argv[i];
        } else { /* as events print it */
            snprintf(joined, sizeof joined, "%.60s %.60s", asked, argv[i]);
            asked = joined;
        }
    }
    ledger.system = name ? system_named(name) : NULL;
    if (!ledger.system) {
        if (name)
            fprintf(stderr, "sandtable rules: no system is called \"%s\"\n", name);
        fputs(rules_usage, stderr);
        return 2;
    }
    return run(&ledger, asked, cover);
}
