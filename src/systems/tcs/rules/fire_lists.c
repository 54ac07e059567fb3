/* fire_lists.c — TCS 9 and 13: firers and targets, listed: fire, shoot and at-roll.
 *
 * What a list would look up again and again is looked up once: the units that may fire at all, the enemy's hexes, the
 * hexes from which units spot for a mortar. Only what is left becomes an order, and is checked as one (fire.c). */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/tcs.h"

/* ---- fire HEX by COUNTER… spotter COUNTER… --------------------------------------------------------------- */

enum { SLOT_HEX, SLOT_BY, SLOT_SPOTTER };

static bool needs_spotter(const Scenario *scenario, const Shot *shot)
{
    return shot->how == SHOT_AREA && kind_of(scenario, shot->piece)->indirect;
}

void name_spotter(const Scenario *scenario, const State *view, Attack *attack, Piece mortar, int after,
                  bool point_types)
{
    Piece found = NO_PIECE, now = spotter_of(scenario, view, attack, mortar);
    int nearest = INT16_MAX;
    if (now != NO_PIECE && now != mortar)
        return;
    if (now == mortar)
        nearest = map_distance(scenario->map, view->unit[mortar].at.hex, attack->hex);
    for (Piece piece = (Piece)(after + 1); piece < scenario->pieces; piece++) {
        if (!is_on_map(view, piece) || view->unit[piece].side != attack->side)
            continue;
        int range = map_distance(scenario->map, view->unit[piece].at.hex, attack->hex);
        if (range < nearest && (point_types || !is_point_type(kind_of(scenario, piece))) &&
            !refused(may_spot(scenario, view, attack, mortar, piece))) {
            nearest = range;
            found = piece;
        }
    }
    if (found != NO_PIECE && attack->spotters < SPOTTERS)
        attack->spotter[attack->spotters++] = found;
}

/* Whether spotters can be found so that the attack is legal: as it is, then with those of the type that sees farther,
 * then with all. */
static bool can_be_spotted(const Scenario *scenario, const State *view, Attack *attack, int after)
{
    bool mortars = false;
    for (int i = 0; i < attack->shots; i++)
        mortars |= needs_spotter(scenario, &attack->shot[i]);
    if (!refused(volley_reaches(scenario, view, attack)))
        return true;
    for (int point_types = 0; mortars && point_types <= 1; point_types++) {
        ROOM(Attack, trial);
        *trial = *attack;
        for (int i = 0; i < trial->shots; i++)
            if (needs_spotter(scenario, &trial->shot[i]))
                name_spotter(scenario, view, trial, trial->shot[i].piece, after, point_types);
        if (!refused(volley_reaches(scenario, view, trial)))
            return true;
    }
    return false;
}

/* Spotters are named in rising order: those still to come have higher numbers than the last. */
static bool could_fire(const Scenario *scenario, const State *view, const Order *prefix)
{
    ROOM(Attack, attack);
    int spotters, first = order_slot(prefix, SLOT_SPOTTER, &spotters);
    return !refused(fire_build(scenario, view, prefix, attack)) &&
           can_be_spotted(scenario, view, attack, spotters ? prefix->value[first + spotters - 1] : -1);
}

/* Cheap tests before an order is made: a unit that fails them cannot make this fire at all, or not so far. */
static bool is_ready(const Scenario *scenario, const State *view, Piece piece, ShotHow how)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece))
        return false;
    Fire fire = in_volley(view) ? (Fire)attack_seen(view)->fire : FIRE_SFA;
    bool fires = unit->mode == FIRE_MODE && !(unit->now & FIRED);
    return (fires || fire == FIRE_ASSAULT || (fire == FIRE_SFA && how == SHOT_AT)) &&
           !refused(may_fire(scenario, view, piece, fire, how));
}

/* Whether a unit there sees the target of this fire; in a combat it need not. */
static bool sees_it(const Scenario *scenario, const State *view, Hex from, Hex hex)
{
    int fire = in_volley(view) ? attack_seen(view)->fire : FIRE_SFA;
    return fire == FIRE_ASSAULT || (fire == FIRE_OWM ? sees_trigger : sees)(scenario, view, from, hex);
}

static bool reaches(const Scenario *scenario, const State *view, Piece piece, Hex hex, ShotHow how)
{
    const Kind *kind = kind_of(scenario, piece);
    Hex from = view->unit[piece].at.hex;
    return map_distance(scenario->map, from, hex) <= (how == SHOT_AT ? 1 : shot_reach(kind, how)) &&
           (how == SHOT_AT || kind->indirect || sees_it(scenario, view, from, hex));
}

