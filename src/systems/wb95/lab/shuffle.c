/* shuffle.c — WB-95 16 turned round: another true position that gives a side the same view as the real one.
 *
 * For tests: whatever is hidden is changed here (the place of each counter, its CELs, supply and movement, what the
 * enemy planned in the air and for bridges), and then the two views must be the same bytes. What is hidden is read from
 * the view; how far a hidden counter may change, from 16.1.4: beside the viewer's units its type and perhaps its CELs
 * are known, elsewhere nothing is. */
#include <string.h>

#include "core/room.h"
#include "systems/wb95/fight.h"

enum { SWAPS = 12 };

typedef struct Shuffle {
    const Scenario *scenario;
    const Wb95 *data;
    State *state;
    int side; /* the side that must not notice; SIDES: a spectator */
    Random *random;
    int hidden;
    Piece piece[WB95_SLOTS]; /* the counters that are hidden from it */
} Shuffle;

/* Markers that belong to the stack and not to the counter stay where they are. */
#define LIES_THERE (MASKED | SHELLED | DISORGANISED | IDLE_BROKEN)

static Shuffle *begin(const Scenario *scenario, Position *position, Random *random)
{
    ROOM(Shuffle, shuffle);
    shuffle->scenario = scenario;
    shuffle->data = data_of(scenario);
    shuffle->state = (State *)position;
    shuffle->random = random;
    return shuffle;
}

static void find_hidden(Shuffle *shuffle)
{
    ROOM(State, view);
    shuffle->hidden = 0;
    wb95_mask(shuffle->scenario, &shuffle->state->head, shuffle->side, &view->head);
    for (int piece = 0; piece < shuffle->scenario->pieces; piece++)
        if (view->unit[piece].place == UNSEEN)
            shuffle->piece[shuffle->hidden++] = (Piece)piece;
}

/* Whether a unit of another side is beside the hex, so that its side may know something. */
static bool looked_at(const Shuffle *shuffle, Piece piece)
{
    const Unit *unit = &shuffle->state->unit[piece];
    for (int edge = 0; edge < EDGES; edge++) {
        Hex next = shuffle->scenario->map->next[unit->hex][edge];
        Piece top = next == NO_HEX ? NO_PIECE : shuffle->state->top[next];
        if (top != NO_PIECE && shuffle->state->unit[top].side != unit->side)
            return true;
    }
    return false;
}

static bool named_in_combat(const State *state, Piece piece)
{
    for (int force = ATTACK; force <= DEFENCE; force++) {
        for (int i = 0; i < state->combat.force[force].units; i++)
            if (state->combat.force[force].unit[i] == piece)
                return true;
        for (int i = 0; i < state->combat.force[force].guns; i++)
            if (state->combat.force[force].gun[i] == piece)
                return true;
    }
    return false;
}

static bool may_trade_places(const Shuffle *shuffle, Piece one, Piece other)
{
    const State *state = shuffle->state;
    const Unit *a = &state->unit[one], *b = &state->unit[other];
    if (a->side != b->side || a->hex == b->hex || named_in_combat(state, one) || named_in_combat(state, other))
        return false;
    if (!looked_at(shuffle, one) && !looked_at(shuffle, other))
        return true;
    return shuffle->data->group[a->kind] == shuffle->data->group[b->kind] && a->cel == b->cel;
}

/* Lifts a whole stack and puts it back in the same order, with one counter exchanged for another. */
static void restack(Shuffle *shuffle, const Piece *stack, int count, Hex hex, Piece out, Piece in)
{
    for (int i = count - 1; i >= 0; i--)
        place(shuffle->data, shuffle->scenario, shuffle->state, stack[i] == out ? in : stack[i], hex);
}

