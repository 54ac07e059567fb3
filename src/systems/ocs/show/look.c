/* look.c — how counters, markers and the track are shown: 3.1, 3.7, 4.9; with vehicles what they carry (12.2e). */
#include <string.h>

#include "systems/ocs/air.h"

const Branch ocs_branches[] = {
    {"ARM", SAID("ocs.armor")},
    {"MECH", SAID("ocs.mech")},
    {"INF", SAID("ocs.infantry")},
    {"MOT", SAID("ocs.motorized")},
    {"CAV", SAID("ocs.cavalry")},
    {"REC", SAID("ocs.reconnaissance")},
    {"AG", SAID("ocs.assault-guns")},
    {"ART", SAID("ocs.artillery")},
    {"ROCKET", SAID("ocs.rocket-artillery")},
    {"ENG", SAID("ocs.engineers")},
    {"HQ", SAID("ocs.headquarters")},
    {"RAIL", SAID("ocs.rail-repair")},
    {"DEPOT", SAID("ocs.replacements")},
    {"SHIP", SAID("ocs.ship")},
    {"AIR", SAID("ocs.aircraft")},
    {"PARA", SAID("ocs.parachutists")},
    {"MTN", SAID("ocs.mountain-troops")},
    {"?", SAID("ocs.not-known")},
    {NULL, NULL},
};

static const char *const symbols[CLASSES] = {
    [ARMOR] = "ARM",          [MECH] = "MECH",    [OTHER] = "INF",       [ARTILLERY] = "ART",
    [ROCKETS] = "ROCKET",     [SHIP] = "SHIP",    [HEADQUARTERS] = "HQ", [RAIL_REPAIR] = "RAIL",
    [REPLACEMENTS] = "DEPOT", [AIRCRAFT] = "AIR", [UNKNOWN] = "?",
};
static const char *const sizes[SIZES] = {
    [DIVISION] = "XX", [BRIGADE] = "X", [REGIMENT] = "III", [BATTALION] = "II", [NO_SIZE] = ""};

/* Types that are drawn otherwise than their class (3.1a). */
static const struct {
    const char *type, *symbol;
} drawn[] = {{"CD", "CAV"},  {"ItC", "CAV"}, {"SchR", "MOT"}, {"SSR", "MOT"},  {"KB", "REC"},
             {"StuG", "AG"}, {"Pi", "ENG"},  {"Sap", "ENG"},  {"Par", "PARA"}, {"GD", "MTN"}};

static const char *symbol_of(const Kind *kind)
{
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        if (!strcmp(kind->type, drawn[i].type))
            return drawn[i].symbol;
    return symbols[kind->class];
}

/* Markers (3.7b) by Marker, then states. */
const Sign ocs_signs[] = {
    {"strategic", "rails", 0xCFE3F2, 0, SIGN_BESIDE, 90, SAID("ocs.strategic-move")},
    {"reserve", "shield", 0xE4DCC6, 0, SIGN_BESIDE, 92, SAID("ocs.reserve")},
    {"exploiting", "chevrons", 0xD7E8C4, 0, SIGN_BESIDE, 94, SAID("ocs.exploiting")},
    {"disorganized", "warning", 0xF6A623, 0, SIGN_BESIDE, 100, SAID("ocs.disorganized-2")},
    {"stopped", "hourglass", 0xF3B7A6, 0, SIGN_BESIDE, 50, SAID("ocs.stopped-next-enemy-may-only")},
    {"halted", "down", 0xD9D2C0, 0, SIGN_BESIDE, 48, SAID("ocs.halted-moves-no-more-phase")},
    {"released", "onward", 0xD7E8C4, 0, SIGN_BESIDE, 80, SAID("ocs.released-reserve")},
    {"attacked", "swords", 0, 0, SIGN_BESIDE, 40, SAID("ocs.attacked-segment-2")},
    {"defended", "struck", 0xF3B7A6, 0, SIGN_BESIDE, 38, SAID("ocs.attacked-segment-3")},
    {"fuelled", "drop", 0xD7E8C4, 0, SIGN_BESIDE, 30, SAID("ocs.fuelled-phase")},
    {"tanked", "drop", 0xA7D08C, 0, SIGN_BESIDE, 32, SAID("ocs.fuelled-until-clean-up")},
    {"low-supply", "crate", 0xF6D98A, 0, SIGN_BESIDE, 70, SAID("ocs.low-supply")},
    {"no-supply", "crate", 0xF3B7A6, 0, SIGN_BESIDE, 96, SAID("ocs.no-supply-out-supply")},
    {"motorized", "lorry", 0xE4DCC6, 0, SIGN_BESIDE, 28, SAID("ocs.rides-truck-points")},
    {0},
};
static const uint32_t state_bits[] = {STOPPED, HALTED, RELEASED, ATTACKED, DEFENDED, FUELLED, TANKED};
enum {
    STATES = sizeof state_bits / sizeof *state_bits,
    SIGN_STATES = MARKERS - 1,
    SIGN_LOW = SIGN_STATES + STATES,
    SIGN_NONE,
    SIGN_RIDES
};
_Static_assert(sizeof ocs_signs / sizeof *ocs_signs == SIGN_RIDES + 2, "every sign has its number");

