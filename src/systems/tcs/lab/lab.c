/* lab.c — the lines of a lab script that are TCS's own (docs/lab.md).
 *
 *     counter a us u_rif [company=A battalion=1/317 regiment=317]
 *     place a b 05.05 [steps=2 spent=3 on=w fire-mode move-mode steadfast suppressed paralyzed STATE… no STATE…]
 *     state a …     remove a … [dead]     height 40 HEX…     smoke HEX [level=2]     illum HEX     turns 4
 *     zone us HEX 18 [battalion] [bad] [fast]     mine us HEX [lane N]     battalion us 1/317 2 [low=0 high=3 box=0]
 *     light night [visibility=2 lit=24]     phase us first|second [turn 2]; more in lab_guns.c
 *
 * Ground is made by kit/lab_map.c. A line is read to its end before it changes anything. */
#include "systems/tcs/lab/lab.h"

#include <string.h>

#include "kit/lab_map.h"
#include "systems/tcs/load/load.h"

const LabState lab_states[] = {
    {"fired", FIRED},
    {"sfa-done", SFA_DONE},
    {"buttoned", BUTTONED},
    {"steady", STEADY},
    {"moved", MOVED},
    {"to-move", TO_MOVE},
    {"halted", HALTED},
    {"retreated", RETREATED},
    {"shot", SHOT},
    {"at-attacked", AT_ATTACKED},
    {"dug-in", DUG_IN},
    {"in-lane", IN_LANE},
    {"breached", BREACHED},
    {"under-fire", UNDER_FIRE},
    {"fired-upon", FIRED_UPON},
    {"shown-bare", SHOWN_BARE},
    {NULL, 0},
};
const char *const lab_steps[] = {"set-up", "weather",   "accrue",    "implement",  "create",       "tasks",
                                 "checks", "air-order", "air-first", "air-second", "action-order", "first",
                                 "second", "clean-up",  "turn-end",  NULL};
_Static_assert(sizeof lab_steps / sizeof *lab_steps == STEPS + 1, "a word for each step");
const char *const lab_spirits[] = {"steadfast", "suppressed", "paralyzed", NULL};
const char *const lab_modes[] = {"fire-mode", "move-mode", NULL};
const char *const lab_lights[] = {"day", "dawn", "dusk", "night", NULL};

/* ---- counters -------------------------------------------------------------------------------------------- */

/* What the end of a line makes of a counter. */
struct Changes {
    Setting steps, spent, on; /* on: what carries or tows it */
    int mode, spirit, grains;
    uint32_t set, cleared;
};

static bool take_changes(Words *words, Changes *out)
{
    enum { SETTINGS = 3 };
    *out = (Changes){.steps = {.name = "steps", .low = 1, .high = 9},
                     .spent = {.name = "spent"},
                     .on = {.name = "on"},
                     .mode = -1,
                     .spirit = -1};
    while (words_more(words))
        if (!words_setting(words, &out->steps, SETTINGS) && !words_choice(words, lab_modes, &out->mode) &&
            !words_choice(words, lab_spirits, &out->spirit))
            words_change_state(words, lab_states, &out->set, &out->cleared);
    out->grains = setting_parts(words, &out->spent, "movement points", GRAINS);
    return words_end(words);
}

static bool fits(Script *line, const Changes *changes, Piece piece)
{
    const Kind *kind = kind_of(line->scenario, piece);
    int spirit = changes->spirit >= 0 ? changes->spirit : line->state->unit[piece].spirit;
    int mode = changes->mode >= 0 ? changes->mode : line->state->unit[piece].mode;
    if (changes->steps.given && changes->steps.number > kind->steps)
        words_wrong(&line->words, &changes->steps.text, "%s has %d steps at most", line->scenario->piece_id[piece],
                    kind->steps);
    if (spirit && (!has_morale(kind) || mode != FIRE_MODE))
        words_wrong(&line->words, line->words.word, "%s has no Morale, or is in Move Mode",
                    line->scenario->piece_id[piece]);
    Piece carrier = piece_named(line->scenario, changes->on.text.text, changes->on.text.length);
    if (changes->on.given && (carrier == NO_PIECE || !is_on_map(line->state, carrier) || is_vehicle(kind) ||
                              refused(has_room_aboard(line->scenario, line->state, piece, carrier))))
        words_wrong(&line->words, &changes->on.text, "nothing of that name stands there with room for it");
    return !line->words.wrong;
}

