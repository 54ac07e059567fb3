/* parts.c — see parts.h. */
#include "core/room.h"
#include "core/parts.h"
#include "core/lists.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEMANDS_DEPTH = 24, /* alternatives chosen one after the other: as many as CELs are ever lost at once */
    DEMANDS_TRIES = 600,
    TREE_LISTS = 6000, /* lists of choices made for one answer */
    TREE_ROOM = 32768  /* choices of all lists that are open at once */
};

static const OrderKind *kind_of_order(const Scenario *scenario, const Order *part)
{
    return &scenario->system->orders[part->verb];
}

static Refusal check_whole(const Scenario *scenario, const Position *view, const Order *order)
{
    Refusal refusal = order_fits(scenario, view, order);
    return refused(refusal) ? refusal : scenario->system->check(scenario, view, order);
}

static bool is_legal(const Scenario *scenario, const Position *view, const Order *order)
{
    return !refused(check_whole(scenario, view, order));
}

/* Which values of a slot have been met, in as many bits as there are values. */
typedef struct Met {
    uint64_t bit[ORDER_SLOTS][(UINT16_MAX + 1) / 64];
} Met;

static bool meet(Met *met, int slot, uint16_t value)
{
    uint64_t *word = &met->bit[slot][value >> 6], bit = (uint64_t)1 << (value & 63);
    if (*word & bit)
        return false;
    *word |= bit;
    return true;
}

static void forget(Met *met, const Choices *choices)
{
    for (int i = 0; i < choices->count; i++)
        met->bit[choices->choice[i].slot][choices->choice[i].value >> 6] = 0;
}

/* False when the slot is full. */
static bool put_part(const OrderKind *kind, Order *order, int slot, uint16_t value)
{
    int count;
    order_slot(order, slot, &count);
    return count < kind->slot[slot].most && order_put(kind, order, slot, value);
}

/* ---- with the rulebook's help ---- */

typedef struct Seek {
    const Scenario *scenario;
    const Position *view;
    unsigned search; /* Demands.search */
    int tries;
    int enough;      /* an order of so many parts cannot be smaller; 0: any order will do */
    Around now;      /* what is being tried */
    Around best;     /* the smallest found; count 0 and no verb: none yet */
    Refusal refusal; /* the first met */
} Seek;

static bool put(Seek *seek, int slot, uint16_t value, bool forced, Sentence why)
{
    Around *now = &seek->now;
    if (now->added == ORDER_ARGS || !put_part(kind_of_order(seek->scenario, &now->order), &now->order, slot, value))
        return false;
    now->part[now->added++] = (Added){(uint8_t)slot, forced, value, why};
    return true;
}

/* Adds what must be there until nothing more must; false if that cannot be. What is then left are alternatives. */
static bool put_needed(Seek *seek, bool forced, Demands *demands)
{
    for (;;) {
        demands->search = seek->search;
        demands->all = demands->either = 0;
        demands->why = (Sentence){0};
        if (++seek->tries > DEMANDS_TRIES)
            return false;
        Refusal refusal = seek->scenario->system->demands(seek->scenario, seek->view, &seek->now.order, demands);
        if (refused(refusal)) {
            if (!refused(seek->refusal))
                seek->refusal = refusal;
            return false;
        }
        if (!demands->all)
            return true;
        for (int i = 0; i < demands->all; i++)
            if (!put(seek, demands->demand[i].slot, demands->demand[i].value, forced, demands->demand[i].why))
                return false;
    }
}

static bool found_one(const Seek *seek) { return seek->best.order.verb != NO_VERB; }

static bool is_done(const Seek *seek) { return found_one(seek) && seek->best.order.count <= seek->enough; }

