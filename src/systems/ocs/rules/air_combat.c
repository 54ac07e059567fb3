/* air_combat.c — OCS 14.9–14.11 and the charts of 1995: aircraft against aircraft, round by round.
 *
 * The attacker names the units that fight, then the defender; two dice, the ratings, one row of the table; until one
 * side is alone in the hex or no unit is left that could attack (14.9b, B2): no unit breaks off (14.9c), but before the
 * first round units may decline and become inactive (14.6d, 14.9e). A side with two F units more may double up (14.10),
 * never three against one (14.10d): in edition 1 two units fight as one, in edition 2 the one unit's rating is one
 * higher (ocs2.adv). A unit beaten over a base of its own is inactive there, others fly home when all is over. */
#include <string.h>

#include "systems/ocs/reference.h"
#include "systems/ocs/air.h"

enum { DECLINE, COUNT, ROUND, DEFENDER, ROLL };
enum { PAIRS = DIE * DIE };

/* ---- fighters --------------------------------------------------------------------------------------------- */

static int side_of(const State *state, int which)
{
    return which ? enemy_of(state->dogfight.side) : state->dogfight.side;
}

static int fighters(const State *state, int which, Piece out[FORCE])
{
    int count = 0;
    for (Piece piece = state->top[state->dogfight.hex]; piece != NO_PIECE && count < FORCE;
         piece = state->unit[piece].at.below)
        if (state->unit[piece].side == side_of(state, which) && state->unit[piece].now & FOUGHT)
            out[count++] = piece;
    return count;
}

static bool any_offensive(const Book *data, const State *state, int which)
{
    Piece piece[FORCE];
    int count = fighters(state, which, piece);
    for (int i = 0; i < count; i++)
        if (is_offensive(data, state, piece[i]))
            return true;
    return false;
}

static void enlist(const Scenario *scenario, State *state, Hex hex)
{
    bool homing = state->flight.count && state->flight.purpose == ERRAND_HOME;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (is_aircraft(data_of(scenario), state, piece) && is_active(state, piece))
            state->unit[piece].now |= FOUGHT;
    for (int i = 0; homing && i < state->flight.count; i++)
        state->unit[state->flight.piece[i]].now |= FOUGHT;
}

bool dogfight_begin(Play *play, int side, Hex hex, bool entered)
{
    State *state = play->state;
    Piece piece[FORCE];
    state->dogfight = (Dogfight){.hex = hex, .side = (uint8_t)side};
    enlist(play->scenario, state, hex);
    bool both = fighters(state, 0, piece) && fighters(state, 1, piece);
    if (both && !any_offensive(play->data, state, 0))
        state->dogfight.side = (uint8_t)enemy_of(side);  /* the side that could not attack is attacked */
    if (!both || !any_offensive(play->data, state, 0)) { /* 14.9b */
        for (Piece other = state->top[hex]; other != NO_PIECE; other = state->unit[other].at.below)
            state->unit[other].now &= ~(uint32_t)FOUGHT;
        state->dogfight = (Dogfight){.hex = NO_HEX};
        return false;
    }
    for (Piece other = 0; other < play->scenario->pieces; other++) {
        state->unit[other].now &= ~(uint32_t)FACED;
        state->unit[other].now |= state->unit[other].now & FOUGHT ? FACED : 0;
    }
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_14_9_1, "ocs.air-combat-over-attacks", hex, state->dogfight.side));
    Frame *frame = ask(state, ASK_DOGFIGHT, state->dogfight.side);
    frame->data[DOGFIGHT_ENTERED] = entered;
    return true;
}

/* 14.10a: twice the F units of a side, for reduced ones count half. */
static int fighter_halves(const Book *data, const State *state, int which)
{
    Piece piece[FORCE];
    int count = fighters(state, which, piece), sum = 0;
    for (int i = 0; i < count; i++)
        if (air_types(data, state, piece[i]) & AIR_F)
            sum += state->unit[piece[i]].steps;
    return sum;
}

