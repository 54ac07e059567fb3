/* movement.c — WB-95 sections 3 and 12: the two movement phases and their orders. How a unit goes is in walk.c.
 *
 * A phase begins with MPs handed out, reinforcements due and bridges finished, and ends when its player says so and no
 * stack is over the limit (3.2.1) that a unit can still leave (R94). As long as a stack is, set-up stacks among them
 * (R66), those of its units that are needed to make room may do nothing but leave (R111).
 *
 * Units go in any order their owner likes (3.1.3), each with MPs of its own (3.1.7).
 *
 * Strategic movement (12.1.1, 12.1.3) is movement with two points less, no enemy zone at either end of a step, and only
 * for units that were marked and neither acted nor fought, or have just come in. */
#include <string.h>

#include "systems/wb95/memo.h"
#include "systems/wb95/wb95.h"
#include "systems/wb95/walk.h"

enum { STRATEGIC_LESS = 2 * MP };

/* ---- the phases: 3.1.5, 3.1.6, 12.2.3 --------------------------------------------------------------------- */

static int full_or_halved(const Scenario *scenario, const State *view, Piece piece, bool strategic, bool full)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    int points = data->kind[unit->kind].mp;
    if (!full)
        points = (points + 1) / 2; /* rounded up (R04) */
    int twelfths = points * MP;
    if (view->disruptions && unit->place == ON_MAP && nation_of(data, view, piece) == SOVIET)
        twelfths -= MP * disruptions_at(scenario, view, unit->hex); /* 8.2.14 */
    if (strategic)
        twelfths -= STRATEGIC_LESS;
    return twelfths > 0 ? twelfths : 0;
}

int allowance(const Scenario *scenario, const State *view, Piece piece, bool strategic)
{
    const Unit *unit = &view->unit[piece];
    bool full = !unit->oos || unit->now & FORCED; /* 10.2.2, 10.2.3 */
    return full_or_halved(scenario, view, piece, strategic, full);
}

void refresh_movement(const Play *play, bool strategic)
{
    State *state = play->state;
    uint32_t gone = TILL_IT_MOVES | (strategic ? 0 : TILL_MOVEMENT);
    for (int piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        if (unit->side != state->phasing)
            continue;
        unit->now = (unit->now & ~gone) | SECONDARY_ONLY;
        unit->mp = (int16_t)allowance(play->scenario, state, (Piece)piece, strategic);
    }
    memset(state->queue, 0, sizeof state->queue);
}

void movement_begin(Play *play, bool strategic)
{
    if (!strategic) {
        feature_movement_begin(play);
        reinforcements_due(play, play->state->phasing);
    }
    refresh_movement(play, strategic);
    bridge_control(play);
    if (!strategic)
        bridge_movement_begin(play);
}

/* A stack over the limit that a unit can leave. */
static bool holds_up(Walker *walker, Hex hex)
{
    const State *view = walker->view;
    if (stack_cel(view, walker->side, hex) <= STACKING_LIMIT)
        return false;
    for (Piece there = view->top[hex]; there != NO_PIECE; there = view->unit[there].below) {
        walker_take(walker, there);
        if (view->unit[there].side == walker->side && can_leave(walker))
            return true;
    }
    return false;
}

enum { STACKS_NAMED = 5 };

static Refusal too_high(const State *view, int side, int count, const Hex *hex)
{
    static const char *const words[STACKS_NAMED + 1] = {
        NULL,
        NULL,
        SAID("wb95.more-cel-stand-somebody-must"),
        SAID("wb95.more-cel-stand-somebody-must-2"),
        SAID("wb95.more-cel-stand-somebody-must-3"),
        SAID("wb95.more-cel-stand-somebody-must-4"),
    };
    if (count == 1)
        return refuse(WB95_3_2_1, "wb95.stack-holds-cel-most-somebody", hex[0], stack_cel(view, side, hex[0]),
                      STACKING_LIMIT);
    if (count > STACKS_NAMED)
        return refuse(WB95_3_2_1, "wb95.more-cel-stand-more-hex", STACKING_LIMIT, hex[0], hex[1], hex[2], hex[3],
                      hex[4], count - STACKS_NAMED);
    return refuse(WB95_3_2_1, words[count], STACKING_LIMIT, hex[0], hex[1], hex[2], hex[3], hex[4]);
}

