/* movement.c — WB-95 sections 3 and 12: the two movement phases and their orders. How a unit goes is in walk.c.
 *
 * A phase begins with MPs handed out, reinforcements due and bridges finished, and ends when its player says so
 * and no stack is over the limit (3.2.1). Set-up stacks that are (R66) must thin out in their first Movement
 * Phase, and until then their units may do nothing but leave.
 *
 * Strategic movement (12) is movement with two points less, no enemy zone at either end of a step, and only for
 * units that were marked and neither acted nor fought. */
#include <string.h>

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

void movement_begin(Play *play, bool strategic)
{
    State *state = play->state;
    uint32_t gone = STOPPED | ACTED | FORCED | BONUS_STEP;
    if (!strategic) {
        gone |= STRATEGIC | RENEWED;
        reinforcements_due(play, state->phasing);
    }
    for (int piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        if (unit->side != state->phasing)
            continue;
        unit->now = (unit->now & ~gone) | SECONDARY_ONLY;
        unit->mp = (int16_t)allowance(play->scenario, state, (Piece)piece, strategic);
    }
    memset(state->queue, 0, sizeof state->queue);
    bridge_control(play);
    if (!strategic)
        bridge_movement_begin(play);
}

/* A stack over the limit holds the phase up as long as one of its units can still leave. Retreats and pursuits end
 * within the limit (5.3.6), so only the movement phases need to ask. */
Refusal stacking_legal(const Scenario *scenario, const State *view, int side)
{
    const Wb95 *data = data_of(scenario);
    int kind = question(&view->head)->kind;
    if (kind != ASK_MOVEMENT && kind != ASK_STRATEGIC)
        return LEGAL;
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->side != side || unit->place != ON_MAP || view->top[unit->hex] != piece)
            continue;
        int cel = stack_cel(data, view, side, unit->hex);
        if (cel <= STACKING_LIMIT)
            continue;
        for (Piece there = (Piece)piece; there != NO_PIECE; there = view->unit[there].below) {
            if (refused(unit_may_move(scenario, view, there)))
                continue;
            Walker walker = walker_of(scenario, view, there);
            if (walker_can_go_on(&walker))
                return refuse(WB95_3_2_1, "the stack at %h holds %n CEL, %n are the most: somebody must leave first",
                              unit->hex, cel, STACKING_LIMIT);
        }
    }
    return LEGAL;
}

/* ---- who may be ordered -------------------------------------------------------------------------------------- */

static Refusal may_move_strategically(const Wb95 *data, const State *view, Piece piece)
{
    uint32_t now = view->unit[piece].now;
    if (!data->chapter[12])
        return refuse(WB95_12_0, "strategic movement is switched off: only reinforcements move in this phase");
    if (!(now & STRATEGIC))
        return refuse(WB95_12_1_4, "%p was not marked for strategic movement in the Movement Phase", piece);
    if (now & (FOUGHT | FIRED))
        return refuse(WB95_12_1_2, "%p fought in the Combat Phase and cannot make strategic movement", piece);
    if (enemy_zoc(data, view, view->unit[piece].side, view->unit[piece].hex))
        return refuse(WB95_12_2_1, "%p cannot make strategic movement: it stands in an enemy zone of control at %h",
                      piece, view->unit[piece].hex);
    return LEGAL;
}

Refusal unit_may_act(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != answering_side(view))
        return refuse(WB95_2_1_2, "%p is not %s's to order", piece, answering_side(view));
    if (unit->place != ON_MAP)
        return refuse(WB95_3_1_1, "%p is not on the map", piece);
    if (in_strategic_phase(view)) {
        Refusal why = may_move_strategically(data_of(scenario), view, piece);
        if (refused(why))
            return why;
    } else if (unit->now & STRATEGIC) {
        return refuse(WB95_12_1_2, "%p is marked for strategic movement and does nothing before that phase", piece);
    }
    if (unit->now & BUILDING)
        return refuse(WB95_14_3_4, "%p builds a bridge and stays where it is", piece);
    if (unit->now & STOPPED)
        return refuse(WB95_4_2_1, "%p entered an enemy zone of control at %h and can do no more in this phase", piece,
                      unit->hex);
    return feature_may_act(scenario, view, piece);
}

