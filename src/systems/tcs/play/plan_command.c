/* plan_command.c — how a greedy player answers the Command Phase: he tries to have his sheets in force, calls off
 * sheets that have lost their sense, brings his reserves in where points are to be had, and keeps units without orders
 * out of harm's way. plan_sheets.c writes the sheets. */
#include "systems/tcs/play/outlook.h"

enum { COMMITS = 40 }; /* more than an order has parts: one that is begun is worth that much less */

static const Plans *own_plans(const Eye *eye) { return &eye->view->plans[eye->side]; }

static Plan *plan_alone(const Eye *eye, int verb, int32_t value)
{
    Order order = order_of(verb);
    return plan_add(eye->found, &order, value);
}

static bool is_open_goal(const Eye *eye, Hex hex)
{
    for (int i = 0; i < eye->found->goals; i++)
        if (eye->found->goal_hex[i] == hex)
            return !(eye->found->ours >> i & 1);
    return false;
}

int from_enemy(const Eye *eye, Hex hex)
{
    int nearest = HEXES_MAX;
    EACH_BIT(other, eye->view->occupied[enemy_of(eye->side)], TCS_WORDS) {
        int distance = map_distance(eye->map, hex, (Hex)other);
        nearest = distance < nearest ? distance : nearest;
    }
    return nearest;
}

/* 6.6-note: a Prepared Defense digs in where it stands, so it waits until it is there. */
static bool is_in_place(const Eye *eye, int sheet)
{
    const Plans *plans = own_plans(eye);
    Piece units[TCS_PIECES];
    for (int group = 0; group < plans->sheet[sheet].groups; group++) {
        const Drawing *area = drawing_of(plans, sheet, group, DRAWN_AREA, 0, 0);
        if (plans->sheet[sheet].group[group].mission != MISSION_PREPARED || !area)
            continue;
        int count = units_on(eye->scenario, eye->view, eye->side, sheet, group, units);
        for (int i = 0; i < count; i++)
            if (is_on_map(eye->view, units[i]) &&
                map_distance(eye->map, area->hex[0], eye->view->unit[units[i]].at.hex) > area->extent)
                return false;
    }
    return true;
}

void judge_implement(const Eye *eye)
{
    const Plans *plans = own_plans(eye);
    for (int i = 0; i < TCS_SHEETS; i++) {
        Order order = order_of(DO_IMPLEMENT);
        order_add(&order, 0, plans->sheet[i].number);
        if (plans->sheet[i].state == SHEET_PENDING && is_in_place(eye, i) &&
            !refused(implement_check(eye->scenario, eye->view, &order)))
            plan_add(eye->found, &order, 1 + ways_to_roll(sheet_needs(eye->scenario, eye->view, eye->side, i, 0)));
    }
    plan_alone(eye, DO_DONE, 0);
}

void judge_create(const Eye *eye)
{
    bool begun = own_plans(eye)->draft;
    if (!begun && !at_setup(eye->view) && camps_wanted(eye->scenario, eye->view, eye->side)) {
        judge_centre(eye);
        return;
    }
    int before = eye->found->plans;
    plan_sheet(eye);
    if (begun || eye->found->plans > before)
        return;
    if (camps_wanted(eye->scenario, eye->view, eye->side))
        judge_centre(eye);
    else
        plan_alone(eye, DO_DONE, 0);
}

/* A sheet in preparation whose attack leads to no more goals that are not ours. */
static bool has_lost_its_sense(const Eye *eye, int sheet)
{
    const Plans *plans = own_plans(eye);
    bool leads = false, objectives = false;
    const Drawing *objective;
    for (int group = 0; group < plans->sheet[sheet].groups; group++) {
        if (plans->sheet[sheet].group[group].mission != MISSION_ATTACK)
            return false;
        for (int i = 0; (objective = drawing_of(plans, sheet, group, DRAWN_OBJECTIVE, 0, i)); i++) {
            objectives = true;
            leads |= is_open_goal(eye, objective->hex[0]) || !friend_in(eye->view, eye->side, objective->hex[0]);
        }
    }
    return objectives && !leads;
}

static void plan_cancel(const Eye *eye)
{
    const Plans *plans = own_plans(eye);
    for (int i = 0; i < TCS_SHEETS; i++) {
        Order order = order_of(DO_CANCEL);
        order_add(&order, 0, plans->sheet[i].number);
        if (plans->sheet[i].state == SHEET_PENDING && has_lost_its_sense(eye, i) &&
            !refused(cancel_check(eye->scenario, eye->view, &order)))
            plan_add(eye->found, &order, 1);
    }
}

/* New failure instructions: as far from the enemy as it gets. */
static bool plan_redirects(const Eye *eye)
{
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        Order order = order_of(DO_REDIRECT);
        Hex best = NO_HEX;
        int farthest = 0;
        if (refused(may_redirect(eye->scenario, eye->view, piece)))
            continue;
        for (int hex = 0; hex < eye->map->hexes; hex++) {
            int distance = from_enemy(eye, (Hex)hex);
            if (distance > farthest && !refused(is_refuge(eye->scenario, eye->view, piece, (Hex)hex))) {
                best = (Hex)hex;
                farthest = distance;
            }
        }
        order_add(&order, 0, piece);
        order_add(&order, 1, best);
        if (best != NO_HEX)
            return plan_add(eye->found, &order, 1) != NULL;
    }
    return false;
}