/* All of them are named, so that a player who wants to end the phase sees at once what is left to do. Retreats and
 * pursuits end within the limit (5.3.6), so only the movement phases need this check. */
Refusal stacking_legal(const Scenario *scenario, const State *view, int side)
{
    int kind = question(&view->head)->kind, count = 0;
    Hex high[STACKS_NAMED] = {0};
    if (kind != ASK_MOVEMENT && kind != ASK_STRATEGIC)
        return LEGAL;
    Walker walker = walker_begin(scenario, view, side);
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->side != side || unit->place != ON_MAP || view->top[unit->hex] != piece ||
            !holds_up(&walker, unit->hex))
            continue;
        if (count < STACKS_NAMED)
            high[count] = unit->hex;
        count++;
    }
    return count ? too_high(view, side, count, high) : LEGAL;
}

/* Stacks still too high at the end stay so: no unit there can leave. */
static void mark_crowded(Play *play)
{
    State *state = play->state;
    int side = state->phasing;
    for (int hex = 0; hex < play->scenario->map->hexes; hex++) {
        if (state->top[hex] == NO_PIECE || stack_cel(state, side, (Hex)hex) <= STACKING_LIMIT)
            continue;
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
            state->unit[piece].now |= CROWDED;
        tell(play->events, EVENT_NOTE, (unsigned)~(1u << side) & 0xFF,
             sentence(WB95_3_2_1, "wb95.stack-stays-over-limit-nobody", hex));
    }
}

/* ---- units that may get orders ------------------------------------------------------------------------------- */

/* In a strategic phase only units that came onto the map in it have acted without a mark; they go on with the MPs they
 * have left, as in a Movement Phase (2.2-5). */
static bool just_entered(const Walker *unit) { return (unit->now & (ACTED | STRATEGIC)) == ACTED; }

static bool may_move_strategically(const Walker *unit, Refusal *why)
{
    if (just_entered(unit))
        return true;
    if (!unit->data->chapter[12])
        DENY(why, WB95_12_0, "wb95.strategic-movement-switched-off-only");
    if (!(unit->now & STRATEGIC))
        DENY(why, WB95_12_1_4, "wb95.not-marked-strategic-movement", unit->piece);
    if (unit->now & (FOUGHT | FIRED))
        DENY(why, WB95_12_1_2, "wb95.fought-combat-phase-cannot-make", unit->piece);
    if (enemy_zoc(unit->data, unit->view, unit->side, unit->hex))
        DENY(why, WB95_12_2_1, "wb95.cannot-make-strategic-movement-stands", unit->piece, unit->hex);
    return true;
}

static inline bool free_to_act(const Walker *unit, Refusal *why)
{
    const State *view = unit->view;
    if (unit->side != answering_side(view))
        DENY(why, WB95_2_1_2, "wb95.not-s-order", unit->piece, answering_side(view));
    if (view->unit[unit->piece].place != ON_MAP)
        DENY(why, WB95_3_1_1, "wb95.not-map", unit->piece);
    if (unit->strategic && !may_move_strategically(unit, why))
        return false;
    if (!unit->strategic && unit->now & STRATEGIC)
        DENY(why, WB95_12_1_2, "wb95.marked-strategic-movement-nothing", unit->piece);
    if (unit->now & BUILDING)
        DENY(why, WB95_14_3_4, "wb95.builds-bridge-stays-where", unit->piece);
    if (unit->now & STOPPED)
        DENY(why, WB95_4_2_1, "wb95.entered-enemy-zone-control-can", unit->piece, unit->hex);
    if (!(unit->resting >> unit->nation & 1))
        return true;
    if (why)
        *why = feature_may_act(unit->scenario, view, unit->piece);
    return false;
}

