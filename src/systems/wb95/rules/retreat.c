/* retreat.c — WB-95 5.3: retreat and standing. Pursuers are in pursuit.c.
 *
 * A retreat costs no MPs, nor does a pursuit (3.1.2). The beaten side sends its counters back one at a time, each on
 * its own path and as far as it likes, up to the number of the result (5.3.7, R25). Every step leads one hex further
 * from where the counter fought (R86), over no big river but by a bridge, into no zone unless a friend holds the hex,
 * which costs a CEL (5.3.4); a way that would cost its last CEL is no way out and is refused. Zones that hidden
 * counters may have refuse no order (R105): such a way is shown with what it may cost, and ends where a zone of the
 * true position closes it. A unit cut short like this may go on another way with the hexes it has left (R110). `stand`
 * ends it: the largest shortfall of a counter that could have gone is paid by all that did not go all the way. What
 * cannot move (guns in position, resistance groups, building HQs) owes nothing of its own as long as another unit could
 * move, but may pay for others (R26). */
#include "core/room.h"
#include "systems/wb95/fight.h"
#include "systems/wb95/wb95.h"
#include "systems/wb95/walk.h"

/* ---- which counters retreat ---- */

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
    return alive(view, force, i) && decides_for(view, force, i) && can_retreat(data, view, which, i) &&
           (!force->retreated[i] || (force->cut >> i & 1 && force->retreated[i] < view->combat.result[which].retreat));
}

/* Of a counter of the beaten force: where its retreat began, and how far it has gone. */
typedef struct Begun {
    Hex from;
    int hexes;
} Begun;

static Begun begun(const State *view, Piece piece)
{
    const Force *force = &view->combat.force[beaten_force(&view->combat)];
    int i = force_index(force, piece);
    return (Begun){force->fought_at[i], force->retreated[i]};
}

/* Whether it fought in a Fixed Position that was not taken from behind (7.2.4, 7.2.6). */
static bool in_position(const Wb95 *data, const Combat *combat, int which, int i)
{
    Hex hex = combat->force[which].fought_at[i];
    for (int target = 0; target < combat->targets && which == DEFENCE; target++)
        if (combat->target[target] == hex)
            return combat->positions >> target & 1;
    return which == DEFENCE && data->position_cm[hex]; /* a gun beside those attacked */
}

/* CELs owed for hexes not taken (5.3.7, 5.3.8): the largest shortfall. A unit that fought in a Fixed Position owes one
 * less, whichever hex gives the CMs (7.2.6, R115). */
int shortfall(const Wb95 *data, const State *view)
{
    const Combat *combat = &view->combat;
    int beaten = beaten_force(combat), owed = 0, owed_by_rooted = 0;
    bool movable = false;
    if (beaten < 0)
        return 0;
    const Force *force = &combat->force[beaten];
    for (int i = 0; i < force->units; i++) {
        if (!alive(view, force, i) || !decides_for(view, force, i) || stands_alone(combat, beaten, i))
            continue;
        int lacking = combat->result[beaten].retreat - force->retreated[i] - in_position(data, combat, beaten, i);
        int *most = can_retreat(data, view, beaten, i) ? &owed : &owed_by_rooted;
        movable |= most == &owed;
        *most = lacking > *most ? lacking : *most;
    }
    return movable ? owed : owed_by_rooted;
}

/* ---- 5.3: one step back ---- */

static int retreat_limit(const State *view)
{
    int beaten = beaten_force(&view->combat);
    return beaten < 0 ? 0 : view->combat.result[beaten].retreat;
}

/* CELs that a way costs: for zones in friendly hexes (5.3.4), where the friends know what is beside them; and, where a
 * hidden zone may close it, for the hexes that would then be left of the retreat (5.3.7). */
typedef struct Toll {
    int sure, perhaps;
} Toll;

