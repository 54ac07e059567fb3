/* pause.c — 9.19: three couplets without an attack, which do away with the line of attenuated supply.
 *
 * Declared at the end of turn 2 or 3, broken off at the start of any German player turn within it (pm.r.105); one that
 * was broken off may be declared again at the end of turn 3 (pm.r.37). */
#include "systems/pm/pm.h"

enum { COUPLETS = 3 };

Sentence pause_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    (void)view;
    return sentence(PM_9_19_1, "pm.declare-pause-three-couplets-without", GERMAN_SIDE);
}

Refusal pause_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    (void)order;
    if (view->gas_gone)
        return refuse(PM_9_19_2, "pm.pause-kept-already-line-gone");
    return view->pause ? refuse(PM_9_19_1, "pm.pause-goes-already") : LEGAL;
}

void pause_apply(Play *play, const Order *order)
{
    (void)order;
    play->state->pause = COUPLETS;
    tell(play->events, EVENT_STATE, 0, sentence(PM_9_19_1, "pm.german-pauses-no-attack-three"));
    answered(play->state);
}

Sentence abort_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(PM_9_19_2, "pm.pause-couplet-go-break-off", view->pause);
}

void abort_apply(Play *play, const Order *order)
{
    (void)order;
    play->state->pause = 0;
    tell(play->events, EVENT_STATE, 0, sentence(PM_9_19_2, "pm.german-breaks-pause-off-gains"));
    answered(play->state);
}

Refusal pause_forbids(const State *view)
{
    return view->pause ? refuse(PM_9_19_1, "pm.german-attacks-nobody-while-pauses") : LEGAL;
}

void pause_couplet_ends(Play *play)
{
    State *state = play->state;
    if (!state->pause || --state->pause)
        return;
    state->gas_gone = true;
    tell(play->events, EVENT_STATE, 0, sentence(PM_9_19_2, "pm.pause-kept-supply-attenuated-no"));
}
