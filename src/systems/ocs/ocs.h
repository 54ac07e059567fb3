/* ocs.h — the Operational Combat Series inside: the immutable data, the state of a game, and who does what.
 *
 * Files follow the rulebook of 1992: sequence.c is section 2, stacking.c 4.2, contact.c 4.1, modes.c 5, ground.c and
 * movement.c 6, overrun.c 7, reaction.c 8 and 10, combat.c 9.1, 9.2 and 9.9–9.11, odds.c 9.3–9.7 and 9.17, losses.c
 * 9.12, retreat.c 4.6 and 9.13, advance.c 9.13c and 9.14, forecast.c weighs what combat.c would do; setup.c is 3C of
 * the components, victory.c a scenario's end, fog.c 4.9. What is declared in air.h: barrage*.c 9.6 and 12.4, flak.c
 * 14.18, air*.c 14 and 15, weather.c 18, ships.c 19.
 * Supply: supply.c, pay.c, piles.c, trace.c, sustain.c, fuel.c, attrition.c and capture.c 11; rail.c 12.3, rebuild.c
 * 12.5 and 21, engineers.c 12.8 and 17, transport.c 12.2 and 13, arrivals.c who comes later, panels.c the supply sheet.
 * questions.c says which orders answer which question, system.c hangs all of it into struct System.
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
typedef enum Weather { DRY, MUD, FROST, SNOW, WEATHERS } Weather;

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
    ENGINEER = 1,        /* 12.8 */
    AIR_DROPS = 2,       /* 14.19b */
    NEEDS_EQ = 4,        /* rebuilt with Eq only */
    NO_BREAKDOWN = 8,    /* makes no Break-Down Regiments */
    BREAKDOWN = 16,      /* is one (21.0) */
    ONE_SIDED = 32,      /* has no modes (5.1) */
    MOVE_ONLY = 64,      /* has no Combat side */
    CARRIES = 128,       /* landing craft */
    DEAD_AT_FIRST = 512, /* lost before the game begins */
    ANONYMOUS = 256      /* in views only */
};

enum { COMBAT_SIDE, MOVE_SIDE, FACES };
typedef enum Strength { PLAIN, DEFENCE_ONLY, BARRAGES, NEVER_ATTACKS } Strength;
typedef struct Face {
    uint8_t strength, how; /* how: Strength; a gun's is its barrage, it defends with 1 (12.4b) */
    uint8_t rating, ma, mp;
    uint8_t reach; /* range of guns in hexes, throw of an HQ in truck MPs */
    uint8_t there; /* bool: the counter has this side */
} Face;

/* What a rebuilt step costs, or what the variable table gives. */
typedef struct Price {
    uint8_t pax, eq, trucks, points; /* points: SPs */
    uint8_t never;
} Price;

typedef struct Kind {
    uint8_t side, nation, class, size;
    uint8_t re; /* quarters of an RE, all steps there */
    uint8_t steps, motor;
    uint8_t entry;     /* week of arrival, 0 at the start or never by date */
    uint16_t is;       /* bits above */
    uint8_t formation; /* number + 1 of its division's name, 0 none */
    uint8_t aircraft;  /* number of its row of air units */
    uint8_t dse;       /* halves of a DSE that the game gives it (11.2-2); 0: as the rule says */
    Price price;       /* of a step, or of the whole counter (12.5a) */
    Face face[FACES];
    char type[8], name[32];
} Kind;