const MarkKind ocs_mark_kinds[] = {
    {"hedgehog", MARK_RING, 'H', "hedgehog", 0, 0, SAID("ocs.hedgehog")},
    {"supply", MARK_BOARD, '$', NULL, 0, 0, SAID("ocs.supply-trucks-wagons")},
    {"wrecked", MARK_ICON, 'x', "mine", 0, 0, SAID("ocs.destroyed-railroad")},
    {"base", MARK_ICON, 'B', "AIRBASE", 0, 0, SAID("ocs.air-base")},
    {"interdicted", MARK_ICON, 'i', "plane", 0, 0, SAID("ocs.railroad-interdicted-air")},
    {0},
};

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

static void look_states(const State *state, Piece piece, bool rides, Look *out)
{
    const Unit *unit = &state->unit[piece];
    if (unit->marker)
        look_badge(out, unit->marker - 1, 0, (Sentence){0});
    for (int i = 0; i < STATES; i++)
        if (unit->now & state_bits[i])
            look_badge(out, SIGN_STATES + i, 0, (Sentence){0});
    if (unit->level != FULL_SUPPLY)
        look_badge(out, unit->level == LOW_SUPPLY ? SIGN_LOW : SIGN_NONE, 0, (Sentence){0});
    if (unit->trucks && rides)
        look_badge(out, SIGN_RIDES, unit->trucks, (Sentence){0});
}

/* "10-4-6T": strength, rating, MA and kind of MPs; guns b18, defence only (2). */
static void print_face(const Face *face, char *out, size_t room)
{
    static const char before[] = {[DEFENCE_ONLY] = '(', [BARRAGES] = 'b', [NEVER_ATTACKS] = '('};
    char text[32] = {before[face->how]}, *at = look_number(text + !!*text, face->strength);
    if (*text == '(')
        *at++ = ')';
    *at++ = '-';
    at = look_number(at, face->rating);
    *at++ = '-';
    at = look_number(at, face->ma);
    *at++ = "TtLS"[face->mp];
    *at = '\0';
    look_text(out, room, text);
}

static void look_faces(const Kind *kind, const Unit *unit, Look *out)
{
    char up[sizeof out->value[0].text];
    const Face *down = &kind->face[!unit->face];
    print_face(&kind->face[unit->face], up, sizeof up);
    look_value(out, AT_FOOT, up);
    out->reversed = unit->face == MOVE_SIDE;
    if (down->there)
        print_face(down, out->reverse, sizeof out->reverse);
}

void ocs_look(const Scenario *scenario, const Position *view, Piece piece, Look *out)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    const Unit *unit = &state->unit[piece];
    const Kind *kind = &data->kind[unit->kind];
    Colours colours = colours_of(scenario, kind);
    look_clear(out);
    out->side = kind->side;
    out->known = kind->class != UNKNOWN && unit->standing != UNSEEN;
    out->colour = colours.ground;
    out->ink = colours.ink;
    LOOK_TEXT(out->symbol, symbol_of(kind));
    LOOK_TEXT(out->name, kind->class == UNKNOWN ? "?" : kind->name);
    if (kind->class == UNKNOWN && unit->repairs) /* its division's marker (12.7) */
        LOOK_TEXT(out->name, data->formation[unit->repairs - 1]);
    if (kind->class == UNKNOWN) {
        look_states(state, piece, is_unit(kind), out);
        return;
    }
    LOOK_TEXT(out->nation, ocs_words[WORD_NATION + kind->nation]);
    LOOK_TEXT(out->size, sizes[kind->size]);
    if (kind->formation)
        LOOK_TEXT(out->formation, data->formation[kind->formation - 1]);
    out->full_steps = kind->steps;
    if (!out->known)
        return;
    if (kind->class == AIRCRAFT)
        look_aircraft(scenario, state, piece, out);
    else
        look_faces(kind, unit, out);
    out->steps = unit->steps;
    look_states(state, piece, is_unit(kind), out);
}

