/* movement.c — Proud Monster 12: the orders of a movement phase on land, and which units move together.
 *
 * Counters that began the phase in one place may march together or apart (12.5). While the stack of one place is on the
 * move its parts may go on in turn; when the stack of another place begins, those of the first that have moved are done
 * (12.6). Supply is judged and the allowance set when a counter begins to move (9.8-1); what is left of it ends with
 * the phase (12.2), and no march is refused because it leads out of supply (9.9). All that a march enters on its way is
 * entered: towns change hands, works fall (3.9-2, 14.26). Aircraft and the marker of aerial supply go with a stack that
 * leaves its hex whole, and with a part of it only if the order says so (10.2-4, 9.18-2). */
#include "core/room.h"
#include "systems/pm/march.h"

enum { SLOT_PIECES, SLOT_PATH, SLOT_WITH };

/* ---- the phase ------------------------------------------------------------------------------- */

void movement_begin(Play *play)
{
    State *state = play->state;
    clear_states(state, UNTIL_MOVEMENT_ENDS, NO_SIDE);
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        unit->start = unit->at.hex;
        unit->mp = unit->spent = 0;
        unit->supply = 0;
    }
    state->parent = state->invasion = state->invasion_sea = NO_HEX;
    state->marched = false;
}

/* pm.r.103: an invasion whose beach was left goes ashore. */
void movement_end(Play *play)
{
    State *state = play->state;
    clear_states(state, UNTIL_MOVEMENT_ENDS, NO_SIDE);
    state->parent = NO_HEX;
    if (state->invasion_sea != NO_HEX && !enemy_in(state, SOVIET_SIDE, state->invasion))
        invasion_ends(play, true);
}

Sentence movement_prompt(const Scenario *scenario, const State *view)
{
    int side = question(&view->head)->side, units;
    Hex full = first_overstack(scenario, view, side, &units);
    if (full != NO_HEX)
        return sentence(PM_6_2_2, "pm.move-phase-ended-now-unit", side, units, full);
    if (view->parent != NO_HEX && view->parent < scenario->map->spots)
        return sentence(PM_12_6, "pm.stack-move-go-another-end", side, view->parent);
    if (data_of(scenario)->beginners)
        return sentence(PM_12_1, "pm.move-end-step", side);
    return sentence(PM_12_1, "pm.move-assault-end-step", side);
}

/* ---- units that may move --------------------------------------------------------------------- */

Refusal why_resting(const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->now & LANDED)
        return refuse(PM_11_4_2, "pm.just-landed-no-more-player", piece);
    if (unit->side == SOVIET_SIDE)
        return refuse(PM_11_2_2, "pm.sailed-no-more-player-turn", piece);
    if (unit->now & REFITTED)
        return refuse(PM_8_20_1, "pm.refitting-neither-moves-nor-attacks", piece);
    return refuse(PM_9_18_3, "pm.replaced-aerial-supply-neither-moves", piece);
}

static Refusal may_move(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || unit->at.hex == NO_HEX)
        return refuse(PM_12_1, "pm.not-yours-move-now", piece);
    if (unit->now & RESTING)
        return why_resting(view, piece);
    if (unit->now & CALLED)
        return refuse(PM_14_41_3, "pm.just-called-up-stays-couplet", piece);
    if (unit->now & SHIFTING)
        return refuse(PM_8_3_2, "pm.way-between-okh-areas-couplet", piece);
    if (unit->now & REPULSED)
        return refuse(PM_15_6_2, "pm.thrown-back-mobile-assault-goes", piece);
    if (unit->now & STOPPED)
        return refuse(PM_12_6, "pm.goes-no-further-phase", piece);
    if (is_frozen(scenario, view, piece) && in_box(data_of(scenario), view, piece, BOX_OKH_SOUTH))
        return refuse(PM_5_3_1, "pm.waits-southern-okh-area-stays", piece); /* pm.r.23 */
    if (is_frozen(scenario, view, piece))
        return refuse(PM_5_3_1, "pm.began-hungary-romania-not-move", piece);
    return LEGAL;
}

