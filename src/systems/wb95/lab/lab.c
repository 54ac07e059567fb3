/* lab.c — the lines of a lab script that are WB-95's own: counters, states, phases (docs/lab.md).
 *
 *     counter x German INF foot sp=4 def=4 sp2=2 def2=2 mp=4 cel=2 [size=R stars=BW marks=ss,fu formation=21 army=V]
 *     place x y 0505 [cel=1 oos=2 mp=3 STATE… ff]     state x [cel=… STATE… no STATE]
 *     remove x y|all [eliminated|…]     arrive x turn 3 zone A B
 *     air SIDE 30 [reserve=10]     barrage SIDE 8 [until=2]     pool SIDE 0505 left=5 phases=2     turns 5
 *     phase SIDE air|barrage|movement|combat|strategic [turn 3]
 *
 * The ground is in lab_ground.c. A line is read to its end before it changes anything. Supply phases come by ending
 * the strategic phase before them, so that their dice are the game's own. */
#include <stdio.h>
#include <string.h>

#include "core/room.h"
#include "systems/wb95/lab/lab.h"
#include "systems/wb95/load/load.h"
#include "systems/wb95/setup.h"

enum { STRENGTH_MOST = 255, MP_MOST = 99, CEL_MOST = 63, OOS_MOST = 99, BYTE_MOST = 255 };

/* ---- words both kinds of lines read ------------------------------------------------------------ */

int take_played(Script *line)
{
    const Field *at = words_next(&line->words);
    int nation = words_word(&line->words, "a nation", nation_words);
    if (nation >= 0 && line->data->owner[nation] == NO_SIDE)
        words_wrong(&line->words, at, "nobody plays the %s in this scenario", nation_words[nation]);
    return nation;
}

/* ---- counters -------------------------------------------------------------------------------- */

/* The index of a name in a list that it joins; 0 of none. */
static uint8_t name_index(Words *words, const Setting *setting, char *names, size_t size, int *count, int most)
{
    const Field *field = &setting->text;
    if (!setting->given)
        return 0;
    for (int i = 1; i <= *count; i++)
        if (field_is(field, names + (size_t)i * size))
            return (uint8_t)i;
    if (*count + 1 >= most || field->length >= size) {
        words_wrong(words, field, "a %s has a name of %zu letters at most, and there are no more than %d",
                    setting->name, size - 1, most - 1);
        return 0;
    }
    ++*count;
    memset(names + (size_t)*count * size, 0, size);
    memcpy(names + (size_t)*count * size, field->text, field->length);
    return (uint8_t)*count;
}

/* towed,guards,… */
static uint16_t read_marks(Words *words, const Setting *setting)
{
    static const char *const known[] = {"towed", "guards", "ss", "fu", "armoured-car", "organic", NULL};
    static const uint16_t bits[] = {TOWED, GUARDS, SS, FORTIFIER, ARMOURED_CAR, ORGANIC};
    uint16_t is = 0;
    Field rest = setting->text;
    while (setting->given && rest.length && !words->wrong) {
        const char *comma = memchr(rest.text, ',', rest.length);
        Field word = rest;
        word.length = comma ? (uint32_t)(comma - rest.text) : rest.length;
        int mark = 0;
        while (known[mark] && !field_is(&word, known[mark]))
            mark++;
        if (!known[mark])
            words_wrong(words, &word, "marks are towed, guards, ss, fu, armoured-car, organic");
        else
            is |= bits[mark];
        rest.text += word.length + (comma != NULL);
        rest.column += word.length + (comma != NULL);
        rest.length -= word.length + (comma != NULL);
    }
    return is;
}

static uint8_t read_stars(Words *words, const Setting *setting)
{
    static const char letters[] = "BWYU";
    uint8_t bits = 0;
    for (uint32_t i = 0; setting->given && i < setting->text.length; i++) {
        const char *letter = memchr(letters, setting->text.text[i], 4);
        if (!letter)
            words_wrong(words, &setting->text, "stars are letters of %s", letters);
        else
            bits |= (uint8_t)(1 << (letter - letters));
    }
    return bits;
}

