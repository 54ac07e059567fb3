/* combat.c — WB-95 5.1 and 5.2: assaults, from the declaration to the tests.
 *
 * Combats are fought in the order the attacker likes (5.0, 5.1.6). The procedure is that of 5.2.1: the attacker names
 * units, hexes, guns and air (DO_ATTACK); the defender throws in what he has, then the attacker his stars
 * (commitment.c); strengths give a column, CMs shift it (odds.c), two dice are read. Losses come first (losses.c), then
 * the retreat, what standing costs, the pursuit (retreat.c), and last the tests (5.2.1-2). assault_resume() does one of
 * these stages after the other; where a player has only one choice, the answer is given at once.
 *
 * A unit that fought fights no more in the phase (R85), attacked or attacking. A gun that fired from range has had its
 * fight too, but is not shielded by it: it may still be attacked (R93). Of the flights that wait over the hexes
 * attacked the attacker names those he uses (R97). */
#include <string.h>

#include "systems/wb95/reference.h"
#include "systems/wb95/fight.h"
#include "systems/wb95/wb95.h"

/* ---- units that can be attacked ---- */

int defenders_at(const Wb95 *data, const State *view, Piece attacker, Hex hex, Piece out[STACK])
{
    int count = 0;
    for (Piece piece = view->top[hex]; piece != NO_PIECE && count < STACK; piece = view->unit[piece].below)
        if (!(view->unit[piece].now & (FOUGHT | SHELLED)) && hostile(data, view, attacker, piece))
            out[count++] = piece;
    return count;
}

bool attackable(const Wb95 *data, const State *view, Piece attacker, Hex hex)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        if (!(view->unit[piece].now & (FOUGHT | SHELLED)) && hostile(data, view, attacker, piece))
            return true;
    return false;
}

int force_index(const Force *force, Piece piece)
{
    for (int i = 0; i < force->units; i++)
        if (force->unit[i] == piece)
            return i;
    return -1;
}

bool stands_alone(const Combat *combat, int which, int i)
{
    for (int target = 0; target < combat->targets && which == DEFENCE; target++)
        if (combat->alone >> target & 1 && combat->force[DEFENCE].fought_at[i] == combat->target[target])
            return true;
    return false;
}

bool beside_any(const Scenario *scenario, Hex hex, const Hex *others, int count)
{
    for (int i = 0; i < count; i++)
        if (map_distance(scenario->map, hex, others[i]) == 1)
            return true;
    return false;
}

void force_add(const State *view, Force *force, Piece piece)
{
    if (force->units == FORCE)
        return;
    force->fought_at[force->units] = view->unit[piece].hex;
    force->unit[force->units++] = piece;
}

/* ---- 5.2.1 a: the declaration ---- */

static void add_owner(Combat *combat, int side)
{
    for (int i = 0; i < combat->owners; i++)
        if (combat->owner[i] == side)
            return;
    combat->owner[combat->owners++] = (uint8_t)side;
}

/* Nothing there but HQs and limbered guns. */
static bool lone_hex(const Wb95 *data, const State *view, int side, Hex hex)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        if (view->unit[piece].side == side && kind_of(data, view, piece)->type != HQ && !is_limbered(data, view, piece))
            return false;
    return true;
}

static void declare_guns(const Scenario *scenario, const State *view, const Order *order, Combat *out)
{
    Force *attack = &out->force[ATTACK];
    int count, first = order_slot(order, ATTACK_GUNS, &count);
    for (int i = 0; i < count; i++) {
        Piece gun = order->value[first + i];
        if (beside_any(scenario, view->unit[gun].hex, out->target, out->targets)) {
            attack->supporting |= attack->units < FORCE ? 1ull << attack->units : 0;
            force_add(view, attack, gun); /* 6.3.5 */
        } else if (attack->guns < GUNS)
            attack->gun[attack->guns++] = gun;
    }
}

