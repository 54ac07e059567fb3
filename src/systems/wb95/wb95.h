/* wb95.h — WB-95 inside: the immutable data, the state of a game, and who does what.
 *
 * Files follow the rulebook: walk.c and movement.c are sections 3, 4.2 and 12, zone.c 4.1 and 4.3, odds.c 1.5–1.7
 * and 5.5, combat.c 5.1–5.2 with duty.c, commitment.c and losses.c, retreat.c 5.3–5.4, disorganisation.c 5.6,
 * artillery.c 6, fortification.c 7, air.c and flights.c 8, headquarters.c 9,
 * supply.c 10, reinforcement.c 11, concentration.c 13, bridge.c 14, special.c 15, masking.c and hidden.c 16;
 * sequence.c is section 2, setup.c the counters and set-ups, features.c the special rules scenarios switch on,
 * victory.c their scoring. system.c hangs them all into struct System.
 *
 * State is the position: one flat block. Only zone.c's place() and lift() move a counter, and they keep up
 * the stacks and the zones of control. Everything else is a field somebody owns, noted below.
 *
 * A *view* is a State too. Counters its owner may not know are replaced in it: the real slot becomes
 * UNSEEN, and an anonymous slot (index >= scenario->pieces) stands in the stack with a kind that says only
 * what is known (perhaps the type). Rules read kinds, never identities, so the same code serves both.
 *
 * What is hidden never falsifies a rule (R105): a view's zones of control are those that are certain, and orders are
 * refused for them alone. What hidden counters may be says State.unseen; whether they may have a zone somewhere,
 * perhaps_zoc(). apply() works on the truth: where that forbids what a view had to allow, the order ends there and an
 * EVENT_REVEALED tells why. */
#ifndef SANDTABLE_WB95_H
#define SANDTABLE_WB95_H

#include "core/flood.h"
#include "kit/ask.h"
#include "wb95_rules.h"

/* ---- 1.1–1.4: ground, counters ------------------------------------------------------------- */

enum { MP = 12 };        /* twelfths in a movement point (R03) */
enum { NEVER = 0xFFFF }; /* a step nobody of that class may take */

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
    uint8_t kind, side; /* side: who scores */
    uint16_t rule;
    uint8_t nations; /* whose units and control count */
    uint8_t points;
    uint8_t against; /* nations killed, kept out, or retaken from; POINTS_COLUMN: whose easternmost unit */
    bool joined;     /* POINTS_KILL: only counters that changed camp */
    bool killer;     /* POINTS_KILL: only those that `nations` have killed (R90) */
    bool once, supplied, whole_towns;
    bool east;      /* POINTS_COLUMN: count from `column` eastward to the unit, else back to it */
    uint8_t column; /* printed number */
    uint64_t bits[WB95_HEXES / 64];
} Points;
#define WB95_POINTS 20
#define WB95_GRADES 8 /* of a victory scale */

/* Parameters of the features, read by feature_load() from the scenario's text. Sets of nations are bits. */
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

typedef struct Book {
    uint32_t derivations; /* how often derive() was called */
    int kinds;
    Kind kind[WB95_KINDS];
    char kind_name[WB95_KINDS][24];
    uint8_t zone_class[WB95_KINDS], full_cel[WB95_KINDS]; /* class of its zone of control, 0xFF none; CELs printed */
    uint8_t group[WB95_KINDS]; /* kinds alike in type, class and what they do share a group */
    int headquarters;
    Piece headquarter[WB95_SLOTS];          /* counters that are HQs, in order */
    uint16_t anonymous_kind[SIDES][GROUPS]; /* what stands in views for a counter of which only the type is known */
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
    uint8_t position_value[64];       /* by map area: CM of that group (7.2.3), 0: the usual 3 */
    uint16_t site[WB95_HEXES][EDGES]; /* bridge site of a hexside, 0xFFFF none */
    uint8_t site_edges[WB95_HEXES];   /* bit per edge that has one */
    int sites;
    Hexside site_hexside[WB95_SITES];
    bool site_printed[WB95_SITES], site_big[WB95_SITES];
    int causeway_sites; /* bridges of causeways: zones of control hang on them */
    uint16_t causeway_site[WB95_SITES];

    int turns, first_day, first_month; /* day of month of turn 1 */
    uint8_t enemies[SIDES];            /* bit per side */
    uint8_t order[SIDES];              /* side that is player A, B (, C) */
    int players;
    uint8_t owner[NATIONS]; /* side that commands a nation */
    bool chapter[17];       /* [12] … [16] switched on */
    bool passive_oos;       /* R37 variant */
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
        Piece piece[24], standard[24]; /* standard: who loses what the owner does not hand out */
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
    char army[32][32], formation[64][24];
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
    uint8_t star_order[STAR_COLOURS];    /* numbers of the colours, who is silenced behind who silences him */
    uint8_t hq_range[NATIONS];           /* 9.2.2 */
    uint8_t crossing_loss[7];            /* 8.2.19: CEL lost by the die */
    uint8_t supply_mission[7];           /* 8.2.24: OoS levels taken off by the die */
    uint8_t entry_delays[10];            /* 11.2.2: Movement Phases forgone to enter so many zones away with all MPs */
    bool entry_half[10];                 /* 11.2.1: may enter there at once with half */
} Wb95;

/* ---- the state of a game --------------------------------------------------------------------- */

enum { ON_MAP, NOT_YET, WAITING, ELIMINATED, EXITED, UNSEEN, SPARE }; /* Unit.place */
enum { AS_SCHEDULED = 63 };                                           /* Unit.zone */

