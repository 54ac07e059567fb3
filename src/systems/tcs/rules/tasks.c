/* tasks.c — TCS 6.11 to 6.13: the end of a sheet: success, failure, zones, units that are struck off; and the steps of
 * the Command Phase as questions.
 *
 * Success and failure are their owner's to declare, in any phase of his own (6.12, R-24); everything else has its step.
 * Each step asks both sides, one after the other, whether or not they have anything to decide: that alone would inform
 * the enemy. */
#include "systems/tcs/tcs.h"

enum { SLOT_SHEET, SLOT_GROUP };

static int side_asked(const State *view) { return question(&view->head)->side; }

int sheet_of(const State *view, const Order *order)
{
    return sheet_numbered(&view->plans[side_asked(view)], order_value(order, SLOT_SHEET, 0));
}

static const OpSheet *sheet_in(const State *view, const Order *order)
{
    int sheet = sheet_of(view, order);
    return sheet < 0 ? NULL : &view->plans[side_asked(view)].sheet[sheet];
}

Refusal is_implemented(const State *view, const Order *order, int rule)
{
    const OpSheet *sheet = sheet_in(view, order);
    return sheet && sheet->state == SHEET_IMPLEMENTED
               ? LEGAL
               : refuse(rule, "tcs.sheet-not-force", order_value(order, SLOT_SHEET, 0));
}

/* ---- success NUMBER (6.11) --------------------------------------------------------------------------------- */

/* An objective of the plan that its group follows; what an alternate does not draw is the first plan's. */
static bool is_pursued(const Plans *plans, const Drawing *drawing)
{
    if (drawing->kind != DRAWN_OBJECTIVE)
        return false;
    const Group *group = &plans->sheet[drawing->sheet].group[drawing->group];
    int followed = group->committed ? COMMITMENT : group->alternate;
    if (followed != COMMITMENT && !drawing_of(plans, drawing->sheet, drawing->group, DRAWN_OBJECTIVE, followed, 0))
        followed = 0;
    return drawing->alternate == followed;
}

static bool is_at(const Scenario *scenario, const Drawing *drawing, Hex hex)
{
    if (drawing->kind == DRAWN_OBJECTIVE)
        return map_distance(scenario->map, drawing->hex[0], hex) <= drawing->extent;
    return drawing->kind == DRAWN_AXIS && drawing->hex[drawing->hexes - 1] == hex;
}

void note_reached(const Scenario *scenario, State *state, Piece piece)
{
    Ordered at;
    Plans *plans = &state->plans[state->unit[piece].side];
    if (!is_on_map(state, piece) || !group_of(state, piece, &at))
        return;
    for (int i = 0; i < TCS_DRAWINGS; i++) {
        Drawing *drawing = &plans->drawing[i];
        if (drawing->kind && drawing->sheet == at.sheet && drawing->group == at.group &&
            is_at(scenario, drawing, state->unit[piece].at.hex))
            drawing->reached = true;
    }
}

static Refusal is_clear(const Scenario *scenario, const State *view, int side, const Drawing *drawing)
{
    EACH_BIT(hex, view->occupied[enemy_of(side)], TCS_WORDS)
        if (is_at(scenario, drawing, (Hex)hex))
            return refuse(TCS_6_11, "tcs.enemy-stands-objective-sheet", hex,
                          view->plans[side].sheet[drawing->sheet].number);
    return LEGAL;
}

/* every objective reached and free of the enemy; without any the end of the axis. Without a graphic, and for all
 * but attacks and moves, the owner's word decides. */
