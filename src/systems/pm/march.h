/* march.h — counters that march as one: what going.c (costs), march.c (step by step, and as far as it goes) and
 * movement.c (orders) share. */
#ifndef SANDTABLE_PM_MARCH_H
#define SANDTABLE_PM_MARCH_H

#include "systems/pm/pm.h"

/* Classes of movement costs: each class pays at least as much for any step as the next. */
typedef enum Foot { BY_WHEELS, ON_FOOT, CLIMBERS, FEET } Foot;

/* What steps cost a class now. */
typedef struct Going {
    int8_t enter[ZONES][NO_GROUND + 1]; /* by the terrain entered; -1 barred */
    int8_t river[ZONES];
    int8_t road; /* forest along the highway; 0: no highway */
    bool lakes[ZONES];
    bool straits;                /* are no obstacle: frozen */
    const int8_t (*step)[EDGES]; /* by hex and edge: -1 barred, ALL_POINTS over a strait */
} Going;

Foot foot_of(const Kind *kind);
void going_of(const Scenario *scenario, const State *view, int side, Foot foot, Going *out);

typedef struct Marcher {
    Piece piece;
    uint8_t foot;
    uint8_t allowance;
    int8_t left;
    bool fresh;  /* has spent nothing */
    bool single; /* goes one hex at most (9.20-2) */
    uint8_t supply;
} Marcher;

typedef struct March {
    const Scenario *scenario;
    const State *view;
    int side, count;
    unsigned feet; /* bits of the classes among them */
    bool romanians, hungarians, southerners;
    bool anywhere; /* none of them is kept out of a country or a sheet (5.3-2, 7.2–7.4, 8.5-2) */
    bool first;    /* the next hex is entered from an OKH area */
    Hex at;
    Going going[FEET];
    Marcher marcher[STACK];
} March;

/* They are in one hex, and air supply goes with them or stays behind. No rule is checked. */
void march_of(const Scenario *scenario, const State *view, const Piece *pieces, int count, bool airlift, March *out);
/* One hex on, if all of them can. */
Refusal march_step(March *march, Hex to);
bool march_can_step(const March *march, Hex to);
/* Whether they may stay where they are: no unit stops on a lake (13.7-2). */
bool march_may_stop(const March *march);
/* Everywhere they can get to. */
void march_reach(const March *march, Reach *out);
/* Whether some step is possible. */
bool march_can_go(const March *march);

#endif
