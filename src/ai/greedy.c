/* greedy.c — a player that takes the order the rulebook's judgement likes best, one order at a time.
 *
 * System.judge looks the view over once; System.value then says what an order is worth compared with doing nothing, and
 * of a prefix guesses at the best order that begins so. The player walks from prefix to order with nothing else:
 *
 *   - all beginnings of orders are listed at once, and tried in order of their guess until one leads to an order that
 *     is worth more than nothing: a side has hundreds of counters, and the best of all of them is not worth looking at
 *     all of them;
 *   - no beginning is tried that cannot beat what was found;
 *   - further arguments are added as long as the value rises: the best part first, ties by chance;
 * - a path is never tried hex by hex: all ends of the reach are weighed, and the path is written for the best of them
 * only.
 *
 * Where a rulebook proposes whole orders (System.proposal) nothing is listed: the best of them that is legal is given.
 *
 * When nothing is worth more than nothing, the least bad order is given: phases end that way, and duties that
 * cannot be refused are done as cheaply as possible. */
#include "core/room.h"
#include "ai/ai.h"
#include "ai/thoughts.h"

enum { BAD_TRIES = 24 };

typedef struct Search {
    const Scenario *scenario;
    const Position *view;
    const Memo *memo;
    Random *random;
    uint64_t *choices_listed;
    bool found;
    int32_t value; /* of the best order so far */
    Order order;
} Search;

/* The best of several, ties by chance. */
typedef struct Best {
    int at; /* -1 none yet */
    int32_t value;
    uint32_t ties;
} Best;

static void consider(Best *best, Random *random, int at, int32_t value)
{
    if (best->at >= 0 && value < best->value)
        return;
    best->ties = best->at >= 0 && value == best->value ? best->ties + 1 : 1;
    if (best->ties > 1 && random_below(random, best->ties))
        return;
    best->at = at;
    best->value = value;
}

