/* flights.c — WB-95 8.2.2 to 8.2.4: flights that wait over a hex for units that fight there.
 *
 * Support is flown in the Air Phase and waits over its hex (R34). A player who attacks, fires, shells in a barrage or
 * defends there names the flights he uses, by the numbers of his side's flights; these are gone then, and the others
 * stay (R97). */
#include <string.h>

#include "systems/wb95/wb95.h"

static bool supports(const AirMission *mission, int side, Hex hex, bool offensive)
{
    return mission->sp && mission->revealed && mission->side == side && mission->hex == hex &&
           mission->mission == (offensive ? OFFENSIVE_SUPPORT : DEFENSIVE_SUPPORT);
}

int air_support_at(const State *view, int side, Hex hex, bool offensive)
{
    int sp = 0;
    for (int i = 0; i < AIR_MISSIONS; i++)
        if (supports(&view->air[i], side, hex, offensive))
            sp += view->air[i].sp;
    return sp;
}

/* Whether that flight of the side waits over one of the hexes. */
static bool is_waiting(const State *view, int number, const Support *support)
{
    int slot = flight_slot(support->side, number);
    for (int i = 0; i < support->hexes && slot < AIR_MISSIONS; i++)
        if (supports(&view->air[slot], support->side, support->hex[i], support->offensive))
            return true;
    return false;
}

Hex flight_over(const State *view, int number, int side, bool offensive)
{
    int slot = flight_slot(side, number);
    return slot < AIR_MISSIONS && supports(&view->air[slot], side, view->air[slot].hex, offensive) ? view->air[slot].hex
                                                                                                   : NO_HEX;
}

int flights_sp(const State *view, const Order *order, int slot, int side)
{
    int count, first = order_slot(order, slot, &count), sp = 0;
    for (int i = first; i < first + count; i++)
        sp += order->value[i] < FLIGHTS_EACH ? view->air[flight_slot(side, order->value[i])].sp : 0;
    return sp < UINT8_MAX ? sp : UINT8_MAX;
}

Refusal flights_refusal(const State *view, const Order *order, int slot, const Support *support, int rule)
{
    int count, first = order_slot(order, slot, &count);
    for (int i = first; i < first + count; i++)
        if (!is_waiting(view, order->value[i], support))
            return refuse(rule, "wb95.no-flight-yours-waits-support", order->value[i]);
    return LEGAL;
}

void list_flights(const State *view, const Order *prefix, int slot, const Support *support, Choices *out)
{
    int count, first = order_slot(prefix, slot, &count);
    for (int i = count ? prefix->value[first + count - 1] + 1 : 0; i < FLIGHTS_EACH && count < FLIGHTS; i++)
        if (is_waiting(view, i, support))
            choose(out, slot, i);
}

void flights_used(State *state, const Order *order, int slot, int side)
{
    int count, first = order_slot(order, slot, &count);
    for (int i = first; i < first + count; i++)
        memset(&state->air[flight_slot(side, order->value[i])], 0, sizeof state->air[0]);
}
