/* movement.c — OCS 6: marching hex by hex.
 *
 * Units that stand together march together; each pays for itself in quarters of its own MPs (6.1d). A stack that
 * stops with MPs left is paused and may go on later; halted it moves no more in the phase (6.0-3, D23). A unit on
 * truck MPs must stop where it comes next to the enemy, unless a friend rests there already (4.1-5, 4.1-7). From rest
 * a stack may always go one hex, as its whole move (6.1c, D48). */
#include <string.h>

#include "core/room.h"
#include "core/flood.h"
#include "systems/ocs/air.h"

/* ---- points ------------------------------------------------------------------------------------------------ */

int allowance(const Book *data, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    int ma = printed_ma(data, state, piece), divisor = 1;
    if (unit->marker == STRATEGIC)
        ma *= 2; /* 5.8a */
    if (unit->marker == RESERVE || unit->marker == DISORGANIZED ||
        (unit->marker == EXPLOITING && data->half_exploitation))
        divisor *= 2; /* 5.7a-1, 5.10b-3, E3 */
    if (unit->level == NO_SUPPLY && !second_edition(data))
        divisor *= 2;
    return (2 * ma + divisor) / (2 * divisor) * QUARTERS; /* all halvings, then rounded once (D1) */
}

int mp_left(const Book *data, const State *state, Piece piece)
{
    int left = allowance(data, state, piece) - state->unit[piece].spent;
    return left > 0 ? left : 0;
}

/* ---- a walk -------------------------------------------------------------------------------------------------- */

typedef enum End { GOES_ON, TRUCK_STOP, ONE_HEX, BOOTY } End;

typedef struct Walk {
    const Scenario *scenario;
    const State *view;
    Piece piece[STACK];
    int count, steps, side;
    int spent[STACK]; /* with what was spent before */
    Hex hex;
    End end;
} Walk;

static Refusal may_march(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_known(data, view, piece))
        return refuse(OCS_6_3B_1, "ocs.not-yours-move-now", piece);
    Refusal idle = may_act(scenario, view, piece);
    if (refused(idle))
        return idle;
    if (mp_kind(data, view, piece) >= LAND_MPS)
        return refuse(OCS_6_2C, "ocs.not-move-land", piece);
    if (!allowance(data, view, piece))
        return refuse(OCS_6_1C_2, "ocs.cannot-move-side-shows", piece);
    if (unit->now & LANDED)
        return refuse(OCS_19_3_4, "ocs.came-ashore-player-turn-not-2", piece);
    if (unit->now & HALTED)
        return refuse(OCS_6_0_3, "ocs.halted-phase", piece);
    if (needs_fuel(scenario, view, piece))
        return refuse(OCS2_FUEL_1, "ocs.not-fuelled", piece);
    if (unit->marker == STRATEGIC && is_contact(scenario, view, unit->side, unit->at.hex))
        return refuse(OCS_5_8B_1, "ocs.strategic-move-next-enemy-not", piece);
    if (unit->now & STOPPED)
        return refuse(OCS_4_1_5, "ocs.stop-next-enemy-may-only", piece);
    return LEGAL;
}

static void nobody_walks(Walk *walk, const Scenario *scenario, const State *view)
{
    walk->scenario = scenario;
    walk->view = view;
    walk->count = walk->steps = 0;
    walk->side = question(&view->head)->side;
    walk->hex = NO_HEX;
    walk->end = GOES_ON;
}

static Refusal join_walk(Walk *walk, Piece piece)
{
    const Unit *unit = &walk->view->unit[piece];
    Refusal no = may_march(walk->scenario, walk->view, piece);
    if (refused(no))
        return no;
    if (walk->count && unit->at.hex != walk->hex)
        return refuse(OCS_6_0_2, "ocs.not-stand-others", piece);
    walk->hex = unit->at.hex;
    walk->spent[walk->count] = unit->spent;
    walk->piece[walk->count++] = piece;
    return LEGAL;
}

