/* engineers.c — OCS 12.8 and 17: bridges, and hedgehogs.
 *
 *     dig sRD383     raze 10.17
 *
 * An engineer, and every HQ is one, that has stood by a river since the phase began makes a major one minor and a minor
 * one nothing for units that cross into its hex or out of it (12.8a). A unit in Combat Mode digs in for supply, a level
 * at a time to the fourth (3.7e); with an engineer it digs two (17.0c, ocs2.special-7), and so does an HQ alone
 * (17.0c-2). */
#include <string.h>

#include "systems/ocs/air.h"

enum { HEDGEHOG_MOST = 4 };

bool is_engineer(const Kind *kind) { return kind->class == HEADQUARTERS || kind->is & ENGINEER; }

/* ---- bridges --------------------------------------------------------------------------------------------------- */

static bool bridges_from(const Scenario *scenario, const State *state, int side, Hex hex)
{
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below) {
        const Unit *unit = &state->unit[piece];
        if (unit->side == side && is_engineer(kind_of(data_of(scenario), state, piece)) && unit->start == hex &&
            !(unit->now & GONE))
            return true;
    }
    return false;
}

int crossing(const Scenario *scenario, const State *state, int side, int mp, Hex from, Edge edge)
{
    const Map *map = scenario->map;
    const Book *data = data_of(scenario);
    int cost = going(scenario, state, side, mp, from, edge);
    Hex to = map->next[from][edge];
    if (!map->edge[from][edge] || to == NO_HEX || mp >= LAND_MPS || !is_land(data, to) ||
        (!bridges_from(scenario, state, side, from) && !bridges_from(scenario, state, side, to)))
        return cost;
    int weather = weather_for(data, state, side), bridged = entry_cost_in(scenario, weather, mp, to);
    if (bridged != PROHIBITED && map->edge[from][edge] & MAJOR_RIVER)
        bridged += data->river_cost[weather][0][mp];
    return bridged < cost ? bridged : cost;
}

/* ---- dig COUNTER ----------------------------------------------------------------------------------------------- */

static Hedgehog *works_at(State *state, int side, Hex hex)
{
    for (int i = 0; i < state->hedgehogs; i++)
        if (state->hedgehog[i].hex == hex && state->hedgehog[i].side == side)
            return &state->hedgehog[i];
    return NULL;
}

static int works_of(const State *state, int side)
{
    int count = 0;
    for (int i = 0; i < state->hedgehogs; i++)
        count += state->hedgehog[i].side == side;
    return count;
}

bool has_engineer(const Scenario *scenario, const State *state, int side, Hex hex)
{
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (state->unit[piece].side == side && is_engineer(kind_of(data_of(scenario), state, piece)))
            return true;
    return false;
}

static Refusal may_dig(const Scenario *scenario, const State *view, Piece piece, InReach *found)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    Hex hex = unit->at.hex;
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_unit(kind_of(data, view, piece)) ||
        hex >= scenario->map->hexes)
        return refuse(OCS_17_0_1, "ocs.not-yours-order-now", piece);
    if (unit->face != COMBAT_SIDE || unit->marker != NO_MARKER || !has_modes(kind_of(data, view, piece)))
        return refuse(OCS_17_0_1, "ocs.must-combat-mode-dig", piece);
    int level = hedgehog_at(view, unit->side, hex), built = 0;
    for (int i = 0; i < view->hedgehogs; i++)
        if (view->hedgehog[i].hex == hex)
            built = view->hedgehog[i].built;
    if (level == HEDGEHOG_MOST)
        return refuse(OCS_17_0A, "ocs.hedgehog-level-already", hex, level);
    int most = has_engineer(scenario, view, unit->side, hex) ? 2 : 1;
    if (built >= most)
        return refuse(most > 1 ? OCS_17_0C : OCS_17_0A, "ocs.level-segment-no-more", most, hex);
    if (!level && (works_of(view, unit->side) >= data->hedgehogs[unit->side] || view->hedgehogs == OCS_HEDGEHOGS))
        return refuse(OCS_17_0_1, "ocs.all-hedgehogs-use", data->hedgehogs[unit->side], unit->side);
    int cost = data->hedgehog_tokens, there = tokens_found(found, scenario, view, unit->side, hex, PAY_HEDGEHOG);
    return there < cost ? refuse(OCS_17_0_1, "ocs.costs-t-t-reach", cost, there) : LEGAL;
}

