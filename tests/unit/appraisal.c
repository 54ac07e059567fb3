/* appraisal.c — what a position promises: the table that is read, the sums that are made of it, and the player that
 * judges unfinished games by them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/weigh.h"
#include "core/appraisal.h"
#include "core/game.h"
#include "systems/systems.h"
#include "played.h"

#define HEAD "side\tfeature\tchance\tchance-left\tmargin\tmargin-left\n"

/* The data, with this table for every scenario that asks for one. */
static char *read_with(void *context, const char *name, size_t *length)
{
    const char *table = context;
    if (!strstr(name, "/appraisals/"))
        return read_file(NULL, name, length);
    *length = strlen(table);
    return strdup(table);
}

static Scenario *with_table(const char *id, const char *table, Log *log)
{
    const Source source = {(void *)table, read_with};
    char name[16];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(id, "/"), id);
    return scenario_load(system_named(name), id, NULL, &source, log);
}

static Promise promised(const char *table, int side, int turns)
{
    Log log = {.count = 0};
    Scenario *scenario = with_table("wb95/muskau", table, &log);
    assert_non_null(scenario);
    GameStart start = {.fast_dice = true, .fast_seed = 1, .quiet = true};
    Game *game = game_new(scenario, &start);
    scenario->turns = turns;
    Promise promise = appraise(scenario, game_position(game), side);
    game_free(game);
    scenario_free(scenario);
    return promise;
}

/* The logistic function of the log odds, and a margin in hundredths; the other side is promised the rest. */
static void sums(void **state)
{
    (void)state;
    const struct {
        const char *row;
        int chance, margin;
    } of[] = {{"-\tbase\t0\t0\t0\t0\n", 500, 0},
              {"-\tbase\t1000000\t0\t2500000\t0\n", 731, 250},
              {"-\tbase\t-1000000\t0\t-2500000\t0\n", 269, -250},
              {"-\tbase\t1125000\t0\t0\t0\n", 754, 0},
              {"-\tbase\t2000000000\t0\t2000000000\t0\n", 998, 200000},
              {"-\tbase\t-2000000000\t0\t0\t0\n", 2, 0}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char table[200];
        snprintf(table, sizeof table, HEAD "%s", of[i].row);
        Promise first = promised(table, 0, 4), second = promised(table, 1, 4);
        assert_int_equal(first.chance, of[i].chance);
        assert_int_equal(first.margin, of[i].margin);
        assert_int_equal(second.chance, 1000 - of[i].chance);
        assert_int_equal(second.margin, -of[i].margin);
    }
}

/* `left` counts in proportion to the turns that are left: three of four in the first. */
static void turns(void **state)
{
    (void)state;
    const char *table = HEAD "-\tbase\t0\t0\t1000000\t4000000\n";
    assert_int_equal(promised(table, 0, 0).margin, 100);
    assert_int_equal(promised(table, 0, 1).margin, 100);
    assert_int_equal(promised(table, 0, 4).margin, 400);
}

/* A weight of a feature counts as often as the side has it. */
static void features(void **state)
{
    (void)state;
    Log log = {.count = 0};
    Scenario *scenario = with_table("wb95/muskau", HEAD "german\tsteps\t0\t0\t-1000000\t0\n", &log);
    assert_non_null(scenario);
    GameStart start = {.fast_dice = true, .fast_seed = 1, .quiet = true};
    Game *game = game_new(scenario, &start);
    int32_t feature[SIDES][FEATURES_MAX] = {{0}};
    int steps = 0;
    scenario->system->features(scenario, game_position(game), feature);
    while (strcmp(scenario->system->feature_names[steps], "steps"))
        steps++;
    assert_true(feature[1][steps] > 0);
    assert_int_equal(appraise(scenario, game_position(game), 0).margin, -100 * feature[1][steps]);
    game_free(game);
    scenario_free(scenario);
}

/* Every mistake of a table is reported, and the scenario is not loaded with it. */
static void mistakes(void **state)
{
    (void)state;
    const char *const wrong[][2] = {{HEAD "nobody\tsteps\t0\t0\t0\t0\n", "expected one of the scenario's sides"},
                                    {HEAD "german\tcourage\t0\t0\t0\t0\n", "courage"},
                                    {HEAD "german\tsteps\tmuch\t0\t0\t0\n", "whole number"},
                                    {HEAD "german\tsteps\t0\t0\t0\t0\ngerman\tsteps\t0\t0\t0\t0\n", "already"},
                                    {"side\tfeature\tchance\n", "chance-left"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        Log log = {.count = 0};
        assert_null(with_table("wb95/muskau", wrong[i][0], &log));
        assert_true(log.count > 0);
        assert_non_null(strstr(log.mistake[0].words, wrong[i][1]));
    }
}

/* A rollout that stops before the end is worth what its last position promises. */
static void unfinished(void **state)
{
    (void)state;
    Log log = {.count = 0};
    Scenario *scenario = with_table("wb95/nysa", HEAD "-\tbase\t3000000\t0\t700000000\t0\n", &log);
    assert_non_null(scenario);
    GameStart start = {.fast_dice = true, .fast_seed = 1, .quiet = true};
    Game *game = game_new(scenario, &start);
    Player player = search_player;
    player.budget = 60000;
    Memo *memo = calloc(1, scenario->system->memo_size + 1);
    void *mind = malloc(player_room(&player, scenario));
    Thinking thinking = {0};
    Random random = {1};
    int side = game_side(game);
    assert_true(weigh_order(&player, scenario, game_view(game, side), memo, mind, &thinking, &random, NULL));
    assert_true(thinking.why.worlds > 0);
    assert_int_equal(thinking.why.tried[0].chance, side ? 47 : 953);
    assert_int_equal(thinking.why.tried[0].margin, side ? -70000 : 70000);
    free(memo);
    free(mind);
    game_free(game);
    scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums), cmocka_unit_test(turns), cmocka_unit_test(features),
                                       cmocka_unit_test(mistakes), cmocka_unit_test(unfinished)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