typedef struct AirKind { /* 3.5; full strength and reduced */
    char type[8];
    uint8_t types; /* the same as bits: AirType (14.4) */
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
#define OCS_STOCKS 160
#define OCS_SUPPLY_SOURCES 8
#define OCS_CONVOYS 32
#define OCS_GIFT_HEXES 4
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
typedef enum Part {
    PART_SUPPLY,
    PART_AIR,
    PART_WEATHER,
    PART_REBUILDING,
    PART_RAIL,
    PART_BARRAGE,
    PART_SUSTAINMENT, /* of PART_SUPPLY: levels and tracing */
    PART_FUEL,        /* of PART_SUPPLY, edition 2 */
    RULE_PARTS
} Part;

enum { COLUMNS = 13, ROLL_LOW = 1, ROLL_HIGH = 15 };
typedef struct Result {
    uint8_t attacker_loss, attacker_option, exploit; /* exploit: least rating, 0 none */
    uint8_t defender_loss, defender_option, disorganized;
} Result;
#define OCS_RESULTS 40

/* ---- charts of columns: barrage, dumps, facilities, flak (12.4, 14.13, 14.18) ---- */

typedef enum ChartName { CHART_BARRAGE, CHART_DUMP, CHART_FACILITY, CHART_FLAK, CHART_AIR, CHARTS } ChartName;
enum { BANDS = 12, CHART_RESULTS = 8, TWO_DICE = 12 };
typedef struct Chart {
    uint8_t columns;
    uint16_t from[BANDS];              /* least strength of the column */
    char text[BANDS][8];               /* "25-40" */
    uint8_t cell[TWO_DICE + 1][BANDS]; /* by what the dice show: a number in the words of its results (charts.c) */
} Chart;
enum { HIT_NONE, HIT_DG, HIT_HALF_OR_DG, HIT_HALF, HIT_ONE, HIT_TWO };                         /* CHART_BARRAGE */
enum { FACILITY_NONE, FACILITY_AB, FACILITY_1, FACILITY_1_RAIL, FACILITY_2, FACILITY_2_RAIL }; /* CHART_FACILITY */
enum { FLAK_NONE, FLAK_ABORT, FLAK_STEP };                                                     /* CHART_FLAK */
enum { AIR_NONE, AIR_ATTACKER_STEP, AIR_ATTACKER_ABORT, AIR_DEFENDER_ABORT, AIR_DEFENDER_STEP, AIR_BOTH_ABORT };
enum { AIR_LOW = 3, AIR_HIGH = 11 }; /* rows of the air to air table; CHART_AIR has one column */
enum { DUMP_PERCENT = 5 };           /* a result of CHART_DUMP times this is lost */

/* What may be barraged in a hex, each once a phase (9.6, B11). */
typedef enum Target {
    TARGET_UNITS,
    TARGET_DUMP,
    TARGET_BASE,
    TARGET_RAIL,
    TARGET_PORT,
    TARGET_HEDGEHOG,
    TARGETS
} Target;
extern const char *const target_words[]; /* words.c */

/* Columns by which the ground, the target and its neighbours shift a barrage (ocs2.barrage.shift). */
enum { SHIFT_HEDGEHOG, SHIFT_CLOSE, SHIFT_VERY_CLOSE, SHIFT_EXTREMELY_CLOSE, SHIFT_UNSEEN, SHIFT_COLUMN, SHIFTS };
enum { SIZE_BANDS = 6 };
typedef struct Shifts {
    int8_t by[SHIFTS];
    uint8_t bands;             /* by how much stands or lies there */
    uint16_t from[SIZE_BANDS]; /* quarters of REs, or points */
    int8_t size[SIZE_BANDS];
} Shifts;

/* One period of the weather table, by days of the year (18.0). */
typedef struct Season {
    uint16_t from, to;
    uint8_t weather[6];
} Season;
#define OCS_SEASONS 8

typedef struct Surprise {
    int8_t attacker, defender; /* at least, at most */
} Surprise;

typedef struct Base { /* 15.0 */
    Hex hex;
    uint8_t side, level, usable, supplied;
} Base;

/* Who stands where at the beginning or comes later; the owner may choose within the zone (gc.3C1). */
typedef struct Start {
    Piece piece;
    Hex hex, centre;                    /* centre: of the zone, NO_HEX it stands where it stands */
    Hex last;                           /* of a zone that is a row of hexes from the centre on; NO_HEX: it is not */
    uint8_t within, lost, marker, turn; /* within: ANY_BASE of the side */
} Start;
enum { ANY_BASE = 255 };

/* Where supply of a pile lies. */
typedef enum Store { ON_GROUND, ON_TRUCKS, ON_WAGONS, STORES } Store;

/* Supply, vehicles and works that are there at the start (turn 0) or come later. */
typedef enum StockKind { STOCK_SUPPLY, STOCK_TRUCKS, STOCK_WAGONS, STOCK_HEDGEHOG } StockKind;
typedef struct Stock {
    Hex hex;
    uint16_t amount; /* tokens, points, levels */
    uint8_t side, kind, turn;
} Stock;

enum { ATTRITION_LOW = 2, ATTRITION_HIGH = 17, ATTRITION_ALL = 99, ATTRITION_COLUMNS = 5 }; /* columns by rating 0–4 */
enum { FUEL_UNIT, FUEL_DIVISION, FUEL_HEADQUARTERS, FUELS };

/* One line of the scenario's victory: all of its conditions must hold; the first line that does decides. */
typedef struct Win {
    uint8_t side, near_range, lost_below; /* lost_below 0: no matter */
    Hex holds, near;                      /* NO_HEX: no matter */
} Win;

/* A line of a scenario's points; they are the side's each time it is met. */
typedef enum PointsWhat {
    POINTS_HOLDS,
    POINTS_LOST,
    POINTS_ONCE,  /* number: its bit of State.held_once */
    POINTS_NEAR,  /* number: hexes */
    POINTS_STEPS, /* number: for so many */
    POINTS_MOBILE,
    POINTS_DIVISIONS, /* number: beyond so many */
    POINTS_BRIGADES
} PointsWhat;
typedef struct Points {
    int8_t points;
    uint8_t side, of, what, number; /* of: whose losses */
    Hex hex, with;                  /* with: only if this is held too */
} Points;
typedef struct Grade {
    int16_t least;
    uint8_t winner, decisive;
} Grade;
/* Ends the game at the end of a week: both hexes taken by mobile divisions, or (NO_HEX) all of the enemy's broken. */
typedef struct Sudden {
    uint8_t side;
    Hex hex, other;
} Sudden;
#define OCS_POINTS 32
#define OCS_GRADES 8
#define OCS_SUDDENS 4

struct Book {
    int edition; /* 1, 2 */
    bool surprise, mode_before_move, retreat_cover;
    bool without[RULE_PARTS];
    int weeks, turns;

    int steps;
    SequenceRow sequence[OCS_STEPS]; /* of one turn; those between go_first and go_last once for each go */
    int go_first, go_last, goes;     /* goes: of both sides in a turn: 4 in edition 1, 2 in edition 2 */
    uint8_t first;                   /* side that leads every turn without a roll; NO_SIDE: it is rolled for */
    bool then_rolled;                /* after the first turn it is */
    uint8_t setup_order[PLAYERS];
    uint8_t reserves[PLAYERS]; /* markers (5.7) */

    int kinds;
    Kind kind[OCS_PIECES + PLAYERS]; /* by counter; then what stands in views for the unknown of each side */
    int air_kinds;
    AirKind air_kind[OCS_PIECES];
    int formations;
    char formation[OCS_FORMATIONS][24];

    uint8_t ground_cost[WEATHERS][GROUNDS][LAND_MPS], place_cost[WEATHERS][PLACES][LAND_MPS];
    uint8_t river_cost[WEATHERS][RIVERS][LAND_MPS], line_cost[WEATHERS][LINES][LAND_MPS], fort_cost[LAND_MPS];
    uint8_t interdicted_cost[LAND_MPS];                 /* what enemy aircraft add (6.4) */
    uint8_t swamp_class[WEATHERS];                      /* Terrain */
    bool roads_close[WEATHERS];                         /* Strategic Move on primary roads and rails only */
    uint8_t ground_class[GROUNDS], place_class[PLACES]; /* Terrain; OF_THE_GROUND */
    int seasons;
    Season season[OCS_SEASONS];
    bool flight[WEATHERS][6];
    uint16_t first_day;   /* of the year, when the first turn begins */
    uint8_t weather_only; /* side the weather hinders; NO_SIDE both (18.0b) */
    Chart chart[CHARTS];
    Shifts barrage_shift, dump_shift;
    uint8_t port_percent[5], gun_cost[SIZES], ship_cost; /* capacity by hits; tokens (12.4f) */
    uint8_t rocket_factor;
    uint8_t drop[2][6], drop_modifier[2][TERRAINS]; /* supply, units: Drop by the modified die (14.19) */
    uint8_t base_tokens;                            /* for each usable level (15.0f) */
    int start_bases;
    Base start_base[OCS_BASES];
    bool hidden_stations;                                           /* 14.8d */
    uint8_t hip_shoots;                                             /* sides that may, a bit each (14.12d) */
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

    struct { /* tables/supply_combat.tsv, in tokens (9.5); the first of each for 1 RE or less */
        uint8_t attack[2], defence[2], trace[2]; /* trace: must be able to pay that much, and pays nothing */
        bool by_size;                            /* an attack costs a token an RE or unit, whichever are more */
    } combat_supply;

    uint8_t sustain_tokens;   /* edition 2: of a division, or of all of a group that are none */
    uint8_t fuel_cost[FUELS]; /* tokens */
    uint8_t attrition[ATTRITION_COLUMNS][ATTRITION_HIGH - ATTRITION_LOW + 1]; /* steps lost */
    uint8_t capture[STORES][6], blowing[6];                                   /* percent by the die */
    struct { /* tables/vehicles.tsv, by Store, in quarters of MPs */
        uint8_t ma, mp, handling;
    } vehicle[STORES];
    struct { /* SPs of rail capacity, and from a week on */
        uint8_t first, later, from;
    } trains[PLAYERS];
    uint8_t repair_tokens, hedgehog_tokens, hedgehogs[PLAYERS]; /* hedgehogs: markers (17.0) */
    bool easy_detraining, variable;
    Price gift[PLAYERS][11]; /* the variable table, by two dice */
    uint8_t gift_hexes[PLAYERS];
    Hex gift_hex[PLAYERS][OCS_GIFT_HEXES];
    uint8_t start_level; /* Level of everybody before the first supply */
    uint8_t supply_sources[PLAYERS];
    Hex supply_source[PLAYERS][OCS_SUPPLY_SOURCES]; /* C7 */
    uint64_t held[PLAYERS][OCS_WORDS];              /* hexes a side controls at the start (20.0-2) */
    uint64_t gauge[OCS_WORDS];                      /* railroads of the second side's gauge at the start */

    int starts;
    Start start[OCS_STARTS];
    int stocks;
    Stock stock[OCS_STOCKS];
    int wins;
    Win win[OCS_WINS];
    int points, grades, suddens, margin;
    uint8_t graded; /* the side whose points the grades read */
    Points point[OCS_POINTS];
    Grade grade[OCS_GRADES];
    Sudden sudden[OCS_SUDDENS];
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
    CHANGED = 1 << 14,    /* motorized or broken down in this segment (D37): its end */
    RETURNING = 1 << 15,  /* aircraft that must fly home (14.6): when it lands */
    FED = 1 << 16,        /* its supply is settled in this segment (11.4b): its end */
    TANKED = 1 << 17,     /* edition 2, fuelled for long (fuel-5): Clean Up of its owner */
    WORN = 1 << 18,       /* lost a step to this roll of attrition (ocs2.attrition-6): when the others have too */
    FOUGHT = 1 << 19,     /* aircraft that take part in the air combat being fought: its end */
    CARRYING = 1 << 20,   /* aircraft with a load, no bombers now (14.4e): end of the phase */
    LANDED = 1 << 21      /* came ashore where nobody stood: no move or attack (19.3-4): end of the go */
};
#define UNTIL_NEXT_MOVEMENT (MOVED | STOPPED | HALTED | LOCKED)
#define UNTIL_PHASE_ENDS (RELEASED | ARRIVED | FIRED | FUELLED | STRUCK | CHANGED | CARRYING)
#define UNTIL_SEGMENT_ENDS (ATTACKED | DEFENDED | FED)

typedef enum Marker { NO_MARKER, STRATEGIC, RESERVE, EXPLOITING, DISORGANIZED, MARKERS } Marker;
typedef enum Level { FULL_SUPPLY, LOW_SUPPLY, NO_SUPPLY } Level; /* edition 2: full is Supplied, no is Out */
typedef enum Standing { IN_POOL, ON_MAP, DUE, WAITING, ABOARD, DEAD, UNSEEN, STANDINGS } Standing;

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
    uint8_t trucks, repairs; /* truck points that motorize it (13.0); railroad hexes mended in this phase (12.3f) */
    Piece carrier;           /* ship or aircraft it is aboard of */
} Unit;
_Static_assert(sizeof(Unit) == 24, "eight of them fill three cache lines");

