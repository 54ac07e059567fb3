/* overstack.c — Proud Monster 6.2: when a movement phase ends with too many in a hex the opponent removes some.
 *
 * He removes the least number of counters whose removal can cure it, any set of that number that does (pm.r.84); they
 * are eliminated (pm.r.28). Five units, or ten in a city; four small units; satellites apart (6.1, 6.3-2, 6.5, 7). For
 * this one question he is shown the stack (fog.c). */
#include "systems/pm/pm.h"

enum { SMALL_UNITS = 4, SIZES_IN_QUARTERS = QUARTERS + 1 };

/* A stack in what counts: how many there are of each nation that matters and each size, and how many of them may still
 * be named. */
typedef enum Camp { GERMANS, ITALIANS, ROMANIANS, HUNGARIANS, RUSSIANS, CAMPS } Camp;
typedef struct Tally {
    uint8_t all[CAMPS][SIZES_IN_QUARTERS], free[CAMPS][SIZES_IN_QUARTERS];
} Tally;

static Camp camp_of(const Kind *kind)
{
    static const uint8_t camps[NATIONS] = {[ITALIAN] = ITALIANS, [ROMANIAN] = ROMANIANS, [HUNGARIAN] = HUNGARIANS};
    return kind->side == SOVIET_SIDE ? RUSSIANS : (Camp)camps[kind->nation];
}

static int quarters_of(const Book *data, const Kind *kind) { return data->beginners ? QUARTERS : kind->quarters; }

/* Units in the order are gone; a unit with a number up to `after` can no longer be named. */
static Tally tally_of(const Scenario *scenario, const State *view, Hex hex, const Order *gone, int after)
{
    const Book *data = data_of(scenario);
    Tally tally = {0};
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below) {
        const Kind *kind = kind_of(data, view, piece);
        Camp camp = data->beginners ? RUSSIANS : camp_of(kind);
        if (gone && order_has(gone, 0, piece))
            continue;
        tally.all[camp][quarters_of(data, kind)]++;
        if ((int)piece > after)
            tally.free[camp][quarters_of(data, kind)]++;
    }
    return tally;
}

/* Takes one of the camp and size off; false if none may be named. */
static bool take_one(Tally *tally, int camp, int quarters, int *removed)
{
    if (!tally->free[camp][quarters])
        return false;
    tally->free[camp][quarters]--;
    tally->all[camp][quarters]--;
    ++*removed;
    return true;
}

static int count_camp(const Tally *tally, int camp)
{
    int count = 0;
    for (int quarters = 1; quarters <= QUARTERS; quarters++)
        count += tally->all[camp][quarters];
    return count;
}

static bool clear_camp(Tally *tally, int camp, int *removed)
{
    for (int quarters = 1; quarters <= QUARTERS; quarters++)
        while (tally->all[camp][quarters])
            if (!take_one(tally, camp, quarters, removed))
                return false;
    return true;
}

static int load_of(const Tally *tally, bool small)
{
    int load = 0;
    for (int camp = 0; camp < CAMPS; camp++)
        for (int quarters = 1; quarters <= QUARTERS; quarters++)
            load += small ? (quarters == 1 ? tally->all[camp][quarters] : 0) : quarters * tally->all[camp][quarters];
    return load;
}

static bool take_largest(Tally *tally, int largest, int *removed)
{
    for (int quarters = largest; quarters; quarters--)
        for (int camp = 0; camp < CAMPS; camp++)
            if (take_one(tally, camp, quarters, removed))
                return true;
    return false;
}

/* What more must go when nations agree; INT16_MAX if it cannot be cured. */
static int least_by_size(Tally tally, int limit, int removed)
{
    while (load_of(&tally, true) > SMALL_UNITS)
        if (!take_largest(&tally, 1, &removed))
            return INT16_MAX;
    while (load_of(&tally, false) > limit)
        if (!take_largest(&tally, QUARTERS, &removed))
            return INT16_MAX;
    return removed;
}

/* 7.2, 7.3: with them one German at most; `keep` is the size of that one, 0 none. */
static bool thin_germans(Tally *tally, int keep, int *removed)
{
    if (keep && !tally->all[GERMANS][keep])
        return false;
    for (int quarters = 1; quarters <= QUARTERS; quarters++)
        while (tally->all[GERMANS][quarters] > (quarters == keep))
            if (!take_one(tally, GERMANS, quarters, removed))
                return false;
    return true;
}

/* The least number that must go so that sections 6 and 7 hold: satellites of one nation stay, or of none. */
static int least_removal(Tally tally, int limit)
{
    int least = INT16_MAX;
    for (int stay = GERMANS; stay <= HUNGARIANS; stay++) {
        Tally rest = tally;
        int removed = 0;
        bool possible = true;
        for (int camp = ITALIANS; camp <= HUNGARIANS; camp++)
            possible &= camp == stay || clear_camp(&rest, camp, &removed);
        bool thin = (stay == ITALIANS || stay == ROMANIANS) && count_camp(&rest, GERMANS) > 1;
        for (int keep = 0; possible && keep <= (thin ? QUARTERS : 0); keep++) {
            Tally thinned = rest;
            int so_far = removed;
            if (thin && !thin_germans(&thinned, keep, &so_far))
                continue;
            int all = least_by_size(thinned, limit, so_far);
            least = all < least ? all : least;
        }
    }
    return least;
}

