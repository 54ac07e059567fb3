/* kept.c — what WB-95 keeps from one count to the next changes no answer: all through random games lines of supply that
 * are sought for units are compared with a flood over the whole map, and the points of a position with each row counted
 * alone. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "systems/wb95/wb95.h"
#include "played.h"

enum { LOOK_EVERY = 3 };

/* The hexes of a side's units. */
static void seek_units(const Scenario *scenario, const State *state, int side, Sought *out)
{
    out->count = 0;
    for (int piece = 0; piece < scenario->pieces; piece++)
        if (state->unit[piece].place == ON_MAP && state->unit[piece].side == side)
            out->hex[out->count++] = state->unit[piece].hex;
}

static void compare_lines(const Scenario *scenario, const State *state, int side, int nation)
{
    static Lines all, some;
    static Sought sought;
    seek_units(scenario, state, side, &sought);
    int count = sought.count;
    supply_lines(scenario, state, side, nation, &all, NULL);
    supply_lines(scenario, state, side, nation, &some, &sought);
    for (int i = 0; i < count; i++)
        if (line_reaches(&all, sought.hex[i]) != line_reaches(&some, sought.hex[i]))
            fail_msg("after %u orders nation %d, side %d: hex %d is %sin supply by the lines that were kept",
                     (unsigned)state->head.orders, nation, side, sought.hex[i],
                     line_reaches(&some, sought.hex[i]) ? "" : "not ");
}

/* As it is, and with all bridges that stand destroyed and the others built. */
static void compare_all_lines(const Scenario *scenario, const State *state)
{
    static State other;
    other = *state;
    for (int site = 0; site < WB95_SITES; site++)
        other.site[site] ^= SITE_STANDING;
    for (int side = 0; side < scenario->sides; side++)
        for (int nation = 0; nation < NATIONS; nation++) {
            compare_lines(scenario, state, side, nation);
            compare_lines(scenario, &other, side, nation);
        }
}

static void compare_points(const Scenario *scenario, const State *state)
{
    const Special *special = &data_of(scenario)->special;
    int times[WB95_POINTS];
    all_points_met(scenario, state, times);
    all_points_met(scenario, state, times);
    for (int i = 0; i < special->rows; i++)
        assert_int_equal(times[i], points_met(scenario, state, &special->points[i]));
}

static void see(Game *game, void *context)
{
    const Scenario *scenario = game_scenario(game);
    const State *state = state_of(game_position(game));
    int *seen = context;
    if (++*seen % LOOK_EVERY)
        return;
    compare_all_lines(scenario, state);
    compare_points(scenario, state);
}

static void nysa(void **state)
{
    (void)state;
    int seen = 0;
    play_at_random("wb95/nysa", NULL, 1, 2000, see, &seen);
}

static void two_stars(void **state)
{
    (void)state;
    int seen = 0;
    play_at_random("wb95/two-stars", NULL, 2, 2000, see, &seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nysa), cmocka_unit_test(two_stars)};
    return cmocka_run_group_tests_name("wb95/kept", tests, NULL, NULL);
}
