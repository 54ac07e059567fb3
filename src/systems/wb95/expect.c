/* expect.c — what a lab script may expect of a WB-95 position, or of a side's view of it (docs/lab.md).
 *
 *     piece x hex 0506 cel 1 oos 2 mp 3.5 place waiting sp 4 def 3 state disorganised side soviet values 5/3-7 name "…"
 *     hex 0506 control soviet count 3 known 1 unknown 2 type INF 2 steps 3 cel 5 ff yes cm 1 town city top x
 *     hex 0506 zoc german 2 position 3
 *     bridge 0505/0506 up|down|pontoon [control SIDE|nobody]
 *     turn 3   phase 9   phasing german   over yes   winner soviet   track "18 April"   players 3
 *     air soviet left 30 reserve 10 missions 2   barrage soviet 10   pool german 5   score soviet 12   verdict "…"
 *     table combat 3 3:1 "• / D3 -1"   row objects 4 "D D - …"   step foot 0505 0506 2.5   arrival x turn 3 zone D E
 *     cels x y z 4   exited 12   counters 300   placed german 71   neighbours 0505 …six   scale 3000   sound
 *
 * Pairs may follow each other on one line; all must hold. `found` says what the first that does not is instead. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "systems/wb95/lab.h"
#include "systems/wb95/load.h"

typedef struct Holds {
    const Scenario *scenario;
    const Wb95 *data;
    const State *state;
    const Field *word;
    int count;
    char *found;
} Holds;

#define FAIL(...) return snprintf(holds->found, 200, __VA_ARGS__), false

static bool text_is(Holds *holds, const Field *wanted, const char *what, const char *text)
{
    if (field_is(wanted, text))
        return true;
    FAIL("%s is %s", what, text);
}

static bool number_is(Holds *holds, const Field *wanted, const char *what, long number)
{
    char text[24];
    snprintf(text, sizeof text, "%ld", number);
    return text_is(holds, wanted, what, text);
}

/* Movement points in twelfths against "3", "3.5" or "10/3". */
static bool points_are(Holds *holds, const Field *wanted, const char *what, int twelfths)
{
    char text[16] = "", *end;
    memcpy(text, wanted->text, wanted->length < 15 ? wanted->length : 15);
    long whole = strtol(text, &end, 10), value = whole * MP;
    if (*end == '/')
        value = whole * MP / strtol(end + 1, NULL, 10);
    else if (!strcmp(end, ".5"))
        value += MP / 2;
    if (value == twelfths)
        return true;
    FAIL("%s is %d and %d/12", what, twelfths / MP, twelfths % MP);
}

static const char *side_text(const Holds *holds, int side)
{
    return side < holds->scenario->sides ? holds->scenario->side_word[side] : "nobody";
}

/* ---- counters -------------------------------------------------------------------------------- */

static bool state_holds(Holds *holds, Piece piece, const Field *wanted)
{
    for (int i = 0; lab_states[i].word; i++)
        if (field_is(wanted, lab_states[i].word)) {
            if (holds->state->unit[piece].now & lab_states[i].state)
                return true;
            FAIL("it is not %s", lab_states[i].word);
        }
    FAIL("%.*s is no state of a counter", (int)wanted->length, wanted->text);
}

static bool marks_are(Holds *holds, const Field *wanted, const Look *look)
{
    char words[180];
    say_all(holds->scenario, NULL, NULL, look->mark, look->marks, words, sizeof words);
    return text_is(holds, wanted, "it is marked", words);
}

