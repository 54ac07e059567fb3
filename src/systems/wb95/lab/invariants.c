/* invariants.c — what must be true of every WB-95 position, whatever was ordered. Tests ask after each order.
 *
 * Stacks: every counter on the map is in the stack of its hex once, and nowhere else. Zones: the sets kept up by
 * place() and lift() equal those found from nothing. Ground: no unit in a lake, no enemies in one hex. Numbers: CELs
 * within print. Questions: known kinds, sides that play, none when the game is over. Stacks are within the limit from
 * the second turn on, and those of the first as soon as their owner has moved (3.2.1, R66). */
#include <stdio.h>
#include <string.h>

#include "systems/wb95/wb95.h"

#define FAIL(...) return snprintf(why, 200, __VA_ARGS__), false

static bool units_hold(const Scenario *scenario, const State *state, char why[200])
{
    const Wb95 *data = data_of(scenario);
    for (int piece = 0; piece < WB95_SLOTS; piece++) {
        const Unit *unit = &state->unit[piece];
        const char *id = piece < scenario->pieces ? scenario->piece_id[piece] : "an anonymous slot";
        if (piece >= scenario->pieces) {
            if (unit->place != SPARE)
                FAIL("slot %d beyond the counters is in use", piece);
            continue;
        }
        if (unit->place == UNSEEN || unit->place > SPARE)
            FAIL("%s is in no place a real counter can be", id);
        if (unit->side >= scenario->sides)
            FAIL("%s belongs to no side", id);
        if (unit->kind != piece)
            FAIL("%s has changed its kind", id);
        if (unit->place == ON_MAP ? unit->cel < 1 || unit->cel > data->kind[piece].cel
                                  : unit->cel > data->kind[piece].cel)
            FAIL("%s has %d CELs", id, unit->cel);
        if (unit->place == ON_MAP && unit->hex >= scenario->map->hexes)
            FAIL("%s is on the map, but in no hex", id);
        if (unit->place == ON_MAP && scenario->map->terrain[unit->hex] & LAKE)
            FAIL("%s stands in a lake", id);
        if (unit->place != ON_MAP && unit->below != NO_PIECE)
            FAIL("%s is off the map, but in a stack", id);
        if (unit->mp < 0)
            FAIL("%s has %d twelfths of a movement point", id, unit->mp);
    }
    return true;
}

static bool stacks_hold(const Scenario *scenario, const State *state, char why[200])
{
    int stacked = 0, on_map = 0;
    for (int piece = 0; piece < scenario->pieces; piece++)
        on_map += state->unit[piece].place == ON_MAP;
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        int depth = 0;
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below) {
            if (piece >= scenario->pieces || ++depth > WB95_SLOTS)
                FAIL("the stack of hex index %d is broken", hex);
            if (state->unit[piece].place != ON_MAP || state->unit[piece].hex != hex)
                FAIL("%s is in the stack of a hex where it is not", scenario->piece_id[piece]);
            if (is_enemy(data_of(scenario), state->unit[state->top[hex]].side, state->unit[piece].side))
                FAIL("%s shares a hex with enemies", scenario->piece_id[piece]);
        }
        stacked += depth;
        if (depth > STACK)
            FAIL("more counters are in hex index %d than a stack can list", hex);
    }
    for (int hex = scenario->map->hexes; hex < WB95_HEXES; hex++)
        if (state->top[hex] != NO_PIECE)
            FAIL("a counter stands beyond the map");
    if (stacked != on_map)
        FAIL("%d counters are on the map, but %d in stacks", on_map, stacked);
    return true;
}

void project_zones(const Scenario *scenario, const State *state, uint64_t out[SIDES - 1][WB95_HEXES / 64])
{
    const Wb95 *data = data_of(scenario);
    memset(out, 0, (SIDES - 1) * sizeof *out);
    for (int piece = 0; piece < WB95_SLOTS; piece++) {
        const Unit *unit = &state->unit[piece];
        if (unit->place != ON_MAP)
            continue;
        for (unsigned edges = zone_edges(data, state, unit->kind, unit->hex); edges; edges &= edges - 1)
            set_bit(out[unit->side], scenario->map->next[unit->hex][__builtin_ctz(edges)]);
    }
}

