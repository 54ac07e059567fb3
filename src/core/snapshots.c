/* snapshots.c — positions a game has passed: which are kept, which forgotten. */
#include "core/snapshots.h"

#include <stdlib.h>
#include <string.h>

/* Whether the snapshot number `number` is still worth its room when `latest` is taken. */
static bool stays(int number, int latest) { return latest - number < 2 * (number & -number); }

static void thin_out(Snapshots *snapshots, int latest)
{
    int count = 0;
    for (int i = 0; i < snapshots->count; i++) {
        Snapshot *kept = &snapshots->kept[i];
        if (stays(kept->orders / SNAPSHOT_EVERY, latest))
            snapshots->kept[count++] = *kept;
        else
            free(kept->position);
    }
    snapshots->count = count;
}

void snapshots_keep(Snapshots *snapshots, int orders, const Position *position, size_t size)
{
    if (!orders || orders % SNAPSHOT_EVERY)
        return;
    if (snapshots->count && snapshots->kept[snapshots->count - 1].orders >= orders)
        return;
    thin_out(snapshots, orders / SNAPSHOT_EVERY);
    Position *copy = snapshots->count < SNAPSHOTS_MAX ? aligned_alloc(64, (size + 63) / 64 * 64) : NULL;
    if (!copy)
        return;
    memcpy(copy, position, size);
    snapshots->kept[snapshots->count++] = (Snapshot){orders, copy};
}

const Snapshot *snapshots_until(const Snapshots *snapshots, int orders)
{
    for (int i = snapshots->count - 1; i >= 0; i--)
        if (snapshots->kept[i].orders <= orders)
            return &snapshots->kept[i];
    return NULL;
}

void snapshots_forget(Snapshots *snapshots, int orders)
{
    while (snapshots->count && snapshots->kept[snapshots->count - 1].orders > orders)
        free(snapshots->kept[--snapshots->count].position);
}