void judge_tasks(const Eye *eye)
{
    const Plans *plans = own_plans(eye);
    if (plans->draft) /* additions that another player has begun */
        plan_alone(eye,
                   refused(sheet_lacks(eye->scenario, eye->view, eye->side, plans->draft - 1)) ? DO_TEAR_UP : DO_ISSUE,
                   1);
    else if (!plan_redirects(eye)) {
        plan_cancel(eye);
        plan_alone(eye, DO_DONE, 0);
    }
}

/* Where a reserve is wanted: the nearest goal for what it is worth, one that is not ours before others; NO_HEX. */
static Hex goal_from(const Eye *eye, int move, Hex hex)
{
    int goal = nearest_goal(eye, move, hex, false, 0);
    if (goal < 0)
        goal = nearest_goal(eye, move, hex, true, 0);
    return goal < 0 ? NO_HEX : eye->found->goal_hex[goal];
}

static void plan_commitment(const Eye *eye, int sheet, int group)
{
    const OpSheet *row = &own_plans(eye)->sheet[sheet];
    Piece units[TCS_PIECES];
    Order order = order_of(DO_COMMIT);
    order_add(&order, 0, row->number);
    order_add(&order, 1, (uint16_t)(group + 1));
    int count = units_on(eye->scenario, eye->view, eye->side, sheet, group, units);
    if (!count || !is_on_map(eye->view, units[0]) || refused(reserve_check(eye->scenario, eye->view, &order)))
        return;
    int move = is_vehicle(kind_of(eye->scenario, units[0])) ? TRACKED : FOOT;
    Hex from = eye->view->unit[units[0]].at.hex, to = goal_from(eye, move, from);
    if (!row->group[group].drawn && to != NO_HEX && to != from) {
        order_add(&order, 2, MISSION_ATTACK - 1);
        write_axis(eye, move, from, &to, 1, 3, &order);
        order_add(&order, 4, DAY_WIDTH);
    }
    if (!refused(commit_check(eye->scenario, eye->view, &order)))
        plan_add(eye->found, &order, COMMITS);
}

/* The worth of a goal to the units there: the more, the nearer it is. */
static int pull_of(const Eye *eye, int move, Hex from, Hex goal)
{
    enum { SETTING_OUT = 10 * THIRDS };
    int way = way_between(eye, move, from, goal);
    return way == NO_WAY ? 0 : eye->found->goal[goal] * SETTING_OUT / (SETTING_OUT + way);
}

/* 6.14c: another plan is followed if it pulls much more than the first, and never given up again. */
static void plan_alternate(const Eye *eye, int sheet, int group)
{
    enum { MUCH_MORE = 2 };
    const Plans *plans = own_plans(eye);
    const Drawing *objective;
    Piece units[TCS_PIECES];
    int count = units_on(eye->scenario, eye->view, eye->side, sheet, group, units), first = 0;
    if (!count || !is_on_map(eye->view, units[0]) || !drawing_of(plans, sheet, group, DRAWN_OBJECTIVE, 1, 0))
        return;
    int move = is_vehicle(kind_of(eye->scenario, units[0])) ? TRACKED : FOOT;
    Hex from = eye->view->unit[units[0]].at.hex;
    uint32_t open = goals_open_to(eye, units[0]);
    for (int i = 0; i < eye->found->goals; i++) {
        int pull = open >> i & 1 ? pull_of(eye, move, from, eye->found->goal_hex[i]) : 0;
        first = pull > first ? pull : first;
    }
    for (int alternate = 1; alternate <= ALTERNATES; alternate++)
        for (int i = 0; (objective = drawing_of(plans, sheet, group, DRAWN_OBJECTIVE, alternate, i)); i++) {
            Hex goal = objective->hex[0];
            int pull = is_open_goal(eye, goal) ? pull_of(eye, move, from, goal) : 0;
            Order order = order_of(DO_SWITCH);
            order_add(&order, 0, plans->sheet[sheet].number);
            order_add(&order, 1, (uint16_t)(group + 1));
            order_add(&order, 2, (uint16_t)alternate);
            if (pull > MUCH_MORE * first && !refused(switch_check(eye->scenario, eye->view, &order)))
                plan_add(eye->found, &order, COMMITS);
        }
}

void judge_reserves(const Eye *eye)
{
    const Plans *plans = own_plans(eye);
    for (int i = 0; i < TCS_SHEETS; i++)
        for (int group = 0; group < plans->sheet[i].groups && plans->sheet[i].state == SHEET_IMPLEMENTED; group++)
            if (plans->sheet[i].group[group].mission == MISSION_RESERVE)
                plan_commitment(eye, i, group);
            else
                plan_alternate(eye, i, group);
    plan_alone(eye, DO_DONE, 0);
}

