/* wb95.h — WB-95 inside: which file does what. The immutable data are in book.h, the state of a game in state.h.
 *
 * Files follow the rulebook: walk.c with walk_step.h, walk_cost.c and walk_ways.c, march.c and movement.c are sections
 * 3, 4.2 and 12, zone.c 4.1 and 4.3, odds.c 1.5–1.7 and 5.5, combat.c 5.1–5.2 with duty.c, commitment.c and losses.c,
 * retreat.c 5.3, pursuit.c 5.4, disorganisation.c 5.6, artillery.c, shelling.c and barrage.c 6, fortification.c 7,
 * air.c, sorties.c and flights.c 8, headquarters.c 9, supply.c 10, reinforcement.c 11, concentration.c 13, bridge.c 14,
 * special.c 15, masking.c and hidden.c 16; sequence.c is section 2, setup.c the counters and set-ups, features.c the
 * special rules scenarios switch on, victory.c their scoring. orders.def describes questions and orders and names what
 * is done for each, system.c puts all into struct System.
 *
 * State is the position: one flat block. Only zone.c's place() and lift() move a counter, and they keep up the stacks
 * and the zones of control. Every other field has an owner, noted below.
 *
 * A *view* is a State too. Counters its owner may not know are replaced in it: the real slot becomes UNSEEN, and an
 * anonymous slot (index >= scenario->pieces) stands in the stack with a kind that says only what is known (perhaps the
 * type). Rules read kinds, never identities, so the same code serves both.
 *
 * What is hidden never falsifies a rule (R105): a view's zones of control are those that are certain, and orders are
 * refused for them alone. State.unseen says what hidden counters may be; perhaps_zoc() whether they may have a zone
 * somewhere. apply() works on the truth: where that forbids what a view had to allow, the order ends there and an
 * EVENT_REVEALED says why. */
#ifndef SANDTABLE_WB95_H
#define SANDTABLE_WB95_H

#include "core/flood.h"
#include "systems/wb95/state.h"
#include "wb95_orders.h"
#include "wb95_rules.h"

/* ---- zone.c: 4.1, 4.3, stacks ------------------------------------------------------------------- */

/* Puts a counter that is nowhere on a hex, on top. Keeps stacks and zones. */
void place(const Wb95 *data, const Scenario *scenario, State *state, Piece piece, Hex hex);
/* Takes it off; unit.place is left to the caller. */
void lift(const Wb95 *data, const Scenario *scenario, State *state, Piece piece);
/* Recomputes the zone of a counter whose state changed what it projects: call lift() before, place() after. */

static inline bool is_enemy(const Wb95 *data, int side, int other) { return data->enemies[side] >> other & 1; }
/* Whether a zone of an enemy of `side` covers the hex. */
static inline bool enemy_zoc(const Wb95 *data, const State *state, int side, Hex hex)
{
    for (int other = 0; other < SIDES - 1; other++)
        if (data->enemies[side] >> other & 1 && has_bit(state->zoc[other], hex))
            return true;
    return false;
}
/* The same for the side that is asked, which may know of a zone it does not see (R110). */
static inline bool known_zoc(const Wb95 *data, const State *state, int side, Hex hex)
{
    return enemy_zoc(data, state, side, hex) || has_bit(state->told_zone, hex);
}
/* Whether a usable bridge spans the hexside. */
static inline bool bridged(const Wb95 *data, const State *state, Hex hex, Edge edge)
{
    uint16_t site = data->site[hex][edge];
    return site != 0xFFFF && state->site[site] & SITE_STANDING;
}
/* Edges over which a zone of control of a class reaches from a hex, as bits: none over a destroyed bridge where
 * nothing but the road leads on (4.1.4). */
static inline unsigned class_zone(const Wb95 *data, const State *state, int class, Hex hex)
{
    unsigned edges = data->zoc_edges[class][hex];
    for (unsigned bits = data->causeways[class][hex]; bits; bits &= bits - 1)
        if (!bridged(data, state, hex, (Edge)__builtin_ctz(bits)))
            edges &= ~(bits & -bits);
    return edges;
}
/* The same of a kind. */
static inline unsigned zone_edges(const Wb95 *data, const State *state, int kind, Hex hex)
{
    int class = data->zone_class[kind];
    return class < ZONE_CLASSES ? class_zone(data, state, class, hex) : 0;
}
/* In views: whether hidden counters of one of these sides (bits) may have a zone there, and nothing in sight surely
 * has. */
