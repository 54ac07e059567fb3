/* rail.c — OCS 12.3 and 13.0d: trains, and railroads that are wrecked and mended.
 *
 *     entrain sRD96 37.20     freight 37.20 supply 16 37.14     wreck gPi1     repair gRR1
 *
 * A side's railroads are whole, of its gauge and its own (trace.c). A train takes units on their Move side, in
 * Strategic Mode too (5.5b, 5.6b, 5.8c), any distance over them in one Movement Phase, whatever the ground (12.3a-4),
 * for so many SPs of the side's capacity: half of them all on multi-track (ocs2.transport-3), all of them with single
 * track (ocs2.transport-4), double with any low-capacity hex (ocs2.transport-5), double again through an interdicted
 * one (12.3a-3, ocs2.transport-6, C20). The cheapest way is taken. Capacity is counted in eighths of an SP, so that
 * nothing is rounded (D47). No train passes next to the enemy, friends or not (12.3a-2). To mend a hex costs supply
 * (12.3f-2, ocs2.special-6). */
#include <string.h>

#include "core/room.h"
#include "systems/ocs/ocs.h"

enum { REPAIRS = 3 };

/* ---- ways -------------------------------------------------------------------------------------------------- */

/* Hexes that a side's trains pass, and those among them without enemy aircraft over the track. */
typedef struct Tracks {
    uint64_t passes[OCS_WORDS], free[OCS_WORDS];
    bool interdicted; /* any of them */
} Tracks;

/* All hexes to which a way leads over track of at least that class. */
static void spread(const Scenario *scenario, const uint64_t passes[OCS_WORDS], Hex from, int least,
                   uint64_t seen[OCS_WORDS])
{
    const Map *map = scenario->map;
    Hex open[OCS_SPOTS];
    int count = 0;
    if (!has_bit(passes, from))
        return;
    set_bit(seen, from);
    open[count++] = from;
    while (count) {
        Hex hex = open[--count];
        for (Edge edge = 0; edge < EDGES; edge++) {
            Hex next = map->next[hex][edge];
            if (next == NO_HEX || map->layer[RAILS][hex][edge] < least || has_bit(seen, next) || !has_bit(passes, next))
                continue;
            set_bit(seen, next);
            open[count++] = next;
        }
    }
}

/* 12.3a-1, 12.3d: if a side's railroads come from somewhere, only those linked to it by a chain of them are of use,
 * enemies beside them or not. */
static void link_tracks(const Scenario *scenario, int side, uint64_t own[OCS_WORDS])
{
    const uint64_t *railhead = data_of(scenario)->railhead[side];
    uint64_t linked[OCS_WORDS] = {0};
    if (!count_bits(railhead, OCS_WORDS) || !scenario->map->layer[RAILS])
        return;
    EACH_BIT(hex, railhead, OCS_WORDS)
        spread(scenario, own, (Hex)hex, RAIL_LOW, linked);
    memcpy(own, linked, sizeof linked);
}

/* A wrecked hex is off the net of both sides, so each net ends beside it (12.3e-2). */
static void find_tracks(const Scenario *scenario, const State *state, int side, Tracks *out)
{
    const Book *data = data_of(scenario);
    uint64_t beside[OCS_WORDS] = {0}, own[OCS_WORDS];
    find_beside(scenario, state, enemy_of(side), beside);
    for (int word = 0; word < OCS_WORDS; word++)
        own[word] = data->rail[word] & ~state->wrecked[word] & state->control[side][word] &
                    (side == 1 ? state->gauge[word] : ~state->gauge[word]);
    link_tracks(scenario, side, own);
    for (int word = 0; word < OCS_WORDS; word++) {
        out->passes[word] = own[word] & ~state->occupied[enemy_of(side)][word] & ~beside[word];
        out->free[word] = out->passes[word] & ~state->interdicted[word];
    }
    out->interdicted = memcmp(out->passes, out->free, sizeof out->free) != 0;
}

