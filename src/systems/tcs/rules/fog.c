/* fog.c — TCS 1.4: what a side may not know.
 *
 * Counters and markers on the map are open (5.2d), except that a unit's Dug In state is hidden until a fire has shown
 * it. Hidden are the other side's Op Sheets with the units they name, its Battalion Morale, its artillery and
 * ammunition, and what it is about to do. Both sides see losses, which leave a range of Battalion Morale: a view
 * shows the least. */
#include <stddef.h>
#include <string.h>

#include "systems/tcs/tcs.h"

/* Orders are secret until the game is over. The enemy also cannot see that a side must give a centre to units that have
 * lost theirs: he sees the question below that one. */
static void mask_plans(State *view, int side)
{
    if (view->head.over)
        return;
    if (view->head.depth && question(&view->head)->kind == ASK_CENTRE && question(&view->head)->side == side) {
        view->head.frame[view->head.depth - 1] = (Frame){0};
        view->head.depth--;
    }
}

static void mask_guns(const Book *data, State *view, int side)
{
    for (int i = 0; i < data->stocks; i++)
        if (data->stock[i].side == side)
            view->stock[i] = 0;
    for (int i = 0; i < data->batteries; i++)
        if (data->battery[i].side == side)
            view->battery[i] &= BATTERY_DIRECT; /* both sides saw its guns fire */
}

/* ---- digging in: R-105 ------------------------------------------------------------------------------------- */

/* Units dig in only with the command rules, on foot, and in a Command Phase. */
bool may_be_dug_in(const Scenario *scenario, const State *state, Piece piece)
{
    return is_commanded(data_of(scenario)) && is_on_map(state, piece) && !is_vehicle(kind_of(scenario, piece)) &&
           !is_riding(state, piece) && !(state->unit[piece].now & (SHOWN_BARE | SHOWN_DUG_IN));
}

static bool is_secret_step(const State *state)
{
    return state->head.phase == STEP_SETUP ||
           (state->head.phase >= STEP_ACCRUE && state->head.phase <= STEP_CHECKS); /* */
}

void diggers_shown(Play *play)
{
    State *state = play->state;
    for (Piece piece = 0; play->data->dug_in_open && piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        if (unit->now & DUG_IN && !(unit->now & SHOWN_DUG_IN))
            tell(play->events, EVENT_STATE, 1u << unit->side, sentence(TCS_6_16_1, "tcs.digs", piece));
        unit->now &= ~(uint32_t)SHOWN_DUG_IN;
        unit->now |= unit->now & DUG_IN ? SHOWN_DUG_IN : 0;
    }
}

static void mask_diggers(const Scenario *scenario, State *view, int side)
{
    const Book *data = data_of(scenario);
    if (view->head.over || !is_commanded(data) || (data->dug_in_open && !is_secret_step(view)))
        return;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        Unit *unit = &view->unit[piece];
        if (unit->side != side)
            continue;
        bool maybe = !data->dug_in_open && may_be_dug_in(scenario, view, piece);
        unit->now &= ~(uint32_t)DUG_IN;
        unit->now |= (unit->now & SHOWN_DUG_IN ? DUG_IN : 0) | (maybe ? MAYBE_DUG_IN : 0);
    }
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

/* Plans are the largest part of a position: those that are hidden are not copied. */
static void copy_seen(State *view, const State *state, int viewer)
{
    enum { BEFORE = offsetof(State, plans), BEHIND = BEFORE + sizeof(((State *)0)->plans) };
    memcpy(view, state, BEFORE);
    for (int side = 0; side < PLAYERS; side++)
        if (state->head.over || sides_of(viewer) >> side & 1)
            view->plans[side] = state->plans[side];
        else
            memset(&view->plans[side], 0, sizeof view->plans[side]);
    memcpy((char *)view + BEHIND, (const char *)state + BEHIND, sizeof *state - BEHIND);
}

