/* supply.h — supply, the pause, aircraft and flak: sections 9 and 10. */
#ifndef SANDTABLE_PM_SUPPLY_H
#define SANDTABLE_PM_SUPPLY_H

#include "systems/pm/state.h"

/* ---- supply.c: 9 ----------------------------------------------------------------------------- */
/* Where paths to sources run, as sets. */
typedef struct Supplies {
    uint64_t reached[PM_WORDS];                    /* German side: from any source; Soviet: overland */
    uint64_t romania[PM_WORDS], hungary[PM_WORDS]; /* from sources of that country alone (9.11-2) */
    uint64_t by_lake[PM_WORDS];                    /* Soviet: only over a lake (pm.r.107) */
} Supplies;
void trace_supply(const Scenario *scenario, const State *view, int side, Supplies *out);
/* The same, kept until something changes that it depends on; the next call of this thread may overwrite it. */
const Supplies *supplies_of(const Scenario *scenario, const State *view, int side);
Supply supply_of(const Scenario *scenario, const State *view, const Supplies *supplies, Piece piece);
Supply traced_supply(const Scenario *scenario, const State *view, const Supplies *supplies, Piece piece); /* no air */
bool is_airlifted(const State *view, Hex hex);
/* Whether a German-side unit of that nation would have any supply there. */
bool would_be_supplied(const Scenario *scenario, const State *view, const Supplies *supplies, int nation, Hex hex);
/* The same of a hex that a side would have a unit in: districts, calls, arrivals (pm.r.21, pm.r.39, pm.r.81). */
Supply supply_of_hex(const Scenario *scenario, const State *view, const Supplies *supplies, int side, Hex hex);
bool is_cut_off(const Scenario *scenario, const State *view, const Supplies *supplies, Hex hex); /* 8.9-2, pm.r.82 */
/* Lengths of the shortest paths to a source, -1 none (14.32b-2, pm.r.61). */
typedef struct Paths {
    int16_t far[PM_SPOTS]; /* of paths through the hex; ask path_from() where a unit is */
} Paths;
/* `country`: only to sources there, as Romanians and Hungarians trace (9.11-2); NO_ZOMO any. */
void trace_paths(const Scenario *scenario, const State *view, int side, int country, Paths *out);
void sources_of(const Book *data, int side, int country, uint64_t *out);
int path_from(const Scenario *scenario, const State *view, int side, const Paths *paths, Hex hex);
void show_supply(const Scenario *scenario, const State *view, int side, OverlayMarks *out);
/* What would have no supply any more if the other side stood in the hex: marks it, and says how many counters. */
int show_starving(const Scenario *scenario, const State *view, int side, Hex hex, OverlayMarks *out);
void derive_ways(const Scenario *scenario, Book *data);                       /* part of derive() */
bool may_be_marked(const Scenario *scenario, const State *view, Piece piece); /* 9.20-4, pm.r.120 */
/* The hexes that are supplied by air after the order (pm.r.119): no more than two, if it is legal. */
int airlifted_after(const State *view, const Order *order, Hex out[]);
void airlift_follows(Play *play, int side, Hex from, Hex to); /* the stack takes its marker along (9.18-2) */

/* ---- pause.c: 9.19 --------------------------------------------------------------------------- */
Refusal pause_forbids(const State *view); /* any attack of the German side; asked by attack_check and assault_check */
void pause_couplet_ends(Play *play);      /* 9.19-2 */

/* ---- air.c: 10 ------------------------------------------------------------------------------- */
void aircraft_begin(Play *play); /* 10.2-5, 8.10: the aircraft of this turn */
/* Points a side's aircraft at the hex give a battle whose supported counters bring so many factors (10.2-3). */
int air_support(const Scenario *scenario, const State *view, int side, Hex hex, int factors);
bool in_aircraft_range(const Scenario *scenario, Hex hex); /* of the Soviet ones (10.4) */
int corps_at(const State *view, int side, Hex hex); /* number of the corps there, 7 for the Soviet one, -1 none */
bool flak_helps(const Scenario *scenario, const State *view, const Supplies *supplies, Hex hex); /* 10.1-2 */
static inline bool is_idle(const State *view, int corps) { return view->corps_idle >> corps & 1; }
void markers_left(Play *play); /* after any unit may have left a hex for good or died there */
/* The stack splits: aircraft follow `to` (10.2-4, pm.r.98). */
void aircraft_follow(Play *play, int side, Hex from, Hex to);

#endif
