/* store.c — the store's file: which versions of it are opened, by which names, and whether its journals are whole. */
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/own.h"

static char folder[] = "/tmp/sandtable-store.XXXXXX", address[80], saved[80], why[300];

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    snprintf(address, sizeof address, "sqlite:%s/games.db", folder);
    snprintf(saved, sizeof saved, "%s/saved.db", folder);
    return 0;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"games.db",     "games.db-wal", "games.db-shm", "saved.db",
                                        "saved.db-wal", "saved.db-shm", "other.db"};
    char path[120];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

/* As another program would. */
static void write_to(const char *file, const char *words)
{
    sqlite3 *database;
    assert_int_equal(sqlite3_open(file, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, words, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

static Store *opened(void)
{
    Store *store = store_open(address, why);
    if (!store)
        fail_msg("%s", why);
    return store;
}

static void a_newer_file_is_left_alone(void **state)
{
    (void)state;
    Store *store = opened();
    assert_true(store->backup(store, saved));
    store->close(store);
    write_to(store_file(address), "UPDATE meta SET version = 7");
    write_to(saved, "UPDATE meta SET version = 7");
    assert_null(store_open(address, why));
    assert_non_null(strstr(why, "newer Sandtable: its tables have version 7, this program knows 2"));
    assert_false(store_restore(address, saved, why));
    assert_non_null(strstr(why, "newer Sandtable: its tables have version 7, this program knows 2"));
    write_to(store_file(address), "UPDATE meta SET version = 2");
    store = opened();
    store->close(store);
}

/* ---- names ---- */

static void one_server_whatever_link_leads_to_the_file(void **state)
{
    char other[120], elsewhere[100];
    (void)state;
    snprintf(other, sizeof other, "sqlite:%s/other.db", folder);
    snprintf(elsewhere, sizeof elsewhere, "%s/other.db", folder);
    int lock = store_lock(address, why);
    assert_true(lock >= 0);
    assert_int_equal(symlink(store_file(address), elsewhere), 0);
    assert_int_equal(store_lock(other, why), -1);
    assert_non_null(strstr(why, "being served"));
    unlink(elsewhere);
    assert_int_equal(link(store_file(address), elsewhere), 0);
    assert_int_equal(store_lock(other, why), -1);
    assert_non_null(strstr(why, "being served"));
    /* By another name the log would not be found, so nobody opens it, server or not. */
    assert_null(store_open(other, why));
    assert_non_null(strstr(why, "has 2 names"));
    unlink(elsewhere);
    close(lock);
    lock = store_lock(address, why);
    assert_true(lock >= 0);
    close(lock);
}

static void a_backup_is_put_where_the_link_leads(void **state)
{
    char other[120], elsewhere[100];
    (void)state;
    snprintf(other, sizeof other, "sqlite:%s/other.db", folder);
    snprintf(elsewhere, sizeof elsewhere, "%s/other.db", folder);
    unlink(saved);
    Store *store = opened();
    assert_true(store->backup(store, saved));
    UserRow user = {.name = "late", .language = "en", .theme = "auto"};
    assert_true(store->user_add(store, &user) && store->commit(store));
    store->close(store);
    assert_int_equal(symlink(store_file(address), elsewhere), 0);
    assert_true(store_restore(other, saved, why));
    store = opened();
    assert_false(store->user_get(store, user.id, &user)); /* he came after the backup */
    store->close(store);
    unlink(elsewhere);
}

/* ---- whole journals ---- */

/* A game of so many lines of six bytes after its head. */
static int64_t written(Store *store, const char *id, int lines)
{
    GameRow row = {.sides = 2};
    snprintf(row.id, sizeof row.id, "%s", id);
    assert_true(store->game_add(store, &row));
    assert_true(store->journal_add(store, row.number, 0, "begin\n", 6));
    for (int i = 0; i < lines; i++)
        assert_true(store->journal_add(store, row.number, 6 + 6 * i, "order\n", 6));
    assert_true(store->commit(store));
    return row.number;
}

static bool is_whole(int64_t number, size_t length)
{
    Store *store = opened();
    Buffer text = {0};
    bool whole = store->journal_get(store, number, &text);
    snprintf(why, sizeof why, "%s", store->trouble(store));
    if (whole)
        assert_int_equal(text.length, length);
    buffer_free(&text);
    store->close(store);
    return whole;
}

static void a_line_that_is_gone_is_missed(void **state)
{
    (void)state;
    Store *store = opened();
    int64_t middle = written(store, "middle", 3), last = written(store, "last", 3), head = written(store, "head", 1);
    int64_t good = written(store, "good", 3);
    store->close(store);
    assert_true(is_whole(middle, 24) && is_whole(last, 24) && is_whole(head, 12));
    write_to(store_file(address), "DELETE FROM recent WHERE at = 12 AND game = (SELECT number FROM games WHERE id = "
                                  "'middle')");
    write_to(store_file(address), "DELETE FROM recent WHERE at = 18 AND game = (SELECT number FROM games WHERE id = "
                                  "'last')");
    write_to(store_file(address), "DELETE FROM journal WHERE game = (SELECT number FROM games WHERE id = 'head')");
    assert_false(is_whole(middle, 0));
    assert_non_null(strstr(why, "lacks lines in the middle"));
    assert_false(is_whole(last, 0));
    assert_non_null(strstr(why, "does not end where it was last written to"));
    assert_false(is_whole(head, 0));
    assert_true(is_whole(good, 24));
}

static void two_who_write_to_one_game_do_not_write_over_each_other(void **state)
{
    (void)state;
    Store *one = opened(), *two = opened();
    int64_t number = written(one, "both", 2);
    assert_true(two->journal_add(two, number, 18, "other\n", 6) && two->commit(two));
    assert_false(one->journal_add(one, number, 18, "order\n", 6));
    assert_non_null(strstr(one->trouble(one), "written to by somebody else"));
    assert_false(one->commit(one));
    assert_true(one->journal_add(one, number, 24, "order\n", 6) && one->commit(one));
    one->close(one);
    two->close(two);
    assert_true(is_whole(number, 30));
}

static void an_older_file_learns_how_long_its_journals_are(void **state)
{
    (void)state;
    Store *store = opened();
    int64_t number = written(store, "older", 4);
    store->close(store);
    write_to(store_file(address), "DROP TABLE lengths; UPDATE meta SET version = 1");
    assert_true(is_whole(number, 30));
    store = opened();
    assert_true(store->journal_add(store, number, 30, "order\n", 6) && store->commit(store));
    store->close(store);
    assert_true(is_whole(number, 36));
}

static void a_damaged_store_is_not_backed_up(void **state)
{
    (void)state;
    char file[120];
    Store *store = opened();
    UserRow user = {.name = "Ada", .language = "en", .theme = "auto"};
    for (int i = 0; i < 200; i++)
        assert_true(store->user_add(store, &user));
    assert_true(store->commit(store));
    store->close(store);
    snprintf(file, sizeof file, "%s", store_file(address));
    /* An index that lacks a row is a page that reads well and tells wrong. */
    write_to(file, "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE UNIQUE INDEX accounts ON users "
                   "(name COLLATE NOCASE)' WHERE name = 'accounts'");
    store = opened();
    unlink(saved);
    assert_false(store->backup(store, saved));
    assert_non_null(strstr(store->trouble(store), "damaged"));
    assert_int_not_equal(access(saved, F_OK), 0);
    store->close(store);
    unlink(file);
}

static void a_session_of_a_guest_who_plays_stays(void **state)
{
    (void)state;
    Store *store = opened();
    UserRow user = {.name = "Guest 1", .language = "en", .theme = "auto"}, found;
    GameRow row = {.id = "playing", .scenario = "toy", .sides = 1};
    uint8_t plays[TOKEN_BYTES] = {1}, rests[TOKEN_BYTES] = {2};
    int64_t used;
    int count;
    assert_true(store->user_add(store, &user) && store->session_add(store, plays, user.id, 100));
    row.seat[0] = (SeatRow){.kind = SEAT_HUMAN, .user = user.id};
    snprintf(row.seat[0].side, sizeof row.seat[0].side, "red");
    assert_true(store->game_add(store, &row));
    assert_true(store->user_add(store, &user) && store->session_add(store, rests, user.id, 100));
    assert_true(store->commit(store));
    assert_true(store->sessions_expire(store, 1000, &count) && store->commit(store));
    assert_int_equal(count, 1);
    assert_true(store->session_user(store, plays, &found, &used));
    assert_false(store->session_user(store, rests, &found, &used));
    row.over = true;
    assert_true(store->game_set(store, &row) && store->sessions_expire(store, 1000, &count) && store->commit(store));
    assert_int_equal(count, 1);
    store->close(store);
}

static void nothing_expires_after_the_clock_jumped(void **state)
{
    (void)state;
    ClockWatch watch;
    clock_begin(&watch, 1000000, 50, 999000);
    assert_true(clock_holds(&watch, 1003600, 3650));
    assert_false(clock_holds(&watch, 1003600 + 400 * 86400, 3651)); /* a year ahead in a second */
    assert_false(clock_holds(&watch, 1003600 + 400 * 86400 + 3600, 3651 + 3600));
    assert_true(clock_holds(&watch, 1003600 + 401 * 86400, 3651 + CLOCK_GRACE));
    assert_false(clock_holds(&watch, 1000, 3652 + CLOCK_GRACE)); /* and back */
    clock_begin(&watch, 1000000, 50, 0);
    assert_true(clock_holds(&watch, 1000000, 50));
    clock_begin(&watch, 9000000, 50, 1000000); /* the machine's clock was wrong, or it was off for long */
    assert_false(clock_holds(&watch, 9000000, 50));
    assert_true(clock_holds(&watch, 9000000 + CLOCK_GRACE, 50 + CLOCK_GRACE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_newer_file_is_left_alone),
        cmocka_unit_test(one_server_whatever_link_leads_to_the_file),
        cmocka_unit_test(a_backup_is_put_where_the_link_leads),
        cmocka_unit_test(a_line_that_is_gone_is_missed),
        cmocka_unit_test(two_who_write_to_one_game_do_not_write_over_each_other),
        cmocka_unit_test(an_older_file_learns_how_long_its_journals_are),
        cmocka_unit_test(a_damaged_store_is_not_backed_up),
        cmocka_unit_test(a_session_of_a_guest_who_plays_stays),
        cmocka_unit_test(nothing_expires_after_the_clock_jumped),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