int edges_of(int attackers, int defenders)
{
    enum { LEAST = 2 * 2 };
    int excess = attackers - defenders;
    return excess >= LEAST ? (excess + 1) / 2 : 0;
}

static void count_edges(Play *play)
{
    State *state = play->state;
    int halves[2];
    for (int which = 0; which < 2; which++)
        halves[which] = fighter_halves(play->data, state, which);
    for (int which = 0; which < 2; which++) {
        int edges = edges_of(halves[which], halves[!which]);
        state->dogfight.edge[which] = (uint8_t)edges;
        if (edges && second_edition(play->data))
            tell(play->events, EVENT_NOTE, 0,
                 sentence(OCS2_ADV_3, "ocs.advantage-round", side_of(state, which), edges));
        else if (edges)
            tell(play->events, EVENT_NOTE, 0,
                 sentence(OCS_14_10A_1, "ocs.may-pair-fighters-time", side_of(state, which), edges));
    }
}

/* ---- decline COUNTER… (14.9e) ------------------------------------------------------------------------------ */

Refusal decline_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    for (int i = 0; i < order->count; i++) {
        if (view->unit[order->value[i]].side != question(&view->head)->side ||
            !(view->unit[order->value[i]].now & FOUGHT))
            return refuse(OCS_14_9E_1, "ocs.not-fight", order->value[i]);
    }
    return LEGAL;
}

void decline_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Piece piece[FORCE];
    (void)scenario;
    int count = fighters(view, 1, piece), last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    out->complete = prefix->count > 0;
    for (int i = 0; i < count; i++)
        if (piece[i] > last)
            choose(out, 0, piece[i]);
}

void decline_apply(Play *play, const Order *order)
{
    for (int i = 0; i < order->count; i++) {
        cargo_turns(play, order->value[i]);
        make_inactive(play, order->value[i], OCS_14_9E_1);
    }
    answered(play->state);
}

Sentence decline_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_14_9E_1, "ocs.stays-out-combat-over-lies", question(&view->head)->side, view->dogfight.hex);
}

/* ---- engage COUNTER [COUNTER] [advantage] ------------------------------------------------------------------- */

static int which_asked(const State *view) { return question(&view->head)->side != view->dogfight.side; }

Refusal engage_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    int which = which_asked(view), count, words, first = order_slot(order, 0, &count);
    order_slot(order, 1, &words);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        if (view->unit[piece].side != side_of(view, which) || !(view->unit[piece].now & FOUGHT))
            return refuse(OCS_14_9D_1, "ocs.not-fight-your-side", piece);
        if (!which && !is_offensive(data, view, piece))
            return refuse(OCS_14_9A, "ocs.rating-parentheses-not-attack", piece);
    }
    if (count > 1 && (second_edition(data) || !view->dogfight.edge[which]))
        return refuse(second_edition(data) ? OCS2_ADV_1 : OCS_14_10, "ocs.cannot-pair-fighters", side_of(view, which));
    if (words && (!second_edition(data) || !view->dogfight.edge[which]))
        return refuse(OCS2_ADV_1, "ocs.no-advantage-use", side_of(view, which));
    return LEGAL;
}

void engage_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Piece piece[FORCE];
    int named, words, which = which_asked(view), count = fighters(view, which, piece);
    order_slot(prefix, 0, &named);
    order_slot(prefix, 1, &words);
    out->complete = named && !refused(engage_check(scenario, view, prefix));
    for (int i = 0; !words && named < 2 && i < count; i++) {
        Order order = *prefix;
        if (named && piece[i] <= prefix->value[named - 1])
            continue;
        order_add(&order, 0, piece[i]);
        if (!refused(engage_check(scenario, view, &order)))
            choose(out, 0, piece[i]);
    }
    Order order = *prefix;
    if (named && !words && order_add(&order, 1, 0) && !refused(engage_check(scenario, view, &order)))
        choose(out, 1, 0);
}

