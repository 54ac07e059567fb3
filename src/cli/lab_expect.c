/* lab_expect.c — what a lab script expects of the game: refusals, events, questions, choices, figures.
 *
 * A line is read to its end before anything is compared, so that one that cannot be read is a mistake whether or not
 * it would hold. `no` turns an expectation round, and only ever one. */
#include <stdlib.h>
#include <string.h>

#include "cli/lab.h"

/* Whether there is an order that the line can be about; a mistake if not. */
static bool after_order(Lab *lab)
{
    if (lab->words.wrong || lab->ordered)
        return !lab->words.wrong;
    words_wrong(&lab->words, lab->words.word, "no order was given in this phase that this could be about");
    return false;
}

/* refuse "ORDER" rule ID [MESSAGE VALUE… | "WORDS"] */
void expect_refusal(Lab *lab)
{
    Order order;
    Wording wanted = {.words = ""};
    char words[SAY_TEXT];
    Words *line = &lab->words;
    take_order(lab, &order);
    words_keyword(line, "rule");
    const Field *id = words_next(line);
    int rule = words_rule(line);
    if (words_more(line))
        take_wording(lab, "words of the refusal", &wanted);
    if (!words_end(line))
        return;
    Refusal refusal = game_check(lab->game, &order);
    if (!refused(refusal)) {
        unmet(lab, "expected a refusal under %.*s; the order is legal", (int)id->length, id->text);
        return;
    }
    say(lab->scenario, NULL, lab_view(lab), &refusal.why, words, sizeof words);
    if (refusal.why.rule != rule)
        unmet(lab, "expected a refusal under %.*s; found: %s", (int)id->length, id->text, words);
    else if (!wording_fits(lab, &refusal.why, lab_view(lab), &wanted))
        unmet(lab, "expected the refusal to say \"%s\"; found: %s", wanted.words, words);
}

/* [no] event MESSAGE VALUE… | "WORDS" [rule ID], in the words that side reads (NO_SIDE: the unmasked ones). */
static void expect_event(Lab *lab, bool wanted, int side)
{
    Wording wording;
    if (take_wording(lab, "words of an event", &wording) && !wanted && !wording.message)
        check_said(lab, &lab->words, wording.at);
    int rule = words_if(&lab->words, "rule") ? words_rule(&lab->words) : 0;
    if (!words_end(&lab->words) || !after_order(lab))
        return;
    const Events *events = game_events(lab->game);
    const Position *reader = side == NO_SIDE ? NULL : game_view(lab->game, side);
    bool found = false;
    for (int i = 0; i < events->count && i < EVENTS_MAX && !found; i++) {
        const Event *event = &events->event[i];
        found = was_told(event, side) && (!rule || event->what.rule == rule) &&
                wording_fits(lab, &event->what, reader, &wording);
    }
    if (found == wanted)
        return;
    unmet(lab, "expected %s event saying \"%s\"%s; the last order told:", wanted ? "an" : "no", wording.words,
          rule ? " under that rule" : "");
    print_events(lab, side);
}

/* [no] question KIND [SIDE] */
static void expect_question(Lab *lab, bool wanted)
{
    const System *system = lab->scenario->system;
    const Frame *frame = question(game_position(lab->game));
    int kind = -1, side = NO_SIDE;
    if (!words_if(&lab->words, "none")) {
        const Field *at = words_next(&lab->words);
        for (kind = 0; at && kind < system->question_kinds; kind++)
            if (words_if(&lab->words, system->questions[kind].name))
                break;
        if (!at || kind == system->question_kinds)
            words_wrong(&lab->words, at, "expected a kind of question, or `none`");
        if (words_more(&lab->words))
            side = words_side(&lab->words);
    }
    if (!words_end(&lab->words))
        return;
    bool found = frame ? kind == frame->kind && (side == NO_SIDE || side == frame->side) : kind < 0;
    if (found != wanted)
        unmet(lab, "the open question is `%s %s`", frame ? system->questions[frame->kind].name : "none",
              frame ? lab->scenario->side_word[frame->side] : "nobody");
}

