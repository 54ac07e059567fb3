/* refit.c — Proud Monster 8.12–8.20: German replacements, withdrawals and refits.
 *
 * Replacements in either couplet, withdrawals in the first only (pm.r.17). A unit due to leave that cannot, because
 * none of its type is left or supplied, costs its point at once (8.17-2, pm.r.80); flak just goes (10.1-4), and dead
 * flak costs its point too (pm.r.25). */
#include <string.h>

#include "systems/pm/pm.h"

/* 8.14, 8.16: attenuated and aerial supply will do; a unit that waits in an OKH area is supplied. */
static bool is_fed(const Scenario *scenario, const State *view, const Supplies *supplies, Piece piece)
{
    return supply_of(scenario, view, supplies, piece) != OUT_OF_SUPPLY;
}

static bool is_in_play(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    return on_map(scenario, view, piece) || in_box(data, view, piece, BOX_OKH_NORTH) ||
           in_box(data, view, piece, BOX_OKH_SOUTH);
}

/* ---- withdrawals ----------------------------------------------------------------------------- */

static bool fits_withdrawal(const Book *data, const State *view, const Withdrawal *withdrawal, Piece piece)
{
    const Kind *kind = kind_of(data, view, piece);
    return kind->type == withdrawal->type && kind->size == withdrawal->size && kind->nation == withdrawal->nation;
}

/* pm.r.80 */
static bool may_leave(const Scenario *scenario, const State *view, const Supplies *supplies, int row, Piece piece)
{
    const Book *data = data_of(scenario);
    return view->unit[piece].side == GERMAN_SIDE && is_in_play(scenario, view, piece) &&
           fits_withdrawal(data, view, &data->withdrawal[row], piece) && is_fed(scenario, view, supplies, piece);
}

static void let_go(Play *play, Piece piece, int rule)
{
    tell(play->events, EVENT_NOTE, 0, sentence(rule, "pm.leaves-front-good", piece));
    move_to(play, piece, box_of(play->data, BOX_GONE));
    markers_left(play);
}

/* 10.1-4; 8.17-2, pm.r.25: each that is dead costs a point. */
static void flak_leaves(Play *play, int row)
{
    int dead = 0;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        if (!fits_withdrawal(play->data, play->state, &play->data->withdrawal[row], piece))
            continue;
        dead += in_box(play->data, play->state, piece, BOX_LOSSES);
        if (is_in_play(play->scenario, play->state, piece))
            let_go(play, piece, PM_10_1_4);
    }
    if (dead && play->data->on[FLAK_VP])
        add_points(play, -dead, PM_8_17_2, SAID("pm.points-flak"));
}

static void withdrawal_falls_due(Play *play, const Supplies *supplies, int row)
{
    State *state = play->state;
    int able = 0, due = play->data->withdrawal[row].count;
    if (!play->data->withdrawal[row].declinable) {
        flak_leaves(play, row);
        return;
    }
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        able += may_leave(play->scenario, state, supplies, row, piece);
    if (due > able) {
        add_points(play, able - due, PM_8_17_2, SAID("pm.points-withdrawal"));
        due = able;
    }
    state->withdrawals[row] = (uint8_t)due;
}

void refit_begin(Play *play)
{
    State *state = play->state;
    Supplies supplies;
    trace_supply(play->scenario, state, GERMAN_SIDE, &supplies);
    memset(state->withdrawals, 0, sizeof state->withdrawals);
    for (int row = 0; row < play->data->withdrawals; row++)
        if (state->couplet == 1 && play->data->withdrawal[row].turn == state->head.turn)
            withdrawal_falls_due(play, &supplies, row);
}

Refusal refit_may_end(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    const Book *data = data_of(scenario);
    for (int row = 0; row < data->withdrawals; row++)
        if (view->withdrawals[row])
            return refuse(PM_8_16, "pm.unit-must-leave-stay-point", view->withdrawals[row],
                          WORD_NATION + data->withdrawal[row].nation, WORD_TYPE + data->withdrawal[row].type);
    return LEGAL;
}