void rail_passes(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS])
{
    Tracks tracks;
    find_tracks(scenario, state, side, &tracks);
    memcpy(out, tracks.passes, sizeof tracks.passes);
}

/* Classes of ways from the cheapest on: what a trip costs, in halves of its weight. */
static const struct {
    uint8_t least, interdicted, factor;
} rail_ways[] = {{RAIL_MULTI, false, 1}, {RAIL_SINGLE, false, 2}, {RAIL_MULTI, true, 2},
                 {RAIL_LOW, false, 4},   {RAIL_SINGLE, true, 4},  {RAIL_LOW, true, 8}};
enum { RAIL_WAYS = sizeof rail_ways / sizeof *rail_ways };

/* All that is reached from there by ways of that class. */
static void follow(const Scenario *scenario, const Tracks *tracks, Hex from, int way, uint64_t seen[OCS_WORDS])
{
    memset(seen, 0, OCS_WORDS * sizeof *seen);
    if (!scenario->map->layer[RAILS] || from >= scenario->map->hexes || !has_bit(tracks->passes, from) ||
        (rail_ways[way].interdicted && !tracks->interdicted))
        return;
    spread(scenario, rail_ways[way].interdicted ? tracks->passes : tracks->free, from, rail_ways[way].least, seen);
    clear_bit(seen, from);
}

/* What a trip from a hex costs over some tracks: kept, for lists ask for the same again and again. */
typedef struct Trips {
    uint8_t data_hash[SHA256_BYTES];
    Tracks tracks;
    Hex from;
    uint8_t factor[OCS_SPOTS]; /* in halves of its weight, by hex; 0: there is no way */
} Trips;

static const uint8_t *find_factors_on(const Scenario *scenario, const Tracks *tracks, Hex from)
{
    ROOM(Trips, last);
    uint64_t seen[OCS_WORDS];
    if (last->from == from && !memcmp(last->tracks.passes, tracks->passes, sizeof tracks->passes) &&
        !memcmp(last->tracks.free, tracks->free, sizeof tracks->free) &&
        !memcmp(last->data_hash, scenario->data_hash, SHA256_BYTES))
        return last->factor;
    memcpy(last->data_hash, scenario->data_hash, SHA256_BYTES);
    last->tracks = *tracks;
    last->from = from;
    memset(last->factor, 0, sizeof last->factor);
    for (int way = 0; way < RAIL_WAYS; way++) {
        follow(scenario, tracks, from, way, seen);
        EACH_BIT(hex, seen, OCS_WORDS)
            if (!last->factor[hex])
                last->factor[hex] = rail_ways[way].factor;
    }
    return last->factor;
}

int rail_factor(const Scenario *scenario, const State *state, int side, Hex from, Hex to)
{
    Tracks tracks;
    find_tracks(scenario, state, side, &tracks);
    return find_factors_on(scenario, &tracks, from)[to];
}

int rail_capacity(const Book *data, const State *state, int side)
{
    int week = second_edition(data) ? (state->head.turn + 1) / 2 : state->head.turn;
    return data->trains[side].later && week >= data->trains[side].from ? data->trains[side].later
                                                                       : data->trains[side].first;
}

/* 13.0d-1, ocs2.transport-1: in eighths of an SP. */
int rail_weight(const Book *data, const State *state, Piece piece)
{
    const Kind *kind = kind_of(data, state, piece);
    bool heavy = kind->class == ARMOR || kind->class == MECH || motor_of(data, state, piece) != NOT_MOTORIZED;
    int eighths = re_of(data, state, piece) * EIGHTHS / QUARTERS;
    return heavy && !second_edition(data) ? 2 * eighths : eighths;
}

