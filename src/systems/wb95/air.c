/* air.c — WB-95 section 8: air missions.
 *
 * In each of the two Air Phases, and only there (8.1.2, 8.1.4), every side that has air SP left plans in secret
 * (8.1.7): `mission` puts SP on a target, `recall` takes a plan back, `fly` closes the planning. A plan costs nothing
 * until it is flown, so that the SP a side has left tell nothing about what it plans, and each side has slots of its
 * own for the same reason.
 *
 * When all have planned, everything is revealed. Groups of opposing missions on the same or neighbouring
 * hexes fight (8.1.8); the phasing player says which pair is next while there is more than one (R33). Then air
 * attacks, attacks on bridges and supply missions are carried out, each as its slot comes; support, movement
 * disruption and crossing attacks stay where they are until the half-turn ends (R34). Attacks on bridges take no
 * account of the ground (8.2.9), disruptions add up (8.2.15), and every unit that crosses is attacked (8.2.20).
 *
 * A mission must be able to do something in this half of the turn: offensive support is for the phasing side,
 * defensive support for the others, disruption and crossing attacks need an enemy who is about to move.
 *
 * Where a scenario gives unmarked counters instead of SP (8.1.1-2), a mission is made of whole counters: its SP
 * are a multiple of a counter's worth, which also keeps a counter to one mission a turn (8.1.3, 8.1.5).
 *
 * A flight of 7 SP or more in disruption or supply counts as one mission for each full 7 (8.2.12, 8.2.23). */
#include <stdio.h>
#include <string.h>

#include "systems/wb95/fight.h"
#include "systems/wb95/questions.h"
#include "systems/wb95/reference.h"

enum { MISSION_SP = 7, OBJECT_SP = 4, CROSSING_HEXES = 6 };

static const uint8_t least_sp[MISSIONS] = {1, 1, 1, OBJECT_SP, MISSION_SP, 1, MISSION_SP};
static const uint16_t least_rule[MISSIONS] = {
    WB95_8_1_1_1, WB95_8_1_1_1, WB95_8_1_1_1, WB95_8_2_10, WB95_8_2_12, WB95_8_1_1_1, WB95_8_2_23,
};

/* ---- strength -------------------------------------------------------------------------------- */

static int first_slot(const Scenario *scenario, int side) { return side * (AIR_MISSIONS / scenario->sides); }
static int end_slot(const Scenario *scenario, int side) { return first_slot(scenario, side + 1); }

static int planned(const Scenario *scenario, const State *view, int side)
{
    int sp = 0;
    for (int i = first_slot(scenario, side); i < end_slot(scenario, side); i++)
        if (!view->air[i].revealed)
            sp += view->air[i].sp;
    return sp;
}

/* Saved SP a side may still draw on in this turn (stars.7-2, R73). */
static int reserve_open(const Wb95 *data, const State *view, int side)
{
    int open = data->special.air_reserve_turn[side] - view->air_reserve_used[side];
    return open < view->air_reserve[side] ? open : view->air_reserve[side];
}

int air_available(const Scenario *scenario, const State *view, int side)
{
    return view->air_left[side] + reserve_open(data_of(scenario), view, side) - planned(scenario, view, side);
}

/* The day's own SP go first, then saved ones. */
static void spend(Play *play, int side, int sp)
{
    State *state = play->state;
    int own = sp < state->air_left[side] ? sp : state->air_left[side];
    state->air_left[side] = (uint8_t)(state->air_left[side] - own);
    state->air_reserve[side] = (uint8_t)(state->air_reserve[side] - (sp - own));
    state->air_reserve_used[side] = (uint8_t)(state->air_reserve_used[side] + (sp - own));
}

int counter_sp(const Wb95 *data, int side)
{
    return data->special.air_counter[side] ? data->special.air_counter[side] : 1;
}

int air_nation(const Wb95 *data, int side)
{
    static const uint8_t rank[] = {SOVIET, AMERICAN, BRITISH, GERMAN, POLISH, GERMAN_ALLY};
    if (data->special.air_nation_set >> side & 1)
        return data->special.air_nation[side];
    for (int i = 0; i < NATIONS; i++)
        if (data->owner[rank[i]] == side)
            return rank[i];
    return GERMAN;
}

int air_counter_worth(const Wb95 *data, int side) { return air_nation(data, side) == SOVIET ? 4 : 5; }

/* ---- what may be flown, and where ------------------------------------------------------------ */

