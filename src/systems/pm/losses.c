/* losses.c — 14.35–14.38: who loses steps.
 *
 * The owner names a counter for each step; a step pays a point, of Soviet cavalry and brigades half a one (14.36,
 * pm.r.59), so that points are counted in halves. If the attacker has tanks involved the first of his steps is one of
 * theirs, whatever it costs (14.35-2, pm.r.57); after that nobody is eliminated while another involved unit has more
 * than one step (14.35-3). The last step may overpay by a half, and what exceeds the steps there are is forgiven
 * (pm.r.58, pm.r.60). A German defender of a prepared assault may leave one point open and fall back for it (14.32b).
 * In the beginners' game steps are steps and anybody pays (pm.r.15). */
#include "systems/pm/fight.h"

int worth_of(const Book *data, const State *view, Piece piece)
{
    return kind_of(data, view, piece)->is & HALF_POINT && !data->beginners ? 1 : POINT;
}

/* Which force pays now. */
static int payer_of(const State *view) { return question(&view->head)->kind == ASK_ATTACKER ? ATTACK : DEFENCE; }

static void share_of(const Scenario *scenario, const State *view, int which, Share *out)
{
    const Book *data = data_of(scenario);
    const Battle *battle = &view->battle;
    const Piece *piece = which == ATTACK ? battle->attacker : battle->defender;
    int count = which == ATTACK ? battle->attackers : battle->defenders;
    out->payers = 0;
    out->due = battle->due[which];
    out->spread = !data->beginners;
    out->first = false;
    for (int i = 0; i < count; i++) {
        if (!is_alive(view, piece[i]))
            continue;
        bool tank = which == ATTACK && !data->beginners && is_tank(kind_of(data, view, piece[i]));
        out->first |= tank && !battle->paid[ATTACK];
        share_add(out, (Payer){.piece = piece[i],
                               .has = view->unit[piece[i]].steps,
                               .worth = (uint8_t)worth_of(data, view, piece[i]),
                               .first = tank});
    }
    out->may_leave = which == DEFENCE && out->due > POINT && may_retreat(scenario, view);
}

bool anyone_pays(const Scenario *scenario, const State *view, int which)
{
    Share share;
    share_of(scenario, view, which, &share);
    return share.due && share.payers;
}

/* ---- lose COUNTER… ------------------------------------------------------------------------------------------- */

static Refusal name_all(Share *share, const Order *order)
{
    for (int i = 0; i < order->count; i++) {
        Payer *payer = share_payer(share, order->value[i]);
        if (!payer)
            return refuse(PM_14_35_1, "%p is not among those who pay here", order->value[i]);
        if (payer->named == payer->has)
            return refuse(PM_14_35_1, "%p has not so many steps", order->value[i]);
        payer->named++;
    }
    return LEGAL;
}

Refusal lose_check(const Scenario *scenario, const State *view, const Order *order)
{
    Share share;
    share_of(scenario, view, payer_of(view), &share);
    Refusal refusal = name_all(&share, order);
    if (refused(refusal) || share_fits(&share))
        return refusal;
    switch (share_fault(&share)) {
    case SHARE_NOT_FIRST:
        return refuse(PM_14_35_2, "the first step must be that of a tank unit");
    case SHARE_TOO_EARLY:
        return refuse(PM_14_35_3, "nobody is eliminated while another unit involved has more than one step");
    case SHARE_TOO_LITTLE:
        return refuse(PM_14_35_1, "%n half point%+ are to be paid, and these are not enough", share.due);
    default:
        return refuse(PM_14_36, "%n half point%+ are to be paid, and once they are no more steps are lost", share.due);
    }
}

void lose_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Share share;
    share_of(scenario, view, payer_of(view), &share);
    if (refused(name_all(&share, prefix)))
        return;
    int from = prefix->count ? (int)(share_payer(&share, prefix->value[prefix->count - 1]) - share.payer) : 0;
    out->complete = prefix->count && share_fits(&share);
    for (int i = from; i < share.payers; i++) {
        Payer *payer = &share.payer[i];
        if (payer->named == payer->has)
            continue;
        payer->named++;
        if (share_completes(&share, i))
            choose(out, 0, payer->piece);
        payer->named--;
    }
}

void lose_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Share share;
    share_of(scenario, view, payer_of(view), &share);
    if (refused(name_all(&share, part)))
        return;
    for (int i = 0; i < share.payers; i++)
        if (share.payer[i].named < share.payer[i].has)
            choose(out, 0, share.payer[i].piece);
}

Refusal lose_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    Share share;
    share_of(scenario, view, payer_of(view), &share);
    Refusal refusal = name_all(&share, part);
    if (refused(refusal) || (part->count && share_fits(&share)))
        return refusal;
    for (int i = 0; i < share.payers; i++) {
        Payer *payer = &share.payer[i];
        if (payer->named == payer->has)
            continue;
        payer->named++;
        if (share_completes(&share, 0))
            demand_either(out, 0, payer->piece);
        payer->named--;
    }
    return out->either ? LEGAL : lose_check(scenario, view, part);
}

/* The steps of one counter go together. */
void lose_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int which = payer_of(state), paid = 0;
    Battle *battle = &state->battle;
    for (int i = 0; i < order->count;) {
        Piece piece = order->value[i];
        int steps = 0;
        for (; i < order->count && order->value[i] == piece; i++)
            steps++;
        int worth = worth_of(play->data, state, piece);
        paid += steps * worth;
        lose_steps(play, piece, steps, worth == POINT ? PM_14_35_1 : PM_14_36);
    }
    battle->paid[which] = (uint8_t)(battle->paid[which] + paid);
    battle->due[which] = (uint8_t)(battle->due[which] > paid ? battle->due[which] - paid : 0);
    if (!anyone_pays(play->scenario, state, which)) {
        battle->due[which] = 0; /* pm.r.60 */
        answered(state);
    }
}

/* ---- what is asked ----------------------------------------------------------------------------------------------- */

Sentence defender_prompt(const Scenario *scenario, const State *view)
{
    const Battle *battle = &view->battle;
    int side = question(&view->head)->side;
    if (may_retreat(scenario, view))
        return sentence(PM_14_32B_1, "%s pays %n half point%+ at %h; falling back pays the last two", side,
                        battle->due[DEFENCE], battle->target);
    return sentence(PM_14_35_1, "%s pays %n half point%+ at %h: name a counter for each step", side,
                    battle->due[DEFENCE], battle->target);
}

Sentence attacker_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    const Battle *battle = &view->battle;
    return sentence(PM_14_35_1, "%s pays %n half point%+ for the attack on %h: name a counter for each step",
                    battle->side, battle->due[ATTACK], battle->target);
}

/* Only where every step is worth the same is their number sure. */
int loss_due(const Scenario *scenario, const State *view)
{
    Share share;
    int steps = 0, which = payer_of(view);
    share_of(scenario, view, which, &share);
    for (int i = 0; i < share.payers; i++) {
        if (share.payer[i].worth != share.payer[0].worth)
            return 0;
        steps += share.payer[i].has;
    }
    if (!share.payers || (which == DEFENCE && may_retreat(scenario, view)))
        return 0;
    int named = (share.due + share.payer[0].worth - 1) / share.payer[0].worth;
    return named < steps ? named : steps;
}
