/* sheet_parts.c — orders of the command rules built in any order of their parts (core/parts.h): what may be in such an
 * order by cheap tests, and what a part of one still lacks. It contains no rule: the order's check has them all. */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/tcs.h"

static int side_asked(const State *view) { return question(&view->head)->side; }

static int count_in(const Order *order, int slot)
{
    int count;
    order_slot(order, slot, &count);
    return count;
}

static Order with(const Scenario *scenario, const Order *part, int slot, int value)
{
    Order order = *part;
    order_put(&scenario->system->orders[part->verb], &order, slot, (uint16_t)value);
    return order;
}

enum { ENOUGH = 8 };

/* Values of a slot that are legal with the rest of the part; false if there is none. Each by itself will do, so that
 * some are enough. */
static bool demand_legal(const Scenario *scenario, const State *view, const Order *part, int slot, int first, int last,
                         CheckOrder *check, Demands *out)
{
    for (int value = first; value <= last && out->either < ENOUGH; value++) {
        Order order = with(scenario, part, slot, value);
        if (!refused(check(scenario, view, &order)))
            demand_either(out, slot, value);
    }
    return out->either > 0;
}

/* The same of the numbers of the side's sheets. */
static bool demand_sheet(const Scenario *scenario, const State *view, const Order *part, int slot, CheckOrder *check,
                         Demands *out)
{
    const Plans *plans = &view->plans[side_asked(view)];
    bool there[UINT8_MAX + 1] = {false};
    for (int i = 0; i < TCS_SHEETS; i++)
        there[plans->sheet[i].number] = true;
    for (int number = 1; number <= UINT8_MAX; number++)
        if (there[number])
            demand_legal(scenario, view, part, slot, number, number, check, out);
    return out->either > 0;
}

static void list_hexes(const Scenario *scenario, int slot, Choices *out)
{
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        choose(out, slot, hex);
}

static void list_numbers(int slot, int first, int last, Choices *out)
{
    for (int number = first; number <= last; number++)
        choose(out, slot, number);
}

static void list_own(const Scenario *scenario, const State *view, const Order *part, int slot, Choices *out)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (view->unit[piece].side == side_asked(view) && view->unit[piece].standing != DEAD &&
            !order_has(part, slot, piece))
            choose(out, slot, piece);
}

/* ---- assign, line, scratch: something, formations, units --------------------------------------------------- */

enum { SLOT_FIRST, SLOT_FORMATION, SLOT_UNITS, SLOT_OBJECTIVES, SLOT_FAILURE };

static CheckOrder *naming_check(int verb)
{
    return verb == DO_ASSIGN ? assign_check : verb == DO_LINE ? line_check : scratch_check;
}

void naming_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    const Plans *plans = &view->plans[side_asked(view)];
    if (!count_in(part, SLOT_FIRST) && part->verb != DO_SCRATCH)
        list_numbers(SLOT_FIRST, 0, MISSIONS - 2, out);
    for (int i = 0; i < TCS_SHEETS && part->verb == DO_SCRATCH && !count_in(part, SLOT_FIRST); i++)
        if (sheet_numbered(plans, plans->sheet[i].number) == i)
            choose(out, SLOT_FIRST, plans->sheet[i].number);
    for (int name = 0; name < data_of(scenario)->formations; name++)
        if (!order_has(part, SLOT_FORMATION, (uint16_t)name))
            choose(out, SLOT_FORMATION, name);
    list_own(scenario, view, part, SLOT_UNITS, out);
    for (int hex = 0; hex < scenario->map->hexes && part->verb == DO_LINE; hex++)
        if (count_in(part, SLOT_OBJECTIVES) < OBJECTIVES_MOST && !order_has(part, SLOT_OBJECTIVES, (uint16_t)hex))
            choose(out, SLOT_OBJECTIVES, hex);
    if (part->verb == DO_LINE && !count_in(part, SLOT_FAILURE))
        list_hexes(scenario, SLOT_FAILURE, out);
}

