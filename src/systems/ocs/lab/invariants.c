/* invariants.c — what holds in every position, whatever the players do. */
#include <stdio.h>
#include <string.h>

#include "systems/ocs/air.h"

static bool broken(char why[200], const char *words, const char *what)
{
    snprintf(why, 200, "%s: %s", what, words);
    return false;
}

/* 4.2-4: one side a hex; and the sets of occupied hexes match the stacks. */
static bool stacks_hold(const Scenario *scenario, const State *state, char why[200])
{
    uint8_t seen[OCS_SLOTS] = {0};
    for (int hex = 0; hex < scenario->map->spots; hex++) {
        unsigned sides = 0;
        char text[HEX_TEXT];
        hex_print(&scenario->map->grid, (Hex)hex, text);
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below) {
            if (piece >= OCS_SLOTS || seen[piece]++ || state->unit[piece].at.hex != hex || !is_on_map(state, piece))
                return broken(why, "a counter lies there twice, or is elsewhere", text);
            if (is_unit(kind_of(data_of(scenario), state, piece)))
                sides |= 1u << state->unit[piece].side;
        }
        for (int side = 0; side < PLAYERS; side++)
            if (has_bit(state->occupied[side], hex) != (sides >> side & 1))
                return broken(why, "the set of occupied hexes is not what lies there", text);
        if (sides == 3)
            return broken(why, "both sides stand in it", text);
        if (sides && hex < scenario->map->hexes && !is_land(data_of(scenario), (Hex)hex))
            return broken(why, "units stand at sea", text);
        if (sides && controller(state, (Hex)hex) != (sides == 2))
            return broken(why, "held by one side and controlled by the other", text);
    }
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_on_map(state, piece) != seen[piece])
            return broken(why, "lies nowhere, or somewhere though it is not on the map", scenario->piece_id[piece]);
    return true;
}

static bool units_hold(const Scenario *scenario, const State *state, char why[200])
{
    const Book *data = data_of(scenario);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &state->unit[piece];
        const Kind *kind = &data->kind[unit->kind];
        const char *id = scenario->piece_id[piece];
        if (unit->steps > kind->steps || (is_on_map(state, piece) && is_unit(kind) && !unit->steps))
            return broken(why, "has steps it cannot have", id);
        if (!kind->face[unit->face].there && kind->class != AIRCRAFT)
            return broken(why, "shows a side it does not have", id);
        if (kind->class == HEADQUARTERS && unit->marker == DISORGANIZED)
            return broken(why, "is a disorganized headquarters (5.10a-3)", id);
        if (unit->marker == STRATEGIC && unit->face != MOVE_SIDE)
            return broken(why, "is in Strategic Move on its Combat side (5.8-1)", id);
        bool flies = unit->standing == ABOARD && (unit->carrier == NO_PIECE || is_aircraft(data, state, unit->carrier));
        if (unit->marker && !is_on_map(state, piece) && !flies) /* in the air it keeps its mode */
            return broken(why, "has a marker, but is not on the map", id);
    }
    for (int side = 0; side < PLAYERS; side++)
        if (!state->retreat.count && reserve_hexes(scenario, state, side) > data->reserves[side])
            return broken(why, "more Reserve markers than there are (5.7)", scenario->side_word[side]);
    return true;
}

/* Supply is neither made nor lost but by a rule: the supply on the map is what came less what went. */
static bool supply_holds(const Scenario *scenario, const State *state, char why[200])
{
    uint32_t there[PLAYERS] = {0};
    for (int i = 0; i < state->piles; i++) {
        const Pile *pile = &state->pile[i];
        uint32_t tokens = (uint32_t)pile->dump + pile->truck_load + pile->wagon_load;
        if (!tokens && !pile->trucks && !pile->wagons)
            return broken(why, "a pile of nothing", scenario->side_word[pile->side]);
        if (pile->truck_load > pile->trucks * TOKENS || pile->wagon_load > pile->wagons * TOKENS)
            return broken(why, "vehicles that carry more than they can", scenario->side_word[pile->side]);
        if (pile->landed > pile->dump || pile->dropped > pile->dump)
            return broken(why, "more supply set down than lies there", scenario->side_word[pile->side]);
        if (i && (pile[-1].hex > pile->hex || (pile[-1].hex == pile->hex && pile[-1].side >= pile->side)))
            return broken(why, "piles out of order", scenario->side_word[pile->side]);
        there[pile->side] += tokens;
    }
    for (Piece piece = 0; piece < scenario->pieces; piece++) /* what transports and ships have aboard */
        if (is_on_map(state, piece) && !is_unit(kind_of(data_of(scenario), state, piece)))
            there[state->unit[piece].side] += state->unit[piece].trucks;
    there[state->flight.side] += (uint32_t)(state->flight.tokens - state->flight.gone);
    for (int side = 0; side < PLAYERS; side++) {
        const Account *account = &state->account[side];
        if (there[side] + account->eaten + account->destroyed + account->yielded != account->made + account->taken)
            return broken(why, "supply that came from nowhere, or went there", scenario->side_word[side]);
        if (account->taken > state->account[enemy_of(side)].yielded)
            return broken(why, "more supply captured than the enemy yielded", scenario->side_word[side]);
    }
    return true;
}

