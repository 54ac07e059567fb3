/* book.h — what is printed: ground, counters, tables, and all of a scenario that does not change in play. */
#ifndef SANDTABLE_WB95_BOOK_H
#define SANDTABLE_WB95_BOOK_H

#include "kit/ask.h"

/* ---- 1.1–1.4: ground, counters ------------------------------------------------------------- */

enum { MP = 12 };        /* twelfths in a movement point (R03) */
enum { NEVER = 0xFFFF }; /* a step no unit of that class may take */

enum { CLEAR = 1, FOREST = 2, HILLS = 4, SWAMP = 8, LAKE = 16 };             /* terrain bits */
enum { STREAM = 1, NYSA = 2, ELBE = 4, FIXED = 8, BIG_RIVER = NYSA | ELBE }; /* edge bits */
enum { NO_ROAD, SECONDARY, MAIN, MOTORWAY, ROADS };                          /* roads */
enum { PLACE_TOWN };
enum { AREA_ZONE, AREA_REGION, AREA_EDGE, AREA_POSITION }; /* POSITION: Fixed Position hexes, 7.2 */
enum { NO_TOWN, TOWN, CITY };
/* Rows of the terrain table, in its order. */
enum {
    GROUND_CLEAR,
    GROUND_FOREST,
    GROUND_HILLS,
    GROUND_STREAM,
    GROUND_BIG_RIVER,
    GROUND_SWAMP,
    GROUND_CITY,
    GROUND_TOWN,
    GROUND_SECONDARY,
    GROUND_MAIN,
    GROUND_MOTORWAY,
    GROUND_LAKE,
    GROUNDS
};

typedef enum Class { TRUCKED, TRACKED, FOOT, IMMOBILE, CLASSES } Class; /* 1.3 */
/* For zones of control two more: what the zones of all regular units have in common, and what any of them may cover. */
enum { LEAST_ZONE = CLASSES, MOST_ZONE, ZONE_CLASSES };
typedef enum Nation { GERMAN, SOVIET, POLISH, AMERICAN, BRITISH, GERMAN_ALLY, NATIONS } Nation;
typedef enum Type { INF, ARM, MECH, MOT, CAV, AG, AT, AA, ART, SPG, REC, ENG, HQ, RG, VS, UNKNOWN, TYPES } Type;

/* What a counter is, for good. */
enum {
    TOWED = 1,
    GUARDS = 2,
    SS = 4,
    FORTIFIER = 8, /* FU, 15.4 */
    ARMOURED_CAR = 16,
    ORGANIC = 32,     /* artillery that counts for concentration, 13.1.5 */
    REGULAR = 64,     /* projects a zone of control (4.1.2): no artillery proper, HQ or RG; towed AT and AA do (R30) */
    GUN = 128,        /* towed artillery proper: setups, 1 CEL, no zone */
    ARTILLERY = 256,  /* may support and fire at range: GUN or self-propelled */
    GARRISON = 512,   /* may not leave its city (scenario) */
    ANONYMOUS = 1024, /* in views only: the counter itself is not known */
    INFANTRY = 2048   /* INF, and pioneers printed as such: may take a CEL from Volkssturm (15.3.3, R99) */
};
enum { BLACK = 1, WHITE = 2, YELLOW = 4, BLUE = 8, STAR_COLOURS = 4 };

/* Small, because every list reads it of every counter: names are kept apart. */
typedef struct Kind {
    uint16_t is; /* bits above */
    uint8_t nation, type, class, mp, cel;
    uint8_t attack[2], defence[2]; /* full, reduced */
    uint8_t stars;
    uint8_t morale;    /* limit of 5.6.2 */
    uint8_t formation; /* for 13.1: index into Wb95.formation; 0 none */
    uint8_t army;      /* for pontoons, releases, corps: index into Wb95.army; 0 none */
    char size[4];
} Kind;

