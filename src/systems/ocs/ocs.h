/* ocs.h — the Operational Combat Series inside: the immutable data, the state of a game, and who does what.
 *
 * Files follow the rulebook of 1992: sequence.c is section 2, stacking.c 4.2, contact.c 4.1, modes.c 5, ground.c and
 * movement.c 6, overrun.c 7, reaction.c 8 and 10, combat.c 9.1, 9.2 and 9.9–9.11, odds.c 9.3–9.7 and 9.17, losses.c
 * 9.12, retreat.c 4.6 and 9.13, advance.c 9.13c and 9.14, forecast.c weighs what combat.c would do; setup.c is 3C of
 * the components, victory.c a scenario's end, fog.c 4.9. Still to come, each a file of its own: supply.c 11,
 * barrage.c 12.4, rail.c 12.3, rebuild.c 12.5, engineers.c 12.8 and 17, transport.c 12.2 and 13, air.c 14 and 15,
 * weather.c 18, ships.c 19, breakdown.c 21. questions.c says which orders answer which question, system.c hangs all
 * of it into struct System.
 *
 * Two editions stand on one table: the rulebook of 1992, and the same as the charts of 1995 amend it (`edition`). Rows
 * of the ledger of the second begin with ocs2. Where only figures differ the tables hold both; where the procedure
 * differs the code asks `second_edition()`.
 *
 * Amounts are whole numbers: MPs in quarters, REs in quarters (a Repl is 1), supply in tokens (4 are an SP), strengths
 * in 1024ths, so that no product of the book's halves is ever rounded before the end (4.3-2).
 *
 * A *view* is a State too (fog.c). Of an enemy hex only the top item is itself; whatever lies beneath stands there as
 * one anonymous slot (index >= scenario->pieces), and the counters' own slots lie nowhere. */
#ifndef SANDTABLE_OCS_H
#define SANDTABLE_OCS_H

#include "kit/ask.h"
#include "kit/bits.h"
#include "kit/stack.h"
#include "ocs_rules.h"

enum { PLAYERS = 2 }; /* in the order of the scenario's `side` entries: the first acts first where both do (D22) */
enum { QUARTERS = 4, TOKENS = 4, PARTS = 1024 };

/* ---- ground ---------------------------------------------------------------------------------------- */

enum {
    OPEN = 1,
    WOODS = 2,
    HILLS = 4,
    FOREST = 8,
    SWAMP = 16,
    MOUNTAIN = 32,
    SEA = 64,
    GROUNDS = 7
};                                                     /* terrain bits */
enum { MINOR_RIVER = 1, MAJOR_RIVER = 2, RIVERS = 2 }; /* edges */
enum { NO_ROAD, SECONDARY, PRIMARY, RAIL_LOW, RAIL_SINGLE, RAIL_MULTI };
enum { ROADS, RAILS };                                            /* layers of the map */
enum { LINE_SECONDARY, LINE_PRIMARY, LINE_RAIL, LINES };          /* what a step may follow */
enum { VILLAGE, MINOR_CITY, MAJOR_CITY, METROPOLIS, PLACES };     /* places */
enum { AREA_PORT, AREA_FORTIFICATION, AREA_BEACH, AREA_CHANNEL }; /* areas */

typedef enum MpKind { TRACK, TRUCK, LEG, LAND_MPS, SEA_MPS = LAND_MPS } MpKind;
typedef enum Terrain { TERRAIN_OPEN, TERRAIN_CLOSE, TERRAIN_VERY_CLOSE, TERRAIN_EXTREMELY_CLOSE, TERRAINS } Terrain;
enum { PROHIBITED = 255, OF_THE_GROUND = 254 }; /* instead of a cost */

/* ---- counters -------------------------------------------------------------------------------------- */

typedef enum Class {
    ARMOR,
    MECH,
    OTHER,
    ARTILLERY,
    ROCKETS,
    HEADQUARTERS,
    RAIL_REPAIR,
    REPLACEMENTS,
    SHIP,
    AIRCRAFT,
    UNKNOWN, /* in views only */
    CLASSES
} Class;
typedef enum Size { DIVISION, BRIGADE, REGIMENT, BATTALION, NO_SIZE, SIZES } Size;
typedef enum Nation { GERMAN, ITALIAN, SLOVAK, SOVIET, NATIONS } Nation;
enum { NOT_MOTORIZED, SEMI_MOTORIZED, FULLY_MOTORIZED }; /* 3.1b */

