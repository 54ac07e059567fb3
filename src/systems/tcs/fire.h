/* fire.h — TCS 7.1 to 9 and 11 to 16: spotting, fire of every kind, Overwatch, morale, retreats; and what markers do
 * to hexes (19). */
#ifndef SANDTABLE_TCS_FIRE_H
#define SANDTABLE_TCS_FIRE_H

#include "kit/odds.h"
#include "systems/tcs/command.h"

/* ---- spotting.c: 7.1, 8, 9.3 ------------------------------------------------------------------------- */

Seeing seeing_of(const Scenario *scenario, const State *state); /* its sets are in thread-local room */
bool sees(const Scenario *scenario, const State *state, Hex viewer, Hex target);
bool sees_crossing(const Scenario *scenario, const State *state, Hex viewer, Hex entered, Edge edge);
int class_at(const Scenario *scenario, const State *state, Hex hex, Fire fire); /* Cover of the target hex (9.3a) */
/* The longest range at which units of that firer type may make this fire at the units in the hex, or spot for it
 * (7.1d). */
int spotting_range(const Scenario *scenario, const State *state, Hex hex, int side, Fire fire, bool point_type);
/* The same for one of them, given the range of the worst type that takes part: half for Overwatch of a unit that is
 * Buttoned Up (16.7b-4). */
int own_spotting_range(const State *state, Piece piece, int range, Fire fire);
static inline bool is_point_type(const Kind *kind) { return kind->firer == CODE_P; }

/* ---- fire.c: 9, 13: firers and targets, SFAs, volleys ------------------------------------------------ */

/* Why the unit may not fire so at all, whatever the target; `own phase` SFAs, answers, fire steps. */
Refusal may_fire(const Scenario *scenario, const State *view, Piece piece, Fire fire, ShotHow how);
/* The side that is in the hex; NO_SIDE empty. */
int side_in(const State *state, Hex hex);

/* ---- fire.c again: orders ------------------------------------------------------------------------------ */

/* For other shots: the attack at that hex as it is; one more shot; it is fired, or declared in a volley. */
Refusal attack_at(const State *view, Hex hex, Attack *out);
bool in_volley(const State *view);              /* what is ordered is declared, and fired later */
Refusal volley_hex(const State *view, Hex hex); /* whether it may go at that hex */
int shot_reach(const Kind *kind, ShotHow how);  /* hexes */
Refusal fire_build(const Scenario *scenario, const State *view, const Order *order, Attack *out);
Refusal fire_join(const Scenario *scenario, const State *view, Attack *attack, Piece piece, Piece aim, ShotHow how);
void fire_declared(Play *play, const Attack *built, bool trigger);
bool follows_others(const State *view); /* other shots of the volley are declared already */
/* Why the whole of it cannot be fired at the attack's hex: lines, ranges, spotting, spotters (9.1, 7.1). */
Refusal volley_reaches(const Scenario *scenario, const State *view, Attack *attack);
/* The nearest of the attack's spotters that may spot for the mortar, itself if none is named (25.2d); NO_PIECE. */
Piece spotter_of(const Scenario *scenario, const State *view, const Attack *attack, Piece mortar);
/* Names the nearest unit behind `after` that may spot for the mortar; of what can look for itself only a nearer one. */
void name_spotter(const Scenario *scenario, const State *view, Attack *attack, Piece mortar, int after,
                  bool point_types);
/* 25.2a: whether it spots for the mortar at all; and whether it also sees the target. */
Refusal may_look(const Scenario *scenario, const State *view, int side, Piece mortar, Piece spotter);
/* The hexes from which a unit spots for it, its own too; how many. And whether any of them sees that one. */
int find_lookouts(const Scenario *scenario, const State *view, Piece piece, Hex out[TCS_PIECES]);
bool is_seen_from(const Scenario *scenario, const State *view, const Hex *lookout, int lookouts, Hex hex);
Refusal may_spot(const Scenario *scenario, const State *view, const Attack *attack, Piece mortar, Piece spotter);
/* 13.1c: until the hex is finished all SFAs at it make one trigger. */
void note_sfa(State *state, Hex target, Hex from);
void mark_under_fire(State *state, const Attack *attack); /* */
/* 13.1c: the present target hex is finished; begins the enemy's answer. */
void finish_sfa(Play *play);

/* ---- attack.c: 9: the course of any fire -------------------------------------------------------------- */

Attack attack_new(Hex hex, Fire fire, int side);
Attack *attack_begin(State *state, Hex hex, Fire fire, int side);
/* Its origin, whether that is crossfire, and its targets. */
void attack_prepare(const Scenario *scenario, const State *state, Attack *attack);
bool fires_area(const State *state, const Shot *shot); /* its firer is there to fire it */
/* All shots are declared: what fires is marked, and ASK_ATTACK is pushed. */
void attack_opens(Play *play, Attack *attack);
static inline Attack *attack_on_top(State *state) { return &state->attack[state->attacks - 1]; }
static inline const Attack *attack_seen(const State *view) { return &view->attack[view->attacks - 1]; }
void attack_ends(Play *play);
/* whether the lines from these hexes come in through sides that are not adjacent. */
bool is_crossfire(const Scenario *scenario, Hex target, const Hex *from, int count);
/* Bits: edges of the hex through which the line from there enters; two at a corner. */
unsigned entry_edges(const Scenario *scenario, Hex target, Hex from);

/* ---- area.c: 11 ---------------------------------------------------------------------------------------- */