Refusal dig_check(const Scenario *scenario, const State *view, const Order *order)
{
    InReach found;
    nothing_found(&found);
    return may_dig(scenario, view, order->value[0], &found);
}

void dig_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    InReach found;
    nothing_found(&found);
    out->complete = prefix->count == 1;
    if (prefix->count)
        return;
    EACH_BIT(piece, own_counters(scenario, view), COUNTER_WORDS)
        if (is_on_map(view, (Piece)piece) && !refused(may_dig(scenario, view, (Piece)piece, &found)))
            choose(out, 0, piece);
}

void dig_apply(Play *play, const Order *order)
{
    State *state = play->state;
    const Unit *unit = &state->unit[order->value[0]];
    Hex hex = unit->at.hex;
    Hedgehog *works = works_at(state, unit->side, hex);
    if (!works) {
        works = &state->hedgehog[state->hedgehogs++];
        *works = (Hedgehog){.hex = hex, .side = unit->side};
    }
    works->level++;
    works->built++;
    tell(play->events, EVENT_GROUND, 0, sentence(OCS_17_0_1, "ocs.digs-level", order->value[0], hex, works->level));
    charge(play, unit->side, &hex, 1, play->data->hedgehog_tokens, PAY_HEDGEHOG);
}

void works_settle(State *state)
{
    memset(state->worked, 0, sizeof state->worked);
    state->port_mended = state->port_broken = 0;
    for (int i = 0; i < state->hedgehogs; i++)
        state->hedgehog[i].built = state->hedgehog[i].lowered = 0;
}

/* ---- raze HEX: by a side that leaves and does not retreat (17.0-2, D66); by a level in Reorganization ------------ */

void leave_works(State *state, int side, Hex hex)
{
    if (hedgehog_at(state, side, hex))
        set_bit(state->vacated, hex);
}

static bool lowers(const State *view) { return question(&view->head)->kind == ASK_REORGANIZE; }

Refusal raze_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = question(&view->head)->side;
    Hex hex = order->value[0];
    (void)scenario;
    if (!hedgehog_at(view, side, hex))
        return refuse(OCS_17_0_2, "ocs.you-no-hedgehog", hex);
    if (!lowers(view))
        return has_bit(view->vacated, hex) ? LEGAL : refuse(OCS_17_0_2, "ocs.nobody-gone-out-phase", hex);
    if (!friend_in(view, side, hex))
        return refuse(OCS_2_3_I_4_2, "ocs.none-your-units-lower-hedgehog", hex);
    for (int i = 0; i < view->hedgehogs; i++)
        if (view->hedgehog[i].hex == hex && view->hedgehog[i].lowered)
            return refuse(OCS_2_3_I_4_2, "ocs.hedgehog-lowered-segment", hex);
    return LEGAL;
}

void raze_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 1;
    for (int i = 0; !prefix->count && i < view->hedgehogs; i++) {
        Order order = *prefix;
        order_add(&order, 0, view->hedgehog[i].hex);
        if (!refused(raze_check(scenario, view, &order)))
            choose(out, 0, view->hedgehog[i].hex);
    }
}

void raze_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int at = 0;
    while (state->hedgehog[at].hex != order->value[0])
        at++;
    if (lowers(state) && state->hedgehog[at].level > 1) {
        state->hedgehog[at].level--;
        state->hedgehog[at].lowered = 1;
        tell(play->events, EVENT_GROUND, 0,
             sentence(OCS_2_3_I_4_2, "ocs.hedgehog-lowered-level", order->value[0], state->hedgehog[at].level));
        return;
    }
    clear_bit(state->vacated, order->value[0]);
    memmove(&state->hedgehog[at], &state->hedgehog[at + 1],
            (size_t)(--state->hedgehogs - at) * sizeof *state->hedgehog);
    state->hedgehog[state->hedgehogs] = (Hedgehog){0};
    tell(play->events, EVENT_GROUND, 0, sentence(OCS_17_0_2, "ocs.hedgehog-given-up", order->value[0]));
}