/* What a counter is, for good: Kind.is. */
enum {
    ENGINEER = 1,     /* 12.8 */
    AIR_DROPS = 2,    /* 14.19b */
    NEEDS_EQ = 4,     /* rebuilt with Eq only */
    NO_BREAKDOWN = 8, /* makes no Break-Down Regiments */
    BREAKDOWN = 16,   /* is one (21.0) */
    ONE_SIDED = 32,   /* has no modes (5.1) */
    MOVE_ONLY = 64,   /* has no Combat side */
    CARRIES = 128,    /* landing craft */
    ANONYMOUS = 256   /* in views only */
};

enum { COMBAT_SIDE, MOVE_SIDE, FACES };
typedef enum Strength { PLAIN, DEFENCE_ONLY, BARRAGES, NEVER_ATTACKS } Strength;
typedef struct Face {
    uint8_t strength, how; /* how: Strength; a gun's is its barrage, it defends with 1 (12.4b) */
    uint8_t rating, ma, mp;
    uint8_t reach; /* range of guns in hexes, throw of an HQ in truck MPs */
    uint8_t there; /* bool: the counter has this side */
} Face;

typedef struct Kind {
    uint8_t side, nation, class, size;
    uint8_t re; /* quarters of an RE, all steps there */
    uint8_t steps, motor;
    uint8_t entry;     /* week of arrival, 0 at the start or never by date */
    uint16_t is;       /* bits above */
    uint8_t formation; /* number + 1 of its division's name, 0 none */
    uint8_t aircraft;  /* number of its row of air units */
    Face face[FACES];
    char type[8], name[32];
} Kind;

typedef struct AirKind { /* 3.5; full strength and reduced */
    char type[4];
    uint8_t range, rating[2], support[2], capacity[2];
    bool defensive;
} AirKind;

#define OCS_PIECES 256 /* counters of the pool, aircraft and what the lab adds */
#define OCS_SLOTS 512  /* and, in views, one anonymous slot a hex */
#define OCS_SPOTS 1280
#define OCS_WORDS (OCS_SPOTS / 64)
#define OCS_STARTS 256
#define OCS_FORMATIONS 48
#define OCS_TURNS 16
#define OCS_PILES 192
#define OCS_BASES 24
#define OCS_HEDGEHOGS 32
#define OCS_PORTS 8
#define OCS_WINS 16
#define OCS_STEPS 32
#define STACK 24 /* counters of a side that one order names */
#define FORCE 40 /* counters of a side in one combat */
#define WALK 90  /* hexes of one move */

/* ---- the data of a scenario ------------------------------------------------------------------------ */

/* What a phase or segment does; tables/sequence.tsv says which follow each other (sequence.c). */
typedef enum Step {
    STEP_SETUP,
    STEP_WEATHER,
    STEP_SUPPLY_USAGE,
    STEP_ARRIVALS,
    STEP_REORGANIZATION,
    STEP_FIRST_PLAYER,
    STEP_AIR_RETURN,
    STEP_AIR_REFIT,
    STEP_REINFORCEMENT,
    STEP_MODES,
    STEP_MOVEMENT,
    STEP_MODES_AND_MOVEMENT,
    STEP_SUPPLY,
    STEP_REACTION_MOVEMENT,
    STEP_REACTION_BARRAGE,
    STEP_REACTION_COMBAT,
    STEP_BARRAGE,
    STEP_COMBAT,
    STEP_EXPLOITATION_MOVEMENT,
    STEP_EXPLOITATION_BARRAGE,
    STEP_EXPLOITATION_COMBAT,
    STEP_CLEAN_UP,
    STEP_TURN_END,
    STEPS
} Step;
typedef enum Who { EITHER, BOTH, PHASING, NON_PHASING } Who;
typedef struct SequenceRow {
    uint8_t step, who;
} SequenceRow;

/* Parts of the rules a scenario may leave out, with their phases. */
extern const char *const part_words[]; /* words.c */
typedef enum Part { PART_SUPPLY, PART_AIR, PART_WEATHER, PART_REBUILDING, PART_RAIL, PART_BARRAGE, RULE_PARTS } Part;

