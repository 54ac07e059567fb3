/* transport.c — TCS 25.1: getting on carriers and vehicles, being towed, and getting off.
 *
 * One operation is any number of units getting on or off one carrier: it costs the carrier 3 MPs and each unit 1
 * . A platoon may share itself out over several vehicles: a step on each, and a second one on those that are
 * named first; they move together until it gets off. A carried unit shares the fate of its carrier (12.1d).
 * Mortars move or are carried, heavy ones towed (25.2e). At set-up all of it is free (III.2). */
#include <string.h>

#include "systems/tcs/tcs.h"

enum { CARRIER_MPS = 3, RIDER_MPS = 1 }; /* 25.1b-1 */
enum { SLOT_RIDERS, SLOT_CARRIERS };

/* At set-up, when reinforcements come, and when a hex is assaulted. */
static bool is_free(const State *view)
{
    int kind = question(&view->head)->kind;
    return kind == ASK_SETUP || kind == ASK_ARRIVAL || kind == ASK_DISMOUNT;
}

/* 25.1a: what can only be towed is towed, infantry, machine guns and light mortars are carried. */
static bool is_towed(const Kind *kind) { return kind->tow_only; }

static Refusal may_do(const Scenario *scenario, const State *view, Piece piece, int mps)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece))
        return refuse(TCS_25_1B_1, "tcs.not-yours-order-now", piece);
    if (question(&view->head)->kind == ASK_SETUP)
        return LEGAL;
    if (question(&view->head)->kind == ASK_ARRIVAL)
        return has_arrived(view, piece);
    if (unit->spirit != STEADFAST)
        return refuse(TCS_25_1B_2, "tcs.is", piece, WORD_RESULT + unit->spirit);
    if (unit->now & FIRED)
        return refuse(TCS_20_0A_1, "tcs.fired", piece);
    if (unit->mode != MOVE_MODE)
        return refuse(TCS_4_2_2, "tcs.fire-mode-2", piece);
    if (unit->now & IN_LANE)
        return refuse(TCS_21_3C_1, "tcs.stands-lane-fights-goes-goes", piece);
    Refusal halted = has_stopped(view, piece);
    if (refused(halted))
        return halted;
    if (mp_left(scenario, view, piece) < mps * GRAINS)
        return refuse(TCS_25_1B_1, "tcs.costs-mps-left-2", piece, mps, sixths_of(mp_left(scenario, view, piece)));
    return LEGAL;
}

/* What is aboard already: steps carried, units towed. */
static void load_of(const Scenario *scenario, const State *view, Piece carrier, int *steps, int *towed)
{
    *steps = *towed = 0;
    EACH_IN(piece, view, view->unit[carrier].at.hex)
        for (int i = 0; is_riding(view, piece) && i < CARRIERS; i++)
            if (view->unit[piece].carrier[i] == carrier) {
                *steps += is_towed(kind_of(scenario, piece)) ? 0 : view->unit[piece].share[i];
                *towed += is_towed(kind_of(scenario, piece));
            }
}

/* ---- mount COUNTER… on COUNTER… -------------------------------------------------------------------------- */

static Refusal rider_fits(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    if (is_vehicle(kind_of(scenario, piece)))
        return refuse(TCS_25_1A, "tcs.nothing-carries", piece);
    if (is_riding(view, piece))
        return refuse(TCS_25_1_1, "tcs.rides-already", piece);
    if (view->unit[piece].at.hex != hex)
        return refuse(TCS_25_1B_1, "tcs.not-stand-others", piece);
    return may_do(scenario, view, piece, RIDER_MPS);
}

static Refusal carrier_fits(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Kind *kind = kind_of(scenario, piece);
    if (!kind->carry_steps && !kind->tow_units)
        return refuse(TCS_25_1A, "tcs.carries-nothing", piece);
    if (view->unit[piece].at.hex != hex)
        return refuse(TCS_25_1B_1, "tcs.not-stand-others", piece);
    Refusal no = may_do(scenario, view, piece, CARRIER_MPS);
    return refused(no) || is_free(view) ? no : riders_can(scenario, view, piece, CARRIER_MPS * GRAINS);
}