/* Goes on from what is being tried; `now` is left as it was before. */
static void complete(Seek *seek, int depth)
{
    ROOMS(Demands, room, DEMANDS_DEPTH);
    Demands *demands = &room[depth];
    Order before = seek->now.order;
    int added = seek->now.added;
    if (put_needed(seek, !depth, demands) &&
        (!found_one(seek) || seek->now.order.count + !!demands->either < seek->best.order.count)) {
        if (!demands->either)
            seek->best = seek->now;
        for (int i = 0; i < demands->either && depth + 1 < DEMANDS_DEPTH && !is_done(seek); i++) {
            Order at = seek->now.order;
            int with = seek->now.added;
            if (put(seek, demands->alternative[i].slot, demands->alternative[i].value, false, demands->why))
                complete(seek, depth + 1);
            seek->now.order = at;
            seek->now.added = with;
        }
    }
    seek->now.order = before;
    seek->now.added = added;
}

static void seek_around(Seek *seek, const Order *part)
{
    seek->tries = 0;
    seek->refusal = LEGAL;
    seek->now.order = *part;
    seek->now.added = 0;
    seek->best.order = order_of(NO_VERB);
    complete(seek, 0);
}

/* What an order holds in addition to the part, slot by slot. */
static int besides(const OrderKind *kind, const Order *order, const Order *part, Choice out[ORDER_ARGS])
{
    int found = 0;
    for (int i = 0; i < order->count; i++) {
        int slot = order->slot[i], held, had = order_slot(part, slot, &held), count;
        int first = order_slot(order, slot, &count), copies = 0;
        uint16_t value = order->value[i];
        if (slot_is_set(&kind->slot[slot])) {
            for (int j = first; j <= i; j++)
                copies += order->value[j] == value;
            for (int j = had; j < had + held; j++)
                copies -= part->value[j] == value;
        } else {
            copies = i - first >= held;
        }
        if (copies > 0)
            out[found++] = (Choice){(uint8_t)slot, value};
    }
    return found;
}

/* Every part of an order found is an addition too: most candidates are met so before they are tried. Of a slot that is
 * no set only the next value is. */
static void take_found(const Order *order, const Order *part, const OrderKind *kind, Met *met, Choices *out)
{
    Choice more[ORDER_ARGS];
    int count = besides(kind, order, part, more);
    for (int i = 0; i < count; i++) {
        const Slot *slot = &kind->slot[more[i].slot];
        if ((slot_is_set(slot) || !i || more[i - 1].slot != more[i].slot) && slot->type != ARG_PATH &&
            meet(met, more[i].slot, more[i].value))
            choose(out, more[i].slot, more[i].value);
    }
}

/* Whether some legal order holds the part and one thing more; what else that order holds is taken too. */
static bool can_add(Seek *seek, const OrderKind *kind, const Order *part, Choice one, Met *met, Choices *out)
{
    Order with = *part;
    if (!put_part(kind, &with, one.slot, one.value))
        return false;
    seek_around(seek, &with);
    if (found_one(seek))
        take_found(&seek->best.order, part, kind, met, out);
    return found_one(seek);
}

/* A number that no search of this thread has had. */
static unsigned new_search(void)
{
    static _Thread_local unsigned searches;
    return ++searches ? searches : ++searches;
}

static void additions_by_demands(const Scenario *scenario, const Position *view, const Order *part, Choices *candidates,
                                 Met *met, Choices *out)
{
    enum { UNKNOWN, ALL, NONE } alike[ORDER_SLOTS] = {UNKNOWN};
    ROOM(Seek, seek);
    const OrderKind *kind = kind_of_order(scenario, part);
    seek->scenario = scenario;
    seek->view = view;
    seek->search = new_search();
    seek->enough = ORDER_ARGS; /* any */
    for (int i = 0; i < candidates->count; i++) {
        Choice one = candidates->choice[i];
        if (alike[one.slot] == NONE || met->bit[one.slot][one.value >> 6] >> (one.value & 63) & 1)
            continue;
        bool can = alike[one.slot] == ALL || can_add(seek, kind, part, one, met, out);
        if (candidates->alike >> one.slot & 1)
            alike[one.slot] = can ? ALL : NONE;
        bool all = alike[one.slot] == ALL || kind->slot[one.slot].type == ARG_PATH; /* the next step of a walk */
        if (can && all && meet(met, one.slot, one.value))
            choose(out, one.slot, one.value);
    }
}

