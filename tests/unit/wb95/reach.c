/* reach.c — a reach lists exactly the hexes that steps lead to, and what it says of the way there is true: every way a
 * counter could take in movement, retreat and pursuit is walked out in positions of random games, and compared. */
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
#include "systems/wb95/walk.h"
#include "played.h"

enum { MP_MOST = 16 * MP, WALKERS_MOST = WB95_HEXES * 64 };

/* Walkers still to go on, and all there have been: by hex, MPs left and what they have used of the extra hex. */
static struct {
    Hex hex;
    int16_t mp;
    uint32_t now;
} waiting[WALKERS_MOST];
static int walkers;
static uint8_t been[WB95_HEXES][MP_MOST + 1];
static int16_t left[WB95_HEXES]; /* the most MPs an order could end there with, or -1 */
static bool extra[WB95_HEXES];   /* it can end there by the extra hex of secondary route */
static Reach reach;
static int second_ways, compared, fought;

static void note(const Walker *walker)
{
    bool used = walker->now & BONUS_STEP;
    unsigned state = 1u << (used ? 2 : (walker->now & SECONDARY_ONLY) != 0);
    assert_in_range(walker->mp, 0, MP_MOST);
    if (been[walker->hex][walker->mp] & state)
        return;
    been[walker->hex][walker->mp] |= (uint8_t)state;
    if (walker_may_stop(walker) && used)
        extra[walker->hex] = true;
    else if (walker_may_stop(walker) && walker->mp > left[walker->hex])
        left[walker->hex] = (int16_t)walker->mp;
    assert_true(walkers < WALKERS_MOST);
    waiting[walkers].hex = walker->hex;
    waiting[walkers].mp = (int16_t)walker->mp;
    waiting[walkers++].now = walker->now;
}

static void walk_everywhere(Walker walker)
{
    while (walkers) {
        walkers--;
        walker.hex = waiting[walkers].hex;
        walker.mp = waiting[walkers].mp;
        walker.now = waiting[walkers].now;
        for (int edge = 0; edge < EDGES; edge++) {
            Walker next = walker;
            if (!refused(walker_step(&next, (Edge)edge)))
                note(&next);
        }
    }
}

static void forget(void)
{
    memset(been, 0, sizeof been);
    memset(left, 0xFF, sizeof left);
    memset(extra, 0, sizeof extra);
    walkers = 0;
}

/* The way to an end is legal and leaves what the reach says. */
static void try_way(const Scenario *scenario, const Position *view, const Order *prefix, Hex start, Hex end)
{
    Order order = *prefix;
    assert_true(reach_path(&reach, start, end, &order, 1));
    assert_int_equal(order.value[order.count - 1], end);
    assert_false(refused(scenario->system->check(scenario, view, &order)));
    second_ways += by_second_way(&reach, end);
}

static void compare(const Scenario *scenario, const Position *view, const Order *prefix, Hex start, int mp)
{
    static bool listed[WB95_HEXES];
    memset(listed, 0, sizeof listed);
    reach.count = 0;
    scenario->system->reach(scenario, view, prefix, &reach);
    for (int i = 0; i < reach.count; i++) {
        Hex end = reach.hex[i];
        assert_false(listed[end]);
        listed[end] = true;
        assert_int_equal(reach.cost[end], left[end] >= 0 ? mp - left[end] : mp);
        try_way(scenario, view, prefix, start, end);
    }
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (hex != start && listed[hex] != (left[hex] >= 0 || extra[hex]))
            fail_msg("hex %d: steps lead there %d, listed %d", hex, left[hex] >= 0 || extra[hex], listed[hex]);
    compared++;
}

static void look(const Scenario *scenario, const Position *view, const Opening *opening)
{
    Piece piece = opening->value;
    Order prefix = order_of(opening->verb);
    order_add(&prefix, 0, piece);
    Walker walker = walker_of(scenario, (const State *)view, piece);
    forget();
    if (opening->verb == DO_MOVE) {
        note(&walker);
        left[walker.hex] = -1; /* its present hex is no end */
        walk_everywhere(walker);
        compare(scenario, view, &prefix, walker.hex, walker.mp);
        return;
    }
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        Walker entered = walker;
        if (enter_by(&entered, (Hex)hex, NULL))
            note(&entered);
    }
    walk_everywhere(walker);
    compare(scenario, view, &prefix, NO_HEX, walker.mp);
}

