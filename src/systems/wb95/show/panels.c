/* panels.c — the state of affairs in rows: points by the paragraph that gives them (nysa.8, stars.8), aircraft (8.1),
 * ammunition for barrages (6.5.7), reinforcements by turn (11.1). All of it is read from the view, so a row reveals no
 * more. */
#include <string.h>

#include "core/room.h"
#include "systems/wb95/fight.h"

/* ---- points ---- */

static void add_score(const Scenario *scenario, const State *view, Panels *out)
{
    ROOM(Aims, aims);
    const Wb95 *data = data_of(scenario);
    Score score;
    if (!data->special.rows)
        return;
    victory_score(scenario, view, &score);
    panel_begin(out, "score", NO_SIDE, sentence(0, "wb95.points"));
    for (int side = 0; side < scenario->sides; side++) {
        PanelRow *sum = panel_row(out, sentence(0, "%s"), sentence(0, "%n", score.points[side]));
        if (sum) {
            sum->label.arg[0] = (int16_t)side;
            sum->strong = true;
        }
        aims->aims = aims->refs = 0;
        wb95_aims(scenario, &view->head, side, aims);
        for (int i = 0; i < aims->aims; i++) {
            const Aim *aim = &aims->aim[i];
            Sentence label = aim->what;
            label.rule = aim->rule;
            if (aim->points)
                panel_row(out, label, sentence(0, "%n × %n = %n", aim->times, aim->points, aim->times * aim->points));
        }
    }
    for (int grade = 0; grade < data->victory_grades; grade++)
        panel_row(out, sentence(data->special.rule[FEATURE_TOWN_VICTORY], "%d", grade),
                  grade ? sentence(0, "wb95.difference", data->victory_low[grade]) : sentence(0, "wb95.below"));
}

/* ---- aircraft and ammunition ---- */

static bool has_air(const Scenario *scenario, const State *view)
{
    for (int side = 0; side < scenario->sides; side++)
        if (view->air_left[side] || view->air_reserve[side])
            return true;
    return false;
}

static void add_air(const Scenario *scenario, const State *view, Panels *out)
{
    if (!has_air(scenario, view))
        return;
    panel_begin(out, "air", NO_SIDE, sentence(0, "wb95.aircraft"));
    for (int side = 0; side < scenario->sides; side++) {
        Sentence value = view->air_reserve[side]
                             ? sentence(0, "wb95.sp-reserve", view->air_left[side], view->air_reserve[side])
                             : sentence(0, "%n SP", view->air_left[side]);
        panel_row(out, sentence(WB95_8_1_1_1, "%s", side), value);
    }
    for (int i = 0; i < AIR_MISSIONS; i++) {
        const AirMission *mission = &view->air[i];
        if (!mission->sp || mission->beaten)
            continue;
        panel_row(out, sentence(0, "%s: %w", mission->side, mission->mission), sentence(0, "%n SP", mission->sp));
        panel_hex(out, mission->hex);
    }
}

static void add_barrage(const Scenario *scenario, const State *view, Panels *out)
{
    bool begun = false;
    for (int side = 0; side < scenario->sides; side++) {
        if (!view->barrage_left[side])
            continue;
        if (!begun)
            panel_begin(out, "barrage", NO_SIDE, sentence(0, "wb95.barrage-ammunition"));
        begun = true;
        panel_row(out, sentence(WB95_6_5_7, "%s", side), sentence(0, "wb95.gun", view->barrage_left[side]));
    }
}

/* ---- reinforcements ---- */

static bool is_due(const State *view, const Arrival *arrival, int side, int turn)
{
    const Unit *unit = &view->unit[arrival->piece];
    return arrival->turn == turn && unit->place == NOT_YET && unit->side == side;
}

static void add_due(const Scenario *scenario, const State *view, int side, int turn, Panels *out)
{
    const Wb95 *data = data_of(scenario);
    int count = 0;
    for (int i = 0; i < data->arrivals; i++)
        count += is_due(view, &data->arrival[i], side, turn);
    if (!count)
        return;
    PanelRow *row = panel_row(out, sentence(0, "wb95.turn-3", turn, side), sentence(0, "wb95.counter", count));
    if (row)
        row->turn = (uint8_t)turn;
    for (int i = 0; i < data->arrivals; i++)
        if (is_due(view, &data->arrival[i], side, turn))
            panel_piece(out, data->arrival[i].piece);
}

static void add_reinforcements(const Scenario *scenario, const State *view, Panels *out)
{
    int before = out->rows;
    panel_begin(out, "reinforcements", NO_SIDE, sentence(WB95_11_1_1, "wb95.reinforcements"));
    for (int turn = 1; turn <= data_of(scenario)->turns; turn++)
        for (int side = 0; side < scenario->sides; side++)
            add_due(scenario, view, side, turn, out);
    if (out->rows == before)
        out->panels--;
}

void wb95_panels(const Scenario *scenario, const Position *position, int viewer, Panels *out)
{
    const State *view = state_of(position);
    (void)viewer; /* the view holds no more than he may know */
    add_score(scenario, view, out);
    add_air(scenario, view, out);
    add_barrage(scenario, view, out);
    add_reinforcements(scenario, view, out);
}
