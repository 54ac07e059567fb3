/* lab.c — the lines of a lab script that are WB-95's own: ground, counters, states, phases (docs/lab.md).
 *
 *     counter x German INF foot sp=4 def=4 sp2=2 def2=2 mp=4 cel=2 [size=R stars=BW marks=ss,fu formation=21 army=V]
 *     place x 0505 [cel=1 oos=2 mp=3 STATE… ff]      state x [cel=… STATE… no STATE]      remove x [eliminated|…]
 *     arrive x turn 3 zone A B
 *     terrain 0506 forest hills     town 0506 0507     edge nysa 0505/0506 …     road main 0101 0102 0103
 *     zone A 0101 0102     position 0505 0506 [cm=2]     base German 0101 …
 *     bridge 0505/0506 up|down|pontoon [SIDE]     control soviet|German|nobody 0505 … | rest     ff 0505 …
 *     air SIDE 30 [reserve=10]     barrage SIDE 8 [until=2]     pool SIDE 0505 left=5 phases=2     turns 5
 *     phase SIDE air|barrage|movement|combat|strategic [turn 3]
 *
 * The map may change under a position: everything derived from it is computed anew, bridges keep their state by
 * hexside, zones are counted from nothing. Supply phases come by ending the strategic phase before them, so that
 * their dice are the game's own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "systems/wb95/lab.h"
#include "systems/wb95/load.h"
#include "systems/wb95/setup.h"

typedef struct Script {
    Scenario *scenario;
    Wb95 *data;
    State *state;
    const Field *word;
    int count;
    char *why;
} Script;

#define FAIL(...) return snprintf(line->why, 200, __VA_ARGS__), false

/* ---- reading words --------------------------------------------------------------------------- */

bool lab_hex(const Scenario *scenario, const Field *field, Hex *out)
{
    return hex_parse(&scenario->map->grid, field->text, field->length, out);
}

int lab_side(const Scenario *scenario, const Field *field)
{
    for (int side = 0; side < scenario->sides; side++)
        if (field_is(field, scenario->side_word[side]))
            return side;
    return -1;
}

Piece lab_piece(const Scenario *scenario, const Field *field)
{
    return piece_named(scenario, field->text, field->length);
}

int lab_word(const Field *field, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (field_is(field, words[i]))
            return i;
    return -1;
}

long lab_number(const Field *field)
{
    char text[16] = "";
    memcpy(text, field->text, field->length < 15 ? field->length : 15);
    return strtol(text, NULL, 10);
}

/* The text after `name=`, or an empty field. */
static Field value_of(const Script *line, const char *name)
{
    size_t length = strlen(name);
    for (int i = 1; i < line->count; i++) {
        Field field = line->word[i];
        if (field.length > length && !memcmp(field.text, name, length) && field.text[length] == '=') {
            field.text += length + 1;
            field.length -= (uint32_t)length + 1;
            return field;
        }
    }
    return (Field){"", 0, 0, 0};
}

static int number_of(const Script *line, const char *name, int otherwise)
{
    Field field = value_of(line, name);
    return field.length ? (int)lab_number(&field) : otherwise;
}

static bool has_sign(const Field *field) { return memchr(field->text, '=', field->length) != NULL; }

/* ---- the map --------------------------------------------------------------------------------- */

/* Derives again; bridges keep what they were, new printed ones stand. */
static void change_ground(Script *line)
{
    Wb95 *data = line->data;
    State *state = line->state;
    static _Thread_local Hexside before[WB95_SITES];
    static _Thread_local uint8_t was[WB95_SITES];
    int sites = data->sites;
    memcpy(before, data->site_hexside, sizeof before);
    memcpy(was, state->site, sizeof was);
    derive(line->scenario, data);
    memset(state->site, 0, sizeof state->site);
    for (int site = 0; site < data->sites; site++) {
        int old = 0;
        while (old < sites && before[old] != data->site_hexside[site])
            old++;
        state->site[site] = old < sites ? was[old] : data->site_printed[site] ? SITE_STANDING : 0;
    }
    project_zones(line->scenario, state, state->zoc);
}

