/* parts.c — attacks and mobile assaults built in any order of their parts (core/parts.h): a player points at the enemy
 * first, then at the attackers. What may be added is listed by what is beside what; what must be added is an invasion's
 * whole force (11.4-3), an escort of motorized infantry (15.1-1), a unit of the stack that aircraft support
 * (10.2-2). */
#include "systems/pm/fight.h"

static int named(const Order *part, int slot, const Piece **out)
{
    int count, first = order_slot(part, slot, &count);
    *out = &part->value[first];
    return count;
}

static bool is_mine(const State *view, Piece piece) { return view->unit[piece].side == question(&view->head)->side; }

/* ---- attack COUNTER… at HEX [corps N…] -------------------------------------------------------------------------- */

static bool attacks_somebody(const Scenario *scenario, const State *view, Piece piece, Hex target)
{
    Hex targets[EDGES];
    if (!is_mine(view, piece) || (!on_map(scenario, view, piece) && !invasion_waits(view)))
        return false;
    int count = common_targets(scenario, view, &piece, 1, targets);
    for (int i = 0; i < count; i++)
        if (target == NO_HEX || targets[i] == target)
            return true;
    return false;
}

static void list_targets(const Scenario *scenario, const State *view, Choices *out)
{
    uint64_t listed[PM_WORDS] = {0};
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        Hex targets[EDGES];
        int count = is_mine(view, piece) && (on_map(scenario, view, piece) || invasion_waits(view))
                        ? common_targets(scenario, view, &piece, 1, targets)
                        : 0;
        for (int i = 0; i < count; i++)
            set_bit(listed, targets[i]);
    }
    EACH_BIT(hex, listed, PM_WORDS)
        choose(out, ATTACK_AT, hex);
}

void attack_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Hex target = order_value(part, ATTACK_AT, NO_HEX);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (!order_has(part, ATTACK_UNITS, piece) && attacks_somebody(scenario, view, piece, target))
            choose(out, ATTACK_UNITS, piece);
    if (target == NO_HEX)
        list_targets(scenario, view, out);
    for (int number = 1; number <= PM_CORPS; number++)
        if (!order_has(part, ATTACK_CORPS, (uint16_t)number))
            choose(out, ATTACK_CORPS, number);
}

/* 11.4-3: all of an invasion. */
static void demand_invaders(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    Piece invader = invasion_waits(view) ? view->top[box_of(data_of(scenario), BOX_AT_SEA)] : NO_PIECE;
    for (; invader != NO_PIECE; invader = view->unit[invader].at.below)
        if (!order_has(part, ATTACK_UNITS, invader))
            demand(out, ATTACK_UNITS, invader, sentence(PM_11_4_3, "pm.lands-others", invader));
}

/* 10.2-2: a unit of the stack that a corps named here supports, if none of it is named. */
static bool demand_supported(const Scenario *scenario, const State *view, const Order *part, Hex target, Demands *out)
{
    const Piece *piece;
    int corps, first = order_slot(part, ATTACK_CORPS, &corps), count = named(part, ATTACK_UNITS, &piece);
    int side = question(&view->head)->side;
    for (int i = first; i < first + corps; i++) {
        int bit = corps_bit(side, part->value[i]);
        bool there = false;
        for (int j = 0; j < count; j++)
            there |= corps_at(view, side, view->unit[piece[j]].at.hex) == bit;
        for (Piece other = 0; !there && other < scenario->pieces; other++)
            if (is_mine(view, other) && on_map(scenario, view, other) &&
                corps_at(view, side, view->unit[other].at.hex) == bit &&
                attacks_somebody(scenario, view, other, target))
                demand_either(out, ATTACK_UNITS, other);
        if (!there)
            return true;
    }
    return false;
}

