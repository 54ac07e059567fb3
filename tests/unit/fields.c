/* fields.c — a tide that is mended where something has changed is the same as one that rises from the start. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/dice.h"
#include "kit/fields.h"

enum { SIZE = 24, HEXES = SIZE * SIZE, ROUNDS = 3000, LIMIT = 60 };

static Hex next[HEXES][EDGES];
static uint8_t step[HEXES][EDGES];

/* A rhombus of hexes; one step in eight is barred, and there and back may cost differently. */
static void lay_out(Random *random)
{
    static const int across[EDGES] = {0, 1, 1, 0, -1, -1}, down[EDGES] = {-1, -1, 0, 1, 1, 0};
    for (int hex = 0; hex < HEXES; hex++)
        for (int edge = 0; edge < EDGES; edge++) {
            int column = hex % SIZE + across[edge], row = hex / SIZE + down[edge];
            bool there = column >= 0 && column < SIZE && row >= 0 && row < SIZE;
            next[hex][edge] = there ? (Hex)(row * SIZE + column) : NO_HEX;
            step[hex][edge] = there && random_below(random, 8) ? (uint8_t)(1 + random_below(random, 4)) : 0;
        }
}

static void change(Random *random, uint16_t *goal, uint16_t *through)
{
    for (uint32_t count = random_below(random, random_below(random, 50) ? 5 : 200); count; count--) {
        uint32_t hex = random_below(random, HEXES);
        if (random_below(random, 4))
            through[hex] = (uint16_t)(random_below(random, 3) ? 0 : random_below(random, 20));
        else
            goal[hex] = random_below(random, 4) ? FLOOD_FAR : (uint16_t)random_below(random, 12);
    }
}

static void test_mended_is_risen(void **state)
{
    (void)state;
    static Tide tide;
    static uint16_t goal[2][HEXES], through[2][HEXES], mended[HEXES], risen[HEXES];
    const Map map = {.hexes = HEXES, .next = next};
    Random random = {7};
    int differ = 0;
    lay_out(&random);
    memset(goal, 0xFF, sizeof goal);
    goal[0][0] = goal[1][0] = 0;
    const Bed first = {goal[0], through[0]};
    tide_rise(&tide, &map, step, LIMIT, &first, mended);
    for (int round = 0; round < ROUNDS; round++) {
        change(&random, goal[1], through[1]);
        const Bed before = {goal[0], through[0]}, now = {goal[1], through[1]};
        memcpy(risen, mended, sizeof risen);
        tide_mend(&tide, &map, step, LIMIT, &before, &now, mended);
        differ += memcmp(risen, mended, sizeof risen) != 0;
        tide_rise(&tide, &map, step, LIMIT, &now, risen);
        assert_memory_equal(mended, risen, sizeof risen);
        memcpy(goal[0], goal[1], sizeof goal[0]);
        memcpy(through[0], through[1], sizeof through[0]);
    }
    assert_true(differ > ROUNDS / 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_mended_is_risen)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