static bool do_terrain(Script *line)
{
    Hex hex;
    if (line->count < 3 || !lab_hex(line->scenario, &line->word[1], &hex))
        FAIL("write: terrain HEX WORD…");
    uint32_t bits = 0;
    for (int i = 2; i < line->count; i++) {
        int bit = lab_word(&line->word[i], line->scenario->map->schema->terrain);
        if (bit < 0)
            FAIL("%.*s is no terrain", (int)line->word[i].length, line->word[i].text);
        bits |= 1u << bit;
    }
    line->scenario->map->terrain[hex] = bits;
    change_ground(line);
    return true;
}

/* Each town line is one place; its list of hexes is not kept, since nothing in play asks for it. */
static bool do_town(Script *line)
{
    Map *map = line->scenario->map;
    Place *list = realloc(map->place_list, (size_t)(map->places + 1) * sizeof *list);
    if (!list)
        FAIL("there is not enough memory");
    map->place_list = list;
    list[map->places] = (Place){.kind = PLACE_TOWN, .provenance = OURS};
    snprintf(list[map->places].name, NAME_TEXT, "town %d", map->places + 1);
    for (int i = 1; i < line->count; i++) {
        Hex hex;
        if (!lab_hex(line->scenario, &line->word[i], &hex))
            FAIL("write: town HEX…");
        map->place[hex] = (int16_t)map->places;
    }
    map->places++;
    change_ground(line);
    return true;
}

static void set_edge(Map *map, Hexside hexside, uint16_t bits)
{
    Hex hex = hexside_hex(hexside);
    Edge edge = hexside_edge(hexside);
    map->edge[hex][edge] |= bits;
    map->edge[map->next[hex][edge]][edge_opposite(edge)] |= bits;
}

static bool do_edge(Script *line)
{
    Map *map = line->scenario->map;
    int bit = line->count > 2 ? lab_word(&line->word[1], map->schema->edges) : -1;
    if (bit < 0)
        FAIL("write: edge stream|nysa|elbe|fixed HEX/HEX…");
    for (int i = 2; i < line->count; i++) {
        Hexside hexside;
        if (!hexside_parse(&map->grid, line->word[i].text, line->word[i].length, &hexside))
            FAIL("%.*s is no hexside of this map", (int)line->word[i].length, line->word[i].text);
        set_edge(map, hexside, (uint16_t)(1 << bit));
    }
    change_ground(line);
    return true;
}

static bool do_road(Script *line)
{
    Map *map = line->scenario->map;
    int road = line->count > 3 ? lab_word(&line->word[1], map->schema->roads) : -1;
    Hex from, to;
    if (road < 0 || !lab_hex(line->scenario, &line->word[2], &from))
        FAIL("write: road secondary|main|motorway HEX HEX…");
    for (int i = 3; i < line->count; i++, from = to) {
        Edge edge;
        if (!lab_hex(line->scenario, &line->word[i], &to) || (edge = edge_between(&map->grid, from, to)) == EDGES)
            FAIL("the road has a gap before %.*s", (int)line->word[i].length, line->word[i].text);
        map->road[from][edge] = map->road[to][edge_opposite(edge)] = (uint8_t)(road + 1);
    }
    change_ground(line);
    return true;
}

/* One more area; the sets of all areas are one block of memory (map.c). */
static Area *new_area(Map *map, int kind, const Field *name)
{
    Area *list = realloc(map->area_list, (size_t)(map->areas + 1) * sizeof *list);
    if (!list)
        return NULL;
    map->area_list = list;
    uint64_t *bits = realloc(map->areas ? list[0].bits : NULL, (size_t)((map->areas + 1) * map->words) * sizeof *bits);
    if (!bits)
        return NULL;
    Area *area = &list[map->areas++];
    *area = (Area){.kind = (uint8_t)kind, .provenance = OURS};
    memcpy(area->name, name->text, name->length < NAME_TEXT ? name->length : NAME_TEXT - 1);
    for (int i = 0; i < map->areas; i++)
        list[i].bits = bits + i * map->words;
    memset(area->bits, 0, (size_t)map->words * sizeof *bits);
    return area;
}

