/* book.h — what does not change during a game: ground, counters, charts, the data of a scenario. load.c, counters.c and
 * tables*.c fill it.
 *
 * Amounts are whole numbers: MPs in quarters, REs in quarters (a Repl is 1), supply in tokens (4 are an SP), strengths
 * in 1024ths, so that no product of the book's halves is ever rounded before the end (4.3-2). */
#ifndef SANDTABLE_OCS_BOOK_H
#define SANDTABLE_OCS_BOOK_H

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
#define COUNTER_WORDS (OCS_PIECES / 64)
#define OCS_SLOTS 512 /* and, in views, one anonymous slot a hex */
#define OCS_SPOTS 1280
#define OCS_WORDS (OCS_SPOTS / 64)
#define OCS_STARTS 256
#define OCS_FORMATIONS 48
#define OCS_TURNS 16
#define OCS_PILES 192
#define OCS_BASES 24
#define OCS_HEDGEHOGS 32
#define OCS_PORTS 8
#define OCS_BOXES 4
#define OCS_WINS 16
#define OCS_STEPS 32
#define OCS_STOCKS 160
#define OCS_SUPPLY_SOURCES 8
#define OCS_CONVOYS 32
#define OCS_GIFT_HEXES 4
#define STACK 24  /* counters of a side that one order names */
#define FORCE 120 /* counters of a side in one combat: as many battalions as six hexes hold (9.1c-3) */
#define WALK 90   /* hexes of one move */

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
#define OCS_RESULTS 96 /* those of the table, and all sums of two of them (9.8d) */
#define OCS_CELLS 16   /* different results of the table */

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
    uint8_t bands;             /* by how many units or points are there */
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
    uint8_t former, unused; /* former: the level it had before it was damaged; 0 it was not */
} Base;

/* A box beside the map (gc.1G): off the map, reached by sea for so many MPs, and one side's; or it stands for a hex. */
typedef struct Box {
    Hex stands_for; /* NO_HEX: it is a place of its own */
    uint8_t side, sea_mps;
} Box;

/* A counter's place at the beginning or on arrival; the owner may choose within the zone (gc.3C1). */
typedef struct Start {
    Piece piece;
    Hex hex, centre;                    /* centre: of the zone, NO_HEX: its place is fixed */
    Hex last;                           /* of a zone that is a row of hexes from the centre on; NO_HEX: it is not */
    uint8_t within, lost, marker, turn; /* within: ANY_BASE of the side */
} Start;
enum { ANY_BASE = 255 };

/* Where the supply of a pile is. */
typedef enum Store { ON_GROUND, ON_TRUCKS, ON_WAGONS, STORES, ON_SHIPS = STORES, ALL_STORES } Store;

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
    uint8_t side, of, what, number; /* of: the side that suffers the losses */
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
    /* Options of the book, and other readings of it (docs/ocs.md). */
    bool all_costs, overrun_by_road, revival, truck_stations, paper_dumps, division_markers;
    bool overrun_ends_reserve;                                                           /* E2 */
    bool reserve_apart, half_exploitation, safe_abort, charted_drops, no_early_building; /* E1, E3, E4, E6, E14 */
    bool eats_by_size, base_mending, still_headquarters, rail_riders;                    /* E10–E13 */
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
    Kind kind[OCS_PIECES + PLAYERS]; /* by counter; then what views show for the unknown of each side */
    /* Counters by their owner, which never changes, and some kinds of them: the sets that lists go through. */
    uint64_t owned[PLAYERS][COUNTER_WORDS], aircraft[PLAYERS][COUNTER_WORDS], ships[PLAYERS][COUNTER_WORDS];
    uint64_t headquarters[PLAYERS][COUNTER_WORDS], engineers[PLAYERS][COUNTER_WORDS];
    uint64_t formed[OCS_FORMATIONS][COUNTER_WORDS];
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
    uint8_t base_tokens, build_tokens, port_tokens; /* for each usable level (15.0f); a level more (15.1); a hit less */
    uint8_t build_from[TERRAINS];                   /* least die that builds a level (ocs2.special-5) */
    uint8_t ship_fuel;                              /* tokens a phase (ocs2.fuel-9) */
    uint8_t least_rating[NATIONS];                  /* below which units of that nation do not attack */
    bool drops_once;                                /* no unit is dropped twice */
    uint8_t shipping[PLAYERS], sea_supply;          /* SPs a player turn (19.4); sides whose ports are sources (C7) */
    uint16_t sea_closes;                            /* from that day on the first frost closes the sea; 0 never */
    Box box[OCS_BOXES];                             /* of the map, in its order */
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
    uint8_t both[OCS_CELLS][OCS_CELLS]; /* two rolls as one result (9.8d) */
    Surprise surprise_at[2];            /* regular, overrun */

    /* The map, hex by hex (ground.c). */
    unsigned derivations;                               /* a different number each time it is worked out */
    uint8_t step[WEATHERS][LAND_MPS][OCS_SPOTS][EDGES]; /* what a step costs by road or off it */
    uint8_t terrain[OCS_SPOTS];                         /* Terrain, SEA hexes 0 */
    uint64_t land[OCS_WORDS], fortified[OCS_WORDS], station[OCS_WORDS], rail[OCS_WORDS];
    uint64_t beach[OCS_WORDS], deep[OCS_WORDS],
        shore[OCS_WORDS]; /* deep: sea or channel; shore: whatever ships enter */
    uint64_t ports[OCS_WORDS];
    uint8_t port[OCS_SPOTS];         /* its number + 1, 0 none */
    uint16_t port_points[OCS_PORTS]; /* SPs that it lands while it is whole */

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
    uint8_t start_level; /* level of every unit before the first supply */
    uint8_t supply_sources[PLAYERS];
    Hex supply_source[PLAYERS][OCS_SUPPLY_SOURCES]; /* C7 */
    uint64_t held[PLAYERS][OCS_WORDS];              /* hexes a side controls at the start (20.0-2) */
    uint64_t gauge[OCS_WORDS];                      /* railroads of the second side's gauge at the start */
    uint64_t railhead[PLAYERS][OCS_WORDS];          /* where its railroads come from; none: they need no link (12.3d) */

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

#endif
