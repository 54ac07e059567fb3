/* tcs.h — the Tactical Combat Series inside: the immutable data, the state of a game, and who does what.
 *
 * Files follow the rulebook: setup.c is section III, sequence.c 2, arrival.c 2.2.10, counter.c 3 and 10.0a–e, modes.c
 * 4, stacking.c 5, plans.c, sheets.c, drawings.c, prep.c, tasks.c, reserves.c, camps.c, command.c and bounds.c 6,
 * weather.c 7.0 and 27, spotting.c 7.1, 8 and 9.3, fire.c, fire_lists.c and attack.c 9 and 13, losses.c 10, area.c 11,
 * point.c 12, overwatch.c 14, at_rolls.c 15, morale.c 16.0–16.4, retreat.c 16.5, zones.c 11.1h and 19, artillery.c 17,
 * barrage.c 17.6 and 18, smoke.c 19.4, ground.c 20.1, movement.c, ways.c and walk.c 20.0, mines.c 21, assault.c 22,
 * overrun.c 23, consolidated.c 24, transport.c 25.1, guns.c 25.5, air.c 26; victory.c is a scenario's end, fog.c 1.4,
 * forecast.c weighs what area.c and morale.c would do. questions.c says which orders answer which question, system.c
 * hangs all of it into struct System.
 *
 * Amounts are whole numbers. An MP has SIXTHS parts; what riders spend in their carrier's proportion is no number of
 * sixths, so a unit's own account is kept in GRAINS, of which every share of every carrier is a whole number.
 * Firepower is kept in FOURTHS: two halvings, rounded once at the end (1.3, R-35).
 *
 * Rulings of our own are cited as R-01 … where the book is silent; what they say stands in the ledger's rows.
 *
 * Nothing on the map is hidden (1.4-2), so a *view* is a State with the same counters: only orders, Battalion
 * Morale, ammunition and plans of the other side are taken out of it (fog.c). */
#ifndef SANDTABLE_TCS_H
#define SANDTABLE_TCS_H

#include "core/sight.h"
#include "kit/ask.h"
#include "kit/bits.h"
#include "kit/stack.h"
#include "tcs_rules.h"

enum { PLAYERS = 2 }; /* in the order of the scenario's `side` entries */
enum { SIXTHS = 6, GRAINS = 47520, SIXTH = GRAINS / SIXTHS, FOURTHS = 4 };
/* Every share of a carrier's allowance that costs sixths: GRAINS divides by 6 times these (load checks it). */
enum { MORTAR_SMOKE = 80, GUN_SMOKE = 100 }; /* mm: 25.2c, 25.4a and 25.4b */
enum { NO_NUMBER = 255 };                    /* a dash in a table */
enum { VEHICLE_LIMIT = 5, STEP_LIMIT = 30 }; /* 5.1 */
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

#define TCS_KINDS 48
#define TCS_PIECES 256
#define PIECE_WORDS (TCS_PIECES / 64)
#define TCS_SPOTS 1280
#define TCS_WORDS (TCS_SPOTS / 64)
#define TCS_FORMATIONS 96
#define FORMED 3 /* levels of them that a counter names */
#define TCS_BATTALIONS 32
#define TCS_TURNS 72
#define TCS_BATTERIES 24
#define TCS_STOCKS 24
#define TCS_ARRIVALS 24
#define TCS_BARRAGES 96
#define TCS_MINES 32
#define TCS_FLARES 24
#define TCS_SORTIES 24
#define TCS_SHEETS 12 /* of one side, like all that is planned */
#define TCS_GROUPS 12
#define TCS_DRAWINGS 96
#define TCS_CAMPS 128
#define TCS_WINS 16
#define TCS_ROCKETS 8
#define TCS_AIRCRAFT 4
#define NOTE 200
#define STACK 48 /* counters that one order names */
#define WALK 48  /* hexes of one move */
#define SHOTS 64 /* single shots, AT Rolls and pooled firers of one fire */

