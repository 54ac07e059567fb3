/* volkssturm.c — WB-95 15.3.3 and 15.3.4: Volkssturm fills up infantry. (Its weakness in combat is in special.c.)
 *
 * In the owner's Movement Phase (R50) an infantry unit on foot that lacks a CEL takes one from Volkssturm in its
 * hex. Neither has done anything else, neither moves afterwards; an infantry unit gains at most one CEL a turn,
 * a Volkssturm unit may give as long as it has any, and is removed when it has none. */
#include "systems/wb95/wb95.h"
#include "systems/wb95/walk.h"

static Refusal idle(const Scenario *scenario, const State *view, Piece piece)
{
    if (view->unit[piece].now & RENEWED)
        return view->unit[piece].side == answering_side(view)
                   ? LEGAL
                   : refuse(WB95_2_1_2, "wb95.not-s-order", piece, answering_side(view));
    Refusal why = LEGAL;
    Walker unit = walker_of(scenario, view, piece);
    if (may_act(&unit, &why) && unit.now & (ACTED | FORCED))
        why = refuse(WB95_15_3_3, "wb95.acted-movement-phase-only-idle", piece);
    return why;
}

static Refusal taker_check(const Scenario *scenario, const State *view, Piece taker)
{
    const Unit *unit = &view->unit[taker];
    const Kind *kind = kind_of(data_of(scenario), view, taker);
    if (!data_of(scenario)->chapter[15])
        return refuse(WB95_12_0, "wb95.rules-special-units-switched-off");
    if (!(kind->is & INFANTRY) || kind->class != FOOT)
        return refuse(WB95_15_3_3, "wb95.takes-no-replacements-only-infantry", taker);
    Refusal why = idle(scenario, view, taker);
    if (refused(why))
        return why;
    if (unit->now & RENEWED)
        return refuse(WB95_15_3_4, "wb95.taken-replacements-turn", taker);
    if (unit->cel >= kind->cel)
        return refuse(WB95_15_3_3, "wb95.full-strength", taker);
    Walker walker = walker_of(scenario, view, taker);
    room_to_stay(&walker, &why);
    return why;
}

static Refusal giver_check(const Scenario *scenario, const State *view, Piece taker, Piece giver)
{
    if (kind_of(data_of(scenario), view, giver)->type != VS)
        return refuse(WB95_15_3_3, "wb95.no-volkssturm", giver);
    if (view->unit[giver].place != ON_MAP || view->unit[giver].hex != view->unit[taker].hex)
        return refuse(WB95_15_3_3, "wb95.not-hex", giver, taker);
    return idle(scenario, view, giver);
}

/* Whether any Volkssturm in its hex can give. */
static bool has_giver(const Scenario *scenario, const State *view, Piece taker)
{
    for (Piece piece = view->top[view->unit[taker].hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        if (!refused(giver_check(scenario, view, taker, piece)))
            return true;
    return false;
}

static bool can_renew(const Scenario *scenario, const State *view, Piece taker)
{
    return view->unit[taker].place == ON_MAP && !refused(taker_check(scenario, view, taker)) &&
           has_giver(scenario, view, taker);
}

bool renew_open(const Walker *unit)
{
    return unit->kind->is & INFANTRY && unit->view->unit[unit->piece].cel < unit->kind->cel &&
           can_renew(unit->scenario, unit->view, unit->piece);
}

void renew_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    if (!prefix->count)
        list_movers(scenario, view, prefix, out);
    if (prefix->count != 1 || !can_renew(scenario, view, prefix->value[0]))
        return;
    for (int piece = 0; piece < scenario->pieces; piece++)
        if (!refused(giver_check(scenario, view, prefix->value[0], (Piece)piece)))
            choose(out, 1, piece);
}

Refusal renew_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal why = taker_check(scenario, view, order->value[0]);
    return refused(why) ? why : giver_check(scenario, view, order->value[0], order->value[1]);
}

void renew_apply(Play *play, const Order *order)
{
    Piece taker = order->value[0], giver = order->value[1];
    State *state = play->state;
    state->unit[taker].cel++;
    state->unit[taker].now |= RENEWED;
    state->unit[giver].now |= RENEWED;
    feature_acted(play, taker);
    tell(play->events, EVENT_STATE, 0, sentence(WB95_15_3_3, "wb95.takes-cel", taker, giver));
    lose_cel(play, giver, 1, NOBODY, WB95_15_3_3);
    bridge_control(play);
}
