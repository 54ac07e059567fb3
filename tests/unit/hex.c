/* The grid: neighbours, distances and numbers, for both parities and both numbering habits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hex.h"
#include "proof.h"

static const Grid bautzen = {65, 40, 1, 99, ODD_DOWN, COLUMN_ROW, false, 0, {{0}}, 0, NULL};

/* Every habit of numbering with every parity, small enough for brute force. */
static const Grid grids[] = {
    {9, 7, 1, 99, ODD_DOWN, COLUMN_ROW, false, 0, {{0}}, 0, NULL},
    {9, 7, 1, 1, EVEN_DOWN, COLUMN_ROW, false, 0, {{0}}, 0, NULL},
    {8, 6, 40, 0, ODD_DOWN, COLUMN_ROW, false, 0, {{0}}, 0, NULL},
    {8, 6, 40, 97, EVEN_DOWN, COLUMN_ROW, true, 0, {{0}}, 0, NULL},
    {9, 7, 1, 1, ODD_DOWN, COLUMN_DOT_ROW, true, 0, {{0}}, 0, NULL},
    {7, 9, 28, 15, EVEN_DOWN, COLUMN_DOT_ROW, true, 0, {{0}}, 0, NULL},
    {7, 9, 97, 95, EVEN_DOWN, COLUMN_DOT_ROW, false, 0, {{0}}, 0, NULL},
    {7, 9, 10, 1, ODD_DOWN, COLUMN_ROW, false, 2, {{'N', 0, 1, false}, {'S', 5, 1, false}}, 0, NULL},
    {7,
     9,
     10,
     1,
     EVEN_DOWN,
     COLUMN_DOT_ROW,
     true,
     3,
     {{'A', 8, 1, false}, {'B', 5, 30, false}, {'C', 2, 99, false}},
     0,
     NULL},
    {7, 9, 10, 0, ODD_DOWN, COLUMN_ROW, false, 2, {{'N', 0, 0, false}, {'S', 5, 1, true}}, 0, NULL},
    {1, 1, 1, 1, ODD_DOWN, COLUMN_ROW, false, 0, {{0}}, 0, NULL},
};
#define GRIDS ((int)(sizeof grids / sizeof *grids))

static Hex hex_of(const Grid *grid, const char *text)
{
    Hex hex = NO_HEX;
    if (!hex_parse(grid, text, strlen(text), &hex))
        fail_msg("%s is no hex", text);
    return hex;
}

static void neighbours_of_the_ledgers_hex(void **state)
{
    (void)state;
    PROVES("wb95.1.1");
    static const char *const around[EDGES] = {"5822", "5922", "5923", "5824", "5723", "5722"};
    Hex hex = hex_of(&bautzen, "5823");
    assert_int_equal(hex_column(&bautzen, hex), 57);
    assert_int_equal(hex_row(&bautzen, hex), 24); /* row 99 lies above 00 */
    for (Edge edge = 0; edge < EDGES; edge++) {
        char text[HEX_TEXT];
        assert_string_equal(hex_print(&bautzen, hex_across(&bautzen, hex, edge), text), around[edge]);
    }
}

static void neighbours_of_a_low_column(void **state)
{
    (void)state;
    static const char *const around[EDGES] = {"4302", "4403", "4404", "4304", "4204", "4203"};
    Hex hex = hex_of(&bautzen, "4303");
    for (Edge edge = 0; edge < EDGES; edge++) {
        char text[HEX_TEXT];
        assert_string_equal(hex_print(&bautzen, hex_across(&bautzen, hex, edge), text), around[edge]);
    }
}

static void parity_turns_the_slanted_neighbours(void **state)
{
    (void)state;
    Grid even = bautzen;
    even.parity = EVEN_DOWN;
    static const char *const around[EDGES] = {"5822", "5923", "5924", "5824", "5724", "5723"};
    Hex hex = hex_of(&even, "5823");
    for (Edge edge = 0; edge < EDGES; edge++) {
        char text[HEX_TEXT];
        assert_string_equal(hex_print(&even, hex_across(&even, hex, edge), text), around[edge]);
    }
}

