/* plan_show.c — plans as they are seen: sketches over the map, and panels with who is under which orders, how pending
 * sheets ripen and when they may be in force. Of the other side nothing is there to be shown until the game is over
 * (fog.c); then both lie open beside what came of them. */
#include "systems/tcs/tcs.h"

/* ---- sketches ------------------------------------------------------------------------------------------------- */

/* The six corners of what lies so near, as far as the map goes. */
static void add_corners(const Scenario *scenario, Hex centre, int radius, Sketch *out)
{
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex hex = centre;
        for (int i = 0; i < radius && scenario->map->next[hex][edge] != NO_HEX; i++)
            hex = scenario->map->next[hex][edge];
        out->hex[out->hexes++] = hex;
    }
}

static void add_objective(const Scenario *scenario, const Drawing *drawing, Sketch *out)
{
    for (int hex = 0; hex < scenario->map->hexes && out->hexes < SKETCH_HEXES; hex++)
        if (map_distance(scenario->map, drawing->hex[0], (Hex)hex) <= drawing->extent)
            out->hex[out->hexes++] = (Hex)hex;
}

static Sentence sketch_label(const OpSheet *sheet, const Drawing *drawing)
{
    int number = sheet->number, group = drawing->group + 1;
    switch (drawing->kind) {
    case DRAWN_AXIS:
        return drawing->alternate && drawing->alternate != COMMITMENT
                   ? sentence(TCS_6_14C, "%n.%n, alternate %n", number, group, drawing->alternate)
                   : sentence(TCS_6_5A_1, "%n.%n", number, group);
    case DRAWN_PHASE_LINE:
        return sentence(TCS_6_5A_1, "%n.%n not before turn %n", number, group, drawing->extent);
    case DRAWN_FAILURE:
        return sentence(TCS_6_5C_1, "%n.%n if it fails", number, group);
    case DRAWN_PRELIMINARY:
        return sentence(TCS_6_14A_1, "%n.%n gathers", number, group);
    default:
        return sentence(TCS_6_5A_1, "%n.%n", number, group);
    }
}

static void sketch_drawing(const Scenario *scenario, const OpSheet *sheet, const Drawing *drawing, Sketch *out)
{
    static const uint8_t kinds[] = {
        [DRAWN_AXIS] = SKETCH_AXIS,       [DRAWN_OBJECTIVE] = SKETCH_OBJECTIVE, [DRAWN_AREA] = SKETCH_AREA,
        [DRAWN_PHASE_LINE] = SKETCH_LINE, [DRAWN_FAILURE] = SKETCH_OBJECTIVE,   [DRAWN_PRELIMINARY] = SKETCH_OBJECTIVE};
    out->kind = kinds[drawing->kind];
    out->dashed = sheet->state != SHEET_IMPLEMENTED || sheet->group[drawing->group].alternate != drawing->alternate;
    out->label = sketch_label(sheet, drawing);
    if (drawing->kind == DRAWN_AREA) {
        add_corners(scenario, drawing->hex[0], drawing->extent, out);
    } else if (drawing->kind == DRAWN_OBJECTIVE) {
        add_objective(scenario, drawing, out);
    } else if (drawing->kind == DRAWN_AXIS || drawing->kind == DRAWN_PHASE_LINE) {
        Hex chain[CHAIN];
        int count = chain_of(scenario->map, drawing->hex, drawing->hexes, chain);
        for (int i = 0; i < count && out->hexes < SKETCH_HEXES; i++)
            out->hex[out->hexes++] = chain[i];
        out->width = drawing->kind == DRAWN_AXIS ? drawing->extent : 0;
    } else {
        out->hex[out->hexes++] = drawing->hex[0];
    }
}

