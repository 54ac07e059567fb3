/* replay.h — a journal that is read again, for `replay` and `audit`. */
#ifndef SANDTABLE_CLI_REPLAY_H
#define SANDTABLE_CLI_REPLAY_H

#include "core/journal.h"

typedef struct Replaying {
    const char *path;
    char *text;
    size_t length;
    int to;
    bool verify, edition;
    Scenario *scenario;
    uint8_t seed[SHA256_BYTES];
    bool seed_given;
    int dice;
} Replaying;

/* Says what is wrong with a line; status 1. */
int wrong_line(const Replaying *replaying, int line, const char *why);
/* Plays every line into a game of the scenario that was opened; the status. */
int play_again(Replaying *replaying);

#endif
