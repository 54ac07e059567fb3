/* lists.c — what is listed is accepted, and what is accepted is listed.
 *
 * From the lists: a random prefix is grown from listed parts; then any part listed after it must lead, by listed parts
 * alone, to an order that `check` accepts. A part that cannot be completed is a broken promise.
 *
 * The same holds of what list_additions() says can be put into a prefix at any place.
 *
 * From the orders: a legal order is changed at random (a part replaced, dropped, doubled or added, the verb exchanged).
 * Whenever `check` accepts what came out, each of its parts must be in the list made after the parts before it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battery.h"
#include "core/parts.h"

enum { LOOK_EVERY = 12, PREFIXES = 4, PARTS = 5, CHANGES = 40 };

/* The lists are large; one at a time is enough. */
static Choices choices;

static void list(const Subject *subject, const Position *view, const Order *prefix)
{
    choices.count = 0;
    choices.complete = false;
    subject->scenario->system->choices(subject->scenario, view, prefix, &choices);
}

static void add(Order *order, Choice part)
{
    if (part.slot == SLOT_VERB)
        *order = order_of(part.value);
    else
        order_add(order, part.slot, part.value);
}

static bool same_part(Choice a, Choice b) { return a.slot == b.slot && a.value == b.value; }

static bool listed(Choice part)
{
    for (int i = 0; i < choices.count; i++)
        if (same_part(choices.choice[i], part))
            return true;
    return false;
}

/* Nothing is listed twice, in a slot that is not there, or beyond the list's room. */
static bool well_formed(const Subject *subject, const Order *prefix)
{
    const System *system = subject->scenario->system;
    if (choices.count == CHOICES_MAX)
        return broken(subject, "the list after \"%s\" is full", order_words(subject->scenario, prefix));
    for (int i = 0; i < choices.count; i++) {
        Choice part = choices.choice[i];
        bool fits = prefix->verb == NO_VERB ? part.slot == SLOT_VERB && part.value < system->order_kinds
                                            : part.slot < system->orders[prefix->verb].slots;
        if (!fits)
            return broken(subject, "after \"%s\" a part is listed for slot %d", order_words(subject->scenario, prefix),
                          part.slot);
        for (int j = 0; j < i; j++)
            if (same_part(choices.choice[j], part)) {
                Order with = *prefix;
                add(&with, part);
                return broken(subject, "after \"%s\" a part is listed twice: \"%s\"",
                              order_words(subject->scenario, prefix), order_words(subject->scenario, &with));
            }
    }
    return true;
}

/* Goes on from listed parts alone, hex by hex where it is a path, until the order is complete. */
static bool completed(const Subject *subject, const Position *view, Random *random, Order *order)
{
    for (;;) {
        list(subject, view, order);
        if (choices.complete && (!choices.count || random_below(random, 2)))
            return true;
        if (!choices.count || order->count == ORDER_ARGS)
            return false;
        add(order, choices.choice[random_below(random, (uint32_t)choices.count)]);
    }
}

static bool accepted(const Subject *subject, Game *game, const Order *order)
{
    Refusal refusal = game_check(game, order);
    char words[SAY_TEXT];
    if (!refused(refusal))
        return true;
    say(subject->scenario, NULL, subject_view(game), &refusal.why, words, sizeof words);
    return broken(subject, "after %d orders \"%s\" is complete by the lists but refused: %s", game_orders(game),
                  order_words(subject->scenario, order), words);
}

/* Tries some of the parts listed after the prefix. */
static bool parts_lead_on(const Subject *subject, Game *game, Random *random, const Order *prefix)
{
    const Position *view = subject_view(game);
    for (int i = 0; i < PARTS; i++) {
        Order order = *prefix;
        list(subject, view, prefix);
        if (!choices.count)
            return true;
        add(&order, choices.choice[random_below(random, (uint32_t)choices.count)]);
        Order begun = order;
        if (!completed(subject, view, random, &order))
            return broken(subject, "after %d orders \"%s\" is listed but leads nowhere: it ends at \"%s\"",
                          game_orders(game), order_words(subject->scenario, &begun),
                          order_words(subject->scenario, &order));
        if (!accepted(subject, game, &order))
            return false;
        ++*subject->shown;
    }
    return true;
}

/* Builds an order as people do, from parts at any place. */
static bool additions_lead_on(const Subject *subject, Game *game, Random *random, int verb)
{
    const Scenario *scenario = subject->scenario;
    const OrderKind *kind = &scenario->system->orders[verb];
    Order order = order_of(verb);
    for (;;) {
        list_additions(scenario, subject_view(game), &order, &choices);
        if (choices.complete && !accepted(subject, game, &order))
            return false;
        if (choices.complete && (!choices.count || !random_below(random, 4)))
            return true;
        if (!choices.count)
            return broken(subject, "after %d orders nothing can be added to \"%s\", which is no order",
                          game_orders(game), order_words(scenario, &order));
        if (!well_formed(subject, &order))
            return false;
        Choice part = choices.choice[random_below(random, (uint32_t)choices.count)];
        if (!order_put(kind, &order, part.slot, part.value))
            return true;
        ++*subject->shown;
    }
}

