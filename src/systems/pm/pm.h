/* pm.h — Proud Monster inside: the immutable data, the state of a game, and who does what.
 *
 * Files follow the rulebook: setup.c is section 3, victory.c 4, sequence.c 5, stacking.c 6 and 7, entry.c 8.1–8.11,
 * 8.21 and 14.41-1, refit.c 8.12–8.20, supply.c 9, air.c 10, sea.c 11, movement.c 12, weather.c 13, assault.c,
 * battle.c, odds.c, losses.c, retreat.c, works.c and hedgehog.c 14, mobile.c 15, tables.c 17, fog.c 14.7; forecast.c
 * weighs what battle.c would do.
 * questions.c says which orders answer which question, system.c hangs all of it into struct System.
 * aims.c and panels.c tell a player how he stands; outlook.c and judgement.c weigh orders for players of the machine.
 *
 * A counter lies in exactly one spot (2.2): a hex, or a box beside the map, which is a Hex too (core/map.h). Where the
 * map of a scenario has no such box, its number lies behind the map's last spot and nobody is shown it. Only place()
 * and lift() put a counter on a spot and take it off; they keep the stacks and the sets of occupied hexes. move_to() is
 * both, and what entering ground does: control, points, works.
 *
 * Nobody knows an untried unit (2.15), and nothing here does: a Soviet unit's strength is drawn from what is left in
 * the pool of its type when odds are first computed, and is from then on a line of that pool (Unit.value).
 *
 * A *view* is a State too (fog.c). Of an enemy stack only the top counter is itself; the others stand there as
 * anonymous slots (index >= scenario->pieces) of a kind that says only whose they are, their own slots lie nowhere. */
#ifndef SANDTABLE_PM_H
#define SANDTABLE_PM_H

#include "kit/ask.h"
#include "kit/bits.h"
#include "kit/stack.h"
#include "kit/ways.h"
#include "pm_rules.h"

/* ---- 1, 2: sides, ground, counters ----------------------------------------------------------- */

enum { GERMAN_SIDE, SOVIET_SIDE, PLAYERS }; /* the order of the `side` entries of every scenario */

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

typedef enum Nation { GERMAN, ROMANIAN, ITALIAN, HUNGARIAN, CROAT, FRENCH, SPANISH, SOVIET, NATIONS } Nation;
/* 7.5: who stacks, attacks and travels as a German. */
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

/* Off the map. A turn's box holds those who enter on that turn; the first holds those who are set up. */
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

/* Who stands where at the beginning, or in a recommended set-up. */
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
    uint16_t unknown_kind[PLAYERS];  /* what stands in views for a counter that is not known */
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
    uint64_t border[2][PM_WORDS];   /* every hex, every other (3.3) */
    uint64_t scoring_hex[PM_WORDS]; /* cities and large towns: those whose control is tracked (3.9) */
    uint64_t beyond[PM_WORDS];      /* where divisions score by standing there */
    Ways dry, wet;                  /* steps of supply paths, without lakes and with them (supply.c) */
    unsigned ways_stamp;            /* a number of its own for each ground */
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
    int starts[PLAYERS]; /* where they stand, or what is recommended */
    Start start[PLAYERS][PM_STARTS];
    int manifest; /* counters printed, markers included (2.1) */
};

/* ---- the state of a game --------------------------------------------------------------------- */

/* Unit.now, and when each is cleared. */
enum {
    MOVED = 1 << 0,     /* has spent points in this movement phase: its end */
    STOPPED = 1 << 1,   /* goes no further in this movement phase: its end */
    ACTIVE = 1 << 2,    /* of the parent stack that is moving (12.6): when another begins, or the phase ends */
    ATTACKED = 1 << 3,  /* took part in a prepared assault (14.4): end of the assault phase */
    RETREATED = 1 << 4, /* fell back in this assault phase (14.34): its end */
    RESTING = 1 << 5,   /* neither moves nor attacks: refitted, replaced by air, sailed, landed: end of player turn */
    LANDED = 1 << 6,    /* came ashore in this player turn, supplied (11.4-5): its end */
    HEDGED = 1 << 7,    /* began this player turn in a hedgehog: does not attack (14.40-2): its end */
    SHIFTING = 1 << 8,  /* between the OKH areas (8.3-2): end of the couplet */
    CALLED = 1 << 9,    /* ArKo that was just called up (14.41-3): end of the first couplet */
    IN_PORT = 1 << 10,  /* came into the ports box this turn, does not sail yet (11.3-2): end of the first couplet */
    MARKED = 1 << 11,   /* has a supply concentration marker (9.20): next start of a German player turn */
    REFITTED = 1 << 12, /* has had its refit (8.20-3): never */
    REBUILT = 1 << 13,  /* drawn from the values of the dead (pm.r.88): never */
};
#define UNTIL_MOVEMENT_ENDS (MOVED | STOPPED | ACTIVE)
#define UNTIL_ASSAULTS_END (ATTACKED | RETREATED)
#define UNTIL_PLAYER_TURN_ENDS (RESTING | LANDED | HEDGED)
#define UNTIL_COUPLET_ENDS (SHIFTING)
#define UNTIL_FIRST_COUPLET_ENDS (CALLED | IN_PORT)

