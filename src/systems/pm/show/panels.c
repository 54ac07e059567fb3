/* panels.c — the state of affairs in rows: points (4), what is left in the pools (2.15), reinforcements by turn (8),
 * steps to replace and units to withdraw (8.15, 8.16), aircraft (10), supply concentration (9.20), works (14.25). All
 * of it is read from the view, so a row reveals no more. */
#include "systems/pm/pm.h"

/* ---- 4: points ------------------------------------------------------------------------------- */

static void add_places(const Scenario *scenario, const State *view, bool held, Sentence label, Panels *out)
{
    const Book *data = data_of(scenario);
    int points = 0;
    for (int i = 0; i < data->scorings; i++)
        if (holds_place(scenario, view, data->scoring[i].place) == held)
            points += data->scoring[i].points;
    if (!panel_row(out, label, sentence(0, "pm.point", points)))
        return;
    for (int i = 0; i < data->scorings; i++) {
        const Place *place = &scenario->map->place_list[data->scoring[i].place];
        if (data->scoring[i].points && holds_place(scenario, view, data->scoring[i].place) == held)
            panel_hex(out, scenario->map->list[place->first]);
    }
}

static void add_score(const Scenario *scenario, const State *view, Panels *out)
{
    const Book *data = data_of(scenario);
    panel_begin(out, "score", NO_SIDE, sentence(PM_4_1, "pm.points-2"));
    PanelRow *sum = panel_row(out, sentence(0, "%s", GERMAN_SIDE), sentence(0, "%n", view->points));
    if (sum)
        sum->strong = true;
    for (int turn = view->head.turn ? view->head.turn : 1; turn <= data->turns; turn++)
        if (data->need[turn])
            panel_row(out, sentence(PM_17_2, "pm.win-end-turn", turn), sentence(0, "%n", data->need[turn]));
    add_places(scenario, view, true, sentence(PM_4_2_1, "pm.places-german-holds"), out);
    add_places(scenario, view, false, sentence(PM_4_2_1, "pm.places-still-take"), out);
}

/* ---- 2.15: pools ----------------------------------------------------------------------------- */

static int left_of(const Book *data, const uint16_t *left, int pool)
{
    int count = 0;
    for (int line = data->first_line[pool]; line < data->first_line[pool + 1]; line++)
        count += left[line];
    return count;
}

static void add_lines(const Book *data, const uint16_t *left, int pool, bool all, Panels *out)
{
    for (int line = data->first_line[pool]; line < data->first_line[pool + 1]; line++) {
        const PoolLine *row = &data->line[line];
        if (all || left[line])
            panel_row(out, sentence(0, "%n-%n-%n", row->value.attack, row->value.defence, row->value.movement),
                      all ? sentence(0, "pm.of", left[line], row->count) : sentence(0, "%n", left[line]));
    }
}

/* What an untried unit may be: both sides count the same. */
static void add_pools(const Scenario *scenario, const State *view, Panels *out)
{
    const Book *data = data_of(scenario);
    panel_begin(out, "pool", NO_SIDE, sentence(PM_2_15_1, "pm.strengths-nobody-drawn-yet"));
    for (int pool = 0; pool < POOLS; pool++) {
        if (data->first_line[pool] == data->first_line[pool + 1])
            continue;
        PanelRow *row = panel_row(out, sentence(PM_2_15_2, "%w", WORD_POOL + pool),
                                  sentence(0, "pm.left", left_of(data, view->pool_left, pool)));
        if (row)
            row->strong = true;
        add_lines(data, view->pool_left, pool, true, out);
    }
    int dead = left_of(data, view->dead_left, POOL_RD);
    if (!dead || data->beginners)
        return;
    panel_row(out, sentence(PM_8_13_2, "pm.dead-rifle-divisions-rebuilt"), sentence(0, "%n", dead));
    add_lines(data, view->dead_left, POOL_RD, false, out);
}

/* ---- 8: reinforcements ----------------------------------------------------------------------- */

static void add_box(const Scenario *scenario, const State *view, int box, int turn, int side, Sentence label,
                    Panels *out)
{
    int count = 0;
    Hex hex = box_of(data_of(scenario), box);
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
        count += view->unit[piece].side == side;
    PanelRow *row = count ? panel_row(out, label, sentence(0, "pm.counter", count)) : NULL;
    if (!row)
        return;
    row->turn = (uint8_t)turn;
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
        if (view->unit[piece].side == side)
            panel_piece(out, piece);
}

static void add_reinforcements(const Scenario *scenario, const State *view, Panels *out)
{
    int before = out->rows;
    panel_begin(out, "reinforcements", NO_SIDE, sentence(PM_8_1_1, "pm.reinforcements"));
    add_box(scenario, view, BOX_OKH_NORTH, 0, GERMAN_SIDE, sentence(PM_8_3_1, "pm.okh-north", GERMAN_SIDE), out);
    add_box(scenario, view, BOX_OKH_SOUTH, 0, GERMAN_SIDE, sentence(PM_8_3_1, "pm.okh-south", GERMAN_SIDE), out);
    add_box(scenario, view, BOX_RVGK, 0, SOVIET_SIDE, sentence(PM_8_1_3, "RVGK, %s", SOVIET_SIDE), out);
    add_box(scenario, view, BOX_PORTS, 0, SOVIET_SIDE, sentence(PM_11_3_1, "pm.southern-ports", SOVIET_SIDE), out);
    add_box(scenario, view, BOX_BRIGADES, 0, SOVIET_SIDE, sentence(PM_8_9_1, "pm.tank-brigades-dice", SOVIET_SIDE),
            out);
    for (int turn = view->head.turn ? view->head.turn : 1; turn <= data_of(scenario)->turns; turn++)
        for (int side = 0; side < PLAYERS; side++)
            add_box(scenario, view, BOX_TURN + turn - 1, turn, side, sentence(PM_3_5_1, "pm.turn", turn, side), out);
    if (out->rows == before)
        out->panels--;
}

