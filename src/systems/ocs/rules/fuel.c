/* fuel.c — OCS 2.0i, fuel-1 to fuel-10, rulings C26 and D12: what moves on track or truck MPs must be fuelled first.
 *
 *     fuel gPzR4/13 unit     fuel gPzR4/13 division     fuel gHQ-III hq
 *
 * A token fuels one counter for the phase (ocs2.fuel-6), whatever its supply (ocs2.level-3). Sides on leg MPs need
 * none (ocs2.fuel-7), nor do retreats and trains (ocs2.fuel-8). Four fuel all of its division that can draw on the
 * dumps that pay, or an HQ and all within its throw that are of no division; both until their owner's Clean Up. It is
 * paid before the first step. */
#include "systems/ocs/ocs.h"

bool needs_fuel(const Scenario *scenario, const State *state, Piece piece)
{
    const Book *data = data_of(scenario);
    return second_edition(data) && !data->without[PART_FUEL] && is_unit(kind_of(data, state, piece)) &&
           mp_kind(data, state, piece) != LEG && !(state->unit[piece].now & (FUELLED | TANKED));
}

/* On the other side, if it has one with leg MPs, it needs none: changing sides is a matter of modes (fuel-7). A unit on
 * truck points burns fuel, too (D17). */
static bool burns(const Book *data, const State *state, Piece piece)
{
    const Kind *kind = kind_of(data, state, piece);
    if (is_unit(kind) && state->unit[piece].trucks)
        return true;
    for (int face = 0; face < FACES; face++)
        if (kind->face[face].there && kind->face[face].ma && kind->face[face].mp != LEG)
            return true;
    return false;
}

/* The units fuelled together with that counter, if they are in reach. */
static bool is_fuelled_with(const Book *data, const State *state, Piece piece, Piece other)
{
    return state->unit[other].side == state->unit[piece].side && is_on_map(state, other) &&
           is_unit(kind_of(data, state, other)) && burns(data, state, other);
}

/* C26: an HQ pays for itself and all of no division within its throw. */
static bool is_fuelled_by(const Scenario *scenario, const State *state, Piece headquarters, Piece other, InReach *found)
{
    const Book *data = data_of(scenario);
    return is_fuelled_with(data, state, headquarters, other) &&
           (other == headquarters || (!is_divisional(kind_of(data, state, other)) &&
                                      throw_found(found, scenario, state, headquarters, state->unit[other].at.hex)));
}

static void fuel_one(Play *play, Piece piece, int how)
{
    State *state = play->state;
    state->unit[piece].now |= how == FUEL_UNIT ? FUELLED : TANKED;
    tell(play->events, EVENT_STATE, 1u << enemy_of(state->unit[piece].side),
         sentence(how == FUEL_UNIT ? OCS2_FUEL_4 : OCS2_FUEL_5, "ocs.fuelled", piece));
}

/* All of the division that can draw on a dump which paid. */
void fuel_paid(Play *play, const Bill *bill)
{
    State *state = play->state;
    for (Piece other = 0; other < play->scenario->pieces; other++) {
        uint64_t reach[OCS_WORDS] = {0};
        bool drawn = false;
        if (!is_fuelled_with(play->data, state, bill->piece, other) ||
            !same_division(play->data, state, bill->piece, other))
            continue;
        sources_of(play->scenario, state, bill->side, state->unit[other].at.hex, PAY_FUEL, reach);
        for (int i = 0; i < bill->passed; i++)
            drawn |= has_bit(reach, bill->pass[i] / ALL_STORES) || other == bill->piece;
        if (drawn)
            fuel_one(play, other, FUEL_DIVISION);
    }
}

/* An HQ that does nothing itself, or has fuel, still pays for others that act in this phase and have none. */
static Refusal may_fuel_around(const Scenario *scenario, const State *view, Piece headquarters, InReach *found)
{
    if (kind_of(data_of(scenario), view, headquarters)->class != HEADQUARTERS)
        return refuse(OCS2_FUEL_3, "ocs.no-hq", headquarters);
    EACH_BIT(piece, own_counters(scenario, view), COUNTER_WORDS) {
        Piece other = (Piece)piece;
        if (!(view->unit[other].now & TANKED) && is_on_map(view, other) && !refused(may_act(scenario, view, other)) &&
            is_fuelled_by(scenario, view, headquarters, other, found))
            return LEGAL;
    }
    return refuse(OCS2_FUEL_5, "ocs.nobody-around-lacks-fuel-now", headquarters);
}