bool may_act(const Walker *unit, Refusal *why) { return free_to_act(unit, why); }

/* What every movement requires beyond being free to act, strategic movement that is only marked yet included. */
static inline bool mobile(const Walker *unit, Refusal *why)
{
    if (unit->kind->class == IMMOBILE)
        DENY(why, WB95_15_2_1, "wb95.never-moves", unit->piece);
    if (unit->kind->is & GUN && !(unit->now & TRANSPORT))
        DENY(why, WB95_6_2_3, "wb95.combat-setup-cannot-move-limber", unit->piece);
    if (unit->now & RENEWED)
        DENY(why, WB95_15_3_3, "wb95.passed-took-replacements-stays-place", unit->piece);
    return true;
}

/* What moving now requires. A gun that fired the barrage stays in the Movement Phase; strategic movement is open to it
 * (R113). */
static inline bool movable(const Walker *unit, Refusal *why)
{
    if (unit->now & BARRAGED && !unit->strategic)
        DENY(why, WB95_6_5_5, "wb95.fired-barrage-stays-place-movement", unit->piece);
    return mobile(unit, why);
}

bool may_move(const Walker *unit, Refusal *why) { return may_act(unit, why) && movable(unit, why); }

/* ---- orders of one counter: move, force, limber, mark ---------------------------------------------------- */

Refusal move_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal why = LEGAL;
    Walker walker = walker_of(scenario, view, order->value[0]);
    may_move(&walker, &why);
    for (int i = 1; i < order->count && !refused(why); i++)
        why = walker_step_to(&walker, order->value[i]);
    return refused(why) ? why : walker_stop(&walker);
}

void move_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    Hex from = play->state->unit[piece].hex;
    int event = play->events->count;
    tell(play->events, EVENT_MOVED, 0, sentence(0, "wb95.moves", piece, from, order->value[order->count - 1]));
    int steps = walk(play, piece, order, 1, order->count - 1);
    if (event >= EVENTS_MAX || play->state->unit[piece].place != ON_MAP)
        return;
    Event *moved = &play->events->event[event];
    moved->what.arg[2] = (int16_t)play->state->unit[piece].hex;
    if (!steps) /* stopped at once: the reason is the only event */
        memmove(moved, moved + 1, (size_t)(--play->events->count - event) * sizeof *moved);
}

void move_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (!prefix->count) {
        list_movers(scenario, view, prefix, out);
        return;
    }
    Walker walker = walker_of(scenario, view, prefix->value[0]);
    if (!may_move(&walker, NULL))
        return;
    for (int i = 1; i < prefix->count; i++)
        if (refused(walker_step_to(&walker, prefix->value[i])))
            return;
    out->complete = prefix->count > 1 && walker_may_stop(&walker);
    if (prefix->count <= PATH_MOST)
        walker_choices(&walker, out, 1);
}

/* 10.2.3: what full MPs add, in twelfths. */
static int forced_gain(const Scenario *scenario, const State *view, Piece piece)
{
    bool strategic = in_strategic_phase(view);
    return full_or_halved(scenario, view, piece, strategic, true) -
           full_or_halved(scenario, view, piece, strategic, false);
}

static bool force_open(const Walker *unit, Refusal *why)
{
    if (!unit->view->unit[unit->piece].oos)
        DENY(why, WB95_10_2_3_1, "wb95.supply-full-mps-already", unit->piece);
    if (unit->now & FORCED)
        DENY(why, WB95_10_2_3_1, "wb95.bought-full-mps-already", unit->piece);
    if (unit->now & ENTRENCHED)
        DENY(why, WB95_7_1_4, "wb95.dug-took-all-mps-buys", unit->piece);
    if (forced_gain(unit->scenario, unit->view, unit->piece) <= 0)
        DENY(why, WB95_10_2_3_1, "wb95.gain-no-mps", unit->piece);
    return true;
}