void engage_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Dogfight *fight = &state->dogfight;
    int which = which_asked(state), count, words, first = order_slot(order, 0, &count);
    order_slot(order, 1, &words);
    fight->picked[which] = (uint8_t)count;
    for (int i = 0; i < count; i++)
        fight->pick[which][i] = order->value[first + i];
    fight->used[which] = count > 1 || words;
    fight->edge[which] = (uint8_t)(fight->edge[which] - fight->used[which]);
    answered(state);
}

Sentence engage_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_14_9D_1, "ocs.fights-next-round-over", question(&view->head)->side, view->dogfight.hex);
}

/* ---- the roll --------------------------------------------------------------------------------------------------- */

/* The rating of that pick less what the defenders put against it. */
static int modifier(const Book *data, const State *state, Piece attacker, bool attacker_edge, const Piece *defenders,
                    int defending, bool defender_edge)
{
    int sum = air_rating(data, state, attacker) + (attacker_edge && second_edition(data));
    for (int i = 0; i < defending; i++)
        sum -= air_rating(data, state, defenders[i]);
    return sum - (defender_edge && second_edition(data));
}

static int present_modifier(const Play *play, int index)
{
    const Dogfight *fight = &play->state->dogfight;
    return modifier(play->data, play->state, fight->pick[0][index], fight->used[0], fight->pick[1], fight->picked[1],
                    fight->used[1]);
}

static void roll(Play *play)
{
    State *state = play->state;
    Dogfight *fight = &state->dogfight;
    for (int i = 0; i < fight->picked[0]; i++) {
        fight->dice[i] = (uint8_t)dice_sum(play->dice, 2);
        int row = fight->dice[i] + present_modifier(play, i);
        tell_fact(
            play->events, EVENT_ROLLED,
            sentence(OCS_14_9D_2, "ocs.against-rolled-read", fight->pick[0][i], fight->pick[1][0], fight->dice[i], row),
            fact_roll(fight->dice[i], row, (TableRef){0}));
    }
    if (fight->picked[0] > 1)
        ask(state, ASK_ROLLS, fight->side);
}

/* ---- accept first|second (14.10b) ------------------------------------------------------------------------------- */

Refusal accept_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    return order->value[0] < view->dogfight.picked[0] ? LEGAL : refuse(OCS_14_10B, "ocs.no-such-roll");
}

void accept_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    (void)scenario;
    out->complete = prefix->count == 1;
    for (int i = 0; !prefix->count && i < view->dogfight.picked[0]; i++)
        choose(out, 0, i);
}

void accept_apply(Play *play, const Order *order)
{
    Dogfight *fight = &play->state->dogfight;
    fight->pick[0][0] = fight->pick[0][order->value[0]];
    fight->dice[0] = fight->dice[order->value[0]];
    fight->picked[0] = 1;
    answered(play->state);
}

Sentence accept_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    const Dogfight *fight = &view->dogfight;
    return sentence(OCS_14_10B, "ocs.roll-counts", fight->side, fight->dice[0], fight->pick[0][0], fight->dice[1],
                    fight->pick[0][1]);
}

/* ---- results ---------------------------------------------------------------------------------------------------- */

static void abort_mission(Play *play, Piece piece, uint16_t rule)
{
    State *state = play->state;
    state->unit[piece].now &= ~(uint32_t)FOUGHT;
    if (!is_on_map(state, piece))
        return;
    tell(play->events, EVENT_STATE, 0, sentence(rule, "ocs.aborts", piece));
    cargo_turns(play, piece);
    if (has_base(state, state->unit[piece].side, state->unit[piece].at.hex))
        make_inactive(play, piece, OCS_14_9D_3);
    else
        state->unit[piece].now |= RETURNING;
}

