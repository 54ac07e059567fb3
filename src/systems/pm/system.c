/* system.c — Proud Monster as the program above sees it: its words and its orders, described once. No rule is here. */
#include <stddef.h>
#include <string.h>

#include "core/hash.h"
#include "kit/odds.h"
#include "kit/slots.h"
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
                                            SAID("all-lake hexside"),
                                            SAID("all-sea hexside"),
                                            SAID("Sivash"),
                                            SAID("Kerch Straits"),
                                            SAID("attenuated supply line"),
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
    .place_meanings = {[DRAWN_TOWN] = SAID("Town"), [DRAWN_CITY] = SAID("City or large town")},
    .area_meanings = {[DRAWN_FRAMED] = SAID("Works to be built in the course of the game"),
                      [DRAWN_ABROAD] = SAID("Zone of operations of the German side")},
};

static const QuestionKind questions[ASKS] = {
    [ASK_SEQUENCE] = {"sequence", "Sequence of play", "5.2-1"},
    [ASK_SETUP] = {"setup", "Set-up", "3.1"},
    [ASK_CALLS] = {"calls", "German reinforcements", "5.2-4 8.21-1 14.41-1"},
    [ASK_ARRIVALS] = {"arrivals", "Soviet reinforcements", "5.2-1 8.7-1"},
    [ASK_ABORT] = {"abort", "Breaking off the pause", "9.19-2"},
    [ASK_CONCENTRATION] = {"concentration", "Supply concentration", "9.20-1"},
    [ASK_AIRLIFT] = {"airlift", "Aerial supply", "9.18-1"},
    [ASK_REFIT] = {"refit", "Replacements, withdrawals and refits", "5.2-2 8.14 8.16 8.20-1"},
    [ASK_AIRCRAFT] = {"aircraft", "Aircraft commitment", "10.2-1 10.4"},
    [ASK_HEDGEHOGS] = {"hedgehogs", "Hedgehogs", "14.40-1"},
    [ASK_RELEASE] = {"release", "Release from the RVGK", "8.1-5"},
    [ASK_MOVEMENT] = {"movement", "Movement", "12.1 15.1-1"},
    [ASK_OVERSTACK] = {"overstack", "Too many in a hex", "6.2-2"},
    [ASK_ASSAULTS] = {"assaults", "Prepared assaults", "14.1"},
    [ASK_BATTLE] = {"battle", "Battle", "14.31-1"},
    [ASK_DEFENDER] = {"defender", "The defender pays", "14.32-2 14.35-1"},
    [ASK_ATTACKER] = {"attacker", "The attacker pays", "14.35-1"},
    [ASK_ADVANCE] = {"advance", "Advance after combat", "14.39-1"},
    [ASK_ROUND] = {"round", "Another round", "15.6-1"},
    [ASK_PAUSE] = {"pause", "Pause", "9.19-1"},
};

#define WITH_MARKERS                                                                   \
    {                                                                                  \
        "with", ARG_WORD, 0, 2, marker_words, "aircraft or aerial supply go with them" \
    }
static const char *const marker_words[] = {"aircraft", "airlift", NULL};
/* By Type, as orders and as players call them. */
static const char *const type_words[] = {"tank",      "motorized", "assault-gun", "reconnaissance", "flak",
                                         "fast",      "infantry",  "air-landing", "jaeger",         "mountain",
                                         "paratroop", "static",    "security",    "cavalry",        "fortress",
                                         "naval",     "siege",     NULL};
static const char *const type_names[] = {"tank",
                                         "motorized infantry",
                                         "assault gun",
                                         "armoured reconnaissance",
                                         "flak",
                                         "fast troops",
                                         "infantry",
                                         "air landing infantry",
                                         "Jaeger",
                                         "mountain infantry",
                                         "paratroop",
                                         "static infantry",
                                         "security",
                                         "cavalry",
                                         "fortress infantry",
                                         "naval infantry",
                                         "siege artillery",
                                         NULL};
static const char *const airlift_words[] = {"airlift", NULL};
static const char *const drop_words[] = {"drop", NULL};

