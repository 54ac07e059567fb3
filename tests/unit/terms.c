/* terms.c — time that a game gives its players, counted without a server: days, banks, vacations, reminders, claims. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "server/terms.h"

enum { RED, BLUE, MINUTE = 60, HOUR = 3600, DAYS = 86400 };

static void days_are_for_each_answer(void **state)
{
    (void)state;
    Terms terms = {.clock = CLOCK_DAYS, .time = 3 * DAYS, .out = OUT_LOSES};
    Clock clock;
    clock_start(&terms, &clock, 100);
    assert_true(clock_asks(&terms, &clock, RED, true, 1, 100));
    assert_false(clock_asks(&terms, &clock, RED, true, 1, 200));
    assert_int_equal(clock_left(&terms, &clock, RED, 100 + DAYS), 2 * DAYS);
    assert_int_equal(clock_left(&terms, &clock, BLUE, 100 + DAYS), 3 * DAYS);
    assert_int_equal(clock_event(&terms, &clock, 100 + DAYS), CLOCK_WAITS);
    assert_int_equal(clock_event(&terms, &clock, 100 + 3 * DAYS - 18 * HOUR), CLOCK_REMINDS);
    assert_int_equal(clock_event(&terms, &clock, 100 + 3 * DAYS - 1), CLOCK_WAITS);
    assert_true(clock_asks(&terms, &clock, BLUE, true, 1, 100 + 3 * DAYS - 1));
    assert_true(clock_asks(&terms, &clock, RED, true, 1, 200 + 3 * DAYS));
    assert_int_equal(clock_left(&terms, &clock, RED, 200 + 3 * DAYS), 3 * DAYS);
    assert_int_equal(clock_event(&terms, &clock, 200 + 6 * DAYS), CLOCK_RUNS_OUT);
}

static void a_bank_is_spent_and_gains_with_the_turns_of_the_game(void **state)
{
    (void)state;
    Terms terms = {.clock = CLOCK_LIVE, .time = 30 * MINUTE, .gain = MINUTE, .out = OUT_MACHINE};
    Clock clock;
    clock_start(&terms, &clock, 0);
    clock_asks(&terms, &clock, RED, true, 1, 0);
    clock_asks(&terms, &clock, BLUE, true, 1, 10 * MINUTE);
    assert_int_equal(clock_left(&terms, &clock, RED, 11 * MINUTE), 20 * MINUTE);
    assert_int_equal(clock_left(&terms, &clock, BLUE, 11 * MINUTE), 29 * MINUTE);
    assert_true(clock_asks(&terms, &clock, BLUE, true, 3, 11 * MINUTE)); /* two turns on: two gains, for both */
    assert_int_equal(clock_left(&terms, &clock, RED, 11 * MINUTE), 22 * MINUTE);
    assert_int_equal(clock_left(&terms, &clock, BLUE, 11 * MINUTE), 31 * MINUTE);
    assert_false(clock_asks(&terms, &clock, BLUE, true, 2, 12 * MINUTE)); /* a turn that was taken back gains nothing */
    clock_asks(&terms, &clock, NO_SIDE, false, 3, 12 * MINUTE);
    assert_int_equal(clock.due, 0);
    assert_int_equal(clock_left(&terms, &clock, BLUE, 99 * MINUTE), 30 * MINUTE);
}

static void vacation_goes_before_time(void **state)
{
    (void)state;
    Terms terms = {.clock = CLOCK_BANK, .time = 4 * DAYS, .vacation = 2 * DAYS, .out = OUT_LOSES};
    Clock clock;
    clock_start(&terms, &clock, 0);
    clock_asks(&terms, &clock, RED, true, 1, 0);
    assert_true(clock_set_away(&terms, &clock, RED, true, DAYS));
    assert_int_equal(clock_left(&terms, &clock, RED, 2 * DAYS), 3 * DAYS);
    assert_int_equal(clock_vacation_left(&clock, RED, 2 * DAYS), DAYS);
    assert_int_equal(clock_left(&terms, &clock, RED, 4 * DAYS), 2 * DAYS); /* the vacation ended by itself */
    assert_int_equal(clock.due, DAYS + 2 * DAYS + 3 * DAYS - DAYS);
    assert_true(clock_set_away(&terms, &clock, RED, false, 4 * DAYS));
    assert_false(clock_set_away(&terms, &clock, RED, true, 4 * DAYS));
    assert_int_equal(clock_event(&terms, &clock, 6 * DAYS), CLOCK_RUNS_OUT);
    terms.vacation = 0;
    assert_false(clock_set_away(&terms, &clock, BLUE, true, 0));
}

static void a_game_is_claimed_from_whoever_stays_away(void **state)
{
    (void)state;
    Terms terms = {.clock = CLOCK_NONE, .absent = 10 * DAYS};
    Clock clock;
    clock_start(&terms, &clock, 0);
    clock_asks(&terms, &clock, RED, true, 1, 0);
    assert_false(clock_acts(&terms, &clock, HOUR)); /* what happens often is not written each time */
    assert_true(clock_acts(&terms, &clock, 6 * DAYS));
    assert_false(clock_may_claim(&terms, &clock, 15 * DAYS));
    assert_int_equal(clock_event(&terms, &clock, 16 * DAYS), CLOCK_MAY_CLAIM);
    assert_true(clock_may_claim(&terms, &clock, 16 * DAYS));
    assert_int_equal(clock_event(&terms, &clock, 17 * DAYS), CLOCK_WAITS); /* that event comes once */
    assert_true(clock_may_claim(&terms, &clock, 17 * DAYS));
}

