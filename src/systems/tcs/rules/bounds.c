/* bounds.c — R-20: where orders let a unit end its phase, and how far a hex is outside of that.
 *
 * Every hex of every move is compared with it. So what depends on the drawings alone is found once as long as they are
 * the same, for the whole map: of an axis with its objectives how many hexes are between it and each hex. The unit's
 * own part is a circle: of an attack where it began, of a defence its area, of the unassigned their centre. */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/tcs.h"

/* ---- what is drawn ---------------------------------------------------------------------------------------- */

static int beyond(const Map *map, Hex from, Hex to, int radius)
{
    int distance = map_distance(map, from, to);
    return distance > radius ? distance - radius : 0;
}

static int least(int one, int other) { return one < other ? one : other; }

/* Of the plan the group follows now: of an alternate what it does not draw is the first plan's. */
static const Drawing *plan_of(const Plans *plans, Ordered at, const Group *group, int kind, int number)
{
    int alternate = group->committed ? COMMITMENT : group->alternate;
    if (alternate != COMMITMENT && !drawing_of(plans, at.sheet, at.group, kind, alternate, 0))
        alternate = 0;
    return drawing_of(plans, at.sheet, at.group, kind, alternate, number);
}

/* The hexes of an axis, found once as long as it is drawn so: every hex of every move is held against it. Phase lines
 * are kept apart, as there are more of them while they are drawn. */
typedef struct Axis {
    Grid grid;
    Hex hex[DRAWING_HEXES], chain[CHAIN];
    int hexes, count;
} Axis;
enum { AXES = 16 };

static bool is_axis(const Axis *axis, const Grid *grid, const Drawing *drawing)
{
    return axis->hexes == drawing->hexes && axis->grid.columns == grid->columns && axis->grid.rows == grid->rows &&
           axis->grid.parity == grid->parity && axis->grid.from_bottom == grid->from_bottom &&
           !memcmp(axis->hex, drawing->hex, (size_t)drawing->hexes * sizeof *axis->hex);
}

typedef struct Axes {
    Axis axis[AXES];
    int next;
} Axes;

static const Axis *find_axis(Axes *axes, const Scenario *scenario, const Drawing *drawing)
{
    for (int i = 0; i < AXES; i++)
        if (is_axis(&axes->axis[i], &scenario->map->grid, drawing))
            return &axes->axis[i];
    Axis *axis = &axes->axis[axes->next];
    axes->next = (axes->next + 1) % AXES;
    axis->grid = scenario->map->grid;
    axis->hexes = drawing->hexes;
    memcpy(axis->hex, drawing->hex, sizeof axis->hex);
    axis->count = chain_of(scenario->map, drawing->hex, drawing->hexes, axis->chain);
    return axis;
}

static const Axis *axis_of(const Scenario *scenario, const Drawing *drawing)
{
    ROOM(Axes, axes);
    return find_axis(axes, scenario, drawing);
}

const Hex *line_chain(const Scenario *scenario, const Drawing *drawing, int *count)
{
    ROOM(Axes, lines);
    const Axis *line = find_axis(lines, scenario, drawing);
    *count = line->count;
    return line->chain;
}

const Hex *axis_chain(const Scenario *scenario, const Drawing *drawing, int *count)
{
    const Axis *axis = axis_of(scenario, drawing);
    *count = axis->count;
    return axis->chain;
}

/* ---- how far out every hex is ----------------------------------------------------------------------------- */

/* The drawings of an attack or a move. All bytes of it count. */
typedef struct Outline {
    uint16_t columns, rows, spots;
    uint8_t parity, from_bottom;
    uint8_t hexes, extent, objectives, unused;
    Hex hex[DRAWING_HEXES];
    Hex at[OBJECTIVES_MOST];
    uint8_t radius[OBJECTIVES_MOST];
} Outline;

typedef struct Belt {
    Outline outline;
    uint8_t out[TCS_SPOTS]; /* hexes between it and each hex */
} Belt;
enum { BELTS = 32 };

static void outline_of(const Map *map, const Plans *plans, Ordered at, const Group *group, const Drawing *axis,
                       Outline *out)
{
    const Drawing *objective;
    memset(out, 0, sizeof *out);
    out->columns = map->grid.columns;
    out->rows = map->grid.rows;
    out->spots = (uint16_t)map->hexes;
    out->parity = (uint8_t)map->grid.parity;
    out->from_bottom = map->grid.from_bottom;
    out->hexes = axis->hexes;
    out->extent = axis->extent;
    memcpy(out->hex, axis->hex, axis->hexes * sizeof *out->hex);
    for (int i = 0; i < OBJECTIVES_MOST && (objective = plan_of(plans, at, group, DRAWN_OBJECTIVE, i)); i++) {
        out->at[out->objectives] = objective->hex[0];
        out->radius[out->objectives++] = objective->extent;
    }
}

