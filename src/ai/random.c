/* random.c — a player that completes an order from its parts, each chosen at random.
 *
 * It lists every verb with every first part of it and takes one of them all, so that ending a phase is one
 * choice among hundreds and not one verb in ten. Then it adds one listed part after the other; when the
 * prefix is an order already, a coin says whether more is added. A path is not tried hex by hex: any hex of the reach
 * is as likely a destination as any other, and the order then takes the cheapest path there. */
#include "ai/ai.h"

/* A part is only listed if some legal order contains it, so one attempt is enough; the others are there for a
 * path too long to write. */
#define ATTEMPTS 8

typedef enum Walk { NO_WALK, WALKED, TOO_FAR } Walk;

static Walk add_walk(const Scenario *scenario, const Position *view, Random *random, int slot, Order *order,
                     uint64_t *choices_listed)
{
    Reach reach;
    reach.count = 0;
    scenario->system->reach(scenario, view, order, &reach);
    *choices_listed += (uint64_t)reach.count;
    if (!reach.count)
        return NO_WALK;
    Hex end = reach.hex[random_below(random, (uint32_t)reach.count)];
    Hex start = walk_from(scenario, view, order, slot);
    return reach_path(&reach, start, end, order, slot) ? WALKED : TOO_FAR;
}

static bool is_path(const Scenario *scenario, const Order *order, Choice choice)
{
    return choice.slot != SLOT_VERB && scenario->system->orders[order->verb].slot[choice.slot].type == ARG_PATH;
}

static bool begin(const Scenario *scenario, const Position *view, Memo *memo, Random *random, Order *order,
                  uint64_t *choices_listed)
{
    Openings openings;
    list_openings(scenario, view, memo, &openings);
    *choices_listed += (uint64_t)openings.count;
    if (!openings.count)
        return false;
    Opening opening = openings.opening[random_below(random, (uint32_t)openings.count)];
    *order = order_of(opening.verb);
    return opening.slot == SLOT_VERB || order_add(order, opening.slot, opening.value);
}

static bool attempt(const Scenario *scenario, const Position *view, Memo *memo, Random *random, Order *order,
                    uint64_t *choices_listed)
{
    Choices choices;
    bool walked = false;
    if (!begin(scenario, view, memo, random, order, choices_listed))
        return false;
    while (scenario->system->orders[order->verb].slots) {
        choices.count = 0;
        choices.complete = false;
        scenario->system->choices(scenario, view, order, &choices);
        *choices_listed += (uint64_t)choices.count;
        if (choices.complete && (walked || !choices.count || random_below(random, 2)))
            return true;
        if (!choices.count)
            return false;
        Choice choice = choices.choice[random_below(random, (uint32_t)choices.count)];
        if (is_path(scenario, order, choice) && scenario->system->reach && !walked) {
            Walk walk = add_walk(scenario, view, random, choice.slot, order, choices_listed);
            if (walk == TOO_FAR)
                return false;
            walked = walk == WALKED;
            if (walked)
                continue;
        }
        if (!order_add(order, choice.slot, choice.value))
            return false;
    }
    return true;
}

static bool random_order(const Scenario *scenario, const Position *view, Memo *memo, Random *random, Order *out,
                         uint64_t *choices_listed)
{
    for (int i = 0; i < ATTEMPTS; i++)
        if (attempt(scenario, view, memo, random, out, choices_listed))
            return true;
    return false;
}

const Player random_player = {.name = "random", .order = random_order};
