/* expect.c — what a lab script may expect of a WB-95 position, or of a side's view of it (docs/lab.md).
 *
 *     piece x hex 0506 cel 1 oos 2 mp 3.5 place waiting sp 4 def 3 state disorganised side soviet values 5/3-7 name "…"
 *     hex 0506 control soviet count 3 known 1 unknown 2 type INF 2 steps 3 cel 5 ff yes cm 1 town city top x
 *     hex 0506 zoc german 2 position 3
 *     bridge 0505/0506 up|down|pontoon|none [control SIDE|nobody]
 *     turn 3   phase 9   phasing german   over yes   winner soviet   track "18 April"   players 3
 *     air soviet left 30 reserve 10 missions 2   barrage soviet 10   pool german 5   score soviet 12   verdict "…"
 *     step foot 0505 0506 2.5   arrival x turn 3 zone D E   cels x y z 4   exited 12   counters 300   placed german 71
 *     neighbours 0505 …six   scale 3000   invariants
 *     table …, row … (lab_table.c)   mission …, missions … (lab_air.c)
 *
 * Pairs may follow each other on one line; all must hold. A line is read to its end whatever it says, so that a mistake
 * in it is reported even when it would not hold; `found` says what the first thing that differs is instead. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "systems/wb95/lab/lab.h"
#include "systems/wb95/load/load.h"

/* ---- counters -------------------------------------------------------------------------------- */

static void marks_are(Holds *holds, const Look *look)
{
    char words[180];
    Sentence mark[LOOK_BADGES];
    int marks = 0;
    for (int i = 0; i < look->badges; i++)
        if (wb95_signs[look->badge[i].sign].place != SIGN_HEAD) /* what is printed is no state */
            mark[marks++] = badge_words(wb95_signs, &look->badge[i]);
    say_all(holds->scenario, NULL, NULL, mark, marks, words, sizeof words);
    holds_text(holds, "what it is marked", words);
}

enum PieceKey {
    PIECE_HEX,
    PIECE_CEL,
    PIECE_OOS,
    PIECE_MP,
    PIECE_PLACE,
    PIECE_SP,
    PIECE_DEF,
    PIECE_STATE,
    PIECE_SIDE,
    PIECE_VALUES,
    PIECE_NAME,
    PIECE_FORMATION,
    PIECE_ARMY,
    PIECE_SYMBOL,
    PIECE_SIZE,
    PIECE_CLASS,
    PIECE_MORALE,
    PIECE_MARKS,
    PIECE_ZONE
};

static const char *const piece_keys[] = {"hex",   "cel",   "oos",    "mp",    "place",     "sp",   "def",
                                         "state", "side",  "values", "name",  "formation", "army", "symbol",
                                         "size",  "class", "morale", "marks", "zone",      NULL};

/* As printed, or as a viewer reads it. */
static void print_holds(Holds *holds, const Unit *unit, const Look *look, int key)
{
    const Kind *kind = &data_in(holds)->kind[unit->kind];
    char text[HEX_TEXT], print[LOOK_PLACES * 12];
    switch (key) {
    case PIECE_VALUES:
        holds_text(holds, "its print", look_print(look, print));
        break;
    case PIECE_NAME:
        holds_text(holds, "its name", look->name);
        break;
    case PIECE_FORMATION:
        holds_text(holds, "its formation", data_in(holds)->formation[kind->formation]);
        break;
    case PIECE_ARMY:
        holds_text(holds, "its army", data_in(holds)->army[kind->army]);
        break;
    case PIECE_SYMBOL:
        holds_text(holds, "its symbol", look->symbol);
        break;
    case PIECE_SIZE:
        holds_text(holds, "its size", kind->size);
        break;
    case PIECE_CLASS:
        holds_word(holds, "its class", class_words, kind->class);
        break;
    case PIECE_MORALE:
        holds_number(holds, "its morale limit", kind->morale);
        break;
    case PIECE_MARKS:
        marks_are(holds, look);
        break;
    default:
        holds_text(holds, "its zone",
                   unit->zone < data_in(holds)->zones ? zone_name(holds->scenario, unit->zone, text) : "scheduled");
        break;
    }
}

