/* standing.c — answers that a player of TCS may give in advance (core/standing.h).
 *
 * A player whose units watch is asked hex by hex whether he fires, and most of the time he knows. His answer holds for
 * Overwatch and for the fire that returns it, not for a combat in his own hex: there he is asked. */
#include "systems/tcs/play/outlook.h"

static bool is_overwatch(const Scenario *scenario, const Position *view)
{
    (void)scenario;
    return attack_seen(state_of(view))->fire != FIRE_ASSAULT;
}

static bool answer_with(const Scenario *scenario, const Position *view, bool vehicles, Order *out)
{
    Eye eye = {.scenario = scenario,
               .data = data_of(scenario),
               .map = scenario->map,
               .view = state_of(view),
               .side = question(view)->side};
    return best_answer(&eye, vehicles, out);
}

static bool any_answer(const Scenario *scenario, const Position *view, Order *out)
{
    return answer_with(scenario, view, false, out);
}

static bool vehicle_answer(const Scenario *scenario, const Position *view, Order *out)
{
    return answer_with(scenario, view, true, out);
}

/* A step of a crew counts for more than one of a platoon, and the last one for most. */
static int32_t loss_price(const Scenario *scenario, const Position *position, const Order *order)
{
    enum { CREW = 10, LAST = 20 };
    const State *view = state_of(position);
    if (!order->count)
        return 0;
    const Unit *unit = &view->unit[order->value[0]];
    int32_t price = (kind_of(scenario, order->value[0])->category == WEAPONS ? CREW : 0) +
                    (unit->steps == 1 ? LAST : 0) + lost_steps(scenario, view, order->value[0]);
    return unit->side == question(position)->side ? price : CREW + LAST + STACK - price;
}

static int32_t checker_price(const Scenario *scenario, const Position *view, const Order *order)
{
    return order->count ? battalion_morale(scenario, state_of(view), order->value[0]) : 0;
}

#define WATCH .question = ASK_VOLLEY, .verb = DO_FIRE, .otherwise = DO_DONE, .meant = is_overwatch

const StandingKind tcs_standing[] = {
    {.name = "hold",
     .sentence = SAID("tcs.hold-fire"),
     .question = ASK_VOLLEY,
     .verb = DO_DONE,
     .plain = true,
     .meant = is_overwatch},
    {.name = "fire", .sentence = SAID("tcs.fire-whatever-chance-stack-most"), .find = any_answer, WATCH},
    {.name = "within",
     .sentence = SAID("tcs.fire-comes-within-hexes-else"),
     .find = any_answer,
     .measure = STANDING_HEXES,
     .least = 1,
     .most = 30,
     .usual = 4,
     WATCH},
    {.name = "chance",
     .sentence = SAID("tcs.fire-costs-enemy-something-chance"),
     .find = any_answer,
     .measure = STANDING_PERCENT,
     .least = 5,
     .most = 100,
     .usual = 25,
     WATCH},
    {.name = "vehicles", .sentence = SAID("tcs.save-fire-vehicles"), .find = vehicle_answer, WATCH},
    {.name = "cheapest",
     .sentence = SAID("tcs.lose-steps-platoons-rather-crews"),
     .question = ASK_LOSS,
     .verb = DO_LOSE,
     .price = loss_price},
    {.name = "any",
     .sentence = SAID("tcs.let-whoever-better-battalion-check"),
     .question = ASK_CHECKER,
     .verb = DO_NAME,
     .price = checker_price},
    {.name = "stand", .sentence = SAID("tcs.always-stand"), .question = ASK_STAND, .verb = DO_STAND, .plain = true},
    {.name = "pass", .sentence = SAID("tcs.never-roll"), .question = ASK_IMPLEMENT, .verb = DO_DONE, .plain = true},
    {.name = "pass", .sentence = SAID("tcs.write-no-sheets"), .question = ASK_CREATE, .verb = DO_DONE, .plain = true},
    {.name = "pass", .sentence = SAID("tcs.change-nothing"), .question = ASK_TASKS, .verb = DO_DONE, .plain = true},
    {.name = "pass", .sentence = SAID("tcs.make-no-checks"), .question = ASK_RESERVES, .verb = DO_DONE, .plain = true},
    {0},
};
