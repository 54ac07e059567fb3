/* sheets.c — TCS 6.5 to 6.8: writing an Op Sheet.
 *
 * A sheet is written in small orders: `sheet` opens it (`add` opens additions to one that exists), `assign` makes a
 * group of units with its one mission (an attack is any task forward, 6.6b-1), and what is drawn after that is the
 * group's, until `issue` closes it. A part that is wrong is refused at once; `issue` is refused for what is still
 * lacking, which the question shows meanwhile. The enemy learns nothing of it. Written as single lines a sheet is kept
 * and ripens like others, and is not changed either (6.15b, 6.15c). */
#include <string.h>

#include "systems/tcs/tcs.h"

bool at_setup(const State *state) { return state->head.phase == STEP_SETUP; }

static int side_asked(const State *view) { return question(&view->head)->side; }
static const Plans *own_plans(const State *view) { return &view->plans[side_asked(view)]; }
static const OpSheet *draft_of(const Plans *plans) { return plans->draft ? &plans->sheet[plans->draft - 1] : NULL; }

void tell_own(Play *play, int side, EventKind kind, Sentence what)
{
    tell(play->events, kind, 1u << enemy_of(side), what);
}

/* ---- units that can be named on a sheet ------------------------------------------------------------------- */

/* The sheet in that state that names it; NULL none. */
static const OpSheet *sheet_naming(const Plans *plans, Piece piece, SheetState state)
{
    for (int i = 0; i < LISTED; i++)
        if (plans->listed[piece][i].sheet && plans->sheet[plans->listed[piece][i].sheet - 1].state == state)
            return &plans->sheet[plans->listed[piece][i].sheet - 1];
    return NULL;
}

/* 6.6-1, 6.7b. Dead units are passed over. */
static Refusal can_be_listed(const State *view, const Plans *plans, Piece piece)
{
    const OpSheet *draft = draft_of(plans);
    if (view->unit[piece].side != side_asked(view))
        return refuse(TCS_6_7_2, "tcs.not-yours-2", piece);
    if (draft && (listing_on(plans, piece, plans->draft - 1) >= 0 ||
                  (draft->gaining && listing_on(plans, piece, draft->gaining - 1) >= 0)))
        return refuse(TCS_6_6_1, "tcs.mission-sheet-already-only", piece,
                      draft->gaining ? plans->sheet[draft->gaining - 1].number : draft->number);
    if (listings_of(plans, piece) == LISTED)
        return refuse(TCS_6_7B, "tcs.two-sheets-already", piece);
    if (at_setup(view) && sheet_naming(plans, piece, SHEET_IMPLEMENTED))
        return refuse(TCS_6_7B, "tcs.another-sheet-cancel-first", piece);
    if (at_setup(view) && sheet_naming(plans, piece, SHEET_PENDING)) /* III.6-1: as the scenario restricts it */
        return refuse(TCS_III_6_1, "tcs.scenario-wait-sheet-preparation", piece,
                      sheet_naming(plans, piece, SHEET_PENDING)->number);
    return LEGAL;
}

/* Why no unit can be; LEGAL if one can. */
static Refusal nobody_can_be_listed(const Scenario *scenario, const State *view)
{
    Refusal no = refuse(TCS_6_7_1, "tcs.group-needs-units");
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (view->unit[piece].standing == DEAD || view->unit[piece].side != side_asked(view))
            continue;
        no = can_be_listed(view, own_plans(view), piece);
        if (!refused(no))
            break;
    }
    return no;
}

static bool anybody_can_be_listed(const Scenario *scenario, const State *view)
{
    return !refused(nobody_can_be_listed(scenario, view));
}

/* Groups that a sheet has, with all additions that are on their way to it: they merge one day. */
static int groups_to_be(const Plans *plans, int sheet)
{
    int groups = plans->sheet[sheet].groups;
    for (int i = 0; i < TCS_SHEETS; i++)
        if (plans->sheet[i].gaining == sheet + 1)
            groups += plans->sheet[i].groups;
    return groups;
}

/* ---- sheet, add NUMBER, tear-up -------------------------------------------------------------------------- */

