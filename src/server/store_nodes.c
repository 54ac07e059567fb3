/* store_nodes.c — servers that share a database: which nodes live, which node holds which game, and what each must know
 * of others.
 *
 * A node lives as long as its lease runs, by the database's clock, and while the session exists by which it renews the
 * lease. A game is held by one node at a time: its number stands beside the length of the journal, and a round that
 * appends lines compares both. A node that takes a game writes that row first, so every write under way there is over
 * before the node reads; and it uses what it read after its commit, which waits for the standby as every commit
 * does. */
#include <stdio.h>

#include "server/store_sql.h"

/* ---- holding ---- */

/* Where a game stands in the store. */
typedef struct Holder {
    int64_t game, epoch;
    bool lives, silent; /* silent: its lease has not ended, but was not renewed lately */
    char address[NODE_ADDRESS];
} Holder;

/* False if that fails; of a game that is not there the number is 0. */
static bool holder_of(Sql *sql, const char *id, Holder *out)
{
    *out = (Holder){0};
    Rows rows = read_rows(sql, HOLDER_GET, VALUES(as_text(id)));
    if (next_row(&rows)) {
        out->game = take_number(&rows);
        out->epoch = take_number(&rows);
        out->lives = take_number(&rows);
        take_text(&rows, out->address, sizeof out->address);
        out->silent = take_number(&rows);
    }
    return end_rows(&rows);
}

bool find_holder(Sql *sql, const char *id, char node[NODE_ADDRESS], bool *silent)
{
    Holder holder;
    if (!holder_of(sql, id, &holder))
        return false;
    if (holder.lives && holder.epoch != sql->engine.epoch)
        memcpy(node, holder.address, NODE_ADDRESS);
    *silent = node[0] && holder.silent;
    return true;
}

/* Nothing that a dead node had under way holds up the next node. */
static bool end_sessions(Sql *sql, int64_t epoch)
{
    Rows rows = read_rows(sql, HOLDER_ENDS, VALUES(as_number(epoch)));
    while (next_row(&rows))
        continue;
    return end_rows(&rows);
}

/* One try: `taken` if the row was as it had been seen. */
static bool set_holder(Sql *sql, const Holder *seen, bool *taken)
{
    Rows rows =
        read_rows(sql, HOLDER_SET, VALUES(as_number(seen->game), as_number(sql->engine.epoch), as_number(seen->epoch)));
    *taken = next_row(&rows);
    return end_rows(&rows);
}

bool hold_game(Sql *sql, TakeAsk *take)
{
    enum { TRIES = 3 };
    for (int i = 0; i < TRIES; i++) {
        Holder holder;
        bool taken;
        if (!holder_of(sql, take->id, &holder))
            return false;
        if (!holder.game) /* there is no such game, which reading it shows */
            return true;
        bool other = holder.epoch && holder.epoch != sql->engine.epoch;
        if (other && holder.lives) {
            take->elsewhere = true;
            memcpy(take->node, holder.address, sizeof take->node);
            return true;
        }
        if ((other && !end_sessions(sql, holder.epoch)) || !set_holder(sql, &holder, &taken))
            return false;
        if (taken)
            return true;
    }
    take->elsewhere = true; /* others are quicker: the next try finds the new holder */
    return true;
}

/* ---- editions ---- */

void edition_of_journal(const Buffer *journal, char out[EDITION_TEXT])
{
    static const char word[] = "edition ";
    const char *end = journal->bytes + journal->length;
    out[0] = '\0';
    for (const char *at = journal->bytes, *stop; at && at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            return;
        size_t length = (size_t)(stop - at);
        if (length > strlen(word) && !memcmp(at, word, strlen(word)))
            snprintf(out, EDITION_TEXT, "%.*s", (int)(length - strlen(word)), at + strlen(word));
    }
}

/* A game of another edition is left to a node that has it. If none does, it goes on here as well as it can. */
bool hold_edition(Sql *sql, TakeAsk *take)
{
    char edition[EDITION_TEXT];
    edition_of_journal(&take->journal, edition);
    if (take->row.over || !strcmp(edition, take->edition))
        return true;
    Rows rows = read_rows(
        sql, EDITION_ELSEWHERE,
        VALUES(as_text(take->row.scenario), as_text(edition), as_number(sql->engine.epoch), as_text(take->id)));
    if (next_row(&rows)) {
        take->elsewhere = true;
        take_text(&rows, take->node, sizeof take->node);
    }
    return end_rows(&rows);
}