static Refusal no_order(Refusal refusal)
{
    return refused(refusal) ? refusal : refuse(0, "core.no-legal-order-holds-all");
}

static Refusal around_by_demands(const Scenario *scenario, const Position *view, const Order *part, Around *out)
{
    ROOM(Seek, seek);
    seek->scenario = scenario;
    seek->view = view;
    seek->search = new_search();
    seek->enough = scenario->system->due ? scenario->system->due(scenario, view) : 0;
    if (seek->enough < part->count)
        seek->enough = part->count;
    seek_around(seek, part);
    if (!found_one(seek))
        return no_order(seek->refusal);
    *out = seek->best;
    return LEGAL;
}

/* ---- over the tree of choices ---- */

typedef struct Tree {
    const Scenario *scenario;
    const Position *view;
    const OrderKind *kind;
    const Order *part;
    const Openings *known; /* of the view; NULL: they were not listed */
    Lists *kept;           /* of the view; NULL: none are */
    int lists;
    bool pieces;            /* only counters are sought */
    bool all_sets;          /* also with several things more than was named */
    int apart[ORDER_SLOTS]; /* of slots whose things can be told apart: how many more than named are still tried */
    bool cut;               /* an order that holds more might do */
    Choices *out;           /* additions; NULL: an order is sought */
    Met *met;
    Order order;
    int used; /* of the room */
    Choice room[TREE_ROOM];
    Choices list;
} Tree;

static bool is_sequence(const Tree *tree, int slot) { return !slot_is_set(&tree->kind->slot[slot]); }

/* Whether a part may be taken while the one at `next` is still to come, which lists must reach yet. */
static bool comes_before(const Tree *tree, Choice one, int next)
{
    int slot = tree->part->slot[next];
    if (one.slot != slot)
        return one.slot < slot && tree->kind->slot[one.slot].type != ARG_PATH;
    return !is_sequence(tree, slot) && one.value < tree->part->value[next];
}

/* Whether additions of the slot are sought: a path has no steps until the walker is named. */
static bool is_sought(const Tree *tree, int slot)
{
    ArgType type = tree->kind->slot[slot].type;
    return tree->pieces ? type == ARG_PIECE : type != ARG_PATH;
}

/* Whether something that could be added may come to light beyond it; further values of a slot that is no set are no
 * additions. */
static bool leads_to_more(const Tree *tree, Choice one)
{
    bool more = !is_sequence(tree, one.slot) && is_sought(tree, one.slot);
    for (int slot = one.slot + 1; slot < tree->kind->slots; slot++)
        more |= is_sought(tree, slot);
    return more && tree->kind->slot[one.slot].type != ARG_PATH;
}

static void take(Tree *tree, Choice one)
{
    int held, now;
    order_slot(tree->part, one.slot, &held);
    order_slot(&tree->order, one.slot, &now);
    bool path = tree->kind->slot[one.slot].type == ARG_PATH;
    if ((path && tree->order.count > tree->part->count) || (is_sequence(tree, one.slot) && now != held))
        return;
    if (meet(tree->met, one.slot, one.value))
        choose(tree->out, one.slot, one.value);
}

/* Whether an order names one counter, first of all: then its beginnings are listed, and nothing is searched. */
static bool names_one_counter(const OrderKind *kind)
{
    bool one = kind->slots && kind->slot[0].type == ARG_PIECE && kind->slot[0].least == 1 && kind->slot[0].most == 1;
    for (int slot = 1; slot < kind->slots; slot++)
        one &= kind->slot[slot].type != ARG_PIECE;
    return one;
}

/* Whether the openings that are known say how orders of the kind begin: they name one counter, first of all. */
static bool openings_tell(const Openings *known, const OrderKind *kind)
{
    return known && names_one_counter(kind) && !kind->arranging && !kind->by_hand;
}

/* The counters with which an order of the verb may begin, out of all openings. */
static void take_openings(const Openings *openings, int verb, Choices *out)
{
    for (int i = 0; i < openings->count; i++) {
        const Opening *opening = &openings->opening[i];
        if (opening->verb == verb && opening->slot != SLOT_VERB)
            choose(out, opening->slot, opening->value);
    }
}