/* The units of the order's first slot, ready to go. */
static Refusal walk_begin(Walk *walk, const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    Refusal no = LEGAL;
    nobody_walks(walk, scenario, view);
    for (int i = 0; i < count && !refused(no); i++)
        no = join_walk(walk, order->value[first + i]);
    return no;
}

/* Copies only as many walkers as there are. */
static void copy_walk(Walk *to, const Walk *from)
{
    to->scenario = from->scenario;
    to->view = from->view;
    to->count = from->count;
    to->steps = from->steps;
    to->side = from->side;
    to->hex = from->hex;
    to->end = from->end;
    for (int i = 0; i < from->count; i++) {
        to->piece[i] = from->piece[i];
        to->spent[i] = from->spent[i];
    }
}

/* Whether there are markers enough if the walkers stood there (D38). */
static bool has_markers(const Walk *walk, Hex to)
{
    bool reserve = false;
    for (int i = 0; i < walk->count; i++)
        reserve |= walk->view->unit[walk->piece[i]].marker == RESERVE;
    return !reserve || reserve_hexes_if(walk->scenario, walk->view, walk->side, walk->piece, walk->count, to) <=
                           data_of(walk->scenario)->reserves[walk->side];
}

/* Modes that keep off the enemy or to the roads. */
static Refusal mode_allows(const Walk *walk, Piece piece, Edge edge, Hex to, bool contact)
{
    int marker = walk->view->unit[piece].marker;
    if (contact && marker == RESERVE)
        return refuse(OCS_5_7A_2, "ocs.reserve-keeps-off-next-enemy", piece, to);
    if (contact && marker == STRATEGIC)
        return refuse(OCS_5_8B_1, "ocs.strategic-move-keeps-off-next", piece, to);
    if (marker == STRATEGIC && !is_firm_road(walk->scenario, walk->view, walk->side, walk->hex, edge))
        return refuse(OCS_5_8B_3, "ocs.strategic-move-needs-road-railroad", piece, to);
    return LEGAL;
}

/* No unit of the stack has moved in this phase. */
static bool is_rested(const Walk *walk)
{
    bool rested = !walk->steps;
    for (int i = 0; i < walk->count; i++)
        rested &= !walk->spent[i] && !(walk->view->unit[walk->piece[i]].now & MOVED);
    return rested;
}

/* What the step costs the unit, if it can pay; from rest one hex can always be gone, as its whole move (D48). */
static Refusal price(const Walk *walk, int index, Edge edge, Hex to, bool rested, int *out, bool *whole)
{
    const Book *data = data_of(walk->scenario);
    Piece piece = walk->piece[index];
    int mp = mp_kind(data, walk->view, piece);
    int cost = crossing(walk->scenario, walk->view, walk->side, mp, walk->hex, edge);
    int left = allowance(data, walk->view, piece) - walk->spent[index];
    if (cost == PROHIBITED)
        return refuse(OCS_6_2C, "ocs.can-enter-neither-off-road", piece, to);
    if (is_interdicted(walk->scenario, walk->view, walk->side, to))
        cost += data->interdicted_cost[mp]; /* 6.4-1, on roads too */
    if (cost > left) {
        if (!rested)
            return refuse(OCS_6_2_2, "ocs.costs-mps-left", to, piece, cost, left > 0 ? left : 0);
        *whole = true;
        cost = left;
    }
    *out = cost;
    return LEGAL;
}

static bool truck_stop(const Walk *walk, Piece piece)
{
    return mp_kind(data_of(walk->scenario), walk->view, piece) == TRUCK;
}

static Refusal entry(const Walk *walk, Hex to, Edge edge)
{
    if (edge == EDGES)
        return refuse(OCS_6_0_2, "ocs.not-touch", to, walk->hex);
    if (!is_land(data_of(walk->scenario), to))
        return refuse(OCS_6_2C, "ocs.sea", to);
    if (enemy_in(walk->view, walk->side, to))
        return refuse(OCS_6_3A, "ocs.enemy-stands", to);
    if (walk->end == TRUCK_STOP)
        return refuse(OCS_4_1_5, "ocs.next-enemy-units-truck-mps", walk->hex);
    if (walk->end == ONE_HEX)
        return refuse(OCS_6_1C_1, "ocs.hex-whole-move");
    if (walk->end == BOOTY)
        return refuse(OCS_9_16B_1, "ocs.enemys-supply-taken-first-go", walk->hex);
    return LEGAL;
}