/* Retreats and pursuits are short: every path is felt out step by step, as the choices list them. */
static void feel_out(const Scenario *scenario, const Position *view, const Order *prefix, bool *ends)
{
    static Choices lists[ORDER_ARGS];
    Choices *choices = &lists[prefix->count];
    choices->count = 0;
    choices->complete = false;
    scenario->system->choices(scenario, view, prefix, choices);
    if (choices->complete)
        ends[prefix->value[prefix->count - 1]] = true;
    for (int i = 0; i < choices->count; i++) {
        if (choices->choice[i].slot > 1)
            continue; /* units that go along change nothing of the way */
        Order longer = *prefix;
        order_add(&longer, choices->choice[i].slot, choices->choice[i].value);
        feel_out(scenario, view, &longer, ends);
    }
}

static void look_at_combat(const Scenario *scenario, const Position *view, const Opening *opening)
{
    static bool ends[WB95_HEXES], listed[WB95_HEXES];
    Order prefix = order_of(opening->verb);
    order_add(&prefix, 0, opening->value);
    memset(ends, 0, sizeof ends);
    memset(listed, 0, sizeof listed);
    feel_out(scenario, view, &prefix, ends);
    Hex start = scenario->system->where(scenario, view, opening->value);
    reach.count = 0;
    scenario->system->reach(scenario, view, &prefix, &reach);
    for (int i = 0; i < reach.count; i++) {
        assert_false(listed[reach.hex[i]]);
        listed[reach.hex[i]] = true;
        try_way(scenario, view, &prefix, start, reach.hex[i]);
    }
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (hex != start && listed[hex] != ends[hex])
            fail_msg("verb %d hex %d: choices lead there %d, listed %d", opening->verb, hex, ends[hex], listed[hex]);
    fought++;
}

/* Looks at a counter of every few positions. */
static void play(const char *id, const char *options, uint64_t seed, int most, int every)
{
    static Openings openings;
    Scenario *scenario = loaded(id, options);
    GameStart start = {.fast_dice = true, .fast_seed = seed, .quiet = true};
    Game *game = game_new(scenario, &start);
    Random random = {seed};
    uint64_t listed = 0;
    for (int i = 0; i < most && game_side(game) != NO_SIDE; i++) {
        const Position *view = game_view(game, game_side(game));
        int kind = question(view)->kind;
        Order order;
        if (i % every == 0 && (kind == ASK_MOVEMENT || kind == ASK_STRATEGIC)) {
            list_openings(scenario, view, NULL, &openings);
            const Opening *opening = &openings.opening[random_below(&random, (uint32_t)openings.count)];
            if (opening->verb == DO_MOVE || opening->verb == DO_ENTER)
                look(scenario, view, opening);
        }
        if (kind == ASK_RETREAT || kind == ASK_PURSUIT) {
            list_openings(scenario, view, NULL, &openings);
            const Opening *opening = &openings.opening[random_below(&random, (uint32_t)openings.count)];
            if (opening->verb == DO_RETREAT || opening->verb == DO_PURSUE)
                look_at_combat(scenario, view, opening);
        }
        assert_true(random_player.order(scenario, view, NULL, &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    game_free(game);
    scenario_free(scenario);
}

static void nysa(void **state)
{
    (void)state;
    play("wb95/nysa", NULL, 21, 6000, 2);
    play("wb95/nysa", "grid=even-down", 22, 3000, 2);
}

static void two_stars(void **state)
{
    (void)state;
    play("wb95/two-stars", NULL, 23, 6000, 2);
    play("wb95/two-stars", "grid=even-down", 24, 3000, 2);
}

static void muskau(void **state)
{
    (void)state;
    play("wb95/muskau", NULL, 25, 2000, 1);
}

static void enough_was_seen(void **state)
{
    (void)state;
    assert_true(compared > 1500);
    assert_true(fought > 100);
    assert_true(second_ways > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nysa), cmocka_unit_test(two_stars), cmocka_unit_test(muskau),
                                       cmocka_unit_test(enough_was_seen)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
