/* plan_command.c — how a greedy player answers the Command Phase: he keeps the sheets he has, tries to have them in
 * force, brings his reserves in where points are to be had, and keeps whoever is without orders out of harm's way. He
 * writes none himself. */
#include "systems/tcs/outlook.h"

static const Plans *own_plans(const Eye *eye) { return &eye->view->plans[eye->side]; }

static Plan *plan_alone(const Eye *eye, int verb, int32_t value)
{
    Order order = order_of(verb);
    return plan_add(eye->found, &order, value);
}

/* How many hexes away the nearest enemy is. */
static int from_enemy(const Eye *eye, Hex hex)
{
    int nearest = HEXES_MAX;
    EACH_BIT(other, eye->view->occupied[enemy_of(eye->side)], TCS_WORDS)
    {
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

/* What somebody has begun to write is finished if it can be. */
void judge_create(const Eye *eye)
{
    const Plans *plans = own_plans(eye);
    if (!plans->draft && camps_wanted(eye->scenario, eye->view, eye->side)) {
        judge_centre(eye);
        return;
    }
    bool whole = plans->draft && !refused(sheet_lacks(eye->scenario, eye->view, eye->side, plans->draft - 1));
    plan_alone(eye, !plans->draft ? DO_DONE : whole ? DO_ISSUE : DO_TEAR_UP, 1);
}

/* New failure instructions: as far from the enemy as it gets. */
static bool plan_redirects(const Eye *eye)
{
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        Order best = order_of(NO_VERB);
        int farthest = 0;
        for (int hex = 0; hex < eye->map->hexes; hex++) {
            Order order = order_of(DO_REDIRECT);
            order_add(&order, 0, piece);
            if (!hex && refused(redirect_check(eye->scenario, eye->view, &order)))
                break;
            order_add(&order, 1, (uint16_t)hex);
            int distance = from_enemy(eye, (Hex)hex);
            if (distance > farthest && !refused(redirect_check(eye->scenario, eye->view, &order))) {
                best = order;
                farthest = distance;
            }
        }
        if (best.verb != NO_VERB)
            return plan_add(eye->found, &best, 1) != NULL;
    }
    return false;
}

void judge_tasks(const Eye *eye)
{
    if (own_plans(eye)->draft)
        judge_create(eye);
    else if (!plan_redirects(eye))
        plan_alone(eye, DO_DONE, 0);
}

/* The nearest hex with points that the enemy holds. */
static Hex goal_from(const Eye *eye, Hex hex)
{
    Hex best = NO_HEX;
    for (int i = 0; i < 16 && eye->data->hold[i] != NO_HEX; i++)
        if (eye->view->control[i] != eye->side &&
            (best == NO_HEX || map_distance(eye->map, hex, eye->data->hold[i]) < map_distance(eye->map, hex, best)))
            best = eye->data->hold[i];
    return best;
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
    Hex from = eye->view->unit[units[0]].at.hex, to = goal_from(eye, from);
    if (!row->group[group].drawn && to != NO_HEX && to != from) {
        order_add(&order, 2, MISSION_ATTACK - 1);
        order_add(&order, 3, from);
        order_add(&order, 3, to);
    }
    if (!refused(commit_check(eye->scenario, eye->view, &order)))
        plan_add(eye->found, &order, 10);
}

void judge_reserves(const Eye *eye)
{
    const Plans *plans = own_plans(eye);
    for (int i = 0; i < TCS_SHEETS; i++)
        for (int group = 0; group < plans->sheet[i].groups && plans->sheet[i].state == SHEET_IMPLEMENTED; group++)
            plan_commitment(eye, i, group);
    plan_alone(eye, DO_DONE, 0);
}

/* Where most of them are, and a contingency as far from the enemy as it gets. */
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
    for (int hex = 0; hex < eye->map->hexes; hex++) {
        Order whole = order;
        order_add(&whole, 2, (uint16_t)hex);
        if (map_distance(eye->map, centre, (Hex)hex) >= CONTINGENCY &&
            !refused(camp_check(eye->scenario, eye->view, &whole)))
            plan_add(eye->found, &whole, from_enemy(eye, (Hex)hex));
    }
}
