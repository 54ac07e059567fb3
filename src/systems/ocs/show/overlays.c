/* overlays.c — what supply looks like on the map: who is reached, by an HQ's throw, from a dump, by rail; and who would
 * starve if a hex fell. All of it is read from the view of the side that holds it. */
#include <string.h>

#include "core/flood.h"
#include "core/room.h"
#include "systems/ocs/air.h"

const OverlayKind ocs_overlays[] = {
    [OVERLAY_SUPPLY] = {"supply",
                        SAID("ocs.supply"),
                        ABOUT_OWN_SIDE,
                        {{SAID("ocs.supply-can-drawn-combat-too"), 0x1F7A43, TINT_UPRIGHT, false},
                         {SAID("ocs.supply-can-drawn-but-none"), 0xB58A00, TINT_DOTTED, false}},
                        NULL,
                        NULL,
                        SAID("ocs.stands-out-reach-supply")},
    [OVERLAY_THROW] = {"throw",
                       SAID("ocs.throw-hq"),
                       ABOUT_PIECE,
                       {{SAID("ocs.within-throw"), 0x1F7A43, TINT_UPRIGHT, false},
                        {SAID("ocs.next-not-combat"), 0xB58A00, TINT_DOTTED, false},
                        {SAID("ocs.within-throw-dumps-serve"), 0x1D4ED8, TINT_CROSSED, false}},
                       NULL,
                       NULL,
                       NULL},
    [OVERLAY_DUMP] = {"dump",
                      SAID("ocs.reach-dump"),
                      ABOUT_HEX,
                      {{SAID("ocs.stands-draws-directly"), 0x1F7A43, TINT_UPRIGHT, false}},
                      NULL,
                      NULL,
                      NULL},
    [OVERLAY_STARVING] = {"starving",
                          SAID("ocs.starves-hex-falls"),
                          ABOUT_OWN_SIDE | ABOUT_HEX,
                          {{SAID("ocs.no-supply-any-more"), 0xA02020, TINT_CROSSED, false}},
                          NULL,
                          NULL,
                          SAID("ocs.would-lose-supply")},
    [OVERLAY_RAIL] = {"rail",
                      SAID("ocs.railroads"),
                      ABOUT_OWN_SIDE,
                      {{SAID("ocs.rail-multi"), 0x1F7A43, TINT_UPRIGHT, false},
                       {SAID("ocs.rail-single"), 0x1D4ED8, TINT_LEANING, false},
                       {SAID("ocs.rail-low"), 0xB58A00, TINT_DOTTED, false},
                       {SAID("ocs.rail-barred"), 0xA81616, TINT_CROSSED, false}},
                      NULL,
                      NULL,
                      NULL},
    {0},
};

/* ---- overlays ------------------------------------------------------------------------------------------------ */

/* Its throw, then the hexes next to that. */
static void tint_throw(const Scenario *scenario, const State *view, Piece headquarters, OverlayMarks *out)
{
    uint64_t into[OCS_WORDS] = {0}, beside[OCS_WORDS] = {0};
    thrown_by(scenario, view, headquarters, true, into);
    thrown_by(scenario, view, headquarters, false, beside);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (has_bit(into, hex))
            out->tint[hex] = 1;
        else if (has_bit(beside, hex) && is_land(data_of(scenario), (Hex)hex) && !out->tint[hex])
            out->tint[hex] = 2;
}

/* What lies within an HQ's draw. */
static void tint_draw(const Scenario *scenario, const State *view, Piece headquarters, OverlayMarks *out)
{
    const Unit *unit = &view->unit[headquarters];
    const Flood *ways = ways_from(scenario, view, unit->side, unit->at.hex, DRAW_RANGE);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (ways->cost[hex] != FLOOD_FAR)
            out->tint[hex] = 3;
}

/* The units that draw on a dump directly. A dump next to the enemy serves only friends in its hex (11.5a-4, D35). */
static void tint_dump(const Scenario *scenario, const State *view, int side, Hex dump, OverlayMarks *out)
{
    uint64_t from[OCS_WORDS] = {0}, served[OCS_WORDS] = {0};
    set_bit(from, dump);
    served_by(scenario, view, side, from, served);
    if (has_bit(view->occupied[side], dump))
        set_bit(served, dump);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (has_bit(served, hex))
            out->tint[hex] = 1;
}