/* What may follow the order at hand. */
static void list_next(Tree *tree)
{
    tree->list.count = 0;
    tree->list.complete = false;
    if (!tree->order.count && openings_tell(tree->known, tree->kind))
        take_openings(tree->known, tree->order.verb, &tree->list);
    else
        list_choices(tree->kept, tree->scenario, tree->view, &tree->order, &tree->list);
}

/* Keeps the listed parts that are worth following from here; their number, or -1 when the search must end. */
static int open_list(Tree *tree, int next, bool *whole)
{
    int first = tree->used;
    if (++tree->lists > TREE_LISTS)
        return -1;
    list_next(tree);
    *whole = tree->list.complete;
    for (int i = 0; i < tree->list.count && tree->used < TREE_ROOM; i++) {
        Choice one = tree->list.choice[i];
        bool wanted =
            next < tree->part->count && one.slot == tree->part->slot[next] && one.value == tree->part->value[next];
        if (next == tree->part->count && tree->out)
            take(tree, one);
        if (!wanted && !tree->all_sets && tree->kind->slot[one.slot].apart && tree->apart[one.slot] <= 0)
            continue;
        if (wanted ||
            (next < tree->part->count ? comes_before(tree, one, next) : !tree->out || leads_to_more(tree, one)))
            tree->room[tree->used++] = one;
        if (wanted && tree->out) { /* what is named first, so that it is met before the search is too long */
            tree->room[tree->used - 1] = tree->room[first];
            tree->room[first] = one;
        }
    }
    return tree->used - first;
}

/* Follows the lists from the order at hand, which holds the first `next` parts; true ends the search. */
static bool follow(Tree *tree, int next, int extra)
{
    int first = tree->used;
    bool whole, found = false;
    int count = open_list(tree, next, &whole);
    if (count < 0)
        return true;
    if (next == tree->part->count && tree->out)
        take_found(&tree->order, tree->part, tree->kind, tree->met, tree->out);
    else if (next == tree->part->count && whole)
        return true;
    Order before = tree->order;
    for (int i = first; i < first + count && !found; i++) {
        Choice one = tree->room[i];
        bool wanted =
            next < tree->part->count && one.slot == tree->part->slot[next] && one.value == tree->part->value[next];
        tree->cut |= !wanted && !extra;
        tree->apart[one.slot] -= !wanted;
        if ((wanted || extra) && order_add(&tree->order, one.slot, one.value))
            found = follow(tree, next + wanted, extra - !wanted);
        if (!found || tree->out)
            tree->order = before;
        tree->apart[one.slot] += !wanted;
    }
    tree->used = first;
    return found;
}

static Tree *tree_of(const Scenario *scenario, const Position *view, ListedBefore listed, const Order *part)
{
    ROOM(Tree, tree);
    tree->scenario = scenario;
    tree->view = view;
    tree->kind = kind_of_order(scenario, part);
    tree->part = part;
    tree->known = listed.known;
    tree->kept = listed.lists;
    tree->lists = tree->used = 0;
    for (int slot = 0; slot < tree->kind->slots; slot++) {
        int later = 0; /* values named in later slots: each may need one of this slot */
        for (int i = 0; i < part->count; i++)
            later += part->slot[i] > slot && slot_is_set(&tree->kind->slot[part->slot[i]]);
        tree->apart[slot] = later > 1 ? later : 1;
    }
    tree->all_sets = false;
    tree->order = order_of(part->verb);
    return tree;
}