/* SPs, trucks and wagons of a side in a hex (11.8, 12.2, D55). Sorted by hex and side; a pile of nothing is none. */
typedef struct Pile {
    Hex hex;
    uint16_t dump, truck_load, wagon_load; /* tokens */
    uint8_t side, trucks, wagons;          /* points */
    uint8_t is;                            /* PILE_BLOWN … */
    uint16_t landed, unused;               /* landed: tokens on the ground that were carried in this phase (11.3a) */
} Pile;
enum { PILE_BLOWN = 1, PILE_COVERS = 2 }; /* tried in this phase (11.8a-2); in views: something lies beneath */

/* What supply is spent on. Combat supply must come into the user's own hex (9.5b-2, terms-2). */
typedef enum Purpose {
    PAY_ATTACK,
    PAY_DEFENCE,
    PAY_BARRAGE,
    PAY_SUSTAINMENT,
    PAY_FUEL,
    PAY_HEDGEHOG,
    PAY_AIR_BASE,
    PAY_RAIL,
    PAY_PORT,
    PAY_REBUILDING,
    PAY_SHIP,
    PURPOSES
} Purpose;

/* What is being paid: pay.c. */
typedef struct Bill {
    uint8_t side, purpose, way, hexes; /* way: Way */
    uint16_t due;                      /* tokens still to be paid; 0: there is none */
    uint8_t passed, divisional;        /* stores that gave what they were to give; divisional: fuels a division */
    Piece piece;                       /* of that division */
    uint16_t unused;
    Hex hex[8];        /* of the users */
    uint16_t pass[26]; /* hex * STORES + Store */
} Bill;
/* How it is drawn: as can be; by an HQ; from that hex; from all there is, where it is not known better (imagine.c). */
typedef enum Way { WAY_ANY, WAY_HEADQUARTERS, WAY_DUMP, WAY_ALL } Way;

