/* store_faults.c — what fails below the store, kind by kind: a full disk, a disk that does not read, write or flush, a
 * damaged file; a database that hangs up before or after a commit, cancels, runs out of something or cannot serialize.
 * Of each entry of a round the verdict is true: what is kept is there, what is refused is not, and of neither is a part
 * there. The next round is kept. */
#include <libpq-fe.h>
#include <poll.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/own.h"
#define LIBPQ_AS_IT_IS
#include "server/store_libpq.h"

static char folder[] = "/tmp/sandtable-faults.XXXXXX", address[200], why[300];
static const char *database; /* of PostgreSQL; NULL: the store is a file */

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    snprintf(address, sizeof address, "%s", database ? database : "");
    if (!database)
        snprintf(address, sizeof address, "sqlite:%s/games.db", folder);
    return 0;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"games.db",     "games.db-wal", "games.db-shm",        "whole.db",
                                        "whole.db-wal", "whole.db-shm", "games.db-wal.before", "games.db-shm.before"};
    char path[120];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    return rmdir(folder);
}

static Store *opened(void)
{
    Store *store = store_open(address, why);
    if (!store)
        fail_msg("%s", why);
    return store;
}

/* ---- a game that is written to ---- */

typedef struct Written {
    Store *store;
    int64_t number;
    char id[GAME_ID];
    Buffer journal; /* what was said to be kept */
    int chats;
} Written;

static void begin(Written *written, const char *id)
{
    WriteSet set = {0};
    *written = (Written){.store = opened()};
    snprintf(written->id, sizeof written->id, "%s", id);
    written->number = store_number(written->store, NUMBER_GAME);
    GameRow row = {.number = written->number, .sides = 1, .scenario = "s/one"};
    memcpy(row.id, written->id, sizeof row.id);
    write_game_add(&set, &row);
    write_journal(&set, written->number, 0, "begin\n", 6);
    assert_int_equal(store_keep_now(written->store, &set, false), VERDICT_KEPT);
    entry_clear(&set);
    buffer_add(&written->journal, "begin\n", 6);
}

/* Whether it can be read; then exactly what is known to be kept is there. */
static bool is_right(const Written *written)
{
    TakeAsk take = {.ask = {.kind = ASK_TAKE}, .chat_kept = 1000};
    ChatLine line;
    int chats = 0;
    memcpy(take.id, written->id, sizeof take.id);
    bool read = store_answer_now(written->store, &take.ask);
    snprintf(why, sizeof why, "%s", take.ask.trouble);
    assert_true(read || why[0]);
    for (size_t at = 0; read && chat_line_next(&take.chat, &at, &line);)
        chats++;
    if (read && take.found) {
        assert_int_equal(take.journal.length, written->journal.length);
        assert_memory_equal(take.journal.bytes, written->journal.bytes, take.journal.length);
        assert_int_equal(chats, written->chats);
    }
    for (int side = 0; side < SIDES; side++)
        buffer_free(&take.standing[side]);
    buffer_free(&take.journal);
    buffer_free(&take.chat);
    buffer_free(&take.plans);
    buffer_free(&take.barred);
    return read && take.found;
}

static void check(const Written *written)
{
    if (!is_right(written))
        fail_msg("%s", why);
}

enum { LINES_AT_ONCE = 3 };

/* A line and two words with it, as one entry. */
static void fill(const Written *written, WriteSet *set)
{
    *set = (WriteSet){0};
    write_journal(set, written->number, (int64_t)written->journal.length, "order\n", 6);
    for (int i = 1; i < LINES_AT_ONCE; i++)
        write_chat(set, written->number, "Ada", "hello", i, 0);
}

static void note(Written *written, const WriteSet *set)
{
    if (set->verdict != VERDICT_KEPT)
        return;
    buffer_add(&written->journal, "order\n", 6);
    written->chats += LINES_AT_ONCE - 1;
}

static Verdict write_more(Written *written)
{
    WriteSet set;
    fill(written, &set);
    Verdict verdict = store_keep_now(written->store, &set, false);
    snprintf(why, sizeof why, "%s", set.trouble);
    note(written, &set);
    entry_clear(&set);
    return verdict;
}

