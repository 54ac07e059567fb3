/* The loop: views, journal, sink, undo to the barrier, quiet games; driven by the random player on the toy. */
#include "toy.h"

#include <time.h>

#include "ai/ai.h"
#include "core/game.h"
#include "core/audit.h"
#include "core/snapshots.h"

static Scenario *scenario;

static int load(void **state)
{
    (void)state;
    scenario = toy_scenario();
    return 0;
}

static int unload(void **state)
{
    (void)state;
    scenario_free(scenario);
    return 0;
}

static Game *begun(uint8_t seed)
{
    GameStart start = {.seed = {seed}, .nonce = {{1}, {2}}};
    Game *game = game_new(scenario, &start);
    assert_non_null(game);
    return game;
}

static Order parsed(const char *text)
{
    Order order;
    char why[200];
    int column;
    if (!order_parse(scenario, text, strlen(text), &order, why, &column))
        fail_msg("%s: %s", text, why);
    return order;
}

static void give(Game *game, const char *text)
{
    Order order = parsed(text);
    Refusal refusal = game_do(game, &order);
    if (refused(refusal))
        fail_msg("%s: %s", text, refusal.why.words);
}

static void refuse_order(Game *game, const char *text, const char *words)
{
    Order order = parsed(text);
    char said[SAY_TEXT];
    uint64_t before = position_hash(scenario, game_position(game));
    Refusal refusal = game_do(game, &order);
    assert_true(refused(refusal));
    say(scenario, NULL, game_view(game, game_side(game)), &refusal.why, said, sizeof said);
    assert_string_equal(said, words);
    assert_true(before == position_hash(scenario, game_position(game)));
}

static const char *tail(const Game *game, size_t from)
{
    static char text[4096];
    size_t length;
    const char *journal = game_journal(game, &length);
    assert_true(from <= length && length - from < sizeof text);
    memcpy(text, journal + from, length - from);
    text[length - from] = 0;
    return text;
}

static size_t journal_length(const Game *game)
{
    size_t length;
    game_journal(game, &length);
    return length;
}

static void the_head_names_everything_the_game_depends_on(void **state)
{
    (void)state;
    Game *game = begun(5);
    char expected[1024], commit[65], data[65], *begin;
    uint8_t seed[SHA256_BYTES] = {5}, hash[SHA256_BYTES];
    sha256(seed, sizeof seed, hash);
    for (int i = 0; i < SHA256_BYTES; i++) {
        snprintf(commit + 2 * i, 3, "%02x", hash[i]);
        snprintf(data + 2 * i, 3, "%02x", scenario->data_hash[i]);
    }
    int length = snprintf(expected, sizeof expected,
                          "sandtable journal 2\nscenario toy/duel\nedition 3 %s\noptions fog=on\ncommit %s\n"
                          "nonce red 01000000000000000000000000000000\n"
                          "nonce blue 02000000000000000000000000000000\nbegin",
                          data, commit);
    const char *text = tail(game, 0);
    assert_memory_equal(text, expected, (size_t)length);
    begin = strstr(text, "begin");
    const Toy *toy = toy_of(game_position(game));
    snprintf(expected, sizeof expected, "begin = %d %d %d %d %d %d\n", toy->strength[0], toy->strength[1],
             toy->strength[2], toy->strength[3], toy->strength[4], toy->strength[5]);
    assert_string_equal(begin, expected);
    assert_int_equal(game_events(game)->count, TOY_PIECES);
    assert_int_equal(game_side(game), 0);
    game_free(game);
}

