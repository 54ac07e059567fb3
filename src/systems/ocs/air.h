/* air.h — barrages, flak, aircraft, weather and ships: what the files of 9.6, 12.4, 14, 15.0, 18 and 19 share.
 *
 * Guns, ships and aircraft strike a hex by a *barrage* (barrage.c: which may; barrage_odds.c: with how much;
 * barrage_fire.c: the result). Aircraft *fly* along a path hex by hex (air_flight.c): in each the enemy may intercept,
 * and where both have active aircraft an *air combat* begins at once (air_combat.c). Aircraft that were used or beaten
 * go home (RETURNING) when the flight or barrage is over, and are inactive at their base until they are refitted
 * (air_base.c). */
#ifndef SANDTABLE_OCS_AIR_H
#define SANDTABLE_OCS_AIR_H

#include "kit/odds.h"
#include "systems/ocs/ocs.h"

/* ---- charts.c: columns and cells ---------------------------------------------------------------------- */

int band_of(const Chart *chart, int strength);
int band_shifted(const Chart *chart, int column, int shift); /* within the chart */
const char *chart_word(const Book *data, int number);        /* band_text(), chart_text(); NULL beyond */
int air_result(const Book *data, int roll);                  /* modified */
const char *const *chart_words(int chart);                   /* the words in its cells, NULL-ended */

/* ---- weather.c: 18 -------------------------------------------------------------------------------------- */

void weather_begins(Play *play);
int day_of(const Book *data, int turn); /* of the year, on which it begins (1.0-3, C3) */
bool can_fly(const State *state);
/* What a step costs a side's MPs in the weather as it is; enemy aircraft not counted (D35). */
int going(const Scenario *scenario, const State *state, int side, int mp, Hex from, Edge edge);
int bare_going(const Scenario *scenario, const State *state, int side, int mp, Hex from, Edge edge);
int weather_for(const Book *data, const State *state, int side);
Terrain terrain_at(const Scenario *scenario, const State *state, Hex hex);
bool is_firm_road(const Scenario *scenario, const State *state, int side, Hex from, Edge edge); /* for Strategic Move */

/* ---- flak.c: 14.18 ------------------------------------------------------------------------------------------ */

int flak_rating(const Scenario *scenario, const State *state, int side, Hex hex);
int flak_result(const Book *data, int rating, int dice);
bool is_city(const Scenario *scenario, Hex hex);

/* ---- barrage_odds.c: strengths, columns, shifts --------------------------------------------------------- */

typedef struct Shelling {
    int chart, strength; /* strength in PARTS before flak */
    OddsSheet shifts;
} Shelling;
int barrage_strength(const Scenario *scenario, const State *state, Piece piece); /* in PARTS */
int barrage_sum(const Scenario *scenario, const State *state, const Piece *pieces, int count);
int whole_strength(int parts); /* rounded by 4.3 */
int chart_for(int target);
void shelling_of(const Scenario *scenario, const State *state, int side, Hex hex, int target, Shelling *out);
/* Steps are softened to DG in deep hedgehogs or unseen (ocs2.barrage-3). */
bool is_softened(const Scenario *scenario, const State *state, int side, Hex hex);
bool weigh_barrage(const Scenario *scenario, const State *view, int side, const Piece *pieces, int count, Hex hex,
                   int target, Forecast *out);
/* Of a target that is hidden: the shifts that are plain to see. */
void known_shifts(const Scenario *scenario, const State *view, int side, Hex hex, int target, Forecast *out);
int barrage_cost(const Book *data, const State *state, Piece piece); /* tokens (12.4f) */

/* ---- barrage.c: 9.6, 12.4, 7.2: units that may fire, and their targets ------------------------------------- */

bool has_target(const Scenario *scenario, const State *view, int side, Hex hex, int target); /* there may be one */
void strikes_end(Play *play, int side);   /* aircraft that were named and struck nothing go home */
void strikes_begin(Play *play, int side); /* at the end of Movement (14.13) */
/* The units that could answer the overrun (7.2a-1); whether any could. */
int answerers_of(const Scenario *scenario, const State *state, int side, Piece out[FORCE]);
static inline bool may_answer(const Scenario *scenario, const State *state, int side)
{
    Piece pieces[FORCE];
    return answerers_of(scenario, state, side, pieces) > 0;
}

/* ---- barrage_fire.c: the procedure -------------------------------------------------------------------------- */