/* 9: how a unit is supplied; the Soviet side knows no ATTENUATED, the German no LAKE_SUPPLY. */
typedef enum Supply { OUT_OF_SUPPLY, SUPPLIED, ATTENUATED, AERIAL, LAKE_SUPPLY, PORT_SUPPLY } Supply;

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct Unit {
    Lying at; /* first, for kit/stack.h */
    uint16_t kind;
    Hex start; /* where it stood when the movement phase began (12.5) */
    uint32_t now;
    uint8_t mp;                                          /* allowance since its move began, 0 before (12.7, pm.r.104) */
    uint8_t spent;                                       /* of it */
    uint8_t value;                                       /* Soviet: line of the pool + 1, 0 untried */
    uint8_t steps : 3, side : 1, supply : 3, unused : 1; /* supply: judged when its move began (9.8-1) */
} Unit;
_Static_assert(sizeof(Unit) == 16, "four counters fill a cache line");

/* The battle being resolved. Owned by battle.c and mobile.c. Loss points are counted in halves (14.36). */
typedef struct Battle {
    Hex target, launch; /* launch: of a mobile assault, else NO_HEX */
    Hex sea;            /* all-sea hex the invaders come from, NO_HEX no invasion (pm.r.118) */
    uint8_t side;       /* attacker */
    uint8_t round;      /* of a mobile assault */
    uint8_t attackers, defenders;
    uint8_t corps;                        /* bits: aviation corps thrown in by the attacker; bit 7 the Soviet one */
    uint8_t arko;                         /* bool */
    int16_t attack, defence;              /* factors, air included */
    int16_t column;                       /* from the odds, then after all shifts */
    uint8_t gast_die, die;                /* 0 none rolled */
    uint8_t lost_attacker, lost_defender; /* points of the result */
    uint8_t due[2], paid[2];              /* halves still to pay and paid: attacker, defender */
    uint8_t airlift;                      /* bool: the marker of aerial supply goes with a mobile assault */
    uint8_t unused[3];
    Piece attacker[FORCE], defender[FORCE];
} Battle;

struct State {
    Position head;   /* phase: the step of sequence.c */
    uint8_t couplet; /* 1 or 2; 0 outside */
    uint8_t phasing; /* whose player turn it is; NO_SIDE outside */
    uint8_t weather[ZONES];
    Unit unit[PM_SLOTS];
    Piece top[PM_SPOTS];
    uint64_t occupied[PLAYERS][PM_WORDS]; /* hexes of the map */
    uint64_t german[PM_WORDS];            /* cities and large towns that the German controls (3.9) */
    uint64_t destroyed[PM_WORDS];         /* works that are gone (14.26) */
    uint64_t hedgehog[PM_WORDS];          /* 14.40 */
    uint64_t assaulted[PM_WORDS];         /* had their prepared assault in this phase (14.4) */
    uint16_t pool_left[PM_LINES];         /* values never drawn, by line */
    uint16_t dead_left[PM_LINES];         /* values of dead rifle divisions (pm.r.88), by line */
    uint8_t entered[PM_ENTRIES];          /* arrivals through the hex in this game turn (8.7-4) */
    Battle battle;
    Hex corps[PM_CORPS];        /* where aviation stands, NO_HEX nowhere (10.2) */
    Hex soviet_corps;           /* NO_HEX: not there (10.4) */
    Hex airlift[2];             /* aerial supply (9.18) */
    Hex invasion, invasion_sea; /* hex to be attacked from the sea in this player turn, and from where (11.4) */
    Hex parent;                 /* spot the moving stack started from, NO_HEX none (12.6) */
    int16_t points;             /* victory points (4.1) */
    uint8_t winter;             /* bits of the zones where it snows for good (13.8) */
    uint8_t aborted;            /* bits of lines that will never be built (14.25) */
    uint8_t active;             /* bits of lines that are built */
    uint8_t corps_used;         /* bits: fought in this assault phase (pm.r.65); bit 7 the Soviet one */
    uint8_t pause;              /* couplets of the pause still to come, this one included; 0 none (9.19) */
    uint8_t replacements;       /* steps left (8.15) */
    uint8_t rebuilds;           /* rifle divisions that may still come back in this phase (8.13) */
    uint8_t conversions[POOLS]; /* Guards that may still be made in this phase (8.11) */
    uint8_t withdrawals[PM_WITHDRAWALS]; /* units still due in this phase, by entry (8.16) */
    uint8_t calls;                       /* security divisions to be put down in this phase (8.21) */
    uint8_t sailed;                      /* units shipped in this player turn (11.1) */
    bool gas_gone;                       /* the pause was kept: no attenuated supply any more (9.19-2) */
    bool concentrated;                   /* in this couplet (9.20) */
    bool refits_over, road_gone;         /* 13.9, 13.10 */
    bool moscow_fell;                    /* its shock was rolled (4.6-2) */
    bool marched;                        /* somebody has moved by land in this phase: no more sailing (11.2) */
};
#pragma GCC diagnostic pop
_Static_assert(sizeof(State) % 8 == 0 && sizeof(State) < 60000, "a view fits what the kit lends");

