/* losses.c — 14.35–14.38: which units lose steps.
 *
 * The owner names a counter for each step; a step pays a point, of Soviet cavalry and brigades half a one (14.36,
 * pm.r.59), so that points are counted in halves. If the attacker has tanks involved the first of his steps is one of
 * theirs, whatever it costs (14.35-2, pm.r.57); after that no unit is eliminated while another involved unit has more
 * than one step (14.35-3). Steps are named one after the other until the points are paid: the last may overpay by a
 * half, and no more is named then; what exceeds the steps there are is forgiven (pm.r.58, pm.r.60). A German defender
 * of a prepared assault may leave one point open and fall back for it (14.32b), if the units he keeps find room
 * somewhere (14.33-2, 14.35-4). In the beginners' game steps are steps and any unit pays (pm.r.15). */
#include "systems/pm/fight.h"

int worth_of(const Book *data, const State *view, Piece piece)
{
    return kind_of(data, view, piece)->is & HALF_POINT && !data->beginners ? 1 : POINT;
}

/* ---- 14.33-2, 14.35-4: room for the units that will be left ----------------------------------------------------- */

/* Steps are spread (14.35-3). So a force that falls back after losing some has lost no unit, or all are down to their
 * last step and this many units are gone. */
static int gone_by_then(const Share *share)
{
    int steps = (share->due - POINT) / POINT, spare = 0;
    for (int i = 0; i < share->payers; i++)
        spare += share->payer[i].has - 1;
    return steps > spare ? steps - spare : 0;
}

/* Picks the units that go from payer `at` on, `gone` of them; those named before `from` are as they are. */
static bool some_find_room(const Scenario *scenario, const State *view, const Share *share, int from, int at, int gone,
                           Piece *left, int count)
{
    if (at == share->payers)
        return !gone && may_retreat(scenario, view, left, count);
    const Payer *payer = &share->payer[at];
    bool dead = payer->named == payer->has, fixed = at < from;
    if (gone && (dead || !fixed) && some_find_room(scenario, view, share, from, at + 1, gone - 1, left, count))
        return true;
    if (dead || (fixed && payer->has - payer->named > 1))
        return false;
    left[count] = payer->piece;
    return some_find_room(scenario, view, share, from, at + 1, gone, left, count + 1);
}

/* Whether those named, and more from a place on, can be what is lost before falling back. */
static bool leaves_room(const Scenario *scenario, const State *view, const Share *share, int from)
{
    Piece left[FORCE];
    int gone = gone_by_then(share);
    bool open = false; /* to any unit, even alone */
    for (int i = 0; gone && gone < share->payers && !open && i < share->payers; i++)
        open = may_retreat(scenario, view, &share->payer[i].piece, 1);
    return open && some_find_room(scenario, view, share, from, 0, gone, left, 0);
}

/* Whether they can fall back now, or could after losses. */
static bool may_retreat_later(const Scenario *scenario, const State *view, const Share *share)
{
    return may_retreat(scenario, view, NULL, 0) || leaves_room(scenario, view, share, 0);
}

/* share_completes(), and the units that fall back find room. */
static bool completes(const Scenario *scenario, const State *view, const Share *share, int from)
{
    if (!share->may_leave || may_retreat(scenario, view, NULL, 0))
        return share_completes(share, from);
    Share whole = *share;
    whole.may_leave = false;
    return share_completes(&whole, from) || leaves_room(scenario, view, share, from);
}

/* ---- units that pay
 * ---------------------------------------------------------------------------------------------- */

/* Which force pays now. */
static int payer_of(const State *view) { return question(&view->head)->kind == ASK_ATTACKER ? ATTACK : DEFENCE; }

static void share_among(const Scenario *scenario, const State *view, int which, Share *out)
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
    out->may_leave = which == DEFENCE && out->due > POINT && may_retreat_later(scenario, view, out);
}

bool anyone_pays(const Scenario *scenario, const State *view, int which)
{
    Share share;
    share_among(scenario, view, which, &share);
    return share.due && share.payers;
}

/* ---- lose COUNTER… ------------------------------------------------------------------------------------------- */

static void share_of(const Scenario *scenario, const State *view, Share *out)
{
    share_among(scenario, view, payer_of(view), out);
}

static Refusal payer_refusal(const State *view, Piece piece, bool pays)
{
    (void)view;
    return pays ? refuse(PM_14_35_1, "pm.not-many-steps", piece) : refuse(PM_14_35_1, "pm.not-among-pay", piece);
}

static Refusal share_refusal(const Scenario *scenario, const State *view, const Share *share, bool part)
{
    (void)scenario, (void)view, (void)part;
    if (share_fits(share))
        return refuse(PM_14_33_2, "pm.all-left-fall-back-none");
    switch (share_fault(share)) {
    case SHARE_NOT_FIRST:
        return refuse(PM_14_35_2, "pm.first-step-must-tank-unit");
    case SHARE_TOO_EARLY:
        return refuse(PM_14_35_3, "pm.nobody-eliminated-while-another-unit");
    case SHARE_TOO_LITTLE:
        return refuse(PM_14_35_1, "pm.point-must-paid-steps-not", share->due / POINT);
    default:
        return refuse(PM_14_36, "pm.point-must-paid-once-no", share->due / POINT);
    }
}

static const Paying losses_paying = {
    .share = share_of, .completes = completes, .not_named = payer_refusal, .unfair = share_refusal};

/* ---- one after the other ------------------------------------------------------------------------------------- */

static int paid_by(const Share *share)
{
    int paid = 0;
    for (int i = 0; i < share->payers; i++)
        paid += share->payer[i].named * share->payer[i].worth;
    return paid;
}