/* Room for all of them: steps or towed units, never both on one (25.1a, 25.1e). */
static Refusal room_for(const Scenario *scenario, const State *view, const Order *order)
{
    int riders, first = order_slot(order, SLOT_RIDERS, &riders), carriers,
                at = order_slot(order, SLOT_CARRIERS, &carriers);
    int steps = 0, towed = 0, room = 0, hooks = 0;
    for (int i = 0; i < riders; i++) {
        bool tows = is_towed(kind_of(scenario, order->value[first + i]));
        steps += tows ? 0 : view->unit[order->value[first + i]].steps;
        towed += tows;
    }
    if (carriers > 1 && (riders > 1 || towed))
        return refuse(TCS_25_1E, "tcs.only-platoon-shared-several-vehicles");
    for (int i = 0; carriers > 1 && i < carriers; i++)
        if (kind_of(scenario, order->value[at + i])->category != VEHICLE)
            return refuse(TCS_25_1E, "tcs.only-vehicles-share-load-none", order->value[at + i]);
    for (int i = 0; i < carriers; i++) {
        const Kind *kind = kind_of(scenario, order->value[at + i]);
        int carried, pulled;
        load_of(scenario, view, order->value[at + i], &carried, &pulled);
        if ((steps && (pulled || towed)) || (towed && carried) || (carriers > 1 && carried))
            return refuse(TCS_25_1A, "tcs.carries-tows-not-both", order->value[at + i]);
        room += kind->carry_steps - carried;
        hooks += kind->tow_units - pulled;
    }
    if (steps > room || towed > hooks)
        return refuse(TCS_25_1A, "tcs.not-enough-room");
    return carriers > 1 && steps < carriers ? refuse(TCS_25_1E, "tcs.fewer-vehicles-enough-room") : LEGAL;
}

Refusal has_room_aboard(const Scenario *scenario, const State *view, Piece piece, Piece carrier)
{
    Order order = order_of(DO_MOUNT);
    order_add(&order, SLOT_RIDERS, piece);
    order_add(&order, SLOT_CARRIERS, carrier);
    return room_for(scenario, view, &order);
}

Refusal mount_check(const Scenario *scenario, const State *view, const Order *order)
{
    int riders, first = order_slot(order, SLOT_RIDERS, &riders), carriers,
                at = order_slot(order, SLOT_CARRIERS, &carriers);
    Hex hex = view->unit[order->value[first]].at.hex;
    Refusal no = LEGAL;
    for (int i = 0; i < riders && !refused(no); i++)
        no = rider_fits(scenario, view, order->value[first + i], hex);
    for (int i = 0; i < carriers && !refused(no); i++) {
        no = carrier_fits(scenario, view, order->value[at + i], hex);
        for (int j = 0; j < i; j++)
            if (order->value[at + j] == order->value[at + i])
                no = refuse(TCS_25_1E, "tcs.named-twice", order->value[at + i]);
    }
    return refused(no) || !carriers ? no : room_for(scenario, view, order);
}

/* The vehicle with the most room that may share the load, too; NO_PIECE none. */
static Piece next_to_share(const Scenario *scenario, const State *view, const Order *order, Hex hex)
{
    Piece best = NO_PIECE;
    EACH_IN(piece, view, hex) {
        const Kind *kind = kind_of(scenario, piece);
        int carried, pulled;
        if (kind->category != VEHICLE || order_has(order, SLOT_CARRIERS, piece) ||
            (best != NO_PIECE && kind_of(scenario, best)->carry_steps >= kind->carry_steps) ||
            refused(carrier_fits(scenario, view, piece, hex)))
            continue;
        load_of(scenario, view, piece, &carried, &pulled);
        if (!carried && !pulled)
            best = piece;
    }
    return best;
}

static bool is_mountable(const Scenario *scenario, const State *view, const Order *order)
{
    int carriers;
    order_slot(order, SLOT_CARRIERS, &carriers);
    return carriers && !refused(mount_check(scenario, view, order));
}

/* Whether the order is legal, or others behind it make it so: one carrier, or as many vehicles as a platoon takes. */
static bool can_be_mounted(const Scenario *scenario, const State *view, const Order *prefix)
{
    Hex hex = view->unit[prefix->value[0]].at.hex;
    int riders, carriers;
    order_slot(prefix, SLOT_RIDERS, &riders);
    order_slot(prefix, SLOT_CARRIERS, &carriers);
    if (is_mountable(scenario, view, prefix))
        return true;
    EACH_IN(piece, view, hex) {
        Order alone = *prefix;
        if (!carriers && is_vehicle(kind_of(scenario, piece)) && order_add(&alone, SLOT_CARRIERS, piece) &&
            is_mountable(scenario, view, &alone))
            return true;
    }
    Order order = *prefix;
    for (Piece piece; riders == 1 && carriers < CARRIERS; carriers++) {
        piece = next_to_share(scenario, view, &order, hex);
        if (piece == NO_PIECE)
            return false;
        order_add(&order, SLOT_CARRIERS, piece);
        if (is_mountable(scenario, view, &order))
            return true;
    }
    return false;
}