static void read_size(Words *words, const Setting *setting, char out[4])
{
    static const char *const sizes[] = {"D", "BR", "R", "B", "C"};
    static const char *const bars[] = {"XX", "X", "III", "II", "I"};
    for (int i = 0; setting->given && i < 5; i++)
        if (field_is(&setting->text, sizes[i])) {
            memcpy(out, bars[i], strlen(bars[i]) + 1);
            return;
        }
    if (setting->given)
        words_wrong(words, &setting->text, "sizes are D, BR, R, B, C");
}

/* NATION TYPE CLASS [NAME=VALUE…] */
static bool read_counter(Script *line, Kind *kind)
{
    enum { SP, DEF, SP2, DEF2, POINTS, CEL, SIZE, STARS, MARKS, FORMATION, ARMY, SETTINGS };
    Setting setting[SETTINGS] = {
        {.name = "sp", .high = STRENGTH_MOST},
        {.name = "def", .high = STRENGTH_MOST},
        {.name = "sp2", .high = STRENGTH_MOST},
        {.name = "def2", .high = STRENGTH_MOST},
        {.name = "mp", .high = MP_MOST},
        {.name = "cel", .low = 1, .high = CEL_MOST},
        {.name = "size"},
        {.name = "stars"},
        {.name = "marks"},
        {.name = "formation"},
        {.name = "army"},
    };
    Words *words = &line->words;
    Wb95 *data = line->data;
    int nation = take_played(line), type = words_word(words, "a type of counter", type_words);
    int class = words_word(words, "a class of movement", class_words);
    while (words_setting(words, setting, SETTINGS))
        ;
    if (!words_end(words))
        return false;
    *kind = (Kind){.nation = (uint8_t)nation, .type = (uint8_t)type, .class = (uint8_t) class};
    kind->is = read_marks(words, &setting[MARKS]);
    kind->attack[0] = (uint8_t)setting_or(&setting[SP], 0);
    kind->defence[0] = (uint8_t)setting_or(&setting[DEF], kind->attack[0]);
    kind->attack[1] = (uint8_t)setting_or(&setting[SP2], 0);
    kind->defence[1] = (uint8_t)setting_or(&setting[DEF2], kind->attack[1]);
    kind->mp = (uint8_t)setting_or(&setting[POINTS], type == HQ ? 10 : 0);
    kind->cel = (uint8_t)setting_or(&setting[CEL], kind->attack[1] || kind->defence[1] ? 2 : 1);
    kind->stars = read_stars(words, &setting[STARS]);
    read_size(words, &setting[SIZE], kind->size);
    kind->formation = name_index(words, &setting[FORMATION], data->formation[0], sizeof data->formation[0],
                                 &data->formations, (int)(sizeof data->formation / sizeof data->formation[0]));
    kind->army = name_index(words, &setting[ARMY], data->army[0], sizeof data->army[0], &data->armies,
                            (int)(sizeof data->army / sizeof data->army[0]));
    finish_kind(data, kind);
    return !words->wrong;
}

