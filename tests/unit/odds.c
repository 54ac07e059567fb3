/* Columns, spreads and shares of the kit, each held against every way there is, gone through one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/room.h"
#include "kit/odds.h"
#include "kit/share.h"

/* ---- columns ---- */

static void columns_round_as_the_books_say(void **state)
{
    (void)state;
    assert_int_equal(column_of_strengths(26, 7, FOR_THE_DEFENDER), 2);  /* 3.71 is 3:1 */
    assert_int_equal(column_of_strengths(5, 11, FOR_THE_DEFENDER), -2); /* 2.2 is 1:3 */
    assert_int_equal(column_of_strengths(7, 7, FOR_THE_DEFENDER), 0);
    assert_int_equal(column_of_strengths(20, 1, FOR_THE_DEFENDER), 19);
    assert_int_equal(column_of_strengths(26, 7, TO_THE_NEAREST), 3); /* 3.71 is 4:1 */
    assert_int_equal(column_of_strengths(7, 2, TO_THE_NEAREST), 3);  /* 3.5 is 4:1 */
    assert_int_equal(column_of_strengths(5, 11, TO_THE_NEAREST), -1);
    assert_int_equal(column_of_strengths(2, 5, TO_THE_NEAREST), -2); /* 2.5 is 1:3 */
}

/* ---- sheets ---- */

static void a_full_sheet_says_how_much_is_left_out(void **state)
{
    (void)state;
    OddsSheet sheet;
    odds_begin(&sheet);
    for (int i = 0; i < SHEET_LINES; i++)
        odds_add(&sheet, 0, 2, sentence(0, "a line"));
    assert_int_equal(sheet.sum, 2 * SHEET_LINES);
    assert_string_equal(sheet.line[SHEET_LINES - 1].what.words, "a line");
    odds_add(&sheet, 1, -1, sentence(0, "another"));
    odds_note(&sheet, 1, 3, sentence(0, "one more"));
    assert_int_equal(sheet.sum, 2 * SHEET_LINES - 1);
    assert_int_equal(sheet.lines, SHEET_LINES);
    const ForecastModifier *last = &sheet.line[SHEET_LINES - 1];
    assert_string_equal(last->what.words, "kit.more");
    assert_int_equal(last->what.arg[0], 3); /* itself and two */
    assert_int_equal(last->value, 2 - 1 + 3);
}

/* ---- spreads ---- */

enum { MOST = 64 };

/* Every way to draw out of the bag, one thing after another; the sums by axis. */
static void draw_all(Bag *bag, const int *axis, int draws, int sum[SPREAD_AXES], uint64_t ways,
                     uint64_t out[MOST][MOST])
{
    if (!draws) {
        out[sum[0]][sum[1]] += ways;
        return;
    }
    for (int i = 0; i < bag->kinds; i++) {
        int count = bag->count[i];
        if (!count)
            continue;
        bag->count[i]--;
        sum[*axis] += bag->value[i];
        draw_all(bag, axis + 1, draws - 1, sum, ways * (uint64_t)count, out);
        sum[*axis] -= bag->value[i];
        bag->count[i]++;
    }
}

static Bag three_kinds(void)
{
    Bag bag = {0};
    bag_put(&bag, 1, 4);
    bag_put(&bag, 3, 2);
    bag_put(&bag, 4, 3);
    bag_put(&bag, 3, 1);
    assert_int_equal(bag.kinds, 3);
    assert_int_equal(bag_total(&bag), 10);
    return bag;
}

/* The spread's ways are those of sets, the others those of sequences: they are in proportion. */
static void assert_in_proportion(const Spread *spread, uint64_t ways[MOST][MOST])
{
    Weight total = 0, all = 0;
    for (int cell = 0; cell < spread->cells; cell++)
        total += spread->weight[cell];
    for (int i = 0; i < MOST * MOST; i++)
        all += ways[i / MOST][i % MOST];
    for (int cell = 0; cell < spread->cells; cell++) {
        int sum[SPREAD_AXES];
        spread_sums(spread, cell, sum);
        assert_true(spread->weight[cell] * all == (Weight)ways[sum[0]][sum[1]] * total);
    }
}

