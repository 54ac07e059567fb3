/* Reading a person's line word by word: what is taken, and every mistake with its place. */
#include "kit/words.h"
#include "toy.h"

static Scenario *scenario;
static Log log_;
static Document *script;

static int open_scenario(void **state)
{
    (void)state;
    scenario = toy_scenario();
    return 0;
}

static int close_scenario(void **state)
{
    (void)state;
    scenario_free(scenario);
    return 0;
}

static Words read_line(const char *text)
{
    document_free(script);
    log_.count = 0;
    script = document_parse("some.lab", text, strlen(text), &log_);
    assert_non_null(script);
    assert_int_equal(log_.count, 0);
    LabLine line = {.script = script, .word = script->field, .count = script->entry[0].count};
    return words_of(scenario, &line);
}

static void expect_mistake(int column, const char *words)
{
    assert_int_equal(log_.count, 1);
    if (strcmp(log_.mistake[0].words, words) || log_.mistake[0].column != column)
        fail_msg("found \"%s\" at %d instead of \"%s\" at %d", log_.mistake[0].words, log_.mistake[0].column, words,
                 column);
}

static void whole_lines(void **state)
{
    (void)state;
    static const char *const known[] = {"slow", "fast", NULL};
    char text[8];
    Words words = read_line("go r2 0203 0203/0204 blue toy.2 7 fast \"a b\" at end");
    assert_true(words_next_is_piece(&words));
    assert_false(words_next_is_hex(&words));
    assert_int_equal(words_piece(&words), 1);
    assert_true(words_next_is_hex(&words));
    assert_int_not_equal(words_hex(&words), NO_HEX);
    assert_int_not_equal(words_hexside(&words), NO_HEXSIDE);
    assert_int_equal(words_side(&words), 1);
    assert_int_equal(words_rule(&words), TOY_RULE_OCCUPIED);
    assert_int_equal(words_number(&words, "a number", 1, 7), 7);
    assert_int_equal(words_word(&words, "a speed", known), 1);
    assert_true(words_string(&words, "words", text, sizeof text));
    assert_string_equal(text, "a b");
    words_keyword(&words, "at");
    assert_false(words_if(&words, "start"));
    assert_true(words_if(&words, "end"));
    assert_false(words_more(&words));
    assert_true(words_end(&words));
    assert_int_equal(log_.count, 0);
}

/* Nothing is read behind a mistake, and nothing more is reported. */
static void first_mistake(void **state)
{
    (void)state;
    Words words = read_line("go r9 9999 nowhere");
    assert_int_equal(words_piece(&words), NO_PIECE);
    assert_int_equal(words_hex(&words), NO_HEX);
    assert_int_equal(words_side(&words), NO_SIDE);
    assert_int_equal(words_rule(&words), 0);
    assert_false(words_more(&words));
    assert_false(words_end(&words));
    expect_mistake(4, "there is no counter r9");
}

static void mistakes(void **state)
{
    (void)state;
    static const char *const known[] = {"slow", "fast", NULL};
    char text[4];
    Words words = read_line("go");
    words_hex(&words);
    expect_mistake(3, "expected a hex");
    words = read_line("go \"r1\"");
    words_piece(&words);
    words_hex(&words);
    expect_mistake(8, "expected a hex");
    words = read_line("go 0108");
    words_hex(&words);
    expect_mistake(4, "expected a hex of this map, found 0108");
    words = read_line("go 0101/0103");
    words_hexside(&words);
    expect_mistake(4, "expected a hexside of this map as HEX/HEX, found 0101/0103");
    words = read_line("go green");
    words_side(&words);
    expect_mistake(4, "expected a side (red, blue), found green");
    words = read_line("go medium");
    assert_int_equal(words_word(&words, "a speed", known), -1);
    expect_mistake(4, "expected a speed (slow, fast), found medium");
    words = read_line("go toy.9");
    words_rule(&words);
    expect_mistake(4, "TOY has no rule toy.9; ids are written as toy.1");
    words = read_line("go \"\"");
    words_text(&words, "words");
    expect_mistake(5, "expected words, and nothing stands here");
    words = read_line("go long");
    assert_false(words_string(&words, "words", text, sizeof text));
    assert_string_equal(text, "");
    expect_mistake(4, "words has at most 3 letters");
    words = read_line("go on");
    words_keyword(&words, "back");
    expect_mistake(4, "expected the word `back`");
    words = read_line("go ąę r1");
    words_text(&words, "words");
    assert_false(words_end(&words));
    expect_mistake(7, "the line should end before this");
}

static void numbers(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "go 0", "go 8", "go x", "go 3x", "go 3.0", "go \"\"", "go -3", "go +", "go 9999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Words words = read_line(wrong[i]);
        words_number(&words, "a number", 1, 7);
        if (!words.wrong || log_.count != 1)
            fail_msg("\"%s\" was read", wrong[i]);
    }
    Words words = read_line("go -3 +2");
    assert_int_equal(words_number(&words, "a number", -3, 7), -3);
    assert_int_equal(words_number(&words, "a number", -3, 7), 2);
    assert_true(words_end(&words));
}

static void fractions(void **state)
{
    (void)state;
    static const char *const wrong[] = {"go x", "go 1/0", "go -1", "go 1.", "go .5", "go 1/2/3", "go 1.5.5", "go 1/-2"};
    Words words = read_line("go 3 3.5 10/3 0.25");
    assert_true(fraction_is(words_fraction(&words, "points"), 36, 12));
    assert_true(fraction_is(words_fraction(&words, "points"), 42, 12));
    assert_true(fraction_is(words_fraction(&words, "points"), 40, 12));
    Fraction quarter = words_fraction(&words, "points");
    assert_true(fraction_is(quarter, 3, 12));
    assert_false(fraction_is(quarter, 4, 12));
    assert_true(words_end(&words));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        words = read_line(wrong[i]);
        words_fraction(&words, "points");
        if (!words.wrong || log_.count != 1)
            fail_msg("\"%s\" was read", wrong[i]);
    }
}

static void settings(void **state)
{
    (void)state;
    Setting fresh[] = {{.name = "sp", .high = 9}, {.name = "name"}}, setting[2];
    Words words = read_line("go name=x sp=4 r1");
    memcpy(setting, fresh, sizeof fresh);
    while (words_setting(&words, setting, 2))
        ;
    assert_int_equal(setting_or(&setting[0], 7), 4);
    assert_true(field_is(&setting[1].text, "x"));
    assert_int_equal(words_piece(&words), 0);
    assert_true(words_end(&words));
    static const struct {
        const char *line;
        int column;
        const char *words;
    } wrong[] = {
        {"go spp=4", 4, "nothing here is called spp; known: sp= name="},
        {"go sp=4 sp=5", 9, "sp is given twice"},
        {"go sp=10", 7, "expected sp, a whole number from 0 to 9, found 10"},
        {"go name=", 9, "expected a value of name"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        words = read_line(wrong[i].line);
        memcpy(setting, fresh, sizeof fresh);
        while (words_setting(&words, setting, 2))
            ;
        expect_mistake(wrong[i].column, wrong[i].words);
        assert_int_equal(setting_or(&setting[1], 7), 7);
    }
    document_free(script);
    script = NULL;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_lines), cmocka_unit_test(first_mistake), cmocka_unit_test(mistakes),
        cmocka_unit_test(numbers),     cmocka_unit_test(fractions),     cmocka_unit_test(settings),
    };
    return cmocka_run_group_tests(tests, open_scenario, close_scenario);
}