/* [no] due N */
static void expect_due(Lab *lab, bool wanted)
{
    const System *system = lab->scenario->system;
    int number = (int)words_number(&lab->words, "how many things the answer must name", 0, 999);
    if (!words_end(&lab->words))
        return;
    int due = question(game_position(lab->game)) && system->due ? system->due(lab->scenario, lab_view(lab)) : 0;
    if ((number == due) != wanted)
        unmet(lab, "the answer must name %d", due);
}

/* [no] undo */
static void expect_undo(Lab *lab, bool wanted)
{
    if (words_end(&lab->words) && game_can_undo(lab->game) != wanted)
        unmet(lab, "expected that %s can be taken back", wanted ? "the last order" : "nothing");
}

/* ---- choices ---------------------------------------------------------------------------------------- */

void print_choice(const Lab *lab, const Order *prefix, const Choice *choice, char *out, size_t room)
{
    if (choice->slot == SLOT_VERB) {
        snprintf(out, room, "%s", lab->scenario->system->orders[choice->value].verb);
        return;
    }
    Order one = order_of(prefix->verb);
    char text[ORDER_TEXT];
    order_add(&one, choice->slot, choice->value);
    order_print(lab->scenario, &one, text);
    char *last = strrchr(text, ' ');
    snprintf(out, room, "%.79s", last ? last + 1 : text);
}

/* Whether an order of that kind could hold the word at all, in that slot. */
static bool fits_slot(const Lab *lab, const Slot *slot, const Field *word)
{
    const Grid *grid = &lab->scenario->map->grid;
    Hex hex;
    Hexside hexside;
    bool digits = word->length > 0 && word->length < 6;
    switch (slot->type) {
    case ARG_PIECE:
        return piece_named(lab->scenario, word->text, word->length) != NO_PIECE;
    case ARG_HEX:
    case ARG_PATH:
        return hex_parse(grid, word->text, word->length, &hex);
    case ARG_HEXSIDE:
        return hexside_parse(grid, word->text, word->length, &hexside);
    case ARG_NUMBER:
        for (uint32_t i = 0; i < word->length; i++)
            digits &= word->text[i] >= '0' && word->text[i] <= '9';
        return digits;
    case ARG_WORD:
    case ARG_NAME:
        for (int i = 0; slot_word(lab->scenario, slot, i); i++)
            if (field_is(word, slot_word(lab->scenario, slot, i)))
                return true;
        return false;
    }
    return false;
}

/* If a word could never be listed behind the prefix, its absence shows nothing. */
static bool could_be_chosen(const Lab *lab, const Order *prefix, const Field *word)
{
    const System *system = lab->scenario->system;
    if (field_is(word, "complete"))
        return true;
    for (int verb = 0; prefix->verb == NO_VERB && verb < system->order_kinds; verb++)
        if (field_is(word, system->orders[verb].verb))
            return true;
    for (int slot = 0; prefix->verb != NO_VERB && slot < system->orders[prefix->verb].slots; slot++)
        if (fits_slot(lab, &system->orders[prefix->verb].slot[slot], word))
            return true;
    return false;
}

/* [no] choice "PREFIX" VALUE; VALUE `complete` asks whether the prefix is an order by itself. */
static void expect_choice(Lab *lab, bool wanted)
{
    static Choices choices;
    Order prefix;
    char value[80];
    take_prefix(lab, &prefix);
    const Field *at = words_next(&lab->words);
    words_string(&lab->words, "a value, or `complete`", value, sizeof value);
    if (!lab->words.wrong && !could_be_chosen(lab, &prefix, at))
        words_wrong(&lab->words, at, "nothing of that order could be called so");
    if (!words_end(&lab->words))
        return;
    lab->scenario->system->choices(lab->scenario, lab_view(lab), &prefix, &choices);
    bool found = !strcmp(value, "complete") && choices.complete;
    for (int i = 0; i < choices.count && !found; i++) {
        char text[80];
        print_choice(lab, &prefix, &choices.choice[i], text, sizeof text);
        found = !strcmp(text, value);
    }
    if (found != wanted)
        unmet(lab, "expected %s to be %s after that prefix (%d choices there)", value, wanted ? "listed" : "absent",
              choices.count);
}

