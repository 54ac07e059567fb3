/* lab.c — the lines of a lab script that are OCS's own (docs/lab.md).
 *
 *     counter a axis armor regt combat=10-4-6T move=5-4-12T [re=1 steps=1 throw=10/5]
 *     place a b 05.05 [steps=2 spent=1.5 combat-side move-side none strategic reserve exploiting dg full low no-supply
 *         STATE… no STATE…]     state a …     remove a … [dead]
 *     supply axis HEX [ground=8 trucks=2 truck-load=4 wagons=1 wagon-load=2]     (tokens and points)
 *     due a HEX [turn 3]     variable axis HEX     railcap axis 4     source axis HEX     rails axis HEX…
 *     wrecked HEX…     dse a 1
 *     control axis HEX…     hedgehog axis HEX 2     reserves axis 3     turns 2     win axis …
 *     phase axis movement [turn 2] [go 3]     and those of lab_air.c
 *
 * Ground is made by kit/lab_map.c. A line is read to its end before it changes anything. */
#include "systems/ocs/lab/lab.h"

#include <string.h>

#include "kit/lab_map.h"

const LabState lab_states[] = {
    {"moved", MOVED},       {"stopped", STOPPED},   {"halted", HALTED},         {"locked", LOCKED},
    {"released", RELEASED}, {"attacked", ATTACKED}, {"defended", DEFENDED},     {"fed", FED},
    {"fuelled", FUELLED},   {"tanked", TANKED},     {"reinforced", REINFORCED}, {"active", ACTIVE},
    {"fired", FIRED},       {"struck", STRUCK},     {"homing", RETURNING},      {"arrived", ARRIVED},
    {"changed", CHANGED},   {"landed", LANDED},     {"masked", MASKED},         {NULL, 0},
};
const char *const lab_steps[] = {"set-up",
                                 "weather",
                                 "supply-usage",
                                 "arrivals",
                                 "reorganization",
                                 "first-player",
                                 "air-return",
                                 "air-refit",
                                 "reinforcement",
                                 "modes",
                                 "movement",
                                 "modes-and-movement",
                                 "supply",
                                 "reaction-movement",
                                 "reaction-barrage",
                                 "reaction-combat",
                                 "barrage",
                                 "combat",
                                 "exploitation-movement",
                                 "exploitation-barrage",
                                 "exploitation-combat",
                                 "clean-up",
                                 "turn-end",
                                 NULL};
_Static_assert(sizeof lab_steps / sizeof *lab_steps == STEPS + 1, "a word for each step");
const char *const lab_markers[] = {"none", "strategic", "reserve", "exploiting", "dg", NULL};
const char *const lab_levels[] = {"full", "low", "no-supply", NULL};
const char *const lab_faces[] = {"combat-side", "move-side", NULL};

/* ---- counters ----------------------------------------------------------------------------------------------- */

/* What the end of a line makes of a counter. */
struct Changes {
    Setting steps, spent;
    int face, marker, level, quarters;
    uint32_t on, off;
};

static bool take_changes(Words *words, Changes *out)
{
    enum { SETTINGS = 2 };
    *out = (Changes){.steps = {.name = "steps", .low = 1, .high = 9},
                     .spent = {.name = "spent"},
                     .face = -1,
                     .marker = -1,
                     .level = -1};
    while (words_more(words))
        if (!words_setting(words, &out->steps, SETTINGS) && !words_choice(words, lab_faces, &out->face) &&
            !words_choice(words, lab_markers, &out->marker) && !words_choice(words, lab_levels, &out->level))
            words_change_state(words, lab_states, &out->on, &out->off);
    out->quarters = setting_parts(words, &out->spent, "movement points", QUARTERS);
    return words_end(words);
}

static bool fits(Script *line, const Changes *changes, Piece piece)
{
    const Kind *kind = kind_of(line->data, line->state, piece);
    if (changes->steps.given && changes->steps.number > kind->steps)
        words_wrong(&line->words, &changes->steps.text, "%s has %d steps at most", line->scenario->piece_id[piece],
                    kind->steps);
    if (changes->face >= 0 && !kind->face[changes->face].there)
        words_wrong(&line->words, line->words.word, "%s has no such side", line->scenario->piece_id[piece]);
    return !line->words.wrong;
}