static void orders_are_checked_written_applied_and_told(void **state)
{
    (void)state;
    Game *game = begun(1);
    size_t from = journal_length(game);
    give(game, "move r1 0202 0302");
    assert_string_equal(tail(game, from), "move r1 0202 0302\n");
    assert_int_equal(toy_of(game_position(game))->hex[0], 9);
    assert_int_equal(game_position(game)->orders, 1);
    assert_int_equal(game_events(game)->count, 1);
    assert_int_equal(game_events(game)->event[0].kind, EVENT_MOVED);
    refuse_order(game, "move r1 0303", "Counter r1 has moved (TOY 1)");
    refuse_order(game, "move b1 0602", "a counter is not yours to move (TOY 1)");
    refuse_order(game, "retreat 0303", "waiting for Red: Turn; \"retreat\" is not possible now");
    assert_string_equal(tail(game, from), "move r1 0202 0302\n");
    assert_int_equal(game_orders(game), 1);
    Order first = parsed("move r1 0202 0302"), kept = game_order(game, 0);
    assert_true(order_same(&kept, &first));
    game_free(game);
}

static void views_hide_and_are_kept_until_the_next_order(void **state)
{
    (void)state;
    Game *game = begun(1);
    const Position *red = game_view(game, 0), *blue = game_view(game, 1), *nobody = game_view(game, SPECTATOR);
    for (Piece piece = 0; piece < TOY_PIECES; piece++) {
        assert_int_equal(toy_of(red)->strength[piece] > 0, piece < 3);
        assert_int_equal(toy_of(blue)->strength[piece] > 0, piece >= 3);
        assert_int_equal(toy_of(nobody)->strength[piece], 0);
    }
    assert_ptr_equal(game_view(game, 0), red);
    assert_ptr_equal(game_view(game, NO_SIDE), nobody);
    give(game, "signal 4");
    assert_int_equal(toy_of(game_view(game, 0))->signal[0], 5);
    assert_int_equal(toy_of(game_view(game, 1))->signal[0], 0);
    assert_int_equal(toy_of(game_view(game, SPECTATOR))->signal[0], 0);
    assert_int_equal(game_events(game)->event[0].hidden_from, 2);
    game_free(game);
}

/* Red r2 walks beside blue b2 and attacks until a side must answer or one of them dies. */
static void bring_together(Game *game)
{
    give(game, "move r2 0203 0303 0403");
    give(game, "end");
    give(game, "end");
    give(game, "move r2 0503 0603");
}

static void undo_goes_back_to_the_barrier_and_not_further(void **state)
{
    (void)state;
    char why[200];
    Game *game = begun(1);
    assert_false(game_can_undo(game));
    assert_false(game_undo(game, why));
    assert_string_equal(why, "core.no-order-take-back");
    uint64_t start = position_hash(scenario, game_position(game));
    size_t from = journal_length(game);
    give(game, "move r1 0202");
    uint64_t one = position_hash(scenario, game_position(game));
    give(game, "signal 2");
    give(game, "move r3 0204");
    assert_true(game_undo(game, why));
    assert_true(game_undo(game, why));
    assert_true(one == position_hash(scenario, game_position(game)));
    assert_int_equal(game_orders(game), 1);
    assert_int_equal(game_events(game)->count, 1);
    give(game, "move r2 0203");
    assert_true(game_undo(game, why));
    assert_true(game_undo(game, why));
    assert_true(start == position_hash(scenario, game_position(game)));
    assert_false(game_undo(game, why));
    assert_string_equal(tail(game, from),
                        "move r1 0202\nsignal 2\nmove r3 0204\nundo\nundo\nmove r2 0203\nundo\nundo\n");
    give(game, "move r1 0202");
    give(game, "end"); /* another side */
    assert_false(game_can_undo(game));
    assert_false(game_undo(game, why));
    assert_non_null(strstr(why, "stands"));
    game_free(game);
}

static void a_reveal_and_a_die_are_barriers(void **state)
{
    (void)state;
    char why[200];
    Game *game = begun(3);
    bring_together(game);
    assert_true(game_can_undo(game));
    give(game, "scout r2 at 0703");
    assert_false(game_can_undo(game));
    give(game, "signal 1");
    assert_true(game_undo(game, why));
    assert_false(game_undo(game, why));
    give(game, "attack r2 at 0703");
    assert_int_equal(game_dice(game)->recorded, 2);
    assert_false(game_can_undo(game));
    game_free(game);
}

