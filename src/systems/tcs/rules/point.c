/* point.c — TCS 12: Point Fire at one vehicle or gun (12.1), a B target with Morale at Defense 0 (12.1h), hopeless
 * shots too (12.1f). A kill Buttons Up the rest (16.7a-3), which are no worse off for it twice (16.7b-6). The order is
 * in fire.c. */
#include "systems/tcs/reference.h"
#include "systems/tcs/tcs.h"

static void modify(PointSheet *sheet, int value, int side, Sentence what)
{
    if (value)
        odds_add(&sheet->net, side, value, what);
}

/* 12.1b */
static int range_class(const Kind *kind, int hexes)
{
    return hexes <= kind->range / 2 ? CLOSE_RANGE : hexes <= kind->range ? NOMINAL_RANGE : LONG_RANGE;
}

static void target_modifiers(const Scenario *scenario, const State *state, const Attack *attack, Piece aim,
                             PointSheet *out)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &state->unit[aim];
    bool gun = is_gun(kind_of(scenario, aim));
    int class = class_at(scenario, state, attack->hex, (Fire)attack->fire);
    modify(out, data->point_class[class], attack->side, sentence(TCS_12_0_1, "tcs.terrain", WORD_CLASS + class));
    if (unit->mode == FIRE_MODE)
        modify(out, data->point_shift[SHIFT_FIRE_MODE], attack->victim, sentence(TCS_12_0_1, "tcs.target-fire-mode"));
    else
        modify(out, data->point_shift[SHIFT_MOVE_MODE], attack->side, sentence(TCS_12_0_1, "tcs.target-move-mode"));
    if (gun)
        modify(out, data->point_shift[SHIFT_GUN], attack->victim, sentence(TCS_12_0_1, "tcs.target-gun"));
    if (gun && unit->now & (DUG_IN | MAYBE_DUG_IN))
        modify(out, data->point_shift[SHIFT_DUG_IN], attack->victim,
               unit->now & MAYBE_DUG_IN ? sentence(TCS_6_16_1, "tcs.perhaps-dug") : sentence(TCS_6_16_1, "tcs.dug"));
    if (!is_lit(state, attack->hex))
        modify(out, data->point_shift[SHIFT_NIGHT], attack->victim, sentence(TCS_27_1F, "tcs.night"));
}

static void firer_modifiers(const Scenario *scenario, const State *state, const Attack *attack, Piece firer,
                            PointSheet *out)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &state->unit[firer];
    if (attack->fire == FIRE_SFA)
        modify(out, data->point_shift[SHIFT_SFA], attack->side, sentence(TCS_13_0_1, "tcs.suppressive-fire"));
    if (attack->fire == FIRE_ASSAULT)
        modify(out, data->point_shift[SHIFT_ASSAULT], attack->side, sentence(TCS_22_0H, "tcs.same-hex"));
    if (unit->spirit == IS_SUPPRESSED)
        modify(out, data->point_shift[SHIFT_SUPPRESSED], attack->victim, sentence(TCS_13_1E, "tcs.suppressed"));
    if (unit->spirit == IS_PARALYZED)
        modify(out, data->point_shift[SHIFT_PARALYZED], attack->victim, sentence(TCS_16_4B_1, "tcs.paralyzed-2"));
    if (unit->now & BUTTONED)
        modify(out, data->point_shift[SHIFT_BUTTONED], attack->victim, sentence(TCS_12_1G, "tcs.buttoned-up-2"));
    if (attack->road)
        modify(out, data->point_shift[SHIFT_ROAD], attack->side, sentence(TCS_20_1D_2, "tcs.mover-road"));
    if (attack->mined)
        modify(out, data->point_shift[SHIFT_MINEFIELD], attack->side, sentence(TCS_21_0D_2, "tcs.mover-minefield"));
    if (is_smoked(scenario, state, attack->hex) || is_smoked(scenario, state, unit->at.hex))
        modify(out, data->point_shift[SHIFT_SMOKE], attack->victim, sentence(TCS_19_0, "tcs.smoke"));
}

void point_sheet(const Scenario *scenario, const State *state, const Attack *attack, Piece firer, Piece aim,
                 PointSheet *out)
{
    const Kind *kind = kind_of(scenario, firer);
    memset(out, 0, offsetof(PointSheet, net));
    odds_begin(&out->net);
    out->differential = kind->attack - kind_of(scenario, aim)->defense;
    out->reach = map_distance(scenario->map, state->unit[firer].at.hex, attack->hex);
    out->range = range_class(kind, out->reach);
    target_modifiers(scenario, state, attack, aim, out);
    firer_modifiers(scenario, state, attack, firer, out);
    out->kill = data_of(scenario)->point[within(out->net.sum, NET_LOW, NET_HIGH) - NET_LOW]
                                        [within(out->differential, DIFF_LOW, DIFF_HIGH) - DIFF_LOW][out->range];
}

void point_resolve(Play *play, Attack *attack, Shot *shot)
{
    PointSheet sheet;
    point_sheet(play->scenario, play->state, attack, shot->piece, shot->aim, &sheet);
    if (!sheet.kill) { /* 12.0-2 */
        tell_result(play, sentence(TCS_12_0_2, "tcs.cannot-destroyed-way", shot->aim));
        return;
    }
    if (is_gun(kind_of(play->scenario, shot->aim)))
        show_gun(play, shot->aim);
    int tens = dice_roll(play->dice), units = dice_roll(play->dice);
    bool kills = tens * 10 + units >= sheet.kill;
    tell_fact(play->events, EVENT_ROLLED,
              sentence(TCS_12_0_1, "tcs.net-differential-range-more-rolled", sheet.net.sum, sheet.differential,
                       WORD_RANGE + sheet.range, sheet.kill, tens, units),
              (Fact){.kind = FACT_NONE, .cell = point_cell(sheet.net.sum, sheet.differential, sheet.range)});
    if (!kills) {
        tell_result(play, sentence(TCS_12_1C, "tcs.miss"));
        return;
    }
    tell_result(play, sentence(TCS_12_0_1, "tcs.hit"));
    Piece tower = play->state->unit[shot->aim].riding == TOWED ? play->state->unit[shot->aim].carrier[0] : NO_PIECE;
    bury(play, shot->aim, TCS_12_0_1);
    button_up(play, attack, TCS_12_0_3, tower); /* 12.1e */
}
