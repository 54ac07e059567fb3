/* air_base.c — OCS 14.6a, 14.16, 14.17, 15.0, 9.16f: bases, the return and refit of their aircraft, damage and capture.
 *
 * Each supplied base refits as many as it rolls for, by its usable level (2.3.II.1.B-1, 2.3.II.1.B-2, 15.0c), and its
 * owner says which (ocs2.refit-2); one without supply none (ocs2.level-6). Neither their number (15.0b) nor enemies
 * next to it (15.0h) matter. The usable level is the one that was paid for (15.0f; edition 2: the one it operates at,
 * C28). Where a scenario leaves supply out every base can be used at its actual level. */
#include <string.h>

#include "systems/ocs/air.h"

/* ---- bases ---------------------------------------------------------------------------------------------------- */

static Base *base_in(State *state, Hex hex)
{
    for (int i = 0; i < state->bases; i++)
        if (state->base[i].hex == hex)
            return &state->base[i];
    return NULL;
}

const Base *base_at(const State *state, Hex hex)
{
    for (int i = 0; i < state->bases; i++)
        if (state->base[i].hex == hex)
            return &state->base[i];
    return NULL;
}

bool has_base(const State *state, int side, Hex hex)
{
    const Base *base = base_at(state, hex);
    return base && base->side == side;
}

int usable_level(const Base *base) { return base->usable < base->level ? base->usable : base->level; }

bool has_supplied_base(const State *state, int side, Hex hex)
{
    const Base *base = base_at(state, hex);
    return base && base->side == side && usable_level(base) > 0;
}

/* Whether another aircraft goes home from the same hex and could fight on the way (14.9a). */
static bool has_company(const Scenario *scenario, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    for (Piece other = state->top[unit->at.hex]; other != NO_PIECE; other = state->unit[other].at.below)
        if (state->unit[other].side == unit->side && is_aircraft(data_of(scenario), state, other) &&
            state->unit[other].now & RETURNING && is_offensive(data_of(scenario), state, other))
            return true;
    return false;
}

/* 14.6c, D62: and no enemy fighters bar the way, or are over the base. */
bool base_in_range(const Scenario *scenario, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    int range = air_of(data_of(scenario), state, piece)->range;
    bool shy = !has_company(scenario, state, piece);
    for (int i = 0; i < state->bases; i++)
        if (state->base[i].side == unit->side && (state->base[i].hex == unit->at.hex ||
                                                  flies_to(scenario, state, &piece, 1, state->base[i].hex, range, shy)))
            return true;
    return false;
}

void make_inactive(Play *play, Piece piece, uint16_t rule)
{
    Unit *unit = &play->state->unit[piece];
    unit->now &= ~(uint32_t)(ACTIVE | RETURNING | FOUGHT | WON | FLEEING | SPOTTED);
    tell(play->events, EVENT_STATE, 0, sentence(rule, "ocs.inactive-2", piece, unit->at.hex));
    cargo_lands(play, piece);
}

/* ---- 2.3.II.1.A, 2.3.I.1-3, 14.6a, 14.1e: going home ------------------------------------------------------------- */

static void must_return(Play *play, int side)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_aircraft(play->data, state, piece) && is_active(state, piece) &&
            (side == NO_SIDE || state->unit[piece].side == side) &&
            !has_supplied_base(state, state->unit[piece].side, state->unit[piece].at.hex))
            state->unit[piece].now |= RETURNING;
    homing(play);
}

void returns_begin(Play *play) { must_return(play, play->state->phasing); }
void recall_aircraft(Play *play) { must_return(play, NO_SIDE); }

/* 14.20e: transports become inactive when their player has finished moving. */
void air_movement_ends(Play *play, int side)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_aircraft(play->data, state, piece) && is_active(state, piece) && state->unit[piece].side == side &&
            state->unit[piece].now & MOVED && has_supplied_base(state, side, state->unit[piece].at.hex))
            make_inactive(play, piece, OCS_14_20E);
}

