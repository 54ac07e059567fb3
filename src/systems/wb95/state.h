/* state.h — what is played: counters, missions, the combat at hand, the position as one flat block. */
#ifndef SANDTABLE_WB95_STATE_H
#define SANDTABLE_WB95_STATE_H

#include "kit/bits.h"
#include "kit/stack.h"
#include "systems/wb95/book.h"

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
    CROWDED = 1 << 27,   /* its stack was over the limit when its phase ended, and no unit could leave (R94) */
    ALL_STATES = (1 << 28) - 1
};

/* When each of them ends. */
enum {
    TILL_IT_MOVES = ACTED | STOPPED | FORCED | BONUS_STEP | ENTRENCHED, /* its side's next phase of either movement */
    TILL_MOVEMENT = STRATEGIC | RENEWED | CROWDED,                      /* its side's next Movement Phase begins */
    TILL_MOVEMENT_ENDS = RETREATED,                                     /* that phase ends */
    TILL_STRATEGIC_ENDS = STRATEGIC,                                    /* its side's Strategic Movement Phase ends */
    TILL_NEXT_COMBAT = FOUGHT | FIRED,           /* the next Combat Phase of any side begins: bars 12.1.2 till then */
    TILL_COMBAT_ENDS = SHELLED | OPEN | PURSUED, /* this one ends */
    TILL_OTHERS_COMBAT_ENDS = BARRAGED,          /* that of the player after its side (6.5.6) */
    TILL_SUPPLY = SUPPLIED | ON_BANK,            /* computed again in its side's Supply Phase */
    TILL_DEATH = MASKED | STRATEGIC | BUILDING,  /* what no eliminated counter may keep */
    TILL_IT_LEAVES = ON_BANK | STRATEGIC,        /* … no counter that leaves the map */
    TILL_IT_RESTS = DISORGANISED | IDLE_BROKEN,  /* disorganisation.c */
    TILL_ORDERED = TRANSPORT | MASKED,           /* limber, cover */
    TILL_BUILT = BUILDING,                       /* the bridge stands, or the plan fails */
    TILL_A_STEP = ON_BANK | SECONDARY_ONLY,      /* it goes away, or by another road; the latter begins with a phase */
    FOR_GOOD = CROSSED | DEFECTED | RELEASED | ROLLED_LOYALTY,
    OF_VIEWS = CEL_KNOWN /* never of a true counter */
};
_Static_assert((TILL_IT_MOVES | TILL_MOVEMENT | TILL_MOVEMENT_ENDS | TILL_STRATEGIC_ENDS | TILL_NEXT_COMBAT |
                TILL_COMBAT_ENDS | TILL_OTHERS_COMBAT_ENDS | TILL_SUPPLY | TILL_DEATH | TILL_IT_LEAVES | TILL_IT_RESTS |
                TILL_ORDERED | TILL_BUILT | TILL_A_STEP | FOR_GOOD | OF_VIEWS) == ALL_STATES,
               "of every state it is said when it ends");

/* Positions are hashed and compared byte by byte, so nothing in them is left to the compiler: where it would pad, there
 * is `unused`, always 0. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

typedef struct Unit {
    union {
        Lying at;
        struct {
            Hex hex;
            Piece below; /* next counter down the stack */
        };
    };
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
_Static_assert(offsetof(Unit, at) == 0, "kit/stack.h finds it there");
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

/* Each side has slots of its own, so that a slot's number reveals nothing about another side's plans. */
#define FLIGHTS_EACH 48
#define AIR_MISSIONS (FLIGHTS_EACH * (SIDES - 1))
#define FORCE 64  /* counters of one side in one combat: six hexes attacked at once fit */
#define GUNS 12   /* artillery that joins from range */
#define TARGETS 6 /* hexes attacked at once */
#define LONGEST_RETREAT 5

enum { ATTACK, DEFENCE }; /* the two forces of a combat */