/* What never changes of a counter (setup/NAME_units.tsv). */
typedef struct Counter {
    uint8_t kind, side;
    uint8_t company, battalion, regiment; /* numbers + 1 of formation names; 0 none */
    uint8_t box;                          /* number + 1 of its battalion (Book.battalion), 0 none (16.1a) */
    uint8_t battery;                      /* number + 1 of an on-map gun's battery, 0 none */
    uint8_t turn;                         /* of arrival, 0 at the start */
    uint8_t mode;                         /* Mode it is offered in */
    uint8_t zone;                         /* ZoneKind; what it says is in `within` or `hexes` */
    uint8_t within, centres;              /* centres: further ones of ZONE_WITHIN, in `hexes` */
    uint8_t lost, unused;                 /* lost: steps it begins without (III.5) */
    Hex hex, centre;                      /* offered; centre of its zone, or its entry hex */
    Piece on;                             /* that carries or tows it at the start */
    Hex hexes[6];                         /* ZONE_HEXES, ended by NO_HEX */
    uint8_t first_column, last_column;    /* ZONE_COLUMNS */
} Counter;
typedef enum ZoneKind { ZONE_HEX, ZONE_WITHIN, ZONE_HEXES, ZONE_COLUMNS, ZONE_ENTRY } ZoneKind;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/* ---- Op Sheets (6): the plans of one side, which alone knows them; R-20 says what is enforced ---- */

typedef enum SheetState {
    NO_SHEET,
    SHEET_DRAFT,
    SHEET_PENDING,
    SHEET_IMPLEMENTED,
    SHEET_CLOSED,
    SHEET_STATES
} SheetState;
typedef enum Mission {
    NO_MISSION,
    MISSION_MOVE,
    MISSION_HASTY,
    MISSION_ATTACK,
    MISSION_PREPARED,
    MISSION_RESERVE,
    MISSIONS
} Mission; /* but for the last in the order of 6.6 */
typedef enum CommandLevel { COMMAND_OFF, COMMAND_WARN, COMMAND_STRICT } CommandLevel;
enum { LEASH = 5, CONTINGENCY = 10, HOLDS_OUT = 3, START_AREA = 3 }; /* 6.3a, 6.3c; hexes of R-20 */
enum { DAY_WIDTH = 5, NIGHT_WIDTH = 3, EXTENT_MOST = 10 };           /* */
enum { ALTERNATES = 4, COMMITMENT = 15 };                            /* Drawing.alternate: the last, of a reserve */
enum { AREAS_MOST = 8, OBJECTIVES_MOST = 12, LINES_MOST = 8 };       /* of a group */

typedef struct Group {
    uint8_t mission;
    uint8_t drawn, committed; /* of a reserve: what it shall do, and does (6.14b) */
    uint8_t area;             /* current one of its zones */
    uint8_t alternate;        /* 0 the first plan; once switched, which (6.14c) */
    uint8_t contact;          /* bool: of a Move: has met the enemy */
    uint8_t tried;            /* bool: a Die Roll Check was made in this turn */
    uint8_t unused;
} Group;
typedef struct OpSheet {
    uint8_t state, number;                /* number: what its owner calls it */
    uint8_t created, implemented, closed; /* turns */
    int8_t size;                          /* elements when last counted, less the staff (6.9c–d) */
    uint8_t gaining;                      /* of additions: number + 1 of the sheet they join (6.13c); 0 none */
    uint8_t tried;                        /* bool: rolled in this turn (6.9f-1) */
    uint16_t weighted;
    uint8_t groups, unused;
    Group group[TCS_GROUPS];
} OpSheet;
typedef enum DrawingKind {
    NO_DRAWING,
    DRAWN_AXIS,
    DRAWN_OBJECTIVE,
    DRAWN_AREA,
    DRAWN_PHASE_LINE,
    DRAWN_FAILURE,
    DRAWN_PRELIMINARY
} DrawingKind;
#define DRAWING_HEXES 12
typedef struct Drawing {
    uint8_t sheet, group, kind;
    uint8_t alternate; /* 0: of the first plan */
    uint8_t extent;    /* half-width of an axis, radius of an area, turn of a phase line */
    uint8_t hexes;     /* of failure and preliminary instructions: the destination, then the way there */
    Hex hex[DRAWING_HEXES];
} Drawing;
typedef enum CampDoing { NO_CAMP, CAMP_RESTS, CAMP_WITHDRAWS, CAMP_FAILS, CAMP_GATHERS } CampDoing;
typedef struct Camp { /* an unassigned group (6.3) */
    Hex centre;       /* of one on the way: where it goes */
    Hex retreat;      /* contingency; NO_HEX not given yet */
    uint8_t doing;
    uint8_t clock, quiet; /* turns in contact, turns without */
    uint8_t redirected;   /* turn in which it was given new failure instructions (6.12a) */
} Camp;
typedef struct Breach { /* of orders that were not kept, under `warn` */
    Piece piece;
    Hex hex;
    uint8_t turn, sheet; /* sheet: its number, 0 unassigned */
} Breach;
enum { LISTED = 2, BREACHES = 64 }; /* 6.7b */
typedef struct Listed {
    uint8_t sheet, group; /* sheet: number + 1, 0 none */
} Listed;
typedef struct Plans {
    OpSheet sheet[TCS_SHEETS];
    Drawing drawing[TCS_DRAWINGS];
    Camp camp[TCS_CAMPS];
    Listed listed[TCS_PIECES][LISTED]; /* sheets that name it (6.7b) */
    Hex stood[TCS_PIECES];             /* where it was when its sheet implemented */
    uint8_t camp_of[TCS_PIECES];       /* number + 1 of its unassigned group; 0 none */
    Breach breach[BREACHES];
    uint8_t breaches;
    uint8_t numbered; /* the last number that was given to a sheet */
    uint8_t draft;    /* number + 1 of the sheet that is being written; 0 none */
    uint8_t unused;
} Plans; /* all 0: nothing is planned, or nothing is known of it */
#pragma GCC diagnostic pop

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
extern const bool part_is_built[];     /* questions.c */

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
    uint8_t guns;              /* that stand on the map (25.5); 0: it is off the map */
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
/* Keys of area_fire_shifts.tsv and point_fire_modifiers.tsv beside class, stack and range. */
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
    uint8_t firepower, kill;
    uint8_t success[FLYING_LOW + 1];
} Aircraft;
typedef enum SmokeResult { SMOKE_NONE, SMOKE_SCATTERS, SMOKE_ON_TARGET } SmokeResult; /* 19.4a */
typedef enum AtModifier { AT_SMOKE, AT_BUTTONED, AT_SUPPRESSED, AT_NIGHT, AT_MODIFIERS } AtModifier;

