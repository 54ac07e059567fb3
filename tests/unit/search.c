/* search.c — the searching player answers by the view, its seed and its budget alone: whatever is true behind the view,
 * and whatever its memo and its room held before, it gives the same order, and a legal one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/weigh.h"
#include "core/game.h"
#include "systems/systems.h"
#include "played.h"

/* What one player works in. */
typedef struct Desk {
    Memo *memo;
    void *mind;
    size_t memo_size, room;
} Desk;

static Desk desk_for(const Scenario *scenario)
{
    Desk desk = {.memo_size = scenario->system->memo_size, .room = player_room(&search_deep_player, scenario)};
    desk.memo = calloc(1, desk.memo_size + 1);
    desk.mind = malloc(desk.room);
    assert_non_null(desk.memo);
    assert_non_null(desk.mind);
    return desk;
}

static void desk_clear(const Desk *desk, int with)
{
    memset(desk->memo, 0, desk->memo_size);
    memset(desk->mind, with, desk->room);
}

static void desk_free(const Desk *desk)
{
    free(desk->memo);
    free(desk->mind);
}

static Position *position_for(const Scenario *scenario)
{
    Position *position = calloc(1, scenario->system->position_size);
    assert_non_null(position);
    return position;
}

/* The view of another truth that may be behind it; the same bytes. */
static void see_twin(const Scenario *scenario, const Game *game, const Position *view, Random *random, Position *truth,
                     Position *twin)
{
    int side = game_side(game);
    memcpy(truth, game_position(game), scenario->system->position_size);
    if (scenario->system->shuffle_hidden)
        scenario->system->shuffle_hidden(scenario, truth, side, random);
    scenario->system->mask(scenario, truth, side, twin);
    twin->orders = 0;
    assert_memory_equal(twin, view, scenario->system->position_size);
}

/* Plays a game by the player, after so many orders of the greedy one, and answers each question twice. */
static void twins(const char *id, const char *options, const Player *player, uint64_t seed, int before, int most)
{
    Scenario *scenario = loaded(id, options);
    GameStart start = {.fast_dice = true, .fast_seed = seed, .quiet = true};
    Game *game = game_new(scenario, &start);
    Desk used = desk_for(scenario), fresh = desk_for(scenario);
    Position *truth = position_for(scenario), *twin = position_for(scenario);
    Random random = {seed}, other = {~seed};
    Thinking thinking[SIDES] = {0};
    uint64_t listed = 0;
    for (int i = 0; i < before + most && game_side(game) != NO_SIDE; i++) {
        const Position *view = game_view(game, game_side(game));
        const Player *now = i < before ? &greedy_player : player;
        Order order, again;
        see_twin(scenario, game, view, &other, truth, twin);
        Random same = random;
        Thinking purse = thinking[game_side(game)], *kept = &thinking[game_side(game)];
        desk_clear(&fresh, i & 0xFF);
        assert_true(player_order(now, scenario, view, used.memo, used.mind, kept, &random, &order, &listed));
        assert_true(player_order(now, scenario, twin, fresh.memo, fresh.mind, &purse, &same, &again, &listed));
        assert_true(order_same(&order, &again));
        assert_int_equal(random.state, same.state);
        assert_int_equal(kept->spent, purse.spent);
        assert_int_equal(kept->why.count, purse.why.count);
        assert_false(refused(game_do(game, &order)));
    }
    free(truth);
    free(twin);
    desk_free(&used);
    desk_free(&fresh);
    game_free(game);
    scenario_free(scenario);
}

/* Small budgets, so that the test is quick; the question is the same. */
static Player with_budget(uint32_t budget)
{
    Player player = search_quick_player;
    player.budget = budget;
    return player;
}

static void small_games(void **state)
{
    (void)state;
    Player player = with_budget(4000);
    twins("wb95/muskau", NULL, &player, 1, 0, 30);
    twins("pm/dvina", NULL, &player, 2, 0, 30);
    twins("ocs/taganrog-road", NULL, &player, 3, 0, 30);
    twins("ocs/stalino", "edition=2", &player, 4, 20, 40);
    twins("tcs/first-fire", NULL, &player, 5, 0, 30);
    twins("tcs/ridge-and-hollow", NULL, &player, 6, 20, 30);
}

/* Budgets under which a question of a large battle is searched by lot, and those under which it is not at all. */
static void large_games(void **state)
{
    (void)state;
    Player rich = with_budget(1000000), poor = with_budget(3000);
    twins("wb95/nysa", NULL, &rich, 7, 60, 2);
    twins("tcs/dieulouard", NULL, &rich, 11, 60, 1);
    twins("wb95/two-stars", "players=3", &rich, 8, 40, 1);
    twins("pm/barbarossa", NULL, &poor, 9, 60, 30);
    twins("ocs/don-gate", NULL, &rich, 10, 40, 1);
}

/* A level is a budget and nothing else, and more of it is deeper. */
static void levels(void **state)
{
    (void)state;
    assert_ptr_equal(player_named("search"), &search_player);
    assert_ptr_equal(search_quick_player.think, search_player.think);
    assert_ptr_equal(search_deep_player.think, search_player.think);
    assert_true(search_quick_player.budget < search_player.budget);
    assert_true(search_player.budget < search_deep_player.budget);
    assert_int_equal(player_room(&greedy_player, NULL), 0);
}

