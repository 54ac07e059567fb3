/* parts.c — orders built in any order (core/parts.h).
 *
 * A random legal order of every verb that is open is taken apart and put together again in a random order of its parts.
 * At each step the next part must be among the additions to those before it, and what is said to be forced must be in
 * the order; and each part can be written down and read. Other additions that are listed must lead to a legal order
 * that holds them: order_around() finds it. The counters that list_actors() gives are compared with the additions. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "battery.h"
#include "core/lists.h"
#include "core/parts.h"

enum { LOOK_EVERY = 24, LEADS = 3 };
#define LONGEST 0.5 /* seconds of one answer, on a machine that does other things too */

static Choices additions;

/* Built from listed parts alone, as players of the machine do; false if it got too long. */
static bool drawn(const Subject *subject, const Position *view, Random *random, int verb, Order *order)
{
    static Choices choices;
    *order = order_of(verb);
    for (;;) {
        choices.count = 0;
        choices.complete = false;
        subject->scenario->system->choices(subject->scenario, view, order, &choices);
        if (choices.complete && (!choices.count || !random_below(random, 3)))
            return true;
        if (!choices.count)
            return false;
        Choice one = choices.choice[random_below(random, (uint32_t)choices.count)];
        if (!order_add(order, one.slot, one.value))
            return false;
    }
}

/* Whether the part can be taken next: those of a slot that is no set in their order, a path after all before it, and
 * all behind a path after the path. */
static bool can_be_next(const OrderKind *kind, const Order *order, const bool *taken, int at)
{
    const Slot *slot = &kind->slot[order->slot[at]];
    for (int i = 0; i < at; i++)
        if (!taken[i] && ((order->slot[i] == order->slot[at] && !slot_is_set(slot)) || slot->type == ARG_PATH ||
                          kind->slot[order->slot[i]].type == ARG_PATH))
            return false;
    return !taken[at];
}

static int draw_next(const OrderKind *kind, const Order *order, const bool *taken, Random *random)
{
    int open[ORDER_ARGS], count = 0;
    for (int i = 0; i < order->count; i++)
        if (can_be_next(kind, order, taken, i))
            open[count++] = i;
    return open[random_below(random, (uint32_t)count)];
}

static bool listed(int slot, uint16_t value)
{
    for (int i = 0; i < additions.count; i++)
        if (additions.choice[i].slot == slot && additions.choice[i].value == value)
            return true;
    return false;
}

static bool once_each(const Subject *subject, const Order *part)
{
    for (int i = 0; i < additions.count && i < 400; i++)
        for (int j = 0; j < i; j++)
            if (additions.choice[j].slot == additions.choice[i].slot &&
                additions.choice[j].value == additions.choice[i].value)
                return broken(subject, "to \"%s\" %d of slot %d is added twice", order_words(subject->scenario, part),
                              additions.choice[i].value, additions.choice[i].slot);
    return true;
}

/* How often an order has a value in a slot. */
static int copies(const Order *order, int slot, uint16_t value)
{
    int count = 0;
    for (int i = 0; i < order->count; i++)
        count += order->slot[i] == slot && order->value[i] == value;
    return count;
}

static bool holds(const Order *order, const Order *part)
{
    for (int i = 0; i < part->count; i++)
        if (copies(order, part->slot[i], part->value[i]) < copies(part, part->slot[i], part->value[i]))
            return false;
    return order->verb == part->verb;
}

/* Whether all that is said of the smallest order round the part is true. */
static bool around_holds(const Subject *subject, Game *game, const Order *part, Around *around)
{
    const Scenario *scenario = subject->scenario;
    char words[SAY_TEXT];
    Refusal refusal = order_around(scenario, subject_view(game), part, around);
    if (refused(refusal)) {
        say(scenario, NULL, subject_view(game), &refusal.why, words, sizeof words);
        return broken(subject, "after %d orders \"%s\" is listed, and no order is found for it: %s", game_orders(game),
                      order_words(scenario, part), words);
    }
    for (int i = 0; i < around->added; i++)
        if (around->part[i].why.words && !translated(subject, &around->part[i].why))
            return false;
    if (refused(game_check(game, &around->order)) || !holds(&around->order, part) ||
        around->order.count != part->count + around->added)
        return broken(subject, "after %d orders \"%s\" is said to be the order round \"%s\"", game_orders(game),
                      order_words(scenario, &around->order), order_words(scenario, part));
    return true;
}

/* All that is forced in addition to the part is in the order it was taken from. */
static bool forced_holds(const Subject *subject, Game *game, const Order *part, const Order *order)
{
    static Around around;
    if (!around_holds(subject, game, part, &around))
        return false;
    Order forced = *part;
    for (int i = 0; i < around.added; i++)
        if (around.part[i].forced)
            order_put(&subject->scenario->system->orders[part->verb], &forced, around.part[i].slot,
                      around.part[i].value);
    return holds(order, &forced)
               ? true
               : broken(subject, "after %d orders \"%s\" is said to be forced by \"%s\", not by \"%s\"",
                        game_orders(game), order_words(subject->scenario, &forced),
                        order_words(subject->scenario, part), order_words(subject->scenario, order));
}