static Refusal group_is_done(const Scenario *scenario, const State *view, int side, int sheet, int index)
{
    const Plans *plans = &view->plans[side];
    const Group *group = &plans->sheet[sheet].group[index];
    int mission = mission_of(group), objectives = 0, followed = group->committed ? COMMITMENT : group->alternate;
    if (mission != MISSION_ATTACK && mission != MISSION_MOVE)
        return LEGAL;
    for (int i = 0; i < TCS_DRAWINGS; i++) {
        const Drawing *drawing = &plans->drawing[i];
        if (drawing->sheet != sheet || drawing->group != index || !is_pursued(plans, drawing))
            continue;
        Refusal no = is_clear(scenario, view, side, drawing);
        if (refused(no))
            return no;
        if (!drawing->reached)
            return refuse(TCS_6_11, "tcs.no-unit-sheet-group-reached", plans->sheet[sheet].number, index + 1,
                          drawing->hex[0]);
        objectives++;
    }
    const Drawing *axis = drawing_of(plans, sheet, index, DRAWN_AXIS, followed, 0);
    axis = axis || followed == COMMITMENT ? axis : drawing_of(plans, sheet, index, DRAWN_AXIS, 0, 0);
    return objectives || !axis || axis->reached
               ? LEGAL
               : refuse(TCS_6_11, "tcs.no-unit-sheet-group-reached-2", plans->sheet[sheet].number, index + 1,
                        axis->hex[axis->hexes - 1]);
}

static Refusal sheet_is_done(const Scenario *scenario, const State *view, int side, int sheet)
{
    Refusal no = LEGAL;
    for (int group = 0; group < view->plans[side].sheet[sheet].groups && !refused(no); group++)
        no = group_is_done(scenario, view, side, sheet, group);
    return no;
}

/* each objective of what it follows has a unit of the sheet in it, and no enemy; then success is proposed. */
static bool objectives_are_held(const Scenario *scenario, const State *state, int side, int sheet)
{
    const Plans *plans = &state->plans[side];
    Piece units[TCS_PIECES];
    int count = units_on(scenario, state, side, sheet, -1, units), objectives = 0;
    for (int i = 0; i < TCS_DRAWINGS; i++) {
        const Drawing *drawing = &plans->drawing[i];
        if (drawing->sheet != sheet || !is_pursued(plans, drawing))
            continue;
        bool held = false;
        for (int j = 0; j < count; j++)
            held |= is_on_map(state, units[j]) &&
                    map_distance(scenario->map, drawing->hex[0], state->unit[units[j]].at.hex) <= drawing->extent;
        if (!held)
            return false;
        objectives++;
    }
    return objectives && !refused(sheet_is_done(scenario, state, side, sheet));
}

void propose_success(Play *play, int side)
{
    const Plans *plans = &play->state->plans[side];
    for (int i = 0; i < TCS_SHEETS; i++)
        if (plans->sheet[i].state == SHEET_IMPLEMENTED && objectives_are_held(play->scenario, play->state, side, i))
            tell_own(play, side, EVENT_NOTE,
                     sentence(TCS_6_11, "tcs.sheet-holds-all-objectives-success", plans->sheet[i].number));
}

Refusal success_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = is_implemented(view, order, TCS_6_11);
    return refused(no) ? no : sheet_is_done(scenario, view, side_asked(view), sheet_of(view, order));
}

void success_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 0;
    if (!prefix->count)
        list_sheets(scenario, view, prefix, success_check, out);
}

void success_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side, sheet = sheet_of(play->state, order);
    sheet_close(&play->state->plans[side], sheet, play->state->head.turn);
    tell_own(play, side, EVENT_NOTE, sentence(TCS_6_11, "tcs.sheet-done-task", order->value[0]));
    settle_plans(play, side);
    want_camps(play);
}

/* ---- fail NUMBER [group NUMBER] [units COUNTER…] (6.12) ----------------------------------------------------- */

enum { FAIL_UNITS = 2 };

static void fail_unit(Play *play, int side, int sheet, Piece piece)
{
    Plans *plans = &play->state->plans[side];
    int group = listing_on(plans, piece, sheet);
    const Drawing *failure = drawing_of(plans, sheet, group, DRAWN_FAILURE, 0, 0);
    strike_off(plans, piece, sheet); /* 6.12b */
    if (failure)
        send_to(play, piece, CAMP_FAILS, failure->hex[0]);
}

static void fail_units(Play *play, int side, int sheet, const Piece *units, int count)
{
    for (int i = 0; i < count; i++)
        fail_unit(play, side, sheet, units[i]);
    settle_plans(play, side);
}

void fail_group(Play *play, int side, int sheet, int group)
{
    Piece units[TCS_PIECES];
    play->state->plans[side].sheet[sheet].group[group].contact = 0;
    fail_units(play, side, sheet, units, units_on(play->scenario, play->state, side, sheet, group, units));
}