/* counter ID NATION TYPE CLASS … */
static bool do_counter(Script *line)
{
    char id[PIECE_TEXT] = "";
    Kind kind;
    Field name = words_text(&line->words, "the id of a counter");
    if (name.length >= sizeof id)
        words_wrong(&line->words, &name, "an id has %zu letters at most", sizeof id - 1);
    if (!read_counter(line, &kind))
        return false;
    memcpy(id, name.text, name.length);
    Piece piece = (Piece)line->scenario->pieces;
    if (piece >= WB95_SLOTS / 2 || !scenario_name_piece(line->scenario, piece, id)) {
        words_wrong(&line->words, &name, "%s is taken, or no id a player could type, or one counter too many", id);
        return false;
    }
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

const LabState lab_states[] = {
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

/* What the end of a line makes of a counter. */
struct Changes {
    Setting cel, oos, mp, hurt_turn, hurt_phase;
    uint32_t on, off;
    int fortified; /* 1 it is, 0 it is not, -1 not given */
    int twelfths;
};

static int read_points(Words *words, const Setting *setting)
{
    if (!setting->given || words->wrong)
        return 0;
    Fraction points = words_read_fraction(words, &setting->text, "movement points");
    if (points.over * MP % points.under || points.over > MP_MOST * points.under)
        words_wrong(words, &setting->text, "movement points are twelfths, and %d at most", MP_MOST);
    return (int)(points.over * MP / points.under);
}

/* [NAME=VALUE…] [STATE…] [no STATE…] to the end of the line */
static bool take_changes(Words *words, Changes *out)
{
    enum { SETTINGS = 5 };
    *out = (Changes){.cel = {.name = "cel", .low = 1, .high = CEL_MOST},
                     .oos = {.name = "oos", .high = OOS_MOST},
                     .mp = {.name = "mp"},
                     .hurt_turn = {.name = "hurt-turn", .low = 1, .high = WB95_TURNS},
                     .hurt_phase = {.name = "hurt-phase", .low = 1, .high = 6 * SIDES},
                     .fortified = -1};
    while (words_more(words)) {
        if (words_setting(words, &out->cel, SETTINGS))
            continue;
        bool on = !words_if(words, "no");
        if (words_if(words, "ff"))
            out->fortified = on;
        else
            *(on ? &out->on : &out->off) |= words_state(words, lab_states);
    }
    out->twelfths = read_points(words, &out->mp);
    return words_end(words);
}

/* A counter has no more CELs than are printed on it. */
static bool fits(Script *line, const Changes *changes, Piece piece)
{
    int full = kind_of(line->data, line->state, piece)->cel;
    if (changes->cel.given && changes->cel.number > full)
        words_wrong(&line->words, &changes->cel.text, "%s has %d CEL at most", line->scenario->piece_id[piece], full);
    return !line->words.wrong;
}

static void change(Script *line, const Changes *changes, Piece piece)
{
    Unit *unit = &line->state->unit[piece];
    set_cel(unit, setting_or(&changes->cel, unit->cel));
    unit->oos = (uint8_t)setting_or(&changes->oos, unit->oos);
    if (changes->mp.given)
        unit->mp = (int16_t)changes->twelfths;
    set_hurt(unit, setting_or(&changes->hurt_turn, unit->hurt_turn),
             setting_or(&changes->hurt_phase, unit->hurt_phase));
    if (changes->fortified >= 0)
        set_fortified(line->state, unit->hex, changes->fortified);
    unit->now = (unit->now | changes->on) & ~changes->off;
    if (unit->now & DISORGANISED && !unit->hurt_turn)
        set_hurt(unit, line->state->head.turn, line->state->head.phase);
}

static void take_off(Script *line, Piece piece)
{
    if (line->state->unit[piece].place == ON_MAP)
        lift(line->data, line->scenario, line->state, piece);
}

static void put(Script *line, Piece piece, Hex hex)
{
    take_off(line, piece);
    place(line->data, line->scenario, line->state, piece, hex);
}

static Hex take_hex(Script *line)
{
    Words *words = &line->words;
    const Field *at = words_next(words);
    if (at && !words_next_is_hex(words))
        words_wrong(words, at, "%.*s is neither a counter nor a hex of this map",
                    (int)(at->length < 40 ? at->length : 40), at->text);
    return words_hex(words);
}

static const LabCounters lab_counters = {
    .take = take_changes, .spot = take_hex, .fits = fits, .put = put, .change = change};

/* place COUNTER… HEX [cel=N oos=N mp=N] [STATE…] */
static bool do_place(Script *line) { return lab_place(line, &lab_counters, &(Changes){0}); }

static bool do_state(Script *line)
{
    Changes changes;
    Piece piece = words_piece(&line->words);
    if (!words_more(&line->words))
        words_wrong(&line->words, NULL, "expected cel=N, oos=N, mp=N or a state");
    if (!take_changes(&line->words, &changes) || !fits(line, &changes, piece))
        return false;
    if (changes.fortified >= 0 && line->state->unit[piece].place != ON_MAP) {
        words_wrong(&line->words, NULL, "%s is nowhere that could be fortified", line->scenario->piece_id[piece]);
        return false;
    }
    change(line, &changes, piece);
    return true;
}

const char *const lab_places[] = {"on-map", "not-yet", "waiting", "eliminated", "exited", "unseen", "spare", NULL};

/* All that are on the map. */
static int all_pieces(const Script *line, Piece out[WB95_SLOTS])
{
    int count = 0;
    for (Piece piece = 0; piece < line->scenario->pieces; piece++)
        if (line->state->unit[piece].place == ON_MAP)
            out[count++] = piece;
    return count;
}

/* remove COUNTER…|all [PLACE [ZONE]] */
static bool do_remove(Script *line)
{
    static const char *const places[] = {"not-yet", "waiting", "eliminated", "exited", NULL};
    static const uint8_t place_of[] = {NOT_YET, WAITING, ELIMINATED, EXITED};
    ROOMS(Piece, piece, WB95_SLOTS);
    Words *words = &line->words;
    bool all = words_if(words, "all");
    int count = all ? all_pieces(line, piece) : words_pieces(words, piece, WB95_SLOTS);
    int to = words_more(words) ? words_word(words, "another counter, or where to", places) : 0;
    int zone = words_more(words) ? take_zone(words) : AS_SCHEDULED;
    if (!words_end(words))
        return false;
    for (int i = 0; i < count; i++) {
        Unit *unit = &line->state->unit[piece[i]];
        take_off(line, piece[i]);
        set_entry(unit, zone, unit->delays);
        unit->place = (unsigned)place_of[to] & 7;
    }
    if (all) /* empty works are gone (7.1.5) */
        memset(line->state->fortified, 0, sizeof line->state->fortified);
    return true;
}

/* arrive COUNTER turn N zone Z… */
static bool do_arrive(Script *line)
{
    enum { ZONES_MOST = sizeof((Arrival *)0)->zone };
    Words *words = &line->words;
    Arrival arrival = {.piece = words_piece(words)};
    words_keyword(words, "turn");
    arrival.turn = (uint8_t)words_number(words, "the turn of its arrival", 1, WB95_TURNS);
    words_keyword(words, "zone");
    do
        arrival.zone[arrival.zones++] = (uint8_t)take_zone(words);
    while (words_more(words) && arrival.zones < ZONES_MOST);
    if (line->data->arrivals == WB95_SLOTS)
        words_wrong(words, NULL, "there is no room for another arrival");
    if (!words_end(words))
        return false;
    line->data->arrival[line->data->arrivals++] = arrival;
    derive_zones(line->scenario, line->data);
    if (line->data->kind[arrival.piece].is & GUN)
        line->state->unit[arrival.piece].now |= TRANSPORT;
    return true;
}

/* ---- stocks and time ------------------------------------------------------------------------- */

/* air SIDE counters=N: without a value (8.1.1-2) */
static bool air_counters(Script *line, int side)
{
    int worth = side == NO_SIDE ? 1 : air_counter_worth(line->data, side);
    Setting counters = {.name = "counters", .high = BYTE_MOST / worth};
    words_setting(&line->words, &counters, 1);
    if (!words_end(&line->words))
        return false;
    line->data->special.air_counter[side] = (uint8_t)worth;
    line->state->air_left[side] = (uint8_t)(counters.number * worth);
    return true;
}

/* air SIDE SP [reserve=N counter=N] */
static bool do_air(Script *line)
{
    Words *words = &line->words;
    Setting setting[] = {{.name = "reserve", .high = BYTE_MOST}, {.name = "counter", .high = BYTE_MOST}};
    int side = words_side(words);
    const Field *next = words_next(words);
    if (next && memchr(next->text, '=', next->length))
        return air_counters(line, side);
    long left = words_number(words, "air SP", 0, BYTE_MOST);
    while (words_setting(words, setting, 2))
        ;
    if (!words_end(words))
        return false;
    line->state->air_left[side] = (uint8_t)left;
    line->state->air_reserve[side] = (uint8_t)setting_or(&setting[0], line->state->air_reserve[side]);
    line->data->special.air_counter[side] = (uint8_t)setting_or(&setting[1], line->data->special.air_counter[side]);
    return true;
}

/* barrage SIDE AMMUNITION [until=TURN] */
static bool do_barrage(Script *line)
{
    Setting until = {.name = "until", .low = 1, .high = WB95_TURNS};
    int side = words_side(&line->words);
    long left = words_number(&line->words, "barrage ammunition", 0, BYTE_MOST);
    words_setting(&line->words, &until, 1);
    if (!words_end(&line->words))
        return false;
    line->state->barrage_left[side] = (uint8_t)left;
    line->data->barrage_turn[side] = (uint8_t)setting_or(&until, WB95_TURNS);
    return true;
}

/* pool SIDE HEX [left=N phases=N] */
static bool do_pool(Script *line)
{
    Setting setting[] = {{.name = "left", .low = 1, .high = 9}, {.name = "phases", .low = 1, .high = 9}};
    int side = words_side(&line->words), free_slot = 0;
    Hex hex = words_hex(&line->words);
    while (words_setting(&line->words, setting, 2))
        ;
    while (free_slot < POOLS && line->state->pool[free_slot].left)
        free_slot++;
    if (free_slot == POOLS)
        words_wrong(&line->words, NULL, "there are no more than %d pools", POOLS);
    if (!words_end(&line->words))
        return false;
    line->state->pool[free_slot] =
        (Pool){(uint8_t)side, (uint8_t)setting_or(&setting[0], 5), (uint8_t)setting_or(&setting[1], 2), 0, hex};
    return true;
}

static bool do_exited(Script *line)
{
    long cel = words_number(&line->words, "the CELs that have left", 0, BYTE_MOST);
    if (!words_end(&line->words))
        return false;
    line->state->exited_cel = (uint8_t)cel;
    return true;
}

static bool do_turns(Script *line)
{
    long turns = words_number(&line->words, "the last turn", 1, WB95_TURNS);
    if (!words_end(&line->words))
        return false;
    line->data->turns = (int)turns;
    return true;
}

const char *const lab_phases[] = {"air", "barrage", "movement", "combat", "strategic", "supply", NULL};

/* The phase begins. What would have gone before it is skipped, but the reinforcements of a side whose Movement Phase
 * would be over are there. */
static void go_to_phase(Script *line, int side, int kind, int turn)
{
    static const uint8_t questions[] = {ASK_AIR, ASK_BARRAGE, ASK_MOVEMENT, ASK_COMBAT, ASK_STRATEGIC};
    State *state = line->state;
    Play play = lab_play(line);
    int player = 0;
    while (state->head.depth)
        answered(state);
    ask(state, ASK_SEQUENCE, side);
    bridge_begin(&play);
    while (line->data->order[player] != side)
        player++;
    state->head.turn = (uint16_t)turn;
    state->head.phase = (uint16_t)(6 * player + kind + 1);
    if (kind > PHASE_MOVEMENT)
        arrivals_due(&play, side, turn);
    begin_phase(&play);
    if (asked(state)->kind == ASK_SEQUENCE && kind != PHASE_AIR)
        ask(state, questions[kind], side);
}

/* phase SIDE KIND [turn N] */
static bool do_phase(Script *line)
{
    Words *words = &line->words;
    int side = words_side(words), now = line->state->head.turn, player = 0;
    const Field *at = words_next(words);
    int kind = words_word(words, "a phase", lab_phases);
    int turn = words_if(words, "turn") ? (int)words_number(words, "the turn", 1, line->data->turns) : now ? now : 1;
    while (player < line->data->players && line->data->order[player] != side)
        player++;
    if (player == line->data->players)
        words_wrong(words, &words->word[1], "that side has no phases of its own");
    if (kind == PHASE_SUPPLY)
        words_wrong(words, at, "the supply phase follows the end of the strategic phase: end that one");
    if (!words_end(words))
        return false;
    go_to_phase(line, side, kind, turn);
    if (asked(line->state)->kind == ASK_SEQUENCE)
        words_wrong(words, at, "nobody has aircraft to plan with");
    return !words->wrong;
}

/* ---- the lines ------------------------------------------------------------------------------- */

static const Statement statements[] = {
    {"counter", do_counter},   {"place", do_place},   {"state", do_state},
    {"remove", do_remove},     {"arrive", do_arrive}, {"air", do_air},
    {"barrage", do_barrage},   {"pool", do_pool},     {"turns", do_turns},
    {"phase", do_phase},       {"exited", do_exited}, {"zone", do_zone},
    {"position", do_position}, {"base", do_base},     {"bridge", do_bridge},
    {"control", do_control},   {"ff", do_ff},         {NULL, NULL},
};

bool wb95_lab(Scenario *scenario, Position *position, const LabLine *words)
{
    return lab_line(scenario, position, words, statements, change_ground);
}
