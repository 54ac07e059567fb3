/* duty.c — WB-95 5.1.3 and 5.1.4: which units must attack, and which must be attacked.
 *
 * A unit of the phasing side that can attack, is not dug in (7.1.11, 7.2.5) and stands in an enemy zone must attack
 * some enemy (5.1.3). Every enemy whose zone holds such a unit must be attacked by some unit (5.1.4, R23); towed units,
 * guns, HQs and resistance groups neither have nor make duties (R22). A Pole on the Allied side must attack Germans it
 * stands beside, dug in or not (stars.2-8, R71). Units that came into a zone only by pursuing or retreating in this
 * phase make no new duties.
 *
 * Because all attackers or all defenders of a combat share one hex (5.1.5), the combats of a phase are stars in the
 * graph of neighbours, and every graph without lonely corners can be covered by stars. So the whole phase can be played
 * out legally as long as each open duty keeps one partner: an attack is refused exactly if it takes a duty's last
 * partner away. For lists of choices the same check is made of an unfinished order: the hexes and units it would strand
 * are added until nothing changes, and the result must still be one attack. A duty that lost its last partner in some
 * other way lapses. */
#include "systems/wb95/fight.h"

bool hates(const Wb95 *data, const State *view, Piece piece, Piece other)
{
    if (!(view->unit[piece].now & DEFECTED) || !data->feature[FEATURE_MUST_ATTACK])
        return false;
    return data->special.attacking >> kind_of(data, view, piece)->nation & 1 &&
           data->special.attacked >> kind_of(data, view, other)->nation & 1 && !(view->unit[other].now & DEFECTED);
}

bool hostile(const Wb95 *data, const State *view, Piece piece, Piece other)
{
    return is_enemy(data, view->unit[piece].side, view->unit[other].side) || hates(data, view, piece, other);
}

static bool hated_at(const Wb95 *data, const State *view, Piece piece, Hex hex)
{
    for (Piece other = view->top[hex]; other != NO_PIECE; other = view->unit[other].below)
        if (!(view->unit[other].now & (FOUGHT | SHELLED)) && hates(data, view, piece, other))
            return true;
    return false;
}

int targets_of(const Scenario *scenario, const State *view, Piece piece, Hex out[EDGES])
{
    const Wb95 *data = data_of(scenario);
    const Hex *next = scenario->map->next[view->unit[piece].hex];
    int count = 0;
    if (view->unit[piece].now & DEFECTED) {
        for (int edge = 0; edge < EDGES; edge++)
            if (next[edge] != NO_HEX && hated_at(data, view, piece, next[edge]))
                out[count++] = next[edge];
        if (count)
            return count;
    }
    for (int edge = 0; edge < EDGES; edge++)
        if (next[edge] != NO_HEX && attackable(data, view, piece, next[edge]))
            out[count++] = next[edge];
    return count;
}

static bool could_attack(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    return unit->place == ON_MAP && unit->side == view->phasing &&
           can_assault(kind_of(data_of(scenario), view, piece)) && !refused(feature_may_act(scenario, view, piece));
}

static bool bound_by_hate(const Scenario *scenario, const State *view, Piece piece)
{
    const Hex *next = scenario->map->next[view->unit[piece].hex];
    if (!(view->unit[piece].now & DEFECTED))
        return false;
    for (int edge = 0; edge < EDGES; edge++)
        if (next[edge] != NO_HEX && hated_at(data_of(scenario), view, piece, next[edge]))
            return true;
    return false;
}

bool must_attack(const Scenario *scenario, const State *view, Piece piece)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (unit->now & (FOUGHT | FIRED) || unit->place != ON_MAP)
        return false;
    bool duty = enemy_zoc(data, view, unit->side, unit->hex) && !dug_in(data, view, unit->hex);
    if (!duty && !bound_by_hate(scenario, view, piece))
        return false;
    return could_attack(scenario, view, piece);
}

/* Whether this unit's presence in an enemy zone makes that enemy a target. */
static bool makes_duty(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->now & PURSUED || (unit->now & FOUGHT && unit->now & RETREATED))
        return false;
    return could_attack(scenario, view, piece);
}

Piece must_be_attacked(const Scenario *scenario, const State *view, int side, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    const Hex *next = scenario->map->next[hex];
    for (Piece enemy = view->top[hex]; enemy != NO_PIECE; enemy = view->unit[enemy].below) {
        const Kind *kind = kind_of(data, view, enemy);
        if (!(kind->is & REGULAR) || view->unit[enemy].now & (FOUGHT | SHELLED) ||
            !is_enemy(data, side, view->unit[enemy].side))
            continue;
        for (int edge = 0; edge < EDGES; edge++) {
            if (!(class_zone(data, view, kind->class, hex) >> edge & 1) || dug_in(data, view, next[edge]))
                continue;
            for (Piece piece = view->top[next[edge]]; piece != NO_PIECE; piece = view->unit[piece].below)
                if (view->unit[piece].side == side && makes_duty(scenario, view, piece))
                    return enemy;
        }
    }
    return NO_PIECE;
}

