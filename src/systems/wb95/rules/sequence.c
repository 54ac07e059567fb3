/* sequence.c — WB-95 2: turns and phases, and how a game begins.
 *
 * A turn is twelve phases (2.1.1), six for each player in the order of initiative (2.2-7; eighteen with three players,
 * stars.2-9): air, barrage, movement, combat, strategic movement, supply. The order is fixed (2.1.4-1); a phase in
 * which no unit could do anything is passed without a question (2.1.4-2), the supply phases ask no side.
 *
 * The game is one procedure at the bottom of the stack of questions, which goes on when no question is open: it does
 * what every end of a phase does (recovery 5.6.5, empty fortifications 7.1.5, scenario rules) and opens the next. Its
 * stage says how far that has come, so that a question asked in between (pontoons, defectors) resumes in the right
 * place. */
#include <assert.h>
#include <string.h>

#include "core/room.h"
#include "systems/wb95/wb95.h"
#include "systems/wb95/setup.h"

enum { STEP_SETUP, STEP_BEFORE_PLAY, STEP_PHASE, STEP_ENDING };

/* ---- ends of phases -------------------------------------------------------------------------- */

void clear_states(Play *play, uint32_t states, int side)
{
    for (int piece = 0; piece < play->scenario->pieces; piece++)
        if (side == NO_SIDE || play->state->unit[piece].side == side)
            play->state->unit[piece].now &= ~states;
}

/* 6.5.6: guns that fired a barrage are spent for two Combat Phases: their own, which follows at once, and the next
 * player's. */
static void rest_barrage_guns(Play *play)
{
    int player = (play->state->head.phase - 1) / PHASES_EACH;
    int before = (player + play->data->players - 1) % play->data->players;
    clear_states(play, TILL_OTHERS_COMBAT_ENDS, play->data->order[before]);
}

/* Ends all that lasts until the end of a phase of this kind. */
static void end_kind(Play *play)
{
    switch (phase_kind(play->state->head.phase)) {
    case PHASE_COMBAT:
        combat_end(play);
        rest_barrage_guns(play);
        break;
    case PHASE_STRATEGIC:
        clear_states(play, TILL_STRATEGIC_ENDS, play->state->phasing);
        break;
    case PHASE_SUPPLY:
        air_clear(play);
        break;
    default:
        break;
    }
}

/* The questions of the phase are answered. */
static void end_phase(Play *play)
{
    State *state = play->state;
    Frame *sequence = asked(state);
    if (phase_kind(state->head.phase) == PHASE_COMBAT && feature_after_combat(play))
        return;
    end_kind(play);
    recover(play);
    fortifications_lapse(play);
    feature_phase_end(play);
    sequence->stage = STEP_ENDING;
    if (!state->head.over)
        victory_check(play, false);
}

/* ---- beginnings of phases -------------------------------------------------------------------- */

/* 2.1.4-2: a phase may be passed when there is nothing to be done in it. The side's own view decides, and only that
 * side gets the reason. */
static void ask_unless_idle(Play *play, int kind)
{
    int side = play->state->phasing;
    ask(play->state, kind, side);
    if (!ask_idle(play))
        return;
    answered(play->state);
    tell(play->events, EVENT_ASIDE, ~(1u << side) & 0xFF,
         sentence(wb95_asking[kind].idle_rule, wb95_asking[kind].idle, side));
}

static void tell_phase(Play *play)
{
    static const struct {
        uint16_t rule;
        const char *words;
    } kinds[] = {
        [PHASE_AIR] = {WB95_2_2_1, SAID("wb95.turn-phase-air-missions")},
        [PHASE_BARRAGE] = {WB95_2_2_2, SAID("wb95.turn-phase-barrage")},
        [PHASE_MOVEMENT] = {WB95_2_2_3, SAID("wb95.turn-phase-movement")},
        [PHASE_COMBAT] = {WB95_2_2_4, SAID("wb95.turn-phase-combat")},
        [PHASE_STRATEGIC] = {WB95_2_2_5, SAID("wb95.turn-phase-strategic-movement")},
        [PHASE_SUPPLY] = {WB95_2_2_6, SAID("wb95.turn-phase-supply")},
    };
    const State *state = play->state;
    int kind = phase_kind(state->head.phase);
    tell(play->events, EVENT_PHASE, 0,
         sentence(kinds[kind].rule, kinds[kind].words, state->head.turn, state->head.phase, state->phasing));
}