bool perhaps_zoc(const Scenario *scenario, const State *view, unsigned sides, Hex hex);
/* Whether so many counters of unknown type may all be guns and HQs; with `groups` resistance groups will do, too. */
static inline bool may_be_weak(const State *view, int side, int unknown, bool groups)
{
    const uint16_t *unseen = view->unseen[side];
    return unknown <= unseen[HIDDEN_GUN] + unseen[HIDDEN_HQ] + (groups ? unseen[HIDDEN_GROUP] : 0);
}
/* Whether a zone of the side's counters covers the hex, by the stacks around it. */
bool zone_found(const Wb95 *data, const Map *map, const State *state, int side, Hex hex);
/* Whether this counter's zone reaches the hex (adjacent or not). */
bool zone_covers(const Scenario *scenario, const State *state, Piece piece, Hex hex);
/* Whether any enemy counter of `side` is there. */
static inline bool enemy_at(const Wb95 *data, const State *state, int side, Hex hex)
{
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        if (is_enemy(data, side, state->unit[piece].side))
            return true;
    return false;
}
bool friend_at(const State *state, int side, Hex hex);
/* CELs in a hex (3.2.1). They are counted when a Movement or Strategic Phase, a retreat or a pursuit ends, and at
 * set-up (R94). */
enum { STACKING_LIMIT = 8 };
/* CELs of a side's counters on a hex (HQ 1, 3.2.2). */
static inline int stack_cel(const State *state, int side, Hex hex)
{
    int cel = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        if (state->unit[piece].side == side)
            cel += state->unit[piece].cel;
    return cel;
}
static inline bool fortified(const State *state, Hex hex) { return has_bit(state->fortified, hex); }
/* Side that controls the hex, NO_SIDE for none. */
static inline int controller(const State *state, Hex hex)
{
    int side = has_bit(state->control[0], hex) | has_bit(state->control[1], hex) << 1;
    return side < SIDES - 1 ? side : NO_SIDE;
}
void set_controller(State *state, Hex hex, int side);
void set_fortified(State *state, Hex hex, bool on);
/* Whether one of these nations (bits) controls the hex; distinguishes the nations of one side. */
bool held_by(const Wb95 *data, const State *state, Hex hex, unsigned nations);
/* 4.3.2–4.3.6 at the end of a side's Supply Phase. */
void take_control(Play *play, int side);

#define STACK 40
/* All counters of a hex, top first; returns how many. */
int stack_of(const State *state, Hex hex, Piece out[STACK]);

/* ---- walk.c, movement.c: 3, 4.2, 12 ------------------------------------------------------------------------- */

/* Twelfths for one step of this unit, all costs of 3.1.12, 4.2.6, 8.2.13 and 6.1.7 included but uncapped; a
 * refusal when it may not be taken at all. Looks neither at the MPs left nor at stacking. */
Refusal step_cost(const Scenario *scenario, const State *view, Piece piece, Hex from, Edge edge, bool strategic,
                  int *cost);
/* MPs at the start of a phase, in twelfths, after OoS, disruption and strategic reduction. */
int allowance(const Scenario *scenario, const State *view, Piece piece, bool strategic);
void derive_walks(const Map *map, Wb95 *data); /* called by derive(), after the costs of steps */
/* Sets every unit of the phasing side up for a Movement or Strategic Movement Phase: MPs, flags, reinforcements
 * due, bridges completed. */
void movement_begin(Play *play, bool strategic);
/* Points and states of the phasing side's counters are what they are at the beginning of a Movement Phase. */
void refresh_movement(const Play *play, bool strategic);
/* Whether there is a way over that hexside for the counter, at whatever price: open ground, or a road whose bridge, if
 * it has one, stands; HQ may enter any but lakes (9.1.3). */
bool may_enter(const Scenario *scenario, const State *view, const Kind *kind, Hex from, Edge edge);
/* Moves a counter one step on the map with all that follows: overruns (6.1.7, 9.1.5), FF of the enemy gone
 * (7.1.6), crossing attacks (8.2.19) when `by_movement`. False if the unit did not survive. */
bool step_into(Play *play, Piece piece, Edge edge, bool by_movement);
/* R110: the truth did not allow that step, under that rule. Keeps in mind what hex that closes, so that it is refused
 * from then on; false if the rule closes none. Then: none is closed any more. */
