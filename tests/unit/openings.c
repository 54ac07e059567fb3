/* openings.c — the beginnings of orders found in one go are those found verb by verb, and with a memo of earlier
 * listings the same in the same order, all through random games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/ai.h"
#include "core/game.h"
#include "systems/systems.h"
#include "played.h"

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, sizeof(Opening)); }

static Openings found, expected, remembered;

static void compare(const Scenario *scenario, const Position *view, Memo *memo)
{
    System by_verb = *scenario->system;
    Scenario other = *scenario;
    by_verb.openings = NULL;
    other.system = &by_verb;
    list_openings(scenario, view, NULL, &found);
    list_openings(scenario, view, memo, &remembered);
    list_openings(&other, view, NULL, &expected);
    assert_int_equal(found.count, remembered.count);
    assert_memory_equal(found.opening, remembered.opening, (size_t)found.count * sizeof(Opening));
    assert_int_equal(found.count, expected.count);
    assert_true(found.count > 0);
    qsort(found.opening, (size_t)found.count, sizeof(Opening), by_bytes);
    qsort(expected.opening, (size_t)expected.count, sizeof(Opening), by_bytes);
    assert_memory_equal(found.opening, expected.opening, (size_t)found.count * sizeof(Opening));
}

static void see(Game *game, void *context)
{
    (void)context;
    compare(game_scenario(game), game_view(game, game_side(game)), game_memo(game));
}

static void play(const char *id, uint64_t seed, int most) { play_at_random(id, NULL, seed, most, see, NULL); }

static void nysa(void **state)
{
    (void)state;
    play("wb95/nysa", 11, 1500);
}

static void two_stars(void **state)
{
    (void)state;
    play("wb95/two-stars", 12, 1500);
}

static void barbarossa(void **state)
{
    (void)state;
    play("pm/barbarossa", 13, 3000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nysa), cmocka_unit_test(two_stars),
                                       cmocka_unit_test(barbarossa)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
