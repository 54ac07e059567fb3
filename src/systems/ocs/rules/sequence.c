/* sequence.c — OCS 2: turns, goes, phases and segments.
 *
 * The game is one procedure at the bottom of the stack of questions, which is kept with the position (3.7d). It goes
 * through the rows of tables/sequence.tsv: those of one go as often as there are goes, the first player leading the
 * odd ones (2.3.III), the second with the roles exchanged (2.3.II.2); then the turn advances (2.1-4). In each go all
 * movement comes before the barrages, and these before regular combat (2.3.II.1.F-1, 6.1-1, 9.1a-3, 10.0-2). A phase
 * whose rules the scenario leaves out is passed over; none is passed over for any other reason (load.c). */
#include <string.h>

#include "systems/ocs/air.h"

/* Frame.stage: set-ups, then the rows. Frame.data: the row, how far it is, its side. */
enum { SETUPS = PLAYERS, ROW = 0, BEGUN = 1, WHOSE = 2 };

static void turn_begins(Play *play)
{
    State *state = play->state;
    state->head.turn++;
    state->go = 0;
    state->phasing = NO_SIDE;
    tell(play->events, EVENT_TURN, 0, sentence(OCS_GC_1D, "ocs.turn-2", state->head.turn));
}

/* ---- 2.3.I.5: the first player --------------------------------------------------------------------------- */

static void first_player(Play *play)
{
    State *state = play->state;
    state->first = play->data->then_rolled && state->head.turn > 1 ? NO_SIDE : play->data->first;
    if (state->first != NO_SIDE)
        return;
    Sentence words = sentence(OCS_2_3_I_5_1, "ocs.rolls", 0, 0, 1, 0);
    ask(state, ASK_FIRST, roll_off(play, 1, words)); /* again if they are equal: 2.3.I.5-3 */
}

static void set_first(Play *play, int side)
{
    play->state->first = (uint8_t)side;
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_2_3_I_5_2, "ocs.goes-first", side));
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
    return sentence(OCS_2_3_I_5_2, "ocs.won-roll-first-second-turn", question(&view->head)->side);
}

/* ---- what phases do ------------------------------------------------------------------------------------------ */

/* Reserves first (8.0-2, 10.0a): that question is on top of the movement. */
static void begin_with_release(Play *play)
{
    movement_begins(play);
    int side = asked(play->state)->data[WHOSE];
    ask(play->state, ASK_MOVEMENT, side);
    ask(play->state, ASK_RELEASE, side);
}

/* 2.1-5, D22: the side that the scenario names first is on top. */
static void begin_supply_usage(Play *play)
{
    for (int side = PLAYERS; side--;)
        ask(play->state, ASK_SUPPLY, side);
}

static void begin_arrivals(Play *play)
{
    for (int side = PLAYERS; side--;)
        ask(play->state, ASK_ARRIVALS, side);
}

static void begin_reorganization(Play *play)
{
    works_settle(play->state);
    for (int side = PLAYERS; side--;)
        ask(play->state, ASK_REORGANIZE, side);
}

/* Edition 2: the phasing side for itself, arrivals first (C4). */
static void begin_reinforcement(Play *play)
{
    works_settle(play->state);
    ask(play->state, ASK_REORGANIZE, play->state->phasing);
    ask(play->state, ASK_ARRIVALS, play->state->phasing);
}

static void end_movement(Play *play) { movement_ends(play, asked(play->state)->data[WHOSE]); }

/* 14.13, 14.1i: at the very end of a Movement Phase aircraft may strike, all or some. */
static void end_own_movement(Play *play)
{
    int side = asked(play->state)->data[WHOSE];
    if (!play->data->without[PART_AIR])
        strikes_begin(play, side);
    movement_ends(play, side);
}

static void end_combats(Play *play) { clear_states(play->state, UNTIL_SEGMENT_ENDS, NO_SIDE); }

