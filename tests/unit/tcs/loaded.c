/* loaded.c — what the loader makes of a scenario's lines that none of our scenarios uses, of charts and maps; and names
 * of hexes on several maps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/game.h"
#include "systems/systems.h"
#include "systems/tcs/tcs.h"
#include "files.h"
#include "proof.h"

/* The project's files, but for one that a test writes itself. */
static const char *own_name, *own_text;

static char *read_own(void *context, const char *name, size_t *length)
{
    if (!own_name || strcmp(name, own_name))
        return read_file(context, name, length);
    *length = strlen(own_text);
    char *bytes = malloc(*length + 1);
    memcpy(bytes, own_text, *length + 1);
    return bytes;
}

static const Source source = {NULL, read_own};
static Log log_;

static Scenario *load(const char *id, const char *name, const char *text)
{
    own_name = name;
    own_text = text;
    log_.count = 0;
    return scenario_load(system_named("tcs"), id, NULL, &source, &log_);
}

#define HEAD                                                                                            \
    "scenario own\ntitle \"Own\"\nsystem tcs\nmap t1-fire-and-overwatch\nsource \"Ours.\"\n"            \
    "side us \"US\" colour 5c7a4a\nside german \"German\" colour 5a6670\nsetup t1 fixed\ncommand off\n" \
    "without command artillery air weather night mines\norder german us\nwin us 1 of 06.06\nwin german\n"

static Scenario *load_with(const char *lines)
{
    static char text[2048];
    snprintf(text, sizeof text, "%s%s", HEAD, lines);
    return load("tcs/own", "tcs/scenarios/own.scenario", text);
}

static int lost_of(const Scenario *scenario, const char *id)
{
    Piece piece = piece_named(scenario, id, strlen(id));
    assert_true(piece < scenario->pieces);
    return data_of(scenario)->counter[piece].lost;
}

static void losses_are_spread_evenly(void **state)
{
    (void)state;
    PROVES("tcs.III.5-1");
    Scenario *scenario = load_with("losses us 7 A of infantry_platoon\n");
    assert_non_null(scenario);
    assert_int_equal(lost_of(scenario, "A1") + lost_of(scenario, "A2") + lost_of(scenario, "A3"), 7);
    assert_int_equal(lost_of(scenario, "A1"), 3);
    assert_int_equal(lost_of(scenario, "A3"), 2);
    scenario_free(scenario);
}

static void losses_of_a_class_come_from_it(void **state)
{
    (void)state;
    PROVES("tcs.III.5-2");
    Scenario *scenario = load_with("losses us 2 1/317 of mg\n");
    assert_non_null(scenario);
    assert_int_equal(lost_of(scenario, "D1"), 2);
    assert_int_equal(lost_of(scenario, "A1"), 0);
    assert_null(load_with("losses german 1 I/29 of vehicle\n"));
    scenario_free(scenario);
}

static void old_company_morale_is_converted(void **state)
{
    (void)state;
    PROVES("tcs.III.7");
    PROVES("tcs.16.1f");
    Scenario *scenario = load_with("company-morale us 1/317 12 9 -\n");
    assert_non_null(scenario);
    const Book *data = data_of(scenario);
    for (int i = 0; i < data->battalions; i++)
        assert_int_equal(data->battalion[i].start, data->battalion[i].side == 0 ? 2 : 0);
    scenario_free(scenario);
}

static void the_modern_expansion_is_refused(void **state)
{
    (void)state;
    PROVES("tcs.intro-1");
    assert_null(load_with("modern\n"));
    assert_non_null(strstr(log_.mistake[0].words, "modern"));
    Scenario *scenario = load_with("");
    assert_non_null(scenario);
    scenario_free(scenario);
}

static void old_ammunition_is_a_quarter(void **state)
{
    (void)state;
    PROVES("tcs.17.3-2");
    static const char text[] =
        "scenario own\ntitle \"Own\"\nsystem tcs\nmap t3-orders-and-guns\nsource \"Ours.\"\n"
        "side us \"US\" colour 5c7a4a\nside german \"German\" colour 5a6670\nsetup t3 fixed\ncommand off\n"
        "without command air weather night mines\norder german us\nwin us 1 of 17.10\nwin german\nold-ammunition\n";
    Scenario *scenario = load("tcs/own", "tcs/scenarios/own.scenario", text);
    assert_non_null(scenario);
    const Book *data = data_of(scenario);
    assert_int_equal(data->delivery[0].fires, 3); /* of 12 HE */
    assert_int_equal(data->delivery[1].fires, 1); /* of 3 Smoke, rounded normally */
    scenario_free(scenario);
}

/* ---- sheets ---- */

