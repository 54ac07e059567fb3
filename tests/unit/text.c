/* The line text and tables: fields, bodies, mistakes with their places, and the same bytes back. */
#include "data.h"

static Log log_;

static Document *parse(const char *text)
{
    log_.count = 0;
    Document *document = document_parse("some.map", text, strlen(text), &log_);
    assert_non_null(document);
    return document;
}

static void expect_field(const Field *field, const char *text, uint32_t line, uint32_t column)
{
    if (!field_is(field, text))
        fail_msg("found %.*s instead of %s", (int)field->length, field->text, text);
    assert_int_equal(field->line, line);
    assert_int_equal(field->column, column);
}

static void expect_mistake(int index, int line, int column, const char *words)
{
    assert_in_range(index, 0, log_.count - 1);
    assert_int_equal(log_.mistake[index].line, line);
    assert_int_equal(log_.mistake[index].column, column);
    if (!strstr(log_.mistake[index].words, words))
        fail_msg("found \"%s\" instead of \"%s\"", log_.mistake[index].words, words);
}

static void entries_and_bodies(void **state)
{
    (void)state;
    Document *document = parse("# head\n"
                               "grid 65 40   # comment\n"
                               "\n"
                               "edge \"Lusatian Neisse\" ours\n"
                               "  5099/5199 a#b\n"
                               "   # only a comment\n"
                               "\t\"\" z\r\n"
                               "last");
    assert_int_equal(log_.count, 0);
    assert_int_equal(document->entries, 3);
    assert_int_equal(document->entry[0].count, 3);
    assert_int_equal(document->entry[0].body_lines, 0);
    const Field *field = document->field;
    expect_field(field + 0, "grid", 2, 1);
    expect_field(field + 2, "40", 2, 9);
    const Entry *edge = &document->entry[1];
    assert_int_equal(edge->count, 3);
    assert_int_equal(edge->body_lines, 2);
    expect_field(field + edge->first + 1, "Lusatian Neisse", 4, 7);
    const Body *body = &document->body[edge->body_first];
    assert_int_equal(body[0].count, 2);
    expect_field(field + body[0].first + 1, "a#b", 5, 13);
    assert_int_equal(body[1].count, 2);
    expect_field(field + body[1].first, "", 7, 3);
    expect_field(field + body[1].first + 1, "z", 7, 5);
    expect_field(field + document->entry[2].first, "last", 8, 1);
    document_free(document);
}

static void columns_count_characters(void **state)
{
    (void)state;
    Document *document = parse("place \"Görlitz\" żółw next\n");
    expect_field(document->field + 1, "Görlitz", 1, 8);
    expect_field(document->field + 2, "żółw", 1, 17);
    expect_field(document->field + 3, "next", 1, 22);
    mistake(document, document->field + 3, "no");
    char text[400];
    mistake_print(&log_.mistake[0], text, sizeof text);
    assert_string_equal(text, "some.map:1:22: no\n"
                              "    place \"Görlitz\" żółw next\n"
                              "                         ^\n");
    document_free(document);
}

static void slips_of_the_pen(void **state)
{
    (void)state;
    document_free(parse("  body first\nkey \"open\nkey \"a\"b\nkey c\"d\n"));
    assert_int_equal(log_.count, 4);
    expect_mistake(0, 1, 3, "belongs to the entry above");
    expect_mistake(1, 2, 5, "not closed");
    expect_mistake(2, 3, 8, "blank after the closing quote");
    expect_mistake(3, 4, 6, "around a whole field");
}

static void bytes_that_are_no_text(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t length;
        bool good;
    } samples[] = {
        {"a \xC3\xA9", 4, true},
        {"a \xE2\x82\xAC", 5, true},
        {"a \xF0\x9F\x8E\xB2", 6, true},
        {"a \xC3", 3, false},
        {"a \x80", 3, false},
        {"a \xC0\x80", 4, false},
        {"a \xE0\x80\x80", 5, false},
        {"a \xED\xA0\x80", 5, false},
        {"a \xF4\x90\x80\x80", 6, false},
        {"a \xF0\x80\x80\x80", 6, false},
        {"a \xFF", 3, false},
        {"a \0", 3, false},
        {"a \x7F", 3, false},
        {"a \x1B", 3, false},
        {"a\r\n", 3, true},
        {"a\rb", 3, false},
        {"a\tb", 3, true},
    };
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        log_.count = 0;
        Document *document = document_parse("bytes", samples[i].bytes, samples[i].length, &log_);
        if ((log_.count == 0) != samples[i].good)
            fail_msg("sample %zu: %d mistakes", i, log_.count);
        document_free(document);
    }
}