/* Whether they may go over that edge, or to a hex that it does not touch (EDGES), and what it costs each of them. */
static Refusal may_walk(const Walk *walk, Edge edge, Hex to, bool contact, int cost[STACK], bool *whole)
{
    bool rested = is_rested(walk);
    Refusal no = entry(walk, to, edge);
    for (int i = 0; i < walk->count && !refused(no); i++) {
        no = mode_allows(walk, walk->piece[i], edge, to, contact);
        if (!refused(no))
            no = price(walk, i, edge, to, rested, &cost[i], whole);
    }
    if (!refused(no) && !has_markers(walk, to))
        no = refuse(OCS_5_7_1, "ocs.no-reserve-marker-another-hex");
    return no;
}

static Refusal walk_over(Walk *walk, Edge edge, Hex to)
{
    bool contact = edge != EDGES && is_contact(walk->scenario, walk->view, walk->side, to);
    bool trucks = false, whole = false;
    int cost[STACK];
    Refusal no = may_walk(walk, edge, to, contact, cost, &whole);
    if (refused(no))
        return no;
    for (int i = 0; i < walk->count; i++) {
        walk->spent[i] += cost[i];
        trucks |= truck_stop(walk, walk->piece[i]);
    }
    if (whole)
        walk->end = ONE_HEX;
    if (trucks && contact && walk->end == GOES_ON &&
        !is_negated(walk->scenario, walk->view, walk->side, to, walk->piece, walk->count))
        walk->end = TRUCK_STOP;
    if (walk->end == GOES_ON && !data_of(walk->scenario)->without[PART_SUPPLY] && is_booty(walk->view, walk->side, to))
        walk->end = BOOTY;
    walk->hex = to;
    walk->steps++;
    return LEGAL;
}

static Refusal walk_step(Walk *walk, Hex to)
{
    const Map *map = walk->scenario->map;
    return walk_over(walk, to < map->hexes ? edge_between(&map->grid, walk->hex, to) : EDGES, to);
}

static Refusal walk_order(Walk *walk, const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = walk_begin(walk, scenario, view, order);
    int count, first = order_slot(order, 1, &count);
    for (int i = 0; i < count && !refused(no); i++)
        no = walk_step(walk, order->value[first + i]);
    return no;
}

/* 7.1g-1, D31: a unit that tagged along with an overrun goes on only with a unit of that force. NO_PIECE: all may
 * go. */
static Piece lacks_company(const Walk *walk)
{
    const uint8_t *band = walk->view->band;
    for (int i = 0; i < walk->count; i++) {
        bool led = !(band[walk->piece[i]] & TAGGING);
        for (int j = 0; j < walk->count && !led; j++)
            led = band[walk->piece[j]] == (band[walk->piece[i]] & ~TAGGING);
        if (!led)
            return walk->piece[i];
    }
    return NO_PIECE;
}

/* ---- move COUNTER… HEX… --------------------------------------------------------------------------------------- */

Refusal move_check(const Scenario *scenario, const State *view, const Order *order)
{
    Walk walk;
    Refusal no = walk_order(&walk, scenario, view, order);
    Piece alone = refused(no) ? NO_PIECE : lacks_company(&walk);
    return alone == NO_PIECE ? no : refuse(OCS_7_1G_1, "ocs.tagged-along-overrun-goes-only", alone);
}

/* Modes that keep off the enemy; to others it is the same whether he is near. */
static bool is_shy(const Walk *walk)
{
    for (int i = 0; i < walk->count; i++)
        if (walk->view->unit[walk->piece[i]].marker == RESERVE || walk->view->unit[walk->piece[i]].marker == STRATEGIC)
            return true;
    return false;
}