Refusal unit_may_move(const Scenario *scenario, const State *view, Piece piece)
{
    Refusal why = unit_may_act(scenario, view, piece);
    if (refused(why))
        return why;
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data_of(scenario), view, piece);
    if (kind->class == IMMOBILE)
        return refuse(WB95_15_2_1, "%p never moves", piece);
    if (unit->now & BARRAGED)
        return refuse(WB95_6_5_5, "%p fired in the barrage and stays in place this Movement Phase", piece);
    if (kind->is & GUN && !(unit->now & TRANSPORT))
        return refuse(WB95_6_2_3, "%p is in combat setup and cannot move: limber it first", piece);
    if (unit->now & RENEWED)
        return refuse(WB95_15_3_3, "%p passed or took replacements and stays in place this Movement Phase", piece);
    return LEGAL;
}

/* ---- orders of one counter: move, force, limber, mark ---------------------------------------------------- */

static Refusal move_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    Refusal why = unit_may_move(scenario, view, piece);
    Walker walker = walker_of(scenario, view, piece);
    for (int i = 1; i < order->count && !refused(why); i++)
        why = walker_step_to(&walker, order->value[i]);
    return refused(why) ? why : walker_stop(&walker);
}

static void move_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    Hex from = play->state->unit[piece].hex;
    int event = play->events->count;
    tell(play->events, EVENT_MOVED, 0,
         sentence(0, "%p moves from %h to %h", piece, from, order->value[order->count - 1]));
    walk(play, piece, order, 1, order->count - 1);
    if (event < EVENTS_MAX && play->state->unit[piece].place == ON_MAP)
        play->events->event[event].what.arg[2] = (int16_t)play->state->unit[piece].hex;
}

static bool can_move(const Scenario *scenario, const State *view, Piece piece)
{
    if (refused(unit_may_move(scenario, view, piece)))
        return false;
    Walker walker = walker_of(scenario, view, piece);
    return walker_can_go_on(&walker);
}

