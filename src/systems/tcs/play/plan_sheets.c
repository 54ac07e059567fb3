/* plan_sheets.c — the Op Sheets that a greedy player writes.
 *
 * A sheet costs nothing while it ripens, and its units keep their present orders. So one is written for each battalion
 * whose orders keep it from its task: that has none, or whose attack leads to no more goals that are not ours while
 * there is one beyond it. An attacker is given an axis by the cheapest path from goal to goal, the nearest first, so
 * that the new sheet allows what the old one did and more; a battalion without a goal to take defends the nearest one,
 * in haste. Each order of the sheet follows from what is written already: a draft has one group, and everything else is
 * found again from its units. */
#include "core/room.h"
#include "systems/tcs/play/outlook.h"

enum {
    WRITES = 80,    /* the worth of such an order: more than it has parts */
    LEGS = 4,       /* goals of one axis */
    RADIUS = 1,     /* of an objective */
    NEAR_HOME = 8,  /* hexes from which a goal is defended at once: the radius of such an area */
    ENOUGH = 4,     /* steps, a vehicle for three, that are worth a sheet */
    REAR_LEAST = 5, /* hexes to where a group falls back */
    REAR_MOST = 14,
    OTHERS = 2,                  /* goals of the other plan */
    PICTURES = LEGS + OTHERS + 5 /* drawings of a sheet */
};

typedef struct Task {
    int mission, units, legs;
    Piece unit[TCS_PIECES]; /* a player may have listed more than one order of ours names */
    Hex centre, goal[LEGS];
    int move; /* MoveKind of most of them */
} Task;

static const Plans *own_plans(const Eye *eye) { return &eye->view->plans[eye->side]; }

static Plan *plan_written(const Eye *eye, const Order *order) { return plan_add(eye->found, order, WRITES); }

/* ---- battalions that need a sheet -------------------------------------------------------------------------- */

static bool is_listed_in(const Plans *plans, Piece piece, SheetState state)
{
    for (int i = 0; i < LISTED; i++)
        if (plans->listed[piece][i].sheet && plans->sheet[plans->listed[piece][i].sheet - 1].state == state)
            return true;
    return false;
}

/* Whether a goal to be taken is beyond what its orders allow. */
static bool falls_short(const Eye *eye, Piece piece)
{
    uint32_t all = eye->found->goals ? UINT32_MAX >> (32 - eye->found->goals) : 0;
    return eye->found->attacks && all & ~eye->found->ours & ~goals_open_to(eye, piece);
}

static bool needs_orders(const Eye *eye, Piece piece)
{
    const Plans *plans = own_plans(eye);
    Ordered at;
    if (eye->view->unit[piece].side != eye->side || !is_on_map(eye->view, piece) ||
        is_listed_in(plans, piece, SHEET_PENDING) || is_listed_in(plans, piece, SHEET_DRAFT))
        return false;
    const Group *group = group_of(eye->view, piece, &at);
    if (group)
        return !at_setup(eye->view) && mission_of(group) == MISSION_ATTACK && falls_short(eye, piece);
    return !is_listed_in(plans, piece, SHEET_IMPLEMENTED); /* reserves are committed, or wait */
}

static int strength_of(const Eye *eye, Piece piece)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    return kind->category == VEHICLE ? 3 : kind->category == CARRIER ? 0 : eye->view->unit[piece].steps;
}

/* The group that it is in now; none is one, too. */
static int group_now(const Eye *eye, Piece piece)
{
    Ordered at = {TCS_SHEETS, 0};
    group_of(eye->view, piece, &at);
    return at.sheet * TCS_GROUPS + at.group;
}

/* The units of its battalion and in its group that need orders; 0 if a unit before it was asked for. */
static int gather_units(const Eye *eye, Piece first, Task *out)
{
    int strength = 0;
    out->units = 0;
    for (Piece piece = 0; piece < eye->scenario->pieces && out->units < STACK; piece++)
        if (counter_of(eye->scenario, piece)->box == counter_of(eye->scenario, first)->box &&
            group_now(eye, piece) == group_now(eye, first) && needs_orders(eye, piece)) {
            if (piece < first)
                return 0;
            out->unit[out->units++] = piece;
            strength += strength_of(eye, piece);
        }
    return strength;
}

/* ---- its task ------------------------------------------------------------------------------------------------ */

