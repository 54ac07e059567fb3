/* markers.c — OCS 12.7, optional: a division's marker stands for counters of it in one hex.
 *
 *     gather gSSR1/LAH gSSR2/LAH     scatter gSSR1/LAH
 *
 * A division of several counters has one marker. Counters beneath it move and fight as ever; the enemy sees the marker
 * and not the counters (fog.c). Joining and leaving costs nothing. A counter that goes another way than most has left
 * it. */
#include "systems/ocs/air.h"

static Refusal may_gather(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data, view, piece);
    if (!data->division_markers)
        return refuse(OCS_3_3, "ocs.division-markers-option-not-played");
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_known(data, view, piece))
        return refuse(OCS_12_7, "ocs.not-yours-arrange", piece);
    if (!kind->formation || kind->size == DIVISION || !is_divisional(kind))
        return refuse(OCS_12_7, "ocs.no-division-marker", piece);
    if (unit->now & MASKED)
        return refuse(OCS_12_7, "ocs.lies-beneath-marker-already", piece);
    for (Piece other = 0; other < scenario->pieces; other++)
        if (is_on_map(view, other) && view->unit[other].now & MASKED && view->unit[other].at.hex != unit->at.hex &&
            same_division(data, view, piece, other))
            return refuse(OCS_12_7, "ocs.marker-division-lies", view->unit[other].at.hex);
    return LEGAL;
}

Refusal gather_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Unit *first = &view->unit[order->value[0]];
    for (int i = 0; i < order->count; i++) {
        Refusal no = may_gather(scenario, view, order->value[i]);
        if (refused(no))
            return no;
        if (view->unit[order->value[i]].at.hex != first->at.hex ||
            !same_division(data_of(scenario), view, order->value[0], order->value[i]))
            return refuse(OCS_12_7, "ocs.not-division-not-hex", order->value[i], order->value[0]);
    }
    return LEGAL;
}

void gather_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    if (!data_of(scenario)->division_markers)
        return;
    out->complete = prefix->count && !refused(gather_check(scenario, view, prefix));
    for (int piece = last + 1; prefix->count < STACK && piece < scenario->pieces; piece++) {
        Order order = *prefix;
        if (is_on_map(view, (Piece)piece) && order_add(&order, 0, (uint16_t)piece) &&
            !refused(gather_check(scenario, view, &order)))
            choose(out, 0, piece);
    }
}

void gather_apply(Play *play, const Order *order)
{
    State *state = play->state;
    for (int i = 0; i < order->count; i++) {
        state->unit[order->value[i]].now |= MASKED;
        tell(play->events, EVENT_NOTE, 1u << enemy_of(state->unit[order->value[i]].side),
             sentence(OCS_12_7, "ocs.lies-beneath-divisions-marker", order->value[i]));
    }
}

Refusal scatter_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Unit *unit = &view->unit[order->value[0]];
    return unit->side == question(&view->head)->side && is_on_map(view, order->value[0]) &&
                   is_known(data_of(scenario), view, order->value[0]) && unit->now & MASKED
               ? LEGAL
               : refuse(OCS_12_7, "ocs.lies-beneath-no-marker", order->value[0]);
}

void scatter_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int pieces = data_of(scenario)->division_markers ? scenario->pieces : 0;
    list_allowed(scenario, view, prefix, 1, pieces, scatter_check, out);
}

void scatter_apply(Play *play, const Order *order)
{
    State *state = play->state;
    state->unit[order->value[0]].now &= ~(uint32_t)MASKED;
    tell(play->events, EVENT_NOTE, 1u << enemy_of(state->unit[order->value[0]].side),
         sentence(OCS_12_7, "ocs.leaves-divisions-marker", order->value[0]));
}

/* Where the counters beneath a marker have parted, it goes with the most of them. */
static void keep_together(const Scenario *scenario, State *state, Piece piece)
{
    const Book *data = data_of(scenario);
    Hex best = NO_HEX;
    int most = 0;
    for (Piece one = 0; one < scenario->pieces; one++) {
        int count = 0;
        for (Piece other = 0; other < scenario->pieces; other++)
            count += is_on_map(state, other) && state->unit[other].now & MASKED &&
                     state->unit[other].at.hex == state->unit[one].at.hex && same_division(data, state, piece, other);
        if (is_on_map(state, one) && state->unit[one].now & MASKED && same_division(data, state, piece, one) &&
            count > most) {
            most = count;
            best = state->unit[one].at.hex;
        }
    }
    for (Piece other = 0; other < scenario->pieces; other++)
        if (state->unit[other].now & MASKED && same_division(data, state, piece, other) &&
            state->unit[other].at.hex != best)
            state->unit[other].now &= ~(uint32_t)MASKED;
}

void tidy_markers(const Scenario *scenario, State *state)
{
    if (!data_of(scenario)->division_markers)
        return;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (!(state->unit[piece].now & MASKED))
            continue;
        for (Piece other = 0; other < scenario->pieces; other++)
            if (state->unit[other].now & MASKED && state->unit[other].at.hex != state->unit[piece].at.hex &&
                same_division(data_of(scenario), state, piece, other)) {
                keep_together(scenario, state, piece);
                break;
            }
    }
}