static void only_its_own_text_lets_a_scenario_begin_with_a_pending_sheet(void **state)
{
    (void)state;
    PROVES("tcs.III.6-2");
    static const char text[] =
        "scenario own\ntitle \"Own\"\nsystem tcs\nmap t3-orders-and-guns\nsource \"Ours.\"\n"
        "side us \"US\" colour 5c7a4a\nside german \"German\" colour 5a6670\nsetup t3\nratings us 4 german 3\n"
        "without air weather night mines\norder german us\nwin us 1 of 17.10\nwin german\nsheets t3%s\n";
    for (int said = 0; said < 2; said++) {
        static char whole[1024];
        snprintf(whole, sizeof whole, text, said ? " pending" : "");
        Scenario *scenario = load("tcs/own", "tcs/scenarios/own.scenario", whole);
        if (!said) {
            assert_null(scenario);
            assert_non_null(strstr(log_.mistake[0].words, "III.6"));
            continue;
        }
        assert_non_null(scenario);
        scenario_free(scenario);
    }
}

/* ---- mines ---- */

static Refusal tried(const Scenario *scenario, const Position *position, const char *text)
{
    static Order order;
    static State view;
    char why[ORDER_MISTAKE];
    int column;
    if (!order_parse(scenario, text, strlen(text), &order, why, &column))
        fail_msg("%s: %s", text, why);
    scenario->system->mask(scenario, position, question(position)->side, &view.head);
    return scenario->system->check(scenario, &view.head, &order);
}

/* The hamlet is the German's to set up in, and he comes second. */
static void no_mines_where_the_enemy_sets_up(void **state)
{
    (void)state;
    PROVES("tcs.21.1-1");
    static const char text[] =
        "scenario own\ntitle \"Own\"\nsystem tcs\nmap t1-fire-and-overwatch\nsource \"Ours.\"\n"
        "side us \"US\" colour 5c7a4a\nside german \"German\" colour 5a6670\nsetup t1\ncommand off\n"
        "without command artillery air weather night\norder %s\nwin us 1 of 06.06\nwin german\nmines us 09.06\n";
    static const char *const orders[] = {"us german", "german us"};
    for (int first = 0; first < 2; first++) {
        static char whole[1024];
        static State position;
        static Dice dice;
        static Events events;
        snprintf(whole, sizeof whole, text, orders[first]);
        Scenario *scenario = load("tcs/own", "tcs/scenarios/own.scenario", whole);
        assert_non_null(scenario);
        memset(&position, 0, sizeof position);
        dice_fast(&dice, 1);
        scenario->system->begin(scenario, &position.head, &dice, &events);
        Play play = {scenario, data_of(scenario), &position, &dice, &events};
        Hex hex;
        assert_true(hex_parse(&scenario->map->grid, "09.07", 5, &hex));
        for (Piece piece = 0; piece < scenario->pieces; piece++)
            if (kind_of(scenario, piece)->class == PLATOON && position.unit[piece].side == 0)
                move_to(&play, piece, hex);
        assert_true(hex_parse(&scenario->map->grid, "06.06", 5, &hex));
        move_to(&play, piece_named(scenario, "g1b", 3), hex);
        if (first) {
            answered(&position);
            ask(&position, ASK_SETUP, 0);
        }
        Refusal no = tried(scenario, &position.head, "lay 05.07 from 09.06");
        if (!first)
            assert_int_equal(no.why.rule, TCS_21_1_1);
        else
            assert_int_not_equal(no.why.rule, TCS_21_1_1);
        assert_false(refused(tried(scenario, &position.head, "lay 07.07 from 09.06")));
        scenario_free(scenario);
    }
}

/* ---- charts and maps ---- */

static void a_games_chart_counts_and_old_rows_do_not(void **state)
{
    (void)state;
    PROVES("tcs.II");
    PROVES("tcs.20.1h");
    size_t length;
    char *chart = read_file(NULL, "tcs/tables/terrain.tsv", &length), *open = strstr(chart, "\nopen\thex\topen");
    assert_non_null(open);
    char *text = malloc(length + 200);
    sprintf(
        text,
        "%.*s\nopen\thex\tbilliard%sslow_go\thex\topen\t12\t12\t12\t0\ttext\t\nblock\thex\topen\tP\tP\tP\t0\ttext\t\n",
        (int)(open - chart), chart, open + strlen("\nopen\thex\topen"));
    Scenario *scenario = load("tcs/first-fire", "tcs/tables/terrain.tsv", text);
    assert_non_null(scenario);
    Hex hex;
    assert_true(hex_parse(&scenario->map->grid, "12.01", 5, &hex));
    assert_int_equal(data_of(scenario)->class[hex], CLASS_BILLIARD);
    scenario_free(scenario);
    free(text);
    free(chart);
}