static void change(Script *line, const Changes *changes, Piece piece)
{
    Unit *unit = &line->state->unit[piece];
    unit->steps = (uint8_t)setting_or(&changes->steps, unit->steps);
    if (changes->face >= 0)
        unit->face = (uint8_t)changes->face;
    if (changes->marker >= 0)
        unit->marker = (uint8_t)changes->marker;
    if (changes->level >= 0)
        unit->level = (uint8_t)changes->level;
    if (changes->spent.given)
        unit->spent = (uint16_t)changes->quarters;
    unit->now = (unit->now | changes->on) & ~changes->off;
}

static void put(Script *line, Piece piece, Hex hex)
{
    State *state = line->state;
    Unit *unit = &state->unit[piece];
    if (is_on_map(state, piece))
        lift(line->scenario, state, piece);
    if (!unit->steps)
        unit->steps = kind_of(line->data, state, piece)->steps;
    hex = spot_of(line->scenario, hex);
    place(line->scenario, state, piece, hex);
    unit->start = hex;
    if (is_unit(kind_of(line->data, state, piece)))
        take_control(state, unit->side, hex);
}

static bool may_stand(Script *line, Piece piece, Hex hex)
{
    if (is_unit(kind_of(line->data, line->state, piece)) && enemy_in(line->state, line->state->unit[piece].side, hex))
        words_wrong(&line->words, line->words.word, "the enemy stands there");
    return !line->words.wrong;
}

static void take_away(Script *line, Piece piece, bool dead)
{
    lift(line->scenario, line->state, piece);
    line->state->unit[piece].standing = dead ? DEAD : IN_POOL;
    line->state->unit[piece].marker = NO_MARKER;
}

static const LabCounters lab_counters = {.take = take_changes,
                                         .fits = fits,
                                         .may_stand = may_stand,
                                         .put = put,
                                         .change = change,
                                         .is_on_map = is_on_map,
                                         .remove = take_away};

static bool do_place(Script *line) { return lab_place(line, &lab_counters, &(Changes){0}); }
static bool do_state(Script *line) { return lab_state(line, &lab_counters, &(Changes){0}); }
static bool do_remove(Script *line) { return lab_remove(line, &lab_counters); }

/* "10-4-6T": strength, rating, MA, kind of MPs; (2) for defence only, b18x3 for guns of range 3 */
static bool read_face(Words *words, const Field *field, Face *out)
{
    static const char mps[] = "TtL";
    int number[4] = {0}, at = 0;
    bool bad = false;
    *out = (Face){.there = true};
    for (uint32_t i = 0; i < field->length; i++) {
        char letter = field->text[i];
        const char *mp = memchr(mps, letter, sizeof mps - 1);
        if (letter >= '0' && letter <= '9')
            number[at] = number[at] * 10 + (letter - '0');
        else if (letter == '-' && at < 2)
            at++;
        else if (letter == 'x' && !at && out->how == BARRAGES)
            out->reach = (uint8_t)(field->text[++i] - '0');
        else if (letter == '(' && !i)
            out->how = DEFENCE_ONLY;
        else if (letter == 'b' && !i)
            out->how = BARRAGES;
        else if (mp && at == 2 && i == field->length - 1)
            out->mp = (uint8_t)(mp - mps);
        else
            bad |= letter != ')';
    }
    out->strength = (uint8_t)number[0];
    out->rating = (uint8_t)number[1];
    out->ma = (uint8_t)number[2];
    if (bad || at != 2)
        words_wrong(words, field, "expected a side of a counter as 10-4-6T");
    return !bad && at == 2;
}