/* The row of the table that asks for the counter; -1 none. */
static int row_for(const Scenario *scenario, const State *view, const Supplies *supplies, Piece piece)
{
    for (int row = 0; row < data_of(scenario)->withdrawals; row++)
        if (view->withdrawals[row] && may_leave(scenario, view, supplies, row, piece))
            return row;
    return -1;
}

Refusal withdraw_check(const Scenario *scenario, const State *view, const Order *order)
{
    return row_for(scenario, view, supplies_of(scenario, view, GERMAN_SIDE), order->value[0]) >= 0
               ? LEGAL
               : refuse(PM_8_16, "pm.not-due-leave-not-supplied", order->value[0]);
}

void withdraw_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Supplies *supplies = supplies_of(scenario, view, GERMAN_SIDE);
    bool due = false;
    for (int row = 0; row < data_of(scenario)->withdrawals; row++)
        due |= view->withdrawals[row] > 0;
    out->complete = prefix->count == 1;
    for (Piece piece = 0; due && !prefix->count && piece < scenario->pieces; piece++)
        if (row_for(scenario, view, supplies, piece) >= 0)
            choose(out, 0, piece);
}

void withdraw_apply(Play *play, const Order *order)
{
    int row =
        row_for(play->scenario, play->state, supplies_of(play->scenario, play->state, GERMAN_SIDE), order->value[0]);
    play->state->withdrawals[row]--;
    let_go(play, order->value[0], PM_8_16);
}

/* The row of the table under which units of that type are due; -1 none. */
static int row_of_type(const Scenario *scenario, const State *view, int type)
{
    for (int row = 0; row < data_of(scenario)->withdrawals; row++)
        if (view->withdrawals[row] && data_of(scenario)->withdrawal[row].type == type)
            return row;
    return -1;
}

Refusal decline_check(const Scenario *scenario, const State *view, const Order *order)
{
    return row_of_type(scenario, view, order->value[0]) >= 0
               ? LEGAL
               : refuse(PM_8_17_1, "pm.no-unit-due-leave-now", WORD_TYPE + order->value[0]);
}

void decline_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 1;
    for (int type = 0; !prefix->count && type < UNKNOWN; type++)
        if (row_of_type(scenario, view, type) >= 0)
            choose(out, 0, type);
}

void decline_apply(Play *play, const Order *order)
{
    play->state->withdrawals[row_of_type(play->scenario, play->state, order->value[0])]--;
    tell(play->events, EVENT_NOTE, 0, sentence(PM_8_17_1, "pm.unit-due-leave-stays", WORD_TYPE + order->value[0]));
    add_points(play, -1, PM_8_17_1, SAID("pm.points-declined"));
}

/* ---- replacements ---------------------------------------------------------------------------- */

/* 8.13-1, pm.r.79 */
static bool is_replaceable(const Kind *kind)
{
    static const bool types[TYPES] = {[INFANTRY] = true, [AIR_LANDING] = true, [JAEGER] = true,
                                      [MOUNTAIN] = true, [PARATROOP] = true,   [STATIC] = true};
    return kind->side == GERMAN_SIDE && kind->size == DIVISION && types[kind->type] &&
           (kind->nation == GERMAN || kind->nation == SPANISH);
}

static Refusal may_replace(const Scenario *scenario, const State *view, const Supplies *supplies, Piece piece)
{
    const Kind *kind = kind_of(data_of(scenario), view, piece);
    if (!is_replaceable(kind) || !is_in_play(scenario, view, piece))
        return refuse(PM_8_13_1, "pm.takes-no-replacements", piece);
    if (view->unit[piece].steps >= kind->steps)
        return refuse(PM_8_12, "pm.full-strength", piece);
    if (!view->replacements)
        return refuse(PM_8_15, "pm.all-replacements-game-spent");
    return is_fed(scenario, view, supplies, piece) ? LEGAL : refuse(PM_8_14, "pm.out-supply-2", piece);
}