static bool can_go(const Walk *walk)
{
    bool shy = is_shy(walk), whole;
    int cost[STACK];
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex to = walk->scenario->map->next[walk->hex][edge];
        if (to != NO_HEX &&
            !refused(
                may_walk(walk, edge, to, shy && is_contact(walk->scenario, walk->view, walk->side, to), cost, &whole)))
            return true;
    }
    return false;
}

bool can_step(const Scenario *scenario, const State *view, Piece piece)
{
    Walk walk;
    nobody_walks(&walk, scenario, view);
    return !(view->band[piece] & TAGGING) && !refused(join_walk(&walk, piece)) && can_go(&walk);
}

/* Whether they can go somewhere, perhaps with one of their force that is named after them. */
static bool leads_on(const Walk *walk)
{
    Piece alone = lacks_company(walk);
    if (alone == NO_PIECE)
        return can_go(walk);
    int band = walk->view->band[alone] & ~TAGGING;
    EACH_BIT_FROM(piece, own_counters(walk->scenario, walk->view), COUNTER_WORDS, walk->piece[walk->count - 1] + 1) {
        Walk more;
        if (walk->view->band[piece] != band || walk->count == STACK)
            continue;
        copy_walk(&more, walk);
        if (!refused(join_walk(&more, (Piece)piece)) && leads_on(&more))
            return true;
    }
    return false;
}

static void list_walkers(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Walk others, walk;
    int last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    if (prefix->count == STACK || refused(walk_begin(&others, scenario, view, prefix)))
        return;
    EACH_BIT_FROM(piece, own_counters(scenario, view), COUNTER_WORDS, last + 1) {
        if (!is_on_map(view, (Piece)piece) || view->unit[piece].now & (HALTED | STOPPED))
            continue;
        copy_walk(&walk, &others);
        if (!refused(join_walk(&walk, (Piece)piece)) && leads_on(&walk))
            choose(out, 0, piece);
    }
}

/* Whether the two of one force can go together. */
static bool can_go_with(const Scenario *scenario, const State *view, Piece one, Piece other)
{
    Walk walk;
    nobody_walks(&walk, scenario, view);
    return !refused(join_walk(&walk, one < other ? one : other)) &&
           !refused(join_walk(&walk, one < other ? other : one)) && can_go(&walk);
}

/* A unit that can go with others can go alone, but not one that tagged along: it goes with one of its force. */
void move_actors(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    (void)prefix;
    EACH_BIT_FROM(piece, own_counters(scenario, view), COUNTER_WORDS, 0) {
        if (!is_on_map(view, (Piece)piece) || view->unit[piece].now & (HALTED | STOPPED))
            continue;
        bool can = can_step(scenario, view, (Piece)piece);
        int force = view->band[piece] & TAGGING ? view->band[piece] & ~TAGGING : -1;
        EACH_BIT_FROM(other, own_counters(scenario, view), COUNTER_WORDS, 0) {
            if (can || force < 0)
                break;
            can = view->band[other] == force && can_go_with(scenario, view, (Piece)piece, (Piece)other);
        }
        if (can)
            choose(out, 0, piece);
    }
}

void move_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Walk walk;
    int steps;
    order_slot(prefix, 1, &steps);
    if (!steps)
        list_walkers(scenario, view, prefix, out);
    if (!prefix->count || refused(walk_order(&walk, scenario, view, prefix)) || lacks_company(&walk) != NO_PIECE)
        return;
    out->complete = steps > 0;
    for (Edge edge = 0; steps < WALK && edge < EDGES; edge++) {
        Walk next;
        Hex to = scenario->map->next[walk.hex][edge];
        copy_walk(&next, &walk);
        if (to != NO_HEX && !refused(walk_over(&next, edge, to)))
            choose(out, 1, to);
    }
}

void halt_unit(Play *play, Piece piece)
{
    Unit *unit = &play->state->unit[piece];
    unit->now |= HALTED;
    contact_breaks_reserve(play, unit->side, unit->at.hex);
}

