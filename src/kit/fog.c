/* fog.c — see fog.h. */
#include "kit/fog.h"

#include <string.h>

#include "core/hash.h"
#include "core/room.h"

static bool fits(const FogPlace *place, const FogCounter *counter, int guise)
{
    return place->side == counter->side && (place->type == FOG_ANY || place->type == counter->type) &&
           guise < counter->guises && (!place->size || place->size == counter->size[guise]);
}

/* The smallest guise that fits, -1 if none does. */
static int least_guise(const FogPlace *place, const FogCounter *counter)
{
    int least = -1;
    for (int guise = 0; guise < counter->guises; guise++)
        if (fits(place, counter, guise) && (least < 0 || counter->size[guise] < counter->size[least]))
            least = guise;
    return least;
}

static int largest(const FogCounter *counter)
{
    int most = 0;
    for (int guise = 0; guise < counter->guises; guise++)
        most = counter->size[guise] > most ? counter->size[guise] : most;
    return most;
}

/* The smallest of those that are left and fit: larger ones may be needed elsewhere. */
static bool fill(Deal *deal, FogPlace *place, bool taken[FOG_MOST])
{
    int best = -1;
    for (int i = 0; i < deal->counters; i++)
        if (!taken[i] && least_guise(place, &deal->counter[i]) >= 0 &&
            (best < 0 || largest(&deal->counter[i]) < largest(&deal->counter[best])))
            best = i;
    if (best < 0)
        return false;
    taken[best] = true;
    place->counter = (uint16_t)best;
    place->guise = (uint8_t)least_guise(place, &deal->counter[best]);
    return true;
}

/* Places of a known type first, those of a known size before the others of it, the largest first: the known types and
 * sizes are then met if they can be. Every unknown size is the least, so that no stack is higher than it must be. */
static bool deal_anyhow(Deal *deal)
{
    bool taken[FOG_MOST] = {false};
    int most = 0;
    for (int i = 0; i < deal->places; i++)
        most = deal->place[i].size > most ? deal->place[i].size : most;
    for (int typed = 1; typed >= 0; typed--)
        for (int size = most; size >= 0; size--)
            for (int i = 0; i < deal->places; i++) {
                FogPlace *place = &deal->place[i];
                if ((place->type != FOG_ANY) == typed && place->size == size && !fill(deal, place, taken))
                    return false;
            }
    return true;
}

static int size_of(const Deal *deal, const FogPlace *place) { return deal->counter[place->counter].size[place->guise]; }

static void take_room(Deal *deal)
{
    for (int i = 0; i < deal->places; i++)
        deal->room[deal->place[i].stack] -= size_of(deal, &deal->place[i]);
    for (int i = 0; i < deal->stacks; i++)
        if (deal->room[i] < 0)
            deal->room[i] = FOG_ENDLESS;
}

/* The two change counters, perhaps with themselves, and each takes up some guise. Guises are drawn out of all there can
 * be, and one that its counter has not is no change: so none is likelier than its reverse. */
static inline void change(Deal *deal, FogPlace *one, FogPlace *other, int guise, int other_guise)
{
    const FogCounter *counter = &deal->counter[other->counter], *other_counter = &deal->counter[one->counter];
    if (!fits(one, counter, guise) || !fits(other, other_counter, other_guise))
        return;
    int more = counter->size[guise] - size_of(deal, one);
    int other_more = one == other ? 0 : other_counter->size[other_guise] - size_of(deal, other);
    bool together = one->stack == other->stack;
    if (together ? more + other_more > deal->room[one->stack]
                 : more > deal->room[one->stack] || other_more > deal->room[other->stack])
        return;
    deal->room[one->stack] -= more;
    deal->room[other->stack] -= other_more;
    uint16_t moving = one->counter;
    one->counter = other->counter;
    other->counter = moving;
    other->guise = (uint8_t)other_guise;
    one->guise = (uint8_t)guise;
}

static int most_guises(const Deal *deal)
{
    int most = 1;
    for (int i = 0; i < deal->counters; i++)
        most = deal->counter[i].guises > most ? deal->counter[i].guises : most;
    return most;
}

/* Within one side, whose places lie side by side. */
static void mix(Deal *deal, int first, int count, int guises, Random *from)
{
    Random random = *from; /* a local one stays in registers */
    for (int i = 0; i < FOG_STEPS * count; i++) {
        FogPlace *one = &deal->place[first + (int)random_below(&random, (uint32_t)count)];
        FogPlace *other = &deal->place[first + (int)random_below(&random, (uint32_t)count)];
        int guise = (int)random_below(&random, (uint32_t)guises);
        change(deal, one, other, guise, one == other ? guise : (int)random_below(&random, (uint32_t)guises));
    }
    *from = random;
}

static void mix_all(Deal *deal, Random *random)
{
    int guises = most_guises(deal);
    for (int first = 0, count; first < deal->places; first += count) {
        for (count = 1; first + count < deal->places && deal->place[first + count].side == deal->place[first].side;)
            count++;
        mix(deal, first, count, guises, random);
    }
}

/* ---- deals that come again ----
 *
 * Orders are tried with the same dice again and again while nothing hidden changes (ai/foreclose.h). So the latest
 * deals are kept, each under two numbers made of all it depends on. */

enum { DEALS_KEPT = 64 };

typedef struct KeptDeal {
    uint64_t key[2]; /* 0: none */
    Random after;
    struct {
        uint16_t counter;
        uint8_t guise;
    } place[FOG_MOST];
} KeptDeal;

static void deal_key(const Deal *deal, const Random *random, uint64_t key[2])
{
    uint64_t known[FOG_MOST];
    for (int i = 0; i < deal->places; i++) {
        const FogPlace *place = &deal->place[i];
        known[i] =
            place->type | (uint64_t)place->side << 16 | (uint64_t)place->size << 24 | (uint64_t)place->stack << 32;
    }
    for (int i = 0; i < 2; i++) {
        uint64_t hash = hash_bytes(random->state ^ (uint64_t)i << 63, known, (size_t)deal->places * sizeof *known);
        hash = hash_bytes(hash, deal->counter, (size_t)deal->counters * sizeof *deal->counter);
        key[i] = hash_bytes(hash, deal->room, (size_t)deal->stacks * sizeof *deal->room) | 1;
    }
}
_Static_assert(sizeof(FogCounter) == 6 + FOG_GUISES, "a counter is hashed as it lies");

static void keep_deal(const Deal *deal, const Random *after, const uint64_t key[2], KeptDeal *kept)
{
    memcpy(kept->key, key, sizeof kept->key);
    kept->after = *after;
    for (int i = 0; i < deal->places; i++) {
        kept->place[i].counter = deal->place[i].counter;
        kept->place[i].guise = deal->place[i].guise;
    }
}

static void deal_as_kept(Deal *deal, Random *random, const KeptDeal *kept)
{
    *random = kept->after;
    for (int i = 0; i < deal->places; i++) {
        deal->place[i].counter = kept->place[i].counter;
        deal->place[i].guise = kept->place[i].guise;
    }
}

bool fog_deal(Deal *deal, Random *random)
{
    ROOMS(KeptDeal, kept, DEALS_KEPT);
    uint64_t key[2];
    if (deal->counters != deal->places)
        return false;
    deal_key(deal, random, key);
    KeptDeal *same = &kept[key[0] / 2 % DEALS_KEPT];
    if (!memcmp(same->key, key, sizeof key)) {
        deal_as_kept(deal, random, same);
        return true;
    }
    if (!deal_anyhow(deal))
        return false;
    take_room(deal);
    mix_all(deal, random);
    keep_deal(deal, random, key, same);
    return true;
}
