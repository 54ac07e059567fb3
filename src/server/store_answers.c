/* store_answers.c — every question to the SQLite engine. What consists of several statements is read at one moment. */
#include <stdio.h>
#include <stdlib.h>

#include "server/store_sqlite.h"

/* ---- rows ---- */

static void take_user(Rows *rows, UserRow *out)
{
    memset(out, 0, sizeof *out);
    out->id = take_number(rows);
    take_text(rows, out->name, sizeof out->name);
    take_text(rows, out->password, sizeof out->password);
    take_text(rows, out->webhook, sizeof out->webhook);
    take_text(rows, out->language, sizeof out->language);
    take_text(rows, out->theme, sizeof out->theme);
    out->created = take_number(rows);
}

/* False if that fails; a user who is not there has id 0. */
static bool one_user(Rows rows, UserRow *out, int64_t *more)
{
    if (next_row(&rows)) {
        take_user(&rows, out);
        if (more)
            *more = take_number(&rows);
    }
    return end_rows(&rows);
}

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

/* False if that fails. */
static bool one_game(Sqlite *sqlite, const char *id, GameRow *out, bool *found)
{
    Rows rows = read_rows(sqlite, GAME_GET, VALUES(as_text(id)));
    bool good = true;
    *found = next_row(&rows);
    if (*found)
        good = take_game(&rows, out);
    return end_rows(&rows) && good;
}

static bool each_game(Rows rows, EachGame *each, void *context)
{
    GameRow *row = malloc(sizeof *row);
    bool all = row != NULL;
    while (all && next_row(&rows)) {
        all = take_game(&rows, row);
        if (all)
            each(context, row);
    }
    free(row);
    return end_rows(&rows) && all;
}

bool each_user(Sqlite *sqlite, EachUser *each, void *context)
{
    Rows rows = read_rows(sqlite, USER_EACH, NO_VALUES);
    UserRow row;
    while (next_row(&rows)) {
        take_user(&rows, &row);
        each(context, &row);
    }
    return end_rows(&rows);
}

static bool add_texts(Rows rows, Buffer *out)
{
    while (next_row(&rows)) {
        size_t length;
        const char *text = take_long_text(&rows, &length);
        buffer_add(out, text, length);
    }
    return end_rows(&rows) && !out->failed;
}

/* ---- journals ---- */

/* A sentence about a journal that is not as it was written; false. */
static bool spoiled(Sqlite *sqlite, int64_t number, const char *how)
{
    snprintf(sqlite->trouble, sizeof sqlite->trouble, "the journal of game number %lld %s", (long long)number, how);
    return false;
}

static int64_t length_of(Sqlite *sqlite, int64_t number)
{
    Rows rows = read_rows(sqlite, LENGTH_GET, VALUES(as_number(number)));
    int64_t length = next_row(&rows) ? take_number(&rows) : -1;
    end_rows(&rows);
    return length;
}

/* A game that goes on without a line that was acknowledged would be another game: such a journal is not opened. */
static bool read_journal(Sqlite *sqlite, int64_t number, Buffer *out)
{
    bool gap = false;
    Rows rows = read_rows(sqlite, JOURNAL_GET, VALUES(as_number(number)));
    while (next_row(&rows)) {
        size_t length;
        gap |= take_number(&rows) != (int64_t)out->length;
        const char *text = take_long_text(&rows, &length);
        buffer_add(out, text, length);
    }
    if (!end_rows(&rows))
        return false;
    if (out->failed)
        return spoiled(sqlite, number, "is larger than the memory that is left");
    if (gap)
        return spoiled(sqlite, number, "lacks lines in the middle");
    return length_of(sqlite, number) == (int64_t)out->length ||
           spoiled(sqlite, number, "does not end where it was last written to");
}

static bool answer_journal(Sqlite *sqlite, Ask *ask)
{
    JournalAsk *journal = (JournalAsk *)ask;
    return read_journal(sqlite, journal->number, &journal->text);
}

static bool read_standing(Sqlite *sqlite, TakeAsk *take)
{
    Rows rows = read_rows(sqlite, STANDING_GET, VALUES(as_number(take->row.number)));
    while (next_row(&rows)) {
        size_t length;
        int64_t side = take_number(&rows);
        const char *text = take_long_text(&rows, &length);
        if (side >= 0 && side < SIDES)
            buffer_add(&take->standing[side], text, length);
    }
    return end_rows(&rows);
}

