/* lab.c — the lines of a lab script that are Proud Monster's own (docs/lab.md).
 *
 *     place pz1 pz6 1908N [steps=3 value=3-1 mp=12 spent=6 STATE… no STATE…]     state pz1 …     clear
 *     remove pz1 … [BOX]     control german|soviet HEX…     destroyed HEX…     line NAME active|aborted
 *     weather north R [south D]     corps 1 HEX|-     airlift 1 HEX|-     points 3     replacements 2 …
 *     phase german-movement [turn 3] [couplet 2]
 *
 * Ground is made by kit/lab_map.c. A line is read to its end before it changes anything. */
#include "core/room.h"
#include "systems/pm/lab/lab.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "kit/lab_map.h"

const LabState lab_states[] = {
    {"moved", MOVED},         {"stopped", STOPPED}, {"active", ACTIVE},     {"attacked", ATTACKED},
    {"retreated", RETREATED}, {"resting", RESTING}, {"landed", LANDED},     {"hedged", HEDGED},
    {"shifting", SHIFTING},   {"called", CALLED},   {"in-port", IN_PORT},   {"marked", MARKED},
    {"refitted", REFITTED},   {"rebuilt", REBUILT}, {"repulsed", REPULSED}, {NULL, 0},
};

const char *const lab_steps[] = {"soviet-setup",
                                 "german-setup",
                                 "turn",
                                 "calls",
                                 "arrivals",
                                 "weather",
                                 "abort",
                                 "concentration",
                                 "airlift",
                                 "refit",
                                 "german-aircraft",
                                 "hedgehogs",
                                 "german-movement",
                                 "german-overstack",
                                 "german-assaults",
                                 "release",
                                 "soviet-aircraft",
                                 "soviet-movement",
                                 "soviet-overstack",
                                 "soviet-assaults",
                                 "couplet-end",
                                 "turn-end",
                                 "pause",
                                 NULL};
_Static_assert(sizeof lab_steps / sizeof *lab_steps == STEPS + 1, "a word for each step");
const char *const lab_weathers[] = {"D", "R", "M", "F", "S", NULL};
const char *const lab_zones[] = {"north", "south", NULL};
const char *const lab_towns[] = {"none", "town", "large-town", "city", NULL};
const char *const lab_works[] = {"none", "stalin-line", "fort", "heavy-fort", NULL};
const char *const lab_supplies[] = {"out-of-supply", "supplied", "attenuated", "aerial", "lake", "port", NULL};

#define NUMBER(word_, field_, low_, high_)                                        \
    {                                                                             \
        word_, offsetof(State, field_), sizeof(((State *)0)->field_), low_, high_ \
    }
const LabNumber lab_numbers[] = {
    NUMBER("points", points, -999, 999),
    NUMBER("replacements", replacements, 0, 255),
    NUMBER("pause", pause, 0, 3),
    NUMBER("rebuilds", rebuilds, 0, 255),
    NUMBER("sailed", sailed, 0, 5),
    NUMBER("gas-gone", gas_gone, 0, 1),
    NUMBER("concentrated", concentrated, 0, 1),
    NUMBER("refits-over", refits_over, 0, 1),
    NUMBER("road-gone", road_gone, 0, 1),
    NUMBER("moscow-fell", moscow_fell, 0, 1),
    {NULL, 0, 0, 0, 0},
};

long read_number(const State *state, const LabNumber *number)
{
    int16_t wide;
    uint8_t narrow;
    const char *at = (const char *)state + number->offset;
    if (number->size == sizeof wide) {
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at, sizeof narrow);
    return narrow;
}

static void write_number(State *state, const LabNumber *number, long value)
{
    int16_t wide = (int16_t)value;
    uint8_t narrow = (uint8_t)value;
    char *at = (char *)state + number->offset;
    memcpy(at, number->size == sizeof wide ? (const void *)&wide : &narrow, number->size);
}

/* ---- counters -------------------------------------------------------------------------------- */

/* What the end of a line makes of a counter. */
struct Changes {
    Setting steps, mp, spent, value;
    uint32_t on, off;
    bool untried;
};

static bool take_changes(Words *words, Changes *out)
{
    enum { SETTINGS = 4 };
    *out = (Changes){.steps = {.name = "steps", .low = 1, .high = STEPS_MOST},
                     .mp = {.name = "mp", .high = 99},
                     .spent = {.name = "spent", .high = 99},
                     .value = {.name = "value"}};
    while (words_more(words)) {
        if (words_setting(words, &out->steps, SETTINGS))
            continue;
        if (words_if(words, "untried")) {
            out->untried = true;
            continue;
        }
        words_change_state(words, lab_states, &out->on, &out->off);
    }
    return words_end(words);
}

