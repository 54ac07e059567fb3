/* look.c — how counters, markers and the calendar are shown: 2.6–2.8.
 *
 * A counter shows attack-defence-movement of its present steps (2.7), in the colours of its class (2.8-2);
 * an untried unit a question mark, its type and its movement (2.15). */
#include <string.h>

#include "systems/pm/pm.h"

/* ---- counters -------------------------------------------------------------------------------- */

/* By type; several types may share a drawing. */
static const char *const symbols[TYPES] = {
    [TANK] = "ARM",       [MOTORIZED] = "MOT", [ASSAULT_GUN] = "AG",   [RECON] = "REC",   [FLAK] = "AA",
    [FAST] = "MECH",      [INFANTRY] = "INF",  [AIR_LANDING] = "AIRL", [JAEGER] = "INF",  [MOUNTAIN] = "MTN",
    [PARATROOP] = "PARA", [STATIC] = "STATIC", [SECURITY] = "SEC",     [CAVALRY] = "CAV", [FORTRESS] = "FORT",
    [NAVAL] = "NAVAL",    [SIEGE] = "ART",     [UNKNOWN] = "?",
};
const Branch pm_branches[] = {
    {"ARM", SAID("pm.tanks")},
    {"MOT", SAID("pm.motorized-infantry")},
    {"AG", SAID("pm.assault-guns")},
    {"REC", SAID("pm.reconnaissance")},
    {"AA", SAID("pm.flak")},
    {"MECH", SAID("pm.fast-troops")},
    {"INF", SAID("pm.infantry")},
    {"AIRL", SAID("pm.air-landing-troops")},
    {"MTN", SAID("pm.mountain-infantry")},
    {"PARA", SAID("pm.paratroops")},
    {"STATIC", SAID("pm.static-infantry")},
    {"SEC", SAID("pm.security-troops")},
    {"CAV", SAID("pm.cavalry")},
    {"FORT", SAID("pm.fortress-troops")},
    {"NAVAL", SAID("pm.naval-infantry")},
    {"ART", SAID("pm.siege-artillery")},
    {"?", SAID("pm.not-known")},
    {0},
};

enum { SIGN_STATES = 1, STATES = 8 };
const Sign pm_signs[] = {
    {"untried", NULL, 0, 0, SIGN_TOLD, 0, SAID("pm.untried-nobody-knows-strength")},
    [SIGN_STATES] = {"concentrated", "box", 0xF2E6B1, 0, SIGN_BESIDE, 90, SAID("pm.supply-concentration-marker")},
    {"resting", "shield", 0xE4DCC6, 0, SIGN_BESIDE, 60, SAID("pm.neither-moves-nor-attacks-player")},
    {"shifting", "rails", 0xCFE3F2, 0, SIGN_BESIDE, 50, SAID("pm.way-other-okh-area")},
    {"called", "flag", 0xFFFFFF, 0, SIGN_BESIDE, 40, SAID("pm.just-called-up-not-move")},
    {"in-port", "span", 0xE6D3A8, 0, SIGN_BESIDE, 40, SAID("pm.just-come-port-not-sail")},
    {"attacked", "swords", 0, 0, SIGN_BESIDE, 70, SAID("pm.attacked")},
    {"retreated", "back", 0xF3B7A6, 0, SIGN_BESIDE, 80, SAID("pm.fallen-back-phase")},
    {"refitted", NULL, 0, 0, SIGN_TOLD, 0, SAID("pm.refit")},
    {0},
};
_Static_assert(sizeof pm_signs / sizeof *pm_signs == SIGN_STATES + STATES + 1, "every sign has its number");

/* 2.18-1. In the beginners' game only works are marked, which are printed on the map (2.18-2). */
enum { STALIN_MARK, FORT_MARK, HEAVY_FORT_MARK, AIR_MARK, AIRLIFT_MARK, HEDGEHOG_MARK, INVASION_MARK };
const MarkKind pm_mark_kinds[] = {
    [STALIN_MARK] = {"stalin-line", MARK_RING, '^', "works", 0x9B7A53, 0x9B7A53, SAID("pm.stalin-line")},
    [FORT_MARK] = {"fort", MARK_RING, 'f', "works", 0x7B5A33, 0x7B5A33, SAID("pm.fort")},
    [HEAVY_FORT_MARK] = {"heavy-fort", MARK_RING, 'F', "works", 0x4B2A13, 0x4B2A13, SAID("pm.heavy-fort")},
    [AIR_MARK] = {"aircraft", MARK_ICON, 'a', "plane", 0, 0x1C1C1C, SAID("pm.aircraft-points")},
    [AIRLIFT_MARK] = {"airlift", MARK_ICON, 's', "crate", 0xF2E6B1, 0x1C1C1C, SAID("pm.supply-air")},
    [HEDGEHOG_MARK] = {"hedgehog", MARK_RING, 'h', "hedgehog", 0x1C1C1C, 0x1C1C1C, SAID("pm.hedgehog")},
    [INVASION_MARK] = {"invasion", MARK_ICON, 'i', "anchor", 0, 0x1C1C1C, SAID("pm.landing-sea")},
    {0},
};