/* A game that is begun, and what a player needs to answer in it. */
typedef struct Seat {
    Scenario *scenario;
    Game *game;
    Desk desk;
    Random random;
    Thinking thinking[SIDES];
} Seat;

static Seat *seat_at(const char *id, uint64_t seed)
{
    Seat *seat = calloc(1, sizeof *seat);
    assert_non_null(seat);
    seat->scenario = loaded(id, NULL);
    seat->game = game_new(seat->scenario, &(GameStart){.fast_dice = true, .fast_seed = seed, .quiet = true});
    seat->desk = desk_for(seat->scenario);
    seat->random = (Random){seed};
    return seat;
}

static void seat_free(Seat *seat)
{
    desk_free(&seat->desk);
    game_free(seat->game);
    scenario_free(seat->scenario);
    free(seat);
}

static Thinking *answer(Seat *seat, const Player *player, Order *order)
{
    int side = game_side(seat->game);
    uint64_t listed = 0;
    assert_true(player_order(player, seat->scenario, game_view(seat->game, side), seat->desk.memo, seat->desk.mind,
                             &seat->thinking[side], &seat->random, order, &listed));
    return &seat->thinking[side];
}

/* The unsure one ends its games by legal orders, and they are not all the greedy one's. */
static void unsure(void **state)
{
    (void)state;
    int others = 0;
    Seat *seat = seat_at("wb95/muskau", 8);
    while (game_side(seat->game) != NO_SIDE && game_orders(seat->game) < 2000) {
        Order order, greedy;
        uint64_t listed = 0;
        Random same = seat->random;
        assert_true(greedy_player.order(seat->scenario, game_view(seat->game, game_side(seat->game)), seat->desk.memo,
                                        &same, &greedy, &listed));
        answer(seat, &novice_player, &order);
        others += !order_same(&order, &greedy);
        assert_false(refused(game_do(seat->game, &order)));
    }
    assert_int_equal(game_side(seat->game), NO_SIDE);
    assert_true(others > 10);
    seat_free(seat);
}

/* However many questions a turn asks, they cost its budget and no more, but for the rollout that is under way. */
static void purse(void **state)
{
    (void)state;
    enum { COST = 40, ROLLOUT = 3000 };
    Player player = with_budget(4000);
    int64_t most = 0;
    Seat *seat = seat_at("ocs/stalino", 3);
    for (int i = 0; i < 200 && game_side(seat->game) != NO_SIDE; i++) {
        Order order;
        Thinking *thinking = answer(seat, &player, &order);
        assert_true(thinking->spent <= (4000 + ROLLOUT) * COST);
        most = thinking->spent > most ? thinking->spent : most;
        assert_false(refused(game_do(seat->game, &order)));
    }
    assert_true(most > 4000 * COST / 4);
    seat_free(seat);
}

/* The order that is given comes first among those it lists, and each chance is one. */
static void reasons(void **state)
{
    (void)state;
    Player player = with_budget(60000);
    int told = 0;
    Seat *seat = seat_at("wb95/muskau", 5);
    for (int i = 0; i < 20 && game_side(seat->game) != NO_SIDE; i++) {
        Order order;
        const Why *why = &answer(seat, &player, &order)->why;
        if (why->count) {
            assert_true(order_same(&why->tried[0].order, &order));
            assert_true(why->worlds >= 1);
            told++;
        }
        for (int j = 0; j < why->count; j++) {
            assert_in_range(why->tried[j].chance, 0, 1000);
            assert_in_range(why->tried[j].chance_error, 0, 500);
            for (int k = 0; k < j; k++)
                assert_false(order_same(&why->tried[j].order, &why->tried[k].order));
        }
        assert_false(refused(game_do(seat->game, &order)));
    }
    assert_true(told >= 5);
    seat_free(seat);
}

/* A player stopped at once gives the greedy player's order, having tried nothing; one asked about an order puts it
 * first. */
static void stopped_and_asked(void **state)
{
    (void)state;
    static const _Atomic bool stop = true;
    Player player = with_budget(3000);
    Seat *seat = seat_at("pm/dvina", 6);
    for (int i = 0; i < 8 && game_side(seat->game) != NO_SIDE; i++) {
        int side = game_side(seat->game);
        const Position *view = game_view(seat->game, side);
        Thinking asked = {0};
        Order order;
        seat->thinking[side].stop = &stop;
        Thinking *thinking = answer(seat, &player, &order);
        assert_int_equal(thinking->why.count, 0);
        assert_true(thinking->spent < 100 * 3000);
        assert_true(weigh_order(&player, seat->scenario, view, seat->desk.memo, seat->desk.mind, &asked, &seat->random,
                                &order));
        assert_true(order_same(&asked.why.tried[0].order, &order));
        assert_false(refused(game_do(seat->game, &order)));
    }
    seat_free(seat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(small_games), cmocka_unit_test(large_games),
                                       cmocka_unit_test(levels),      cmocka_unit_test(purse),
                                       cmocka_unit_test(reasons),     cmocka_unit_test(stopped_and_asked),
                                       cmocka_unit_test(unsure)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
