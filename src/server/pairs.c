/* pairs.c — statistics of pairs of games between two players, explained in pairs.h. */
#include "server/pairs.h"

#include <math.h>

#define Z95 1.959964
#define SPRT_BOUND 2.944439 /* log of (1 - 0.05) / 0.05 */

const char *const pair_verdict_word[] = {"open", "higher", "lower"};

void pairs_add(PairSums *sums, const PairGame game[2])
{
    double margin = 0;
    sums->pairs++;
    sums->outcome[game[0].result + game[1].result]++;
    for (int side = 0; side < 2; side++) {
        sums->side[side].games++;
        sums->side[side].result[game[side].result]++;
        sums->side[side].margin += game[side].margin;
        margin += game[side].margin / 2.0;
    }
    sums->margin += margin;
    sums->margin_squares += margin * margin;
}

void player_time_add(PlayerTime *sum, const PlayerTime *more)
{
    sum->turns += more->turns;
    sum->seconds += more->seconds;
    if (more->worst > sum->worst)
        sum->worst = more->worst;
}

Interval wilson(long halves, long games)
{
    if (!games)
        return (Interval){0.5, 0, 1};
    double n = (double)games, share = (double)halves / 2 / n, z = Z95 * Z95 / n;
    double middle = (share + z / 2) / (1 + z);
    double half = sqrt(z * (share * (1 - share) + z / 4)) / (1 + z);
    return (Interval){share, middle - half, middle + half};
}

Interval pairs_margin(const PairSums *sums)
{
    double n = (double)sums->pairs;
    if (sums->pairs < 2)
        return (Interval){n > 0 ? sums->margin : 0, -INFINITY, INFINITY};
    double mean = sums->margin / n;
    double variance = (sums->margin_squares - n * mean * mean) / (n - 1);
    double half = variance > 0 ? Z95 * sqrt(variance / n) : 0;
    return (Interval){mean, mean - half, mean + half};
}

/* The shares of the outcomes that are likeliest given the results, if their mean is `mean`: share / (1 + t(x - mean))
 * with the t that makes it so. It falls as t rises, so halving finds it. */
static void shares_with_mean(const double seen[PAIR_OUTCOMES], double mean, double out[PAIR_OUTCOMES])
{
    double least = -1 / (1 - mean), most = 1 / mean;
    for (int round = 0; round < 100; round++) {
        double t = (least + most) / 2, sum = 0;
        for (int i = 0; i < PAIR_OUTCOMES; i++)
            sum += seen[i] * (i / 4.0 - mean) / (1 + t * (i / 4.0 - mean));
        *(sum > 0 ? &least : &most) = t;
    }
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        out[i] = seen[i] / (1 + (least + most) / 2 * (i / 4.0 - mean));
}

double pairs_ratio(const long outcome[PAIR_OUTCOMES], double low, double high)
{
    double seen[PAIR_OUTCOMES], lower[PAIR_OUTCOMES], higher[PAIR_OUTCOMES], pairs = 0, ratio = 0;
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        pairs += seen[i] = outcome[i] ? (double)outcome[i] : 1e-3; /* an outcome not seen yet may still come */
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        seen[i] /= pairs;
    shares_with_mean(seen, low, lower);
    shares_with_mean(seen, high, higher);
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        ratio += pairs * seen[i] * log(higher[i] / lower[i]);
    return ratio;
}

PairVerdict pairs_verdict(double ratio)
{
    return ratio >= SPRT_BOUND ? PAIRS_HIGHER : ratio <= -SPRT_BOUND ? PAIRS_LOWER : PAIRS_OPEN;
}
