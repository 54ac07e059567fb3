/* look.c — how counters, markers and the turn track of WB-95 read and are drawn (1.2-1, 1.4, 14.1.2): its signs, kinds
 * of mark and overlays, declared for the code that draws.
 *
 * A counter's name is the one of the set-up lists, number, type and size: "37/6 INF-R", "HQ LVII". Of a counter that
 * the viewer may not know only what he does know is shown: perhaps the type, perhaps the CELs (16.1.4). */
#include <string.h>

#include "systems/wb95/fight.h"

const Branch wb95_branches[TYPES + 1] = {
    {"INF", SAID("wb95.infantry")},       {"ARM", SAID("wb95.armour")},
    {"MECH", SAID("wb95.mechanized")},    {"MOT", SAID("wb95.motorized")},
    {"CAV", SAID("wb95.cavalry")},        {"AG", SAID("wb95.assault-guns")},
    {"AT", SAID("wb95.anti-tank-guns")},  {"AA", SAID("wb95.anti-aircraft-guns")},
    {"ART", SAID("wb95.artillery")},      {"SPG", SAID("wb95.armoured-artillery")},
    {"REC", SAID("wb95.reconnaissance")}, {"ENG", SAID("wb95.engineers")},
    {"HQ", SAID("wb95.headquarters")},    {"RG", SAID("wb95.resistance-group")},
    {"VS", SAID("wb95.volkssturm")},      {"?", SAID("wb95.not-known")},
};

/* 15.1: colours differ in form as well. */
enum { SIGN_STARS = 0, SIGN_STATES = STAR_COLOURS };

const Sign wb95_signs[] = {
    {"black-star", "star", 0x111111, 0xF5F5F5, SIGN_HEAD, 4, SAID("wb95.black-star")},
    {"white-star", "star", 0xFFFFFF, 0, SIGN_HEAD, 3, SAID("wb95.white-star")},
    {"yellow-star", "star-four", 0xF7D038, 0, SIGN_HEAD, 2, SAID("wb95.yellow-star")},
    {"blue-star", "star-six", 0x2F6FD0, 0, SIGN_HEAD, 1, SAID("wb95.blue-star")},
    [SIGN_STATES] = {"disorganised", "warning", 0xF6A623, 0, SIGN_BESIDE, 100, SAID("wb95.disorganised-2")},
    {"transport", "lorry", 0xD9D2C0, 0, SIGN_BESIDE, 80, SAID("wb95.transport")},
    {"strategic", "rails", 0xCFE3F2, 0, SIGN_BESIDE, 70, SAID("wb95.marked-strategic-movement")},
    {"building", "span", 0xE6D3A8, 0, SIGN_BESIDE, 75, SAID("wb95.building-bridge")},
    {"fought", "swords", 0, 0, SIGN_BESIDE, 50, SAID("wb95.fought")},
    {"fired", "burst", 0xFFE08A, 0, SIGN_BESIDE, 48, SAID("wb95.fired")},
    {"shelled", "struck", 0xF3B7A6, 0, SIGN_BESIDE, 44, SAID("wb95.shelled")},
    {"barraged", "volley", 0xFFE08A, 0, SIGN_BESIDE, 46, SAID("wb95.fired-barrage")},
    {"retreated", "back", 0xF3B7A6, 0, SIGN_BESIDE, 55, SAID("wb95.retreated")},
    {"forced", "chevrons", 0xD7E8C4, 0, SIGN_BESIDE, 42, SAID("wb95.force-marched")},
    {"defected", "flag", 0xFFFFFF, 0, SIGN_BESIDE, 60, SAID("wb95.changed-sides")},
    {"covered", NULL, 0, 0, SIGN_TOLD, 0, SAID("wb95.covered")},
    {"out-of-supply", "box", 0xF2E6B1, 0, SIGN_BESIDE, 95, SAID("wb95.out-supply")},
    {"fortified", NULL, 0, 0, SIGN_TOLD, 0, SAID("wb95.fortified")},
    {"waiting", NULL, 0, 0, SIGN_TOLD, 0, SAID("wb95.waiting-enter")},
    {"garrison", "shield", 0xE4DCC6, 0, SIGN_BESIDE, 30, SAID("wb95.garrison")},
    {"moved", "onward", 0xD7E8C4, 0, SIGN_BESIDE, 20, SAID("wb95.moved")},
    {0},
};

/* What the states of a counter are called above, in the order they are read; then those that are no bit. */
static const uint32_t state_bits[] = {DISORGANISED, TRANSPORT, STRATEGIC, BUILDING, FOUGHT,   FIRED,
                                      SHELLED,      BARRAGED,  RETREATED, FORCED,   DEFECTED, MASKED};