static void a_mistake_in_a_long_line_shows_the_part_around_it(void **state)
{
    (void)state;
    char line[2001];
    memset(line, 'x', sizeof line);
    line[1200] = ' ';
    line[2000] = '\0';
    Document *document = parse(line);
    mistake(document, &document->field[1], "here");
    const Mistake *found = &log_.mistake[0];
    assert_int_equal(found->column, 1202);
    assert_true(strlen(found->quote) < sizeof found->quote);
    assert_int_equal(found->quote[found->caret - 1], ' ');
    assert_int_equal(found->quote[found->caret], 'x');
    document_free(document);
}

static void a_long_line_of_broken_bytes_is_shown_all_the_same(void **state)
{
    (void)state;
    char line[400];
    memset(line, '\x89', sizeof line);
    memcpy(line, "key value", 9);
    log_.count = 0;
    Document *document = document_parse("bytes", line, sizeof line, &log_);
    mistake(document, &document->field[1], "here");
    assert_int_equal(log_.count, 2);
    assert_int_equal(log_.mistake[0].column, 10);
    assert_int_equal(log_.mistake[1].caret, 4);
    assert_memory_equal(log_.mistake[1].quote, "key value???", 12);
    assert_true(strlen(log_.mistake[1].quote) > 100);
    document_free(document);
}

static void a_caret_follows_tabs(void **state)
{
    (void)state;
    log_.count = 0;
    Document *document = table_parse("some.tsv", "a\tbb\tc\n1\t2\t3\n", 13, &log_);
    mistake(document, table_cell(document, 1, 2), "wrong");
    char text[200];
    mistake_print(&log_.mistake[0], text, sizeof text);
    assert_string_equal(text, "some.tsv:2:5: wrong\n    1\t2\t3\n     \t \t^\n");
    document_free(document);
}

static void mistakes_beyond_the_room_are_counted(void **state)
{
    (void)state;
    Document *document = parse("key\n");
    for (int i = 0; i < LOG_MISTAKES + 50; i++)
        mistake(document, NULL, "number %d", i);
    assert_int_equal(log_.count, LOG_MISTAKES + 50);
    assert_string_equal(log_.mistake[LOG_MISTAKES - 1].words, "number 199");
    char words[1000];
    memset(words, 'w', sizeof words);
    words[999] = '\0';
    log_.count = 0;
    mistake(document, NULL, "%s", words);
    assert_true(strlen(log_.mistake[0].words) < sizeof log_.mistake[0].words);
    assert_true(test_ends(log_.mistake[0].words, "w …"));
    char text[8];
    assert_true(mistake_print(&log_.mistake[0], text, sizeof text) > sizeof text); /* says what it needs */
    assert_int_equal(strlen(text), sizeof text - 1);
    document_free(document);
}

static void numbers_words_and_copies(void **state)
{
    (void)state;
    static const char *const words[] = {"clear", "forest", NULL};
    Document *document = parse("key 12 -3 013 1x - 99999999999999999999 -99999999999999999999 forest fores \"\"\n");
    const Field *field = document->field;
    long number = 0;
    assert_true(field_number(document, field + 1, 0, 12, &number));
    assert_int_equal(number, 12);
    assert_true(field_number(document, field + 2, -3, 12, &number));
    assert_int_equal(number, -3);
    assert_true(field_number(document, field + 3, 0, 99, &number));
    assert_int_equal(number, 13);
    assert_int_equal(log_.count, 0);
    for (int i = 4; i <= 7; i++)
        assert_false(field_number(document, field + i, -1000, 1000, &number));
    assert_false(field_number(document, field + 1, 0, 11, &number));
    assert_false(field_number(document, field + 10, 0, 11, &number));
    assert_int_equal(number, 13);
    expect_mistake(0, 1, 15, "from -1000 to 1000, found 1x");
    expect_mistake(4, 1, 5, "from 0 to 11, found 12");
    assert_int_equal(field_word(document, field + 8, words), 1);
    assert_int_equal(field_word(document, field + 9, words), -1);
    expect_mistake(6, 1, 70, "unknown word fores; known here: clear, forest");
    char out[7];
    assert_true(field_copy(document, field + 8, out, sizeof out));
    assert_string_equal(out, "forest");
    assert_false(field_copy(document, field + 8, out, 6));
    assert_string_equal(out, "fores");
    expect_mistake(7, 1, 63, "at most 5 bytes");
    assert_int_equal(log_.count, 8);
    document_free(document);
}