static inline const State *state_of(const Position *position) { return (const State *)position; }
static inline const Book *data_of(const Scenario *scenario) { return scenario->own; }

/* ---- questions and orders -------------------------------------------------------------------- */

enum {
    ASK_SEQUENCE, /* the procedure at the bottom: sequence.c */
    ASK_SETUP,
    ASK_CALLS,    /* German part of the joint phase: shifts, security, ArKo */
    ASK_ARRIVALS, /* Soviet part of it */
    ASK_ABORT,    /* of a pause */
    ASK_CONCENTRATION,
    ASK_AIRLIFT,
    ASK_REFIT, /* replacements, withdrawals, refits */
    ASK_AIRCRAFT,
    ASK_HEDGEHOGS,
    ASK_RELEASE, /* RVGK, at the start of a Soviet player turn */
    ASK_MOVEMENT,
    ASK_OVERSTACK, /* the opponent removes; data[0]: hex, data[1]: how many */
    ASK_ASSAULTS,
    ASK_BATTLE,   /* procedure: battle.c */
    ASK_DEFENDER, /* pays or falls back */
    ASK_ATTACKER, /* pays */
    ASK_ADVANCE,
    ASK_ROUND, /* of a mobile assault on turn 1: again or back */
    ASK_PAUSE, /* declared at the end of turns 2 and 3 */
    ASKS
};

enum {
    DO_PLACE,
    DO_RECOMMENDED,
    DO_READY,
    DO_TOP,
    DO_SHIFT,
    DO_CALL, /* security divisions */
    DO_ARKO,
    DO_BRING,
    DO_RESERVE,
    DO_HARBOUR,
    DO_REBUILD,
    DO_CONVERT,
    DO_ABORT,
    DO_CONCENTRATE,
    DO_AIRLIFT,
    DO_REPLACE,
    DO_WITHDRAW,
    DO_DECLINE,
    DO_REFIT,
    DO_SUPPORT,
    DO_HEDGEHOG,
    DO_MOVE,
    DO_ENTER,
    DO_ASSAULT,
    DO_SAIL,
    DO_INVADE,
    DO_REMOVE,
    DO_ATTACK,
    DO_LOSE,
    DO_RETREAT,
    DO_ADVANCE,
    DO_AGAIN,
    DO_BACK,
    DO_PAUSE,
    DO_END,
    DOS
};

/* Words for %w: pm_words in words.c, in this order. */
enum {
    WORD_WEATHER,                             /* + Weather */
    WORD_ZONE = WORD_WEATHER + WEATHERS,      /* + NORTH_ZONE … */
    WORD_PERIOD = WORD_ZONE + ZONES,          /* + turn - 1 */
    WORD_TYPE = WORD_PERIOD + PM_TURNS,       /* + Type */
    WORD_POOL = WORD_TYPE + TYPES,            /* + Pool */
    WORD_NATION = WORD_POOL + POOLS,          /* + Nation */
    WORD_SIZE = WORD_NATION + NATIONS,        /* + Size */
    WORD_COLUMN = WORD_SIZE + SIZES,          /* + column - FIRST_COLUMN, 1:3 to 7:1 */
    WORD_SUPPLY = WORD_COLUMN + DICE_COLUMNS, /* + Supply */
    WORD_WORK = WORD_SUPPLY + 6,              /* + NO_WORK … HEAVY_FORT */
    WORDS_END = WORD_WORK + 4
};
extern const char *const pm_words[]; /* words.c */
extern const Asking pm_asking[];     /* questions.c: add a row there for each verb a question takes */

/* ---- counter.c: 2: what a counter is and where it lies --------------------------------------- */

