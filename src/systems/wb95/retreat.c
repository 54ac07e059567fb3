/* retreat.c — WB-95 5.3 and 5.4: retreat, standing, pursuit, the advance after an elimination.
 *
 * Neither asks for MPs (3.1.2). The beaten side sends its counters back one at a time, each on its own path and as
 * far as it likes, up to the number of the result (5.3.7, R25). Every step leads one hex further from where the
 * counter fought (R86), over no big river but by a bridge, into no zone unless a friend holds the hex, which costs a
 * CEL (5.3.4); a way that would cost its last CEL is no way out and is refused. Zones that hidden counters may have
 * refuse nobody (R105): such a way is told with what it may cost, and ends in truth where a zone closes it. `stand`
 * ends it: the largest shortfall of a counter that could have gone is paid by all who did not go all the way. What
 * cannot move (guns in position, resistance groups, building HQs) owes nothing of its own as long as somebody could
 * move, but may pay for others (R26).
 *
 * Fighters of the other side may follow: first into a vacated hex, then on or beside one of the paths, whichever they
 * like, no longer than that path (5.4.3, R81). Zones do not matter (5.4.5), guns and HQs left alone are overrun for
 * nothing (6.2.4, R46). Where fighters were destroyed and no regular is left the victors may enter likewise, and go
 * one hex further by the rules of movement (5.4.10); what stops or bars pursuers, a big river or being towed, does not
 * bind them (R100). An HQ goes along with a unit that fought in its hex, the same way and at the price of that way out
 * of the MPs of one Movement Phase, never by itself and once a phase (14.3.2, R92). */
#include "systems/wb95/fight.h"
#include "systems/wb95/walk.h"

enum { WALK_PIECE, WALK_PATH, WALK_WITH };

/* ---- who goes ---- */

bool can_retreat(const Wb95 *data, const State *view, int which, int i)
{
    const Combat *combat = &view->combat;
    Piece piece = combat->force[which].unit[i];
    if (kind_of(data, view, piece)->class == IMMOBILE || is_emplaced(data, view, piece))
        return false;
    if (view->unit[piece].now & BUILDING)
        return false;
    return !stands_alone(combat, which, i);
}

static bool still_to_go(const Wb95 *data, const State *view, int which, int i)
{
    const Force *force = &view->combat.force[which];
    return alive(view, force, i) && decides_for(view, force, i) && !force->retreated[i] &&
           can_retreat(data, view, which, i);
}

/* CELs owed for hexes not taken (5.3.7, 5.3.8); Fixed Positions take one off (7.2.6). */
int shortfall(const Wb95 *data, const State *view)
{
    const Combat *combat = &view->combat;
    int beaten = beaten_force(combat), owed = 0;
    bool movable = false, any = false;
    if (beaten < 0)
        return 0;
    const Force *force = &combat->force[beaten];
    int hexes = combat->result[beaten].retreat;
    for (int i = 0; i < force->units; i++) {
        if (!alive(view, force, i) || !decides_for(view, force, i))
            continue;
        any |= !stands_alone(combat, beaten, i);
        if (!can_retreat(data, view, beaten, i))
            continue;
        movable = true;
        if (hexes - force->retreated[i] > owed)
            owed = hexes - force->retreated[i];
    }
    if (any && !movable)
        owed = hexes;
    return beaten == DEFENCE && combat->fixed_position && owed ? owed - 1 : owed;
}

/* ---- 5.3: one step back ---- */

static int retreat_limit(const State *view)
{
    int beaten = beaten_force(&view->combat);
    return beaten < 0 ? 0 : view->combat.result[beaten].retreat;
}

/* CELs that a way costs: for zones in which friends stand (5.3.4), who know what is beside them; and, where a hidden
 * zone may close it, for the hexes that would then be left of the retreat (5.3.7). */
typedef struct Toll {
    int sure, perhaps;
} Toll;

/* Whether the truth has barred that first step before. */
static bool is_barred(const State *view, Piece piece, Edge edge)
{
    const Force *force = &view->combat.force[beaten_force(&view->combat)];
    int i = force_index(force, piece);
    return !force->retreated[i] && force->path_of[i] >> edge & 1;
}

/* Whether the step may be taken; *extra counts the CELs it costs. */
static Refusal step_back(const Scenario *scenario, const State *view, Piece piece, Hex from, Edge edge, int taken,
                         Toll *extra)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    Hex to = scenario->map->next[from][edge];
    if (to == NO_HEX)
        return refuse(WB95_5_3_3_3, "%p may not retreat off the map from %h", piece, from);
    if (enemy_at(data, view, unit->side, to))
        return refuse(WB95_3_1_8, "%p cannot retreat to %h: the enemy stands there", piece, to);
    if (map_distance(scenario->map, unit->hex, to) != taken)
        return refuse(WB95_5_3_2, "after %n hex%* %p must be %n hex%* from where it fought, and %h is not", taken,
                      piece, taken, to);
    if (scenario->map->edge[from][edge] & BIG_RIVER && !bridged(data, view, from, edge))
        return refuse(WB95_5_3_5, "%p cannot retreat from %h to %h: there is no bridge over the big river", piece, from,
                      to);
    if (!may_enter(scenario, view, kind_of(data, view, piece), from, edge))
        return refuse(WB95_5_3_3_2, "%p cannot retreat to %h: the ground there is closed to it", piece, to);
    Refusal refusal = feature_step(scenario, view, piece, from, to);
    bool held = friend_at(view, unit->side, to), zone = enemy_zoc(data, view, unit->side, to);
    if (refused(refusal))
        return refusal;
    if ((zone && !held) || (taken == 1 && is_barred(view, piece, edge)))
        return refuse(WB95_5_3_3_1,
                      "%p cannot retreat to %h: an enemy zone of control covers it and no friend holds it", piece, to);
    extra->sure += zone;
    if (!extra->perhaps && perhaps_zoc(scenario, view, data->enemies[unit->side], to))
        extra->perhaps = retreat_limit(view) - taken + 1;
    if (zone && extra->sure >= unit->cel)
        return refuse(WB95_5_3_4, "%p would lose its last CEL on the way through %h", piece, to);
    return LEGAL;
}