void combat_declare(const Scenario *scenario, const State *view, const Order *order, Combat *out)
{
    const Wb95 *data = data_of(scenario);
    Force *attack = &out->force[ATTACK], *defence = &out->force[DEFENCE];
    memset(out, 0, sizeof *out);
    int count, first = order_slot(order, ATTACK_UNITS, &count);
    attack->side = view->unit[order->value[first]].side;
    for (int i = 0; i < count; i++)
        force_add(view, attack, order->value[first + i]);
    int hexes, first_hex = order_slot(order, ATTACK_AT, &hexes);
    for (int i = 0; i < hexes && i < TARGETS; i++)
        out->target[out->targets++] = order->value[first_hex + i];
    declare_guns(scenario, view, order, out);
    for (int i = 0; i < attack->units; i++)
        if (order_has(order, ATTACK_FULL, attack->unit[i]))
            attack->full |= 1ull << i;
    for (int i = 0; i < attack->guns; i++)
        if (order_has(order, ATTACK_FULL, attack->gun[i]))
            attack->gun_full = (uint16_t)(attack->gun_full | 1u << i);
    attack->air = (uint8_t)flights_sp(view, order, ATTACK_AIR, attack->side);
    order_slot(order, ATTACK_WAIVE, &count);
    attack->waived = count > 0;

    out->lone = true;
    for (int i = 0; i < out->targets; i++) {
        Piece there[STACK];
        int many = defenders_at(data, view, attack->unit[0], out->target[i], there);
        if (!many)
            continue;
        bool alone = lone_hex(data, view, view->unit[there[0]].side, out->target[i]);
        out->alone = (uint8_t)(out->alone | (unsigned)alone << i);
        out->lone &= alone;
        for (int j = 0; j < many; j++) {
            if (view->unit[there[j]].now & FIRED && kind_of(data, view, there[j])->is & GUN)
                defence->spent |= 1ull << defence->units;
            add_owner(out, view->unit[there[j]].side);
            force_add(view, defence, there[j]);
        }
    }
    defence->side = out->owner[0];
}

/* ---- DO_ATTACK: refusals ---- */

static Refusal attacker_refusal(const Scenario *scenario, const State *view, Piece piece, int side)
{
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data_of(scenario), view, piece);
    if (unit->side != side)
        return refuse(WB95_2_2_4, "wb95.not-yours-send", piece);
    if (unit->place != ON_MAP)
        return refuse(WB95_5_1_2, "wb95.not-map", piece);
    if (kind->is & TOWED)
        return refuse(WB95_5_1_10, "wb95.towed-never-assaults", piece);
    if (!(kind->is & REGULAR))
        return refuse(WB95_5_1_2, "wb95.no-regular-unit-cannot-assault", piece);
    if (unit->now & (FOUGHT | FIRED))
        return refuse(WB95_5_1_1, "wb95.fought-combat-phase-may-not", piece);
    return feature_may_act(scenario, view, piece);
}

Refusal target_refusal(const Scenario *scenario, const State *view, Piece attacker, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    if (attackable(data, view, attacker, hex))
        return LEGAL;
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below) {
        if (!hostile(data, view, attacker, piece))
            continue;
        if (view->unit[piece].now & SHELLED)
            return refuse(WB95_6_4_5_1, "wb95.shelled-combat-phase-may-not", piece, hex);
        return refuse(WB95_5_1_1, "wb95.fought-combat-phase-left-alone", piece, hex);
    }
    return refuse(WB95_5_1_2, "wb95.no-enemy-attack", hex, attacker);
}

Refusal pair_refusal(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    Hex from = view->unit[piece].hex;
    if (edge_between(&scenario->map->grid, from, hex) == EDGES)
        return refuse(WB95_5_1_2, "wb95.not-beside-units-assault-adjacent", piece, from, hex);
    if (!attackable(data, view, piece, hex))
        return refuse(WB95_5_1_2, "wb95.no-enemy-2", piece, hex);
    if (!(view->unit[piece].now & DEFECTED))
        return LEGAL;
    for (Piece other = view->top[hex]; other != NO_PIECE; other = view->unit[other].below)
        if (hates(data, view, piece, other))
            return LEGAL;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex beside = scenario->map->next[from][edge];
        if (beside == NO_HEX)
            continue;
        for (Piece other = view->top[beside]; other != NO_PIECE; other = view->unit[other].below)
            if (!(view->unit[other].now & (FOUGHT | SHELLED)) && hates(data, view, piece, other))
                return refuse(WB95_STARS_2_8, "wb95.must-attack-germans-nobody-else", piece, beside);
    }
    return LEGAL;
}

