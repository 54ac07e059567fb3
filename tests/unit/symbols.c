/* The table of symbols: what is drawn, and every bad line with its place. */
#include "core/symbols.h"
#include "data.h"

#define HEAD "symbol\tpaint\twidth\tpath\n"

static Log log_;
static Symbols symbols;

static void read_table(const char *text)
{
    log_.count = 0;
    memset(&symbols, 0, sizeof symbols);
    Document *table = table_parse("symbols.tsv", text, strlen(text), &log_);
    assert_non_null(table);
    symbols_read(&symbols, table);
    document_free(table);
}

static void expect_mistake(const char *rows, int line, int column, const char *words)
{
    char text[1024];
    snprintf(text, sizeof text, HEAD "%s", rows);
    read_table(text);
    assert_int_equal(log_.count, 1);
    assert_int_equal(log_.mistake[0].line, line);
    assert_int_equal(log_.mistake[0].column, column);
    if (!strstr(log_.mistake[0].words, words))
        fail_msg("found \"%s\" instead of \"%s\"", log_.mistake[0].words, words);
}

static void parts_in_order(void **state)
{
    (void)state;
    read_table(HEAD "tank\tline\t0.2\tM -1.5 1 L 0.125 -1 C 0 0 1 1 2 2 Z\n"
                    "tank\tground\t\tO 0 0.5 1 .25 R -1 -1 2 2\n"
                    "tank\tlevel\t\t0 0.25 1.5\n"
                    "word\ttext\t\t-0.5 0 1 HQ\n");
    assert_int_equal(log_.count, 0);
    assert_int_equal(symbols.symbols, 2);
    const Symbol *tank = symbol_named(&symbols, "tank");
    assert_non_null(tank);
    assert_int_equal(tank->parts, 3);
    const SymbolPart *line = &symbols.part[tank->first], *ground = line + 1, *level = line + 2;
    assert_int_equal(line->paint, PAINT_LINE);
    assert_int_equal(line->width, 200);
    assert_int_equal(line->steps, 4);
    const SymbolStep *step = &symbols.step[line->first];
    assert_int_equal(step[0].command, 'M');
    assert_int_equal(step[0].at[0], -1500);
    assert_int_equal(step[1].at[0], 125);
    assert_int_equal(step[2].at[5], 2000);
    assert_int_equal(ground->width, 0);
    assert_int_equal(symbols.step[ground->first].at[3], 250);
    assert_int_equal(level->size, 1500);
    const Symbol *word = symbol_named(&symbols, "word");
    assert_string_equal(symbols.part[word->first].words, "HQ");
    assert_null(symbol_named(&symbols, "tan"));
}

static void bad_lines(void **state)
{
    (void)state;
    expect_mistake("a\tsmear\t0.2\tM 0 0\n", 2, 3, "line");
    expect_mistake("a\tline\t\tM 0 0 L 1 1\n", 2, 8, "a line needs a width");
    expect_mistake("a\tline\t0.2\tL 0 0\n", 2, 12, "M, O or R first");
    expect_mistake("a\tline\t0.2\tM 0 0 Q 1 1\n", 2, 18, "expected M, L, C, Z, O or R");
    expect_mistake("a\tline\t0.2\tM 0 0 L 1\n", 2, 21, "expected a number");
    expect_mistake("a\tline\t0.2\tM 0 1.2345\n", 2, 16, "three decimals at most");
    expect_mistake("a\tline\t0.2\tM 0 5\n", 2, 16, "from -4 to 4");
    expect_mistake("a\tline\t-1\tM 0 0\n", 2, 8, "expected a number");
    expect_mistake("a\tline\t0.2\t\n", 2, 12, "expected a path");
    expect_mistake("a\ttext\t\t0 0 1\n", 2, 9, "x y size word");
    expect_mistake("a\tlevel\t\t0 0 1 2\n", 2, 10, "x y size");
    expect_mistake("\tfill\t\tM 0 0\n", 2, 1, "the name of a symbol");
    expect_mistake("a\tfill\t\tM 0 0\nb\tfill\t\tM 0 0\na\tfill\t\tM 1 1\n", 4, 1, "a is drawn already");
    expect_mistake("a-name-that-is-too-long\tfill\t\tM 0 0\n", 2, 1, "");
}