/* Hexes from the word at `at` on, into the area's set and the map's list. */
static bool fill_area(Script *line, Area *area, int at)
{
    Map *map = line->scenario->map;
    uint16_t *list = realloc(map->list, (size_t)(map->listed + line->count) * sizeof *list);
    if (!list)
        FAIL("there is not enough memory");
    map->list = list;
    area->first = map->listed;
    for (; at < line->count && !has_sign(&line->word[at]); at++) {
        Hex hex;
        if (!lab_hex(line->scenario, &line->word[at], &hex))
            FAIL("%.*s is no hex of this map", (int)line->word[at].length, line->word[at].text);
        set_bit(area->bits, hex);
        map->list[map->listed++] = hex;
        area->count++;
    }
    return true;
}

/* Zones follow each other as the script names them. */
static bool do_zone(Script *line)
{
    Map *map = line->scenario->map;
    if (line->count < 3)
        FAIL("write: zone NAME HEX…");
    Area *area = new_area(map, AREA_ZONE, &line->word[1]);
    if (!area || !fill_area(line, area, 2))
        return false;
    int chain = 0;
    while (chain < map->chains && map->chain[chain].kind != AREA_ZONE)
        chain++;
    if (chain == map->chains)
        map->chain[map->chains++] = (struct Chain){.kind = AREA_ZONE};
    map->chain[chain].area[map->chain[chain].count++] = (uint8_t)(map->areas - 1);
    change_ground(line);
    return true;
}

static bool do_position(Script *line)
{
    Field name = {"position", 8, 0, 0};
    Area *area = new_area(line->scenario->map, AREA_POSITION, &name);
    if (!area || !fill_area(line, area, 1))
        return false;
    line->data->position_value[line->scenario->map->areas - 1] = (uint8_t)number_of(line, "cm", 0);
    change_ground(line);
    return true;
}

static bool do_base(Script *line)
{
    int nation = line->count > 2 ? lab_word(&line->word[1], nation_words) : -1;
    if (nation < 0 || line->data->owner[nation] == NO_SIDE)
        FAIL("write: base NATION HEX…");
    for (int i = 2; i < line->count; i++) {
        Hex hex;
        if (!lab_hex(line->scenario, &line->word[i], &hex))
            FAIL("%.*s is no hex of this map", (int)line->word[i].length, line->word[i].text);
        set_bit(line->data->base[line->data->owner[nation]][nation], hex);
    }
    return true;
}

/* bridge HEX/HEX up|down|pontoon [SIDE] */
static bool do_bridge(Script *line)
{
    static const char *const words[] = {"down", "up", "pontoon", NULL};
    static const uint8_t states[] = {0, SITE_STANDING, SITE_STANDING | SITE_PONTOON};
    const Map *map = line->scenario->map;
    Hexside hexside;
    int word = line->count > 2 ? lab_word(&line->word[2], words) : -1;
    if (word < 0 || !hexside_parse(&map->grid, line->word[1].text, line->word[1].length, &hexside))
        FAIL("write: bridge HEX/HEX up|down|pontoon [SIDE]");
    uint16_t site = line->data->site[hexside_hex(hexside)][hexside_edge(hexside)];
    int side = line->count > 3 ? lab_side(line->scenario, &line->word[3]) : -1;
    if (site == 0xFFFF)
        FAIL("no bridge can be there");
    set_site(line->scenario, line->state, site, states[word] | (unsigned)(side + 1) << SITE_OWNER_SHIFT);
    return true;
}

/* Which of a side's nations holds the hex matters where two nations sit on one side. */
static void set_control(Script *line, int hex, int side, int nation)
{
    uint64_t bit = 1ull << (hex & 63), *german = &line->state->held_german[hex >> 6];
    set_controller(line->state, (Hex)hex, side);
    *german = nation == GERMAN ? *german | bit : *german & ~bit;
}

