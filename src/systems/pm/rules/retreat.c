/* retreat.c — 14.32b–14.34: German-side defenders of a prepared assault fall back one hex, all of them, for one point.
 *
 * They go to a neighbouring hex free of Soviets that terrain and stacking allow (14.33, pm.r.62). Of several they take
 * one nearer to a source of supply than their own hex, or the nearest if none is; a sole one is always open, and
 * without any path plain distance counts (14.32b-2, pm.r.61). A source is one that serves them: with a Romanian or a
 * Hungarian among them, their own country's (9.11-2). Steps are lost before, in the old hex (14.35-4), so that a hex
 * may be open to the units that are left. */
#include <limits.h>

#include "core/room.h"
#include "systems/pm/fight.h"

/* Defenders that are left. */
static int standing(const State *view, Piece out[FORCE])
{
    int count = 0;
    for (int i = 0; i < view->battle.defenders; i++)
        if (is_alive(view, view->battle.defender[i]))
            out[count++] = view->battle.defender[i];
    return count;
}

/* Whether any unit could fall back out of this battle at all. */
static Refusal battle_allows(const Scenario *scenario, const State *view)
{
    const Book *data = data_of(scenario);
    const Battle *battle = &view->battle;
    if (data->beginners)
        return refuse(PM_14_32B_1, "pm.nobody-falls-back-short-game");
    if (battle->side == GERMAN_SIDE)
        return refuse(PM_14_32B_1, "pm.only-german-side-defenders-fall");
    if (is_mobile(battle))
        return refuse(PM_14_34_2, "pm.nobody-falls-back-mobile-assault");
    if (is_hedgehog(data, view, battle->target))
        return refuse(PM_14_40_2, "pm.whoever-stands-hedgehog-not-fall");
    return LEGAL;
}

/* 14.33: prohibitions of movement. */
static Refusal ground_allows(const Scenario *scenario, const State *view, Hex hex)
{
    const Book *data = data_of(scenario);
    Hex from = view->battle.target;
    Edge edge = edge_between(&scenario->map->grid, from, hex);
    if (edge == EDGES)
        return refuse(PM_14_32B_1, "pm.not-next-2", hex, from);
    unsigned bits = scenario->map->edge[from][edge];
    if (!is_land(data, hex))
        return refuse(PM_14_33_1, "pm.not-land", hex);
    if (bits & STRAIT && !straits_frozen(view))
        return refuse(PM_14_33_1, "pm.nobody-falls-back-across-strait");
    if (bits & SEA_SIDE && !(bits & STRAIT))
        return refuse(PM_14_33_1, "pm.nobody-falls-back-across-sea");
    if (bits & LAKE_SIDE && weather_at(data, view, from) != SNOW)
        return refuse(PM_14_33_1, "pm.nobody-falls-back-across-lake");
    return LEGAL;
}

static Refusal hex_takes(const Scenario *scenario, const State *view, Hex hex, const Piece *piece, int count)
{
    Refusal refusal = ground_allows(scenario, view, hex);
    if (refused(refusal))
        return refusal;
    if (enemy_in(view, GERMAN_SIDE, hex))
        return refuse(PM_14_32B_2, "pm.soviet-units", hex);
    for (int i = 0; i < count; i++) {
        refusal = nation_may_enter(scenario, view, piece[i], hex);
        if (refused(refusal))
            return refusal;
    }
    refusal = stacking_holds(scenario, view, GERMAN_SIDE, hex, piece, count);
    return refused(refusal) ? refuse(PM_14_33_2, "pm.all-none-not-all-find", hex) : refusal;
}

static Refusal hex_allows(const Scenario *scenario, const State *view, Hex hex)
{
    Piece piece[FORCE];
    int count = standing(view, piece);
    return hex_takes(scenario, view, hex, piece, count);
}

/* ---- 14.32b-2, pm.r.61: which way ------------------------------------------------------------------------------ */

enum { NO_WAY = 10000 };

/* The country whose sources serve all of them. */
static int country_of(const Scenario *scenario, const State *view)
{
    Piece piece[FORCE];
    int count = standing(view, piece), country = NO_ZOMO;
    for (int i = 0; i < count; i++) {
        int nation = kind_of(data_of(scenario), view, piece[i])->nation;
        country = nation == ROMANIAN ? ZOMO_ROMANIA : nation == HUNGARIAN ? ZOMO_HUNGARY : country;
    }
    return country;
}