#define WB95_SLOTS 640 /* real counters and, in views, as many anonymous ones */
#define WB95_KINDS 896 /* the counters, [0, WB95_SLOTS), then the anonymous kinds */
#define GROUPS 60
#define WB95_HEXES 2624
#define WB95_SITES 384 /* hexsides that have, or could have, a bridge */
#define WB95_TURNS 20
#define WB95_ZONES 32
#define WB95_LOSERS 24 /* counters of a group that begins with losses */
#define NO_ZONE 0xFF
#define WB95_ENTRIES 256 /* hexes of all entry zones together */
#define WB95_PLANS 24    /* HQs that may be building at a time */

/* ---- the data of a scenario ----------------------------------------------------------------- */

/* What a unit of a class, or an HQ, finds around a hex, in one place for floods (derive_walks). */
enum { HQ_WALK = CLASSES, WALK_KINDS };
typedef struct Around {
    Hex next[EDGES];      /* the hex itself where nothing leads on */
    uint8_t least[EDGES]; /* twelfths of the ground, bridges standing */
    uint8_t ask;          /* bit per edge where that is not the whole truth: ground_cost() knows */
    uint8_t cheapest;     /* the least of them */
} Around;

/* The same for lines of supply, roads included (derive_lines). */
typedef struct LineAround {
    Hex next[EDGES];
    uint8_t least[EDGES];
    uint8_t ask;
} LineAround;

enum { COLUMNS = 13, ROWS_2K6 = 11 };

/* Rows of the morale table that counters of these scenarios use (R78). */
enum {
    MORALE_SS,
    MORALE_WEHRMACHT,
    MORALE_VOLKSSTURM,
    MORALE_GERMAN_ALLY,
    MORALE_AMERICAN,
    MORALE_BRITISH,
    MORALE_GUARDS,
    MORALE_POLISH,
    MORALE_SOVIET,
    MORALES
};

/* One half of a cell of the combat table, or a cell of the fire tables. */
typedef struct Result {
    uint8_t retreat, loss;
    bool disorganised, test;
} Result;

typedef struct Free { /* a counter whose set-up hex is its owner's choice */
    Piece piece;
    uint8_t area;  /* index into Wb95.allowed */
    uint8_t block; /* index into Wb95.block */
} Free;

typedef struct Arrival { /* reinforcement */
    Piece piece;
    uint8_t turn; /* 0: by a feature, not by date */
    uint8_t feature;
    uint8_t zones, zone[4]; /* indices into Wb95.zone_area */
} Arrival;

/* Special rules of scenarios, switched on by name in the scenario's text (features.c). */
enum {
    FEATURE_NONE,
    FEATURE_RELEASE,         /* nysa.6-2 */
    FEATURE_REPLACEMENT_HQ,  /* nysa.1-12 */
    FEATURE_DAILY_REGIMENT,  /* nysa.7 */
    FEATURE_PONTOONS,        /* nysa.1-7 */
    FEATURE_TOWN_BLOCK,      /* nysa.1-8 */
    FEATURE_HQ_NATION,       /* nysa.1-9, 1-10 */
    FEATURE_AMERICAN_LINE,   /* nysa.1-11 */
    FEATURE_EXIT_VICTORY,    /* nysa.8-1 */
    FEATURE_TOWN_VICTORY,    /* nysa.8-2, 8-3 */
    FEATURE_DEFECTION,       /* stars.1-5 */
    FEATURE_AIR_DAYS,        /* stars.1-3 */
    FEATURE_AIR_RESERVE,     /* stars.7-2 */
    FEATURE_STARS_VICTORY,   /* stars.8 */
    FEATURE_HQ_OWN_HEX,      /* nysa.1-10 alone: HQ_NATION is 1-9 */
    FEATURE_PEACE,           /* stars.2-9, three players: these nations are not enemies */
    FEATURE_NO_MIXED_STACKS, /* stars.2-5 */
    FEATURE_PASSAGE,         /* stars.2-6 */
    FEATURE_MUST_ATTACK,     /* stars.2-8 */
    FEATURE_IDLE_NATION,     /* stars.2-2 */
    FEATURE_MOVEMENT_ORDER,  /* stars.2-3 */
    FEATURE_JOINT_ATTACK,    /* stars.2-7 */
    FEATURES
};