/* C20: lifts what has lasted through a whole Movement Phase of the railroad's owner. */
static void lift_interdiction(State *state)
{
    for (int word = 0; word < OCS_WORDS; word++)
        state->interdicted[word] &= ~(state->outlasted[word] & state->control[state->phasing][word]);
    memset(state->outlasted, 0, sizeof state->outlasted);
}

/* A player turn is over, which in edition 1 holds both sides' goes (D60): dropped supply can feed combats (14.19a-2),
 * landed units can act (19.3-4). */
static void go_ends(const Book *data, State *state)
{
    if (!second_edition(data) && state->go % 2)
        return;
    clear_states(state, LANDED, NO_SIDE);
    for (int i = 0; i < state->piles; i++)
        state->pile[i].dropped = 0;
}

/* 2.3.II.1.H, 5.9a-4, 5.10f */
static void clean_up(Play *play)
{
    State *state = play->state;
    lift_interdiction(state);
    clear_states(state, TANKED, state->phasing); /* ocs2.fuel-5 */
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        if (unit->side != state->phasing || !is_on_map(state, piece) ||
            (unit->marker != DISORGANIZED && unit->marker != EXPLOITING))
            continue;
        tell(play->events, EVENT_STATE, 0,
             sentence(OCS_2_3_II_1_H, "ocs.comes-off", piece, WORD_MARKER + unit->marker));
        unit->marker = NO_MARKER;
    }
}

static void turn_end(Play *play) { victory_check(play); }

typedef struct StepRow {
    uint8_t question; /* 0: none, or `begin` asks */
    int8_t part;      /* of the rules that may be left out; -1 none */
    uint8_t phase;    /* steps of one phase have the same number */
    void (*begin)(Play *play);
    void (*end)(Play *play); /* when its questions are answered */
} StepRow;

static const StepRow steps[STEPS] = {
    [STEP_WEATHER] = {0, PART_WEATHER, 1, weather_begins, NULL},
    [STEP_SUPPLY_USAGE] = {0, PART_SUSTAINMENT, 2, begin_supply_usage, NULL},
    [STEP_ARRIVALS] = {0, PART_REBUILDING, 3, begin_arrivals, NULL},
    [STEP_REORGANIZATION] = {0, PART_REBUILDING, 4, begin_reorganization, NULL},
    [STEP_FIRST_PLAYER] = {0, -1, 5, first_player, NULL},
    [STEP_AIR_RETURN] = {0, PART_AIR, 6, returns_begin, NULL},
    [STEP_AIR_REFIT] = {0, PART_AIR, 7, refits_begin, NULL},
    [STEP_REINFORCEMENT] = {0, PART_REBUILDING, 8, begin_reinforcement, NULL},
    [STEP_MODES] = {ASK_MODES, -1, 9, NULL, NULL},
    [STEP_MOVEMENT] = {ASK_MOVEMENT, -1, 10, movement_begins, end_own_movement},
    [STEP_MODES_AND_MOVEMENT] = {ASK_MOVEMENT, -1, 10, movement_begins, end_own_movement},
    [STEP_SUPPLY] = {ASK_SUPPLY, PART_SUSTAINMENT, 11, NULL, NULL},
    [STEP_REACTION_MOVEMENT] = {0, -1, 12, begin_with_release, end_movement},
    [STEP_REACTION_BARRAGE] = {ASK_BARRAGES, PART_BARRAGE, 12, NULL, NULL},
    [STEP_REACTION_COMBAT] = {ASK_ATTACKS, -1, 12, NULL, end_combats},
    [STEP_BARRAGE] = {ASK_BARRAGES, PART_BARRAGE, 13, NULL, NULL},
    [STEP_COMBAT] = {ASK_ATTACKS, -1, 13, NULL, end_combats},
    [STEP_EXPLOITATION_MOVEMENT] = {0, -1, 14, begin_with_release, end_movement},
    [STEP_EXPLOITATION_BARRAGE] = {ASK_BARRAGES, PART_BARRAGE, 14, NULL, NULL},
    [STEP_EXPLOITATION_COMBAT] = {ASK_ATTACKS, -1, 14, NULL, end_combats},
    [STEP_CLEAN_UP] = {0, -1, 15, clean_up, NULL},
    [STEP_TURN_END] = {0, -1, 16, turn_end, NULL},
};

