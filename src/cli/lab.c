/* lab.c — `sandtable lab FILE…`: plain-text scripts that set up a situation, give orders and say what must
 * come of it. The rulebooks' examples and the tests of each rule are such scripts; players settle arguments
 * with them.
 *
 * A script is line text (docs/data.md). `case` opens a case, `lab` loads a scenario or an empty map for it,
 * and each further line either does something (do, undo, dice, or a line of the system's own) or expects
 * something (refuse, expect, sees, forecast). A case stops at its first disappointment, which is
 * printed with its line, what was expected and what was found. docs/lab.md lists every line.
 *
 * With --proofs FILE every rule a case proves is written down with the case and whether it held: that file,
 * not a list kept by hand, is what `sandtable rules --coverage` counts. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "core/game.h"
#include "systems/systems.h"

#define PROVES 40

typedef struct Lab {
    const char *file;
    Document *document;
    Log *log;
    FILE *proofs;
    bool verbose;
    int cases, failed;

    bool open, bad; /* a case is being run; it has failed */
    char name[160];
    int line;
    int proves;
    char rule[PROVES][40];
    Scenario *scenario;
    Game *game;
    const Field *word; /* fields of the line at hand */
    int words;
} Lab;

static void disappoint(Lab *lab, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void disappoint(Lab *lab, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("%s:%u: case \"%s\"\n", lab->file, lab->word->line, lab->name);
    if (!field_is(lab->word, "case")) /* what is wrong with a whole case is found where the next begins */
        printf("    line: %.*s\n", (int)strcspn(lab->word->text, "\r\n"), lab->word->text);
    printf("    ");
    vprintf(format, args);
    putchar('\n');
    va_end(args);
    lab->bad = true;
}

static void text_of(const Field *field, char *out, size_t room)
{
    size_t length = field->length < room - 1 ? field->length : room - 1;
    memcpy(out, field->text, length);
    out[length] = '\0';
}

static const Position *viewed(Lab *lab)
{
    int side = game_side(lab->game);
    return game_view(lab->game, side == NO_SIDE ? SPECTATOR : side);
}

/* ---- the beginning and the end of a case ------------------------------------------------------- */

static void close_case(Lab *lab)
{
    if (!lab->open)
        return;
    if (!lab->bad && lab->game) {
        const Dice *dice = game_dice(lab->game);
        if (dice->forced_used < dice->forced_count)
            disappoint(lab, "%d of the dice given were never rolled", dice->forced_count - dice->forced_used);
    }
    if (!lab->bad && !lab->game)
        disappoint(lab, "the case has no `lab` line, so it shows nothing");
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

static void open_case(Lab *lab)
{
    close_case(lab);
    lab->open = true;
    lab->bad = false;
    lab->proves = 0;
    lab->line = (int)lab->word->line;
    strcpy(lab->name, "unnamed");
    if (lab->words > 1)
        text_of(&lab->word[1], lab->name, sizeof lab->name);
}

static void proves(Lab *lab)
{
    for (int i = 1; i < lab->words; i++) {
        char id[40];
        text_of(&lab->word[i], id, sizeof id);
        if (lab->proves == PROVES)
            disappoint(lab, "a case proves at most %d rules", PROVES);
        else
            strcpy(lab->rule[lab->proves++], id);
    }
}

/* lab SYSTEM/SCENARIO [COLUMNSxROWS] [option=value]… */
static void load(Lab *lab)
{
    char id[48] = "", options[400] = "";
    int columns = 10, rows = 10;
    if (lab->words > 1)
        text_of(&lab->word[1], id, sizeof id);
    for (int i = 2; i < lab->words; i++) {
        char word[80];
        text_of(&lab->word[i], word, sizeof word);
        if (strchr(word, '=')) {
            snprintf(options + strlen(options), sizeof options - strlen(options), "%s%s", *options ? " " : "", word);
        } else if (sscanf(word, "%dx%d", &columns, &rows) != 2) {
            disappoint(lab, "expected COLUMNSxROWS or option=value, found \"%s\"", word);
            return;
        }
    }
    const System *system = system_named(id);
    if (!system) {
        disappoint(lab, "no system is called \"%s\"", id);
        return;
    }
    Log *log = lab->log;
    log->count = 0;
    const char *slash = strchr(id, '/');
    lab->scenario = slash && !strcmp(slash + 1, "empty")
                        ? scenario_blank(system, columns, rows, *options ? options : NULL, data_source(), log)
                        : scenario_load(system, id, *options ? options : NULL, data_source(), log);
    if (!lab->scenario) {
        log_print(log, stdout);
        disappoint(lab, "%s does not load", id);
        return;
    }
    static const GameStart start;
    lab->game = game_new(lab->scenario, &start);
}

/* ---- doing ---------------------------------------------------------------------------------------- */

static bool read_order(Lab *lab, const Field *field, Order *order)
{
    char why[200];
    int column = 0;
    if (order_parse(lab->scenario, field->text, field->length, order, why, &column))
        return true;
    disappoint(lab, "the order \"%.*s\" cannot be read: %s (column %d)", (int)field->length, field->text, why,
               column + 1);
    return false;
}

static void explain(Lab *lab, const Refusal *refusal, char *out, size_t room)
{
    say(lab->scenario, NULL, viewed(lab), &refusal->why, out, room);
}

static void give_order(Lab *lab)
{
    Order order;
    if (lab->words < 2 || !read_order(lab, &lab->word[1], &order))
        return;
    Refusal refusal = game_do(lab->game, &order);
    if (refused(refusal)) {
        char words[SAY_TEXT];
        explain(lab, &refusal, words, sizeof words);
        disappoint(lab, "expected the order to be legal; refused: %s", words);
    }
}

/* True if the sentence's rule is the one named `wb95.4.2.1`. */
static bool cites(Lab *lab, const Sentence *sentence, const Field *id)
{
    return sentence->rule && sentence->rule == rule_named(lab->scenario->system, id->text, id->length);
}

/* refuse "ORDER" rule ID ["words"] */
static void expect_refusal(Lab *lab)
{
    Order order;
    if (lab->words < 4 || !field_is(&lab->word[2], "rule")) {
        disappoint(lab, "write: refuse \"ORDER\" rule ID");
        return;
    }
    if (!read_order(lab, &lab->word[1], &order))
        return;
    Refusal refusal = game_check(lab->game, &order);
    char words[SAY_TEXT];
    if (!refused(refusal)) {
        disappoint(lab, "expected a refusal under %.*s; the order is legal", (int)lab->word[3].length,
                   lab->word[3].text);
        return;
    }
    explain(lab, &refusal, words, sizeof words);
    if (!cites(lab, &refusal.why, &lab->word[3])) {
        disappoint(lab, "expected a refusal under %.*s; found: %s", (int)lab->word[3].length, lab->word[3].text, words);
        return;
    }
    char wanted[200] = "";
    if (lab->words > 4)
        text_of(&lab->word[4], wanted, sizeof wanted);
    if (!strstr(words, wanted))
        disappoint(lab, "expected the refusal to say \"%s\"; found: %s", wanted, words);
}

static void force_dice(Lab *lab)
{
    Cast casts[DICE_FORCED];
    int count = 0;
    for (int i = 1; i < lab->words; i++) {
        char word[CAST_TEXT];
        size_t length = lab->word[i].length;
        text_of(&lab->word[i], word, sizeof word);
        if (count == DICE_FORCED || cast_read(lab->word[i].text, length, &casts[count]) != length) {
            disappoint(lab, "a die shows 1 to 6, a draw is 17/343, and at most %d are given; found \"%s\"", DICE_FORCED,
                       word);
            return;
        }
        count++;
    }
    dice_force(game_dice(lab->game), casts, count);
}

static void take_back(Lab *lab)
{
    char why[200];
    if (!game_undo(lab->game, why))
        disappoint(lab, "expected to take the order back: %s", why);
}

static void expect_no_undo(Lab *lab)
{
    if (game_can_undo(lab->game))
        disappoint(lab, "expected that nothing can be taken back");
}

/* ---- expecting -------------------------------------------------------------------------------------- */

static void print_events(Lab *lab)
{
    const Events *events = game_events(lab->game);
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        char words[SAY_TEXT];
        say(lab->scenario, NULL, NULL, &events->event[i].what, words, sizeof words);
        printf("      %s\n", words);
    }
}

static bool is_told(const Event *event, int side)
{
    return side == SPECTATOR ? !event->hidden_from : !(event->hidden_from >> side & 1);
}

/* expect [no] event "words" [rule ID], and of what one side was told: sees SIDE [no] event … (NO_SIDE: anybody). */
static void expect_event(Lab *lab, int at, bool wanted, int side)
{
    char part[200] = "";
    const Field *rule = NULL;
    if (at < lab->words)
        text_of(&lab->word[at], part, sizeof part);
    if (at + 2 < lab->words && field_is(&lab->word[at + 1], "rule"))
        rule = &lab->word[at + 2];
    const Events *events = game_events(lab->game);
    bool found = false;
    for (int i = 0; i < events->count && i < EVENTS_MAX && !found; i++) {
        char words[SAY_TEXT];
        say(lab->scenario, NULL, NULL, &events->event[i].what, words, sizeof words);
        found = (side == NO_SIDE || is_told(&events->event[i], side)) && strstr(words, part) &&
                (!rule || cites(lab, &events->event[i].what, rule));
    }
    if (found == wanted)
        return;
    disappoint(lab, "expected %s event saying \"%s\"%s; the last order told:", wanted ? "an" : "no", part,
               rule ? " under that rule" : "");
    print_events(lab);
}

/* expect question KIND [SIDE] */
static void expect_question(Lab *lab, int at)
{
    const Frame *frame = question(game_position(lab->game));
    const char *kind = frame ? lab->scenario->system->questions[frame->kind].name : "none";
    const char *side = frame ? lab->scenario->side_word[frame->side] : "nobody";
    if (at >= lab->words || !field_is(&lab->word[at], kind) ||
        (at + 1 < lab->words && !field_is(&lab->word[at + 1], side)))
        disappoint(lab, "the open question is `%s %s`", kind, side);
}

/* expect due N */
static void expect_due(Lab *lab, int at)
{
    const System *system = lab->scenario->system;
    char wanted[12] = "";
    if (at < lab->words)
        text_of(&lab->word[at], wanted, sizeof wanted);
    int due = question(game_position(lab->game)) && system->due ? system->due(lab->scenario, viewed(lab)) : 0;
    if (atoi(wanted) != due)
        disappoint(lab, "the answer must name %d", due);
}

static void print_value(Lab *lab, const Order *prefix, const Choice *choice, char *out, size_t room)
{
    const System *system = lab->scenario->system;
    if (choice->slot == SLOT_VERB) {
        snprintf(out, room, "%s", system->orders[choice->value].verb);
        return;
    }
    Order one = order_of(prefix->verb);
    char text[ORDER_TEXT];
    order_add(&one, choice->slot, choice->value);
    order_print(lab->scenario, &one, text);
    char *last = strrchr(text, ' ');
    snprintf(out, room, "%.79s", last ? last + 1 : text);
}

/* expect [no] choice "PREFIX" VALUE; VALUE `complete` asks whether the prefix is an order by itself. */
static void expect_choice(Lab *lab, int at, bool wanted)
{
    static Choices choices;
    Order prefix;
    char why[200], value[80];
    int column;
    if (at + 1 >= lab->words) {
        disappoint(lab, "write: expect [no] choice \"PREFIX\" VALUE");
        return;
    }
    if (!order_parse_prefix(lab->scenario, lab->word[at].text, lab->word[at].length, &prefix, why, &column)) {
        disappoint(lab, "the prefix cannot be read: %s", why);
        return;
    }
    text_of(&lab->word[at + 1], value, sizeof value);
    lab->scenario->system->choices(lab->scenario, viewed(lab), &prefix, &choices);
    bool found = !strcmp(value, "complete") && choices.complete;
    for (int i = 0; i < choices.count && !found; i++) {
        char text[80];
        print_value(lab, &prefix, &choices.choice[i], text, sizeof text);
        found = !strcmp(text, value);
    }
    if (found != wanted)
        disappoint(lab, "expected %s to be %s after that prefix (%d choices there)", value,
                   wanted ? "listed" : "absent", choices.count);
}

/* expect [no] reach "PREFIX" HEX [cost N] */
static void expect_reach(Lab *lab, int at, bool wanted)
{
    static Reach reach;
    Order prefix;
    char why[200];
    int column;
    Hex hex;
    if (at + 1 >= lab->words ||
        !hex_parse(&lab->scenario->map->grid, lab->word[at + 1].text, lab->word[at + 1].length, &hex)) {
        disappoint(lab, "write: expect [no] reach \"PREFIX\" HEX [cost N]");
        return;
    }
    if (!order_parse_prefix(lab->scenario, lab->word[at].text, lab->word[at].length, &prefix, why, &column)) {
        disappoint(lab, "the prefix cannot be read: %s", why);
        return;
    }
    lab->scenario->system->reach(lab->scenario, viewed(lab), &prefix, &reach);
    bool found = false;
    for (int i = 0; i < reach.count && !found; i++)
        found = reach.hex[i] == hex;
    if (found != wanted) {
        disappoint(lab, "expected that hex to be %s", wanted ? "within reach" : "out of reach");
        return;
    }
    if (found && at + 3 < lab->words) {
        char cost[12];
        text_of(&lab->word[at + 3], cost, sizeof cost);
        if (atoi(cost) != reach.cost[hex])
            disappoint(lab, "expected a cost of %s; found %d", cost, reach.cost[hex]);
    }
}

/* expect …, and the same about a side's view: sees SIDE … */
static void expect(Lab *lab)
{
    int at = 1;
    bool wanted = true;
    if (at < lab->words && field_is(&lab->word[at], "no")) {
        wanted = false;
        at++;
    }
    if (at >= lab->words)
        disappoint(lab, "expect what?");
    else if (field_is(&lab->word[at], "event"))
        expect_event(lab, at + 1, wanted, NO_SIDE);
    else if (field_is(&lab->word[at], "due"))
        expect_due(lab, at + 1);
    else if (field_is(&lab->word[at], "question"))
        expect_question(lab, at + 1);
    else if (field_is(&lab->word[at], "choice"))
        expect_choice(lab, at + 1, wanted);
    else if (field_is(&lab->word[at], "reach"))
        expect_reach(lab, at + 1, wanted);
    else if (!wanted && field_is(&lab->word[at], "undo"))
        expect_no_undo(lab);
    else {
        char found[200] = "";
        bool holds = lab->scenario->system->lab_holds(lab->scenario, game_position(lab->game), lab->word + at,
                                                      lab->words - at, found);
        if (holds != wanted)
            disappoint(lab, "found: %s", found);
    }
}

static int side_named(const Lab *lab, const Field *field)
{
    for (int side = 0; side < lab->scenario->sides; side++)
        if (field_is(field, lab->scenario->side_word[side]))
            return side;
    return field_is(field, "spectator") ? SPECTATOR : -1;
}

static void sees(Lab *lab)
{
    int side = lab->words > 1 ? side_named(lab, &lab->word[1]) : -1;
    int at = 2;
    bool wanted = true;
    if (side < 0) {
        disappoint(lab, "write: sees SIDE …");
        return;
    }
    if (at < lab->words && field_is(&lab->word[at], "no")) {
        wanted = false;
        at++;
    }
    if (at < lab->words && field_is(&lab->word[at], "event")) {
        expect_event(lab, at + 1, wanted, side);
        return;
    }
    char found[200] = "";
    bool holds = lab->scenario->system->lab_holds(lab->scenario, game_view(lab->game, side), lab->word + at,
                                                  lab->words - at, found);
    if (holds != wanted)
        disappoint(lab, "found: %s", found);
}

/* ---- forecasts ------------------------------------------------------------------------------------------ */

static const char *words_of(const Lab *lab, const Sentence *sentence, char out[SAY_TEXT])
{
    say(lab->scenario, NULL, NULL, sentence, out, SAY_TEXT);
    return out;
}

static Weight weight_of(const ForecastLine *line, bool opposed) { return opposed ? line->opposed : line->weight; }

static void print_chances(const Lab *lab, const char *what, const ForecastLine *line, int lines, bool opposed,
                          Weight total)
{
    char weight[WEIGHT_TEXT], all[WEIGHT_TEXT], words[SAY_TEXT];
    for (int i = 0; i < lines; i++)
        printf("      %s%s %s: %s/%s\n", opposed ? "opposed " : "", what, words_of(lab, &line[i].label, words),
               weight_print(weight_of(&line[i], opposed), weight), weight_print(total, all));
}

static void print_forecast(const Lab *lab, const Forecast *forecast)
{
    char words[SAY_TEXT];
    printf("      title: %s\n", words_of(lab, &forecast->title, words));
    printf("      best: %s\n", words_of(lab, &forecast->best, words));
    printf("      worst: %s\n", words_of(lab, &forecast->worst, words));
    for (int i = 0; i < forecast->modifiers; i++)
        printf("      modifier %+d: %s\n", forecast->modifier[i].value,
               words_of(lab, &forecast->modifier[i].what, words));
    print_chances(lab, "outcome", forecast->outcome, forecast->outcomes, false, forecast->total);
    print_chances(lab, "measure", forecast->measure, forecast->measures, false, forecast->total);
    if (!forecast->opposed.words)
        return;
    printf("      opposed title: %s\n", words_of(lab, &forecast->opposed, words));
    print_chances(lab, "outcome", forecast->outcome, forecast->outcomes, true, forecast->opposed_total);
    print_chances(lab, "measure", forecast->measure, forecast->measures, true, forecast->opposed_total);
}

/* "26/36": equal to weight/total as fractions. */
static bool same_chance(const Field *field, Weight weight, Weight total)
{
    char text[40];
    unsigned long long over = 0, under = 0;
    text_of(field, text, sizeof text);
    return sscanf(text, "%llu/%llu", &over, &under) == 2 && under && over * total == weight * under;
}

/* outcome "LABEL" N/M, measure "LABEL" N/M */
static bool chance_holds(const Lab *lab, const Forecast *forecast, bool opposed, const Field *words)
{
    bool outcome = field_is(&words[0], "outcome");
    const ForecastLine *line = outcome ? forecast->outcome : forecast->measure;
    int lines = outcome ? forecast->outcomes : forecast->measures;
    char label[SAY_TEXT];
    for (int i = 0; i < lines; i++)
        if (field_is(&words[1], words_of(lab, &line[i].label, label)))
            return same_chance(&words[2], weight_of(&line[i], opposed),
                               opposed ? forecast->opposed_total : forecast->total);
    return same_chance(&words[2], 0, 1);
}

/* modifier "words" VALUE [rule ID] */
static bool modifier_holds(Lab *lab, const Forecast *forecast, const Field *words, int count)
{
    char part[120], value[12];
    text_of(&words[0], part, sizeof part);
    text_of(&words[1], value, sizeof value);
    for (int i = 0; i < forecast->modifiers; i++) {
        char text[SAY_TEXT];
        say(lab->scenario, NULL, NULL, &forecast->modifier[i].what, text, sizeof text);
        if (strstr(text, part) && forecast->modifier[i].value == atoi(value))
            return count < 4 || cites(lab, &forecast->modifier[i].what, &words[3]);
    }
    return false;
}

static bool without_modifier(const Lab *lab, const Forecast *forecast, const Field *words)
{
    char part[120], said[SAY_TEXT];
    text_of(words, part, sizeof part);
    for (int i = 0; i < forecast->modifiers; i++)
        if (strstr(words_of(lab, &forecast->modifier[i].what, said), part))
            return false;
    return true;
}

/* title "WORDS", outcome …, measure … of one weighing */
static bool weighing_holds(const Lab *lab, const Forecast *forecast, bool opposed, const Field *words, int count)
{
    char said[SAY_TEXT];
    if (count >= 2 && field_is(&words[0], "title"))
        return field_is(&words[1], words_of(lab, opposed ? &forecast->opposed : &forecast->title, said));
    return count >= 3 && (field_is(&words[0], "outcome") || field_is(&words[0], "measure")) &&
           chance_holds(lab, forecast, opposed, words);
}

static bool clause_holds(Lab *lab, const Forecast *forecast, const Field *words, int count)
{
    char said[SAY_TEXT];
    if (count >= 2 && field_is(&words[0], "best"))
        return field_is(&words[1], words_of(lab, &forecast->best, said));
    if (count >= 2 && field_is(&words[0], "worst"))
        return field_is(&words[1], words_of(lab, &forecast->worst, said));
    if (count >= 3 && field_is(&words[0], "modifier"))
        return modifier_holds(lab, forecast, words + 1, count - 1);
    if (count >= 3 && field_is(&words[0], "no") && field_is(&words[1], "modifier"))
        return without_modifier(lab, forecast, &words[2]);
    if (count == 2 && field_is(&words[0], "no") && field_is(&words[1], "opposed"))
        return !forecast->opposed.words;
    if (count >= 2 && field_is(&words[0], "opposed"))
        return forecast->opposed.words && weighing_holds(lab, forecast, true, words + 1, count - 1);
    return weighing_holds(lab, forecast, false, words, count);
}

/* forecast "ORDER" CLAUSE ; CLAUSE … */
static void expect_forecast(Lab *lab)
{
    static Forecast forecast;
    Order order;
    if (lab->words < 2 || !read_order(lab, &lab->word[1], &order))
        return;
    if (!lab->scenario->system->forecast(lab->scenario, viewed(lab), &order, &forecast)) {
        disappoint(lab, "there is no forecast for that order");
        return;
    }
    for (int at = 2; at < lab->words;) {
        int end = at;
        while (end < lab->words && !field_is(&lab->word[end], ";"))
            end++;
        if (!clause_holds(lab, &forecast, lab->word + at, end - at)) {
            disappoint(lab, "the forecast does not bear out clause %.*s …; it says:", (int)lab->word[at].length,
                       lab->word[at].text);
            print_forecast(lab, &forecast);
            return;
        }
        at = end + 1;
    }
}

/* ---- a script --------------------------------------------------------------------------------------------- */

static const struct Statement {
    const char *word;
    void (*run)(Lab *lab);
} statements[] = {
    {"do", give_order}, {"refuse", expect_refusal},    {"dice", force_dice}, {"undo", take_back},
    {"expect", expect}, {"forecast", expect_forecast}, {"sees", sees},
};

static void run_line(Lab *lab)
{
    if (field_is(&lab->word[0], "case")) {
        open_case(lab);
        return;
    }
    if (!lab->open) {
        lab->open = true;
        lab->bad = false;
        lab->proves = 0;
        lab->line = (int)lab->word->line;
        snprintf(lab->name, sizeof lab->name, "lines before the first case");
    }
    if (lab->bad)
        return;
    if (field_is(&lab->word[0], "proves")) {
        proves(lab);
        return;
    }
    if (field_is(&lab->word[0], "lab")) {
        load(lab);
        return;
    }
    if (!lab->game) {
        disappoint(lab, "a `lab` line must come first");
        return;
    }
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (field_is(&lab->word[0], statements[i].word)) {
            statements[i].run(lab);
            return;
        }
    char why[200] = "";
    if (!lab->scenario->system->lab(lab->scenario, game_lab(lab->game), lab->word, lab->words, why))
        disappoint(lab, "%s", why);
}

/* A script that cannot be read counts as a case that failed. */
static void run_file(Lab *lab, const char *path)
{
    size_t length;
    char *bytes = file_read(path, &length);
    lab->file = path;
    if (!bytes) {
        printf("%s: cannot be read\n", path);
        lab->cases++;
        lab->failed++;
        return;
    }
    lab->log->count = 0;
    lab->document = document_parse(path, bytes, length, lab->log);
    free(bytes);
    if (lab->log->count) {
        log_print(lab->log, stdout);
        lab->cases++;
        lab->failed++;
    } else {
        for (int i = 0; i < lab->document->entries; i++) {
            const Entry *entry = &lab->document->entry[i];
            lab->word = &lab->document->field[entry->first];
            lab->words = entry->count;
            run_line(lab);
            if (entry->body_lines && !lab->bad)
                disappoint(lab, "a script has no indented lines");
        }
        close_case(lab);
    }
    if (lab->document)
        document_free(lab->document);
    lab->document = NULL;
}

const char lab_usage[] =
    "sandtable lab [--verbose] [--proofs FILE] SCRIPT…\n"
    "Runs scripts that set up situations, give orders and expect results. Status 1 if a case fails.\n";

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
        } else if (argv[i][0] == '-') {
            fputs(lab_usage, stderr);
            return 2;
        } else {
            files++;
            run_file(&lab, argv[i]);
        }
    }
    if (lab.proofs)
        fclose(lab.proofs);
    if (!files) {
        fputs(lab_usage, stderr);
        return 2;
    }
    printf("lab: %d passed, %d failed\n", lab.cases - lab.failed, lab.failed);
    return lab.failed ? 1 : 0;
}