/* Units ready for Area fire, from that counter on; how many. */
static int find_firers(const Scenario *scenario, const State *view, int from, Piece out[TCS_PIECES])
{
    int count = 0;
    for (int piece = from; piece < scenario->pieces; piece++)
        if (is_ready(scenario, view, (Piece)piece, SHOT_AREA))
            out[count++] = (Piece)piece;
    return count;
}

static void list_firers(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Piece firers[TCS_PIECES];
    int count, first = order_slot(prefix, SLOT_BY, &count), last = count ? prefix->value[first + count - 1] : -1;
    int ready = count < STACK ? find_firers(scenario, view, last + 1, firers) : 0;
    for (int i = 0; i < ready; i++) {
        if (!reaches(scenario, view, firers[i], prefix->value[0], SHOT_AREA))
            continue;
        Order order = *prefix;
        if (order_add(&order, SLOT_BY, firers[i]) && could_fire(scenario, view, &order))
            choose(out, SLOT_BY, firers[i]);
    }
}

/* Enemy hexes that this fire may go at. */
static void find_targets(const State *view, uint64_t out[TCS_WORDS])
{
    memcpy(out, view->occupied[enemy_of(question(&view->head)->side)], TCS_WORDS * sizeof *out);
    if (!in_volley(view))
        return;
    EACH_BIT(hex, out, TCS_WORDS)
        if (refused(volley_hex(view, (Hex)hex)))
            clear_bit(out, hex);
}

int find_lookouts(const Scenario *scenario, const State *view, Piece piece, Hex out[TCS_PIECES])
{
    uint64_t found[TCS_WORDS] = {0};
    int count = 0;
    for (Piece spotter = 0; spotter < scenario->pieces; spotter++)
        if (is_on_map(view, spotter) && (spotter == piece || kind_of(scenario, piece)->indirect) &&
            !refused(may_look(scenario, view, view->unit[piece].side, piece, spotter)))
            set_bit(found, view->unit[spotter].at.hex);
    EACH_BIT(hex, found, TCS_WORDS)
        out[count++] = (Hex)hex;
    return count;
}

bool is_seen_from(const Scenario *scenario, const State *view, const Hex *lookout, int lookouts, Hex hex)
{
    for (int i = 0; i < lookouts; i++)
        if (sees_it(scenario, view, lookout[i], hex))
            return true;
    return false;
}

static bool is_near_any(const Scenario *scenario, const State *view, Piece piece, const uint64_t targets[TCS_WORDS])
{
    int reach = shot_reach(kind_of(scenario, piece), SHOT_AREA);
    EACH_BIT(hex, targets, TCS_WORDS)
        if (map_distance(scenario->map, view->unit[piece].at.hex, (Hex)hex) <= reach)
            return true;
    return false;
}

/* Of the targets those that it can fire at by itself, with any spotter; all of them, or the first. */
static void find_own_targets(const Scenario *scenario, const State *view, Piece piece,
                             const uint64_t targets[TCS_WORDS], bool all, uint64_t out[TCS_WORDS])
{
    Hex lookout[TCS_PIECES];
    memset(out, 0, TCS_WORDS * sizeof *out);
    if (!is_near_any(scenario, view, piece, targets))
        return;
    bool spotted = kind_of(scenario, piece)->indirect && !(in_volley(view) && attack_seen(view)->fire == FIRE_ASSAULT);
    int lookouts = spotted ? find_lookouts(scenario, view, piece, lookout) : 0;
    Order order = order_of(DO_FIRE);
    order_add(&order, SLOT_HEX, NO_HEX);
    order_add(&order, SLOT_BY, piece);
    EACH_BIT(hex, targets, TCS_WORDS) {
        order.value[0] = (uint16_t)hex;
        if (!reaches(scenario, view, piece, (Hex)hex, SHOT_AREA) ||
            (spotted && !is_seen_from(scenario, view, lookout, lookouts, (Hex)hex)) ||
            !could_fire(scenario, view, &order))
            continue;
        set_bit(out, hex);
        if (!all)
            return;
    }
}

/* Mortars last: a target that others can fire at needs no spotter. */
static void list_targets(const Scenario *scenario, const State *view, Choices *out)
{
    Piece firers[TCS_PIECES];
    uint64_t targets[TCS_WORDS], found[TCS_WORDS] = {0}, own[TCS_WORDS];
    int ready = find_firers(scenario, view, 0, firers);
    if (!ready)
        return;
    find_targets(view, targets);
    for (int indirect = 0; indirect <= 1; indirect++)
        for (int i = 0; i < ready; i++) {
            if (kind_of(scenario, firers[i])->indirect != indirect)
                continue;
            find_own_targets(scenario, view, firers[i], targets, true, own);
            for (int word = 0; word < TCS_WORDS; word++) {
                targets[word] &= ~own[word];
                found[word] |= own[word];
            }
        }
    EACH_BIT(hex, found, TCS_WORDS)
        choose(out, SLOT_HEX, hex);
}