static void draws_come_out_as_counted_one_by_one(void **state)
{
    (void)state;
    static const int axes[] = {0, 0, 0, 1, 1};
    for (int first = 0; first <= 3; first++)
        for (int second = 0; second <= 2; second++) {
            uint64_t ways[MOST][MOST] = {{0}};
            int sum[SPREAD_AXES] = {0}, draws[SPREAD_AXES] = {first, second, 0};
            Bag bag = three_kinds();
            Spread spread;
            draw_all(&bag, axes + 3 - first, first + second, sum, 1, ways);
            spread_begin(&spread, 0);
            assert_true(spread_draw(&spread, &bag, draws));
            assert_in_proportion(&spread, ways);
        }
}

static void two_bags_add_up(void **state)
{
    (void)state;
    Bag bag = {0};
    Spread spread;
    int one[SPREAD_AXES] = {1}, two[SPREAD_AXES] = {2};
    bag_put(&bag, 1, 1);
    bag_put(&bag, 2, 1);
    spread_begin(&spread, 0);
    assert_true(spread_draw(&spread, &bag, one));
    assert_true(spread_draw(&spread, &bag, two));
    assert_int_equal(spread.cells, 7);
    assert_true(spread.weight[4] == 1 && spread.weight[5] == 1 && spread.weight[3] == 0 && spread.weight[6] == 0);
    one[0] = 3;
    assert_false(spread_draw(&spread, &bag, one)); /* there are but two */
}

/* Three hidden things of two lots, of which two are somewhere; one more of the first lot is known to be drawn.
 * Everything is dealt out in every order: what the lots' things are worth, and which of them are meant. */
static void things_of_unknown_lots(void **state)
{
    (void)state;
    enum { THINGS = 5 };
    static const int value[2][THINGS] = {{1, 2, 2, 4, 7}, {3, 5, 0, 0, 0}};
    Lot lots[2] = {{.seen = 1, .hidden = 2}, {.seen = 0, .hidden = 1}};
    uint64_t ways[MOST] = {0}, all = 0;
    for (int i = 0; i < THINGS; i++)
        bag_put(&lots[0].bag, value[0][i], 1);
    bag_put(&lots[1].bag, 3, 1);
    bag_put(&lots[1].bag, 5, 1);
    for (int seen = 0; seen < THINGS;
         seen++) /* values of the seen, the two hidden of its lot, the hidden of the other */
        for (int a = 0; a < THINGS; a++)
            for (int b = 0; b < THINGS; b++)
                for (int c = 0; c < 2; c++) {
                    if (seen == a || seen == b || a == b)
                        continue;
                    int hidden[3] = {value[0][a], value[0][b], value[1][c]};
                    for (int not_there = 0; not_there < 3; not_there++, all++)
                        ways[value[0][seen] + hidden[(not_there + 1) % 3] + hidden[(not_there + 2) % 3]]++;
                }
    Spread spread;
    Weight total = 0;
    spread_begin(&spread, 1);
    assert_true(spread_lots(&spread, lots, 2, 2));
    for (int i = 0; i < spread.cells; i++)
        total += spread.weight[i];
    for (int i = 0; i < spread.cells; i++)
        assert_true(spread.weight[i] * all == ways[i] * total);
}

/* Thirty out of hundreds have more ways than a Weight holds: chances stay what they are. */
static void many_ways_are_thinned_alike(void **state)
{
    (void)state;
    Bag bag = {0};
    Spread spread, other;
    int draws[SPREAD_AXES] = {30};
    bag_put(&bag, 1, 120);
    bag_put(&bag, 2, 120);
    bag_put(&bag, 3, 120);
    spread_begin(&spread, 0);
    assert_true(spread_draw(&spread, &bag, draws));
    double total = 0, mean = 0;
    for (int i = 0; i < spread.cells; i++) {
        total += (double)spread.weight[i];
        mean += i * (double)spread.weight[i];
    }
    assert_true(mean / total > 59.9999999 && mean / total < 60.0000001);
    for (int away = 1; away < 30; away++) { /* as likely below as above */
        double low = (double)spread.weight[60 - away], high = (double)spread.weight[60 + away];
        assert_true(low > 0 ? low / high > 0.999999 && low / high < 1.000001 : high < 1e9);
    }
    spread_begin(&other, 1);
    assert_true(spread_draw(&other, &bag, draws));
    spreads_meet(&spread, &other, 36);
    double met = 0, also = 0;
    for (int i = 0; i < spread.cells; i++) {
        met += (double)spread.weight[i];
        also += (double)other.weight[i];
    }
    assert_true(met * also * 36 < 3.4e38 && met * also > 1e35);
    rooms_forget();
}

