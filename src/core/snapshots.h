/* snapshots.h — positions a game has passed, kept so that going back applies few orders again.
 *
 * One is kept every SNAPSHOT_EVERY orders. Of those that lie long back fewer and fewer stay: two of each power of two,
 * so that a game of a hundred thousand orders keeps some sixteen. Who has gone back once goes back again, so one more
 * is kept SNAPSHOT_NEAR orders before the place he went to: the steps after the first are short. Without memory for
 * one there is one less, and going back takes longer. */
#ifndef SANDTABLE_SNAPSHOTS_H
#define SANDTABLE_SNAPSHOTS_H

#include "core/system.h"

#define SNAPSHOT_EVERY 256
#define SNAPSHOT_NEAR 16
#define SNAPSHOTS_MAX 48

typedef struct Snapshot {
    int orders; /* that stood */
    Position *position;
} Snapshot;

typedef struct Snapshots {
    Snapshot kept[SNAPSHOTS_MAX]; /* the latest last */
    int count;
    Snapshot near; /* its orders are 0 when it holds nothing */
} Snapshots;

/* Keeps the position if it is time for one. */
void snapshots_keep(Snapshots *snapshots, int orders, const Position *position, size_t size);
/* Keeps the position as the near one. */
void snapshots_keep_near(Snapshots *snapshots, int orders, const Position *position, size_t size);
/* The latest at which no more orders stood; NULL if there is none. */
const Snapshot *snapshots_until(const Snapshots *snapshots, int orders);
/* Forgets those at which more orders stood: they have been taken back. */
void snapshots_forget(Snapshots *snapshots, int orders);
void snapshots_free(Snapshots *snapshots);

#endif