/* What an Area attack is made of before the dice. */
typedef struct AreaSheet {
    int firepower;                /* FOURTHS, with every unit's own halvings */
    int rounded, column, shifted; /* shifted: AREA_COLUMNS left of the table (11.0-4) */
    int steps;                    /* counted for stacking (11.1a-2) */
    int range;
    bool perhaps; /* of what is hidden from the firer: they may not be Dug In, as is reckoned with */
    OddsSheet shifts;
} AreaSheet;
int area_firepower(const Scenario *scenario, const State *state, Piece piece); /* FOURTHS (9.1e, 10.0b-2) */
void area_sheet(const Scenario *scenario, const State *state, const Attack *attack, AreaSheet *out);
int area_column(const Book *data, int firepower); /* -1 below the first */
void area_resolve(Play *play, Attack *attack);    /* rolls; attack_resume asks for the losses */
/* 16.7: every unit it strikes that can be; `spared`: NO_PIECE, or one that it does not touch. */
void button_up(Play *play, const Attack *attack, uint16_t rule, Piece spared);
bool has_susceptible(const Scenario *scenario, const State *state, const Attack *attack); /* to losses of steps */
bool is_smoked(const Scenario *scenario, const State *state, Hex hex);                    /* for direct fire */
void show_gun(Play *play, Piece piece); /* Point Fire at it shows whether it is Dug In */
int counted_steps(const Scenario *scenario, const State *state, const Attack *attack);
void battalion_additions(Play *play, const Attack *attack); /* 11.1f-2, 16.1d */

/* ---- point.c: 12 -------------------------------------------------------------------------------------- */

typedef struct PointSheet {
    int differential, range, reach; /* range: RangeClass; reach: hexes */
    int kill;                       /* roll needed, 0 none can (12.0-2) */
    OddsSheet net;
} PointSheet;
void point_sheet(const Scenario *scenario, const State *state, const Attack *attack, Piece firer, Piece aim,
                 PointSheet *out);
void point_resolve(Play *play, Attack *attack, Shot *shot);

/* ---- overwatch.c: 14 ---------------------------------------------------------------------------------- */

/* Begins a cycle on top of whatever is open. */
void trigger_movement(Play *play, Hex entered, Edge edge, const Piece *movers, int count, bool road, bool mined);
void trigger_fire(Play *play, int side, const Hex *from, int count);
/* Whether a unit in that hex has the trigger in sight, as a firer or a mortar's spotter (14.2). */
bool sees_trigger(const Scenario *scenario, const State *view, Hex from, Hex hex);
Refusal spots_trigger(const Scenario *scenario, const State *view, Piece piece, Hex hex);

/* ---- at_rolls.c: 15 ----------------------------------------------------------------------------------- */

int at_needed(const Scenario *scenario, const State *state, Piece piece, Piece aim); /* on two dice, raw */
/* The column of its table: Cover of the target. */
int at_class(const Scenario *scenario, const State *state, Piece piece, Piece aim, bool *same_hex);
void at_resolve(Play *play, Attack *attack, Shot *shot);

/* ---- morale.c: 16.0–16.4, 16.6 ------------------------------------------------------------------------ */

/* Those with the highest Morale and losses among the attack's subject units; how many. */
int checkers_of(const Scenario *scenario, const State *state, const Attack *attack, Piece *out, int room);
bool checkers_alike(const Scenario *scenario, const Piece *checkers, int count); /* no matter which of them checks */
int morale_total(const Scenario *scenario, const State *state, const Attack *attack, Piece checker, int battalion);
int morale_column(int total);
/* The effect of a result of the table: attackers that are Paralyzed in a combat leave it. */
int result_felt(const Scenario *scenario, const State *state, const Attack *attack, int result);
int result_for(const State *state, const Attack *attack, int result);
void check_morale(Play *play, Attack *attack); /* the checker is named: rolls, applies */
void suppress(Play *play, Piece piece, int spirit, uint16_t rule);
int battalion_morale(const Scenario *scenario, const State *state, Piece piece); /* true or least known; 0 without */

/* ---- retreat.c: 16.5 ----------------------------------------------------------------------------------- */

/* The stack of the attack retreats (its checker rolls); or that of an order. `first`: bits of edges. */
void retreat_begin(Play *play, const uint64_t *who, Hex from, int side, Piece checker, int checker_lost,
                   RetreatCause cause, unsigned first);
unsigned edges_away(const Scenario *scenario, const State *state, const Attack *attack); /* R-11 (1) */
unsigned edges_from(const Scenario *scenario, Hex hex, Hex from); /* opposite the line from there */
unsigned edges_from_nearest(const Scenario *scenario, const State *state, int side, Hex hex);

/* ---- zones.c: 11.1h, 17.0b–c, 19, 27.2: what markers do to hexes ----------------------------------------- */

void marks_changed(const Scenario *scenario, State *state); /* computes smoked, zone and lit again */
/* FOURTHS of firepower that an entering unit meets there; 0 none. */
int entry_firepower(const Scenario *scenario, const State *state, Hex hex);
/* The lowest kill number of Artillery Point Fire among the markers whose zone the hex is in; 0 none. */
int entry_kill(const Scenario *scenario, const State *state, Hex hex);
/* 11.1h: pushes the attack on units that have just come into the hex; false if there is none. */
bool entry_attack(Play *play, const Piece *pieces, int count, Hex hex, MilderResult milder);
void zones_clean_up(Play *play);               /* 2.2.15, 2.2.17, 2.2.18 */
void zones_phase_begins(Play *play, int side); /* 2.2.9 */
void zones_phase_ends(Play *play);             /* 2.2.14 */

#endif