/* The line of the counter's pool with that strength, written 3-1; -1 with a mistake. */
static int line_of_value(Script *line, const Setting *value, Piece piece)
{
    const Book *data = line->data;
    int pool = kind_of(data, line->state, piece)->pool;
    for (int i = 0; pool != NO_POOL && i < data->lines; i++) {
        char text[24];
        snprintf(text, sizeof text, "%d-%d", data->line[i].value.attack, data->line[i].value.defence);
        if (data->line[i].pool == pool && field_is(&value->text, text))
            return i;
    }
    words_wrong(&line->words, &value->text, "%s has no such strength in its pool", line->scenario->piece_id[piece]);
    return -1;
}

static bool fits(Script *line, const Changes *changes, Piece piece)
{
    int full = kind_of(line->data, line->state, piece)->steps;
    if (changes->steps.given && changes->steps.number > full)
        words_wrong(&line->words, &changes->steps.text, "%s has %d steps at most", line->scenario->piece_id[piece],
                    full);
    if (changes->value.given)
        line_of_value(line, &changes->value, piece);
    return !line->words.wrong;
}

/* Its strength goes back to where it came from. */
static void make_untried(State *state, Unit *unit)
{
    if (unit->value)
        (unit->now & REBUILT ? state->dead_left : state->pool_left)[unit->value - 1]++;
    unit->value = 0;
}

static void change(Script *line, const Changes *changes, Piece piece)
{
    Unit *unit = &line->state->unit[piece];
    unit->steps = (unsigned)setting_or(&changes->steps, unit->steps) & 7;
    unit->mp = (uint8_t)setting_or(&changes->mp, unit->mp);
    unit->spent = (uint8_t)setting_or(&changes->spent, unit->spent);
    unit->now = (unit->now | changes->on) & ~changes->off;
    if (changes->untried || changes->value.given)
        make_untried(line->state, unit);
    if (changes->value.given) {
        int at = line_of_value(line, &changes->value, piece);
        uint16_t *left = unit->now & REBUILT ? line->state->dead_left : line->state->pool_left;
        left[at] = (uint16_t)(left[at] - (left[at] > 0));
        unit->value = (uint8_t)(at + 1);
    }
}

/* A hex, or a box by its name, whether the map shows it or not. */
static Hex take_spot(Script *line)
{
    for (int box = 0; box < BOXES; box++)
        if (words_if(&line->words, box_words[box]))
            return box_of(line->data, box);
    return words_hex(&line->words);
}

/* It comes from no other hex: nothing happens to the ground but its control, so that the position is sound. */
static void put(Script *line, Piece piece, Hex hex)
{
    State *state = line->state;
    Unit *unit = &state->unit[piece];
    if (unit->at.hex != NO_HEX)
        lift(line->scenario, state, piece);
    if (!unit->steps)
        unit->steps = (unsigned)kind_of(line->data, state, piece)->steps & 7;
    place(line->scenario, state, piece, hex);
    unit->start = hex;
    if (hex < line->scenario->map->hexes && has_bit(line->data->scoring_hex, hex)) {
        if (unit->side == GERMAN_SIDE)
            set_bit(state->german, hex);
        else
            clear_bit(state->german, hex);
    }
}

static const LabCounters lab_counters = {
    .take = take_changes, .spot = take_spot, .fits = fits, .put = put, .change = change, .changed_first = true};

static bool do_place(Script *line) { return lab_place(line, &lab_counters, &(Changes){0}); }
static bool do_state(Script *line) { return lab_state(line, &lab_counters, &(Changes){0}); }

/* remove COUNTER… [BOX]; out of play unless a box is named */
static bool do_remove(Script *line)
{
    ROOMS(Piece, piece, PM_PIECES);
    int count = words_pieces(&line->words, piece, PM_PIECES);
    Hex to = words_more(&line->words) ? take_spot(line) : box_of(line->data, BOX_GONE);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        put(line, piece[i], to);
    return true;
}

/* Takes all units out of play. */
static bool do_clear(Script *line)
{
    if (!words_end(&line->words))
        return false;
    for (Piece piece = 0; piece < line->scenario->pieces; piece++)
        put(line, piece, box_of(line->data, BOX_GONE));
    return true;
}

/* ---- ground ---------------------------------------------------------------------------------- */

static bool do_control(Script *line)
{
    ROOMS(Hex, hex, PM_SPOTS);
    int side = words_side(&line->words), count = words_hexes(&line->words, hex, PM_SPOTS);
    for (int i = 0; i < count && !line->words.wrong; i++)
        if (!has_bit(line->data->scoring_hex, hex[i]))
            words_wrong(&line->words, NULL, "only cities and large towns have a controller (3.9)");
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        if (side == GERMAN_SIDE)
            set_bit(line->state->german, hex[i]);
        else
            clear_bit(line->state->german, hex[i]);
    return true;
}

static bool do_destroyed(Script *line)
{
    ROOMS(Hex, hex, PM_SPOTS);
    int count = words_hexes(&line->words, hex, PM_SPOTS);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        set_bit(line->state->destroyed, hex[i]);
    return true;
}