/* ---- the procedure --------------------------------------------------------------------------------------------- */

/* Frame.stage: 0 and 1 set-ups, 2 the rows. Frame.data: row, whether it has begun, the side of the step. */

static bool is_taken(const Book *data, int step) { return steps[step].part < 0 || !data->without[steps[step].part]; }

/* 2.3.III: the first player leads goes 1 and 3. */
static int phasing_in(const State *state, int go) { return go % 2 ? state->first : enemy_of(state->first); }

/* 2.2: the rows of this go, or those before and after the goes. */
int ocs_phases(const Scenario *scenario, const Position *view, TurnPhase out[TURN_PHASES])
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    bool going = state->phasing != NO_SIDE;
    int count = 0;
    for (int i = 0; state->head.turn && i < data->steps; i++) {
        const SequenceRow *row = &data->sequence[i];
        if ((row->who >= PHASING) != going || !is_taken(data, row->step))
            continue;
        int side = !going ? NO_SIDE : row->who == PHASING ? state->phasing : enemy_of(state->phasing);
        out[count++] = (TurnPhase){.name = sentence(0, "%w", WORD_STEP + row->step),
                                   .side = (uint8_t)side,
                                   .now = row->step == state->head.phase};
    }
    return count;
}

/* They have been in their present hexes since the phase began (12.8a). */
static void stand_still(Play *play)
{
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        play->state->unit[piece].start = play->state->unit[piece].at.hex;
}

/* Sends the step that begins, and its side; segments of both name neither. */
static void tell_step(Play *play, int step, int side)
{
    uint16_t rule = second_edition(play->data) ? OCS2_SEQ_3 : OCS_2_2;
    tell(play->events, EVENT_PHASE, 0,
         side == NO_SIDE ? sentence(rule, "%w", WORD_STEP + step) : sentence(rule, "%s: %w", side, WORD_STEP + step));
}

static void begin_row(Play *play, Frame *frame)
{
    State *state = play->state;
    const SequenceRow *row = &play->data->sequence[frame->data[ROW]];
    const StepRow *step = &steps[row->step];
    bool goes = row->who >= PHASING;
    if (steps[state->head.phase].phase != step->phase) {
        clear_states(state, UNTIL_PHASE_ENDS | UNTIL_NEXT_MOVEMENT, NO_SIDE);
        if (row->step != STEP_MOVEMENT)
            clear_states(state, CHOSEN | FLIPPED, NO_SIDE);
        stand_still(play);
        forget_blowing(state);
        memset(state->vacated, 0, sizeof state->vacated);
        memset(state->shelled, 0, sizeof state->shelled);
        memset(state->unloaded, 0, sizeof state->unloaded);
    }
    state->head.phase = row->step;
    state->phasing = (uint8_t)(goes ? phasing_in(state, state->go) : NO_SIDE);
    frame->data[WHOSE] = (uint16_t)(!goes ? 0 : row->who == PHASING ? state->phasing : enemy_of(state->phasing));
    int side = frame->data[WHOSE];
    tell_step(play, row->step, goes ? side : NO_SIDE);
    if (step->begin)
        step->begin(play);
    if (step->question)
        ask(state, step->question, side);
}

static void next_row(Play *play, Frame *frame)
{
    const Book *data = play->data;
    State *state = play->state;
    int row = frame->data[ROW];
    frame->data[BEGUN] = 0;
    if (row == data->go_last)
        go_ends(data, state);
    if (row == data->go_last && state->go < data->goes) {
        state->go++;
        row = data->go_first;
    } else if (++row == data->go_first) {
        state->go = 1;
    }
    if (row == data->steps) {
        row = 0;
        turn_begins(play);
    }
    frame->data[ROW] = (uint16_t)row;
}

