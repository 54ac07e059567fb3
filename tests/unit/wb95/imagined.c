/* imagined.c — positions imagined from views: as many as the first argument says (10,000 in tests/long) of each game.
 *
 * Each is sound and looks as the view it was made from, to one side, to several together and to a spectator; now and
 * then a game goes on from one to its end. How often a hidden counter is where it may be is compared with the ways that
 * the forecast counts. Seeds are fixed: what passes once passes always. */
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
#include "core/journal.h"
#include "played.h"
#include "proof.h"
#include "systems/systems.h"
#include "systems/wb95/fight.h"

static int wanted = 200;

static Scenario *scenario;
static Game *game;

static void begin(const char *id, const char *options, uint64_t seed)
{
    GameStart start = {.fast_dice = true, .fast_seed = seed};
    scenario = loaded(id, options);
    game = game_new(scenario, &start);
}

static void end(void)
{
    game_free(game);
    scenario_free(scenario);
}

/* ---- whole games ---------------------------------------------------------------------------------------- */

static State view, imagined, again;

static void imagine_once(int viewer, uint64_t seed)
{
    Random random = {seed};
    char why[200];
    wb95_mask(scenario, game_position(game), viewer, &view.head);
    wb95_imagine(scenario, &view.head, viewer, &random, &imagined.head);
    if (!wb95_invariants(scenario, &imagined.head, why))
        fail_msg("%s, %d orders, viewer %d: %s", scenario->id, game_orders(game), viewer, why);
    wb95_mask(scenario, &imagined.head, viewer, &again.head);
    assert_memory_equal(&view, &again, sizeof view);
}

static void step(Random *random)
{
    Order order;
    uint64_t listed = 0;
    if (!random_player.order(scenario, game_view(game, game_side(game)), NULL, random, &order, &listed))
        fail_msg("%s, %d orders: nothing is legal in question %s", scenario->id, game_orders(game),
                 scenario->system->questions[question(game_position(game))->kind].name);
    assert_false(refused(game_do(game, &order)));
}

/* The game goes on from what is imagined, and its journal says how it came to that. */
static void play_on(Random *random, unsigned sides)
{
    Game *same = NULL;
    size_t length, length_again;
    char why[300];
    int line;
    assert_true(game_imagine(game, sides, random_next(random), why));
    while (game_side(game) != NO_SIDE)
        step(random);
    const char *text = game_journal(game, &length);
    assert_int_equal(journal_replay(scenario, text, length, NULL, -1, &same, why, &line), RESUME_OK);
    assert_memory_equal(game_position(same), game_position(game), sizeof(State));
    assert_memory_equal(game_journal(same, &length_again), text, length);
    assert_int_equal(length, length_again);
    game_free(same);
}

static void imagine_many(const char *id, const char *options)
{
    int made = 0, games = 0;
    while (made < wanted) {
        begin(id, options, (uint64_t)++games);
        Random random = {(uint64_t)games};
        int each = (int)random_below(&random, 20) + 1, stop = (int)random_below(&random, 600);
        while (game_side(game) != NO_SIDE && game_orders(game) < stop) {
            unsigned sides = (unsigned)random_below(&random, (1u << scenario->sides) - 1);
            if (game_orders(game) % each == 0) {
                imagine_once(viewer_for(sides), random_next(&random));
                made++;
            }
            step(&random);
        }
        if (game_side(game) != NO_SIDE)
            play_on(&random, 1u << random_below(&random, (uint32_t)scenario->sides));
        end();
    }
}

static void of_muskau(void **state) { (void)state, imagine_many("wb95/muskau", NULL); }
static void of_nysa(void **state) { (void)state, imagine_many("wb95/nysa", NULL); }
static void of_two_stars(void **state) { (void)state, imagine_many("wb95/two-stars", "players=2"); }
static void of_three_players(void **state) { (void)state, imagine_many("wb95/two-stars", "players=3"); }