static Refusal may_ride(const Scenario *scenario, const State *view)
{
    bool own = view->head.phase == STEP_MOVEMENT || view->head.phase == STEP_MODES_AND_MOVEMENT;
    if (data_of(scenario)->without[PART_RAIL] || !own || question(&view->head)->side != view->phasing)
        return refuse(OCS_12_3B, "ocs.trains-go-own-movement-phase");
    return LEGAL;
}

/* Nothing fits on any train. */
static bool is_full(const Scenario *scenario, const State *view, int side)
{
    return view->rail_used[side] >= rail_capacity(data_of(scenario), view, side) * EIGHTHS;
}

static Refusal may_trip(const Scenario *scenario, const State *view, int side, Hex from, Hex to, int factor,
                        int eighths, bool eased)
{
    const Book *data = data_of(scenario);
    if (!has_bit(data->station, from) || (!has_bit(data->station, to) && !(eased && data->easy_detraining)))
        return refuse(OCS_12_3C_2, "ocs.trains-boarded-left-towns-villages");
    if (!factor)
        return refuse(OCS_12_3A_2, "ocs.no-working-railroad-leads-out", from, to);
    int left = rail_capacity(data, view, side) * EIGHTHS - view->rail_used[side], cost = (eighths * factor + 1) / 2;
    if (cost > left)
        return refuse(OCS_12_3_1, "ocs.takes-sp-t-capacity-sp", tokens_needed(cost) / TOKENS,
                      tokens_needed(cost) % TOKENS, tokens_left(left) / TOKENS, tokens_left(left) % TOKENS);
    return LEGAL;
}

static void use_rail(State *state, const Scenario *scenario, int side, Hex from, Hex to, int eighths)
{
    int cost = (eighths * rail_factor(scenario, state, side, from, to) + 1) / 2;
    state->rail_used[side] = (uint16_t)(state->rail_used[side] + cost);
}

/* ---- entrain COUNTER HEX --------------------------------------------------------------------------------------- */

Refusal may_embark(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data, view, piece);
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_unit(kind) ||
        !is_known(data, view, piece))
        return refuse(OCS_6_3B_1, "ocs.not-yours-move-now", piece);
    if (has_modes(kind) && (unit->face != MOVE_SIDE || (unit->marker != NO_MARKER && unit->marker != STRATEGIC)))
        return refuse(OCS_12_3C_5, "ocs.must-move-strategic-move-mode", piece);
    if (unit->now & (HALTED | STOPPED))
        return refuse(OCS_12_3C_4, "ocs.halted-phase", piece);
    if (view->band[piece] & TAGGING)
        return refuse(OCS_7_1G_1, "ocs.tagged-along-overrun-goes-only", piece);
    if (unit->spent * 2 > allowance(data, view, piece))
        return refuse(OCS_12_3C_3, "ocs.used-more-half-mps", piece);
    if (unit->repairs && !data->rail_riders) /* E13 */
        return refuse(OCS_12_3F_2, "ocs.mended-railroad-phase-not-ride", piece);
    return LEGAL;
}

static Refusal may_entrain(const Scenario *scenario, const State *view, Piece piece)
{
    Hex hex = view->unit[piece].at.hex;
    Refusal no = may_ride(scenario, view);
    if (!refused(no))
        no = may_embark(scenario, view, piece);
    if (refused(no))
        return no;
    if (hex >= scenario->map->hexes || !has_bit(data_of(scenario)->station, hex))
        return refuse(OCS_12_3C_2, "ocs.trains-boarded-left-towns-villages");
    return LEGAL;
}

static Refusal may_ride_to(const Scenario *scenario, const State *view, Piece piece, Hex to, int factor)
{
    if (to >= scenario->map->hexes || enemy_in(view, view->unit[piece].side, to))
        return refuse(OCS_6_3A, "ocs.enemy-stands", to);
    return may_trip(scenario, view, view->unit[piece].side, view->unit[piece].at.hex, to, factor,
                    rail_weight(data_of(scenario), view, piece), true);
}

