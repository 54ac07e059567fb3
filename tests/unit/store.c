/* store.c — the store's file: which versions of it are opened. */
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/store.h"

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
    static const char *const names[] = {"games.db", "games.db-wal", "games.db-shm", "games.db.lock",
                                        "saved.db", "saved.db-wal", "saved.db-shm"};
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
    assert_non_null(strstr(why, "newer Sandtable: its tables have version 7, this program knows 1"));
    assert_false(store_restore(address, saved, why));
    assert_non_null(strstr(why, "newer Sandtable: its tables have version 7, this program knows 1"));
    write_to(store_file(address), "UPDATE meta SET version = 1");
    store = opened();
    store->close(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_newer_file_is_left_alone),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
