/* standing.c — answers given in advance: the order is the cheapest there is, the condition is kept, what cannot be done
 * is dropped, and a game with them is the same journal as one that was answered by hand. */
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
#include "systems/systems.h"
#include "played.h"

static void wish(Game *game, int side, const char *text)
{
    char why[200];
    if (!standing_read(game_scenario(game), text, strlen(text), game_standing(game, side), why))
        fail_msg("%s: %s", text, why);
}

/* ---- every order of a question, the slow way ---- */

typedef struct Every {
    const Scenario *scenario;
    const Position *view;
    const StandingKind *kind;
    int orders;
    int32_t least;
} Every;

static void each_order(Every *every, const Order *prefix)
{
    Choices *choices = calloc(1, sizeof *choices);
    every->scenario->system->choices(every->scenario, every->view, prefix, choices);
    if (choices->complete) {
        int32_t price = every->kind->price(every->scenario, every->view, prefix);
        every->least = every->orders && every->least < price ? every->least : price;
        every->orders++;
    }
    for (int i = 0; i < choices->count && every->orders < 3000; i++) {
        Order order = *prefix;
        assert_true(order_add(&order, choices->choice[i].slot, choices->choice[i].value));
        each_order(every, &order);
    }
    free(choices);
}

static int compared; /* questions at which there was something to choose */

static void compare(Game *game, const char *question_name)
{
    const Scenario *scenario = game_scenario(game);
    const Frame *asked = question(game_position(game));
    if (strcmp(scenario->system->questions[asked->kind].name, question_name))
        return;
    const Position *view = game_view(game, asked->side);
    const StandingKind *kind = standing_kind(scenario, game_standing(game, asked->side), asked->kind);
    Every every = {scenario, view, kind, 0, 0};
    Order prefix = order_of(kind->verb), found;
    each_order(&every, &prefix);
    StandingFound result = standing_find(scenario, view, game_standing(game, asked->side), &found);
    assert_int_equal(result, every.orders ? STANDING_GIVEN : STANDING_DROPPED);
    if (!every.orders)
        return;
    assert_false(refused(game_check(game, &found)));
    assert_true(kind->price(scenario, view, &found) <= every.least);
    if (every.orders < 3000)
        assert_int_equal(kind->price(scenario, view, &found), every.least);
    compared += every.orders > 1;
}

/* The next order of a game, by a player of the machine. */
static void go_on(Game *game, const Player *player, Random *random)
{
    uint64_t listed = 0;
    Order order;
    const Position *view = game_view(game, game_side(game));
    assert_true(player->order(game_scenario(game), view, game_memo(game), random, &order, &listed));
    assert_false(refused(game_do(game, &order)));
}

/* Games in which that question is examined whenever it comes up; there is a choice at least so often. */
static void play(const char *id, const Player *player, int games, const char *question_name, const char *text,
                 int least)
{
    Scenario *scenario = loaded(id, NULL);
    compared = 0;
    for (int number = 1; number <= games; number++) {
        GameStart start = {.fast_dice = true, .fast_seed = (uint64_t)number, .quiet = true};
        Game *game = game_new(scenario, &start);
        Random random = {(uint64_t)number};
        while (game_side(game) != NO_SIDE) {
            wish(game, game_side(game), text);
            compare(game, question_name);
            go_on(game, player, &random);
        }
        game_free(game);
    }
    scenario_free(scenario);
    assert_true(compared >= least);
}

static void cheapest_of_all(void **state)
{
    (void)state;
    play("wb95/nysa", &greedy_player, 1, "losses", "losses cheapest", 20);
    play("pm/dvina", &random_player, 60, "attacker", "attacker cheapest", 3);
    play("pm/dvina", &random_player, 60, "defender", "defender cheapest", 3);
}

/* ---- how they are written ---- */

static int question_named(const Scenario *scenario, const char *name)
{
    for (int question = 0; question < scenario->system->question_kinds; question++)
        if (!strcmp(scenario->system->questions[question].name, name))
            return question;
    fail_msg("there is no question %s", name);
    return -1;
}

