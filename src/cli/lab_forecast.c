/* lab_forecast.c — what a lab script expects of odds: `forecast "ORDER" CLAUSE ; CLAUSE …`. */
#include <string.h>

#include "cli/lab.h"

/* ---- printing ------------------------------------------------------------------------------------------ */

static Weight weight_of(const ForecastLine *line, bool opposed) { return opposed ? line->opposed : line->weight; }

static void print_chances(const Lab *lab, const char *what, const ForecastLine *line, int lines, bool opposed,
                          Weight total)
{
    char weight[WEIGHT_TEXT], all[WEIGHT_TEXT], words[SAY_TEXT];
    for (int i = 0; i < lines; i++)
        printf("      %s%s %s: %s/%s\n", opposed ? "opposed " : "", what, lab_say(lab, &line[i].label, words),
               weight_print(weight_of(&line[i], opposed), weight), weight_print(total, all));
}

static void print_said(const Lab *lab, const char *what, const Sentence *sentence)
{
    char words[SAY_TEXT];
    if (sentence->words)
        printf("      %s: %s\n", what, lab_say(lab, sentence, words));
}

void print_forecast(const Lab *lab, const Forecast *forecast)
{
    char words[SAY_TEXT];
    print_said(lab, "title", &forecast->title);
    print_said(lab, "column", &forecast->column);
    print_said(lab, "best", &forecast->best);
    print_said(lab, "worst", &forecast->worst);
    for (int i = 0; i < forecast->modifiers; i++)
        printf("      modifier %+d: %s\n", forecast->modifier[i].value,
               lab_say(lab, &forecast->modifier[i].what, words));
    print_chances(lab, "outcome", forecast->outcome, forecast->outcomes, false, forecast->total);
    print_chances(lab, "measure", forecast->measure, forecast->measures, false, forecast->total);
    if (!forecast->opposed.words)
        return;
    print_said(lab, "opposed title", &forecast->opposed);
    print_chances(lab, "outcome", forecast->outcome, forecast->outcomes, true, forecast->opposed_total);
    print_chances(lab, "measure", forecast->measure, forecast->measures, true, forecast->opposed_total);
}

/* ---- clauses ------------------------------------------------------------------------------------------- */

/* "26/36" */
typedef struct Chance {
    unsigned long long over, under;
} Chance;

static Chance take_chance(Words *words)
{
    char text[40], rest;
    Chance chance = {0, 0};
    const Field *at = words_next(words);
    if (words_string(words, "a chance as N/M", text, sizeof text) &&
        (strspn(text, "0123456789/") != strlen(text) ||
         sscanf(text, "%18llu/%18llu%c", &chance.over, &chance.under, &rest) != 2 || !chance.under ||
         chance.over > chance.under))
        words_wrong(words, at, "expected a chance as N/M, from 0/1 to 1/1");
    return chance;
}

static bool same_chance(Chance chance, Weight weight, Weight total)
{
    return chance.over * total == weight * chance.under;
}

/* outcome|measure "LABEL" N/M; what is not listed never happens */
static bool chance_holds(const Lab *lab, const Forecast *forecast, bool opposed, bool outcome, Words *words)
{
    const ForecastLine *line = outcome ? forecast->outcome : forecast->measure;
    int lines = outcome ? forecast->outcomes : forecast->measures;
    char label[SAY_TEXT];
    Field wanted = words_text(words, "the label of a result");
    Chance chance = take_chance(words);
    for (int i = 0; i < lines; i++)
        if (field_is(&wanted, lab_say(lab, &line[i].label, label)))
            return same_chance(chance, weight_of(&line[i], opposed),
                               opposed ? forecast->opposed_total : forecast->total);
    check_said(lab, words, &wanted);
    return same_chance(chance, 0, 1);
}

/* modifier "WORDS" VALUE [rule ID], no modifier "WORDS" */
static bool modifier_holds(const Lab *lab, const Forecast *forecast, bool wanted, Words *words)
{
    char part[120];
    const Field *phrase = words_next(words);
    if (words_string(words, "words of a modifier", part, sizeof part) && !wanted)
        check_said(lab, words, phrase);
    int value = wanted ? (int)words_number(words, "the value of the modifier", -99, 99) : 0;
    int rule = wanted && words_if(words, "rule") ? words_rule(words) : 0;
    bool found = false;
    for (int i = 0; i < forecast->modifiers; i++) {
        const ForecastModifier *modifier = &forecast->modifier[i];
        char text[SAY_TEXT];
        found |= strstr(lab_say(lab, &modifier->what, text), part) && (!wanted || modifier->value == value) &&
                 (!rule || modifier->what.rule == rule);
    }
    return found == wanted;
}

