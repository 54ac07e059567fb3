/* system.c — TCS as the program above sees it: its words and its orders, described once. No rule stands here. */
#include <string.h>

#include "core/hash.h"
#include "kit/slots.h"
#include "systems/tcs/outlook.h"
#include "systems/tcs/reference.h"

static const char *const terrain_words[] = {"open",         "woods",           "orchard",      "village",
                                            "buildings",    "marsh",           "dense-forest", "billiard",
                                            "rail-cutting", "rail-embankment", "sea",          NULL};
static const char *const edge_words[] = {"river", "deep-stream", "stream", "ford", "bridge", "hedgerow", "wall", NULL};
static const char *const road_words[] = {"track", "road-secondary", "road-primary", "railway", NULL};
static const uint8_t road_layers[] = {ROAD_LAYER, ROAD_LAYER, ROAD_LAYER, RAIL_LAYER};
static const char *const no_words[] = {NULL};

/* I.A-1: column, then row from the bottom. */
static const Grid blank = {
    .first_column = 1, .first_row = 1, .parity = ODD_DOWN, .numbering = COLUMN_DOT_ROW, .from_bottom = true};
static const MapSchema map_schema = {.terrain = terrain_words,
                                     .edges = edge_words,
                                     .roads = road_words,
                                     .places = no_words,
                                     .areas = no_words,
                                     .road_layer = road_layers,
                                     .railways = 1u << RAIL_LAYER,
                                     .covering = 1u << WOODS | 1u << ORCHARD | 1u << VILLAGE | 1u << BUILDINGS |
                                                 1u << DENSE_FOREST,
                                     .hedges = 1u << HEDGEROW,
                                     .cover_height = 20,
                                     .height_step = 5,
                                     .flat_tops = true,
                                     .blank = &blank};

static const QuestionKind questions[ASKS] = {
    [ASK_SEQUENCE] = {"sequence", "Sequence of play", "2.1"},
    [ASK_SETUP] = {"setup", "Set-up", "III.1 III.2"},
    [ASK_FIRST] = {"first", "First or second", "2.0-1"},
    [ASK_ACTION] = {"action", "Action Phase", "2.2.12"},
    [ASK_WALK] = {"walk", "A move", "20.0-3"},
    [ASK_CYCLE] = {"cycle", "A trigger", "14.1"},
    [ASK_VOLLEY] = {"volley", "Fire", "14.0-1 14.0-4 22.0h"},
    [ASK_ATTACK] = {"attack", "A fire", "9.1"},
    [ASK_LOSS] = {"loss", "Step losses", "10.0f-1 10.0f-2 16.5a-2"},
    [ASK_CHECKER] = {"checker", "Morale Check", "16.2a-1"},
    [ASK_RETREAT] = {"falling-back", "A retreat", "16.5-2"},
    [ASK_PATH] = {"retreat", "Save Yourself Retreat", "16.5d 16.5e-1"},
    [ASK_EXCESS] = {"excess", "Too many in a hex", "5.0-2"},
    [ASK_ARRIVAL] = {"arrival", "Reinforcements", "2.2.10"},
    [ASK_COMBAT] = {"combat", "An Assault-style Combat", "22.0-1"},
    [ASK_STAND] = {"stand", "Stand or flee", "2.3.2"},
    [ASK_DISMOUNT] = {"dismount", "Dismounting", "22.0e"},
    [ASK_GO_ON] = {"go-on", "Another round", "2.3.6"},
    [ASK_ENTER] = {"enter", "The empty hex", "2.3.2"},
    [ASK_EXIT] = {"exit", "Leaving the hex", "23.0d-1"},
    [ASK_IMPLEMENT] = {"implement", "Implementation", "6.9f-1"},
    [ASK_CREATE] = {"create", "New Op Sheets", "6.8-1"},
    [ASK_TASKS] = {"tasks", "Task Organization", "6.13"},
    [ASK_RESERVES] = {"reserves", "Die Roll Checks", "6.14d-1"},
    [ASK_CENTRE] = {"centre", "Centre of unassigned units", "6.3a-1"},
    [ASK_LAY_MINES] = {"lay-mines", "Minefields", "21.1-3"},
    [ASK_MISSION] = {"mission", "An Artillery Mission", "17.6-1"},
    [ASK_HEXES] = {"hexes", "The barrage lands", "17.6-6"},
    [ASK_SORTIES] = {"sorties", "Sorties", "26.2"},
    [ASK_STRIKE] = {"strike", "A sortie", "26.1a"},
};

