/* invariants.c — what holds in every position, whatever the players do. */
#include <stdio.h>

#include "systems/tcs/tcs.h"

static bool broken(char why[200], const char *words, const char *what)
{
    snprintf(why, 200, "%s: %s", what, words);
    return false;
}

static bool in_combat(const State *state, Hex hex)
{
    return state->combat.kind != NO_COMBAT && state->combat.hex == hex;
}

/* 5.2c-1: one side a hex, but for a combat; and the sets of occupied hexes match the stacks. */
static bool stacks_hold(const Scenario *scenario, const State *state, char why[200])
{
    uint8_t seen[TCS_PIECES] = {0};
    for (int hex = 0; hex < scenario->map->spots; hex++) {
        unsigned sides = 0;
        char text[HEX_TEXT];
        hex_print(&scenario->map->grid, (Hex)hex, text);
        EACH_IN(piece, state, hex) {
            if (piece >= scenario->pieces || seen[piece]++ || state->unit[piece].at.hex != hex ||
                !is_on_map(state, piece))
                return broken(why, "a counter lies there twice, or is elsewhere", text);
            sides |= 1u << state->unit[piece].side;
        }
        for (int side = 0; side < PLAYERS; side++)
            if (has_bit(state->occupied[side], hex) != (sides >> side & 1))
                return broken(why, "the set of occupied hexes is not what lies there", text);
        if (sides == 3 && !in_combat(state, (Hex)hex))
            return broken(why, "both sides stand in it", text);
    }
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_on_map(state, piece) != seen[piece])
            return broken(why, "lies nowhere, or somewhere though it is not on the map", scenario->piece_id[piece]);
    return true;
}

static bool riding_holds(const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    int share = 0;
    for (int i = 0; i < CARRIERS; i++) {
        Piece carrier = unit->carrier[i];
        if (carrier != NO_PIECE && (!unit->riding || state->unit[carrier].at.hex != unit->at.hex))
            return false;
        share += unit->share[i];
    }
    return !unit->riding ? !share : unit->carrier[0] != NO_PIECE && share == unit->steps && unit->mode == MOVE_MODE;
}

static bool units_hold(const Scenario *scenario, const State *state, char why[200])
{
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &state->unit[piece];
        const Kind *kind = kind_of(scenario, piece);
        const char *id = scenario->piece_id[piece];
        if (unit->steps > kind->steps || (is_on_map(state, piece) && !unit->steps) ||
            unit->steps + unit->ridden_off > kind->steps)
            return broken(why, "has steps it cannot have", id);
        if (unit->spirit && (!has_morale(kind) || unit->mode != FIRE_MODE))
            return broken(why, "is Suppressed or Paralyzed, and has no Morale or is in Move Mode", id);
        if (unit->now & DUG_IN && is_vehicle(kind))
            return broken(why, "is a vehicle that is Dug In (6.16d)", id);
        if (unit->now & BUTTONED && !kind->buttons_up)
            return broken(why, "is Buttoned Up and cannot be (16.7)", id);
        if (unit->now & STEADY && unit->mode != FIRE_MODE)
            return broken(why, "has been in Fire Mode all the time, and is not", id);
        if (!riding_holds(state, piece))
            return broken(why, "rides on what is not there", id);
    }
    return true;
}

/* What is being resolved has its procedure, and the other way round. */
static bool procedures_hold(const Scenario *scenario, const State *state, char why[200])
{
    int count[ASKS] = {0};
    (void)scenario;
    for (int i = 0; i < state->head.depth; i++)
        count[state->head.frame[i].kind]++;
    if (state->attacks != count[ASK_ATTACK] + count[ASK_VOLLEY])
        return broken(why, "there is one without its procedure, or the other way round", "attack");
    if (state->cycle.open != count[ASK_CYCLE])
        return broken(why, "there is one without its procedure, or the other way round", "cycle");
    if ((state->retreat.from != NO_HEX) != count[ASK_RETREAT])
        return broken(why, "there is one without its procedure, or the other way round", "retreat");
    if ((state->walking.count || state->walking.steps) && !count[ASK_WALK])
        return broken(why, "somebody is on the way without a procedure", "walk");
    if ((state->combat.kind != NO_COMBAT) != count[ASK_COMBAT])
        return broken(why, "there is one without its procedure, or the other way round", "combat");
    return true;
}

static bool nerves_hold(const Scenario *scenario, const State *state, char why[200])
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < data->battalions; i++) {
        const Nerve *nerve = &state->nerve[i];
        if (nerve->morale < nerve->low || nerve->morale > nerve->high)
            return broken(why, "has a Battalion Morale that its losses do not allow", data->battalion[i].name);
    }
    return true;
}

/* 6.7b, 6.16: one sheet in force for a unit, and no unit Dug In without its mission. */
static bool orders_hold(const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    const Plans *plans = &state->plans[unit->side];
    const Group *group = group_of(state, piece, NULL);
    int in_force = 0;
    for (int i = 0; i < LISTED; i++) {
        Listed listed = plans->listed[piece][i];
        if (!listed.sheet)
            continue;
        const OpSheet *sheet = &plans->sheet[listed.sheet - 1];
        if (listed.sheet > TCS_SHEETS || listed.group >= sheet->groups || sheet->state == NO_SHEET ||
            sheet->state == SHEET_CLOSED)
            return false;
        in_force += sheet->state == SHEET_IMPLEMENTED;
    }
    if (plans->camp_of[piece] && (group || !plans->camp[plans->camp_of[piece] - 1].doing))
        return false;
    return in_force < 2 && !(unit->now & DUG_IN && (!group || mission_of(group) != MISSION_PREPARED));
}

static bool plans_hold(const Scenario *scenario, const State *state, char why[200])
{
    for (Piece piece = 0; piece < scenario->pieces && is_commanded(data_of(scenario)); piece++)
        if (state->unit[piece].standing != DEAD && !orders_hold(state, piece))
            return broken(why, "has orders that contradict each other", scenario->piece_id[piece]);
    for (int side = 0; side < PLAYERS; side++)
        for (int i = 0; i < TCS_DRAWINGS; i++) {
            const Drawing *drawing = &state->plans[side].drawing[i];
            if (drawing->kind && (!drawing->hexes || !state->plans[side].sheet[drawing->sheet].state ||
                                  drawing->group >= state->plans[side].sheet[drawing->sheet].groups))
                return broken(why, "is on no sheet", "a drawing");
        }
    return true;
}

bool tcs_invariants(const Scenario *scenario, const Position *position, char why[200])
{
    const State *state = state_of(position);
    return stacks_hold(scenario, state, why) && units_hold(scenario, state, why) && nerves_hold(scenario, state, why) &&
           plans_hold(scenario, state, why) && (state->head.over || procedures_hold(scenario, state, why));
}