/* ---- shares ---- */

/* Whether the gifts, in this order, keep the rules. */
static bool sequence_is_fair(const Share *share, const int *gift, int gifts)
{
    int has[SHARE_PAYERS], paid = 0;
    for (int i = 0; i < share->payers; i++)
        has[i] = share->payer[i].has;
    for (int g = 0; g < gifts; g++) {
        const Payer *payer = &share->payer[gift[g]];
        bool first = g == 0 && share->first;
        if (paid >= share->due || !has[gift[g]] || (first && !payer->first))
            return false;
        for (int i = 0; i < share->payers && share->spread && !first && has[gift[g]] == 1; i++)
            if (has[i] > 1)
                return false;
        has[gift[g]]--;
        paid += payer->worth;
    }
    bool left = false;
    for (int i = 0; i < share->payers; i++)
        left |= has[i] > 0;
    return paid >= share->due || !left;
}

static bool some_sequence_is_fair(Share *share, int *gift, int gifts)
{
    int named = 0;
    for (int i = 0; i < share->payers; i++)
        named += share->payer[i].named;
    if (!named)
        return sequence_is_fair(share, gift, gifts);
    for (int i = 0; i < share->payers; i++) {
        if (!share->payer[i].named)
            continue;
        share->payer[i].named--;
        gift[gifts] = i;
        bool fair = some_sequence_is_fair(share, gift, gifts + 1);
        share->payer[i].named++;
        if (fair)
            return true;
    }
    return false;
}

static bool some_completion_fits(Share *share, int from)
{
    int gift[32];
    if (some_sequence_is_fair(share, gift, 0))
        return true;
    for (int i = from; i < share->payers; i++) {
        if (share->payer[i].named == share->payer[i].has)
            continue;
        share->payer[i].named++;
        bool fits = some_completion_fits(share, i);
        share->payer[i].named--;
        if (fits)
            return true;
    }
    return false;
}

static void shares_are_fair_if_a_sequence_is(void **state)
{
    (void)state;
    Random random = {7};
    int fitting = 0;
    for (int round = 0; round < 20000; round++) {
        Share share = {.due = 2 * (1 + (int)random_below(&random, 4)), .spread = random_below(&random, 4) > 0};
        int payers = 1 + (int)random_below(&random, 4), gift[32];
        for (int i = 0; i < payers; i++) {
            Payer payer = {.piece = (uint16_t)(9 - i),
                           .has = (uint8_t)(1 + random_below(&random, 3)),
                           .worth = (uint8_t)(1 + random_below(&random, 2)),
                           .first = !random_below(&random, 3)};
            payer.named = (uint8_t)random_below(&random, payer.has + 1u);
            share.first |= payer.first;
            share_add(&share, payer);
        }
        bool fair = some_sequence_is_fair(&share, gift, 0);
        int from = (int)random_below(&random, (uint32_t)payers);
        assert_int_equal(share_fits(&share), fair);
        assert_int_equal(share_completes(&share, from), some_completion_fits(&share, from));
        fitting += fair;
    }
    assert_true(fitting > 500);
}

static void a_share_may_leave_a_point_open(void **state)
{
    (void)state;
    Share share = {.due = 4, .spread = true, .may_leave = true};
    share_add(&share, (Payer){.piece = 1, .has = 2, .worth = 2, .named = 1});
    assert_true(share_fits(&share));
    share.may_leave = false;
    assert_false(share_fits(&share));
    assert_int_equal(share_fault(&share), SHARE_TOO_LITTLE);
    share.may_leave = true;
    share.payer[0].has = 1; /* no unit would be left to pay the rest in another way, and nothing is left to pay with */
    assert_true(share_fits(&share));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_round_as_the_books_say),
        cmocka_unit_test(a_full_sheet_says_how_much_is_left_out),
        cmocka_unit_test(draws_come_out_as_counted_one_by_one),
        cmocka_unit_test(two_bags_add_up),
        cmocka_unit_test(things_of_unknown_lots),
        cmocka_unit_test(many_ways_are_thinned_alike),
        cmocka_unit_test(shares_are_fair_if_a_sequence_is),
        cmocka_unit_test(a_share_may_leave_a_point_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