bool close_hex(State *state, Hex from, Hex to, int rule);
void open_hexes(State *state);
/* What it costs to come onto a hex of an entry zone from beyond the edge (11.1.5): road rate where a road leaves. */
int entry_cost(const Scenario *scenario, const Kind *kind, Hex hex);
/* Whether a road leaves the map at this edge hex, because one ends there: its best road, NO_ROAD for none. */
int road_off_map(const Scenario *scenario, Hex hex);
/* At the end of a movement phase: stacking (3.2.1). Legal, or all the hexes that are over the limit and can be left. */
Refusal stacking_legal(const Scenario *scenario, const State *view, int side);

/* Counters on the map that can be given the order of the prefix, which names nothing yet. */
void list_movers(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);

/* ---- fortification.c: 7.1 ---------------------------------------------- */
/* At the end of every phase: empty FFs lapse (7.1.5). */
void fortifications_lapse(Play *play);
/* Which side an FF serves: the one that is in it, or left it in this phase. */
int fortification_side(const State *state, Hex hex);

/* ---- reinforcement.c: 11 ------------------------------------------------------------------------------ */
void derive_zones(const Scenario *scenario, Wb95 *data); /* called by derive(), after the costs of steps */
/* What a zone is called: its printed name, or the hex where its road leaves the map. */
const char *zone_name(const Scenario *scenario, int zone, char out[HEX_TEXT]);
void reinforcements_due(Play *play, int side);     /* at the start of a Movement Phase; called by movement_begin */
void arrivals_due(Play *play, int side, int turn); /* those scheduled up to that turn wait beyond the edge */

/* The verbs that counters beyond the edge of the map can be given. */
void add_verbs_of_reinforcements(const Scenario *scenario, const State *view, KindSet *verbs);

/* ---- combat.c: 5.1, 5.2, 5.5; artillery.c: 6; special.c: 15; concentration.c: 13; headquarters.c: 9 ------ */

/* Strength of one counter as it is: CEL, disorganisation, supply (1.7, 5.6.4, 10.2.2). */
int attack_strength(const Wb95 *data, const State *view, Piece piece, bool full_strength);
int defence_strength(const Wb95 *data, const State *view, Piece piece);
/* 1.5, 1.7, 1.6: column 0 = 1:4 … 12 = 10:1. */
int column_of_ratio(int attack, int defence);
int shift_column(int column, int attack_cm, int defence_cm);
extern const uint8_t column_attack[COLUMNS], column_defence[COLUMNS];
/* A counter loses CELs; eliminated at none, with all that follows (HQ pools 9.1.6, kills). `by` is the nation that gets
 * credit for a kill where the scenario needs that (R90). */
enum { NOBODY = NATIONS };
void lose_cel(Play *play, Piece piece, int count, int by, int rule);
void eliminate(Play *play, Piece piece, int by, int rule);
/* The nation with the most of these SP, NOBODY when two have as much; and that of a force in a combat. */
int strongest_nation(const int sp[NATIONS]);
int leading_nation(const Wb95 *data, const State *view, const Combat *combat, int which);
/* Disorganises now (5.6.1) and restarts its clock. */
void disorganise(Play *play, Piece piece, int rule);
/* One test for a group: one roll of 2K6 against each counter's own limit (R27). */
void disorganisation_test(Play *play, const Piece *group, int count, int rule);
/* 5.6.5, at the end of each phase. */
void recover(Play *play);
/* These states end for the counters of a side; NO_SIDE: for all. */
void clear_states(Play *play, uint32_t states, int side);
/* Something happened that breaks a disorganised unit's rest (R28). */
static inline void disturb(State *state, Piece piece) { state->unit[piece].now |= IDLE_BROKEN; }
/* Duties of 5.1.3/5.1.4, stars.2-8: legal when none is open. */
Refusal duties_met(const Scenario *scenario, const State *view, int side);
/* Terrain CM of the hex alone, for 6.4.2 and 8.2.7 (R14). */
static inline int ground_cm(const Wb95 *data, Hex hex) { return data->hex_cm[hex]; }
/* Fire tables: index of the row for so many SP, -1 for none. */
int fire_row(int sp);
/* Applies a cell of a fire table to a hex: losses chosen by the owner (pushes ASK_LOSSES), D, test. `by`: the nation
 * that fires. */