static Refusal kind_legal(const Scenario *scenario, const State *view, int side, int mission)
{
    const Wb95 *data = data_of(scenario);
    int nation = air_nation(data, side);
    bool ours = view->phasing == side;
    if (mission == DEFENSIVE_SUPPORT && nation == SOVIET)
        return refuse(WB95_8_2_5, "Soviet aircraft do not fly defensive support");
    if (mission == SUPPLY_MISSION && nation != AMERICAN && nation != BRITISH)
        return refuse(WB95_8_2_22, "only American and British aircraft can fly supplies");
    if (data->air_missions[side] && !(data->air_missions[side] >> mission & 1))
        return refuse(data->special.air_limit_rule[side],
                      "the aircraft of %s may not be used for that in this scenario", side);
    if (mission == OFFENSIVE_SUPPORT && !ours)
        return refuse(WB95_8_2_2, "%s attacks nobody in this half of the turn, so there is nothing to support", side);
    if (mission == DEFENSIVE_SUPPORT && ours)
        return refuse(WB95_8_2_4, "%s is not attacked in this half of the turn, so there is no defence to support",
                      side);
    bool enemy_moves = is_enemy(data, side, view->phasing);
    if (mission == MOVEMENT_DISRUPTION && !(enemy_moves && data->owner[SOVIET] == view->phasing))
        return refuse(WB95_8_2_11, "only the movement of Soviet units can be disrupted, and none is about to move");
    if (mission == CROSSING_ATTACK && !enemy_moves)
        return refuse(WB95_8_2_16, "no enemy is about to cross a river in this half of the turn");
    if (mission == OBJECT_DESTRUCTION && !data->chapter[14])
        return refuse(WB95_8_2_8, "bridges are not attacked when chapter 14 is switched off");
    return LEGAL;
}

static bool enemies_hit(const Wb95 *data, const State *view, int side, Hex hex)
{
    unsigned against = data->special.air_against[side];
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        if (is_enemy(data, side, view->unit[piece].side) && (!against || against >> nation_of(data, view, piece) & 1))
            return true;
    return false;
}

static bool hungry_at(const State *view, int side, Hex hex)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        if (view->unit[piece].side == side && view->unit[piece].oos)
            return true;
    return false;
}

static bool on_big_river(const Map *map, Hex hex)
{
    for (int edge = 0; edge < EDGES; edge++)
        if (map->edge[hex][edge] & BIG_RIVER)
            return true;
    return false;
}

static Refusal hex_legal(const Scenario *scenario, const State *view, int side, int mission, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    switch (mission) {
    case OFFENSIVE_SUPPORT:
    case AIR_ATTACK:
        if (enemies_hit(data, view, side, hex))
            return LEGAL;
        if (enemy_at(data, view, side, hex))
            return refuse(data->special.air_limit_rule[side],
                          "the aircraft of %s may not be used against the units at %h", side, hex);
        return mission == AIR_ATTACK ? refuse(WB95_8_2_6, "there is no enemy unit at %h to attack", hex)
                                     : refuse(WB95_8_2_2, "there is no enemy unit at %h to support an attack on", hex);
    case DEFENSIVE_SUPPORT:
        return friend_at(view, side, hex) ? LEGAL : refuse(WB95_8_2_4, "no unit of yours stands at %h", hex);
    case SUPPLY_MISSION:
        return hungry_at(view, side, hex)
                   ? LEGAL
                   : refuse(WB95_8_2_25, "no unit of yours at %h is out of supply, so there is no level to lower", hex);
    case CROSSING_ATTACK:
        return on_big_river(scenario->map, hex)
                   ? LEGAL
                   : refuse(WB95_8_2_16, "%h lies on no big river, so nobody can be caught crossing into it", hex);
    default:
        return LEGAL;
    }
}

static int standing_site(const Scenario *scenario, const State *view, Hexside hexside)
{
    int site = data_of(scenario)->site[hexside_hex(hexside)][hexside_edge(hexside)];
    return site != 0xFFFF && view->site[site] & SITE_STANDING ? site : -1;
}

/* ---- checking an order ----------------------------------------------------------------------- */

typedef struct AirPlan {
    int mission, hexes, hexsides, sp, shares;
    const uint16_t *hex, *share;
    Hexside hexside;
} AirPlan;

static AirPlan read_plan(const Order *order)
{
    AirPlan plan = {.mission = order_value(order, MISSION_KIND, MISSIONS), .sp = order_value(order, MISSION_AIR, 0)};
    plan.hex = &order->value[order_slot(order, MISSION_AT, &plan.hexes)];
    order_slot(order, MISSION_BRIDGE, &plan.hexsides);
    plan.hexside = order_value(order, MISSION_BRIDGE, NO_HEXSIDE);
    plan.share = &order->value[order_slot(order, MISSION_ATTACKS, &plan.shares)];
    return plan;
}