static inline const Kind *kind_of(const Book *data, const State *state, Piece piece)
{
    return &data->kind[state->unit[piece].kind];
}
static inline bool is_untried(const Book *data, const State *state, Piece piece)
{
    return kind_of(data, state, piece)->pool != NO_POOL && !state->unit[piece].value;
}
static inline bool is_mech(const Book *data, const State *state, Piece piece)
{
    return kind_of(data, state, piece)->is & MECH;
}
static inline bool is_known(const Book *data, const State *state, Piece piece)
{
    return !(kind_of(data, state, piece)->is & ANONYMOUS);
}
static inline bool as_german(const Kind *kind) { return HONORARY_GERMANS >> kind->nation & 1; } /* 7.5 */
static inline bool is_tank(const Kind *kind) { return kind->type == TANK; }                     /* pm.r.108 */
/* Tank, assault gun, armoured recon: 14.18, 14.20, 15.1. */
static inline bool is_armour(const Kind *kind)
{
    return kind->type == TANK || kind->type == ASSAULT_GUN || kind->type == RECON;
}
/* Printed factors at its present steps (2.12, 2.13, 2.14). Attack and defence of an untried unit are 0: ask
 * is_untried() first. */
Values values_of(const Book *data, const State *state, Piece piece);

static inline Hex box_of(const Book *data, int box) { return data->box[box]; }
static inline bool in_box(const Book *data, const State *state, Piece piece, int box)
{
    return state->unit[piece].at.hex == data->box[box];
}
static inline bool on_map(const Scenario *scenario, const State *state, Piece piece)
{
    return state->unit[piece].at.hex < scenario->map->hexes;
}
static inline int enemy_of(int side) { return !side; }

/* Puts a counter that lies nowhere on a spot, under the untried ones if it is tried itself (pm.r.89); takes it off. */
void place(const Scenario *scenario, State *state, Piece piece, Hex hex);
void lift(const Scenario *scenario, State *state, Piece piece);
/* Both, and what entering a hex does for its side: control, points, works (3.9-2, pm.r.90). */
void move_to(Play *play, Piece piece, Hex hex);
/* Counters of a spot from the top; their number. */
int stack_of(const State *state, Hex hex, Piece out[], int room);
int count_in(const State *state, Hex hex);
/* The counters of all those hexes as a set, for who needs them in the order of their numbers. */
#define PIECE_WORDS (PM_SLOTS / 64)
void counters_in(const State *state, const uint64_t *hexes, uint64_t found[PIECE_WORDS]);
/* Steps go; the counter dies with the last (2.16), and its value goes to the dead or out of play (pm.r.88). */
void lose_steps(Play *play, Piece piece, int steps, int rule);
void eliminate(Play *play, Piece piece, int rule);
/* Turns an untried unit up: draws its strength (2.15-2, pm.r.71). Nothing for others. */
void reveal(Play *play, Piece piece);
/* Those states are cleared from all units of a side (NO_SIDE: of both). */
void clear_states(State *state, uint32_t states, int side);

/* ---- ground.c: what the map implies ---------------------------------------------------------- */
/* All of Book that follows from the map; again after the lab changed it. */
void derive(const Scenario *scenario, Book *data);
/* The neighbours of a hex, and what lies on the side between: map->next, map->edge. */
static inline bool is_land(const Book *data, Hex hex) { return has_bit(data->land, hex); }
static inline bool enemy_in(const State *state, int side, Hex hex) { return has_bit(state->occupied[!side], hex); }
static inline bool friend_in(const State *state, int side, Hex hex) { return has_bit(state->occupied[side], hex); }
bool beside_enemy(const Scenario *scenario, const State *state, int side, Hex hex);
/* Hexes with a neighbour in the set that can be walked into, or crossed to over a strait. */
void hexes_beside(const Scenario *scenario, const uint64_t *bits, uint64_t *out);

/* ---- setup.c: 3 ------------------------------------------------------------------------------ */
void setup_state(Play *play); /* every counter in its box, or where the scenario puts it */
Sentence setup_prompt(const Scenario *scenario, const State *view);
void place_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal place_check(const Scenario *scenario, const State *view, const Order *order);
void place_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal place_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void place_apply(Play *play, const Order *order);
Refusal recommended_check(const Scenario *scenario, const State *view, const Order *order);
void recommended_apply(Play *play, const Order *order);
Refusal ready_check(const Scenario *scenario, const State *view, const Order *order);
void ready_apply(Play *play, const Order *order);
static inline bool in_frontier(const Scenario *scenario, Hex hex) /* 3.3-1 */
{
    const Grid *grid = &scenario->map->grid;
    return grid->first_column + hex_column(grid, hex) < data_of(scenario)->first_column;
}

