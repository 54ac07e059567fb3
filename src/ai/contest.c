/* contest.c — orders tried out against each other; see contest.h. */
#include "ai/contest.h"

#include <string.h>

enum { LONGEST = 20000 /* orders of one game */ };

struct Contest {
    const Scenario *scenario;
    const Position *view; /* of the side that must answer */
    Position *world, *truth, *seen;
    Memo *memo;
    Dice dice;
    Events events;
};

static size_t rounded(size_t size) { return (size + 63) / 64 * 64; }

size_t contest_room(const Scenario *scenario)
{
    return rounded(sizeof(Contest)) + 3 * rounded(scenario->system->position_size) +
           rounded(scenario->system->memo_size);
}

Contest *contest_in(void *room, const Scenario *scenario, const Position *view)
{
    Contest *contest = room;
    char *rest = (char *)room + rounded(sizeof *contest);
    size_t size = rounded(scenario->system->position_size);
    memset(contest, 0, sizeof *contest);
    contest->scenario = scenario;
    contest->view = view;
    contest->world = (Position *)rest;
    contest->truth = (Position *)(rest + size);
    contest->seen = (Position *)(rest + 2 * size);
    contest->memo = (Memo *)(rest + 3 * size);
    memset(contest->memo, 0, scenario->system->memo_size);
    return contest;
}

static void give(Contest *contest, const Order *order)
{
    contest->dice.recorded = 0;
    contest->events.count = 0;
    contest->scenario->system->apply(contest->scenario, contest->truth, order, &contest->dice, &contest->events);
}

static const Position *seen_by(Contest *contest, int side)
{
    contest->scenario->system->mask(contest->scenario, contest->truth, side, contest->seen);
    contest->seen->orders = 0;
    return contest->seen;
}

/* Whether the side is asked again, and may still give that order. */
static bool may_give(Contest *contest, int side, const Order *order)
{
    const System *system = contest->scenario->system;
    if (contest->truth->over || !question(contest->truth) || question(contest->truth)->side != side)
        return false;
    const Position *seen = seen_by(contest, side);
    return !refused(order_fits(contest->scenario, seen, order)) &&
           !refused(system->check(contest->scenario, seen, order));
}

static bool play_on(Contest *contest, const Player *player, Random *random)
{
    uint64_t listed = 0;
    for (int orders = 0; orders < LONGEST && !contest->truth->over && question(contest->truth); orders++) {
        Order order;
        const Position *seen = seen_by(contest, question(contest->truth)->side);
        if (!player->order(contest->scenario, seen, contest->memo, random, &order, &listed))
            return false;
        give(contest, &order);
    }
    return contest->truth->over;
}

bool contest_world(Contest *contest, int number, uint64_t seed, const Order *orders, int count, const Order *then,
                   int16_t *results)
{
    const System *system = contest->scenario->system;
    Random random = {seed};
    int side = question(contest->view)->side;
    if (system->imagine)
        system->imagine(contest->scenario, contest->view, side, &random, contest->world);
    else
        memcpy(contest->world, contest->view, system->position_size);
    uint64_t luck = random_next(&random), play = random_next(&random);
    for (int i = 0; i < count; i++) {
        Random chance = {play};
        memcpy(contest->truth, contest->world, system->position_size);
        dice_fast(&contest->dice, luck);
        give(contest, &orders[i]);
        if (then && may_give(contest, side, then))
            give(contest, then);
        if (!play_on(contest, number % 2 ? &novice_player : &greedy_player, &chance))
            return false;
        int winner = contest->truth->winner;
        results[i] = winner >= SIDES ? 500 : winner == side ? 1000 : 0;
    }
    return true;
}

static bool slot_agrees(const Slot *slot, const Order *one, const Order *other, int number)
{
    int count, others, first = order_slot(one, number, &count), second = order_slot(other, number, &others);
    if (slot->type == ARG_PATH)
        return count && others && one->value[first + count - 1] == other->value[second + others - 1];
    if (count != others)
        return false;
    for (int i = 0; i < count; i++)
        if (slot_is_set(slot) ? !order_has(other, number, one->value[first + i])
                              : one->value[first + i] != other->value[second + i])
            return false;
    return true;
}

bool orders_agree(const Scenario *scenario, const Order *one, const Order *other)
{
    const OrderKind *kind = &scenario->system->orders[one->verb];
    if (one->verb != other->verb)
        return false;
    for (int slot = 0; slot < kind->slots; slot++)
        if (!slot_agrees(&kind->slot[slot], one, other, slot))
            return false;
    return true;
}

int contest_mean(const int16_t *results, int worlds)
{
    int sum = 0;
    for (int i = 0; i < worlds; i++)
        sum += results[i];
    return worlds ? sum / worlds : 0;
}

static int64_t root_of(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = (int64_t)1 << 30; bit; bit /= 2)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return root;
}

int contest_difference(const int16_t *one, const int16_t *other, int worlds, int *error)
{
    int64_t sum = 0, squares = 0;
    for (int i = 0; i < worlds; i++) {
        int64_t difference = one[i] - other[i];
        sum += difference;
        squares += difference * difference;
    }
    *error = 0;
    if (worlds < 2)
        return worlds ? (int)sum : 0;
    int64_t stray = squares - sum * sum / worlds;
    *error = (int)root_of(stray / ((int64_t)worlds * (worlds - 1)));
    return (int)(sum / worlds);
}
