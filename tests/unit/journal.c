/* Journals: read back to the same bytes; torn, cut, edited and damaged ones found out at their line. */
#include "toy.h"

#include "ai/ai.h"
#include "core/audit.h"

static Scenario *scenario;
static const uint8_t seed[SHA256_BYTES] = {21, 4, 19};
static char *played; /* a whole finished game */
static size_t played_length;
static const uint8_t open_seed[SHA256_BYTES] = {99};
static char *open_game; /* one that is not over */
static size_t open_length;

/* Plays with now and then an order taken back; at most so many lines. */
static char *play(const uint8_t with[SHA256_BYTES], int lines, size_t *length)
{
    GameStart start = {.nonce = {{1}, {2}}};
    memcpy(start.seed, with, SHA256_BYTES);
    Game *game = game_new(scenario, &start);
    Random random = {with[0]};
    while (game_side(game) != NO_SIDE && lines-- > 0) {
        Order order;
        uint64_t listed = 0;
        char why[200];
        assert_true(
            random_player.order(scenario, game_view(game, game_side(game)), game_memo(game), &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
        if (game_can_undo(game) && random_below(&random, 8) == 0)
            assert_true(game_undo(game, why));
    }
    game_close(game);
    const char *text = game_journal(game, length);
    char *copy = malloc(*length + 1);
    memcpy(copy, text, *length);
    copy[*length] = 0;
    game_free(game);
    return copy;
}

static int load(void **state)
{
    (void)state;
    scenario = toy_scenario();
    played = play(seed, 100000, &played_length);
    open_game = play(open_seed, 36, &open_length);
    return 0;
}

static int unload(void **state)
{
    (void)state;
    free(played);
    free(open_game);
    scenario_free(scenario);
    return 0;
}

static int line_of(const char *text, const char *at)
{
    int line = 1;
    for (const char *c = text; c < at; c++)
        line += *c == '\n';
    return line;
}

static int lines_in(const char *text, size_t length) { return line_of(text, text + length) - 1; }

static Resume replay(const char *text, size_t length, const uint8_t *with, Game **game, char why[300], int *line)
{
    return journal_replay(scenario, text, length, with, -1, game, why, line);
}

static void expect_wrong(const char *text, size_t length, const uint8_t *with, int at, const char *words)
{
    Game *game;
    char why[300];
    int line;
    assert_int_equal(replay(text, length, with, &game, why, &line), RESUME_WRONG);
    game_free(game);
    if (!strstr(why, words))
        fail_msg("line %d: \"%s\" does not say \"%s\"", line, why, words);
    assert_int_equal(line, at);
}

/* A copy of the text with `from` at `at` (or its first place) made into `to`. */
static char *edited(const char *text, const char *at, const char *from, const char *to, size_t *length)
{
    if (!at)
        at = strstr(text, from);
    assert_non_null(at);
    size_t before = (size_t)(at - text), rest = strlen(at) - strlen(from);
    char *copy = malloc(before + strlen(to) + rest + 1);
    memcpy(copy, text, before);
    memcpy(copy + before, to, strlen(to));
    memcpy(copy + before + strlen(to), at + strlen(from), rest + 1);
    *length = before + strlen(to) + rest;
    return copy;
}

static void expect_edit_wrong(const char *text, const char *at, const char *from, const char *to, int line,
                              const char *words)
{
    size_t length;
    char *copy = edited(text, at, from, to, &length);
    expect_wrong(copy, length, text == open_game ? open_seed : NULL, line, words);
    free(copy);
}

static void a_journal_gives_the_same_bytes_again(void **state)
{
    (void)state;
    Game *game;
    char why[300];
    int line;
    size_t length;
    assert_non_null(strstr(played, "\nundo\n"));
    assert_non_null(strstr(played, "\n@ "));
    assert_int_equal(replay(played, played_length, NULL, &game, why, &line), RESUME_OK);
    const char *text = game_journal(game, &length);
    assert_int_equal(length, played_length);
    assert_memory_equal(text, played, length);
    assert_int_equal(game_position(game)->over, 1);
    game_free(game);
}

static void an_open_game_is_resumed_and_goes_on_with_the_same_dice(void **state)
{
    (void)state;
    size_t whole_length;
    char *whole = play(open_seed, 100000, &whole_length);
    assert_memory_equal(whole, open_game, open_length);
    Game *game;
    char why[300];
    int line;
    assert_int_equal(replay(open_game, open_length, open_seed, &game, why, &line), RESUME_OK);
    /* the rest of the longer game, ordered into the shorter one, gives the longer one's bytes */
    const char *rest = whole + open_length;
    while (game_side(game) != NO_SIDE) {
        Order order;
        int column;
        size_t line_length = strcspn(rest, "\n"), text = line_length;
        if (!strncmp(rest, "undo\n", 5)) {
            assert_true(game_undo(game, why));
        } else if (rest[0] != '@') {
            for (size_t i = 0; i + 1 < line_length; i++)
                if (rest[i] == ' ' && rest[i + 1] == '=')
                    text = i;
            assert_true(order_parse(scenario, rest, text, &order, why, &column));
            assert_false(refused(game_do(game, &order)));
        }
        rest += line_length + 1;
    }
    game_close(game);
    size_t length;
    assert_memory_equal(game_journal(game, &length), whole, whole_length);
    assert_int_equal(length, whole_length);
    game_free(game);
    free(whole);
}

static void without_its_seed_a_game_is_read_but_not_continued(void **state)
{
    (void)state;
    Game *game;
    char why[300];
    int line;
    size_t length;
    assert_int_equal(replay(open_game, open_length, NULL, &game, why, &line), RESUME_OK);
    assert_memory_equal(game_journal(game, &length), open_game, open_length);
    assert_int_equal(length, open_length);
    Order order;
    Random random = {1};
    uint64_t listed = 0;
    assert_true(
        random_player.order(scenario, game_view(game, game_side(game)), game_memo(game), &random, &order, &listed));
    assert_false(refused(game_check(game, &order)));
    assert_non_null(strstr(game_do(game, &order).why.words, "core.seed-game-not-known-can"));
    game_free(game);
    const char *dice = strstr(open_game, "attack");
    dice = strstr(dice, " = ");
    size_t cut;
    char *copy = edited(open_game, dice + 4, " ", " 3 ", &cut);
    expect_wrong(copy, cut, NULL, line_of(open_game, dice), "another number of dice");
    free(copy);
}

/* Cut after any byte, a journal is resumed up to its last whole line, or its head is found wanting. */
static void a_torn_journal_loses_only_the_line_in_flight(void **state)
{
    (void)state;
    JournalHead head;
    char why[300];
    int line;
    assert_true(journal_head(open_game, open_length, &head, why, &line));
    assert_int_equal(head.lines, 8);
    for (size_t cut = 0; cut <= open_length; cut++) {
        Game *game;
        Resume resume = replay(open_game, cut, open_seed, &game, why, &line);
        size_t length, whole = cut;
        while (whole && open_game[whole - 1] != '\n')
            whole--;
        if (whole < head.length) {
            assert_int_equal(resume, RESUME_WRONG);
            assert_null(game);
            assert_int_equal(line, lines_in(open_game, whole) + 1);
            continue;
        }
        assert_int_equal(resume, whole == cut ? RESUME_OK : RESUME_TORN);
        const char *text = game_journal(game, &length);
        assert_memory_equal(text, open_game, length < open_length ? length : open_length);
        assert_true(length >= whole && length - whole < 41); /* at most the hashes of the position more */
        if (resume == RESUME_TORN && length == whole)
            assert_int_equal(line, lines_in(open_game, whole) + 1);
        game_free(game);
    }
}

static void an_edited_journal_is_wrong_at_the_edited_line_or_the_next_die(void **state)
{
    (void)state;
    const char *attack = strstr(played, "\nattack") + 1;
    const char *die = strstr(attack, " = ") + 3;
    int line = line_of(played, attack);
    expect_edit_wrong(played, die, (char[]){*die, 0}, *die == '6' ? "5" : "6", line, "the dice here are");
    expect_edit_wrong(played, attack, "attack", "atack", line, "did you mean \"attack\"");
    expect_edit_wrong(played, attack, "attack ", "attack  ", line, "the line should read: attack");
    expect_edit_wrong(played, attack, "attack", "retreat 0202\nattack", line, "is not possible now");
    expect_edit_wrong(played, attack, "attack", "signal 5\nattack", line + 1, "the dice here are");
    expect_edit_wrong(played, attack, "attack", "@ 0123456789abcdef 0123456789abcdef\nattack", line,
                      "no hash of the position");
    const char *end = strstr(played, "\nend\n") + 1;
    expect_edit_wrong(played, end, "end", "end\nundo", line_of(played, end) + 1, "nothing can be taken back here");
    const char *begin_die = strstr(played, "begin = ") + 8;
    expect_edit_wrong(played, begin_die, (char[]){*begin_die, 0}, *begin_die == '6' ? "5" : "6", 8,
                      "the dice here are");
    const char *hash = strstr(played, "\n@ ") + 3;
    expect_edit_wrong(played, hash, (char[]){*hash, 0}, *hash == '0' ? "1" : "0", line_of(played, hash),
                      "the position here has the hash");
    const char *result = strstr(played, "\nresult") + 1;
    const char *last = result - sizeof "@ 0123456789abcdef 0123456789abcdef"; /* the line before */
    char line_of_hash[48];
    snprintf(line_of_hash, sizeof line_of_hash, "%.*s", (int)(result - last), last);
    expect_edit_wrong(played, last + 2, (char[]){last[2], 0}, last[2] == '0' ? "1" : "0", line_of(played, last),
                      "the position here has the hash");
    expect_edit_wrong(played, last, line_of_hash, "", line_of(played, last),
                      "here the hash of the position should stand");
    size_t length;
    char *copy = edited(played, hash - 2, (char[]){'@', 0}, "#", &length);
    char *gone = edited(copy, NULL, "#", "", &length);
    memmove(gone + (hash - 2 - played), gone + (hash - 2 - played) + 35, length - (size_t)(hash - 2 - played) - 34);
    expect_wrong(gone, length - 35, NULL, line_of(played, hash), "here the hash of the position should stand");
    free(gone);
    free(copy);
}

static void the_closing_lines_are_checked_too(void **state)
{
    (void)state;
    const char *result = strstr(played, "\nresult ") + 1, *revealed = strstr(played, "\nseed ") + 6;
    int line = line_of(played, result);
    expect_edit_wrong(played, result, "result ", "result not", line, "the line should read: result");
    expect_edit_wrong(played, revealed, (char[]){*revealed, 0}, *revealed == '0' ? "1" : "0", 5,
                      "the game committed to another seed");
    size_t length;
    char *copy = edited(played, result, "result", "seed", &length);
    expect_wrong(copy, (size_t)(revealed - 2 - played), seed, line, "the line should read: result");
    free(copy);
    copy = edited(open_game, open_game + open_length, "", "result red 3 \"too soon\"\n", &length);
    expect_wrong(copy, length, open_seed, lines_in(open_game, open_length) + 1, "the game is not over here");
    free(copy);
    copy = edited(played, played + played_length, "", "end\n", &length);
    expect_wrong(copy, length, seed, lines_in(played, played_length) + 1, "nothing follows the end");
    free(copy);
    expect_wrong(open_game, open_length, seed, 5, "another seed than the one given");
}

static void the_head_is_checked_line_by_line(void **state)
{
    (void)state;
    expect_edit_wrong(played, NULL, "sandtable journal 2", "sandtable journal 4", 1, "sandtable journal 1, 2 or 3");
    expect_edit_wrong(played, NULL, "scenario toy/duel", "scenario toy/other", 2, "this is a game of toy/other");
    expect_edit_wrong(played, NULL, "edition 3 ", "edition x ", 3, "edition NUMBER HASH");
    expect_edit_wrong(played, NULL, "options", "option", 4, "options NAME=VALUE");
    expect_edit_wrong(played, NULL, "commit ", "commit 0", 5, "commit HASH");
    expect_edit_wrong(played, NULL, "nonce red", "nonce green", 6, "should be the one of red");
    expect_edit_wrong(played, NULL, "nonce blue 0", "nonce blue ", 7, "nonce SIDE NUMBER");
    expect_edit_wrong(played, NULL, "nonce red 01", "nonce red 02", 8, "the dice here are");
    expect_edit_wrong(played, NULL, "begin", "lab\nbegin", 9, "the lab touched this game");
    expect_edit_wrong(played, NULL, "begin = ", "begin = 7 ", 8, "nonce SIDE NUMBER, or begin");
    expect_wrong("", 0, NULL, 1, "sandtable journal 1");
}

static void another_edition_is_told_and_can_still_be_replayed(void **state)
{
    (void)state;
    JournalHead head;
    char why[300];
    int line;
    assert_true(journal_head(played, played_length, &head, why, &line));
    assert_true(journal_edition(&head, scenario, why, &line));
    assert_string_equal(head.options, "fog=on");
    Scenario newer = *scenario;
    System next = toy_system;
    next.edition = 4;
    newer.system = &next;
    assert_false(journal_edition(&head, &newer, why, &line));
    assert_non_null(strstr(why, "begun with edition 3"));
    assert_int_equal(line, 3);
    Game *game;
    assert_int_equal(journal_replay(&newer, played, played_length, NULL, -1, &game, why, &line), RESUME_OK);
    game_free(game);
    newer = *scenario;
    newer.data_hash[5] ^= 1;
    assert_false(journal_edition(&head, &newer, why, &line));
    assert_non_null(strstr(why, "other data"));
    newer = *scenario;
    snprintf(newer.option[0].value, sizeof newer.option[0].value, "off");
    assert_false(journal_edition(&head, &newer, why, &line));
    assert_int_equal(line, 4);
}

/* A toy whose positions have other bytes, as if its layout had changed. */
static void begin_otherwise(const Scenario *of, Position *position, Dice *dice, Events *events)
{
    toy_system.begin(of, position, dice, events);
    toy_of(position)->signal[0] = 7;
}

/* One in which attacks are refused. */
static Refusal check_peace(const Scenario *of, const Position *view, const Order *order)
{
    if (order->verb == TOY_ATTACK)
        return refuse(TOY_RULE_ATTACK, "no");
    return toy_system.check(of, view, order);
}

/* One in which a counter ends where it began, though the same is ordered and rolled. */
static void apply_standing(const Scenario *of, Position *position, const Order *order, Dice *dice, Events *events)
{
    Hex at = order->verb == TOY_MOVE ? toy_of(position)->hex[order->value[0]] : NO_HEX;
    toy_system.apply(of, position, order, dice, events);
    if (at != NO_HEX)
        toy_of(position)->hex[order->value[0]] = at;
}

static Scenario edition_of(System *next)
{
    Scenario newer = *scenario;
    next->edition = 4;
    newer.system = next;
    return newer;
}

static void a_game_goes_on_under_another_edition_if_every_line_holds(void **state)
{
    (void)state;
    System next = toy_system;
    next.begin = begin_otherwise;
    Scenario newer = edition_of(&next);
    Game *game, *again;
    char why[300];
    int line;
    size_t length, second;
    assert_non_null(strstr(open_game, "\n@ "));
    assert_int_equal(journal_replay(&newer, open_game, open_length, open_seed, -1, &game, why, &line), RESUME_OK);
    assert_false(game_is_current(game));
    assert_memory_equal(game_journal(game, &length), open_game, open_length); /* also the hashes of other bytes */
    assert_true(game_take_edition(game));
    assert_true(game_is_current(game));
    const char *text = game_journal(game, &length);
    assert_int_equal(length, open_length + strlen("edition 4 ") + 65);
    assert_memory_equal(text + open_length, "edition 4 ", 10);
    assert_true(game_take_edition(game)); /* once is enough */
    Order order = order_of(TOY_END);
    assert_false(refused(game_do(game, &order)));
    text = game_journal(game, &length);
    assert_int_equal(journal_replay(&newer, text, length, open_seed, -1, &again, why, &line), RESUME_OK);
    assert_memory_equal(game_journal(again, &second), text, length);
    assert_int_equal(position_hash(&newer, game_position(again)), position_hash(&newer, game_position(game)));
    assert_true(game_is_current(again));
    game_free(again);
    /* the program before reads it too, and knows that it is not its own any more */
    assert_int_equal(journal_replay(scenario, text, length, open_seed, -1, &again, why, &line), RESUME_OK);
    assert_false(game_is_current(again));
    game_free(again);
    game_free(game);
}

static void counters_that_stand_elsewhere_are_found_under_another_edition(void **state)
{
    (void)state;
    System next = toy_system;
    next.apply = apply_standing;
    Scenario newer = edition_of(&next);
    Game *game;
    char why[300];
    int line;
    assert_int_equal(journal_replay(&newer, open_game, open_length, open_seed, -1, &game, why, &line), RESUME_WRONG);
    game_free(game);
}

static void players_carry_on_from_the_last_line_that_holds(void **state)
{
    (void)state;
    System next = toy_system;
    next.check = check_peace;
    Scenario newer = edition_of(&next);
    Game *game, *again;
    char why[300];
    int line, held;
    size_t played_so_far, length, second;
    Resume resume = journal_hold(&newer, open_game, open_length, open_seed, -1, NULL, NULL, &game, &held, why, &line);
    assert_int_equal(resume, RESUME_WRONG);
    assert_int_equal(line, line_of(open_game, strstr(open_game, "\nattack") + 1));
    game_free(game);
    assert_int_equal(journal_replay(&newer, open_game, open_length, open_seed, held, &game, why, &line), RESUME_OK);
    game_journal(game, &played_so_far);
    int orders = game_orders(game);
    assert_true(game_carry_on(game, open_game + played_so_far, open_length - played_so_far));
    assert_true(game_take_edition(game));
    assert_int_equal(game_orders(game), orders);
    assert_false(game_can_undo(game));
    const char *text = game_journal(game, &length);
    assert_memory_equal(text, open_game, open_length); /* nothing is taken out of it */
    char carry[32];
    snprintf(carry, sizeof carry, "carry %d\n", held);
    assert_memory_equal(text + open_length, carry, strlen(carry));
    Order order = order_of(TOY_END);
    assert_false(refused(game_do(game, &order)));
    text = game_journal(game, &length);
    assert_int_equal(journal_replay(&newer, text, length, open_seed, -1, &again, why, &line), RESUME_OK);
    assert_memory_equal(game_journal(again, &second), text, length);
    assert_int_equal(game_orders(again), orders + 1);
    assert_int_equal(position_hash(&newer, game_position(again)), position_hash(&newer, game_position(game)));
    game_free(again);
    game_free(game);
}

static void an_option_that_is_new_is_what_it_was(void **state)
{
    (void)state;
    JournalHead head;
    char why[300];
    int line;
    Scenario newer = *scenario;
    assert_true(journal_head(played, played_length, &head, why, &line));
    newer.option[newer.options++] = (Option){.name = "mines", .value = "off", .was = "off", .values = "on off"};
    assert_true(journal_options(&head, &newer, why, &line));
    snprintf(newer.option[1].value, sizeof newer.option[1].value, "on");
    assert_false(journal_options(&head, &newer, why, &line));
    assert_non_null(strstr(why, "mines=off"));
    newer.options = 0;
    assert_false(journal_options(&head, &newer, why, &line));
    assert_non_null(strstr(why, "no longer"));
}

static void replay_stops_where_it_is_told(void **state)
{
    (void)state;
    Game *game;
    char why[300];
    int line;
    size_t length;
    for (int lines = 0; lines < 40; lines++) {
        assert_int_equal(journal_replay(scenario, played, played_length, NULL, lines, &game, why, &line), RESUME_OK);
        const char *text = game_journal(game, &length);
        assert_memory_equal(text, played, length);
        assert_int_equal(lines_in(text, length), 8 + lines + lines / JOURNAL_CHECK_EVERY);
        game_free(game);
    }
}

static void fast_dice_leave_a_journal_that_replays(void **state)
{
    (void)state;
    GameStart start = {.fast_dice = true, .fast_seed = 0x1234567890abcdef};
    Game *game = game_new(scenario, &start), *again;
    Random random = {3};
    char why[300];
    int line;
    size_t length, second;
    while (game_side(game) != NO_SIDE) {
        Order order;
        uint64_t listed = 0;
        assert_true(
            random_player.order(scenario, game_view(game, game_side(game)), game_memo(game), &random, &order, &listed));
        assert_false(refused(game_do(game, &order)));
    }
    game_close(game);
    const char *text = game_journal(game, &length);
    assert_int_equal(replay(text, length, NULL, &again, why, &line), RESUME_OK);
    assert_memory_equal(game_journal(again, &second), text, length);
    assert_int_equal(second, length);
    game_free(game);
    game_free(again);
}

/* Any byte changed is either found or changes nothing that was played: never a crash, never other bytes. */
static void no_damage_is_taken_for_a_good_journal(void **state)
{
    (void)state;
    Random random = {8};
    char *copy = malloc(played_length);
    for (int round = 0; round < 1500; round++) {
        memcpy(copy, played, played_length);
        size_t at = random_below(&random, (uint32_t)played_length);
        char was = copy[at];
        copy[at] = (char)random_below(&random, 256);
        Game *game;
        char why[300];
        int line;
        Resume resume = replay(copy, played_length, NULL, &game, why, &line);
        if (copy[at] != was) {
            /* edition, data hash and options are the caller's to compare; everything else is chained */
            bool pinned =
                at > (size_t)(strstr(played, "edition") - played) && at < (size_t)(strstr(played, "commit") - played);
            bool last = at + 1 == played_length;
            if (resume == RESUME_OK && !pinned)
                fail_msg("byte %zu became %d and was not noticed", at, copy[at]);
            assert_true(resume != RESUME_TORN || last);
        }
        game_free(game);
    }
    free(copy);
}

static void audit_edit(const char *at, const char *from, const char *to, int wrong_line, const char *words)
{
    size_t length;
    char why[200];
    int line;
    Audit audit;
    char *copy = edited(played, at, from, to, &length);
    assert_false(journal_audit(copy, length, &audit, why, &line));
    if (!strstr(why, words))
        fail_msg("line %d: \"%s\" does not say \"%s\"", line, why, words);
    assert_int_equal(line, wrong_line);
    free(copy);
}

static void every_die_is_audited_from_the_text_alone(void **state)
{
    (void)state;
    char why[200];
    int line, written = 0, taken_back = 0;
    Audit audit;
    assert_true(journal_audit(played, played_length, &audit, why, &line));
    for (const char *at = strstr(played, " = "); at; at = strstr(at, " = "))
        for (at += 2; *at == ' '; at += 2)
            written++;
    for (const char *at = strstr(played, "\nundo\n"); at; at = strstr(at + 1, "\nundo\n"))
        taken_back++;
    assert_int_equal(audit.dice, written);
    assert_true(audit.dice > 6);
    assert_int_equal(audit.set_up, 6);
    assert_int_equal(audit.alone, audit.dice - 6);
    assert_true(audit.taken_back > 0 && audit.taken_back <= taken_back && audit.alone_after == audit.rolls_after);
    const char *attack = strstr(played, "\nattack") + 1, *die = strstr(attack, " = ") + 3;
    const char *first = strstr(played, "begin = ") + 8, *revealed = strstr(played, "\nseed ") + 6;
    int at = line_of(played, attack);
    audit_edit(die, (char[]){*die, 0}, *die == '6' ? "5" : "6", at, "not those of the seed");
    audit_edit(die, (char[]){*die, 0}, "7", at, "no dice");
    audit_edit(attack, "attack", "signal 5\nattack", at + 1, "not those of the seed");
    audit_edit(attack, "attack", "lab\nattack", at, "the lab touched");
    audit_edit(first, (char[]){*first, 0}, *first == '6' ? "5" : "6", 8, "set-up");
    audit_edit(NULL, "nonce red 01", "nonce red 02", 8, "set-up");
    audit_edit(revealed, (char[]){*revealed, 0}, *revealed == '0' ? "1" : "0", 5, "committed to another seed");
    audit_edit(NULL, "begin", "lab\nbegin", 9, "the lab touched");
    audit_edit(revealed - 5, "seed", "sead", 8, "does not end with its seed");
}

typedef struct Seen {
    int count, last;
    uint32_t orders;
} Seen;

static void count_line(void *context, Game *game, int line, const char *text, size_t length)
{
    Seen *seen = context;
    assert_true(line > seen->last);
    assert_int_equal(line, line_of(played, text));
    assert_int_equal(text[length], '\n');
    seen->count++;
    seen->last = line;
    seen->orders = game_position(game)->orders;
}

static void a_watcher_sees_each_line(void **state)
{
    (void)state;
    Seen seen = {0};
    Game *game;
    char why[300];
    int line;
    assert_int_equal(journal_watch(scenario, played, played_length, NULL, 12, count_line, &seen, &game, why, &line),
                     RESUME_OK);
    assert_int_equal(seen.count, 13);
    assert_int_equal(seen.last, 8 + 12);
    assert_int_equal(seen.orders, game_position(game)->orders);
    game_free(game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_journal_gives_the_same_bytes_again),
        cmocka_unit_test(an_open_game_is_resumed_and_goes_on_with_the_same_dice),
        cmocka_unit_test(without_its_seed_a_game_is_read_but_not_continued),
        cmocka_unit_test(a_torn_journal_loses_only_the_line_in_flight),
        cmocka_unit_test(an_edited_journal_is_wrong_at_the_edited_line_or_the_next_die),
        cmocka_unit_test(the_closing_lines_are_checked_too),
        cmocka_unit_test(the_head_is_checked_line_by_line),
        cmocka_unit_test(another_edition_is_told_and_can_still_be_replayed),
        cmocka_unit_test(a_game_goes_on_under_another_edition_if_every_line_holds),
        cmocka_unit_test(counters_that_stand_elsewhere_are_found_under_another_edition),
        cmocka_unit_test(players_carry_on_from_the_last_line_that_holds),
        cmocka_unit_test(an_option_that_is_new_is_what_it_was),
        cmocka_unit_test(replay_stops_where_it_is_told),
        cmocka_unit_test(fast_dice_leave_a_journal_that_replays),
        cmocka_unit_test(every_die_is_audited_from_the_text_alone),
        cmocka_unit_test(a_watcher_sees_each_line),
        cmocka_unit_test(no_damage_is_taken_for_a_good_journal),
    };
    return cmocka_run_group_tests(tests, load, unload);
}
