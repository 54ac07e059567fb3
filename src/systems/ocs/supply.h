/* supply.h — 11 to 13, 17 and 21: dumps, the units that draw on them and those that pay, transport, railroads, works,
 * arrivals and replacements. */
#ifndef SANDTABLE_OCS_SUPPLY_H
#define SANDTABLE_OCS_SUPPLY_H

#include "systems/ocs/questions.h"

/* ---- supply.c, pay.c: 9.5, 11: supply in reach, and the dumps that pay (D28) ----------------------------------- */

extern const char *const store_words[], *const dump_words[]; /* words.c; dumps: what can be blown up */
enum { DRAW_RANGE = 5 * QUARTERS };                          /* 11.0-2, 11.5c-1 */
/* piles.c: the supply of each hex. A pile that has nothing left is gone: look it up again. */
const Pile *pile_in(const State *state, int side, Hex hex); /* NULL: nothing */
Pile *pile_at(State *state, int side, Hex hex);             /* one of nothing if there is none: fill it or tidy up */
Sentence pile_label(const Pile *pile);                      /* its contents, in few letters */
void tidy_piles(State *state);
static inline int stored(const Pile *pile, int store)
{
    return store == ON_GROUND   ? pile->dump
           : store == ON_TRUCKS ? pile->truck_load
           : store == ON_WAGONS ? pile->wagon_load
                                : 0;
}
static inline int tokens_of(const Pile *pile) { return pile->dump + pile->truck_load + pile->wagon_load; }
void make_supply(State *state, int side, Hex hex, int tokens);               /* arrives */
void eat_supply(State *state, int side, Hex hex, int store, int tokens);     /* spent by a rule */
void destroy_supply(State *state, int side, Hex hex, int store, int tokens); /* blown, bombed, lost */
/* So much of what is in that store, with so much load, to another hex: it stays the side's. */
void shift_pile(State *state, int side, Hex from, Hex to, int store, int amount, int load);
void capture_supply(State *state, int by, Hex hex, int store, Hex to, int into, int tokens); /* the enemy's of `by` */

/* Whether supply passes that hex (9.5c, 11.5a-3, D35). */
bool supply_passes(const Scenario *scenario, const State *state, int side, Hex hex);
void find_open(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS]); /* all such on land */
/* The hexes of dumps that a user there can draw on, by himself or through HQs. */
void sources_of(const Scenario *scenario, const State *state, int side, Hex hex, int purpose, uint64_t out[OCS_WORDS]);
/* Costs in truck MPs from that hex, as supply goes; good until the next such call. */
const struct Flood *ways_from(const Scenario *scenario, const State *state, int side, Hex hex, int limit);
extern const Probe ocs_probe; /* throws of HQs, for the bench */
/* Whether one of those hexes is within 5 truck MPs, counted from the hex. */
bool is_near_any(const Scenario *scenario, const State *state, int side, Hex hex, const uint64_t hexes[OCS_WORDS]);
/* What is in reach of a side's hexes as they are now, looked over once for many questions: good until it is looked over
 * for another state. */
typedef struct Net Net;
Net *net_of(const Scenario *scenario, const State *state, int side);
unsigned net_version(const Net *net); /* the same: what HQs throw to and what is in reach is the same */
bool comes_from(Net *net, Piece headquarters, Hex hex, bool into); /* throws_to() */
void direct_in(Net *net, Hex hex, uint64_t out[OCS_WORDS]);        /* add_direct() */
/* All hexes an HQ throws to, and all from which one of those dumps is in reach directly. */
void thrown_by(const Scenario *scenario, const State *state, Piece headquarters, bool into, uint64_t out[OCS_WORDS]);
void served_by(const Scenario *scenario, const State *state, int side, const uint64_t dumps[OCS_WORDS],
               uint64_t out[OCS_WORDS]);
bool throws_to(const Scenario *scenario, const State *state, Piece headquarters, Hex hex, bool into); /* 11.5b, 12.1b */
void drawn_by(const Scenario *scenario, const State *state, Piece headquarters, uint64_t out[OCS_WORDS]); /* 5 MPs */
void add_direct(const Scenario *scenario, const State *state, int side, Hex hex, uint64_t out[OCS_WORDS]);
/* 19.3-2: hexes of ships with supply within 2 of that one, which may have AFLOAT; nothing else is drawn on there. */
void ships_near(const Scenario *scenario, const State *state, int side, Hex hex, uint64_t out[OCS_WORDS]);
/* The same of a user's hex with AFLOAT or BY_SEA; on ships by themselves. */
void reach_of(const Scenario *scenario, const State *state, int side, Hex user, int purpose, uint64_t land[OCS_WORDS],
              uint64_t ships[OCS_WORDS]);