static void as_text(void **state)
{
    (void)state;
    static const char *const good[] = {"losses cheapest", "commit chance 70", "any only", "retreat stand"};
    static const char *const bad[] = {"",           "losses",           "losses never",      "losses cheapest 3",
                                      "any thing",  "any only 2",       "commit chance 0",   "commit chance 101",
                                      "nobody ask", "commit chance 7x", "commit chance 9 9", "commit ask 4"};
    Scenario *scenario = loaded("wb95/muskau", NULL);
    StandingSet set = {0};
    char why[200], text[STANDING_TEXT];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(standing_read(scenario, good[i], strlen(good[i]), &set, why));
    StandingSet before = set;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        why[0] = '\0';
        if (standing_read(scenario, bad[i], strlen(bad[i]), &set, why) || !why[0])
            fail_msg("\"%s\" was read", bad[i]);
    }
    assert_memory_equal(&set, &before, sizeof set);
    int printed = 0;
    StandingSet again = {0};
    for (int question = -1; question < scenario->system->question_kinds; question++)
        if (standing_print(scenario, &set, question, text)) {
            assert_true(standing_read(scenario, text, strlen(text), &again, why));
            printed++;
        }
    assert_int_equal(printed, 4);
    assert_memory_equal(&set, &again, sizeof set);
    assert_true(standing_read(scenario, "commit chance", 13, &set, why));
    standing_print(scenario, &set, question_named(scenario, "commit"), text);
    assert_string_equal(text, "commit chance 60"); /* the usual number */
    assert_true(standing_read(scenario, "any ask", 7, &set, why) && !set.only);
    assert_true(standing_read(scenario, "losses ask", 10, &set, why));
    assert_int_equal(standing_print(scenario, &set, question_named(scenario, "losses"), text), 0);
    scenario_free(scenario);
}

/* ---- a game with them ---- */

/* Plays a whole game in which losses, defences and pursuits are answered in advance; how often a side was asked. */
static int play_with(Scenario *scenario, bool standing, char **journal, int *given)
{
    GameStart start = {.seed = {7}};
    Game *game = game_new(scenario, &start);
    Random random = {9};
    int asked = 0;
    size_t length;
    *given = 0;
    for (int side = 0; standing && side < scenario->sides; side++) {
        wish(game, side, "losses cheapest");
        wish(game, side, "defence nothing");
        wish(game, side, "commit nothing");
        wish(game, side, "pursuit never");
        wish(game, side, "any only");
    }
    while (game_side(game) != NO_SIDE) {
        Order order;
        StandingFound found = game_answer(game, &order);
        *given += found == STANDING_GIVEN;
        if (found == STANDING_GIVEN)
            continue;
        go_on(game, &greedy_player, &random);
        asked++;
    }
    game_close(game);
    const char *text = game_journal(game, &length);
    *journal = strndup(text, length);
    game_free(game);
    return asked;
}

static void ordinary_orders(void **state)
{
    (void)state;
    Scenario *scenario = loaded("wb95/nysa", NULL);
    char *journal, why[300];
    int given, line;
    Game *again;
    play_with(scenario, false, &journal, &given);
    assert_int_equal(given, 0);
    free(journal);
    int asked = play_with(scenario, true, &journal, &given);
    assert_true(given > 100);
    /* Replay knows nothing of answers in advance: the lines are orders like any other. */
    assert_int_equal(journal_replay(scenario, journal, strlen(journal), NULL, -1, &again, why, &line), RESUME_OK);
    assert_int_equal(game_orders(again), given + asked);
    game_free(again);
    free(journal);
    scenario_free(scenario);
}

/* ---- conditions, and what is dropped ---- */

/* A game that has come to such a question, the first of those begun with the numbers from *seed on. */
static Game *until_asked(Scenario *scenario, const char *name, uint64_t *seed)
{
    for (;; ++*seed) {
        GameStart start = {.fast_dice = true, .fast_seed = *seed};
        Game *game = game_new(scenario, &start);
        Random random = {*seed};
        assert_true(*seed < 1000);
        while (game_side(game) != NO_SIDE) {
            if (!strcmp(scenario->system->questions[question(game_position(game))->kind].name, name))
                return game;
            go_on(game, &random_player, &random);
        }
        game_free(game);
    }
}

static const char *verb_found(Game *game, const char *text)
{
    Order order;
    int side = game_side(game);
    wish(game, side, text);
    const Scenario *scenario = game_scenario(game);
    StandingFound found = standing_find(scenario, game_view(game, side), game_standing(game, side), &order);
    return found == STANDING_GIVEN ? scenario->system->orders[order.verb].verb : "";
}

