/* store.c — the store: which versions of its file are opened, by which names, whether its journals are whole, and what
 * becomes of the entries of a round, with threads and without. */
#include <libpq-fe.h>
#include <setjmp.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "server/moderation.h"
#include "server/own.h"
#include "server/store_sql.h"

static char folder[] = "/tmp/sandtable-store.XXXXXX", address[200], saved[80], why[300];
/* A database of PostgreSQL, made for this test and empty; NULL: the store is a file. */
static const char *database;

static int make_folder(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    snprintf(address, sizeof address, "sqlite:%s/games.db", folder);
    if (database)
        snprintf(address, sizeof address, "%s", database);
    snprintf(saved, sizeof saved, "%s/saved.db", folder);
    return 0;
}

static int remove_folder(void **state)
{
    static const char *const names[] = {"games.db",     "games.db-wal", "games.db-shm", "saved.db",    "saved.db-wal",
                                        "saved.db-shm", "other.db",     "other.db-wal", "other.db-shm"};
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
    sqlite3 *opened_file;
    assert_int_equal(sqlite3_open(file, &opened_file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(opened_file, words, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(opened_file);
}

static Store *opened(void)
{
    Store *store = store_open(address, why);
    if (!store)
        fail_msg("%s", why);
    return store;
}

/* What a file of version 3 does not have. */
#define BACK_TO_3                                                                                                      \
    "DROP TABLE ratings; DROP TABLE results; DROP TABLE mails; DROP TABLE reports; DROP TABLE bans; DROP TABLE "       \
    "moderators; DROP TABLE moderation; DROP TABLE outbox; DROP TABLE units; DROP TABLE leases; DROP TABLE "           \
    "campaigns; DROP TABLE "                                                                                           \
    "work_keys; "                                                                                                      \
    "DROP TABLE terms; DROP TABLE clocks; DROP TABLE uptime; DROP TABLE offers; DROP TABLE barred; DROP TABLE blocks;" \
    "ALTER TABLE chat DROP COLUMN user; DROP TABLE rematches; DROP TABLE rolls; DROP INDEX pushes_by; ALTER TABLE "    \
    "pushes DROP COLUMN "                                                                                              \
    "session; "

static void a_newer_file_is_left_alone(void **state)
{
    (void)state;
    Store *store = opened();
    assert_true(store_backup(store, saved, why));
    store_close(store);
    char newer[100], current[60];
    snprintf(newer, sizeof newer, "newer Sandtable: its tables have version 99, this program knows %d", STORE_VERSION);
    snprintf(current, sizeof current, "UPDATE meta SET version = %d", STORE_VERSION);
    write_to(store_file(address), "UPDATE meta SET version = 99");
    write_to(saved, "UPDATE meta SET version = 99");
    assert_null(store_open(address, why));
    assert_non_null(strstr(why, newer));
    assert_false(store_restore(address, saved, why));
    assert_non_null(strstr(why, newer));
    write_to(store_file(address), current);
    store = opened();
    store_close(store);
}

/* ---- what is written and read ---- */

static Verdict kept(Store *store, WriteSet *set)
{
    Verdict verdict = store_keep_now(store, set, false);
    snprintf(why, sizeof why, "%s", set->trouble);
    entry_clear(set);
    return verdict;
}

static int64_t user_added(Store *store, const char *name)
{
    WriteSet set = {0};
    UserRow user = {.id = store_number(store, NUMBER_USER), .language = "en", .theme = "auto"};
    snprintf(user.name, sizeof user.name, "%s", name);
    write_user_add(&set, &user);
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    return user.id;
}

static int64_t user_found(Store *store, int64_t id)
{
    CallAsk call = {.ask = {.kind = ASK_CALL}, .id = id};
    assert_true(store_answer_now(store, &call.ask));
    buffer_free(&call.pushes);
    return call.user.id;
}

static int64_t session_found(Store *store, const uint8_t token[TOKEN_BYTES])
{
    VisitAsk visit = {.ask = {.kind = ASK_VISIT}, .has_token = true};
    memcpy(visit.token, token, TOKEN_BYTES);
    assert_true(store_answer_now(store, &visit.ask));
    return visit.user.id;
}

static Verdict line_added(Store *store, int64_t number, int64_t at, const char *line)
{
    WriteSet set = {0};
    write_journal(&set, number, at, line, strlen(line));
    return kept(store, &set);
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
    /* By another name the log would not be found, so no program opens it, server or not. */
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
    assert_true(store_backup(store, saved, why));
    int64_t user = user_added(store, "late");
    store_close(store);
    assert_int_equal(symlink(store_file(address), elsewhere), 0);
    assert_true(store_restore(other, saved, why));
    store = opened();
    assert_int_equal(user_found(store, user), 0); /* he came after the backup */
    store_close(store);
    unlink(elsewhere);
}

/* ---- whole journals ---- */

/* A game of so many lines of six bytes after its head. */
static int64_t written(Store *store, const char *id, int lines)
{
    GameRow row = {.number = store_number(store, NUMBER_GAME), .sides = 2};
    WriteSet set = {0};
    snprintf(row.id, sizeof row.id, "%s", id);
    write_game_add(&set, &row);
    write_journal(&set, row.number, 0, "begin\n", 6);
    for (int i = 0; i < lines; i++)
        write_journal(&set, row.number, 6 + 6 * i, "order\n", 6);
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    return row.number;
}

static bool is_whole(int64_t number, size_t length)
{
    Store *store = opened();
    JournalAsk journal = {.ask = {.kind = ASK_JOURNAL}, .number = number};
    bool whole = store_answer_now(store, &journal.ask);
    snprintf(why, sizeof why, "%s", journal.ask.trouble);
    if (whole)
        assert_int_equal(journal.text.length, length);
    buffer_free(&journal.text);
    store_close(store);
    return whole;
}

static void a_line_that_is_gone_is_missed(void **state)
{
    (void)state;
    Store *store = opened();
    int64_t middle = written(store, "middle", 3), last = written(store, "last", 3), head = written(store, "head", 1);
    int64_t good = written(store, "good", 3);
    store_close(store);
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
    assert_int_equal(line_added(two, number, 18, "other\n"), VERDICT_KEPT);
    assert_int_equal(line_added(one, number, 18, "order\n"), VERDICT_LOST);
    assert_non_null(strstr(why, "written to by somebody else"));
    assert_int_equal(line_added(one, number, 24, "order\n"), VERDICT_KEPT);
    store_close(one);
    store_close(two);
    assert_true(is_whole(number, 30));
}

static void an_older_file_learns_how_long_its_journals_are(void **state)
{
    (void)state;
    Store *store = opened();
    int64_t number = written(store, "older", 4);
    store_close(store);
    write_to(store_file(address), BACK_TO_3 "DROP TABLE lengths; UPDATE meta SET version = 1");
    assert_true(is_whole(number, 30));
    store = opened();
    assert_int_equal(line_added(store, number, 30, "order\n"), VERDICT_KEPT);
    store_close(store);
    assert_true(is_whole(number, 36));
}

static void a_damaged_store_is_not_backed_up(void **state)
{
    (void)state;
    char file[120];
    Store *store = opened();
    for (int i = 0; i < 200; i++)
        user_added(store, "Ada");
    store_close(store);
    snprintf(file, sizeof file, "%s", store_file(address));
    /* An index that lacks a row is a page that reads well and gives wrong answers. */
    write_to(file, "PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = 'CREATE UNIQUE INDEX accounts ON users "
                   "(name COLLATE NOCASE)' WHERE name = 'accounts'");
    store = opened();
    unlink(saved);
    assert_false(store_backup(store, saved, why));
    assert_non_null(strstr(why, "damaged"));
    assert_int_not_equal(access(saved, F_OK), 0);
    store_close(store);
    unlink(file);
}

static void a_session_of_a_guest_who_plays_stays(void **state)
{
    (void)state;
    Store *store = opened();
    GameRow row = {.id = "playing", .scenario = "toy", .sides = 1, .number = store_number(store, NUMBER_GAME)};
    uint8_t plays[TOKEN_BYTES] = {1}, rests[TOKEN_BYTES] = {2};
    int64_t player = user_added(store, "Guest 1"), other = user_added(store, "Guest 2");
    WriteSet set = {0}, first = {0}, second = {0};
    write_session_add(&set, plays, player, 100);
    write_session_add(&set, rests, other, 100);
    row.seat[0] = (SeatRow){.kind = SEAT_HUMAN, .user = player};
    snprintf(row.seat[0].side, sizeof row.seat[0].side, "red");
    write_game_add(&set, &row);
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    write_sessions_expire(&first, 1000);
    assert_int_equal(store_keep_now(store, &first, true), VERDICT_KEPT); /* only to see */
    assert_int_equal(first.changed, 1);
    assert_int_equal(session_found(store, rests), other);
    assert_int_equal(kept(store, &first), VERDICT_KEPT);
    assert_int_equal(first.changed, 1);
    assert_int_equal(session_found(store, plays), player);
    assert_int_equal(session_found(store, rests), 0);
    row.over = true;
    write_game_set(&set, &row);
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    write_sessions_expire(&second, 1000);
    assert_int_equal(kept(store, &second), VERDICT_KEPT);
    assert_int_equal(second.changed, 1);
    store_close(store);
}

/* ---- rounds ---- */

static int rounds_seen;
static void count_round(WriteSet *set) { rounds_seen += set->verdict == VERDICT_KEPT; }

typedef struct Visitor {
    VisitAsk visit;
    bool answered;
} Visitor;
static void note_answer(Ask *ask) { ((Visitor *)ask)->answered = true; }

/* One entry that lost, one that breaks a rule of the tables, and those beside them. */
static void an_entry_that_fails_concerns_no_other(void **state)
{
    (void)state;
    Store *store = opened(), *other = opened();
    int64_t one = written(store, "fenced", 1), two = written(store, "beside", 1);
    int64_t user = user_added(store, "Nobody");
    assert_int_equal(line_added(other, one, 12, "other\n"), VERDICT_KEPT);
    WriteSet lost = {.done = count_round}, broken = {.done = count_round}, good = {.done = count_round},
             last = {.done = count_round};
    write_journal(&lost, one, 12, "order\n", 6);
    write_chat(&lost, one, "Ada", "hello", 1, 0);
    write_session_add(&good, (const uint8_t[TOKEN_BYTES]){9}, user, 1);
    write_chat(&broken, 987654, "Ada", "to a game that is not there", 1, 0);
    write_journal(&last, two, 12, "order\n", 6);
    rounds_seen = 0;
    store_add(store, &lost);
    store_add(store, &good);
    store_add(store, &broken);
    store_add(store, &last);
    store_send(store);
    assert_true(store_is_busy(store));
    store_pump(store);
    assert_false(store_is_busy(store));
    assert_int_equal(rounds_seen, 2);
    assert_int_equal(lost.verdict, VERDICT_LOST);
    assert_int_equal(broken.verdict, VERDICT_REFUSED);
    assert_int_equal(good.verdict, VERDICT_KEPT);
    assert_int_equal(last.verdict, VERDICT_KEPT);
    assert_int_equal(session_found(store, (const uint8_t[TOKEN_BYTES]){9}), user);
    TakeAsk take = {.ask = {.kind = ASK_TAKE}, .id = "fenced", .chat_kept = 10};
    assert_true(store_answer_now(store, &take.ask));
    assert_int_equal(take.chat.length, 0); /* nothing of what was lost is there */
    buffer_free(&take.journal);
    entry_clear(&lost);
    entry_clear(&broken);
    entry_clear(&good);
    entry_clear(&last);
    store_close(other);
    store_close(store);
    assert_true(is_whole(one, 18) && is_whole(two, 18));
}

static void a_name_is_had_once(void **state)
{
    (void)state;
    Store *store = opened();
    UserRow ada = {.id = user_added(store, "Guest 5"), .name = "Ada", .password = "x"}, eve = ada;
    WriteSet first = {0}, second = {0}, again = {0};
    eve.id = user_added(store, "Guest 6");
    write_register(&first, &ada, "ada", "ada");
    write_likeness(&first, "ada", ada.id);
    assert_int_equal(kept(store, &first), VERDICT_KEPT);
    snprintf(eve.name, sizeof eve.name, "Ad\u0430");
    write_register(&second, &eve, "ada", "ada"); /* another name that looks alike */
    write_likeness(&second, "ada", eve.id);
    assert_int_equal(kept(store, &second), VERDICT_LOST);
    write_register(&again, &ada, "ada", "ada"); /* a user with an account gets no second one */
    assert_int_equal(kept(store, &again), VERDICT_LOST);
    AccountAsk account = {.ask = {.kind = ASK_ACCOUNT}, .name = "ADA", .likeness = "ada"};
    assert_true(store_answer_now(store, &account.ask));
    assert_true(account.taken);
    assert_int_equal(account.user.id, ada.id);
    store_close(store);
}

/* Another program that writes to the store. */
static void *take_lock(void)
{
    if (database) {
        PGconn *connection = PQconnectdb(database);
        PQclear(PQexec(connection, "BEGIN; LOCK TABLE sessions IN EXCLUSIVE MODE"));
        assert_int_equal(PQtransactionStatus(connection), PQTRANS_INTRANS);
        return connection;
    }
    sqlite3 *file;
    assert_int_equal(sqlite3_open(store_file(address), &file), SQLITE_OK);
    assert_int_equal(sqlite3_exec(file, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    return file;
}

static void give_lock_back(void *lock)
{
    if (database) {
        PQfinish(lock);
    } else {
        assert_int_equal(sqlite3_exec(lock, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(lock);
    }
}

/* Readers wait for no writer, and numbers never come twice. */
static void a_lock_of_somebody_else_holds_up_rounds_alone(void **state)
{
    (void)state;
    Store *store = opened();
    int64_t user = user_added(store, "Reader"), before = store_number(store, NUMBER_USER);
    const uint8_t token[TOKEN_BYTES] = {7};
    WriteSet set = {.done = count_round}, late = {.done = count_round};
    write_session_add(&set, token, user, 1);
    assert_int_equal(store_keep_now(store, &set, false), VERDICT_KEPT);
    entry_clear(&set);
    assert_true(store_begin(store, why));
    assert_true(store_number(store, NUMBER_USER) > before);
    void *lock = take_lock();
    rounds_seen = 0;
    write_session_use(&late, token, 2);
    store_add(store, &late);
    store_send(store);
    Visitor visitor = {.visit = {.ask = {.kind = ASK_VISIT, .done = note_answer}, .has_token = true}};
    memcpy(visitor.visit.token, token, TOKEN_BYTES);
    store_ask(store, &visitor.visit.ask);
    while (!visitor.answered)
        store_pump(store);
    assert_int_equal(visitor.visit.user.id, user);
    assert_true(store_is_busy(store)); /* the round still waits for the lock */
    assert_int_equal(rounds_seen, 0);
    give_lock_back(lock);
    store_drain(store);
    assert_int_equal(rounds_seen, 1);
    entry_clear(&late);
    store_close(store);
}

/* Accounts and numbers of a store that an older program wrote. */
static void an_older_file_learns_names_and_numbers(void **state)
{
    (void)state;
    Store *store = opened();
    UserRow old = {.id = user_added(store, "Guest 8"), .name = "Grete", .password = "x"};
    WriteSet set = {0};
    char likeness[NAME_LIKENESS];
    name_likeness("Grete", likeness);
    write_register(&set, &old, "another likeness", "another likeness");
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    store_close(store);
    write_to(store_file(address),
             BACK_TO_3 "DROP TABLE likenesses; DROP TABLE recoveries; DROP TABLE numbers; DROP INDEX "
                       "games_public; UPDATE meta SET version = 2");
    store = opened();
    AccountAsk account = {.ask = {.kind = ASK_ACCOUNT}, .name = "nobody of that name"};
    memcpy(account.likeness, likeness, sizeof likeness);
    assert_true(store_answer_now(store, &account.ask));
    assert_true(account.taken);
    assert_true(store_number(store, NUMBER_USER) > old.id);
    store_close(store);
}

/* ---- seats and clocks ---- */

static void terms_and_seats_come_back(void **state)
{
    (void)state;
    Store *store = opened();
    int64_t host = user_added(store, "Host"), other = user_added(store, "Other");
    GameRow row = {.number = store_number(store, NUMBER_GAME), .sides = 2, .id = "timed", .owner = host};
    row.terms = (Terms){CLOCK_BANK, OUT_CLAIM, CLAIM_MACHINE, 1000, 20, 300, true, 400};
    clock_start(&row.terms, &row.clock, 5);
    row.clock.due = 77;
    row.seat[0] = (SeatRow){.kind = SEAT_HUMAN, .user = host, .side = "red", .stand_in = "greedy"};
    row.seat[1] = (SeatRow){.kind = SEAT_HUMAN, .user = other, .side = "blue"};
    WriteSet set = {0};
    write_game_add(&set, &row);
    write_journal(&set, row.number, 0, "begin\n", 6);
    write_offer(&set, row.number, 1, host, "");
    write_bar(&set, row.number, other, BARRED_CHAT, true);
    write_block(&set, host, other, true);
    write_uptime(&set, 60);
    write_uptime(&set, 30);
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    TakeAsk take = {.ask = {.kind = ASK_TAKE}, .id = "timed"};
    assert_true(store_answer_now(store, &take.ask));
    char before[TERMS_TEXT], after[TERMS_TEXT];
    terms_print(&row.terms, before);
    terms_print(&take.row.terms, after);
    assert_string_equal(before, after);
    clock_print(&row.clock, before);
    clock_print(&take.row.clock, after);
    assert_string_equal(before, after);
    assert_string_equal(take.row.seat[0].stand_in, "greedy");
    assert_false(take.row.seat[0].offered);
    assert_true(take.row.seat[1].offered && take.row.seat[1].offered_to == host);
    assert_int_equal(take.barred.length, sizeof(BarredRow));
    buffer_free(&take.journal);
    buffer_free(&take.barred);
    DueAsk due = {.ask = {.kind = ASK_DUE}};
    assert_true(store_answer_now(store, &due.ask));
    assert_int_equal(due.uptime, 60);
    assert_int_equal(due.rows.length, sizeof(DueRow));
    buffer_free(&due.rows);
    BlocksAsk blocks = {.ask = {.kind = ASK_BLOCKS}, .user = host};
    assert_true(store_answer_now(store, &blocks.ask));
    assert_int_equal(blocks.rows.length, sizeof(BlockRow));
    buffer_free(&blocks.rows);
    WriteSet away = {0};
    write_game_remove(&away, row.number);
    assert_int_equal(kept(store, &away), VERDICT_KEPT);
    store_close(store);
}

/* ---- the queue of campaigns ---- */

static WorkItem asked_for(WorkKind kind, int64_t key, int64_t now)
{
    static const Buffer none;
    return (WorkItem){.kind = kind,
                      .key = key,
                      .program = "p",
                      .machine = "m",
                      .cores = 4,
                      .now = now,
                      .seconds = 10,
                      .results = &none};
}

static void work(Store *store, WorkItem *item, int64_t now)
{
    WorkItem *items[] = {item};
    WorkAsk ask = {.ask = {.kind = ASK_WORK}, .items = items, .count = 1, .tidies = true, .now = now};
    if (!store_answer_now(store, &ask.ask))
        fail_msg("%s", ask.ask.trouble);
}

static int64_t units_of(WorkItem *item)
{
    int64_t count = (int64_t)(item->units.length / sizeof(int64_t));
    buffer_free(&item->units);
    return count;
}

static void add_result(Buffer *out, int64_t unit, const char *text)
{
    ResultHead head = {unit, (int64_t)strlen(text)};
    int64_t spent = 1000;
    buffer_add(out, &head, sizeof head);
    buffer_add(out, text, (size_t)head.length + 1);
    buffer_add(out, &spent, sizeof spent);
}

/* Priority, leases that run out, three tries, counting in order, and a key that lied. */
static void a_queue_gives_each_unit_to_one(void **state)
{
    (void)state;
    static const char good[] = "0 5 3 9 #0123456789abcdef;1 2 7 9 #0123456789abcdef";
    Store *store = opened();
    WriteSet set = {0};
    write_work_key(&set, "first", (const uint8_t[TOKEN_BYTES]){1}, 1);
    write_work_key(&set, "second", (const uint8_t[TOKEN_BYTES]){2}, 1);
    CampaignRow row = {.token = "system",
                       .scenario = "s/one",
                       .players = "a,b",
                       .units = 3,
                       .one_in = 1,
                       .program = "p",
                       .priority = PRIORITY_SYSTEM};
    write_campaign(&set, &row);
    snprintf(row.token, sizeof row.token, "player");
    row.priority = PRIORITY_PLAYER;
    row.units = 1;
    write_campaign(&set, &row);
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    WorkKeyAsk key = {.ask = {.kind = ASK_WORK_KEY}, .hash = {2}};
    assert_true(store_answer_now(store, &key.ask));
    int64_t second = key.key.number, one = second - 1;
    WorkItem player = asked_for(WORK_ACQUIRE, one, 100), system = asked_for(WORK_ACQUIRE, second, 100);
    work(store, &player, 100);
    assert_string_equal(player.row.token, "player");
    assert_int_equal(units_of(&player), 1);
    work(store, &system, 100);
    assert_string_equal(system.row.token, "system");
    assert_int_equal(units_of(&system), 3);
    WorkItem nothing = asked_for(WORK_ACQUIRE, one, 101);
    work(store, &nothing, 101);
    assert_false(nothing.given || nothing.foreign);
    /* Two of three come back, the second and the third: nothing is counted before the first is there. */
    Buffer results = {0};
    add_result(&results, 1, good);
    add_result(&results, 2, good);
    WorkItem brought = asked_for(WORK_SUBMIT, second, 102);
    brought.results = &results;
    memcpy(brought.lease, system.lease, sizeof brought.lease);
    work(store, &brought, 102);
    assert_int_equal(brought.kept, 2);
    CampaignAsk shown = {.ask = {.kind = ASK_CAMPAIGN}, .number = system.row.number};
    assert_true(store_answer_now(store, &shown.ask));
    assert_int_equal(shown.row.counted, 0);
    assert_int_equal(shown.waiting, 1);
    assert_int_equal(shown.curve.length, 0);
    /* It is brought twice: the second time no worker has that lease. */
    WorkItem twice = brought;
    twice.kept = 0;
    work(store, &twice, 103);
    assert_true(twice.stale && !twice.kept);
    buffer_free(&results);
    /* A player's unit whose lease runs out three times has failed. */
    for (int i = 1; i <= 3; i++) {
        WorkItem again = asked_for(WORK_ACQUIRE, one, 100 + 20 * i);
        work(store, &again, 100 + 20 * i);
        assert_string_equal(again.row.token, i < 3 ? "player" : "system");
        units_of(&again);
        player = again;
    }
    shown.number = player.row.number;
    add_result(&results, 0, good);
    WorkItem last = asked_for(WORK_SUBMIT, one, 161);
    last.results = &results;
    memcpy(last.lease, player.lease, sizeof last.lease);
    work(store, &last, 161);
    assert_true(store_answer_now(store, &shown.ask));
    assert_int_equal(shown.row.counted, 3);
    assert_int_equal(shown.row.state, CAMPAIGN_DONE);
    Tally tally;
    for (size_t i = 0; i < 3; i++) {
        assert_true(buffer_row(&shown.curve, i, &tally, sizeof tally));
        assert_int_equal(tally.units, i + 1);
    }
    assert_int_equal(shown.curve.length, 3 * sizeof tally);
    buffer_free(&shown.curve);
    buffer_free(&results);
    /* The second unit is played again and differs: what its key brought is dropped, the other's stays. */
    WorkItem check = asked_for(WORK_TAKE_CHECK, 0, 170);
    work(store, &check, 170);
    assert_true(check.given);
    for (; check.unit != 1; work(store, &check, 170)) {
        WorkItem agrees = asked_for(WORK_CHECKED, 0, 170);
        agrees.campaign = check.campaign;
        agrees.unit = check.unit;
        agrees.result = good;
        work(store, &agrees, 170);
        assert_false(agrees.differs);
    }
    WorkItem differs = asked_for(WORK_CHECKED, 0, 171);
    differs.campaign = check.campaign;
    differs.unit = 1;
    differs.result = "another";
    work(store, &differs, 171);
    assert_true(differs.differs);
    assert_true(store_answer_now(store, &shown.ask));
    assert_int_equal(shown.row.counted, 1);
    assert_int_equal(shown.row.state, CAMPAIGN_RUNS);
    assert_int_equal(shown.waiting, 2);
    assert_int_equal(shown.curve.length, sizeof tally);
    buffer_free(&shown.curve);
    WorkItem refused = asked_for(WORK_ACQUIRE, second, 172);
    work(store, &refused, 172);
    assert_true(refused.refused && !refused.given);
    store_close(store);
}

static size_t campaigns_seen(Store *store, int64_t user, bool own)
{
    CampaignsAsk ask = {.ask = {.kind = ASK_CAMPAIGNS}, .user = user, .own = own, .all = user < 0};
    CampaignRow row;
    size_t seen = 0;
    assert_true(store_answer_now(store, &ask.ask));
    for (; buffer_row(&ask.rows, seen, &row, sizeof row); seen++)
        assert_true(user < 0 || row.owner == user || (!own && !row.owner));
    buffer_free(&ask.rows);
    return seen;
}

/* However many analyses other players wait for, a player finds his own and the operator's campaigns. */
static void analyses_of_others_hide_nothing(void **state)
{
    enum { OTHERS = 230 };
    (void)state;
    Store *store = opened();
    size_t of_operator = campaigns_seen(store, 0, false);
    WriteSet set = {0};
    for (int i = 0; i <= OTHERS + 1; i++) {
        CampaignRow row = {.kind = CAMPAIGN_MATCH,
                           .scenario = "s/one",
                           .players = "a,b",
                           .units = 1,
                           .one_in = 1,
                           .program = "p",
                           .priority = i <= OTHERS ? PRIORITY_PLAYER : PRIORITY_SYSTEM,
                           .owner = i < OTHERS    ? 8
                                    : i == OTHERS ? 9
                                                  : 0};
        snprintf(row.token, sizeof row.token, "%d", i);
        write_campaign(&set, &row);
    }
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    assert_int_equal(campaigns_seen(store, 9, true), 1);
    assert_int_equal(campaigns_seen(store, 9, false), of_operator + 2);
    assert_int_equal(campaigns_seen(store, 0, false), of_operator + 1);
    assert_int_equal(campaigns_seen(store, -1, false), 200);
    /* Of a player who is removed none is left to be played. */
    for (int64_t user = 8; user <= 9; user++) {
        write_user_remove(&set, user);
        assert_int_equal(kept(store, &set), VERDICT_KEPT);
    }
    assert_int_equal(campaigns_seen(store, 9, true), 0);
    assert_int_equal(campaigns_seen(store, -1, false), of_operator + 1);
    store_close(store);
}

/* Of a game that is removed nothing is left, by the operator or because nobody played it. */
static void a_game_that_is_removed_leaves_no_lines(void **state)
{
    (void)state;
    Store *store = opened();
    for (int unused = 0; unused < 2; unused++) {
        int64_t number = written(store, unused ? "unused" : "removed", 5);
        WriteSet set = {0};
        assert_true(is_whole(number, 36));
        if (unused)
            write_remove_unused(&set, number);
        else
            write_game_remove(&set, number);
        assert_int_equal(kept(store, &set), VERDICT_KEPT);
        JournalAsk journal = {.ask = {.kind = ASK_JOURNAL}, .number = number};
        store_answer_now(store, &journal.ask);
        assert_int_equal(journal.text.length, 0);
        assert_int_equal(line_added(store, number, 36, "order\n"), VERDICT_LOST);
    }
    store_close(store);
}

/* ---- two connections at one moment ---- */

static RatingAsk rating_read(Store *store, const int64_t id[2], const char *game)
{
    RatingAsk ask = {.ask = {.kind = ASK_RATING}, .scenario = "s/one", .side = {"red", "grey"}, .id = {id[0], id[1]}};
    snprintf(ask.game, sizeof ask.game, "%s", game);
    assert_true(store_answer_now(store, &ask.ask));
    return ask;
}

/* The result of a game, with ratings made from those that were read. */
static Verdict rated(Store *store, const RatingAsk *read)
{
    WriteSet set = {0};
    for (int i = 0; i < 2; i++) {
        RatingRow row = read->rating[i];
        ResultRow result = {.user = read->id[i], .opponent = read->id[!i], .rated = true};
        memcpy(result.game, read->game, sizeof result.game);
        memcpy(result.side, read->side[i], sizeof result.side);
        write_result(&set, &result);
        row.games++;
        row.rating += 100;
        write_rating(&set, read->id[i], read->scenario, read->side[i], &row, read->rating[i].games);
    }
    return kept(store, &set);
}

/* Two games of one player end on two nodes: both read the same rating, and the second node reads it again. */
static void two_results_at_one_moment_both_count(void **state)
{
    (void)state;
    Store *one = opened(), *two = opened();
    int64_t anna = user_added(one, "Anna"), ben = user_added(one, "Ben"), cid = user_added(one, "Cid");
    const int64_t first[2] = {anna, ben}, second[2] = {cid, ben};
    for (int round = 0; round < 2; round++) { /* without a rating, then with one */
        char games[2][GAME_ID];
        snprintf(games[0], GAME_ID, "one-%d", round);
        snprintf(games[1], GAME_ID, "two-%d", round);
        RatingAsk here = rating_read(one, first, games[0]), there = rating_read(two, second, games[1]);
        assert_int_equal(rated(one, &here), VERDICT_KEPT);
        assert_int_equal(rated(two, &there), VERDICT_LOST);
        there = rating_read(two, second, games[1]);
        assert_false(there.recorded); /* nothing of it was written: Cid's side neither */
        assert_int_equal(there.rating[0].games, round);
        assert_int_equal(there.rating[1].games, 2 * round + 1);
        assert_int_equal(rated(two, &there), VERDICT_KEPT);
        assert_int_equal(rated(two, &there), VERDICT_LOST); /* once */
        here = rating_read(one, first, games[0]);
        assert_int_equal(here.rating[1].games, 2 * round + 2);
        assert_int_equal(here.rating[1].rating, 200 * (round + 1));
        assert_int_equal(here.rating[0].games, round + 1);
    }
    store_close(one);
    store_close(two);
}

/* What is lost by a later write of an entry takes nothing else of the round along. */
static void an_entry_that_is_lost_late_leaves_the_others(void **state)
{
    (void)state;
    Store *store = opened();
    WriteSet set[3] = {0};
    Round round = {.first = &set[0]};
    int64_t anna = user_added(store, "Late Anna");
    RatingRow row = {.rating = 5, .games = 1};
    write_rating(&set[0], anna, "s/late", "red", &row, 0);
    write_user_settings(&set[1], &(UserRow){.id = anna, .language = "pl"});
    write_rating(&set[1], anna, "s/late", "red", &row, 7);
    write_work_key(&set[2], "late", (const uint8_t[TOKEN_BYTES]){71}, 4);
    set[0].next = &set[1];
    set[1].next = &set[2];
    store_writer(store)->keep(store_writer(store), &round);
    assert_int_equal(set[0].verdict, VERDICT_KEPT);
    assert_int_equal(set[1].verdict, VERDICT_LOST);
    assert_int_equal(set[2].verdict, VERDICT_KEPT);
    for (int i = 0; i < 3; i++)
        entry_clear(&set[i]);
    CallAsk call = {.ask = {.kind = ASK_CALL}, .id = anna};
    assert_true(store_answer_now(store, &call.ask));
    buffer_free(&call.pushes);
    assert_string_equal(call.user.language, "en");
    store_close(store);
}

static Verdict rematch_begun(Store *store, int64_t of, const char *id, bool exists)
{
    WriteSet set = {0};
    GameRow row = {.sides = 0, .number = exists ? store_number(store, NUMBER_GAME) : 0};
    snprintf(row.id, sizeof row.id, "%s", id);
    write_rematch(&set, of, id);
    if (exists)
        write_game_add(&set, &row);
    return kept(store, &set);
}

/* One rematch of a game, on whatever connection, until that is gone. */
static void a_game_has_one_rematch(void **state)
{
    (void)state;
    Store *one = opened(), *two = opened();
    int64_t game = written(one, "played", 3);
    assert_int_equal(rematch_begun(one, game, "again", true), VERDICT_KEPT);
    assert_int_equal(rematch_begun(two, game, "another", true), VERDICT_LOST);
    VisitAsk visit = {.ask = {.kind = ASK_VISIT}, .counts = true, .game = "another"};
    assert_true(store_answer_now(two, &visit.ask));
    assert_false(visit.found);
    WriteSet set = {0};
    VisitAsk first = {.ask = {.kind = ASK_VISIT}, .game = "again"};
    assert_true(store_answer_now(one, &first.ask));
    write_game_set(&set, &(GameRow){.number = game, .over = true});
    assert_int_equal(kept(one, &set), VERDICT_KEPT);
    VisitAsk over = {.ask = {.kind = ASK_VISIT}, .counts = true, .game = "played"};
    assert_true(store_answer_now(two, &over.ask));
    assert_string_equal(over.rematch, "again");
    write_game_remove(&set, first.row.number);
    assert_int_equal(kept(one, &set), VERDICT_KEPT);
    assert_int_equal(rematch_begun(two, game, "another", true), VERDICT_KEPT);
    store_close(one);
    store_close(two);
}

static int pushes_of(Store *store, int64_t user)
{
    CallAsk call = {.ask = {.kind = ASK_CALL}, .id = user};
    int count = 0;
    assert_true(store_answer_now(store, &call.ask));
    for (size_t i = 0; i < call.pushes.length; i++)
        count += !call.pushes.bytes[i];
    buffer_free(&call.pushes);
    return count;
}

/* A browser gets notices as long as its session lasts, or the next one after it. */
static void notices_end_with_the_session(void **state)
{
    (void)state;
    static const uint8_t first[TOKEN_BYTES] = {70, 1}, second[TOKEN_BYTES] = {70, 2}, other[TOKEN_BYTES] = {70, 3};
    Store *store = opened();
    int64_t user = user_added(store, "Pia");
    WriteSet set = {0};
    write_session_add(&set, first, user, 50);
    write_session_add(&set, other, user, 9000);
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    write_push(&set, user, "https://push.example/first", first);
    write_push(&set, user, "https://push.example/other", other);
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    write_session_add(&set, second, user, 60);
    write_pushes_follow(&set, first, second);
    write_session_remove(&set, first);
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    assert_int_equal(pushes_of(store, user), 2);
    write_session_remove(&set, second);
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    assert_int_equal(pushes_of(store, user), 1);
    write_sessions_expire(&set, 9001);
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    assert_int_equal(pushes_of(store, user), 0);
    store_close(store);
}

/* ---- two engines ---- */

typedef struct Everything {
    int64_t number;
    Buffer journal, chat, plans, standing;
} Everything;

static void take_all(Store *store, const char *id, Everything *out)
{
    TakeAsk take = {.ask = {.kind = ASK_TAKE}, .chat_kept = 10};
    snprintf(take.id, sizeof take.id, "%s", id);
    assert_true(store_answer_now(store, &take.ask));
    assert_true(take.found);
    buffer_free(&take.barred);
    *out = (Everything){take.row.number, take.journal, take.chat, take.plans, take.standing[1]};
}

static void same_bytes(Buffer *one, Buffer *two)
{
    assert_int_equal(one->length, two->length);
    assert_memory_equal(one->bytes, two->bytes, one->length);
    buffer_free(one);
    buffer_free(two);
}

/* From a file into the database and back into another file: everything is there, and goes on. */
static void a_store_is_copied_there_and_back(void **state)
{
    (void)state;
    char first[120], second[120];
    int64_t rows, again;
    if (!database)
        skip();
    snprintf(first, sizeof first, "sqlite:%s/games.db", folder);
    snprintf(second, sizeof second, "sqlite:%s/other.db", folder);
    Store *from = store_open(first, why), *middle = opened();
    assert_non_null(from);
    int64_t game = written(from, "copied", 30), user = user_added(from, "Zo\u00eb 'quote' \\ back");
    WriteSet set = {0};
    write_chat(&set, game, "Zo\u00eb", "tab\there", 5, 7);
    write_plan_note(&set, game, 3, "beside \"it\"");
    write_standing(&set, game, 1, "losses cheapest");
    write_terms(&set, game, &(Terms){.clock = CLOCK_DAYS, .time = 9});
    write_offer(&set, game, 1, user, "");
    write_bar(&set, game, user, BARRED_SEATS, true);
    write_uptime(&set, 12);
    write_rematch(&set, game, "again");
    write_push(&set, user, "https://push.example/copied", (const uint8_t[TOKEN_BYTES]){0, 255, 7});
    write_outbox(&set, &(OutboxRow){.id = "word", .user = 7, .event = "mail", .address = "a@b.c"},
                 &(Buffer){.bytes = (char[]){"a whole\r\nmail"}, .length = 13});
    write_work_key(&set, "a worker", (const uint8_t[TOKEN_BYTES]){9, 0, 9}, 4);
    CampaignRow campaign = {
        .token = "word", .name = "a match", .scenario = "s/one", .players = "a,b", .units = 30, .one_in = 2};
    write_campaign(&set, &campaign);
    write_session_add(&set, (const uint8_t[TOKEN_BYTES]){0, 255, 7}, user, 9);
    assert_int_equal(kept(from, &set), VERDICT_KEPT);
    assert_false(store_copy(from, middle, &rows, why)); /* earlier tests have left something there */
    assert_non_null(strstr(why, "must be empty"));
    PGconn *connection = PQconnectdb(database);
    PQclear(PQexec(connection, "SET client_min_messages = error"));
    PQclear(PQexec(connection,
                   "TRUNCATE users, sessions, games, gone, journal, work_keys, campaigns, leases, outbox CASCADE"));
    PQfinish(connection);
    if (!store_copy(from, middle, &rows, why))
        fail_msg("%s", why);
    Store *to = store_open(second, why);
    assert_non_null(to);
    if (!store_copy(middle, to, &again, why))
        fail_msg("%s", why);
    assert_int_equal(rows, again);
    Everything before, there, after;
    take_all(from, "copied", &before);
    take_all(middle, "copied", &there);
    take_all(to, "copied", &after);
    Buffer *all[3][4] = {{&before.journal, &before.chat, &before.plans, &before.standing},
                         {&there.journal, &there.chat, &there.plans, &there.standing},
                         {&after.journal, &after.chat, &after.plans, &after.standing}};
    for (int i = 0; i < 4; i++) {
        Buffer copy = {0};
        buffer_add(&copy, all[0][i]->bytes, all[0][i]->length);
        same_bytes(all[0][i], all[1][i]);
        same_bytes(&copy, all[2][i]);
    }
    assert_int_equal(session_found(middle, (const uint8_t[TOKEN_BYTES]){0, 255, 7}), user);
    assert_int_equal(line_added(middle, game, 186, "order\n"), VERDICT_KEPT);
    assert_true(store_number(middle, NUMBER_GAME) > game);
    WriteSet more = {0};
    write_chat(&more, game, "Zo\u00eb", "after it was copied", 6, 0);
    snprintf(campaign.token, sizeof campaign.token, "another");
    write_campaign(&more, &campaign);
    assert_int_equal(kept(middle, &more), VERDICT_KEPT);
    store_close(from);
    store_close(middle);
    store_close(to);
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

static BanRow ban_of(Server *server, int64_t who, int64_t at, int64_t until)
{
    BanRow row = {.kind = BAN_ACCOUNT, .who = who, .at = at, .until = until};
    Buffer bans = {0};
    buffer_add(&bans, &row, sizeof row);
    bans_follow(server, &bans);
    buffer_free(&server->bans);
    server->bans = bans;
    memcpy(&row, bans.bytes, sizeof row);
    return row;
}

/* A jump of the clock ends no ban and lengthens none; nor does a start with a clock that is wrong. */
static void a_ban_lasts_as_long_as_it_was_meant(void **state)
{
    (void)state;
    Server *server = calloc(1, sizeof *server);
    int64_t steady = steady_seconds(), wall = 2000000000;
    assert_non_null(server);
    clock_begin(&server->clock, wall, steady, wall - 60);
    ban_of(server, 7, wall, wall + 7 * DAY);
    assert_true(is_banned(server, BAN_ACCOUNT, 7));
    clock_holds(&server->clock, wall + 400 * DAY, steady); /* a year ahead */
    assert_true(is_banned(server, BAN_ACCOUNT, 7));
    clock_holds(&server->clock, wall + 1, steady + 1); /* and back */
    assert_true(is_banned(server, BAN_ACCOUNT, 7));
    ban_of(server, 7, wall - 2 * DAY, wall - DAY);
    assert_false(is_banned(server, BAN_ACCOUNT, 7));
    clock_holds(&server->clock, wall - 400 * DAY, steady); /* a year back: what is over stays so */
    assert_false(is_banned(server, BAN_ACCOUNT, 7));
    /* It was given by a clock a year ahead: it lasts its day from when that is noticed, and keeps that time. */
    clock_begin(&server->clock, wall, steady, wall - 60);
    assert_int_equal(ban_of(server, 7, wall + 400 * DAY, wall + 401 * DAY).seen, steady);
    assert_true(is_banned(server, BAN_ACCOUNT, 7));
    BanRow row;
    memcpy(&row, server->bans.bytes, sizeof row);
    row.seen = steady - DAY;
    memcpy(server->bans.bytes, &row, sizeof row);
    assert_int_equal(ban_of(server, 7, wall + 400 * DAY, wall + 401 * DAY).seen, steady - DAY);
    assert_false(is_banned(server, BAN_ACCOUNT, 7));
    /* A start with a clock a year ahead of what was written last. */
    ban_of(server, 7, wall, wall + 7 * DAY);
    clock_begin(&server->clock, wall + 400 * DAY, steady, wall + 60);
    assert_true(is_banned(server, BAN_ACCOUNT, 7));
    clock_holds(&server->clock, wall + 401 * DAY, steady + CLOCK_GRACE); /* a day later it is believed */
    assert_false(is_banned(server, BAN_ACCOUNT, 7));
    buffer_free(&server->bans);
    free(server);
}

/* ---- nodes: stores of two servers over one database ---- */

static const Buffer no_editions;

/* Renews the lease of a node; epoch 0: joins. */
static LeaseAsk leased(Store *store, int64_t epoch, int64_t seconds, int64_t position)
{
    LeaseAsk lease = {.ask = {.kind = ASK_LEASE},
                      .epoch = epoch,
                      .seconds = seconds,
                      .editions = &no_editions,
                      .position = position,
                      .wants_held = true};
    snprintf(lease.address, sizeof lease.address, "node-%d", (int)(epoch ? epoch : seconds));
    if (!store_answer_now(store, &lease.ask))
        fail_msg("%s", lease.ask.trouble);
    if (!epoch)
        store_become(store, lease.epoch);
    return lease;
}

static int64_t joined(Store *store, int64_t seconds)
{
    LeaseAsk lease = leased(store, 0, seconds, 0);
    buffer_free(&lease.held);
    return lease.epoch;
}

static void lives(Store *store, int64_t epoch, int64_t seconds)
{
    LeaseAsk lease = leased(store, epoch, seconds, 0);
    buffer_free(&lease.held);
}

static TakeAsk taken(Store *store, const char *id, const char *edition)
{
    TakeAsk take = {.ask = {.kind = ASK_TAKE}, .hold = true};
    snprintf(take.id, sizeof take.id, "%s", id);
    snprintf(take.edition, sizeof take.edition, "%s", edition);
    if (!store_answer_now(store, &take.ask))
        fail_msg("%s", take.ask.trouble);
    return take;
}

/* Whether the node may have it, with a journal of so many bytes. */
static bool takes(Store *store, const char *id, const char *edition, size_t length)
{
    TakeAsk take = taken(store, id, edition);
    bool has = take.found && !take.elsewhere;
    if (has)
        assert_int_equal(take.journal.length, length);
    buffer_free(&take.journal);
    return has;
}

static int64_t game_begun(Store *store, const char *id, const char *journal)
{
    GameRow row = {.scenario = "toy", .sides = 1, .number = store_number(store, NUMBER_GAME)};
    WriteSet set = {0};
    snprintf(row.id, sizeof row.id, "%s", id);
    write_game_add(&set, &row);
    write_journal(&set, row.number, 0, journal, strlen(journal));
    assert_int_equal(kept(store, &set), VERDICT_KEPT);
    return row.number;
}

static Verdict held_write(Store *store, int64_t number, int64_t epoch)
{
    WriteSet set = {0};
    write_hold(&set, number, epoch);
    write_chat(&set, number, "Ada", "hello", 1, 0);
    return kept(store, &set);
}

/* Taking a game from a node ends the node's sessions: it connects again. */
static void connected_again(Store *store)
{
    Verdict verdict = VERDICT_UNKNOWN;
    for (int i = 0; i < 600 && verdict != VERDICT_KEPT; i++) {
        WriteSet set = {0};
        usleep(i ? 50000 : 500000);
        write_probe(&set);
        verdict = kept(store, &set);
    }
    assert_int_equal(verdict, VERDICT_KEPT);
}

static void a_game_is_one_nodes(void **state)
{
    (void)state;
    Store *first = opened(), *second = opened();
    int64_t one = joined(first, 60), two = joined(second, 61);
    int64_t number = game_begun(first, "held", "begin\n");
    assert_false(takes(second, "held", "", 6));
    assert_int_equal(line_added(second, number, 6, "two\n"), VERDICT_LOST);
    assert_int_equal(held_write(second, number, two), VERDICT_LOST);
    assert_int_equal(line_added(first, number, 6, "one\n"), VERDICT_KEPT);
    assert_int_equal(line_added(first, number, 6, "one\n"), VERDICT_LOST); /* the journal is longer by now */
    assert_int_equal(held_write(first, number, one), VERDICT_KEPT);
    lives(first, one, 0); /* its lease is over */
    assert_true(takes(second, "held", "", 10));
    connected_again(first);
    assert_int_equal(line_added(first, number, 10, "late\n"), VERDICT_LOST);
    assert_int_equal(held_write(first, number, one), VERDICT_LOST);
    lives(first, one, 60);
    assert_false(takes(first, "held", "", 10));
    LeaseAsk lease = leased(first, one, 60, 0);
    assert_int_equal(lease.held.length, 0);
    buffer_free(&lease.held);
    assert_int_equal(line_added(second, number, 10, "two\n"), VERDICT_KEPT);
    WriteSet set = {0};
    write_release(&set, number, two);
    assert_int_equal(kept(second, &set), VERDICT_KEPT);
    assert_true(takes(first, "held", "", 14));
    store_close(second); /* a session that is gone is as good as a lease that is over */
    second = opened();
    joined(second, 62);
    assert_false(takes(second, "held", "", 14));
    store_close(first);
    for (int i = 0; !takes(second, "held", "", 14); i++) { /* PostgreSQL may need a moment to notice */
        assert_true(i < 600);
        usleep(50000);
    }
    store_close(second);
}

/* One game that is lost fails no round of others. */
static void a_game_that_is_lost_concerns_no_other(void **state)
{
    (void)state;
    Store *first = opened(), *second = opened();
    int64_t one = joined(first, 60);
    joined(second, 60);
    int64_t stolen = game_begun(first, "stolen", "begin\n"), own = game_begun(first, "own", "begin\n");
    lives(first, one, 0);
    assert_true(takes(second, "stolen", "", 6));
    connected_again(first);
    WriteSet lines[2] = {{.done = count_round}, {.done = count_round}};
    write_journal(&lines[0], stolen, 6, "late\n", 5);
    write_journal(&lines[1], own, 6, "line\n", 5);
    store_add(first, &lines[0]);
    store_add(first, &lines[1]);
    store_drain(first);
    assert_int_equal(lines[0].verdict, VERDICT_LOST);
    assert_int_equal(lines[1].verdict, VERDICT_KEPT);
    entry_clear(&lines[0]);
    entry_clear(&lines[1]);
    store_close(first);
    store_close(second);
}

/* A node that has the edition of a game plays it; if none does, any may. */
static void a_game_is_left_to_its_edition(void **state)
{
    (void)state;
    Store *first = opened(), *second = opened();
    EditionRow row = {"toy", "1 aa"};
    Buffer editions = {0};
    buffer_add(&editions, &row, sizeof row);
    LeaseAsk lease = {.ask = {.kind = ASK_LEASE}, .seconds = 60, .address = "old", .editions = &editions};
    assert_true(store_answer_now(first, &lease.ask));
    store_become(first, lease.epoch);
    buffer_free(&lease.held);
    joined(second, 60);
    static const char text[] = "head\nedition 1 aa\nbegin\n";
    int64_t number = game_begun(first, "old-game", text);
    WriteSet set = {0};
    write_release(&set, number, lease.epoch);
    assert_int_equal(kept(first, &set), VERDICT_KEPT);
    TakeAsk take = taken(second, "old-game", "2 bb");
    assert_true(take.elsewhere);
    assert_string_equal(take.node, "old");
    buffer_free(&take.journal);
    assert_true(takes(first, "old-game", "1 aa", strlen(text)));
    lives(first, lease.epoch, 0);
    assert_true(takes(second, "old-game", "2 bb", strlen(text)));
    buffer_free(&editions);
    store_close(first);
    store_close(second);
}

static size_t changes_seen(Store *store, int64_t epoch, int64_t *position)
{
    LeaseAsk lease = leased(store, epoch, 60, *position);
    size_t count = lease.changes.length / sizeof(ChangeRow);
    *position = lease.position;
    buffer_free(&lease.changes);
    buffer_free(&lease.held);
    return count;
}

/* What is committed late is not missed, though something later was seen before it. */
static void changes_come_once_to_every_other_node(void **state)
{
    (void)state;
    Store *first = opened(), *second = opened();
    int64_t one = joined(first, 60), two = joined(second, 60), mine = 0, others = 0;
    changes_seen(first, one, &mine);
    changes_seen(second, two, &others);
    PGconn *late = PQconnectdb(database);
    PQclear(PQexec(late,
                   "BEGIN; INSERT INTO changes (kind, epoch, first, second, token, name) VALUES (1, 0, 7, 0, '', '')"));
    WriteSet set = {0};
    write_change(&set, &(ChangeRow){.kind = CHANGE_SESSIONS, .epoch = one, .first = 8});
    assert_int_equal(kept(first, &set), VERDICT_KEPT);
    size_t seen = changes_seen(second, two, &others);
    PQclear(PQexec(late, "COMMIT"));
    PQfinish(late);
    seen += changes_seen(second, two, &others);
    assert_int_equal(seen, 2);
    assert_int_equal(changes_seen(second, two, &others), 0);
    assert_int_equal(changes_seen(first, one, &mine), 1); /* one's own are known */
    store_close(first);
    store_close(second);
}

/* A round of a few lines among many games. PostgreSQL plans a statement five times before it may keep a plan. */
static void a_round_is_not_planned_each_time(void **state)
{
    enum { ROUNDS = 20, PLANNED_MOST = 5 };
    (void)state;
    Store *store = opened();
    int64_t number = game_begun(store, "planned", "begin\n"), length = 6;
    PGconn *other = PQconnectdb(database);
    PGresult *made =
        PQexec(other, "INSERT INTO games SELECT -n, 'x' || n, '', '', '', 0, '', '', 0, 0, 0, 0, 0, '', 0, "
                      "'' FROM generate_series(1, 3000) n; INSERT INTO lengths (game, bytes) SELECT -n, 6 "
                      "FROM generate_series(1, 3000) n; ANALYZE lengths");
    assert_int_equal(PQresultStatus(made), PGRES_COMMAND_OK);
    for (int i = 0; i < ROUNDS; i++, length += 4)
        assert_int_equal(line_added(store, number, length, "end\n"), VERDICT_KEPT);
    Sql *sql = (Sql *)(void *)store_writer(store);
    Rows rows = {.sql = sql, .row = -1};
    sql->driver->read_text(&rows, "SELECT custom_plans FROM pg_prepared_statements WHERE name = 'append'");
    assert_true(next_row(&rows));
    assert_in_range(take_number(&rows), 1, PLANNED_MOST);
    end_rows(&rows);
    PQclear(made);
    PQclear(PQexec(other, "DELETE FROM games WHERE number < 0"));
    PQfinish(other);
    store_close(store);
}

int main(void)
{
    const struct CMUnitTest of_files[] = {
        cmocka_unit_test(a_session_of_a_guest_who_plays_stays),
        cmocka_unit_test(a_newer_file_is_left_alone),
        cmocka_unit_test(one_server_whatever_link_leads_to_the_file),
        cmocka_unit_test(a_backup_is_put_where_the_link_leads),
        cmocka_unit_test(a_line_that_is_gone_is_missed),
        cmocka_unit_test(an_older_file_learns_how_long_its_journals_are),
        cmocka_unit_test(an_older_file_learns_names_and_numbers),
        cmocka_unit_test(two_who_write_to_one_game_do_not_write_over_each_other),
        cmocka_unit_test(an_entry_that_fails_concerns_no_other),
        cmocka_unit_test(a_name_is_had_once),
        cmocka_unit_test(a_lock_of_somebody_else_holds_up_rounds_alone),
        cmocka_unit_test(a_queue_gives_each_unit_to_one),
        cmocka_unit_test(analyses_of_others_hide_nothing),
        cmocka_unit_test(a_game_that_is_removed_leaves_no_lines),
        cmocka_unit_test(two_results_at_one_moment_both_count),
        cmocka_unit_test(an_entry_that_is_lost_late_leaves_the_others),
        cmocka_unit_test(a_game_has_one_rematch),
        cmocka_unit_test(notices_end_with_the_session),
        cmocka_unit_test(a_damaged_store_is_not_backed_up),
        cmocka_unit_test(nothing_expires_after_the_clock_jumped),
        cmocka_unit_test(a_ban_lasts_as_long_as_it_was_meant),
    };
    const struct CMUnitTest of_databases[] = {
        cmocka_unit_test(a_session_of_a_guest_who_plays_stays),
        cmocka_unit_test(two_who_write_to_one_game_do_not_write_over_each_other),
        cmocka_unit_test(an_entry_that_fails_concerns_no_other),
        cmocka_unit_test(a_name_is_had_once),
        cmocka_unit_test(a_lock_of_somebody_else_holds_up_rounds_alone),
        cmocka_unit_test(a_game_that_is_removed_leaves_no_lines),
        cmocka_unit_test(two_results_at_one_moment_both_count),
        cmocka_unit_test(an_entry_that_is_lost_late_leaves_the_others),
        cmocka_unit_test(a_game_has_one_rematch),
        cmocka_unit_test(notices_end_with_the_session),
        cmocka_unit_test(terms_and_seats_come_back),
        cmocka_unit_test(a_queue_gives_each_unit_to_one),
        cmocka_unit_test(analyses_of_others_hide_nothing),
        cmocka_unit_test(a_store_is_copied_there_and_back),
        cmocka_unit_test(a_game_is_one_nodes),
        cmocka_unit_test(a_game_that_is_lost_concerns_no_other),
        cmocka_unit_test(a_game_is_left_to_its_edition),
        cmocka_unit_test(changes_come_once_to_every_other_node),
        cmocka_unit_test(a_round_is_not_planned_each_time),
    };
    database = getenv("SANDTABLE_DATABASE");
    return database ? cmocka_run_group_tests(of_databases, make_folder, remove_folder)
                    : cmocka_run_group_tests(of_files, make_folder, remove_folder);
}
