/* lab.c — `sandtable lab FILE…`: plain-text scripts that set up a situation, give orders and say what must
 * come of it. The rulebooks' examples and the tests of each rule are such scripts; players settle arguments
 * with them.
 *
 * A script is line text (docs/data.md). `case` opens a case, `lab` loads a scenario or an empty map for it,
 * and each further line either does something (do, undo, dice, use, or a line of the system's own), expects
 * something (refuse, expect, sees, forecast) or shows something. Everything that a case expected in vain is printed
 * with its line and what was found instead. docs/lab.md lists every line.
 *
 * With --proofs FILE every rule a case proves is written down with the case and whether it held: that file,
 * not a list kept by hand, is what `sandtable rules --coverage` counts. */
#include "cli/lab.h"
#include "core/message.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "kit/lab_listen.h"
#include "systems/systems.h"

/* ---- what is wrong ------------------------------------------------------------------------------- */

void unmet(Lab *lab, const char *format, ...)
{
    va_list args;
    const Field *word = lab->words.word;
    va_start(args, format);
    printf("%s:%u: case \"%s\"\n", lab->file, word->line, lab->name);
    printf("    line: %.*s\n", (int)strcspn(word->text, "\r\n"), word->text);
    if (lab->from)
        printf("    used at line %u\n", lab->from->line);
    printf("    ");
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    lab->bad = true;
}

/* What is wrong with a case as a whole. */
static void fault_case(Lab *lab, const char *words)
{
    printf("%s:%d: case \"%s\"\n    %s\n", lab->file, lab->line, lab->name, words);
    lab->bad = true;
}

/* Prints the mistakes of the line at hand; true if there were any. */
static bool tell_mistakes(Lab *lab)
{
    if (!lab->log->count)
        return false;
    log_print(lab->log, stdout);
    if (lab->from)
        printf("    used at line %u\n", lab->from->line);
    lab->log->count = 0;
    lab->bad = true;
    return true;
}

/* ---- what the parts share ------------------------------------------------------------------------ */

const Position *lab_view(Lab *lab)
{
    int side = game_side(lab->game);
    return game_view(lab->game, side == NO_SIDE ? SPECTATOR : side);
}

static bool read_order(Lab *lab, bool whole, Order *out)
{
    Field field = words_any(&lab->words, whole ? "an order in quotes" : "the beginning of an order in quotes");
    char why[ORDER_MISTAKE];
    int column = 0;
    if (lab->words.wrong || order_read(lab->scenario, NULL, whole, field.text, field.length, out, why, &column))
        return !lab->words.wrong;
    if (column > 0 && (uint32_t)column <= field.length) {
        field.text += column;
        field.column += (uint32_t)column;
    }
    words_wrong(&lab->words, &field, "the order cannot be read: %s", why);
    return false;
}

bool take_order(Lab *lab, Order *out) { return read_order(lab, true, out); }
bool take_prefix(Lab *lab, Order *out) { return read_order(lab, false, out); }

int take_viewer(Words *words, const Scenario *scenario)
{
    const char *known[SIDES + 2] = {NULL};
    for (int side = 0; side < scenario->sides; side++)
        known[side] = scenario->side_word[side];
    known[scenario->sides] = "spectator";
    int side = words_word(words, "who looks", known);
    return side < 0 ? NO_SIDE : side == scenario->sides ? SPECTATOR : side;
}

const char *lab_say(const Lab *lab, const Sentence *sentence, char out[SAY_TEXT])
{
    out[0] = '\0';
    if (sentence->words)
        say(lab->scenario, NULL, NULL, sentence, out, SAY_TEXT);
    return out;
}

bool was_told(const Event *event, int side)
{
    return side == NO_SIDE || (side == SPECTATOR ? !event->hidden_from : !(event->hidden_from >> side & 1));
}

void print_events(const Lab *lab, int side)
{
    const Events *events = game_events(lab->game);
    const Position *view = side == NO_SIDE ? NULL : game_view(lab->game, side);
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        char words[SAY_TEXT];
        if (!was_told(&events->event[i], side))
            continue;
        say(lab->scenario, NULL, view, &events->event[i].what, words, sizeof words);
        printf("      %s\n", words);
    }
}

/* ---- the beginning and the end of a case ------------------------------------------------------- */

/* Reports what is wrong with a case although it held up to here. */
static void look_back(Lab *lab)
{
    char words[80];
    const Dice *dice = lab->game ? game_dice(lab->game) : NULL;
    if (!lab->game) {
        fault_case(lab, "the case has no `lab` line, so it shows nothing");
    } else if (!lab->claims) {
        fault_case(lab, "the case expects nothing, so it shows nothing");
    } else if (dice->forced_used < dice->forced_count) {
        snprintf(words, sizeof words, "%d of the dice given were never rolled", dice->forced_count - dice->forced_used);
        fault_case(lab, words);
    }
}

