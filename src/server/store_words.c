/* store_words.c — journals, chat, notes and standing answers in the SQLite store. */
#include <stdio.h>

#include "server/store_sqlite.h"

/* ---- recent lines ---- */

int count_recent(Sqlite *sqlite)
{
    Rows rows = read_rows(sqlite, RECENT_COUNT, NO_VALUES);
    int count = next_row(&rows) ? (int)take_number(&rows) : 0;
    end_rows(&rows);
    return count;
}

static bool add_lines(Sqlite *sqlite, Statement where, int64_t number, int64_t at, const char *bytes, size_t length)
{
    return write_values(sqlite, where, VALUES(as_number(number), as_number(at), as_long_text(bytes, length)));
}

void file_recent(Sqlite *sqlite)
{
    Rows rows = read_rows(sqlite, RECENT_EACH, NO_VALUES);
    Buffer text = {0};
    int64_t game = 0, at = 0;
    bool more = true;
    while (more && !sqlite->broken) {
        more = next_row(&rows);
        int64_t next = more ? take_number(&rows) : 0;
        if (next != game && text.length)
            add_lines(sqlite, JOURNAL_ADD, game, at, text.bytes, text.length);
        if (!more)
            break;
        int64_t from = take_number(&rows);
        if (next != game) {
            buffer_clear(&text);
            game = next;
            at = from;
        }
        size_t length;
        const char *line = take_long_text(&rows, &length);
        buffer_add(&text, line, length);
    }
    sqlite->broken |= !end_rows(&rows) || text.failed;
    buffer_free(&text);
    if (write_values(sqlite, RECENT_CLEAR, NO_VALUES))
        sqlite->recent = 0;
}

/* ---- journals ---- */

/* A sentence about a journal that is not as it was written; false. */
static bool spoiled(Sqlite *sqlite, int64_t number, const char *how)
{
    snprintf(sqlite->trouble, sizeof sqlite->trouble, "the journal of game number %lld %s", (long long)number, how);
    return false;
}

/* Whoever writes says where the journal ends by his reckoning. If it does not, somebody else has written to it, and
 * nothing of this transaction is kept. */
static bool grow(Sqlite *sqlite, int64_t number, int64_t from, int64_t to)
{
    if (!write_values(sqlite, LENGTH_GROW, VALUES(as_number(number), as_number(from), as_number(to))))
        return false;
    if (sqlite3_changes(sqlite->database) == 1)
        return true;
    sqlite->broken = true;
    return spoiled(sqlite, number, "was written to by somebody else");
}

