/* store_answers.c — every question to an engine that speaks SQL, and which statements each write consists of.
 *
 * What may take long consists of several statements that must fit together, and is read at one moment. */
#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"
#include "server/store_sql.h"

/* ---- drivers ---- */

bool run_statement(Sql *sql, Statement which, const Value *values, int count)
{
    return sql->driver->run(sql, which, values, count);
}

Rows read_rows(Sql *sql, Statement which, const Value *values, int count)
{
    Rows rows = {.sql = sql, .row = -1};
    sql->driver->read(&rows, which, values, count);
    return rows;
}

bool next_row(Rows *rows)
{
    rows->column = 0;
    rows->row++;
    if (rows->cursor && rows->sql->driver->next(rows))
        return true;
    end_rows(rows);
    return false;
}

bool end_rows(Rows *rows)
{
    if (rows->cursor)
        rows->sql->driver->end(rows);
    rows->cursor = NULL;
    return !rows->failed;
}

int64_t take_number(Rows *rows)
{
    int64_t number = rows->sql->driver->number(rows);
    rows->column++;
    return number;
}

const char *take_long_text(Rows *rows, size_t *length)
{
    const char *text = rows->sql->driver->bytes(rows, length);
    rows->column++;
    return text ? text : "";
}

void take_text(Rows *rows, char *out, size_t room)
{
    size_t length;
    snprintf(out, room, "%s", take_long_text(rows, &length));
}

void take_bytes(Rows *rows, void *out, size_t length)
{
    size_t there;
    const char *bytes = take_long_text(rows, &there);
    memset(out, 0, length);
    if (there == length)
        memcpy(out, bytes, length);
}

bool list_rows(Rows rows, TakeRow *take, size_t size, Buffer *out)
{
    union {
        char bytes[sizeof(ReportRow)]; /* the largest that is listed */
        max_align_t aligned;
    } row;
    assert(size <= sizeof row);
    while (next_row(&rows)) {
        memset(&row, 0, size);
        take(&rows, &row);
        buffer_add(out, row.bytes, size);
    }
    return end_rows(&rows) && !out->failed;
}

void take_one_number(Rows *rows, void *number) { *(int64_t *)number = take_number(rows); }