static bool touches_earlier(const Scenario *scenario, const AirPlan *plan, int count, Hex hex)
{
    for (int i = 0; i < count; i++)
        if (map_distance(scenario->map, plan->hex[i], hex) == 1)
            return true;
    return false;
}

static bool named_already(const AirPlan *plan, int count, Hex hex)
{
    for (int i = 0; i < count; i++)
        if (plan->hex[i] == hex)
            return true;
    return false;
}

static Refusal targets_legal(const Scenario *scenario, const State *view, int side, const AirPlan *plan)
{
    if (plan->mission == OBJECT_DESTRUCTION) {
        if (plan->hexsides != 1 || plan->hexes)
            return refuse(WB95_8_2_8, "a mission against objects names one bridge and no hex");
        if (standing_site(scenario, view, plan->hexside) < 0)
            return refuse(WB95_8_2_8, "no bridge stands at %e", plan->hexside);
        return LEGAL;
    }
    if (plan->hexsides)
        return refuse(WB95_8_2_8, "only a mission against objects names a bridge");
    if (plan->hexes != 1 && (plan->mission != CROSSING_ATTACK || !plan->hexes))
        return refuse(WB95_8_2_18, "this mission names one hex; only crossing attacks may be spread over several");
    for (int i = 0; i < plan->hexes; i++) {
        Refusal refusal = hex_legal(scenario, view, side, plan->mission, plan->hex[i]);
        if (refused(refusal))
            return refusal;
        if (named_already(plan, i, plan->hex[i]))
            return refuse(WB95_8_2_18, "%h is named twice", plan->hex[i]);
        if (i && !touches_earlier(scenario, plan, i, plan->hex[i]))
            return refuse(WB95_8_2_18, "%h is not joined to the others: each hex must touch one named before it",
                          plan->hex[i]);
    }
    return LEGAL;
}

static Refusal sp_legal(const Scenario *scenario, const State *view, int side, const AirPlan *plan)
{
    const Wb95 *data = data_of(scenario);
    int most = air_available(scenario, view, side), each = counter_sp(data, side);
    if (plan->sp < least_sp[plan->mission])
        return refuse(least_rule[plan->mission], "that mission needs at least %n air SP, not %n",
                      least_sp[plan->mission], plan->sp);
    if (plan->sp > most)
        return refuse(WB95_8_1_1_1, "%n air SP are wanted, but %s has only %n left", plan->sp, side, most);
    if (plan->sp % each)
        return refuse(WB95_8_1_3, "a counter of %n SP flies one mission only, so missions come in multiples of it",
                      each);
    if (plan->mission == CROSSING_ATTACK && 2 * plan->sp < plan->hexes)
        return refuse(WB95_8_2_17, "%n SP give %n attacks, too few for %n hexes", plan->sp, 2 * plan->sp, plan->hexes);
    return LEGAL;
}

static Refusal shares_legal(const AirPlan *plan)
{
    int sum = 0;
    if (plan->mission != CROSSING_ATTACK)
        return plan->shares ? refuse(WB95_8_2_18, "only crossing attacks are shared out over hexes") : LEGAL;
    if (!plan->shares && plan->hexes == 1)
        return LEGAL;
    if (plan->shares != plan->hexes)
        return refuse(WB95_8_2_18, "say for each of the %n hexes how many attacks it gets", plan->hexes);
    for (int i = 0; i < plan->shares; i++) {
        if (!plan->share[i])
            return refuse(WB95_8_2_18, "%h gets no attack: leave it out", plan->hex[i]);
        sum += plan->share[i];
    }
    if (sum > 2 * plan->sp)
        return refuse(WB95_8_2_17, "%n SP give %n attacks, not %n", plan->sp, 2 * plan->sp, sum);
    return LEGAL;
}

static int free_slot(const Scenario *scenario, const State *view, int side)
{
    for (int i = first_slot(scenario, side); i < end_slot(scenario, side); i++)
        if (!view->air[i].sp)
            return i;
    return -1;
}

Refusal mission_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = question(&view->head)->side;
    AirPlan plan = read_plan(order);
    Refusal refusal = kind_legal(scenario, view, side, plan.mission);
    if (!refused(refusal))
        refusal = targets_legal(scenario, view, side, &plan);
    if (!refused(refusal))
        refusal = sp_legal(scenario, view, side, &plan);
    if (!refused(refusal))
        refusal = shares_legal(&plan);
    if (!refused(refusal) && free_slot(scenario, view, side) < 0)
        refusal = refuse(WB95_8_1_6, "no more than %n missions a side can be in the air at once",
                         AIR_MISSIONS / scenario->sides);
    return refusal;
}

static bool is_plan_of(const Scenario *scenario, const State *view, int side, int number)
{
    return number >= first_slot(scenario, side) && number < end_slot(scenario, side) && view->air[number].sp &&
           !view->air[number].revealed;
}