/* Hexes with a vehicle of the side that could take a unit. */
static void find_carriers(const Scenario *scenario, const State *view, uint64_t out[TCS_WORDS])
{
    int side = question(&view->head)->side;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (view->unit[piece].side == side && is_vehicle(kind_of(scenario, piece)) && is_on_map(view, piece) &&
            !refused(carrier_fits(scenario, view, piece, view->unit[piece].at.hex)))
            set_bit(out, view->unit[piece].at.hex);
}

void mount_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    uint64_t near[TCS_WORDS] = {0};
    int riders, carriers;
    order_slot(prefix, SLOT_RIDERS, &riders);
    order_slot(prefix, SLOT_CARRIERS, &carriers);
    out->complete = carriers > 0 && !refused(mount_check(scenario, view, prefix));
    int last = riders ? prefix->value[riders - 1] : -1;
    find_carriers(scenario, view, near);
    for (int piece = 0; piece < scenario->pieces; piece++) {
        if (view->unit[piece].at.hex >= TCS_SPOTS || !has_bit(near, view->unit[piece].at.hex))
            continue;
        bool vehicle = is_vehicle(kind_of(scenario, (Piece)piece));
        if (!is_on_map(view, (Piece)piece) || view->unit[piece].side != question(&view->head)->side ||
            (vehicle ? !riders || carriers == CARRIERS || order_has(prefix, SLOT_CARRIERS, (uint16_t)piece)
                     : carriers || piece <= last))
            continue;
        Hex hex = view->unit[prefix->count ? prefix->value[0] : piece].at.hex;
        if (refused((vehicle ? carrier_fits : rider_fits)(scenario, view, (Piece)piece, hex)))
            continue;
        Order order = *prefix;
        order_add(&order, vehicle ? SLOT_CARRIERS : SLOT_RIDERS, (uint16_t)piece);
        if (can_be_mounted(scenario, view, &order))
            choose(out, vehicle ? SLOT_CARRIERS : SLOT_RIDERS, piece);
    }
}

/* Units that stay aboard spend with their carrier. */
static void pay_for(Play *play, Piece piece, int mps)
{
    if (is_free(play->state))
        return;
    charge(play->scenario, play->state, piece, mps * GRAINS);
    play->state->unit[piece].now |= MOVED | MOUNTS;
}

void mount_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int riders, first = order_slot(order, SLOT_RIDERS, &riders), carriers,
                at = order_slot(order, SLOT_CARRIERS, &carriers);
    if (!is_free(state) && finishes_first(play, order))
        return;
    for (int i = 0; i < carriers; i++)
        pay_for(play, order->value[at + i], CARRIER_MPS);
    for (int i = 0; i < riders; i++) {
        Piece piece = order->value[first + i];
        Unit *unit = &state->unit[piece];
        int left = unit->steps;
        unit->riding = is_towed(kind_of(play->scenario, piece)) ? TOWED : CARRIED;
        unit->mode = MOVE_MODE;
        unit->now &= ~(uint32_t)(STEADY | DUG_IN | SHOWN_DUG_IN);
        unit->now |= SHOWN_BARE;
        for (int j = 0; j < carriers; j++) {
            int share = carriers == 1 ? left : left - (carriers - j - 1) < 2 ? 1 : 2;
            unit->carrier[j] = order->value[at + j];
            unit->share[j] = (uint8_t)share;
            left -= share;
        }
        pay_for(play, piece, RIDER_MPS);
        tell(play->events, EVENT_STATE, 0, sentence(TCS_25_1B_1, "tcs.gets", piece, order->value[at]));
    }
}

/* ---- dismount COUNTER… ----------------------------------------------------------------------------------- */

/* 22.0e: for nothing, but not towed, Suppressed or Paralyzed units. */
Refusal may_jump_off(const State *view, Piece piece, int side)
{
    const Unit *unit = &view->unit[piece];
    if (!is_on_map(view, piece) || unit->side != side || unit->at.hex != view->combat.hex || unit->riding != CARRIED)
        return refuse(TCS_22_0E, "tcs.nothing-get-off-hex-assaulted", piece);
    return unit->spirit == STEADFAST ? LEGAL : refuse(TCS_22_0E, "tcs.is", piece, WORD_RESULT + unit->spirit);
}

static Refusal may_get_off(const Scenario *scenario, const State *view, Piece piece)
{
    if (question(&view->head)->kind == ASK_DISMOUNT)
        return may_jump_off(view, piece, question(&view->head)->side);
    if (!is_riding(view, piece))
        return refuse(TCS_25_1_1, "tcs.rides-nothing", piece);
    Refusal no = may_do(scenario, view, piece, RIDER_MPS);
    for (int i = 0; i < CARRIERS && !refused(no); i++)
        if (view->unit[piece].carrier[i] != NO_PIECE)
            no = may_do(scenario, view, view->unit[piece].carrier[i], CARRIER_MPS);
    return no;
}