/* Whether the step may be taken, as the step of that number of its retreat; *extra counts the CELs it costs. */
static Refusal step_back(const Scenario *scenario, const State *view, Piece piece, Hex from, Edge edge, int taken,
                         Toll *extra)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    Hex to = scenario->map->next[from][edge];
    if (to == NO_HEX)
        return refuse(WB95_5_3_3_3, "wb95.may-not-retreat-off-map", piece, from);
    if (enemy_at(data, view, unit->side, to))
        return refuse(WB95_3_1_8, "wb95.cannot-retreat-enemy-stands", piece, to);
    if (map_distance(scenario->map, begun(view, piece).from, to) != taken)
        return refuse(WB95_5_3_2, "wb95.after-hex-must-hex-where", taken, piece, taken, to);
    if (scenario->map->edge[from][edge] & BIG_RIVER && !bridged(data, view, from, edge))
        return refuse(WB95_5_3_5, "wb95.cannot-retreat-no-bridge-over", piece, from, to);
    if (!may_enter(scenario, view, kind_of(data, view, piece), from, edge))
        return refuse(WB95_5_3_3_2, "wb95.cannot-retreat-ground-closed", piece, to);
    Refusal refusal = feature_step(scenario, view, piece, from, to);
    bool held = friend_at(view, unit->side, to), zone = known_zoc(data, view, unit->side, to);
    if (refused(refusal))
        return refusal;
    if (zone && !held)
        return refuse(WB95_5_3_3_1, "wb95.cannot-retreat-enemy-zone-control", piece, to);
    extra->sure += zone;
    if (!extra->perhaps && perhaps_zoc(scenario, view, data->enemies[unit->side], to))
        extra->perhaps = retreat_limit(view) - taken + 1;
    if (zone && extra->sure >= unit->cel)
        return refuse(WB95_5_3_4, "wb95.lose-last-cel-way-through", piece, to);
    return LEGAL;
}

static Refusal end_back(const Scenario *scenario, const State *view, Piece piece, Hex hex, int extra)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (stack_cel(view, unit->side, hex) + unit->cel - extra > STACKING_LIMIT)
        return refuse(WB95_5_3_6, "wb95.may-pass-but-not-end", piece, hex, STACKING_LIMIT);
    if (feature_apart(data, view, piece, hex))
        return refuse(WB95_STARS_2_5, "wb95.may-not-share-allies", piece, hex);
    return LEGAL;
}

static Refusal retreat_way(const Scenario *scenario, const State *view, Piece piece, const uint16_t *path, int length,
                           Toll *extra)
{
    Hex at = view->unit[piece].hex;
    int before = begun(view, piece).hexes;
    *extra = (Toll){0, 0};
    if (before + length > retreat_limit(view))
        return refuse(WB95_5_3_1, "wb95.result-retreat-hex-not", retreat_limit(view), before + length);
    for (int i = 0; i < length; i++) {
        Edge edge = edge_between(&scenario->map->grid, at, path[i]);
        if (edge == EDGES)
            return refuse(WB95_3_1_4, "wb95.not-touch", at, path[i]);
        Refusal refusal = step_back(scenario, view, piece, at, edge, before + i + 1, extra);
        if (refused(refusal))
            return refusal;
        at = path[i];
    }
    return LEGAL;
}

