/* pursuit.c — WB-95 5.4: pursuit, and the advance after an elimination.
 *
 * Fighters of the other side may follow: first into a vacated hex, then on or beside one of the paths, as they choose,
 * no longer than that path (5.4.3, R81). Zones do not matter (5.4.5), guns and HQs left alone are overrun for nothing
 * (6.2.4, R46). Where fighters were destroyed and no regular is left the victors may enter likewise, and go one hex
 * further by the rules of movement (5.4.10); what stops or bars pursuers, a big river or being towed, does not bind
 * them (R100). An HQ goes along with a unit that fought in its hex, the same way and at the price of that way out of
 * the MPs of one Movement Phase, never by itself and once a phase (14.3.2, R92).
 *
 * Where the truth closes a hex the pursuer stops before it and may go on another way with the hexes it has left, its
 * HQs with it (R110): the combat keeps the hexes it has gone. */
#include "systems/wb95/fight.h"
#include "systems/wb95/wb95.h"
#include "systems/wb95/walk.h"

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

/* Whether the hex holds a unit that this pursuer cannot brush aside. Regular units overrun guns and HQs (6.1.7, 9.1.5);
 * a resistance group only where it was beaten (R26). */
static bool held_against(const Wb95 *data, const State *view, Piece piece, Hex hex, bool beaten_there)
{
    bool regular = kind_of(data, view, piece)->is & REGULAR && !has_bit(view->told_held, hex);
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
        return refuse(WB95_5_4_7, "wb95.may-not-pursue-off-map", piece, from);
    if (held_against(data, view, piece, to, beaten_hex(view, to)))
        return refuse(WB95_3_1_8, "wb95.cannot-enter-enemy-stands", piece, to);
    if (!may_enter(scenario, view, kind_of(data, view, piece), from, edge))
        return refuse(WB95_5_4_7, "wb95.cannot-enter-ground-closed", piece, to);
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
    Hex start;          /* where it fought */
    int length, before; /* hexes in all, and those gone by earlier orders (R110) */
    Hex hex[LONGEST_RETREAT + 1];
    bool crossed; /* a big river: stop (5.4.8) */
} Chase;

static Hex chase_at(const Chase *chase) { return chase->length ? chase->hex[chase->length - 1] : chase->start; }

static void chase_on(const Scenario *scenario, Chase *chase, Hex to)
{
    Hex from = chase_at(chase);
    Edge edge = edge_between(&scenario->map->grid, from, to);
    chase->crossed = edge < EDGES && scenario->map->edge[from][edge] & BIG_RIVER;
    chase->hex[chase->length++] = to;
}

/* One more step along the given path of retreat (5.4.2, 5.4.4, 5.4.6). */
static Refusal follow(const Scenario *scenario, const Chase *chase, const struct Path *path, Hex to)
{
    if (chase->crossed)
        return refuse(WB95_5_4_8, "wb95.crossed-big-river-stops", chase->piece, chase_at(chase));
    if (!chase->length && to != path->hex[0])
        return refuse(WB95_5_4_4, "wb95.must-first-enter-enemy-left", chase->piece, path->hex[0]);
    if (chase->length >= path->length)
        return refuse(WB95_5_4_6, "wb95.may-pursue-hex-far-enemy", chase->piece, path->length);
    if (!near_path(scenario, path, to))
        return refuse(WB95_5_4_2, "wb95.neither-path-retreat-nor-beside", to);
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
        return destroyed_at(view, to) ? LEGAL : refuse(WB95_5_4_4, "wb95.must-first-enter-hex-enemy", chase->piece);
    if (!destroyed_at(view, chase->hex[0]) || chase->length > 1)
        return refuse(WB95_5_4_10, "wb95.may-enter-hex-destroyed-enemy", chase->piece);
    if (known_zoc(data_of(scenario), view, view->unit[chase->piece].side, chase->hex[0]))
        return refuse(WB95_5_4_10, "wb95.must-stop-enemy-zone-control", chase->piece, chase->hex[0]);
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
    Hex from = chase_at(chase);
    Edge edge = edge_between(&scenario->map->grid, from, to);
    Refusal refusal = LEGAL;
    if (edge == EDGES)
        return refuse(WB95_3_1_4, "wb95.not-touch", from, to);
    if (chase->length > LONGEST_RETREAT)
        return refuse(WB95_5_4_6, "wb95.cannot-pursue-far", chase->piece);
    Ways left = {0};
    for (int p = 0; p < combat->paths; p++) {
        if (!(ways->paths >> p & 1))
            continue;
        Refusal why = follow(scenario, chase, &combat->path[p], to);
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
        return refused(refusal) ? refusal : refuse(WB95_5_4_1, "wb95.nobody-retreated-pursue", chase->piece);
    refusal = step_after(scenario, view, chase->piece, from, edge);
    if (refused(refusal))
        return refusal;
    chase_on(scenario, chase, to);
    *ways = left;
    return LEGAL;
}

/* `company`: CELs of the HQs that go along. */
static Refusal end_chase(const Scenario *scenario, const State *view, const Chase *chase, int company)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &view->unit[chase->piece];
    Hex hex = chase_at(chase);
    if (hex != unit->hex && stack_cel(view, unit->side, hex) + unit->cel + company > STACKING_LIMIT)
        return refuse(WB95_3_2_1, "wb95.cannot-end-pursuit-more-cel", chase->piece, hex, STACKING_LIMIT);
    if (feature_apart(data, view, chase->piece, hex))
        return refuse(WB95_STARS_2_5, "wb95.may-not-share-allies", chase->piece, hex);
    return LEGAL;
}

