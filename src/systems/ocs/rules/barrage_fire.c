/* barrage_fire.c — a barrage from supply to flak, roll and result (12.4c, 14.12, 14.13).
 *
 * Each gun pays for itself, and sits out if it cannot (12.4f). Aircraft that answer an overrun meet the aircraft over
 * it (14.12c). Then flak shoots at each aircraft that strikes (14.18, 14.18a); one that is hit goes home before it has
 * struck. One roll on the chart of the target, guns and aircraft together (7.2b-2, 14.13a, 14.13b); all units in the
 * hex suffer (7.1i-2, 7.2c-2); steps are the owner's to choose (D9). At last all aircraft that took part go home
 * (14.6b, 7.2b-3), and an overrun that was not stopped goes on (7.2b-5). */
#include <string.h>

#include "systems/ocs/reference.h"
#include "systems/ocs/air.h"

enum { PAYING_GUNS, MEET, FLAK, RESOLVE, LOSSES, DONE };

void barrage_begin(Play *play, int side, const Piece *pieces, int count, Hex hex, int target, bool answer)
{
    State *state = play->state;
    Barrage *barrage = &state->barrage;
    *barrage = (Barrage){.target = hex, .side = (uint8_t)side, .kind = (uint8_t)target, .answer = answer};
    barrage->count = (uint8_t)count;
    memcpy(barrage->piece, pieces, (size_t)count * sizeof *pieces);
    for (Piece piece = state->top[hex]; piece != NO_PIECE && barrage->targets < FORCE;
         piece = state->unit[piece].at.below) {
        const Kind *kind = kind_of(play->data, state, piece);
        if (state->unit[piece].side != side && is_unit(kind) && kind->class != HEADQUARTERS)
            barrage->struck[barrage->targets++] = piece;
    }
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_12_4C_3, "ocs.barrages", side, hex, WORD_TARGET + target));
    ask(state, ASK_BARRAGE, side);
}

/* ---- supply (12.4f) ------------------------------------------------------------------------------------------ */

/* The next gun pays for itself, or sits out; false when all have. */
static bool next_pays(Play *play)
{
    State *state = play->state;
    Barrage *barrage = &state->barrage;
    if (barrage->next == barrage->count)
        return false;
    Piece *piece = &barrage->piece[barrage->next++];
    int cost = barrage_cost(play->data, state, *piece);
    const Hex hex[] = {user_of(play->data, state, *piece)};
    if (!cost)
        return true;
    if (tokens_in_reach(play->scenario, state, barrage->side, hex, 1, PAY_BARRAGE) >= cost) {
        charge(play, barrage->side, hex, 1, cost, PAY_BARRAGE);
        return true;
    }
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_12_4F, "ocs.finds-no-supply-left-not", *piece));
    *piece = NO_PIECE;
    return true;
}

/* ---- flak (14.18b) ---------------------------------------------------------------------------------------- */

bool is_shot_down(Play *play, Piece piece, int rating)
{
    State *state = play->state;
    int dice = dice_sum(play->dice, 2), result = flak_result(play->data, rating, dice);
    tell(play->events, EVENT_NOTE, 0,
         sentence(OCS_14_18B, "ocs.flak-rolled", rating, piece, dice, chart_text(CHART_FLAK, result)));
    if (result == FLAK_NONE)
        return false;
    if (result == FLAK_STEP)
        lose_step(play, piece, OCS_14_18B);
    if (is_on_map(state, piece))
        state->unit[piece].now |= RETURNING;
    return true;
}

