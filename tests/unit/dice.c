/* SHA-256 and HMAC against the published vectors; dice that are fair, fast and forced. */
#include "toy.h"

static void expect_hex(const uint8_t bytes[SHA256_BYTES], const char *hex)
{
    char text[2 * SHA256_BYTES + 1];
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", bytes[i]);
    assert_string_equal(text, hex);
}

static void sha256_of_published_messages(void **state)
{
    (void)state;
    static const char *const vector[][2] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrst"
         "nopqrstu",
         "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
    };
    uint8_t out[SHA256_BYTES];
    for (size_t i = 0; i < sizeof vector / sizeof vector[0]; i++) {
        sha256(vector[i][0], strlen(vector[i][0]), out);
        expect_hex(out, vector[i][1]);
    }
}

static void sha256_of_a_million_letters_in_uneven_pieces(void **state)
{
    (void)state;
    static char letters[1000];
    memset(letters, 'a', sizeof letters);
    Sha256 sha;
    uint8_t out[SHA256_BYTES];
    sha256_begin(&sha);
    for (size_t done = 0, take = 1; done < 1000000; done += take, take = (take * 7 + 3) % 999 + 1) {
        if (take > 1000000 - done)
            take = 1000000 - done;
        sha256_add(&sha, letters, take);
    }
    sha256_end(&sha, out);
    expect_hex(out, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void hmac_of_rfc_4231(void **state)
{
    (void)state;
    uint8_t key[131], data[50], out[SHA256_BYTES];
    memset(key, 0x0b, 20);
    hmac_sha256(key, 20, "Hi There", 8, out);
    expect_hex(out, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
    hmac_sha256("Jefe", 4, "what do ya want for nothing?", 28, out);
    expect_hex(out, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
    memset(key, 0xaa, sizeof key);
    memset(data, 0xdd, sizeof data);
    hmac_sha256(key, 20, data, sizeof data, out);
    expect_hex(out, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
    hmac_sha256(key, 131, "Test Using Larger Than Block-Size Key - Hash Key First", 54, out);
    expect_hex(out, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

static void fair_dice_are_the_bytes_of_the_hmac(void **state)
{
    (void)state;
    uint8_t seed[SHA256_BYTES] = "a seed", context[SHA256_BYTES] = "a context", message[SHA256_BYTES + 4];
    uint8_t expected[200];
    int count = 0;
    for (uint8_t block = 0; count < 150; block++) {
        uint8_t bytes[SHA256_BYTES];
        memcpy(message, context, SHA256_BYTES);
        memcpy(message + SHA256_BYTES, (uint8_t[]){0, 0, 0, block}, 4);
        hmac_sha256(seed, SHA256_BYTES, message, sizeof message, bytes);
        for (int i = 0; i < SHA256_BYTES; i++)
            if (bytes[i] < 252)
                expected[count++] = (uint8_t)(bytes[i] % 6 + 1);
    }
    Dice dice;
    dice_fair(&dice, seed);
    for (int again = 0; again < 2; again++) {
        dice_context(&dice, context);
        for (int i = 0; i < 150; i++)
            assert_int_equal(dice_roll(&dice), expected[i]);
        assert_int_equal(dice.recorded, 150);
        for (int i = 0; i < 150; i++) {
            assert_int_equal(dice.record[i].shows, expected[i]);
            assert_int_equal(dice.record[i].of, DIE);
        }
    }
    context[0]++;
    dice_context(&dice, context);
    int same = 0;
    for (int i = 0; i < 150; i++)
        same += dice_roll(&dice) == expected[i];
    assert_true(same < 60);
}

/* Draws and dice share one stream: a draw takes two bytes, the high one first. */
static void fair_draws_are_pairs_of_those_bytes(void **state)
{
    (void)state;
    uint8_t seed[SHA256_BYTES] = "a seed", context[SHA256_BYTES] = "a context", message[SHA256_BYTES + 4] = {0};
    uint8_t bytes[8 * SHA256_BYTES];
    for (uint8_t block = 0; block < 8; block++) {
        memcpy(message, context, SHA256_BYTES);
        message[SHA256_BYTES + 3] = block;
        hmac_sha256(seed, SHA256_BYTES, message, sizeof message, bytes + block * SHA256_BYTES);
    }
    Dice dice;
    dice_fair(&dice, seed);
    dice_context(&dice, context);
    for (int at = 0, of = 343; at < 7 * SHA256_BYTES; of = of * 7 % 60000 + 2) {
        int number;
        do {
            number = bytes[at] << 8 | bytes[at + 1];
            at += 2;
        } while (number >= 65536 - 65536 % of);
        assert_int_equal(dice_draw(&dice, of), number % of + 1);
        while (bytes[at] >= 252)
            at++;
        assert_int_equal(dice_roll(&dice), bytes[at++] % 6 + 1);
    }
    int before = dice.recorded;
    assert_int_equal(dice_draw(&dice, 1), 1);
    assert_int_equal(dice.recorded, before);
}

/* A pool emptied many times: every thing comes out first, and last, as often as any other. */
static void expect_fair_pool(Dice *dice)
{
    int first[5] = {0}, last[5] = {0};
    uint8_t context[SHA256_BYTES] = {0};
    for (int i = 0; i < 20000; i++) {
        memcpy(context, &i, sizeof i);
        dice_context(dice, context);
        int pool[5] = {0, 1, 2, 3, 4};
        for (int left = 5; left; left--) {
            int drawn = dice_draw(dice, left) - 1;
            first[pool[drawn]] += left == 5;
            last[pool[drawn]] += left == 1;
            pool[drawn] = pool[left - 1];
        }
    }
    for (int thing = 0; thing < 5; thing++) {
        assert_in_range(first[thing], 3800, 4200);
        assert_in_range(last[thing], 3800, 4200);
    }
}

static void draws_of_both_kinds_are_even(void **state)
{
    (void)state;
    Dice dice;
    dice_fair(&dice, (const uint8_t[SHA256_BYTES]){7});
    expect_fair_pool(&dice);
    dice_fast(&dice, 7);
    expect_fair_pool(&dice);
}

static void a_forced_draw_waits_for_its_like(void **state)
{
    (void)state;
    Dice dice;
    dice_fast(&dice, 3);
    dice_force(&dice, (const Cast[]){{17, 343}, {2, DIE}}, 2);
    dice_roll(&dice);
    assert_int_equal(dice.forced_used, 0);
    assert_int_equal(dice_draw(&dice, 343), 17);
    assert_int_equal(dice_roll(&dice), 2);
}

static void casts_as_text(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t took;
        Cast cast;
    } good[] = {{"3", 1, {3, 6}}, {"6 5", 1, {6, 6}}, {"17/343", 6, {17, 343}}, {"65535/65535", 11, {65535, 65535}}};
    static const char *const bad[] = {"", "0", "7", "03", "8/7", "0/7", "3/", "/3", "1/65536", "99999/3", "x"};
    char text[CAST_TEXT];
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        Cast cast;
        assert_int_equal(cast_read(good[i].text, strlen(good[i].text), &cast), good[i].took);
        assert_int_equal(cast.shows, good[i].cast.shows);
        assert_int_equal(cast.of, good[i].cast.of);
        assert_int_equal(cast_print(cast, text), good[i].took);
        assert_memory_equal(text, good[i].text, good[i].took);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        Cast cast;
        assert_int_equal(cast_read(bad[i], strlen(bad[i]), &cast), 0);
    }
}

/* The faces of 60,000 dice: a bias of three percent on any face would be seen. */
static void expect_even(Dice *dice)
{
    int face[7] = {0};
    uint8_t context[SHA256_BYTES] = {0};
    for (int i = 0; i < 60000; i++) {
        if (i % 500 == 0) {
            memcpy(context, &i, sizeof i);
            dice_context(dice, context);
        }
        face[dice_roll(dice)]++;
    }
    assert_int_equal(face[0], 0);
    for (int pips = 1; pips <= 6; pips++)
        assert_in_range(face[pips], 9700, 10300);
}

static void both_kinds_of_dice_are_even(void **state)
{
    (void)state;
    Dice dice;
    dice_fair(&dice, (const uint8_t[SHA256_BYTES]){7});
    expect_even(&dice);
    dice_fast(&dice, 7);
    expect_even(&dice);
}

static void forced_dice_come_first_and_in_turn(void **state)
{
    (void)state;
    Dice forced, plain;
    uint8_t seed[SHA256_BYTES] = {1}, context[SHA256_BYTES] = {2};
    dice_fair(&forced, seed);
    dice_fair(&plain, seed);
    dice_force(&forced, (const Cast[]){{6, DIE}, {5, DIE}}, 2);
    dice_context(&forced, context);
    dice_context(&plain, context);
    assert_int_equal(dice_roll(&forced), 6);
    dice_force(&forced, (const Cast[]){{1, DIE}}, 1);
    assert_int_equal(dice_sum(&forced, 2), 6);
    for (int i = 0; i < 20; i++)
        assert_int_equal(dice_roll(&forced), dice_roll(&plain));
    assert_int_equal(forced.recorded, 23);
}

static void the_plain_generator_is_even_and_repeats(void **state)
{
    (void)state;
    Random a = {42}, b = {42};
    int count[7] = {0};
    for (int i = 0; i < 70000; i++) {
        uint32_t value = random_below(&a, 7);
        assert_true(value < 7);
        assert_int_equal(value, random_below(&b, 7));
        count[value]++;
    }
    for (int i = 0; i < 7; i++)
        assert_in_range(count[i], 9700, 10300);
}

int main(void)
{
    (void)toy_scenario;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha256_of_published_messages),
        cmocka_unit_test(sha256_of_a_million_letters_in_uneven_pieces),
        cmocka_unit_test(hmac_of_rfc_4231),
        cmocka_unit_test(fair_dice_are_the_bytes_of_the_hmac),
        cmocka_unit_test(fair_draws_are_pairs_of_those_bytes),
        cmocka_unit_test(draws_of_both_kinds_are_even),
        cmocka_unit_test(a_forced_draw_waits_for_its_like),
        cmocka_unit_test(casts_as_text),
        cmocka_unit_test(both_kinds_of_dice_are_even),
        cmocka_unit_test(forced_dice_come_first_and_in_turn),
        cmocka_unit_test(the_plain_generator_is_even_and_repeats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