void arrive_in(Play *play, const Piece *pieces, int count, Hex hex)
{
    State *state = play->state;
    int side = state->unit[pieces[0]].side;
    bool stops =
        is_contact(play->scenario, state, side, hex) && !is_negated(play->scenario, state, side, hex, pieces, count);
    for (int i = 0; i < count; i++) {
        Unit *unit = &state->unit[pieces[i]];
        unit->now &= ~(uint32_t)STOPPED;
        if (!stops || mp_kind(play->data, state, pieces[i]) != TRUCK)
            continue;
        unit->now |= STOPPED;
        contact_breaks_reserve(play, side, hex);
    }
}

void move_apply(Play *play, const Order *order)
{
    Walk walk;
    State *state = play->state;
    walk_order(&walk, play->scenario, state, order);
    Hex from = state->unit[walk.piece[0]].at.hex, to = walk.hex;
    int count, first = order_slot(order, 1, &count);
    for (int i = 0; i < walk.steps; i++) /* if something is hidden on the way it ends sooner than ordered */
        take_control(state, walk.side, order->value[first + i]);
    for (int i = 0; i < walk.steps; i++)
        leave_works(state, walk.side, i ? order->value[first + i - 1] : from);
    for (int i = 0; i < walk.count; i++) {
        Unit *unit = &state->unit[walk.piece[i]];
        move_to(play, walk.piece[i], to);
        unit->now |= MOVED;
        unit->spent = (uint16_t)walk.spent[i];
        tell(play->events, EVENT_MOVED, 0, sentence(OCS_6_0_2, "ocs.moves", walk.piece[i], from, to));
    }
    arrive_in(play, walk.piece, walk.count, to);
    for (int i = 0; walk.end == ONE_HEX && i < walk.count; i++)
        halt_unit(play, walk.piece[i]);
    for (int i = 0; i < walk.steps; i++)
        come_into(play, walk.side, order->value[first + i]);
}

/* ---- where they can go ------------------------------------------------------------------------------------------- */

/* A stack whose counters use the same MPs in the same mode pays the same for every step, so that a way is a number. */
typedef struct March {
    const Walk *walk;
    int mp, left, marker;
    bool rested;
    const uint8_t (*step)[EDGES];
    uint64_t open[OCS_WORDS], contact[OCS_WORDS], booty[OCS_WORDS];
    uint64_t reserves[OCS_WORDS]; /* hexes of others in Reserve, for units in Reserve */
    int used;
    uint8_t steps[OCS_SPOTS];
    bool ends[OCS_SPOTS];
} March;

static bool is_uniform(const Walk *walk)
{
    const Book *data = data_of(walk->scenario);
    for (int i = 1; i < walk->count; i++)
        if (mp_kind(data, walk->view, walk->piece[i]) != mp_kind(data, walk->view, walk->piece[0]) ||
            walk->view->unit[walk->piece[i]].marker != walk->view->unit[walk->piece[0]].marker)
            return false;
    return true;
}

static void march_begin(March *march, const Walk *walk, int least)
{
    const Book *data = data_of(walk->scenario);
    march->walk = walk;
    march->mp = mp_kind(data, walk->view, walk->piece[0]);
    march->marker = walk->view->unit[walk->piece[0]].marker;
    march->left = allowance(data, walk->view, walk->piece[least]) - walk->spent[least];
    march->rested = is_rested(walk);
    march->step = data->step[weather_for(data, walk->view, walk->side)][march->mp];
    memset(march->contact, 0, sizeof march->contact);
    find_beside(walk->scenario, walk->view, enemy_of(walk->side), march->contact);
    bool shy = march->marker == RESERVE || march->marker == STRATEGIC;
    for (int word = 0; word < OCS_WORDS; word++)
        march->open[word] = data->land[word] & ~walk->view->occupied[enemy_of(walk->side)][word] &
                            (shy ? ~march->contact[word] : ~0ull);
    memset(march->booty, 0, sizeof march->booty);
    for (int i = 0; !data->without[PART_SUPPLY] && i < walk->view->piles; i++)
        if (walk->view->pile[i].side != walk->side)
            set_bit(march->booty, walk->view->pile[i].hex);
    memset(march->reserves, 0, sizeof march->reserves);
    if (march->marker == RESERVE)
        reserves_besides(walk->scenario, walk->view, walk->side, walk->piece, walk->count, march->reserves);
    march->used = count_bits(march->reserves, OCS_WORDS);
    march->steps[walk->hex] = 0;
    march->ends[walk->hex] = walk->end != GOES_ON;
}