/* One line of the scenario's victory: all of its conditions must hold; the first line that does decides. */
typedef struct Win {
    uint8_t winner, side;    /* NO_SIDE: a draw; whose conditions they are */
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
        uint8_t formation;    /* number + 1: of whose platoons; 0 any of the side's */
        uint8_t first_column; /* least; 0 any */
    } laid[PLAYERS];
    uint8_t steps_a_point,
        vehicles_a_point;                 /* of losses, for the enemy and against their owner; 0: they do not count */
    uint64_t zone[TCS_PIECES][TCS_WORDS]; /* where each may be set up */
    uint64_t formed[PLAYERS][FORMED][TCS_FORMATIONS][PIECE_WORDS]; /* who is of that company, battalion, regiment */
    uint64_t prepared[PIECE_WORDS];                                /* who must begin in a Prepared Defense */
    Hex hold[16]; /* hexes whose control counts, ended by NO_HEX; State.control by number */
    uint8_t hold_points[16], hold_owner[16];
};

/* ---- the state of a game --------------------------------------------------------------------------- */

/* Unit.now, and when each is cleared. "Phase" is an Action Phase of either side. */
enum {
    FIRED = 1 << 0,       /* Fired marker (13.0-4): Clean Up, or an SYR (16.5b) */
    SFA_DONE = 1 << 1,    /* its one SFA of the turn (11.1g): Clean Up */
    BUTTONED = 1 << 2,    /* 16.7: Clean Up */
    STEADY = 1 << 3,      /* in Fire Mode since this phase began (13.1b-1): set when it begins, lost by any change */
    MOVED = 1 << 4,       /* has entered a hex or spent MPs in this phase */
    TO_MOVE = 1 << 5,     /* switched to Move Mode in this phase (20.0b-3) */
    HALTED = 1 << 6,      /* moves no more in this phase: minimum move, stopped by a result */
    RETREATED = 1 << 7,   /* SYR in this phase (16.5h) */
    SHOT = 1 << 8,        /* a mortar's one fire of this phase (9.1a-2) */
    AT_ATTACKED = 1 << 9, /* its AT attack of this own phase */
    DUG_IN = 1 << 10,     /* 6.16: when it leaves the hex or the mission */
    UNDER_FIRE = 1 << 11, /* took direct fire in this turn: turn end makes it the next */
    FIRED_UPON = 1 << 12, /* took direct fire in the turn before */
    IN_LANE = 1 << 13,    /* stands in a breach (21.3c) */
    DIRECT = 1 << 14,     /* on-map gun that fired directly in this turn (25.5a): Clean Up */
    LAST_SHOT = 1 << 15,  /* Paralyzed, its one Assault-style shot spent (16.4b): end of that combat */
    MOUNTS = 1 << 16,     /* mounted or dismounted in this phase */
    ARRIVED = 1 << 17,    /* came as a reinforcement in this phase */
    RODE = 1 << 18,       /* has moved aboard a carrier in this phase */
    BREACHED = 1 << 19    /* made a breach in this phase */
};
#define UNTIL_CLEAN_UP (FIRED | SFA_DONE | BUTTONED | DIRECT)
#define UNTIL_PHASE_ENDS                                                                                       \
    (STEADY | MOVED | TO_MOVE | HALTED | RETREATED | SHOT | AT_ATTACKED | MOUNTS | ARRIVED | RODE | BREACHED | \
     LAST_SHOT)