/* Whether a legal end lies at or beyond this hex. */
static bool way_back(const Scenario *scenario, const State *view, Piece piece, Hex at, int taken, Toll extra)
{
    if (taken > begun(view, piece).hexes && !refused(end_back(scenario, view, piece, at, extra.sure)))
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

Refusal retreat_check(const Scenario *scenario, const State *view, const Order *order)
{
    int beaten = beaten_force(&view->combat);
    const Force *force = &view->combat.force[beaten];
    Piece piece = order_value(order, WALK_PIECE, NO_PIECE);
    int i = force_index(force, piece);
    if (i < 0 || !alive(view, force, i))
        return refuse(WB95_5_3_1, "wb95.not-among-must-retreat", piece);
    if (!decides_for(view, force, i))
        return refuse(WB95_5_1_8, "wb95.anothers-owner-decides-whether-2", piece);
    if (force->retreated[i] && !(force->cut >> i & 1))
        return refuse(WB95_5_3_2, "wb95.retreated-already", piece);
    if (stands_alone(&view->combat, beaten, i))
        return refuse(kind_of(data_of(scenario), view, piece)->is & GUN ? WB95_6_6_4 : WB95_5_1_9_2,
                      "wb95.caught-alone-cannot-retreat", piece);
    if (is_emplaced(data_of(scenario), view, piece))
        return refuse(WB95_6_2_3, "wb95.combat-setup-cannot-retreat", piece);
    if (view->unit[piece].now & BUILDING)
        return refuse(WB95_14_3_4, "wb95.building-bridge-stays", piece);
    if (!can_retreat(data_of(scenario), view, beaten, i))
        return refuse(WB95_15_2_1, "wb95.cannot-move", piece);
    int length, first = order_slot(order, WALK_PATH, &length);
    return whole_way(scenario, view, piece, order->value + first, length);
}

/* Lists them; without a list it only says whether there is one. */
static bool list_retreaters(const Scenario *scenario, const State *view, Choices *out)
{
    int beaten = beaten_force(&view->combat);
    const Force *force = &view->combat.force[beaten];
    for (int i = 0; i < force->units; i++)
        if (still_to_go(data_of(scenario), view, beaten, i) &&
            way_back(scenario, view, force->unit[i], view->unit[force->unit[i]].hex, force->retreated[i],
                     (Toll){0, 0})) {
            if (!out)
                return true;
            choose(out, WALK_PIECE, force->unit[i]);
        }
    return false;
}

bool retreat_open(const Scenario *scenario, const State *view) { return list_retreaters(scenario, view, NULL); }

void retreat_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (!prefix->count) {
        list_retreaters(scenario, view, out);
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
    int taken = begun(view, piece).hexes + length;
    out->complete = length && !refused(end_back(scenario, view, piece, at, extra.sure));
    for (Edge edge = 0; edge < EDGES && taken < retreat_limit(view); edge++) {
        Toll more = extra;
        if (!refused(step_back(scenario, view, piece, at, edge, taken + 1, &more)) &&
            way_back(scenario, view, piece, scenario->map->next[at][edge], taken + 1, more))
            choose(out, WALK_PATH, scenario->map->next[at][edge]);
    }
}

/* A hex at distance n is reached in step n, so the flood goes ring by ring; the cost counts hexes, and CEL_COST for
 * every CEL lost on the way. The flood prefers what costs least for certain, then what may. To lose one on purpose, so
 * as to fit into a full stack, is left to the list of steps. */
void retreat_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    ROOM(Flood, flood);
    int beaten = beaten_force(&view->combat);
    Piece piece = order_value(prefix, WALK_PIECE, NO_PIECE);
    int i = piece == NO_PIECE ? -1 : force_index(&view->combat.force[beaten], piece);
    if (i < 0 || !still_to_go(data_of(scenario), view, beaten, i))
        return;
    Hex start = view->unit[piece].hex, hex;
    int before = begun(view, piece).hexes;
    flood_begin(flood, FLOOD_COSTS - 1);
    flood_reach(flood, start, 0, NO_HEX);
    while ((hex = flood_next(flood)) != NO_HEX) {
        int taken = flood->cost[hex] % MAYBE_COST;
        Toll extra = {flood->cost[hex] / CEL_COST, flood->cost[hex] % CEL_COST / MAYBE_COST};
        out->cost[hex] = (uint16_t)(taken + extra.sure * CEL_COST);
        out->most[hex] = (uint16_t)(out->cost[hex] + extra.perhaps * CEL_COST);
        out->from[hex] = flood->from[hex];
        if (taken && !refused(end_back(scenario, view, piece, hex, extra.sure)))
            out->hex[out->count++] = hex;
        for (Edge edge = 0; edge < EDGES && before + taken < retreat_limit(view); edge++) {
            Toll more = extra;
            if (!refused(step_back(scenario, view, piece, hex, edge, before + taken + 1, &more)))
                flood_reach(flood, scenario->map->next[hex][edge],
                            taken + 1 + more.perhaps * MAYBE_COST + more.sure * CEL_COST, hex);
        }
    }
}

