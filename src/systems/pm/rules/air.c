/* air.c — Proud Monster 10: flak and aircraft.
 *
 * Before December each aviation corps supports one German-side stack, no two the same hex, until it is committed again
 * (10.2-1); its points are the turn's (17.8). In December the German ones leave and one Soviet corps may come, for as
 * long as it stays near Moscow (8.10, 10.4). Aircraft whose stack is gone idle where they are (pm.r.111). */
#include "systems/pm/pm.h"

enum { SOVIET_POINTS = 5, SOVIET_RANGE = 10 }; /* 10.4 */

bool in_aircraft_range(const Scenario *scenario, Hex hex)
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < 2; i++)
        if (data->moscow[i] != NO_HEX && map_distance(scenario->map, data->moscow[i], hex) <= SOVIET_RANGE)
            return true;
    return false;
}

int corps_at(const State *view, int side, Hex hex)
{
    if (hex == NO_HEX)
        return -1;
    if (side == SOVIET_SIDE)
        return view->soviet_corps == hex && !is_idle(view, SOVIET_CORPS) ? SOVIET_CORPS : -1;
    for (int corps = 0; corps < PM_CORPS; corps++)
        if (view->corps[corps] == hex && !is_idle(view, corps))
            return corps;
    return -1;
}

/* A unit that enters a stack's old hex does not get its markers: aircraft wait for the next commitment (pm.r.111), the
 * marker of aerial supply for the next German player turn (9.18-2). */
void markers_left(Play *play)
{
    State *state = play->state;
    for (int corps = 0; corps < PM_CORPS; corps++)
        if (state->corps[corps] != NO_HEX && !friend_in(state, GERMAN_SIDE, state->corps[corps]))
            state->corps_idle |= (uint8_t)(1u << corps);
    if (state->soviet_corps != NO_HEX && !friend_in(state, SOVIET_SIDE, state->soviet_corps))
        state->corps_idle |= 1u << SOVIET_CORPS;
    for (int i = 0; i < 2; i++)
        if (state->airlift[i] != NO_HEX && !friend_in(state, GERMAN_SIDE, state->airlift[i]))
            state->airlift[i] = NO_HEX;
}

int air_support(const Scenario *scenario, const State *view, int side, Hex hex, int factors)
{
    const Book *data = data_of(scenario);
    if (data->beginners || corps_at(view, side, hex) < 0)
        return 0;
    int points = side == SOVIET_SIDE ? SOVIET_POINTS : data->aviation[view->head.turn];
    return points < factors ? points : factors;
}

bool flak_helps(const Scenario *scenario, const State *view, const Supplies *supplies, Hex hex)
{
    const Book *data = data_of(scenario);
    bool flak = false, other = false;
    for (Piece piece = view->top[hex]; !data->beginners && piece != NO_PIECE; piece = view->unit[piece].at.below) {
        const Kind *kind = kind_of(data, view, piece);
        if (view->unit[piece].now & RETREATED) /* 14.34 */
            continue;
        flak |= kind->type == FLAK && supply_of(scenario, view, supplies, piece) != OUT_OF_SUPPLY;
        other |= kind->type != FLAK;
    }
    return flak && other;
}

void aircraft_follow(Play *play, int side, Hex from, Hex to)
{
    State *state = play->state;
    int corps = corps_at(state, side, from);
    if (corps < 0 || to >= play->scenario->map->hexes || corps_at(state, side, to) >= 0)
        return;
    if (side == GERMAN_SIDE)
        state->corps[corps] = to;
    else if (in_aircraft_range(play->scenario, to)) /* pm.r.98 */
        state->soviet_corps = to;
}

