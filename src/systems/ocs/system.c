/* system.c — OCS as the program above sees it: its words and its orders, described once. No rule stands here. */
#include <string.h>

#include "core/hash.h"
#include "kit/slots.h"
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

static const QuestionKind questions[ASKS] = {
    [ASK_SEQUENCE] = {"sequence", "Sequence of play", "2.2"},
    [ASK_SETUP] = {"setup", "Set-up", "gc.3C1 gc.3C2"},
    [ASK_FIRST] = {"first", "First player", "2.3.I.5-2"},
    [ASK_MODES] = {"modes", "Modes", "5.3-1 5.4"},
    [ASK_RELEASE] = {"release", "Release of reserves", "5.7b-1"},
    [ASK_MOVEMENT] = {"movement", "Movement", "6.0-1 7.0-3"},
    [ASK_EXCESS] = {"excess", "Too many in a hex", "4.2-6"},
    [ASK_ATTACKS] = {"attacks", "Combat", "9.1a-1"},
    [ASK_COMBAT] = {"combat", "A combat", "9.2-1"},
    [ASK_RATING] = {"rating", "Action rating", "9.9-1"},
    [ASK_LOSS] = {"loss", "Step losses", "9.11-1"},
    [ASK_OPTION] = {"option", "Retreat or losses", "9.11-2"},
    [ASK_RETREAT] = {"falling-back", "A retreat", "9.13-1"},
    [ASK_WITHDRAW] = {"retreat", "Retreat", "9.13-1"},
    [ASK_ADVANCE] = {"advance", "Advance", "9.13c-1"},
    [ASK_EXPLOIT] = {"exploit", "Exploitation markers", "9.14-1"},
    [ASK_PAY] = {"pay", "Supply to be paid", "9.5-2 11.1b"},
    [ASK_DISPLACE] = {"displace", "What gets away", "11.8b-3"},
    [ASK_SUPPLY] = {"supply", "Supply levels", "11.4 11.5a-1"},
    [ASK_ATTRITION] = {"attrition", "Attrition", "11.4e-1"},
    [ASK_BARRAGES] = {"barrages", "Barrages", "9.6 12.4c-1 14.13"},
    [ASK_BARRAGE] = {"barrage", "A barrage", "12.4c-3"},
    [ASK_HIT] = {"hit", "Steps lost to a barrage", "ocs2.barrage-6"},
    [ASK_ANNOUNCE] = {"announce", "Answer to an overrun", "7.2 7.2a-1"},
    [ASK_ANSWER] = {"answer", "Barrage against an overrun", "7.2"},
    [ASK_FLIGHT] = {"flight", "A flight", "14.1c-2"},
    [ASK_INTERCEPT] = {"intercept", "Interception", "14.8-1"},
    [ASK_DOGFIGHT] = {"dogfight", "An air combat", "14.9-1"},
    [ASK_DECLINE] = {"decline", "Out of the combat over a base", "14.9e-1"},
    [ASK_ENGAGE] = {"engage", "A round of air combat", "14.9d-1"},
    [ASK_ROLLS] = {"rolls", "One of two rolls", "14.10b"},
    [ASK_VICTIM] = {"victim", "A step lost in the air", "14.10c"},
    [ASK_CARGO] = {"cargo", "Units lost in the air", "14.20c"},
    [ASK_HOME] = {"home", "Flights home", "14.6-1"},
    [ASK_REFIT] = {"refit", "Refit at a base", "14.17b"},
    [ASK_REFITS] = {"refits", "Air Unit Refit", "14.17a"},
    [ASK_EVACUATE] = {"evacuate", "Aircraft at a lost base", "9.16f-2"},
    [ASK_ARRIVALS] = {"arrivals", "Reinforcements", "2.3.I.3-1 12.6-1"},
    [ASK_REORGANIZE] = {"reorganize", "Replacement and reorganization", "2.3.I.4-1 12.5a-1"},
    [ASK_REVIVE] = {"revive", "A division raised again", "21.0f"},
    [ASK_UNMARK] = {"unmark", "Too few Reserve markers", "5.7-1"},
};

#define AT_HEX                                    \
    {                                             \
        "at", ARG_HEX, 1, 1, NULL, "hex attacked" \
    }