enum { COLUMNS = 13, ROLL_LOW = 1, ROLL_HIGH = 15 };
typedef struct Result {
    uint8_t attacker_loss, attacker_option, exploit; /* exploit: least rating, 0 none */
    uint8_t defender_loss, defender_option, disorganized;
} Result;
#define OCS_RESULTS 40

typedef struct Surprise {
    int8_t attacker, defender; /* at least, at most */
} Surprise;

/* Who stands where at the beginning or comes later; the owner may choose within the zone (gc.3C1). */
typedef struct Start {
    Piece piece;
    Hex hex, centre; /* centre: of the zone, NO_HEX it stands where it stands */
    uint8_t within, lost, marker, turn;
} Start;

/* One line of the scenario's victory: all of its conditions must hold; the first line that does decides. */
typedef struct Win {
    uint8_t side, near_range, lost_below; /* lost_below 0: no matter */
    Hex holds, near;                      /* NO_HEX: no matter */
} Win;

struct Book {
    int edition; /* 1, 2 */
    bool surprise, mode_before_move, retreat_cover;
    bool without[RULE_PARTS];
    int weeks, turns;

    int steps;
    SequenceRow sequence[OCS_STEPS]; /* of one turn; those between go_first and go_last once for each go */
    int go_first, go_last, goes;     /* goes: of both sides in a turn: 4 in edition 1, 2 in edition 2 */
    uint8_t first;                   /* side that leads every turn without a roll; NO_SIDE: it is rolled for */
    uint8_t setup_order[PLAYERS];
    uint8_t reserves[PLAYERS]; /* markers (5.7) */

    int kinds;
    Kind kind[OCS_PIECES + PLAYERS]; /* by counter; then what stands in views for the unknown of each side */
    int air_kinds;
    AirKind air_kind[OCS_PIECES];
    int formations;
    char formation[OCS_FORMATIONS][24];

    uint8_t ground_cost[GROUNDS][LAND_MPS], place_cost[PLACES][LAND_MPS];
    uint8_t river_cost[RIVERS][LAND_MPS], line_cost[LINES][LAND_MPS], fort_cost[LAND_MPS];
    uint8_t ground_class[GROUNDS], place_class[PLACES];             /* Terrain; OF_THE_GROUND */
    uint16_t class_attack[TERRAINS][3], class_defence[TERRAINS][3]; /* in PARTS, by ARMOR MECH OTHER (9.4) */
    uint16_t river_attack[RIVERS][3], fort_defence[3], landing[3];
    char column[TERRAINS][COLUMNS][8];      /* "3:1" */
    int16_t column_odds[TERRAINS][COLUMNS]; /* 3 is 3:1, -3 is 1:3 */
    int first_column;                       /* leftmost of the edition (9.1f) */
    uint8_t combat[ROLL_HIGH - ROLL_LOW + 1][COLUMNS];
    int results;
    Result result[OCS_RESULTS];
    char result_text[OCS_RESULTS][16];
    Surprise surprise_at[2]; /* regular, overrun */

    /* The map, hex by hex (ground.c). */
    uint8_t terrain[OCS_SPOTS]; /* Terrain, SEA hexes 0 */
    uint64_t land[OCS_WORDS], fortified[OCS_WORDS], station[OCS_WORDS], rail[OCS_WORDS];

    int starts;
    Start start[OCS_STARTS];
    int wins;
    Win win[OCS_WINS];
};

/* ---- the state of a game --------------------------------------------------------------------------- */

/* Unit.now, and when each is cleared. A "movement" is a Movement Phase or the movement segment of Reaction or
 * Exploitation. */
