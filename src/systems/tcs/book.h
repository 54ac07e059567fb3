/* book.h — what does not change during a game: ground, counters, charts, the data of a scenario. load.c, counters.c and
 * tables*.c fill it. */
#ifndef SANDTABLE_TCS_BOOK_H
#define SANDTABLE_TCS_BOOK_H

#include "core/sight.h"
#include "kit/ask.h"
#include "kit/bits.h"
#include "kit/stack.h"
#include "systems/tcs/limits.h"
#include "systems/tcs/op_sheet.h"
#include "tcs_rules.h"

enum { PLAYERS = 2 }; /* in the order of the scenario's `side` entries */
enum { SIXTHS = 6, GRAINS = 47520, SIXTH = GRAINS / SIXTHS, FOURTHS = 4 };
/* Every share of a carrier's allowance that costs sixths: GRAINS divides by 6 times these (load checks it). */
enum { MORTAR_SMOKE = 80, GUN_SMOKE = 100 }; /* mm: 25.2c, 25.4a and 25.4b */
enum { NO_NUMBER = 255 };                    /* a dash in a table */
enum { VEHICLE_LIMIT = 5, STEP_LIMIT = 30 }; /* 5.1 */
enum { ENEMY_RADIUS = 10 };                  /* of syr-enemy-radius */
enum { NIGHT_SIGHT = 2, ILLUM_RADIUS = 5 };  /* 27.1c, 27.2b */
enum { TOW_ALLOWANCE = 2 };                  /* 4.1-3, 20.0g-2 */

/* ---- ground ---------------------------------------------------------------------------------------- */

typedef enum Ground {
    OPEN,
    WOODS,
    ORCHARD,
    VILLAGE,
    BUILDINGS,
    MARSH,
    DENSE_FOREST,
    BILLIARD,
    RAIL_CUTTING,
    RAIL_EMBANKMENT,
    SEA,
    GROUNDS
} Ground; /* numbers of the terrain bits */
typedef enum Feature { RIVER, DEEP_STREAM, STREAM, FORD, BRIDGE, HEDGEROW, WALL, FEATURES } Feature;
enum { NO_ROAD, TRACK, SECONDARY, PRIMARY, RAILWAY, ROADS };
enum { ROAD_LAYER, RAIL_LAYER };
typedef enum MoveKind { FOOT, TRACKED, WHEELED, MOVES, TOWED_ONLY = MOVES } MoveKind;
typedef enum Cover { CLASS_BILLIARD, CLASS_OPEN, CLASS_PARTLY, CLASS_PROTECTIVE, CLASSES } Cover; /* 9.3 */
enum { PROHIBITED = 255, ALL_OF_IT = 254, OTHER_TERRAIN = 253 }; /* instead of a cost */

/* ---- counters -------------------------------------------------------------------------------------- */

typedef enum Category { INFANTRY, WEAPONS, VEHICLE, CARRIER, CATEGORIES } Category; /* 3.0 */
typedef enum Class {
    PLATOON,
    SECTION,
    MACHINE_GUN,
    MORTAR,
    AT_GUN,
    INFANTRY_GUN,
    HOWITZER, /* on-map artillery (25.5) */
    TANK,     /* any vehicle */
    HALF_TRACK,
    TRUCK,
    UNIT_CLASSES
} Class;
typedef enum Coding { CODE_A, CODE_P, CODE_B, CODE_NONE } Coding;                             /* 3.1b */
typedef enum Echelon { NO_ECHELON, OF_COMPANY, OF_BATTALION, OF_REGIMENT, ECHELONS } Echelon; /* 25.2a */
enum { NO_MORALE = 255 };

/* A row of tables/unit_types.tsv. */
typedef struct Kind {
    char code[12], name[40];
    uint8_t side, category, class, target, firer;
    bool indirect, buttons_up, tow_only;
    uint8_t attack, defense, range, firepower; /* range 0: no weapon */
    uint8_t morale;                            /* NO_MORALE; guns that print none have 3 or 6 (16.0c-2) */
    uint8_t ma, move, steps, echelon;
    uint16_t calibre;               /* mm */
    uint8_t carry_steps, tow_units; /* 25.1a, 25.1e: one or the other */
} Kind;