#define ON_TARGET                                            \
    {                                                        \
        "on", ARG_WORD, 1, 1, target_words, "kind of target" \
    }
#define AT_ALL_COSTS                                                                    \
    {                                                                                   \
        NULL, ARG_WORD, 0, 1, costs_words, "two rolls for twice the supply, no retreat" \
    }
#define CONVOYS_ALONG                                                                                           \
    {                                                                                                           \
        "convoys", ARG_NUMBER, 0, TAGGING_CONVOYS, NULL, "numbers of convoys that tag along", .any_order = true \
    }
#define FLOWN                                                             \
    {                                                                     \
        NULL, ARG_PATH, 1, WALK, NULL, "hexes flown, one after the other" \
    }
#define TO_HEX                                    \
    {                                             \
        "to", ARG_HEX, 1, 1, NULL, "hex flown to" \
    }
#define BY_WAY                                                                                 \
    {                                                                                          \
        "by", ARG_PATH, 0, WALK, NULL, "hexes flown first, one after the other; then straight" \
    }
#define WITH_UNITS                                                                                                \
    {                                                                                                             \
        "with", ARG_PIECE, 0, STACK, NULL, "units carried, those first that are to go on first", .in_order = true \
    }
#define WITH_TOKENS                                                      \
    {                                                                    \
        "supply", ARG_NUMBER, 0, 1, NULL, "tokens carried", .much = true \
    }

static const char *const along_words[] = {"vehicles", NULL};
static const char *const advantage_words[] = {"advantage", NULL};
static const char *const roll_words[] = {"first", "second", NULL};

#define CONVOY_TOKENS                                                    \
    {                                                                    \
        ONE_HEX, {NULL, ARG_NUMBER, 1, 1, NULL, "number of the convoy"}, \
        {                                                                \
            NULL, ARG_NUMBER, 1, 1, NULL, "tokens", .much = true         \
        }                                                                \
    }