typedef enum Mode { FIRE_MODE, MOVE_MODE } Mode;
typedef enum Spirit { STEADFAST, IS_SUPPRESSED, IS_PARALYZED, SPIRITS } Spirit;
typedef enum Standing { OFF_MAP, ON_MAP, DUE, DEAD, STANDINGS } Standing;
typedef enum Riding { ON_FOOT, CARRIED, TOWED } Riding;
enum { CARRIERS = VEHICLE_LIMIT, NOWHERE = 255 }; /* of one platoon: no more stand in a hex (5.1a) */

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct Unit {
    Lying at; /* first, for kit/stack.h; a rider lies where its carrier does */
    uint32_t now;
    uint32_t spent; /* GRAINS of MPs in this phase */
    Hex start;      /* where it stood when the phase began (20.0i) */
    Hex came_from;  /* the hex it was in before this one, in this phase; NO_HEX */
    uint8_t side, mode, spirit, standing;
    uint8_t steps;           /* left */
    uint8_t ridden_off;      /* of those lost: with a carrier, which no check counts (16.2a-2) */
    uint8_t before;          /* steps when the attack being resolved began */
    uint8_t riding;          /* Riding */
    Piece carrier[CARRIERS]; /* what carries or tows it; several vehicles share a platoon */
    uint8_t share[CARRIERS]; /* steps on each */
    uint8_t unused;
} Unit;
_Static_assert(offsetof(Unit, at) == 0, "kit/stack.h finds it there");
_Static_assert(sizeof(Unit) == 40, "a unit is ten words");

/* Battalion Morale (16.1) and what the enemy may know of it. */
typedef struct Nerve {
    uint8_t morale;    /* true, or what the view shows: `low` if it does not know */
    uint8_t low, high; /* that public losses and chances of recovery allow */
    uint8_t known;     /* bool */
} Nerve;

/* An Attack Zone's marker, a Smoke Barrage or both sides' plain Smoke (17.5, 19). */
typedef enum BarrageKind { PLAIN_SMOKE, SMOKE_BARRAGE, BATTERY_ZONE, BATTALION_ZONE } BarrageKind;
typedef struct Barrage {
    Hex hex;
    uint8_t side, kind;
    uint8_t level;     /* of a Smoke Barrage: 2, 1 */
    uint8_t good;      /* bool: a Good Shoot stays to its owner's next phase (17.0b-1) */
    uint8_t fast;      /* bool */
    uint8_t firepower; /* in the zone; half beside it */
    uint16_t calibre;
} Barrage;

typedef struct Minefield {
    Hex hex;
    uint8_t side; /* that laid it */
    uint8_t lane; /* edge of the breach, the other end is opposite; EDGES: none (21.3b) */
} Minefield;

typedef struct Sortie {
    Hex hex;
    Piece target;
    uint8_t side, aircraft, point, done;
} Sortie;

/* ---- what is being resolved ---- */

typedef enum ShotHow { SHOT_AREA, SHOT_POINT, SHOT_AT, SHOT_GUN } ShotHow; /* a gun of on-map artillery */
typedef struct Shot {
    Piece piece, aim; /* aim: NO_PIECE for Area Fire */
    uint8_t how, done;
} Shot;