static void beaten(Play *play, Piece piece, bool step)
{
    if (step) {
        cargo_shot(play, piece);
        lose_step(play, piece, OCS_14_9D_2);
    }
    abort_mission(play, piece, OCS_14_9D_2);
}

static void apply_result(Play *play)
{
    State *state = play->state;
    Dogfight *fight = &state->dogfight;
    int result = air_result(play->data, fight->dice[0] + present_modifier(play, 0));
    tell_fact(play->events, EVENT_RESULT, sentence(OCS_14_9D_2, "ocs.result", chart_text(CHART_AIR, result)),
              fact_result(sentence(0, "%d", chart_text(CHART_AIR, result))));
    bool attacker = result == AIR_ATTACKER_STEP || result == AIR_ATTACKER_ABORT || result == AIR_BOTH_ABORT;
    bool defender = result == AIR_DEFENDER_STEP || result == AIR_DEFENDER_ABORT || result == AIR_BOTH_ABORT;
    if (attacker)
        beaten(play, fight->pick[0][0], result == AIR_ATTACKER_STEP);
    if (!defender)
        return;
    if (result == AIR_DEFENDER_STEP && fight->picked[1] > 1) {
        ask(state, ASK_VICTIM, side_of(state, 1));
        return;
    }
    for (int i = 0; i < fight->picked[1]; i++)
        beaten(play, fight->pick[1][i], result == AIR_DEFENDER_STEP);
}

/* lose COUNTER: one of the two that doubled up (14.10c) */
Refusal victim_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    const Dogfight *fight = &view->dogfight;
    return order->value[0] == fight->pick[1][0] || order->value[0] == fight->pick[1][1]
               ? LEGAL
               : refuse(OCS_14_10C, "ocs.not-fight-round", order->value[0]);
}

void victim_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    (void)scenario;
    out->complete = prefix->count == 1;
    for (int i = 0; !prefix->count && i < 2; i++)
        choose(out, 0, view->dogfight.pick[1][i]);
}

void victim_apply(Play *play, const Order *order)
{
    Dogfight *fight = &play->state->dogfight;
    answered(play->state);
    for (int i = 0; i < 2; i++)
        beaten(play, fight->pick[1][i], fight->pick[1][i] == order->value[0]);
}

Sentence victim_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_14_10C, "ocs.two-loses-step", question(&view->head)->side);
}

/* ---- the procedure ----------------------------------------------------------------------------------------------- */

/* 14.11, B2: units without one that can attack must go, unless no unit there could attack them either. */
static bool is_decided(Play *play)
{
    State *state = play->state;
    Piece attackers[FORCE], defenders[FORCE];
    int attacking = fighters(state, 0, attackers);
    if (!attacking || !fighters(state, 1, defenders))
        return true;
    if (any_offensive(play->data, state, 0))
        return false;
    for (int i = 0; any_offensive(play->data, state, 1) && i < attacking; i++)
        abort_mission(play, attackers[i], OCS_14_11);
    return true;
}

static void finish(Play *play)
{
    State *state = play->state;
    Hex hex = state->dogfight.hex;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        state->unit[piece].now &= ~(uint32_t)FOUGHT;
    state->dogfight = (Dogfight){.hex = NO_HEX};
    answered(state);
    if (!state->flight.count && !asked_below(state, ASK_FLIGHT))
        homing(play);
}

void dogfight_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    int stage = frame->stage++;
    switch (stage) {
    case DECLINE:
        if (frame->data[DOGFIGHT_ENTERED] && has_base(state, side_of(state, 1), state->dogfight.hex))
            ask(state, ASK_DECLINE, side_of(state, 1));
        break;
    case COUNT:
        count_edges(play);
        break;
    case ROUND:
        if (is_decided(play)) {
            finish(play);
            break;
        }
        memset(state->dogfight.used, 0, sizeof state->dogfight.used);
        ask(state, ASK_ENGAGE, side_of(state, 0));
        break;
    case DEFENDER:
        ask(state, ASK_ENGAGE, side_of(state, 1));
        break;
    case ROLL:
        roll(play);
        break;
    default:
        frame->stage = ROUND;
        apply_result(play);
        break;
    }
}