/* ---- reach ------------------------------------------------------------------------------------------- */

/* The cost as players see it. */
static Sentence cost_of(const Lab *lab, const Order *prefix, int units, int most)
{
    const System *system = lab->scenario->system;
    return system->cost    ? system->cost(lab->scenario, prefix, units, most)
           : units == most ? sentence(0, "%n", units)
                           : sentence(0, "%n to %n", units, most);
}

#define COST_PARTS 3 /* points, or hexes and steps, the last from least to most */

/* N [and N] [to N] */
static int take_cost(Words *words, Fraction out[COST_PARTS])
{
    int count = 0;
    do
        out[count++] = words_fraction(words, "a cost");
    while (count < COST_PARTS && (words_if(words, "and") || words_if(words, "to")));
    return count;
}

/* Each number of the sentence, whole or in parts of a point. */
static bool cost_is(const System *system, const Sentence *cost, const Fraction *wanted, int count)
{
    const int parts = system->fraction ? system->fraction : 1;
    char letters[SAY_ARGS];
    int holes = 0;
    bool same = true;
    sentence_holes(cost, letters);
    for (; holes < SAY_ARGS && letters[holes]; holes++)
        same &= holes < count && fraction_is(wanted[holes], cost->arg[holes], letters[holes] == 't' ? parts : 1);
    return same && holes == count;
}

static void expect_exposure(Lab *lab, const Order *prefix, const Reach *reach, Hex hex, int wanted)
{
    static uint8_t exposed[HEXES_MAX];
    list_exposure(lab->scenario, lab_view(lab), prefix, reach, exposed);
    if (exposed[hex] != wanted)
        unmet(lab, "found that %d may fire there", exposed[hex]);
}

/* [no] reach "PREFIX" HEX [cost N [and N] [to N]] [exposed N] */
static void expect_reach(Lab *lab, bool wanted)
{
    static Reach reach;
    const System *system = lab->scenario->system;
    Order prefix;
    Fraction cost[COST_PARTS];
    bool good = take_prefix(lab, &prefix), found = false;
    if (good && (prefix.verb == NO_VERB || order_path_slot(&system->orders[prefix.verb]) < 0))
        words_wrong(&lab->words, &lab->words.word[lab->words.at - 1], "orders of that kind walk nowhere");
    Hex hex = words_hex(&lab->words);
    int parts = wanted && words_if(&lab->words, "cost") ? take_cost(&lab->words, cost) : 0;
    const Field *word = lab->words.at < lab->words.count ? &lab->words.word[lab->words.at] : NULL;
    int stacks =
        wanted && words_if(&lab->words, "exposed") ? (int)words_number(&lab->words, "stacks", 0, UINT8_MAX) : -1;
    if (stacks >= 0 && !system->exposure)
        words_wrong(&lab->words, word, "this rulebook has no fire at moving units");
    if (!words_end(&lab->words))
        return;
    system->reach(lab->scenario, lab_view(lab), &prefix, &reach);
    for (int i = 0; i < reach.count && !found; i++)
        found = reach.hex[i] == hex;
    if (found != wanted) {
        unmet(lab, "expected that hex to be %s", wanted ? "within reach" : "out of reach");
    } else if (parts) {
        char words[SAY_TEXT];
        Sentence told = cost_of(lab, &prefix, reach.cost[hex], reach.most[hex]);
        if (!cost_is(system, &told, cost, parts))
            unmet(lab, "found a cost of %s", lab_say(lab, &told, words));
    }
    if (found && stacks >= 0)
        expect_exposure(lab, &prefix, &reach, hex, stacks);
}

