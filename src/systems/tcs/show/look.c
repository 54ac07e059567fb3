/* look.c — how counters, markers and the track are shown: 3, 4, 10, 16, 17.5, 19, 21. */
#include <ctype.h>
#include <string.h>

#include "systems/tcs/tcs.h"

const Branch tcs_branches[] = {
    {"INF", SAID("tcs.infantry")},
    {"MG", SAID("tcs.machine-guns")},
    {"MORT", SAID("tcs.mortars")},
    {"AT", SAID("tcs.guns")},
    {"ART", SAID("tcs.infantry-guns-artillery")},
    {"ARM", SAID("tcs.vehicles")},
    {"MECH", SAID("tcs.half-tracks")},
    {"TRUCK", SAID("tcs.trucks")},
    {NULL, NULL},
};

static const char *const symbols[UNIT_CLASSES] = {
    [PLATOON] = "INF",      [SECTION] = "INF",  [MACHINE_GUN] = "MG", [MORTAR] = "MORT",     [AT_GUN] = "AT",
    [INFANTRY_GUN] = "ART", [HOWITZER] = "ART", [TANK] = "ARM",       [HALF_TRACK] = "MECH", [TRUCK] = "TRUCK",
};

enum {
    SIGN_FIRE_MODE,
    SIGN_MOVE_MODE,
    SIGN_SUPPRESSED,
    SIGN_PARALYZED,
    SIGN_FIRED,
    SIGN_BUTTONED,
    SIGN_DUG_IN,
    SIGN_CARRIED,
    SIGN_TOWED,
    SIGN_SHOT,
    SIGN_HALTED,
    SIGN_UNASSIGNED,
    SIGN_ORDERS,
    SIGNS
};
const Sign tcs_signs[] = {
    [SIGN_FIRE_MODE] = {"fire-mode", "burst", 0xE8D9B5, 0, SIGN_HEAD, 90, SAID("tcs.fire-mode")},
    [SIGN_MOVE_MODE] = {"move-mode", "onward", 0xD7E8C4, 0, SIGN_HEAD, 90, SAID("tcs.move-mode-2")},
    [SIGN_SUPPRESSED] = {"suppressed", "warning", 0xF6A623, 0, SIGN_BESIDE, 98, SAID("tcs.suppressed")},
    [SIGN_PARALYZED] = {"paralyzed", "struck", 0xE0533D, 0, SIGN_BESIDE, 100, SAID("tcs.paralyzed-2")},
    [SIGN_FIRED] = {"fired", "volley", 0xD9D2C0, 0, SIGN_BESIDE, 80, SAID("tcs.fired-neither-moves-nor-fires")},
    [SIGN_BUTTONED] = {"buttoned-up", "box", 0xCFE3F2, 0, SIGN_BESIDE, 78, SAID("tcs.buttoned-up-2")},
    [SIGN_DUG_IN] = {"dug-in", "spade", 0xE4DCC6, 0, SIGN_BESIDE, 70, SAID("tcs.dug")},
    [SIGN_CARRIED] = {"carried", "lorry", 0xCFE3F2, 0, SIGN_BESIDE, 60, SAID("tcs.carried")},
    [SIGN_TOWED] = {"towed", "lorry", 0xD9D2C0, 0, SIGN_BESIDE, 58, SAID("tcs.towed")},
    [SIGN_SHOT] = {"shot", "shell", 0xD9D2C0, 0, SIGN_BESIDE, 50, SAID("tcs.fire-phase-2")},
    [SIGN_HALTED] = {"halted", "down", 0xD9D2C0, 0, SIGN_BESIDE, 48, SAID("tcs.moves-no-more-phase")},
    [SIGN_UNASSIGNED] = {"unassigned", "hourglass", 0xD9D2C0, 0, SIGN_BESIDE, 30, SAID("tcs.without-orders")},
    [SIGN_ORDERS] = {"orders", NULL, 0, 0, SIGN_TOLD, 20, SAID("tcs.under-orders")},
    [SIGNS] = {0},
};

