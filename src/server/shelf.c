/* shelf.c — a player's own list of games: what-ifs get names and are deleted, games that are over are put away. */
#include <stdio.h>

#include "server/own.h"

void try_name(const json_t *body, GameRow *row)
{
    const char *name = json_string_value(json_object_get(body, "name"));
    size_t length = name ? strlen(name) : 0;
    if (length >= sizeof row->name) /* never in the midst of a letter */
        for (length = sizeof row->name - 1; length && ((unsigned char)name[length] & 0xC0) == 0x80;)
            length--;
    memcpy(row->name, name ? name : "", length);
    row->name[length] = '\0';
}

/* The game as it is at its table or in the store; false if there is none that the user sits at. */
static bool own_game(Server *server, const UserRow *user, const char *id, GameRow *row)
{
    const Table *table = table_find(server, id);
    if (table)
        *row = table->row;
    return (table || server->store->game_get(server->store, id, row)) && seated(row, user->id);
}

static unsigned written(Store *store, bool good, Buffer *out)
{
    if (good && store->commit(store)) {
        buffer_clear(out);
        buffer_literal(out, "{}");
        return 200;
    }
    store->rollback(store);
    return error_answer(out, 507, store->trouble(store));
}

unsigned shelf_name(Server *server, const UserRow *user, const char *id, const json_t *body, Buffer *out)
{
    GameRow row;
    Table *table = table_find(server, id);
    if (!own_game(server, user, id, &row))
        return error_answer(out, 404, "server.no-such-game");
    if (!row.origin[0])
        return error_answer(out, 409, "server.only-name-own");
    try_name(body, &row);
    unsigned status = written(server->store, tables_commit(server) && server->store->try_set(server->store, &row), out);
    if (status == 200 && table)
        memcpy(table->row.name, row.name, sizeof row.name);
    return status;
}

/* A what-if is its owner's alone and goes for good; of a game that is over the others keep theirs. */
unsigned shelf_forget(Server *server, const UserRow *user, const char *id, Buffer *out)
{
    GameRow row;
    Store *store = server->store;
    Table *table = table_find(server, id);
    if (!own_game(server, user, id, &row))
        return error_answer(out, 404, "server.no-such-game");
    if (!row.branch_length || row.owner != user->id) {
        if (!row.over)
            return error_answer(out, 409, "server.game-goes-cannot-put-away");
        return written(store, tables_commit(server) && store->shelve(store, row.number, user->id), out);
    }
    bool good = tables_commit(server);
    tables_tell_presence(server);
    if (table && !table_rests(table))
        return error_answer(out, 409, "server.somebody-still-looks");
    good = good && store->game_remove(store, row.number) && store->gone_add(store, row.id, GONE_REMOVED, now_seconds());
    unsigned status = written(store, good, out);
    if (status == 200 && table)
        table_free(table);
    return status;
}