static int32_t value_of(const Search *search, const Order *order)
{
    return search->scenario->system->value(search->scenario, search->view, search->memo, order);
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

/* Makes room for one more argument behind the last; false if there is none. */
static bool extend(Order *order)
{
    if (order->count == ORDER_ARGS)
        return false;
    order->count++;
    return true;
}

static void replace_last(Order *order, int slot, int value)
{
    order->slot[order->count - 1] = (uint8_t)slot;
    order->value[order->count - 1] = (uint16_t)value;
}

/* Weighs every end of the reach by itself, then takes the path to the best that can be written; what that is worth. The
 * path may be worth less than its end, if something may stop the unit on it: then others are looked at. */
static int32_t weigh_walks(Search *search, const Order *prefix, int slot)
{
    ROOM(Reach, reach);
    ROOMS(int32_t, values, HEXES_MAX);
    int32_t least = INT32_MIN;
    reach->count = 0;
    search->scenario->system->reach(search->scenario, search->view, prefix, reach);
    *search->choices_listed += (uint64_t)reach->count;
    Order order = *prefix;
    if (!extend(&order))
        return INT32_MIN;
    for (int i = 0; i < reach->count; i++) {
        replace_last(&order, slot, reach->hex[i]);
        values[i] = value_of(search, &order);
    }
    Hex start = walk_from(search->scenario, search->view, prefix, slot);
    while (reach->count) {
        Best best = {.at = -1};
        for (int i = 0; i < reach->count; i++)
            consider(&best, search->random, i, values[i]);
        if (best.value <= least)
            break;
        order = *prefix;
        if (reach_path(reach, start, reach->hex[best.at], &order, slot)) {
            int32_t value = value_of(search, &order);
            offer(search, &order, value);
            if (value > least)
                least = value;
            if (value >= best.value)
                break;
        }
        reach->hex[best.at] = reach->hex[--reach->count];
        values[best.at] = values[reach->count];
    }
    return least;
}

/* The listed part that leads furthest; .at is -1 if there is none. */
static Best best_part(const Search *search, const Order *prefix, const Choices *choices)
{
    Best best = {.at = -1};
    Order order = *prefix;
    if (!extend(&order))
        return best;
    for (int i = 0; i < choices->count; i++) {
        replace_last(&order, choices->choice[i].slot, choices->choice[i].value);
        consider(&best, search->random, i, value_of(search, &order));
    }
    return best;
}

/* Takes the steps of a path out of what is listed; the slot they are for, or NO_PATH. */
enum { NO_PATH = -1 };

static int take_steps(const Search *search, const Order *prefix, Choices *choices)
{
    int kept = 0, slot = NO_PATH;
    for (int i = 0; search->scenario->system->reach && i < choices->count; i++)
        if (is_path(search, prefix, choices->choice[i]))
            slot = choices->choice[i].slot;
        else
            choices->choice[kept++] = choices->choice[i];
    if (slot != NO_PATH)
        choices->count = kept;
    return slot;
}

/* Adds parts while that makes the order better, or until it is one. Where others may join a march, that is tried if it
 * promises more than the best path for the counters named. */
static void complete(Search *search, Order *prefix)
{
    ROOM(Choices, choices);
    for (;;) {
        list(search, prefix, choices);
        bool whole = choices->complete;
        int32_t now = whole ? value_of(search, prefix) : 0;
        if (whole)
            offer(search, prefix, now);
        int path = take_steps(search, prefix, choices);
        if (path != NO_PATH) {
            now = weigh_walks(search, prefix, path);
            whole = true;
        }
        Best best = best_part(search, prefix, choices);
        if (best.at < 0 || (whole && best.value <= now))
            return;
        order_add(prefix, choices->choice[best.at].slot, choices->choice[best.at].value);
    }
}

static void open_order(Order *order, Opening opening)
{
    order->verb = opening.verb;
    order->count = opening.slot != SLOT_VERB;
    if (order->count)
        replace_last(order, opening.slot, opening.value);
}

/* Tries beginnings, the most promising first, until one leads to something worth doing. */
static void try_openings(Search *search, Openings *openings)
{
    ROOMS(int32_t, guess, OPENINGS_MAX);
    Order order = order_of(NO_VERB);
    for (int i = 0; i < openings->count; i++) {
        open_order(&order, openings->opening[i]);
        guess[i] = value_of(search, &order);
    }
    for (int bad = 0; openings->count && bad < BAD_TRIES; bad += search->found) {
        Best best = {.at = -1};
        for (int i = 0; i < openings->count; i++)
            consider(&best, search->random, i, guess[i]);
        if (search->found && (search->value > 0 || best.value <= search->value))
            return;
        order = order_of(NO_VERB);
        open_order(&order, openings->opening[best.at]);
        complete(search, &order);
        openings->opening[best.at] = openings->opening[--openings->count];
        guess[best.at] = guess[openings->count];
    }
}

/* The proposed order with a way to its end, if it has one. */
static bool with_its_way(const Search *search, const Order *proposed, Order *out)
{
    ROOM(Reach, reach);
    const System *system = search->scenario->system;
    int path = order_path_slot(&system->orders[proposed->verb]);
    *out = *proposed;
    if (path < 0 || !out->count || out->slot[out->count - 1] != path)
        return true;
    Hex end = out->value[--out->count];
    reach->count = 0;
    system->reach(search->scenario, search->view, out, reach);
    *search->choices_listed += (uint64_t)reach->count;
    return reach_path(reach, walk_from(search->scenario, search->view, out, path), end, out, path);
}

/* The best of what is proposed, ties by chance. */
static bool take_proposal(Search *search)
{
    const System *system = search->scenario->system;
    for (uint64_t tried = 0;;) {
        Best best = {.at = -1};
        int32_t value;
        for (int i = 0; system->proposal(search->scenario, search->view, search->memo, i, &value); i++)
            if (!(tried >> i & 1))
                consider(&best, search->random, i, value);
        if (best.at < 0)
            return false;
        tried |= (uint64_t)1 << best.at;
        const Order *order = system->proposal(search->scenario, search->view, search->memo, best.at, &value);
        if (with_its_way(search, order, &search->order) &&
            !refused(system->check(search->scenario, search->view, &search->order)))
            return true;
    }
}

static bool greedy_order(const Scenario *scenario, const Position *view, Memo *memo, Random *random, Order *out,
                         uint64_t *choices_listed)
{
    ROOM(Openings, openings);
    const System *system = scenario->system;
    if (!system->value)
        return random_player.order(scenario, view, memo, random, out, choices_listed);
    Search search = {
        .scenario = scenario, .view = view, .memo = memo, .random = random, .choices_listed = choices_listed};
    assert(memo || !system->judge);
    if (system->judge)
        system->judge(scenario, view, memo);
    if (system->proposal && take_proposal(&search)) {
        *out = search.order;
        return true;
    }
    list_openings(scenario, view, memo, openings);
    *choices_listed += (uint64_t)openings->count;
    try_openings(&search, openings);
    *out = search.order;
    return search.found || random_player.order(scenario, view, memo, random, out, choices_listed);
}

/* ---- its other thoughts ---- */

/* Collects thoughts. */
typedef struct Thoughts {
    Order *order;
    int32_t *value; /* may be NULL */
    int count, room;
} Thoughts;

static void add_thought(const Search *search, Thoughts *out)
{
    if (!search->found || out->count == out->room)
        return;
    for (int i = 0; i < out->count; i++)
        if (order_same(&out->order[i], &search->order))
            return;
    out->order[out->count] = search->order;
    if (out->value)
        out->value[out->count] = search->value;
    out->count++;
}

static void proposed_thoughts(Search *search, Thoughts *out)
{
    const System *system = search->scenario->system;
    for (uint64_t tried = 0; out->count < out->room;) {
        Best best = {.at = -1};
        int32_t value;
        for (int i = 0; system->proposal(search->scenario, search->view, search->memo, i, &value); i++)
            if (!(tried >> i & 1))
                consider(&best, search->random, i, value);
        if (best.at < 0)
            break;
        tried |= (uint64_t)1 << best.at;
        const Order *order = system->proposal(search->scenario, search->view, search->memo, best.at, &value);
        search->value = value;
        search->found = with_its_way(search, order, &search->order) &&
                        !refused(system->check(search->scenario, search->view, &search->order));
        add_thought(search, out);
    }
}

/* The best order of each of the most promising beginnings. */
static void opened_thoughts(Search *search, Openings *openings, Thoughts *out)
{
    ROOMS(int32_t, guess, OPENINGS_MAX);
    Order order = order_of(NO_VERB);
    for (int i = 0; i < openings->count; i++) {
        open_order(&order, openings->opening[i]);
        guess[i] = value_of(search, &order);
    }
    for (int tries = 2 * out->room; openings->count && out->count < out->room && tries > 0; tries--) {
        Best best = {.at = -1};
        for (int i = 0; i < openings->count; i++)
            consider(&best, search->random, i, guess[i]);
        order = order_of(NO_VERB);
        open_order(&order, openings->opening[best.at]);
        search->found = false;
        complete(search, &order);
        add_thought(search, out);
        openings->opening[best.at] = openings->opening[--openings->count];
        guess[best.at] = guess[openings->count];
    }
}

/* Orders of a verb alone: most of them end something, and ending is always worth a thought. */
static void plain_thoughts(Search *search, const Openings *openings, Thoughts *out)
{
    for (int i = 0; i < openings->count; i++)
        if (openings->opening[i].slot == SLOT_VERB) {
            Order order = order_of(openings->opening[i].verb);
            search->found = !refused(search->scenario->system->check(search->scenario, search->view, &order));
            search->order = order;
            search->value = value_of(search, &order);
            add_thought(search, out);
        }
}

int greedy_thoughts(const Scenario *scenario, const Position *view, Memo *memo, Random *random, Order *out,
                    int32_t *values, int count, int room, uint64_t *choices_listed)
{
    ROOM(Openings, openings);
    const System *system = scenario->system;
    Thoughts thoughts = {out, values, count, room};
    Search search = {
        .scenario = scenario, .view = view, .memo = memo, .random = random, .choices_listed = choices_listed};
    if (!system->value)
        return count;
    if (system->judge)
        system->judge(scenario, view, memo);
    if (system->proposal)
        proposed_thoughts(&search, &thoughts);
    list_openings(scenario, view, memo, openings);
    *choices_listed += (uint64_t)openings->count;
    plain_thoughts(&search, openings, &thoughts);
    opened_thoughts(&search, openings, &thoughts);
    return thoughts.count;
}

const Player greedy_player = {.name = "greedy", .order = greedy_order};