static const OrderKind orders[DOS] = {
    [DO_PLACE] = {"place", "set a counter up elsewhere in its zone", "gc.3C1", IN(ASK_SETUP), 2, {ONE_PIECE, ONE_HEX}},
    [DO_READY] = {"ready", "finish the set-up", "gc.3C1", IN(ASK_SETUP), 0, {{0}}},
    [DO_LEAD] = {"lead", "go first in this turn", "2.3.I.5-2", IN(ASK_FIRST), 0, {{0}}, .name = SAID("ocs.go-first")},
    [DO_FOLLOW] =
        {"follow", "go second in this turn", "2.3.I.5-2", IN(ASK_FIRST), 0, {{0}}, .name = SAID("ocs.go-second")},
    [DO_TOP] = {"top",
                "put a counter on top of its stack, where the enemy sees it",
                "4.9",
                IN(ASK_SETUP) | IN(ASK_MODES) | IN(ASK_MOVEMENT),
                1,
                {ONE_PIECE},
                .arranging = true,
                .name = SAID("ocs.put-top")},
    [DO_MODE] = {"mode",
                 "choose a unit's mode",
                 "5.4 5.7-1 5.8-1 5.11-1",
                 IN(ASK_SETUP) | IN(ASK_MODES) | IN(ASK_MOVEMENT) | IN(ASK_ARRIVALS) | IN(ASK_REORGANIZE),
                 2,
                 {ONE_PIECE, {NULL, ARG_WORD, 1, 1, mode_words, "mode"}},
                 .name = SAID("ocs.choose-mode")},
    [DO_RELEASE] = {"release",
                    "take a unit out of Reserve to act now",
                    "5.7b-1",
                    IN(ASK_RELEASE),
                    1,
                    {ONE_PIECE},
                    .name = SAID("ocs.release-reserve")},
    [DO_MOVE] = {"move",
                 "move counters that stand together",
                 "6.0-2 6.1a 6.1c-1",
                 IN(ASK_MOVEMENT),
                 2,
                 {PIECES_MEANING(STACK, MEANS_OFF_MAP), WALK_OF(WALK)}},
    [DO_HALT] = {"halt",
                 "end a counter's movement for the phase",
                 "6.0-3",
                 IN(ASK_MOVEMENT),
                 1,
                 {ONE_PIECE},
                 .name = SAID("ocs.end-movement")},
    [DO_OVERRUN] = {"overrun",
                    "attack the next hex in the midst of movement, for 3 MPs",
                    "7.0-1 7.0-3 7.1a-1 7.1g-1 9.8",
                    IN(ASK_MOVEMENT),
                    5,
                    {PIECES(STACK),
                     AT_HEX,
                     AT_ALL_COSTS,
                     {"with", ARG_PIECE, 0, STACK, NULL, "units that tag along"},
                     CONVOYS_ALONG}},
    [DO_DESTROY] = {"destroy",
                    "give up a counter that is too many",
                    "4.2-6",
                    IN(ASK_EXCESS),
                    1,
                    {ONE_PIECE},
                    .name = SAID("ocs.give-up-counter")},
    [DO_ATTACK] = {"attack",
                   "attack an adjacent hex",
                   "9.0-1 9.1c-1 9.2-1 9.8",
                   IN(ASK_ATTACKS),
                   3,
                   {PIECES_MEANING(FORCE, MEANS_OFF_MAP), AT_HEX, AT_ALL_COSTS}},
    [DO_NAME] = {"name",
                 "say whose action rating counts",
                 "9.9-1",
                 IN(ASK_RATING),
                 1,
                 {ONE_PIECE_MEANING(MEANS_OFF_MAP)},
                 .name = SAID("ocs.say-whose-rating-counts")},
    [DO_LOSE] = {"lose",
                 "say who loses a step",
                 "9.9-3 9.12c-1 14.10c",
                 IN(ASK_LOSS) | IN(ASK_OPTION) | IN(ASK_HIT) | IN(ASK_VICTIM) | IN(ASK_CARGO) | IN(ASK_ATTRITION),
                 1,
                 {ONE_PIECE_MEANING(MEANS_OFF_MAP | MEANS_ANY_SIDE)},
                 .name = SAID("ocs.take-loss")},
    [DO_RETREAT] =
        {"retreat", "take what is left of the option as a retreat", "9.11-2 9.13-1", IN(ASK_OPTION), 0, {{0}}},
    [DO_STAND] = {"stand",
                  "ignore the option, the attacker having retreated",
                  "9.11b",
                  IN(ASK_OPTION),
                  0,
                  {{0}},
                  .name = SAID("ocs.stand-fast")},
    [DO_WITHDRAW] = {"withdraw",
                     "retreat a hex with counters that stand together",
                     "9.13-3 9.13-6",
                     IN(ASK_WITHDRAW),
                     4,
                     {PIECES(FORCE),
                      ONE_HEX,
                      {NULL, ARG_WORD, 0, 1, along_words, "attackers take their trucks and wagons along"},
                      CONVOYS_ALONG},
                     .name = SAID("ocs.retreat-hex-2")},
    [DO_ADVANCE] = {"advance",
                    "enter the hex that was cleared",
                    "9.13c-1 7.1g-4",
                    IN(ASK_ADVANCE),
                    2,
                    {{NULL, ARG_PIECE, 0, STACK, NULL, "counters", .means = MEANS_OFF_MAP}, CONVOYS_ALONG}},
    [DO_EXPLOIT] = {"exploit",
                    "mark units to exploit",
                    "9.14-1 9.14b",
                    IN(ASK_EXPLOIT),
                    1,
                    {PIECES(STACK)},
                    .name = SAID("ocs.mark-exploit")},
    [DO_STAY] = {"stay",
                 "do without: nobody advances, exploits or answers",
                 "9.13c-1 9.14b 7.2 14.8-2 14.9e-1 9.16f-2",
                 IN(ASK_ADVANCE) | IN(ASK_EXPLOIT) | IN(ASK_ANNOUNCE) | IN(ASK_INTERCEPT) | IN(ASK_DECLINE) |
                     IN(ASK_EVACUATE),
                 0,
                 {{0}},
                 .name = SAID("ocs.without")},
    [DO_PAY] = {"pay",
                "pay tokens from a dump, or from what vehicles carry",
                "9.5-2 11.1a-2 11.1b",
                IN(ASK_PAY),
                3,
                {ONE_HEX,
                 {NULL, ARG_WORD, 1, 1, store_words, "where the supply lies"},
                 {NULL, ARG_NUMBER, 1, 1, NULL, "tokens", .much = true}},
                .name = SAID("ocs.pay-supply")},
    [DO_ATTACH] = {"attach",
                   "count a unit with an HQ that throws to it",
                   "11.5a-2 12.1e-1",
                   IN(ASK_SUPPLY),
                   2,
                   {ONE_PIECE, {"to", ARG_PIECE, 1, 1, NULL, "HQ"}},
                   .name = SAID("ocs.count-hq")},
    [DO_DRAW] = {"draw",
                 "let a unit draw directly on a dump",
                 "11.5c-1 11.5c-2",
                 IN(ASK_SUPPLY),
                 3,
                 {ONE_PIECE, ONE_HEX, {NULL, ARG_WORD, 0, 1, level_words, "level, in edition 1"}},
                 .name = SAID("ocs.draw-dump")},
    [DO_FEED] = {"feed",
                 "pay for all who are counted with an HQ",
                 "11.4b 11.4c-3",
                 IN(ASK_SUPPLY),
                 2,
                 {ONE_PIECE, {NULL, ARG_WORD, 1, 1, level_words, "level"}},
                 .name = SAID("ocs.pay-through-hq")},
    [DO_ISSUE] = {"issue",
                  "pay for all who draw directly on a dump, each at the level it takes or all at one",
                  "11.5c-4",
                  IN(ASK_SUPPLY),
                  2,
                  {ONE_HEX, {NULL, ARG_WORD, 0, 1, level_words, "level of all"}},
                  .name = SAID("ocs.pay-dump")},
    [DO_SUSTAIN] = {"sustain",
                    "pay for a division, or for all of its group that are of none",
                    "ocs2.supply-2 ocs2.supply-5",
                    IN(ASK_SUPPLY),
                    1,
                    {ONE_PIECE},
                    .name = SAID("ocs.pay-group")},
    [DO_FUEL] = {"fuel",
                 "fuel a counter, its division, or all of no division around an HQ",
                 "ocs2.fuel-2 ocs2.fuel-3 ocs2.fuel-4",
                 IN(ASK_MOVEMENT),
                 2,
                 {ONE_PIECE, {NULL, ARG_WORD, 1, 1, fuel_words, "for whom"}},
                 .name = SAID("ocs.pay-fuel")},
    [DO_BLOW] = {"blow",
                 "blow up supply before the enemy takes it",
                 "11.8a-1 11.8a-3",
                 IN(ASK_MOVEMENT),
                 3,
                 {ONE_HEX,
                  {NULL, ARG_WORD, 1, 1, dump_words, "where the supply lies"},
                  {NULL, ARG_NUMBER, 1, 1, NULL, "tokens", .much = true}},
                 .name = SAID("ocs.blow-up-supplies")},
    [DO_DISPLACE] = {"displace",
                     "say where it gets away to",
                     "11.8b-3",
                     IN(ASK_DISPLACE),
                     1,
                     {ONE_HEX},
                     .name = SAID("ocs.say-where-gets-away")},
    [DO_FORM] = {"form",
                 "form vehicles into a convoy, with tokens of what they carry",
                 "12.2b-2",
                 IN(ASK_MOVEMENT),
                 4,
                 {ONE_HEX,
                  {NULL, ARG_WORD, 1, 1, vehicle_words, "kind of vehicles"},
                  {NULL, ARG_NUMBER, 1, 1, NULL, "points", .much = true},
                  {NULL, ARG_NUMBER, 1, 1, NULL, "tokens", .much = true}},
                 .name = SAID("ocs.form-convoy")},
    [DO_LOAD] = {"load", "let a convoy take supply up", "12.2b-1 12.2d", IN(ASK_MOVEMENT), 3, CONVOY_TOKENS,
                 .name = SAID("ocs.load-convoy")},
    [DO_UNLOAD] = {"unload", "let a convoy set supply down", "12.2d", IN(ASK_MOVEMENT), 3, CONVOY_TOKENS,
                   .name = SAID("ocs.unload-convoy")},
    [DO_DRIVE] = {"drive",
                  "move a convoy",
                  "12.2c-1",
                  IN(ASK_MOVEMENT),
                  3,
                  {ONE_HEX,
                   {NULL, ARG_NUMBER, 1, 1, NULL, "number of the convoy"},
                   {NULL, ARG_PATH, 1, WALK, NULL, "hexes driven through, one after the other"}},
                  .name = SAID("ocs.move-convoy")},
    [DO_MOTORIZE] = {"motorize",
                     "put a unit on truck points, or off them",
                     "13.0-2 13.0a 13.0b",
                     IN(ASK_REORGANIZE),
                     2,
                     {ONE_PIECE, {NULL, ARG_WORD, 1, 1, motor_words, "how far it is motorized"}},
                     .name = SAID("ocs.give-take-trucks")},
    [DO_ENTRAIN] = {"entrain",
                    "send a unit by rail",
                    "12.3a-1 12.3c-1",
                    IN(ASK_MOVEMENT),
                    2,
                    {ONE_PIECE, ONE_HEX},
                    .name = SAID("ocs.send-unit-rail")},
    [DO_FREIGHT] = {"freight",
                    "send supply or vehicles by rail",
                    "12.3a-1 13.0d-1",
                    IN(ASK_MOVEMENT),
                    5,
                    {ONE_HEX,
                     {NULL, ARG_WORD, 1, 1, cargo_words, "what"},
                     {NULL, ARG_NUMBER, 1, 1, NULL, "tokens or points", .much = true},
                     {"to", ARG_HEX, 1, 1, NULL, "hex"},
                     {NULL, ARG_WORD, 0, 1, riding_words, "vehicles loaded or empty, in edition 2"}},
                    .name = SAID("ocs.send-supplies-rail")},
    [DO_WRECK] = {"wreck",
                  "wreck the railroad in a unit's hex",
                  "12.3e-1",
                  IN(ASK_MOVEMENT),
                  1,
                  {ONE_PIECE},
                  .name = SAID("ocs.wreck-railroad")},
    [DO_REPAIR] = {"repair",
                   "mend the railroad in a repair unit's hex",
                   "12.3f-1",
                   IN(ASK_MOVEMENT),
                   1,
                   {ONE_PIECE},
                   .name = SAID("ocs.mend-railroad")},
    [DO_DIG] = {"dig",
                "build or improve a hedgehog",
                "17.0-1 17.0a",
                IN(ASK_REORGANIZE),
                1,
                {ONE_PIECE},
                .name = SAID("ocs.dig")},
    [DO_RAZE] = {"raze",
                 "give up the hedgehog of a hex just left; in Reorganization lower one by a level",
                 "17.0-2 2.3.I.4-2",
                 IN(ASK_MOVEMENT) | IN(ASK_ATTACKS) | IN(ASK_REORGANIZE),
                 1,
                 {ONE_HEX},
                 .name = SAID("ocs.give-up-hedgehog")},
    [DO_ENTER] = {"enter",
                  "let a unit that is due enter",
                  "12.6-2",
                  IN(ASK_ARRIVALS),
                  2,
                  {ONE_PIECE_MEANING(MEANS_OFF_MAP), ONE_HEX}},
    [DO_RECEIVE] = {"receive",
                    "place truck points and supply of the variable table",
                    "2.3.I.3-3",
                    IN(ASK_ARRIVALS),
                    1,
                    {ONE_HEX},
                    .name = SAID("ocs.place-come")},
    [DO_REBUILD] = {"rebuild",
                    "turn replacements into a step, or into a unit that was lost",
                    "12.5a-1 12.5a-2",
                    IN(ASK_REORGANIZE),
                    2,
                    {ONE_PIECE_MEANING(MEANS_OFF_MAP), ONE_HEX},
                    .name = SAID("ocs.rebuild-unit")},
    [DO_DETACH] = {"detach",
                   "make a Break-Down Regiment of a division's step",
                   "21.0a-1",
                   IN(ASK_REORGANIZE),
                   1,
                   {ONE_PIECE},
                   .name = SAID("ocs.break-down-division")},
    [DO_ABSORB] = {"absorb",
                   "take a Break-Down Regiment into a division: first the division, then the regiment",
                   "21.0b",
                   IN(ASK_REORGANIZE),
                   2,
                   {ONE_PIECE, {NULL, ARG_PIECE, 1, 1, NULL, "regiment"}},
                   .name = SAID("ocs.take-regiment-back")},
    [DO_END] = {"end",
                "end the phase or segment",
                "2.1-3",
                IN(ASK_MODES) | IN(ASK_RELEASE) | IN(ASK_MOVEMENT) | IN(ASK_ATTACKS) | IN(ASK_BARRAGES) |
                    IN(ASK_REFIT) | IN(ASK_SUPPLY) | IN(ASK_ARRIVALS) | IN(ASK_REORGANIZE),
                0,
                {{0}},
                .name = SAID("ocs.end-phase")},
    [DO_ANNOUNCE] = {"announce",
                     "announce that a barrage will answer the overrun; guns and aircraft are chosen after surprise",
                     "7.2 7.2a-1 9.17-5",
                     IN(ASK_ANNOUNCE),
                     0,
                     {{0}},
                     .name = SAID("ocs.announce-barrage")},
    [DO_STRIKE] =
        {"strike",
         "name aircraft that strike the hex they are over: flak fires first, then they are divided among targets",
         "14.12a-2 14.18b",
         IN(ASK_BARRAGES),
         2,
         {PIECES(FORCE), AT_HEX},
         .name = SAID("ocs.name-strike-aircraft")},
    [DO_BARRAGE] = {"barrage",
                    "strike a hex with guns, ships and the aircraft over it",
                    "9.6 12.4c-3 14.12-1 7.2",
                    IN(ASK_BARRAGES) | IN(ASK_ANSWER),
                    3,
                    {PIECES(FORCE), AT_HEX, ON_TARGET},
                    .name = SAID("ocs.fire-barrage")},
    [DO_FLY] = {"fly",
                "fly with aircraft that are together, to a base or a station",
                "14.1b-1 14.1c-1",
                IN(ASK_MOVEMENT),
                2,
                {PIECES(STACK), FLOWN},
                .name = SAID("ocs.fly-mission")},
    [DO_HIP_SHOOT] = {"hip-shoot",
                      "strike at once with aircraft that have just come over a hex",
                      "14.12d",
                      IN(ASK_MOVEMENT),
                      2,
                      {PIECES(FORCE), ON_TARGET},
                      .name = SAID("ocs.strike-once")},
    [DO_INTERCEPT] = {"intercept",
                      "send fighters against the aircraft under way",
                      "14.8-1 14.8-3",
                      IN(ASK_INTERCEPT),
                      1,
                      {PIECES(STACK)},
                      .name = SAID("ocs.send-fighters")},
    [DO_DECLINE] = {"decline",
                    "lie inactive at the base instead of fighting",
                    "14.9e-1",
                    IN(ASK_DECLINE),
                    1,
                    {PIECES(STACK)},
                    .name = SAID("ocs.stay-out-fight")},
    [DO_ENGAGE] = {"engage",
                   "say who fights the next round",
                   "14.9d-1 14.10 ocs2.adv-1",
                   IN(ASK_ENGAGE),
                   2,
                   {PIECES(2), {NULL, ARG_WORD, 0, 1, advantage_words, "with the advantage"}},
                   .name = SAID("ocs.choose-fights")},
    [DO_ACCEPT] = {"accept",
                   "say which of two rolls counts",
                   "14.10b",
                   IN(ASK_ROLLS),
                   1,
                   {{NULL, ARG_WORD, 1, 1, roll_words, "roll"}},
                   .name = SAID("ocs.choose-roll")},
    [DO_HOME] = {"home",
                 "fly to a base of yours and lie inactive there",
                 "14.6-1 14.6a-1 9.16f-2",
                 IN(ASK_HOME) | IN(ASK_EVACUATE) | IN(ASK_MOVEMENT),
                 3,
                 {PIECES(STACK), TO_HEX, BY_WAY},
                 .name = SAID("ocs.fly-home")},
    [DO_REFIT] = {"refit",
                  "make aircraft at the base active",
                  "14.17b",
                  IN(ASK_REFIT),
                  1,
                  {PIECES(FORCE)},
                  .name = SAID("ocs.make-aircraft-active")},
    [DO_COMBINE] = {"combine",
                    "make one full air unit of two reduced ones",
                    "14.1f",
                    IN(ASK_MOVEMENT) | IN(ASK_REFIT) | IN(ASK_MODES) | IN(ASK_RELEASE) | IN(ASK_BARRAGES) |
                        IN(ASK_ATTACKS) | IN(ASK_SUPPLY) | IN(ASK_ARRIVALS) | IN(ASK_REORGANIZE),
                    1,
                    {{NULL, ARG_PIECE, 2, 2, NULL, "counters"}},
                    .name = SAID("ocs.combine-air-units")},
    [DO_AIRLIFT] = {"airlift",
                    "carry supply tokens and units from base to base",
                    "14.20-1 14.20a",
                    IN(ASK_MOVEMENT),
                    5,
                    {PIECES(STACK), WITH_UNITS, WITH_TOKENS, TO_HEX, BY_WAY},
                    .name = SAID("ocs.carry-air")},
    [DO_DROP] = {"drop",
                 "drop supply tokens or airborne units",
                 "14.19-1 14.19b-1",
                 IN(ASK_MOVEMENT),
                 5,
                 {PIECES(STACK), WITH_UNITS, WITH_TOKENS, TO_HEX, BY_WAY},
                 .name = SAID("ocs.drop-air")},
    [DO_LAND] = {"land",
                 "return to the base below",
                 "14.6a-1",
                 IN(ASK_HOME),
                 1,
                 {PIECES(STACK)},
                 .name = SAID("ocs.land-base")},
    [DO_OPERATE] = {"operate",
                    "pay for the levels at which an air base can be used",
                    "15.0f-1 ocs2.special-4",
                    IN(ASK_SUPPLY),
                    2,
                    {ONE_HEX, {NULL, ARG_NUMBER, 1, 1, NULL, "levels"}},
                    .name = SAID("ocs.pay-air-base")},
    [DO_SAIL] = {"sail",
                 "move a ship",
                 "19.1-1",
                 IN(ASK_MOVEMENT),
                 2,
                 {ONE_PIECE, {NULL, ARG_PATH, 1, WALK, NULL, "hexes sailed, one after the other"}},
                 .name = SAID("ocs.move-ship")},
    [DO_BOARD] = {"board",
                  "go aboard a landing craft in a port or on a beach",
                  "20.0c",
                  IN(ASK_MOVEMENT),
                  2,
                  {PIECES(STACK), {"on", ARG_PIECE, 1, 1, NULL, "landing craft"}},
                  .name = SAID("ocs.go-aboard")},
    [DO_STOW] = {"stow",
                 "take supply aboard a landing craft",
                 "20.0c",
                 IN(ASK_MOVEMENT),
                 2,
                 {ONE_PIECE, {NULL, ARG_NUMBER, 1, 1, NULL, "tokens", .much = true}},
                 .name = SAID("ocs.load-supply-aboard")},
    [DO_DEBARK] = {"debark",
                   "unload a landing craft in a port or on a beach, all of it or part",
                   "19.3-4 20.0c",
                   IN(ASK_MOVEMENT),
                   3,
                   {ONE_PIECE,
                    {"with", ARG_PIECE, 0, STACK, NULL, "units set ashore, if not all", .means = MEANS_OFF_MAP},
                    {"supply", ARG_NUMBER, 0, 1, NULL, "tokens set ashore, if not all", .much = true}},
                   .name = SAID("ocs.unload-landing-craft")},
    [DO_SHIP] = {"ship",
                 "send a unit by sea from port to port",
                 "19.4 20.0a-1 20.0a-2",
                 IN(ASK_MOVEMENT),
                 2,
                 {ONE_PIECE, {"to", ARG_HEX, 1, 1, NULL, "port"}},
                 .name = SAID("ocs.send-unit-sea")},
    [DO_CONSIGN] = {"consign",
                    "send supply or vehicles by sea from port to port",
                    "19.4 20.0a-1",
                    IN(ASK_MOVEMENT),
                    5,
                    {ONE_HEX,
                     {NULL, ARG_WORD, 1, 1, cargo_words, "what"},
                     {NULL, ARG_NUMBER, 1, 1, NULL, "tokens or points", .much = true},
                     {"to", ARG_HEX, 1, 1, NULL, "port"},
                     {NULL, ARG_WORD, 0, 1, riding_words, "vehicles loaded or empty, in edition 2"}},
                    .name = SAID("ocs.send-supplies-sea")},
    [DO_RELAY] = {"relay",
                  "pass supply on from a station of trucks or wagons",
                  "12.2f",
                  IN(ASK_MOVEMENT),
                  4,
                  {ONE_HEX,
                   {NULL, ARG_WORD, 1, 1, vehicle_words, "kind of vehicles"},
                   {NULL, ARG_NUMBER, 1, 1, NULL, "tokens", .much = true},
                   {"to", ARG_HEX, 1, 1, NULL, "hex"}},
                  .name = SAID("ocs.pass-supplies")},
    [DO_BUILD] = {"build",
                  "build an air base or a level more of one",
                  "15.1",
                  IN(ASK_REORGANIZE),
                  1,
                  {ONE_HEX},
                  .name = SAID("ocs.build-air-base")},
    [DO_LOWER] = {"lower",
                  "give up a level of an air base",
                  "15.2",
                  IN(ASK_REORGANIZE),
                  1,
                  {ONE_HEX},
                  .name = SAID("ocs.give-up-base-level")},
    [DO_MEND] =
        {"mend", "mend a hit on a port", "20.0b-2", IN(ASK_REORGANIZE), 1, {ONE_HEX}, .name = SAID("ocs.mend-port")},
    [DO_DEMOLISH] = {"demolish",
                     "give a port of your own a hit",
                     "20.0b-3",
                     IN(ASK_REORGANIZE),
                     1,
                     {ONE_HEX},
                     .name = SAID("ocs.damage-port")},
    [DO_REVIVE] = {"revive",
                   "say which regiment becomes its division again",
                   "21.0f",
                   IN(ASK_REVIVE),
                   1,
                   {ONE_PIECE},
                   .name = SAID("ocs.raise-division-again")},
    [DO_UNMARK] = {"unmark",
                   "say which hex gives its Reserve marker up",
                   "5.7-1",
                   IN(ASK_UNMARK),
                   1,
                   {ONE_HEX},
                   .name = SAID("ocs.give-marker-up")},
    [DO_GATHER] = {"gather",
                   "lay counters of a division beneath its marker",
                   "12.7",
                   IN(ASK_SETUP) | IN(ASK_MODES) | IN(ASK_MOVEMENT),
                   1,
                   {PIECES(STACK)},
                   .arranging = true,
                   .name = SAID("ocs.put-under-marker")},
    [DO_SCATTER] = {"scatter",
                    "take a counter from beneath its division's marker",
                    "12.7",
                    IN(ASK_SETUP) | IN(ASK_MODES) | IN(ASK_MOVEMENT),
                    1,
                    {ONE_PIECE},
                    .arranging = true,
                    .name = SAID("ocs.take-marker")},
};

extern const Rule ocs_rules[];

/* What an order has killed may come back before the game goes on (21.0f); markers follow those beneath them (12.7). */
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

const System ocs_system = {
    BOOK_MEMBERS(ocs, OCS),
    ASK_MEMBERS,
    .title = "OCS",
    .about = SAID("ocs.operational-combat-series-battalions"),
    .edition = 7,
    .editions = editions,
    .fraction = QUARTERS,
    .value_meanings =
        {[AT_FOOT] = SAID("ocs.strength-action-rating-movement"), [AT_TOP_LEFT] = SAID("ocs.type-aircraft")},
    .out_of_turn = OCS_2_1_3,
    .when = ocs_when,
    .once = OCS_GC_3B,
    .cost = cost,
    .apply = apply,
    .mask_again = ocs_mask_again,
    .sight_size = OCS_SIGHT,
    .sight_lasts = true,
    .slots = OCS_SLOTS,
    .shuffle_hidden = ocs_shuffle_hidden,
    .imagine = ocs_imagine,
    .overlay = ocs_overlay,
    .trace = ocs_trace,
    .learned = ocs_learned,
    .facts = OCS_FACTS,
    .ventures = ocs_ventures,
};
