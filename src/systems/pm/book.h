/* book.h — Proud Monster inside: sides, ground, counters and boxes, and all that does not change during a game.
 *
 * A scenario's data is read once (load.c, counters.c, tables.c) into a Book; what the map implies is derived from it
 * (ground.c). */
#ifndef SANDTABLE_PM_BOOK_H
#define SANDTABLE_PM_BOOK_H

#include "kit/ask.h"
#include "kit/bits.h"
#include "kit/stack.h"
#include "kit/ways.h"
#include "pm_rules.h"

/* ---- 1, 2: sides, ground, counters ----------------------------------------------------------- */

enum { GERMAN_SIDE, SOVIET_SIDE, PLAYERS }; /* 1.1, in the order of the `side` entries of every scenario */

/* 12.9, 12.17. Nothing that moves or fights reads a border (12.18). */
enum { CLEAR = 1, FOREST = 2, HILLS = 4, MARSH = 8, LAKE = 16, SEA = 32, NO_GROUND = 64 }; /* terrain bits */
enum { RIVER = 1, LAKE_SIDE = 2, SEA_SIDE = 4, SIVASH = 8, KERCH = 16, GAS = 32, STRAIT = SIVASH | KERCH }; /* edges */
enum { NO_ROAD, HIGHWAY };
enum { PLACE_CITY, PLACE_LARGE_TOWN, PLACE_TOWN };
enum {
    AREA_ZOMO,
    AREA_OKH,
    AREA_BARRED,
    AREA_BORDER,
    AREA_DISTRICT,
    AREA_PORT,
    AREA_LINE,
    AREA_WORKS,
    AREA_SOURCE,
    AREA_WEATHER,
    AREA_INVASION,
    AREA_BEYOND
};
enum { NO_TOWN, TOWN, LARGE_TOWN, CITY };
enum { NO_WORK, STALIN_LINE, FORT, HEAVY_FORT };            /* 14.24–14.30 */
enum { NO_ZOMO, ZOMO_GERMANY, ZOMO_HUNGARY, ZOMO_ROMANIA }; /* 3.7, 8.5, 9.11 */
enum { NORTH_ZONE, SOUTH_ZONE, ZONES };                     /* 13.2 */

/* All but the last are of the German side (1.3). */
typedef enum Nation { GERMAN, ROMANIAN, ITALIAN, HUNGARIAN, CROAT, FRENCH, SPANISH, SOVIET, NATIONS } Nation;
/* 7.5: units that stack, attack and travel as Germans. */
#define HONORARY_GERMANS (1u << GERMAN | 1u << CROAT | 1u << FRENCH | 1u << SPANISH)

typedef enum Type {
    TANK, /* panzer, Romanian tank, Soviet tank divisions and brigades */
    MOTORIZED,
    ASSAULT_GUN,
    RECON,
    FLAK,
    FAST, /* the Hungarian corps */
    INFANTRY,
    AIR_LANDING,
    JAEGER,
    MOUNTAIN,
    PARATROOP,
    STATIC,
    SECURITY,
    CAVALRY,
    FORTRESS,
    NAVAL,
    SIEGE, /* the ArKo */
    UNKNOWN,
    TYPES
} Type;
/* 2.10-1. Two units may share a name and differ in size: 1 and 2 SS (2.10-2). */
typedef enum Size { CORPS, DIVISION, BRIGADE, REGIMENT, BATTALION, SIZES } Size;

/* Pools of untried units, by the columns of the schedule. */
typedef enum Pool { POOL_RD, POOL_CD, POOL_TD, POOL_MRD, POOL_RB, POOL_MRB, POOL_TB, POOLS, NO_POOL = POOLS } Pool;

/* What a counter is, for good. */
enum {
    MECH = 1,       /* 2.11-1 */
    GUARDS = 2,     /* 8.11 */
    HALF_POINT = 4, /* a step of it pays half a loss point (14.36) */
    NO_REFIT = 8,   /* 8.18 */
    SS = 16,
    ANONYMOUS = 32 /* in views only: the counter itself is not known */
};

enum { STEPS_MOST = 4 };

typedef struct Values {
    uint8_t attack, defence, movement;
} Values;

typedef struct Kind {
    uint8_t side, nation, type, size;
    uint8_t is;       /* bits above */
    uint8_t steps;    /* at full strength */
    uint8_t pool;     /* untried when it enters; NO_POOL: its strength is printed */
    uint8_t quarters; /* of a unit in stacking, full game (6.3, 6.4) */
    uint8_t army;     /* number in Book.army + 1, 0 none: for lists */
    uint8_t entry;    /* first turn it may enter (2.17), 0 at start, NOT_BY_DATE: called out, converted, diced */
    Values value[STEPS_MOST]; /* by steps left, less one; untried: movement only */
    char name[12];            /* as printed on it: "1 SS", "GD" */
} Kind;
enum { NOT_BY_DATE = 255 };