const OverlayKind pm_overlays[] = {
    {"supply",
     SAID("pm.supply"),
     ABOUT_SIDE,
     {{SAID("pm.supply-2"), 0x1F7A43, TINT_UPRIGHT, false},
      {SAID("pm.attenuated-supply"), 0xB8860B, TINT_LEANING, false},
      {SAID("pm.supplied-over-lake"), 0x2C5F8D, TINT_DOTTED, false}},
     SAID("pm.line-supply"),
     SAID("pm.where-lines-begin"),
     SAID("pm.no-line")},
    {"starving",
     SAID("pm.starves-hex-falls"),
     ABOUT_SIDE | ABOUT_HEX,
     {{SAID("pm.no-supply-any-more"), 0xA02020, TINT_CROSSED, false}},
     NULL,
     NULL,
     SAID("pm.starve")},
    {0},
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

static void look_states(const State *state, Piece piece, Look *out)
{
    static const struct {
        uint32_t state;
        uint16_t rule;
    } states[STATES] = {
        {MARKED, PM_9_20_1},  {RESTING, PM_8_20_1}, {SHIFTING, PM_8_3_2},  {CALLED, PM_14_41_3},
        {IN_PORT, PM_11_3_2}, {ATTACKED, PM_14_4},  {RETREATED, PM_14_34}, {REFITTED, PM_8_20_3},
    };
    for (int i = 0; i < STATES; i++)
        if (state->unit[piece].now & states[i].state)
            look_badge(out, SIGN_STATES + i, 0, sentence(states[i].rule, pm_signs[SIGN_STATES + i].meaning));
}

static void look_values(const Book *data, const State *state, Piece piece, Look *out)
{
    Values value = values_of(data, state, piece);
    if (!is_known(data, state, piece))
        return;
    char text[16], *at = text;
    if (is_untried(data, state, piece)) {
        *at++ = '?';
    } else {
        at = look_number(at, value.attack);
        *at++ = '-';
        at = look_number(at, value.defence);
    }
    *at++ = '-';
    *look_number(at, value.movement) = '\0';
    look_value(out, AT_FOOT, text);
}

/* ---- groups, for lists ------------------------------------------------------------------------ */

/* Armies of the German side, then the Soviet's types, which is all that is known of an untried unit. */
enum { SOVIET_GROUPS = PM_ARMIES + 1, GUARDS_GROUP = SOVIET_GROUPS + POOLS };

static int group_of(const Kind *kind)
{
    if (kind->side == GERMAN_SIDE)
        return kind->army;
    return kind->is & GUARDS ? GUARDS_GROUP : kind->pool != NO_POOL ? SOVIET_GROUPS + kind->pool : 0;
}

const char *pm_group_name(const Scenario *scenario, int group)
{
    static const char *const soviet[] = {
        [POOL_RD] = SAID("pm.rifle-divisions"), [POOL_CD] = SAID("pm.cavalry-divisions"),
        [POOL_TD] = SAID("pm.tank-divisions"),  [POOL_MRD] = SAID("pm.motorized-rifle-divisions"),
        [POOL_RB] = SAID("pm.rifle-brigades"),  [POOL_MRB] = SAID("pm.motorized-rifle-brigades"),
        [POOL_TB] = SAID("pm.tank-brigades"),   [POOLS] = SAID("pm.guards"),
    };
    const Book *data = data_of(scenario);
    if (group >= SOVIET_GROUPS && group <= GUARDS_GROUP)
        return soviet[group - SOVIET_GROUPS];
    return group > 0 && group <= data->armies ? data->army[group - 1] : "";
}

/* What sentences call it: four Germans, Romanians and Soviets bear the number 1, so the branch comes behind it, which
 * counters leave out because their symbol shows it, and the nation of satellites and of Soviets with a mere number. */
static void name_of(const Kind *kind, const char *printed, bool untried, Look *out)
{
    static const char *const others[NATIONS] = {
        [ROMANIAN] = "-Rom", [ITALIAN] = "-Ita", [HUNGARIAN] = "-Hun", [SOVIET] = "-Sov"};
    bool telling = kind->nation == SOVIET && printed[strspn(printed, "0123456789")];
    const char *nation = others[kind->nation] && !telling ? others[kind->nation] : "";
    if (untried || !strcmp(printed, out->symbol))
        LOOK_TEXT(out->name, printed);
    else
        LOOK_TEXTS(out->name, printed, " ", out->symbol, nation);
}

void pm_look(const Scenario *scenario, const Position *view, Piece piece, Look *out)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    const Unit *unit = &state->unit[piece];
    const Kind *kind = &data->kind[unit->kind];
    bool known = piece < scenario->pieces && unit->at.hex != NO_HEX;
    Colours colours = colours_of(kind);
    look_clear(out);
    out->side = kind->side;
    out->known = known;
    out->colour = colours.ground;
    out->ink = colours.ink;
    LOOK_TEXT(out->nation, pm_words[WORD_NATION + kind->nation]);
    LOOK_TEXT(out->symbol, symbols[kind->type]);
    if (kind->type != UNKNOWN)
        LOOK_TEXT(out->size, sizes[kind->size]);
    if (kind->type == UNKNOWN || !known) {
        LOOK_TEXT(out->name, "?");
        return;
    }
    bool untried = is_untried(data, state, piece);
    out->group = (uint16_t)group_of(kind);
    LOOK_TEXT(out->formation, pm_group_name(scenario, out->group));
    name_of(kind, untried ? kind->name : data->designation[piece], untried, out);
    look_values(data, state, piece, out);
    if (untried)
        look_badge(out, 0, 0, sentence(PM_2_15_1, "pm.untried-nobody-knows-strength"));
    out->steps = unit->steps;
    out->full_steps = kind->steps;
    look_states(state, piece, out);
}