/* As mode_allows() and entry() have it. */
static bool may_pass(const March *march, Hex from, Edge edge, Hex to)
{
    const Walk *walk = march->walk;
    return (march->marker != STRATEGIC || is_firm_road(walk->scenario, walk->view, walk->side, from, edge)) &&
           (march->marker != RESERVE ||
            march->used + !has_bit(march->reserves, to) <= data_of(walk->scenario)->reserves[walk->side]);
}

/* Whether they go no further from there. */
static bool ends_in(const March *march, Hex to)
{
    const Walk *walk = march->walk;
    return (march->mp == TRUCK && has_bit(march->contact, to) &&
            !is_negated(walk->scenario, walk->view, walk->side, to, walk->piece, walk->count)) ||
           (has_bit(march->booty, to) && is_booty(walk->view, walk->side, to));
}

/* Bridges matter at rivers only; all other steps cost what the table says. */
static int march_cost(const March *march, Hex from, Edge edge)
{
    const Walk *walk = march->walk;
    return walk->scenario->map->edge[from][edge]
               ? crossing(walk->scenario, walk->view, walk->side, march->mp, from, edge)
               : march->step[from][edge];
}

static void march_on(March *march, Flood *flood, Hex hex, Edge edge, Hex to)
{
    const Walk *walk = march->walk;
    int cost = has_bit(march->open, to) ? march_cost(march, hex, edge) : PROHIBITED;
    if (cost == PROHIBITED || flood->cost[hex] + cost >= flood->cost[to] || !may_pass(march, hex, edge, to))
        return;
    if (walk->view->top[to] != NO_PIECE && is_interdicted(walk->scenario, walk->view, walk->side, to))
        cost += data_of(walk->scenario)->interdicted_cost[march->mp];
    bool whole = flood->cost[hex] + cost > march->left; /* one hex can always be gone from rest (D48) */
    if (whole && (hex != walk->hex || !march->rested))
        return;
    cost = whole ? march->left : flood->cost[hex] + cost;
    if (cost >= flood->cost[to])
        return;
    march->steps[to] = (uint8_t)(march->steps[hex] + 1);
    march->ends[to] = whole || ends_in(march, to);
    flood_reach(flood, to, cost, hex);
}

static void march_reach(const Walk *start, int least, Reach *out)
{
    ROOM(Flood, flood);
    ROOM(March, march);
    march_begin(march, start, least);
    flood_begin(flood, march->left);
    flood_reach(flood, start->hex, 0, NO_HEX);
    for (Hex hex = flood_next(flood); hex != NO_HEX; hex = flood_next(flood)) {
        out->cost[hex] = out->most[hex] = flood->cost[hex];
        out->from[hex] = flood->from[hex];
        if (hex != start->hex)
            out->hex[out->count++] = hex;
        for (Edge edge = 0; !march->ends[hex] && march->steps[hex] < WALK - start->steps && edge < EDGES; edge++)
            if (start->scenario->map->next[hex][edge] != NO_HEX)
                march_on(march, flood, hex, edge, start->scenario->map->next[hex][edge]);
    }
}

/* Every hex keeps the walk that came there the cheapest for the unit with the least MPs left; a way that costs it more
 * and another less must be typed. */
static void walks_reach(const Walk *start, int least, Reach *out)
{
    ROOM(Flood, flood);
    ROOMS(Walk, at, OCS_SPOTS);
    flood_begin(flood, FLOOD_COSTS - 1);
    flood_reach(flood, start->hex, 0, NO_HEX);
    at[start->hex] = *start;
    for (Hex hex = flood_next(flood); hex != NO_HEX; hex = flood_next(flood)) {
        out->cost[hex] = flood->cost[hex];
        out->most[hex] = flood->cost[hex];
        out->from[hex] = flood->from[hex];
        if (hex != start->hex)
            out->hex[out->count++] = hex;
        for (Edge edge = 0; edge < EDGES && at[hex].steps < WALK; edge++) {
            Walk next = at[hex];
            Hex to = start->scenario->map->next[hex][edge];
            if (to == NO_HEX || refused(walk_over(&next, edge, to)))
                continue;
            int cost = next.spent[least] - start->spent[least];
            if (cost < flood->cost[to])
                at[to] = next;
            flood_reach(flood, to, cost, hex);
        }
    }
}

