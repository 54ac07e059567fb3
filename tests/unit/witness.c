/* Dice that no player can choose: chains, links, rolls that wait, and what an audit says of journals that cheat. */
#include "toy.h"

#include "ai/ai.h"
#include "core/audit.h"

enum { LINKS = 400 };

static Scenario *scenario;
static uint8_t links[2][LINKS + 1][SHA256_BYTES]; /* of each side; the last is the anchor */

static int load(void **state)
{
    (void)state;
    scenario = toy_scenario();
    for (int side = 0; side < 2; side++) {
        links[side][0][0] = (uint8_t)(7 + side);
        for (int i = 0; i < LINKS; i++)
            sha256(links[side][i], SHA256_BYTES, links[side][i + 1]);
    }
    return 0;
}

static int unload(void **state)
{
    (void)state;
    scenario_free(scenario);
    return 0;
}

static const uint8_t *next_link(const Game *game, int side)
{
    return links[side][LINKS - 1 - (int)game_witness(game, side)->given];
}

static Game *begun(DiceTrust trust)
{
    GameStart start = {.seed = {1, 2, 3}, .trust = trust, .wait = 20};
    return game_new(scenario, &start);
}

static Game *sat_down(void)
{
    char why[200];
    Game *game = begun(TRUST_WITNESSED);
    for (int side = 0; side < 2; side++)
        assert_true(game_bring_chain(game, side, links[side][LINKS], LINKS, why));
    for (int side = 0; side < 2; side++)
        assert_true(game_link(game, side, next_link(game, side), why));
    return game;
}

/* Gives the next order that the random player finds; what waits for a link gets it, or goes on without. Whether it
 * waited. */
static bool play_one(Game *game, Random *random, bool with)
{
    Order order;
    uint64_t listed = 0;
    char why[200];
    int giver = game_side(game);
    assert_true(random_player.order(scenario, game_view(game, giver), game_memo(game), random, &order, &listed));
    assert_false(refused(game_do(game, &order)));
    if (!game_announced(game))
        return false;
    assert_int_equal(game_links_due(game), 1u << !giver);
    assert_false(game_can_undo(game));
    assert_true(refused(game_do(game, &order)));
    assert_false(game_link(game, giver, next_link(game, giver), why));
    assert_true(with ? game_link(game, !giver, next_link(game, !giver), why) : game_leave_out(game, !giver, why));
    assert_false(refused(game_roll(game)));
    assert_null(game_announced(game));
    assert_true(game_dice(game)->recorded);
    return true;
}

/* A whole game; so many rolls go on without a link first. */
static char *played(Game *game, int without, size_t *length)
{
    Random random = {4};
    while (game_side(game) != NO_SIDE)
        without -= play_one(game, &random, without <= 0);
    assert_true(game_close(game));
    const char *text = game_journal(game, length);
    char *copy = malloc(*length + 1);
    memcpy(copy, text, *length);
    copy[*length] = 0;
    game_free(game);
    return copy;
}

static void a_roll_waits_for_the_link_of_the_other(void **state)
{
    (void)state;
    size_t length;
    char why[300], *text = played(sat_down(), 0, &length);
    int line;
    Audit audit;
    Game *again;
    assert_non_null(strstr(text, "sandtable journal 3\n"));
    assert_non_null(strstr(text, " derived\ndice witnessed 20\nbegin"));
    assert_non_null(strstr(text, "\nroll red "));
    if (!journal_audit(text, length, &audit, why, &line))
        fail_msg("line %d: %s", line, why);
    assert_true(audit.witnessed > 6);
    assert_int_equal(audit.witnessed + audit.set_up, audit.dice);
    assert_true(audit.side[0].number && audit.side[1].number && !audit.side[0].late && !audit.side[1].late);
    /* Replayed with and without the seed, and from the middle of a roll that waits. */
    assert_int_equal(journal_replay(scenario, text, length, NULL, -1, &again, why, &line), RESUME_OK);
    game_free(again);
    const uint8_t seed[SHA256_BYTES] = {1, 2, 3};
    const char *roll = strstr(text, "\nroll ") + 1, *rest = strchr(roll, '\n') + 1;
    assert_int_equal(journal_replay(scenario, text, (size_t)(rest - text), seed, -1, &again, why, &line), RESUME_OK);
    assert_non_null(game_announced(again));
    assert_true(game_links_due(again));
    game_free(again);
    free(text);
}

static void dice_hang_on_the_link(void **state)
{
    (void)state;
    size_t length, other_length;
    char *with = played(sat_down(), 0, &length), *without = played(sat_down(), 100000, &other_length);
    const char *one = strstr(with, "\nroll "), *other = strstr(without, "\nroll ");
    assert_int_equal(one - with, other - without);
    assert_memory_not_equal(strstr(one, " = "), strstr(other, " = "), 6);
    free(with);
    free(without);
}

