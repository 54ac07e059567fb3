/* mission_parts.c — TCS 17: a mission put together in any order of its parts: a player who points at a hex first sees
 * which batteries, shells and spotters go with it. */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/artillery.h"

/* What a part holds other than the batteries, with what follows from it. */
typedef struct Wanted {
    bool shell, spotter, sea; /* one is named; the hex is open sea */
    Refusal sight;            /* why no unit can spot for it */
} Wanted;

/* The hexes of units that spot. */
typedef struct Posts {
    int count;
    Hex hex[TCS_PIECES];
} Posts;

static void find_posts(const Scenario *scenario, const State *view, Posts *out)
{
    uint64_t found[TCS_WORDS] = {0};
    int side = question(&view->head)->side;
    out->count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (view->unit[piece].side == side && view->unit[piece].mode == FIRE_MODE &&
            !refused(may_spot_for_guns(view, piece)))
            set_bit(found, view->unit[piece].at.hex);
    EACH_BIT(hex, found, TCS_WORDS)
        out->hex[out->count++] = (Hex)hex;
}

/* The hexes that a unit of them sees, found once as long as they, smoke and light are the same: all hexes are looked up
 * one by one, several times each. */
typedef struct Seen {
    const SightGround *ground;
    Posts posts;
    uint8_t visibility, lit_visibility, light;
    uint64_t veils[TCS_WORDS], lit[TCS_WORDS], known[TCS_WORDS], seen[TCS_WORDS];
} Seen;

static bool is_seen_so(const Seen *seen, const Scenario *scenario, const State *view, const Posts *posts,
                       const uint64_t *veils)
{
    return seen->ground == data_of(scenario)->sight && seen->visibility == view->visibility &&
           seen->lit_visibility == view->lit_visibility && seen->light == view->light &&
           seen->posts.count == posts->count &&
           !memcmp(seen->posts.hex, posts->hex, (size_t)posts->count * sizeof *posts->hex) &&
           !memcmp(seen->veils, veils, sizeof seen->veils) && !memcmp(seen->lit, view->lit, sizeof seen->lit);
}

static bool somebody_sees(const Scenario *scenario, const State *view, const Posts *posts, Hex hex)
{
    ROOM(Seen, seen);
    uint64_t veils[TCS_WORDS];
    for (int word = 0; word < TCS_WORDS; word++)
        veils[word] = view->smoked[word] | view->zone[word];
    if (!is_seen_so(seen, scenario, view, posts, veils)) {
        *seen = (Seen){.ground = data_of(scenario)->sight,
                       .posts = *posts,
                       .visibility = view->visibility,
                       .lit_visibility = view->lit_visibility,
                       .light = view->light};
        memcpy(seen->veils, veils, sizeof veils);
        memcpy(seen->lit, view->lit, sizeof seen->lit);
    }
    for (int i = 0; i < posts->count && !has_bit(seen->known, hex) && !has_bit(seen->seen, hex); i++)
        if (sees(scenario, view, posts->hex[i], hex))
            set_bit(seen->seen, hex);
    set_bit(seen->known, hex);
    return has_bit(seen->seen, hex);
}

/* Whether the spotter, or some spotter, can see the hex, or some hex. */
static Refusal sight_for(const Scenario *scenario, const State *view, const Posts *posts, Piece spotter, Hex hex)
{
    if (spotter != NO_PIECE) {
        Refusal no = may_spot_for_guns(view, spotter);
        if (refused(no) || hex == NO_HEX || sees(scenario, view, view->unit[spotter].at.hex, hex))
            return no;
        return refuse(TCS_17_2_1, "tcs.no-line", spotter, view->unit[spotter].at.hex, hex);
    }
    if (hex == NO_HEX ? posts->count > 0 : somebody_sees(scenario, view, posts, hex))
        return LEGAL;
    return refuse(TCS_17_2_1, "tcs.mission-needs-spotter");
}

static Wanted wanted_by(const Scenario *scenario, const State *view, const Posts *posts, const Order *part)
{
    int shells;
    Piece spotter = order_value(part, SLOT_SPOTTER, NO_PIECE);
    Hex hex = order_value(part, SLOT_AT, NO_HEX);
    order_slot(part, SLOT_SHELL, &shells);
    return (Wanted){shells > 0, spotter != NO_PIECE, hex != NO_HEX && is_sea(scenario, hex),
                    sight_for(scenario, view, posts, spotter, hex)};
}

/* Whether these guns can fire with the part's shells, spotter and hex. */
static Refusal shells_are_possible(const Scenario *scenario, const State *view, const Wanted *wanted, Guns guns)
{
    Refusal no = LEGAL;
    int last = wanted->shell ? guns.shell : ILLUM_SHELL;
    for (guns.shell = wanted->shell ? guns.shell : HE; guns.shell <= last; guns.shell++) {
        if (guns.shell == ILLUM_SHELL)
            no = wanted->spotter ? refuse(TCS_17_2C, "tcs.illum-takes-no-spotter") : LEGAL;
        else
            no = wanted->sight;
        if (!refused(no) && guns.shell == SMOKE_SHELL && wanted->sea)
            no = refuse(TCS_19_1B, "tcs.open-sea-2");
        if (!refused(no))
            no = guns_allow(scenario, view, &guns);
        if (!refused(no))
            return LEGAL;
    }
    return no;
}

static bool is_named(const Guns *guns, int battery)
{
    for (int i = 0; i < guns->count; i++)
        if (guns->battery[i] == battery)
            return true;
    return false;
}