/* control SIDE|NATION|nobody HEX… | rest */
static bool do_control(Script *line)
{
    int side = line->count > 2 ? lab_side(line->scenario, &line->word[1]) : -1;
    int nation = line->count > 2 ? lab_word(&line->word[1], nation_words) : -1;
    bool nobody = line->count > 2 && field_is(&line->word[1], "nobody");
    if (side < 0 && nation < 0 && !nobody)
        FAIL("write: control SIDE|NATION|nobody HEX… | rest");
    if (nation >= 0)
        side = line->data->owner[nation];
    else if (side >= 0 && side == line->data->owner[GERMAN] && side != line->data->owner[AMERICAN])
        nation = GERMAN;
    for (int i = 2; i < line->count; i++) {
        Hex hex = 0;
        bool rest = field_is(&line->word[i], "rest");
        if (!rest && !lab_hex(line->scenario, &line->word[i], &hex))
            FAIL("%.*s is no hex of this map", (int)line->word[i].length, line->word[i].text);
        for (int at = rest ? 0 : hex; at < (rest ? line->scenario->map->hexes : hex + 1); at++)
            set_control(line, at, nobody ? NO_SIDE : side, nation);
    }
    return true;
}

static bool do_ff(Script *line)
{
    for (int i = 1; i < line->count; i++) {
        Hex hex;
        if (!lab_hex(line->scenario, &line->word[i], &hex))
            FAIL("write: ff HEX…");
        set_fortified(line->state, hex, true);
    }
    return true;
}

/* ---- counters -------------------------------------------------------------------------------- */

static uint8_t name_index(const Field *field, char *names, size_t size, int *count, int most)
{
    if (!field->length)
        return 0;
    for (int i = 1; i <= *count; i++)
        if (field_is(field, names + (size_t)i * size))
            return (uint8_t)i;
    if (*count + 1 >= most || field->length >= size)
        return 0;
    ++*count;
    memset(names + (size_t)*count * size, 0, size);
    memcpy(names + (size_t)*count * size, field->text, field->length);
    return (uint8_t)*count;
}

static bool read_marks(Field marks, uint16_t *is)
{
    static const char *const words[] = {"towed", "guards", "ss", "fu", "armoured-car", "organic", NULL};
    static const uint16_t bits[] = {TOWED, GUARDS, SS, FORTIFIER, ARMOURED_CAR, ORGANIC};
    while (marks.length) {
        const char *comma = memchr(marks.text, ',', marks.length);
        Field word = {marks.text, comma ? (uint32_t)(comma - marks.text) : marks.length, 0, 0};
        int mark = lab_word(&word, words);
        if (mark < 0)
            return false;
        *is |= bits[mark];
        marks.text += word.length + (comma != NULL);
        marks.length -= word.length + (comma != NULL);
    }
    return true;
}

static uint8_t read_stars(Field stars)
{
    static const char letters[] = "BWYU";
    uint8_t bits = 0;
    for (uint32_t i = 0; i < stars.length; i++) {
        const char *letter = memchr(letters, stars.text[i], 4);
        bits |= (uint8_t)(letter ? 1 << (letter - letters) : 0);
    }
    return bits;
}

static bool read_counter(Script *line, Kind *kind)
{
    int nation = lab_word(&line->word[2], nation_words), type = lab_word(&line->word[3], type_words);
    int class = lab_word(&line->word[4], class_words);
    if (nation < 0 || type < 0 || class < 0 || line->data->owner[nation] == NO_SIDE)
        FAIL("a counter has a nation of this scenario, a type and a class (trucked, tracked, foot, none)");
    *kind = (Kind){.nation = (uint8_t)nation, .type = (uint8_t)type, .class = (uint8_t) class};
    if (!read_marks(value_of(line, "marks"), &kind->is))
        FAIL("marks are towed, guards, ss, fu, armoured-car, organic");
    kind->attack[0] = (uint8_t)number_of(line, "sp", 0);
    kind->defence[0] = (uint8_t)number_of(line, "def", kind->attack[0]);
    kind->attack[1] = (uint8_t)number_of(line, "sp2", 0);
    kind->defence[1] = (uint8_t)number_of(line, "def2", kind->attack[1]);
    kind->mp = (uint8_t)number_of(line, "mp", type == HQ ? 10 : 0);
    kind->cel = (uint8_t)number_of(line, "cel", kind->attack[1] || kind->defence[1] ? 2 : 1);
    kind->stars = read_stars(value_of(line, "stars"));
    Field formation = value_of(line, "formation"), army = value_of(line, "army"), size = value_of(line, "size");
    Wb95 *data = line->data;
    kind->formation = name_index(&formation, data->formation[0], sizeof data->formation[0], &data->formations, 64);
    kind->army = name_index(&army, data->army[0], sizeof data->army[0], &data->armies, 32);
    static const char *const sizes[] = {"D", "BR", "R", "B", "C", NULL};
    static const char *const bars[] = {"XX", "X", "III", "II", "I"};
    int bar = lab_word(&size, sizes);
    if (bar >= 0)
        memcpy(kind->size, bars[bar], strlen(bars[bar]) + 1);
    finish_kind(data, kind);
    return true;
}

