/* sheet_show.c — Op Sheets in rows: the text of each, the units on it, how one in preparation ripens and when it may be
 * in force; the draft beside the question; and the units without orders. */
#include "systems/tcs/tcs.h"

enum { TURNS_AHEAD = 8, TURNS_ALL = 64, EVEN = 5000 }; /* parts of 10000 */

static Sentence sheet_value(const Scenario *scenario, const State *state, int side, int sheet)
{
    const OpSheet *row = &state->plans[side].sheet[sheet];
    if (row->state == SHEET_IMPLEMENTED && !row->implemented)
        return sentence(TCS_III_6_1, "tcs.force-start");
    if (row->state == SHEET_IMPLEMENTED)
        return sentence(TCS_6_10, "tcs.force-since-turn", row->implemented);
    if (row->state == SHEET_CLOSED)
        return row->implemented || !row->created
                   ? sentence(TCS_6_11, "tcs.force-turn-turn", row->implemented, row->closed)
                   : sentence(TCS_6_13B, "tcs.called-off-turn", row->closed);
    if (row->state == SHEET_DRAFT)
        return sentence(TCS_6_8_2, "tcs.written");
    int needed = sheet_needs(scenario, state, side, sheet, 0);
    return needed == NO_NUMBER ? sentence(TCS_6_9F_2, "tcs.weighted-turn-size-not-yet", row->weighted, row->size)
                               : sentence(TCS_6_9F_2, "tcs.weighted-turn-size-more-36", row->weighted, row->size,
                                          needed, ways_to_roll(needed));
}

/* The turn by which it is likelier than not in force, if it is tried each turn; 0: not in this game. */
static int expected_turn(const Scenario *scenario, const State *state, int side, int sheet)
{
    int chance[TURNS_ALL], turn = state->head.turn ? state->head.turn : 1, left = data_of(scenario)->turns - turn + 1;
    int turns = left < TURNS_ALL ? left : TURNS_ALL;
    prep_chances(scenario, state, side, sheet, turns, chance);
    for (int i = 0; i < turns; i++)
        if (chance[i] >= EVEN)
            return turn + i;
    return 0;
}

/* If it is tried each turn and gains as much each turn as it would now. */
static void add_chances(const Scenario *scenario, const State *state, int side, int sheet, Panels *out)
{
    int chance[TURNS_AHEAD], turn = state->head.turn ? state->head.turn : 1;
    int likely = expected_turn(scenario, state, side, sheet);
    panel_row(out, sentence(TCS_6_9F_1, "tcs.likelier-not"),
              likely ? sentence(0, "tcs.turn-2", likely) : sentence(0, "tcs.not-game"));
    prep_chances(scenario, state, side, sheet, TURNS_AHEAD, chance);
    for (int i = 0; i < TURNS_AHEAD && turn + i <= data_of(scenario)->turns; i++)
        panel_row(out, sentence(TCS_6_9F_1, "tcs.force-turn-tried-each-turn", turn + i),
                  sentence(0, "%n %%", chance[i] / 100));
}

/* ---- what is drawn ---- */

static Sentence drawing_label(const Drawing *drawing)
{
    bool other = drawing->alternate && drawing->alternate != COMMITMENT;
    switch (drawing->kind) {
    case DRAWN_AXIS:
        return other ? sentence(TCS_6_14C, "tcs.alternate-axis", drawing->alternate) : sentence(TCS_6_5A_1, "tcs.axis");
    case DRAWN_OBJECTIVE:
        return other ? sentence(TCS_6_14C, "tcs.alternate-objective", drawing->alternate)
                     : sentence(TCS_6_5A_1, "tcs.objective");
    case DRAWN_AREA:
        return sentence(TCS_6_5A_1, "tcs.area");
    case DRAWN_PHASE_LINE:
        return sentence(TCS_6_5A_1, "tcs.phase-line", drawing->hex[0], drawing->hex[drawing->hexes - 1]);
    case DRAWN_FAILURE:
        return sentence(TCS_6_5C_1, "tcs.fails-2");
    default:
        return sentence(TCS_6_14A_1, "tcs.gathers-2");
    }
}

