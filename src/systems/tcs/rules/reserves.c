/* reserves.c — TCS 6.14b to 6.14d: reserves that are committed and alternates that are taken, by a Die Roll Check:
 * what was written for them goes before the rest of chapter 6 (6.14). */
#include "systems/tcs/tcs.h"

enum { SLOT_SHEET, SLOT_GROUP };

static int side_asked(const State *view) { return question(&view->head)->side; }

/* ---- 6.14d: Die Roll Checks ---------------------------------------------------------------------------------- */

enum { HOPELESS = 7 };

static Refusal may_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = side_asked(view), sheet = sheet_of(view, order), group = (int)order_value(order, SLOT_GROUP, 0) - 1;
    Refusal no = is_implemented(view, order, TCS_6_14B_2);
    if (!refused(no) && order->count > 1)
        no = is_group(scenario, view, order);
    if (refused(no))
        return no;
    if (data_of(scenario)->rating[side] >= HOPELESS)
        return refuse(TCS_6_14D_2, "tcs.rating-no-check-succeeds", data_of(scenario)->rating[side]);
    if (order->count > 1 && view->plans[side].sheet[sheet].group[group].tried)
        return refuse(TCS_6_14D_1, "tcs.group-made-check-turn", group + 1);
    return LEGAL;
}

static bool check_passes(Play *play, int side, Group *group)
{
    int die = dice_roll_hidden(play->dice, 1u << enemy_of(side)), rating = play->data->rating[side];
    group->tried = 1;
    tell_own(play, side, EVENT_ROLLED, sentence(TCS_6_14D_1, "tcs.check-needs-more-rolls", rating, die));
    tell_fact_to(play->events, EVENT_RESULT, 1u << enemy_of(side),
                 sentence(TCS_6_14D_1, "tcs.die-roll-check", WORD_CHECK + (die >= rating)),
                 fact_result(sentence(0, "%w", WORD_CHECK + (die >= rating))));
    return die >= rating;
}

static bool check_forecast(const Scenario *scenario, int side, Forecast *out)
{
    int rating = data_of(scenario)->rating[side], ways = rating < 1 ? 6 : rating > 6 ? 0 : 7 - rating;
    *out = (Forecast){.gainer = NO_SIDE, .payer = NO_SIDE, .total = 6};
    out->title = sentence(TCS_6_14D_1, "tcs.die-roll-check-more", rating);
    out->outcome[out->outcomes++] =
        (ForecastLine){.label = sentence(0, "%w", WORD_CHECK), .rule = TCS_6_14D_1, .weight = (Weight)(6 - ways)};
    out->outcome[out->outcomes++] =
        (ForecastLine){.label = sentence(0, "%w", WORD_CHECK + 1), .rule = TCS_6_14D_1, .weight = (Weight)ways};
    forecast_reduce(out);
    return true;
}

/* ---- commit NUMBER group NUMBER [MISSION] [axis HEX…] [width N] [area HEX] [objective HEX…] [radius N]  (6.14b) */

/* The radius is the area's, or that of all objectives. */
enum { COMMIT_MISSION = 2, COMMIT_AXIS, COMMIT_WIDTH, COMMIT_AREA, COMMIT_OBJECTIVE, COMMIT_RADIUS };

static int count_in(const Order *order, int slot)
{
    int count;
    order_slot(order, slot, &count);
    return count;
}

/* Which parts a mission has, and needs. */
static Refusal parts_fit(const Order *order, int mission)
{
    bool walks = mission == MISSION_ATTACK || mission == MISSION_MOVE, aims = count_in(order, COMMIT_OBJECTIVE);
    if (count_in(order, walks ? COMMIT_AREA : COMMIT_AXIS) || (!walks && count_in(order, COMMIT_WIDTH)) ||
        (walks && !aims && count_in(order, COMMIT_RADIUS)) || (aims && mission != MISSION_ATTACK))
        return refuse(TCS_6_5A_1, "tcs.not-drawn-mission", WORD_MISSION + mission);
    if (walks ? count_in(order, COMMIT_AXIS) < 2 : !count_in(order, COMMIT_AREA) || !count_in(order, COMMIT_RADIUS))
        return refuse(TCS_6_14B_2, "tcs.attack-move-needs-axis-defense");
    return LEGAL;
}

static Refusal uses_map(const Scenario *scenario, const Order *order)
{
    int axis, first = order_slot(order, COMMIT_AXIS, &axis);
    for (int i = 0; i < order->count; i++)
        if ((order->slot[i] == COMMIT_AXIS || order->slot[i] == COMMIT_AREA || order->slot[i] == COMMIT_OBJECTIVE) &&
            order->value[i] >= scenario->map->hexes)
            return refuse(TCS_6_5A_1, "tcs.only-hexes-map-drawn");
    for (int i = 1; i < axis; i++)
        if (order->value[first + i] == order->value[first + i - 1])
            return refuse(TCS_6_5A_1, "tcs.named-twice-after-other", order->value[first + i]);
    int aims, at = order_slot(order, COMMIT_OBJECTIVE, &aims);
    for (int i = 0; i < aims; i++)
        for (int j = 0; j < i; j++)
            if (order->value[at + i] == order->value[at + j])
                return refuse(TCS_6_5A_1, "tcs.objective-already", order->value[at + i]);
    return LEGAL;
}

