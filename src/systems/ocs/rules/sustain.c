/* sustain.c — OCS 11.4, 11.5: what level (3.7a) each group gets in the Supply Usage Segment.
 *
 *     feed gHQ-XXXXIX full     issue 10.14     sustain gGD1
 *
 * groups.c knows which units draw together. Edition 1 feeds a group at once: so many divisional equivalents and one
 * more (11.2), four tokens each for Full and two for Low; an HQ's group has one level, and so has the HQ (11.4c-3,
 * 12.1d), the drawers of a dump one each (D36). Edition 2 first finds the units that can trace (trace.c), and feeds the
 * rest division by division, the HQ with those of none (ocs2.special-2, C27). A unit that can be fed must be, to Low at
 * least (11.4c-1, 11.5d); one that is not rolls for attrition (attrition.c). */
#include <string.h>

#include "systems/ocs/air.h"

/* ---- feed HQ LEVEL, issue HEX [LEVEL] (edition 1) --------------------------------------------------------------- */

static bool has_hungry(const Scenario *scenario, const State *view, int side, int group)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_hungry(scenario, view, side, group, piece))
            return true;
    return false;
}

static Refusal may_pay(const Scenario *scenario, const State *view, int group, int level)
{
    int side = question(&view->head)->side;
    if (!has_hungry(scenario, view, side, group))
        return refuse(OCS_11_4, "ocs.nobody-waits-supply");
    int settled = settled_level(scenario, view, side, group);
    if (settled >= 0 && settled != level)
        return refuse(OCS_11_4C_3, "ocs.group-fed-already", WORD_LEVEL + settled);
    int cost = group_cost(scenario, view, side, group, level), there = group_tokens(scenario, view, side, group);
    return there < cost ? refuse(OCS_11_4B, "ocs.costs-t-t-reach", cost, there) : LEGAL;
}

static void set_level(Play *play, int side, int group, int level)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        if (!is_hungry(play->scenario, state, side, group, piece))
            continue;
        bool share = is_dump_group(group) && !is_divisional(kind_of(play->data, state, piece));
        int taken = level != NO_SUPPLY ? level : wish_of(play->scenario, state, piece);
        if (level == NO_SUPPLY && share) { /* D36: a unit of no division has the best level taken there */
            taken = LOW_SUPPLY;
            for (Piece other = 0; other < play->scenario->pieces; other++)
                if (eats(play->scenario, state, side, other) && state->source[other] == group)
                    taken = FULL_SUPPLY;
        }
        state->unit[piece].level = (uint8_t)taken;
    }
    int at_level[NO_SUPPLY + 1] = {0}, hex = group & ~(SOURCE_DUMP | SOURCE_LOW);
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_hungry(play->scenario, state, side, group, piece)) {
            state->unit[piece].now |= FED;
            at_level[state->unit[piece].level]++;
        }
    for (int i = FULL_SUPPLY; i <= NO_SUPPLY; i++)
        if (at_level[i])
            tell(play->events, EVENT_STATE, 1u << enemy_of(side),
                 is_dump_group(group) ? sentence(OCS_11_4D, "ocs.unit-dump", WORD_LEVEL + i, at_level[i], hex)
                                      : sentence(OCS_11_4D, "ocs.unit-2", WORD_LEVEL + i, at_level[i], group));
}

Refusal feed_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece headquarters = order->value[0];
    int side = question(&view->head)->side;
    if (second_edition(data_of(scenario)))
        return refuse(OCS2_SUPPLY_2, "ocs.edition-2-feeds-divisions");
    if (!eats(scenario, view, side, headquarters) ||
        kind_of(data_of(scenario), view, headquarters)->class != HEADQUARTERS)
        return refuse(OCS_11_4D, "ocs.none-your-hqs", headquarters);
    return may_pay(scenario, view, headquarters, order->value[1]);
}

void feed_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    for (Piece piece = 0; prefix->count < 2 && piece < scenario->pieces; piece++) {
        if ((prefix->count && prefix->value[0] != piece) || !is_asked_for(view, piece) ||
            kind_of(data_of(scenario), view, piece)->class != HEADQUARTERS)
            continue;
        for (int level = FULL_SUPPLY; level <= LOW_SUPPLY; level++) {
            Order order = order_of(prefix->verb);
            order_add(&order, 0, piece);
            order_add(&order, 1, (uint16_t)level);
            if (refused(feed_check(scenario, view, &order)))
                continue;
            choose(out, prefix->count, prefix->count ? level : piece);
            if (!prefix->count)
                break;
        }
    }
}

void feed_apply(Play *play, const Order *order)
{
    Piece headquarters = order->value[0];
    int side = play->state->unit[headquarters].side, level = order->value[1];
    int cost = group_cost(play->scenario, play->state, side, headquarters, level);
    set_level(play, side, headquarters, level);
    charge_headquarters(play, headquarters, cost, PAY_SUSTAINMENT);
}

