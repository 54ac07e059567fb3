/* counter.h — TCS 3 to 5 and 10: what a counter is, its mode, how many fit in a hex, losses of steps. */
#ifndef SANDTABLE_TCS_COUNTER_H
#define SANDTABLE_TCS_COUNTER_H

#include "systems/tcs/words.h"

/* ---- counter.c: 3, 5.2, 10.0a–e: what a counter is and where it is ---------------------------------- */

static inline const Counter *counter_of(const Scenario *scenario, Piece piece)
{
    return &data_of(scenario)->counter[piece];
}
static inline const Kind *kind_of(const Scenario *scenario, Piece piece)
{
    return &data_of(scenario)->kind[data_of(scenario)->counter[piece].kind];
}
static inline bool is_on_map(const State *state, Piece piece) { return state->unit[piece].standing == ON_MAP; }
static inline int enemy_of(int side) { return !side; }
static inline bool enemy_in(const State *state, int side, Hex hex) { return has_bit(state->occupied[!side], hex); }
static inline bool friend_in(const State *state, int side, Hex hex) { return has_bit(state->occupied[side], hex); }
static inline bool is_vehicle(const Kind *kind) { return kind->category >= VEHICLE; } /* or carrier: 5.1a */
static inline bool has_morale(const Kind *kind) { return kind->morale != NO_MORALE; } /* is subject to it (16.0a) */
static inline bool is_mortar(const Kind *kind) { return kind->class == MORTAR; }
bool is_gun(const Kind *kind);         /* AT Gun, Infantry Gun, on-map artillery */
bool is_susceptible(const Kind *kind); /* an A or B target: Area Fire costs it steps (11.0-1) */
int lost_steps(const Scenario *scenario, const State *state, Piece piece); /* that a check counts (16.2a-2) */
static inline bool is_riding(const State *state, Piece piece) { return state->unit[piece].riding != ON_FOOT; }
bool same_company(const Scenario *scenario, Piece one, Piece other);
bool same_battalion(const Scenario *scenario, Piece one, Piece other);
bool same_regiment(const Scenario *scenario, Piece one, Piece other);

void place(State *state, Piece piece, Hex hex);
void lift(State *state, Piece piece);
void move_to(Play *play, Piece piece, Hex hex);    /* with whatever rides on it; DUG_IN is lost, control taken */
void bury(Play *play, Piece piece, uint16_t rule); /* destroys it with its load and sends an event */
void lose_steps(Play *play, Piece piece, int steps, uint16_t rule);
void clear_states(State *state, uint32_t states, int side); /* NO_SIDE: both */
/* Units of the side in the hex, top first. */
int stack_of(const State *state, int side, Hex hex, Piece *out, int room);
#define EACH_IN(piece_, state_, hex_) \
    for (Piece piece_ = (state_)->top[hex_]; piece_ != NO_PIECE; piece_ = (state_)->unit[piece_].at.below)

/* ---- modes.c: 4 -------------------------------------------------------------------------------------- */

void pay_switch(const Scenario *scenario, State *state, Piece piece); /* into Move Mode (4.1-2) */
void force_mode(Play *play, Piece piece, int mode, uint16_t rule);    /* 4.1-4: free, whatever its markers */

/* ---- stacking.c: 5 ----------------------------------------------------------------------------------- */

Hex overstacked(const Scenario *scenario, const State *state, int side, Hex from); /* next such hex, or NO_HEX */
bool is_overstacked(const Scenario *scenario, const State *state, int side, Hex hex);
/* Vehicles and carriers, and steps of others, of the side in the hex. */
void stacked(const Scenario *scenario, const State *state, int side, Hex hex, int *vehicles, int *steps);

/* ---- losses.c: 10 ------------------------------------------------------------------------------------ */

enum { SHARE_FIRST, SHARE_OWNER, SHARE_FIRER, SHARE_SYR }; /* Attack.share */
enum { LOSS_SHARE };                                       /* Frame.data of ASK_LOSS */
/* So many steps of the units in `who`: asks for them one by one; all of them if there are no more. */
void losses_begin(Play *play, Attack *attack, int steps);
bool losses_go_on(Play *play, Attack *attack); /* false: all are paid */

#endif