int tokens_on_ships(const Scenario *scenario, const State *state, int side, Hex hex);
bool draws_directly(const Scenario *scenario, const State *state, int side, Hex dump, Hex hex); /* 11.5c */
int tokens_at(const State *state, int side, const uint64_t hexes[OCS_WORDS]);
int dropped_at(const State *state, int side, const uint64_t hexes[OCS_WORDS]); /* of these, no combat supply yet */
static inline bool is_combat_supply(int purpose) { return purpose <= PAY_BARRAGE; }
enum { PLENTY = 30000 }; /* tokens, where supply is left out */

/* Tokens that users in these hexes could draw now, by themselves or through HQs; more than anything costs where the
 * scenario leaves supply out. Every user must reach some for himself: ask hex by hex. */
/* What was found in reach of hexes for one list, which asks for one side and purpose only; begins with nothing. */
typedef struct InReach {
    Net *net; /* looked over once a list */
    int count;
    Hex hex[OCS_PIECES];
    int tokens[OCS_PIECES];
} InReach;
static inline void nothing_found(InReach *found)
{
    found->net = NULL;
    found->count = 0;
}
int tokens_found(InReach *found, const Scenario *scenario, const State *state, int side, Hex hex, int purpose);
bool any_found(InReach *found, const Scenario *scenario, const State *state, int side, Hex hex, int purpose);
int drawn_found(InReach *found, const Scenario *scenario, const State *state, Piece headquarters); /* tokens */
bool throw_found(InReach *found, const Scenario *scenario, const State *state, Piece headquarters, Hex hex);
int tokens_in_reach(const Scenario *scenario, const State *state, int side, const Hex *hexes, int count, int purpose);
/* Asks the side from which dumps it pays (ASK_PAY) until all is paid; there must be that much in reach. One bill at a
 * time: charge again when the procedure goes on. No question for 0 tokens, nor where supply is left out. */
void charge(Play *play, int side, const Hex *hexes, int count, int tokens, int purpose);
void charge_headquarters(Play *play, Piece headquarters, int tokens, int purpose); /* what it can draw itself */
void charge_dump(Play *play, int side, Hex hex, int tokens, int purpose);          /* that one */
void charge_bombed(Play *play, int side, Hex hex, int tokens); /* destroyed there: ASK_BOMBED, which stores (C14) */
void charge_division(Play *play, Piece piece, int tokens); /* fuel; its units that can draw on what pays are fuelled */

/* ---- groups.c: 11.2, 11.5, 12.1e --------------------------------------------------------------------------------- */

/* State.source: an HQ, or a dump with SOURCE_DUMP, and SOURCE_LOW if it is to be drawn on at Low. */
enum { NO_SOURCE = 0xFFFF, SOURCE_DUMP = 0x1000, SOURCE_LOW = 0x2000 };
static inline uint16_t source_at(Hex hex, int level)
{
    return (uint16_t)(SOURCE_DUMP | hex | (level == LOW_SUPPLY ? SOURCE_LOW : 0));
}
static inline bool is_dump_group(int group) { return group != NO_SOURCE && group & SOURCE_DUMP; }
static inline Hex dump_of(int group) { return (Hex)(group & ~(SOURCE_DUMP | SOURCE_LOW)); }
int group_of(const State *state, Piece piece); /* without SOURCE_LOW */
bool eats(const Scenario *scenario, const State *state, int side, Piece piece);
bool is_hungry(const Scenario *scenario, const State *state, int side, int group, Piece piece); /* of it, and not fed */
int wish_of(const Scenario *scenario, const State *state, Piece piece); /* the best level its division takes there */
bool is_divisional(const Kind *kind);                                   /* terms-3 */
bool is_mobile_division(const Scenario *scenario, const State *state, Piece piece);
int division_of(const Book *data, Piece piece); /* a number, the same for all of its counters; 0: it is of none */
bool same_division(const Book *data, const State *state, Piece one, Piece other);
int group_cost(const Scenario *scenario, const State *state, int side, int group, int level); /* tokens, edition 1 */
int settled_level(const Scenario *scenario, const State *state, int side, int group);         /* -1: not fed yet */
int least_cost(const Scenario *scenario, const State *state, int side, int group);            /* edition 1 */
/* D59: the HQ or dump that could feed a hungry unit at Low as well as its own; NO_SOURCE: none. */
int rescue_of(const Scenario *scenario, const State *view, int side, Piece piece);
int rescue_of_starving(const Scenario *scenario, const State *view, int side, Piece piece); /* whose group cannot pay */
void group_sources(const Scenario *scenario, const State *state, int group, uint64_t out[OCS_WORDS]); /* hexes */
int group_tokens(const Scenario *scenario, const State *state, int side, int group);                  /* in its reach */
bool shares_with(const Scenario *scenario, const State *state, Piece piece, Piece other);             /* edition 2 */
int ration_of(const Scenario *scenario, const State *state, Piece piece); /* tokens, edition 2 */
void assign_all(Play *play, int side);