/* pm.r.58: where steps are worth different parts of a point and a unit is kept, the order of naming matters. */
static bool is_sequence(const Share *share)
{
    int all = 0;
    bool mixed = false;
    for (int i = 0; i < share->payers; i++) {
        all += share->payer[i].has * share->payer[i].worth;
        mixed |= share->payer[i].worth != share->payer[0].worth;
    }
    return mixed && all > share->due;
}

/* Whether that one may lose the next step, after all that are named. */
static bool may_be_next(const Share *share, int at)
{
    int left = share->payer[at].has - share->payer[at].named, paid = paid_by(share);
    if (!left || paid >= share->due)
        return false;
    if (share->first && !paid)
        return share->payer[at].first;
    for (int i = 0; share->spread && left == 1 && i < share->payers; i++)
        if (share->payer[i].has - share->payer[i].named > 1)
            return false;
    return true;
}

/* Names all of the order, as far as they are among the payers; false if one was named when it was not its turn. */
static bool name_in_turn(const Order *order, Share *share)
{
    bool in_turn = true;
    for (int i = 0; i < order->count; i++) {
        Payer *payer = share_payer(share, order->value[i]);
        in_turn &= payer && may_be_next(share, (int)(payer - share->payer));
        if (payer && payer->named < payer->has)
            payer->named++;
    }
    return in_turn;
}

/* Once the points are paid no more is taken (pm.r.58). */
Refusal lose_check(const Scenario *scenario, const State *view, const Order *order)
{
    Share share;
    Refusal refusal = paying_check(&losses_paying, scenario, view, order);
    share_of(scenario, view, &share);
    if (refused(refusal) || !is_sequence(&share))
        return refusal;
    Order before = *order;
    before.count--;
    name_in_turn(&before, &share);
    if (paid_by(&share) < share.due)
        return LEGAL;
    return share.first && !share_payer(&share, order->value[0])->first
               ? refuse(PM_14_35_2, "pm.first-step-must-tank-unit")
               : refuse(PM_14_36, "pm.point-must-paid-once-no", share.due / POINT);
}

void lose_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Share share;
    share_of(scenario, view, &share);
    if (!is_sequence(&share)) {
        paying_list(&losses_paying, scenario, view, prefix, out);
        return;
    }
    if (!name_in_turn(prefix, &share))
        return;
    out->complete = paid_by(&share) >= share.due;
    for (int i = 0; i < share.payers; i++)
        if (may_be_next(&share, i))
            choose(out, 0, share.payer[i].piece);
}

void lose_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Share share;
    share_of(scenario, view, &share);
    if (is_sequence(&share))
        lose_list(scenario, view, part, out);
    else
        paying_parts(&losses_paying, scenario, view, part, out);
}

Refusal lose_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    Share share;
    share_of(scenario, view, &share);
    if (!is_sequence(&share))
        return paying_demands(&losses_paying, scenario, view, part, out);
    if (!name_in_turn(part, &share) || paid_by(&share) >= share.due)
        return lose_check(scenario, view, part);
    for (int i = 0; i < share.payers; i++)
        if (may_be_next(&share, i))
            demand_either(out, 0, share.payer[i].piece);
    return LEGAL;
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

/* ---- prompts ----------------------------------------------------------------------------------------------------- */

/* Whether steps of different worth are to be named, and whether a tank unit's comes first. */
static bool has_halves(const Share *share)
{
    for (int i = 0; i < share->payers; i++)
        if (share->payer[i].worth < POINT)
            return true;
    return false;
}

/* Whole points are due at every question: only falling back leaves any open. */
Sentence defender_prompt(const Scenario *scenario, const State *view)
{
    const Battle *battle = &view->battle;
    Share share;
    int side = question(&view->head)->side, points = battle->due[DEFENCE] / POINT;
    share_among(scenario, view, DEFENCE, &share);
    if (share.may_leave)
        return sentence(PM_14_32B_1, "pm.points-pay-name-counter-each", side, points, battle->target);
    if (may_retreat(scenario, view, NULL, 0))
        return sentence(PM_14_32B_1, "pm.point-pay-fall-back-hex", side, battle->target);
    if (has_halves(&share))
        return sentence(PM_14_36, "pm.point-pay-name-counter-each", side, points, battle->target);
    return sentence(PM_14_35_1, "pm.point-pay-name-counter-each-2", side, points, battle->target);
}

Sentence attacker_prompt(const Scenario *scenario, const State *view)
{
    const Battle *battle = &view->battle;
    Share share;
    int points = battle->due[ATTACK] / POINT;
    share_among(scenario, view, ATTACK, &share);
    if (has_halves(&share))
        return share.first
                   ? sentence(PM_14_36, "pm.point-pay-attack-name-counter", battle->side, points, battle->target)
                   : sentence(PM_14_36, "pm.point-pay-attack-name-counter-2", battle->side, points, battle->target);
    if (share.first)
        return sentence(PM_14_35_2, "pm.point-pay-attack-name-counter-3", battle->side, points, battle->target);
    return sentence(PM_14_35_1, "pm.point-pay-attack-name-counter-4", battle->side, points, battle->target);
}

/* Only where every step is worth the same is their number sure. */
int loss_due(const Scenario *scenario, const State *view)
{
    Share share;
    int steps = 0, which = payer_of(view);
    share_among(scenario, view, which, &share);
    for (int i = 0; i < share.payers; i++) {
        if (share.payer[i].worth != share.payer[0].worth)
            return 0;
        steps += share.payer[i].has;
    }
    if (!share.payers || share.may_leave || (which == DEFENCE && may_retreat(scenario, view, NULL, 0)))
        return 0;
    int named = (share.due + share.payer[0].worth - 1) / share.payer[0].worth;
    return named < steps ? named : steps;
}
