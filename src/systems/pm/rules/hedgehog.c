/* hedgehog.c — 14.40: German stacks in towns that turn their fronts to all sides, in December.
 *
 * A hedgehog belongs to its hex: every German-side unit there defends with it, does not fall back and does not attack,
 * and a unit that began the player turn in one does not attack elsewhere either (pm.r.99). It ends when no unit of
 * German nationality is left in it. */
#include "systems/pm/fight.h"

enum { HEDGEHOG_HEX, HEDGEHOG_DROP };

static bool german_nation_in(const Book *data, const State *state, Hex hex)
{
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (kind_of(data, state, piece)->nation == GERMAN)
            return true;
    return false;
}

void hedgehogs_end(const Scenario *scenario, State *state)
{
    EACH_BIT(hex, state->hedgehog, PM_WORDS)
        if (!german_nation_in(data_of(scenario), state, (Hex)hex))
            clear_bit(state->hedgehog, hex);
}

/* All that stand in one now have begun their player turn there. */
void hedgehogs_declared(Play *play)
{
    State *state = play->state;
    hedgehogs_end(play->scenario, state);
    EACH_BIT(hex, state->hedgehog, PM_WORDS)
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
            state->unit[piece].now |= HEDGED;
}

/* ---- hedgehog HEX [drop] -------------------------------------------------------------------------------------- */

Sentence hedgehog_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    (void)view;
    return sentence(PM_14_40_1, "pm.form-hedgehogs-give-up-end", GERMAN_SIDE);
}

Refusal hedgehog_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Hex hex = order_value(order, HEDGEHOG_HEX, NO_HEX);
    int drop;
    order_slot(order, HEDGEHOG_DROP, &drop);
    if (drop)
        return has_bit(view->hedgehog, hex) ? LEGAL : refuse(PM_14_40_1, "pm.no-hedgehog", hex);
    if (hex >= scenario->map->hexes || data->town[hex] == NO_TOWN)
        return refuse(PM_14_40_1, "pm.no-town-large-town-city", hex);
    if (!friend_in(view, GERMAN_SIDE, hex))
        return refuse(PM_14_40_1, "pm.no-german-side-unit", hex);
    if (has_bit(view->hedgehog, hex))
        return refuse(PM_14_40_1, "pm.hedgehog-already", hex);
    return german_nation_in(data, view, hex) ? LEGAL : refuse(PM_14_40_3, "pm.allies-form-no-hedgehog-without", hex);
}

void hedgehog_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (prefix->count) {
        out->complete = !refused(hedgehog_check(scenario, view, prefix));
        if (prefix->count == 1 && has_bit(view->hedgehog, prefix->value[0]))
            choose(out, HEDGEHOG_DROP, 0);
        return;
    }
    for (Hex hex = 0; hex < scenario->map->hexes; hex++) {
        Order order = *prefix;
        order_add(&order, HEDGEHOG_HEX, hex);
        if (has_bit(view->hedgehog, hex) || !refused(hedgehog_check(scenario, view, &order)))
            choose(out, HEDGEHOG_HEX, hex);
    }
}

void hedgehog_apply(Play *play, const Order *order)
{
    Hex hex = order->value[0];
    if (order->count > 1) {
        clear_bit(play->state->hedgehog, hex);
        tell(play->events, EVENT_GROUND, 0, sentence(PM_14_40_1, "pm.hedgehog-given-up", hex));
    } else {
        set_bit(play->state->hedgehog, hex);
        tell(play->events, EVENT_GROUND, 0, sentence(PM_14_40_1, "pm.hedgehog-forms", hex));
    }
}