Refusal is_group(const Scenario *scenario, const State *view, const Order *order)
{
    Piece units[TCS_PIECES];
    int count, first = order_slot(order, SLOT_GROUP, &count), side = side_asked(view), sheet = sheet_of(view, order);
    if (!count)
        return LEGAL;
    int group = order->value[first];
    return group >= 1 && group <= view->plans[side].sheet[sheet].groups &&
                   units_on(scenario, view, side, sheet, group - 1, units)
               ? LEGAL
               : refuse(TCS_6_12B, "tcs.sheet-no-group", view->plans[side].sheet[sheet].number, group);
}

Refusal fail_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, FAIL_UNITS, &count), groups, at = order_slot(order, SLOT_GROUP, &groups);
    Refusal no = is_implemented(view, order, TCS_6_12);
    if (!refused(no))
        no = is_group(scenario, view, order);
    for (int i = 0; i < count && !refused(no); i++) {
        Piece piece = order->value[first + i];
        int group = view->unit[piece].side == side_asked(view)
                        ? listing_on(&view->plans[side_asked(view)], piece, sheet_of(view, order))
                        : -1;
        if (group < 0 || view->unit[piece].standing == DEAD || (groups && group != order->value[at] - 1))
            no = refuse(TCS_6_12B, "tcs.not-part-sheet", piece, order->value[SLOT_SHEET]);
    }
    return no;
}

static void list_groups(const Scenario *scenario, const State *view, const Order *prefix, CheckOrder *check,
                        Choices *out)
{
    for (int group = 1; group <= TCS_GROUPS; group++) {
        Order order = order_of(prefix->verb);
        order_add(&order, SLOT_SHEET, prefix->value[0]);
        order_add(&order, SLOT_GROUP, (uint16_t)group);
        if (!refused(check(scenario, view, &order)))
            choose(out, SLOT_GROUP, group);
    }
}

void fail_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int groups, count, first = order_slot(prefix, FAIL_UNITS, &count);
    order_slot(prefix, SLOT_GROUP, &groups);
    out->complete = prefix->count > 0;
    if (!prefix->count) {
        list_sheets(scenario, view, prefix, fail_check, out);
        return;
    }
    if (!groups && !count)
        list_groups(scenario, view, prefix, fail_check, out);
    for (int piece = count ? prefix->value[first + count - 1] + 1 : 0; piece < scenario->pieces && count < STACK;
         piece++) {
        Order order = *prefix;
        if (order_add(&order, FAIL_UNITS, (uint16_t)piece) && !refused(fail_check(scenario, view, &order)))
            choose(out, FAIL_UNITS, piece);
    }
}

void fail_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int side = asked(state)->side, sheet = sheet_of(state, order), count, first = order_slot(order, FAIL_UNITS, &count);
    Piece units[TCS_PIECES];
    tell_own(play, side, EVENT_NOTE, sentence(TCS_6_12C, "tcs.sheet-fails-part-whole-units", order->value[0]));
    if (count)
        fail_units(play, side, sheet, &order->value[first], count);
    else
        fail_units(play, side, sheet, units,
                   units_on(play->scenario, state, side, sheet, (int)order_value(order, SLOT_GROUP, 0) - 1, units));
    want_camps(play);
}

/* ---- fall-back NUMBER group NUMBER: a defence in zones (6.6-3, R-20) ----------------------------------------- */

Refusal fall_back_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = side_asked(view), sheet = sheet_of(view, order), group = (int)order_value(order, SLOT_GROUP, 0) - 1;
    Refusal no = is_implemented(view, order, TCS_6_6_3);
    if (!refused(no))
        no = is_group(scenario, view, order);
    if (refused(no) || order->count < 2)
        return no;
    const Group *failing = &view->plans[side].sheet[sheet].group[group];
    return drawing_of(&view->plans[side], sheet, group, DRAWN_AREA, failing->committed ? COMMITMENT : 0,
                      failing->area + 1) &&
                   mission_of(failing) != MISSION_RESERVE
               ? LEGAL
               : refuse(TCS_6_6_3, "tcs.sheet-group-no-zone-behind", order->value[SLOT_SHEET], group + 1);
}