/* A towed unit does not pursue (5.4.9), but advances. */
static Ways all_ways(const Wb95 *data, const State *view, Piece piece)
{
    const Combat *combat = &view->combat;
    bool free = beaten_force(combat) != combat->pursuer, towed = kind_of(data, view, piece)->is & TOWED;
    return (Ways){free && combat->paths && !towed ? ~0ull >> (64 - combat->paths) : 0, free};
}

/* A pursuit as far as it has come: mostly nowhere yet. What still fits it is found without asking again whether its
 * hexes were open. */
static void chase_begin(const Scenario *scenario, const State *view, Piece piece, Chase *chase, Ways *ways)
{
    const Combat *combat = &view->combat;
    const Force *force = &combat->force[combat->pursuer];
    int i = force_index(force, piece);
    const struct Path *trail = &combat->trail[i < 0 ? 0 : i];
    *chase = (Chase){.piece = piece, .start = i < 0 ? view->unit[piece].hex : force->fought_at[i]};
    *ways = all_ways(data_of(scenario), view, piece);
    for (; i >= 0 && chase->length < trail->length; chase->before++) {
        Hex to = trail->hex[chase->length];
        for (int p = 0; p < combat->paths; p++)
            if (refused(follow(scenario, chase, &combat->path[p], to)))
                ways->paths &= ~(1ull << p);
        ways->advance &= chase->length < 2 && destroyed_at(view, trail->hex[0]);
        chase_on(scenario, chase, to);
    }
}

static bool chase_ends(const Scenario *scenario, const State *view, const Chase *chase, Ways ways)
{
    if (chase->length > chase->before && !refused(end_chase(scenario, view, chase, 0)))
        return true;
    for (Edge edge = 0; edge < EDGES; edge++) {
        Chase longer = *chase;
        Ways left = ways;
        Hex to = scenario->map->next[chase_at(chase)][edge];
        if (to != NO_HEX && !refused(chase_step(scenario, view, &longer, &left, to)) &&
            chase_ends(scenario, view, &longer, left))
            return true;
    }
    return false;
}

static Refusal chase_prefix(const Scenario *scenario, const State *view, const Order *order, Chase *chase, Ways *ways)
{
    int length, first = order_slot(order, WALK_PATH, &length);
    chase_begin(scenario, view, order_value(order, WALK_PIECE, NO_PIECE), chase, ways);
    for (int i = 0; i < length; i++) {
        Refusal refusal = chase_step(scenario, view, chase, ways, order->value[first + i]);
        if (refused(refusal))
            return refusal;
    }
    return LEGAL;
}

/* ---- 14.3.2: HQs that go along (R92) ---- */

/* Where the way leads, as the HQ would go it; it pays for the whole way, and has gone what its unit has gone. */
static Refusal way_along(const Scenario *scenario, const State *view, const Chase *chase, const Ways *ways, Piece hq)
{
    Hex from = chase->start;
    int cost = 0, most = allowance(scenario, view, hq, false);
    for (int i = 0; i < chase->length; from = chase->hex[i++]) {
        Edge edge = edge_between(&scenario->map->grid, from, chase->hex[i]);
        int step = march_cost(scenario, view, hq, from, edge);
        if (step == NEVER)
            return refuse(WB95_5_4_7, "wb95.cannot-enter-ground-closed", hq, chase->hex[i]);
        cost += step;
        if (i < chase->before)
            continue;
        Refusal refusal = feature_step(scenario, view, hq, from, chase->hex[i]);
        if (!refused(refusal) && i && !ways->paths)
            refusal = step_on(scenario, view, hq, from, edge); /* the advance is movement (R100) */
        if (refused(refusal))
            return refusal;
    }
    if (cost > most)
        return refuse(WB95_3_1_5, "wb95.need-mp-go-along", hq, cost, most);
    return LEGAL;
}

