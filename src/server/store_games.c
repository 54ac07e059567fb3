/* store_games.c — games and who sits at them in the SQLite store. */
#include <stdlib.h>

#include "server/store_sqlite.h"

static void column_seed(sqlite3_stmt *statement, int at, uint8_t out[SHA256_BYTES])
{
    const void *bytes = sqlite3_column_blob(statement, at);
    memset(out, 0, SHA256_BYTES);
    if (bytes && sqlite3_column_bytes(statement, at) == SHA256_BYTES)
        memcpy(out, bytes, SHA256_BYTES);
}

static bool read_seats(Sqlite *sqlite, GameRow *row)
{
    sqlite3_stmt *statement = prepared(sqlite, SEATS_OF);
    int status;
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, row->number);
    while ((status = sqlite3_step(statement)) == SQLITE_ROW && row->sides < SIDES) {
        SeatRow *seat = &row->seat[row->sides++];
        column_text(statement, 1, seat->side, sizeof seat->side);
        seat->kind = (SeatKind)sqlite3_column_int(statement, 2);
        seat->user = sqlite3_column_int64(statement, 3);
        column_text(statement, 4, seat->name, sizeof seat->name);
        seat->curtain = (uint8_t)sqlite3_column_int(statement, 5);
    }
    sqlite3_reset(statement);
    return status == SQLITE_DONE || status == SQLITE_ROW || fail(sqlite, status);
}

static bool read_game(Sqlite *sqlite, sqlite3_stmt *statement, GameRow *out)
{
    memset(out, 0, sizeof *out);
    out->number = sqlite3_column_int64(statement, 0);
    column_text(statement, 1, out->id, sizeof out->id);
    column_text(statement, 2, out->scenario, sizeof out->scenario);
    column_text(statement, 3, out->options, sizeof out->options);
    column_seed(statement, 4, out->seed);
    out->branch_length = sqlite3_column_int64(statement, 5);
    column_seed(statement, 6, out->branch_seed);
    column_text(statement, 7, out->invite, sizeof out->invite);
    out->is_public = sqlite3_column_int(statement, 8);
    out->owner = sqlite3_column_int64(statement, 9);
    out->created = sqlite3_column_int64(statement, 10);
    out->changed = sqlite3_column_int64(statement, 11);
    out->over = sqlite3_column_int(statement, 12);
    column_text(statement, 13, out->verdict, sizeof out->verdict);
    out->turn = sqlite3_column_int(statement, 14);
    column_text(statement, 15, out->asked, sizeof out->asked);
    return read_seats(sqlite, out);
}

static bool seat_set(Store *store, int64_t number, int side, const SeatRow *row)
{
    sqlite3_stmt *statement = writing(own(store), SEAT_SET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int(statement, 2, side);
    bind_text(statement, 3, row->side);
    sqlite3_bind_int(statement, 4, (int)row->kind);
    sqlite3_bind_int64(statement, 5, row->user);
    bind_text(statement, 6, row->kind == SEAT_PLAYER ? row->name : "");
    return written(own(store), statement);
}

static bool curtain_set(Store *store, int64_t number, int side, uint8_t curtain)
{
    sqlite3_stmt *statement = writing(own(store), CURTAIN_SET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int(statement, 2, side);
    sqlite3_bind_int(statement, 3, curtain);
    return written(own(store), statement);
}

static bool game_add(Store *store, GameRow *row)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = writing(sqlite, GAME_ADD);
    if (!statement)
        return false;
    bind_text(statement, 1, row->id);
    bind_text(statement, 2, row->scenario);
    bind_text(statement, 3, row->options);
    sqlite3_bind_blob(statement, 4, row->seed, SHA256_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 5, row->branch_length);
    sqlite3_bind_blob(statement, 6, row->branch_seed, SHA256_BYTES, SQLITE_STATIC);
    bind_text(statement, 7, row->invite);
    sqlite3_bind_int(statement, 8, row->is_public);
    sqlite3_bind_int64(statement, 9, row->owner);
    sqlite3_bind_int64(statement, 10, row->created);
    sqlite3_bind_int64(statement, 11, row->changed);
    sqlite3_bind_int(statement, 12, row->over);
    bind_text(statement, 13, row->verdict);
    sqlite3_bind_int(statement, 14, row->turn);
    bind_text(statement, 15, row->asked);
    if (!written(sqlite, statement))
        return false;
    row->number = sqlite3_last_insert_rowid(sqlite->database);
    for (int side = 0; side < row->sides; side++)
        if (!seat_set(store, row->number, side, &row->seat[side]) ||
            (row->seat[side].curtain && !curtain_set(store, row->number, side, row->seat[side].curtain)))
            return false;
    return true;
}

static bool game_get(Store *store, const char *id, GameRow *out)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = prepared(sqlite, GAME_GET);
    if (!statement)
        return false;
    bind_text(statement, 1, id);
    int status = sqlite3_step(statement);
    bool found = status == SQLITE_ROW && read_game(sqlite, statement, out);
    if (status != SQLITE_ROW && status != SQLITE_DONE)
        fail(sqlite, status);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return found;
}

