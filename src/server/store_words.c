/* store_words.c — journals, chat and notes in the SQLite store. */
#include "server/store_sqlite.h"

/* ---- recent lines ---- */

int count_recent(Sqlite *sqlite)
{
    sqlite3_stmt *statement = prepared(sqlite, RECENT_COUNT);
    if (!statement)
        return 0;
    int count = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : 0;
    sqlite3_reset(statement);
    return count;
}

static bool add_lines(Sqlite *sqlite, Statement where, int64_t number, int64_t at, const char *bytes, size_t length)
{
    sqlite3_stmt *statement = writing(sqlite, where);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int64(statement, 2, at);
    sqlite3_bind_text(statement, 3, bytes, (int)length, SQLITE_STATIC);
    return written(sqlite, statement);
}

void file_recent(Sqlite *sqlite)
{
    sqlite3_stmt *each = prepared(sqlite, RECENT_EACH);
    Buffer text = {0};
    int64_t game = 0, at = 0;
    int status = each ? SQLITE_ROW : SQLITE_ERROR;
    while (status == SQLITE_ROW && !sqlite->broken) {
        status = sqlite3_step(each);
        int64_t next = status == SQLITE_ROW ? sqlite3_column_int64(each, 0) : 0;
        if (next != game && text.length)
            add_lines(sqlite, JOURNAL_ADD, game, at, text.bytes, text.length);
        if (next != game) {
            buffer_clear(&text);
            game = next;
            at = next ? sqlite3_column_int64(each, 1) : 0;
        }
        if (next)
            buffer_add(&text, sqlite3_column_text(each, 2), (size_t)sqlite3_column_bytes(each, 2));
    }
    if (each)
        sqlite3_reset(each);
    sqlite->broken |= status != SQLITE_DONE || text.failed;
    buffer_free(&text);
    sqlite3_stmt *clear = sqlite->broken ? NULL : writing(sqlite, RECENT_CLEAR);
    if (clear && written(sqlite, clear))
        sqlite->recent = 0;
}

/* ---- journals, chat, notes ---- */

static bool journal_add(Store *store, int64_t number, int64_t at, const char *bytes, size_t length)
{
    if (!at) /* how a game begins stays a row of its own */
        return add_lines(own(store), JOURNAL_ADD, number, at, bytes, length);
    bool added = add_lines(own(store), RECENT_ADD, number, at, bytes, length);
    own(store)->recent += added;
    return added;
}

static bool add_texts(Sqlite *sqlite, sqlite3_stmt *statement, Buffer *out)
{
    int status;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        const unsigned char *text = sqlite3_column_text(statement, 0);
        if (text)
            buffer_add(out, text, (size_t)sqlite3_column_bytes(statement, 0));
    }
    sqlite3_reset(statement);
    return status == SQLITE_DONE ? !out->failed : fail(sqlite, status);
}

static bool journal_get(Store *store, int64_t number, Buffer *out)
{
    sqlite3_stmt *statement = prepared(own(store), JOURNAL_GET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    return add_texts(own(store), statement, out);
}

static bool chat_add(Store *store, int64_t number, const char *name, const char *text, int64_t at)
{
    sqlite3_stmt *statement = writing(own(store), CHAT_ADD);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    bind_text(statement, 2, name);
    bind_text(statement, 3, text);
    sqlite3_bind_int64(statement, 4, at);
    return written(own(store), statement);
}

static bool chat_get(Store *store, int64_t number, int limit, EachChat *each, void *context)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = prepared(sqlite, CHAT_GET);
    int status;
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int(statement, 2, limit);
    while ((status = sqlite3_step(statement)) == SQLITE_ROW)
        each(context, (const char *)sqlite3_column_text(statement, 0), (const char *)sqlite3_column_text(statement, 1),
             sqlite3_column_int64(statement, 2));
    sqlite3_reset(statement);
    return status == SQLITE_DONE || fail(sqlite, status);
}

static bool note_set(Store *store, int64_t number, int64_t user, const char *text)
{
    sqlite3_stmt *statement = writing(own(store), NOTE_SET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int64(statement, 2, user);
    bind_text(statement, 3, text);
    return written(own(store), statement);
}

static bool note_get(Store *store, int64_t number, int64_t user, Buffer *out)
{
    sqlite3_stmt *statement = prepared(own(store), NOTE_GET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, number);
    sqlite3_bind_int64(statement, 2, user);
    return add_texts(own(store), statement, out);
}

void word_operations(Store *store)
{
    store->journal_add = journal_add;
    store->journal_get = journal_get;
    store->chat_add = chat_add;
    store->chat_get = chat_get;
    store->note_set = note_set;
    store->note_get = note_get;
}