static Refusal end_back(const Scenario *scenario, const State *view, Piece piece, Hex hex, int extra)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (stack_cel(view, unit->side, hex) + unit->cel - extra > STACKING_LIMIT)
        return refuse(WB95_5_3_6, "%p may pass %h but not end there: more than %n CEL", piece, hex, STACKING_LIMIT);
    if (feature_apart(data, view, piece, hex))
        return refuse(WB95_STARS_2_5, "%p may not share %h with its allies", piece, hex);
    return LEGAL;
}

static Refusal retreat_way(const Scenario *scenario, const State *view, Piece piece, const uint16_t *path, int length,
                           Toll *extra)
{
    Hex at = view->unit[piece].hex;
    *extra = (Toll){0, 0};
    if (length > retreat_limit(view))
        return refuse(WB95_5_3_1, "the result is a retreat of %n hex%*, not %n", retreat_limit(view), length);
    for (int i = 0; i < length; i++) {
        Edge edge = edge_between(&scenario->map->grid, at, path[i]);
        if (edge == EDGES)
            return refuse(WB95_3_1_4, "%h and %h do not touch", at, path[i]);
        Refusal refusal = step_back(scenario, view, piece, at, edge, i + 1, extra);
        if (refused(refusal))
            return refusal;
        at = path[i];
    }
    return LEGAL;
}

/* Whether a legal end lies at or beyond this hex. */
static bool way_back(const Scenario *scenario, const State *view, Piece piece, Hex at, int taken, Toll extra)
{
    if (taken && !refused(end_back(scenario, view, piece, at, extra.sure)))
        return true;
    if (taken == retreat_limit(view))
        return false;
    for (Edge edge = 0; edge < EDGES; edge++) {
        Toll more = extra;
        if (!refused(step_back(scenario, view, piece, at, edge, taken + 1, &more)) &&
            way_back(scenario, view, piece, scenario->map->next[at][edge], taken + 1, more))
            return true;
    }
    return false;
}

/* A way and its end. */
static Refusal whole_way(const Scenario *scenario, const State *view, Piece piece, const uint16_t *path, int length)
{
    Toll extra;
    Refusal refusal = retreat_way(scenario, view, piece, path, length, &extra);
    return refused(refusal) ? refusal : end_back(scenario, view, piece, path[length - 1], extra.sure);
}

/* ---- ASK_RETREAT ---- */

static Refusal retreat_check(const Scenario *scenario, const State *view, const Order *order)
{
    if (order->verb == DO_STAND)
        return LEGAL;
    int beaten = beaten_force(&view->combat);
    const Force *force = &view->combat.force[beaten];
    Piece piece = order_value(order, WALK_PIECE, NO_PIECE);
    int i = force_index(force, piece);
    if (i < 0 || !alive(view, force, i))
        return refuse(WB95_5_3_1, "%p is not among those who must retreat", piece);
    if (!decides_for(view, force, i))
        return refuse(WB95_5_1_8, "%p is another's: its owner decides whether it retreats", piece);
    if (force->retreated[i])
        return refuse(WB95_5_3_2, "%p has retreated already", piece);
    if (stands_alone(&view->combat, beaten, i))
        return refuse(kind_of(data_of(scenario), view, piece)->is & GUN ? WB95_6_6_4 : WB95_5_1_9_2,
                      "%p was caught alone and cannot retreat", piece);
    if (is_emplaced(data_of(scenario), view, piece))
        return refuse(WB95_6_2_3, "%p is in combat setup and cannot retreat", piece);
    if (view->unit[piece].now & BUILDING)
        return refuse(WB95_14_3_4, "%p is building a bridge and stays", piece);
    if (!can_retreat(data_of(scenario), view, beaten, i))
        return refuse(WB95_15_2_1, "%p cannot move", piece);
    int length, first = order_slot(order, WALK_PATH, &length);
    return whole_way(scenario, view, piece, order->value + first, length);
}

static void list_retreaters(const Scenario *scenario, const State *view, Choices *out, bool one)
{
    int beaten = beaten_force(&view->combat);
    const Force *force = &view->combat.force[beaten];
    for (int i = 0; i < force->units; i++)
        if (still_to_go(data_of(scenario), view, beaten, i) &&
            way_back(scenario, view, force->unit[i], view->unit[force->unit[i]].hex, 0, (Toll){0, 0})) {
            choose(out, one ? SLOT_VERB : WALK_PIECE, one ? DO_RETREAT : force->unit[i]);
            if (one)
                return;
        }
}

