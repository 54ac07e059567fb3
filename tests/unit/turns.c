/* turns.c — a server plays many games in turn in one thread: what the rules keep there of one position changes no
 * answer about another, and a view whose memory was given back is the same again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ai/ai.h"
#include "core/game.h"
#include "core/room.h"
#include "systems/systems.h"
#include "played.h"

enum { GAMES = 3, PAGE = 1024 };

/* All that is asked about a position here. */
typedef struct Answers {
    Openings openings;
    uint64_t choices;
    Position *imagined;
} Answers;

static uint64_t mixed(uint64_t hash, uint64_t value) { return (hash ^ value) * 1099511628211u; }

/* Of every verb that is open, and of the first counter that can begin it. */
static uint64_t choices_in(const Scenario *scenario, const Position *view, const Openings *openings)
{
    static Choices list;
    uint64_t hash = 0;
    int last = -1;
    for (int i = 0; i < openings->count; i++) {
        const Opening *opening = &openings->opening[i];
        Order order = order_of(opening->verb);
        if (opening->verb == last || opening->slot == SLOT_VERB)
            continue;
        last = opening->verb;
        for (int slots = 0; slots < 2; slots++) {
            list.count = 0;
            list.complete = false;
            scenario->system->choices(scenario, view, &order, &list);
            hash = mixed(hash, (uint64_t)list.count);
            for (int j = 0; j < list.count; j++)
                hash = mixed(hash, (uint64_t)list.choice[j].slot << 16 | list.choice[j].value);
            order_add(&order, opening->slot, opening->value);
        }
    }
    return hash;
}

static void ask(const Scenario *scenario, const Position *view, int side, Answers *out)
{
    Random random = {1};
    list_openings(scenario, view, NULL, &out->openings);
    out->choices = choices_in(scenario, view, &out->openings);
    memset(out->imagined, 0, scenario->system->position_size);
    scenario->system->imagine(scenario, view, side, &random, out->imagined);
}

/* With what the thread keeps, and with nothing. */
static void compare_answers(const Scenario *scenario, Game *game, Answers *kept, Answers *fresh)
{
    int side = game_side(game);
    const Position *view = game_view(game, side);
    ask(scenario, view, side, kept);
    ask(scenario, view, side, kept); /* once more: now it is kept */
    rooms_forget();
    ask(scenario, view, side, fresh);
    assert_int_equal(kept->openings.count, fresh->openings.count);
    assert_memory_equal(kept->openings.opening, fresh->openings.opening,
                        (size_t)fresh->openings.count * sizeof(Opening));
    assert_true(kept->choices == fresh->choices);
    assert_memory_equal(kept->imagined, fresh->imagined, scenario->system->position_size);
}

/* Whatever part of it is set to zero. */
static void compare_idle_view(const Scenario *scenario, Game *game, int side, Random *random, Position *expected)
{
    size_t size, position = scenario->system->position_size;
    memcpy(expected, game_view(game, side), position);
    char *room = game_idle_view(game, side, &size);
    size_t first = random_below(random, (uint32_t)size / PAGE) * PAGE;
    memset(room + first, 0, 1 + random_below(random, (uint32_t)(size - first)));
    assert_memory_equal(expected, game_view(game, side), position);
}

static Game *begun(const Scenario *scenario, uint64_t seed)
{
    GameStart start = {.fast_dice = true, .fast_seed = seed};
    return game_new(scenario, &start);
}

static void play_in_turn(const char *id, const char *options, int orders)
{
    Scenario *scenario = loaded(id, options);
    size_t size = (scenario->system->position_size + 63) / 64 * 64;
    Position *expected = aligned_alloc(64, size);
    Answers *kept = malloc(sizeof *kept), *fresh = malloc(sizeof *fresh);
    kept->imagined = aligned_alloc(64, size);
    fresh->imagined = aligned_alloc(64, size);
    Game *game[GAMES];
    Random random = {7};
    for (int i = 0; i < GAMES; i++)
        game[i] = begun(scenario, (uint64_t)i + 1);
    for (int i = 0; i < orders; i++) {
        int number = (int)random_below(&random, GAMES), side = game_side(game[number]);
        Game *now = game[number];
        uint64_t listed = 0;
        Order order;
        if (side == NO_SIDE) {
            game_free(now);
            game[number] = begun(scenario, (uint64_t)i);
            continue;
        }
        if (i % 8 == 0)
            compare_answers(scenario, now, kept, fresh);
        if (i % 8 == 4)
            compare_idle_view(scenario, now, i / 8 % scenario->sides, &random, expected);
        assert_true(random_player.order(scenario, game_view(now, side), NULL, &random, &order, &listed));
        assert_false(refused(game_do(now, &order)));
    }
    for (int i = 0; i < GAMES; i++)
        game_free(game[i]);
    free(kept->imagined);
    free(fresh->imagined);
    free(kept);
    free(fresh);
    free(expected);
    scenario_free(scenario);
}

static void nysa(void **state)
{
    (void)state;
    play_in_turn("wb95/nysa", NULL, 6000);
}

static void dvina(void **state)
{
    (void)state;
    play_in_turn("pm/dvina", NULL, 12000);
}

static void stalino(void **state)
{
    (void)state;
    play_in_turn("ocs/stalino", NULL, 12000);
}

static void ridge_and_hollow(void **state)
{
    (void)state;
    play_in_turn("tcs/ridge-and-hollow", NULL, 6000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nysa), cmocka_unit_test(dvina), cmocka_unit_test(stalino),
                                       cmocka_unit_test(ridge_and_hollow)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