/* D40: a craft carries an RE of units or an SP, and every unit aboard is aboard of one that is there. */
static bool loads_hold(const Scenario *scenario, const State *state, char why[200])
{
    const Book *data = data_of(scenario);
    int re[OCS_PIECES] = {0};
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        Piece carrier = state->unit[piece].carrier;
        if (!is_aboard(state, piece) || is_aircraft(data, state, carrier))
            continue;
        if (!is_on_map(state, carrier) || !(kind_of(data, state, carrier)->is & CARRIES))
            return broken(why, "is aboard of what is not there, or carries nothing", scenario->piece_id[piece]);
        re[carrier] += re_of(data, state, piece);
    }
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (kind_of(data, state, piece)->class == SHIP &&
            (re[piece] > QUARTERS || state->unit[piece].trucks > TOKENS || (re[piece] && state->unit[piece].trucks)))
            return broken(why, "carries more than it can", scenario->piece_id[piece]);
    return true;
}

/* Between phases nothing of a combat is left. */
static bool combat_holds(const Scenario *scenario, const State *state, char why[200])
{
    bool fights = false;
    (void)scenario;
    bool fires = false, flies = false, dogfights = false;
    for (int i = 0; i < state->head.depth; i++) {
        fights |= state->head.frame[i].kind == ASK_COMBAT;
        fires |= state->head.frame[i].kind == ASK_BARRAGE;
        flies |= state->head.frame[i].kind == ASK_FLIGHT;
        dogfights |= state->head.frame[i].kind == ASK_DOGFIGHT;
    }
    if (fires != (state->barrage.target != NO_HEX) || dogfights != (state->dogfight.hex != NO_HEX) ||
        (!flies && state->flight.count))
        return broken(why, "there is one without its procedure, or the other way round", "barrage or flight");
    if (fights != (state->combat.target != NO_HEX))
        return broken(why, "there is one without its procedure, or the other way round", "combat");
    if (!fights && state->retreat.count)
        return broken(why, "somebody retreats without a combat", "combat");
    return true;
}

/* Aircraft on the map that are inactive are at a base of their side (14.2, 14.7); none is still in a fight or on its
 * way home when no question is open. */
static bool aircraft_hold(const Scenario *scenario, const State *state, char why[200])
{
    const Book *data = data_of(scenario);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &state->unit[piece];
        if (!is_on_map(state, piece) || !is_aircraft(data, state, piece))
            continue;
        if (!(unit->now & (ACTIVE | RETURNING)) && !has_base(state, unit->side, unit->at.hex))
            return broken(why, "is inactive, but not at a base", scenario->piece_id[piece]);
        if (unit->now & FOUGHT && state->dogfight.hex == NO_HEX)
            return broken(why, "is in an air combat that is none", scenario->piece_id[piece]);
        if (unit->trucks > air_capacity(data, state, piece))
            return broken(why, "carries more than it can", scenario->piece_id[piece]);
    }
    for (int i = 0; i < state->bases; i++)
        if (!state->base[i].level || state->base[i].level > 3)
            return broken(why, "a base without a level of 1 to 3 (3.7c)", scenario->side_word[state->base[i].side]);
    return true;
}

bool ocs_invariants(const Scenario *scenario, const Position *position, char why[200])
{
    const State *state = state_of(position);
    return stacks_hold(scenario, state, why) && units_hold(scenario, state, why) &&
           supply_holds(scenario, state, why) && loads_hold(scenario, state, why) &&
           aircraft_hold(scenario, state, why) && (state->head.over || combat_holds(scenario, state, why));
}