/* ---- victory.c: 3.9, 4 ----------------------------------------------------------------------- */
static inline bool german_controls(const State *state, Hex hex) { return has_bit(state->german, hex); }
/* A unit of the side has entered: control and points at once (3.9-2, 4.2), Moscow's shock (4.6). By move_to(). */
void take_ground(Play *play, int side, Hex hex);
/* Points that are no place's: penalties, declined withdrawals. Tells it. */
void add_points(Play *play, int points, int rule);
bool holds_place(const Scenario *scenario, const State *state, int place_index); /* all of it is German (4.3) */
int points_of_places(const Scenario *scenario, const State *state);              /* for what is held now */
int points_beyond(const Scenario *scenario, const State *state); /* divisions beyond the line, at the end */
void incursion(Play *play);                                      /* 4.4 */
void victory_check(Play *play);                                  /* 4.5 */
void victory_score(const Scenario *scenario, const State *state, Score *out);

/* ---- sequence.c: 5 --------------------------------------------------------------------------- */
/* Steps of a turn, in order; head.phase. */
typedef enum Step {
    STEP_SOVIET_SETUP,
    STEP_GERMAN_SETUP,
    STEP_TURN,
    STEP_CALLS,
    STEP_ARRIVALS,
    STEP_WEATHER, /* the couplet begins */
    STEP_ABORT,
    STEP_CONCENTRATION,
    STEP_AIRLIFT,
    STEP_REFIT,
    STEP_GERMAN_AIRCRAFT,
    STEP_HEDGEHOGS,
    STEP_GERMAN_MOVEMENT,
    STEP_GERMAN_OVERSTACK,
    STEP_GERMAN_ASSAULTS,
    STEP_RELEASE,
    STEP_SOVIET_AIRCRAFT,
    STEP_SOVIET_MOVEMENT,
    STEP_SOVIET_OVERSTACK,
    STEP_SOVIET_ASSAULTS,
    STEP_COUPLET_END,
    STEP_TURN_END,
    STEP_PAUSE,
    STEPS
} Step;
/* A row a step, in sequence.c's table `steps`: its question or none, whose it is, and what is done when it begins and
 * ends. */
void sequence_resume(Play *play);
/* The phase begins as if those before it had been: for the lab. */
void go_to_step(Play *play, int step, int turn, int couplet);
/* The order `end` in any phase: pops the question. end_check asks phase_may_end of whoever the phase belongs to. */
Refusal end_check(const Scenario *scenario, const State *view, const Order *order);
void end_apply(Play *play, const Order *order);
Sentence phase_prompt(const Scenario *scenario, const State *view);
/* 5.3: whether the unit is frozen on turn 1, and whether its side may not enter the hex then. */
bool is_frozen(const Scenario *scenario, const State *view, Piece piece);
Refusal neutral_ground(const Scenario *scenario, const State *view, int side, Hex hex);
/* 5.5-1: rivers do not exist for that side this turn. */
static inline bool ignores_rivers(const State *state, int side) { return side == GERMAN_SIDE && state->head.turn == 1; }

/* ---- stacking.c: 6, 7 ------------------------------------------------------------------------ */
enum { QUARTERS = 4 };                         /* of a unit */
enum { SETUP_TOGETHER = 5 };                   /* counters one order of the set-up takes */
int stacking_limit(const Book *data, Hex hex); /* quarters: five units, ten in a city (6.5) */
/* Whether the side's counters in the hex, with those that come and without those that go, keep sections 6 and 7.
 * `hex` may be a box: no limit there. */
Refusal stacking_holds(const Scenario *scenario, const State *view, int side, Hex hex, const Piece *coming, int count);
int stack_quarters(const Scenario *scenario, const State *view, int side, Hex hex);
/* 7.2-2, 7.3-2, 7.4-2: satellites keep to the south sheet; 8.5-2: and out of each other's country. */
Refusal nation_may_enter(const Scenario *scenario, const State *view, Piece piece, Hex hex);
/* 7.2-3, 7.3-3, 7.4-2: who may attack together. */
Refusal nations_may_join(const Scenario *scenario, const State *view, const Piece *pieces, int count);
/* 6.2-2: after a movement phase the opponent of `side` is asked about each hex that holds too many. True if one is. */
bool ask_overstack(Play *play, int side);
/* The first such hex and how many it would cost, NO_HEX none: who moves is warned of it (pm.r.28). */
Hex first_overstack(const Scenario *scenario, const State *view, int side, int *units);
Sentence overstack_prompt(const Scenario *scenario, const State *view);
int overstack_due(const Scenario *scenario, const State *view);
void remove_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal remove_check(const Scenario *scenario, const State *view, const Order *order);
void remove_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal remove_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void remove_apply(Play *play, const Order *order);

/* ---- weather.c: 13 --------------------------------------------------------------------------- */
void weather_begin(Play *play); /* 13.2, 13.8–13.10: the couplet's weather */
static inline int weather_at(const Book *data, const State *state, Hex hex) { return state->weather[data->zone[hex]]; }
static inline bool frozen_over(int weather) { return weather == FREEZING || weather == SNOW; } /* no rivers, no marsh */
static inline bool bogged(int weather)
{
    return weather == MUD || weather == SNOW;
} /* costs double, no mobile assault */

