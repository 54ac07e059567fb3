/* system.c — WB-95 as the program above sees it: the words of its maps and the members of struct System. Its questions
 * and orders are in orders.def. It contains no rule. */
#include <stddef.h>
#include <string.h>

#include "core/room.h"
#include "core/hash.h"
#include "systems/wb95/fight.h"
#include "systems/wb95/memo.h"
#include "systems/wb95/reference.h"

static const char *const terrain_words[] = {"clear", "forest", "hills", "swamp", "lake", NULL};
static const char *const edge_words[] = {"stream", "nysa", "elbe", "fixed", NULL};
static const char *const road_words[] = {"secondary", "main", "motorway", NULL};
static const char *const place_words[] = {"town", NULL};
static const char *const area_words[] = {"zone", "region", "edge", "position", NULL};

/* A town of several hexes is a city (1.3). */
static PlaceLook look_of_place(const Place *place) { return place->count > 1 ? DRAWN_CITY : DRAWN_TOWN; }

/* A region with a plain name is a country; one with a hyphen is a list of hexes that a scenario needs. */
static AreaLook look_of_area(const Area *area)
{
    static const AreaLook looks[] = {[AREA_ZONE] = DRAWN_ENTRY,
                                     [AREA_REGION] = DRAWN_ABROAD,
                                     [AREA_EDGE] = DRAWN_UNSEEN,
                                     [AREA_POSITION] = DRAWN_FRAMED};
    return looks[area->kind] == DRAWN_ABROAD && strchr(area->name, '-') ? DRAWN_UNSEEN : looks[area->kind];
}

static const MapSchema map_schema = {
    .terrain = terrain_words,
    .edges = edge_words,
    .roads = road_words,
    .places = place_words,
    .areas = area_words,
    .barred = LAKE,
    .place_look = look_of_place,
    .area_look = look_of_area,
    .place_meanings = {[DRAWN_TOWN] = SAID("wb95.town-2"), [DRAWN_CITY] = SAID("wb95.city-several-hexes")},
    .area_meanings = {[DRAWN_FRAMED] = SAID("wb95.fixed-position"),
                      [DRAWN_ABROAD] = SAID("wb95.border-tint-abroad"),
                      [DRAWN_ENTRY] = SAID("wb95.entry-zone-hexes")},
};

extern const Rule wb95_rules[];

static Hex where(const Scenario *scenario, const Position *view, Piece piece)
{
    (void)scenario;
    const Unit *unit = &state_of(view)->unit[piece];
    return unit->place == ON_MAP ? unit->hex : NO_HEX;
}

static uint8_t owner(const Scenario *scenario, const Position *view, Piece piece)
{
    (void)scenario;
    return state_of(view)->unit[piece].side;
}

static int stack(const Scenario *scenario, const Position *view, Hex hex, Piece *out, int room)
{
    (void)scenario;
    Piece all[STACK];
    int count = stack_of(state_of(view), hex, all);
    if (count > room)
        count = room;
    memcpy(out, all, (size_t)count * sizeof *out);
    return count;
}

static uint8_t control(const Scenario *scenario, const Position *view, Hex hex)
{
    (void)scenario;
    return (uint8_t)controller(state_of(view), hex);
}

static void score(const Scenario *scenario, const Position *position, Score *out)
{
    victory_score(scenario, state_of(position), out);
}

/* The grades of victory. */
static const char *text(const Scenario *scenario, int number)
{
    const Wb95 *data = data_of(scenario);
    return number >= 0 && number < data->victory_grades ? data->victory_scale[number] : NULL;
}

static void trace(const Scenario *scenario, const Position *position)
{
    ROOM(Lines, lines);
    const State *state = state_of(position);
    for (int nation = 0; nation < NATIONS; nation++)
        if (data_of(scenario)->owner[nation] == state->phasing) {
            supply_lines(scenario, state, state->phasing, nation, lines, NULL);
            return;
        }
}

/* All of a Unit but the counter below it and its points left, which are not drawn. */
static uint64_t stamp_of(const Unit *unit, bool dug_in, bool moved)
{
    uint64_t what = unit->hex | (uint64_t)unit->kind << 16 | (uint64_t)unit->zone << 32, how;
    _Static_assert(offsetof(Unit, now) + sizeof how == sizeof *unit, "the last eight bytes are read at once");
    memcpy(&how, &unit->now, sizeof how);
    what = (what ^ (uint64_t)dug_in << 40 ^ (uint64_t)moved << 41) * 0xFF51AFD7ED558CCDu;
    what = (what ^ what >> 32 ^ how) * 0xC4CEB9FE1A85EC53u;
    return what ^ what >> 29;
}

/* Counters in one stack change each other's place in it. */
static void stamp_stack(const State *state, Piece top, uint64_t *pieces)
{
    uint64_t depth = 0;
    for (Piece piece = top; piece != NO_PIECE; piece = state->unit[piece].below)
        pieces[piece] ^= ++depth * 0x9E3779B97F4A7C15u;
}

/* One hex with something of a side's in it. */
static uint64_t stamp_of_hex(Hex hex, int side) { return (hex | (uint64_t)(side + 1) << 16) * 0xFF51AFD7ED558CCDu; }

static uint64_t stamp_of_works(const State *state)
{
    uint64_t sum = 0;
    EACH_BIT(hex, state->fortified, WB95_HEXES / 64)
        sum += stamp_of_hex((Hex)hex, fortification_side(state, (Hex)hex));
    return sum;
}