Refusal gun_joins_attack(const Scenario *scenario, const State *view, const Order *order, Piece gun, int side)
{
    if (order_has(order, ATTACK_UNITS, gun))
        return refuse(WB95_5_1_1, "wb95.attacks-already-cannot-support", gun);
    Refusal refusal = support_refusal(scenario, view, gun, side);
    return refused(refusal) ? refusal : feature_may_act(scenario, view, gun);
}

static Refusal gun_refusal(const Scenario *scenario, const State *view, const Order *order, Piece gun, int side)
{
    Refusal refusal = gun_joins_attack(scenario, view, order, gun, side);
    if (refused(refusal))
        return refusal;
    int count, first = order_slot(order, ATTACK_UNITS, &count);
    for (int i = 0; i < count; i++)
        if (map_distance(scenario->map, view->unit[gun].hex, view->unit[order->value[first + i]].hex) <=
            ARTILLERY_RANGE)
            return LEGAL;
    return refuse(WB95_6_3_2, "wb95.more-hexes-every-attacker", gun, view->unit[gun].hex, ARTILLERY_RANGE);
}

static Support attack_support(const Order *order, int side)
{
    Support support = {.side = side, .offensive = true};
    support.hex = &order->value[order_slot(order, ATTACK_AT, &support.hexes)];
    return support;
}

void plan_of(const Order *order, Plan *plan)
{
    int count, first = order_slot(order, ATTACK_UNITS, &count);
    plan->units = plan->hexes = plan->guns = 0;
    plan->units_open = plan->hexes_open = false;
    for (int i = 0; i < count && i < FORCE; i++)
        plan->unit[plan->units++] = order->value[first + i];
    first = order_slot(order, ATTACK_AT, &count);
    for (int i = 0; i < count && i < TARGETS; i++)
        plan->hex[plan->hexes++] = order->value[first + i];
    first = order_slot(order, ATTACK_GUNS, &count);
    for (int i = 0; i < count && i < GUNS; i++)
        plan->gun[plan->guns++] = order->value[first + i];
}

Refusal attack_shape(const Scenario *scenario, const State *view, const Order *order, int side)
{
    int units, first = order_slot(order, ATTACK_UNITS, &units);
    int hexes, first_hex = order_slot(order, ATTACK_AT, &hexes);
    for (int i = 0; i < units; i++) {
        Refusal refusal = attacker_refusal(scenario, view, order->value[first + i], side);
        if (refused(refusal))
            return refusal;
    }
    for (int j = 0; j < hexes; j++) {
        Refusal refusal = target_refusal(scenario, view, order->value[first], order->value[first_hex + j]);
        for (int i = 0; i < units && !refused(refusal); i++)
            refusal = pair_refusal(scenario, view, order->value[first + i], order->value[first_hex + j]);
        if (refused(refusal))
            return refusal;
    }
    for (int i = 1; i < units && hexes > 1; i++)
        if (view->unit[order->value[first + i]].hex != view->unit[order->value[first]].hex)
            return refuse(WB95_5_1_5, "wb95.attack-two-hexes-only-hex", order->value[first], order->value[first + i]);
    return LEGAL;
}

static bool named_in(const Order *order, unsigned slots, Piece piece)
{
    for (int i = 0; i < order->count; i++)
        if (slots >> order->slot[i] & 1 && order->value[i] == piece)
            return true;
    return false;
}

Refusal full_refusal(const State *view, const Order *order, int full, unsigned fighters)
{
    int count, first = order_slot(order, full, &count);
    for (int i = first; i < first + count; i++) {
        Piece piece = order->value[i];
        if (!named_in(order, fighters, piece))
            return refuse(WB95_10_2_3_2, "wb95.not-take-part-attack", piece);
        if (!view->unit[piece].oos)
            return refuse(WB95_10_2_3_2, "wb95.supply-full-strength-anyway", piece);
    }
    return LEGAL;
}