static void retreat_choices(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (prefix->verb == NO_VERB) {
        list_retreaters(scenario, view, out, true);
        choose(out, SLOT_VERB, DO_STAND);
        return;
    }
    if (prefix->verb == DO_STAND) {
        out->complete = true;
        return;
    }
    if (!prefix->count) {
        list_retreaters(scenario, view, out, false);
        return;
    }
    Piece piece = prefix->value[0];
    int length, beaten = beaten_force(&view->combat), first = order_slot(prefix, WALK_PATH, &length);
    Toll extra;
    int i = force_index(&view->combat.force[beaten], piece);
    if (i < 0 || !still_to_go(data_of(scenario), view, beaten, i) ||
        refused(retreat_way(scenario, view, piece, prefix->value + first, length, &extra)))
        return;
    Hex at = length ? prefix->value[first + length - 1] : view->unit[piece].hex;
    out->complete = length && !refused(end_back(scenario, view, piece, at, extra.sure));
    for (Edge edge = 0; edge < EDGES && length < retreat_limit(view); edge++) {
        Toll more = extra;
        if (!refused(step_back(scenario, view, piece, at, edge, length + 1, &more)) &&
            way_back(scenario, view, piece, scenario->map->next[at][edge], length + 1, more))
            choose(out, WALK_PATH, scenario->map->next[at][edge]);
    }
}

/* A hex at distance n is reached in step n, so the flood goes ring by ring; the cost counts hexes, and CEL_COST for
 * every CEL lost on the way. The flood prefers what costs least for certain, then what may. To lose one on purpose, so
 * as to fit into a full stack, is left to the list of steps. */
static void retreat_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    static _Thread_local Flood flood;
    int beaten = beaten_force(&view->combat);
    Piece piece = order_value(prefix, WALK_PIECE, NO_PIECE);
    int i = piece == NO_PIECE ? -1 : force_index(&view->combat.force[beaten], piece);
    if (i < 0 || !still_to_go(data_of(scenario), view, beaten, i))
        return;
    Hex start = view->unit[piece].hex, hex;
    flood_begin(&flood, FLOOD_COSTS - 1);
    flood_reach(&flood, start, 0, NO_HEX);
    while ((hex = flood_next(&flood)) != NO_HEX) {
        int taken = flood.cost[hex] % MAYBE_COST;
        Toll extra = {flood.cost[hex] / CEL_COST, flood.cost[hex] % CEL_COST / MAYBE_COST};
        out->cost[hex] = (uint16_t)(taken + extra.sure * CEL_COST);
        out->most[hex] = (uint16_t)(out->cost[hex] + extra.perhaps * CEL_COST);
        out->from[hex] = flood.from[hex];
        if (taken && !refused(end_back(scenario, view, piece, hex, extra.sure)))
            out->hex[out->count++] = hex;
        for (Edge edge = 0; edge < EDGES && taken < retreat_limit(view); edge++) {
            Toll more = extra;
            if (!refused(step_back(scenario, view, piece, hex, edge, taken + 1, &more)))
                flood_reach(&flood, scenario->map->next[hex][edge],
                            taken + 1 + more.perhaps * MAYBE_COST + more.sure * CEL_COST, hex);
        }
    }
}

/* The same path is one path, for tests and pursuers (R27). */
static int remember_path(Combat *combat, Hex start, const uint16_t *path, int length)
{
    struct Path taken = {.length = (uint8_t)length, .hex = {start}};
    for (int i = 0; i < length; i++)
        taken.hex[i + 1] = path[i];
    for (int p = 0; p < combat->paths; p++) {
        bool same = combat->path[p].length == length;
        for (int i = 0; same && i <= length; i++)
            same = combat->path[p].hex[i] == taken.hex[i];
        if (same)
            return p;
    }
    combat->path[combat->paths] = taken;
    return combat->paths++;
}

/* The first counter of the beaten that stays where it could go, or where nobody can; NO_PIECE if none does. */
static Piece first_stander(const Wb95 *data, const State *view)
{
    int beaten = beaten_force(&view->combat);
    const Force *force = &view->combat.force[beaten];
    bool movable = false;
    for (int i = 0; i < force->units; i++)
        movable |= alive(view, force, i) && decides_for(view, force, i) && can_retreat(data, view, beaten, i);
    for (int i = 0; i < force->units; i++)
        if (alive(view, force, i) && decides_for(view, force, i) &&
            force->retreated[i] < view->combat.result[beaten].retreat && !stands_alone(&view->combat, beaten, i) &&
            (!movable || can_retreat(data, view, beaten, i)))
            return force->unit[i];
    return NO_PIECE;
}

static void tell_stand(Play *play)
{
    const State *state = play->state;
    Piece stander = first_stander(play->data, state);
    if (stander == NO_PIECE)
        return;
    const Unit *unit = &state->unit[stander];
    int owed = shortfall(play->data, state);
    tell(play->events, EVENT_NOTE, 0,
         owed ? sentence(WB95_5_3_7, "%s stands at %h: %n CEL to lose", unit->side, unit->hex, owed)
              : sentence(WB95_7_2_6, "%s stands at %h: Fixed Positions take the loss away", unit->side, unit->hex));
}

