/* odds.c — modifier lists and exact distributions (spreads): see odds.h.
 *
 * Draws from a bag are counted kind by kind: a table has the number of ways in which n things of the kinds so far sum
 * to s, and the next kind adds none, one, two … of its own, each in as many ways as they can be picked.
 *
 * Thirty draws out of hundreds have more ways than a Weight can hold. Then the number of ways to pick n of a kind is
 * replaced by the probability of n if each thing is drawn independently with the overall probability, in parts of 2^59:
 * this multiplies all ways to draw that many things by the same number. */
#include "core/room.h"
#include "kit/odds.h"

enum { SPARE_BITS = 10, CHANCE_BITS = 59 }; /* of a Weight: for sums of several products; parts of a chance */

void modifier_beyond(ForecastModifier *last, const ForecastModifier *another)
{
    static const char *const more = SAID("kit.more");
    int others = last->what.words && !strcmp(last->what.words, more) ? last->what.arg[0] : 1;
    last->what = sentence(0, more, others + 1);
    last->value = (int16_t)(last->value + another->value);
}

/* Room of this thread: the spreads, and two tables that kinds are added between. */
static Weight *room_of(int number)
{
    static _Thread_local Room room[SPREADS + 2];
    return room_open(&room[number], SPREAD_CELLS * sizeof(Weight));
}

void spread_begin(Spread *spread, int number)
{
    *spread = (Spread){.cells = 1, .weight = room_of(number)};
    spread->weight[0] = 1;
}

/* ---- numbers of ways ---- */

static Weight choose_ways(int of, int some)
{
    Weight ways = 1;
    if (some > of)
        return 0;
    for (int i = 0; i < some; i++)
        ways = ways * (Weight)(of - i) / (Weight)(i + 1);
    return ways;
}

static int bits_of(Weight weight)
{
    uint64_t high = (uint64_t)(weight >> 64), low = (uint64_t)weight;
    return high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
}

static int longest(const Weight *weight, int cells)
{
    Weight all = 0;
    for (int i = 0; i < cells; i++)
        all |= weight[i];
    return bits_of(all);
}

/* Nothing in it is longer than so many bits. */
static void thin(Weight *weight, int cells, int bits)
{
    int over = longest(weight, cells) - bits;
    for (int i = 0; over > 0 && i < cells; i++)
        weight[i] >>= over;
}

static int least(int one, int other) { return one < other ? one : other; }

/* ---- drawing ---- */

/* A table of a drawing: a block of all sums for each number of things drawn on each axis. */
typedef struct Table {
    int draws[SPREAD_AXES], most[SPREAD_AXES], per_sum[SPREAD_AXES];
    int sums, blocks;
    int all, total; /* things drawn, and in the bag */
    bool exact;
    Weight *from, *to;
} Table;

static int block_of(const Table *table, const int drawn[SPREAD_AXES])
{
    int block = 0;
    for (int axis = 0; axis < SPREAD_AXES; axis++)
        block = block * (table->draws[axis] + 1) + drawn[axis];
    return block;
}

/* Whether all ways of the spread and the drawing together can be counted. */
static bool is_countable(const Spread *spread, const Table *table)
{
    const int room_for = 128 - SPARE_BITS;
    int bits = longest(spread->weight, spread->cells) + bits_of((Weight)spread->cells);
    bits += table->all > table->draws[0] ? 2 * table->all : 0; /* dealt out among the axes */
    Weight ways = 1;
    for (int i = 0; i < table->all && bits_of(ways) <= room_for; i++)
        ways = ways * (Weight)(table->total - i) / (Weight)(i + 1);
    return bits + bits_of(ways) <= room_for;
}

static bool lay_out(Table *table, const Spread *spread, const Bag *bag, const int draws[SPREAD_AXES])
{
    int greatest = 0;
    for (int i = 0; i < bag->kinds; i++)
        greatest = bag->value[i] > greatest ? bag->value[i] : greatest;
    *table = (Table){.sums = 1, .blocks = 1, .from = room_of(SPREADS), .to = room_of(SPREADS + 1)};
    for (int axis = SPREAD_AXES; axis-- > 0;) {
        table->draws[axis] = draws[axis];
        table->most[axis] = spread->most[axis] + draws[axis] * greatest;
        table->per_sum[axis] = table->sums;
        table->sums *= table->most[axis] + 1;
        table->blocks *= draws[axis] + 1;
        if ((int64_t)table->sums * table->blocks > SPREAD_CELLS)
            return false;
    }
    table->all = draws[0] + draws[1] + draws[2];
    table->total = bag_total(bag);
    table->exact = is_countable(spread, table);
    memset(table->from, 0, (size_t)(table->sums * table->blocks) * sizeof *table->from);
    for (int cell = 0; cell < spread->cells; cell++) {
        int sum[SPREAD_AXES], at = 0;
        spread_sums(spread, cell, sum);
        for (int axis = 0; axis < SPREAD_AXES; axis++)
            at += sum[axis] * table->per_sum[axis];
        table->from[at] = spread->weight[cell];
    }
    return true;
}

