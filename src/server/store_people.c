/* store_people.c — users and their sessions in the SQLite store. */
#include <stdio.h>

#include "server/store_sqlite.h"

/* ---- users ---- */

static void read_user(sqlite3_stmt *statement, UserRow *out)
{
    memset(out, 0, sizeof *out);
    out->id = sqlite3_column_int64(statement, 0);
    column_text(statement, 1, out->name, sizeof out->name);
    column_text(statement, 2, out->password, sizeof out->password);
    column_text(statement, 3, out->webhook, sizeof out->webhook);
    column_text(statement, 4, out->language, sizeof out->language);
    column_text(statement, 5, out->theme, sizeof out->theme);
    out->created = sqlite3_column_int64(statement, 6);
}

static bool one_user(Sqlite *sqlite, sqlite3_stmt *statement, UserRow *out)
{
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW)
        read_user(statement, out);
    else if (status != SQLITE_DONE)
        fail(sqlite, status);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status == SQLITE_ROW;
}

static bool user_add(Store *store, UserRow *row)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = writing(sqlite, USER_ADD);
    if (!statement)
        return false;
    bind_text(statement, 1, row->name);
    bind_text(statement, 2, row->password);
    bind_text(statement, 3, row->webhook);
    bind_text(statement, 4, row->language);
    bind_text(statement, 5, row->theme);
    sqlite3_bind_int64(statement, 6, row->created);
    if (!written(sqlite, statement))
        return false;
    row->id = sqlite3_last_insert_rowid(sqlite->database);
    return true;
}

static bool user_get(Store *store, int64_t id, UserRow *out)
{
    sqlite3_stmt *statement = prepared(own(store), USER_GET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, id);
    return one_user(own(store), statement, out);
}

static bool user_named(Store *store, const char *name, UserRow *out)
{
    sqlite3_stmt *statement = prepared(own(store), USER_NAMED);
    if (!statement)
        return false;
    bind_text(statement, 1, name);
    return one_user(own(store), statement, out);
}

static bool user_set(Store *store, const UserRow *row)
{
    sqlite3_stmt *statement = writing(own(store), USER_SET);
    if (!statement)
        return false;
    sqlite3_bind_int64(statement, 1, row->id);
    bind_text(statement, 2, row->name);
    bind_text(statement, 3, row->password);
    bind_text(statement, 4, row->webhook);
    bind_text(statement, 5, row->language);
    bind_text(statement, 6, row->theme);
    return written(own(store), statement);
}

static bool user_each(Store *store, EachUser *each, void *context)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = prepared(sqlite, USER_EACH);
    UserRow row;
    int status;
    if (!statement)
        return false;
    while ((status = sqlite3_step(statement)) == SQLITE_ROW) {
        read_user(statement, &row);
        each(context, &row);
    }
    sqlite3_reset(statement);
    return status == SQLITE_DONE || fail(sqlite, status);
}

static bool user_remove(Store *store, int64_t id)
{
    return with_number(own(store), USER_OPEN_SEATS, id) && with_number(own(store), USER_END_SESSIONS, id) &&
           with_number(own(store), USER_END_NOTES, id) && with_number(own(store), USER_REMOVE, id);
}

/* ---- sessions ---- */

static bool session_add(Store *store, const uint8_t token[TOKEN_BYTES], int64_t user, int64_t now)
{
    sqlite3_stmt *statement = writing(own(store), SESSION_ADD);
    if (!statement)
        return false;
    sqlite3_bind_blob(statement, 1, token, TOKEN_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, user);
    sqlite3_bind_int64(statement, 3, now);
    return written(own(store), statement);
}

static bool session_user(Store *store, const uint8_t token[TOKEN_BYTES], UserRow *out, int64_t *used)
{
    Sqlite *sqlite = own(store);
    sqlite3_stmt *statement = prepared(sqlite, SESSION_USER);
    if (!statement)
        return false;
    sqlite3_bind_blob(statement, 1, token, TOKEN_BYTES, SQLITE_STATIC);
    int status = sqlite3_step(statement);
    if (status == SQLITE_ROW) {
        read_user(statement, out);
        *used = sqlite3_column_int64(statement, USER_COLUMN_COUNT);
    } else if (status != SQLITE_DONE) {
        fail(sqlite, status);
    }
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status == SQLITE_ROW;
}

static bool session_use(Store *store, const uint8_t token[TOKEN_BYTES], int64_t now)
{
    sqlite3_stmt *statement = writing(own(store), SESSION_USE);
    if (!statement)
        return false;
    sqlite3_bind_blob(statement, 1, token, TOKEN_BYTES, SQLITE_STATIC);
    sqlite3_bind_int64(statement, 2, now);
    return written(own(store), statement);
}

static bool session_remove(Store *store, const uint8_t token[TOKEN_BYTES])
{
    sqlite3_stmt *statement = writing(own(store), SESSION_REMOVE);
    if (!statement)
        return false;
    sqlite3_bind_blob(statement, 1, token, TOKEN_BYTES, SQLITE_STATIC);
    return written(own(store), statement);
}

static bool sessions_expire(Store *store, int64_t before, int *count)
{
    bool done = with_number(own(store), SESSIONS_EXPIRE, before);
    *count = done ? sqlite3_changes(own(store)->database) : 0;
    return done;
}

static bool guests_expire(Store *store, int64_t before, int *count)
{
    Sqlite *sqlite = own(store);
    bool done = with_number(sqlite, GUESTS_EXPIRE, before);
    *count = done ? sqlite3_changes(sqlite->database) : 0;
    return done && (!*count || (simple(sqlite, GUESTS_NOTES) && simple(sqlite, GUESTS_SESSIONS)));
}

void people_operations(Store *store)
{
    store->user_add = user_add;
    store->user_get = user_get;
    store->user_named = user_named;
    store->user_set = user_set;
    store->user_each = user_each;
    store->user_remove = user_remove;
    store->session_add = session_add;
    store->session_user = session_user;
    store->session_use = session_use;
    store->session_remove = session_remove;
    store->sessions_expire = sessions_expire;
    store->guests_expire = guests_expire;
}
