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

/* ---- the air sheet: which aircraft can fly what, as a player calls it (14.1, 14.4) ----------------------------- */

typedef enum Mission { FIGHTERS, BOMBERS, TRANSPORTS, MISSIONS } Mission;
static const struct {
    unsigned types;
    const char *label;
} missions[MISSIONS] = {
    [FIGHTERS] = {AIR_F, SAID("ocs.air-fighters")},
    [BOMBERS] = {AIR_T | AIR_S, SAID("ocs.air-bombers")},
    [TRANSPORTS] = {AIR_TPT, SAID("ocs.air-transports")},
};

static bool is_of(const Scenario *scenario, const State *view, int side, Piece piece)
{
    return is_on_map(view, piece) && view->unit[piece].side == side && is_aircraft(data_of(scenario), view, piece);
}

/* At their base, and free to fly the mission. */
static bool waits_for(const Scenario *scenario, const State *view, int side, Piece piece, Mission mission)
{
    return is_of(scenario, view, side, piece) && is_active(view, piece) &&
           has_base(view, side, view->unit[piece].at.hex) &&
           air_types(data_of(scenario), view, piece) & missions[mission].types;
}

static void add_mission(const Scenario *scenario, const State *view, int side, Mission mission, Panels *out)
{
    const Book *data = data_of(scenario);
    int count = 0, support = 0, tokens = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (waits_for(scenario, view, side, piece, mission)) {
            count++;
            support += air_support(data, view, piece);
            tokens += air_capacity(data, view, piece);
        }
    if (!count)
        return;
    panel_row(out, sentence(OCS_14_1B_1, missions[mission].label),
              mission == BOMBERS      ? sentence(0, "ocs.air-units-support", count, support)
              : mission == TRANSPORTS ? sentence(0, "ocs.air-units-carry", count, tokens)
                                      : sentence(0, "ocs.air-units", count));
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (waits_for(scenario, view, side, piece, mission))
            panel_piece(out, piece);
}

/* Those on a station, hex by hex. */
static void add_stations(const Scenario *scenario, const State *view, int side, Panels *out)
{
    for (Hex hex = 0; hex < scenario->map->hexes; hex++) {
        Piece there[FORCE];
        int count = has_base(view, side, hex) ? 0 : active_in(scenario, view, side, hex, there), support = 0;
        for (int i = 0; i < count; i++)
            support += air_support(data_of(scenario), view, there[i]);
        if (!count)
            continue;
        panel_row(out, sentence(OCS_14_1C_1, "ocs.air-over", hex),
                  sentence(0, "ocs.air-units-support", count, support));
        for (int i = 0; i < count; i++)
            panel_piece(out, there[i]);
        panel_hex(out, hex);
    }
}

void panel_air(const Scenario *scenario, const State *view, int side, Panels *out)
{
    int before = out->rows, resting = 0;
    panel_begin(out, "air", side, sentence(OCS_14_1B_1, "ocs.air-sheet", side));
    for (int mission = 0; mission < MISSIONS; mission++)
        add_mission(scenario, view, side, (Mission)mission, out);
    add_stations(scenario, view, side, out);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        resting += is_of(scenario, view, side, piece) && !is_active(view, piece);
    if (resting)
        panel_row(out, sentence(OCS_14_17B, "ocs.air-to-refit"), sentence(0, "ocs.air-units", resting));
    for (Piece piece = 0; resting && piece < scenario->pieces; piece++)
        if (is_of(scenario, view, side, piece) && !is_active(view, piece))
            panel_piece(out, piece);
    if (out->rows == before)
        out->panels--;
}

/* 15.3: a card for each base: level, active aircraft, inactive ones, and its supply, as far as it is known. */
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