static void move_choices(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Walker walker = walker_of(scenario, view, prefix->value[0]);
    if (refused(unit_may_move(scenario, view, prefix->value[0])))
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

static Refusal force_check(const Scenario *scenario, const State *view, Piece piece)
{
    Refusal why = unit_may_move(scenario, view, piece);
    if (refused(why))
        return why;
    const Unit *unit = &view->unit[piece];
    if (!unit->oos)
        return refuse(WB95_10_2_3_1, "%p is in supply and has its full MPs already", piece);
    if (unit->now & FORCED)
        return refuse(WB95_10_2_3_1, "%p has bought its full MPs already", piece);
    if (forced_gain(scenario, view, piece) <= 0)
        return refuse(WB95_10_2_3_1, "%p would gain no MPs", piece);
    return LEGAL;
}

static void force_apply(Play *play, Piece piece)
{
    Unit *unit = &play->state->unit[piece];
    unit->mp = (int16_t)(unit->mp + forced_gain(play->scenario, play->state, piece));
    unit->now |= FORCED;
    if (unit->oos < UINT8_MAX)
        unit->oos++;
    tell(play->events, EVENT_STATE, 0,
         sentence(WB95_10_2_3_1, "%p is driven on with its full MPs and is out of supply at level %n", piece,
                  unit->oos));
}

static Refusal limber_check(const Scenario *scenario, const State *view, Piece piece)
{
    Refusal why = unit_may_act(scenario, view, piece);
    if (refused(why))
        return why;
    const Unit *unit = &view->unit[piece];
    if (!(kind_of(data_of(scenario), view, piece)->is & GUN))
        return refuse(WB95_6_2_2_1, "%p is no towed artillery and has but one setup", piece);
    if (unit->now & BARRAGED)
        return refuse(WB95_6_5_5, "%p fired in the barrage and keeps its setup this Movement Phase", piece);
    if (unit->mp < MP)
        return refuse(WB95_6_2_4_1, "%p needs 1 MP to change its setup and has %t", piece, unit->mp);
    return unit->now & TRANSPORT ? room_to_stay(view, data_of(scenario), piece) : LEGAL;
}

static void limber_apply(Play *play, Piece piece)
{
    Unit *unit = &play->state->unit[piece];
    unit->now ^= TRANSPORT;
    spend(play->state, piece, MP);
    feature_acted(play, piece);
    tell(play->events, EVENT_STATE, 0,
         sentence(WB95_6_2_4_1, unit->now & TRANSPORT ? "%p limbers up" : "%p unlimbers", piece));
}

static Refusal mark_check(const Scenario *scenario, const State *view, Piece piece)
{
    if (!data_of(scenario)->chapter[12])
        return refuse(WB95_12_0, "strategic movement is switched off");
    if (view->unit[piece].side == answering_side(view) && view->unit[piece].now & (ACTED | FORCED | RENEWED))
        return refuse(WB95_12_1_2, "%p has already acted in this Movement Phase", piece);
    Refusal why = unit_may_move(scenario, view, piece);
    return refused(why) ? why : room_to_stay(view, data_of(scenario), piece);
}

static void mark_apply(Play *play, Piece piece)
{
    play->state->unit[piece].now |= STRATEGIC;
    tell(play->events, EVENT_STATE, 0, sentence(WB95_12_1_4, "%p is marked for strategic movement", piece));
}

/* ---- the two questions ------------------------------------------------------------------------------------- */

typedef struct PieceOrder { /* orders that name one counter and nothing else */
    uint8_t verb;
    Refusal (*check)(const Scenario *scenario, const State *view, Piece piece);
    void (*apply)(Play *play, Piece piece);
} PieceOrder;

static const PieceOrder piece_orders[] = {
    {DO_FORCE, force_check, force_apply},
    {DO_ENTRENCH, entrench_check, entrench_apply},
    {DO_LIMBER, limber_check, limber_apply},
    {DO_MARK, mark_check, mark_apply},
};
enum { PIECE_ORDERS = sizeof piece_orders / sizeof *piece_orders };

static const PieceOrder *piece_order(int verb)
{
    for (int i = 0; i < PIECE_ORDERS; i++)
        if (piece_orders[i].verb == verb)
            return &piece_orders[i];
    return NULL;
}

/* Orders to counters on the map, in the order in which they are listed. Of strategic phases the first three. */
enum { V_MOVE, V_FORCE, V_EXIT, V_ENTRENCH, V_LIMBER, V_MARK, V_DEMOLISH, V_REPAIR, V_BUILD, V_RENEW, COUNTER_VERBS };
enum { STRATEGIC_VERBS = V_EXIT + 1 };
static const uint8_t counter_verbs[COUNTER_VERBS] = {DO_MOVE, DO_FORCE,    DO_EXIT,   DO_ENTRENCH, DO_LIMBER,
                                                     DO_MARK, DO_DEMOLISH, DO_REPAIR, DO_BUILD,    DO_RENEW};

/* Which of them a look at the counter's state does not rule out, as bits. */
static unsigned thinkable(const Wb95 *data, const Unit *unit)
{
    const Kind *kind = &data->kind[unit->kind];
    unsigned verbs = 1u << V_MOVE;
    if (unit->oos)
        verbs |= 1u << V_FORCE;
    if (data->hex_zone[unit->hex] != NO_ZONE)
        verbs |= 1u << V_EXIT;
    if (!(unit->now & (ACTED | STRATEGIC)))
        verbs |= 1u << V_ENTRENCH | 1u << V_MARK;
    if (kind->is & GUN)
        verbs |= 1u << V_LIMBER;
    if (data->site_edges[unit->hex] && data->chapter[14])
        verbs |= 1u << V_DEMOLISH | 1u << V_REPAIR | (unit->now & ON_BANK ? 1u << V_BUILD : 0);
    if (unit->cel < kind->cel && data->chapter[15])
        verbs |= 1u << V_RENEW;
    return verbs;
}

static bool can_be_ordered(const Scenario *scenario, const State *view, int verb, Piece piece)
{
    switch (verb) {
    case DO_MOVE:
        return can_move(scenario, view, piece);
    case DO_EXIT:
        return can_exit(scenario, view, piece);
    case DO_DEMOLISH:
    case DO_REPAIR:
    case DO_BUILD:
        return can_work(scenario, view, verb, piece);
    case DO_RENEW:
        return can_renew(scenario, view, piece);
    default:
        return !refused(piece_order(verb)->check(scenario, view, piece));
    }
}

static void verbs_of_counters(const Scenario *scenario, const State *view, Choices *out)
{
    const Wb95 *data = data_of(scenario);
    int side = answering_side(view);
    unsigned open = (1u << (in_strategic_phase(view) ? STRATEGIC_VERBS : COUNTER_VERBS)) - 1;
    for (int piece = 0; piece < scenario->pieces && open; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->side != side || unit->place != ON_MAP)
            continue;
        for (unsigned left = open & thinkable(data, unit); left; left &= left - 1) {
            int i = __builtin_ctz(left);
            if (!can_be_ordered(scenario, view, counter_verbs[i], (Piece)piece))
                continue;
            open &= ~(1u << i);
            choose(out, SLOT_VERB, counter_verbs[i]);
        }
    }
}

