/* untried.c — unknown strengths: they are drawn from what is left, without replacement, every value as likely as it is
 * left often; the dead keep theirs apart from what was never drawn (2.15, 3.2-3, pm.r.88). */
#include "campaign.h"
#include "proof.h"

static Play playing(void) { return (Play){scenario, scenario->own, state, &dice, &events}; }

static int left_in(const uint16_t *left, int pool)
{
    const Book *data = data_of(scenario);
    int total = 0;
    for (int line = data->first_line[pool]; line < data->first_line[pool + 1]; line++)
        total += left[line];
    return total;
}

/* As if in an order of its own: one order draws no more than its record holds. */
static void turn_up(Piece piece)
{
    Play play = playing();
    dice.recorded = 0;
    events.count = 0;
    reveal(&play, piece);
}

static Piece named(const char *id) { return piece_named(scenario, id, strlen(id)); }

/* Every value is drawn as often as it is in the pool when all are. */
static void all_are_drawn_once(void **unused)
{
    (void)unused;
    PROVES("pm.3.2-3");
    PROVES("pm.2.15-2");
    const Book *data = data_of(scenario);
    int drawn[PM_LINES] = {0};
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (data->kind[data->kind_of[piece]].pool != NO_POOL) {
            assert_true(is_untried(data, state, piece));
            turn_up(piece);
            assert_false(is_untried(data, state, piece));
            uint8_t value = state->unit[piece].value;
            drawn[value - 1]++;
            assert_int_equal(data->line[value - 1].pool, data->kind[data->kind_of[piece]].pool);
            turn_up(piece); /* tried for as long as it is in play */
            assert_int_equal(state->unit[piece].value, value);
        }
    for (int line = 0; line < data->lines; line++) {
        assert_int_equal(drawn[line], data->line[line].count);
        assert_int_equal(state->pool_left[line], 0);
    }
}

/* The first draw is each value as often as there are of it: 24 of 343 are 1-1, 5 are 6-7. */
static void draws_are_even(void **unused)
{
    (void)unused;
    PROVES("pm.3.2-3");
    enum { GAMES = 34300 };
    const Book *data = data_of(scenario);
    static State copy;
    int drawn[PM_LINES] = {0};
    memcpy(&copy, state, sizeof copy);
    for (int game = 0; game < GAMES; game++) {
        turn_up(named("rd1"));
        drawn[state->unit[named("rd1")].value - 1]++;
        memcpy(state, &copy, sizeof copy);
    }
    for (int line = data->first_line[POOL_RD]; line < data->first_line[POOL_RD + 1]; line++) {
        int mean = data->line[line].count * GAMES / 343;
        assert_in_range(drawn[line], mean - mean / 5 - 20, mean + mean / 5 + 20);
    }
}

/* A unit that dies tried leaves its value with the dead; one that dies unseen takes none; both are in the losses for
 * good. */
static void the_dead_keep_their_values(void **unused)
{
    (void)unused;
    PROVES("pm.2.15-3");
    const Book *data = data_of(scenario);
    Play play = playing();
    Piece tried = named("rd1"), unseen = named("rd2"), tank = named("td1");
    reveal(&play, tried);
    reveal(&play, tank);
    assert_int_equal(left_in(state->pool_left, POOL_RD), 342);
    eliminate(&play, tried, PM_14_38);
    eliminate(&play, unseen, PM_14_38);
    eliminate(&play, tank, PM_14_38);
    assert_int_equal(left_in(state->dead_left, POOL_RD), 1);
    assert_int_equal(left_in(state->dead_left, POOL_TD), 0);
    assert_int_equal(left_in(state->pool_left, POOL_RD), 342);
    assert_true(in_box(data, state, tried, BOX_LOSSES) && in_box(data, state, unseen, BOX_LOSSES));
    assert_true(in_box(data, state, tank, BOX_LOSSES));
    assert_int_equal(state->unit[unseen].value, 0);
    char why[200];
    assert_true(pm_invariants(scenario, &state->head, why));
}

/* A rebuilt division draws from the dead, never from what was not drawn yet. */
static void the_rebuilt_draw_from_the_dead(void **unused)
{
    (void)unused;
    PROVES("pm.8.13-2");
    Play play = playing();
    Piece piece = named("rd1");
    reveal(&play, piece);
    uint8_t value = state->unit[piece].value;
    eliminate(&play, piece, PM_14_38);
    Unit *unit = &state->unit[piece];
    unit->value = 0;
    unit->steps = 1;
    unit->now |= REBUILT;
    reveal(&play, piece);
    assert_int_equal(unit->value, value);
    assert_int_equal(left_in(state->dead_left, POOL_RD), 0);
    assert_int_equal(left_in(state->pool_left, POOL_RD), 342);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_are_drawn_once, begin, end),
        cmocka_unit_test_setup_teardown(draws_are_even, begin, end),
        cmocka_unit_test_setup_teardown(the_dead_keep_their_values, begin, end),
        cmocka_unit_test_setup_teardown(the_rebuilt_draw_from_the_dead, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