enum {
    STATES = sizeof state_bits / sizeof *state_bits,
    SIGN_OOS = SIGN_STATES + STATES,
    SIGN_FORTIFIED,
    SIGN_WAITING,
    SIGN_GARRISON,
    SIGN_MOVED,
    SIGNS
};
_Static_assert(SIGNS <= LOOK_BADGES, "a counter may have them all");
_Static_assert(SIGNS + 1 == sizeof wb95_signs / sizeof *wb95_signs, "every sign has its number");

/* Bridges: 14.1.2; aircraft: 8.1; the ring: 7.1; the cover of a stack: 16.1.2. */
enum { MARK_FORTIFICATION, MARK_COVER, MARK_PONTOON, MARK_BRIDGE, MARK_BRIDGE_DOWN, MARK_MISSION };

const MarkKind wb95_mark_kinds[] = {
    [MARK_FORTIFICATION] = {"fortification", MARK_RING, '^', "works", 0x7B5A33, 0x7B5A33,
                            SAID("wb95.field-fortification")},
    [MARK_COVER] = {"cover", MARK_TOLD, 0, NULL, 0, 0, SAID("wb95.covered")},
    [MARK_PONTOON] = {"pontoon", MARK_SPAN, 'H', "pontoon", 0xC89B5A, 0x222222, SAID("wb95.pontoon-bridge")},
    [MARK_BRIDGE] = {"bridge", MARK_SPAN, 'H', "bridge", 0xFFFFFF, 0x222222, SAID("wb95.bridge-built")},
    [MARK_BRIDGE_DOWN] = {"bridge-down", MARK_SPAN, 'x', "bridge-down", 0x7FB6DA, 0xC01818, SAID("wb95.bridge-down")},
    [MARK_MISSION] = {"mission", MARK_BOARD, 0, NULL, 0, 0, SAID("wb95.air-mission-sp")},
    {0},
};

const OverlayKind wb95_overlays[] = {
    [OVERLAY_SUPPLY] = {"supply",
                        SAID("wb95.supply"),
                        ABOUT_SIDE,
                        {{SAID("wb95.supply-2"), 0x1F7A43, TINT_UPRIGHT, false}},
                        SAID("wb95.line-supply"),
                        SAID("wb95.where-lines-begin"),
                        SAID("wb95.no-line")},
    [OVERLAY_ZONES] = {"zoc",
                       SAID("wb95.zones-control"),
                       ABOUT_SIDE,
                       {{SAID("wb95.zone-control"), 0xC2410C, TINT_LEANING, false}},
                       NULL,
                       NULL,
                       NULL},
    [OVERLAY_THREAT] = {"threat",
                        SAID("wb95.threatened"),
                        ABOUT_OWN_SIDE,
                        {{SAID("wb95.enemy-zone-control"), 0xB91C1C, TINT_CROSSED, true}},
                        NULL,
                        NULL,
                        NULL},
    {0},
};
static const uint32_t colours[NATIONS] = {
    [GERMAN] = 0x5a6670,   [SOVIET] = 0xb5382a,  [POLISH] = 0xc77f93,
    [AMERICAN] = 0x5f7a3a, [BRITISH] = 0xb59a62, [GERMAN_ALLY] = 0x6f8aa0,
};

/* Counters are looked at by the hundred, so nothing here is formatted by printf. */
typedef struct Page {
    char *out;
    size_t room;
} Page;

static void put(Page *page, const char *text)
{
    size_t length = strlen(text);
    if (length >= page->room)
        length = page->room - 1;
    memcpy(page->out, text, length);
    page->out += length;
    page->room -= length;
    *page->out = '\0';
}

/* What a byte holds. */
static void put_number(Page *page, int number)
{
    char digits[4] = {(char)('0' + number / 100), (char)('0' + number / 10 % 10), (char)('0' + number % 10), '\0'};
    put(page, digits + (number < 100) + (number < 10));
}

/* ---- counters -------------------------------------------------------------------------------- */

static void name_of(const Kind *kind, const char *name, char *out, size_t room)
{
    static const struct {
        const char *bars, *letters;
    } sizes[] = {{"XX", "D"}, {"X", "BR"}, {"III", "R"}, {"II", "B"}, {"I", "C"}};
    Page page = {out, room};
    put(&page, name);
    if (kind->type == HQ || kind->type == RG || kind->type == VS || kind->type == UNKNOWN)
        return;
    put(&page, " ");
    put(&page, wb95_branches[kind->type].symbol);
    for (int i = 0; i < 5; i++)
        if (!strcmp(kind->size, sizes[i].bars)) {
            put(&page, "-");
            put(&page, sizes[i].letters);
        }
}