static void setups(Play *play, Frame *frame)
{
    int side = play->data->setup_order[frame->stage++];
    bool first_turn = frame->stage == SETUPS;
    play->state->head.phase = STEP_SETUP;
    if (play->data->starts) {
        tell_step(play, STEP_SETUP, side);
        ask(play->state, ASK_SETUP, side);
    }
    if (first_turn)
        frame->data[BEGUN] = 2; /* the first turn begins when the last set-up is done */
}

void sequence_resume(Play *play)
{
    Frame *frame = asked(play->state);
    if (frame->stage < SETUPS) {
        setups(play, frame);
        return;
    }
    if (play->state->revivals) { /* before the next phase, though neither side may have anything to do in it (21.0f) */
        ask_revival(play);
        return;
    }
    if (frame->data[BEGUN] == 2) {
        frame->data[BEGUN] = 0;
        turn_begins(play);
        return;
    }
    int step = play->data->sequence[frame->data[ROW]].step;
    bool taken = is_taken(play->data, step);
    if (!frame->data[BEGUN]) {
        frame->data[BEGUN] = 1;
        if (taken)
            begin_row(play, frame);
        return;
    }
    if (frame->data[BEGUN] == 1 && taken && steps[step].end) {
        frame->data[BEGUN] = 3; /* what it asks at its end is answered before the next row */
        steps[step].end(play);
        return;
    }
    next_row(play, frame);
}

void ocs_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events)
{
    ask_begin(ask_play(scenario, position, dice, events), setup_state, ASK_SEQUENCE);
}

bool go_to_step(Play *play, int step, int side, int turn, int go)
{
    const Book *data = play->data;
    State *state = play->state;
    int row = 0;
    while (row < data->steps && data->sequence[row].step != step)
        row++;
    if (row == data->steps || !is_taken(data, step))
        return false;
    ask_nothing(state, turn);
    state->bill = (Bill){0};
    state->head.phase = STEP_SETUP;
    bool goes = data->sequence[row].who >= PHASING;
    state->go = (uint8_t)(goes ? go : 0);
    state->first = (uint8_t)(go % 2 ? side : enemy_of(side));
    Frame *frame = ask(state, ASK_SEQUENCE, NO_SIDE);
    frame->stage = SETUPS;
    frame->data[ROW] = (uint16_t)row;
    settle(play);
    return true;
}

/* ---- ending a phase --------------------------------------------------------------------------------------- */

Refusal end_check(const Scenario *scenario, const State *view, const Order *order)
{
    return question(&view->head)->kind == ASK_MOVEMENT ? movement_end_check(scenario, view, order) : LEGAL;
}

void end_apply(Play *play, const Order *order)
{
    (void)order;
    const Frame *frame = asked(play->state);
    int side = frame->side, kind = frame->kind;
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_2_1_3, "ocs.ends", side, kind));
    answered(play->state);
    if (kind == ASK_BARRAGES)
        strikes_end(play, side);
}

/* The other side learns that a side could do nothing: an order that caused it cannot be taken back. */
void end_skip(Play *play)
{
    const Frame *frame = asked(play->state);
    tell(play->events, EVENT_REVEALED, 1u << frame->side, sentence(OCS_2_1_3, "ocs.nothing", frame->side, frame->kind));
    int side = frame->side, kind = frame->kind;
    answered(play->state);
    if (kind == ASK_BARRAGES)
        strikes_end(play, side);
}

Sentence phase_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    int side = question(&view->head)->side;
    switch (question(&view->head)->kind) {
    case ASK_MODES:
        return sentence(OCS_GC_1E, "ocs.choose-modes-end-phase", side);
    case ASK_RELEASE:
        return sentence(OCS_GC_1E, "ocs.release-units-reserve-end-phase", side);
    case ASK_MOVEMENT:
        return sentence(OCS_GC_1E, "ocs.move-counters-supply-end-phase", side);
    case ASK_BARRAGES:
        return sentence(OCS_GC_1E, "ocs.fire-barrages-end-segment", side);
    default:
        return sentence(OCS_GC_1E, "ocs.attack-end-phase", side);
    }
}