/* The conditions against the forecast of the same order. */
static void on_conditions(void **state)
{
    (void)state;
    static Forecast forecast;
    Scenario *scenario = loaded("pm/dvina", NULL);
    int fought_on = 0, odds_enough = 0;
    uint64_t seed = 1;
    for (int number = 0; number < 6; number++, seed++) {
        Game *game = until_asked(scenario, "round", &seed);
        const Position *view = game_view(game, game_side(game));
        char text[64], column[SAY_TEXT], why[ORDER_MISTAKE];
        Order again;
        int place, attack, defence;
        assert_true(order_parse(scenario, "again", 5, &again, why, &place));
        memset(&forecast, 0, sizeof forecast);
        assert_true(scenario->system->forecast(scenario, view, &again, &forecast));
        Weight good = 0;
        for (int i = 0; i < forecast.outcomes; i++)
            good += forecast.outcome[i].gain > 0 ? forecast.outcome[i].weight : 0;
        int percent = (int)(good * 100 / forecast.total);
        for (int least = 5; least <= 100; least += 5) {
            snprintf(text, sizeof text, "round chance %d", least);
            assert_string_equal(verb_found(game, text), percent >= least ? "again" : "return");
            fought_on += percent >= least;
        }
        const Sentence *words = forecast.column.words ? &forecast.column : &forecast.worst;
        say(scenario, NULL, view, words, column, sizeof column);
        assert_int_equal(sscanf(column, "%d:%d", &attack, &defence), 2);
        for (int least = 1; least <= 10; least++) {
            snprintf(text, sizeof text, "round odds %d", least);
            assert_string_equal(verb_found(game, text), attack >= least * defence ? "again" : "return");
            odds_enough += attack >= least * defence;
        }
        assert_string_equal(verb_found(game, "round never"), "return");
        game_free(game);
    }
    assert_true(fought_on && odds_enough);
    scenario_free(scenario);
}

/* What asks for an order that cannot be given is dropped, and so is what was taken back. */
static void dropped(void **state)
{
    (void)state;
    Scenario *scenario = loaded("pm/dvina", NULL);
    uint64_t seed = 1;
    Game *game = until_asked(scenario, "round", &seed);
    Order order;
    char why[200];
    int side = game_side(game), kind = question(game_position(game))->kind, orders = game_orders(game);
    StandingKind impossible[] = {scenario->system->standing[3], {0}};
    System other = *scenario->system;
    other.standing = impossible;
    for (int verb = 0; verb < other.order_kinds; verb++)
        if (!order_answers(&other.orders[verb], kind))
            impossible[0].verb = (uint8_t)verb; /* one that does not answer this question */
    impossible[0].question = (uint8_t)kind;
    scenario->system = &other;
    game_standing(game, side)->kind[kind] = 1;
    assert_int_equal(game_answer(game, &order), STANDING_DROPPED);
    assert_int_equal(game_standing(game, side)->kind[kind], 0);
    assert_int_equal(game_answer(game, &order), STANDING_NONE);
    assert_int_equal(game_orders(game), orders);
    scenario->system = system_named("pm");
    wish(game, side, "round never");
    assert_int_equal(game_answer(game, &order), STANDING_GIVEN);
    assert_int_equal(game_orders(game), orders + 1);
    assert_true(game_take_back(game, why));
    assert_int_equal(question(game_position(game))->kind, kind);
    assert_int_equal(game_answer(game, &order), STANDING_NONE);
    game_free(game);
    scenario_free(scenario);
}

/* Only what is the one legal order is given by `any only`, at every question of a game. */
static void the_only_one(void **state)
{
    (void)state;
    Scenario *scenario = loaded("wb95/muskau", NULL);
    GameStart start = {.fast_dice = true, .fast_seed = 5, .quiet = true};
    Game *game = game_new(scenario, &start);
    Random random = {6};
    static Openings openings;
    StandingSet only = {.only = true};
    int given = 0;
    while (game_side(game) != NO_SIDE) {
        Order found;
        const Position *view = game_view(game, game_side(game));
        bool one = standing_find(scenario, view, &only, &found) == STANDING_GIVEN;
        list_openings(scenario, view, NULL, &openings);
        int orders = game_orders(game);
        go_on(game, &random_player, &random);
        Order given_by_hand = game_order(game, orders);
        if (one) {
            assert_true(order_same(&given_by_hand, &found));
            assert_int_equal(openings.count, 1);
            given++;
        }
    }
    assert_true(given > 3);
    game_free(game);
    scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cheapest_of_all), cmocka_unit_test(as_text), cmocka_unit_test(ordinary_orders),
        cmocka_unit_test(on_conditions),   cmocka_unit_test(dropped), cmocka_unit_test(the_only_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