static void all_agreeing_a_rolled_order_is_taken_back_and_rolls_anew(void **state)
{
    (void)state;
    char why[300];
    int line;
    Game *game = begun(3), *again;
    assert_false(game_take_back(game, why));
    bring_together(game);
    uint64_t before = position_hash(scenario, game_position(game));
    give(game, "attack r2 at 0703");
    uint8_t first[SHA256_BYTES];
    memcpy(first, game_dice(game)->context, sizeof first);
    assert_int_equal(game_dice(game)->recorded, 2);
    assert_true(game_take_back(game, why));
    assert_true(before == position_hash(scenario, game_position(game)));
    assert_int_equal(game_orders(game), 4);
    assert_false(game_can_undo(game));
    give(game, "attack r2 at 0703");
    assert_int_equal(game_dice(game)->recorded, 2);
    assert_memory_not_equal(first, game_dice(game)->context, sizeof first); /* what the dice derive from */
    assert_true(game_take_back(game, why)); /* across a reveal and a change of side as well */
    assert_true(game_take_back(game, why));
    assert_true(game_take_back(game, why));
    assert_int_equal(game_orders(game), 2);
    size_t length;
    const char *text = game_journal(game, &length);
    assert_int_equal(journal_replay(scenario, text, length, game_dice(game)->seed, -1, &again, why, &line), RESUME_OK);
    assert_true(position_hash(scenario, game_position(again)) == position_hash(scenario, game_position(game)));
    game_free(again);
    game_free(game);
}

static void a_side_resigns_and_the_journal_closes(void **state)
{
    (void)state;
    char why[300];
    int line;
    Audit audit;
    Game *game = begun(1), *again;
    give(game, "move r1 0202");
    assert_false(game_resign(game, 7, why));
    assert_int_equal(game_resigned(game), NO_SIDE);
    assert_true(game_resign(game, 0, why));
    assert_int_equal(game_resigned(game), 0);
    assert_int_equal(game_side(game), NO_SIDE);
    assert_int_equal(game_position(game)->winner, 1);
    assert_false(game_resign(game, 1, why));
    assert_false(game_take_back(game, why));
    assert_false(game_can_undo(game));
    assert_true(game_close(game));
    size_t length;
    const char *text = game_journal(game, &length);
    assert_non_null(strstr(text, "\nresign red\n@ "));
    assert_non_null(strstr(text, "\nresult blue "));
    assert_true(journal_audit(text, length, &audit, why, &line));
    assert_int_equal(journal_replay(scenario, text, length, NULL, -1, &again, why, &line), RESUME_OK);
    assert_int_equal(game_resigned(again), 0);
    game_free(again);
    game_free(game);
}

/* A side whose time ran out, or that stayed away, did not resign: journal, verdict and replay distinguish them. */
static void the_journal_says_how_a_game_was_lost(void **state)
{
    (void)state;
    static const char *const lines[DEFEATS] = {"\nresign red\n", "\nresign red time\n", "\nresign red absent\n"};
    static const char *const words[DEFEATS] = {"gave the game up", "ran out of time", "stayed away"};
    for (int defeat = 0; defeat < DEFEATS; defeat++) {
        char why[300], verdict[SAY_TEXT];
        int line;
        Game *game = begun(1), *again;
        assert_true(game_lose(game, 0, (Defeat)defeat, why));
        assert_true(game_close(game));
        size_t length;
        const char *text = game_journal(game, &length);
        assert_non_null(strstr(text, lines[defeat]));
        assert_int_equal(journal_replay(scenario, text, length, NULL, -1, &again, why, &line), RESUME_OK);
        Sentence told = game_given_up(again);
        say(scenario, NULL, NULL, &told, verdict, sizeof verdict);
        assert_non_null(strstr(verdict, words[defeat]));
        game_free(again);
        game_free(game);
    }
}