/* ---- entry.c: 8.1–8.11, 8.21, 14.41-1; sea.c: 11 --------------------------------------------- */
enum { RVGK_PLACES = 10 };       /* 8.1-3 */
void calls_begin(Play *play);    /* German arrivals of the turn go to the OKH areas; aircraft leave (10.2-5) */
void arrivals_begin(Play *play); /* the Soviet turn box opens: dice of 8.9, rebuilds, conversions, aircraft */
Sentence calls_prompt(const Scenario *scenario, const State *view);
void shift_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal shift_check(const Scenario *scenario, const State *view, const Order *order);
void shift_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal shift_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void shift_apply(Play *play, const Order *order);
void call_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal call_check(const Scenario *scenario, const State *view, const Order *order);
void call_apply(Play *play, const Order *order);
void arko_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal arko_check(const Scenario *scenario, const State *view, const Order *order);
void arko_apply(Play *play, const Order *order);
Sentence arrivals_prompt(const Scenario *scenario, const State *view);
Refusal arrivals_may_end(const Scenario *scenario, const State *view, const Order *order);
void bring_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal bring_check(const Scenario *scenario, const State *view, const Order *order);
void bring_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal bring_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void bring_apply(Play *play, const Order *order);
void reserve_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal reserve_check(const Scenario *scenario, const State *view, const Order *order);
void reserve_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal reserve_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void reserve_apply(Play *play, const Order *order);
void harbour_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal harbour_check(const Scenario *scenario, const State *view, const Order *order);
void harbour_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal harbour_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void harbour_apply(Play *play, const Order *order);
void guards_begin(Play *play); /* guards.c: what may be rebuilt and converted in this phase */
void rebuild_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal rebuild_check(const Scenario *scenario, const State *view, const Order *order);
void rebuild_apply(Play *play, const Order *order);
void convert_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal convert_check(const Scenario *scenario, const State *view, const Order *order);
void convert_apply(Play *play, const Order *order);
Sentence release_prompt(const Scenario *scenario, const State *view);
void sail_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal sail_check(const Scenario *scenario, const State *view, const Order *order);
void sail_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal sail_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void sail_apply(Play *play, const Order *order);
void invade_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal invade_check(const Scenario *scenario, const State *view, const Order *order);
void invade_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal invade_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void invade_apply(Play *play, const Order *order);
/* The battle for the beach is over (11.4-4): invaders go ashore or die. */
void invasion_ends(Play *play, bool cleared);

/* ---- refit.c: 8.12–8.20 ---------------------------------------------------------------------- */
void refit_begin(Play *play); /* withdrawals that fall due in the first couplet (8.16, 10.1-4) */
Sentence refit_prompt(const Scenario *scenario, const State *view);
Refusal refit_may_end(const Scenario *scenario, const State *view, const Order *order);
void replace_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal replace_check(const Scenario *scenario, const State *view, const Order *order);
void replace_apply(Play *play, const Order *order);
void withdraw_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal withdraw_check(const Scenario *scenario, const State *view, const Order *order);
void withdraw_apply(Play *play, const Order *order);
void decline_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal decline_check(const Scenario *scenario, const State *view, const Order *order);
void decline_apply(Play *play, const Order *order);
void refit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal refit_check(const Scenario *scenario, const State *view, const Order *order);
void refit_apply(Play *play, const Order *order);