/* What `end` ends, by question. */
static const char *const end_helps[ASKS] = {
    [ASK_CALLS] = SAID("end German reinforcements: nobody else shifts or is called up"),
    [ASK_ARRIVALS] = SAID("end Soviet reinforcements: nobody else is rebuilt or becomes Guards"),
    [ASK_ABORT] = SAID("keep to the pause"),
    [ASK_CONCENTRATION] = SAID("do not concentrate supply: all act as usual"),
    [ASK_AIRLIFT] = SAID("leave aerial supply as it is"),
    [ASK_REFIT] = SAID("end replacements, withdrawals and refits"),
    [ASK_AIRCRAFT] = SAID("leave aircraft where they are and go on"),
    [ASK_HEDGEHOGS] = SAID("leave hedgehogs as they are"),
    [ASK_RELEASE] = SAID("release nobody else from the RVGK"),
    [ASK_MOVEMENT] = SAID("end the movement phase"),
    [ASK_ASSAULTS] = SAID("end the assault phase, and with it your player turn"),
    [ASK_ADVANCE] = SAID("advance nobody"),
    [ASK_PAUSE] = SAID("declare no pause"),
};

static const OrderKind orders[DOS] = {
    [DO_PLACE] = {"place",
                  "put counters where the set-up allows, or back into their box",
                  "3.1 3.3-1 3.4-1 3.7-4",
                  IN(ASK_SETUP),
                  2,
                  {PIECES(SETUP_TOGETHER), ONE_HEX},
                  .by_hand = true},
    [DO_RECOMMENDED] = {"recommended",
                        "set up as the table recommends, to be adjusted",
                        "3.1",
                        IN(ASK_SETUP),
                        0,
                        {{0}},
                        .name = SAID("set up as recommended")},
    [DO_READY] = {"ready", "finish the set-up", "3.1 3.3-2 3.4-2", IN(ASK_SETUP), 0, {{0}}},
    [DO_TOP] = {"top",
                "put a counter on top of its stack, where the enemy sees it",
                "14.7",
                IN(ASK_SETUP) | IN(ASK_ARRIVALS) | IN(ASK_RELEASE) | IN(ASK_MOVEMENT),
                1,
                {ONE_PIECE},
                .arranging = true,
                .name = SAID("put on top")},
    [DO_SHIFT] = {"shift",
                  "move counters to the other OKH area",
                  "8.3-2",
                  IN(ASK_CALLS) | IN(ASK_MOVEMENT),
                  1,
                  {PIECES(40)},
                  .name = SAID("move to the other area")},
    [DO_CALL] = {"call",
                 "call out three security divisions",
                 "8.21-1 8.21-2",
                 IN(ASK_CALLS),
                 1,
                 {{NULL, ARG_HEX, 1, 3, NULL, "cities or large towns", .in_order = true}},
                 .name = SAID("call out security divisions")},
    [DO_ARKO] = {"arko",
                 "call up the siege artillery",
                 "14.41-1",
                 IN(ASK_CALLS),
                 1,
                 {ONE_HEX},
                 .name = SAID("call up the siege artillery")},
    [DO_BRING] = {"bring",
                  "put arrivals down in a city, a large town or beside a district headquarters",
                  "8.7-1 8.7-2 8.1-5",
                  IN(ASK_ARRIVALS) | IN(ASK_RELEASE),
                  2,
                  {PIECES(20), ONE_HEX},
                  .name = SAID("bring on")},
    [DO_RESERVE] = {"reserve",
                    "keep arrivals in the RVGK",
                    "8.1-3 8.1-4",
                    IN(ASK_ARRIVALS),
                    1,
                    {PIECES(10)},
                    .name = SAID("keep in the RVGK")},
    [DO_HARBOUR] = {"harbour",
                    "put arrivals into the southern ports, which tank and motorized rifle divisions never leave",
                    "11.3-1",
                    IN(ASK_ARRIVALS) | IN(ASK_RELEASE),
                    1,
                    {PIECES(20)},
                    .name = SAID("put into port")},
    [DO_REBUILD] = {"rebuild",
                    "bring dead rifle divisions back among the arrivals",
                    "8.13-2 8.13-4",
                    IN(ASK_ARRIVALS),
                    2,
                    {{NULL, ARG_NUMBER, 0, 1, NULL, "how many"},
                     {"these", ARG_PIECE, 0, 60, NULL, "which, where the option lets the Soviet choose"}},
                    .name = SAID("rebuild divisions")},
    [DO_CONVERT] = {"convert",
                    "make a unit a Guards unit",
                    "8.11-1 8.11-2 8.11-3",
                    IN(ASK_ARRIVALS),
                    2,
                    {ONE_PIECE, {"to", ARG_PIECE, 1, 1, NULL, "Guards counter", .means = MEANS_OFF_MAP}},
                    .name = SAID("make a Guards unit")},
    [DO_ABORT] =
        {"abort", "break off the pause", "9.19-2", IN(ASK_ABORT), 0, {{0}}, .name = SAID("break off the pause")},
    [DO_CONCENTRATE] = {"concentrate",
                        "give eighteen units what supplies there are",
                        "9.20-1 9.20-4",
                        IN(ASK_CONCENTRATION),
                        1,
                        {PIECES(18)},
                        .name = SAID("concentrate supplies")},
    [DO_AIRLIFT] = {"airlift",
                    "supply one or two hexes by air; a marker that is not named stays where it is",
                    "9.18-1",
                    IN(ASK_AIRLIFT),
                    2,
                    {{NULL, ARG_HEX, 0, 2, NULL, "hexes"},
                     {"up", ARG_HEX, 0, 2, NULL, "hexes whose marker is taken up"}},
                    .name = SAID("supply by air")},
    [DO_REPLACE] = {"replace",
                    "bring a reduced division back to strength",
                    "8.13-1 8.14",
                    IN(ASK_REFIT),
                    1,
                    {ONE_PIECE},
                    .name = SAID("bring to strength")},
    [DO_WITHDRAW] = {"withdraw",
                     "let a unit go that is due to leave",
                     "8.16",
                     IN(ASK_REFIT),
                     1,
                     {ONE_PIECE},
                     .name = SAID("let a unit go")},
    [DO_DECLINE] = {"decline",
                    "keep a unit that is due to leave, for a point",
                    "8.17-1 8.17-2",
                    IN(ASK_REFIT),
                    1,
                    {{NULL, ARG_WORD, 1, 1, type_words, "type of unit that is due to leave", .names = type_names}},
                    .name = SAID("decline a withdrawal")},
    [DO_REFIT] = {"refit",
                  "refit a panzer or motorized division instead of moving",
                  "8.18 8.20-1",
                  IN(ASK_REFIT),
                  1,
                  {ONE_PIECE},
                  .name = SAID("refit a division")},
    [DO_SUPPORT] = {"support",
                    "put aircraft on a stack",
                    "10.2-1 10.4",
                    IN(ASK_AIRCRAFT),
                    2,
                    {{"corps", ARG_NUMBER, 1, 1, NULL, "which aviation corps"}, ONE_HEX},
                    .name = SAID("send aircraft")},
    [DO_HEDGEHOG] = {"hedgehog",
                     "form a hedgehog in a town, or drop it",
                     "14.40-1",
                     IN(ASK_HEDGEHOGS),
                     2,
                     {ONE_HEX, {NULL, ARG_WORD, 0, 1, drop_words, "give it up"}},
                     .name = SAID("form a hedgehog")},
    [DO_MOVE] = {"move",
                 "move counters that began the phase together",
                 "12.1 12.5 12.7",
                 IN(ASK_MOVEMENT),
                 3,
                 {PIECES(STACK), WALK_OF(24), WITH_MARKERS}},
    [DO_ENTER] = {"enter",
                  "come on from an OKH area, first hex in the zone it touches",
                  "8.3-1 8.5-3",
                  IN(ASK_MOVEMENT),
                  2,
                  {PIECES(STACK), WALK_OF(24)},
                  .name = SAID("come on")},
    [DO_ASSAULT] = {"assault",
                    "make a mobile assault into an adjacent hex",
                    "15.1-1 15.2",
                    IN(ASK_MOVEMENT),
                    3,
                    {PIECES(STACK), {"at", ARG_HEX, 1, 1, NULL, "hex assaulted"}, WITH_MARKERS}},
    [DO_SAIL] = {"sail",
                 "ship units to a port or the ports box",
                 "11.1 11.2-1",
                 IN(ASK_MOVEMENT),
                 2,
                 {PIECES(5), {"to", ARG_HEX, 1, 1, NULL, "port"}},
                 .name = SAID("ship units")},
    [DO_INVADE] = {"invade",
                   "land units on the Crimean coast",
                   "11.4-1",
                   IN(ASK_MOVEMENT),
                   3,
                   {PIECES(5),
                    {"at", ARG_HEX, 1, 1, NULL, "coast hex"},
                    {"from", ARG_HEX, 0, 1, NULL, "sea hex, where the hex is held"}},
                   .name = SAID("land on a coast")},
    [DO_REMOVE] = {"remove",
                   "remove enemy units that are too many",
                   "6.2-2",
                   IN(ASK_OVERSTACK),
                   1,
                   {PIECES_MEANING(STACK, MEANS_ANY_SIDE)},
                   .name = SAID("remove units")},
    [DO_ATTACK] = {"attack",
                   "make a prepared assault on an adjacent hex",
                   "14.3 14.6",
                   IN(ASK_ASSAULTS),
                   3,
                   {PIECES(FORCE),
                    {"at", ARG_HEX, 1, 1, NULL, "hex attacked"},
                    {"corps", ARG_NUMBER, 0, PM_CORPS, NULL, "aviation corps that help, of stacks that divide; from 1",
                     .any_order = true}}},
    [DO_LOSE] = {"lose",
                 "name a counter for each step that is lost",
                 "14.35-1 14.35-2 14.35-3 14.36",
                 IN(ASK_DEFENDER) | IN(ASK_ATTACKER),
                 1,
                 {{NULL, ARG_PIECE, 1, 40, NULL, "counters, one a step", .in_order = true, .repeats = true}},
                 .name = SAID("take losses")},
    [DO_RETREAT] = {"retreat", "give up the hex to pay a point", "14.32b-1 14.32b-2", IN(ASK_DEFENDER), 1, {ONE_HEX}},
    [DO_ADVANCE] = {"advance",
                    "enter the hex that was cleared",
                    "14.39-1 10.2-4 9.18-2",
                    IN(ASK_ADVANCE),
                    3,
                    {PIECES(STACK),
                     {"corps", ARG_NUMBER, 0, 1, NULL, "aviation corps that goes with them, from 1"},
                     {"with", ARG_WORD, 0, 1, airlift_words, "the marker of aerial supply goes with them"}}},
    [DO_AGAIN] = {"again", "assault once more", "15.6-1", IN(ASK_ROUND), 0, {{0}}, .name = SAID("assault again")},
    [DO_BACK] =
        {"return", "go back to where the assault began", "15.6-1", IN(ASK_ROUND), 0, {{0}}, .name = SAID("go back")},
    [DO_PAUSE] = {"pause",
                  "halt all attacks for three couplets",
                  "9.19-1",
                  IN(ASK_PAUSE),
                  0,
                  {{0}},
                  .name = SAID("halt the attacks")},
    [DO_END] = {"end",
                "end the step that is asked about; what was not ordered in it is left undone",
                "5.1-3",
                IN(ASK_CALLS) | IN(ASK_ARRIVALS) | IN(ASK_ABORT) | IN(ASK_CONCENTRATION) | IN(ASK_AIRLIFT) |
                    IN(ASK_REFIT) | IN(ASK_AIRCRAFT) | IN(ASK_HEDGEHOGS) | IN(ASK_RELEASE) | IN(ASK_MOVEMENT) |
                    IN(ASK_ASSAULTS) | IN(ASK_ADVANCE) | IN(ASK_PAUSE),
                0,
                {{0}},
                .name = SAID("end this step"),
                .helps = end_helps},
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

/* Supply is all there is to show: nobody has a zone of control (pm.r.31). By the number of the overlay (look.c): how
 * it stands, and what would starve if a hex fell. */
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

/* For the bench: whoever acts, and nothing kept from before. */
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
    .about = SAID("Divisions and corps by the fortnight: nobody knows what an untried unit is worth until it fights."),
    .edition = 5,
    .fraction = 1,
    .out_of_turn = PM_5_1_2,
    .apply = ask_apply,
    .foresee = pm_foresee,
    .slots = PM_SLOTS,
    .value_meanings = {[AT_FOOT] = SAID("attack, defence, movement; ? untried")},
    .overlay = overlay,
    .group_name = pm_group_name,
    .trace = trace,
    .shuffle_hidden = pm_shuffle_hidden,
    .imagine = pm_imagine,
    .learned = pm_learned,
    .facts = PM_FACTS,
    .ventures = pm_ventures,
    .forget = odds_forget,
};