/* `take` things of a kind are drawn, whatever was drawn before. */
static void take_kind(const Table *table, int value, const int take[SPREAD_AXES], Weight ways)
{
    int drawn[SPREAD_AXES], shift = 0;
    const int *draws = table->draws;
    for (int axis = 0; axis < SPREAD_AXES; axis++)
        shift += take[axis] * value * table->per_sum[axis];
    for (drawn[0] = 0; drawn[0] + take[0] <= draws[0]; drawn[0]++)
        for (drawn[1] = 0; drawn[1] + take[1] <= draws[1]; drawn[1]++)
            for (drawn[2] = 0; drawn[2] + take[2] <= draws[2]; drawn[2]++) {
                int then[SPREAD_AXES] = {drawn[0] + take[0], drawn[1] + take[1], drawn[2] + take[2]};
                const Weight *from = table->from + block_of(table, drawn) * table->sums;
                Weight *to = table->to + block_of(table, then) * table->sums + shift;
                for (int sum = 0; sum + shift < table->sums; sum++)
                    if (from[sum])
                        to[sum] += from[sum] * ways;
            }
}

/* A small number: mantissa × 2^exponent, the mantissa of 64 bits. */
typedef struct Scaled {
    Weight mantissa;
    int exponent;
} Scaled;

static void scale(Scaled *number, int times, int over)
{
    number->mantissa = (number->mantissa * (Weight)times << 24) / (Weight)over;
    int extra = bits_of(number->mantissa) - 64;
    number->mantissa = extra > 0 ? number->mantissa >> extra : number->mantissa;
    number->exponent += extra > 0 ? extra - 24 : -24;
}

/* The chance of a kind's things to be drawn so, each by itself, in parts of 2^CHANCE_BITS. */
static Weight kind_chance(const Table *table, int count, const int take[SPREAD_AXES])
{
    Scaled chance = {(Weight)1 << 63, -63};
    for (int axis = 0; axis < SPREAD_AXES; count -= take[axis++])
        for (int i = 0; i < take[axis]; i++)
            scale(&chance, (count - i) * table->draws[axis], (i + 1) * table->total);
    for (int i = 0; i < count; i++)
        scale(&chance, table->total - table->all, table->total);
    int down = -chance.exponent - CHANCE_BITS;
    return down > 127 ? 0 : down > 0 ? chance.mantissa >> down : chance.mantissa << -down;
}

/* In how many ways that many things of a kind are picked for each axis. */
static Weight kind_ways(const Table *table, int count, const int take[SPREAD_AXES])
{
    Weight ways = 1;
    if (!table->exact)
        return kind_chance(table, count, take);
    for (int axis = 0; axis < SPREAD_AXES; count -= take[axis++])
        ways *= choose_ways(count, take[axis]);
    return ways;
}

static void add_kind(Table *table, int value, int count)
{
    const int *draws = table->draws;
    int cells = table->sums * table->blocks, take[SPREAD_AXES];
    memset(table->to, 0, (size_t)cells * sizeof *table->to);
    if (!table->exact)
        thin(table->from, cells, 128 - SPARE_BITS - CHANCE_BITS);
    for (take[0] = 0; take[0] <= least(draws[0], count); take[0]++)
        for (take[1] = 0; take[1] <= least(draws[1], count - take[0]); take[1]++)
            for (take[2] = 0; take[2] <= least(draws[2], count - take[0] - take[1]); take[2]++)
                take_kind(table, value, take, kind_ways(table, count, take));
    Weight *swap = table->from;
    table->from = table->to;
    table->to = swap;
}

bool spread_draw(Spread *spread, const Bag *bag, const int draws[SPREAD_AXES])
{
    Table table;
    if (draws[0] + draws[1] + draws[2] > bag_total(bag) || !lay_out(&table, spread, bag, draws))
        return false;
    for (int i = 0; i < bag->kinds; i++)
        add_kind(&table, bag->value[i], bag->count[i]);
    memcpy(spread->most, table.most, sizeof spread->most);
    spread->cells = table.sums;
    memcpy(spread->weight, table.from + (table.blocks - 1) * table.sums, (size_t)table.sums * sizeof *table.from);
    return true;
}

/* ---- things of which not even the bag is known ---- */

