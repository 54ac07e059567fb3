/* sorties.c — WB-95 8.1.8 to 8.2: what was planned is flown.
 *
 * When all have planned, everything is revealed. Groups of opposing missions on the same or neighbouring
 * hexes fight (8.1.8); the phasing player says which pair is next while there is more than one (R33). Then air
 * attacks, attacks on bridges and supply missions are carried out, each as its slot comes; support, movement
 * disruption and crossing attacks stay where they are until the half-turn ends (R34). Attacks on bridges take no
 * account of the ground (8.2.9). */
#include <string.h>

#include "systems/wb95/reference.h"
#include "systems/wb95/fight.h"
#include "systems/wb95/wb95.h"

/* ---- what was planned is revealed ------------------------------------------------------------ */

/* The day's own SP go first, then saved ones. */
static void spend(Play *play, int side, int sp)
{
    State *state = play->state;
    int own = sp < state->air_left[side] ? sp : state->air_left[side];
    state->air_left[side] = (uint8_t)(state->air_left[side] - own);
    state->air_reserve[side] = (uint8_t)(state->air_reserve[side] - (sp - own));
    state->air_reserve_used[side] = (uint8_t)(state->air_reserve_used[side] + (sp - own));
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
                 sentence(WB95_8_1_7, "wb95.sends-air-sp-against-bridge", mission->side, mission->sp, mission->hexside,
                          flight_number(i)));
        else
            tell(play->events, EVENT_REVEALED, 0,
                 sentence(WB95_8_1_7, "wb95.flies-mission-sp-flight", mission->side, mission->mission, mission->hex,
                          mission->sp, flight_number(i)));
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
             sentence(WB95_8_1_8_2, "wb95.air-combat-sp-rolls", state->air[one].hex, state->air[one].side, sp[0],
                      die[0]));
        tell(play->events, EVENT_ROLLED, 0,
             sentence(WB95_8_1_8_2, "wb95.air-combat-sp-rolls", state->air[other].hex, state->air[other].side, sp[1],
                      die[1]));
    } while (sp[0] + die[0] == sp[1] + die[1]);
    int loser = sp[0] + die[0] < sp[1] + die[1] ? 0 : 1;
    AirMission beaten = state->air[pair[loser]];
    tell(play->events, EVENT_RESULT, 0,
         sentence(WB95_8_1_9, "wb95.loses-air-combat-withdraws-sp", beaten.side, sp[loser], beaten.hex));
    for (int i = 0; i < AIR_MISSIONS; i++)
        if (flying(&state->air[i]) && same_group(&state->air[i], &beaten))
            drop(state, i);
}

/* What an order names of a duel; -1 where it names nothing yet. */
typedef struct Duel {
    int first,
        second; /* numbers: a flight of the side that is asked or of a side at peace with it, and one of their enemy */
    int nation; /* the nation of the flight that two sides at peace could both mean */
} Duel;

static Duel duel_of(const Order *order)
{
    int count, first = order_slot(order, DUEL_FLIGHTS, &count);
    return (Duel){count > 0 ? order->value[first] : -1, count > 1 ? order->value[first + 1] : -1,
                  order_value(order, DUEL_OF, NATIONS) < NATIONS ? order_value(order, DUEL_OF, NATIONS) : -1};
}

/* Of two opposing flights the one whose side is at peace with another, if there is one. */
static int nation_meant(const Scenario *scenario, const AirMission *a, const AirMission *b)
{
    const Wb95 *data = data_of(scenario);
    for (int side = 0; side < scenario->sides; side++)
        if (side != a->side && !is_enemy(data, side, a->side))
            return air_nation(data, a->side);
        else if (side != b->side && !is_enemy(data, side, b->side))
            return air_nation(data, b->side);
    return -1;
}

static bool duel_fits(const Scenario *scenario, const State *view, const Duel *duel, int one, int other)
{
    const AirMission *a = &view->air[one], *b = &view->air[other];
    const Wb95 *data = data_of(scenario);
    return flying(a) && flying(b) && !is_enemy(data, question(&view->head)->side, a->side) &&
           is_enemy(data, a->side, b->side) && (duel->first < 0 || duel->first == flight_number(one)) &&
           (duel->second < 0 || duel->second == flight_number(other)) &&
           (duel->nation < 0 || duel->nation == nation_meant(scenario, a, b)) &&
           groups_meet(scenario, view, one, other);
}

/* How many pairs of flights it may mean; the first of them in `pair`. */
static int pairs_meant(const Scenario *scenario, const State *view, const Duel *duel, int pair[2])
{
    int count = 0;
    for (int one = 0; one < AIR_MISSIONS; one++)
        for (int other = 0; other < AIR_MISSIONS && flying(&view->air[one]); other++)
            if (duel_fits(scenario, view, duel, one, other) && !count++) {
                pair[0] = one;
                pair[1] = other;
            }
    return count;
}