static void end(Written *written)
{
    store_close(written->store);
    written->store = opened();
    check(written);
    store_close(written->store);
    buffer_free(&written->journal);
}

/* ---- SQLite over a disk that fails ---- */

typedef enum Operation { READS, WRITES_BYTES, FLUSHES } Operation;

static struct {
    Operation operation;
    int left, code; /* left: the one that fails, 1 the next; 0: none does */
    bool met;
} fault;

/* Files with locks, and files without. */
enum { METHODS = 4 };
static const sqlite3_io_methods *usual[METHODS];
static sqlite3_io_methods failing[METHODS];
static sqlite3_vfs *below, disk;

static bool fails(Operation operation)
{
    if (fault.operation != operation || !fault.left || --fault.left)
        return false;
    return fault.met = true;
}

static const sqlite3_io_methods *usual_of(const sqlite3_file *file) { return usual[file->pMethods - failing]; }

static int do_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
    return fails(READS) ? fault.code : usual_of(file)->xRead(file, bytes, count, at);
}

/* Half of it arrives. */
static int do_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    if (!fails(WRITES_BYTES))
        return usual_of(file)->xWrite(file, bytes, count, at);
    usual_of(file)->xWrite(file, bytes, count / 2, at);
    return fault.code;
}

static int do_flush(sqlite3_file *file, int flags)
{
    return fails(FLUSHES) ? fault.code : usual_of(file)->xSync(file, flags);
}

static int do_open(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out)
{
    int status = below->xOpen(below, name, file, flags, out), at = 0;
    (void)vfs;
    if (status != SQLITE_OK || !file->pMethods)
        return status;
    while (usual[at] && usual[at] != file->pMethods)
        at++;
    assert_true(at < METHODS);
    usual[at] = file->pMethods;
    failing[at] = *usual[at];
    failing[at].xRead = do_read;
    failing[at].xWrite = do_write;
    failing[at].xSync = do_flush;
    file->pMethods = &failing[at];
    return SQLITE_OK;
}

static void stand_between(void)
{
    below = sqlite3_vfs_find(NULL);
    disk = *below;
    disk.zName = "failing";
    disk.xOpen = do_open;
    sqlite3_vfs_register(&disk, 1);
}

/* The operation of that number fails; 0: none does. */
static void arm(Operation operation, int code, int which)
{
    fault.operation = operation;
    fault.code = code;
    fault.left = which;
    fault.met = false;
}

static void every_kind_of_fault_of_a_disk(void **state)
{
    static const struct {
        Operation operation;
        int code;
    } kinds[] = {{WRITES_BYTES, SQLITE_FULL},   {WRITES_BYTES, SQLITE_IOERR_WRITE},
                 {FLUSHES, SQLITE_IOERR_FSYNC}, {READS, SQLITE_IOERR_READ},
                 {READS, SQLITE_CORRUPT},       {READS, SQLITE_IOERR_CORRUPTFS}};
    Written written;
    int met = 0, refused = 0;
    (void)state;
    stand_between();
    begin(&written, "disk");
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++)
        for (int which = 1; which <= 12; which++) {
            bool reads = kinds[kind].operation == READS;
            if (reads || which % 3 == 0) { /* connections that have read nothing yet */
                store_close(written.store);
                arm(kinds[kind].operation, kinds[kind].code, reads ? 0 : which);
                written.store = store_open(address, why);
                fault.left = written.store ? fault.left : 0;
                written.store = written.store ? written.store : opened();
            }
            arm(kinds[kind].operation, kinds[kind].code, which);
            refused += reads && !is_right(&written);
            Verdict verdict = write_more(&written);
            assert_true(verdict == VERDICT_KEPT || (verdict == VERDICT_REFUSED && why[0]));
            met += fault.met;
            refused += verdict == VERDICT_REFUSED;
            if (kinds[kind].code == SQLITE_FULL && verdict == VERDICT_REFUSED)
                assert_string_equal(why, "server.disk-full");
            fault.left = 0;
            check(&written);
            assert_int_equal(write_more(&written), VERDICT_KEPT);
            check(&written);
        }
    assert_true(met > 30 && refused > 20);
    end(&written);
    sqlite3_vfs_unregister(&disk);
    sqlite3_vfs_register(below, 1);
}