static void nothing_lies_beyond_the_map(void **state)
{
    (void)state;
    Hex corner = hex_of(&bautzen, "0199");
    assert_int_equal(hex_across(&bautzen, corner, NORTH), NO_HEX);
    assert_int_equal(hex_across(&bautzen, corner, NORTH_WEST), NO_HEX);
    assert_int_equal(hex_across(&bautzen, corner, SOUTH_WEST), NO_HEX);
    assert_int_equal(hex_across(&bautzen, corner, NORTH_EAST), hex_of(&bautzen, "0299"));
    assert_int_equal(hex_across(&bautzen, hex_of(&bautzen, "0299"), NORTH_EAST), NO_HEX);
    assert_int_equal(hex_across(&bautzen, hex_of(&bautzen, "6538"), SOUTH_WEST), NO_HEX);
    char text[HEX_TEXT];
    assert_string_equal(hex_print(&bautzen, NO_HEX, text), "-");
}

static void stepping_back_returns(void **state)
{
    (void)state;
    for (int g = 0; g < GRIDS; g++)
        for (Hex hex = 0; hex < grid_hexes(&grids[g]); hex++)
            for (Edge edge = 0; edge < EDGES; edge++) {
                Hex across = hex_across(&grids[g], hex, edge);
                if (across == NO_HEX)
                    continue;
                assert_int_equal(hex_across(&grids[g], across, edge_opposite(edge)), hex);
                assert_int_equal(edge_between(&grids[g], hex, across), edge);
            }
}

/* Steps from one hex to all others, by walking. */
static void walk(const Grid *grid, Hex start, int *steps)
{
    Hex queue[128];
    int head = 0, tail = 0;
    for (int i = 0; i < grid_hexes(grid); i++)
        steps[i] = -1;
    steps[start] = 0;
    queue[tail++] = start;
    while (head < tail) {
        Hex hex = queue[head++];
        for (Edge edge = 0; edge < EDGES; edge++) {
            Hex across = hex_across(grid, hex, edge);
            if (across != NO_HEX && steps[across] < 0) {
                steps[across] = steps[hex] + 1;
                queue[tail++] = across;
            }
        }
    }
}

static int distance(const Grid *grid, Hex from, Hex to)
{
    return slant_distance(hex_slant(grid, from), hex_slant(grid, to));
}

static void distances_are_those_walked(void **state)
{
    (void)state;
    for (int g = 0; g < GRIDS; g++)
        for (Hex from = 0; from < grid_hexes(&grids[g]); from++) {
            int steps[128];
            walk(&grids[g], from, steps);
            for (Hex to = 0; to < grid_hexes(&grids[g]); to++) {
                assert_int_equal(distance(&grids[g], from, to), steps[to]);
                assert_int_equal(edge_between(&grids[g], from, to) < EDGES, steps[to] == 1);
            }
        }
    assert_int_equal(distance(&bautzen, hex_of(&bautzen, "0199"), hex_of(&bautzen, "6538")), 71);
}

static void numbers_read_back(void **state)
{
    (void)state;
    for (int g = 0; g < GRIDS; g++)
        for (Hex hex = 0; hex < grid_hexes(&grids[g]); hex++) {
            char text[HEX_TEXT];
            hex_print(&grids[g], hex, text);
            assert_int_equal(hex_of(&grids[g], text), hex);
        }
    for (Hex hex = 0; hex < grid_hexes(&bautzen); hex++) {
        char text[HEX_TEXT];
        assert_int_equal(strlen(hex_print(&bautzen, hex, text)), 4);
        assert_int_equal(hex_of(&bautzen, text), hex);
    }
}

