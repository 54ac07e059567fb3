/* fire_parts.c — fire of any kind built in any order (core/parts.h): guns, a target, air SP, the buyers of full
 * strength. */
#include "core/room.h"
#include "systems/wb95/artillery.h"

typedef struct Fire {
    const Scenario *scenario;
    const State *view;
    const Order *part;
    int guns, targets;
    const uint16_t *gun;
    uint16_t target; /* a hex, or a bridge's hexside */
    int side;
} Fire;

static Fire fire_of(const Scenario *scenario, const State *view, const Order *part)
{
    Fire fire = {.scenario = scenario, .view = view, .part = part, .target = order_value(part, FIRE_AT, NO_HEX)};
    fire.gun = &part->value[order_slot(part, FIRE_GUNS, &fire.guns)];
    order_slot(part, FIRE_AT, &fire.targets);
    fire.side = question(&view->head)->side;
    return fire;
}

static Refusal gun_refused(const Fire *fire, Piece gun)
{
    return fire->part->verb == DO_BARRAGE ? barrage_gun(fire->scenario, fire->view, gun, fire->side)
                                          : shooter(fire->scenario, fire->view, gun, fire->side);
}

static bool is_ready(const Fire *fire, Piece gun)
{
    return fire->part->verb == DO_BARRAGE ? barrage_ready(fire->scenario, fire->view, gun)
                                          : may_shoot(fire->scenario, fire->view, gun, fire->side);
}

static Refusal aim_refused(const Fire *fire, const Piece *guns, int count, uint16_t target)
{
    return (fire->part->verb == DO_FIRE    ? fire_at
            : fire->part->verb == DO_SHELL ? shell_at
                                           : barrage_at)(fire->scenario, fire->view, guns, count, target);
}

/* Whether a gun that is not named yet could fire at the target, if one is. */
static bool could_fire(const Fire *fire, Piece gun)
{
    return is_ready(fire, gun) && !order_has(fire->part, FIRE_GUNS, gun) &&
           (!fire->targets || !refused(aim_refused(fire, &gun, 1, fire->target)));
}

/* What these guns may fire at. */
static void list_aims(const Fire *fire, const Piece *guns, int count, Choices *out)
{
    if (fire->part->verb == DO_SHELL)
        each_bridge(fire->scenario, fire->view, guns, count, out);
    else
        each_target(fire->scenario, fire->view, guns, count,
                    fire->part->verb == DO_FIRE ? list_fire_at : list_barrage_at, out);
}

/* The target is out of reach of the gun nearest to it, or empty, or there are no guns. */
static Refusal nobody_fires(const Fire *fire)
{
    Piece nearest = NO_PIECE;
    Hex hex = fire->part->verb == DO_SHELL ? hexside_hex(fire->target) : fire->target;
    for (Piece gun = 0; gun < fire->scenario->pieces && fire->targets; gun++)
        if (is_ready(fire, gun) && !order_has(fire->part, FIRE_GUNS, gun) &&
            (nearest == NO_PIECE || map_distance(fire->scenario->map, fire->view->unit[gun].hex, hex) <
                                        map_distance(fire->scenario->map, fire->view->unit[nearest].hex, hex)))
            nearest = gun;
    Refusal refusal = nearest == NO_PIECE ? LEGAL : aim_refused(fire, &nearest, 1, fire->target);
    return refused(refusal) ? refusal : refuse(WB95_6_1_1, "wb95.no-other-gun-ready-fire");
}

static Refusal demand_guns(const Fire *fire, Demands *out)
{
    for (Piece gun = 0; gun < fire->scenario->pieces; gun++)
        if (could_fire(fire, gun))
            demand_either(out, FIRE_GUNS, gun);
    return out->either ? LEGAL : nobody_fires(fire);
}

static Refusal demand_target(const Fire *fire, Demands *out)
{
    ROOM(Choices, aims);
    aims->count = 0;
    list_aims(fire, fire->gun, fire->guns, aims);
    for (int i = 0; i < aims->count; i++)
        demand_either(out, FIRE_AT, aims->choice[i].value);
    if (out->either)
        return LEGAL;
    Hex hex[RANGE_HEXES];
    int hexes = stacks_in_range(fire->scenario, fire->view, fire->view->unit[fire->gun[0]].hex, hex);
    for (int i = 0; i < hexes && fire->part->verb != DO_SHELL; i++)
        if (enemy_at(data_of(fire->scenario), fire->view, fire->view->unit[fire->gun[0]].side, hex[i]))
            return aim_refused(fire, fire->gun, fire->guns, hex[i]);
    return refuse(WB95_6_4_2_1, "wb95.nothing-could-fire-within-reach", fire->gun[0], ARTILLERY_RANGE);
}

