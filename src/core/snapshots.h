/* snapshots.h — earlier positions of a game, kept so that undo and replay apply few orders again.
 *
 * One is kept every SNAPSHOT_EVERY orders. Older ones are thinned out to two for each power of two, so a game of a
 * hundred thousand orders keeps some sixteen. A player who has stepped back once usually steps back again, so one more
 * is kept SNAPSHOT_NEAR orders before the place he went to: further steps are short. A barrier that is SNAPSHOT_FAR
 * orders behind the latest snapshot becomes the near one, too. If memory runs out, there is one snapshot less, and
 * going back takes longer. */
#ifndef SANDTABLE_SNAPSHOTS_H
#define SANDTABLE_SNAPSHOTS_H

#include "core/system.h"

#define SNAPSHOT_EVERY 256
#define SNAPSHOT_NEAR 16
#define SNAPSHOT_FAR 128
#define SNAPSHOTS_MAX 48

typedef struct Snapshot {
    int orders; /* in force then */
    Position *position;
} Snapshot;

typedef struct Snapshots {
    Snapshot kept[SNAPSHOTS_MAX]; /* the latest last */
    int count;
    Snapshot near; /* its orders are 0 when it holds nothing */
} Snapshots;

/* Keeps the position if a snapshot is due. */
void snapshots_keep(Snapshots *snapshots, int orders, const Position *position, size_t size);
/* Keeps the position as the near one. */
void snapshots_keep_near(Snapshots *snapshots, int orders, const Position *position, size_t size);
/* The latest with at most that many orders; NULL if there is none. */
const Snapshot *snapshots_until(const Snapshots *snapshots, int orders);
/* Drops those with more orders: the orders have been undone. */
void snapshots_forget(Snapshots *snapshots, int orders);
void snapshots_free(Snapshots *snapshots);

#endif