Refusal issue_check(const Scenario *scenario, const State *view, const Order *order)
{
    if (second_edition(data_of(scenario)))
        return refuse(OCS2_SUPPLY_2, "ocs.edition-2-feeds-divisions");
    return may_pay(scenario, view, SOURCE_DUMP | order->value[0], order_value(order, 1, NO_SUPPLY));
}

/* Full, low, or (NO_SUPPLY) each as it takes. */
static bool can_issue(const Scenario *scenario, const State *view, Hex hex, int level)
{
    Order order = order_of(DO_ISSUE);
    order_add(&order, 0, hex);
    if (level != NO_SUPPLY)
        order_add(&order, 1, (uint16_t)level);
    return !refused(issue_check(scenario, view, &order));
}

void issue_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2 || (prefix->count && can_issue(scenario, view, prefix->value[0], NO_SUPPLY));
    for (int level = FULL_SUPPLY; prefix->count == 1 && level <= LOW_SUPPLY; level++)
        if (can_issue(scenario, view, prefix->value[0], level))
            choose(out, 1, level);
    int side = question(&view->head)->side;
    uint64_t awaited[OCS_WORDS] = {0}; /* dumps that a unit waits for */
    for (Piece piece = 0; !prefix->count && piece < scenario->pieces; piece++) {
        int group = group_of(view, piece);
        if (group != NO_SOURCE && is_dump_group(group) && is_hungry(scenario, view, side, group, piece))
            set_bit(awaited, dump_of(group));
    }
    for (int i = 0; !prefix->count && i < view->piles; i++)
        if (view->pile[i].side == side && has_bit(awaited, view->pile[i].hex) &&
            (can_issue(scenario, view, view->pile[i].hex, NO_SUPPLY) ||
             can_issue(scenario, view, view->pile[i].hex, LOW_SUPPLY)))
            choose(out, 0, view->pile[i].hex);
}

void issue_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side, group = SOURCE_DUMP | order->value[0];
    int level = order_value(order, 1, NO_SUPPLY), cost = group_cost(play->scenario, play->state, side, group, level);
    set_level(play, side, group, level);
    charge_dump(play, side, order->value[0], cost, PAY_SUSTAINMENT);
}

/* ---- sustain COUNTER (edition 2) -------------------------------------------------------------------------------- */

Refusal sustain_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    const Book *data = data_of(scenario);
    int side = question(&view->head)->side;
    if (!second_edition(data))
        return refuse(OCS_11_4C_3, "ocs.edition-1-feeds-groups-whole");
    if (!eats(scenario, view, side, piece))
        return refuse(OCS_11_4, "ocs.none-yours-draws-supply", piece);
    if (view->unit[piece].now & FED)
        return refuse(OCS2_SUPPLY_1, "ocs.supplied-already", piece);
    int group = group_of(view, piece), there = group == NO_SOURCE ? 0 : group_tokens(scenario, view, side, group);
    int cost = ration_of(scenario, view, piece);
    if (there < cost)
        return refuse(OCS2_SUPPLY_3, "ocs.needs-t-t-reach", piece, cost, there);
    return LEGAL;
}

void sustain_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_counters(scenario, view, prefix, NULL, sustain_check, out);
}

void sustain_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0], sharing[OCS_PIECES];
    int group = group_of(state, piece), count = 0, cost = ration_of(play->scenario, state, piece);
    for (Piece other = 0; other < play->scenario->pieces; other++)
        if (shares_with(play->scenario, state, piece, other))
            sharing[count++] = other;
    for (int i = 0; i < count; i++) {
        state->unit[sharing[i]].now |= FED;
        state->unit[sharing[i]].level = FULL_SUPPLY;
        tell(play->events, EVENT_STATE, 1u << enemy_of(state->unit[piece].side),
             sentence(OCS2_SUPPLY_2, "ocs.supplied", sharing[i]));
    }
    if (is_dump_group(group))
        charge_dump(play, state->unit[piece].side, dump_of(group), cost, PAY_SUSTAINMENT);
    else
        charge_headquarters(play, (Piece)group, cost, PAY_SUSTAINMENT);
}

/* ---- the segment ------------------------------------------------------------------------------------------------ */

/* What the poorest way to feed that unit costs: its group at Low, or what edition 2 asks. */
static int ration_in(const Scenario *scenario, const State *view, int side, int group, Piece piece)
{
    return second_edition(data_of(scenario)) ? ration_of(scenario, view, piece)
                                             : least_cost(scenario, view, side, group);
}

Refusal supply_end_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    int side = question(&view->head)->side, poor = NO_SOURCE;
    bool by_group = !second_edition(data_of(scenario));
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        int group = group_of(view, piece);
        if (group == NO_SOURCE || (by_group && group == poor) || !is_hungry(scenario, view, side, group, piece))
            continue;
        if (group_tokens(scenario, view, side, group) >= ration_in(scenario, view, side, group, piece))
            return refuse(OCS_11_4C_1, "ocs.can-still-supplied-must", piece);
        poor = group;
    }
    /* Units still hungry from here on starve: their group cannot pay. */
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (!eats(scenario, view, side, piece) || view->unit[piece].now & FED)
            continue;
        int rescue = rescue_of_starving(scenario, view, side, piece);
        if (rescue != NO_SOURCE)
            return is_dump_group(rescue)
                       ? refuse(OCS_11_4C_1, "ocs.can-still-supplied-dump-must", piece, dump_of(rescue))
                       : refuse(OCS_11_4C_1, "ocs.can-still-supplied-must-2", piece, rescue);
    }
    return LEGAL;
}

