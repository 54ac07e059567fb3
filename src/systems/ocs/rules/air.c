/* air.c — OCS 14.1–14.5: what an air unit is, and where it may fly.
 *
 *     fly gBf109-1 gJu87-2 12.08 13.08 14.09
 *
 * Active aircraft fly, in Exploitation as in Movement (10.0c); those that were used return and are inactive until they
 * refit (14.0-1). They fly from base to base, from base to station (terms-4), or back, one hex an MP whatever the
 * ground (6.2d). A flight is ordered as a path, because every hex of it may bring interceptors (air_flight.c). */
#include <string.h>

#include "core/room.h"
#include "core/flood.h"
#include "systems/ocs/air.h"

/* ---- what it is ----------------------------------------------------------------------------------------------- */

unsigned read_air_types(const char *text)
{
    static const struct {
        const char *word;
        AirType type;
    } types[] = {{"Tpt", AIR_TPT}, {"F", AIR_F}, {"T", AIR_T}, {"S", AIR_S}};
    unsigned found = 0;
    while (*text) {
        size_t i = 0;
        while (i < sizeof types / sizeof *types && strncmp(text, types[i].word, strlen(types[i].word)))
            i++;
        if (i == sizeof types / sizeof *types)
            return 0;
        found |= types[i].type;
        text += strlen(types[i].word);
        text += *text == ',' && text[1];
    }
    return found;
}

unsigned air_types(const Book *data, const State *state, Piece piece) { return air_of(data, state, piece)->types; }

static int reduced(const State *state, Piece piece) { return state->unit[piece].steps < 2; }
int air_rating(const Book *data, const State *state, Piece piece)
{
    return air_of(data, state, piece)->rating[reduced(state, piece)];
}
int air_support(const Book *data, const State *state, Piece piece)
{
    return air_of(data, state, piece)->support[reduced(state, piece)];
}
int air_capacity(const Book *data, const State *state, Piece piece)
{
    return air_of(data, state, piece)->capacity[reduced(state, piece)];
}
bool is_offensive(const Book *data, const State *state, Piece piece) { return !air_of(data, state, piece)->defensive; }

int active_in(const Scenario *scenario, const State *state, int side, Hex hex, Piece out[FORCE])
{
    int count = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE && count < FORCE; piece = state->unit[piece].at.below)
        if (state->unit[piece].side == side && is_aircraft(data_of(scenario), state, piece) && is_active(state, piece))
            out[count++] = piece;
    return count;
}

bool offensive_in(const Scenario *scenario, const State *state, int side, Hex hex)
{
    Piece active[FORCE];
    int count = active_in(scenario, state, side, hex, active);
    for (int i = 0; i < count; i++)
        if (is_offensive(data_of(scenario), state, active[i]))
            return true;
    return false;
}

/* 14.15: one more MP, however many they are; S and Tpt do not count (6.4-2). */
bool is_interdicted(const Scenario *scenario, const State *state, int side, Hex hex)
{
    Piece active[FORCE];
    int count = active_in(scenario, state, enemy_of(side), hex, active);
    for (int i = 0; i < count; i++)
        if (air_types(data_of(scenario), state, active[i]) & (AIR_F | AIR_T))
            return true;
    return false;
}

/* ---- when it flies ---------------------------------------------------------------------------------------------- */

static bool is_phasing_step(int step)
{
    return step == STEP_MOVEMENT || step == STEP_MODES_AND_MOVEMENT || step == STEP_EXPLOITATION_MOVEMENT;
}

bool moves_air(const State *state, int side)
{
    int step = state->head.phase;
    return side == state->phasing ? is_phasing_step(step) : step == STEP_REACTION_MOVEMENT;
}

int intercepting_side(const State *state)
{
    int step = state->head.phase;
    if (step == STEP_REACTION_MOVEMENT || step == STEP_REACTION_BARRAGE)
        return state->phasing;
    if (is_phasing_step(step) || step == STEP_EXPLOITATION_BARRAGE || step == STEP_AIR_RETURN || step == STEP_AIR_REFIT)
        return enemy_of(state->phasing);
    return NO_SIDE;
}