/* It is where its carrier is, and in Move Mode (25.1). */
static void mount(Script *line, Piece piece, Piece carrier)
{
    Play play = lab_play(line);
    State *state = line->state;
    if (is_riding(state, piece))
        return;
    if (state->unit[piece].at.hex != state->unit[carrier].at.hex) {
        words_wrong(&line->words, line->words.word, "it does not stand with what carries it");
        return;
    }
    get_on(&play, piece, carrier);
    state->unit[piece].now &= ~(uint32_t)STEADY;
}

/* A unit put down in Fire Mode counts as having been in it all the time, unless the line says otherwise. */
static void change(Script *line, const Changes *changes, Piece piece)
{
    Unit *unit = &line->state->unit[piece];
    unit->steps = (uint8_t)setting_or(&changes->steps, unit->steps);
    if (changes->mode >= 0) {
        unit->mode = (uint8_t)changes->mode;
        unit->now = changes->mode == FIRE_MODE ? unit->now | STEADY : unit->now & ~(uint32_t)STEADY;
    }
    if (changes->spirit >= 0)
        unit->spirit = (uint8_t)changes->spirit;
    if (changes->spent.given)
        unit->spent = (uint32_t)changes->grains;
    unit->now = (unit->now | changes->set) & ~changes->cleared;
    if (changes->on.given)
        mount(line, piece, piece_named(line->scenario, changes->on.text.text, changes->on.text.length));
}

static void put(Script *line, Piece piece, Hex hex)
{
    State *state = line->state;
    Unit *unit = &state->unit[piece];
    if (is_on_map(state, piece))
        lift(state, piece);
    unit->riding = ON_FOOT;
    for (int i = 0; i < CARRIERS; i++) {
        unit->carrier[i] = NO_PIECE;
        unit->share[i] = 0;
    }
    if (!unit->steps)
        unit->steps = kind_of(line->scenario, piece)->steps;
    unit->ridden_off = 0;
    place(state, piece, hex);
    unit->start = hex;
    unit->came_from = NO_HEX;
    take_control(line->data, state, unit->side, hex);
    if (unit->mode == FIRE_MODE)
        unit->now |= STEADY;
    note_reached(line->scenario, state, piece);
}

static bool may_stand(Script *line, Piece piece, Hex hex)
{
    if (enemy_in(line->state, line->state->unit[piece].side, hex))
        words_wrong(&line->words, line->words.word, "the enemy stands there");
    return !line->words.wrong;
}

