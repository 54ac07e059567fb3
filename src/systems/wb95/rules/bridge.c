/* bridge.c — WB-95 section 14: bridges.
 *
 * A site is a hexside that has or could have a bridge: every road over water is printed with one (R51), and big rivers
 * can be bridged anywhere. State.site says whether it stands and which side controls it.
 *
 * Control (14.1.3) follows the counters at the two ends: one side alone there has the bridge at once; with enemies at
 * both ends it stays with the side that had it, which was there first. Between empty ends it follows the control of the
 * hexes, like any other objective, at the end of a Supply Phase, when one side controls both. Facing each other at the
 * start of the game, neither side was first and neither controls.
 *
 * Small bridges (14.2) are blown and repaired by units on the spot. Big ones (14.3) are blown for 3 MP and built by an
 * HQ: on the bank when its Supply Phase ends, declared in its next Movement Phase, standing from the Movement Phase
 * after that if from the end of its phase the far bank stayed its own (R53, R108): no enemy there, and no enemy zone
 * unless regular units of ours stand on both banks. Plans are secret; they are looked at whenever something has moved,
 * or with the option bridge-till=by only when the bridge is due. A plan that failed frees its HQ. A pontoon is blown
 * like any bridge (nysa.1-13). */
#include "systems/wb95/wb95.h"
#include "systems/wb95/walk.h"

enum { SMALL_DEMOLITION = MP, BIG_DEMOLITION = 3 * MP, REPAIR = 3 * MP, NO_SITE = 0xFFFF };

/* ---- control: 14.1.3 -------------------------------------------------------------------------------- */

void set_site(const Scenario *scenario, State *state, int site, unsigned is)
{
    const Wb95 *data = data_of(scenario);
    state->site[site] = (uint8_t)is;
    for (int i = 0; i < data->causeway_sites; i++)
        if (data->causeway_site[i] == site)
            project_zones(scenario, state, state->zoc);
}

int bridge_controller(const State *state, int site)
{
    int owner = state->site[site] >> SITE_OWNER_SHIFT;
    return owner ? owner - 1 : NO_SIDE;
}

static void give_bridge(Play *play, int site, int side)
{
    State *state = play->state;
    if (bridge_controller(state, site) == side)
        return;
    uint8_t flags = state->site[site] & ((1 << SITE_OWNER_SHIFT) - 1);
    state->site[site] = (uint8_t)(flags | (side == NO_SIDE ? 0 : side + 1) << SITE_OWNER_SHIFT);
    if (flags & SITE_STANDING && side != NO_SIDE && state->head.turn)
        tell(play->events, EVENT_GROUND, 0,
             sentence(WB95_14_1_3, "wb95.controls-bridge", side, play->data->site_hexside[site]));
}

static int holder(const State *state, Hex hex)
{
    return state->top[hex] == NO_PIECE ? NO_SIDE : state->unit[state->top[hex]].side;
}

static void ends_of(const Scenario *scenario, Hexside hexside, Hex *near, Hex *far)
{
    *near = hexside_hex(hexside);
    *far = scenario->map->next[*near][hexside_edge(hexside)];
}

static void control_site(Play *play, int site)
{
    Hex near, far;
    ends_of(play->scenario, play->data->site_hexside[site], &near, &far);
    int here = holder(play->state, near), there = holder(play->state, far);
    if (here == NO_SIDE && there == NO_SIDE)
        return;
    if (here == NO_SIDE || there == NO_SIDE || here == there) {
        give_bridge(play, site, here == NO_SIDE ? there : here);
        return;
    }
    int owner = bridge_controller(play->state, site);
    if (owner != here && owner != there && owner != NO_SIDE)
        give_bridge(play, site, NO_SIDE);
}

void bridge_control_at(Play *play, Hex hex)
{
    for (unsigned edges = play->data->site_edges[hex]; edges; edges &= edges - 1)
        control_site(play, play->data->site[hex][__builtin_ctz(edges)]);
}