/* ---- trace.c: edition 2, C7 ------------------------------------------------------------------------------------- */

typedef struct Tracing {
    uint64_t point[OCS_WORDS];  /* supply sources, and the railroads linked to them */
    uint64_t traced[OCS_WORDS]; /* hexes whose users trace */
} Tracing;
bool rail_works(const Scenario *scenario, const State *state, int side, Hex hex); /* whole, of its gauge, its own */
/* Adds the points of trace: supply sources, and the railroads linked to them. */
void trace_points(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS]);
void trace_begin(const Scenario *scenario, const State *state, int side, Tracing *out);
static inline bool can_trace(const Tracing *tracing, Hex hex) { return has_bit(tracing->traced, hex); }

/* ---- attrition.c: 11.4e ----------------------------------------------------------------------------------------- */

bool starves(const Scenario *scenario, const State *state, int side, Piece piece);
enum { ATTRITION_HEX, ATTRITION_STEPS };               /* Frame.data of ASK_ATTRITION */
enum { DISPLACE_HEX, DISPLACE_STORE, DISPLACE_RANGE }; /* … and of ASK_DISPLACE */
bool attrition(Play *play, int side);                  /* true when it has asked; go on when that is answered */

/* ---- fuel.c: edition 2 ------------------------------------------------------------------------------------------ */

extern const char *const fuel_words[], *const level_words[];                /* words.c */
bool needs_fuel(const Scenario *scenario, const State *state, Piece piece); /* before it can move itself */
void fuel_paid(Play *play, const Bill *bill);

/* ---- capture.c: 9.16b–d, 11.8 ----------------------------------------------------------------------------------- */

int part_of(int whole, int percent);                           /* rounded */
int part_of_supply(const Book *data, int tokens, int percent); /* as the edition rounds losses of supply (C14) */
bool is_booty(const State *state, int side, Hex hex);          /* the enemy's, and unguarded */
void fall_into(Play *play, int side, Hex hex);                 /* the same without supply and vehicles: in a retreat */
void come_into(Play *play, int side, Hex hex);                 /* units of the side have: works, capture */
/* After a step of a retreat; `taken`: the owner of attackers takes them along. */
void vehicles_follow(Play *play, int side, Hex from, Hex to, bool taken);
void forget_blowing(State *state); /* a phase begins */

/* ---- transport.c: 12.2, 13 -------------------------------------------------------------------------------------- */

int motor_of(const Book *data, const State *state, Piece piece);   /* NOT_MOTORIZED …, with its truck points (13.0) */
int mp_kind(const Book *data, const State *state, Piece piece);    /* MpKind of the side that shows, riding or not */
int printed_ma(const Book *data, const State *state, Piece piece); /* the same of its MA */
void lose_riding(State *state, Piece piece, int steps_before);
int free_points(const State *state, const Pile *pile, int store);                /* vehicles of no convoy */
int free_load(const State *state, const Pile *pile, int store);                  /* what they carry */
bool lacks_points(const Book *data, const State *state, Piece piece, int level); /* to be motorized so (13.0a-b) */
const Convoy *convoy_in(const State *view, Hex hex, int number); /* of the side that is asked; NULL: none */
void convoy_goes_along(Play *play, int number, Hex to);
void shrink_convoys(State *state);
void ride_vehicles(State *state, int side, Hex hex, int store, int points,
                   int load); /* that came by rail: no MPs left */