Refusal recall_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = question(&view->head)->side;
    if (is_plan_of(scenario, view, side, order->value[0]))
        return LEGAL;
    return refuse(WB95_8_1_7, "%s has planned no mission number %n", side, order->value[0]);
}

/* ---- listing what may be planned ------------------------------------------------------------- */

/* hex_legal() for lists: most hexes are empty, and few missions go there. */
bool mission_open_at(const Scenario *scenario, const State *view, int side, int mission, Hex hex)
{
    const unsigned at_stacks =
        1u << OFFENSIVE_SUPPORT | 1u << AIR_ATTACK | 1u << DEFENSIVE_SUPPORT | 1u << SUPPLY_MISSION;
    if (at_stacks >> mission & 1 && view->top[hex] == NO_PIECE)
        return false;
    return !refused(hex_legal(scenario, view, side, mission, hex));
}

int smallest_mission(const Wb95 *data, int side, int mission)
{
    int each = counter_sp(data, side);
    return (least_sp[mission] + each - 1) / each * each;
}

static void list_hexes(const Scenario *scenario, const State *view, int side, int mission, const AirPlan *plan,
                       Choices *out)
{
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        if (!mission_open_at(scenario, view, side, mission, (Hex)hex))
            continue;
        if (!plan->hexes ||
            (!named_already(plan, plan->hexes, (Hex)hex) && touches_earlier(scenario, plan, plan->hexes, (Hex)hex)))
            choose(out, MISSION_AT, hex);
    }
}

static void list_sp(const Scenario *scenario, const State *view, int side, const AirPlan *plan, Choices *out)
{
    int each = counter_sp(data_of(scenario), side), most = air_available(scenario, view, side);
    for (int sp = smallest_mission(data_of(scenario), side, plan->mission); sp <= most; sp += each)
        if (2 * sp >= plan->hexes)
            choose(out, MISSION_AIR, sp);
}

static void list_shares(const AirPlan *plan, Choices *out)
{
    int left = 2 * plan->sp - (plan->hexes - plan->shares - 1);
    for (int i = 0; i < plan->shares; i++)
        left -= plan->share[i];
    for (int share = 1; plan->shares < plan->hexes && share <= left; share++)
        choose(out, MISSION_ATTACKS, share);
    out->complete = plan->shares == plan->hexes || (!plan->shares && plan->hexes == 1);
}

static void list_bridges(const Scenario *scenario, const State *view, Choices *out)
{
    const Wb95 *data = data_of(scenario);
    for (int site = 0; site < data->sites; site++)
        if (view->site[site] & SITE_STANDING)
            choose(out, MISSION_BRIDGE, data->site_hexside[site]);
}

static void list_mission(const Scenario *scenario, const State *view, int side, const Order *prefix, Choices *out)
{
    AirPlan plan = read_plan(prefix);
    if (!prefix->count) {
        for (int mission = 0; mission < MISSIONS; mission++)
            if (mission_possible(scenario, view, side, mission))
                choose(out, MISSION_KIND, mission);
        return;
    }
    int last = prefix->slot[prefix->count - 1];
    int most_hexes = air_available(scenario, view, side) * 2;
    if (last == MISSION_KIND && plan.mission == OBJECT_DESTRUCTION)
        list_bridges(scenario, view, out);
    else if (last == MISSION_KIND)
        list_hexes(scenario, view, side, plan.mission, &plan, out);
    if (last == MISSION_AT && plan.mission == CROSSING_ATTACK && plan.hexes < CROSSING_HEXES && plan.hexes < most_hexes)
        list_hexes(scenario, view, side, plan.mission, &plan, out);
    if (last == MISSION_AT || last == MISSION_BRIDGE)
        list_sp(scenario, view, side, &plan, out);
    if (last >= MISSION_AIR && plan.mission == CROSSING_ATTACK)
        list_shares(&plan, out);
    else if (last >= MISSION_AIR)
        out->complete = true;
}

/* Whether some mission of the kind can be planned: strength, permission, and a target. */
bool mission_possible(const Scenario *scenario, const State *view, int side, int mission)
{
    if (smallest_mission(data_of(scenario), side, mission) > air_available(scenario, view, side) ||
        refused(kind_legal(scenario, view, side, mission)))
        return false;
    if (mission == OBJECT_DESTRUCTION) {
        for (int site = 0; site < data_of(scenario)->sites; site++)
            if (view->site[site] & SITE_STANDING)
                return true;
        return false;
    }
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (mission_open_at(scenario, view, side, mission, (Hex)hex))
            return true;
    return false;
}