/* ---- how often ------------------------------------------------------------------------------------------ */

static void line(const char *text)
{
    static Log log;
    log.count = 0;
    Document *script = document_parse("line", text, strlen(text), &log);
    assert_non_null(script);
    LabLine words = {.script = script, .word = script->field, .count = script->entry[0].count};
    if (!scenario->system->lab(scenario, game_lab(game), &words))
        fail_msg("%s: %s", text, log.mistake[0].words);
    document_free(script);
}

enum { MOST_SP = 64, MOST_LIMIT = 14, DRAWS = 20000 };

typedef struct Tally {
    Weight ways[MOST_SP][MOST_LIMIT], all; /* by SP and lowest morale limit */
    int drawn[MOST_SP][MOST_LIMIT];
} Tally;
static Tally tally;

static void count_stand(void *context, const Stand *stand)
{
    (void)context;
    tally.ways[stand->sp[0]][stand->limit] += stand->ways;
    tally.all += stand->ways;
}

static void draw_stand(const Order *order, uint64_t seed)
{
    Combat combat;
    int limit = 13, side = game_side(game);
    Random random = {seed};
    wb95_mask(scenario, game_position(game), side, &view.head);
    wb95_imagine(scenario, &view.head, side, &random, &imagined.head);
    combat_declare(scenario, &imagined, order, &combat);
    for (int i = 0; i < combat.force[DEFENCE].units; i++) {
        int morale = kind_of(data_of(scenario), &imagined, combat.force[DEFENCE].unit[i])->morale;
        limit = morale < limit ? morale : limit;
    }
    tally.drawn[ground_strength(data_of(scenario), &imagined, &combat, combat.target[0])][limit]++;
}

/* Chi-square over all that the forecast distinguishes: within 3.5 of its deviations of what it should be. */
static void assert_chances(const char *words)
{
    Order order;
    Combat combat;
    char why[200];
    int column, cells = 0;
    double sum = 0;
    assert_true(order_parse(scenario, words, strlen(words), &order, why, &column));
    memset(&tally, 0, sizeof tally);
    wb95_mask(scenario, game_position(game), game_side(game), &view.head);
    combat_declare(scenario, &view, &order, &combat);
    assert_true(each_stand(scenario, &view, &combat, true, count_stand, NULL));
    for (uint64_t seed = 1; seed <= DRAWS; seed++)
        draw_stand(&order, seed);
    for (int sp = 0; sp < MOST_SP; sp++)
        for (int limit = 0; limit < MOST_LIMIT; limit++) {
            double expected = (double)tally.ways[sp][limit] / (double)tally.all * DRAWS;
            double off = tally.drawn[sp][limit] - expected;
            if (!tally.ways[sp][limit])
                assert_int_equal(tally.drawn[sp][limit], 0);
            else
                sum += off * off / expected;
            cells += tally.ways[sp][limit] > 0;
        }
    assert_true(cells > 2);
    double above = sum - (cells - 1);
    if (above > 0 && above * above > 3.5 * 3.5 * 2 * (cells - 1))
        fail_msg("%s: chi-square %.1f with %d cells", words, sum, cells);
}

static void as_forecast(void **state)
{
    static const char *const lines[] = {"counter t German ARM tracked sp=3 sp2=2 mp=7",
                                        "counter u German ARM tracked sp=5 sp2=2 mp=7",
                                        "counter v German ARM tracked sp=4 sp2=3 mp=7 marks=ss",
                                        "counter x German INF foot sp=3 sp2=1 mp=4",
                                        "counter y German INF foot sp=6 sp2=3 mp=4",
                                        "counter z German INF foot sp=2 mp=4",
                                        "counter w German INF foot sp=8 mp=4",
                                        "counter g German ART trucked sp=4 def=3 mp=7 marks=towed",
                                        "counter h German ART trucked sp=2 def=2 mp=7 marks=towed",
                                        "counter a Soviet INF foot sp=14 sp2=5 mp=4",
                                        "place x 0505",
                                        "place g 0505",
                                        "place t 0505",
                                        "place w 0505",
                                        "place y 0101",
                                        "place h 0101",
                                        "place u 0101",
                                        "place z 0101",
                                        "place v 0101",
                                        "ff 0505",
                                        "place a 0506",
                                        "phase soviet combat",
                                        NULL};
    PROVES("wb95.16.1.4");
    (void)state;
    begin("wb95/empty", NULL, 1);
    for (const char *const *at = lines; *at; at++)
        line(*at);
    assert_chances("attack a at 0505");
    line("state g disorganised");
    assert_chances("attack a at 0505");
    end();
}