/* Unit.now: passing states. */
enum {
    DISORGANISED = 1 << 0,    /* 5.6 */
    TRANSPORT = 1 << 1,       /* 6.2.2; unset: combat setup */
    ACTED = 1 << 2,           /* spent MPs or did something in this Movement Phase */
    STOPPED = 1 << 3,         /* may spend no more MPs this phase (4.2.1) */
    FORCED = 1 << 4,          /* full MPs bought while out of supply (10.2.3) */
    FOUGHT = 1 << 5,          /* took part in a combat of this Combat Phase (5.1.1) */
    FIRED = 1 << 6,           /* artillery fired in this Combat Phase (6.1.4); without FOUGHT, from range (R93) */
    SHELLED = 1 << 7,         /* was the target of a ranged attack this Combat Phase (6.4.5) */
    BARRAGED = 1 << 8,        /* fired barrage this turn (6.5.5, 6.5.6) */
    RETREATED = 1 << 9,       /* retreated in the last Combat Phase (5.3.10) */
    STRATEGIC = 1 << 10,      /* marked (12.1.4) */
    BUILDING = 1 << 11,       /* HQ that builds a bridge (14.3) */
    ON_BANK = 1 << 12,        /* HQ stood on the bank at the end of its Supply Phase (14.3.2) */
    OPEN = 1 << 13,           /* fought: visible till the Combat Phase ends (16.1.3) */
    MASKED = 1 << 14,         /* covers its stack (16.1.2): one such counter is enough */
    SECONDARY_ONLY = 1 << 15, /* all its movement this phase ran on secondary route (table footnote 4) */
    BONUS_STEP = 1 << 16,     /* has used the extra hex of footnote 4 */
    RENEWED = 1 << 17,        /* took a CEL from Volkssturm this turn (15.3.4) */
    CROSSED = 1 << 18,        /* 52 Army unit counted for a release (R76) */
    DEFECTED = 1 << 19,       /* Polish unit on the Allied side (R71) */
    RELEASED = 1 << 20,       /* 28 Army unit or American regiment allowed in */
    IDLE_BROKEN = 1 << 21,    /* moved, attacked or was attacked since it was disorganised (5.6.5) */
    SUPPLIED = 1 << 22,       /* traced a line in its side's last Supply Phase */
    ENTRENCHED = 1 << 23,     /* dug in this Movement Phase, with all its MPs (7.1.4) */
    ROLLED_LOYALTY = 1 << 24,
    PURSUED = 1 << 25,   /* followed a beaten enemy in this Combat Phase: makes no new duties (5.1.4) */
    CEL_KNOWN = 1 << 26, /* in views: the CELs of this anonymous counter were disclosed (16.1.4-2) */
    CROWDED = 1 << 27    /* its stack was over the limit when its phase ended, and nobody could leave (R94) */
};

/* What a position is made of is hashed and compared byte by byte, so nothing in it is left to the compiler: where it
 * would pad, `unused` stands, always 0. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct Unit {
    Hex hex;
    Piece below; /* next counter down the stack */
    uint16_t kind : 10;
    uint16_t zone : 6; /* WAITING: index into Wb95.zone_area, AS_SCHEDULED: any of its arrival; ELIMINATED: by whom */
    int16_t mp;        /* twelfths left; set when its side's phase begins */
    uint32_t now;
    uint8_t side : 2, place : 3;
    uint8_t delays : 3; /* WAITING: Movement Phases to forgo, this one included (11.2.2) */
    uint8_t oos;
    uint16_t cel : 6;
    uint16_t hurt_turn : 5, hurt_phase : 5; /* when it was disorganised */
} Unit;
_Static_assert(sizeof(Unit) == 16, "four counters fill a cache line");
_Static_assert(WB95_KINDS <= 1 << 10 && WB95_ZONES <= AS_SCHEDULED && WB95_TURNS < 1 << 5, "numbers fit a Unit");

/* Bridge sites (14): State.site. Controller: side + 1 in the upper bits, 0 none. */
enum { SITE_STANDING = 1, SITE_PONTOON = 2, SITE_TRIED = 4 /* a pontoon was stopped there */, SITE_OWNER_SHIFT = 4 };

typedef enum Mission {
    OFFENSIVE_SUPPORT,
    DEFENSIVE_SUPPORT,
    AIR_ATTACK,
    OBJECT_DESTRUCTION,
    MOVEMENT_DISRUPTION,
    CROSSING_ATTACK,
    SUPPLY_MISSION,
    MISSIONS
} Mission;

#define CROSSINGS 6 /* hexes of one crossing attack */

typedef struct AirMission {
    uint8_t side, mission, sp, beaten; /* sp 0: slot free */
    Hex hex;
    Hexside hexside; /* OBJECT_DESTRUCTION */
    uint8_t hexes;   /* CROSSING_ATTACK */
    uint8_t unused;
    Hex crossing[CROSSINGS];
    uint8_t attacks[CROSSINGS];
    uint8_t against; /* bit per side it may hurt */
    bool revealed;   /* false while planned in secret: masking empties such slots of the other sides */
} AirMission;

/* Slots are shared out among the sides, so that a slot's number says nothing about another side's plans. */
#define AIR_MISSIONS 96
#define FORCE 64  /* counters of one side in one combat: six hexes attacked at once fit */
#define GUNS 12   /* artillery that joins from range */
#define TARGETS 6 /* hexes attacked at once */
#define LONGEST_RETREAT 5

enum { ATTACK, DEFENCE }; /* the two forces of a combat */