Refusal attack_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    const Piece *piece;
    Hex target = order_value(part, ATTACK_AT, NO_HEX), targets[EDGES];
    int count = named(part, ATTACK_UNITS, &piece);
    demand_invaders(scenario, view, part, out);
    if (out->all)
        return LEGAL;
    if (demand_supported(scenario, view, part, target, out))
        return out->either ? LEGAL : refuse(PM_10_2_2, "pm.no-stack-aircraft-attacks");
    if (count && target != NO_HEX)
        return attack_check(scenario, view, part);
    if (count) {
        int found = common_targets(scenario, view, piece, count, targets);
        for (int i = 0; i < found; i++)
            demand_either(out, ATTACK_AT, targets[i]);
        return found ? LEGAL : refuse(PM_14_3, "pm.named-no-enemy-beside-all");
    }
    for (Piece one = 0; one < scenario->pieces; one++)
        if (attacks_somebody(scenario, view, one, target))
            demand_either(out, ATTACK_UNITS, one);
    return out->either ? LEGAL : refuse(PM_14_1, "pm.nobody-can-attack-way");
}

/* ---- assault COUNTER… at HEX [with aircraft airlift] ------------------------------------------------------------- */

static bool assaults_somebody(const Scenario *scenario, const State *view, Piece piece, Hex target)
{
    if (!is_mine(view, piece) || !on_map(scenario, view, piece))
        return false;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex hex = scenario->map->next[view->unit[piece].at.hex][edge];
        if (hex != NO_HEX && (target == NO_HEX || hex == target) && enemy_in(view, view->unit[piece].side, hex) &&
            !refused(could_assault(scenario, view, &piece, 1, hex)))
            return true;
    }
    return false;
}

void assault_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Hex target = order_value(part, ASSAULT_AT, NO_HEX);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (!order_has(part, ASSAULT_UNITS, piece) && assaults_somebody(scenario, view, piece, target))
            choose(out, ASSAULT_UNITS, piece);
    if (target == NO_HEX)
        EACH_BIT(hex, view->occupied[enemy_of(question(&view->head)->side)], PM_WORDS)
            choose(out, ASSAULT_AT, hex);
    for (int word = WITH_AIRCRAFT; word <= WITH_AIRLIFT; word++)
        if (!order_has(part, ASSAULT_WITH, (uint16_t)word))
            choose(out, ASSAULT_WITH, word);
}

static Refusal demand_target(const Scenario *scenario, const State *view, const Piece *piece, int count, Demands *out)
{
    Refusal why = refuse(PM_15_2, "pm.no-enemy-beside", piece[0]);
    for (int edge = 0; on_map(scenario, view, piece[0]) && edge < EDGES; edge++) {
        Hex hex = scenario->map->next[view->unit[piece[0]].at.hex][edge];
        if (hex == NO_HEX || !enemy_in(view, question(&view->head)->side, hex))
            continue;
        Refusal refusal = could_assault(scenario, view, piece, count, hex);
        if (refused(refusal))
            why = refusal;
        else
            demand_either(out, ASSAULT_AT, hex);
    }
    return out->either ? LEGAL : why;
}

/* 15.1-1: armour of the same stack that can come along. */
static void demand_escort(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    const Piece *piece;
    int count = named(part, ASSAULT_UNITS, &piece);
    Piece with[STACK + 1];
    if (count > STACK)
        return;
    memcpy(with, piece, (size_t)count * sizeof *with);
    for (Piece next = view->top[view->unit[piece[0]].at.hex]; next != NO_PIECE; next = view->unit[next].at.below) {
        with[count] = next;
        if (is_armour(kind_of(data_of(scenario), view, next)) && !order_has(part, ASSAULT_UNITS, next) &&
            !refused(could_assault(scenario, view, with, count + 1, order_value(part, ASSAULT_AT, NO_HEX))))
            demand_either(out, ASSAULT_UNITS, next);
    }
}

Refusal assault_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    const Piece *piece;
    Hex target = order_value(part, ASSAULT_AT, NO_HEX);
    int count = named(part, ASSAULT_UNITS, &piece);
    if (!count) {
        for (Piece one = 0; one < scenario->pieces; one++)
            if (assaults_somebody(scenario, view, one, target))
                demand_either(out, ASSAULT_UNITS, one);
        return out->either ? LEGAL : refuse(PM_15_1_1, "pm.nobody-can-assault-way");
    }
    if (target == NO_HEX)
        return demand_target(scenario, view, piece, count, out);
    Refusal refusal = assault_check(scenario, view, part);
    if (refused(refusal) && !refused(could_assault(scenario, view, piece, count, target)))
        demand_escort(scenario, view, part, out);
    return out->either ? LEGAL : refusal;
}