static bool in_pieces(const Piece *list, int count, Piece piece)
{
    for (int i = 0; i < count; i++)
        if (list[i] == piece)
            return true;
    return false;
}

static bool in_hexes(const Hex *list, int count, Hex hex)
{
    for (int i = 0; i < count; i++)
        if (list[i] == hex)
            return true;
    return false;
}

static bool plan_uses(const Plan *plan, Piece piece)
{
    return in_pieces(plan->unit, plan->units, piece) || in_pieces(plan->gun, plan->guns, piece);
}

/* A unit outside the plan that could still attack the hex. */
static bool attacker_left(const Scenario *scenario, const State *view, int side, Hex hex, const Plan *plan)
{
    const Hex *next = scenario->map->next[hex];
    Hex target[EDGES];
    for (int edge = 0; edge < EDGES; edge++) {
        if (next[edge] == NO_HEX)
            continue;
        for (Piece piece = view->top[next[edge]]; piece != NO_PIECE; piece = view->unit[piece].below) {
            const Unit *unit = &view->unit[piece];
            if (unit->side != side || unit->now & (FOUGHT | FIRED) || plan_uses(plan, piece) ||
                !could_attack(scenario, view, piece))
                continue;
            if (in_hexes(target, targets_of(scenario, view, piece, target), hex))
                return true;
        }
    }
    return false;
}

/* The next hex beside a unit that only the plan's own counters could attack, and that must be attacked. */
static Hex stranded_hex(const Scenario *scenario, const State *view, Piece piece, const Plan *plan)
{
    Hex target[EDGES];
    int side = view->unit[piece].side;
    int count = targets_of(scenario, view, piece, target);
    for (int i = 0; i < count; i++)
        if (!in_hexes(plan->hex, plan->hexes, target[i]) &&
            must_be_attacked(scenario, view, side, target[i]) != NO_PIECE &&
            !attacker_left(scenario, view, side, target[i], plan))
            return target[i];
    return NO_HEX;
}

/* A unit beside the hex that must attack and would find no enemy left outside the plan. */
static Piece stranded_unit(const Scenario *scenario, const State *view, Hex hex, const Plan *plan)
{
    const Hex *next = scenario->map->next[hex];
    for (int edge = 0; edge < EDGES; edge++) {
        if (next[edge] == NO_HEX)
            continue;
        for (Piece piece = view->top[next[edge]]; piece != NO_PIECE; piece = view->unit[piece].below) {
            if (view->unit[piece].side != view->phasing || plan_uses(plan, piece) ||
                !must_attack(scenario, view, piece))
                continue;
            Hex target[EDGES];
            int count = targets_of(scenario, view, piece, target);
            bool left = false;
            for (int i = 0; i < count; i++)
                left |= !in_hexes(plan->hex, plan->hexes, target[i]);
            if (count && !left)
                return piece;
        }
    }
    return NO_PIECE;
}

/* One combat: every unit may attack every hex, and one of the sides shares a hex (5.1.5). */
static bool plan_is_one_attack(const Scenario *scenario, const State *view, const Plan *plan)
{
    for (int i = 0; i < plan->units; i++) {
        Hex target[EDGES];
        int count = targets_of(scenario, view, plan->unit[i], target);
        for (int j = 0; j < plan->hexes; j++)
            if (!in_hexes(target, count, plan->hex[j]))
                return false;
        if (plan->hexes > 1 && view->unit[plan->unit[i]].hex != view->unit[plan->unit[0]].hex)
            return false;
    }
    return true;
}

/* Adds what the plan strands; false when it may not be added any more. */
static bool plan_close(const Scenario *scenario, const State *view, Plan *plan)
{
    Piece last_unit = plan->unit[plan->units - 1];
    Hex last_hex = plan->hex[plan->hexes - 1];
    for (bool changed = true; changed;) {
        changed = false;
        if (!plan_is_one_attack(scenario, view, plan))
            return false;
        for (int i = 0; i < plan->units + plan->guns; i++) {
            Piece piece = i < plan->units ? plan->unit[i] : plan->gun[i - plan->units];
            if (!can_assault(kind_of(data_of(scenario), view, piece)))
                continue;
            Hex hex = stranded_hex(scenario, view, piece, plan);
            if (hex == NO_HEX)
                continue;
            if (!plan->hexes_open || hex < last_hex || plan->hexes == TARGETS)
                return false;
            plan->hex[plan->hexes++] = hex;
            changed = true;
        }
        for (int i = 0; i < plan->hexes; i++) {
            Piece piece = stranded_unit(scenario, view, plan->hex[i], plan);
            if (piece == NO_PIECE)
                continue;
            if (!plan->units_open || piece < last_unit || plan->units == FORCE)
                return false;
            plan->unit[plan->units++] = piece;
            changed = true;
        }
    }
    return true;
}