typedef struct Force {
    uint8_t side;             /* player; of a defence with several owners the one whose turn it is (R106) */
    uint8_t units;            /* exposed to every result */
    uint8_t guns;             /* not beside the enemy: immune (6.3.4) */
    uint8_t air, cms;         /* air SP and CMs of lost HQs thrown in */
    bool waived;              /* does without its HQ (9.2.1) */
    uint8_t star_due, fu_due; /* bits of the sides that have not yet met 15.1.7, 15.4.3 */
    Piece unit[FORCE], gun[GUNS];
    Hex fought_at[FORCE];
    uint64_t full;  /* bit per unit[]: full strength bought with OoS (10.2.3) */
    uint64_t spent; /* bit per unit[]: towed guns that fired before and so add nothing here (6.1.4, R93) */
    uint16_t gun_full;
    uint8_t leading, unused[5]; /* nation with the most strength in it, when the dice are thrown (R90) */
    uint64_t stars, fus;        /* bit per unit[] that uses its ability */
    uint64_t pursued;           /* bit per unit[] that has pursued */
    uint8_t retreated[FORCE];   /* hexes each has fallen back */
    /* Index into Combat.path, when it has; till then bits of the edges over which the truth did not let it (R105). */
    uint8_t path_of[FORCE];
} Force;

/* The combat being resolved (5.2). Owned by combat.c and retreat.c. */
typedef struct Combat {
    uint8_t stage;
    uint8_t targets, paths;
    uint8_t pursuer; /* force that is asked to pursue */
    uint8_t column, row;
    bool lone;           /* nobody but HQs or limbered guns in any hex: 10:1 (5.1.9, 6.6.4) */
    bool fixed_position; /* the defender enjoys Fixed Positions (7.2.6) */
    Hex target[TARGETS];
    Result result[2];                 /* losses: those still to be borne */
    uint8_t alone, alone_paid;        /* bit per target[] where nobody else stands: read at 10:1 by itself (R101) */
    uint8_t owners, owner[SIDES - 1]; /* of the defence, in the order in which their hexes were named (R106) */
    uint8_t unused[6];
    Force force[2];
    struct Path {
        uint8_t length, unused;
        Hex hex[LONGEST_RETREAT + 1]; /* hex[0] is where it fought */
    } path[FORCE];
} Combat;

#define POOLS 8
typedef struct Pool { /* CMs for a lost HQ, 9.1.6 */
    uint8_t side, left, phases_left, unused;
    Hex hex;
} Pool;

/* What a counter of unknown type may be. */
enum { HIDDEN_GUN, HIDDEN_HQ, HIDDEN_GROUP, HIDDEN_REGULAR, HIDDEN_SORTS };

struct State {
    Position head;
    Unit unit[WB95_SLOTS];
    Piece top[WB95_HEXES];
    uint8_t barrage_left[SIDES];
    uint64_t zoc[SIDES - 1][WB95_HEXES / 64]; /* hexes that zones of control of that side cover; in views: certainly */
    uint16_t unseen[SIDES - 1][HIDDEN_SORTS]; /* in views: what stands where not even the type is told */
    uint64_t control[2][WB95_HEXES / 64];     /* low and high bit of the side; both: nobody. See controller() */
    uint64_t fortified[WB95_HEXES / 64];
    uint8_t site[WB95_SITES];
    AirMission air[AIR_MISSIONS];
    uint8_t air_left[SIDES], air_reserve[SIDES], air_reserve_used[SIDES];
    uint8_t air_days[3]; /* stars.1-3: turns of 30, 25, 20 SP */
    uint8_t disruptions; /* movement-disruption missions in the air, so that steps need not look for them */
    Pool pool[POOLS];
    Combat combat;
    uint8_t phasing;                 /* side */
    uint8_t step;                    /* where the sequence stands in its phase; owned by sequence.c */
    uint8_t exited_cel;              /* nysa.8-1 */
    uint8_t released[3], entered[3]; /* nysa.6-2: INF, ART, HQ */
    uint8_t regiment_turn;           /* turn an American regiment last entered */
    bool hq_lost, replacement_used;
    uint32_t pontoon_used;                  /* bit per army; bit 31: asked in this Combat Phase */
    uint64_t held_german[WB95_HEXES / 64];  /* the controller's nation is German (Two Stars, one player for both) */
    uint64_t fallen[WB95_HEXES / 64];       /* town hexes the Soviets have held (stars.8-12) */
    uint64_t entry_base[WB95_ENTRIES / 64]; /* by entry hex: Americans entered there (nysa.2-3) */
    uint8_t german_moved;                   /* stars.2-3 */
    uint8_t queue[WB95_ENTRIES]; /* by entry hex: stacks * 16 + CELs of the last that entered this phase (11.1.5) */
    uint8_t unused[7];
    uint64_t emptied_by[2][WB95_HEXES / 64]; /* low and high bit of the side that last left an empty FF (7.1.6) */
    Hexside bridge_plan[WB95_PLANS];         /* 14.3.2, by slot; meaningless where bridge_turn is 0 */
    Piece bridge_hq[WB95_PLANS];
    uint8_t bridge_turn[WB95_PLANS]; /* turn of the declaration, 0: slot free */
    uint8_t loss_left[32];           /* set-up: starting losses still to take, by loss group */
};

#pragma GCC diagnostic pop

_Static_assert(sizeof(State) <= 64 * 1024, "a position fits 64 KB");

extern const System wb95_system;
static inline const Wb95 *data_of(const Scenario *scenario) { return scenario->own; }
static inline const State *state_of(const Position *position) { return (const State *)position; }