void fire_result(Play *play, Hex hex, Result result, int by, int rule);
void combat_begin(Play *play);
void combat_end(Play *play);
void hq_lost(Play *play, Piece hq);

/* ---- results.c ------------------------------------------------------------------------------------------- */
extern const char *const wb95_words[];
/* Index among the system's words of one half of a result, as the table writes it, and in words. */
int result_word(int which, Result result);
int fire_word(Result result);
bool harms(Result result); /* of a result of fire: it does something */
int spoken_word(Result result);
int phase_word(int kind);
int month_word(int month); /* from 0 */
int nation_word(int nation);
int marker_word(int mission); /* the word on a mission's marker */

/* ---- air.c, sorties.c, flights.c: 8 --------------------------------------------------------------------------- */
enum { MISSION_SP = 7, CROSSING_HEXES = 6 }; /* 8.2.12, 8.2.23; 8.2.16 */
static inline bool flying(const AirMission *mission) { return mission->sp && mission->revealed; }
/* The bridge there, -1 if none stands. */
int standing_site(const Scenario *scenario, const State *view, Hexside hexside);
void air_begin(Play *play); /* opens planning for each side in turn; asks no side that cannot fly */
int air_support_at(const State *view, int side, Hex hex, bool offensive); /* SP waiting there */
/* Flights that an order names by their numbers (R97): what they may support, what they add, which may be named next. */
enum { FLIGHTS = 12 };
typedef struct Support {
    int side, hexes;
    const Hex *hex;
    bool offensive;
} Support;
int flights_sp(const State *view, const Order *order, int slot, int side);
Refusal flights_refusal(const State *view, const Order *order, int slot, const Support *support, int rule);
void list_flights(const State *view, const Order *prefix, int slot, const Support *support, Choices *out);
void flights_used(State *state, const Order *order, int slot, int side);
Hex flight_over(const State *view, int number, int side, bool offensive); /* where it waits, NO_HEX if it does not */
int air_counter_worth(const Wb95 *data, int side); /* SP of an air counter without a value (8.1.1-2) */
int air_nation(const Wb95 *data, int side);        /* the nation of a side's aircraft */
void air_clear(Play *play);                        /* at the end of a half-turn */
int disruptions_at(const Scenario *scenario, const State *view, Hex hex); /* 8.2.13 */
/* 8.2.19: dice for a unit of `side` that crosses; `by`, all 0, counts the attacks of each nation. */
int crossing_attacks_at(const Wb95 *data, const State *view, int side, Hex hex, int by[NATIONS]);

/* ---- supply.c: 10 ------------------------------------------------------------------------------------------ */
enum { NO_LINE = 0xFFFF, LINE_COSTS = 512 };
typedef struct Lines {
    uint16_t left[WB95_HEXES]; /* twelfths of supply MPs left there, and one; 0 or NO_LINE: no line comes there */
    Hex from[WB95_HEXES];      /* towards the base; NO_HEX at it */
    uint16_t head[LINE_COSTS]; /* the queue of the flood */
    uint16_t used;
    struct {
        Hex hex;
        uint16_t next;
    } node[WB95_HEXES * (EDGES + 1)];
} Lines;
static inline bool line_reaches(const Lines *lines, Hex hex) { return lines->left[hex] && lines->left[hex] != NO_LINE; }
/* Hexes of units for which a line is sought. */
typedef struct Sought {
    int count;
    Hex hex[WB95_SLOTS];
} Sought;
/* Where lines of a nation's bases reach: everywhere, or, of the hexes sought alone, whether they do. */
void supply_lines(const Scenario *scenario, const State *view, int side, int nation, Lines *lines, Sought *sought);
/* What the supply overlay shows of a side, whatever may be hidden: where it reaches, the lines to its units, the units
 * without one. */
void show_supply(const Scenario *scenario, const State *view, int side, OverlayMarks *out);
void supply_phase(Play *play, int side);
void derive_lines(const Scenario *scenario, Wb95 *data); /* after the steps are known */

