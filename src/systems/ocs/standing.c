/* standing.c — answers that a player of OCS may give in advance (core/standing.h). */
#include "systems/ocs/ocs.h"

enum { PER_QUARTER = 8 };

/* The REs that go with the step, and among equals the strength. */
static int32_t loss_price(const Scenario *scenario, const Position *position, const Order *order)
{
    const State *view = state_of(position);
    const Book *data = data_of(scenario);
    if (!order->count)
        return 0;
    Piece piece = order->value[0];
    return PER_QUARTER * re_of(data, view, piece) + face_of(data, view, piece)->strength;
}

const StandingKind ocs_standing[] = {
    {.name = "cheapest",
     .sentence = SAID("lose the step of the smallest and weakest"),
     .question = ASK_LOSS,
     .verb = DO_LOSE,
     .price = loss_price},
    {.name = "steps",
     .sentence = SAID("take an option as steps, of the smallest and weakest"),
     .question = ASK_OPTION,
     .verb = DO_LOSE,
     .price = loss_price},
    {.name = "retreat",
     .sentence = SAID("take an option as a retreat"),
     .question = ASK_OPTION,
     .verb = DO_RETREAT,
     .plain = true},
    {.name = "never", .sentence = SAID("never advance"), .question = ASK_ADVANCE, .verb = DO_STAY, .plain = true},
    {.name = "never", .sentence = SAID("never exploit"), .question = ASK_EXPLOIT, .verb = DO_STAY, .plain = true},
    {0},
};