Refusal entrain_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    Hex to = order->value[1];
    Refusal no = may_entrain(scenario, view, piece);
    if (refused(no))
        return no;
    return may_ride_to(scenario, view, piece, to,
                       rail_factor(scenario, view, view->unit[piece].side, view->unit[piece].at.hex, to));
}

/* Whether there is anywhere to ride to: dearer ways only lead to more. */
static bool can_ride(const Scenario *scenario, const State *view, const Tracks *tracks, Piece piece)
{
    const Book *data = data_of(scenario);
    int side = view->unit[piece].side, weight = rail_weight(data, view, piece);
    int left = rail_capacity(data, view, side) * EIGHTHS - view->rail_used[side];
    for (int way = 0; way < RAIL_WAYS && (weight * rail_ways[way].factor + 1) / 2 <= left; way++) {
        uint64_t seen[OCS_WORDS];
        follow(scenario, tracks, view->unit[piece].at.hex, way, seen);
        for (int word = 0; word < OCS_WORDS; word++)
            if (seen[word] & (data->easy_detraining ? data->rail[word] : data->station[word]))
                return true;
    }
    return false;
}

void entrain_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Tracks tracks;
    out->complete = prefix->count == 2;
    if (refused(may_ride(scenario, view)) || is_full(scenario, view, question(&view->head)->side))
        return;
    find_tracks(scenario, view, question(&view->head)->side, &tracks);
    if (prefix->count == 2)
        return;
    EACH_BIT(counter, own_counters(scenario, view), COUNTER_WORDS) {
        Piece piece = (Piece)counter;
        if (!is_on_map(view, piece) || (prefix->count && prefix->value[0] != piece) ||
            !has_bit(data_of(scenario)->station, view->unit[piece].at.hex) ||
            refused(may_entrain(scenario, view, piece)))
            continue;
        if (!prefix->count) {
            if (can_ride(scenario, view, &tracks, piece))
                choose(out, 0, piece);
            continue;
        }
        const uint8_t *factors = find_factors_on(scenario, &tracks, view->unit[piece].at.hex);
        EACH_BIT(hex, data_of(scenario)->rail, OCS_WORDS) {
            if (factors[hex] && !refused(may_ride_to(scenario, view, piece, (Hex)hex, factors[hex])))
                choose(out, 1, hex);
        }
    }
}

void entrain_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Hex from = state->unit[piece].at.hex, to = order->value[1];
    use_rail(state, play->scenario, state->unit[piece].side, from, to, rail_weight(play->data, state, piece));
    leave_works(state, state->unit[piece].side, from);
    move_to(play, piece, to);
    state->unit[piece].now |= MOVED | ARRIVED;
    halt_unit(play, piece); /* 12.3c-4 */
    tell(play->events, EVENT_MOVED, 0, sentence(OCS_12_3A_1, "ocs.goes-rail", piece, from, to));
    come_into(play, state->unit[piece].side, to);
}

/* ---- freight HEX KIND N HEX -------------------------------------------------------------------------------------- */

static bool has_combat_headquarters(const Scenario *scenario, const State *view, int side, Hex hex)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
        if (view->unit[piece].side == side && kind_of(data_of(scenario), view, piece)->class == HEADQUARTERS &&
            view->unit[piece].face == COMBAT_SIDE && view->unit[piece].marker != RESERVE) /* D69 */
            return true;
    return false;
}

/* How much of that kind is there and may ride. */
int cargo_at(const Scenario *scenario, const State *view, const Pile *pile, int kind)
{
    if (kind == ON_GROUND)
        return pile->dump - pile->landed;
    int points = free_points(view, pile, kind);
    int loaded = (stored(pile, kind) + TOKENS - 1) / TOKENS;
    return second_edition(data_of(scenario)) ? points : points - loaded < 0 ? 0 : points - loaded;
}

int eighths_of(int kind, int amount) { return kind == ON_GROUND ? amount * EIGHTHS / TOKENS : amount * EIGHTHS; }

