/* pairs.c — the statistics of paired games against values worked out elsewhere. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/pairs.h"

static void near(double found, double expected) { assert_true(fabs(found - expected) < 5e-4); }

static void shares(void **state)
{
    (void)state;
    Interval eight_of_ten = wilson(16, 10), all = wilson(40, 20), nothing = wilson(0, 0);
    near(eight_of_ten.mean, 0.8);
    near(eight_of_ten.low, 0.4902);
    near(eight_of_ten.high, 0.9433);
    near(all.low, 0.8389);
    near(all.high, 1);
    near(nothing.low, 0);
    near(nothing.high, 1);
}

static void margins(void **state)
{
    (void)state;
    PairSums sums = {0};
    pairs_add(&sums, (PairGame[2]){{true, RESULT_WON, 4}, {true, RESULT_LOST, -2}});
    assert_true(isinf(pairs_margin(&sums).high));
    pairs_add(&sums, (PairGame[2]){{true, RESULT_WON, 4}, {true, RESULT_DRAWN, 0}});
    pairs_add(&sums, (PairGame[2]){{true, RESULT_WON, 4}, {true, RESULT_WON, 2}});
    Interval margin = pairs_margin(&sums);
    near(margin.mean, 2);
    near(margin.high - margin.mean, 1.959964 / sqrt(3));
    assert_int_equal(sums.side[0].result[RESULT_WON], 3);
    assert_int_equal(sums.side[1].result[RESULT_WON], 1);
    near(sums.side[1].margin, 0);
    for (int i = 2; i < PAIR_OUTCOMES; i++)
        assert_int_equal(sums.outcome[i], 1);
}

/* Of wins and losses alone the ratio has a closed form: a pair is won with chance s, lost with 1 - s. */
static void ratio(void **state)
{
    (void)state;
    const long both[PAIR_OUTCOMES] = {20, 0, 0, 0, 30}, even[PAIR_OUTCOMES] = {0, 0, 40, 0, 0};
    assert_true(fabs(pairs_ratio(both, 0.5, 0.6) - (30 * log(1.2) + 20 * log(0.8))) < 0.01);
    assert_true(pairs_ratio(even, 0.5, 0.55) < -2.9);
    assert_true(fabs(pairs_ratio(both, 0.5, 0.6) + pairs_ratio(both, 0.6, 0.5)) < 1e-9);
    assert_int_equal(pairs_verdict(0), PAIRS_OPEN);
    assert_int_equal(pairs_verdict(3), PAIRS_HIGHER);
    assert_int_equal(pairs_verdict(-3), PAIRS_LOWER);
}

static void times(void **state)
{
    (void)state;
    PlayerTime sum = {2, 1.5, 1};
    player_time_add(&sum, &(PlayerTime){1, 0.5, 0.5});
    assert_int_equal(sum.turns, 3);
    near(sum.seconds, 2);
    near(sum.worst, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(shares), cmocka_unit_test(margins), cmocka_unit_test(ratio),
                                       cmocka_unit_test(times)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
