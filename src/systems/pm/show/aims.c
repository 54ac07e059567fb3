/* aims.c — section 4 as a player reads it: the goals of his side, and their state.
 *
 * The German takes places and stays above the points that the table requires, the Soviet holds them; either side counts
 * the Soviet units in Germany at the end of a turn. What an aim is worth to a player that weighs orders follows
 * judgement.c. */
#include "systems/pm/memo.h"

enum { NEED_WORTH = 5000 };

static void add_hexes(const uint64_t *bits, Aims *out)
{
    EACH_BIT(hex, bits, PM_WORDS)
        aim_hex(out, (Hex)hex);
}

/* 4.5: what ends the game. */
static void add_need(const Scenario *scenario, const State *view, int side, Aims *out)
{
    const Book *data = data_of(scenario);
    int turn = view->head.turn ? view->head.turn : 1, need = data->need[turn];
    if (!need)
        return;
    bool own = side == GERMAN_SIDE;
    Sentence what = own ? sentence(PM_4_5_1, "pm.points-end-turn-win", need, view->points)
                        : sentence(PM_4_5_2, "pm.fewer-points-german-end-turn", need, view->points);
    Aim *aim = aim_begin(out, own ? AIM_TAKE : AIM_HOLD, side, what);
    if (!aim)
        return;
    aim->turn = (uint16_t)turn;
    aim->met = (view->points >= need) == own;
    aim->worth = NEED_WORTH;
}

/* A place by its name; of several hexes all are needed (4.3). */
static Sentence place_words(const Scenario *scenario, const Scoring *scoring, bool own)
{
    const Place *place = &scenario->map->place_list[scoring->place];
    const Hex *hex = &scenario->map->list[place->first];
    if (place->count > 1)
        return own ? sentence(PM_4_3, "pm.take-keep-counts-both-only", hex[0], hex[1])
                   : sentence(PM_4_3, "pm.hold-german-must-both-count", hex[0], hex[1]);
    return own ? sentence(PM_4_2_1, "pm.take-keep", hex[0]) : sentence(PM_4_2_1, "pm.hold", hex[0]);
}

/* 4.2, 4.3: a place counts when all of it is German. */
static void add_place(const Scenario *scenario, const State *view, const Scoring *scoring, int side, Aims *out)
{
    const Place *place = &scenario->map->place_list[scoring->place];
    bool held = holds_place(scenario, view, scoring->place), own = side == GERMAN_SIDE;
    if (!scoring->points)
        return;
    Aim *aim = aim_begin(out, own ? AIM_TAKE : AIM_HOLD, side, place_words(scenario, scoring, own));
    if (!aim)
        return;
    aim->points = (int16_t)(own ? scoring->points : -scoring->points);
    aim->met = held == own;
    aim->times = held;
    aim->together = true;
    aim->worth = POINT_WORTH * scoring->points;
    for (int i = 0; i < place->count; i++)
        aim_hex(out, scenario->map->list[place->first + i]);
}

/* 4.4: the zone is on the map; the hexes named are the occupied ones. */
static void add_incursion(const Scenario *scenario, const State *view, int side, Aims *out)
{
    const Book *data = data_of(scenario);
    int raiders = 0;
    bool own = side == SOVIET_SIDE;
    Aim *aim = aim_begin(out, own ? AIM_TAKE : AIM_CUT, side, sentence(PM_4_4, "pm.each-soviet-unit-germany-end"));
    if (!aim)
        return;
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (data->zomo[hex] == ZOMO_GERMANY && friend_in(view, SOVIET_SIDE, (Hex)hex)) {
            raiders += count_in(view, (Hex)hex);
            aim_hex(out, (Hex)hex);
        }
    aim->points = -1;
    aim->times = (int16_t)raiders;
    aim->met = !raiders != own;
    aim->worth = POINT_WORTH;
}

static void add_beyond(const Scenario *scenario, const State *view, int side, Aims *out)
{
    const Book *data = data_of(scenario);
    int points = points_beyond(scenario, view);
    Aim *aim = aim_begin(out, side == GERMAN_SIDE ? AIM_TAKE : AIM_CUT, side,
                         sentence(PM_4_1, "pm.each-panzer-motorized-division-supply", data->beyond_most));
    if (!aim)
        return;
    aim->points = (int16_t)data->beyond_each;
    aim->times = (int16_t)(points / data->beyond_each);
    aim->met = (points == data->beyond_most) == (side == GERMAN_SIDE);
    aim->worth = POINT_WORTH * data->beyond_each;
    add_hexes(data->beyond, out);
}

void pm_aims(const Scenario *scenario, const Position *position, int side, Aims *out)
{
    const Book *data = data_of(scenario);
    const State *view = state_of(position);
    if (side != GERMAN_SIDE && side != SOVIET_SIDE)
        return;
    add_need(scenario, view, side, out);
    for (int i = 0; i < data->scorings; i++)
        add_place(scenario, view, &data->scoring[i], side, out);
    add_incursion(scenario, view, side, out);
    if (data->beyond_each)
        add_beyond(scenario, view, side, out);
}

/* ---- the scale ----------------------------------------------------------------------------------- */

static void scale_moscow(const Book *data, const State *view, Scale *out)
{
    if (data->moscow[0] == NO_HEX || view->moscow_fell)
        return;
    bool fallen = german_controls(view, data->moscow[0]) && german_controls(view, data->moscow[1]);
    scale_line(out, GERMAN_SIDE, fallen, sentence(PM_4_6_1, "pm.scale-moscow", data->moscow[0], data->moscow[1]));
}

/* What the turns after this one ask for, as far as that differs. */
static void scale_later(const Book *data, int turn, Scale *out)
{
    for (int later = turn + 1, told = 0, need = data->need[turn]; later <= data->turns && told < 2; later++)
        if (data->need[later] && data->need[later] != need) {
            need = data->need[later];
            told++;
            scale_line(out, GERMAN_SIDE, out->now >= need, sentence(PM_4_5_1, "pm.scale-later", later, need));
        }
}

void pm_scale(const Scenario *scenario, const Position *position, Scale *out)
{
    const Book *data = data_of(scenario);
    const State *view = state_of(position);
    int turn = view->head.turn ? view->head.turn : 1;
    while (turn < data->turns && !data->need[turn]) /* nothing is decided before that */
        turn++;
    int need = data->need[turn];
    int beyond = data->beyond_each && !view->head.over ? points_beyond(scenario, view) : 0;
    bool last = turn == data->turns;
    out->turn = (uint16_t)turn;
    out->points = true;
    out->side = GERMAN_SIDE;
    out->now = view->points + beyond;
    out->counted = sentence(PM_4_5_1, "pm.scale-points");
    scale_band(out, INT16_MIN, last ? SOVIET_SIDE : NO_SIDE,
               last ? sentence(PM_4_5_2, "pm.scale-soviet") : sentence(PM_4_5_2, "pm.scale-goes-on"));
    if (need)
        scale_band(out, need, GERMAN_SIDE, sentence(PM_4_5_1, "pm.scale-german"));
    scale_read(out);
    if (view->head.over) {
        out->winner = view->head.winner;
        out->verdict =
            out->winner == GERMAN_SIDE ? sentence(PM_4_5_1, "pm.scale-german") : sentence(PM_4_5_2, "pm.scale-soviet");
    }
    if (data->beyond_each)
        scale_line(out, GERMAN_SIDE, beyond > 0, sentence(PM_4_1, "pm.scale-beyond", beyond, data->beyond_most));
    scale_moscow(data, view, out);
    scale_later(data, turn, out);
}