Refusal naming_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    CheckOrder *check = naming_check(part->verb);
    bool named = count_in(part, SLOT_FORMATION) || count_in(part, SLOT_UNITS);
    Order trial = count_in(part, SLOT_FIRST) || part->verb == DO_SCRATCH ? *part : with(scenario, part, SLOT_FIRST, 0);
    if (!named) {
        bool found = false;
        for (int i = 0; i < (part->verb == DO_SCRATCH && !count_in(part, SLOT_FIRST) ? UINT8_MAX : 1); i++) {
            Order begun = part->verb == DO_SCRATCH && !count_in(part, SLOT_FIRST)
                              ? with(scenario, part, SLOT_FIRST, i + 1)
                              : trial;
            found |=
                demand_legal(scenario, view, &begun, SLOT_FORMATION, 0, data_of(scenario)->formations - 1, check, out);
            found |= demand_legal(scenario, view, &begun, SLOT_UNITS, 0, scenario->pieces - 1, check, out);
        }
        return found ? LEGAL : refuse(TCS_6_7_1, "tcs.nobody-named");
    }
    if (part->verb == DO_SCRATCH && !count_in(part, SLOT_FIRST))
        return demand_sheet(scenario, view, part, SLOT_FIRST, check, out)
                   ? LEGAL
                   : refuse(TCS_6_13A_2, "tcs.no-sheet-together");
    Refusal no = check(scenario, view, &trial);
    if (refused(no))
        return no;
    if (!count_in(part, SLOT_FIRST))
        demand_legal(scenario, view, part, SLOT_FIRST, 0, MISSIONS - 2, check, out);
    else if (part->verb == DO_LINE && !count_in(part, SLOT_FAILURE))
        demand_legal(scenario, view, part, SLOT_FAILURE, 0, scenario->map->hexes - 1, check, out);
    return LEGAL;
}

/* A counter that mission 0 takes by itself can be assigned. */
void assign_actors(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Order order = with(scenario, prefix, SLOT_FIRST, 0);
    order_add(&order, SLOT_UNITS, 0);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        order.value[1] = piece;
        if (view->unit[piece].side == side_asked(view) && view->unit[piece].standing != DEAD &&
            !refused(assign_check(scenario, view, &order)))
            choose(out, SLOT_UNITS, piece);
    }
}

/* Whether the order takes the counter off some sheet that lists it. */
static bool is_listed_for(const Scenario *scenario, const State *view, int verb, Piece piece, CheckOrder *check)
{
    const Plans *plans = &view->plans[side_asked(view)];
    for (int i = 0; i < LISTED; i++) {
        int sheet = plans->listed[piece][i].sheet - 1;
        Order order = order_of(verb);
        if (sheet >= 0 && order_add(&order, SLOT_FIRST, plans->sheet[sheet].number) &&
            order_add(&order, SLOT_UNITS, piece) && !refused(check(scenario, view, &order)))
            return true;
    }
    return false;
}

static void list_listed(const Scenario *scenario, const State *view, int verb, CheckOrder *check, Choices *out)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (view->unit[piece].side == side_asked(view) && view->unit[piece].standing != DEAD &&
            is_listed_for(scenario, view, verb, piece, check))
            choose(out, SLOT_UNITS, piece);
}

void scratch_actors(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_listed(scenario, view, prefix->verb, scratch_check, out);
}

/* ---- fail NUMBER [group NUMBER] [units COUNTER…] ------------------------------------------------------------- */

enum { FAIL_SHEET, FAIL_GROUP, FAIL_UNITS };

void fail_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    const Plans *plans = &view->plans[side_asked(view)];
    for (int i = 0; i < TCS_SHEETS && !count_in(part, FAIL_SHEET); i++)
        if (plans->sheet[i].state == SHEET_IMPLEMENTED)
            choose(out, FAIL_SHEET, plans->sheet[i].number);
    if (!count_in(part, FAIL_GROUP))
        list_numbers(FAIL_GROUP, 1, TCS_GROUPS, out);
    list_own(scenario, view, part, FAIL_UNITS, out);
}

void fail_actors(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_listed(scenario, view, prefix->verb, fail_check, out);
}

Refusal fail_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    if (count_in(part, FAIL_SHEET))
        return fail_check(scenario, view, part);
    return demand_sheet(scenario, view, part, FAIL_SHEET, fail_check, out) ? LEGAL
                                                                           : refuse(TCS_6_12, "tcs.no-sheet-force");
}

/* ---- camp HEX [units COUNTER…] [retreat HEX] ------------------------------------------------------------------ */

enum { CAMP_CENTRE, CAMP_UNITS, CAMP_RETREAT };

void camp_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    uint64_t centres[TCS_WORDS] = {0};
    find_centres(scenario, view, centres);
    for (int hex = 0; hex < scenario->map->hexes && !count_in(part, CAMP_CENTRE); hex++)
        if (has_bit(centres, hex))
            choose(out, CAMP_CENTRE, hex);
    list_own(scenario, view, part, CAMP_UNITS, out);
    if (!count_in(part, CAMP_RETREAT))
        list_hexes(scenario, CAMP_RETREAT, out);
}