static Refusal can_begin(const Plans *plans)
{
    if (plans->draft)
        return refuse(TCS_6_8_2, "tcs.sheet-written-finish-tear-up", draft_of(plans)->number);
    if (!sheet_has_room(plans) || plans->numbered == UINT8_MAX)
        return refuse(0, "tcs.program-keeps-no-more-sheets", TCS_SHEETS);
    return LEGAL;
}

Refusal sheet_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    if (data_of(scenario)->line_entry)
        return refuse(TCS_6_15, "tcs.sheets-single-lines-game-write");
    Refusal no = can_begin(own_plans(view));
    return refused(no) ? no : nobody_can_be_listed(scenario, view);
}

void sheet_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side;
    Plans *plans = &play->state->plans[side];
    (void)order;
    sheet_begin(plans, plans->numbered + 1);
    tell_own(play, side, EVENT_NOTE, sentence(TCS_6_8_1, "tcs.sheet-begun", plans->numbered + 1));
}

Refusal add_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Plans *plans = own_plans(view);
    int sheet = sheet_numbered(plans, order_value(order, 0, 0));
    (void)scenario;
    if (sheet < 0)
        return refuse(TCS_6_13, "tcs.no-sheet-force-preparation", order_value(order, 0, 0));
    if (plans->sheet[sheet].gaining)
        return refuse(TCS_6_13C, "tcs.sheet-holds-additions-another-add", plans->sheet[sheet].number);
    if (groups_to_be(plans, sheet) >= TCS_GROUPS)
        return refuse(0, "tcs.program-keeps-no-more-groups", TCS_GROUPS);
    return can_begin(plans);
}

/* Numbers of sheets for which the order, given that one, is legal. */
void list_sheets(const Scenario *scenario, const State *view, const Order *prefix, CheckOrder *check, Choices *out)
{
    const Plans *plans = own_plans(view);
    for (int i = 0; i < TCS_SHEETS; i++) {
        Order order = order_of(prefix->verb);
        bool open = plans->sheet[i].state == SHEET_PENDING || plans->sheet[i].state == SHEET_IMPLEMENTED;
        order_add(&order, 0, plans->sheet[i].number);
        if (open && !refused(check(scenario, view, &order)))
            choose(out, 0, plans->sheet[i].number);
    }
}

void add_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 0;
    if (!prefix->count)
        list_sheets(scenario, view, prefix, add_check, out);
}

void add_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side;
    Plans *plans = &play->state->plans[side];
    int gaining = sheet_numbered(plans, order->value[0]), at = sheet_begin(plans, plans->numbered + 1);
    plans->sheet[at].gaining = (uint8_t)(gaining + 1);
    tell_own(play, side, EVENT_NOTE, sentence(TCS_6_13, "tcs.additions-sheet-begun", order->value[0]));
}

Refusal tear_up_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    (void)order;
    return own_plans(view)->draft ? LEGAL : refuse(TCS_6_8_2, "tcs.no-sheet-written");
}

void tear_up_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side;
    Plans *plans = &play->state->plans[side];
    (void)order;
    tell_own(play, side, EVENT_NOTE, sentence(TCS_6_8_2, "tcs.sheet-torn-up", draft_of(plans)->number));
    sheet_erase(plans, plans->draft - 1);
}

/* ---- assign MISSION [formation NAME…] [units COUNTER…] --------------------------------------------------- */

enum { SLOT_MISSION, SLOT_FORMATION, SLOT_UNITS };

static bool anybody_of(const Scenario *scenario, const State *view, int name, int sheet)
{
    uint64_t units[PIECE_WORDS] = {0};
    int side = side_asked(view);
    formation_units(scenario, side, name, units);
    EACH_BIT(piece, units, PIECE_WORDS)
        if (view->unit[piece].standing != DEAD &&
            (sheet < 0 || listing_on(&view->plans[side], (Piece)piece, sheet) >= 0))
            return true;
    return false;
}