/* 8.10, 10.4: the Soviet corps waits at Moscow for its first stack, which it gets when it is committed. */
static void soviet_aircraft_come(Play *play)
{
    State *state = play->state;
    const Book *data = play->data;
    Supplies supplies;
    if (data->moscow[0] == NO_HEX || data->moscow[1] == NO_HEX)
        return;
    trace_supply(play->scenario, state, SOVIET_SIDE, &supplies);
    bool cut = is_cut_off(play->scenario, state, &supplies, data->moscow[0]) &&
               is_cut_off(play->scenario, state, &supplies, data->moscow[1]); /* pm.r.82 */
    if (cut || german_controls(state, data->moscow[0]) || german_controls(state, data->moscow[1])) {
        tell(play->events, EVENT_NOTE, 0, sentence(PM_8_10, "pm.soviet-aircraft-not-appear"));
        return;
    }
    state->soviet_corps = data->moscow[0];
    state->corps_idle |= 1u << SOVIET_CORPS;
    tell(play->events, EVENT_NOTE, 0, sentence(PM_8_10, "pm.soviet-aircraft-appear", data->moscow[0]));
}

void aircraft_begin(Play *play)
{
    State *state = play->state;
    int turn = state->head.turn;
    if (play->data->beginners)
        return;
    if (!play->data->aviation[turn])
        for (int corps = 0; corps < PM_CORPS; corps++)
            state->corps[corps] = NO_HEX; /* 10.2-5 */
    if (play->data->soviet_aircraft[turn])
        soviet_aircraft_come(play);
}

/* ---- support corps N HEX --------------------------------------------------------------------- */

static bool has_aircraft(const Scenario *scenario, const State *view, int side, int corps)
{
    return side == GERMAN_SIDE ? corps >= 0 && corps < data_of(scenario)->corps
                               : !corps && view->soviet_corps != NO_HEX;
}

static Refusal may_support(const Scenario *scenario, const State *view, int side, int corps, Hex hex)
{
    if (hex >= scenario->map->hexes || !friend_in(view, side, hex))
        return refuse(side == GERMAN_SIDE ? PM_10_2_1 : PM_10_4, "pm.no-unit-yours-stands", hex);
    int other = corps_at(view, side, hex);
    if (side == GERMAN_SIDE && other >= 0 && other != corps)
        return refuse(PM_10_2_1, "pm.aviation-corps-already", hex);
    if (side == SOVIET_SIDE && !in_aircraft_range(scenario, hex))
        return refuse(PM_10_4, "pm.aircraft-not-fly-far-moscow", hex);
    return other >= 0 ? refuse(PM_10_2_1, "pm.already", hex) : LEGAL;
}

Refusal support_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = question(&view->head)->side, corps = order_value(order, 0, 0) - 1;
    if (!has_aircraft(scenario, view, side, corps))
        return refuse(side == GERMAN_SIDE ? PM_10_2_1 : PM_10_4, "pm.no-corps", corps + 1);
    return may_support(scenario, view, side, corps, order_value(order, 1, NO_HEX));
}

void support_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int side = question(&view->head)->side;
    out->complete = prefix->count == 2;
    for (int corps = 0; !prefix->count && corps < PM_CORPS; corps++) {
        bool may = false;
        if (has_aircraft(scenario, view, side, corps))
            EACH_BIT(hex, view->occupied[side], PM_WORDS)
                may |= !refused(may_support(scenario, view, side, corps, (Hex)hex));
        if (may)
            choose(out, 0, corps + 1);
    }
    if (prefix->count == 1 && has_aircraft(scenario, view, side, prefix->value[0] - 1))
        EACH_BIT(hex, view->occupied[side], PM_WORDS)
            if (!refused(may_support(scenario, view, side, prefix->value[0] - 1, (Hex)hex)))
                choose(out, 1, hex);
}

void support_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = order_value(order, 1, NO_HEX);
    bool german = question(&state->head)->side == GERMAN_SIDE;
    *(german ? &state->corps[order->value[0] - 1] : &state->soviet_corps) = hex;
    state->corps_idle &= (uint8_t) ~(1u << (german ? order->value[0] - 1 : SOVIET_CORPS));
    tell(play->events, EVENT_STATE, 0, sentence(PM_10_2_1, "pm.aircraft-support", hex));
}

Sentence aircraft_prompt(const Scenario *scenario, const State *view)
{
    int side = question(&view->head)->side;
    int points = side == SOVIET_SIDE ? SOVIET_POINTS : data_of(scenario)->aviation[view->head.turn];
    return sentence(PM_10_2_1, "pm.put-each-aviation-corps-stack", side, points);
}