static int plain_distance(const Scenario *scenario, const State *view, Hex hex)
{
    uint64_t sources[PM_WORDS];
    int nearest = NO_WAY;
    sources_of(data_of(scenario), GERMAN_SIDE, country_of(scenario, view), sources);
    EACH_BIT(source, sources, PM_WORDS)
        if (map_distance(scenario->map, hex, (Hex)source) < nearest)
            nearest = map_distance(scenario->map, hex, (Hex)source);
    return nearest;
}

typedef struct Exits {
    int count;
    Hex hex[EDGES];
    int length[EDGES], here; /* to the nearest source, from there and from their present hex */
} Exits;

static int way_from(const Scenario *scenario, const State *view, const Paths *paths, Hex hex)
{
    int length = paths ? path_from(scenario, view, GERMAN_SIDE, paths, hex) : plain_distance(scenario, view, hex);
    return length < 0 ? NO_WAY : length;
}

static void find_exits(const Scenario *scenario, const State *view, Exits *out)
{
    ROOM(Paths, paths);
    Hex from = view->battle.target;
    bool any = false;
    out->count = 0;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex hex = scenario->map->next[from][edge];
        if (hex != NO_HEX && !refused(hex_allows(scenario, view, hex)))
            out->hex[out->count++] = hex;
    }
    trace_paths(scenario, view, GERMAN_SIDE, country_of(scenario, view), paths);
    for (int i = 0; i < out->count; i++)
        any |= path_from(scenario, view, GERMAN_SIDE, paths, out->hex[i]) >= 0;
    for (int i = 0; i < out->count; i++)
        out->length[i] = way_from(scenario, view, any ? paths : NULL, out->hex[i]);
    out->here = way_from(scenario, view, any ? paths : NULL, from);
}

static bool leads_home(const Exits *exits, int at)
{
    int shortest = INT_MAX;
    for (int i = 0; i < exits->count; i++)
        shortest = exits->length[i] < shortest ? exits->length[i] : shortest;
    return shortest < exits->here ? exits->length[at] < exits->here : exits->length[at] == shortest;
}

/* ---- retreat HEX ------------------------------------------------------------------------------------------------- */

bool may_retreat(const Scenario *scenario, const State *view, const Piece *left, int count)
{
    Piece all[FORCE];
    if (!left)
        count = standing(view, all);
    if (!count || refused(battle_allows(scenario, view)))
        return false;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex hex = scenario->map->next[view->battle.target][edge];
        if (hex != NO_HEX && !refused(hex_takes(scenario, view, hex, left ? left : all, count)))
            return true;
    }
    return false;
}

Refusal retreat_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0];
    Exits exits;
    Refusal refusal = battle_allows(scenario, view);
    if (!refused(refusal))
        refusal = hex_allows(scenario, view, hex);
    if (refused(refusal))
        return refusal;
    if (view->battle.due[DEFENCE] > POINT)
        return refuse(PM_14_35_4, "pm.falling-back-pays-point-only");
    find_exits(scenario, view, &exits);
    for (int i = 0; i < exits.count; i++)
        if (exits.hex[i] == hex && leads_home(&exits, i))
            return LEGAL;
    return refuse(PM_14_32B_2, "pm.not-nearer-source-supply-another", hex);
}

void retreat_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Exits exits;
    out->complete = prefix->count == 1;
    if (prefix->count || view->battle.due[DEFENCE] > POINT || refused(battle_allows(scenario, view)))
        return;
    find_exits(scenario, view, &exits);
    for (int i = 0; i < exits.count; i++)
        if (leads_home(&exits, i))
            choose(out, 0, exits.hex[i]);
}

/* A hex that was empty before is not attacked twice (14.4): all units there have had their battle. If other units are
 * there, their aircraft give them as little as they give themselves (14.34). */
void retreat_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Battle *battle = &state->battle;
    Hex to = order->value[0];
    Piece piece[FORCE];
    int count = standing(state, piece);
    bool alone = !friend_in(state, GERMAN_SIDE, to);
    int corps = corps_at(state, GERMAN_SIDE, battle->target);
    if (alone)
        set_bit(state->assaulted, to);
    order_as_stacked(state, piece, count);
    for (int i = 0; i < count; i++) {
        move_to(play, piece[i], to);
        state->unit[piece[i]].now |= RETREATED;
        tell(play->events, EVENT_RETREATED, 0, sentence(PM_14_32B_1, "pm.falls-back", piece[i], battle->target, to));
    }
    aircraft_follow(play, GERMAN_SIDE, battle->target, to);
    airlift_follows(play, GERMAN_SIDE, battle->target, to);
    if (corps >= 0 && !alone)
        state->corps_idle |= (uint8_t)(1u << corps);
    battle->due[DEFENCE] = 0;
    answered(state);
}