void begin_phase(Play *play)
{
    State *state = play->state;
    asked(state)->stage = STEP_PHASE;
    state->phasing = play->data->order[(state->head.phase - 1) / PHASES_EACH];
    open_hexes(state);
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
    tell(play->events, EVENT_TURN, 0, sentence(WB95_2_1_5, "wb95.turn-begins", state->head.turn));
    feature_turn_begin(play);
}

static void open_phase(Play *play)
{
    State *state = play->state;
    if (++state->head.phase > PHASES_EACH * play->data->players)
        begin_turn(play);
    if (!state->head.over)
        begin_phase(play);
}

static void begin_play(Play *play)
{
    State *state = play->state;
    if (feature_before_play(play))
        return;
    bridge_begin(play);
    state->head.turn = 0;
    state->head.phase = (uint16_t)(PHASES_EACH * play->data->players);
    asked(state)->stage = STEP_ENDING;
}

void sequence_resume(Play *play)
{
    switch (asked(play->state)->stage) {
    case STEP_SETUP:
        if (!ask_setup(play))
            asked(play->state)->stage = STEP_BEFORE_PLAY;
        break;
    case STEP_BEFORE_PLAY:
        begin_play(play);
        break;
    case STEP_PHASE:
        end_phase(play);
        break;
    default:
        open_phase(play);
    }
}

/* ---- what may come ---------------------------------------------------------------------------- */

/* A player interrupted in his movement or his combat goes on with it. Otherwise his next Movement Phase is imagined,
 * with everything where it is: arrivals and supply by then are not yet known. */
bool wb95_foresee(const Scenario *scenario, Position *position, int side)
{
    ROOM(Events, events);
    ROOM(Dice, dice);
    State *state = (State *)position;
    Play play = {scenario, data_of(scenario), state, dice, events};
    int player = 0, kind = phase_kind(state->head.phase);
    while (player < play.data->players && play.data->order[player] != side)
        player++;
    if (player == play.data->players || position->over || position->frame[0].stage != STEP_PHASE)
        return false;
    bool goes_on = state->phasing == side && (kind == PHASE_MOVEMENT || kind == PHASE_COMBAT);
    events->count = 0;
    while (position->depth > 1)
        answered(state);
    if (goes_on) {
        ask(state, kind == PHASE_MOVEMENT ? ASK_MOVEMENT : ASK_COMBAT, side);
        return true;
    }
    int phase = PHASES_EACH * player + PHASE_MOVEMENT + 1;
    if (phase < state->head.phase && state->head.turn++ == play.data->turns)
        return false;
    state->head.phase = (uint16_t)phase;
    state->phasing = (uint8_t)side;
    open_hexes(state);
    refresh_movement(&play, false);
    ask(state, ASK_MOVEMENT, side);
    return true;
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

Refusal end_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    return phase_may_end(scenario, view, question(&view->head)->side);
}

void end_apply(Play *play, const Order *order)
{
    (void)order;
    answered(play->state);
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
    begin_bridges(scenario, data, state); /* before the counters, whose zones need them */
    for (int i = 0; i < data->starts; i++)
        set_up_piece(play, data->start_order[i], data->start_hex[data->start_order[i]]);
}

void wb95_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events)
{
    Play play = ask_play(scenario, position, dice, events);
    set_up_state(&play);
    feature_begin(&play);
    ask(play.state, ASK_SEQUENCE, play.data->order[0]);
    settle(&play);
}