typedef struct Hedgehog { /* 17.0 */
    Hex hex;
    uint8_t side, level;
    uint8_t built, unused; /* built: levels in this segment */
} Hedgehog;

/* Vehicles that move in this phase; part of the pile in their hex (transport.c). */
typedef struct Convoy {
    Hex hex;
    uint8_t side, store, points, unused;
    uint16_t load, mp; /* tokens; quarters of MPs left */
} Convoy;

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
    uint8_t exploit, retreated[2], unpaid; /* unpaid: the defender found no combat supply (9.5a-2) */
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

/* The barrage being resolved: barrage_fire.c. */
typedef struct Barrage {
    Hex target;                        /* NO_HEX: there is none */
    uint8_t side, kind;                /* Target */
    uint8_t count, answer;             /* answer: to an overrun (7.2) */
    uint8_t next, result, due, unused; /* next: whose supply or flak is next; due: steps still to be lost */
    Piece piece[FORCE];
    uint8_t targets, hit[FORCE], odd; /* hit: steps lost in it (D9) */
    Piece struck[FORCE];
} Barrage;

/* Aircraft under way: air_flight.c. */
typedef struct Flight {
    uint8_t count, side, purpose; /* count 0: nobody flies; purpose: what it is for */
    uint8_t at, length;           /* hexes of the path flown, and of all of it */
    uint8_t cargo, tokens, landed;
    Hex path[WALK];
    Piece piece[STACK], load[STACK]; /* load: units carried */
} Flight;