void tcs_mask(const Scenario *scenario, const Position *position, int viewer, Position *out)
{
    const Book *data = data_of(scenario);
    State *view = (State *)out;
    copy_seen(view, state_of(position), viewer);
    for (int side = 0; side < PLAYERS; side++) {
        if (sides_of(viewer) >> side & 1)
            continue;
        mask_diggers(scenario, view, side);
        mask_plans(view, side);
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

/* A unit that may have dug in has done so with all in its hex, or with none of them. */
static bool guess_diggers(const Scenario *scenario, State *state, int side, Random *random)
{
    const Book *data = data_of(scenario);
    bool changed = false;
    for (int hex = 0; is_commanded(data) && !data->dug_in_open && hex < scenario->map->hexes; hex++) {
        if (!friend_in(state, side, (Hex)hex))
            continue;
        bool digs = random_below(random, 2);
        EACH_IN(piece, state, hex) {
            Unit *unit = &state->unit[piece];
            uint32_t before = unit->now;
            if (unit->side != side)
                continue;
            unit->now &= ~(uint32_t)(DUG_IN | MAYBE_DUG_IN);
            if (unit->now & SHOWN_DUG_IN || (digs && may_be_dug_in(scenario, state, piece)))
                unit->now |= DUG_IN;
            changed |= unit->now != before;
        }
    }
    return changed;
}

/* A side whose orders are not known is taken to have a free hand: units Dug In defend a prepared position, the others
 * the whole map. */
static void guess_plans(const Scenario *scenario, State *state, int side)
{
    Plans *plans = &state->plans[side];
    Hex rear = NO_HEX;
    memset(plans, 0, sizeof *plans);
    if (!is_commanded(data_of(scenario)))
        return;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (state->unit[piece].side == side && state->unit[piece].standing != DEAD) {
            enlist(plans, piece, 0, !(state->unit[piece].now & DUG_IN));
            plans->stood[piece] = state->unit[piece].at.hex;
            rear = is_on_map(state, piece) ? state->unit[piece].at.hex : rear;
        }
    plans->numbered = 1;
    plans->sheet[0] = (OpSheet){.state = SHEET_IMPLEMENTED, .number = 1, .groups = 2};
    plans->sheet[0].created = plans->sheet[0].implemented = (uint8_t)state->head.turn;
    for (int group = 0; group < 2; group++) {
        plans->sheet[0].group[group].mission = group ? MISSION_HASTY : MISSION_PREPARED;
        draw_on(plans, &(Drawing){.group = (uint8_t)group,
                                  .kind = DRAWN_AREA,
                                  .extent = UINT8_MAX,
                                  .hexes = 1,
                                  .hex = {rear == NO_HEX ? 0 : rear}});
        draw_on(
            plans,
            &(Drawing){.group = (uint8_t)group, .kind = DRAWN_FAILURE, .hexes = 1, .hex = {rear == NO_HEX ? 0 : rear}});
    }
}

static bool other_plans(const Scenario *scenario, State *state, int side)
{
    Plans before = state->plans[side];
    guess_plans(scenario, state, side);
    return memcmp(&before, &state->plans[side], sizeof before) != 0;
}

static bool guess_all(const Scenario *scenario, State *state, int side, Random *random)
{
    bool nerves = guess_nerves(data_of(scenario), state, side, random);
    bool guns = guess_guns(data_of(scenario), state, side, random), flights = false;
    bool diggers = guess_diggers(scenario, state, side, random), plans = other_plans(scenario, state, side);
    for (int i = 0; is_placing(state, side) && i < state->sorties; i++) {
        Hex hex;
        do
            hex = (Hex)random_below(random, (uint32_t)scenario->map->hexes);
        while (friend_in(state, side, hex));
        flights |= hex != state->sortie[i].hex;
        state->sortie[i].hex = hex;
    }
    return nerves || guns || flights || diggers || plans;
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

/* A player who answers finished fire learns what the other side orders next: that may have been ordered already
 * (R-33). */
bool tcs_reveals(const Scenario *scenario, const Position *view, const Order *order)
{
    const State *state = state_of(view);
    const Frame *top = question(view);
    if (data_of(scenario)->dug_in_open && order->verb == DO_DONE && is_secret_step(state))
        return true; /* when the step is over the other side's diggers are shown */
    return top->kind == ASK_VOLLEY && state->cycle.open && state->cycle.fire == FIRE_OWF && top->side != state->phasing;
}