/* Where they are: the one of them that is nearest to all others; and how most of them move. */
static void find_centre(const Eye *eye, Task *task)
{
    int best = INT16_MAX, on_foot = 0;
    task->centre = NO_HEX;
    for (int i = 0; i < task->units; i++) {
        Hex hex = eye->view->unit[task->unit[i]].at.hex;
        int sum = 0;
        if (!is_on_map(eye->view, task->unit[i]))
            continue;
        for (int j = 0; j < task->units; j++)
            if (is_on_map(eye->view, task->unit[j]))
                sum += map_distance(eye->map, hex, eye->view->unit[task->unit[j]].at.hex);
        if (sum < best) {
            best = sum;
            task->centre = hex;
        }
        on_foot += is_vehicle(kind_of(eye->scenario, task->unit[i])) ? -1 : 1;
    }
    task->move = on_foot >= 0 ? FOOT : TRACKED;
}

/* The goal that is nearest to the hex for what it is worth, of those that are ours or not; -1. */
int nearest_goal(const Eye *eye, int move, Hex from, bool ours, uint32_t but)
{
    int best = INT32_MAX, found = -1;
    for (int i = 0; i < eye->found->goals; i++) {
        Hex goal = eye->found->goal_hex[i];
        if ((eye->found->ours >> i & 1) != ours || but >> i & 1)
            continue;
        int way = way_between(eye, move, from, goal), price = way * GOAL_WORTH / eye->found->goal[goal];
        if (way != NO_WAY && price < best) {
            best = price;
            found = i;
        }
    }
    return found;
}

/* If there are more goals than an axis has legs, the least are left to others. */
static uint32_t lesser_goals(const Eye *eye)
{
    uint32_t left_out = eye->found->ours;
    for (;;) {
        int open = 0, least = -1;
        for (int i = 0; i < eye->found->goals; i++)
            if (!(left_out >> i & 1)) {
                open++;
                if (least < 0 ||
                    eye->found->goal[eye->found->goal_hex[i]] < eye->found->goal[eye->found->goal_hex[least]])
                    least = i;
            }
        if (open <= LEGS)
            return left_out;
        left_out |= (uint32_t)1 << least;
    }
}

/* Goal after goal, the nearest first, as far as they come in the time that is left. */
static void find_legs(const Eye *eye, Task *task)
{
    const int per_turn = (task->move == FOOT ? 4 : 8) * THIRDS;
    int left = (eye->data->turns - eye->view->head.turn) * per_turn;
    uint32_t but = lesser_goals(eye);
    Hex from = task->centre;
    task->legs = 0;
    while (task->legs < LEGS) {
        int nearest = -1, least = NO_WAY;
        for (int i = 0; i < eye->found->goals; i++) {
            int way = but >> i & 1 ? NO_WAY : way_between(eye, task->move, from, eye->found->goal_hex[i]);
            if (way < least) {
                least = way;
                nearest = i;
            }
        }
        if (nearest < 0 || (left -= least) < 0)
            return;
        but |= (uint32_t)1 << nearest;
        task->goal[task->legs++] = from = eye->found->goal_hex[nearest];
    }
}

static bool find_mission(const Eye *eye, Task *task)
{
    find_centre(eye, task);
    if (task->centre == NO_HEX)
        return false;
    task->legs = 0;
    if (eye->found->attacks)
        find_legs(eye, task);
    task->mission = MISSION_ATTACK;
    if (task->legs)
        return task->legs > 1 || task->goal[0] != task->centre;
    int home = nearest_goal(eye, task->move, task->centre, true, 0);
    if (home < 0)
        return false;
    task->goal[task->legs++] = eye->found->goal_hex[home];
    if (map_distance(eye->map, task->goal[0], task->centre) <= NEAR_HOME)
        task->mission = MISSION_HASTY;
    return true;
}

/* Whether a sheet of one battalion is likely to be in force with time enough to do something with it. */
static bool ripens_in_time(const Eye *eye, int mission)
{
    enum { A_TURN = 2, TO_ACT = 3 };
    int turns = eye->data->turns - eye->view->head.turn, left = 1000;
    for (int i = 1; i <= turns - TO_ACT; i++) {
        int needed = prep_needed(eye->data, mission, eye->data->rating[eye->side], i * A_TURN);
        if (needed != NO_NUMBER)
            left = left * (ROLLS - ways_to_roll(needed)) / ROLLS;
        if (left < 500)
            return true;
    }
    return at_setup(eye->view);
}