/* ---- bridge.c: 14 -------------------------------------------------------------------------------------------- */
/* Changes the state of a site, and the zones of control that depend on it. */
void set_site(const Scenario *scenario, State *state, int site, unsigned is);
int bridge_controller(const State *state, int site); /* side or NO_SIDE */
void bridge_begin(Play *play);                       /* start of the game, after set-up: the controllers */
void bridge_control(Play *play);                     /* after anything moved or died: 14.1.3, and plans of 14.3.2 */
void bridge_control_at(Play *play, Hex hex);         /* the bridges of one hex only */
void bridge_plans(Play *play);                       /* plans only */
void bridge_movement_begin(Play *play);              /* HQ bridges completed (14.3.2); called by movement_begin */
void bridge_movement_end(Play *play);                /* finished bridges free their HQs */
void bridge_supply_end(Play *play);                  /* HQs on the bank, bridges between empty ends */

/* ---- sequence.c: 2 ---------------------------------------------------------------------------------------------- */
enum { PHASE_AIR, PHASE_BARRAGE, PHASE_MOVEMENT, PHASE_COMBAT, PHASE_STRATEGIC, PHASE_SUPPLY, PHASES_EACH };
/* What kind of phase a phase number (1…12, 18 with three players) is. */
static inline int phase_kind(int phase) { return (phase - 1) % 6; }
/* What must hold before a side may end its phase (2.1.4-2, 3.2.1, 5.1.7). */
Refusal phase_may_end(const Scenario *scenario, const State *view, int side);

/* ---- features.c, victory.c ---------------------------------------------------------------------------- */
extern OpenOrder replacement_open;    /* whether the replacement HQ may be placed (nysa.1-12) */
void feature_begin(Play *play);       /* at the start of a game, before the questions of set-up */
bool feature_before_play(Play *play); /* after set-up: loyalty, air days; true if it asked a side */
void feature_turn_begin(Play *play);
bool feature_after_combat(Play *play);   /* first thing when a Combat Phase ends: pontoons; true if it asked a side,
                                          * false when it asked before in this phase */
void feature_phase_end(Play *play);      /* crossings counted, HQ lost … */
void feature_movement_begin(Play *play); /* units released by crossings; called by movement_begin */
/* Whether this nation's unit may get orders of its own now (stars.2-2, 2-3). */
Refusal feature_may_act(const Scenario *scenario, const State *view, Piece piece);
unsigned feature_resting(const Wb95 *data, const State *view); /* bits of the nations of which none may */
void feature_acted(Play *play, Piece piece);                   /* it moved or did something in a Movement Phase */
/* A counter that comes by a feature: may it come on now? (nysa.6-2, 7) And: it has made use of that, to come or to
 * shift; it came on at that hex. */
Refusal feature_arrival(const Scenario *scenario, const State *view, const Arrival *arrival);
void feature_let_in(Play *play, Piece piece);
void feature_arrived(Play *play, Piece piece, Hex hex);
/* Comes on though the enemy controls the zone: its rule would be empty else (nysa.7 over 11.1.4). */
bool feature_forces_entry(const Wb95 *data, Piece piece);
/* It left the map through the zone (area index); true if it is gone for good (nysa.8-1). */
bool feature_exited(Play *play, Piece piece, int zone_area);
/* Nation a unit counts as: defectors are Americans (R71). */
static inline int nation_of(const Wb95 *data, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    return unit->now & DEFECTED ? data->special.joins : data->kind[unit->kind].nation;
}
/* Bans of scenarios on a step, retreats included: closed line, garrisons, passage. Mixed stacks at the end are not
 * here. */
Refusal feature_step(const Scenario *scenario, const State *view, Piece piece, Hex from, Hex to);
/* Whether it may come onto the map there: not where a closed line would have kept it from going (nysa.1-11, R103). */
Refusal feature_appears(const Scenario *scenario, const State *view, Piece piece, Hex hex);
void derive_closed_line(const Map *map, Wb95 *data); /* called by derive(), after the zones */
/* Bits of the nations that such a ban could ever concern, and of those it concerns in empty hexes too; garrisons are
 * extra. */
unsigned feature_bound(const Wb95 *data);
unsigned feature_fenced(const Wb95 *data);
/* Two counters that may not share a hex (stars.2-5). */
bool feature_apart(const Wb95 *data, const State *view, Piece piece, Hex hex);
void victory_check(Play *play, bool end_of_game);
void victory_score(const Scenario *scenario, const State *state, Score *out);
/* Whether the score depends on where counters are, and not only on what was taken and what died. */
bool score_counts_standing(const Scenario *scenario);
/* How often a way to score is met. */
int points_met(const Scenario *scenario, const State *state, const Points *points);
/* The same of every way that the scenario has. */
void all_points_met(const Scenario *scenario, const State *state, int times[WB95_POINTS]);