static bool journal_add(Store *store, int64_t number, int64_t at, const char *bytes, size_t length)
{
    Sqlite *sqlite = own(store);
    int64_t end = at + (int64_t)length;
    if (!at) /* how a game begins stays a row of its own */
        return write_values(sqlite, LENGTH_BEGIN, VALUES(as_number(number), as_number(end))) &&
               add_lines(sqlite, JOURNAL_ADD, number, at, bytes, length);
    bool added = grow(sqlite, number, at, end) && add_lines(sqlite, RECENT_ADD, number, at, bytes, length);
    sqlite->recent += added;
    return added;
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

static int64_t length_of(Sqlite *sqlite, int64_t number)
{
    Rows rows = read_rows(sqlite, LENGTH_GET, VALUES(as_number(number)));
    int64_t length = next_row(&rows) ? take_number(&rows) : -1;
    end_rows(&rows);
    return length;
}

/* A game that goes on without a line that was acknowledged would be another game: such a journal is not opened. */
static bool journal_get(Store *store, int64_t number, Buffer *out)
{
    Sqlite *sqlite = own(store);
    size_t begun = out->length;
    bool gap = false;
    Rows rows = read_rows(sqlite, JOURNAL_GET, VALUES(as_number(number)));
    while (next_row(&rows)) {
        size_t length;
        gap |= take_number(&rows) != (int64_t)(out->length - begun);
        const char *text = take_long_text(&rows, &length);
        buffer_add(out, text, length);
    }
    if (!end_rows(&rows))
        return false;
    if (out->failed)
        return spoiled(sqlite, number, "is larger than the memory that is left");
    if (gap)
        return spoiled(sqlite, number, "lacks lines in the middle");
    return length_of(sqlite, number) == (int64_t)(out->length - begun) ||
           spoiled(sqlite, number, "does not end where it was last written to");
}

/* ---- chat, notes, words beside plans ---- */

static bool chat_add(Store *store, int64_t number, const char *name, const char *text, int64_t at)
{
    enum { CHAT_STORED = 1000 };
    return write_values(own(store), CHAT_ADD, VALUES(as_number(number), as_text(name), as_text(text), as_number(at))) &&
           write_values(own(store), CHAT_TRIM, VALUES(as_number(number), as_number(CHAT_STORED)));
}

static bool chat_get(Store *store, int64_t number, int limit, EachChat *each, void *context)
{
    Rows rows = read_rows(own(store), CHAT_GET, VALUES(as_number(number), as_number(limit)));
    while (next_row(&rows)) {
        size_t length;
        const char *name = take_long_text(&rows, &length), *text = take_long_text(&rows, &length);
        each(context, name, text, take_number(&rows));
    }
    return end_rows(&rows);
}

static bool note_set(Store *store, int64_t number, int64_t user, const char *text)
{
    return write_values(own(store), NOTE_SET, VALUES(as_number(number), as_number(user), as_text(text)));
}

static bool note_get(Store *store, int64_t number, int64_t user, Buffer *out)
{
    return add_texts(read_rows(own(store), NOTE_GET, VALUES(as_number(number), as_number(user))), out);
}

static bool plan_note_set(Store *store, int64_t number, int plan, const char *text)
{
    return write_values(own(store), PLAN_NOTE_SET, VALUES(as_number(number), as_number(plan), as_text(text)));
}

static bool plan_notes_get(Store *store, int64_t number, EachPlanNote *each, void *context)
{
    Rows rows = read_rows(own(store), PLAN_NOTES_GET, VALUES(as_number(number)));
    while (next_row(&rows)) {
        size_t length;
        int plan = (int)take_number(&rows);
        each(context, plan, take_long_text(&rows, &length));
    }
    return end_rows(&rows);
}

/* ---- browsers to be woken ---- */

static bool push_of(Store *store, const char *endpoint, int64_t *user)
{
    Rows rows = read_rows(own(store), PUSH_OF, VALUES(as_text(endpoint)));
    bool found = next_row(&rows);
    if (found)
        *user = take_number(&rows);
    return end_rows(&rows) && found;
}

static bool push_set(Store *store, int64_t user, const char *endpoint)
{
    return write_values(own(store), PUSH_SET, VALUES(as_text(endpoint), as_number(user))) &&
           write_values(own(store), PUSH_TRIM, VALUES(as_number(user), as_text(endpoint)));
}

static bool push_drop(Store *store, const char *endpoint)
{
    return write_values(own(store), PUSH_DROP, VALUES(as_text(endpoint)));
}

static bool pushes_drop(Store *store, int64_t user)
{
    return write_values(own(store), PUSHES_DROP, VALUES(as_number(user)));
}

static bool pushes_get(Store *store, int64_t user, EachPush *each, void *context)
{
    Rows rows = read_rows(own(store), PUSHES_GET, VALUES(as_number(user)));
    while (next_row(&rows)) {
        size_t length;
        each(context, take_long_text(&rows, &length));
    }
    return end_rows(&rows);
}

/* ---- answers in advance ---- */

static bool standing_set(Store *store, int64_t number, int side, const char *text)
{
    return write_values(own(store), STANDING_SET, VALUES(as_number(number), as_number(side), as_text(text)));
}

static bool standing_get(Store *store, int64_t number, int side, Buffer *out)
{
    return add_texts(read_rows(own(store), STANDING_GET, VALUES(as_number(number), as_number(side))), out);
}

void word_operations(Store *store)
{
    store->journal_add = journal_add;
    store->journal_get = journal_get;
    store->chat_add = chat_add;
    store->chat_get = chat_get;
    store->note_set = note_set;
    store->note_get = note_get;
    store->plan_note_set = plan_note_set;
    store->plan_notes_get = plan_notes_get;
    store->push_set = push_set;
    store->push_drop = push_drop;
    store->push_of = push_of;
    store->pushes_drop = pushes_drop;
    store->pushes_get = pushes_get;
    store->standing_set = standing_set;
    store->standing_get = standing_get;
}