enum {
    MOVED = 1 << 0,       /* has spent MPs: when the next movement of any side begins */
    STOPPED = 1 << 1,     /* truck stop: may only overrun (4.1-5): the same, or when it enters another hex */
    HALTED = 1 << 2,      /* moves no more (D23): when the next movement begins */
    LOCKED = 1 << 3,      /* an overrun was declared within 5 hexes: no change of mode (5.11-2): the same */
    RELEASED = 1 << 4,    /* out of Reserve, acts in this phase (5.7b): end of the Reaction or Exploitation Phase */
    ATTACKED = 1 << 5,    /* took part in an attack of this segment (9.1c-1): end of the combat segment */
    DEFENDED = 1 << 6,    /* was attacked in this segment (9.1c-2): the same */
    PAYING = 1 << 7,      /* one of these loses a step for retreating next to the enemy (4.1-3): when it is paid */
    ARRIVED = 1 << 8,     /* came by rail, air or sea in this phase: its end */
    FIRED = 1 << 9,       /* guns that have barraged in this phase (D20): its end */
    FUELLED = 1 << 10,    /* edition 2 (C26): end of the phase it moved in */
    REINFORCED = 1 << 11, /* edition 2, skips this Supply Phase (C23): that phase */
    ACTIVE = 1 << 12,     /* aircraft (14.1): when used, beaten or sent home */
    STRUCK = 1 << 13,     /* aircraft that have struck in this phase: its end */
    CHANGED = 1 << 14     /* motorized or broken down in this segment (D37): its end */
};
#define UNTIL_NEXT_MOVEMENT (MOVED | STOPPED | HALTED | LOCKED)
#define UNTIL_PHASE_ENDS (RELEASED | ARRIVED | FIRED | FUELLED | STRUCK | CHANGED)
#define UNTIL_SEGMENT_ENDS (ATTACKED | DEFENDED)

typedef enum Marker { NO_MARKER, STRATEGIC, RESERVE, EXPLOITING, DISORGANIZED, MARKERS } Marker;
typedef enum Level { FULL_SUPPLY, LOW_SUPPLY, NO_SUPPLY } Level; /* edition 2: full is Supplied, no is Out */
typedef enum Standing { IN_POOL, ON_MAP, DUE, WAITING, ABOARD, DEAD, UNSEEN, STANDINGS } Standing;
typedef enum Weather { DRY, MUD, FROST, SNOW, WEATHERS } Weather;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct Unit {
    Lying at; /* first, for kit/stack.h */
    uint16_t kind;
    Hex start;      /* where it stood when this movement began (7.0-1) */
    uint32_t now;   /* bits above */
    uint16_t spent; /* quarters of MPs in this movement */
    uint8_t steps, side;
    uint8_t face, marker;    /* COMBAT_SIDE, MOVE_SIDE; Marker: together its mode (5.0) */
    uint8_t level, standing; /* Level, Standing */
    uint8_t trucks, unused;  /* truck points that motorize it (13.0) */
    Piece carrier;           /* ship or aircraft it is aboard of */
} Unit;
_Static_assert(sizeof(Unit) == 24, "eight of them fill three cache lines");

/* SPs, trucks and wagons of a side in a hex (11.8, 12.2, D55). Sorted by hex and side; a pile of nothing is none. */
typedef struct Pile {
    Hex hex;
    uint16_t dump, truck_load, wagon_load; /* tokens */
    uint8_t side, trucks, wagons;          /* points */
    uint8_t blown;                         /* bool: tried in this phase (11.8a-2) */
    uint16_t truck_mp, wagon_mp;           /* quarters of MPs its vehicles have left in this phase */
} Pile;

typedef struct Base { /* 15.0 */
    Hex hex;
    uint8_t side, level, usable, supplied;
} Base;

typedef struct Hedgehog { /* 17.0 */
    Hex hex;
    uint8_t side, level;
} Hedgehog;

/* Tokens of a side since the game began: what is on the map must be what came less what went (sound.c). */
typedef struct Account {
    uint32_t made, taken;               /* arrived; captured from the enemy */
    uint32_t eaten, destroyed, yielded; /* spent by a rule; bombed, blown, lost; captured by the enemy */
} Account;

/* The combat being resolved: combat.c. Index 0 is the attacker, 1 the defender. */
typedef struct Combat {
    Hex target;                                 /* NO_HEX: there is none */
    Hex launch;                                 /* of an overrun, else NO_HEX */
    uint8_t side, overrun, all_costs, surprise; /* surprise: 0 none, 1 attacker's, 2 defender's */
    uint8_t count[2];
    uint8_t due[2], option[2]; /* steps and options still to be taken */
    uint8_t retreat[2];        /* hexes to go back */
    uint8_t column, result;
    uint8_t exploit, retreated[2], unused;
    int8_t drm, shift;
    Piece rating[2];
    Piece piece[2][FORCE];
    uint8_t lost[2][FORCE]; /* steps in this combat (9.12c) */
} Combat;

