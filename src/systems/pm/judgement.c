/* judgement.c — what an order is worth to whoever gives it, for greedy players: 100 is about a step of a division.
 *
 * One row a verb; a verb without a row is left alone. What a row's function says of a prefix is a guess at the best
 * order that begins so (System.value). */
#include "systems/pm/pm.h"

enum { NOTHING = 0, WORTHWHILE = 100, NEVER_MIND = -100 };

static bool is_set_up(const Scenario *scenario, const State *view, int side)
{
    const Book *data = data_of(scenario);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (view->unit[piece].side == side && in_box(data, view, piece, BOX_TURN))
            return false;
    return true;
}

/* The table's deployment is as good as any this player could think of. */
static int32_t value_recommended(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    return is_set_up(scenario, view, question(&view->head)->side) ? NEVER_MIND : WORTHWHILE;
}

static int32_t value_nothing(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    (void)view;
    (void)order;
    return NOTHING;
}

typedef int32_t Judgement(const Scenario *scenario, const State *view, const Order *order);

static Judgement *const judgements[DOS] = {
    [DO_RECOMMENDED] = value_recommended,
    [DO_READY] = value_nothing,
    [DO_END] = value_nothing,
};

int32_t pm_value(const Scenario *scenario, const Position *view, const Order *order)
{
    Judgement *judgement = order->verb < DOS ? judgements[order->verb] : NULL;
    return judgement ? judgement(scenario, state_of(view), order) : NEVER_MIND;
}