static Refusal attack_extras(const Scenario *scenario, const State *view, const Order *order, int side)
{
    int count, first = order_slot(order, ATTACK_GUNS, &count);
    for (int i = 0; i < count; i++) {
        Refusal refusal = gun_refusal(scenario, view, order, order->value[first + i], side);
        if (refused(refusal))
            return refusal;
    }
    Refusal full = full_refusal(view, order, ATTACK_FULL, 1u << ATTACK_UNITS | 1u << ATTACK_GUNS);
    if (refused(full))
        return full;
    Support support = attack_support(order, side);
    return flights_refusal(view, order, ATTACK_AIR, &support, WB95_8_2_2);
}

Refusal attack_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = view->phasing;
    Refusal refusal = attack_shape(scenario, view, order, side);
    if (!refused(refusal))
        refusal = attack_extras(scenario, view, order, side);
    if (refused(refusal))
        return refusal;
    int waived;
    order_slot(order, ATTACK_WAIVE, &waived);
    if (waived) {
        Combat combat;
        combat_declare(scenario, view, order, &combat);
        if (!force_covered(scenario, view, &combat, ATTACK))
            return refuse(WB95_9_2_1_1, "wb95.no-headquarters-covers-all-attackers");
    }
    Plan plan;
    plan_of(order, &plan);
    return plan_strands(scenario, view, &plan, true);
}

/* ---- ASK_COMBAT: choices ---- */

/* Cheap tests first: most units have no enemy beside them. */
bool may_start(const Scenario *scenario, const State *view, Piece piece)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (unit->place != ON_MAP || unit->side != view->phasing || unit->now & (FOUGHT | FIRED) ||
        !can_assault(kind_of(data, view, piece)))
        return false;
    const Hex *next = scenario->map->next[unit->hex];
    for (int edge = 0; edge < EDGES; edge++)
        if (next[edge] != NO_HEX && view->top[next[edge]] != NO_PIECE && attackable(data, view, piece, next[edge]))
            return !refused(feature_may_act(scenario, view, piece));
    return false;
}

bool attack_open(const Scenario *scenario, const State *view)
{
    Plan plan = {.units = 1, .units_open = true, .hexes_open = true};
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        plan.unit[0] = piece;
        if (may_start(scenario, view, piece) && plan_possible(scenario, view, &plan))
            return true;
    }
    return false;
}

static void list_attackers(const Scenario *scenario, const State *view, const Order *prefix, Plan *plan, Choices *out)
{
    int most = scenario->system->orders[DO_ATTACK].slot[ATTACK_UNITS].most;
    Piece first = prefix->count ? (Piece)(prefix->value[prefix->count - 1] + 1) : 0;
    if (prefix->count >= most)
        return;
    plan->units++;
    plan->units_open = plan->hexes_open = true;
    for (Piece piece = first; piece < scenario->pieces; piece++) {
        if (!may_start(scenario, view, piece))
            continue;
        if (plan->units > 1 && map_distance(scenario->map, view->unit[piece].hex, view->unit[plan->unit[0]].hex) > 2)
            continue;
        plan->unit[plan->units - 1] = piece;
        if (plan_possible(scenario, view, plan))
            choose(out, ATTACK_UNITS, piece);
    }
    plan->units--;
}

static void list_targets(const Scenario *scenario, const State *view, Plan *plan, Choices *out)
{
    if (plan->hexes == TARGETS)
        return;
    Hex after = plan->hexes ? plan->hex[plan->hexes - 1] : 0;
    Hex beside[EDGES];
    int count = 0;
    for (int edge = 0; edge < EDGES; edge++) { /* ascending */
        Hex hex = scenario->map->next[view->unit[plan->unit[0]].hex][edge];
        if (hex == NO_HEX || (plan->hexes && hex <= after) || !attackable(data_of(scenario), view, plan->unit[0], hex))
            continue;
        int at = count++;
        for (; at > 0 && beside[at - 1] > hex; at--)
            beside[at] = beside[at - 1];
        beside[at] = hex;
    }
    plan->units_open = false;
    plan->hexes_open = true;
    plan->hexes++;
    for (int i = 0; i < count; i++) {
        plan->hex[plan->hexes - 1] = beside[i];
        if (plan_possible(scenario, view, plan))
            choose(out, ATTACK_AT, beside[i]);
    }
    plan->hexes--;
}