void move_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    const Book *data = data_of(scenario);
    Walk start;
    int least = 0;
    if (refused(walk_order(&start, scenario, view, prefix)) || !start.count || lacks_company(&start) != NO_PIECE)
        return;
    for (int i = 1; i < start.count; i++)
        if (allowance(data, view, start.piece[i]) - start.spent[i] <
            allowance(data, view, start.piece[least]) - start.spent[least])
            least = i;
    (is_uniform(&start) ? march_reach : walks_reach)(&start, least, out);
}

/* Whether any unit can go anywhere. */
bool move_open(const Scenario *scenario, const State *view)
{
    EACH_BIT(piece, own_counters(scenario, view), COUNTER_WORDS)
        if (is_on_map(view, (Piece)piece) && can_step(scenario, view, (Piece)piece))
            return true;
    return false;
}

/* ---- halt COUNTER ----------------------------------------------------------------------------------------- */

Refusal halt_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = may_march(scenario, view, order->value[0]);
    if (refused(no))
        return no;
    return view->unit[order->value[0]].now & MOVED ? LEGAL : refuse(OCS_6_0_3, "ocs.not-moved", order->value[0]);
}

static bool is_on_its_way(const Scenario *scenario, const State *view, Piece piece)
{
    (void)scenario;
    return (view->unit[piece].now & (MOVED | HALTED | STOPPED)) == MOVED;
}

void halt_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_counters(scenario, view, prefix, is_on_its_way, halt_check, out);
}

void halt_apply(Play *play, const Order *order)
{
    halt_unit(play, order->value[0]);
    tell(play->events, EVENT_STATE, 0, sentence(OCS_6_0_3, "ocs.halts", order->value[0]));
}

/* ---- the phase -------------------------------------------------------------------------------------------- */

void movement_begins(Play *play)
{
    State *state = play->state;
    clear_states(state, UNTIL_NEXT_MOVEMENT, NO_SIDE);
    memset(state->band, 0, sizeof state->band);
    state->bands = 0;
    if (state->phasing != NO_SIDE &&
        (state->head.phase == STEP_MOVEMENT || state->head.phase == STEP_MODES_AND_MOVEMENT)) {
        state->rail_used[state->phasing] = state->shipping_used[state->phasing] = 0; /* 12.3-1, again in each go */
        for (int word = 0; word < OCS_WORDS; word++)
            state->outlasted[word] = state->interdicted[word] & state->control[state->phasing][word];
    }
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        state->unit[piece].start = state->unit[piece].at.hex;
        state->unit[piece].spent = 0;
        state->unit[piece].repairs = 0;
    }
}

/* All are halted now (D23), but only the owner learns which never moved. */
void movement_ends(Play *play, int side)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (state->unit[piece].side == side && is_on_map(state, piece) && state->unit[piece].now & MOVED)
            contact_breaks_reserve(play, side, state->unit[piece].at.hex);
    air_movement_ends(play, side);
    if (overstacked(play->scenario, state, side, 0) != NO_HEX)
        ask(state, ASK_EXCESS, side);
}

Refusal movement_end_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    int side = question(&view->head)->side;
    for (Hex hex = overstacked(scenario, view, side, 0); hex != NO_HEX;
         hex = overstacked(scenario, view, side, (Hex)(hex + 1)))
        for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
            if (kind_of(data_of(scenario), view, piece)->class != HEADQUARTERS && can_step(scenario, view, piece))
                return refuse(OCS_4_2_6, "ocs.more-10-res-stand-can", hex, piece);
    return LEGAL;
}
