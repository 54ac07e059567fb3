/* zone.c — WB-95 4.1 and 4.3: stacks, zones of control, control of hexes.
 *
 * place() and lift() are the only two functions that put a counter on a hex or take it off. They keep the stack (a list
 * from the top down) and, for each side, the set of hexes that zones cover: a hex leaves it when no stack around
 * projects a zone there any more. A zone covers the six hexes around (4.1.1), however many others lie there (4.1.5),
 * and is a way to control (4.1.6). Guns, HQs and resistance groups have none (6.1.5, 9.1.1, 15.2.2). It does not cross
 * a big river (4.1.3, bridged or not: R19) and does not reach ground its class cannot enter (4.1.4); both are fixed by
 * the map and stand ready in data->zoc_edges, but for closed ground that a road over a bridge opens.
 *
 * Control is taken after the tests for surrender, so a unit that surrendered holds nothing (4.3.4).
 *
 * Self-propelled artillery counts as a regular unit here (1.2-4); towed AT and AA too (R30). */
#include <string.h>

#include "systems/wb95/wb95.h"

/* Edges over which the side's counters on a hex project a zone, as bits. */
static unsigned stack_zone(const Wb95 *data, const State *state, int side, Hex hex)
{
    unsigned edges = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        if (state->unit[piece].side == side)
            edges |= zone_edges(data, state, state->unit[piece].kind, hex);
    return edges;
}

bool zone_found(const Wb95 *data, const Map *map, const State *state, int side, Hex hex)
{
    for (int edge = 0; edge < EDGES; edge++) {
        Hex from = map->next[hex][edge];
        if (from != NO_HEX && state->top[from] != NO_PIECE &&
            stack_zone(data, state, side, from) >> edge_opposite((Edge)edge) & 1)
            return true;
    }
    return false;
}

/* Whether the stack there has a hidden counter that may be a regular unit of one of these sides. */
static bool may_hide_regular(const Wb95 *data, const State *view, unsigned sides, Hex hex)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below) {
        const Unit *unit = &view->unit[piece];
        if (data->kind[unit->kind].type == UNKNOWN)
            return sides >> unit->side & 1 && view->unseen[unit->side][HIDDEN_REGULAR];
    }
    return false;
}

bool perhaps_zoc(const Scenario *scenario, const State *view, unsigned sides, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    const Hex *next = scenario->map->next[hex];
    for (int side = 0; side < SIDES - 1; side++)
        if (sides >> side & 1 && has_bit(view->zoc[side], hex))
            return false;
    for (int edge = 0; edge < EDGES; edge++)
        if (next[edge] != NO_HEX && view->top[next[edge]] != NO_PIECE &&
            class_zone(data, view, MOST_ZONE, next[edge]) >> edge_opposite((Edge)edge) & 1 &&
            may_hide_regular(data, view, sides, next[edge]))
            return true;
    return false;
}

/* After a counter with a zone over those edges has left. */
static void zone_lapses(const Wb95 *data, const Map *map, State *state, int side, Hex hex, unsigned edges)
{
    for (edges &= ~stack_zone(data, state, side, hex); edges; edges &= edges - 1) {
        Hex to = map->next[hex][__builtin_ctz(edges)];
        if (!zone_found(data, map, state, side, to))
            clear_bit(state->zoc[side], to);
    }
}

void place(const Wb95 *data, const Scenario *scenario, State *state, Piece piece, Hex hex)
{
    Unit *unit = &state->unit[piece];
    stack_put(state->top, state->unit, sizeof *unit, piece, hex);
    unit->place = ON_MAP;
    for (unsigned edges = zone_edges(data, state, unit->kind, hex); edges; edges &= edges - 1)
        set_bit(state->zoc[unit->side], scenario->map->next[hex][__builtin_ctz(edges)]);
}

/* A side in two bits a hex. */
static void write_side(uint64_t (*bits)[WB95_HEXES / 64], Hex hex, int side)
{
    for (int i = 0; i < 2; i++)
        if (side >> i & 1)
            set_bit(bits[i], hex);
        else
            clear_bit(bits[i], hex);
}

void set_controller(State *state, Hex hex, int side) { write_side(state->control, hex, side); }

/* An FF whose last counter leaves still serves that side until the phase ends (7.1.5, 7.1.6). */
void lift(const Wb95 *data, const Scenario *scenario, State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    Hex hex = unit->hex;
    stack_take(state->top, state->unit, sizeof *unit, piece);
    zone_lapses(data, scenario->map, state, unit->side, hex, zone_edges(data, state, unit->kind, hex));
    if (state->top[hex] == NO_PIECE && fortified(state, hex))
        write_side(state->emptied_by, hex, unit->side);
}

bool zone_covers(const Scenario *scenario, const State *state, Piece piece, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &state->unit[piece];
    if (unit->place != ON_MAP)
        return false;
    unsigned edges = zone_edges(data, state, unit->kind, unit->hex);
    for (int edge = 0; edge < EDGES; edge++)
        if (edges >> edge & 1 && scenario->map->next[unit->hex][edge] == hex)
            return true;
    return false;
}

