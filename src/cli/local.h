/* local.h — scenarios and games as the commands open them; games that live in files.
 *
 * A game named NAME lives in NAME.journal, with its secret seed in NAME.seed, which only the owner can read,
 * until the game is over; then the journal's last line reveals the seed and the seed file goes. Every line is
 * on disk before the order's effect is shown. A journal is locked while it is open, so that two programs
 * cannot write it at once. */
#ifndef SANDTABLE_LOCAL_H
#define SANDTABLE_LOCAL_H

#include "core/journal.h"
#include "core/translation.h"

/* Loads a scenario from the data directory. On failure NULL; what was wrong is printed to stderr when `loud`,
 * and `why` has a sentence. */
Scenario *scenario_open(const char *id, const char *options, bool loud, char why[200]);

/* The same for a game that was begun: options that there were not yet are what they were. */
Scenario *scenario_of_journal(const JournalHead *head, bool loud, char why[200]);

/* The language for games of that system; English is NULL. False with a sentence when it is not spoken. */
bool language_open(const char *name, const System *system, Translation **out, char why[200]);

/* How a new game begins. `seed` NULL: from the system's entropy. 64 hex digits are the seed itself, any other
 * text is hashed into one. The nonces of a game whose seed was named follow from it. False without entropy. */
bool game_start(const char *seed, GameStart *out);

#define LOCAL_PATH 4096

typedef struct Local {
    int file; /* -1: the game lives in memory alone */
    char journal[LOCAL_PATH], seed[LOCAL_PATH];
    size_t length; /* bytes on disk */
    bool broken;   /* a failed write could not be cut off: nothing may follow it */
    Scenario *scenario;
    Game *game;
} Local;

/* `name` with or without `.journal`. */
bool local_paths(const char *name, Local *local);
/* Begins a game and puts it into files, unless `name` is NULL. Takes the scenario over, also on failure. */
bool local_new(Local *local, const char *name, Scenario *scenario, const GameStart *start, char why[300]);
/* Goes on with a game; a torn last line is dropped. `*lost` says so. A game of another edition goes on if all its lines
 * hold under this one; if not, and `carry` is set, from the last line that does. */
bool local_load(Local *local, const char *name, bool carry, bool *lost, char why[300]);
/* After each order: once the game is over its closing lines are written and the seed file goes. False if they
 * could not be written. */
bool local_settle(Local *local);
void local_close(Local *local);

/* The seed of a game that is not over, from the file beside its journal; false if it cannot be read. */
bool local_seed(const Local *local, uint8_t seed[SHA256_BYTES]);

#endif