#define FIRING (IN(ASK_ACTION) | IN(ASK_VOLLEY))
#define WRITING (IN(ASK_CREATE) | IN(ASK_TASKS))
#define COMMANDING (IN(ASK_IMPLEMENT) | IN(ASK_CREATE) | IN(ASK_TASKS) | IN(ASK_RESERVES))

#define ONE_SHEET                             \
    {                                         \
        NULL, ARG_NUMBER, 1, 1, NULL, "sheet" \
    }
#define FORMATIONS                                                                                      \
    {                                                                                                   \
        "formation", ARG_NAME, 0, 12, NULL, "companies, battalions, regiments", .in_order = true,       \
                                                                                .list = LIST_FORMATIONS \
    }
#define UNITS(help_)                                                      \
    {                                                                     \
        "units", ARG_PIECE, 0, STACK, NULL, help_, .means = MEANS_OFF_MAP \
    }
#define RADIUS                                              \
    {                                                       \
        "radius", ARG_NUMBER, 1, 1, NULL, "hexes around it" \
    }
#define ALTERNATE                                                                            \
    {                                                                                        \
        "alternate", ARG_NUMBER, 0, 1, NULL, "of which alternate, instead of the first plan" \
    }
#define WAY_THERE                                                                                                  \
    {                                                                                                              \
        "axis", ARG_HEX, 0, DRAWING_HEXES - 1, NULL, "waypoints of the way there", .in_order = true, .drawn = true \
    }

static const char *const way_words[] = {"off-road", NULL}, *const fast_words[] = {"fast", NULL};