static Refusal company_refusal(const Scenario *scenario, const State *view, const Chase *chase, const Ways *ways,
                               Piece hq)
{
    const Unit *unit = &view->unit[hq], *leader = &view->unit[chase->piece];
    if (unit->place != ON_MAP || unit->side != leader->side || kind_of(data_of(scenario), view, hq)->type != HQ)
        return refuse(WB95_5_4_1, "wb95.no-headquarters-yours-only-go", hq);
    if (unit->hex != leader->hex)
        return refuse(WB95_5_4_1, "wb95.cannot-go-along-fought", hq, unit->hex, chase->piece, leader->hex);
    if (unit->now & BUILDING)
        return refuse(WB95_14_3_4, "wb95.building-bridge-stays", hq);
    if (unit->now & PURSUED)
        return refuse(WB95_5_4_6, "wb95.gone-along-pursuit-phase", hq);
    if (feature_apart(data_of(scenario), view, hq, chase_at(chase)))
        return refuse(WB95_STARS_2_5, "wb95.may-not-share-allies", hq, chase_at(chase));
    return way_along(scenario, view, chase, ways, hq);
}

/* The whole company: which HQs go along, and whether all of them find room. */
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

/* Takes an HQ the way its unit went; of a pursuit that was cut short it may still go the rest. */
static void go_along(Play *play, Piece hq, const uint16_t *way, int length, bool cut)
{
    State *state = play->state;
    Hex start = state->unit[hq].hex, at = start;
    state->unit[hq].now |= (cut ? 0 : PURSUED) | FOUGHT; /* pursuit is part of the combat (R117) */
    for (int i = 0; i < length; at = way[i++])
        step_into(play, hq, edge_between(&play->scenario->map->grid, at, way[i]), false);
    tell(play->events, EVENT_ADVANCED, 0, sentence(WB95_14_3_2_1, "wb95.goes-along", hq, start, at));
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

Refusal pursue_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Force *force = &view->combat.force[view->combat.pursuer];
    Piece piece = order_value(order, WALK_PIECE, NO_PIECE);
    int i = force_index(force, piece);
    if (i < 0 || !alive(view, force, i))
        return refuse(WB95_5_4_1, "wb95.not-fight-only-fighters-pursue", piece);
    if (!decides_for(view, force, i))
        return refuse(WB95_5_1_8, "wb95.anothers-owner-decides-whether", piece);
    if (force->pursued >> i & 1)
        return refuse(WB95_5_4_6, "wb95.pursued-already", piece);
    const Kind *kind = kind_of(data_of(scenario), view, piece);
    if (kind->is & GUN)
        return refuse(WB95_5_4_9, "wb95.towed-cannot-pursue", piece);
    if (view->unit[piece].now & BUILDING)
        return refuse(WB95_14_3_4, "wb95.building-bridge-stays", piece);
    if (kind->type == HQ)
        return refuse(WB95_5_4_1, "wb95.not-pursue-itself-goes-along", piece);
    if (!may_go_after(data_of(scenario), view, i))
        return refuse(WB95_15_2_1, "wb95.cannot-move", piece);
    Refusal refusal = whole_chase(scenario, view, order);
    if (refused(refusal) && kind->is & TOWED && refusal.why.rule == WB95_5_4_4)
        return refuse(WB95_5_4_9, "wb95.towed-cannot-pursue", piece);
    return refusal;
}

/* Lists them; without a list it only says whether there is one. */
static bool list_pursuers(const Scenario *scenario, const State *view, Choices *out)
{
    const Force *force = &view->combat.force[view->combat.pursuer];
    for (int i = 0; i < force->units; i++) {
        Chase chase;
        Ways ways;
        chase_begin(scenario, view, force->unit[i], &chase, &ways);
        if (!may_go_after(data_of(scenario), view, i) || !chase_ends(scenario, view, &chase, ways))
            continue;
        if (!out)
            return true;
        choose(out, WALK_PIECE, force->unit[i]);
    }
    return false;
}

bool pursue_open(const Scenario *scenario, const State *view) { return list_pursuers(scenario, view, NULL); }

void pursue_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (!prefix->count) {
        list_pursuers(scenario, view, out);
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
        Hex to = scenario->map->next[chase_at(&chase)][edge];
        if (to != NO_HEX && !refused(chase_step(scenario, view, &longer, &left, to)) &&
            chase_ends(scenario, view, &longer, left))
            choose(out, WALK_PATH, to);
    }
}

