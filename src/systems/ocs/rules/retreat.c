/* retreat.c — OCS 4.6 and 9.13: going back hex by hex.
 *
 * A retreat is a procedure (ASK_RETREAT) of the owner (9.13b): as long as a unit has hexes to go, the owner moves those
 * that have gone the fewest, one hex at a time, together or in parts (9.13-3). A step goes to a hex of the best class
 * that has one (D26): further from where the retreat began and, summed, from the enemy hexes of the combat; else
 * further from where it began; else any other, but never the hex that was fought for nor one it has left. A unit that
 * comes next to the enemy is disorganized; a stack in which a unit was disorganized before also loses a step (4.1-2,
 * 4.1-3): once for all units that go from one hex to one other, hex by hex (B5). A unit that cannot complete the
 * retreat is destroyed, also where it would leave the map (gc.1B-2). */
#include <string.h>

#include "systems/ocs/ocs.h"

/* ---- where to ------------------------------------------------------------------------------------------------ */

static int index_in(const Retreat *retreat, Piece piece)
{
    for (int i = 0; i < retreat->count; i++)
        if (retreat->piece[i] == piece)
            return i;
    return -1;
}

static int far_from_threats(const Scenario *scenario, const Retreat *retreat, Hex hex)
{
    int sum = 0;
    for (int i = 0; i < retreat->threats; i++)
        sum += map_distance(scenario->map, hex, retreat->threat[i]);
    return sum;
}

/* 1 best, 3 worst. */
static int class_of(const Scenario *scenario, const Retreat *retreat, Hex start, Hex from, Hex to)
{
    if (map_distance(scenario->map, start, to) <= map_distance(scenario->map, start, from))
        return 3;
    return far_from_threats(scenario, retreat, to) > far_from_threats(scenario, retreat, from) ? 1 : 2;
}

/* 9.13-2: the unit could enter it; PROHIBITED steps, the sea and the enemy bar it. */
static bool could_enter(const Scenario *scenario, const State *state, Piece piece, Hex from, Edge edge)
{
    const Book *data = data_of(scenario);
    const Kind *kind = kind_of(data, state, piece);
    Hex to = scenario->map->next[from][edge];
    /* An HQ flips to its Move side when it retreats (9.16e-2). */
    int mp = kind->class == HEADQUARTERS ? kind->face[MOVE_SIDE].mp : mp_kind(data, state, piece);
    return to != NO_HEX && !enemy_in(state, state->unit[piece].side, to) &&
           crossing(scenario, state, state->unit[piece].side, mp, from, edge) != PROHIBITED;
}

/* 9.13-5: room at the end. */
static bool has_room(const Scenario *scenario, const State *state, Piece piece, Hex to)
{
    const Kind *kind = kind_of(data_of(scenario), state, piece);
    int room = kind->class == HEADQUARTERS ? 0 : re_of(data_of(scenario), state, piece);
    return stacked_re(scenario, state, to) + room <= STACK_LIMIT;
}

/* A way back, hex by hex. */
typedef struct WayBack {
    const Scenario *scenario;
    const State *state;
    Piece piece;
    int count; /* hexes it has left */
    Hex left[RETREAT_MOST + 1];
} WayBack;

/* D26: never the hex fought for, nor one it has left. */
static bool leads_back(const WayBack *way, Hex hex)
{
    for (int i = 0; i < way->count; i++)
        if (way->left[i] == hex)
            return true;
    return hex == way->state->combat.target;
}

static bool may_enter(const WayBack *way, Hex from, Edge edge, bool last)
{
    Hex to = way->scenario->map->next[from][edge];
    return could_enter(way->scenario, way->state, way->piece, from, edge) && !leads_back(way, to) &&
           (!last || has_room(way->scenario, way->state, way->piece, to));
}