static bool additions_lead_on(const Subject *subject, Game *game, Random *random, const Order *part)
{
    static Around around;
    const OrderKind *kind = &subject->scenario->system->orders[part->verb];
    for (int i = 0; i < LEADS && additions.count; i++) {
        Choice one = additions.choice[random_below(random, (uint32_t)additions.count)];
        Order with = *part;
        if (kind->slot[one.slot].type == ARG_PATH || !order_put(kind, &with, one.slot, one.value))
            continue; /* a step may lead on only with others: order_around() takes it for the end */
        if (!around_holds(subject, game, &with, &around))
            return false;
        ++*subject->shown;
    }
    return true;
}

/* The part can be written down, which is how clients ask about it. */
static bool written_holds(const Subject *subject, const Order *part)
{
    char text[ORDER_TEXT], why[ORDER_MISTAKE];
    int column;
    Order again;
    size_t length = order_print(subject->scenario, part, text);
    if (!order_parse_prefix(subject->scenario, text, length, &again, why, &column))
        return broken(subject, "\"%s\" cannot be read as a part of an order: %s", text, why);
    return again.count == part->count && holds(&again, part)
               ? true
               : broken(subject, "\"%s\" is read as \"%s\"", text, order_words(subject->scenario, &again));
}

static double now(void) { return (double)clock() / CLOCKS_PER_SEC; }

static bool builds(const Subject *subject, Game *game, Random *random, const Order *order)
{
    const Scenario *scenario = subject->scenario;
    const OrderKind *kind = &scenario->system->orders[order->verb];
    bool taken[ORDER_ARGS] = {false};
    Order part = order_of(order->verb);
    for (int step = 0; step <= order->count; step++) {
        double begin = now();
        list_additions(scenario, subject_view(game), &part, &additions);
        if (now() - begin > LONGEST)
            return broken(subject, "what can be added to \"%s\" took %.2f s", order_words(scenario, &part),
                          now() - begin);
        bool walked = order_path_slot(kind) >= 0 && part.count && part.slot[part.count - 1] >= order_path_slot(kind);
        if (!written_holds(subject, &part) || !once_each(subject, &part) ||
            (!walked && !forced_holds(subject, game, &part, order)) || !additions_lead_on(subject, game, random, &part))
            return false;
        if (step == order->count)
            break;
        int next = draw_next(kind, order, taken, random);
        taken[next] = true;
        list_additions(scenario, subject_view(game), &part, &additions);
        if (!listed(order->slot[next], order->value[next])) {
            Order with = part;
            order_put(kind, &with, order->slot[next], order->value[next]);
            return broken(subject, "after %d orders \"%s\" is part of \"%s\", but its last part is not added to \"%s\"",
                          game_orders(game), order_words(scenario, &with), order_words(scenario, order),
                          order_words(scenario, &part));
        }
        order_put(kind, &part, order->slot[next], order->value[next]);
        ++*subject->shown;
    }
    return additions.complete ? true
                              : broken(subject, "after %d orders \"%s\" is legal and not called complete",
                                       game_orders(game), order_words(scenario, &part));
}

/* All openings, where the rulebook keeps them from one view to the next: then the server takes the actors from them. */
static const Openings *openings_kept(const Subject *subject, Game *game)
{
    static Openings openings;
    const System *system = subject->scenario->system;
    if (!system->openings_kept || !system->openings_kept(subject->scenario, subject_view(game)))
        return NULL;
    list_openings(subject->scenario, subject_view(game), game_memo(game), &openings);
    return &openings;
}

/* The counters that openings name are those of the additions: of the first slot of counters all, and no others of any.
 * A search that was cut off may lack some; those lead to a legal order all the same. */
static bool actors_hold(const Subject *subject, Game *game, int verb)
{
    static Choices actors;
    static Around around;
    const OrderKind *kind = &subject->scenario->system->orders[verb];
    Order part = order_of(verb);
    int first = 0;
    list_additions(subject->scenario, subject_view(game), &part, &additions);
    const Openings *known = openings_kept(subject, game);
    list_actors(subject->scenario, subject_view(game), (ListedBefore){known, NULL}, verb, &actors);
    for (int i = 0; i < actors.count; i++) {
        Choice one = actors.choice[i];
        Order with = part;
        if (kind->slot[one.slot].type == ARG_PIECE && listed(one.slot, one.value))
            continue;
        order_put(kind, &with, one.slot, one.value);
        if (kind->slot[one.slot].type != ARG_PIECE || !around_holds(subject, game, &with, &around))
            return broken(subject, "after %d orders \"%s\" is an opening and not among the additions",
                          game_orders(game), order_words(subject->scenario, &with));
    }
    while (first < kind->slots && kind->slot[first].type != ARG_PIECE)
        first++;
    for (int i = 0; i < additions.count; i++) {
        Choice one = additions.choice[i];
        bool told = one.slot != first;
        for (int j = 0; j < actors.count && !told; j++)
            told = actors.choice[j].slot == one.slot && actors.choice[j].value == one.value;
        if (!told) {
            order_put(kind, &part, one.slot, one.value);
            return broken(subject, "after %d orders \"%s\" can be ordered and is no opening", game_orders(game),
                          order_words(subject->scenario, &part));
        }
        ++*subject->shown;
    }
    return true;
}