static void piece_pair(Holds *holds, Piece piece)
{
    const Unit *unit = &state_in(holds)->unit[piece];
    Look look;
    wb95_look(holds->scenario, &state_in(holds)->head, piece, &look);
    int key = words_word(&holds->words, "something of a counter", piece_keys);
    switch (key) {
    case -1:
        break;
    case PIECE_HEX:
        holds_hex(holds, "its hex", unit->hex);
        break;
    case PIECE_CEL:
        holds_number(holds, "its CEL", unit->cel);
        break;
    case PIECE_OOS:
        holds_number(holds, "its OoS level", unit->oos);
        break;
    case PIECE_MP:
        holds_points(holds, "its MP", unit->mp, MP);
        break;
    case PIECE_PLACE:
        holds_word(holds, "its place", lab_places, unit->place);
        break;
    case PIECE_SP:
        holds_number(holds, "its attack", attack_strength(data_in(holds), state_in(holds), piece, false));
        break;
    case PIECE_DEF:
        holds_number(holds, "its defence", defence_strength(data_in(holds), state_in(holds), piece));
        break;
    case PIECE_STATE:
        holds_state(holds, lab_states, unit->now);
        break;
    case PIECE_SIDE:
        holds_side(holds, "its side", unit->side);
        break;
    default:
        print_holds(holds, unit, &look, key);
        break;
    }
}

static void piece_holds(Holds *holds)
{
    Piece piece = words_piece(&holds->words);
    while (holds_next(holds))
        piece_pair(holds, piece);
}

/* ---- hexes ----------------------------------------------------------------------------------- */

typedef struct Count {
    int all, known, unknown, cel, steps, type[TYPES];
} Count;

static Count count_hex(const Holds *holds, Hex hex)
{
    Count count = {0};
    for (Piece piece = state_in(holds)->top[hex]; piece != NO_PIECE; piece = state_in(holds)->unit[piece].below) {
        const Unit *unit = &state_in(holds)->unit[piece];
        const Kind *kind = &data_in(holds)->kind[unit->kind];
        count.all++;
        count.known += !(kind->is & ANONYMOUS);
        count.unknown += kind->type == UNKNOWN;
        count.type[kind->type]++;
        count.cel += unit->cel;
        if (!(kind->is & ANONYMOUS) || unit->now & CEL_KNOWN)
            count.steps += unit->cel;
    }
    return count;
}

/* Counters of the side whose zone covers the hex. */
static int count_zones(const Holds *holds, int side, Hex hex)
{
    int count = 0;
    for (int piece = 0; piece < WB95_SLOTS; piece++)
        count += state_in(holds)->unit[piece].side == side &&
                 zone_covers(holds->scenario, state_in(holds), (Piece)piece, hex);
    return count;
}

enum HexKey {
    HEX_CONTROL,
    HEX_COUNT,
    HEX_KNOWN,
    HEX_UNKNOWN,
    HEX_STEPS,
    HEX_CEL,
    HEX_FF,
    HEX_CM,
    HEX_POSITION,
    HEX_TOWN,
    HEX_TOP,
    HEX_TYPE,
    HEX_ZOC
};

static const char *const hex_keys[] = {"control", "count",    "known", "unknown", "steps", "cel", "ff",
                                       "cm",      "position", "town",  "top",     "type",  "zoc", NULL};

/* `nobody` where the hex is empty, `unknown` where the viewer does not know the counter. */
static void top_is(Holds *holds, Hex hex)
{
    Piece top = state_in(holds)->top[hex];
    bool known = top < holds->scenario->pieces;
    const char *text = top == NO_PIECE ? "nobody" : known ? holds->scenario->piece_id[top] : "unknown";
    if (words_next_is(&holds->words, "nobody") || words_next_is(&holds->words, "unknown"))
        holds_text(holds, "its top counter", text);
    else if (words_piece(&holds->words) != top)
        holds_differ(holds, "its top counter is %s", text);
}

/* zoc SIDE N, type TYPE N */
static void hex_number(Holds *holds, Hex hex, int key, const Count *count)
{
    if (key == HEX_ZOC) {
        int side = words_side(&holds->words);
        holds_number(holds, "the number of zones", side == NO_SIDE ? 0 : count_zones(holds, side, hex));
    } else {
        int type = words_word(&holds->words, "a type of counter", type_words);
        holds_number(holds, "the number of that type", type < 0 ? 0 : count->type[type]);
    }
}

