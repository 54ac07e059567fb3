/* pairs.h — statistics of pairs of games between two players.
 *
 * A pair is two games from the same start with the same dice seed; the players swap sides between them. The advantage
 * of a side cancels within a pair, so far fewer games show which player is stronger. Results are the first player's: a
 * pair scores 0 to 4 halves of a game.
 *
 * The sequential test is a generalised SPRT on these five outcomes: the likelihood of the outcomes under the best
 * distribution with the higher mean, against the best one with the lower mean. It ends when the ratio leaves the
 * bounds for errors of 5 %. */
#ifndef SANDTABLE_SERVER_PAIRS_H
#define SANDTABLE_SERVER_PAIRS_H

#include <stdbool.h>
#include <stdint.h>

enum { PAIR_OUTCOMES = 5, RESULT_LOST = 0, RESULT_DRAWN = 1, RESULT_WON = 2 };

/* CPU seconds of one player: all his turns of a game counted, and the slowest of them. */
typedef struct PlayerTime {
    long turns;
    double seconds, worst;
} PlayerTime;

/* One game, seen by the first player. */
typedef struct PairGame {
    bool played; /* to its end */
    int result;
    int32_t margin; /* his points less those of the other */
} PairGame;

typedef struct SideSums {
    long games, result[3];
    double margin;
} SideSums;

typedef struct PairSums {
    long pairs, outcome[PAIR_OUTCOMES];
    SideSums side[2];              /* the side the first player had */
    double margin, margin_squares; /* of a pair: the mean of its two games */
    PlayerTime time[2];
} PairSums;

typedef struct Interval {
    double mean, low, high; /* 95 % */
} Interval;

/* Two games: the first player had side 0 in the first, side 1 in the second. */
void pairs_add(PairSums *sums, const PairGame game[2]);
void player_time_add(PlayerTime *sum, const PlayerTime *more);

/* The share of so many halves in so many games, by Wilson. */
Interval wilson(long halves, long games);
Interval pairs_margin(const PairSums *sums);

/* The logarithm of the likelihood ratio between the mean results `high` and `low`, both in (0, 1). */
double pairs_ratio(const long outcome[PAIR_OUTCOMES], double low, double high);
typedef enum PairVerdict { PAIRS_OPEN, PAIRS_HIGHER, PAIRS_LOWER } PairVerdict;
PairVerdict pairs_verdict(double ratio);
extern const char *const pair_verdict_word[];

#endif
