/* attack_parts.c — DO_ATTACK built in any order: what may be added, and what must be (core/parts.h).
 *
 * An attacker must be beside every hex attacked, and from several hexes only one is attacked (5.1.5). An attack must
 * take in the hexes and units it would strand (5.1.3, 5.1.4: duty.c), guns want an attacker within their range (6.3.2),
 * flights the hexes over which they wait (8.2.2), full strength a unit that takes part (10.2.3-2), and only units that
 * an HQ covers can do without it (9.2.1-1). */
#include "core/room.h"
#include "systems/wb95/fight.h"
#include "systems/wb95/wb95.h"

typedef struct Attack {
    const Scenario *scenario;
    const State *view;
    const Order *part;
    int units, hexes, guns;
    const uint16_t *unit, *hex, *gun;
    bool waived;
} Attack;

static Attack attack_of(const Scenario *scenario, const State *view, const Order *part)
{
    Attack attack = {.scenario = scenario, .view = view, .part = part};
    int waived;
    attack.unit = &part->value[order_slot(part, ATTACK_UNITS, &attack.units)];
    attack.hex = &part->value[order_slot(part, ATTACK_AT, &attack.hexes)];
    attack.gun = &part->value[order_slot(part, ATTACK_GUNS, &attack.guns)];
    order_slot(part, ATTACK_WAIVE, &waived);
    attack.waived = waived > 0;
    return attack;
}

/* Whether an HQ that is done without would have helped the counter, or need not. */
static bool covered(const Attack *attack, Piece piece)
{
    return !adds_strength(data_of(attack->scenario), attack->view, piece) ||
           hq_covers(attack->scenario, attack->view, &piece, 1, false);
}

static bool within(const Attack *attack, Piece piece, Hex hex, int distance)
{
    return map_distance(attack->scenario->map, attack->view->unit[piece].hex, hex) <= distance;
}

/* Whether the unit could attack the hexes named beside the units named. */
static bool could_join(const Attack *attack, Piece piece)
{
    const State *view = attack->view;
    Hex from = view->unit[piece].hex;
    if (!may_start(attack->scenario, view, piece) || order_has(attack->part, ATTACK_UNITS, piece) ||
        order_has(attack->part, ATTACK_GUNS, piece))
        return false;
    if (attack->units &&
        (!within(attack, attack->unit[0], from, 2) || (attack->hexes > 1 && view->unit[attack->unit[0]].hex != from)))
        return false;
    for (int i = 0; i < attack->hexes; i++)
        if (refused(pair_refusal(attack->scenario, view, piece, attack->hex[i])))
            return false;
    return !attack->waived || covered(attack, piece);
}

static bool could_support(const Attack *attack, Piece piece)
{
    const State *view = attack->view;
    return view->unit[piece].place == ON_MAP && kind_of(data_of(attack->scenario), view, piece)->is & ARTILLERY &&
           !order_has(attack->part, ATTACK_GUNS, piece) &&
           !refused(gun_joins_attack(attack->scenario, view, attack->part, piece, view->phasing)) &&
           (!attack->waived || covered(attack, piece));
}

/* Whether the part would still have the form of one attack with this in it. */
static bool keeps_shape(const Attack *attack, int slot, uint16_t value)
{
    Order with = *attack->part;
    if (slot == ATTACK_AT && attack->hexes == TARGETS)
        return false;
    return order_add(&with, slot, value) &&
           !refused(attack_shape(attack->scenario, attack->view, &with, attack->view->phasing));
}

/* ---- what must be added ---- */

/* No unit could attack: of those at a hex, near a gun, at all. */
static Refusal nobody_attacks(const Attack *attack)
{
    const State *view = attack->view;
    for (Piece piece = 0; piece < attack->scenario->pieces && attack->hexes; piece++)
        if (view->unit[piece].side == view->phasing && view->unit[piece].place == ON_MAP) {
            Refusal refusal = target_refusal(attack->scenario, view, piece, attack->hex[0]);
            return refused(refusal) ? refusal
                                    : refuse(WB95_5_1_2, "wb95.nobody-could-attack-stands-beside", attack->hex[0]);
        }
    if (attack->guns)
        return refuse(WB95_6_3_2, "wb95.nobody-could-attack-stands-within", ARTILLERY_RANGE, attack->gun[0]);
    return refuse(WB95_5_1_2, "wb95.no-unit-enemy-beside-could");
}

static Refusal demand_units(const Attack *attack, Demands *out)
{
    for (Piece piece = 0; piece < attack->scenario->pieces; piece++) {
        if (!could_join(attack, piece))
            continue;
        if (attack->guns && !attack->hexes &&
            !within(attack, piece, attack->view->unit[attack->gun[0]].hex, ARTILLERY_RANGE))
            continue;
        demand_either(out, ATTACK_UNITS, piece);
    }
    return out->either ? LEGAL : nobody_attacks(attack);
}