bool plan_possible(const Scenario *scenario, const State *view, const Plan *plan)
{
    Plan trial;
    if (plan->hexes) {
        trial = *plan;
        return plan_close(scenario, view, &trial);
    }
    Hex target[EDGES];
    int count = targets_of(scenario, view, plan->unit[0], target);
    for (int i = 0; i < count; i++) {
        trial = *plan;
        trial.hex[trial.hexes++] = target[i];
        trial.hexes_open = true; /* whatever set is legal is found from its lowest hex */
        if (plan_close(scenario, view, &trial))
            return true;
    }
    return false;
}

Refusal plan_leaves_out(const Scenario *scenario, const State *view, const Plan *plan, bool assault, Stranded *out)
{
    *out = (Stranded){NO_HEX, NO_PIECE};
    for (int i = 0; i < plan->units + plan->guns; i++) {
        Piece piece = i < plan->units ? plan->unit[i] : plan->gun[i - plan->units];
        if (!can_assault(kind_of(data_of(scenario), view, piece)))
            continue;
        if (!assault && must_attack(scenario, view, piece))
            return refuse(WB95_5_1_3, "wb95.stands-enemy-zone-control-must", piece, view->unit[piece].hex);
        Hex hex = out->hex = stranded_hex(scenario, view, piece, plan);
        if (hex != NO_HEX)
            return refuse(WB95_5_1_4, "wb95.nobody-left-attack-must-attacked", hex,
                          must_be_attacked(scenario, view, view->unit[piece].side, hex));
    }
    for (int i = 0; i < plan->hexes; i++) {
        Piece piece = out->unit = stranded_unit(scenario, view, plan->hex[i], plan);
        if (piece == NO_PIECE)
            continue;
        if (!assault)
            return refuse(WB95_6_4_5_2, "wb95.must-attack-finds-nobody-but", piece, plan->hex[i]);
        return refuse(bound_by_hate(scenario, view, piece) ? WB95_STARS_2_8 : WB95_5_1_3,
                      "wb95.must-attack-too-find-nobody", piece, view->unit[piece].hex, plan->hex[i]);
    }
    return LEGAL;
}

Refusal plan_strands(const Scenario *scenario, const State *view, const Plan *plan, bool assault)
{
    Stranded stranded;
    return plan_leaves_out(scenario, view, plan, assault, &stranded);
}

static Refusal duty_of_unit(const Scenario *scenario, const State *view, Piece piece)
{
    Hex target[EDGES];
    if (!must_attack(scenario, view, piece) || !targets_of(scenario, view, piece, target))
        return LEGAL;
    if (bound_by_hate(scenario, view, piece))
        return refuse(WB95_STARS_2_8, "wb95.stands-beside-germans-must-attack", piece, view->unit[piece].hex,
                      target[0]);
    return refuse(WB95_5_1_3, "wb95.stands-enemy-zone-control-must-2", piece, view->unit[piece].hex, target[0]);
}

static Refusal duty_round_unit(const Scenario *scenario, const State *view, Piece piece)
{
    static const Plan nothing = {0};
    const Unit *unit = &view->unit[piece];
    const Hex *next = scenario->map->next[unit->hex];
    for (int edge = 0; edge < EDGES; edge++) {
        if (next[edge] == NO_HEX || view->top[next[edge]] == NO_PIECE)
            continue;
        Piece enemy = must_be_attacked(scenario, view, unit->side, next[edge]);
        if (enemy != NO_PIECE && attacker_left(scenario, view, unit->side, next[edge], &nothing))
            return refuse(WB95_5_1_4, "wb95.your-units-zone-control-must", enemy, next[edge]);
    }
    return LEGAL;
}

Refusal duties_met(const Scenario *scenario, const State *view, int side)
{
    const Wb95 *data = data_of(scenario);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->side != side || unit->place != ON_MAP)
            continue;
        bool threatened = enemy_zoc(data, view, side, unit->hex);
        if (!threatened && !(unit->now & DEFECTED))
            continue;
        Refusal refusal = duty_of_unit(scenario, view, piece);
        if (!refused(refusal) && threatened && !dug_in(data, view, unit->hex))
            refusal = duty_round_unit(scenario, view, piece);
        if (refused(refusal))
            return refusal;
    }
    return LEGAL;
}