static bool any_possible(const Scenario *scenario, const State *view, int side)
{
    if (free_slot(scenario, view, side) < 0)
        return false;
    for (int mission = 0; mission < MISSIONS; mission++)
        if (mission_possible(scenario, view, side, mission))
            return true;
    return false;
}

bool mission_open(const Scenario *scenario, const State *view)
{
    return any_possible(scenario, view, question(&view->head)->side);
}

void mission_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int side = question(&view->head)->side;
    if (free_slot(scenario, view, side) >= 0)
        list_mission(scenario, view, side, prefix, out);
}

void recall_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int side = question(&view->head)->side;
    out->complete = prefix->count;
    for (int i = first_slot(scenario, side); i < end_slot(scenario, side) && !prefix->count; i++)
        if (is_plan_of(scenario, view, side, i))
            choose(out, 0, i);
}

/* ---- planning -------------------------------------------------------------------------------- */

void air_begin(Play *play)
{
    const Wb95 *data = play->data;
    ask(play->state, ASK_SORTIES, play->state->phasing);
    for (int i = data->players - 1; i >= 0; i--) /* the last pushed is asked first */
        if (air_available(play->scenario, play->state, data->order[i]) &&
            any_possible(play->scenario, play->state, data->order[i]))
            ask(play->state, ASK_AIR, data->order[i]);
    if (asked(play->state)->kind == ASK_SORTIES)
        answered(play->state); /* nobody can fly */
}

void mission_apply(Play *play, const Order *order)
{
    int side = question(&play->state->head)->side;
    AirPlan plan = read_plan(order);
    AirMission *mission = &play->state->air[free_slot(play->scenario, play->state, side)];
    *mission = (AirMission){.side = (uint8_t)side,
                            .mission = (uint8_t)plan.mission,
                            .sp = (uint8_t)plan.sp,
                            .hex = plan.hexes ? plan.hex[0] : hexside_hex(plan.hexside),
                            .hexside = plan.hexside,
                            .against = play->data->enemies[side]};
    if (plan.mission != CROSSING_ATTACK)
        return;
    mission->hexes = (uint8_t)plan.hexes;
    for (int i = 0; i < plan.hexes && i < CROSSINGS; i++) {
        mission->crossing[i] = plan.hex[i];
        mission->attacks[i] = (uint8_t)(plan.shares ? plan.share[i] : 2 * plan.sp);
    }
}

static void reveal(Play *play)
{
    State *state = play->state;
    for (int i = 0; i < AIR_MISSIONS; i++) {
        AirMission *mission = &state->air[i];
        if (!mission->sp || mission->revealed)
            continue;
        mission->revealed = true;
        spend(play, mission->side, mission->sp);
        if (mission->mission == OBJECT_DESTRUCTION)
            tell(play->events, EVENT_REVEALED, 0,
                 sentence(WB95_8_1_7, "%s sends %n air SP against the bridge at %e", mission->side, mission->sp,
                          mission->hexside));
        else
            tell(play->events, EVENT_REVEALED, 0,
                 sentence(WB95_8_1_7, "%s flies a mission (%w) at %h with %n SP: flight %n", mission->side,
                          mission->mission, mission->hex, mission->sp, i));
    }
}

static void count_disruptions(State *state)
{
    state->disruptions = 0;
    for (int i = 0; i < AIR_MISSIONS; i++)
        if (state->air[i].revealed && state->air[i].mission == MOVEMENT_DISRUPTION)
            state->disruptions = (uint8_t)(state->disruptions + state->air[i].sp / MISSION_SP);
}

static void drop(State *state, int slot) { memset(&state->air[slot], 0, sizeof state->air[slot]); }

void recall_apply(Play *play, const Order *order) { drop(play->state, order->value[0]); }

void fly_apply(Play *play, const Order *order)
{
    (void)order;
    answered(play->state);
}

Sentence air_prompt(const Scenario *scenario, const State *view)
{
    int side = question(&view->head)->side;
    return sentence(WB95_8_1_7, "%s plans air missions: %n SP left", side, air_available(scenario, view, side));
}

/* ---- air combat (8.1.8) ---------------------------------------------------------------------- */

static int mission_hexes(const Scenario *scenario, const AirMission *mission, Hex out[CROSSING_HEXES])
{
    if (mission->mission == CROSSING_ATTACK) {
        memcpy(out, mission->crossing, mission->hexes * sizeof *out);
        return mission->hexes;
    }
    out[0] = mission->hex;
    if (mission->mission != OBJECT_DESTRUCTION)
        return 1;
    out[1] = scenario->map->next[hexside_hex(mission->hexside)][hexside_edge(mission->hexside)];
    return 2;
}