bool lab_add(Script *line, const Field *id, Kind *kind)
{
    char name[PIECE_TEXT];
    Piece piece = (Piece)line->data->kinds;
    if (!lab_name(line, id, piece, OCS_PIECES, name))
        return false;
    memcpy(kind->name, name, sizeof name);
    line->data->kind[line->data->kinds++] = *kind;
    sort_counter(line->data, piece);
    line->state->unit[piece] = (Unit){.at = {NO_HEX, NO_PIECE},
                                      .kind = piece,
                                      .start = NO_HEX,
                                      .steps = kind->steps,
                                      .side = kind->side,
                                      .carrier = NO_PIECE};
    return true;
}

static bool do_counter(Script *line)
{
    static const char *const classes[] = {"armor", "mech",        "other", "artillery", "rocket",
                                          "hq",    "rail-repair", "repl",  NULL};
    static const char *const size[] = {"div", "bde", "regt", "bn", "none", NULL};
    static const struct {
        const char *word;
        uint16_t is;
    } marks[] = {{"engineer", ENGINEER}, {"jumps", AIR_DROPS}, {"needs-eq", NEEDS_EQ}};
    enum { SETTINGS = 6 };
    Setting settings[SETTINGS] = {
        {.name = "combat"}, {.name = "move"},  {.name = "steps", .low = 1, .high = 9},
        {.name = "re"},     {.name = "throw"}, {.name = "motor", .low = NOT_MOTORIZED, .high = FULLY_MOTORIZED}};
    uint16_t is = 0;
    Field id = words_text(&line->words, "the counter's name");
    int side = words_side(&line->words), class = words_word(&line->words, "its class", classes);
    int extent = words_word(&line->words, "its size", size);
    while (words_more(&line->words) && !line->words.wrong)
        if (!words_setting(&line->words, settings, SETTINGS)) {
            size_t mark = 0;
            while (mark < sizeof marks / sizeof *marks && !words_if(&line->words, marks[mark].word))
                mark++;
            if (mark == sizeof marks / sizeof *marks)
                words_wrong(&line->words, words_next(&line->words),
                            "expected combat=, move=, steps=, re=, motor=, engineer, jumps or needs-eq");
            else
                is |= marks[mark].is;
        }
    if (!settings[0].given || !settings[1].given)
        words_wrong(&line->words, NULL, "a counter has two sides: combat= and move=");
    Kind kind = {.side = (uint8_t)side, .class = (uint8_t) class, .size = (uint8_t)extent};
    kind.steps = (uint8_t)setting_or(&settings[2], 1);
    kind.motor = (uint8_t)setting_or(&settings[5], NOT_MOTORIZED);
    kind.is = is;
    kind.re = (uint8_t)(extent == BATTALION ? QUARTERS / 2 : kind.steps * QUARTERS);
    kind.nation = side ? SOVIET : GERMAN;
    if (settings[3].given)
        kind.re = (uint8_t)setting_parts(&line->words, &settings[3], "REs", QUARTERS);
    if (line->words.wrong || !read_face(&line->words, &settings[0].text, &kind.face[0]) ||
        !read_face(&line->words, &settings[1].text, &kind.face[1]) || !words_end(&line->words))
        return false;
    if (class == HEADQUARTERS)
        kind.face[0].how = kind.face[1].how = NEVER_ATTACKS;
    if (settings[4].given) { /* of the two sides, as a fraction is written */
        Fraction reach = words_read_fraction(&line->words, &settings[4].text, "the throw of both sides");
        kind.face[0].reach = (uint8_t)reach.over;
        kind.face[1].reach = (uint8_t)reach.under;
    }
    return lab_add(line, &id, &kind);
}

/* ---- ground and stocks ------------------------------------------------------------------------------------------ */

static bool do_control(Script *line)
{
    Hex hex[OCS_SPOTS];
    int side = words_side(&line->words), count = words_hexes(&line->words, hex, OCS_SPOTS);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        take_control(line->state, side, hex[i]);
    return true;
}