Refusal may_fly(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_known(data, view, piece) ||
        !is_aircraft(data, view, piece))
        return refuse(OCS_14_2A, "ocs.not-yours-fly-now", piece);
    if (!moves_air(view, unit->side))
        return refuse(OCS_14_1_TAB2, "ocs.no-aircraft-fly-phase", unit->side);
    if (!is_active(view, piece))
        return refuse(OCS_14_2B, "ocs.inactive", piece);
    if (!can_fly(view))
        return refuse(OCS_14_1E_1, "ocs.nobody-flies-weather");
    return LEGAL;
}

/* ---- paths ------------------------------------------------------------------------------------------------------- */

bool has_escort(const Scenario *scenario, const State *view, const Piece *pieces, int count)
{
    for (int i = 0; i < count; i++)
        if (is_offensive(data_of(scenario), view, pieces[i]))
            return true;
    return false;
}

Refusal path_flies(const Scenario *scenario, const State *view, const Piece *pieces, int count, const Hex *path,
                   int length, int most, bool shy)
{
    Hex at = view->unit[pieces[0]].at.hex;
    int side = view->unit[pieces[0]].side;
    bool escorted = !shy || has_escort(scenario, view, pieces, count);
    if (length > most)
        return refuse(OCS_14_1A_1, "ocs.hexes-beyond-range", length, most);
    for (int i = 0; i < length; i++) {
        if (path[i] >= scenario->map->hexes || edge_between(&scenario->map->grid, at, path[i]) == EDGES)
            return refuse(OCS_14_1A_1, "ocs.not-touch", path[i], at);
        at = path[i];
        if (!escorted && offensive_in(scenario, view, enemy_of(side), at))
            return refuse(OCS_14_9B_1, "ocs.enemy-fighters-over-nobody-escorts", at, pieces[0]);
    }
    return LEGAL;
}

static int least_range(const Book *data, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count), least = 255;
    for (int i = 0; i < count; i++) {
        int range = air_of(data, view, order->value[first + i])->range - view->unit[order->value[first + i]].spent;
        least = range < least ? range : least;
    }
    return least;
}

/* Hexes that no aircraft enters without an escort: enemy fighters are over them (14.9b). Whether there are any. */
static bool find_guarded(const Scenario *scenario, const State *view, int side, uint64_t out[OCS_WORDS])
{
    const Book *data = data_of(scenario);
    bool any = false;
    memset(out, 0, OCS_WORDS * sizeof *out);
    EACH_BIT(piece, data->aircraft[enemy_of(side)], COUNTER_WORDS)
        if (is_active(view, (Piece)piece) && is_offensive(data, view, (Piece)piece)) {
            set_bit(out, view->unit[piece].at.hex);
            any = true;
        }
    return any;
}

bool flies_to(const Scenario *scenario, const State *view, const Piece *pieces, int count, Hex to, int most, bool shy)
{
    ROOM(Skies, skies);
    uint64_t guarded[OCS_WORDS];
    Hex from = view->unit[pieces[0]].at.hex;
    if (map_distance(scenario->map, from, to) > (most < WALK ? most : WALK) || from == to)
        return false;
    if (!shy || has_escort(scenario, view, pieces, count) ||
        !find_guarded(scenario, view, view->unit[pieces[0]].side, guarded))
        return true;
    skies_from(scenario, view, pieces, count, from, to, most < WALK ? most : WALK, shy, skies);
    return skies->cost[to] != NO_WAY;
}

