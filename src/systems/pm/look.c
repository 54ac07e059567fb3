/* look.c — how counters, markers and the calendar are shown: 2.6–2.8.
 *
 * A counter shows attack-defence-movement of its present steps (2.7), in the colours of its class (2.8-2);
 * an untried unit a question mark, its type and its movement (2.15). */
#include <stdio.h>
#include <string.h>

#include "systems/pm/pm.h"

/* ---- counters -------------------------------------------------------------------------------- */

static const char *const symbols[TYPES] = {
    [TANK] = "ARM",      [MOTORIZED] = "MOT", [ASSAULT_GUN] = "AG",  [RECON] = "REC",   [FLAK] = "AA",
    [FAST] = "MECH",     [INFANTRY] = "INF",  [AIR_LANDING] = "INF", [JAEGER] = "INF",  [MOUNTAIN] = "INF",
    [PARATROOP] = "INF", [STATIC] = "INF",    [SECURITY] = "INF",    [CAVALRY] = "CAV", [FORTRESS] = "INF",
    [NAVAL] = "INF",     [SIEGE] = "ART",     [UNKNOWN] = "?",
};
static const char *const sizes[SIZES] = {
    [CORPS] = "XXX", [DIVISION] = "XX", [BRIGADE] = "X", [REGIMENT] = "III", [BATTALION] = "II"};

typedef struct Colours {
    uint32_t ground, ink;
} Colours;

/* 2.8-2 */
static Colours colours_of(const Kind *kind)
{
    static const Colours soviet[POOLS] = {
        [POOL_RD] = {0x8a6a45, 0xf0d060},  [POOL_CD] = {0xf2f0ea, 0x6b4a2a}, [POOL_TD] = {0xb5382a, 0xffffff},
        [POOL_MRD] = {0xd8b040, 0x000000}, [POOL_RB] = {0xd2b48c, 0x000000}, [POOL_MRB] = {0xe8a8b0, 0x000000},
        [POOL_TB] = {0xe8a8b0, 0x000000},
    };
    if (kind->side == SOVIET_SIDE)
        return kind->is & GUARDS       ? (Colours){0x8a6a45, 0xffffff}
               : kind->pool != NO_POOL ? soviet[kind->pool]
                                       : (Colours){0x8a6a45, 0xf0d060};
    switch (kind->nation) {
    case HUNGARIAN:
        return (Colours){0x3f7a4a, 0xffffff};
    case ITALIAN:
        return (Colours){0x7fae7a, 0x000000};
    case ROMANIAN:
        return (Colours){0x24386b, 0xffffff};
    default:
        return kind->is & MECH ? (Colours){0x1c1c1c, 0xffffff} : (Colours){0x9aa094, 0x000000};
    }
}

static void add_mark(Look *look, Sentence mark)
{
    if (look->marks < LOOK_MARKS)
        look->mark[look->marks++] = mark;
}

static void look_states(const State *state, Piece piece, Look *out)
{
    static const struct {
        uint32_t state;
        uint16_t rule;
        const char *words;
    } marks[] = {
        {MARKED, PM_9_20_1, SAID("has a supply concentration marker")},
        {RESTING, PM_8_20_1, SAID("neither moves nor attacks in this player turn")},
        {SHIFTING, PM_8_3_2, SAID("on the way to the other OKH area")},
        {CALLED, PM_14_41_3, SAID("just called up, does not move yet")},
        {IN_PORT, PM_11_3_2, SAID("just come into port, does not sail yet")},
        {ATTACKED, PM_14_4, SAID("has attacked")},
        {RETREATED, PM_14_34, SAID("has fallen back in this phase")},
        {REFITTED, PM_8_20_3, SAID("has had its refit")},
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (state->unit[piece].now & marks[i].state)
            add_mark(out, sentence(marks[i].rule, marks[i].words));
}

static void look_values(const Book *data, const State *state, Piece piece, Look *out)
{
    Values value = values_of(data, state, piece);
    if (!is_known(data, state, piece))
        return;
    if (is_untried(data, state, piece))
        snprintf(out->values, sizeof out->values, "?-%d", value.movement);
    else
        snprintf(out->values, sizeof out->values, "%d-%d-%d", value.attack, value.defence, value.movement);
}

void pm_look(const Scenario *scenario, const Position *view, Piece piece, Look *out)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    const Unit *unit = &state->unit[piece];
    const Kind *kind = &data->kind[unit->kind];
    bool known = piece < scenario->pieces && unit->at.hex != NO_HEX;
    Colours colours = colours_of(kind);
    *out = (Look){.side = kind->side, .known = known, .colour = colours.ground, .ink = colours.ink};
    snprintf(out->nation, sizeof out->nation, "%s", pm_words[WORD_NATION + kind->nation]);
    snprintf(out->symbol, sizeof out->symbol, "%s", symbols[kind->type]);
    if (kind->type != UNKNOWN)
        snprintf(out->size, sizeof out->size, "%s", sizes[kind->size]);
    if (kind->type == UNKNOWN || !known) {
        snprintf(out->name, sizeof out->name, "?");
        return;
    }
    bool untried = is_untried(data, state, piece);
    snprintf(out->name, sizeof out->name, "%s", untried ? kind->name : data->designation[piece]);
    look_values(data, state, piece, out);
    if (untried)
        add_mark(out, sentence(PM_2_15_1, "untried: nobody knows its strength"));
    out->steps = unit->steps;
    out->full_steps = kind->steps;
    look_states(state, piece, out);
}

