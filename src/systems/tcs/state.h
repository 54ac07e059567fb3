/* state.h — the position of a game: one block without pointers, copied as bytes. */
#ifndef SANDTABLE_TCS_STATE_H
#define SANDTABLE_TCS_STATE_H

#include "systems/tcs/book.h"

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
    BREACHED = 1 << 19,   /* made a breach in this phase */
    SHOWN_DUG_IN =
        1 << 20,           /* the enemy takes it for Dug In: until it leaves the hex, or fire shows otherwise */
    SHOWN_BARE = 1 << 21,  /* the enemy knows that it is not: until the next Command Phase */
    MAYBE_DUG_IN = 1 << 22 /* only in views: it may be, for all the viewer knows */
};
#define UNTIL_CLEAN_UP (FIRED | SFA_DONE | BUTTONED | DIRECT)
#define UNTIL_PHASE_ENDS                                                                                       \
    (STEADY | MOVED | TO_MOVE | HALTED | RETREATED | SHOT | AT_ATTACKED | MOUNTS | ARRIVED | RODE | BREACHED | \
     LAST_SHOT)

typedef enum Mode { FIRE_MODE, MOVE_MODE } Mode;
typedef enum Spirit { STEADFAST, IS_SUPPRESSED, IS_PARALYZED, SPIRITS } Spirit;
typedef enum Standing { OFF_MAP, ON_MAP, DUE, DEAD, STANDINGS } Standing;
typedef enum Riding { ON_FOOT, CARRIED, TOWED } Riding;
enum { CARRIERS = VEHICLE_LIMIT, NOWHERE = 255 }; /* of one platoon: a hex holds no more (5.1a) */

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct Unit {
    Lying at; /* first, for kit/stack.h; a rider is where its carrier is */
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
    uint8_t near;            /* hexes to the nearest enemy that counts when its phase began; 0 none */
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
    uint8_t fire, side;                 /* Fire; the side that fires, and places the attacker's share (10.0f) */
    uint8_t victim;                     /* side fired on */
    uint8_t shots, next;                /* next: the first shot not resolved */
    uint8_t away, column, result;       /* away: bits of edges a retreat begins with, 0: found; of the Area
                                        * attack: column after shifts, AREA_COLUMNS: left of the table */
    uint8_t due, share, taken;          /* steps to lose now, and the chooser: losses.c; removed by this result */
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
    Piece spotter[SPOTTERS];
    Shot shot[SHOTS];
    uint16_t power; /* FOURTHS of zones, mines and sorties */
} Attack;
/* Which results of a check count. */
typedef enum MilderResult { ALL_RESULTS, ONLY_SURRENDER, NO_STOPPING } MilderResult; /* R-78; 21.0c */

/* A trigger and the answers to it: overwatch.c (14, R-32). */
typedef struct Cycle {
    uint64_t movers[PIECE_WORDS]; /* may not return the fire they drew (14.2c-2) */
    uint8_t open;                 /* bool */
    uint8_t fire;                 /* FIRE_OWM: a mover's, FIRE_OWF: a finished SFA's */
    uint8_t side;                 /* the side that gives the trigger */
    uint8_t edge;                 /* crossed, of the hex entered */
    uint8_t hexes;                /* of an SFA: the enemy answers at one of them */
    uint8_t road, mined, unused;
    Hex hex[TRIGGERS];
    Hex answered; /* where the first answer came from; NO_HEX */
    uint8_t unused_tail[6];
} Cycle;

/* Units on the way: movement.c (20.0-3, R-82), mines.c. */
typedef enum WalkHow { WALK_MARCH, WALK_CROSS, WALK_BREACH, WALK_EXIT } WalkHow;
typedef struct Walking {
    uint8_t count, steps, next;   /* pieces; hexes of the path; the next of them */
    uint8_t off_road, edge, road; /* edge: that was crossed last */
    uint8_t how;
    uint8_t halted; /* bool: fire has stopped one of them, and the order ends */
    uint8_t unused[2];
    Hex stands; /* the hex of the units that go on */
    Piece piece[STACK];
    Hex path[WALK];
    uint8_t unused_tail[4];
} Walking;

/* A Save Yourself Retreat: retreat.c (16.5). */
typedef struct Retreating {
    uint64_t who[PIECE_WORDS];
    Hex from, now;             /* from: NO_HEX when no unit retreats */
    uint8_t side, hexes, gone; /* how far; how many of them */
    uint8_t steps;             /* still to be lost (16.5a-2) */
    uint8_t first;             /* bits: edges the first hex may lie across */
    uint8_t cause;             /* RetreatCause */
    uint8_t out_of_combat;
    uint8_t aside; /* steps of the way that may keep the distance from the start (R-11 (2)); 255: there is no way */
    Hex path[12];
    uint8_t aside_all; /* the same of ways that all can go */
    uint8_t unused_tail[3];
} Retreating;
typedef enum RetreatCause { SYR_CHECK, SYR_CHOSEN, SYR_FLIGHT, SYR_QUIT } RetreatCause;

/* A barrage that has just come down: barrage.c (17.6-3, R-94). */
typedef struct Landing {
    uint64_t who[PIECE_WORDS]; /* those it has still to strike: fixed when it lands, less those that have left */
    Barrage barrage;
    uint8_t open;   /* bool */
    uint8_t radius; /* of the zone */
    Hex from;       /* of direct fire: the gun's hex; NO_HEX */
    uint8_t unused[2];
} Landing;

/* An Assault, Overrun or Consolidated Assault: assault.c (22–24). */
typedef enum CombatKind { NO_COMBAT, ASSAULT, OVERRUN, CONSOLIDATED } CombatKind;
typedef struct Combat {
    uint64_t attackers[PIECE_WORDS];
    Hex hex, from;
    uint8_t kind, side, round, edge; /* edge: of `hex`, that they came in by */
    uint8_t sides;                   /* bool: cover on hexsides counts, but for `edge`: it began as an Overrun */
    uint8_t fled, exits, unused;
    uint8_t unused_tail[4];
} Combat;

struct State {
    Position head;   /* phase: Step */
    uint8_t first;   /* the side that acts first in this phase pair; NO_SIDE before it is known */
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

#endif