static bool flying(const AirMission *mission) { return mission->sp && mission->revealed; }

/* Opposing missions on the same or neighbouring hexes. */
static bool meet(const Scenario *scenario, const AirMission *a, const AirMission *b)
{
    Hex one[CROSSING_HEXES], other[CROSSING_HEXES];
    if (!flying(a) || !flying(b) || !is_enemy(data_of(scenario), a->side, b->side))
        return false;
    int count = mission_hexes(scenario, a, one), others = mission_hexes(scenario, b, other);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < others; j++)
            if (map_distance(scenario->map, one[i], other[j]) <= 1)
                return true;
    return false;
}

static bool same_group(const AirMission *a, const AirMission *b) { return a->side == b->side && a->hex == b->hex; }

static int group_sp(const State *state, int member)
{
    int sp = 0;
    for (int i = 0; i < AIR_MISSIONS; i++)
        if (flying(&state->air[i]) && same_group(&state->air[i], &state->air[member]))
            sp += state->air[i].sp;
    return sp;
}

static bool first_of_group(const State *state, int member)
{
    for (int i = 0; i < member; i++)
        if (flying(&state->air[i]) && same_group(&state->air[i], &state->air[member]))
            return false;
    return true;
}

static bool groups_meet(const Scenario *scenario, const State *state, int one, int other)
{
    for (int i = 0; i < AIR_MISSIONS; i++)
        for (int j = 0; j < AIR_MISSIONS && flying(&state->air[i]) && same_group(&state->air[i], &state->air[one]); j++)
            if (flying(&state->air[j]) && same_group(&state->air[j], &state->air[other]) &&
                meet(scenario, &state->air[i], &state->air[j]))
                return true;
    return false;
}

/* How many pairs of groups could fight, at most two; the first of them in `pair`. */
static int open_duels(const Scenario *scenario, const State *state, int pair[2])
{
    int count = 0;
    for (int i = 0; i < AIR_MISSIONS; i++) {
        if (!flying(&state->air[i]) || !first_of_group(state, i))
            continue;
        for (int j = i + 1; j < AIR_MISSIONS; j++)
            if (flying(&state->air[j]) && is_enemy(data_of(scenario), state->air[i].side, state->air[j].side) &&
                first_of_group(state, j) && groups_meet(scenario, state, i, j)) {
                if (count++)
                    return count;
                pair[0] = i;
                pair[1] = j;
            }
    }
    return count;
}

/* 8.1.8-2 and 8.1.9: the beaten group goes; what it was worth is already spent for this turn. */
static void fight(Play *play, int one, int other)
{
    State *state = play->state;
    int pair[2] = {one, other}, sp[2] = {group_sp(state, one), group_sp(state, other)}, die[2];
    do {
        die[0] = dice_roll(play->dice);
        die[1] = dice_roll(play->dice);
        tell(play->events, EVENT_ROLLED, 0,
             sentence(WB95_8_1_8_2, "air combat at %h: %s has %n SP and rolls a %n", state->air[one].hex,
                      state->air[one].side, sp[0], die[0]));
        tell(play->events, EVENT_ROLLED, 0,
             sentence(WB95_8_1_8_2, "air combat at %h: %s has %n SP and rolls a %n", state->air[other].hex,
                      state->air[other].side, sp[1], die[1]));
    } while (sp[0] + die[0] == sp[1] + die[1]);
    int loser = sp[0] + die[0] < sp[1] + die[1] ? 0 : 1;
    AirMission beaten = state->air[pair[loser]];
    tell(play->events, EVENT_RESULT, 0,
         sentence(WB95_8_1_9, "%s loses the air combat and withdraws %n SP from %h for the turn", beaten.side,
                  sp[loser], beaten.hex));
    for (int i = 0; i < AIR_MISSIONS; i++)
        if (flying(&state->air[i]) && same_group(&state->air[i], &beaten))
            drop(state, i);
}

Refusal duel_check(const Scenario *scenario, const State *view, const Order *order)
{
    int one = order->value[0], other = order->value[1];
    if (one >= AIR_MISSIONS || other >= AIR_MISSIONS || !flying(&view->air[one]) || !flying(&view->air[other]))
        return refuse(WB95_8_1_8_1, "there is no mission of that number in the air");
    if (!is_enemy(data_of(scenario), view->air[one].side, view->air[other].side) ||
        !groups_meet(scenario, view, one, other))
        return refuse(WB95_8_1_8_1,
                      "the missions at %h and %h do not meet: only opposing ones at most one hex apart fight",
                      view->air[one].hex, view->air[other].hex);
    return LEGAL;
}