/* ---- markers --------------------------------------------------------------------------------- */

typedef struct Marks {
    Mark *mark;
    int count, room;
} Marks;

static void add_marker(Marks *marks, const char *symbol, Hex hex, int side, Sentence label)
{
    if (marks->count < marks->room && hex != NO_HEX) {
        Mark *mark = &marks->mark[marks->count++];
        *mark = (Mark){.label = label, .hex = hex, .hexside = NO_HEXSIDE, .side = (uint8_t)side};
        snprintf(mark->symbol, sizeof mark->symbol, "%s", symbol);
    }
}

static void mark_works(const Scenario *scenario, const State *state, Marks *marks)
{
    const Book *data = data_of(scenario);
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        int work = work_at(data, state, (Hex)hex);
        if (work == STALIN_LINE)
            add_marker(marks, "STALIN", (Hex)hex, SOVIET_SIDE,
                       sentence(PM_14_30_1, "Stalin Line: each Soviet defender has 1 more"));
        else if (work == FORT)
            add_marker(marks, "FORT", (Hex)hex, SOVIET_SIDE, sentence(PM_14_27, "fort: one column for the defender"));
        else if (work == HEAVY_FORT)
            add_marker(marks, "FORT-2", (Hex)hex, SOVIET_SIDE,
                       sentence(PM_14_28, "heavy fort: two columns for the defender"));
    }
}

int pm_marks(const Scenario *scenario, const Position *view, Mark *out, int room)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    Marks marks = {out, 0, room};
    int points = data->aviation[state->head.turn <= PM_TURNS ? state->head.turn : PM_TURNS];
    mark_works(scenario, state, &marks);
    for (int i = 0; i < data->corps; i++)
        add_marker(&marks, "AIR", state->corps[i], GERMAN_SIDE,
                   i == data->eighth ? sentence(PM_10_3, "VIII Air Corps: %n points and a column", points)
                                     : sentence(PM_10_2_2, "aviation corps: %n points", points));
    add_marker(&marks, "AIR", state->soviet_corps, SOVIET_SIDE, sentence(PM_10_4, "Soviet aircraft: 5 points"));
    for (int i = 0; i < 2; i++)
        add_marker(&marks, "AIRLIFT", state->airlift[i], GERMAN_SIDE, sentence(PM_9_18_1, "supplied by air"));
    EACH_BIT(hex, state->hedgehog, PM_WORDS)
    add_marker(&marks, "HEDGEHOG", (Hex)hex, GERMAN_SIDE, sentence(PM_14_40_2, "hedgehog: two columns, no retreat"));
    add_marker(&marks, "INVASION", state->invasion, SOVIET_SIDE, sentence(PM_11_4_3, "to be invaded from the sea"));
    return marks.count;
}

/* ---- the calendar ---------------------------------------------------------------------------- */

int pm_track(const Scenario *scenario, const Position *view, Sentence *out, int room)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    Sentence parts[TRACK_PARTS];
    int count = 0;
    if (state->head.turn)
        parts[count++] = sentence(PM_1_4_2, "turn %n of %n, %w 1941", state->head.turn, data->turns,
                                  WORD_PERIOD + state->head.turn - 1);
    if (state->couplet)
        parts[count++] = sentence(PM_5_1_1, "couplet %n", state->couplet);
    if (state->phasing != NO_SIDE)
        parts[count++] = sentence(PM_5_1_1, "%s player turn", state->phasing);
    for (int zone = 0; !data->beginners && state->head.turn && zone < ZONES; zone++)
        parts[count++] = sentence(PM_13_1, "%w: %w", WORD_ZONE + zone, WORD_WEATHER + state->weather[zone]);
    if (state->head.turn && data->need[state->head.turn])
        parts[count++] = sentence(PM_4_5_1, "%n of %n points", state->points, data->need[state->head.turn]);
    if (state->pause)
        parts[count++] = sentence(PM_9_19_1, "pause: %n couplet%+ to go", state->pause);
    count = count < room ? count : room;
    memcpy(out, parts, (size_t)count * sizeof *out);
    return count;
}
