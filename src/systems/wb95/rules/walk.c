/* walk.c — WB-95 sections 3 and 4.2: a unit's way, step by step.
 *
 * A unit pays twelfths of a movement point (R03) for each step: the ground of the hex it enters and the water it
 * crosses, or the rate of the road it follows (R02), nothing for works (7.1.12) or for coming into an enemy zone
 * (4.2.2); one point more to leave one, to any hex, another zone included (4.2.4, 4.2.5, 4.2.6), one for each
 * movement-disruption mission (8.2.13), one for each gun it overruns (R46). A unit that has spent nothing pays for its
 * first step at most what it has (3.1.13, R15); overruns must be paid in full (R18). A unit that enters an enemy zone
 * stops (4.2.1), and never steps from one hex to another of the same enemy unit's zone (4.2.3, R17). Units for which
 * secondary route costs a whole point and that used nothing else may take one hex of it more than they can pay
 * (table.terrain-fn4, R16). Any number may use a hex (3.1.9).
 *
 * Zones of control in a view are those that are certain; a way along hidden stacks that may have none is legal, and
 * ends where one of them stops it on the true position (R105); what the player learned then is remembered, and the unit
 * may go on another way with the MPs it has left (R110). A unit that goes on past such a stack was in no zone of it, so
 * only an overrun leaves open what a way costs: the hidden counters may be guns, a point each, or HQs.
 *
 * Stacking binds at the end of a phase (3.2.1, R94): passing through is free (3.1.10), and an order may end in a hex it
 * overfills as long as those there, the newcomer among them, can still make room, each with a step to a hex where it
 * fits. So two full stacks can change places, and no unit moves in where room could not be made again.
 *
 * One step function serves check, choices, reach and apply (walk_step.h); floods (walk_ways.c) take the price of plain
 * ground from a table (walk_cost.c). */
#include "systems/wb95/walk_step.h"

/* ---- steps ---------------------------------------------------------------------------------------- */

static void find_enemy_zones(Walker *walker)
{
    static const uint64_t nowhere[WB95_HEXES / 64];
    unsigned enemies = walker->data->enemies[walker->side];
    unsigned others = enemies & (enemies - 1);
    walker->zone[0] = enemies ? walker->view->zoc[__builtin_ctz(enemies)] : nowhere;
    walker->zone[1] = others ? walker->view->zoc[__builtin_ctz(others)] : walker->zone[0];
    walker->zone[2] = walker->side == answering_side(walker->view) ? walker->view->told_zone : walker->zone[0];
}

Walker walker_begin(const Scenario *scenario, const State *view, int side)
{
    const Wb95 *data = data_of(scenario);
    Walker walker = {.scenario = scenario,
                     .data = data,
                     .view = view,
                     .side = (uint8_t)side,
                     .resting = (uint8_t)feature_resting(data, view),
                     .slowed_nations = view->disruptions ? 1 << SOVIET : 0,
                     .bound_nations = (uint8_t)feature_bound(data),
                     .fenced_nations = (uint8_t)feature_fenced(data),
                     .strategic = in_strategic_phase(view)};
    find_enemy_zones(&walker);
    return walker;
}

Walker walker_of(const Scenario *scenario, const State *view, Piece piece)
{
    Walker walker = walker_begin(scenario, view, view->unit[piece].side);
    walker_take(&walker, piece);
    return walker;
}

/* R17: an enemy unit that covers both hexes stands in one of the two hexes that touch both. */
bool one_zone_covers(const Walker *walker, Hex from, Edge edge)
{
    const State *view = walker->view;
    for (int turn = 1; turn < EDGES; turn += 4) {
        Hex between = walker->scenario->map->next[from][(edge + turn) % EDGES];
        if (between == NO_HEX)
            continue;
        unsigned to_from = 1u << (edge + turn + 3) % EDGES;
        unsigned to_target = 1u << (edge + EDGES - turn) % EDGES;
        for (Piece piece = view->top[between]; piece != NO_PIECE; piece = view->unit[piece].below) {
            unsigned covers = zone_edges(walker->data, view, view->unit[piece].kind, between);
            if (covers & to_from && covers & to_target && is_enemy(walker->data, walker->side, view->unit[piece].side))
                return true;
        }
    }
    return false;
}

