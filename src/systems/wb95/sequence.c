/* sequence.c — WB-95 2: turns and phases, and how a game begins.
 *
 * A turn is twelve phases (2.1.1), six for each player in the order of initiative (2.2-7; eighteen with three
 * players, stars.2-9): air, barrage, movement, combat, strategic movement, supply. The order is fixed (2.1.4-1); a
 * phase in which nobody could do anything is passed without a question (2.1.4-2), the supply phases ask nobody.
 *
 * Whatever an order does to the open questions, the sequence goes on when none is left: next_phase() ends the
 * phase that was, does what every end of a phase does (recovery 5.6.5, empty fortifications 7.1.5, scenario rules),
 * and opens phases until somebody is asked. State.step says how far that has come, so that a question asked in
 * between (pontoons, defectors) resumes in the right place. */
#include <assert.h>
#include <string.h>

#include "systems/wb95/setup.h"

enum { STEP_SETUP, STEP_BEFORE_PLAY, STEP_PHASE, STEP_ENDING };

enum { PHASES_EACH = 6 };

/* ---- the stack of questions ------------------------------------------------------------------ */

static void close_questions(State *state)
{
    while (state->head.depth)
        answered(state);
}

/* ---- ends of phases -------------------------------------------------------------------------- */

static void clear_states(Play *play, uint32_t states, int side)
{
    for (int piece = 0; piece < play->scenario->pieces; piece++)
        if (play->state->unit[piece].side == side)
            play->state->unit[piece].now &= ~states;
}

/* 6.5.6: guns that fired a barrage are spent for two Combat Phases: their own, which follows at once, and the next
 * player's. */
static void rest_barrage_guns(Play *play)
{
    int player = (play->state->head.phase - 1) / PHASES_EACH;
    int before = (player + play->data->players - 1) % play->data->players;
    clear_states(play, BARRAGED, play->data->order[before]);
}

/* What ends with the phase of this kind. */
static void end_kind(Play *play)
{
    switch (phase_kind(play->state->head.phase)) {
    case PHASE_COMBAT:
        combat_end(play);
        rest_barrage_guns(play);
        break;
    case PHASE_STRATEGIC:
        clear_states(play, STRATEGIC, play->state->phasing);
        break;
    case PHASE_SUPPLY:
        air_clear(play);
        break;
    default:
        break;
    }
}

/* True if the phase is over and nobody is asked anything more. */
static bool end_phase(Play *play)
{
    State *state = play->state;
    if (state->step == STEP_PHASE) {
        close_questions(state);
        if (phase_kind(state->head.phase) == PHASE_COMBAT && feature_after_combat(play))
            return false;
        end_kind(play);
        recover(play);
        fortifications_lapse(play);
        feature_phase_end(play);
        state->step = STEP_ENDING;
        if (!state->head.over)
            victory_check(play, false);
    }
    return !state->head.over && !state->head.depth;
}

/* ---- beginnings of phases -------------------------------------------------------------------- */

/* 2.1.4-2: a phase may be passed when there is nothing to be done in it. The side's own view decides. */
static bool idle_question(const Play *play)
{
    static _Thread_local State view;
    static _Thread_local Choices choices;
    wb95_mask(play->scenario, &play->state->head, asked(play->state)->side, &view.head);
    Order nothing = order_of(NO_VERB);
    play->scenario->system->choices(play->scenario, &view.head, &nothing, &choices);
    for (int i = 0; i < choices.count; i++) {
        int verb = choices.choice[i].value;
        if (verb != DO_END && verb != DO_COVER && verb != DO_TOP)
            return false;
    }
    return true;
}

static void ask_unless_idle(Play *play, int kind)
{
    ask(play->state, kind, play->state->phasing);
    if (idle_question(play))
        answered(play->state);
}

static void tell_phase(Play *play)
{
    static const struct {
        uint16_t rule;
        const char *words;
    } kinds[] = {
        [PHASE_AIR] = {WB95_2_2_1, SAID("turn %n, phase %n: air missions")},
        [PHASE_BARRAGE] = {WB95_2_2_2, SAID("turn %n, phase %n: %s barrage")},
        [PHASE_MOVEMENT] = {WB95_2_2_3, SAID("turn %n, phase %n: %s movement")},
        [PHASE_COMBAT] = {WB95_2_2_4, SAID("turn %n, phase %n: %s combat")},
        [PHASE_STRATEGIC] = {WB95_2_2_5, SAID("turn %n, phase %n: %s strategic movement")},
        [PHASE_SUPPLY] = {WB95_2_2_6, SAID("turn %n, phase %n: %s supply")},
    };
    const State *state = play->state;
    int kind = phase_kind(state->head.phase);
    tell(play->events, EVENT_PHASE, 0,
         sentence(kinds[kind].rule, kinds[kind].words, state->head.turn, state->head.phase, state->phasing));
}

