/* assault.c — 14.1–14.7: prepared assaults, the order that starts them.
 *
 * Units of one side in any number of hexes attack one adjacent hex, all of it (14.2, 14.3). No unit must, no unit
 * attacks and no hex is attacked twice in a phase (14.1, 14.4), and battles are resolved one by one as they are
 * ordered, the invasion first (14.5). A unit without attack factors adds nothing and is not involved (pm.r.94); the
 * ArKo helps from the hex of attackers and is not named (14.41-2, pm.r.93). */
#include "systems/pm/fight.h"

/* ---- attackers ------------------------------------------------------------------------------------------------ */

/* 9.19, 9.20: the German has stopped, or gave all supplies to others. */
static Refusal supplies_allow(const State *view, Piece piece)
{
    if (view->unit[piece].side != GERMAN_SIDE)
        return LEGAL;
    Refusal refusal = pause_forbids(view);
    if (refused(refusal))
        return refusal;
    if (view->concentrated && !(view->unit[piece].now & MARKED))
        return refuse(PM_9_20_2, "pm.no-part-supply-concentration-not", piece);
    return LEGAL;
}

static bool has_attack(const Book *data, const State *view, Piece piece)
{
    return is_untried(data, view, piece) || values_of(data, view, piece).attack > 0;
}

Refusal may_fight(const Scenario *scenario, const State *view, Piece piece, Hex target)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data, view, piece);
    Refusal refusal = supplies_allow(view, piece);
    if (refused(refusal))
        return refusal;
    if (is_frozen(scenario, view, piece))
        return refuse(PM_5_3_1, "pm.began-hungary-romania-not-attack", piece);
    if (kind->type == FLAK)
        return refuse(PM_10_1_1, "pm.flak-never-attacks", piece);
    if (kind->type == SIEGE)
        return refuse(PM_14_41_2, "pm.helps-attack-hex-never-attacks", piece);
    if (!has_attack(data, view, piece))
        return refuse(PM_2_12, "pm.no-attack-factor", piece);
    if (unit->now & HEDGED || (unit->side == GERMAN_SIDE && is_hedgehog(data, view, unit->at.hex)))
        return refuse(PM_14_40_2, "pm.began-hedgehog-stands-not-attack", piece);
    if (!data->beginners && has_bit(data->north_sheet, target)) {
        refusal = nation_may_enter(scenario, view, piece, target); /* pm.r.77 */
        if (refused(refusal))
            return refusal;
    }
    return neutral_ground(scenario, view, unit->side, target);
}

static bool is_invader(const Book *data, const State *view, Piece piece)
{
    return in_box(data, view, piece, BOX_AT_SEA) && view->invasion != NO_HEX;
}

/* Hexsides that no unit attacks across: all-sea ones but straits, and lakes, frozen or not (13.7-2). */
static Refusal side_allows(const Scenario *scenario, const State *view, Piece piece, Hex target)
{
    Hex from = view->unit[piece].at.hex;
    Edge edge = from < scenario->map->hexes ? edge_between(&scenario->map->grid, from, target) : EDGES;
    if (edge == EDGES)
        return refuse(PM_14_3, "pm.not-next", piece, target);
    unsigned bits = scenario->map->edge[from][edge];
    if (bits & SEA_SIDE && !(bits & STRAIT))
        return refuse(PM_14_3, "pm.sea-lies-between", piece, target);
    if (bits & LAKE_SIDE)
        return refuse(PM_13_7_2, "pm.nobody-attacks-across-lake-between", piece, target);
    return LEGAL;
}

static Refusal unit_may_attack(const Scenario *scenario, const State *view, Piece piece, Hex target)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    int side = question(&view->head)->side;
    if (unit->side != side || !is_known(data, view, piece))
        return refuse(PM_14_1, "pm.not-yours", piece);
    if (unit->now & ATTACKED)
        return refuse(PM_14_4, "pm.attacked-phase", piece);
    if (is_invader(data, view, piece))
        return target == view->invasion ? LEGAL : refuse(PM_11_4_3, "pm.lands", piece, view->invasion);
    if (unit->now & (LANDED | RESTING))
        return why_resting(view, piece);
    Refusal refusal = side_allows(scenario, view, piece, target);
    return refused(refusal) ? refusal : may_fight(scenario, view, piece, target);
}

/* ---- what ------------------------------------------------------------------------------------------------------ */

bool invasion_waits(const State *view)
{
    return view->invasion != NO_HEX && enemy_in(view, SOVIET_SIDE, view->invasion) &&
           question(&view->head)->side == SOVIET_SIDE;
}