/* The narrow numbers of a Unit. */
static inline void set_side(Unit *unit, int side) { unit->side = (unsigned)side & 3; }
static inline void set_cel(Unit *unit, int cel) { unit->cel = (unsigned)cel & 63; }
static inline void set_entry(Unit *unit, int zone, int delays)
{
    unit->zone = (unsigned)zone & 63;
    unit->delays = (unsigned)delays & 7;
}
static inline void set_hurt(Unit *unit, int turn, int phase)
{
    unit->hurt_turn = (unsigned)turn & 31;
    unit->hurt_phase = (unsigned)phase & 31;
}

/* Sets of hexes. */
static inline bool has_bit(const uint64_t *bits, int hex) { return bits[hex >> 6] >> (hex & 63) & 1; }
static inline void set_bit(uint64_t *bits, int hex) { bits[hex >> 6] |= 1ull << (hex & 63); }
static inline void clear_bit(uint64_t *bits, int hex) { bits[hex >> 6] &= ~(1ull << (hex & 63)); }

static inline const Kind *kind_of(const Wb95 *data, const State *state, Piece piece)
{
    return &data->kind[state->unit[piece].kind];
}

/* ---- questions and orders (system.c describes them once) ---------------------------------------- */

enum {
    ASK_SETUP,     /* place free counters, take starting losses */
    ASK_AIR_DAYS,  /* stars.1-3 */
    ASK_AIR,       /* plan missions in secret */
    ASK_AIR_FIGHT, /* phasing player picks which pair of missions fights next (R33) */
    ASK_BARRAGE,
    ASK_MOVEMENT,
    ASK_COMBAT,  /* attack, fire, shell, end */
    ASK_DEFENCE, /* defender: guns, stars, FU, air, HQ, CMs */
    ASK_COMMIT,  /* attacker: stars, HQ, CMs, after the defender's */
    ASK_LOSSES,  /* owner picks who loses */
    ASK_RETREAT,
    ASK_PURSUIT, /* also the advance of 5.4.10 */
    ASK_PONTOON,
    ASK_STRATEGIC,
    ASK_DEFECTOR, /* place a Polish counter that changed sides */
    ASKS
};

enum {
    DO_PLACE,   /* place P HEX */
    DO_REDUCE,  /* reduce P: one starting loss */
    DO_READY,   /* ready */
    DO_DAYS,    /* days N N N */
    DO_MISSION, /* mission WORD at HEX.. bridge HEXSIDE sp N attacks N.. */
    DO_RECALL,  /* recall N: take back a planned mission */
    DO_FLY,     /* fly: planning done */
    DO_DUEL,    /* duel N N: missions that fight next */
    DO_BARRAGE, /* barrage P.. at HEX full P.. */
    DO_MOVE,    /* move P PATH */
    DO_FORCE,   /* force P: full MPs for one OoS level */
    DO_ENTRENCH,
    DO_LIMBER, /* limber P: change setup either way */
    DO_MARK,   /* mark P: strategic movement */
    DO_ENTER,  /* enter P ZONE-hex PATH: reinforcement; first hex is the entry hex */
    DO_SHIFT,  /* shift P HEX: wait and enter later at the zone of that hex */
    DO_EXIT,   /* exit P: leave the map through the entry zone it stands in */
    DO_DEMOLISH,
    DO_REPAIR,
    DO_BUILD,   /* build HQ HEXSIDE */
    DO_RENEW,   /* renew INF from VS */
    DO_COVER,   /* cover HEX: mask or unmask a stack */
    DO_TOP,     /* top P: put it on top of its stack */
    DO_ATTACK,  /* attack P.. at HEX.. guns P.. full P.. air N waive hq */
    DO_FIRE,    /* fire P.. at HEX air N full P.. */
    DO_SHELL,   /* shell P.. bridge HEXSIDE full P.. */
    DO_DEFEND,  /* defend guns P.. stars P.. air N cms N waive hq */
    DO_COMMIT,  /* commit stars P.. cms N waive hq */
    DO_LOSE,    /* lose P..: one entry per CEL */
    DO_RETREAT, /* retreat P PATH */
    DO_STAND,   /* stand: nobody else retreats */
    DO_PURSUE,  /* pursue P PATH */
    DO_HALT,    /* halt: pursuit done */
    DO_PONTOON, /* pontoon P HEXSIDE */
    DO_END,     /* end the phase */
    DOS
};