/* What never changes of a counter (setup/NAME_units.tsv). */
typedef struct Counter {
    uint8_t kind, side;
    uint8_t company, battalion, regiment; /* numbers + 1 of formation names; 0 none */
    uint8_t box;                          /* number + 1 of its battalion (Book.battalion), 0 none (16.1a) */
    uint8_t battery;                      /* number + 1 of an on-map gun's battery, 0 none */
    uint8_t turn;                         /* of arrival, 0 at the start */
    uint8_t mode;                         /* Mode it is offered in */
    uint8_t zone;                         /* ZoneKind; its figures are in `within` or `hexes` */
    uint8_t within, centres;              /* centres: further ones of ZONE_WITHIN, in `hexes` */
    uint8_t lost, unused;                 /* lost: steps it begins without (III.5) */
    Hex hex, centre;                      /* offered; centre of its zone, or its entry hex */
    Piece on;                             /* that carries or tows it at the start */
    Hex hexes[6];                         /* ZONE_HEXES, ended by NO_HEX */
    uint8_t first_column, last_column;    /* ZONE_COLUMNS */
} Counter;
typedef enum ZoneKind { ZONE_HEX, ZONE_WITHIN, ZONE_HEXES, ZONE_COLUMNS, ZONE_ENTRY } ZoneKind;

/* ---- the data of a scenario ------------------------------------------------------------------------ */

typedef enum Step {
    STEP_SETUP,
    STEP_WEATHER,   /* 2.2.6, 7.0b */
    STEP_ACCRUE,    /* 2.2.1 */
    STEP_IMPLEMENT, /* 2.2.2 */
    STEP_CREATE,    /* 2.2.3 */
    STEP_TASKS,     /* 2.2.4 */
    STEP_CHECKS,    /* 2.2.5 */
    STEP_AIR_ORDER, /* 2.2.7 */
    STEP_AIR_FIRST,
    STEP_AIR_SECOND,
    STEP_ACTION_ORDER, /* 2.2.8 */
    STEP_ACTION_FIRST,
    STEP_ACTION_SECOND,
    STEP_CLEAN_UP, /* 2.2.15–19 */
    STEP_TURN_END,
    STEPS
} Step;

/* Parts of the rules. A scenario that uses one that is not built is refused by the loader: `without` leaves it out, if
 * the scenario has no need of it. */
typedef enum Part {
    PART_COMMAND,
    PART_ARTILLERY,
    PART_AIR,
    PART_WEATHER,
    PART_NIGHT,
    PART_MINES,
    PART_TRANSPORT,
    PART_ASSAULT,
    RULE_PARTS
} Part;
extern const char *const part_words[]; /* words.c */

typedef enum Light { DAY, DAWN, DUSK, NIGHT, LIGHTS } Light;
typedef struct TurnRow { /* setup/clock.tsv */
    uint16_t time;       /* 0920 as 920 */
    uint8_t light, visibility, lit_visibility;
    uint8_t weather; /* WEATHER_… */
    uint8_t sorties; /* bits: sides that roll for them */
    bool recovers;   /* Battalion Morale: not on odd hours of the night (27.1d) */
} TurnRow;
enum { WEATHER_NONE, WEATHER_ROLLED, WEATHER_KEPT, WEATHER_GIVEN }; /* WEATHER_GIVEN + Weather */
typedef enum Weather { CLEAR, HAZE, OVERCAST, RAIN, WEATHERS } Weather;
typedef enum Flying { NO_FLYING, FLYING, FLYING_LOW } Flying; /* which column of sortie_success.tsv */
#define VISIBILITY_BY_WEATHER 255

typedef struct Battalion { /* setup/battalions.tsv */
    char name[16];
    uint8_t side, formation; /* formation: number + 1 */
    uint8_t box, start;      /* it has a Battalion Morale; its first value */
} Battalion;