static Refusal hex_may_be_attacked(const State *view, Hex target)
{
    int side = question(&view->head)->side;
    if (invasion_waits(view) && target != view->invasion)
        return refuse(PM_14_5, "pm.invasion-fought-first", view->invasion);
    if (!enemy_in(view, side, target))
        return refuse(PM_14_1, "pm.no-enemy", target);
    if (has_bit(view->assaulted, target))
        return refuse(PM_14_4, "pm.prepared-assault-phase", target);
    return LEGAL;
}

/* All units that land take part. */
static Refusal all_invaders_named(const Scenario *scenario, const State *view, const Piece *piece, int count)
{
    Hex sea = box_of(data_of(scenario), BOX_AT_SEA);
    for (Piece at = view->top[sea]; invasion_waits(view) && at != NO_PIECE; at = view->unit[at].at.below) {
        bool named = false;
        for (int i = 0; i < count; i++)
            named |= piece[i] == at;
        if (!named)
            return refuse(PM_11_4_3, "pm.lands-others-takes-part", at);
    }
    return LEGAL;
}

/* ---- aircraft -------------------------------------------------------------------------------------------------- */

static Refusal corps_may_help(const Scenario *scenario, const State *view, int number, const Piece *piece, int count)
{
    const Book *data = data_of(scenario);
    int side = question(&view->head)->side, bit = corps_bit(side, number);
    if (number < 1 || number > (side == SOVIET_SIDE ? 1 : data->corps) || data->beginners)
        return refuse(PM_10_2_1, "pm.no-aviation-corps", number);
    if (view->corps_used >> bit & 1)
        return refuse(PM_10_2_2, "pm.corps-helped-prepared-assault-phase", number);
    for (int i = 0; i < count; i++) {
        Hex hex = view->unit[piece[i]].at.hex;
        if (hex < scenario->map->hexes && corps_at(view, side, hex) == bit)
            return LEGAL;
    }
    return refuse(PM_10_2_2, "pm.corps-no-stack-attacks", number);
}

/* ---- attack COUNTER… at HEX [corps N…] ------------------------------------------------------------------------- */

Refusal attack_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, corps, first = order_slot(order, ATTACK_UNITS, &count), at = order_slot(order, ATTACK_CORPS, &corps);
    Hex target = order_value(order, ATTACK_AT, NO_HEX);
    const Piece *piece = &order->value[first];
    Refusal refusal = hex_may_be_attacked(view, target);
    for (int i = 0; i < count && !refused(refusal); i++)
        refusal = unit_may_attack(scenario, view, piece[i], target);
    if (!refused(refusal))
        refusal = nations_may_join(scenario, view, piece, count);
    if (!refused(refusal))
        refusal = all_invaders_named(scenario, view, piece, count);
    for (int i = 0; i < corps && !refused(refusal); i++)
        refusal = corps_may_help(scenario, view, order->value[at + i], piece, count);
    return refusal;
}

int common_targets(const Scenario *scenario, const State *view, const Piece *piece, int count, Hex out[EDGES])
{
    const Map *map = scenario->map;
    Hex from = view->unit[piece[0]].at.hex;
    int found = 0;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex target = from < map->hexes ? map->next[from][edge] : edge ? NO_HEX : view->invasion;
        bool all = target != NO_HEX && !refused(hex_may_be_attacked(view, target));
        for (int i = 0; i < count && all; i++)
            all = !refused(unit_may_attack(scenario, view, piece[i], target));
        if (all)
            out[found++] = target;
    }
    return found;
}

/* Whether the units can be the first of an attack whose further units all come after the last of them. */
static bool may_go_on(const Scenario *scenario, const State *view, const Piece *piece, int count)
{
    Hex targets[EDGES];
    if (refused(nations_may_join(scenario, view, piece, count)))
        return false;
    for (Piece at = view->top[box_of(data_of(scenario), BOX_AT_SEA)]; invasion_waits(view) && at != NO_PIECE;
         at = view->unit[at].at.below) {
        bool named = at > piece[count - 1];
        for (int i = 0; i < count; i++)
            named |= piece[i] == at;
        if (!named)
            return false;
    }
    return common_targets(scenario, view, piece, count, targets) > 0;
}

/* Those beside the enemy, and those that land. */
static void list_units(const Scenario *scenario, const State *view, const Piece *piece, int count, Choices *out)
{
    Piece with[FORCE];
    int side = question(&view->head)->side;
    uint64_t near[PM_WORDS], found[PIECE_WORDS];
    if (count >= FORCE)
        return;
    hexes_beside(scenario, view->occupied[enemy_of(side)], near);
    for (int word = 0; word < PM_WORDS; word++)
        near[word] &= view->occupied[side][word];
    counters_in(view, near, found);
    Piece at = invasion_waits(view) ? view->top[box_of(data_of(scenario), BOX_AT_SEA)] : NO_PIECE;
    for (; at != NO_PIECE; at = view->unit[at].at.below)
        set_bit(found, at);
    memcpy(with, piece, (size_t)count * sizeof *with);
    for (int next = next_bit(found, PIECE_WORDS, count ? piece[count - 1] + 1 : 0); next >= 0;
         next = next_bit(found, PIECE_WORDS, next + 1)) {
        with[count] = (Piece)next;
        if (may_go_on(scenario, view, with, count + 1))
            choose(out, ATTACK_UNITS, next);
    }
}

