/* air.c — WB-95 section 8: air missions and how they are planned.
 *
 * In each of the two Air Phases, and only there (8.1.2, 8.1.4), every side that has air SP left plans in secret
 * (8.1.7): `mission` puts SP on a target, `recall` takes a plan back, `fly` closes the planning. A plan costs nothing
 * until it is flown, so that the SP a side has left reveal nothing about what it plans, and each side has slots of its
 * own for the same reason.
 *
 * When all have planned, everything is revealed and flown (sorties.c). Disruptions add up (8.2.15), and every unit that
 * crosses is attacked (8.2.20).
 *
 * A mission must be able to do something in this half of the turn: offensive support is for the phasing side, defensive
 * support for the others, disruption and crossing attacks need an enemy that is about to move.
 *
 * Where a scenario gives unmarked counters instead of SP (8.1.1-2), a mission is made of whole counters: its SP are a
 * multiple of a counter's worth, which also keeps a counter to one mission a turn (8.1.3, 8.1.5).
 *
 * A flight of 7 SP or more in disruption or supply counts as one mission for each full 7 (8.2.12, 8.2.23). */
#include <stdio.h>
#include <string.h>

#include "systems/wb95/fight.h"
#include "systems/wb95/wb95.h"
#include "systems/wb95/reference.h"

enum { OBJECT_SP = 4 };

static const uint8_t least_sp[MISSIONS] = {1, 1, 1, OBJECT_SP, MISSION_SP, 1, MISSION_SP};
static const uint16_t least_rule[MISSIONS] = {
    WB95_8_1_1_1, WB95_8_1_1_1, WB95_8_1_1_1, WB95_8_2_10, WB95_8_2_12, WB95_8_1_1_1, WB95_8_2_23,
};

/* ---- strength -------------------------------------------------------------------------------- */

static int planned(const State *view, int side)
{
    int sp = 0;
    for (int number = 0; number < FLIGHTS_EACH; number++)
        if (!view->air[flight_slot(side, number)].revealed)
            sp += view->air[flight_slot(side, number)].sp;
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
    return view->air_left[side] + reserve_open(data_of(scenario), view, side) - planned(view, side);
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
        return refuse(WB95_8_2_5, "wb95.soviet-aircraft-not-fly-defensive");
    if (mission == SUPPLY_MISSION && nation != AMERICAN && nation != BRITISH)
        return refuse(WB95_8_2_22, "wb95.only-american-british-aircraft-can");
    if (data->air_missions[side] && !(data->air_missions[side] >> mission & 1))
        return refuse(data->special.air_limit_rule[side], "wb95.aircraft-may-not-used-scenario", side);
    if (mission == OFFENSIVE_SUPPORT && !ours)
        return refuse(WB95_8_2_2, "wb95.attacks-nobody-half-turn-nothing", side);
    if (mission == DEFENSIVE_SUPPORT && ours)
        return refuse(WB95_8_2_4, "wb95.not-attacked-half-turn-no", side);
    bool enemy_moves = is_enemy(data, side, view->phasing);
    if (mission == MOVEMENT_DISRUPTION && !(enemy_moves && data->owner[SOVIET] == view->phasing))
        return refuse(WB95_8_2_11, "wb95.only-movement-soviet-units-can");
    if (mission == CROSSING_ATTACK && !enemy_moves)
        return refuse(WB95_8_2_16, "wb95.no-enemy-about-cross-river");
    if (mission == OBJECT_DESTRUCTION && !data->chapter[14])
        return refuse(WB95_8_2_8, "wb95.bridges-not-attacked-when-chapter");
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
            return refuse(data->special.air_limit_rule[side], "wb95.aircraft-may-not-used-against", side, hex);
        return mission == AIR_ATTACK ? refuse(WB95_8_2_6, "wb95.no-enemy-unit-attack", hex)
                                     : refuse(WB95_8_2_2, "wb95.no-enemy-unit-support-attack", hex);
    case DEFENSIVE_SUPPORT:
        return friend_at(view, side, hex) ? LEGAL : refuse(WB95_8_2_4, "wb95.no-unit-yours-stands", hex);
    case SUPPLY_MISSION:
        return hungry_at(view, side, hex) ? LEGAL : refuse(WB95_8_2_25, "wb95.no-unit-yours-out-supply", hex);
    case CROSSING_ATTACK:
        return on_big_river(scenario->map, hex) ? LEGAL : refuse(WB95_8_2_16, "wb95.lies-no-big-river-nobody", hex);
    default:
        return LEGAL;
    }
}

int standing_site(const Scenario *scenario, const State *view, Hexside hexside)
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
            return refuse(WB95_8_2_8, "wb95.mission-against-objects-names-bridge");
        if (standing_site(scenario, view, plan->hexside) < 0)
            return refuse(WB95_8_2_8, "wb95.no-bridge-stands", plan->hexside);
        return LEGAL;
    }
    if (plan->hexsides)
        return refuse(WB95_8_2_8, "wb95.only-mission-against-objects-names");
    if (plan->hexes != 1 && (plan->mission != CROSSING_ATTACK || !plan->hexes))
        return refuse(WB95_8_2_18, "wb95.mission-names-hex-only-crossing");
    for (int i = 0; i < plan->hexes; i++) {
        Refusal refusal = hex_legal(scenario, view, side, plan->mission, plan->hex[i]);
        if (refused(refusal))
            return refusal;
        if (named_already(plan, i, plan->hex[i]))
            return refuse(WB95_8_2_18, "wb95.named-twice", plan->hex[i]);
        if (i && !touches_earlier(scenario, plan, i, plan->hex[i]))
            return refuse(WB95_8_2_18, "wb95.not-joined-others-each-hex", plan->hex[i]);
    }
    return LEGAL;
}