/* What is drawn fits the mission; drawn once, it stays. */
static Refusal use_fits(const Scenario *scenario, const Plans *plans, const Group *group, const Order *order)
{
    int mission = (int)order_value(order, COMMIT_MISSION, 0) + 1;
    if (group->drawn)
        return order->count > 2 ? refuse(TCS_6_14B_2, "tcs.reserve-drawn-already-stays") : LEGAL;
    if (!count_in(order, COMMIT_MISSION))
        return refuse(TCS_6_14B_2, "tcs.first-draw-reserve");
    if (mission == MISSION_PREPARED || mission == MISSION_RESERVE)
        return refuse(TCS_6_14B_3, "tcs.reserve-committed-attack-hasty");
    Refusal no = parts_fit(order, mission);
    if (!refused(no))
        no = uses_map(scenario, order);
    if (!refused(no) && !drawing_has_room(plans, 1 + count_in(order, COMMIT_OBJECTIVE)))
        no = refuse(0, "tcs.program-keeps-no-more-drawings", TCS_DRAWINGS);
    if (refused(no))
        return no;
    return order_value(order, COMMIT_WIDTH, 0) <= EXTENT_MOST && order_value(order, COMMIT_RADIUS, 0) <= EXTENT_MOST
               ? LEGAL
               : refuse(TCS_6_5A_1, "tcs.no-more-hexes-either-side", EXTENT_MOST);
}

/* Without what the reserve shall do: whether it can be committed at all. */
Refusal reserve_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = side_asked(view), sheet = sheet_of(view, order);
    Refusal no = may_check(scenario, view, order);
    if (refused(no) || order->count < 2)
        return no;
    const Group *group = &view->plans[side].sheet[sheet].group[order->value[SLOT_GROUP] - 1];
    if (group->committed)
        return refuse(TCS_6_14B_1, "tcs.group-committed-already", order->value[SLOT_GROUP]);
    if (group->mission != MISSION_RESERVE)
        return refuse(TCS_6_14B_1, "tcs.group-not-reserve", order->value[SLOT_GROUP]);
    return group->drawn || drawing_has_room(&view->plans[side], 1)
               ? LEGAL
               : refuse(0, "tcs.program-keeps-no-more-drawings", TCS_DRAWINGS);
}

Refusal commit_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = side_asked(view), sheet = sheet_of(view, order);
    Refusal no = reserve_check(scenario, view, order);
    if (refused(no))
        return no;
    const Plans *plans = &view->plans[side];
    return use_fits(scenario, plans, &plans->sheet[sheet].group[order->value[SLOT_GROUP] - 1], order);
}

/* Objectives of an attack, by their numbers, as many as there is room for. */
static void list_objectives(const Scenario *scenario, const Plans *plans, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, COMMIT_OBJECTIVE, &count);
    int from = count ? prefix->value[first + count - 1] + 1 : 0;
    if (count < OBJECTIVES_MOST && drawing_has_room(plans, count + 2))
        choose_range(out, COMMIT_OBJECTIVE, from, scenario->map->hexes);
}

static void list_use(const Scenario *scenario, const Plans *plans, const Order *prefix, Choices *out)
{
    int mission = (int)order_value(prefix, COMMIT_MISSION, 0) + 1, axis = count_in(prefix, COMMIT_AXIS);
    bool walks = mission != MISSION_HASTY;
    int last = prefix->value[prefix->count - 1], slot = prefix->slot[prefix->count - 1];
    if (slot == COMMIT_MISSION || slot == COMMIT_AXIS)
        for (int hex = 0; hex < scenario->map->hexes && axis < DRAWING_HEXES; hex++)
            if (slot == COMMIT_MISSION || hex != last)
                choose(out, walks ? COMMIT_AXIS : COMMIT_AREA, hex);
    if (mission == MISSION_ATTACK && axis > 1 && slot < COMMIT_RADIUS)
        list_objectives(scenario, plans, prefix, out);
    if ((walks && axis > 1 && slot == COMMIT_AXIS) || slot == COMMIT_AREA || slot == COMMIT_OBJECTIVE)
        for (int extent = 0; extent <= EXTENT_MOST; extent++)
            choose(out, slot == COMMIT_AXIS ? COMMIT_WIDTH : COMMIT_RADIUS, extent);
    out->complete = walks ? axis > 1 : slot == COMMIT_RADIUS;
}

void commit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (prefix->count < 2) {
        list_by_group(scenario, view, prefix, reserve_check, out);
        return;
    }
    Order begun = order_of(prefix->verb);
    for (int i = 0; i < 2; i++)
        order_add(&begun, i, prefix->value[i]);
    if (refused(reserve_check(scenario, view, &begun)))
        return;
    const Group *group = &view->plans[side_asked(view)].sheet[sheet_of(view, prefix)].group[prefix->value[1] - 1];
    if (group->drawn)
        out->complete = prefix->count == 2;
    else if (prefix->count > 2)
        list_use(scenario, &view->plans[side_asked(view)], prefix, out);
    else
        for (int mission = MISSION_MOVE; mission <= MISSION_ATTACK; mission++)
            choose(out, COMMIT_MISSION, mission - 1);
}

