/* lab.c — the lines of a lab script that are OCS's own (docs/lab.md).
 *
 *     counter a axis armor regt combat=10-4-6T move=5-4-12T [re=1 steps=1]
 *     place a b 05.05 [steps=2 spent=1.5 combat-side move-side none strategic reserve exploiting dg full low no-supply
 *         STATE… no STATE…]     state a …     remove a … [dead]
 *     control axis HEX…     hedgehog axis HEX 2     reserves axis 3     turns 2     win axis …
 *     phase axis movement [turn 2] [go 3]
 *
 * Ground is made by kit/lab_map.c. A line is read to its end before it changes anything. */
#include "systems/ocs/lab.h"

#include <string.h>

#include "kit/lab_map.h"

typedef struct Script {
    Scenario *scenario;
    Book *data;
    State *state;
    Words words;
} Script;

const struct LabState lab_states[] = {
    {"moved", MOVED},       {"stopped", STOPPED},   {"halted", HALTED},     {"locked", LOCKED},
    {"released", RELEASED}, {"attacked", ATTACKED}, {"defended", DEFENDED}, {NULL, 0},
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
typedef struct Changes {
    Setting steps, spent;
    int face, marker, level, quarters;
    uint32_t on, off;
} Changes;

/* The next word, if it is one of these: its number, or -1. */
static int take_one_of(Words *words, const char *const *known)
{
    for (int i = 0; known[i]; i++)
        if (words_if(words, known[i]))
            return i;
    return -1;
}

static bool take_choice(Words *words, const char *const *known, int *out)
{
    int taken = take_one_of(words, known);
    if (taken >= 0)
        *out = taken;
    return taken >= 0;
}

static void take_flag(Words *words, Changes *out)
{
    bool on = !words_if(words, "no");
    for (int i = 0; lab_states[i].word; i++)
        if (words_if(words, lab_states[i].word)) {
            *(on ? &out->on : &out->off) |= lab_states[i].state;
            return;
        }
    words_wrong(words, words_next(words), "expected a side, a marker, a level or a state of a counter");
}

static bool take_changes(Words *words, Changes *out)
{
    enum { SETTINGS = 2 };
    *out = (Changes){.steps = {.name = "steps", .low = 1, .high = 9},
                     .spent = {.name = "spent"},
                     .face = -1,
                     .marker = -1,
                     .level = -1};
    while (words_more(words))
        if (!words_setting(words, &out->steps, SETTINGS) && !take_choice(words, lab_faces, &out->face) &&
            !take_choice(words, lab_markers, &out->marker) && !take_choice(words, lab_levels, &out->level))
            take_flag(words, out);
    if (out->spent.given) {
        Fraction fraction = words_read_fraction(words, &out->spent.text, "movement points");
        out->quarters = fraction.under ? (int)(fraction.over * QUARTERS / fraction.under) : 0;
    }
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

static int take_pieces(Words *words, Piece out[OCS_PIECES])
{
    int count = 0;
    do
        out[count++] = words_piece(words);
    while (count < OCS_PIECES && words_next_is_piece(words) && !words_next_is_hex(words));
    return count;
}

static void put(Script *line, Piece piece, Hex hex)
{
    State *state = line->state;
    Unit *unit = &state->unit[piece];
    if (is_on_map(state, piece))
        lift(line->scenario, state, piece);
    if (!unit->steps)
        unit->steps = kind_of(line->data, state, piece)->steps;
    place(line->scenario, state, piece, hex);
    unit->start = hex;
    take_control(state, unit->side, hex);
}

static bool do_place(Script *line)
{
    Piece piece[OCS_PIECES];
    Changes changes;
    int count = take_pieces(&line->words, piece);
    Hex hex = words_hex(&line->words);
    bool good = take_changes(&line->words, &changes);
    for (int i = 0; good && i < count; i++) {
        good = fits(line, &changes, piece[i]);
        if (good && enemy_in(line->state, line->state->unit[piece[i]].side, hex)) {
            words_wrong(&line->words, line->words.word, "the enemy stands there");
            good = false;
        }
    }
    for (int i = 0; good && i < count; i++) {
        put(line, piece[i], hex);
        change(line, &changes, piece[i]);
    }
    return good;
}

static bool do_state(Script *line)
{
    Piece piece[OCS_PIECES];
    Changes changes;
    int count = take_pieces(&line->words, piece);
    bool good = take_changes(&line->words, &changes);
    for (int i = 0; good && i < count; i++)
        good = fits(line, &changes, piece[i]);
    for (int i = 0; good && i < count; i++)
        change(line, &changes, piece[i]);
    return good;
}

static bool do_remove(Script *line)
{
    Piece piece[OCS_PIECES];
    int count = take_pieces(&line->words, piece);
    bool dead = words_if(&line->words, "dead");
    for (int i = 0; i < count && !line->words.wrong; i++)
        if (!is_on_map(line->state, piece[i]))
            words_wrong(&line->words, line->words.word, "it is not on the map");
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++) {
        lift(line->scenario, line->state, piece[i]);
        line->state->unit[piece[i]].standing = dead ? DEAD : IN_POOL;
        line->state->unit[piece[i]].marker = NO_MARKER;
    }
    return true;
}

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

static bool do_counter(Script *line)
{
    static const char *const classes[] = {"armor", "mech",        "other", "artillery", "rocket",
                                          "hq",    "rail-repair", "repl",  NULL};
    static const char *const size[] = {"div", "bde", "regt", "bn", "none", NULL};
    enum { SETTINGS = 4 };
    Setting settings[SETTINGS] = {
        {.name = "combat"}, {.name = "move"}, {.name = "steps", .low = 1, .high = 9}, {.name = "re"}};
    Field id = words_text(&line->words, "the counter's name");
    int side = words_side(&line->words), class = words_word(&line->words, "its class", classes);
    int extent = words_word(&line->words, "its size", size);
    while (words_more(&line->words) && !line->words.wrong)
        if (!words_setting(&line->words, settings, SETTINGS))
            words_wrong(&line->words, words_next(&line->words), "expected combat=, move=, steps= or re=");
    if (!settings[0].given || !settings[1].given)
        words_wrong(&line->words, NULL, "a counter has two sides: combat= and move=");
    Kind kind = {.side = (uint8_t)side, .class = (uint8_t) class, .size = (uint8_t)extent};
    kind.steps = (uint8_t)setting_or(&settings[2], 1);
    kind.re = (uint8_t)(extent == BATTALION ? QUARTERS / 2 : kind.steps * QUARTERS);
    kind.nation = side ? SOVIET : GERMAN;
    if (!line->words.wrong && settings[3].given) {
        Fraction re = words_read_fraction(&line->words, &settings[3].text, "REs");
        kind.re = (uint8_t)(re.under ? re.over * QUARTERS / re.under : 0);
    }
    if (line->words.wrong || !read_face(&line->words, &settings[0].text, &kind.face[0]) ||
        !read_face(&line->words, &settings[1].text, &kind.face[1]) || !words_end(&line->words))
        return false;
    if (class == HEADQUARTERS)
        kind.face[0].how = kind.face[1].how = NEVER_ATTACKS;
    char name[PIECE_TEXT] = "";
    Piece piece = (Piece)line->data->kinds;
    memcpy(name, id.text, id.length < sizeof name ? id.length : sizeof name - 1);
    if (piece == OCS_PIECES || !scenario_name_piece(line->scenario, piece, name)) {
        words_wrong(&line->words, &id, "there is no room for it, or its name is taken or not well formed");
        return false;
    }
    memcpy(kind.name, name, sizeof name);
    line->data->kind[line->data->kinds++] = kind;
    line->state->unit[piece] = (Unit){.at = {NO_HEX, NO_PIECE},
                                      .kind = piece,
                                      .start = NO_HEX,
                                      .steps = kind.steps,
                                      .side = kind.side,
                                      .carrier = NO_PIECE};
    return true;
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
    state->hedgehog[state->hedgehogs++] = (Hedgehog){hex, (uint8_t)side, (uint8_t)level};
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
    static _Thread_local Events events;
    static _Thread_local Dice dice;
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
    Play play = {line->scenario, line->data, line->state, &dice, &events};
    dice_fast(&dice, 1);
    events.count = 0;
    if (go_to_step(&play, step, side, turn, go))
        return true;
    words_wrong(&line->words, line->words.word, "the sequence of play has no such phase here");
    return false;
}

/* ---- the lines -------------------------------------------------------------------------------------------- */

static const struct Statement {
    const char *word;
    bool (*run)(Script *line);
} statements[] = {
    {"counter", do_counter},   {"place", do_place},     {"state", do_state},
    {"remove", do_remove},     {"control", do_control}, {"hedgehog", do_hedgehog},
    {"reserves", do_reserves}, {"turns", do_turns},     {"phase", do_phase},
};

bool ocs_lab(Scenario *scenario, Position *position, const LabLine *words)
{
    Script line = {scenario, scenario->own, (State *)position, words_of(scenario, words)};
    bool ours;
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (field_is(words->word, statements[i].word))
            return statements[i].run(&line);
    bool good = lab_map(scenario, words, &ours);
    if (ours && good)
        derive(scenario, line.data);
    if (!ours)
        words_wrong(&line.words, words->word, "this is no line of a script for this system");
    return ours && good;
}

/* What combat.c tells. */
LabFigure ocs_lab_figure(const Event *event)
{
    const Sentence *what = &event->what;
    if (event->kind == EVENT_ROLLED && what->rule == OCS_9_10)
        return (LabFigure){.kind = FIGURE_ROLL, .roll = what->arg[0], .row = what->arg[1]};
    if (event->kind == EVENT_RESULT)
        return (LabFigure){.kind = FIGURE_RESULT, .what = sentence(0, "%d", what->arg[0])};
    if (event->kind == EVENT_NOTE && what->rule == OCS_9_7A)
        return (LabFigure){.kind = FIGURE_COLUMN, .what = sentence(0, "%d", what->arg[2])};
    return (LabFigure){FIGURE_NONE};
}