const Statement statements_of[WRITES][STATEMENTS_A_WRITE] = {
    [WRITE_REGISTER] = {REGISTER},
    [WRITE_PUSH] = {PUSH_SET, PUSH_TRIM},
    [WRITE_USER_FREE] = {USER_FREE},
    [WRITE_REMOVE_UNUSED] = {REMOVE_UNUSED, JOURNAL_REMOVE},
    [WRITE_USER_ADD] = {USER_ADD},
    [WRITE_SETTINGS] = {SETTINGS_SET},
    [WRITE_PASSWORD] = {PASSWORD_SET},
    [WRITE_USER_REMOVE] = {USER_OPEN_SEATS, USER_END_SESSIONS, USER_END_NOTES, USER_REMOVE, CAMPAIGNS_ORPHANED},
    [WRITE_LIKENESS] = {LIKENESS_SET},
    [WRITE_RECOVERY] = {RECOVERY_SET},
    [WRITE_SESSION_ADD] = {SESSION_ADD},
    [WRITE_SESSION_USE] = {SESSION_USE},
    [WRITE_SESSION_REMOVE] = {SESSION_REMOVE, SESSION_ENDS_PUSHES},
    [WRITE_PUSHES_FOLLOW] = {PUSHES_FOLLOW},
    [WRITE_SESSIONS_END] = {USER_END_SESSIONS},
    [WRITE_SESSIONS_EXPIRE] = {SESSIONS_EXPIRE, SESSIONS_END_PUSHES},
    [WRITE_GUESTS_EXPIRE] = {GUESTS_EXPIRE, GUESTS_NOTES, GUESTS_SESSIONS, CAMPAIGNS_ORPHANED},
    [WRITE_GAME_ADD] = {GAME_ADD},
    [WRITE_GAME_SET] = {GAME_SET},
    [WRITE_GAME_REMOVE] = {GAME_REMOVE, JOURNAL_REMOVE},
    [WRITE_GONE] = {GONE_ADD},
    [WRITE_TRY] = {TRY_SET},
    [WRITE_ROLL] = {ROLL_SET},
    [WRITE_SHELVE] = {SHELVE},
    [WRITE_SEAT] = {SEAT_SET},
    [WRITE_SEATS_MOVE] = {SEATS_MOVE, NOTES_MOVE, HOST_MOVE, BARS_MOVE, CAMPAIGNS_MOVE},
    [WRITE_PERSON_MOVE] = {BLOCKS_MOVE, BLOCKED_MOVE, PUSHES_MOVE},
    [WRITE_CURTAIN] = {CURTAIN_SET},
    [WRITE_OFFER] = {OFFER_SET},
    [WRITE_OFFER_END] = {OFFER_END},
    [WRITE_BAR] = {BAR_SET},
    [WRITE_BAR_END] = {BAR_END},
    [WRITE_BLOCK] = {BLOCK_SET},
    [WRITE_BLOCK_END] = {BLOCK_END},
    [WRITE_TERMS] = {TERMS_SET},
    [WRITE_CLOCK] = {CLOCK_SET},
    [WRITE_UPTIME] = {UPTIME_SET},
    [WRITE_REMATCH] = {REMATCH_SET},
    [WRITE_RESULT] = {RESULT_ADD},
    [WRITE_RATING] = {RATING_SET},
    [WRITE_MAIL] = {MAIL_SET},
    [WRITE_MAIL_CONFIRM] = {MAIL_CONFIRM},
    [WRITE_MAIL_STOP] = {MAIL_STOP},
    [WRITE_DIGEST] = {DIGEST_SET},
    [WRITE_REPORT] = {REPORT_ADD},
    [WRITE_REPORT_CLOSE] = {REPORT_CLOSE},
    [WRITE_BAN] = {BAN_SET},
    [WRITE_BAN_END] = {BAN_LIFT},
    [WRITE_MODERATOR] = {MODERATOR_SET},
    [WRITE_MODERATOR_END] = {MODERATOR_END},
    [WRITE_MOD_LOG] = {MOD_LOG_ADD},
    [WRITE_CHAT] = {CHAT_ADD, CHAT_TRIM},
    [WRITE_NOTE] = {NOTE_SET},
    [WRITE_OUTBOX] = {OUTBOX_ADD},
    [WRITE_OUTBOX_DONE] = {OUTBOX_DONE},
    [WRITE_WORK_KEY] = {WORK_KEY_ADD},
    [WRITE_WORK_KEY_END] = {WORK_KEY_END},
    [WRITE_CAMPAIGN] = {CAMPAIGN_ADD, CAMPAIGN_UNITS},
    [WRITE_CAMPAIGN_STOP] = {CAMPAIGN_STOP},
    [WRITE_PLAN_NOTE] = {PLAN_NOTE_SET},
    [WRITE_STANDING] = {STANDING_SET},
    [WRITE_PUSH_DROP] = {PUSH_DROP},
    [WRITE_PUSHES_DROP] = {PUSHES_DROP},
    [WRITE_HOLD] = {HOLD},
    [WRITE_RELEASE] = {RELEASE, PRESENCE_END},
    [WRITE_CHANGE] = {CHANGE_ADD},
    [WRITE_PRESENCE] = {PRESENCE_SET},
    [WRITE_PROBE] = {PROBE},
};

/* ---- rows ---- */