/* One fire at one hex: SFA, answer to a trigger, fire step of a combat, barrage, mines. Attacks nest when a retreat
 * out of one enters a zone: attack[attacks - 1] is the one on top. Files: fire.c begins them, area.c, point.c and
 * at_rolls.c resolve their shots, losses.c and morale.c what comes of it. */
#define ATTACKS 4
#define ORIGINS STACK /* hexes of one fire: no order names more counters */
#define TRIGGERS 128  /* hexes of all Suppressive Fire at a hex until it is finished */
typedef struct Attack {
    uint64_t who[PIECE_WORDS]; /* those it is made on */
    Hex hex;
    Hex from;                           /* of an answer: the stack that fires; NO_HEX: not chosen yet */
    uint8_t fire, side;                 /* Fire; who fires, and places the attacker's share (10.0f) */
    uint8_t victim;                     /* side fired on */
    uint8_t shots, next;                /* next: the first shot not resolved */
    uint8_t away, column, result;       /* away: bits of edges a retreat begins with, 0: found; of the Area
                                        * attack: column after shifts, AREA_COLUMNS: left of the table */
    uint8_t due, share, taken;          /* steps to lose now, and whose choice: losses.c; removed by this result */
    uint8_t rest;                       /* of the attacker's share still to come */
    uint8_t crossfire, doubled, forced; /* bools: shift taken; Morale counts twice; a check comes whatever happens */
    uint8_t milder;                     /* MilderResult: mines, retreats, entering attackers */
    uint8_t road, mined;                /* bools: what the mover did (20.1d-2, 21.0d-2) */
    uint8_t origins, spotters;
    uint8_t checked, morale; /* bool; MoraleResult */
    Piece checker;
    uint8_t checker_lost;
    uint8_t kill;        /* of Artillery Point Fire, before what its target changes; 0: none */
    Hex origin[ORIGINS]; /* hexes fired from (mortars' own) */
    Piece spotter[4];
    Shot shot[SHOTS];
    uint16_t power; /* FOURTHS of zones, mines and sorties */
} Attack;
/* Which results of a check count. */
typedef enum MilderResult { ALL_RESULTS, ONLY_SURRENDER, NO_STOPPING } MilderResult; /* R-78; 21.0c */

/* A trigger and who has answered it: overwatch.c (14, R-32). */
typedef struct Cycle {
    uint64_t movers[PIECE_WORDS]; /* may not return the fire they drew (14.2c-2) */
    uint8_t open;                 /* bool */
    uint8_t fire;                 /* FIRE_OWM: a mover's, FIRE_OWF: a finished SFA's */
    uint8_t side;                 /* whose trigger it is */
    uint8_t edge;                 /* crossed, of the hex entered */
    uint8_t hexes;                /* of an SFA: the enemy answers at one of them */
    uint8_t road, mined, unused;
    Hex hex[TRIGGERS];
    Hex answered; /* where the first answer came from; NO_HEX */
    uint8_t unused_tail[6];
} Cycle;

/* Units on the way: movement.c (20.0-3, R-82), mines.c. */
typedef enum WalkHow {
    WALK_MARCH,
    WALK_CROSS,
    WALK_BREACH,
    WALK_EXIT,
    WALK_SLIP_OUT
} WalkHow; /* the last: no trigger */
typedef struct Walking {
    uint8_t count, steps, next;   /* pieces; hexes of the path; the next of them */
    uint8_t off_road, edge, road; /* edge: that was crossed last */
    uint8_t how, unused[3];
    Hex stands; /* where whoever goes on must be */
    Piece piece[STACK];
    Hex path[WALK];
    uint8_t unused_tail[4];
} Walking;

/* A Save Yourself Retreat: retreat.c (16.5). */
typedef struct Retreating {
    uint64_t who[PIECE_WORDS];
    Hex from, now;             /* from: NO_HEX when nobody retreats */
    uint8_t side, hexes, gone; /* how far; how many of them */
    uint8_t steps;             /* still to be lost (16.5a-2) */
    uint8_t first;             /* bits: edges the first hex may lie across */
    uint8_t cause;             /* RetreatCause */
    uint8_t out_of_combat, unused;
    Hex path[12];
    uint8_t unused_tail[4];
} Retreating;
typedef enum RetreatCause { SYR_CHECK, SYR_CHOSEN, SYR_FLIGHT, SYR_QUIT } RetreatCause;