typedef struct Battery { /* setup/artillery.tsv */
    char name[16], battalion[16];
    uint8_t side, nationality; /* nationality: a column of the Adjustment Tables */
    uint8_t rocket;            /* number + 1 of its row of rocket_artillery.tsv, 0 guns */
    uint8_t guns;              /* on-map guns (25.5); 0: it is off the map */
    uint16_t calibre;
} Battery;
typedef enum Ammunition { HE, SMOKE_SHELL, ILLUM_SHELL, AMMUNITIONS } Ammunition;
typedef struct Stock { /* setup/ammunition.tsv: by side, calibre and kind */
    uint8_t side, kind;
    uint16_t calibre;
} Stock;
typedef struct Delivery {
    uint8_t stock, turn; /* turn 0: at the start */
    uint16_t fires;
} Delivery;

/* ---- tables ---- */

enum { ROLLS = 36 }; /* sequential rolls 11 … 66 in order (1.5) */
static inline int within(int number, int low, int high) { return number < low ? low : number > high ? high : number; }
static inline int roll_index(int tens, int units) { return (tens - 1) * 6 + units - 1; }
static inline int roll_value(int index) { return (index / 6 + 1) * 10 + index % 6 + 1; }

typedef enum Adjustment { NO_SHOOT, SCATTER, BAD_SHOOT, GOOD_SHOOT, ADJUSTMENTS } Adjustment; /* 17.4a */
typedef enum AreaResult { AREA_NONE, AREA_CHECK, AREA_STEP, AREA_D1, AREA_D2, AREA_D3, AREA_RESULTS } AreaResult;
typedef enum MoraleResult { NO_EFFECT, SUPPRESSED, PARALYZED, RETREATS, SURRENDERS, MORALE_RESULTS } MoraleResult;
typedef enum Fire {
    FIRE_SFA,
    FIRE_OWF,
    FIRE_OWM,
    SPOTTED_FIRES,
    FIRE_ASSAULT = SPOTTED_FIRES,
    FIRE_ZONE,
    FIRE_MINES,
    FIRE_SORTIE,
    FIRES
} Fire; /* the first three have spotting ranges (7.1, R-37) */
typedef enum RangeClass { CLOSE_RANGE, NOMINAL_RANGE, LONG_RANGE, RANGES } RangeClass;

enum { AREA_COLUMNS = 15, MORALE_COLUMNS = 14, BANDS = 8 };
enum { SPOTTER_BANDS = 3, NATIONS = 5 };         /* of the Adjustment Tables */
enum { FAST_CALIBRE = 122, IN_A_BATTALION = 3 }; /* 17.7d, 17.1b */
enum { PREP_ROWS = 13, PREP_COLUMNS = 11 };
enum { NET_LOW = -6, NET_HIGH = 8, DIFF_LOW = -5, DIFF_HIGH = 8 };
typedef struct Band { /* a row "3-5" of a table, with what it gives */
    uint16_t low, high;
    int8_t value;
} Band;
typedef struct Syr {
    int16_t low, high;
    uint8_t hexes, steps;
} Syr;
/* Keys of area_fire_shifts.tsv and point_fire_modifiers.tsv other than class, stack and range. */
typedef enum Shift {
    SHIFT_MOVE_MODE,
    SHIFT_DUG_IN,
    SHIFT_CROSSFIRE,
    SHIFT_ROAD,
    SHIFT_MINEFIELD,
    SHIFT_SMOKE,
    SHIFT_NIGHT,
    SHIFT_FIRE_MODE, /* from here on Point Fire alone */
    SHIFT_GUN,
    SHIFT_SFA,
    SHIFT_ASSAULT,
    SHIFT_SUPPRESSED,
    SHIFT_PARALYZED,
    SHIFT_BUTTONED,
    SHIFTS
} Shift;
typedef enum ShellModifier { /* artillery_point_fire_modifiers.tsv */
                             SHELL_BAD_SHOOT,
                             SHELL_FAST,
                             SHELL_PROTECTIVE,
                             SHELL_BILLIARD,
                             SHELL_SOFT,
                             SHELL_NIGHT,
                             SHELL_MODIFIERS
} ShellModifier;
typedef enum BombModifier { BOMB_ROAD = CLASSES, BOMB_GUN, BOMB_SMOKE, BOMB_MODIFIERS } BombModifier; /* after Cover */
typedef struct Aircraft { /* sortie_ratings.tsv, sortie_success.tsv */
    char name[20];
    char title[20]; /* what players read */
    uint8_t firepower, kill;
    uint8_t success[FLYING_LOW + 1];
} Aircraft;
typedef enum SmokeResult { SMOKE_NONE, SMOKE_SCATTERS, SMOKE_ON_TARGET } SmokeResult; /* 19.4a */
typedef enum AtModifier { AT_SMOKE, AT_BUTTONED, AT_SUPPRESSED, AT_NIGHT, AT_MODIFIERS } AtModifier;

