/* paying.c — see paying.h. */
#include "kit/paying.h"

/* The share with all that the order names. */
static Refusal name_all(const Paying *paying, const Scenario *scenario, const State *view, const Order *order,
                        Share *share)
{
    paying->share(scenario, view, share);
    for (int i = 0; i < order->count; i++) {
        Payer *payer = share_payer(share, order->value[i]);
        if (!payer || payer->named == payer->has)
            return paying->not_named(view, order->value[i], payer);
        payer->named++;
    }
    return LEGAL;
}

/* Whether that payer may be named once more, if those from `from` on may be too. */
static bool may_give(const Paying *paying, const Scenario *scenario, const State *view, Share *share, int i, int from)
{
    Payer *payer = &share->payer[i];
    if (payer->named == payer->has)
        return false;
    payer->named++;
    bool may = paying->completes(scenario, view, share, from);
    payer->named--;
    return may;
}

Refusal paying_check(const Paying *paying, const Scenario *scenario, const State *view, const Order *order)
{
    Share share;
    Refusal refusal = name_all(paying, scenario, view, order, &share);
    if (refused(refusal) || paying->completes(scenario, view, &share, share.payers))
        return refusal;
    return paying->unfair(scenario, view, &share, false);
}

void paying_list(const Paying *paying, const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Share share;
    if (refused(name_all(paying, scenario, view, prefix, &share)))
        return;
    int from = prefix->count ? (int)(share_payer(&share, prefix->value[prefix->count - 1]) - share.payer) : 0;
    out->complete = prefix->count && paying->completes(scenario, view, &share, share.payers);
    for (int i = from; i < share.payers; i++)
        if (may_give(paying, scenario, view, &share, i, i))
            choose(out, 0, share.payer[i].piece);
}

void paying_parts(const Paying *paying, const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Share share;
    if (refused(name_all(paying, scenario, view, part, &share)))
        return;
    for (int i = 0; i < share.payers; i++)
        if (may_give(paying, scenario, view, &share, i, 0))
            choose(out, 0, share.payer[i].piece);
}

Refusal paying_demands(const Paying *paying, const Scenario *scenario, const State *view, const Order *part,
                       Demands *out)
{
    Share share;
    Refusal refusal = name_all(paying, scenario, view, part, &share);
    if (refused(refusal) || (part->count && paying->completes(scenario, view, &share, share.payers)))
        return refusal;
    for (int i = 0; i < share.payers; i++)
        if (may_give(paying, scenario, view, &share, i, 0))
            demand_either(out, 0, share.payer[i].piece);
    if (!out->either)
        return paying->unfair(scenario, view, &share, true);
    if (out->either == 1 && paying->only) {
        demand(out, 0, out->alternative[0].value, paying->only(scenario, view, &share));
        out->either = 0;
    }
    return LEGAL;
}