/* A barrage that has just come down: barrage.c (17.6-3, R-94). */
typedef struct Landing {
    uint64_t who[PIECE_WORDS]; /* those it has still to strike: fixed when it lands, less who has left */
    Barrage barrage;
    uint8_t open;   /* bool */
    uint8_t radius; /* of the zone */
    uint8_t unused[4];
} Landing;

/* An Assault, Overrun or Consolidated Assault: assault.c (22–24). */
typedef enum CombatKind { NO_COMBAT, ASSAULT, OVERRUN, CONSOLIDATED } CombatKind;
typedef struct Combat {
    uint64_t attackers[PIECE_WORDS];
    uint64_t leaving[PIECE_WORDS]; /* vehicles that quit a Consolidated Assault by themselves */
    Hex hex, from;
    uint8_t kind, side, round, edge; /* edge: of `hex`, that they came in by */
    uint8_t fled, exits, unused[2];
    uint8_t unused_tail[4];
} Combat;

struct State {
    Position head;   /* phase: Step */
    uint8_t first;   /* who acts first in this phase pair; NO_SIDE before it is known */
    uint8_t phasing; /* NO_SIDE outside of Action Phases */
    uint8_t weather, visibility, lit_visibility, light; /* of this turn */
    uint8_t attacks, barrages, mines, flares, sorties, unused_before[3];
    uint8_t sorties_left[PLAYERS];
    Hex sfa;           /* target hex of the SFAs not yet finished, NO_HEX (13.1c) */
    uint8_t sfa_hexes; /* hexes they were fired from */
    uint8_t unused[9];
    Hex sfa_from[TRIGGERS];
    uint16_t lost_steps[PLAYERS], lost_vehicles[PLAYERS]; /* of I and W units; of vehicles */
    Unit unit[TCS_PIECES];
    Piece top[TCS_SPOTS];
    uint64_t occupied[PLAYERS][TCS_WORDS];
    uint64_t smoked[TCS_WORDS], zone[TCS_WORDS], lit[TCS_WORDS], mined[TCS_WORDS]; /* made of the markers (zones.c) */
    uint64_t parents[PIECE_WORDS]; /* platoons that may still lay mines (21.1-2) */
    Nerve nerve[TCS_BATTALIONS];
    uint8_t control[16];            /* of Book.hold */
    uint8_t battery[TCS_BATTERIES]; /* BATTERY_… in this turn */
    uint16_t stock[TCS_STOCKS];     /* Battery Fires left */
    Barrage barrage[TCS_BARRAGES];
    Minefield mine[TCS_MINES];
    Hex flare[TCS_FLARES]; /* Illum markers (27.2) */
    Sortie sortie[TCS_SORTIES];
    Plans plans[PLAYERS];
    Walking walking;
    Cycle cycle;
    Attack attack[ATTACKS];
    Retreating retreat;
    Landing landing;
    Combat combat;
    Order waiting; /* of the phasing side: carried out when what it finished has been answered */
    uint8_t unused_tail[6];
};
#pragma GCC diagnostic pop
enum { BATTERY_MISSION = 1, BATTERY_DIRECT = 2 };
_Static_assert(sizeof(State) % 8 == 0 && sizeof(State) < 64 * 1024, "a view fits what the kit lends");

static inline const State *state_of(const Position *position) { return (const State *)position; }
static inline const Book *data_of(const Scenario *scenario) { return scenario->own; }

/* ---- questions and orders -------------------------------------------------------------------------- */

enum {
    ASK_SEQUENCE, /* procedure at the bottom: sequence.c */
    ASK_SETUP,
    ASK_FIRST,  /* the winner of the roll acts first or second (2.0) */
    ASK_ACTION, /* the phasing side's Action Phase (2.2.12) */
    ASK_WALK,   /* procedure: State.walking, hex by hex (movement.c) */
    ASK_CYCLE,  /* procedure: State.cycle (overwatch.c) */
    ASK_VOLLEY, /* who fires and at whom, declared shot by shot into the attack on top (fire.c, R-83) */
    ASK_ATTACK, /* procedure: the attack on top (fire.c) */
    ASK_LOSS,   /* one step (losses.c) */
    ASK_CHECKER,
    ASK_RETREAT, /* procedure: State.retreat (retreat.c) */
    ASK_PATH,
    ASK_EXCESS, /* too many in a hex when the phase ends (stacking.c) */
    ASK_ARRIVAL,
    ASK_COMBAT, /* procedure: State.combat (assault.c) */
    ASK_STAND,  /* fight or flee */
    ASK_DISMOUNT,
    ASK_ENTER, /* the hex that a defender has fled from */
    ASK_GO_ON, /* another round, or who quits */
    ASK_EXIT,
    ASK_IMPLEMENT, /* command.c: one question a step, each side in turn */
    ASK_CREATE,
    ASK_TASKS,
    ASK_RESERVES,
    ASK_CENTRE,
    ASK_LAY_MINES,
    ASK_MISSION, /* procedure (artillery.c) */
    ASK_HEXES,   /* which hex under a landing barrage is next */
    ASK_SORTIES,
    ASK_STRIKE,
    ASKS
};