/* Ring by ring: of each the hexes that were met last spread first. */
void skies_from(const Scenario *scenario, const State *view, const Piece *pieces, int count, Hex from, Hex to, int most,
                bool shy, Skies *out)
{
    const Map *map = scenario->map;
    Hex met[OCS_SPOTS];
    uint64_t guarded[OCS_WORDS];
    shy = shy && !has_escort(scenario, view, pieces, count) &&
          find_guarded(scenario, view, view->unit[pieces[0]].side, guarded);
    for (int hex = 0; hex < map->spots; hex++)
        out->cost[hex] = NO_WAY;
    if (most < 0)
        return;
    met[0] = from;
    out->cost[from] = 0;
    out->from[from] = NO_HEX;
    for (int ring = 0, begin = 0, end = 1; ring < most && begin < end && (to == NO_HEX || out->cost[to] == NO_WAY);
         ring++) {
        int inner = begin;
        begin = end;
        for (int i = begin; i-- > inner;)
            for (Edge edge = 0; edge < EDGES; edge++) {
                Hex next = map->next[met[i]][edge];
                if (next == NO_HEX || out->cost[next] != NO_WAY || (shy && has_bit(guarded, next)))
                    continue;
                out->cost[next] = (uint16_t)(ring + 1);
                out->from[next] = met[i];
                met[end++] = next;
            }
    }
}

int skies_path(const Skies *skies, Hex to, Hex path[WALK])
{
    int length = skies->cost[to];
    for (int i = length; i--; to = skies->from[to])
        path[i] = to;
    return length;
}

/* As far as the way is given, and then straight. */
Refusal ordered_way(const Scenario *scenario, const State *view, const Order *order, int to, int most, bool shy,
                    Hex path[WALK], int *length)
{
    ROOM(Skies, skies);
    int count, first = order_slot(order, 0, &count), steps, step = order_slot(order, to + 1, &steps);
    Hex from = view->unit[order->value[first]].at.hex, end = order_value(order, to, NO_HEX);
    if (end >= scenario->map->hexes || end == from)
        return refuse(OCS_14_1A_1, "ocs.no-place-fly", end);
    Refusal no = path_flies(scenario, view, &order->value[first], count, &order->value[step], steps, most, shy);
    if (refused(no))
        return no;
    memcpy(path, &order->value[step], (size_t)steps * sizeof *path);
    skies_from(scenario, view, &order->value[first], count, steps ? path[steps - 1] : from, end,
               (most < WALK ? most : WALK) - steps, shy, skies);
    if (skies->cost[end] == NO_WAY) {
        skies_from(scenario, view, &order->value[first], count, steps ? path[steps - 1] : from, end,
                   (most < WALK ? most : WALK) - steps, false, skies);
        return skies->cost[end] == NO_WAY
                   ? refuse(OCS_14_1A_2, "ocs.beyond-range", end, most)
                   : refuse(OCS_14_9B_1, "ocs.enemy-fighters-bar-way-nobody", end, order->value[first]);
    }
    *length = steps + skies_path(skies, end, path + steps);
    return LEGAL;
}

void list_ways(const Scenario *scenario, const State *view, const Order *prefix, int to, int most, bool shy,
               Choices *out)
{
    ROOM(Skies, skies);
    int count, first = order_slot(prefix, 0, &count), steps, step = order_slot(prefix, to + 1, &steps);
    Hex end = order_value(prefix, to, NO_HEX);
    Hex at = steps ? prefix->value[step + steps - 1] : view->unit[prefix->value[first]].at.hex;
    if (steps &&
        refused(path_flies(scenario, view, &prefix->value[first], count, &prefix->value[step], steps, most, shy)))
        return;
    skies_from(scenario, view, &prefix->value[first], count, end, NO_HEX, most, shy, skies);
    for (Edge edge = 0; steps < WALK && edge < EDGES; edge++) {
        Hex next = scenario->map->next[at][edge];
        if (next != NO_HEX && skies->cost[next] != NO_WAY && steps + 1 + skies->cost[next] <= most)
            choose(out, to + 1, next);
    }
}

/* ---- fly COUNTER… HEX… ------------------------------------------------------------------------------------------- */

/* 14.20e: transports fly to and fro as long as their range lasts, empty too; those that are also bombers if they have
 * carried. */
static bool flies_on(const Book *data, const State *view, Piece piece)
{
    return air_types(data, view, piece) == AIR_TPT || view->unit[piece].now & CARRYING;
}

