/* campaign.h — work for many machines: campaigns, their units, and the queue in the store.
 *
 * A campaign is cut into units: of a match and of tuning a unit is a pair of games, of balance one game, of an analysis
 * the whole of it. A unit's result follows from the campaign and its number alone, so playing it again gives the same.
 * Workers (`sandtable worker`) take units in batches on a lease, which they renew; the units of a lease that ran out
 * wait again. A unit that was begun three times and never ended has failed.
 *
 *     acquire ──► units of one campaign, on a lease ──► submit ──► counted; more units are the answer
 *                                            └─► abort, or the lease runs out ──► they wait again
 *
 * Results are counted in the order of units, so a sequential test stops at the same unit however many machines there
 * are. One unit in so many, which no worker can foresee, is played again by the server (replays.c). If that differs,
 * the key that brought it is refused from then on, and everything it brought is dropped. */
#ifndef SANDTABLE_SERVER_CAMPAIGN_H
#define SANDTABLE_SERVER_CAMPAIGN_H

#include "core/system.h"
#include "server/buffer.h"

enum {
    CAMPAIGN_TOKEN = 24,
    CAMPAIGN_NAME = 80,
    CAMPAIGN_OPTIONS = 200,
    CAMPAIGN_PLAYERS = 400,
    CAMPAIGN_TALLY = 1600,
    CAMPAIGN_SECRET = 16,
    PROGRAM_ID = 48,
    MACHINE_NAME = 48,
    WORK_KEY = 44, /* letters of a key, and a NUL */
    UNITS_MOST = 100000,
    UNITS_A_LEASE = 200,
    UNIT_TRIES = 3,
    UNIT_RESULT = 240, /* letters of a unit's result; an analysis has ANALYSIS_MOST */
    ANALYSIS_MOST = 32 << 10,
    CHECK_USUAL = 50,
    TUNED_MOST = 8, /* players that are compared by one campaign */
};

typedef enum CampaignKind {
    CAMPAIGN_MATCH,
    CAMPAIGN_TUNE,
    CAMPAIGN_BALANCE,
    CAMPAIGN_ANALYSE,
    CAMPAIGN_KINDS
} CampaignKind;
extern const char *const campaign_kind_word[CAMPAIGN_KINDS];

typedef enum CampaignState { CAMPAIGN_RUNS, CAMPAIGN_DONE, CAMPAIGN_STOPPED } CampaignState;
extern const char *const campaign_state_word[];

enum { PRIORITY_PLAYER, PRIORITY_SYSTEM };

typedef struct CampaignRow {
    int64_t number;
    char token[CAMPAIGN_TOKEN]; /* identifies it before it has a number */
    char name[CAMPAIGN_NAME];
    CampaignKind kind;
    char scenario[48], options[CAMPAIGN_OPTIONS];
    char players[CAMPAIGN_PLAYERS]; /* with commas: of a match two; of tuning the one to beat, then the others; of
                                       balance one for all sides, or one for each */
    int64_t seed, low, high;        /* low, high: percent, of a match that stops by itself; 0: it does not */
    char game[16];                  /* the game analysed */
    char program[PROGRAM_ID];       /* that workers on it must have */
    int64_t priority, owner;        /* owner: the user who asked for it; 0: the operator */
    int64_t created, units, one_in; /* one_in: so many units, of which one is played again */
    uint8_t secret[CAMPAIGN_SECRET];
    /* how far it is */
    CampaignState state;
    int64_t ended, counted;      /* counted: units, in order */
    int64_t milliseconds, timed; /* of processor time, and of how many units */
    char verdict[16];
    char tally[CAMPAIGN_TALLY];
} CampaignRow;

typedef struct WorkKeyRow {
    int64_t number;
    char name[CAMPAIGN_NAME];
    int64_t created, seen, ended; /* ended: 0 it is good */
    char why[200];                /* it is not */
    int64_t units, milliseconds;
} WorkKeyRow;

/* ---- program.c ---- */

/* Which program it is: everything that decides a unit's result, its sources and its data. Equal programs play the same
 * games. */
void program_print(const Scenario *const *scenarios, int count, char out[PROGRAM_ID]);

/* ---- tally.c: the sums of units' results ---- */

/* Games of a unit, as its result says. */
typedef struct UnitGame {
    int winner, sides; /* winner -1: a draw */
    int32_t points[SIDES];
    int64_t orders;
} UnitGame;

/* "WINNER POINTS… ORDERS HASH", of a pair two with a semicolon between them. How many games there are; 0 if it is no
 * such text. */
int unit_games(const char *text, UnitGame games[2]);

typedef struct Tally {
    int64_t units, failed, orders;
    int64_t outcome[TUNED_MOST][5]; /* of pairs, by player that is compared */
    int64_t side[2][3];             /* lost, drawn, won by the first player as either side */
    int64_t wins[SIDES + 1], points[SIDES];
    int64_t margin;
} Tally;

void tally_read(const char *text, Tally *out);
void tally_print(const Tally *tally, char out[CAMPAIGN_TALLY]);
/* How many players are compared with the first one. */
int campaign_tuned(const CampaignRow *row);
/* Whether the text may be the result of a unit of the campaign. */
bool campaign_result_fits(const CampaignRow *row, const char *text, size_t length);
/* One unit more, in order; NULL: it failed. */
void campaign_add(CampaignRow *row, Tally *tally, const char *result);
/* Whether that decides it, or all units are counted: then state, verdict and ended say so. */
void campaign_judge(CampaignRow *row, const Tally *tally, int64_t now);
/* False with a sentence: it cannot be played. */
bool campaign_is_good(const CampaignRow *row, char why[200]);
/* What a worker or a replay must know of it: members of an object, without the braces. */
void json_campaign_task(Buffer *out, const CampaignRow *row);
/* Whether the unit is to be played again. */
bool campaign_checks(const CampaignRow *row, int64_t unit);

#endif