enum {
    MARK_SMOKE,
    MARK_BATTERY,
    MARK_BATTALION,
    MARK_FRINGE,
    MARK_MINES,
    MARK_ILLUM,
    MARK_SCREEN,
    MARK_SORTIE,
    MARK_LANDS,
    MARK_TARGET
};
const MarkKind tcs_mark_kinds[] = {
    [MARK_SMOKE] = {"smoke", MARK_TINT, 's', "cloud", 0xA3A9AF, 0, SAID("tcs.smoke")},
    [MARK_BATTERY] = {"battery", MARK_ICON, 'b', "shell", 0xF3B7A6, 0, SAID("tcs.battery-marker-attack-zone")},
    [MARK_BATTALION] = {"battalion", MARK_ICON, 'B', "shell", 0xE0533D, 0, SAID("tcs.battalion-marker-attack-zone")},
    [MARK_FRINGE] = {"zone", MARK_TINT, 'z', "burst", 0xF3A08A, 0, SAID("tcs.attack-zone-2")},
    [MARK_MINES] = {"mines", MARK_ICON, 'm', "mine", 0xE4DCC6, 0, SAID("tcs.minefield")},
    [MARK_ILLUM] = {"illum", MARK_ICON, 'i', "star", 0xF7E9A0, 0, SAID("tcs.illum-marker")},
    [MARK_SCREEN] = {"screen", MARK_BOARD, 'S', NULL, 0xB9B9B9, 0, SAID("tcs.smoke-barrage-marker")},
    [MARK_SORTIE] = {"sortie", MARK_ICON, 'a', "plane", 0xCFE3F2, 0, SAID("tcs.sortie-flies-2")},
    [MARK_LANDS] = {"lands", MARK_ICON, '*', "swords", 0, 0, SAID("tcs.barrage-comes-down")},
    [MARK_TARGET] = {"target", MARK_ICON, '!', "swords", 0, 0, SAID("tcs.fire-hex-not-finished")},
    [MARK_TARGET + 1] = {0},
};

/* Its owner alone sees them (fog.c). */
static void look_orders(const State *state, Piece piece, Look *out)
{
    Ordered at;
    const Group *group = group_of(state, piece, &at);
    const Camp *camp = camp_of(state, piece);
    if (group)
        look_badge(out, SIGN_ORDERS, 0,
                   sentence(TCS_6_10, "tcs.sheet-group", state->plans[state->unit[piece].side].sheet[at.sheet].number,
                            at.group + 1, WORD_MISSION + mission_of(group)));
    else if (camp)
        look_badge(out, SIGN_UNASSIGNED, 0,
                   camp->doing == CAMP_RESTS ? sentence(TCS_6_3A_1, "tcs.without-orders-round", camp->centre)
                                             : sentence(TCS_6_3A_1, "tcs.without-orders-way", camp->centre));
}

static void look_states(const State *state, Piece piece, Look *out)
{
    static const struct {
        uint32_t state;
        uint8_t sign;
    } states[] = {{FIRED, SIGN_FIRED}, {BUTTONED, SIGN_BUTTONED}, {DUG_IN, SIGN_DUG_IN}, {HALTED, SIGN_HALTED}};
    const Unit *unit = &state->unit[piece];
    look_badge(out, unit->mode == FIRE_MODE ? SIGN_FIRE_MODE : SIGN_MOVE_MODE, 0, (Sentence){0});
    if (unit->spirit)
        look_badge(out, unit->spirit == IS_SUPPRESSED ? SIGN_SUPPRESSED : SIGN_PARALYZED, 0, (Sentence){0});
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (unit->now & states[i].state)
            look_badge(out, states[i].sign, 0, (Sentence){0});
    if (unit->riding)
        look_badge(out, unit->riding == TOWED ? SIGN_TOWED : SIGN_CARRIED, 0, (Sentence){0});
    if (unit->now & SHOT && !(unit->now & FIRED))
        look_badge(out, SIGN_SHOT, 0, (Sentence){0});
}

