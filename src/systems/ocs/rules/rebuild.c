/* rebuild.c — OCS 12.5 and 21: replacements become steps, divisions give up regiments and take them in again.
 *
 *     rebuild gPzR4/13 24.08     detach gGD1     absorb gGD1 gBD1
 *
 * Repls are of two kinds, Pax and Eq (3.2). Those of the price are in the hex, an HQ in it or next to it, and no enemy
 * next to it (12.5a-1). Truck points of the price are there; supply may be drawn (12.5a-5). A Break-Down Regiment
 * (3.1f, 21.0d) is made in its division's hex, for nothing (21.0c). */
#include <string.h>

#include "systems/ocs/ocs.h"

bool is_type(const Kind *kind, const char *type) { return !strncmp(kind->type, type, strlen(type)); }

static bool is_mine(const State *view, Piece piece) { return view->unit[piece].side == question(&view->head)->side; }

/* ---- rebuild COUNTER HEX --------------------------------------------------------------------------------------- */

static int repls_in(const Scenario *scenario, const State *view, int side, Hex hex, const char *type)
{
    int count = 0;
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below) {
        const Kind *kind = kind_of(data_of(scenario), view, piece);
        count += view->unit[piece].side == side && kind->class == REPLACEMENTS && is_type(kind, type);
    }
    return count;
}

static bool has_headquarters_near(const Scenario *scenario, const State *view, int side, Hex hex)
{
    EACH_BIT(piece, data_of(scenario)->headquarters[side], COUNTER_WORDS)
        if (is_on_map(view, (Piece)piece) && map_distance(scenario->map, view->unit[piece].at.hex, hex) <= 1)
            return true;
    return false;
}

static Refusal may_rebuild(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data, view, piece);
    if (!is_mine(view, piece) || !is_unit(kind))
        return refuse(OCS_12_5A_4, "ocs.none-yours-rebuild", piece);
    if (kind->price.never)
        return refuse(OCS_12_5A_4, "ocs.never-rebuilt", piece);
    if (data->no_early_building && (unit->standing == DUE || unit->standing == WAITING)) /* E14 */
        return refuse(OCS_12_5A_4, "ocs.due-later-cannot-built-before", piece);
    if (unit->now & REBUILT)
        return refuse(OCS_12_5A_3, "ocs.step-segment", piece);
    if (is_on_map(view, piece)
            ? unit->steps == kind->steps
            : unit->standing != DEAD && unit->standing != IN_POOL && unit->standing != DUE && unit->standing != WAITING)
        return refuse(OCS_12_5A_2, "ocs.lacks-nothing", piece);
    return LEGAL;
}

Refusal rebuild_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Piece piece = order->value[0];
    Hex hex = order->value[1];
    int side = question(&view->head)->side;
    Refusal no = may_rebuild(scenario, view, piece);
    if (refused(no))
        return no;
    const Price *price = &kind_of(data, view, piece)->price;
    if (hex >= scenario->map->hexes || (is_on_map(view, piece) && view->unit[piece].at.hex != hex))
        return refuse(OCS_12_5A_1, "ocs.not-stand", piece, hex);
    if (repls_in(scenario, view, side, hex, "Pax") < price->pax ||
        repls_in(scenario, view, side, hex, "Eq") < price->eq)
        return refuse(OCS_12_5A_1, "ocs.takes-pax-eq", piece, price->pax, price->eq, hex);
    if (!has_headquarters_near(scenario, view, side, hex))
        return refuse(OCS_12_5A_1, "ocs.no-hq-yours-next", hex);
    if (is_contact(scenario, view, side, hex))
        return refuse(OCS_12_5A_1, "ocs.next-enemy", hex);
    const Pile *pile = pile_in(view, side, hex);
    int empty = pile ? pile->trucks - (pile->truck_load + TOKENS - 1) / TOKENS : 0;
    if (price->trucks > empty)
        return refuse(OCS_12_5A_5, "ocs.takes-empty-truck-points", piece, price->trucks, hex);
    if (price->points * TOKENS > tokens_in_reach(scenario, view, side, &hex, 1, PAY_REBUILDING))
        return refuse(OCS_12_5A_5, "ocs.takes-sp-reach", piece, price->points, hex);
    int more = is_on_map(view, piece) || kind_of(data, view, piece)->size == DIVISION ? QUARTERS
               : kind_of(data, view, piece)->class == HEADQUARTERS                    ? 0
                                                                                      : kind_of(data, view, piece)->re;
    if (more && stacked_re(scenario, view, hex) - price->pax - price->eq + more > STACK_LIMIT)
        return refuse(OCS_4_2_1, "ocs.more-10-res-stand", hex);
    return LEGAL;
}