/* A retreat under way: retreat.c. */
typedef struct Retreat {
    uint8_t count, hexes; /* hexes: how far; 0 nobody retreats */
    uint8_t threats, unused;
    Hex threat[FORCE];
    Piece piece[FORCE];
    Hex from[FORCE];
    uint8_t done[FORCE];
} Retreat;

struct State {
    Position head;   /* phase: Step */
    uint8_t go;      /* of the turn, from 1; 0 outside */
    uint8_t first;   /* who leads this turn; NO_SIDE before it is known */
    uint8_t phasing; /* NO_SIDE outside of goes */
    uint8_t weather, flying;
    uint8_t piles, bases, hedgehogs;
    uint16_t lost_steps[PLAYERS];  /* of all units since the game began */
    uint16_t lost_mobile[PLAYERS]; /* counters of 1 RE of mobile divisions that were destroyed */
    uint32_t unused;
    Unit unit[OCS_SLOTS];
    Piece top[OCS_SPOTS];
    uint64_t occupied[PLAYERS][OCS_WORDS]; /* hexes with units (D24) */
    uint64_t control[PLAYERS][OCS_WORDS];  /* D56 */
    uint64_t wrecked[OCS_WORDS];           /* rail destroyed (12.3d) */
    uint64_t gauge[OCS_WORDS];             /* rail of the second side's gauge */
    uint64_t interdicted[OCS_WORDS];       /* rail (C20) */
    uint64_t shelled[PLAYERS][OCS_WORDS];  /* units there had their barrage in this phase (9.6) */
    Pile pile[OCS_PILES];
    Account account[PLAYERS];
    Base base[OCS_BASES];
    Hedgehog hedgehog[OCS_HEDGEHOGS];
    uint8_t port_hits[OCS_PORTS];
    uint8_t rail_used[PLAYERS], shipping_used[PLAYERS]; /* half points in this player turn (D47) */
    uint8_t repls[PLAYERS];                             /* variable reinforcements still to be placed */
    uint8_t held_once[PLAYERS];                         /* bits: victory places held at some week's end */
    Combat combat;
    Retreat retreat;
};
#pragma GCC diagnostic pop
_Static_assert(sizeof(State) % 4 == 0 && sizeof(State) < 60000, "a view fits what the kit lends");

static inline const State *state_of(const Position *position) { return (const State *)position; }
static inline const Book *data_of(const Scenario *scenario) { return scenario->own; }
static inline bool second_edition(const Book *data) { return data->edition == 2; }

/* ---- questions and orders -------------------------------------------------------------------------- */

enum {
    ASK_SEQUENCE, /* procedure at the bottom: sequence.c */
    ASK_SETUP,
    ASK_FIRST, /* the winner of the roll goes first or second */
    ASK_MODES,
    ASK_RELEASE,
    ASK_MOVEMENT,
    ASK_EXCESS, /* too many in a hex and none can leave (D25) */
    ASK_ATTACKS,
    ASK_COMBAT, /* procedure: combat.c */
    ASK_RATING,
    ASK_LOSS,    /* data[0]: who pays, see losses.c */
    ASK_OPTION,  /* data[0]: 0 attacker, 1 defender */
    ASK_RETREAT, /* procedure: retreat.c; data[0]: 0 attacker, 1 defender */
    ASK_WITHDRAW,
    ASK_ADVANCE,
    ASK_EXPLOIT,
    ASKS
};

enum {
    DO_PLACE,
    DO_READY,
    DO_LEAD,
    DO_FOLLOW,
    DO_TOP,
    DO_MODE,
    DO_RELEASE,
    DO_MOVE,
    DO_HALT,
    DO_OVERRUN,
    DO_DESTROY,
    DO_ATTACK,
    DO_NAME,
    DO_LOSE,
    DO_RETREAT,
    DO_STAND,
    DO_WITHDRAW,
    DO_ADVANCE,
    DO_EXPLOIT,
    DO_STAY,
    DO_END,
    DOS
};