#define MAP_HEAD                                                                                            \
    "map t1-fire-and-overwatch\ntitle \"Own\"\nsystem tcs\ngrid 14 10 first 01.01 bottom parity odd-down\n" \
    "scale 114\nsource \"Ours.\"\nlegend\n  .  open\nterrain ours\n"                                        \
    "  10  ..............\n  09  ..............\n  08  ..............\n  07  ..............\n"              \
    "  06  ..............\n  05  ..............\n  04  ..............\n  03  ..............\n"              \
    "  02  ..............\n  01  ..............\n"

/* A map of one height but for three hexes in its middle row. */
static Scenario *load_hill(const char *contour, int plain, int left, int middle, int right)
{
    static char text[4096];
    size_t at = (size_t)snprintf(text, sizeof text, "%s%s\nheight ours\n", MAP_HEAD, contour);
    for (int row = 10; row >= 1; row--) {
        at += (size_t)snprintf(text + at, sizeof text - at, "  %02d ", row);
        for (int column = 1; column <= 14; column++)
            at += (size_t)snprintf(text + at, sizeof text - at, " %d",
                                   row != 5      ? plain
                                   : column == 6 ? left
                                   : column == 7 ? middle
                                   : column == 8 ? right
                                                 : plain);
        at += (size_t)snprintf(text + at, sizeof text - at, "\n");
    }
    return load("tcs/first-fire", "tcs/maps/t1-fire-and-overwatch.map", text);
}

static void heights_are_fives_and_tops_are_flat(void **state)
{
    (void)state;
    PROVES("tcs.8.1b-1");
    PROVES("tcs.8.1b-2");
    PROVES("tcs.8.1b-3");
    PROVES("tcs.8.1b-4");
    PROVES("tcs.ex.11");
    static const struct {
        const char *contour;
        int plain, left, middle, right;
        bool good;
    } hills[] = {
        {"contour 20", 20, 25, 40, 35, true},     /* quarters of the way up, and the top on its line */
        {"contour 20", 20, 30, 40, 30, true},     /* half way */
        {"contour 20", 20, 23, 40, 20, false},    /* no multiple of 5 */
        {"contour 20", 20, 30, 45, 30, false},    /* a top above its last line */
        {"contour 20", 60, 50, 40, 50, true},     /* a hollow on its last line */
        {"contour 20", 60, 50, 35, 50, false},    /* and below it */
        {"contour 20 10", 30, 35, 50, 35, true},  /* lines at 10, 30, 50: a quarter above 30 is 35 */
        {"contour 20 10", 30, 35, 40, 35, false}, /* where 40 is no line */
    };
    for (size_t i = 0; i < sizeof hills / sizeof *hills; i++) {
        Scenario *scenario =
            load_hill(hills[i].contour, hills[i].plain, hills[i].left, hills[i].middle, hills[i].right);
        if ((scenario != NULL) != hills[i].good)
            fail_msg("hill %zu: %s", i, log_.count ? log_.mistake[0].words : "it loads");
        if (scenario)
            scenario_free(scenario);
    }
}

static void hexes_of_several_maps_carry_a_letter(void **state)
{
    (void)state;
    PROVES("tcs.I.A-2");
    const Grid grid = {40, 60,  1, 1, ODD_DOWN, COLUMN_DOT_ROW, true, 2, {{'A', 59, 1, false}, {'B', 29, 1, false}},
                       0,  NULL};
    char text[HEX_TEXT];
    Hex one, other;
    assert_true(hex_parse(&grid, "B29.17", 6, &one));
    assert_true(hex_parse(&grid, "29.17B", 6, &other));
    assert_int_equal(one, other);
    assert_true(hex_parse(&grid, "A29.17", 6, &other));
    assert_int_not_equal(one, other);
    assert_int_equal(hex_column(&grid, one), 28);
    assert_string_equal(hex_print(&grid, one, text), "29.17B");
    assert_false(hex_parse(&grid, "29.17", 5, &other));
    assert_false(hex_parse(&grid, "C29.17", 6, &other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_are_spread_evenly),
        cmocka_unit_test(losses_of_a_class_come_from_it),
        cmocka_unit_test(old_company_morale_is_converted),
        cmocka_unit_test(the_modern_expansion_is_refused),
        cmocka_unit_test(old_ammunition_is_a_quarter),
        cmocka_unit_test(only_its_own_text_lets_a_scenario_begin_with_a_pending_sheet),
        cmocka_unit_test(no_mines_where_the_enemy_sets_up),
        cmocka_unit_test(a_games_chart_counts_and_old_rows_do_not),
        cmocka_unit_test(heights_are_fives_and_tops_are_flat),
        cmocka_unit_test(hexes_of_several_maps_carry_a_letter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