static bool game_set(Store *store, const GameRow *row)
{
    sqlite3_stmt *statement = writing(own(store), GAME_SET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, row->number);
    sqlite3_bind_int(statement, 2, row->over);
    bind_text(statement, 3, row->verdict);
    sqlite3_bind_int(statement, 4, row->turn);
    bind_text(statement, 5, row->asked);
    sqlite3_bind_int64(statement, 6, row->changed);
    return written(own(store), statement);
}

static bool game_remove(Store *store, int64_t number) { return with_number(own(store), GAME_REMOVE, number); }

static bool games(Sqlite *sqlite, sqlite3_stmt *statement, EachGame *each, void *context)
{
    GameRow *row = malloc(sizeof *row);
    int status = SQLITE_DONE;
    if (!row)
        return false;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW)
        if (read_game(sqlite, statement, row))
            each(context, row);
    sqlite3_reset(statement);
    free(row);
    return status == SQLITE_DONE || fail(sqlite, status);
}

static bool gone_add(Store *store, const char *id, Gone why, int64_t now)
{
    sqlite3_stmt *statement = writing(own(store), GONE_ADD);
    if (!statement)
        return false;
    bind_text(statement, 1, id);
    sqlite3_bind_int(statement, 2, (int)why);
    sqlite3_bind_int64(statement, 3, now);
    return written(own(store), statement);
}

static bool gone_get(Store *store, const char *id, Gone *why, int64_t *at)
{
    sqlite3_stmt *statement = prepared(own(store), GONE_GET);
    if (!statement)
        return false;
    bind_text(statement, 1, id);
    bool found = sqlite3_step(statement) == SQLITE_ROW;
    if (found) {
        *why = (Gone)sqlite3_column_int(statement, 0);
        *at = sqlite3_column_int64(statement, 1);
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return found;
}

static bool games_unplayed(Store *store, int64_t before, EachGame *each, void *context)
{
    sqlite3_stmt *statement = prepared(own(store), GAMES_UNPLAYED);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, before);
    return games(own(store), statement, each, context);
}

static bool game_each(Store *store, EachGame *each, void *context)
{
    sqlite3_stmt *statement = prepared(own(store), GAME_EACH);
    return statement && games(own(store), statement, each, context);
}

static bool games_for(Store *store, Statement which, int64_t user, int limit, EachGame *each, void *context)
{
    sqlite3_stmt *statement = prepared(own(store), which);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, user);
    sqlite3_bind_int(statement, 2, limit);
    return games(own(store), statement, each, context);
}

static bool games_of(Store *store, int64_t user, int limit, EachGame *each, void *context)
{
    return games_for(store, GAMES_OF, user, limit, each, context);
}

static bool games_open(Store *store, int64_t user, int limit, EachGame *each, void *context)
{
    return games_for(store, GAMES_OPEN, user, limit, each, context);
}

static bool seats_move(Store *store, int64_t from, int64_t to)
{
    sqlite3_stmt *statement = writing(own(store), SEATS_MOVE);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, from);
    sqlite3_bind_int64(statement, 2, to);
    return written(own(store), statement);
}

void game_operations(Store *store)
{
    store->game_add = game_add;
    store->game_get = game_get;
    store->game_set = game_set;
    store->game_remove = game_remove;
    store->game_each = game_each;
    store->gone_add = gone_add;
    store->gone_get = gone_get;
    store->games_unplayed = games_unplayed;
    store->games_of = games_of;
    store->games_open = games_open;
    store->seat_set = seat_set;
    store->seats_move = seats_move;
    store->curtain_set = curtain_set;
}