/* Whether so many hexes can be gone from there. */
static bool can_complete(WayBack *way, Hex from, int hexes)
{
    bool can = hexes <= 0;
    way->left[way->count++] = from;
    for (Edge edge = 0; !can && edge < EDGES; edge++)
        can = may_enter(way, from, edge, hexes == 1) &&
              can_complete(way, way->scenario->map->next[from][edge], hexes - 1);
    way->count--;
    return can;
}

static WayBack way_of(const Scenario *scenario, const State *state, int index)
{
    const Retreat *retreat = &state->retreat;
    WayBack way = {.scenario = scenario, .state = state, .piece = retreat->piece[index], .count = retreat->done[index]};
    memcpy(way.left, retreat->path[index], retreat->done[index] * sizeof *way.left);
    return way;
}

/* Where the retreat of one began. */
static Hex start_of(const State *state, int index)
{
    const Retreat *retreat = &state->retreat;
    return retreat->done[index] ? retreat->path[index][0] : state->unit[retreat->piece[index]].at.hex;
}

/* The hexes its next step may go to: those from which the retreat can be completed, and of these the best class. A bit
 * an edge. */
static unsigned steps_of(const Scenario *scenario, const State *state, int index)
{
    const Retreat *retreat = &state->retreat;
    Hex from = state->unit[retreat->piece[index]].at.hex;
    int left = retreat->hexes - retreat->done[index];
    unsigned edges[4] = {0};
    WayBack way = way_of(scenario, state, index);
    for (Edge edge = 0; edge < EDGES; edge++) {
        if (!may_enter(&way, from, edge, left == 1))
            continue;
        Hex to = scenario->map->next[from][edge];
        way.left[way.count++] = from;
        if (can_complete(&way, to, left - 1))
            edges[class_of(scenario, retreat, start_of(state, index), from, to)] |= 1u << edge;
        way.count--;
    }
    return edges[1] ? edges[1] : edges[2] ? edges[2] : edges[3];
}

/* ---- the procedure ---------------------------------------------------------------------------------------------- */

/* The units that go: all of the defender's hex, even those that this combat did not touch (D27); of the attacker the
 * units that attacked. */
static void gather(const Play *play, int which)
{
    State *state = play->state;
    Retreat *retreat = &state->retreat;
    const Combat *combat = &state->combat;
    int side = side_in_combat(state, which);
    for (int i = 0; !which && i < combat->count[0]; i++)
        if (is_on_map(state, combat->piece[0][i]))
            retreat->piece[retreat->count++] = combat->piece[0][i];
    for (Piece piece = which ? state->top[combat->target] : NO_PIECE; piece != NO_PIECE && retreat->count < FORCE;
         piece = state->unit[piece].at.below)
        if (state->unit[piece].side == side && is_unit(kind_of(play->data, state, piece)))
            retreat->piece[retreat->count++] = piece;
    retreat->bound = retreat->count;
    for (int i = 0; !which && i < combat->tags; i++) /* 7.1g-3: they may go along */
        if (is_on_map(state, combat->tag[i]) && retreat->count < FORCE)
            retreat->piece[retreat->count++] = combat->tag[i];
    if (!which)
        retreat->threat[retreat->threats++] = combat->target;
    for (int i = 0; which && i < combat->hexes; i++)
        retreat->threat[retreat->threats++] = combat->from[i];
}

void retreat_begin(Play *play, int which, int hexes)
{
    State *state = play->state;
    state->retreat = (Retreat){.hexes = (uint8_t)hexes, .along = NO_HEX};
    gather(play, which);
    for (int i = 0; i < state->retreat.bound; i++)
        if (kind_of(play->data, state, state->retreat.piece[i])->class == HEADQUARTERS)
            state->unit[state->retreat.piece[i]].face = MOVE_SIDE;
    ask(state, ASK_RETREAT, side_in_combat(state, which))->data[ASKED_FORCE] = (uint16_t)which;
}