/* How far the truth lets it go; what stops it is told, and a first step that failed is not tried again (R105). */
static int true_length(Play *play, Piece piece, const uint16_t *path, int length)
{
    State *state = play->state;
    Force *force = &state->combat.force[beaten_force(&state->combat)];
    Refusal why = whole_way(play->scenario, state, piece, path, length);
    if (!refused(why))
        return length;
    tell(play->events, EVENT_REVEALED, 0, why.why);
    while (--length && refused(whole_way(play->scenario, state, piece, path, length)))
        ;
    if (!length)
        force->path_of[force_index(force, piece)] |=
            (uint8_t)(1u << edge_between(&play->scenario->map->grid, state->unit[piece].hex, path[0]));
    return length;
}

static void fall_back(Play *play, Piece piece, const uint16_t *path, int length)
{
    State *state = play->state;
    Combat *combat = &state->combat;
    Force *force = &combat->force[beaten_force(combat)];
    Hex start = state->unit[piece].hex, at = start;
    int i = force_index(force, piece);
    force->path_of[i] = (uint8_t)remember_path(combat, start, path, length);
    force->retreated[i] = (uint8_t)length;
    state->unit[piece].now |= RETREATED;
    for (int step = 0; step < length && state->unit[piece].place == ON_MAP; step++) {
        Edge edge = edge_between(&play->scenario->map->grid, at, path[step]);
        at = path[step];
        bool costly = enemy_zoc(play->data, state, state->unit[piece].side, at);
        if (!step_into(play, piece, edge, false) || !costly)
            continue;
        lose_cel(play, piece, 1, combat->force[!beaten_force(combat)].leading, WB95_5_3_4);
        user_paid(state, force, i); /* a loss like any other */
    }
    tell(play->events, EVENT_RETREATED, 0, sentence(WB95_5_3_1, "%p retreats from %h to %h", piece, start, at));
}

static void retreat_apply(Play *play, const Order *order)
{
    if (order->verb == DO_STAND) {
        tell_stand(play);
        answered(play->state);
        combat_continue(play);
        return;
    }
    int length, first = order_slot(order, WALK_PATH, &length);
    length = true_length(play, order->value[0], order->value + first, length);
    if (length)
        fall_back(play, order->value[0], order->value + first, length);
    settle_question(play, &retreat_handler);
}

static Sentence retreat_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(WB95_5_3_7, "%s: retreat %n hex%*, or stand and pay a CEL for each", question(&view->head)->side,
                    retreat_limit(view));
}

const Handler retreat_handler = {.choices = retreat_choices,
                                 .check = retreat_check,
                                 .apply = retreat_apply,
                                 .prompt = retreat_prompt,
                                 .reach = retreat_reach};

/* ---- 5.4: pursuit ---- */

/* Whether it may follow, or advance where it is towed; HQs do neither by themselves. */
static bool may_go_after(const Wb95 *data, const State *view, int i)
{
    const Combat *combat = &view->combat;
    const Force *force = &combat->force[combat->pursuer];
    if (!alive(view, force, i) || !decides_for(view, force, i) || force->pursued >> i & 1)
        return false;
    const Kind *kind = kind_of(data, view, force->unit[i]);
    return !(kind->is & GUN) && kind->class != IMMOBILE && kind->type != HQ;
}

static bool may_pursue(const Wb95 *data, const State *view, int i)
{
    return may_go_after(data, view, i) &&
           !(kind_of(data, view, view->combat.force[view->combat.pursuer].unit[i])->is & TOWED); /* 5.4.9 */
}

/* Whether somebody stands there whom this pursuer cannot brush aside. Regular units overrun guns and HQs
 * (6.1.7, 9.1.5); a resistance group only where it was beaten (R26). */
static bool held_against(const Wb95 *data, const State *view, Piece piece, Hex hex, bool beaten_there)
{
    bool regular = kind_of(data, view, piece)->is & REGULAR;
    int unknown = 0;
    for (Piece other = view->top[hex]; other != NO_PIECE; other = view->unit[other].below) {
        if (!hostile(data, view, piece, other) && !hostile(data, view, other, piece))
            continue;
        const Kind *kind = kind_of(data, view, other);
        unknown += kind->type == UNKNOWN;
        bool solid = kind->type == UNKNOWN ? !may_be_weak(view, view->unit[other].side, unknown, beaten_there)
                                           : kind->is & REGULAR || (kind->type == RG && !beaten_there);
        if (!regular || solid)
            return true;
    }
    return false;
}

/* A hex where fighters of the other force stood, and some were destroyed or left. */
static bool beaten_hex(const State *view, Hex hex)
{
    const Force *force = &view->combat.force[!view->combat.pursuer];
    for (int i = 0; i < force->units; i++)
        if (force->fought_at[i] == hex && (!alive(view, force, i) || force->retreated[i]))
            return true;
    return false;
}

static bool destroyed_at(const State *view, Hex hex)
{
    const Force *force = &view->combat.force[!view->combat.pursuer];
    for (int i = 0; i < force->units; i++)
        if (force->fought_at[i] == hex && !alive(view, force, i) && !force->retreated[i])
            return true;
    return false;
}