static Refusal demand_hexes(const Attack *attack, Demands *out)
{
    Hex target[EDGES];
    int count = targets_of(attack->scenario, attack->view, attack->unit[0], target);
    for (int i = 0; i < count; i++)
        if (keeps_shape(attack, ATTACK_AT, target[i]))
            demand_either(out, ATTACK_AT, target[i]);
    if (out->either)
        return LEGAL;
    if (attack->units == 1)
        return refuse(WB95_5_1_2, "wb95.no-enemy-beside-could-attack", attack->unit[0]);
    return refuse(WB95_5_1_2, "wb95.named-no-enemy-beside-all");
}

/* 8.2.2 */
static Refusal demand_flights(const Attack *attack, Demands *out)
{
    int count, first = order_slot(attack->part, ATTACK_AIR, &count);
    for (int i = first; i < first + count; i++) {
        int flight = attack->part->value[i];
        Hex over = flight_over(attack->view, flight, attack->view->phasing, true);
        if (over != NO_HEX && order_has(attack->part, ATTACK_AT, over))
            continue;
        Support nowhere = {attack->view->phasing, 0, NULL, true};
        if (over == NO_HEX || (attack->units && !keeps_shape(attack, ATTACK_AT, over)))
            return flights_refusal(attack->view, attack->part, ATTACK_AIR, &nowhere, WB95_8_2_2);
        demand(out, ATTACK_AT, over, sentence(WB95_8_2_2, "wb95.flight-waits-over", flight, over));
        return LEGAL;
    }
    return LEGAL;
}

/* As an attacker or as a gun. */
static void demand_fighter(const Attack *attack, Piece piece, Sentence why, Demands *out)
{
    bool attacks = could_join(attack, piece), supports = could_support(attack, piece);
    if (attacks && supports) {
        out->why = why;
        demand_either(out, ATTACK_UNITS, piece);
        demand_either(out, ATTACK_GUNS, piece);
    } else if (attacks || supports) {
        demand(out, attacks ? ATTACK_UNITS : ATTACK_GUNS, piece, why);
    }
}

/* 10.2.3-2 */
static Refusal demand_full(const Attack *attack, Demands *out)
{
    int count, first = order_slot(attack->part, ATTACK_FULL, &count);
    for (int i = first; i < first + count; i++) {
        Piece piece = attack->part->value[i];
        Order alone = order_of(DO_ATTACK);
        order_add(&alone, ATTACK_UNITS, piece);
        order_add(&alone, ATTACK_FULL, piece);
        Refusal refusal = full_refusal(attack->view, &alone, ATTACK_FULL, 1u << ATTACK_UNITS);
        if (refused(refusal))
            return refusal;
        if (order_has(attack->part, ATTACK_UNITS, piece) || order_has(attack->part, ATTACK_GUNS, piece))
            continue;
        demand_fighter(attack, piece, sentence(WB95_10_2_3_2, "wb95.buys-full-strength-takes-part", piece), out);
        return out->all || out->either
                   ? LEGAL
                   : full_refusal(attack->view, attack->part, ATTACK_FULL, 1u << ATTACK_UNITS | 1u << ATTACK_GUNS);
    }
    return LEGAL;
}

/* 5.1.3, 5.1.4: the hex or the unit that the attack would leave without a partner. */
static Refusal demand_stranded(const Attack *attack, Demands *out)
{
    Plan plan;
    Stranded stranded;
    plan_of(attack->part, &plan);
    Refusal refusal = plan_leaves_out(attack->scenario, attack->view, &plan, true, &stranded);
    if (!refused(refusal))
        return LEGAL;
    if (stranded.hex != NO_HEX && keeps_shape(attack, ATTACK_AT, stranded.hex))
        demand(out, ATTACK_AT, stranded.hex,
               sentence(refusal.why.rule, "wb95.must-attacked-well-nobody-else",
                        must_be_attacked(attack->scenario, attack->view, attack->view->phasing, stranded.hex),
                        stranded.hex));
    if (stranded.unit != NO_PIECE)
        demand_fighter(attack, stranded.unit,
                       sentence(refusal.why.rule, "wb95.must-attack-too-nobody-else", stranded.unit,
                                attack->view->unit[stranded.unit].hex),
                       out);
    return out->all || out->either ? LEGAL : refusal;
}