static int sketch_side(const Scenario *scenario, const State *state, int side, Sketch *out, int room)
{
    const Plans *plans = &state->plans[side];
    int count = 0;
    for (int i = 0; i < TCS_DRAWINGS && count < room; i++) {
        if (!plans->drawing[i].kind)
            continue;
        const OpSheet *sheet = &plans->sheet[plans->drawing[i].sheet];
        if (sheet->state == SHEET_CLOSED && !state->head.over)
            continue;
        out[count] = (Sketch){.id = (uint16_t)(side * TCS_DRAWINGS + i), .side = (uint8_t)side};
        sketch_drawing(scenario, sheet, &plans->drawing[i], &out[count++]);
    }
    for (int i = 0; i < TCS_CAMPS && count < room; i++) {
        const Camp *camp = &plans->camp[i];
        if (!camp->doing)
            continue;
        out[count] = (Sketch){.id = (uint16_t)(PLAYERS * TCS_DRAWINGS + side * TCS_CAMPS + i),
                              .side = (uint8_t)side,
                              .kind = SKETCH_AREA,
                              .dashed = camp->doing != CAMP_RESTS,
                              .label = sentence(TCS_6_3A_1, "unassigned")};
        add_corners(scenario, camp->centre, LEASH, &out[count++]);
    }
    return count;
}

int tcs_sketches(const Scenario *scenario, const Position *view, Sketch *out, int room)
{
    int count = 0;
    for (int side = 0; side < PLAYERS; side++)
        count += sketch_side(scenario, state_of(view), side, out + count, room - count);
    return count;
}

/* ---- panels ------------------------------------------------------------------------------------------------------ */

enum { TURNS_AHEAD = 8 };

static Sentence sheet_value(const Scenario *scenario, const State *state, int side, int sheet)
{
    const OpSheet *row = &state->plans[side].sheet[sheet];
    if (row->state == SHEET_IMPLEMENTED)
        return sentence(TCS_6_10, "in force since turn %n", row->implemented);
    if (row->state == SHEET_CLOSED)
        return row->implemented || !row->created
                   ? sentence(TCS_6_11, "in force from turn %n to turn %n", row->implemented, row->closed)
                   : sentence(TCS_6_13B, "called off on turn %n", row->closed);
    if (row->state == SHEET_DRAFT)
        return sentence(TCS_6_8_2, "is being written");
    int needed = sheet_needs(scenario, state, side, sheet, 0);
    return needed == NO_NUMBER ? sentence(TCS_6_9F_2, "%n weighted turn%+, size %n: not yet", row->weighted, row->size)
                               : sentence(TCS_6_9F_2, "%n weighted turn%+, size %n: %n or more, %n of 36",
                                          row->weighted, row->size, needed, ways_to_roll(needed));
}

/* If it is tried each turn and gains as much each turn as it would now; the turn by which it is likelier than not. */
static void add_chances(const Scenario *scenario, const State *state, int side, int sheet, Panels *out)
{
    int chance[TURNS_AHEAD], turn = state->head.turn ? state->head.turn : 1, likely = 0;
    prep_chances(scenario, state, side, sheet, TURNS_AHEAD, chance);
    for (int i = 0; i < TURNS_AHEAD && turn + i <= data_of(scenario)->turns; i++) {
        panel_row(out, sentence(TCS_6_9F_1, "in force by turn %n, if it is tried each turn", turn + i),
                  sentence(0, "%n %%", chance[i] / 100));
        if (!likely && chance[i] >= 5000)
            likely = turn + i;
    }
    if (likely)
        panel_row(out, sentence(TCS_6_9F_1, "likelier than not"), sentence(0, "turn %n", likely));
}

static void add_group(const Scenario *scenario, const State *state, int side, int sheet, int group, Panels *out)
{
    const Plans *plans = &state->plans[side];
    const Group *row = &plans->sheet[sheet].group[group];
    Piece units[TCS_PIECES];
    int count = units_on(scenario, state, side, sheet, group, units);
    Sentence label = row->committed ? sentence(TCS_6_14B_2, "%n.%n: reserve, committed: %w", plans->sheet[sheet].number,
                                               group + 1, WORD_MISSION + row->committed)
                                    : sentence(TCS_6_6_1, "%n.%n: %w", plans->sheet[sheet].number, group + 1,
                                               WORD_MISSION + row->mission);
    if (!panel_row(out, label, sentence(0, "%n unit%+", count)))
        return;
    for (int i = 0; i < count; i++)
        panel_piece(out, units[i]);
    for (int i = 0; i < TCS_DRAWINGS; i++)
        if (plans->drawing[i].kind == DRAWN_OBJECTIVE && plans->drawing[i].sheet == sheet &&
            plans->drawing[i].group == group)
            panel_hex(out, plans->drawing[i].hex[0]);
}