/* ---- figures of the last order and the last forecast --------------------------------------------------- */

/* Facts of that kind in the events of the last order: how many, and the last of them. */
static int find_facts(const Lab *lab, FactKind kind, Fact *out)
{
    const Events *events = game_events(lab->game);
    int count = 0;
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        Fact fact = events->event[i].fact;
        if (fact.kind != kind)
            continue;
        *out = fact;
        count++;
    }
    return count;
}

/* [no] column COLUMN */
static void expect_column(Lab *lab, bool wanted)
{
    char column[40], words[SAY_TEXT] = "";
    Fact fact = {FACT_NONE};
    words_string(&lab->words, "a column", column, sizeof column);
    if (lab->latest == LATEST_NOTHING)
        words_wrong(&lab->words, lab->words.word, "neither an order nor a forecast came before this");
    if (!words_end(&lab->words))
        return;
    if (lab->latest == LATEST_FORECAST)
        lab_say(lab, &lab->forecast.column, words);
    else if (find_facts(lab, FACT_COLUMN, &fact))
        lab_say(lab, &fact.what, words);
    if (!strcmp(column, words) != wanted)
        unmet(lab, "the column of the last %s is %s", lab->latest == LATEST_FORECAST ? "forecast" : "order",
              *words ? words : "not told");
}

/* [no] result "RESULT", no result */
static void expect_result(Lab *lab, bool wanted)
{
    char result[80] = "", words[SAY_TEXT] = "";
    Fact fact = {FACT_NONE};
    if (wanted || words_more(&lab->words))
        words_string(&lab->words, "a result as the table has it", result, sizeof result);
    if (!words_end(&lab->words) || !after_order(lab))
        return;
    if (find_facts(lab, FACT_RESULT, &fact))
        lab_say(lab, &fact.what, words);
    bool found = *result ? !strcmp(result, words) : *words != '\0';
    if (found != wanted)
        unmet(lab, "the result of the last order is %s", *words ? words : "not told");
}

/* [no] roll N [as N]: what the dice of a table showed together, and where the table was read */
static void expect_roll(Lab *lab, bool wanted)
{
    Fact fact = {FACT_NONE};
    int roll = (int)words_number(&lab->words, "what the dice show", 1, 99), row = roll;
    bool made = words_if(&lab->words, "as");
    if (made)
        row = (int)words_number(&lab->words, "what that is made", -9, 99);
    if (!words_end(&lab->words) || !after_order(lab))
        return;
    int count = find_facts(lab, FACT_ROLL, &fact);
    bool found = count && fact.roll == roll && fact.row == row;
    if (found != wanted && !count)
        unmet(lab, "the last order told of no dice");
    else if (found != wanted)
        unmet(lab, "the dice show %d, read as %d", fact.roll, fact.row);
}

/* dice N…: every die and draw of the last order, one by one */
static void expect_dice(Lab *lab, bool wanted)
{
    const Dice *dice = game_dice(lab->game);
    bool none = words_if(&lab->words, "none"), same = true;
    int count = 0;
    while (!none && (words_more(&lab->words) || (!count && !lab->words.wrong))) {
        Cast cast = take_cast(&lab->words);
        const Cast *fell = count < dice->recorded ? &dice->record[count] : NULL;
        same &= fell && fell->shows == cast.shows && fell->of == cast.of;
        count++;
    }
    if (!words_end(&lab->words) || !after_order(lab) || (same && count == dice->recorded) == wanted)
        return;
    unmet(lab, "the last order rolled %d dice:", dice->recorded);
    for (int i = 0; i < dice->recorded; i++) {
        char text[CAST_TEXT];
        cast_print(dice->record[i], text);
        printf("%s%s", i ? " " : "      ", text);
    }
    if (dice->recorded)
        putchar('\n');
}