static void take_away(Script *line, Piece piece, bool dead)
{
    lift(line->state, piece);
    line->state->unit[piece].standing = dead ? DEAD : OFF_MAP;
    line->state->unit[piece].spirit = STEADFAST;
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

/* ---- new counters ---------------------------------------------------------------------------------------- */

static uint8_t name_formation(Script *line, const Setting *setting)
{
    Book *data = line->data;
    int at = 0;
    if (!setting->given)
        return 0;
    while (at < data->formations && !field_is(&setting->text, data->formation[at]))
        at++;
    if (at == TCS_FORMATIONS || setting->text.length >= sizeof *data->formation) {
        words_wrong(&line->words, &setting->text, "there is no room for this name");
        return 0;
    }
    if (at == data->formations)
        memcpy(data->formation[data->formations++], setting->text.text, setting->text.length);
    return (uint8_t)(at + 1);
}

static int take_kind(Script *line)
{
    Field code = words_text(&line->words, "a kind of unit");
    for (int i = 0; i < line->data->kinds; i++)
        if (field_is(&code, line->data->kind[i].code))
            return i;
    words_wrong(&line->words, &code, "there is no such kind of unit");
    return 0;
}

/* The battalion's number + 1, made with a box if there is none of that name. */
static uint8_t box_of(Script *line, int side, uint8_t formation)
{
    Book *data = line->data;
    if (!formation)
        return 0;
    for (int i = 0; i < data->battalions; i++)
        if (data->battalion[i].formation == formation && data->battalion[i].side == side)
            return (uint8_t)(i + 1);
    if (data->battalions == TCS_BATTALIONS)
        return 0;
    Battalion *battalion = &data->battalion[data->battalions];
    *battalion = (Battalion){.side = (uint8_t)side, .formation = formation, .box = 1};
    memcpy(battalion->name, data->formation[formation - 1], sizeof battalion->name);
    line->state->nerve[data->battalions] = (Nerve){0, 0, 0, true};
    return (uint8_t)++data->battalions;
}

static bool do_counter(Script *line)
{
    enum { SETTINGS = 3 };
    Setting settings[SETTINGS] = {{.name = "company"}, {.name = "battalion"}, {.name = "regiment"}};
    Field id = words_text(&line->words, "the counter's name");
    int side = words_side(&line->words), kind = take_kind(line);
    while (words_more(&line->words) && !line->words.wrong)
        if (!words_setting(&line->words, settings, SETTINGS))
            words_wrong(&line->words, words_next(&line->words), "expected company=, battalion= or regiment=");
    if (!words_end(&line->words))
        return false;
    char name[PIECE_TEXT];
    Piece piece = (Piece)line->data->counters;
    if (!lab_name(line, &id, piece, TCS_PIECES, name))
        return false;
    Counter *counter = &line->data->counter[line->data->counters++];
    *counter = (Counter){.kind = (uint8_t)kind, .side = (uint8_t)side, .hex = NO_HEX, .centre = NO_HEX, .on = NO_PIECE};
    counter->company = name_formation(line, &settings[0]);
    counter->battalion = name_formation(line, &settings[1]);
    counter->regiment = name_formation(line, &settings[2]);
    counter->box = box_of(line, side, counter->battalion);
    join_formations(line->data, piece);
    find_zone(line->scenario, line->data, piece);
    join_batteries(line->data);
    Unit *unit = &line->state->unit[piece];
    unit->side = (uint8_t)side;
    unit->steps = line->data->kind[kind].steps;
    return true;
}

/* ---- ground and markers ---------------------------------------------------------------------------------- */

static bool do_height(Script *line)
{
    Hex hex[TCS_SPOTS];
    long height = words_number(&line->words, "metres", 0, 3000);
    int count = words_hexes(&line->words, hex, TCS_SPOTS);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        line->scenario->map->height[hex[i]] = (int16_t)height;
    line->scenario->map->has_heights = true;
    line->scenario->map->contour = 20;
    derive(line->scenario, line->data);
    return true;
}

static bool lay_marker(Script *line, Barrage barrage)
{
    if (line->state->barrages == TCS_BARRAGES) {
        words_wrong(&line->words, line->words.word, "there is no room for another marker");
        return false;
    }
    line->state->barrage[line->state->barrages++] = barrage;
    marks_changed(line->scenario, line->state);
    return true;
}

/* smoke HEX [level=2] */
static bool do_smoke(Script *line)
{
    Setting level = {.name = "level", .low = 1, .high = 2};
    Hex hex = words_hex(&line->words);
    while (words_more(&line->words) && words_setting(&line->words, &level, 1))
        ;
    if (!words_end(&line->words))
        return false;
    return lay_marker(line, (Barrage){.hex = hex,
                                      .side = NO_SIDE,
                                      .kind = level.given ? SMOKE_BARRAGE : PLAIN_SMOKE,
                                      .level = (uint8_t)setting_or(&level, 0)});
}

/* zone SIDE HEX FIREPOWER [battalion] [bad] [fast] */
static bool do_zone(Script *line)
{
    int side = words_side(&line->words);
    Hex hex = words_hex(&line->words);
    long firepower = words_number(&line->words, "the firepower in the zone", 1, 60);
    bool battalion = words_if(&line->words, "battalion"), bad = words_if(&line->words, "bad");
    bool fast = words_if(&line->words, "fast");
    if (!words_end(&line->words))
        return false;
    return lay_marker(line, (Barrage){.hex = hex,
                                      .side = (uint8_t)side,
                                      .kind = battalion ? BATTALION_ZONE : BATTERY_ZONE,
                                      .good = !bad,
                                      .fast = fast,
                                      .firepower = (uint8_t)firepower,
                                      .calibre = 105});
}

static bool do_illum(Script *line)
{
    Hex hex = words_hex(&line->words);
    if (!words_end(&line->words) || line->state->flares == TCS_FLARES)
        return false;
    line->state->flare[line->state->flares++] = hex;
    marks_changed(line->scenario, line->state);
    return true;
}

/* mine SIDE HEX [lane DIRECTION] */
static bool do_mine(Script *line)
{
    static const char *const edges[] = {"N", "NE", "SE", "S", "SW", "NW", NULL};
    int side = words_side(&line->words), lane = EDGES;
    Hex hex = words_hex(&line->words);
    if (words_if(&line->words, "lane"))
        lane = words_word(&line->words, "an edge", edges);
    if (!words_end(&line->words))
        return false;
    if (line->state->mines == TCS_MINES) {
        words_wrong(&line->words, line->words.word, "there is no room for another minefield");
        return false;
    }
    line->state->mine[line->state->mines++] = (Minefield){hex, (uint8_t)side, (uint8_t)lane};
    marks_changed(line->scenario, line->state);
    return true;
}

/* battalion SIDE NAME MORALE [low=N high=N] [box=0] */
static bool do_battalion(Script *line)
{
    enum { SETTINGS = 3 };
    Setting settings[SETTINGS] = {{.name = "low", .low = 0, .high = 99},
                                  {.name = "high", .low = 0, .high = 99},
                                  {.name = "box", .low = 0, .high = 1}};
    int side = words_side(&line->words);
    Field name = words_text(&line->words, "a battalion");
    long morale = words_number(&line->words, "its Battalion Morale", 0, 99);
    while (words_more(&line->words) && words_setting(&line->words, settings, SETTINGS))
        ;
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < line->data->battalions; i++)
        if (line->data->battalion[i].side == side && field_is(&name, line->data->battalion[i].name)) {
            line->state->nerve[i] = (Nerve){(uint8_t)morale, (uint8_t)setting_or(&settings[0], (int)morale),
                                            (uint8_t)setting_or(&settings[1], (int)morale), true};
            line->data->battalion[i].box = (uint8_t)setting_or(&settings[2], 1);
            return true;
        }
    words_wrong(&line->words, &name, "there is no such battalion");
    return false;
}

