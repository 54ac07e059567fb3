/* Orders: parts, the one text form read and written, mistakes with their column, form against the question. */
#include "toy.h"

static Scenario *scenario;

static int load(void **state)
{
    (void)state;
    scenario = toy_scenario();
    return 0;
}

static int unload(void **state)
{
    (void)state;
    scenario_free(scenario);
    return 0;
}

static Order parsed(const char *text)
{
    Order order;
    char why[200];
    int column;
    if (!order_parse(scenario, text, strlen(text), &order, why, &column))
        fail_msg("%s: %s", text, why);
    return order;
}

static void expect_print(const char *text, const char *canonical)
{
    Order order = parsed(text);
    char out[ORDER_TEXT];
    size_t length = order_print(scenario, &order, out);
    assert_string_equal(out, canonical);
    assert_int_equal(length, strlen(canonical));
}

static void expect_mistake(const char *text, int at, const char *words)
{
    Order order;
    char why[200];
    int column;
    assert_false(order_parse(scenario, text, strlen(text), &order, why, &column));
    if (!strstr(why, words))
        fail_msg("%s: \"%s\" does not say \"%s\"", text, why, words);
    assert_int_equal(column, at);
}

static void parts_keep_the_order_of_the_slots(void **state)
{
    (void)state;
    Order order = order_of(TOY_ATTACK);
    assert_true(order_add(&order, 1, 9));
    assert_true(order_add(&order, 0, 2));
    assert_true(order_add(&order, 0, 1));
    int count;
    assert_int_equal(order_slot(&order, 0, &count), 0);
    assert_int_equal(count, 2);
    assert_int_equal(order.value[0], 2);
    assert_int_equal(order.value[1], 1);
    assert_int_equal(order_slot(&order, 1, &count), 2);
    assert_int_equal(count, 1);
    assert_int_equal(order_value(&order, 1, 77), 9);
    assert_int_equal(order_value(&order, 2, 77), 77);
    assert_true(order_has(&order, 0, 1));
    assert_false(order_has(&order, 1, 1));
    Order other = order;
    assert_true(order_same(&order, &other));
    other.value[2]++;
    assert_false(order_same(&order, &other));
    while (order.count < ORDER_ARGS)
        assert_true(order_add(&order, 1, 0));
    assert_false(order_add(&order, 1, 0));
}

static void every_kind_of_argument_is_read_and_written(void **state)
{
    (void)state;
    expect_print("end", "end");
    expect_print("  move\tr1   0202 0302 ", "move r1 0202 0302");
    expect_print("attack r1 r2 at 0303", "attack r1 r2 at 0303");
}

static void slots_may_be_typed_in_any_order(void **state)
{
    (void)state;
    expect_print("signal 3 65534 tone soft over 0202/0302", "signal 3 65534 tone soft over 0202/0302");
    expect_print("signal over 0202/0302 tone loud", "signal tone loud over 0202/0302");
    Order a = parsed("signal tone loud over 0202/0302"), b = parsed("signal over 0202/0302 tone loud");
    assert_true(order_same(&a, &b));
    assert_memory_equal(&a, &b, sizeof a);
}

static void mistakes_say_what_was_expected_and_where(void **state)
{
    (void)state;
    expect_mistake("", 0, "begins with a verb");
    expect_mistake("mvoe r1", 0, "did you mean \"move\"");
    expect_mistake("xyzzyplugh", 0, "the orders are move, scout");
    expect_mistake("move", 4, "a counter");
    expect_mistake("move r9 0202", 5, "\"r9\" is not expected here; expected: a counter");
    expect_mistake("move r1", 7, "a hex of the path");
    expect_mistake("move r1 9999", 8, "\"9999\"");
    expect_mistake("move r1 0202 0302 0402 0502", 23, "the order is complete before");
    expect_mistake("attack r1 at", 12, "a hex");
    expect_mistake("attack r1", 9, "\"at\"");
    expect_mistake("attack r1 at 0202 at 0303", 21, "\"at\" takes at most 1");
    expect_mistake("attack r1 r2 r3 b1 at 0202", 16, "\"at\"");
    expect_mistake("signal 65535", 7, "a number");
    expect_mistake("signal tone shrill", 12, "loud, soft");
    expect_mistake("signal over 0202/0505", 12, "a hexside");
    expect_mistake("end now", 4, "the order is complete before");
    expect_mistake("move \x01\xff\x02", 5, "\"???\"");
}

