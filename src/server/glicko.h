/* glicko.h — Glicko-2 ratings (M. Glickman, 2012), a game at a time.
 *
 * Sides of a scenario are not equal, so what is rated is a player on one side of one scenario; his opponent is a player
 * on the other. */
#ifndef SANDTABLE_SERVER_GLICKO_H
#define SANDTABLE_SERVER_GLICKO_H

typedef struct Rating {
    double rating, deviation, volatility;
} Rating;

#define RATING_NEW ((Rating){1500, 350, 0.06})

/* The new rating of the player who had `own` before a game against `other`; score 1 won, 0.5 drawn, 0 lost. Days since
 * his last game here make him less certain. */
Rating rating_after(Rating own, Rating other, double score, double days);

#endif