static void close_case(Lab *lab)
{
    if (!lab->open)
        return;
    if (!lab->bad)
        look_back(lab);
    lab->cases++;
    lab->failed += lab->bad;
    if (lab->verbose && !lab->bad)
        printf("%s:%d: \"%s\" holds\n", lab->file, lab->line, lab->name);
    if (lab->proofs)
        for (int i = 0; i < lab->proves; i++)
            fprintf(lab->proofs, "%s\t%s:%d\t%s\n", lab->rule[i], lab->file, lab->line, lab->bad ? "failed" : "passed");
    if (lab->game)
        game_free(lab->game);
    if (lab->scenario)
        scenario_free(lab->scenario);
    lab->game = NULL;
    lab->scenario = NULL;
    lab->open = false;
}

/* case "WORDS" */
static void open_case(Lab *lab)
{
    close_case(lab);
    lab->open = true;
    lab->bad = lab->ended = lab->begun = lab->ordered = false;
    lab->proves = lab->claims = 0;
    lab->latest = LATEST_NOTHING;
    lab->line = (int)lab->words.word->line;
    strcpy(lab->name, "unnamed");
}

static void name_case(Lab *lab)
{
    words_string(&lab->words, "the name of a case", lab->name, sizeof lab->name);
    words_end(&lab->words);
}

/* ---- what a case proves --------------------------------------------------------------------------- */

/* Whether the id is that of a worked example of the book: data/SYSTEM/examples.tsv. */
static bool is_example(const System *system, const char *id)
{
    static Log log;
    char name[64];
    size_t length;
    bool found = false;
    const Source *source = data_source();
    snprintf(name, sizeof name, "%s/examples.tsv", system->name);
    char *bytes = source->read(source->context, name, &length);
    log.count = 0;
    Document *table = bytes ? table_parse(name, bytes, length, &log) : NULL;
    free(bytes);
    for (int row = 1; table && row < table->entries && !found; row++)
        found = field_is(&table->field[table->entry[row].first], id);
    document_free(table);
    return found;
}

/* Whether some ledger has that rule or example. */
static bool is_known(const Field *field, const char *id)
{
    for (int i = 0; systems[i]; i++)
        if (rule_written(systems[i], field) || is_example(systems[i], id))
            return true;
    return false;
}

/* proves ID… */
static void proves(Lab *lab)
{
    do {
        const Field *at = words_next(&lab->words);
        char id[sizeof lab->rule[0]];
        if (!words_string(&lab->words, "the id of a rule", id, sizeof id))
            break;
        if (!is_known(at, id))
            words_wrong(&lab->words, at, "no ledger has a rule or an example %s", id);
        for (int i = 0; i < lab->proves; i++)
            if (!strcmp(lab->rule[i], id))
                words_wrong(&lab->words, at, "the case proves %s already", id);
        if (lab->proves == PROVES)
            words_wrong(&lab->words, at, "a case proves at most %d rules", PROVES);
        if (!lab->words.wrong)
            strcpy(lab->rule[lab->proves++], id);
    } while (words_more(&lab->words));
}

/* ---- loading ---------------------------------------------------------------------------------------- */

typedef struct Loaded {
    char id[48], options[400];
    int columns, rows;
} Loaded;

/* COLUMNSxROWS */
static void read_size(Words *words, const Field *field, Loaded *out)
{
    char text[12] = "", rest;
    if (field->length < sizeof text)
        memcpy(text, field->text, field->length);
    if (out->columns || sscanf(text, "%2dx%2d%c", &out->columns, &out->rows, &rest) != 2 || out->columns < 1 ||
        out->rows < 1)
        words_wrong(words, field, "expected COLUMNSxROWS, of 99 at most, or OPTION=VALUE");
}

/* SYSTEM/SCENARIO [COLUMNSxROWS] [OPTION=VALUE]… */
static bool take_scenario(Words *words, Loaded *out)
{
    *out = (Loaded){.columns = 0};
    words_string(words, "SYSTEM/SCENARIO", out->id, sizeof out->id);
    bool blank = strstr(out->id, "/empty") != NULL;
    while (words_more(words)) {
        Field field = words_any(words, "an option");
        size_t used = strlen(out->options);
        if (!memchr(field.text, '=', field.length) && !blank)
            words_wrong(words, &field, "expected OPTION=VALUE: only an empty map is given a size");
        else if (!memchr(field.text, '=', field.length))
            read_size(words, &field, out);
        else if (used + field.length + 2 > sizeof out->options)
            words_wrong(words, &field, "these options are too long");
        else
            snprintf(out->options + used, sizeof out->options - used, "%s%.*s", used ? " " : "", (int)field.length,
                     field.text);
    }
    return words_end(words);
}