static void flak(Play *play)
{
    State *state = play->state;
    Barrage *barrage = &state->barrage;
    for (int i = 0; i < barrage->count; i++) /* a unit beaten on its way has no part in it */
        if (barrage->piece[i] != NO_PIECE && is_aircraft(play->data, state, barrage->piece[i]) &&
            !(is_on_map(state, barrage->piece[i]) && is_active(state, barrage->piece[i])))
            barrage->piece[i] = NO_PIECE;
    int rating = flak_rating(play->scenario, state, enemy_of(barrage->side), barrage->target);
    for (int i = 0; rating && i < barrage->count; i++)
        if (barrage->piece[i] != NO_PIECE && is_aircraft(play->data, state, barrage->piece[i]) &&
            !(state->unit[barrage->piece[i]].now & STRUCK) && is_shot_down(play, barrage->piece[i], rating))
            barrage->piece[i] = NO_PIECE;
}

/* ---- results ------------------------------------------------------------------------------------------------ */

/* 12.4, ocs2.barrage-2: half a step is decided by a die; brackets by ocs2.barrage-3. */
static void hit_units(Play *play, int result)
{
    State *state = play->state;
    Barrage *barrage = &state->barrage;
    if (result == HIT_HALF_OR_DG)
        result = is_softened(play->scenario, state, barrage->side, barrage->target) ? HIT_DG : HIT_HALF;
    if (result == HIT_HALF) {
        int die = dice_roll(play->dice);
        barrage->due = die > DIE / 2;
        tell(play->events, EVENT_NOTE, 0, sentence(OCS2_BARRAGE_4, "ocs.half-step-rolled", die));
    } else if (result >= HIT_ONE) {
        barrage->due = (uint8_t)(result - HIT_HALF);
    }
    for (int i = 0; result != HIT_NONE && i < barrage->targets; i++)
        disorganize(play, barrage->struck[i], OCS_5_10A_1);
}

/* So much of an amount that it is a percentage, .5 rounded up (4.3). */
static int share_of(int amount, int percent) { return (amount * percent + 50) / 100; }

/* Edition 1 keeps tokens, edition 2 whole SPs; less than an SP goes by tokens (C14). */
static int lost_tokens(const Book *data, int tokens, int percent)
{
    if (!second_edition(data) || tokens < TOKENS)
        return share_of(tokens, percent);
    int lost = (tokens * percent + 50 * TOKENS) / (100 * TOKENS) * TOKENS;
    return lost < tokens ? lost : tokens;
}

/* A load that its vehicles no longer carry is set down. */
static void set_down_loads(Pile *pile)
{
    uint16_t *loads[] = {&pile->truck_load, &pile->wagon_load};
    const int room[] = {pile->trucks * TOKENS, pile->wagons * TOKENS};
    for (int i = 0; i < 2; i++) {
        int excess = *loads[i] > room[i] ? *loads[i] - room[i] : 0;
        *loads[i] = (uint16_t)(*loads[i] - excess);
        pile->dump = (uint16_t)(pile->dump + excess);
    }
}

/* Trucks, wagons and SPs, each by itself; SPs on the ground and on vehicles are one sum, and their owner chooses which
 * are lost (ocs2.dumptruck-2, C14). */
static void hit_dump(Play *play, int percent)
{
    State *state = play->state;
    int side = enemy_of(state->barrage.side);
    Pile *pile = pile_at(state, side, state->barrage.target);
    int trucks = share_of(pile->trucks, percent), wagons = share_of(pile->wagons, percent);
    int lost = lost_tokens(play->data, tokens_of(pile), percent);
    pile->trucks = (uint8_t)(pile->trucks - trucks);
    pile->wagons = (uint8_t)(pile->wagons - wagons);
    set_down_loads(pile);
    tell(play->events, EVENT_LOST, 0,
         sentence(OCS2_DUMPTRUCK_2, "ocs.loses-sps-truck-wagon", side, state->barrage.target, lost, trucks, wagons));
    tidy_piles(state); /* if the dump was empty after all, nothing is lost */
    charge_bombed(play, side, state->barrage.target, lost);
}

