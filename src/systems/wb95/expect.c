/* expect.c — what a lab script may expect of a WB-95 position, or of a side's view of it (docs/lab.md).
 *
 *     piece x hex 0506 cel 1 oos 2 mp 3.5 place waiting sp 4 def 3 state disorganised side soviet values 5/3-7 name "…"
 *     hex 0506 control soviet count 3 known 1 unknown 2 type INF 2 steps 3 cel 5 ff yes cm 1 town city top x
 *     hex 0506 zoc german 2 position 3
 *     bridge 0505/0506 up|down|pontoon|none [control SIDE|nobody]
 *     turn 3   phase 9   phasing german   over yes   winner soviet   track "18 April"   players 3
 *     air soviet left 30 reserve 10 missions 2   barrage soviet 10   pool german 5   score soviet 12   verdict "…"
 *     step foot 0505 0506 2.5   arrival x turn 3 zone D E   cels x y z 4   exited 12   counters 300   placed german 71
 *     neighbours 0505 …six   scale 3000   sound
 *     table …, row … (lab_table.c)   mission …, missions … (lab_air.c)
 *
 * Pairs may follow each other on one line; all must hold. A line is read to its end whatever it says, so that a
 * mistake in it is told even when it would not hold; `found` says what the first thing that differs is instead. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "systems/wb95/lab.h"
#include "systems/wb95/load.h"

enum { NUMBER_MOST = 99999 };

const char *const lab_answers[] = {"no", "yes", NULL};

/* ---- comparing --------------------------------------------------------------------------------- */

void differs(Holds *holds, const char *format, ...)
{
    va_list arguments;
    if (holds->differs || holds->words.wrong)
        return;
    holds->differs = true;
    va_start(arguments, format);
    vsnprintf(holds->found, 200, format, arguments);
    va_end(arguments);
}

void number_is(Holds *holds, const char *what, long number)
{
    if (words_number(&holds->words, what, 0, NUMBER_MOST) != number)
        differs(holds, "%s is %ld", what, number);
}

void text_is(Holds *holds, const char *what, const char *text)
{
    Field wanted = words_any(&holds->words, what);
    if (!field_is(&wanted, text))
        differs(holds, "%s is %s", what, text);
}

void word_is(Holds *holds, const char *what, const char *const *known, int index)
{
    if (words_word(&holds->words, what, known) != index)
        differs(holds, "%s is %s", what, known[index]);
}

void side_is(Holds *holds, const char *what, int side)
{
    int wanted = words_if(&holds->words, "nobody") ? NO_SIDE : words_side(&holds->words);
    if (wanted != side)
        differs(holds, "%s is %s", what, side < holds->scenario->sides ? holds->scenario->side_word[side] : "nobody");
}

void hex_is(Holds *holds, const char *what, Hex hex)
{
    char text[HEX_TEXT];
    Hex wanted = words_if(&holds->words, "-") ? NO_HEX : words_hex(&holds->words);
    if (wanted != hex)
        differs(holds, "%s is %s", what, hex_print(&holds->scenario->map->grid, hex, text));
}

void points_are(Holds *holds, const char *what, int twelfths)
{
    if (!fraction_is(words_fraction(&holds->words, what), twelfths, MP))
        differs(holds, "%s is %d and %d/12", what, twelfths / MP, twelfths % MP);
}

bool next_pair(Holds *holds)
{
    if (holds->pairs++ && holds->denied && words_more(&holds->words))
        words_wrong(&holds->words, words_next(&holds->words), "`no` denies one thing: write a line for each");
    return words_more(&holds->words) || (holds->pairs == 1 && !holds->words.wrong);
}

/* ---- counters -------------------------------------------------------------------------------- */

static void state_holds(Holds *holds, const Unit *unit)
{
    int state = take_state(&holds->words);
    if (state >= 0 && !(unit->now & lab_states[state].state))
        differs(holds, "it is not %s", lab_states[state].word);
}

static void marks_are(Holds *holds, const Look *look)
{
    char words[180];
    say_all(holds->scenario, NULL, NULL, look->mark, look->marks, words, sizeof words);
    text_is(holds, "what it is marked", words);
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
    const Kind *kind = &holds->data->kind[unit->kind];
    char text[HEX_TEXT];
    switch (key) {
    case PIECE_VALUES:
        text_is(holds, "its print", look->values);
        break;
    case PIECE_NAME:
        text_is(holds, "its name", look->name);
        break;
    case PIECE_FORMATION:
        text_is(holds, "its formation", holds->data->formation[kind->formation]);
        break;
    case PIECE_ARMY:
        text_is(holds, "its army", holds->data->army[kind->army]);
        break;
    case PIECE_SYMBOL:
        text_is(holds, "its symbol", look->symbol);
        break;
    case PIECE_SIZE:
        text_is(holds, "its size", kind->size);
        break;
    case PIECE_CLASS:
        word_is(holds, "its class", class_words, kind->class);
        break;
    case PIECE_MORALE:
        number_is(holds, "its morale limit", kind->morale);
        break;
    case PIECE_MARKS:
        marks_are(holds, look);
        break;
    default:
        text_is(holds, "its zone",
                unit->zone < holds->data->zones ? zone_name(holds->scenario, unit->zone, text) : "scheduled");
        break;
    }
}