/* Fewest hexes gone by a living unit that must go; `hexes` when all have arrived. */
static int least_done(const State *state)
{
    const Retreat *retreat = &state->retreat;
    int least = retreat->hexes;
    for (int i = 0; i < retreat->bound; i++)
        if (is_on_map(state, retreat->piece[i]) && retreat->done[i] < least)
            least = retreat->done[i];
    return least;
}

/* 5.10a-1, ocs2.combat-7, and a unit that retreats from an overrun moves no more (A1). */
static void bear_retreat(Play *play)
{
    State *state = play->state;
    const Retreat *retreat = &state->retreat;
    bool halts = state->combat.overrun && !asked(state)->data[ASKED_FORCE];
    for (int i = 0; i < retreat->count; i++) {
        Piece piece = retreat->piece[i];
        if (is_on_map(state, piece) && retreat->done[i] >= 2)
            disorganize(play, piece, OCS_9_13A);
        if (is_on_map(state, piece) && halts && retreat->done[i]) {
            state->unit[piece].now |= HALTED;
            state->unit[piece].start =
                NO_HEX; /* it has not moved out: what it leaves it leaves to the enemy (17.0-2) */
        }
    }
}

static void finish(Play *play)
{
    State *state = play->state;
    int side = asked(state)->side;
    bear_retreat(play);
    if (reserve_hexes(play->scenario, state, side) > play->data->reserves[side]) {
        ask(state, ASK_UNMARK, side);
        return;
    }
    state->retreat = (Retreat){0};
    answered(state);
}

static bool anybody_pays(const State *state)
{
    for (int i = 0; i < state->retreat.count; i++)
        if (is_on_map(state, state->retreat.piece[i]) && state->unit[state->retreat.piece[i]].now & PAYING)
            return true;
    return false;
}

/* 4.1-2 to 4.1-4, B5: fresh units go DG, and if a unit was DG before the stack loses a step, HQs too if the owner likes
 * (B7). */
static void come_next_to_enemy(Play *play, const Piece *pieces, int count)
{
    State *state = play->state;
    bool stack_pays = false;
    for (int i = 0; i < count; i++)
        stack_pays |= state->unit[pieces[i]].marker == DISORGANIZED;
    for (int i = 0; i < count; i++) {
        state->unit[pieces[i]].now |= stack_pays ? PAYING : 0;
        disorganize(play, pieces[i], OCS_4_1_2);
    }
}

/* 9.13e, where it is played: by friends that do not retreat themselves (4.1-12). */
static bool is_covered(const Play *play, int side, Hex hex)
{
    const State *state = play->state;
    for (Piece piece = state->top[hex]; play->data->retreat_cover && piece != NO_PIECE;
         piece = state->unit[piece].at.below)
        if (state->unit[piece].side == side && is_unit(kind_of(play->data, state, piece)) &&
            index_in(&state->retreat, piece) < 0)
            return true;
    return false;
}

/* Of the step that all have made, the next units that went together from one hex to one other; false when all are
 * settled. */
static bool bear_contact(Play *play, int side)
{
    State *state = play->state;
    Retreat *retreat = &state->retreat;
    Piece stack[FORCE];
    int count = 0, step = retreat->settled;
    Hex from = NO_HEX, to = NO_HEX;
    for (int i = 0; i < retreat->count; i++) {
        Hex hex = state->unit[retreat->piece[i]].at.hex;
        if (!is_on_map(state, retreat->piece[i]) || retreat->done[i] <= step || retreat->borne[i] > step ||
            (count && (retreat->path[i][step] != from || hex != to)))
            continue;
        from = retreat->path[i][step];
        to = hex;
        retreat->borne[i] = (uint8_t)(step + 1);
        stack[count++] = retreat->piece[i];
    }
    if (count && is_contact(play->scenario, state, side, to) && !is_covered(play, side, to))
        come_next_to_enemy(play, stack, count);
    return count > 0;
}