void attack_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, corps, first = order_slot(prefix, ATTACK_UNITS, &count), at = order_slot(prefix, ATTACK_CORPS, &corps);
    const Piece *piece = &prefix->value[first];
    Hex targets[EDGES], target = order_value(prefix, ATTACK_AT, NO_HEX);
    out->complete = target != NO_HEX && !refused(attack_check(scenario, view, prefix));
    if (target == NO_HEX) {
        list_units(scenario, view, piece, count, out);
        int found = count && !refused(all_invaders_named(scenario, view, piece, count))
                        ? common_targets(scenario, view, piece, count, targets)
                        : 0;
        for (int i = 0; i < found; i++)
            choose(out, ATTACK_AT, targets[i]);
        return;
    }
    for (int number = corps ? prefix->value[at + corps - 1] + 1 : 1; number <= PM_CORPS && out->complete; number++)
        if (!refused(corps_may_help(scenario, view, number, piece, count)))
            choose(out, ATTACK_CORPS, number);
}

/* pm.r.65: whether all of the stack that may attack takes part; one that attacked before has divided it. */
static bool all_attack(const Scenario *scenario, const State *view, Hex hex, const Battle *battle)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below) {
        bool named = false;
        for (int i = 0; i < battle->attackers; i++)
            named |= battle->attacker[i] == piece;
        if (!named &&
            (view->unit[piece].now & ATTACKED || !refused(unit_may_attack(scenario, view, piece, battle->target))))
            return false;
    }
    return true;
}

/* 10.2-2: aircraft whose whole stack attacks are in it, unless they have helped in this phase. */
static void add_aircraft(const Scenario *scenario, const State *view, Battle *out)
{
    for (int i = 0; i < out->attackers && !data_of(scenario)->beginners; i++) {
        Hex hex = view->unit[out->attacker[i]].at.hex;
        int corps = hex < scenario->map->hexes ? corps_at(view, out->side, hex) : -1;
        if (corps >= 0 && !((view->corps_used | out->corps) >> corps & 1) && all_attack(scenario, view, hex, out))
            out->corps |= (uint8_t)(1u << corps);
    }
}

/* Lays the order out as a battle. */
void attack_battle(const Scenario *scenario, const State *view, const Order *order, Battle *out)
{
    int count, corps, first = order_slot(order, ATTACK_UNITS, &count), at = order_slot(order, ATTACK_CORPS, &corps);
    int side = question(&view->head)->side;
    lay_out_battle(scenario, view, side, order_value(order, ATTACK_AT, NO_HEX), NO_HEX, &order->value[first], count,
                   out);
    for (int i = 0; i < corps; i++)
        out->corps |= (uint8_t)(1u << corps_bit(side, order->value[at + i]));
    add_aircraft(scenario, view, out);
}

void attack_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Battle battle;
    attack_battle(play->scenario, state, order, &battle);
    set_bit(state->assaulted, battle.target);
    state->corps_used |= battle.corps;
    for (int i = 0; i < battle.attackers; i++)
        state->unit[battle.attacker[i]].now |= ATTACKED;
    tell(play->events, EVENT_NOTE, 0,
         sentence(PM_14_3, "pm.attacks-unit", battle.side, battle.target, battle.attackers));
    begin_battle(play, &battle);
}

/* ---- the phase ------------------------------------------------------------------------------------------------- */

/* pm.r.103: the invaders go ashore where no defender is left. */
void assaults_begin(Play *play)
{
    const State *state = play->state;
    if (state->phasing == SOVIET_SIDE && state->invasion != NO_HEX && !enemy_in(state, SOVIET_SIDE, state->invasion))
        invasion_ends(play, true);
}

Sentence assaults_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    int side = question(&view->head)->side;
    if (invasion_waits(view))
        return sentence(PM_14_5, "pm.invasion-must-fought-first", side, view->invasion);
    return sentence(PM_14_1, "pm.attack-adjacent-end", side);
}

Refusal assaults_may_end(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    (void)order;
    if (invasion_waits(view))
        return refuse(PM_14_1, "pm.invasion-must-fought", view->invasion);
    return LEGAL;
}
