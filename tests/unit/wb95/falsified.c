/* falsified.c — what is hidden falsifies no rule (WB-95 R105): whatever would be legal if all stacks lay open is legal
 * by what a side knows. All through random games the beginnings of orders that the truth allows are listed in the view,
 * and orders drawn from the truth are accepted there. */
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

enum { DRAWN = 6 };

static Openings open_stacks, known;

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, sizeof(Opening)); }

static void compare_openings(const Scenario *scenario, const Position *truth, const Position *view)
{
    list_openings(scenario, truth, NULL, &open_stacks);
    list_openings(scenario, view, NULL, &known);
    qsort(known.opening, (size_t)known.count, sizeof(Opening), by_bytes);
    for (int i = 0; i < open_stacks.count; i++)
        if (!bsearch(&open_stacks.opening[i], known.opening, (size_t)known.count, sizeof(Opening), by_bytes))
            fail_msg("\"%s\" may begin with %u, and the view does not list it",
                     scenario->system->orders[open_stacks.opening[i].verb].verb,
                     (unsigned)open_stacks.opening[i].value);
}

static void compare_orders(const Scenario *scenario, const Position *truth, const Position *view, Random *random)
{
    uint64_t listed = 0;
    Order order;
    for (int i = 0; i < DRAWN && random_player.order(scenario, truth, NULL, random, &order, &listed); i++) {
        Refusal refusal = scenario->system->check(scenario, view, &order);
        if (refused(refusal)) {
            char text[ORDER_TEXT], why[SAY_TEXT];
            order_print(scenario, &order, text);
            say(scenario, NULL, NULL, &refusal.why, why, sizeof why);
            fail_msg("\"%s\" is legal, and the view refuses it: %s", text, why);
        }
    }
}

static void see(Game *game, void *context)
{
    const Position *view = game_view(game, game_side(game));
    compare_openings(game_scenario(game), game_position(game), view);
    compare_orders(game_scenario(game), game_position(game), view, context);
}

static void play(const char *id, const char *options, uint64_t seed, int most)
{
    Random drawing = {seed + 1};
    play_at_random(id, options, seed, most, see, &drawing);
}

static void nysa(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 4; seed++)
        play("wb95/nysa", NULL, seed, 2500);
}

static void two_stars(void **state)
{
    (void)state;
    play("wb95/two-stars", "players=2", 5, 2500);
    for (uint64_t seed = 6; seed < 9; seed++)
        play("wb95/two-stars", "players=3", seed, 2500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nysa), cmocka_unit_test(two_stars)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