Refusal replace_check(const Scenario *scenario, const State *view, const Order *order)
{
    return may_replace(scenario, view, supplies_of(scenario, view, GERMAN_SIDE), order->value[0]);
}

void replace_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Supplies *supplies = supplies_of(scenario, view, GERMAN_SIDE);
    out->complete = prefix->count == 1;
    for (Piece piece = 0; !prefix->count && view->replacements && piece < scenario->pieces; piece++)
        if (view->unit[piece].side == GERMAN_SIDE && !refused(may_replace(scenario, view, supplies, piece)))
            choose(out, 0, piece);
}

void replace_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Unit *unit = &state->unit[piece];
    unit->steps = (unsigned)(unit->steps + 1) & 7;
    state->replacements--;
    if (is_airlifted(state, unit->at.hex))
        unit->now |= RESTING; /* 9.18-3 */
    tell(play->events, EVENT_STATE, 0,
         sentence(PM_8_14, "pm.back-steps-replacements-left", piece, unit->steps, state->replacements));
}

/* ---- refits ---------------------------------------------------------------------------------- */

static Refusal may_refit(const Scenario *scenario, const State *view, const Supplies *supplies, Piece piece)
{
    const Kind *kind = kind_of(data_of(scenario), view, piece);
    const Unit *unit = &view->unit[piece];
    if (kind->nation != GERMAN || kind->size != DIVISION || (kind->type != TANK && kind->type != MOTORIZED) ||
        kind->is & NO_REFIT)
        return refuse(PM_8_18, "pm.never-refits", piece);
    if (!on_map(scenario, view, piece))
        return refuse(PM_8_20_1, "pm.not-map", piece);
    if (unit->now & REFITTED)
        return refuse(PM_8_20_3, "pm.refit-2", piece);
    if (view->refits_over)
        return refuse(PM_8_19, "pm.weather-ended-refits");
    if (unit->steps >= kind->steps)
        return refuse(PM_8_20_1, "pm.full-strength", piece);
    if (is_airlifted(view, unit->at.hex))
        return refuse(PM_9_18_4, "pm.nobody-refits-aerial-supply", piece);
    if (supply_of(scenario, view, supplies, piece) != SUPPLIED)
        return refuse(PM_8_20_1, "pm.not-full-supply-2", piece);
    return beside_enemy(scenario, view, GERMAN_SIDE, unit->at.hex) ? refuse(PM_8_20_1, "pm.stands-next-enemy", piece)
                                                                   : LEGAL;
}

Refusal refit_check(const Scenario *scenario, const State *view, const Order *order)
{
    return may_refit(scenario, view, supplies_of(scenario, view, GERMAN_SIDE), order->value[0]);
}

void refit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Supplies *supplies = supplies_of(scenario, view, GERMAN_SIDE);
    out->complete = prefix->count == 1;
    for (Piece piece = 0; !prefix->count && piece < scenario->pieces; piece++)
        if (view->unit[piece].side == GERMAN_SIDE && !refused(may_refit(scenario, view, supplies, piece)))
            choose(out, 0, piece);
}

void refit_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    Unit *unit = &play->state->unit[piece];
    int die = dice_roll(play->dice), full = kind_of(play->data, play->state, piece)->steps;
    int steps = unit->steps + play->data->refit[die - 1];
    unit->steps = (unsigned)(steps < full ? steps : full) & 7;
    unit->now |= REFITTED | RESTING;
    tell(play->events, EVENT_ROLLED, 0, sentence(PM_8_20_2, "pm.refit-die-shows", die));
    tell(play->events, EVENT_STATE, 0, sentence(PM_8_20_2, "pm.refits-steps", piece, unit->steps));
}

Sentence refit_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(PM_5_2_2, "pm.replace-steps-left-withdraw-refit", GERMAN_SIDE, view->replacements);
}