static void additions_in_tree(const Scenario *scenario, const Position *view, ListedBefore listed, const Order *part,
                              bool pieces, Met *met, Choices *out)
{
    Tree *tree = tree_of(scenario, view, listed, part);
    tree->pieces = pieces;
    tree->out = out;
    tree->met = met;
    follow(tree, 0, ORDER_ARGS);
    if (order_path_slot(tree->kind) >= 0)
        return; /* steps belong to the walker that is named */
    int last = part->count ? part->slot[part->count - 1] : 0, found = out->count;
    /* The part may need one more value of a slot for what it names later, and an addition needs another: a mortar for
     * the spotter that is named, and a second mortar with a spotter of its own. */
    for (int i = 0; i < found; i++) {
        Choice one = out->choice[i];
        Order with = *part;
        if (one.slot >= last || !tree->kind->slot[one.slot].apart || !put_part(tree->kind, &with, one.slot, one.value))
            continue;
        tree = tree_of(scenario, view, listed, &with);
        follow(tree, 0, ORDER_ARGS);
    }
}

/* One more part each time, until nothing was left out for want of them. */
static bool found_in_tree(Tree *tree)
{
    tree->out = NULL;
    for (int extra = 0; extra <= ORDER_ARGS; extra++) {
        tree->used = 0;
        tree->cut = false;
        tree->order = order_of(tree->part->verb);
        if (follow(tree, 0, extra))
            return tree->lists <= TREE_LISTS;
        if (!tree->cut)
            return false;
    }
    return false;
}

/* Gives no reasons for what was added: it is simply what was found first. */
static void tell_besides(const OrderKind *kind, const Order *part, Around *out)
{
    Choice more[ORDER_ARGS];
    out->added = besides(kind, &out->order, part, more);
    for (int i = 0; i < out->added; i++)
        out->part[i] = (Added){.slot = more[i].slot, .value = more[i].value};
}

/* The part with the shortest way that its walkers can go; for one that lacks nothing but the path. */
static bool around_with_way(const Scenario *scenario, const Position *view, const Order *part, Around *out)
{
    ROOM(Reach, reach);
    int slot = order_path_slot(kind_of_order(scenario, part)), least = ORDER_ARGS + 1;
    Hex way[ORDER_ARGS], start, end = NO_HEX;
    if (!scenario->system->reach || !walk_fits(scenario, view, part))
        return false;
    reach->count = 0;
    scenario->system->reach(scenario, view, part, reach);
    start = walk_from(scenario, view, part, slot);
    for (int i = 0; i < reach->count; i++) {
        int steps = reach_back(reach, start, reach->hex[i], way, ORDER_ARGS - part->count);
        if (steps > 0 && steps < least) {
            least = steps;
            end = reach->hex[i];
        }
    }
    out->order = *part;
    return end != NO_HEX && reach_path(reach, start, end, &out->order, slot) && is_legal(scenario, view, &out->order);
}

static bool has_apart(const OrderKind *kind)
{
    bool any = false;
    for (int slot = 0; slot < kind->slots; slot++)
        any |= kind->slot[slot].apart;
    return any;
}

static Refusal around_in_tree(const Scenario *scenario, const Position *view, ListedBefore listed, const Order *part,
                              Around *out)
{
    Tree *tree = tree_of(scenario, view, listed, part);
    bool found = found_in_tree(tree);
    if (!found && has_apart(tree->kind)) {
        found = around_with_way(scenario, view, part, out);
        if (found) {
            tell_besides(tree->kind, part, out);
            return LEGAL;
        }
        tree = tree_of(scenario, view, listed, part);
        tree->all_sets = true;
        found = found_in_tree(tree);
    }
    if (!found)
        return no_order(check_whole(scenario, view, part));
    out->order = tree->order;
    tell_besides(tree->kind, part, out);
    return LEGAL;
}

/* ---- paths ---- */

