/* system.c — WB-95 as the program above sees it: its words, its orders described once, and which file
 * answers which question. No rule stands here. */
#include <stddef.h>
#include <string.h>

#include "core/hash.h"
#include "kit/slots.h"
#include "systems/wb95/fight.h"
#include "systems/wb95/memo.h"
#include "systems/wb95/reference.h"

static const char *const terrain_words[] = {"clear", "forest", "hills", "swamp", "lake", NULL};
static const char *const edge_words[] = {"stream", "nysa", "elbe", "fixed", NULL};
static const char *const road_words[] = {"secondary", "main", "motorway", NULL};
static const char *const place_words[] = {"town", NULL};
static const char *const area_words[] = {"zone", "region", "edge", "position", NULL};
const char *const mission_words[] = {"offensive", "defensive", "attack", "objects",
                                     "disrupt",   "crossing",  "supply", NULL};
static const char *const mission_names[] = {
    SAID("offensive support"),      SAID("defensive support"),    SAID("air attack"), SAID("attack on objects"),
    SAID("disruption of movement"), SAID("attack on a crossing"), SAID("air supply"), NULL};
static const char *const flyer_words[] = {"german", "soviet", "polish", "american", "british", "german-ally", NULL};
static const char *const flyer_names[] = {
    SAID("German"), SAID("Soviet"), SAID("Polish"), SAID("American"), SAID("British"), SAID("German ally"), NULL};
static const char *const waive_words[] = {"hq", NULL};

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
    .place_meanings = {[DRAWN_TOWN] = SAID("Town"), [DRAWN_CITY] = SAID("City, of several hexes")},
    .area_meanings = {[DRAWN_FRAMED] = SAID("Fixed position"),
                      [DRAWN_ABROAD] = SAID("Border; the tint is abroad"),
                      [DRAWN_ENTRY] = SAID("Entry zone and its hexes")},
};

static const QuestionKind questions[ASKS] = {
    [ASK_SEQUENCE] = {"sequence", "Sequence of play", "2.1.1 2.2-7"},
    [ASK_SETUP] = {"setup", "Set-up", "nysa.3-3 stars.6-2"},
    [ASK_AIR_DAYS] = {"air-days", "Days of air support", "stars.1-3"},
    [ASK_SORTIES] = {"sorties", "Air missions", "2.2-1 8.1.8-1"},
    [ASK_AIR] = {"air", "Air planning", "2.2-1 8.1.7"},
    [ASK_AIR_FIGHT] = {"air-fight", "Air combat", "8.1.8-1"},
    [ASK_BARRAGE] = {"barrage", "Barrage", "2.2-2 6.5.2"},
    [ASK_MOVEMENT] = {"movement", "Movement", "2.2-3"},
    [ASK_COMBAT] = {"combat", "Combat", "2.2-4"},
    [ASK_ASSAULT] = {"combat-at-hand", "A combat", "5.2.1-1 5.2.1-2"},
    [ASK_DEFENCE] = {"defence", "Defence", "5.2.1-1"},
    [ASK_COMMIT] = {"commit", "Stars and CMs of the attacker", "5.2.1-1 15.1.6"},
    [ASK_LOSSES] = {"losses", "Losses", "5.1.8"},
    [ASK_RETREAT] = {"retreat", "Retreat", "5.3.1"},
    [ASK_PURSUIT] = {"pursuit", "Pursuit", "5.4.1"},
    [ASK_PONTOON] = {"pontoon", "Pontoon bridges", "nysa.1-7"},
    [ASK_STRATEGIC] = {"strategic", "Strategic movement", "2.2-5"},
    [ASK_DEFECTOR] = {"defector", "Defectors", "stars.1-5"},
};

#define STARS                                                           \
    {                                                                   \
        "stars", ARG_PIECE, 0, 20, NULL, "counters that use their star" \
    }
#define CMS                                                                                     \
    {"cms", ARG_NUMBER, 0, 1, NULL, "CMs spent for a lost HQ"},                                 \
    {                                                                                           \
        "of", ARG_HEX, 0, POOL_NAMES, NULL, "where that HQ was lost, one a CM", .repeats = true \
    }
#define FLIGHTS_NAMED                                                                         \
    {                                                                                         \
        "flights", ARG_NUMBER, 0, FLIGHTS, NULL, "flights used, by number", .any_order = true \
    }
#define WAIVE                                                                    \
    {                                                                            \
        "waive", ARG_WORD, 0, 1, waive_words, "do without the HQ's die modifier" \
    }

#define FULL_GUNS                                                                         \
    {                                                                                     \
        "full", ARG_PIECE, 0, 12, NULL, "guns that buy full strength while out of supply" \
    }

