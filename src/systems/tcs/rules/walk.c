/* walk.c — TCS 20.0-3 and 21: what happens on the way, hex by hex.
 *
 * The walkers pay and enter; a barrage on the hex strikes them, then its mines; then the enemy may answer the trigger
 * (14.2c-1). A unit that goes into a minefield by force, or breaches one, draws that fire before, in its present hex
 * (21.0d). After each part units that died or retreated drop out. A unit that a barrage has stopped is in the hex: the
 * mines strike it, and it gives the trigger. Then the order ends; units that were not stopped may get another. */
#include "systems/tcs/tcs.h"

/* ---- units that go on ------------------------------------------------------------------------------------ */

/* Whether fire has stopped it: Suppressed and Paralyzed results stop the units they mark, and no others.
 * Vehicles that leave a combat go whatever their mode. */
static bool is_stopped(const Walking *walking, const Unit *unit)
{
    return unit->spirit != STEADFAST || (unit->mode != MOVE_MODE && walking->how < WALK_EXIT);
}

/* Keeps the units in the hex that the walk has come to; `stopped`: also those that fire has stopped there. */
static void keep_walkers(State *state, bool stopped)
{
    Walking *walking = &state->walking;
    int kept = 0;
    for (int i = 0; i < walking->count; i++) {
        const Unit *unit = &state->unit[walking->piece[i]];
        if (!is_on_map(state, walking->piece[i]) || unit->at.hex != walking->stands)
            continue;
        walking->halted |= is_stopped(walking, unit);
        if (stopped || !is_stopped(walking, unit))
            walking->piece[kept++] = walking->piece[i];
    }
    for (int i = kept; i < walking->count; i++)
        walking->piece[i] = NO_PIECE;
    walking->count = (uint8_t)kept;
}

/* 21.3c-2: no unit stays in a lane. */
void leave_lane(Play *play, Piece piece)
{
    Unit *unit = &play->state->unit[piece];
    if (!is_on_map(play->state, piece) || !(unit->now & IN_LANE) || unit->came_from == NO_HEX)
        return;
    Hex from = unit->at.hex, back = unit->came_from;
    move_to(play, piece, back);
    tell(play->events, EVENT_MOVED, 0, sentence(TCS_21_3C_2, "tcs.goes-back-lane", piece, from, back));
}

/* in front of an enemy it may wait, and fight from there. */
static bool may_wait(const Scenario *scenario, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    Edge onward = (Edge)((edge_between(&scenario->map->grid, unit->at.hex, unit->came_from) + 3) % EDGES);
    return faces_enemy(scenario, state, piece, unit->at.hex, onward, mp_left(scenario, state, piece));
}

void clear_lanes(Play *play)
{
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        leave_lane(play, piece);
}

static void walk_ends(Play *play)
{
    State *state = play->state;
    for (int i = 0; i < state->walking.count; i++)
        if (state->unit[state->walking.piece[i]].now & IN_LANE &&
            !may_wait(play->scenario, state, state->walking.piece[i]))
            leave_lane(play, state->walking.piece[i]);
    state->walking = (Walking){0};
    answered(state);
}

/* ---- a step ---------------------------------------------------------------------------------------------- */

/* The walk as it is now. */
static bool walk_now(Play *play, Walk *walk)
{
    const Walking *walking = &play->state->walking;
    Order order = order_of(DO_MOVE);
    for (int i = 0; i < walking->count; i++)
        order_add(&order, 0, walking->piece[i]);
    if (refused(walk_begin(walk, play->scenario, play->state, &order)))
        return false;
    walk->off_road = walking->off_road;
    walk->forced = walking->how == WALK_CROSS;
    return true;
}

static void pay_step(Play *play, const Walk *walk)
{
    State *state = play->state;
    for (int i = 0; i < walk->count; i++) {
        Unit *unit = &state->unit[walk->piece[i]];
        spend(play->scenario, state, walk->piece[i], walk->spent[i] - (int)unit->spent);
        unit->now |= walk->ends ? HALTED : 0;
    }
}