void duel_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (prefix->count == 2) {
        out->complete = true;
        return;
    }
    for (int i = prefix->count ? prefix->value[0] : 0; i < AIR_MISSIONS; i++) {
        bool listed = false;
        for (int j = i + 1; j < AIR_MISSIONS && flying(&view->air[i]) && !listed; j++) {
            if (!flying(&view->air[j]) || !is_enemy(data_of(scenario), view->air[i].side, view->air[j].side) ||
                !groups_meet(scenario, view, i, j))
                continue;
            choose(out, 0, prefix->count ? j : i);
            listed = !prefix->count;
        }
        if (prefix->count)
            return;
    }
}

Sentence duel_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(WB95_8_1_8_1, "%s says which missions fight in the air next", question(&view->head)->side);
}

void duel_apply(Play *play, const Order *order)
{
    answered(play->state);
    fight(play, order->value[0], order->value[1]);
}

/* ---- missions carried out -------------------------------------------------------------------- */

static void attack_ground(Play *play, const AirMission *mission)
{
    int sp = mission->sp - 2 * ground_cm(play->data, mission->hex), row = fire_row(sp);
    for (Piece piece = play->state->top[mission->hex]; piece != NO_PIECE; piece = play->state->unit[piece].below)
        disturb(play->state, piece); /* an attack breaks the rest of the disorganised (R28) */
    if (row < 0) {
        tell(play->events, EVENT_RESULT, 0,
             sentence(WB95_8_2_7, "the ground at %h swallows the air attack: nothing is left of %n SP", mission->hex,
                      mission->sp));
        return;
    }
    int roll = dice_sum(play->dice, 2);
    Result result = play->data->air_attack[row][roll - 2];
    tell(play->events, EVENT_ROLLED, 0,
         sentence(WB95_8_2_6, "air attack on %h: the ground leaves %n of %n SP, the dice show %n", mission->hex, sp,
                  mission->sp, roll));
    tell(play->events, EVENT_RESULT, 0,
         sentence(WB95_TABLE_AIR, harms(result) ? "air attack on %h: %w (the target %w)" : "air attack on %h: %w",
                  mission->hex, fire_word(result), spoken_word(result)));
    fire_result(play, mission->hex, result, air_nation(play->data, mission->side), WB95_8_2_6);
}

static void attack_bridge(Play *play, const AirMission *mission)
{
    int site = standing_site(play->scenario, play->state, mission->hexside);
    if (site < 0)
        return; /* an earlier mission has destroyed it */
    int roll = dice_sum(play->dice, 2);
    bool hit = play->data->objects[fire_row(mission->sp)][roll - 2];
    tell(play->events, EVENT_ROLLED, 0,
         sentence(WB95_8_2_8, "air attack on the bridge at %e with %n SP: the dice show %n", mission->hexside,
                  mission->sp, roll));
    tell(play->events, EVENT_GROUND, 0,
         hit ? sentence(WB95_8_2_8, "the bridge at %e is destroyed", mission->hexside)
             : sentence(WB95_8_2_8, "the bridge at %e stands", mission->hexside));
    if (hit)
        set_site(play->scenario, play->state, site,
                 play->state->site[site] & ~(unsigned)(SITE_STANDING | SITE_PONTOON));
}

static void fly_supplies(Play *play, const AirMission *mission)
{
    State *state = play->state;
    int won = 0;
    for (int i = mission->sp / MISSION_SP; i > 0; i--) {
        int die = dice_roll(play->dice);
        won += play->data->supply_mission[die];
        tell(play->events, EVENT_ROLLED, 0,
             play->data->supply_mission[die]
                 ? sentence(WB95_8_2_24, "supplies for %h: a %n, they arrive", mission->hex, die)
                 : sentence(WB95_8_2_24, "supplies for %h: a %n, dropped in vain", mission->hex, die));
    }
    for (Piece piece = state->top[mission->hex]; piece != NO_PIECE; piece = state->unit[piece].below) {
        Unit *unit = &state->unit[piece];
        if (unit->side != mission->side || !unit->oos || !won)
            continue;
        unit->oos = (uint8_t)(unit->oos > won ? unit->oos - won : 0);
        tell(play->events, EVENT_STATE, 0,
             unit->oos ? sentence(WB95_8_2_25, "%p recovers to level %n out of supply", piece, unit->oos)
                       : sentence(WB95_8_2_25, "%p is back to normal", piece));
    }
}

static void carry_out(Play *play, int slot)
{
    AirMission mission = play->state->air[slot];
    drop(play->state, slot);
    if (mission.mission == AIR_ATTACK)
        attack_ground(play, &mission);
    else if (mission.mission == OBJECT_DESTRUCTION)
        attack_bridge(play, &mission);
    else
        fly_supplies(play, &mission);
}

