/* admin.c — the store from the command line: its users and games, copies, and journals in and out.
 *
 * It opens the same store as the server and may be used while that runs: the server finds what it adds on the next
 * request for it. Only restoring needs the store for itself. */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "server/admin_own.h"
#include "server/admin_people.h"
#include "server/admin_work.h"
#include "systems/systems.h"

int admin_fail(const char *words)
{
    fprintf(stderr, "sandtable admin: %s\n", words);
    return 1;
}

void admin_date(int64_t seconds)
{
    time_t when = (time_t)seconds;
    struct tm parts;
    char text[24];
    gmtime_r(&when, &parts);
    strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts);
    fputs(seconds ? text : "never", stdout);
}

static void print_user(void *context, const UserRow *row)
{
    (void)context;
    printf("%lld\t%s\t%s\t", (long long)row->id, row->name, row->password[0] ? "account" : "guest");
    admin_date(row->created);
    putchar('\n');
}

static void print_game(void *context, const GameRow *row)
{
    (void)context;
    printf("%s\t%s\tturn %d\t", row->id, row->scenario, row->turn);
    for (int side = 0; side < row->sides; side++) {
        const SeatRow *seat = &row->seat[side];
        printf("%s%s: %s", side ? ", " : "", seat->side, seat->kind == SEAT_OPEN ? "open" : seat->name);
    }
    int verdict = (int)strcspn(row->verdict, "\t");
    printf("\t%.*s\t", row->over ? verdict : (int)sizeof row->asked, row->over ? row->verdict : row->asked);
    admin_date(row->changed);
    putchar('\n');
}

static int finish(Store *store, WriteSet *entry)
{
    Verdict verdict = store_keep_now(store, entry, false);
    entry_clear(entry);
    return verdict == VERDICT_KEPT ? 0 : admin_fail(entry->trouble);
}

/* False, with a message, if there is none or the store cannot say. */
static bool find_game(Store *store, const char *id, GameRow *row)
{
    VisitAsk visit = {.ask = {.kind = ASK_VISIT}};
    if (strlen(id) < sizeof visit.game)
        strcpy(visit.game, id);
    if (!store_answer_now(store, &visit.ask) || !visit.found) {
        admin_fail(visit.ask.failed ? visit.ask.trouble : "there is no such game");
        return false;
    }
    *row = visit.row;
    return true;
}

static int remove_user(Store *store, const char *number)
{
    char *end;
    WriteSet entry = {0};
    CallAsk call = {.ask = {.kind = ASK_CALL}, .id = strtoll(number, &end, 10)};
    bool there = !*end && store_answer_now(store, &call.ask) && call.user.id;
    buffer_free(&call.pushes);
    if (!there)
        return admin_fail(call.ask.failed ? call.ask.trouble : "there is no such user");
    write_user_remove(&entry, call.id);
    return finish(store, &entry);
}

static int remove_game(Store *store, const char *id)
{
    GameRow row;
    WriteSet entry = {0};
    if (!find_game(store, id, &row))
        return 1;
    write_game_remove(&entry, row.number);
    write_gone(&entry, row.id, GONE_REMOVED, now_seconds());
    return finish(store, &entry);
}

/* What the server removes by itself, or would remove. */
static int prune(const AdminCall *call, Store *store)
{
    Expired gone;
    char why[TROUBLE];
    if (!expire_now(store, &call->ages, now_seconds(), call->dry_run, &gone, why))
        return admin_fail(why);
    printf("guests %d\nsessions %d\ngames %d\n", gone.guests, gone.sessions, gone.games);
    return 0;
}

static int export_game(Store *store, const char *id, const char *path)
{
    GameRow row;
    if (!find_game(store, id, &row))
        return 1;
    if (row.branch_length)
        return admin_fail("a what-if has no journal of its own: export the game it comes from");
    JournalAsk journal = {.ask = {.kind = ASK_JOURNAL}, .number = row.number};
    const Buffer *text = &journal.text;
    bool whole = store_answer_now(store, &journal.ask);
    if (!whole) /* an incomplete journal is handed over all the same */
        admin_fail(journal.ask.trouble);
    FILE *out = path ? fopen(path, "wbx") : stdout;
    bool good = out && fwrite(text->bytes ? text->bytes : "", 1, text->length, out) == text->length && !fflush(out);
    if (!good)
        admin_fail(strerror(errno));
    if (path && out && fclose(out))
        good = false;
    buffer_free(&journal.text);
    return good && whole ? 0 : 1;
}

static bool read_seed(const char *text, size_t length, uint8_t seed[SHA256_BYTES])
{
    size_t size = 0;
    while (length && (text[length - 1] == '\n' || text[length - 1] == ' '))
        length--;
    return !sodium_hex2bin(seed, SHA256_BYTES, text, length, NULL, &size, NULL) && size == SHA256_BYTES;
}