/* HQs that have something to throw, and dumps themselves. */
static void tint_side(const Scenario *scenario, const State *view, int side, OverlayMarks *out)
{
    const Book *data = data_of(scenario);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        uint64_t drawn[OCS_WORDS] = {0};
        if (view->unit[piece].side != side || !is_on_map(view, piece) ||
            kind_of(data, view, piece)->class != HEADQUARTERS)
            continue;
        drawn_by(scenario, view, piece, drawn);
        if (tokens_at(view, side, drawn))
            tint_throw(scenario, view, piece, out);
    }
    for (int i = 0; i < view->piles; i++)
        if (view->pile[i].side == side && tokens_of(&view->pile[i]))
            tint_dump(scenario, view, side, view->pile[i].hex, out);
    EACH_BIT(hex, view->occupied[side], OCS_WORDS)
        if (hex < scenario->map->hexes && !out->tint[hex])
            out->cut[hex] = true;
}

/* Where trains go, by what a trip costs there, and the railroads that none can use (12.3a-3); what they still carry. */
static void tint_rail(const Scenario *scenario, const State *view, int side, OverlayMarks *out)
{
    enum { MULTI = 1, SINGLE, LOW, BARRED };
    const Map *map = scenario->map;
    uint64_t passes[OCS_WORDS];
    rail_passes(scenario, view, side, passes);
    EACH_BIT(hex, data_of(scenario)->rail, OCS_WORDS) {
        int best = RAIL_LOW;
        for (Edge edge = 0; edge < EDGES && map->layer[RAILS]; edge++)
            best = map->layer[RAILS][hex][edge] > best ? map->layer[RAILS][hex][edge] : best;
        out->tint[hex] = (uint8_t)(!has_bit(passes, hex) ? BARRED
                                   : best == RAIL_MULTI  ? MULTI
                                   : best == RAIL_SINGLE ? SINGLE
                                                         : LOW);
    }
    int capacity = rail_capacity(data_of(scenario), view, side), used = view->rail_used[side];
    out->sum = capacity ? sentence(OCS_12_3A_3, "ocs.rail-sum", tokens_left(capacity * EIGHTHS - used), capacity)
                        : sentence(OCS_12_3A_3, "ocs.rail-none");
}

/* Who would lose supply if the enemy stood in that hex, and where none would come any more. */
static void tint_starving(const Scenario *scenario, const State *view, int side, Hex fallen, OverlayMarks *out)
{
    ROOM(State, state);
    ROOM(OverlayMarks, then);
    Piece starving[OCS_PIECES];
    *state = *view;
    let_fall(scenario, state, side, fallen);
    memset(then, 0, sizeof *then);
    tint_side(scenario, view, side, out);
    tint_side(scenario, state, side, then);
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        out->tint[hex] = hex != fallen && out->tint[hex] && !then->tint[hex];
        out->cut[hex] = false;
    }
    int count = list_starving(scenario, view, state, side, starving);
    for (int i = 0; i < count; i++)
        if (state->unit[starving[i]].at.hex < scenario->map->hexes)
            out->cut[state->unit[starving[i]].at.hex] = true;
    out->sum = sentence(OCS_11_4E_1, "ocs.starve-if-falls", count, fallen);
}

bool ocs_overlay(const Scenario *scenario, const Position *position, int kind, const OverlayAbout *about,
                 OverlayMarks *out)
{
    const State *view = state_of(position);
    const Book *data = data_of(scenario);
    if (data->without[PART_SUPPLY])
        return kind == OVERLAY_SUPPLY; /* no unit is cut off where none needs supply */
    if (kind == OVERLAY_SUPPLY) {
        tint_side(scenario, view, about->side, out);
        return true;
    }
    if (kind == OVERLAY_RAIL) {
        tint_rail(scenario, view, about->side, out);
        return true;
    }
    if (kind == OVERLAY_STARVING) {
        if (about->hex >= scenario->map->hexes || !is_land(data, about->hex))
            return false;
        tint_starving(scenario, view, about->side, about->hex, out);
        return true;
    }
    if (kind == OVERLAY_THROW) {
        if (about->piece >= scenario->pieces || !is_on_map(view, about->piece) ||
            kind_of(data, view, about->piece)->class != HEADQUARTERS)
            return false;
        tint_throw(scenario, view, about->piece, out);
        tint_draw(scenario, view, about->piece, out);
        return true;
    }
    for (int side = 0; side < PLAYERS; side++)
        if (about->hex < scenario->map->hexes && pile_in(view, side, about->hex)) {
            tint_dump(scenario, view, side, about->hex, out);
            return true;
        }
    return false;
}
