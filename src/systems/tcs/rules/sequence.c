/* sequence.c — TCS 2: turns and phases.
 *
 * The game is one procedure at the bottom of the stack of questions, which goes through the steps of 2.2. Clean Up
 * eases all spirits (16.1e, 16.3e, 16.4e) and opens hatches (16.7c). A step whose rules the scenario has no need of
 * is passed over; none is passed over for any other reason (load.c). */
#include "systems/tcs/tcs.h"

/* Frame.stage: set-ups, then the steps. Frame.data: the step, how far it is. */
enum { SETUPS = PLAYERS, AT_STEP = 0, HOW_FAR = 1 };
enum { TO_BEGIN, BEGUN, ENDED };

static void turn_begins(Play *play)
{
    State *state = play->state;
    state->head.turn++;
    turn_light(play);
    tell(play->events, EVENT_TURN, 0, sentence(TCS_2_1, "tcs.turn-2", state->head.turn));
}

/* ---- 2.0: the first player ------------------------------------------------------------------------------- */

static void roll_for_order(Play *play)
{
    State *state = play->state;
    state->first = NO_SIDE;
    Sentence words = sentence(TCS_2_0_1, "tcs.rolls-2", 0, 0, 1, 0);
    ask(state, ASK_FIRST, roll_off(play, 2, words)); /* again if they are equal: 2.0-2 */
}

static void set_first(Play *play, int side)
{
    play->state->first = (uint8_t)side;
    tell(play->events, EVENT_PHASE, 0, sentence(TCS_2_0_1, "tcs.goes-first", side));
    answered(play->state);
}

void lead_apply(Play *play, const Order *order)
{
    (void)order;
    set_first(play, asked(play->state)->side);
}

void follow_apply(Play *play, const Order *order)
{
    (void)order;
    set_first(play, enemy_of(asked(play->state)->side));
}

Sentence first_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_2_0_1, "tcs.won-roll-first-second", question(&view->head)->side);
}

/* 2.2.7: no roll if only one side flies. */
static void air_order(Play *play)
{
    State *state = play->state;
    if (state->sorties_left[0] && state->sorties_left[1])
        roll_for_order(play);
    else
        state->first = state->sorties_left[1] > 0;
}

static void first_air(Play *play) { air_begins(play, play->state->first); }
static void second_air(Play *play) { air_begins(play, enemy_of(play->state->first)); }

/* ---- Action Phases --------------------------------------------------------------------------------------- */

static void phase_begins(Play *play, int side)
{
    State *state = play->state;
    state->phasing = (uint8_t)side;
    zones_phase_begins(play, side);
    ammunition_arrives(play, side);
    clear_states(state, UNTIL_PHASE_ENDS, NO_SIDE);
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        unit->start = unit->at.hex;
        unit->came_from = NO_HEX;
        unit->spent = 0;
        if (is_on_map(state, piece) && unit->mode == FIRE_MODE)
            unit->now |= STEADY;
    }
    tell(play->events, EVENT_PHASE, 0, sentence(TCS_2_2_8, "tcs.action-phase", side));
    command_phase_begins(play, side);
    ask(state, ASK_ACTION, side);
    reinforcements_arrive(play, side);
}

static void first_action(Play *play) { phase_begins(play, play->state->first); }
static void second_action(Play *play) { phase_begins(play, enemy_of(play->state->first)); }

static void action_ends(Play *play)
{
    State *state = play->state;
    zones_phase_ends(play);
    command_phase_ends(play, state->phasing);
    for (int side = 0; side < PLAYERS; side++) /* units that retreated count, too (5.0-1) */
        if (overstacked(play->scenario, state, side, 0) != NO_HEX)
            ask(state, ASK_EXCESS, side);
    state->phasing = NO_SIDE;
}

/* ---- Clean Up -------------------------------------------------------------------------------------------- */

/* 2.2.15 and 2.2.16: what was Suppressed is so no more, what was Paralyzed is Suppressed for the turn to come. */
static void recover_units(Play *play)
{
    State *state = play->state;
    clear_states(state, UNTIL_CLEAN_UP, NO_SIDE);
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        if (unit->spirit == IS_SUPPRESSED)
            unit->spirit = STEADFAST;
        else if (unit->spirit == IS_PARALYZED)
            unit->spirit = IS_SUPPRESSED;
    }
}