/* Firepower and range at the left, movement at the right, Morale or Defense at the top; a Point attack before its
 * range. */
static void look_values(const Kind *kind, Look *out)
{
    char text[sizeof out->value[0].text], *at = text;
    if (kind->firepower) {
        *look_number(text, kind->firepower) = '\0';
        look_value(out, AT_FOOT_LEFT, text);
    }
    if (kind->range) {
        bool point = kind->firer == CODE_P && !kind->indirect;
        if (kind->indirect)
            *at++ = '(';
        at = look_number(at, kind->firer == CODE_P ? kind->attack : kind->range);
        if (point) {
            *at++ = '/';
            at = look_number(at, kind->range);
        }
        if (kind->indirect)
            *at++ = ')';
        *at = '\0';
        look_value(out, AT_FOOT, text);
    }
    if (kind->tow_only) {
        look_value(out, AT_FOOT_RIGHT, "TO");
    } else {
        at = look_number(text, kind->ma);
        *at++ = "ftwt"[kind->move];
        *at = '\0';
        look_value(out, AT_FOOT_RIGHT, text);
    }
    *text = kind->target == CODE_A ? 'M' : 'D';
    *look_number(text + 1, kind->target == CODE_A ? kind->morale : kind->defense) = '\0';
    look_value(out, AT_TOP_LEFT, text);
}

void tcs_look(const Scenario *scenario, const Position *view, Piece piece, Look *out)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    const Unit *unit = &state->unit[piece];
    const Counter *counter = &data->counter[piece];
    const Kind *kind = &data->kind[counter->kind];
    look_clear(out);
    out->side = counter->side;
    out->known = true;
    out->colour = scenario->side_colour[counter->side];
    out->ink = 0xffffff;
    LOOK_TEXT(out->symbol, symbols[kind->class]);
    LOOK_TEXTS(out->name, scenario->piece_id[piece], " ", kind->name);
    out->name[0] = (char)toupper((unsigned char)out->name[0]); /* an id is typed, a name is read */
    LOOK_TEXT(out->nation, scenario->side_name[counter->side]);
    if (counter->battalion)
        LOOK_TEXTS(out->formation, counter->company ? data->formation[counter->company - 1] : "", " ",
                   data->formation[counter->battalion - 1]);
    out->full_steps = kind->steps;
    out->steps = unit->steps;
    if (is_riding(state, piece))
        out->on = unit->carrier[0];
    look_values(kind, out);
    if (is_on_map(state, piece))
        look_states(state, piece, out);
    look_orders(state, piece, out);
    if (unit->standing == DUE)
        out->place = sentence(TCS_2_2_10, "tcs.arrives-turn", counter->turn);
    else if (unit->standing == DEAD)
        out->place = sentence(TCS_10_0C, "tcs.destroyed-3");
}

/* ---- marks ----------------------------------------------------------------------------------------------- */

static void mark_hexes(const uint64_t *set, int kind, Mark *out, int room, int *count)
{
    EACH_BIT(hex, set, TCS_WORDS)
        if (*count < room)
            out[(*count)++] =
                (Mark){.kind = (uint8_t)kind, .side = NO_SIDE, .hex = (Hex)hex, .hexside = NO_HEXSIDE, .label = {0}};
}