static void hit_hedgehog(Play *play, int levels)
{
    State *state = play->state;
    for (int i = 0; i < state->hedgehogs; i++) {
        Hedgehog *hedgehog = &state->hedgehog[i];
        if (hedgehog->hex != state->barrage.target)
            continue;
        hedgehog->level = (uint8_t)(hedgehog->level > levels ? hedgehog->level - levels : 1);
        tell(play->events, EVENT_GROUND, 0,
             sentence(OCS_17_0D, "ocs.hedgehog-level-now", hedgehog->hex, hedgehog->level));
    }
}

static void hit_port(Play *play, int hits)
{
    enum { MOST_HITS = 4 };
    State *state = play->state;
    uint8_t *port = &state->port_hits[port_at(play->scenario, state->barrage.target)];
    *port = (uint8_t)(*port + hits < MOST_HITS ? *port + hits : MOST_HITS);
    tell(play->events, EVENT_GROUND, 0, sentence(OCS_14_13D, "ocs.port-hit-now", state->barrage.target, *port));
}

static void hit_facility(Play *play, int result)
{
    static const uint8_t amounts[] = {[FACILITY_1] = 1, [FACILITY_1_RAIL] = 1, [FACILITY_2] = 2, [FACILITY_2_RAIL] = 2};
    State *state = play->state;
    Hex hex = state->barrage.target;
    int amount = result > FACILITY_AB ? amounts[result] : 0;
    switch (state->barrage.kind) {
    case TARGET_BASE:
        if (result != FACILITY_NONE)
            check_inactive(play, hex);
        damage_base(play, hex, amount);
        break;
    case TARGET_RAIL:
        if (result != FACILITY_1_RAIL && result != FACILITY_2_RAIL)
            break;
        set_bit(state->interdicted, hex);
        tell(play->events, EVENT_GROUND, 0, sentence(OCS2_FACILITY_3, "ocs.railroad-interdicted", hex));
        break;
    case TARGET_PORT:
        if (amount)
            hit_port(play, amount);
        break;
    default:
        if (amount)
            hit_hedgehog(play, amount);
        break;
    }
}

static void apply_result(Play *play, int chart, int result)
{
    if (chart == CHART_BARRAGE)
        hit_units(play, result);
    else if (chart == CHART_DUMP)
        hit_dump(play, result * DUMP_PERCENT);
    else
        hit_facility(play, result);
}

static bool anybody_strikes(const Barrage *barrage)
{
    for (int i = 0; i < barrage->count; i++)
        if (barrage->piece[i] != NO_PIECE)
            return true;
    return false;
}

/* The Barrage Table begins at "1 or less": units that are left roll, however weak; the others begin at 1. */
static bool can_tell(const Play *play, int chart, int strength)
{
    return anybody_strikes(&play->state->barrage) && (chart == CHART_BARRAGE || whole_strength(strength) > 0);
}

static void resolve(Play *play)
{
    State *state = play->state;
    Barrage *barrage = &state->barrage;
    Shelling shelling;
    if (barrage->counted && anybody_strikes(barrage)) /* D64: else the target has not had its barrage */
        set_bit(state->shelled[barrage->kind], barrage->target);
    shelling_of(play->scenario, state, barrage->side, barrage->target, barrage->kind, &shelling);
    const Chart *chart = &play->data->chart[shelling.chart];
    int strength = barrage_sum(play->scenario, state, barrage->piece, barrage->count);
    int column = band_of(chart, whole_strength(strength)), end = band_shifted(chart, column, shelling.shifts.sum),
        dice = 0;
    if (can_tell(play, shelling.chart, strength)) {
        for (int i = 0; i < shelling.shifts.lines; i++)
            tell(play->events, EVENT_NOTE, 0, shelling.shifts.line[i].what);
        bool second = second_edition(play->data);
        tell_fact(
            play->events, EVENT_NOTE,
            sentence(OCS_12_4C_3, "ocs.column-shifted", whole_strength(strength), band_text(shelling.chart, column),
                     shelling.shifts.sum, band_text(shelling.chart, end)),
            fact_column(sentence(0, "%d", band_text(shelling.chart, end)), chart_cell(second, shelling.chart, end, 0)));
        dice = shelling.chart == CHART_BARRAGE ? dice_sum(play->dice, 2) : dice_roll(play->dice);
        tell_fact(play->events, EVENT_ROLLED, sentence(OCS_12_4C_3, "ocs.rolled", dice),
                  fact_roll(dice, dice, chart_cell(second, shelling.chart, -1, dice)));
    }
    barrage->result = dice ? chart->cell[dice][end] : 0;
    tell_fact(play->events, EVENT_RESULT,
              sentence(OCS_12_4C_3, "ocs.result", chart_text(shelling.chart, barrage->result)),
              fact_result(sentence(0, "%d", chart_text(shelling.chart, barrage->result))));
    apply_result(play, shelling.chart, barrage->result);
}