/* ---- the exact odds of a round ----------------------------------------------------------------------------------- */

static int ways(int sum) { return sum < 2 || sum > 2 * DIE ? 0 : sum <= DIE + 1 ? sum - 1 : 2 * DIE + 1 - sum; }

/* Of two rolls the higher is taken. */
static void weigh(const Book *data, const int *modifiers, int rolls, Weight weights[CHART_RESULTS])
{
    for (int one = 2; one <= TWO_DICE; one++)
        for (int other = 2; other <= TWO_DICE; other++) {
            int best = one + modifiers[0];
            if (rolls > 1 && other + modifiers[1] > best)
                best = other + modifiers[1];
            weights[air_result(data, best)] += (Weight)(ways(one) * ways(other));
        }
}

static Piece best_defender(const Book *data, const State *view)
{
    Piece piece[FORCE], best = NO_PIECE;
    int count = fighters(view, 1, piece);
    for (int i = 0; i < count; i++)
        if (best == NO_PIECE || air_rating(data, view, piece[i]) > air_rating(data, view, best))
            best = piece[i];
    return best;
}

bool engage_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    static const int8_t gains[] = {[AIR_ATTACKER_STEP] = -1, [AIR_DEFENDER_STEP] = 1, [AIR_BOTH_ABORT] = 0};
    static const char *const means[] = {SAID("ocs.nothing-happens"),     SAID("ocs.attacker-loses-step"),
                                        SAID("ocs.attacker-goes-home"),  SAID("ocs.defender-goes-home"),
                                        SAID("ocs.defender-loses-step"), SAID("ocs.both-go-home")};
    const Book *data = data_of(scenario);
    const Dogfight *fight = &view->dogfight;
    if (refused(engage_check(scenario, view, order)))
        return false;
    int which = which_asked(view), count, words, first = order_slot(order, 0, &count), modifiers[2];
    order_slot(order, 1, &words);
    Piece defender = which ? order->value[first] : best_defender(data, view);
    const Piece *attackers = which ? fight->pick[0] : &order->value[first];
    const Piece *defenders = which ? &order->value[first] : &defender;
    int rolls = which ? fight->picked[0] : count, defending = which ? count : 1;
    for (int i = 0; i < rolls; i++)
        modifiers[i] =
            modifier(data, view, attackers[i], which ? fight->used[0] : words, defenders, defending, which && words);
    Weight weights[CHART_RESULTS] = {0};
    memset(out, 0, sizeof *out);
    weigh(data, modifiers, rolls, weights);
    out->total = PAIRS * PAIRS;
    out->gainer = fight->side;
    out->payer = (uint8_t)enemy_of(fight->side);
    out->title = sentence(OCS_14_9D_2, "ocs.against-two-dice", attackers[0], defender, modifiers[0]);
    if (!which)
        out->assumes = sentence(OCS_14_9D_1, "ocs.defender-sends-best-rating");
    else if (rolls > 1)
        out->assumes = sentence(OCS_14_10B, "ocs.attacker-takes-higher-roll");
    forecast_modifier(out, sentence(OCS_14_9D_2, "ocs.difference-ratings"), modifiers[0], fight->side);
    for (int i = 0; i < CHART_RESULTS; i++)
        if (weights[i])
            out->outcome[out->outcomes++] = (ForecastLine){.label = sentence(0, "%d", chart_text(CHART_AIR, i)),
                                                           .meaning = {.words = means[i]},
                                                           .gain = gains[i],
                                                           .rule = OCS_14_9D_2,
                                                           .weight = weights[i]};
    forecast_reduce(out);
    return true;
}
