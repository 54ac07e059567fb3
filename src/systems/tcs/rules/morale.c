/* morale.c — TCS 16: Morale Checks and their results. One unit checks for the stack with its Battalion Morale (16.1b,
 * 16.1c), and all units there share its result (16.0d, 16.0e); if no unit is subject to it there is none (16.0f). Low
 * Morale is good (16.0c-1). A unit Suppressed or Paralyzed on the move is in Fire Mode (16.3c-1, 16.4c), riders are
 * neither (16.3c-2), and twice is once (16.3d, 16.4d). Night and crossfire are modifiers (27.1e-1, 11.2b). */
#include "systems/tcs/reference.h"
#include "systems/tcs/tcs.h"

/* ---- units that check, and with what --------------------------------------------------------------------- */

/* 16.2a, R-14: also one that this fire has just destroyed, as long as a unit subject to Morale is left. */
int checkers_of(const Scenario *scenario, const State *state, const Attack *attack, Piece *out, int room)
{
    int best = -1, count = 0;
    bool alive = false;
    EACH_BIT(piece, attack->who, PIECE_WORDS) {
        const Kind *kind = kind_of(scenario, (Piece)piece);
        if (!has_morale(kind))
            continue;
        int raw = kind->morale + lost_steps(scenario, state, (Piece)piece);
        alive |= is_on_map(state, (Piece)piece);
        if (raw > best)
            count = 0;
        if (raw >= best && count < room)
            out[count++] = (Piece)piece;
        best = raw > best ? raw : best;
    }
    return alive ? count : 0; /* 16.2a-3 */
}

/* Whether there is no choice between units because they would check with the same numbers, now and in the retreat after
 * it: Morale, losses and battalion. The value of a battalion's Morale does not matter, since the enemy sees the
 * question. */
bool checkers_alike(const Scenario *scenario, const Piece *checkers, int count)
{
    for (int i = 1; i < count; i++)
        if (kind_of(scenario, checkers[i])->morale != kind_of(scenario, checkers[0])->morale ||
            counter_of(scenario, checkers[i])->box != counter_of(scenario, checkers[0])->box)
            return false;
    return true;
}

int battalion_morale(const Scenario *scenario, const State *state, Piece piece)
{
    int box = counter_of(scenario, piece)->box - 1;
    return box < 0 || !data_of(scenario)->battalion[box].box ? 0 : state->nerve[box].morale; /* 16.1a */
}

int morale_total(const Scenario *scenario, const State *state, const Attack *attack, Piece checker, int battalion)
{
    const Book *data = data_of(scenario);
    return kind_of(scenario, checker)->morale * (attack->doubled ? 2 : 1) + lost_steps(scenario, state, checker) +
           battalion + (is_night(state) ? data->morale_night : 0) + (attack->crossfire ? data->morale_crossfire : 0);
}

int morale_column(int total) { return total < 0 ? 0 : total < MORALE_COLUMNS ? total : MORALE_COLUMNS - 1; }

/* ---- results --------------------------------------------------------------------------------------------- */

/* 16.3, 16.4: riders and units without Morale ignore it; the worse marker stays. */
void suppress(Play *play, Piece piece, int spirit, uint16_t rule)
{
    Unit *unit = &play->state->unit[piece];
    if (!is_on_map(play->state, piece) || !has_morale(kind_of(play->scenario, piece)) || is_riding(play->state, piece))
        return;
    if (spirit > unit->spirit) {
        unit->spirit = (uint8_t)spirit;
        tell(play->events, EVENT_STATE, 0, sentence(rule, "tcs.is", piece, WORD_RESULT + spirit));
    }
    unit->now |= HALTED;
    force_mode(play, piece, FIRE_MODE, rule);
}

static void surrender(Play *play, const Attack *attack)
{
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (has_bit(attack->who, piece) && is_on_map(play->state, piece))
            bury(play, piece, TCS_16_6);
}

int result_for(const State *state, const Attack *attack, int result)
{
    bool attacker = state->combat.kind == ASSAULT && attack->hex == state->combat.hex &&
                    attack->victim == state->combat.side &&
                    enemy_in(state, attack->victim, attack->hex); /* not if the entered hex was left to it */
    return attacker && result == PARALYZED ? RETREATS : result;
}

static bool is_ignored(const Attack *attack, int result)
{
    return (attack->milder == ONLY_SURRENDER && result < SURRENDERS) ||                      /* 16.5k, R-78 */
           (attack->milder == NO_STOPPING && (result == SUPPRESSED || result == PARALYZED)); /* 21.0c */
}