/* Whether it lacks nothing but perhaps a contingency. */
static Refusal but_for_contingency(Refusal no) { return refused(no) && no.why.rule == TCS_6_3C_1 ? LEGAL : no; }

static Refusal centre_fits(const Scenario *scenario, const State *view, const Order *part)
{
    return but_for_contingency(camp_fits(scenario, view, part));
}

/* All centres there are. They do not depend on the part, and a search asks for them once for each hex. */
static const uint64_t *centres_of(const Scenario *scenario, const State *view, const Demands *demands)
{
    ROOMS(uint64_t, centres, TCS_WORDS);
    static _Thread_local unsigned search;
    if (search == demands->search && search)
        return centres;
    search = demands->search;
    memset(centres, 0, TCS_WORDS * sizeof *centres);
    find_centres(scenario, view, centres);
    return centres;
}

/* If nothing else is missing, any of them makes the order whole, and the first is as good as another. */
static bool demand_centre(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    const uint64_t *centres = centres_of(scenario, view, out);
    bool whole = count_in(part, CAMP_RETREAT);
    EACH_BIT(hex, centres, TCS_WORDS)
        if (!whole || !out->either)
            demand_legal(scenario, view, part, CAMP_CENTRE, hex, hex, centre_fits, out);
    return out->either > 0;
}

Refusal camp_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    if (!count_in(part, CAMP_CENTRE))
        return demand_centre(scenario, view, part, out) ? LEGAL : refuse(TCS_6_3A_4, "tcs.no-hex-near-enough-all");
    Refusal no = camp_check(scenario, view, part);
    if (!refused(no) || refused(but_for_contingency(no)))
        return no;
    for (int hex = 0; hex < scenario->map->hexes && !out->either; hex++) /* with one that is legal nothing is missing */
        demand_legal(scenario, view, part, CAMP_RETREAT, hex, hex, camp_check, out);
    return LEGAL;
}

/* ---- commit NUMBER group NUMBER [MISSION] [axis HEX…] [width N] [area HEX] [objective HEX…] [radius N] ---------- */

enum {
    COMMIT_SHEET,
    COMMIT_GROUP,
    COMMIT_MISSION,
    COMMIT_AXIS,
    COMMIT_WIDTH,
    COMMIT_AREA,
    COMMIT_OBJECTIVE,
    COMMIT_RADIUS
};

/* A radius alone may still be an area's or the objectives'. */
static bool walks(const Order *part)
{
    return count_in(part, COMMIT_AXIS) || count_in(part, COMMIT_WIDTH) || count_in(part, COMMIT_OBJECTIVE);
}
static bool defends(const Order *part) { return count_in(part, COMMIT_AREA); }

/* Wherever one hex can be drawn any other can, but not twice running. */
static void list_waypoints(const Scenario *scenario, const Order *part, Choices *out)
{
    int count, first = order_slot(part, COMMIT_AXIS, &count), hexes = scenario->map->hexes;
    int last = count ? part->value[first + count - 1] : hexes;
    choose_range(out, COMMIT_AXIS, 0, last);
    choose_range(out, COMMIT_AXIS, last < hexes ? last + 1 : hexes, hexes);
}

void commit_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    const Plans *plans = &view->plans[side_asked(view)];
    out->alike = 1u << COMMIT_AXIS | 1u << COMMIT_AREA | 1u << COMMIT_OBJECTIVE;
    for (int i = 0; i < TCS_SHEETS && !count_in(part, COMMIT_SHEET); i++)
        if (plans->sheet[i].state == SHEET_IMPLEMENTED)
            choose(out, COMMIT_SHEET, plans->sheet[i].number);
    if (!count_in(part, COMMIT_GROUP))
        list_numbers(COMMIT_GROUP, 1, TCS_GROUPS, out);
    if (!count_in(part, COMMIT_MISSION))
        list_numbers(COMMIT_MISSION, MISSION_MOVE - 1, MISSION_ATTACK - 1, out);
    if (!defends(part) && count_in(part, COMMIT_AXIS) < DRAWING_HEXES)
        list_waypoints(scenario, part, out);
    if (!defends(part) && !count_in(part, COMMIT_WIDTH))
        list_numbers(COMMIT_WIDTH, 0, EXTENT_MOST, out);
    if (!walks(part) && !count_in(part, COMMIT_AREA))
        list_hexes(scenario, COMMIT_AREA, out);
    for (int hex = 0; !defends(part) && hex < scenario->map->hexes; hex++)
        if (count_in(part, COMMIT_OBJECTIVE) < OBJECTIVES_MOST && !order_has(part, COMMIT_OBJECTIVE, (uint16_t)hex))
            choose(out, COMMIT_OBJECTIVE, hex);
    if (!count_in(part, COMMIT_RADIUS))
        list_numbers(COMMIT_RADIUS, 0, EXTENT_MOST, out);
}

