/* novice.c — a player with the greedy one's knowledge and less judgement.
 *
 * Of several orders that promise nearly the same it takes any, and one in so many of its orders is any that it thought
 * of. It plays by the same rules and sees no less. */
#include "ai/ai.h"
#include "ai/thoughts.h"

enum {
    THOUGHTS = 8,
    NEAR = 15,     /* hundredths of a step: an order worth so much less seems as good … */
    NEAR_PART = 2, /* … and so does one worth this part of the best less */
    RASH = 3       /* one order in so many is any of them */
};

static bool novice_order(const Scenario *scenario, const Position *view, Memo *memo, Random *random, Order *out,
                         uint64_t *choices_listed)
{
    Order order[THOUGHTS];
    int32_t value[THOUGHTS];
    int count = greedy_thoughts(scenario, view, memo, random, order, value, 0, THOUGHTS, choices_listed), best = 0;
    for (int i = 1; i < count; i++)
        best = value[i] > value[best] ? i : best;
    if (!count || value[best] <= 0) /* nothing but duties: they are done as every player does them */
        return greedy_player.order(scenario, view, memo, random, out, choices_listed);
    bool rash = !random_below(random, RASH);
    int32_t least = value[best] - NEAR - value[best] / NEAR_PART;
    uint32_t near = 0;
    for (int i = 0; i < count; i++)
        if ((rash || (value[i] > 0 && value[i] >= least)) && !random_below(random, ++near))
            *out = order[i];
    return true;
}

const Player novice_player = {.name = "novice", .order = novice_order};