static void tables(void **state)
{
    (void)state;
    static const char text[] = "# Provenance: printed\nsp\t2\tnote\n1-2\t-1 D\t\n\n# between\n3-5\t•\n";
    log_.count = 0;
    Document *document = table_parse("some.tsv", text, sizeof text - 1, &log_);
    assert_int_equal(log_.count, 0);
    assert_int_equal(document->entries, 3);
    assert_int_equal(table_column(document, "note", true), 2);
    expect_field(table_cell(document, 1, 1), "-1 D", 3, 5);
    expect_field(table_cell(document, 1, 2), "", 3, 10);
    expect_field(table_cell(document, 2, 1), "•", 6, 5);
    assert_null(table_cell(document, 2, 2));
    assert_null(table_cell(document, 3, 0));
    assert_null(table_cell(document, 1, -1));
    assert_int_equal(table_column(document, "3", false), -1);
    assert_int_equal(log_.count, 0);
    assert_int_equal(table_column(document, "3", true), -1);
    expect_mistake(0, 2, 1, "no column 3");
    document_free(document);
}

static void broken_tables(void **state)
{
    (void)state;
    static const char *const names[] = {"cells.tsv", "empty.tsv"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[256];
        size_t length = 0;
        snprintf(path, sizeof path, BROKEN_DIR "/%s", names[i]);
        char *bytes = test_read(path, &length);
        assert_non_null(bytes);
        log_.count = 0;
        document_free(table_parse(names[i], bytes, length, &log_));
        free(bytes);
        test_expect(&log_, names[i]);
    }
}

/* Between the fields, read in order, there may be nothing but blanks, quotes, line ends and comments: so
 * printing is right not because bytes are kept but because every one of them was understood. */
static void expect_all_understood(const Document *document)
{
    const char *at = document->bytes;
    bool comment = false;
    for (int i = 0; i <= document->fields; i++) {
        const char *next = i < document->fields ? document->field[i].text : document->bytes + document->length;
        for (; at < next; at++) {
            if (*at == '\n')
                comment = false;
            else if (*at == '#')
                comment = true;
            else if (!comment)
                assert_non_null(strchr(" \t\r\"", *at));
        }
        if (i < document->fields)
            at += document->field[i].length;
        comment = false;
    }
}

static int rounds;

static void expect_round_trip(const char *path)
{
    bool table = test_ends(path, ".tsv");
    if (!table && !test_ends(path, ".map") && !test_ends(path, ".scenario"))
        return;
    size_t length = 0;
    char *bytes = test_read(path, &length);
    assert_non_null(bytes);
    log_.count = 0;
    Document *document = (table ? table_parse : document_parse)(strrchr(path, '/') + 1, bytes, length, &log_);
    if (log_.count)
        fail_msg("%s:%d: %s", path, log_.mistake[0].line, log_.mistake[0].words);
    assert_int_equal(document_print(document, NULL, 0), length);
    char *out = malloc(length + 1);
    assert_int_equal(document_print(document, out, length), length);
    assert_memory_equal(out, bytes, length);
    expect_all_understood(document);
    free(out);
    document_free(document);
    free(bytes);
    rounds++;
}

static void all_data_comes_back_the_same(void **state)
{
    (void)state;
    test_walk(DATA_DIR, expect_round_trip);
    assert_true(rounds >= 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_and_bodies),
        cmocka_unit_test(columns_count_characters),
        cmocka_unit_test(slips_of_the_pen),
        cmocka_unit_test(bytes_that_are_no_text),
        cmocka_unit_test(a_mistake_in_a_long_line_shows_the_part_around_it),
        cmocka_unit_test(a_long_line_of_broken_bytes_is_shown_all_the_same),
        cmocka_unit_test(a_caret_follows_tabs),
        cmocka_unit_test(mistakes_beyond_the_room_are_counted),
        cmocka_unit_test(numbers_words_and_copies),
        cmocka_unit_test(tables),
        cmocka_unit_test(broken_tables),
        cmocka_unit_test(all_data_comes_back_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