/* Every hex with a Repl of the side where something may be rebuilt. */
static void replacement_hexes(const Scenario *scenario, const State *view, int side, uint64_t out[OCS_WORDS])
{
    EACH_BIT(piece, data_of(scenario)->owned[side], COUNTER_WORDS)
        if (is_on_map(view, (Piece)piece) && kind_of(data_of(scenario), view, (Piece)piece)->class == REPLACEMENTS)
            set_bit(out, view->unit[piece].at.hex);
    EACH_BIT(hex, out, OCS_WORDS)
        if (hex >= scenario->map->hexes || !has_headquarters_near(scenario, view, side, (Hex)hex) ||
            is_contact(scenario, view, side, (Hex)hex))
            clear_bit(out, hex);
}

void rebuild_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    uint64_t hexes[OCS_WORDS] = {0};
    replacement_hexes(scenario, view, question(&view->head)->side, hexes);
    out->complete = prefix->count == 2;
    if (prefix->count == 2 || next_bit(hexes, OCS_WORDS, 0) < 0)
        return;
    EACH_BIT(piece, own_counters(scenario, view), COUNTER_WORDS) {
        if ((prefix->count && prefix->value[0] != piece) || refused(may_rebuild(scenario, view, (Piece)piece)))
            continue;
        EACH_BIT(hex, hexes, OCS_WORDS) {
            if (is_on_map(view, (Piece)piece) && view->unit[piece].at.hex != hex)
                continue;
            Order order = order_of(prefix->verb);
            order_add(&order, 0, (uint16_t)piece);
            order_add(&order, 1, (uint16_t)hex);
            if (refused(rebuild_check(scenario, view, &order)))
                continue;
            choose(out, prefix->count, prefix->count ? hex : piece);
            if (!prefix->count)
                break;
        }
    }
}

static void spend_repls(Play *play, int side, Hex hex, const char *type, int count)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces && count; piece++) {
        const Kind *kind = kind_of(play->data, state, piece);
        if (state->unit[piece].side != side || !is_on_map(state, piece) || state->unit[piece].at.hex != hex ||
            kind->class != REPLACEMENTS || !is_type(kind, type))
            continue;
        lift(play->scenario, state, piece); /* back to the pool, for the next result */
        state->unit[piece].marker = NO_MARKER;
        state->unit[piece].now = 0;
        count--;
    }
}

/* 13.0a-b, D37: a unit that grows beyond the truck points it has is motorized no longer; they are set down. */
static void grow(Play *play, Piece piece)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    int level = motor_of(play->data, state, piece), points = unit->trucks;
    unit->steps++;
    if (!points || !lacks_points(play->data, state, piece, level))
        return;
    Pile *pile = pile_at(state, unit->side, unit->at.hex);
    pile->trucks = (uint8_t)(pile->trucks + points);
    unit->trucks = 0;
    tell(play->events, EVENT_STATE, 1u << enemy_of(unit->side),
         sentence(OCS_13_0A, "ocs.grown-beyond-truck-point-sets", piece, points));
}