/* A number of the places of both sides' units, which do not move in this segment: of 64, the same all through it. */
static unsigned places_number(const State *view)
{
    uint64_t number = 0;
    for (int word = 0; word < OCS_WORDS; word++)
        number = (number ^ view->occupied[0][word] ^ view->occupied[1][word] << 1) * 0x9E3779B97F4A7C15u;
    return (unsigned)(number >> 58);
}

/* The unit that could still be supplied in the last call, for this game, probably still can: then supply_end_check()
 * finds it or another. */
void supply_end_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    static _Thread_local Piece found[64];
    unsigned at = places_number(view);
    Piece last = found[at];
    int side = question(&view->head)->side, group = last < scenario->pieces ? group_of(view, last) : NO_SOURCE;
    if (last < scenario->pieces && eats(scenario, view, side, last) && !(view->unit[last].now & FED) &&
        ((group != NO_SOURCE &&
          group_tokens(scenario, view, side, group) >= ration_in(scenario, view, side, group, last)) ||
         rescue_of_starving(scenario, view, side, last) != NO_SOURCE))
        return;
    Refusal no = supply_end_check(scenario, view, prefix);
    out->complete = !refused(no);
    if (refused(no))
        found[at] = (Piece)no.why.arg[0];
}

/* 11.4c-2, edition 1: too little for Low is spent all the same. */
static int spend_the_rest(Play *play, int side, int group)
{
    State *state = play->state;
    uint64_t sources[OCS_WORDS];
    int spent = 0;
    group_sources(play->scenario, state, group, sources);
    for (int i = state->piles; i--;)
        for (int store = 0; store < STORES && i < state->piles; store++) {
            const Pile pile = state->pile[i];
            if (pile.side != side || !has_bit(sources, pile.hex) || !stored(&pile, store))
                continue;
            spent += stored(&pile, store);
            tell(play->events, EVENT_NOTE, 1u << enemy_of(side),
                 sentence(OCS_11_4C_2, "ocs.t-spent-not-enough", stored(&pile, store), pile.hex));
            eat_supply(state, side, pile.hex, store, stored(&pile, store));
        }
    return spent;
}

enum { ASSIGN, FEEDING, HUNGER };

void supply_end_apply(Play *play, const Order *order)
{
    (void)order;
    State *state = play->state;
    int side = asked(state)->side, spent = 0;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        if (!eats(play->scenario, state, side, piece) || state->unit[piece].now & FED)
            continue;
        if (!second_edition(play->data) && group_of(state, piece) != NO_SOURCE)
            spent += spend_the_rest(play, side, group_of(state, piece));
        state->unit[piece].level = NO_SUPPLY;
        tell(play->events, EVENT_STATE, 1u << enemy_of(side),
             second_edition(play->data) ? sentence(OCS2_SUPPLY_3, "ocs.out-supply", piece)
                                        : sentence(OCS_11_4D, "%p: %w", piece, WORD_LEVEL + NO_SUPPLY));
    }
    if (spent) /* all that the enemy learns (D70) */
        tell(play->events, EVENT_NOTE, 1u << side,
             sentence(OCS_11_4C_2, "ocs.pays-t", side, spent, WORD_PURPOSE + PAY_SUSTAINMENT));
    asked(state)->stage = HUNGER;
    asked(state)->fresh = 1;
}

void supply_skip(Play *play) { supply_end_apply(play, NULL); }

/* Edition 2: units that have just come skip the phase (C23), those that can trace are supplied (supply-1). */
static void supply_traced(Play *play, int side)
{
    State *state = play->state;
    Tracing tracing;
    trace_begin(play->scenario, state, side, &tracing);
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        if (!eats(play->scenario, state, side, piece))
            continue;
        bool reinforced = state->unit[piece].now & REINFORCED;
        if (!reinforced && !can_trace(&tracing, state->unit[piece].at.hex))
            continue;
        state->unit[piece].now = (state->unit[piece].now | FED) & ~(uint32_t)REINFORCED;
        state->unit[piece].level = FULL_SUPPLY;
        state->source[piece] = NO_SOURCE;
    }
}

void supply_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    int side = frame->side;
    if (frame->stage == ASSIGN) {
        frame->stage = FEEDING;
        clear_states(state, FED, side);
        bases_are_due(play, side);
        if (second_edition(play->data))
            supply_traced(play, side);
        assign_all(play, side);
    } else if (frame->stage == HUNGER && !attrition(play, side)) {
        clear_states(state, FED, side);
        tell(play->events, EVENT_NOTE, 0, sentence(OCS_2_3_I_2_1, "ocs.settled-supply", side));
        answered(state);
    }
}

Sentence supply_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_11_4, "ocs.draws-supply-whom-level", question(&view->head)->side);
}