static Refusal may_send(const Scenario *scenario, const State *view, int kind, int amount, Hex from, Hex to, int factor)
{
    int side = question(&view->head)->side;
    if (kind != ON_GROUND && view->convoys == OCS_CONVOYS)
        return refuse(OCS_12_2B_2, "ocs.convoys-already", OCS_CONVOYS);
    if (to >= scenario->map->hexes || enemy_in(view, side, to))
        return refuse(OCS_6_3A, "ocs.enemy-stands", to);
    return may_trip(scenario, view, side, from, to, factor, eighths_of(kind, amount),
                    kind == ON_GROUND && has_combat_headquarters(scenario, view, side, to));
}

/* D65: vehicles with as much as they hold, or with nothing, as far as there is either. */
Refusal may_ride_so(const Scenario *scenario, const State *view, const Pile *pile, int kind, int amount, int wish)
{
    if (wish == NO_WISH)
        return LEGAL;
    if (kind == ON_GROUND)
        return refuse(OCS2_TRANSPORT_1, "ocs.only-vehicles-ride-loaded-empty");
    if (!second_edition(data_of(scenario)))
        return wish == RIDES_EMPTY ? LEGAL : refuse(OCS_12_2C_2, "ocs.vehicles-ride-empty-edition-1");
    int load = free_load(view, pile, kind), points = free_points(view, pile, kind);
    int empty = points - (load + TOKENS - 1) / TOKENS;
    if (wish == RIDES_EMPTY && amount > empty)
        return refuse(OCS2_TRANSPORT_1, "ocs.empty-points", empty, pile->hex);
    return wish == RIDES_LOADED && amount > (load + TOKENS - 1) / TOKENS
               ? refuse(OCS2_TRANSPORT_1, "ocs.loaded-points", (load + TOKENS - 1) / TOKENS, pile->hex)
               : LEGAL;
}

void list_wishes(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Pile *pile = pile_in(view, question(&view->head)->side, prefix->value[0]);
    for (int wish = RIDES_LOADED; prefix->count == 4 && pile && wish <= RIDES_EMPTY; wish++)
        if (!refused(may_ride_so(scenario, view, pile, prefix->value[1], prefix->value[2], wish)))
            choose(out, 4, wish);
}

Refusal freight_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = question(&view->head)->side, kind = order->value[1], amount = order->value[2];
    Hex from = order->value[0], to = order->value[3];
    const Pile *pile = pile_in(view, side, from);
    Refusal no = may_ride(scenario, view);
    if (refused(no))
        return no;
    int there = pile ? cargo_at(scenario, view, pile, kind) : 0;
    if (!amount || amount > there)
        return refuse(kind == ON_GROUND ? OCS_12_3C_4 : OCS_12_2C_2, "ocs.can-loaded", there, from);
    no = may_ride_so(scenario, view, pile, kind, amount, order_value(order, 4, NO_WISH));
    return refused(no) ? no
                       : may_send(scenario, view, kind, amount, from, to, rail_factor(scenario, view, side, from, to));
}

/* The hexes that so much of it can go to; how many. */
static int list_ends(const Scenario *scenario, const State *view, int kind, int amount, Hex from,
                     const uint8_t *factors, Choices *out)
{
    int count = 0;
    EACH_BIT(hex, data_of(scenario)->rail, OCS_WORDS) {
        if (!factors[hex] || refused(may_send(scenario, view, kind, amount, from, (Hex)hex, factors[hex])))
            continue;
        count++;
        if (!out)
            break;
        choose(out, 3, hex);
    }
    return count;
}

/* Whether a token or a point of it can go anywhere. */
static bool has_end(const Scenario *scenario, const State *view, const Tracks *tracks, int kind, Hex from)
{
    uint64_t seen[OCS_WORDS];
    for (int way = 0; way < RAIL_WAYS; way++) {
        follow(scenario, tracks, from, way, seen);
        EACH_BIT(hex, seen, OCS_WORDS)
            if (!refused(may_send(scenario, view, kind, 1, from, (Hex)hex, rail_ways[way].factor)))
                return true;
    }
    return false;
}