static void mark_barrages(const State *state, Mark *out, int room, int *count)
{
    for (int i = 0; i < state->barrages && *count < room; i++) {
        const Barrage *barrage = &state->barrage[i];
        int firepower = barrage->firepower * (barrage->fast ? 2 : 1);
        if (barrage->kind == SMOKE_BARRAGE)
            out[(*count)++] = (Mark){.kind = MARK_SCREEN,
                                     .side = NO_SIDE,
                                     .hex = barrage->hex,
                                     .hexside = NO_HEXSIDE,
                                     .label = sentence(TCS_19_3B, "tcs.smoke-barrage-level", barrage->level)};
        if (barrage->kind < BATTERY_ZONE)
            continue;
        out[(*count)++] =
            (Mark){.kind = barrage->kind == BATTERY_ZONE ? MARK_BATTERY : MARK_BATTALION,
                   .side = barrage->side,
                   .hex = barrage->hex,
                   .hexside = NO_HEXSIDE,
                   .label = barrage->good ? sentence(TCS_17_5_2, "tcs.barrage-beside", firepower, (firepower + 1) / 2)
                                          : sentence(TCS_17_0B_1, "tcs.barrage-beside-end-phase", firepower,
                                                     (firepower + 1) / 2)};
    }
}

int tcs_marks(const Scenario *scenario, const Position *view, Mark *out, int room)
{
    const State *state = state_of(view);
    int count = 0;
    (void)scenario;
    mark_hexes(state->smoked, MARK_SMOKE, out, room, &count);
    mark_hexes(state->zone, MARK_FRINGE, out, room, &count);
    mark_barrages(state, out, room, &count);
    for (int i = 0; i < state->mines && count < room; i++)
        out[count++] = (Mark){.kind = MARK_MINES,
                              .side = state->mine[i].side,
                              .hex = state->mine[i].hex,
                              .hexside = NO_HEXSIDE,
                              .label = state->mine[i].lane == EDGES ? sentence(TCS_21_0_1, "tcs.minefield")
                                                                    : sentence(TCS_21_3B, "tcs.minefield-breached",
                                                                               WORD_EDGE + state->mine[i].lane)};
    for (int i = 0; i < state->flares && count < room; i++)
        out[count++] =
            (Mark){.kind = MARK_ILLUM, .side = NO_SIDE, .hex = state->flare[i], .hexside = NO_HEXSIDE, .label = {0}};
    for (int i = 0; i < state->sorties && count < room; i++)
        if (!state->sortie[i].done && state->sortie[i].hex != NO_HEX)
            out[count++] = (Mark){.kind = MARK_SORTIE,
                                  .side = state->sortie[i].side,
                                  .hex = state->sortie[i].hex,
                                  .hexside = NO_HEXSIDE,
                                  .label = {0}};
    if (state->landing.open && count < room)
        out[count++] = (Mark){.kind = MARK_LANDS,
                              .side = state->landing.barrage.side,
                              .hex = state->landing.barrage.hex,
                              .hexside = NO_HEXSIDE,
                              .label = {0}};
    if (state->sfa != NO_HEX && count < room)
        out[count++] =
            (Mark){.kind = MARK_TARGET, .side = state->phasing, .hex = state->sfa, .hexside = NO_HEXSIDE, .label = {0}};
    return count;
}

int tcs_track(const Scenario *scenario, const Position *view, Sentence *out, int room)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    Sentence parts[TRACK_PARTS];
    int count = 0;
    if (state->head.turn && state->head.turn <= data->turns) {
        const TurnRow *turn = &data->turn[state->head.turn - 1];
        parts[count++] = sentence(TCS_1_1_1, "tcs.turn", state->head.turn, data->turns);
        parts[count++] = turn->time % 100 ? sentence(TCS_1_1_1, "%n:%n", turn->time / 100, turn->time % 100)
                                          : sentence(TCS_1_1_1, "%n:00", turn->time / 100);
        parts[count++] = sentence(TCS_7_0A, "tcs.visibility", WORD_LIGHT + state->light, state->visibility);
        if (turn->weather)
            parts[count++] = sentence(TCS_7_0B, "%w", WORD_WEATHER + state->weather);
    }
    parts[count++] = sentence(TCS_2_1, "%w", WORD_STEP + state->head.phase);
    if (state->phasing != NO_SIDE)
        parts[count++] = sentence(TCS_2_2_8, "tcs.phasing", state->phasing);
    count = count < room ? count : room;
    memcpy(out, parts, (size_t)count * sizeof *out);
    return count;
}
