/* look.c — how counters, markers and the turn track of WB-95 read and are drawn (1.2-1, 1.4, 14.1.2).
 *
 * A counter's name is the one of the set-up lists, number, type and size: "37/6 INF-R", "HQ LVII". Of a counter
 * that the viewer may not know only what is known is said: perhaps the type, perhaps the CELs (16.1.4). */
#include <string.h>

#include "systems/wb95/fight.h"

static const char *const symbols[TYPES] = {"INF", "ARM", "MECH", "MOT", "CAV", "AG", "AT", "AA",
                                           "ART", "SPG", "REC",  "ENG", "HQ",  "RG", "VS", "?"};
static const char *const nations[NATIONS] = {SAID("German"),   SAID("Soviet"),  SAID("Polish"),
                                             SAID("American"), SAID("British"), SAID("German ally")};
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
    put(&page, symbols[kind->type]);
    for (int i = 0; i < 5; i++)
        if (!strcmp(kind->size, sizes[i].bars)) {
            put(&page, "-");
            put(&page, sizes[i].letters);
        }
}

/* Strength and movement at the counter's foot: "5-7", a gun's "5/3-7". */
static void values_of(const Kind *kind, const Unit *unit, char *out, size_t room)
{
    int side = kind->cel == 2 && unit->cel == 1;
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

static void mark(Look *out, Sentence words)
{
    if (out->marks < LOOK_MARKS)
        out->mark[out->marks++] = words;
}

static void marks_of(const Wb95 *data, const State *view, const Unit *unit, Look *out)
{
    static const struct {
        uint32_t state;
        const char *words;
    } words[] = {
        {DISORGANISED, SAID("disorganised")},
        {TRANSPORT, SAID("in transport")},
        {STRATEGIC, SAID("marked for strategic movement")},
        {BUILDING, SAID("building a bridge")},
        {FOUGHT, SAID("has fought")},
        {FIRED, SAID("has fired")},
        {SHELLED, SAID("was shelled")},
        {BARRAGED, SAID("fired a barrage")},
        {RETREATED, SAID("has retreated")},
        {FORCED, SAID("force-marched")},
        {DEFECTED, SAID("changed sides")},
        {MASKED, SAID("covered")},
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (unit->now & words[i].state)
            mark(out, sentence(0, words[i].words));
    if (unit->oos)
        mark(out, sentence(0, "out of supply %n", unit->oos));
    if (unit->place == ON_MAP && fortified(view, unit->hex))
        mark(out, sentence(0, "fortified"));
    if (unit->place == WAITING)
        mark(out, out->place = sentence(0, "waiting to enter"));
    if (data->kind[unit->kind].is & GARRISON)
        mark(out, sentence(0, "garrison"));
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
    memset(out, 0, sizeof *out);
    if (unit->place == SPARE && piece >= scenario->pieces) {
        out->side = NO_SIDE;
        return;
    }
    const Kind *kind = &data->kind[unit->kind];
    bool anonymous = kind->is & ANONYMOUS;
    out->known = !anonymous && unit->place != UNSEEN;
    out->side = unit->side;
    name_of(kind, data->kind_name[unit->kind], out->name, sizeof out->name);
    memcpy(out->symbol, symbols[kind->type], strlen(symbols[kind->type]) + 1);
    if (anonymous) {
        out->steps = unit->now & CEL_KNOWN ? unit->cel : 0;
        out->colour = scenario->side_colour[unit->side];
        out->ink = ink_on(out->colour);
        return;
    }
    const char *parent = kind->formation ? data->formation[kind->formation] : data->army[kind->army];
    put(&(Page){out->formation, sizeof out->formation}, parent);
    memcpy(out->size, kind->size, sizeof out->size);
    put(&(Page){out->nation, sizeof out->nation}, nations[kind->nation]);
    out->colour = colours[kind->nation];
    out->ink = ink_on(out->colour);
    out->stars = kind->stars;
    out->full_steps = kind->cel;
    if (!out->known)
        return;
    values_of(kind, unit, out->values, sizeof out->values);
    marks_of(data, state, unit, out);
    if (unit->place == NOT_YET && data->arrival_of[piece] && data->arrival[data->arrival_of[piece] - 1].turn)
        out->place = sentence(0, "due on turn %n", data->arrival[data->arrival_of[piece] - 1].turn);
    out->steps = unit->cel;
}

/* ---- markers --------------------------------------------------------------------------------- */

typedef struct Marks {
    Mark *out;
    int room, count;
} Marks;

static void add(Marks *marks, const char *symbol, Hex hex, Hexside hexside, int side, Sentence label)
{
    if (marks->count == marks->room)
        return;
    Mark *mark = &marks->out[marks->count++];
    memset(mark, 0, sizeof *mark);
    put(&(Page){mark->symbol, sizeof mark->symbol}, symbol);
    mark->label = label;
    mark->hex = hex;
    mark->hexside = hexside;
    mark->side = (uint8_t)side;
}

/* 14.1.2: every printed bridge that is down, every other that stands. */
static void add_bridges(const Wb95 *data, const State *view, Marks *marks)
{
    for (int site = 0; site < data->sites; site++) {
        bool standing = view->site[site] & SITE_STANDING;
        Hexside hexside = data->site_hexside[site];
        int owner = (view->site[site] >> SITE_OWNER_SHIFT) - 1;
        if (standing && view->site[site] & SITE_PONTOON)
            add(marks, "PONTOON", hexside_hex(hexside), hexside, owner < 0 ? NO_SIDE : owner, sentence(0, "pontoon"));
        else if (standing && !data->site_printed[site])
            add(marks, "BRIDGE", hexside_hex(hexside), hexside, owner < 0 ? NO_SIDE : owner, sentence(0, "built"));
        else if (!standing && data->site_printed[site])
            add(marks, "BRIDGE-DOWN", hexside_hex(hexside), hexside, NO_SIDE, sentence(0, "down"));
    }
}

static void add_missions(const State *view, Marks *marks)
{
    for (int i = 0; i < AIR_MISSIONS; i++) {
        const AirMission *mission = &view->air[i];
        if (!mission->sp || mission->beaten)
            continue;
        Sentence label = sentence(0, "flight %n: %w %n", i, mission->mission, mission->sp);
        bool objects = mission->mission == OBJECT_DESTRUCTION;
        add(marks, "AIR", mission->hex, objects ? mission->hexside : NO_HEXSIDE, mission->side, label);
        for (int hex = 1; hex < mission->hexes; hex++)
            add(marks, "AIR", mission->crossing[hex], NO_HEXSIDE, mission->side, label);
    }
}

int wb95_marks(const Scenario *scenario, const Position *view, Mark *out, int room)
{
    const State *state = state_of(view);
    Marks marks = {out, room, 0};
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        if (fortified(state, (Hex)hex))
            add(&marks, "FF", (Hex)hex, NO_HEXSIDE, fortification_side(state, (Hex)hex),
                sentence(0, "field fortification"));
        bool covered = false;
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
            covered |= (state->unit[piece].now & MASKED) != 0;
        if (covered)
            add(&marks, "MASK", (Hex)hex, NO_HEXSIDE, state->unit[state->top[hex]].side, sentence(0, "covered"));
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
        return sentence(0, "Turn %n of %n", turn, data->turns);
    int day = data->first_day + turn - 1, month = data->first_month - 1;
    while (day > days[month]) {
        day -= days[month];
        month = (month + 1) % 12;
    }
    return sentence(0, "Turn %n of %n, %n %w", turn, data->turns, day, month_word(month));
}

int wb95_track(const Scenario *scenario, const Position *view, Sentence *out, int room)
{
    const State *state = state_of(view);
    Sentence parts[3 + SIDES];
    int count = 0;
    if (!state->head.turn) {
        parts[count++] = sentence(0, "Set-up");
    } else {
        parts[count++] = turn_of(data_of(scenario), state->head.turn);
        if (state->head.phase)
            parts[count++] = sentence(0, "phase %n, %s %w", state->head.phase, state->phasing,
                                      phase_word(phase_kind(state->head.phase)));
        for (int side = 0; side < scenario->sides; side++)
            if (state->air_left[side] || state->air_reserve[side])
                parts[count++] = sentence(0, state->air_reserve[side] ? "%s air %n SP and a reserve" : "%s air %n SP",
                                          side, state->air_left[side]);
        if (state->head.over)
            parts[count++] = sentence(0, "the game is over");
    }
    count = count < room ? count : room;
    memcpy(out, parts, (size_t)count * sizeof *out);
    return count;
}