/* ---- setup.c, masking.c, look.c, lab.c, judgement.c ---------------------------------------------------- */
bool wb95_load(Scenario *scenario, Loading *loading);
void wb95_unload(Scenario *scenario);
void wb95_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events);
void wb95_mask(const Scenario *scenario, const Position *position, int viewer, Position *view);
/* Sides whose counters and minds that viewer does not know, as bits. */
unsigned sides_hidden(const Wb95 *data, int viewer);
bool in_combat(const State *state); /* State.combat is the combat at hand */
/* What a view was made of. */
struct Sight {
    const Scenario *scenario; /* NULL: there is none yet */
    int viewer;
    uint64_t fortified[WB95_HEXES / 64];
    Unit unit[WB95_SLOTS / 2]; /* the real counters */
};
void wb95_mask_again(const Scenario *scenario, const Position *position, int viewer, Position *view, Sight *sight);
/* shuffle.c, for tests: another true position that gives the side the same view. */
bool wb95_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random);
/* imagine.c: a true position that fits the view; what the view shows of hidden counters. */
void wb95_imagine(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out);
enum { WB95_FACTS = (WB95_SLOTS + 2 * WB95_HEXES) / 64 + 2 };
_Static_assert(WB95_TURNS *(SIDES - 1) < 64, "a bit for each half-turn");
void wb95_learned(const Scenario *scenario, const Position *view, uint64_t *bits);
bool wb95_reveals(const Scenario *scenario, const Position *view, const Order *order);
bool wb95_foresee(const Scenario *scenario, Position *view, int side); /* sequence.c */
void wb95_look(const Scenario *scenario, const Position *view, Piece piece, Look *out);
int wb95_marks(const Scenario *scenario, const Position *view, Mark *out, int room);
/* What they are drawn with: the tables of look.c. */
enum { OVERLAY_SUPPLY, OVERLAY_ZONES, OVERLAY_THREAT };
extern const StandingKind wb95_standing[]; /* standing.c */
extern const Branch wb95_branches[];
extern const Sign wb95_signs[];
extern const MarkKind wb95_mark_kinds[];
extern const OverlayKind wb95_overlays[];
/* Whether counters that moved show it: while their side moves. */
bool shows_moves(const State *view);
const char *wb95_group_name(const Scenario *scenario, int group);
void wb95_panels(const Scenario *scenario, const Position *view, int viewer, Panels *out);
void wb95_aims(const Scenario *scenario, const Position *view, int side, Aims *out);
void wb95_scale(const Scenario *scenario, const Position *view, Scale *out);
int wb95_tallies(const Scenario *scenario, const Position *position, PointsLine out[TALLIES_MAX]);
/* The hexes that count in a row of points, if it counts hexes. */
bool aim_covers(const Scenario *scenario, const State *view, const Points *row, Hex hex);
int wb95_track(const Scenario *scenario, const Position *view, Sentence *out, int room);
int wb95_phases(const Scenario *scenario, const Position *view, TurnPhase out[TURN_PHASES]);
void wb95_judge(const Scenario *scenario, const Position *view, Memo *memo);
int32_t wb95_value(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order);
extern const char *const wb95_feature_names[]; /* appraisal.c, ended by NULL */
void wb95_features(const Scenario *scenario, const Position *position, int32_t out[SIDES][FEATURES_MAX]);
bool wb95_invariants(const Scenario *scenario, const Position *position, char why[200]);
extern const char *const mission_words[]; /* as orders call them, ended by NULL */
bool wb95_lab(Scenario *scenario, Position *position, const LabLine *line);
bool wb95_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200]);
bool wb95_lab_show(const Scenario *scenario, const Position *position, const LabLine *line, char *out, size_t room);
/* Zones of control found from nothing (invariants.c). */
void project_zones(const Scenario *scenario, const State *state, uint64_t out[SIDES - 1][WB95_HEXES / 64]);
/* Everything computed from map and tables; again after the lab changed the map. */
void derive(Scenario *scenario, Wb95 *data);
/* Whether a unit can stand in the hex at all: some way in, or a road; HQs anywhere but in lakes (9.1.3). */
bool ground_bears(const Scenario *scenario, const Kind *kind, Hex hex);

#endif
