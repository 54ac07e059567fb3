/* state.h — the position of a game: one block without pointers, copied as bytes. */
#ifndef SANDTABLE_OCS_STATE_H
#define SANDTABLE_OCS_STATE_H

#include "systems/ocs/book.h"

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
    ARRIVED = 1 << 8,     /* came, or was rebuilt, in this phase: its end */
    FIRED = 1 << 9,       /* guns that have barraged in this phase (D20): its end */
    FUELLED = 1 << 10,    /* edition 2 (C26): end of the phase it moved in */
    REINFORCED = 1 << 11, /* edition 2, skips this Supply Phase (C23): that phase */
    ACTIVE = 1 << 12,     /* aircraft (14.1): when used, beaten or sent home */
    STRUCK = 1 << 13,     /* aircraft that strike in this phase: flak has fired at them (D64): its end */
    CHANGED = 1 << 14,    /* motorized in this segment, or not any more (D37): its end */
    RETURNING = 1 << 15,  /* aircraft that must fly home (14.6): when it lands */
    FED = 1 << 16,        /* its supply is settled in this segment (11.4b): its end */
    TANKED = 1 << 17,     /* edition 2, fuelled for long (fuel-5): Clean Up of its owner */
    WORN = 1 << 18,       /* lost a step to this roll of attrition (ocs2.attrition-6): when the others have too */
    FOUGHT = 1 << 19,     /* aircraft that take part in the air combat being fought: its end */
    CARRYING = 1 << 20,   /* aircraft with a load, no bombers now (14.4e): end of the phase */
    WON = 1 << 29,        /* aircraft that won a fight on their way: may fly on (D62): when it does, end of the phase */
    FLEEING = 1 << 30,    /* aircraft that fly off from a captured base (B3): end of the phase */
    LANDED = 1 << 21,     /* came ashore in an empty hex: no move or attack (19.3-4): end of the player turn */
    REVIVES = 1 << 22,    /* a division that is dead and will come back (21.0f): when it does */
    MASKED = 1 << 23,     /* beneath its division's marker (12.7): when it leaves it */
    FACED = 1 << 24,      /* aircraft that took part in the last air combat (E4): when the next begins */
    REBUILT = 1 << 26,    /* has had its step of this segment (12.5a-3): its end */
    CHOSEN = 1 << 27,     /* its mode is chosen (5.11-1): end of the Movement Phase */
    FLIPPED = 1 << 28,    /* the same, but only its side so far: a marker may follow */
    GONE = 1 << 25        /* has gone from where it stood when the phase began (D8): when the next one begins */
};
#define SPOTTED 0x80000000u /* aircraft placed on the map (14.8d, D72): when it flies or becomes inactive */
/* The next movement, or any other phase. */
#define UNTIL_NEXT_MOVEMENT (MOVED | STOPPED | HALTED | LOCKED | GONE)
#define UNTIL_PHASE_ENDS (RELEASED | ARRIVED | FIRED | FUELLED | STRUCK | CHANGED | REBUILT | CARRYING | WON | FLEEING)
enum { PORT_FULL = 0xFFFF, TAGGING = 0x80 };
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
_Static_assert(offsetof(Unit, at) == 0, "kit/stack.h finds it there");
_Static_assert(sizeof(Unit) == 24, "eight of them fill three cache lines");

/* SPs, trucks and wagons of a side in a hex (11.8, 12.2, D55). Sorted by hex and side; a pile of nothing is none. */
typedef struct Pile {
    Hex hex;
    uint16_t dump, truck_load, wagon_load; /* tokens */
    uint8_t side, trucks, wagons;          /* points */
    uint8_t is;                            /* PILE_BLOWN … */
    uint16_t landed, dropped;              /* tokens on the ground: carried in this phase (11.3a); dropped in this
                                              player turn, and no combat supply yet (14.19a-2) */
} Pile;
enum { PILE_BLOWN = 1, PILE_COVERS = 2 }; /* tried in this phase (11.8a-2); in views: something is beneath */

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
    PAY_BOMBED, /* destroyed by bombs */
    PURPOSES
} Purpose;

/* Beside a user's hex. AFLOAT: aboard a craft, draws on ships with supply within 2 hexes (19.3-2); BY_SEA: a ship,
 * draws in all ports of its side, too. */