/* A page of the file is rubbish: whatever is asked or written fails in words, or is right. */
static void a_damaged_page_crashes_nothing(void **state)
{
    static char page[4096];
    char whole[100];
    Written written;
    int refused = 0;
    (void)state;
    begin(&written, "damaged");
    for (int i = 0; i < 20; i++)
        assert_int_equal(write_more(&written), VERDICT_KEPT);
    snprintf(whole, sizeof whole, "%s/whole.db", folder);
    assert_true(store_backup(written.store, whole, why));
    store_close(written.store);
    memset(page, 0xA5, sizeof page);
    FILE *from = fopen(whole, "rb");
    assert_non_null(from);
    fseek(from, 0, SEEK_END);
    long pages = ftell(from) / (long)sizeof page;
    fclose(from);
    assert_true(pages > 20);
    for (long damaged = 1; damaged < pages; damaged++) {
        assert_true(store_restore(address, whole, why));
        FILE *file = fopen(store_file(address), "r+b");
        assert_non_null(file);
        fseek(file, damaged * (long)sizeof page, SEEK_SET);
        assert_int_equal(fwrite(page, sizeof page, 1, file), 1);
        fclose(file);
        written.store = store_open(address, why);
        if (!written.store) {
            assert_true(why[0]);
            refused++;
            continue;
        }
        size_t before = written.journal.length;
        int chats = written.chats;
        bool failed = write_more(&written) != VERDICT_KEPT || !is_right(&written);
        refused += failed;
        store_close(written.store);
        written.journal.length = before;
        written.chats = chats;
    }
    assert_true(refused > 3);
    buffer_free(&written.journal);
}

/* ---- PostgreSQL ---- */

static PGconn *beside;

static void run_beside(const char *words)
{
    PGresult *result = PQexec(beside, words);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        fail_msg("%s: %s", words, PQerrorMessage(beside));
    PQclear(result);
}

/* From now on the database raises that error, when a word is written or when the round is committed; `times`: so often,
 * 0: always. */
static void raise_error(const char *code, bool at_commit, int times)
{
    char words[700];
    snprintf(
        words, sizeof words,
        "SET client_min_messages = error; DROP SEQUENCE IF EXISTS raised; CREATE SEQUENCE raised; CREATE OR REPLACE "
        "FUNCTION raises() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF %d = 0 OR nextval('raised') <= %d THEN "
        "RAISE EXCEPTION 'of that kind' USING ERRCODE = '%s'; END IF; RETURN NULL; END $$; DROP TRIGGER IF EXISTS "
        "raising ON chat; CREATE CONSTRAINT TRIGGER raising AFTER INSERT ON chat DEFERRABLE INITIALLY %s FOR EACH "
        "ROW EXECUTE FUNCTION raises()",
        times, times, code, at_commit ? "DEFERRED" : "IMMEDIATE");
    run_beside(words);
}

static void raise_nothing(void)
{
    run_beside("DROP TRIGGER raising ON chat; DROP FUNCTION raises(); DROP SEQUENCE raised");
}

static void every_kind_of_error_of_a_database(void **state)
{
    /* disk full, out of memory, too many connections, cancelled, an I/O error, damaged data, read only, serialization,
     * a deadlock, a lock that is waited for too long */
    static const char *const codes[] = {"53100", "53200", "53300", "57014", "58030",
                                        "XX001", "25006", "40001", "40P01", "55P03"};
    Written written;
    (void)state;
    begin(&written, "fault-errors");
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        for (int at_commit = 0; at_commit < 2; at_commit++) {
            raise_error(codes[i], at_commit, 0);
            assert_int_equal(write_more(&written), VERDICT_REFUSED);
            assert_true(why[0]);
            raise_nothing();
            check(&written);
            assert_int_equal(write_more(&written), VERDICT_KEPT);
            check(&written);
        }
    end(&written);
}

/* Another node's round went before it: it is tried again, and kept once. */
static void a_round_that_cannot_serialize_is_tried_again(void **state)
{
    Written written;
    (void)state;
    begin(&written, "fault-again");
    for (int at_commit = 0; at_commit < 2; at_commit++) {
        raise_error(at_commit ? "40P01" : "40001", at_commit, 1);
        assert_int_equal(write_more(&written), VERDICT_KEPT);
        raise_nothing();
        check(&written);
    }
    end(&written);
}