static void time_that_stood_is_not_new(void **state)
{
    (void)state;
    Terms terms = {.clock = CLOCK_DAYS, .time = 3 * DAYS, .out = OUT_MACHINE, .absent = 9 * DAYS};
    Clock clock;
    clock_start(&terms, &clock, 0);
    assert_true(clock_asks(&terms, &clock, RED, true, 1, 0));
    assert_true(clock_asks(&terms, &clock, RED, false, 1, 2 * DAYS)); /* the computer plays for him, or neither does */
    assert_int_equal(clock_left(&terms, &clock, RED, 4 * DAYS), DAYS);
    assert_int_equal(clock.due, 0);
    assert_true(clock_asks(&terms, &clock, RED, true, 1, 4 * DAYS));
    assert_int_equal(clock_left(&terms, &clock, RED, 4 * DAYS), DAYS);
    assert_true(clock_may_claim(&terms, &clock, 9 * DAYS)); /* nor was he present */
    assert_int_equal(clock_event(&terms, &clock, 5 * DAYS), CLOCK_RUNS_OUT);
    assert_true(clock_asks(&terms, &clock, RED, false, 1, 5 * DAYS));
    assert_true(clock_asks(&terms, &clock, RED, true, 1, 6 * DAYS));
    assert_int_equal(clock_event(&terms, &clock, 6 * DAYS + 1), CLOCK_RUNS_OUT); /* out is out */
    assert_true(clock_asks(&terms, &clock, BLUE, false, 1, 7 * DAYS)); /* a side that has no clock of its own */
    assert_true(clock_asks(&terms, &clock, RED, true, 1, 7 * DAYS));
    assert_int_equal(clock_left(&terms, &clock, RED, 8 * DAYS), 2 * DAYS);
}

static void a_vacation_is_no_order_and_saves_nobody(void **state)
{
    (void)state;
    Terms terms = {.clock = CLOCK_BANK, .time = 9 * DAYS, .vacation = 2 * DAYS, .absent = 4 * DAYS, .out = OUT_CLAIM};
    Clock clock;
    clock_start(&terms, &clock, 0);
    clock_asks(&terms, &clock, RED, true, 1, 0);
    assert_true(clock_set_away(&terms, &clock, RED, false, 3 * DAYS));
    assert_true(clock_may_claim(&terms, &clock, 4 * DAYS));
    assert_false(clock_set_away(&terms, &clock, RED, true, 4 * DAYS)); /* too late */
    assert_true(clock_set_away(&terms, &clock, RED, true, 3 * DAYS + HOUR));
    assert_int_equal(clock.due, 6 * DAYS);
    assert_false(clock_may_claim(&terms, &clock, 5 * DAYS));
    assert_true(clock_may_claim(&terms, &clock, 6 * DAYS)); /* the vacation is over, and did not count */
    clock_start(&terms, &clock, 0);
    terms.absent = 0;
    clock_asks(&terms, &clock, RED, true, 1, 0);
    assert_false(clock_set_away(&terms, &clock, RED, true, 9 * DAYS));
    assert_true(clock_may_claim(&terms, &clock, 9 * DAYS));
}

static void what_is_kept_is_what_was(void **state)
{
    (void)state;
    char text[TERMS_TEXT];
    Terms terms = {CLOCK_BANK, OUT_CLAIM, CLAIM_MACHINE, 5, 6, 7, true, 8}, terms_again;
    Clock clock, clock_again;
    memset(&clock, 0, sizeof clock);
    clock_start(&terms, &clock, 3);
    clock_asks(&terms, &clock, BLUE, true, 2, 9);
    terms_print(&terms, text);
    assert_true(terms_read(text, &terms_again));
    assert_int_equal(terms_again.clock, CLOCK_BANK);
    assert_int_equal(terms_again.out, OUT_CLAIM);
    assert_int_equal(terms_again.claim, CLAIM_MACHINE);
    assert_true(terms_again.rated);
    assert_int_equal(terms_again.time * 1000 + terms_again.gain * 100 + terms_again.vacation * 10 + terms_again.absent,
                     5678);
    clock_print(&clock, text);
    assert_true(clock_read(text, &clock_again));
    assert_int_equal(clock.running, clock_again.running);
    assert_int_equal(clock.asked, clock_again.asked);
    assert_int_equal(clock.due, clock_again.due);
    assert_int_equal(clock.left[BLUE], clock_again.left[BLUE]);
    text[strlen(text) - 2] = '\0'; /* the form from before it held the side asked */
    assert_true(clock_read(text, &clock_again));
    assert_int_equal(clock_again.asked, BLUE);
    assert_false(terms_read("", &terms_again) || terms_count(&terms_again));
    assert_false(terms_read("9 0 0 1 1 1 1", &terms_again));
    assert_false(clock_read("7 1 1 1 1 1 1 0 0 0 0 0 0 0 0", &clock_again));
    /* A server that was killed may come up earlier than it went: neither side gains or loses by it. */
    assert_int_equal(clock_left(&terms, &clock, BLUE, 1), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_are_for_each_answer),
        cmocka_unit_test(a_bank_is_spent_and_gains_with_the_turns_of_the_game),
        cmocka_unit_test(vacation_goes_before_time),
        cmocka_unit_test(a_game_is_claimed_from_whoever_stays_away),
        cmocka_unit_test(time_that_stood_is_not_new),
        cmocka_unit_test(a_vacation_is_no_order_and_saves_nobody),
        cmocka_unit_test(what_is_kept_is_what_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