/* Ground and scenario bans of one step of pursuit. */
static Refusal step_after(const Scenario *scenario, const State *view, Piece piece, Hex from, Edge edge)
{
    const Wb95 *data = data_of(scenario);
    Hex to = scenario->map->next[from][edge];
    if (to == NO_HEX)
        return refuse(WB95_5_4_7, "%p may not pursue off the map from %h", piece, from);
    if (held_against(data, view, piece, to, beaten_hex(view, to)))
        return refuse(WB95_3_1_8, "%p cannot enter %h: the enemy stands there", piece, to);
    if (!may_enter(scenario, view, kind_of(data, view, piece), from, edge))
        return refuse(WB95_5_4_7, "%p cannot enter %h: the ground there is closed to it", piece, to);
    return feature_step(scenario, view, piece, from, to);
}

static bool near_path(const Scenario *scenario, const struct Path *path, Hex hex)
{
    for (int i = 0; i <= path->length; i++)
        if (map_distance(scenario->map, path->hex[i], hex) <= 1)
            return true;
    return false;
}

/* A walk under way: the hexes so far, and which rule lets it go on. */
typedef struct Chase {
    Piece piece;
    int length;
    Hex hex[LONGEST_RETREAT + 1];
    bool crossed; /* a big river: stop (5.4.8) */
} Chase;

static Hex chase_at(const State *view, const Chase *chase)
{
    return chase->length ? chase->hex[chase->length - 1] : view->unit[chase->piece].hex;
}

/* One more step along the given path of retreat (5.4.2, 5.4.4, 5.4.6). */
static Refusal follow(const Scenario *scenario, const State *view, const Chase *chase, const struct Path *path, Hex to)
{
    if (chase->crossed)
        return refuse(WB95_5_4_8, "%p has crossed a big river at %h and stops there", chase->piece,
                      chase_at(view, chase));
    if (!chase->length && to != path->hex[0])
        return refuse(WB95_5_4_4, "%p must first enter %h, which the enemy left", chase->piece, path->hex[0]);
    if (chase->length >= path->length)
        return refuse(WB95_5_4_6, "%p may pursue %n hex%*, as far as the enemy went", chase->piece, path->length);
    if (!near_path(scenario, path, to))
        return refuse(WB95_5_4_2, "%h is neither on the path of the retreat nor beside it", to);
    return LEGAL;
}

/* One step of movement from a hex it came to, with the MPs of a whole phase. */
static Refusal step_on(const Scenario *scenario, const State *view, Piece piece, Hex from, Edge edge)
{
    Walker walker = walker_of(scenario, view, piece);
    walker.hex = from;
    walker.mp = allowance(scenario, view, piece, false);
    walker.now &= ~(uint32_t)(ACTED | STOPPED | SECONDARY_ONLY);
    return walker_step(&walker, edge);
}

/* One more step into, and beyond, a hex whose holders were destroyed (5.4.10, R100). */
static Refusal advance(const Scenario *scenario, const State *view, const Chase *chase, Edge edge, Hex to)
{
    if (!chase->length)
        return destroyed_at(view, to)
                   ? LEGAL
                   : refuse(WB95_5_4_4, "%p must first enter a hex that the enemy left", chase->piece);
    if (!destroyed_at(view, chase->hex[0]) || chase->length > 1)
        return refuse(WB95_5_4_10, "%p may enter the hex of the destroyed enemy and go one hex further", chase->piece);
    if (enemy_zoc(data_of(scenario), view, view->unit[chase->piece].side, chase->hex[0]))
        return refuse(WB95_5_4_10, "%p must stop at %h: an enemy zone of control covers it", chase->piece,
                      chase->hex[0]);
    return step_on(scenario, view, chase->piece, chase->hex[0], edge);
}

/* Which paths still fit the walk so far: bit per path, and one for the advance. */
typedef struct Ways {
    uint64_t paths;
    bool advance;
} Ways;

static Refusal chase_step(const Scenario *scenario, const State *view, Chase *chase, Ways *ways, Hex to)
{
    const Combat *combat = &view->combat;
    Hex from = chase_at(view, chase);
    Edge edge = edge_between(&scenario->map->grid, from, to);
    Refusal refusal = LEGAL;
    if (edge == EDGES)
        return refuse(WB95_3_1_4, "%h and %h do not touch", from, to);
    if (chase->length > LONGEST_RETREAT)
        return refuse(WB95_5_4_6, "%p cannot pursue so far", chase->piece);
    Ways left = {0};
    for (int p = 0; p < combat->paths; p++) {
        if (!(ways->paths >> p & 1))
            continue;
        Refusal why = follow(scenario, view, chase, &combat->path[p], to);
        if (!refused(why))
            left.paths |= 1ull << p;
        else if (!refused(refusal))
            refusal = why;
    }
    if (ways->advance) {
        Refusal why = advance(scenario, view, chase, edge, to);
        left.advance = !refused(why);
        if (refused(why) && !refused(refusal))
            refusal = why;
    }
    if (!left.paths && !left.advance)
        return refused(refusal) ? refusal : refuse(WB95_5_4_1, "nobody retreated for %p to pursue", chase->piece);
    refusal = step_after(scenario, view, chase->piece, from, edge);
    if (refused(refusal))
        return refusal;
    chase->crossed = scenario->map->edge[from][edge] & BIG_RIVER;
    chase->hex[chase->length++] = to;
    *ways = left;
    return LEGAL;
}

