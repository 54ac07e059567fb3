/* losses.c — TCS 10: which units lose steps, vehicles none (11.1a-1). The first comes from the largest unit, of the
 * rest half is placed by the owner and half by the firer (10.0f, R-16). */
#include "systems/tcs/tcs.h"

static bool may_lose(const Scenario *scenario, const State *state, const Attack *attack, Piece piece)
{
    return has_bit(attack->who, piece) && is_on_map(state, piece) && is_susceptible(kind_of(scenario, piece));
}

static int steps_left(const Scenario *scenario, const State *state, const Attack *attack)
{
    int steps = 0;
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        if (may_lose(scenario, state, attack, (Piece)piece))
            steps += state->unit[piece].steps;
    return steps;
}

void losses_begin(Play *play, Attack *attack, int steps)
{
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        play->state->unit[piece].before = play->state->unit[piece].steps;
    attack->share = SHARE_FIRST;
    attack->due = steps > 0;
    attack->rest = (uint8_t)(steps > 0 ? steps - 1 : 0);
}

/* 10.0e */
static void destroy_all(Play *play, Attack *attack)
{
    attack->taken = (uint8_t)(attack->taken + steps_left(play->scenario, play->state, attack)); /* riders too */
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (may_lose(play->scenario, play->state, attack, piece))
            bury(play, piece, TCS_10_0E);
    attack->due = attack->rest = 0;
}

bool losses_go_on(Play *play, Attack *attack)
{
    int left = steps_left(play->scenario, play->state, attack);
    if (!attack->due && attack->share < SHARE_FIRER) {
        int owner = (attack->rest + 1) / 2;
        attack->due = (uint8_t)(attack->share == SHARE_FIRST ? owner : attack->rest);
        attack->rest = (uint8_t)(attack->rest - attack->due);
        attack->share++;
        return true;
    }
    if (attack->due && left <= attack->due + attack->rest) {
        destroy_all(play, attack);
        return true;
    }
    if (!attack->due)
        return false;
    Frame *frame = ask(play->state, ASK_LOSS, attack->share == SHARE_FIRER ? attack->side : attack->victim);
    frame->data[LOSS_SHARE] = attack->share;
    return true;
}

/* ---- lose COUNTER ---------------------------------------------------------------------------------------- */

/* 16.5a-2: of the units that retreat, one that could roll. */
static Refusal retreat_loss(const Scenario *scenario, const State *view, Piece piece)
{
    if (has_bit(view->retreat.who, piece) && is_on_map(view, piece) && has_morale(kind_of(scenario, piece)))
        return LEGAL;
    return refuse(TCS_16_5A_2, "tcs.loses-no-step-retreating", piece);
}

Refusal lose_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    if (question(&view->head)->data[LOSS_SHARE] == SHARE_SYR)
        return retreat_loss(scenario, view, piece);
    const Attack *attack = attack_seen(view);
    if (!may_lose(scenario, view, attack, piece))
        return refuse(TCS_11_1B_1, "tcs.cannot-lose-step-fire", piece);
    EACH_BIT(other, attack->who, PIECE_WORDS)
        if (attack->share == SHARE_FIRST && may_lose(scenario, view, attack, (Piece)other) &&
            view->unit[other].before > view->unit[piece].before)
            return refuse(TCS_10_0F_1, "tcs.first-step-comes-largest-unit", (Piece)other);
    return LEGAL;
}

void lose_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_allowed(scenario, view, prefix, 1, scenario->pieces, lose_check, out);
}

void lose_apply(Play *play, const Order *order)
{
    State *state = play->state;
    bool retreat = asked(state)->data[LOSS_SHARE] == SHARE_SYR;
    answered(state);
    lose_steps(play, order->value[0], 1,
               retreat                                      ? TCS_16_5A_2
               : attack_on_top(state)->share == SHARE_FIRST ? TCS_10_0F_1
                                                            : TCS_10_0F_2);
    if (retreat) {
        state->retreat.steps--;
        return;
    }
    Attack *attack = attack_on_top(state);
    attack->due--;
    attack->taken++;
}

Sentence loss_prompt(const Scenario *scenario, const State *view)
{
    const Frame *frame = question(&view->head);
    (void)scenario;
    if (frame->data[LOSS_SHARE] == SHARE_SYR)
        return sentence(TCS_16_5A_2, "tcs.loses-step-retreat-go", frame->side, view->retreat.steps);
    const Attack *attack = attack_seen(view);
    if (attack->share == SHARE_FIRST)
        return sentence(TCS_10_0F_1, "tcs.largest-units-loses-first-step", frame->side, attack->hex);
    return sentence(TCS_10_0F_2, "tcs.places-losses-go", frame->side, attack->hex, attack->due);
}

int loss_due(const Scenario *scenario, const State *view)
{
    (void)scenario;
    (void)view;
    return 1;
}