static void a_prefix_may_lack_anything(void **state)
{
    (void)state;
    static const char *const prefixes[] = {"", "move", "move r1", "attack at 0303", "signal tone"};
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        Order order;
        char why[200];
        int column;
        assert_true(order_parse_prefix(scenario, prefixes[i], strlen(prefixes[i]), &order, why, &column));
        assert_int_equal(order.verb == NO_VERB, i == 0);
    }
    Order order;
    char why[200];
    int column;
    assert_false(order_parse_prefix(scenario, "move r9", 7, &order, why, &column));
}

/* Random orders of the right form print and parse back to the same bytes; random bytes never break the parser. */
static void print_and_parse_are_inverse(void **state)
{
    (void)state;
    Random random = {11};
    for (int round = 0; round < 20000; round++) {
        Order order = order_of((int)random_below(&random, TOY_ORDERS));
        const OrderKind *kind = &toy_orders[order.verb];
        for (int slot = 0; slot < kind->slots; slot++) {
            const Slot *about = &kind->slot[slot];
            uint32_t count = about->least + random_below(&random, about->most - about->least + 1u);
            for (uint32_t i = 0; i < count; i++) {
                uint32_t below = about->type == ARG_PIECE    ? TOY_PIECES
                                 : about->type == ARG_NUMBER ? 65535
                                 : about->type == ARG_WORD   ? 2
                                                             : (uint32_t)scenario->map->hexes;
                uint16_t value = (uint16_t)random_below(&random, below);
                if (about->type == ARG_HEXSIDE)
                    value = hexside_of(&scenario->map->grid, (Hex)(8 + value % 5), (Edge)(value % 6));
                assert_true(order_add(&order, slot, value));
            }
        }
        char text[ORDER_TEXT];
        order_print(scenario, &order, text);
        Order back = parsed(text);
        assert_memory_equal(&back, &order, sizeof order);
    }
    for (int round = 0; round < 20000; round++) {
        static const char letters[] = "move atck r1b2 0302/ signl toe\t\x80";
        char text[64], why[200];
        size_t length = random_below(&random, sizeof text);
        for (size_t i = 0; i < length; i++)
            text[i] = letters[random_below(&random, sizeof letters)];
        Order order;
        int column;
        if (!order_parse(scenario, text, length, &order, why, &column)) {
            assert_true(why[0]);
            assert_in_range(column, 0, length);
        }
    }
}

static void expect_refusal(const Position *view, const Order *order, const char *words)
{
    Refusal refusal = order_fits(scenario, view, order);
    assert_true(refused(refusal));
    char text[SAY_TEXT];
    say(scenario, NULL, view, &refusal.why, text, sizeof text);
    assert_string_equal(text, words);
}

static void form_is_checked_against_question_and_description(void **state)
{
    (void)state;
    Toy toy = {.head = {.depth = 1, .frame = {{.kind = TOY_ASK_TURN, .side = 1}}}};
    Order order = parsed("move r1 0202");
    assert_false(refused(order_fits(scenario, &toy.head, &order)));
    toy.head.frame[0].kind = TOY_ASK_RETREAT;
    expect_refusal(&toy.head, &order, "waiting for Blue: Retreat; \"move\" is not possible now");
    toy.head.frame[0].kind = TOY_ASK_TURN;
    order = order_of(TOY_MOVE);
    expect_refusal(&toy.head, &order, "part 1 of \"move\" needs at least 1, not 0");
    order_add(&order, 0, 77);
    expect_refusal(&toy.head, &order, "there is no such counter");
    order.value[0] = 0;
    for (int i = 0; i < 4; i++)
        order_add(&order, 1, 9);
    expect_refusal(&toy.head, &order, "part 2 of \"move\" takes at most 3, not 4");
    order.value[2] = 35;
    expect_refusal(&toy.head, &order, "there is no such hex on this map");
    order.slot[1] = 5;
    expect_refusal(&toy.head, &order, "the parts of \"move\" are in the wrong order");
    order.verb = 200;
    expect_refusal(&toy.head, &order, "there is no such order");
    order = order_of(TOY_SIGNAL);
    order_add(&order, 1, 2);
    expect_refusal(&toy.head, &order, "this order does not use that word");
    order.slot[0] = 2;
    order.value[0] = 8 * EDGES + NORTH; /* named from the larger of its two hexes */
    expect_refusal(&toy.head, &order, "there is no such hexside on this map");
    order.slot[0] = 0;
    order.value[0] = 65535;
    expect_refusal(&toy.head, &order, "the number is too large");
    toy.head.depth = 0;
    expect_refusal(&toy.head, &order, "the game is over");
}