void begin_phase(Play *play)
{
    State *state = play->state;
    state->step = STEP_PHASE;
    state->phasing = play->data->order[(state->head.phase - 1) / PHASES_EACH];
    tell_phase(play);
    switch (phase_kind(state->head.phase)) {
    case PHASE_AIR:
        air_begin(play);
        break;
    case PHASE_BARRAGE:
        if (state->barrage_left[state->phasing] && state->head.turn <= play->data->barrage_turn[state->phasing])
            ask_unless_idle(play, ASK_BARRAGE);
        break;
    case PHASE_MOVEMENT:
        movement_begin(play, false);
        ask(state, ASK_MOVEMENT, state->phasing);
        break;
    case PHASE_COMBAT:
        combat_begin(play);
        ask_unless_idle(play, ASK_COMBAT);
        break;
    case PHASE_STRATEGIC:
        movement_begin(play, true);
        ask_unless_idle(play, ASK_STRATEGIC);
        break;
    default: /* 2.2-6, in this order */
        supply_phase(play, state->phasing);
        take_control(play, state->phasing);
        bridge_supply_end(play);
        break;
    }
}

/* 2.1.5; the game ends with its last turn. */
static void begin_turn(Play *play)
{
    State *state = play->state;
    state->head.turn++;
    state->head.phase = 1;
    if (state->head.turn > play->data->turns) {
        state->head.turn = (uint16_t)play->data->turns;
        state->head.phase = (uint16_t)(PHASES_EACH * play->data->players);
        victory_check(play, true);
        state->head.over = 1;
        return;
    }
    tell(play->events, EVENT_TURN, 0, sentence(WB95_2_1_5, "turn %n begins", state->head.turn));
    feature_turn_begin(play);
}

static void open_phases(Play *play)
{
    State *state = play->state;
    do {
        if (++state->head.phase > PHASES_EACH * play->data->players)
            begin_turn(play);
        if (state->head.over)
            break;
        begin_phase(play);
    } while (!state->head.over && !state->head.depth && end_phase(play));
    if (state->head.over)
        close_questions(state);
}

static void begin_play(Play *play)
{
    State *state = play->state;
    state->step = STEP_BEFORE_PLAY;
    if (feature_before_play(play))
        return;
    bridge_begin(play);
    state->head.turn = 0;
    state->head.phase = (uint16_t)(PHASES_EACH * play->data->players);
    open_phases(play);
}

void next_phase(Play *play)
{
    State *state = play->state;
    if (state->step == STEP_SETUP || state->step == STEP_BEFORE_PLAY) {
        close_questions(state);
        begin_play(play);
        return;
    }
    if (state->step == STEP_ENDING)
        close_questions(state);
    if (end_phase(play))
        open_phases(play);
    else if (state->head.over)
        close_questions(state);
}

void sequence_resume(Play *play) { next_phase(play); }

void setup_answered(Play *play, int stage)
{
    answered(play->state);
    if (!ask_setup(play, stage + 1))
        begin_play(play);
}

/* 2.1.4-2, 3.2.1, 5.1.7. */
Refusal phase_may_end(const Scenario *scenario, const State *view, int side)
{
    switch (phase_kind(view->head.phase)) {
    case PHASE_MOVEMENT:
    case PHASE_STRATEGIC:
        return stacking_legal(scenario, view, side);
    case PHASE_COMBAT:
        return duties_met(scenario, view, side);
    default:
        return LEGAL;
    }
}

/* ---- the beginning of a game ----------------------------------------------------------------- */

static void begin_units(const Scenario *scenario, const Wb95 *data, State *state)
{
    for (int piece = 0; piece < WB95_SLOTS; piece++)
        state->unit[piece] = (Unit){.hex = NO_HEX, .below = NO_PIECE, .place = SPARE, .side = NO_SIDE & 3};
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Kind *kind = &data->kind[piece];
        Unit *unit = &state->unit[piece];
        unit->kind = (unsigned)piece & 1023;
        set_side(unit, data->owner[kind->nation]);
        set_cel(unit, kind->cel);
        unit->place = NOT_YET;
        if (kind->is & GUN && data->start_hex[piece] == NO_HEX)
            unit->now |= TRANSPORT; /* it comes by road */
    }
}

/* R51, nysa.1-3: printed bridges stand unless the scenario says they are down. */
static void begin_bridges(const Scenario *scenario, const Wb95 *data, State *state)
{
    for (int site = 0; site < data->sites; site++) {
        Hexside hexside = data->site_hexside[site];
        uint16_t bits = scenario->map->edge[hexside_hex(hexside)][hexside_edge(hexside)];
        if (data->site_printed[site] && !(bits & data->special.bridges_down))
            state->site[site] = SITE_STANDING;
    }
}

void set_up_state(Play *play)
{
    const Scenario *scenario = play->scenario;
    const Wb95 *data = play->data;
    State *state = play->state;
    memset(state, 0, sizeof *state);
    state->head.winner = NO_SIDE;
    memset(state->top, 0xFF, sizeof state->top);
    for (int hex = 0; hex < WB95_HEXES; hex++)
        set_controller(state, (Hex)hex, data->start_control[hex]);
    memcpy(state->barrage_left, data->barrage_units, sizeof state->barrage_left);
    for (int group = 0; group < data->loss_groups; group++)
        state->loss_left[group] = data->loss_group[group].losses;
    begin_units(scenario, data, state);
    begin_bridges(scenario, data, state); /* before the counters, whose zones ask for them */
    for (int i = 0; i < data->starts; i++)
        set_up_piece(play, data->start_order[i], data->start_hex[data->start_order[i]]);
}

void wb95_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events)
{
    Play play = {scenario, data_of(scenario), (State *)position, dice, events};
    set_up_state(&play);
    feature_begin(&play);
    play.state->step = STEP_SETUP;
    if (!ask_setup(&play, 0))
        begin_play(&play);
}