/* Words for %w: ocs_words in words.c, in this order. */
enum {
    WORD_STEP,                            /* + Step */
    WORD_MODE = WORD_STEP + STEPS,        /* + MODE_COMBAT … */
    WORD_MARKER = WORD_MODE + 4,          /* + Marker */
    WORD_TERRAIN = WORD_MARKER + MARKERS, /* + Terrain */
    WORD_CLASS = WORD_TERRAIN + TERRAINS, /* + Class */
    WORD_NATION = WORD_CLASS + CLASSES,   /* + Nation */
    WORD_MPS = WORD_NATION + NATIONS,     /* + MpKind */
    WORD_LEVEL = WORD_MPS + SEA_MPS + 1,  /* + Level */
    WORDS_END = WORD_LEVEL + 3
};
extern const char *const ocs_words[]; /* words.c */
extern const Asking ocs_asking[];     /* questions.c: add a row there for each verb a question takes */
enum { MODE_COMBAT, MODE_MOVE, MODE_STRATEGIC, MODE_RESERVE, MODES }; /* words of the order `mode` */
extern const char *const mode_words[];

/* ---- counter.c: 3, 4.2–4.8: what a counter is and where it lies ------------------------------------ */

static inline const Kind *kind_of(const Book *data, const State *state, Piece piece)
{
    return &data->kind[state->unit[piece].kind];
}
static inline bool is_known(const Book *data, const State *state, Piece piece)
{
    return !(kind_of(data, state, piece)->is & ANONYMOUS);
}
static inline bool is_on_map(const State *state, Piece piece) { return state->unit[piece].standing == ON_MAP; }
static inline int enemy_of(int side) { return !side; }
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
bool has_modes(const Kind *kind); /* 5.1 */

/* A set that names the counter at that place and before it. */
Refusal named_twice(const Order *order, int at);

void place(const Scenario *scenario, State *state, Piece piece, Hex hex);
void lift(const Scenario *scenario, State *state, Piece piece); /* off the map, nowhere yet */
void move_to(Play *play, Piece piece, Hex hex);                 /* both, and control of the hex (D56) */
void bury(Play *play, Piece piece, uint16_t rule);              /* destroys it and tells so */
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
bool is_road(const Scenario *scenario, Hex from, Edge edge);          /* road or rail: Strategic Move (5.8b-3) */
static inline bool is_land(const Book *data, Hex hex) { return has_bit(data->land, hex); }

/* ---- contact.c: 4.1: next to the enemy --------------------------------------------------------------- */

bool is_contact(const Scenario *scenario, const State *state, int side, Hex hex); /* an enemy unit is adjacent */
/* A friend in the hex that does not travel along and has begun the phase there or is halted (4.1-12, D8). */
bool is_negated(const Scenario *scenario, const State *state, int side, Hex hex, const Piece *moving, int count);
/* 4.1-13, D6: units of `side` have halted in the hex: Reserve markers next to it come off. */
void contact_breaks_reserve(Play *play, int side, Hex hex);
void lose_reserve(Play *play, Piece piece, uint16_t rule);

/* ---- sequence.c: 2 ------------------------------------------------------------------------------------- */

void ocs_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events);
void sequence_resume(Play *play);
/* For the lab: begins that phase of that turn, `side` phasing. */
bool go_to_step(Play *play, int step, int side, int turn, int go); /* false: the sequence has no such phase */
Refusal end_check(const Scenario *scenario, const State *view, const Order *order);
void end_apply(Play *play, const Order *order);
void end_skip(Play *play);
Sentence phase_prompt(const Scenario *scenario, const State *view);
void lead_apply(Play *play, const Order *order);
void follow_apply(Play *play, const Order *order);
Sentence first_prompt(const Scenario *scenario, const State *view);

/* ---- setup.c: 3C of the components ------------------------------------------------------------------------ */

void setup_state(Play *play);
void setup_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal setup_check(const Scenario *scenario, const State *view, const Order *order);
void setup_apply(Play *play, const Order *order);
void ready_apply(Play *play, const Order *order);
Sentence setup_prompt(const Scenario *scenario, const State *view);

/* ---- modes.c: 5 -------------------------------------------------------------------------------------------- */

void mode_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal mode_check(const Scenario *scenario, const State *view, const Order *order);
void mode_apply(Play *play, const Order *order);
int reserve_hexes(const Scenario *scenario, const State *state, int side); /* that need a marker (D38) */
/* The same if those counters stood in `to`. */
int reserve_hexes_if(const Scenario *scenario, const State *state, int side, const Piece *moving, int count, Hex to);