/* 25.1-3: units that stay aboard have MPs for what the others cost the carrier. */
static Refusal rest_can(const Scenario *scenario, const State *view, const Order *order, Piece piece)
{
    Piece carrier = view->unit[piece].carrier[0];
    EACH_IN(rider, view, view->unit[piece].at.hex)
        if (is_riding(view, rider) && view->unit[rider].carrier[0] == carrier &&
            !order_has(order, SLOT_RIDERS, rider) &&
            rider_share(scenario, carrier, rider, CARRIER_MPS * GRAINS) > mp_left(scenario, view, rider))
            return refuse(TCS_25_1_3, "tcs.aboard-not-enough-mps-left", rider);
    return LEGAL;
}

Refusal dismount_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = LEGAL;
    for (int i = 0; i < order->count && !refused(no); i++)
        no = may_get_off(scenario, view, order->value[i]);
    for (int i = 0; i < order->count && !refused(no) && !is_free(view); i++)
        no = rest_can(scenario, view, order, order->value[i]);
    return no;
}

/* Whether these can get off, alone or with others behind them. */
static bool can_get_off(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = dismount_check(scenario, view, order);
    if (!refused(no) || no.why.rule != TCS_25_1_3)
        return !refused(no);
    Piece last = order->value[order->count - 1];
    EACH_IN(rider, view, view->unit[last].at.hex) {
        Order with = *order;
        if (rider > last && is_riding(view, rider) && order_add(&with, SLOT_RIDERS, rider) &&
            can_get_off(scenario, view, &with))
            return true;
    }
    return false;
}

void dismount_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 0 && !refused(dismount_check(scenario, view, prefix));
    int last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    for (int piece = last + 1; prefix->count < STACK && piece < scenario->pieces; piece++) {
        if (!is_riding(view, (Piece)piece) || refused(may_get_off(scenario, view, (Piece)piece)))
            continue;
        Order order = *prefix;
        if (order_add(&order, SLOT_RIDERS, (uint16_t)piece) && can_get_off(scenario, view, &order))
            choose(out, SLOT_RIDERS, piece);
    }
}

void get_on(Play *play, Piece piece, Piece carrier)
{
    Unit *unit = &play->state->unit[piece];
    unit->riding = is_towed(kind_of(play->scenario, piece)) ? TOWED : CARRIED;
    unit->mode = MOVE_MODE;
    unit->carrier[0] = carrier;
    unit->share[0] = unit->steps;
}

void get_off(Play *play, Piece piece, uint16_t rule)
{
    Unit *unit = &play->state->unit[piece];
    unit->riding = ON_FOOT;
    for (int i = 0; i < CARRIERS; i++) {
        unit->carrier[i] = NO_PIECE;
        unit->share[i] = 0;
    }
    tell(play->events, EVENT_STATE, 0, sentence(rule, "tcs.gets-off", piece));
}

/* Each carrier pays once, however many leave it together. */
void dismount_apply(Play *play, const Order *order)
{
    State *state = play->state;
    uint64_t left[PIECE_WORDS] = {0};
    if (!is_free(state) && finishes_first(play, order))
        return;
    for (int i = 0; i < order->count; i++) {
        Piece piece = order->value[i];
        for (int j = 0; j < CARRIERS; j++)
            if (state->unit[piece].carrier[j] != NO_PIECE)
                set_bit(left, state->unit[piece].carrier[j]);
        pay_for(play, piece, RIDER_MPS);
        get_off(play, piece, TCS_25_1B_1);
    }
    EACH_BIT(carrier, left, PIECE_WORDS)
        pay_for(play, (Piece)carrier, CARRIER_MPS);
    if (asked(state)->kind == ASK_DISMOUNT)
        answered(state);
}

/* vehicles that share a load go together. */
Refusal load_stays_whole(const State *view, const Piece *walkers, int count)
{
    EACH_IN(rider, view, view->unit[walkers[0]].at.hex)
        for (int i = 0; is_riding(view, rider) && i < CARRIERS; i++) {
            Piece carrier = view->unit[rider].carrier[i];
            int on = 0, among = 0;
            for (int j = 0; j < CARRIERS && carrier != NO_PIECE; j++) {
                on += view->unit[rider].carrier[j] != NO_PIECE;
                for (int k = 0; k < count; k++)
                    among += view->unit[rider].carrier[j] == walkers[k];
            }
            if (among && among < on)
                return refuse(TCS_25_1E_2, "tcs.rides-several-vehicles-move-together", rider);
        }
    return LEGAL;
}
