/* ocs.h — the Operational Combat Series inside: which file does what. book.h is the data that never changes, state.h a
 * game, questions.h questions and orders, fight.h combat, supply.h supply and transport, air.h all that flies or sails.
 *
 * Files follow the rulebook of 1992: sequence.c is section 2, stacking.c 4.2, contact.c 4.1, modes.c 5, ground.c and
 * movement.c 6, overrun.c 7, reaction.c 8 and 10, combat.c 9.1, 9.2 and 9.9–9.11, odds.c 9.3–9.7 and 9.17, losses.c
 * 9.12, retreat.c 4.6 and 9.13, advance.c 9.13c and 9.14, forecast.c weighs what combat.c would do; setup.c is 3C of
 * the components, victory.c a scenario's end, fog.c 4.9. Declared in air.h: barrage*.c 9.6 and 12.4, flak.c 14.18,
 * air*.c 14 and 15, weather.c 18, ships.c 19. Supply: supply.c, pay.c, piles.c, trace.c, sustain.c, fuel.c, attrition.c
 * and capture.c 11; rail.c 12.3, rebuild.c 12.5 and 21, engineers.c 12.8 and 17, transport.c 12.2 and 13, arrivals.c
 * reinforcements, panels.c the supply sheet. orders.def describes questions and orders and names what is done for each,
 * system.c puts all of it into struct System.
 *
 * There are two editions: the rulebook of 1992, and the same as amended by the charts of 1995 (`edition`). Rows of the
 * ledger of the second begin with ocs2. Where only figures differ the tables hold both; where the procedure differs the
 * code asks `second_edition()`.
 *
 * A *view* is a State too (fog.c). Of an enemy hex only the top item is itself; all items beneath are one anonymous
 * slot (index >= scenario->pieces), and the counters' own slots are in no hex. */
#ifndef SANDTABLE_OCS_H
#define SANDTABLE_OCS_H

#include "systems/ocs/fight.h"
#include "systems/ocs/questions.h"
#include "systems/ocs/supply.h"

/* ---- counter.c: 3, 4.2–4.8: what a counter is and where it is -------------------------------------- */

static inline const Kind *kind_of(const Book *data, const State *state, Piece piece)
{
    return &data->kind[state->unit[piece].kind];
}
static inline bool is_known(const Book *data, const State *state, Piece piece)
{
    return !(kind_of(data, state, piece)->is & ANONYMOUS);
}
static inline bool is_aboard(const State *state, Piece piece) /* a ship; loads of aircraft are nowhere */
{
    return state->unit[piece].standing == ABOARD && state->unit[piece].carrier != NO_PIECE;
}
static inline bool is_on_map(const State *state, Piece piece) { return state->unit[piece].standing == ON_MAP; }
static inline bool is_there(const State *state, Piece piece) /* on the map, or aboard a ship on it */
{
    return is_on_map(state, piece) || is_aboard(state, piece);
}
static inline Hex hex_of(const State *state, Piece piece)
{
    return state->unit[is_aboard(state, piece) ? state->unit[piece].carrier : piece].at.hex;
}
static inline int enemy_of(int side) { return !side; }
/* On the map and of the side that is asked: a cheap test that lists make first. */
static inline bool is_asked_for(const State *view, Piece piece)
{
    return view->unit[piece].standing == ON_MAP && view->unit[piece].side == question(&view->head)->side;
}
void sort_counter(Book *data, Piece piece); /* into the book's sets; once its kind is known */
/* All counters of the side that is asked, wherever they are. */
static inline const uint64_t *own_counters(const Scenario *scenario, const State *view)
{
    return data_of(scenario)->owned[question(&view->head)->side];
}
static inline const uint64_t *own_aircraft(const Scenario *scenario, const State *view)
{
    return data_of(scenario)->aircraft[question(&view->head)->side];
}
static inline const uint64_t *own_ships(const Scenario *scenario, const State *view)
{
    return data_of(scenario)->ships[question(&view->head)->side];
}
/* Lists an order of one counter: each of the side that is asked for which it is legal. */
typedef bool MayBe(const Scenario *scenario, const State *view, Piece piece); /* a cheap test that all of them pass */
void list_counters(const Scenario *scenario, const State *view, const Order *prefix, MayBe *may_be, CheckOrder *check,
                   Choices *out);
/* 4.8, D24: combat units, guns, HQs, rail repair units and Repls. */
static inline bool is_unit(const Kind *kind) { return kind->class != SHIP && kind->class != AIRCRAFT; }
static inline const Face *face_of(const Book *data, const State *state, Piece piece)
{
    const Kind *kind = kind_of(data, state, piece);
    return &kind->face[state->unit[piece].face];
}
int rating_of(const Book *data, const State *state, Piece piece);      /* 5.10b-4, D3 */
int re_of(const Book *data, const State *state, Piece piece);          /* quarters (4.7, 9.12e) */
int stacked_re(const Scenario *scenario, const State *state, Hex hex); /* quarters that count against 10 (4.2-2) */
enum { STACK_LIMIT = 10 * QUARTERS };
bool has_modes(const Kind *kind);                               /* 5.1: all of them */
bool has_mode(const Kind *kind, int mode);                      /* … or that one: Repls only march (12.5-2) */
Hex user_of(const Book *data, const State *state, Piece piece); /* its hex, with AFLOAT or BY_SEA */