static const OrderKind orders[DOS] = {
    [DO_PLACE] = {"place",
                  "put a counter where its set-up allows",
                  "nysa.3-3 nysa.1-12 stars.6-2",
                  IN(ASK_SETUP) | IN(ASK_MOVEMENT) | IN(ASK_DEFECTOR),
                  2,
                  {ONE_PIECE_MEANING(MEANS_OFF_MAP), ONE_HEX}},
    [DO_REDUCE] = {"reduce",
                   "take one of the losses the scenario starts with",
                   "stars.4-4 stars.5-2",
                   IN(ASK_SETUP),
                   1,
                   {ONE_PIECE},
                   .name = SAID("take a starting loss")},
    [DO_READY] = {"ready", "finish the set-up", "4.3.1", IN(ASK_SETUP), 0, {{0}}},
    [DO_DAYS] = {"days",
                 "choose the turns on which 30, 25 and 20 air SP come",
                 "stars.1-3",
                 IN(ASK_AIR_DAYS),
                 1,
                 {{NULL, ARG_NUMBER, 3, 3, NULL, "turn"}},
                 .name = SAID("choose the air days")},
    [DO_MISSION] = {"mission",
                    "give aircraft a mission for this half of the turn",
                    "8.2.1",
                    IN(ASK_AIR),
                    5,
                    {{NULL, ARG_WORD, 1, 1, mission_words, "kind of mission: support in combat, or what is attacked",
                      .names = mission_names},
                     {"at", ARG_HEX, 0, 6, NULL, "target hex; of a crossing, all its hexes", .in_order = true},
                     {"bridge", ARG_HEXSIDE, 0, 1, NULL, "bridge to hit"},
                     {"sp", ARG_NUMBER, 1, 1, NULL, "air SP"},
                     {"attacks", ARG_NUMBER, 0, 6, NULL, "crossing attacks on each hex"}},
                    .name = SAID("plan an air mission")},
    [DO_RECALL] = {"recall",
                   "drop a mission planned in this phase",
                   "8.1.7",
                   IN(ASK_AIR),
                   1,
                   {{NULL, ARG_NUMBER, 1, 1, NULL, "number of the mission"}},
                   .name = SAID("recall a mission")},
    [DO_FLY] =
        {"fly", "end the planning of air missions", "8.1.7", IN(ASK_AIR), 0, {{0}}, .name = SAID("end the planning")},
    [DO_DUEL] = {"duel",
                 "say which two opposing missions fight next",
                 "8.1.8-2",
                 IN(ASK_AIR_FIGHT),
                 2,
                 {{NULL, ARG_NUMBER, 2, 2, NULL, "number of your flight, then of the enemy's", .repeats = true},
                  {"of", ARG_WORD, 0, 1, flyer_words, "whose flight you mean, where two sides have that number",
                   .names = flyer_names}},
                 .name = SAID("choose who fights in the air")},
    [DO_BARRAGE] =
        {"barrage",
         "fire a barrage with two guns or more",
         "6.5.3 6.5.4",
         IN(ASK_BARRAGE),
         4,
         {{NULL, ARG_PIECE, 1, 12, NULL, "guns"}, {"at", ARG_HEX, 1, 1, NULL, "target"}, FLIGHTS_NAMED, FULL_GUNS},
         .name = SAID("fire a barrage")},
    [DO_MOVE] = {"move",
                 "move a counter, hex by hex",
                 "3.1.1 3.1.4",
                 IN(ASK_MOVEMENT) | IN(ASK_STRATEGIC),
                 2,
                 {ONE_PIECE, WALK_OF(48)}},
    [DO_FORCE] = {"force",
                  "buy full movement for one level out of supply",
                  "10.2.3-1",
                  IN(ASK_MOVEMENT) | IN(ASK_STRATEGIC),
                  1,
                  {ONE_PIECE},
                  .name = SAID("buy full movement")},
    [DO_ENTRENCH] = {"entrench",
                     "build a field fortification",
                     "7.1.2-1 7.1.4",
                     IN(ASK_MOVEMENT),
                     1,
                     {ONE_PIECE},
                     .name = SAID("dig in")},
    [DO_LIMBER] = {"limber",
                   "hitch guns up to move them, or unhitch them to fire",
                   "6.2.4-1",
                   IN(ASK_MOVEMENT),
                   1,
                   {ONE_PIECE},
                   .name = SAID("hitch or unhitch guns")},
    [DO_MARK] = {"mark",
                 "mark a unit to move once more after the combats",
                 "12.1.4",
                 IN(ASK_MOVEMENT),
                 1,
                 {ONE_PIECE},
                 .name = SAID("mark for strategic movement")},
    [DO_ENTER] = {"enter",
                  "bring a reinforcement on, first hex at the edge",
                  "11.1.2 11.1.3",
                  IN(ASK_MOVEMENT) | IN(ASK_STRATEGIC),
                  2,
                  {ONE_PIECE_MEANING(MEANS_OFF_MAP), WALK_OF(48)},
                  .name = SAID("bring on")},
    [DO_SHIFT] = {"shift",
                  "wait, and enter later at the zone of that hex",
                  "11.2.2",
                  IN(ASK_MOVEMENT),
                  2,
                  {ONE_PIECE_MEANING(MEANS_OFF_MAP), ONE_HEX},
                  .name = SAID("enter elsewhere later")},
    [DO_EXIT] = {"exit",
                 "leave the map through the entry zone",
                 "11.2.3",
                 IN(ASK_MOVEMENT) | IN(ASK_STRATEGIC),
                 1,
                 {ONE_PIECE},
                 .name = SAID("leave the map")},
    [DO_DEMOLISH] = {"demolish",
                     "blow up a bridge beside the unit",
                     "14.2.1 14.3.1",
                     IN(ASK_MOVEMENT),
                     2,
                     {ONE_PIECE, ONE_HEXSIDE},
                     .name = SAID("blow up a bridge")},
    [DO_REPAIR] = {"repair",
                   "rebuild a small bridge",
                   "14.2.2",
                   IN(ASK_MOVEMENT),
                   2,
                   {ONE_PIECE, ONE_HEXSIDE},
                   .name = SAID("mend a bridge")},
    [DO_BUILD] = {"build",
                  "begin a bridge over a big river, beside an HQ",
                  "14.3.2-1",
                  IN(ASK_MOVEMENT),
                  2,
                  {ONE_PIECE, ONE_HEXSIDE},
                  .name = SAID("build a bridge")},
    [DO_RENEW] = {"renew",
                  "refill infantry with a CEL of the Volkssturm",
                  "15.3.3",
                  IN(ASK_MOVEMENT),
                  2,
                  {ONE_PIECE, {"from", ARG_PIECE, 1, 1, NULL, "Volkssturm"}},
                  .name = SAID("refill from the Volkssturm")},
    [DO_COVER] = {"cover",
                  "mask a stack, or uncover it",
                  "16.1.2",
                  IN(ASK_SETUP) | IN(ASK_MOVEMENT) | IN(ASK_STRATEGIC),
                  1,
                  {ONE_HEX},
                  .arranging = true,
                  .name = SAID("mask or unmask")},
    [DO_TOP] = {"top",
                "put a counter on top of its stack",
                "16.1.1",
                IN(ASK_SETUP) | IN(ASK_MOVEMENT) | IN(ASK_STRATEGIC),
                1,
                {ONE_PIECE},
                .arranging = true,
                .name = SAID("put on top")},
    [DO_ATTACK] = {"attack",
                   "assault one or more adjacent hexes",
                   "5.1.2 5.2.1-1",
                   IN(ASK_COMBAT),
                   6,
                   {{NULL, ARG_PIECE, 1, 48, NULL, "attackers"}, /* six hexes of eight CELs */
                    {"at", ARG_HEX, 1, TARGETS, NULL, "hexes attacked"},
                    {"guns", ARG_PIECE, 0, 12, NULL, "artillery in support"},
                    {"full", ARG_PIECE, 0, 48, NULL, "units that buy full strength while out of supply"},
                    FLIGHTS_NAMED,
                    WAIVE}},
    [DO_FIRE] =
        {"fire",
         "fire artillery at a hex within its range",
         "6.4.1 6.4.2-1",
         IN(ASK_COMBAT),
         4,
         {{NULL, ARG_PIECE, 1, 12, NULL, "guns"}, {"at", ARG_HEX, 1, 1, NULL, "target"}, FLIGHTS_NAMED, FULL_GUNS},
         .name = SAID("fire artillery")},
    [DO_SHELL] = {"shell",
                  "fire artillery at a bridge",
                  "6.4.7",
                  IN(ASK_COMBAT),
                  3,
                  {{NULL, ARG_PIECE, 1, 12, NULL, "guns"}, {"bridge", ARG_HEXSIDE, 1, 1, NULL, "bridge"}, FULL_GUNS},
                  .name = SAID("shell a bridge")},
    [DO_DEFEND] = {"defend",
                   "say what the defender throws in",
                   "6.3.3 15.1.6 15.4.2 9.2.1-2",
                   IN(ASK_DEFENCE),
                   7,
                   {{"guns", ARG_PIECE, 0, 12, NULL, "artillery in support"},
                    STARS,
                    {"fu", ARG_PIECE, 0, 8, NULL, "fortification units that use their ability"},
                    FLIGHTS_NAMED,
                    CMS,
                    WAIVE}},
    [DO_COMMIT] =
        {"commit", "say what the attacker adds, knowing the defence", "15.1.6 9.1.6", IN(ASK_COMMIT), 3, {STARS, CMS}},
    [DO_LOSE] = {"lose",
                 "name a counter for each CEL that is lost",
                 "5.1.8",
                 IN(ASK_LOSSES),
                 1,
                 {{NULL, ARG_PIECE, 1, 20, NULL, "counters, one a CEL", .repeats = true}},
                 .name = SAID("take losses")},
    [DO_RETREAT] = {"retreat",
                    "fall back with a counter along this path",
                    "5.3.1 5.3.2",
                    IN(ASK_RETREAT),
                    2,
                    {ONE_PIECE, WALK_OF(6)}},
    [DO_STAND] =
        {"stand", "keep everybody else where they are, and pay a CEL for each hex", "5.3.7", IN(ASK_RETREAT), 0, {{0}}},
    [DO_PURSUE] = {"pursue",
                   "follow with a victor",
                   "5.4.1 5.4.2",
                   IN(ASK_PURSUIT),
                   3,
                   {ONE_PIECE, WALK_OF(6), {"with", ARG_PIECE, 0, 8, NULL, "HQs of its hex that go along"}}},
    [DO_HALT] = {"halt", "end the pursuit", "5.4.1", IN(ASK_PURSUIT), 0, {{0}}},
    [DO_PONTOON] = {"pontoon",
                    "lay the army's pontoon beside this unit",
                    "nysa.1-7",
                    IN(ASK_PONTOON),
                    2,
                    {ONE_PIECE, ONE_HEXSIDE},
                    .name = SAID("lay a pontoon")},
    [DO_END] = {"end",
                "end the phase",
                "2.1.3 5.1.7",
                IN(ASK_BARRAGE) | IN(ASK_MOVEMENT) | IN(ASK_COMBAT) | IN(ASK_PONTOON) | IN(ASK_STRATEGIC),
                0,
                {{0}},
                .name = SAID("end the phase")},
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
    static _Thread_local Lines lines;
    const State *state = state_of(position);
    for (int nation = 0; nation < NATIONS; nation++)
        if (data_of(scenario)->owner[nation] == state->phasing) {
            supply_lines(scenario, state, state->phasing, nation, &lines, NULL);
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

/* Counters that lie on each other change each other's place in the stack. */
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

/* What the score is counted from, but for counters: who holds what, what has left; with those who stand somewhere what
 * their lines of supply hang on. */
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
 * works and whose they are, bridges, missions and covered stacks; the score hangs on the dead and, in some scenarios,
 * on those who stand somewhere. */
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
        bool on_map = unit->place == ON_MAP, on_top = on_map && state->top[unit->hex] == i;
        bool dug_in = on_map && fortified(state, unit->hex);
        if (unit->place == SPARE && i >= scenario->pieces)
            continue;
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
        return sentence(0, "%n, %n to %n CEL", units % CEL_COST, units / CEL_COST, most / CEL_COST);
    if (prefix->verb == DO_RETREAT && units >= CEL_COST)
        return sentence(0, "%n, %n CEL", units % CEL_COST, units / CEL_COST);
    if (units < most)
        return sentence(0, "%t to %t", units, most);
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
    .title = "WB-95",
    .about = SAID(
        "Regiments and divisions by the day: barrages, zones of control, and a front that has to break somewhere."),
    .edition = 5,
    .fraction = MP,
    .value_meanings = {[AT_FOOT] = SAID("strength and movement")},
    .step_word = SAID("CEL"),
    .out_of_turn = WB95_2_1_2,
    .once = WB95_5_1_1,
    .sight_size = sizeof(Sight),
    .mask_again = wb95_mask_again,
    .beyond = ask_beyond,
    .cost = cost,
    .apply = ask_apply,
    .forget = hidden_forget,
    .foresee = wb95_foresee,
    .overlay = overlay,
    .group_name = wb95_group_name,
    .slots = WB95_SLOTS,
    .lab_show = wb95_lab_show,
    .shuffle_hidden = wb95_shuffle_hidden,
    .imagine = wb95_imagine,
    .learned = wb95_learned,
    .facts = WB95_FACTS,
    .ventures = wb95_ventures,
    .trace = trace,
};