/* 8.2.3, R97: an order that names a flight fires where it waits. */
static Refusal demand_flown_over(const Fire *fire, Demands *out)
{
    int count = 0, first = fire->part->verb == DO_SHELL ? 0 : order_slot(fire->part, FIRE_AIR, &count);
    Hex hex =
        count && !fire->targets ? flight_over(fire->view, fire->part->value[first], fire->side, true) : fire->target;
    Support support = {fire->side, 1, &hex, true};
    Refusal refusal = count ? flights_refusal(fire->view, fire->part, FIRE_AIR, &support, WB95_8_2_3) : LEGAL;
    if (count && !fire->targets && !refused(refusal))
        demand(out, FIRE_AT, hex, sentence(WB95_8_2_3, "wb95.flight-waits-over", fire->part->value[first], hex));
    return refusal;
}

/* 10.2.3-2 */
static Refusal demand_full_guns(const Fire *fire, Demands *out)
{
    int slot = full_slot(fire->part->verb), count, first = order_slot(fire->part, slot, &count);
    for (int i = first; i < first + count; i++) {
        Piece gun = fire->part->value[i];
        Order alone = order_of(fire->part->verb);
        order_add(&alone, FIRE_GUNS, gun);
        order_add(&alone, slot, gun);
        Refusal refusal = full_refusal(fire->view, &alone, slot, 1u << FIRE_GUNS);
        if (refused(refusal))
            return refusal;
        if (!order_has(fire->part, FIRE_GUNS, gun))
            demand(out, FIRE_GUNS, gun, sentence(WB95_10_2_3_2, "wb95.buys-full-strength-takes-part", gun));
    }
    return LEGAL;
}

Refusal fire_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    Fire fire = fire_of(scenario, view, part);
    Refusal refusal = LEGAL;
    for (int i = 0; i < fire.guns && !refused(refusal); i++)
        refusal = gun_refused(&fire, fire.gun[i]);
    if (!refused(refusal) && part->verb == DO_BARRAGE)
        refusal = barrage_rounds(view, fire.guns);
    if (!refused(refusal))
        refusal = demand_full_guns(&fire, out);
    if (!refused(refusal) && !out->all)
        refusal = demand_flown_over(&fire, out);
    if (refused(refusal) || out->all)
        return refusal;
    if (!fire.guns)
        return demand_guns(&fire, out);
    if (!fire.targets)
        return demand_target(&fire, out);
    refusal = aim_refused(&fire, fire.gun, fire.guns, fire.target);
    if (refused(refusal))
        return refusal;
    if (part->verb == DO_BARRAGE && fire.guns < 2)
        return demand_guns(&fire, out);
    return part->verb == DO_FIRE    ? fire_check(scenario, view, part)
           : part->verb == DO_SHELL ? shell_check(scenario, view, part)
                                    : barrage_check(scenario, view, part);
}

/* Targets of the guns named, or of every gun there is. */
static void list_all_aims(const Fire *fire, Choices *out)
{
    if (fire->guns)
        list_aims(fire, fire->gun, fire->guns, out);
    for (Piece gun = 0; gun < fire->scenario->pieces && !fire->guns; gun++)
        if (is_ready(fire, gun))
            list_aims(fire, &gun, 1, out);
}

void fire_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Fire fire = fire_of(scenario, view, part);
    int full = full_slot(part->verb);
    if (!fire.targets)
        list_all_aims(&fire, out);
    for (int flight = 0; flight < FLIGHTS_EACH && part->verb != DO_SHELL; flight++) {
        Hex over = flight_over(view, flight, fire.side, true);
        if (over != NO_HEX && (!fire.targets || over == fire.target) && !order_has(part, FIRE_AIR, (uint16_t)flight))
            choose(out, FIRE_AIR, flight);
    }
    for (Piece gun = 0; gun < scenario->pieces; gun++) {
        if (could_fire(&fire, gun))
            choose(out, FIRE_GUNS, gun);
        if (view->unit[gun].oos && is_ready(&fire, gun) && !order_has(part, full, gun))
            choose(out, full, gun);
    }
}
