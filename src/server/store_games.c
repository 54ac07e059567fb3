/* store_games.c — games and who sits at them in the SQLite store. */
#include <stdlib.h>

#include "server/store_sqlite.h"

/* ---- seats ---- */

static bool read_seats(Sqlite *sqlite, GameRow *row)
{
    Rows rows = read_rows(sqlite, SEATS_OF, VALUES(as_number(row->number)));
    while (row->sides < SIDES && next_row(&rows)) {
        SeatRow *seat = &row->seat[row->sides++];
        take_text(&rows, seat->side, sizeof seat->side);
        seat->kind = (SeatKind)take_number(&rows);
        seat->user = take_number(&rows);
        take_text(&rows, seat->name, sizeof seat->name);
        seat->curtain = (uint8_t)take_number(&rows);
    }
    return end_rows(&rows);
}

static bool seat_set(Store *store, int64_t number, int side, const SeatRow *row)
{
    return write_values(own(store), SEAT_SET,
                        VALUES(as_number(number), as_number(side), as_text(row->side), as_number(row->kind),
                               as_number(row->user), as_text(row->kind == SEAT_PLAYER ? row->name : "")));
}

static bool curtain_set(Store *store, int64_t number, int side, uint8_t curtain)
{
    return write_values(own(store), CURTAIN_SET, VALUES(as_number(number), as_number(side), as_number(curtain)));
}

static bool seats_move(Store *store, int64_t from, int64_t to)
{
    return write_values(own(store), SEATS_MOVE, VALUES(as_number(from), as_number(to))) &&
           write_values(own(store), NOTES_MOVE, VALUES(as_number(from), as_number(to)));
}

static bool games_count(Store *store, int64_t user, int *games, int *tries)
{
    Rows rows = read_rows(own(store), GAMES_COUNT, VALUES(as_number(user)));
    bool found = next_row(&rows);
    *games = found ? (int)take_number(&rows) : 0;
    *tries = found ? (int)take_number(&rows) : 0;
    return end_rows(&rows) && found;
}

/* ---- one game ---- */

static bool take_game(Rows *rows, GameRow *out)
{
    memset(out, 0, sizeof *out);
    out->number = take_number(rows);
    take_text(rows, out->id, sizeof out->id);
    take_text(rows, out->scenario, sizeof out->scenario);
    take_text(rows, out->options, sizeof out->options);
    take_bytes(rows, out->seed, sizeof out->seed);
    out->branch_length = take_number(rows);
    take_bytes(rows, out->branch_seed, sizeof out->branch_seed);
    take_text(rows, out->invite, sizeof out->invite);
    out->is_public = take_number(rows);
    out->owner = take_number(rows);
    out->created = take_number(rows);
    out->changed = take_number(rows);
    out->over = take_number(rows);
    take_text(rows, out->verdict, sizeof out->verdict);
    out->turn = (int)take_number(rows);
    take_text(rows, out->asked, sizeof out->asked);
    take_text(rows, out->origin, sizeof out->origin);
    out->origin_order = (int)take_number(rows);
    take_text(rows, out->name, sizeof out->name);
    return read_seats(rows->sqlite, out);
}

static bool try_set(Store *store, const GameRow *row)
{
    return write_values(
        own(store), TRY_SET,
        VALUES(as_number(row->number), as_text(row->origin), as_number(row->origin_order), as_text(row->name)));
}

static bool shelve(Store *store, int64_t number, int64_t user)
{
    return write_values(own(store), SHELVE, VALUES(as_number(number), as_number(user)));
}

static bool game_add(Store *store, GameRow *row)
{
    Sqlite *sqlite = own(store);
    if (!write_values(sqlite, GAME_ADD,
                      VALUES(as_text(row->id), as_text(row->scenario), as_text(row->options),
                             as_bytes(row->seed, sizeof row->seed), as_number(row->branch_length),
                             as_bytes(row->branch_seed, sizeof row->branch_seed), as_text(row->invite),
                             as_number(row->is_public), as_number(row->owner), as_number(row->created),
                             as_number(row->changed), as_number(row->over), as_text(row->verdict), as_number(row->turn),
                             as_text(row->asked))))
        return false;
    row->number = sqlite3_last_insert_rowid(sqlite->database);
    for (int side = 0; side < row->sides; side++)
        if (!seat_set(store, row->number, side, &row->seat[side]) ||
            (row->seat[side].curtain && !curtain_set(store, row->number, side, row->seat[side].curtain)))
            return false;
    return !row->origin[0] || try_set(store, row);
}

static bool game_get(Store *store, const char *id, GameRow *out)
{
    Rows rows = read_rows(own(store), GAME_GET, VALUES(as_text(id)));
    bool found = next_row(&rows) && take_game(&rows, out);
    end_rows(&rows);
    return found;
}

static bool game_set(Store *store, const GameRow *row)
{
    return write_values(own(store), GAME_SET,
                        VALUES(as_number(row->number), as_number(row->over), as_text(row->verdict),
                               as_number(row->turn), as_text(row->asked), as_number(row->changed)));
}

static bool game_remove(Store *store, int64_t number)
{
    return write_values(own(store), GAME_REMOVE, VALUES(as_number(number)));
}

static bool gone_add(Store *store, const char *id, Gone why, int64_t now)
{
    return write_values(own(store), GONE_ADD, VALUES(as_text(id), as_number(why), as_number(now)));
}

static bool gone_get(Store *store, const char *id, Gone *why, int64_t *at)
{
    Rows rows = read_rows(own(store), GONE_GET, VALUES(as_text(id)));
    bool found = next_row(&rows);
    if (found) {
        *why = (Gone)take_number(&rows);
        *at = take_number(&rows);
    }
    end_rows(&rows);
    return found;
}

/* ---- many ---- */

static bool each_game(Rows rows, EachGame *each, void *context)
{
    GameRow *row = malloc(sizeof *row);
    while (row && next_row(&rows))
        if (take_game(&rows, row))
            each(context, row);
    bool all = row != NULL;
    free(row);
    return end_rows(&rows) && all;
}

static bool game_each(Store *store, EachGame *each, void *context)
{
    return each_game(read_rows(own(store), GAME_EACH, NO_VALUES), each, context);
}

static bool games_unplayed(Store *store, int64_t before, EachGame *each, void *context)
{
    return each_game(read_rows(own(store), GAMES_UNPLAYED, VALUES(as_number(before))), each, context);
}

static bool games_of(Store *store, int64_t user, int limit, EachGame *each, void *context)
{
    return each_game(read_rows(own(store), GAMES_OF, VALUES(as_number(user), as_number(limit))), each, context);
}

static bool games_open(Store *store, int64_t user, int limit, EachGame *each, void *context)
{
    return each_game(read_rows(own(store), GAMES_OPEN, VALUES(as_number(user), as_number(limit))), each, context);
}

static bool games_public(Store *store, int64_t user, int limit, EachGame *each, void *context)
{
    return each_game(read_rows(own(store), GAMES_PUBLIC, VALUES(as_number(user), as_number(limit))), each, context);
}

void game_operations(Store *store)
{
    store->game_add = game_add;
    store->game_get = game_get;
    store->game_set = game_set;
    store->game_remove = game_remove;
    store->try_set = try_set;
    store->shelve = shelve;
    store->game_each = game_each;
    store->gone_add = gone_add;
    store->gone_get = gone_get;
    store->games_unplayed = games_unplayed;
    store->games_of = games_of;
    store->games_open = games_open;
    store->games_public = games_public;
    store->seat_set = seat_set;
    store->seats_move = seats_move;
    store->games_count = games_count;
    store->curtain_set = curtain_set;
}