static void a_nested_question_is_answered_and_the_frame_below_goes_on(void **state)
{
    (void)state;
    Game *game = begun(3);
    bring_together(game);
    dice_force(game_dice(game), (const Cast[]){{6, DIE}, {1, DIE}}, 2);
    toy_of(game_lab(game))->strength[1] = 6;
    give(game, "attack r2 at 0703");
    assert_int_equal(game_position(game)->depth, 2);
    assert_int_equal(question(game_position(game))->kind, TOY_ASK_RETREAT);
    assert_int_equal(game_side(game), 1);
    refuse_order(game, "end", "waiting for Blue: Retreat; \"end\" is not possible now");
    refuse_order(game, "retreat 0702", "0702 is occupied (TOY 2)");
    give(game, "retreat 0604");
    assert_int_equal(game_side(game), 0);
    assert_int_equal(game_position(game)->depth, 1);
    game_free(game);
}

static void the_lab_is_said_for_ever(void **state)
{
    (void)state;
    char why[200];
    Game *game = begun(1);
    toy_of(game_lab(game))->hex[0] = 10;
    assert_non_null(strstr(tail(game, 0), "\nlab\nbegin = "));
    assert_int_equal(toy_of(game_view(game, 1))->hex[0], 10);
    give(game, "move r1 0403");
    assert_true(game_undo(game, why)); /* back to what the lab made, not before */
    assert_int_equal(toy_of(game_position(game))->hex[0], 10);
    assert_int_equal(game_position(game)->lab, 1);
    game_free(game);

    game = begun(1);
    give(game, "move r1 0202");
    assert_non_null(game_lab(game));
    assert_non_null(game_lab(game));
    assert_false(game_can_undo(game));
    const char *text = tail(game, 0);
    assert_string_equal(strstr(text, "move"), "move r1 0202\nlab\n");
    game_free(game);
}

typedef struct Disk {
    char text[65536];
    size_t length;
    int fail_after;
} Disk;

static bool to_disk(void *context, const char *line, size_t length)
{
    Disk *disk = context;
    assert_true(length > 0 && line[length - 1] == '\n');
    if (!disk->fail_after)
        return false;
    disk->fail_after--;
    memcpy(disk->text + disk->length, line, length);
    disk->length += length;
    return true;
}

static bool random_order(Game *game, Random *random, Order *order)
{
    uint64_t listed = 0;
    const Position *view = game_view(game, game_side(game));
    return random_player.order(scenario, view, NULL, random, order, &listed) && listed > 0;
}

static void play_on(Game *game, Random *random, int orders)
{
    Order order;
    for (int i = 0; i < orders && game_side(game) != NO_SIDE; i++) {
        assert_true(random_order(game, random, &order));
        assert_false(refused(game_do(game, &order)));
    }
}

/* A disk that fails at any line leaves game and file as if the order had never been given. */
static void a_failing_sink_leaves_everything_as_it_was(void **state)
{
    (void)state;
    static Disk disk;
    for (int lines = 0; lines < 60; lines++) {
        Game *game = begun((uint8_t)lines), *twin = begun((uint8_t)lines);
        Random random = {(uint64_t)lines};
        Order order;
        char why[200];
        disk.length = 0;
        disk.fail_after = lines;
        size_t head = journal_length(game);
        game_set_sink(game, to_disk, &disk);
        for (int i = 0; i < lines && game_side(game) != NO_SIDE; i++) {
            assert_true(random_order(game, &random, &order));
            assert_false(refused(game_do(game, &order)));
            assert_false(refused(game_do(twin, &order)));
        }
        if (game_side(game) == NO_SIDE) {
            game_free(game);
            game_free(twin);
            continue;
        }
        assert_true(random_order(game, &random, &order));
        Refusal refusal = game_do(game, &order);
        assert_string_equal(refusal.why.words, "core.journal-could-not-written");
        if (game_can_undo(game)) {
            assert_false(game_undo(game, why));
            assert_string_equal(why, "core.journal-could-not-written");
        }
        assert_true(position_hash(scenario, game_position(game)) == position_hash(scenario, game_position(twin)));
        assert_int_equal(journal_length(game), journal_length(twin));
        assert_int_equal(disk.length, journal_length(game) - head);
        disk.fail_after = 1; /* the disk is well again: the same order has the same dice as without the fault */
        assert_false(refused(game_do(game, &order)));
        assert_false(refused(game_do(twin, &order)));
        size_t length;
        const char *text = game_journal(twin, &length);
        assert_int_equal(length, journal_length(game));
        assert_memory_equal(game_journal(game, &length), text, length);
        assert_int_equal(disk.length, length - head);
        assert_memory_equal(disk.text, text + head, disk.length);
        game_free(game);
        game_free(twin);
    }
}

