/* losses.c — OCS 9.11 and 9.12: step losses and options, one step at a time.
 *
 * The first step a side loses in a combat falls on the unit that gave the rating (9.9-3, 9.12a); after that no unit
 * loses a second one before all have lost one (9.12c-1). An option is met by steps, or what is left of it by retreat
 * (9.11-2). */
#include "systems/ocs/ocs.h"

static int index_in(const Combat *combat, int which, Piece piece)
{
    for (int i = 0; i < combat->count[which]; i++)
        if (combat->piece[which][i] == piece)
            return i;
    return -1;
}

bool may_lose(const Scenario *scenario, const State *view, int which, Piece piece)
{
    (void)scenario;
    const Combat *combat = &view->combat;
    int at = index_in(combat, which, piece), sum = 0, least = UINT8_MAX;
    if (at < 0 || !is_there(view, piece))
        return false;
    for (int i = 0; i < combat->count[which]; i++) {
        sum += combat->lost[which][i];
        if (is_there(view, combat->piece[which][i]) && combat->lost[which][i] < least)
            least = combat->lost[which][i];
    }
    if (!sum)
        return piece == combat->rating[which];
    return combat->lost[which][at] == least;
}

void take_loss(Play *play, int which, Piece piece)
{
    Combat *combat = &play->state->combat;
    combat->lost[which][index_in(combat, which, piece)]++;
    lose_step(play, piece, OCS_9_12_2);
}

/* ---- lose COUNTER ------------------------------------------------------------------------------------------- */

/* Which side of the combat is asked. */
static int which_of(const State *view)
{
    const Frame *frame = question(&view->head);
    return frame->data[ASKED_FORCE];
}

static bool is_retreat_loss(const State *view)
{
    const Frame *frame = question(&view->head);
    return frame->kind == ASK_LOSS && frame->data[LOSS_CAUSE] == LOSS_RETREAT;
}

Refusal lose_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    if (is_retreat_loss(view))
        return view->unit[piece].now & PAYING && view->unit[piece].side == question(&view->head)->side
                   ? LEGAL
                   : refuse(OCS_4_1_3, "ocs.not-disorganized-stack-came-next", piece);
    if (may_lose(scenario, view, which_of(view), piece))
        return LEGAL;
    const Combat *combat = &view->combat;
    int which = which_of(view), sum = 0;
    if (which && index_in(combat, which, piece) < 0 && is_on_map(view, piece) &&
        view->unit[piece].side != combat->side && view->unit[piece].at.hex == combat->target)
        return refuse(OCS_9_1C_2, "ocs.attacked-before-segment-loses-nothing", piece);
    for (int i = 0; i < combat->count[which]; i++)
        sum += combat->lost[which][i];
    if (!sum)
        return refuse(OCS_9_9_3, "ocs.first-step-falls-gave-rating", combat->rating[which]);
    return refuse(OCS_9_12C_1, "ocs.not-lose-step-before-all", piece);
}

void lose_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 1;
    for (Piece piece = 0; !prefix->count && piece < scenario->pieces; piece++) {
        if (!is_there(view, piece) || view->unit[piece].side != question(&view->head)->side)
            continue;
        Order order = *prefix;
        order_add(&order, 0, piece);
        if (!refused(lose_check(scenario, view, &order)))
            choose(out, 0, piece);
    }
}

void lose_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int which = which_of(state);
    if (is_retreat_loss(state)) {
        clear_states(state, PAYING, NO_SIDE);
        lose_step(play, order->value[0], OCS_4_1_3);
    } else {
        bool option = asked(state)->kind == ASK_OPTION;
        take_loss(play, which, order->value[0]);
        (option ? state->combat.option : state->combat.due)[which]--;
    }
    answered(state);
}

Sentence loss_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    int side = question(&view->head)->side;
    if (is_retreat_loss(view))
        return sentence(OCS_4_1_3, "ocs.loses-step-retreating-disorganized", side);
    return sentence(OCS_9_11_1, "ocs.loses-step-go", side, view->combat.due[which_of(view)]);
}

/* ---- the option: lose, retreat, or stand (9.11b) -------------------------------------------------------------- */

Refusal retreat_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    (void)order;
    if (view->combat.all_costs && !which_of(view))
        return refuse(OCS_9_8C_2, "ocs.all-costs-option-must-taken");
    return view->combat.afloat && !which_of(view) ? refuse(OCS_19_3_3, "ocs.sea-option-must-taken-steps") : LEGAL;
}

void retreat_apply(Play *play, const Order *order)
{
    (void)order;
    State *state = play->state;
    int which = which_of(state);
    state->combat.retreat[which] = state->combat.option[which];
    state->combat.option[which] = 0;
    state->combat.retreated[which] = 1;
    tell(play->events, EVENT_NOTE, 0,
         sentence(OCS_9_13_1, "ocs.retreats-hex", side_in_combat(state, which), state->combat.retreat[which]));
    answered(state);
}

Refusal stand_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    (void)order;
    return which_of(view) && view->combat.retreated[0] ? LEGAL : refuse(OCS_9_11B, "ocs.only-defender-whose-attacker");
}

void stand_apply(Play *play, const Order *order)
{
    (void)order;
    play->state->combat.option[1] = 0;
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_9_11B, "ocs.stands", side_in_combat(play->state, 1)));
    answered(play->state);
}

Sentence option_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_9_11_2, "ocs.option-steps-hexes-retreat", question(&view->head)->side,
                    view->combat.option[which_of(view)], view->combat.target);
}
