/* barrage.c — WB-95 6.5: barrage before the movement of a turn.
 *
 * Barrage, where the scenario has it (6.5.1) and as far as its owner likes (6.5.8), is a ranged attack in its own
 * phase, flights included (R97), with the guns' SP doubled, at least two guns to a hex and a round of the scenario's
 * ammunition for each. Guns that fired it support no unit in the next two Combat Phases; the rule does not keep them
 * from ranged attacks of their own. */
#include "systems/wb95/artillery.h"

Refusal barrage_gun(const Scenario *scenario, const State *view, Piece gun, int side)
{
    Refusal refusal = gun_ready(scenario, view, gun, side);
    if (refused(refusal))
        return refusal;
    if (view->unit[gun].now & BARRAGED)
        return refuse(WB95_6_5_7, "wb95.fired-round-barrage", gun);
    return feature_may_act(scenario, view, gun);
}

Refusal barrage_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex)
{
    int side = question(&view->head)->side;
    if (shelled_at(data_of(scenario), view, side, hex, true) == NO_PIECE)
        return refuse(WB95_6_5_3, "wb95.no-enemy", hex);
    for (int i = 0; i < count; i++) {
        Refusal refusal = in_reach(scenario, view, guns[i], hex);
        if (refused(refusal))
            return refusal;
    }
    return LEGAL;
}

Refusal barrage_rounds(const State *view, int guns)
{
    int left = view->barrage_left[question(&view->head)->side];
    return guns <= left ? LEGAL : refuse(WB95_6_5_7, "wb95.guns-want-fire-ammunition-left", guns, left);
}

Refusal barrage_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = question(&view->head)->side;
    int count, first = order_slot(order, BARRAGE_GUNS, &count);
    if (count < 2)
        return refuse(WB95_6_5_4, "wb95.barrage-needs-two-guns-least");
    Refusal refusal = barrage_rounds(view, count);
    for (int i = 0; i < count && !refused(refusal); i++)
        refusal = barrage_gun(scenario, view, order->value[first + i], side);
    Hex hex = order_value(order, BARRAGE_AT, NO_HEX);
    Support support = {side, 1, &hex, true};
    if (!refused(refusal))
        refusal = barrage_at(scenario, view, order->value + first, count, hex);
    if (!refused(refusal))
        refusal = flights_refusal(view, order, BARRAGE_AIR, &support, WB95_6_5_3);
    return refused(refusal) ? refusal : full_refusal(view, order, BARRAGE_FULL, 1u << BARRAGE_GUNS);
}

bool barrage_ready(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    return unit->place == ON_MAP && unit->side == question(&view->head)->side &&
           kind_of(data_of(scenario), view, piece)->is & ARTILLERY &&
           !refused(barrage_gun(scenario, view, piece, unit->side));
}

/* Whether the hex is in reach of the guns and, if there is only one, of another one. */
static bool can_barrage_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex,
                           void *context)
{
    (void)context;
    if (refused(barrage_at(scenario, view, guns, count, hex)))
        return false;
    if (count > 1)
        return true;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (piece != guns[0] && barrage_ready(scenario, view, piece) && !refused(in_reach(scenario, view, piece, hex)))
            return true;
    return false;
}

bool list_barrage_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex, void *context)
{
    if (!refused(barrage_at(scenario, view, guns, count, hex)))
        choose(context, BARRAGE_AT, hex);
    return false;
}

/* The guns that may be named after these, the second in any order, as none fires alone (6.5.4); with no list, whether
 * there is any. */
static bool list_barrage_guns(const Scenario *scenario, const State *view, Piece *guns, int count, Choices *out)
{
    int left = view->barrage_left[question(&view->head)->side];
    if (left < 2 || count >= left || count >= GUNS)
        return false;
    for (Piece piece = count > 1 ? (Piece)(guns[count - 1] + 1) : 0; piece < scenario->pieces; piece++) {
        guns[count] = piece;
        if ((count && piece == guns[0]) || !barrage_ready(scenario, view, piece) ||
            !each_target(scenario, view, guns, count + 1, can_barrage_at, NULL))
            continue;
        if (!out)
            return true;
        choose(out, BARRAGE_GUNS, piece);
    }
    return false;
}

bool barrage_open(const Scenario *scenario, const State *view)
{
    Piece guns[GUNS + 1];
    return list_barrage_guns(scenario, view, guns, 0, NULL);
}

void barrage_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Piece guns[GUNS + 1];
    int count, first = order_slot(prefix, BARRAGE_GUNS, &count);
    int slot = prefix->count ? prefix->slot[prefix->count - 1] : BARRAGE_GUNS;
    if (slot >= BARRAGE_AT) {
        Hex hex = order_value(prefix, BARRAGE_AT, NO_HEX);
        Support support = {question(&view->head)->side, 1, &hex, true};
        out->complete = !refused(barrage_check(scenario, view, prefix));
        if (out->complete && slot <= BARRAGE_AIR)
            list_flights(view, prefix, BARRAGE_AIR, &support, out);
        if (out->complete)
            list_full(view, prefix, BARRAGE_FULL, 1u << BARRAGE_GUNS, out);
        return;
    }
    for (int i = 0; i < count && i < GUNS; i++)
        guns[i] = prefix->value[first + i];
    list_barrage_guns(scenario, view, guns, count, out);
    if (count > 1)
        each_target(scenario, view, guns, count, list_barrage_at, out);
}

void barrage_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, BARRAGE_GUNS, &count);
    Hex hex = order_value(order, BARRAGE_AT, NO_HEX);
    for (int i = 0; i < count; i++) {
        state->unit[order->value[first + i]].now |= BARRAGED;
        disturb(state, order->value[first + i]);
    }
    int side = asked(state)->side;
    state->barrage_left[side] = (uint8_t)(state->barrage_left[side] - count);
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        disturb(state, piece);
    tell(play->events, EVENT_NOTE, 0,
         sentence(WB95_6_5_7,
                  state->barrage_left[side] ? "wb95.guns-fire-barrage-ammunition-left"
                                            : "wb95.guns-fire-barrage-last-ammunition",
                  count, hex, state->barrage_left[side]));
    pay_for_full(play, order);
    roll_fire(play, order, hex);
}

Sentence barrage_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    int side = question(&view->head)->side;
    if (view->barrage_left[side] < 2)
        return sentence(WB95_6_5_4, "wb95.no-ammunition-left-another-barrage", side);
    return sentence(WB95_6_5_7, "wb95.fire-barrage-ammunition-guns-left", side, view->barrage_left[side]);
}