/* ---- steps of the struck (D9) ---------------------------------------------------------------------------------- */

static int index_of(const Barrage *barrage, Piece piece)
{
    for (int i = 0; i < barrage->targets; i++)
        if (barrage->struck[i] == piece)
            return i;
    return -1;
}

/* No unit loses a second step before all have lost one. */
static bool may_be_hit(const State *state, int index)
{
    const Barrage *barrage = &state->barrage;
    for (int i = 0; i < barrage->targets; i++)
        if (is_on_map(state, barrage->struck[i]) && barrage->hit[i] < barrage->hit[index])
            return false;
    return is_on_map(state, barrage->struck[index]);
}

static bool anybody_left(const State *state)
{
    for (int i = 0; i < state->barrage.targets; i++)
        if (is_on_map(state, state->barrage.struck[i]))
            return true;
    return false;
}

Refusal hit_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    int index = index_of(&view->barrage, order->value[0]);
    if (index < 0 || !is_on_map(view, order->value[0]))
        return refuse(OCS2_BARRAGE_6, "ocs.barrage-not-touch", order->value[0]);
    return may_be_hit(view, index) ? LEGAL : refuse(OCS_9_12C_1, "ocs.lost-step-others-come-first", order->value[0]);
}

void hit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    (void)scenario;
    out->complete = prefix->count == 1;
    for (int i = 0; !prefix->count && i < view->barrage.targets; i++)
        if (may_be_hit(view, i))
            choose(out, 0, view->barrage.struck[i]);
}

void hit_apply(Play *play, const Order *order)
{
    Barrage *barrage = &play->state->barrage;
    barrage->hit[index_of(barrage, order->value[0])]++;
    barrage->due--;
    answered(play->state);
    lose_step(play, order->value[0], OCS2_BARRAGE_6);
}

Sentence hit_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS2_BARRAGE_6, "ocs.loses-step", question(&view->head)->side, view->barrage.target);
}

/* ---- the procedure ----------------------------------------------------------------------------------------------- */

static void finish(Play *play)
{
    State *state = play->state;
    Barrage *barrage = &state->barrage;
    for (int i = 0; i < barrage->count; i++)
        if (barrage->piece[i] != NO_PIECE && is_aircraft(play->data, state, barrage->piece[i]))
            state->unit[barrage->piece[i]].now |= RETURNING | STRUCK;
    *barrage = (Barrage){.target = NO_HEX};
    answered(state);
    homing(play);
}

void barrage_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    switch (frame->stage) {
    case PAYING_GUNS:
        if (next_pays(play))
            return;
        break;
    case MEET:
        frame->stage++;
        if (state->barrage.answer)
            dogfight_begin(play, state->barrage.side, state->barrage.target, true);
        return;
    case FLAK:
        flak(play);
        break;
    case RESOLVE:
        resolve(play);
        break;
    case LOSSES:
        if (state->barrage.due && anybody_left(state)) {
            ask(state, ASK_HIT, enemy_of(state->barrage.side));
            return;
        }
        break;
    case DONE:
        finish(play);
        return;
    default:
        break;
    }
    frame->stage++;
}