/* Sides do not share hexes with their enemies, but coalition partners may stand together only by rule (stars.2-5), so
 * every counter is examined. */
bool friend_at(const State *state, int side, Hex hex)
{
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        if (state->unit[piece].side == side)
            return true;
    return false;
}

int stack_of(const State *state, Hex hex, Piece out[STACK])
{
    return stack_list(state->top, state->unit, sizeof *state->unit, hex, out, STACK);
}

void set_fortified(State *state, Hex hex, bool on)
{
    if (on)
        set_bit(state->fortified, hex);
    else
        clear_bit(state->fortified, hex);
}

/* Nations of the side's counters on the hex, as bits. */
static unsigned standing(const Wb95 *data, const State *state, int side, Hex hex)
{
    unsigned nations = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        if (state->unit[piece].side == side)
            nations |= 1u << nation_of(data, state, piece);
    return nations;
}

/* Nations of the side's supplied counters whose zone is on the hex (4.3.5). */
static unsigned supplied_zones(const Scenario *scenario, const State *state, int side, Hex hex)
{
    unsigned nations = 0;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex from = scenario->map->next[hex][edge];
        if (from == NO_HEX)
            continue;
        for (Piece piece = state->top[from]; piece != NO_PIECE; piece = state->unit[piece].below)
            if (state->unit[piece].side == side && state->unit[piece].now & SUPPLIED &&
                zone_covers(scenario, state, piece, hex))
                nations |= 1u << nation_of(data_of(scenario), state, piece);
    }
    return nations;
}

bool held_by(const Wb95 *data, const State *state, Hex hex, unsigned nations)
{
    int side = controller(state, hex);
    if (side == NO_SIDE)
        return false;
    unsigned all = data->nations[side], german = all & 1u << GERMAN;
    if (!german || all == german)
        return all & nations;
    return nations & (has_bit(state->held_german, hex) ? german : all & ~german);
}

/* The hex changes hands. Where two nations of one side could both claim it, the one that has it keeps it. */
static void set_control(Play *play, Hex hex, int side, unsigned nations, int rule)
{
    State *state = play->state;
    uint64_t bit = 1ull << (hex & 63), *german = &state->held_german[hex >> 6];
    bool was_german = *german & bit;
    if (side == NO_SIDE || !(nations & 1u << GERMAN) ||
        (controller(state, hex) == side && !was_german && nations & ~(1u << GERMAN)))
        *german &= ~bit;
    else if (was_german || nations == 1u << GERMAN)
        *german |= bit;
    if (controller(state, hex) == side)
        return;
    set_controller(state, hex, side);
    if (play->data->town[hex] == NO_TOWN)
        return;
    if (side == play->data->owner[SOVIET])
        state->fallen[hex >> 6] |= bit;
    if (side == NO_SIDE)
        tell(play->events, EVENT_GROUND, 0, sentence(rule, "wb95.town-contested", hex));
    else
        tell(play->events, EVENT_GROUND, 0, sentence(rule, "wb95.controls-town", side, hex));
}

/* Occupied hexes, and those in which the side has a zone. */
static void find_touched(const Scenario *scenario, const State *state, int side, uint64_t out[WB95_HEXES / 64])
{
    memcpy(out, state->zoc[side], sizeof state->zoc[side]);
    for (int piece = 0; piece < scenario->pieces; piece++)
        if (state->unit[piece].place == ON_MAP)
            set_bit(out, state->unit[piece].hex);
}

/* Whether the hex belongs to a side at peace with this one, whose zone covers it (R107). */
static bool kept_in_peace(const Wb95 *data, const State *state, int side, Hex hex)
{
    int owner = controller(state, hex);
    return owner != NO_SIDE && owner != side && !is_enemy(data, side, owner) && has_bit(state->zoc[owner], hex);
}

/* 4.3.2: presence gives control, supplied or not. 4.3.3: so does a supplied zone on an empty hex that no enemy zone
 * covers. 4.3.6: an empty hex in zones of both sides belongs to neither; in zones of two sides at peace it stays with
 * the one of the two that had it; if an enemy had it or no side, the side whose Supply Phase ends takes it (R107). */
static void take_hex(Play *play, int side, Hex hex)
{
    State *state = play->state;
    if (state->top[hex] != NO_PIECE) {
        unsigned nations = standing(play->data, state, side, hex);
        if (nations)
            set_control(play, hex, side, nations, WB95_4_3_2);
        return;
    }
    unsigned nations = supplied_zones(play->scenario, state, side, hex);
    if (enemy_zoc(play->data, state, side, hex))
        set_control(play, hex, NO_SIDE, 0, WB95_4_3_6);
    else if (nations && !kept_in_peace(play->data, state, side, hex))
        set_control(play, hex, side, nations, WB95_4_3_3);
}

void take_control(Play *play, int side)
{
    uint64_t touched[WB95_HEXES / 64];
    find_touched(play->scenario, play->state, side, touched);
    EACH_BIT(hex, touched, WB95_HEXES / 64)
        take_hex(play, side, (Hex)hex);
}
