/* sequence.c — Proud Monster 5: turns, couplets and phases.
 *
 * The game is one procedure at the bottom of the stack of questions. It goes through a table of steps: each may do
 * something when it begins, ask a question, and do something when that is answered. Reinforcements are joint, the
 * German part first (pm.r.18); then one couplet on turn 1 and two on every other (5.1, 5.4), each a German and a Soviet
 * player turn; then the victory check. Actions outside the printed phases have steps of their own (5.2-4). The
 * beginners' game leaves out the steps marked FULL (5.2-3). */
#include <string.h>

#include "systems/pm/pm.h"

/* ---- the steps ------------------------------------------------------------------------------- */

/* When a step is taken. */
enum { ALWAYS = 0, FULL = 1, FREE_SETUP = 2, DECEMBER = 4, BEFORE_DECEMBER = 8, PAUSING = 16, PAUSE_TURNS = 32 };

static void turn_begins(Play *play)
{
    State *state = play->state;
    state->head.turn++;
    state->couplet = 1;
    memset(state->entered, 0, sizeof state->entered);
    tell(play->events, EVENT_TURN, 0,
         sentence(PM_1_4_2, "pm.turn-1941-2", state->head.turn, WORD_PERIOD + state->head.turn - 1));
    works_begin_turn(play);
}

/* 9.20-1: last couplet's concentration is over. */
static void german_turn_begins(Play *play)
{
    clear_states(play->state, MARKED, GERMAN_SIDE);
    play->state->concentrated = false;
}

static void movement_ends(Play *play)
{
    movement_end(play);
    ask_overstack(play, play->state->phasing);
}

static void player_turn_ends(Play *play)
{
    State *state = play->state;
    clear_states(state, UNTIL_ASSAULTS_END, NO_SIDE);
    clear_states(state, UNTIL_PLAYER_TURN_ENDS, state->phasing);
    memset(state->assaulted, 0, sizeof state->assaulted);
    state->corps_used = 0;
    state->sailed = 0;
}

static void couplet_ends(Play *play)
{
    State *state = play->state;
    pause_couplet_ends(play);
    clear_states(state, UNTIL_COUPLET_ENDS | (state->couplet == 1 ? UNTIL_FIRST_COUPLET_ENDS : 0), NO_SIDE);
}

static void turn_ends(Play *play)
{
    play->state->couplet = 0;
    incursion(play);
    victory_check(play);
}

typedef struct StepRow {
    uint8_t question; /* 0: none */
    uint8_t side;     /* the side asked; the side whose player turn it is */
    uint8_t when;
    bool joint; /* belongs to no player turn */
    void (*begin)(Play *play);
    void (*end)(Play *play); /* when its question is answered */
    const char *title; /* where it asks nothing and is no part of the step before it, or the question names the side */
} StepRow;

