/* attrition.c — OCS 11.4e, C19: the effect of No Supply.
 *
 * Edition 1 rolls for each unit in No Supply by itself; edition 2 once a turn for each hex whose units are out of
 * supply (ocs2.level-7), at the best rating there (ocs2.attrition-2), three more for five steps (ocs2.attrition-3), and
 * the owner says which units lose the steps: none a second one before all have lost one (ocs2.attrition-6). HQs are
 * exempt (11.4e-2). */
#include "systems/ocs/ocs.h"

bool starves(const Scenario *scenario, const State *state, int side, Piece piece)
{
    const Kind *kind = kind_of(data_of(scenario), state, piece);
    return state->unit[piece].side == side && is_on_map(state, piece) && is_unit(kind) && kind->class != HEADQUARTERS &&
           state->unit[piece].level == NO_SUPPLY;
}

/* Steps lost at that roll; what is more than any stack has means all. */
static int loss_at(const Book *data, int rating, int roll)
{
    int column = rating < 0 ? 0 : rating > 4 ? 4 : rating;
    int row = roll > ATTRITION_HIGH ? ATTRITION_HIGH : roll;
    return data->attrition[column][row - ATTRITION_LOW];
}

/* ---- edition 1: unit by unit ----------------------------------------------------------------------------------- */

static void starve_unit(Play *play, Piece piece)
{
    State *state = play->state;
    int re = re_of(play->data, state, piece);
    int size = re >= 4 * QUARTERS ? 2 : re >= 2 * QUARTERS; /* C19 */
    int rating = rating_of(play->data, state, piece), dice = dice_sum(play->dice, 2);
    int loss = loss_at(play->data, rating, dice + size);
    tell(play->events, EVENT_ROLLED, 1u << enemy_of(state->unit[piece].side), /* D70: losses are seen, no more */
         sentence(OCS_11_4E_1, "ocs.attrition-rolled-read-step", piece, dice, dice + size,
                  loss < state->unit[piece].steps ? loss : state->unit[piece].steps));
    for (; loss && is_on_map(state, piece); loss--)
        lose_step(play, piece, OCS_11_4E_1);
}

/* ---- edition 2: hex by hex ------------------------------------------------------------------------------------- */

static int starving_in(const Scenario *scenario, const State *state, int side, Hex hex, Piece out[OCS_PIECES])
{
    int count = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (starves(scenario, state, side, piece))
            out[count++] = piece;
    return count;
}

/* Rolls, and asks if there are units to choose from; true when it has asked. */
static bool starve_hex(Play *play, int side, Hex hex)
{
    enum { MANY_STEPS = 5, MANY = 3 };
    State *state = play->state;
    Piece pieces[OCS_PIECES];
    int count = starving_in(play->scenario, state, side, hex, pieces), best = -1, steps = 0, most = 0;
    for (int i = 0; i < count; i++) {
        int rating = rating_of(play->data, state, pieces[i]);
        best = rating > best ? rating : best;
        most += state->unit[pieces[i]].steps;
    }
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (is_unit(kind_of(play->data, state, piece))) /* an HQ's, too (C19) */
            steps += state->unit[piece].steps;
    int dice = dice_sum(play->dice, 2), roll = dice + (steps >= MANY_STEPS ? MANY : 0);
    int loss = loss_at(play->data, best, roll);
    tell(play->events, EVENT_ROLLED, 1u << enemy_of(side),
         sentence(OCS2_ATTRITION_1, "ocs.attrition-rolled-read-step-2", hex, dice, roll, loss < most ? loss : most));
    if (!loss)
        return false;
    Frame *frame = ask(state, ASK_ATTRITION, side);
    frame->data[ATTRITION_HEX] = hex;
    frame->data[ATTRITION_STEPS] = (uint16_t)loss;
    return true;
}

bool attrition(Play *play, int side)
{
    State *state = play->state;
    Frame *frame = asked(state);
    if (!second_edition(play->data)) {
        for (Piece piece = 0; piece < play->scenario->pieces; piece++)
            if (starves(play->scenario, state, side, piece))
                starve_unit(play, piece);
        return false;
    }
    while (frame->data[ATTRITION_HEX] < play->scenario->map->spots) {
        Piece pieces[OCS_PIECES];
        Hex hex = frame->data[ATTRITION_HEX]++;
        if (starving_in(play->scenario, state, side, hex, pieces) && starve_hex(play, side, hex))
            return true;
    }
    return false;
}

/* ---- lose COUNTER ------------------------------------------------------------------------------------------------ */

/* It is over when no unit is left, or all that was due is lost; when all have lost a step they begin again. */
void attrition_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    Piece pieces[OCS_PIECES];
    int count = starving_in(play->scenario, state, frame->side, frame->data[ATTRITION_HEX], pieces), spared = 0;
    for (int i = 0; i < count; i++)
        spared += !(state->unit[pieces[i]].now & WORN);
    if (!count || !frame->data[ATTRITION_STEPS]) {
        clear_states(state, WORN, frame->side);
        answered(state);
    } else if (!spared) {
        clear_states(state, WORN, frame->side);
    }
}

Refusal starve_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Frame *frame = question(&view->head);
    Piece piece = order->value[0];
    if (!starves(scenario, view, frame->side, piece) || view->unit[piece].at.hex != frame->data[ATTRITION_HEX])
        return refuse(OCS2_ATTRITION_6, "ocs.not-starve", piece);
    if (view->unit[piece].now & WORN)
        return refuse(OCS_9_12C_1, "ocs.not-lose-step-before-all", piece);
    return LEGAL;
}

void starve_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_allowed(scenario, view, prefix, 1, scenario->pieces, starve_check, out);
}

void starve_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Frame *frame = asked(state);
    state->unit[order->value[0]].now |= WORN;
    lose_step(play, order->value[0], OCS2_ATTRITION_5);
    frame->data[ATTRITION_STEPS]--;
    frame->fresh = 1;
}

Sentence attrition_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    const Frame *frame = question(&view->head);
    return sentence(OCS2_ATTRITION_6, "ocs.attrition-loses-step-go", frame->side, frame->data[ATTRITION_HEX],
                    frame->data[ATTRITION_STEPS]);
}
