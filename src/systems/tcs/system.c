/* system.c — TCS as the program above sees it: the words of its maps and the members of struct System. Its questions
 * and orders are in orders.def. It contains no rule. */
#include <string.h>

#include "core/hash.h"
#include "systems/tcs/play/outlook.h"
#include "systems/tcs/reference.h"

static const char *const terrain_words[] = {"open",         "woods",           "orchard",      "village",
                                            "buildings",    "marsh",           "dense-forest", "billiard",
                                            "rail-cutting", "rail-embankment", "sea",          NULL};
static const char *const edge_words[] = {"river", "deep-stream", "stream", "ford", "bridge", "hedgerow", "wall", NULL};
static const char *const road_words[] = {"track", "road-secondary", "road-primary", "railway", NULL};
static const uint8_t road_layers[] = {ROAD_LAYER, ROAD_LAYER, ROAD_LAYER, RAIL_LAYER};
static const char *const place_words[] = {"site", NULL};
static const char *const no_words[] = {NULL};

/* Villages and hills are the ground's; here they have names. */
static PlaceLook look_of_place(const Place *place)
{
    (void)place;
    return DRAWN_NAME;
}

/* I.A-1: column, then row from the bottom; on a map of several sheets after the sheet's letter (I.A-2, core/hex.h). */
static const Grid blank = {
    .first_column = 1, .first_row = 1, .parity = ODD_DOWN, .numbering = COLUMN_DOT_ROW, .from_bottom = true};
static const MapSchema map_schema = {.terrain = terrain_words,
                                     .edges = edge_words,
                                     .roads = road_words,
                                     .places = place_words,
                                     .place_look = look_of_place,
                                     .areas = no_words,
                                     .road_layer = road_layers,
                                     .railways = 1u << RAIL_LAYER,
                                     .covering = 1u << WOODS | 1u << ORCHARD | 1u << VILLAGE | 1u << BUILDINGS |
                                                 1u << DENSE_FOREST,
                                     .hedges = 1u << HEDGEROW,
                                     .cover_height = 20,
                                     .height_step = 5,  /* 8.1b-1; a quarter of a contour: 8.1b-3 */
                                     .flat_tops = true, /* 8.1b-2, 8.1b-4 */
                                     .blank = &blank};

extern const Rule tcs_rules[];

static Hex where(const Scenario *scenario, const Position *view, Piece piece)
{
    (void)scenario;
    return state_of(view)->unit[piece].at.hex;
}

static uint8_t owner(const Scenario *scenario, const Position *view, Piece piece)
{
    (void)scenario;
    return state_of(view)->unit[piece].side;
}

static int stack(const Scenario *scenario, const Position *view, Hex hex, Piece *out, int room)
{
    int count = 0;
    if (hex >= scenario->map->spots)
        return 0;
    EACH_IN(piece, state_of(view), hex)
        if (count < room)
            out[count++] = piece;
    return count;
}

/* The side that is there alone, or held it last where that counts. */
static uint8_t control(const Scenario *scenario, const Position *view, Hex hex)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    for (int i = 0; i < 16 && data->hold[i] != NO_HEX; i++)
        if (data->hold[i] == hex)
            return state->control[i];
    return hex < scenario->map->hexes ? (uint8_t)side_in(state, hex) : NO_SIDE;
}

static void score(const Scenario *scenario, const Position *position, Score *out)
{
    victory_score(scenario, state_of(position), out);
}

static const char *text(const Scenario *scenario, int number)
{
    const Book *data = data_of(scenario);
    int notes = aircraft_text(TCS_AIRCRAFT);
    if (number < 0 || number >= notes + PLAYERS * TCS_SHEETS)
        return NULL;
    if (number >= notes)
        return data->note[(number - notes) / TCS_SHEETS][(number - notes) % TCS_SHEETS];
    if (number >= aircraft_text(0))
        return data->aircraft[number - aircraft_text(0)].title;
    if (number >= battery_text(0))
        return data->battery[number - battery_text(0)].name;
    return number < TCS_BATTALIONS ? data->battalion[number].name : data->area_column[number - TCS_BATTALIONS];
}