static bool lists_hold(const Subject *subject, Game *game, Random *random)
{
    const Position *view = subject_view(game);
    for (int i = 0; i < PREFIXES; i++) {
        Order prefix = order_of(NO_VERB);
        int grow = (int)random_below(random, 6);
        for (;;) {
            list(subject, view, &prefix);
            if (!well_formed(subject, &prefix))
                return false;
            if (choices.complete && !accepted(subject, game, &prefix))
                return false;
            if (!grow-- || !choices.count)
                break;
            add(&prefix, choices.choice[random_below(random, (uint32_t)choices.count)]);
        }
        if (!parts_lead_on(subject, game, random, &prefix))
            return false;
        if (prefix.verb != NO_VERB && !additions_lead_on(subject, game, random, prefix.verb))
            return false;
    }
    return true;
}

/* ---- reaches ---- */

static int path_slot(const Subject *subject, const Order *order)
{
    const OrderKind *kind = &subject->scenario->system->orders[order->verb];
    for (int slot = 0; slot < kind->slots; slot++)
        if (kind->slot[slot].type == ARG_PATH)
            return slot;
    return -1;
}

/* Every end of a reach is accepted with the way the reach gives, and each of its steps is listed. */
static bool ends_hold(const Subject *subject, Game *game, Random *random, const Order *prefix, int slot)
{
    static Reach reach;
    const Position *view = subject_view(game);
    reach.count = 0;
    subject->scenario->system->reach(subject->scenario, view, prefix, &reach);
    for (int i = 0; i < PARTS && reach.count; i++) {
        Order order = *prefix;
        Hex end = reach.hex[random_below(random, (uint32_t)reach.count)];
        if (!reach_path(&reach, walk_from(subject->scenario, view, prefix, slot), end, &order, slot))
            continue;
        Order way = order;
        order = *prefix;
        for (int at = prefix->count; at < way.count; at++) {
            list(subject, view, &order);
            Choice part = {way.slot[at], way.value[at]};
            if (!listed(part))
                return broken(subject, "after %d orders \"%s\" is within reach, but its step %d is not listed",
                              game_orders(game), order_words(subject->scenario, &way), at + 1 - prefix->count);
            add(&order, part);
        }
        if (!accepted(subject, game, &way))
            return false;
    }
    return true;
}

static bool reaches_hold(const Subject *subject, Game *game, Random *random)
{
    const Position *view = subject_view(game);
    if (!subject->scenario->system->reach)
        return true;
    for (int i = 0; i < PREFIXES; i++) {
        Order prefix = order_of(NO_VERB);
        int slot = -1;
        for (;;) {
            list(subject, view, &prefix);
            if (!choices.count)
                break;
            Choice part = choices.choice[random_below(random, (uint32_t)choices.count)];
            if (prefix.verb != NO_VERB && (slot = path_slot(subject, &prefix)) == part.slot)
                break;
            slot = -1;
            add(&prefix, part);
        }
        if (slot >= 0 && !ends_hold(subject, game, random, &prefix, slot))
            return false;
    }
    return true;
}

static bool lists_and_reaches_hold(const Subject *subject, Game *game, Random *random)
{
    return lists_hold(subject, game, random) && reaches_hold(subject, game, random);
}

bool trial_listed(const Subject *subject) { return look_through(subject, LOOK_EVERY, lists_and_reaches_hold); }

/* ---- from orders to lists ---- */

uint16_t draw_value(const Subject *subject, const Slot *slot, Random *random)
{
    const Map *map = subject->scenario->map;
    int words = 0;
    switch (slot->type) {
    case ARG_PIECE:
        return (uint16_t)random_below(random, (uint32_t)subject->scenario->pieces);
    case ARG_HEX:
    case ARG_PATH:
        return (uint16_t)random_below(random, (uint32_t)map->hexes);
    case ARG_HEXSIDE:
        return hexside_of(&map->grid, (Hex)random_below(random, (uint32_t)map->hexes),
                          (Edge)random_below(random, EDGES));
    case ARG_NUMBER:
        return (uint16_t)random_below(random, 20);
    case ARG_WORD:
    case ARG_NAME:
        while (slot_word(subject->scenario, slot, words))
            words++;
        return (uint16_t)(words ? random_below(random, (uint32_t)words) : 0); /* a scenario may have none */
    }
    return 0;
}

/* A value near the old one is more often legal: a hex beside it, the next number, the next counter. */
static uint16_t near_value(const Subject *subject, const Slot *slot, Random *random, uint16_t old)
{
    const Map *map = subject->scenario->map;
    if ((slot->type == ARG_HEX || slot->type == ARG_PATH) && old < map->hexes && random_below(random, 4)) {
        Hex next = map->next[old][random_below(random, EDGES)];
        return next == NO_HEX ? old : next;
    }
    if ((slot->type == ARG_NUMBER || slot->type == ARG_PIECE) && random_below(random, 2))
        return (uint16_t)(old + random_below(random, 7) - 3);
    return draw_value(subject, slot, random);
}