Refusal formations_fit(const Scenario *scenario, const State *view, const Order *order, int slot, int sheet)
{
    int count, first = order_slot(order, slot, &count);
    for (int i = 0; i < count; i++) {
        if (!anybody_of(scenario, view, order->value[first + i], sheet))
            return sheet < 0 ? refuse(TCS_6_7A_1, "tcs.you-nobody-name") : refuse(TCS_6_13A_2, "tcs.nobody-name-sheet");
        for (int j = 0; j < i; j++)
            if (order->value[first + i] == order->value[first + j])
                return refuse(TCS_6_7_1, "tcs.formation-named-twice");
    }
    return LEGAL;
}

void units_named(const Scenario *scenario, const State *view, const Order *order, int slot, uint64_t *out)
{
    int count, first = order_slot(order, slot, &count);
    for (int i = 0; i < count; i++)
        formation_units(scenario, side_asked(view), order->value[first + i], out);
    first = order_slot(order, slot + 1, &count);
    for (int i = 0; i < count; i++)
        set_bit(out, order->value[first + i]);
}

static Refusal can_list_all(const State *view, const Order *order, const uint64_t *units)
{
    int count = 0;
    Refusal no = LEGAL;
    EACH_BIT(piece, units, PIECE_WORDS) {
        if (view->unit[piece].standing == DEAD && order_has(order, SLOT_UNITS, (uint16_t)piece))
            return refuse(TCS_6_7_2, "tcs.destroyed-2", piece);
        if (view->unit[piece].standing == DEAD || refused(no))
            continue;
        no = can_be_listed(view, own_plans(view), (Piece)piece);
        count++;
    }
    return refused(no) || count ? no : refuse(TCS_6_7_1, "tcs.group-needs-units");
}

static Refusal can_take_a_group(const Plans *plans)
{
    const OpSheet *draft = draft_of(plans);
    if (!draft)
        return refuse(TCS_6_8_2, "tcs.no-sheet-written");
    int groups = groups_to_be(plans, draft->gaining ? draft->gaining - 1 : plans->draft - 1);
    return groups < TCS_GROUPS ? LEGAL : refuse(0, "tcs.program-keeps-no-more-groups", TCS_GROUPS);
}

Refusal assign_check(const Scenario *scenario, const State *view, const Order *order)
{
    uint64_t units[PIECE_WORDS] = {0};
    Refusal no = can_take_a_group(own_plans(view));
    if (!refused(no))
        no = formations_fit(scenario, view, order, SLOT_FORMATION, -1);
    if (refused(no))
        return no;
    units_named(scenario, view, order, SLOT_FORMATION, units);
    return can_list_all(view, order, units);
}

static int last_in(const Order *prefix, int slot)
{
    int count, first = order_slot(prefix, slot, &count);
    return count ? prefix->value[first + count - 1] : -1;
}

/* Names and counters that may be added to those already named; `check` of each of them by itself. */
void list_units(const Scenario *scenario, const State *view, const Order *prefix, int slot, CheckOrder *check,
                Choices *out)
{
    const OrderKind *kind = &scenario->system->orders[prefix->verb];
    int count, units;
    order_slot(prefix, slot, &count);
    order_slot(prefix, slot + 1, &units);
    Order alone = order_of(prefix->verb);
    for (int i = 0; i < prefix->count && prefix->slot[i] < slot; i++)
        order_add(&alone, prefix->slot[i], prefix->value[i]);
    for (int name = 0; name < data_of(scenario)->formations && !units && count < kind->slot[slot].most; name++) {
        Order order = alone;
        order_add(&order, slot, (uint16_t)name);
        if (!order_has(prefix, slot, (uint16_t)name) && !refused(check(scenario, view, &order)))
            choose(out, slot, name);
    }
    for (int piece = last_in(prefix, slot + 1) + 1; units < kind->slot[slot + 1].most && piece < scenario->pieces;
         piece++) {
        Order order = alone;
        order_add(&order, slot + 1, (uint16_t)piece);
        if (view->unit[piece].standing != DEAD && view->unit[piece].side == side_asked(view) &&
            !refused(check(scenario, view, &order)))
            choose(out, slot + 1, piece);
    }
}

