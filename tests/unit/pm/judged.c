/* judged.c — what the greedy player does where the answer is plain: it concentrates supply when those who could use it
 * are all that stand before the enemy, and not otherwise; it takes a town that nobody holds; it holds what counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/ai.h"
#include "systems/pm/memo.h"
#include "systems/systems.h"
#include "files.h"

static Scenario *scenario;
static State *state;
static Memo *memo;
static Dice dice;
static Events events;

static int begin(void **unused)
{
    (void)unused;
    static Log log;
    const Source source = {NULL, read_file};
    scenario = scenario_load(system_named("pm"), "pm/barbarossa", NULL, &source, &log);
    state = calloc(1, sizeof *state);
    memo = calloc(1, sizeof *memo);
    assert_non_null(scenario);
    assert_non_null(state);
    assert_non_null(memo);
    dice_fast(&dice, 7);
    events.count = 0;
    pm_begin(scenario, &state->head, &dice, &events);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    free(memo);
    free(state);
    scenario_free(scenario);
    return 0;
}

static Hex at(const char *text)
{
    Hex hex = NO_HEX;
    assert_true(hex_parse(&scenario->map->grid, text, strlen(text), &hex));
    return hex;
}

static void put(const char *id, const char *hex)
{
    Piece piece = piece_named(scenario, id, strlen(id));
    assert_int_not_equal(piece, NO_PIECE);
    lift(scenario, state, piece);
    place(scenario, state, piece, at(hex));
}

static Order answer(int step, int turn)
{
    Play play = {scenario, scenario->own, state, &dice, &events};
    Random random = {1};
    uint64_t listed = 0;
    Order order;
    events.count = 0;
    go_to_step(&play, step, turn, 1);
    settle(&play);
    assert_true(greedy_player.order(scenario, &state->head, memo, &random, &order, &listed));
    return order;
}

/* Before Moscow in October. */
static void stand_before_moscow(void)
{
    static const char *const divisions[] = {"pz1",  "pz3",  "pz4",  "pz6",  "pz7", "pz8", "pz9", "pz10", "pz11",
                                            "pz12", "pz13", "pz14", "pz16", "id5", "id6", "id7", "id8",  "id17"};
    static const char *const hexes[] = {"4616N", "4617N", "4618N", "4619N"};
    for (int i = 0; i < 18; i++)
        put(divisions[i], hexes[i / 5]);
    put("rd1", "4716N");
    put("rd2", "4717N");
    put("rd3", "4718N");
    put("rd4", "4719N");
}

static void supply_is_concentrated(void **unused)
{
    (void)unused;
    stand_before_moscow();
    Order order = answer(STEP_CONCENTRATION, 9);
    assert_int_equal(order.verb, DO_CONCENTRATE);
    assert_int_equal(order.count, 18);
    for (int i = 0; i < 18; i++)
        assert_false(has_bit(data_of(scenario)->west, state->unit[order.value[i]].at.hex));
}

/* The same with as many again before Kiev, in full supply: they would have to stand still. */
static void supply_is_not_concentrated(void **unused)
{
    (void)unused;
    static const char *const divisions[] = {"pz17",  "pz18",  "pz19",  "pz20",  "mot3",  "mot10",
                                            "mot14", "mot16", "mot18", "mot20", "mot25", "mot29",
                                            "ss1",   "ss2",   "ss3",   "ss5",   "id1",   "id9"};
    static const char *const hexes[] = {"2901S", "2902S", "2903S", "2904S"};
    stand_before_moscow();
    for (int i = 0; i < 18; i++)
        put(divisions[i], hexes[i / 5]);
    put("rd5", "3001S");
    put("rd6", "3002S");
    assert_int_equal(answer(STEP_CONCENTRATION, 9).verb, DO_END);
}

/* A panzer division walks into Smolensk, worth two points, when nobody is there. */
static void open_town_is_taken(void **unused)
{
    (void)unused;
    put("pz3", "3516N");
    put("id7", "3416N");
    put("rd1", "4716N");
    Order order = answer(STEP_GERMAN_MOVEMENT, 3);
    assert_int_equal(order.verb, DO_MOVE);
    assert_int_equal(order.value[0], piece_named(scenario, "pz3", 3));
    assert_int_equal(order.value[order.count - 1], at("3817N"));
}

/* The only division in Smolensk stays there with Germans near, though the way past it is open. */
static void town_is_held(void **unused)
{
    (void)unused;
    put("pz3", "3516N");
    put("id7", "3416N");
    put("rd1", "3817N");
    assert_int_equal(answer(STEP_SOVIET_MOVEMENT, 3).verb, DO_END);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(supply_is_concentrated, begin, end),
                                       cmocka_unit_test_setup_teardown(supply_is_not_concentrated, begin, end),
                                       cmocka_unit_test_setup_teardown(open_town_is_taken, begin, end),
                                       cmocka_unit_test_setup_teardown(town_is_held, begin, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