static void measure(const Scenario *scenario, const Drawing *axis, Belt *belt)
{
    const Outline *outline = &belt->outline;
    int count;
    const Hex *chain = axis_chain(scenario, axis, &count);
    for (int hex = 0; hex < outline->spots; hex++) {
        int nearest = UINT8_MAX;
        for (int i = 0; i < count && nearest; i++)
            nearest = least(nearest, beyond(scenario->map, chain[i], (Hex)hex, outline->extent));
        for (int i = 0; i < outline->objectives; i++)
            nearest = least(nearest, beyond(scenario->map, outline->at[i], (Hex)hex, outline->radius[i]));
        belt->out[hex] = (uint8_t)nearest;
    }
}

static const uint8_t *belt_of(const Scenario *scenario, const Plans *plans, Ordered at, const Group *group,
                              const Drawing *axis)
{
    ROOMS(Belt, belts, BELTS);
    static _Thread_local int next;
    Outline outline;
    outline_of(scenario->map, plans, at, group, axis, &outline);
    for (int i = 0; i < BELTS; i++)
        if (!memcmp(&belts[i].outline, &outline, sizeof outline))
            return belts[i].out;
    Belt *belt = &belts[next];
    next = (next + 1) % BELTS;
    belt->outline = outline;
    measure(scenario, axis, belt);
    return belt->out;
}

/* ---- of a unit --------------------------------------------------------------------------------------------- */

/* Of an Attack or a Move. Where it began: of a unit that was not there yet, where it comes in. Without an axis (6.15)
 * there is no graphic, and honesty does. */
static void bound_attack(const Scenario *scenario, const State *state, Ordered at, const Group *group, Bounds *out)
{
    const Plans *plans = &state->plans[state->unit[out->piece].side];
    const Drawing *axis = plan_of(plans, at, group, DRAWN_AXIS, 0);
    if (!axis)
        return;
    out->out = belt_of(scenario, plans, at, group, axis);
    out->centre = plans->stood[out->piece] != NO_HEX ? plans->stood[out->piece] : counter_of(scenario, out->piece)->hex;
    out->radius = START_AREA;
}

static void bound_defence(const State *state, Ordered at, const Group *group, Bounds *out)
{
    const Plans *plans = &state->plans[state->unit[out->piece].side];
    const Drawing *area = plan_of(plans, at, group, DRAWN_AREA, group->area);
    if (!area)
        return;
    out->centre = area->hex[0];
    out->radius = area->extent;
}

Bounds bounds_of(const Scenario *scenario, const State *state, Piece piece)
{
    Bounds bounds = {.piece = piece, .centre = NO_HEX};
    Ordered at;
    const Group *group = group_of(state, piece, &at);
    const Camp *camp = group ? NULL : camp_of(state, piece);
    if (group && (mission_of(group) == MISSION_ATTACK || mission_of(group) == MISSION_MOVE)) {
        bound_attack(scenario, state, at, group, &bounds);
    } else if (group) {
        bound_defence(state, at, group, &bounds);
    } else if (camp) {
        bounds.centre = camp->centre;
        bounds.radius = camp->doing == CAMP_RESTS ? LEASH : 0;
    }
    Hex start = state->unit[piece].start;
    if (camp && camp->doing != CAMP_RESTS && start != NO_HEX) /* or where it stood when failure was declared */
        start = state->plans[state->unit[piece].side].stood[piece];
    if (camp && camp->doing == CAMP_FAILS) {
        bounds.near = state->unit[piece].near;
        bounds.began = state->unit[piece].start;
        bounds.state = state;
    }
    bounds.most = start == NO_HEX ? 0 : outside(scenario, &bounds, start);
    bounds.lines = group && !group->alternate && !group->committed &&
                   drawing_of(&state->plans[state->unit[piece].side], at.sheet, at.group, DRAWN_PHASE_LINE, 0, 0);
    return bounds;
}

int outside(const Scenario *scenario, const Bounds *bounds, Hex hex)
{
    if (!bounds->out && bounds->centre == NO_HEX)
        return 0;
    int drawn = bounds->out && hex < scenario->map->hexes ? bounds->out[hex] : INT16_MAX;
    return bounds->centre == NO_HEX ? drawn : least(drawn, beyond(scenario->map, bounds->centre, hex, bounds->radius));
}

/* of a failing unit: whether an enemy nearby would be nearer than the nearest was when the phase began. */
bool comes_too_near(const Scenario *scenario, const Bounds *bounds, Hex hex)
{
    if (!bounds->near)
        return false;
    EACH_BIT(enemy, bounds->state->occupied[enemy_of(bounds->state->unit[bounds->piece].side)], TCS_WORDS)
        if (map_distance(scenario->map, hex, (Hex)enemy) < bounds->near &&
            (data_of(scenario)->all_enemies || map_distance(scenario->map, bounds->began, (Hex)enemy) <= ENEMY_RADIUS))
            return true;
    return false;
}

int stray_of(const Scenario *scenario, const State *state, Piece piece, Hex hex)
{
    Bounds bounds = bounds_of(scenario, state, piece);
    return outside(scenario, &bounds, hex);
}