enum { AFLOAT = 0x4000, BY_SEA = 0x2000 };

/* What is being paid: pay.c. */
typedef struct Bill {
    uint8_t side, purpose, way, hexes; /* way: Way */
    uint16_t due;                      /* tokens still to be paid; 0: there is none */
    uint8_t passed, divisional;        /* stores that gave what they were to give; divisional: fuels a division */
    Piece piece;                       /* of that division */
    uint16_t unused;
    Hex hex[8];        /* of the users; with AFLOAT: at sea */
    uint16_t pass[26]; /* hex * ALL_STORES + Store */
} Bill;
/* How it is drawn: as can be; by an HQ; from that hex; from all there is, where it is not known better (imagine.c). */
typedef enum Way { WAY_ANY, WAY_HEADQUARTERS, WAY_DUMP, WAY_ALL } Way;

typedef struct Hedgehog { /* 17.0 */
    Hex hex;
    uint8_t side, level;
    uint8_t built, lowered; /* levels in this segment */
} Hedgehog;

/* Vehicles that move in this phase; part of the pile in their hex (transport.c). */
typedef struct Convoy {
    Hex hex;
    uint8_t side, store, points;
    uint8_t halted;       /* Halt: it drives no more */
    uint16_t load, mp;    /* tokens; quarters of MPs left */
    uint8_t driven, band; /* driven: it is not where it was formed (D69); band: see State.band */
} Convoy;
/* Next to the enemy (4.1-5); only together with the overrunners it tagged along with; left behind by them (D31). */
typedef enum Halt { DRIVES, HALTED_BESIDE, HALTED_ALONG, HALTED_BEHIND } Halt;

/* Tokens of a side since the game began: what is on the map must be what came less what went (invariants.c). */
typedef struct Account {
    uint32_t made, taken;               /* arrived; captured from the enemy */
    uint32_t eaten, destroyed, yielded; /* spent by a rule; bombed, blown, lost; captured by the enemy */
} Account;

enum { TAGGING_CONVOYS = 8 }; /* that one order names */

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
    uint32_t convoys; /* those that tag along, a bit each (7.1g-2) */
    Piece rating[2];
    Piece piece[2][FORCE];
    uint8_t lost[2][FORCE]; /* steps in this combat (9.12c) */
    uint8_t tags, afloat;   /* units that tag along (7.1g); afloat: some attack from the sea (19.3) */
    uint8_t hexes;          /* of `from` */
    uint8_t announced;      /* the defender will answer the overrun by a barrage (7.2a, B4) */
    Hex from[EDGES + 2];    /* hexes it is attacked from, whatever units are left there (D26) */
    Piece tag[STACK];
} Combat;

enum { RETREAT_MOST = 6 }; /* hexes: two options of 3 (D44) */
/* A retreat under way: retreat.c. */
typedef struct Retreat {
    uint8_t count, hexes;   /* hexes: how far; 0 no unit retreats */
    uint8_t threats, bound; /* bound: the first so many must go; the rest may (7.1g-3) */
    Hex threat[FORCE];
    Piece piece[FORCE];
    Hex path[FORCE][RETREAT_MOST];     /* hexes each has left, the first where it began */
    uint8_t done[FORCE], borne[FORCE]; /* borne: hexes of these that were settled with the enemy beside them (4.1-3) */
    uint8_t settled, spare;            /* settled: the same of all */
    Hex along;                         /* where the vehicles are that go along (D51) */
    uint8_t points[2];                 /* of trucks and of wagons among them */
    uint16_t tokens[2];                /* what they carry */
} Retreat;

/* The barrage being resolved: barrage_fire.c. */
typedef struct Barrage {
    Hex target;                /* NO_HEX: there is none */
    uint8_t side, kind;        /* Target */
    uint8_t count, answer;     /* answer: to an overrun (7.2) */
    uint8_t next, result, due; /* next: the unit whose supply or flak is next; due: steps still to be lost */
    uint8_t counted;           /* it is the one barrage of this target in the phase (9.6) */
    Piece piece[FORCE];
    uint8_t targets, hit[FORCE], odd; /* hit: steps lost in it (D9) */
    Piece struck[FORCE];
} Barrage;

