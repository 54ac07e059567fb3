/* judge.h — values of orders, by verb: a judgement sees the game from one side, with what the side found when it last
 * examined the view. */
#ifndef SANDTABLE_KIT_JUDGE_H
#define SANDTABLE_KIT_JUDGE_H

#include <stdatomic.h>

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

/* A number for each time a view is examined, different from all others: what was worked out for one examination can be
 * told from what was worked out for another. */
static inline unsigned next_look(void)
{
    static atomic_uint looks;
    return atomic_fetch_add(&looks, 1) + 1;
}

/* What a counter gives up by leaving where it is: all ends of its march are weighed against it, so the last one is
 * kept. One per thread and rulebook. */
typedef struct Leaving {
    const Outlook *found;
    unsigned look;
    Piece piece;
    int worth;
} Leaving;

/* Whether that is what is kept; else it is from now on, and the caller fills in the worth. */
static inline bool leaving_known(Leaving *leaving, const Outlook *found, unsigned look, Piece piece)
{
    if (leaving->found == found && leaving->look == look && leaving->piece == piece)
        return true;
    leaving->found = found;
    leaving->look = look;
    leaving->piece = piece;
    return false;
}

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