/* ---- phase lines ------------------------------------------------------------------------------------------ */

/* The unit's place on the axis: its nearest hex, of several the earliest. */
static int place_on(const Scenario *scenario, const Hex *chain, int count, Hex hex)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (map_distance(scenario->map, chain[i], hex) < map_distance(scenario->map, chain[best], hex))
            best = i;
    return best;
}

static int crossing_of(const Scenario *scenario, const Hex *chain, int count, const Drawing *line)
{
    int others;
    const Hex *across = line_chain(scenario, line, &others);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < others; j++)
            if (chain[i] == across[j])
                return i;
    return count;
}

/* The turn before which the unit may not end there, because of a line that it has not passed; 0 none. */
int held_until(const Scenario *scenario, const State *state, Piece piece, Hex hex)
{
    Ordered at;
    const Group *group = group_of(state, piece, &at);
    const Plans *plans = &state->plans[state->unit[piece].side];
    const Drawing *axis = group && !group->alternate && !group->committed
                              ? drawing_of(plans, at.sheet, at.group, DRAWN_AXIS, 0, 0)
                              : NULL,
                  *line;
    int turn = 0;
    if (!axis || !drawing_of(plans, at.sheet, at.group, DRAWN_PHASE_LINE, 0, 0))
        return 0;
    int count;
    const Hex *chain = axis_chain(scenario, axis, &count);
    int place = place_on(scenario, chain, count, hex),
        before = place_on(scenario, chain, count, state->unit[piece].start);
    for (int i = 0; (line = drawing_of(plans, at.sheet, at.group, DRAWN_PHASE_LINE, 0, i)); i++) {
        int crossing = crossing_of(scenario, chain, count, line);
        crossing = before > crossing ? before : crossing; /* a unit that is across may stay, and go no farther */
        if (state->head.turn < line->extent && place > crossing && line->extent > turn)
            turn = line->extent;
    }
    return turn;
}

/* ---- of all units that go together ------------------------------------------------------------------------- */

static bool are_the_same(const Bounds *one, const Bounds *other)
{
    return one->out == other->out && one->centre == other->centre && one->radius == other->radius &&
           one->most == other->most && one->lines == other->lines && one->axis == other->axis &&
           one->gate == other->gate && one->near == other->near && one->began == other->began;
}

/* As held_until() has it, of all hexes: how far along its axis the unit may end, because of lines that still hold. */
static void find_gate(const Scenario *scenario, const State *view, Bounds *out)
{
    Ordered at;
    const Plans *plans = &view->plans[view->unit[out->piece].side];
    const Drawing *line,
        *axis = group_of(view, out->piece, &at) ? drawing_of(plans, at.sheet, at.group, DRAWN_AXIS, 0, 0) : NULL;
    out->lines = false;
    if (!axis)
        return;
    out->axis = axis_chain(scenario, axis, &out->links);
    int before = place_on(scenario, out->axis, out->links, view->unit[out->piece].start);
    for (int i = 0; (line = drawing_of(plans, at.sheet, at.group, DRAWN_PHASE_LINE, 0, i)); i++) {
        int crossing = crossing_of(scenario, out->axis, out->links, line);
        crossing = before > crossing ? before : crossing;
        if (view->head.turn >= line->extent || (out->lines && crossing >= out->gate))
            continue;
        out->gate = crossing;
        out->lines = true;
    }
}

static void add_limit(const Scenario *scenario, const State *view, Piece piece, Limits *out)
{
    Bounds bounds = bounds_of(scenario, view, piece);
    if (bounds.lines)
        find_gate(scenario, view, &bounds);
    if (!bounds.out && bounds.centre == NO_HEX && !bounds.lines)
        return;
    for (int i = 0; i < out->count; i++)
        if (are_the_same(&out->bounds[i], &bounds))
            return;
    if (out->count == LIMITS)
        out->too_many = true;
    else
        out->bounds[out->count++] = bounds;
}

void limits_of(const Scenario *scenario, const State *view, const Piece *pieces, int count, Limits *out)
{
    const Book *data = data_of(scenario);
    out->count = 0;
    out->too_many = false;
    if (!is_commanded(data) || data->command != COMMAND_STRICT)
        return;
    for (int i = 0; i < count; i++) {
        add_limit(scenario, view, pieces[i], out);
        EACH_IN(rider, view, view->unit[pieces[i]].at.hex)
            if (is_riding(view, rider) && view->unit[rider].carrier[0] == pieces[i])
                add_limit(scenario, view, rider, out);
    }
}

bool limits_allow(const Scenario *scenario, const Limits *limits, Hex hex)
{
    for (int i = 0; i < limits->count; i++) {
        const Bounds *bounds = &limits->bounds[i];
        if (is_well_inside(bounds, hex))
            continue;
        if (outside(scenario, bounds, hex) > bounds->most || comes_too_near(scenario, bounds, hex) ||
            (bounds->lines && place_on(scenario, bounds->axis, bounds->links, hex) > bounds->gate))
            return false;
    }
    return true;
}