Refusal force_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal why = LEGAL;
    Walker unit = walker_of(scenario, view, order->value[0]);
    if (may_move(&unit, &why))
        force_open(&unit, &why);
    return why;
}

void force_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    Unit *unit = &play->state->unit[piece];
    unit->mp = (int16_t)(unit->mp + forced_gain(play->scenario, play->state, piece));
    unit->now |= FORCED;
    if (unit->oos < UINT8_MAX)
        unit->oos++;
    tell(play->events, EVENT_STATE, 0, sentence(WB95_10_2_3_1, "wb95.driven-full-mps-out-supply", piece, unit->oos));
}

static bool limber_open(const Walker *unit, Refusal *why)
{
    if (!(unit->kind->is & GUN))
        DENY(why, WB95_6_2_2_1, "wb95.no-towed-artillery-but-setup", unit->piece);
    if (unit->now & BARRAGED)
        DENY(why, WB95_6_5_5, "wb95.fired-barrage-keeps-setup-movement", unit->piece);
    if (unit->mp < MP)
        DENY(why, WB95_6_2_4_1, "wb95.needs-1-mp-change-setup", unit->piece, unit->mp);
    return !(unit->now & TRANSPORT) || room_to_stay(unit, why);
}

Refusal limber_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal why = LEGAL;
    Walker unit = walker_of(scenario, view, order->value[0]);
    if (may_act(&unit, &why))
        limber_open(&unit, &why);
    return why;
}

void limber_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    Unit *unit = &play->state->unit[piece];
    unit->now ^= TRANSPORT;
    spend(play->state, piece, MP);
    feature_acted(play, piece);
    tell(play->events, EVENT_STATE, 0,
         sentence(WB95_6_2_4_1, unit->now & TRANSPORT ? "wb95.limbers-up" : "wb95.unlimbers", piece));
}

static bool mark_open(const Walker *unit, Refusal *why)
{
    if (!unit->data->chapter[12])
        DENY(why, WB95_12_0, "wb95.strategic-movement-switched-off");
    if (unit->side == answering_side(unit->view) && unit->now & (ACTED | FORCED | RENEWED))
        DENY(why, WB95_12_1_2, "wb95.already-acted-movement-phase", unit->piece);
    return true;
}

Refusal mark_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal why = LEGAL;
    Walker unit = walker_of(scenario, view, order->value[0]);
    if (mark_open(&unit, &why) && may_act(&unit, &why) && mobile(&unit, &why))
        room_to_stay(&unit, &why);
    return why;
}

void mark_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    play->state->unit[piece].now |= STRATEGIC;
    tell(play->events, EVENT_STATE, 0, sentence(WB95_12_1_4, "wb95.marked-strategic-movement-2", piece));
}

Refusal entrench_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal why = LEGAL;
    Walker unit = walker_of(scenario, view, order->value[0]);
    if (may_act(&unit, &why) && entrench_open(&unit, &why))
        room_to_stay(&unit, &why);
    return why;
}

/* ---- the two questions ------------------------------------------------------------------------------------- */

/* Orders to counters on the map, in the order in which they are listed, and to those beyond its edge. Of strategic
 * phases the first three. */
enum { V_MOVE, V_FORCE, V_EXIT, V_ENTRENCH, V_LIMBER, V_MARK, V_DEMOLISH, V_REPAIR, V_BUILD, V_RENEW, COUNTER_VERBS };
enum { V_ENTER = COUNTER_VERBS, V_SHIFT, LISTED_VERBS };
enum { STRATEGIC_VERBS = V_EXIT + 1 };
static const uint8_t counter_verbs[LISTED_VERBS] = {DO_MOVE,     DO_FORCE,  DO_EXIT,  DO_ENTRENCH, DO_LIMBER, DO_MARK,
                                                    DO_DEMOLISH, DO_REPAIR, DO_BUILD, DO_RENEW,    DO_ENTER,  DO_SHIFT};
