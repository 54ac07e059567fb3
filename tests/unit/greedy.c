/* greedy.c — the greedy player finds the same order whatever its memo has seen before, and where one nation must have
 * done before another begins, it has. */
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

static Game *begin(const Scenario *scenario, uint64_t seed)
{
    GameStart start = {.fast_dice = true, .fast_seed = seed, .quiet = true};
    Game *game = game_new(scenario, &start);
    assert_non_null(game);
    return game;
}

static void play(const char *id, const char *options, uint64_t seed, int most)
{
    Scenario *scenario = loaded(id, options);
    Game *game = begin(scenario, seed);
    Memo *fresh = malloc(scenario->system->memo_size);
    assert_non_null(fresh);
    Random random = {seed};
    uint64_t listed = 0;
    for (int i = 0; i < most && game_side(game) != NO_SIDE; i++) {
        const Position *view = game_view(game, game_side(game));
        Random same = random;
        Order order, again;
        memset(fresh, 0, scenario->system->memo_size);
        assert_true(greedy_player.order(scenario, view, game_memo(game), &random, &order, &listed));
        assert_true(greedy_player.order(scenario, view, fresh, &same, &again, &listed));
        assert_true(order_same(&order, &again));
        assert_false(refused(game_do(game, &order)));
    }
    free(fresh);
    game_free(game);
    scenario_free(scenario);
}

static void nysa(void **state)
{
    (void)state;
    play("wb95/nysa", NULL, 11, 2500);
}

static void two_stars(void **state)
{
    (void)state;
    play("wb95/two-stars", NULL, 12, 1500);
    play("wb95/two-stars", "players=3", 13, 1500);
}

static void proud_monster(void **state)
{
    (void)state;
    play("pm/dvina", NULL, 15, 400);
    play("pm/barbarossa", NULL, 16, 900);
    play("pm/barbarossa", "game=beginners", 17, 900);
}

static void tactical(void **state)
{
    (void)state;
    play("tcs/first-fire", NULL, 18, 400);
    play("tcs/lane-and-hamlet", NULL, 19, 400);
    play("tcs/ridge-and-hollow", NULL, 20, 1000); /* whole games: what is remembered depends on much */
    play("tcs/brook-and-brow", NULL, 21, 2000);
    play("tcs/dieulouard", NULL, 22, 4000);
}

/* 6.8: an attack that leads to less than there is to take is given a further sheet, by every order that takes. */
static void tactical_sheets(void **state)
{
    (void)state;
    Scenario *scenario = loaded("tcs/dieulouard", NULL);
    Game *game = begin(scenario, 14);
    Random random = {14};
    uint64_t listed = 0;
    int begun = 0, issued = 0, torn = 0;
    while (game_side(game) != NO_SIDE && game_position(game)->turn < 2) {
        Order order;
        const Position *view = game_view(game, game_side(game));
        assert_true(greedy_player.order(scenario, view, game_memo(game), &random, &order, &listed));
        const char *verb = scenario->system->orders[order.verb].verb;
        begun += !strcmp(verb, "sheet");
        issued += !strcmp(verb, "issue");
        torn += !strcmp(verb, "tear-up");
        assert_false(refused(game_do(game, &order)));
    }
    assert_true(begun >= 3);
    assert_int_equal(issued, begun);
    assert_int_equal(torn, 0);
    game_free(game);
    scenario_free(scenario);
}

/* 6.7: a person's sheet may list more units than one order of the player's own could name: all there are. */
static void long_sheet(void **state)
{
    (void)state;
    Scenario *scenario = loaded("tcs/dieulouard", NULL);
    const System *system = scenario->system;
    Game *game = begin(scenario, 14);
    Random random = {14};
    uint64_t listed = 0;
    Order order = {.verb = 0}, assign = {.verb = 0};
    while (strcmp(system->orders[order.verb].verb, "sheet")) {
        assert_true(
            greedy_player.order(scenario, game_view(game, game_side(game)), game_memo(game), &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    while (strcmp(system->orders[assign.verb].verb, "assign"))
        assign.verb++;
    order_add(&assign, 0, 2); /* attack */
    for (int name = 0; name < 60 && assign.count < 12; name++) {
        Order more = assign;
        order_add(&more, 1, (uint16_t)name);
        if (!refused(game_check(game, &more)))
            assign = more;
    }
    assert_int_equal(assign.count, 12); /* companies of six or more */
    assert_false(refused(game_do(game, &assign)));
    for (int i = 0; i < 3; i++) {
        assert_true(
            greedy_player.order(scenario, game_view(game, game_side(game)), game_memo(game), &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    game_free(game);
    scenario_free(scenario);
}

static void operational_combat(void **state)
{
    (void)state;
    for (uint64_t seed = 18; seed < 22; seed++) {
        play("ocs/taganrog-road", NULL, seed, 400);
        play("ocs/stalino", "edition=2", seed, 400);
        play("ocs/thirty-seventh-army", NULL, seed, 600);
    }
    play("ocs/thirty-seventh-army", "edition=2", 22, 600);
    play("ocs/don-gate", NULL, 23, 900);
    play("ocs/don-gate", "edition=2", 24, 900);
}

/* stars.2-3: the first German that acts ends the Americans' day. They have much to do on each of the first days. */
enum { BUSY = 10, DAYS = 6 };

static bool is_of(const Scenario *scenario, const Position *view, Piece piece, const char *nation)
{
    Look look;
    scenario->system->look(scenario, view, piece, &look);
    return !strcmp(look.nation, nation);
}

static void americans_go_first(void **state)
{
    (void)state;
    Scenario *scenario = loaded("wb95/two-stars", NULL);
    Game *game = begin(scenario, 14);
    Random random = {14};
    uint64_t listed = 0;
    int americans[DAYS + 1] = {0}, germans[DAYS + 1] = {0};
    while (game_side(game) != NO_SIDE && game_position(game)->turn <= DAYS) {
        const Position *view = game_view(game, game_side(game));
        bool moving = view->phase == 3 && !strcmp(scenario->system->questions[question(view)->kind].name, "movement");
        Order order;
        assert_true(greedy_player.order(scenario, view, game_memo(game), &random, &order, &listed));
        if (moving && order.count) {
            americans[view->turn] += is_of(scenario, view, order.value[0], "American");
            germans[view->turn] += is_of(scenario, view, order.value[0], "German");
        }
        assert_false(refused(game_do(game, &order)));
    }
    for (int day = 2; day <= DAYS; day++) {
        assert_true(americans[day] >= BUSY);
        assert_true(germans[day] >= BUSY);
    }
    game_free(game);
    scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nysa),
                                       cmocka_unit_test(two_stars),
                                       cmocka_unit_test(proud_monster),
                                       cmocka_unit_test(tactical),
                                       cmocka_unit_test(tactical_sheets),
                                       cmocka_unit_test(long_sheet),
                                       cmocka_unit_test(operational_combat),
                                       cmocka_unit_test(americans_go_first)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