/* `company`: CELs of the HQs that go along. */
static Refusal end_chase(const Scenario *scenario, const State *view, const Chase *chase, int company)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &view->unit[chase->piece];
    Hex hex = chase_at(view, chase);
    if (hex != unit->hex && stack_cel(view, unit->side, hex) + unit->cel + company > STACKING_LIMIT)
        return refuse(WB95_3_2_1, "%p cannot end its pursuit at %h: more than %n CEL", chase->piece, hex,
                      STACKING_LIMIT);
    if (feature_apart(data, view, chase->piece, hex))
        return refuse(WB95_STARS_2_5, "%p may not share %h with its allies", chase->piece, hex);
    return LEGAL;
}

/* What is towed does not pursue (5.4.9), but advances. */
static Ways all_ways(const Wb95 *data, const State *view, Piece piece)
{
    const Combat *combat = &view->combat;
    bool free = beaten_force(combat) != combat->pursuer, towed = kind_of(data, view, piece)->is & TOWED;
    return (Ways){free && combat->paths && !towed ? ~0ull >> (64 - combat->paths) : 0, free};
}

static bool chase_ends(const Scenario *scenario, const State *view, const Chase *chase, Ways ways)
{
    if (chase->length && !refused(end_chase(scenario, view, chase, 0)))
        return true;
    for (Edge edge = 0; edge < EDGES; edge++) {
        Chase longer = *chase;
        Ways left = ways;
        Hex to = scenario->map->next[chase_at(view, chase)][edge];
        if (to != NO_HEX && !refused(chase_step(scenario, view, &longer, &left, to)) &&
            chase_ends(scenario, view, &longer, left))
            return true;
    }
    return false;
}

static Refusal chase_prefix(const Scenario *scenario, const State *view, const Order *order, Chase *chase, Ways *ways)
{
    int length, first = order_slot(order, WALK_PATH, &length);
    *chase = (Chase){.piece = order_value(order, WALK_PIECE, NO_PIECE)};
    *ways = all_ways(data_of(scenario), view, chase->piece);
    for (int i = 0; i < length; i++) {
        Refusal refusal = chase_step(scenario, view, chase, ways, order->value[first + i]);
        if (refused(refusal))
            return refusal;
    }
    return LEGAL;
}

/* ---- 14.3.2: HQs that go along (R92) ---- */

/* Where the way leads, as the HQ would go it. */
static Refusal way_along(const Scenario *scenario, const State *view, const Chase *chase, const Ways *ways, Piece hq)
{
    Hex from = view->unit[hq].hex;
    int cost = 0, most = allowance(scenario, view, hq, false);
    for (int i = 0; i < chase->length; from = chase->hex[i++]) {
        Edge edge = edge_between(&scenario->map->grid, from, chase->hex[i]);
        int step = march_cost(scenario, view, hq, from, edge);
        if (step == NEVER)
            return refuse(WB95_5_4_7, "%p cannot enter %h: the ground there is closed to it", hq, chase->hex[i]);
        Refusal refusal = feature_step(scenario, view, hq, from, chase->hex[i]);
        if (!refused(refusal) && i && !ways->paths)
            refusal = step_on(scenario, view, hq, from, edge); /* the advance is movement (R100) */
        if (refused(refusal))
            return refusal;
        cost += step;
    }
    if (cost > most)
        return refuse(WB95_3_1_5, "%p would need %t MP to go along and has %t", hq, cost, most);
    return LEGAL;
}

static Refusal company_refusal(const Scenario *scenario, const State *view, const Chase *chase, const Ways *ways,
                               Piece hq)
{
    const Unit *unit = &view->unit[hq], *leader = &view->unit[chase->piece];
    if (unit->place != ON_MAP || unit->side != leader->side || kind_of(data_of(scenario), view, hq)->type != HQ)
        return refuse(WB95_5_4_1, "%p is no headquarters of yours: only those go along", hq);
    if (unit->hex != leader->hex)
        return refuse(WB95_5_4_1, "%p at %h cannot go along with %p, which fought at %h", hq, unit->hex, chase->piece,
                      leader->hex);
    if (unit->now & BUILDING)
        return refuse(WB95_14_3_4, "%p is building a bridge and stays", hq);
    if (unit->now & PURSUED)
        return refuse(WB95_5_4_6, "%p has gone along with a pursuit in this phase", hq);
    if (feature_apart(data_of(scenario), view, hq, chase_at(view, chase)))
        return refuse(WB95_STARS_2_5, "%p may not share %h with its allies", hq, chase_at(view, chase));
    return way_along(scenario, view, chase, ways, hq);
}

/* The whole company: who goes along, and whether all of them find room. */
static Refusal end_together(const Scenario *scenario, const State *view, const Order *order, const Chase *chase,
                            const Ways *ways)
{
    int count, first = order_slot(order, WALK_WITH, &count), company = 0;
    for (int i = first; i < first + count; i++) {
        Refusal refusal = company_refusal(scenario, view, chase, ways, order->value[i]);
        if (refused(refusal))
            return refusal;
        company += view->unit[order->value[i]].cel;
    }
    return end_chase(scenario, view, chase, company);
}