/* What the score is counted from, apart from counters: control, and what has left the map; with `standing`, what the
 * lines of supply of counters on the map depend on. */
static uint64_t stamp_of_score(const State *state, bool standing)
{
    uint64_t hash = hash_bytes(state->exited_cel + 1u, state->control, sizeof state->control);
    hash = hash_bytes(hash, state->held_german, sizeof state->held_german);
    hash = hash_bytes(hash, state->fallen, sizeof state->fallen);
    if (!standing)
        return hash;
    hash = hash_bytes(hash, state->zoc, sizeof state->zoc);
    hash = hash_bytes(hash, state->entry_base, sizeof state->entry_base);
    return hash_bytes(hash, state->site, sizeof state->site);
}

/* A counter is drawn from its Unit, the fortification it stands in and, where it moved, the phase; markers from field
 * works and their owners, bridges, missions and covered stacks; the score depends on the dead and, in some scenarios,
 * on counters in certain places. */
static void stamps(const Scenario *scenario, const Position *view, uint64_t *pieces, GroundStamp *ground)
{
    const State *state = state_of(view);
    uint64_t hash = hash_bytes(stamp_of_works(state), state->site, sizeof state->site);
    hash = hash_bytes(hash, state->air, sizeof state->air);
    bool moves = shows_moves(state), standing = score_counts_standing(scenario);
    uint64_t counted = stamp_of_score(state, standing);
    memset(pieces, 0, WB95_SLOTS * sizeof *pieces);
    for (int i = 0; i < WB95_SLOTS; i++) {
        const Unit *unit = &state->unit[i];
        if (unit->place == SPARE && i >= scenario->pieces) /* stand-ins fill their slots from below */
            break;
        bool on_map = unit->place == ON_MAP, on_top = on_map && state->top[unit->hex] == i;
        bool dug_in = on_map && fortified(state, unit->hex);
        if (on_map && unit->now & MASKED)
            hash += stamp_of_hex(unit->hex, unit->side);
        if (on_top)
            stamp_stack(state, (Piece)i, pieces);
        uint64_t stamp = stamp_of(unit, dug_in, moves && unit->now & ACTED && unit->side == state->phasing);
        if (unit->place == ELIMINATED || (standing && on_map))
            counted += stamp;
        pieces[i] ^= stamp;
    }
    ground->score = counted;
    ground->marks = hash;
    ground->control = hash_bytes(1, state->control, sizeof state->control);
}

/* Walks are paid in twelfths of a movement point, retreats and pursuits are counted in hexes. */
static Sentence cost(const Scenario *scenario, const Order *prefix, int units, int most)
{
    (void)scenario;
    if (prefix->verb == DO_RETREAT && units < most)
        return sentence(0, "wb95.cel", units % CEL_COST, units / CEL_COST, most / CEL_COST);
    if (prefix->verb == DO_RETREAT && units >= CEL_COST)
        return sentence(0, "%n, %n CEL", units % CEL_COST, units / CEL_COST);
    if (units < most)
        return sentence(0, "wb95.to", units, most);
    return sentence(0, prefix->verb == DO_RETREAT || prefix->verb == DO_PURSUE ? "%n" : "%t", units);
}

static void show_threat(const Scenario *scenario, const State *state, int side, OverlayMarks *out)
{
    const Wb95 *data = data_of(scenario);
    for (int piece = 0; piece < WB95_SLOTS; piece++) {
        const Unit *unit = &state->unit[piece];
        for (int other = 0; unit->place == ON_MAP && unit->side == side && other < scenario->sides; other++)
            if (is_enemy(data, side, other) && has_bit(state->zoc[other], unit->hex))
                out->tint[unit->hex] = 1;
    }
}

static bool overlay(const Scenario *scenario, const Position *view, int kind, const OverlayAbout *about,
                    OverlayMarks *out)
{
    const State *state = state_of(view);
    for (int hex = 0; kind == OVERLAY_ZONES && hex < scenario->map->hexes; hex++)
        out->tint[hex] |=
            has_bit(state->zoc[about->side], hex) || perhaps_zoc(scenario, state, 1u << about->side, (Hex)hex);
    if (kind == OVERLAY_SUPPLY)
        show_supply(scenario, state, about->side, out);
    if (kind == OVERLAY_THREAT)
        show_threat(scenario, state, about->side, out);
    return true;
}

const System wb95_system = {
    BOOK_MEMBERS(wb95, WB95),
    ASK_MEMBERS,
    .tallies = wb95_tallies,
    .title = "WB-95",
    .about = SAID("wb95.regiments-divisions-day-barrages"),
    .edition = 5,
    .fraction = MP,
    .value_meanings = {[AT_FOOT] = SAID("wb95.strength-movement")},
    .step_word = SAID("CEL"),
    .out_of_turn = WB95_2_1_2,
    .once = WB95_5_1_1,
    .sight_size = sizeof(Sight),
    .mask_again = wb95_mask_again,
    .beyond = ask_beyond,
    .cost = cost,
    .apply = ask_apply,
    .foresee = wb95_foresee,
    .overlay = overlay,
    .group_name = wb95_group_name,
    .slots = WB95_SLOTS,
    .lab_show = wb95_lab_show,
    .shuffle_hidden = wb95_shuffle_hidden,
    .imagine = wb95_imagine,
    .feature_names = wb95_feature_names,
    .features = wb95_features,
    .learned = wb95_learned,
    .facts = WB95_FACTS,
    .reveals = wb95_reveals,
    .trace = trace,
};