#define PM_SLOTS 1536 /* real counters and, in views, anonymous ones */
#define PM_PIECES 848 /* real counters: 215 + 609 + 15, four more by an option; the lab may add some */
#define PM_KINDS 272
#define PM_ARMIES 32
#define PM_SPOTS 2752 /* hexes and boxes */
#define PM_WORDS (PM_SPOTS / 64)
#define PM_TURNS 12
#define PM_LINES 64 /* of the pools together */
#define PM_WORK_LINES 8
#define PM_PLACES 64   /* places that score */
#define PM_ENTRIES 160 /* hexes that Soviet arrivals may use */
#define PM_CORPS 5     /* aviation corps */
#define SOVIET_CORPS 7 /* number of the Soviet aircraft among them */
#define STACK 24       /* counters of a side in a hex: ten units, and four quarters beyond in mid-phase */
#define FORCE 96       /* counters of one side in one battle */

/* ---- boxes ----------------------------------------------------------------------------------- */

/* Off the map. A turn's box holds the units that enter on that turn; the first holds the units to be set up. */
typedef enum Box {
    BOX_OKH_NORTH,
    BOX_OKH_SOUTH,
    BOX_RVGK,
    BOX_PORTS,    /* southern ports (11.3) */
    BOX_AT_SEA,   /* invaders of an occupied hex, until their battle (11.4) */
    BOX_BRIGADES, /* tank brigades that come by dice (8.9) */
    BOX_CALLS,    /* security divisions, ArKo, Guards not yet in play (8.21, 14.41, 8.11) */
    BOX_LOSSES,   /* the dead pile */
    BOX_GONE,     /* withdrawn or converted: out of play */
    BOX_TURN,     /* BOX_TURN + turn - 1 */
    BOXES = BOX_TURN + PM_TURNS
} Box;
extern const char *const box_words[]; /* by Box, as maps and scripts call them; ended by NULL */

/* ---- the data of a scenario ------------------------------------------------------------------ */

typedef enum Weather { DRY, RAIN, MUD, FREEZING, SNOW, WEATHERS } Weather;

enum { DICE_COLUMNS = 9, FIRST_COLUMN = -2 }; /* 1:3 is -2, 1:1 is 0, 7:1 is 6 (pm.r.52) */
enum { ELIMINATES = 255 };                    /* a defender's loss of E */
typedef struct Result {
    uint8_t attacker, defender; /* loss points; defender may be ELIMINATES */
} Result;

/* Rows of the terrain table. */
enum {
    GROUND_CLEAR,
    GROUND_FOREST,
    GROUND_HILLS,
    GROUND_MARSH,
    GROUND_RIVER,
    GROUND_STRAIT,
    GROUND_LARGE_TOWN,
    GROUND_CITY,
    GROUND_FORT,
    GROUND_HEAVY_FORT,
    GROUNDS
};
typedef struct Ground {
    uint8_t mech, foot;       /* movement points */
    uint8_t prepared, mobile; /* columns for the defender */
    bool no_mobile;           /* no mobile assault into it, or over it */
} Ground;

typedef struct PoolLine {
    uint8_t pool;
    uint16_t count;
    Values value;
} PoolLine;

typedef struct WorkLine { /* a line that is completed in the course of the game (14.25) */
    char name[NAME_TEXT];
    uint8_t turn;
    uint8_t aborts; /* bits of the lines that fall with it, itself included */
    uint64_t bits[PM_WORDS];
} WorkLine;

typedef struct Scoring { /* a place that scores: all of its hexes are needed (4.3) */
    uint8_t place;       /* of the map */
    int8_t points;
} Scoring;

typedef struct Withdrawal {
    uint8_t turn, count, type, size, nation;
    bool declinable;
} Withdrawal;
#define PM_WITHDRAWALS 12

/* A counter's place at the beginning, or in a recommended set-up. */
typedef struct Start {
    Hex hex;
    Piece piece; /* NO_PIECE: that many untried units of a pool */
    uint8_t pool, count;
} Start;
#define PM_STARTS 1024

/* Switches of rulings section G, and the game. */
typedef enum Switch {
    TURN_5_BRIGADES,
    REBUILD_CHOICE,
    ENTRY_CAP,
    OKH_STACKS,
    STRAIT_MECH,
    STRAIT_ADVANCE,
    ARKO_AFTER,
    FLAK_VP,
    BEGINNERS_CITIES,
    SECURITY_ATTENUATED,
    SWITCHES
} Switch;

/* Numbers from `first` on, before `end`. */
typedef struct Range {
    Piece first, end;
} Range;

struct Book {
    bool beginners; /* the short game: rows marked omega are off */
    bool on[SWITCHES];
    int turns;