/* ---- 8.15, 8.16: what the German gets back and gives up -------------------------------------- */

static void add_replacements(const Scenario *scenario, const State *view, Panels *out)
{
    const Book *data = data_of(scenario);
    if (data->beginners)
        return;
    panel_begin(out, "replacements", NO_SIDE, sentence(PM_8_15, "pm.replacements-withdrawals"));
    panel_row(out, sentence(PM_8_15, "pm.steps-left-german"), sentence(0, "%n", view->replacements));
    for (int i = 0; i < data->withdrawals; i++) {
        const Withdrawal *due = &data->withdrawal[i];
        if (due->turn >= view->head.turn)
            panel_row(out, sentence(PM_8_16, "pm.leave-turn", due->turn),
                      sentence(0, "pm.of-2", due->count, WORD_TYPE + due->type));
    }
}

/* ---- 10, 9.20, 14.25 ------------------------------------------------------------------------- */

static void add_aircraft(const Scenario *scenario, const State *view, Panels *out)
{
    const Book *data = data_of(scenario);
    int turn = view->head.turn ? view->head.turn : 1;
    if (data->beginners || !data->corps)
        return;
    panel_begin(out, "air", NO_SIDE, sentence(PM_10_2_1, "pm.aircraft"));
    panel_row(out, sentence(PM_17_8, "pm.each-aviation-corps-turn", turn),
              sentence(0, "pm.point", data->aviation[turn]));
    for (int corps = 0; corps < data->corps; corps++) {
        bool placed = view->corps[corps] != NO_HEX && !is_idle(view, corps);
        panel_row(out,
                  corps == data->eighth ? sentence(PM_10_3, "pm.viii-air-corps") : sentence(0, "pm.corps", corps + 1),
                  placed ? sentence(0, "pm.with", view->corps[corps]) : sentence(0, "pm.nobody"));
        if (placed)
            panel_hex(out, view->corps[corps]);
    }
    if (view->soviet_corps != NO_HEX &&
        panel_row(out, sentence(PM_10_4, "pm.aircraft-2", SOVIET_SIDE),
                  is_idle(view, SOVIET_CORPS) ? sentence(0, "pm.idle-until-next-commitment", view->soviet_corps)
                                              : sentence(0, "pm.with", view->soviet_corps)))
        panel_hex(out, view->soviet_corps);
}

static void add_concentration(const Scenario *scenario, const State *view, Panels *out)
{
    int count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        count += (view->unit[piece].now & MARKED) != 0;
    if (!view->concentrated && !view->pause && !view->gas_gone)
        return;
    panel_begin(out, "supply", NO_SIDE, sentence(PM_9_20_1, "pm.supply-concentration-pause"));
    if (view->pause)
        panel_row(out, sentence(PM_9_19_1, "pm.couplets-pause-still-come"), sentence(0, "%n", view->pause));
    if (view->gas_gone)
        panel_row(out, sentence(PM_9_19_2, "pm.pause-kept"), sentence(0, "pm.no-attenuated-supply-any-more"));
    if (!count || !panel_row(out, sentence(PM_9_20_1, "pm.counters-marker"), sentence(0, "%n", count)))
        return;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (view->unit[piece].now & MARKED)
            panel_piece(out, piece);
}

static void add_works(const Scenario *scenario, const State *view, Panels *out)
{
    const Book *data = data_of(scenario);
    if (!data->work_lines || data->beginners)
        return;
    panel_begin(out, "works", NO_SIDE, sentence(PM_14_25_1, "pm.works"));
    for (int line = 0; line < data->work_lines; line++) {
        const WorkLine *work = &data->line_of_works[line];
        Sentence state = view->active >> line & 1    ? sentence(0, "pm.built")
                         : view->aborted >> line & 1 ? sentence(0, "pm.never-built-german-first")
                                                     : sentence(0, "pm.built-turn", work->turn);
        if (!panel_row(out, sentence(PM_17_3, "%d", line), state))
            return;
        EACH_BIT(hex, work->bits, PM_WORDS)
            panel_hex(out, (Hex)hex);
    }
}

void pm_panels(const Scenario *scenario, const Position *position, int viewer, Panels *out)
{
    const State *view = state_of(position);
    (void)viewer; /* the view holds no more than he may know */
    add_score(scenario, view, out);
    add_pools(scenario, view, out);
    add_reinforcements(scenario, view, out);
    add_replacements(scenario, view, out);
    add_aircraft(scenario, view, out);
    add_concentration(scenario, view, out);
    add_works(scenario, view, out);
}
