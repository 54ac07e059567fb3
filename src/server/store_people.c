/* store_people.c — users and their sessions in the SQLite store. */
#include <stdio.h>

#include "server/store_sqlite.h"

/* ---- users ---- */

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

static bool one_user(Rows rows, UserRow *out)
{
    bool found = next_row(&rows);
    if (found)
        take_user(&rows, out);
    end_rows(&rows);
    return found;
}

static bool user_add(Store *store, UserRow *row)
{
    Sqlite *sqlite = own(store);
    if (!write_values(sqlite, USER_ADD,
                      VALUES(as_text(row->name), as_text(row->password), as_text(row->webhook), as_text(row->language),
                             as_text(row->theme), as_number(row->created))))
        return false;
    row->id = sqlite3_last_insert_rowid(sqlite->database);
    return true;
}

static bool user_get(Store *store, int64_t id, UserRow *out)
{
    return one_user(read_rows(own(store), USER_GET, VALUES(as_number(id))), out);
}

static bool user_named(Store *store, const char *name, UserRow *out)
{
    return one_user(read_rows(own(store), USER_NAMED, VALUES(as_text(name))), out);
}

static bool user_set(Store *store, const UserRow *row)
{
    return write_values(own(store), USER_SET,
                        VALUES(as_number(row->id), as_text(row->name), as_text(row->password), as_text(row->webhook),
                               as_text(row->language), as_text(row->theme)));
}

static bool user_each(Store *store, EachUser *each, void *context)
{
    Rows rows = read_rows(own(store), USER_EACH, NO_VALUES);
    UserRow row;
    while (next_row(&rows)) {
        take_user(&rows, &row);
        each(context, &row);
    }
    return end_rows(&rows);
}

static bool user_remove(Store *store, int64_t id)
{
    static const Statement steps[] = {USER_OPEN_SEATS, USER_END_SESSIONS, USER_END_NOTES, USER_REMOVE};
    bool done = true;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        done = done && write_values(own(store), steps[i], VALUES(as_number(id)));
    return done;
}

/* ---- sessions ---- */

static Value as_token(const uint8_t token[TOKEN_BYTES]) { return as_bytes(token, TOKEN_BYTES); }

static bool session_add(Store *store, const uint8_t token[TOKEN_BYTES], int64_t user, int64_t now)
{
    return write_values(own(store), SESSION_ADD, VALUES(as_token(token), as_number(user), as_number(now)));
}

static bool session_user(Store *store, const uint8_t token[TOKEN_BYTES], UserRow *out, int64_t *used)
{
    Rows rows = read_rows(own(store), SESSION_USER, VALUES(as_token(token)));
    bool found = next_row(&rows);
    if (found) {
        take_user(&rows, out);
        *used = take_number(&rows);
    }
    end_rows(&rows);
    return found;
}

static bool session_use(Store *store, const uint8_t token[TOKEN_BYTES], int64_t now)
{
    return write_values(own(store), SESSION_USE, VALUES(as_token(token), as_number(now)));
}

static bool session_remove(Store *store, const uint8_t token[TOKEN_BYTES])
{
    return write_values(own(store), SESSION_REMOVE, VALUES(as_token(token)));
}

static bool sessions_end(Store *store, int64_t user)
{
    return write_values(own(store), USER_END_SESSIONS, VALUES(as_number(user)));
}

static bool sessions_of(Store *store, int64_t user, EachSession *each, void *context)
{
    Rows rows = read_rows(own(store), SESSIONS_OF, VALUES(as_number(user)));
    while (next_row(&rows)) {
        uint8_t token[TOKEN_BYTES];
        take_bytes(&rows, token, sizeof token);
        each(context, token, take_number(&rows));
    }
    return end_rows(&rows);
}

/* ---- names and recovery ---- */

static bool likeness_set(Store *store, const char *likeness, int64_t user)
{
    return write_values(own(store), LIKENESS_SET, VALUES(as_text(likeness), as_number(user)));
}

static bool likeness_get(Store *store, const char *likeness, int64_t *user)
{
    Rows rows = read_rows(own(store), LIKENESS_GET, VALUES(as_text(likeness)));
    bool found = next_row(&rows);
    *user = found ? take_number(&rows) : 0;
    return end_rows(&rows) && found;
}

static bool recovery_set(Store *store, int64_t user, const uint8_t hash[TOKEN_BYTES])
{
    return write_values(own(store), RECOVERY_SET, VALUES(as_number(user), as_token(hash)));
}

static bool recovery_get(Store *store, int64_t user, uint8_t hash[TOKEN_BYTES])
{
    Rows rows = read_rows(own(store), RECOVERY_GET, VALUES(as_number(user)));
    bool found = next_row(&rows);
    if (found)
        take_bytes(&rows, hash, TOKEN_BYTES);
    return end_rows(&rows) && found;
}

/* ---- expiry ---- */

static bool expire_before(Sqlite *sqlite, Statement which, int64_t before, int *count)
{
    bool done = write_values(sqlite, which, VALUES(as_number(before)));
    *count = done ? sqlite3_changes(sqlite->database) : 0;
    return done;
}

static bool sessions_expire(Store *store, int64_t before, int *count)
{
    return expire_before(own(store), SESSIONS_EXPIRE, before, count);
}

static int64_t latest(Store *store)
{
    Rows rows = read_rows(own(store), LATEST, NO_VALUES);
    int64_t at = next_row(&rows) ? take_number(&rows) : 0;
    return end_rows(&rows) ? at : 0;
}

static bool guests_expire(Store *store, int64_t before, int *count)
{
    Sqlite *sqlite = own(store);
    return expire_before(sqlite, GUESTS_EXPIRE, before, count) &&
           (!*count ||
            (write_values(sqlite, GUESTS_NOTES, NO_VALUES) && write_values(sqlite, GUESTS_SESSIONS, NO_VALUES)));
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
    store->sessions_end = sessions_end;
    store->sessions_of = sessions_of;
    store->likeness_set = likeness_set;
    store->likeness_get = likeness_get;
    store->recovery_set = recovery_set;
    store->recovery_get = recovery_get;
    store->sessions_expire = sessions_expire;
    store->guests_expire = guests_expire;
    store->latest = latest;
}