/* The walk to the end nearest the hex, and straight on from there: what bars it is the nearest reason. */
static Refusal why_not_there(const Scenario *scenario, const Position *view, const Order *walker, int slot, Hex start,
                             Hex hex, const Reach *reach)
{
    Order order = *walker;
    Hex nearest = start;
    Refusal beyond =
        scenario->system->beyond && walker->count ? scenario->system->beyond(scenario, view, walker, hex) : LEGAL;
    if (refused(beyond))
        return beyond;
    for (int i = 0; i < reach->count; i++)
        if (nearest == NO_HEX ||
            map_distance(scenario->map, reach->hex[i], hex) < map_distance(scenario->map, nearest, hex))
            nearest = reach->hex[i];
    if (nearest != start && !reach_path(reach, start, nearest, &order, slot))
        order = *walker;
    for (Hex at = nearest; at != hex && at != NO_HEX;) {
        Hex next = NO_HEX;
        for (int edge = 0; edge < EDGES; edge++) {
            Hex beside = scenario->map->next[at][edge];
            if (beside != NO_HEX &&
                (next == NO_HEX || map_distance(scenario->map, beside, hex) < map_distance(scenario->map, next, hex)))
                next = beside;
        }
        int count;
        order_slot(&order, slot, &count);
        if (next == NO_HEX || count >= kind_of_order(scenario, walker)->slot[slot].most ||
            !order_add(&order, slot, next))
            break;
        at = next;
    }
    return check_whole(scenario, view, &order);
}

/* Of an order whose path is given by its last hex alone. */
static Refusal around_walk(const Scenario *scenario, const Position *view, ListedBefore listed, const Order *part,
                           int slot, Around *out)
{
    ROOM(Reach, reach);
    Order walker = *part;
    int count, first = order_slot(part, slot, &count);
    Hex hex = part->value[first + count - 1];
    if (first + count != part->count)
        return check_whole(scenario, view, part);
    walker.count--;
    reach->count = 0;
    scenario->system->reach(scenario, view, &walker, reach);
    Hex start = walk_from(scenario, view, &walker, slot);
    for (int i = 0; i < reach->count; i++)
        if (reach->hex[i] == hex) {
            out->order = walker;
            if (!reach_path(reach, start, hex, &out->order, slot) || !is_legal(scenario, view, &out->order))
                break; /* steps that were given may bar what is in reach without them */
            tell_besides(kind_of_order(scenario, part), &walker, out);
            out->added--; /* the end was given */
            return LEGAL;
        }
    Tree *tree = tree_of(scenario, view, listed, part); /* steps of a walk that may pass there, but not end */
    if (found_in_tree(tree)) {
        out->order = tree->order;
        tell_besides(tree->kind, part, out);
        return LEGAL;
    }
    Refusal refusal = why_not_there(scenario, view, &walker, slot, start, hex, reach);
    return refused(refusal) ? refusal : check_whole(scenario, view, part);
}

/* ---- for every rulebook ---- */

static int by_place(const void *a, const void *b)
{
    const Choice *one = a, *other = b;
    return one->slot != other->slot ? one->slot - other->slot : one->value - other->value;
}

/* Slot by slot, values rising. Most lists were made so. */
static void sort_choices(Choices *list)
{
    for (int i = 1; i < list->count; i++)
        if (by_place(&list->choice[i - 1], &list->choice[i]) > 0) {
            qsort(list->choice, (size_t)list->count, sizeof *list->choice, by_place);
            return;
        }
}

static bool is_piece(const OrderKind *kind, Choice one) { return kind->slot[one.slot].type == ARG_PIECE; }

static void keep_pieces(const OrderKind *kind, Choices *list)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (is_piece(kind, list->choice[i]))
            list->choice[kept++] = list->choice[i];
    list->count = kept;
}

/* All additions, or the counters among them. */
static void add_to_part(const Scenario *scenario, const Position *view, ListedBefore listed, const Order *part,
                        bool pieces, Choices *out)
{
    ROOM(Choices, candidates);
    ROOM(Met, met);
    const System *system = scenario->system;
    const OrderKind *kind = kind_of_order(scenario, part);
    candidates->count = candidates->alike = 0;
    if (system->parts && system->parts(scenario, view, part, candidates)) {
        if (pieces)
            keep_pieces(kind, candidates);
        additions_by_demands(scenario, view, part, candidates, met, out);
    } else {
        additions_in_tree(scenario, view, listed, part, pieces, met, out);
    }
    forget(met, out);
    if (pieces)
        keep_pieces(kind, out);
    sort_choices(out);
    out->complete = is_legal(scenario, view, part);
}

