/* stations.c — OCS 12.2f, optional: trucks that pass supply on without being moved.
 *
 *     relay 12.10 trucks 16 19.10
 *
 * Trucks that load, drive to another hex, unload and drive home again use up their MA: (MA - 10)/2 MPs each way, wagons
 * (MA - 4)/2. So as much as they carry goes that far at once, and they are done for the phase. What was passed on stays
 * where it is until the phase is over, however many stations there are (11.3a). */
#include "systems/ocs/air.h"

/* MPs of one way, in quarters. */
int station_range(const Book *data, int store)
{
    return (data->vehicle[store].ma - 2 * data->vehicle[store].handling) / 2;
}

static Refusal may_relay(const Scenario *scenario, const State *view)
{
    bool own = view->head.phase == STEP_MOVEMENT || view->head.phase == STEP_MODES_AND_MOVEMENT;
    if (!data_of(scenario)->truck_stations)
        return refuse(OCS_12_2F, "ocs.truck-stations-option-not-played");
    return own && question(&view->head)->side == view->phasing
               ? LEGAL
               : refuse(OCS_12_2C_1, "ocs.trucks-wagons-move-own-movement");
}

/* Tokens that those vehicles can pass on: not what was carried in this phase. */
static int can_pass(const State *view, const Pile *pile, int store)
{
    int points = free_points(view, pile, store), idle = points - (stored(pile, store) + TOKENS - 1) / TOKENS;
    int room = (idle > 0 ? idle : 0) * TOKENS, there = pile->dump - pile->landed;
    return room < there ? room : there;
}

Refusal relay_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    int side = question(&view->head)->side, store = order->value[1] + ON_TRUCKS, tokens = order->value[2];
    Hex from = order->value[0], to = order->value[3];
    const Pile *pile = pile_in(view, side, from);
    Refusal no = may_relay(scenario, view);
    if (refused(no))
        return no;
    int most = pile ? can_pass(view, pile, store) : 0;
    if (!tokens || tokens > most)
        return refuse(OCS_12_2F, "ocs.t-can-passed", most, from, WORD_STORE + store);
    if (view->convoys == OCS_CONVOYS)
        return refuse(OCS_12_2B_2, "ocs.convoys-already", OCS_CONVOYS);
    if (to == from || to >= scenario->map->hexes || !drives_there(scenario, view, side, store, from, to))
        return refuse(OCS_12_2F, "ocs.stations-most-mps-apart-too", station_range(data, store), to);
    return LEGAL;
}

void relay_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int side = question(&view->head)->side;
    out->complete = prefix->count == 4;
    if (prefix->count == 4 || refused(may_relay(scenario, view)) || view->convoys == OCS_CONVOYS)
        return;
    for (int i = 0; i < view->piles; i++) {
        const Pile *pile = &view->pile[i];
        if (pile->side != side || (prefix->count && prefix->value[0] != pile->hex))
            continue;
        for (int kind = 0; kind < STORES - 1; kind++) {
            int store = kind + ON_TRUCKS, most = can_pass(view, pile, store);
            if (most < 1 || (prefix->count > 1 && prefix->value[1] != kind))
                continue;
            uint64_t ends[OCS_WORDS] = {0};
            if (!station_ends(scenario, view, side, store, pile->hex, ends))
                continue;
            if (prefix->count == 3) {
                EACH_BIT(hex, ends, OCS_WORDS)
                    choose(out, 3, hex);
            }
            for (int tokens = 1; prefix->count == 2 && tokens <= most; tokens++)
                choose(out, 2, tokens);
            if (prefix->count < 2)
                choose(out, prefix->count, prefix->count ? kind : pile->hex);
            if (!prefix->count)
                break;
        }
    }
}

void relay_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int side = asked(state)->side, store = order->value[1] + ON_TRUCKS, tokens = order->value[2];
    Hex from = order->value[0], to = order->value[3];
    ride_vehicles(state, side, from, store, (tokens + TOKENS - 1) / TOKENS, 0); /* they are done */
    shift_pile(state, side, from, to, ON_GROUND, tokens, 0);
    Pile *pile = pile_at(state, side, to);
    pile->landed = (uint16_t)(pile->landed + tokens);
    tell(play->events, EVENT_NOTE, 1u << enemy_of(side), sentence(OCS_12_2F, "ocs.t-passed", tokens, from, to));
}
