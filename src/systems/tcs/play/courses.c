/* courses.c — how far each unit is from its goals, for a player who weighs orders.
 *
 * A unit under orders goes for the goals they allow: those near its axis or in its area, else the objectives that are
 * drawn; a unit under none, or with nothing left to do there, goes for the nearest goal of all. A course is a flood
 * from such goals. Many units share one, and it stays until enemies or mines are somewhere else. */
#include <string.h>

#include "core/room.h"
#include "kit/fields.h"
#include "systems/tcs/play/outlook.h"

enum {
    FARTHEST = 400,  /* THIRDS */
    IN_THE_WAY = 15, /* a stack of the enemy */
    MINED = 18,      /* a breach, and what it costs */
    HELD = 9         /* a goal that is ours already */
};

/* ---- tides ----------------------------------------------------------------------------------------------- */

/* THIRDS that a step costs a unit that moves so, regardless of its state; NO_STEP. */
static int step_of(const Eye *eye, int move, Hex from, Edge edge)
{
    const StepCost *step = &eye->data->step[move][from][edge];
    Hex to = eye->map->next[from][edge];
    bool steep = move != FOOT && has_bit(eye->data->steep, to); /* 20.1j */
    int field = steep ? PROHIBITED : step->field, cost = step->road < field ? step->road : field;
    if (cost == PROHIBITED)
        return NO_STEP;
    cost = cost == ALL_OF_IT ? 6 * THIRDS : cost / 2;
    return cost > 0 ? cost : 1;
}

static bool has_lane(const State *view, Hex hex)
{
    for (int i = 0; i < view->mines; i++)
        if (view->mine[i].hex == hex)
            return view->mine[i].lane < EDGES;
    return false;
}

static int obstacle_in(const Eye *eye, Hex hex)
{
    int cost = has_bit(eye->memo->courses[eye->side].foes, hex) ? IN_THE_WAY : 0;
    return cost + (has_bit(eye->view->mined, hex) && !has_lane(eye->view, hex) ? MINED : 0);
}

static void rise(const Eye *eye, Tide *tide, int move)
{
    const Courses *courses = &eye->memo->courses[eye->side];
    for (Hex hex = tide_next(tide); hex != NO_HEX; hex = tide_next(tide)) {
        int so_far = tide->cost[hex] + courses->barred[hex];
        for (Edge edge = 0; edge < EDGES; edge++) {
            int cost = courses->step[move][hex][edge];
            if (cost != NO_STEP)
                tide_reach(tide, eye->map->next[hex][edge], so_far + cost);
        }
    }
}

/* ---- courses that are kept -------------------------------------------------------------------------------- */

/* Where the enemy stands in the way: in an Action Phase where he stood when it began, so that paths stay the same till
 * it ends, whichever units run. */
static void find_barred(const Eye *eye, uint64_t out[TCS_WORDS])
{
    memset(out, 0, TCS_WORDS * sizeof *out);
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        const Unit *unit = &eye->view->unit[piece];
        bool acts = eye->view->phasing != NO_SIDE && unit->start != NO_HEX;
        if (unit->side != eye->side && is_on_map(eye->view, piece))
            set_bit(out, acts ? unit->start : unit->at.hex);
    }
}

static void find_steps(const Eye *eye, Courses *courses)
{
    for (int move = 0; move < MOVES; move++)
        for (int hex = 0; hex < eye->map->hexes; hex++)
            for (Edge edge = 0; edge < EDGES; edge++) {
                Hex before = eye->map->next[hex][edge];
                courses->step[move][hex][edge] =
                    (uint8_t)(before == NO_HEX ? NO_STEP : step_of(eye, move, before, edge_opposite(edge)));
            }
}

static void courses_renew(const Eye *eye)
{
    Courses *courses = &eye->memo->courses[eye->side];
    const State *view = eye->view;
    size_t mines = view->mines * sizeof *view->mine;
    uint64_t foes[TCS_WORDS];
    find_barred(eye, foes);
    if (courses->count < COURSES / 2 && courses->data == eye->data && courses->side == eye->side &&
        courses->mines == view->mines && !memcmp(courses->foes, foes, sizeof courses->foes) &&
        !memcmp(courses->mine, view->mine, mines))
        return;
    if (courses->data != eye->data)
        find_steps(eye, courses);
    courses->data = eye->data;
    courses->times++;
    courses->side = (uint8_t)eye->side;
    courses->mines = view->mines;
    courses->count = courses->singles = 0;
    memcpy(courses->foes, foes, sizeof courses->foes);
    memcpy(courses->mine, view->mine, mines);
    for (int hex = 0; hex < eye->map->hexes; hex++)
        courses->barred[hex] = (uint8_t)obstacle_in(eye, (Hex)hex);
}

static void find_course(const Eye *eye, Course *out, int move, const Hex *goal, int goals, uint32_t held)
{
    ROOM(Tide, tide);
    *out = (Course){.move = (uint8_t)move, .goals = (uint8_t)goals, .held = held};
    memcpy(out->goal, goal, (size_t)goals * sizeof *goal);
    tide_begin(tide, eye->map->hexes, FARTHEST);
    for (int i = 0; i < goals; i++)
        tide_reach(tide, goal[i], held >> i & 1 ? HELD : 0);
    rise(eye, tide, move);
    memcpy(out->way, tide->cost, (size_t)eye->map->hexes * sizeof *out->way);
}

/* The row that holds the path to those goals; found if it is not there. */
static int course_to(const Eye *eye, int move, const Hex *goal, int goals, uint32_t held)
{
    Courses *courses = &eye->memo->courses[eye->side];
    for (int i = 0; i < courses->count; i++) {
        const Course *course = &courses->course[i];
        if (course->move == move && course->goals == goals && course->held == held &&
            !memcmp(course->goal, goal, (size_t)goals * sizeof *goal))
            return i;
    }
    int at = courses->count < COURSES ? courses->count++ : COURSES - 1;
    find_course(eye, &courses->course[at], move, goal, goals, held);
    return at;
}