static const OrderKind orders[DOS] = {
    [DO_PLACE] = {"place",
                  "set a counter up elsewhere in its zone, or bring it in elsewhere if its entry is blocked",
                  "III.1 2.2.11",
                  IN(ASK_SETUP) | IN(ASK_ARRIVAL),
                  2,
                  {ONE_PIECE, ONE_HEX}},
    [DO_READY] = {"ready",
                  "finish the set-up, or what is being placed",
                  "III.2 21.1-3 2.2.22",
                  IN(ASK_SETUP) | IN(ASK_LAY_MINES) | IN(ASK_ARRIVAL),
                  0,
                  {{0}}},
    [DO_LEAD] = {"lead", "go first", "2.0-1", IN(ASK_FIRST), 0, {{0}}, .name = SAID("tcs.go-first")},
    [DO_FOLLOW] = {"follow", "go second", "2.0-1", IN(ASK_FIRST), 0, {{0}}, .name = SAID("tcs.go-second")},
    [DO_MOVE] = {"move",
                 "move counters that stand together; one alone follows roads where that is cheaper, unless told to "
                 "keep off them",
                 "20.0-1 20.0a-2 20.1c-1 20.1d-1",
                 IN(ASK_ACTION),
                 3,
                 {PIECES(STACK),
                  {NULL, ARG_WORD, 0, 1, way_words, "keep off roads and bridges"},
                  {NULL, ARG_PATH, 1, WALK, NULL, "hexes walked, one after the other"}}},
    [DO_MODE] = {"mode",
                 "go into Fire Mode or Move Mode",
                 "4.1-1 4.1-2 III.2",
                 IN(ASK_SETUP) | IN(ASK_ARRIVAL) | IN(ASK_ACTION),
                 2,
                 {PIECES(STACK), {NULL, ARG_WORD, 1, 1, mode_words, "mode"}},
                 .name = SAID("tcs.change-mode")},
    [DO_FIRE] = {"fire",
                 "make an Area Fire attack on a hex; mortars fire by a spotter, or by themselves if none of those "
                 "named can spot",
                 "11.0-3 13.0-2 14.0-2 25.2a-1",
                 FIRING,
                 3,
                 {{NULL, ARG_HEX, 1, 1, NULL, "hex fired at"},
                  {"by", ARG_PIECE, 1, STACK, NULL, "who fires"},
                  {"spotter", ARG_PIECE, 0, SPOTTERS, NULL, "who spots for mortars"}},
                 .name = SAID("tcs.fire-hex")},
    [DO_SHOOT] = {"shoot",
                  "make a Point Fire attack on one vehicle or gun",
                  "12.0-1 12.1a",
                  FIRING,
                  2,
                  {ONE_PIECE, {"at", ARG_PIECE, 1, 1, NULL, "target", .means = MEANS_ENEMY}},
                  .name = SAID("tcs.fire-target")},
    [DO_AT_ROLL] = {"at-roll",
                    "attack vehicles or guns next to infantry, one roll a step, each at another target",
                    "15.0-1 15.0-2",
                    FIRING,
                    2,
                    {ONE_PIECE, {"at", ARG_PIECE, 1, STACK, NULL, "targets", .means = MEANS_ENEMY}},
                    .name = SAID("tcs.make-roll")},
    [DO_SMOKE] = {"smoke",
                  "place a Smoke marker with a mortar of 80 mm or more, or an Infantry Gun of 100 mm or more",
                  "19.4-1 19.4-3 25.2c-1 25.4a",
                  IN(ASK_ACTION),
                  3,
                  {ONE_PIECE,
                   {"at", ARG_HEX, 1, 1, NULL, "hex"},
                   {"spotter", ARG_PIECE, 0, 1, NULL, "who spots for a mortar"}},
                  .name = SAID("tcs.lay-smoke")},
    [DO_ILLUM] = {"illum",
                  "place an Illum marker with a mortar of 80 mm or more, at night",
                  "25.2c-1 27.2a 19.4-3",
                  IN(ASK_ACTION),
                  2,
                  {ONE_PIECE, {"at", ARG_HEX, 1, 1, NULL, "hex"}},
                  .name = SAID("tcs.light-up-hex")},
    [DO_MISSION] = {"mission",
                    "call an Artillery Mission of one battery, or of three of a battalion",
                    "17.1-2 17.1b-1 17.2-1 17.3b 17.7",
                    IN(ASK_ACTION),
                    5,
                    {{NULL, ARG_NAME, 1, IN_A_BATTALION, NULL, "batteries", .any_order = true, .list = LIST_BATTERIES},
                     {NULL, ARG_WORD, 1, 1, shell_words, "ammunition"},
                     {NULL, ARG_WORD, 0, 1, fast_words, "three times the ammunition for twice the firepower"},
                     {"spotter", ARG_PIECE, 0, 1, NULL, "who spots; not for Illum"},
                     {"at", ARG_HEX, 1, 1, NULL, "target hex"}},
                    .name = SAID("tcs.call-artillery-mission")},
    [DO_DIRECT] = {"direct",
                   "fire a gun of on-map artillery at a hex it sees: a Battery marker of a Good Shoot",
                   "25.5b 25.5c",
                   FIRING,
                   2,
                   {ONE_PIECE, {"at", ARG_HEX, 1, 1, NULL, "hex fired at"}},
                   .name = SAID("tcs.fire-gun-directly")},
    [DO_RESOLVE] = {"resolve",
                    "say which hex the barrage strikes next",
                    "17.6-6",
                    IN(ASK_HEXES),
                    1,
                    {ONE_HEX},
                    .name = SAID("tcs.choose-next-hex")},
    [DO_CROSS] = {"cross",
                  "go into a minefield by force: 2 MPs more, and its mines strike whoever comes in",
                  "21.2 21.0d-1 21.0d-2",
                  IN(ASK_ACTION),
                  3,
                  {PIECES(STACK), {NULL, ARG_WORD, 0, 1, way_words, "keep off roads and bridges"}, ONE_HEX},
                  .name = SAID("tcs.go-through-mines")},
    [DO_BREACH] = {"breach",
                   "let infantry clear a lane through the minefield beside it: 3 MPs more than the hex",
                   "21.3-1 21.3a 21.0d-1",
                   IN(ASK_ACTION),
                   2,
                   {PIECES(STACK), ONE_HEX},
                   .name = SAID("tcs.breach-minefield")},
    [DO_LAY] =
        {"lay",
         "lay a minefield: another hex for one of those at the start, or by two platoons whose defence is prepared",
         "21.1-1 21.1-2 21.1-3",
         IN(ASK_SETUP) | IN(ASK_LAY_MINES),
         3,
         {ONE_HEX,
          {"from", ARG_HEX, 0, 1, NULL, "where the scenario offers it"},
          {"by", ARG_PIECE, 0, 2, NULL, "two platoons"}},
         .name = SAID("tcs.lay-minefield")},
    [DO_SORTIE] = {"sortie",
                   "place one of this turn's sorties",
                   "26.0-2 26.1c",
                   IN(ASK_SORTIES),
                   1,
                   {ONE_HEX},
                   .name = SAID("tcs.place-sortie")},
    [DO_STRIKE] = {"strike",
                   "let a sortie strike: its Area attack, or its attack on one vehicle or gun",
                   "26.1a 26.2",
                   IN(ASK_STRIKE),
                   2,
                   {ONE_HEX, {"at", ARG_PIECE, 0, 1, NULL, "vehicle or gun", .means = MEANS_ENEMY}},
                   .name = SAID("tcs.strike-sortie")},
    [DO_DONE] =
        {"done",
         "stop here: no more fire at this target hex, no answer, or nothing more in this step of the Command Phase",
         "13.1c-1 14.0-1 2.2.21",
         FIRING | COMMANDING,
         0,
         {{0}},
         .name = SAID("tcs.all")},
    [DO_LOSE] = {"lose",
                 "say who loses a step",
                 "10.0f-1 10.0f-2",
                 IN(ASK_LOSS),
                 1,
                 {ONE_PIECE_MEANING(MEANS_ANY_SIDE)},
                 .name = SAID("tcs.take-loss")},
    [DO_NAME] = {"name",
                 "say who checks morale for the stack",
                 "16.2a-1",
                 IN(ASK_CHECKER),
                 1,
                 {ONE_PIECE_MEANING(MEANS_OFF_MAP)}, /* one that has just died may check */
                 .name = SAID("tcs.say-checks")},
    [DO_RETREAT] = {"retreat",
                    "choose the way a Save Yourself Retreat takes",
                    "16.5d 16.5e-1",
                    IN(ASK_PATH),
                    1,
                    {{NULL, ARG_PATH, 1, 12, NULL, "hexes, one after the other"}}},
    [DO_SYR] = {"syr",
                "let a stack that has not moved make a Save Yourself Retreat by the die, instead of movement",
                "16.5g",
                IN(ASK_ACTION),
                2,
                {ONE_HEX, {"by", ARG_PIECE, 1, 1, NULL, "whose Morale counts"}},
                .name = SAID("tcs.run")},
    [DO_DESTROY] = {"destroy",
                    "give up a vehicle with its load, or a step of another unit, where there are too many",
                    "5.0-2",
                    IN(ASK_EXCESS),
                    1,
                    {ONE_PIECE},
                    .name = SAID("tcs.give-up-vehicle-step")},
    [DO_MOUNT] = {"mount",
                  "get on a carrier or be towed: 3 MPs for the carrier, 1 for each unit; a platoon may spread over "
                  "several vehicles",
                  "25.1a 25.1b-1 25.1e",
                  IN(ASK_SETUP) | IN(ASK_ARRIVAL) | IN(ASK_ACTION),
                  2,
                  {PIECES(STACK), {"on", ARG_PIECE, 1, CARRIERS, NULL, "what carries or tows them", .in_order = true}},
                  .name = SAID("tcs.mount-carrier")},
    [DO_DISMOUNT] = {"dismount",
                     "get off, or be unhitched: 3 MPs for the carrier, 1 for each unit",
                     "25.1b-1 22.0e",
                     IN(ASK_SETUP) | IN(ASK_ARRIVAL) | IN(ASK_ACTION) | IN(ASK_DISMOUNT),
                     1,
                     {PIECES(STACK)}},
    [DO_ASSAULT] = {"assault",
                    "send infantry that stood together when the phase began into an enemy hex, to fight for it",
                    "22.0-1 22.0-2 22.0a 20.0i",
                    IN(ASK_ACTION),
                    2,
                    {{NULL, ARG_HEX, 1, 1, NULL, "hex assaulted"}, {"by", ARG_PIECE, 1, STACK, NULL, "who assaults"}}},
    [DO_OVERRUN] = {"overrun",
                    "drive vehicles and carriers, with whoever rides on them, through an enemy hex for 3 MPs more: "
                    "they fight one round and leave it",
                    "23.0-1 23.0-2 23.0a 20.0i",
                    IN(ASK_ACTION),
                    2,
                    {{NULL, ARG_HEX, 1, 1, NULL, "hex overrun"}, {"by", ARG_PIECE, 1, STACK, NULL, "who overruns"}}},
    [DO_CONSOLIDATE] = {"consolidate",
                        "send vehicles and infantry, riding or on foot, into an enemy hex together, to fight for it",
                        "24.0-1 24.0a 24.0b-1 2.5.1",
                        IN(ASK_ACTION),
                        2,
                        {{NULL, ARG_HEX, 1, 1, NULL, "hex attacked"}, {"by", ARG_PIECE, 1, STACK, NULL, "who attacks"}},
                        .name = SAID("tcs.assault-vehicles-infantry")},
    [DO_EXIT] = {"exit",
                 "leave the hex that was overrun",
                 "23.0d-1 23.0d-2",
                 IN(ASK_EXIT),
                 1,
                 {ONE_HEX},
                 .name = SAID("tcs.leave-hex")},
    [DO_STAND] = {"stand", "fight for the hex", "2.3.2", IN(ASK_STAND), 0, {{0}}, .name = SAID("tcs.stand-fight")},
    [DO_FLEE] = {"flee",
                 "let all who can leave the hex before the attackers come in, by a Save Yourself Retreat",
                 "22.0-5",
                 IN(ASK_STAND),
                 1,
                 {{"by", ARG_PIECE, 1, 1, NULL, "whose Morale counts"}}},
    [DO_ENTER] = {"enter",
                  "go into the hex that the defender has left",
                  "2.3.2",
                  IN(ASK_ENTER),
                  0,
                  {{0}},
                  .name = SAID("tcs.enter-hex")},
    [DO_STAY] = {"stay",
                 "stay where they are",
                 "2.3.2 22.0e",
                 IN(ASK_ENTER) | IN(ASK_DISMOUNT),
                 0,
                 {{0}},
                 .name = SAID("tcs.stay-put")},
    [DO_GO_ON] = {"go-on", "fight another round", "2.3.6 2.3.7", IN(ASK_GO_ON), 0, {{0}}, .name = SAID("tcs.fight")},
    [DO_QUIT] = {"quit",
                 "let some or all of the attackers leave by a Save Yourself Retreat while the others fight on; "
                 "vehicles alone drive out of a Consolidated Assault",
                 "22.1c 24.0c",
                 IN(ASK_GO_ON),
                 2,
                 {PIECES(STACK), {"by", ARG_PIECE, 0, 1, NULL, "whose Morale counts"}},
                 .name = SAID("tcs.break-off")},
    [DO_END] = {"end", "end the phase", "2.2.12", IN(ASK_ACTION), 0, {{0}}, .name = SAID("tcs.end-phase")},
    [DO_SHEET] = {"sheet",
                  "begin a new Op Sheet",
                  "6.8-1 III.6-1",
                  IN(ASK_CREATE),
                  0,
                  {{0}},
                  .aside = true,
                  .name = SAID("tcs.begin-op-sheet")},
    [DO_ADD] = {"add",
                "begin additions to a sheet: of one in preparation they cost 3 weighted turns a new battalion, to one "
                "in force they join when they implement",
                "6.13c 6.13d",
                IN(ASK_TASKS),
                1,
                {ONE_SHEET},
                .name = SAID("tcs.add-sheet")},
    [DO_ASSIGN] =
        {"assign",
         "name a group of the sheet that is being written, with its one mission; what is drawn next belongs to it",
         "6.6-1 6.6-2 6.7-1 6.7a-1 6.7b",
         WRITING,
         3,
         {{NULL, ARG_WORD, 1, 1, mission_words, "mission"}, FORMATIONS, UNITS("counters")},
         .name = SAID("tcs.assign-units")},
    [DO_AXIS] = {"axis",
                 "draw the way of an attack or a move: waypoints joined by straight lines, and how far to either side "
                 "units may end their phases",
                 "6.5a-1 6.14c",
                 WRITING,
                 3,
                 {{NULL, ARG_HEX, 2, DRAWING_HEXES, NULL, "waypoints", .in_order = true, .drawn = true},
                  {"width", ARG_NUMBER, 0, 1, NULL, "hexes to either side; 5, or 3 at night"},
                  ALTERNATE},
                 .name = SAID("tcs.draw-axis")},
    [DO_OBJECTIVE] = {"objective",
                      "say what an attack is for",
                      "6.5a-1 6.6-3 6.14c",
                      WRITING,
                      3,
                      {ONE_HEX, RADIUS, ALTERNATE},
                      .name = SAID("tcs.set-objective")},
    [DO_AREA] = {"area",
                 "say where a defence or a reserve stays; several are zones to fall back through, in this order",
                 "6.5a-1 6.6-3",
                 WRITING,
                 2,
                 {ONE_HEX, RADIUS},
                 .name = SAID("tcs.draw-area")},
    [DO_PHASE_LINE] = {"phase-line",
                       "draw a line across the axis that is not passed before a turn",
                       "6.5a-1",
                       WRITING,
                       2,
                       {{NULL, ARG_HEX, 1, DRAWING_HEXES, NULL, "hexes of the line", .in_order = true, .drawn = true},
                        {"not-before", ARG_NUMBER, 1, 1, NULL, "turn"}},
                       .name = SAID("tcs.draw-phase-line")},
    [DO_PRELIMINARY] =
        {"preliminary",
         "say where the group gathers at once, before the sheet implements; it leaves the sheet it is under",
         "6.14a-1 6.14a-2",
         WRITING,
         2,
         {ONE_HEX, WAY_THERE},
         .name = SAID("tcs.say-where-gather")},
    [DO_FAILURE] = {"failure",
                    "say where the group falls back to if it fails; each group needs it",
                    "6.5c-1",
                    WRITING,
                    2,
                    {ONE_HEX, WAY_THERE},
                    .name = SAID("tcs.say-where-fall-back")},
    [DO_ISSUE] = {"issue",
                  "finish the sheet that is being written",
                  "6.8-2",
                  WRITING,
                  0,
                  {{0}},
                  .aside = true,
                  .name = SAID("tcs.finish-sheet")},
    [DO_TEAR_UP] = {"tear-up",
                    "throw away the sheet that is being written",
                    "6.8-2",
                    WRITING,
                    0,
                    {{0}},
                    .aside = true,
                    .name = SAID("tcs.tear-up-sheet")},
    [DO_LINE] = {"line",
                 "write a sheet as a single line without a graphic",
                 "6.15 6.15a",
                 IN(ASK_CREATE),
                 5,
                 {{NULL, ARG_WORD, 1, 1, mission_words, "mission"},
                  FORMATIONS,
                  UNITS("counters"),
                  {"objective", ARG_HEX, 0, OBJECTIVES_MOST, NULL, "what it is for"},
                  {"failure", ARG_HEX, 1, 1, NULL, "where they fall back to"}},
                 .name = SAID("tcs.write-line-sheet")},
    [DO_IMPLEMENT] = {"implement",
                      "roll on the Command Prep Table for a sheet in preparation; a Prepared Defense digs in where its "
                      "units stand",
                      "6.9f-1 6.9f-2 6.6-note",
                      IN(ASK_IMPLEMENT),
                      1,
                      {ONE_SHEET},
                      .name = SAID("tcs.try-implement")},
    [DO_SCRATCH] = {"scratch",
                    "strike units off a sheet",
                    "6.13a-2 6.13b",
                    IN(ASK_TASKS),
                    3,
                    {ONE_SHEET, FORMATIONS, UNITS("counters")},
                    .name = SAID("tcs.strike-units-off")},
    [DO_CANCEL] = {"cancel",
                   "call off a sheet in preparation; before the game, one that is offered",
                   "6.13b III.6-1",
                   WRITING,
                   1,
                   {ONE_SHEET},
                   .by_hand = true,
                   .name = SAID("tcs.call-off-sheet")},
    [DO_SUCCESS] = {"success",
                    "declare that a sheet in force has done its task",
                    "6.11",
                    IN(ASK_TASKS) | IN(ASK_ACTION),
                    1,
                    {ONE_SHEET},
                    .by_hand = true,
                    .name = SAID("tcs.declare-success")},
    [DO_FAIL] = {"fail",
                 "declare that a sheet in force, a group or some units of it fail: they are unassigned and fall back",
                 "6.12 6.12b 6.12c",
                 IN(ASK_TASKS) | IN(ASK_ACTION),
                 3,
                 {ONE_SHEET, {"group", ARG_NUMBER, 0, 1, NULL, "group"}, UNITS("counters of it")},
                 .by_hand = true,
                 .name = SAID("tcs.declare-failure")},
    [DO_FALL_BACK] = {"fall-back",
                      "let a defence give up its zone for the next one",
                      "6.6-3",
                      IN(ASK_ACTION),
                      2,
                      {ONE_SHEET, {"group", ARG_NUMBER, 1, 1, NULL, "group"}},
                      .name = SAID("tcs.give-up-zone")},
    [DO_COMMIT] = {"commit",
                   "draw what a reserve is to do, once and for all, and roll whether it is committed",
                   "6.14b-2 6.14b-3 6.14d-1",
                   IN(ASK_RESERVES),
                   8,
                   {ONE_SHEET,
                    {"group", ARG_NUMBER, 1, 1, NULL, "group"},
                    {NULL, ARG_WORD, 0, 1, mission_words, "mission"},
                    {"axis", ARG_HEX, 0, DRAWING_HEXES, NULL, "waypoints", .in_order = true, .drawn = true},
                    {"width", ARG_NUMBER, 0, 1, NULL, "hexes to either side"},
                    {"area", ARG_HEX, 0, 1, NULL, "where it defends"},
                    {"objective", ARG_HEX, 0, OBJECTIVES_MOST, NULL, "what it is for"},
                    {"radius", ARG_NUMBER, 0, 1, NULL, "hexes around each"}},
                   .name = SAID("tcs.commit-reserve")},
    [DO_SWITCH] = {"switch",
                   "roll whether a group goes over to one of its alternates",
                   "6.14c 6.14d-1",
                   IN(ASK_RESERVES),
                   3,
                   {ONE_SHEET, {"group", ARG_NUMBER, 1, 1, NULL, "group"}, {"to", ARG_NUMBER, 1, 1, NULL, "alternate"}},
                   .name = SAID("tcs.switch-alternate")},
    [DO_CAMP] = {"camp",
                 "set the centre of unassigned units, and where they retreat to when they have held out for 3 turns; "
                 "without units: of all who stand near enough",
                 "6.3a-1 6.3a-3 6.3a-4 6.3c-1 6.3c-2",
                 IN(ASK_CENTRE) | IN(ASK_CREATE),
                 3,
                 {ONE_HEX, UNITS("who"), {"retreat", ARG_HEX, 0, 1, NULL, "at least 10 hexes away"}},
                 .name = SAID("tcs.set-centre")},
    [DO_REDIRECT] = {"redirect",
                     "give new failure instructions to units that cannot avoid contact",
                     "6.12a-1",
                     IN(ASK_TASKS),
                     2,
                     {ONE_PIECE, {"to", ARG_HEX, 1, 1, NULL, "hex"}},
                     .name = SAID("tcs.change-where-fall-back")},
};

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

