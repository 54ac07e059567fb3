/* memo.h — what a player that weighs orders must know of the whole map (outlook.c, prices.c, haulage.c), kept from one
 * order to the next. All of it depends on views alone and cannot go stale: costly results keep what they were made of.
 *
 * Values are hundredths of a step: 100 is about a step of a good regiment. Ways are counted in half MPs on trucks,
 * strengths in sixteenths of a factor. */
#ifndef SANDTABLE_OCS_MEMO_H
#define SANDTABLE_OCS_MEMO_H

#include "core/flood.h"
#include "kit/judge.h"
#include "systems/ocs/air.h"

enum {
    GRAINS = 16,       /* of a strength */
    FAR = 0xFFFF,      /* no way */
    POINT_WORTH = 120, /* a victory point */
    WIN_WORTH = 400,   /* a place that decides by itself */
    STAKES = 48,       /* no more than bits in a word */
    ROWS = 3,          /* ARMOR, MECH, OTHER: how ground and rivers treat them (9.4) */
    RATINGS = 13,      /* differences of action ratings, from -6 */
    WORKS = 5          /* levels of hedgehogs, from none */
};

/* A place that both play for: worth that much to the side that has it, or (within > 0) to `wanted_by` for standing
 * near. */
typedef struct Stake {
    Hex hex;
    uint8_t within, wanted_by; /* NO_SIDE: either */
    int16_t worth;
} Stake;

/* What an attack comes to on average, in 256ths: steps lost, options the attacker must take, steps killed, options the
 * defender must take, and how often he has any, is disorganized, and the attacker may exploit. */
typedef struct Chances {
    uint16_t lost, asked, killed, offered, pushed, shaken, exploits;
} Chances;

typedef enum Manners { REGULAR, OVERRUN, ALL_COSTS, MANNERS } Manners;

typedef struct Force {  /* all of a side in a hex */
    uint16_t row[ROWS]; /* attack by class, before ground and rivers */
    uint16_t defence;   /* of the units there, with the ground */
    uint8_t steps, count;
    int8_t rating; /* the best */
    uint8_t guns;  /* barrage strength */
} Force;

typedef struct HqStore { /* an HQ's supply */
    Piece piece;
    Hex hex;
    int16_t eaten, there; /* tokens: of those nearest to it in a week at Low; in its reach */
} HqStore;
#define OCS_HEADQUARTERS 24

struct Outlook {
    const Scenario *scenario; /* NULL: holds nothing */
    unsigned ground;          /* Book.derivations then */
    unsigned look;            /* a different number each time it was brought up to date */
    uint8_t side;             /* the side that weighs */
    bool presses;             /* has more to take than to lose */
    int16_t kept;             /* division_kept() */
    int stakes;
    Stake stake[STAKES];
    int16_t stake_at[OCS_SPOTS]; /* what control of the hex is worth */
    int16_t step_worth[PLAYERS]; /* a step of that side on average */
    int16_t step_price[PLAYERS]; /* what the score adds to it */
    int16_t care[PLAYERS];       /* … and the losses that a victory allows */
    int32_t power[PLAYERS];      /* factors of all, in Combat Mode */
    Force force[PLAYERS][OCS_SPOTS];
    uint16_t ready[ROWS][OCS_SPOTS];                 /* own attack by class that may still be used in this phase */
    uint16_t coming[OCS_SPOTS], may_come[OCS_SPOTS]; /* own attack that has not moved and may come up; made of … */
    uint16_t menace[OCS_SPOTS], menacing[OCS_SPOTS]; /* the enemy's from not far; made of … */
    bool looked_near;
    uint64_t enemies[OCS_WORDS];
    uint8_t near[OCS_SPOTS]; /* hexes to the nearest enemy, and what that was made of */
    /* Steps of trucks in half MPs, by where they lead from, and what they were made of. */
    bool stepped;
    uint8_t weather;
    uint8_t step[OCS_SPOTS][EDGES];      /* 0: no way */
    uint8_t step_back[OCS_SPOTS][EDGES]; /* the same by where they lead to */
    /* Ways to what the side has still to take, and the enemy's to what it holds, and what they were made of. */
    bool ways_found;
    uint64_t wanted[PLAYERS]; /* bits of the stakes that the side has still to take */
    uint16_t against[OCS_SPOTS];
    uint16_t way[OCS_SPOTS], theirs[OCS_SPOTS];
    uint16_t flow[OCS_SPOTS]; /* the enemy's strength whose ways lead through the hex */
    bool rallied;
    uint16_t gap[OCS_SPOTS];   /* what a way that ends there costs from the outset; FAR: it is no gap */
    uint16_t rally[OCS_SPOTS]; /* how far it is to where no unit bars them */
    /* Supply: where it reaches a unit in the hex, and what that was made of. */
    bool served_found;
    uint64_t pipes, goods;      /* hashes of HQs, dumps and enemies; of all that can be hauled, and of railroads */
    uint64_t fed[OCS_WORDS];    /* an HQ there finds supply */
    uint64_t served[OCS_WORDS]; /* a unit there gets some */
    uint64_t armed[OCS_WORDS];  /* … and supply for combat, which must come into his hex (9.5b-2) */
    int32_t tokens;             /* of the side, on the map */
    int stores;
    HqStore store[OCS_HEADQUARTERS];
    uint16_t haul[OCS_SPOTS];         /* how far it is from there to an HQ that lacks supply */
    uint16_t fetch[OCS_SPOTS];        /* how far it is to idle supply */
    uint16_t mend[OCS_SPOTS];         /* how far it is to railroad that can be mended */
    uint64_t hauled, fetched, mended; /* hashes of what these three were made of */
    Chances chances[MANNERS][RATINGS][WORKS][COLUMNS];
};

