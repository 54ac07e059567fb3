/* look.c — how counters, markers and the turn track of WB-95 read and are drawn (1.2-1, 1.4, 14.1.2).
 *
 * A counter's name is the one of the set-up lists, number, type and size: "37/6 INF-R", "HQ LVII". Of a counter
 * that the viewer may not know only what is known is said: perhaps the type, perhaps the CELs (16.1.4). */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "systems/wb95/wb95.h"

static const char *const symbols[TYPES] = {"INF", "ARM", "MECH", "MOT", "CAV", "AG", "AT", "AA",
                                           "ART", "SPG", "REC",  "ENG", "HQ",  "RG", "VS", "?"};
static const char *const nations[NATIONS] = {"German", "Soviet", "Polish", "American", "British", "German ally"};
static const uint32_t colours[NATIONS] = {
    [GERMAN] = 0x5a6670,   [SOVIET] = 0xb5382a,  [POLISH] = 0xc77f93,
    [AMERICAN] = 0x5f7a3a, [BRITISH] = 0xb59a62, [GERMAN_ALLY] = 0x6f8aa0,
};

typedef struct Page {
    char *out;
    size_t room, length;
} Page;

static void put(Page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(Page *page, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(page->out + page->length, page->room - page->length, format, arguments);
    va_end(arguments);
    page->length += (size_t)length < page->room - page->length ? (size_t)length : page->room - page->length - 1;
}

/* ---- counters -------------------------------------------------------------------------------- */

static void name_of(const Kind *kind, const char *name, char *out, size_t room)
{
    static const struct {
        const char *bars, *letters;
    } sizes[] = {{"XX", "D"}, {"X", "BR"}, {"III", "R"}, {"II", "B"}, {"I", "C"}};
    Page page = {out, room, 0};
    put(&page, "%s", name);
    if (kind->type == HQ || kind->type == RG || kind->type == VS || kind->type == UNKNOWN)
        return;
    put(&page, " %s", symbols[kind->type]);
    for (int i = 0; i < 5; i++)
        if (!strcmp(kind->size, sizes[i].bars))
            put(&page, "-%s", sizes[i].letters);
}

/* Strength and movement at the counter's foot: "5-7", a gun's "5/3-7". */
static void values_of(const Kind *kind, const Unit *unit, char *out, size_t room)
{
    int side = kind->cel == 2 && unit->cel == 1;
    int attack = kind->attack[side], defence = kind->defence[side];
    if (kind->type == HQ)
        snprintf(out, room, "%d", kind->mp);
    else if (attack == defence)
        snprintf(out, room, "%d-%d", attack, kind->mp);
    else
        snprintf(out, room, "%d/%d-%d", attack, defence, kind->mp);
}

static void marks_of(const Wb95 *data, const State *view, const Unit *unit, char *out, size_t room)
{
    static const struct {
        uint32_t state;
        const char *words;
    } words[] = {
        {DISORGANISED, "disorganised"},  {TRANSPORT, "in transport"},   {STRATEGIC, "marked for strategic movement"},
        {BUILDING, "building a bridge"}, {FOUGHT, "has fought"},        {FIRED, "has fired"},
        {SHELLED, "was shelled"},        {BARRAGED, "fired a barrage"}, {RETREATED, "has retreated"},
        {FORCED, "force-marched"},       {DEFECTED, "changed sides"},   {MASKED, "covered"},
    };
    Page page = {out, room, 0};
    out[0] = '\0';
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (unit->now & words[i].state)
            put(&page, "%s%s", page.length ? "; " : "", words[i].words);
    if (unit->oos)
        put(&page, "%sout of supply %d", page.length ? "; " : "", unit->oos);
    if (unit->place == ON_MAP && fortified(view, unit->hex))
        put(&page, "%sfortified", page.length ? "; " : "");
    if (unit->place == WAITING)
        put(&page, "%swaiting to enter", page.length ? "; " : "");
    if (data->kind[unit->kind].is & GARRISON)
        put(&page, "%sgarrison", page.length ? "; " : "");
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
    snprintf(out->formation, sizeof out->formation, "%.31s", parent);
    memcpy(out->size, kind->size, sizeof out->size);
    snprintf(out->nation, sizeof out->nation, "%s", nations[kind->nation]);
    out->colour = colours[kind->nation];
    out->ink = ink_on(out->colour);
    out->stars = kind->stars;
    out->full_steps = kind->cel;
    if (!out->known)
        return;
    values_of(kind, unit, out->values, sizeof out->values);
    marks_of(data, state, unit, out->marks, sizeof out->marks);
    out->steps = unit->cel;
}

/* ---- markers --------------------------------------------------------------------------------- */

typedef struct Marks {
    Mark *out;
    int room, count;
} Marks;

static void add(Marks *marks, const char *symbol, Hex hex, Hexside hexside, int side, const char *label)
{
    if (marks->count == marks->room)
        return;
    Mark *mark = &marks->out[marks->count++];
    memset(mark, 0, sizeof *mark);
    snprintf(mark->symbol, sizeof mark->symbol, "%s", symbol);
    snprintf(mark->label, sizeof mark->label, "%s", label);
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
            add(marks, "PONTOON", hexside_hex(hexside), hexside, owner < 0 ? NO_SIDE : owner, "pontoon");
        else if (standing && !data->site_printed[site])
            add(marks, "BRIDGE", hexside_hex(hexside), hexside, owner < 0 ? NO_SIDE : owner, "built");
        else if (!standing && data->site_printed[site])
            add(marks, "BRIDGE-DOWN", hexside_hex(hexside), hexside, NO_SIDE, "down");
    }
}

