/* judge.h — values of orders, by verb: a judgement sees the game from one side, with what the side found when it last
 * examined the view. */
#ifndef SANDTABLE_KIT_JUDGE_H
#define SANDTABLE_KIT_JUDGE_H

#include "kit/ask.h"

typedef struct Outlook Outlook; /* each system has its own */

/* The input of a judgement. */
typedef struct Eye {
    const Scenario *scenario;
    const Book *data;
    const Map *map;
    const State *view;
    const Outlook *found;
    int side;
} Eye;

/* The value of an order. */
typedef int32_t Judgement(const Eye *eye, const Order *order);

/* By the verb; an order without a judgement is worth less than doing nothing. */
static inline int32_t judged(const Scenario *scenario, const Position *view, const Outlook *found,
                             Judgement *const *by_verb, int verbs, const Order *order)
{
    enum { LEFT_ALONE = -100 };
    Judgement *judgement = order->verb < verbs && view->depth ? by_verb[order->verb] : NULL;
    if (!judgement)
        return LEFT_ALONE;
    Eye eye = {scenario, scenario->own, scenario->map, (const State *)view, found, question(view)->side};
    return judgement(&eye, order);
}

#endif
