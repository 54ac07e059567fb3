/* plan_show.c — plans as they are drawn over the map, those that exist and the one that an order would add. The other
 * side's cannot be shown until the game is over (fog.c); then both are open. */
#include "systems/tcs/tcs.h"

/* ---- sketches ------------------------------------------------------------------------------------------------- */

/* A hex and the hexes so near. */
static void add_area(Hex centre, int radius, Sketch *out)
{
    out->hex[out->hexes++] = centre;
    out->width = (uint8_t)radius;
}

static void add_objective(const Scenario *scenario, const Drawing *drawing, Sketch *out)
{
    uint64_t near[TCS_WORDS] = {0};
    map_within(scenario->map, drawing->hex[0], drawing->extent, near);
    EACH_BIT(hex, near, TCS_WORDS)
        if (out->hexes < SKETCH_HEXES)
            out->hex[out->hexes++] = (Hex)hex;
}

static Sentence sketch_label(const OpSheet *sheet, const Drawing *drawing)
{
    int number = sheet->number, group = drawing->group + 1;
    switch (drawing->kind) {
    case DRAWN_AXIS:
        return drawing->alternate && drawing->alternate != COMMITMENT
                   ? sentence(TCS_6_14C, "tcs.alternate", number, group, drawing->alternate)
                   : sentence(TCS_6_5A_1, "%n.%n", number, group);
    case DRAWN_PHASE_LINE:
        return sentence(TCS_6_5A_1, "tcs.not-before-turn", number, group, drawing->extent);
    case DRAWN_FAILURE:
        return sentence(TCS_6_5C_1, "tcs.fails", number, group);
    case DRAWN_PRELIMINARY:
        return sentence(TCS_6_14A_1, "tcs.gathers", number, group);
    default:
        return sentence(TCS_6_5A_1, "%n.%n", number, group);
    }
}

/* What the group does not follow is dashed: what an alternate does not draw is the first plan's. */
static bool is_followed(const Plans *plans, const Drawing *drawing)
{
    const OpSheet *sheet = &plans->sheet[drawing->sheet];
    const Group *group = &sheet->group[drawing->group];
    if (sheet->state != SHEET_IMPLEMENTED || drawing->kind >= DRAWN_FAILURE)
        return sheet->state == SHEET_IMPLEMENTED;
    if (group->committed)
        return drawing->alternate == COMMITMENT;
    bool draws = drawing_of(plans, drawing->sheet, drawing->group, drawing->kind, group->alternate, 0);
    return drawing->alternate == (draws ? group->alternate : 0);
}

static void add_chain(const Scenario *scenario, const Hex *hex, int hexes, Sketch *out)
{
    Hex chain[CHAIN];
    int count = chain_of(scenario->map, hex, hexes, chain);
    for (int i = 0; i < count && out->hexes < SKETCH_HEXES; i++)
        out->hex[out->hexes++] = chain[i];
}

/* The way of failure or preliminary instructions: over its waypoints to the destination, which is drawn by itself. */
static bool sketch_way(const Scenario *scenario, const Drawing *drawing, Sketch *out)
{
    Hex way[DRAWING_HEXES];
    if (drawing->kind < DRAWN_FAILURE || drawing->hexes < 2)
        return false;
    for (int i = 1; i < drawing->hexes; i++)
        way[i - 1] = drawing->hex[i];
    int hexes = drawing->hexes - 1;
    if (way[hexes - 1] != drawing->hex[0])
        way[hexes++] = drawing->hex[0];
    out->kind = SKETCH_AXIS;
    out->dashed = true;
    add_chain(scenario, way, hexes, out);
    return true;
}

static void sketch_drawing(const Scenario *scenario, const OpSheet *sheet, const Drawing *drawing, Sketch *out)
{
    static const uint8_t kinds[] = {
        [DRAWN_AXIS] = SKETCH_AXIS,       [DRAWN_OBJECTIVE] = SKETCH_OBJECTIVE, [DRAWN_AREA] = SKETCH_AREA,
        [DRAWN_PHASE_LINE] = SKETCH_LINE, [DRAWN_FAILURE] = SKETCH_OBJECTIVE,   [DRAWN_PRELIMINARY] = SKETCH_OBJECTIVE};
    out->kind = kinds[drawing->kind];
    out->label = sketch_label(sheet, drawing);
    if (drawing->kind == DRAWN_AREA) {
        add_area(drawing->hex[0], drawing->extent, out);
    } else if (drawing->kind == DRAWN_OBJECTIVE) {
        add_objective(scenario, drawing, out);
    } else if (drawing->kind == DRAWN_AXIS || drawing->kind == DRAWN_PHASE_LINE) {
        add_chain(scenario, drawing->hex, drawing->hexes, out);
        out->width = drawing->kind == DRAWN_AXIS ? drawing->extent : 0;
    } else {
        out->hex[out->hexes++] = drawing->hex[0];
    }
}