Scenario *lab_scenario(Words *words, Log *log)
{
    Loaded loaded;
    if (!take_scenario(words, &loaded))
        return NULL;
    const System *system = system_named(loaded.id);
    const char *slash = strchr(loaded.id, '/'), *options = *loaded.options ? loaded.options : NULL;
    if (!system || !slash) {
        words_wrong(words, &words->word[1], "no system is called so; write SYSTEM/SCENARIO");
        return NULL;
    }
    Scenario *scenario = strcmp(slash, "/empty")
                             ? scenario_load(system, loaded.id, options, data_source(), log)
                             : scenario_blank(system, loaded.columns ? loaded.columns : 10,
                                              loaded.columns ? loaded.rows : 10, options, data_source(), log);
    if (!scenario)
        words_wrong(words, &words->word[1], "%s does not load", loaded.id);
    return scenario;
}

static void load(Lab *lab)
{
    static const GameStart start;
    if (lab->game)
        words_wrong(&lab->words, lab->words.word, "the case has a `lab` line already");
    lab->scenario = lab_scenario(&lab->words, lab->log);
    if (lab->scenario)
        lab->game = game_new(lab->scenario, &start);
}

/* ---- doing ---------------------------------------------------------------------------------------- */

/* do "ORDER" */
static void give_order(Lab *lab)
{
    Order order;
    if (!take_order(lab, &order) || !words_end(&lab->words))
        return;
    lab->begun = true;
    Refusal refusal = game_do(lab->game, &order);
    if (refused(refusal)) {
        char words[SAY_TEXT];
        say(lab->scenario, NULL, lab_view(lab), &refusal.why, words, sizeof words);
        unmet(lab, "expected the order to be legal; refused: %s", words);
        lab->ended = true;
    }
    lab->ordered = true;
    lab->latest = LATEST_ORDER;
}

/* standing SIDE "QUESTION NAME [NUMBER]" */
static void stand_by(Lab *lab)
{
    int side = words_side(&lab->words);
    char text[STANDING_TEXT], why[200];
    const Field *at = words_next(&lab->words);
    if (!words_string(&lab->words, "a standing answer", text, sizeof text) || !words_end(&lab->words))
        return;
    if (!standing_read(lab->scenario, text, strlen(text), game_standing(lab->game, side), why))
        words_wrong(&lab->words, at, "%s", message_words(why));
}

/* answers "ORDER" | answers nothing: what is answered in advance, which is then done. */
static void expect_answer(Lab *lab)
{
    char given[ORDER_TEXT] = "nothing", expected[ORDER_TEXT] = "nothing";
    Order order;
    if (words_next(&lab->words) && field_is(words_next(&lab->words), "nothing"))
        words_any(&lab->words, "an order");
    else if (take_order(lab, &order))
        order_print(lab->scenario, &order, expected);
    if (!words_end(&lab->words))
        return;
    lab->begun = true;
    if (game_answer(lab->game, &order) == STANDING_GIVEN)
        order_print(lab->scenario, &order, given);
    if (!strcmp(given, expected))
        return;
    unmet(lab, "expected the answer \"%.200s\"; it is \"%.200s\"", expected, given);
    lab->ended = true;
}

Cast take_cast(Words *words)
{
    Cast cast = {1, DIE};
    Field field = words_any(words, "what a die shows");
    if (!words->wrong && (!field.length || cast_read(field.text, field.length, &cast) != field.length))
        words_wrong(words, &field, "a die shows 1 to 6, a draw is written as 17/343");
    return cast;
}

/* dice N… [K/N…] */
static void force_dice(Lab *lab)
{
    Cast casts[DICE_FORCED];
    int count = 0;
    const Dice *dice = game_dice(lab->game);
    int room = DICE_FORCED - (dice->forced_count - dice->forced_used);
    do {
        if (count == room)
            words_wrong(&lab->words, words_next(&lab->words), "at most %d dice wait to be rolled", DICE_FORCED);
        else
            casts[count++] = take_cast(&lab->words);
    } while (words_more(&lab->words));
    if (words_end(&lab->words))
        dice_force(game_dice(lab->game), casts, count);
}