/* A unit that can fire with others can fire alone. */
void fire_actors(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Piece firers[TCS_PIECES];
    uint64_t targets[TCS_WORDS], own[TCS_WORDS];
    int ready = find_firers(scenario, view, 0, firers);
    (void)prefix;
    find_targets(view, targets);
    for (int i = 0; i < ready; i++) {
        find_own_targets(scenario, view, firers[i], targets, false, own);
        EACH_BIT(hex, own, TCS_WORDS) {
            choose(out, SLOT_BY, firers[i]);
            break;
        }
    }
}

static void list_spotters(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, SLOT_SPOTTER, &count), last = count ? prefix->value[first + count - 1] : -1;
    bool mortars = false;
    for (int i = 0; i < prefix->count; i++)
        mortars |= prefix->slot[i] == SLOT_BY && kind_of(scenario, prefix->value[i])->indirect;
    for (int piece = last + 1; mortars && count < SPOTTERS && piece < scenario->pieces; piece++) {
        Order order = *prefix;
        order_add(&order, SLOT_SPOTTER, (uint16_t)piece);
        if (is_on_map(view, (Piece)piece) && view->unit[piece].side == question(&view->head)->side &&
            could_fire(scenario, view, &order))
            choose(out, SLOT_SPOTTER, piece);
    }
}

void fire_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, spotters;
    if (!prefix->count) {
        list_targets(scenario, view, out);
        return;
    }
    order_slot(prefix, SLOT_BY, &count);
    order_slot(prefix, SLOT_SPOTTER, &spotters);
    if (!spotters)
        list_firers(scenario, view, prefix, out);
    if (!count)
        return;
    out->complete = !refused(fire_check(scenario, view, prefix));
    list_spotters(scenario, view, prefix, out);
}

/* ---- shoot COUNTER at COUNTER, at-roll COUNTER at COUNTER… ------------------------------------------------- */

/* Enemies that are shot at one by one; how many. */
static int find_aims(const Scenario *scenario, const State *view, Piece out[TCS_PIECES])
{
    int side = question(&view->head)->side, count = 0;
    for (Piece aim = 0; aim < scenario->pieces; aim++)
        if (is_on_map(view, aim) && view->unit[aim].side != side && kind_of(scenario, aim)->target != CODE_A &&
            (!in_volley(view) || !refused(volley_hex(view, view->unit[aim].at.hex))))
            out[count++] = aim;
    return count;
}

/* All pairs of a unit of the side and an enemy that the check lets pass. */
static void list_pairs(const Scenario *scenario, const State *view, const Order *prefix, Choices *out, ShotHow how,
                       Refusal (*check)(const Scenario *, const State *, const Order *))
{
    Piece aims[TCS_PIECES];
    int found = find_aims(scenario, view, aims);
    for (Piece piece = 0; found && piece < scenario->pieces; piece++) {
        bool named = prefix->count && prefix->value[0] == piece, listed = false;
        if ((prefix->count && !named) || !is_ready(scenario, view, piece, how))
            continue;
        for (int i = 0; i < found && !listed; i++) {
            Piece aim = aims[i];
            if (!reaches(scenario, view, piece, view->unit[aim].at.hex, how))
                continue;
            Order order = *prefix;
            if (!named)
                order_add(&order, 0, piece);
            if (!order_add(&order, 1, aim) || refused(check(scenario, view, &order)))
                continue;
            listed = !named;
            choose(out, named, named ? aim : piece);
        }
    }
}

void shoot_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    if (!out->complete)
        list_pairs(scenario, view, prefix, out, SHOT_POINT, shoot_check);
}

void at_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 1;
    if (!out->complete) {
        list_pairs(scenario, view, prefix, out, SHOT_AT, at_check);
        return;
    }
    for (int aim = prefix->value[prefix->count - 1] + 1; prefix->count < STACK && aim < scenario->pieces; aim++) {
        if (!is_on_map(view, (Piece)aim) || !reaches(scenario, view, prefix->value[0], view->unit[aim].at.hex, SHOT_AT))
            continue;
        Order order = *prefix;
        if (order_add(&order, 1, (uint16_t)aim) && !refused(at_check(scenario, view, &order)))
            choose(out, 1, aim);
    }
}