static void hex_pair(Holds *holds, Hex hex)
{
    static const char *const towns[] = {"none", "town", "city", NULL};
    int key = words_word(&holds->words, "something of a hex", hex_keys);
    if (key < 0)
        return;
    Count count = count_hex(holds, hex);
    switch (key) {
    case HEX_CONTROL:
        holds_side(holds, "its controller", controller(state_in(holds), hex));
        break;
    case HEX_COUNT:
        holds_number(holds, "the number of counters", count.all);
        break;
    case HEX_KNOWN:
        holds_number(holds, "the number of known counters", count.known);
        break;
    case HEX_UNKNOWN:
        holds_number(holds, "the number of counters of no known type", count.unknown);
        break;
    case HEX_STEPS:
        holds_number(holds, "the sum of known CELs", count.steps);
        break;
    case HEX_CEL:
        holds_number(holds, "the sum of CELs", count.cel);
        break;
    case HEX_FF:
        holds_yes(holds, "whether it is fortified", fortified(state_in(holds), hex));
        break;
    case HEX_CM:
        holds_number(holds, "its terrain CM", data_in(holds)->hex_cm[hex]);
        break;
    case HEX_POSITION:
        holds_number(holds, "the CM of its Fixed Position", data_in(holds)->position_cm[hex]);
        break;
    case HEX_TOWN:
        holds_word(holds, "its kind of town", towns, data_in(holds)->town[hex]);
        break;
    case HEX_TOP:
        top_is(holds, hex);
        break;
    default:
        hex_number(holds, hex, key, &count);
        break;
    }
}

static void hex_holds(Holds *holds)
{
    Hex hex = words_hex(&holds->words);
    while (holds_next(holds))
        hex_pair(holds, hex);
}

/* neighbours HEX HEX×6, clockwise from the north; - beyond the map */
static void neighbours_hold(Holds *holds)
{
    Hex hex = words_hex(&holds->words);
    for (int edge = 0; edge < EDGES && hex != NO_HEX; edge++)
        holds_hex(holds, "a neighbour", holds->scenario->map->next[hex][edge]);
}

static void bridge_holds(Holds *holds)
{
    enum { DOWN, UP, PONTOON_THERE, NONE };
    Hexside hexside = words_hexside(&holds->words);
    if (hexside == NO_HEXSIDE)
        return;
    uint16_t site = data_in(holds)->site[hexside_hex(hexside)][hexside_edge(hexside)];
    uint8_t is = site == 0xFFFF ? 0 : state_in(holds)->site[site];
    int owner = (is >> SITE_OWNER_SHIFT) - 1;
    holds_word(holds, "the state of the bridge", lab_bridges,
               site == 0xFFFF       ? NONE
               : is & SITE_PONTOON  ? PONTOON_THERE
               : is & SITE_STANDING ? UP
                                    : DOWN);
    holds->pairs = 1;
    if (holds_next(holds) && words_if(&holds->words, "control"))
        holds_side(holds, "its controller", owner < 0 ? NO_SIDE : owner);
}

/* ---- the game -------------------------------------------------------------------------------- */

/* air SIDE left|reserve|missions N … */
static void air_holds(Holds *holds)
{
    static const char *const keys[] = {"left", "reserve", "missions", NULL};
    int side = words_side(&holds->words), missions = 0;
    if (side == NO_SIDE)
        return;
    for (int i = 0; i < AIR_MISSIONS; i++)
        missions += state_in(holds)->air[i].sp && state_in(holds)->air[i].side == side;
    const int is[] = {state_in(holds)->air_left[side], state_in(holds)->air_reserve[side], missions};
    static const char *const what[] = {"what is left of its air SP", "its reserve of air SP", "the number of missions"};
    while (holds_next(holds)) {
        int key = words_word(&holds->words, "something of aircraft", keys);
        if (key >= 0)
            holds_number(holds, what[key], is[key]);
    }
}

static void barrage_holds(Holds *holds)
{
    int side = words_side(&holds->words);
    holds_number(holds, "its barrage ammunition", side == NO_SIDE ? 0 : state_in(holds)->barrage_left[side]);
}

static void pool_holds(Holds *holds)
{
    int side = words_side(&holds->words), left = 0;
    for (int i = 0; i < POOLS; i++)
        left += state_in(holds)->pool[i].side == side ? state_in(holds)->pool[i].left : 0;
    holds_number(holds, "what is left of its CMs", left);
}