/* ---- reaction.c: 5.7b, 8, 10: releases, and who may act ------------------------------------------------------ */

void release_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal release_check(const Scenario *scenario, const State *view, const Order *order);
void release_apply(Play *play, const Order *order);
/* Whether the unit may move or attack in the present phase, as far as the phase goes. */
Refusal may_act(const Scenario *scenario, const State *view, Piece piece);

/* ---- movement.c: 6 ------------------------------------------------------------------------------------------- */

int allowance(const Book *data, const State *state, Piece piece); /* quarters of MPs in its present mode (6.1b, D1) */
int mp_left(const Book *data, const State *state, Piece piece);
void movement_begins(Play *play);
void movement_ends(Play *play, int side);
void move_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal move_check(const Scenario *scenario, const State *view, const Order *order);
void move_apply(Play *play, const Order *order);
void move_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out);
void halt_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal halt_check(const Scenario *scenario, const State *view, const Order *order);
void halt_apply(Play *play, const Order *order);
void halt_unit(Play *play, Piece piece);
Refusal movement_end_check(const Scenario *scenario, const State *view, const Order *order);
/* Whether any step is open to the unit by itself. */
bool can_step(const Scenario *scenario, const State *view, Piece piece);
void arrive_in(Play *play, const Piece *pieces, int count, Hex hex); /* truck stop (4.1-5) where they came to */

/* ---- stacking.c: 4.2-6, D25 ------------------------------------------------------------------------------------ */

Hex overstacked(const Scenario *scenario, const State *state, int side, Hex from); /* next such hex, or NO_HEX */
void destroy_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal destroy_check(const Scenario *scenario, const State *view, const Order *order);
void destroy_apply(Play *play, const Order *order);
void excess_resume(Play *play);
Sentence excess_prompt(const Scenario *scenario, const State *view);

/* ---- overrun.c: 7 ---------------------------------------------------------------------------------------------- */

void overrun_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal overrun_check(const Scenario *scenario, const State *view, const Order *order);
void overrun_apply(Play *play, const Order *order);
bool overrun_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out);

/* ---- combat.c: 9.1, 9.2, 9.9–9.11 ------------------------------------------------------------------------- */

void attack_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal attack_check(const Scenario *scenario, const State *view, const Order *order);
void attack_apply(Play *play, const Order *order);
bool attack_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out);
/* The odds of an attack or overrun; false where the viewer does not know all who stand there. */
bool forecast_order(const Scenario *scenario, const State *view, const Order *order, bool overrun, Forecast *out);
/* Why the unit may not attack at all (9.1e); overruns ask it too. */
Refusal bars_attack(const Scenario *scenario, const State *view, Piece piece);
/* Begins the combat; `launch` is NO_HEX unless it is an overrun. */
void combat_begin(Play *play, const Piece *attackers, int count, Hex target, Hex launch);
void combat_resume(Play *play);
void name_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal name_check(const Scenario *scenario, const State *view, const Order *order);
void name_apply(Play *play, const Order *order);
bool name_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out);
Sentence rating_prompt(const Scenario *scenario, const State *view);
/* Defenders that count: those not attacked before in this segment (D27). */
int defenders_of(const Scenario *scenario, const State *state, int side, Hex hex, Piece out[FORCE]);
bool has_units_left(const State *state, int which); /* of the combat: 0 attacker, 1 defender */

/* ---- odds.c: 9.3–9.7, 9.9, 9.17 --------------------------------------------------------------------------- */

/* What a combat is made of before the dice. */
typedef struct Odds {
    int attack, defence; /* in PARTS */
    int terrain;
    int over, under; /* rounded: 3:1, 1:2 */
    int column;      /* index, before surprise */
    int difference;  /* of the ratings */
    int hedgehog;
    int drm; /* difference less the hedgehog */
} Odds;
int attack_strength(const Scenario *scenario, const State *state, Piece piece, Hex target);
int defence_strength(const Scenario *scenario, const State *state, Piece piece);
Odds odds_of(const Scenario *scenario, const State *state, const Piece *attackers, int count, const Piece *defenders,
             int defending, Hex target, Piece attacker_rating, Piece defender_rating);