static void a_reach_becomes_a_path(void **state)
{
    (void)state;
    static Reach reach;
    Order order = order_of(TOY_MOVE);
    order_add(&order, 0, 0);
    reach.from[10] = 9;
    reach.from[9] = 8;
    reach.from[8] = NO_HEX;
    assert_true(reach_path(&reach, 8, 10, &order, 1));
    int count, first = order_slot(&order, 1, &count);
    assert_int_equal(count, 2);
    assert_int_equal(order.value[first], 9);
    assert_int_equal(order.value[first + 1], 10);
    order.count = 1;
    assert_true(reach_path(&reach, NO_HEX, 10, &order, 1)); /* from off the map: the first hex counts */
    assert_int_equal(order.count, 4);
    assert_int_equal(order.value[1], 8);
    order.count = 1;
    reach.from[8] = 10; /* a circle never fits */
    assert_false(reach_path(&reach, 0, 10, &order, 1));
    assert_int_equal(order.count, 1);
}

static void a_walk_goes_on_from_the_counter_or_its_last_hex(void **state)
{
    (void)state;
    Toy toy = {.hex = {11, 12, NO_HEX}};
    Order order = order_of(TOY_MOVE);
    assert_int_equal(walk_from(scenario, &toy.head, &order, 1), NO_HEX);
    order_add(&order, 0, 1);
    assert_int_equal(walk_from(scenario, &toy.head, &order, 1), 12);
    order.value[0] = 2;
    assert_int_equal(walk_from(scenario, &toy.head, &order, 1), NO_HEX);
    order_add(&order, 1, 20);
    order_add(&order, 1, 21);
    assert_int_equal(walk_from(scenario, &toy.head, &order, 1), 21);
}

static void sentences_are_filled_for_their_reader(void **state)
{
    (void)state;
    Toy toy = {.strength = {3, 3, 3, 0, 0, 0}};
    char text[SAY_TEXT];
    Sentence whole = sentence(TOY_RULE_OCCUPIED, "%p and %p at %h by %s: %i of %n", 0, 3, 9, 1, 2, -4);
    size_t length = say(scenario, NULL, &toy.head, &whole, text, sizeof text);
    assert_string_equal(text, "Counter r1 and a counter at 0302 by Blue: +2 of -4 (TOY 2)");
    assert_int_equal(length, strlen(text));
    say(scenario, NULL, NULL, &whole, text, sizeof text);
    assert_string_equal(text, "r1 and b1 at 0302 by Blue: +2 of -4 (TOY 2)");
    Sentence rest = sentence(0, "100%% %w %e %v %q %w", 1, hexside_of(&scenario->map->grid, 9, SOUTH), TOY_END,
                             TOY_ASK_RETREAT, 40);
    say(scenario, NULL, NULL, &rest, text, sizeof text);
    assert_string_equal(text, "100% soft 0302/0303 end Retreat ?");
    Sentence counted = sentence(0, "%n hex%* with %n gun%+ of %p", 1, 2, 0),
             other = sentence(0, "%n hex%* %n gun%+", 3, 1);
    say(scenario, NULL, NULL, &counted, text, sizeof text);
    assert_string_equal(text, "1 hex with 2 guns of r1");
    say(scenario, NULL, NULL, &other, text, sizeof text);
    assert_string_equal(text, "3 hexes 1 gun");
    char tight[12];
    assert_int_equal(say(scenario, NULL, NULL, &rest, tight, sizeof tight), 11);
    assert_string_equal(tight, "100% soft 0");
    assert_int_equal(say(scenario, NULL, NULL, &LEGAL.why, text, sizeof text), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_keep_the_order_of_the_slots),
        cmocka_unit_test(every_kind_of_argument_is_read_and_written),
        cmocka_unit_test(slots_may_be_typed_in_any_order),
        cmocka_unit_test(mistakes_say_what_was_expected_and_where),
        cmocka_unit_test(a_prefix_may_lack_anything),
        cmocka_unit_test(print_and_parse_are_inverse),
        cmocka_unit_test(form_is_checked_against_question_and_description),
        cmocka_unit_test(a_reach_becomes_a_path),
        cmocka_unit_test(a_walk_goes_on_from_the_counter_or_its_last_hex),
        cmocka_unit_test(sentences_are_filled_for_their_reader),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
