/* piles.c — supply, trucks and wagons on the map (11.1, 11.8, 12.2, D55).
 *
 * A pile is all that a side has in a hex: tokens on the ground in one sum (11.1a-1), points of trucks and wagons, and
 * what they carry, which is part of the dump (terms-1). It is that side's until it is taken (11.1c). Tokens come and go
 * by the functions of this file only, each of which keeps the side's account (invariants.c). */
#include <assert.h>
#include <string.h>

#include "systems/ocs/ocs.h"

/* Where the pile is, or would be. */
static int index_of(const State *state, int side, Hex hex)
{
    int at = 0, end = state->piles;
    while (at < end) {
        int middle = (at + end) / 2;
        const Pile *pile = &state->pile[middle];
        if (pile->hex < hex || (pile->hex == hex && pile->side < side))
            at = middle + 1;
        else
            end = middle;
    }
    return at;
}

const Pile *pile_in(const State *state, int side, Hex hex)
{
    int at = index_of(state, side, hex);
    return at < state->piles && state->pile[at].hex == hex && state->pile[at].side == side ? &state->pile[at] : NULL;
}

Pile *pile_at(State *state, int side, Hex hex)
{
    int at = index_of(state, side, hex);
    if (pile_in(state, side, hex))
        return &state->pile[at];
    assert(state->piles < OCS_PILES);
    memmove(&state->pile[at + 1], &state->pile[at], (size_t)(state->piles - at) * sizeof *state->pile);
    state->piles++;
    state->pile[at] = (Pile){.hex = hex, .side = (uint8_t)side};
    return &state->pile[at];
}

void tidy_piles(State *state)
{
    int kept = 0;
    for (int i = 0; i < state->piles; i++)
        if (tokens_of(&state->pile[i]) || state->pile[i].trucks || state->pile[i].wagons)
            state->pile[kept++] = state->pile[i];
    memset(&state->pile[kept], 0, (size_t)(state->piles - kept) * sizeof *state->pile);
    state->piles = (uint8_t)kept;
    shrink_convoys(state);
}

void shift_pile(State *state, int side, Hex from, Hex to, int store, int amount, int load)
{
    Pile *left = pile_at(state, side, from);
    if (store == ON_GROUND) {
        left->dump = (uint16_t)(left->dump - amount);
        left->landed = left->landed > left->dump ? left->dump : left->landed;
        left->dropped = left->dropped > left->dump ? left->dump : left->dropped;
    } else {
        *(store == ON_TRUCKS ? &left->trucks : &left->wagons) -= (uint8_t)amount;
        *(store == ON_TRUCKS ? &left->truck_load : &left->wagon_load) -= (uint16_t)load;
    }
    Pile *there = pile_at(state, side, to);
    if (store == ON_GROUND) {
        there->dump = (uint16_t)(there->dump + amount);
    } else {
        *(store == ON_TRUCKS ? &there->trucks : &there->wagons) += (uint8_t)amount;
        *(store == ON_TRUCKS ? &there->truck_load : &there->wagon_load) += (uint16_t)load;
    }
    tidy_piles(state);
}

static void add(State *state, int side, Hex hex, int store, int tokens)
{
    Pile *pile = pile_at(state, side, hex);
    uint16_t *there = store == ON_GROUND ? &pile->dump : store == ON_TRUCKS ? &pile->truck_load : &pile->wagon_load;
    assert(*there + tokens >= 0);
    *there = (uint16_t)(*there + tokens);
    if (pile->landed > pile->dump)
        pile->landed = pile->dump;
    if (pile->dropped > pile->dump)
        pile->dropped = pile->dump;
    tidy_piles(state);
}

void make_supply(State *state, int side, Hex hex, int tokens)
{
    state->account[side].made += (uint32_t)tokens;
    add(state, side, hex, ON_GROUND, tokens);
}

void eat_supply(State *state, int side, Hex hex, int store, int tokens)
{
    state->account[side].eaten += (uint32_t)tokens;
    add(state, side, hex, store, -tokens);
}

void destroy_supply(State *state, int side, Hex hex, int store, int tokens)
{
    state->account[side].destroyed += (uint32_t)tokens;
    add(state, side, hex, store, -tokens);
}

void capture_supply(State *state, int by, Hex hex, int store, Hex to, int into, int tokens)
{
    state->account[enemy_of(by)].yielded += (uint32_t)tokens;
    state->account[by].taken += (uint32_t)tokens;
    add(state, enemy_of(by), hex, store, -tokens);
    add(state, by, to, into, tokens);
}

int tokens_at(const State *state, int side, const uint64_t hexes[OCS_WORDS])
{
    int sum = 0;
    for (int i = 0; i < state->piles; i++)
        if (state->pile[i].side == side && has_bit(hexes, state->pile[i].hex))
            sum += tokens_of(&state->pile[i]);
    return sum;
}

int dropped_at(const State *state, int side, const uint64_t hexes[OCS_WORDS])
{
    int sum = 0;
    for (int i = 0; i < state->piles; i++)
        if (state->pile[i].side == side && has_bit(hexes, state->pile[i].hex))
            sum += state->pile[i].dropped;
    return sum;
}