static bool zones_hold(const Scenario *scenario, const State *state, char why[200])
{
    uint64_t zones[SIDES - 1][WB95_HEXES / 64];
    project_zones(scenario, state, zones);
    for (int side = 0; side < SIDES - 1; side++)
        for (int hex = 0; hex < WB95_HEXES; hex++)
            if (has_bit(zones[side], hex) != has_bit(state->zoc[side], hex)) {
                char number[HEX_TEXT];
                FAIL("%s zone of side %d lies on %s", has_bit(zones[side], hex) ? "a forgotten" : "no", side,
                     hex < scenario->map->hexes ? hex_print(&scenario->map->grid, (Hex)hex, number) : "nowhere");
            }
    return true;
}

static bool questions_hold(const Scenario *scenario, const State *state, char why[200])
{
    const Wb95 *data = data_of(scenario);
    if (state->head.over ? state->head.depth : !state->head.depth)
        FAIL("%d questions are open though the game is %s", state->head.depth, state->head.over ? "over" : "on");
    for (int i = 0; i < state->head.depth; i++)
        if (state->head.frame[i].kind >= ASKS || state->head.frame[i].side >= scenario->sides)
            FAIL("question %d is of no kind or to nobody", i);
    if (state->head.turn > data->turns || state->head.phase > 6 * data->players)
        FAIL("turn %d phase %d does not exist", state->head.turn, state->head.phase);
    return true;
}

static bool ground_hold(const Scenario *scenario, const State *state, char why[200])
{
    const Wb95 *data = data_of(scenario);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (controller(state, (Hex)hex) != NO_SIDE && controller(state, (Hex)hex) >= scenario->sides)
            FAIL("hex index %d is controlled by nobody who plays", hex);
    for (int site = 0; site < data->sites; site++)
        if (state->site[site] >> SITE_OWNER_SHIFT > scenario->sides)
            FAIL("a bridge is controlled by nobody who plays");
    return true;
}

/* While its owner moves a stack may be over the limit, after that only if no unit of it could leave (R94). */
static bool may_be_high(const State *state, int side, Hex hex)
{
    for (int i = 0; i < state->head.depth; i++) {
        const Frame *frame = &state->head.frame[i];
        if (frame->side == side && (frame->kind == ASK_MOVEMENT || frame->kind == ASK_STRATEGIC))
            return true;
    }
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        if (state->unit[piece].now & CROWDED)
            return true;
    return false;
}

/* 3.2.1: set-up stacks thin out in their owner's first Movement Phase (R66). */
static bool stacking_hold(const Scenario *scenario, const State *state, char why[200])
{
    const Frame *frame = question(&state->head);
    bool thinned = state->head.turn > 1 || (frame && frame->kind == ASK_COMBAT);
    for (int hex = 0; hex < scenario->map->hexes && thinned && !state->head.lab; hex++) {
        int side = state->top[hex] == NO_PIECE ? NO_SIDE : state->unit[state->top[hex]].side;
        char number[HEX_TEXT];
        if (side == NO_SIDE || (state->head.turn == 1 && side != frame->side))
            continue;
        int cel = stack_cel(state, side, (Hex)hex);
        if (cel > STACKING_LIMIT && !may_be_high(state, side, (Hex)hex))
            FAIL("%d CELs stand in %s (3.2.1)", cel, hex_print(&scenario->map->grid, (Hex)hex, number));
    }
    return true;
}

bool wb95_invariants(const Scenario *scenario, const Position *position, char why[200])
{
    const State *state = state_of(position);
    return units_hold(scenario, state, why) && stacks_hold(scenario, state, why) && zones_hold(scenario, state, why) &&
           questions_hold(scenario, state, why) && ground_hold(scenario, state, why) &&
           stacking_hold(scenario, state, why);
}
