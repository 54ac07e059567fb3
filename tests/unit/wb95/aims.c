/* aims.c — the goals shown to a side are what is counted: the points of all aims are the score, whatever has happened;
 * and the panel of points says the same. */
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
#include "systems/wb95/fight.h"
#include "files.h"

static const Source source = {NULL, read_file};
static Aims aims;
static Panels panels;

static int points_of(const Scenario *scenario, const State *state, int side)
{
    int sum = 0;
    aims.aims = aims.refs = 0;
    wb95_aims(scenario, &state->head, side, &aims);
    for (int i = 0; i < aims.aims; i++) {
        assert_int_equal(aims.aim[i].side, side);
        assert_int_equal(aims.aim[i].met, aims.aim[i].points ? aims.aim[i].times > 0 : aims.aim[i].met);
        sum += aims.aim[i].points * aims.aim[i].times;
    }
    return data_of(scenario)->special.halved >> side & 1 ? sum / 2 : sum;
}

/* The rows that sum up the sides are in their order. */
static void panel_says(const Scenario *scenario, const State *state, const Score *score)
{
    int side = 0;
    panels.panels = panels.rows = panels.refs = 0;
    wb95_panels(scenario, &state->head, NO_SIDE, &panels);
    assert_string_equal(panels.panel[0].name, "score");
    for (int i = 0; i < panels.panel[0].rows; i++) {
        if (!panels.row[i].strong)
            continue;
        assert_int_equal(panels.row[i].label.arg[0], side);
        assert_int_equal(panels.row[i].value.arg[0], score->points[side]);
        side++;
    }
    assert_int_equal(side, scenario->sides);
}

static int compare(const char *id, const char *options)
{
    static Log log;
    Scenario *scenario = scenario_load(system_named("wb95"), id, options, &source, &log);
    assert_non_null(scenario);
    Game *game = game_new(scenario, &(GameStart){.fast_dice = true, .fast_seed = 11});
    Random random = {7};
    Order order;
    uint64_t listed = 0;
    int changes = 0, before = -1;
    for (int i = 0; i < 1500 && game_side(game) != NO_SIDE; i++) {
        const State *state = state_of(game_position(game));
        Score score;
        victory_score(scenario, state, &score);
        for (int side = 0; side < scenario->sides; side++)
            assert_int_equal(points_of(scenario, state, side), score.points[side]);
        panel_says(scenario, state, &score);
        changes += score.points[0] != before;
        before = score.points[0];
        assert_true(random_player.order(scenario, game_view(game, game_side(game)), NULL, &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    game_free(game);
    scenario_free(scenario);
    return changes;
}

static void aims_are_the_score(void **state)
{
    (void)state;
    assert_true(compare("wb95/nysa", NULL) > 1);
    assert_true(compare("wb95/two-stars", NULL) > 3);
    assert_true(compare("wb95/two-stars", "players=3") > 3);
}

/* nysa.8-1: leaving is an aim of one side, and keeping it from that of the other; both name the zone's hexes. */
static void leaving_is_an_aim(void **state)
{
    (void)state;
    static Log log;
    Scenario *scenario = scenario_load(system_named("wb95"), "wb95/nysa", NULL, &source, &log);
    Game *game = game_new(scenario, &(GameStart){.fast_dice = true});
    const Special *special = &data_of(scenario)->special;
    State *position = (State *)game_lab(game);
    for (int left = 0; left <= special->exit_cel; left += special->exit_cel)
        for (int side = 0; side < scenario->sides; side++) {
            position->exited_cel = (uint8_t)left;
            aims.aims = aims.refs = 0;
            wb95_aims(scenario, &position->head, side, &aims);
            bool own = side == special->exit_side;
            assert_int_equal(aims.aim[0].kind, own ? AIM_EXIT : AIM_CUT);
            assert_int_equal(aims.aim[0].met, own == (left > 0));
            assert_true(aims.aim[0].together && aims.aim[0].hexes > 0);
            for (int i = 0; i < aims.aim[0].hexes; i++)
                assert_true(area_has(&scenario->map->area_list[special->exit_zone], aims.ref[aims.aim[0].first + i]));
        }
    game_free(game);
    scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(aims_are_the_score), cmocka_unit_test(leaving_is_an_aim)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