static bool piece_pair(Holds *holds, Piece piece, const Field *key, const Field *wanted)
{
    const Unit *unit = &holds->state->unit[piece];
    const Kind *kind = &holds->data->kind[unit->kind];
    char text[HEX_TEXT];
    Look look;
    wb95_look(holds->scenario, &holds->state->head, piece, &look);
    if (field_is(key, "hex"))
        return text_is(holds, wanted, "its hex", hex_print(&holds->scenario->map->grid, unit->hex, text));
    if (field_is(key, "cel"))
        return number_is(holds, wanted, "its CEL", unit->cel);
    if (field_is(key, "oos"))
        return number_is(holds, wanted, "its OoS level", unit->oos);
    if (field_is(key, "mp"))
        return points_are(holds, wanted, "its MP", unit->mp);
    if (field_is(key, "place"))
        return text_is(holds, wanted, "its place", lab_places[unit->place]);
    if (field_is(key, "sp"))
        return number_is(holds, wanted, "its attack", attack_strength(holds->data, holds->state, piece, false));
    if (field_is(key, "def"))
        return number_is(holds, wanted, "its defence", defence_strength(holds->data, holds->state, piece));
    if (field_is(key, "state"))
        return state_holds(holds, piece, wanted);
    if (field_is(key, "side"))
        return text_is(holds, wanted, "its side", side_text(holds, unit->side));
    if (field_is(key, "values"))
        return text_is(holds, wanted, "its print", look.values);
    if (field_is(key, "name"))
        return text_is(holds, wanted, "its name", look.name);
    if (field_is(key, "formation"))
        return text_is(holds, wanted, "its formation", holds->data->formation[kind->formation]);
    if (field_is(key, "army"))
        return text_is(holds, wanted, "its army", holds->data->army[kind->army]);
    if (field_is(key, "symbol"))
        return text_is(holds, wanted, "its symbol", look.symbol);
    if (field_is(key, "size"))
        return text_is(holds, wanted, "its size", kind->size);
    if (field_is(key, "class"))
        return text_is(holds, wanted, "its class", class_words[kind->class]);
    if (field_is(key, "morale"))
        return number_is(holds, wanted, "its morale limit", kind->morale);
    if (field_is(key, "marks"))
        return marks_are(holds, wanted, &look);
    if (field_is(key, "zone"))
        return text_is(holds, wanted, "its zone",
                       unit->zone < holds->data->zones ? zone_name(holds->scenario, unit->zone, text) : "scheduled");
    FAIL("%.*s is nothing to expect of a counter", (int)key->length, key->text);
}

