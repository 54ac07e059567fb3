/* facilities.c — OCS 15.1, 15.2 and 20.0b: air bases are built and given up, ports mended and wrecked.
 *
 *     build 10.07     lower 10.07     mend 23.07     demolish 23.07
 *
 * All in the Replacement Reorganization Segment (edition 2: its owner's Reinforcement Phase, C4). A base rises or falls
 * by one level a segment, a port loses or gains one hit. Building takes an engineer in the hex and supply, in edition 2
 * also a die that the ground must let pass, and one try a segment. What is built can be used when it has been supplied
 * (15.0g). */
#include <string.h>

#include "systems/ocs/air.h"

enum { BASE_MOST = 3, MOST_HITS = 4 };

/* B8: an HQ is none. */
static int re_in(const Scenario *scenario, const State *state, int side, Hex hex)
{
    int sum = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (state->unit[piece].side == side && is_unit(kind_of(data_of(scenario), state, piece)) &&
            kind_of(data_of(scenario), state, piece)->class != HEADQUARTERS)
            sum += re_of(data_of(scenario), state, piece);
    return sum;
}

static void list_hexes(const Scenario *scenario, const State *view, const Order *prefix, Choices *out,
                       Refusal (*check)(const Scenario *, const State *, const Order *))
{
    int side = question(&view->head)->side;
    out->complete = prefix->count == 1;
    if (prefix->count)
        return;
    EACH_BIT(hex, view->occupied[side], OCS_WORDS) {
        Order order = *prefix;
        order_add(&order, 0, (uint16_t)hex);
        if (!refused(check(scenario, view, &order)))
            choose(out, 0, hex);
    }
}

/* ---- build HEX -------------------------------------------------------------------------------------------------- */

/* E11, where it is played: a damaged base is mended for supply alone. */
static bool is_mended(const Book *data, const Base *base)
{
    return data->base_mending && second_edition(data) && base && base->level < base->former;
}

Refusal build_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Hex hex = order->value[0];
    int side = question(&view->head)->side;
    if (data->without[PART_AIR])
        return refuse(OCS_15_1, "ocs.scenario-leaves-aircraft-out");
    if (hex >= scenario->map->hexes || !friend_in(view, side, hex) || !has_engineer(scenario, view, side, hex))
        return refuse(OCS_12_8B, "ocs.no-engineer-yours", hex);
    const Base *base = base_at(view, hex);
    if (base && base->side != side)
        return refuse(OCS_15_0A, "ocs.air-base-enemy", hex);
    if (has_bit(view->worked, hex))
        return refuse(OCS_15_1, "ocs.base-worked-segment-level-time", hex);
    if (base && base->level == BASE_MOST)
        return refuse(OCS_15_1, "ocs.base-level-already", hex, BASE_MOST);
    if (!base && view->bases == OCS_BASES)
        return refuse(OCS_15_1, "ocs.all-air-bases-use", OCS_BASES);
    int cost = data->build_tokens, there = tokens_in_reach(scenario, view, side, &hex, 1, PAY_AIR_BASE);
    return there < cost ? refuse(OCS_15_1, "ocs.costs-t-t-reach", cost, there) : LEGAL;
}

void build_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_hexes(scenario, view, prefix, out, build_check);
}

/* ocs2.special-5; without a roll in edition 1. */
static bool succeeds(Play *play, int side, Hex hex, const Base *base)
{
    if (!second_edition(play->data) || is_mended(play->data, base))
        return true;
    int die = dice_roll(play->dice), least = play->data->build_from[terrain_at(play->scenario, play->state, hex)];
    tell(play->events, EVENT_ROLLED, 1u << enemy_of(side), /* D71 */
         sentence(OCS2_SPECIAL_5, "ocs.air-base-rolled-needed", hex, die, least));
    tell(play->events, EVENT_RESULT, 1u << enemy_of(side),
         die >= least ? sentence(OCS2_SPECIAL_5, "ocs.level-built") : sentence(OCS2_SPECIAL_5, "ocs.nothing-built"));
    return die >= least;
}

static void raise_base(Play *play, int side, Hex hex)
{
    State *state = play->state;
    Base *base = NULL;
    for (int i = 0; i < state->bases; i++)
        if (state->base[i].hex == hex)
            base = &state->base[i];
    if (!base) {
        base = &state->base[state->bases++];
        *base = (Base){.hex = hex, .side = (uint8_t)side};
        tell(play->events, EVENT_GROUND, 0, sentence(OCS_15_1, "ocs.builds-air-base", side, hex));
    }
    base->level = is_mended(play->data, base) ? base->former : (uint8_t)(base->level + 1);
    if (base->level >= base->former)
        base->former = 0;
    if (play->data->without[PART_SUPPLY])
        base->usable = base->level;
    tell(play->events, EVENT_GROUND, 1u << enemy_of(side), sentence(OCS_15_1, "ocs.base-level-now", hex, base->level));
}

void build_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = order->value[0];
    int side = asked(state)->side, cost = play->data->build_tokens;
    set_bit(state->worked, hex);
    if (succeeds(play, side, hex, base_at(state, hex)))
        raise_base(play, side, hex);
    if (tokens_in_reach(play->scenario, state, side, &hex, 1, PAY_AIR_BASE) >= cost)
        charge(play, side, &hex, 1, cost, PAY_AIR_BASE);
}