/* Empty ends: the side that controls both hexes. */
static void control_empty_sites(Play *play)
{
    const State *state = play->state;
    for (int site = 0; site < play->data->sites; site++) {
        Hex near, far;
        ends_of(play->scenario, play->data->site_hexside[site], &near, &far);
        if (holder(state, near) == NO_SIDE && holder(state, far) == NO_SIDE &&
            controller(state, near) == controller(state, far) && controller(state, near) != NO_SIDE)
            give_bridge(play, site, controller(state, near));
    }
}

/* ---- plans of 14.3.2 -------------------------------------------------------------------------------------- */

static bool regular_at(const Wb95 *data, const State *state, int side, Hex hex)
{
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        if (state->unit[piece].side == side && kind_of(data, state, piece)->is & REGULAR)
            return true;
    return false;
}

static bool at_work(const Play *play, int plan)
{
    const Unit *hq = &play->state->unit[play->state->bridge_hq[plan]];
    Hex near, far;
    ends_of(play->scenario, play->state->bridge_plan[plan], &near, &far);
    return hq->place == ON_MAP && (hq->hex == near || hq->hex == far);
}

/* The far bank is held if no enemy unit is there and either no enemy zone covers it or regular units of ours stand on
 * both banks. A zone on the near bank alone does no harm (R108). */
static bool far_bank_held(const Play *play, int plan)
{
    const State *state = play->state;
    const Unit *hq = &state->unit[state->bridge_hq[plan]];
    Hex near, far;
    ends_of(play->scenario, state->bridge_plan[plan], &near, &far);
    Hex other = hq->hex == near ? far : near;
    return !enemy_at(play->data, state, hq->side, other) &&
           (!enemy_zoc(play->data, state, hq->side, other) ||
            (regular_at(play->data, state, hq->side, near) && regular_at(play->data, state, hq->side, far)));
}

static unsigned all_but(int side) { return ~(1u << side) & 0xFF; }

enum Moment { MEANWHILE, PHASE_OVER, BRIDGE_DUE }; /* when plans are looked at */

/* Whether the far bank must be held at that moment. In the Movement Phase of the declaration there is still time to
 * take it. By the other reading of "till" it counts only when the bridge is due (R108). */
static bool is_looked_at(const Play *play, int plan, enum Moment moment)
{
    const State *state = play->state;
    bool own_phase = state->unit[state->bridge_hq[plan]].side == state->phasing;
    if (play->data->bridge_till_by)
        return moment == BRIDGE_DUE && own_phase && state->bridge_turn[plan] < state->head.turn;
    return moment != MEANWHILE || !own_phase || state->bridge_turn[plan] != state->head.turn ||
           phase_kind(state->head.phase) != PHASE_MOVEMENT;
}

static void look_at_plans(Play *play, enum Moment moment)
{
    State *state = play->state;
    for (int plan = 0; plan < WB95_PLANS; plan++) {
        Piece hq = state->bridge_hq[plan];
        if (!state->bridge_turn[plan])
            continue;
        bool lost = !at_work(play, plan);
        if (!lost && (!is_looked_at(play, plan, moment) || far_bank_held(play, plan)))
            continue;
        state->bridge_turn[plan] = 0;
        state->unit[hq].now &= ~(uint32_t)BUILDING;
        tell(play->events, EVENT_NOTE, all_but(state->unit[hq].side),
             sentence(WB95_14_3_2_2, lost ? "wb95.lost-plan-bridge" : "wb95.gives-up-bridge-far-bank", hq,
                      state->bridge_plan[plan]));
    }
}

void bridge_control(Play *play)
{
    for (int site = 0; site < play->data->sites; site++)
        control_site(play, site);
    look_at_plans(play, MEANWHILE);
}

void bridge_plans(Play *play) { look_at_plans(play, MEANWHILE); }