static void take_user(Rows *rows, void *row)
{
    UserRow *out = row;
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

static bool read_seats(Sql *sql, GameRow *row)
{
    Rows rows = read_rows(sql, SEATS_OF, VALUES(as_number(row->number)));
    while (row->sides < SIDES && next_row(&rows)) {
        SeatRow *seat = &row->seat[row->sides++];
        take_text(&rows, seat->side, sizeof seat->side);
        seat->kind = (SeatKind)take_number(&rows);
        seat->user = take_number(&rows);
        take_text(&rows, seat->name, sizeof seat->name);
        seat->curtain = (uint8_t)take_number(&rows);
        take_text(&rows, seat->stand_in, sizeof seat->stand_in);
        seat->offered_to = take_number(&rows);
        seat->offered = seat->offered_to >= 0;
        take_text(&rows, seat->secret, sizeof seat->secret);
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
    char text[TERMS_TEXT];
    take_text(rows, text, sizeof text);
    terms_read(text, &out->terms);
    take_text(rows, text, sizeof text);
    clock_read(text, &out->clock);
    out->online = (unsigned)take_number(rows);
    out->spectators = (int)take_number(rows);
    return read_seats(rows->sql, out);
}

/* False if that fails. */
static bool one_game(Sql *sql, const char *id, GameRow *out, bool *found)
{
    Rows rows = read_rows(sql, GAME_GET, VALUES(as_text(id)));
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

bool each_user(Sql *sql, EachUser *each, void *context)
{
    Rows rows = read_rows(sql, USER_EACH, NO_VALUES);
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
static bool spoiled(Sql *sql, int64_t number, const char *how)
{
    snprintf(sql->trouble, sizeof sql->trouble, "the journal of game number %lld %s", (long long)number, how);
    return false;
}

static int64_t length_of(Sql *sql, int64_t number)
{
    Rows rows = read_rows(sql, LENGTH_GET, VALUES(as_number(number)));
    int64_t length = next_row(&rows) ? take_number(&rows) : -1;
    end_rows(&rows);
    return length;
}

/* A game that goes on without a line that was acknowledged would be another game: such a journal is not opened. */
static bool read_journal(Sql *sql, int64_t number, Buffer *out)
{
    bool gap = false;
    Rows rows = read_rows(sql, JOURNAL_GET, VALUES(as_number(number)));
    while (next_row(&rows)) {
        size_t length;
        gap |= take_number(&rows) != (int64_t)out->length;
        const char *text = take_long_text(&rows, &length);
        buffer_add(out, text, length);
    }
    if (!end_rows(&rows))
        return false;
    if (out->failed)
        return spoiled(sql, number, "is larger than the memory that is left");
    if (gap)
        return spoiled(sql, number, "lacks lines in the middle");
    return length_of(sql, number) == (int64_t)out->length ||
           spoiled(sql, number, "does not end where it was last written to");
}

static bool answer_journal(Sql *sql, Ask *ask)
{
    JournalAsk *journal = (JournalAsk *)ask;
    return read_journal(sql, journal->number, &journal->text);
}

static bool read_standing(Sql *sql, TakeAsk *take)
{
    Rows rows = read_rows(sql, STANDING_GET, VALUES(as_number(take->row.number)));
    while (next_row(&rows)) {
        size_t length;
        int64_t side = take_number(&rows);
        const char *text = take_long_text(&rows, &length);
        if (side >= 0 && side < SIDES)
            buffer_add(&take->standing[side], text, length);
    }
    return end_rows(&rows);
}

static bool read_chat(Sql *sql, TakeAsk *take)
{
    Rows rows = read_rows(sql, CHAT_GET, VALUES(as_number(take->row.number), as_number(take->chat_kept)));
    while (next_row(&rows)) {
        size_t length;
        ChatLine line = {.name = take_long_text(&rows, &length)};
        line.text = take_long_text(&rows, &length);
        line.at = take_number(&rows);
        line.user = take_number(&rows);
        chat_line_add(&take->chat, &line);
    }
    return end_rows(&rows);
}

static bool read_plans(Sql *sql, TakeAsk *take)
{
    Rows rows = read_rows(sql, PLAN_NOTES_GET, VALUES(as_number(take->row.number)));
    while (next_row(&rows)) {
        size_t length;
        int plan = (int)take_number(&rows);
        plan_note_add(&take->plans, plan, take_long_text(&rows, &length));
    }
    return end_rows(&rows);
}

static void take_barred(Rows *rows, void *out)
{
    BarredRow *row = out;
    row->user = take_number(rows);
    row->what = take_number(rows);
}

static bool read_barred(Sql *sql, TakeAsk *take)
{
    return list_rows(read_rows(sql, BARRED_HERE, VALUES(as_number(take->row.number))), take_barred, sizeof(BarredRow),
                     &take->barred);
}

static bool read_roll(Sql *sql, TakeAsk *take)
{
    Rows rows = read_rows(sql, ROLL_GET, VALUES(as_number(take->row.number)));
    if (next_row(&rows)) {
        take->roll_bytes = take_number(&rows);
        take->roll_until = take_number(&rows);
    }
    return end_rows(&rows);
}

static bool answer_take(Sql *sql, Ask *ask)
{
    TakeAsk *take = (TakeAsk *)ask;
    if (take->hold && !hold_game(sql, take))
        return false;
    if (take->elsewhere)
        return true;
    if (!one_game(sql, take->id, &take->row, &take->found))
        return false;
    return !take->found || (read_journal(sql, take->row.number, &take->journal) && read_standing(sql, take) &&
                            read_chat(sql, take) && read_plans(sql, take) && read_barred(sql, take) &&
                            read_roll(sql, take) && (!take->hold || hold_edition(sql, take)));
}

/* ---- people ---- */

static bool count_games(Sql *sql, VisitAsk *visit)
{
    Rows rows = read_rows(sql, GAMES_COUNT, VALUES(as_number(visit->user.id)));
    if (next_row(&rows)) {
        visit->games = (int)take_number(&rows);
        visit->tries = (int)take_number(&rows);
    }
    return end_rows(&rows);
}

static bool look_for_gone(Sql *sql, VisitAsk *visit)
{
    Rows rows = read_rows(sql, GONE_GET, VALUES(as_text(visit->game)));
    visit->gone = next_row(&rows);
    if (visit->gone) {
        visit->why = (Gone)take_number(&rows);
        visit->gone_at = take_number(&rows);
    }
    return end_rows(&rows);
}

/* The bars that keep the visitor from a seat there. */
static bool look_for_bars(Sql *sql, VisitAsk *visit)
{
    Rows rows = read_rows(sql, BARRED_OF, VALUES(as_number(visit->row.number), as_number(visit->user.id)));
    while (next_row(&rows)) {
        visit->barred |= 1u << (unsigned)take_number(&rows);
        int64_t blocker = take_number(&rows);
        if (blocker)
            buffer_add(&visit->blockers, &blocker, sizeof blocker);
    }
    return end_rows(&rows);
}

static bool look_for_blocks(Sql *sql, VisitAsk *visit)
{
    return list_rows(read_rows(sql, BLOCKS_OF, VALUES(as_number(visit->user.id))), take_one_number, sizeof(int64_t),
                     &visit->blocks);
}

static bool look_for_rematch(Sql *sql, VisitAsk *visit)
{
    Rows rows = read_rows(sql, REMATCH_GET, VALUES(as_number(visit->row.number)));
    if (next_row(&rows))
        take_text(&rows, visit->rematch, sizeof visit->rematch);
    return end_rows(&rows);
}

static bool answer_visit(Sql *sql, Ask *ask)
{
    VisitAsk *visit = (VisitAsk *)ask;
    if (visit->has_token && !one_user(read_rows(sql, SESSION_USER, VALUES(as_bytes(visit->token, TOKEN_BYTES))),
                                      &visit->user, &visit->used))
        return false;
    bool stale = visit->used < visit->stale_before && !visit->user.password[0];
    if (visit->user.id && (visit->counts || stale) && !count_games(sql, visit))
        return false;
    if (visit->user.id && visit->wants_blocks && !look_for_blocks(sql, visit))
        return false;
    if (!visit->game[0])
        return true;
    if (!one_game(sql, visit->game, &visit->row, &visit->found) || (!visit->found && !look_for_gone(sql, visit)))
        return false;
    if (visit->found && visit->counts && visit->row.over && !look_for_rematch(sql, visit))
        return false;
    if (visit->found && sql->engine.epoch && !find_holder(sql, visit->game, visit->node, &visit->silent))
        return false;
    if (visit->found && visit->user.id && !(visit->counts ? look_for_bars : look_for_blocks)(sql, visit))
        return false;
    return !visit->found || !visit->user.id ||
           add_texts(read_rows(sql, NOTE_GET, VALUES(as_number(visit->row.number), as_number(visit->user.id))),
                     &visit->note);
}

static bool answer_account(Sql *sql, Ask *ask)
{
    AccountAsk *account = (AccountAsk *)ask;
    if (!one_user(read_rows(sql, USER_NAMED, VALUES(as_text(account->name))), &account->user, NULL))
        return false;
    Rows rows = read_rows(sql, LIKENESS_GET, VALUES(as_text(account->likeness), as_text(account->small)));
    account->taken = next_row(&rows) || account->user.id;
    if (!end_rows(&rows))
        return false;
    rows = read_rows(sql, RECOVERY_GET, VALUES(as_number(account->user.id)));
    account->has_recovery = next_row(&rows);
    if (account->has_recovery)
        take_bytes(&rows, account->recovery, TOKEN_BYTES);
    if (!end_rows(&rows) || !account->asker)
        return !rows.failed;
    rows = read_rows(sql, BLOCKED_BY, VALUES(as_number(account->user.id), as_number(account->asker)));
    account->blocked = next_row(&rows);
    return end_rows(&rows);
}

static void take_mail(Rows *rows, MailRow *out)
{
    take_text(rows, out->address, sizeof out->address);
    out->confirmed = take_number(rows);
    out->wants = (int)take_number(rows);
    take_text(rows, out->secret, sizeof out->secret);
}

static bool answer_call(Sql *sql, Ask *ask)
{
    CallAsk *call = (CallAsk *)ask;
    if (!one_user(read_rows(sql, USER_GET, VALUES(as_number(call->id))), &call->user, NULL))
        return false;
    Rows rows = read_rows(sql, PUSHES_GET, VALUES(as_number(call->id)));
    while (next_row(&rows)) {
        size_t length;
        const char *endpoint = take_long_text(&rows, &length);
        buffer_add(&call->pushes, endpoint, length + 1);
    }
    if (!end_rows(&rows))
        return false;
    rows = read_rows(sql, MAIL_GET, VALUES(as_number(call->id)));
    if (next_row(&rows))
        take_mail(&rows, &call->mail);
    return end_rows(&rows);
}

static void take_digest(Rows *rows, void *out)
{
    DigestRow *row = out;
    row->user = take_number(rows);
    take_mail(rows, &row->mail);
    take_text(rows, row->language, sizeof row->language);
    take_text(rows, row->game, sizeof row->game);
    take_text(rows, row->scenario, sizeof row->scenario);
}

static bool answer_digest(Sql *sql, Ask *ask)
{
    DigestAsk *digest = (DigestAsk *)ask;
    return list_rows(read_rows(sql, DIGESTS_DUE, VALUES(as_number(digest->before))), take_digest, sizeof(DigestRow),
                     &digest->rows);
}

static void take_session(Rows *rows, void *out)
{
    SessionRow *row = out;
    take_bytes(rows, row->token, sizeof row->token);
    row->used = take_number(rows);
}

static bool answer_sessions(Sql *sql, Ask *ask)
{
    SessionsAsk *sessions = (SessionsAsk *)ask;
    return list_rows(read_rows(sql, SESSIONS_OF, VALUES(as_number(sessions->user))), take_session, sizeof(SessionRow),
                     &sessions->rows);
}

static bool answer_latest(Sql *sql, Ask *ask)
{
    Rows rows = read_rows(sql, LATEST, NO_VALUES);
    ((LatestAsk *)ask)->at = next_row(&rows) ? take_number(&rows) : 0;
    return end_rows(&rows);
}

static void take_id(Rows *rows, void *out) { take_text(rows, ((DueRow *)out)->id, GAME_ID); }

static void take_due(Rows *rows, void *out)
{
    take_id(rows, out);
    ((DueRow *)out)->due = take_number(rows);
}

static bool answer_due(Sql *sql, Ask *ask)
{
    DueAsk *due = (DueAsk *)ask;
    if (!list_rows(read_rows(sql, CLOCKS_DUE, NO_VALUES), take_due, sizeof(DueRow), &due->rows))
        return false;
    Rows rows = read_rows(sql, UPTIME_GET, NO_VALUES);
    due->uptime = next_row(&rows) ? take_number(&rows) : 0;
    return end_rows(&rows);
}

static bool answer_unrecorded(Sql *sql, Ask *ask)
{
    return list_rows(read_rows(sql, UNRECORDED, NO_VALUES), take_id, sizeof(DueRow), &((DueAsk *)ask)->rows);
}

static bool answer_rated(Sql *sql, Ask *ask)
{
    RatedAsk *rated = (RatedAsk *)ask;
    return list_rows(read_rows(sql, RATED_OF, VALUES(as_number(rated->user))), take_id, sizeof(DueRow), &rated->rows);
}

static void take_block(Rows *rows, void *out)
{
    BlockRow *row = out;
    row->user = take_number(rows);
    take_text(rows, row->name, sizeof row->name);
}

static bool answer_blocks(Sql *sql, Ask *ask)
{
    BlocksAsk *blocks = (BlocksAsk *)ask;
    return list_rows(read_rows(sql, BLOCKS_NAMED, VALUES(as_number(blocks->user))), take_block, sizeof(BlockRow),
                     &blocks->rows);
}

/* ---- moderation ---- */

static void take_ban(Rows *rows, void *out)
{
    BanRow *row = out;
    row->kind = (BanKind)take_number(rows);
    row->who = take_number(rows);
    row->until = take_number(rows);
    row->at = take_number(rows);
    take_text(rows, row->name, sizeof row->name);
}

static bool answer_bans(Sql *sql, Ask *ask)
{
    BansAsk *bans = (BansAsk *)ask;
    return list_rows(read_rows(sql, BANS_ALL, VALUES(as_number(bans->now))), take_ban, sizeof(BanRow), &bans->bans) &&
           list_rows(read_rows(sql, MODERATORS_ALL, NO_VALUES), take_one_number, sizeof(int64_t), &bans->moderators);
}

static void take_report(Rows *rows, void *out)
{
    ReportRow *row = out;
    row->id = take_number(rows);
    row->at = take_number(rows);
    row->reporter = take_number(rows);
    row->user = take_number(rows);
    take_text(rows, row->game, sizeof row->game);
    take_text(rows, row->text, sizeof row->text);
    take_text(rows, row->words, sizeof row->words);
    take_text(rows, row->name, sizeof row->name);
    take_text(rows, row->reporter_name, sizeof row->reporter_name);
}

static void take_decision(Rows *rows, void *out)
{
    ModLogRow *row = out;
    row->id = take_number(rows);
    row->at = take_number(rows);
    take_text(rows, row->who, sizeof row->who);
    take_text(rows, row->what, sizeof row->what);
}

static bool count_reports(Sql *sql, ModerationAsk *list)
{
    Rows rows = read_rows(sql, REPORTS_COUNT, NO_VALUES);
    list->open = next_row(&rows) ? take_number(&rows) : 0;
    return end_rows(&rows);
}

static bool answer_moderation(Sql *sql, Ask *ask)
{
    enum { OPERATORS = 1000 };
    ModerationAsk *list = (ModerationAsk *)ask;
    bool all = list->list == MODERATION_ALL;
    int64_t most = list->limit ? list->limit : OPERATORS, before = list->before ? list->before : INT64_MAX;
    if (all && !(count_reports(sql, list) && list_rows(read_rows(sql, REPORTS_OPEN, VALUES(as_number(most))),
                                                       take_report, sizeof(ReportRow), &list->reports)))
        return false;
    if (list->list == MODERATION_REPORTS)
        return list_rows(read_rows(sql, REPORTS_BEFORE, VALUES(as_number(before), as_number(most))), take_report,
                         sizeof(ReportRow), &list->reports);
    if (list->list == MODERATION_USERS)
        return list_rows(read_rows(sql, USERS_BEFORE, VALUES(as_number(before), as_number(most))), take_user,
                         sizeof(UserRow), &list->users);
    if ((all || list->list == MODERATION_BANS) &&
        !list_rows(read_rows(sql, BANS_BEFORE,
                             VALUES(as_number(list->now), as_number(before), as_number(list->before_kind),
                                    as_number(list->before_who), as_number(most))),
                   take_ban, sizeof(BanRow), &list->bans))
        return false;
    return list->list == MODERATION_BANS ||
           list_rows(read_rows(sql, MOD_LOG_GET, VALUES(as_number(before), as_number(most))), take_decision,
                     sizeof(ModLogRow), &list->log);
}

/* ---- results ---- */

static void take_rating(Rows *rows, RatingRow *out)
{
    out->rating = take_number(rows);
    out->deviation = take_number(rows);
    out->volatility = take_number(rows);
    out->games = take_number(rows);
    out->at = take_number(rows);
}

static bool answer_rating(Sql *sql, Ask *ask)
{
    RatingAsk *rating = (RatingAsk *)ask;
    Rows rows = read_rows(sql, RESULT_KNOWN, VALUES(as_text(rating->game)));
    rating->recorded = next_row(&rows);
    if (!end_rows(&rows))
        return false;
    for (int i = 0; i < 2; i++) {
        if (!one_user(read_rows(sql, USER_GET, VALUES(as_number(rating->id[i]))), &rating->user[i], NULL))
            return false;
        rows = read_rows(sql, RATING_GET,
                         VALUES(as_number(rating->id[i]), as_text(rating->scenario), as_text(rating->side[i])));
        if (next_row(&rows))
            take_rating(&rows, &rating->rating[i]);
        if (!end_rows(&rows))
            return false;
    }
    return true;
}

static void take_rated(Rows *rows, void *out)
{
    RatedRow *row = out;
    take_text(rows, row->scenario, sizeof row->scenario);
    take_text(rows, row->side, sizeof row->side);
    take_rating(rows, &row->rating);
}

static void take_result(Rows *rows, void *out)
{
    ResultRow *row = out;
    take_text(rows, row->game, sizeof row->game);
    take_text(rows, row->side, sizeof row->side);
    take_text(rows, row->scenario, sizeof row->scenario);
    row->outcome = (int)take_number(rows);
    row->rated = take_number(rows);
    row->before = take_number(rows);
    row->after = take_number(rows);
    row->at = take_number(rows);
    take_text(rows, row->name, sizeof row->name);
}

static bool answer_profile(Sql *sql, Ask *ask)
{
    ProfileAsk *profile = (ProfileAsk *)ask;
    if (!one_user(read_rows(sql, USER_NAMED, VALUES(as_text(profile->name))), &profile->user, NULL))
        return false;
    int64_t id = profile->user.id;
    return !id || (list_rows(read_rows(sql, RATINGS_OF, VALUES(as_number(id))), take_rated, sizeof(RatedRow),
                             &profile->ratings) &&
                   list_rows(read_rows(sql, RESULTS_OF, VALUES(as_number(id))), take_result, sizeof(ResultRow),
                             &profile->results));
}

static bool answer_users(Sql *sql, Ask *ask)
{
    UsersAsk *users = (UsersAsk *)ask;
    return each_user(sql, users->each, users->context);
}

/* ---- games ---- */

static void add_row(void *context, const GameRow *row) { buffer_add(context, row, sizeof *row); }

static bool answer_lobby(Sql *sql, Ask *ask)
{
    static const Statement lists[LISTS] = {GAMES_OF, GAMES_OPEN, GAMES_PUBLIC, GAMES_OFFERED};
    LobbyAsk *lobby = (LobbyAsk *)ask;
    for (int i = 0; i < LISTS; i++)
        if (!each_game(read_rows(sql, lists[i], VALUES(as_number(lobby->user), as_number(lobby->limit))), add_row,
                       &lobby->rows[i]) ||
            lobby->rows[i].failed)
            return false;
    return true;
}

static bool answer_games(Sql *sql, Ask *ask)
{
    GamesAsk *games = (GamesAsk *)ask;
    return each_game(read_rows(sql, GAME_EACH, NO_VALUES), games->each, games->context);
}

/* A journal that cannot be read is not known to be unused. */
static bool answer_unused(Sql *sql, Ask *ask)
{
    UnusedAsk *unused = (UnusedAsk *)ask;
    Rows rows = read_rows(sql, GAMES_UNUSED, VALUES(as_number(unused->before)));
    while (next_row(&rows)) {
        UnusedGame game = {0};
        Buffer journal = {0};
        game.number = take_number(&rows);
        game.branch_length = take_number(&rows);
        take_text(&rows, game.id, sizeof game.id);
        if (read_journal(sql, game.number, &journal) && unused->unused(&game, &journal))
            buffer_add(&unused->games, &game, sizeof game);
        buffer_free(&journal);
    }
    return end_rows(&rows);
}

static bool answer_tidy(Sql *sql, Ask *ask)
{
    (void)ask;
    if (sql->driver->tidy)
        sql->driver->tidy(sql);
    return true;
}

static bool answer_outbox(Sql *sql, Ask *ask)
{
    OutboxAsk *outbox = (OutboxAsk *)ask;
    Rows rows = read_rows(sql, OUTBOX_GET, NO_VALUES);
    while (next_row(&rows)) {
        OutboxRow row = {.number = take_number(&rows)};
        take_text(&rows, row.id, sizeof row.id);
        row.user = take_number(&rows);
        take_text(&rows, row.event, sizeof row.event);
        take_text(&rows, row.game, sizeof row.game);
        take_text(&rows, row.scenario, sizeof row.scenario);
        take_text(&rows, row.side, sizeof row.side);
        row.left = take_number(&rows);
        row.at = take_number(&rows);
        take_text(&rows, row.address, sizeof row.address);
        row.text_at = outbox->texts.length;
        const char *text = take_long_text(&rows, &row.text_length);
        buffer_add(&outbox->texts, text, row.text_length);
        buffer_add(&outbox->rows, &row, sizeof row);
    }
    return end_rows(&rows) && !outbox->rows.failed && !outbox->texts.failed;
}

/* ---- all of them ---- */

static bool (*const answers[ASKS])(Sql *sql, Ask *ask) = {
    [ASK_VISIT] = answer_visit,         [ASK_ACCOUNT] = answer_account,
    [ASK_CALL] = answer_call,           [ASK_SESSIONS] = answer_sessions,
    [ASK_LATEST] = answer_latest,       [ASK_TAKE] = answer_take,
    [ASK_RATING] = answer_rating,       [ASK_PROFILE] = answer_profile,
    [ASK_BANS] = answer_bans,           [ASK_MODERATION] = answer_moderation,
    [ASK_DIGEST] = answer_digest,       [ASK_DUE] = answer_due,
    [ASK_RATED] = answer_rated,         [ASK_BLOCKS] = answer_blocks,
    [ASK_JOURNAL] = answer_journal,     [ASK_LOBBY] = answer_lobby,
    [ASK_UNUSED] = answer_unused,       [ASK_USERS] = answer_users,
    [ASK_GAMES] = answer_games,         [ASK_TIDY] = answer_tidy,
    [ASK_LEASE] = answer_lease,         [ASK_WORK] = answer_work,
    [ASK_WORK_KEY] = answer_work_key,   [ASK_CAMPAIGN] = answer_campaign,
    [ASK_CAMPAIGNS] = answer_campaigns, [ASK_UNRECORDED] = answer_unrecorded,
    [ASK_OUTBOX] = answer_outbox,
};

/* Lines that are read may not have reached the standby yet: a commit of our own behind them waits until they have. */
static bool wait_for_standby(Sql *sql, const Ask *ask)
{
    bool lines = ask->kind == ASK_JOURNAL || (ask->kind == ASK_TAKE && !((const TakeAsk *)ask)->hold);
    return !sql->engine.epoch || !lines || run_statement(sql, BARRIER, NO_VALUES);
}

void sql_answer(Engine *engine, Ask *ask)
{
    Sql *sql = (Sql *)(void *)engine;
    bool together = ask->kind >= ASK_WORK && ask->kind != ASK_TIDY;
    bool holds = ask->kind == ASK_WORK || (ask->kind == ASK_TAKE && ((TakeAsk *)ask)->hold);
    sql->trouble[0] = '\0';
    bool begun = together && run_statement(sql, holds ? BEGIN : BEGIN_READING, NO_VALUES);
    ask->failed = begun != together || !answers[ask->kind](sql, ask) || !wait_for_standby(sql, ask);
    if (ask->failed)
        snprintf(ask->trouble, sizeof ask->trouble, "%s", sql->trouble);
    bool undone = holds && (ask->failed || (ask->kind == ASK_TAKE && ((TakeAsk *)ask)->elsewhere));
    if (begun && (undone || !run_statement(sql, COMMIT, NO_VALUES))) {
        if (!undone && (sql->engine.epoch || holds)) { /* what was read is not to be used */
            ask->failed = true;
            snprintf(ask->trouble, sizeof ask->trouble, "%s", sql->trouble);
        }
        run_statement(sql, ROLLBACK, NO_VALUES);
    }
}

/* ---- names ---- */

static void learn_name(void *context, const UserRow *row)
{
    char likeness[NAME_LIKENESS];
    if (!row->password[0])
        return;
    name_likeness(row->name, likeness);
    run_statement(context, LIKENESS_SET, VALUES(as_text(likeness), as_number(row->id)));
    name_small_likeness(row->name, likeness);
    run_statement(context, LIKENESS_SET, VALUES(as_text(likeness), as_number(row->id)));
}

bool learn_names(Sql *sql) { return each_user(sql, learn_name, sql); }
