/* flak.c — OCS 14.18: what shoots at aircraft that strike a hex, in both editions (ocs2.flak-5). Supply does not
 * matter (14.18c). */
#include "systems/ocs/air.h"

bool is_city(const Scenario *scenario, Hex hex)
{
    const Map *map = scenario->map;
    return map->place[hex] >= 0 && map->place_list[map->place[hex]].kind >= MINOR_CITY;
}

int flak_rating(const Scenario *scenario, const State *state, int side, Hex hex)
{
    int rating = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (state->unit[piece].side == side && is_unit(kind_of(data_of(scenario), state, piece)))
            rating += state->unit[piece].steps;
    const Base *base = base_at(state, hex);
    rating += pile_in(state, side, hex) != NULL;
    if (base && base->side == side)
        rating += base->level ? base->level : 1; /* at least, where it is not known (D71) */
    rating += controller(state, hex) == side && (is_city(scenario, hex) || port_at(scenario, hex) >= 0);
    return rating;
}

int flak_result(const Book *data, int rating, int dice)
{
    const Chart *chart = &data->chart[CHART_FLAK];
    return chart->cell[dice][band_of(chart, rating)];
}
