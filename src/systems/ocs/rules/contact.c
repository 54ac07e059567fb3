/* contact.c — OCS 4.1: there are no zones of control; what being next to the enemy does is listed there and here. */
#include <string.h>

#include "core/room.h"
#include "systems/ocs/ocs.h"

bool is_contact(const Scenario *scenario, const State *state, int side, Hex hex)
{
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex next = scenario->map->next[hex][edge];
        if (next != NO_HEX && enemy_in(state, side, next))
            return true;
    }
    return false;
}

/* What was found last, which is good as long as the side occupies the same hexes. */
typedef struct Beside {
    unsigned derivations;
    uint64_t occupied[OCS_WORDS], found[OCS_WORDS];
} Beside;

static void look_beside(const Map *map, Beside *beside)
{
    memset(beside->found, 0, sizeof beside->found);
    EACH_BIT(hex, beside->occupied, OCS_WORDS)
        for (Edge edge = 0; hex < map->hexes && edge < EDGES; edge++)
            if (map->next[hex][edge] != NO_HEX)
                set_bit(beside->found, map->next[hex][edge]);
}

void find_beside(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS])
{
    ROOMS(Beside, kept, PLAYERS);
    Beside *beside = &kept[side];
    unsigned derivations = data_of(scenario)->derivations;
    if (beside->derivations != derivations ||
        memcmp(beside->occupied, state->occupied[side], sizeof beside->occupied)) {
        beside->derivations = derivations;
        memcpy(beside->occupied, state->occupied[side], sizeof beside->occupied);
        look_beside(scenario->map, beside);
    }
    for (int word = 0; word < OCS_WORDS; word++)
        out[word] |= beside->found[word];
}

static bool is_among(Piece piece, const Piece *pieces, int count)
{
    for (int i = 0; i < count; i++)
        if (pieces[i] == piece)
            return true;
    return false;
}

/* Whether units of that side are on the move: in any other segment, and after a retreat, all are at rest (4.1, D23). */
static bool is_moving(const State *state, int side)
{
    switch (state->head.phase) {
    case STEP_MOVEMENT:
    case STEP_MODES_AND_MOVEMENT:
    case STEP_EXPLOITATION_MOVEMENT:
        return side == state->phasing;
    case STEP_REACTION_MOVEMENT:
        return side != state->phasing;
    default:
        return false;
    }
}

bool is_negated(const Scenario *scenario, const State *state, int side, Hex hex, const Piece *moving, int count)
{
    bool all_rest = !is_moving(state, side);
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below) {
        const Unit *unit = &state->unit[piece];
        /* A unit that wrecks or overruns has not gone. */
        bool rests = all_rest || !(unit->now & GONE) || unit->now & (HALTED | STOPPED);
        if (unit->side == side && rests && is_unit(kind_of(data_of(scenario), state, piece)) &&
            !is_among(piece, moving, count))
            return true;
    }
    return false;
}

/* Only the owner gets the event, because the enemy may not know: the marker may be beneath. */
void lose_reserve(Play *play, Piece piece, uint16_t rule)
{
    play->state->unit[piece].marker = NO_MARKER;
    tell(play->events, EVENT_STATE, 1u << enemy_of(play->state->unit[piece].side),
         sentence(rule, "ocs.no-longer-reserve", piece));
}

void contact_breaks_reserve(Play *play, int side, Hex hex)
{
    State *state = play->state;
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex next = play->scenario->map->next[hex][edge];
        for (Piece piece = next == NO_HEX ? NO_PIECE : state->top[next]; piece != NO_PIECE;
             piece = state->unit[piece].at.below)
            if (state->unit[piece].side != side && state->unit[piece].marker == RESERVE)
                lose_reserve(play, piece, OCS_4_1_13);
    }
}