/* What it shall do, from the mission on. */
static Refusal use_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    int mission = order_value(part, COMMIT_MISSION, 0) + 1, axis, first = order_slot(part, COMMIT_AXIS, &axis);
    if (!count_in(part, COMMIT_MISSION)) {
        bool aims = count_in(part, COMMIT_OBJECTIVE) || (count_in(part, COMMIT_RADIUS) && !defends(part));
        for (int i = MISSION_MOVE; i <= MISSION_ATTACK; i++)
            if (i == MISSION_HASTY ? !walks(part) : !defends(part) && (i == MISSION_ATTACK || !aims))
                demand_either(out, COMMIT_MISSION, i - 1);
        return LEGAL;
    }
    bool far = mission == MISSION_ATTACK || mission == MISSION_MOVE;
    if (far && axis < 2 && !defends(part)) /* wherever one hex can be drawn any other can */
        demand_either(out, COMMIT_AXIS, axis && !part->value[first]);
    else if (mission == MISSION_HASTY && !walks(part) && !count_in(part, COMMIT_AREA))
        demand_either(out, COMMIT_AREA, 0);
    else if (mission == MISSION_HASTY && !walks(part) && !count_in(part, COMMIT_RADIUS))
        demand_either(out, COMMIT_RADIUS, 0);
    else if (mission == MISSION_ATTACK && count_in(part, COMMIT_RADIUS) && !count_in(part, COMMIT_OBJECTIVE) &&
             !defends(part))
        demand_either(out, COMMIT_OBJECTIVE, 0);
    else
        return commit_check(scenario, view, part);
    return LEGAL;
}

/* Whether the part may be about this reserve group. Once it is named whole, the check of the whole order says whether
 * it can be committed. */
static bool may_be_meant(const Scenario *scenario, const State *view, const Order *part, int sheet, int group)
{
    const Plans *plans = &view->plans[side_asked(view)];
    int number = plans->sheet[sheet].number;
    bool drawn_on = part->count > count_in(part, COMMIT_SHEET) + count_in(part, COMMIT_GROUP);
    if (plans->sheet[sheet].state != SHEET_IMPLEMENTED ||
        mission_of(&plans->sheet[sheet].group[group]) != MISSION_RESERVE ||
        order_value(part, COMMIT_SHEET, (uint16_t)number) != number ||
        order_value(part, COMMIT_GROUP, (uint16_t)(group + 1)) != group + 1 || sheet_numbered(plans, number) != sheet ||
        (plans->sheet[sheet].group[group].drawn && drawn_on))
        return false;
    if (count_in(part, COMMIT_SHEET) && count_in(part, COMMIT_GROUP))
        return true;
    Order begun = order_of(part->verb);
    order_add(&begun, COMMIT_SHEET, (uint16_t)number);
    order_add(&begun, COMMIT_GROUP, (uint16_t)(group + 1));
    return !refused(reserve_check(scenario, view, &begun));
}

/* A sheet, then a group of it, then what it shall do: of each the first that fits will do. */
Refusal commit_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    const Plans *plans = &view->plans[side_asked(view)];
    if (walks(part) && defends(part))
        return refuse(TCS_6_14B_2, "tcs.attack-move-needs-axis-defense");
    if (order_value(part, COMMIT_WIDTH, 0) > EXTENT_MOST || order_value(part, COMMIT_RADIUS, 0) > EXTENT_MOST)
        return refuse(TCS_6_5A_1, "tcs.no-more-hexes-either-side", EXTENT_MOST);
    for (int i = 0; i < TCS_SHEETS && out->either < ENOUGH; i++)
        for (int group = 0; group < plans->sheet[i].groups; group++) {
            if (!may_be_meant(scenario, view, part, i, group))
                continue;
            if (!count_in(part, COMMIT_SHEET))
                demand_either(out, COMMIT_SHEET, plans->sheet[i].number);
            else if (!count_in(part, COMMIT_GROUP))
                demand_either(out, COMMIT_GROUP, group + 1);
            else
                return plans->sheet[i].group[group].drawn ? commit_check(scenario, view, part)
                                                          : use_demands(scenario, view, part, out);
            break;
        }
    return out->either ? LEGAL : refuse(TCS_6_14B_1, "tcs.no-reserve-can-committed-way");
}