/* Who stands there alone, or held it last where that counts. */
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

static void stamps(const Scenario *scenario, const Position *view, uint64_t *pieces, GroundStamp *ground)
{
    const State *state = state_of(view);
    uint64_t plans = hash_bytes(1, state->plans, sizeof state->plans); /* what a counter's badges say of its orders */
    memset(pieces, 0, TCS_PIECES * sizeof *pieces);
    for (int piece = 0; piece < scenario->pieces; piece++)
        pieces[piece] = hash_bytes(plans, &state->unit[piece], sizeof *state->unit);
    for (int hex = 0; hex < scenario->map->spots; hex++) {
        uint64_t depth = plans;
        EACH_IN(piece, state, hex)
        pieces[piece] = hash_bytes(++depth, &state->unit[piece], sizeof *state->unit);
    }
    ground->marks = hash_bytes(state->sfa, state->barrage, sizeof state->barrage);
    ground->marks = hash_bytes(ground->marks, state->mine, sizeof state->mine);
    ground->marks = hash_bytes(ground->marks, state->flare, sizeof state->flare);
    ground->marks = hash_bytes(ground->marks, state->sortie, sizeof state->sortie);
    ground->marks = hash_bytes(ground->marks, &state->landing.barrage, sizeof state->landing.barrage);
    ground->control = hash_bytes(1, state->control, sizeof state->control);
    ground->control = hash_bytes(ground->control, state->occupied, sizeof state->occupied);
}

const System tcs_system = {
    BOOK_MEMBERS(tcs, TCS),
    ASK_MEMBERS,
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
    .imagine = tcs_imagine,
    .ventures = tcs_ventures,
};
