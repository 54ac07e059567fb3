/* modes.c — OCS 5: the mode of a unit is the side of its counter that shows, Combat (5.5) or Move (5.6), and perhaps a
 * marker on it.
 *
 *     mode gSchR66/13 move
 *
 * Either side moves and fights by its own values (5.5a, 5.6a). Combat, Move, Strategic Move and Reserve are chosen
 * (5.4, 2.3.II.1.C), unit by unit (5.2-2) and for no MPs (5.3-2): in Mode Determination, at set-up, by a unit that
 * enters before its side's next one (12.6-2; in edition 2 that comes at once), by a rebuilt unit (12.5a, D67), and
 * where 5.11 or edition 2 allows it once before the unit first moves. Reserve keeps the side that shows (5.7a-4);
 * Strategic Move needs the Move side (5.8-1). HQs have the same modes (12.1a). DG is no choice: under its marker a unit
 * may only flip (5.10e). */
#include "systems/ocs/ocs.h"

void reserves_besides(const Scenario *scenario, const State *state, int side, const Piece *moving, int count,
                      uint64_t out[OCS_WORDS])
{
    EACH_BIT(piece, data_of(scenario)->owned[side], COUNTER_WORDS) {
        if (state->unit[piece].marker != RESERVE || !is_on_map(state, (Piece)piece))
            continue;
        bool moves = false;
        for (int i = 0; i < count; i++)
            moves |= moving[i] == piece;
        if (!moves)
            set_bit(out, state->unit[piece].at.hex);
    }
}

int reserve_hexes_if(const Scenario *scenario, const State *state, int side, const Piece *moving, int count, Hex to)
{
    uint64_t hexes[OCS_WORDS] = {0};
    reserves_besides(scenario, state, side, moving, count, hexes);
    for (int i = 0; i < count; i++)
        if (state->unit[moving[i]].marker == RESERVE)
            set_bit(hexes, to);
    return count_bits(hexes, OCS_WORDS);
}

int reserve_hexes(const Scenario *scenario, const State *state, int side)
{
    return reserve_hexes_if(scenario, state, side, NULL, 0, NO_HEX);
}

/* When modes may be chosen at all. */
static Refusal time_for_modes(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    int asked_for = question(&view->head)->kind;
    if (asked_for == ASK_ARRIVALS || asked_for == ASK_REORGANIZE)
        return unit->now & REBUILT || (unit->now & ARRIVED && !second_edition(data)) /* D67 */
                   ? LEGAL
                   : refuse(OCS_5_3_1, "ocs.modes-chosen-mode-determination-not");
    if (asked_for != ASK_MOVEMENT)
        return LEGAL;
    bool together = view->head.phase == STEP_MODES_AND_MOVEMENT;
    if (!together && !(view->head.phase == STEP_MOVEMENT && data->mode_before_move))
        return refuse(OCS_5_3_1, "ocs.modes-chosen-mode-determination-not");
    if (unit->now & (MOVED | HALTED | STOPPED))
        return refuse(together ? OCS2_SEQ_5 : OCS_5_11_1, "ocs.moved-mode-chosen-before", piece);
    if (unit->now & LOCKED)
        return refuse(OCS_5_11_2, "ocs.overrun-declared-within-5-hexes", piece);
    return LEGAL;
}

static bool is_in_mode(const Unit *unit, int mode)
{
    if (mode == MODE_STRATEGIC || mode == MODE_RESERVE)
        return unit->marker == (mode == MODE_RESERVE ? RESERVE : STRATEGIC);
    return unit->face == mode && (unit->marker == NO_MARKER || unit->marker == DISORGANIZED);
}

static bool has_reserve_friend(const Scenario *scenario, const State *view, Piece piece)
{
    (void)scenario;
    const Unit *unit = &view->unit[piece];
    for (Piece other = view->top[unit->at.hex]; other != NO_PIECE; other = view->unit[other].at.below)
        if (other != piece && view->unit[other].marker == RESERVE)
            return true;
    return false;
}