/* Sheets are numbered by each side from 1 on. */
uint16_t plan_number(int side, int number) { return (uint16_t)(side * (UINT8_MAX + 1) + number); }

/* Numbers of sketches: drawings, camps, ways of drawings, contingencies of camps, each of both sides. */
enum {
    OF_CAMPS = PLAYERS * TCS_DRAWINGS,
    OF_WAYS = OF_CAMPS + PLAYERS * TCS_CAMPS,
    OF_RETREATS = OF_WAYS + PLAYERS * TCS_DRAWINGS
};

static int sketch_camps(const State *state, int side, Sketch *out, int room)
{
    int count = 0;
    for (int i = 0; i < TCS_CAMPS && count < room; i++) {
        const Camp *camp = &state->plans[side].camp[i];
        if (!camp->doing)
            continue;
        out[count] = (Sketch){.id = (uint16_t)(OF_CAMPS + side * TCS_CAMPS + i),
                              .side = (uint8_t)side,
                              .kind = SKETCH_AREA,
                              .dashed = camp->doing != CAMP_RESTS,
                              .label = sentence(TCS_6_3A_1, "tcs.unassigned-2")};
        add_area(camp->centre, LEASH, &out[count++]);
        if (camp->retreat == NO_HEX || camp->doing != CAMP_RESTS || count == room)
            continue;
        out[count] = (Sketch){.id = (uint16_t)(OF_RETREATS + side * TCS_CAMPS + i),
                              .side = (uint8_t)side,
                              .kind = SKETCH_OBJECTIVE,
                              .dashed = true,
                              .label = sentence(TCS_6_3C_2, "tcs.unassigned-3")};
        out[count].hex[out[count].hexes] = camp->retreat;
        out[count++].hexes++;
    }
    return count;
}

static int sketch_side(const Scenario *scenario, const State *state, int side, Sketch *out, int room)
{
    const Plans *plans = &state->plans[side];
    int count = 0;
    for (int i = 0; i < TCS_DRAWINGS && count < room; i++) {
        if (!plans->drawing[i].kind)
            continue;
        const OpSheet *sheet = &plans->sheet[plans->drawing[i].sheet];
        if (sheet->state == SHEET_CLOSED && !state->head.over)
            continue;
        Sketch sketch = {.plan = plan_number(side, sheet->number), .side = (uint8_t)side};
        out[count] = sketch;
        out[count].id = (uint16_t)(side * TCS_DRAWINGS + i);
        out[count].dashed = !is_followed(plans, &plans->drawing[i]);
        sketch_drawing(scenario, sheet, &plans->drawing[i], &out[count++]);
        sketch.id = (uint16_t)(OF_WAYS + side * TCS_DRAWINGS + i);
        if (count < room && sketch_way(scenario, &plans->drawing[i], &sketch))
            out[count++] = sketch;
    }
    return count + sketch_camps(state, side, out + count, room - count);
}

int tcs_sketches(const Scenario *scenario, const Position *view, Sketch *out, int room)
{
    int count = 0;
    for (int side = 0; side < PLAYERS; side++)
        count += sketch_side(scenario, state_of(view), side, out + count, room - count);
    return count;
}

/* ---- what an order would draw ------------------------------------------------------------------------------------ */

int tcs_preview(const Scenario *scenario, const Position *view, const Order *order, Sketch *out, int room)
{
    const State *state = state_of(view);
    int side = question(view)->side;
    Drawing drawing;
    if (room < 1 || !is_commanded(data_of(scenario)))
        return 0;
    *out = (Sketch){.side = (uint8_t)side, .dashed = true};
    if (order->verb == DO_CAMP && order->count) {
        out->kind = SKETCH_AREA;
        out->label = sentence(TCS_6_3A_1, "tcs.unassigned-2");
        add_area(order->value[0], LEASH, out);
        return 1;
    }
    if (!drawing_ordered(scenario, state, order, &drawing))
        return 0;
    const OpSheet *sheet = &state->plans[side].sheet[drawing.sheet];
    out->plan = plan_number(side, sheet->number);
    Sketch way = *out;
    sketch_drawing(scenario, sheet, &drawing, out);
    out->dashed = true;
    if (room < 2 || !sketch_way(scenario, &drawing, &way))
        return 1;
    out[1] = way;
    return 2;
}

/* ---- the units it binds -------------------------------------------------------------------------------------- */

/* A reserve is on its sheet, though not under orders (6.14b-1). */
uint16_t tcs_plan_of(const Scenario *scenario, const Position *view, Piece piece)
{
    int side = state_of(view)->unit[piece].side;
    const Plans *plans = &state_of(view)->plans[side];
    for (int i = 0; i < LISTED && is_commanded(data_of(scenario)); i++) {
        const OpSheet *sheet = plans->listed[piece][i].sheet ? &plans->sheet[plans->listed[piece][i].sheet - 1] : NULL;
        if (sheet && sheet->state == SHEET_IMPLEMENTED)
            return plan_number(side, sheet->number);
    }
    return 0;
}