static void list_verbs(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    bool strategic = in_strategic_phase(view);
    verbs_of_counters(scenario, view, out);
    reinforcement_choices(scenario, view, prefix, out);
    if (!strategic)
        replacement_choices(scenario, view, prefix, out);
    masking_choices(scenario, view, prefix, out);
    if (!refused(phase_may_end(scenario, view, answering_side(view))))
        choose(out, SLOT_VERB, DO_END);
}

static void list_pieces(const Scenario *scenario, const State *view, int verb, Choices *out)
{
    const Wb95 *data = data_of(scenario);
    int side = answering_side(view), index = 0;
    while (counter_verbs[index] != verb)
        index++;
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->side == side && unit->place == ON_MAP && thinkable(data, unit) >> index & 1 &&
            can_be_ordered(scenario, view, verb, (Piece)piece))
            choose(out, 0, piece);
    }
}

static void open_counter(const Scenario *scenario, const State *view, Piece piece, unsigned verbs, Openings *out)
{
    unsigned left = verbs & thinkable(data_of(scenario), &view->unit[piece]);
    if (refused(unit_may_act(scenario, view, piece)))
        return;
    for (; left; left &= left - 1) {
        int verb = counter_verbs[__builtin_ctz(left)];
        if (can_be_ordered(scenario, view, verb, piece))
            open_with(out, verb, 0, piece);
    }
}

/* One pass over the counters, where verb by verb would take a dozen. */
static void openings(const Scenario *scenario, const State *view, Openings *out)
{
    bool strategic = in_strategic_phase(view);
    int side = answering_side(view);
    unsigned verbs = (1u << (strategic ? STRATEGIC_VERBS : COUNTER_VERBS)) - 1;
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->side != side)
            continue;
        if (unit->place == ON_MAP)
            open_counter(scenario, view, (Piece)piece, verbs, out);
        else if (unit->place == WAITING || unit->place == NOT_YET)
            reinforcement_openings(scenario, view, (Piece)piece, strategic, out);
    }
    Choices placed;
    Order place_order = order_of(DO_PLACE);
    placed.count = 0;
    if (!strategic)
        replacement_choices(scenario, view, &place_order, &placed);
    for (int i = 0; i < placed.count; i++)
        open_with(out, DO_PLACE, placed.choice[i].slot, placed.choice[i].value);
    if (!refused(phase_may_end(scenario, view, side)))
        open_with(out, DO_END, SLOT_VERB, 0);
}

static bool is_counter_verb(int verb) { return memchr(counter_verbs, verb, sizeof counter_verbs) != NULL; }