/* ---- supply.c: 9 ----------------------------------------------------------------------------- */
/* Where paths to sources run, as sets. */
typedef struct Supplies {
    uint64_t reached[PM_WORDS];                    /* German side: from any source; Soviet: overland */
    uint64_t romania[PM_WORDS], hungary[PM_WORDS]; /* from sources of that country alone (9.11-2) */
    uint64_t by_lake[PM_WORDS];                    /* Soviet: only over a lake (pm.r.107) */
} Supplies;
void trace_supply(const Scenario *scenario, const State *view, int side, Supplies *out);
/* The same, kept until something changes that it hangs on; the next call of this thread may overwrite it. */
const Supplies *supplies_of(const Scenario *scenario, const State *view, int side);
Supply supply_of(const Scenario *scenario, const State *view, const Supplies *supplies, Piece piece);
Supply traced_supply(const Scenario *scenario, const State *view, const Supplies *supplies, Piece piece); /* no air */
bool is_airlifted(const State *view, Hex hex);
/* The same of a hex that a side would have a unit in: districts, calls, arrivals (pm.r.21, pm.r.39, pm.r.81). */
Supply supply_of_hex(const Scenario *scenario, const State *view, const Supplies *supplies, int side, Hex hex);
bool is_cut_off(const Scenario *scenario, const State *view, const Supplies *supplies, Hex hex); /* 8.9-2, pm.r.82 */
/* Lengths of the shortest paths to a source, -1 none (14.32b-2, pm.r.61). */
typedef struct Paths {
    int16_t far[PM_SPOTS]; /* of paths through the hex; ask path_from() where somebody stands */
} Paths;
void trace_paths(const Scenario *scenario, const State *view, int side, Paths *out);
int path_from(const Scenario *scenario, const State *view, int side, const Paths *paths, Hex hex);
void show_supply(const Scenario *scenario, const State *view, int side, OverlayMarks *out);
/* What would have no supply any more if the other side stood in the hex: marks it, and says how many counters. */
int show_starving(const Scenario *scenario, const State *view, int side, Hex hex, OverlayMarks *out);
void derive_ways(const Scenario *scenario, Book *data); /* part of derive() */
Sentence concentration_prompt(const Scenario *scenario, const State *view);
void concentrate_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal concentrate_check(const Scenario *scenario, const State *view, const Order *order);
void concentrate_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal concentrate_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void concentrate_apply(Play *play, const Order *order);
Sentence airlift_prompt(const Scenario *scenario, const State *view);
void airlift_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal airlift_check(const Scenario *scenario, const State *view, const Order *order);
void airlift_apply(Play *play, const Order *order);
void airlift_begin(Play *play);                               /* the markers come off (9.18-1) */
void airlift_follows(Play *play, int side, Hex from, Hex to); /* the stack takes its marker along (9.18-2) */

/* ---- pause.c: 9.19 --------------------------------------------------------------------------- */
Sentence pause_prompt(const Scenario *scenario, const State *view);
Refusal pause_check(const Scenario *scenario, const State *view, const Order *order);
void pause_apply(Play *play, const Order *order);
Sentence abort_prompt(const Scenario *scenario, const State *view);
void abort_apply(Play *play, const Order *order);
Refusal pause_forbids(const State *view); /* any attack of the German side; asked by attack_check and assault_check */
void pause_couplet_ends(Play *play);      /* 9.19-2 */

/* ---- air.c: 10 ------------------------------------------------------------------------------- */
Sentence aircraft_prompt(const Scenario *scenario, const State *view);
void support_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal support_check(const Scenario *scenario, const State *view, const Order *order);
void support_apply(Play *play, const Order *order);
void aircraft_begin(Play *play); /* 10.2-5, 8.10: who flies on this turn */
/* Points a side's aircraft at the hex give a battle whose supported counters bring so many factors (10.2-3). */
int air_support(const Scenario *scenario, const State *view, int side, Hex hex, int factors);
bool in_aircraft_range(const Scenario *scenario, Hex hex); /* of the Soviet ones (10.4) */
int corps_at(const State *view, int side, Hex hex); /* number of the corps there, 7 for the Soviet one, -1 none */
bool flak_helps(const Scenario *scenario, const State *view, const Supplies *supplies, Hex hex); /* 10.1-2 */
/* The stack splits: aircraft follow `to` (10.2-4, pm.r.98). */
void aircraft_follow(Play *play, int side, Hex from, Hex to);

/* ---- movement.c: 12 -------------------------------------------------------------------------- */
void movement_begin(Play *play); /* where everybody starts; allowances are set when each begins to move */
void movement_end(Play *play);
Sentence movement_prompt(const Scenario *scenario, const State *view);
enum { ALL_POINTS = 100 }; /* what a strait costs: the whole allowance, at the start of a move (12.16) */
int step_cost(const Scenario *scenario, const State *view, const Kind *kind, Hex from, Edge edge); /* -1: barred */
int side_cost(const Scenario *scenario, const State *view, const Kind *kind, Hex from, Edge edge); /* of the river */
int allowance(const Scenario *scenario, const State *view, const Supplies *supplies,
              Piece piece); /* 9.7, 13.4, pm.r.38 */
void move_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal move_check(const Scenario *scenario, const State *view, const Order *order);
void move_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal move_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void move_apply(Play *play, const Order *order);
void move_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out);
void enter_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal enter_check(const Scenario *scenario, const State *view, const Order *order);
void enter_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal enter_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void enter_apply(Play *play, const Order *order);
void enter_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out);
/* The counters begin to move as one stack, or go on (12.5, 12.6); sets allowances, closes another stack. */
Refusal may_move_together(const Scenario *scenario, const State *view, const Piece *pieces, int count);
void begin_move(Play *play, const Piece *pieces, int count);
static inline int points_left(const Unit *unit) { return unit->mp - unit->spent; }
enum { WITH_AIRCRAFT, WITH_AIRLIFT }; /* words of `with` in orders that take a part of a stack away (9.18-2, 10.2-4) */