/* Those that may be named after the last one, ascending. */
static void list_company(const Scenario *scenario, const State *view, const Order *prefix, const Chase *chase,
                         const Ways *ways, Choices *out)
{
    const Wb95 *data = data_of(scenario);
    int count, first = order_slot(prefix, WALK_WITH, &count);
    if (count >= scenario->system->orders[DO_PURSUE].slot[WALK_WITH].most)
        return;
    for (int i = 0; i < data->headquarters; i++) {
        Order with = *prefix;
        Piece hq = data->headquarter[i];
        if (view->unit[hq].hex == view->unit[chase->piece].hex && (!count || hq > prefix->value[first + count - 1]) &&
            order_add(&with, WALK_WITH, hq) && !refused(end_together(scenario, view, &with, chase, ways)))
            choose(out, WALK_WITH, hq);
    }
}

/* Takes an HQ the way its unit went. */
static void go_along(Play *play, Piece hq, const uint16_t *way, int length)
{
    State *state = play->state;
    Hex start = state->unit[hq].hex, at = start;
    state->unit[hq].now |= PURSUED;
    for (int i = 0; i < length; at = way[i++])
        step_into(play, hq, edge_between(&play->scenario->map->grid, at, way[i]), false);
    tell(play->events, EVENT_ADVANCED, 0, sentence(WB95_14_3_2_1, "%p goes along from %h to %h", hq, start, at));
}

/* A way, its end and its company. */
static Refusal whole_chase(const Scenario *scenario, const State *view, const Order *order)
{
    Chase chase;
    Ways ways;
    Refusal refusal = chase_prefix(scenario, view, order, &chase, &ways);
    return refused(refusal) ? refusal : end_together(scenario, view, order, &chase, &ways);
}

/* ---- ASK_PURSUIT ---- */

static Refusal pursuit_check(const Scenario *scenario, const State *view, const Order *order)
{
    if (order->verb == DO_HALT)
        return LEGAL;
    const Force *force = &view->combat.force[view->combat.pursuer];
    Piece piece = order_value(order, WALK_PIECE, NO_PIECE);
    int i = force_index(force, piece);
    if (i < 0 || !alive(view, force, i))
        return refuse(WB95_5_4_1, "%p did not fight here: only fighters pursue", piece);
    if (!decides_for(view, force, i))
        return refuse(WB95_5_1_8, "%p is another's: its owner decides whether it pursues", piece);
    if (force->pursued >> i & 1)
        return refuse(WB95_5_4_6, "%p has pursued already", piece);
    const Kind *kind = kind_of(data_of(scenario), view, piece);
    if (kind->is & GUN)
        return refuse(WB95_5_4_9, "%p is towed and cannot pursue", piece);
    if (view->unit[piece].now & BUILDING)
        return refuse(WB95_14_3_4, "%p is building a bridge and stays", piece);
    if (kind->type == HQ)
        return refuse(WB95_5_4_1, "%p does not pursue by itself: it goes along with a unit that does", piece);
    if (!may_go_after(data_of(scenario), view, i))
        return refuse(WB95_15_2_1, "%p cannot move", piece);
    Refusal refusal = named_twice(order, WALK_PATH);
    if (!refused(refusal))
        refusal = whole_chase(scenario, view, order);
    if (refused(refusal) && kind->is & TOWED && refusal.why.rule == WB95_5_4_4)
        return refuse(WB95_5_4_9, "%p is towed and cannot pursue", piece);
    return refusal;
}

static void list_pursuers(const Scenario *scenario, const State *view, Choices *out, bool one)
{
    const Force *force = &view->combat.force[view->combat.pursuer];
    for (int i = 0; i < force->units; i++) {
        Chase chase = {.piece = force->unit[i]};
        if (!may_go_after(data_of(scenario), view, i) ||
            !chase_ends(scenario, view, &chase, all_ways(data_of(scenario), view, chase.piece)))
            continue;
        choose(out, one ? SLOT_VERB : WALK_PIECE, one ? DO_PURSUE : force->unit[i]);
        if (one)
            return;
    }
}

static void pursuit_choices(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (prefix->verb == NO_VERB) {
        list_pursuers(scenario, view, out, true);
        choose(out, SLOT_VERB, DO_HALT);
        return;
    }
    if (prefix->verb == DO_HALT) {
        out->complete = true;
        return;
    }
    if (!prefix->count) {
        list_pursuers(scenario, view, out, false);
        return;
    }
    Chase chase;
    Ways ways;
    int i = force_index(&view->combat.force[view->combat.pursuer], prefix->value[0]);
    int length, with;
    order_slot(prefix, WALK_PATH, &length);
    order_slot(prefix, WALK_WITH, &with);
    if (i < 0 || !may_go_after(data_of(scenario), view, i) ||
        refused(chase_prefix(scenario, view, prefix, &chase, &ways)))
        return;
    out->complete = length && !refused(end_together(scenario, view, prefix, &chase, &ways));
    if (out->complete)
        list_company(scenario, view, prefix, &chase, &ways, out);
    for (Edge edge = 0; edge < EDGES && !with; edge++) {
        Chase longer = chase;
        Ways left = ways;
        Hex to = scenario->map->next[chase_at(view, &chase)][edge];
        if (to != NO_HEX && !refused(chase_step(scenario, view, &longer, &left, to)) &&
            chase_ends(scenario, view, &longer, left))
            choose(out, WALK_PATH, to);
    }
}