/* A stack full to the brim: what does not stack is never imagined, and what does as often as it is counted. */
static void full_stacks(void **state)
{
    static const char *const lines[] = {"counter a Soviet INF foot sp=20 sp2=5 mp=4",
                                        "counter p German INF foot sp=3 sp2=1 mp=4",
                                        "counter q German INF foot sp=3 sp2=2 mp=4",
                                        "counter r German INF foot sp=9 sp2=2 mp=4",
                                        "counter s German INF foot sp=4 sp2=2 mp=4",
                                        "counter t German INF foot sp=5 sp2=2 mp=4",
                                        "counter u German INF foot sp=4 sp2=1 mp=4",
                                        "counter v German INF foot sp=2 mp=4",
                                        "place p 0505 cel=1",
                                        "place q 0505 cel=1",
                                        "place r 0505",
                                        "place s 0505",
                                        "place t 0505",
                                        "place v 0101",
                                        "place u 0101",
                                        "ff 0505",
                                        "place a 0506",
                                        "phase soviet combat",
                                        NULL};
    PROVES("wb95.3.2.1");
    (void)state;
    begin("wb95/empty", NULL, 1);
    for (const char *const *at = lines; *at; at++)
        line(*at);
    assert_chances("attack a at 0505");
    end();
}

/* ---- no scouting by undo ---------------------------------------------------------------------------------- */

static bool can_take_back(const char *words)
{
    Order order;
    char why[200];
    int column;
    assert_true(order_parse(scenario, words, strlen(words), &order, why, &column));
    assert_false(refused(game_do(game, &order)));
    return game_can_undo(game);
}

/* 16.1.4: a side whose unit comes beside a stack sees its types; one whose unit walks where a stack may have a zone
 * learns whether it has. */
static void glances_stand(void **state)
{
    static const char *const lines[] = {"counter p German INF foot sp=3 sp2=1 mp=4",
                                        "counter q German INF foot sp=3 sp2=2 mp=4",
                                        "counter g German ART trucked sp=4 def=3 mp=7 marks=towed",
                                        "counter h German ART trucked sp=4 def=3 mp=7 marks=towed",
                                        "counter a Soviet INF foot sp=20 sp2=5 mp=4",
                                        "counter b Soviet INF foot sp=20 sp2=5 mp=4",
                                        "place g 0505",
                                        "place h 0505",
                                        "place p 0101",
                                        "place q 0101",
                                        "place a 0509",
                                        "place b 0908",
                                        "phase soviet movement",
                                        NULL};
    PROVES("wb95.16.1.4");
    (void)state;
    begin("wb95/empty", NULL, 1);
    for (const char *const *at = lines; *at; at++)
        line(*at);
    assert_true(can_take_back("move b 0907"));
    assert_true(can_take_back("move a 0508 0507"));
    assert_false(can_take_back("move a 0506"));
    end();
}

int main(int argc, char **argv)
{
    if (argc > 1)
        wanted = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_muskau),     cmocka_unit_test(of_nysa),     cmocka_unit_test(of_two_stars),
        cmocka_unit_test(as_forecast),   cmocka_unit_test(full_stacks), cmocka_unit_test(of_three_players),
        cmocka_unit_test(glances_stand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