static void numbering_habits(void **state)
{
    (void)state;
    char text[HEX_TEXT];
    assert_string_equal(hex_print(&bautzen, 0, text), "0199");
    assert_string_equal(hex_print(&bautzen, 65, text), "0100");
    /* From the bottom: the first hex of the array is the top left one. */
    assert_string_equal(hex_print(&grids[4], 0, text), "01.07");
    assert_string_equal(hex_print(&grids[4], 54, text), "01.01");
    assert_string_equal(hex_print(&grids[5], 62, text), "34.15");
    assert_string_equal(hex_print(&grids[6], 62, text), "103.103");
    assert_int_equal(hex_of(&grids[4], "1.7"), 0);
    /* Rows 97 to 99 lie below row 00 when rows are counted upward. */
    assert_string_equal(hex_print(&grids[3], 0, text), "4002");
    assert_string_equal(hex_print(&grids[3], 40, text), "4097");
    /* Sheets: numbers begin again and carry the letter. */
    assert_string_equal(hex_print(&grids[7], 4 * 7, text), "1005N");
    assert_string_equal(hex_print(&grids[7], 5 * 7, text), "1001S");
    assert_string_equal(hex_print(&grids[8], 8 * 7, text), "10.01A");
    assert_string_equal(hex_print(&grids[8], 5 * 7, text), "10.30B");
    assert_string_equal(hex_print(&grids[8], 0, text), "10.101C");
}

