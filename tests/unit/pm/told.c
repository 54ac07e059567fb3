/* told.c — what a player sees beside the map is true: aims add up to the points of places, panels to the pools and
 * boxes, the contents of the RVGK are its owner's alone, and the units that an overlay says would starve do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/ai.h"
#include "core/game.h"
#include "systems/pm/pm.h"
#include "systems/systems.h"
#include "files.h"

static const Source source = {NULL, read_file};
static Aims aims;
static Panels panels;
static OverlayMarks marks;

static Scenario *load(const char *id)
{
    static Log log;
    log.count = 0;
    Scenario *scenario = scenario_load(system_named("pm"), id, NULL, &source, &log);
    assert_non_null(scenario);
    return scenario;
}

/* Points of the places among the aims of a side. */
static int points_of(const Scenario *scenario, const State *state, int side)
{
    int sum = 0;
    aims.aims = aims.refs = 0;
    pm_aims(scenario, &state->head, side, &aims);
    assert_int_equal(aims.aim[0].met,
                     (state->points >= data_of(scenario)->need[state->head.turn ? state->head.turn : 1]) ==
                         (side == GERMAN_SIDE));
    for (int i = 0; i < aims.aims; i++)
        if (aims.aim[i].rule == PM_4_2_1)
            sum += aims.aim[i].points * aims.aim[i].times;
    return sum;
}

static const Panel *panel_named(const char *name)
{
    for (int i = 0; i < panels.panels; i++)
        if (!strcmp(panels.panel[i].name, name))
            return &panels.panel[i];
    return NULL;
}

/* A strong row of a pool is the sum of the rows behind it, up to the next. */
static void pools_add_up(const State *state, const Book *data)
{
    const Panel *panel = panel_named("pool");
    int sum = 0, total = 0, dead = 0;
    assert_non_null(panel);
    for (int line = 0; line < data->lines; line++)
        total += state->pool_left[line];
    for (int i = panel->first + panel->rows - 1; i >= panel->first; i--) {
        const PanelRow *row = &panels.row[i];
        if (row->label.rule == PM_8_13_2) {
            dead = sum;
            assert_int_equal(row->value.arg[0], dead);
            sum = 0;
        } else if (row->strong) {
            assert_int_equal(row->value.arg[0], sum);
            total -= sum;
            sum = 0;
        } else {
            sum += row->value.arg[0];
        }
    }
    assert_int_equal(total, 0);
}

static void boxes_are_listed(const State *state, const Book *data)
{
    const Panel *panel = panel_named("reinforcements");
    for (int i = 0; panel && i < panel->rows; i++) {
        const PanelRow *row = &panels.row[panel->first + i];
        assert_int_equal(row->value.arg[0], row->pieces);
        for (int j = 0; j < row->pieces; j++)
            if (row->label.rule == PM_3_5_1) {
                assert_true(in_box(data, state, panels.ref[row->first + j], BOX_TURN + row->label.arg[0] - 1));
                assert_int_equal(state->unit[panels.ref[row->first + j]].side, row->label.arg[1]);
            }
    }
}

static bool tells_of_reserve(const Scenario *scenario, const Position *view)
{
    panels.panels = panels.rows = panels.refs = 0;
    pm_panels(scenario, view, NO_SIDE, &panels);
    const Panel *panel = panel_named("reinforcements");
    for (int i = 0; panel && i < panel->rows; i++)
        if (panels.row[panel->first + i].label.rule == PM_8_1_3)
            return true;
    return false;
}

