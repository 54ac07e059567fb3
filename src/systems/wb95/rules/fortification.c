/* fortification.c — WB-95 7.1: field fortifications. (What they and Fixed Positions do in combat is in combat.c.)
 *
 * A regular unit that has done nothing builds one with all its MPs and stays, also where one has been (7.1.7). A unit
 * that retreated before may not (5.3.10), unless no step leads it out of enemy zones (7.1.3 overrides, R31). An FF is a
 * bit of its hex: it serves the side that stands in it, or that left it within this phase; it lapses when a phase ends
 * with no unit there, and is gone when an enemy enters (movement.c, clear_the_way). */
#include "systems/wb95/wb95.h"
#include "systems/wb95/walk.h"

int fortification_side(const State *state, Hex hex)
{
    if (state->top[hex] != NO_PIECE)
        return state->unit[state->top[hex]].side;
    uint64_t low = state->emptied_by[0][hex >> 6] >> (hex & 63) & 1;
    uint64_t high = state->emptied_by[1][hex >> 6] >> (hex & 63) & 1;
    return (int)(low | high << 1);
}

/* 7.1.3: it is in an enemy zone, and each step it may take ends in one, or may, as far as is known (R105). */
static bool trapped(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    const Wb95 *data = data_of(scenario);
    if (!enemy_zoc(data, view, unit->side, unit->hex))
        return false;
    for (int edge = 0; edge < EDGES; edge++) {
        int cost;
        Hex next = scenario->map->next[unit->hex][edge];
        if (!refused(step_cost(scenario, view, piece, unit->hex, (Edge)edge, false, &cost)) &&
            !enemy_zoc(data, view, unit->side, next) && !perhaps_zoc(scenario, view, data->enemies[unit->side], next))
            return false;
    }
    return true;
}

bool entrench_open(const Walker *unit, Refusal *why)
{
    if (!(unit->kind->is & REGULAR))
        DENY(why, WB95_7_1_2_1, "wb95.cannot-dig-only-regular-units", unit->piece);
    if (unit->now & (ACTED | FORCED))
        DENY(why, WB95_7_1_4, "wb95.cannot-dig-takes-all-mps", unit->piece);
    if (fortified(unit->view, unit->hex))
        DENY(why, WB95_7_1_1, "wb95.field-fortification-already", unit->hex);
    if (unit->scenario->map->terrain[unit->hex] & SWAMP)
        DENY(why, WB95_7_1_8, "wb95.nobody-can-dig-swamp", unit->hex);
    if (unit->data->fixed_position[unit->hex])
        DENY(why, WB95_7_1_9, "wb95.fixed-position-no-field-fortification", unit->hex);
    if (unit->now & RETREATED && !trapped(unit->scenario, unit->view, unit->piece))
        DENY(why, WB95_7_1_2_2, "wb95.cannot-dig-retreated-last-combat", unit->piece);
    return true;
}

void entrench_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    Unit *unit = &play->state->unit[piece];
    Walker walker = walker_of(play->scenario, play->state, piece);
    Refusal why = LEGAL;
    if (!entrench_open(&walker, &why)) { /* it is not trapped after all (7.1.3) */
        tell(play->events, EVENT_REVEALED, 0, why.why);
        unit->now |= ACTED;
        return;
    }
    set_fortified(play->state, unit->hex, true);
    spend(play->state, piece, unit->mp);
    unit->now |= ENTRENCHED;
    feature_acted(play, piece);
    tell(play->events, EVENT_GROUND, 0, sentence(WB95_7_1_4, "wb95.digs", piece, unit->hex));
}

void fortifications_lapse(Play *play)
{
    State *state = play->state;
    EACH_BIT(hex, state->fortified, WB95_HEXES / 64) {
        if (state->top[hex] != NO_PIECE)
            continue;
        set_fortified(state, (Hex)hex, false);
        tell(play->events, EVENT_GROUND, 0, sentence(WB95_7_1_5, "wb95.field-fortification-given-up", hex));
    }
}