/* With the option off, a unit that comes on from an OKH area comes alone (pm.r.74). */
static bool is_stacked(const Scenario *scenario, const State *view, Piece piece)
{
    return view->unit[piece].start < scenario->map->hexes || data_of(scenario)->on[OKH_STACKS];
}

Refusal may_move_together(const Scenario *scenario, const State *view, const Piece *pieces, int count)
{
    const Unit *first = &view->unit[pieces[0]];
    for (int i = 0; i < count; i++) {
        const Unit *unit = &view->unit[pieces[i]];
        Refusal refusal = may_move(scenario, view, pieces[i]);
        if (refused(refusal))
            return refusal;
        if (unit->at.hex != first->at.hex)
            return refuse(PM_12_5, "pm.not-stand-together", pieces[0], pieces[i]);
        if (unit->start != first->start || (i && !is_stacked(scenario, view, pieces[i])))
            return refuse(PM_12_5, "pm.not-begin-phase-together", pieces[0], pieces[i]);
    }
    return LEGAL;
}

/* 12.6: those of the stack before that have moved are done. */
static void close_parent(State *state, Range range)
{
    _Static_assert(STOPPED == ACTIVE >> 1, "the one bit becomes the other, for all alike: there are hundreds");
    for (Piece piece = range.first; piece < range.end; piece++) {
        uint32_t now = state->unit[piece].now;
        state->unit[piece].now = (now & ~(uint32_t)ACTIVE) | (now & ACTIVE) >> 1;
    }
}

static void begin_with(Play *play, const March *march)
{
    State *state = play->state;
    Hex start = state->unit[march->marcher[0].piece].start;
    if (state->parent != start)
        close_parent(state, play->data->pieces_of[state->unit[march->marcher[0].piece].side]);
    state->parent = start;
    state->marched = true;
    for (int i = 0; i < march->count; i++) {
        const Marcher *marcher = &march->marcher[i];
        Unit *unit = &state->unit[marcher->piece];
        unit->mp = marcher->allowance;
        unit->supply = (unsigned)marcher->supply & 7;
        unit->now |= MOVED | ACTIVE;
    }
}

void begin_move(Play *play, const Piece *pieces, int count)
{
    March march;
    march_of(play->scenario, play->state, pieces, count, true, &march);
    begin_with(play, &march);
}

/* ---- markers that go along ------------------------------------------------------------------- */

static bool whole_stack(const State *view, const Order *order)
{
    int count, first = order_slot(order, SLOT_PIECES, &count);
    return count_in(view, view->unit[order->value[first]].at.hex) == count;
}

static bool takes_airlift(const State *view, const Order *order)
{
    return whole_stack(view, order) || order_has(order, SLOT_WITH, WITH_AIRLIFT);
}

static Refusal may_take(const Scenario *scenario, const State *view, const Order *order, Hex to)
{
    int first = order->value[0], side = view->unit[first].side;
    Hex from = view->unit[first].at.hex;
    int words, with = order_slot(order, SLOT_WITH, &words);
    if (words && data_of(scenario)->beginners)
        return refuse(PM_5_2_3, "pm.short-game-neither-aircraft-nor");
    if (words == 2 && order->value[with] >= order->value[with + 1])
        return refuse(PM_10_2_4, "pm.aircraft-named-first-aerial-supply");
    if (order_has(order, SLOT_WITH, WITH_AIRCRAFT)) {
        if (corps_at(view, side, from) < 0)
            return refuse(PM_10_2_4, "pm.no-aircraft-support", from);
        if (corps_at(view, side, to) >= 0)
            return refuse(PM_10_2_1, "pm.aircraft-already", to);
        if (side == SOVIET_SIDE && !in_aircraft_range(scenario, to))
            return refuse(PM_10_4, "pm.aircraft-not-fly-far-moscow", to);
    }
    if (order_has(order, SLOT_WITH, WITH_AIRLIFT)) {
        if (!is_airlifted(view, from))
            return refuse(PM_9_18_2, "pm.not-supplied-air", from);
        if (is_airlifted(view, to))
            return refuse(PM_9_18_1, "pm.supplied-air-already", to);
    }
    return LEGAL;
}