void retreat_resume(Play *play)
{
    State *state = play->state;
    Retreat *retreat = &state->retreat;
    int side = asked(state)->side;
    if (anybody_pays(state)) {
        Frame *frame = ask(state, ASK_LOSS, side);
        frame->data[LOSS_CAUSE] = LOSS_RETREAT;
        return;
    }
    int least = least_done(state);
    if (retreat->settled < least) {
        retreat->settled = (uint8_t)(retreat->settled + !bear_contact(play, side));
        return;
    }
    if (least == retreat->hexes) {
        finish(play);
        return;
    }
    for (int i = 0; i < retreat->bound; i++)
        if (is_on_map(state, retreat->piece[i]) && retreat->done[i] == least && !steps_of(play->scenario, state, i)) {
            bury(play, retreat->piece[i], OCS_9_13_5);
            return;
        }
    ask(state, ASK_WITHDRAW, side);
}

/* ---- withdraw COUNTER… HEX [vehicles] [convoys N…] ------------------------------------------------------------- */

enum { TAKING = 2, FOLLOWING }; /* slots */

static Refusal may_withdraw(const State *view, const Order *order, int count)
{
    Hex hex = view->unit[order->value[0]].at.hex;
    bool bound = false;
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[i];
        int at = index_in(&view->retreat, piece);
        bound |= at < view->retreat.bound;
        if (at < 0 || !is_on_map(view, piece))
            return refuse(OCS_9_13_1, "ocs.not-retreat", piece);
        if (view->retreat.done[at] != least_done(view))
            return refuse(OCS_9_11_3, "ocs.waits-gone-fewer-hexes", piece);
        if (view->unit[piece].at.hex != hex)
            return refuse(OCS_9_13_3, "ocs.not-stand-others", piece);
    }
    return bound ? LEGAL : refuse(OCS_7_1G_3, "ocs.goes-back-only-along-must", order->value[0]);
}

/* Why a unit does not go there; `bound`: it must retreat. */
static Refusal bars_step(const Scenario *scenario, const State *view, int index, Edge edge, Hex to)
{
    const Retreat *retreat = &view->retreat;
    Piece piece = retreat->piece[index];
    Hex from = view->unit[piece].at.hex;
    bool last = retreat->done[index] + 1 == retreat->hexes;
    WayBack way = way_of(scenario, view, index);
    if (edge == EDGES)
        return refuse(OCS_9_13_2, "ocs.not-next", to, piece);
    if (!could_enter(scenario, view, piece, from, edge))
        return enemy_in(view, view->unit[piece].side, to) ? refuse(OCS_9_13_2, "ocs.enemy-stands", to)
                                                          : refuse(OCS_9_13_2, "ocs.cannot-enter", piece, to);
    if (leads_back(&way, to))
        return refuse(OCS_9_13_6, "ocs.not-go-back", piece, to);
    if (last && !has_room(scenario, view, piece, to))
        return refuse(OCS_9_13_5, "ocs.more-10-res-end", to);
    if (index >= retreat->bound || steps_of(scenario, view, index) >> edge & 1)
        return LEGAL;
    way.left[way.count++] = from;
    return can_complete(&way, to, retreat->hexes - retreat->done[index] - 1)
               ? refuse(OCS_9_13_6, "ocs.not-retreat-while-can-go", piece, to)
               : refuse(OCS_9_13_6, "ocs.could-not-complete-retreat-way", piece, to);
}

static Refusal check_to(const Scenario *scenario, const State *view, const Order *order, int count, Hex to)
{
    const Book *data = data_of(scenario);
    const Retreat *retreat = &view->retreat;
    Hex from = view->unit[order->value[0]].at.hex;
    Edge edge = to < scenario->map->hexes ? edge_between(&scenario->map->grid, from, to) : EDGES;
    int room = 0;
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[i];
        Refusal no = bars_step(scenario, view, index_in(retreat, piece), edge, to);
        if (refused(no))
            return no;
        room += kind_of(data, view, piece)->class == HEADQUARTERS ? 0 : re_of(data, view, piece);
    }
    bool last = least_done(view) + 1 == retreat->hexes;
    if (last && room && stacked_re(scenario, view, to) + room > STACK_LIMIT)
        return refuse(OCS_9_13_5, "ocs.more-10-res-end", to);
    return LEGAL;
}