static bool at_once(const AirMission *mission)
{
    return mission->mission == AIR_ATTACK || mission->mission == OBJECT_DESTRUCTION ||
           mission->mission == SUPPLY_MISSION;
}

/* All have planned. Goes on until the phasing player must pick a duel, an owner must pick losses, or the phase is
 * over. */
void sorties_resume(Play *play)
{
    State *state = play->state;
    int pair[2], duels;
    reveal(play);
    while ((duels = open_duels(play->scenario, state, pair)) == 1)
        fight(play, pair[0], pair[1]);
    if (duels) {
        ask(state, ASK_AIR_FIGHT, state->phasing);
        return;
    }
    for (int i = 0; i < AIR_MISSIONS; i++) {
        if (!flying(&state->air[i]) || !at_once(&state->air[i]))
            continue;
        carry_out(play, i);
        return;
    }
    count_disruptions(state);
    answered(state);
}

/* ---- what the other files ask ---------------------------------------------------------------- */

void air_clear(Play *play)
{
    memset(play->state->air, 0, sizeof play->state->air);
    play->state->disruptions = 0;
}

int disruptions_at(const Scenario *scenario, const State *view, Hex hex)
{
    int count = 0, left = view->disruptions;
    for (int i = 0; left > 0 && i < AIR_MISSIONS; i++) {
        const AirMission *mission = &view->air[i];
        if (!flying(mission) || mission->mission != MOVEMENT_DISRUPTION)
            continue;
        left -= mission->sp / MISSION_SP;
        if (map_distance(scenario->map, mission->hex, hex) <= 1)
            count += mission->sp / MISSION_SP;
    }
    return count;
}

int crossing_attacks_at(const Wb95 *data, const State *view, int side, Hex hex, int by[NATIONS])
{
    int attacks = 0;
    for (int i = 0; i < AIR_MISSIONS; i++) {
        const AirMission *mission = &view->air[i];
        if (!flying(mission) || mission->mission != CROSSING_ATTACK || !(mission->against >> side & 1))
            continue;
        for (int j = 0; j < mission->hexes; j++)
            if (mission->crossing[j] == hex) {
                attacks += mission->attacks[j];
                by[air_nation(data, mission->side)] += mission->attacks[j];
            }
    }
    return attacks;
}

/* ---- forecasts ------------------------------------------------------------------------------- */

static int ways_2k6(int roll) { return roll <= 7 ? roll - 1 : 13 - roll; }

static void forecast_attack(const Wb95 *data, const AirPlan *plan, Forecast *out)
{
    int cm = ground_cm(data, plan->hex[0]), sp = plan->sp - 2 * cm, row = fire_row(sp);
    out->title = sentence(0, "air attack with %n SP", sp > 0 ? sp : 0);
    out->cell = fire_cell(BOOK_AIR, sp, 0);
    if (cm)
        out->modifier[out->modifiers++] = (ForecastModifier){
            .what = sentence(WB95_8_2_7, "twice the ground at %h", plan->hex[0]), .value = (int16_t)(-2 * cm)};
    for (int roll = 2; roll <= 12; roll++) {
        Result result = row < 0 ? (Result){0} : data->air_attack[row][roll - 2];
        result.test = 0;
        add_outcome(out, sentence(0, "%w", fire_word(result)), 0,
                    sentence(WB95_8_2_6, harms(result) ? "target %w" : NULL, spoken_word(result)),
                    (uint64_t)ways_2k6(roll));
    }
}

bool mission_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    const Wb95 *data = data_of(scenario);
    (void)view;
    AirPlan plan = read_plan(order);
    memset(out, 0, sizeof *out);
    out->total = 36;
    if (plan.mission == AIR_ATTACK) {
        forecast_attack(data, &plan, out);
    } else if (plan.mission == OBJECT_DESTRUCTION) {
        out->title = sentence(0, "attack on a bridge with %n SP", plan.sp);
        out->cell = fire_cell(BOOK_OBJECTS, plan.sp, 0);
        for (int roll = 2; roll <= 12; roll++)
            add_outcome(out, sentence(0, data->objects[fire_row(plan.sp)][roll - 2] ? "destroyed" : "no effect"), 0,
                        sentence(WB95_8_2_8, NULL), (uint64_t)ways_2k6(roll));
    } else if (plan.mission == SUPPLY_MISSION && plan.sp < 2 * MISSION_SP) {
        out->title = sentence(0, "supplies by air");
        add_outcome(out, sentence(0, "one level less"), 0, sentence(WB95_8_2_25, NULL), 30);
        add_outcome(out, sentence(0, "fails"), 0, sentence(WB95_8_2_24, NULL), 6);
    } else {
        return false;
    }
    return true;
}