bool starts_out(const State *view, Piece piece)
{
    return has_supplied_base(view, view->unit[piece].side, view->unit[piece].at.hex);
}

/* D62: an aircraft that has won a fight on its way goes on from there with the MPs it has left. */
static Refusal may_set_out(const Book *data, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->now & WON)
        return LEGAL;
    if (unit->now & MOVED && !flies_on(data, view, piece))
        return refuse(OCS_14_1A_1, "ocs.flown-phase", piece);
    if (!has_base(view, unit->side, unit->at.hex))
        return refuse(OCS_14_1B_1, "ocs.station-only-flies-home", piece);
    if (!starts_out(view, piece) && !(air_types(data, view, piece) & AIR_TPT))
        return refuse(OCS_14_1_TAB1, "ocs.base-without-supply-only-flies", piece);
    return LEGAL;
}

static Refusal check_flyers(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        Refusal no = may_fly(scenario, view, piece);
        if (refused(no))
            return no;
        no = may_set_out(data_of(scenario), view, piece);
        if (refused(no))
            return no;
        if (view->unit[piece].at.hex != view->unit[order->value[first]].at.hex)
            return refuse(OCS_14_1C_1, "ocs.not-begin-hex-others", piece);
    }
    return LEGAL;
}

static Refusal check_path(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count), steps, step = order_slot(order, 1, &steps);
    return path_flies(scenario, view, &order->value[first], count, &order->value[step], steps,
                      least_range(data_of(scenario), view, order), true);
}

/* 14.1-tab1, D74: from a base without supply transports fly to another base and to no station. */
static Refusal check_end(const State *view, const Order *order, Hex end)
{
    int count, first = order_slot(order, 0, &count);
    if (has_base(view, question(&view->head)->side, end))
        return LEGAL;
    for (int i = 0; i < count; i++)
        if (!starts_out(view, order->value[first + i]) && !(view->unit[order->value[first + i]].now & WON))
            return refuse(OCS_14_1_TAB1, "ocs.base-without-supply-flies-another", order->value[first + i]);
    return LEGAL;
}

Refusal fly_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = check_flyers(scenario, view, order);
    if (!refused(no))
        no = check_path(scenario, view, order);
    return refused(no) ? no : check_end(view, order, order->value[order->count - 1]);
}

static void list_flyers(const Scenario *scenario, const State *view, const Order *prefix, int from, Choices *out)
{
    EACH_BIT_FROM(piece, own_aircraft(scenario, view), COUNTER_WORDS, from)
        if (is_on_map(view, (Piece)piece) && !refused(may_set_out(data_of(scenario), view, (Piece)piece))) {
            Order order = *prefix;
            if (order_add(&order, 0, (uint16_t)piece) && !refused(check_flyers(scenario, view, &order)))
                choose(out, 0, piece);
        }
}

void fly_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int steps, last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    if (data_of(scenario)->without[PART_AIR])
        return;
    order_slot(prefix, 1, &steps);
    if (!steps && prefix->count < STACK)
        list_flyers(scenario, view, prefix, last + 1, out);
    if (!prefix->count || refused(check_flyers(scenario, view, prefix)))
        return;
    out->complete = steps && !refused(fly_check(scenario, view, prefix));
    Hex at = steps ? (Hex)last : view->unit[prefix->value[0]].at.hex;
    for (Edge edge = 0; steps < WALK && edge < EDGES; edge++) {
        Order order = *prefix;
        Hex to = scenario->map->next[at][edge];
        if (to != NO_HEX && order_add(&order, 1, to) && !refused(check_path(scenario, view, &order)))
            choose(out, 1, to);
    }
}

void fly_apply(Play *play, const Order *order)
{
    int count, first = order_slot(order, 0, &count), steps, step = order_slot(order, 1, &steps);
    flight_begin(play, ERRAND_FLY, &order->value[first], count, &order->value[step], steps);
}