struct Memo {
    Outlook outlook;
};

/* ---- aims.c ---------------------------------------------------------------------------------------------- */

bool ocs_senders(const Scenario *scenario, const Position *view, uint64_t *hexes, Sentence *words); /* transfers.c */
int ocs_transfers(const Scenario *scenario, const Position *view, Hex from, Hex to, int amount, Transfer out[TRANSFERS],
                  int *most, Refusal *why);
void ocs_posts(const Scenario *scenario, const Position *view, int side, Aims *out); /* posts.c */
void ocs_aims(const Scenario *scenario, const Position *view, int side, Aims *out);
void ocs_scale(const Scenario *scenario, const Position *view, Scale *out);
int ocs_tallies(const Scenario *scenario, const Position *position, PointsLine out[TALLIES_MAX]);
void find_stakes(const Scenario *scenario, Outlook *outlook);
/* What a step is worth in addition: the fewer may still be lost, the more. */
int care_for_steps(const Scenario *scenario, const State *view, int side);
int division_kept(const Scenario *scenario, const State *view,
                  int side); /* division_of() the one it may not lose; 0 none */

/* ---- outlook.c ------------------------------------------------------------------------------------------- */

void look_over(const Scenario *scenario, const State *view, Outlook *outlook);

/* ---- haulage.c ------------------------------------------------------------------------------------------- */

void find_haulage(const Scenario *scenario, const State *view, Outlook *outlook);
int nearest_store(const Map *map, const Outlook *outlook, Hex hex); /* 0 if there is none */
void find_served(const Scenario *scenario, const State *view, Outlook *outlook);
int spare_tokens(const Outlook *outlook, const Pile *pile); /* what can be taken from there without an HQ missing it */

/* ---- prices.c: what a combat is worth -------------------------------------------------------------------- */

void find_chances(const Scenario *scenario, Outlook *outlook);
/* An attack with so much and that rating on the hex, in values; it costs so many tokens. */
int price_of(const Eye *eye, Hex target, int attack, int rating, int tokens, Manners manner);
/* The danger to a unit there with that defence and so many steps. */
int danger_at(const Eye *eye, Hex hex, int defence, int steps);
int attack_from(const Eye *eye, Piece piece, Hex from, Hex target); /* grains */
int step_value(const Eye *eye, Piece piece);                        /* of the next one it loses */
int token_worth(const Eye *eye, Hex hex);                           /* to a unit that draws it there */
int prize_of(const Eye *eye, Hex hex);                              /* of taking it, apart from the units there */

/* ---- marches.c: where a counter wants to be ---------------------------------------------------------------- */

int standing_at(const Eye *eye, Piece piece, Hex hex);
/* Of the division that is kept out of harm. */
bool is_kept(const Eye *eye, Piece piece);

/* ---- sorties.c: guns and aircraft -------------------------------------------------------------------------- */

int risk_at(const Eye *eye, Hex hex, bool escorted); /* of a flight there */

/* ---- expeditions.c ----------------------------------------------------------------------------------------- */

int32_t empty_flight_value(const Eye *eye, const Piece *crews, int count, Hex to); /* NO_HEX: the best there is */

/* ---- judgement.c ------------------------------------------------------------------------------------------- */

enum { HOPELESS = -100000, BEFORE_MARCHES = 2000 };
void ocs_judge(const Scenario *scenario, const Position *view, Memo *memo);
int32_t ocs_value(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order);

#endif