static void add_missions(const Scenario *scenario, const State *view, Marks *marks)
{
    for (int i = 0; i < AIR_MISSIONS; i++) {
        const AirMission *mission = &view->air[i];
        if (!mission->sp || mission->beaten)
            continue;
        char label[24];
        snprintf(label, sizeof label, "%s %d", scenario->system->words[mission->mission], mission->sp);
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
            add(&marks, "FF", (Hex)hex, NO_HEXSIDE, fortification_side(state, (Hex)hex), "field fortification");
        bool covered = false;
        for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
            covered |= (state->unit[piece].now & MASKED) != 0;
        if (covered)
            add(&marks, "MASK", (Hex)hex, NO_HEXSIDE, state->unit[state->top[hex]].side, "covered");
    }
    add_bridges(data_of(scenario), state, &marks);
    add_missions(scenario, state, &marks);
    return marks.count;
}

/* ---- the turn track -------------------------------------------------------------------------- */

/* 2.1.6: a turn is a day. */
static void put_date(const Wb95 *data, int turn, Page *page)
{
    static const char *const months[] = {"January", "February", "March",     "April",   "May",      "June",
                                         "July",    "August",   "September", "October", "November", "December"};
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (!data->first_month)
        return;
    int day = data->first_day + turn - 1, month = data->first_month - 1;
    while (day > days[month]) {
        day -= days[month];
        month = (month + 1) % 12;
    }
    put(page, ", %d %s", day, months[month]);
}

size_t wb95_track(const Scenario *scenario, const Position *view, char *out, size_t room)
{
    static const char *const kinds[] = {"air", "barrage", "movement", "combat", "strategic movement", "supply"};
    const Wb95 *data = data_of(scenario);
    const State *state = state_of(view);
    Page page = {out, room, 0};
    if (!room)
        return 0;
    out[0] = '\0';
    if (!state->head.turn) {
        put(&page, "Set-up");
        return page.length;
    }
    put(&page, "Turn %d of %d", state->head.turn, data->turns);
    put_date(data, state->head.turn, &page);
    if (state->head.phase)
        put(&page, "; phase %d, %s %s", state->head.phase, scenario->side_name[state->phasing],
            kinds[phase_kind(state->head.phase)]);
    for (int side = 0; side < scenario->sides; side++)
        if (state->air_left[side] || state->air_reserve[side])
            put(&page, "; %s air %d SP%s", scenario->side_name[side], state->air_left[side],
                state->air_reserve[side] ? " and a reserve" : "");
    if (state->head.over)
        put(&page, "; the game is over");
    return page.length;
}