static void choices(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (prefix->verb == NO_VERB) {
        list_verbs(scenario, view, prefix, out);
        return;
    }
    if (!prefix->count && is_counter_verb(prefix->verb)) {
        list_pieces(scenario, view, prefix->verb, out);
        return;
    }
    switch (prefix->verb) {
    case DO_MOVE:
        move_choices(scenario, view, prefix, out);
        break;
    case DO_ENTER:
    case DO_SHIFT:
    case DO_EXIT:
        reinforcement_choices(scenario, view, prefix, out);
        break;
    case DO_DEMOLISH:
    case DO_REPAIR:
    case DO_BUILD:
        bridge_choices(scenario, view, prefix, out);
        break;
    case DO_RENEW:
        renew_choices(scenario, view, prefix, out);
        break;
    case DO_PLACE:
        replacement_choices(scenario, view, prefix, out);
        break;
    case DO_COVER:
    case DO_TOP:
        masking_choices(scenario, view, prefix, out);
        break;
    case DO_END:
        out->complete = !refused(phase_may_end(scenario, view, answering_side(view)));
        break;
    default:
        out->complete = !refused(piece_order(prefix->verb)->check(scenario, view, prefix->value[0]));
    }
}

static Refusal check(const Scenario *scenario, const State *view, const Order *order)
{
    switch (order->verb) {
    case DO_MOVE:
        return move_check(scenario, view, order);
    case DO_ENTER:
    case DO_SHIFT:
    case DO_EXIT:
        return reinforcement_check(scenario, view, order);
    case DO_DEMOLISH:
    case DO_REPAIR:
    case DO_BUILD:
        return bridge_check(scenario, view, order);
    case DO_RENEW:
        return renew_check(scenario, view, order);
    case DO_PLACE:
        return replacement_check(scenario, view, order);
    case DO_COVER:
    case DO_TOP:
        return masking_check(scenario, view, order);
    case DO_END:
        return phase_may_end(scenario, view, answering_side(view));
    default:
        return piece_order(order->verb)->check(scenario, view, order->value[0]);
    }
}

/* The Movement Phase is over: who retreated before it may dig again (5.3.10), a finished bridge frees its HQ. */
static void end_phase(Play *play)
{
    State *state = play->state;
    if (!in_strategic_phase(state)) {
        for (int piece = 0; piece < play->scenario->pieces; piece++)
            if (state->unit[piece].side == state->phasing)
                state->unit[piece].now &= ~(uint32_t)RETREATED;
        bridge_movement_end(play);
    }
    next_phase(play);
}

static void apply(Play *play, const Order *order)
{
    switch (order->verb) {
    case DO_MOVE:
        move_apply(play, order);
        break;
    case DO_ENTER:
    case DO_SHIFT:
    case DO_EXIT:
        reinforcement_apply(play, order);
        break;
    case DO_DEMOLISH:
    case DO_REPAIR:
    case DO_BUILD:
        bridge_apply(play, order);
        break;
    case DO_RENEW:
        renew_apply(play, order);
        break;
    case DO_PLACE:
        replacement_apply(play, order);
        break;
    case DO_COVER:
    case DO_TOP:
        masking_apply(play, order);
        break;
    case DO_END:
        end_phase(play);
        break;
    default:
        piece_order(order->verb)->apply(play, order->value[0]);
    }
}

static void reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    if (prefix->verb == DO_ENTER) {
        reinforcement_reach(scenario, view, prefix, out);
        return;
    }
    if (prefix->verb != DO_MOVE || !prefix->count || refused(unit_may_move(scenario, view, prefix->value[0])))
        return;
    Walker walker = walker_of(scenario, view, prefix->value[0]);
    for (int i = 1; i < prefix->count; i++)
        if (refused(walker_step_to(&walker, prefix->value[i])))
            return;
    walker_reach(&walker, out);
}

static Sentence prompt_movement(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(WB95_2_2_3, "%s: move, dig in, bring reinforcements, mark for strategic movement, or end the phase",
                    answering_side(view));
}

static Sentence prompt_strategic(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(WB95_2_2_5, "%s: move marked units and bring reinforcements, or end the phase",
                    answering_side(view));
}

const Handler movement_handler = {.choices = choices,
                                  .check = check,
                                  .apply = apply,
                                  .prompt = prompt_movement,
                                  .reach = reach,
                                  .openings = openings};
const Handler strategic_handler = {.choices = choices,
                                   .check = check,
                                   .apply = apply,
                                   .prompt = prompt_strategic,
                                   .reach = reach,
                                   .openings = openings};