static Refusal mission_is_possible(const Scenario *scenario, const State *view, const Wanted *wanted, Guns guns)
{
    const Battery *battery = data_of(scenario)->battery;
    Refusal no = refuse(TCS_17_1B_1, "tcs.battery-fires-three-battalion");
    if (guns.count == 1 || guns.count == IN_A_BATTALION)
        no = shells_are_possible(scenario, view, wanted, guns);
    if (!refused(no) || guns.count == IN_A_BATTALION)
        return no;
    for (int next = 0; next < data_of(scenario)->batteries; next++) {
        Guns more = guns;
        if (battery[next].side != question(&view->head)->side || is_named(&guns, next) ||
            (guns.count && strcmp(battery[next].battalion, battery[guns.battery[0]].battalion)))
            continue;
        more.battery[more.count++] = (uint8_t)next;
        if (!refused(mission_is_possible(scenario, view, wanted, more)))
            return LEGAL;
    }
    return no;
}

/* Batteries, shells and fast fire change nothing of what each unit sees. No more than so many are added with which no
 * other battery is wanted. */
static void add_guns(const Scenario *scenario, const State *view, const Posts *posts, const Order *part, int slot,
                     int values, int most, Choices *out)
{
    Wanted wanted = wanted_by(scenario, view, posts, part);
    wanted.shell |= slot == SLOT_SHELL;
    for (int value = 0; value < values && most; value++) {
        Order with = *part;
        if (order_has(part, slot, (uint16_t)value) ||
            !order_put(&scenario->system->orders[DO_MISSION], &with, slot, (uint16_t)value))
            continue;
        Guns guns = guns_of(&with);
        bool enough = (guns.count == 1 || guns.count == IN_A_BATTALION) &&
                      !refused(shells_are_possible(scenario, view, &wanted, guns));
        if (enough || !refused(mission_is_possible(scenario, view, &wanted, guns)))
            choose(out, slot, value);
        most -= enough;
    }
}

/* Spotters and hexes change nothing of the guns. No more than so many are added. */
static void add_sight(const Scenario *scenario, const State *view, const Posts *posts, const Order *part, int slot,
                      int values, int most, Choices *out)
{
    Wanted blind = wanted_by(scenario, view, posts, part), seeing = blind;
    Guns guns = guns_of(part);
    blind.sight = refuse(TCS_17_2_1, "tcs.mission-needs-spotter");
    blind.spotter |= slot == SLOT_SPOTTER;
    seeing.sight = LEGAL;
    bool lit = !refused(mission_is_possible(scenario, view, &blind, guns));   /* no unit need see it: Illum */
    bool seen = !refused(mission_is_possible(scenario, view, &seeing, guns)); /* if it is seen */
    most += out->count;
    for (int value = 0; (lit || seen) && value < values && out->count < most; value++) {
        Piece spotter = slot == SLOT_SPOTTER ? (Piece)value : order_value(part, SLOT_SPOTTER, NO_PIECE);
        Hex hex = slot == SLOT_AT ? (Hex)value : order_value(part, SLOT_AT, NO_HEX);
        Wanted sea = seeing;
        sea.sea = hex != NO_HEX && is_sea(scenario, hex);
        if (lit || (!refused(sight_for(scenario, view, posts, spotter, hex)) &&
                    (!sea.sea || !refused(mission_is_possible(scenario, view, &sea, guns)))))
            choose(out, slot, value);
    }
}

static void add_slot(const Scenario *scenario, const State *view, const Posts *posts, const Order *part, int slot,
                     int most, Choices *out)
{
    const int values[] = {data_of(scenario)->batteries, AMMUNITIONS, 1, scenario->pieces, scenario->map->hexes};
    int count;
    order_slot(part, slot, &count);
    if (count >= scenario->system->orders[DO_MISSION].slot[slot].most)
        return;
    if (slot < SLOT_SPOTTER)
        add_guns(scenario, view, posts, part, slot, values[slot], most, out);
    else
        add_sight(scenario, view, posts, part, slot, values[slot], most, out);
}

/* Each thing is listed only if all else that is missing can be found. */
void mission_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Posts posts;
    out->alike = UINT8_MAX;
    find_posts(scenario, view, &posts);
    for (int slot = SLOT_BATTERIES; slot <= SLOT_AT; slot++)
        add_slot(scenario, view, &posts, part, slot, HEXES_MAX, out);
}

/* One thing after the other: batteries, shells, spotter, hex. Each is one with which all that is still missing can be
 * found, so one of them will do. */
Refusal mission_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    enum { ENOUGH = 1 };
    ROOM(Choices, parts);
    Posts posts;
    Guns guns = guns_of(part);
    int missing = -1, count;
    order_slot(part, SLOT_BATTERIES, &count);
    if (count > IN_A_BATTALION)
        return refuse(TCS_17_1B_1, "tcs.battery-fires-three-battalion");
    find_posts(scenario, view, &posts);
    Wanted wanted = wanted_by(scenario, view, &posts, part);
    Refusal no = mission_is_possible(scenario, view, &wanted, guns);
    if (refused(no))
        return no;
    if (!guns.count || guns.count == 2 || refused(shells_are_possible(scenario, view, &wanted, guns)))
        missing = SLOT_BATTERIES;
    else if (!wanted.shell)
        missing = SLOT_SHELL;
    else if (guns.shell != ILLUM_SHELL && !wanted.spotter)
        missing = SLOT_SPOTTER;
    else if (order_value(part, SLOT_AT, NO_HEX) == NO_HEX)
        missing = SLOT_AT;
    else
        return LEGAL;
    parts->count = 0;
    add_slot(scenario, view, &posts, part, missing, ENOUGH, parts);
    for (int i = 0; i < parts->count; i++)
        demand_either(out, missing, parts->choice[i].value);
    return LEGAL;
}
