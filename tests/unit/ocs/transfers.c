/* transfers.c — OCS 12.2: each way to carry supply that is offered can be ordered step by step, and does what it says.
 * What cannot get there in one phase is brought nearer and stays aboard, but never towards a hex of the enemy. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/ai.h"
#include "core/game.h"
#include "systems/ocs/air.h"
#include "systems/systems.h"
#include "files.h"

/* A game in which supply can be carried now. */
static Game *march(Scenario *scenario)
{
    enum { ORDERS = 2000 };
    Game *game = game_new(scenario, &(GameStart){.fast_dice = true, .fast_seed = 1, .quiet = true});
    Random random = {1};
    for (int i = 0; i < ORDERS; i++) {
        uint64_t hexes[OCS_WORDS] = {0}, listed = 0;
        Sentence words;
        Order order;
        const Position *view = game_view(game, game_side(game));
        if (scenario->system->senders(scenario, view, hexes, &words))
            return game;
        assert_true(greedy_player.order(scenario, view, game_memo(game), &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    fail_msg("nothing can be carried");
    return NULL;
}

/* Gives the orders of one way, and takes them back; where the supply is at the end, and how much more there is. */
static int carry(Game *game, const Transfer *way, int side, Hex at)
{
    char why[200];
    const State *state = state_of(game_position(game));
    const Pile *pile = pile_in(state, side, at);
    int before = pile ? tokens_of(pile) : 0;
    for (int i = 0; i < way->orders; i++)
        assert_false(refused(game_do(game, &way->order[i])));
    pile = pile_in(state_of(game_position(game)), side, at);
    int more = (pile ? tokens_of(pile) : 0) - before;
    for (int i = 0; i < way->orders; i++)
        assert_true(game_undo(game, why));
    return more;
}

static void each_way_does_what_it_says(void **unused)
{
    (void)unused;
    enum { EVERY = 7 };
    const Source source = {NULL, read_file};
    static Log log;
    Scenario *scenario = scenario_load(system_named("ocs"), "ocs/don-gate", NULL, &source, &log);
    assert_non_null(scenario);
    Game *game = march(scenario);
    const Map *map = scenario->map;
    int side = game_side(game), whole = 0, part = 0, none = 0;
    uint64_t hexes[OCS_WORDS] = {0};
    Sentence words;
    const Position *view = game_view(game, side);
    assert_true(scenario->system->senders(scenario, view, hexes, &words));
    EACH_BIT(from, hexes, OCS_WORDS)
        for (int to = from % EVERY; to < map->hexes; to += EVERY) {
            Transfer way[TRANSFERS];
            view = game_view(game, side); /* orders were given and taken back */
            Refusal why;
            int most, ways = scenario->system->transfers(scenario, view, (Hex)from, (Hex)to, 0, way, &most, &why);
            if (!ways) {
                assert_true(refused(why));
                none++;
            }
            for (int i = 0; i < ways; i++) {
                bool partway = !strcmp(way[i].words.words, "ocs.transfer-partway");
                Hex end = partway ? (Hex)way[i].words.arg[1] : (Hex)to;
                assert_int_equal(carry(game, &way[i], side, end), way[i].words.arg[0]);
                whole += !partway;
                part += partway;
                if (!partway)
                    continue;
                assert_true(map_distance(map, end, (Hex)to) < map_distance(map, (Hex)from, (Hex)to));
                assert_false(enemy_in(state_of(view), side, (Hex)to));
            }
        }
    assert_true(whole > 0 && part > 0 && none > 0);
    game_free(game);
    scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_way_does_what_it_says)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