/* ---- 14.17: refit ------------------------------------------------------------------------------------------------ */

void refits_begin(Play *play) { ask(play->state, ASK_REFITS, play->state->phasing); }

static bool is_inactive_at(const Book *data, const State *state, Piece piece, int side, Hex hex)
{
    return is_on_map(state, piece) && state->unit[piece].side == side && is_aircraft(data, state, piece) &&
           state->unit[piece].at.hex == hex && !(state->unit[piece].now & (ACTIVE | RETURNING));
}

/* Edition 1: a die times the usable level; edition 2: as many dice, halved (ocs2.refit-1, C21). */
static int roll_refit(Play *play, const Base *base)
{
    int level = usable_level(base);
    bool second = second_edition(play->data);
    int dice = dice_sum(play->dice, second ? level : 1), number = second ? (dice + 1) / 2 : dice * level;
    tell(play->events, EVENT_ROLLED, 1u << enemy_of(base->side), /* it reveals the usable level (D71) */
         sentence(second ? OCS2_REFIT_1 : OCS_14_17B, "ocs.base-rolled-refits", base->hex, dice, number));
    return number;
}

enum { REFIT_BASE, REFIT_MOST }; /* Frame.data of the refit: the base, and how many may be refitted there */

void refits_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    int index = frame->data[REFIT_BASE];
    if (index >= state->bases) {
        answered(state);
        return;
    }
    frame->data[REFIT_BASE]++;
    const Base *base = &state->base[index];
    if (base->side != state->phasing || !usable_level(base))
        return;
    int number = roll_refit(play, base);
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_inactive_at(play->data, state, piece, state->phasing, base->hex)) {
            Frame *asking = ask(state, ASK_REFIT, state->phasing);
            asking->data[REFIT_BASE] = (uint16_t)index;
            asking->data[REFIT_MOST] = (uint16_t)number;
            return;
        }
}

static bool is_occupied(const Scenario *scenario, const State *state, int side, Hex hex)
{
    Piece active[FORCE];
    return active_in(scenario, state, enemy_of(side), hex, active) > 0;
}

static Refusal may_refit(const Scenario *scenario, const State *view, Piece piece)
{
    const Frame *frame = question(&view->head);
    const Base *base = &view->base[frame->data[REFIT_BASE]];
    if (!is_known(data_of(scenario), view, piece) ||
        !is_inactive_at(data_of(scenario), view, piece, frame->side, base->hex))
        return refuse(OCS_14_17A, "ocs.no-inactive-aircraft", piece, base->hex);
    if (is_occupied(scenario, view, frame->side, base->hex) && !(air_types(data_of(scenario), view, piece) & AIR_F))
        return refuse(OCS_14_17C_1, "ocs.enemy-aircraft-over-only-fighters", base->hex);
    return LEGAL;
}

Refusal refit_check(const Scenario *scenario, const State *view, const Order *order)
{
    int most = question(&view->head)->data[REFIT_MOST];
    if (order->count > most)
        return refuse(OCS_14_17B, "ocs.no-more-refit", most);
    for (int i = 0; i < order->count; i++) {
        Refusal no = may_refit(scenario, view, order->value[i]);
        if (refused(no))
            return no;
    }
    return LEGAL;
}

void refit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int last = prefix->count ? prefix->value[prefix->count - 1] : -1, most = question(&view->head)->data[REFIT_MOST];
    out->complete = prefix->count > 0;
    for (int piece = last + 1; prefix->count < most && prefix->count < FORCE && piece < scenario->pieces; piece++)
        if (!refused(may_refit(scenario, view, (Piece)piece)))
            choose(out, 0, piece);
}