/* They may move on, where others of their kind do not in this phase (9.16c-2). */
void take_over_vehicles(const Book *data, State *state, int side, Hex hex, int store, int points, int load);
void convoys_end(State *state);
extern const char *const vehicle_words[], *const cargo_words[], *const motor_words[]; /* words.c */

/* ---- stations.c: 12.2f ------------------------------------------------------------------------------------------ */

int station_range(const Book *data, int store); /* quarters of MPs */
int station_ends(const Scenario *scenario, const State *view, int side, int store, Hex from, uint64_t out[OCS_WORDS]);
bool drives_there(const Scenario *scenario, const State *view, int side, int store, Hex from, Hex to);

/* ---- rail.c: 12.3 ------------------------------------------------------------------------------------------------ */

int rail_factor(const Scenario *scenario, const State *state, int side, Hex from, Hex to); /* halves; 0: no way */
int rail_capacity(const Book *data, const State *state, int side);                         /* SPs a player turn */
/* The railroad hexes that the side's trains pass. */
void rail_passes(const Scenario *scenario, const State *state, int side, uint64_t out[OCS_WORDS]);
/* Whether that unit may board a train, or a ship of the shipping, as its phase, mode and movement go. */
Refusal may_embark(const Scenario *scenario, const State *view, Piece piece);
int cargo_at(const Scenario *scenario, const State *view, const Pile *pile, int kind); /* that may ride */
int eighths_of(int kind, int amount);
/* Edition 2: vehicles ride loaded, empty, or (NO_WISH) with what those that stay cannot hold (D65). */
enum { RIDES_LOADED, RIDES_EMPTY, NO_WISH };
extern const char *const riding_words[]; /* words.c */
Refusal may_ride_so(const Scenario *scenario, const State *view, const Pile *pile, int kind, int amount, int wish);
void list_wishes(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
void carry_cargo(Play *play, int side, Hex from, Hex to, int kind, int amount, int wish);
/* Eighths of an SP as SPs and tokens: what is needed rounded up, what is left down. */
static inline int tokens_needed(int eighths) { return (eighths + 1) / 2; }
static inline int tokens_left(int eighths) { return eighths / 2; }
enum { EIGHTHS = 8 };
int rail_weight(const Book *data, const State *state, Piece piece); /* eighths of an SP (13.0d) */

/* ---- engineers.c: 12.8, 17 --------------------------------------------------------------------------------------- */

bool is_engineer(const Kind *kind);
bool has_engineer(const Scenario *scenario, const State *state, int side, Hex hex);
/* What a step costs with the side's bridges (12.8a). */
int crossing(const Scenario *scenario, const State *state, int side, int mp, Hex from, Edge edge);
void works_settle(State *state);                   /* a segment of building ends */
void leave_works(State *state, int side, Hex hex); /* a unit goes from there, and does not retreat (17.0-2) */

/* ---- rebuild.c: 12.5, 21 ---------------------------------------------------------------------------------------- */

bool is_type(const Kind *kind, const char *type); /* its type begins so */
void revival_due(Play *play, Piece piece);
void ask_revival(Play *play); /* when an order has run its course */

/* ---- panels.c: what a supply phase still asks for, in tokens ---- */

typedef struct Due {
    int full, low; /* to feed all units not fed yet */
    int there;     /* on the map */
} Due;
Due due_of(const Scenario *scenario, const State *view, int side);

/* ---- starving.c: 11.4e: whose supply would be gone -------------------------------------------------- */

/* Own units on the map that find no supply, whatever it is for; how many. */
int list_hungry(const Scenario *scenario, const State *view, int side, Piece hungry[OCS_PIECES]);
/* Those that find some in the view and none in the other state; how many. */
int list_starving(const Scenario *scenario, const State *view, const State *then, int side, Piece starving[OCS_PIECES]);
/* As if the enemy had taken the hex: what the side has there is gone, and no supply passes it or beside it. */
void let_fall(const Scenario *scenario, State *state, int side, Hex hex);

#endif