/* counter ID NATION TYPE CLASS … */
static bool do_counter(Script *line)
{
    char id[PIECE_TEXT] = "";
    Kind kind;
    if (line->count < 5 || line->word[1].length >= sizeof id)
        FAIL("write: counter ID NATION TYPE CLASS sp=… def=… mp=…");
    if (!read_counter(line, &kind))
        return false;
    memcpy(id, line->word[1].text, line->word[1].length);
    Piece piece = (Piece)line->scenario->pieces;
    if (piece >= WB95_SLOTS / 2 || !scenario_name_piece(line->scenario, piece, id))
        FAIL("%s is taken, or no id a player could type", id);
    line->data->kind[piece] = kind;
    snprintf(line->data->kind_name[piece], sizeof line->data->kind_name[piece], "%s", id);
    make_anonymous(line->scenario, line->data);
    line->state->unit[piece] = (Unit){.hex = NO_HEX,
                                      .below = NO_PIECE,
                                      .kind = (unsigned)piece & 1023,
                                      .side = (unsigned)line->data->owner[kind.nation] & 3,
                                      .cel = (unsigned)kind.cel & 63,
                                      .zone = AS_SCHEDULED,
                                      .place = NOT_YET};
    return true;
}

const struct LabState lab_states[] = {
    {"disorganised", DISORGANISED},
    {"transport", TRANSPORT},
    {"acted", ACTED},
    {"stopped", STOPPED},
    {"forced", FORCED},
    {"fought", FOUGHT},
    {"fired", FIRED},
    {"shelled", SHELLED},
    {"barraged", BARRAGED},
    {"retreated", RETREATED},
    {"strategic", STRATEGIC},
    {"building", BUILDING},
    {"on-bank", ON_BANK},
    {"open", OPEN},
    {"covered", MASKED},
    {"renewed", RENEWED},
    {"crossed", CROSSED},
    {"defected", DEFECTED},
    {"released", RELEASED},
    {"idle-broken", IDLE_BROKEN},
    {"supplied", SUPPLIED},
    {"pursued", PURSUED},
    {NULL, 0},
};

static bool set_states(Script *line, Piece piece, int at)
{
    Unit *unit = &line->state->unit[piece];
    set_cel(unit, number_of(line, "cel", unit->cel));
    unit->oos = (uint8_t)number_of(line, "oos", unit->oos);
    if (value_of(line, "mp").length)
        unit->mp = (int16_t)(number_of(line, "mp", 0) * MP);
    set_hurt(unit, number_of(line, "hurt-turn", unit->hurt_turn), number_of(line, "hurt-phase", unit->hurt_phase));
    bool on = true;
    for (; at < line->count; at++) {
        const Field *word = &line->word[at];
        if (has_sign(word))
            continue;
        if (field_is(word, "no")) {
            on = false;
            continue;
        }
        if (field_is(word, "ff") && unit->place == ON_MAP) {
            set_fortified(line->state, unit->hex, on);
            on = true;
            continue;
        }
        int i = 0;
        while (lab_states[i].word && !field_is(word, lab_states[i].word))
            i++;
        if (!lab_states[i].word)
            FAIL("%.*s is no state of a counter", (int)word->length, word->text);
        unit->now = on ? unit->now | lab_states[i].state : unit->now & ~lab_states[i].state;
        on = true;
    }
    if (unit->now & DISORGANISED && !unit->hurt_turn)
        set_hurt(unit, line->state->head.turn, line->state->head.phase);
    return true;
}