enum { MARK_HEDGEHOG, MARK_SUPPLY, MARK_WRECKED, MARK_BASE, MARK_INTERDICTED };

/* The contents of a hex, in few letters: by whether there is a dump, which vehicles there are, whether they are
 * laden. */
static const char *const pile_words[2][4][2] = {
    {[1] = {SAID("ocs.trk"), SAID("ocs.trk-sp")},
     [2] = {SAID("ocs.wag"), SAID("ocs.wag-sp")},
     [3] = {SAID("ocs.trk-wag"), SAID("ocs.trk-wag-sp")}},
    {[0] = {SAID("%t SP")},
     [1] = {SAID("ocs.sp-trk"), SAID("ocs.sp-trk-sp")},
     [2] = {SAID("ocs.sp-wag"), SAID("ocs.sp-wag-sp")},
     [3] = {SAID("ocs.sp-trk-wag"), SAID("ocs.sp-trk-wag-sp")}},
};

Sentence pile_label(const Pile *pile)
{
    int load = pile->truck_load + pile->wagon_load, vehicles = (pile->trucks ? 1 : 0) + (pile->wagons ? 2 : 0);
    int16_t args[4];
    int count = 0;
    if (pile->dump)
        args[count++] = (int16_t)pile->dump;
    if (pile->trucks)
        args[count++] = pile->trucks;
    if (pile->wagons)
        args[count++] = pile->wagons;
    if (load)
        args[count++] = (int16_t)load;
    Sentence label = {.words = pile_words[pile->dump > 0][vehicles][load > 0]};
    memcpy(label.arg, args, (size_t)count * sizeof *args);
    return label;
}

int ocs_marks(const Scenario *scenario, const Position *view, Mark *out, int room)
{
    const State *state = state_of(view);
    int count = 0;
    (void)scenario;
    for (int i = 0; i < state->hedgehogs && count < room; i++)
        out[count++] = (Mark){.kind = MARK_HEDGEHOG,
                              .level = state->hedgehog[i].level,
                              .side = state->hedgehog[i].side,
                              .hex = state->hedgehog[i].hex,
                              .hexside = NO_HEXSIDE,
                              .label = sentence(OCS_17_0B, "ocs.hedgehog-level", state->hedgehog[i].level)};
    for (int i = 0; i < state->piles && count < room; i++)
        out[count++] = (Mark){.kind = MARK_SUPPLY,
                              .side = state->pile[i].side,
                              .hex = state->pile[i].hex,
                              .hexside = NO_HEXSIDE,
                              .label = pile_label(&state->pile[i])};
    EACH_BIT(hex, state->wrecked, OCS_WORDS)
        if (count < room)
            out[count++] = (Mark){.kind = MARK_WRECKED, .side = NO_SIDE, .hex = (Hex)hex, .hexside = NO_HEXSIDE};
    count += mark_bases(state, MARK_BASE, out + count, room - count);
    count += mark_interdicted(state, MARK_INTERDICTED, out + count, room - count);
    return count;
}

int ocs_track(const Scenario *scenario, const Position *view, Sentence *out, int room)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    Sentence parts[TRACK_PARTS];
    int count = 0;
    if (state->head.turn)
        parts[count++] = sentence(OCS_GC_1D, "ocs.turn", state->head.turn, data->turns);
    if (state->phasing != NO_SIDE)
        parts[count++] = sentence(OCS_2_1_2, "ocs.phasing-go", state->phasing, state->go, data->goes);
    parts[count++] = sentence(OCS_GC_1E, "%w", WORD_STEP + state->head.phase);
    for (int side = 0; side < PLAYERS; side++)
        if (state->lost_steps[side])
            parts[count++] = sentence(OCS_9_12_1, "ocs.lost-step", side, state->lost_steps[side]);
    count = count < room ? count : room;
    memcpy(out, parts, (size_t)count * sizeof *out);
    return count;
}
