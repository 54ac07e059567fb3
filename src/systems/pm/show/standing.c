/* standing.c — answers that a player of Proud Monster may give in advance (core/standing.h). */
#include "systems/pm/fight.h"

enum { STEP_SHARES = 12, COUNTER_GONE = 48 }; /* so that a step of three is a whole number; a counter that is gone */

/* The strength that goes with the steps named so far, in shares of a factor. */
static int32_t loss_price(const Scenario *scenario, const Position *position, const Order *order)
{
    const State *view = state_of(position);
    int32_t price = 0;
    for (int i = 0; i < order->count; i++) {
        Piece piece = order->value[i];
        Values values = values_of(data_of(scenario), view, piece);
        int steps = view->unit[piece].steps, named = 1;
        for (int j = 0; j < i; j++)
            named += order->value[j] == piece;
        price += STEP_SHARES * (values.attack + values.defence) / (steps ? steps : 1);
        price += named >= steps ? COUNTER_GONE : 0;
    }
    return price;
}

/* Phases that a player may not want to hear of for a while. */
#define PASSED_OVER(question_, words_)                                                                 \
    {                                                                                                  \
        .name = "never", .sentence = (words_), .question = (question_), .verb = DO_END, .plain = true, \
    }

const StandingKind pm_standing[] = {
    {.name = "cheapest",
     .sentence = SAID("pm.lose-steps-least-strength-goes"),
     .question = ASK_DEFENDER,
     .verb = DO_LOSE,
     .price = loss_price},
    {.name = "cheapest",
     .sentence = SAID("pm.lose-steps-least-strength-goes"),
     .question = ASK_ATTACKER,
     .verb = DO_LOSE,
     .price = loss_price},
    PASSED_OVER(ASK_ADVANCE, SAID("pm.never-advance")),
    PASSED_OVER(ASK_CONCENTRATION, SAID("pm.never-concentrate-supply")),
    PASSED_OVER(ASK_AIRLIFT, SAID("pm.leave-aerial-supply")),
    PASSED_OVER(ASK_PAUSE, SAID("pm.never-declare-pause")),
    PASSED_OVER(ASK_ABORT, SAID("pm.never-break-pause-off")),
    PASSED_OVER(ASK_HEDGEHOGS, SAID("pm.leave-hedgehogs")),
    PASSED_OVER(ASK_RELEASE, SAID("pm.release-nobody-rvgk")),
    {.name = "never", .sentence = SAID("pm.no-further-round"), .question = ASK_ROUND, .verb = DO_RETURN, .plain = true},
    {.name = "odds",
     .sentence = SAID("pm.another-round-1-better-else"),
     .question = ASK_ROUND,
     .verb = DO_AGAIN,
     .plain = true,
     .otherwise = DO_RETURN,
     .measure = STANDING_ODDS,
     .least = 1,
     .most = 10,
     .usual = 2},
    {.name = "chance",
     .sentence = SAID("pm.another-round-gains-something-chance"),
     .question = ASK_ROUND,
     .verb = DO_AGAIN,
     .plain = true,
     .otherwise = DO_RETURN,
     .measure = STANDING_PERCENT,
     .least = 5,
     .most = 100,
     .usual = 60},
    {0},
};