/* The ways in which so many hidden things of the lot are picked, and in which all that is drawn of it can follow each
 * other: with what is not drawn counted as if it were, so that few and many drawn are weighed alike. */
static Weight lot_ways(const Lot *lot, int picked, int most)
{
    int left = bag_total(&lot->bag) - lot->seen;
    Weight ways = choose_ways(lot->hidden, picked);
    for (int i = 2; i <= lot->seen + picked; i++)
        ways *= (Weight)i;
    for (int i = picked; i < most; i++)
        ways *= (Weight)(left - i);
    return ways;
}

/* Weighs each block of the table, which begins at `weight`, by the ways to pick that many. */
static void weigh_picks(const Lot *lot, int picks, int sums, Weight *weight)
{
    int bits = 0;
    for (int picked = 0; picked <= picks; picked++)
        bits = bits_of(lot_ways(lot, picked, picks)) > bits ? bits_of(lot_ways(lot, picked, picks)) : bits;
    thin(weight, sums * (picks + 1), 128 - SPARE_BITS - bits);
    for (int picked = 0; picked <= picks; picked++)
        for (int i = 0; i < sums; i++)
            weight[picked * sums + i] *= lot_ways(lot, picked, picks);
}

/* Products of the one and the other fit. */
static void thin_both(Weight *one, int cells, Weight *other, int others)
{
    const int both = 128 - SPARE_BITS, half = both / 2;
    int length = longest(other, others);
    thin(one, cells, length > half ? half : both - length);
    thin(other, others, both - longest(one, cells));
}

/* Adds what one lot may bring. The second axis counts the unknown things assigned to lots so far. */
static bool add_lot(Spread *spread, const Lot *lot, int unknown)
{
    Weight one = 1;
    Spread nothing = {.cells = 1, .weight = &one};
    int picks = least(unknown, lot->hidden), draws[SPREAD_AXES] = {lot->seen + picks};
    Table table;
    if (lot->seen + picks > bag_total(&lot->bag) || !lay_out(&table, &nothing, &lot->bag, draws) || !table.exact)
        return false;
    for (int i = 0; i < lot->bag.kinds; i++)
        add_kind(&table, lot->bag.value[i], lot->bag.count[i]);
    Weight *drawn = table.from + lot->seen * table.sums;
    int width = spread->most[1] + 1, most = spread->most[0] + table.most[0];
    if ((most + 1) * width > SPREAD_CELLS)
        return false;
    weigh_picks(lot, picks, table.sums, drawn);
    thin_both(drawn, table.sums * (picks + 1), spread->weight, spread->cells);
    memset(table.to, 0, (size_t)((most + 1) * width) * sizeof *table.to);
    for (int cell = 0; cell < spread->cells; cell++)
        for (int picked = 0; spread->weight[cell] && picked <= picks && cell % width + picked < width; picked++)
            for (int sum = 0; sum < table.sums; sum++)
                table.to[cell + sum * width + picked] += spread->weight[cell] * drawn[picked * table.sums + sum];
    spread->most[0] = most;
    spread->cells = (most + 1) * width;
    memcpy(spread->weight, table.to, (size_t)spread->cells * sizeof *spread->weight);
    return true;
}

bool spread_lots(Spread *spread, const Lot *lots, int count, int unknown)
{
    assert(spread->cells == 1 && unknown >= 0);
    spread->most[1] = unknown;
    spread->cells = unknown + 1;
    memset(spread->weight + 1, 0, (size_t)unknown * sizeof *spread->weight);
    for (int i = 0; i < count; i++)
        if ((lots[i].seen || (unknown && lots[i].hidden)) && !add_lot(spread, &lots[i], unknown))
            return false;
    for (int sum = 0; sum <= spread->most[0]; sum++) /* all of them are assigned */
        spread->weight[sum] = spread->weight[sum * (unknown + 1) + unknown];
    spread->most[1] = 0;
    spread->cells = spread->most[0] + 1;
    return true;
}

static int bits_of_sum(const Spread *spread)
{
    Weight sum = 0;
    for (int i = 0; i < spread->cells; i++)
        sum += spread->weight[i];
    return bits_of(sum);
}

void spread_shorten(Spread *spread, int bits)
{
    int over = bits_of_sum(spread) - bits;
    for (int i = 0; over > 0 && i < spread->cells; i++)
        spread->weight[i] >>= over;
}

void spreads_meet(Spread *one, Spread *other, int dice)
{
    int room_for = 128 - bits_of((Weight)dice), half = room_for / 2, bits = bits_of_sum(other);
    spread_shorten(one, bits > half ? half : room_for - bits);
    spread_shorten(other, room_for - bits_of_sum(one));
}
