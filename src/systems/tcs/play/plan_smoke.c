/* plan_smoke.c — smoke before a rush: beside enemies who watch, where it hides most of the way. */
#include "core/room.h"
#include "systems/tcs/play/outlook.h"

enum { SMOKE_FIRST = 3950, HALF_OF_IT = 2 /* on target as often as not (19.4a) */, WORTH_A_FIRE = 50 };

/* The fire that units in a rush would be spared if the hex were smoked. */
static int32_t spared(const Eye *eye, Hex smoke)
{
    const Rush *rush = &eye->found->rush;
    Seeing seeing = seeing_of(eye->scenario, eye->view);
    uint64_t veils[TCS_WORDS];
    int32_t sum = 0;
    for (int word = 0; word < TCS_WORDS; word++)
        veils[word] = eye->view->smoked[word] | eye->view->zone[word];
    set_bit(veils, smoke);
    seeing.veils = veils;
    for (int i = 0; i < rush->steps; i++) {
        bool seen = false;
        for (int j = 0; j < eye->found->foes && !seen; j++) {
            const Foe *foe = &eye->found->foe[j];
            seen = foe->watches && in_sight(eye, foe->hex, rush->path[i]) &&
                   sight_clear(eye->data->sight, foe->hex, rush->path[i], &seeing);
        }
        sum += seen ? 0 : entry_risk(eye, rush->piece, rush->count, rush->path[i]);
    }
    return sum;
}

/* A unit that may fire smoke, and the hexes that look out for it. */
typedef struct Smoker {
    Piece piece;
    int lookouts;
    Hex lookout[TCS_PIECES];
} Smoker;
enum { SMOKERS = 12 };

/* The order, with a spotter if it needs one. */
static bool can_smoke(const Eye *eye, const Smoker *smoker, Hex hex, Order *out)
{
    Piece piece = smoker->piece;
    if (map_distance(eye->map, eye->view->unit[piece].at.hex, hex) > kind_of(eye->scenario, piece)->range ||
        !is_seen_from(eye->scenario, eye->view, smoker->lookout, smoker->lookouts, hex))
        return false;
    *out = order_of(DO_SMOKE);
    order_add(out, 0, piece);
    order_add(out, 1, hex);
    if (!refused(smoke_check(eye->scenario, eye->view, out)))
        return true;
    for (Piece spotter = 0; spotter < eye->scenario->pieces; spotter++) {
        if (spotter == piece || refused(may_look(eye->scenario, eye->view, eye->side, piece, spotter)) ||
            !sees(eye->scenario, eye->view, eye->view->unit[spotter].at.hex, hex))
            continue;
        Order with = *out;
        order_add(&with, 2, spotter);
        if (refused(smoke_check(eye->scenario, eye->view, &with)))
            continue;
        *out = with;
        return true;
    }
    return false;
}

static bool is_on_the_way(const Eye *eye, Hex hex)
{
    for (int i = 0; i < eye->found->rush.count; i++)
        if (eye->view->unit[eye->found->rush.piece[i]].at.hex == hex)
            return true;
    return false;
}

/* Units that may fire smoke now (25.2c, 25.4). */
static int find_smokers(const Eye *eye, Smoker out[SMOKERS])
{
    int count = 0;
    for (Piece piece = 0; piece < eye->scenario->pieces && count < SMOKERS; piece++)
        if (eye->view->unit[piece].side == eye->side && is_on_map(eye->view, piece) &&
            kind_of(eye->scenario, piece)->calibre >= MORTAR_SMOKE &&
            !refused(may_fire(eye->scenario, eye->view, piece, FIRE_SFA, SHOT_AREA))) {
            Smoker *smoker = &out[count++];
            smoker->piece = piece;
            smoker->lookouts = find_lookouts(eye->scenario, eye->view, piece, smoker->lookout);
        }
    return count;
}

/* Where smoke would help, and how much. */
enum { PLACES = 64 };
typedef struct Places {
    int count;
    Hex hex[PLACES];
    int32_t value[PLACES];
} Places;

static void find_places(const Eye *eye, Places *out)
{
    uint64_t tried[TCS_WORDS] = {0};
    out->count = 0;
    for (int i = 0; i < eye->found->foes; i++)
        for (Edge edge = 0; edge < EDGES && eye->found->foe[i].watches && out->count < PLACES; edge++) {
            Hex hex = eye->map->next[eye->found->foe[i].hex][edge];
            if (hex == NO_HEX || has_bit(eye->view->smoked, hex) || has_bit(tried, hex) || is_on_the_way(eye, hex))
                continue;
            set_bit(tried, hex);
            int32_t value = spared(eye, hex);
            if (value <= HALF_OF_IT * WORTH_A_FIRE)
                continue;
            out->hex[out->count] = hex;
            out->value[out->count++] = value;
        }
}

/* The best hex in range of a unit. */
void plan_smoke(const Eye *eye)
{
    ROOMS(Smoker, smoker, SMOKERS);
    Places places;
    int smokers = eye->found->rush.steps ? find_smokers(eye, smoker) : 0;
    if (!smokers)
        return;
    for (find_places(eye, &places); places.count;) {
        int best = 0;
        Order order;
        for (int i = 1; i < places.count; i++)
            best = places.value[i] > places.value[best] ? i : best;
        for (int i = 0; i < smokers; i++)
            if (can_smoke(eye, &smoker[i], places.hex[best], &order)) {
                plan_add(eye->found, &order, SMOKE_FIRST);
                return;
            }
        places.hex[best] = places.hex[--places.count];
        places.value[best] = places.value[places.count];
    }
}