typedef struct Force {
    uint8_t side;             /* player; of a defence with several owners the one who answers (R106) */
    uint8_t units;            /* exposed to every result */
    uint8_t guns;             /* not beside the enemy: immune (6.3.4) */
    uint8_t air, cms;         /* air SP and CMs of lost HQs thrown in */
    bool waived;              /* does without its HQ (9.2.1) */
    uint8_t star_due, fu_due; /* bits of the sides that have not yet met 15.1.7, 15.4.3 */
    Piece unit[FORCE], gun[GUNS];
    Hex fought_at[FORCE];
    uint64_t full;       /* bit per unit[]: full strength bought with OoS (10.2.3) */
    uint64_t spent;      /* bit per unit[]: towed guns that fired before and so add nothing here (6.1.4, R93) */
    uint64_t supporting; /* bit per unit[]: named among the guns, so its SP do not assault (R118) */
    uint16_t gun_full;
    uint8_t leading, unused[5]; /* nation with the most strength in it, when the dice are thrown (R90) */
    uint64_t stars, fus;        /* bit per unit[] that uses its ability */
    uint64_t pursued;           /* bit per unit[] that has pursued */
    uint64_t cut;               /* bit per unit[] whose retreat the truth cut short: it may go on (R110) */
    uint8_t retreated[FORCE];   /* hexes each has fallen back */
    uint8_t path_of[FORCE];     /* index into Combat.path, when it has */
} Force;

/* The combat being resolved (5.2). Owned by combat.c and retreat.c. */
typedef struct Combat {
    uint8_t stage;
    uint8_t targets, paths;
    uint8_t pursuer; /* force that may pursue */
    uint8_t column, row;
    bool lone;         /* only HQs or limbered guns in any hex: 10:1 (5.1.9, 6.6.4) */
    uint8_t positions; /* bit per target[] where the defenders enjoy a Fixed Position (7.2.6) */
    Hex target[TARGETS];
    Result result[2];                 /* losses: those still to be borne */
    uint8_t alone, alone_paid;        /* bit per target[] held by a lone unit: read at 10:1 by itself (R101) */
    uint8_t owners, owner[SIDES - 1]; /* of the defence, in the order in which their hexes were named (R106) */
    uint8_t owes[SIDES - 1];          /* CELs of the table that each owner loses (R109) */
    uint8_t unused[3];
    Force force[2];
    struct Path {
        uint8_t length, unused;
        Hex hex[LONGEST_RETREAT + 1]; /* hex[0] is where it fought */
    } path[FORCE];
    struct Path trail[FORCE]; /* by unit[] of the pursuing force: hexes gone before the truth cut it short (R110) */
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
    uint16_t unseen[SIDES - 1][HIDDEN_SORTS]; /* in views: the units where not even the type is known */
    uint64_t control[2][WB95_HEXES / 64];     /* low and high bit of the side; both: no side. See controller() */
    uint64_t fortified[WB95_HEXES / 64];
    uint8_t site[WB95_SITES];
    AirMission air[AIR_MISSIONS];
    uint8_t air_left[SIDES], air_reserve[SIDES], air_reserve_used[SIDES];
    uint8_t air_days[3]; /* stars.1-3: turns of 30, 25, 20 SP */
    uint8_t disruptions; /* movement-disruption missions in the air, so that steps need not look for them */
    Pool pool[POOLS];
    Combat combat;
    uint8_t phasing;                 /* side */
    uint8_t german_moved;            /* stars.2-3 */
    uint8_t exited_cel;              /* nysa.8-1 */
    uint8_t released[3], entered[3]; /* nysa.6-2: INF, ART, HQ */
    uint8_t regiment_turn;           /* turn an American regiment last entered */
    bool hq_lost, replacement_used;
    uint32_t pontoon_used;                  /* bit per army; bit 31: asked in this Combat Phase */
    uint64_t held_german[WB95_HEXES / 64];  /* the controller's nation is German (Two Stars, one player for both) */
    uint64_t fallen[WB95_HEXES / 64];       /* town hexes the Soviets have held (stars.8-12) */
    uint64_t entry_base[WB95_ENTRIES / 64]; /* by entry hex: Americans entered there (nysa.2-3) */
    uint8_t queue[WB95_ENTRIES]; /* by entry hex: stacks * 16 + CELs of the last that entered this phase (11.1.5) */
    /* R110: hexes that the side asked learned of in this phase, or in this retreat or pursuit: that an unseen enemy
     * zone covers them, and that unseen enemies hold them. */
    uint64_t told_zone[WB95_HEXES / 64], told_held[WB95_HEXES / 64];
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

/* Flights are numbered by side, in orders, on the map and in the log alike. */
static inline int flight_number(int slot) { return slot % FLIGHTS_EACH; }
static inline int flight_slot(int side, int number)
{
    return number < FLIGHTS_EACH ? side * FLIGHTS_EACH + number : AIR_MISSIONS;
}

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

static inline const Kind *kind_of(const Wb95 *data, const State *state, Piece piece)
{
    return &data->kind[state->unit[piece].kind];
}

#endif