/* ---- markers --------------------------------------------------------------------------------- */

typedef struct Marks {
    Mark *mark;
    int count, room;
} Marks;

static void add_marker(Marks *marks, int kind, Hex hex, int side, Sentence label)
{
    if (marks->count == marks->room || hex == NO_HEX)
        return;
    Mark *mark = &marks->mark[marks->count++];
    memset(mark, 0, sizeof *mark); /* marks are compared as bytes */
    mark->kind = (uint8_t)kind;
    mark->side = (uint8_t)side;
    mark->hex = hex;
    mark->hexside = NO_HEXSIDE;
    mark->label = label;
}

static void mark_works(const Scenario *scenario, const State *state, Marks *marks)
{
    const Book *data = data_of(scenario);
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        int work = work_at(data, state, (Hex)hex);
        if (work == STALIN_LINE)
            add_marker(marks, STALIN_MARK, (Hex)hex, SOVIET_SIDE,
                       sentence(PM_14_30_1, "pm.stalin-line-each-soviet-defender"));
        else if (work == FORT)
            add_marker(marks, FORT_MARK, (Hex)hex, SOVIET_SIDE, sentence(PM_14_27, "pm.fort-column-defender"));
        else if (work == HEAVY_FORT)
            add_marker(marks, HEAVY_FORT_MARK, (Hex)hex, SOVIET_SIDE,
                       sentence(PM_14_28, "pm.heavy-fort-two-columns-defender"));
    }
}

int pm_marks(const Scenario *scenario, const Position *view, Mark *out, int room)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    Marks marks = {out, 0, room};
    int points = data->aviation[state->head.turn <= PM_TURNS ? state->head.turn : PM_TURNS];
    mark_works(scenario, state, &marks);
    Sentence idle = sentence(PM_10_2_1, "pm.idle-aircraft-until-committed-anew");
    for (int i = 0; i < data->corps; i++)
        add_marker(&marks, AIR_MARK, state->corps[i], GERMAN_SIDE,
                   is_idle(state, i)   ? idle
                   : i == data->eighth ? sentence(PM_10_3, "pm.viii-air-corps-points-column", points)
                                       : sentence(PM_10_2_2, "pm.aviation-corps-points", points));
    add_marker(&marks, AIR_MARK, state->soviet_corps, SOVIET_SIDE,
               is_idle(state, SOVIET_CORPS) ? idle : sentence(PM_10_4, "pm.soviet-aircraft-5-points"));
    for (int i = 0; i < 2; i++)
        add_marker(&marks, AIRLIFT_MARK, state->airlift[i], GERMAN_SIDE, sentence(PM_9_18_1, "pm.supplied-air"));
    EACH_BIT(hex, state->hedgehog, PM_WORDS)
        add_marker(&marks, HEDGEHOG_MARK, (Hex)hex, GERMAN_SIDE,
                   sentence(PM_14_40_2, "pm.hedgehog-two-columns-no-retreat"));
    add_marker(&marks, INVASION_MARK, state->invasion, SOVIET_SIDE, sentence(PM_11_4_3, "pm.invaded-sea"));
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
        parts[count++] =
            sentence(PM_1_4_2, "pm.turn-1941", state->head.turn, data->turns, WORD_PERIOD + state->head.turn - 1);
    if (state->couplet)
        parts[count++] = sentence(PM_5_1_1, "pm.couplet", state->couplet);
    if (state->phasing != NO_SIDE)
        parts[count++] = sentence(PM_5_1_1, "pm.player-turn", state->phasing);
    for (int zone = 0; !data->beginners && state->head.turn && zone < ZONES; zone++)
        parts[count++] = sentence(PM_13_1, "%w: %w", WORD_ZONE + zone, WORD_WEATHER + state->weather[zone]);
    if (state->pause)
        parts[count++] = sentence(PM_9_19_1, "pm.pause-couplet-go", state->pause);
    count = count < room ? count : room;
    memcpy(out, parts, (size_t)count * sizeof *out);
    return count;
}