/* ---- the clock ------------------------------------------------------------------------------------------- */

/* light LIGHT [visibility=N] [lit=N]: of every turn from now on */
static bool do_light(Script *line)
{
    enum { SETTINGS = 2 };
    Setting settings[SETTINGS] = {{.name = "visibility", .low = 1, .high = 99}, {.name = "lit", .low = 1, .high = 99}};
    int light = words_word(&line->words, "day, dawn, dusk or night", lab_lights);
    while (words_more(&line->words) && words_setting(&line->words, settings, SETTINGS))
        ;
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < line->data->turns; i++) {
        TurnRow *turn = &line->data->turn[i];
        turn->light = (uint8_t)light;
        turn->visibility = (uint8_t)setting_or(&settings[0], light == NIGHT ? NIGHT_SIGHT : turn->visibility);
        turn->lit_visibility = (uint8_t)setting_or(&settings[1], turn->visibility);
        turn->recovers = light != NIGHT || turn->time / 100 % 2 == 0;
    }
    line->state->light = (uint8_t)light;
    line->state->visibility = line->data->turn[0].visibility;
    line->state->lit_visibility = line->data->turn[0].lit_visibility;
    return true;
}

static bool do_turns(Script *line)
{
    long count = words_number(&line->words, "the number of turns", 1, TCS_TURNS);
    if (!words_end(&line->words))
        return false;
    line->data->turns = (int)count;
    return true;
}

/* What the phase that is left had under way is not gone on with: no fire, no trigger, no march, no combat. */
static void drop_procedures(State *state)
{
    state->attacks = 0;
    state->cycle.open = state->landing.open = false;
    state->retreat.from = NO_HEX;
    state->walking.count = state->walking.steps = 0;
    state->combat.kind = NO_COMBAT;
}

/* phase SIDE STEP [turn N]: the side is the phasing one */
static bool do_phase(Script *line)
{
    int side = words_side(&line->words), step = words_word(&line->words, "a phase", lab_steps);
    int turn = line->state->head.turn ? line->state->head.turn : 1;
    if (words_if(&line->words, "turn"))
        turn = (int)words_number(&line->words, "the turn", 1, line->data->turns);
    if (!words_end(&line->words))
        return false;
    Play play = lab_play(line);
    drop_procedures(line->state);
    if (go_to_step(&play, step, side, turn))
        return true;
    words_wrong(&line->words, line->words.word, "the sequence of play has no such phase here");
    return false;
}

/* ---- the lines ------------------------------------------------------------------------------------------- */

static const Statement statements[] = {
    {"counter", do_counter},
    {"place", do_place},
    {"state", do_state},
    {"remove", do_remove},
    {"height", do_height},
    {"smoke", do_smoke},
    {"zone", do_zone},
    {"illum", do_illum},
    {"mine", do_mine},
    {"light", do_light},
    {"turns", do_turns},
    {"battalion", do_battalion},
    {"phase", do_phase},
    {"battery", lab_battery},
    {"battery-is", lab_battery_is},
    {"ammunition", lab_ammunition},
    {"air", lab_air},
    {"sorties", lab_sorties},
    {"weather", lab_weather},
    {"clock", lab_clock},
    {"lay-mines", lab_lay_mines},
    {"arrive", lab_arrive},
    {NULL, NULL},
};

static void change_ground(Script *line) { derive(line->scenario, line->data); }

bool tcs_lab(Scenario *scenario, Position *position, const LabLine *words)
{
    const Statement *list = lab_knows(command_statements, words->word) ? command_statements : statements;
    return lab_line(scenario, position, words, list, change_ground);
}