void bridge_begin(Play *play)
{
    const State *state = play->state;
    control_empty_sites(play);
    bridge_control(play);
    for (int side = 0; side < play->scenario->sides; side++) {
        int count = 0;
        for (int site = 0; site < play->data->sites; site++)
            count += state->site[site] & SITE_STANDING && bridge_controller(state, site) == side;
        if (count)
            tell(play->events, EVENT_GROUND, 0, sentence(WB95_14_1_3, "wb95.controls-bridge-2", side, count));
    }
}

/* The HQ spends its MPs once more, in the phase in which the bridge is ready. */
void bridge_movement_begin(Play *play)
{
    State *state = play->state;
    look_at_plans(play, BRIDGE_DUE);
    for (int plan = 0; plan < WB95_PLANS; plan++) {
        Piece hq = state->bridge_hq[plan];
        if (!state->bridge_turn[plan] || state->bridge_turn[plan] >= state->head.turn ||
            state->unit[hq].side != state->phasing)
            continue;
        Hexside hexside = state->bridge_plan[plan];
        int site = play->data->site[hexside_hex(hexside)][hexside_edge(hexside)];
        state->bridge_turn[plan] = 0;
        set_site(play->scenario, state, site, state->site[site] | SITE_STANDING);
        spend(state, hq, state->unit[hq].mp);
        tell(play->events, EVENT_GROUND, 0, sentence(WB95_14_3_2_2, "wb95.finished-bridge", hq, hexside));
        control_site(play, site);
    }
}

void bridge_movement_end(Play *play)
{
    State *state = play->state;
    look_at_plans(play, PHASE_OVER);
    for (int piece = 0; piece < play->scenario->pieces; piece++)
        if (state->unit[piece].side == state->phasing && state->unit[piece].now & BUILDING) {
            bool planned = false;
            for (int plan = 0; plan < WB95_PLANS; plan++)
                planned |= state->bridge_turn[plan] && state->bridge_hq[plan] == piece;
            if (!planned)
                state->unit[piece].now &= ~(uint32_t)BUILDING;
        }
}

static bool on_bank(const Map *map, Hex hex)
{
    for (int edge = 0; edge < EDGES; edge++)
        if (map->edge[hex][edge] & BIG_RIVER)
            return true;
    return false;
}

void bridge_supply_end(Play *play)
{
    State *state = play->state;
    for (int piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        if (unit->side != state->phasing || play->data->kind[unit->kind].type != HQ)
            continue;
        unit->now &= ~(uint32_t)ON_BANK;
        if (unit->place == ON_MAP && on_bank(play->scenario->map, unit->hex))
            unit->now |= ON_BANK;
    }
    control_empty_sites(play);
}

/* ---- demolition, repair, building --------------------------------------------------------------------------- */

/* The paragraph that requires a unit at the bridge. */
static int presence_rule(int verb, bool big)
{
    if (verb == DO_DEMOLISH)
        return big ? WB95_14_3_1 : WB95_14_2_1;
    return verb == DO_REPAIR ? WB95_14_2_2 : WB95_14_3_2_1;
}

/* What the three orders have in common: chapter, unit, and a site at its feet. */
static bool at_site(const Walker *unit, int verb, Hexside hexside, int *site, Refusal *why)
{
    Hex near, far;
    *site = unit->data->site[hexside_hex(hexside)][hexside_edge(hexside)];
    ends_of(unit->scenario, hexside, &near, &far);
    if (unit->hex != near && unit->hex != far)
        DENY(why, presence_rule(verb, *site != NO_SITE && unit->data->site_big[*site]), "wb95.must-stand-end-bridge",
             unit->piece, hexside);
    if (*site == NO_SITE)
        DENY(why, WB95_14_2_3, "wb95.no-bridge-printed-none-can", hexside);
    return true;
}

static bool sapper_ready(const Walker *unit, Refusal *why)
{
    if (!unit->data->chapter[14])
        DENY(why, WB95_12_0, "wb95.rules-bridges-switched-off");
    return may_act(unit, why) && room_to_stay(unit, why);
}