static void additions_of(const Scenario *scenario, const Position *view, ListedBefore listed, const Order *part,
                         Choices *out)
{
    out->count = 0;
    out->complete = false;
    if (part->verb == NO_VERB && scenario->system->verbs && (listed.known || listed.lists))
        scenario->system->verbs(scenario, view, listed, out);
    else if (part->verb == NO_VERB)
        scenario->system->choices(scenario, view, part, out);
    else if (part_fits(scenario, view, part))
        add_to_part(scenario, view, listed, part, false, out);
}

void list_additions(const Scenario *scenario, const Position *view, const Order *part, Choices *out)
{
    additions_of(scenario, view, (ListedBefore){0}, part, out);
}

void list_verbs(const Scenario *scenario, const Position *view, ListedBefore listed, Choices *out)
{
    Order nothing = order_of(NO_VERB);
    additions_of(scenario, view, listed, &nothing, out);
}

static int first_of_pieces(const OrderKind *kind)
{
    for (int slot = 0; slot < kind->slots; slot++)
        if (kind->slot[slot].type == ARG_PIECE)
            return slot;
    return -1;
}

static void keep_slot(int slot, Choices *list)
{
    int kept = 0;
    for (int i = 0; i < list->count; i++)
        if (list->choice[i].slot == slot)
            list->choice[kept++] = list->choice[i];
    list->count = kept;
}

void list_actors(const Scenario *scenario, const Position *view, ListedBefore listed, int verb, Choices *out)
{
    const System *system = scenario->system;
    Order part = order_of(verb);
    const OrderKind *kind = kind_of_order(scenario, &part);
    int slot = first_of_pieces(kind);
    out->count = 0;
    out->complete = false;
    if (slot < 0 || !part_fits(scenario, view, &part))
        return;
    bool one = names_one_counter(kind);
    if (openings_tell(listed.known, kind))
        take_openings(listed.known, verb, out);
    else if (one)
        list_choices(listed.lists, scenario, view, &part, out);
    else if (!system->actors || !system->actors(scenario, view, verb, out)) {
        add_to_part(scenario, view, listed, &part, true, out);
        return;
    }
    keep_slot(slot, out);
    sort_choices(out);
}

/* Of a part that fits and is no order yet. */
static Refusal around_lacking(const Scenario *scenario, const Position *view, ListedBefore listed, const Order *part,
                              Around *out)
{
    ROOM(Choices, candidates);
    const System *system = scenario->system;
    int slot = order_path_slot(kind_of_order(scenario, part)), count = 0;
    if (slot >= 0)
        order_slot(part, slot, &count);
    if (count && system->reach)
        return around_walk(scenario, view, listed, part, slot, out);
    candidates->count = 0;
    if (system->parts && system->parts(scenario, view, part, candidates))
        return around_by_demands(scenario, view, part, out);
    return around_in_tree(scenario, view, listed, part, out);
}

Refusal order_around(const Scenario *scenario, const Position *view, const Order *part, Around *out)
{
    out->order = *part;
    out->added = 0;
    if (part->verb == NO_VERB)
        return refuse(0, "core.no-such-order");
    if (!part_fits(scenario, view, part))
        return check_whole(scenario, view, part);
    Refusal refusal = check_whole(scenario, view, part);
    return refused(refusal) ? around_lacking(scenario, view, (ListedBefore){0}, part, out) : refusal;
}

void draft_order(const Scenario *scenario, const Position *view, ListedBefore listed, const Order *part, Drafted *out)
{
    out->around.order = *part;
    out->around.added = 0;
    additions_of(scenario, view, listed, part, &out->additions);
    if (part->verb == NO_VERB)
        out->refusal = refuse(0, "core.no-such-order");
    else if (out->additions.complete)
        out->refusal = LEGAL;
    else if (part_fits(scenario, view, part))
        out->refusal = around_lacking(scenario, view, listed, part, &out->around);
    else
        out->refusal = check_whole(scenario, view, part);
    out->whole = !refused(out->refusal);
    for (int i = 0; i < out->around.added; i++)
        out->whole &= out->around.part[i].forced;
}