static bool read_chat(Sqlite *sqlite, TakeAsk *take)
{
    Rows rows = read_rows(sqlite, CHAT_GET, VALUES(as_number(take->row.number), as_number(take->chat_kept)));
    while (next_row(&rows)) {
        size_t length;
        const char *name = take_long_text(&rows, &length), *text = take_long_text(&rows, &length);
        chat_line_add(&take->chat, name, text, take_number(&rows));
    }
    return end_rows(&rows);
}

static bool read_plans(Sqlite *sqlite, TakeAsk *take)
{
    Rows rows = read_rows(sqlite, PLAN_NOTES_GET, VALUES(as_number(take->row.number)));
    while (next_row(&rows)) {
        size_t length;
        int plan = (int)take_number(&rows);
        plan_note_add(&take->plans, plan, take_long_text(&rows, &length));
    }
    return end_rows(&rows);
}

static bool answer_take(Sqlite *sqlite, Ask *ask)
{
    TakeAsk *take = (TakeAsk *)ask;
    if (!one_game(sqlite, take->id, &take->row, &take->found))
        return false;
    return !take->found || (read_journal(sqlite, take->row.number, &take->journal) && read_standing(sqlite, take) &&
                            read_chat(sqlite, take) && read_plans(sqlite, take));
}

/* ---- people ---- */

static bool count_games(Sqlite *sqlite, VisitAsk *visit)
{
    Rows rows = read_rows(sqlite, GAMES_COUNT, VALUES(as_number(visit->user.id)));
    if (next_row(&rows)) {
        visit->games = (int)take_number(&rows);
        visit->tries = (int)take_number(&rows);
    }
    return end_rows(&rows);
}

static bool look_for_gone(Sqlite *sqlite, VisitAsk *visit)
{
    Rows rows = read_rows(sqlite, GONE_GET, VALUES(as_text(visit->game)));
    visit->gone = next_row(&rows);
    if (visit->gone) {
        visit->why = (Gone)take_number(&rows);
        visit->gone_at = take_number(&rows);
    }
    return end_rows(&rows);
}

static bool answer_visit(Sqlite *sqlite, Ask *ask)
{
    VisitAsk *visit = (VisitAsk *)ask;
    if (visit->has_token && !one_user(read_rows(sqlite, SESSION_USER, VALUES(as_bytes(visit->token, TOKEN_BYTES))),
                                      &visit->user, &visit->used))
        return false;
    bool stale = visit->used < visit->stale_before && !visit->user.password[0];
    if (visit->user.id && (visit->counts || stale) && !count_games(sqlite, visit))
        return false;
    if (!visit->game[0])
        return true;
    if (!one_game(sqlite, visit->game, &visit->row, &visit->found) || (!visit->found && !look_for_gone(sqlite, visit)))
        return false;
    return !visit->found || !visit->user.id ||
           add_texts(read_rows(sqlite, NOTE_GET, VALUES(as_number(visit->row.number), as_number(visit->user.id))),
                     &visit->note);
}

static bool answer_account(Sqlite *sqlite, Ask *ask)
{
    AccountAsk *account = (AccountAsk *)ask;
    if (!one_user(read_rows(sqlite, USER_NAMED, VALUES(as_text(account->name))), &account->user, NULL))
        return false;
    Rows rows = read_rows(sqlite, LIKENESS_GET, VALUES(as_text(account->likeness)));
    account->taken = next_row(&rows) || account->user.id;
    if (!end_rows(&rows))
        return false;
    rows = read_rows(sqlite, RECOVERY_GET, VALUES(as_number(account->user.id)));
    account->has_recovery = next_row(&rows);
    if (account->has_recovery)
        take_bytes(&rows, account->recovery, TOKEN_BYTES);
    return end_rows(&rows);
}

static bool answer_call(Sqlite *sqlite, Ask *ask)
{
    CallAsk *call = (CallAsk *)ask;
    if (!one_user(read_rows(sqlite, USER_GET, VALUES(as_number(call->id))), &call->user, NULL))
        return false;
    Rows rows = read_rows(sqlite, PUSHES_GET, VALUES(as_number(call->id)));
    while (next_row(&rows)) {
        size_t length;
        const char *endpoint = take_long_text(&rows, &length);
        buffer_add(&call->pushes, endpoint, length + 1);
    }
    return end_rows(&rows);
}