/* What scores points at the end (victory.c). Sets of nations are bits. */
enum { POINTS_TOWN, POINTS_REGION, POINTS_ROAD, POINTS_KILL, POINTS_COLUMN, POINTS_EDGE, POINTS_PLACE, POINTS_RETAKEN };
typedef struct Points {
    uint8_t kind, side; /* side: the one that scores */
    uint16_t rule;
    uint8_t nations; /* the nations whose units and control count */
    uint8_t points;
    uint8_t against; /* nations killed, kept out, or retaken from; POINTS_COLUMN: that of the easternmost unit */
    bool joined;     /* POINTS_KILL: only counters that changed camp */
    bool killer;     /* POINTS_KILL: only those that `nations` have killed (R90) */
    bool once, supplied, whole_towns;
    bool east;      /* POINTS_COLUMN: count from `column` eastward to the unit, else back to it */
    uint8_t column; /* printed number */
    uint64_t bits[WB95_HEXES / 64];
} Points;
#define WB95_POINTS 20
#define WB95_GRADES 8 /* of a victory scale */

/* Parameters of the features, read by read_feature() from the scenario's text. Sets of nations are bits. */
typedef struct Special {
    uint16_t rule[FEATURES]; /* the row the scenario names */
    uint8_t air_nation[SIDES], air_nation_set;
    uint8_t air_against[SIDES]; /* nations its aircraft may hit, 0 all */
    uint8_t air_carry[SIDES], air_reserve_turn[SIDES];
    uint16_t air_rule[SIDES], air_limit_rule[SIDES]; /* rows of the allotment and of what it may be used for */
    uint8_t air_counter[SIDES]; /* SP of an unmarked air counter (8.1.1-2), 0 where SP are shared out freely */
    uint8_t air_days_side, air_allotment[3];
    uint16_t bridges_down; /* edge bits */
    uint32_t pontoon_armies;
    uint8_t block_nations, block_towns;
    uint8_t hq_nations, hq_own_hex;
    uint8_t line_nations, line_column;
    uint16_t line_edges;
    uint8_t replacement_side, replacement_lost, replacements;
    Piece replacement[4];
    uint8_t release_army;
    uint64_t release_region[WB95_HEXES / 64];
    uint8_t release_type[3]; /* Type of State.released[0..2] */
    uint8_t regiment_side, regiment_from, regiment_each;
    uint8_t comes_by[WB95_SLOTS]; /* feature that brings a counter, FEATURE_NONE by date or not at all */
    uint8_t exit_side, exit_cel, exit_nations;
    uint16_t exit_zone;  /* area index */
    uint32_t exit_types; /* bit per Type */
    uint8_t defecting, joins;
    struct Loyalty {
        bool leaves, disorganised;
        uint8_t cel_loss;
    } loyalty[7];                /* by die */
    uint8_t mixed;               /* nations that never share a hex */
    uint8_t through, passing;    /* passing may walk through `through` */
    uint8_t attacking, attacked; /* must-attack: defectors of these nations, targets */
    uint8_t idle_nations, idle_turn;
    uint8_t first_nation, second_nation, order_from;
    uint8_t joint, joint_cm;
    int rows;
    Points points[WB95_POINTS];
    uint8_t scale_first, scale_second;
    bool most_points;
    uint8_t halved; /* sides whose points are halved */
} Special;

#define FORMATIONS 64