enum { OPEN_CROWDED = 1 << LISTED_VERBS }; /* with those bits: it may act and is in an overfull stack */

/* As bits: those that are movement, and those that an overfull stack has no leave for. A limbered gun asks itself. */
enum {
    MOVING = 1 << V_MOVE | 1 << V_FORCE | 1 << V_EXIT,
    STAYING = 1 << V_ENTRENCH | 1 << V_MARK | 1 << V_DEMOLISH | 1 << V_REPAIR | 1 << V_BUILD | 1 << V_RENEW
};

/* Which of them a look at the counter's state does not rule out. */
static inline unsigned thinkable(const Walker *unit)
{
    const Wb95 *data = unit->data;
    const Unit *counter = &unit->view->unit[unit->piece];
    unsigned verbs = 1u << V_MOVE;
    if (counter->oos)
        verbs |= 1u << V_FORCE;
    if (data->hex_zone[unit->hex] != NO_ZONE)
        verbs |= 1u << V_EXIT;
    if (!(unit->now & (ACTED | STRATEGIC)))
        verbs |= 1u << V_ENTRENCH | 1u << V_MARK;
    if (unit->kind->is & GUN)
        verbs |= 1u << V_LIMBER;
    if (data->site_edges[unit->hex] && data->chapter[14])
        verbs |= 1u << V_DEMOLISH | 1u << V_REPAIR | (unit->now & ON_BANK ? 1u << V_BUILD : 0);
    if (counter->cel < unit->kind->cel && data->chapter[15])
        verbs |= 1u << V_RENEW;
    return verbs;
}

/* Which of these orders a counter that may act can be given. */
static unsigned open_orders(const Walker *unit, unsigned verbs, bool room, bool *far)
{
    unsigned left = verbs & thinkable(unit);
    if (!room)
        left &= ~(unsigned)STAYING;
    if (left & MOVING && !movable(unit, NULL))
        left &= ~(unsigned)MOVING;
    if (left >> V_MARK & 1 && !mobile(unit, NULL))
        left &= ~(1u << V_MARK);
    return (unsigned)(left >> V_MOVE & 1 && walker_can_go_on(unit, far)) << V_MOVE |
           (unsigned)(left >> V_FORCE & 1 && force_open(unit, NULL)) << V_FORCE |
           (unsigned)(left >> V_EXIT & 1 && exit_open(unit, NULL)) << V_EXIT |
           (unsigned)(left >> V_ENTRENCH & 1 && entrench_open(unit, NULL)) << V_ENTRENCH |
           (unsigned)(left >> V_LIMBER & 1 && limber_open(unit, NULL)) << V_LIMBER |
           (unsigned)(left >> V_MARK & 1 && mark_open(unit, NULL)) << V_MARK |
           (unsigned)(left >> V_DEMOLISH & 1 && work_open(unit, DO_DEMOLISH, far)) << V_DEMOLISH |
           (unsigned)(left >> V_REPAIR & 1 && work_open(unit, DO_REPAIR, far)) << V_REPAIR |
           (unsigned)(left >> V_BUILD & 1 && work_open(unit, DO_BUILD, far)) << V_BUILD |
           (unsigned)(left >> V_RENEW & 1 && renew_open(unit)) << V_RENEW;
}

/* Makes the walker the counter, if that is the side's and may act; most that may not fail a quick look. */
static inline bool take_actor(Walker *walker, Piece piece)
{
    const Unit *unit = &walker->view->unit[piece];
    if (unit->side != walker->side || unit->place != ON_MAP || unit->now & (STOPPED | BUILDING))
        return false;
    walker_take(walker, piece);
    return free_to_act(walker, NULL);
}