enum {
    DO_PLACE,
    DO_READY,
    DO_LEAD,
    DO_FOLLOW,
    DO_MOVE,
    DO_MODE,
    DO_FIRE,
    DO_SHOOT,
    DO_AT_ROLL,
    DO_SMOKE,
    DO_ILLUM,
    DO_MISSION,
    DO_DIRECT,
    DO_RESOLVE,
    DO_CROSS,
    DO_BREACH,
    DO_LAY,
    DO_SORTIE,
    DO_STRIKE,
    DO_DONE,
    DO_LOSE,
    DO_NAME,
    DO_RETREAT,
    DO_SYR,
    DO_DESTROY,
    DO_MOUNT,
    DO_DISMOUNT,
    DO_ASSAULT,
    DO_OVERRUN,
    DO_CONSOLIDATE,
    DO_EXIT,
    DO_STAND,
    DO_FLEE,
    DO_ENTER,
    DO_STAY,
    DO_GO_ON,
    DO_QUIT,
    DO_END,
    DO_SHEET, /* sheets.c */
    DO_ADD,
    DO_ASSIGN,
    DO_AXIS,
    DO_OBJECTIVE,
    DO_AREA,
    DO_PHASE_LINE,
    DO_PRELIMINARY,
    DO_FAILURE,
    DO_ISSUE,
    DO_TEAR_UP,
    DO_LINE,
    DO_IMPLEMENT, /* prep.c */
    DO_SCRATCH,   /* tasks.c */
    DO_CANCEL,
    DO_SUCCESS,
    DO_FAIL,
    DO_FALL_BACK,
    DO_COMMIT,
    DO_SWITCH,
    DO_CAMP, /* camps.c */
    DO_REDIRECT,
    DOS
};

/* Words for %w: tcs_words in words.c, in this order. */
enum {
    WORD_STEP,                                  /* + Step */
    WORD_MODE = WORD_STEP + STEPS,              /* + Mode */
    WORD_CLASS = WORD_MODE + 2,                 /* + Cover */
    WORD_RESULT = WORD_CLASS + CLASSES,         /* + MoraleResult */
    WORD_AREA = WORD_RESULT + MORALE_RESULTS,   /* + AreaResult */
    WORD_LIGHT = WORD_AREA + AREA_RESULTS,      /* + Light */
    WORD_RANGE = WORD_LIGHT + LIGHTS,           /* + RangeClass */
    WORD_EDGE = WORD_RANGE + RANGES,            /* + Edge */
    WORD_ADJUSTMENT = WORD_EDGE + EDGES,        /* + Adjustment */
    WORD_SHELL = WORD_ADJUSTMENT + ADJUSTMENTS, /* + Ammunition */
    WORD_WEATHER = WORD_SHELL + AMMUNITIONS,    /* + Weather */
    WORD_MISSION = WORD_WEATHER + WEATHERS,     /* + Mission */
    WORD_SHEET = WORD_MISSION + MISSIONS,       /* + SheetState */
    WORD_PREP = WORD_SHEET + SHEET_STATES,      /* stays pending, implemented */
    WORD_CHECK = WORD_PREP + 2,                 /* failed, passed */
    WORDS_END = WORD_CHECK + 2
};
extern const char *const tcs_words[];     /* words.c */
extern const char *const mode_words[];    /* "fire", "move" */
extern const char *const shell_words[];   /* "he", "smoke", "illum" */
extern const char *const mission_words[]; /* by Mission, from 1 */
enum { LIST_BATTERIES, LIST_FORMATIONS }; /* of names that orders hold (System.name_of) */
extern const Asking tcs_asking[];         /* questions.c: add a row there for each verb a question takes */

#include "systems/tcs/chapters.h"

#endif