static const char *name_of(const Scenario *scenario, int list, int number)
{
    const Book *data = data_of(scenario);
    if (list == LIST_FORMATIONS)
        return number >= 0 && number < data->formations ? data->formation[number] : NULL;
    return list == LIST_BATTERIES && number < data->batteries ? data->battery[number].name : NULL;
}

/* Moves cost MPs, retreats count hexes. */
static Sentence cost(const Scenario *scenario, const Order *prefix, int units, int most)
{
    (void)scenario;
    (void)most;
    return prefix->verb == DO_RETREAT ? sentence(0, "%n", units) : sentence(0, "%t", units);
}

/* The part of a counter's badge about its orders (tcs_look). */
static uint64_t orders_stamp(const State *state, Piece piece)
{
    Ordered at;
    const Group *group = group_of(state, piece, &at);
    const Camp *camp = camp_of(state, piece);
    if (group)
        return (uint64_t)state->plans[state->unit[piece].side].sheet[at.sheet].number << 32 | (uint64_t)at.group << 16 |
               (uint64_t)mission_of(group) << 8 | 1;
    return camp ? (uint64_t)camp->centre << 32 | (uint64_t)camp->doing << 8 | 2 : 0;
}

static void stamps(const Scenario *scenario, const Position *view, uint64_t *pieces, GroundStamp *ground)
{
    const State *state = state_of(view);
    memset(pieces, 0, TCS_PIECES * sizeof *pieces);
    for (int piece = 0; piece < scenario->pieces; piece++)
        pieces[piece] = hash_bytes(orders_stamp(state, (Piece)piece), &state->unit[piece], sizeof *state->unit);
    for (int hex = 0; hex < scenario->map->spots; hex++) {
        uint64_t depth = 0;
        EACH_IN(piece, state, hex)
            pieces[piece] ^= ++depth * 0x9E3779B97F4A7C15u;
    }
    ground->marks = hash_bytes(state->sfa, state->barrage, sizeof state->barrage);
    ground->marks = hash_bytes(ground->marks, state->mine, sizeof state->mine);
    ground->marks = hash_bytes(ground->marks, state->flare, sizeof state->flare);
    ground->marks = hash_bytes(ground->marks, state->sortie, sizeof state->sortie);
    ground->marks = hash_bytes(ground->marks, &state->landing.barrage, sizeof state->landing.barrage);
    ground->control = hash_bytes(1, state->control, sizeof state->control);
    ground->control = hash_bytes(ground->control, state->occupied, sizeof state->occupied);
    ground->sketches = 1 + state->head.over;
    for (int side = 0; side < PLAYERS; side++) {
        const Plans *plans = &state->plans[side];
        ground->sketches = hash_bytes(ground->sketches, plans->sheet, sizeof plans->sheet);
        ground->sketches = hash_bytes(ground->sketches, plans->drawing, sizeof plans->drawing);
        ground->sketches = hash_bytes(ground->sketches, plans->camp, sizeof plans->camp);
    }
}

const System tcs_system = {
    BOOK_MEMBERS(tcs, TCS),
    ASK_MEMBERS,
    .tallies = tcs_tallies,
    .title = "TCS",
    .about = SAID("tcs.tactical-combat-series-platoons"),
    .edition = 5,
    .fraction = SIXTHS,
    .name_of = name_of,
    .profile = tcs_profile,
    .overlay = tcs_overlay,
    .sketches = tcs_sketches,
    .preview = tcs_preview,
    .plan_of = tcs_plan_of,
    .value_meanings = {[AT_FOOT_LEFT] = SAID("tcs.area-firepower"),
                       [AT_FOOT] = SAID("tcs.range-point-weapons-attack-range"),
                       [AT_FOOT_RIGHT] = SAID("tcs.movement-allowance-tow-only"),
                       [AT_TOP_LEFT] = SAID("tcs.morale-defense")},
    .out_of_turn = TCS_2_1,
    .exposure = tcs_exposure,
    .proposal = tcs_proposal,
    .cost = cost,
    .apply = ask_apply,
    .slots = TCS_PIECES,
    .lab_show = tcs_lab_show,
    .shuffle_hidden = tcs_shuffle_hidden,
    .feature_names = tcs_feature_names,
    .features = tcs_features,
    .imagine = tcs_imagine,
    .reveals = tcs_reveals,
};