/* `used`: Reserve markers of its side on the map. */
static Refusal may_take(const Scenario *scenario, const State *view, Piece piece, int mode, int used)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (mode == MODE_COMBAT || mode == MODE_MOVE)
        return LEGAL;
    if (unit->marker == DISORGANIZED)
        return refuse(OCS_5_10E_2, "ocs.disorganized-may-only-flip", piece);
    if (mode == MODE_STRATEGIC && unit->face != MOVE_SIDE)
        return refuse(OCS_5_8_1, "ocs.must-move-side-strategic-move", piece);
    if (mode == MODE_STRATEGIC && is_contact(scenario, view, unit->side, unit->at.hex))
        return refuse(OCS_4_1_14, "ocs.next-enemy-no-strategic-move", piece);
    if (mode == MODE_RESERVE && data->reserve_apart && is_contact(scenario, view, unit->side, unit->at.hex)) /* E1 */
        return refuse(OCS_5_7A_2, "ocs.next-enemy-no-reserve", piece);
    int markers = data->reserves[unit->side];
    if (mode == MODE_RESERVE && !has_reserve_friend(scenario, view, piece) && used >= markers)
        return refuse(OCS_5_7_1, "ocs.all-reserve-marker-use", markers, unit->side);
    return LEGAL;
}

static Refusal may_choose(const Scenario *scenario, const State *view, Piece piece, int mode, int used)
{
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data_of(scenario), view, piece);
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece))
        return refuse(OCS_6_3B_1, "ocs.not-yours-order-now", piece);
    if (!has_mode(kind, MODE_MOVE))
        return refuse(OCS_5_1, "ocs.no-modes", piece);
    if (!has_mode(kind, mode))
        return refuse(OCS_12_5_2, "ocs.move-mode-strategic-move-only", piece);
    Refusal late = time_for_modes(scenario, view, piece);
    if (refused(late))
        return late;
    if (is_in_mode(unit, mode))
        return refuse(OCS_5_2_1, "ocs.mode-already", piece);
    bool marker = mode == MODE_STRATEGIC || mode == MODE_RESERVE;
    if (question(&view->head)->kind == ASK_MOVEMENT && unit->now & CHOSEN && !(marker && unit->now & FLIPPED))
        return refuse(OCS_5_11_1, "ocs.chosen-mode-done-once", piece);
    return may_take(scenario, view, piece, mode, used);
}

static int markers_used(const Scenario *scenario, const State *view)
{
    return reserve_hexes(scenario, view, question(&view->head)->side);
}

Refusal mode_check(const Scenario *scenario, const State *view, const Order *order)
{
    return may_choose(scenario, view, order->value[0], order->value[1], markers_used(scenario, view));
}

void mode_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int used = -1;
    out->complete = prefix->count == 2;
    if (prefix->count == 2)
        return;
    EACH_BIT(piece, own_counters(scenario, view), COUNTER_WORDS) {
        if ((prefix->count && prefix->value[0] != piece) || !is_on_map(view, (Piece)piece) ||
            !has_mode(kind_of(data_of(scenario), view, (Piece)piece), MODE_MOVE) ||
            refused(time_for_modes(scenario, view, (Piece)piece)))
            continue;
        for (int mode = 0; mode < MODES; mode++) {
            if (mode == MODE_RESERVE && used < 0)
                used = markers_used(scenario, view);
            if (refused(may_choose(scenario, view, (Piece)piece, mode, used)))
                continue;
            choose(out, prefix->count, prefix->count ? mode : piece);
            if (!prefix->count)
                break;
        }
    }
}

/* 5.11-1: a side and a marker on it are one choice, though two orders. Before Movement the choice may be made again. */
static void choose_once(const State *state, Unit *unit, int mode)
{
    int asked_for = question(&state->head)->kind;
    if (asked_for != ASK_MODES && asked_for != ASK_MOVEMENT)
        return;
    unit->now = (unit->now & ~(uint32_t)FLIPPED) | CHOSEN;
    if (mode == (unit->face == MOVE_SIDE ? MODE_COMBAT : MODE_MOVE))
        unit->now |= FLIPPED;
}

void mode_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    int mode = order->value[1];
    Unit *unit = &play->state->unit[piece];
    choose_once(play->state, unit, mode);
    if (mode == MODE_STRATEGIC || mode == MODE_RESERVE) {
        unit->marker = mode == MODE_RESERVE ? RESERVE : STRATEGIC;
    } else {
        unit->face = (uint8_t)mode;
        unit->marker = unit->marker == DISORGANIZED ? DISORGANIZED : NO_MARKER;
    }
    tell(play->events, EVENT_STATE, 1u << enemy_of(unit->side), sentence(OCS_5_4, "%p: %w", piece, WORD_MODE + mode));
}
