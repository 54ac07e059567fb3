/* look.c — how counters, markers and the track are shown: 3.1, 3.7, 4.9. */
#include <stdio.h>
#include <string.h>

#include "systems/ocs/ocs.h"

static const char *const symbols[CLASSES] = {
    [ARMOR] = "ARM",        [MECH] = "MECH",    [OTHER] = "INF",       [ARTILLERY] = "ART",
    [ROCKETS] = "ART",      [SHIP] = "SHIP",    [HEADQUARTERS] = "HQ", [RAIL_REPAIR] = "ENG",
    [REPLACEMENTS] = "REP", [AIRCRAFT] = "AIR", [UNKNOWN] = "?",
};
static const char *const sizes[SIZES] = {
    [DIVISION] = "XX", [BRIGADE] = "X", [REGIMENT] = "III", [BATTALION] = "II", [NO_SIZE] = ""};

/* Types that are drawn otherwise than their class (3.1a). */
static const struct {
    const char *type, *symbol;
} drawn[] = {{"CD", "CAV"}, {"ItC", "CAV"}, {"SchR", "MOT"}, {"SSR", "MOT"},
             {"KB", "REC"}, {"StuG", "AG"}, {"Pi", "ENG"},   {"Sap", "ENG"}};

static const char *symbol_of(const Kind *kind)
{
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        if (!strcmp(kind->type, drawn[i].type))
            return drawn[i].symbol;
    return symbols[kind->class];
}

typedef struct Colours {
    uint32_t ground, ink;
} Colours;

static Colours colours_of(const Scenario *scenario, const Kind *kind)
{
    static const Colours nations[NATIONS] = {[GERMAN] = {0x9aa094, 0x000000},
                                             [ITALIAN] = {0x7fae7a, 0x000000},
                                             [SLOVAK] = {0x6b8fb5, 0x000000},
                                             [SOVIET] = {0xb98a5a, 0x000000}};
    return kind->class == UNKNOWN ? (Colours){scenario->side_colour[kind->side], 0xffffff} : nations[kind->nation];
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
        {STOPPED, OCS_4_1_5, SAID("stopped next to the enemy: may only overrun")},
        {HALTED, OCS_6_0_3, SAID("halted: moves no more in this phase")},
        {RELEASED, OCS_5_7B_2, SAID("released from Reserve")},
        {ATTACKED, OCS_9_1C_1, SAID("has attacked in this segment")},
        {DEFENDED, OCS_9_1C_2, SAID("was attacked in this segment")},
    };
    const Unit *unit = &state->unit[piece];
    if (unit->marker)
        add_mark(out, sentence(OCS_3_7B, "%w", WORD_MARKER + unit->marker));
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (unit->now & marks[i].state)
            add_mark(out, sentence(marks[i].rule, marks[i].words));
}

/* "10-4-6T": strength, rating, MA and kind of MPs; guns b18, defence only (2). */
static void look_values(const Face *face, char out[16])
{
    static const char mps[] = "TtLS";
    static const char *const formats[] = {[PLAIN] = "%d-%d-%d%c",
                                          [DEFENCE_ONLY] = "(%d)-%d-%d%c",
                                          [BARRAGES] = "b%d-%d-%d%c",
                                          [NEVER_ATTACKS] = "(%d)-%d-%d%c"};
    snprintf(out, 16, formats[face->how], face->strength, face->rating, face->ma, mps[face->mp]);
}

void ocs_look(const Scenario *scenario, const Position *view, Piece piece, Look *out)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    const Unit *unit = &state->unit[piece];
    const Kind *kind = &data->kind[unit->kind];
    Colours colours = colours_of(scenario, kind);
    bool known = kind->class != UNKNOWN && unit->standing != UNSEEN;
    *out = (Look){.side = kind->side, .known = known, .colour = colours.ground, .ink = colours.ink};
    snprintf(out->symbol, sizeof out->symbol, "%s", symbol_of(kind));
    if (kind->class == UNKNOWN) {
        snprintf(out->name, sizeof out->name, "?");
        look_states(state, piece, out);
        return;
    }
    snprintf(out->nation, sizeof out->nation, "%s", ocs_words[WORD_NATION + kind->nation]);
    snprintf(out->size, sizeof out->size, "%s", sizes[kind->size]);
    snprintf(out->name, sizeof out->name, "%s", kind->name);
    if (kind->formation)
        snprintf(out->formation, sizeof out->formation, "%s", data->formation[kind->formation - 1]);
    out->full_steps = kind->steps;
    if (!known)
        return;
    if (kind->class != AIRCRAFT)
        look_values(&kind->face[unit->face], out->values);
    out->steps = unit->steps;
    look_states(state, piece, out);
}

int ocs_marks(const Scenario *scenario, const Position *view, Mark *out, int room)
{
    const State *state = state_of(view);
    int count = 0;
    (void)scenario;
    for (int i = 0; i < state->hedgehogs && count < room; i++) {
        const Hedgehog *hedgehog = &state->hedgehog[i];
        out[count] = (Mark){.label = sentence(OCS_17_0B, "hedgehog of level %n", hedgehog->level),
                            .hex = hedgehog->hex,
                            .hexside = NO_HEXSIDE,
                            .side = hedgehog->side};
        snprintf(out[count++].symbol, sizeof out->symbol, "HEDGEHOG");
    }
    return count;
}

int ocs_track(const Scenario *scenario, const Position *view, Sentence *out, int room)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    Sentence parts[TRACK_PARTS];
    int count = 0;
    if (state->head.turn)
        parts[count++] = sentence(OCS_GC_1D, "turn %n of %n", state->head.turn, data->turns);
    if (state->phasing != NO_SIDE)
        parts[count++] = sentence(OCS_2_1_2, "%s phasing, go %n of %n", state->phasing, state->go, data->goes);
    parts[count++] = sentence(OCS_GC_1E, "%w", WORD_STEP + state->head.phase);
    for (int side = 0; side < PLAYERS; side++)
        parts[count++] = sentence(OCS_9_12_1, "%s has lost %n step%+", side, state->lost_steps[side]);
    count = count < room ? count : room;
    memcpy(out, parts, (size_t)count * sizeof *out);
    return count;
}