void rebuild_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Hex hex = order->value[1];
    Unit *unit = &state->unit[piece];
    int side = unit->side;
    const Kind *kind = kind_of(play->data, state, piece);
    const Price *price = &kind->price;
    if (is_on_map(state, piece)) {
        grow(play, piece);
        if (unit->marker == DISORGANIZED) /* D67 */
            unit->marker = NO_MARKER;
    } else {
        unit->steps = 1;
        unit->face = kind->face[COMBAT_SIDE].there ? COMBAT_SIDE : MOVE_SIDE;
        unit->level = FULL_SUPPLY;
        unit->start = hex;
        place(play->scenario, state, piece, hex);
    }
    unit->now |= REBUILT | ARRIVED;
    spend_repls(play, side, hex, "Pax", price->pax);
    spend_repls(play, side, hex, "Eq", price->eq);
    if (price->trucks)
        pile_at(state, side, hex)->trucks = (uint8_t)(pile_at(state, side, hex)->trucks - price->trucks);
    tidy_piles(state);
    tell(play->events, EVENT_PLACED, 0, sentence(OCS_12_5A_2, "ocs.rebuilt-step", piece, hex, unit->steps));
    charge(play, side, &hex, 1, price->points * TOKENS, PAY_REBUILDING);
}

/* ---- detach COUNTER, absorb COUNTER REGIMENT -------------------------------------------------------------------- */

static Piece free_regiment(const Scenario *scenario, const State *view, int side)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (view->unit[piece].side == side && data_of(scenario)->kind[piece].is & BREAKDOWN &&
            (view->unit[piece].standing == IN_POOL || view->unit[piece].standing == DEAD))
            return piece;
    return NO_PIECE;
}

Refusal detach_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Piece piece = order->value[0];
    const Kind *kind = kind_of(data, view, piece);
    if (!is_mine(view, piece) || !is_on_map(view, piece) || kind->size != DIVISION || !is_unit(kind))
        return refuse(OCS_21_0A_1, "ocs.none-your-divisions", piece);
    if (kind->is & NO_BREAKDOWN || kind->face[COMBAT_SIDE].rating < 1)
        return refuse(OCS_21_0E, "ocs.makes-no-regiments", piece);
    if (view->unit[piece].steps < 2)
        return refuse(OCS_21_0A_1, "ocs.keeps-last-step", piece);
    if (view->unit[piece].trucks)
        return refuse(OCS_21_0A_1, "ocs.rides-truck-points-2", piece);
    if (free_regiment(scenario, view, view->unit[piece].side) == NO_PIECE)
        return refuse(OCS_21_0A_2, "ocs.all-regiments-use", view->unit[piece].side);
    return LEGAL;
}

static bool is_division(const Scenario *scenario, const State *view, Piece piece)
{
    return kind_of(data_of(scenario), view, piece)->size == DIVISION && view->unit[piece].steps > 1;
}

void detach_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_counters(scenario, view, prefix, is_division, detach_check, out);
}

void detach_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Unit *unit = &state->unit[piece];
    Piece regiment = free_regiment(play->scenario, state, unit->side);
    Unit *made = &state->unit[regiment];
    unit->steps--;
    made->steps = 1;
    made->face = COMBAT_SIDE;
    made->level = unit->level;
    made->start = unit->at.hex;
    made->now = 0;
    state->parent[regiment] = piece;
    place(play->scenario, state, regiment, unit->at.hex);
    tell(play->events, EVENT_PLACED, 1u << enemy_of(unit->side),
         sentence(OCS_21_0A_1, "ocs.leaves", regiment, piece, unit->at.hex));
}

Refusal absorb_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Piece piece = order->value[0], regiment = order->value[1];
    const Kind *kind = kind_of(data, view, piece);
    if (!is_mine(view, piece) || !is_on_map(view, piece) || kind->size != DIVISION || !is_unit(kind))
        return refuse(OCS_21_0B, "ocs.none-your-divisions", piece);
    if (!is_mine(view, regiment) || !is_on_map(view, regiment) || !(kind_of(data, view, regiment)->is & BREAKDOWN) ||
        view->unit[regiment].at.hex != view->unit[piece].at.hex)
        return refuse(OCS_21_0B, "ocs.no-regiment-hex", regiment, piece);
    return view->unit[piece].steps < kind->steps ? LEGAL : refuse(OCS_21_0B, "ocs.lacks-no-step", piece);
}