static void piece_pair(Holds *holds, Piece piece)
{
    const Unit *unit = &holds->state->unit[piece];
    Look look;
    wb95_look(holds->scenario, &holds->state->head, piece, &look);
    int key = words_word(&holds->words, "something of a counter", piece_keys);
    switch (key) {
    case -1:
        break;
    case PIECE_HEX:
        hex_is(holds, "its hex", unit->hex);
        break;
    case PIECE_CEL:
        number_is(holds, "its CEL", unit->cel);
        break;
    case PIECE_OOS:
        number_is(holds, "its OoS level", unit->oos);
        break;
    case PIECE_MP:
        points_are(holds, "its MP", unit->mp);
        break;
    case PIECE_PLACE:
        word_is(holds, "its place", lab_places, unit->place);
        break;
    case PIECE_SP:
        number_is(holds, "its attack", attack_strength(holds->data, holds->state, piece, false));
        break;
    case PIECE_DEF:
        number_is(holds, "its defence", defence_strength(holds->data, holds->state, piece));
        break;
    case PIECE_STATE:
        state_holds(holds, unit);
        break;
    case PIECE_SIDE:
        side_is(holds, "its side", unit->side);
        break;
    default:
        print_holds(holds, unit, &look, key);
        break;
    }
}

static void piece_holds(Holds *holds)
{
    Piece piece = words_piece(&holds->words);
    while (next_pair(holds))
        piece_pair(holds, piece);
}

/* ---- hexes ----------------------------------------------------------------------------------- */

typedef struct Count {
    int all, known, unknown, cel, steps, type[TYPES];
} Count;