static Sentence drawing_value(const Drawing *drawing)
{
    Hex first = drawing->hex[0], last = drawing->hex[drawing->hexes - 1];
    switch (drawing->kind) {
    case DRAWN_AXIS:
        return sentence(0, "tcs.hex-either-side", first, last, drawing->extent);
    case DRAWN_PHASE_LINE:
        return sentence(0, "tcs.not-before-turn-2", drawing->extent);
    case DRAWN_FAILURE:
        return sentence(0, "tcs.to", first);
    case DRAWN_PRELIMINARY:
        return sentence(0, "tcs.at", first);
    default:
        return drawing->extent ? sentence(0, "tcs.hex-around", first, drawing->extent) : sentence(0, "%h", first);
    }
}

static void add_drawings(const Plans *plans, int sheet, int group, Panels *out)
{
    for (int kind = DRAWN_AXIS; kind <= DRAWN_PRELIMINARY; kind++)
        for (int i = 0; i < TCS_DRAWINGS; i++) {
            const Drawing *drawing = &plans->drawing[i];
            if (drawing->kind != kind || drawing->sheet != sheet || drawing->group != group ||
                !panel_row(out, drawing_label(drawing), drawing_value(drawing)))
                continue;
            for (int hex = 0; hex < drawing->hexes; hex++)
                panel_hex(out, drawing->hex[hex]);
        }
}

static void add_group(const Scenario *scenario, const State *state, int side, int sheet, int group, Panels *out)
{
    const Plans *plans = &state->plans[side];
    const Group *row = &plans->sheet[sheet].group[group];
    Piece units[TCS_PIECES];
    int count = units_on(scenario, state, side, sheet, group, units);
    Sentence label = row->committed ? sentence(TCS_6_14B_2, "tcs.reserve-committed", plans->sheet[sheet].number,
                                               group + 1, WORD_MISSION + row->committed)
                                    : sentence(TCS_6_6_1, "%n.%n: %w", plans->sheet[sheet].number, group + 1,
                                               WORD_MISSION + row->mission);
    if (!panel_row(out, label, sentence(0, "tcs.unit", count)))
        return;
    for (int i = 0; i < count; i++)
        panel_piece(out, units[i]);
    for (int i = 0; i < TCS_DRAWINGS; i++)
        if (plans->drawing[i].kind == DRAWN_OBJECTIVE && plans->drawing[i].sheet == sheet &&
            plans->drawing[i].group == group)
            panel_hex(out, plans->drawing[i].hex[0]);
    add_drawings(plans, sheet, group, out);
}

static void add_sheet(const Scenario *scenario, const State *state, int side, int sheet, Panels *out)
{
    const OpSheet *row = &state->plans[side].sheet[sheet];
    out->plan = plan_number(side, row->number);
    PanelRow *head = panel_row(
        out, sentence(TCS_6_5_1, "tcs.sheet-2", row->number, WORD_MISSION + sheet_type(row), WORD_SHEET + row->state),
        sheet_value(scenario, state, side, sheet));
    if (!head)
        return;
    head->strong = true;
    for (int group = 0; group < row->groups; group++)
        add_group(scenario, state, side, sheet, group, out);
    if (row->number <= TCS_SHEETS && !row->created && data_of(scenario)->note[side][row->number - 1][0])
        panel_row(out, sentence(TCS_6_5B, "tcs.note"), sentence(0, "%d", note_text(side, row->number)));
    if (row->state == SHEET_PENDING)
        add_chances(scenario, state, side, sheet, out);
}