void place(const Scenario *scenario, State *state, Piece piece, Hex hex);
void lift(const Scenario *scenario, State *state, Piece piece); /* off the map, nowhere yet */
void move_to(Play *play, Piece piece, Hex hex);                 /* both, and control of the hex (D56) */
void bury(Play *play, Piece piece, uint16_t rule);              /* destroys it and sends an event */
void lose_step(Play *play, Piece piece, uint16_t rule);
void disorganize(Play *play, Piece piece, uint16_t rule);        /* 5.10: unless HQ or DG already */
void clear_states(State *state, uint32_t states, int side);      /* NO_SIDE: both */
int stack_of(const State *state, Hex hex, Piece *out, int room); /* top first */
static inline bool enemy_in(const State *state, int side, Hex hex)
{
    return has_bit(state->occupied[enemy_of(side)], hex);
}
static inline bool friend_in(const State *state, int side, Hex hex) { return has_bit(state->occupied[side], hex); }
int controller(const State *state, Hex hex);
void take_control(State *state, int side, Hex hex);
int hedgehog_at(const State *state, int side, Hex hex); /* level, 0 none */

/* ---- ground.c: 6.2, 9.3: what the map means ---------------------------------------------------------- */

void derive(const Scenario *scenario, Book *data); /* after loading and whenever the lab changes the map */
/* What a step costs in quarters by road or off it, whichever is less; PROHIBITED. */
int step_cost(const Scenario *scenario, int mp, Hex from, Edge edge);
int bare_cost(const Scenario *scenario, int mp, Hex from, Edge edge); /* as if there were no road or rail (7.1a-1) */
/* The same in that weather. Movement and traces call going() (air.h), which knows the weather. */
int step_cost_in(const Scenario *scenario, int weather, int mp, Hex from, Edge edge);
int bare_cost_in(const Scenario *scenario, int weather, int mp, Hex from, Edge edge);
int entry_cost_in(const Scenario *scenario, int weather, int mp, Hex to); /* of the hex alone, whatever its sides are */
bool is_road(const Scenario *scenario, Hex from, Edge edge);              /* road or rail: Strategic Move (5.8b-3) */
bool is_firm(const Scenario *scenario, Hex from, Edge edge);              /* primary road or rail: the same in mud */
bool is_swamp(const Scenario *scenario, Hex hex);
Hex spot_of(const Scenario *scenario, Hex hex);            /* where counters put there end up */
bool can_stand(const Scenario *scenario, int mp, Hex hex); /* land that is not prohibited to that kind of MPs */
static inline bool is_land(const Book *data, Hex hex) { return has_bit(data->land, hex); }

/* ---- contact.c: 4.1: next to the enemy --------------------------------------------------------------- */

bool is_contact(const Scenario *scenario, const State *state, int side, Hex hex); /* an enemy unit is adjacent */
/* All hexes next to units of that side. */
void find_beside(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS]);
/* A friend in the hex that does not travel along and has begun the phase there or is halted (4.1-12, D8). */
bool is_negated(const Scenario *scenario, const State *state, int side, Hex hex, const Piece *moving, int count);
/* 4.1-13, D6: units of `side` have halted in the hex: Reserve markers next to it come off. */
void contact_breaks_reserve(Play *play, int side, Hex hex);
void lose_reserve(Play *play, Piece piece, uint16_t rule);

/* ---- sequence.c: 2 ------------------------------------------------------------------------------------- */

void ocs_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events);
/* For the lab: begins that phase of that turn, `side` phasing. */
bool go_to_step(Play *play, int step, int side, int turn, int go); /* false: the sequence has no such phase */

/* ---- setup.c: 3C of the components ------------------------------------------------------------------------ */

void setup_state(Play *play);
void place_stock(State *state, const Stock *stock);

/* ---- modes.c: 5 -------------------------------------------------------------------------------------------- */

int reserve_hexes(const Scenario *scenario, const State *state, int side); /* that need a marker (D38) */
/* The hexes of those in Reserve but for some. */
void reserves_besides(const Scenario *scenario, const State *state, int side, const Piece *moving, int count,
                      uint64_t out[OCS_WORDS]);
/* The same if those counters stood in `to`. */
int reserve_hexes_if(const Scenario *scenario, const State *state, int side, const Piece *moving, int count, Hex to);