/* Markers that cannot be in the stack's new hex stay behind (pm.r.98). */
static void follow(Play *play, const Order *order, bool whole, Hex from, Hex to)
{
    int side = play->state->unit[order->value[0]].side;
    if (whole || order_has(order, SLOT_WITH, WITH_AIRCRAFT))
        aircraft_follow(play, side, from, to);
    if (whole || order_has(order, SLOT_WITH, WITH_AIRLIFT))
        airlift_follows(play, side, from, to);
}

/* ---- marching -------------------------------------------------------------------------------- */

/* All of the path that the order or its prefix holds; false with the reason in `why`. */
static bool march_along(const Scenario *scenario, const State *view, const Order *order, bool airlift, March *march,
                        Refusal *why)
{
    int count, first = order_slot(order, SLOT_PIECES, &count), steps, path = order_slot(order, SLOT_PATH, &steps);
    *why = may_move_together(scenario, view, &order->value[first], count);
    if (refused(*why))
        return false;
    march_of(scenario, view, &order->value[first], count, airlift, march);
    for (int i = 0; i < steps; i++) {
        *why = march_step(march, order->value[path + i]);
        if (refused(*why))
            return false;
    }
    return true;
}

static Refusal march_check(const Scenario *scenario, const State *view, const Order *order)
{
    March march;
    Refusal why;
    if (!march_along(scenario, view, order, takes_airlift(view, order), &march, &why))
        return why;
    if (!march_may_stop(&march))
        return refuse(PM_13_7_2, "pm.nobody-stops-ice", march.at);
    return LEGAL;
}

/* Their owner is the first question. */
static Refusal not_yours(const State *view, const Order *order)
{
    int count, first = order_slot(order, SLOT_PIECES, &count);
    for (int i = 0; i < count; i++)
        if (view->unit[order->value[first + i]].side != question(&view->head)->side)
            return refuse(PM_12_1, "pm.not-yours-move-now", order->value[first + i]);
    return LEGAL;
}

Refusal move_check(const Scenario *scenario, const State *view, const Order *order)
{
    int steps, path = order_slot(order, SLOT_PATH, &steps);
    Refusal refusal = not_yours(view, order);
    if (refused(refusal))
        return refusal;
    if (!on_map(scenario, view, order->value[0]) && view->unit[order->value[0]].side == GERMAN_SIDE)
        return refuse(PM_8_3_1, "pm.not-map-enters-okh-area", order->value[0]);
    if (!on_map(scenario, view, order->value[0]))
        return refuse(PM_12_1, "pm.not-map", order->value[0]);
    refusal = march_check(scenario, view, order);
    return refused(refusal) ? refusal : may_take(scenario, view, order, order->value[path + steps - 1]);
}

static bool in_okh(const Book *data, const State *view, Piece piece)
{
    return in_box(data, view, piece, BOX_OKH_NORTH) || in_box(data, view, piece, BOX_OKH_SOUTH);
}

Refusal enter_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, SLOT_PIECES, &count);
    Refusal refusal = not_yours(view, order);
    if (refused(refusal))
        return refusal;
    for (int i = 0; i < count; i++)
        if (!in_okh(data_of(scenario), view, order->value[first + i]))
            return refuse(PM_8_3_1, "pm.no-okh-area", order->value[first + i]);
    return march_check(scenario, view, order);
}

/* The effects of passing through a hex without stopping in it. */
static void pass_through(Play *play, Piece piece, Hex hex)
{
    take_ground(play, play->state->unit[piece].side, hex);
    if (play->state->unit[piece].side == GERMAN_SIDE)
        works_entered(play, hex);
}

/* pm.r.99: a hedgehog needs a unit of German nationality. */
static void leave_hedgehog(Play *play, Hex hex)
{
    State *state = play->state;
    if (hex >= play->scenario->map->hexes || !has_bit(state->hedgehog, hex))
        return;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (kind_of(play->data, state, piece)->nation == GERMAN)
            return;
    clear_bit(state->hedgehog, hex);
    tell(play->events, EVENT_GROUND, 0, sentence(PM_14_40_3, "pm.hedgehog-given-up", hex));
}