/* A sheet is listed if one of its groups can be named. */
void list_by_group(const Scenario *scenario, const State *view, const Order *prefix, CheckOrder *check, Choices *out)
{
    const Plans *plans = &view->plans[side_asked(view)];
    if (prefix->count) {
        list_groups(scenario, view, prefix, check, out);
        return;
    }
    for (int i = 0; i < TCS_SHEETS; i++) {
        bool listed = false;
        for (int group = 1; group <= plans->sheet[i].groups && !listed; group++) {
            Order order = order_of(prefix->verb);
            order_add(&order, SLOT_SHEET, plans->sheet[i].number);
            order_add(&order, SLOT_GROUP, (uint16_t)group);
            listed = sheet_numbered(plans, plans->sheet[i].number) == i && !refused(check(scenario, view, &order));
        }
        if (listed)
            choose(out, SLOT_SHEET, plans->sheet[i].number);
    }
}

void fall_back_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    if (!out->complete)
        list_by_group(scenario, view, prefix, fall_back_check, out);
}

void fall_back_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side, sheet = sheet_of(play->state, order);
    play->state->plans[side].sheet[sheet].group[order->value[SLOT_GROUP] - 1].area++;
    tell_own(
        play, side, EVENT_NOTE,
        sentence(TCS_6_6_3, "tcs.sheet-group-falls-back-next", order->value[SLOT_SHEET], order->value[SLOT_GROUP]));
}

/* ---- scratch NUMBER [formation NAME…] [units COUNTER…], cancel NUMBER (6.13a, 6.13b) ------------------------- */

Refusal scratch_check(const Scenario *scenario, const State *view, const Order *order)
{
    uint64_t units[PIECE_WORDS] = {0};
    int sheet = sheet_of(view, order), count = 0;
    if (sheet < 0)
        return refuse(TCS_6_13, "tcs.no-sheet-force-preparation", order_value(order, SLOT_SHEET, 0));
    Refusal no = formations_fit(scenario, view, order, 1, sheet);
    if (refused(no))
        return no;
    units_named(scenario, view, order, 1, units);
    EACH_BIT(piece, units, PIECE_WORDS) {
        if (view->unit[piece].side != side_asked(view))
            return refuse(TCS_6_13A_2, "tcs.not-yours-2", piece);
        bool listed = listing_on(&view->plans[side_asked(view)], (Piece)piece, sheet) >= 0;
        if ((!listed || view->unit[piece].standing == DEAD) && order_has(order, 2, (uint16_t)piece))
            return refuse(TCS_6_13A_2, "tcs.not-sheet", piece, order->value[SLOT_SHEET]);
        count += listed && view->unit[piece].standing != DEAD;
    }
    return count ? LEGAL : refuse(TCS_6_13A_2, "tcs.say-sheet-struck-off", order->value[0]);
}

static Refusal has_units(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    return sheet_of(view, order) < 0 ? refuse(TCS_6_13, "tcs.no-such-sheet") : LEGAL;
}

void scratch_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 1;
    if (prefix->count)
        list_units(scenario, view, prefix, 1, scratch_check, out);
    else
        list_sheets(scenario, view, prefix, has_units, out);
}

void scratch_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side, sheet = sheet_of(play->state, order);
    uint64_t units[PIECE_WORDS] = {0};
    units_named(play->scenario, play->state, order, 1, units);
    note_elements(play->scenario, play->state, side, sheet);
    EACH_BIT(piece, units, PIECE_WORDS)
        strike_off(&play->state->plans[side], (Piece)piece, sheet);
    tell_own(play, side, EVENT_NOTE, sentence(TCS_6_13A_2, "tcs.units-struck-off-sheet", order->value[0]));
    settle_plans(play, side);
    want_camps(play);
}