/* ---- battle.c, odds.c, losses.c, retreat.c, works.c: 14; mobile.c: 15; forecast.c ------------ */
void battle_resume(Play *play); /* the procedure */
void assaults_begin(Play *play);
Sentence assaults_prompt(const Scenario *scenario, const State *view);
Refusal assaults_may_end(const Scenario *scenario, const State *view, const Order *order); /* the invasion (14.1) */
void attack_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal attack_check(const Scenario *scenario, const State *view, const Order *order);
void attack_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal attack_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void attack_apply(Play *play, const Order *order);
bool attack_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out);
void assault_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal assault_check(const Scenario *scenario, const State *view, const Order *order);
void assault_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal assault_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void assault_apply(Play *play, const Order *order);
bool assault_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out);
Sentence defender_prompt(const Scenario *scenario, const State *view);
Sentence attacker_prompt(const Scenario *scenario, const State *view);
void lose_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal lose_check(const Scenario *scenario, const State *view, const Order *order);
void lose_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal lose_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void lose_apply(Play *play, const Order *order);
void retreat_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal retreat_check(const Scenario *scenario, const State *view, const Order *order);
void retreat_apply(Play *play, const Order *order);
int loss_due(const Scenario *scenario, const State *view);
Sentence advance_prompt(const Scenario *scenario, const State *view);
void advance_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal advance_check(const Scenario *scenario, const State *view, const Order *order);
void advance_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out);
Refusal advance_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out);
void advance_apply(Play *play, const Order *order);
void hold_apply(Play *play, const Order *order); /* nobody advances */
void hold_skip(Play *play);
Sentence round_prompt(const Scenario *scenario, const State *view);
void again_apply(Play *play, const Order *order);
bool again_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out);
void back_apply(Play *play, const Order *order);
Sentence hedgehog_prompt(const Scenario *scenario, const State *view);
void hedgehog_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal hedgehog_check(const Scenario *scenario, const State *view, const Order *order);
void hedgehog_apply(Play *play, const Order *order);
void hedgehogs_declared(Play *play); /* when the declarations are over */
/* 14.8–14.10: the column of the odds before shifts, off the table too; and what the table says in a column. */
int column_of_odds(int attack, int defence);
Result result_in(const Book *data, int column, int die);
/* What stands there and works now (14.24–14.30). */
int work_at(const Book *data, const State *state, Hex hex);
uint64_t intact_forts(const Book *data, const State *state, int word); /* where German paths end (14.29) */
void works_begin_turn(Play *play);                                     /* lines completed (17.3) */
void works_entered(Play *play, Hex hex); /* by a German-side unit: aborted or destroyed; called by move_to() */

/* ---- fog.c: 14.7, pm.r.89 -------------------------------------------------------------------- */
void pm_mask(const Scenario *scenario, const Position *position, int viewer, Position *view);
bool pm_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random);
void pm_imagine(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out);
enum { PM_FACTS = PM_SLOTS / 64 };
bool pm_ventures(const Scenario *scenario, const Position *view, const Order *order);
void pm_learned(const Scenario *scenario, const Position *view, uint64_t *bits);
/* The arranging order `top`, in every phase of one's own. */
void top_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
Refusal top_check(const Scenario *scenario, const State *view, const Order *order);
void top_apply(Play *play, const Order *order);

/* ---- load.c, look.c, lab.c, sound.c, judgement.c --------------------------------------------- */
bool pm_load(Scenario *scenario, Loading *loading);
void pm_unload(Scenario *scenario);
void pm_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events);
extern const StandingKind pm_standing[];                             /* standing.c */
bool pm_foresee(const Scenario *scenario, Position *view, int side); /* foresee.c */
extern const Branch pm_branches[];
extern const Sign pm_signs[];
extern const MarkKind pm_mark_kinds[];
extern const OverlayKind pm_overlays[];
void pm_look(const Scenario *scenario, const Position *view, Piece piece, Look *out);
int pm_marks(const Scenario *scenario, const Position *view, Mark *out, int room);
int pm_track(const Scenario *scenario, const Position *view, Sentence *out, int room);
bool pm_sound(const Scenario *scenario, const Position *position, char why[200]);
bool pm_lab(Scenario *scenario, Position *position, const LabLine *line);
bool pm_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200]);
LabFigure pm_lab_figure(const Event *event);
void pm_aims(const Scenario *scenario, const Position *position, int side, Aims *out);       /* aims.c */
void pm_panels(const Scenario *scenario, const Position *position, int viewer, Panels *out); /* panels.c */
const char *pm_group_name(const Scenario *scenario, int group);
void pm_judge(const Scenario *scenario, const Position *view, Memo *memo);
int32_t pm_value(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order);

#endif