/* One question kind: everything about it in one place. */
typedef struct Handler {
    void (*choices)(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
    Refusal (*check)(const Scenario *scenario, const State *view, const Order *order);
    void (*apply)(Play *play, const Order *order);
    Sentence (*prompt)(const Scenario *scenario, const State *view);
    int (*due)(const State *view);                                                                    /* or NULL */
    void (*reach)(const Scenario *scenario, const State *view, const Order *prefix, Reach *out);      /* or NULL */
    bool (*forecast)(const Scenario *scenario, const State *view, const Order *order, Forecast *out); /* or NULL */
    /* NULL: verb by verb. Without a memo nothing is known before. */
    void (*openings)(const Scenario *scenario, const State *view, Memo *memo, Openings *out);
} Handler;

extern const Handler setup_handler, air_days_handler, air_handler, air_fight_handler, barrage_handler, movement_handler,
    combat_handler, defence_handler, commit_handler, losses_handler, retreat_handler, pursuit_handler, pontoon_handler,
    strategic_handler, defector_handler;

/* ---- zone.c: 4.1, 4.3, stacks ------------------------------------------------------------------- */

/* Puts a counter that is nowhere on a hex, on top. Keeps stacks and zones. */
void place(const Wb95 *data, const Scenario *scenario, State *state, Piece piece, Hex hex);
/* Takes it off; unit.place is left to the caller. */
void lift(const Wb95 *data, const Scenario *scenario, State *state, Piece piece);
/* Recomputes the zone of a counter whose state changed what it projects: call lift() before, place() after. */

static inline bool is_enemy(const Wb95 *data, int side, int other) { return data->enemies[side] >> other & 1; }
/* Whether a zone of an enemy of `side` covers the hex. */
static inline bool enemy_zoc(const Wb95 *data, const State *state, int side, Hex hex)
{
    for (int other = 0; other < SIDES - 1; other++)
        if (data->enemies[side] >> other & 1 && has_bit(state->zoc[other], hex))
            return true;
    return false;
}
/* Whether a usable bridge spans the hexside. */
static inline bool bridged(const Wb95 *data, const State *state, Hex hex, Edge edge)
{
    uint16_t site = data->site[hex][edge];
    return site != 0xFFFF && state->site[site] & SITE_STANDING;
}
/* Edges over which a zone of control of a class reaches from a hex, as bits: none over a destroyed bridge where
 * nothing but the road leads on (4.1.4). */
static inline unsigned class_zone(const Wb95 *data, const State *state, int class, Hex hex)
{
    unsigned edges = data->zoc_edges[class][hex];
    for (unsigned bits = data->causeways[class][hex]; bits; bits &= bits - 1)
        if (!bridged(data, state, hex, (Edge)__builtin_ctz(bits)))
            edges &= ~(bits & -bits);
    return edges;
}
/* The same of a kind. */
static inline unsigned zone_edges(const Wb95 *data, const State *state, int kind, Hex hex)
{
    int class = data->zone_class[kind];
    return class < ZONE_CLASSES ? class_zone(data, state, class, hex) : 0;
}
/* In views: whether hidden counters of one of these sides (bits) may have a zone there, and nothing in sight surely
 * has. */
bool perhaps_zoc(const Scenario *scenario, const State *view, unsigned sides, Hex hex);
/* Whether so many counters of unknown type may all be guns and HQs; with `groups` resistance groups will do, too. */
static inline bool may_be_weak(const State *view, int side, int unknown, bool groups)
{
    const uint16_t *unseen = view->unseen[side];
    return unknown <= unseen[HIDDEN_GUN] + unseen[HIDDEN_HQ] + (groups ? unseen[HIDDEN_GROUP] : 0);
}
/* Whether a zone of the side's counters covers the hex, by the stacks around it. */
bool zone_found(const Wb95 *data, const Map *map, const State *state, int side, Hex hex);
/* Whether this counter's zone reaches the hex (adjacent or not). */
bool zone_covers(const Scenario *scenario, const State *state, Piece piece, Hex hex);
/* Whether any enemy counter of `side` stands there. */
bool enemy_at(const Wb95 *data, const State *state, int side, Hex hex);
bool friend_at(const State *state, int side, Hex hex);
/* CELs in a hex (3.2.1). They are counted when a Movement or Strategic Phase, a retreat or a pursuit ends, and at
 * set-up (R94). */
enum { STACKING_LIMIT = 8 };
/* CELs of a side's counters on a hex (HQ 1, 3.2.2). */
static inline int stack_cel(const State *state, int side, Hex hex)
{
    int cel = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        if (state->unit[piece].side == side)
            cel += state->unit[piece].cel;
    return cel;
}
static inline bool fortified(const State *state, Hex hex) { return has_bit(state->fortified, hex); }
/* Side that controls the hex, NO_SIDE for nobody. */
static inline int controller(const State *state, Hex hex)
{
    int side = has_bit(state->control[0], hex) | has_bit(state->control[1], hex) << 1;
    return side < SIDES - 1 ? side : NO_SIDE;
}
void set_controller(State *state, Hex hex, int side);
void set_fortified(State *state, Hex hex, bool on);
/* Whether one of these nations (bits) controls the hex; tells the nations of one side apart. */
bool held_by(const Wb95 *data, const State *state, Hex hex, unsigned nations);
/* 4.3.2–4.3.6 at the end of a side's Supply Phase. */
void take_control(Play *play, int side);

#define STACK 40
/* All counters of a hex, top first; returns how many. */
int stack_of(const State *state, Hex hex, Piece out[STACK]);

/* ---- walk.c, movement.c: 3, 4.2, 12 ------------------------------------------------------------------------- */

/* Twelfths for one step of this unit, all costs of 3.1.12, 4.2.6, 8.2.13 and 6.1.7 included but uncapped; a
 * refusal when it may not be taken at all. Looks neither at the MPs left nor at stacking. */
Refusal step_cost(const Scenario *scenario, const State *view, Piece piece, Hex from, Edge edge, bool strategic,
                  int *cost);
/* MPs at the start of a phase, in twelfths, after OoS, disruption and strategic reduction. */
int allowance(const Scenario *scenario, const State *view, Piece piece, bool strategic);
void derive_walks(const Map *map, Wb95 *data); /* called by derive(), after the costs of steps */
/* Sets every unit of the phasing side up for a Movement or Strategic Movement Phase: MPs, flags, reinforcements
 * due, bridges completed. */
void movement_begin(Play *play, bool strategic);
/* Whether there is a way over that hexside for the counter, at whatever price: open ground, or a road whose bridge, if
 * it has one, stands; HQ may enter any but lakes (9.1.3). */
bool may_enter(const Scenario *scenario, const State *view, const Kind *kind, Hex from, Edge edge);
/* Moves a counter one step on the map with all that follows: overruns (6.1.7, 9.1.5), FF of the enemy gone
 * (7.1.6), crossing attacks (8.2.19) when `by_movement`. False if the unit did not survive. */
bool step_into(Play *play, Piece piece, Edge edge, bool by_movement);
/* What it costs to come onto a hex of an entry zone from beyond the edge (11.1.5): road rate where a road leaves. */
int entry_cost(const Scenario *scenario, const Kind *kind, Hex hex);
/* Whether a road leaves the map at this edge hex, because one ends there: its best road, NO_ROAD for none. */
int road_off_map(const Scenario *scenario, Hex hex);
/* At the end of a movement phase: stacking (3.2.1). Legal, or all the hexes that are over the limit and can be left. */
Refusal stacking_legal(const Scenario *scenario, const State *view, int side);

/* ---- memo.c ------------------------------------------------------------------------------------------- */
/* What listings found out about counters. */
typedef struct Known {
    uint64_t look[WB95_SLOTS / 64];    /* to be looked at */
    uint64_t listed[WB95_SLOTS / 64];  /* those of whom `open` says something */
    uint64_t outside[WB95_SLOTS / 64]; /* those beyond the edge */
    uint16_t open[WB95_SLOTS];         /* bits of orders, and OPEN_CROWDED (movement.c) */
} Known;
struct Memo {
    const Scenario *scenario; /* NULL: holds nothing */
    uint32_t derivations;     /* Wb95.derivations then */
    Known known;
    State last; /* what memo_renew() compares is kept up; the rest is as it was when all was last forgotten */
};
/* What is known of each counter's orders; those about whom something may have changed are to be looked at. */
Known *memo_renew(Memo *memo, const Scenario *scenario, const State *view);
void know_nothing(const Scenario *scenario, Known *known);

/* ---- fortification.c: 7.1; volkssturm.c: 15.3.3, 15.3.4 ---------------------------------------------- */
void entrench_apply(Play *play, Piece piece);
/* At the end of every phase: FFs nobody stands in (7.1.5). */
void fortifications_lapse(Play *play);
/* Which side an FF serves: who stands in it, or left it in this phase. */
int fortification_side(const State *state, Hex hex);
void renew_choices(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal renew_check(const Scenario *scenario, const State *view, const Order *order);
void renew_apply(Play *play, const Order *order);

/* ---- reinforcement.c: 11 ------------------------------------------------------------------------------ */
void derive_zones(const Scenario *scenario, Wb95 *data); /* called by derive(), after the costs of steps */
/* What a zone is called: its printed name, or the hex where its road leaves the map. */
const char *zone_name(const Scenario *scenario, int zone, char out[HEX_TEXT]);
void reinforcements_due(Play *play, int side); /* at the start of a Movement Phase; called by movement_begin */
void reinforcement_choices(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal reinforcement_check(const Scenario *scenario, const State *view, const Order *order);
void reinforcement_apply(Play *play, const Order *order);
void reinforcement_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out);

/* ---- combat.c: 5.1, 5.2, 5.5; artillery.c: 6; special.c: 15; concentration.c: 13; headquarters.c: 9 ------ */

/* Strength of one counter as it stands: CEL, disorganisation, supply (1.7, 5.6.4, 10.2.2). */
int attack_strength(const Wb95 *data, const State *view, Piece piece, bool full_strength);
int defence_strength(const Wb95 *data, const State *view, Piece piece);
/* 1.5, 1.7, 1.6: column 0 = 1:4 … 12 = 10:1. */
int column_of_ratio(int attack, int defence);
int shift_column(int column, int attack_cm, int defence_cm);
extern const uint8_t column_attack[COLUMNS], column_defence[COLUMNS];
/* A counter loses CELs; eliminated at none, with all that follows (HQ pools 9.1.6, kills). `by` is the nation to whom
 * a kill is credited where the scenario asks for that (R90). */
enum { NOBODY = NATIONS };
void lose_cel(Play *play, Piece piece, int count, int by, int rule);
void eliminate(Play *play, Piece piece, int by, int rule);
/* The nation with the most of these SP, NOBODY when two have as much; and that of a force in a combat. */
int strongest_nation(const int sp[NATIONS]);
int leading_nation(const Wb95 *data, const State *view, const Combat *combat, int which);
/* Disorganises now (5.6.1) and restarts its clock. */
void disorganise(Play *play, Piece piece, int rule);
/* One test for a group: one roll of 2K6 against each counter's own limit (R27). */
void disorganisation_test(Play *play, const Piece *group, int count, int rule);
/* 5.6.5, at the end of each phase. */
void recover(Play *play);
/* Something happened that breaks a disorganised unit's rest (R28). */
static inline void disturb(State *state, Piece piece) { state->unit[piece].now |= IDLE_BROKEN; }
/* Duties of 5.1.3/5.1.4, stars.2-8: legal when none is open. */
Refusal duties_met(const Scenario *scenario, const State *view, int side);
/* Terrain CM of the hex alone, for 6.4.2 and 8.2.7 (R14). */
static inline int ground_cm(const Wb95 *data, Hex hex) { return data->hex_cm[hex]; }
/* Fire tables: index of the row for so many SP, -1 for none. */
int fire_row(int sp);
/* Applies a cell of a fire table to a hex: losses chosen by the owner (pushes ASK_LOSSES), D, test. `by`: the nation
 * whose fire it is. */
void fire_result(Play *play, Hex hex, Result result, int by, int rule);
void combat_begin(Play *play);
void combat_end(Play *play);
void hq_lost(Play *play, Piece hq);

/* ---- results.c ------------------------------------------------------------------------------------------- */
extern const char *const wb95_words[];
/* Index among the system's words of one half of a result, as the table writes it, and in words. */
int result_word(int which, Result result);
int fire_word(Result result);
bool harms(Result result); /* of a result of fire: it does something */
int spoken_word(Result result);
int phase_word(int kind);
int month_word(int month); /* from 0 */

/* ---- air.c, flights.c: 8 --------------------------------------------------------------------------------------- */
void air_begin(Play *play);    /* opens planning for each side in turn; asks nobody if nobody can fly */
void air_continue(Play *play); /* after each order while ASK_AIR_FIGHT is on top: duels, then missions */
int air_support_at(const State *view, int side, Hex hex, bool offensive); /* SP waiting there */
/* Flights that an order names by their numbers (R97): what they may support, what they add, which may be named next. */
enum { FLIGHTS = 12 };
typedef struct Support {
    int side, hexes;
    const Hex *hex;
    bool offensive;
} Support;
int flights_sp(const State *view, const Order *order, int slot);
Refusal flights_refusal(const State *view, const Order *order, int slot, const Support *support, int rule);
void list_flights(const State *view, const Order *prefix, int slot, const Support *support, Choices *out);
void flights_used(State *state, const Order *order, int slot);
int air_counter_worth(const Wb95 *data, int side); /* SP of an air counter without a value (8.1.1-2) */
int air_nation(const Wb95 *data, int side);        /* whose aircraft a side's are */
void air_clear(Play *play);                        /* at the end of a half-turn */
int disruptions_at(const Scenario *scenario, const State *view, Hex hex); /* 8.2.13 */
/* 8.2.19: dice for a unit of `side` that crosses; `by`, all 0, counts whose attacks they are. */
int crossing_attacks_at(const Wb95 *data, const State *view, int side, Hex hex, int by[NATIONS]);

/* ---- supply.c: 10 ------------------------------------------------------------------------------------------ */
enum { NO_LINE = 0xFFFF, LINE_COSTS = 512 };
typedef struct Lines {
    uint16_t left[WB95_HEXES]; /* twelfths of supply MPs left there, and one; 0 or NO_LINE: no line comes there */
    Hex from[WB95_HEXES];      /* towards the base; NO_HEX at it */
    uint16_t head[LINE_COSTS]; /* the queue of the flood */
    uint16_t used;
    struct {
        Hex hex;
        uint16_t next;
    } node[WB95_HEXES * (EDGES + 1)];
} Lines;
static inline bool line_reaches(const Lines *lines, Hex hex) { return lines->left[hex] && lines->left[hex] != NO_LINE; }
/* Hexes of units for which a line is sought. */
typedef struct Sought {
    int count;
    Hex hex[WB95_SLOTS];
} Sought;
/* Where lines of a nation's bases reach: everywhere, or until all that are sought are found. */
void supply_lines(const Scenario *scenario, const State *view, int side, int nation, Lines *lines, Sought *sought);
/* What the supply overlay shows of a side, whatever may be hidden: where it reaches, the lines to its units, who has
 * none. */
void show_supply(const Scenario *scenario, const State *view, int side, OverlayMarks *out);
void supply_phase(Play *play, int side);
void derive_lines(const Scenario *scenario, Wb95 *data); /* after the steps are known */

/* ---- bridge.c: 14 -------------------------------------------------------------------------------------------- */
/* Changes what a site is, and the zones of control that hang on it. */
void set_site(const Scenario *scenario, State *state, int site, unsigned is);
int bridge_controller(const State *state, int site); /* side or NO_SIDE */
void bridge_begin(Play *play);                       /* start of the game, after set-up: who controls what */
void bridge_control(Play *play);                     /* after anything moved or died: 14.1.3, and plans of 14.3.2 */
void bridge_control_at(Play *play, Hex hex);         /* the bridges of one hex only */
void bridge_plans(Play *play);                       /* plans only */
void bridge_movement_begin(Play *play);              /* HQ bridges completed (14.3.2); called by movement_begin */
void bridge_movement_end(Play *play);                /* finished bridges free their HQs */
void bridge_supply_end(Play *play);                  /* HQs on the bank, bridges between empty ends */
void bridge_choices(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal bridge_check(const Scenario *scenario, const State *view, const Order *order);
void bridge_apply(Play *play, const Order *order);

/* ---- sequence.c: 2 ---------------------------------------------------------------------------------------------- */
enum { PHASE_AIR, PHASE_BARRAGE, PHASE_MOVEMENT, PHASE_COMBAT, PHASE_STRATEGIC, PHASE_SUPPLY };
/* What kind of phase a phase number (1…12, 18 with three players) is. */
static inline int phase_kind(int phase) { return (phase - 1) % 6; }
/* Ends the phase: recovery, FF lapse, marks; then opens the next until somebody must be asked. Open questions of the
 * phase are closed by it. What feature_phase_end() asks is asked before the next phase opens. */
void next_phase(Play *play);
/* Called by system.c when an order has closed the last open question: air planning, set-up, pontoons … */
void sequence_resume(Play *play);
/* What must hold before a side may end its phase (2.1.4-2, 3.2.1, 5.1.7). */
Refusal phase_may_end(const Scenario *scenario, const State *view, int side);

/* ---- features.c, victory.c ---------------------------------------------------------------------------- */
/* Reads one `feature` entry; called by the loader after map, sides, counters and armies are known. `when` has
 * been looked at. Arrivals of features are appended to data->arrival with turn 0. */
bool feature_load(Scenario *scenario, Loading *loading, const Entry *entry);
void feature_begin(Play *play);       /* at the start of a game, before set-up is asked */
bool feature_before_play(Play *play); /* after set-up: loyalty, air days; true if somebody was asked */
void feature_turn_begin(Play *play);
bool feature_after_combat(Play *play);   /* first thing when a Combat Phase ends: pontoons; true if somebody was asked,
                                        * false when it was asked before in this phase */
void feature_phase_end(Play *play);      /* crossings counted, HQ lost … */
void feature_movement_begin(Play *play); /* units released by crossings; called by movement_begin */
/* Whether this nation's unit may be given orders of its own now (stars.2-2, 2-3). */
Refusal feature_may_act(const Scenario *scenario, const State *view, Piece piece);
unsigned feature_resting(const Wb95 *data, const State *view); /* bits of the nations of which none may */
void feature_acted(Play *play, Piece piece);                   /* it moved or did something in a Movement Phase */
/* A counter that comes by a feature: may it come on now? (nysa.6-2, 7) And: it has made use of that, to come or to
 * shift; it came on at that hex. */
Refusal feature_arrival(const Scenario *scenario, const State *view, const Arrival *arrival);
void feature_let_in(Play *play, Piece piece);
void feature_arrived(Play *play, Piece piece, Hex hex);
/* Comes on though the enemy controls the zone: its rule would be empty else (nysa.7 over 11.1.4). */
bool feature_forces_entry(const Wb95 *data, Piece piece);
/* It left the map through the zone (area index); true if it is gone for good (nysa.8-1). */
bool feature_exited(Play *play, Piece piece, int zone_area);
/* DO_PLACE in a Movement Phase: the replacement HQ (nysa.1-12). */
void replacement_choices(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal replacement_check(const Scenario *scenario, const State *view, const Order *order);
void replacement_apply(Play *play, const Order *order);
/* Nation a unit counts as: defectors are Americans (R71). */
static inline int nation_of(const Wb95 *data, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    return unit->now & DEFECTED ? data->special.joins : data->kind[unit->kind].nation;
}
/* Bans of scenarios on a step, retreats included: closed line, garrisons, passage. Mixed stacks at the end are not
 * here. */
Refusal feature_step(const Scenario *scenario, const State *view, Piece piece, Hex from, Hex to);
/* Whether it may come onto the map there: not where a closed line would have kept it from going (nysa.1-11, R103). */
Refusal feature_appears(const Scenario *scenario, const State *view, Piece piece, Hex hex);
void derive_closed_line(const Map *map, Wb95 *data); /* called by derive(), after the zones */
/* Bits of the nations that such a ban could ever concern, and of those it concerns in empty hexes too; garrisons are
 * besides. */
unsigned feature_bound(const Wb95 *data);
unsigned feature_fenced(const Wb95 *data);
/* Two counters that may not share a hex (stars.2-5). */
bool feature_apart(const Wb95 *data, const State *view, Piece piece, Hex hex);
void victory_check(Play *play, bool end_of_game);
void victory_score(const Scenario *scenario, const State *state, Score *out);

/* ---- setup.c, masking.c, look.c, lab.c, judgement.c ---------------------------------------------------- */
bool wb95_load(Scenario *scenario, Loading *loading);
void wb95_unload(Scenario *scenario);
void wb95_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events);
void wb95_mask(const Scenario *scenario, const Position *position, int side, Position *view);
/* What a view was made of. */
struct Sight {
    const Scenario *scenario; /* NULL: there is none yet */
    int side;
    uint64_t fortified[WB95_HEXES / 64];
    Unit unit[WB95_SLOTS / 2]; /* the real counters */
};
void wb95_mask_again(const Scenario *scenario, const Position *position, int side, Position *view, Sight *sight);
/* shuffle.c, for tests: another truth that the side cannot tell from this one. */
bool wb95_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random);
void wb95_redeal_hidden(const Scenario *scenario, Position *position, unsigned sides, Random *random);
void wb95_look(const Scenario *scenario, const Position *view, Piece piece, Look *out);
int wb95_marks(const Scenario *scenario, const Position *view, Mark *out, int room);
int wb95_track(const Scenario *scenario, const Position *view, Sentence *out, int room);
int32_t wb95_value(const Scenario *scenario, const Position *view, const Order *order);
bool wb95_sound(const Scenario *scenario, const Position *position, char why[200]);
extern const char *const mission_words[]; /* as orders call them, ended by NULL */
bool wb95_lab(Scenario *scenario, Position *position, const LabLine *line);
bool wb95_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200]);
bool wb95_lab_show(const Scenario *scenario, const Position *position, const LabLine *line, char *out, size_t room);
LabFigure wb95_lab_figure(const Event *event);
/* Covering and turning up of stacks (16.1.1, 16.1.2): the orders cover and top, for every question that takes them. */
void masking_choices(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal masking_check(const Scenario *scenario, const State *view, const Order *order);
void masking_apply(Play *play, const Order *order);
/* Zones of control found from nothing (sound.c). */
void project_zones(const Scenario *scenario, const State *state, uint64_t out[SIDES - 1][WB95_HEXES / 64]);
/* Everything computed from map and tables; again after the lab changed the map. */
void derive(Scenario *scenario, Wb95 *data);
/* Whether a unit can stand in the hex at all: some way in, or a road; HQs anywhere but in lakes (9.1.3). */
bool ground_bears(const Scenario *scenario, const Kind *kind, Hex hex);

#endif