static bool said_is(const Lab *lab, const char *what, const Sentence *sentence, Words *words)
{
    char said[SAY_TEXT];
    Field wanted = words_text(words, what);
    return field_is(&wanted, lab_say(lab, sentence, said));
}

/* title "WORDS", outcome …, measure … of one weighing */
static bool weighing_holds(const Lab *lab, const Forecast *forecast, bool opposed, Words *words)
{
    if (words_if(words, "title"))
        return said_is(lab, "a title", opposed ? &forecast->opposed : &forecast->title, words);
    if (words_if(words, "outcome"))
        return chance_holds(lab, forecast, opposed, true, words);
    if (words_if(words, "measure"))
        return chance_holds(lab, forecast, opposed, false, words);
    words_wrong(words, words_next(words), "this is no clause of a forecast");
    return false;
}

static bool clause_holds(const Lab *lab, const Forecast *forecast, Words *words)
{
    bool there = forecast->opposed.words != NULL;
    if (words_if(words, "column"))
        return said_is(lab, "a column", &forecast->column, words);
    if (words_if(words, "best"))
        return said_is(lab, "a column", &forecast->best, words);
    if (words_if(words, "worst"))
        return said_is(lab, "a column", &forecast->worst, words);
    if (words_if(words, "modifier"))
        return modifier_holds(lab, forecast, true, words);
    if (words_if(words, "opposed"))
        return weighing_holds(lab, forecast, true, words) && there;
    if (!words_if(words, "no"))
        return weighing_holds(lab, forecast, false, words);
    if (words_if(words, "opposed"))
        return !there;
    words_keyword(words, "modifier");
    return modifier_holds(lab, forecast, false, words);
}

bool make_forecast(Lab *lab, const Order *order, char why[SAY_TEXT])
{
    Refusal refusal = game_check(lab->game, order);
    memset(&lab->forecast, 0, sizeof lab->forecast);
    if (refused(refusal)) {
        char words[SAY_TEXT - 32];
        say(lab->scenario, NULL, lab_view(lab), &refusal.why, words, sizeof words);
        snprintf(why, SAY_TEXT, "the order is refused: %s", words);
        return false;
    }
    if (lab->scenario->system->forecast &&
        lab->scenario->system->forecast(lab->scenario, lab_view(lab), order, &lab->forecast)) {
        lab->latest = LATEST_FORECAST;
        return true;
    }
    snprintf(why, SAY_TEXT, "there is no forecast for that order");
    return false;
}

/* One clause, up to its `;` or the end of the line; false if it does not hold. */
static bool expect_clause(Lab *lab)
{
    Words clause = lab->words;
    const Field *first = words_next(&lab->words);
    int end = clause.at;
    while (end < lab->words.count && !field_is(&clause.word[end], ";"))
        end++;
    clause.count = end;
    bool holds = clause_holds(lab, &lab->forecast, &clause);
    if (!words_end(&clause)) {
        lab->words.wrong = true;
        return true;
    }
    lab->words.at = end + (end < lab->words.count);
    if (end < lab->words.count && lab->words.at == lab->words.count)
        words_wrong(&lab->words, NULL, "expected a clause behind the `;`");
    if (holds || lab->words.wrong)
        return true;
    unmet(lab, "the forecast does not bear out clause %.*s …", (int)first->length, first->text);
    return false;
}

/* forecast "ORDER" CLAUSE ; CLAUSE … */
void expect_forecast(Lab *lab)
{
    Order order;
    char why[SAY_TEXT];
    if (!take_order(lab, &order))
        return;
    if (!make_forecast(lab, &order, why)) {
        unmet(lab, "%s", why);
        return;
    }
    bool holds = true;
    while (words_more(&lab->words))
        holds &= expect_clause(lab);
    if (!holds)
        print_forecast(lab, &lab->forecast);
}