/* The air combat being fought: air_combat.c. Index 0 is the attacker, 1 the defender. */
typedef struct Dogfight {
    Hex hex; /* NO_HEX: there is none */
    uint8_t side, unused;
    uint8_t edge[2], used[2];   /* doublings or advantages left; taken in this round (14.10, ocs2.adv) */
    uint8_t picked[2], dice[2]; /* dice: sums that the attacker rolled */
    Piece pick[2][2];
} Dogfight;

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
    uint64_t shelled[TARGETS][OCS_WORDS];  /* had their barrage in this phase (9.6, B11) */
    Pile pile[OCS_PILES];
    Account account[PLAYERS];
    Base base[OCS_BASES];
    Hedgehog hedgehog[OCS_HEDGEHOGS];
    uint8_t port_hits[OCS_PORTS];
    uint16_t rail_used[PLAYERS];                        /* eighths of an SP in this player turn (D47) */
    uint8_t shipping_used[PLAYERS];                     /* half points in this player turn */
    uint8_t gift_trucks[PLAYERS], gift_points[PLAYERS]; /* of the variable table, still to be placed */
    uint8_t convoys, spare;
    Convoy convoy[OCS_CONVOYS];
    uint8_t repls[PLAYERS];      /* variable reinforcements still to be placed */
    uint8_t held_once[PLAYERS];  /* bits: victory places held at some week's end */
    uint16_t source[OCS_PIECES]; /* whom it draws supply with (11.4d): sustain.c */
    Bill bill;
    Combat combat;
    Retreat retreat;
    Barrage barrage;
    Flight flight;
    Dogfight dogfight;
    uint16_t rest[2]; /* of the last eight bytes */
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
    ASK_PAY,       /* from which dump; State.bill */
    ASK_DISPLACE,  /* data[0]: hex, data[1]: Store, data[2]: how far */
    ASK_SUPPLY,    /* levels; stage: sustain.c */
    ASK_ATTRITION, /* data[0]: hex, data[1]: steps still to be lost */
    ASK_BARRAGES,  /* barrage segments; data[0]: aircraft alone, at the end of Movement (14.13) */
    ASK_BARRAGE,   /* procedure: barrage_fire.c */
    ASK_HIT,       /* steps lost to a barrage */
    ASK_ANSWER,    /* a barrage against overrunners (7.2) */
    ASK_FLIGHT,    /* procedure: air_flight.c */
    ASK_INTERCEPT,
    ASK_DOGFIGHT, /* procedure: air_combat.c */
    ASK_DECLINE,  /* who stays out of an air combat over his base (14.9e) */
    ASK_ENGAGE,   /* who fights the next round */
    ASK_ROLLS,    /* which of two rolls counts (14.10b) */
    ASK_VICTIM,   /* which of two loses the step (14.10c) */
    ASK_HOME,     /* aircraft must fly home (14.6) */
    ASK_REFIT,    /* data[0]: base, data[1]: how many */
    ASK_REFITS,   /* procedure: the Air Unit Refit Phase */
    ASK_EVACUATE, /* aircraft at a captured base may leave (9.16f-2) */
    ASK_ARRIVALS,
    ASK_REORGANIZE,
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
    DO_PAY,
    DO_ATTACH,
    DO_DRAW,
    DO_FEED,
    DO_ISSUE,
    DO_SUSTAIN,
    DO_FUEL,
    DO_BLOW,
    DO_DISPLACE,
    DO_FORM,
    DO_LOAD,
    DO_UNLOAD,
    DO_DRIVE,
    DO_MOTORIZE,
    DO_ENTRAIN,
    DO_FREIGHT,
    DO_WRECK,
    DO_REPAIR,
    DO_DIG,
    DO_RAZE,
    DO_ENTER,
    DO_RECEIVE,
    DO_REBUILD,
    DO_DETACH,
    DO_ABSORB,
    DO_END,
    DO_BARRAGE,
    DO_FLY,
    DO_HIP_SHOOT,
    DO_INTERCEPT,
    DO_DECLINE,
    DO_ENGAGE,
    DO_ACCEPT,
    DO_HOME,
    DO_REFIT,
    DO_COMBINE,
    DO_AIRLIFT,
    DO_DROP,
    DO_SAIL,
    DO_OPERATE,
    DO_LAND,
    DOS
};