static Count count_hex(const Holds *holds, Hex hex)
{
    Count count = {0};
    for (Piece piece = holds->state->top[hex]; piece != NO_PIECE; piece = holds->state->unit[piece].below) {
        const Unit *unit = &holds->state->unit[piece];
        const Kind *kind = &holds->data->kind[unit->kind];
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
        count +=
            holds->state->unit[piece].side == side && zone_covers(holds->scenario, holds->state, (Piece)piece, hex);
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
    Piece top = holds->state->top[hex];
    bool known = top < holds->scenario->pieces;
    const char *text = top == NO_PIECE ? "nobody" : known ? holds->scenario->piece_id[top] : "unknown";
    if (words_next_is(&holds->words, "nobody") || words_next_is(&holds->words, "unknown"))
        text_is(holds, "its top counter", text);
    else if (words_piece(&holds->words) != top)
        differs(holds, "its top counter is %s", text);
}

/* zoc SIDE N, type TYPE N */
static void hex_number(Holds *holds, Hex hex, int key, const Count *count)
{
    if (key == HEX_ZOC) {
        int side = words_side(&holds->words);
        number_is(holds, "the number of zones", side == NO_SIDE ? 0 : count_zones(holds, side, hex));
    } else {
        int type = words_word(&holds->words, "a type of counter", type_words);
        number_is(holds, "the number of that type", type < 0 ? 0 : count->type[type]);
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
        side_is(holds, "its controller", controller(holds->state, hex));
        break;
    case HEX_COUNT:
        number_is(holds, "the number of counters", count.all);
        break;
    case HEX_KNOWN:
        number_is(holds, "the number of known counters", count.known);
        break;
    case HEX_UNKNOWN:
        number_is(holds, "the number of counters of no known type", count.unknown);
        break;
    case HEX_STEPS:
        number_is(holds, "the sum of known CELs", count.steps);
        break;
    case HEX_CEL:
        number_is(holds, "the sum of CELs", count.cel);
        break;
    case HEX_FF:
        word_is(holds, "whether it is fortified", lab_answers, fortified(holds->state, hex));
        break;
    case HEX_CM:
        number_is(holds, "its terrain CM", holds->data->hex_cm[hex]);
        break;
    case HEX_POSITION:
        number_is(holds, "the CM of its Fixed Position", holds->data->position_cm[hex]);
        break;
    case HEX_TOWN:
        word_is(holds, "its kind of town", towns, holds->data->town[hex]);
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
    while (next_pair(holds))
        hex_pair(holds, hex);
}

/* neighbours HEX HEX×6, clockwise from the north; - beyond the map */
static void neighbours_hold(Holds *holds)
{
    Hex hex = words_hex(&holds->words);
    for (int edge = 0; edge < EDGES && hex != NO_HEX; edge++)
        hex_is(holds, "a neighbour", holds->scenario->map->next[hex][edge]);
}

static void bridge_holds(Holds *holds)
{
    enum { DOWN, UP, PONTOON_THERE, NONE };
    Hexside hexside = words_hexside(&holds->words);
    if (hexside == NO_HEXSIDE)
        return;
    uint16_t site = holds->data->site[hexside_hex(hexside)][hexside_edge(hexside)];
    uint8_t is = site == 0xFFFF ? 0 : holds->state->site[site];
    int owner = (is >> SITE_OWNER_SHIFT) - 1;
    word_is(holds, "the state of the bridge", lab_bridges,
            site == 0xFFFF       ? NONE
            : is & SITE_PONTOON  ? PONTOON_THERE
            : is & SITE_STANDING ? UP
                                 : DOWN);
    holds->pairs = 1;
    if (next_pair(holds) && words_if(&holds->words, "control"))
        side_is(holds, "its controller", owner < 0 ? NO_SIDE : owner);
}

/* ---- the game -------------------------------------------------------------------------------- */

/* Whether the text holds the words that come next. */
static void says(Holds *holds, const char *what, const char *text)
{
    char wanted[200];
    words_string(&holds->words, what, wanted, sizeof wanted);
    if (!strstr(text, wanted))
        differs(holds, "%s is \"%.150s\"", what, text);
}

static void score_holds(Holds *holds)
{
    static _Thread_local Score score;
    int side = words_side(&holds->words);
    victory_score(holds->scenario, holds->state, &score);
    long wanted = words_number(&holds->words, "the score", -NUMBER_MOST, NUMBER_MOST);
    if (side != NO_SIDE && wanted != score.points[side])
        differs(holds, "the score is %ld", (long)score.points[side]);
}

static void verdict_holds(Holds *holds)
{
    static _Thread_local Score score;
    char verdict[SAY_TEXT];
    victory_score(holds->scenario, holds->state, &score);
    say(holds->scenario, NULL, NULL, &score.verdict, verdict, sizeof verdict);
    says(holds, "the verdict", verdict);
}

static void track_holds(Holds *holds)
{
    char track[SAY_TEXT];
    Sentence parts[TRACK_PARTS];
    int count = wb95_track(holds->scenario, &holds->state->head, parts, TRACK_PARTS);
    say_all(holds->scenario, NULL, NULL, parts, count, track, sizeof track);
    says(holds, "the track", track);
}

/* air SIDE left|reserve|missions N … */
static void air_holds(Holds *holds)
{
    static const char *const keys[] = {"left", "reserve", "missions", NULL};
    int side = words_side(&holds->words), missions = 0;
    if (side == NO_SIDE)
        return;
    for (int i = 0; i < AIR_MISSIONS; i++)
        missions += holds->state->air[i].sp && holds->state->air[i].side == side;
    const int is[] = {holds->state->air_left[side], holds->state->air_reserve[side], missions};
    static const char *const what[] = {"what is left of its air SP", "its reserve of air SP", "the number of missions"};
    while (next_pair(holds)) {
        int key = words_word(&holds->words, "something of aircraft", keys);
        if (key >= 0)
            number_is(holds, what[key], is[key]);
    }
}

static void barrage_holds(Holds *holds)
{
    int side = words_side(&holds->words);
    number_is(holds, "its barrage ammunition", side == NO_SIDE ? 0 : holds->state->barrage_left[side]);
}

static void pool_holds(Holds *holds)
{
    int side = words_side(&holds->words), left = 0;
    for (int i = 0; i < POOLS; i++)
        left += holds->state->pool[i].side == side ? holds->state->pool[i].left : 0;
    number_is(holds, "what is left of its CMs", left);
}

static void placed_holds(Holds *holds)
{
    int side = words_side(&holds->words), count = 0;
    for (int piece = 0; piece < holds->scenario->pieces; piece++)
        count += holds->state->unit[piece].place == ON_MAP && holds->state->unit[piece].side == side;
    number_is(holds, "the number of its counters on the map", count);
}

static void turn_holds(Holds *holds) { number_is(holds, "the turn", holds->state->head.turn); }
static void phase_holds(Holds *holds) { number_is(holds, "the phase", holds->state->head.phase); }
static void phasing_holds(Holds *holds) { side_is(holds, "the phasing side", holds->state->phasing); }
static void over_holds(Holds *holds)
{
    word_is(holds, "whether the game is over", lab_answers, holds->state->head.over != 0);
}
static void winner_holds(Holds *holds) { side_is(holds, "the winner", holds->state->head.winner); }
static void players_hold(Holds *holds) { number_is(holds, "the number of players", holds->data->players); }
static void exited_holds(Holds *holds) { number_is(holds, "the CELs gone", holds->state->exited_cel); }
static void scale_holds(Holds *holds) { number_is(holds, "the metres of a hex", holds->scenario->map->scale); }
static void counters_hold(Holds *holds) { number_is(holds, "the number of counters", holds->scenario->pieces); }

/* step CLASS HEX HEX MP|no: off the road, unbridged */
static void step_holds(Holds *holds)
{
    int class = words_word(&holds->words, "a class of movement", class_words);
    Hex from = words_hex(&holds->words), to = words_hex(&holds->words);
    Edge edge = to == NO_HEX || from == NO_HEX ? EDGES : edge_between(&holds->scenario->map->grid, from, to);
    if (edge == EDGES)
        words_wrong(&holds->words, &holds->words.word[holds->words.at - 1], "these hexes do not touch");
    uint16_t cost = holds->words.wrong ? NEVER : holds->data->step[class][from][edge];
    if (words_if(&holds->words, "no")) {
        if (cost != NEVER)
            differs(holds, "the step is open");
        return;
    }
    Fraction wanted = words_fraction(&holds->words, "movement points, or `no`");
    if (cost == NEVER)
        differs(holds, "the step is closed");
    else if (!fraction_is(wanted, cost, MP))
        differs(holds, "the step is %d and %d/12", cost / MP, cost % MP);
}

static const Arrival *arrival_of(const Holds *holds, Piece piece)
{
    for (int i = 0; i < holds->data->arrivals; i++)
        if (holds->data->arrival[i].piece == piece)
            return &holds->data->arrival[i];
    return NULL;
}

/* arrival COUNTER turn N zone Z… */
static void arrival_holds(Holds *holds)
{
    static const Arrival none;
    const Arrival *arrival = arrival_of(holds, words_piece(&holds->words));
    int zones = 0;
    if (!arrival)
        differs(holds, "it comes by no date");
    arrival = arrival ? arrival : &none;
    words_keyword(&holds->words, "turn");
    number_is(holds, "its turn", arrival->turn);
    words_keyword(&holds->words, "zone");
    do {
        char text[HEX_TEXT];
        text_is(holds, "a zone",
                zones < arrival->zones ? zone_name(holds->scenario, arrival->zone[zones], text) : "not there");
        zones++;
    } while (words_more(&holds->words));
    if (zones != arrival->zones)
        differs(holds, "it has %d zones", arrival->zones);
}

/* cels COUNTER… N: CELs of several counters together */
static void cels_hold(Holds *holds)
{
    int cel = 0;
    do {
        Piece piece = words_piece(&holds->words);
        cel += piece == NO_PIECE ? 0 : holds->state->unit[piece].cel;
    } while (holds->words.at + 1 < holds->words.count && words_more(&holds->words));
    number_is(holds, "the sum of CELs", cel);
}

static void sound_holds(Holds *holds)
{
    char why[200] = "";
    if (!wb95_sound(holds->scenario, &holds->state->head, why))
        differs(holds, "%s", why);
}

static const struct Expectation {
    const char *word;
    void (*holds)(Holds *holds);
} expectations[] = {
    {"piece", piece_holds},      {"hex", hex_holds},         {"neighbours", neighbours_hold},
    {"bridge", bridge_holds},    {"score", score_holds},     {"verdict", verdict_holds},
    {"air", air_holds},          {"barrage", barrage_holds}, {"pool", pool_holds},
    {"placed", placed_holds},    {"turn", turn_holds},       {"phase", phase_holds},
    {"phasing", phasing_holds},  {"over", over_holds},       {"winner", winner_holds},
    {"players", players_hold},   {"exited", exited_holds},   {"counters", counters_hold},
    {"track", track_holds},      {"table", table_holds},     {"row", row_holds},
    {"step", step_holds},        {"arrival", arrival_holds}, {"cels", cels_hold},
    {"sound", sound_holds},      {"scale", scale_holds},     {"mission", mission_holds},
    {"missions", missions_hold},
};

bool wb95_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200])
{
    Holds holds = {.scenario = scenario,
                   .data = data_of(scenario),
                   .state = state_of(position),
                   .words = words_of(scenario, line),
                   .denied = line->denied,
                   .found = found};
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++)
        if (field_is(line->word, expectations[i].word)) {
            expectations[i].holds(&holds);
            return words_end(&holds.words) && !holds.differs;
        }
    words_wrong(&holds.words, line->word, "this is nothing that can be expected");
    return false;
}