/* 6.3.2: an attacker within the range of each gun. */
static void demand_range(const Attack *attack, Demands *out)
{
    for (int i = 0; i < attack->guns && !out->either; i++) {
        Hex at = attack->view->unit[attack->gun[i]].hex;
        bool near = false;
        for (int j = 0; j < attack->units && !near; j++)
            near = within(attack, attack->unit[j], at, ARTILLERY_RANGE);
        for (Piece piece = 0; piece < attack->scenario->pieces && !near; piece++)
            if (could_join(attack, piece) && within(attack, piece, at, ARTILLERY_RANGE))
                demand_either(out, ATTACK_UNITS, piece);
    }
}

/* Refuses guns and units that do without an HQ, as far as each can be judged by itself. */
static Refusal extras_refusal(const Attack *attack)
{
    for (int i = 0; i < attack->guns; i++) {
        Refusal refusal =
            gun_joins_attack(attack->scenario, attack->view, attack->part, attack->gun[i], attack->view->phasing);
        if (refused(refusal))
            return refusal;
    }
    for (int i = 0; i < attack->units + attack->guns && attack->waived; i++) {
        Piece piece = i < attack->units ? attack->unit[i] : attack->gun[i - attack->units];
        if (!covered(attack, piece))
            return refuse(WB95_9_2_1_1, "wb95.no-headquarters-covers-nothing-waive", piece);
    }
    return LEGAL;
}

static Refusal demand_rest(const Attack *attack, Demands *out)
{
    demand_range(attack, out);
    if (out->either)
        return LEGAL;
    Refusal refusal = attack_check(attack->scenario, attack->view, attack->part);
    for (Piece piece = 0; piece < attack->scenario->pieces && refused(refusal) && attack->waived; piece++)
        if (adds_strength(data_of(attack->scenario), attack->view, piece) && could_join(attack, piece))
            demand_either(out, ATTACK_UNITS, piece); /* those without strength are covered by others' HQ (R35) */
    return out->either ? LEGAL : refusal;
}

Refusal attack_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    Attack attack = attack_of(scenario, view, part);
    Refusal refusal = attack.units ? attack_shape(scenario, view, part, view->phasing) : LEGAL;
    if (!refused(refusal))
        refusal = extras_refusal(&attack);
    if (!refused(refusal))
        refusal = demand_full(&attack, out);
    if (!refused(refusal) && !out->all && !out->either)
        refusal = demand_flights(&attack, out);
    if (refused(refusal) || out->all || out->either)
        return refusal;
    if (!attack.units)
        return demand_units(&attack, out);
    if (!attack.hexes)
        return demand_hexes(&attack, out);
    refusal = demand_stranded(&attack, out);
    return refused(refusal) || out->all || out->either ? refusal : demand_rest(&attack, out);
}

/* ---- what may be added ---- */

/* Units and the hexes they could attack. */
static void list_assault(const Attack *attack, Choices *out)
{
    ROOMS(uint8_t, listed, WB95_HEXES);
    int first = out->count;
    for (Piece piece = 0; piece < attack->scenario->pieces; piece++) {
        Hex target[EDGES];
        bool joins = could_join(attack, piece);
        if (joins)
            choose(out, ATTACK_UNITS, piece);
        if (attack->units ? piece != attack->unit[0] : !joins)
            continue;
        int count = targets_of(attack->scenario, attack->view, piece, target);
        for (int i = 0; i < count; i++)
            if (!listed[target[i]] && !order_has(attack->part, ATTACK_AT, target[i])) {
                listed[target[i]] = 1;
                choose(out, ATTACK_AT, target[i]);
            }
    }
    for (int i = first; i < out->count; i++)
        if (out->choice[i].slot == ATTACK_AT)
            listed[out->choice[i].value] = 0;
}

static void list_supporters(const Attack *attack, Choices *out)
{
    enum { ABREAST = 2 }; /* attackers of one hex are no further from each other */
    for (Piece piece = 0; piece < attack->scenario->pieces; piece++)
        if ((!attack->units ||
             within(attack, piece, attack->view->unit[attack->unit[0]].hex, ARTILLERY_RANGE + ABREAST)) &&
            could_support(attack, piece))
            choose(out, ATTACK_GUNS, piece);
}

void attack_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Attack attack = attack_of(scenario, view, part);
    list_assault(&attack, out);
    list_supporters(&attack, out);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (view->unit[piece].oos && view->unit[piece].side == view->phasing && view->unit[piece].place == ON_MAP &&
            !order_has(part, ATTACK_FULL, piece))
            choose(out, ATTACK_FULL, piece);
    for (int flight = 0; flight < FLIGHTS_EACH; flight++)
        if (flight_over(view, flight, view->phasing, true) != NO_HEX && !order_has(part, ATTACK_AIR, (uint16_t)flight))
            choose(out, ATTACK_AIR, flight);
    if (!attack.waived && !refused(extras_refusal(&attack)))
        choose(out, ATTACK_WAIVE, 0);
}