/* One line of the scenario's victory: all of its conditions must hold; the first line that does decides. */
typedef struct Win {
    uint8_t winner, side;    /* NO_SIDE: a draw; the side with these conditions */
    uint8_t least, vehicles; /* of `hexes` that it must be sole occupant of; vehicles it has left */
    uint8_t hexes;
    uint8_t alone;   /* the enemy has no unit left */
    uint8_t at_once; /* bool: it need not wait for the last turn */
    uint8_t how;     /* VICTORY_… */
    uint8_t points;  /* for hexes it controls */
    Hex hex[4];
} Win;

/* What a step costs in sixths, PROHIBITED or ALL_OF_IT: over the field with bridges and fords, without them, and by the
 * cheapest road. */
typedef struct StepCost {
    uint8_t field, apart, road;
} StepCost;

enum { VICTORY_PLAIN, VICTORY_MARGINAL, VICTORY_DECISIVE };

struct Book {
    int turns;
    bool without[RULE_PARTS];
    bool fixed;        /* the set-up is as given */
    bool ties_block;   /* los_tie=literal */
    bool all_enemies;  /* syr_enemy_radius=all */
    uint8_t command;   /* CommandLevel */
    bool line_entry;   /* Op Sheets are lines without a graphic (6.15) */
    bool clock_always; /* unassigned_clock=always */
    bool zones_smoke;  /* zone_smoke=full */
    bool riders_fire;  /* riding_weapons=fire */
    bool dug_in_open;  /* dug_in=open */
    uint8_t setup_order[PLAYERS];
    uint8_t rating[PLAYERS]; /* Command Prep Rating (6.9b) */
    TurnRow turn[TCS_TURNS];

    int kinds, counters, formations, battalions, batteries, stocks, deliveries;
    Kind kind[TCS_KINDS];
    Counter counter[TCS_PIECES];
    char formation[TCS_FORMATIONS][16];
    Battalion battalion[TCS_BATTALIONS];
    Battery battery[TCS_BATTERIES];
    Stock stock[TCS_STOCKS];
    Delivery delivery[TCS_ARRIVALS];