/* Aircraft under way: air_flight.c. */
typedef struct Flight {
    uint8_t count, side, purpose; /* count 0: no flight; purpose: what it is for */
    uint8_t at, length;           /* hexes of the path flown, and of all of it */
    uint8_t cargo, turned;        /* units carried; transports that have turned back */
    uint8_t perished;             /* quarters of REs of units lost aboard */
    uint16_t tokens, gone;        /* aboard of all together when it began (D63); lost since */
    uint16_t lift, shot;          /* tokens they could carry then; of that, what was shot down */
    Hex path[WALK];
    Piece piece[STACK], load[STACK], back[STACK]; /* load: as named; back: those that have turned back */
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
    uint8_t first;   /* the side that leads this turn; NO_SIDE before it is known */
    uint8_t phasing; /* NO_SIDE outside of goes */
    uint8_t weather, flying;
    uint8_t piles, bases, hedgehogs;
    uint16_t lost_steps[PLAYERS];     /* of all units since the game began */
    uint16_t lost_mobile[PLAYERS];    /* counters of 1 RE of mobile divisions that were destroyed */
    uint8_t sea_closed, revivals;     /* by ice; divisions that are still to be revived (21.0f) */
    uint8_t port_mended, port_broken; /* in this segment, a bit each (20.0b) */
    Unit unit[OCS_SLOTS];
    Piece top[OCS_SPOTS];
    uint64_t occupied[PLAYERS][OCS_WORDS]; /* hexes with units (D24) */
    uint64_t control[PLAYERS][OCS_WORDS];  /* D56 */
    uint64_t wrecked[OCS_WORDS];           /* rail destroyed (12.3d) */
    uint64_t gauge[OCS_WORDS];             /* rail of the second side's gauge */
    uint64_t interdicted[OCS_WORDS];       /* rail (C20) */
    uint64_t outlasted[OCS_WORDS];         /* the same, when the owner's present Movement Phase began */
    uint64_t jumped[OCS_PIECES / 64];      /* units that were dropped since the game began */
    uint64_t worked[OCS_WORDS];            /* air bases that were worked on in this segment (15.1, 15.2) */
    uint64_t vacated[OCS_WORDS];           /* hedgehogs out of which a unit of theirs went in this phase (D66) */
    uint64_t shelled[TARGETS][OCS_WORDS];  /* had their barrage in this phase (9.6, B11) */
    Pile pile[OCS_PILES];
    Account account[PLAYERS];
    Base base[OCS_BASES];
    Hedgehog hedgehog[OCS_HEDGEHOGS];
    uint8_t port_hits[OCS_PORTS];
    uint16_t rail_used[PLAYERS];                        /* eighths of an SP in this player turn (D47) */
    uint16_t shipping_used[PLAYERS];                    /* the same of shipping (19.4) */
    uint16_t unloaded[OCS_PORTS];                       /* eighths of an SP in this phase (20.0a); PORT_FULL */
    uint8_t gift_trucks[PLAYERS], gift_points[PLAYERS]; /* of the variable table, still to be placed */
    uint8_t convoys, sudden, bands, spare;              /* sudden: it ended before its time; bands: see `band` */
    Convoy convoy[OCS_CONVOYS];
    uint8_t repls[PLAYERS];      /* variable reinforcements still to be placed */
    uint8_t held_once[PLAYERS];  /* bits: victory places held at some week's end */
    uint16_t source[OCS_PIECES]; /* the HQ or dump it draws supply from (11.4d): sustain.c */
    uint8_t band[OCS_PIECES];    /* the overrun it last had a part in, from 1; with TAGGING: it tagged along (7.1g) */
    Piece parent[OCS_PIECES];    /* the division a Break-Down Regiment came from (21.0f) */
    Bill bill;
    Combat combat;
    Retreat retreat;
    Barrage barrage;
    Flight flight;
    Dogfight dogfight;
    uint16_t fill[3]; /* to a whole number of words */
};
#pragma GCC diagnostic pop
_Static_assert(sizeof(State) % 4 == 0 && sizeof(State) < 60000, "a view fits what the kit lends");

static inline const State *state_of(const Position *position) { return (const State *)position; }
static inline const Book *data_of(const Scenario *scenario) { return scenario->own; }
static inline bool second_edition(const Book *data) { return data->edition == 2; }

#endif
