/* look_air.c — how aircraft, bases and interdicted railroads are shown: 3.5, 3.7c, 15.3. */
#include <stdio.h>

#include "systems/ocs/air.h"

/* "F4-2-18": type, air to air rating, ground support, range; (2) for a defensive rating, 2T for what it carries. */
void look_aircraft(const Scenario *scenario, const State *state, Piece piece, Look *out)
{
    const Book *data = data_of(scenario);
    const AirKind *air = air_of(data, state, piece);
    char text[2][32], rating[2][8];
    int shown = state->unit[piece].steps < 2;
    for (int side = 0; side < 2; side++) {
        snprintf(rating[side], sizeof rating[side], air->defensive ? "(%d)" : "%d", air->rating[side]);
        if (air->capacity[side])
            snprintf(text[side], sizeof text[side], "%s-%dT-%d", rating[side], air->capacity[side], air->range);
        else
            snprintf(text[side], sizeof text[side], "%s-%d-%d", rating[side], air->support[side], air->range);
    }
    out->nation[0] = 0; /* their counters are of a side */
    out->colour = scenario->side_colour[state->unit[piece].side];
    out->ink = 0xffffff;
    look_value(out, AT_TOP_LEFT, air->type);
    look_value(out, AT_FOOT, text[shown]);
    snprintf(out->reverse, sizeof out->reverse, "%.15s", text[!shown]);
    out->reversed = shown;
    if (is_on_map(state, piece) && !is_active(state, piece))
        out->place = state->unit[piece].now & RETURNING ? sentence(OCS_14_6_1, "ocs.must-fly-home")
                                                        : sentence(OCS_14_2B, "ocs.inactive-3");
}

int mark_bases(const State *state, int kind, Mark *out, int room)
{
    int count = 0;
    for (int i = 0; i < state->bases && count < room; i++)
        out[count++] =
            (Mark){.kind = (uint8_t)kind,
                   .level = state->base[i].level,
                   .side = state->base[i].side,
                   .hex = state->base[i].hex,
                   .hexside = NO_HEXSIDE,
                   .label = state->base[i].level ? sentence(OCS_15_0, "ocs.air-base-level-usable", state->base[i].level,
                                                            usable_level(&state->base[i]))
                                                 : sentence(OCS_15_0, "ocs.air-base-unknown-level")};
    return count;
}

int mark_interdicted(const State *state, int kind, Mark *out, int room)
{
    int count = 0;
    EACH_BIT(hex, state->interdicted, OCS_WORDS)
        if (count < room)
            out[count++] = (Mark){.kind = (uint8_t)kind, .side = NO_SIDE, .hex = (Hex)hex, .hexside = NO_HEXSIDE};
    return count;
}

/* 15.3: a card for each base: level, who is active there, who is not, and what lies there, as far as it is known. */
void panel_bases(const Scenario *scenario, const State *view, Panels *out)
{
    if (!view->bases)
        return;
    panel_begin(out, "bases", NO_SIDE, sentence(OCS_15_3, "ocs.air-bases"));
    for (int i = 0; i < view->bases; i++) {
        const Base *base = &view->base[i];
        Piece active[FORCE];
        int flying = active_in(scenario, view, base->side, base->hex, active), resting = 0;
        const Pile *pile = pile_in(view, base->side, base->hex);
        for (Piece piece = view->top[base->hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
            resting += view->unit[piece].side == base->side && is_aircraft(data_of(scenario), view, piece) &&
                       !is_active(view, piece);
        PanelRow *row = panel_row(
            out,
            base->level ? sentence(OCS_15_0, "ocs.level-usable", base->side, base->hex, base->level, usable_level(base))
                        : sentence(OCS_15_0, "ocs.level-unknown", base->side, base->hex),
            sentence(OCS_15_3, "ocs.active-inactive-sps", flying, resting, pile ? tokens_of(pile) : 0));
        if (!row)
            return;
        for (Piece piece = view->top[base->hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
            if (is_aircraft(data_of(scenario), view, piece))
                panel_piece(out, piece);
        panel_hex(out, base->hex);
    }
}