void assign_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 1;
    if (refused(can_take_a_group(own_plans(view))))
        return;
    if (prefix->count)
        list_units(scenario, view, prefix, SLOT_FORMATION, assign_check, out);
    else
        for (int mission = 0; mission < MISSIONS - 1 && anybody_can_be_listed(scenario, view); mission++)
            choose(out, SLOT_MISSION, mission);
}

void group_begin(Plans *plans, const Scenario *scenario, const State *state, int mission, const uint64_t *units)
{
    OpSheet *draft = &plans->sheet[plans->draft - 1];
    int group = draft->groups++;
    draft->group[group] = (Group){.mission = (uint8_t)mission};
    (void)scenario;
    EACH_BIT(piece, units, PIECE_WORDS)
        if (state->unit[piece].standing != DEAD)
            enlist(plans, (Piece)piece, plans->draft - 1, group);
}

void assign_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side, mission = order->value[0] + 1;
    Plans *plans = &play->state->plans[side];
    uint64_t units[PIECE_WORDS] = {0};
    units_named(play->scenario, play->state, order, SLOT_FORMATION, units);
    group_begin(plans, play->scenario, play->state, mission, units);
    tell_own(play, side, EVENT_NOTE,
             sentence(TCS_6_7_1, "tcs.sheet-group", draft_of(plans)->number, draft_of(plans)->groups,
                      WORD_MISSION + mission));
}

/* ---- issue ----------------------------------------------------------------------------------------------- */

/* units_on() without the list. */
static bool has_units_on(const Scenario *scenario, const State *view, int side, int sheet, int group)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (counter_of(scenario, piece)->side == side && view->unit[piece].standing != DEAD &&
            listing_on(&view->plans[side], piece, sheet) == group)
            return true;
    return false;
}

static Refusal group_lacks(const Scenario *scenario, const State *view, int side, int sheet, int group)
{
    const Plans *plans = &view->plans[side];
    int mission = plans->sheet[sheet].group[group].mission, number = plans->sheet[sheet].number;
    bool walks = mission == MISSION_ATTACK || mission == MISSION_MOVE;
    if (!has_units_on(scenario, view, side, sheet, group))
        return refuse(TCS_6_7_1, "tcs.sheet-group-no-units-left", number, group + 1);
    if (!data_of(scenario)->line_entry && walks && !drawing_of(plans, sheet, group, DRAWN_AXIS, 0, 0))
        return refuse(TCS_6_8_2, "tcs.sheet-group-lacks-axis", number, group + 1);
    if (!data_of(scenario)->line_entry && !walks && !drawing_of(plans, sheet, group, DRAWN_AREA, 0, 0))
        return refuse(TCS_6_8_2, "tcs.sheet-group-lacks-area", number, group + 1);
    if (!drawing_of(plans, sheet, group, DRAWN_FAILURE, 0, 0))
        return refuse(TCS_6_5C_1, "tcs.sheet-group-lacks-failure", number, group + 1);
    return LEGAL;
}

Refusal sheet_lacks(const Scenario *scenario, const State *view, int side, int sheet)
{
    const OpSheet *written = &view->plans[side].sheet[sheet];
    Refusal no = written->groups ? LEGAL : refuse(TCS_6_8_2, "tcs.sheet-nobody-assigned-yet", written->number);
    for (int group = 0; group < written->groups && !refused(no); group++)
        no = group_lacks(scenario, view, side, sheet, group);
    return no;
}

Refusal issue_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Plans *plans = own_plans(view);
    (void)order;
    return plans->draft ? sheet_lacks(scenario, view, side_asked(view), plans->draft - 1)
                        : refuse(TCS_6_8_2, "tcs.no-sheet-written");
}

void issue_apply(Play *play, const Order *order)
{
    (void)order;
    sheet_issued(play, asked(play->state)->side);
}

/* ---- line MISSION [formation NAME…] [units COUNTER…] [objective HEX…] failure HEX (6.15) ------------------ */

enum { LINE_OBJECTIVE = SLOT_UNITS + 1, LINE_FAILURE };