static void a_bad_line_spoils_no_other(void **state)
{
    (void)state;
    read_table(HEAD "a\tfill\t\tM 0 x\na\tfill\t\tM 0 0 L 1 1 Z\nb\tfill\t\tO 0 0 1 1\n");
    assert_int_equal(log_.count, 1);
    assert_int_equal(symbol_named(&symbols, "a")->parts, 1);
    assert_int_equal(symbols.step[symbols.part[symbol_named(&symbols, "a")->first].first].command, 'M');
    assert_int_equal(symbol_named(&symbols, "b")->parts, 1);
}

static void lack(void *context, const char *name)
{
    strcat(context, name);
    strcat(context, " ");
}

static void what_a_system_lacks(void **state)
{
    (void)state;
    static const Branch branches[] = {{"INF", "Infantry"}, {"UFO", "Saucers"}, {0}};
    static const Sign signs[] = {{.name = "tired", .drawing = "yawn"}, {.name = "told"}, {0}};
    static const MarkKind kinds[] = {{.name = "works", .drawing = "INF"}, {.name = "dump", .drawing = "heap"}, {0}};
    const System system = {.branches = branches, .signs = signs, .mark_kinds = kinds};
    char lacking[100] = "";
    read_table(HEAD "INF\tline\t0.2\tM 0 0 L 1 1\n");
    symbols_lacking(&symbols, &system, lack, lacking);
    assert_string_equal(lacking, "UFO yawn heap ");
}

/* The heaviest come first, each where it is declared; without words a badge means what its sign does. */
static void badges_by_weight(void **state)
{
    (void)state;
    static const Sign signs[] = {{"light", "a", 0, 0, SIGN_BESIDE, 1, "light one"},
                                 {"star", "a", 0, 0, SIGN_HEAD, 5, "star"},
                                 {"heavy", "a", 0, 0, SIGN_BESIDE, 9, "heavy one"},
                                 {0}};
    Look look;
    uint8_t order[LOOK_BADGES];
    char print[LOOK_PLACES * 12];
    look_clear(&look);
    assert_int_equal(look.on, NO_PIECE);
    look_value(&look, AT_FOOT_LEFT, "5");
    look_value(&look, AT_FOOT_RIGHT, "7");
    assert_string_equal(look_print(&look, print), "5 7");
    for (int sign = 0; sign < 3; sign++)
        look_badge(&look, sign, sign, sign ? (Sentence){0} : sentence(0, "feather"));
    assert_int_equal(look_badges_at(signs, &look, SIGN_BESIDE, order), 2);
    assert_int_equal(look.badge[order[0]].sign, 2);
    assert_int_equal(look.badge[order[1]].sign, 0);
    assert_int_equal(look_badges_at(signs, &look, SIGN_HEAD, order), 1);
    assert_int_equal(look_badges_at(signs, &look, SIGN_TOLD, order), 0);
    assert_string_equal(badge_words(signs, &look.badge[0]).words, "feather");
    assert_string_equal(badge_words(signs, &look.badge[2]).words, "heavy one");
}

static void panels_and_aims(void **state)
{
    (void)state;
    static Panels panels;
    static Aims aims;
    panels.panels = panels.rows = panels.refs = 0;
    panel_begin(&panels, "one", NO_SIDE, sentence(0, "One"));
    panel_row(&panels, sentence(0, "row"), sentence(0, "1"));
    panel_piece(&panels, 4);
    panel_hex(&panels, 9);
    panel_begin(&panels, "two", 1, sentence(0, "Two"));
    for (int i = 0; i < PANEL_ROWS; i++)
        panel_row(&panels, sentence(0, "%n", i), sentence(0, "2"));
    assert_int_equal(panels.panel[0].rows, 1);
    assert_int_equal(panels.panel[1].first, 1);
    assert_int_equal(panels.panel[1].rows, PANEL_ROWS - 1);
    assert_string_equal(panels.row[PANEL_ROWS - 1].label.words, "core.more");
    assert_int_equal(panels.row[PANEL_ROWS - 1].label.arg[0], 2);
    assert_int_equal(panels.row[0].pieces, 1);
    assert_int_equal(panels.ref[panels.row[0].first + 1], 9);
    Aim *aim = aim_begin(&aims, AIM_TAKE, 1, sentence(7, "a hill"));
    aim_hex(&aims, 3);
    aim_hex(&aims, 5);
    assert_int_equal(aim->rule, 7);
    assert_int_equal(aim->hexes, 2);
    assert_int_equal(aims.ref[aim->first + 1], 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_in_order),
        cmocka_unit_test(bad_lines),
        cmocka_unit_test(a_bad_line_spoils_no_other),
        cmocka_unit_test(what_a_system_lacks),
        cmocka_unit_test(badges_by_weight),
        cmocka_unit_test(panels_and_aims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
