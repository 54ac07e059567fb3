/* system.c — Proud Monster as the program above sees it: the words of its maps and what hangs in struct System. Its
 * questions and orders are in orders.def. No rule is here. */
#include <stddef.h>
#include <string.h>

#include "core/hash.h"
#include "kit/odds.h"
#include "systems/pm/memo.h"
#include "systems/pm/reference.h"

static const char *const terrain_words[] = {"clear", "forest", "hills", "marsh", "lake", "sea", "none", NULL};
static const char *const edge_words[] = {"river", "lake", "sea", "sivash", "kerch", "gas", NULL};
static const char *const road_words[] = {"highway", NULL};
static const char *const place_words[] = {"city", "large-town", "town", NULL};
static const char *const area_words[] = {"zomo",  "okh",    "barred",  "border",   "district", "port", "line",
                                         "works", "source", "weather", "invasion", "beyond",   NULL};

static const uint8_t edge_look_of[] = {DRAWN_AS_NAMED, DRAWN_AS_NAMED, DRAWN_AS_NAMED,
                                       DRAWN_AS_NAMED, DRAWN_AS_NAMED, DRAWN_LINE};
static const char *const edge_meanings[] = {NULL,
                                            SAID("pm.all-lake-hexside"),
                                            SAID("pm.all-sea-hexside"),
                                            SAID("pm.sivash"),
                                            SAID("pm.kerch-straits"),
                                            SAID("pm.attenuated-supply-line"),
                                            NULL};

static PlaceLook look_of_place(const Place *place) { return place->kind == PLACE_TOWN ? DRAWN_TOWN : DRAWN_CITY; }

/* Most areas are lists of hexes that the rules need; what is built there is a mark, not ground. */
static AreaLook look_of_area(const Area *area)
{
    return area->kind == AREA_ZOMO ? DRAWN_ABROAD : area->kind == AREA_LINE ? DRAWN_FRAMED : DRAWN_UNSEEN;
}

static const MapSchema map_schema = {
    .terrain = terrain_words,
    .edges = edge_words,
    .roads = road_words,
    .places = place_words,
    .areas = area_words,
    .barred = SEA | LAKE | NO_GROUND,
    .place_look = look_of_place,
    .area_look = look_of_area,
    .edge_look = edge_look_of,
    .edge_meanings = edge_meanings,
    .place_meanings = {[DRAWN_TOWN] = SAID("pm.town"), [DRAWN_CITY] = SAID("pm.city-large-town")},
    .area_meanings =
        {[DRAWN_FRAMED] = SAID("pm.works-built-course-game"), [DRAWN_ABROAD] = SAID("pm.zone-operations-german-side")},
};

extern const Rule pm_rules[];

/* A box that the map does not show is nowhere. */
static Hex where(const Scenario *scenario, const Position *view, Piece piece)
{
    Hex hex = state_of(view)->unit[piece].at.hex;
    return hex < scenario->map->spots ? hex : NO_HEX;
}

static uint8_t owner(const Scenario *scenario, const Position *view, Piece piece)
{
    (void)scenario;
    return state_of(view)->unit[piece].side;
}

static int stack(const Scenario *scenario, const Position *view, Hex hex, Piece *out, int room)
{
    return hex < scenario->map->spots ? stack_of(state_of(view), hex, out, room) : 0;
}

static uint8_t control(const Scenario *scenario, const Position *view, Hex hex)
{
    if (!has_bit(data_of(scenario)->scoring_hex, hex))
        return NO_SIDE;
    return german_controls(state_of(view), hex) ? GERMAN_SIDE : SOVIET_SIDE;
}

static void score(const Scenario *scenario, const Position *position, Score *out)
{
    victory_score(scenario, state_of(position), out);
}