static void list_guns(const Scenario *scenario, const State *view, const Order *prefix, Plan *plan, Choices *out)
{
    int count, first = order_slot(prefix, ATTACK_GUNS, &count);
    if (count >= GUNS)
        return;
    Piece after = count ? (Piece)(prefix->value[first + count - 1] + 1) : 0;
    for (Piece piece = after; piece < scenario->pieces; piece++) {
        if (view->unit[piece].place != ON_MAP || !(kind_of(data_of(scenario), view, piece)->is & ARTILLERY) ||
            refused(gun_refusal(scenario, view, prefix, piece, view->phasing)))
            continue;
        plan->gun[plan->guns++] = piece;
        if (!refused(plan_strands(scenario, view, plan, true)))
            choose(out, ATTACK_GUNS, piece);
        plan->guns--;
    }
}

/* Ascending, after the last one given. */
void list_full(const State *view, const Order *prefix, int full, unsigned fighters, Choices *out)
{
    int count, first = order_slot(prefix, full, &count);
    int after = count ? prefix->value[first + count - 1] : -1;
    for (;;) {
        int next = WB95_SLOTS;
        for (int i = 0; i < prefix->count; i++)
            if (fighters >> prefix->slot[i] & 1 && prefix->value[i] > after && prefix->value[i] < next &&
                view->unit[prefix->value[i]].oos)
                next = prefix->value[i];
        if (next == WB95_SLOTS)
            return;
        choose(out, full, next);
        after = next;
    }
}

void attack_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int slot = prefix->count ? prefix->slot[prefix->count - 1] : ATTACK_UNITS;
    Plan plan;
    plan_of(prefix, &plan);
    for (int i = 0; i < plan.units; i++)
        if (view->unit[plan.unit[i]].place != ON_MAP)
            return; /* a prefix may name any counter */
    if (slot == ATTACK_UNITS)
        list_attackers(scenario, view, prefix, &plan, out);
    if (slot <= ATTACK_AT && plan.units)
        list_targets(scenario, view, &plan, out);
    if (slot < ATTACK_AT || refused(attack_check(scenario, view, prefix)))
        return;
    out->complete = true;
    plan_of(prefix, &plan);
    if (slot <= ATTACK_GUNS)
        list_guns(scenario, view, prefix, &plan, out);
    if (slot <= ATTACK_FULL)
        list_full(view, prefix, ATTACK_FULL, 1u << ATTACK_UNITS | 1u << ATTACK_GUNS, out);
    Support support = attack_support(prefix, view->phasing);
    if (slot <= ATTACK_AIR)
        list_flights(view, prefix, ATTACK_AIR, &support, out);
    if (slot < ATTACK_WAIVE) {
        Combat combat;
        combat_declare(scenario, view, prefix, &combat);
        if (force_covered(scenario, view, &combat, ATTACK))
            choose(out, ATTACK_WAIVE, 0);
    }
}

Sentence combat_prompt(const Scenario *scenario, const State *view)
{
    Refusal duty = duties_met(scenario, view, view->phasing);
    if (refused(duty))
        return duty.why;
    return sentence(WB95_5_1_7, "wb95.attack-fire-end-phase", view->phasing);
}

/* ---- DO_ATTACK: what follows ---- */

void open_stack(State *state, Hex hex)
{
    for (Piece there = state->top[hex]; there != NO_PIECE; there = state->unit[there].below)
        state->unit[there].now |= OPEN;
}

/* It is its fight of the phase, and its stack may be looked into (16.1.3). */
static void mark_as(State *state, Piece piece, uint32_t part)
{
    state->unit[piece].now |= part;
    open_stack(state, state->unit[piece].hex);
    disturb(state, piece);
}

void mark_fighter(State *state, Piece piece) { mark_as(state, piece, FOUGHT); }
void mark_gun(State *state, Piece piece) { mark_as(state, piece, FIRED); }

