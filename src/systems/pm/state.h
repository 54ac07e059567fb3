/* state.h — the state of a game, its questions and orders, and the two files everything else rests on: counter.c and
 * ground.c.
 *
 * A counter is in exactly one spot (2.2): a hex, or a box beside the map, which is a Hex too (core/map.h). If the map
 * of a scenario has no such box, its number comes behind the map's last spot and no player sees it. Only place() and
 * lift() put a counter on a spot and take it off; they keep the stacks and the sets of occupied hexes. move_to() is
 * both, and what entering ground does: control, points, works.
 *
 * Neither player knows the strength of an untried unit (2.15), and no field here holds it: a Soviet unit's strength is
 * drawn from what is left in the pool of its type when odds are first computed, and is from then on a line of that pool
 * (Unit.value). */
#ifndef SANDTABLE_PM_STATE_H
#define SANDTABLE_PM_STATE_H

#include "pm_orders.h"
#include "systems/pm/book.h"

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
    REPULSED = 1 << 14, /* thrown back from a mobile assault (15.6-2): end of the movement phase */
};
#define UNTIL_MOVEMENT_ENDS (MOVED | STOPPED | ACTIVE | REPULSED)
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
_Static_assert(offsetof(Unit, at) == 0, "kit/stack.h finds it there");
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
    uint8_t phasing; /* the side whose player turn it is; NO_SIDE outside */
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
    Hex corps[PM_CORPS];        /* hexes of the aviation corps, NO_HEX none (10.2) */
    Hex soviet_corps;           /* NO_HEX: not there (10.4) */
    Hex airlift[2];             /* aerial supply (9.18) */
    Hex invasion, invasion_sea; /* hex to be attacked from the sea in this player turn, and from where (11.4) */
    Hex parent;                 /* spot the moving stack started from, NO_HEX none (12.6) */
    int16_t points;             /* victory points (4.1) */
    uint8_t winter;             /* bits of the zones where it snows for good (13.8) */
    uint8_t aborted;            /* bits of lines that will never be built (14.25) */
    uint8_t active;             /* bits of lines that are built */
    uint8_t corps_used;         /* bits: fought in this assault phase (pm.r.65); bit 7 the Soviet one */
    uint8_t corps_idle;         /* bits: without a stack until committed again (pm.r.98, pm.r.111); bit 7 as above */
    uint8_t pause;              /* couplets of the pause still to come, this one included; 0 none (9.19) */
    uint8_t replacements;       /* steps left (8.15) */
    uint8_t rebuilds;           /* rifle divisions that may still come back in this phase (8.13) */
    uint8_t conversions[POOLS]; /* Guards that may still be made in this phase (8.11) */
    uint8_t withdrawals[PM_WITHDRAWALS]; /* units still due in this phase, by entry (8.16) */
    uint8_t sailed;                      /* units shipped in this player turn (11.1) */
    bool gas_gone;                       /* the pause was kept: no attenuated supply any more (9.19-2) */
    bool concentrated;                   /* in this couplet (9.20) */
    bool refits_over, road_gone;         /* 13.9, 13.10 */
    bool moscow_fell;                    /* its shock was rolled (4.6-2) */
    bool marched;                        /* a unit has moved by land in this phase: no more sailing (11.2) */
};
#pragma GCC diagnostic pop
_Static_assert(sizeof(State) % 8 == 0 && sizeof(State) < 60000, "a view fits what the kit lends");

static inline const State *state_of(const Position *position) { return (const State *)position; }
static inline const Book *data_of(const Scenario *scenario) { return scenario->own; }

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

/* ---- counter.c: 2: what a counter is and where it is ----------------------------------------- */

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

/* Puts a counter that is on no spot on one, under the untried ones if it is tried itself (pm.r.89); takes it off. */
void place(const Scenario *scenario, State *state, Piece piece, Hex hex);
void lift(const Scenario *scenario, State *state, Piece piece);
/* Both, and what entering a hex does for its side: control, points, works (3.9-2, pm.r.90). */
void move_to(Play *play, Piece piece, Hex hex);
/* Sorts counters of one spot by their order in the stack, the lowest first: moved in this order, they keep it. */
void order_as_stacked(const State *state, Piece *pieces, int count);
/* Counters of a spot from the top; their number. */
int stack_of(const State *state, Hex hex, Piece out[], int room);
int count_in(const State *state, Hex hex);
/* The counters of all those hexes as a set, for callers that need them in the order of their numbers. */
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
/* The neighbours of a hex, and the side between: map->next, map->edge. */
static inline bool is_land(const Book *data, Hex hex) { return has_bit(data->land, hex); }
static inline bool enemy_in(const State *state, int side, Hex hex) { return has_bit(state->occupied[!side], hex); }
static inline bool friend_in(const State *state, int side, Hex hex) { return has_bit(state->occupied[side], hex); }
bool beside_enemy(const Scenario *scenario, const State *state, int side, Hex hex);
/* Hexes with a neighbour in the set that can be walked into, or crossed to over a strait. */
void hexes_beside(const Scenario *scenario, const uint64_t *bits, uint64_t *out);

#endif