/* Words for %w: ocs_words in words.c, in this order. */
enum {
    WORD_STEP,                              /* + Step */
    WORD_MODE = WORD_STEP + STEPS,          /* + MODE_COMBAT … */
    WORD_MARKER = WORD_MODE + 4,            /* + Marker */
    WORD_TERRAIN = WORD_MARKER + MARKERS,   /* + Terrain */
    WORD_CLASS = WORD_TERRAIN + TERRAINS,   /* + Class */
    WORD_NATION = WORD_CLASS + CLASSES,     /* + Nation */
    WORD_MPS = WORD_NATION + NATIONS,       /* + MpKind */
    WORD_LEVEL = WORD_MPS + SEA_MPS + 1,    /* + Level */
    WORD_STORE = WORD_LEVEL + 3,            /* + Store */
    WORD_PURPOSE = WORD_STORE + STORES,     /* + Purpose */
    WORD_WEATHER = WORD_PURPOSE + PURPOSES, /* + Weather */
    WORD_TARGET = WORD_WEATHER + WEATHERS,  /* + Target */
    WORDS_END = WORD_TARGET + TARGETS
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
/* The same in that weather. Whoever moves or traces asks going() (air.h), which knows what it is like. */
int step_cost_in(const Scenario *scenario, int weather, int mp, Hex from, Edge edge);
int bare_cost_in(const Scenario *scenario, int weather, int mp, Hex from, Edge edge);
int entry_cost_in(const Scenario *scenario, int weather, int mp, Hex to); /* of the hex alone, whatever its sides are */
bool is_road(const Scenario *scenario, Hex from, Edge edge);              /* road or rail: Strategic Move (5.8b-3) */
bool is_firm(const Scenario *scenario, Hex from, Edge edge);              /* primary road or rail: the same in mud */
bool is_swamp(const Scenario *scenario, Hex hex);
bool can_stand(const Scenario *scenario, int mp, Hex hex); /* land that is not prohibited to that kind of MPs */
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
void place_stock(State *state, const Stock *stock);
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

/* ---- supply.c, pay.c: 9.5, 11: what lies in reach, and who pays from where (D28)
 * ----------------------------------- */

extern const char *const store_words[]; /* words.c */
enum { DRAW_RANGE = 5 * QUARTERS };     /* 11.0-2, 11.5c-1 */
/* piles.c: what lies where. A pile that has nothing left is gone: look it up again. */
const Pile *pile_in(const State *state, int side, Hex hex); /* NULL: nothing */
Pile *pile_at(State *state, int side, Hex hex);             /* one of nothing if there is none: fill it or tidy up */
void tidy_piles(State *state);
static inline int stored(const Pile *pile, int store)
{
    return store == ON_GROUND ? pile->dump : store == ON_TRUCKS ? pile->truck_load : pile->wagon_load;
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
/* The hexes of dumps that a user there can draw on, by himself or through HQs. */
void sources_of(const Scenario *scenario, const State *state, int side, Hex hex, int purpose, uint64_t out[OCS_WORDS]);
/* Costs in truck MPs from that hex, as supply goes; good until the next such question. */
const struct Flood *ways_from(const Scenario *scenario, const State *state, int side, Hex hex, int limit);
/* HQs that throw there; `into`: to the hex itself. */
int throwers_of(const Scenario *scenario, const State *state, int side, Hex hex, bool into, Piece out[OCS_PIECES]);
/* Whether one of those hexes is within 5 truck MPs, counted from the hex. */
bool is_near_any(const Scenario *scenario, const State *state, int side, Hex hex, const uint64_t hexes[OCS_WORDS]);
/* All hexes an HQ throws to, and all from which one of those dumps is in reach directly. */
void thrown_by(const Scenario *scenario, const State *state, Piece headquarters, bool into, uint64_t out[OCS_WORDS]);
void served_by(const Scenario *scenario, const State *state, int side, const uint64_t dumps[OCS_WORDS],
               uint64_t out[OCS_WORDS]);
bool throws_to(const Scenario *scenario, const State *state, Piece headquarters, Hex hex, bool into); /* 11.5b, 12.1b */
void drawn_by(const Scenario *scenario, const State *state, Piece headquarters, uint64_t out[OCS_WORDS]); /* 5 MPs */
void add_direct(const Scenario *scenario, const State *state, int side, Hex hex, uint64_t out[OCS_WORDS]);
bool draws_directly(const Scenario *scenario, const State *state, int side, Hex dump, Hex hex); /* 11.5c */
int tokens_at(const State *state, int side, const uint64_t hexes[OCS_WORDS]);
static inline bool is_combat_supply(int purpose) { return purpose <= PAY_BARRAGE; }
enum { PLENTY = 30000 }; /* tokens, where supply is left out */

/* Tokens that users in these hexes could draw now, by themselves or through HQs; more than anything costs where the
 * scenario leaves supply out. Every user must reach some for himself: ask hex by hex. */
int tokens_in_reach(const Scenario *scenario, const State *state, int side, const Hex *hexes, int count, int purpose);
/* Asks the side from which dumps it pays (ASK_PAY) until all is paid; there must be that much in reach. One bill at a
 * time: charge again when the procedure goes on. Nothing is asked for 0 tokens, and where supply is left out. */
void charge(Play *play, int side, const Hex *hexes, int count, int tokens, int purpose);
void charge_headquarters(Play *play, Piece headquarters, int tokens, int purpose); /* what it can draw itself */
void charge_dump(Play *play, int side, Hex hex, int tokens, int purpose);          /* that one */
void charge_division(Play *play, Piece piece, int tokens); /* fuel; whoever of it can draw on what pays is fuelled */
void pay_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal pay_check(const Scenario *scenario, const State *view, const Order *order);
void pay_apply(Play *play, const Order *order);
Sentence pay_prompt(const Scenario *scenario, const State *view);

/* ---- sustain.c: 11.2, 11.4, 11.5 --------------------------------------------------------------------------------- */

/* State.source: an HQ, or a dump with SOURCE_DUMP, and SOURCE_LOW if it is to be drawn on at Low. */
enum { NO_SOURCE = 0xFFFF, SOURCE_DUMP = 0x1000, SOURCE_LOW = 0x2000 };
static inline uint16_t source_at(Hex hex, int level)
{
    return (uint16_t)(SOURCE_DUMP | hex | (level == LOW_SUPPLY ? SOURCE_LOW : 0));
}
bool is_divisional(const Kind *kind); /* terms-3 */
bool is_mobile_division(const Scenario *scenario, const State *state, Piece piece);
int division_of(const Book *data, Piece piece); /* a number, the same for all of its counters; 0: it is of none */
bool same_division(const Book *data, const State *state, Piece one, Piece other);
int group_cost(const Scenario *scenario, const State *state, int side, int group, int level); /* tokens, edition 1 */
int group_tokens(const Scenario *scenario, const State *state, int side, int group);          /* in its reach */
void attach_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal attach_check(const Scenario *scenario, const State *view, const Order *order);
void attach_apply(Play *play, const Order *order);
void draw_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal draw_check(const Scenario *scenario, const State *view, const Order *order);
void draw_apply(Play *play, const Order *order);
void feed_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal feed_check(const Scenario *scenario, const State *view, const Order *order);
void feed_apply(Play *play, const Order *order);
void issue_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal issue_check(const Scenario *scenario, const State *view, const Order *order);
void issue_apply(Play *play, const Order *order);
void sustain_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal sustain_check(const Scenario *scenario, const State *view, const Order *order);
void sustain_apply(Play *play, const Order *order);
Refusal supply_end_check(const Scenario *scenario, const State *view, const Order *order);
void supply_end_apply(Play *play, const Order *order);
void supply_skip(Play *play);
void supply_resume(Play *play);
Sentence supply_prompt(const Scenario *scenario, const State *view);

/* ---- trace.c: edition 2, C7 ------------------------------------------------------------------------------------- */

typedef struct Tracing {
    uint64_t point[OCS_WORDS];  /* supply sources, and the railroads linked to them */
    uint64_t traced[OCS_WORDS]; /* hexes whose users trace */
} Tracing;
bool rail_works(const Scenario *scenario, const State *state, int side, Hex hex); /* whole, of its gauge, its own */
void trace_begin(const Scenario *scenario, const State *state, int side, Tracing *out);
static inline bool can_trace(const Tracing *tracing, Hex hex) { return has_bit(tracing->traced, hex); }

/* ---- attrition.c: 11.4e ----------------------------------------------------------------------------------------- */

bool attrition(Play *play, int side); /* true when it has asked; go on when that is answered */
void attrition_resume(Play *play);
void starve_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal starve_check(const Scenario *scenario, const State *view, const Order *order);
void starve_apply(Play *play, const Order *order);
Sentence attrition_prompt(const Scenario *scenario, const State *view);

/* ---- fuel.c: edition 2 ------------------------------------------------------------------------------------------ */

extern const char *const fuel_words[], *const level_words[];                /* words.c */
bool needs_fuel(const Scenario *scenario, const State *state, Piece piece); /* before it can move itself */
void fuel_paid(Play *play, const Bill *bill);
void fuel_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal fuel_check(const Scenario *scenario, const State *view, const Order *order);
void fuel_apply(Play *play, const Order *order);

/* ---- capture.c: 9.16b–d, 11.8 ----------------------------------------------------------------------------------- */

int part_of(int whole, int percent);                           /* rounded */
int part_of_supply(const Book *data, int tokens, int percent); /* as the edition rounds losses of supply (C14) */
bool is_booty(const State *state, int side, Hex hex);          /* the enemy's, and nobody guards it */
void come_into(Play *play, int side, Hex hex);                 /* units of the side have: works, capture */
void vehicles_follow(Play *play, int side, Hex from, Hex to);  /* after a retreat */
void forget_blowing(State *state);                             /* a phase begins */
void displace_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal displace_check(const Scenario *scenario, const State *view, const Order *order);
void displace_apply(Play *play, const Order *order);
void displace_skip(Play *play);
Sentence displace_prompt(const Scenario *scenario, const State *view);
void blow_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal blow_check(const Scenario *scenario, const State *view, const Order *order);
void blow_apply(Play *play, const Order *order);

/* ---- transport.c: 12.2, 13 -------------------------------------------------------------------------------------- */

int motor_of(const Book *data, const State *state, Piece piece);   /* NOT_MOTORIZED …, with its truck points (13.0) */
int mp_kind(const Book *data, const State *state, Piece piece);    /* MpKind of the side that shows, riding or not */
int printed_ma(const Book *data, const State *state, Piece piece); /* the same of its MA */
void lose_riding(State *state, Piece piece, int steps_before);
int free_points(const State *state, const Pile *pile, int store); /* vehicles of no convoy */
void shrink_convoys(State *state);
void ride_vehicles(State *state, int side, Hex hex, int store, int points,
                   int load); /* that came by rail: no MPs left */
void convoys_end(State *state);
extern const char *const vehicle_words[], *const cargo_words[], *const motor_words[]; /* words.c */
void form_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal form_check(const Scenario *scenario, const State *view, const Order *order);
void form_apply(Play *play, const Order *order);
void load_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal load_check(const Scenario *scenario, const State *view, const Order *order);
void load_apply(Play *play, const Order *order);
void unload_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal unload_check(const Scenario *scenario, const State *view, const Order *order);
void unload_apply(Play *play, const Order *order);
void drive_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal drive_check(const Scenario *scenario, const State *view, const Order *order);
void drive_apply(Play *play, const Order *order);
void motorize_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal motorize_check(const Scenario *scenario, const State *view, const Order *order);
void motorize_apply(Play *play, const Order *order);
void drive_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out);

/* ---- rail.c: 12.3 ------------------------------------------------------------------------------------------------ */

int rail_factor(const Scenario *scenario, const State *state, int side, Hex from, Hex to); /* halves; 0: no way */
int rail_capacity(const Book *data, const State *state, int side);                         /* SPs a player turn */
int rail_weight(const Book *data, const State *state, Piece piece); /* eighths of an SP (13.0d) */
void entrain_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal entrain_check(const Scenario *scenario, const State *view, const Order *order);
void entrain_apply(Play *play, const Order *order);
void freight_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal freight_check(const Scenario *scenario, const State *view, const Order *order);
void freight_apply(Play *play, const Order *order);
void wreck_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal wreck_check(const Scenario *scenario, const State *view, const Order *order);
void wreck_apply(Play *play, const Order *order);
void repair_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal repair_check(const Scenario *scenario, const State *view, const Order *order);
void repair_apply(Play *play, const Order *order);

/* ---- engineers.c: 12.8, 17 --------------------------------------------------------------------------------------- */

bool is_engineer(const Kind *kind);
/* What a step costs with the side's bridges (12.8a). */
int crossing(const Scenario *scenario, const State *state, int side, int mp, Hex from, Edge edge);
void works_settle(State *state); /* a segment of building ends */
void dig_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal dig_check(const Scenario *scenario, const State *view, const Order *order);
void dig_apply(Play *play, const Order *order);
void raze_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal raze_check(const Scenario *scenario, const State *view, const Order *order);
void raze_apply(Play *play, const Order *order);

/* ---- arrivals.c: 12.6 ------------------------------------------------------------------------------------------- */

void arrivals_resume(Play *play);
void arrivals_skip(Play *play);
Refusal arrivals_end_check(const Scenario *scenario, const State *view, const Order *order);
void arrivals_end_apply(Play *play, const Order *order);
Sentence arrivals_prompt(const Scenario *scenario, const State *view);
void enter_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal enter_check(const Scenario *scenario, const State *view, const Order *order);
void enter_apply(Play *play, const Order *order);
void receive_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal receive_check(const Scenario *scenario, const State *view, const Order *order);
void receive_apply(Play *play, const Order *order);

/* ---- rebuild.c: 12.5, 21 ---------------------------------------------------------------------------------------- */

bool is_type(const Kind *kind, const char *type); /* its type begins so */
Sentence reorganize_prompt(const Scenario *scenario, const State *view);
void rebuild_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal rebuild_check(const Scenario *scenario, const State *view, const Order *order);
void rebuild_apply(Play *play, const Order *order);
void detach_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal detach_check(const Scenario *scenario, const State *view, const Order *order);
void detach_apply(Play *play, const Order *order);
void absorb_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal absorb_check(const Scenario *scenario, const State *view, const Order *order);
void absorb_apply(Play *play, const Order *order);

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
             int defending, Hex target, Piece attacker_rating, Piece defender_rating, bool unpaid);
