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
#include "files.h"

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

static void play(const char *id, uint64_t seed, int most)
{
    static Log log;
    const Source source = {NULL, read_file};
    log.count = 0;
    Scenario *scenario = scenario_load(system_named(id), id, NULL, &source, &log);
    assert_non_null(scenario);
    GameStart start = {.fast_dice = true, .fast_seed = seed, .quiet = true};
    Game *game = game_new(scenario, &start);
    Random random = {seed};
    uint64_t listed = 0;
    for (int i = 0; i < most && game_side(game) != NO_SIDE; i++) {
        const Position *view = game_view(game, game_side(game));
        Order order;
        compare(scenario, view, game_memo(game));
        assert_true(random_player.order(scenario, view, NULL, &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    game_free(game);
    scenario_free(scenario);
}

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