/* Breadth first; a hex is kept with the shortest walk to it. */
void pursue_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
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
    chase_begin(scenario, view, piece, &trail[0].chase, &trail[0].ways);
    for (int at = 0; at < made; at++)
        for (Edge edge = 0; edge < EDGES && made < WALKS; edge++) {
            Hex from = chase_at(&trail[at].chase), to = scenario->map->next[from][edge];
            bool known = to == NO_HEX || to == view->unit[piece].hex;
            for (int j = 1; j < made && !known; j++)
                known = chase_at(&trail[j].chase) == to;
            trail[made] = trail[at];
            if (known || refused(chase_step(scenario, view, &trail[made].chase, &trail[made].ways, to)))
                continue;
            out->cost[to] = out->most[to] = (uint16_t)(trail[made].chase.length - trail[made].chase.before);
            out->from[to] = from;
            if (!refused(end_chase(scenario, view, &trail[made].chase, 0)))
                out->hex[out->count++] = to;
            made++;
        }
}

/* Units that the beaten left behind die when the enemy comes in (R26): guns, HQs and resistance groups. */
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

/* Whether a unit of the other force has left its hex, dead or alive, and a unit could follow. */
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
        if ((force->pursued >> i & 1 || play->state->combat.trail[i].length) && decides_for(play->state, force, i))
            return;
    if (left_alone(play->data, play->state))
        tell(play->events, EVENT_NOTE, 0,
             play->state->combat.paths ? sentence(WB95_5_4_1, "wb95.not-pursue", force->side)
                                       : sentence(WB95_5_4_10, "wb95.not-advance", force->side));
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

/* How far the true position lets it pursue; what stops it is sent and remembered (R105, R110). *over: it may not go
 * on. */
static int true_chase(Play *play, const Order *order, bool *over)
{
    Chase chase;
    Ways ways;
    int length, first = order_slot(order, WALK_PATH, &length);
    Refusal why = whole_chase(play->scenario, play->state, order);
    *over = true;
    if (!refused(why))
        return length;
    tell(play->events, EVENT_REVEALED, 0, why.why);
    if (refused(chase_prefix(play->scenario, play->state, order, &chase, &ways)))
        *over =
            !close_hex(play->state, chase_at(&chase), order->value[first + chase.length - chase.before], why.why.rule);
    while (--length) {
        Order shorter = cut_short(order, length);
        if (!refused(whole_chase(play->scenario, play->state, &shorter)))
            break;
    }
    return length;
}

/* The meaning of the order's hexes for the counter: a pursuit, or an advance after a destruction (5.4.10). */
static Sentence chase_said(const Play *play, const Order *order, int length, Hex from, Hex to)
{
    Chase chase;
    Ways ways;
    Order taken = cut_short(order, length);
    chase_prefix(play->scenario, play->state, &taken, &chase, &ways);
    return ways.paths ? sentence(WB95_5_4_1, "wb95.pursues", chase.piece, from, to)
                      : sentence(WB95_5_4_10, "wb95.advances", chase.piece, from, to);
}

void halt_apply(Play *play, const Order *order)
{
    (void)order;
    tell_halt(play);
    answered(play->state);
}

void pursue_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Force *force = &state->combat.force[state->combat.pursuer];
    Piece piece = order->value[0];
    Hex start = state->unit[piece].hex, at = start;
    int i = force_index(force, piece), gone = 0, count, with = order_slot(order, WALK_WITH, &count);
    struct Path *trail = &state->combat.trail[i];
    bool over;
    int length, first = order_slot(order, WALK_PATH, &length);
    length = true_chase(play, order, &over);
    force->pursued |= (uint64_t)over << i;
    if (!length)
        return;
    Sentence said = chase_said(play, order, length, start, order->value[first + length - 1]);
    state->unit[piece].now |= PURSUED;
    for (; gone < length && state->unit[piece].place == ON_MAP; gone++) {
        Hex to = order->value[first + gone];
        overrun_left(play, piece, to);
        step_into(play, piece, edge_between(&play->scenario->map->grid, at, to), false);
        trail->hex[trail->length++] = at = to;
    }
    tell(play->events, EVENT_ADVANCED, 0, said);
    for (int hq = with; hq < with + count; hq++)
        go_along(play, order->value[hq], order->value + first, gone, !over);
}

Sentence pursuit_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    int side = question(&view->head)->side;
    return view->combat.paths ? sentence(WB95_5_4_1, "wb95.pursues-2", side)
                              : sentence(WB95_5_4_10, "wb95.advances-2", side);
}
