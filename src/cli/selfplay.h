/* selfplay.h — single games as `sandtable selfplay` plays them, for callers that count them elsewhere. */
#ifndef SANDTABLE_CLI_SELFPLAY_H
#define SANDTABLE_CLI_SELFPLAY_H

#include "core/system.h"

typedef struct Selfplay Selfplay;

/* What a game came to. */
typedef struct PlayedGame {
    int winner, sides; /* winner -1: no side */
    int32_t points[SIDES];
    uint64_t orders, hash; /* hash: of the position at its end */
} PlayedGame;

/* With the arguments of the command; NULL, after printing why. */
Selfplay *selfplay_new(int argc, char **argv);
void selfplay_free(Selfplay *selfplay); /* may be NULL */
/* The game of that number; false, after printing why, if it met an error. */
bool selfplay_game(const Selfplay *selfplay, long number, PlayedGame *out);

#endif
