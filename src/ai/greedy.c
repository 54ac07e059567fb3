/* greedy.c — a player that takes the order the rulebook's judgement likes best, one order at a time.
 *
 * System.value says what an order is worth compared with doing nothing; of a prefix it is a guess at the best
 * order that begins so. The player walks from prefix to order with nothing else:
 *
 *   - verbs are tried in order of their guess, and no verb is tried that cannot beat what was found;
 *   - the first argument of a verb (which counter, mostly) is tried in order of its guess, until one leads to an
 *     order that is worth more than nothing: a side has hundreds of counters and the best of all of them is not
 *     worth looking at all of them;
 *   - further arguments are added as long as the value rises: the best part first, ties by chance;
 *   - a path is never felt out: all ends of the reach are weighed.
 *
 * When nothing is worth more than nothing, the least bad order is given: phases end that way, and duties that
 * cannot be refused are done as cheaply as possible. */
#include "ai/ai.h"

enum { FIRST_PARTS = 600, BAD_TRIES = 24 };

typedef struct Search {
    const Scenario *scenario;
    const Position *view;
    Random *random;
    uint64_t *choices_listed;
    bool found;
    int32_t value; /* of the best order so far */
    Order order;
} Search;

typedef struct Part {
    int32_t value;
    Choice choice;
} Part;

static int32_t value_of(const Search *search, const Order *order)
{
    return search->scenario->system->value(search->scenario, search->view, order);
}

static void list(const Search *search, const Order *prefix, Choices *out)
{
    out->count = 0;
    out->complete = false;
    search->scenario->system->choices(search->scenario, search->view, prefix, out);
    *search->choices_listed += (uint64_t)out->count;
}

static void offer(Search *search, const Order *order, int32_t value)
{
    if (search->found && value <= search->value)
        return;
    search->found = true;
    search->value = value;
    search->order = *order;
}

static bool is_path(const Search *search, const Order *prefix, Choice choice)
{
    return search->scenario->system->orders[prefix->verb].slot[choice.slot].type == ARG_PATH;
}

/* Weighs every end of the reach. The order so far is the prefix of each. */
static void weigh_walks(Search *search, const Order *prefix, int slot)
{
    static _Thread_local Reach reach;
    reach.count = 0;
    search->scenario->system->reach(search->scenario, search->view, prefix, &reach);
    *search->choices_listed += (uint64_t)reach.count;
    Hex start = walk_from(search->scenario, search->view, prefix, slot);
    int ties = 0;
    for (int i = 0; i < reach.count; i++) {
        Order order = *prefix;
        if (!reach_path(&reach, start, reach.hex[i], &order, slot))
            continue;
        int32_t value = value_of(search, &order);
        bool tied = search->found && value == search->value;
        ties = tied ? ties + 1 : 1;
        if (tied && !random_below(search->random, (uint32_t)ties))
            search->order = order;
        else
            offer(search, &order, value);
    }
}

/* The listed part that leads furthest, ties by chance; -1 if there is none. */
static int best_part(const Search *search, const Order *prefix, const Choices *choices, int32_t *value)
{
    int best = -1;
    uint32_t ties = 0;
    for (int i = 0; i < choices->count; i++) {
        Order order = *prefix;
        if (!order_add(&order, choices->choice[i].slot, choices->choice[i].value))
            continue;
        int32_t worth = value_of(search, &order);
        if (best >= 0 && worth < *value)
            continue;
        ties = best >= 0 && worth == *value ? ties + 1 : 1;
        if (ties > 1 && random_below(search->random, ties))
            continue;
        best = i;
        *value = worth;
    }
    return best;
}

/* Adds parts while that makes the order better, or until it is one. */
static void complete(Search *search, Order *prefix)
{
    static _Thread_local Choices choices;
    for (;;) {
        list(search, prefix, &choices);
        bool whole = choices.complete;
        int32_t now = whole ? value_of(search, prefix) : 0, then = 0;
        if (whole)
            offer(search, prefix, now);
        if (!choices.count)
            return;
        if (is_path(search, prefix, choices.choice[0]) && search->scenario->system->reach) {
            weigh_walks(search, prefix, choices.choice[0].slot);
            return;
        }
        int best = best_part(search, prefix, &choices, &then);
        if (best < 0 || (whole && then <= now))
            return;
        order_add(prefix, choices.choice[best].slot, choices.choice[best].value);
    }
}

/* Sorted by value, best first, equal ones in random order. */
static int sort_parts(Search *search, const Order *prefix, const Choices *choices, Part *parts)
{
    int count = 0;
    for (int i = 0; i < choices->count && count < FIRST_PARTS; i++) {
        Order order = *prefix;
        if (choices->choice[i].slot == SLOT_VERB)
            order = order_of(choices->choice[i].value);
        else
            order_add(&order, choices->choice[i].slot, choices->choice[i].value);
        Part part = {value_of(search, &order), choices->choice[i]};
        int at = count++;
        bool before = random_below(search->random, 2);
        for (; at > 0 && (parts[at - 1].value < part.value || (before && parts[at - 1].value == part.value)); at--)
            parts[at] = parts[at - 1];
        parts[at] = part;
    }
    return count;
}

/* Tries the first arguments of a verb until one leads to something worth doing. */
static void try_verb(Search *search, int verb)
{
    static _Thread_local Choices choices;
    static _Thread_local Part parts[FIRST_PARTS];
    Order prefix = order_of(verb);
    list(search, &prefix, &choices);
    if (choices.complete)
        offer(search, &prefix, value_of(search, &prefix));
    int count = sort_parts(search, &prefix, &choices, parts);
    int bad = 0;
    for (int i = 0; i < count && bad < BAD_TRIES; i++) {
        if (search->found && parts[i].value <= search->value)
            return;
        Order order = prefix;
        order_add(&order, parts[i].choice.slot, parts[i].choice.value);
        complete(search, &order);
        if (search->found && search->value > 0)
            return;
        bad += search->found;
    }
}

static bool greedy_order(const Scenario *scenario, const Position *view, Memo *memo, Random *random, Order *out,
                         uint64_t *choices_listed)
{
    static _Thread_local Choices choices;
    Search search = {.scenario = scenario, .view = view, .random = random, .choices_listed = choices_listed};
    Part verbs[64];
    if (!scenario->system->value)
        return random_player.order(scenario, view, memo, random, out, choices_listed);
    Order empty = order_of(NO_VERB);
    list(&search, &empty, &choices);
    if (choices.count > 64)
        choices.count = 64;
    int count = sort_parts(&search, &empty, &choices, verbs);
    for (int i = 0; i < count; i++)
        if (!search.found || verbs[i].value > search.value)
            try_verb(&search, verbs[i].choice.value);
    *out = search.order;
    return search.found || random_player.order(scenario, view, memo, random, out, choices_listed);
}

const Player greedy_player = {"greedy", greedy_order};
