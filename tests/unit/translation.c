/* translation.c — another language: holes in another order, plurals, masked counters, and tables with mistakes. */
#include "core/translation.h"
#include "toy.h"

static Log log_;

static Translation *translation_of_text(const char *text)
{
    log_.count = 0;
    Document *table = table_parse("xx.tsv", text, strlen(text), &log_);
    Translation *translation = translation_new("xx");
    translation_read(translation, table);
    document_free(table);
    return translation;
}

static const char rows[] = "id\ttext\n=plural\tpolish\n=name\tpolski\n"
                           "%p goes from %h to %h\tz %2h na %3h: %1p\n"
                           "%n guns fire\tstrzela %1n {1:działo|działa|dział}\n"
                           "%s, turn %n: what do you order?\tetap %2n, %1s: co rozkażesz?\n"
                           "Red\tCzerwoni\ncore.counter\tjakiś żeton\nhard\ttwardo\ntone %w\tton: %w\n";

static void said(const Scenario *scenario, const Translation *translation, const Position *view, Sentence what,
                 const char *wanted)
{
    char text[SAY_TEXT];
    say(scenario, translation, view, &what, text, sizeof text);
    assert_string_equal(text, wanted);
}

static void holes_change_places(void **state)
{
    (void)state;
    Scenario *scenario = toy_scenario();
    Translation *translation = translation_of_text(rows);
    assert_int_equal(log_.count, 0);
    assert_string_equal(translation_name(translation), "polski");
    said(scenario, translation, NULL, sentence(0, "%p goes from %h to %h", 0, 0, 1), "z 0101 na 0201: r1");
    said(scenario, NULL, NULL, sentence(0, "%p goes from %h to %h", 0, 0, 1), "r1 goes from 0101 to 0201");
    said(scenario, translation, NULL, sentence(TOY_RULE_MOVE, "%s, turn %n: what do you order?", 0, 3),
         "etap 3, Czerwoni: co rozkażesz? (TOY 1)");
    said(scenario, translation, NULL, sentence(0, "nobody wrote this: %s", 0), "nobody wrote this: Czerwoni");
    translation_free(translation);
    scenario_free(scenario);
}

static void plurals(void **state)
{
    (void)state;
    static const struct {
        int number;
        const char *wanted;
    } cases[] = {{0, "strzela 0 dział"},     {1, "strzela 1 działo"},    {2, "strzela 2 działa"},
                 {4, "strzela 4 działa"},    {5, "strzela 5 dział"},     {11, "strzela 11 dział"},
                 {12, "strzela 12 dział"},   {21, "strzela 21 dział"},   {22, "strzela 22 działa"},
                 {112, "strzela 112 dział"}, {124, "strzela 124 działa"}};
    Scenario *scenario = toy_scenario();
    Translation *translation = translation_of_text(rows);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        said(scenario, translation, NULL, sentence(0, "%n guns fire", cases[i].number), cases[i].wanted);
    translation_free(translation);
    scenario_free(scenario);
}

/* What the view hides is hidden in every language. */
static void masked_counters_stay_masked(void **state)
{
    (void)state;
    Scenario *scenario = toy_scenario();
    Translation *translation = translation_of_text(rows);
    Toy toy;
    memset(&toy, 0, sizeof toy);
    toy.strength[0] = 3;
    said(scenario, translation, &toy.head, sentence(0, "%p goes from %h to %h", 0, 0, 1), "z 0101 na 0201: Counter r1");
    toy.strength[0] = 0;
    said(scenario, translation, &toy.head, sentence(0, "%p goes from %h to %h", 0, 0, 1),
         "z 0101 na 0201: jakiś żeton");
    translation_free(translation);
    scenario_free(scenario);
}

static void mistakes_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *row, *words;
    } cases[] = {
        {"%p at %h\t%1p", "hole 2 (%h) of the English is not there"},
        {"%p at %h\t%1p %3h", "there is no hole 3: the English has 2"},
        {"%p at %h\t%1h %2p", "hole 1 is %h here and %p in the English"},
        {"%p at %h\t%1p %h", "some holes carry a number and some do not: either all or none"},
        {"%n of %p\t%2p {1:a|b}", "{1:…} has 2 forms, and the language has 3"},
        {"%n of %p\t%2p {1:%1n a|b|c}", "forms hold words alone: write %1n {1:…|…}"},
        {"%n of %p\t%1n {2:a|b|c} %2p", "{2:…} needs a number, and hole 2 of the English is none"},
        {"%n hex%*\t%n heks%*", "%* is an English plural: write the forms of the word as {1:…|…}"},
        {"a counter\tżeton\na counter\tpion", "this stands in the table already"},
        {"a counter\t", "a row says something in English and in the language"},
        {"=plural\tmany", "unknown word many; known here: none, english, french, polish, russian, czech"},
        {"=shape\tround", "what a language says of itself is =plural or =name"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "id\ttext\n=plural\tpolish\n%s\n", cases[i].row);
        translation_free(translation_of_text(text));
        assert_int_equal(log_.count, 1);
        assert_string_equal(log_.mistake[0].words, cases[i].words);
        assert_true(log_.mistake[0].line >= 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(holes_change_places),
        cmocka_unit_test(plurals),
        cmocka_unit_test(masked_counters_stay_masked),
        cmocka_unit_test(mistakes_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