static const StepRow steps[STEPS] = {
    [STEP_SOVIET_SETUP] = {ASK_SETUP, SOVIET_SIDE, FREE_SETUP, true, NULL, NULL},
    [STEP_GERMAN_SETUP] = {ASK_SETUP, GERMAN_SIDE, FREE_SETUP, true, NULL, NULL},
    [STEP_TURN] = {0, 0, ALWAYS, true, turn_begins, NULL},
    [STEP_CALLS] = {ASK_CALLS, GERMAN_SIDE, ALWAYS, true, calls_begin, NULL, SAID("pm.german-reinforcements")},
    [STEP_ARRIVALS] = {ASK_ARRIVALS, SOVIET_SIDE, ALWAYS, true, arrivals_begin, NULL, SAID("pm.soviet-reinforcements")},
    [STEP_WEATHER] = {0, GERMAN_SIDE, FULL, true, weather_begin, NULL, SAID("pm.weather")},
    [STEP_ABORT] = {ASK_ABORT, GERMAN_SIDE, FULL | PAUSING, false, german_turn_begins, NULL},
    [STEP_CONCENTRATION] = {ASK_CONCENTRATION, GERMAN_SIDE, FULL, false, NULL, NULL},
    [STEP_AIRLIFT] = {ASK_AIRLIFT, GERMAN_SIDE, FULL, false, NULL, NULL},
    [STEP_REFIT] = {ASK_REFIT, GERMAN_SIDE, FULL, false, refit_begin, NULL},
    [STEP_GERMAN_AIRCRAFT] = {ASK_AIRCRAFT, GERMAN_SIDE, FULL | BEFORE_DECEMBER, false, NULL, NULL},
    [STEP_HEDGEHOGS] = {ASK_HEDGEHOGS, GERMAN_SIDE, FULL | DECEMBER, false, NULL, hedgehogs_declared},
    [STEP_GERMAN_MOVEMENT] = {ASK_MOVEMENT, GERMAN_SIDE, ALWAYS, false, movement_begin, NULL},
    [STEP_GERMAN_OVERSTACK] = {0, GERMAN_SIDE, ALWAYS, false, movement_ends, NULL},
    [STEP_GERMAN_ASSAULTS] = {ASK_ASSAULTS, GERMAN_SIDE, ALWAYS, false, assaults_begin, player_turn_ends},
    [STEP_RELEASE] = {ASK_RELEASE, SOVIET_SIDE, ALWAYS, false, NULL, NULL},
    [STEP_SOVIET_AIRCRAFT] = {ASK_AIRCRAFT, SOVIET_SIDE, FULL | DECEMBER, false, NULL, NULL},
    [STEP_SOVIET_MOVEMENT] = {ASK_MOVEMENT, SOVIET_SIDE, ALWAYS, false, movement_begin, NULL},
    [STEP_SOVIET_OVERSTACK] = {0, SOVIET_SIDE, ALWAYS, false, movement_ends, NULL},
    [STEP_SOVIET_ASSAULTS] = {ASK_ASSAULTS, SOVIET_SIDE, ALWAYS, false, assaults_begin, player_turn_ends},
    [STEP_COUPLET_END] = {0, 0, ALWAYS, true, couplet_ends, NULL, SAID("pm.couplet-ends")},
    [STEP_TURN_END] = {0, 0, ALWAYS, true, turn_ends, NULL, SAID("pm.turn-ends")},
    [STEP_PAUSE] = {ASK_PAUSE, GERMAN_SIDE, FULL | PAUSE_TURNS, true, NULL, NULL},
};

static bool is_in_turn(const Book *data, const State *state, const StepRow *row)
{
    int turn = state->head.turn;
    return !(data->without >> (row - steps) & 1 || (row->when & FULL && data->beginners) ||
             (row->when & FREE_SETUP && !data->free_setup) || (row->when & DECEMBER && turn != PM_TURNS) ||
             (row->when & BEFORE_DECEMBER && turn == PM_TURNS) || (row->when & PAUSE_TURNS && turn != 2 && turn != 3));
}

static bool is_taken(const Play *play, const StepRow *row) { return is_in_turn(play->data, play->state, row); }

/* Only a German in a pause is asked whether he breaks it off; the step itself is always taken. */
static bool is_asked(const Play *play, const StepRow *row)
{
    return row->question && !play->state->head.over && !(row->when & PAUSING && !play->state->pause);
}

/* Sends the step that begins. A step that asks nothing at this time is no part of the one before, either. */
static void tell_step(Play *play, const StepRow *row)
{
    if (row->question && !is_asked(play, row))
        return;
    if (row->title)
        tell(play->events, EVENT_PHASE, 0, sentence(PM_5_2_1, row->title));
    else if (row->question)
        tell(play->events, EVENT_PHASE, 0, sentence(PM_5_2_1, "%s: %q", row->side, row->question));
}