bool build_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    const Book *data = data_of(scenario);
    Hex hex = order->value[0];
    if (!second_edition(data) || refused(build_check(scenario, view, order)) || is_mended(data, base_at(view, hex)))
        return false;
    int least = data->build_from[terrain_at(scenario, view, hex)];
    memset(out, 0, sizeof *out);
    out->title = sentence(OCS2_SPECIAL_5, "ocs.air-base-terrain-more-die",
                          WORD_TERRAIN + terrain_at(scenario, view, hex), least);
    out->gainer = out->payer = NO_SIDE;
    out->total = DIE;
    out->outcome[out->outcomes++] = (ForecastLine){
        .label = sentence(0, "ocs.level-built"), .rule = OCS2_SPECIAL_5, .weight = (Weight)(DIE + 1 - least)};
    out->outcome[out->outcomes++] = (ForecastLine){
        .label = sentence(0, "ocs.nothing-built"), .rule = OCS2_SPECIAL_5, .weight = (Weight)(least - 1)};
    forecast_reduce(out);
    return true;
}

/* ---- lower HEX -------------------------------------------------------------------------------------------------- */

Refusal lower_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0];
    int side = question(&view->head)->side;
    if (!has_base(view, side, hex))
        return refuse(OCS_15_2, "ocs.no-air-base-yours", hex);
    if (re_in(scenario, view, side, hex) < QUARTERS / 2)
        return refuse(OCS_15_2, "ocs.half-re-yours-must", hex);
    return has_bit(view->worked, hex) ? refuse(OCS_15_2, "ocs.base-worked-segment-level-time", hex) : LEGAL;
}

void lower_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_hexes(scenario, view, prefix, out, lower_check);
}

static void remove_base(Play *play, int index)
{
    State *state = play->state;
    Hex hex = state->base[index].hex;
    int side = state->base[index].side;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        const Unit *unit = &state->unit[piece];
        if (unit->side == side && is_on_map(state, piece) && unit->at.hex == hex &&
            is_aircraft(play->data, state, piece) && !(unit->now & (ACTIVE | RETURNING)))
            bury(play, piece, OCS_15_2);
    }
    memmove(&state->base[index], &state->base[index + 1], (size_t)(--state->bases - index) * sizeof *state->base);
    state->base[state->bases] = (Base){0};
}

void lower_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int at = 0;
    while (state->base[at].hex != order->value[0])
        at++;
    set_bit(state->worked, order->value[0]);
    if (--state->base[at].level) {
        tell(play->events, EVENT_GROUND, 1u << enemy_of(state->base[at].side),
             sentence(OCS_15_2, "ocs.base-level-now", order->value[0], state->base[at].level));
        return;
    }
    tell(play->events, EVENT_GROUND, 0, sentence(OCS_15_2, "ocs.base-given-up", order->value[0]));
    remove_base(play, at);
}

/* ---- mend HEX, demolish HEX ------------------------------------------------------------------------------------- */

Refusal mend_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Hex hex = order->value[0];
    int side = question(&view->head)->side, port = port_at(scenario, hex);
    if (port < 0 || !is_own_port(scenario, view, side, hex) || !view->port_hits[port])
        return refuse(OCS_20_0B_2, "ocs.no-damaged-port-yours", hex);
    if (!has_engineer(scenario, view, side, hex))
        return refuse(OCS_12_8B, "ocs.no-engineer-yours", hex);
    if (view->port_mended >> port & 1)
        return refuse(OCS_20_0B_2, "ocs.hit-port-mended-segment", hex);
    int cost = data->port_tokens, there = tokens_in_reach(scenario, view, side, &hex, 1, PAY_PORT);
    return there < cost
               ? refuse(second_edition(data) ? OCS2_SPECIAL_8 : OCS_20_0B_2, "ocs.costs-t-t-reach", cost, there)
               : LEGAL;
}

void mend_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_hexes(scenario, view, prefix, out, mend_check);
}

void mend_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = order->value[0];
    int port = port_at(play->scenario, hex), cost = play->data->port_tokens, side = asked(state)->side;
    state->port_hits[port]--;
    state->port_mended |= (uint8_t)(1u << port);
    tell(play->events, EVENT_GROUND, 0, sentence(OCS_20_0B_2, "ocs.port-hit-now", hex, state->port_hits[port]));
    if (tokens_in_reach(play->scenario, state, side, &hex, 1, PAY_PORT) >= cost)
        charge(play, side, &hex, 1, cost, PAY_PORT);
}

Refusal demolish_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0];
    int side = question(&view->head)->side, port = port_at(scenario, hex);
    if (port < 0 || !is_own_port(scenario, view, side, hex))
        return refuse(OCS_20_0B_3, "ocs.no-port-yours", hex);
    if (re_in(scenario, view, side, hex) < QUARTERS)
        return refuse(OCS_20_0B_3, "ocs.re-yours-must", hex);
    if (view->port_hits[port] == MOST_HITS)
        return refuse(OCS_20_0B_3, "ocs.nothing-left-port", hex);
    return view->port_broken >> port & 1 ? refuse(OCS_20_0B_3, "ocs.port-hit-segment", hex) : LEGAL;
}

void demolish_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_hexes(scenario, view, prefix, out, demolish_check);
}

void demolish_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int port = port_at(play->scenario, order->value[0]);
    state->port_hits[port]++;
    state->port_broken |= (uint8_t)(1u << port);
    tell(play->events, EVENT_GROUND, 0,
         sentence(OCS_20_0B_3, "ocs.port-hit-now", order->value[0], state->port_hits[port]));
}