void pay_for_strength(Play *play, Piece piece)
{
    Unit *unit = &play->state->unit[piece];
    unit->oos++;
    tell(play->events, EVENT_STATE, 0, sentence(WB95_10_2_3_2, "wb95.attacks-all-strength-now-out", piece, unit->oos));
}

/* Every hex is named. */
static void tell_attack(Play *play)
{
    const Combat *combat = &play->state->combat;
    const Force *attack = &combat->force[ATTACK];
    const Hex *hex = combat->target;
    int side = attack->side, with = attack->units + attack->guns;
    tell(play->events, EVENT_NOTE, 0,
         combat->targets == 1   ? sentence(WB95_5_2_1_1, "wb95.attacks-counter", side, hex[0], with)
         : combat->targets == 2 ? sentence(WB95_5_2_1_1, "wb95.attacks-counter-2", side, hex[0], hex[1], with)
         : combat->targets == 3 ? sentence(WB95_5_2_1_1, "wb95.attacks-counter-3", side, hex[0], hex[1], hex[2], with)
         : combat->targets == 4
             ? sentence(WB95_5_2_1_1, "wb95.attacks-counter-4", side, hex[0], hex[1], hex[2], hex[3], with)
             : sentence(WB95_5_2_1_1, "wb95.attacks-counter-5", side, hex[0], hex[1], hex[2], hex[3], hex[4], with));
    if (combat->targets == TARGETS)
        tell(play->events, EVENT_NOTE, 0, sentence(WB95_5_2_1_1, "wb95.attacks-same-combat", side, hex[5]));
}

void attack_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Combat *combat = &state->combat;
    combat_declare(play->scenario, state, order, combat);
    Force *attack = &combat->force[ATTACK], *defence = &combat->force[DEFENCE];
    for (int i = 0; i < attack->units; i++) {
        mark_fighter(state, attack->unit[i]);
        if (order_has(order, ATTACK_GUNS, attack->unit[i]))
            mark_gun(state, attack->unit[i]);
        if (attack->full >> i & 1)
            pay_for_strength(play, attack->unit[i]);
    }
    for (int i = 0; i < attack->guns; i++) {
        mark_gun(state, attack->gun[i]);
        if (attack->gun_full >> i & 1)
            pay_for_strength(play, attack->gun[i]);
    }
    for (int i = 0; i < defence->units; i++)
        mark_fighter(state, defence->unit[i]);
    flights_used(state, order, ATTACK_AIR, attack->side);
    tell_attack(play);
    tell_attack_support(play, order);
    combat->stage = STAGE_DEFENCE;
    ask(state, ASK_ASSAULT, attack->side);
}

/* ---- 5.2.1 e–g: the roll and its effects ---- */

int beaten_force(const Combat *combat)
{
    return combat->result[ATTACK].retreat ? ATTACK : combat->result[DEFENCE].retreat ? DEFENCE : -1;
}

/* Bits of the sides to which these counters of a force belong. */
static uint8_t owners_of(const State *state, const Force *force, uint64_t units)
{
    unsigned sides = 0;
    for (; units; units &= units - 1)
        sides |= 1u << state->unit[force->unit[__builtin_ctzll(units)]].side;
    return (uint8_t)sides;
}