/* ---- leases ---- */

static bool read_number(Sql *sql, Statement which, const Value *values, int count, int64_t *out)
{
    Rows rows = read_rows(sql, which, values, count);
    *out = next_row(&rows) ? take_number(&rows) : 0;
    return end_rows(&rows);
}

static bool join_nodes(Sql *sql, LeaseAsk *lease)
{
    if (!read_number(sql, NODE_ADD, VALUES(as_text(lease->address)), &lease->epoch))
        return false;
    for (size_t at = 0; at < lease->editions->length; at += sizeof(EditionRow)) {
        EditionRow row;
        memcpy(&row, lease->editions->bytes + at, sizeof row);
        if (!run_statement(sql, NODE_EDITION,
                           VALUES(as_number(lease->epoch), as_text(row.scenario), as_text(row.edition))))
            return false;
    }
    return true;
}

static bool renew(Sql *sql, LeaseAsk *lease)
{
    int64_t same, locked;
    if (!read_number(sql, NODE_LEASE,
                     VALUES(as_number(lease->epoch), as_number(lease->seconds), as_text(lease->address)), &same))
        return false;
    lease->again = !same;
    if (!lease->again)
        return true;
    if (!read_number(sql, NODE_LOCK, NO_VALUES, &locked))
        return false;
    if (!locked)
        snprintf(sql->trouble, sizeof sql->trouble, "somebody needs the store for himself alone");
    return locked;
}

static bool read_changes(Sql *sql, LeaseAsk *lease)
{
    Rows rows = read_rows(sql, CHANGES_SINCE, VALUES(as_number(lease->position)));
    int64_t position = lease->position;
    while (next_row(&rows)) {
        ChangeRow row = {0};
        position = take_number(&rows);
        int64_t kind = take_number(&rows);
        row.epoch = take_number(&rows);
        row.first = take_number(&rows);
        row.second = take_number(&rows);
        take_bytes(&rows, row.token, sizeof row.token);
        take_text(&rows, row.name, sizeof row.name);
        row.kind = (ChangeKind)kind;
        if (kind >= 0 && row.epoch != lease->epoch)
            buffer_add(&lease->changes, &row, sizeof row);
    }
    if (!end_rows(&rows) || lease->changes.failed)
        return false;
    lease->position = position;
    return true;
}

static bool read_held(Sql *sql, LeaseAsk *lease)
{
    return list_rows(read_rows(sql, HELD_BY, VALUES(as_number(lease->epoch))), take_one_number, sizeof(int64_t),
                     &lease->held);
}

static bool read_leader(Sql *sql, LeaseAsk *lease)
{
    Rows rows = read_rows(sql, NODE_LEADS, NO_VALUES);
    if (next_row(&rows)) {
        lease->leader = take_number(&rows);
        take_text(&rows, lease->leader_address, sizeof lease->leader_address);
    }
    return end_rows(&rows);
}

/* Tasks for a single node are done by one at a time. */
static bool lead(Sql *sql, const LeaseAsk *lease)
{
    return (!lease->counts || run_statement(sql, UPTIME_PASSES, NO_VALUES)) &&
           run_statement(sql, NODES_TIDY, NO_VALUES);
}

bool answer_lease(Sql *sql, Ask *ask)
{
    LeaseAsk *lease = (LeaseAsk *)ask;
    if (lease->leaves)
        return run_statement(sql, NODE_LEAVES, VALUES(as_number(lease->epoch))) &&
               run_statement(sql, NODE_GONE, VALUES(as_number(lease->epoch)));
    if (!lease->epoch && !join_nodes(sql, lease))
        return false;
    return renew(sql, lease) && read_leader(sql, lease) && (lease->leader != lease->epoch || lead(sql, lease)) &&
           read_number(sql, UPTIME_GET, NO_VALUES, &lease->uptime) && read_changes(sql, lease) &&
           (!(lease->wants_held || lease->again) || read_held(sql, lease));
}