/* [no] tests N */
static void expect_tests(Lab *lab, bool wanted)
{
    Fact fact;
    int number = (int)words_number(&lab->words, "the number of tests", 0, 99);
    if (!words_end(&lab->words) || !after_order(lab))
        return;
    int count = find_facts(lab, FACT_TEST, &fact);
    if ((count == number) != wanted)
        unmet(lab, "the last order made %d tests", count);
}

/* [no] modifiers RULE VALUE … | none: exactly these, in any order; what may still be added counts nothing */
static void expect_modifiers(Lab *lab, bool wanted)
{
    const Forecast *forecast = &lab->forecast;
    bool seen[FORECAST_LINES] = {false}, same = true, none = words_if(&lab->words, "none");
    int pairs = 0;
    if (lab->latest != LATEST_FORECAST)
        words_wrong(&lab->words, lab->words.word, "no forecast stands before this, or an order came after it");
    for (; !none && (words_more(&lab->words) || (!pairs && !lab->words.wrong)); pairs++) {
        int rule = words_rule(&lab->words), i = 0;
        int value = (int)words_number(&lab->words, "the value of a modifier", -99, 99);
        while (i < forecast->modifiers &&
               (seen[i] || !forecast->modifier[i].value || forecast->modifier[i].what.rule != rule ||
                forecast->modifier[i].value != value))
            i++;
        same &= i < forecast->modifiers;
        if (i < forecast->modifiers)
            seen[i] = true;
    }
    for (int i = 0; i < forecast->modifiers; i++)
        same &= seen[i] || !forecast->modifier[i].value;
    if (!words_end(&lab->words) || same == wanted)
        return;
    unmet(lab, "the forecast says:");
    print_forecast(lab, forecast);
}

/* ---- the lines ------------------------------------------------------------------------------------------ */

static const struct Expectation {
    const char *word;
    void (*run)(Lab *lab, bool wanted);
} expectations[] = {
    {"question", expect_question},   {"due", expect_due},
    {"undo", expect_undo},           {"choice", expect_choice},
    {"reach", expect_reach},         {"column", expect_column},
    {"result", expect_result},       {"roll", expect_roll},
    {"dice", expect_dice},           {"tests", expect_tests},
    {"modifiers", expect_modifiers}, {"best", expect_best},
};

/* What the system judges. */
static void expect_own(Lab *lab, const Position *position, bool wanted)
{
    const Words *words = &lab->words;
    char found[200] = "";
    LabLine line = {lab->document, words->word + words->at, words->count - words->at, !wanted};
    int mistakes = lab->document->mistakes;
    if (!lab->scenario->system->lab_holds) {
        words_wrong(&lab->words, line.word, "nothing of the kind can be expected of %s", lab->scenario->system->title);
        return;
    }
    bool holds = lab->scenario->system->lab_holds(lab->scenario, position, &line, found);
    if (lab->document->mistakes == mistakes && holds != wanted)
        unmet(lab, "found: %s", holds ? "it is so" : found);
}

/* expect [no] … */
void expect(Lab *lab)
{
    bool wanted = !words_if(&lab->words, "no");
    if (!words_more(&lab->words)) {
        words_wrong(&lab->words, NULL, "expect what?");
        return;
    }
    if (words_if(&lab->words, "event")) {
        expect_event(lab, wanted, NO_SIDE);
        return;
    }
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++)
        if (words_if(&lab->words, expectations[i].word)) {
            expectations[i].run(lab, wanted);
            return;
        }
    expect_own(lab, game_position(lab->game), wanted);
}

/* sees SIDE [no] … */
void sees(Lab *lab)
{
    int side = take_viewer(&lab->words, lab->scenario);
    bool wanted = !words_if(&lab->words, "no");
    if (!words_more(&lab->words))
        words_wrong(&lab->words, NULL, "sees what?");
    else if (words_if(&lab->words, "event"))
        expect_event(lab, wanted, side);
    else
        expect_own(lab, game_view(lab->game, side), wanted);
}