Refusal duel_check(const Scenario *scenario, const State *view, const Order *order)
{
    Duel duel = duel_of(order);
    int pair[2], pairs = pairs_meant(scenario, view, &duel, pair);
    if (pairs == 1)
        return LEGAL;
    if (pairs)
        return refuse(WB95_8_1_8_1, "wb95.two-sides-such-flight-say");
    return refuse(WB95_8_1_8_1, "wb95.your-flight-enemys-flight-not", duel.first, duel.second);
}

void duel_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Duel duel = duel_of(prefix);
    int pair[2];
    out->complete = duel.second >= 0 && pairs_meant(scenario, view, &duel, pair) == 1;
    int *next = duel.first < 0 ? &duel.first : duel.second < 0 ? &duel.second : &duel.nation;
    int most = next == &duel.nation ? NATIONS : FLIGHTS_EACH;
    if (*next >= 0)
        return;
    for (*next = 0; *next < most; ++*next)
        if (pairs_meant(scenario, view, &duel, pair))
            choose(out, next == &duel.nation ? DUEL_OF : DUEL_FLIGHTS, *next);
}

Sentence duel_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(WB95_8_1_8_1, "wb95.says-missions-fight-air-next", question(&view->head)->side);
}

void duel_apply(Play *play, const Order *order)
{
    Duel duel = duel_of(order);
    int pair[2];
    pairs_meant(play->scenario, play->state, &duel, pair);
    answered(play->state);
    fight(play, pair[0] < pair[1] ? pair[0] : pair[1], pair[0] < pair[1] ? pair[1] : pair[0]);
}

/* ---- missions carried out -------------------------------------------------------------------- */

static void attack_ground(Play *play, const AirMission *mission)
{
    int sp = mission->sp - 2 * ground_cm(play->data, mission->hex), row = fire_row(sp);
    for (Piece piece = play->state->top[mission->hex]; piece != NO_PIECE; piece = play->state->unit[piece].below)
        disturb(play->state, piece); /* an attack breaks the rest of the disorganised (R28) */
    if (row < 0) {
        tell_fact(play->events, EVENT_RESULT,
                  sentence(WB95_8_2_7, "wb95.ground-swallows-air-attack-nothing", mission->hex, mission->sp),
                  fact_result(sentence(0, "wb95.no-effect")));
        return;
    }
    int roll = dice_sum(play->dice, 2);
    Result result = play->data->air_attack[row][roll - 2];
    tell_fact(play->events, EVENT_ROLLED,
              sentence(WB95_8_2_6, "wb95.air-attack-ground-leaves-sp", mission->hex, sp, mission->sp, roll),
              fact_roll(roll, roll, fire_cell(BOOK_AIR, sp, roll)));
    tell_fact(play->events, EVENT_RESULT,
              sentence(WB95_TABLE_AIR, harms(result) ? "wb95.air-attack-target" : "wb95.air-attack-2", mission->hex,
                       fire_word(result), spoken_word(result)),
              fact_result(sentence(0, "%w", fire_word(result))));
    fire_result(play, mission->hex, result, air_nation(play->data, mission->side), WB95_8_2_6);
}

static void attack_bridge(Play *play, const AirMission *mission)
{
    int site = standing_site(play->scenario, play->state, mission->hexside);
    if (site < 0)
        return; /* an earlier mission has destroyed it */
    int roll = dice_sum(play->dice, 2);
    bool hit = play->data->objects[fire_row(mission->sp)][roll - 2];
    tell_fact(play->events, EVENT_ROLLED,
              sentence(WB95_8_2_8, "wb95.air-attack-bridge-sp-dice", mission->hexside, mission->sp, roll),
              fact_roll(roll, roll, fire_cell(BOOK_OBJECTS, mission->sp, roll)));
    tell(play->events, EVENT_GROUND, 0,
         hit ? sentence(WB95_8_2_8, "wb95.bridge-destroyed-2", mission->hexside)
             : sentence(WB95_8_2_8, "wb95.bridge-stands-3", mission->hexside));
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
             play->data->supply_mission[die] ? sentence(WB95_8_2_24, "wb95.supplies-arrive", mission->hex, die)
                                             : sentence(WB95_8_2_24, "wb95.supplies-dropped-vain", mission->hex, die));
    }
    for (Piece piece = state->top[mission->hex]; piece != NO_PIECE; piece = state->unit[piece].below) {
        Unit *unit = &state->unit[piece];
        if (unit->side != mission->side || !unit->oos || !won)
            continue;
        unit->oos = (uint8_t)(unit->oos > won ? unit->oos - won : 0);
        tell(play->events, EVENT_STATE, 0,
             unit->oos ? sentence(WB95_8_2_25, "wb95.recovers-level-out-supply", piece, unit->oos)
                       : sentence(WB95_8_2_25, "wb95.back-normal", piece));
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