bool overrun_cost(const Walker *walker, Hex hex, Overrun *cost, Refusal *why)
{
    const State *view = walker->view;
    int guns = 0, unknown = 0;
    *cost = (Overrun){0, 0};
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below) {
        const Kind *kind = kind_of(walker->data, view, piece);
        if (!is_enemy(walker->data, walker->side, view->unit[piece].side))
            return true; /* friends and enemies never share a hex */
        unknown += kind->type == UNKNOWN;
        if (kind->type == UNKNOWN ? !may_be_weak(view, view->unit[piece].side, unknown, false)
                                  : !(kind->is & GUN) && kind->type != HQ)
            DENY(why, WB95_3_1_8, "wb95.cannot-enter-enemy-holds", walker->piece, hex, piece);
        guns += (kind->is & GUN) != 0;
    }
    if (view->top[hex] == NO_PIECE)
        return true;
    if (has_bit(view->told_held, hex))
        DENY(why, WB95_3_1_8, "wb95.cannot-enter-enemy-holds", walker->piece, hex, view->top[hex]);
    if (!(walker->kind->is & REGULAR))
        DENY(why, WB95_3_1_8, "wb95.cannot-enter-only-regular-unit", walker->piece, hex);
    bool dug_in = fortified(view, hex) || walker->data->position_cm[hex];
    const uint16_t *unseen = view->unseen[view->unit[view->top[hex]].side];
    int least = guns + (unknown > unseen[HIDDEN_HQ] ? unknown - unseen[HIDDEN_HQ] : 0);
    int most = guns + (unknown < unseen[HIDDEN_GUN] ? unknown : unseen[HIDDEN_GUN]);
    *cost = (Overrun){MP * (least + (least && dug_in)), MP * (most + (most && dug_in))};
    return true;
}

/* Why the ground is closed to it. */
Refusal closed_ground(const Walker *walker, Hex to)
{
    if (walker->kind->class == IMMOBILE)
        return refuse(WB95_15_2_1, "wb95.never-moves", walker->piece);
    if (walker->scenario->map->terrain[to] & LAKE)
        return refuse(WB95_3_1_11, "wb95.cannot-enter-nobody-goes-lake", walker->piece, to);
    return refuse(WB95_3_1_11, "wb95.cannot-enter-ground-closed-class-2", walker->piece, to);
}

Refusal step_cost(const Scenario *scenario, const State *view, Piece piece, Hex from, Edge edge, bool strategic,
                  int *cost)
{
    Walker walker = walker_of(scenario, view, piece);
    Refusal why = LEGAL;
    Step step;
    walker.strategic = strategic;
    if (step_of(&walker, from, edge, &step, &why))
        *cost = step.cost + step.overrun;
    return why;
}

static bool pay(Walker *walker, const Step *step, Refusal *why)
{
    int cost = capped(walker, step->cost) + step->overrun;
    if (cost <= walker->mp) {
        walker->mp -= cost;
    } else if (step->secondary && !step->overrun && bonus_open(walker)) {
        walker->mp = 0;
        walker->now |= BONUS_STEP;
    } else if (step->overrun && cost - step->overrun <= walker->mp) {
        DENY(why, WB95_6_1_7_2, "wb95.needs-mp-enter-overrun-guns", walker->piece, cost, step->to, walker->mp);
    } else {
        DENY(why, WB95_3_1_5, "wb95.needs-mp-enter-left", walker->piece, cost, step->to, walker->mp);
    }
    return true;
}

bool take_step(Walker *walker, Edge edge, Refusal *why)
{
    Step step;
    if (walker->now & STOPPED)
        DENY(why, WB95_4_2_1, "wb95.cannot-go-entered-enemy-zone", walker->piece, walker->hex);
    if (!step_of(walker, walker->hex, edge, &step, why) || !pay(walker, &step, why))
        return false;
    walker->hex = step.to;
    walker->now |= ACTED;
    if (!step.secondary)
        walker->now &= ~(uint32_t)SECONDARY_ONLY;
    if (step.zone)
        walker->now |= STOPPED;
    return true;
}

Refusal walker_step(Walker *walker, Edge edge)
{
    Refusal why = LEGAL;
    take_step(walker, edge, &why);
    return why;
}

Refusal walker_step_to(Walker *walker, Hex to)
{
    Edge edge = edge_towards(walker->scenario->map, walker->hex, to);
    if (edge == EDGES)
        return refuse(WB95_3_1_4, "wb95.cannot-go-step-hexes-not", walker->piece, walker->hex, to);
    return walker_step(walker, edge);
}

/* ---- where a walk may end: 3.2 ---------------------------------------------------------------------- */

static int cel_with(const Walker *walker, Hex hex)
{
    const Unit *unit = &walker->view->unit[walker->piece];
    int cel = stack_cel(walker->view, walker->side, hex);
    return unit->place == ON_MAP && unit->hex == hex ? cel : cel + unit->cel;
}

static bool kept_apart(const Walker *walker, Hex hex)
{
    return feature_apart(walker->data, walker->view, walker->piece, hex);
}