static bool may_demolish(const Walker *unit, int site, Refusal *why)
{
    const State *view = unit->view;
    Hexside hexside = unit->data->site_hexside[site];
    bool big = unit->data->site_big[site];
    int rule = big ? WB95_14_3_1 : WB95_14_2_1, cost = big ? BIG_DEMOLITION : SMALL_DEMOLITION;
    if (!(unit->kind->is & REGULAR) && unit->kind->type != HQ)
        DENY(why, rule, "wb95.cannot-blow-bridges-only-regular", unit->piece);
    if (!(view->site[site] & SITE_STANDING))
        DENY(why, WB95_14_1_2, "wb95.no-bridge-stands", hexside);
    if (bridge_controller(view, site) != unit->side)
        DENY(why, WB95_14_1_4, "wb95.cannot-blow-bridge-side-not", unit->piece, hexside);
    if (unit->mp < cost)
        DENY(why, rule, "wb95.needs-mp-blow-bridge", unit->piece, cost, hexside, unit->mp);
    return true;
}

static int hq_reach(const Wb95 *data, const Kind *hq)
{
    bool own_hex = data->feature[FEATURE_HQ_OWN_HEX] && data->special.hq_own_hex >> hq->nation & 1;
    return own_hex ? 0 : data->hq_range[hq->nation];
}

static bool in_hq_range(const Scenario *scenario, const State *view, Piece piece)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    for (int i = 0; i < data->headquarters; i++) {
        const Unit *other = &view->unit[data->headquarter[i]];
        if (other->side == unit->side && other->place == ON_MAP &&
            map_distance(scenario->map, other->hex, unit->hex) <= hq_reach(data, &data->kind[other->kind]))
            return true;
    }
    return false;
}

static bool may_repair(const Walker *unit, int site, bool *far, Refusal *why)
{
    Hexside hexside = unit->data->site_hexside[site];
    if (unit->data->site_big[site])
        DENY(why, WB95_14_3_2_1, "wb95.crosses-big-river-only-headquarters", hexside);
    if (!unit->data->site_printed[site])
        DENY(why, WB95_14_2_3, "wb95.no-bridge-printed-none-can", hexside);
    if (unit->view->site[site] & SITE_STANDING)
        DENY(why, WB95_14_1_2, "wb95.bridge-stands", hexside);
    if (unit->kind->is & (GUN | ARTILLERY) || unit->kind->class == IMMOBILE)
        DENY(why, WB95_14_2_2, "wb95.cannot-repair-bridges", unit->piece);
    if (unit->mp < REPAIR)
        DENY(why, WB95_14_2_2, "wb95.needs-3-mp-repair-bridge", unit->piece, hexside, unit->mp);
    if (far)
        *far = true;
    if (!in_hq_range(unit->scenario, unit->view, unit->piece))
        DENY(why, WB95_14_2_2, "wb95.cannot-repair-bridge-no-headquarters", unit->piece, hexside);
    return true;
}

static int free_plan(const State *view)
{
    for (int plan = 0; plan < WB95_PLANS; plan++)
        if (!view->bridge_turn[plan])
            return plan;
    return -1;
}

static bool planned(const State *view, Hexside hexside, int side)
{
    for (int plan = 0; plan < WB95_PLANS; plan++)
        if (view->bridge_turn[plan] && view->bridge_plan[plan] == hexside &&
            view->unit[view->bridge_hq[plan]].side == side)
            return true;
    return false;
}

static bool may_build(const Walker *unit, int site, Refusal *why)
{
    Hexside hexside = unit->data->site_hexside[site];
    if (unit->kind->type != HQ)
        DENY(why, WB95_14_3_2_1, "wb95.cannot-build-over-big-river", unit->piece);
    if (!unit->data->site_big[site])
        DENY(why, WB95_14_2_3, "wb95.no-big-river-printed-bridge", hexside);
    if (!(unit->now & ON_BANK))
        DENY(why, WB95_14_3_2_1, "wb95.not-bank-end-last-supply", unit->piece);
    if (unit->now & (ACTED | FORCED))
        DENY(why, WB95_14_3_2_1, "wb95.acted-already-building-takes-all", unit->piece);
    if (unit->view->site[site] & SITE_STANDING)
        DENY(why, WB95_14_1_2, "wb95.bridge-stands-2", hexside);
    if (planned(unit->view, hexside, unit->side))
        DENY(why, WB95_14_3_3, "wb95.another-headquarters-builds-bridge", hexside);
    if (free_plan(unit->view) < 0)
        DENY(why, WB95_14_3_2_1, "wb95.too-many-bridges-built");
    return true;
}