static void random_games_end_and_close_with_result_and_seed(void **state)
{
    (void)state;
    for (uint8_t seed = 0; seed < 20; seed++) {
        Game *game = begun(seed);
        Random random = {seed};
        assert_false(game_close(game));
        size_t before = journal_length(game);
        play_on(game, &random, 100000);
        assert_int_equal(game_side(game), NO_SIDE);
        Order order = parsed("end");
        assert_string_equal(game_do(game, &order).why.words, "core.game-over");
        assert_true(journal_length(game) > before);
        before = journal_length(game);
        assert_true(game_close(game));
        const Position *position = game_position(game);
        char expected[256];
        snprintf(expected, sizeof expected, "\n@ %016llx %016llx\nresult ",
                 (unsigned long long)position_hash(scenario, position),
                 (unsigned long long)position_places(scenario, position));
        const char *hash = strstr(tail(game, 0), expected);
        assert_non_null(hash);
        before = (size_t)(strstr(hash, "result ") - tail(game, 0));
        int points = toy_alive(toy_of(position), position->winner == 1);
        int length = snprintf(expected, sizeof expected, "result %s %d \"a '%s' end\"\nseed %02x00",
                              position->winner == NO_SIDE ? "draw" : scenario->side_word[position->winner], points,
                              position->winner == NO_SIDE ? "drawn" : "won", seed);
        assert_memory_equal(tail(game, before), expected, (size_t)length);
        before = journal_length(game);
        assert_true(game_close(game));
        assert_int_equal(journal_length(game), before);
        game_free(game);
    }
}

/* Undo at random moments of whole games: the position is always that of the orders that stand. */
static void undo_gives_what_the_standing_orders_give(void **state)
{
    (void)state;
    for (uint8_t seed = 0; seed < 10; seed++) {
        Game *game = begun(seed);
        Random random = {seed};
        char why[200];
        while (game_side(game) != NO_SIDE) {
            uint64_t before = position_hash(scenario, game_position(game));
            Order order;
            assert_true(random_order(game, &random, &order));
            assert_false(refused(game_do(game, &order)));
            if (game_can_undo(game) && random_below(&random, 3) == 0) {
                assert_true(game_undo(game, why));
                assert_true(before == position_hash(scenario, game_position(game)));
            }
        }
        game_free(game);
    }
}

static int applied;
static void count_and_apply(const Scenario *of, Position *position, const Order *order, Dice *dice, Events *events)
{
    applied++;
    toy_system.apply(of, position, order, dice, events);
}