/* Strength and movement at the counter's foot, of its front (0) or back (1.2-2): "5-7", a gun's "5/3-7". */
static void values_of(const Kind *kind, int side, char *out, size_t room)
{
    int attack = kind->attack[side], defence = kind->defence[side];
    Page page = {out, room};
    if (kind->type != HQ) {
        put_number(&page, attack);
        if (attack != defence) {
            put(&page, "/");
            put_number(&page, defence);
        }
        put(&page, "-");
    }
    put_number(&page, kind->mp);
}

bool shows_moves(const State *view)
{
    int kind = view->head.phase ? phase_kind(view->head.phase) : -1;
    return kind == PHASE_MOVEMENT || kind == PHASE_STRATEGIC;
}

static void badges_of(const Wb95 *data, const State *view, const Unit *unit, Look *out)
{
    static const Sentence as_declared = {0};
    for (int i = 0; i < STATES; i++)
        if (unit->now & state_bits[i])
            look_badge(out, SIGN_STATES + i, 0, as_declared);
    if (unit->oos)
        look_badge(out, SIGN_OOS, unit->oos, sentence(0, "wb95.out-supply-2", unit->oos));
    if (unit->place == ON_MAP && fortified(view, unit->hex))
        look_badge(out, SIGN_FORTIFIED, 0, as_declared);
    if (unit->place == WAITING) {
        out->place = sentence(0, "wb95.waiting-enter");
        look_badge(out, SIGN_WAITING, 0, as_declared);
    }
    if (data->kind[unit->kind].is & GARRISON)
        look_badge(out, SIGN_GARRISON, 0, as_declared);
    if (unit->now & ACTED && unit->side == view->phasing && shows_moves(view))
        look_badge(out, SIGN_MOVED, 0, as_declared);
}

static uint32_t ink_on(uint32_t colour)
{
    uint32_t light = 3 * (colour >> 16 & 255) + 6 * (colour >> 8 & 255) + (colour & 255);
    return light > 1400 ? 0x111111 : 0xffffff;
}

void wb95_look(const Scenario *scenario, const Position *view, Piece piece, Look *out)
{
    const Wb95 *data = data_of(scenario);
    const State *state = state_of(view);
    const Unit *unit = &state->unit[piece];
    look_clear(out);
    if (unit->place == SPARE && piece >= scenario->pieces) {
        out->side = NO_SIDE;
        return;
    }
    const Kind *kind = &data->kind[unit->kind];
    bool anonymous = kind->is & ANONYMOUS;
    out->known = !anonymous && unit->place != UNSEEN;
    out->side = unit->side;
    name_of(kind, data->kind_name[unit->kind], out->name, sizeof out->name);
    put(&(Page){out->symbol, sizeof out->symbol}, wb95_branches[kind->type].symbol);
    if (anonymous) {
        out->steps = unit->now & CEL_KNOWN ? unit->cel : 0;
        out->colour = scenario->side_colour[unit->side];
        out->ink = ink_on(out->colour);
        return;
    }
    const char *parent = kind->formation ? data->formation[kind->formation] : data->army[kind->army];
    put(&(Page){out->formation, sizeof out->formation}, parent);
    memcpy(out->size, kind->size, sizeof out->size);
    put(&(Page){out->nation, sizeof out->nation}, wb95_words[nation_word(kind->nation)]);
    out->colour = colours[kind->nation];
    out->ink = ink_on(out->colour);
    out->group = kind->formation ? kind->formation : (uint16_t)(FORMATIONS + kind->army);
    for (int star = 0; star < STAR_COLOURS; star++)
        if (kind->stars >> star & 1)
            look_badge(out, SIGN_STARS + star, 0, (Sentence){0});
    out->full_steps = kind->cel;
    if (!out->known)
        return;
    char values[sizeof out->value[0].text];
    out->reversed = kind->cel == 2 && unit->cel == 1;
    values_of(kind, out->reversed, values, sizeof values);
    look_value(out, AT_FOOT, values);
    if (kind->cel == 2 && unit->cel)
        values_of(kind, !out->reversed, out->reverse, sizeof out->reverse);
    badges_of(data, state, unit, out);
    if (unit->place == NOT_YET && data->arrival_of[piece] && data->arrival[data->arrival_of[piece] - 1].turn)
        out->place = sentence(0, "wb95.due-turn", data->arrival[data->arrival_of[piece] - 1].turn);
    out->steps = unit->cel;
}

const char *wb95_group_name(const Scenario *scenario, int group)
{
    const Wb95 *data = data_of(scenario);
    return group < FORMATIONS ? data->formation[group] : data->army[group - FORMATIONS];
}

/* ---- markers --------------------------------------------------------------------------------- */

typedef struct Marks {
    Mark *out;
    int room, count;
} Marks;