static void roll_combat(Play *play)
{
    Combat *combat = &play->state->combat;
    Battle sheet;
    battle_sheet(play->scenario, play->state, combat, &sheet);
    tell_silenced(play, &sheet);
    int roll = dice_sum(play->dice, 2);
    int row = roll + sheet.dice[ATTACK] + sheet.dice[DEFENCE];
    row = row < 2 ? 2 : row > 12 ? 12 : row;
    combat->column = (uint8_t)sheet.column;
    combat->row = (uint8_t)row;
    combat->positions = positions_held(play->scenario, play->state, combat);
    for (int which = 0; which < 2; which++) {
        combat->result[which] = play->data->combat[row - 2][sheet.column][which];
        Force *force = &combat->force[which];
        force->stars = sheet.active[which];
        force->star_due = owners_of(play->state, force, force->stars);
        force->fu_due = owners_of(play->state, force, force->fus);
        force->leading = (uint8_t)leading_nation(play->data, play->state, combat, which);
    }
    share_losses(play, combat);
    tell(play->events, EVENT_NOTE, 0,
         sentence(WB95_1_5_1, "wb95.sp-against", sheet.sp[ATTACK], sheet.sp[DEFENCE], sheet.ground,
                  column_attack[sheet.initial], column_defence[sheet.initial]));
    tell_fact(
        play->events, EVENT_NOTE,
        sentence(WB95_1_5_2,
                 sheet.column == sheet.initial ? "wb95.cm-attack-defence-stays" : "wb95.cm-attack-defence-shifted",
                 sheet.cm[ATTACK], sheet.cm[DEFENCE], column_attack[sheet.column], column_defence[sheet.column]),
        fact_column(sentence(0, "%n:%n", column_attack[sheet.column], column_defence[sheet.column]),
                    combat_cell(sheet.column, sheet.column)));
    tell_fact(play->events, EVENT_ROLLED,
              row == roll ? sentence(WB95_5_2_1_1, "wb95.dice-show", roll)
                          : sentence(sheet.dice[ATTACK] ? WB95_9_2_1_1 : WB95_9_2_1_2,
                                     "wb95.dice-show-headquarters-make", roll, row),
              fact_roll(roll, row, (TableRef){.table = BOOK_COMBAT, .row = (uint16_t)(row - 1)}));
    int attacker = result_word(ATTACK, combat->result[ATTACK]),
        defender = result_word(DEFENCE, combat->result[DEFENCE]);
    tell_fact(play->events, EVENT_RESULT,
              sentence(WB95_TABLE_COMBAT, "wb95.result-attacker-defender", attacker, defender,
                       spoken_word(combat->result[ATTACK]), spoken_word(combat->result[DEFENCE])),
              fact_result(sentence(0, "%w / %w", attacker, defender)));
}

/* 10.2.4: the beaten defender and the failed attacker get worse, once each (R39). */
static void change_supply(Play *play)
{
    State *state = play->state;
    const Combat *combat = &state->combat;
    bool won = combat->result[DEFENCE].retreat > 0;
    const Force *force = &combat->force[won ? DEFENCE : ATTACK];
    for (int i = 0; i < force->units; i++) {
        Unit *unit = &state->unit[force->unit[i]];
        if (unit->place != ON_MAP || !unit->oos)
            continue;
        unit->oos++;
        tell(play->events, EVENT_STATE, 0,
             sentence(won ? WB95_10_2_4_1 : WB95_10_2_4_2,
                      won ? "wb95.beaten-out-supply-level" : "wb95.attacked-vain-out-supply-level", force->unit[i],
                      unit->oos));
    }
}

/* Whether the result can disorganise it: guns on their trucks do not fight (5.6.3, R114). */
static bool is_tested(const Wb95 *data, const State *state, const Force *force, int i)
{
    return alive(state, force, i) && !is_limbered(data, state, force->unit[i]);
}

static int survivors(const Wb95 *data, const State *state, int which, int path, Piece out[FORCE])
{
    const Force *force = &state->combat.force[which];
    int count = 0;
    for (int i = 0; i < force->units; i++)
        if (is_tested(data, state, force, i) && !stands_alone(&state->combat, which, i) &&
            (path < 0 || (force->retreated[i] && force->path_of[i] == path)))
            out[count++] = force->unit[i];
    return count;
}

static void test_group(Play *play, const Piece *group, int count, Result result)
{
    for (int i = 0; i < count && result.disorganised; i++)
        disorganise(play, group[i], WB95_5_6_1);
    if (count && result.test)
        disorganisation_test(play, group, count, WB95_5_6_1);
}

static void test_alone(Play *play, Hex hex)
{
    const State *state = play->state;
    const Force *defence = &state->combat.force[DEFENCE];
    Piece group[FORCE];
    int count = 0;
    for (int i = 0; i < defence->units; i++)
        if (is_tested(play->data, state, defence, i) && defence->fought_at[i] == hex)
            group[count++] = defence->unit[i];
    test_group(play, group, count, alone_result(play->data, &state->combat));
}