int odds_column(const Book *data, int terrain, int attack, int defence, int *over, int *under);
int shifted(const Book *data, int column, int shift); /* within the table (9.1f, 9.17-4) */
int result_at(const Book *data, int column, int roll);
bool has_surprise(const Book *data);
int surprise_roll(const Book *data, const Odds *odds, int dice);           /* the modified roll */
int surprised(const Book *data, const Odds *odds, bool overrun, int dice); /* 0, 1 attacker's, 2 defender's */

/* ---- combat_supply.c: 9.5, 11.6 ----------------------------------------------------------------------------- */

int attack_cost(const Scenario *scenario, const State *state, const Piece *attackers, int count);      /* tokens */
int defence_cost(const Scenario *scenario, const State *state, const Piece *defenders, int count);     /* the same */
Refusal attack_supply(const Scenario *scenario, const State *view, const Piece *attackers, int count); /* 9.5b, D28 */
void pay_for_combat(Play *play, int which);
void forecast_supply(const Scenario *scenario, const State *view, const Piece *attackers, int count,
                     const Piece *defenders, int defending, Forecast *out);

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

void ocs_mask(const Scenario *scenario, const Position *position, int viewer, Position *view);
bool ocs_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random);
void ocs_imagine(const Scenario *scenario, const Position *view, int viewer, Random *random,
                 Position *out); /* imagine.c */