/* The common case: a stack of one camp, and not too large. */
static bool holds_plainly(const Scenario *scenario, const State *view, Hex hex)
{
    const Book *data = data_of(scenario);
    int load = 0, small = 0;
    unsigned camps = 0;
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below) {
        const Kind *kind = kind_of(data, view, piece);
        int quarters = quarters_of(data, kind);
        camps |= 1u << (data->beginners ? RUSSIANS : camp_of(kind));
        load += quarters;
        small += quarters == 1;
    }
    return !(camps & (camps - 1)) && small <= SMALL_UNITS && load <= stacking_limit(data, hex);
}

static int removal_due(const Scenario *scenario, const State *view, Hex hex)
{
    if (holds_plainly(scenario, view, hex))
        return 0;
    return least_removal(tally_of(scenario, view, hex, NULL, -1), stacking_limit(data_of(scenario), hex));
}

/* The next hex from `from` on that holds too many of the side. */
static Hex next_overstack(const Scenario *scenario, const State *state, int side, int from)
{
    for (int hex = next_bit(state->occupied[side], PM_WORDS, from); hex >= 0;
         hex = next_bit(state->occupied[side], PM_WORDS, hex + 1))
        if (removal_due(scenario, state, (Hex)hex))
            return (Hex)hex;
    return NO_HEX;
}

static void set_overstack(Play *play, Frame *frame, Hex hex)
{
    int due = removal_due(play->scenario, play->state, hex);
    frame->data[OVERSTACK_HEX] = hex;
    frame->data[OVERSTACK_DUE] =
        (uint16_t)(due < STACK ? due : STACK); /* as many as an order can name; then he is asked again */
}

Hex first_overstack(const Scenario *scenario, const State *view, int side, int *units)
{
    Hex hex = next_overstack(scenario, view, side, 0);
    *units = hex == NO_HEX ? 0 : removal_due(scenario, view, hex);
    return hex;
}

bool ask_overstack(Play *play, int side)
{
    Hex hex = next_overstack(play->scenario, play->state, side, 0);
    if (hex == NO_HEX)
        return false;
    set_overstack(play, ask(play->state, ASK_OVERSTACK, enemy_of(side)), hex);
    return true;
}

int overstack_due(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return question(&view->head)->data[OVERSTACK_DUE];
}

Sentence overstack_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    const Frame *frame = question(&view->head);
    return sentence(PM_6_2_2, "pm.holds-too-many-removes-counter", frame->data[OVERSTACK_HEX], frame->side,
                    frame->data[OVERSTACK_DUE]);
}

Refusal remove_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Frame *frame = question(&view->head);
    Hex hex = frame->data[OVERSTACK_HEX];
    for (int i = 0; i < order->count; i++)
        if (view->unit[order->value[i]].at.hex != hex)
            return refuse(PM_6_2_2, "pm.not", order->value[i], hex);
    if (order->count != frame->data[OVERSTACK_DUE])
        return refuse(PM_6_2_2, "pm.counter-must-go-no-more", frame->data[OVERSTACK_DUE]);
    int rest = least_removal(tally_of(scenario, view, hex, order, -1), stacking_limit(data_of(scenario), hex));
    return rest > removal_due(scenario, view, hex) - order->count
               ? refuse(PM_6_2_2, "pm.without-still-holds-too-many", hex)
               : LEGAL;
}

void remove_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Frame *frame = question(&view->head);
    Hex hex = frame->data[OVERSTACK_HEX];
    int count = prefix->count, last = count ? prefix->value[count - 1] : -1;
    int limit = stacking_limit(data_of(scenario), hex), due = removal_due(scenario, view, hex);
    out->complete = count == frame->data[OVERSTACK_DUE];
    for (Piece piece = view->top[hex]; count < frame->data[OVERSTACK_DUE] && piece != NO_PIECE;
         piece = view->unit[piece].at.below) {
        Order with = *prefix;
        if ((int)piece <= last || !order_add(&with, 0, piece))
            continue;
        if (least_removal(tally_of(scenario, view, hex, &with, piece), limit) <= due - with.count)
            choose(out, 0, piece);
    }
}

void remove_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    (void)scenario;
    for (Piece piece = view->top[question(&view->head)->data[OVERSTACK_HEX]]; piece != NO_PIECE;
         piece = view->unit[piece].at.below)
        if (!order_has(part, 0, piece))
            choose(out, 0, piece);
}

Refusal remove_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    const Frame *frame = question(&view->head);
    Hex hex = frame->data[OVERSTACK_HEX];
    int limit = stacking_limit(data_of(scenario), hex), due = removal_due(scenario, view, hex);
    if (part->count >= frame->data[OVERSTACK_DUE])
        return remove_check(scenario, view, part);
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below) {
        Order with = *part;
        if (!order_has(part, 0, piece) && order_add(&with, 0, piece) &&
            least_removal(tally_of(scenario, view, hex, &with, -1), limit) <= due - with.count)
            demand_either(out, 0, piece);
    }
    return out->either ? LEGAL : refuse(PM_6_2_2, "pm.without-still-holds-too-many", hex);
}

void remove_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Frame *frame = asked(state);
    Hex hex = frame->data[OVERSTACK_HEX];
    int side = enemy_of(frame->side);
    for (int i = 0; i < order->count; i++)
        eliminate(play, order->value[i], PM_6_2_2);
    markers_left(play);
    Hex next = next_overstack(play->scenario, state, side, hex);
    if (next == NO_HEX)
        answered(state);
    else
        set_overstack(play, frame, next);
}