static void what_is_no_hex(void **state)
{
    (void)state;
    static const struct {
        int grid; /* -1: bautzen */
        const char *text;
    } wrong[] = {{-1, ""},     {-1, "582"},    {-1, "58233"}, {-1, "5839"},  {-1, "5898"},  {-1, "6600"},
                 {-1, "0000"}, {-1, "58a3"},   {-1, "58.23"}, {-1, "5823N"}, {-1, " 5823"}, {-1, "-1-1"},
                 {4, "01.08"}, {4, "01.00"},   {4, "0101"},   {4, "01."},    {4, ".01"},    {4, "10.01"},
                 {4, "1.1.1"}, {4, "0001.01"}, {7, "1001"},   {7, "1006N"},  {7, "1001X"},  {7, "1001NN"},
                 {7, "1005S"}, {8, "10.04A"},  {8, "10.33B"}, {8, "10.98C"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const Grid *grid = wrong[i].grid < 0 ? &bautzen : &grids[wrong[i].grid];
        Hex hex = 77;
        if (hex_parse(grid, wrong[i].text, strlen(wrong[i].text), &hex))
            fail_msg("\"%s\" was read as a hex", wrong[i].text);
        assert_int_equal(hex, 77);
    }
    Hex hex;
    assert_true(hex_parse(&bautzen, "58239", 4, &hex)); /* exactly so many characters */
}

static void hexsides_are_the_same_from_both_hexes(void **state)
{
    (void)state;
    for (int g = 0; g < GRIDS; g++)
        for (Hex hex = 0; hex < grid_hexes(&grids[g]); hex++)
            for (Edge edge = 0; edge < EDGES; edge++) {
                Hex across = hex_across(&grids[g], hex, edge);
                Hexside side = hexside_of(&grids[g], hex, edge);
                if (across == NO_HEX) {
                    assert_int_equal(hexside_hex(side), hex);
                    assert_int_equal(hexside_edge(side), edge);
                    continue;
                }
                assert_int_equal(side, hexside_of(&grids[g], across, edge_opposite(edge)));
                assert_int_equal(hexside_hex(side), hex < across ? hex : across);
                char text[EDGE_TEXT];
                Hexside again;
                hexside_print(&grids[g], side, text);
                assert_true(hexside_parse(&grids[g], text, strlen(text), &again));
                assert_int_equal(again, side);
            }
}

static void hexsides_in_text(void **state)
{
    (void)state;
    Hexside one, other;
    char text[EDGE_TEXT];
    assert_true(hexside_parse(&bautzen, "5823/5922", 9, &one));
    assert_true(hexside_parse(&bautzen, "5922/5823", 9, &other));
    assert_int_equal(one, other);
    assert_string_equal(hexside_print(&bautzen, one, text), "5922/5823");
    assert_string_equal(hexside_print(&bautzen, NO_HEXSIDE, text), "-/-");
    static const char *const wrong[] = {"5823",      "5823/",          "/5823",    "5823/5924",
                                        "5823/5823", "5823/5922/5921", "5823-5922"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(hexside_parse(&bautzen, wrong[i], strlen(wrong[i]), &one));
}

/* Proud Monster 2.4: the last row of the one sheet is the first of the other. */
static void a_seam_has_two_names(void **state)
{
    (void)state;
    const Grid grid = {7, 9, 10, 0, ODD_DOWN, COLUMN_ROW, false, 2, {{'N', 0, 0, false}, {'S', 5, 1, true}}, 0, NULL};
    char text[HEX_TEXT];
    for (int column = 10; column < 17; column++) {
        char north[2 * HEX_TEXT], south[2 * HEX_TEXT];
        snprintf(north, sizeof north, "%02d04N", column);
        snprintf(south, sizeof south, "%02d00S", column);
        assert_int_equal(hex_of(&grid, north), hex_of(&grid, south));
        assert_string_equal(hex_print(&grid, hex_of(&grid, south), text), north);
    }
    Hex hex;
    assert_false(hex_parse(&grid, "1005N", 5, &hex)); /* that is 1001S */
    assert_false(hex_parse(&grid, "1099S", 5, &hex));
    assert_int_equal(hex_across(&grid, hex_of(&grid, "1000S"), SOUTH), hex_of(&grid, "1001S"));
    Grid apart = grid;
    apart.sheet[1].seam = false;
    assert_false(hex_parse(&apart, "1000S", 5, &hex));
    const Grid upward = {7, 9,   1, 1, ODD_DOWN, COLUMN_DOT_ROW, true, 2, {{'A', 8, 1, false}, {'B', 3, 1, true}},
                         0, NULL};
    assert_int_equal(hex_of(&upward, "03.00B"), hex_of(&upward, "03.05A"));
}

static void boxes_are_places_without_neighbours(void **state)
{
    (void)state;
    static const char names[2][HEX_TEXT] = {"OKH-N", "Port2"};
    Grid grid = bautzen;
    grid.boxes = 2;
    grid.box_name = names;
    char text[HEX_TEXT], sides[EDGE_TEXT];
    Hex box = hex_of(&grid, "OKH-N"), other = hex_of(&grid, "Port2"), none;
    assert_int_equal(box, grid_hexes(&grid));
    assert_int_equal(other, grid_hexes(&grid) + 1);
    assert_string_equal(hex_print(&grid, other, text), "Port2");
    assert_string_equal(hex_print(&grid, (Hex)(other + 1), text), "-");
    assert_false(hex_parse(&grid, "OKH", 3, &none));
    assert_false(hex_parse(&grid, "", 0, &none));
    for (Edge edge = 0; edge < EDGES; edge++)
        assert_int_equal(hex_across(&grid, box, edge), NO_HEX);
    for (Hex hex = 0; hex <= other; hex++)
        assert_int_equal(edge_between(&grid, hex, box), EDGES);
    assert_string_equal(hexside_print(&grid, (Hexside)(box * EDGES), sides), "-/-");
    Hexside side;
    assert_false(hexside_parse(&grid, "OKH-N/0199", 10, &side));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_of_the_ledgers_hex),
        cmocka_unit_test(neighbours_of_a_low_column),
        cmocka_unit_test(parity_turns_the_slanted_neighbours),
        cmocka_unit_test(nothing_lies_beyond_the_map),
        cmocka_unit_test(stepping_back_returns),
        cmocka_unit_test(distances_are_those_walked),
        cmocka_unit_test(numbers_read_back),
        cmocka_unit_test(numbering_habits),
        cmocka_unit_test(what_is_no_hex),
        cmocka_unit_test(hexsides_are_the_same_from_both_hexes),
        cmocka_unit_test(hexsides_in_text),
        cmocka_unit_test(a_seam_has_two_names),
        cmocka_unit_test(boxes_are_places_without_neighbours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