/* D results, dots, and one test for each hex of a retreat after the first (5.3.9, 5.6.1). */
static void make_tests(Play *play)
{
    State *state = play->state;
    Combat *combat = &state->combat;
    Piece group[FORCE];
    for (int which = 0; which < 2; which++) {
        int count = survivors(play->data, state, which, -1, group);
        test_group(play, group, count, combat->result[which]);
    }
    for (int i = 0; i < combat->targets; i++)
        if (combat->alone >> i & 1)
            test_alone(play, combat->target[i]);
    int beaten = beaten_force(combat);
    for (int path = 0; path < combat->paths; path++) {
        int count = survivors(play->data, state, beaten, path, group);
        for (int test = 1; count && test < combat->path[path].length; test++)
            disorganisation_test(play, group, count, WB95_5_3_9);
    }
    change_supply(play);
}

/* The stage just done was one owner's of the defence: the next owner does the same, after the last the first is back
 * (R106). */
static void pass_on(Combat *combat)
{
    int done = combat->stage - 1;
    if (done == STAGE_DEFENCE_LOSSES && combat->alone_paid)
        return; /* that was the stage of units alone in a hex, which goes hex by hex */
    bool beaten = done == STAGE_RETREAT || done == STAGE_STAND;
    if (beaten ? beaten_force(combat) != DEFENCE
               : done != STAGE_DEFENCE && done != STAGE_DEFENCE_LOSSES && done != STAGE_DEFENCE_PURSUES)
        return;
    int next = owner_at_hand(combat) + 1;
    if (next < combat->owners)
        combat->stage--;
    combat->force[DEFENCE].side = combat->owner[next < combat->owners ? next : 0];
}

/* Runs one stage; if it asks a side, the next follows the answer. */
void assault_resume(Play *play)
{
    State *state = play->state;
    Combat *combat = &state->combat;
    pass_on(combat);
    int stage = combat->stage++, beaten = beaten_force(combat);
    switch (stage) {
    case STAGE_DEFENCE:
        ask(state, ASK_DEFENCE, combat->force[DEFENCE].side);
        break;
    case STAGE_COMMIT:
        ask(state, ASK_COMMIT, combat->force[ATTACK].side);
        break;
    case STAGE_ROLL:
        roll_combat(play);
        break;
    case STAGE_ATTACK_LOSSES:
        table_losses(play, ATTACK);
        break;
    case STAGE_DEFENCE_LOSSES:
        table_losses(play, DEFENCE);
        break;
    case STAGE_ALONE_LOSSES: /* hex after hex */
        if (alone_losses(play))
            combat->stage = STAGE_ALONE_LOSSES;
        break;
    case STAGE_RETREAT:
        open_hexes(state);
        if (beaten >= 0)
            ask(state, ASK_RETREAT, combat->force[beaten].side);
        break;
    case STAGE_STAND:
        combat_losses(play, beaten, shortfall(play->data, state));
        break;
    case STAGE_ATTACK_PURSUES:
    case STAGE_DEFENCE_PURSUES:
        combat->pursuer = stage == STAGE_ATTACK_PURSUES ? ATTACK : DEFENCE;
        open_hexes(state);
        memset(combat->trail, 0, sizeof combat->trail);
        if (beaten != combat->pursuer)
            ask(state, ASK_PURSUIT, combat->force[combat->pursuer].side);
        break;
    case STAGE_TESTS:
        make_tests(play);
        bridge_control(play);
        break;
    default:
        combat->stage = STAGE_NONE;
        answered(state);
    }
}

/* ---- the Combat Phase ---- */

/* Fights are remembered beyond the phase, since they bar strategic movement (12.1.2). */
void combat_begin(Play *play)
{
    clear_states(play, TILL_NEXT_COMBAT | TILL_COMBAT_ENDS, NO_SIDE);
    memset(&play->state->combat, 0, sizeof play->state->combat);
}

void combat_end(Play *play)
{
    State *state = play->state;
    clear_states(play, TILL_COMBAT_ENDS, NO_SIDE);
    memset(&state->combat, 0, sizeof state->combat);
    pools_expire(state);
}