static void march_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, SLOT_PIECES, &count), steps, path = order_slot(order, SLOT_PATH, &steps);
    Hex from = state->unit[order->value[first]].at.hex, to = order->value[path + steps - 1];
    bool whole = whole_stack(state, order);
    March march, begun;
    march_of(play->scenario, state, &order->value[first], count, takes_airlift(state, order), &march);
    begun = march;
    for (int i = 0; i < steps; i++)
        march_step(&march, order->value[path + i]);
    begin_with(play, &begun);
    for (int i = 0; i < steps - 1; i++)
        pass_through(play, order->value[first], order->value[path + i]);
    Piece moving[STACK];
    for (int i = 0; i < count; i++) {
        moving[i] = order->value[first + i];
        state->unit[moving[i]].spent = (uint8_t)(state->unit[moving[i]].mp - march.marcher[i].left);
    }
    order_as_stacked(state, moving, count);
    for (int i = 0; i < count; i++) {
        Piece piece = moving[i];
        tell(play->events, EVENT_MOVED, 0, sentence(0, "pm.moves", piece, from, to));
        move_to(play, piece, to);
    }
    follow(play, order, whole, from, to);
    markers_left(play);
    leave_hedgehog(play, from);
}

void move_apply(Play *play, const Order *order) { march_apply(play, order); }
void enter_apply(Play *play, const Order *order) { march_apply(play, order); }

/* ---- listing --------------------------------------------------------------------------------- */

/* Whether a counter alone has somewhere to go. One that has begun to move has its points; others always have one
 * hex. */
static bool can_begin(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if ((unit->now & MOVED && unit->mp == unit->spent && !is_airlifted(view, unit->at.hex)) ||
        refused(may_move(scenario, view, piece)))
        return false;
    March march;
    march_of(scenario, view, &piece, 1, true, &march);
    if (march_can_go(&march))
        return true;
    march_of(scenario, view, &piece, 1, false, &march);
    return is_airlifted(view, unit->at.hex) && march_can_go(&march);
}

/* Units that may join: some step must be open to all of them. */
static void list_joining(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, SLOT_PIECES, &count);
    const Unit *leader = &view->unit[prefix->value[first]];
    Piece last = prefix->value[first + count - 1], together[STACK];
    if (count == STACK)
        return;
    for (int i = 0; i < count; i++)
        together[i] = prefix->value[first + i];
    for (Piece piece = view->top[leader->at.hex]; piece != NO_PIECE; piece = view->unit[piece].at.below) {
        together[count] = piece;
        if (piece <= last || refused(may_move_together(scenario, view, together, count + 1)))
            continue;
        March march;
        march_of(scenario, view, together, count + 1, true, &march);
        bool may = march_can_go(&march);
        if (!may && is_airlifted(view, leader->at.hex)) {
            march_of(scenario, view, together, count + 1, false, &march);
            may = march_can_go(&march);
        }
        if (may)
            choose(out, SLOT_PIECES, piece);
    }
}

/* The hexes that may come next, with or without the marker of aerial supply, which is named at the end. */
static void list_steps(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    uint64_t listed[PM_WORDS] = {0};
    bool flown = is_airlifted(view, view->unit[prefix->value[0]].at.hex);
    for (int airlift = 1; airlift >= (flown ? 0 : 1); airlift--) {
        March march;
        Refusal why;
        if (!march_along(scenario, view, prefix, airlift, &march, &why))
            continue;
        const Book *data = data_of(scenario);
        if (march.first) {
            EACH_BIT(hex, data->okh[march.at == box_of(data, BOX_OKH_SOUTH)], PM_WORDS)
                if (march_can_step(&march, (Hex)hex))
                    set_bit(listed, hex);
            continue;
        }
        for (int edge = 0; edge < EDGES; edge++)
            if (scenario->map->next[march.at][edge] != NO_HEX &&
                march_can_step(&march, scenario->map->next[march.at][edge]))
                set_bit(listed, scenario->map->next[march.at][edge]);
    }
    EACH_BIT(hex, listed, PM_WORDS)
        choose(out, SLOT_PATH, hex);
}