static bool has_room(const Plans *plans)
{
    int room = 0;
    for (int i = 0; i < TCS_DRAWINGS; i++)
        room += !plans->drawing[i].kind || plans->sheet[plans->drawing[i].sheet].state == SHEET_CLOSED;
    return room >= PICTURES;
}

/* The battalion that needs a sheet most, and its task. */
static bool find_task(const Eye *eye, Task *out)
{
    ROOM(Task, task);
    int best = ENOUGH - 1;
    if (!has_room(own_plans(eye)))
        return false;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        int strength = needs_orders(eye, piece) ? gather_units(eye, piece, task) : 0;
        if (strength <= best || !find_mission(eye, task) || !ripens_in_time(eye, task->mission))
            continue;
        best = strength;
        *out = *task;
    }
    return best >= ENOUGH;
}

/* ---- where they fall back to --------------------------------------------------------------------------------- */

/* Some way off, far from the enemy, and where they can go. */
static Hex rear_of(const Eye *eye, const Task *task)
{
    Hex best = task->centre;
    int most = INT16_MIN;
    for (int hex = 0; hex < eye->map->hexes; hex++) {
        int away = map_distance(eye->map, task->centre, (Hex)hex);
        if (away < REAR_LEAST || away > REAR_MOST || has_bit(eye->view->mined, hex))
            continue;
        int clear = from_enemy(eye, (Hex)hex), value = 3 * (clear < REAR_MOST ? clear : REAR_MOST) - away;
        if (value <= most || way_between(eye, task->move, (Hex)hex, task->centre) == NO_WAY)
            continue; /* a unit coming from there gets there, and one flood finds all hexes */
        most = value;
        best = (Hex)hex;
    }
    return best;
}

/* ---- the orders it is written in ------------------------------------------------------------------------------ */

static void write_units(const Eye *eye, const Task *task, int verb)
{
    Order order = order_of(verb);
    order_add(&order, 0, (uint16_t)(task->mission - 1));
    for (int i = 0; i < task->units; i++)
        order_add(&order, 2, task->unit[i]);
    if (verb == DO_LINE) { /* 6.15: all in one */
        for (int hex = 0; hex < eye->map->hexes; hex++)
            for (int i = 0; i < task->legs; i++)
                if (task->goal[i] == hex)
                    order_add(&order, 3, (uint16_t)hex);
        order_add(&order, 4, rear_of(eye, task));
    }
    plan_written(eye, &order);
}

/* Waypoints by the cheapest way from where they are to each goal. */
void write_axis(const Eye *eye, int move, Hex from, const Hex *goal, int goals, int slot, Order *order)
{
    enum { LONGEST = 96 };
    Hex way[LONGEST];
    order_add(order, slot, from);
    for (int i = 0; i < goals; i++) {
        int count = trace_way(eye, move, from, goal[i], way, LONGEST), parts = (DRAWING_HEXES - 1) / goals;
        for (int part = 1; part < parts && count; part++) {
            Hex hex = way[(count - 1) * part / parts];
            if (hex != order->value[order->count - 1] && hex != goal[i])
                order_add(order, slot, hex);
        }
        if (goal[i] != order->value[order->count - 1])
            order_add(order, slot, goal[i]);
        from = goal[i];
    }
}

static void write_drawing(const Eye *eye, const Task *task, int verb, Hex hex, int extent)
{
    Order order = order_of(verb);
    if (verb == DO_AXIS)
        write_axis(eye, task->move, task->centre, task->goal, task->legs, 0, &order);
    else
        order_add(&order, 0, hex);
    if (extent)
        order_add(&order, 1, (uint16_t)extent);
    plan_written(eye, &order);
}

/* ---- the other plan (6.14c) ----------------------------------------------------------------------------------- */

static bool is_a_leg(const Task *task, Hex hex)
{
    for (int i = 0; i < task->legs; i++)
        if (task->goal[i] == hex)
            return true;
    return false;
}

/* Goals the first plan leaves out: those that are not ours before those that we may lose, the dearest first. It costs
 * nothing to have it drawn. */
static int find_others(const Eye *eye, const Task *task, Hex out[OTHERS])
{
    uint32_t taken = 0;
    int count = 0;
    while (count < OTHERS) {
        int best = -1, most = 0;
        for (int i = 0; i < eye->found->goals; i++) {
            Hex hex = eye->found->goal_hex[i];
            int worth = eye->found->goal[hex] + (eye->found->ours >> i & 1 ? 0 : INT16_MAX);
            if (taken >> i & 1 || is_a_leg(task, hex) || worth <= most || hex == task->centre ||
                way_between(eye, task->move, task->centre, hex) == NO_WAY)
                continue;
            most = worth;
            best = i;
        }
        if (best < 0)
            break;
        taken |= (uint32_t)1 << best;
        out[count++] = eye->found->goal_hex[best];
    }
    return count;
}