/* */
static bool is_consolidated(const State *state, const Attack *attack)
{
    return state->combat.kind == CONSOLIDATED && attack->hex == state->combat.hex &&
           attack->victim == state->combat.side;
}

static bool is_any_afoot(const Scenario *scenario, const State *state, const Attack *attack)
{
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        if (is_on_map(state, (Piece)piece) && has_morale(kind_of(scenario, (Piece)piece)) &&
            !is_riding(state, (Piece)piece))
            return true;
    return false;
}

/* The effect of the result on the stack: riders ignore what stops others, Paralyzed units do not run (16.5c-2),
 * attackers on foot that are Paralyzed do (22.1a). */
int result_felt(const Scenario *scenario, const State *state, const Attack *attack, int result)
{
    bool afoot = is_any_afoot(scenario, state, attack), runs = false;
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        runs |= is_on_map(state, (Piece)piece) && state->unit[piece].spirit != IS_PARALYZED;
    result = result_for(state, attack, result);
    if (result == PARALYZED && is_consolidated(state, attack) && afoot)
        result = RETREATS;
    if ((result == SUPPRESSED || result == PARALYZED) && !afoot)
        return NO_EFFECT;
    return result == RETREATS && !runs ? NO_EFFECT : result;
}

static void apply_result(Play *play, Attack *attack, int result)
{
    if (is_ignored(attack, result)) /* before anything is made of it */
        return;
    result = result_for(play->state, attack, result);
    if (result == PARALYZED && is_consolidated(play->state, attack) &&
        is_any_afoot(play->scenario, play->state, attack))
        result = RETREATS; /* the whole attacking stack */
    switch (result) {
    case SUPPRESSED:
    case PARALYZED:
        EACH_BIT(piece, attack->who, PIECE_WORDS)
            leave_lane(play, (Piece)piece);
        EACH_BIT(piece, attack->who, PIECE_WORDS)
            suppress(play, (Piece)piece, result, result == SUPPRESSED ? TCS_16_3 : TCS_16_4);
        break;
    case RETREATS:
        retreat_begin(play, attack->who, attack->hex, attack->victim, attack->checker, attack->checker_lost, SYR_CHECK,
                      edges_away(play->scenario, play->state, attack));
        break;
    case SURRENDERS:
        surrender(play, attack);
        break;
    default:
        break;
    }
}

/* The dice and their result are open, the total is its owner's secret. */
void check_morale(Play *play, Attack *attack)
{
    State *state = play->state;
    Piece checker = attack->checker;
    int total = morale_total(play->scenario, state, attack, checker, battalion_morale(play->scenario, state, checker));
    int tens = dice_roll(play->dice), units = dice_roll(play->dice);
    int result = play->data->morale[roll_index(tens, units)][morale_column(total)];
    attack->checker_lost = (uint8_t)lost_steps(play->scenario, state, checker);
    attack->morale = (uint8_t)result;
    tell_fact_to(play->events, EVENT_NOTE, 1u << enemy_of(attack->victim),
                 sentence(TCS_16_2_1, "tcs.checks-morale-total", checker, attack->hex, total),
                 (Fact){.kind = FACT_NONE, .cell = morale_cell(total)});
    tell_fact(play->events, EVENT_ROLLED, sentence(TCS_16_2_3, "tcs.checks-morale", checker, tens, units),
              (Fact){.kind = FACT_NONE, .cell = rolled_cell(BOOK_MORALE, tens, units)});
    tell_fact(play->events, EVENT_RESULT, sentence(TCS_16_2_3, "tcs.morale", attack->hex, WORD_RESULT + result),
              fact_result(sentence(0, "%w", WORD_RESULT + result)));
    apply_result(play, attack, result);
}

/* ---- name COUNTER: the checking unit among equals (R-14) ------------------------------------------------- */

Refusal name_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece checkers[STACK];
    int count = checkers_of(scenario, view, attack_seen(view), checkers, STACK);
    for (int i = 0; i < count; i++)
        if (checkers[i] == order->value[0])
            return LEGAL;
    return refuse(TCS_16_2A_1, "tcs.not-highest-morale-losses", order->value[0]);
}

void name_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Piece checkers[STACK];
    int count = checkers_of(scenario, view, attack_seen(view), checkers, STACK);
    out->complete = prefix->count == 1;
    for (int i = 0; !prefix->count && i < count; i++)
        choose(out, 0, checkers[i]);
}

void name_apply(Play *play, const Order *order)
{
    answered(play->state);
    attack_on_top(play->state)->checker = order->value[0];
}

Sentence checker_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_16_2A_1, "tcs.equals-checks-morale-all", question(&view->head)->side, attack_seen(view)->hex);
}
