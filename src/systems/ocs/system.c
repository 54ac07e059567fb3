/* system.c — OCS as the program above sees it: the words of its maps and the members of struct System. Its questions
 * and orders are in orders.def. It contains no rule. */
#include <string.h>

#include "core/hash.h"
#include "systems/ocs/memo.h"
#include "systems/ocs/reference.h"

static const char *const terrain_words[] = {"open", "woods", "hills", "forest", "swamp", "mountain", "sea", NULL};
static const char *const edge_words[] = {"minor", "major", NULL};
static const char *const road_words[] = {"secondary", "primary", "rail-low", "rail-single", "rail-multi", NULL};
static const uint8_t road_layers[] = {ROADS, ROADS, RAILS, RAILS, RAILS};
static const char *const place_words[] = {"village", "minor-city", "major-city", "metropolis", NULL};
static const char *const area_words[] = {"port", "fortification", "beach", "channel", NULL};

/* gc.1A-1: column, then row from the bottom. */
static const Grid blank = {
    .first_column = 1, .first_row = 1, .parity = ODD_DOWN, .numbering = COLUMN_DOT_ROW, .from_bottom = true};
static const MapSchema map_schema = {.terrain = terrain_words,
                                     .edges = edge_words,
                                     .roads = road_words,
                                     .places = place_words,
                                     .areas = area_words,
                                     .barred = SEA,
                                     .road_layer = road_layers,
                                     .railways = 1u << RAILS,
                                     .number_rows = 5, /* gc.1A-2 */
                                     .blank = &blank};

extern const Rule ocs_rules[];

/* A unit that an order has killed may come back before the game goes on (21.0f); markers follow the counters beneath
 * them (12.7). */
static void apply(const Scenario *scenario, Position *position, const Order *order, Dice *dice, Events *events)
{
    Play play = ask_play(scenario, position, dice, events);
    ask_apply(scenario, position, order, dice, events);
    tidy_markers(scenario, play.state);
    while (play.state->revivals && !position->over && question(position)->kind != ASK_REVIVE) {
        ask_revival(&play);
        settle(&play);
    }
}

static const Edition editions[] = {{"ocs2", "OCS 2.0i"}, {NULL, NULL}};

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
    return hex < scenario->map->spots ? stack_of(state_of(view), hex, out, room) : 0;
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

static const char *text(const Scenario *scenario, int number)
{
    const Book *data = data_of(scenario);
    if (number >= band_text(0, 0))
        return chart_word(data, number);
    if (number < 0)
        return NULL;
    if (number >= TERRAINS * COLUMNS + data->results)
        return "";
    return number < TERRAINS * COLUMNS ? data->column[number / COLUMNS][number % COLUMNS]
                                       : data->result_text[number - TERRAINS * COLUMNS];
}

/* Paths cost MPs. */
static Sentence cost(const Scenario *scenario, const Order *prefix, int units, int most)
{
    (void)scenario;
    (void)prefix;
    (void)most;
    return sentence(0, "%t", units);
}

static void stamps(const Scenario *scenario, const Position *view, uint64_t *pieces, GroundStamp *ground)
{
    const State *state = state_of(view);
    memset(pieces, 0, OCS_SLOTS * sizeof *pieces);
    for (int piece = 0; piece < scenario->pieces; piece++)
        pieces[piece] = hash_bytes(1, &state->unit[piece], sizeof *state->unit);
    for (int hex = 0; hex < scenario->map->spots; hex++) {
        uint64_t depth = 0;
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
            pieces[piece] = hash_bytes(++depth, &state->unit[piece], sizeof *state->unit);
    }
    ground->marks = hash_bytes(state->hedgehogs, state->hedgehog, sizeof state->hedgehog);
    ground->marks = hash_bytes(ground->marks, state->pile, state->piles * sizeof *state->pile);
    ground->marks = hash_bytes(ground->marks, state->wrecked, sizeof state->wrecked);
    ground->marks = hash_bytes(ground->marks, state->base, sizeof state->base);
    ground->marks = hash_bytes(ground->marks, state->interdicted, sizeof state->interdicted);
    ground->control = hash_bytes(1, state->control, sizeof state->control);
}

/* The rule that says when an order may be given, by edition (orders.def). */
static uint16_t when(const Scenario *scenario, int verb) { return ocs_whens[verb][second_edition(data_of(scenario))]; }

const System ocs_system = {
    BOOK_MEMBERS(ocs, OCS),
    ASK_MEMBERS,
    .tallies = ocs_tallies,
    .title = "OCS",
    .about = SAID("ocs.operational-combat-series-battalions"),
    .edition = 9,
    .editions = editions,
    .fraction = QUARTERS,
    .value_meanings =
        {[AT_FOOT] = SAID("ocs.strength-action-rating-movement"), [AT_TOP_LEFT] = SAID("ocs.type-aircraft")},
    .out_of_turn = OCS_2_1_3,
    .when = when,
    .once = OCS_GC_3B,
    .cost = cost,
    .apply = apply,
    .mask_again = ocs_mask_again,
    .sight_size = OCS_SIGHT,
    .sight_lasts = true,
    .slots = OCS_SLOTS,
    .shuffle_hidden = ocs_shuffle_hidden,
    .feature_names = ocs_feature_names,
    .features = ocs_features,
    .imagine = ocs_imagine,
    .posts = ocs_posts,
    .senders = ocs_senders,
    .transfers = ocs_transfers,
    .overlay = ocs_overlay,
    .trace = ocs_trace,
    .learned = ocs_learned,
    .facts = OCS_FACTS,
    .reveals = ocs_reveals,
};