    /* Charts. Costs in sixths of an MP. */
    uint8_t ground_cost[GROUNDS][MOVES], ground_class[GROUNDS];
    uint8_t feature_cost[FEATURES][MOVES], feature_class[FEATURES];
    uint8_t road_cost[ROADS][MOVES];
    uint8_t contour_cost[MOVES], overrun_cost, mine_cost, breach_cost;
    uint8_t spotting[SPOTTED_FIRES][3][2][CLASSES]; /* by target and firer code: A P B, A P */
    uint8_t area[ROLLS][AREA_COLUMNS];
    uint16_t area_low[AREA_COLUMNS]; /* least firepower of each column */
    char area_column[AREA_COLUMNS][8];
    int8_t area_class[CLASSES];
    int8_t area_shift[SHIFTS];
    int stack_bands, range_bands;
    Band stack_band[BANDS], range_band[BANDS];
    uint8_t morale[ROLLS][MORALE_COLUMNS]; /* by total 0 or less … 13 or more */
    int8_t morale_night, morale_crossfire;
    int syr_rows;
    Syr syr[BANDS];
    int addition_bands;
    Band addition[BANDS];
    uint8_t point[NET_HIGH - NET_LOW + 1][DIFF_HIGH - DIFF_LOW + 1][RANGES]; /* 0: P */
    int8_t point_class[CLASSES];
    int8_t point_shift[SHIFTS];
    uint8_t at_roll[2][CLASSES];
    int8_t at_modifier[AT_MODIFIERS];
    uint8_t smoke_die[6], scatter[6]; /* SmokeResult; Edge */
    uint16_t band_low[SPOTTER_BANDS]; /* hexes from spotter to target */
    uint8_t adjustment[SPOTTER_BANDS][ROLLS][NATIONS];
    int calibre_rows, kill_rows;
    struct {
        uint16_t low, high;               /* mm */
        uint8_t battery[2], battalion[2]; /* bad, good */
    } barrage[BANDS];
    Band kill[BANDS]; /* of Artillery Point Fire, by calibre */
    int8_t shell_modifier[SHELL_MODIFIERS];
    int rockets, aircraft_kinds;
    struct {
        char name[20];
        uint8_t radius, firepower;
    } rocket[TCS_ROCKETS];
    Aircraft aircraft[TCS_AIRCRAFT];
    int8_t bomb_modifier[BOMB_MODIFIERS];
    uint8_t weather_die[6], weather_sight[WEATHERS], weather_flying[WEATHERS];
    struct {
        uint8_t aircraft, less; /* sorties: one die less this number */
        uint8_t runs;           /* attacks that each makes (26.0-1) */
        uint8_t sure;           /* bool: no success roll (26.1d) */
    } air[PLAYERS];
    uint8_t prep[PREP_ROWS][PREP_COLUMNS];    /* by rating with size; NO_NUMBER: impossible (6.9f) */
    uint8_t prep_low[MISSIONS][PREP_COLUMNS]; /* least weighted turns of each column, by type */
    struct {
        uint8_t p_kill, force, breach, platoons, from_platoon, from_enemy;
    } mines; /* minefield.tsv */

    /* The map, hex by hex (ground.c). */
    uint8_t class[TCS_SPOTS];      /* Cover with hexsides (9.3a) */
    uint8_t bare_class[TCS_SPOTS]; /* without them: Assault-style Combat (22.0g) */
    uint64_t steep[TCS_WORDS];     /* two contours or more */
    StepCost step[MOVES][TCS_SPOTS][EDGES];
    SightGround *sight;

    Plans start[PLAYERS];                 /* sheets that are offered or given (III.6) */
    char note[PLAYERS][TCS_SHEETS][NOTE]; /* what is written on them (6.5b) */
    bool pending_start;                   /* some are in preparation: an exception to III.6 */

    int wins;
    Win win[TCS_WINS];
    struct {
        Hex hex[4];           /* minefields offered at the start, ended by NO_HEX */
        uint8_t formation;    /* number + 1: the platoons' formation; 0 any of the side's */
        uint8_t first_column; /* least; 0 any */
    } laid[PLAYERS];
    uint8_t steps_a_point,
        vehicles_a_point;                 /* of losses, for the enemy and against their owner; 0: they do not count */
    uint64_t zone[TCS_PIECES][TCS_WORDS]; /* where each may be set up */
    uint64_t formed[PLAYERS][FORMED][TCS_FORMATIONS][PIECE_WORDS]; /* the units of that company, battalion, regiment */
    uint64_t prepared[PIECE_WORDS];                                /* units that must begin in a Prepared Defense */
    Hex hold[16]; /* hexes whose control counts, ended by NO_HEX; State.control by number */
    uint8_t hold_points[16], hold_owner[16];
};

static inline const Book *data_of(const Scenario *scenario) { return scenario->own; }

#endif
