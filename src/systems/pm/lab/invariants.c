/* invariants.c — what holds in every position, whatever the players do. */
#include <stdio.h>
#include <string.h>

#include "core/room.h"
#include "systems/pm/pm.h"

static bool broken(char why[200], const char *words, const char *what)
{
    snprintf(why, 200, "%s: %s", what, words);
    return false;
}

/* 2.2: every counter lies in one stack, and every stack where its counters say. */
static bool stacks_hold(const Scenario *scenario, const State *state, char why[200])
{
    ROOMS(uint8_t, seen, PM_SLOTS);
    memset(seen, 0, PM_SLOTS * sizeof *seen);
    for (int hex = 0; hex < PM_SPOTS; hex++) {
        unsigned sides = 0;
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below) {
            if (piece >= PM_SLOTS || seen[piece]++ || state->unit[piece].at.hex != hex)
                return broken(why, "lies in two stacks, or in one that is not where it is",
                              piece < scenario->pieces ? scenario->piece_id[piece] : "a counter");
            sides |= 1u << state->unit[piece].side;
        }
        char text[HEX_TEXT] = "a box";
        if (hex < scenario->map->hexes) {
            hex_print(&scenario->map->grid, (Hex)hex, text);
            for (int side = 0; side < PLAYERS; side++)
                if (has_bit(state->occupied[side], hex) != (sides >> side & 1))
                    return broken(why, "the set of occupied hexes is not what lies there", text);
            if (sides == 3)
                return broken(why, "both sides stand in it", text);
            if (sides && !is_land(data_of(scenario), (Hex)hex))
                return broken(why, "nobody can stand in it", text);
        }
    }
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (!seen[piece])
            return broken(why, "lies nowhere", scenario->piece_id[piece]);
    return true;
}

static bool units_hold(const Scenario *scenario, const State *state, char why[200])
{
    const Book *data = data_of(scenario);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &state->unit[piece];
        const Kind *kind = &data->kind[unit->kind];
        bool alive = !in_box(data, state, piece, BOX_LOSSES);
        if (unit->steps > kind->steps || (alive && !unit->steps))
            return broken(why, "has steps it cannot have", scenario->piece_id[piece]);
        if (unit->value && (kind->pool == NO_POOL || data->line[unit->value - 1].pool != kind->pool))
            return broken(why, "has another type's strength", scenario->piece_id[piece]);
        if (unit->spent > unit->mp)
            return broken(why, "has spent more than it had", scenario->piece_id[piece]);
    }
    return true;
}

/* pm.r.88: no unit in play can be without a strength to draw. */
static bool pools_hold(const Scenario *scenario, const State *state, char why[200])
{
    const Book *data = data_of(scenario);
    for (int pool = 0; pool < POOLS; pool++) {
        int fresh = 0, dead = 0, untried[2] = {0, 0};
        for (int line = data->first_line[pool]; line < data->first_line[pool + 1]; line++) {
            fresh += state->pool_left[line];
            dead += state->dead_left[line];
        }
        for (Piece piece = 0; piece < scenario->pieces; piece++)
            if (kind_of(data, state, piece)->pool == pool && is_untried(data, state, piece))
                untried[(state->unit[piece].now & REBUILT) != 0]++;
        if (untried[0] > fresh || untried[1] > dead)
            return broken(why, "more untried units than strengths left", pm_words[WORD_POOL + pool]);
    }
    return true;
}

/* 3.9: only cities and large towns have a controller. */
static bool control_holds(const Scenario *scenario, const State *state, char why[200])
{
    const Book *data = data_of(scenario);
    for (int word = 0; word < PM_WORDS; word++)
        if (state->german[word] & ~data->scoring_hex[word])
            return broken(why, "control where there is no town", "the map");
    EACH_BIT(hex, data->scoring_hex, PM_WORDS)
        for (int side = 0; side < PLAYERS; side++)
            if (friend_in(state, side, (Hex)hex) && german_controls(state, (Hex)hex) != (side == GERMAN_SIDE)) {
                char text[HEX_TEXT];
                return broken(why, "held by one side and controlled by the other",
                              hex_print(&scenario->map->grid, (Hex)hex, text));
            }
    return true;
}

/* 8.1-3 */
static bool reserve_holds(const Scenario *scenario, const State *state, char why[200])
{
    return count_in(state, box_of(data_of(scenario), BOX_RVGK)) <= RVGK_PLACES
               ? true
               : broken(why, "holds more than ten", "the RVGK");
}

/* 14.26: where a German-side unit stands no fort does; 9.18-1, 10.2-1: one marker of a kind in a hex. */
static bool ground_holds(const Scenario *scenario, const State *state, char why[200])
{
    char text[HEX_TEXT];
    EACH_BIT(hex, state->occupied[GERMAN_SIDE], PM_WORDS)
        if (work_at(data_of(scenario), state, (Hex)hex) != NO_WORK)
            return broken(why, "a German stands in works that stand too",
                          hex_print(&scenario->map->grid, (Hex)hex, text));
    for (int corps = 0; corps < PM_CORPS; corps++)
        if (state->corps[corps] != NO_HEX && !is_idle(state, corps) &&
            corps_at(state, GERMAN_SIDE, state->corps[corps]) != corps)
            return broken(why, "two aviation corps support one stack",
                          hex_print(&scenario->map->grid, state->corps[corps], text));
    if (state->airlift[0] != NO_HEX && state->airlift[0] == state->airlift[1])
        return broken(why, "is supplied by air twice", hex_print(&scenario->map->grid, state->airlift[0], text));
    return true;
}

bool pm_invariants(const Scenario *scenario, const Position *position, char why[200])
{
    const State *state = state_of(position);
    return stacks_hold(scenario, state, why) && units_hold(scenario, state, why) && pools_hold(scenario, state, why) &&
           control_holds(scenario, state, why) && reserve_holds(scenario, state, why) &&
           ground_holds(scenario, state, why);
}
