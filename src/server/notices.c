/* notices.c — notices to a player who is not at the table: it is his turn, or his time runs out.
 *
 * It is written with what causes it, and sent when that is kept (outbox.c). */
#include <stdio.h>

#include "server/own.h"

static bool is_there(const Table *table, int side)
{
    for (const Client *client = table->clients; client; client = client->next_at_table)
        if (client->held[side])
            return true;
    return false;
}

static void write_notice(Table *table, WriteSet *entry, int side, const char *event, int64_t left)
{
    const SeatRow *seat = &table->row.seat[side];
    if (seat->kind != SEAT_HUMAN || seat->stand_in[0] || is_there(table, side))
        return;
    OutboxRow row = {.user = seat->user, .left = left};
    snprintf(row.event, sizeof row.event, "%s", event);
    snprintf(row.game, sizeof row.game, "%s", table->row.id);
    snprintf(row.scenario, sizeof row.scenario, "%s", table->row.scenario);
    snprintf(row.side, sizeof row.side, "%s", table->scenario->side_name[side]);
    outbox_random_id(row.id);
    outbox_write(table->server, entry, &row, NULL);
    table->tells = true;
}

int notice_turn(Table *table, WriteSet *entry)
{
    int side = table_side(table);
    if (side != table->sent_side && side != NO_SIDE)
        write_notice(table, entry, side, "your-turn", 0);
    return side;
}

/* With the clock, whose reminder is written. */
void notice_time(Table *table, int side, int64_t left)
{
    write_notice(table, &table->pending, side, "time-runs-out", left);
}