/* Breadth first; a hex is kept with the shortest walk to it. */
static void pursuit_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    enum { WALKS = 64 };
    struct {
        Chase chase;
        Ways ways;
    } trail[WALKS];
    Piece piece = order_value(prefix, WALK_PIECE, NO_PIECE);
    int with, i = piece == NO_PIECE ? -1 : force_index(&view->combat.force[view->combat.pursuer], piece);
    order_slot(prefix, WALK_WITH, &with);
    if (i < 0 || with || !may_go_after(data_of(scenario), view, i))
        return;
    int made = 1;
    trail[0].chase = (Chase){.piece = piece};
    trail[0].ways = all_ways(data_of(scenario), view, piece);
    for (int at = 0; at < made; at++)
        for (Edge edge = 0; edge < EDGES && made < WALKS; edge++) {
            Hex from = chase_at(view, &trail[at].chase), to = scenario->map->next[from][edge];
            bool known = to == NO_HEX || to == view->unit[piece].hex;
            for (int j = 1; j < made && !known; j++)
                known = chase_at(view, &trail[j].chase) == to;
            trail[made] = trail[at];
            if (known || refused(chase_step(scenario, view, &trail[made].chase, &trail[made].ways, to)))
                continue;
            out->cost[to] = out->most[to] = (uint16_t)trail[made].chase.length;
            out->from[to] = from;
            if (!refused(end_chase(scenario, view, &trail[made].chase, 0)))
                out->hex[out->count++] = to;
            made++;
        }
}

/* Whoever was left behind by the beaten dies when the enemy comes in (R26): guns, HQs and resistance groups. */
static void overrun_left(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    Piece there[STACK];
    int count = stack_of(state, hex, there);
    for (int i = 0; i < count; i++) {
        if (!hostile(play->data, state, piece, there[i]) && !hostile(play->data, state, there[i], piece))
            continue;
        int type = kind_of(play->data, state, there[i])->type;
        eliminate(play, there[i], nation_of(play->data, state, piece),
                  type == HQ   ? WB95_9_1_5
                  : type == RG ? WB95_15_2_1
                               : WB95_6_1_7_1);
    }
}

/* Whether somebody of the other force has left his hex, dead or alive, and somebody could follow. */
static bool left_alone(const Wb95 *data, const State *view)
{
    const Combat *combat = &view->combat;
    const Force *other = &combat->force[!combat->pursuer];
    bool gone = false;
    for (int i = 0; i < other->units; i++)
        gone |= !alive(view, other, i) || other->retreated[i];
    for (int i = 0; gone && i < combat->force[combat->pursuer].units; i++)
        if (may_pursue(data, view, i))
            return true;
    return false;
}

static void tell_halt(Play *play)
{
    const Force *force = &play->state->combat.force[play->state->combat.pursuer];
    for (int i = 0; i < force->units; i++)
        if (force->pursued >> i & 1 && decides_for(play->state, force, i))
            return;
    if (left_alone(play->data, play->state))
        tell(play->events, EVENT_NOTE, 0, sentence(WB95_5_4_1, "%s does not pursue", force->side));
}

/* The same pursuit, so many hexes of it. */
static Order cut_short(const Order *order, int length)
{
    Order shorter = order_of(order->verb);
    int hexes = 0;
    for (int i = 0; i < order->count; i++)
        if (order->slot[i] != WALK_PATH || hexes++ < length)
            order_add(&shorter, order->slot[i], order->value[i]);
    return shorter;
}

/* How far the truth lets it pursue; what stops it is told (R105). */
static int true_chase(Play *play, const Order *order)
{
    int length;
    order_slot(order, WALK_PATH, &length);
    Refusal why = whole_chase(play->scenario, play->state, order);
    if (!refused(why))
        return length;
    tell(play->events, EVENT_REVEALED, 0, why.why);
    while (--length) {
        Order shorter = cut_short(order, length);
        if (!refused(whole_chase(play->scenario, play->state, &shorter)))
            break;
    }
    return length;
}

static void pursuit_apply(Play *play, const Order *order)
{
    State *state = play->state;
    if (order->verb == DO_HALT) {
        tell_halt(play);
        answered(state);
        combat_continue(play);
        return;
    }
    Force *force = &state->combat.force[state->combat.pursuer];
    Piece piece = order->value[0];
    Hex start = state->unit[piece].hex, at = start;
    int length, first = order_slot(order, WALK_PATH, &length);
    length = true_chase(play, order);
    force->pursued |= 1ull << force_index(force, piece);
    state->unit[piece].now |= PURSUED;
    int gone = 0;
    for (; gone < length && state->unit[piece].place == ON_MAP; gone++) {
        Hex to = order->value[first + gone];
        overrun_left(play, piece, to);
        step_into(play, piece, edge_between(&play->scenario->map->grid, at, to), false);
        at = to;
    }
    tell(play->events, EVENT_ADVANCED, 0, sentence(WB95_5_4_1, "%p pursues from %h to %h", piece, start, at));
    int count, with = order_slot(order, WALK_WITH, &count);
    for (int i = with; i < with + count; i++)
        go_along(play, order->value[i], order->value + first, gone);
    settle_question(play, &pursuit_handler);
}

static Sentence pursuit_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(WB95_5_4_1, "%s: who pursues?", question(&view->head)->side);
}

const Handler pursuit_handler = {.choices = pursuit_choices,
                                 .check = pursuit_check,
                                 .apply = pursuit_apply,
                                 .prompt = pursuit_prompt,
                                 .reach = pursuit_reach};