static void list_with(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    static const uint8_t words[] = {WITH_AIRCRAFT, WITH_AIRLIFT};
    int given, first = order_slot(prefix, SLOT_WITH, &given);
    for (int i = 0; i < 2; i++) {
        Order with = *prefix;
        if ((given && prefix->value[first + given - 1] >= words[i]) || !order_add(&with, SLOT_WITH, words[i]) ||
            refused(move_check(scenario, view, &with)))
            continue;
        choose(out, SLOT_WITH, words[i]);
    }
}

static void list_march(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int steps, given;
    order_slot(prefix, SLOT_PATH, &steps);
    order_slot(prefix, SLOT_WITH, &given);
    if (!steps)
        list_joining(scenario, view, prefix, out);
    if (!given)
        list_steps(scenario, view, prefix, out);
    if (steps && prefix->verb == DO_MOVE)
        list_with(scenario, view, prefix, out);
    out->complete = steps > 0;
}

/* What a quick look needs to see which units may go. */
typedef struct Glance {
    int side;
    uint64_t open[PM_WORDS]; /* land that is free, and on turn 1 no neutral's (5.3-2) */
    uint64_t easy[PM_WORDS]; /* hexes beside it: a unit that has spent no MPs may go there at any cost (12.3) */
    unsigned feet;           /* bits: whose `going` is known */
    Going going[FEET];
} Glance;

static void glance_round(const Scenario *scenario, const State *view, int side, Glance *out)
{
    const Book *data = data_of(scenario);
    out->side = side;
    out->feet = 0;
    for (int word = 0; word < PM_WORDS; word++)
        out->open[word] = data->land[word] & ~view->occupied[!side][word];
    if (side == SOVIET_SIDE && view->head.turn == 1)
        for (int hex = 0; hex < scenario->map->hexes; hex++)
            if (data->zomo[hex] >= ZOMO_HUNGARY)
                clear_bit(out->open, hex);
    hexes_beside(scenario, out->open, out->easy);
}

/* A step into that ground that the points left pay for. */
static bool has_step(const Scenario *scenario, const State *view, Glance *glance, Foot foot, Hex hex, int left)
{
    const Going *going = &glance->going[foot];
    if (!(glance->feet >> foot & 1))
        going_of(scenario, view, glance->side, foot, &glance->going[foot]);
    glance->feet |= 1u << foot;
    for (int edge = 0; edge < EDGES; edge++) {
        int cost = going->step[hex][edge];
        if (cost >= 0 && cost <= left && has_bit(glance->open, scenario->map->next[hex][edge]))
            return true;
    }
    return false;
}

/* A quick look at a counter on the map; 1 it may go, 0 it may not, -1 look closer: satellites, the ice and units that
 * may leave aerial supply. */
static int may_go(const Scenario *scenario, const State *view, Glance *glance, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->now & (STOPPED | RESTING | CALLED))
        return 0;
    if (unit->now & MOVED && unit->mp == unit->spent && !is_airlifted(view, unit->at.hex))
        return 0;
    if (glance->side == GERMAN_SIDE && !as_german(kind_of(data_of(scenario), view, piece)))
        return -1;
    if (view->head.turn == 1 && is_frozen(scenario, view, piece))
        return 0;
    if (!(unit->now & MOVED))
        return has_bit(glance->easy, unit->at.hex) ? 1 : -1;
    Foot foot = foot_of(kind_of(data_of(scenario), view, piece));
    return has_step(scenario, view, glance, foot, unit->at.hex, points_left(unit)) ? 1 : -1;
}

static void list_movers(const Scenario *scenario, const State *view, Choices *out)
{
    int side = question(&view->head)->side;
    Glance glance;
    Range range = data_of(scenario)->pieces_of[side];
    glance_round(scenario, view, side, &glance);
    for (Piece piece = range.first; piece < range.end; piece++) {
        if (!on_map(scenario, view, piece) || view->unit[piece].side != side)
            continue;
        int may = may_go(scenario, view, &glance, piece);
        if (may > 0 || (may < 0 && can_begin(scenario, view, piece)))
            choose(out, SLOT_PIECES, piece);
    }
}

void move_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (!prefix->count)
        list_movers(scenario, view, out);
    else if (on_map(scenario, view, prefix->value[0]))
        list_march(scenario, view, prefix, out);
}