/* ---- success and failure, in the side's own phase ----------------------------------------------------------- */

static bool is_quiet(const Eye *eye, const Piece *units, int count)
{
    enum { QUIET = 8 };
    for (int i = 0; i < count; i++)
        if (is_on_map(eye->view, units[i]) && (in_contact(eye->scenario, eye->view, units[i]) ||
                                               from_enemy(eye, eye->view->unit[units[i]].at.hex) < QUIET))
            return false;
    return true;
}

static bool awaits_another(const Eye *eye, Piece piece)
{
    const Plans *plans = own_plans(eye);
    for (int i = 0; i < LISTED; i++)
        if (plans->listed[piece][i].sheet && plans->sheet[plans->listed[piece][i].sheet - 1].state == SHEET_PENDING)
            return true;
    return false;
}

/* 6.11, 6.9e-1: a group whose task is done, far from the enemy, is ready sooner for the next without it. */
static bool has_done_its_task(const Eye *eye, int sheet)
{
    Piece units[TCS_PIECES];
    int count = units_on(eye->scenario, eye->view, eye->side, sheet, -1, units);
    if (is_night(eye->view) || sheet_type(&own_plans(eye)->sheet[sheet]) != MISSION_ATTACK)
        return false;
    for (int i = 0; i < count; i++)
        if (!awaits_another(eye, units[i]) || goals_open_to(eye, units[i]))
            return false;
    return count > 0 && is_quiet(eye, units, count);
}

/* 6.12: if losses count, the rest of a beaten battalion is saved. */
static bool is_beaten(const Eye *eye, int sheet, int group)
{
    enum { BEATEN = 15, IN_REACH = 4 * THIRDS };
    Piece units[TCS_PIECES];
    int count = units_on(eye->scenario, eye->view, eye->side, sheet, group, units), left = 0, whole = 0;
    if (!eye->data->steps_a_point || !count || mission_of(&own_plans(eye)->sheet[sheet].group[group]) != MISSION_ATTACK)
        return false;
    int box = counter_of(eye->scenario, units[0])->box;
    for (int i = 0; i < count; i++)
        if (is_on_map(eye->view, units[i]) && way_of(eye, units[i])[eye->view->unit[units[i]].at.hex] <= IN_REACH)
            return false;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++)
        if (counter_of(eye->scenario, piece)->box == box && counter_of(eye->scenario, piece)->side == eye->side) {
            whole += kind_of(eye->scenario, piece)->steps;
            left += eye->view->unit[piece].standing == DEAD ? 0 : eye->view->unit[piece].steps;
        }
    return box && 100 * left < BEATEN * whole;
}

void plan_declarations(const Eye *eye)
{
    const Plans *plans = own_plans(eye);
    for (int i = 0; i < TCS_SHEETS && is_commanded(eye->data); i++) {
        if (plans->sheet[i].state != SHEET_IMPLEMENTED)
            continue;
        Order order = order_of(DO_SUCCESS);
        order_add(&order, 0, plans->sheet[i].number);
        if (has_done_its_task(eye, i) && !refused(success_check(eye->scenario, eye->view, &order)))
            plan_add(eye->found, &order, DECLARE_LAST);
        for (int group = 0; group < plans->sheet[i].groups; group++) {
            Order fail = order_of(DO_FAIL);
            order_add(&fail, 0, plans->sheet[i].number);
            order_add(&fail, 1, (uint16_t)(group + 1));
            if (is_beaten(eye, i, group) && !refused(fail_check(eye->scenario, eye->view, &fail)))
                plan_add(eye->found, &fail, DECLARE_LAST);
        }
    }
}

/* ---- the unassigned ------------------------------------------------------------------------------------------ */

/* The hex with most of them, and a contingency as far from the enemy as it gets. */
void judge_centre(const Eye *eye)
{
    Hex centre = proposed_centre(eye->scenario, eye->view, eye->side);
    for (int i = 0; i < TCS_CAMPS && centre == NO_HEX; i++)
        if (own_plans(eye)->camp[i].doing == CAMP_RESTS && own_plans(eye)->camp[i].retreat == NO_HEX)
            centre = own_plans(eye)->camp[i].centre;
    Order order = order_of(DO_CAMP);
    order_add(&order, 0, centre);
    if (!refused(camp_check(eye->scenario, eye->view, &order))) {
        plan_add(eye->found, &order, 1);
        return;
    }
    for (int hex = 0, farthest = -1; hex < eye->map->hexes; hex++) {
        int away = map_distance(eye->map, centre, (Hex)hex) >= CONTINGENCY ? from_enemy(eye, (Hex)hex) : -1;
        if (away <= farthest)
            continue;
        Order whole = order;
        order_add(&whole, 2, (uint16_t)hex);
        if (refused(camp_check(eye->scenario, eye->view, &whole)))
            continue;
        farthest = away;
        plan_add(eye->found, &whole, away);
    }
}