static void take_back(Lab *lab)
{
    char why[200];
    if (!words_end(&lab->words))
        return;
    lab->ordered = false;
    lab->latest = LATEST_NOTHING;
    if (game_undo(lab->game, why))
        return;
    unmet(lab, "expected to take the order back: %s", message_words(why));
    lab->ended = true;
}

/* A line of the system's. */
static void do_own(Lab *lab, int count)
{
    LabLine line = {.script = lab->document, .word = lab->words.word, .count = count};
    if (!lab->scenario->system->lab)
        words_wrong(&lab->words, line.word, "%s has no such line", lab->scenario->system->title);
    else
        lab->scenario->system->lab(lab->scenario, game_lab(lab->game), &line);
}

/* phase … [skip]: begins a case's time; later on it leaves out the phases between, which `skip` must admit. */
static void go_to_phase(Lab *lab)
{
    const Words *words = &lab->words;
    const Field *last = &words->word[words->count - 1];
    bool skip = words->count > 1 && field_is(last, "skip");
    if (lab->begun && !skip)
        words_wrong(&lab->words, NULL, "phases between are left out, not played: say so with `skip`, or end the phase");
    else if (!lab->begun && skip)
        words_wrong(&lab->words, last, "nothing has begun yet, so nothing can be left out");
    else {
        lab_listen(game_dice(lab->game), game_lab_events(lab->game));
        do_own(lab, words->count - skip);
        lab_listen(NULL, NULL);
    }
    lab->begun = true;
    lab->ordered = false;
    lab->latest = LATEST_NOTHING;
}

/* ---- lines ---------------------------------------------------------------------------------------- */

typedef enum LineKind { DOES, CLAIMS, SHOWS } LineKind;

static void use(Lab *lab);

static const struct Statement {
    const char *word;
    void (*run)(Lab *lab);
    LineKind kind;
    bool before; /* may stand before the `lab` line */
} statements[] = {
    {"proves", proves, SHOWS, true},
    {"lab", load, DOES, true},
    {"use", use, DOES, true},
    {"do", give_order, DOES, false},
    {"undo", take_back, DOES, false},
    {"standing", stand_by, DOES, false},
    {"answers", expect_answer, CLAIMS, false},
    {"dice", force_dice, DOES, false},
    {"phase", go_to_phase, DOES, false},
    {"refuse", expect_refusal, CLAIMS, false},
    {"expect", expect, CLAIMS, false},
    {"sees", sees, CLAIMS, false},
    {"forecast", expect_forecast, CLAIMS, false},
    {"show", show, SHOWS, false},
};

static const struct Statement *statement_of(const Field *word)
{
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (field_is(word, statements[i].word))
            return &statements[i];
    return NULL;
}

/* A mistake in a line that does something ends the case: the rest depends on that line. */
static void run_line(Lab *lab, const Field *word, int count)
{
    LabLine line = {.script = lab->document, .word = word, .count = count};
    const struct Statement *statement = statement_of(word);
    lab->words = words_of(lab->scenario, &line);
    if (!lab->game && !(statement && statement->before)) {
        words_wrong(&lab->words, word, "a `lab` line must come first");
    } else if (statement) {
        statement->run(lab);
        lab->claims += statement->kind == CLAIMS;
    } else {
        do_own(lab, count);
    }
    if (tell_mistakes(lab) && !(statement && statement->kind != DOES && lab->game))
        lab->ended = true;
}

/* ---- set-ups -------------------------------------------------------------------------------------- */

/* The set-up of that name; -1 if there is none. */
static int setup_named(const Lab *lab, const Field *name)
{
    const Document *document = lab->document;
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        const Field *field = &document->field[entry->first];
        if (entry->count > 1 && field_is(field, "setup") && field[1].length == name->length &&
            !memcmp(field[1].text, name->text, name->length))
            return i;
    }
    return -1;
}

/* use NAME: the lines of that set-up, as if they were here */
static void use(Lab *lab)
{
    Field name = words_text(&lab->words, "the name of a set-up");
    int found = lab->words.wrong ? -1 : setup_named(lab, &name);
    if (found < 0)
        words_wrong(&lab->words, &name, "this script has no set-up of that name");
    if (lab->from)
        words_wrong(&lab->words, lab->words.word, "a set-up cannot use another");
    if (!words_end(&lab->words))
        return;
    const Entry *entry = &lab->document->entry[found];
    const Words here = lab->words;
    lab->used[found] = true;
    lab->from = here.word;
    for (int i = 0; i < entry->body_lines && !lab->ended; i++) {
        const Body *body = &lab->document->body[entry->body_first + i];
        run_line(lab, &lab->document->field[body->first], body->count);
    }
    lab->from = NULL;
    lab->words = here;
}