static void what_goes_on_without_is_counted(void **state)
{
    (void)state;
    size_t length;
    char why[200], *text = played(sat_down(), 1, &length);
    int line;
    Audit audit;
    assert_true(journal_audit(text, length, &audit, why, &line));
    assert_true(audit.alone > 0 && audit.witnessed > 0);
    assert_int_equal(audit.alone + audit.witnessed + audit.set_up, audit.dice);
    assert_true(audit.side[0].missed + audit.side[1].missed > 0);
    free(text);
}

/* A journal with one piece in place of another is found out, by the audit and by the replay. */
static void edit(const char *text, const char *from, const char *to, const char *words)
{
    char why[300], *copy = malloc(strlen(text) + strlen(to) + 1);
    const char *at = strstr(text, from);
    int line;
    Audit audit;
    Game *game;
    assert_non_null(at);
    sprintf(copy, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    assert_false(journal_audit(copy, strlen(copy), &audit, why, &line));
    if (!strstr(why, words))
        fail_msg("\"%s\" does not say \"%s\"", why, words);
    assert_int_equal(journal_replay(scenario, copy, strlen(copy), NULL, -1, &game, why, &line), RESUME_WRONG);
    game_free(game);
    free(copy);
}

static void cheats_are_found(void **state)
{
    (void)state;
    size_t length;
    char line[200], other[200], *text = played(sat_down(), 0, &length);
    const char *roll = strstr(text, "\nroll ") + 1, *link = strchr(roll, '\n') + 1, *order = strchr(link, '\n') + 1;
    snprintf(line, sizeof line, "%.*s", (int)(order - link), link);
    edit(text, line, "", "did not wait");
    snprintf(other, sizeof other, "%s", line);
    other[15] = other[15] == '0' ? '1' : '0';
    edit(text, line, other, "not the next one");
    edit(text, line, strstr(line, "blue") ? "without blue\n" : "without red\n", "not those of the seed");
    snprintf(line, sizeof line, "%.*s", (int)(order - roll), roll);
    edit(text, line, "", "without the links that there were");
    edit(text, "dice witnessed 20", "dice witnessed 21", "set-up");
    edit(text, "nonce red ", "nonce red a", "the head of a journal");
    free(text);
}

static void numbers_of_players_come_once(void **state)
{
    (void)state;
    char why[200];
    Game *game = begun(TRUST_NONCES);
    Random random = {9};
    assert_false(game_bring_chain(game, 0, links[0][1], 2, why));
    assert_true(game_bring_chain(game, 0, links[0][1], 1, why));
    assert_true(game_bring_chain(game, 1, links[1][1], 1, why));
    assert_false(game_link(game, 0, links[1][0], why));
    assert_true(game_link(game, 0, links[0][0], why));
    assert_true(game_link(game, 1, links[1][0], why));
    assert_false(game_bring_chain(game, 0, links[0][2], 1, why));
    while (game_side(game) != NO_SIDE)
        play_one(game, &random, true);
    game_close(game);
    Audit audit;
    size_t length;
    int line;
    const char *text = game_journal(game, &length);
    assert_true(journal_audit(text, length, &audit, why, &line));
    assert_true(audit.side[0].number && audit.side[1].number && !audit.side[1].late);
    assert_int_equal(audit.witnessed, 0);
    game_free(game);
}

static void a_chain_that_comes_late_is_told(void **state)
{
    (void)state;
    char why[200];
    Game *game = begun(TRUST_WITNESSED);
    assert_true(game_bring_chain(game, 0, links[0][LINKS], LINKS, why));
    assert_true(game_link(game, 0, next_link(game, 0), why));
    assert_true(game_bring_chain(game, 1, links[1][LINKS], LINKS, why));
    size_t length;
    char *text = played(game, 0, &length);
    Audit audit;
    int line;
    assert_true(journal_audit(text, length, &audit, why, &line));
    assert_true(!audit.side[0].late && audit.side[1].late);
    free(text);
}

static void resigning_leaves_a_roll_behind(void **state)
{
    (void)state;
    char why[200];
    Game *game = sat_down();
    Random random = {4};
    Order order;
    for (uint64_t listed = 0; !game_announced(game);) {
        assert_true(
            random_player.order(scenario, game_view(game, game_side(game)), game_memo(game), &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    assert_true(game_resign(game, game_side(game), why));
    assert_null(game_announced(game));
    assert_true(game_close(game));
    Audit audit;
    size_t length;
    int line;
    const char *text = game_journal(game, &length);
    assert_true(journal_audit(text, length, &audit, why, &line));
    assert_int_equal(audit.abandoned, 1);
    game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_roll_waits_for_the_link_of_the_other), cmocka_unit_test(dice_hang_on_the_link),
        cmocka_unit_test(what_goes_on_without_is_counted),        cmocka_unit_test(cheats_are_found),
        cmocka_unit_test(numbers_of_players_come_once),           cmocka_unit_test(a_chain_that_comes_late_is_told),
        cmocka_unit_test(resigning_leaves_a_roll_behind),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