static void list_cargo(const Scenario *scenario, const State *view, const Tracks *tracks, const Pile *pile,
                       const Order *prefix, Choices *out)
{
    const uint8_t *factors = prefix->count > 1 ? find_factors_on(scenario, tracks, pile->hex) : NULL;
    for (int kind = 0; kind < STORES; kind++) {
        int there = cargo_at(scenario, view, pile, kind);
        if (there < 1 || (prefix->count > 1 && prefix->value[1] != kind))
            continue;
        if (prefix->count == 3) {
            list_ends(scenario, view, kind, prefix->value[2], pile->hex, factors, out);
        } else if (prefix->count == 2) {
            for (int amount = 1; amount <= there; amount++)
                if (list_ends(scenario, view, kind, amount, pile->hex, factors, NULL))
                    choose(out, 2, amount);
        } else if (has_end(scenario, view, tracks, kind, pile->hex)) {
            choose(out, prefix->count, prefix->count ? kind : pile->hex);
            if (!prefix->count)
                return;
        }
    }
}

void freight_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count >= 4;
    list_wishes(scenario, view, prefix, out);
    if (prefix->count >= 4 || refused(may_ride(scenario, view)) || is_full(scenario, view, question(&view->head)->side))
        return;
    Tracks tracks;
    find_tracks(scenario, view, question(&view->head)->side, &tracks);
    for (int i = 0; i < view->piles; i++)
        if (view->pile[i].side == question(&view->head)->side &&
            (!prefix->count || prefix->value[0] == view->pile[i].hex) &&
            has_bit(data_of(scenario)->station, view->pile[i].hex))
            list_cargo(scenario, view, &tracks, &view->pile[i], prefix, out);
}

void freight_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int side = asked(state)->side, kind = order->value[1], amount = order->value[2];
    Hex from = order->value[0], to = order->value[3];
    use_rail(state, play->scenario, side, from, to, eighths_of(kind, amount));
    carry_cargo(play, side, from, to, kind, amount, order_value(order, 4, NO_WISH));
    tell(play->events, EVENT_NOTE, 1u << enemy_of(side),
         sentence(OCS_12_3A_1, "ocs.goes-rail-2", amount, WORD_STORE + kind, from, to));
}

/* What rides along with so many vehicles: edition 2. */
static int riding_load(const State *state, const Pile *pile, int kind, int amount, int wish)
{
    if (kind == ON_GROUND || wish == RIDES_EMPTY)
        return 0;
    int load = free_load(state, pile, kind), room = (free_points(state, pile, kind) - amount) * TOKENS;
    int most = load < amount * TOKENS ? load : amount * TOKENS;
    return wish == RIDES_LOADED ? most : load > room ? load - room : 0;
}

void carry_cargo(Play *play, int side, Hex from, Hex to, int kind, int amount, int wish)
{
    State *state = play->state;
    int load = riding_load(state, pile_in(state, side, from), kind, amount, wish);
    shift_pile(state, side, from, to, kind, amount, load);
    if (kind == ON_GROUND)
        pile_at(state, side, to)->landed = (uint16_t)(pile_at(state, side, to)->landed + amount);
    else
        ride_vehicles(state, side, to, kind, amount, load);
}

/* ---- wreck COUNTER, repair COUNTER ------------------------------------------------------------------------------- */