void barrage_begin(Play *play, int side, const Piece *pieces, int count, Hex hex, int target, bool answer);
bool is_shot_down(Play *play, Piece piece, int rating); /* flak fires at an aircraft (14.18b); it does not strike */

/* ---- air.c: 14.1–14.5: what an air unit is ------------------------------------------------------------------- */

static inline bool is_aircraft(const Book *data, const State *state, Piece piece)
{
    return kind_of(data, state, piece)->class == AIRCRAFT;
}
static inline const AirKind *air_of(const Book *data, const State *state, Piece piece)
{
    return &data->air_kind[kind_of(data, state, piece)->aircraft];
}
static inline bool is_active(const State *state, Piece piece)
{
    return is_on_map(state, piece) && (state->unit[piece].now & (ACTIVE | RETURNING)) == ACTIVE;
}
typedef enum AirType { AIR_F = 1, AIR_T = 2, AIR_S = 4, AIR_TPT = 8 } AirType;
unsigned read_air_types(const char *text);                             /* "F", "S,Tpt" (14.4e); 0: no such type */
unsigned air_types(const Book *data, const State *state, Piece piece); /* bits (14.4) */
int air_rating(const Book *data, const State *state, Piece piece);
int air_support(const Book *data, const State *state, Piece piece);
int air_capacity(const Book *data, const State *state, Piece piece);  /* tokens */
bool is_offensive(const Book *data, const State *state, Piece piece); /* 14.9a */
/* Active aircraft of the side in the hex; any of them offensive? */
int active_in(const Scenario *scenario, const State *state, int side, Hex hex, Piece out[FORCE]);
bool offensive_in(const Scenario *scenario, const State *state, int side, Hex hex);
bool is_interdicted(const Scenario *scenario, const State *state, int side, Hex hex); /* against that side (14.15) */
bool moves_air(const State *state, int side);    /* the phase lets that side's aircraft fly (14.1-tab2) */
int intercepting_side(const State *state);       /* NO_SIDE: neither (B3) */
bool starts_out(const State *view, Piece piece); /* 14.1-tab1: its base is supplied, it may fly to a station */
/* 14.9a: one of them can attack. */
bool has_escort(const Scenario *scenario, const State *view, const Piece *pieces, int count);
Refusal may_fly(const Scenario *scenario, const State *view, Piece piece);
/* A path of aircraft of one hex: each step touches the last, none is beyond the range of any, and escorts are there
 * where they must be. `most`: hexes it may have. */
Refusal path_flies(const Scenario *scenario, const State *view, const Piece *pieces, int count, const Hex *path,
                   int length, int most, bool shy);
/* Where they can fly from a hex within so many, by straight ways; aircraft without an escort keep away from fighters.
 * With a hex to go to, nothing beyond it is examined. */
typedef struct Skies {
    uint16_t cost[OCS_SPOTS]; /* hexes, NO_WAY none */
    Hex from[OCS_SPOTS];
} Skies;
enum { NO_WAY = 9999 };
void skies_from(const Scenario *scenario, const State *view, const Piece *pieces, int count, Hex from, Hex to, int most,
                bool shy, Skies *out);
/* Whether they get there from their present hex, within so many hexes. */
bool flies_to(const Scenario *scenario, const State *view, const Piece *pieces, int count, Hex to, int most, bool shy);
int skies_path(const Skies *skies, Hex to, Hex path[WALK]); /* its length */
/* The way of an order that names where it ends (slot `to`) and perhaps how (slot `by`); its length, or a refusal. */
Refusal ordered_way(const Scenario *scenario, const State *view, const Order *order, int to, int most, bool shy,
                    Hex path[WALK], int *length);
/* Steps that may follow in slot `to` + 1. */
void list_ways(const Scenario *scenario, const State *view, const Order *prefix, int to, int most, bool shy,
               Choices *out);

/* ---- air_flight.c: flights, interception, flights home ---------------------------------------------------- */

typedef enum Errand { ERRAND_FLY, ERRAND_HOME, ERRAND_AIRLIFT, ERRAND_DROP } Errand;
void flight_begin(Play *play, Errand errand, const Piece *pieces, int count, const Hex *path, int length);
/* They must go home: inactive where they are if that is a friendly base, lost if none is in range; else a question. */
void send_home(Play *play, Piece piece, uint16_t rule);
void homing(Play *play); /* asks for all that must, when nothing else flies */

