/* march.h — TCS 20, 21 and 25.1: ground, movement, mines, transport. */
#ifndef SANDTABLE_TCS_MARCH_H
#define SANDTABLE_TCS_MARCH_H

#include "systems/tcs/shells.h"

/* ---- ground.c: 20.1 ------------------------------------------------------------------------------------ */

void derive(const Scenario *scenario, Book *data); /* after loading and whenever the lab changes the map */
/* Sixths that the step costs, or PROHIBITED, ALL_OF_IT; *road says whether the road was followed. Off the road, as
 * stacks go, bridges and fords are not used either (20.1c, R-81). */
int step_cost(const Scenario *scenario, const State *state, Piece piece, Hex from, Edge edge, bool off_road,
              bool *road);
int class_without(const Scenario *scenario, Hex hex, Edge crossed); /* Cover, but for that hexside */
bool is_sea(const Scenario *scenario, Hex hex);                     /* all of it */
bool is_open_to(const Scenario *scenario, const State *view, Piece piece, Hex hex); /* 20.1e: can be entered somehow */
bool crosses_contour(const Scenario *scenario, Hex from, Hex to);                   /* */

/* ---- mines.c: 21 ------------------------------------------------------------------------------------------ */

/* Whether the hexside is an end of a lane through the mines of that hex (21.3b). */
bool is_lane(const State *state, Hex hex, Edge edge);
/* Strikes units that have come into a mined hex by force; true if an attack was pushed. */
bool mine_attack(Play *play, const Piece *pieces, int count, Hex hex, MilderResult milder, unsigned away);
bool breach_paid(Play *play); /* false: none of them can go on */
void breach_made(Play *play);
void lay_mine(Play *play, Hex hex, int side);
/* At set-up: the minefields that would lose their platoons if this counter went far from them. */
typedef struct Minded {
    int count;
    Hex hex[TCS_MINES];
} Minded;
void find_minded(const Scenario *scenario, const State *view, Piece piece, Minded *out);
/* One of them that is far from the hex; NO_HEX none. */
Hex mines_left_alone(const Scenario *scenario, const Minded *minded, Hex to);
/* 21.1-2: asks the side for minefields of these platoons, as many as it likes: when a Prepared Defense implements. */
void mines_begin(Play *play, int side, const uint64_t *who);

/* ---- movement.c: 20.0 ---------------------------------------------------------------------------------- */

int allowance(const Scenario *scenario, Piece piece);                   /* GRAINS */
int mp_left(const Scenario *scenario, const State *state, Piece piece); /* GRAINS */
static inline int sixths_of(int grains) { return grains / SIXTH; }      /* rounded down, to be shown */
/* Why it may not move at all (20.0a); other verbs of movement ask it too. */
Refusal may_move(const Scenario *scenario, const State *view, Piece piece);
Refusal has_stopped(const State *view, Piece piece); /* … of it: what it has done ends its movement */
void charge(const Scenario *scenario, State *state, Piece piece, int grains); /* with what its riders spend (25.1-2) */
void spend(const Scenario *scenario, State *state, Piece piece, int grains);  /* by moving */
int rider_share(const Scenario *scenario, Piece carrier, Piece rider, int grains);        /* 25.1-2 */
Refusal riders_can(const Scenario *scenario, const State *view, Piece piece, int grains); /* 25.1-3 */
/* A walk as it is tried: what each has spent by now. */
typedef struct Walk {
    const Scenario *scenario;
    const State *view;
    int count, steps, side;
    bool off_road, ends; /* ends: by a minimum move */
    bool road;           /* the last step followed one */
    bool forced;         /* into mines (21.2) */
    bool in_lane;        /* it is in a lane through mines (21.3c) */
    bool faces;          /* … with an enemy at its other end that it can fight */
    Hex hex;
    Piece piece[STACK];
    int spent[STACK]; /* GRAINS, with what was spent before */
} Walk;
Refusal walk_begin(Walk *walk, const Scenario *scenario, const State *view, const Order *order);
Refusal walk_sets_out(const Walk *walk);
Refusal walk_order(Walk *walk, const Scenario *scenario, const State *view, const Order *order); /* as far as it goes */
Refusal walk_step(Walk *walk, Hex to);
/* Whether a unit in the lane of that hex could fight the enemy that holds the hex at the other end of it. */
bool faces_enemy(const Scenario *scenario, const State *view, Piece piece, Hex lane, Edge onward, int left);
Refusal may_stop(const Walk *walk);                  /* where it has come to */
bool may_force_a_hex(const Walk *walk, Piece piece); /* the one hex that may always be entered (20.0b-2) */

/* ---- ways.c: 20: where walkers can go --------------------------------------------------------------------- */

void copy_walk(Walk *to, const Walk *from);
/* Where they may stop, into a reach; without one, whether they may anywhere. Adds hexes that they come to to a set. */
bool flood_from(const Walk *start, Reach *out, uint64_t *been);
bool flood_is_vain(const Walk *start);

/* ---- walk.c: 20.0-3, 21.0d -------------------------------------------------------------------------------- */

void leave_lane(Play *play, Piece piece);
void clear_lanes(Play *play); /* units that may not wait there go back */
void walk_out(Play *play, const Piece *pieces, int count, Hex from, Hex to);
/* … and all hexes that are come to on the way, added to a set. */
void move_flood(const Scenario *scenario, const State *view, const Order *prefix, Reach *out, uint64_t *been);

/* ---- transport.c: 25.1 ----------------------------------------------------------------------------------- */

void get_on(Play *play, Piece piece, Piece carrier);            /* all of it, for nothing */
void get_off(Play *play, Piece piece, uint16_t rule);           /* for nothing */
Refusal may_jump_off(const State *view, Piece piece, int side); /* 22.0e, 2.5.1 */
/* Whatever else holds it back. */
Refusal has_room_aboard(const Scenario *scenario, const State *view, Piece piece, Piece carrier);
Refusal load_stays_whole(const State *view, const Piece *walkers, int count);

#endif