static void trade_places(Shuffle *shuffle, Piece one, Piece other)
{
    State *state = shuffle->state;
    Piece first[STACK], second[STACK];
    Hex here = state->unit[one].hex, there = state->unit[other].hex;
    int firsts = stack_of(state, here, first), seconds = stack_of(state, there, second);
    uint64_t emptied[2][WB95_HEXES / 64];
    memcpy(emptied, state->emptied_by, sizeof emptied);
    for (int i = 0; i < firsts; i++)
        lift(shuffle->data, shuffle->scenario, state, first[i]);
    for (int i = 0; i < seconds; i++)
        lift(shuffle->data, shuffle->scenario, state, second[i]);
    uint32_t differ = (state->unit[one].now ^ state->unit[other].now) & LIES_THERE;
    state->unit[one].now ^= differ;
    state->unit[other].now ^= differ;
    int turn = state->unit[one].hurt_turn, phase = state->unit[one].hurt_phase;
    set_hurt(&state->unit[one], state->unit[other].hurt_turn, state->unit[other].hurt_phase);
    set_hurt(&state->unit[other], turn, phase);
    restack(shuffle, first, firsts, here, one, other);
    restack(shuffle, second, seconds, there, other, one);
    memcpy(state->emptied_by, emptied, sizeof emptied);
}

static void change_counters(Shuffle *shuffle)
{
    const uint32_t secret = ACTED | STOPPED | FORCED | SECONDARY_ONLY | RENEWED | SUPPLIED;
    for (int i = 0; i < SWAPS && shuffle->hidden > 1; i++) {
        Piece one = shuffle->piece[random_below(shuffle->random, (uint32_t)shuffle->hidden)];
        Piece other = shuffle->piece[random_below(shuffle->random, (uint32_t)shuffle->hidden)];
        if (may_trade_places(shuffle, one, other))
            trade_places(shuffle, one, other);
    }
    for (int i = 0; i < shuffle->hidden; i++) {
        Unit *unit = &shuffle->state->unit[shuffle->piece[i]];
        int most = shuffle->data->kind[unit->kind].cel;
        if (most && !looked_at(shuffle, shuffle->piece[i]))
            set_cel(unit, 1 + (int)random_below(shuffle->random, (uint32_t)most));
        unit->oos = (uint8_t)random_below(shuffle->random, 6);
        unit->mp = (int16_t)random_below(shuffle->random, 10 * MP);
        unit->now ^= (uint32_t)random_next(shuffle->random) & secret;
    }
}

/* Of what shows, one still cannot know how far it could yet go. */
static bool change_movement(Shuffle *shuffle)
{
    bool changed = false;
    for (int piece = 0; piece < shuffle->scenario->pieces; piece++) {
        Unit *unit = &shuffle->state->unit[piece];
        bool enemy = shuffle->side < SIDES && is_enemy(shuffle->data, shuffle->side, unit->side);
        if (!enemy || unit->place != ON_MAP || !shuffle->data->chapter[16])
            continue;
        unit->mp = (int16_t)random_below(shuffle->random, 10 * MP);
        changed = true;
    }
    return changed;
}

/* 8.1.7: other targets, other strengths, or a mission less. */
static bool change_missions(Shuffle *shuffle)
{
    bool changed = false;
    for (int i = 0; i < AIR_MISSIONS; i++) {
        AirMission *mission = &shuffle->state->air[i];
        if (!mission->sp || mission->revealed || mission->side == shuffle->side)
            continue;
        if (random_below(shuffle->random, 3)) {
            mission->hex = (Hex)random_below(shuffle->random, (uint32_t)shuffle->scenario->map->hexes);
            mission->sp = (uint8_t)(1 + random_below(shuffle->random, 20));
        } else {
            memset(mission, 0, sizeof *mission);
        }
        changed = true;
    }
    return changed;
}

/* 14.3.2-1: a bridge elsewhere, or none. */
static bool change_bridges(Shuffle *shuffle)
{
    State *state = shuffle->state;
    bool changed = false;
    for (int i = 0; i < WB95_PLANS; i++) {
        if (!state->bridge_turn[i] || state->unit[state->bridge_hq[i]].side == shuffle->side)
            continue;
        if (random_below(shuffle->random, 2))
            state->bridge_plan[i] =
                shuffle->data->site_hexside[random_below(shuffle->random, (uint32_t)shuffle->data->sites)];
        else
            state->bridge_turn[i] = 0;
        changed = true;
    }
    return changed;
}

bool wb95_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random)
{
    Shuffle *shuffle = begin(scenario, position, random);
    shuffle->side = side;
    find_hidden(shuffle);
    change_counters(shuffle);
    bool moved = change_movement(shuffle), flew = change_missions(shuffle), built = change_bridges(shuffle);
    return shuffle->hidden || moved || flew || built;
}