static bool may_work(const Walker *unit, int verb, int site, bool *far, Refusal *why)
{
    return verb == DO_DEMOLISH ? may_demolish(unit, site, why)
           : verb == DO_REPAIR ? may_repair(unit, site, far, why)
                               : may_build(unit, site, why);
}

Refusal bridge_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal why = LEGAL;
    Walker unit = walker_of(scenario, view, order->value[0]);
    int site;
    if (sapper_ready(&unit, &why) && at_site(&unit, order->verb, order->value[1], &site, &why))
        may_work(&unit, order->verb, site, NULL, &why);
    return why;
}

/* Hexsides at the unit's hex for the order; with `out` NULL only whether there are any. */
static bool list_sites(const Walker *unit, int verb, bool *far, Choices *out)
{
    const Wb95 *data = unit->data;
    bool any = false;
    for (unsigned edges = data->site_edges[unit->hex]; edges; edges &= edges - 1) {
        int site = data->site[unit->hex][__builtin_ctz(edges)];
        bool stands = unit->view->site[site] & SITE_STANDING;
        if (stands != (verb == DO_DEMOLISH) || (!stands && data->site_big[site] != (verb == DO_BUILD)) ||
            !may_work(unit, verb, site, far, NULL))
            continue;
        any = true;
        if (!out)
            return true;
        choose(out, 1, data->site_hexside[site]);
    }
    return any;
}

bool work_open(const Walker *unit, int verb, bool *far) { return list_sites(unit, verb, far, NULL); }

void bridge_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    if (!prefix->count)
        list_movers(scenario, view, prefix, out);
    if (prefix->count != 1)
        return;
    Walker unit = walker_of(scenario, view, prefix->value[0]);
    if (unit.data->chapter[14] && sapper_ready(&unit, NULL))
        list_sites(&unit, prefix->verb, NULL, out);
}

void build_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece hq = order->value[0];
    Hexside hexside = order->value[1];
    int plan = free_plan(state);
    state->bridge_plan[plan] = hexside;
    state->bridge_hq[plan] = hq;
    state->bridge_turn[plan] = (uint8_t)state->head.turn;
    state->unit[hq].now |= BUILDING;
    spend(state, hq, state->unit[hq].mp);
    tell(play->events, EVENT_STATE, all_but(state->unit[hq].side),
         sentence(WB95_14_3_2_1, "wb95.begins-build-bridge", hq, hexside));
    feature_acted(play, hq);
}

static int site_named(const Play *play, const Order *order)
{
    Hexside hexside = order->value[1];
    return play->data->site[hexside_hex(hexside)][hexside_edge(hexside)];
}

void repair_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int site = site_named(play, order);
    set_site(play->scenario, state, site, state->site[site] | SITE_STANDING);
    spend(state, order->value[0], REPAIR);
    tell(play->events, EVENT_GROUND, 0, sentence(WB95_14_2_2, "wb95.repairs-bridge", order->value[0], order->value[1]));
    control_site(play, site);
    feature_acted(play, order->value[0]);
}

void demolish_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int site = site_named(play, order);
    bool big = play->data->site_big[site];
    set_site(play->scenario, state, site, state->site[site] & ~(unsigned)(SITE_STANDING | SITE_PONTOON));
    spend(state, order->value[0], big ? BIG_DEMOLITION : SMALL_DEMOLITION);
    tell(play->events, EVENT_GROUND, 0,
         sentence(big ? WB95_14_3_1 : WB95_14_2_1, "wb95.blows-bridge", order->value[0], order->value[1]));
    feature_acted(play, order->value[0]);
}