/* The journal is replayed before it is taken: one that does not follow from the rules is refused. */
static int import_journal(const AdminCall *call, Store *store, const char *text, size_t length, const uint8_t *given)
{
    JournalHead head;
    char why[300] = "";
    int line, status = 1;
    GameRow row = {.is_public = false};
    Game *game = NULL;
    if (!journal_head(text, length, &head, why, &line))
        return admin_fail(why);
    const System *system = system_named(head.scenario);
    Log *log = calloc(1, sizeof *log);
    Scenario *scenario =
        system && log ? scenario_load_begun(system, head.scenario, head.options, call->source, log) : NULL;
    free(log);
    if (!scenario)
        return admin_fail("the scenario of this journal cannot be loaded");
    bool known = journal_seed(text, length, row.seed) || (given && memcpy(row.seed, given, SHA256_BYTES));
    if (!known || head.fast) {
        admin_fail("the seed of this game is not known: it could not be continued or audited");
    } else if (journal_replay(scenario, text, length, row.seed, -1, &game, why, &line) != RESUME_OK) {
        fprintf(stderr, "sandtable admin: line %d: %s\n", line, why);
    } else {
        int side = game_side(game);
        random_name(row.id, 10);
        random_name(row.invite, 20);
        snprintf(row.scenario, sizeof row.scenario, "%s", scenario->id);
        snprintf(row.options, sizeof row.options, "%s", head.options);
        row.created = row.changed = now_seconds();
        row.over = side == NO_SIDE;
        row.is_public = true;
        row.turn = game_position(game)->turn;
        snprintf(row.asked, sizeof row.asked, "%s", row.over ? "" : scenario->side_word[side]);
        if (row.over)
            keep_verdict(game, &row);
        row.sides = scenario->sides;
        for (int i = 0; i < row.sides; i++)
            snprintf(row.seat[i].side, sizeof row.seat[i].side, "%s", scenario->side_word[i]);
        if (row.over)
            game_close(game);
        const char *bytes = game_journal(game, &length);
        WriteSet entry = {0};
        row.number = store_number(store, NUMBER_GAME);
        write_game_add(&entry, &row);
        write_journal(&entry, row.number, 0, bytes, length);
        status = row.number ? finish(store, &entry) : admin_fail("no number could be reserved for the game");
        if (!status)
            printf("%s\n", row.id);
    }
    game_free(game);
    scenario_free(scenario);
    return status;
}

static int import_game(const AdminCall *call, Store *store, const char *path, const char *seed_path)
{
    size_t length, seed_length;
    uint8_t seed[SHA256_BYTES];
    char *text = call->file_read(path, &length);
    char *seed_text = seed_path ? call->file_read(seed_path, &seed_length) : NULL;
    int status;
    if (!text)
        status = admin_fail("the journal cannot be read");
    else if (seed_path && (!seed_text || !read_seed(seed_text, seed_length, seed)))
        status = admin_fail("the file of the seed cannot be read");
    else
        status = import_journal(call, store, text, length, seed_path ? seed : NULL);
    free(text);
    free(seed_text);
    return status;
}

/* No server may be serving either of them: what it wrote meanwhile would be missing. */
static int copy_to(Store *store, const char *address)
{
    char why[TROUBLE] = "";
    int64_t rows;
    int status = 1, lock = store_lock(address, why);
    Store *to = lock < 0 ? NULL : store_open(address, why);
    if (to && store_copy(store, to, &rows, why)) {
        printf("rows %lld\n", (long long)rows);
        status = 0;
    } else {
        admin_fail(why);
    }
    store_close(to);
    store_unlock(lock);
    return status;
}

static int on_store(const AdminCall *call, Store *store)
{
    const char *verb = call->argv[0], *first = call->argc > 1 ? call->argv[1] : NULL;
    const char *second = call->argc > 2 ? call->argv[2] : NULL;
    char why[TROUBLE];
    if (!strcmp(verb, "users") && call->argc == 1)
        return store_answer_now(store, &(UsersAsk){{.kind = ASK_USERS}, print_user, NULL}.ask) ? 0 : 1;
    if (!strcmp(verb, "games") && call->argc == 1)
        return store_answer_now(store, &(GamesAsk){{.kind = ASK_GAMES}, print_game, NULL}.ask) ? 0 : 1;
    if (!strcmp(verb, "remove-user") && call->argc == 2)
        return remove_user(store, first);
    if (!strcmp(verb, "remove-game") && call->argc == 2)
        return remove_game(store, first);
    if (!strcmp(verb, "prune") && call->argc == 1)
        return prune(call, store);
    if (!strcmp(verb, "backup") && call->argc == 2)
        return store_backup(store, first, why) ? 0 : admin_fail(why);
    if (!strcmp(verb, "copy") && call->argc == 2)
        return copy_to(store, first);
    if (!strcmp(verb, "export") && (call->argc == 2 || call->argc == 3))
        return export_game(store, first, second);
    if (!strcmp(verb, "import") && (call->argc == 2 || call->argc == 3))
        return import_game(call, store, first, second);
    if (strstr(verb, "worker-key"))
        return admin_work(call, store);
    return admin_people(call, store);
}

/* A server has games in memory and could write to a removed game or seat a removed user: removing needs the lock. */
static bool needs_lock(const AdminCall *call)
{
    const char *verb = call->argv[0];
    return !strncmp(verb, "remove-", 7) || !strcmp(verb, "copy") || (!strcmp(verb, "prune") && !call->dry_run);
}

int admin_run(const AdminCall *call)
{
    char why[300] = "";
    int lock = -1, status = 1;
    if (sodium_init() < 0)
        return 1;
    if (!call->argc)
        return 2;
    if (!strcmp(call->argv[0], "restore")) {
        if (call->argc != 2)
            return 2;
        return store_restore(call->store, call->argv[1], why) ? 0 : admin_fail(why);
    }
    if (needs_lock(call) && (lock = store_lock(call->store, why)) < 0)
        return admin_fail(why);
    Store *store = store_open(call->store, why);
    if (store) {
        status = on_store(call, store);
        store_close(store);
    } else {
        admin_fail(why);
    }
    store_unlock(lock);
    return status;
}