static void what_is_told_is_so(void **unused)
{
    (void)unused;
    Scenario *scenario = load("pm/barbarossa");
    const Book *data = data_of(scenario);
    Game *game = game_new(scenario, &(GameStart){.fast_dice = true, .fast_seed = 19, .quiet = true});
    Random random = {19};
    uint64_t listed = 0;
    Order order;
    int reserves = 0, scored = 0;
    for (int i = 0; i < 1500 && game_side(game) != NO_SIDE; i++) {
        const State *state = state_of(game_position(game));
        int points = points_of_places(scenario, state);
        scored += points > 0;
        assert_int_equal(points_of(scenario, state, GERMAN_SIDE), points);
        assert_int_equal(points_of(scenario, state, SOVIET_SIDE), -points);
        panels.panels = panels.rows = panels.refs = 0;
        pm_panels(scenario, &state->head, NO_SIDE, &panels);
        assert_int_equal(panels.row[panel_named("score")->first].value.arg[0], state->points);
        pools_add_up(state, data);
        boxes_are_listed(state, data);
        if (count_in(state, box_of(data, BOX_RVGK))) {
            reserves++;
            assert_true(tells_of_reserve(scenario, game_view(game, SOVIET_SIDE)));
            assert_false(tells_of_reserve(scenario, game_view(game, GERMAN_SIDE)));
        }
        assert_true(random_player.order(scenario, game_view(game, game_side(game)), NULL, &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    assert_true(reserves > 0);
    assert_true(scored > 0);
    game_free(game);
    scenario_free(scenario);
}

/* Of every hex that an enemy could enter now; how many stacks would starve. */
static int starving_at(const Scenario *scenario, const State *state, int side)
{
    enum { SUPPLY, STARVING };
    int starved = 0;
    EACH_BIT(hex, data_of(scenario)->land, PM_WORDS) {
        OverlayAbout about = {.side = side, .piece = NO_PIECE, .hex = (Hex)hex};
        State fallen = *state;
        Supplies supplies;
        if (hex >= scenario->map->hexes || friend_in(state, enemy_of(side), (Hex)hex))
            continue;
        memset(&marks, 0, sizeof marks);
        assert_true(scenario->system->overlay(scenario, &state->head, STARVING, &about, &marks));
        set_bit(fallen.occupied[enemy_of(side)], hex);
        trace_supply(scenario, &fallen, side, &supplies);
        for (int place = 0; place < scenario->map->hexes; place++)
            if (marks.cut[place]) {
                bool starves = false; /* allies beneath the top may, where it does not (9.11-2) */
                for (Piece piece = state->top[place]; piece != NO_PIECE; piece = state->unit[piece].at.below)
                    starves |= supply_of(scenario, &fallen, &supplies, piece) == OUT_OF_SUPPLY;
                assert_true(friend_in(state, side, (Hex)place));
                assert_true(starves);
                starved++;
            }
    }
    return starved;
}

static void what_would_starve_does(void **unused)
{
    (void)unused;
    enum { ORDERS = 700, EVERY = 100 };
    Scenario *scenario = load("pm/barbarossa");
    Game *game = game_new(scenario, &(GameStart){.fast_dice = true, .fast_seed = 3, .quiet = true});
    Random random = {3};
    uint64_t listed = 0;
    Order order;
    int starved = 0;
    for (int i = 1; i <= ORDERS; i++) {
        for (int side = 0; i % EVERY == 0 && side < PLAYERS; side++)
            starved += starving_at(scenario, state_of(game_position(game)), side);
        assert_true(
            greedy_player.order(scenario, game_view(game, game_side(game)), game_memo(game), &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    assert_true(starved > 0);
    game_free(game);
    scenario_free(scenario);
}

/* Lists are long: every counter of either side is under a heading of its own. */
static void everybody_has_a_group(void **unused)
{
    (void)unused;
    Scenario *scenario = load("pm/barbarossa");
    Game *game = game_new(scenario, &(GameStart){.fast_dice = true, .fast_seed = 5, .quiet = true});
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        Look look;
        pm_look(scenario, game_position(game), piece, &look);
        assert_true(look.group > 0);
        assert_string_equal(look.formation, pm_group_name(scenario, look.group));
        assert_true(look.formation[0] != 0);
    }
    game_free(game);
    scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_told_is_so), cmocka_unit_test(what_would_starve_does),
                                       cmocka_unit_test(everybody_has_a_group)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