bool fits_at(const Walker *walker, Hex hex)
{
    return walker->view->top[hex] == NO_PIECE || (cel_with(walker, hex) <= STACKING_LIMIT && !kept_apart(walker, hex));
}

/* The common case at a glance: an empty neighbour on ground it can pay for, with nothing in the way. */
bool plain_step_open(const Walker *walker)
{
    const Hex *next = walker->scenario->map->next[walker->hex];
    const uint16_t *cost = walker->data->step[walker->kind->class][walker->hex];
    int most = walker->now & ACTED ? walker->mp : NEVER - 1; /* 3.1.13 */
    if (walker->fenced || walker->disrupted || walker->strategic || walker->mp <= 0 ||
        in_enemy_zone(walker, walker->hex))
        return false;
    for (int edge = 0; edge < EDGES; edge++)
        if (cost[edge] <= most && next[edge] != NO_HEX && walker->view->top[next[edge]] == NO_PIECE)
            return true;
    return false;
}

/* Whether the counter can step to a hex that has room for it, `mover` having left his own. */
static bool can_step_aside(const Walker *walker, Piece mover)
{
    const Unit *gone = &walker->view->unit[mover];
    if (walker->now & STOPPED)
        return false;
    if (plain_step_open(walker))
        return true;
    for (int edge = 0; edge < EDGES; edge++) {
        Walker next = *walker;
        if (!take_step(&next, (Edge)edge, NULL) || kept_apart(&next, next.hex))
            continue;
        bool vacated = walker->piece != mover && gone->place == ON_MAP && gone->hex == next.hex;
        if (cel_with(&next, next.hex) - (vacated ? gone->cel : 0) <= STACKING_LIMIT)
            return true;
    }
    return false;
}

/* Whether as many CELs as would be too many could leave again, `left` twelfths being left to the newcomer. */
static bool room_can_be_made(const Walker *walker, Hex hex, int left)
{
    const State *view = walker->view;
    int over = cel_with(walker, hex) - STACKING_LIMIT;
    Walker other = *walker;
    other.hex = hex;
    other.mp = left;
    other.now = (walker->now | ACTED | (in_enemy_zone(walker, hex) ? STOPPED : 0)) & ~(uint32_t)SECONDARY_ONLY;
    if (can_step_aside(&other, walker->piece))
        over -= view->unit[walker->piece].cel;
    for (Piece piece = view->top[hex]; piece != NO_PIECE && over > 0; piece = view->unit[piece].below) {
        if (piece == walker->piece || view->unit[piece].side != walker->side)
            continue;
        walker_take(&other, piece);
        if (may_move(&other, NULL) && can_step_aside(&other, walker->piece))
            over -= view->unit[piece].cel;
    }
    return over <= 0;
}

bool may_stop_at(const Walker *walker, Hex hex, int left)
{
    return fits_at(walker, hex) || (!kept_apart(walker, hex) && room_can_be_made(walker, hex, left));
}

bool walker_may_stop(const Walker *walker) { return may_stop_at(walker, walker->hex, walker->mp); }

Refusal walker_stop(const Walker *walker)
{
    if (walker_may_stop(walker))
        return LEGAL;
    int cel = cel_with(walker, walker->hex);
    if (!kept_apart(walker, walker->hex))
        return refuse(WB95_3_2_1, "wb95.may-pass-through-but-not", walker->piece, walker->hex, cel, STACKING_LIMIT);
    return refuse(WB95_STARS_2_5, "wb95.may-not-end-move-never", walker->piece, walker->hex);
}

bool can_leave(const Walker *unit) { return may_move(unit, NULL) && walker_can_go_on(unit, NULL); }

bool is_crowded(const Walker *unit) { return stack_cel(unit->view, unit->side, unit->hex) > STACKING_LIMIT; }

/* A unit that cannot leave makes no room, whatever it does. */
bool room_to_stay(const Walker *unit, Refusal *why)
{
    const State *view = unit->view;
    int cel = stack_cel(view, unit->side, unit->hex), over = cel - STACKING_LIMIT;
    Walker other = *unit;
    for (Piece piece = view->top[unit->hex]; piece != NO_PIECE && over > 0; piece = view->unit[piece].below) {
        if (piece == unit->piece || view->unit[piece].side != unit->side)
            continue;
        walker_take(&other, piece);
        if (can_leave(&other))
            over -= view->unit[piece].cel;
    }
    if (over > 0 && can_leave(unit))
        DENY(why, WB95_3_2_1, "wb95.stack-holds-cel-most-without", unit->hex, cel, STACKING_LIMIT, unit->piece);
    return true;
}
