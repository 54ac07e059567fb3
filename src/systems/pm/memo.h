/* memo.h — what a player that weighs orders must know of the whole map (outlook.c), kept from one order to the next.
 * All of it depends on views alone and cannot go stale. */
#ifndef SANDTABLE_PM_MEMO_H
#define SANDTABLE_PM_MEMO_H

#include "core/flood.h"
#include "kit/judge.h"
#include "systems/pm/fight.h"

/* Walkers whose steps are counted: German-side wheels and feet, and Soviet feet. */
typedef enum Walker { GERMAN_WHEELS, GERMAN_FEET, SOVIET_FEET, WALKERS } Walker;

enum {
    SECTORS = 4, /* bands of the map, each with its own idea of what is near: armies that spread over the front */
    FAR = 0xFFFF,
    POINT_WORTH = 120, /* a victory point to a player that weighs orders, where 100 is a division */
    TENTHS = 10,       /* strengths are reckoned in tenths of a factor */
    REBUILT_LOT = POOLS,
    LOTS_MEAN = POOLS + 1
};

/* Ways from everywhere to the nearest goal, and the bed they were made of. */
typedef struct Rise {
    bool made;
    uint16_t cost[PM_SPOTS]; /* FAR where there is no way */
    uint16_t goal[PM_SPOTS], through[PM_SPOTS];
} Rise;

/* A column of the combat table for the attacker: all its dice together. */
enum { POINTS_MOST = 63 }; /* of loss that clear a hex; more count as so many */
typedef struct Priced {
    int16_t hurt, paid[PLAYERS];      /* points the attackers lose, and what that is worth to each side */
    int16_t killed[POINTS_MOST + 1];  /* points that defenders with so many of them lose, … */
    uint8_t cleared[POINTS_MOST + 1]; /* … and how often all of them */
} Priced;

/* What a counter adds to the hex it is in, and the counter that was made of. */
typedef struct Counted {
    Unit unit;
    bool there, starves;
    uint8_t points;
    uint16_t attack, defence, ready;
} Counted;

struct Outlook {
    const Scenario *scenario;           /* NULL: holds nothing */
    unsigned ground;                    /* Book.ways_stamp then */
    unsigned look;                      /* a different number each time it was brought up to date */
    int16_t scored[PM_SPOTS];           /* points_at() */
    uint8_t side;                       /* the side that weighs */
    uint8_t home[PM_SPOTS];             /* hexes to the zone of operations in Germany */
    Priced priced[2][DICE_COLUMNS + 2]; /* out of a city and in one, from the column below the table to that above */
    Supplies supplies;                  /* of the side that weighs */
    /* What a step into the hex costs from the neighbour across the edge, 0 no way; and what that was made of. */
    uint8_t weather[ZONES];
    bool stepped, first_turn, road_gone;
    uint8_t step_back[WALKERS][PM_SPOTS][EDGES];
    int16_t mean[LOTS_MEAN][2];  /* of an untried unit: attack, defence */
    bool concentrated;           /* State.concentrated, … */
    uint8_t pause, counted_side; /* … State.pause and `side` when counters were counted */
    Counted counted[PM_SLOTS];
    uint16_t attack[PLAYERS][PM_SPOTS]; /* of all that stands there, halved without supply */
    uint16_t defence[PLAYERS][PM_SPOTS];
    uint8_t points[PLAYERS][PM_SPOTS]; /* of loss that clear the hex */
    uint8_t count[PLAYERS][PM_SPOTS];
    uint16_t ready[PM_SPOTS];  /* own attack that has not been used in this player turn */
    uint16_t coming[PM_SPOTS]; /* … of units that have not moved and may come up, and what that was made of */
    uint16_t may_come[PM_SPOTS];
    uint16_t menace[PM_SPOTS]; /* the enemy's attack from not far, and what that was made of */
    uint16_t menacing[PM_SPOTS];
    bool looked_near;
    uint64_t enemies[PM_WORDS];
    uint8_t near[PM_SPOTS]; /* hexes to the nearest enemy, and what that was made of */
    bool looked_behind;
    uint64_t feet[PM_WORDS];
    uint8_t behind[PM_SPOTS]; /* hexes to the nearest German-side stack on foot, and what that was made of */
    /* The German's ways to what he has still to take, and what they were made of. */
    unsigned ways_found; /* bits of the walkers */
    uint64_t held[PM_WORDS];
    uint16_t held_against[PM_SPOTS];
    Rise way[GERMAN_FEET + 1][SECTORS];
    /* The enemy's strength whose ways lead through the hex; for the Soviet, how far it is to where no unit bars
     * them. */
    uint16_t flow[PM_SPOTS];
    Rise back, rally; /* the Soviet's ways into Germany and to what he has lost */
    /* For the player who may concentrate supply (9.20): the units he would mark, and whether that gains anything. */
    uint64_t chosen[PM_SLOTS / 64];
    int32_t gain;
};

struct Memo {
    Outlook outlook;
};

/* judgement.c: the combat table as a price list. */
void find_prices(const Scenario *scenario, Outlook *outlook);
/* outlook.c: brings it up to date with the view, for the side that must answer. */
void look_over(const Scenario *scenario, const State *view, Outlook *outlook);
/* Columns that attenuated supply takes from a German attack on the hex, by and large (9.6, 17.10). */
int lean_columns(const Scenario *scenario, const State *view, Hex target);
/* What a German counter may attack with in a player turn, by how near the enemy is; in tenths. */
int threat_of(const Scenario *scenario, const State *view, const Outlook *outlook, Piece piece);
/* What a counter is worth, in tenths: its factor, or the mean of what may be drawn. */
int reckoned(const Outlook *outlook, const State *view, Piece piece, int which);
/* The band of the map that a hex lies in. */
int sector_of(const Map *map, Hex hex);
/* Points that a place brings the German, shared out among its hexes; 0 if the hex is of none. */
int points_at(const Scenario *scenario, Hex hex);

#endif