/* The next drawing of it; false if it has all. */
static bool write_other_plan(const Eye *eye, const Task *task, int sheet)
{
    enum { FIRST = 1 };
    const Plans *plans = own_plans(eye);
    Hex other[OTHERS];
    int count = find_others(eye, task, other), drawn = drawings_of(plans, sheet, 0, DRAWN_OBJECTIVE, FIRST);
    bool axis = drawing_of(plans, sheet, 0, DRAWN_AXIS, FIRST, 0);
    Order order = order_of(axis ? DO_OBJECTIVE : DO_AXIS);
    if (!count || (axis && drawn >= count))
        return false;
    if (axis)
        order_add(&order, 0, other[drawn]);
    else
        write_axis(eye, task->move, task->centre, other, count, 0, &order);
    order_add(&order, 1, axis ? RADIUS : DAY_WIDTH);
    order_add(&order, 2, FIRST);
    return plan_written(eye, &order);
}

static bool is_under_fire(const Eye *eye, const Task *task)
{
    for (int i = 0; i < task->units; i++)
        if (is_unassigned(eye->scenario, eye->view, task->unit[i]) &&
            in_contact(eye->scenario, eye->view, task->unit[i]))
            return true;
    return false;
}

/* The next missing part of the draft; it is torn up if nothing sensible can come of it. */
static void write_on(const Eye *eye, Task *task)
{
    const Plans *plans = own_plans(eye);
    int sheet = plans->draft - 1;
    task->units = units_on(eye->scenario, eye->view, eye->side, sheet, 0, task->unit);
    Order order = order_of(DO_TEAR_UP);
    bool sensible = plans->sheet[sheet].groups == 1 && find_mission(eye, task) &&
                    task->mission == plans->sheet[sheet].group[0].mission;
    int objectives = drawings_of(plans, sheet, 0, DRAWN_OBJECTIVE, 0);
    if (!sensible) {
        if (!refused(sheet_lacks(eye->scenario, eye->view, eye->side, sheet)))
            order.verb = DO_ISSUE;
        plan_written(eye, &order);
    } else if (task->mission == MISSION_ATTACK && !drawing_of(plans, sheet, 0, DRAWN_AXIS, 0, 0))
        write_drawing(eye, task, DO_AXIS, NO_HEX, DAY_WIDTH);
    else if (task->mission == MISSION_ATTACK && objectives < task->legs)
        write_drawing(eye, task, DO_OBJECTIVE, task->goal[objectives], RADIUS);
    else if (task->mission == MISSION_HASTY && !drawing_of(plans, sheet, 0, DRAWN_AREA, 0, 0))
        write_drawing(eye, task, DO_AREA, task->goal[0], NEAR_HOME);
    else if (task->mission == MISSION_ATTACK && write_other_plan(eye, task, sheet))
        return;
    else if (!drawing_of(plans, sheet, 0, DRAWN_FAILURE, 0, 0))
        write_drawing(eye, task, DO_FAILURE, rear_of(eye, task), 0);
    else if (!at_setup(eye->view) && is_under_fire(eye, task) && !drawing_of(plans, sheet, 0, DRAWN_PRELIMINARY, 0, 0))
        write_drawing(eye, task, DO_PRELIMINARY, rear_of(eye, task), 0);
    else {
        order.verb = DO_ISSUE;
        plan_written(eye, &order);
    }
}

void plan_sheet(const Eye *eye)
{
    ROOM(Task, task);
    Order order = order_of(eye->data->line_entry ? DO_LINE : DO_SHEET);
    if (own_plans(eye)->draft && own_plans(eye)->sheet[own_plans(eye)->draft - 1].groups) {
        write_on(eye, task);
        return;
    }
    bool any = find_task(eye, task);
    if (own_plans(eye)->draft) {
        order.verb = DO_TEAR_UP;
        if (any)
            write_units(eye, task, DO_ASSIGN);
        else
            plan_written(eye, &order);
    } else if (any && eye->data->line_entry)
        write_units(eye, task, DO_LINE);
    else if (any && !refused(sheet_check(eye->scenario, eye->view, &order)))
        plan_written(eye, &order);
}