/* Before the game a sheet that is offered, later one in preparation; in Task Organization one in force, too. */
Refusal cancel_check(const Scenario *scenario, const State *view, const Order *order)
{
    const OpSheet *sheet = sheet_in(view, order);
    (void)scenario;
    if (!sheet)
        return refuse(TCS_6_13B, "tcs.no-sheet", order_value(order, SLOT_SHEET, 0));
    if (at_setup(view) && sheet->state == SHEET_PENDING)
        return refuse(TCS_III_6_2, "tcs.sheet-preparation-scenario", sheet->number);
    return at_setup(view) || sheet->state == SHEET_PENDING || question(&view->head)->kind == ASK_TASKS
               ? LEGAL
               : refuse(TCS_6_13, "tcs.sheet-force-called-off-task", sheet->number);
}

void cancel_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 0;
    if (!prefix->count)
        list_sheets(scenario, view, prefix, cancel_check, out);
}

void cancel_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side, sheet = sheet_of(play->state, order);
    Plans *plans = &play->state->plans[side];
    if (at_setup(play->state)) {
        sheet_erase(plans, sheet);
        plans->numbered = 0;
        for (int i = 0; i < TCS_SHEETS; i++)
            plans->numbered = plans->sheet[i].number > plans->numbered ? plans->sheet[i].number : plans->numbered;
    } else
        sheet_close(plans, sheet, play->state->head.turn);
    tell_own(play, side, EVENT_NOTE, sentence(TCS_6_13B, "tcs.sheet-called-off", order->value[0]));
    settle_plans(play, side);
    if (!at_setup(play->state))
        want_camps(play);
}

/* ---- the steps ----------------------------------------------------------------------------------------------- */

/* Which side answers first has no effect: it is the one that went first last. */
static void ask_both(Play *play, int kind)
{
    int lead = play->state->first == NO_SIDE ? 0 : play->state->first;
    ask(play->state, kind, enemy_of(lead));
    ask(play->state, kind, lead);
}

void implement_begins(Play *play) { ask_both(play, ASK_IMPLEMENT); }
void create_begins(Play *play) { ask_both(play, ASK_CREATE); }
void tasks_begin(Play *play) { ask_both(play, ASK_TASKS); }
void checks_begin(Play *play) { ask_both(play, ASK_RESERVES); }

/* Units may have lost their orders since the last question to their owner: one that came in, one whose sheet fell
 * apart. */
void command_resume(Play *play)
{
    if (!at_setup(play->state)) /* there they are asked for when all sheets are written */
        want_camps(play);
}

/* III.6-1: what the scenario asks of the sheets of the start. */
static Refusal prepared_check(const Scenario *scenario, const State *view)
{
    EACH_BIT(piece, data_of(scenario)->prepared, PIECE_WORDS) {
        const Group *group = group_of(view, (Piece)piece, NULL);
        if (view->unit[piece].side == side_asked(view) && (!group || mission_of(group) != MISSION_PREPARED))
            return refuse(TCS_III_6_1, "tcs.must-begin-prepared-defense", piece);
    }
    return LEGAL;
}

Refusal step_done_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = written_check(scenario, view, order);
    if (!refused(no) && at_setup(view))
        no = prepared_check(scenario, view);
    if (!refused(no) && at_setup(view) && camps_wanted(scenario, view, side_asked(view)))
        no = refuse(TCS_6_3A_1, "tcs.units-without-orders-need-centre",
                    proposed_centre(scenario, view, side_asked(view)));
    return refused(no) || question(&view->head)->kind != ASK_TASKS ? no : redirected_check(scenario, view);
}

/* III.6-1: the sheets of the set-up take hold. */
static void sheets_take_hold(Play *play, int side)
{
    for (int i = 0; i < TCS_SHEETS; i++)
        if (play->state->plans[side].sheet[i].state == SHEET_IMPLEMENTED)
            sheet_implements(play, side, i);
}

void step_done_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side;
    (void)order;
    if (at_setup(play->state)) {
        sheets_take_hold(play, side);
        tell(play->events, EVENT_PHASE, 0, sentence(TCS_III_6_1, "tcs.given-orders", side));
    }
    answered(play->state);
}

Sentence tasks_prompt(const Scenario *scenario, const State *view)
{
    return view->plans[side_asked(view)].draft
               ? draft_prompt(scenario, view)
               : sentence(TCS_6_13, "tcs.change-task-organizations-say-all", side_asked(view));
}

Sentence checks_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_6_14D_1, "tcs.commit-reserves-switch-alternates-say", side_asked(view));
}