/* ---- reaction.c: 5.7b, 8, 10: releases, and units that may act ----------------------------------------------- */

/* Whether the unit may move or attack in the present phase, as far as the phase goes. */
Refusal may_act(const Scenario *scenario, const State *view, Piece piece);

/* ---- movement.c: 6 ------------------------------------------------------------------------------------------- */

int allowance(const Book *data, const State *state, Piece piece); /* quarters of MPs in its present mode (6.1b, D1) */
int mp_left(const Book *data, const State *state, Piece piece);
void movement_begins(Play *play);
void movement_ends(Play *play, int side);
void halt_unit(Play *play, Piece piece);
Refusal movement_end_check(const Scenario *scenario, const State *view, const Order *order);
/* Whether any step is open to the unit by itself. */
bool can_step(const Scenario *scenario, const State *view, Piece piece);
void arrive_in(Play *play, const Piece *pieces, int count, Hex hex); /* truck stop (4.1-5) where they came to */

/* ---- stacking.c: 4.2-6, D25 ------------------------------------------------------------------------------------ */

Hex overstacked(const Scenario *scenario, const State *state, int side, Hex from); /* next such hex, or NO_HEX */

/* ---- fog.c: 4.9, D41 -------------------------------------------------------------------------------------- */

void ocs_mask(const Scenario *scenario, const Position *position, int viewer, Position *view);
void ocs_mask_again(const Scenario *scenario, const Position *position, int viewer, Position *view, Sight *sight);
enum { OCS_SIGHT = 28 * 1024 }; /* bytes of a Sight */
bool ocs_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random);
void ocs_imagine(const Scenario *scenario, const Position *view, int viewer, Random *random,
                 Position *out); /* imagine.c */
enum { OCS_FACTS = (OCS_PIECES + (2 + MARKERS) * OCS_SPOTS) / 64 };
void ocs_learned(const Scenario *scenario, const Position *view, uint64_t *bits);
bool ocs_reveals(const Scenario *scenario, const Position *view, const Order *order);
bool is_open(const State *state, Hex hex);                            /* its contents are shown to both (4.9-2) */
bool all_known(const Scenario *scenario, const State *view, Hex hex); /* the viewer knows all units in the hex */

/* ---- panels.c: the supply sheet ----------------------------------------------------------------------------- */

enum { OVERLAY_SUPPLY, OVERLAY_THROW, OVERLAY_DUMP, OVERLAY_STARVING, OVERLAY_RAIL };
extern const OverlayKind ocs_overlays[];
bool ocs_overlay(const Scenario *scenario, const Position *view, int kind, const OverlayAbout *about,
                 OverlayMarks *out);
void ocs_panels(const Scenario *scenario, const Position *view, int viewer, Panels *out);
void ocs_trace(const Scenario *scenario, const Position *position);

/* ---- the rest --------------------------------------------------------------------------------------------- */

bool ocs_load(Scenario *scenario, Loading *loading); /* load.c, counters.c, tables.c */
void ocs_unload(Scenario *scenario);
extern const StandingKind ocs_standing[]; /* standing.c */
extern const Branch ocs_branches[];
extern const Sign ocs_signs[];
extern const MarkKind ocs_mark_kinds[];
void ocs_look(const Scenario *scenario, const Position *view, Piece piece, Look *out); /* look.c */
int ocs_marks(const Scenario *scenario, const Position *view, Mark *out, int room);
int ocs_track(const Scenario *scenario, const Position *view, Sentence *out, int room);
int ocs_phases(const Scenario *scenario, const Position *view, TurnPhase out[TURN_PHASES]);
void victory_score(const Scenario *scenario, const State *state, Score *out); /* victory.c */
void victory_check(Play *play);
bool win_holds(const Scenario *scenario, const State *state, const Win *win);
int times_met(const Scenario *scenario, const State *state, const Points *line);
void note_held(const Scenario *scenario, State *state);
bool ocs_invariants(const Scenario *scenario, const Position *position, char why[200]); /* invariants.c */
bool ocs_lab(Scenario *scenario, Position *position, const LabLine *line);              /* lab.c */
bool ocs_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200]);
/* Texts of the data for %d (System.text): columns by terrain, then results. */
static inline int column_text(int terrain, int column) { return terrain * COLUMNS + column; }
static inline int result_text(int result) { return TERRAINS * COLUMNS + result; }
/* Then columns and results of the charts (charts.c). */
static inline int band_text(int chart, int column) { return TERRAINS * COLUMNS + OCS_RESULTS + chart * BANDS + column; }
static inline int chart_text(int chart, int result) { return band_text(CHARTS, 0) + chart * CHART_RESULTS + result; }

extern const char *const ocs_feature_names[]; /* appraisal.c, ended by NULL */
void ocs_features(const Scenario *scenario, const Position *position, int32_t out[SIDES][FEATURES_MAX]);

#endif
