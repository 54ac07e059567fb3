/* warning.c — a player who moves gets a warning of what ending the phase would cost him in hexes that hold too many
 * (pm.r.28). */
#include "campaign.h"

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