/* Whatever stands before it, an order that is taken back costs some hundred applied again, not all of them. */
static void a_long_way_back_is_short_steps(void **state)
{
    enum { ORDERS = 6000, DEEP = 4000 };
    static uint64_t after[ORDERS + 1];
    System counting = toy_system;
    (void)state;
    counting.apply = count_and_apply;
    scenario->system = &counting;
    for (int agreed = 0; agreed < 2; agreed++) {
        Game *game = begun(3);
        char why[200];
        bring_together(game); /* a barrier among them */
        for (int i = game_orders(game); i < ORDERS; i++) {
            after[i] = position_hash(scenario, game_position(game));
            give(game, i % 2 ? "signal 1" : "signal 2");
        }
        for (int i = ORDERS - 1, total = 0; i >= ORDERS - DEEP; i--) {
            applied = 0;
            assert_true(agreed ? game_take_back(game, why) : game_undo(game, why));
            total += applied;
            int gone = ORDERS - i;
            if (applied > SNAPSHOT_EVERY + gone || total > 2 * SNAPSHOT_NEAR * gone + SNAPSHOT_EVERY)
                fail_msg("%d applied again, %d in all, to take back order %d of %d", applied, total, i, ORDERS);
            assert_int_equal(game_orders(game), i);
            assert_true(position_hash(scenario, game_position(game)) == after[i]);
        }
        size_t length;
        const char *text = game_journal(game, &length);
        Game *again;
        int line;
        char wrong[300];
        assert_int_equal(journal_replay(scenario, text, length, game_dice(game)->seed, -1, &again, wrong, &line),
                         RESUME_OK);
        assert_true(position_hash(scenario, game_position(again)) == position_hash(scenario, game_position(game)));
        game_free(again);
        game_free(game);
    }
    scenario->system = &toy_system;
}

static void quiet_games_keep_no_text_and_are_fast(void **state)
{
    (void)state;
    GameStart start = {.fast_dice = true, .fast_seed = 9, .quiet = true};
    Game *game = game_new(scenario, &start);
    char why[200];
    assert_int_equal(journal_length(game), 0);
    Order signal = parsed("signal 1");
    clock_t begin = clock();
    const int orders = 100000;
    for (int i = 0; i < orders; i++)
        assert_false(refused(game_do(game, &signal)));
    double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
    print_message("quiet: %.0f orders a second\n", orders / seconds);
    assert_true(seconds < 0.5); /* 200,000 a second, also under the sanitizers */
    assert_int_equal(game_orders(game), orders);
    assert_true(game_undo(game, why));
    assert_int_equal(game_position(game)->orders, orders - 1);
    assert_int_equal(journal_length(game), 0);
    game_free(game);

    Random random = {4};
    game = game_new(scenario, &(GameStart){.seed = {1}, .quiet = true});
    play_on(game, &random, 100000);
    assert_int_equal(game_side(game), NO_SIDE);
    game_close(game);
    assert_int_equal(journal_length(game), 0);
    game_free(game);
}

static void players_are_found_by_name(void **state)
{
    (void)state;
    assert_ptr_equal(player_named("random"), &random_player);
    assert_null(player_named("nobody"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_head_names_everything_the_game_depends_on),
        cmocka_unit_test(orders_are_checked_written_applied_and_told),
        cmocka_unit_test(views_hide_and_are_kept_until_the_next_order),
        cmocka_unit_test(undo_goes_back_to_the_barrier_and_not_further),
        cmocka_unit_test(a_reveal_and_a_die_are_barriers),
        cmocka_unit_test(all_agreeing_a_rolled_order_is_taken_back_and_rolls_anew),
        cmocka_unit_test(a_side_resigns_and_the_journal_closes),
        cmocka_unit_test(the_journal_says_how_a_game_was_lost),
        cmocka_unit_test(a_nested_question_is_answered_and_the_frame_below_goes_on),
        cmocka_unit_test(the_lab_is_said_for_ever),
        cmocka_unit_test(a_failing_sink_leaves_everything_as_it_was),
        cmocka_unit_test(random_games_end_and_close_with_result_and_seed),
        cmocka_unit_test(undo_gives_what_the_standing_orders_give),
        cmocka_unit_test(a_long_way_back_is_short_steps),
        cmocka_unit_test(quiet_games_keep_no_text_and_are_fast),
        cmocka_unit_test(players_are_found_by_name),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