Refusal wreck_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Piece piece = order->value[0];
    const Unit *unit = &view->unit[piece];
    if (data->without[PART_RAIL])
        return refuse(OCS_12_3B, "ocs.scenario-leaves-railroads-out");
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_known(data, view, piece) ||
        !is_unit(kind_of(data, view, piece)))
        return refuse(OCS_6_3B_1, "ocs.not-yours-order-now", piece);
    Refusal idle = may_act(scenario, view, piece);
    if (refused(idle))
        return idle;
    if (unit->marker != NO_MARKER)
        return refuse(OCS_12_3E_3, "ocs.must-combat-move-mode-wreck", piece);
    if (unit->at.hex >= scenario->map->hexes || !has_bit(data->rail, unit->at.hex) ||
        has_bit(view->wrecked, unit->at.hex))
        return refuse(OCS_12_3E_1, "ocs.no-whole-railroad", unit->at.hex);
    int cost = printed_ma(data, view, piece); /* a quarter of the MA, in quarters (D2) */
    if (!cost || unit->now & HALTED || cost > mp_left(data, view, piece))
        return refuse(OCS_12_3E_1, "ocs.takes-mps-left", piece, cost, mp_left(data, view, piece));
    return LEGAL;
}

static bool stands_on_rail(const Scenario *scenario, const State *view, Piece piece)
{
    Hex hex = view->unit[piece].at.hex;
    return view->unit[piece].marker == NO_MARKER && has_bit(data_of(scenario)->rail, hex) &&
           !has_bit(view->wrecked, hex);
}

void wreck_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_counters(scenario, view, prefix, stands_on_rail, wreck_check, out);
}

void wreck_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Unit *unit = &state->unit[order->value[0]];
    unit->spent = (uint16_t)(unit->spent + printed_ma(play->data, state, order->value[0]));
    unit->now |= MOVED;
    set_bit(state->wrecked, unit->at.hex);
    tell(play->events, EVENT_GROUND, 0, sentence(OCS_12_3E_1, "ocs.wrecks-railroad", order->value[0], unit->at.hex));
}

Refusal repair_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Piece piece = order->value[0];
    const Unit *unit = &view->unit[piece];
    Hex hex = unit->at.hex;
    if (refused(may_ride(scenario, view)))
        return refuse(OCS_12_3F_1, "ocs.railroads-mended-owners-movement");
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) ||
        kind_of(data, view, piece)->class != RAIL_REPAIR)
        return refuse(OCS_12_3F_1, "ocs.none-your-rail-repair-units", piece);
    if (hex >= scenario->map->hexes || !has_bit(data->rail, hex) ||
        (!has_bit(view->wrecked, hex) && has_bit(view->gauge, hex) == (unit->side == 1)))
        return refuse(OCS_12_3F_1, "ocs.nothing-mend", hex);
    if (unit->repairs >= REPAIRS)
        return refuse(OCS_12_3F_1, "ocs.mended-hexes-phase", piece, REPAIRS);
    if (unit->level == NO_SUPPLY || is_contact(scenario, view, unit->side, hex) || unit->now & ARRIVED)
        return refuse(OCS_12_3F_2, "ocs.not-mend-out-supply-next", piece);
    int cost = data->repair_tokens, there = tokens_in_reach(scenario, view, unit->side, &hex, 1, PAY_RAIL);
    return there < cost ? refuse(OCS_12_3F_1, "ocs.costs-t-t-reach", cost, there) : LEGAL;
}

static bool repairs_rail(const Scenario *scenario, const State *view, Piece piece)
{
    return kind_of(data_of(scenario), view, piece)->class == RAIL_REPAIR;
}

void repair_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_counters(scenario, view, prefix, repairs_rail, repair_check, out);
}

void repair_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Unit *unit = &state->unit[order->value[0]];
    Hex hex = unit->at.hex;
    unit->repairs++;
    clear_bit(state->wrecked, hex);
    (unit->side ? set_bit : clear_bit)(state->gauge, hex);
    tell(play->events, EVENT_GROUND, 0, sentence(OCS_12_3F_1, "ocs.mends-railroad", order->value[0], hex));
    charge(play, unit->side, &hex, 1, play->data->repair_tokens, PAY_RAIL);
}