/* 2.2.19: one die a battalion, in secret (1.4-3); the enemy only knows that there was a chance. */
static void recover_battalions(Play *play)
{
    State *state = play->state;
    for (int i = 0; i < play->data->battalions; i++) {
        Nerve *nerve = &state->nerve[i];
        const Battalion *battalion = &play->data->battalion[i];
        if (!battalion->box || !play->data->turn[state->head.turn - 1].recovers)
            continue;
        if (nerve->low)
            nerve->low--;
        if (!nerve->morale)
            continue;
        int die = dice_roll_hidden(play->dice, 1u << enemy_of(battalion->side));
        bool better = die <= nerve->morale;
        nerve->morale = (uint8_t)(nerve->morale - better);
        tell(play->events, EVENT_ROLLED, 1u << enemy_of(battalion->side),
             sentence(TCS_2_2_19, "tcs.rolls-battalion-morale", i, die, nerve->morale));
    }
}

static void clean_up(Play *play)
{
    tell(play->events, EVENT_PHASE, 0, sentence(TCS_2_1, "tcs.clean-up"));
    recover_units(play);
    batteries_clean_up(play->state);
    zones_clean_up(play);
    recover_battalions(play);
}

static void turn_end(Play *play)
{
    State *state = play->state;
    camps_turn_ends(play);
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        bool under_fire = unit->now & UNDER_FIRE;
        unit->now &= ~(uint32_t)(UNDER_FIRE | FIRED_UPON);
        unit->now |= under_fire ? FIRED_UPON : 0;
    }
    victory_check(play);
}

/* ---- the procedure --------------------------------------------------------------------------------------- */

typedef struct StepRow {
    int8_t part; /* of the rules that may be left out; -1 none */
    void (*begin)(Play *play);
    void (*end)(Play *play); /* when its questions are answered */
} StepRow;

static const StepRow steps[STEPS] = {
    [STEP_WEATHER] = {-1, weather_step, NULL},
    [STEP_ACCRUE] = {PART_COMMAND, prep_turn_begins, NULL},
    [STEP_IMPLEMENT] = {PART_COMMAND, implement_begins, NULL},
    [STEP_CREATE] = {PART_COMMAND, create_begins, NULL},
    [STEP_TASKS] = {PART_COMMAND, tasks_begin, NULL},
    [STEP_CHECKS] = {PART_COMMAND, checks_begin, NULL},
    [STEP_AIR_ORDER] = {PART_AIR, air_order, NULL},
    [STEP_AIR_FIRST] = {PART_AIR, first_air, NULL},
    [STEP_AIR_SECOND] = {PART_AIR, second_air, NULL},
    [STEP_ACTION_ORDER] = {-1, roll_for_order, NULL},
    [STEP_ACTION_FIRST] = {-1, first_action, action_ends},
    [STEP_ACTION_SECOND] = {-1, second_action, action_ends},
    [STEP_CLEAN_UP] = {-1, clean_up, NULL},
    [STEP_TURN_END] = {-1, turn_end, NULL},
};

static bool is_taken(const Book *data, int step)
{
    if (steps[step].part == PART_COMMAND)
        return is_commanded(data);
    return steps[step].part < 0 || !data->without[steps[step].part];
}

/* The side of a step, as far as that is settled. */
static uint8_t side_of(const State *state, int step)
{
    bool known = step > STEP_AIR_ORDER && state->head.phase > STEP_AIR_ORDER && step < STEP_CLEAN_UP;
    if (!known || step == STEP_ACTION_ORDER || (step > STEP_ACTION_ORDER && state->head.phase < STEP_ACTION_FIRST))
        return NO_SIDE;
    return step == STEP_AIR_FIRST || step == STEP_ACTION_FIRST ? state->first : (uint8_t)enemy_of(state->first);
}

int tcs_phases(const Scenario *scenario, const Position *view, TurnPhase out[TURN_PHASES])
{
    const State *state = state_of(view);
    int count = 0;
    for (int step = STEP_WEATHER; state->head.turn && step < STEP_TURN_END; step++)
        if (is_taken(data_of(scenario), step))
            out[count++] = (TurnPhase){.name = sentence(0, "%w", WORD_STEP + step),
                                       .side = side_of(state, step),
                                       .now = step == state->head.phase};
    return count;
}