    int kinds;
    Kind kind[PM_KINDS];
    uint16_t kind_of[PM_SLOTS];      /* by counter */
    Range pieces_of[PLAYERS];        /* a side's counters are among these */
    uint16_t pool_kind[POOLS];       /* of an untried unit */
    uint16_t unknown_kind[PLAYERS];  /* views show it for a counter that is not known */
    char designation[PM_PIECES][12]; /* by counter: its printed name, a Soviet one's known when it is tried */
    int armies;
    char army[PM_ARMIES][28]; /* formations of the order of battle */
    Hex box[BOXES];
    Hex home[PM_PIECES]; /* box it begins the game in */

    int lines;
    PoolLine line[PM_LINES];                  /* by type together */
    uint8_t first_line[POOLS + 1];            /* lines of a pool: [first_line[p], first_line[p + 1]) */
    uint16_t starting[2][POOLS];              /* Soviet set-up: frontier, interior (3.2) */
    uint8_t conversions[PM_TURNS + 1][POOLS]; /* Guards by turn and what they replace (8.11) */
    bool soviet_aircraft[PM_TURNS + 1];       /* arrives (8.10) */

    Result combat[DIE][DICE_COLUMNS], below, above; /* 17.7 */
    uint8_t gast[DIE];                   /* columns left by what the die makes, 6 and more in the last (17.10) */
    uint8_t refit[DIE];                  /* 17.5 */
    uint8_t weather[PM_TURNS + 1][3][8]; /* by turn, couplet and die from -1 on; 0 (DRY) before turn 7 (17.1) */
    uint8_t need[PM_TURNS + 1];          /* points that win at its end (17.2) */
    uint8_t aviation[PM_TURNS + 1];      /* points per corps (17.8) */
    int corps;                           /* aviation corps in play … */
    int eighth;                          /* … of which this one shifts (10.3), -1 none */
    int replacements;                    /* steps for the whole game (8.15) */
    int withdrawals;
    Withdrawal withdrawal[PM_WITHDRAWALS];
    Ground ground[GROUNDS];

    /* The map, hex by hex (ground.c). */
    uint8_t town[PM_SPOTS]; /* NO_TOWN … CITY */
    uint8_t zomo[PM_SPOTS];
    uint8_t work[PM_SPOTS];      /* what is or will be built there */
    uint8_t work_line[PM_SPOTS]; /* number + 1 of the line it belongs to, 0 intact from the start */
    uint64_t forts[PM_WORDS];    /* forts and heavy forts that stand from the start */
    uint8_t zone[PM_SPOTS];      /* weather */
    uint16_t entry_of[PM_SPOTS]; /* index + 1 into State.entered, 0: no arrivals there */
    uint64_t land[PM_WORDS];     /* playable hexes: no sea, no lake, no hole */
    uint64_t lake[PM_WORDS];
    uint64_t sea[PM_WORDS];
    uint64_t west[PM_WORDS];        /* land this side of the attenuated supply line (9.3) */
    uint64_t north_sheet[PM_WORDS]; /* rows barred to satellites (pm.r.77) */
    uint64_t okh[2][PM_WORDS];      /* hexes the areas touch (8.2) */
    uint64_t source[2][PM_WORDS];   /* of supply; German-side: whichever country, see zomo[] (9.10, 9.11) */
    uint64_t district[PM_WORDS];
    uint64_t port[PM_WORDS];
    uint64_t invasion[PM_WORDS];
    uint64_t barred[PM_WORDS];      /* no sources (9.11-1), and no sea to land out of (pm.r.118) */
    uint64_t border[2][PM_WORDS];   /* every hex, every other (3.3) */
    uint64_t scoring_hex[PM_WORDS]; /* cities and large towns: those whose control is tracked (3.9) */
    uint64_t beyond[PM_WORDS];      /* where divisions score by standing there */
    Ways dry, wet;                  /* steps of supply paths, without lakes and with them (supply.c) */
    unsigned ways_stamp;            /* a different number for each ground */
    int beyond_each, beyond_most;
    int entries;
    Hex entry_hex[PM_ENTRIES];
    Hex moscow[2], leningrad, oranienbaum; /* NO_HEX where the map has none */
    int first_column;                      /* of the interior zone: printed number (3.4) */
    int work_lines;
    WorkLine line_of_works[PM_WORK_LINES];
    int scorings;
    Scoring scoring[PM_PLACES];

    uint32_t without;    /* bits of the steps that a scenario leaves out */
    bool free_setup;     /* the players set up (3.1) */
    int starts[PLAYERS]; /* the given places, or the recommended ones */
    Start start[PLAYERS][PM_STARTS];
    int manifest; /* counters printed, markers included (2.1) */
};

#endif
