/* judged.c — what the greedy player does where the answer is plain: it concentrates supply when the units that could
 * use it are all that is before the enemy, and not otherwise; it takes an undefended town; it holds what counts. It
 * pauses when no enemy is in reach, and breaks that off to win; it lands where the German left a port open, and sends
 * divisions to the ports for that. */
#include "systems/pm/memo.h"
#include "campaign.h"

static Memo *memo;

static int begin_judged(void **unused)
{
    memo = calloc(1, sizeof *memo);
    assert_non_null(memo);
    return begin(unused);
}

static int end_judged(void **unused)
{
    free(memo);
    return end(unused);
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

/* The same with as many again before Kiev, in full supply: they would have to stay where they are. */
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

/* A panzer division walks into Smolensk, worth two points, when it is empty. */
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

/* The army stands idle before Smolensk, and all that scores lies beyond the line. */
static void army_out_of_reach(void)
{
    static const char *const divisions[] = {"pz3", "pz4", "pz7", "pz10", "id6", "id7", "id8", "id17"};
    for (int i = 0; i < 8; i++)
        put(divisions[i], i < 4 ? "3516N" : "3416N");
    put("rd1", "4716N");
}

static void pause_is_declared(void **unused)
{
    (void)unused;
    army_out_of_reach();
    assert_int_equal(answer(STEP_PAUSE, 2).verb, DO_PAUSE);
}

static void no_pause_in_contact(void **unused)
{
    (void)unused;
    army_out_of_reach();
    put("rd2", "3617N");
    assert_int_equal(answer(STEP_PAUSE, 2).verb, DO_END);
}

static void pause_is_kept_or_broken_off(void **unused)
{
    (void)unused;
    army_out_of_reach();
    state->pause = 2;
    assert_int_equal(answer(STEP_ABORT, 3).verb, DO_END);
    put("pz9", "3716N"); /* beside Smolensk, worth two points: 13 of 13 */
    state->points = 11;
    assert_int_equal(answer(STEP_ABORT, 3).verb, DO_ABORT);
}

/* Sevastopol is German and empty, and Novorossiysk has divisions to spare. */
static void leave_sevastopol(void)
{
    static const char *const divisions[] = {"rd1", "rd2", "rd3", "rd4", "rd5"};
    for (int i = 0; i < 5; i++)
        put(divisions[i], "4022S");
    put("id7", "3013S");
    set_bit(state->german, at("2919S"));
}

static void open_port_is_landed_at(void **unused)
{
    (void)unused;
    leave_sevastopol();
    Order order = answer(STEP_SOVIET_MOVEMENT, 8);
    assert_int_equal(order.verb, DO_INVADE);
    assert_int_equal(order_value(&order, 1, NO_HEX), at("2919S"));
}

/* Held by five divisions it is left alone. */
static void held_port_is_not(void **unused)
{
    (void)unused;
    static const char *const divisions[] = {"id1", "id5", "id6", "id8", "id17"};
    leave_sevastopol();
    for (int i = 0; i < 5; i++)
        put(divisions[i], "2919S");
    assert_int_not_equal(answer(STEP_SOVIET_MOVEMENT, 8).verb, DO_INVADE);
}

static void fleet_is_gathered(void **unused)
{
    (void)unused;
    put("id7", "3013S");
    put("rd1", "5017N");
    set_bit(state->german, at("2919S"));
    assert_int_equal(answer(STEP_ARRIVALS, 8).verb, DO_HARBOUR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(supply_is_concentrated, begin_judged, end_judged),
        cmocka_unit_test_setup_teardown(supply_is_not_concentrated, begin_judged, end_judged),
        cmocka_unit_test_setup_teardown(open_town_is_taken, begin_judged, end_judged),
        cmocka_unit_test_setup_teardown(town_is_held, begin_judged, end_judged),
        cmocka_unit_test_setup_teardown(pause_is_declared, begin_judged, end_judged),
        cmocka_unit_test_setup_teardown(no_pause_in_contact, begin_judged, end_judged),
        cmocka_unit_test_setup_teardown(pause_is_kept_or_broken_off, begin_judged, end_judged),
        cmocka_unit_test_setup_teardown(open_port_is_landed_at, begin_judged, end_judged),
        cmocka_unit_test_setup_teardown(held_port_is_not, begin_judged, end_judged),
        cmocka_unit_test_setup_teardown(fleet_is_gathered, begin_judged, end_judged)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