/* ---- air_combat.c: 14.9–14.11, ocs2.a2a, ocs2.adv -------------------------------------------------------- */

/* Begins where active aircraft of both are; `side` attacks. `entered`: the others may decline at their base (14.9e). */
enum { DOGFIGHT_ENTERED }; /* Frame.data of a dogfight: they came to fight there */
enum { EVACUATE_HEX };     /* … of ASK_EVACUATE */
bool dogfight_begin(Play *play, int side, Hex hex, bool entered);
int edges_of(int attackers, int defenders); /* doublings of the stronger, from twice the F units (14.10a, D13) */

/* ---- air_base.c: 14.6a, 14.16, 14.17, 15.0, 9.16f ------------------------------------------------------------ */

const Base *base_at(const State *state, Hex hex);     /* NULL: none */
bool has_base(const State *state, int side, Hex hex); /* a friendly one */
int usable_level(const Base *base);                   /* 0: unsupplied (15.0f) */
bool has_supplied_base(const State *state, int side, Hex hex);
bool base_in_range(const Scenario *scenario, const State *state, Piece piece);
void make_inactive(Play *play, Piece piece, uint16_t rule);
void returns_begin(Play *play);
void refits_begin(Play *play);
void base_entered(Play *play, int side, Hex hex); /* ground units of the side go there (9.16f) */
void check_inactive(Play *play, Hex hex);         /* 14.13c-2 */
void damage_base(Play *play, Hex hex, int levels);
void air_movement_ends(Play *play, int side); /* 14.20e */
void recall_aircraft(Play *play);             /* 14.1e */

/* ---- air_supply.c: 15.0f, ocs2.special-4 ----------------------------------------------------------------------- */

void bases_are_due(Play *play, int side); /* when the side's supply begins to be settled */

/* ---- air_transport.c: 14.19, 14.20 --------------------------------------------------------------------------- */

enum { DROP_LANDS, DROP_DRIFTS, DROP_STEP, DROP_DESTROYED };
void cargo_lands(Play *play, Piece piece); /* the transport has come to a base */
void cargo_lost(Play *play, Piece piece);
void cargo_arrives(Play *play);            /* of the flight that has come to its end */
void cargo_shot(Play *play, Piece piece);  /* it is about to lose a step (14.20c) */
void cargo_turns(Play *play, Piece piece); /* it goes home from its flight */
bool cargo_settles(Play *play);            /* when a flight is over; true when it has asked */

/* ---- look_air.c: 3.5, 3.7c, 15.3 ---------------------------------------------------------------------------- */

void look_aircraft(const Scenario *scenario, const State *state, Piece piece, Look *out);
int mark_bases(const State *state, int kind, Mark *out, int room);
int mark_interdicted(const State *state, int kind, Mark *out, int room);
void panel_bases(const Scenario *scenario, const State *view, Panels *out);
void panel_air(const Scenario *scenario, const State *view, int side, Panels *out);

/* ---- markers.c: 12.7 --------------------------------------------------------------------------------------------- */

void tidy_markers(const Scenario *scenario, State *state); /* when an order has run its course */

/* ---- ships.c: 19, 20 -------------------------------------------------------------------------------------------- */

bool is_sea_way(const Scenario *scenario, Hex hex);                                /* ships may be there */
int port_at(const Scenario *scenario, Hex hex);                                    /* -1 none */
int port_capacity(const Scenario *scenario, const State *state, int port);         /* SPs */
bool is_own_port(const Scenario *scenario, const State *state, int side, Hex hex); /* friendly (20.0-2), or its box */
Refusal may_sail(const Scenario *scenario, const State *view, Piece piece);        /* a ship of the side asked */
void ships_leave(Play *play, int side, Hex hex); /* enemies of `side` in the hex go to sea (D40) */

/* ---- landing.c: 19.3, 20.0c -------------------------------------------------------------------------------------- */

bool is_beach(const Scenario *scenario, Hex hex);
void go_ashore(Play *play, Piece piece); /* into the hex of its craft, if it is aboard of one */
void sink_load(Play *play, Piece craft);

/* ---- shipping.c: 19.4, 20.0a ------------------------------------------------------------------------------------- */

/* Whether so much can still land there in this phase; `one_unit`: it is a single one, which may have the port alone. */
Refusal may_unload(const Scenario *scenario, const State *view, Hex hex, int eighths, bool one_unit);
void unload_at(const Scenario *scenario, State *state, Hex hex, int eighths);

#endif