static unsigned verbs_of_phase(const State *view)
{
    return (1u << (in_strategic_phase(view) ? STRATEGIC_VERBS : COUNTER_VERBS)) - 1;
}

static void add_verbs_of_counters(const Scenario *scenario, const State *view, KindSet *verbs)
{
    Walker unit = walker_begin(scenario, view, answering_side(view));
    unsigned missing = verbs_of_phase(view);
    for (int piece = 0; piece < scenario->pieces && missing; piece++) {
        if (!take_actor(&unit, (Piece)piece))
            continue;
        unsigned found = open_orders(&unit, missing, room_to_stay(&unit, NULL), NULL);
        missing &= ~found;
        for (; found; found &= found - 1)
            kind_add(verbs, counter_verbs[__builtin_ctz(found)]);
    }
}

KindSet movement_verbs(const Scenario *scenario, const State *view)
{
    KindSet verbs = {0};
    add_verbs_of_counters(scenario, view, &verbs);
    add_verbs_of_reinforcements(scenario, view, &verbs);
    if (!in_strategic_phase(view) && replacement_open(scenario, view))
        kind_add(&verbs, DO_PLACE);
    if (cover_open(scenario, view))
        kind_add(&verbs, DO_COVER);
    if (top_open(scenario, view))
        kind_add(&verbs, DO_TOP);
    if (!refused(phase_may_end(scenario, view, answering_side(view))))
        kind_add(&verbs, DO_END);
    return verbs;
}

/* Counters on the map that can be given the order. */
void list_movers(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Walker unit = walker_begin(scenario, view, answering_side(view));
    int index = 0;
    while (counter_verbs[index] != prefix->verb)
        index++;
    for (int piece = 0; piece < scenario->pieces; piece++)
        if (take_actor(&unit, (Piece)piece) && open_orders(&unit, 1u << index, room_to_stay(&unit, NULL), NULL))
            choose(out, 0, piece);
}

/* Of orders that name one counter and nothing else. */
void mover_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count;
    if (!prefix->count)
        list_movers(scenario, view, prefix, out);
}

/* Finds out what a counter may be ordered. */
static void look_at(Walker *unit, Piece piece, unsigned verbs, Known *known)
{
    const Unit *counter = &unit->view->unit[piece];
    uint64_t bit = 1ull << (piece & 63), *look = &known->look[piece >> 6], *listed = &known->listed[piece >> 6];
    unsigned open = 0;
    bool far = false;
    known->outside[piece >> 6] &= ~bit;
    if (counter->side == unit->side && take_actor(unit, piece)) {
        bool crowded = is_crowded(unit); /* which others could leave may depend on what is farther off */
        far = crowded;
        open = open_orders(unit, verbs, !crowded || room_to_stay(unit, NULL), &far) | (crowded ? OPEN_CROWDED : 0);
    } else if (counter->side == unit->side &&
               (counter->place == WAITING ||
                (counter->place == NOT_YET && unit->data->special.comes_by[piece] != FEATURE_NONE))) {
        walker_take(unit, piece);
        known->outside[piece >> 6] |= bit;
        open = reinforcement_open(unit, &far) << V_ENTER;
    }
    known->open[piece] = (uint16_t)open;
    *listed = open ? *listed | bit : *listed & ~bit;
    *look = far ? *look : *look & ~bit;
}

static void replacement_openings(const Scenario *scenario, const State *view, Openings *out)
{
    Choices placed;
    Order place_order = order_of(DO_PLACE);
    placed.count = 0;
    replacement_list(scenario, view, &place_order, &placed);
    for (int i = 0; i < placed.count; i++)
        open_with(out, DO_PLACE, placed.choice[i].slot, placed.choice[i].value);
}