/* source SIDE HEX: one more of its supply sources (C7) */
static bool do_source(Script *line)
{
    int side = words_side(&line->words);
    Hex hex = words_hex(&line->words);
    if (!words_end(&line->words))
        return false;
    if (line->data->supply_sources[side] == OCS_SUPPLY_SOURCES) {
        words_wrong(&line->words, line->words.word, "there is no room for another source");
        return false;
    }
    line->data->supply_source[side][line->data->supply_sources[side]++] = hex;
    return true;
}

/* rails SIDE HEX…: railroads of its gauge */
static bool do_rails(Script *line)
{
    Hex hex[OCS_SPOTS];
    int side = words_side(&line->words), count = words_hexes(&line->words, hex, OCS_SPOTS);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        (side ? set_bit : clear_bit)(line->state->gauge, hex[i]);
    return true;
}

/* railhead SIDE HEX…: where its railroads come from (12.3d) */
static bool do_railhead(Script *line)
{
    Hex hex[OCS_SPOTS];
    int side = words_side(&line->words), count = words_hexes(&line->words, hex, OCS_SPOTS);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        set_bit(line->data->railhead[side], hex[i]);
    return true;
}

static bool do_wrecked(Script *line)
{
    Hex hex[OCS_SPOTS];
    int count = words_hexes(&line->words, hex, OCS_SPOTS);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        set_bit(line->state->wrecked, hex[i]);
    return true;
}

/* due COUNTER HEX [turn N]: it enters there */
static bool do_due(Script *line)
{
    Piece piece = words_piece(&line->words);
    Hex hex = words_hex(&line->words);
    long turn = words_if(&line->words, "turn") ? words_number(&line->words, "a turn", 1, OCS_TURNS) : 1;
    if (!words_end(&line->words))
        return false;
    if (line->data->starts == OCS_STARTS || is_on_map(line->state, piece)) {
        words_wrong(&line->words, line->words.word, "there is no room, or it is on the map");
        return false;
    }
    line->data->start[line->data->starts++] =
        (Start){.piece = piece, .hex = hex, .centre = NO_HEX, .last = NO_HEX, .turn = (uint8_t)turn};
    line->state->unit[piece].standing = DUE;
    return true;
}

/* variable SIDE HEX: it rolls for reinforcements, which arrive there */
static bool do_variable(Script *line)
{
    int side = words_side(&line->words);
    Hex hex = words_hex(&line->words);
    if (!words_end(&line->words))
        return false;
    line->data->variable = true;
    line->data->gift_hexes[side] = 1;
    line->data->gift_hex[side][0] = hex;
    return true;
}

static bool do_railcap(Script *line)
{
    int side = words_side(&line->words);
    long capacity = words_number(&line->words, "SPs", 0, 99);
    if (!words_end(&line->words))
        return false;
    line->data->trains[side].first = (uint8_t)capacity;
    line->data->trains[side].later = 0;
    return true;
}

/* dse COUNTER HALVES: what its division counts for (11.2-2) */
static bool do_dse(Script *line)
{
    Piece piece = words_piece(&line->words);
    long halves = words_number(&line->words, "halves of a DSE", 0, 9);
    if (!words_end(&line->words))
        return false;
    line->data->kind[piece].dse = (uint8_t)halves;
    return true;
}

static bool do_hedgehog(Script *line)
{
    int side = words_side(&line->words);
    Hex hex = words_hex(&line->words);
    long level = words_number(&line->words, "its level", 1, 4);
    State *state = line->state;
    if (!words_end(&line->words))
        return false;
    if (state->hedgehogs == OCS_HEDGEHOGS) {
        words_wrong(&line->words, line->words.word, "there is no room for another hedgehog");
        return false;
    }
    state->hedgehog[state->hedgehogs++] = (Hedgehog){.hex = hex, .side = (uint8_t)side, .level = (uint8_t)level};
    return true;
}

