/* fog.c — TCS 1.4: what a side may not know.
 *
 * Counters and markers on the map are open. Hidden are the other side's Op Sheets with whom they name, its Battalion
 * Morale, its artillery and ammunition, and what it is about to do. Of Battalion Morale the losses that everybody
 * saw leave a range: a view shows the least. */
#include <string.h>

#include "systems/tcs/tcs.h"

static void mask_sheets(const Scenario *scenario, State *view, int side)
{
    for (int i = 0; i < TCS_DRAWINGS; i++)
        if (view->drawing[i].kind && view->sheet[view->drawing[i].sheet].side == side)
            view->drawing[i] = (Drawing){0};
    for (int i = 0; i < TCS_SHEETS; i++)
        if (view->sheet[i].state && view->sheet[i].side == side)
            view->sheet[i] = (OpSheet){0};
    for (int i = 0; i < TCS_CAMPS; i++)
        if (view->camp[i].side == side)
            view->camp[i] = (Camp){0};
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        Unit *unit = &view->unit[piece];
        if (unit->side != side)
            continue;
        unit->camp = NOWHERE;
        for (int i = 0; i < LISTED; i++)
            unit->listed[i].sheet = unit->listed[i].group = NOWHERE;
    }
}

static void mask_guns(const Book *data, State *view, int side)
{
    for (int i = 0; i < data->stocks; i++)
        if (data->stock[i].side == side)
            view->stock[i] = 0;
    for (int i = 0; i < data->batteries; i++)
        if (data->battery[i].side == side)
            view->battery[i] &= BATTERY_DIRECT; /* everybody saw its guns fire */
}

/* Where sorties fly is a plan until the last of them is placed (26.0-2). */
static bool is_placing(const State *state, int side)
{
    const Frame *top = question(&state->head);
    return top && top->kind == ASK_SORTIES && top->side == side;
}

static void mask_sorties(State *view, int side)
{
    for (int i = 0; is_placing(view, side) && i < view->sorties; i++)
        view->sortie[i].hex = NO_HEX;
}

void tcs_mask(const Scenario *scenario, const Position *position, int viewer, Position *out)
{
    const Book *data = data_of(scenario);
    State *view = (State *)out;
    memcpy(view, position, sizeof *view);
    for (int side = 0; side < PLAYERS; side++) {
        if (sides_of(viewer) >> side & 1)
            continue;
        mask_sheets(scenario, view, side);
        mask_guns(data, view, side);
        mask_sorties(view, side);
        for (int i = 0; i < data->battalions; i++)
            if (data->battalion[i].side == side) {
                view->nerve[i].known = view->nerve[i].low == view->nerve[i].high;
                view->nerve[i].morale = view->nerve[i].low;
            }
        if (view->waiting.verb != NO_VERB && view->phasing == side)
            view->waiting = order_of(NO_VERB);
    }
}

/* ---- other truths that look the same --------------------------------------------------------------------- */

/* Each Battalion Morale that the losses allow is as likely. */
static bool guess_nerves(const Book *data, State *state, int side, Random *random)
{
    bool changed = false;
    for (int i = 0; i < data->battalions; i++) {
        Nerve *nerve = &state->nerve[i];
        if (data->battalion[i].side != side)
            continue;
        uint8_t guess = (uint8_t)(nerve->low + random_below(random, (uint32_t)(nerve->high - nerve->low) + 1));
        changed |= guess != nerve->morale;
        nerve->morale = guess;
        nerve->known = true;
    }
    return changed;
}

/* Battery Fires that the side may have had by now. */
static uint32_t most_of(const Book *data, const State *state, int stock)
{
    uint32_t sum = 0;
    for (int i = 0; i < data->deliveries; i++)
        if (data->delivery[i].stock == stock && data->delivery[i].turn <= state->head.turn)
            sum += data->delivery[i].fires;
    return sum;
}

/* Any ammunition that it may have left, any battery that may have fired. */
static bool guess_guns(const Book *data, State *state, int side, Random *random)
{
    bool changed = false;
    for (int i = 0; i < data->stocks; i++)
        if (data->stock[i].side == side) {
            uint16_t guess = (uint16_t)random_below(random, most_of(data, state, i) + 1);
            changed |= guess != state->stock[i];
            state->stock[i] = guess;
        }
    for (int i = 0; i < data->batteries; i++)
        if (data->battery[i].side == side && !(state->battery[i] & BATTERY_DIRECT)) {
            uint8_t guess = random_below(random, 2) ? BATTERY_MISSION : 0;
            changed |= guess != state->battery[i];
            state->battery[i] = guess;
        }
    return changed;
}

static bool guess_all(const Scenario *scenario, State *state, int side, Random *random)
{
    bool nerves = guess_nerves(data_of(scenario), state, side, random);
    bool guns = guess_guns(data_of(scenario), state, side, random), flights = false;
    for (int i = 0; is_placing(state, side) && i < state->sorties; i++) {
        Hex hex;
        do
            hex = (Hex)random_below(random, (uint32_t)scenario->map->hexes);
        while (friend_in(state, side, hex));
        flights |= hex != state->sortie[i].hex;
        state->sortie[i].hex = hex;
    }
    return nerves || guns || flights;
}

bool tcs_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random)
{
    bool changed = false;
    for (int other = 0; other < PLAYERS; other++)
        if (other != side)
            changed |= guess_all(scenario, (State *)position, other, random);
    return changed;
}

void tcs_imagine(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out)
{
    memcpy(out, view, sizeof(State));
    for (int side = 0; side < PLAYERS; side++)
        if (!(sides_of(viewer) >> side & 1))
            guess_all(scenario, (State *)out, side, random);
}

/* Whoever answers finished fire learns what the other side orders next: that may have been ordered already. */
bool tcs_ventures(const Scenario *scenario, const Position *view, const Order *order)
{
    const State *state = state_of(view);
    const Frame *top = question(view);
    (void)scenario;
    (void)order;
    return top->kind == ASK_VOLLEY && state->cycle.open && state->cycle.fire == FIRE_OWF && top->side != state->phasing;
}