int odds_column(const Book *data, int terrain, int attack, int defence, int *over, int *under);
int shifted(const Book *data, int column, int shift); /* within the table (9.1f, 9.17-4) */
int result_at(const Book *data, int column, int roll);
bool has_surprise(const Book *data);
int surprise_roll(const Book *data, const Odds *odds, int dice);           /* the modified roll */
int surprised(const Book *data, const Odds *odds, bool overrun, int dice); /* 0, 1 attacker's, 2 defender's */

/* ---- forecast.c ------------------------------------------------------------------------------------------- */

bool weigh_combat(const Scenario *scenario, const Odds *odds, int side, bool overrun, Forecast *out);

/* ---- losses.c: 9.11, 9.12 --------------------------------------------------------------------------------- */

enum { LOSS_COMBAT, LOSS_OPTION, LOSS_RETREAT };                                    /* data[0] of ASK_LOSS */
bool may_lose(const Scenario *scenario, const State *view, int which, Piece piece); /* 9.9-3, 9.12c */
void take_loss(Play *play, int which, Piece piece);
void lose_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal lose_check(const Scenario *scenario, const State *view, const Order *order);
void lose_apply(Play *play, const Order *order);
Sentence loss_prompt(const Scenario *scenario, const State *view);
Refusal retreat_check(const Scenario *scenario, const State *view, const Order *order);
void retreat_apply(Play *play, const Order *order);
Refusal stand_check(const Scenario *scenario, const State *view, const Order *order);
void stand_apply(Play *play, const Order *order);
Sentence option_prompt(const Scenario *scenario, const State *view);
int side_in_combat(const State *state, int which);

/* ---- retreat.c: 4.6, 9.13 --------------------------------------------------------------------------------- */

void retreat_begin(Play *play, int which, int hexes);
void retreat_resume(Play *play);
void withdraw_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal withdraw_check(const Scenario *scenario, const State *view, const Order *order);
void withdraw_apply(Play *play, const Order *order);
Sentence withdraw_prompt(const Scenario *scenario, const State *view);

/* ---- advance.c: 9.13c, 9.14 ------------------------------------------------------------------------------- */

void advance_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal advance_check(const Scenario *scenario, const State *view, const Order *order);
void advance_apply(Play *play, const Order *order);
void exploit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal exploit_check(const Scenario *scenario, const State *view, const Order *order);
void exploit_apply(Play *play, const Order *order);
void stay_apply(Play *play, const Order *order);
Sentence advance_prompt(const Scenario *scenario, const State *view);
Sentence exploit_prompt(const Scenario *scenario, const State *view);

/* ---- fog.c: 4.9, D41 -------------------------------------------------------------------------------------- */

void ocs_mask(const Scenario *scenario, const Position *position, int side, Position *view);
bool ocs_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random);
void ocs_redeal_hidden(const Scenario *scenario, Position *position, unsigned sides, Random *random);
bool is_open(const State *state, Hex hex);                            /* its contents are shown to both (4.9-2) */
bool all_known(const Scenario *scenario, const State *view, Hex hex); /* the viewer knows whatever stands there */
void top_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal top_check(const Scenario *scenario, const State *view, const Order *order);
void top_apply(Play *play, const Order *order);

/* ---- the rest --------------------------------------------------------------------------------------------- */

bool ocs_load(Scenario *scenario, Loading *loading); /* load.c, counters.c, tables.c */
void ocs_unload(Scenario *scenario);
extern const Branch ocs_branches[];
extern const Sign ocs_signs[];
extern const MarkKind ocs_mark_kinds[];
void ocs_look(const Scenario *scenario, const Position *view, Piece piece, Look *out); /* look.c */
int ocs_marks(const Scenario *scenario, const Position *view, Mark *out, int room);
int ocs_track(const Scenario *scenario, const Position *view, Sentence *out, int room);
void victory_score(const Scenario *scenario, const State *state, Score *out); /* victory.c */
void victory_check(Play *play);
bool ocs_sound(const Scenario *scenario, const Position *position, char why[200]); /* sound.c */
bool ocs_lab(Scenario *scenario, Position *position, const LabLine *line);         /* lab.c */
bool ocs_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200]);
LabFigure ocs_lab_figure(const Event *event);
/* Texts of the data for %d (System.text): columns by terrain, then results. */
static inline int column_text(int terrain, int column) { return terrain * COLUMNS + column; }
static inline int result_text(int result) { return TERRAINS * COLUMNS + result; }

#endif