/* The lines of works, and behind them the places that score. */
static const char *text(const Scenario *scenario, int number)
{
    const Book *data = data_of(scenario);
    if (number >= data->work_lines && number - data->work_lines < data->scorings)
        return scenario->map->place_list[data->scoring[number - data->work_lines].place].name;
    return number >= 0 && number < data->work_lines ? data->line_of_works[number].name : NULL;
}

/* Supply is all there is to show: no unit has a zone of control (pm.r.31). By the number of the overlay (look.c): the
 * present supply, and what would starve if a hex fell. */
static bool overlay(const Scenario *scenario, const Position *view, int kind, const OverlayAbout *about,
                    OverlayMarks *out)
{
    if (kind) {
        if (about->hex >= scenario->map->hexes || data_of(scenario)->beginners)
            return false;
        show_starving(scenario, state_of(view), about->side, about->hex, out);
        return true;
    }
    show_supply(scenario, state_of(view), about->side, out);
    return true;
}

/* For the bench: the side that must answer, and nothing kept from before. */
static void trace(const Scenario *scenario, const Position *position)
{
    Supplies supplies;
    const Frame *frame = question(position);
    trace_supply(scenario, state_of(position), frame && frame->side == SOVIET_SIDE ? SOVIET_SIDE : GERMAN_SIDE,
                 &supplies);
}

static uint64_t stamp_of(const Unit *unit, uint64_t depth)
{
    uint64_t word[2];
    _Static_assert(sizeof *unit == sizeof word, "all of it is read at once");
    memcpy(word, unit, sizeof word);
    uint64_t what = (word[0] + depth * 0x9E3779B97F4A7C15u) * 0xFF51AFD7ED558CCDu;
    what = (what ^ what >> 32 ^ word[1]) * 0xC4CEB9FE1A85EC53u;
    return what ^ what >> 29;
}

static void stamps(const Scenario *scenario, const Position *view, uint64_t *pieces, GroundStamp *ground)
{
    const State *state = state_of(view);
    memset(pieces, 0, PM_SLOTS * sizeof *pieces);
    for (int piece = 0; piece < scenario->pieces; piece++)
        pieces[piece] = stamp_of(&state->unit[piece], 0);
    for (int hex = 0; hex < PM_SPOTS; hex++) {
        uint64_t depth = 0;
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
            pieces[piece] = stamp_of(&state->unit[piece], ++depth);
    }
    uint64_t hash = hash_bytes(state->head.turn, state->destroyed, sizeof state->destroyed);
    hash = hash_bytes(hash ^ state->active, state->hedgehog, sizeof state->hedgehog);
    hash = hash_bytes(hash, state->corps, sizeof state->corps);
    hash = hash_bytes(hash, state->airlift, sizeof state->airlift);
    hash = hash_bytes(hash, &state->corps_idle, sizeof state->corps_idle);
    ground->marks = hash_bytes(hash, &state->soviet_corps, sizeof state->soviet_corps) ^ state->invasion;
    ground->control = hash_bytes(1, state->german, sizeof state->german);
}

const System pm_system = {
    BOOK_MEMBERS(pm, PM),
    ASK_MEMBERS,
    .title = "Proud Monster",
    .about = SAID("pm.divisions-corps-fortnight-nobody"),
    .edition = 5,
    .fraction = 1,
    .out_of_turn = PM_5_1_2,
    .apply = ask_apply,
    .mask_again = pm_mask_again,
    .sight_size = PM_SIGHT,
    .foresee = pm_foresee,
    .posts = pm_posts,
    .slots = PM_SLOTS,
    .value_meanings = {[AT_FOOT] = SAID("pm.attack-defence-movement-untried")},
    .overlay = overlay,
    .group_name = pm_group_name,
    .trace = trace,
    .shuffle_hidden = pm_shuffle_hidden,
    .feature_names = pm_feature_names,
    .features = pm_features,
    .imagine = pm_imagine,
    .learned = pm_learned,
    .facts = PM_FACTS,
    .reveals = pm_reveals,
};