static void begin_step(Play *play, int step)
{
    const StepRow *row = &steps[step];
    State *state = play->state;
    if (!is_taken(play, row))
        return;
    state->head.phase = (uint16_t)step;
    state->phasing = row->joint ? NO_SIDE : row->side;
    tell_step(play, row);
    if (row->begin)
        row->begin(play);
    if (is_asked(play, row))
        ask(state, row->question, row->side);
}

/* The steps of the turn that ask a question. */
int pm_phases(const Scenario *scenario, const Position *view, TurnPhase out[TURN_PHASES])
{
    const State *state = state_of(view);
    int count = 0;
    for (int step = STEP_TURN; state->head.turn && step < STEPS; step++) {
        const StepRow *row = &steps[step];
        if (!row->question || !is_in_turn(data_of(scenario), state, row) || (row->when & PAUSING && !state->pause))
            continue;
        out[count++] =
            (TurnPhase){.name = sentence(0, "%q", row->question), .side = row->side, .now = step == state->head.phase};
    }
    return count;
}

static int next_step(State *state, int step)
{
    if (step == STEP_COUPLET_END && state->couplet == 1 && state->head.turn > 1) {
        state->couplet = 2;
        return STEP_WEATHER;
    }
    return step == STEP_PAUSE ? STEP_TURN : step + 1;
}

/* Frame.stage is the step. */
enum { BEGUN }; /* Frame.data */

void sequence_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    int step = frame->stage;
    if (!frame->data[BEGUN]) {
        frame->data[BEGUN] = 1;
        begin_step(play, step);
        return;
    }
    if (is_taken(play, &steps[step]) && steps[step].end)
        steps[step].end(play);
    frame->data[BEGUN] = 0;
    frame->stage = (uint8_t)next_step(state, step);
}

void pm_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events)
{
    ask_begin(ask_play(scenario, position, dice, events), setup_state, ASK_SEQUENCE);
}

void go_to_step(Play *play, int step, int turn, int couplet)
{
    State *state = play->state;
    ask_nothing(state, turn);
    clear_states(state, UNTIL_MOVEMENT_ENDS, NO_SIDE); /* of a phase that was left in its midst */
    state->parent = NO_HEX;
    state->couplet = (uint8_t)couplet;
    ask(state, ASK_SEQUENCE, NO_SIDE)->stage = (uint8_t)step;
    if (step == STEP_TURN)
        state->head.turn--;
    settle(play);
}

/* ---- ending a phase -------------------------------------------------------------------------- */

Refusal end_check(const Scenario *scenario, const State *view, const Order *order)
{
    switch (question(&view->head)->kind) {
    case ASK_ARRIVALS:
        return arrivals_may_end(scenario, view, order);
    case ASK_REFIT:
        return refit_may_end(scenario, view, order);
    default:
        return LEGAL;
    }
}

void end_apply(Play *play, const Order *order)
{
    (void)order;
    const Frame *frame = question(&play->state->head);
    tell(play->events, EVENT_NOTE, 0, sentence(PM_5_1_3, "pm.ends", frame->side, frame->kind));
    answered(play->state);
}

/* ---- 5.3: the first turn --------------------------------------------------------------------- */

bool is_frozen(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    Hex start = view->unit[piece].start == NO_HEX ? view->unit[piece].at.hex : view->unit[piece].start;
    if (view->head.turn != 1 || data->beginners || view->unit[piece].side != GERMAN_SIDE || start == NO_HEX)
        return false;
    return data->zomo[start] == ZOMO_HUNGARY || data->zomo[start] == ZOMO_ROMANIA ||
           start == box_of(data, BOX_OKH_SOUTH); /* pm.r.23 */
}

Refusal neutral_ground(const Scenario *scenario, const State *view, int side, Hex hex)
{
    const Book *data = data_of(scenario);
    if (view->head.turn != 1 || data->beginners || side != SOVIET_SIDE || data->zomo[hex] < ZOMO_HUNGARY)
        return LEGAL;
    return refuse(PM_5_3_2, "pm.turn-1-no-soviet-unit", hex);
}