static Refusal sp_legal(const Scenario *scenario, const State *view, int side, const AirPlan *plan)
{
    const Wb95 *data = data_of(scenario);
    int most = air_available(scenario, view, side), each = counter_sp(data, side);
    if (plan->sp < least_sp[plan->mission])
        return refuse(least_rule[plan->mission], "wb95.mission-needs-least-air-sp", least_sp[plan->mission], plan->sp);
    if (plan->sp > most)
        return refuse(WB95_8_1_1_1, "wb95.air-sp-wanted-but-only", plan->sp, side, most);
    if (plan->sp % each)
        return refuse(WB95_8_1_3, "wb95.counter-sp-flies-mission-only", each);
    if (plan->mission == CROSSING_ATTACK && 2 * plan->sp < plan->hexes)
        return refuse(WB95_8_2_17, "wb95.sp-give-attacks-too-few", plan->sp, 2 * plan->sp, plan->hexes);
    return LEGAL;
}

static Refusal shares_legal(const AirPlan *plan)
{
    int sum = 0;
    if (plan->mission != CROSSING_ATTACK)
        return plan->shares ? refuse(WB95_8_2_18, "wb95.only-crossing-attacks-shared-out") : LEGAL;
    if (!plan->shares && plan->hexes == 1)
        return LEGAL;
    if (plan->shares != plan->hexes)
        return refuse(WB95_8_2_18, "wb95.say-each-hexes-how-many", plan->hexes);
    for (int i = 0; i < plan->shares; i++) {
        if (!plan->share[i])
            return refuse(WB95_8_2_18, "wb95.gets-no-attack-leave-out", plan->hex[i]);
        sum += plan->share[i];
    }
    if (sum > 2 * plan->sp)
        return refuse(WB95_8_2_17, "wb95.sp-give-attacks-not", plan->sp, 2 * plan->sp, sum);
    return LEGAL;
}

static int free_slot(const State *view, int side)
{
    for (int number = 0; number < FLIGHTS_EACH; number++)
        if (!view->air[flight_slot(side, number)].sp)
            return flight_slot(side, number);
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
    if (!refused(refusal) && free_slot(view, side) < 0)
        refusal = refuse(WB95_8_1_6, "wb95.no-more-missions-side-can", FLIGHTS_EACH);
    return refusal;
}

static bool is_plan_of(const State *view, int side, int number)
{
    int slot = flight_slot(side, number);
    return slot < AIR_MISSIONS && view->air[slot].sp && !view->air[slot].revealed;
}

Refusal recall_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = question(&view->head)->side;
    (void)scenario;
    if (is_plan_of(view, side, order->value[0]))
        return LEGAL;
    return refuse(WB95_8_1_7, "wb95.planned-no-mission-number", side, order->value[0]);
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
    if (free_slot(view, side) < 0)
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
    if (free_slot(view, side) >= 0)
        list_mission(scenario, view, side, prefix, out);
}

void recall_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int side = question(&view->head)->side;
    (void)scenario;
    out->complete = prefix->count;
    for (int number = 0; number < FLIGHTS_EACH && !prefix->count; number++)
        if (is_plan_of(view, side, number))
            choose(out, 0, number);
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
        answered(play->state); /* no side can fly */
}

void mission_apply(Play *play, const Order *order)
{
    int side = question(&play->state->head)->side;
    AirPlan plan = read_plan(order);
    AirMission *mission = &play->state->air[free_slot(play->state, side)];
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

void recall_apply(Play *play, const Order *order)
{
    int side = question(&play->state->head)->side;
    memset(&play->state->air[flight_slot(side, order->value[0])], 0, sizeof *play->state->air);
}

void fly_apply(Play *play, const Order *order)
{
    (void)order;
    answered(play->state);
}

Sentence air_prompt(const Scenario *scenario, const State *view)
{
    int side = question(&view->head)->side;
    return sentence(WB95_8_1_7, "wb95.plans-air-missions-sp-left", side, air_available(scenario, view, side));
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
    out->title = sentence(0, "wb95.air-attack-sp", sp > 0 ? sp : 0);
    out->cell = fire_cell(BOOK_AIR, sp, 0);
    if (cm)
        forecast_modifier(out, sentence(WB95_8_2_7, "wb95.twice-ground", plan->hex[0]), -2 * cm, 0);
    for (int roll = 2; roll <= 12; roll++) {
        Result result = row < 0 ? (Result){0} : data->air_attack[row][roll - 2];
        result.test = 0;
        add_outcome(out, sentence(0, "%w", fire_word(result)), 0,
                    sentence(WB95_8_2_6, harms(result) ? "wb95.target" : NULL, spoken_word(result)),
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
        out->title = sentence(0, "wb95.attack-bridge-sp", plan.sp);
        out->cell = fire_cell(BOOK_OBJECTS, plan.sp, 0);
        for (int roll = 2; roll <= 12; roll++)
            add_outcome(out,
                        sentence(0, data->objects[fire_row(plan.sp)][roll - 2] ? "wb95.destroyed" : "wb95.no-effect"),
                        0, sentence(WB95_8_2_8, NULL), (uint64_t)ways_2k6(roll));
    } else if (plan.mission == SUPPLY_MISSION && plan.sp < 2 * MISSION_SP) {
        out->title = sentence(0, "wb95.supplies-air");
        add_outcome(out, sentence(0, "wb95.level-less"), 0, sentence(WB95_8_2_25, NULL), 30);
        add_outcome(out, sentence(0, "wb95.fails"), 0, sentence(WB95_8_2_24, NULL), 6);
    } else {
        return false;
    }
    return true;
}