/* Whether another unit fell back on the way of that counter. */
static bool path_shared(const Force *force, int i)
{
    for (int other = 0; other < force->units; other++)
        if (other != i && force->retreated[other] && force->path_of[other] == force->path_of[i])
            return true;
    return false;
}

/* The whole way of a counter with these hexes added. The same path is one path, for tests and pursuers (R27). */
static int remember_path(Combat *combat, const Force *force, int i, const uint16_t *path, int length)
{
    bool goes_on = force->retreated[i];
    struct Path taken = {.hex = {force->fought_at[i]}};
    if (goes_on)
        taken = combat->path[force->path_of[i]];
    for (int step = 0; step < length; step++)
        taken.hex[++taken.length] = path[step];
    for (int p = 0; p < combat->paths; p++) {
        bool same = combat->path[p].length == taken.length;
        for (int step = 0; same && step <= taken.length; step++)
            same = combat->path[p].hex[step] == taken.hex[step];
        if (same)
            return p;
    }
    int at = goes_on && !path_shared(force, i) ? force->path_of[i] : combat->paths++;
    combat->path[at] = taken;
    return at;
}

/* The first counter of the beaten that stays where it could go, or where none can; NO_PIECE if none does. */
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
         owed ? sentence(WB95_5_3_7, "wb95.stands-cel-lose", unit->side, unit->hex, owed)
              : sentence(WB95_7_2_6, "wb95.stands-fixed-positions-take-loss", unit->side, unit->hex));
}

/* How far the true position lets it go; what stops it is sent and remembered (R105, R110). */
static int true_length(Play *play, Piece piece, const uint16_t *path, int length)
{
    State *state = play->state;
    Toll toll;
    int taken = 0;
    Refusal why = whole_way(play->scenario, state, piece, path, length);
    if (!refused(why))
        return length;
    tell(play->events, EVENT_REVEALED, 0, why.why);
    while (taken + 1 < length && !refused(retreat_way(play->scenario, state, piece, path, taken + 1, &toll)))
        taken++;
    while (--length && refused(whole_way(play->scenario, state, piece, path, length)))
        ;
    close_hex(state, taken ? path[taken - 1] : state->unit[piece].hex, path[taken], why.why.rule);
    return length;
}

static void fall_back(Play *play, Piece piece, const uint16_t *path, int length)
{
    State *state = play->state;
    Combat *combat = &state->combat;
    Force *force = &combat->force[beaten_force(combat)];
    Hex start = state->unit[piece].hex, at = start;
    int i = force_index(force, piece);
    force->path_of[i] = (uint8_t)remember_path(combat, force, i, path, length);
    force->retreated[i] = (uint8_t)(force->retreated[i] + length);
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
    tell(play->events, EVENT_RETREATED, 0, sentence(WB95_5_3_1, "wb95.retreats", piece, start, at));
}

void retreat_apply(Play *play, const Order *order)
{
    Force *force = &play->state->combat.force[beaten_force(&play->state->combat)];
    uint64_t bit = 1ull << force_index(force, order->value[0]);
    int ordered, first = order_slot(order, WALK_PATH, &ordered);
    int length = true_length(play, order->value[0], order->value + first, ordered);
    force->cut = length < ordered ? force->cut | bit : force->cut & ~bit;
    if (length)
        fall_back(play, order->value[0], order->value + first, length);
}

void stand_apply(Play *play, const Order *order)
{
    (void)order;
    tell_stand(play);
    answered(play->state);
}

Sentence retreat_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(WB95_5_3_7, "wb95.retreat-hex-stand-pay-cel", question(&view->head)->side, retreat_limit(view));
}