/* All that is checked before looking at what is in reach. */
static Refusal may_fuel(const Scenario *scenario, const State *view, Piece piece, int how, InReach *found)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_known(data, view, piece))
        return refuse(OCS_6_3B_1, "ocs.not-yours-order-now", piece);
    const Kind *kind = kind_of(data, view, piece);
    if (!second_edition(data) || data->without[PART_FUEL] || !is_unit(kind) || !burns(data, view, piece))
        return refuse(OCS2_FUEL_1, "ocs.needs-no-fuel", piece);
    if (how == FUEL_HEADQUARTERS)
        return may_fuel_around(scenario, view, piece, found);
    if (unit->now & TANKED || (how == FUEL_UNIT && unit->now & FUELLED))
        return refuse(OCS2_FUEL_5, "ocs.fuelled-already", piece);
    Refusal idle = may_act(scenario, view, piece);
    if (refused(idle))
        return idle;
    if (how == FUEL_DIVISION && !is_divisional(kind))
        return refuse(OCS2_FUEL_2, "ocs.belongs-no-division", piece);
    return LEGAL;
}

static int tokens_for(const Scenario *scenario, const State *view, Piece piece, int how, InReach *found)
{
    const Unit *unit = &view->unit[piece];
    if (how == FUEL_HEADQUARTERS)
        return drawn_found(found, scenario, view, piece);
    return tokens_found(found, scenario, view, unit->side, unit->at.hex, PAY_FUEL);
}

static Refusal fuel_in(const Scenario *scenario, const State *view, Piece piece, int how, InReach *found)
{
    Refusal no = may_fuel(scenario, view, piece, how, found);
    if (refused(no))
        return no;
    int cost = data_of(scenario)->fuel_cost[how];
    if (how == FUEL_UNIT && cost == 1 && /* the most common question, and the cheapest to answer */
        any_found(found, scenario, view, view->unit[piece].side, view->unit[piece].at.hex, PAY_FUEL))
        return LEGAL;
    int there = tokens_for(scenario, view, piece, how, found);
    return there < cost ? refuse(OCS2_FUEL_1, "ocs.costs-t-t-reach", cost, there) : LEGAL;
}

Refusal fuel_check(const Scenario *scenario, const State *view, const Order *order)
{
    InReach found;
    nothing_found(&found);
    return fuel_in(scenario, view, order->value[0], order->value[1], &found);
}

/* Cheap tests that all units pass that can be fuelled that way, and hardly any others. */
static bool may_be_fuelled(const Scenario *scenario, const State *view, Piece piece, int how, InReach *found)
{
    const Book *data = data_of(scenario);
    const Kind *kind = kind_of(data, view, piece);
    int cost = data->fuel_cost[how];
    if (how == FUEL_HEADQUARTERS)
        return kind->class == HEADQUARTERS && drawn_found(found, scenario, view, piece) >= cost;
    return is_unit(kind) && (how == FUEL_DIVISION ? is_divisional(kind) : !(view->unit[piece].now & FUELLED)) &&
           !refused(may_act(scenario, view, piece)) &&
           any_found(found, scenario, view, view->unit[piece].side, view->unit[piece].at.hex, PAY_FUEL);
}

void fuel_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Book *data = data_of(scenario);
    InReach found;
    nothing_found(&found);
    if (!second_edition(data) || data->without[PART_FUEL])
        return;
    out->complete = prefix->count == 2;
    if (prefix->count == 2)
        return;
    EACH_BIT(piece, own_counters(scenario, view), COUNTER_WORDS) {
        if (!is_on_map(view, (Piece)piece) || view->unit[piece].now & TANKED ||
            (prefix->count && prefix->value[0] != piece) || !burns(data, view, (Piece)piece))
            continue;
        for (int how = 0; how < FUELS; how++) {
            if (!may_be_fuelled(scenario, view, (Piece)piece, how, &found) ||
                ((how != FUEL_UNIT || data->fuel_cost[how] != 1) &&
                 refused(fuel_in(scenario, view, (Piece)piece, how, &found))))
                continue;
            choose(out, prefix->count, prefix->count ? how : piece);
            if (!prefix->count)
                break;
        }
    }
}

void fuel_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    int how = order->value[1], cost = play->data->fuel_cost[how];
    if (how == FUEL_DIVISION) {
        charge_division(play, piece, cost);
        return;
    }
    if (how == FUEL_UNIT) {
        fuel_one(play, piece, how);
        charge(play, state->unit[piece].side, &state->unit[piece].at.hex, 1, cost, PAY_FUEL);
        return;
    }
    InReach found;
    nothing_found(&found);
    for (Piece other = 0; other < play->scenario->pieces; other++)
        if (!(state->unit[other].now & TANKED) && is_fuelled_by(play->scenario, state, piece, other, &found))
            fuel_one(play, other, how);
    charge_headquarters(play, piece, cost, PAY_FUEL);
}
