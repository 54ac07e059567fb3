/* foresee.c — what a side could order if it were its turn: at every step of random games the planned orders are legal
 * in the view they were planned in, the view itself is left alone, and where the movement has just begun the plan is
 * what may be ordered. */
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

static Openings planned, real;
static Position *plan;
static int plans, compared;

static int by_bytes(const void *a, const void *b) { return memcmp(a, b, sizeof(Opening)); }

static void list(const Scenario *scenario, const Position *view, Openings *out)
{
    list_openings(scenario, view, NULL, out);
    qsort(out->opening, (size_t)out->count, sizeof(Opening), by_bytes);
}

/* A planned order can be put together, checked and weighed. */
static void plan_for(Game *game, int side, Random *random)
{
    static Forecast forecast;
    const Scenario *scenario = game_scenario(game);
    const System *system = scenario->system;
    const Position *view = game_view(game, side);
    uint64_t before = position_hash(scenario, view), listed = 0;
    memcpy(plan, view, system->position_size);
    if (!system->foresee(scenario, plan, side))
        return;
    assert_int_equal(position_hash(scenario, view), before);
    assert_int_equal(question(plan)->side, side);
    list(scenario, plan, &planned);
    assert_true(planned.count > 0);
    Order order;
    assert_true(random_player.order(scenario, plan, NULL, random, &order, &listed));
    assert_false(refused(system->check(scenario, plan, &order)));
    memset(&forecast, 0, sizeof forecast);
    if (system->forecast(scenario, plan, &order, &forecast))
        assert_true(forecast.total > 0);
    plans++;
}

/* For a side that has just been asked for its movement and has done nothing: what was planned before is the same. */
static void compare(Game *game, const Position *asked, bool begins)
{
    const Scenario *scenario = game_scenario(game);
    const Frame *frame = question(asked);
    if (!begins || strcmp(scenario->system->questions[frame->kind].name, "movement"))
        return;
    memcpy(plan, asked, scenario->system->position_size);
    plan->phase--; /* as if what comes before it were still going on */
    assert_true(scenario->system->foresee(scenario, plan, frame->side));
    assert_int_equal(plan->phase, asked->phase);
    assert_int_equal(plan->turn, asked->turn);
    list(scenario, plan, &planned);
    list(scenario, asked, &real);
    assert_int_equal(planned.count, real.count);
    assert_memory_equal(planned.opening, real.opening, (size_t)real.count * sizeof(Opening));
    compared++;
}

static void play(const char *id, uint64_t seed)
{
    Scenario *scenario = loaded(id, NULL);
    GameStart start = {.fast_dice = true, .fast_seed = seed, .quiet = true};
    Game *game = game_new(scenario, &start);
    Random random = {seed}, thoughts = {seed + 1};
    uint64_t listed = 0;
    int phase = -1;
    plan = aligned_alloc(64, (scenario->system->position_size + 63) / 64 * 64);
    plans = compared = 0;
    while (game_side(game) != NO_SIDE) {
        int asked = game_side(game), now = game_position(game)->turn * 64 + game_position(game)->phase;
        for (int side = 0; side < scenario->sides; side++)
            if (side != asked)
                plan_for(game, side, &thoughts);
        const Position *view = game_view(game, asked);
        compare(game, view, now != phase);
        phase = now;
        Order order;
        assert_true(random_player.order(scenario, view, NULL, &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    assert_true(plans > 20 && compared > 1);
    free(plan);
    game_free(game);
    scenario_free(scenario);
}

static void muskau(void **state)
{
    (void)state;
    play("wb95/muskau", 21);
}

static void two_stars(void **state)
{
    (void)state;
    play("wb95/two-stars", 22);
}

static void dvina(void **state)
{
    (void)state;
    play("pm/dvina", 23);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(muskau), cmocka_unit_test(two_stars), cmocka_unit_test(dvina)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