typedef struct Book {
    uint32_t derivations; /* how often derive() was called */
    int kinds;
    Kind kind[WB95_KINDS];
    char kind_name[WB95_KINDS][24];
    uint8_t zone_class[WB95_KINDS], full_cel[WB95_KINDS]; /* class of its zone of control, 0xFF none; CELs printed */
    uint8_t group[WB95_KINDS]; /* kinds alike in type, class and what they do share a group */
    int headquarters;
    Piece headquarter[WB95_SLOTS];          /* counters that are HQs, in order */
    uint16_t anonymous_kind[SIDES][GROUPS]; /* views show it for a counter of which only the type is known */
    uint16_t unknown_kind[SIDES];           /* … and for one of which nothing is known */
    uint16_t unknown_regular[SIDES];        /* … but that one of its stack must be a regular unit */

    Result combat[ROWS_2K6][COLUMNS][2]; /* attacker, defender */
    Result air_attack[6][ROWS_2K6], artillery_fire[6][ROWS_2K6];
    bool objects[6][ROWS_2K6]; /* destroyed */

    uint16_t ground_cost[GROUNDS][CLASSES];    /* twelfths of the terrain table, NEVER where it says no */
    uint8_t ground_cm[GROUNDS];                /* CMs for the defender */
    uint16_t step[CLASSES][WB95_HEXES][EDGES]; /* twelfths into the neighbour with the water between, off road; NEVER */
    LineAround line_around[WB95_HEXES];
    uint8_t crossing[CLASSES][4]; /* part of `step` a bridge saves: by bit number of STREAM, NYSA, ELBE */
    Around around[WALK_KINDS][WB95_HEXES];
    uint8_t road_cost[CLASSES][ROADS];           /* twelfths */
    uint8_t zoc_edges[ZONE_CLASSES][WB95_HEXES]; /* bit per edge a zone of control reaches over (4.1.3, 4.1.4) */
    uint8_t causeways[ZONE_CLASSES]
                     [WB95_HEXES];    /* those of them where only a road over a bridge leads into closed ground */
    uint8_t hex_cm[WB95_HEXES];       /* terrain CM of the hex */
    uint8_t town[WB95_HEXES];         /* NO_TOWN, TOWN, CITY */
    uint8_t position_cm[WB95_HEXES];  /* Fixed Position CM, 0 none */
    bool fixed_position[WB95_HEXES];  /* one in the hex or on a side of it (7.1.9) */
    uint8_t position_value[256];      /* by map area: CM of that group (7.2.3), 0: the usual 3 */
    uint16_t site[WB95_HEXES][EDGES]; /* bridge site of a hexside, 0xFFFF none */
    uint8_t site_edges[WB95_HEXES];   /* bit per edge that has one */
    int sites;
    Hexside site_hexside[WB95_SITES];
    bool site_printed[WB95_SITES], site_big[WB95_SITES];
    int causeway_sites; /* bridges of causeways: zones of control depend on them */
    uint16_t causeway_site[WB95_SITES];

    int turns, first_day, first_month; /* day of month of turn 1 */
    uint8_t enemies[SIDES];            /* bit per side */
    uint8_t order[SIDES];              /* side that is player A, B (, C) */
    int players;
    uint8_t owner[NATIONS]; /* side that commands a nation */
    uint8_t nations[SIDES]; /* those a side commands, as bits */
    bool chapter[17];       /* [12] … [16] switched on */
    bool passive_oos;       /* R37 variant */
    bool bridge_till_by;    /* R108 variant */
    bool feature[FEATURES];
    int feature_value[FEATURES];
    Special special;
    uint8_t supply_mp[NATIONS];       /* tables/supply_mp.tsv */
    uint8_t start_nation[WB95_HEXES]; /* nation of each `control` line, beside start_control */

    Hex start_hex[WB95_SLOTS]; /* default set-up, NO_HEX off map */
    bool start_fortified[WB95_SLOTS];
    int starts;
    Piece start_order[WB95_SLOTS]; /* placed in the order of the file */
    int frees;
    Free free[WB95_SLOTS];
    int allowed_areas;
    struct Allowed {
        char name[32];
        uint16_t rule;
        uint64_t bits[WB95_HEXES / 64]; /* any of these hexes … */
        uint8_t within, nears;          /* … or so near to where one of these counters stands (R55) … */
        Piece near[16];
        uint64_t only[WB95_HEXES / 64]; /* … but in any case one of these */
        uint8_t each;                   /* no more of these counters in a hex; 0: no matter */
    } allowed[32];
    int blocks; /* of the set-up, in the order of asking */
    struct Block {
        uint8_t side;
        bool fortified;
        uint16_t rule;
    } block[8];
    uint8_t block_of[WB95_SLOTS];
    int loss_groups; /* starting losses the owner spreads */
    struct LossGroup {
        uint8_t side, losses, count, defaults;
        uint16_t rule;
        Piece piece[WB95_LOSERS], standard[WB95_LOSERS]; /* standard: losers of what the owner does not hand out */
    } loss_group[32];
    uint64_t overstacked[WB95_HEXES / 64]; /* set-up stacks beyond 8 CEL that R66 allows */
    uint64_t cut_off[WB95_HEXES / 64];     /* set-up stacks that begin without a line of supply */
    int arrivals;
    Arrival arrival[WB95_SLOTS];
    uint16_t arrival_of[WB95_SLOTS];                /* by counter: index + 1, 0 none (derive_zones) */
    uint64_t base[SIDES][NATIONS][WB95_HEXES / 64]; /* supply bases; German Dresden, edges, entry zones … */
    bool base_entered[NATIONS];                     /* these trace to where they entered (State.entry_base) */
    uint8_t start_control[WB95_HEXES];
    uint8_t air_sp[SIDES][WB95_TURNS + 1];
    uint32_t air_missions[SIDES]; /* bit per mission type the side may fly */
    uint8_t barrage_turn[SIDES], barrage_units[SIDES];
    uint64_t garrison_area[WB95_HEXES / 64];
    uint16_t garrison_rule[WB95_SLOTS]; /* for counters that are GARRISON */
    int armies, formations;
    char army[32][32], formation[FORMATIONS][24];
    uint16_t zone_area[WB95_ZONES]; /* entry zones in the order of their chain: area index */
    int zones;
    /* Entry hexes by zone (derive_zones): zone_hex[zone_first[z] .. zone_first[z + 1]). Without printed zones each
     * road that leaves the map is one (11.2.4) and zone_area is empty. */
    uint16_t zone_first[WB95_ZONES + 1];
    Hex zone_hex[WB95_ENTRIES];
    uint8_t hex_zone[WB95_HEXES];         /* zone of a hex, NO_ZONE */
    uint8_t hex_entry[WB95_HEXES];        /* its place in zone_hex, where it has a zone */
    uint8_t entry_road[WB95_ENTRIES];     /* by that place: road that leaves the map there */
    uint8_t entry_edge[WB95_ENTRIES];     /* an edge of it that leads inland, EDGES none */
    uint64_t near_entry[WB95_HEXES / 64]; /* hexes within two of an entry hex */
    uint64_t this_side[WB95_HEXES / 64];  /* of a closed line: where those it binds may appear (derive_closed_line) */
    char victory_scale[WB95_GRADES][40];
    int victory_low[WB95_GRADES], victory_grades;

    /* Small tables. */
    uint8_t morale_limit[MORALES];       /* 5.6.2 */
    uint8_t star_attack, star_defence;   /* 15.1.2: the colours that serve there */
    uint8_t star_disables[STAR_COLOURS]; /* by the number of the colour: those it silences on the other side */
    uint8_t star_order[STAR_COLOURS];    /* numbers of the colours, each behind those that silence it */
    uint8_t hq_range[NATIONS];           /* 9.2.2 */
    uint8_t crossing_loss[7];            /* 8.2.19: CEL lost by the die */
    uint8_t supply_mission[7];           /* 8.2.24: OoS levels taken off by the die */
    uint8_t entry_delays[10];            /* 11.2.2: Movement Phases forgone to enter so many zones away with all MPs */
    bool entry_half[10];                 /* 11.2.1: may enter there at once with half */
} Wb95;

#endif