static void go_in(Play *play, Hex to, bool lane)
{
    State *state = play->state;
    Walking *walking = &state->walking;
    Hex from = walking->stands;
    for (int i = 0; i < walking->count; i++) {
        note_breaches(play, walking->piece[i], to, BY_ENTERING);
        move_to(play, walking->piece[i], to);
        state->unit[walking->piece[i]].now |= lane ? IN_LANE : 0;
        tell(play->events, EVENT_MOVED, 0, sentence(TCS_20_0_1, "tcs.moves", walking->piece[i], from, to));
    }
    walking->edge = edge_between(&play->scenario->map->grid, to, from);
    walking->stands = to;
    walking->next++;
}

/* Pays and enters; false if the rest of the path is closed to them by now. */
static bool step_in(Play *play)
{
    Walk walk;
    Hex to = play->state->walking.path[play->state->walking.next];
    if (!walk_now(play, &walk) || refused(walk_step(&walk, to)))
        return false;
    pay_step(play, &walk);
    play->state->walking.road = walk.road;
    go_in(play, to, walk.in_lane);
    return true;
}

/* 21.0d: the trigger is on the hexside that leads into the mines, and they are fired at in their present hex. */
static void warn(Play *play)
{
    const Walking *walking = &play->state->walking;
    trigger_movement(play, walking->stands, edge_between(&play->scenario->map->grid, walking->stands, walking->path[0]),
                     walking->piece, walking->count, walking->road, true);
}

enum { TO_STEP, WARNED, ENTERED, MINED, CROSSED, LEFT };

/* A forced crossing is paid for first, a breach only by units left after the fire. */
static void walk_sets_off(Play *play, Frame *frame)
{
    Walk walk;
    Walking *walking = &play->state->walking;
    frame->stage = ENTERED;
    if (walking->next == walking->steps) {
        walk_ends(play);
    } else if (walking->how == WALK_MARCH) {
        if (!step_in(play))
            walk_ends(play);
    } else if (walking->how == WALK_CROSS && (!walk_now(play, &walk) || refused(walk_step(&walk, walking->path[0])))) {
        walk_ends(play);
    } else {
        if (walking->how == WALK_CROSS) {
            pay_step(play, &walk);
            walking->road = walk.road; /* */
        }
        frame->stage = WARNED;
        warn(play);
    }
}

static void after_warning(Play *play, Frame *frame)
{
    Walking *walking = &play->state->walking;
    frame->stage = ENTERED;
    if (walking->how == WALK_CROSS) {
        go_in(play, walking->path[0], false);
    } else if (!walking->halted && breach_paid(play)) {
        frame->stage = LEFT;
    } else {
        walk_ends(play);
    }
}

void walk_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    Walking *walking = &state->walking;
    keep_walkers(state, frame->stage != TO_STEP && frame->stage != WARNED);
    if (!walking->count || (frame->stage == TO_STEP && walking->halted)) {
        walk_ends(play); /* the others may be ordered on */
    } else if (frame->stage == TO_STEP) {
        walk_sets_off(play, frame);
    } else if (frame->stage == WARNED) {
        after_warning(play, frame);
    } else if (frame->stage == ENTERED) {
        frame->stage = MINED;
        entry_attack(play, walking->piece, walking->count, walking->stands, ALL_RESULTS);
    } else if (frame->stage == MINED) {
        frame->stage = CROSSED;
        if (!(state->unit[walking->piece[0]].now & IN_LANE))
            mine_attack(play, walking->piece, walking->count, walking->stands, NO_STOPPING, 1u << walking->edge);
    } else if (frame->stage == CROSSED) {
        frame->stage = TO_STEP;
        if (walking->how == WALK_MARCH || walking->how == WALK_EXIT)
            trigger_movement(play, walking->stands, walking->edge, walking->piece, walking->count, walking->road,
                             false);
    } else {
        breach_made(play);
        walk_ends(play);
    }
}

/* Vehicles that leave a combat for that hex: mines and barrages there strike them, and the enemy may answer
 * (23.0d-2). */
void walk_out(Play *play, const Piece *pieces, int count, Hex from, Hex to)
{
    State *state = play->state;
    state->walking = (Walking){.count = (uint8_t)count,
                               .steps = 1,
                               .next = 1,
                               .edge = edge_between(&play->scenario->map->grid, to, from),
                               .how = WALK_EXIT,
                               .stands = to,
                               .path = {to}};
    for (int i = 0; i < count; i++)
        state->walking.piece[i] = pieces[i];
    ask(state, ASK_WALK, state->unit[pieces[0]].side)->stage = ENTERED;
}