/* 7.1g-3: convoys that tagged along may go back with the overrunners. */
static Refusal may_follow(const Scenario *scenario, const State *view, const Order *order, int number)
{
    Hex from = view->unit[order->value[0]].at.hex, to = order_value(order, 1, NO_HEX);
    const Convoy *convoy = convoy_in(view, from, number);
    if (!convoy || !(view->combat.convoys >> (number - 1) & 1))
        return refuse(OCS_7_1G_3, "ocs.no-convoy-tagged-along", number, from);
    Edge edge = to < scenario->map->hexes ? edge_between(&scenario->map->grid, from, to) : EDGES;
    if (edge == EDGES ||
        crossing(scenario, view, convoy->side, data_of(scenario)->vehicle[convoy->store].mp, from, edge) == PROHIBITED)
        return refuse(OCS_6_2C, "ocs.vehicles-cannot-enter", to, from);
    return LEGAL;
}

/* D51: vehicles of attackers stay, unless their owner takes them along. */
static Refusal may_take_vehicles(const Scenario *scenario, const State *view, const Order *order)
{
    int side = question(&view->head)->side;
    Hex from = view->unit[order->value[0]].at.hex, to = order_value(order, 1, NO_HEX);
    const Pile *pile = pile_in(view, side, from);
    if (order_value(order, TAKING, NO_HEX) == NO_HEX)
        return LEGAL;
    if (side != view->combat.side || view->combat.overrun)
        return refuse(OCS_9_16C_3, "ocs.only-attackers-regular-combat-say");
    Edge edge = to < scenario->map->hexes ? edge_between(&scenario->map->grid, from, to) : EDGES;
    bool trucks =
        pile && pile->trucks && edge < EDGES && crossing(scenario, view, side, TRUCK, from, edge) != PROHIBITED;
    bool wagons = pile && pile->wagons && edge < EDGES && crossing(scenario, view, side, LEG, from, edge) != PROHIBITED;
    return trucks || wagons ? LEGAL : refuse(OCS_9_16C_3, "ocs.no-vehicles-can-go", from, to);
}

Refusal withdraw_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, convoys, convoy = order_slot(order, FOLLOWING, &convoys);
    order_slot(order, 0, &count);
    Refusal no = may_withdraw(view, order, count);
    for (int i = 0; i < convoys && !refused(no); i++)
        no = may_follow(scenario, view, order, order->value[convoy + i]);
    if (!refused(no))
        no = check_to(scenario, view, order, count, order_value(order, 1, NO_HEX));
    return refused(no) ? no : may_take_vehicles(scenario, view, order);
}

static int list_hexes(const Scenario *scenario, const State *view, const Order *order, Choices *out)
{
    int count = 0;
    if (refused(may_withdraw(view, order, order->count)))
        return 0;
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex to = scenario->map->next[view->unit[order->value[0]].at.hex][edge];
        if (to == NO_HEX || refused(check_to(scenario, view, order, order->count, to)))
            continue;
        count++;
        if (out)
            choose(out, 1, to);
    }
    return count;
}

/* Whether those can go somewhere, perhaps with one that must and is named after them. */
static bool leads_on(const Scenario *scenario, const State *view, const Order *order)
{
    const Retreat *retreat = &view->retreat;
    if (list_hexes(scenario, view, order, NULL))
        return true;
    for (int i = 0; i < order->count; i++)
        if (index_in(retreat, order->value[i]) < retreat->bound)
            return false;
    for (int i = 0; i < retreat->bound; i++) {
        Order more = *order;
        if (retreat->piece[i] > order->value[order->count - 1] && order_add(&more, 0, retreat->piece[i]) &&
            list_hexes(scenario, view, &more, NULL))
            return true;
    }
    return false;
}

