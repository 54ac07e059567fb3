/* terms.h — the terms of a game: how much time its players have, and what happens when one runs out of it or stays
 * away.
 *
 * Times are seconds of the server's uptime, all runs of it together (clocks.c): time that passes while no server runs,
 * or when the machine's clock is set, is charged to no side. The functions here know no server and no game. */
#ifndef SANDTABLE_SERVER_TERMS_H
#define SANDTABLE_SERVER_TERMS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/system.h"

typedef enum ClockKind {
    CLOCK_NONE,
    CLOCK_DAYS, /* so long for each answer */
    CLOCK_BANK, /* so long for the whole game, and more with every turn of the game; days */
    CLOCK_LIVE, /* the same in minutes */
    CLOCK_KINDS
} ClockKind;

/* When a side's time is out. */
typedef enum TimeOut { OUT_LOSES, OUT_MACHINE, OUT_CLAIM, TIME_OUTS } TimeOut;
/* What another player may claim then, or when a player stays away too long. */
typedef enum Claim { CLAIM_WIN, CLAIM_MACHINE, CLAIMS } Claim;

typedef struct Terms {
    ClockKind clock;
    TimeOut out;
    Claim claim;
    int64_t time;     /* for an answer, or in the bank at the beginning */
    int64_t gain;     /* put into the bank of every side with each turn of the game */
    int64_t vacation; /* of a side; it is spent before its time is */
    bool rated;       /* between accounts, and the result counts */
    int64_t absent;   /* after so long without an order the game may be claimed; 0: never */
} Terms;

typedef struct Clock {
    int running;             /* the side whose time runs; NO_SIDE: none */
    int asked;               /* the side asked last, whether or not its time runs; NO_SIDE: none yet */
    int64_t since;           /* up to then its time is charged */
    int64_t acted;           /* when that side was asked, or last gave an order; vacation does not count */
    int64_t left[SIDES];     /* at `since` */
    int64_t vacation[SIDES]; /* the same */
    unsigned away;           /* bit a side that is on vacation */
    int turn;                /* the gains up to that turn are in the banks */
    bool reminded;           /* the side whose time runs was */
    int64_t due;             /* when something happens by itself; 0: never */
} Clock;

enum { TERMS_TEXT = 400 };
#define TIME_MOST ((int64_t)1000 * 86400)

/* Whether there is anything to count. */
static inline bool terms_count(const Terms *terms) { return terms->clock != CLOCK_NONE || terms->absent > 0; }
/* Whether there is anything to keep. */
static inline bool terms_say(const Terms *terms) { return terms_count(terms) || terms->rated; }
/* Whether they make sense. */
bool terms_are_good(const Terms *terms);
/* As the store keeps them; text that cannot be read is no clock. */
void terms_print(const Terms *terms, char out[TERMS_TEXT]);
bool terms_read(const char *text, Terms *out);
void clock_print(const Clock *clock, char out[TERMS_TEXT]);
bool clock_read(const char *text, Clock *out);

void clock_start(const Terms *terms, Clock *clock, int64_t now);
/* From now on the side is asked (NO_SIDE: none), in that turn of the game, and its time runs or stands. A side that is
 * still asked has no more time than it had, however often its time stood meanwhile. True if that changes anything that
 * must be kept. */
bool clock_asks(const Terms *terms, Clock *clock, int side, bool runs, int turn, int64_t now);
/* So much of the time that has just passed is charged to no side; true if that must be kept. */
bool clock_excuse(const Terms *terms, Clock *clock, int64_t passed);
/* The side whose time runs gave an order; true if that should be kept. */
bool clock_acts(const Terms *terms, Clock *clock, int64_t now);
/* What a side has left; less than 0 when it is out. */
int64_t clock_left(const Terms *terms, const Clock *clock, int side, int64_t now);
int64_t clock_vacation_left(const Clock *clock, int side, int64_t now);
/* The side goes on vacation or comes back; false if it has none, or if its game may be claimed or its time is out. */
bool clock_set_away(const Terms *terms, Clock *clock, int side, bool away, int64_t now);

typedef enum ClockEvent { CLOCK_WAITS, CLOCK_REMINDS, CLOCK_RUNS_OUT, CLOCK_MAY_CLAIM } ClockEvent;
/* What has come due; it comes once. */
ClockEvent clock_event(const Terms *terms, Clock *clock, int64_t now);
/* Whether the game may be claimed from the side whose time runs. */
bool clock_may_claim(const Terms *terms, const Clock *clock, int64_t now);

#endif