static void draw_use(Play *play, int side, int sheet, const Order *order)
{
    Plans *plans = &play->state->plans[side];
    int group = order->value[SLOT_GROUP] - 1;
    Drawing drawing = {.sheet = (uint8_t)sheet, .group = (uint8_t)group, .alternate = COMMITMENT, .kind = DRAWN_AXIS};
    int mission = order_value(order, COMMIT_MISSION, 0) + 1;
    drawing.extent = (uint8_t)order_value(order, COMMIT_WIDTH, (uint16_t)usual_width(play->state));
    if (mission == MISSION_HASTY) {
        drawing.kind = DRAWN_AREA;
        drawing.extent = (uint8_t)order_value(order, COMMIT_RADIUS, 0);
    }
    for (int i = 0; i < order->count; i++)
        if (order->slot[i] == COMMIT_AXIS || order->slot[i] == COMMIT_AREA)
            drawing.hex[drawing.hexes++] = order->value[i];
    draw_on(plans, &drawing);
    for (int i = 0; i < order->count; i++) {
        Drawing objective = {.sheet = (uint8_t)sheet, .group = (uint8_t)group, .alternate = COMMITMENT, .hexes = 1};
        objective.kind = DRAWN_OBJECTIVE;
        objective.extent = (uint8_t)order_value(order, COMMIT_RADIUS, 0);
        objective.hex[0] = order->value[i];
        if (order->slot[i] == COMMIT_OBJECTIVE)
            draw_on(plans, &objective);
    }
    plans->sheet[sheet].group[group].drawn = (uint8_t)mission;
}

static void stand_where_they_are(Play *play, int side, int sheet, int group)
{
    Piece units[TCS_PIECES];
    int count = units_on(play->scenario, play->state, side, sheet, group, units);
    for (int i = 0; i < count; i++) {
        play->state->plans[side].stood[units[i]] =
            is_on_map(play->state, units[i]) ? play->state->unit[units[i]].at.hex : NO_HEX;
        note_reached(play->scenario, play->state, units[i]);
    }
}

void commit_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side, sheet = sheet_of(play->state, order), index = order->value[SLOT_GROUP] - 1;
    Group *group = &play->state->plans[side].sheet[sheet].group[index];
    if (!group->drawn)
        draw_use(play, side, sheet, order);
    if (!check_passes(play, side, group))
        return;
    group->committed = group->drawn;
    group->since = (uint8_t)play->state->head.turn;
    stand_where_they_are(play, side, sheet, index);
    settle_plans(play, side);
    tell_own(play, side, EVENT_NOTE,
             sentence(TCS_6_14B_2, "tcs.sheet-group-committed", order->value[0], index + 1,
                      WORD_MISSION + group->committed));
}

bool commit_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    (void)order;
    return check_forecast(scenario, side_asked(view), out);
}

/* ---- switch NUMBER group NUMBER to NUMBER (6.14c) ------------------------------------------------------------ */

static bool has_alternate(const Plans *plans, int sheet, int group, int alternate)
{
    return drawing_of(plans, sheet, group, DRAWN_AXIS, alternate, 0) ||
           drawing_of(plans, sheet, group, DRAWN_OBJECTIVE, alternate, 0);
}

Refusal switch_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = side_asked(view), sheet = sheet_of(view, order), group = (int)order_value(order, SLOT_GROUP, 0) - 1;
    Refusal no = may_check(scenario, view, order);
    if (refused(no) || order->count < 2)
        return no;
    const Plans *plans = &view->plans[side];
    if (plans->sheet[sheet].group[group].alternate)
        return refuse(TCS_6_14C, "tcs.group-switched-already-cannot-again", group + 1);
    for (int i = 1; i <= ALTERNATES; i++)
        if (has_alternate(plans, sheet, group, i) && (order->count < 3 || order->value[2] == i))
            return LEGAL;
    return refuse(TCS_6_14C, "tcs.no-such-alternate-drawn-group", group + 1);
}

void switch_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 3;
    if (prefix->count < 2) {
        list_by_group(scenario, view, prefix, switch_check, out);
        return;
    }
    for (int i = 1; i <= ALTERNATES && prefix->count == 2; i++) {
        Order order = *prefix;
        order_add(&order, 2, (uint16_t)i);
        if (!refused(switch_check(scenario, view, &order)))
            choose(out, 2, i);
    }
}

void switch_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side, sheet = sheet_of(play->state, order);
    Group *group = &play->state->plans[side].sheet[sheet].group[order->value[SLOT_GROUP] - 1];
    if (!check_passes(play, side, group))
        return;
    group->alternate = (uint8_t)order->value[2];
    tell_own(
        play, side, EVENT_NOTE,
        sentence(TCS_6_14C, "tcs.sheet-group-follows-alternate", order->value[0], order->value[1], order->value[2]));
}