void enter_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    static const uint8_t boxes[] = {BOX_OKH_NORTH, BOX_OKH_SOUTH};
    if (prefix->count) {
        if (in_okh(data_of(scenario), view, prefix->value[0]))
            list_march(scenario, view, prefix, out);
        return;
    }
    for (int i = 0; question(&view->head)->side == GERMAN_SIDE && i < 2; i++)
        for (Piece piece = view->top[box_of(data_of(scenario), boxes[i])]; piece != NO_PIECE;
             piece = view->unit[piece].at.below)
            if (can_begin(scenario, view, piece))
                choose(out, SLOT_PIECES, piece);
}

/* ---- parts of an order, in any order ---------------------------------------------------------- */

static void add_steps(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    ROOM(Choices, steps);
    steps->count = 0;
    list_steps(scenario, view, part, steps);
    for (int i = 0; i < steps->count; i++)
        demand_either(out, SLOT_PATH, steps->choice[i].value);
}

/* The units that may go are listed as for a first counter; the way continues from its present end. */
static void march_parts(const Scenario *scenario, const State *view, const Order *part,
                        void (*list)(const Scenario *, const State *, const Order *, Choices *), Choices *out)
{
    ROOM(Choices, who);
    Order none = order_of(part->verb);
    int count, steps, with;
    order_slot(part, SLOT_PIECES, &count);
    order_slot(part, SLOT_PATH, &steps);
    order_slot(part, SLOT_WITH, &with);
    who->count = 0;
    list(scenario, view, &none, who);
    Hex at = count ? view->unit[part->value[0]].at.hex : NO_HEX;
    for (int i = 0; i < who->count; i++)
        if (!order_has(part, SLOT_PIECES, who->choice[i].value) &&
            (!count || view->unit[who->choice[i].value].at.hex == at))
            choose(out, SLOT_PIECES, who->choice[i].value);
    if (count && !with)
        list_steps(scenario, view, part, out);
    if (steps && part->verb == DO_MOVE)
        list_with(scenario, view, part, out);
}

/* A unit, then a step; and another one from a hex where no unit may stop. */
static Refusal march_demands(const Scenario *scenario, const State *view, const Order *part,
                             void (*list)(const Scenario *, const State *, const Order *, Choices *),
                             Refusal (*check)(const Scenario *, const State *, const Order *), Demands *out)
{
    ROOM(Choices, who);
    March march;
    Refusal why = LEGAL;
    int count, steps, first = order_slot(part, SLOT_PIECES, &count);
    Order none = order_of(part->verb);
    order_slot(part, SLOT_PATH, &steps);
    who->count = 0;
    if (!count)
        list(scenario, view, &none, who);
    for (int i = 0; i < who->count; i++)
        demand_either(out, SLOT_PIECES, who->choice[i].value);
    if (!count)
        return out->either ? LEGAL : refuse(PM_12_1, "pm.nobody-can-move-way");
    Refusal refusal =
        steps ? check(scenario, view, part) : may_move_together(scenario, view, &part->value[first], count);
    if (steps ? !refused(refusal) : refused(refusal))
        return refusal;
    add_steps(scenario, view, part, out);
    if (out->either || refused(refusal))
        return out->either ? LEGAL : refusal;
    return march_along(scenario, view, part, false, &march, &why) ? refuse(PM_12_1, "pm.nobody-can-move-way") : why;
}

void move_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    march_parts(scenario, view, part, move_list, out);
}
Refusal move_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    return march_demands(scenario, view, part, move_list, move_check, out);
}
void enter_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    march_parts(scenario, view, part, enter_list, out);
}
Refusal enter_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    return march_demands(scenario, view, part, enter_list, enter_check, out);
}

/* ---- as far as they go ------------------------------------------------------------------------ */

static void reach_for(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    March march;
    Refusal why;
    if (!prefix->count || !march_along(scenario, view, prefix, takes_airlift(view, prefix), &march, &why))
        return;
    march_reach(&march, out);
}

void move_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    if (prefix->count && on_map(scenario, view, prefix->value[0]))
        reach_for(scenario, view, prefix, out);
}

void enter_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    if (prefix->count && in_okh(data_of(scenario), view, prefix->value[0]))
        reach_for(scenario, view, prefix, out);
}