void fly_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    ROOM(Skies, skies);
    int count, first = order_slot(prefix, 0, &count), steps, step = order_slot(prefix, 1, &steps);
    if (!prefix->count || refused(check_flyers(scenario, view, prefix)) || refused(check_path(scenario, view, prefix)))
        return;
    Hex from = steps ? prefix->value[step + steps - 1] : view->unit[prefix->value[0]].at.hex;
    skies_from(scenario, view, &prefix->value[first], count, from, NO_HEX,
               least_range(data_of(scenario), view, prefix) - steps, true, skies);
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        if (skies->cost[hex] == NO_WAY)
            continue;
        out->cost[hex] = out->most[hex] = (uint16_t)(skies->cost[hex] * QUARTERS);
        out->from[hex] = skies->from[hex];
        if (hex != from && !refused(check_end(view, prefix, (Hex)hex)))
            out->hex[out->count++] = (Hex)hex;
    }
}

/* ---- combine COUNTER COUNTER (14.1f, 14.3) ----------------------------------------------------------------------- */

static bool same_values(const AirKind *a, const AirKind *b)
{
    return !strcmp(a->type, b->type) && a->range == b->range && a->defensive == b->defensive &&
           !memcmp(a->rating, b->rating, sizeof a->rating) && !memcmp(a->support, b->support, sizeof a->support) &&
           !memcmp(a->capacity, b->capacity, sizeof a->capacity);
}

static Refusal may_combine(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) ||
        !is_known(data_of(scenario), view, piece) || !is_aircraft(data_of(scenario), view, piece))
        return refuse(OCS_14_1F, "ocs.no-aircraft-yours", piece);
    return unit->steps == 1 ? LEGAL : refuse(OCS_14_1F, "ocs.not-reduced", piece);
}

Refusal combine_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Piece one = order->value[0], other = order->value[1];
    Refusal no = may_combine(scenario, view, one);
    if (!refused(no))
        no = may_combine(scenario, view, other);
    if (!refused(no) && (one == other || view->unit[one].at.hex != view->unit[other].at.hex))
        no = refuse(OCS_14_1F, "ocs.not-hex", one, other);
    if (!refused(no) && (!same_values(air_of(data, view, one), air_of(data, view, other)) ||
                         strcmp(kind_of(data, view, one)->name, kind_of(data, view, other)->name)))
        no = refuse(OCS_14_3_2, "ocs.not-same-values", one, other);
    return no;
}

void combine_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (data_of(scenario)->without[PART_AIR])
        return;
    const uint64_t *own = own_aircraft(scenario, view);
    out->complete = prefix->count == 2;
    if (prefix->count == 2)
        return;
    EACH_BIT(piece, own, COUNTER_WORDS) {
        if (refused(may_combine(scenario, view, (Piece)piece)))
            continue;
        Order order = *prefix;
        order_add(&order, 0, (uint16_t)piece);
        bool found = prefix->count && piece > prefix->value[0] && !refused(combine_check(scenario, view, &order));
        EACH_BIT_FROM(other, own, COUNTER_WORDS, prefix->count || found ? OCS_PIECES : piece + 1) {
            if (found || view->unit[other].at.hex != view->unit[piece].at.hex)
                continue;
            Order both = order;
            order_add(&both, 0, (uint16_t)other);
            found = !refused(combine_check(scenario, view, &both));
        }
        if (found)
            choose(out, 0, piece);
    }
}

/* D34: inactive if either was. */
void combine_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Unit *kept = &state->unit[order->value[0]], *gone = &state->unit[order->value[1]];
    if (!(gone->now & ACTIVE))
        kept->now &= ~(uint32_t)ACTIVE;
    kept->now |= gone->now & (MOVED | CARRYING | STRUCK); /* what either has done it has done */
    kept->spent = gone->spent > kept->spent ? gone->spent : kept->spent;
    kept->steps = 2;
    lift(play->scenario, state, order->value[1]);
    gone->standing = DEAD;
    gone->steps = 0;
    gone->now = 0;
    tell(play->events, EVENT_STATE, 0, sentence(OCS_14_1F, "ocs.become-full-unit", order->value[0], order->value[1]));
}