static void add(Marks *marks, int kind, Hex hex, Hexside hexside, int side, Sentence label)
{
    if (marks->count == marks->room)
        return;
    marks->out[marks->count++] = (Mark){.kind = (uint8_t)kind,
                                        .side = side < 0 ? NO_SIDE : (uint8_t)side,
                                        .hex = hex,
                                        .hexside = hexside,
                                        .label = label};
}

/* 14.1.2: every printed bridge that is down, every other that stands. */
static void add_bridges(const Wb95 *data, const State *view, Marks *marks)
{
    for (int site = 0; site < data->sites; site++) {
        bool standing = view->site[site] & SITE_STANDING;
        Hexside hexside = data->site_hexside[site];
        int owner = (view->site[site] >> SITE_OWNER_SHIFT) - 1;
        if (standing && view->site[site] & SITE_PONTOON)
            add(marks, MARK_PONTOON, hexside_hex(hexside), hexside, owner, (Sentence){0});
        else if (standing && !data->site_printed[site])
            add(marks, MARK_BRIDGE, hexside_hex(hexside), hexside, owner, (Sentence){0});
        else if (!standing && data->site_printed[site])
            add(marks, MARK_BRIDGE_DOWN, hexside_hex(hexside), hexside, NO_SIDE, (Sentence){0});
    }
}

static void add_missions(const State *view, Marks *marks)
{
    for (int i = 0; i < AIR_MISSIONS; i++) {
        const AirMission *mission = &view->air[i];
        if (!mission->sp || mission->beaten)
            continue;
        Sentence label = sentence(0, "%n: %w %n", flight_number(i), marker_word(mission->mission), mission->sp);
        bool objects = mission->mission == OBJECT_DESTRUCTION;
        add(marks, MARK_MISSION, mission->hex, objects ? mission->hexside : NO_HEXSIDE, mission->side, label);
        for (int hex = 1; hex < mission->hexes; hex++)
            add(marks, MARK_MISSION, mission->crossing[hex], NO_HEXSIDE, mission->side, label);
    }
}

int wb95_marks(const Scenario *scenario, const Position *view, Mark *out, int room)
{
    const State *state = state_of(view);
    Marks marks = {out, room, 0};
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        if (fortified(state, (Hex)hex))
            add(&marks, MARK_FORTIFICATION, (Hex)hex, NO_HEXSIDE, fortification_side(state, (Hex)hex), (Sentence){0});
        bool covered = false;
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
            covered |= (state->unit[piece].now & MASKED) != 0;
        if (covered)
            add(&marks, MARK_COVER, (Hex)hex, NO_HEXSIDE, state->unit[state->top[hex]].side, (Sentence){0});
    }
    add_bridges(data_of(scenario), state, &marks);
    add_missions(state, &marks);
    return marks.count;
}

/* ---- the turn track -------------------------------------------------------------------------- */

/* 2.1.6: a turn is a day. */
static Sentence turn_of(const Wb95 *data, int turn)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (!data->first_month)
        return sentence(0, "wb95.turn", turn, data->turns);
    int day = data->first_day + turn - 1, month = data->first_month - 1;
    while (day > days[month]) {
        day -= days[month];
        month = (month + 1) % 12;
    }
    return sentence(0, "wb95.turn-2", turn, data->turns, day, month_word(month));
}

int wb95_track(const Scenario *scenario, const Position *view, Sentence *out, int room)
{
    const State *state = state_of(view);
    Sentence parts[3 + SIDES];
    int count = 0;
    if (!state->head.turn) {
        parts[count++] = sentence(0, "wb95.set-up");
    } else {
        parts[count++] = turn_of(data_of(scenario), state->head.turn);
        if (state->head.phase)
            parts[count++] =
                sentence(0, "wb95.phase", state->head.phase, state->phasing, phase_word(phase_kind(state->head.phase)));
        for (int side = 0; side < scenario->sides; side++)
            if (state->air_left[side] || state->air_reserve[side])
                parts[count++] = sentence(0, state->air_reserve[side] ? "wb95.air-sp-reserve" : "wb95.air-sp", side,
                                          state->air_left[side]);
        if (state->head.over)
            parts[count++] = sentence(0, "wb95.game-over");
    }
    count = count < room ? count : room;
    memcpy(out, parts, (size_t)count * sizeof *out);
    return count;
}

/* 2.2: the six phases of the side whose half of the turn it is. */
int wb95_phases(const Scenario *scenario, const Position *view, TurnPhase out[TURN_PHASES])
{
    const State *state = state_of(view);
    (void)scenario;
    if (!state->head.turn || !state->head.phase)
        return 0;
    for (int kind = 0; kind < PHASES_EACH; kind++)
        out[kind] = (TurnPhase){.name = sentence(0, "%w", phase_word(kind)),
                                .side = state->phasing,
                                .now = kind == phase_kind(state->head.phase)};
    return PHASES_EACH;
}