Refusal line_check(const Scenario *scenario, const State *view, const Order *order)
{
    uint64_t units[PIECE_WORDS] = {0};
    if (!data_of(scenario)->line_entry)
        return refuse(TCS_6_15, "tcs.sheets-drawn-game");
    Refusal no = can_begin(own_plans(view));
    if (!refused(no))
        no = formations_fit(scenario, view, order, SLOT_FORMATION, -1);
    for (int i = 0; i < order->count && !refused(no); i++)
        if (order->slot[i] >= LINE_OBJECTIVE && order->value[i] >= scenario->map->hexes)
            no = refuse(TCS_6_5A_1, "tcs.only-hexes-map-drawn");
    if (refused(no))
        return no;
    units_named(scenario, view, order, SLOT_FORMATION, units);
    return can_list_all(view, order, units);
}

void line_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, units, objectives, last = prefix->count ? prefix->slot[prefix->count - 1] : SLOT_MISSION;
    if (!data_of(scenario)->line_entry || refused(can_begin(own_plans(view))))
        return;
    order_slot(prefix, SLOT_FORMATION, &count);
    order_slot(prefix, SLOT_UNITS, &units);
    order_slot(prefix, LINE_OBJECTIVE, &objectives);
    out->complete = prefix->count && last == LINE_FAILURE;
    for (int mission = 0; !prefix->count && mission < MISSIONS - 1 && anybody_can_be_listed(scenario, view); mission++)
        choose(out, SLOT_MISSION, mission);
    if (prefix->count && last <= SLOT_UNITS)
        list_units(scenario, view, prefix, SLOT_FORMATION, line_check, out);
    bool more = (count || units) && last < LINE_FAILURE;
    int from = objectives ? prefix->value[prefix->count - 1] + 1 : 0;
    for (int hex = from; more && objectives < OBJECTIVES_MOST && hex < scenario->map->hexes; hex++)
        choose(out, LINE_OBJECTIVE, hex);
    for (int hex = 0; more && hex < scenario->map->hexes; hex++)
        choose(out, LINE_FAILURE, hex);
}

void line_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side;
    Plans *plans = &play->state->plans[side];
    uint64_t units[PIECE_WORDS] = {0};
    units_named(play->scenario, play->state, order, SLOT_FORMATION, units);
    sheet_begin(plans, plans->numbered + 1);
    group_begin(plans, play->scenario, play->state, order->value[0] + 1, units);
    for (int i = 0; i < order->count; i++) {
        Drawing drawing = {.sheet = (uint8_t)(plans->draft - 1), .hexes = 1, .hex = {order->value[i]}};
        drawing.kind = order->slot[i] == LINE_OBJECTIVE ? DRAWN_OBJECTIVE : DRAWN_FAILURE;
        if (order->slot[i] >= LINE_OBJECTIVE)
            draw_on(plans, &drawing);
    }
    sheet_issued(play, side);
}

/* ---- the question ---------------------------------------------------------------------------------------- */

/* Whatever is begun is finished first. */
Refusal written_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Plans *plans = own_plans(view);
    (void)scenario;
    (void)order;
    return plans->draft ? refuse(TCS_6_8_2, "tcs.sheet-written-finish-tear-up", draft_of(plans)->number) : LEGAL;
}

Sentence draft_prompt(const Scenario *scenario, const State *view)
{
    const Plans *plans = own_plans(view);
    Refusal no = sheet_lacks(scenario, view, side_asked(view), plans->draft - 1);
    return refused(no) ? no.why : sentence(TCS_6_8_2, "tcs.sheet-whole-finish", draft_of(plans)->number);
}

Sentence create_prompt(const Scenario *scenario, const State *view)
{
    if (own_plans(view)->draft)
        return draft_prompt(scenario, view);
    if (!at_setup(view))
        return sentence(TCS_6_8_1, "tcs.write-new-op-sheets-say", side_asked(view));
    for (int i = 0; i < TCS_SHEETS; i++)
        if (own_plans(view)->sheet[i].state == SHEET_IMPLEMENTED)
            return sentence(TCS_III_6_1, "tcs.op-sheets-force-when-game", side_asked(view));
    return camps_wanted(scenario, view, side_asked(view))
               ? centre_prompt(scenario, view)
               : sentence(TCS_III_6_1, "tcs.write-op-sheets-start-game", side_asked(view));
}