static bool do_place(Script *line)
{
    Hex hex;
    Piece piece = line->count > 2 ? lab_piece(line->scenario, &line->word[1]) : NO_PIECE;
    if (piece == NO_PIECE || !lab_hex(line->scenario, &line->word[2], &hex))
        FAIL("write: place COUNTER HEX [cel=N oos=N STATE…]");
    if (line->state->unit[piece].place == ON_MAP)
        lift(line->data, line->scenario, line->state, piece);
    place(line->data, line->scenario, line->state, piece, hex);
    return set_states(line, piece, 3);
}

static bool do_state(Script *line)
{
    Piece piece = line->count > 2 ? lab_piece(line->scenario, &line->word[1]) : NO_PIECE;
    if (piece == NO_PIECE)
        FAIL("write: state COUNTER [cel=N oos=N mp=N STATE… no STATE]");
    return set_states(line, piece, 2);
}

const char *const lab_places[] = {"on-map", "not-yet", "waiting", "eliminated", "exited", "unseen", "spare", NULL};

static int zone_named(const Script *line, const Field *field)
{
    char text[HEX_TEXT];
    for (int zone = 0; zone < line->data->zones; zone++)
        if (field_is(field, zone_name(line->scenario, zone, text)))
            return zone;
    return -1;
}

/* remove COUNTER [PLACE [ZONE]] */
static bool do_remove(Script *line)
{
    Piece piece = line->count > 1 ? lab_piece(line->scenario, &line->word[1]) : NO_PIECE;
    int to = line->count > 2 ? lab_word(&line->word[2], lab_places) : NOT_YET;
    int zone = line->count > 3 ? zone_named(line, &line->word[3]) : AS_SCHEDULED;
    if (piece == NO_PIECE || to <= ON_MAP || to > EXITED || zone < 0)
        FAIL("write: remove COUNTER [not-yet|waiting|eliminated|exited [ZONE]]");
    if (line->state->unit[piece].place == ON_MAP)
        lift(line->data, line->scenario, line->state, piece);
    set_entry(&line->state->unit[piece], zone, line->state->unit[piece].delays);
    line->state->unit[piece].place = (unsigned)to & 7;
    return true;
}

/* arrive COUNTER turn N zone Z… */
static bool do_arrive(Script *line)
{
    Piece piece = line->count > 5 ? lab_piece(line->scenario, &line->word[1]) : NO_PIECE;
    if (piece == NO_PIECE || !field_is(&line->word[2], "turn") || !field_is(&line->word[4], "zone") || line->count > 9)
        FAIL("write: arrive COUNTER turn N zone ZONE…");
    Arrival arrival = {.piece = piece, .turn = (uint8_t)lab_number(&line->word[3])};
    for (int i = 5; i < line->count; i++) {
        int zone = zone_named(line, &line->word[i]);
        if (zone < 0)
            FAIL("%.*s is no entry zone", (int)line->word[i].length, line->word[i].text);
        arrival.zone[arrival.zones++] = (uint8_t)zone;
    }
    line->data->arrival[line->data->arrivals++] = arrival;
    derive_zones(line->scenario, line->data);
    if (line->data->kind[piece].is & GUN)
        line->state->unit[piece].now |= TRANSPORT;
    return true;
}

/* ---- stocks and time ------------------------------------------------------------------------- */

static bool do_air(Script *line)
{
    int side = line->count > 2 ? lab_side(line->scenario, &line->word[1]) : -1;
    if (side < 0)
        FAIL("write: air SIDE SP [reserve=N counter=N], or air SIDE counters=N");
    long counters = number_of(line, "counters", 0);
    if (counters) { /* without a value (8.1.1-2) */
        line->data->special.air_counter[side] = (uint8_t)air_counter_worth(line->data, side);
        line->state->air_left[side] = (uint8_t)(counters * line->data->special.air_counter[side]);
        return true;
    }
    line->state->air_left[side] = (uint8_t)lab_number(&line->word[2]);
    line->state->air_reserve[side] = (uint8_t)number_of(line, "reserve", line->state->air_reserve[side]);
    line->data->special.air_counter[side] = (uint8_t)number_of(line, "counter", line->data->special.air_counter[side]);
    return true;
}