void withdraw_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int hexes, last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    order_slot(prefix, 1, &hexes);
    if (hexes) {
        int convoys, convoy = order_slot(prefix, FOLLOWING, &convoys);
        out->complete = !refused(withdraw_check(scenario, view, prefix));
        for (int number = convoys ? prefix->value[convoy + convoys - 1] + 1 : 1; number <= view->convoys; number++)
            if (convoys < TAGGING_CONVOYS && !refused(may_follow(scenario, view, prefix, number)))
                choose(out, FOLLOWING, number);
        Order order = *prefix;
        if (!convoys && order_value(prefix, TAKING, NO_HEX) == NO_HEX && out->complete &&
            order_add(&order, TAKING, 0) && !refused(withdraw_check(scenario, view, &order)))
            choose(out, TAKING, 0);
        return;
    }
    for (int piece = last + 1; prefix->count < FORCE && piece < scenario->pieces; piece++) {
        Order order = *prefix;
        if (order_add(&order, 0, (uint16_t)piece) && index_in(&view->retreat, (Piece)piece) >= 0 &&
            leads_on(scenario, view, &order))
            choose(out, 0, piece);
    }
    if (prefix->count)
        list_hexes(scenario, view, prefix, out);
}

void withdraw_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count;
    order_slot(order, 0, &count);
    Hex from = state->unit[order->value[0]].at.hex, to = order_value(order, 1, NO_HEX);
    int side = state->unit[order->value[0]].side;
    answered(state);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[i];
        int index = index_in(&state->retreat, piece);
        move_to(play, piece, to);
        state->retreat.path[index][state->retreat.done[index]++] = from;
        tell(play->events, EVENT_RETREATED, 0, sentence(OCS_9_13_1, "ocs.retreats", piece, from, to));
    }
    int convoys, convoy = order_slot(order, FOLLOWING, &convoys);
    for (int i = 0; i < convoys; i++)
        convoy_goes_along(play, order->value[convoy + i], to);
    if (!state->combat.overrun || side != state->combat.side) /* 7.1i-1: others at the launch have no part in it */
        vehicles_follow(play, side, from, to, order_value(order, TAKING, NO_HEX) != NO_HEX);
    (state->combat.overrun ? come_into : fall_into)(play, side, to); /* dumps fall in phases with movement (9.16b-1) */
}

Sentence withdraw_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    const Retreat *retreat = &view->retreat;
    return sentence(OCS_9_13_1, "ocs.retreat-hex", question(&view->head)->side, least_done(view) + 1, retreat->hexes);
}

/* ---- unmark HEX -------------------------------------------------------------------------------------------
 *
 * A retreat changes no unit's mode (9.13a-1), but there may be fewer markers than stacks it has made (5.7-1, D38): the
 * owner says which of those gives its marker up. */

static bool is_marked_in(const State *view, Hex hex)
{
    for (int i = 0; i < view->retreat.count; i++)
        if (is_on_map(view, view->retreat.piece[i]) && view->unit[view->retreat.piece[i]].at.hex == hex &&
            view->unit[view->retreat.piece[i]].marker == RESERVE)
            return true;
    return false;
}

Refusal unmark_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    return is_marked_in(view, order->value[0]) ? LEGAL
                                               : refuse(OCS_5_7_1, "ocs.nobody-retreated-reserve", order->value[0]);
}

void unmark_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_allowed(scenario, view, prefix, 1, scenario->map->hexes, unmark_check, out);
}

void unmark_apply(Play *play, const Order *order)
{
    State *state = play->state;
    for (Piece piece = state->top[order->value[0]]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (state->unit[piece].marker == RESERVE)
            lose_reserve(play, piece, OCS_5_7_1);
    answered(state);
}

Sentence unmark_prompt(const Scenario *scenario, const State *view)
{
    int side = question(&view->head)->side;
    return sentence(OCS_5_7_1, "ocs.reserve-marker-say-hex-goes", side, data_of(scenario)->reserves[side]);
}