static bool piece_holds(Holds *holds)
{
    Piece piece = holds->count > 2 ? lab_piece(holds->scenario, &holds->word[1]) : NO_PIECE;
    if (piece == NO_PIECE)
        FAIL("write: piece COUNTER KEY VALUE …");
    for (int i = 2; i + 1 < holds->count; i += 2)
        if (!piece_pair(holds, piece, &holds->word[i], &holds->word[i + 1]))
            return false;
    return true;
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

/* Keys of two words: `type INF 2`, `zoc german 1`. Returns how many fields were used, 0 when they do not hold. */
static int hex_triple(Holds *holds, Hex hex, int at)
{
    const Field *word = &holds->word[at];
    if (at + 2 >= holds->count)
        return 0;
    int type = lab_word(&word[1], type_words), side = lab_side(holds->scenario, &word[1]);
    if (field_is(word, "type") && type >= 0)
        return number_is(holds, &word[2], "the number of that type", count_hex(holds, hex).type[type]) ? 3 : 0;
    if (field_is(word, "zoc") && side >= 0)
        return number_is(holds, &word[2], "the number of zones", count_zones(holds, side, hex)) ? 3 : 0;
    snprintf(holds->found, 200, "write: type TYPE N, or zoc SIDE N");
    return 0;
}

static bool hex_pair(Holds *holds, Hex hex, const Field *key, const Field *wanted)
{
    static const char *const towns[] = {"none", "town", "city"};
    Count count = count_hex(holds, hex);
    Piece top = holds->state->top[hex];
    if (field_is(key, "control"))
        return text_is(holds, wanted, "its controller", side_text(holds, controller(holds->state, hex)));
    if (field_is(key, "count"))
        return number_is(holds, wanted, "the number of counters", count.all);
    if (field_is(key, "known"))
        return number_is(holds, wanted, "the number of known counters", count.known);
    if (field_is(key, "unknown"))
        return number_is(holds, wanted, "the number of counters of no known type", count.unknown);
    if (field_is(key, "steps"))
        return number_is(holds, wanted, "the sum of known CELs", count.steps);
    if (field_is(key, "cel"))
        return number_is(holds, wanted, "the sum of CELs", count.cel);
    if (field_is(key, "ff"))
        return text_is(holds, wanted, "its fortification", fortified(holds->state, hex) ? "yes" : "no");
    if (field_is(key, "cm"))
        return number_is(holds, wanted, "its terrain CM", holds->data->hex_cm[hex]);
    if (field_is(key, "position"))
        return number_is(holds, wanted, "the CM of its Fixed Position", holds->data->position_cm[hex]);
    if (field_is(key, "town"))
        return text_is(holds, wanted, "its town", towns[holds->data->town[hex]]);
    if (field_is(key, "top"))
        return text_is(holds, wanted, "its top counter",
                       top < holds->scenario->pieces ? holds->scenario->piece_id[top] : "unknown");
    FAIL("%.*s is nothing to expect of a hex", (int)key->length, key->text);
}

static bool hex_holds(Holds *holds)
{
    Hex hex;
    if (holds->count < 4 || !lab_hex(holds->scenario, &holds->word[1], &hex))
        FAIL("write: hex HEX KEY VALUE …");
    for (int i = 2; i + 1 < holds->count;) {
        if (field_is(&holds->word[i], "type") || field_is(&holds->word[i], "zoc")) {
            int used = hex_triple(holds, hex, i);
            if (!used)
                return false;
            i += used;
            continue;
        }
        if (!hex_pair(holds, hex, &holds->word[i], &holds->word[i + 1]))
            return false;
        i += 2;
    }
    return true;
}

/* neighbours HEX HEX×6, clockwise from the north; - beyond the map */
static bool neighbours_hold(Holds *holds)
{
    Hex hex;
    if (holds->count != 2 + EDGES || !lab_hex(holds->scenario, &holds->word[1], &hex))
        FAIL("write: neighbours HEX and six hexes");
    for (int edge = 0; edge < EDGES; edge++) {
        char text[HEX_TEXT];
        if (!text_is(holds, &holds->word[2 + edge], "a neighbour",
                     hex_print(&holds->scenario->map->grid, holds->scenario->map->next[hex][edge], text)))
            return false;
    }
    return true;
}

static bool bridge_holds(Holds *holds)
{
    Hexside hexside;
    if (holds->count < 3 ||
        !hexside_parse(&holds->scenario->map->grid, holds->word[1].text, holds->word[1].length, &hexside))
        FAIL("write: bridge HEX/HEX up|down|pontoon|none [control SIDE]");
    uint16_t site = holds->data->site[hexside_hex(hexside)][hexside_edge(hexside)];
    uint8_t is = site == 0xFFFF ? 0 : holds->state->site[site];
    const char *text = is & SITE_PONTOON ? "pontoon" : is & SITE_STANDING ? "up" : "down";
    if (site == 0xFFFF)
        text = "none";
    if (!text_is(holds, &holds->word[2], "the bridge", text))
        return false;
    int owner = (is >> SITE_OWNER_SHIFT) - 1;
    return holds->count < 5 ||
           text_is(holds, &holds->word[4], "its controller", owner < 0 ? "nobody" : side_text(holds, owner));
}

/* ---- the game -------------------------------------------------------------------------------- */

static bool score_holds(Holds *holds)
{
    static _Thread_local Score score;
    victory_score(holds->scenario, holds->state, &score);
    if (field_is(holds->word, "verdict")) {
        char wanted[120] = "";
        memcpy(wanted, holds->word[1].text, holds->word[1].length < 119 ? holds->word[1].length : 119);
        char verdict[180];
        say(holds->scenario, NULL, NULL, &score.verdict, verdict, sizeof verdict);
        if (!strstr(verdict, wanted))
            FAIL("the verdict is \"%s\"", verdict);
        return true;
    }
    int side = holds->count > 2 ? lab_side(holds->scenario, &holds->word[1]) : -1;
    if (side < 0)
        FAIL("write: score SIDE POINTS");
    return number_is(holds, &holds->word[2], "the score", score.points[side]);
}

static bool air_holds(Holds *holds)
{
    int side = holds->count > 3 ? lab_side(holds->scenario, &holds->word[1]) : -1;
    if (side < 0)
        FAIL("write: air SIDE left|reserve|missions N");
    int missions = 0;
    for (int i = 0; i < AIR_MISSIONS; i++)
        missions += holds->state->air[i].sp && holds->state->air[i].side == side;
    for (int i = 2; i + 1 < holds->count; i += 2) {
        const Field *key = &holds->word[i];
        int number = field_is(key, "left")      ? holds->state->air_left[side]
                     : field_is(key, "reserve") ? holds->state->air_reserve[side]
                                                : missions;
        if (!number_is(holds, key + 1, "that", number))
            return false;
    }
    return true;
}

static bool track_holds(Holds *holds)
{
    char track[200], wanted[100] = "";
    Sentence parts[TRACK_PARTS];
    int count = wb95_track(holds->scenario, &holds->state->head, parts, TRACK_PARTS);
    say_all(holds->scenario, NULL, NULL, parts, count, track, sizeof track);
    memcpy(wanted, holds->word[1].text, holds->word[1].length < 99 ? holds->word[1].length : 99);
    if (strstr(track, wanted))
        return true;
    FAIL("the track says \"%.170s\"", track);
}

static int pool_left(const Holds *holds, int side)
{
    int left = 0;
    for (int i = 0; i < POOLS; i++)
        left += holds->state->pool[i].side == side ? holds->state->pool[i].left : 0;
    return left;
}

static int placed(const Holds *holds, int side)
{
    int count = 0;
    for (int piece = 0; piece < holds->scenario->pieces; piece++)
        count += holds->state->unit[piece].place == ON_MAP && holds->state->unit[piece].side == side;
    return count;
}

/* barrage SIDE N, pool SIDE N, placed SIDE N */
static bool side_number_holds(Holds *holds)
{
    int side = holds->count > 2 ? lab_side(holds->scenario, &holds->word[1]) : -1;
    if (side < 0)
        FAIL("write: barrage|pool|placed SIDE N");
    int number = field_is(holds->word, "barrage") ? holds->state->barrage_left[side]
                 : field_is(holds->word, "pool")  ? pool_left(holds, side)
                                                  : placed(holds, side);
    return number_is(holds, &holds->word[2], "that", number);
}

static bool game_holds(Holds *holds)
{
    const State *state = holds->state;
    const Field *key = &holds->word[0], *wanted = &holds->word[1];
    if (holds->count < 2)
        FAIL("expected a value");
    if (field_is(key, "turn"))
        return number_is(holds, wanted, "the turn", state->head.turn);
    if (field_is(key, "phase"))
        return number_is(holds, wanted, "the phase", state->head.phase);
    if (field_is(key, "phasing"))
        return text_is(holds, wanted, "the phasing side", side_text(holds, state->phasing));
    if (field_is(key, "over"))
        return text_is(holds, wanted, "the end", state->head.over ? "yes" : "no");
    if (field_is(key, "winner"))
        return text_is(holds, wanted, "the winner", side_text(holds, state->head.winner));
    if (field_is(key, "players"))
        return number_is(holds, wanted, "the number of players", holds->data->players);
    if (field_is(key, "exited"))
        return number_is(holds, wanted, "the CELs gone", state->exited_cel);
    if (field_is(key, "scale"))
        return number_is(holds, wanted, "the metres of a hex", holds->scenario->map->scale);
    if (field_is(key, "counters"))
        return number_is(holds, wanted, "the number of counters", holds->scenario->pieces);
    return track_holds(holds);
}

/* ---- tables ---------------------------------------------------------------------------------- */

static void print_result(Result result, char letter, char *out, size_t room)
{
    size_t length = 0;
    out[0] = '\0';
    if (result.retreat)
        length += (size_t)snprintf(out + length, room - length, "%c%d", letter, result.retreat);
    if (result.loss)
        length += (size_t)snprintf(out + length, room - length, "%s-%d", length ? " " : "", result.loss);
    if (result.disorganised)
        length += (size_t)snprintf(out + length, room - length, "%sD", length ? " " : "");
    if (result.test)
        length += (size_t)snprintf(out + length, room - length, "%s•", length ? " " : "");
    if (!length)
        snprintf(out, room, "-");
}

static void print_points(uint16_t twelfths, char *out, size_t room)
{
    if (twelfths == NEVER)
        snprintf(out, room, "no");
    else if (twelfths % MP == 0)
        snprintf(out, room, "%d", twelfths / MP);
    else
        snprintf(out, room, "1/%d", MP / twelfths);
}

/* The cell as the table's text would have it; false when there is no such row or column. */
static bool print_cell(const Wb95 *data, const char *table, int row, int column, char *out, size_t room)
{
    char half[24];
    if (!strcmp(table, "combat") && row < ROWS_2K6 && column < COLUMNS) {
        print_result(data->combat[row][column][0], 'A', out, room);
        print_result(data->combat[row][column][1], 'D', half, sizeof half);
        snprintf(out + strlen(out), room - strlen(out), " / %s", half);
    } else if (!strcmp(table, "air_attack") && row < 6 && column < ROWS_2K6) {
        print_result(data->air_attack[row][column], 0, out, room);
    } else if (!strcmp(table, "artillery_fire") && row < 6 && column < ROWS_2K6) {
        print_result(data->artillery_fire[row][column], 0, out, room);
    } else if (!strcmp(table, "objects") && row < 6 && column < ROWS_2K6) {
        snprintf(out, room, "%s", data->objects[row][column] ? "D" : "-");
    } else if (!strcmp(table, "terrain") && row < GROUNDS && column < 3) {
        print_points(data->ground_cost[row][column], out, room);
    } else if (!strcmp(table, "terrain") && row < GROUNDS && column == 3) {
        snprintf(out, room, "%d", data->ground_cm[row]);
    } else if (!strcmp(table, "nations") && row < NATIONS && column < 2) {
        snprintf(out, room, "%d", column ? data->supply_mp[row] : data->hq_range[row]);
    } else if (!strcmp(table, "dice") && row < 6 && column < 2) {
        snprintf(out, room, "%d", column ? data->supply_mission[row + 1] : data->crossing_loss[row + 1]);
    } else if (!strcmp(table, "morale") && row < MORALES && column == 0) {
        snprintf(out, room, "%d", data->morale_limit[row]);
    } else if (!strcmp(table, "entry_delay") && row < 10 && column == 0) {
        snprintf(out, room, "%d%s", data->entry_delays[row], data->entry_half[row] ? " or half" : "");
    } else {
        return false;
    }
    return true;
}

static const struct TableWords {
    const char *name;
    const char *rows[GROUNDS + 1], *columns[COLUMNS + 1];
} table_words[] = {
    {"combat",
     {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"},
     {"1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1", "10:1"}},
    {"air_attack",
     {"1-2", "3-5", "6-8", "9-12", "13-16", "17+"},
     {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}},
    {"artillery_fire",
     {"1-2", "3-5", "6-8", "9-12", "13-16", "17+"},
     {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}},
    {"objects",
     {"1-2", "3-5", "6-8", "9-12", "13-16", "17+"},
     {"2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}},
    {"terrain",
     {"clear", "forest", "hills", "stream", "nysa_elbe", "swamp", "city", "town", "secondary_route", "main_route",
      "motorway", "lake"},
     {"trucked", "tracked", "non_motorized", "combat_cm"}},
    {"nations", {"German", "Soviet", "Polish", "American", "British", "German-ally"}, {"hq_range", "supply_mp"}},
    {"dice", {"1", "2", "3", "4", "5", "6"}, {"crossing_loss", "supply_mission"}},
    {"morale",
     {"SS", "Wehrmacht", "Volkssturm", "German-ally", "American", "British", "Guards", "Polish", "Soviet"},
     {"limit"}},
    {"entry_delay", {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, {"delays"}},
};

/* row TABLE ROW CELL…: a whole row, in the order of its columns */
static bool row_holds(Holds *holds)
{
    for (size_t table = 0; holds->count > 3 && table < sizeof table_words / sizeof *table_words; table++) {
        const struct TableWords *words = &table_words[table];
        int row = lab_word(&holds->word[2], words->rows);
        if (!field_is(&holds->word[1], words->name) || row < 0)
            continue;
        int columns = 0;
        while (words->columns[columns])
            columns++;
        if (holds->count - 3 != columns)
            FAIL("the row has %d cells, not %d", columns, holds->count - 3);
        for (int column = 0; column < columns; column++) {
            char cell[40], what[80];
            print_cell(holds->data, words->name, row, column, cell, sizeof cell);
            snprintf(what, sizeof what, "the cell under %s", words->columns[column]);
            if (!text_is(holds, &holds->word[3 + column], what, cell))
                return false;
        }
        return true;
    }
    FAIL("write: row TABLE ROW CELL…");
}

/* table TABLE ROW COLUMN CELL */
static bool table_holds(Holds *holds)
{
    for (size_t table = 0; holds->count == 5 && table < sizeof table_words / sizeof *table_words; table++) {
        const struct TableWords *words = &table_words[table];
        int row = lab_word(&holds->word[2], words->rows), column = lab_word(&holds->word[3], words->columns);
        char cell[40];
        if (field_is(&holds->word[1], words->name) && row >= 0 && column >= 0 &&
            print_cell(holds->data, words->name, row, column, cell, sizeof cell))
            return text_is(holds, &holds->word[4], "the cell", cell);
    }
    FAIL("write: table TABLE ROW COLUMN CELL");
}

/* step CLASS HEX HEX MP: off the road, unbridged */
static bool step_holds(Holds *holds)
{
    Hex from, to;
    int class = holds->count == 5 ? lab_word(&holds->word[1], class_words) : -1;
    if (class < 0 || !lab_hex(holds->scenario, &holds->word[2], &from) ||
        !lab_hex(holds->scenario, &holds->word[3], &to))
        FAIL("write: step CLASS HEX HEX MP");
    Edge edge = edge_between(&holds->scenario->map->grid, from, to);
    if (edge == EDGES)
        FAIL("these hexes do not touch");
    uint16_t cost = holds->data->step[class][from][edge];
    if (cost == NEVER || field_is(&holds->word[4], "no"))
        return text_is(holds, &holds->word[4], "the step", cost == NEVER ? "no" : "open");
    return points_are(holds, &holds->word[4], "the step", cost);
}

/* arrival COUNTER turn N zone Z… */
static bool arrival_holds(Holds *holds)
{
    Piece piece = holds->count > 5 ? lab_piece(holds->scenario, &holds->word[1]) : NO_PIECE;
    for (int i = 0; i < holds->data->arrivals && piece != NO_PIECE; i++) {
        const Arrival *arrival = &holds->data->arrival[i];
        if (arrival->piece != piece)
            continue;
        if (!number_is(holds, &holds->word[3], "its turn", arrival->turn))
            return false;
        if (arrival->zones != holds->count - 5)
            FAIL("it has %d zones", arrival->zones);
        for (int zone = 0; zone < arrival->zones; zone++) {
            char text[HEX_TEXT];
            if (!text_is(holds, &holds->word[5 + zone], "a zone",
                         zone_name(holds->scenario, arrival->zone[zone], text)))
                return false;
        }
        return true;
    }
    FAIL("write: arrival COUNTER turn N zone ZONE…; or it comes by no date");
}

/* strength IDs… N: CELs of several counters together */
static bool cels_hold(Holds *holds)
{
    int cel = 0;
    for (int i = 1; i + 1 < holds->count; i++) {
        Piece piece = lab_piece(holds->scenario, &holds->word[i]);
        if (piece == NO_PIECE)
            FAIL("there is no counter %.*s", (int)holds->word[i].length, holds->word[i].text);
        cel += holds->state->unit[piece].cel;
    }
    return number_is(holds, &holds->word[holds->count - 1], "the sum of CELs", cel);
}

static bool sound_holds(Holds *holds) { return wb95_sound(holds->scenario, &holds->state->head, holds->found); }

static const struct Expectation {
    const char *word;
    bool (*holds)(Holds *holds);
} expectations[] = {
    {"piece", piece_holds},
    {"hex", hex_holds},
    {"neighbours", neighbours_hold},
    {"bridge", bridge_holds},
    {"score", score_holds},
    {"verdict", score_holds},
    {"air", air_holds},
    {"barrage", side_number_holds},
    {"pool", side_number_holds},
    {"placed", side_number_holds},
    {"turn", game_holds},
    {"phase", game_holds},
    {"phasing", game_holds},
    {"over", game_holds},
    {"winner", game_holds},
    {"players", game_holds},
    {"exited", game_holds},
    {"counters", game_holds},
    {"track", game_holds},
    {"table", table_holds},
    {"row", row_holds},
    {"step", step_holds},
    {"arrival", arrival_holds},
    {"cels", cels_hold},
    {"sound", sound_holds},
    {"scale", game_holds},
};

bool wb95_lab_holds(const Scenario *scenario, const Position *position, const Field *fields, int count, char found[200])
{
    Holds here = {scenario, data_of(scenario), state_of(position), fields, count, found};
    Holds *holds = &here;
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++)
        if (field_is(fields, expectations[i].word))
            return expectations[i].holds(holds);
    FAIL("%.*s is nothing that can be expected", (int)fields->length, fields->text);
}