enum { OCS_FACTS = (OCS_PIECES + OCS_SPOTS) / 64 };
void ocs_learned(const Scenario *scenario, const Position *view, uint64_t *bits);
bool is_open(const State *state, Hex hex);                            /* its contents are shown to both (4.9-2) */
bool all_known(const Scenario *scenario, const State *view, Hex hex); /* the viewer knows whatever stands there */
void top_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal top_check(const Scenario *scenario, const State *view, const Order *order);
void top_apply(Play *play, const Order *order);

/* ---- panels.c: the supply sheet ----------------------------------------------------------------------------- */

enum { OVERLAY_SUPPLY, OVERLAY_THROW, OVERLAY_DUMP };
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
void victory_score(const Scenario *scenario, const State *state, Score *out); /* victory.c */
void victory_check(Play *play);
int times_met(const Scenario *scenario, const State *state, const Points *line);
void note_held(const Scenario *scenario, State *state);
bool ocs_sound(const Scenario *scenario, const Position *position, char why[200]); /* sound.c */
bool ocs_lab(Scenario *scenario, Position *position, const LabLine *line);         /* lab.c */
bool ocs_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200]);
LabFigure ocs_lab_figure(const Event *event);
/* Texts of the data for %d (System.text): columns by terrain, then results. */
static inline int column_text(int terrain, int column) { return terrain * COLUMNS + column; }
static inline int result_text(int result) { return TERRAINS * COLUMNS + result; }
/* Then columns and results of the charts (charts.c). */
static inline int band_text(int chart, int column) { return TERRAINS * COLUMNS + OCS_RESULTS + chart * BANDS + column; }
static inline int chart_text(int chart, int result) { return band_text(CHARTS, 0) + chart * CHART_RESULTS + result; }

#endif
