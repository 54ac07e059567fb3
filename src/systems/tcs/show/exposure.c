/* exposure.c — TCS 14.2: before a march is ordered, where on the way it can be fired at, and by how many stacks.
 *
 * A stack counts that the enemy could answer with when the hex is entered across that hexside: it is in Fire Mode, has
 * not fired and is steady, sees the middle of the hexside, and one of its weapons reaches and spots so far. Mortars are
 * not counted, because whether they fire depends on their spotters. All of it is open on the map (1.4-2). */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/tcs.h"

/* What matters about a unit that watches. */
typedef struct Watcher {
    Hex hex;
    Piece piece;
    uint8_t reach; /* hexes */
    bool point_type;
    bool points; /* only at what Point Fire can be aimed at */
} Watcher;

static bool watches(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(scenario, piece);
    return unit->mode == FIRE_MODE && !(unit->now & FIRED) && unit->spirit == STEADFAST && !is_riding(view, piece) &&
           kind->firer != CODE_NONE && !kind->indirect;
}

/* All stacks that watch. */
static int find_watchers(const Scenario *scenario, const State *view, int side, Watcher out[TCS_PIECES])
{
    int count = 0;
    EACH_BIT(hex, view->occupied[enemy_of(side)], TCS_WORDS)
        EACH_IN(piece, view, hex) {
            const Kind *kind = kind_of(scenario, piece);
            if (view->unit[piece].side == side || !watches(scenario, view, piece))
                continue;
            bool far = kind->firer == CODE_P; /* */
            out[count++] = (Watcher){.hex = (Hex)hex,
                                     .piece = piece,
                                     .reach = (uint8_t)(far ? 2 * kind->range : kind->range),
                                     .point_type = is_point_type(kind),
                                     .points = !kind->firepower};
        }
    return count;
}

/* The codes of targets among the walkers, and of units in the hex already: the easiest to spot counts. */
static unsigned codes_in(const Scenario *scenario, const State *view, int side, Hex hex)
{
    unsigned codes = 0;
    EACH_IN(piece, view, hex)
        codes |= view->unit[piece].side == side ? 1u << kind_of(scenario, piece)->target : 0;
    return codes;
}

typedef struct March {
    const Scenario *scenario;
    const State *view;
    const SightGround *ground;
    Seeing seeing;
    unsigned codes;
    int side, watchers;
    Watcher watcher[TCS_PIECES];
} March;

static bool can_fire_at(const March *march, const Watcher *watcher, Hex hex, unsigned codes)
{
    const Book *data = data_of(march->scenario);
    int away = map_distance(march->scenario->map, watcher->hex, hex), spots = 1;
    if (away > watcher->reach || (watcher->points && !(codes & ~(1u << CODE_A))))
        return false;
    for (int code = 0; code < CODE_NONE; code++) {
        int range = data->spotting[FIRE_OWM][code][watcher->point_type][data->class[hex]];
        spots = codes >> code & 1 && range > spots ? range : spots;
    }
    return away <= 1 || away <= own_spotting_range(march->view, watcher->piece, spots, FIRE_OWM);
}

static int stacks_that_fire(const March *march, Hex from, Hex hex)
{
    unsigned codes = march->codes | codes_in(march->scenario, march->view, march->side, hex);
    Edge edge = edge_between(&march->scenario->map->grid, hex, from);
    Hex last = NO_HEX;
    int count = 0;
    for (int i = 0; i < march->watchers; i++) {
        const Watcher *watcher = &march->watcher[i];
        if (watcher->hex == last || !can_fire_at(march, watcher, hex, codes))
            continue;
        if (map_distance(march->scenario->map, watcher->hex, hex) > 1 && /* 14.2b-3 */
            !sight_crossing_clear(march->ground, watcher->hex, hex, edge, &march->seeing))
            continue;
        last = watcher->hex;
        count++;
    }
    return count;
}

void tcs_exposure(const Scenario *scenario, const Position *view, const Order *prefix, const Reach *reach, uint8_t *out)
{
    ROOM(March, march);
    uint64_t seen[TCS_WORDS] = {0};
    if (prefix->verb != DO_MOVE || !prefix->count)
        return;
    march->scenario = scenario;
    march->view = state_of(view);
    march->ground = data_of(scenario)->sight;
    march->seeing = seeing_of(scenario, march->view);
    march->side = march->view->unit[prefix->value[0]].side;
    march->codes = 0;
    int count, first = order_slot(prefix, 0, &count);
    for (int i = 0; i < count; i++)
        march->codes |= 1u << kind_of(scenario, prefix->value[first + i])->target;
    march->watchers = find_watchers(scenario, march->view, march->side, march->watcher);
    for (int i = 0; i < reach->count; i++)
        for (Hex hex = reach->hex[i]; reach->from[hex] != NO_HEX && !has_bit(seen, hex); hex = reach->from[hex]) {
            set_bit(seen, hex);
            out[hex] = (uint8_t)stacks_that_fire(march, reach->from[hex], hex);
        }
}
