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

static Position *copy_of(const Position *position, size_t size)
{
    Position *copy = aligned_alloc(64, (size + 63) / 64 * 64);
    if (copy)
        memcpy(copy, position, size);
    return copy;
}

void snapshots_keep(Snapshots *snapshots, int orders, const Position *position, size_t size)
{
    if (!orders || orders % SNAPSHOT_EVERY)
        return;
    if (snapshots->count && snapshots->kept[snapshots->count - 1].orders >= orders)
        return;
    thin_out(snapshots, orders / SNAPSHOT_EVERY);
    Position *copy = snapshots->count < SNAPSHOTS_MAX ? copy_of(position, size) : NULL;
    if (copy)
        snapshots->kept[snapshots->count++] = (Snapshot){orders, copy};
}

void snapshots_keep_near(Snapshots *snapshots, int orders, const Position *position, size_t size)
{
    Snapshot *near = &snapshots->near;
    if (near->position)
        memcpy(near->position, position, size);
    else
        near->position = copy_of(position, size);
    near->orders = near->position ? orders : 0;
}

const Snapshot *snapshots_until(const Snapshots *snapshots, int orders)
{
    const Snapshot *latest = snapshots->near.orders && snapshots->near.orders <= orders ? &snapshots->near : NULL;
    for (int i = snapshots->count - 1; i >= 0; i--)
        if (snapshots->kept[i].orders <= orders && (!latest || snapshots->kept[i].orders > latest->orders))
            return &snapshots->kept[i];
    return latest;
}

void snapshots_forget(Snapshots *snapshots, int orders)
{
    while (snapshots->count && snapshots->kept[snapshots->count - 1].orders > orders)
        free(snapshots->kept[--snapshots->count].position);
    if (snapshots->near.orders > orders)
        snapshots->near.orders = 0;
}

void snapshots_free(Snapshots *snapshots)
{
    snapshots_forget(snapshots, 0);
    free(snapshots->near.position);
}