static bool do_line(Script *line)
{
    static const char *const states[] = {"active", "aborted", NULL};
    char name[NAME_TEXT];
    words_string(&line->words, "the name of a line of works", name, sizeof name);
    int number = 0, state = words_word(&line->words, "active or aborted", states);
    while (number < line->data->work_lines && strcmp(line->data->line_of_works[number].name, name))
        number++;
    if (number == line->data->work_lines)
        words_wrong(&line->words, &line->words.word[1], "there is no line of works of this name");
    if (!words_end(&line->words))
        return false;
    *(state ? &line->state->aborted : &line->state->active) |= (uint8_t)(1u << number);
    return true;
}

/* weather ZONE LETTER … */
static bool do_weather(Script *line)
{
    int to[ZONES] = {line->state->weather[0], line->state->weather[1]};
    do {
        int zone = words_word(&line->words, "a zone", lab_zones);
        int weather = words_word(&line->words, "a kind of weather", lab_weathers);
        if (zone >= 0 && weather >= 0)
            to[zone] = weather;
    } while (words_more(&line->words));
    if (!words_end(&line->words))
        return false;
    for (int zone = 0; zone < ZONES; zone++)
        line->state->weather[zone] = (uint8_t)to[zone];
    return true;
}

/* corps N HEX|-     airlift N HEX|-: with the stack there, if it is aircraft */
static bool do_marker(Script *line, Hex *where, int most)
{
    long number = words_number(&line->words, "which of them", 1, most);
    Hex hex = words_if(&line->words, "-") ? NO_HEX : words_hex(&line->words);
    if (!words_end(&line->words))
        return false;
    where[number - 1] = hex;
    return true;
}

static bool do_corps(Script *line)
{
    line->state->corps_idle &= 1u << SOVIET_CORPS;
    return do_marker(line, line->state->corps, PM_CORPS);
}
static bool do_airlift(Script *line) { return do_marker(line, line->state->airlift, 2); }
static bool do_soviet_corps(Script *line)
{
    line->state->corps_idle &= (uint8_t) ~(1u << SOVIET_CORPS);
    return do_marker(line, &line->state->soviet_corps, 1);
}

static bool do_hedgehog(Script *line)
{
    Hex hex = words_hex(&line->words);
    if (!words_end(&line->words))
        return false;
    set_bit(line->state->hedgehog, hex);
    return true;
}

/* enter COUNTER… HEX [die=N]: as if it had walked in, with all that follows: control, points, works */
static bool do_enter(Script *line)
{
    ROOMS(Piece, piece, PM_PIECES);
    Setting die = {.name = "die", .low = 1, .high = DIE};
    int count = words_pieces(&line->words, piece, PM_PIECES);
    Hex hex = words_hex(&line->words);
    words_setting(&line->words, &die, 1);
    if (!words_end(&line->words))
        return false;
    Play play = lab_play(line);
    dice_force(play.dice, &(Cast){(uint16_t)die.number, DIE}, die.given);
    for (int i = 0; i < count; i++)
        move_to(&play, piece[i], hex);
    return true;
}

/* ---- time ------------------------------------------------------------------------------------ */

/* phase STEP [turn N] [couplet N] */
static bool do_phase(Script *line)
{
    int step = words_word(&line->words, "a phase", lab_steps), turn = line->state->head.turn, couplet = 1;
    if (words_if(&line->words, "turn"))
        turn = (int)words_number(&line->words, "the turn", 1, line->data->turns);
    if (words_if(&line->words, "couplet"))
        couplet = (int)words_number(&line->words, "the couplet", 1, 2);
    if (!words_end(&line->words))
        return false;
    Play play = lab_play(line);
    go_to_step(&play, step, turn ? turn : 1, couplet);
    return true;
}

/* ---- the lines ------------------------------------------------------------------------------- */

static const Statement statements[] = {
    {"place", do_place},
    {"state", do_state},
    {"remove", do_remove},
    {"clear", do_clear},
    {"control", do_control},
    {"destroyed", do_destroyed},
    {"line", do_line},
    {"weather", do_weather},
    {"corps", do_corps},
    {"airlift", do_airlift},
    {"soviet-corps", do_soviet_corps},
    {"hedgehog", do_hedgehog},
    {"phase", do_phase},
    {"enter", do_enter},
    {NULL, NULL},
};

static bool do_number(Script *line, const LabNumber *number)
{
    long value = words_number(&line->words, number->word, number->low, number->high);
    if (!words_end(&line->words))
        return false;
    write_number(line->state, number, value);
    return true;
}

static void change_ground(Script *line) { derive(line->scenario, line->data); }

bool pm_lab(Scenario *scenario, Position *position, const LabLine *words)
{
    for (const LabNumber *number = lab_numbers; number->word; number++)
        if (field_is(words->word, number->word)) {
            Script line = {scenario, scenario->own, (State *)position, words_of(scenario, words)};
            return do_number(&line, number);
        }
    return lab_line(scenario, position, words, statements, change_ground);
}
