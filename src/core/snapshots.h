/* snapshots.h — positions a game has passed, kept so that going back applies few orders again.
 *
 * One is kept every SNAPSHOT_EVERY orders. Of those that lie long back fewer and fewer stay: two of each power of two,
 * so that a game of a hundred thousand orders keeps some sixteen. Going back n orders costs about n of them once, and
 * SNAPSHOT_EVERY for each order after that. Without memory for one there is one less, and going back takes longer. */
#ifndef SANDTABLE_SNAPSHOTS_H
#define SANDTABLE_SNAPSHOTS_H

#include "core/system.h"

#define SNAPSHOT_EVERY 256
#define SNAPSHOTS_MAX 48

typedef struct Snapshot {
    int orders; /* that stood */
    Position *position;
} Snapshot;

typedef struct Snapshots {
    Snapshot kept[SNAPSHOTS_MAX]; /* the latest last */
    int count;
} Snapshots;

/* Keeps the position if it is time for one. */
void snapshots_keep(Snapshots *snapshots, int orders, const Position *position, size_t size);
/* The latest at which no more orders stood; NULL if there is none. */
const Snapshot *snapshots_until(const Snapshots *snapshots, int orders);
/* Forgets those at which more orders stood: they have been taken back. */
void snapshots_forget(Snapshots *snapshots, int orders);

#endif
