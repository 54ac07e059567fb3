/* warning.c — whoever moves is told what ending the phase would cost him in hexes that hold too many (pm.r.28). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "systems/pm/pm.h"
#include "systems/systems.h"
#include "files.h"

static Scenario *scenario;
static State *state;
static Dice dice;
static Events events;

static int begin(void **unused)
{
    (void)unused;
    static Log log;
    const Source source = {NULL, read_file};
    scenario = scenario_load(system_named("pm"), "pm/barbarossa", NULL, &source, &log);
    state = calloc(1, sizeof *state);
    assert_non_null(scenario);
    assert_non_null(state);
    dice_fast(&dice, 7);
    pm_begin(scenario, &state->head, &dice, &events);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    free(state);
    scenario_free(scenario);
    return 0;
}

static Piece counter(const char *id) { return piece_named(scenario, id, strlen(id)); }

/* So many rifle divisions on one hex of clear ground, the Soviet on the move. */
static const char *prompt_with(int divisions)
{
    static char text[SAY_TEXT];
    Hex hex = NO_HEX;
    assert_true(hex_parse(&scenario->map->grid, "3519N", 5, &hex));
    Play play = {scenario, scenario->own, state, &dice, &events};
    for (int i = 1; i <= divisions; i++) {
        char id[8] = {'r', 'd', (char)('0' + i), 0};
        lift(scenario, state, counter(id));
        place(scenario, state, counter(id), hex);
    }
    go_to_step(&play, STEP_SOVIET_MOVEMENT, 2, 1);
    Sentence said = scenario->system->prompt(scenario, &state->head);
    say(scenario, NULL, NULL, &said, text, sizeof text);
    return text;
}

static void five_are_no_matter(void **unused)
{
    (void)unused;
    assert_null(strstr(prompt_with(5), "would be lost"));
}

static void seven_would_cost_two(void **unused)
{
    (void)unused;
    assert_non_null(strstr(prompt_with(7), "2 units at 3519N would be lost"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(five_are_no_matter, begin, end),
                                       cmocka_unit_test_setup_teardown(seven_would_cost_two, begin, end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