static bool answer_sessions(Sqlite *sqlite, Ask *ask)
{
    SessionsAsk *sessions = (SessionsAsk *)ask;
    Rows rows = read_rows(sqlite, SESSIONS_OF, VALUES(as_number(sessions->user)));
    while (next_row(&rows)) {
        SessionRow row;
        take_bytes(&rows, row.token, sizeof row.token);
        row.used = take_number(&rows);
        buffer_add(&sessions->rows, &row, sizeof row);
    }
    return end_rows(&rows);
}

static bool answer_latest(Sqlite *sqlite, Ask *ask)
{
    Rows rows = read_rows(sqlite, LATEST, NO_VALUES);
    ((LatestAsk *)ask)->at = next_row(&rows) ? take_number(&rows) : 0;
    return end_rows(&rows);
}

static bool answer_users(Sqlite *sqlite, Ask *ask)
{
    UsersAsk *users = (UsersAsk *)ask;
    return each_user(sqlite, users->each, users->context);
}

/* ---- games ---- */

static void add_row(void *context, const GameRow *row) { buffer_add(context, row, sizeof *row); }

static bool answer_lobby(Sqlite *sqlite, Ask *ask)
{
    static const Statement lists[LISTS] = {GAMES_OF, GAMES_OPEN, GAMES_PUBLIC};
    LobbyAsk *lobby = (LobbyAsk *)ask;
    for (int i = 0; i < LISTS; i++)
        if (!each_game(read_rows(sqlite, lists[i], VALUES(as_number(lobby->user), as_number(lobby->limit))), add_row,
                       &lobby->rows[i]) ||
            lobby->rows[i].failed)
            return false;
    return true;
}

static bool answer_games(Sqlite *sqlite, Ask *ask)
{
    GamesAsk *games = (GamesAsk *)ask;
    return each_game(read_rows(sqlite, GAME_EACH, NO_VALUES), games->each, games->context);
}

/* A journal that cannot be read is not known to be unused. */
static bool answer_unused(Sqlite *sqlite, Ask *ask)
{
    UnusedAsk *unused = (UnusedAsk *)ask;
    Rows rows = read_rows(sqlite, GAMES_UNUSED, VALUES(as_number(unused->before)));
    while (next_row(&rows)) {
        UnusedGame game = {0};
        Buffer journal = {0};
        game.number = take_number(&rows);
        game.branch_length = take_number(&rows);
        take_text(&rows, game.id, sizeof game.id);
        if (read_journal(sqlite, game.number, &journal) && unused->unused(&game, &journal))
            buffer_add(&unused->games, &game, sizeof game);
        buffer_free(&journal);
    }
    return end_rows(&rows);
}

/* Moves what was committed from the log to its place. */
static bool answer_tidy(Sqlite *sqlite, Ask *ask)
{
    (void)ask;
    sqlite3_wal_checkpoint_v2(sqlite->database, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    return true;
}

/* ---- all of them ---- */

static bool (*const answers[ASKS])(Sqlite *sqlite, Ask *ask) = {
    [ASK_VISIT] = answer_visit,       [ASK_ACCOUNT] = answer_account, [ASK_CALL] = answer_call,
    [ASK_SESSIONS] = answer_sessions, [ASK_LATEST] = answer_latest,   [ASK_TAKE] = answer_take,
    [ASK_JOURNAL] = answer_journal,   [ASK_LOBBY] = answer_lobby,     [ASK_UNUSED] = answer_unused,
    [ASK_USERS] = answer_users,       [ASK_GAMES] = answer_games,     [ASK_TIDY] = answer_tidy,
};

void sqlite_answer(Engine *engine, Ask *ask)
{
    Sqlite *sqlite = own(engine);
    bool together = ask->kind != ASK_TIDY;
    ask->failed = (together && !run_statement(sqlite, BEGIN_READING, NO_VALUES)) || !answers[ask->kind](sqlite, ask);
    if (ask->failed)
        snprintf(ask->trouble, sizeof ask->trouble, "%s", sqlite->trouble);
    if (together && !sqlite3_get_autocommit(sqlite->database))
        run_statement(sqlite, COMMIT, NO_VALUES);
}
