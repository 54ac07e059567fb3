/* played.h — scenarios of the project's own data, loaded and played at random, for unit tests that look at every
 * position of a game. */
#ifndef SANDTABLE_TEST_PLAYED_H
#define SANDTABLE_TEST_PLAYED_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ai/ai.h"
#include "core/game.h"
#include "systems/systems.h"
#include "files.h"

/* The scenario of that id; of "SYSTEM/empty" the lab's blank ground. */
static inline Scenario *loaded(const char *id, const char *options)
{
    static Log log;
    const Source source = {NULL, read_file};
    const char *slash = strchr(id, '/');
    log.count = 0;
    Scenario *scenario = slash && !strcmp(slash, "/empty")
                             ? scenario_blank(system_named(id), 10, 10, options, &source, &log)
                             : scenario_load(system_named(id), id, options, &source, &log);
    assert_non_null(scenario);
    return scenario;
}

/* Plays so many orders at most, and calls back before each. */
static inline void play_at_random(const char *id, const char *options, uint64_t seed, int most,
                                  void (*see)(Game *game, void *context), void *context)
{
    Scenario *scenario = loaded(id, options);
    GameStart start = {.fast_dice = true, .fast_seed = seed, .quiet = true};
    Game *game = game_new(scenario, &start);
    Random random = {seed};
    uint64_t listed = 0;
    for (int i = 0; i < most && game_side(game) != NO_SIDE; i++) {
        Order order;
        see(game, context);
        assert_true(random_player.order(scenario, game_view(game, game_side(game)), NULL, &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    game_free(game);
    scenario_free(scenario);
}

#endif