/* Adds what is known of the counters in their order; returns all their bits. */
static unsigned list_known(const Known *known, Openings *out)
{
    Opening *next = &out->opening[out->count];
    unsigned all = 0;
    for (int word = 0; word < WB95_SLOTS / 64; word++)
        for (uint64_t bits = known->listed[word]; bits; bits &= bits - 1) {
            int piece = word * 64 + __builtin_ctzll(bits);
            all |= known->open[piece];
            for (unsigned open = known->open[piece] & (OPEN_CROWDED - 1); open; open &= open - 1)
                *next++ = (Opening){counter_verbs[__builtin_ctz(open)], 0, (uint16_t)piece};
        }
    out->count = (int)(next - out->opening);
    return all;
}
_Static_assert(WB95_SLOTS *LISTED_VERBS + 16 <= OPENINGS_MAX, "every order to every counter fits the list");

/* One pass over the counters, where verb by verb would take a dozen, and only over those of which nothing is known from
 * before. If no unit that may act is in an overfull stack, nothing holds the phase up. */
void movement_openings(const Scenario *scenario, const State *view, Memo *memo, Openings *out)
{
    Known fresh, *known = &fresh;
    unsigned verbs = verbs_of_phase(view);
    Walker unit = walker_begin(scenario, view, answering_side(view));
    if (memo)
        known = memo_renew(memo, scenario, view);
    else
        know_nothing(scenario, known);
    for (int word = 0; word < WB95_SLOTS / 64; word++)
        for (uint64_t bits = known->look[word]; bits; bits &= bits - 1)
            look_at(&unit, (Piece)(word * 64 + __builtin_ctzll(bits)), verbs, known);
    bool crowded = list_known(known, out) & OPEN_CROWDED;
    if (!unit.strategic)
        replacement_openings(scenario, view, out);
    if (!crowded || !refused(phase_may_end(scenario, view, unit.side)))
        open_with(out, DO_END, SLOT_VERB, 0);
}

/* The Movement Phase is over: units that retreated before it may dig again (5.3.10), a finished bridge frees its
 * HQ. */
void movement_end(Play *play, const Order *order)
{
    State *state = play->state;
    if (!in_strategic_phase(state)) {
        clear_states(play, TILL_MOVEMENT_ENDS, state->phasing);
        bridge_movement_end(play);
    }
    mark_crowded(play);
    end_apply(play, order);
}

void move_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    if (!prefix->count)
        return;
    Walker walker = walker_of(scenario, view, prefix->value[0]);
    if (!may_move(&walker, NULL))
        return;
    for (int i = 1; i < prefix->count; i++)
        if (refused(walker_step_to(&walker, prefix->value[i])))
            return;
    walker_reach(&walker, out);
}

/* If only points are lacking: how many, and how many there are. */
Refusal move_beyond(const Scenario *scenario, const State *view, const Order *prefix, Hex hex)
{
    Walker walker = walker_of(scenario, view, prefix->value[0]);
    if (!may_move(&walker, NULL))
        return LEGAL;
    for (int i = 1; i < prefix->count; i++)
        if (refused(walker_step_to(&walker, prefix->value[i])))
            return LEGAL;
    int cost = walker_cost_to(&walker, hex);
    return cost == NEVER ? LEGAL : refuse(WB95_3_1_5, "wb95.needs-mp-get", walker.piece, cost, hex, walker.mp);
}

Sentence movement_prompt(const Scenario *scenario, const State *view)
{
    Refusal high = stacking_legal(scenario, view, answering_side(view));
    if (refused(high))
        return high.why;
    return sentence(WB95_2_2_3, "wb95.move-counters-dig-end-phase", answering_side(view));
}

Sentence strategic_prompt(const Scenario *scenario, const State *view)
{
    Refusal high = stacking_legal(scenario, view, answering_side(view));
    if (refused(high))
        return high.why;
    return sentence(WB95_2_2_5, "wb95.move-marked-units-bring", answering_side(view));
}