/* ---- a unit's goals ---------------------------------------------------------------------------------------- */

static uint32_t goals_inside(const Eye *eye, Piece piece)
{
    Bounds bounds = bounds_of(eye->scenario, eye->view, piece);
    uint32_t inside = 0;
    for (int i = 0; i < eye->found->goals; i++)
        inside |= (uint32_t)!outside(eye->scenario, &bounds, eye->found->goal_hex[i]) << i;
    return inside;
}

uint32_t goals_open_to(const Eye *eye, Piece piece) { return goals_inside(eye, piece) & ~eye->found->ours; }

static int pick_goals(const Eye *eye, uint32_t which, Hex *out, uint32_t *held)
{
    int count = 0;
    *held = 0;
    for (int i = 0; i < eye->found->goals; i++)
        if (which >> i & 1) {
            *held |= (eye->found->ours >> i & 1) << count;
            out[count++] = eye->found->goal_hex[i];
        }
    return count;
}

/* Objectives of the group without a unit of ours round them yet. */
static int open_objectives(const Eye *eye, Ordered at, Hex *out)
{
    const Plans *plans = &eye->view->plans[eye->side];
    const Group *group = &plans->sheet[at.sheet].group[at.group];
    int alternate = group->committed ? COMMITMENT : group->alternate, count = 0;
    const Drawing *objective;
    for (int i = 0; (objective = drawing_of(plans, at.sheet, at.group, DRAWN_OBJECTIVE, alternate, i)); i++) {
        bool there = false;
        EACH_BIT(hex, eye->view->occupied[eye->side], TCS_WORDS)
            there |= map_distance(eye->map, objective->hex[0], (Hex)hex) <= objective->extent;
        if (!there)
            out[count++] = objective->hex[0];
    }
    return count;
}

/* The goals its orders let it take, else goals to be reached, else goals to be held, else all. */
static int goals_for(const Eye *eye, Piece piece, Hex *out, uint32_t *held)
{
    Ordered at;
    const Group *group = is_commanded(eye->data) ? group_of(eye->view, piece, &at) : NULL;
    uint32_t all = eye->found->goals ? UINT32_MAX >> (32 - eye->found->goals) : 0;
    uint32_t wanted = eye->found->attacks && all & ~eye->found->ours ? all & ~eye->found->ours : all;
    *held = 0;
    if (group && (mission_of(group) == MISSION_ATTACK || mission_of(group) == MISSION_MOVE)) {
        uint32_t open = goals_open_to(eye, piece);
        int count = open ? pick_goals(eye, open, out, held) : open_objectives(eye, at, out);
        if (count)
            return count;
    } else if (group) {
        uint32_t inside = goals_inside(eye, piece);
        if (inside)
            return pick_goals(eye, inside, out, held);
    }
    return pick_goals(eye, wanted, out, held);
}

void find_courses(const Eye *eye)
{
    uint8_t known[TCS_SHEETS + 1][TCS_GROUPS][MOVES] = {{{0}}};
    courses_renew(eye);
    memset(eye->found->course, 0, sizeof eye->found->course);
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        const Kind *kind = kind_of(eye->scenario, piece);
        Ordered at = {TCS_SHEETS, 0};
        Hex goal[GOALS];
        uint32_t held;
        int move = kind->move < MOVES ? kind->move : FOOT;
        if (eye->view->unit[piece].side != eye->side || !is_on_map(eye->view, piece))
            continue;
        if (is_commanded(eye->data))
            group_of(eye->view, piece, &at);
        uint8_t *row = &known[at.sheet][at.group][move];
        if (!*row) {
            int goals = goals_for(eye, piece, goal, &held);
            *row = (uint8_t)(1 + course_to(eye, move, goal, goals, held));
        }
        eye->found->course[piece] = (uint8_t)(*row - 1);
    }
}

/* ---- single paths ------------------------------------------------------------------------------------------ */

static const uint16_t *way_to(const Eye *eye, int move, Hex to)
{
    Courses *courses = &eye->memo->courses[eye->side];
    for (int i = 0; i < courses->singles; i++)
        if (courses->single[i].move == move && courses->single[i].goal[0] == to)
            return courses->single[i].way;
    if (courses->singles == SINGLES)
        courses->singles = 0;
    Course *course = &courses->single[courses->singles++];
    find_course(eye, course, move, &to, 1, 0);
    return course->way;
}

int way_between(const Eye *eye, int move, Hex from, Hex to) { return way_to(eye, move, to)[from]; }

static Hex next_on(const Eye *eye, int move, const uint16_t *way, Hex hex)
{
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex next = eye->map->next[hex][edge];
        int cost = next == NO_HEX ? NO_STEP : eye->memo->courses[eye->side].step[move][next][edge_opposite(edge)];
        if (cost != NO_STEP && way[next] != NO_WAY &&
            way[next] + cost + eye->memo->courses[eye->side].barred[next] == way[hex])
            return next;
    }
    return NO_HEX;
}

int trace_way(const Eye *eye, int move, Hex from, Hex to, Hex *out, int room)
{
    const uint16_t *way = way_to(eye, move, to);
    int count = 0;
    if (way[from] == NO_WAY)
        return 0;
    out[count++] = from;
    while (from != to && count < room) {
        from = next_on(eye, move, way, from);
        if (from == NO_HEX)
            return 0;
        out[count++] = from;
    }
    return from == to ? count : 0;
}