static void next_step(Play *play, Frame *frame)
{
    int step = frame->data[AT_STEP] + 1;
    frame->data[HOW_FAR] = TO_BEGIN;
    if (step == STEPS) {
        step = STEP_SETUP + 1;
        turn_begins(play);
    }
    frame->data[AT_STEP] = (uint16_t)step;
}

static void setups(Play *play, Frame *frame)
{
    int side = play->data->setup_order[frame->stage++];
    play->state->head.phase = STEP_SETUP;
    frame->data[AT_STEP] = STEPS - 1; /* the first turn begins when the last set-up is done */
    frame->data[HOW_FAR] = ENDED;
    if (play->data->counters && !play->data->fixed)
        ask(play->state, ASK_SETUP, side);
    else if (play->data->counters && is_commanded(play->data))
        ask(play->state, ASK_CREATE, side);
}

void sequence_resume(Play *play)
{
    Frame *frame = asked(play->state);
    if (frame->stage < SETUPS) {
        setups(play, frame);
        return;
    }
    int step = frame->data[AT_STEP];
    bool taken = is_taken(play->data, step);
    if (frame->data[HOW_FAR] == TO_BEGIN) {
        frame->data[HOW_FAR] = BEGUN;
        play->state->head.phase = (uint16_t)(taken ? step : play->state->head.phase);
        diggers_shown(play);
        if (taken && steps[step].begin)
            steps[step].begin(play);
    } else if (frame->data[HOW_FAR] == BEGUN && taken && steps[step].end) {
        frame->data[HOW_FAR] = ENDED; /* what it asks at its end is answered before the next step */
        steps[step].end(play);
    } else {
        next_step(play, frame);
    }
}

void tcs_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events)
{
    ask_begin(ask_play(scenario, position, dice, events), setup_state, ASK_SEQUENCE);
}

bool go_to_step(Play *play, int step, int side, int turn)
{
    State *state = play->state;
    if (!is_taken(play->data, step) || step == STEP_SETUP)
        return false;
    ask_nothing(state, turn);
    turn_light(play);
    state->first = (uint8_t)(step == STEP_ACTION_SECOND || step == STEP_AIR_SECOND ? enemy_of(side) : side);
    Frame *frame = ask(state, ASK_SEQUENCE, NO_SIDE);
    frame->stage = SETUPS;
    frame->data[AT_STEP] = (uint16_t)step;
    settle(play);
    return true;
}

/* ---- the phasing side's orders --------------------------------------------------------------------------- */

bool finishes_first(Play *play, const Order *order)
{
    if (play->state->sfa == NO_HEX)
        return false;
    play->state->waiting = *order;
    finish_sfa(play);
    return true;
}

static const OrderRow *row_for(int verb)
{
    const Asking *asking = &tcs_asking[ASK_ACTION];
    for (int i = 0; i < asking->rows; i++)
        if (asking->row[i].verb == verb)
            return &asking->row[i];
    return NULL;
}

/* The order that waited is carried out, if what it provoked leaves it legal. */
void action_resume(Play *play)
{
    State *state = play->state;
    Order order = state->waiting;
    if (order.verb == NO_VERB) {
        command_resume(play);
        return;
    }
    state->waiting = order_of(NO_VERB);
    Refusal no = ask_check(play->scenario, &state->head, &order);
    if (refused(no))
        tell(play->events, EVENT_NOTE, 0, no.why);
    else
        row_for(order.verb)->apply(play, &order);
}

/* groups that have come to their place are given a centre while the phase is still theirs. */
static bool centres_first(Play *play, const Order *order)
{
    if (!is_commanded(play->data))
        return false;
    camps_arrive(play, asked(play->state)->side);
    if (!want_camps(play))
        return false;
    play->state->waiting = *order;
    return true;
}

void end_apply(Play *play, const Order *order)
{
    if (finishes_first(play, order) || centres_first(play, order))
        return;
    clear_lanes(play);
    if (is_commanded(play->data))
        note_idlers(play, asked(play->state)->side);
    tell(play->events, EVENT_PHASE, 0, sentence(TCS_2_2_12, "tcs.ends-action-phase", asked(play->state)->side));
    answered(play->state);
}

Sentence action_prompt(const Scenario *scenario, const State *view)
{
    int side = question(&view->head)->side;
    (void)scenario;
    if (view->sfa != NO_HEX)
        return sentence(TCS_13_1C_1, "tcs.fire-say-all", side, view->sfa);
    return sentence(TCS_2_2_12, "tcs.move-fire-change-modes-stack", side);
}