typedef enum HangUp { NEVER, BEFORE_COMMIT, AFTER_COMMIT } HangUp;
static HangUp hang_up;
static int (*usual_sync)(PGconn *connection);

/* The connection is lost before the round is sent, or when its answers have come and nobody has read them. */
static int sync_and_hang_up(PGconn *connection)
{
    char answers[4096];
    int sent, one = PQsocket(connection);
    struct pollfd ready = {.fd = one, .events = POLLIN};
    if (hang_up == BEFORE_COMMIT)
        shutdown(one, SHUT_RDWR);
    sent = usual_sync(connection);
    if (hang_up == AFTER_COMMIT) {
        assert_int_equal(poll(&ready, 1, 60000), 1);
        while (recv(one, answers, sizeof answers, MSG_DONTWAIT) > 0)
            continue;
        shutdown(one, SHUT_RDWR);
    }
    return sent;
}

static void a_connection_that_is_lost_leaves_the_round_unknown(void **state)
{
    Libpq *libpq = (Libpq *)(uintptr_t)libpq_late();
    Written written;
    (void)state;
    begin(&written, "fault-lost");
    usual_sync = libpq->pipelineSync;
    libpq->pipelineSync = sync_and_hang_up;
    for (int i = 0; i < 6; i++) {
        hang_up = i % 2 ? AFTER_COMMIT : BEFORE_COMMIT;
        assert_int_equal(write_more(&written), VERDICT_UNKNOWN);
        if (hang_up == AFTER_COMMIT) { /* it was kept, whole */
            WriteSet kept = {.verdict = VERDICT_KEPT};
            note(&written, &kept);
        }
        hang_up = NEVER;
        check(&written);
        assert_int_equal(write_more(&written), VERDICT_KEPT);
        check(&written);
    }
    libpq->pipelineSync = usual_sync;
    end(&written);
}

static void round_done(WriteSet *entry) { (void)entry; }

/* Somebody cancels what waits for his lock. */
static void a_round_that_is_cancelled_is_refused(void **state)
{
    Written written;
    WriteSet set;
    (void)state;
    begin(&written, "fault-cancelled");
    assert_true(store_begin(written.store, why));
    run_beside("BEGIN; LOCK TABLE chat IN EXCLUSIVE MODE");
    fill(&written, &set);
    set.done = round_done;
    store_add(written.store, &set);
    store_send(written.store);
    PGconn *other = PQconnectdb(database);
    for (bool cancelled = false; !cancelled; usleep(20000)) {
        PGresult *result = PQexec(other, "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = "
                                         "'Lock' AND datname = current_database()");
        cancelled = PQntuples(result) > 0;
        PQclear(result);
    }
    PQfinish(other);
    store_drain(written.store);
    assert_int_equal(set.verdict, VERDICT_REFUSED);
    entry_clear(&set);
    run_beside("COMMIT");
    check(&written);
    fill(&written, &set);
    set.done = round_done;
    store_add(written.store, &set);
    store_drain(written.store);
    assert_int_equal(set.verdict, VERDICT_KEPT);
    note(&written, &set);
    entry_clear(&set);
    end(&written);
}

int main(void)
{
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(every_kind_of_fault_of_a_disk),
        cmocka_unit_test(a_damaged_page_crashes_nothing),
    };
    const struct CMUnitTest of_databases[] = {
        cmocka_unit_test(every_kind_of_error_of_a_database),
        cmocka_unit_test(a_round_that_cannot_serialize_is_tried_again),
        cmocka_unit_test(a_connection_that_is_lost_leaves_the_round_unknown),
        cmocka_unit_test(a_round_that_is_cancelled_is_refused),
    };
    database = getenv("SANDTABLE_DATABASE");
    if (!database)
        return cmocka_run_group_tests(of_files, make_folder, remove_folder);
    beside = PQconnectdb(database);
    int failures = cmocka_run_group_tests(of_databases, make_folder, remove_folder);
    PQfinish(beside);
    return failures;
}