static void drop_part(Order *order, int at)
{
    order->count--;
    memmove(order->slot + at, order->slot + at + 1, (size_t)(order->count - at) * sizeof *order->slot);
    memmove(order->value + at, order->value + at + 1, (size_t)(order->count - at) * sizeof *order->value);
}

static void change(const Subject *subject, const Position *view, Random *random, Order *order)
{
    const System *system = subject->scenario->system;
    const OrderKind *kind = &system->orders[order->verb];
    int at = order->count ? (int)random_below(random, order->count) : -1;
    switch (random_below(random, 6)) {
    case 0:
        if (at >= 0)
            drop_part(order, at);
        break;
    case 1:
        if (at >= 0)
            order_add(order, order->slot[at], order->value[random_below(random, order->count)]);
        break;
    case 2:
        if (kind->slots) {
            int slot = (int)random_below(random, kind->slots);
            order_add(order, slot, draw_value(subject, &kind->slot[slot], random));
        }
        break;
    case 3: { /* another verb with the same parts */
        int verb = (int)random_below(random, (uint32_t)system->order_kinds);
        if (order_answers(&system->orders[verb], question(view)->kind))
            order->verb = (uint8_t)verb;
        break;
    }
    default:
        if (at >= 0 && order->slot[at] < kind->slots)
            order->value[at] = near_value(subject, &kind->slot[order->slot[at]], random, order->value[at]);
    }
}

/* Walks an order through the lists: how many of its parts, the verb first, were listed after those before it. */
static int parts_listed(const Subject *subject, const Position *view, const Order *order, bool *complete)
{
    Order prefix = order_of(NO_VERB);
    Choice part = {SLOT_VERB, order->verb};
    for (int i = 0; i <= order->count; i++) {
        list(subject, view, &prefix);
        if (!listed(part))
            return i;
        add(&prefix, part);
        if (i < order->count)
            part = (Choice){order->slot[i], order->value[i]};
    }
    list(subject, view, &prefix);
    *complete = choices.complete;
    return order->count + 1;
}

/* A set may be typed in any order and is listed in one: sorts what is in such a slot. */
static Order in_list_order(const Subject *subject, const Order *order)
{
    Order sorted = *order;
    const OrderKind *kind = &subject->scenario->system->orders[order->verb];
    for (int i = 1; i < sorted.count; i++) {
        bool set = slot_is_set(&kind->slot[sorted.slot[i]]);
        for (int at = i;
             set && at > 0 && sorted.slot[at - 1] == sorted.slot[at] && sorted.value[at - 1] > sorted.value[at]; at--) {
            uint16_t moved = sorted.value[at];
            sorted.value[at] = sorted.value[at - 1];
            sorted.value[at - 1] = moved;
        }
    }
    return sorted;
}

bool order_is_listed(const Subject *subject, Game *game, const Order *order)
{
    const Position *view = subject_view(game);
    bool complete = false;
    Order sorted = in_list_order(subject, order);
    if (parts_listed(subject, view, order, &complete) <= order->count) {
        int parts = parts_listed(subject, view, &sorted, &complete);
        if (parts <= order->count)
            return broken(subject, "after %d orders \"%s\" is accepted, but part %d of it is not listed",
                          game_orders(game), order_words(subject->scenario, order), parts);
    }
    return complete ? true
                    : broken(subject, "after %d orders \"%s\" is accepted, but the list does not call it complete",
                             game_orders(game), order_words(subject->scenario, order));
}

/* A value of the wrong kind for its slot comes from exchanging verbs; `check` must cope with it. */
static bool changes_hold(const Subject *subject, Game *game, Random *random)
{
    const Position *view = subject_view(game);
    Order legal;
    uint64_t count = 0;
    if (!random_player.order(subject->scenario, view, NULL, random, &legal, &count))
        return true;
    if (!order_is_listed(subject, game, &legal))
        return false;
    for (int i = 0; i < CHANGES; i++) {
        Order order = legal;
        for (int more = 1 + (int)random_below(random, 3); more; more--)
            change(subject, view, random, &order);
        Refusal refusal = game_check(game, &order);
        char words[SAY_TEXT];
        if (refused(refusal) && !translated(subject, &refusal.why))
            return false;
        if (refused(refusal) && !say(subject->scenario, NULL, view, &refusal.why, words, sizeof words))
            return broken(subject, "a refusal has no words");
        if (!refused(refusal) && !order_is_listed(subject, game, &order))
            return false;
        *subject->shown += !refused(refusal);
    }
    return true;
}

bool trial_accepted(const Subject *subject)
{
    Random random = {subject->seed};
    Looks looks = {.random = {subject->seed + 2}};
    Game *game = subject_game(subject);
    Order order;
    bool held = true;
    while (held && game_is_looked_at(subject, game)) {
        if (worth_a_look(game, &looks, LOOK_EVERY / 3))
            held = changes_hold(subject, game, &looks.random);
        held = held && subject_step(subject, game, &random, &order);
    }
    game_free(game);
    return held;
}