/* What a side has in a hex from now on; it came from nowhere, so its account is set right. */
static bool do_supply(Script *line)
{
    enum { SETTINGS = 5 };
    Setting set[SETTINGS] = {{.name = "ground", .high = 400},
                             {.name = "trucks", .high = 99},
                             {.name = "truck-load", .high = 396},
                             {.name = "wagons", .high = 99},
                             {.name = "wagon-load", .high = 396}};
    int side = words_side(&line->words);
    Hex hex = words_hex(&line->words);
    while (words_more(&line->words) && !line->words.wrong)
        if (!words_setting(&line->words, set, SETTINGS))
            words_wrong(&line->words, words_next(&line->words), "expected ground=, trucks=, truck-load= …");
    if (!words_end(&line->words))
        return false;
    if (setting_or(&set[2], 0) > setting_or(&set[1], 0) * TOKENS ||
        setting_or(&set[4], 0) > setting_or(&set[3], 0) * TOKENS) {
        words_wrong(&line->words, line->words.word, "a point carries 4 tokens (12.2b)");
        return false;
    }
    State *state = line->state;
    const Pile *was = pile_in(state, side, hex);
    state->account[side].made -= (uint32_t)(was ? tokens_of(was) : 0);
    *pile_at(state, side, hex) = (Pile){.hex = hex,
                                        .side = (uint8_t)side,
                                        .dump = (uint16_t)setting_or(&set[0], 0),
                                        .trucks = (uint8_t)setting_or(&set[1], 0),
                                        .truck_load = (uint16_t)setting_or(&set[2], 0),
                                        .wagons = (uint8_t)setting_or(&set[3], 0),
                                        .wagon_load = (uint16_t)setting_or(&set[4], 0)};
    state->account[side].made += (uint32_t)tokens_of(pile_at(state, side, hex));
    tidy_piles(state);
    return true;
}

static bool do_reserves(Script *line)
{
    int side = words_side(&line->words);
    long count = words_number(&line->words, "Reserve markers", 0, 99);
    if (!words_end(&line->words))
        return false;
    line->data->reserves[side] = (uint8_t)count;
    return true;
}

/* turns N: of the whole game */
static bool do_turns(Script *line)
{
    long count = words_number(&line->words, "the number of turns", 1, OCS_TURNS);
    if (!words_end(&line->words))
        return false;
    line->data->turns = (int)count;
    return true;
}

/* phase SIDE STEP [turn N] [go N]: the side is the phasing one */
static bool do_phase(Script *line)
{
    int side = words_side(&line->words), step = words_word(&line->words, "a phase", lab_steps);
    int turn = line->state->head.turn ? line->state->head.turn : 1, go = side != 0 ? 2 : 1;
    if (words_if(&line->words, "turn"))
        turn = (int)words_number(&line->words, "the turn", 1, OCS_TURNS);
    if (words_if(&line->words, "go"))
        go = (int)words_number(&line->words, "the go of the turn", 1, line->data->goes);
    if (!words_end(&line->words))
        return false;
    if (step == STEP_MOVEMENT && second_edition(line->data))
        step = STEP_MODES_AND_MOVEMENT;
    Play play = lab_play(line);
    if (go_to_step(&play, step, side, turn, go))
        return true;
    words_wrong(&line->words, line->words.word, "the sequence of play has no such phase here");
    return false;
}

/* ---- the lines -------------------------------------------------------------------------------------------- */

static const Statement statements[] = {
    {"counter", do_counter},
    {"place", do_place},
    {"state", do_state},
    {"remove", do_remove},
    {"control", do_control},
    {"hedgehog", do_hedgehog},
    {"reserves", do_reserves},
    {"turns", do_turns},
    {"phase", do_phase},
    {"supply", do_supply},
    {"source", do_source},
    {"rails", do_rails},
    {"wrecked", do_wrecked},
    {"dse", do_dse},
    {"due", do_due},
    {"variable", do_variable},
    {"railcap", do_railcap},
    {"railhead", do_railhead},
    {NULL, NULL},
};

static void change_ground(Script *line) { derive(line->scenario, line->data); }

bool ocs_lab(Scenario *scenario, Position *position, const LabLine *words)
{
    const Statement *list = lab_knows(air_statements, words->word) ? air_statements : statements;
    return lab_line(scenario, position, words, list, change_ground);
}