static void placed_holds(Holds *holds)
{
    int side = words_side(&holds->words), count = 0;
    for (int piece = 0; piece < holds->scenario->pieces; piece++)
        count += state_in(holds)->unit[piece].place == ON_MAP && state_in(holds)->unit[piece].side == side;
    holds_number(holds, "the number of its counters on the map", count);
}

static void phase_holds(Holds *holds) { holds_number(holds, "the phase", state_in(holds)->head.phase); }
static void phasing_holds(Holds *holds) { holds_side(holds, "the phasing side", state_in(holds)->phasing); }
static void players_hold(Holds *holds) { holds_number(holds, "the number of players", data_in(holds)->players); }
static void exited_holds(Holds *holds) { holds_number(holds, "the CELs gone", state_in(holds)->exited_cel); }
/* step CLASS HEX HEX MP|no: off the road, unbridged */
static void step_holds(Holds *holds)
{
    int class = words_word(&holds->words, "a class of movement", class_words);
    Hex from = words_hex(&holds->words), to = words_hex(&holds->words);
    Edge edge = to == NO_HEX || from == NO_HEX ? EDGES : edge_between(&holds->scenario->map->grid, from, to);
    if (edge == EDGES)
        words_wrong(&holds->words, &holds->words.word[holds->words.at - 1], "these hexes do not touch");
    uint16_t cost = holds->words.wrong ? NEVER : data_in(holds)->step[class][from][edge];
    if (words_if(&holds->words, "no")) {
        if (cost != NEVER)
            holds_differ(holds, "the step is open");
        return;
    }
    Fraction wanted = words_fraction(&holds->words, "movement points, or `no`");
    if (cost == NEVER)
        holds_differ(holds, "the step is closed");
    else if (!fraction_is(wanted, cost, MP))
        holds_differ(holds, "the step is %d and %d/12", cost / MP, cost % MP);
}

static const Arrival *arrival_of(const Holds *holds, Piece piece)
{
    for (int i = 0; i < data_in(holds)->arrivals; i++)
        if (data_in(holds)->arrival[i].piece == piece)
            return &data_in(holds)->arrival[i];
    return NULL;
}

/* arrival COUNTER turn N zone Z… */
static void arrival_holds(Holds *holds)
{
    static const Arrival none;
    const Arrival *arrival = arrival_of(holds, words_piece(&holds->words));
    int zones = 0;
    if (!arrival)
        holds_differ(holds, "it comes by no date");
    arrival = arrival ? arrival : &none;
    words_keyword(&holds->words, "turn");
    holds_number(holds, "its turn", arrival->turn);
    words_keyword(&holds->words, "zone");
    do {
        char text[HEX_TEXT];
        holds_text(holds, "a zone",
                   zones < arrival->zones ? zone_name(holds->scenario, arrival->zone[zones], text) : "not there");
        zones++;
    } while (words_more(&holds->words));
    if (zones != arrival->zones)
        holds_differ(holds, "it has %d zones", arrival->zones);
}

/* cels COUNTER… N: CELs of several counters together */
static void cels_hold(Holds *holds)
{
    int cel = 0;
    do {
        Piece piece = words_piece(&holds->words);
        cel += piece == NO_PIECE ? 0 : state_in(holds)->unit[piece].cel;
    } while (holds->words.at + 1 < holds->words.count && words_more(&holds->words));
    holds_number(holds, "the sum of CELs", cel);
}

static const Expectation expectations[] = {
    {"piece", piece_holds},
    {"hex", hex_holds},
    {"neighbours", neighbours_hold},
    {"bridge", bridge_holds},
    {"air", air_holds},
    {"barrage", barrage_holds},
    {"pool", pool_holds},
    {"placed", placed_holds},
    {"phase", phase_holds},
    {"phasing", phasing_holds},
    {"players", players_hold},
    {"exited", exited_holds},
    {"table", table_holds},
    {"row", row_holds},
    {"step", step_holds},
    {"arrival", arrival_holds},
    {"cels", cels_hold},
    {"mission", mission_holds},
    {"missions", missions_hold},
    {NULL, NULL},
};

bool wb95_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200])
{
    return holds_line(scenario, position, line, found, expectations);
}
