/* starving.c — OCS 11.4e: units said to starve if a hex fell, or without an HQ, would find no supply then and find some
 * now; overlay and sheet name them. The overlay of railroads says what trains can still carry. The button that feeds
 * all says what that costs and how many units get none. */
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

static OverlayMarks marks;

static Game *begin_with(Scenario **scenario, const char *id, uint64_t seed)
{
    const Source source = {NULL, read_file};
    static Log log;
    *scenario = scenario_load(system_named("ocs"), id, NULL, &source, &log);
    assert_non_null(*scenario);
    return game_new(*scenario, &(GameStart){.fast_dice = true, .fast_seed = seed, .quiet = true});
}

static Game *begin(Scenario **scenario) { return begin_with(scenario, "ocs/don-gate", 1); }

static int look(const Scenario *scenario, const Position *position, int kind, int side, Hex hex)
{
    OverlayAbout about = {.side = side, .piece = NO_PIECE, .hex = hex};
    memset(&marks, 0, sizeof marks);
    assert_true(scenario->system->overlay(scenario, position, kind, &about, &marks));
    return marks.sum.arg[0];
}

static bool is_listed(Piece piece, const Piece *list, int count)
{
    for (int i = 0; i < count; i++)
        if (list[i] == piece)
            return true;
    return false;
}

static void who_would_starve_is_marked(void **unused)
{
    (void)unused;
    Scenario *scenario;
    Game *game = begin(&scenario);
    const State *state = state_of(game_position(game));
    Piece now[OCS_PIECES], then[OCS_PIECES];
    int starved = 0;
    for (int side = 0; side < PLAYERS; side++)
        EACH_BIT(hex, data_of(scenario)->land, OCS_WORDS) {
            if (hex >= scenario->map->hexes)
                continue;
            int named = look(scenario, &state->head, OVERLAY_STARVING, side, (Hex)hex), found = 0;
            if (!named)
                continue;
            State fallen = *state;
            let_fall(scenario, &fallen, side, (Hex)hex);
            int before = list_hungry(scenario, state, side, now), after = list_hungry(scenario, &fallen, side, then);
            for (int i = 0; i < after; i++)
                if (!is_listed(then[i], now, before)) {
                    assert_true(marks.cut[state->unit[then[i]].at.hex]);
                    found++;
                }
            assert_int_equal(named, found);
            assert_false(marks.tint[hex]);
            starved += found;
        }
    assert_true(starved > 0);
    /* The Soviet sheet names an HQ without which a unit starves. */
    static Panels panels;
    int rows = 0;
    for (int side = 0; side < PLAYERS; side++) {
        memset(&panels, 0, sizeof panels);
        ocs_panels(scenario, &state->head, side, &panels);
        for (int i = 0; i < panels.rows; i++)
            if (!strcmp(panels.row[i].label.words, "ocs.starve-without-hq")) {
                assert_int_equal(panels.row[i].value.arg[0], panels.row[i].pieces);
                rows++;
            }
    }
    assert_true(rows > 0);
    game_free(game);
    scenario_free(scenario);
}

static void trains_tell_what_they_can_carry(void **unused)
{
    (void)unused;
    Scenario *scenario;
    Game *game = begin(&scenario);
    State state = *state_of(game_position(game));
    const Book *data = data_of(scenario);
    int told = 0;
    for (int side = 0; side < PLAYERS; side++) {
        int capacity = rail_capacity(data, &state, side);
        state.rail_used[side] = capacity ? EIGHTHS : 0;
        look(scenario, &state.head, OVERLAY_RAIL, side, NO_HEX);
        assert_string_equal(marks.sum.words, capacity ? "ocs.rail-sum" : "ocs.rail-none");
        if (!capacity)
            continue;
        assert_int_equal(marks.sum.arg[0], tokens_left(capacity * EIGHTHS - EIGHTHS));
        assert_int_equal(marks.sum.arg[1], capacity);
        told++;
    }
    assert_true(told > 0);
    game_free(game);
    scenario_free(scenario);
}

static int tokens_on_map(const State *state, int side)
{
    int sum = 0;
    for (int i = 0; i < state->piles; i++)
        sum += state->pile[i].side == side ? tokens_of(&state->pile[i]) : 0;
    return sum;
}

static void give_as_greedy(Game *game, Random *random)
{
    Order order;
    uint64_t listed = 0;
    assert_true(greedy_player.order(game_scenario(game), game_view(game, game_side(game)), game_memo(game), random,
                                    &order, &listed));
    assert_false(refused(game_do(game, &order)));
}

/* In any weather: the button says what it will cost, and how many units it leaves out. */
static void the_price_of_feeding_all_is_paid(void **unused)
{
    (void)unused;
    enum { GAMES = 8 };
    int left = 0, all_fed = 0;
    for (uint64_t seed = 1; seed <= GAMES; seed++) {
        Scenario *scenario;
        Game *game = begin_with(&scenario, "ocs/thirty-seventh-army", seed);
        const State *state = state_of(game_position(game));
        const StandingKind *kind = scenario->system->standing;
        Random random = {seed};
        Sentence words;
        Order order;
        while (question(&state->head)->kind != ASK_SUPPLY)
            give_as_greedy(game, &random);
        int side = game_side(game), before = tokens_on_map(state, side), hungry = 0;
        while (kind->question != ASK_SUPPLY)
            kind++;
        assert_true(kind->offer(scenario, game_view(game, side), &words));
        while (kind->find(scenario, game_view(game, side), &order)) {
            assert_false(refused(game_do(game, &order)));
            while (question(&state->head)->kind == ASK_PAY)
                give_as_greedy(game, &random);
        }
        for (Piece piece = 0; piece < scenario->pieces; piece++)
            hungry += eats(scenario, state, side, piece) && !(state->unit[piece].now & FED);
        assert_int_equal(before - tokens_on_map(state, side), words.arg[0]);
        assert_int_equal(before, words.arg[1]);
        assert_int_equal(hungry, words.arg[2]);
        left += hungry > 0;
        all_fed += !hungry;
        game_free(game);
        scenario_free(scenario);
    }
    assert_true(left > 0 && all_fed > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(who_would_starve_is_marked),
                                       cmocka_unit_test(trains_tell_what_they_can_carry),
                                       cmocka_unit_test(the_price_of_feeding_all_is_paid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
