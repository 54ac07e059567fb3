/* glicko.c — ratings: the example of the Glicko-2 paper, and what must always hold. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "server/glicko.h"

/* The paper's player (1500, 200, 0.06) after his first game alone, a win over (1400, 30). */
static void a_win_raises_and_makes_certain(void **state)
{
    (void)state;
    Rating own = {1500, 200, 0.06}, other = {1400, 30, 0.06};
    Rating won = rating_after(own, other, 1, 0), lost = rating_after(own, other, 0, 0);
    assert_true(fabs(won.rating - 1563.57) < 0.5);
    assert_true(fabs(won.deviation - 175.40) < 0.5);
    assert_true(fabs(won.volatility - 0.06) < 0.0005);
    assert_true(lost.rating < own.rating && lost.deviation < own.deviation);
    assert_true(own.rating - lost.rating > won.rating - own.rating); /* the stronger one had more to lose */
}

static void a_draw_brings_two_together(void **state)
{
    (void)state;
    Rating strong = {1800, 60, 0.06}, weak = {1500, 60, 0.06};
    assert_true(rating_after(strong, weak, 0.5, 0).rating < strong.rating);
    assert_true(rating_after(weak, strong, 0.5, 0).rating > weak.rating);
    Rating equal = rating_after(weak, weak, 0.5, 0);
    assert_true(fabs(equal.rating - weak.rating) < 0.01);
}

static void who_was_away_is_less_certain(void **state)
{
    (void)state;
    Rating own = {1600, 50, 0.06};
    assert_true(rating_after(own, own, 1, 720).deviation > rating_after(own, own, 1, 0).deviation);
    Rating ever = RATING_NEW;
    for (int i = 0; i < 200; i++) {
        ever = rating_after(ever, RATING_NEW, i % 2, 3000);
        assert_true(ever.deviation <= 350 && ever.deviation > 0 && isfinite(ever.rating) && ever.volatility > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_win_raises_and_makes_certain),
        cmocka_unit_test(a_draw_brings_two_together),
        cmocka_unit_test(who_was_away_is_less_certain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