/* 14.17c: under enemy aircraft they fight at once; a fighter above attacks, otherwise those that rise. */
void refit_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int side = asked(state)->side;
    Hex hex = state->base[asked(state)->data[REFIT_BASE]].hex;
    bool fighter = false;
    Piece above[FORCE];
    answered(state);
    for (int i = 0; i < order->count; i++) {
        state->unit[order->value[i]].now |= ACTIVE;
        tell(play->events, EVENT_STATE, 0, sentence(OCS_14_17B, "ocs.refitted", order->value[i], hex));
    }
    int count = active_in(play->scenario, state, enemy_of(side), hex, above);
    for (int i = 0; i < count; i++)
        fighter |= (air_types(play->data, state, above[i]) & AIR_F) != 0;
    if (count)
        dogfight_begin(play, fighter ? enemy_of(side) : side, hex, false);
}

Sentence refit_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    const Frame *frame = question(&view->head);
    return sentence(OCS_14_17B, "ocs.up-air-unit-may-refitted", frame->side, frame->data[REFIT_MOST],
                    view->base[frame->data[REFIT_BASE]].hex);
}

/* ---- 14.13c, 15.0e, ocs2.facility-1, ocs2.facility-2, ocs2.inactive-1, ocs2.inactive-2: damage ------------------- */

void check_inactive(Play *play, Hex hex)
{
    State *state = play->state;
    int side = base_at(state, hex)->side;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        if (!is_inactive_at(play->data, state, piece, side, hex))
            continue;
        int die = dice_roll(play->dice);
        tell(play->events, EVENT_NOTE, 0, sentence(OCS_14_13C_2, "ocs.under-attack-base-rolled", piece, die));
        if (die > DIE / 2)
            lose_step(play, piece, OCS_14_13C_2);
    }
}

void damage_base(Play *play, Hex hex, int levels)
{
    Base *base = base_in(play->state, hex);
    if (!levels)
        return;
    if (base->level > base->former)
        base->former = base->level; /* to be mended (E11) */
    base->level = (uint8_t)(base->level > levels ? base->level - levels : 1);
    tell(play->events, EVENT_GROUND, 0, sentence(OCS_15_0E, "ocs.base-level-now", hex, base->level));
}

/* ---- 9.16f, 15.0d, ocs2.basecap: ground units come --------------------------------------------------------------- */

/* Edition 2 rolls for each, and those that survive must go. */
static void caught_active(Play *play, Piece piece)
{
    State *state = play->state;
    if (!can_fly(state)) {
        bury(play, piece, OCS_9_16F_3);
        return;
    }
    if (!second_edition(play->data))
        return;
    int die = dice_roll(play->dice);
    tell(play->events, EVENT_NOTE, 0, sentence(OCS2_BASECAP_2, "ocs.leaves-lost-base-rolled", piece, die));
    if (die > DIE / 2)
        lose_step(play, piece, OCS2_BASECAP_2);
    if (is_on_map(state, piece))
        state->unit[piece].now |= RETURNING | FLEEING;
}

void base_entered(Play *play, int side, Hex hex)
{
    State *state = play->state;
    Base *base = base_in(state, hex);
    if (!base || base->side == side)
        return;
    int loser = base->side;
    Piece active[FORCE];
    base->side = (uint8_t)side;
    base->usable = play->data->without[PART_SUPPLY] ? base->level : 0; /* 15.0f-3 */
    /* Only the side that comes in sees whether anything stood there (4.9). */
    tell(play->events, EVENT_REVEALED, 0, sentence(OCS_9_16F_1, "ocs.captures-base", side, hex));
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_inactive_at(play->data, state, piece, loser, hex))
            bury(play, piece, OCS_9_16F_1);
    int count = active_in(play->scenario, state, loser, hex, active);
    for (int i = 0; i < count; i++)
        caught_active(play, active[i]);
    homing(play);
    if (!second_edition(play->data) && active_in(play->scenario, state, loser, hex, active))
        ask(state, ASK_EVACUATE, loser)->data[EVACUATE_HEX] = hex;
}