/* setup NAME, with its lines indented below */
static void check_setup(Lab *lab, int index)
{
    const Entry *entry = &lab->document->entry[index];
    Field name = words_text(&lab->words, "the name of a set-up");
    if (!lab->words.wrong && setup_named(lab, &name) != index)
        words_wrong(&lab->words, &name, "another set-up has that name");
    if (words_end(&lab->words) && !entry->body_lines)
        words_wrong(&lab->words, NULL, "a set-up has its lines below it, indented");
}

/* ---- a script --------------------------------------------------------------------------------------------- */

/* A mistake that belongs to no case counts as a case that failed. */
static void fail_outside(Lab *lab)
{
    lab->cases++;
    lab->failed++;
}

static void run_entry(Lab *lab, int index)
{
    const Entry *entry = &lab->document->entry[index];
    const Field *word = &lab->document->field[entry->first];
    LabLine line = {.script = lab->document, .word = word, .count = entry->count};
    lab->words = words_of(NULL, &line);
    if (field_is(word, "setup")) {
        check_setup(lab, index);
        if (tell_mistakes(lab)) {
            lab->used[index] = true; /* that no case can use it is reported */
            fail_outside(lab);
        }
        return;
    }
    if (entry->body_lines) {
        const Body *body = &lab->document->body[entry->body_first];
        words_wrong(&lab->words, &lab->document->field[body->first], "only a set-up has indented lines");
    }
    if (field_is(word, "case")) {
        open_case(lab);
        name_case(lab);
    } else if (!lab->open) {
        open_case(lab);
        words_wrong(&lab->words, word, "a line stands before the first case");
        lab->ended = true;
    }
    if (!tell_mistakes(lab) && !field_is(word, "case") && !lab->ended)
        run_line(lab, word, entry->count);
}

/* A set-up that no case uses was never checked. */
static void check_used(Lab *lab)
{
    for (int i = 0; i < lab->document->entries; i++) {
        const Field *word = &lab->document->field[lab->document->entry[i].first];
        if (!field_is(word, "setup") || lab->used[i])
            continue;
        mistake(lab->document, word, "no case uses this set-up");
        tell_mistakes(lab);
        fail_outside(lab);
    }
}

static void run_document(Lab *lab)
{
    lab->used = calloc((size_t)lab->document->entries + 1, sizeof *lab->used);
    for (int i = 0; lab->used && i < lab->document->entries; i++)
        run_entry(lab, i);
    close_case(lab);
    if (lab->used)
        check_used(lab);
    else
        fail_outside(lab);
    free(lab->used);
}

static void run_file(Lab *lab, const char *path)
{
    size_t length;
    char *bytes = file_read(path, &length);
    lab->file = path;
    lab->log->count = 0;
    if (!bytes) {
        printf("%s: cannot be read\n", path);
        fail_outside(lab);
        return;
    }
    lab->document = document_parse(path, bytes, length, lab->log);
    free(bytes);
    if (tell_mistakes(lab) || !lab->document)
        fail_outside(lab);
    else
        run_document(lab);
    document_free(lab->document);
    lab->document = NULL;
}

const char lab_usage[] =
    "sandtable lab [--verbose] [--proofs FILE] [--level PLAYER] SCRIPT…\n"
    "Runs scripts that set up situations, give orders and expect results. Status 1 if a case fails.\n"
    "  --level PLAYER  who is asked for the best order where the script names no level: greedy, search-quick,\n"
    "                  search (the default) or search-deep\n";

int command_lab(int argc, char **argv)
{
    static Lab lab;
    static Log log;
    int files = 0;
    lab.log = &log;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--verbose")) {
            lab.verbose = true;
        } else if (!strcmp(argv[i], "--proofs") && i + 1 < argc) {
            lab.proofs = fopen(argv[++i], "a");
            if (!lab.proofs) {
                fprintf(stderr, "sandtable lab: %s cannot be written\n", argv[i]);
                return 2;
            }
        } else if (!strcmp(argv[i], "--level") && i + 1 < argc && player_named(argv[i + 1])) {
            lab.level = player_named(argv[++i]);
        } else if (argv[i][0] == '-') {
            fputs(lab_usage, stderr);
            return 2;
        } else {
            files++;
            run_file(&lab, argv[i]);
        }
    }
    show_end();
    if (lab.proofs)
        fclose(lab.proofs);
    if (!files) {
        fputs(lab_usage, stderr);
        return 2;
    }
    printf("lab: %d passed, %d failed\n", lab.cases - lab.failed, lab.failed);
    return lab.failed ? 1 : 0;
}