static bool do_barrage(Script *line)
{
    int side = line->count > 2 ? lab_side(line->scenario, &line->word[1]) : -1;
    if (side < 0)
        FAIL("write: barrage SIDE AMMUNITION [until=TURN]");
    line->state->barrage_left[side] = (uint8_t)lab_number(&line->word[2]);
    line->data->barrage_turn[side] = (uint8_t)number_of(line, "until", WB95_TURNS);
    return true;
}

static bool do_pool(Script *line)
{
    Hex hex;
    int side = line->count > 2 ? lab_side(line->scenario, &line->word[1]) : -1;
    if (side < 0 || !lab_hex(line->scenario, &line->word[2], &hex))
        FAIL("write: pool SIDE HEX [left=N phases=N]");
    for (int i = 0; i < POOLS; i++)
        if (!line->state->pool[i].left) {
            line->state->pool[i] = (Pool){(uint8_t)side, (uint8_t)number_of(line, "left", 5),
                                          (uint8_t)number_of(line, "phases", 2), 0, hex};
            return true;
        }
    FAIL("there are no more than %d pools", POOLS);
}

static bool do_exited(Script *line)
{
    line->state->exited_cel = (uint8_t)(line->count > 1 ? lab_number(&line->word[1]) : 0);
    return true;
}

static bool do_turns(Script *line)
{
    long turns = line->count > 1 ? lab_number(&line->word[1]) : 0;
    if (turns < 1 || turns > WB95_TURNS)
        FAIL("write: turns N, 1 to %d", WB95_TURNS);
    line->data->turns = (int)turns;
    return true;
}

const char *const lab_phases[] = {"air", "barrage", "movement", "combat", "strategic", "supply", NULL};

/* phase SIDE KIND [turn N] */
static bool do_phase(Script *line)
{
    static const uint8_t questions[] = {ASK_AIR, ASK_BARRAGE, ASK_MOVEMENT, ASK_COMBAT, ASK_STRATEGIC};
    static _Thread_local Events events;
    static _Thread_local Dice dice;
    State *state = line->state;
    int side = line->count > 2 ? lab_side(line->scenario, &line->word[1]) : -1;
    int kind = line->count > 2 ? lab_word(&line->word[2], lab_phases) : -1;
    if (side < 0 || kind < 0 || kind == PHASE_SUPPLY)
        FAIL("write: phase SIDE air|barrage|movement|combat|strategic [turn N]; supply follows the end of strategic");
    dice_fast(&dice, 1);
    events.count = 0;
    Play play = {line->scenario, line->data, state, &dice, &events};
    while (state->head.depth)
        answered(state);
    bridge_begin(&play);
    int player = 0;
    while (line->data->order[player] != side)
        player++;
    if (line->count > 4 && field_is(&line->word[3], "turn"))
        state->head.turn = (uint16_t)lab_number(&line->word[4]);
    if (!state->head.turn)
        state->head.turn = 1;
    state->head.phase = (uint16_t)(6 * player + kind + 1);
    begin_phase(&play);
    if (!state->head.depth && kind != PHASE_AIR)
        ask(state, questions[kind], side);
    if (!state->head.depth)
        FAIL("nobody has aircraft to plan with");
    return true;
}

/* ---- the lines ------------------------------------------------------------------------------- */

static const struct Statement {
    const char *word;
    bool (*run)(Script *line);
} statements[] = {
    {"terrain", do_terrain}, {"town", do_town},       {"edge", do_edge},
    {"road", do_road},       {"zone", do_zone},       {"position", do_position},
    {"base", do_base},       {"bridge", do_bridge},   {"control", do_control},
    {"ff", do_ff},           {"counter", do_counter}, {"place", do_place},
    {"state", do_state},     {"remove", do_remove},   {"arrive", do_arrive},
    {"air", do_air},         {"barrage", do_barrage}, {"pool", do_pool},
    {"turns", do_turns},     {"phase", do_phase},     {"exited", do_exited},
};

bool wb95_lab(Scenario *scenario, Position *position, const Field *fields, int count, char why[200])
{
    Script here = {scenario, scenario->own, (State *)position, fields, count, why};
    Script *line = &here;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (field_is(fields, statements[i].word))
            return statements[i].run(line);
    FAIL("%.*s is no line of a lab script", (int)fields->length, fields->text);
}