void absorb_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    if (prefix->count == 2)
        return;
    EACH_BIT(counter, own_counters(scenario, view), COUNTER_WORDS) {
        Piece piece = (Piece)counter;
        if ((prefix->count && prefix->value[0] != piece) || !is_on_map(view, piece) ||
            kind_of(data_of(scenario), view, piece)->size != DIVISION)
            continue;
        for (Piece regiment = view->top[view->unit[piece].at.hex]; regiment != NO_PIECE;
             regiment = view->unit[regiment].at.below) {
            Order order = order_of(prefix->verb);
            order_add(&order, 0, piece);
            order_add(&order, 1, regiment);
            if (refused(absorb_check(scenario, view, &order)))
                continue;
            choose(out, prefix->count, prefix->count ? regiment : piece);
            if (!prefix->count)
                break;
        }
    }
}

void absorb_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0], regiment = order->value[1];
    lift(play->scenario, state, regiment);
    state->parent[regiment] = NO_PIECE;
    state->unit[regiment].marker = NO_MARKER;
    state->unit[regiment].now = 0;
    grow(play, piece);
    tell(play->events, EVENT_STATE, 1u << enemy_of(state->unit[piece].side),
         sentence(OCS_21_0B, "ocs.takes-steps", piece, regiment, state->unit[piece].steps));
}

/* ---- revive REGIMENT: 21.0f, where it is played ----------------------------------------------------------------- */

static bool is_child(const State *state, Piece regiment, Piece division)
{
    return is_on_map(state, regiment) && state->parent[regiment] == division;
}

/* A counter has just been destroyed. */
void revival_due(Play *play, Piece piece)
{
    State *state = play->state;
    state->parent[piece] = NO_PIECE;
    if (!play->data->revival || kind_of(play->data, state, piece)->size != DIVISION)
        return;
    for (Piece regiment = 0; regiment < play->scenario->pieces; regiment++)
        if (is_child(state, regiment, piece)) {
            state->unit[piece].now |= REVIVES;
            state->revivals++;
            return;
        }
}

enum { REVIVE_DIVISION }; /* Frame.data of ASK_REVIVE */

/* Asks for the next of those that are due. The order that killed it has run its course. */
void ask_revival(Play *play)
{
    State *state = play->state;
    for (Piece piece = 0; state->revivals && piece < play->scenario->pieces; piece++) {
        if (!(state->unit[piece].now & REVIVES))
            continue;
        state->unit[piece].now &= ~(uint32_t)REVIVES;
        state->revivals--;
        ask(state, ASK_REVIVE, state->unit[piece].side)->data[REVIVE_DIVISION] = piece;
        return;
    }
}

Refusal revive_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece division = question(&view->head)->data[REVIVE_DIVISION];
    (void)scenario;
    return is_child(view, order->value[0], division) ? LEGAL
                                                     : refuse(OCS_21_0F, "ocs.no-regiment", order->value[0], division);
}

void revive_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 1;
    for (Piece regiment = 0; !prefix->count && regiment < scenario->pieces; regiment++)
        if (is_child(view, regiment, question(&view->head)->data[REVIVE_DIVISION]))
            choose(out, 0, regiment);
}

/* The division takes the regiment's place and state. */
void revive_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece regiment = order->value[0], division = asked(state)->data[REVIVE_DIVISION];
    Unit *unit = &state->unit[division], was = state->unit[regiment];
    answered(state);
    lift(play->scenario, state, regiment);
    state->parent[regiment] = NO_PIECE;
    state->unit[regiment].marker = NO_MARKER;
    state->unit[regiment].now = 0;
    unit->steps = 1;
    unit->face = was.face;
    unit->marker = was.marker;
    unit->level = was.level;
    unit->start = was.start;
    unit->spent = was.spent;
    unit->now = was.now;
    place(play->scenario, state, division, was.at.hex);
    tell(play->events, EVENT_PLACED, 0, sentence(OCS_21_0F, "ocs.raised-again", division, regiment, was.at.hex));
}

Sentence revive_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    const Frame *frame = question(&view->head);
    return sentence(OCS_21_0F, "ocs.regiment-raised-again", frame->side, frame->data[REVIVE_DIVISION]);
}

Sentence reorganize_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_2_3_I_4_1, "ocs.rebuild-units-dig-move-truck", question(&view->head)->side);
}