static void add_sheet(const Scenario *scenario, const State *state, int side, int sheet, Panels *out)
{
    const OpSheet *row = &state->plans[side].sheet[sheet];
    PanelRow *head = panel_row(
        out,
        sentence(TCS_6_5_1, "sheet %n: %w, %w", row->number, WORD_MISSION + sheet_type(row), WORD_SHEET + row->state),
        sheet_value(scenario, state, side, sheet));
    if (!head)
        return;
    head->strong = true;
    for (int group = 0; group < row->groups && row->state != SHEET_CLOSED; group++)
        add_group(scenario, state, side, sheet, group, out);
    if (row->number <= TCS_SHEETS && !row->created && data_of(scenario)->note[side][row->number - 1][0])
        panel_row(out, sentence(TCS_6_5B, "note"), sentence(0, "%d", note_text(side, row->number)));
    if (row->state == SHEET_PENDING)
        add_chances(scenario, state, side, sheet, out);
}

/* In force or pending first, by their numbers; closed ones only when the game is over. */
static void add_sheets(const Scenario *scenario, const State *state, int side, Panels *out)
{
    panel_begin(out, side ? "sheets-b" : "sheets-a", state->head.over ? NO_SIDE : side,
                sentence(TCS_6_5_1, "Op Sheets: %s", side));
    for (int number = 1; number <= UINT8_MAX; number++)
        for (int i = 0; i < TCS_SHEETS; i++) {
            const OpSheet *sheet = &state->plans[side].sheet[i];
            if (sheet->state && sheet->number == number && (sheet->state != SHEET_CLOSED || state->head.over))
                add_sheet(scenario, state, side, i, out);
        }
    for (int i = 0; i < state->plans[side].breaches; i++) {
        const Breach *breach = &state->plans[side].breach[i];
        panel_row(
            out,
            sentence(TCS_6_10, "turn %n: %p was at %h against its orders", breach->turn, breach->piece, breach->hex),
            breach->sheet ? sentence(0, "sheet %n", breach->sheet) : sentence(TCS_6_3, "unassigned"));
    }
}

static Sentence camp_value(const Camp *camp)
{
    switch (camp->doing) {
    case CAMP_FAILS:
        return sentence(TCS_6_12, "on failure instructions");
    case CAMP_GATHERS:
        return sentence(TCS_6_14A_1, "on preliminary instructions");
    case CAMP_WITHDRAWS:
        return sentence(TCS_6_3C_2, "withdrawing");
    default:
        return camp->retreat == NO_HEX
                   ? sentence(TCS_6_3C_1, "%n of 3 turns in contact", camp->clock)
                   : sentence(TCS_6_3C_1, "%n of 3 turns in contact, then to %h", camp->clock, camp->retreat);
    }
}

static void add_camps(const Scenario *scenario, const State *state, int side, Panels *out)
{
    panel_begin(out, side ? "unassigned-b" : "unassigned-a", state->head.over ? NO_SIDE : side,
                sentence(TCS_6_3, "Unassigned: %s", side));
    for (int i = 0; i < TCS_CAMPS; i++) {
        const Camp *camp = &state->plans[side].camp[i];
        if (!camp->doing || !panel_row(out, sentence(TCS_6_3A_1, "round %h", camp->centre), camp_value(camp)))
            continue;
        for (Piece piece = 0; piece < scenario->pieces; piece++)
            if (state->plans[side].camp_of[piece] == i + 1)
                panel_piece(out, piece);
        panel_hex(out, camp->centre);
    }
}

void plan_panels(const Scenario *scenario, const State *view, int viewer, Panels *out)
{
    for (int side = 0; side < PLAYERS && is_commanded(data_of(scenario)); side++)
        if (side == viewer || view->head.over) {
            add_sheets(scenario, view, side, out);
            add_camps(scenario, view, side, out);
        }
}