static bool same_choices(const Choices *one, const Choices *other)
{
    bool same = one->count == other->count && one->complete == other->complete;
    for (int i = 0; same && i < one->count; i++)
        same = one->choice[i].slot == other->choice[i].slot && one->choice[i].value == other->choice[i].value;
    return same;
}

/* What the server has listed of the view: openings where they are kept, and lists of choices, which last as long as the
 * scenario does. */
static ListedBefore listed_before(const Subject *subject, Game *game)
{
    static Lists *lists;
    static const Scenario *of;
    if (of != subject->scenario) {
        free(lists);
        lists = calloc(1, lists_room(subject->scenario));
        of = subject->scenario;
    }
    if (lists)
        lists_for(lists, subject->scenario, subject_view(game));
    return (ListedBefore){openings_kept(subject, game), lists};
}

/* What was listed before answers as if everything were listed: for verbs and the counters that can act; and, below, for
 * an order of which the first thing is known, or all. */
static bool kept_lists_hold(const Subject *subject, Game *game, const Choices *verbs)
{
    static Choices again, actors;
    ListedBefore listed = listed_before(subject, game);
    list_verbs(subject->scenario, subject_view(game), listed, &again);
    if (!same_choices(verbs, &again))
        return broken(subject, "after %d orders what was listed names %d verbs, and %d are open", game_orders(game),
                      again.count, verbs->count);
    for (int i = 0; i < verbs->count; i++) {
        int verb = verbs->choice[i].value;
        list_actors(subject->scenario, subject_view(game), (ListedBefore){listed.known, NULL}, verb, &actors);
        list_actors(subject->scenario, subject_view(game), listed, verb, &again);
        if (!same_choices(&actors, &again))
            return broken(subject, "after %d orders other counters can \"%s\" by what was listed", game_orders(game),
                          subject->scenario->system->orders[verb].verb);
    }
    return true;
}

static bool draft_holds_of(const Subject *subject, Game *game, const Order *part)
{
    static Drafted quick, whole;
    ListedBefore listed = listed_before(subject, game);
    draft_order(subject->scenario, subject_view(game), (ListedBefore){0}, part, &whole);
    draft_order(subject->scenario, subject_view(game), listed, part, &quick);
    bool same = same_choices(&whole.additions, &quick.additions) && whole.whole == quick.whole &&
                refused(whole.refusal) == refused(quick.refusal) &&
                (refused(whole.refusal) || order_same(&whole.around.order, &quick.around.order));
    return same || broken(subject, "after %d orders the draft \"%s\" is another by what was listed", game_orders(game),
                          order_words(subject->scenario, part));
}

static bool draft_holds(const Subject *subject, Game *game, const Order *order)
{
    Order part = *order;
    part.count = order->count ? 1 : 0;
    return draft_holds_of(subject, game, &part) && draft_holds_of(subject, game, order);
}

static bool verbs_build(const Subject *subject, Game *game, Random *random)
{
    static Choices verbs;
    Order nothing = order_of(NO_VERB), order;
    list_additions(subject->scenario, subject_view(game), &nothing, &verbs);
    if (!kept_lists_hold(subject, game, &verbs))
        return false;
    for (int i = 0; i < verbs.count; i++)
        if (!actors_hold(subject, game, verbs.choice[i].value))
            return false;
    for (int i = 0; i < verbs.count; i++)
        if (drawn(subject, subject_view(game), random, verbs.choice[i].value, &order) &&
            !(builds(subject, game, random, &order) && draft_holds(subject, game, &order)))
            return false;
    return true;
}

bool trial_parts(const Subject *subject)
{
    Random random = {subject->seed};
    Looks looks = {.random = {subject->seed + 3}};
    Game *game = subject_game(subject);
    Order order;
    bool held = true;
    while (held && game_is_looked_at(subject, game)) {
        if (worth_a_look(game, &looks, LOOK_EVERY))
            held = verbs_build(subject, game, &looks.random);
        held = held && subject_step(subject, game, &random, &order);
    }
    game_free(game);
    return held;
}