/* The draft, for the player who writes it: what it lacks, and what is to be expected of it. */
static void add_draft(const Scenario *scenario, const State *state, int side, Panels *out)
{
    int sheet = state->plans[side].draft - 1;
    panel_begin(out, "draft", side, sentence(TCS_6_8_2, "tcs.hand"));
    out->panel[out->panels - 1].at_hand = true;
    add_sheet(scenario, state, side, sheet, out);
    Refusal lacks = sheet_lacks(scenario, state, side, sheet);
    if (refused(lacks)) {
        PanelRow *row = panel_row(out, lacks.why, sentence(0, "tcs.before-finished"));
        if (row)
            row->strong = true;
    }
    if (!state->plans[side].sheet[sheet].groups || state->plans[side].sheet[sheet].gaining)
        return;
    panel_row(out, sentence(TCS_6_9C_1, "tcs.size"), sentence(0, "%n", sheet_size(scenario, state, side, sheet)));
    int turn = at_setup(state) ? 0 : expected_turn(scenario, state, side, sheet);
    panel_row(out, sentence(TCS_6_9F_1, "tcs.likelier-not-force"),
              at_setup(state) ? sentence(TCS_III_6_1, "tcs.once-before-game")
              : turn          ? sentence(0, "tcs.turn-2", turn)
                              : sentence(0, "tcs.not-game"));
}

/* In force or pending first, by their numbers; closed ones only when the game is over. */
static void add_sheets(const Scenario *scenario, const State *state, int side, Panels *out)
{
    panel_begin(out, side ? "sheets-b" : "sheets-a", state->head.over ? NO_SIDE : side,
                sentence(TCS_6_5_1, "tcs.op-sheets", side));
    for (int number = 1; number <= UINT8_MAX; number++)
        for (int i = 0; i < TCS_SHEETS; i++) {
            const OpSheet *sheet = &state->plans[side].sheet[i];
            bool shown =
                sheet->state && sheet->state != SHEET_DRAFT && (sheet->state != SHEET_CLOSED || state->head.over);
            if (shown && sheet->number == number)
                add_sheet(scenario, state, side, i, out);
        }
    out->plan = 0;
    for (int i = 0; i < state->plans[side].breaches; i++) {
        const Breach *breach = &state->plans[side].breach[i];
        panel_row(out, sentence(TCS_6_10, "tcs.turn-against-orders", breach->turn, breach->piece, breach->hex),
                  breach->sheet ? sentence(0, "tcs.sheet-3", breach->sheet) : sentence(TCS_6_3, "tcs.unassigned-2"));
    }
}

static Sentence camp_value(const Camp *camp)
{
    switch (camp->doing) {
    case CAMP_FAILS:
        return sentence(TCS_6_12, "tcs.failure-instructions");
    case CAMP_GATHERS:
        return sentence(TCS_6_14A_1, "tcs.preliminary-instructions");
    case CAMP_WITHDRAWS:
        return sentence(TCS_6_3C_2, "tcs.withdrawing");
    default:
        return camp->retreat == NO_HEX ? sentence(TCS_6_3C_1, "tcs.3-turns-contact", camp->clock)
                                       : sentence(TCS_6_3C_1, "tcs.3-turns-contact-2", camp->clock, camp->retreat);
    }
}

static void add_camps(const Scenario *scenario, const State *state, int side, Panels *out)
{
    panel_begin(out, side ? "unassigned-b" : "unassigned-a", state->head.over ? NO_SIDE : side,
                sentence(TCS_6_3, "tcs.unassigned-4", side));
    for (int i = 0; i < TCS_CAMPS; i++) {
        const Camp *camp = &state->plans[side].camp[i];
        if (!camp->doing || !panel_row(out, sentence(TCS_6_3A_1, "tcs.round", camp->centre), camp_value(camp)))
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
            if (view->plans[side].draft && !view->head.over)
                add_draft(scenario, view, side, out);
            add_sheets(scenario, view, side, out);
            add_camps(scenario, view, side, out);
        }
}
